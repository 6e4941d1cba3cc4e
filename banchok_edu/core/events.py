"""What can happen in a game, said as facts. A log of events is all that views, pictures and sentences are made from.

Each event says who may see it (``audience``), which counters it moves (``transfer``), what it changes on the table
(``apply``), and reads as a sentence (``str``; the words are in ``wording``). Two kinds carry a card that not everybody
may see: ``Dealt`` (nobody may) and ``Looked`` (its holder may). What only one game needs is said in that game's folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from . import wording
from .interned import Interned, MadeAnew
from .ledger import BANK, RESERVE, Transfer

if TYPE_CHECKING:
    from .board import Board

Audience = Literal["all", "holder", "nobody"]
"""Who may see the cards of an event, besides a teacher who looks at everything."""


@dataclass(frozen=True, slots=True)
class Event(metaclass=Interned):
    """Something that happened. Its fields are plain values; a card that the viewer may not see is None.

    >>> print(Passed(seat=2))
    Seat 2 passes.
    """

    audience: ClassVar[Audience]

    @property
    def transfer(self) -> Transfer | None:
        """The counters that this event moves, if any."""
        return None

    @property
    def wording_key(self) -> str:
        """Where ``wording`` has the sentence."""
        return type(self).__name__

    def apply(self, board: Board) -> None:
        """Change the table accordingly."""
        if transfer := self.transfer:
            board.ledger.pay(transfer)

    def seen_by(self, viewer: int | str | None) -> Event:
        """Give the event as a seat sees it; None is the public, "all" the teacher."""
        del viewer
        return self

    def sentence(self, names: tuple[str, ...] = ()) -> str:
        """Say the event in words, with the players' names."""
        return wording.sentence(self, names)

    def __str__(self) -> str:
        """Say the event in words, with seat numbers for names."""
        return wording.sentence(self, ())


@dataclass(frozen=True, slots=True)
class DrewForBank(Event):
    """A seat drew a card, face up, to settle who banks first."""

    audience: ClassVar[Audience] = "all"
    seat: int
    card: Any


@dataclass(frozen=True, slots=True)
class FirstBanker(Event):
    """It is settled who banks first."""

    audience: ClassVar[Audience] = "all"
    seat: int

    def apply(self, board: Board) -> None:
        """Name him banker."""
        board.banker = self.seat


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player who was due to bank left the game: his purse was empty, or he refused."""

    audience: ClassVar[Audience] = "all"
    seat: int
    refused: bool

    @property
    def wording_key(self) -> str:
        """Say why."""
        return "Left.refused" if self.refused else "Left.empty"

    def apply(self, board: Board) -> None:
        """Count him out."""
        board.left = _with(board.left, self.seat, True)


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """A banker put his opening sum into the bank."""

    audience: ClassVar[Audience] = "all"
    seat: int
    amount: int

    @property
    def transfer(self) -> Transfer:
        """From his purse to the bank."""
        return (self.seat, BANK, self.amount)

    def apply(self, board: Board) -> None:
        """Begin a bank."""
        board.ledger.pay(self.transfer)
        board.clear_deal()
        board.banker, board.opening, board.deal, board.cut = self.seat, self.amount, 0, None


@dataclass(frozen=True, slots=True)
class Cut(Event):
    """The banker's right-hand neighbour cut the shuffled deck, ``at`` cards from the top."""

    audience: ClassVar[Audience] = "all"
    seat: int
    at: int

    def apply(self, board: Board) -> None:
        """Keep the place in view."""
        board.cut = self.at


@dataclass(frozen=True, slots=True)
class DealBegan(Event):
    """A new deal of this bank, or of this match, began; deals are counted from 1."""

    audience: ClassVar[Audience] = "all"
    number: int

    def apply(self, board: Board) -> None:
        """Clear the table."""
        board.clear_deal()
        board.deal = self.number


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A card was laid face down, before a seat or (seat None) at a position."""

    audience: ClassVar[Audience] = "nobody"
    seat: int | None
    position: int | None
    card: Any

    @property
    def wording_key(self) -> str:
        """Say where it lies, and what it is if the viewer knows."""
        return ("Dealt.position" if self.seat is None else "Dealt") + (".known" if self.card else "")

    def apply(self, board: Board) -> None:
        """Lay it there."""
        if self.seat is None:
            board.positions.append(self.card)
            board.backers.append(None)
        else:
            board.hands[self.seat] += (self.card,)

    def seen_by(self, viewer: int | str | None) -> Event:
        """Hide the card."""
        return self if viewer == "all" else Dealt(self.seat, self.position, None)


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A punter looked at his own cards, his turn having come."""

    audience: ClassVar[Audience] = "holder"
    seat: int
    cards: tuple[Any, ...]

    @property
    def wording_key(self) -> str:
        """Say what he saw, if the viewer knows."""
        return "Looked.known" if self.cards and self.cards[0] else "Looked"

    def apply(self, board: Board) -> None:
        """Turn the hand up for those who may see it."""
        if self.cards:
            board.hands[self.seat] = self.cards

    def seen_by(self, viewer: int | str | None) -> Event:
        """Hide the cards from all but the holder."""
        return self if viewer in (self.seat, "all") else Looked(self.seat, ())


@lru_cache(maxsize=2**11)
def dealt(seat: int, card: Any) -> tuple[Dealt, Dealt]:
    """Give the event that a seat is dealt a card, and its public face."""
    return Dealt(seat, None, card), Dealt(seat, None, None)


