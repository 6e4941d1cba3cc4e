"""Single coups of the banchoks: a hand and a turned card from a full shoe, and who wins. No game around them."""

from __future__ import annotations

from typing import Any

from banchok_edu.chance import CARDS, below, lane_key, nth

from . import kernel
from .kernel import Desk, Terms, compare
from .rules import outcome


def play(t: Terms, d: Desk, own: Any, turned: Any, won: Any, seed: int, start: int, count: int) -> None:
    """Play coups ``start`` to ``start + count - 1`` of a seed of Banchok."""
    play_coups(compare, t, d, own, turned, won, seed, start, count)


def play_coups(
    compare: Any, t: Terms, d: Desk, own: Any, turned: Any, won: Any, seed: int, start: int, count: int
) -> None:
    """Draw the first cards of the first deck of each game: the hand of seat 0, and the card after it."""
    for j in range(t.size):
        d.cells[j] = d.faces[j]
    for g in range(count):
        key = lane_key(nth(seed, start + g), 0, CARDS)
        for k in range(t.each + 1):
            j = k + below(nth(key, k), t.size - k)
            card = d.cells[j]
            d.cells[j] = d.cells[k]
            d.cells[k] = card
            d.held[k] = j
            if k < t.each:
                own[g * t.each + k] = card
                d.hand[k] = card
            else:
                turned[g] = card
                won[g] = compare(t, d, 0, card)
        for back in range(t.each + 1):  # the cells lie in their order again
            k = t.each - back
            j = d.held[k]
            card = d.cells[j]
            d.cells[j] = d.cells[k]
            d.cells[k] = card


PARTS = (play_coups, kernel.compare, outcome)
"""The functions that are compiled together."""
