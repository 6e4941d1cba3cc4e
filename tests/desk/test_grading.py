"""A class is marked, and whatever was done to the sheets is coped with and listed."""

from __future__ import annotations

import shutil

import pytest

import banchok_edu as be
from banchok_edu.desk.files import DeskError
from banchok_edu.desk.roster import Student
from banchok_edu.desk.whose import named_by, whose

from .classroom import ASKED, Classroom, Sheet, states, told


def test_known_answers_are_marked(room):
    # With a nine: 31 of the other 51 cards are no higher. Lost bets on eight or better: 24 of 84 with an eight.
    room.course = ""
    (sheet,) = room.give_out("s042", asked=("E4", "E2"))
    posed = be.exercise("E2", "s042")
    assert posed.parameters["rank"] == "4"
    sheet.answer("E2", "11/51")  # three other fours, and four deuces and four threes
    sheet.answer("E4", "0")
    graded = room.grade()
    assert states(graded, "s042") == {"E4": "wrong", "E2": "right"}
    assert [graded.results["s042", id].mark for id in ("E4", "E2")] == ["0", "1"]


@pytest.mark.parametrize("part", range(4))
def test_a_whole_class_goes_round(room, part):
    asked = be.exercises().ids[part::4]
    students = [(f"s{n:03d}", f"Name {n}") for n in range(30)]
    sheets = room.give_out(*students, asked=asked)
    expected = {}
    for n, sheet in enumerate(sheets):
        student = students[n][0]

        def fill(said, n=n, student=student, sheet=sheet):
            for place, id in enumerate(asked):
                what = (n + place) % 3
                text = (room.right(id, student), "", "(((")[what]
                expected[student, id] = ("right", "missing", "unreadable")[what]
                sheet.cell(said, f"{id.lower()}-answer")["source"] = f"{id} = {text}"

        sheet.change(fill)
    graded = room.grade()
    assert {key: result.state for key, result in graded.results.items()} == expected
    assert graded.students == dict(students)
    assert len(graded.problems) == sum(state != "right" for state in expected.values())


def test_a_neighbours_answers_are_not_right_for_oneself(room):
    sheets = room.give_out(*(f"s{n}" for n in range(12)), asked=("E2",))
    for sheet in sheets:
        sheet.answer("E2", room.right("E2", "s0"))
    marks = [room.grade().results[f"s{n}", "E2"].state for n in range(12)]
    assert marks[0] == "right"
    assert "wrong" in marks


# -- cells copied, moved, merged, deleted ------------------------------------------------------------------------------


def test_equal_duplicates_are_accepted(room, sheet):
    sheet.answer("M24", room.right("M24", "s042"))
    number = be.exercise("M24", "s042", "autumn").solution().decimal
    sheet.add("markdown", f"M24 = {number}")
    sheet.add("raw", f"m24={room.right('M24', 's042')}")
    graded = room.grade()
    assert states(graded, "s042")["M24"] == "right"
    assert "M24" not in told(graded, "s042")


def test_unequal_duplicates_are_listed_each_with_its_cell(room, sheet):
    sheet.answer("M24", room.right("M24", "s042"))
    sheet.add("markdown", "M24 = 1/3")
    graded = room.grade()
    result = graded.results["s042", "M24"]
    assert (result.state, result.mark) == ("unequal", "")
    listed = [(one.cell, one.exercise) for one in graded.problems if "differ" in one.text]
    assert listed == [(5, "M24"), (len(sheet.cells), "M24")]


def test_two_wrong_answers_that_are_equal_are_one(room, sheet):
    sheet.answer("M24", "1/3")
    sheet.add("markdown", "M24 = 2/6")
    assert states(room.grade(), "s042")["M24"] == "wrong"


def test_moved_cells_are_found(room, sheet):
    for id in ASKED:
        sheet.answer(id, room.right(id, "s042"))
    sheet.change(lambda said: said["cells"].reverse())
    assert set(states(room.grade(), "s042").values()) == {"right"}