@lru_cache(maxsize=2**11)
def looked(seat: int, cards: tuple[Any, ...]) -> tuple[Looked, Looked]:
    """Give the event that a seat looks at his cards, and its public face."""
    return Looked(seat, cards), Looked(seat, ())


@dataclass(frozen=True, slots=True)
class Exposed(Event):
    """The next card was exposed before this punter declared."""

    audience: ClassVar[Audience] = "all"
    seat: int
    card: Any

    def apply(self, board: Board) -> None:
        """Show it."""
        board.exposed = self.card


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A punter passed; ``forced`` when he was not asked, since he could not stake enough."""

    audience: ClassVar[Audience] = "all"
    seat: int
    forced: bool = False

    @property
    def wording_key(self) -> str:
        """Say whether he was asked."""
        return "Passed.forced" if self.forced else "Passed"

    def apply(self, board: Board) -> None:
        """Note it before his seat; an exposed card is used up."""
        board.acts[self.seat] = "passed"
        board.exposed = None


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """The cards of a punter who did not bet were shown (only with ``show_passed``)."""

    audience: ClassVar[Audience] = "all"
    seat: int
    cards: tuple[Any, ...]

    def apply(self, board: Board) -> None:
        """Turn the hand up."""
        board.hands[self.seat] = self.cards


@dataclass(frozen=True, slots=True)
class Settled(Event, metaclass=MadeAnew):
    """A coup: a punter staked, a card was turned for him, the cards were compared and the stake was paid.

    ``outcome`` is +1 when the banker takes the stake, -1 when he pays it, 0 when it goes back.
    """

    audience: ClassVar[Audience] = "all"
    seat: int
    stake: int
    cards: tuple[Any, ...]
    turned: Any
    outcome: int

    @property
    def wording_key(self) -> str:
        """Say who won."""
        return ("Settled.tie", "Settled.bank", "Settled.punter")[self.outcome]

    @property
    def transfer(self) -> Transfer | None:
        """The stake, to the winner."""
        outcome = self.outcome
        if outcome > 0:
            return (self.seat, BANK, self.stake)
        return (BANK, self.seat, self.stake) if outcome < 0 else None

    def apply(self, board: Board) -> None:
        """Pay, and show the cards."""
        seat = self.seat
        if transfer := self.transfer:
            board.ledger.pay(transfer)
        board.hands[seat] = self.cards
        board.acts[seat] = ("tie", "lost", "won")[self.outcome]
        board.coup = self
        board.exposed = None


@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    """Used cards were shuffled, to be drawn again at once."""

    audience: ClassVar[Audience] = "all"
    count: int


@dataclass(frozen=True, slots=True)
class PutUnder(Event):
    """The used cards of a deal were shuffled and put under the deck."""

    audience: ClassVar[Audience] = "all"
    count: int


@dataclass(frozen=True, slots=True)
class BankEnded(Event):
    """A bank ended: ``how`` is broken, tripled or lapsed; the banker took what was there."""

    audience: ClassVar[Audience] = "all"
    seat: int
    how: str
    amount: int

    @property
    def wording_key(self) -> str:
        """Say how."""
        return f"BankEnded.{self.how}"

    @property
    def transfer(self) -> Transfer | None:
        """From the bank to the banker."""
        return (BANK, self.seat, self.amount) if self.amount else None

    def apply(self, board: Board) -> None:
        """Pay; for a while nobody banks."""
        if transfer := self.transfer:
            board.ledger.pay(transfer)
        board.banker = None


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Counters went from one account to another because of ``why``; ``short`` of them were due and not there."""

    audience: ClassVar[Audience] = "all"
    payer: int
    payee: int
    amount: int
    why: str
    short: int = 0

    @property
    def wording_key(self) -> str:
        """Say which accounts."""
        payer, payee = (
            "bank" if a == BANK else "reserve" if a == RESERVE else "player" for a in (self.payer, self.payee)
        )
        return f"Paid.{payer}.{payee}" + (".short" if self.short else "")

    @property
    def transfer(self) -> Transfer | None:
        """What was paid."""
        return (self.payer, self.payee, self.amount) if self.amount else None


@dataclass(frozen=True, slots=True)
class HandedOver(Event):
    """A seat was handed to a person at the table, or back to its policy."""

    audience: ClassVar[Audience] = "all"
    seat: int
    to_person: bool

    @property
    def wording_key(self) -> str:
        """Say to whom."""
        return "HandedOver.person" if self.to_person else "HandedOver.policy"

    def apply(self, board: Board) -> None:
        """Note who plays the seat."""
        board.by_person = _with(board.by_person, self.seat, self.to_person)


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over; equal winners share the win."""

    audience: ClassVar[Audience] = "all"
    winners: tuple[int, ...]

    @property
    def wording_key(self) -> str:
        """Say whether the win is shared."""
        return "GameOver" if len(self.winners) == 1 else "GameOver.shared"

    def apply(self, board: Board) -> None:
        """Keep the winners."""
        board.winners = self.winners


def _with(flags: tuple[bool, ...], seat: int, flag: bool) -> tuple[bool, ...]:
    return (*flags[:seat], flag, *flags[seat + 1 :])


def redact(event: Event, viewer: int | str | None) -> Event:
    """Give an event as a viewer may see it.

    >>> print(redact(Dealt(1, None, "A♠"), None))
    Seat 1 is dealt a card face down.
    """
    return event if event.audience == "all" else event.seen_by(viewer)
