"""Answers as people write them: fractions, decimals, per cent and short arithmetic, read without running anything.

It knows no exercise. Whatever is given, reading it takes milliseconds: texts are short, brackets not deep, and powers,
factorials and binomial coefficients limited before they are worked out.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from numbers import Rational as AnyRational
from typing import Any

from banchok_edu.errors import BanchokError, shown

LONGEST = 200
"""Characters of an answer, at most."""
DEEPEST = 20
"""Brackets and signs inside of each other, at most."""
LARGEST_FACTORIAL = 400
LARGEST_CHOICE = 2000
"""The largest n in C(n, k)."""
MOST_BITS = 20_000
"""Bits of the numbers on the way."""

_SIGNS = str.maketrans("−–·⋅×∙÷⁄∕％\u00a0\u2009\u202f", "--****///%   ")
_PER_CENT = re.compile(r"per ?cent$", re.IGNORECASE)
_LONE_COMMA = re.compile(r"\s*([+-]?)\s*(\d*),(\d+)\s*(%?)\s*", re.ASCII)
_DECIMAL = re.compile(r"\s*[+-]?\s*(\d*\.\d+|\d+\.?)([eE][+-]?\d{1,3})?\s*%?\s*", re.ASCII)
_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_LARGEST_SCALE = 60
_SHOWN = re.compile(r"\s*(?:(?:np|numpy)\.[a-z]+\d*|(?:decimal\.)?Decimal)\('?([^()']+)'?\)\s*")
"""A number as a notebook shows it."""
_FRACTION = re.compile(r"\s*(?:fractions\.)?Fraction\(\s*(-?\d+)\s*,\s*(\d+)\s*\)\s*", re.ASCII)
_ESTIMATE = re.compile(
    r"\s*(?:<\s*Estimate\s+)?([^±()<>]+?)\s*(?:±|\+/-|\+-)\s*\d[\d.,]*(?:[eE][+-]?\d+)?\s*(%?)\s*"
    r"(?:\(95 %:[^();]*;\s*([\d,]{1,20}) ([a-z]+)\)\s*)?>?\s*",
    re.ASCII,
)


class Unreadable(BanchokError):  # noqa: N818 (what it is: an answer that cannot be read)
    """An answer that cannot be read; the message says why, and how to write it."""


@dataclass(frozen=True)
class Reading:
    """What was read: a number, and how it was written."""

    value: Fraction
    exact: bool
    """Whether it was written as a fraction, a whole number or arithmetic of such; a decimal may have been rounded."""
    percent: bool = False
    places: int | None = None
    """How many decimals were written, where it is a lone decimal; of a percentage those of the number itself."""
    thousands: bool = False
    """Whether the comma may have been meant to part thousands, as in 1,107."""


def read_number(answer: object) -> Reading:
    """Read a number: an int, a Fraction, a float, a sympy or numpy number, or a text.

    Texts may be fractions, decimals, percentages and short arithmetic with + - * / ^ ( ), C(n,k) and n!. A comma is a
    decimal one in a lone number, and nowhere else.

    Raises
    ------
    Unreadable
        If it is none of these, or too long; says what to write.

    >>> [str(read_number(text).value) for text in ("9/17", "0,5294", "52.94 %", "C(4,2)/C(52,2)")]
    ['9/17', '2647/5000', '2647/5000', '1/221']
    >>> read_number("9**9**9")
    Traceback (most recent call last):
    banchok_edu.bank.answers.Unreadable: 9^387420489 is too large to be worked out here: write the result
    """
    if isinstance(answer, str):
        return _text(answer)
    try:
        return _object(answer)
    except Unreadable:
        raise
    except Exception:  # noqa: BLE001 (an object that cannot be turned into a number, whatever it does)
        raise _no_number(answer) from None


def _no_number(answer: object) -> Unreadable:
    return Unreadable(f'{shown(answer)} is not a number: write a fraction such as "9/17", or a decimal such as 0.5294')


def _object(answer: Any) -> Reading:
    if answer is None:
        raise Unreadable("nothing was written: write a fraction such as 9/17, or a decimal such as 0.5294")
    if isinstance(answer, bool) or type(answer).__name__ in ("bool", "bool_", "BooleanTrue", "BooleanFalse"):
        raise _no_number(answer)
    if getattr(answer, "shape", None) == () and hasattr(answer, "item"):
        answer = answer.item()  # a numpy number, or an array that is one number
    if isinstance(answer, Integral):
        return Reading(_bounded(Fraction(int(answer))), exact=True)
    if isinstance(answer, AnyRational):
        return Reading(_bounded(Fraction(int(answer.numerator), int(answer.denominator))), exact=True)
    if getattr(answer, "is_Rational", False):
        return Reading(_bounded(Fraction(int(answer.p), int(answer.q))), exact=True)
    if isinstance(answer, Real | Decimal) or getattr(answer, "is_Float", False):
        number = float(answer)
        if not math.isfinite(number):
            raise Unreadable(f"{shown(answer)} is not a finite number: look for a division by zero")
        written = repr(number)
        return Reading(Fraction(written), exact=False, places=_places(written))
    raise _no_number(answer)


def _text(text: str) -> Reading:
    if len(text) > LONGEST:
        raise Unreadable(f"{len(text):,} characters are too many: an answer has at most {LONGEST}; write the result")
    text = _FRACTION.sub(r"\1/\2", _SHOWN.sub(r"\1", text))
    text = _PER_CENT.sub("%", text.translate(_SIGNS))
    if not text.strip():
        raise Unreadable("nothing was written: write a fraction such as 9/17, or a decimal such as 0.5294")
    thousands = False
    if found := _LONE_COMMA.fullmatch(text):
        thousands = len(found[3]) == 3 and found[2].strip("0") != "" and not found[4]
        text = f"{found[1]}{found[2] or 0}.{found[3]}{found[4]}"
    value = _Parser(text).whole()
    lone = _DECIMAL.fullmatch(text)
    percent = "%" in text
    decimal = lone is not None and (percent or any(mark in text for mark in ".eE"))
    places = _places(text.strip(" %+-")) if lone and decimal else None
    return Reading(
        value,
        exact=not percent and not any(mark in text for mark in ".eE"),
        percent=percent,
        places=places,
        thousands=thousands,
    )


def read_estimate(text: str) -> tuple[str, int | None, str] | None:
    """Read an estimate as a notebook shows it: the number, and of how many games, if that is told; None if it is none.

    >>> read_estimate("<Estimate 0.5302 ± 0.0035 (95 %: 0.5233 to 0.5372; 20,000 coups)>")
    ('0.5302', 20000, 'coups')
    >>> read_estimate("0,53 +/- 0,01"), read_estimate("0.53")
    (('0,53', None, ''), None)
    """
    found = _ESTIMATE.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        return None
    games = (found[3] or "").replace(",", "")
    return found[1] + found[2], int(games) if games else None, found[4] or ""


def _places(written: str) -> int:
    """Count the decimals of a number as it is written.

    >>> _places("0.5294"), _places("52"), _places("1.13e-05")
    (4, 0, 7)
    """
    mantissa, _, power = written.lower().partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(power or 0))


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise Unreadable("that number has too many digits: write a fraction in lowest terms, or a decimal")
    return value


class _Parser:
    """A descent through sums, products, powers and brackets, over fractions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.depth = 0

    def whole(self) -> Fraction:
        value = self.sum()
        if rest := self.rest():
            raise self.astray(rest)
        return value

    def rest(self) -> str:
        while self.place < len(self.text) and self.text[self.place].isspace():
            self.place += 1
        return self.text[self.place :]

    def takes(self, *marks: str) -> str:
        """Go past one of these marks, if it comes next, and give it."""
        rest = self.rest()
        for mark in marks:
            if rest.startswith(mark):
                self.place += len(mark)
                return mark
        return ""

    def astray(self, rest: str) -> Unreadable:
        if not rest:
            return Unreadable(f"{shown(self.text)} stops in the middle: something is missing at its end")
        if rest[0] == ",":
            return Unreadable(
                f"a comma is a decimal one in a lone number only, such as 0,5294: in {shown(self.text)} write a point"
            )
        if rest[0] in "0123456789(":
            return Unreadable(f"in {shown(self.text)} a sign such as * or + is missing before {shown(rest, 12)}")
        return Unreadable(
            f"{shown(rest, 24)} is not part of a number: use digits, + - * / ^ ( ), %, C(n,k) and n! only"
        )

    def sum(self) -> Fraction:
        value = self.product()
        while sign := self.takes("+", "-"):
            other = self.product()
            value = _bounded(value + other if sign == "+" else value - other)
        return value

    def product(self) -> Fraction:
        value = self.signed()
        while not self.rest().startswith("**") and (sign := self.takes("*", "/", ":")):
            other = self.signed()
            if sign != "*" and not other:
                raise Unreadable(f"{shown(self.text)} divides by zero")
            value = _bounded(value * other if sign == "*" else value / other)
        return value

    def signed(self) -> Fraction:
        sign = self.takes("+", "-")
        if not sign:
            return self.power()
        with _Deeper(self):
            value = self.signed()
        return -value if sign == "-" else value

    def power(self) -> Fraction:
        base = self.item()
        if not self.takes("**", "^"):
            return base
        with _Deeper(self):
            exponent = self.signed()
        return _power(base, exponent)

    def item(self) -> Fraction:
        value = self.single()
        while True:
            if self.takes("!"):
                value = _factorial(value)
            elif self.takes("%"):
                value /= 100
            else:
                return value

    def single(self) -> Fraction:
        rest = self.rest()
        if found := _NUMBER.match(rest):
            self.place += found.end()
            return _literal(found)
        if self.takes("("):
            with _Deeper(self):
                value = self.sum()
            return self.closed(value)
        if rest[:1] in ("C", "c") and rest[1:].lstrip().startswith("("):
            self.place += 1
            self.takes("(")
            with _Deeper(self):
                n = self.sum()
                if not self.takes(",", ";"):
                    raise Unreadable(f"C needs two numbers, as in C(52,2): {shown(self.text)}")
                k = self.sum()
            return self.closed(_choose(n, k))
        raise self.astray(rest)

    def closed(self, value: Fraction) -> Fraction:
        if not self.takes(")"):
            rest = self.rest()
            raise self.astray(rest) if rest else Unreadable(f"a bracket is not closed in {shown(self.text)}")
        return value


