"""One bet within several turns: when to make it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from .coup import odds_by_rank
from .deck import banchok_rules, count_of, exactly, ranks_of

if TYPE_CHECKING:
    import sympy as sp

    from banchok_edu.games.banchok.rules import BanchokRules

MOST_TURNS = 500
"""The fractions grow by about three digits a turn."""


@dataclass(frozen=True)
class Stopping:
    """When to bet, if only one bet may be made. ``optimal_stopping`` makes it."""

    thresholds: tuple[str, ...]
    """For each turn, from the first on, the lowest rank on which to bet."""
    values: tuple[sp.Rational, ...]
    """For each turn what it is worth to come to it without having bet, in banks."""

    @property
    def value(self) -> sp.Rational:
        """What it is worth at the beginning, in banks."""
        return self.values[0]


def optimal_stopping(turns: object, rules: BanchokRules | None = None) -> Stopping:
    """Find when to stake the whole bank, for one who may make a single bet within some turns.

    He bets when the edge of his card is more than what the turns still to come are worth; if it is the same, he waits.
    The last turn is worth the mean of the positive edges; each one before it the mean of the larger of edge and rest
    (backward induction, Cayley 1875). Model: independent coups, each from a full deck; the bank stays as it is while
    he waits.

    Raises
    ------
    RulesError
        If ``turns`` is not a whole number from 1 to 500, or the rules are not those of Banchok.

    >>> optimal_stopping(3).thresholds, optimal_stopping(3).value
    (('J', '10', '8'), 20149/37349)
    >>> optimal_stopping(1).value
    63/221
    """
    checked = banchok_rules(rules)
    count = count_of("turns", turns, 1, MOST_TURNS, "how many turns there are")
    edges = [Fraction(found.wins - found.losses, found.cards) for found in odds_by_rank(checked)]
    rest, values, thresholds = Fraction(0), [], []
    for _ in range(count):
        thresholds.append(next(rank for rank, edge in zip(ranks_of(checked), edges, strict=True) if edge > rest))
        rest = sum((max(edge, rest) for edge in edges), Fraction(0)) / checked.ranks
        values.append(exactly(rest))
    return Stopping(tuple(reversed(thresholds)), tuple(reversed(values)))
