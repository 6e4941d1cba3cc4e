"""What share of the purse to stake, so that it grows fastest."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.rationals import table

from .coup import loss_probability, odds_by_rank, win_probability
from .deck import banchok_rules, exactly, ranks_of

if TYPE_CHECKING:
    from banchok_edu.games.banchok.rules import BanchokRules


@dataclass(frozen=True)
class KellyBet:
    """A share of the purse and how it makes the purse grow. ``kelly`` makes it."""

    fraction: sp.Rational
    """The share of the purse to stake; 0 where there is no edge."""
    growth: Any
    """The mean of the logarithm (base e) of what the purse is multiplied by in a coup, as a sympy expression."""

    @property
    def growth_value(self) -> float:
        """The growth as a decimal."""
        return float(self.growth)


@dataclass(frozen=True, repr=False)
class KellyByRank:
    """The same for one who looks at his card first. ``kelly_by_rank`` makes it."""

    fractions: dict[str, sp.Rational]
    """For each rank the share of the purse to stake."""
    growth: Any
    """The mean growth in a turn, passes included, as a sympy expression."""

    def __repr__(self) -> str:
        """Give the shares, and the growth as a decimal."""
        return table("Kelly's share of the purse", [("share", self.fractions), ("growth", f"{self.growth_value:.6g}")])

    @property
    def growth_value(self) -> float:
        """The growth as a decimal."""
        return float(self.growth)


def _best(win: sp.Rational, loss: sp.Rational) -> KellyBet:
    if win <= loss:
        return KellyBet(sp.Integer(0), sp.Integer(0))
    share = (win - loss) / (win + loss)
    lost = loss * sp.log(1 - share) if loss else sp.Integer(0)
    return KellyBet(share, win * sp.log(1 + share) + lost)


def kelly(rank: object = None, rules: BanchokRules | None = None, seen: object = ()) -> KellyBet:
    """Give the share of the purse whose stake makes the purse grow fastest in the long run (Kelly, 1956).

    It is (P(win) - P(loss)) / (P(win) + P(loss)). Model: independent coups, stakes of any size, and a bank that can
    meet them. Parameters and errors are those of ``win_probability``; without a rank he bets before he looks.

    A queen wins against 43 of 51 cards and loses against 8. An ace cannot lose: all of the purse, which doubles.

    >>> kelly("Q").fraction, kelly("A").growth, kelly().fraction
    (35/51, log(2), 1/17)
    >>> round(kelly("Q").growth_value, 4)
    0.2587
    """
    return _best(win_probability(rank, rules, seen), loss_probability(rank, rules, seen))


def kelly_by_rank(rules: BanchokRules | None = None) -> KellyByRank:
    """Give the share for each rank, and the mean growth in a turn of one who looks at his card and bets so.

    The model is that of ``kelly``.

    Raises
    ------
    RulesError
        If the rules are not those of Banchok.

    >>> kelly_by_rank().fractions["8"], kelly_by_rank().fractions["7"]
    (1/17, 0)
    >>> round(kelly_by_rank().growth_value, 4)
    0.1241
    """
    checked = banchok_rules(rules)
    bets = [
        _best(exactly(Fraction(found.wins, found.cards)), exactly(Fraction(found.losses, found.cards)))
        for found in odds_by_rank(checked)
    ]
    shares = {rank: bet.fraction for rank, bet in zip(ranks_of(checked), bets, strict=True)}
    return KellyByRank(shares, sp.Add(*(bet.growth for bet in bets)) / checked.ranks)
