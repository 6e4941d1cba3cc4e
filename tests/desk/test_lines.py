"""Answers are found as lines of text, wherever they stand and however they were typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banchok_edu.desk.lines import find
from banchok_edu.desk.notebooks import Cell


def answers(text, kind="markdown", **more):
    found = find([Cell(1, kind, text, **more)])
    return {name: [one.text for one in those] for name, those in found.answers.items()}


@pytest.mark.parametrize(
    "line",
    [
        "M24 = 2/7",
        "M24=2/7",
        "  m24  =  2/7  ",
        "**M24 = 2/7**",
        "**M24** = 2/7",
        "`M24 = 2/7`",
        "- M24 = 2/7",
        "> M24 = 2/7",
        "# M24 = 2/7",
        "$M24 = 2/7$",
        "M 24 = 2/7",
        "M024 = 2/7",
        "M24 == 2/7",
        "М24 = 2/7",  # a Cyrillic letter
        "M24 ＝ ２／７",  # wide signs
        "M24 = 2/7\\",
        "some words\nM24 = 2/7\nmore words",
    ],
)
def test_a_line_is_an_answer_however_it_is_typed(line):
    assert answers(line) == {"M24": ["2/7"]}


@pytest.mark.parametrize(
    "line", ["M24", "M24 2/7", "XM24 = 1", "M24a = 1", "M24000 = 1", "so M24 = 1", "A1 = 2", "=M24=1"]
)
def test_other_lines_are_none(line):
    assert answers(line) == {}


@pytest.mark.parametrize("line", ["M24 =", "M24 = ", "M24 = ...", "M24 = ?", "M24 = ___", "**M24 =**"])
def test_a_line_with_nothing_behind_the_sign_is_blank(line):
    found = find([Cell(3, "markdown", line)])
    assert (found.answers, found.blank) == ({}, {"M24": 3})


def test_a_line_says_more_than_the_notes_of_its_cell():
    assert answers("H54 = 1/3", part="answer", exercise="M24") == {"H54": ["1/3"]}


def test_where_the_line_lost_its_name_the_notes_help():
    (one,) = find([Cell(1, "markdown", "2/7", "answer", "M24")]).answers["M24"]
    assert (one.text, one.by_note) == ("2/7", True)
    (one,) = find([Cell(1, "markdown", "M24 =\n\n2/7", "answer", "M24")]).answers["M24"]
    assert (one.text, one.by_note) == ("2/7", True)


def test_where_there_is_nothing_to_take_it_is_noted_that_the_answer_was_edited_away():
    assert find([Cell(2, "markdown", "", "answer", "M24")]).edited == [("M24", 2)]
    assert find([Cell(2, "markdown", "I think\nit is large", "answer", "M24")]).edited == [("M24", 2)]


def test_a_reason_goes_to_the_next_answer_heading_or_reason():
    text = "Reason for E2: first\nsecond\n\nthird\n## E3 a heading\nlost\nReason for m24: other\nE2 = 1/2"
    found = find([Cell(1, "markdown", text)])
    assert found.reasons == {"E2": ["first\nsecond\n\nthird"], "M24": ["other"]}
    assert list(found.answers) == ["E2"]


def test_a_reason_cell_without_its_line_is_the_reason():
    assert find([Cell(1, "markdown", "because", "reason", "E2")]).reasons == {"E2": ["because"]}


def test_an_answer_in_a_students_code_is_told_from_others_and_ends_at_a_comment():
    (one,) = find([Cell(1, "code", "E2 = 31/51  # as counted")]).answers["E2"]
    assert (one.text, one.in_code) == ("31/51", True)


def test_the_name_of_the_student_is_looked_for_where_we_wrote_it_first():
    cells = [Cell(1, "markdown", "Student: I am a good one"), Cell(2, "markdown", "Student: s1\nCourse: x", "identity")]
    found = find(cells)
    assert (found.student, found.course) == (["s1"], ["x"])


@settings(deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_gone_through(text):
    find(
        [Cell(1, kind, text, part, "M24") for kind in ("markdown", "code", "raw") for part in ("answer", "reason", "")]
    )


@settings(deadline=None)
@given(st.sampled_from("EMHemhЕМНемн"), st.integers(1, 9999), st.text(" *`_$>-#\\", max_size=6), st.fractions())
def test_every_answer_line_is_found_whatever_stands_around_it(letter, number, before, value):
    found = find([Cell(1, "markdown", f"{before}{letter}{number} = {value}")])
    (name,) = found.answers
    assert name[1:] == str(number)
    assert found.answers[name][0].text == str(value)
