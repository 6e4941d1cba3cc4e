"""Reading answers: what people write, and what nobody should."""

from __future__ import annotations

import contextlib
import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from banchok_edu.bank.answers import LONGEST, Unreadable, read_number
from banchok_edu.errors import shown

NINE = Fraction(9, 17)


@pytest.mark.parametrize(
    "answer, value",
    [
        (3, 3),
        (NINE, NINE),
        (sympy.Rational(9, 17), NINE),
        (sympy.Integer(4), 4),
        (sympy.Float("0.25"), Fraction(1, 4)),
        (np.int64(7), 7),
        (np.float64(0.5), Fraction(1, 2)),
        (np.float32(0.5), Fraction(1, 2)),
        (np.array(0.5), Fraction(1, 2)),
        (Decimal("0.25"), Fraction(1, 4)),
        (0.5294, Fraction(5294, 10000)),
        ("9/17", NINE),
        (" 9 / 17 ", NINE),
        ("9⁄17", NINE),
        ("0.5294", Fraction(5294, 10000)),
        (".5294", Fraction(5294, 10000)),
        ("0,5294", Fraction(5294, 10000)),
        ("-0,5", Fraction(-1, 2)),
        ("−1/2", Fraction(-1, 2)),
        ("52.94 %", Fraction(5294, 10000)),
        ("52,94%", Fraction(5294, 10000)),
        ("52.94 per cent", Fraction(5294, 10000)),
        ("52.94 percent", Fraction(5294, 10000)),
        ("1 - 24/52 * 23/51", Fraction(175, 221)),
        ("C(4,2)/C(52,2)", Fraction(1, 221)),
        ("C(4; 2)", 6),
        ("c(2,3)", 0),
        ("52!/50!", 2652),
        ("3!!", 720),
        ("2^3^2", 512),
        ("2**-1", Fraction(1, 2)),
        ("-2^2", -4),
        ("(1 + 2) · 3 ÷ 9", 1),
        ("1.13e-05", Fraction(113, 10**7)),
        ("1 - 2 - 3", -4),
        ("8/4/2", 1),
        # what a notebook shows, copied by hand
        ("np.float64(0.5294)", Fraction(5294, 10000)),
        ("numpy.int64(-7)", -7),
        ("Fraction(9, 17)", NINE),
        ("fractions.Fraction(-9,17)", -NINE),
        ("Decimal('0.5294')", Fraction(5294, 10000)),
        ("10 % * 50 %", Fraction(1, 20)),
    ],
)
def test_what_people_write_is_read(answer, value):
    assert read_number(answer).value == value


@pytest.mark.parametrize(
    "answer, word",
    [
        ("", "nothing was written"),
        (None, "nothing was written"),
        (True, "not a number"),
        (np.bool_(True), "not a number"),
        (1j, "not a number"),
        ([1], "not a number"),
        (np.array([1, 2]), "not a number"),
        (float("nan"), "not a finite number"),
        (float("inf"), "not a finite number"),
        (10**100_000, "too many digits"),
        ("9**9**9", "too large"),
        ("9^9^9^9", "too large"),
        ("(9!)!", "not worked out"),
        ("401!", "not worked out"),
        ("C(10^9,5)", "not worked out"),
        ("400!*400!*400!*400!*400!*400!*400!*400!", "too many digits"),
        ("1e999", "too large or too small"),
        ("(" * 10**6, "characters are too many"),
        ("(" * 100, "deep"),
        ("-" * 100, "deep"),
        ("2^" * 90 + "2", "too large|deep"),
        ("__import__('os')", "not part of a number"),
        ("0.5; import os", "not part of a number"),
        ("9/17 = 0.53", "not part of a number"),
        ("x", "not part of a number"),
        ("½", "not part of a number"),
        ("3²", "not part of a number"),
        ("٣", "not part of a number"),
        ("1/0", "divides by zero"),
        ("0^-1", "divides by zero"),
        ("2^0.5", "not a whole number"),
        ("2(3)", "a sign such as"),
        ("1 2", "a sign such as"),
        ("0,5+0,3", "a comma is a decimal one in a lone number"),
        ("C(52,2", "not closed"),
        ("C(52)", "two numbers"),
        ("1 +", "stops in the middle"),
    ],
    ids=shown,
)
def test_what_cannot_be_read_is_refused_in_milliseconds_with_a_reason(answer, word):
    began = time.process_time()
    with pytest.raises(Unreadable, match=word):
        read_number(answer)
    assert time.process_time() - began < 0.1


def test_an_object_that_raises_is_not_a_number():
    class Trap(float):
        def __float__(self):
            raise RuntimeError("trap")

        def __repr__(self):
            raise RuntimeError("trap")

    with pytest.raises(Unreadable, match="not a number"):
        read_number(Trap(1))


def test_a_lone_comma_before_three_digits_may_part_thousands():
    assert read_number("1,107").thousands
    assert not read_number("0,529").thousands
    assert not read_number("1,1070").thousands


@settings(deadline=None)
@given(st.text(max_size=3 * LONGEST))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(Unreadable):
        read_number(text)


@settings(deadline=None)
@given(st.text(alphabet="0123456789+-*/^()!C,.% \n\x00<>", max_size=3 * LONGEST))
def test_a_refusal_is_one_short_line(text):
    said = ""
    try:
        read_number(text)
    except Unreadable as error:
        said = str(error)
    assert "\n" not in said
    assert len(said) < 200


@settings(deadline=None)
@given(st.text(alphabet="0123456789+-*/^()!C,.% ", max_size=LONGEST))
def test_any_arithmetic_is_read_or_refused_quickly(text):
    began = time.process_time()
    with contextlib.suppress(Unreadable):
        read_number(text)
    assert time.process_time() - began < 0.25


@settings(deadline=None)
@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=10**6))
def test_a_fraction_comes_back_as_it_was_written(value):
    assert read_number(str(value)).value == value
    assert read_number(value).exact
