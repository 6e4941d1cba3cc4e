"""Pictures of estimates: how one settles down while games are played, and how one stands beside the exact number."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.bulk.coups import SIDES, Coups
from banchok_edu.bulk.simulation import Simulation
from banchok_edu.comparison import CLOSE, DIFFERS, FAR, MODELS, Comparison, compare, fraction_and_decimal, model_of
from banchok_edu.core.seating import seat_number
from banchok_edu.errors import BanchokError, shown, whole_number
from banchok_edu.estimates import Estimate, Sums

from .figure import begin, finish, ink, legend, name_axes, plain_numbers
from .palette import TEXT

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from banchok_edu.estimates import Kind

MOST_POINTS = 240
"""Points of the line: about two a pixel of its width would be seen, on a scale of powers of ten."""
_SQUARES, _EXACT = 2**31, 2**62
"""Numbers above the one, and sums above the other, are not left to numbers of 64 bits."""
_SETTLED = 30
"""The scale up and down is that of the band from so many games on; before, it may leave the picture."""


class Trials(NamedTuple):
    """Games one after another: each counted ``a`` (or gained it) out of ``b``."""

    a: Any
    b: Any
    kind: Kind
    question: str
    unit: str
    clusters: str
    whole: Estimate | None = None
    """The estimate from all of them, which knows its rules."""


def running_frequency(
    found: Any,
    exact: Any = None,
    *,
    what: str | None = None,
    seat: int | None = None,
    of: Any = None,
    ax: Any = None,
    theme: str = "auto",
) -> Figure:
    """Draw how an estimate settles down while coups or games are played, with its 95 % band and the exact number.

    The band after n games is the interval that ``Estimate`` gives from the first n games; where coups of one game hang
    together, the games are its clusters. It holds the exact number 19 times in 20 at any one n, not along its whole
    length.

    Parameters
    ----------
    found
        Coups of ``be.coups``; or a simulation with its columns; or a whole number for each trial, such as 0 or 1.
    exact
        The exact number, drawn as a line: a Fraction, a sympy number or text such as "9/17". None draws no line.
    what
        Of coups: "wins" (the usual one), "draws" or "loses". Of a simulation: a way to end, such as "tripled", or a
        column, such as "gain" or "coups".
    seat
        Of a simulation: whose.
    of
        Of your own numbers: out of how many, for each game; by default out of 1.
    ax, theme
        As in ``sample_space``.

    Raises
    ------
    RulesError, BanchokError
        If there is nothing to draw, no such thing to estimate, or a number is no whole one.

    >>> import banchok_edu as be
    >>> figure = running_frequency(be.coups(be.BanchokRules(), n=10_000, seed=7), "9/17")
    >>> for sentence in figure.alt_text.split(". ")[-3:]:
    ...     print(sentence)
    0.7 after 10, 0.5 after 102, 0.528 after 1,029, 0.5343 at the end (95 %: 0.5245 to 0.5441)
    Model: independent coups, each from a full shoe
    A dashed line marks the exact value 9/17 = 0.529412, which at the end is inside the band.
    """
    trials = _trials(found, what, seat, of)
    points = _points(trials)
    compared = None if exact is None else compare(exact, trials.whole or points[-1][1])
    number = None if compared is None else compared.exact
    ax, palette = begin(ax, theme, (8, 4.6))
    games = [n for n, _ in points]
    values = [estimate.value for _, estimate in points]
    bands = [estimate.interval(CLOSE) if estimate.games > 1 else (math.nan, math.nan) for _, estimate in points]
    lows, highs = [low for low, _ in bands], [high for _, high in bands]
    label = "95 % band"
    ax.fill_between(games, lows, highs, facecolor=palette.win, alpha=0.25, linewidth=0, label=label, gid="band")
    for side in (lows, highs):
        ax.plot(games, side, color=palette.win, linewidth=0.8, linestyle=":")
    ax.plot(games, values, color=palette.win, linewidth=1.8, label="estimate so far", gid="estimate")
    if number is not None:
        line = {"color": palette.lose, "linewidth": 1.6, "linestyle": (0, (6, 3)), "gid": "exact"}
        ax.axhline(float(number), **line, label=f"exact: {fraction_and_decimal(number)}")
    ax.set_xscale("log")
    ax.set_xlim(games[0], max(games[-1], games[0] + 1))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1 else "")
    ax.xaxis.set_minor_formatter(lambda _value, _: "")
    ax.set_ylim(*_span(points, lows, highs, number, trials.kind))
    plain_numbers(ax.yaxis)
    unit = "share so far" if trials.kind == "probability" else f"mean so far{trials.unit and ', in '}{trials.unit}"
    model = model_of(trials.whole) if trials.whole else None
    played = f"{trials.clusters} played (powers of ten)" + (f"; model: {model}" if model else "")
    said = str(points[-1][1]).replace("-", "−")
    if compared is not None and compared.models_differ:
        said += "; the models differ"
    name_axes(ax, palette, _capital(trials.question), said, played, unit)
    legend(ax, palette, bbox_to_anchor=(0, -0.17))
    return finish(ax, _told_run(trials, points, model, compared))


# -- what is estimated -------------------------------------------------------------------------------------------------


def _trials(found: Any, what: Any, seat: Any, of: Any) -> Trials:
    if isinstance(found, Coups | Simulation):
        if of is not None:
            raise BanchokError("of=... goes with your own numbers: coups and simulations know out of how many")
        return _of_coups(found, what, seat) if isinstance(found, Coups) else _of_games(found, what, seat)
    if seat is not None:
        raise BanchokError(f"seat={shown(seat)} goes with a simulation: your own numbers have no seats")
    return _of_numbers(found, what, of)


def _of_coups(coups: Coups, what: Any, seat: Any) -> Trials:
    import numpy as np

    what = "wins" if what is None else what
    if seat is not None:
        raise BanchokError(f"seat={shown(seat)} goes with a simulation: coups have one punter")
    whole = coups.probability(what)  # says what is allowed
    a = (np.asarray(coups.outcome) == SIDES[what]).astype(np.int64)
    return Trials(a, np.ones_like(a), "probability", whole.question, "", "coups", whole)


def _of_games(sim: Simulation, what: Any, seat: Any) -> Trials:
    import numpy as np

    if what is None:
        ways = ", ".join(map(repr, sim.ways))
        raise BanchokError(f"say what of the games is to be drawn: what= {ways}, or a column such as 'gain'")
    is_way = isinstance(what, str) and what in sim.ways
    whole = sim.probability(what, seat) if is_way else sim.mean(what, seat)  # says what is allowed
    per_bank = {column.name: column for column in sim.columns}
    values = np.asarray(sim[_code(sim) if is_way else what]).astype(np.int64)
    if what == "gain":
        a = values[:, seat_number(seat, sim.rules.players)]
        return Trials(a, np.ones_like(a), whole.kind, whole.question, whole.unit, "games", whole)
    counted = np.asarray(sim["banker"]).astype(np.int64) if "banker" in per_bank else np.zeros_like(values)
    there = counted >= 0 if seat is None else counted == seat_number(seat, sim.rules.players)
    happened = (values == sim.ways.index(what)) if is_way else values
    return Trials((happened * there).sum(1), there.sum(1), whole.kind, whole.question, whole.unit, "games", whole)


def _code(sim: Simulation) -> str:
    """Give the column that says how each bank, or deal, ended."""
    return next(column.name for column in sim.columns if column.unit == "code")


def _of_numbers(found: Any, what: Any, of: Any) -> Trials:
    import numpy as np

    a = _whole_numbers("the numbers", found)
    b = np.ones_like(a) if of is None else _whole_numbers("of", of)
    if len(a) != len(b):
        raise BanchokError(f"{len(a):,} numbers and {len(b):,} in of= do not go together: give both for each game")
    if (b < 0).any() or not b.any():
        raise BanchokError("of= counts how often something could have happened: none is negative, and not all are 0")
    if what is not None and not isinstance(what, str):
        raise BanchokError(f"what={shown(what)} is no text: say in words what is estimated")
    kind: Kind = "probability" if ((a >= 0) & (a <= b)).all() else "mean"
    word = "trials" if of is None else "games"
    return Trials(a, b, kind, what or ("share of successes" if kind == "probability" else "mean"), "", word)


def _whole_numbers(name: str, found: Any) -> Any:
    import numpy as np

    if isinstance(found, str | bytes) or not isinstance(found, Iterable):
        raise BanchokError(
            f"{shown(found)} cannot be drawn: give be.coups(...), be.simulate(...) or a whole number for each trial"
        )
    if len(shape := getattr(found, "shape", (0,))) != 1:
        raise BanchokError(f"{name} are an array of shape {shape}: give one whole number for each trial")
    numbers = found.tolist() if hasattr(found, "tolist") else list(found)
    if not numbers:
        raise BanchokError(f"{name} are none: give one whole number for each trial")
    for x in numbers:
        if not isinstance(x, bool | np.bool_) and whole_number(x) is None:
            raise BanchokError(f"{shown(x)} is not a whole number: {name} are one for each trial, such as 0 or 1")
    return np.array([int(x) for x in numbers], dtype=object if max(map(abs, numbers)) > _SQUARES else np.int64)


# -- the line ----------------------------------------------------------------------------------------------------------


def _points(trials: Trials) -> list[tuple[int, Estimate]]:
    """Give the estimates after numbers of games that are evenly spread on a scale of powers of ten."""
    import numpy as np

    a, b, last = trials.a, trials.b, len(trials.a)
    first = 1 + int(np.flatnonzero(b)[0])
    stops = np.unique(np.geomspace(first, last, MOST_POINTS).round().astype(np.int64).clip(first, last))
    if max(int(abs(a).max()), int(b.max())) ** 2 * last > _EXACT:
        a, b = a.astype(object), b.astype(object)  # Python's numbers, which do not overflow
    sums = [np.cumsum(x)[stops - 1].tolist() for x in (a, b, a * a, b * b, a * b, (b != 0).astype(np.int64))]
    return [
        (int(n), Estimate(Sums(*six), int(n), trials.kind, trials.question, trials.unit, clusters=trials.clusters))
        for n, *six in zip(stops.tolist(), *sums, strict=True)
    ]


def _span(
    points: list[tuple[int, Estimate]], lows: list[float], highs: list[float], exact: Any, kind: str
) -> tuple[float, float]:
    """Give the ends of the scale: the band once it has settled, and the exact line."""
    settled = [i for i, (n, _) in enumerate(points) if n >= _SETTLED] or list(range(len(points)))
    ends = [x for i in settled for x in (lows[i], highs[i], points[i][1].value) if math.isfinite(x)]
    ends += [] if exact is None else [float(exact)]
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or 0.5
    low, high = low - room, high + room
    return (max(low, -0.02), min(high, 1.02)) if kind == "probability" else (low, high)


def _told_run(
    trials: Trials, points: list[tuple[int, Estimate]], model: str | None, compared: Comparison | None
) -> str:
    last = points[-1][1]
    value, _, low, high = last.written()
    marks = [(n, next(e for m, e in points if m >= n)) for n in (10, 100, 1000, 10_000, 100_000) if n < points[-1][0]]
    early = ", ".join(f"{estimate.value:.3g} after {estimate.games:,}" for _, estimate in marks)
    text = (
        f'A line: the running estimate of "{trials.question}" over {last.games:,} {trials.clusters}, with its 95 % '
        f"band. {early + ', ' if early else ''}{value} at the end (95 %: {low} to {high})."
    )
    if model:
        text += f" Model: {MODELS[model]}."
    if compared is not None:
        ends = last.interval(CLOSE)
        where = "inside" if ends[0] <= float(compared.exact) <= ends[1] else "outside"
        exact = fraction_and_decimal(compared.exact)
        text += f" A dashed line marks the exact value {exact}, which at the end is {where} the band."
        text += f" {compared.models_differ}" * bool(compared.models_differ)
    return text.replace("-", "−") if "-" in value else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- beside the exact number -------------------------------------------------------------------------------------------


def comparison(compared: Comparison, ax: Any = None, theme: str = "auto") -> Figure:
    """Draw an exact number as a line, and the estimate of it with its intervals of 95 % and 99.9 %.

    Parameters
    ----------
    compared
        What ``be.compare`` gives for one number.
    ax, theme
        As in ``sample_space``.

    Raises
    ------
    BanchokError
        If it is no such comparison, or the estimate has no interval.

    >>> import banchok_edu as be
    >>> wins = be.coups(be.BanchokRules(), n=10_000, seed=7).probability("wins")
    >>> for sentence in comparison(be.compare("9/17", wins)).alt_text.split("; "):
    ...     print(sentence)
    The punter wins a coup
    a line marks the exact value 9/17 = 0.529412
    a point marks the estimate 0.5343, with intervals from 0.5245 to 0.5441 (95 %) and 0.5179 to 0.5507 (99.9 %)
    agrees: 1.0 standard errors away.
    """
    if not isinstance(compared, Comparison):
        raise BanchokError(f"{shown(compared)} is no comparison of one number: give be.compare(exact, estimate)")
    estimate, exact = compared.estimate, float(compared.exact)
    close, far = estimate.interval(CLOSE), estimate.interval(FAR)
    if not all(map(math.isfinite, (*close, *far))):
        raise BanchokError("one game has no standard error and no interval: play more games, then draw")
    ax, palette = begin(ax, theme, (7.6, 3.1))
    mark = palette.lose if compared.grade is DIFFERS else palette.win
    ax.plot(far, (0, 0), color=mark, linewidth=2, solid_capstyle="butt", marker="|", markersize=12, gid="99.9 %")
    ax.plot(close, (0, 0), color=mark, linewidth=8, solid_capstyle="butt", alpha=0.55, gid="95 %")
    ax.plot([estimate.value], [0], "o", color=mark, markeredgecolor=palette.paper, markersize=10, gid="estimate")
    ax.axvline(exact, color=palette.ink, linewidth=1.6, linestyle=(0, (6, 3)), gid="exact")
    low, high = min(far[0], exact), max(far[1], exact)
    room = 0.14 * (high - low) or 0.5
    ax.set(xlim=(low - room, high + room), ylim=(-1, 1))
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    plain_numbers(ax.xaxis)
    value, error, *_ = estimate.written()
    texts = (
        (exact, 0.6, f"exact: {fraction_and_decimal(compared.exact)}"),
        (estimate.value, -0.6, f"simulated: {value} ± {error}"),
    )
    for x, y, text in texts:
        at = (x - low + room) / (high - low + 2 * room)
        side = "left" if at < 0.25 else "right" if at > 0.75 else "center"
        plate = {"facecolor": palette.paper, "edgecolor": "none", "pad": 2}
        ax.text(x, y, text.replace("-", "−"), **ink(palette, TEXT), ha=side, va="center", bbox=plate)
    away = "" if math.isnan(compared.z) else f": {abs(compared.z):.1f} standard errors away"
    said = f"{compared.grade.word}{away}{'; the models differ' if compared.models_differ else ''}"
    name_axes(ax, palette, _capital(compared.name), said, "thick bar: 95 % interval; thin bar: 99.9 % interval")
    _, _, first, last = estimate.written()
    places = len(first.partition(".")[2])
    ends = f"{far[0]:.{places}f} to {far[1]:.{places}f}"
    line = f"a line marks the exact value {fraction_and_decimal(compared.exact)}"
    return finish(
        ax,
        f"{_capital(compared.name)}; {line}; a point marks the estimate {value}, with intervals from {first} to "
        f"{last} (95 %) and {ends} (99.9 %); {compared.verdict}.",
    )
