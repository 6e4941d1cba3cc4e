"""One deal by all of the rules, broken banks included: exact, by counting the orders in which cards act.

``records`` counts, and ``orders`` says how likely each order is; this room puts the two together and answers. Markers
lie anywhere with equal chances. Then the order in which positions are turned does not matter.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from sympy import Rational

from banchok_edu.core.rules import MOST_COUNTERS
from banchok_edu.errors import RulesError, shown, whole_number
from banchok_edu.games.black_cat.columns import ENDED
from banchok_edu.games.black_cat.rules import BlackCatRules  # noqa: TC001 (dataclasses look it up)
from banchok_edu.rationals import table

from .changes import LIFTED
from .distribution import Distribution, exactly
from .questions import count, refuse, the_rules
from .records import Records, TooMany, about_how_many

MOST_LEFT = 60_000
"""How many combinations of cards left are looked at, at most: they take some ten or twenty seconds."""

MOST_KEPT = 64
"""How many answers are kept."""

_KNOWN: dict[tuple[BlackCatRules, int, int], OneDeal] = {}


@dataclass(frozen=True, repr=False)
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

    def __repr__(self) -> str:
        """Give all numbers with their names."""
        gains = {"banker" if place == 0 else f"punter {place}": gain for place, gain in enumerate(self.gains)}
        return table(
            f"One deal of black_cat, {self.rules.players} players, by all rules",
            [
                ("ends", self.ended),
                ("mean cards turned", self.turned),
                ("mean pool at the end", self.pool.mean),
                ("mean reserve at the end", self.reserve.mean),
                ("mean gain, counters", gains),
            ],
        )


def one_deal(
    rules: BlackCatRules | None = None, *, pool: int | None = None, reserve: int = 0, progress: bool = False
) -> OneDeal:
    """Give how one deal ends, what it leaves, and what each player gains by it, with all rules.

    Without ``pool`` it is the first deal of a match. The gain is that of a match with ``deals=1``: at its end whoever
    banks then takes pool and reserve (or with ``settle="leave"`` nobody does). The pool and the reserve at the
    beginning are the banker's own money.

    It takes a second for five players by the usual rules, four for six and ten for seven; ``progress=True`` shows how
    far it is. The answer is kept, so that asking again takes no time.

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
    pool = _counters("pool", rules.stake if pool is None else pool)
    reserve = _counters("reserve", reserve)
    if about_how_many(rules) > MOST_LEFT:
        sizes = [n for n in range(2, rules.players) if about_how_many(replace(rules, players=n)) <= MOST_LEFT]
        raise _too_large(rules, f"at most players={sizes[-1]} can" if sizes else "not even two players can")
    rules = replace(rules, first_banker=0, deals=1, order="position")
    if (key := (rules, pool, reserve)) not in _KNOWN:
        if len(_KNOWN) >= MOST_KEPT:
            _KNOWN.clear()
        try:
            with bar(progress) as shows:
                records = Records(rules, pool, reserve).run(shows)
        except TooMany:
            raise _too_large(rules, "fewer players, or a simpler pack, can") from None
        _KNOWN[key] = _found(rules, pool, reserve, records)
    return _KNOWN[key]


def broken_probability(
    players: int | None = None, rules: BlackCatRules | None = None, *, progress: bool = False
) -> Rational:
    """Give the probability that the first deal of a match ends with a broken bank, with all rules.

    There is no closed form: it is a sum over the orders in which cards can act. It is worked out when asked for, which
    takes a second for four punters, so that there is no table.

    Raises
    ------
    RulesError
        As for ``one_deal``.

    >>> broken_probability(players=2)  # an Out of 5 alone does not break a pool of 6; with a Distribution it does
    197/9450
    >>> from banchok_edu import BlackCatRules
    >>> outs = BlackCatRules(stake=4, pack={"Out 3": 2, "Stake": 2}, dealt=2, players=3)
    >>> broken_probability(rules=outs)  # both of the two cards are Outs: 1 / C(4, 2)
    1/6
    """
    rules = the_rules(rules)
    deal = one_deal(rules if players is None else replace(rules, players=players), progress=progress)
    return deal.ended.get("broken", Rational(0))


def banker_gain(rules: BlackCatRules | None = None) -> Rational:
    """Give what the banker gains on average by the first deal of a match, with all rules, in counters.

    Raises
    ------
    RulesError
        As for ``one_deal``.

    >>> from banchok_edu import BlackCatRules
    >>> banker_gain(BlackCatRules(stake=4, pack={"Scoop": 1, "Stake": 3}, dealt=2, players=2))  # -4/4 + 4 3/4
    2
    >>> round(float(banker_gain(BlackCatRules(players=2))), 4)  # banker_burden, without the cards for all, is -3/14
    0.2098
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


def _counters(name: str, value: object) -> int:
    number = whole_number(value)
    if number is None or not 0 <= number <= MOST_COUNTERS:
        raise RulesError(f"{name}={shown(value)} is not allowed: {name} is a whole number from 0 to {MOST_COUNTERS:,}")
    return number


def _too_large(rules: BlackCatRules, can: str) -> RulesError:
    return RulesError(
        f"one exact deal with players={rules.players}, backs={rules.backs} and unbacked={rules.unbacked!r} would take "
        f"very long with this pack: {can} be counted; simulate it instead: "
        "be.simulate(dataclasses.replace(rules, deals=1), games=1_000_000)"
    )


def _found(rules: BlackCatRules, pool: int, reserve: int, records: Records) -> OneDeal:
    """Put numbers of records and their probabilities together."""
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


def bar(progress: object) -> Any:
    """Give a progress bar, or something that shows nothing; it counts from 0 to 1."""
    if not isinstance(progress, bool):
        raise RulesError(f"progress={shown(progress)} is not allowed: say True or False")
    if not progress:
        return nullcontext()
    from tqdm.auto import tqdm

    return tqdm(total=1, bar_format="{percentage:3.0f}% |{bar}| {elapsed}")