class _Deeper:
    """One step further in; there is a limit to it."""

    def __init__(self, parser: _Parser) -> None:
        self.parser = parser

    def __enter__(self) -> None:
        self.parser.depth += 1
        if self.parser.depth > DEEPEST:
            raise Unreadable(f"brackets and signs are more than {DEEPEST} deep: write the result")

    def __exit__(self, *_: object) -> None:
        self.parser.depth -= 1


def _literal(found: re.Match[str]) -> Fraction:
    if found[2] and abs(int(found[2][1:])) > _LARGEST_SCALE:
        raise Unreadable(f"{shown(found[0])} is too large or too small to be an answer")
    return Fraction(found[0])


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        raise Unreadable(f"the exponent {shown(str(exponent))[1:-1]} is not a whole number: write the result")
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent.numerator) > MOST_BITS:
        raise Unreadable(f"{_brief(base)}^{_brief(exponent)} is too large to be worked out here: write the result")
    if not base and exponent < 0:
        raise Unreadable("0 to a negative power divides by zero")
    return Fraction(base**exponent.numerator)


def _brief(value: Fraction) -> str:
    text = str(value) if value.numerator.bit_length() + value.denominator.bit_length() < 80 else "a long number"
    return text if value.denominator == 1 and value >= 0 else f"({text})"


def _factorial(value: Fraction) -> Fraction:
    if value.denominator != 1 or not 0 <= value <= LARGEST_FACTORIAL:
        raise Unreadable(
            f"{_brief(value)}! is not worked out here: n! takes whole numbers from 0 to {LARGEST_FACTORIAL}"
        )
    return Fraction(math.factorial(value.numerator))


def _choose(n: Fraction, k: Fraction) -> Fraction:
    if n.denominator != 1 or k.denominator != 1 or not k >= 0 or not 0 <= n <= LARGEST_CHOICE:
        raise Unreadable(
            f"C({_brief(n)},{_brief(k)}) is not worked out here: C(n,k) takes whole numbers, n from 0 to "
            f"{LARGEST_CHOICE:,} and k from 0"
        )
    return Fraction(math.comb(n.numerator, k.numerator) if k <= n else 0)
