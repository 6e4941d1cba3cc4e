"""Pictures of one coup of Banchok: who wins with which cards, and what betting on good cards only is worth."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Patch

from banchok_edu.cards import RANKS
from banchok_edu.core.rules import Rules
from banchok_edu.errors import RulesError, shown
from banchok_edu.games.banchok.rules import BanchokRules
from banchok_edu.rationals import written

from .figure import begin, cell, finish, ink, legend, name_axes, plain_numbers, signed
from .palette import MARKS, SMALL, TEXT, framed, painted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TIES = {-1: "equal ranks: the punter wins", 0: "equal ranks: the stake goes back", 1: "equal ranks: the banker wins"}


def sample_space(rules: BanchokRules | None = None, ax: Any = None, theme: str = "auto") -> Figure:
    """Draw all coups of Banchok as a grid: own card by turned card, who wins, and how many pairs of cards that is.

    Model: one coup from a shuffled deck, so every pair of two different cards is equally likely. (RULES.md, section 1,
    step 5.)

    Parameters
    ----------
    rules
        Only the deck and ``tie`` count; None is ``BanchokRules()``.
    ax
        Axes to draw in; None makes a figure.
    theme
        "light", "dark", or "auto": light, and on a dark page of JupyterLab turned over.

    Raises
    ------
    RulesError, BanchokError
        If these are not the rules of Banchok, or ``ax`` or ``theme`` cannot be.

    Of a deck of K and A in two suits, 12 pairs can be drawn; the punter wins the ties too:

    >>> for sentence in sample_space(BanchokRules(ranks=2, suits=2, players=2)).alt_text.split("; "):
    ...     print(sentence)
    A grid, 2 by 2, of own card by rank against turned card by rank
    ties pay the punter
    the punter wins in 3 of 4 cells, which are 8 of 12 pairs of cards, probability 2/3
    the banker wins in 1 of 4 cells, which are 4 of 12 pairs of cards, probability 1/3.
    """
    checked = banchok_rules(rules)
    ax, palette = begin(ax, theme, (7.6, 7.6))
    ranks = RANKS[-checked.ranks :]
    pairs, outcomes = _pairs(checked)
    middle = {"ha": "center", "va": "center", "in_layout": False}  # what lies within needs no room, and costs time
    for (own, turned), outcome in outcomes.items():
        x, y, mark, tie = ranks.index(own), ranks.index(turned), MARKS[outcome], own == turned
        width = 0.78 if tie else 0.94  # a tie stands in a frame
        cell(ax, (x, y), (width, width), f"{own} {turned}", **painted(mark, palette))
        if tie:
            cell(ax, (x, y), (0.92, 0.92), f"tie {own}", **framed(palette))
        plain = not mark.hatch
        plate = None if plain else {"facecolor": palette.paper, "edgecolor": "none", "pad": 1.2}
        colour = palette.on_win if plain else palette.ink
        text = f"{mark.sign}\n{pairs[own, turned]}"
        ax.text(x, y, text, **ink(palette, TEXT, color=colour), bbox=plate, linespacing=1.0, **middle)
    size = len(ranks)
    ax.set(xlim=(-0.5, size - 0.5), ylim=(-0.5, size - 0.5), aspect="equal")
    ax.set_xticks(range(size), ranks)
    ax.set_yticks(range(size), ranks)
    ax.tick_params(length=0, labelsize=TEXT)
    for spine in ax.spines.values():
        spine.set_visible(False)
    total = sum(pairs.values())
    sums, cells = Counter[int](), Counter(outcomes.values())
    for place, outcome in outcomes.items():
        sums[outcome] += pairs[place]
    said = f"P(the punter wins) = {_number(Fraction(sums[-1], total))}"
    name_axes(ax, palette, "Who wins, and in how many pairs of cards", said, "own card", "turned card")
    handles = [
        Patch(**painted(MARKS[o], palette), label=f"{MARKS[o].sign}  {MARKS[o].words}: {sums[o]:,} of {total:,} pairs")
        for o in MARKS
        if cells[o]
    ]
    handles.append(Patch(**framed(palette), label=_TIES[checked.outcome(*_equal(checked))]))
    legend(ax, palette, handles, ncols=2, bbox_to_anchor=(0, -0.09), handlelength=2.2, handleheight=1.4)
    return finish(ax, _told_space(checked, cells, sums, total))


def _equal(rules: BanchokRules) -> tuple[Any, Any]:
    """Give a hand and a turned card of the same rank, which decide a tie also where a deck has one suit."""
    card = rules.cards[0]
    return (card,), card


def _pairs(rules: BanchokRules) -> tuple[Counter[tuple[str, str]], dict[tuple[str, str], int]]:
    """Count the ordered pairs of cards for each pair of ranks that can come up, and tell who wins."""
    pairs: Counter[tuple[str, str]] = Counter()
    outcomes: dict[tuple[str, str], int] = {}
    for i, own in enumerate(rules.cards):
        for j, turned in enumerate(rules.cards):
            if i != j:
                pairs[own.rank, turned.rank] += 1
                outcomes[own.rank, turned.rank] = rules.outcome((own,), turned)
    return pairs, outcomes


def _told_space(rules: BanchokRules, cells: Counter[int], sums: Counter[int], total: int) -> str:
    tie = {"punter_wins": "pay the punter", "push": "send the stake back", "banker_wins": "pay the banker"}[rules.tie]
    said = [
        f"{MARKS[outcome].words} in {cells[outcome]} of {cells.total()} cells, which are {sums[outcome]:,} of "
        f"{total:,} pairs of cards, probability {written(Fraction(sums[outcome], total))}"
        for outcome in MARKS
        if cells[outcome]
    ]
    size = f"{rules.ranks} by {rules.ranks}"
    grid = f"A grid, {size}, of own card by rank against turned card by rank; ties {tie}"
    return "; ".join([grid, *said]) + "."


def threshold_value(rules: BanchokRules | None = None, ax: Any = None, theme: str = "auto") -> Figure:
    """Draw what it is worth to stake the whole bank on this rank or better and to pass otherwise; the best is marked.

    Model: one coup from a shuffled deck. The numbers are those of ``be.banchok.threshold_value``, the mean gain of a
    turn in banks. Parameters and errors are those of ``sample_space``.

    >>> print(threshold_value(BanchokRules(ranks=2, suits=2, players=2)).alt_text)
    Bars: the mean gain of a turn, in banks, of one who stakes the whole bank on a rank or better. K: 0.333, A: 0.500. \
