"""All records of one deal, counted: which cards act, in which order, and what comes of it.

This is dynamic programming. A state is what is left in the pack of the cards that can act, the markers laid on cards
already turned, pool and reserve, and who banks. The records that lead to a state are counted together; how likely each
of them is, ``orders`` knows. What a card does is not written here again: the kernel that plays by the million is asked.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm, prod
from typing import TYPE_CHECKING, NamedTuple

from .. import kernel
from ..columns import face, terms
from .changes import always_acts
from .orders import Orders, Record
from .questions import CHANGES, count, markers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..rules import BlackCatRules


class Stand(NamedTuple):
    """Pool and reserve, who banks, who staked last, and which other seats have no marker left."""

    pool: int
    reserve: int
    banker: int
    last: int
    gone: frozenset[int]


class State(NamedTuple):
    """Where a deal stands; ``left`` counts the cards of each sort that can still act."""

    left: tuple[int, ...]
    backed: int
    free: int
    stand: Stand


class Effect(NamedTuple):
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
    pool: int
    reserve: int
    chance: Fraction
    turned: Fraction


def about_how_many(rules: BlackCatRules) -> int:
    """Give about how many states there are: what can be left in the pack while a marker is left.

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
    return sum(hands) * prod(n + 1 for card, n in sorts.items() if always_acts(card.kind, rules))


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
        self.start = Stand(pool + rules.ante * self.markers, reserve, 0, 0, frozenset())
        self.effects: dict[tuple[int, bool, Stand], list[Effect]] = {}
        self.acted: Counter[tuple[Record, Effect]] = Counter()
        self.all_turned: Counter[tuple[Record, Stand]] = Counter()
        self.states = 0

    def run(self) -> Records:
        """Count all records."""
        layer = Counter({State(self.copies, 0, 0, self.start): self.scale})
        while layer:
            self.states += len(layer)
            following: Counter[State] = Counter()
            for state, ways in layer.items():
                self._go_on(state, ways, following)
            layer = following
        return self

    def ends(self) -> Iterator[End]:
        """Give all ways in which the deal can end."""
        for (record, effect), ways in self.acted.items():
            if effect.how != kernel.GOES_ON:
                times = Fraction(ways * effect.owners, self.scale)
                stand = effect.stand
                chance, turned = self.orders.begins(record), self.orders.begins_turned(record)
                yield End(effect.how, stand.pool, stand.reserve, times * chance, times * turned)
        for (record, stand), ways in self.all_turned.items():
            chance = Fraction(ways, self.scale) * self.orders.is_all(record)
            yield End(kernel.ALL_TURNED, stand.pool, stand.reserve, chance, chance * self.rules.dealt)

    def gains(self) -> list[Fraction]:
        """Give what each seat gains on average, settlement and antes included."""
        gains = [Fraction(0)] + [Fraction(-self.rules.ante * self.rules.backs)] * (self.rules.players - 1)
        for (record, effect), ways in self.acted.items():
            chance = self.orders.begins(record) * Fraction(ways, self.scale)
            for seat, gained in enumerate(effect.gained):
                gains[seat] += chance * gained
            if effect.how != kernel.GOES_ON and self.terms.settles:
                gains[effect.stand.banker] += chance * effect.owners * (effect.stand.pool + effect.stand.reserve)
        for (record, stand), ways in self.all_turned.items():
            if self.terms.settles:
                chance = self.orders.is_all(record) * Fraction(ways, self.scale)
                gains[stand.banker] += chance * (stand.pool + stand.reserve)
        return gains

    def _go_on(self, state: State, ways: int, following: Counter[State]) -> None:
        """Let each card that can act next do so, under a marker or free."""
        left, backed, free, stand = state
        acted = self.always - free - sum(n for n, alone in zip(left, self.alone, strict=True) if alone)
        if backed == self.markers:
            self.all_turned[Record(backed, free, acted), stand] += ways
        for i, n in enumerate(left):
            if not n:
                continue
            alone = self.alone[i]
            fewer = (*left[:i], n - 1, *left[i + 1 :])
            if backed < self.markers:
                record = Record(backed + 1, free, acted + alone)
                owners = self.rules.players - 1 - len(stand.gone)
                under = self._live(fewer) if backed + 1 == self.markers else fewer
                for effect in self._act(self.faces[i], True, stand):
                    share = ways * n // owners
                    self.acted[record, effect] += share
                    if effect.how == kernel.GOES_ON:
                        following[State(under, backed + 1, free, effect.stand)] += share * effect.owners
            if alone and free < self.most_free:
                record = Record(backed, free + 1, acted)
                for effect in self._act(self.faces[i], False, stand):
                    self.acted[record, effect] += ways * n
                    if effect.how == kernel.GOES_ON:
                        following[State(fewer, backed, free + 1, effect.stand)] += ways * n

    def _live(self, left: tuple[int, ...]) -> tuple[int, ...]:
        """Forget the cards that need a marker, when there is none left."""
        return tuple(n if alone else 0 for n, alone in zip(left, self.alone, strict=True))

    def _act(self, card: int, backed: bool, stand: Stand) -> list[Effect]:
        """Give what a card does, for all owners that its marker may have."""
        key = (card, backed, stand)
        if key not in self.effects:
            seats = [s for s in range(self.rules.players) if s != stand.banker and s not in stand.gone]
            found: dict[tuple[int, Stand], tuple[int, list[int]]] = {}
            for owner in seats if backed else [kernel.NOBODY]:
                how, after, gained = self._effect(card, owner, stand)
                owners, so_far = found.get((how, after), (0, [0] * self.rules.players))
                found[how, after] = owners + 1, [a + b for a, b in zip(so_far, gained, strict=True)]
            self.effects[key] = [Effect(*to, owners, tuple(gained)) for to, (owners, gained) in found.items()]
        return self.effects[key]

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
        return how, Stand(desk.pot[0], desk.pot[1], banker, last, gone), desk.gain
