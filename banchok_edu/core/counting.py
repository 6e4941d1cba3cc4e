"""Counting the cards that a seat has seen, and a policy that plays by it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from .events import DealBegan, Dealt, Exposed, Looked, Opened, Settled, Shown, Shuffled
from .policy import Optimal

if TYPE_CHECKING:
    from .view import View

_OTHERWISE = Optimal()


@dataclass(frozen=True)
class CardCounter:
    """Stakes all it may when, of the cards it has not seen, more win than lose; else it passes.

    It counts what its seat has seen since the bank's deck was shuffled, and draws nothing from what others chose. Once
    the deck has gone round it counts the running deal only. On an exposed card it stakes all if that wins, else the
    least. It remembers, so it is no table: ``simulate`` plays it step by step.

    >>> import banchok_edu as be
    >>> game = be.Banchok(be.BanchokRules(players=2, first_banker=0), stack="8♠")
    >>> be.policies.CardCounter()(game.view(1))
    10
    """

    needs_luck: ClassVar[bool] = False

    def __call__(self, view: View) -> Any:
        """Choose."""
        decision = view.decision
        if decision is None or decision.kind != "stake" or view.exposed is not None:
            return _OTHERWISE(view)
        rules: Any = view.rules
        unseen = (Counter(rules.cards) - Counter(seen_cards(view))).elements()
        outcomes = [rules.outcome(view.hand, card) for card in unseen]
        return decision.high if outcomes.count(-1) > outcomes.count(1) else 0


def seen_cards(view: View) -> list[Any]:
    """List the cards that the viewer has seen and that cannot be turned next, as far as he can know.

    >>> import banchok_edu as be
    >>> rules = be.BanchokRules(players=3, first_banker=0)
    >>> seen_cards(be.Banchok(rules, stack="9♠ K♥ 5♦").choose(2).view(2))
    [Card('9♠'), Card('K♥'), Card('5♦')]
    """
    count = _Count(view)
    for event in view.events:
        count.see(event)
    return count.out_of_the_deck()


class _Count:
    """What has been seen since the deck was shuffled: in earlier deals, and in this one in hands and turned."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rules: Any = view.rules
        self.start()

    def start(self) -> None:
        """Count from a fresh deck on."""
        self.earlier: list[Any] = []
        self.hands: list[Any] = []
        self.turned: list[Any] = []
        self.left = len(self.rules.cards)
        self.gone_round = False
        self.exposed = False

    def see(self, event: Any) -> None:
        """Count what an event shows."""
        if isinstance(event, Opened):
            self.start()
        elif isinstance(event, DealBegan):
            self.earlier += self.hands + self.turned
            self.hands, self.turned = [], []
        elif isinstance(event, Shuffled):
            self.gone_round, self.left, self.turned = True, event.count, []
            if event.count == len(self.rules.cards):
                self.hands = []
        elif isinstance(event, Dealt):
            self.left -= 1
        elif isinstance(event, Exposed):
            self.left -= 1
            self.turned.append(event.card)
        elif isinstance(event, Looked) or (isinstance(event, Settled | Shown) and event.seat != self.view.seat):
            self.hands += event.cards
        if isinstance(event, Settled) and not self.exposed:
            self.left -= 1
            self.turned.append(event.turned)
        self.exposed = isinstance(event, Exposed)

    def out_of_the_deck(self) -> list[Any]:
        """Give the cards counted."""
        if self.left > 0 and not self.gone_round:
            return self.earlier + self.hands + self.turned
        if self.left <= 0 and self.rules.deck_use == "side_pack":
            return self.hands  # the next card needed makes the used ones the deck
        return self.hands + self.turned


def has_gone_round(view: View) -> bool:
    """Tell whether the deck has gone round since the bank was opened, so that only the running deal is counted.

    >>> import banchok_edu as be
    >>> has_gone_round(be.Banchok(seed=7).view(0))
    False
    """
    count = _Count(view)
    for event in view.events:
        count.see(event)
    return count.gone_round or count.left <= 0
