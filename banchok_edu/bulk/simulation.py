"""Many games: played in bulk, kept as columns or as sums, and estimated from.

Game ``i`` of a seed here is the very game that ``Banchok(rules, seed=..., index=i)`` is at the table.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.core.seating import Policy, seat_number
from banchok_edu.errors import BanchokError, shown, whole_number
from banchok_edu.estimates import Estimate, Run, Sums

from .totals import WIDTH, Totals, merge, totals_of

if TYPE_CHECKING:
    from banchok_edu.core.columns import Column
    from banchok_edu.core.game import Game
    from banchok_edu.core.rules import Rules

    from .chunks import Job


class Described(NamedTuple):
    """What a column of a simulation holds."""

    name: str
    shape: tuple[int, int]
    dtype: str
    unit: str
    meaning: str


@dataclass(frozen=True, eq=False, repr=False)
class Simulation:
    """Games that were played in bulk. ``be.simulate`` makes it.

    ``sim["gain"]`` is a column, ``sim.columns`` says what columns there are, ``sim.probability("tripled")`` and
    ``sim.mean("coups")`` are estimates, ``sim.summary()`` is all of these in a table, ``sim.game(i)`` is one of the
    games to step through, and ``sim + more`` puts a run and the one that goes on with it together.

    >>> import banchok_edu as be
    >>> sim = be.simulate(be.BanchokRules(players=2), games=500, keep="summary")
    >>> (sim + be.simulate(be.BanchokRules(players=2), games=500, start=500, keep="summary")).games
    1000
    """

    rules: Rules
    policies: tuple[Policy, ...]
    """The policy of each seat."""
    seed: int
    start: int
    """The index of the first game."""
    games: int
    """How many games there are."""
    asked: int
    """How many games were asked for."""
    complete: bool
    """Whether all games that were asked for are there."""
    _job: Job = field(repr=False)
    _arrays: dict[str, Any] | None = field(repr=False)
    _kept: Totals | None = field(repr=False)

    # -- columns ---------------------------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Described, ...]:
        """What columns there are: name, shape, dtype, unit and meaning of each.

        >>> import banchok_edu as be
        >>> be.simulate(be.BanchokRules(players=2), games=10).columns[0]
        Described(name='gain', shape=(10, 2), dtype='int8', unit='counters', meaning='net gain of the seat in the game')
        """
        form = self._job.form
        return tuple(
            Described(c.name, (self.games, form.slots[c.per]), c.dtype, c.unit, c.meaning) for c in form.columns
        )

    @property
    def ways(self) -> tuple[str, ...]:
        """How a bank (in Black Cat a deal) can end, by the numbers of the column ``ended``."""
        return tuple(self._job.room.ENDED)

    @property
    def model(self) -> str:
        """What becomes of used cards (``deck_use``): numbers of one model say nothing of another."""
        return str(getattr(self.rules, "deck_use", "whole pack shuffled for every deal"))

    def __getitem__(self, name: str) -> Any:
        """Give a column: an array with a row for each game, and in it a number for each seat, bank or deal.

        The array cannot be written to; ``.copy()`` can.

        Raises
        ------
        BanchokError
            If there is no such column, or only a summary was kept.
        """
        column = self._column(name)
        if self._arrays is None:
            raise BanchokError("this simulation kept a summary, and no columns: play it with keep='columns'")
        array = self._arrays[column.name].reshape(self.games, -1)
        array.flags.writeable = False
        return array

    def _column(self, name: Any) -> Column:
        columns = self._job.form.columns
        for column in columns:
            if isinstance(name, str) and column.name == name:
                return column
        raise BanchokError(_unknown("column", name, [column.name for column in columns]))

    # -- estimates -------------------------------------------------------------------------------------------------

    def probability(self, way: str, seat: int | None = None) -> Estimate:
        """Estimate how probable it is that a bank, once opened, ends in this way (in Black Cat: a deal).

        Parameters
        ----------
        way
            One of ``sim.ways``, such as "tripled".
        seat
            Only the banks of this seat; by default of all.

        Returns
        -------
        Estimate
            The share of the banks opened, with the games as clusters.

        Raises
        ------
        BanchokError
            If there is no such way or seat, or no such bank was opened.
        """
        ways = self.ways
        if not isinstance(way, str) or way not in ways:
            raise BanchokError(_unknown("way to end", way, list(ways)))
        column = next(c for c in self._job.form.columns if c.unit == "code")
        of = "banks opened" if column.per == "bank" else f"{column.per}s"
        return self._estimate("probability", column, ways.index(way), f"{way}, of {of}", "", seat)

    def mean(self, name: str, seat: int | None = None) -> Estimate:
        """Estimate the mean of a column: of a seat's gain in a game, or of something in a bank (in Black Cat: a deal).

        Parameters
        ----------
        name
            The column, such as "gain" or "coups".
        seat
            Whose; for the columns of banks by default all.

        Returns
        -------
        Estimate
            The mean, in the column's unit; where games differ in how many banks they have, it is the sum over all
            banks divided by their number, with the games as clusters.

        Raises
        ------
        BanchokError
            If there is no such column or seat, or a mean of it says nothing.
        """
        column = self._column(name)
        if column.unit in ("code", "seat"):
            say = "probability('...')" if column.unit == "code" else f"simulation[{name!r}]"
            raise BanchokError(f"{name} holds numbers that stand for something, a mean says nothing: use {say}")
        if column.per == "seat" and seat is None:
            raise BanchokError(f"{name} is a seat's: say whose, seat=0 to {self.rules.players - 1}")
        per = "game" if column.per == "seat" else column.per
        return self._estimate("mean", column, -1, f"{name} in a {per}", f"{column.unit} a {per}", seat)

    def _estimate(self, kind: Any, column: Column, way: int, question: str, unit: str, seat: int | None) -> Estimate:
        players = self.rules.players
        who = players if seat is None else seat_number(seat, players)
        numbers = self._totals[column.name, way][who * WIDTH : (who + 1) * WIDTH]
        if seat is not None:
            question += f", seat {who}"
        runs = (Run(self.seed, self.start, self.start + self.games),)
        return Estimate(Sums(*numbers), self.games, kind, question, unit, (self.rules, self.policies), runs)

    @cached_property
    def _totals(self) -> Totals:
        if self._kept is not None:
            return self._kept
        assert self._arrays is not None
        return totals_of(self._job.form, self._arrays, self.games)

    # -- games -----------------------------------------------------------------------------------------------------

    def game(self, i: int, *, played: bool = False) -> Game:
        """Give one of the games, to step through: that of row ``i``, which is game ``start + i`` of the seed.

        It has been played by the policies and stands at its beginning: ``redo()`` goes on step by step as it was
        played, ``goto(n)`` goes anywhere, and ``choose`` tries something else.

        Parameters
        ----------
        i
            The row, 0 to ``games - 1``.
        played
            Whether the game shall stand at its end instead.

        Raises
        ------
        BanchokError
            If there is no such row.

        >>> import banchok_edu as be
        >>> sim = be.simulate(be.BanchokRules(), games=100, seed=3)
        >>> i = int(sim["gain"][:, 0].argmax())
        >>> sim.game(i, played=True).gains == tuple(sim["gain"][i])
        True
        >>> game = sim.game(i)
        >>> len(game.inputs), game.steps > 0
        (0, True)
        """
        number = whole_number(i)
        if number is None or not 0 <= number < self.games:
            raise BanchokError(f"{shown(i)} is not a game of this simulation: its rows are 0 to {self.games - 1:,}")
        game: Game = self._job.game(self.start + number, played=True)
        return game if played else game.goto(0)

    def __add__(self, other: object) -> Simulation:
        """Put two runs together of which one goes on where the other ends.

        Columns are kept if both have them, else sums.

        Raises
        ------
        BanchokError
            If they differ in rules, policies or seed, or games are missing between them or are in both.
        """
        if not isinstance(other, Simulation):
            return NotImplemented
        first, second = sorted((self, other), key=lambda sim: sim.start)
        for name in ("rules", "policies", "seed"):
            if getattr(first, name) != getattr(second, name):
                raise BanchokError(f"these simulations differ in {name}: only runs of the same go together")
        end = first.start + first.games
        if second.start != end:
            what = "are in both" if second.start < end else "are missing between them"
            low, high = sorted((second.start, end))
            raise BanchokError(f"games {low:,} to {high - 1:,} {what}: a run goes on with start={end}")
        arrays, totals = _together(first, second)
        return Simulation(
            rules=self.rules,
            policies=self.policies,
            seed=self.seed,
            start=first.start,
            games=first.games + second.games,
            asked=first.games + second.asked,
            complete=second.complete,
            _job=self._job,
            _arrays=arrays,
            _kept=totals,
        )

    # -- how it prints ---------------------------------------------------------------------------------------------

    def summary(self) -> str:
        """Give what was found, as a table in plain text."""
        from .display import as_text

        return as_text(self)

    def to_pandas(self, per: str = "game") -> Any:
        """Give the columns as a pandas DataFrame; pandas must be installed.

        Parameters
        ----------
        per
            "game": a row for each game, and a column for each number, such as gain_0 for seat 0. "seat", "bank" or (in
            Black Cat) "deal": a row for each of these; banks that were not opened are left out.

        Raises
        ------
        BanchokError
            If pandas or the columns are not there.
        """
        from .tables import to_pandas

        return to_pandas(self, per)

    def __repr__(self) -> str:
        """Give one line."""
        part = "" if self.complete else f" of {self.asked:,} asked for"
        return (
            f"<Simulation of {self.rules.game}: {self.games:,} games{part}, seed {self.seed}, from game {self.start}>"
        )

    def __str__(self) -> str:
        """Give the summary."""
        return self.summary()

    def _repr_html_(self) -> str:
        from .display import as_html

        return as_html(self)


def _together(first: Simulation, second: Simulation) -> tuple[dict[str, Any] | None, Totals | None]:
    if first._arrays is not None and second._arrays is not None:  # noqa: SLF001
        import numpy as np

        mine, its = first._arrays, second._arrays  # noqa: SLF001
        return {name: np.concatenate([array, its[name]]) for name, array in mine.items()}, None
    totals = {key: list(numbers) for key, numbers in first._totals.items()}  # noqa: SLF001
    merge(totals, second._totals)  # noqa: SLF001
    return None, totals


def _unknown(what: str, name: Any, known: list[str]) -> str:
    near = difflib.get_close_matches(name[:80], known, 1) if isinstance(name, str) else []
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{shown(name)} is no {what} of this game: choose from {', '.join(known)}{hint}"
