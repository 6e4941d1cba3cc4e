"""What a runner asks and shows: its statistic, the exact number that belongs to it, the numbers and the chart."""

from __future__ import annotations

import difflib
import math
from typing import TYPE_CHECKING, Any

from banchok_edu.core.seating import seat_number
from banchok_edu.errors import RulesError, shown
from banchok_edu.rationals import written

from .sheet_words import number, say
from .trees import Plot, Tree, paragraph

if TYPE_CHECKING:
    from banchok_edu.comparison import Comparison
    from banchok_edu.estimates import Estimate

    from .running import Point

MOST_EXACT = 600
"""Counters to the goal, times punters, up to which fractions are looked for.

A larger bank is reckoned in floats: fractions would hold up the kernel while somebody waits for the run to stop.
"""
COUPS = "wins"
"""The statistic of single coups."""


def check_statistic(few: Any, statistic: str, seat: int | None) -> None:
    """Refuse a statistic that could not be estimated later.

    Raises
    ------
    RulesError, BanchokError
        If there is no such statistic or seat.
    """
    if statistic == COUPS:
        if seat is not None:
            raise RulesError("single coups have no seats: leave seat out")
        return
    if seat is not None:
        seat_number(seat, few.rules.players)
    known = [*few.ways, *(column.name for column in few.columns), COUPS]
    if statistic not in known:
        near = difflib.get_close_matches(statistic[:80], known, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise RulesError(f"statistic={shown(statistic)} is not allowed: choose from {', '.join(known)}{hint}")
    if statistic not in few.ways:
        few.mean(statistic, seat=seat)


def numbers(estimate: Estimate | None, found: Comparison | None, without: str) -> list[Tree]:
    """Give the estimate, and the exact number beside it; ``without`` says why there is none."""
    if estimate is None:
        return [paragraph(without, "soft")]
    value, error, low, high = estimate.written()
    parts = [
        paragraph(say("run.estimate", value=value, error=error), "big"),
        paragraph(say("run.interval", low=low, high=high)),
    ]
    if found is None:
        return [*parts, paragraph(without, "soft")]
    text, decimal = written(found.exact), number(float(found.exact), 6)
    z = "unknown" if math.isnan(found.z) else f"{found.z:+.2f}"
    return [
        *parts,
        paragraph(say("run.exact", exact=f"{text} = {decimal}" if "/" in text else decimal)),
        paragraph(say("run.z", z=z, verdict=f"{found.verdict[0].upper()}{found.verdict[1:]}.")),
        paragraph(say("run.watching"), "soft"),
    ]


def chart(history: list[Point], exact: float | None, unit: str) -> Tree:
    """Draw the estimate with its band over the number of games, and the exact line, if there is one."""
    history = [point for point in history if math.isfinite(point.low) and math.isfinite(point.high)] or history
    late = [point for point in history if point.games >= history[-1].games / 30] or history
    ends = [edge for point in late for edge in (point.low, point.high) if math.isfinite(edge)]
    low, high = min([*ends, history[-1].value]), max([*ends, history[-1].value])
    if exact is not None:
        low, high = min(low, exact), max(high, exact)
    room = 0.15 * (high - low) or 0.05
    first, last = math.log10(history[0].games), math.log10(max(history[-1].games, history[0].games * 2))
    plot = Plot((first, last), (low - room, high + room), say("run.chart", unit=unit), unit)
    placed = [(math.log10(point.games), point) for point in history]
    plot.band([(x, point.low, point.high) for x, point in placed if math.isfinite(point.low)])
    plot.line("main", [(x, point.value) for x, point in placed])
    if exact is not None:
        plot.rule(exact, "exact")
    marks = [
        (math.log10(n * 10**p), f"{n * 10**p:,}") for p in range(13) for n in ((1, 3) if last - first < 3 else (1,))
    ]
    plot.marks([(x, text) for x, text in marks if first - 1e-9 <= x <= last + 1e-9])
    now = history[-1]
    value, low_end, high_end = map(number, now[1:])
    alt = f"After {now.games:,} {unit} the estimate is {value}, its band from {low_end} to {high_end}"
    return plot.tree(alt if exact is None else f"{alt}; the exact line is at {number(exact)}")


def exact_number(rules: Any, policies: Any, statistic: str, question: str) -> tuple[Any, str | None]:
    """Look up the exact number for a statistic, and the model that it belongs to.

    Raises
    ------
    BanchokError
        If these rules have none; says why.

    >>> import banchok_edu as be
    >>> exact_number(be.BanchokRules(), None, "wins", "the punter wins a coup")
    (9/17, 'fresh_each_coup')
    """
    import banchok_edu as be
    from banchok_edu.core.policy import Blind
    from banchok_edu.core.seating import seat_policies

    if statistic == COUPS:
        room = be.polish if rules.game == "polish" else be.banchok
        return room.win_probability(rules=rules), "fresh_each_coup"
    if rules.game == "black_cat":
        raise RulesError("give one with exact=..., such as a number of be.black_cat")
    seated = [policy or Blind(1) for policy in seat_policies(policies, rules.players)]
    if any(policy != seated[0] for policy in seated):
        raise RulesError("the seats play differently, so a bank depends on who holds it; give one with exact=...")
    asked = question.partition(", seat ")[0]
    if rules.opening * rules.triple * (rules.players - 1) <= MOST_EXACT:
        chain = be.bank_chain(rules, seated[0])
        return chain.answer(asked), chain.model
    import sympy

    chain = be.bank_chain(rules, seated[0], exact=False)
    return sympy.Float(chain.answer(asked)), chain.model
