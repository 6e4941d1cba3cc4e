"""What lies on the table, built up event by event. The same code serves every viewpoint.

Fed with what a seat may see, it is what that seat knows; fed with everything, it is the teacher's view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ledger import Ledger

if TYPE_CHECKING:
    from .rules import Rules


class Board:
    """The state of a game as far as one viewer knows it. Only events change it (``event.apply(board)``).

    The attributes are those of ``View``, which is a frozen copy; their meaning is told there. What stands in the slots
    changes in place, and is copied when a view is made; the rest are values that are replaced.
    """

    __slots__ = ("__dict__", "acts", "backers", "hands", "ledger", "players", "positions")

    def __init__(self, rules: Rules) -> None:
        n = rules.players
        self.players = n
        self.ledger = Ledger(n, rules.purse)
        self.banker: int | None = None
        self.last_staker: int | None = None
        self.opening = 0
        self.cut: int | None = None
        self.deal = 0
        self.left = (False,) * n
        self.by_person = (False,) * n
        self.coup: Any = None
        self.exposed: Any = None
        self.winners: tuple[int, ...] = ()
        self.clear_deal()

    def clear_deal(self) -> None:
        """Take the cards of the last deal off the table."""
        n = self.players
        self.hands: list[tuple[Any, ...]] = [()] * n
        self.acts = [""] * n
        self.exposed = None
        self.positions: list[Any] = []
        self.backers: list[int | None] = []

    def values(self) -> dict[str, Any]:
        """Copy everything but the hands into values that do not change any more."""
        *purses, bank, reserve = self.ledger.accounts
        return {
            **self.__dict__,
            "purses": tuple(purses),
            "bank": bank,
            "reserve": reserve,
            "acts": tuple(self.acts),
            "positions": tuple(self.positions),
            "backers": tuple(self.backers),
        }
