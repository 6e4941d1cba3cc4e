"""The line of a game's moments: which events belong to which input, those undone included. Knows no widget."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any

from banchok_edu.core.decision import Expose
from banchok_edu.core.events import DealBegan, Dealt, Looked, Opened, Passed, Settled
from banchok_edu.core.inputs import HandOver, Stack
from banchok_edu.core.seating import policy_name
from banchok_edu.games.black_cat.events import CardTurned

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banchok_edu.core.events import Event
    from banchok_edu.core.game import Game
    from banchok_edu.core.inputs import Input
    from banchok_edu.core.seating import Policy
    from banchok_edu.core.view import View


CLEARING = (Opened, DealBegan)
ACTING = (Settled, Passed, CardTurned)


class Timeline:
    """Where each input of a game stands among its events, and who was asked for it.

    Attributes
    ----------
    ends
        After 0, 1, 2, ... inputs: how many events had happened.
    events
        All events of the line, hidden cards included.
    asked
        After as many inputs: the seat whose decision it was, None when the game was over.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._line: tuple[Input, ...] = ()
        self.ends: list[int] = []
        self.asked: list[int | None] = []
        self.events: tuple[Event, ...] = ()
        self._next = 0
        self.measure()

    @property
    def now(self) -> int:
        """How many inputs have been made."""
        return len(self.game.inputs)

    @property
    def end(self) -> int:
        """How many events the whole line has."""
        return self.ends[-1]

    def measure(self) -> None:
        """Play the whole line again beside the game, and note where each input stands."""
        game = self.game
        line = (*game.inputs, *reversed(game.undone))
        twin = type(game)(game.rules, seed=game.seed, index=game.index, stack=game.stacked)
        self.ends, self.asked = [], []
        self._note(twin)
        for given in line:
            _give(twin, given)
            self._note(twin)
        self._line, self.events = line, twin.events

    def check(self) -> bool:
        """Measure anew if the game has been played on by someone else; tell whether it has."""
        if self._line == (*self.game.inputs, *reversed(self.game.undone)):
            return False
        self.measure()
        return True

    def cut(self) -> None:
        """Forget what came after: another input has been made."""
        del self.ends[self.now :], self.asked[self.now :]

    def made(self) -> None:
        """Note the present moment, when those on the way have been noted."""
        if len(self.ends) == self.now:
            self._note(self.game)
        self._gather()

    def watched(self, policies: Mapping[int, Policy]) -> dict[int, Policy]:
        """Give policies that note each moment at which they are asked from now on."""
        self._next = self.now
        return {seat: _Watched(policy, self) for seat, policy in policies.items()}

    def asked_at(self, events: int, seat: int | None) -> None:
        """Note that a policy was asked after so many events."""
        if self._next == len(self.ends):
            self.ends.append(events)
            self.asked.append(seat)
        self._next += 1

    def inputs_at(self, events: int) -> int:
        """Tell how many inputs lead to a moment; where several moments look alike, to the last of them."""
        inputs = bisect_left(self.ends, events)
        return bisect_right(self.ends, events) - 1 if self.ends[inputs] == events else inputs

    def _note(self, game: Game) -> None:
        self.ends.append(len(game.events))
        self.asked.append(game.decision.seat if game.decision else None)

    def _gather(self) -> None:
        self._line, self.events = (*self.game.inputs, *reversed(self.game.undone)), self.game.events

    @property
    def hand_overs(self) -> list[tuple[int, int, bool]]:
        """For each hand-over: how many inputs it made, the seat, whether it went to a person."""
        return [(i, x.seat, x.to_person) for i, x in enumerate(self._line, 1) if isinstance(x, HandOver)]  # fmt: skip


class _Watched:
    """A policy whose moments are noted; in messages it has its own name."""

    def __init__(self, policy: Policy, line: Timeline) -> None:
        self._policy, self._line = policy, line
        self.needs_luck = getattr(policy, "needs_luck", True)
        self.__name__ = policy_name(policy)

    def __call__(self, view: View) -> Any:
        seat = view.decision.seat if view.decision else None
        self._line.asked_at(len(view.events), seat)
        try:
            return self._policy(view)
        except Exception as error:
            error.add_note(f"(the policy {self} at seat {seat})")
            raise

    def __repr__(self) -> str:
        return self.__name__


def _give(game: Game, given: Input) -> None:
    if isinstance(given, Stack):
        game.stack(given.cards)
    elif isinstance(given, HandOver):
        game.hand_over(given.seat, to_person=given.to_person)
    elif isinstance(given, Expose):
        game.expose()
    else:
        game.choose(given)


def next_line(events: Sequence[Event], at: int) -> int:
    """Give the moment after the next thing worth a line: looks are passed over, a deal is one thing.

    >>> from banchok_edu.core.events import DealBegan
    >>> next_line([DealBegan(1), Dealt(1, None, None), Dealt(2, None, None), Looked(1, ())], 1)
    4
    """
    end, past = len(events), at
    while past < end:
        event = events[past]
        past += 1
        if isinstance(event, Looked):
            continue
        while isinstance(event, Dealt) and past < end and isinstance(events[past], Dealt):
            past += 1
        break
    while past < end and isinstance(events[past], Looked):
        past += 1
    return past


def next_pause(events: Sequence[Event], at: int) -> int | None:
    """Give the next moment at which what lies on the table is about to be cleared away; None if there is none.

    Somebody must have bet, passed or turned a card since the table was last cleared: else there is nothing to look at.

    >>> from banchok_edu.core.events import DealBegan, Passed
    >>> next_pause([DealBegan(1), Passed(1), Passed(2), DealBegan(2)], 1)
    3
    """
    start = next((i for i in reversed(range(min(at, len(events)))) if isinstance(events[i], CLEARING)), 0)
    acted = False
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, CLEARING):
            if acted and place > at:
                return place
            acted = False
        elif isinstance(event, ACTING):
            acted = True
    return None
