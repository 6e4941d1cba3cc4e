"""The chances of Polish banchok as formulas: in the cards held, and on average in ranks, suits, decks and hand size.

Ranks count from 1, the lowest in the deck, to r. The formulas of a hand take four suits; a suit that is not held, or
not in the deck, is put in by numbers that add nothing, which each formula says. The averages are over all hands. For
any number of decks they are finite sums, without a closed form in h; they have one for a single deck, and for each
given hand size (``average_formula``).

>>> FORMULAS["covers/hand"](r=13, s=4, d=2, h=3, t1=13, t2=13, t3=13, t4=3)
81/101
>>> FORMULAS["covers/average"](r=13, s=4, d=2, h=3), FORMULAS["total_order/one_deck"](h=3)
(132955/176851, 3/4)
"""

from __future__ import annotations

from functools import lru_cache
from math import factorial
from typing import Any

import sympy as sp
from sympy import binomial

from banchok_edu.errors import RulesError, shown, whole_number
from banchok_edu.formulas import Formula, symbol
from banchok_edu.games.polish.rules import WIN_RULES

LARGEST_HAND = 6
"""Cards of a hand for which a closed form is still worked out: a second's work, and half a page to print."""

_r, _s, _d, _h, _j = (symbol(name) for name in "rsdhj")
_N = _r * _s * _d
_MIRROR = "'beats' and 'covers_any' are each other's mirror: with the ranks upside down one is the other's complement"


def _four(letter: str) -> list[Any]:
    return [symbol(f"{letter}{suit}") for suit in range(1, 5)]


def _chance(banker_cards: Any) -> Any:
    return 1 - banker_cards / (_N - _h)


def _hand_fits(**n: int) -> str | None:
    r, s, d, h = (n[name] for name in "rsdh")
    if h >= r * s * d:
        return f"h={h} leaves no card to be turned: there are {r * s * d}"
    if n.get("v", 1) > r * s:
        return f"v={n['v']} is no place: the {r * s} different cards have the places 1 to {r * s}"
    for letter in "tb":
        for suit in range(1, 5):
            if why := _suit_fits(letter, suit, n):
                return why
    held = sum(n[f"m{i}"] > 0 if f"m{i}" in n else n.get(f"t{i}", n.get(f"b{i}", r)) < r for i in range(1, 5))
    if held > s:
        return f"{held} suits are held, but the deck has s={s}"
    cards = held + sum(n.get(f"a{i}", 0) + max(n.get(f"m{i}", 0) - 1, 0) for i in range(1, 5))
    return f"that makes {cards} cards held, which is more than h={h}" if cards > h else None


def _suit_fits(letter: str, suit: int, n: dict[str, int]) -> str | None:
    r, d = n["r"], n["d"]
    end, copies, above = (n.get(f"{name}{suit}") for name in (letter, "m", "a"))
    if end is not None and end > r:
        return f"{letter}{suit}={end} is no rank: with r={r} the ranks are 1 to {r}"
    if end is not None and letter == "t" and copies is not None:
        if copies > d:
            return f"m{suit}={copies} copies of one card are too many: there are d={d} decks"
        if copies == 0 and end > 1:
            return f"t{suit}={end} is held, so m{suit} is 1 or more; a suit not held has t{suit}=1 and m{suit}=0"
    if end is not None and letter == "b" and above is not None and above > d * (r - end):
        return f"a{suit}={above} is too many: in d={d} decks {d * (r - end)} cards are above rank {end}"
    return None


def _dealt(**n: int) -> str | None:
    if "r" not in n:
        return None  # the formula holds whatever the deck
    cards = n["r"] * n["s"] * n.get("d", 1)
    hand = n.get("h", 1)
    return f"a hand of {hand} and a turned card do not come from {cards} cards" if hand >= cards else None


_COUNTS: dict[str, tuple[int | None, int | None]] = dict.fromkeys("rsdhv", (1, None))
_HELD: dict[str, tuple[int | None, int | None]] = {
    **_COUNTS,
    "s": (1, 4),
    **{f"{letter}{suit}": (1 if letter in "tb" else 0, None) for letter in "tmba" for suit in range(1, 5)},
}


def _of_a_hand() -> dict[str, Formula]:
    t, m, b, a = map(_four, "tmba")
    return {
        "covers/hand": Formula(
            "P(win | hand), covers",
            _chance(_d * (4 * _r - sum(t))),
            "of each suit held the d (r - t) cards above its highest win for the banker; a suit not held has t = r",
            _HELD,
            _hand_fits,
        ),
        "beats/hand": Formula(
            "P(win | hand), beats",
            (sum(_d * (ti - 1) + mi for ti, mi in zip(t, m, strict=True)) - _h) / (_N - _h),
            "the punter wins by the d (t - 1) cards under his highest of each suit, less his own cards, of which the m "
            "highest are not among those; a suit not held has t = 1 and m = 0",
            _HELD,
            _hand_fits,
        ),
        "covers_any/hand": Formula(
            "P(win | hand), covers_any",
            _chance(sum(_d * (_r - bi) - ai for bi, ai in zip(b, a, strict=True))),
            "of each suit held the d (r - b) cards above its lowest win for the banker, less the punter's own a of "
            "them; a suit not held has b = r and a = 0",
            _HELD,
            _hand_fits,
        ),
        "total_order/hand": Formula(
            "P(win | hand), total_order",
            _chance(_d * (_r * _s - symbol("v"))),
            "the d (r s - v) cards above the hand's best win for the banker",
            _HELD,
            _hand_fits,
        ),
    }


