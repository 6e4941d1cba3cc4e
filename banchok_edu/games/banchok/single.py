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
    for g in range(count):
        key = lane_key(nth(seed, start + g), 0, CARDS)
        for k in range(t.each):
            card = drawn(t, d, key, k)
            d.hand[k] = card
            own[g * t.each + k] = card
        card = drawn(t, d, key, t.each)
        turned[g] = card
        won[g] = compare(t, d, 0, card)


def drawn(t: Terms, d: Desk, key: int, k: int) -> int:
    """Decide the card drawn by word ``k``, after those before it.

    No card is moved: a draw i brought to the cell that it took from what lay in cell i, so going back over the draws
    tells what lies in a cell. Hands are small, and that is quicker than to lay out the cards again for each coup.
    """
    cell = k + below(nth(key, k), t.size - k)
    d.held[k] = cell
    for i in range(k - 1, -1, -1):
        if d.held[i] == cell:
            cell = i
    card: int = d.faces[cell]
    return card


PARTS = (play_coups, drawn, kernel.compare, outcome)
"""The functions that are compiled together."""
