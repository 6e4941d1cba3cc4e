"""What can happen in Black Cat "Bank" only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from banchok_edu.core.events import Audience, Event
from banchok_edu.core.ledger import BANK, Transfer

if TYPE_CHECKING:
    from banchok_edu.core.board import Board

    from .rules import CatCard


@dataclass(frozen=True, slots=True)
class Staked(Event):
    """A banker put his stake into the pool, and is the last staker; ``short`` counters of it he did not have."""

    audience: ClassVar[Audience] = "all"
    seat: int
    amount: int
    short: int = 0

    @property
    def wording_key(self) -> str:
        """Say whether he was short."""
        return "Staked.short" if self.short else "Staked"

    @property
    def transfer(self) -> Transfer:
        """From his purse to the pool."""
        return (self.seat, BANK, self.amount)

    def apply(self, board: Board) -> None:
        """Pay, and keep who staked last."""
        board.ledger.pay(self.transfer)
        board.last_staker = self.seat


@dataclass(frozen=True, slots=True)
class Backed(Event):
    """A punter laid his marker at a position."""

    audience: ClassVar[Audience] = "all"
    seat: int
    position: int

    def apply(self, board: Board) -> None:
        """Lay it there."""
        board.backers[self.position - 1] = self.seat


@dataclass(frozen=True, slots=True)
class CardTurned(Event):
    """The card at a position was turned up; ``backer`` is None if nobody backed it."""

    audience: ClassVar[Audience] = "all"
    position: int
    card: CatCard
    backer: int | None

    @property
    def wording_key(self) -> str:
        """Say whether it was backed."""
        return "CardTurned" if self.backer is None else "CardTurned.backed"

    def apply(self, board: Board) -> None:
        """Show it."""
        board.positions[self.position - 1] = self.card


@dataclass(frozen=True, slots=True)
class BankerChanged(Event):
    """Another player became banker, by a card or since the bank was broken (``why``)."""

    audience: ClassVar[Audience] = "all"
    seat: int
    why: str

    @property
    def wording_key(self) -> str:
        """Say why."""
        return "BankerChanged.broken" if self.why == "broken" else "BankerChanged"

    def apply(self, board: Board) -> None:
        """Name him banker."""
        board.banker = self.seat


@dataclass(frozen=True, slots=True)
class MarkersLifted(Event):
    """The new banker's markers were lifted from the cards still face down."""

    audience: ClassVar[Audience] = "all"
    seat: int
    positions: tuple[int, ...]

    def apply(self, board: Board) -> None:
        """Lift them."""
        for position in self.positions:
            board.backers[position - 1] = None


@dataclass(frozen=True, slots=True)
class DealEnded(Event):
    """A deal ended: ``how`` is "all_turned", "broken", or the name of the card that ended it."""

    audience: ClassVar[Audience] = "all"
    number: int
    how: str

    @property
    def wording_key(self) -> str:
        """Say how."""
        return f"DealEnded.{self.how}" if self.how in ("all_turned", "broken") else "DealEnded.card"
