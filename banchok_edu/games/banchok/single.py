"""Single coups of the banchoks: a hand and a turned card from a full shoe, and who wins. No game around them."""

from __future__ import annotations

from typing import Any

from banchok_edu.chance import CARDS, below, lane_key, nth

from . import kernel
from .kernel import Desk, Terms, compare
from .rules import outcome

BLOCK = 256
"""So many coups are drawn together: few enough to stay in the processor's cache, enough for it to work on several."""


def play(
    t: Terms, d: Desk, keys: Any, cells: Any, own: Any, turned: Any, won: Any, seed: int, start: int, count: int
) -> None:
    """Play coups ``start`` to ``start + count - 1`` of a seed of Banchok."""
    play_coups(compare, t, d, keys, cells, own, turned, won, seed, start, count)


def play_coups(
    compare: Any,
    t: Terms,
    d: Desk,
    keys: Any,
    cells: Any,
    own: Any,
    turned: Any,
    won: Any,
    seed: int,
    start: int,
    count: int,
) -> None:
    """Draw the first cards of the first deck of each game: the hand of seat 0, and the card after it.

    The hands of the desk are ``own``, so that coup g is compared as the hand of seat g. ``keys`` and ``cells`` are
    arrays to work in, of a block of coups, and of a row of a block for each card drawn.
    """
    each = t.each
    for first in range(0, count, BLOCK):
        block = min(BLOCK, count - first)
        for b in range(block):
            keys[b] = lane_key(nth(seed, start + first + b), 0, CARDS)
        for k in range(each + 1):
            for b in range(block):
                cells[k * BLOCK + b] = k + below(nth(keys[b], k), t.size - k)
        find(cells, each, block)
        for k in range(each):
            for b in range(block):
                own[(first + b) * each + k] = d.faces[cells[k * BLOCK + b]]
        for b in range(block):
            turned[first + b] = d.faces[cells[each * BLOCK + b]]
        for g in range(first, first + block):
            won[g] = compare(t, d, g, turned[g])


def find(cells: Any, each: int, block: int) -> None:
    """Put for each cell that is drawn from the cell in which its card lay at first.

    No card is moved: draw i brought to the cell that it took from what lay in cell i, so going back over the draws
    tells what lies in a cell. Hands are small, and that is quicker than to lay out the cards again for each coup.
    """
    for k in range(each, 0, -1):
        for i in range(k - 1, -1, -1):
            for b in range(block):
                cell = cells[k * BLOCK + b]
                cells[k * BLOCK + b] = i if cells[i * BLOCK + b] == cell else cell


PARTS = (play_coups, find, kernel.compare, outcome)
"""The functions that are compiled together."""
