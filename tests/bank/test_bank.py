"""For a hundred students: each exercise has one right answer, and its mistakes differ from it and from each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

import banchok_edu as be
from banchok_edu.bank.listing import definitions
from banchok_edu.bank.posing import CARD, CHOICE

STUDENTS = [f"s{i:03d}" for i in range(100)]
ALL = list(definitions())


def unrelated(exercise):
    """A wrong answer that nobody would give."""
    if exercise.kind == CHOICE:
        named = [one.value for one in exercise._posed.mistakes]
        return next((k for k, text in exercise.options.items() if text not in (exercise._posed.answer, *named)), None)
    if exercise.kind == CARD:
        return next(
            r for r in ("3", "4", "5", "K") if exercise.judge(r).state == "wrong" and not exercise.judge(r).causes
        )
    return next(
        x
        for x in (Fraction(12345679, 10**8), Fraction(987654, 10**6), Fraction(1001, 10**3), 1, 99)
        if exercise.judge(x).state == "wrong" and not exercise.judge(x).causes
    )


def as_given(exercise, value):
    """The answer as somebody would give it; a simulated one is off by most of a standard error."""
    if exercise.options:
        return next(key for key, text in exercise.options.items() if text == value)
    run = exercise._posed.run
    if run is None:
        return value
    off = 0.8 if value < 0.5 else -0.8
    return round(float(value) + off * run.standard_error, 5)


def different(exercises):
    """One exercise for each choice of the parameters."""
    return {tuple(one.parameters.items()): one for one in exercises}.values()


@pytest.mark.parametrize("name", ALL)
def test_a_hundred_students_have_one_right_answer_and_named_mistakes(name):
    theirs = [be.exercise(name, student=student, course="autumn") for student in STUDENTS]
    for one in different([be.exercise(name), *theirs]):
        posed = one._posed
        assert one._definition.admits(tuple(one.parameters.values()))
        assert one.check(as_given(one, posed.answer)).state == "right"
        for wrong in posed.mistakes:
            again = be.exercise(name, student=one.student, course=one.course)
            before = unrelated(again)
            if before is not None:
                assert again.check(before).state == "wrong"
            found = again.check(as_given(again, wrong.value))
            assert found.state == "wrong"
            if before is not None and len(wrong.causes) == 1:
                assert found.named
                assert wrong.causes[0] in found.text
                assert (
                    again.solution().answer.split(":")[0] not in wrong.causes[0].split()
                    or len(again.solution().answer) < 2
                )


@pytest.mark.parametrize("name", ALL)
def test_what_a_student_reads_stands_alone(name):
    one = be.exercise(name, student="s042")
    assert one.rule.endswith(".")
    assert one.question.endswith(("?", ".", ".)"))
    assert len(set(one.hints)) == 2
    assert all(hint.endswith((".", "?")) for hint in one.hints)
    assert not [
        mark for mark in ("{", "None", "Fraction", "  ") if mark in one.prompt.replace("=None", "").replace("\n   ", "")
    ]
    assert one.solution().why
    causes = [cause for wrong in one._posed.mistakes for cause in wrong.causes]
    assert all(cause.endswith((".", "?")) for cause in causes)
    if "/" in one.solution().answer and not one.options:
        assert not [cause for cause in causes if one.solution().answer in cause]
    assert "!" not in " ".join((one.prompt, *one.hints, one.solution().why, *causes)).replace("n!", "")
    if one.derivation:
        assert one.solution().steps


def test_the_numbers_are_the_same_for_the_same_student_and_course():
    names = [name for name in ALL if len(definitions()[name].variants) > 1]
    for name in names[:20]:
        first, again = (be.exercise(name, student="s007", course="x") for _ in range(2))
        assert first.prompt == again.prompt
    assert len({be.exercise("E2", student=s).prompt for s in STUDENTS}) > 5
    assert any(
        be.exercise(n, student="s007").prompt != be.exercise(n, student="s007", course="x").prompt for n in names
    )


def test_at_least_half_vary():
    varied = [one for one in definitions().values() if len({str(one.named(v)) for v in one.variants}) > 1]
    assert 2 * len(varied) >= len(definitions())


def test_pairs_are_mutual():
    for one in definitions().values():
        if one.pair:
            assert definitions()[one.pair].pair == one.id
            assert definitions()[one.pair].vary.keys() == one.vary.keys()
