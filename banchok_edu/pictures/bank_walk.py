"""A picture of banks: how some were played, over the exact distribution of all."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from matplotlib.colors import LinearSegmentedColormap, PowerNorm, to_rgb

from banchok_edu.core.events import BankEnded, Settled
from banchok_edu.errors import BanchokError, RulesError, shown, whole_number
from banchok_edu.games.banchok.columns import ENDED
from banchok_edu.games.banchok.rules import BankingRules
from banchok_edu.games.registry import GAMES

from .figure import begin, finish, ink, name_axes, plain_numbers
from .palette import FONT, SMALL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from banchok_edu.games.bank_steps import Standing
    from banchok_edu.games.independent_bank import BankChain

RUNS = "still running"
MOST_PATHS, MOST_COUPS = 1000, 1000
USUAL_COUPS = 60
"""Coups that are drawn if nobody says how many: twice the mean number, up to this."""


def bank_paths(
    bank: Any,
    policy: Any = None,
    *,
    paths: int = 12,
    coups: int | None = None,
    seed: int = 0,
    ax: Any = None,
    theme: str = "auto",
) -> Figure:
    """Draw some banks coup by coup, as they were played, over the exact distribution of all banks.

    The darker a cell, the more probable is this bank after so many coups; a bank that has ended stays where it ended.
    The paths are games of a seed, played by the rules at the table. Model: independent coups, for both.

    Parameters
    ----------
    bank
        What ``be.bank_chain`` gives; or rules for it, with ``deck_use="fresh_each_coup"``.
    policy
        With rules: how the punters play, as for ``be.bank_chain``.
    paths
        How many banks are played, 0 to 1000.
    coups
        How many coups are drawn; None: twice the mean number, at most 60.
    seed
        Of the games.
    ax, theme
        As in ``sample_space``.

    Raises
    ------
    RulesError, BanchokError
        If these rules have no such chain, or a number cannot be.

    A bank of 1 against one who always stakes 1: after a coup it is broken or holds 2, with 9/17 and 8/17.

    >>> import banchok_edu as be
    >>> rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    >>> figure = bank_paths(rules, be.policies.Blind(1), paths=2, coups=1)
    >>> print(figure.alt_text.split("; ")[-1])
    after 1 coup 0.5294 of the banks are broken, none is tripled, and 0.4706 are still running.
    """
    chain = _chain(bank, policy)
    many = _count("paths", paths, 0, MOST_PATHS)
    last = _length(chain, coups)
    after = _spread(chain, last)
    walks = [_walk(chain, seed, index, last) for index in range(many)]
    ax, palette = begin(ax, theme, (8.4, 5))
    goal = chain.rules.triple * chain.rules.opening
    top = max(goal, *(standing.bank for found in after for standing in found), *(b for walk in walks for b in walk))
    aim = "tripled" if chain.rules.triple == 3 else f"{chain.rules.triple} times the opening"
    _heat(ax, palette, after, top)
    for number, walk in enumerate(walks):
        dash = ("-", (0, (5, 2)), (0, (1, 1.5)))[number % 3]
        ax.plot(range(len(walk)), walk, color=palette.ink, linewidth=1.1, linestyle=dash, alpha=0.8, gid="path")
        if walk[-1] <= 0 or walk[-1] >= goal:
            sign = "x" if walk[-1] <= 0 else "^"
            ax.plot(len(walk) - 1, walk[-1], sign, color=palette.ink, markersize=6, clip_on=False, zorder=5)
    for height, word in ((0, "broken"), (chain.rules.opening, "opening"), (goal, aim)):
        ax.axhline(height, color=palette.accent, linewidth=1.2, linestyle=(0, (6, 3)), zorder=1.5)
        plate = {"facecolor": palette.paper, "edgecolor": "none", "pad": 1, "alpha": 0.8}
        side = "bottom" if height else "top"  # below the marks of banks that broke
        ax.text(last, height, f"{word} ", **ink(palette, SMALL), ha="right", va=side, bbox=plate)
    ax.set(xlim=(-0.5, last + 0.5), ylim=(-0.08 * top - 0.5, top * 1.05 + 0.5))
    plain_numbers(ax.yaxis)
    plain_numbers(ax.xaxis)
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.yaxis.get_major_locator().set_params(integer=True)
    played = f"{many:,} banks played, over the chances of all banks" if many else "The chances of all banks"
    ends = [f"{how}: {chance:.4f}" for how, chance in _ends(after[-1]).items() if chance]
    said = f"after {last} coup{'s' * (last > 1)}: {', '.join(ends)}"
    name_axes(ax, palette, played, said, "coups", "counters in the bank")
    return finish(ax, _told(chain, after, walks, last))


def _chain(bank: Any, policy: Any) -> BankChain:
    from banchok_edu.games.independent_bank import BankChain, bank_chain

    if isinstance(bank, BankChain):
        if policy is not None:
            raise BanchokError("this chain knows how its punters play: leave policy out, or give rules and a policy")
        return bank
    if isinstance(bank, BankingRules):
        if policy is None:
            raise BanchokError("say how the punters play: bank_paths(rules, be.policies.Blind(1)), say")
        return bank_chain(bank, policy, exact=False)  # shades of a colour need no fractions
    raise RulesError(f"{shown(bank)} is no bank: give be.bank_chain(...), or BanchokRules(...) and a policy")


def _spread(chain: BankChain, coups: int) -> list[dict[Standing, float]]:
    """Give how the bank stands after 0 to so many coups.

    Each step starts from the last one, in floats: with fractions, or from the start each time, it would take minutes.
    """
    from banchok_edu.games.bank_steps import Standing

    law = chain.coup_chain
    rows: dict[Any, dict[Any, float]] = {}
    now = {state: float(p) for state, p in law.distribution_after(0).items()}
    found = []
    for _ in range(coups + 1):
        stands: dict[Standing, float] = {}
        for state, p in now.items():
            standing = state if isinstance(state, Standing) else Standing(RUNS, state.bank)
            stands[standing] = stands.get(standing, 0.0) + p
        found.append(stands)
        new: dict[Any, float] = {}
        for state, p in now.items():
            if state not in rows:
                rows[state] = {to: float(q) for to, q in law.transitions(state).items()} or {state: 1.0}
            for to, q in rows[state].items():
                new[to] = new.get(to, 0.0) + p * q
        now = new
    return found


def _count(name: str, value: object, low: int, high: int) -> int:
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise BanchokError(f"{name}={shown(value)} is not allowed: {name} is a whole number from {low:,} to {high:,}")
    return number


def _length(chain: BankChain, coups: object) -> int:
    if coups is None:
        return max(1, min(USUAL_COUPS, math.ceil(2 * float(chain.expected_coups))))
    return _count("coups", coups, 1, MOST_COUPS)


def _walk(chain: BankChain, seed: int, index: int, coups: int) -> list[int]:
    """Play the first bank of a game, and give what is in it after each coup."""
    turns = math.ceil(float(chain.expected_turns / chain.expected_coups)) if chain.expected_coups else 1
    most = min(chain.rules.turn_limit, 4 * turns * coups + 100)  # more turns than so many coups will ask for
    rules = replace(chain.rules, first_banker=0, opening_choice="agreed", turn_limit=most)
    game = GAMES[rules.game](rules, seed=seed, index=index)
    if game.decision is not None and game.decision.seat == 0:
        game.choose(True)  # he may refuse to bank, in Polish banchok
    game.advance([None, *chain.policies])  # as punter of the next bank seat 0 has no policy: there it stops
    banks = [rules.opening]
    for event in game.events:
        if isinstance(event, BankEnded) or len(banks) > coups:
            break
        if isinstance(event, Settled):
            banks.append(banks[-1] + event.outcome * event.stake)
    return banks


def _heat(ax: Any, palette: Any, after: list[dict[Standing, float]], top: int) -> None:
    import numpy as np

    chances = np.zeros((top + 1, len(after)))
    for n, found in enumerate(after):
        for standing, p in found.items():
            chances[standing.bank, n] += p
    most = 0.25 * np.array(to_rgb(palette.paper)) + 0.75 * np.array(to_rgb(palette.win))  # ink can be read on it
    colours = LinearSegmentedColormap.from_list("chances", [palette.paper, most])
    shade = ax.imshow(
        np.ma.masked_equal(chances, 0),
        origin="lower",
        aspect="auto",
        interpolation="nearest",
        cmap=colours,
        norm=PowerNorm(0.5, 0, 1),
        extent=(-0.5, len(after) - 0.5, -0.5, top + 0.5),
        zorder=0.5,
        gid="chances",
    )
    bar = ax.figure.colorbar(shade, ax=ax, shrink=0.85, pad=0.02)
    bar.set_label("probability", fontsize=SMALL, fontfamily=FONT, color=palette.ink2)
    bar.ax.tick_params(color=palette.edge, labelcolor=palette.ink2, labelsize=SMALL, labelfontfamily=FONT)
    bar.set_ticks([0, 0.01, 0.05, 0.1, 0.25, 0.5, 1], labels=["0", "0.01", "0.05", "0.1", "0.25", "0.5", "1"])
    bar.outline.set_edgecolor(palette.edge)


def _ends(after: dict[Standing, float]) -> dict[str, float]:
    """Add up how likely each end is, and that the bank is still running."""
    sums = dict.fromkeys((*ENDED, RUNS), 0.0)
    for standing, p in after.items():
        sums[standing.how] += p
    return sums


def _told(chain: BankChain, after: list[dict[Standing, float]], walks: list[list[int]], last: int) -> str:
    sums = _ends(after[-1])
    goal = chain.rules.triple * chain.rules.opening
    ended = [sum(walk[-1] <= 0 for walk in walks), sum(walk[-1] >= goal for walk in walks)]
    shares = [(how, sums[how]) for how in ENDED if how != "lapsed" or sums[how]]
    said = [f"{p:.4f} of the banks are {how}" if p else f"none is {how}" for how, p in shares]
    running = sums[RUNS]
    said.append(f"and {running:.4f} are still running" if running else "and none is still running")
    played = (
        f"{len(walks):,} banks as they were played, of which {ended[0]} broke and {ended[1]} reached {goal}; "
        if walks
        else ""
    )
    return (
        f"Paths of a bank opened with {chain.rules.opening}, over a heat map of its exact distribution after 0 to "
        f"{last} coups; {played}after {last} coup{'s' * (last > 1)} {', '.join(said)}."
    )