def _averages() -> dict[str, Formula]:
    hands = binomial(_N - 1, _h)
    without_suit = binomial(_N - _d * _r, _h)
    lower_or_without = binomial(_N - _d * _r + _d * (_j - 1), _h)
    banker = {
        "covers": sp.Sum(lower_or_without - without_suit, (_j, 1, _r)) / (_r * hands),
        "beats": sp.Sum(binomial(_N - 1 - _d * (_r - _j), _h), (_j, 1, _r)) / (_r * hands),
        "covers_any": 1 - sp.Sum(binomial(_N - 1 - _d * (_j - 1), _h), (_j, 1, _r)) / (_r * hands),
        "total_order": sp.Sum(binomial(_d * (_j - 1), _h), (_j, 1, _r * _s)) / (_r * _s * hands),
    }
    says = {
        "covers": "over the rank j of the turned card: hands with lower cards of its suit only, but with one",
        "beats": f"over the rank j of the turned card: hands without a higher card of its suit; {_MIRROR}",
        "covers_any": f"over the rank j of the turned card: hands with a lower card of its suit; {_MIRROR}",
        "total_order": "over the place j of the turned card: hands of the d (j - 1) cards below it",
    }
    return {
        f"{name}/average": Formula(
            f"P(win), {name}", 1 - banker[name], f"{says[name]}; a finite sum", dict(_COUNTS), _dealt
        )
        for name in WIN_RULES
    }


def _one_deck() -> dict[str, Formula]:
    cards = _r * _s
    highest = _s / (_h + 1) * (1 - binomial(cards - _r, _h + 1) / binomial(cards, _h + 1))
    banker = {
        "covers": highest - binomial(cards - _r, _h) / binomial(cards - 1, _h),
        "beats": highest,
        "covers_any": 1 - highest,
        "total_order": 1 / (_h + 1),
    }
    says = {
        "covers": "one deck: as 'beats', less the hands without the suit, which here win",
        "beats": "one deck: the turned card and the hand are h + 1 exchangeable cards; each suit among them has one "
        "highest card, which is the turned one with the chance 1 / (h + 1)",
        "covers_any": f"one deck; {_MIRROR}",
        "total_order": "one deck: the best of h + 1 exchangeable cards is in the hand",
    }
    return {
        f"{name}/one_deck": Formula(f"P(win), {name}, d = 1", 1 - banker[name], says[name], dict(_COUNTS), _dealt)
        for name in WIN_RULES
    }


FORMULAS: dict[str, Formula] = {**_of_a_hand(), **_averages(), **_one_deck()}
"""The formulas by reading and kind: "covers/hand", "covers/average", "covers/one_deck", and so on."""


@lru_cache(maxsize=32)
def _closed(win_rule: str, hand: int) -> Any:
    """Sum over the turned card: for a given hand size the binomials are polynomials in it (Faulhaber, 1631)."""

    def choose(n: Any) -> Any:
        return sp.prod([n - k for k in range(hand)]) / factorial(hand)

    terms, last = {
        "covers": (choose(_N - _d * _r + _d * (_j - 1)) - choose(_N - _d * _r), _r),
        "beats": (choose(_N - 1 - _d * (_r - _j)), _r),
        "covers_any": (choose(_N - 1) - choose(_N - 1 - _d * (_j - 1)), _r),
        "total_order": (choose(_d * (_j - 1)), _r * _s),
    }[win_rule]
    powers = sp.Poly(sp.expand(terms), _j).terms()
    banker = sum(coefficient * sp.summation(_j**power, (_j, 1, last)) for (power,), coefficient in powers)
    return 1 - sp.factor(banker / (last * choose(_N - 1)))


def average_formula(win_rule: str = "covers", hand: int = 3) -> Formula:
    """Give P(win) on average over all hands of a given size, in closed form in ranks, suits and decks.

    Raises
    ------
    RulesError
        If there is no such reading, or the hand is too large for a formula that anyone would read.

    >>> print(average_formula("total_order", hand=1).expression)
    -d*(r*s - 1)/(2*(d*r*s - 1)) + 1
    >>> average_formula("covers")(r=13, s=4, d=2)
    132955/176851
    """
    if not isinstance(win_rule, str) or win_rule not in WIN_RULES:
        raise RulesError(f"win_rule={shown(win_rule)} is not a reading: choose from {', '.join(map(repr, WIN_RULES))}")
    number = whole_number(hand)
    if number is None or not 1 <= number <= LARGEST_HAND:
        raise RulesError(
            f"hand={shown(hand)} is not allowed: a closed form is worked out for hands of 1 to {LARGEST_HAND} cards; "
            f"FORMULAS['{win_rule}/average'] is a finite sum for any hand"
        )

    def dealt(**n: int) -> str | None:
        return _dealt(h=number, **n)

    says = f"hands of {number}, in closed form"
    return Formula(f"P(win), {win_rule}, h = {number}", _closed(win_rule, number), says, dict(_COUNTS), dealt)
