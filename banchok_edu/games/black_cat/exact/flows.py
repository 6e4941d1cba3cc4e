"""Counters that move in a deal when no bank is broken, as means with their spread.

Model: that of ``changes``, a deal with a pool so deep that no call on it fails. Markers lie anywhere with equal
chances. What a function leaves out it says. ``one_deal`` leaves nothing out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt
from typing import TYPE_CHECKING

from banchok_edu.errors import CardError

from .changes import acts_before_change, always_acts, the_kind
from .distribution import exactly
from .questions import CHANGES, Kind, chosen, count, markers, position_in, refuse, the_rules

if TYPE_CHECKING:
    from sympy import Rational

    from banchok_edu.games.black_cat.rules import BlackCatRules

OWN_POOL = ("Scoop", "Transfer Bank")
"""The kinds by which a banker loses the pool for nothing."""


@dataclass(frozen=True)
class Spread:
    """A mean beside its variance."""

    mean: Rational
    variance: Rational

    @property
    def deviation(self) -> float:
        """The standard deviation, the square root of the variance, in counters."""
        return sqrt(self.variance)


def expected_counters(kind: Kind, rules: BlackCatRules | None = None, *, ends: bool = True) -> Rational:
    """Give the mean number of counters that cards of a kind move in a deal, when no bank is broken.

    What moves: the number on an In or an Out; a stake on a Stake; one counter a player on Reserve, Contribution and
    Distribution. ``ends=False`` turns all cards, whatever they are.

    Raises
    ------
    CardError
        If there is no such kind in the pack, or what it moves depends on the pool.
    RulesError
        If the rules limit the purses, or may lift markers.

    >>> from banchok_edu import BlackCatRules
    >>> rules = BlackCatRules(players=6)
    >>> expected_counters("In", rules, ends=False)  # 30 on all Ins, each backed with probability 5/28
    75/14
    >>> expected_counters("In", rules)  # 30 times the chance 83/585 to act before a change
    166/39
    """
    rules = the_rules(rules)
    one = the_kind(kind, rules)
    refuse("a mean number of counters", rules, "simulate it", purse=(None, "a short purse pays less"))
    if one in (*CHANGES, "Bank Holiday"):
        raise CardError(f"what {one} moves depends on the pool: ask one_deal(rules) for what the players gain")
    _no_lifting("a mean number of counters", rules)
    each = {
        "Stake": rules.stake,
        "Reserve": rules.players if rules.reserve_pays == "all" else rules.players - 1,
        "Contribution": rules.players,
        "Distribution": rules.players,
    }
    counters = sum(card.number or each[one] for card in chosen(kind, rules))
    if ends:
        return exactly(counters * _acts(one, rules))
    on = rules.dealt if always_acts(one, rules) else markers(rules)
    return exactly(Fraction(counters * on, len(rules.cards)))


def net_flow(rules: BlackCatRules | None = None, *, ends: bool = True) -> Spread:
    """Give mean and variance of what flows into the pool through In and Out in a deal, when no bank is broken.

    Reserve, Contribution, Distribution and Bank Holiday are left out. With ``ends=False`` all cards are turned: m cards
    of N without replacement, and the variance is m s^2 (N - m) / (N - 1), with s^2 the variance of one card. Else the
    flow stops with the first change of banker.

    Raises
    ------
    RulesError
        If the rules limit the purses, let the banker back what nobody backs, or may end or go on otherwise.

    >>> from banchok_edu import BlackCatRules
    >>> net_flow(BlackCatRules(players=6), ends=False)  # 5 markers: 5 (220/28) (23/27)
    Spread(mean=0, variance=6325/189)
    """
    rules = the_rules(rules)
    _refuse_for_flows("the net flow", rules)
    stopping = count("change", rules) if ends else 0
    left_out = CHANGES if ends else ()
    values = [_into_pool(card.kind, card.number) for card in rules.cards if card.kind not in left_out]
    size, m = len(rules.cards), markers(rules)
    numbers = markers_before_change(size, stopping, m) if ends else {m: Fraction(1)}
    total, squares, n = sum(values), sum(v * v for v in values), len(values)
    first = second = Fraction(0)
    for b, p in numbers.items():
        if b and p:
            pairs = Fraction(b * (b - 1), n * (n - 1)) if n > 1 else Fraction(0)
            first += p * Fraction(b, n) * total
            second += p * (Fraction(b, n) * squares + pairs * (total * total - squares))
    return Spread(exactly(first), exactly(second - first**2))


def markers_before_change(size: int, changes: int, m: int) -> dict[int, Fraction]:
    """Give the distribution of how many backed cards come before the first that changes the banker.

    >>> markers_before_change(size=3, changes=1, m=2)
    {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    """
    at_least = [Fraction(comb(size - changes, b), comb(size, b)) for b in range(m + 1)] + [Fraction(0)]
    return {b: at_least[b] - at_least[b + 1] for b in range(m + 1)}


def banker_burden(rules: BlackCatRules | None = None) -> Rational:
    """Give what a banker gains in a deal on average, when no bank is broken and the cards for all are left out.

    He stakes anew, and the pool counts as his at the end if he still banks. Scoop and Transfer Bank take it from him,
    an Official Receiver pays him for it, and the backer of a Stake pays him. Reserve, Contribution, Distribution and
    Bank Holiday do nothing. ``one_deal(rules).gains[0]`` is the gain by all of the rules.

    Raises
    ------
    RulesError
        If the rules limit the purses, let the banker back what nobody backs, or may end or go on otherwise.

    >>> from banchok_edu import BlackCatRules
    >>> banker_burden(BlackCatRules(players=6))
    -577/585
    """
    rules = the_rules(rules)
    _refuse_for_flows("the banker's burden", rules)
    size, m, changes = len(rules.cards), markers(rules), count("change", rules)
    by_kind = {kind: count(kind, rules) * _acts(kind, rules) for kind in CHANGES if count(kind, rules)}
    lost = sum((by_kind.get(kind, Fraction(0)) for kind in OWN_POOL), Fraction(0))
    pool = rules.stake + rules.ante * m
    gain = pool * (1 - lost) - rules.stake
    if stakes := count("Stake", rules):
        gain += rules.stake * stakes * _acts("Stake", rules)
    numbered = [card for card in rules.cards if card.kind in ("In", "Out")]
    if flow := sum(_into_pool(card.kind, card.number) for card in numbered):
        acts = _acts(numbered[0].kind, rules)
        alone = Fraction(m * comb(size - 1 - changes, m - 1), size * comb(size - 1, m - 1))
        bought = Fraction(count("Official Receiver", rules), changes) if changes else Fraction(0)
        gain += flow * (alone + (acts - alone) * bought)
    return exactly(gain)


def marker_value(position: int | None = None, rules: BlackCatRules | None = None) -> Rational:
    """Give what a marker gains its owner on average, when no bank is broken and the cards for all are left out.

    The other markers lie anywhere. A position in front is turned more often than one at the end, which is good where a
    card brings more than it costs. Without a position, and with ``order="random"``, it is the mean
    over all positions. Over all markers it is the banker's burden with the other sign.

    A Scoop is worth the pool (the new stake is the new banker's own), a Transfer Bank too; an Official Receiver costs
    what it is worth.

    Raises
    ------
    RulesError
        If there is no such position, or for the rules that ``banker_burden`` refuses.

    >>> marker_value(1)  # (6 + 6 - 6) / 28: Scoop, Transfer Bank, Stake; In and Out balance
    3/14
    >>> round(float(marker_value(14)), 4)
    0.1887
    >>> from banchok_edu import BlackCatRules
    >>> marker_value(rules=BlackCatRules(players=6))  # a fifth of the banker's burden 577/585
    577/2925
    """
    rules = the_rules(rules)
    _refuse_for_flows("the value of a marker", rules)
    if position is None or rules.order == "random":
        if position is not None:
            position_in(rules, position)
        values = [_value_at(place, rules) for place in range(1, rules.dealt + 1)]
        return exactly(sum(values, Fraction(0)) / rules.dealt)
    return exactly(_value_at(position_in(rules, position), rules))


def _value_at(position: int, rules: BlackCatRules) -> Fraction:
    """Give the value of a marker at a position: the sum over b, how many of the others lie before it."""
    size, m, changes, n = len(rules.cards), markers(rules), count("change", rules), rules.dealt
    pool = rules.stake + rules.ante * m
    into_pool = sum(_into_pool(card.kind, card.number) for card in rules.cards)
    plain = size - changes
    pays = into_pool + rules.stake * count("Stake", rules)
    wins = sum(count(kind, rules) for kind in OWN_POOL)
    value = Fraction(-rules.ante)
    for b in range(min(position - 1, m - 1, plain) + 1):  # more would not be plain cards, and end the deal
        laid = Fraction(comb(position - 1, b) * comb(n - position, m - 1 - b), comb(n - 1, m - 1))
        reached = Fraction(comb(plain - 1, b) if plain else 0, comb(size - 1, b))
        won = Fraction(comb(plain, b), comb(size - 1, b))
        held = pool + (Fraction(b * into_pool, plain) if b else 0)
        value += laid * (-pays * reached + wins * won * held) / size
    return value


def _acts(kind: str, rules: BlackCatRules) -> Fraction:
    found = acts_before_change(kind, rules)
    return Fraction(int(found.p), int(found.q))


def _into_pool(kind: str, number: int) -> int:
    return number if kind == "In" else -number if kind == "Out" else 0


def _no_lifting(what: str, rules: BlackCatRules) -> None:
    if count("Official Receiver", rules):
        why = "an Official Receiver then changes the banker and the deal goes on"
        refuse(what, rules, "ask one_deal(rules)", receiver=("new_deal", why))


def _refuse_for_flows(what: str, rules: BlackCatRules) -> None:
    instead = "ask one_deal(rules), or simulate it"
    refuse(
        what,
        rules,
        instead,
        purse=(None, "a short purse pays less"),
        unbacked=("void", "the banker would act on all other cards"),
    )
    if count("Bank Holiday", rules):
        refuse(what, rules, instead, holiday=("plays_on", "a Bank Holiday would end the deal"))
    _no_lifting(what, rules)
