"""Black Cat "Bank": fourteen special cards face down, backed unseen."""

from __future__ import annotations

from banchok_edu.core.game import Game

from .rules import BlackCatRules, CatCard, Pack
from .script import black_cat


class BlackCat(Game):
    """A match of Black Cat "Bank".

    >>> game = BlackCat(BlackCatRules(players=3), seed=7, stack="In 3, Out 2")
    >>> game.decision.prompt
    'Seat 1: back one position of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 14.'
    >>> game.choose(2).bank
    6
    """

    rules: BlackCatRules
    rules_type = BlackCatRules
    script = staticmethod(black_cat)


__all__ = ["BlackCat", "BlackCatRules", "CatCard", "Pack"]