def test_cells_merged_into_one_are_read(room, sheet):
    for id in ASKED:
        sheet.answer(id, room.right(id, "s042"))
    sheet.write("e10-reason", "Say in one sentence why.\n\nReason for E10: linearity")

    def merge(said):
        texts = ["".join(cell["source"]) for cell in said["cells"]]
        said["cells"] = [{**said["cells"][0], "source": "\n\n".join(texts)}]

    sheet.change(merge)
    graded = room.grade()
    assert set(states(graded, "s042").values()) == {"right"}
    assert graded.reasons["s042", "E10"] == "linearity"


def test_all_metadata_may_be_lost(room, sheet):
    for id in ASKED:
        sheet.answer(id, room.right(id, "s042"))

    def strip(said):
        said["metadata"] = {}
        for cell in said["cells"]:
            cell["metadata"] = {}

    sheet.change(strip)
    graded = room.grade()
    assert set(states(graded, "s042").values()) == {"right"}
    assert not told(graded, "s042")


def test_a_deleted_cell_is_a_missing_answer_and_listed(room, sheet):
    sheet.change(lambda said: said["cells"].remove(sheet.cell(said, "m24-answer")))
    graded = room.grade()
    assert states(graded, "s042")["M24"] == "missing"
    assert "s042.ipynb, M24: no line begins with M24 =" in told(graded)


def test_an_empty_line_is_listed_by_its_cell(room, sheet):
    assert "s042.ipynb, cell 5, M24: nothing was written" in told(room.grade())


def test_an_answer_that_was_edited_away_is_listed_by_its_cell(room, sheet):
    sheet.write("m24-answer", "I do not know\nand will not")
    assert "s042.ipynb, cell 5, M24: the answer was edited away" in told(room.grade())


def test_a_line_that_lost_its_name_is_taken_by_its_tag_and_listed(room, sheet):
    sheet.write("m24-answer", room.right("M24", "s042"))
    graded = room.grade()
    assert states(graded, "s042")["M24"] == "right"
    assert "cell 5, M24: " in told(graded)
    assert "has no line that begins with M24 =" in told(graded)


def test_a_line_says_more_than_a_tagged_cell_without_one(room, sheet):
    sheet.write("m24-answer", "see below")
    sheet.add("markdown", f"M24 = {room.right('M24', 's042')}")
    graded = room.grade()
    assert states(graded, "s042")["M24"] == "right"
    assert "M24" not in told(graded, "s042")


def test_a_line_in_a_code_cell_counts_where_there_is_no_other(room, sheet):
    sheet.add(
        "code", f"import banchok_edu as be\nM24 = {room.right('M24', 's042')}  # reckoned\nE2 = be.exercise('E2')"
    )
    graded = room.grade()
    assert states(graded, "s042") == {"E2": "missing", "M24": "right", "E10": "missing"}
    assert "stands among code" in told(graded)
    sheet.answer("M24", "1/3")
    assert states(room.grade(), "s042")["M24"] == "wrong"


def test_an_answer_cell_made_a_code_cell_is_an_answer_cell(room, sheet):
    sheet.answer("M24", room.right("M24", "s042"))
    sheet.change(lambda said: sheet.cell(said, "m24-answer").update(cell_type="code", outputs=[], execution_count=1))
    graded = room.grade()
    assert states(graded, "s042")["M24"] == "right"
    assert "M24" not in told(graded, "s042")


def test_an_answer_to_something_else_is_listed(room, sheet):
    sheet.add("markdown", "H54 = 1/3")
    assert f"s042.ipynb, cell {len(sheet.cells)}, H54: was not asked for" in told(room.grade())


def test_choices_may_be_typed_with_another_keyboard(room, sheet):
    posed = be.exercise("E10", "s042", "autumn")
    letter = {"a": "а", "b": "b", "c": "с", "d": "d"}[posed.solution().answer[0]]
    sheet.answer("E10", f"{letter})")
    assert states(room.grade(), "s042")["E10"] == "right"


