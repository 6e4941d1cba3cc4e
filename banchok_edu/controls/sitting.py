"""A game at a table with people: who sits where, whose cards are shown, what has been guessed. Knows no browser.

Everything that a person may do is a method; each raises BanchokError and changes nothing if it cannot be done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banchok_edu.core.policies import Blind
from banchok_edu.core.seating import Policies, Policy, seat_number, seat_policies
from banchok_edu.errors import IllegalChoice, RulesError, shown, whole_number

from .odds import odds_of
from .timeline import Timeline, next_line, next_pause
from .words import WORDS

if TYPE_CHECKING:
    from banchok_edu.core.game import Game
    from banchok_edu.core.view import View

    from .odds import Odds


@dataclass(frozen=True)
class Prediction:
    """A stated chance of winning, in percent, and the exact one: ``wins`` of ``unseen`` cards."""

    moment: int
    seat: int
    hand: str
    guess: float
    wins: int
    unseen: int
    staked: bool = True
    """Whether a card was turned for it, so that all have seen the hand."""

    @property
    def distance(self) -> float:
        """How far the guess was from the exact chance, as a probability."""
        return abs(self.guess / 100 - self.wins / self.unseen)

    def plain(self) -> dict[str, Any]:
        """Give it as plain values: the guess as a probability."""
        return {
            "seat": self.seat,
            "hand": self.hand,
            "guess": round(self.guess / 100, 4),
            "wins": self.wins,
            "unseen": self.unseen,
        }


class Sitting:
    """People and policies at one game.

    Attributes
    ----------
    game
        The game, as far as it has been played.
    at
        The moment that is looked at, in events, if it lies before the present one; else None.
    seated
        The person at the keyboard, by seat; None while nobody may see a hand.
    """

    def __init__(
        self,
        game: Game,
        humans: Iterable[int],
        policies: Policies | None,
        *,
        predict: bool = False,
        odds: bool = False,
        open_cards: bool = False,
    ) -> None:
        players = game.rules.players
        if isinstance(humans, int) and not isinstance(humans, bool):
            humans = (humans,)
        if not isinstance(humans, Iterable):
            raise RulesError(f"humans={shown(humans)} does not name seats: give them in a list, such as [0]")
        self.humans = frozenset(seat_number(seat, players) for seat in humans)
        self.policies = [policy or Blind(1) for policy in seat_policies(policies, players)]
        self.predict, self.odds, self.open = predict, odds, open_cards
        self.predictions: list[Prediction] = []
        self.at: int | None = None
        self.seated: int | None = None
        self.take(game)

    def take(self, game: Game) -> None:
        """Sit down at another game, with the same people as far as it has their seats."""
        if (self.predict or self.odds) and not hasattr(game.rules, "outcome"):
            raise RulesError("predict and odds are for games with coups: in this game no card is turned against a hand")
        line = Timeline(game)
        self.game, self.line, self.at, self.seated = game, line, None, None
        if game.undone:  # it has been played further, and that is to be looked at
            self.look(line.ends[line.now])
        else:
            self._go_on(0)

    def check(self) -> bool:
        """Tell whether the game has been played on from elsewhere since the last time, and take up where it stands."""
        moved = self.line.check()
        if moved:
            self.at = None
            self._hide()
        return moved

    # -- what is the case ------------------------------------------------------------------------------------------

    @property
    def people(self) -> frozenset[int]:
        """The seats that people play at this moment."""
        return self._people_at(self._inputs)

    @property
    def _inputs(self) -> int:
        """How many inputs lead to the moment that is shown."""
        return self.line.now if self.at is None else self.line.inputs_at(self.at)

    def _people_at(self, inputs: int) -> frozenset[int]:
        people = {seat for seat in self.humans if seat < self.game.rules.players}
        for number, seat, to_person in self.line.hand_overs:
            if number <= inputs:
                (people.add if to_person else people.discard)(seat)
        return frozenset(people)

    @property
    def viewer(self) -> int | str | None:
        """Whose view is shown."""
        return "all" if self.open else self.seated

    @property
    def moment(self) -> int:
        """The moment that is shown, in events."""
        return len(self.game.events) if self.at is None else self.at

    def view(self) -> View:
        """Give what may be shown at the moment that is looked at."""
        return self.game.view(self.viewer, self.at)

    @property
    def due(self) -> int | None:
        """The seat of the person who is asked at the moment that is shown."""
        decision = self.game.decision
        return decision.seat if decision and self.at is None and decision.seat in self.people else None

    def odds_now(self) -> Odds | None:
        """Count the chance of the person who is asked; None if he may not know it, or nobody is asked."""
        seat = self.due
        if seat is None or (not self.open and seat != self.seated):
            return None
        return odds_of(self.game.view(seat))

    def predicted(self) -> Prediction | None:
        """Give the guess that has already been stated at this very moment."""
        odds, moment = self.odds_now(), self.line.now
        for known in reversed(self.predictions):
            if odds and (known.moment, known.seat, known.wins, known.unseen) == (
                moment, self.due, odds.wins, odds.unseen
            ):  # fmt: skip
                return known
        return None

    @property
    def told_guesses(self) -> list[Prediction]:
        """The guesses that may be shown: an exact chance tells the hand that it is of, which others may never see."""
        if self.open:
            return self.predictions
        seat = self.seated
        return [guess for guess in self.predictions if (guess.staked if seat is None else guess.seat == seat)]

    # -- playing ---------------------------------------------------------------------------------------------------

    def choose(self, seat: int, value: Any, guess: float | None = None, *, slowly: bool = False) -> None:
        """Answer the decision of a person, and let policies answer until the next person must.

        What is shown is the end of the deal, or the next decision if that comes first; with ``slowly`` the moment right
        after the answer, so that the rest can be looked at step by step.
        """
        decision = self.game.decision
        if self.at is not None:
            raise IllegalChoice(WORDS["note.past"])
        if decision is None:
            raise IllegalChoice(WORDS["note.nobody"])
        if seat != decision.seat or seat not in self.people:
            raise IllegalChoice(WORDS["note.not_yours"].replace("{seat}", self.game.names[decision.seat]))
        if not self.open and self.seated != seat:
            raise IllegalChoice(WORDS["note.hidden"].replace("{seat}", str(seat)))
        answer = decision.check(value)
        stated = self._stated(seat, guess, needed=bool(answer))
        before = len(self.game.events)
        self.game.choose(answer)
        self.line.cut()
        if stated:
            self.predictions.append(stated)
        self._go_on(before, slowly=slowly)

    def _stated(self, seat: int, guess: float | None, *, needed: bool) -> Prediction | None:
        """Give the guess to be kept, if one is asked for here."""
        if not self.predict or (odds := self.odds_now()) is None or self.predicted():
            return None
        if guess is None:
            if needed:
                raise IllegalChoice(WORDS["guess.needed"])
            return None
        hand = " ".join(map(str, self.game.view(seat).hand))
        return Prediction(self.line.now, seat, hand, guess, odds.wins, odds.unseen, staked=needed)

    def _go_on(self, before: int, *, slowly: bool = False) -> None:
        """Let policies answer until a person must, and show what came after a moment."""
        line, people = self.line, self.people
        try:
            if people:
                playing = {seat: policy for seat, policy in enumerate(self._policies()) if seat not in people}
                self.game.advance(line.watched(playing))
        finally:
            line.made()
            pause = next_line(line.events, before) if slowly else next_pause(line.events, before)
            self.look(line.end if pause is None else pause)

    def _one_choice(self) -> None:
        """Let a policy answer once."""
        decision = self.game.decision
        if decision is None or decision.seat in self.people:
            return
        seat = decision.seat
        policy = self.line.watched({seat: self._policies()[seat]})[seat]
        try:
            self.game.choose(policy(self.game.view(seat)))
        except IllegalChoice as error:
            raise IllegalChoice(f"the policy {policy} at seat {seat}: {error}") from None
        self.line.cut()
        self.line.made()
        self._hide()

    def _policies(self) -> list[Policy]:
        known, players = self.policies, self.game.rules.players
        return [known[seat] if seat < len(known) else Blind(1) for seat in range(players)]

    def _hide(self) -> None:
        """Turn the cards of the person at the keyboard down, if it is another's turn or he does not play any more."""
        people, due = self.people, self.due
        if len(people) == 1 and people == self._people_at(len(self.line.ends) - 1):
            (self.seated,) = people  # nobody else sits here, at a later moment neither
        elif self.seated not in people or (due is not None and due != self.seated):
            self.seated = None

    def sit(self, seat: Any) -> None:
        """Show the cards of the person at this seat: he has the keyboard now."""
        number = seat_number(seat, self.game.rules.players)
        if number != self.due:
            raise IllegalChoice(f"seat {number} does not have the turn: its cards stay hidden")
        self.seated = number

    def hide(self) -> None:
        """Hide all hands, before the keyboard goes to another person."""
        if len(self.people) > 1:
            self.seated = None

    # -- time ------------------------------------------------------------------------------------------------------

    def look(self, at: Any) -> None:
        """Go to a moment of the whole line, in events; what comes later is kept."""
        line, number = self.line, whole_number(at)
        if number is None or not 0 <= number <= line.end:
            raise IllegalChoice(f"{shown(at)} is not a moment of this game: 0 to {line.end} events")
        inputs = line.inputs_at(number)
        if line.ends[inputs] == number and (self._is_asked(inputs) or inputs == len(line.ends) - 1):
            self._to_input(inputs)
            return
        if number > len(self.game.events):
            self.game.goto(inputs)
        self.at = number
        self._hide()

    @property
    def pausing(self) -> bool:
        """Whether a deal has ended at the moment that is shown, and another follows."""
        here = self.moment
        return self.due is None and here < self.line.end and next_pause(self.line.events, here - 1) == here

    def deal_on(self) -> None:
        """Go on to the end of the next deal, or to the next choice of a person, whichever comes first."""
        here, line = self.moment, self.line
        pause = next_pause(line.events, here)
        while pause is None and line.now == len(line.ends) - 1 and not self._stands():
            self._one_choice()
            pause = next_pause(line.events, here)
        decision = next(
            (line.ends[i] for i in range(len(line.ends)) if line.ends[i] > here and self._is_asked(i)), line.end
        )
        self.look(min(decision, line.end if pause is None else pause))

    def _stands(self) -> bool:
        """Whether the game waits for a person, or is over."""
        return self.game.decision is None or self.game.decision.seat in self.people

    def _is_asked(self, inputs: int) -> bool:
        """Whether a person is asked after so many inputs."""
        return self.line.asked[inputs] in self._people_at(inputs)

    def _to_input(self, inputs: int) -> None:
        if inputs != self.line.now:
            self.game.goto(inputs)
        self.at = None
        self._hide()

    def step(self) -> None:
        """Go on by one line of the log; at the end of the line a policy chooses, if it is for one to."""
        here = self.moment
        if here >= self.line.end:
            self._one_choice()
        self.look(next_line(self.line.events, here))

    def next_decision(self) -> None:
        """Go to the next moment at which a person chooses, or to the end of the line."""
        here, line = self.moment, self.line
        last = len(line.ends) - 1
        later = range(self._inputs + (self.at is None), last)
        found = next((i for i in later if self._is_asked(i)), last)
        if here < line.end or found > self._inputs:
            self._to_input(found)
        else:
            self._one_choice()

    @property
    def may_undo(self) -> bool:
        """Whether a choice has been made that can be taken back."""
        return self._inputs > 0

    @property
    def may_redo(self) -> bool:
        """Whether there is a later moment to go to."""
        return self.at is not None or self.line.now < len(self.line.ends) - 1

    def undo(self) -> None:
        """Go back to the last choice of a person, or to the beginning."""
        if not self.may_undo:
            raise IllegalChoice("there is nothing to undo: no choice has been made yet")
        self._to_input(next((i for i in reversed(range(self._inputs)) if self._is_asked(i)), 0))

    def redo(self) -> None:
        """Go forward again to the next choice of a person, or to the end of the line."""
        if not self.may_redo:
            raise IllegalChoice("there is nothing to redo: no choice has been undone")
        self.next_decision()

    # -- teacher ---------------------------------------------------------------------------------------------------

    def stack(self, cards: Any) -> None:
        """Decide the next cards."""
        self._live()
        self.game.stack(cards)
        self._changed()

    def expose(self) -> None:
        """Have the next card exposed."""
        self._live()
        self.game.expose()
        self._changed()

    def hand(self, seat: Any, *, to_person: bool) -> None:
        """Hand a seat to a person, or back to its policy."""
        self._live()
        self.game.hand_over(seat, to_person=to_person)
        self._changed()

    def _changed(self) -> None:
        self.line.cut()
        self.line.made()
        self._go_on(len(self.game.events))

    def _live(self) -> None:
        if self.at is not None:
            raise IllegalChoice(WORDS["note.past"])
