"""The exact mathematics of Banchok, as ``be.banchok``: sympy Rationals for numbers, formulas for the general case.

>>> import banchok_edu as be
>>> be.banchok.win_probability("8"), be.banchok.win_probability()
(9/17, 9/17)
>>> be.banchok.best_threshold().rank, be.banchok.frozen_deck().mean_of_K
('8', 26/17)
>>> be.banchok.formula("win")(r=13, s=4)
9/17

Each function says which model it belongs to: independent coups (which the first coup of a deck is too), or the real
deck, in which used cards go back under. In all of them ``rules=None`` is ``BanchokRules()``, but where two players are
meant. Of the rules only what the function names counts.
"""

from .coup import Advice, decision, edge, loss_probability, tie_probability, win_probability
from .formulas import FORMULAS, formula
from .growth import KellyBet, KellyByRank, kelly, kelly_by_rank
from .punters import BestOf, best_of, both_win, correlation_of_wins, covariance_of_wins
from .recycled import FrozenDeck, first_bet_win_probability, first_two_bets_lost, frozen_deck
from .sampling import sample_size, variance_explained
from .seen import value_after_seen, value_of_information
from .stopping import Stopping, optimal_stopping
from .threshold import (
    BestThreshold,
    best_threshold,
    rank_given_bet_lost,
    rank_given_win,
    threshold_value,
    threshold_variance,
    win_given_bet,
)

__all__ = [
    "FORMULAS",
    "Advice",
    "BestOf",
    "BestThreshold",
    "FrozenDeck",
    "KellyBet",
    "KellyByRank",
    "Stopping",
    "best_of",
    "best_threshold",
    "both_win",
    "correlation_of_wins",
    "covariance_of_wins",
    "decision",
    "edge",
    "first_bet_win_probability",
    "first_two_bets_lost",
    "formula",
    "frozen_deck",
    "kelly",
    "kelly_by_rank",
    "loss_probability",
    "optimal_stopping",
    "rank_given_bet_lost",
    "rank_given_win",
    "sample_size",
    "threshold_value",
    "threshold_variance",
    "tie_probability",
    "value_after_seen",
    "value_of_information",
    "variance_explained",
    "win_given_bet",
    "win_probability",
]