@pytest.mark.parametrize(
    "text, state",
    [
        ("{right} = {decimal}", "right"),
        ("{right} ≈ {decimal}", "right"),
        ("2/6 = 1/3", "wrong"),
        ("{right} = 1/3", "unreadable"),
        ("1/3 = {right}", "unreadable"),
        ("{right} =", "unreadable"),
        (" = ".join(["{right}"] * 9), "unreadable"),
    ],
)
def test_both_sides_of_a_sign_of_equality_must_say_the_same(room, sheet, text, state):
    solution = be.exercise("M24", "s042", "autumn").solution()
    sheet.answer("M24", text.format(right=solution.answer, decimal=solution.decimal))
    assert states(room.grade(), "s042")["M24"] == state


def test_an_id_in_capitals_is_the_same_student(room, sheet):
    def edit(said):
        said["metadata"] = {}
        said["cells"][0]["source"] = "Student: S042"

    sheet.change(edit)
    sheet.path.rename(room.folder / "x.ipynb")
    assert "not in the class" not in told(room.grade())
    assert ("s042", "E2") in room.grade().results


def test_a_long_reason_is_cut_and_listed(room, sheet):
    sheet.write("e10-reason", "Reason for E10: " + "because " * 1000)
    graded = room.grade()
    assert len(graded.reasons["s042", "E10"]) == 2000
    assert "E10: the reason has 7,999 characters" in told(graded)


@pytest.mark.parametrize(
    "text, says",
    [
        ("9**9**9", "too large to be worked out"),
        ("(" * 10**6, "characters are too many"),
        ("__import__('os').system('touch hacked')", "is not part of a number"),
        ("lambda: 0", "is not part of a number"),
        ("67", "Per cent"),
        ("\\frac{2}{7}", "is not part of a number"),
    ],
)
def test_an_answer_that_cannot_be_marked_is_listed_with_what_to_do(room, sheet, text, says):
    sheet.answer("M24", text)
    graded = room.grade()
    assert graded.results["s042", "M24"].mark == ""
    assert says in told(graded, "s042")


# -- whose it is -------------------------------------------------------------------------------------------------------


def test_a_sheet_whose_id_was_edited_away_goes_by_its_name_and_is_listed(room, sheet):
    sheet.answer("E2", room.right("E2", "s042"))

    def edit(said):
        said["metadata"] = {}
        said["cells"][0]["source"] = "# My sheet"

    sheet.change(edit)
    graded = room.grade()
    assert states(graded, "s042")["E2"] == "right"
    assert "s042.ipynb: the id was edited away: it goes by its name, as s042" in told(graded)


def test_a_sheet_of_nobody_is_listed_and_not_graded(room, sheet):
    def edit(said):
        said["metadata"] = {}
        said["cells"][0]["source"] = "# My sheet"

    sheet.change(edit)
    sheet.path.rename(room.folder / "homework.ipynb")
    graded = room.grade()
    assert "homework.ipynb: it does not say whose it is" in told(graded)
    assert "there is no sheet of s042" in told(graded)
    assert ("s042", "E2") not in graded.results


@pytest.mark.parametrize(
    "noted, written, named, whose_it_is",
    [
        ("s1", ["s1"], "s1", "s1"),
        ("s1", [], None, "s1"),
        ("", ["s1"], None, "s1"),
        ("s1", ["s2"], "s2", "s2"),
        ("s1", ["s2"], "s1", "s1"),
        ("s1", ["s2"], None, ""),
        ("s1", ["s1"], "s2", "s1"),
        ("s1", ["stranger"], None, "s1"),
        ("stranger", [], "s2", "stranger"),
        ("", [], "s2", "s2"),
        ("", [], None, ""),
    ],
)
def test_whose_a_sheet_is(noted, written, named, whose_it_is):
    known = {"s1": "", "s2": ""}
    student, doubts = whose(noted, written, named, known)
    assert student == whose_it_is
    alike = {one for one in (noted, *written, named) if one}
    assert bool(doubts) == (len(alike) > 1 or not (noted or written))


