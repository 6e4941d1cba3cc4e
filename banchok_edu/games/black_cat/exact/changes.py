"""How a deal ends and what acts before that, when no bank is broken.

Model, the same in all of this room: a deal of the real rules, but with a pool so deep that no call on it fails. Then
nothing ends a deal but a card that changes the banker and is backed (Scoop, Transfer Bank; and Official Receiver where
``receiver="new_deal"``), and a Bank Holiday, backed or not, where ``holiday="new_deal"``. Counters play no part.
``one_deal`` counts broken banks too.

Markers lie anywhere with equal chances, unless ``positions`` says which ones are backed. That matters only where cards
are turned in order of position; where the order is random every position is as good as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb, perm
from typing import TYPE_CHECKING

from banchok_edu.errors import CardError, shown
from banchok_edu.games.black_cat.script import ALWAYS_ACT

from .distribution import Distribution, exactly
from .questions import CHANGES, Kind, cards_of, chosen, count, markers, places, refuse, the_rules

if TYPE_CHECKING:
    from sympy import Rational

    from banchok_edu.games.black_cat.rules import BlackCatRules

Positions = Collection[int]
"""The positions that are backed, one for each marker."""

WINS = ("Out", "Scoop")
"""The kinds that pay their backer."""

LIFTED = "the markers of a new banker are lifted, and whose marker is whose would count"


def change_of_banker(rules: BlackCatRules | None = None, positions: Positions | None = None) -> Rational:
    """Give the probability that a deal sees a change of banker, when no bank is broken.

    Not a change: a Bank Holiday, after which the same player banks on.

    Raises
    ------
    RulesError
        If ``positions`` are not one for each marker.

    >>> from banchok_edu import BlackCatRules
    >>> change_of_banker(BlackCatRules(players=6))  # 1 - C(25, 5) / C(28, 5)
    215/468
    """
    return exactly(sum((Fraction(int(p.p), int(p.q)) for p in change_by(rules, positions).values()), Fraction(0)))


def change_by(rules: BlackCatRules | None = None, positions: Positions | None = None) -> dict[str, Rational]:
    """Give the probability, for each kind, that the first change of banker in a deal is by such a card.

    Raises
    ------
    RulesError
        If ``positions`` are not one for each marker.

    >>> change_by()["Scoop"]  # 4 markers: a third of 1 - C(25, 4) / C(28, 4)
    313/2457
    """
    rules = the_rules(rules)
    end = _Ends(rules, CHANGES, positions)
    return {kind: exactly(sum(end.by(kind), Fraction(0))) for kind in CHANGES}


def endings(rules: BlackCatRules | None = None, positions: Positions | None = None) -> dict[str, Rational]:
    """Give the probability of each way in which a deal ends, when no bank is broken.

    Raises
    ------
    RulesError
        If ``positions`` are not one for each marker, or markers may be lifted (``receiver="plays_on"``, two markers or
        more a punter).

    >>> endings()["all_turned"]  # C(25, 4) / C(28, 4)
    506/819
    """
    end = _deal_ends(the_rules(rules), positions)
    found = {kind: sum(end.by(kind), Fraction(0)) for kind in end.kinds}
    return {"all_turned": exactly(1 - sum(found.values()))} | {kind: exactly(p) for kind, p in found.items()}


def cards_turned(rules: BlackCatRules | None = None, positions: Positions | None = None) -> Distribution:
    """Give the distribution of how many cards are turned in a deal, when no bank is broken.

    Raises
    ------
    RulesError
        As for ``endings``.

    >>> cards_turned(positions=[1, 2, 3, 4])[14]  # no change among the first four: C(25, 4) / C(28, 4)
    506/819
    """
    rules = the_rules(rules)
    end = _deal_ends(rules, positions)
    early = [sum(at) for at in zip(*(end.by(kind) for kind in end.kinds), strict=True)]
    chances = {t: Fraction(p) for t, p in enumerate(early, 1)}
    chances[rules.dealt] += 1 - sum(early)
    return Distribution(chances)


def expected_cards_turned(rules: BlackCatRules | None = None, positions: Positions | None = None) -> Rational:
    """Give the mean number of cards turned in a deal, when no bank is broken.

    Raises
    ------
    RulesError
        As for ``endings``.

    >>> expected_cards_turned()
    37351/3276
    >>> first, last = (expected_cards_turned(positions=four) for four in ([1, 2, 3, 4], [11, 12, 13, 14]))
    >>> round(float(first), 2), round(float(last), 2)
    (9.57, 13.39)
    """
    mean: Rational = cards_turned(rules, positions).mean
    return mean


def acts_before_change(kind: Kind, rules: BlackCatRules | None = None, positions: Positions | None = None) -> Rational:
    """Give the probability that a given card of a kind is dealt, and acts before any change of banker.

    ``kind`` names one kind; the answer is for one card of it, and the same for each. A card that changes the banker
    counts when it is the first that does. Cards that speak of their backer must be backed; Reserve, Contribution,
    Distribution and Bank Holiday act without, and with ``unbacked="banker"`` In and Out do.

    A backed card is in a row with the change cards that are backed, and each of them is as likely as any other to come
    first: with c change cards the chance is (1 - C(N - c - 1, m) / C(N, m)) / (c + 1) for m markers.

    Raises
    ------
    CardError
        If there is no such kind or the pack has no such card.
    RulesError
        If ``positions`` are not one for each marker.

    >>> from banchok_edu import BlackCatRules
    >>> acts_before_change("In", BlackCatRules(players=6))  # the first of four: (1 - C(24, 5) / C(28, 5)) / 4
    83/585
    """
    rules = the_rules(rules)
    one = the_kind(kind, rules)
    return exactly(sum(_Ends(rules, CHANGES, positions).first(one), Fraction(0)))


def win_probability(kind: Kind = WINS, rules: BlackCatRules | None = None) -> Rational:
    """Give the probability that a marker wins: it lies on an Out or a Scoop, which is turned before any change.

    Markers lie anywhere. ``kind`` asks for one of the two alone, or for one Out, such as "Out 3".

    Raises
    ------
    CardError
        If there is no such kind, or such a card pays its backer nothing.

    >>> from banchok_edu import BlackCatRules
    >>> rules = BlackCatRules(players=2, pack={"Out 1": 1, "Scoop": 1, "In 1": 2}, dealt=2)
    >>> win_probability(rules=rules), win_probability("Out", rules)  # the one marker lies on any of the four cards
    (1/2, 1/4)
    """
    rules = replace(the_rules(rules), unbacked="void")
    if others := sorted({one for one, _ in cards_of(kind)} - set(WINS)):
        raise CardError(f"{others[0]} pays its backer nothing: ask for {' or '.join(WINS)}")
    end = _Ends(rules, CHANGES, None)
    cards = Counter(card.kind for card in chosen(kind, rules))
    wins = sum((n * sum(end.first(one), Fraction(0)) for one, n in cards.items()), Fraction(0))
    return exactly(wins / markers(rules))


def the_kind(kind: Kind, rules: BlackCatRules) -> str:
    """Give the one kind that is asked for, of which the pack has a card.

    Raises
    ------
    CardError
        If several are asked for, or the pack has none.
    """
    kinds = {one for one, _ in cards_of(kind)}
    if len(kinds) > 1:
        raise CardError(f"{shown(kind)} are several kinds: ask for one, such as 'In' or 'Scoop', as each has its own")
    if not chosen(kind, rules):
        raise CardError(f"there is no {shown(kind)} in this pack: it has {', '.join(rules.pack)}")
    return kinds.pop()


def always_acts(kind: str, rules: BlackCatRules) -> bool:
    """Tell whether a card acts though nobody backs it."""
    return kind in ALWAYS_ACT or (rules.unbacked == "banker" and kind in ("In", "Out"))


def _deal_ends(rules: BlackCatRules, positions: Positions | None) -> _Ends:
    if rules.backs > 1 and count("Official Receiver", rules):
        refuse("how a deal ends", rules, "simulate it, or let each punter back one", receiver=("new_deal", LIFTED))
    return _Ends(rules, CHANGES if rules.receiver == "new_deal" else CHANGES[:2], positions)


class _Ends:
    """What may come first in a deal, by counting: ``changes`` end it when backed, Bank Holidays perhaps when turned."""

    def __init__(self, rules: BlackCatRules, changes: tuple[str, ...], positions: Positions | None) -> None:
        self.rules = rules
        self.changes = changes
        self.holidays = ("Bank Holiday",) if rules.holiday == "new_deal" else ()
        self.kinds = (*changes, *self.holidays)
        self.markers = markers(rules)
        self.backed = None if positions is None else places(rules, positions)
        if rules.order == "random":
            self.backed = None
        self.stops = sum(count(kind, rules) for kind in self.changes)
        self.pauses = sum(count(kind, rules) for kind in self.holidays)
        self._known: dict[tuple[bool, bool, bool], list[Fraction]] = {}

    def by(self, kind: str) -> list[Fraction]:
        """Give for t = 1, 2, ... the probability that the first end is by a card of this kind, the t-th turned."""
        copies = count(kind, self.rules)
        return [copies * p for p in self.first(kind)]

    def first(self, kind: str) -> list[Fraction]:
        """Give for t = 1, 2, ... the probability that a given card of a kind is the t-th turned and acts.

        None before it may end the deal. The sum is over b, the markers among the t - 1 positions before.
        """
        alone, change, holiday = always_acts(kind, self.rules), kind in self.changes, kind in self.holidays
        if (alone, change, holiday) not in self._known:
            self._known[alone, change, holiday] = [
                self._at(t, alone, self.stops - change, self.pauses - holiday) for t in range(1, self.rules.dealt + 1)
            ]
        return self._known[alone, change, holiday]

    def _at(self, t: int, alone: bool, stops: int, pauses: int) -> Fraction:
        """Count the ways to lay markers, and the cards before the t-th so that none of them ends the deal."""
        others, before = len(self.rules.cards) - 1, t - 1
        plain, unbacked = max(others - stops - pauses, 0), others - pauses
        found = sum(
            ways * perm(plain, b) * perm(max(unbacked - b, 0), before - b)
            for b, on_it, ways in self._laid(t)
            if on_it or alone
        )
        all_ways = 1 if self.backed is not None else comb(self.rules.dealt, self.markers)
        return Fraction(found, all_ways * perm(others, before) * len(self.rules.cards))

    def _laid(self, t: int) -> Iterator[tuple[int, bool, int]]:
        """Give how many markers may lie before the t-th card, whether one lies on it, and in how many ways."""
        if self.backed is not None:
            yield sum(position < t for position in self.backed), t in self.backed, 1
            return
        for b in range(min(t - 1, self.markers) + 1):
            for on_it in (True, False):
                left = self.markers - b - on_it
                if left >= 0:
                    yield b, on_it, comb(t - 1, b) * comb(self.rules.dealt - t, left)
