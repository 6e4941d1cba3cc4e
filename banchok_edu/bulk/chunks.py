"""Plays a chunk of games: in the kernel where every seat is played by a table, else step by step in the script.

A chunk knows nothing of the others, so chunks may be played in any order, in any process, on any machine.
"""

from __future__ import annotations

import importlib.util
import time
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from banchok_edu.compiled import compiled, numba_is_there
from banchok_edu.core.columns import Column, whole_list
from banchok_edu.core.policy import TablePolicy, is_table
from banchok_edu.errors import IllegalChoice
from banchok_edu.games.registry import GAMES

from .totals import Form, Totals, totals_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banchok_edu.core.rules import Rules
    from banchok_edu.core.seating import Policy

Keep = Literal["columns", "summary"]


class Chunk(NamedTuple):
    """Games that have been played: their columns, or only the sums of these."""

    start: int
    games: int
    arrays: dict[str, Any] | None
    totals: Totals | None
    seconds: float


BLOCK = 2048
"""Games that the kernel plays before they are copied into the columns: few enough to stay in the processor's cache."""


@dataclass(frozen=True)
class Job:
    """What is to be played: everything that a chunk needs besides the numbers of its games."""

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int
    keep: Keep

    def __getstate__(self) -> dict[str, Any]:
        """Leave what can be made again behind when the job is sent to another process."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @cached_property
    def room(self) -> Any:
        """The module of the game's columns and kernel."""
        return import_module(f"banchok_edu.games.{self.rules.game}.columns")

    @cached_property
    def by_table(self) -> bool:
        """Whether the kernel can play all seats."""
        return all(map(is_table, self.policies))

    @cached_property
    def form(self) -> Form:
        """The columns, and how many places a game has in each."""
        columns: tuple[Column, ...] = self.room.columns(self.rules)
        if not self.by_table:  # a policy of one's own may open with any sum
            columns = tuple(c._replace(dtype="int64") if c.unit == "counters" else c for c in columns)
        return Form(columns, self.room.slots(self.rules), self.rules.players, len(self.room.ENDED))

    @cached_property
    def prepared(self) -> tuple[Any, Any]:
        """The rules and the policies as numbers."""
        return self.room.terms(self.rules), self.room.plan(self.rules, self.policies, maker())

    def bytes_a_game(self) -> int:
        """Give the memory that the columns of one game need."""
        return sum(int(c.dtype[3:]) // 8 * self.form.slots[c.per] for c in self.form.columns)

    def prepare(self) -> None:
        """Find out whether the policies fit the rules."""
        if self.by_table:
            _ = self.prepared
        for policy in self.policies:
            if isinstance(policy, TablePolicy):
                policy.fits(self.rules)

    def warm_up(self) -> None:
        """Do that, and compile, or load what has been compiled."""
        self.prepare()
        if self.by_table:
            self._by_kernel(0, 0, None)

    def play(self, start: int, games: int, into: Mapping[str, Any] | None = None) -> Chunk:
        """Play games ``start`` to ``start + games - 1``, and write their columns into these arrays if given."""
        began = time.perf_counter()
        found = self._by_kernel(start, games, into) if self.by_table else self._by_step(start, games)
        arrays, totals = None, None
        if self.keep == "summary":
            totals = totals_of(self.form, found, games)
        elif into is None:
            arrays = {c.name: _array(c.dtype, found[c.name]) for c in self.form.columns}
        return Chunk(start, games, arrays, totals, time.perf_counter() - began)

    def _by_kernel(self, start: int, games: int, into: Mapping[str, Any] | None) -> dict[str, Any]:
        form, make = self.form, maker()
        arrays = dict(into) if into else {c.name: make(c.dtype, games * form.slots[c.per]) for c in form.columns}
        terms, plan = self.prepared
        kernel, desk = compiled(self.room.play, self.room.PARTS), self.room.desk(self.rules, make)
        # Compiled code is made for the dtypes it is given. So it always fills wide arrays, and these are copied into
        # the columns: other rules, with other dtypes, must not wait for another compilation.
        block = min(games, BLOCK) if numba_is_there() else games
        wide = [make("int64", block * form.slots[c.per]) for c in form.columns]
        for at in range(0, games or 1, block or 1):
            count = min(block, games - at)
            kernel(terms, plan, desk, self.room.kernel.Columns(*wide), kernel_seed(self.seed), start + at, count)
            for column, numbers in zip(form.columns, wide, strict=True):
                n = form.slots[column.per]
                arrays[column.name][at * n : (at + count) * n] = numbers[: count * n]
        return arrays

    def _by_step(self, start: int, games: int) -> dict[str, Any]:
        found: dict[str, list[int]] = {c.name: [] for c in self.form.columns}
        for index in range(start, start + games):
            for name, numbers in self.room.tally(self.game(index, played=True)).items():
                found[name] += numbers
        return found

    def game(self, index: int, *, played: bool) -> Any:
        """Give one game, at its beginning or played to its end by the policies."""
        kind = GAMES[self.rules.game]
        game = kind(self.rules, seed=self.seed, index=index)
        if not played:
            return game
        again = f"{kind.__name__}(rules, seed={self.seed}, index={index}).advance(policies)"
        try:
            return game.advance(self.policies)
        except IllegalChoice as error:
            raise IllegalChoice(f"{error}; {again} stops before that choice: look there at .view(seat)") from None
        except Exception as error:
            error.add_note(f"This came up in game {index} of seed {self.seed}: {again} plays it again.")
            raise


def play_chunk(job: Job, start: int, games: int) -> Chunk:
    """Play a chunk in another thread, in another process or on another machine."""
    return job.play(start, games)


def kernel_seed(seed: int) -> Any:
    """Give a seed as the kernel takes it: compiled code must be told that it has no sign."""
    if not numba_is_there():
        return seed
    import numpy as np

    return np.uint64(seed)


@cache
def numpy_is_there() -> bool:
    """Tell whether there can be arrays."""
    return importlib.util.find_spec("numpy") is not None


def maker() -> Any:
    """Give what makes arrays for the kernel: lists where it is not compiled, they are quicker then."""
    return _array if numba_is_there() else whole_list


def _array(dtype: str, values: int | Sequence[int]) -> Any:
    import numpy as np

    return np.zeros(values, dtype) if isinstance(values, int) else np.asarray(values, dtype)
