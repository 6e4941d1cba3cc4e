"""Banchok: one deck, a card for each punter, the banker turns a card."""

from __future__ import annotations

from banchok_edu.core.game import Game

from .rules import BanchokRules
from .script import banchok


class Banchok(Game):
    """A game of Banchok.

    >>> game = Banchok(BanchokRules(players=3, first_banker=0), seed=7, stack="9s Kh 5d")
    >>> game.decision.prompt
    'Seat 1: stake 1 to 10 counters, or 0 to pass.'
    >>> game.choose(4).purses
    (-10, 4, 0)
    """

    rules: BanchokRules
    rules_type = BanchokRules
    script = staticmethod(banchok)


__all__ = ["Banchok", "BanchokRules"]
