"""What the derivations of Banchok have in common: symbols, models in words, and ways to go over all cards."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING

from banchok_edu.formulas import symbol
from banchok_edu.games.banchok.rules import TIES, outcome
from banchok_edu.proofs import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

r, s, i, j, k, m, n, t = map(symbol, ("r", "s", "i", "j", "k", "m", "n", "t"))
B, p, q, rho, e, f, u, w = map(symbol, ("B", "p", "q", "rho", "e", "f", "u", "w"))

DECK = {"r": Span(2), "s": Span(1)}
RANK = {**DECK, "i": Span(1, r)}
THRESHOLD = {**DECK, "t": Span(1, r)}

ONE_COUP = "one coup: own card and turned card from one shuffled deck"
INDEPENDENT = "independent coups: the deck is shuffled before each"
TIES_PAY = "ties pay the punter"
SIZES = ({"r": 13, "s": 4}, {"r": 2, "s": 1}, {"r": 5, "s": 3}, {"r": 7, "s": 2})
"""Decks at which oracles are asked: the full one, and odd ones."""

_TIE = TIES.index("punter_wins")


def punter_wins(own: int, turned: int) -> bool:
    """Ask the rules whether the punter wins when ties pay him.

    >>> punter_wins(8, 8), punter_wins(8, 9)
    (True, False)
    """
    return outcome(own, turned, _TIE) < 0


def deck(ranks: int, suits: int) -> list[int]:
    """Give the ranks of all cards."""
    return [rank for rank in range(1, ranks + 1) for _ in range(suits)]


def pairs(ranks: int, suits: int) -> list[tuple[int, int]]:
    """Give the ranks of all ordered pairs of different cards: own card, turned card.

    >>> len(pairs(13, 4))
    2652
    """
    return list(permutations(deck(ranks, suits), 2))


def mean_gain(ranks: int, suits: int, least: int) -> Fraction:
    """Reckon over all ordered pairs the mean gain of staking one on ``least`` or better."""
    every = pairs(ranks, suits)
    gains = [1 if punter_wins(own, turned) else -1 for own, turned in every if own >= least]
    return Fraction(sum(gains), len(every))


def arrangements(left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give all orders of the ranks of a deck; each is equally likely. ``left`` tells how many cards of each rank.

    >>> list(arrangements((1, 2)))
    [(1, 2, 2), (2, 1, 2), (2, 2, 1)]
    """
    if not any(left):
        yield ()
    for place, count in enumerate(left):
        if count:
            for rest in arrangements((*left[:place], count - 1, *left[place + 1 :])):
                yield (place + 1, *rest)


def tied_pairs(ranks: int, suits: int) -> dict[int, Fraction]:
    """Reckon the distribution of the number of tied pairs, when all cards are laid out in pairs, pair by pair.

    Of two ranks in two suits either both pairs tie or none.

    >>> tied_pairs(2, 2)
    {0: Fraction(2, 3), 2: Fraction(1, 3)}
    """
    ways = _tied((0,) * suits + (ranks,))
    return {number: Fraction(count, factorial(ranks * suits)) for number, count in sorted(ways.items())}


@cache
def _tied(alike: tuple[int, ...]) -> dict[int, int]:
    """Count the orders of all cards by tied pairs, where ``alike[x]`` ranks have x cards left."""
    if not any(alike[1:]):
        return {0: 1}
    found: dict[int, int] = {}
    for own in range(1, len(alike)):
        if not alike[own]:
            continue
        after = _less(alike, own)
        _add(found, after, own - 1, alike[own] * own * (own - 1), tied=1)
        for turned in range(1, len(alike)):
            others = after[turned] - (own - 1 == turned)  # ranks other than the own one
            _add(found, after, turned, alike[own] * own * others * turned, tied=0)
    return found


def _less(alike: tuple[int, ...], cards: int) -> tuple[int, ...]:
    """Take a card of a rank that has so many left."""
    changed = list(alike)
    changed[cards] -= 1
    changed[cards - 1] += 1
    return tuple(changed)


def _add(found: dict[int, int], after: tuple[int, ...], turned: int, ways: int, *, tied: int) -> None:
    for number, count in _tied(_less(after, turned)).items() if ways else ():
        found[number + tied] = found.get(number + tied, 0) + ways * count
