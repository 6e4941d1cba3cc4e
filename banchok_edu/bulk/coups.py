"""Single coups by the million: a hand, a turned card and who wins, each from a full shoe, so all independent.

Coup ``i`` of a seed is the first coup of game ``i`` of that seed at a table of two where seat 0 banks: the hand is made
of the first cards of the game's first deck, and the turned card is the one after them.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from banchok_edu.compiled import compiled
from banchok_edu.core.rules import Rules
from banchok_edu.core.settings import in_range
from banchok_edu.errors import BanchokError, RulesError, shown, whole_number
from banchok_edu.estimates import Estimate, Run, Sums
from banchok_edu.games.registry import GAMES

from .chunks import kernel_seed, maker
from .machine import memory

if TYPE_CHECKING:
    from banchok_edu.cards import Card

SIDES = {"wins": -1, "draws": 0, "loses": 1}
"""What can become of the punter, and the outcome that stands for it."""


def coups(rules: Rules, n: int = 100_000, seed: int = 0, start: int = 0) -> Coups:
    """Play single coups, each from a full shoe.

    Parameters
    ----------
    rules
        The rules of Banchok or of Polish banchok; of these only the deck, the hand and who wins count.
    n
        How many coups, 1 or more.
    seed, start
        The coups are those with index ``start``, ``start + 1``, ... of this seed. Coup i is the first one of game i:
        ``Banchok(dataclasses.replace(rules, players=2, first_banker=0), seed=seed, index=i)``.

    Raises
    ------
    RulesError
        If the game knows no coups, or a number cannot be.

    >>> import banchok_edu as be
    >>> found = be.coups(be.BanchokRules(), n=10_000, seed=7)
    >>> found.own.shape, found.turned.shape, found.outcome.shape
    ((10000, 1), (10000,), (10000,))
    >>> found.cards(0)
    ((Card('9♥'),), Card('7♣'))
    >>> found.probability("wins")
    <Estimate 0.5343 ± 0.0050 (95 %: 0.5245 to 0.5441; 10,000 coups)>
    """
    if not isinstance(rules, Rules) or rules.game not in GAMES:
        raise RulesError(f"{shown(rules)} are not rules: give BanchokRules(...) or PolishRules(...)")
    name = f"banchok_edu.games.{rules.game}.single"
    if importlib.util.find_spec(name) is None:
        raise RulesError(
            f"{rules.game} is not played in coups of a hand against a turned card: use be.simulate(rules, ...)"
        )
    start, count = in_range("start", start, 63), whole_number(n)
    if count is None or not 1 <= count <= 2**63 - start:
        raise RulesError(f"n={shown(n)} is not allowed: n is a whole number of coups, 1 or more")
    each = rules.cards_each  # type: ignore[attr-defined]
    if count * (2 * each + 3) > memory():
        raise RulesError(f"n={count:,} coups do not fit into memory: play fewer, and go on with start=...")
    return _played(rules, each, count, in_range("seed", seed, 64), start, import_module(name))


def _played(rules: Any, each: int, n: int, seed: int, start: int, single: Any) -> Coups:
    room, make = import_module(f"banchok_edu.games.{rules.game}.columns"), maker()
    own, turned, outcome = make("int16", n * each), make("int16", n), make("int8", n)
    desk = room.desk(rules, make)._replace(hand=own)
    keys, cells = make("uint64", single.BLOCK), make("int64", single.BLOCK * (each + 1))
    play = compiled(single.play, single.PARTS)
    play(room.terms(rules), desk, keys, cells, own, turned, outcome, kernel_seed(seed), start, n)
    hands = [own[i * each : (i + 1) * each] for i in range(n)] if isinstance(own, list) else own.reshape(n, each)
    return Coups(rules, seed, start, n, hands, turned, outcome)


@dataclass(frozen=True, eq=False, repr=False)
class Coups:
    """Single coups, each from a full shoe. ``be.coups`` makes it.

    A card is a whole number: four times its rank's number plus its suit's, where 2 is rank 1 and the ace is 13, and
    the suits are 0 to 3 in the order ♠♣♦♥; ``own >> 2`` are the ranks. Where numpy or numba is missing, the arrays are
    lists.
    """

    rules: Any
    seed: int
    start: int
    """The index of the first coup."""
    n: int
    """How many coups."""
    own: Any
    """The punter's cards: int16, shape (n, hand)."""
    turned: Any
    """The card that the banker turns: int16, shape (n,)."""
    outcome: Any
    """Who wins: int8, shape (n,); +1 the banker takes the stake, -1 he pays it, 0 it goes back."""

    def cards(self, i: int) -> tuple[tuple[Card, ...], Card]:
        """Give the cards of a coup: the punter's, and the turned one.

        Raises
        ------
        BanchokError
            If there is no such coup.
        """
        number = whole_number(i)
        if number is None or not 0 <= number < self.n:
            raise BanchokError(f"{shown(i)} is not a coup of these: they are 0 to {self.n - 1:,}")
        return tuple(_card(int(face)) for face in self.own[number]), _card(int(self.turned[number]))

    def probability(self, what: str = "wins") -> Estimate:
        """Estimate how probable it is that the punter "wins", "draws" or "loses".

        Raises
        ------
        BanchokError
            If it is none of these.
        """
        if not isinstance(what, str) or what not in SIDES:
            raise BanchokError(f"{shown(what)} is not allowed: the punter {', '.join(map(repr, SIDES))}")
        code = SIDES[what]
        found = self.outcome.count(code) if isinstance(self.outcome, list) else int((self.outcome == code).sum())
        sums = Sums(found, self.n, found, self.n, found, self.n)
        runs = (Run(self.seed, self.start, self.start + self.n),)
        return Estimate(sums, self.n, "probability", f"the punter {what} a coup", "", self.rules, runs, "coups")

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        """Give one line."""
        return f"<{self.n:,} coups of {self.rules.game}, seed {self.seed}, from coup {self.start}>"


def _card(face: int) -> Card:
    from banchok_edu.cards import RANKS, SUITS, Card

    return Card(RANKS[(face >> 2) - 1], SUITS[face & 3])
