"""Paths of a bank, coup by coup, over the exact distribution of where banks stand."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING, Any

from banchok_edu.core.settings import in_range
from banchok_edu.errors import RulesError, counted

from .sheet import Sheet
from .sheet_words import many, number, say
from .trees import Plot, Tree, act, choice, columns, node, paragraph, row, steps, table

if TYPE_CHECKING:
    from banchok_edu.games.independent_bank import BankChain

MOST_PATHS = 40
"""Paths that are drawn; older ones are forgotten in the picture, not in ``paths``."""
MOST_COUPS = 20_000
"""A path is not followed for longer."""
KEPT = 64
"""Of so many distributions one is kept; those between are worked out again."""
NOTHING = 1e-15
"""A probability that no picture shows."""
_HORIZON = 12
_SPEEDS = {"1": 1000, "4": 250, "10": 100}
"""Milliseconds from coup to coup, by the choice of speed."""
_OUTSIDE = 0.05
"""What the band leaves out on either side."""


class BankWalk(Sheet):
    """Follow a bank from coup to coup, over the exact distribution of where banks stand. Model: independent coups.

    Parameters
    ----------
    rules
        ``BanchokRules`` or ``PolishRules`` with ``deck_use="fresh_each_coup"``, or a chain that ``be.bank_chain`` made.
    policy
        How the punters play: a policy of ``be.policies``, by default 1 counter on every card.
    seed
        Of the paths; by default one that nobody else has. It is shown, and gives the same paths again.
    big
        Whether all is half as large again, for a projector.

    Raises
    ------
    RulesError
        If these rules or this policy have no such chain.

    >>> import banchok_edu as be
    >>> rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    >>> walk = be.BankWalk(rules, seed=1)
    >>> walk.odds()["tripled"]
    64/217
    >>> walk.step().bank in (0, 2)
    True
    """

    def __init__(self, rules: Any, policy: Any = None, *, seed: int | None = None, big: bool = False) -> None:
        from banchok_edu.core.policy import Blind
        from banchok_edu.games.independent_bank import BankChain, bank_chain

        if isinstance(rules, BankChain):
            if policy is not None:
                raise RulesError("the chain already says how the punters play: leave the policy out")
            self._bank: BankChain = rules
        else:
            self._bank = bank_chain(rules, Blind(1) if policy is None else policy)
        self._seed = secrets.randbelow(10**9) if seed is None else in_range("seed", seed, 64)
        self._luck = random.Random(self._seed)  # noqa: S311 (for pictures; nobody plays for these)
        self._chain = self._bank.coup_chain
        self._goal = self._bank.rules.opening * self._bank.rules.triple
        self._start: dict[Any, Any] = self._chain.distribution_after(0)
        self._rows: dict[Any, list[tuple[Any, float]]] = {}
        self._front = {state: float(p) for state, p in self._start.items()}
        self._kept, self._bands = [self._front], [_band(self._front)]
        self._paths: list[list[Any]] = []
        self._playing, self._speed = False, "4"
        self._new()
        self.title = say("walk")
        super().__init__(big=big)

    # -- in Python -------------------------------------------------------------------------------------------------

    @property
    def seed(self) -> int:
        """The seed of the paths."""
        return self._seed

    @property
    def chain(self) -> BankChain:
        """The bank as a chain."""
        return self._bank

    @property
    def paths(self) -> list[list[int]]:
        """The bank after each coup of each path, in counters; the last path is the one that is followed."""
        return [[state.bank for state in path] for path in self._paths]

    @property
    def bank(self) -> int:
        """The counters in the bank now."""
        return int(self._here.bank)

    def odds(self) -> dict[str, Any]:
        """Give the exact probability of each end, from where the bank is now."""
        return self._odds(self._here)

    def step(self) -> BankWalk:
        """Go on by a coup, if the bank has not ended."""
        with self._lock:
            self._step()
            self.refresh()
        return self

    def to_end(self) -> BankWalk:
        """Go on until the bank has ended."""
        with self._lock:
            self._finish()
            self.refresh()
        return self

    def new_path(self) -> BankWalk:
        """Begin another path at the opening."""
        with self._lock:
            self._new()
            self.refresh()
        return self

    # -- the walk --------------------------------------------------------------------------------------------------

    @property
    def _here(self) -> Any:
        return self._paths[-1][-1]

    @property
    def _ended(self) -> bool:
        return hasattr(self._here, "how")

    def _next(self, state: Any) -> list[tuple[Any, float]]:
        if state not in self._rows:
            self._rows[state] = [(target, float(p)) for target, p in self._chain.transitions(state).items()]
        return self._rows[state]

    def _drawn(self, chances: list[tuple[Any, float]]) -> Any:
        return self._luck.choices([state for state, _ in chances], [p for _, p in chances])[0]

    def _new(self) -> None:
        self._paths.append([self._drawn([(state, float(p)) for state, p in self._start.items()])])
        self._playing = False

    def _step(self) -> None:
        if not self._ended:
            self._paths[-1].append(self._drawn(self._next(self._here)))
        if self._ended:
            self._playing = False

    def _finish(self) -> None:
        while not self._ended and len(self._paths[-1]) < MOST_COUPS:
            self._step()

    def _odds(self, state: Any) -> dict[str, Any]:
        from banchok_edu.games.banchok.columns import ENDED

        found = {state.how: self._one()} if hasattr(state, "how") else self._chain.probabilities(state)
        odds = {how: found.get(how, 0 * self._one()) for how in ENDED}
        return odds if odds["lapsed"] else {how: p for how, p in odds.items() if how != "lapsed"}

    def _one(self) -> Any:
        return sum(self._start.values())

    def _after(self, coups: int) -> dict[Any, float]:
        """Give the distribution after so many coups, in floats, which the picture is drawn from."""
        self._reach(coups)
        at = self._kept[coups // KEPT]
        for _ in range(coups % KEPT):
            at = self._onward(at)
        return at

    def _band(self, coups: int) -> tuple[int, int, float]:
        """Give the edges of the band and the mean after so many coups."""
        self._reach(coups)
        return self._bands[coups]

    def _reach(self, coups: int) -> None:
        """Work out the distributions so far; all bands are kept, and one distribution in many."""
        while len(self._bands) <= coups:
            self._front = self._onward(self._front)
            if len(self._bands) % KEPT == 0:
                self._kept.append(self._front)
            self._bands.append(_band(self._front))

    def _onward(self, at: dict[Any, float]) -> dict[Any, float]:
        after: dict[Any, float] = {}
        for state, p in at.items():
            for target, q in self._next(state) or [(state, 1.0)]:
                if p * q > NOTHING:
                    after[target] = after.get(target, 0.0) + p * q
        return after

    # -- for the browser -------------------------------------------------------------------------------------------

    def do(self, name: str, value: Any) -> None:
        """Do what a control asks for."""
        if name in ("step", "tick"):
            self._playing = self._playing and name == "tick"
            self._step()
        elif name == "play":
            self._playing = not self._playing
        elif name == "end":
            self._playing = False
            self._finish()
        elif name == "new":
            self._new()
        elif name == "many":
            self._finish()
            for _ in range(10):
                self._new()
                self._finish()
        elif name == "clear":
            del self._paths[:]
            self._new()
        else:
            self._speed = value

    def tick(self) -> int:
        """Give when the next coup is due while it plays."""
        return _SPEEDS[self._speed] if self._playing else 0

    def sub(self) -> str:
        """Name the model."""
        return say("walk.model")

    def _now(self) -> str:
        coups = len(self._paths[-1]) - 1
        if self._ended:
            return say("walk.ended", how=self._here.how, bank=counted(self.bank), coups=many(coups, "coup"))
        return say("walk.now", bank=self.bank, coups=many(coups, "coup"))

    def spoken(self) -> str:
        """Say where the bank is, unless it is being played."""
        if self._playing:
            return ""
        odds = ", ".join(f"{how} {number(float(p), 3)}" for how, p in self.odds().items())
        return f"{self._now()}. {say('walk.from_here')}: {odds}."

    def parts(self) -> list[Tree]:
        """Give the buttons, the odds from here, the paths and the distribution."""
        ended = self._ended
        buttons = [
            act("step", say("walk.step"), primary=True, off=ended),
            act("play", say("walk.pause" if self._playing else "walk.play"), off=ended),
            act("end", say("walk.end"), off=ended),
            act("new", say("walk.new")),
            act("many", say("walk.many")),
            act("clear", say("walk.clear")),
        ]
        speeds = [(speed, say(f"walk.speed.{speed}")) for speed in _SPEEDS]
        left = [
            paragraph(self._now(), "big"),
            self._table(),
            row(*buttons),
            node("div", choice("speed", say("walk.speed"), speeds, self._speed), kind="set"),
            *self._tally(),
            paragraph(say("walk.paths", seed=self._seed), "soft"),
        ]
        return [columns(left, [self._picture(), self._bars()])]

    def _table(self) -> Tree:
        coups = len(self._paths[-1]) - 1
        here, start = self.odds(), self._odds(self._paths[-1][0])
        by_now = self._ended_by(coups)
        rows = [
            (f"P({how})", _exact(here.get(how)), number(float(start.get(how, 0))), number(by_now.get(how, 0.0)))
            for how in dict.fromkeys([*here, *start])
        ]
        head = (say("walk.end_how"), say("walk.from_here"), say("walk.from_start"), say("walk.after", coups=coups))
        return table(say("walk.odds"), head, rows)

    def _ended_by(self, coups: int) -> dict[str, float]:
        found: dict[str, float] = {}
        for state, p in self._after(coups).items():
            if hasattr(state, "how"):
                found[state.how] = found.get(state.how, 0.0) + p
        return found

    def _tally(self) -> list[Tree]:
        ends = [path[-1].how for path in self._paths if hasattr(path[-1], "how")]
        if not ends:
            return []
        return [paragraph(say("walk.tally", ended=many(len(ends), "path"), tripled=ends.count("tripled")))]

    def _picture(self) -> Tree:
        drawn = self._paths[-MOST_PATHS:]
        current = drawn[-1]
        longest = len(current) * 3 // 2 if len(current) > 1 and not self._ended else max(len(path) for path in drawn)
        horizon = max(_HORIZON, longest)
        every = -(-horizon // 120)
        places = range(0, horizon + 1, every)
        spread = [self._band(coups) for coups in places]
        top = max(self._goal, *(state.bank for path in drawn for state in path))
        plot = Plot((0, horizon), (0, 1.04 * top), say("walk.chart"), say("walk.axis"))
        plot.band([(coups, low, high) for coups, (low, high, _) in zip(places, spread, strict=True)])
        plot.line("line", [(coups, mean) for coups, (_, _, mean) in zip(places, spread, strict=True)])
        for path in drawn[:-1]:
            plot.line("thin", _points(path[: horizon + 1]))
        plot.line("main", steps(_points(current)) if len(current) < 60 else _points(current))
        plot.dots([(len(current) - 1, self._here.bank)])
        plot.rule(self._goal, "tripled")
        plot.marks([(coups, str(coups)) for coups in range(0, horizon + 1, max(1, -(-horizon // 12)))])
        low, high, mean = self._band(len(current) - 1)
        last = ", ".join(str(state.bank) for state in current[-12:])
        return plot.tree(
            say(
                "walk.chart.alt",
                goal=self._goal,
                path=f"The path ends with {last}",
                coups=many(len(current) - 1, "coup"),
                low=low,
                high=high,
                mean=number(mean, 3),
            )
        )

    def _bars(self) -> Tree:
        coups = len(self._paths[-1]) - 1
        heights: dict[int, float] = {}
        for state, p in self._after(coups).items():
            heights[state.bank] = heights.get(state.bank, 0.0) + p
        most = max(self._goal, *heights)
        plot = Plot(
            (-0.6, most + 0.6),
            (0, 1.08 * max(heights.values())),
            say("walk.spread", coups=many(coups, "coup")),
            say("walk.spread.axis"),
        )
        shown = [(bank, p) for bank, p in sorted(heights.items()) if p > 0.0005]
        plot.bars(shown, 0.8, (self.bank,))
        plot.marks([(bank, str(bank)) for bank in range(0, most + 1, max(1, -(-most // 12)))])
        likely = sorted(heights.items(), key=lambda pair: -pair[1])[:8]
        values = ", ".join(f"{bank}: {number(p, 3)}" for bank, p in sorted(likely))
        return plot.tree(say("walk.spread.alt", coups=many(coups, "coup"), values=values))


def _points(path: list[Any]) -> list[tuple[int, int]]:
    every = -(-len(path) // 200)
    found = [(coups, path[coups].bank) for coups in range(0, len(path), every)]
    last = (len(path) - 1, path[-1].bank)
    return found if found[-1] == last else [*found, last]


def _band(spread: dict[Any, float]) -> tuple[int, int, float]:
    """Give the edges of the band and the mean of a distribution over banks."""
    banks: dict[int, float] = {}
    for state, p in spread.items():
        banks[state.bank] = banks.get(state.bank, 0.0) + p
    ordered = sorted(banks.items())
    low = high = ordered[0][0]
    below = 0.0
    for bank, p in ordered:
        if below < _OUTSIDE:
            low = bank
        if below < 1 - _OUTSIDE:
            high = bank
        below += p
    return low, high, sum(bank * p for bank, p in ordered)


def _exact(value: Any) -> str:
    from banchok_edu.rationals import written

    if value is None or value == 0:
        return "0"
    text, decimal = written(value), number(float(value))
    if decimal == "1" and value != 1:
        decimal = "under 1"
    return f"{text} = {decimal}" if "/" in text and len(text) <= 16 else decimal
