"""The check answers back: what is said, when, and what is kept."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.bank.answers import read_number
from banchok_edu.errors import BanchokError


@pytest.mark.parametrize(
    "answer",
    ["9/17", Fraction(9, 17), sympy.Rational(9, 17), 9 / 17, 0.5294, "0.5294", "0,5294", "52.94 %", "1 - 8/17"],
)
def test_every_way_to_write_it_is_right(answer):
    feedback = be.exercise("E4").check(answer)
    assert feedback.state == "right"
    assert feedback


def test_how_a_count_may_be_written_is_told_with_examples_that_are_read():
    form = be.exercise("E1").form
    examples = re.search(r"such as (.+) or (.+), the number of ways to choose 2 of 4$", form)
    assert [read_number(text).value for text in examples.groups()] == [23, 6]


def test_a_bare_percentage_is_asked_back_and_is_no_attempt_at_a_rung():
    fair = be.exercise("E4")
    assert fair.check("52.94").text == "Per cent? A probability is not above 1: write 52.94 % or 0.5294."
    assert fair.check("52,94").state == "ask_back"
    assert fair.check(53).state == "ask_back"
    assert fair.hint().startswith("First try")


@pytest.mark.parametrize("answer", ["0.53", "0.529", "53 %", 0.52])
def test_the_right_number_rounded_too_far_is_asked_back(answer):
    assert be.exercise("E4").check(answer).state == "ask_back"


@pytest.mark.parametrize("answer", ["0.5", "0.54", "0.5295", "0.5293"])
def test_another_number_is_wrong(answer):
    assert be.exercise("E4").check(answer).state == "wrong"


def test_a_probability_lies_between_0_and_1():
    assert be.exercise("E4").check("-1/2").state == "ask_back"
    assert "upside down" in be.exercise("E4").check("17/9").text


def test_the_first_wrong_answer_is_asked_for_its_method_and_the_second_is_named():
    nine = be.exercise("E2")
    first = nine.check("28/51")
    assert (first.state, first.named) == ("wrong", False)
    assert "Which cards can still be turned" in first.text
    other = be.exercise("E2")
    other.check("1/3")
    named = other.check("28/51")
    assert named.named
    assert "ties pay you" in named.text
    assert "31" not in named.text


def test_the_same_wrong_answer_again_is_not_a_second_one():
    nine = be.exercise("E2")
    nine.check("28/51")
    for again in ("28/51", "0.54902", 28 / 51):
        assert nine.check(again).text.startswith("You have tried that already")


def test_each_rung_needs_a_new_answer():
    nine = be.exercise("E2")
    first, second = nine.hints
    assert first not in nine.hint()
    nine.check("1/2")
    assert nine.hint() == first
    assert nine.hint().endswith(first)
    nine.check("1/2")
    assert second not in nine.hint()
    nine.check("1/3")
    assert nine.hint() == second
    assert nine.reveal() == "Not yet: try 2 more new answers."
    nine.check("1/4")
    assert nine.reveal() == "Not yet: try 1 more new answer."
    nine.check("hello")
    nine.check("1/4")
    assert nine.reveal() == "Not yet: try 1 more new answer."
    nine.check("1/5")
    assert nine.reveal().startswith("E2 = 31/51")


def test_who_has_solved_it_may_see_all():
    nine = be.exercise("E2")
    nine.check("31/51")
    assert nine.hint() == nine.hints[0]
    assert nine.reveal().startswith("E2 = 31/51")


def test_attempts_are_plain_and_belong_to_the_object():
    nine, other = be.exercise("E2"), be.exercise("E2")
    nine.check("28/51")
    nine.check("  31 /\n51 ", reason="ties")
    assert nine.attempts == [
        {"answer": "28/51", "state": "wrong", "value": "0.5490196078"},
        {"answer": "31 / 51", "state": "right", "value": "0.6078431373", "reason": "ties"},
    ]
    assert nine.line == "E2 = 31 / 51"
    assert other.attempts == []
    assert other.line == ""


def test_a_known_mistake_that_is_tried_again_later_is_named():
    nine = be.exercise("E2")
    nine.check("28/51")
    nine.check("1/3")
    again = nine.check("28/51")
    assert again.named
    assert again.text.startswith("You have tried that already. That leaves out the other nines")


@pytest.mark.parametrize("line", ["E2 = 31/51", "e2=31/51", " E2 =31/51 "])
def test_the_name_of_the_exercise_may_stand_before_the_answer(line):
    assert be.exercise("E2").check(line)
    assert not be.exercise("E3").check(line)


def test_both_exercises_of_a_pair_lay_the_same_before_a_student():
    for student in ("s001", "s002", "s003", "s004"):
        for one in be.exercises(student=student):
            if one.pair:
                other = be.exercise(one.pair, student=student)
                assert one.options == other.options
                assert one.parameters == other.parameters
    assert "opposite, E99" in be.exercise("E98").check("a").text


@pytest.mark.parametrize(
    "answer, line",
    [
        (Fraction(9, 17), "E4 = 9/17"),
        (sympy.Rational(9, 17), "E4 = 9/17"),
        (np.float64(0.5294), "E4 = 0.5294"),
        (10**4500, "E4 = a whole number of very many digits"),
        ("9 /  17", "E4 = 9 / 17"),
    ],
    ids=["fraction", "sympy", "numpy", "long", "text"],
)
def test_the_line_to_copy_out_reads_back(answer, line):
    one = be.exercise("E4")
    one.check(answer)
    assert one.line == line


def test_an_estimate_is_kept_as_a_number():
    one = be.exercise("E116")
    one.check(be.Estimate.of_probability([1] * 10_588 + [0] * 9_412, [1] * 20_000))
    assert one.line == "E116 = 0.5294"
    assert one.attempts[0]["state"] == "right"


ODD = st.one_of(
    st.text(max_size=60),
    st.text(alphabet="0123456789+-*/^()!C,.%ab =", max_size=60),
    st.floats(),
    st.integers(),
    st.fractions(),
    st.decimals(),
    st.booleans(),
    st.none(),
    st.binary(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.sampled_from(["400!", "1/400!", "9^999", "1/9^999", "1e60", "1e-60", 10**4000, Fraction(1, 10**4000)]),
)


@pytest.mark.parametrize("name", ["E1", "E2", "E7", "E8", "E10", "M26", "M42", "E116", "M120"])
@settings(max_examples=60, deadline=None)
@given(answers=st.lists(ODD, max_size=4))
def test_whatever_is_given_the_check_answers(name, answers):
    one = be.exercise(name, student="s042")
    for answer in answers:
        found = one.check(answer)
        assert found.state in {"right", "wrong", "unreadable", "ask_back"}
        assert "\n" not in found.text
        assert 0 < len(found.text) < 600
        one.hint()
        one.reveal()
    assert json.loads(json.dumps(one.attempts)) == one.attempts


def test_a_hostile_answer_is_kept_short():
    nine = be.exercise("E2")
    nine.check("(" * 10**6)
    nine.check(10**100_000)
    nine.check("9**9**9")
    assert [one["state"] for one in nine.attempts] == ["unreadable"] * 3
    assert all(len(one["answer"]) <= 200 for one in nine.attempts)
    assert nine.line == ""


@pytest.mark.parametrize("answer", ["8", 8, "eight", "an eight", "Eights", "8♠", "the eight"])
def test_a_rank_may_be_written_in_many_ways(answer):
    assert be.exercise("E8").check(answer).state == "right"


@pytest.mark.parametrize("answer", ["1", 1, "", "queen of hearts and more", None, 8.0, "♠", "x" * 1000])
def test_what_is_no_rank_is_unreadable(answer):
    assert be.exercise("E8").check(answer).state == "unreadable"


def test_a_choice_is_a_letter_or_the_text():
    mean = be.exercise("E10", student="s042")
    right = next(key for key, text in mean.options.items() if text == mean._posed.answer)
    for answer in (right, right.upper(), f"({right})", f"{right})", mean.options[right]):
        assert be.exercise("E10", student="s042").check(answer).state == "right"
    for answer in ("z", "", None, 3, "abc"):
        assert mean.check(answer).state == "unreadable"


def test_a_reason_is_asked_for_and_kept():
    mean = be.exercise("E10")
    assert mean.check("a").text.endswith("Now say why. Say in one sentence why.")
    assert "Now say why" not in mean.check("a", reason="means add up").text
    assert mean.attempts[-1]["reason"] == "means add up"
    with pytest.raises(BanchokError, match="reason=3 is not a text"):
        mean.check("a", reason=3)


def test_a_whole_number_with_a_comma_is_asked_back():
    assert be.exercise("E1").check("2,652").text == "Do you mean 2652 or 2.652? Write a whole number without a comma."
    assert be.exercise("E1").check("52*51").state == "right"
    assert be.exercise("E1").check("2652.0").state == "right"


@pytest.mark.parametrize(
    "student, word",
    [
        (42, "not a text"),
        ("", "empty"),
        ("   ", "empty"),
        ("x" * 61, "too long"),
        ("x" * 10**6, "too long"),
        ("a\x00b", "shown"),
    ],
)
def test_a_student_has_a_short_id(student, word):
    with pytest.raises(BanchokError, match=word):
        be.exercise("E2", student=student)
    with pytest.raises(BanchokError, match=word):
        be.my_seed(student)


def test_hostile_ids_are_texts():
    for student in ("<script>alert(1)</script>", "=HYPERLINK()", "Ольга", "김", "../../etc"):
        nine = be.exercise("E2", student=student)
        assert nine.check(nine.solution().answer)
        assert "<script" not in nine._repr_html_()


def test_ids_are_found_whatever_the_case_and_the_nearest_is_named():
    assert be.exercise(" e2 ").id == "E2"
    with pytest.raises(BanchokError, match="did you mean 'E1"):
        be.exercise("E1a")
    with pytest.raises(BanchokError, match="there is no exercise"):
        be.exercise(2)


def test_a_seed_is_a_students_own():
    seeds = {be.my_seed(f"s{i:03d}", course=course) for i in range(300) for course in ("", "autumn")}
    assert len(seeds) == 600
    assert be.my_seed("s042") == be.my_seed(" s042\n") == 155031833


def test_the_table_can_be_filtered_and_gone_through():
    table = be.exercises(level="easy", lesson=1)
    assert all(one.level == "easy" and one.lesson == "01" for one in table)
    assert table.ids[:2] == ("E1", "E2")
    assert [one.id for one in table[:2]] == ["E1", "E2"]
    assert str(table).splitlines()[0].split() == ["id", "title", "level", "lesson", "answer", "concepts"]
    assert ">E1</td>" in table._repr_html_()
    assert be.exercises(student="s042")[1].student == "s042"
    for word, value in (("concept", "symetry"), ("level", "expert"), ("lesson", "99")):
        with pytest.raises(BanchokError, match=f"there is no {word}"):
            be.exercises(**{word: value})


def test_the_control_keeps_what_is_tried():
    nine = be.exercise("E2", student="<b>")
    box = nine.control()
    entry, buttons, output = box.children[-3:]
    check, hint, solution = buttons.children
    hint.click()
    assert "First try an answer of your own" in output.value
    entry.value = "<b>1/2</b>"
    check.click()
    assert "<b>" not in output.value
    entry.value = nine.solution().answer
    check.click()
    assert "Right" in output.value
    assert f">{nine.line}</p>" in output.value
    entry.value = "1/3"
    entry._handle_custom_msg({"event": "submit"}, [])
    assert "Not yet" in output.value
    solution.click()
    assert "E2 = " in output.value
    assert [one["state"] for one in nine.attempts] == ["unreadable", "right", "wrong"]


def test_the_control_of_a_choice_has_a_letter_for_each_and_a_field_for_the_reason():
    box = be.exercise("E10").control()
    entry, reason, buttons, output = box.children[-4:]
    buttons.children[0].click()
    assert "not a choice" in output.value
    entry.value, reason.value = "a", "means add up"
    buttons.children[0].click()
    assert "Right" in output.value


def test_a_notebook_shows_the_control_and_has_text_without_it():
    bundle = be.exercise("E2")._repr_mimebundle_()
    assert {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"} <= set(bundle)
