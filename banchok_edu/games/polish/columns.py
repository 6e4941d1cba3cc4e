"""What bulk play of Polish banchok needs: all as in Banchok, but for its own kernel."""

from __future__ import annotations

from banchok_edu.games.banchok import columns as banchok
from banchok_edu.games.banchok.columns import ENDED, columns, desk, plan, slots, tally, terms

from . import kernel
from .rules import outcome

play = kernel.play
PARTS = (
    *(part for part in banchok.PARTS if part.__module__ != "banchok_edu.games.banchok.rules"),
    kernel.compare,
    kernel.line_of,
    kernel.place,
    kernel.wins_in_suit,
    kernel.cards_above,
    outcome,
)
"""The functions that are compiled together."""

__all__ = ["ENDED", "PARTS", "columns", "desk", "plan", "play", "slots", "tally", "terms"]
