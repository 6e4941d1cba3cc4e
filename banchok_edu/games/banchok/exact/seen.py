"""What it is worth to have seen cards."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from .deck import banchok_rules, count_of, exactly, gain

if TYPE_CHECKING:
    import sympy as sp

    from banchok_edu.games.banchok.rules import BanchokRules


def value_after_seen(k: object, rules: BanchokRules | None = None) -> sp.Rational:
    """Give the mean gain of the best decision of a punter who has seen his own card and k random others.

    In banks, before any card is seen: he then stakes the whole bank if more of the cards left win than lose, else
    nothing. Model: one coup from a shuffled deck; nothing is inferred from what others chose. There is no closed form:
    it is a finite sum over the own rank and over how many of the k cards are lower, equal and higher.

    Raises
    ------
    RulesError
        If k cards cannot be seen with two left for the coup.

    Three cards never change a decision. Having seen all cards but one he knows the turned one, and bets if it wins.

    >>> value_after_seen(0), value_after_seen(3), value_after_seen(50)
    (63/221, 63/221, 9/17)
    """
    checked = banchok_rules(rules)
    cards = len(checked.cards)
    seen = count_of("k", k, 0, cards - 2, f"how many of {cards} cards were seen, with two left for the coup")
    total = sum(_best(checked, own, seen) for own in range(1, checked.ranks + 1))
    return exactly(Fraction(total, checked.ranks * comb(cards - 1, seen) * (cards - 1 - seen)))


def _best(rules: BanchokRules, own: int, seen: int) -> int:
    """Add up, over all ways to see cards, the cards that win less those that lose, where that is positive."""
    lower, equal, higher = rules.suits * (own - 1), rules.suits - 1, rules.suits * (rules.ranks - own)
    below, same, above = (gain(rules, own, own + step) for step in (-1, 0, 1))
    total = 0
    for x in range(min(lower, seen) + 1):
        for y in range(min(equal, seen - x) + 1):
            z = seen - x - y
            if z <= higher:
                surplus = below * (lower - x) + same * (equal - y) + above * (higher - z)
                total += comb(lower, x) * comb(equal, y) * comb(higher, z) * max(0, surplus)
    return total


def value_of_information(k: object, rules: BanchokRules | None = None) -> sp.Rational:
    """Give how much more a punter gains in the mean by having seen k random cards before he bets, in banks.

    Model and errors are those of ``value_after_seen``.

    >>> value_of_information(3), value_of_information(50)
    (0, 54/221)
    """
    return value_after_seen(k, rules) - value_after_seen(0, rules)
