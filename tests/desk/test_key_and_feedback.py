"""Students get back what helps on and not the answer; teachers get the worked solutions."""

from __future__ import annotations

import re

import nbformat
import pytest

import banchok_edu as be
from banchok_edu.bank.posing import CHOICE
from banchok_edu.desk.feedback import feedback, write_feedback
from banchok_edu.desk.files import DeskError
from banchok_edu.desk.grading import Result
from banchok_edu.desk.key import check_kind, key
from banchok_edu.desk.roster import Student
from banchok_edu.desk.sheets import markdown
from banchok_edu.rationals import written


def wrong_answers(posed):
    """What is often answered, as a student would write it."""
    for one in posed._posed.mistakes:
        if posed.kind == CHOICE:
            yield next(letter for letter, text in posed.options.items() if text == one.value)
        else:
            yield one.value if isinstance(one.value, str) else written(one.value)


@pytest.mark.parametrize("part", range(4))
def test_no_page_gives_a_right_answer_away(part):
    for id in be.exercises().ids[part::4]:
        posed = be.exercise(id, "s042", "autumn")
        solution = posed.solution()
        for answer in wrong_answers(posed):
            verdict = posed.judge(answer)
            assert verdict.state == "wrong", (id, answer)
            results = {id: Result("wrong", answer, causes=verdict.causes)}
            page = feedback("s042", "", "autumn", results).partition(markdown(answer))[2]
            if "/" in solution.answer or posed.options:
                assert solution.answer.partition(") ")[2] or solution.answer not in page
                assert markdown(solution.answer) not in page
            if solution.decimal:
                assert not re.search(rf"(?<![\d.]){re.escape(solution.decimal)}(?!\d)", page), (id, page)


@pytest.mark.parametrize("state", ["right", "wrong", "missing", "unequal", "unreadable", "ask_back"])
def test_each_state_has_its_words_and_solutions_come_when_asked_for(state):
    results = {"M24": Result(state, "1/15", says="Per cent?")}
    solution = be.exercise("M24", "s042").solution()
    assert solution.why not in feedback("s042", "Анна", "", results)
    page = feedback("s042", "Анна", "", results, solutions=True)
    assert page.startswith("# Анна\n")
    assert markdown(solution.why) in page


def test_a_mistake_with_two_causes_is_not_taken_for_one_of_them():
    page = feedback("s042", "", "", {"M24": Result("wrong", "1/2", causes=("One.", "Other."))})
    assert "One." not in page
    assert page.endswith("?\n")


def test_a_mark_given_by_hand_takes_the_place_of_our_words():
    results = {"M24": Result("unreadable", "about 1/2", says="Write a number."), "E10": Result("right", "b")}
    by_hand = {("s042", "M24"): "0.5", ("s042", "E10 reason"): "2", ("s043", "E10"): "0"}
    page = feedback("s042", "", "", results, by_hand=by_hand)
    assert "1 of 2 right, 1 marked by your teacher." in page
    assert "You wrote: about 1/2\n\nMarked by your teacher: 0.5\n" in page
    assert "Write a number" not in page
    assert page.endswith("Right.\n\nYour reason was marked: 2\n")
    page = feedback("s042", "", "", results, by_hand={("s042", "E10"): "0"})
    assert "0 of 2 right, 1 marked by your teacher." in page


def test_a_page_for_each_who_handed_in_and_earlier_ones_stay(room, tmp_path):
    sheet = room.give_out("s042", "s043")[0]
    room.sheet("s043").path.unlink()
    folder = tmp_path / "feedback"
    assert write_feedback(room.grade(), folder) == (1, 0)
    assert write_feedback(room.grade(), folder) == (1, 0)
    sheet.answer("E2", "1/3")
    assert write_feedback(room.grade(), folder) == (1, 1)
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.md")) == [
        "earlier/s042 1.md",
        "s042.md",
    ]


def test_what_a_student_wrote_is_shown_as_text():
    page = feedback("s042", "<b>x</b>", "", {"E2": Result("unreadable", "<script>", says="'<script>' is not")})
    assert "<script>" not in page
    assert "<b>" not in page


def test_a_key_has_solution_and_every_step_of_the_derivation():
    page = key(["M24"]).decode()
    for step in be.exercise("M24").solution().steps:
        assert markdown(step) in page
    assert page.count("$$") == 2 * len(be.exercise("M24").solution().steps)


def test_a_key_of_all_exercises_is_a_valid_notebook_without_code():
    made = nbformat.reads(key(be.exercises().ids, notebook=True).decode(), as_version=4)
    nbformat.validate(made)
    assert {cell.cell_type for cell in made.cells} == {"markdown"}
    assert len(made.cells) == 1 + len(be.exercises().ids)
    for id, cell in zip(be.exercises().ids, made.cells[1:], strict=True):
        assert f"**{id} = {markdown(be.exercise(id).solution().answer)}**" in cell.source


def test_a_key_for_a_class_has_each_ones_answer():
    page = key(["E2"], [Student("s042", "A|b"), Student("s001")], "autumn").decode()
    for id in ("s042", "s001"):
        assert f"| {id} |" in page
        assert be.exercise("E2", id, "autumn").solution().answer in page
    assert "A\\|b" in page


@pytest.mark.parametrize("name", ["key", "key.txt", "key.ipynb.exe"])
def test_a_key_is_a_notebook_or_markdown(name, tmp_path):
    with pytest.raises(DeskError, match="ends neither in"):
        check_kind(tmp_path / name)
