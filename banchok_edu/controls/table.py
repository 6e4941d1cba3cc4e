"""A table to sit at: one game in the browser, played with mouse or keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from banchok_edu.core import wording
from banchok_edu.core.display import as_html
from banchok_edu.core.game import Game
from banchok_edu.errors import BanchokError, RulesError, shown
from banchok_edu.games.registry import from_code

from .base import Control, Message, MessageError
from .sitting import Sitting
from .table_view import MOST_LINES, log_lines, say, table_view
from .words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from banchok_edu.core.seating import Policies


class Table(Control):
    """Sit down at a game in a notebook, with mouse or keys.

    Parameters
    ----------
    game
        The game to be played, of any of the three; or a game code.
    humans
        The seats that people play. With several, the cards are hidden while the keyboard is handed over.
    policies
        Who plays the other seats: one policy, a mapping from seats, or a list; by default each stakes 1 counter
        without looking at his cards.
    predict
        Whether one's chance of winning is to be stated before a card is turned.
    odds
        Whether the exact chance stands by the hand, counting all that the seat has seen.
    open
        Whether every card is shown, for a teacher.
    big
        Whether all is half as large again, for a projector.

    Raises
    ------
    RulesError
        If a seat or a policy cannot be, or if chances are asked for in a game without coups.
    SaveError
        If a game code cannot be read.

    >>> import banchok_edu as be
    >>> table = be.Table(be.Banchok(be.BanchokRules(players=2, first_banker=1), seed=7))
    >>> table.choose(2)
    >>> table.game.purses
    (2, -10)
    """

    module: ClassVar[str] = "table"
    changing: ClassVar[frozenset[str]] = frozenset(
        ("choose", "undo", "redo", "look", "step", "next", "on", "sit", "hide", "stack", "expose", "hand", "open")
    )

    def __init__(
        self,
        game: Game | str,
        humans: Iterable[int] = (0,),
        policies: Policies | None = None,
        *,
        predict: bool = False,
        odds: bool = False,
        open: bool = False,  # noqa: A002 (the public name)
        big: bool = False,
    ) -> None:
        for name, flag in (("predict", predict), ("odds", odds), ("open", open), ("big", big)):
            if not isinstance(flag, bool):
                raise RulesError(f"{name}={shown(flag)} is not allowed: {name} is True or False")
        if isinstance(game, str):
            game = from_code(game)
        if not isinstance(game, Game):
            raise RulesError(f"{shown(game)} is not a game: give one, such as be.Banchok(), or a game code")
        self._sitting = Sitting(game, humans, policies, predict=predict, odds=odds, open_cards=open)
        self._big = big
        self._era = 0
        self._shown_last: tuple[int, int | str | None] = (0, None)
        super().__init__(**self._facts())

    # -- in Python -------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game at the table, at the moment that it has been taken to."""
        return self._sitting.game

    @property
    def predictions(self) -> list[dict[str, Any]]:
        """The guesses stated so far, as plain values: seat, hand, guess (a probability), and wins of unseen cards.

        >>> import banchok_edu as be
        >>> game = be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠")
        >>> table = be.Table(game, predict=True)
        >>> table.choose(2, guess=60)
        >>> table.predictions
        [{'seat': 0, 'hand': '9♠', 'guess': 0.6, 'wins': 31, 'unseen': 51}]
        """
        return [prediction.plain() for prediction in self._sitting.predictions]

    def choose(self, value: Any, guess: float | None = None) -> None:
        """Answer for the person whose turn it is, as the buttons do.

        Parameters
        ----------
        value
            A stake or opening in counters (0 passes), a position, or True or False.
        guess
            The chance of winning in percent, where the table asks for it.

        Raises
        ------
        IllegalChoice
            If it is not allowed; nothing has changed then.
        """
        with self._lock:
            sitting = self._sitting
            self._look_up()
            if sitting.due is None:
                sitting.next_decision()
            due, seated, before = sitting.due, sitting.seated, sitting.line.now
            if due is not None and seated != due:
                sitting.sit(due)
            try:
                sitting.choose(-1 if due is None else due, value, guess)
            except BanchokError:
                if sitting.line.now == before:
                    sitting.seated = seated  # a refused answer shows nobody's hand
                raise
            finally:
                self.refresh()

    # -- for the browser -------------------------------------------------------------------------------------------

    def _facts(self) -> dict[str, Any]:
        """Give what does not change as long as this game is at the table."""
        game, sitting = self.game, self._sitting
        rules: Any = game.rules
        facts: dict[str, Any] = {
            "title": wording.label_of_game("game", rules.game),
            "game": rules.game,
            "names": list(game.names),
            "named": game.named,
            "credit": rules.purse is None,
            "big": self._big,
            "predict": sitting.predict,
            "signs": wording.SIGNS,
        }
        if rules.game == "black_cat":
            kinds: dict[str, int] = {}
            for card in rules.cards:
                kinds[card.kind] = kinds.get(card.kind, 0) + 1
            facts |= {"pack": kinds, "stake": rules.stake, "reserve_pays": rules.reserve_pays}
        else:
            facts |= {"hand": rules.cards_each, "ranks": wording.RANK_WORDS, "suits": wording.SUIT_WORDS}
        return facts

    def state(self) -> dict[str, Any]:
        """Give what the browser shows: the table as the person at the keyboard may see it."""
        sitting = self._sitting
        self._look_up()
        last, viewer = self._shown_last
        if sitting.moment < last or sitting.viewer != viewer:
            self._era += 1
        self._shown_last = (sitting.moment, sitting.viewer)
        return {"era": self._era, **table_view(sitting)}

    def _look_up(self, *, clicked: bool = False) -> None:
        """See whether the game has been played on from elsewhere; its log is then another, and a click too late."""
        if self._sitting.check():
            self._era += 1
            if clicked:
                raise MessageError(WORDS["note.late"])

    def hear(self, kind: str, message: Message) -> None:
        """Do what the browser asks for."""
        sitting = self._sitting
        self._look_up(clicked=kind in self.changing)
        if kind == "choose":
            guess = message.number("guess", 0, 100)
            seat = message.whole("seat", 0, len(self.game.names) - 1)
            sitting.choose(seat, message.raw("value"), guess, slowly=message.raw("slowly") is True)
        elif kind in ("undo", "redo", "step", "hide", "expose"):
            getattr(sitting, kind)()
        elif kind == "next":
            sitting.next_decision()
        elif kind == "on":
            sitting.deal_on()
        elif kind == "look":
            sitting.look(message.whole("at", 0, sitting.line.end))
        elif kind == "sit":
            sitting.sit(message.whole("seat", 0, len(self.game.names) - 1))
        elif kind == "stack":
            sitting.stack(message.text("cards"))
        elif kind == "hand":
            sitting.hand(message.whole("seat", 0, len(self.game.names) - 1), to_person=message.truth("person"))
        elif kind == "open":
            self._open(from_code(message.text("code").strip()))
        else:
            self._answer(kind, message)

    def _open(self, game: Game) -> None:
        """Put another game on the table."""
        try:
            self._sitting.take(game)
        finally:  # a policy may fail when the other game is at the table already
            self._era += self.game is game
            self.fixed = {**self.fixed, **self._facts()}

    def _answer(self, kind: str, message: Message) -> None:
        """Send what is asked for and changes nothing."""
        sitting = self._sitting
        if kind == "code":
            self.reply("code", code=self.game.code)
        elif kind == "predictions":
            told = [prediction.plain() for prediction in sitting.told_guesses]
            self.reply("predictions", code=f"predictions = {told!r}")
        elif kind == "log":
            end = message.whole("to", 0, sitting.moment)
            view = sitting.view()
            marks = tuple(f"\ue000{seat}\ue001" for seat in range(len(view.names)))
            start, lines = log_lines(view.events, marks, message.whole("from", 0, end), end, MOST_LINES)
            self.reply("log", era=self._era, start=start, to=end, lines=lines)
        else:
            raise message.unknown()

    def still(self) -> str:
        """Give a still picture of the table as HTML without script."""
        picture = as_html(self._sitting.view())
        return f"{picture}<p>{say('still')}</p>"
