"""All records of one deal, counted: which cards act, in which order, and what comes of it.

This is dynamic programming. A state is what is left in the pack of the cards that can act, how many have acted under
markers and how many free, pool and reserve, and who banks. The records that lead to a state are counted together; how
likely each of them is, ``orders`` knows. What a card does is not written here again: the kernel that plays by the
million is asked.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, perm, prod
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.games.black_cat import kernel
from banchok_edu.games.black_cat.columns import face, terms

from .changes import always_acts
from .orders import Orders, Record
from .questions import CHANGES, count, markers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from banchok_edu.games.black_cat.rules import BlackCatRules


@dataclass(frozen=True, eq=False)
class Stand:
    """Pool and reserve, who banks, who staked last, and which other seats have no marker left.

    There is one object for each, as these are looked up a million times.
    """

    pool: int
    reserve: int
    banker: int
    last: int
    gone: frozenset[int]


MOST_STATES = 1_000_000
"""How many states are counted at most: well under a minute."""


class TooMany(Exception):  # noqa: N818 (it never leaves this package)
    """There are more than ``MOST_STATES`` states."""


Left = tuple[int, ...]
"""How many cards of each sort are left that can still act."""

Layer = dict[tuple[Left, int], dict[Stand, int]]
"""Where a deal can stand when so many cards have acted: what is left, how many were backed, accounts; and how often."""


@dataclass(frozen=True, eq=False)
class Effect:
    """What a card did: how the deal ended by it, and how accounts stand.

    It comes to the same for some owners of the marker: how many there are, and what the seats gained over all of them.
    """

    how: int
    stand: Stand
    owners: int
    gained: tuple[int, ...]


class End(NamedTuple):
    """One way in which a deal ended; ``turned`` is the mean number of cards turned times the chance."""

    how: int
    stand: Stand
    chance: Fraction
    turned: Fraction


def about_how_many(rules: BlackCatRules) -> int:
    """Give a measure of how many states there are: what can be left in the pack while a marker is left.

    >>> from banchok_edu import BlackCatRules
    >>> about_how_many(BlackCatRules(players=2)), about_how_many(BlackCatRules(pack={"Scoop": 20}, players=2))
    (16, 1)
    """
    sorts = Counter(card for card in rules.cards if card.kind not in CHANGES or rules.receiver == "plays_on")
    silent = [n for card, n in sorts.items() if not always_acts(card.kind, rules)]
    hands = [1] + [0] * (
        markers(rules) - 1
    )  # hands[b]: how many different b cards there are of those that need markers
    for n in silent:
        hands = [sum(hands[max(b - n, 0) : b + 1]) for b in range(len(hands))]
    receivers = min(count("Official Receiver", rules), markers(rules)) if rules.receiver == "plays_on" else 0
    roles = perm(max(rules.players - 2, 0), receivers - 1) if receivers > 1 else 1  # who has banked by then
    return sum(hands) * max(roles, 1) * prod(n + 1 for card, n in sorts.items() if always_acts(card.kind, rules))


class Records:
    """The records of a deal. ``run`` counts them, layer by layer: a layer for each number of cards that have acted."""

    def __init__(self, rules: BlackCatRules, pool: int, reserve: int) -> None:
        self.rules = rules
        self.terms = terms(rules)
        sorts = Counter(rules.cards)
        self.faces = [face(card) for card in sorts]
        self.alone = [always_acts(card.kind, rules) for card in sorts]
        self.copies = tuple(sorts.values())
        self.markers = markers(rules)
        self.always = sum(n for n, alone in zip(self.copies, self.alone, strict=True) if alone)
        self.most_free = min(self.always, rules.dealt - self.markers)
        self.orders = Orders(len(rules.cards), self.always, rules.dealt, self.markers)
        # Counts are multiples of this, so that they can be shared out among the owners of a marker without a rest.
        receivers = count("Official Receiver", rules) if rules.receiver == "plays_on" else 0
        self.scale = lcm(*range(1, rules.players)) ** (1 + min(receivers, self.markers))
        self.stands: dict[tuple[int, int, int, int, frozenset[int]], Stand] = {}
        self.start = self._stand(pool + rules.ante * self.markers, reserve, 0, 0, frozenset())
        self.effects: dict[tuple[int, bool], dict[Stand, list[Effect]]] = defaultdict(dict)
        self.acted: dict[Record, dict[Effect, int]] = defaultdict(lambda: defaultdict(int))
        self.all_turned: dict[Record, dict[Stand, int]] = defaultdict(lambda: defaultdict(int))
        self.states = 0

    def run(self, bar: Any = None) -> Records:
        """Count all records; a progress bar is moved on from 0 to 1.

        Raises
        ------
        TooMany
            If there are too many states.
        """
        share = 1 / (self.markers + self.most_free + 1)
        layer: Layer = {(self.copies, 0): {self.start: self.scale}}
        acted = 0
        while layer:
            following: Layer = defaultdict(lambda: defaultdict(int))
            for (left, backed), stands in layer.items():
                self.states += len(stands)
                if self.states > MOST_STATES:
                    raise TooMany
                self._go_on(left, backed, acted - backed, stands, following)
                if bar is not None:
                    bar.update(min(share / len(layer), 1 - bar.n))
            layer, acted = following, acted + 1
        if bar is not None:
            bar.update(1 - bar.n)
        return self

    def ends(self) -> Iterator[End]:
        """Give all ways in which the deal can end."""
        for record, effects in self.acted.items():
            chance, turned = (p / self.scale for p in self.orders.begins(record))
            for effect, ways in effects.items():
                if effect.how != kernel.GOES_ON:
                    times = ways * effect.owners
                    yield End(effect.how, effect.stand, times * chance, times * turned)
        for record, stands in self.all_turned.items():
            chance = self.orders.is_all(record) / self.scale
            for stand, ways in stands.items():
                yield End(kernel.ALL_TURNED, stand, ways * chance, ways * chance * self.rules.dealt)

    def gains(self) -> list[Fraction]:
        """Give what each seat gains on average, antes included and settlement not."""
        gains = [Fraction(0)] + [Fraction(-self.rules.ante * self.rules.backs)] * (self.rules.players - 1)
        for record, effects in self.acted.items():
            chance = self.orders.begins(record)[0] / self.scale
            for seat in range(self.rules.players):
                gains[seat] += chance * sum(ways * effect.gained[seat] for effect, ways in effects.items())
        return gains

    def _go_on(self, left: Left, backed: int, free: int, stands: dict[Stand, int], following: Layer) -> None:
        """Let each card that can act next do so, under a marker or free."""
        kept = tuple(map(mul, left, self.alone))  # what is left that needs no marker
        acted = self.always - free - sum(kept)
        last_marker = backed + 1 == self.markers
        if backed == self.markers:
            whole = self.all_turned[Record(backed, free, acted)]
            for stand, ways in stands.items():
                whole[stand] += ways
        for i, n in enumerate(left):
            if not n:
                continue
            alone = self.alone[i]
            fewer = (*left[:i], n - 1, *left[i + 1 :])
            if backed < self.markers:
                under = (*kept[:i], kept[i] - alone, *kept[i + 1 :]) if last_marker else fewer
                record = Record(backed + 1, free, acted + alone)
                self._let(i, True, n, stands, self.acted[record], following[under, backed + 1])
            if alone and free < self.most_free:
                record = Record(backed, free + 1, acted)
                self._let(i, False, n, stands, self.acted[record], following[fewer, backed])

    def _let(
        self, sort: int, backed: bool, n: int, stands: dict[Stand, int], acted: dict[Effect, int], to: dict[Stand, int]
    ) -> None:
        """Let one of n cards of a sort act, however accounts stand."""
        known = self.effects[sort, backed]
        for stand, ways in stands.items():
            if stand not in known:
                known[stand] = self._effects(sort, backed, stand)
            share = ways * n
            if backed:
                share //= self.rules.players - 1 - len(stand.gone)
            for effect in known[stand]:
                acted[effect] += share
                if effect.how == kernel.GOES_ON:
                    to[effect.stand] += share * effect.owners

    def _effects(self, sort: int, backed: bool, stand: Stand) -> list[Effect]:
        """Give what a card does, for all owners that its marker may have."""
        seats = [s for s in range(self.rules.players) if s != stand.banker and s not in stand.gone]
        found: dict[tuple[int, Stand], tuple[int, list[int]]] = {}
        for owner in seats if backed else [kernel.NOBODY]:
            how, after, gained = self._effect(self.faces[sort], owner, stand)
            owners, so_far = found.get((how, after), (0, [0] * self.rules.players))
            found[how, after] = owners + 1, [a + b for a, b in zip(so_far, gained, strict=True)]
        return [Effect(how, after, owners, tuple(gained)) for (how, after), (owners, gained) in found.items()]

    def _effect(self, card: int, owner: int, stand: Stand) -> tuple[int, Stand, list[int]]:
        """Ask the kernel what a card does."""
        desk = kernel.Desk(
            faces=[],
            cells=[],
            backer=[kernel.NOBODY] * self.rules.dealt,
            taken=[],
            gain=[0] * self.rules.players,
            pot=[stand.pool, stand.reserve],
            role=[stand.banker, stand.last],
        )
        how = kernel.act(self.terms, desk, card, owner)
        banker, last = desk.role
        gone = stand.gone | {stand.banker} if banker != stand.banker else stand.gone
        return how, self._stand(desk.pot[0], desk.pot[1], banker, last, gone), desk.gain

    def _stand(self, *accounts: *tuple[int, int, int, int, frozenset[int]]) -> Stand:
        if accounts not in self.stands:
            self.stands[accounts] = Stand(*accounts)
        return self.stands[accounts]
