"""How a simulation is shown: a table in plain text, and the same for a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from banchok_edu.core.seating import policy_name
from banchok_edu.errors import BanchokError
from banchok_edu.listed import html_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banchok_edu.estimates import Estimate

    from .simulation import Simulation

MOST_SEATS = 12
"""Seats of which a table tells; of the others ``mean`` and ``probability`` do."""

HEAD = ("", "value", "± standard error", "95 % interval", "unit")
_MODELS = {
    "recycled": "used cards come again in the same order",
    "side_pack": "used cards are put aside, and shuffled when the deck is empty",
    "fresh_each_coup": "the whole deck is shuffled before each coup",
}


class Row(NamedTuple):
    """A line of the table: what is estimated, the estimate, its unit."""

    what: str
    estimate: Estimate
    unit: str


def rows(sim: Simulation) -> Iterator[Row]:
    """Give the lines of the table, those left out of which no bank or deal came up."""
    per = next(c.per for c in sim._job.form.columns if c.unit == "code")  # noqa: SLF001
    for seat in range(min(sim.rules.players, MOST_SEATS)):
        yield Row(f"gain of seat {seat}", sim.mean("gain", seat), "counters a game")
    try:
        for way in sim.ways:
            yield Row(f"a {per} ends: {way}", sim.probability(way), f"of {per}s")
        for column in sim.columns:
            if column.name != "gain" and column.unit not in ("code", "seat"):
                yield Row(column.name, sim.mean(column.name), f"{column.unit} a {per}")
    except BanchokError:
        return


def lines(sim: Simulation) -> list[str]:
    """Give what is said above the table."""
    last = sim.start + sim.games - 1
    said = [f"{sim.rules.game}, {sim.games:,} games: {sim.start:,} to {last:,} of seed {sim.seed}"]
    if not sim.complete:
        said.append(
            f"NOT COMPLETE: {sim.asked:,} games were asked for; start={last + 1}, games={sim.asked - sim.games} "
            "plays the others"
        )
    changed = ", ".join(f"{name}={value!r}" for name, value in sim.rules.changed().items())
    said.append(f"rules: {changed or 'the defaults'}")
    use = _MODELS.get(sim.model)
    said.append(f"model: deck_use={sim.model!r}, {use}" if use else f"model: {sim.model}")
    names = [policy_name(policy) for policy in sim.policies]
    if len(set(names)) == 1:
        said.append(f"all seats play {names[0]}")
    else:
        shown = [f"seat {seat} plays {name}" for seat, name in enumerate(names[:MOST_SEATS])]
        said.append("; ".join([*shown, "..."] if len(names) > MOST_SEATS else shown))
    return said


def foot(sim: Simulation) -> list[str]:
    """Give what is said below the table."""
    said = ["Standard errors are over games."]
    if sim.rules.players > MOST_SEATS:
        left = sim.rules.players - MOST_SEATS
        said.append(f"{left} more seats: ask mean('gain', seat=...)")
    return said


def as_text(sim: Simulation) -> str:
    """Give the table in plain text."""
    table = [HEAD, *(_cells(row) for row in rows(sim))]
    widths = [max(len(line[place]) for line in table) for place in range(len(HEAD))]
    told = []
    for line in table:
        first, *numbers, unit = line
        cells = [first.ljust(widths[0]), *(n.rjust(w) for n, w in zip(numbers, widths[1:-1], strict=True)), unit]
        told.append("  ".join(cells).rstrip())
    return "\n".join([*lines(sim), "", *told, "", *foot(sim)])


def as_html(sim: Simulation) -> str:
    """Give the table in HTML."""
    whole = Element("div")
    for line in lines(sim):
        SubElement(whole, "div").text = line
    whole.append(html_table(HEAD, map(_cells, rows(sim)), named=True))
    for line in foot(sim):
        SubElement(whole, "div").text = line
    return tostring(whole, encoding="unicode")


def _cells(row: Row) -> tuple[str, str, str, str, str]:
    value, error, low, high = row.estimate.written()
    return row.what, value, f"± {error}", f"{low} to {high}", row.unit
