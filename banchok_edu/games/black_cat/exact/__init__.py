"""The exact mathematics of Black Cat "Bank", public as ``be.black_cat``.

>>> import banchok_edu as be
>>> rules = be.BlackCatRules(players=6)  # five punters, 14 of 28 cards
>>> be.black_cat.probability_backed("change", rules)
215/468
>>> be.black_cat.acts_before_change("In", rules)
83/585
>>> be.black_cat.FORMULAS["acts before change"](N=28, C=3, b=5)
83/585

All numbers are exact. There are two models, and each room says which is its own:

- *No broken bank*: the pool is so deep that no call on it fails. ``change_of_banker``, ``change_by``, ``endings``,
  ``cards_turned``, ``expected_cards_turned``, ``acts_before_change``, ``win_probability``, ``expected_counters``,
  ``net_flow``, ``banker_burden``, ``marker_value``.
- *All rules*, for one deal and up to some number of players: ``one_deal``, ``broken_probability``, ``banker_gain``,
  ``punter_gain``.

``dealt``, ``backed`` and what goes with them count cards alone.
"""

from .changes import (
    acts_before_change,
    cards_turned,
    change_by,
    change_of_banker,
    endings,
    expected_cards_turned,
    win_probability,
)
from .counting import backed, dealt, hypergeometric, probability_backed, probability_dealt
from .deal import OneDeal, banker_gain, broken_probability, one_deal, punter_gain
from .distribution import Distribution
from .flows import Spread, banker_burden, expected_counters, marker_value, net_flow
from .formulas import FORMULAS

__all__ = [
    "FORMULAS",
    "Distribution",
    "OneDeal",
    "Spread",
    "acts_before_change",
    "backed",
    "banker_burden",
    "banker_gain",
    "broken_probability",
    "cards_turned",
    "change_by",
    "change_of_banker",
    "dealt",
    "endings",
    "expected_cards_turned",
    "expected_counters",
    "hypergeometric",
    "marker_value",
    "net_flow",
    "one_deal",
    "probability_backed",
    "probability_dealt",
    "punter_gain",
    "win_probability",
]
