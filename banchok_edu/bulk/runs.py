"""Hands out chunks of games and gathers what was played: threads, other processes, a cluster.

Whatever the chunks, the threads and the order in which results come back, the outcome is the same. Only a few chunks
are under way at a time, so a run of 10**9 games begins at once, and needs no more memory than a short one.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

from banchok_edu.compiled import numba_is_there
from banchok_edu.errors import BanchokError, shown

from .chunks import Chunk, Job, numpy_is_there, play_chunk
from .machine import memory, processors
from .totals import merge, nothing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SECONDS = 0.2
"""How long a chunk should take: long against the cost of handing it out, short for who waits."""
MOST_GAMES = 1 << 16
MOST_BYTES = 1 << 23
"""A chunk has at most so many games, and columns of so many bytes."""
FEW_GAMES = 256
"""Towards the end chunks become smaller, so that all threads end together, but not smaller than this."""


class ExecutorFailed(Exception):  # noqa: N818 (within the package only)
    """An executor, not a game, failed; the cause is chained."""


class Gathering:
    """What has come back so far. At every moment it can say how many games are complete from the first on.

    Each step is one assignment, so an interrupt finds either all of a chunk or nothing of it.
    """

    def __init__(self, job: Job, start: int, games: int) -> None:
        self.job, self.start, self.games = job, start, games
        self.arrays = _empty(job, games) if job.keep == "columns" else None
        self._early: dict[int, Chunk] = {}
        self._state = (0, nothing(job.form))

    @property
    def complete(self) -> int:
        """How many games are complete, from the first on."""
        return self._state[0]

    @property
    def totals(self) -> Any:
        """The totals of the complete games."""
        return self._state[1]

    def places(self, start: int, games: int) -> Mapping[str, Any] | None:
        """Give the parts of the columns that some games fill."""
        if self.arrays is None:
            return None
        slots, first = self.job.form.slots, start - self.start
        return {
            c.name: self.arrays[c.name][first * slots[c.per] : (first + games) * slots[c.per]]
            for c in self.job.form.columns
        }

    def take(self, chunk: Chunk) -> None:
        """Put a chunk in its place."""
        if chunk.arrays is not None:
            for name, place in (self.places(chunk.start, chunk.games) or {}).items():
                place[:] = chunk.arrays[name]
        self._early[chunk.start] = chunk._replace(arrays=None)
        while (following := self._early.get(self.start + self.complete)) is not None:
            done, totals = self._state
            if following.totals is not None:
                totals = {key: list(numbers) for key, numbers in totals.items()}
                merge(totals, following.totals)
            self._state = (done + following.games, totals)
            del self._early[following.start]

    def columns(self) -> dict[str, Any] | None:
        """Give the columns of the complete games."""
        if self.arrays is None:
            return None
        if self.complete == self.games:
            return self.arrays
        return {name: array.copy() for name, array in (self.places(self.start, self.complete) or {}).items()}


def _empty(job: Job, games: int) -> dict[str, Any]:
    """Make room for the columns of all games, if they can fit into memory."""
    needed = games * job.bytes_a_game()
    advice = (
        f"the columns of {games:,} games need {_size(needed)} of memory, more than there is: say keep='summary', which "
        "needs next to none, or play them in several runs with start=..."
    )
    if needed > memory():
        raise BanchokError(advice)
    import numpy as np

    try:
        return {c.name: np.zeros(games * job.form.slots[c.per], c.dtype) for c in job.form.columns}
    except MemoryError:
        raise BanchokError(advice) from None


def _size(number: int) -> str:
    return f"{number / 10**9:,.1f} GB" if number < 10**12 else f"{number / 10**12:,.0f} TB"


class Pace:
    """How large the next chunk is, from how long the last one took."""

    def __init__(self, job: Job, hands: int) -> None:
        self._most = max(1, min(MOST_GAMES, MOST_BYTES // job.bytes_a_game()))
        self._size = min(self._most, FEW_GAMES if job.by_table else 2)
        self._hands = hands

    def saw(self, chunk: Chunk) -> None:
        """Take note of a chunk."""
        wanted = int(chunk.games / max(chunk.seconds, 1e-9) * SECONDS)
        self._size = max(1, min(wanted, self._most, 8 * self._size))

    def next(self, left: int) -> int:
        """Give how many of the games left the next chunk should have."""
        share = max(FEW_GAMES, left // (2 * self._hands))
        return min(left, self._size, share)


def play_all(
    job: Job, start: int, games: int, executor: Any, gathering: Gathering, tell: Callable[[int], None]
) -> None:
    """Play all games, and let ``gathering`` have them; ``tell`` is called with the number of games that came back.

    Raises
    ------
    BanchokError
        If the executor takes no work from the beginning on.
    ExecutorFailed
        If it fails later.
    KeyboardInterrupt
        If that comes; ``gathering`` then has what is complete.
    """
    if executor is not None:
        check_executor(executor)
        job.prepare()
        hands = getattr(executor, "_max_workers", None)
        hands = hands if isinstance(hands, int) else 64  # a cluster does not say
        _through(job, start, games, executor, gathering, tell, hands, in_place=False)
        return
    hands = processors()
    if not (job.by_table and numba_is_there()) or hands == 1 or games <= FEW_GAMES:
        _here(job, start, games, gathering, tell)
        return
    pool = ThreadPoolExecutor(hands, thread_name_prefix="games")
    try:
        _through(job, start, games, pool, gathering, tell, hands, in_place=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _here(job: Job, start: int, games: int, gathering: Gathering, tell: Callable[[int], None]) -> None:
    pace, stop = Pace(job, 1), start + games
    while start < stop:
        count = pace.next(stop - start)
        chunk = job.play(start, count)
        gathering.take(chunk)
        pace.saw(chunk)
        tell(count)
        start += count


def _through(
    job: Job,
    start: int,
    games: int,
    pool: Any,
    gathering: Gathering,
    tell: Callable[[int], None],
    hands: int,
    *,
    in_place: bool,
) -> None:
    pace, following, stop = Pace(job, hands), start, start + games
    waiting: set[Future[Chunk]] = set()
    try:
        while following < stop or waiting:
            while following < stop and len(waiting) < 4 * hands:
                count = pace.next(stop - following)
                waiting.add(
                    _submit(job, pool, following, count, gathering, first=following == start, in_place=in_place)
                )
                following += count
            done = wait(waiting, return_when=FIRST_COMPLETED).done
            for future in done:
                chunk = _result(job, future)
                waiting.discard(future)
                gathering.take(chunk)
                pace.saw(chunk)
                tell(chunk.games)
    except BaseException:
        for future in waiting:
            future.cancel()
        if in_place:
            wait(waiting)  # they write into the columns
        for future in waiting:
            if future.done() and not future.cancelled() and future.exception() is None:
                gathering.take(future.result())
        raise


def _submit(
    job: Job, pool: Any, start: int, games: int, gathering: Gathering, *, first: bool, in_place: bool
) -> Future[Chunk]:
    try:
        if in_place:
            future: Future[Chunk] = pool.submit(job.play, start, games, gathering.places(start, games))
        else:
            future = pool.submit(play_chunk, job, start, games)
    except Exception as error:
        if first:
            raise BanchokError(
                f"the executor takes no work ({error}): give one that has not been shut down, or leave executor out"
            ) from error
        raise ExecutorFailed from error
    return future


def _result(job: Job, future: Future[Chunk]) -> Chunk:
    """Give a chunk; an error of a policy is raised as it is, one of the executor as such."""
    try:
        return future.result()
    except BanchokError:
        raise
    except CancelledError as error:
        raise ExecutorFailed from error
    except Exception as error:
        if not job.by_table and any("This came up in game" in note for note in getattr(error, "__notes__", ())):
            raise
        raise ExecutorFailed from error


def check_executor(executor: Any) -> None:
    """Refuse what is not an executor.

    Raises
    ------
    BanchokError
        If it is none; a client of a cluster is told how to give one.
    """
    if hasattr(executor, "get_executor"):
        raise BanchokError("executor is a client of a cluster: give its executor, client.get_executor()")
    if isinstance(executor, type) or not callable(getattr(executor, "submit", None)):
        raise BanchokError(
            f"executor={shown(executor)} is no executor: give one of concurrent.futures, such as "
            "ProcessPoolExecutor(), or client.get_executor() of a cluster"
        )


def check_numpy(keep: str) -> None:
    """Refuse to make columns without numpy.

    Raises
    ------
    BanchokError
        If columns are asked for and numpy is not there.
    """
    if keep == "columns" and not numpy_is_there():
        raise BanchokError(
            "columns are numpy arrays, and numpy is not there: say keep='summary' for sums and estimates without them, "
            "or install numpy"
        )
