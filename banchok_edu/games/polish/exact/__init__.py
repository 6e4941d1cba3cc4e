"""The exact mathematics of Polish banchok, public as ``be.polish``: numbers as fractions, formulas in symbols.

>>> import banchok_edu as be
>>> be.polish.win_probability("A♠ 9♠ 4♥")
81/101
>>> be.polish.loss_probability()
43896/176851
>>> be.polish.loss_probability(rules=be.PolishRules(win_rule="beats"))
124005/176851

All of it is about one coup from a shuffled shoe: a hand is dealt, a card is turned. So it holds for every coup of the
model of independent coups (``deck_use="fresh_each_coup"``), and for the first coup of a bank with any deck. Later coups
of a bank that uses up its deck hang together. ``seen`` counts what was seen, and draws nothing from what others chose.
"""

from .closed_forms import FORMULAS, average_formula
from .decomposition import HandCount, SuitCount, explain_hand
from .exposure import value_of_exposed_card, value_of_turn
from .listing import count_hands, hands, suits_held
from .probability import compare_readings, edge, loss_probability, win_probability
from .spread import (
    RatedHand,
    best_hand,
    distribution,
    hand_with,
    share_fair,
    share_favourable,
    share_unfavourable,
    value_of_optimal_play,
    variance_explained,
    variance_of_win_probability,
    worst_hand,
)

__all__ = [
    "FORMULAS",
    "HandCount",
    "RatedHand",
    "SuitCount",
    "average_formula",
    "best_hand",
    "compare_readings",
    "count_hands",
    "distribution",
    "edge",
    "explain_hand",
    "hand_with",
    "hands",
    "loss_probability",
    "share_fair",
    "share_favourable",
    "share_unfavourable",
    "suits_held",
    "value_of_exposed_card",
    "value_of_optimal_play",
    "value_of_turn",
    "variance_explained",
    "variance_of_win_probability",
    "win_probability",
    "worst_hand",
]
