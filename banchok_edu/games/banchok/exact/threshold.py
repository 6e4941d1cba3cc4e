"""Betting on good cards only: its value, the best threshold, and what a win or a loss tells of the card.

Model: one coup from a shuffled deck, so independent coups, or the first coup of the real deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from banchok_edu.errors import RulesError, shown
from banchok_edu.rationals import rational

from .coup import odds_by_rank
from .deck import banchok_rules, exactly, rank_index, ranks_of

if TYPE_CHECKING:
    import sympy as sp

    from banchok_edu.games.banchok.rules import BanchokRules


def _moments(rules: BanchokRules, least: int, otherwise: Fraction) -> tuple[Fraction, Fraction]:
    """Give the mean of the gain and of its square."""
    mean = square = Fraction(0)
    for own, found in enumerate(odds_by_rank(rules), 1):
        stake = Fraction(1) if own >= least else otherwise
        mean += stake * Fraction(found.wins - found.losses, found.cards)
        square += stake**2 * Fraction(found.wins + found.losses, found.cards)
    return mean / rules.ranks, square / rules.ranks


def _read(threshold: object, rules: object, otherwise: object) -> tuple[Fraction, Fraction]:
    checked = banchok_rules(rules)
    share = rational("otherwise", otherwise, low=0, high=1)
    return _moments(checked, rank_index(checked, threshold, "threshold"), Fraction(int(share.p), int(share.q)))


def threshold_value(threshold: object, rules: BanchokRules | None = None, otherwise: object = 0) -> sp.Rational:
    """Give the mean gain of a turn, in banks, of one who stakes the whole bank on this rank or better.

    Parameters
    ----------
    threshold
        The lowest rank on which he does so, such as "8".
    otherwise
        The share of the bank that he stakes on lower cards, 0 to 1.

    Raises
    ------
    CardError
        If the deck has no such rank.
    RulesError
        If ``otherwise`` is not an exact number from 0 to 1, or the rules are not those of Banchok.

    With eight to ace the edges are 3, 11, ..., 51 of 51: 189 of 51 together, over 13 ranks.

    >>> threshold_value("8"), threshold_value("8", otherwise=1)
    (63/221, 1/17)
    """
    return exactly(_read(threshold, rules, otherwise)[0])


def threshold_variance(threshold: object, rules: BanchokRules | None = None, otherwise: object = 0) -> sp.Rational:
    """Give the variance of that gain, in banks squared. Parameters and errors are those of ``threshold_value``.

    A bet wins or loses one bank, so the mean of the square is the chance of a bet: 7/13 - (63/221)².

    >>> threshold_variance("8")
    22330/48841
    """
    mean, square = _read(threshold, rules, otherwise)
    return exactly(square - mean**2)


@dataclass(frozen=True)
class BestThreshold:
    """The best threshold. ``best_threshold`` makes it."""

    rank: str
    """The lowest rank with which more cards win than lose."""
    value: sp.Rational
    """Its mean gain in a turn, in banks."""
    all_ranks: tuple[str, ...]
    """All thresholds with this value: two where a rank is a fair bet."""


def best_threshold(rules: BanchokRules | None = None) -> BestThreshold:
    """Find the rank from which on one should stake the whole bank, for the largest mean gain of a turn.

    Raises
    ------
    RulesError
        If the rules are not those of Banchok.

    >>> best_threshold()
    BestThreshold(rank='8', value=63/221, all_ranks=('8',))
    >>> from banchok_edu import BanchokRules
    >>> best_threshold(BanchokRules(tie="push"))
    BestThreshold(rank='9', value=56/221, all_ranks=('8', '9'))
    """
    checked = banchok_rules(rules)
    values = {rank: _moments(checked, least, Fraction(0))[0] for least, rank in enumerate(ranks_of(checked), 1)}
    best = max(values.values())
    ranks = tuple(rank for rank, value in values.items() if value == best)
    return BestThreshold(ranks[-1], exactly(best), ranks)


def win_given_bet(threshold: object, rules: BanchokRules | None = None) -> sp.Rational:
    """Give the probability that a bet wins, where bets are made on this rank or better only.

    Errors are those of ``threshold_value``.

    The seven ranks from eight up win against 27, 31, ..., 51 of 51 cards, in the mean 39.

    >>> win_given_bet("8")
    13/17
    """
    checked = banchok_rules(rules)
    bets = odds_by_rank(checked)[rank_index(checked, threshold, "threshold") - 1 :]
    return exactly(Fraction(sum(found.wins for found in bets), sum(found.cards for found in bets)))


def rank_given_win(rules: BanchokRules | None = None) -> dict[str, sp.Rational]:
    """Give for each rank the probability that a punter who always bets held it, given that he won (Bayes).

    Raises
    ------
    RulesError
        If the rules are not those of Banchok.

    Of 663 coups (13 ranks against 51 cards) 351 are won, 51 of them with an ace.

    >>> rank_given_win()["A"], rank_given_win()["2"]
    (17/117, 1/117)
    """
    checked = banchok_rules(rules)
    return _given({rank: found.wins for rank, found in zip(ranks_of(checked), odds_by_rank(checked), strict=True)})


def rank_given_bet_lost(threshold: object, rules: BanchokRules | None = None) -> dict[str, sp.Rational]:
    """Give for each rank from the threshold up the probability that it was held, given that a bet was lost (Bayes).

    Raises
    ------
    CardError
        If the deck has no such rank.
    RulesError
        If such a bet is never lost, or the rules are not those of Banchok.

    An eight loses to 24 cards, a nine to 20, ..., an ace to none: 84 together.

    >>> rank_given_bet_lost("8")["8"], rank_given_bet_lost("8")["A"]
    (2/7, 0)
    """
    checked = banchok_rules(rules)
    least = rank_index(checked, threshold, "threshold")
    losses = [found.losses for found in odds_by_rank(checked)][least - 1 :]
    if not any(losses):
        raise RulesError(
            f"threshold={shown(threshold)} is not allowed: no bet on it is ever lost, so there is nothing to infer "
            "from; take a lower rank"
        )
    return _given(dict(zip(ranks_of(checked)[least - 1 :], losses, strict=True)))


def _given(counts: dict[str, int]) -> dict[str, sp.Rational]:
    total = sum(counts.values())
    return {rank: exactly(Fraction(count, total)) for rank, count in counts.items()}
