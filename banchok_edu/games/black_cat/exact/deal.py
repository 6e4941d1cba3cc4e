"""One deal by all of the rules, broken banks included: exact, by counting the orders in which cards act.

It is dynamic programming. A state is what is left in the pack of the cards that can act, the markers laid on cards
already turned, pool and reserve, and who banks. All records of cards (see ``orders``) that lead to a state are counted
together. What a card does is not written here again: the kernel that plays by the million is asked. Markers lie
anywhere with equal chances, so that the order of turning does not matter.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Rational

from banchok_edu.core.rules import MOST_COUNTERS
from banchok_edu.errors import RulesError, shown, whole_number

from ..columns import ENDED
from ..rules import BlackCatRules
from .changes import LIFTED
from .distribution import Distribution, exactly
from .questions import count, refuse, the_rules
from .records import Records, about_how_many

MOST_STATES = 400_000
"""About how many states are counted at most: a few seconds."""


@dataclass(frozen=True)
class OneDeal:
    """What can come of one deal, with all its rules. ``one_deal`` makes it."""

    rules: BlackCatRules
    ended: dict[str, Rational]
    """The probability of each way to end, as in the column ``ended`` of a simulation."""
    turned: Rational
    """The mean number of cards turned."""
    pool: Distribution
    """The pool when the deal has ended, in counters."""
    reserve: Distribution
    """The reserve when the deal has ended, in counters."""
    gains: tuple[Rational, ...]
    """The mean gain in counters: of the banker, then of the punters from his left on."""
    states: int = field(compare=False)
    """How many states were counted."""


def one_deal(rules: BlackCatRules | None = None, *, pool: int | None = None, reserve: int = 0) -> OneDeal:
    """Give how one deal ends, what it leaves, and what each player gains by it, with all rules.

    Without ``pool`` it is the first deal of a match. The gain is that of a match with ``deals=1``: at its end whoever
    banks then takes pool and reserve (or with ``settle="leave"`` nobody does). The pool and the reserve at the
    beginning are the banker's own money.

    Raises
    ------
    RulesError
        If the rules limit the purses, or may lift markers; if there are too many states to be counted; or if ``pool``
        or ``reserve`` is no number of counters.

    >>> from banchok_edu import BlackCatRules
    >>> rules = BlackCatRules(players=2, stake=2, pack={"Out 3": 1, "In 1": 2}, dealt=2)
    >>> deal = one_deal(rules)  # the one marker lies on the Out with probability 1/3
    >>> deal.ended["broken"], deal.gains, deal.turned
    (1/3, (0, 0), 11/6)
    >>> deal.pool
    Distribution({2: 1/3, 3: 2/3})
    """
    rules = the_rules(rules)
    refuse("one exact deal", rules, "simulate it", purse=(None, "all purses would have to be followed"))
    if rules.backs > 1 and count("Official Receiver", rules):
        refuse("one exact deal", rules, "simulate it", receiver=("new_deal", LIFTED))
    for name, counters in (("pool", pool), ("reserve", reserve)):
        number = whole_number(counters)
        if counters is not None and (number is None or not 0 <= number <= MOST_COUNTERS):
            raise RulesError(f"{name}={shown(counters)} is not allowed: a whole number from 0 to {MOST_COUNTERS:,}")
    _refuse_too_large(rules)
    return _counted(replace(rules, first_banker=0, deals=1), rules.stake if pool is None else pool, reserve)


def broken_probability(players: int | None = None, rules: BlackCatRules | None = None) -> Rational:
    """Give the probability that the first deal of a match ends with a broken bank, with all rules.

    There is no closed form: it is a sum over the orders in which cards can act, which takes well under a second for
    two to four players and about one for five, so that there is no table to look it up.

    Raises
    ------
    RulesError
        As for ``one_deal``.

    >>> broken_probability(players=2)  # no In or Out up to 5 exceeds the pool of 6, but after a Distribution some do
    11/351
    """
    rules = the_rules(rules)
    return one_deal(rules if players is None else replace(rules, players=players)).ended["broken"]


def banker_gain(rules: BlackCatRules | None = None) -> Rational:
    """Give what the banker gains on average by the first deal of a match, with all rules, in counters.

    Raises
    ------
    RulesError
        As for ``one_deal``.

    >>> from banchok_edu import BlackCatRules
    >>> round(float(banker_gain(BlackCatRules(players=2))), 4)
    0
    """
    return one_deal(rules).gains[0]


def punter_gain(place: int | None = None, rules: BlackCatRules | None = None) -> Rational:
    """Give what a punter gains on average by the first deal of a match, with all rules, in counters.

    ``place`` counts from the banker's left, from 1; without it, it is the mean over the punters. The one on the left
    has to bank when the bank is broken.

    Raises
    ------
    RulesError
        If there is no such place, and as for ``one_deal``.

    >>> from banchok_edu import BlackCatRules
    >>> rules = BlackCatRules(players=2)
    >>> punter_gain(1, rules) == -banker_gain(rules)
    True
    """
    rules = the_rules(rules)
    seat = whole_number(place)
    if place is not None and (seat is None or not 1 <= seat < rules.players):
        raise RulesError(f"place={shown(place)} is not a punter's: 1, on the banker's left, to {rules.players - 1}")
    gains = one_deal(rules).gains
    return sum(gains[1:], Rational(0)) / (rules.players - 1) if seat is None else gains[seat]


def _refuse_too_large(rules: BlackCatRules) -> None:
    if about_how_many(rules) <= MOST_STATES:
        return
    smaller = [n for n in range(2, rules.players) if about_how_many(replace(rules, players=n)) <= MOST_STATES]
    can = f"at most players={smaller[-1]} can be counted" if smaller else "no number of players can be counted"
    raise RulesError(
        f"players={rules.players} with these rules is too much for an exact deal, more than {MOST_STATES:,} states: {can}; "
        "simulate it: be.simulate(dataclasses.replace(rules, deals=1), games=1_000_000)"
    )


@lru_cache(maxsize=64)
def _counted(rules: BlackCatRules, pool: int, reserve: int) -> OneDeal:
    records = Records(rules, pool, reserve).run()
    ended: Any = defaultdict(Fraction)
    pools: Any = defaultdict(Fraction)
    reserves: Any = defaultdict(Fraction)
    gains, turned = records.gains(), Fraction(0)
    gains[0] -= pool + reserve
    for end in records.ends():
        ended[end.how] += end.chance
        pools[end.stand.pool] += end.chance
        reserves[end.stand.reserve] += end.chance
        turned += end.turned
        if rules.settle == "banker":
            gains[end.stand.banker] += end.chance * (end.stand.pool + end.stand.reserve)
    return OneDeal(
        rules,
        {how: exactly(ended[code]) for code, how in enumerate(ENDED) if ended[code]},
        exactly(turned),
        Distribution(pools),
        Distribution(reserves),
        tuple(exactly(gain) for gain in gains),
        records.states,
    )
