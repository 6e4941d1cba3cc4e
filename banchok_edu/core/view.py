"""What one viewer may know of a game at one moment: a frozen copy, with no way back to the game, its deck or seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, overload

from banchok_edu.chance import MOST_CARDS, below
from banchok_edu.errors import BanchokError, shown, whole_number

from .board import Board
from .events import redact

if TYPE_CHECKING:
    from .decision import Decision
    from .events import Event, Settled
    from .rules import Rules


class Log(Sequence["Event"]):
    """The events of a game, as one viewer sees them, up to one moment.

    Parameters
    ----------
    public
        The events as everybody sees them; more may be added behind.
    length
        How many of them have happened.
    own
        Those that the viewer sees better than others do: (place in the log, event), in order; more may be added too.
    """

    __slots__ = ("_events", "_length", "_own", "_public")

    def __init__(self, public: Sequence[Event], length: int, own: Sequence[tuple[int, Event]] = ()) -> None:
        self._public, self._length, self._own = public, length, own
        self._events: tuple[Event, ...] | None = None

    def _all(self) -> tuple[Event, ...]:
        if self._events is None:
            events = list(self._public[: self._length])
            for place, event in self._own:
                if place < self._length:
                    events[place] = event
            self._events = tuple(events)
        return self._events

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, i: int) -> Event: ...
    @overload
    def __getitem__(self, i: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, i: int | slice) -> Event | tuple[Event, ...]:
        return self._all()[i]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self._length} events>"


@dataclass(frozen=True)
class View:
    """What a seat, the public or a teacher may know.

    Seats are numbered from 0. Counters are whole numbers. A card that the viewer may not see is None.

    Attributes
    ----------
    seat
        Whose view it is: a seat's number, None for the public, "all" for a teacher who sees every card dealt.
    rules, names
        What is played, and by whom.
    decision
        What the game waits for, at the moment of the view; None when it is over, or for a view of the past.
    purses
        Counters of each seat: what he holds, or with unlimited credit his net gain.
    bank, reserve
        Counters in the bank (the pool) and in the reserve.
    banker
        The seat that banks, None while nobody does.
    opening
        The opening sum of the running bank.
    cut
        Where the deck was cut, if it was.
    deal
        The number of the running deal, counted from 1.
    left, by_person
        For each seat: whether he has left the game; whether he was handed to a person at the table.
    hand
        The viewer's own cards: None for each that he has not looked at yet, () for a viewer without a seat.
    hands
        For each seat the cards before him.
    acts
        For each seat what he did in this deal: "passed", "won", "lost", "tie", or "" if nothing yet.
    coup
        The last coup of the game so far, a ``Settled`` event, or None.
    exposed
        The card exposed to the seat that is to declare, or None.
    positions, backers
        Black Cat: for positions 1, 2, ... the card if turned, and the seat that backs it or None.
    last_staker
        Black Cat: who staked last, or None.
    winners
        The winners, when the game is over.
    events
        All that the viewer has seen happen.
    """

    seat: int | str | None
    rules: Rules
    names: tuple[str, ...]
    decision: Decision | None
    purses: tuple[int, ...]
    bank: int
    reserve: int
    banker: int | None
    opening: int
    cut: int | None
    deal: int
    left: tuple[bool, ...]
    by_person: tuple[bool, ...]
    hand: tuple[Any, ...]
    hands: tuple[tuple[Any, ...], ...]
    acts: tuple[str, ...]
    coup: Settled | None
    exposed: Any
    positions: tuple[Any, ...]
    backers: tuple[int | None, ...]
    last_staker: int | None
    winners: tuple[int, ...]
    events: Log = field(repr=False)
    _luck: int | None = field(repr=False, compare=False)

    def __str__(self) -> str:
        """Show the table in text, as this viewer sees it."""
        from . import display

        return display.as_text(self)

    def _repr_html_(self) -> str:
        from . import display

        return display.as_html(self)

    def luck(self, m: int) -> int:
        """Give a whole number 0 to m - 1, each as likely, that belongs to this decision of this game.

        Asked again at the same decision it is the same number. m is at most 2047.

        Raises
        ------
        BanchokError
            If m is out of range, or the viewer is not the seat that is to choose.
        """
        number = whole_number(m)
        if number is None or not 1 <= number <= MOST_CARDS:
            raise BanchokError(f"luck({shown(m)}) is not allowed: ask for a whole number from 1 to {MOST_CARDS:,}")
        if self._luck is None:
            raise BanchokError("there is luck only for the seat whose decision it is")
        return below(self._luck, number)


VIEW_FIELDS = tuple(f.name for f in fields(View))
"""The fields of a view, in order: this class is their one table."""


def take_view(
    board: Board,
    seat: int | str | None,
    hand: tuple[Any, ...],
    rules: Rules,
    names: tuple[str, ...],
    events: Log,
    decision: Decision | None,
    luck: int | None,
) -> View:
    """Copy a board into a view, with the viewer's own hand as he knows it.

    This is done at each decision of a policy, so all fields are written at one go.
    """
    hands = board.hands
    if isinstance(seat, int) and hands[seat] is not hand:
        hands = [*hands]
        hands[seat] = hand
    known = {
        **board.values(),
        "hands": tuple(hands),
        "seat": seat,
        "hand": hand,
        "rules": rules,
        "names": names,
        "events": events,
        "decision": decision,
        "_luck": luck,
    }
    view = object.__new__(View)
    object.__setattr__(view, "__dict__", known)
    return view


def fold(
    events: Sequence[Event],
    seat: int | str | None,
    rules: Rules,
    names: tuple[str, ...],
    decision: Decision | None,
    luck: int | None,
) -> View:
    """Make the view of a seat from the events alone, each as he saw it."""
    board = Board(rules)
    seen = [redact(event, seat) for event in events]
    for event in seen:
        event.apply(board)
    hand = board.hands[seat] if isinstance(seat, int) else ()
    return take_view(board, seat, hand, rules, names, Log(seen, len(seen)), decision, luck)