The best threshold is A, worth 1/2 = 0.5.
    """
    from banchok_edu.games.banchok.exact import best_threshold
    from banchok_edu.games.banchok.exact import threshold_value as value_of

    checked = banchok_rules(rules)
    ax, palette = begin(ax, theme, (8, 4.4))
    ranks = RANKS[-checked.ranks :]
    values, best = [value_of(rank, checked) for rank in ranks], best_threshold(checked)
    heights = [float(value) for value in values]
    for x, (rank, height) in enumerate(zip(ranks, heights, strict=True)):
        is_best = rank in best.all_ranks
        colour = palette.win if is_best else palette.edge
        fill = {"color": colour} if is_best else {"facecolor": palette.paper, "edgecolor": colour, "hatch": "\\\\\\"}
        ax.bar(x, height, width=0.72, **fill, gid=f"threshold {rank}")
        above = height >= 0
        ax.annotate(
            signed(height),
            (x, height),
            (0, 3 if above else -3),
            textcoords="offset points",
            ha="center",
            va="bottom" if above else "top",
            **ink(palette, SMALL, fontweight="bold" if is_best else "normal"),
        )
    ax.axhline(0, color=palette.ink2, linewidth=0.8)
    low, high = min(0.0, *heights), max(0.0, *heights)
    ax.set(xlim=(-0.6, len(ranks) - 0.4), ylim=(low - 0.12 * (high - low) * (low < 0), high + 0.14 * (high - low)))
    ax.set_xticks(range(len(ranks)), ranks)
    ax.tick_params(axis="x", length=0, labelsize=TEXT)
    plain_numbers(ax.yaxis)
    told = " or ".join(best.all_ranks)
    worth = _number(best.value)
    name_axes(
        ax,
        palette,
        "Stake the whole bank on this rank or better, else pass",
        f"best threshold{'s' * (len(best.all_ranks) > 1)}: {told}, worth {worth}",
        "threshold: the lowest card on which one bets",
        "mean gain of a turn, in banks",
    )
    listed = ", ".join(f"{rank}: {signed(height)}" for rank, height in zip(ranks, heights, strict=True))
    many = len(best.all_ranks) > 1
    return finish(
        ax,
        "Bars: the mean gain of a turn, in banks, of one who stakes the whole bank on a rank or better. "
        f"{listed}. The best threshold{'s are' if many else ' is'} {told}, worth {worth}.",
    )


def _number(value: Any) -> str:
    text, decimal = written(value), signed(float(value), 4)
    return decimal if "/" not in text else f"{text} = {decimal.rstrip('0')}".replace("-", "−")


def banchok_rules(rules: object) -> BanchokRules:
    """Give the rules, the usual ones for None; say what else to draw if they are another game's."""
    if rules is None:
        return BanchokRules()
    if isinstance(rules, BanchokRules):
        return rules
    other = f"rules of {rules.game}" if isinstance(rules, Rules) else f"rules={shown(rules)}"
    raise RulesError(f"{other} are no coups of one card: give BanchokRules(...), or None for the usual ones")
