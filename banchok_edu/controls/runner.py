"""Many games while one looks on: the running estimate with its band against the exact line."""

from __future__ import annotations

import secrets
import threading
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from banchok_edu.core.settings import in_range
from banchok_edu.errors import BanchokError, RulesError, shown, whole_number

from .runner_view import COUPS, chart, check_statistic, exact_number, numbers
from .running import FIRST, PACES, Run, quietly
from .sheet import Sheet
from .sheet_words import many, say
from .trees import Tree, act, columns, node, paragraph, progress, row, table

if TYPE_CHECKING:
    from banchok_edu.bulk.simulation import Simulation
    from banchok_edu.comparison import Comparison
    from banchok_edu.core.game import Game
    from banchok_edu.core.seating import Policies
    from banchok_edu.estimates import Estimate

_STATES = {"ready": "run.ready", "running": "run.running", "paused": "run.paused", "stopped": "run.stopped"}


class Runner(Sheet):
    """Watch an estimate settle while games are played.

    Parameters
    ----------
    rules, policies
        As for ``be.simulate``.
    statistic
        What is estimated: an end of a bank, such as "tripled"; a column, such as "coups" or "gain" (then say
        whose, with ``seat``); or "wins", the chance of a single coup from a full shoe.
    exact
        The exact number, or what ``be.compare`` takes for one. By default it is looked up where these rules have one.
    games
        How many games at most.
    seed
        Of the games; by default one that nobody else has. It is shown, and gives the same games again.
    seat
        Whose.
    big
        Whether all is half as large again, for a projector.

    Raises
    ------
    RulesError, BanchokError
        If rules, policies, the statistic or a number cannot be.

    >>> import banchok_edu as be
    >>> runner = be.Runner(be.BanchokRules(players=3), statistic="coups", games=2000, seed=7)
    >>> runner.run().estimate == be.simulate(be.BanchokRules(players=3), games=2000, seed=7).mean("coups")
    True
    """

    def __init__(
        self,
        rules: Any,
        policies: Policies | None = None,
        statistic: str = "tripled",
        exact: Any = None,
        games: int = 1_000_000,
        *,
        seed: int | None = None,
        seat: int | None = None,
        big: bool = False,
    ) -> None:
        count = whole_number(games)
        if count is None or not 1 <= count <= 10**12:
            raise RulesError(f"games={shown(games)} is not allowed: games is a whole number from 1 to 10**12")
        if not isinstance(statistic, str):
            raise RulesError(f"statistic={shown(statistic)} is not allowed: name one, such as 'tripled' or 'coups'")
        self._rules, self._policies, self._statistic, self._seat = rules, policies, statistic, seat
        self._games = count
        self._seed = _fresh_seed() if seed is None else in_range("seed", seed, 64)
        self._exact: Any = exact
        self._model: str | None = None
        self._why = ""
        self._finder: threading.Thread | None = None
        self._closed = False
        self._opened: int | None = None
        self._slow = self._is_slow()
        self._unit = "coups" if statistic == COUPS else "games"
        self._asked = self._question()
        self.title = say("runner", question=self._asked)
        self._current = self._fresh_run()
        super().__init__(big=big)

    # -- in Python -------------------------------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The seed of the games."""
        return self._seed

    @property
    def status(self) -> str:
        """Whether it is "ready", "running", "paused", "stopped", "done" or has "failed"."""
        return self._current.status

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self._current.done

    @property
    def simulation(self) -> Simulation | None:
        """The games played so far, as sums; None before the first, and where single coups are played."""
        return self._current.simulation

    @property
    def estimate(self) -> Estimate | None:
        """The estimate so far."""
        return self._current.estimate

    @property
    def comparison(self) -> Comparison | None:
        """The exact number beside the estimate, where there are both."""
        from banchok_edu.comparison import compare

        if self._exact is None or self.estimate is None:
            return None
        found: Comparison = compare(self._exact, self.estimate, self._model)
        return found

    def game(self, i: int) -> Game:
        """Give one of the games played, to be stepped through; of single coups the game that begins with coup i.

        Raises
        ------
        BanchokError
            If it has not been played yet.
        """
        number_of_game = whole_number(i)
        if number_of_game is None or not 0 <= number_of_game < self.games:
            most = f"they are 0 to {self.games - 1:,}" if self.games else "none has been played yet"
            raise BanchokError(f"{shown(i)} is not a game of this run: {most}")
        if self._current.simulation is not None:
            return self._current.simulation.game(number_of_game)
        from banchok_edu.games.registry import GAMES

        rules = replace(self._rules, players=2, first_banker=0)
        return GAMES[rules.game](rules, seed=self._seed, index=number_of_game)

    def start(self) -> Runner:
        """Begin, or go on after a pause; after a stop the same games are played again from the first."""
        return self._tried("start")

    def pause(self) -> Runner:
        """Wait until ``start``."""
        return self._tried("pause")

    def stop(self) -> Runner:
        """End the run; what was played stays."""
        return self._tried("stop")

    def faster(self) -> Runner:
        """Play faster, up to as fast as it goes."""
        return self._tried("faster")

    def slower(self) -> Runner:
        """Play slower."""
        return self._tried("slower")

    def new_seed(self) -> Runner:
        """End the run, and take a seed that nobody else has."""
        return self._tried("seed")

    def run(self) -> Runner:
        """Play all games as fast as it goes, and wait for them."""
        with self._lock:
            self._current.set_pace(len(PACES) - 1)
            self.do("start")
        self.wait()
        return self

    def wait(self, seconds: float | None = None) -> Runner:
        """Wait until the run has ended, and the exact number, if it is looked for, has been found."""
        self._current.join(seconds)
        if self._finder is not None:
            self._finder.join(seconds)
        return self

    def close(self) -> None:
        """Take it from the page, and end its threads."""
        self._closed = True
        if "_current" in self.__dict__:  # a runner that could not be made is closed too
            self._current.stop()
            self._current.join(2)
        super().close()

    def _tried(self, name: str) -> Runner:
        with self._lock:
            self.do(name)
            self.refresh()
        return self

    # -- the run ---------------------------------------------------------------------------------------------------

    def _is_slow(self) -> bool:
        from banchok_edu.core.policy import is_table
        from banchok_edu.core.seating import seat_policies

        if self._statistic == COUPS or not hasattr(self._rules, "players"):
            return False
        return any(policy and not is_table(policy) for policy in seat_policies(self._policies, self._rules.players))

    def _question(self) -> str:
        """Say what is estimated, and refuse now what could not be estimated later."""
        from banchok_edu.comparison import compare

        few = self._play(0, 1)
        check_statistic(few, self._statistic, self._seat)
        found = self._estimated(few)
        if found is None:
            return self._statistic
        if self._exact is not None:
            compare(self._exact, found)
        return found.question

    def _fresh_run(self) -> Run:
        return Run(self._play, self._estimated, self._games, self._told, 1 if self._slow else FIRST)

    def _play(self, start: int, games: int) -> Any:
        from banchok_edu.bulk.chunks import numpy_is_there
        from banchok_edu.bulk.coups import coups
        from banchok_edu.bulk.simulating import simulate

        if self._statistic == COUPS:
            return coups(self._rules, games, self._seed, start)
        keep = "columns" if numpy_is_there() else "summary"
        with quietly() if self._slow else nullcontext():
            return simulate(self._rules, self._policies, games, self._seed, start, keep=keep)

    def _estimated(self, played: Any) -> Estimate | None:
        found: Estimate
        if self._statistic == COUPS:
            found = played.probability(COUPS)
            return found
        asked = played.probability if self._statistic in played.ways else played.mean
        try:
            found = asked(self._statistic, seat=self._seat)
        except BanchokError:  # no such bank has been opened yet
            return None
        return found

    def _told(self, run: Run) -> None:
        """Show what is new; called from the thread of the run."""
        if self._closed or run is not self._current:
            return
        note = ""
        if run.fault is not None:
            self.fault = run.fault
            note = f"{type(run.fault).__name__}: {run.fault}"[:300]
        self.refresh(note)

    def _find_exact(self) -> None:
        """Look the exact number up, in a thread of its own."""
        if self._exact is None and not self._why and self._finder is None:
            self._finder = threading.Thread(target=self._look_up, name="exact number", daemon=True)
            self._finder.start()

    def _look_up(self) -> None:
        try:
            self._exact, self._model = exact_number(self._rules, self._policies, self._statistic, self._asked)
        except BanchokError as error:
            self._why = str(error)
        except Exception as error:  # noqa: BLE001 (a thread has nobody else to tell)
            self.fault, self._why = error, f"{type(error).__name__}: {error}"[:300]
        if not self._closed:
            self.refresh()

    # -- for the browser -------------------------------------------------------------------------------------------

    def do(self, name: str, value: Any = None) -> None:
        """Do what a control asks for."""
        run = self._current
        if name == "start":
            if run.status in ("stopped", "done", "failed"):
                self._renew()
            self._find_exact()
            self._current.start()
        elif name == "pause":
            run.pause()
        elif name == "stop":
            run.stop()
        elif name in ("faster", "slower"):
            step = 1 if name == "faster" else -1
            run.set_pace(min(max(run.pace + step, 0), len(PACES) - 1))
        elif name == "seed":
            run.stop()
            self._seed = _fresh_seed()
            self._renew()
        else:
            self._opened = value

    def _renew(self) -> None:
        pace = self._current.pace
        self._current, self._opened = self._fresh_run(), None
        self._current.set_pace(pace)

    def sub(self) -> str:
        """Name the model of the deck."""
        from banchok_edu.comparison import MODELS

        model = "fresh_each_coup" if self._statistic == COUPS else getattr(self._rules, "deck_use", "")
        return f"Model: {MODELS[model]}." if model in MODELS else ""

    def spoken(self) -> str:
        """Say how it stands when that changes, and nothing while it runs."""
        if self.status == "running":
            return say("run.running")
        told = self._status_words()
        if self.estimate is not None:
            value, error, _, _ = self.estimate.written()
            told = f"{told} {self._progress_words()}. {value} ± {error}."
        return told

    def _status_words(self) -> str:
        if self.status == "done":
            return say("run.done", games=f"{self._games:,}", unit=self._unit)
        return say(_STATES.get(self.status, "run.failed"))

    def parts(self) -> list[Tree]:
        """Give the buttons, the numbers, and the chart."""
        run = self._current
        left: list[Tree] = [
            row(*self._buttons()),
            progress(
                run.done,
                self._games,
                say("run.progress.label"),
                self._progress_words(),
            ),
            paragraph(f"{self._status_words()} {self._pace_words()}", "soft"),
            *numbers(self.estimate, self.comparison, self._without()),
            paragraph(say("run.seed_is", seed=self._seed, unit=self._unit), "soft"),
        ]
        right: list[Tree] = (
            [chart(run.history, self._line(), self._unit)] if run.history else [paragraph(say("run.none"), "soft")]
        )
        return [columns(left, [*right, *self._outliers()])]

    def _buttons(self) -> list[Tree]:
        status, pace = self.status, self._current.pace
        if status == "running":
            first = act("pause", say("run.pause"), primary=True)
        else:
            words = {"ready": "run.start", "paused": "run.resume"}
            first = act("start", say(words.get(status, "run.again")), primary=True)
        return [
            first,
            act("stop", say("run.stop"), off=status not in ("running", "paused")),
            act("slower", say("run.slower"), off=pace == 0),
            act("faster", say("run.faster"), off=pace == len(PACES) - 1),
            act("seed", say("run.seed")),
        ]

    def _progress_words(self) -> str:
        return say("run.progress", done=f"{self.games:,}", games=f"{self._games:,}", unit=self._unit)

    def _pace_words(self) -> str:
        rate = PACES[self._current.pace]
        return (say("run.pace", rate=f"{rate:,}", unit=self._unit) if rate else say("run.pace.full")) + "."

    def _without(self) -> str:
        """Say why there is no exact number, or that it is not there yet."""
        if self._why:
            return say("run.exact.none", why=self._why)
        return say("run.exact.working") if self._finder is not None and self._exact is None else ""

    def _line(self) -> float | None:
        found = self.comparison
        return None if found is None else float(found.exact)

    def _outliers(self) -> list[Tree]:
        if not self._current.outliers or self.status == "running":
            return []
        rows = []
        for one in sorted(self._current.outliers, key=lambda one: one.what, reverse=True):
            told = (
                say("run.gain", seat=one.seat, gain=f"{one.amount:+,}")
                if one.what == "gain"
                else say("run.coups", coups=many(one.amount, "coup"))
            )
            button = act(f"open {one.game}", say("run.open", number=f"{one.game:,}"), one.game)
            rows.append((told, button))
        parts: list[Tree] = [table(say("run.outliers"), (say("run.what"), say("run.which")), rows)]
        if self._opened is not None:
            code = f"be.Table(runner.game({self._opened}))"
            parts.append(node("p", say("run.code"), node("code", code)))
        return parts


def _fresh_seed() -> int:
    return secrets.randbelow(10**9)
