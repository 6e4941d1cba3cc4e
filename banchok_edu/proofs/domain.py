"""Where a derivation holds: the values that its symbols may have, and points drawn from them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.formulas import symbol

from .values import value_at

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping


@dataclass(frozen=True)
class Span:
    """The values that a symbol may have: from ``low`` to ``high``, both of them allowed, None for no limit.

    A symbol that stands for no whole number lies strictly between them. Limits may name symbols that were given before.

    >>> r = symbol("r")
    >>> where = {"r": Span(2), "t": Span(1, r)}
    """

    low: Any = 0
    high: Any = None
    but: tuple[Any, ...] = ()
    """Values that it may not have."""
    often: int = 6
    """Without a limit above, steps are tried with at most so much more than ``low``."""

    def draw(self, name: str, point: Mapping[Any, Fraction], luck: random.Random) -> Fraction | None:
        """Draw an admissible value, given those drawn before; None if there is none."""
        low = value_at(sp.sympify(self.low), point)
        high = low + self.often if self.high is None else value_at(sp.sympify(self.high), point)
        if symbol(name).is_integer:
            found = Fraction(luck.randint(int(low), int(high))) if low <= high else None
        else:
            parts = luck.randint(3, 12)
            found = low + (high - low) * Fraction(luck.randint(1, parts - 1), parts)
        return None if found in self.but else found

    def refusal(self, name: str, value: Fraction, point: Mapping[Any, Fraction]) -> str | None:
        """Say why a value is not allowed, or None if it is."""
        strict = not symbol(name).is_integer
        for bound, sign, word in ((self.low, 1, "least"), (self.high, -1, "most")):
            if bound is None or not sp.sympify(bound).free_symbols <= point.keys():
                continue
            limit = value_at(sp.sympify(bound), point)
            if sign * (value - limit) < 0 or (strict and value == limit):
                meant = "" if limit == bound else f", {bound}"
                return (
                    f"{'more' if sign > 0 else 'less'} than {limit}{meant}" if strict else f"at {word} {limit}{meant}"
                )
        return f"not {value}" if value in self.but else None
