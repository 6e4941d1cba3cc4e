"""Speed of Black Cat deals: compiled kernel, uncompiled kernel and step engine beside a plain Python loop.

Run it by hand: ``python -m tests.benchmarks.black_cat``. All figures are of one run on one core, in process time, by
the default rules with a random position backed. It reports; it never fails for being slow.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

import numpy as np

import banchok_edu as be
from banchok_edu.compiled import compiled
from banchok_edu.core.columns import whole_list
from banchok_edu.games.black_cat import columns as m

PLAYERS, STAKE, DEALT, DEALS = 5, 6, 14, 7
PACK = [(kind, k) for kind in ("In", "Out") for k in range(1, 6)] * 2 + [
    (kind, 0)
    for kind in (
        "Reserve",
        "Contribution",
        "Distribution",
        "Stake",
        "Scoop",
        "Transfer Bank",
        "Official Receiver",
        "Bank Holiday",
    )
]


class PlainMatch:
    """A match as a good student would write it: the same work, no events, no views."""

    def __init__(self) -> None:
        self.gain = [0] * PLAYERS
        self.pool = self.reserve = self.banker = 0
        self.deals: list[tuple[int, int, str, int, int]] = []
        self.stake(0)

    def stake(self, seat: int) -> None:
        """Let a banker stake."""
        self.banker = self.last = seat
        self.gain[seat] -= STAKE
        self.pool += STAKE

    def play(self) -> list[int]:
        """Play it; give what each has won or lost."""
        for _ in range(DEALS):
            banker = self.banker
            turned, how = self.deal()
            self.deals.append((banker, turned, how, self.pool, self.reserve))
        self.gain[self.banker] += self.pool + self.reserve
        return self.gain

    def deal(self) -> tuple[int, str]:
        """Play a deal; give the cards turned and how it ended."""
        cards = PACK[:]
        random.shuffle(cards)
        free, backers = list(range(DEALT)), [-1] * DEALT
        for k in range(1, PLAYERS):
            backers[free.pop(random.randrange(len(free)))] = (self.banker + k) % PLAYERS
        for turned in range(DEALT):
            if how := self.turn(*cards[turned], backers[turned]):
                return turned + 1, how
        return DEALT, "all_turned"

    def turn(self, kind: str, k: int, backer: int) -> str:
        """Let a card act; give how it ends the deal."""
        gain, met = self.gain, True
        if kind == "In":
            if backer >= 0:
                gain[backer] -= k
                self.pool += k
        elif kind == "Out":
            met = backer < 0 or self.call(backer, k)
        elif kind in ("Reserve", "Contribution"):
            for seat in range(PLAYERS):
                gain[seat] -= 1
            if kind == "Reserve":
                self.reserve += PLAYERS
            else:
                self.pool += PLAYERS
        elif kind == "Distribution":
            for j in range(1, PLAYERS + 1):
                met = self.call((self.banker + j) % PLAYERS, 1) and met
        elif kind == "Bank Holiday":
            gain[self.banker] += self.pool + self.reserve
            self.pool = self.reserve = 0
            self.stake(self.banker)
        elif backer >= 0:
            return self.turn_for_backer(kind, backer)
        if met:
            return ""
        self.stake((self.banker + 1) % PLAYERS)
        return "broken"

    def turn_for_backer(self, kind: str, backer: int) -> str:
        """Let a card act that speaks of its backer."""
        if kind == "Stake":
            self.gain[backer] -= STAKE
            self.gain[self.last] += STAKE
            return ""
        if kind == "Scoop":
            self.gain[backer] += self.pool
            self.pool = 0
            self.stake(backer)
        elif kind == "Official Receiver":
            self.gain[backer] -= self.pool
            self.gain[self.banker] += self.pool
        self.banker = backer
        return kind

    def call(self, seat: int, due: int) -> bool:
        """Pay from the pool, and what is missing from the reserve."""
        if self.pool >= due:
            self.pool -= due
            self.gain[seat] += due
            return True
        helped = min(due - self.pool, self.reserve)
        self.gain[seat] += self.pool + helped
        self.reserve -= helped
        self.pool = 0
        return False


def plain(games: int) -> None:
    """Play matches by the plain loop."""
    for _ in range(games):
        PlainMatch().play()


def array(dtype: str, values: int | Sequence[int]) -> Any:
    """Make an array."""
    return np.zeros(values, dtype) if isinstance(values, int) else np.array(values, dtype)


def bulk(play: Callable[..., None], make: Callable[..., Any], seed: Any) -> Callable[[int], None]:
    """Give a function that plays matches with a kernel, and fills all columns."""
    rules = be.BlackCatRules()
    slots, policies = m.slots(rules), [be.policies.Backing()] * PLAYERS
    terms, plan, desk = m.terms(rules), m.plan(rules, policies, make), m.desk(rules, make)

    def run(games: int) -> None:
        filled = m.kernel.Columns(*(make(c.dtype, games * slots[c.per]) for c in m.columns(rules)))
        play(terms, plan, desk, filled, seed, 0, games)

    return run


def stepped(games: int) -> None:
    """Play matches with the step engine."""
    for index in range(games):
        be.BlackCat(be.BlackCatRules(), seed=1, index=index).advance(be.policies.Backing())


def took(run: Callable[[int], None], games: int) -> float:
    """Give the process time of a deal, in nanoseconds."""
    start = time.process_time()
    run(games)
    return (time.process_time() - start) / (games * DEALS) * 1e9


def report(rounds: int = 7) -> None:
    """Report all speeds, round by round in turn, so that a busy machine is busy for all."""
    random.seed(1)
    fast = bulk(compiled(m.play, m.PARTS), array, np.uint64(1))
    fast(1)
    roads = {
        "plain Python": (plain, 2_000),
        "compiled kernel": (fast, 100_000),
        "uncompiled kernel": (bulk(m.play, whole_list, 1), 500),
        "step engine": (stepped, 100),
    }
    times: dict[str, list[float]] = {name: [] for name in roads}
    for _ in range(rounds):
        for name, (run, games) in roads.items():
            times[name].append(took(run, games))
    for name, found in times.items():
        ratio = median(a / b for a, b in zip(times["plain Python"], found, strict=True))
        print(f"{name:18} {1e9 / median(found):12,.0f} deals/s, {ratio:6.2f} times plain Python")
    print("target: the compiled kernel at least 50 times plain Python")


if __name__ == "__main__":
    report()
