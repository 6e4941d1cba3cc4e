"""A derivation line by line: nothing is shown before its time; guesses, reasons, numbers, the check."""

from __future__ import annotations

import json

import pytest

import banchok_edu as be
from banchok_edu.formulas import symbol
from banchok_edu.proofs import Derivation, Span

from .sheets import all_text, control, do, forged_messages_change_nothing, texts


def fresh():
    return be.Stepper("banchok/win")


def test_lines_are_not_sent_before_they_are_shown():
    stepper = fresh()
    for n, step in enumerate(stepper.derivation.steps):
        sent = json.dumps(stepper.view)
        assert step.statement not in sent
        assert stepper.shown == n
        assert do(stepper, "show", n) == ""
        assert step.statement in json.dumps(stepper.view)
    assert control(stepper, "show")["off"] is True
    assert "That was the last line." in all_text(stepper)


def test_the_hint_says_what_is_done_and_shows_no_formula():
    stepper = fresh().next()
    second = stepper.derivation.steps[1]
    do(stepper, "hint")
    assert second.statement in all_text(stepper)
    assert stepper.shown == 1
    assert all_text(stepper).count("Sum(") == 1


def test_a_line_is_shown_once_for_a_click_that_comes_twice():
    stepper = fresh()
    assert do(stepper, "show", 0) == ""
    assert "not on offer" in do(stepper, "show", 0)
    assert stepper.shown == 1


def test_the_reason_comes_on_request_and_goes_again():
    stepper = fresh().next().next()
    reason = stepper.derivation.steps[1].reason
    assert reason not in all_text(stepper)
    do(stepper, "why 2")
    assert reason in all_text(stepper)
    do(stepper, "why 2")
    assert reason not in all_text(stepper)


def test_what_was_written_before_a_line_is_kept_beside_it_and_as_plain_data():
    stepper = fresh()
    do(stepper, "guess", "<img src=x onerror=alert(1)> add up")
    do(stepper, "show", 0)
    do(stepper, "show", 1)
    assert stepper.guesses == {1: "<img src=x onerror=alert(1)> add up"}
    assert "You wrote: <img" in all_text(stepper)
    assert "<img" not in stepper.still()


def test_numbers_put_in_give_the_value_of_every_line():
    stepper = fresh()
    for _ in stepper.derivation.steps:
        stepper.next()
    do(stepper, "numbers")
    assert all_text(stepper).count("= 9/17") >= 4
    assert do(stepper, "put r", 9) == ""
    assert "= 19/35" in all_text(stepper)  # (4 * 10 - 2) / (2 * 35)
    do(stepper, "numbers")
    assert "= 19/35" not in all_text(stepper)


def test_numbers_that_do_not_go_together_are_explained():
    stepper = be.Stepper("banchok/win-rank").next()
    do(stepper, "numbers")
    do(stepper, "put i", control(stepper, "put i")["high"])
    note = do(stepper, "put r", 2)
    assert "i" in note
    assert "does not go with the others" in note


def test_a_number_that_is_not_whole_is_written():
    stepper = be.Stepper("banchok/standard-error").next()
    do(stepper, "numbers")
    assert do(stepper, "put p", "9/17") == ""
    assert "not an exact number" in do(stepper, "put p", "a half")
    assert "more than" in do(stepper, "put p", "2") or "less than" in do(stepper, "put p", "2")
    assert control(stepper, "put p")["value"] == "9/17"


def test_the_check_grades_the_lines_that_are_shown():
    stepper = fresh().next().next()
    stepper.check()
    assert stepper.report.ok
    found = all_text(stepper)
    assert "✓ proved" in found
    assert stepper.report.verdict not in found
    for _ in range(3):
        stepper.next()
    assert stepper.report.verdict in all_text(stepper)


def test_a_wrong_line_is_refuted():
    n, k = symbol("n"), symbol("k")
    import sympy as sp

    made = Derivation(title="A sum", quantity="S", where={"n": Span(1)})
    made = made.start("Add them up.", lambda: sp.Sum(k, (k, 1, n))).equals("Square it.", lambda: n * n)
    stepper = be.Stepper(made).next().next().check()
    assert "✗ refuted" in all_text(stepper)


def test_back_and_from_the_beginning():
    stepper = fresh().next().next().next()
    do(stepper, "back", 3)
    assert stepper.shown == 2
    do(stepper, "restart")
    assert stepper.shown == 0


def test_every_derivation_can_be_gone_through_with_numbers():
    for derivation in be.derivations():
        stepper = be.Stepper(derivation)
        do(stepper, "numbers")
        for _ in derivation.steps:
            stepper.next()
        assert stepper.fault is None
        assert "no value" not in all_text(stepper)
        assert len(texts(stepper.view["parts"])) > 10


def test_what_is_no_derivation_is_refused():
    with pytest.raises(be.RulesError, match="did you mean 'banchok/win'"):
        be.Stepper("banchok/wins")
    with pytest.raises(be.RulesError, match="is no derivation"):
        be.Stepper(3)


def test_forged_messages_change_nothing():
    stepper = fresh().next()
    forged_messages_change_nothing(stepper, lambda: (stepper.shown, stepper.guesses))
    for value in (None, 0, 2, "1", True, 1.0):
        assert do(stepper, "show", value)
        assert stepper.shown == 1
    assert do(stepper, "guess", "x" * 201)
    assert do(stepper, "why 2")
    assert do(stepper, "put r", 9)  # the sliders are not on the sheet
    assert stepper.fault is None
