"""What a script has in hand: the cards, the counters, and a voice. Scripts are generators that yield decisions only."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from .board import Board
from .decision import Choice, Decision
from .events import Event, Looked, Shuffled, dealt, redact

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
        self.events: list[Event] = []
        self.public: list[Event] = []
        """The events as everybody sees them."""
        self.own: list[dict[int, Event]] = [{} for _ in range(rules.players)]
        """For each seat the events that only he sees whole, by their place in the log."""
        self.seen: list[tuple[Any, ...]] = [()] * rules.players
        """For each seat his own cards of this deal, once he has looked."""
        self._hands: list[tuple[Any, ...]] = [()] * rules.players
        self.deck: Deck[Any]

    def say(self, event: Event) -> None:
        """Let something happen: the log has it, and the table changes."""
        self.events.append(event)
        if event.audience != "all":
            event = redact(event, None)
        self.public.append(event)
        event.apply(self.board)

    @property
    def bank(self) -> int:
        """Counters in the bank."""
        return self.board.ledger.bank

    @property
    def purses(self) -> tuple[int, ...]:
        """Counters of each seat."""
        return self.board.ledger.purses

    def room(self, seat: int) -> int | None:
        """Give what a seat can pay at most; None is no limit."""
        return self.board.ledger.room(seat)

    def can_pay(self, seat: int, amount: int) -> bool:
        """Tell whether a seat can pay this much."""
        room = self.board.ledger.room(seat)
        return room is None or room >= amount

    def at_most(self, seat: int, amount: int) -> int:
        """Give the part of an amount that a seat can pay."""
        room = self.board.ledger.room(seat)
        return amount if room is None else min(amount, room)

    def in_turn(self, banker: int) -> list[int]:
        """Give the others still in the game, from the banker's left round to his right."""
        n, left = self.board.players, self.board.left
        return [seat for seat in ((banker + k) % n for k in range(1, n)) if not left[seat]]

    def open_deck(self) -> None:
        """Shuffle all cards into a new deck."""
        self.deck = self.chance.open_deck(self.say_shuffled)

    def say_shuffled(self, count: int) -> None:
        """Say that used cards were shuffled to be drawn again."""
        self.say(Shuffled(count))

    def clear_hands(self) -> None:
        """Begin a deal: nobody has cards."""
        self._hands = [()] * self.board.players
        self.seen = [()] * self.board.players

    def deal_to(self, seat: int) -> None:
        """Deal the next card face down to a seat."""
        card = self.deck.take_into_hand()
        self._hands[seat] += (card,)
        self.say(dealt(seat, None, card))

    def deal_at(self, position: int) -> Any:
        """Lay the next card face down at a position, and give it."""
        card = self.deck.take()
        self.say(dealt(None, position, card))
        return card

    def look(self, seat: int) -> tuple[Any, ...]:
        """Let a seat look at his cards."""
        hand = self._hands[seat]
        self.own[seat][len(self.events)] = event = Looked(seat, hand)
        self.seen[seat] = hand
        self.say(event)
        return hand

    def hand(self, seat: int) -> tuple[Any, ...]:
        """Give the cards of a seat, looked at or not."""
        return self._hands[seat]
