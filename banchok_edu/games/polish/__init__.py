"""Polish banchok: two decks, three cards for each punter, four readings of one sentence."""

from __future__ import annotations

from banchok_edu.core.game import Game

from .rules import PolishRules
from .script import polish


class PolishBanchok(Game):
    """A game of Polish banchok.

    >>> game = PolishBanchok(PolishRules(players=3, first_banker=0), seed=7)
    >>> game.decision.prompt
    'Seat 0: will you bank? True to bank, False to leave the game.'
    >>> game.choose(True).decision.prompt
    'Seat 1: stake 1 to 100 counters, or 0 to pass.'
    """

    rules: PolishRules
    rules_type = PolishRules
    script = staticmethod(polish)


__all__ = ["PolishBanchok", "PolishRules"]
