"""What a script has in hand: the cards, the counters, and a voice. Scripts are generators that yield decisions only."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .board import Board
from .decision import Choice, Decision
from .events import Dealt, Event, Shuffled, dealt, looked
from .ledger import BANK

if TYPE_CHECKING:
    from banchok_edu.chance import Chance, Deck

    from .rules import Rules

Script = Generator[Decision, Choice, None]
"""A game in play: yields what it needs to know, is sent the answers, ends when the game is over."""


class Table:
    """One game in play, as its script sees it.

    ``board`` is what the public knows; counters are moved by saying so. Cards in hands are known to the script alone.
    """

    def __init__(self, rules: Rules, chance: Chance[Any]) -> None:
        self.chance = chance
        self.board = Board(rules)
        self._accounts, self._limited = self.board.ledger.accounts, self.board.ledger.limited
        self.events: list[Event] = []
        self.public: list[Event] = []
        """The events as everybody sees them."""
        self._log, self._log_public = self.events.append, self.public.append
        self.own: list[list[tuple[int, Event]]] = [[] for _ in range(rules.players)]
        """For each seat the events that only he sees whole, each with its place in the log."""
        self.seen: list[tuple[Any, ...]] = [()] * rules.players
        """For each seat his own cards of this deal, once he has looked."""
        self._hands: list[tuple[Any, ...]] = [()] * rules.players
        self.deck: Deck[Any]

    def say(self, event: Event, public: Event | None = None) -> None:
        """Let something happen: the log has it, and the table changes. A hidden event comes with its public face."""
        self._log(event)
        seen = public or event
        self._log_public(seen)
        seen.apply(self.board)

    @property
    def bank(self) -> int:
        """Counters in the bank."""
        return self._accounts[BANK]

    @property
    def purses(self) -> tuple[int, ...]:
        """Counters of each seat."""
        return self.board.ledger.purses

    def room(self, seat: int) -> int | None:
        """Give what a seat can pay at most; None is no limit."""
        return self._accounts[seat] if self._limited else None

    def can_pay(self, seat: int, amount: int) -> bool:
        """Tell whether a seat can pay this much."""
        return not self._limited or self._accounts[seat] >= amount

    def at_most(self, seat: int, amount: int) -> int:
        """Give the part of an amount that a seat can pay."""
        return min(amount, self._accounts[seat]) if self._limited else amount

    def in_turn(self, banker: int) -> list[int]:
        """Give the others still in the game, from the banker's left round to his right."""
        n, left = self.board.players, self.board.left
        return [seat for seat in ((banker + k) % n for k in range(1, n)) if not left[seat]]

    def open_deck(self) -> None:
        """Shuffle all cards into a new deck."""
        self.deck = self.chance.open_deck()

    def begin_coup(self) -> None:
        """Shuffle everything, if the deck is one that is used so."""
        self.deck.begin_coup()
        self._say_shuffled(self.deck)

    def draw(self, deck: Deck[Any] | None = None) -> Any:
        """Take the next card of the deck, or of another one."""
        deck = deck or self.deck
        card = deck.take()
        if deck.shuffled:
            self._say_shuffled(deck)
        return card

    def _say_shuffled(self, deck: Deck[Any]) -> None:
        if deck.shuffled:
            self.say(Shuffled(deck.shuffled))
            deck.shuffled = 0

    def clear_hands(self) -> None:
        """Begin a deal: nobody has cards."""
        self._hands = [()] * self.board.players
        self.seen = [()] * self.board.players

    def deal_to(self, seat: int) -> None:
        """Deal the next card face down to a seat."""
        deck = self.deck
        card = deck.take_into_hand()
        if deck.shuffled:
            self._say_shuffled(deck)
        self._hands[seat] += (card,)
        self.say(*dealt(seat, card))

    def deal_at(self, position: int) -> Any:
        """Lay the next card face down at a position, and give it."""
        card = self.draw()
        self.say(Dealt(None, position, card), Dealt(None, position, None))
        return card

    def look(self, seat: int) -> tuple[Any, ...]:
        """Let a seat look at his cards."""
        hand = self._hands[seat]
        event, public = looked(seat, hand)
        self.own[seat].append((len(self.events), event))
        self.seen[seat] = hand
        self.say(event, public)
        return hand

    def hand(self, seat: int) -> tuple[Any, ...]:
        """Give the cards of a seat, looked at or not."""
        return self._hands[seat]
