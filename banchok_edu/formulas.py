"""Formulas for the general case: an expression in symbols, what it says, and where it holds. Knows no game.

The symbols are made here once, so that formulas of different rooms can be put together.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sympy as sp

from .errors import RulesError, shown
from .rationals import rational

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_TERMS = 2_000
"""The most terms of a sum that are added up."""
MOST_WORK = 50_000
"""The largest exponent, or number of things chosen, and in a sum times its terms: exact numbers grow with it."""
_WIDTH = 100

_COUNT = {"integer": True, "positive": True}
_ANY_COUNT = {"integer": True, "nonnegative": True}

SYMBOLS: dict[str, tuple[sp.Symbol, str]] = {
    "r": (sp.Symbol("r", **_COUNT), "ranks in a deck"),
    "s": (sp.Symbol("s", **_COUNT), "suits in a deck"),
    "d": (sp.Symbol("d", **_COUNT), "decks shuffled together"),
    "h": (sp.Symbol("h", **_COUNT), "cards in a hand"),
    "m": (sp.Symbol("m", **_COUNT), "punters"),
    "i": (sp.Symbol("i", **_COUNT), "rank of the own card, 1 the lowest"),
    "j": (sp.Symbol("j", **_COUNT), "rank of another card, 1 the lowest"),
    "k": (sp.Symbol("k", integer=True, nonnegative=True), "a count"),
    "n": (sp.Symbol("n", **_COUNT), "turns, coups or trials"),
    "t": (sp.Symbol("t", **_COUNT), "threshold: the lowest rank on which one bets"),
    "B": (sp.Symbol("B", **_COUNT), "opening sum of the bank, in counters"),
    "g": (sp.Symbol("g", **_COUNT), "goal of a bank: so many times its opening sum"),
    "p": (sp.Symbol("p", positive=True), "probability that the punter wins a coup"),
    "q": (sp.Symbol("q", positive=True), "probability that the banker wins a coup"),
    "rho": (sp.Symbol("rho", positive=True), "odds of the punter: P(punter wins) / P(banker wins)"),
    "z": (sp.Symbol("z"), "mark of a generating function"),
    "v": (sp.Symbol("v", **_COUNT), "place of the best card held among all different cards in order, 1 the lowest"),
    **{f"t{i}": (sp.Symbol(f"t{i}", **_COUNT), f"rank of the highest card held in suit {i}") for i in range(1, 5)},
    **{f"b{i}": (sp.Symbol(f"b{i}", **_COUNT), f"rank of the lowest card held in suit {i}") for i in range(1, 5)},
    **{f"m{i}": (sp.Symbol(f"m{i}", **_ANY_COUNT), f"copies held of the highest in suit {i}") for i in range(1, 5)},
    **{f"a{i}": (sp.Symbol(f"a{i}", **_ANY_COUNT), f"cards held above the lowest in suit {i}") for i in range(1, 5)},
    "N": (sp.Symbol("N", **_COUNT), "cards in all"),
    "D": (sp.Symbol("D", **_COUNT), "cards laid in a deal"),
    "b": (sp.Symbol("b", **_COUNT), "cards that are backed"),
    "c": (sp.Symbol("c", **_ANY_COUNT), "cards of the kind that is asked for"),
    "C": (sp.Symbol("C", **_ANY_COUNT), "cards in the pack that change the banker"),
    "x": (sp.Symbol("x", **_ANY_COUNT), "cards by which a banker loses the pool for nothing"),
    "y": (sp.Symbol("y", **_ANY_COUNT), "Stake cards in the pack"),
    "W": (sp.Symbol("W", **_ANY_COUNT), "sum of the numbers on all cards of the kind"),
    "V": (sp.Symbol("V", nonnegative=True), "variance of what one card of the pack moves"),
    "Q": (sp.Symbol("Q", **_COUNT), "sum of the squares of all values in the pack"),
    "S": (sp.Symbol("S", **_COUNT), "counters that a new banker stakes"),
    "e": (sp.Symbol("e", positive=True), "half-width of an interval"),
    "f": (sp.Symbol("f", positive=True), "share of one's fortune that is staked"),
    "u": (sp.Symbol("u", positive=True), "quantile of the normal distribution, such as 1.96"),
    "w": (sp.Symbol("w", nonnegative=True), "value of waiting for the next turn, in banks"),
}
"""The symbols of all formulas, each with what it stands for."""

LONG_NAMES = {
    "ranks": "r",
    "suits": "s",
    "decks": "d",
    "hand": "h",
    "punters": "m",
    "rank": "i",
    "threshold": "t",
    "opening": "B",
    "odds": "rho",
    "cards": "N",
    "dealt": "D",
    "backed": "b",
    "stake": "S",
}
"""Words that may be written for a symbol."""


def symbol(name: str) -> Any:
    """Give a symbol of the formulas.

    >>> symbol("rho")
    rho
    """
    return SYMBOLS[name][0]


@dataclass(frozen=True, eq=False)
class Formula:
    """An expression in symbols that gives numbers where its conditions hold.

    Call it with numbers: ``formula(r=13, s=4)``. In a notebook it shows itself typeset.

    >>> r, s = symbol("r"), symbol("s")
    >>> win = Formula("P(win)", (s * (r + 1) - 2) / (2 * (r * s - 1)), "ties pay the punter", {"r": (1, None)})
    >>> win(r=13, s=4)
    9/17
    """

    name: str
    """What it gives, such as "P(win)"."""
    expression: Any
    says: str
    """In words: which reading, which model, where it comes from."""
    limits: Mapping[str, tuple[int | None, int | None]] = field(default_factory=dict)
    """For a symbol the least and the greatest value, None for no limit."""
    holds: Callable[..., str | None] | None = None
    """Given the numbers by name, tells why they do not go together, or None."""
    also: tuple[str, ...] = ()
    """Symbols that may be given too, though it does not depend on them: others of its family do, other readings."""

    @property
    def symbols(self) -> dict[str, str]:
        """What each symbol in it stands for."""
        names = sorted(str(s) for s in self.expression.free_symbols)
        return {name: SYMBOLS[name][1] for name in names}

    def __call__(self, **numbers: object) -> Any:
        """Put numbers in.

        Raises
        ------
        RulesError
            If a number is missing, not asked for, or outside of what the formula holds for; if the exact result would
            grow too long.
        """
        takes = sorted({*self.symbols, *self.also})
        for name in numbers:
            if name not in takes:
                raise RulesError(f"{self.name} has no {shown(name)}: it takes {', '.join(takes)}")
        if missing := [name for name in self.symbols if name not in numbers]:
            raise RulesError(f"{self.name} needs {', '.join(missing)} too: {self.symbols[missing[0]]}")
        exact: dict[str, Any] = {}
        for name, value in numbers.items():
            low, high = self.limits.get(name, (None, None))
            exact[name] = rational(name, value, low=low, high=high)
            if (symbol(name).is_nonnegative and exact[name] < 0) or (symbol(name).is_positive and exact[name] == 0):
                above = "above 0" if symbol(name).is_positive else "0 or more"
                raise RulesError(f"{name}={shown(value)} is not allowed: {name} ({SYMBOLS[name][1]}) is {above}")
            if symbol(name).is_integer and not exact[name].is_integer:
                raise RulesError(f"{name}={shown(value)} is not allowed: {name} is a whole number")
        if self.holds is not None and (
            why := self.holds(**{name: int(v) if v.is_integer else v for name, v in exact.items()})
        ):
            raise RulesError(f"{self.name}: {why}")
        point = {symbol(name): value for name, value in exact.items()}
        self._refuse_what_is_too_long(point)
        found = self.expression.subs(point).replace(lambda part: isinstance(part, sp.Sum), _added_up).doit()
        if found.is_finite is False or found is sp.nan:
            raise RulesError(f"{self.name} has no value for these numbers: it would divide by zero")
        return found

    def _refuse_what_is_too_long(self, point: Mapping[Any, Any]) -> None:
        terms, large = 1, 1
        for part in sp.preorder_traversal(self.expression):
            if isinstance(part, sp.Sum):
                terms = max([terms, *_known([high - low + 1 for _, low, high in part.limits], point)])
            elif isinstance(part, sp.Pow):
                large = max([large, *_known([part.exp], point)])
            elif isinstance(part, sp.binomial):
                above, below = part.args
                large = max(large, min(_known([below, above - below], point), default=1))
        if terms > MOST_TERMS or terms * large > MOST_WORK:
            sizes = [f"a sum of {shown(terms)} terms"] * (terms > 1) + [f"a power or a choice of {shown(large)}"] * (
                large > 1
            )
            raise RulesError(
                f"{self.name}: {' with '.join(sizes)} is too long to be worked out exactly; take smaller numbers, or "
                "simulate it"
            )

    def latex(self) -> str:
        """Give it in LaTeX, without dollar signs."""
        return str(sp.latex(self.expression))

    def __str__(self) -> str:
        """Give it in words and letters."""
        lines = textwrap.wrap(f"{self.name} = {self.expression}", _WIDTH, subsequent_indent="    ")
        lines += textwrap.wrap(f"{self.says}.", _WIDTH)
        return "\n".join([*lines, *(f"  {name}: {meaning}" for name, meaning in self.symbols.items())])

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


def _known(sizes: list[Any], point: Mapping[Any, Any]) -> list[int]:
    """Put the numbers in; a size in which a counting symbol of a sum is left is not known."""
    put_in = [size.subs(point) for size in sizes]
    return [abs(int(size)) for size in put_in if size.is_number]


def _added_up(part: Any) -> Any:
    """Add up a finite sum term by term: from a hundred terms on sympy looks for a closed form first, for minutes."""
    name, low, high = part.limits[0]
    return sp.Add(*(part.function.subs(name, value) for value in range(int(low), int(high) + 1)))
