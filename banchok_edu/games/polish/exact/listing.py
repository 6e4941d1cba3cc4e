"""Hands of Polish banchok one by one, for small shoes, and by the number of their suits, for all."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from sympy import Rational

from banchok_edu.errors import RulesError

from .shoe import kinds, read_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banchok_edu.cards import Card
    from banchok_edu.games.polish.rules import PolishRules

MOST_LISTED = 300_000
"""Different hands that are still listed: about a second."""


def count_hands(rules: PolishRules | None = None) -> int:
    """Count the different hands; those that differ only in the deck that a card is from are the same.

    With two decks and three cards: three different cards, or a pair of the same and another, C(52, 3) + 52 * 51.

    >>> count_hands()
    24752
    """
    rules = read_rules(rules)
    ways = [1] + [0] * rules.hand
    for _ in kinds(rules):
        ways = [sum(ways[k - copies] for copies in range(min(rules.decks, k) + 1)) for k in range(rules.hand + 1)]
    return ways[rules.hand]


def hands(rules: PolishRules | None = None) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Go through the different hands, each with the number of ways to deal it; order does not matter.

    Raises
    ------
    RulesError
        If there are too many to be listed; says how many. All else in this module counts them without a list.

    >>> from banchok_edu import PolishRules
    >>> for cards, ways in hands(PolishRules(ranks=2, suits=1, decks=2, hand=2, players=2)):
    ...     print(*cards, ways)
    A♠ A♠ 1
    A♠ K♠ 4
    K♠ K♠ 1
    """
    rules = read_rules(rules)
    if (number := count_hands(rules)) > MOST_LISTED:
        raise RulesError(
            f"{number:,} different hands are too many to be listed, which goes up to {MOST_LISTED:,}: take fewer "
            "ranks, suits or decks, or a smaller hand; distribution() counts them without a list"
        )
    return _hands(kinds(rules)[::-1], rules.decks, rules.hand)


def _hands(cards: tuple[Card, ...], decks: int, number: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Go through the hands of so many cards: first the highest card in it, with its copies, then the others."""
    if number == 0:
        yield (), 1
    if number == 1:  # the same as below, without a generator for each hand
        yield from (((card,), decks) for card in cards)
        return
    for i, card in enumerate(cards):
        rest = cards[i + 1 :]
        for copies in range(min(decks, number), max(1, number - decks * len(rest)) - 1, -1):
            for others, ways in _hands(rest, decks, number - copies):
                yield (card,) * copies + others, comb(decks, copies) * ways


def suits_held(rules: PolishRules | None = None) -> dict[int, Rational]:
    """Give for each number of suits the probability that a hand holds cards of just so many.

    By inclusion and exclusion: of C(s, n) sets of n suits, each holds the hands of n suits less those of fewer.

    >>> suits_held()
    {1: 100/1751, 2: 975/1751, 3: 676/1751}
    """
    rules = read_rules(rules)
    s, in_suit, h = rules.suits, rules.decks * rules.ranks, rules.hand
    found = {}
    for n in range(1, s + 1):
        in_all_of_n = sum((-1) ** (n - k) * comb(n, k) * comb(in_suit * k, h) for k in range(n + 1))
        if in_all_of_n:
            found[n] = Rational(comb(s, n) * in_all_of_n, comb(in_suit * s, h))
    return found
