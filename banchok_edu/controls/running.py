"""A long run in pieces, in a thread of its own, that can be paused, quickened and stopped at once. Knows no widget.

The pieces are so short that whoever asks for a stop waits for less than a quarter of a second.
"""

from __future__ import annotations

import threading
import time
import warnings
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.errors import SlowPlay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from banchok_edu.bulk.simulation import Simulation
    from banchok_edu.estimates import Estimate

PIECE = 0.1
"""Seconds that a piece should take."""
FIRST = 100
"""Games of the first piece."""
PACES = (100, 1_000, 10_000, 0)
"""The most games a second, slow to fast; 0: as fast as it goes."""
MOST_HISTORY = 120
"""Points of the picture; beyond it every other one is left out."""
MOST_OUTLIERS = 3
LONG_BANK = 10
"""A bank of fewer coups does not stand out."""


class Point(NamedTuple):
    """How the estimate stood after so many games."""

    games: int
    value: float
    low: float
    high: float


class Outlier(NamedTuple):
    """A game that stands out: what makes it so ("gain" or "coups"), whose, and by how much."""

    game: int
    what: str
    seat: int
    amount: int


class Run:
    """One run: games 0, 1, 2, ... of a seed, played piece by piece until all are there or somebody stops it.

    Parameters
    ----------
    play
        Plays some games: ``play(start, games)`` gives a simulation or coups.
    estimate
        Gives the estimate from what was played, None if there is none yet.
    games
        How many games in all.
    tell
        Called with the run from its thread whenever there is something new, some times a second, and at the end.
    first
        How many games the first piece has.
    """

    def __init__(
        self,
        play: Callable[[int, int], Any],
        estimate: Callable[[Any], Estimate | None],
        games: int,
        tell: Callable[[Run], None],
        first: int = FIRST,
    ) -> None:
        self._play, self._estimate_of, self.games, self._tell, self._first = play, estimate, games, tell, first
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self.status = "ready"
        self.pace = 1
        self.done = 0
        self.simulation: Simulation | None = None
        self.estimate: Estimate | None = None
        self.history: list[Point] = []
        self.outliers: list[Outlier] = []
        self.fault: BaseException | None = None

    def start(self) -> None:
        """Begin, or go on after a pause."""
        with self._changed:
            if self.status == "ready":
                self.status = "running"
                self._thread = threading.Thread(target=self._work, name="runner", daemon=True)
                self._thread.start()
            elif self.status == "paused":
                self.status = "running"
            self._changed.notify_all()

    def pause(self) -> None:
        """Wait until it is started again."""
        with self._changed:
            if self.status == "running":
                self.status = "paused"
            self._changed.notify_all()

    def stop(self) -> None:
        """End it; what has been played stays."""
        with self._changed:
            if self.status in ("running", "paused"):
                self.status = "stopped"
            self._changed.notify_all()

    def set_pace(self, pace: int) -> None:
        """Set how fast it goes: a place in ``PACES``."""
        with self._changed:
            self.pace = pace
            self._changed.notify_all()

    def join(self, seconds: float | None = None) -> None:
        """Wait for the thread to end."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _work(self) -> None:
        try:
            self._play_all()
        except Exception as error:  # noqa: BLE001 (a thread has nobody else to tell)
            self.fault = error
            with self._changed:
                self.status = "failed"
        else:
            with self._changed:
                if self.status == "running":
                    self.status = "done"
        self._tell(self)

    def _play_all(self) -> None:
        size, told = self._first, 0.0
        while self.done < self.games and self._may_go_on():
            begun = time.perf_counter()
            rate = PACES[self.pace]
            count = min(size, self.games - self.done, max(1, int(rate * PIECE)) if rate else size)
            played = self._play(self.done, count)
            if self.status == "stopped":
                return  # what was shown when somebody stopped it stays as it was
            self._take(played, count)
            took = time.perf_counter() - begun
            if count >= size // 2:
                size = max(1, min(int(count / max(took, 1e-6) * PIECE), 4 * size))
            now = time.perf_counter()
            if now - told >= 0.2 and self.status == "running":
                told = now
                self._tell(self)
            if rate:
                self._rest(max(0.0, count / rate - (time.perf_counter() - begun)))

    def _may_go_on(self) -> bool:
        if self.status == "paused":
            self._tell(self)  # the last piece came in meanwhile
        with self._changed:
            self._changed.wait_for(lambda: self.status != "paused")
            return self.status == "running"

    def _rest(self, seconds: float) -> None:
        """Wait, unless something is changed meanwhile."""
        if seconds > 0:
            with self._changed:
                if self.status == "running":
                    self._changed.wait(seconds)

    def _take(self, played: Any, count: int) -> None:
        """Add what was played to the rest."""
        if hasattr(played, "columns"):
            self._look_at(played)
            summed = replace(played, _arrays=None, _kept=played._totals)  # noqa: SLF001 (its sums alone)
            self.simulation = summed if self.simulation is None else self.simulation + summed
            self.estimate = self._estimate_of(self.simulation)
        else:
            more = self._estimate_of(played)
            self.estimate = more if self.estimate is None or more is None else self.estimate + more
        self.done += count
        if self.estimate is not None:
            low, high = self.estimate.interval()
            self.history = [*self.history, Point(self.done, self.estimate.value, low, high)]
        if len(self.history) > MOST_HISTORY:
            self.history = [*self.history[:-1:2], self.history[-1]]

    def _look_at(self, played: Simulation) -> None:
        """Keep the games of this piece that stand out: the largest gains, and the longest bank."""
        if played._arrays is None:  # noqa: SLF001 (sums alone, where numpy is missing)
            return
        found = list(self.outliers)
        names = {column.name for column in played.columns}
        for what, most in (("gain", MOST_OUTLIERS), ("coups", 1)):
            if what not in names:
                continue
            column = played[what]
            best = column.max(axis=1)
            kept = sorted((one for one in found if one.what == what), key=lambda one: -one.amount)
            least = kept[-1].amount if len(kept) >= most else (LONG_BANK - 1 if what == "coups" else -1)
            for game in best.argsort()[::-1][:most]:
                if best[game] > least:
                    seat = int(column[game].argmax())
                    kept.append(Outlier(played.start + int(game), what, seat, int(best[game])))
            kept.sort(key=lambda one: (-one.amount, one.game))
            found = [one for one in found if one.what != what] + kept[:most]
        self.outliers = found


@contextmanager
def quietly() -> Iterator[None]:
    """Let games be played slowly without a warning: one sees how fast they go."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SlowPlay)
        yield
