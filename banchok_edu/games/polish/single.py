"""Single coups of Polish banchok: as in Banchok, but for what decides them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banchok_edu.games.banchok.single import BLOCK, find, play_coups

from .kernel import compare, place
from .rules import outcome

if TYPE_CHECKING:
    from banchok_edu.games.banchok.kernel import Desk, Terms


def play(
    t: Terms, d: Desk, keys: Any, cells: Any, own: Any, turned: Any, won: Any, seed: int, start: int, count: int
) -> None:
    """Play coups ``start`` to ``start + count - 1`` of a seed of Polish banchok."""
    play_coups(compare, t, d, keys, cells, own, turned, won, seed, start, count)


__all__ = ["BLOCK", "PARTS", "play"]

PARTS = (play_coups, find, compare, place, outcome)
"""The functions that are compiled together."""