@pytest.mark.parametrize(
    "name, id",
    [
        ("s1.ipynb", "s1"),
        ("S1.IPYNB", "s1"),
        ("s1 (3).ipynb", "s1"),
        ("s1-Copy2.ipynb", "s1"),
        ("s11-Copy1.ipynb", "s11"),
        ("Kim_12345_s11_late.ipynb", "s11"),
        ("s1/sheet.ipynb", "s1"),
        ("as1b.ipynb", None),
        ("s1 and s11.ipynb", None),
        ("김-7_assign.ipynb", "김-7"),
        ("7.ipynb", "7"),
    ],
)
def test_names_of_files_are_read_as_platforms_make_them(tmp_path, name, id):
    names = {one: one for one in ("s1", "s11", "김-7", "7")}
    assert named_by((tmp_path / name).relative_to(tmp_path), names) == id


def test_two_sheets_of_one_student_are_taken_together(room, sheet):
    shutil.copy(sheet.path, room.folder / "s042 (1).ipynb")
    other = Sheet(room.folder / "s042 (1).ipynb")
    sheet.answer("E2", room.right("E2", "s042"))
    other.answer("M24", room.right("M24", "s042"))
    for one, text in ((sheet, "a"), (other, "b")):
        one.answer("E10", text)
    graded = room.grade()
    assert states(graded, "s042") == {"E2": "right", "M24": "right", "E10": "unequal"}
    assert "there are 2 sheets of s042" in told(graded)


# -- the class, the course, the exercises ------------------------------------------------------------------------------


def test_sheets_collected_elsewhere_are_marked_without_our_list(room, sheet, tmp_path):
    sheet.answer("E2", room.right("E2", "s042"))
    deep = tmp_path / "collected" / "Kim"
    deep.mkdir(parents=True)
    shutil.copy(sheet.path, deep / "late.ipynb")
    room.folder = tmp_path / "collected"
    graded = room.grade()
    assert (graded.course, graded.exercises) == ("autumn", ASKED)
    assert states(graded, "s042")["E2"] == "right"
    graded = room.grade(roster=[Student("s042", "Kim"), Student("s077", "Lee")])
    assert graded.students == {"s042": "Kim", "s077": "Lee"}
    assert "there is no sheet of s077" in told(graded)


def test_a_sheet_of_another_course_is_listed_and_marked_by_the_course_of_the_folder(room, sheet):
    sheet.answer("E2", room.right("E2", "s042"))
    sheet.change(lambda said: said["metadata"]["banchok_edu"].update(course="spring"))
    graded = room.grade()
    assert "of the course 'spring'" in told(graded)
    assert states(graded, "s042")["E2"] == "right"


def test_the_course_that_is_given_counts(room, sheet):
    graded = room.grade(course="spring")
    assert graded.course == "spring"
    assert told(graded).count("of the course 'autumn'") == 2


def test_a_student_cannot_leave_out_what_was_asked(room, sheet):
    def edit(said):
        said["metadata"]["banchok_edu"]["exercises"] = ["E2"]
        said["cells"][0]["source"] = "Student: s042\nExercises: E2"

    sheet.change(edit)
    assert list(states(room.grade(), "s042")) == list(ASKED)


def test_a_folder_without_sheets_is_refused(tmp_path):
    with pytest.raises(DeskError, match="holds no notebooks"):
        Classroom(tmp_path).grade()
    with pytest.raises(DeskError, match="is not a folder"):
        Classroom(tmp_path / "none").grade()


def test_where_no_sheet_says_what_was_asked_it_is_asked_for(room, tmp_path):
    (tmp_path / "x.ipynb").write_text('{"cells": []}')
    with pytest.raises(DeskError, match="--exercises"):
        Classroom(tmp_path).grade()


# -- reasons -----------------------------------------------------------------------------------------------------------


def test_reasons_are_gathered_and_what_we_wrote_is_none_of_them(room, sheet):
    assert room.grade().reasons["s042", "E10"] == ""
    sheet.write("e10-reason", "Say in one sentence why.\n\nReason for E10: the mean\nof a sum")
    assert room.grade().reasons["s042", "E10"] == "the mean\nof a sum"
    sheet.write("e10-reason", "Say in one sentence why.\n\nthe mean of a sum")
    assert room.grade().reasons["s042", "E10"] == "the mean of a sum"
