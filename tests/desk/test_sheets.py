"""Sheets carry a student's numbers, are notebooks that run, and are never written over."""

from __future__ import annotations

import json

import nbformat
import pytest

import banchok_edu as be
from banchok_edu.desk.files import DeskError, file_name
from banchok_edu.desk.lines import find
from banchok_edu.desk.notebooks import read_notebook
from banchok_edu.desk.roster import Student
from banchok_edu.desk.sheets import read_exercises, write_sheets
from banchok_edu.errors import BanchokError


def test_a_sheet_is_a_valid_notebook_without_code_to_run(sheet):
    made = nbformat.read(sheet.path, as_version=4)
    nbformat.validate(made)
    assert {cell.cell_type for cell in made.cells} == {"markdown"}


def test_a_sheet_asks_with_the_students_own_numbers(room):
    room.give_out("s042", "s001", asked=("E2",))
    texts = ["".join(room.sheet(id).cells[1]["source"]) for id in ("s042", "s001")]
    for id, text in zip(("s042", "s001"), texts, strict=True):
        assert be.exercise("E2", id, "autumn").question in text
    assert texts[0] != texts[1]


def test_another_course_has_other_numbers(tmp_path):
    students = [Student(f"s{n}") for n in range(12)]
    for course in ("autumn", "spring"):
        write_sheets(tmp_path / course, students, ["E2"], course)
    asked = [
        [json.loads((tmp_path / course / f"s{n}.ipynb").read_text())["cells"][1]["source"] for n in range(12)]
        for course in ("autumn", "spring")
    ]
    assert asked[0] != asked[1]


@pytest.mark.parametrize("part", range(3))
def test_no_prompt_of_any_exercise_is_taken_for_an_answer_a_reason_or_a_name(room, part):
    asked = be.exercises().ids[part::3]
    (sheet,) = room.give_out("s042", asked=asked)
    found = find(read_notebook(sheet.path).cells)
    assert found.answers == {}
    assert list(found.blank) == list(asked)
    assert not any(found.reasons.values())
    assert (found.student, found.course) == (["s042"], ["autumn"])


def test_a_sheet_that_is_there_stays_as_it_is_and_new_students_get_theirs(room, sheet):
    sheet.answer("E2", "31/51")
    before = sheet.path.read_bytes()
    outcome = write_sheets(room.folder, [Student("s042"), Student("s044")], ("E2", "M24", "E10"), "autumn")
    assert (outcome.written, outcome.kept) == (["s044.ipynb"], ["s042.ipynb"])
    assert sheet.path.read_bytes() == before


@pytest.mark.parametrize("asked, course", [(("E2",), "autumn"), (("E2", "M24", "E10"), "spring")])
def test_a_folder_holds_sheets_of_one_kind(room, sheet, asked, course):
    with pytest.raises(DeskError, match="give the same again, to add students, or another folder"):
        write_sheets(room.folder, [Student("s050")], asked, course)
    assert not (room.folder / "s050.ipynb").exists()


def test_the_same_sheet_is_the_same_bytes(room, tmp_path):
    (sheet,) = room.give_out("s042")
    before = sheet.path.read_bytes()
    room.folder = tmp_path / "again"
    assert room.give_out("s042")[0].path.read_bytes() == before


@pytest.mark.parametrize(
    "id",
    ["../../etc/passwd", "/etc/passwd", "C:\\x", "con", ".hidden", "..", "a/b", "x" * 60, "김" * 60, "=1+1", "-rf"],
)
def test_no_id_leads_out_of_the_folder(room, id):
    room.give_out(id)
    (made,) = room.folder.glob("*.ipynb")
    assert made.name == f"{file_name(id)}.ipynb"
    assert len(made.name.encode()) < 200
    graded = room.grade()
    assert list(graded.students) == [id]


def test_ids_that_look_alike_have_files_of_their_own():
    names = [file_name(id) for id in ("a b", "a_b", "a/b", "_a_b", "a.b", "x" * 40, "x" * 41)]
    assert len(set(names)) == len(names)


def test_a_name_that_is_html_or_markdown_is_shown_as_text(room):
    room.give_out(("s1", "```\n# <script>alert(1)</script>"))
    head, _ = "".join(room.sheet("s1").cells[0]["source"]).split("\n```\n\n")
    assert "Name: ``` # <script>alert(1)</script>" in head.splitlines()


@pytest.mark.parametrize(
    "text, says", [(" ,", "no exercise is named"), ("E2,X9", "no exercise 'X9'"), ("E2,e2", "named twice")]
)
def test_exercises_that_cannot_be_are_refused(text, says):
    with pytest.raises(BanchokError, match=says):
        read_exercises(text)


def test_a_place_that_cannot_be_written_to_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DeskError, match="is not a folder"):
        write_sheets(tmp_path / "file", [Student("s1")], ["E2"])


@pytest.mark.parametrize(
    "said",
    ["", "{}", "[]", "null", '{"format": 1}', '{"format": 1, "course": 3, "exercises": 4, "students": 5}', "[" * 10**5],
)
def test_a_list_of_sheets_that_cannot_be_believed_is_none(room, said):
    (room.folder / ".banchok-edu").mkdir(parents=True)
    (room.folder / ".banchok-edu" / "sheets.json").write_text(said)
    room.give_out("s1")
    assert list(room.grade().students) == ["s1"]
