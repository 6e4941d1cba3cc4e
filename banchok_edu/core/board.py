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

    The attributes are those of ``View``, which is a frozen copy; their meaning is told there.
    """

    __slots__ = (
        "acts",
        "backers",
        "banker",
        "by_person",
        "coup",
        "cut",
        "deal",
        "exposed",
        "hands",
        "last_staker",
        "ledger",
        "left",
        "opening",
        "players",
        "positions",
        "winners",
    )

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
        self.hands: list[tuple[Any, ...]] = [()] * n
        self.acts: list[str] = [""] * n
        self.coup: Any = None
        self.exposed: Any = None
        self.positions: list[Any] = []
        self.backers: list[int | None] = []
        self.winners: tuple[int, ...] = ()

    def clear_deal(self) -> None:
        """Take the cards of the last deal off the table."""
        n = self.players
        self.hands = [()] * n
        self.acts = [""] * n
        self.exposed = None
        self.positions, self.backers = [], []
