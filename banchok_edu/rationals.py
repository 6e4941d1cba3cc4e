"""Exact numbers: read from what a person wrote, and shown so that they can be read. Knows no game; loads sympy late."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from numbers import Rational as AnyRational
from typing import TYPE_CHECKING, Any

from .errors import RulesError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sympy import Rational

MOST_COLUMNS = 100
"""Columns of a line of text, at most."""
LONGEST_FRACTION = 24
"""Characters of a fraction that is still shown as one; a longer one is shown as a decimal."""

_WRITTEN = re.compile(r"[+-]?(\d{1,400}(/\d{1,400})?|\d{0,400}\.\d{1,400})")
_MOST_DOUBLINGS = 10
"""A float of at most so many binary places, such as 0.5 or 0.375, is what it says; 1/17 as a float is not."""


def rational(name: str, value: object, *, low: object = None, high: object = None) -> Rational:
    """Read an exact number: a whole number, Fraction or Rational, or text such as "9/17" or "0.25".

    A float is taken only where it cannot be mistaken: 0.5 and 0.375 are, 1/17 is not.

    Raises
    ------
    RulesError
        If it is none of these, or below ``low`` or above ``high``; says how to write it.

    >>> rational("p", "9/17"), rational("p", 0.5), rational("p", "0.1")
    (9/17, 1/2, 1/10)
    >>> rational("p", 1 / 17)
    Traceback (most recent call last):
    banchok_edu.errors.RulesError: p=0.058823529411764705 is a float, and not exact: write Fraction(1, 17) or "1/17"
    """
    from sympy import Rational

    found = _fraction(name, value)
    least, most = (None if bound is None else _fraction(name, bound) for bound in (low, high))
    if (least is not None and found < least) or (most is not None and found > most):
        between = " to ".join(str(bound) for bound in (least, most) if bound is not None)
        if most is None:
            between += " or more"
        elif least is None:
            between += " or less"
        raise RulesError(f"{name}={shown(value)} is not allowed: {name} is {between}")
    return Rational(found.numerator, found.denominator)


def _fraction(name: str, value: object) -> Fraction:
    if isinstance(value, str) and _WRITTEN.fullmatch(value.strip()):
        try:
            return Fraction(value.strip())
        except ZeroDivisionError:
            raise RulesError(f"{name}={shown(value)} divides by zero") from None
    if not isinstance(value, bool):
        if isinstance(value, AnyRational):
            return Fraction(int(value.numerator), int(value.denominator))
        if getattr(value, "is_Rational", False):  # sympy's, which is no numbers.Rational in every version
            exact: Any = value
            return Fraction(int(exact.p), int(exact.q))
        if isinstance(value, float) and math.isfinite(value):
            exactly = Fraction(value)
            if exactly.denominator <= 2**_MOST_DOUBLINGS:
                return exactly
            near = exactly.limit_denominator(10**6)
            written = f'write Fraction({near.numerator}, {near.denominator}) or "{near}"'
            raise RulesError(f"{name}={shown(value)} is a float, and not exact: {written}")
    raise RulesError(f'{name}={shown(value)} is not an exact number: write 3, Fraction(9, 17) or "9/17"')


def written(value: Any) -> str:
    """Show an exact number: as a fraction, or as a decimal where the fraction is too long to read.

    >>> from sympy import Rational
    >>> written(Rational(9, 17)), written(Rational(1, 3) ** 60)
    ('9/17', '2.358982488e-29')
    """
    if max(abs(int(getattr(value, part, 0))) for part in ("numerator", "denominator")) >= 10**LONGEST_FRACTION:
        return f"{float(value):.10g}"  # Python refuses to write very long whole numbers out
    text = str(value)
    return text if len(text) <= LONGEST_FRACTION else f"{float(value):.10g}"


def table(title: str, rows: Iterable[tuple[str, Any]]) -> str:
    """Show exact numbers with their names, a line each, and a distribution in as many lines as it needs.

    >>> print(table("A die, twice", [("mean of the sum", 7), ("best", {5: Fraction(1, 4), 6: Fraction(11, 36)})]))
    A die, twice
      mean of the sum  7
      best             5: 1/4, 6: 11/36
    """
    rows = list(rows)
    width = max(len(name) for name, _ in rows)
    lines = [title]
    for name, value in rows:
        each = [f"{key}: {_told(one)}" for key, one in value.items()] if isinstance(value, Mapping) else [_told(value)]
        whole = ", ".join(each)
        first, *others = [whole] if len(whole) <= MOST_COLUMNS - 4 - width else each
        lines += [f"  {name:<{width}}  {first}", *(f"  {'':<{width}}  {other}" for other in others)]
    return "\n".join(lines)


def _told(value: Any) -> str:
    """Show a number as a fraction, and one too long for that as a decimal."""
    text = written(value)
    return text if "/" not in text or len(text) < 12 else f"{text} = {float(value):.4g}"
