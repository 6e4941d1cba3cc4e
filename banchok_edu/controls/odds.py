"""The exact chance that a hand wins, counting what its seat has seen: winning cards over cards not seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.core.counting import seen_cards

if TYPE_CHECKING:
    from banchok_edu.core.view import View


class Odds(NamedTuple):
    """How many of the cards not seen win for the punter, give his stake back, and how many there are."""

    wins: int
    ties: int
    unseen: int

    @property
    def chance(self) -> float:
        """The chance of winning, a probability."""
        return self.wins / self.unseen


def odds_of(view: View) -> Odds | None:
    """Count for the seat that is to stake on a card not yet turned; None at any other moment.

    Each card that the seat has not seen is as likely to be turned next (model: the deck as it is played, nothing
    inferred from what others chose).

    Of the 51 cards not seen, 31 do not beat a nine: the 28 lower ones, and three nines.

    >>> import banchok_edu as be
    >>> odds_of(be.Banchok(be.BanchokRules(players=2, first_banker=0), stack="9♠").view(1))
    Odds(wins=31, ties=0, unseen=51)
    """
    decision = view.decision
    rules: Any = view.rules
    if decision is None or decision.kind != "stake" or decision.seat != view.seat or view.exposed is not None:
        return None
    unseen = (Counter(rules.cards) - Counter(seen_cards(view))).elements()
    outcomes = [rules.outcome(view.hand, card) for card in unseen]
    return Odds(outcomes.count(-1), outcomes.count(0), len(outcomes)) if outcomes else None
