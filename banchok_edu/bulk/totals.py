"""Adds up the columns of games into exact whole numbers: all that an estimate needs, however many games there are.

The adding itself is a plain loop, which is compiled where numba is there and the numbers are small enough; else it runs
on lists of Python's own numbers, which cannot overflow. Either way the sums are exact, so they are the same whatever
the chunks that games came in.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from banchok_edu.compiled import compiled, numba_is_there
from banchok_edu.estimates import Sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from banchok_edu.core.columns import Column

WIDTH = len(Sums._fields)
BLOCK = 1 << 15
"""Games added up in one go, so that no copy of a whole column is made."""
_ROOM = 2**62
_TOO_FEW = 64
"""With stakes of many millions so few games fill the room that lists are as quick."""

Totals = dict[tuple[str, int], list[int]]
"""For each column, and each way to end, the sums of each seat one after another and then those of all seats together.

The key is the column's name and the number of the way to end, or -1 where the column's own numbers are added up.
"""


class Form(NamedTuple):
    """What the columns of some rules look like: enough to add them up."""

    columns: tuple[Column, ...]
    slots: Mapping[str, int]
    players: int
    ways: int

    def added(self) -> Iterator[tuple[Column, int]]:
        """Give what is added up: each column that holds quantities, and each way to end."""
        for column in self.columns:
            if column.unit == "code":
                yield from ((column, way) for way in range(self.ways))
            elif column.unit != "seat":
                yield column, -1

    def banker_of(self, per: str) -> str | None:
        """Give the name of the column that says which seat a bank or a deal belongs to."""
        return next((c.name for c in self.columns if c.per == per and c.unit == "seat"), None)


def add_up(values: Any, who: Any, places: int, games: int, players: int, a: Any, b: Any, sums: Any) -> None:
    """Add to ``sums``, for each seat and for all together, what its places hold (a) out of how many there are (b).

    ``who`` says whose a place is, -1 nobody's. ``a`` and ``b`` are room for a number for each seat and one for all.
    """
    for g in range(games):
        for s in range(players + 1):
            a[s] = 0
            b[s] = 0
        for j in range(g * places, (g + 1) * places):
            s = who[j]
            if s >= 0:
                a[s] += values[j]
                b[s] += 1
                a[players] += values[j]
                b[players] += 1
        for s in range(players + 1):
            if b[s]:
                k = 6 * s
                sums[k] += a[s]
                sums[k + 1] += b[s]
                sums[k + 2] += a[s] * a[s]
                sums[k + 3] += b[s] * b[s]
                sums[k + 4] += a[s] * b[s]
                sums[k + 5] += 1


def add_singles(values: Any, who: Any, places: int, games: int, players: int, last: Any, sums: Any) -> bool:
    """Do the same, quicker, where no seat has more than one place in a game; tell whether that was so.

    ``last`` is room for a number for each seat. If it was not so, ``sums`` is to be thrown away.
    """
    for s in range(players):
        last[s] = 0
    for g in range(games):
        a = values[g * places] * 0
        b = 0
        for j in range(g * places, (g + 1) * places):
            s = who[j]
            if s >= 0:
                if last[s] > g:
                    return False
                last[s] = g + 1
                v = values[j]
                sums[6 * s] += v
                sums[6 * s + 1] += 1
                sums[6 * s + 2] += v * v
                a += v
                b += 1
        if b:
            k = 6 * players
            sums[k] += a
            sums[k + 1] += b
            sums[k + 2] += a * a
            sums[k + 3] += b * b
            sums[k + 4] += a * b
            sums[k + 5] += 1
    for s in range(players):
        sums[6 * s + 3] = sums[6 * s + 1]
        sums[6 * s + 4] = sums[6 * s]
        sums[6 * s + 5] = sums[6 * s + 1]
    return True


def nothing(form: Form) -> Totals:
    """Give the totals of no games."""
    return {(column.name, way): [0] * (WIDTH * (form.players + 1)) for column, way in form.added()}


def merge(totals: Totals, more: Totals) -> None:
    """Add totals of other games to these."""
    for key, numbers in more.items():
        totals[key][:] = map(operator.add, totals[key], numbers)


def totals_of(form: Form, arrays: Mapping[str, Any], games: int) -> Totals:
    """Add up the columns of games, which are flat lists or arrays."""
    found = nothing(form)
    on_lists = not numba_is_there() or any(isinstance(array, list) for array in arrays.values())
    for start in range(0, games, BLOCK):
        count = min(BLOCK, games - start)
        part = {
            c.name: arrays[c.name][start * n : (start + count) * n] for c in form.columns for n in (form.slots[c.per],)
        }
        merge(found, (_of_lists if on_lists else _of_arrays)(form, part, count))
    return found


def _of_lists(form: Form, part: Mapping[str, Any], games: int) -> Totals:
    found = nothing(form)
    for column, way in form.added():
        values, places = list(map(int, part[column.name])), form.slots[column.per]
        if way >= 0:
            values = [int(value == way) for value in values]
        banker = form.banker_of(column.per)
        who = list(range(places)) * games if column.per == "seat" else [0] * len(values)
        if banker is not None:
            who = list(map(int, part[banker]))
        seats = form.players + 1
        add_up(values, who, places, games, form.players, [0] * seats, [0] * seats, found[column.name, way])
    return found


def _of_arrays(form: Form, part: Mapping[str, Any], games: int) -> Totals:
    import numpy as np

    found, owners = nothing(form), {}
    for column, way in form.added():
        raw, places, per = part[column.name], form.slots[column.per], column.per
        largest = 1 if way >= 0 else max(-int(raw.min()), int(raw.max()), 1)
        at_once = _ROOM // (largest * places) ** 2
        if at_once < _TOO_FEW:
            return _of_lists(form, {name: array.tolist() for name, array in part.items()}, games)
        if per not in owners:
            banker = form.banker_of(per)
            one = np.arange(places) if per == "seat" else np.zeros(places, np.int64)
            owners[per] = np.tile(one, games) if banker is None else part[banker].astype(np.int64)
        values = (raw == way if way >= 0 else raw).astype(np.int64)
        into = found[column.name, way]
        for start in range(0, games, at_once):
            count = min(at_once, games - start)
            cut = slice(start * places, (start + count) * places)
            numbers = _added(values[cut], owners[per][cut], places, count, form.players)
            into[:] = map(operator.add, into, numbers)
    return found


def _added(values: Any, who: Any, places: int, games: int, players: int) -> list[int]:
    """Add up arrays of numbers that are small enough."""
    import numpy as np

    def room(size: int) -> Any:
        return np.zeros(size, np.int64)

    sums = room(WIDTH * (players + 1))
    if places <= players and compiled(add_singles, (add_singles,), quick=True)(
        values, who, places, games, players, room(players), sums
    ):
        return cast("list[int]", sums.tolist())
    sums = room(WIDTH * (players + 1))
    compiled(add_up, (add_up,), quick=True)(
        values, who, places, games, players, room(players + 1), room(players + 1), sums
    )
    return cast("list[int]", sums.tolist())
