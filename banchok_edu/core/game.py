"""The driver of every game: asks, takes answers, goes back and forth, and never half does a thing.

A game is its rules, its seed, its index and the inputs so far; all else follows from them by playing the script again.
"""

from __future__ import annotations

import contextlib
import secrets
from typing import TYPE_CHECKING, Any, ClassVar, Self

from banchok_edu.chance import Chance, check_stack
from banchok_edu.errors import BanchokError, IllegalChoice, RulesError, shown, whole_number

from . import saving
from .decision import Decision, Expose
from .events import HandedOver
from .inputs import HandOver, Input, Stack
from .seating import Policies, Policy, policy_name, seat_number, seat_policies
from .settings import checked_names, in_range
from .table import Script, Table
from .view import Log, View, fold, take_view

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from .events import Event
    from .rules import Rules


class Game:
    """A game in play. Use one of the games: ``Banchok``, ``PolishBanchok``, ``BlackCat``.

    Parameters
    ----------
    rules
        The rules of the game; by default the game's own defaults.
    seed
        A whole number from 0 to 2**64 - 1, from which all luck follows; None takes a new one.
    index
        The number of the game among those of this seed, 0 to 2**63 - 1.
    names
        A name for each seat; they are shown and saved, and mean nothing to the game.
    stack
        The cards that come first in the first deck.

    Raises
    ------
    RulesError
        If any of these cannot be.
    CardError
        If a card is unknown, or stacked more often than the shoe has it.
    """

    rules_type: ClassVar[type[Rules]]

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        index: int = 0,
        names: Sequence[str] | None = None,
        stack: Sequence[Any] | str | None = None,
    ) -> None:
        if rules is None:
            rules = self.rules_type()  # type: ignore[call-arg]
        if not isinstance(rules, self.rules_type):
            raise RulesError(f"{shown(rules)} are not rules of this game: give {self.rules_type.__name__}(...)")
        self.rules = rules
        self.seed = secrets.randbits(32) if seed is None else in_range("seed", seed, 64)
        self.index = in_range("index", index, 63)
        self.named = names is not None
        """Whether the players were given names."""
        self.names = checked_names(names, rules.players)
        """The players' names, or those of their seats."""
        self.stacked = rules.read_cards(() if stack is None else stack)
        """The cards that came first in the first deck."""
        check_stack(self.stacked, rules.cards)
        self._inputs: list[Input] = []
        self._undone: list[Input] = []
        self._begin()

    @staticmethod
    def script(rules: Any, table: Table) -> Script:
        """Play the game: what a game's folder gives."""
        raise NotImplementedError

    # -- what is the case ------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; None when it is over."""
        return self._decision

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._decision is None

    @property
    def events(self) -> tuple[Event, ...]:
        """All that has happened, hidden cards included. What a seat may know is in its view."""
        return tuple(self._table.events)

    @property
    def purses(self) -> tuple[int, ...]:
        """Counters of each seat; with unlimited credit the net gain, which may be negative."""
        return self._table.board.ledger.purses

    @property
    def gains(self) -> tuple[int, ...]:
        """Counters that each seat has gained since the start, at this moment."""
        return tuple(held - (self.rules.purse or 0) for held in self.purses)

    @property
    def bank(self) -> int:
        """Counters in the bank."""
        return self._table.board.ledger.bank

    @property
    def reserve(self) -> int:
        """Counters in the reserve (Black Cat; elsewhere 0)."""
        return self._table.board.ledger.reserve

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the win; empty until the game is over."""
        return self._table.board.winners

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The inputs so far, those undone left out."""
        return tuple(self._inputs)

    @property
    def undone(self) -> tuple[Input, ...]:
        """The inputs that have been undone, the one to be redone first comes last."""
        return tuple(self._undone)

    @property
    def steps(self) -> int:
        """How many inputs there are in all, those undone included: the range of ``goto``."""
        return len(self._inputs) + len(self._undone)

    def view(self, seat: int | str | None = None, at: int | None = None) -> View:
        """Give what a viewer may know.

        Parameters
        ----------
        seat
            A seat's number; None for what everybody knows; "all" for everything that has been dealt.
        at
            After how many events; by default now.

        >>> import banchok_edu as be
        >>> game = be.Banchok(be.BanchokRules(players=3, first_banker=0), stack="Qh 9s")
        >>> game.view(1).hand, game.view(2).hand
        ((Card('Q♥'),), (None,))
        """
        events = self._table.events
        number = len(events) if at is None else whole_number(at)
        if number is None or not 0 <= number <= len(events):
            raise BanchokError(f"at={shown(at)} is not a moment of this game: 0 to {len(events)} events have happened")
        if seat is not None and not (isinstance(seat, str) and seat == "all"):
            seat = seat_number(seat, self.rules.players)
        decision = self._decision if number == len(events) else None
        luck = self._chance.policy_word() if decision and decision.seat == seat else None
        return fold(events[:number], seat, self.rules, self.names, decision, luck)

    # -- going on --------------------------------------------------------------------------------------------------

    def choose(self, choice: Any) -> Self:
        """Answer the decision that is due.

        Parameters
        ----------
        choice
            A stake or an opening in counters (0 passes), a position, or True or False.

        Raises
        ------
        IllegalChoice
            If the rules do not allow it; nothing has changed then.
        """
        self._do(self._due().check(choice))
        return self

    def advance(self, policies: Policies | None = None) -> Self:
        """Let policies answer, until a seat without a policy must choose or the game is over.

        Parameters
        ----------
        policies
            One policy for all seats, a mapping from seats, or a list with None for seats without one.

        Raises
        ------
        IllegalChoice
            If a policy gives what is not allowed; names the policy. The game stands before that choice.
        """
        seated = seat_policies(policies, self.rules.players)
        while (decision := self._decision) is not None:
            policy = seated[decision.seat]
            if policy is None or self._table.board.by_person[decision.seat]:
                break
            answer = policy(self._view_for(decision, policy))
            try:
                choice = self._due().check(answer)  # a policy may have gone on with the game itself
            except IllegalChoice as error:
                raise IllegalChoice(
                    f"the policy {policy_name(policy)} at seat {decision.seat}, game {self.index} of seed {self.seed}, "
                    f"after {len(self._inputs)} inputs: {error}"
                ) from None
            self._do(choice)
        return self

    def stack(self, cards: Sequence[Any] | str) -> Self:
        """Decide the next cards by hand, as a teacher may; only cards that luck has not yet decided.

        What is left of an earlier stack is decided anew: by this stack, and behind it by luck. Where the cards of a
        deal are all laid at once (Black Cat), the stack is for the next deal.

        Raises
        ------
        CardError
            If one of them cannot be the next; nothing has changed then.
        IllegalChoice
            If the game is over.
        """
        read = self.rules.read_cards(cards)
        self._due()
        self._do(Stack(read))
        return self

    def expose(self) -> Self:
        """Have the next card exposed before the seat whose decision it is declares, as a teacher may.

        Raises
        ------
        IllegalChoice
            If the rules know no exposed card, or it is not the moment.
        """
        if not self._due().may_expose:
            raise IllegalChoice("no card can be exposed now: only once, before a punter of Polish banchok stakes")
        self._do(Expose())
        return self

    def hand_over(self, seat: int, *, to_person: bool) -> Self:
        """Hand a seat to a person at the table, so that ``advance`` stops there, or back to its policy."""
        seat = seat_number(seat, self.rules.players)
        if not isinstance(to_person, bool):
            raise RulesError(f"to_person={shown(to_person)} is not allowed: say True for a person, False for a policy")
        self._do(HandOver(seat, to_person))
        return self

    # -- back and forth --------------------------------------------------------------------------------------------

    def undo(self) -> Self:
        """Take back the last input; ``redo`` brings it again.

        Raises
        ------
        IllegalChoice
            If there is none.
        """
        if not self._inputs:
            raise IllegalChoice("there is nothing to undo: no choice has been made yet")
        return self.goto(len(self._inputs) - 1)

    def redo(self) -> Self:
        """Make again the input that was undone last.

        Raises
        ------
        IllegalChoice
            If there is none, or another choice has been made since.
        """
        if not self._undone:
            raise IllegalChoice("there is nothing to redo: no choice has been undone")
        return self.goto(len(self._inputs) + 1)

    def goto(self, n: int) -> Self:
        """Go to the moment after ``n`` inputs; the later ones are kept for ``redo`` and ``goto``."""
        number = whole_number(n)
        if number is None or not 0 <= number <= self.steps:
            raise IllegalChoice(f"step {shown(n)} does not exist: this game has steps 0 to {self.steps}")
        inputs = [*self._inputs, *reversed(self._undone)]
        self._replay(inputs[:number], inputs[number:][::-1])
        return self

    # -- keeping ---------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Give the whole game as JSON text; ``from_json`` reads it."""
        return saving.to_json(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game to a file, whole or not at all; ``load`` reads it.

        Raises
        ------
        SaveError
            If the file cannot be written; an older file is then still whole.
        """
        saving.write(path, self.to_json())

    @property
    def code(self) -> str:
        """A short text, without names, from which anyone can rebuild this game; it tells every card to who reads it."""
        return saving.to_code(self)

    # -- how it prints ---------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        """Give one line, without any card."""
        state = self._decision.prompt if self._decision else "over"
        return f"<{type(self).__name__}, {self.rules.players} players: {state}>"

    def __str__(self) -> str:
        """Show the table in text, as the seat sees it whose decision it is."""
        from . import display

        return display.as_text(self._display_view())

    def _repr_html_(self) -> str:
        from . import display

        return display.as_html(self._display_view())

    def log(self, seat: int | str | None = "all") -> list[str]:
        """Give the events as sentences with the players' names, as ``seat`` may know them.

        >>> import banchok_edu as be
        >>> print(be.Banchok(be.BanchokRules(players=3, first_banker=0), seed=7).log(seat=None)[1])
        Seat 0 opens a bank of 10 counters.
        """
        return [event.sentence(self.names) for event in self.view(seat).events]

    # -- within ----------------------------------------------------------------------------------------------------

    def _display_view(self) -> View:
        return self.view(self._decision.seat if self._decision else None)

    def _due(self) -> Decision:
        if self._decision is None:
            raise IllegalChoice("the game is over: there is nothing left to choose; undo() goes back a step")
        return self._decision

    def _begin(self) -> None:
        """Set up the table and play to the first decision."""
        use = getattr(self.rules, "deck_use", "")
        self._chance: Chance[Any] = Chance(self.seed, self.index, self.rules.cards, use, self.stacked)
        self._table = Table(self.rules, self._chance)
        self._script: Script = type(self).script(self.rules, self._table)
        self._decision: Decision | None = next(self._script, None)

    def _do(self, given: Input) -> None:
        """Carry out one input and record it; if that is interrupted, the game is put back as it was."""
        done, undone = len(self._inputs), self._undone
        try:
            self._carry_out(given)
            if undone:
                self._undone = []
            self._inputs.append(given)
        except BaseException:
            while True:
                with contextlib.suppress(KeyboardInterrupt):  # another one must not leave half a game
                    self._replay(self._inputs, undone if len(self._inputs) == done else [])
                    break
            raise

    def _carry_out(self, given: Input) -> None:
        if isinstance(given, int):
            self._chance.count_decision()
        elif isinstance(given, Stack):
            self._chance.stack(given.cards)
            return
        elif isinstance(given, HandOver):
            self._table.say(HandedOver(given.seat, given.to_person))
            return
        try:
            self._decision = self._script.send(given)
        except StopIteration:
            self._decision = None

    def _replay(self, inputs: list[Input], undone: list[Input]) -> None:
        """Stand where these inputs lead to, or if that is interrupted, where the game stood; all were legal before."""
        stood = self._chance, self._table, self._script, self._decision
        try:
            self._begin()
            for given in inputs:
                self._carry_out(given)
            self._inputs, self._undone = inputs, undone
        except BaseException:
            self._chance, self._table, self._script, self._decision = stood
            raise

    def _view_for(self, decision: Decision, policy: Policy) -> View:
        """Give the deciding seat's view, made from the live table; equal to ``view(seat)``, and quicker."""
        table, seat = self._table, decision.seat
        hand = table.seen[seat] or table.board.hands[seat]
        wants_luck = decision.options or getattr(policy, "needs_luck", True)
        luck = self._chance.policy_word() if wants_luck else None
        log = Log(table.public, len(table.public), table.own[seat])
        return take_view(table.board, seat, hand, self.rules, self.names, log, decision, luck)
