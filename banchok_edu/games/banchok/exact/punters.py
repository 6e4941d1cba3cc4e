"""Several punters at one deck: do they win together, and how good is the best of their cards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, perm
from typing import TYPE_CHECKING

from banchok_edu.rationals import table

from .coup import win_probability
from .deck import banchok_rules, count_of, enough_cards, exactly, gain, rank_index, ranks_of, unseen_by_rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    import sympy as sp

    from banchok_edu.games.banchok.rules import BanchokRules


def both_win(rules: BanchokRules | None = None, *, common_turned: bool = False) -> sp.Rational:
    """Give the probability that two punters both win, who always bet and whose cards come from one shuffled deck.

    Each has a card of his own. As the game is played each also has a turned card of his own, which makes two coups
    from the same deck: four different cards. Model: the real deck before it goes round; in independent coups it would
    be P(win)². It is a sum over the ranks of these cards; the closed form is under "both_win" in ``FORMULAS``.

    Parameters
    ----------
    common_turned
        True: one card is turned for both, three different cards. That is not the game, but asks what a common cause
        does.

    Raises
    ------
    RulesError
        If the deck has too few cards, or the rules are not those of Banchok.

    >>> both_win(), both_win(common_turned=True)
    (5837/20825, 463/1275)
    """
    checked = banchok_rules(rules)
    used = 3 if common_turned else 4
    enough_cards(checked, used, "two punters with a common turned card need" if common_turned else "two coups need")
    count = _with_one_turned(checked) if common_turned else _with_two_turned(checked)
    return exactly(Fraction(count, perm(len(checked.cards), used)))


def _with_one_turned(rules: BanchokRules) -> int:
    total = 0
    for turned in range(1, rules.ranks + 1):
        left = unseen_by_rank(rules)
        left[turned - 1] -= 1
        winning = sum(count for own, count in enumerate(left, 1) if gain(rules, own, turned) > 0)
        total += rules.suits * winning * (winning - 1)
    return total


def _with_two_turned(rules: BanchokRules) -> int:
    ranks = range(1, rules.ranks + 1)
    wins = [(own, turned) for own, turned in product(ranks, ranks) if gain(rules, own, turned) > 0]
    return count_twice(wins, unseen_by_rank(rules))


def count_twice(pairs: Sequence[tuple[int, int]], unseen: Sequence[int]) -> int:
    """Count the ordered choices of four cards of which the first two, and the last two, have ranks as in a pair."""
    left, total = list(unseen), 0
    for own, turned in pairs:
        first = _take(left, own) * _take(left, turned)
        for other_own, other_turned in pairs:
            total += first * left[other_own - 1] * (left[other_turned - 1] - (other_own == other_turned))
        left[own - 1] += 1
        left[turned - 1] += 1
    return total


def _take(left: list[int], rank: int) -> int:
    """Take a card of a rank, and give in how many ways that could be done."""
    left[rank - 1] -= 1
    return left[rank - 1] + 1


def covariance_of_wins(rules: BanchokRules | None = None, *, common_turned: bool = False) -> sp.Rational:
    """Give the covariance of the wins (1 or 0) of two punters. Parameters and errors are those of ``both_win``.

    It is the same under all three readings of a tie.

    >>> covariance_of_wins(), covariance_of_wins(common_turned=True)
    (4/354025, 1796/21675)
    """
    return both_win(rules, common_turned=common_turned) - win_probability(rules=rules) ** 2


def correlation_of_wins(rules: BanchokRules | None = None, *, common_turned: bool = False) -> sp.Rational:
    """Give the correlation of the wins of two punters. Parameters and errors are those of ``both_win``.

    >>> correlation_of_wins(common_turned=True)
    449/1350
    """
    win = win_probability(rules=rules)
    return covariance_of_wins(rules, common_turned=common_turned) / (win * (1 - win))


@dataclass(frozen=True, repr=False)
class BestOf:
    """The best of some cards dealt from one deck. ``best_of`` makes it."""

    m: int
    """How many cards."""
    probabilities: dict[str, sp.Rational]
    """For each rank the probability that it is the best."""
    mean: sp.Rational
    """The mean of the best rank as a number: 1 is the lowest rank in the deck, then 2, 3, ..."""
    rules: BanchokRules

    def __repr__(self) -> str:
        """Give the distribution and the mean."""
        return table(f"The best of {self.m} cards", [("rank", self.probabilities), ("mean, 1 the lowest", self.mean)])

    def at_most(self, rank: object) -> sp.Rational:
        """Give the probability that the best is of this rank or lower.

        >>> best_of(4).at_most("10")
        99/455
        """
        upto = rank_index(self.rules, rank)
        return sum(list(self.probabilities.values())[:upto])

    def at_least(self, rank: object) -> sp.Rational:
        """Give the probability that at least one is of this rank or higher.

        >>> best_of(4).at_least("A")
        15229/54145
        """
        return sum(list(self.probabilities.values())[rank_index(self.rules, rank) - 1 :])


def best_of(m: object, rules: BanchokRules | None = None) -> BestOf:
    """Give the distribution and the mean of the best rank among m cards, such as those of m punters.

    All m cards are of rank i or lower in C(s i, m) of C(r s, m) ways. The mean is a finite sum of these; for more than
    one suit it has no closed form. Model: one deal from a shuffled deck, without replacement.

    Raises
    ------
    RulesError
        If there are not so many cards, or the rules are not those of Banchok.

    One card is any rank alike. Two are both deuces in 6 of 1326 ways.

    >>> best_of(1).mean, best_of(2).probabilities["2"], best_of(4).mean
    (7, 1/221, 32577/2975)
    """
    checked = banchok_rules(rules)
    cards = len(checked.cards)
    dealt = count_of("m", m, 1, cards, f"how many of {cards} cards are dealt")
    ways = [comb(checked.suits * i, dealt) for i in range(checked.ranks + 1)]
    shares = [Fraction(ways[i] - ways[i - 1], ways[-1]) for i in range(1, checked.ranks + 1)]
    mean = sum((i * share for i, share in enumerate(shares, 1)), Fraction(0))
    named = {rank: exactly(share) for rank, share in zip(ranks_of(checked), shares, strict=True)}
    return BestOf(dealt, named, exactly(mean), checked)
