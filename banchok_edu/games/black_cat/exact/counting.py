"""How many cards of a kind are dealt, and how many are backed: drawing without replacement.

Model: a deal begins with the whole pack shuffled, and a marker lies on any position as likely as on any other, or is
laid without knowledge of the cards, which comes to the same. What ends a deal early plays no part here: a card that is
dealt or backed may never be turned.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from banchok_edu.errors import RulesError, shown, whole_number

from .distribution import Distribution
from .questions import Kind, count, markers, the_rules

if TYPE_CHECKING:
    from sympy import Rational

    from banchok_edu.games.black_cat.rules import BlackCatRules


def hypergeometric(cards: int, of_kind: int, drawn: int) -> Distribution:
    """Give the distribution of how many cards of a kind are among those drawn from a pack.

    P(k) = C(K, k) C(N - K, n - k) / C(N, n), for n drawn from N cards of which K are of the kind. The mean is n K / N
    and the variance n K (N - K) (N - n) / (N^2 (N - 1)).

    Raises
    ------
    RulesError
        If a number is not whole, is below 0, or more cards are asked for than there are.

    >>> hypergeometric(cards=4, of_kind=2, drawn=2)
    Distribution({0: 1/6, 1: 2/3, 2: 1/6})
    """
    numbers = {"cards": cards, "of_kind": of_kind, "drawn": drawn}
    for name, value in numbers.items():
        number = whole_number(value)
        if number is None or not 0 <= number <= (10_000 if name == "cards" else cards):
            most = "10,000" if name == "cards" else f"cards={cards}"
            raise RulesError(f"{name}={shown(value)} is not allowed: {name} is a whole number from 0 to {most}")
    ways = {k: comb(of_kind, k) * comb(cards - of_kind, drawn - k) for k in range(min(of_kind, drawn) + 1)}
    return Distribution({k: Fraction(n, comb(cards, drawn)) for k, n in ways.items()})


def dealt(kind: Kind, rules: BlackCatRules | None = None) -> Distribution:
    """Give the distribution of how many cards of a kind are laid in a deal (step 3.1).

    ``kind`` is a kind ("In", "Scoop"), a card ("In 3"), "special", "change", or a list of these. Without ``rules`` the
    usual ones are meant.

    Raises
    ------
    CardError
        If there is no such kind; names the nearest.

    >>> specials = dealt("special")  # 8 of 28 cards, 14 are laid
    >>> specials[4], specials.mean, specials.variance
    (1001/3105, 4, 40/27)
    """
    rules = the_rules(rules)
    return hypergeometric(len(rules.cards), count(kind, rules), rules.dealt)


def backed(kind: Kind, rules: BlackCatRules | None = None) -> Distribution:
    """Give the distribution of how many cards of a kind lie under markers (step 3.2).

    That so many are dealt first does not matter: the cards under m markers are m cards of the pack.

    Raises
    ------
    CardError
        If there is no such kind; names the nearest.

    >>> from banchok_edu import BlackCatRules
    >>> backed("In", BlackCatRules(players=3)).mean  # 2 markers, and 10 of 28 cards are Ins
    5/7
    """
    rules = the_rules(rules)
    return hypergeometric(len(rules.cards), count(kind, rules), markers(rules))


def probability_dealt(kind: Kind, rules: BlackCatRules | None = None) -> Rational:
    """Give the probability that at least one card of a kind is laid in a deal.

    Raises
    ------
    CardError
        If there is no such kind; names the nearest.

    >>> probability_dealt("Scoop")  # 14 of 28
    1/2
    """
    return dealt(kind, rules).at_least(1)


def probability_backed(kind: Kind, rules: BlackCatRules | None = None) -> Rational:
    """Give the probability that at least one card of a kind is laid and backed.

    Raises
    ------
    CardError
        If there is no such kind; names the nearest.

    >>> from banchok_edu import BlackCatRules
    >>> probability_backed("Scoop", BlackCatRules(players=4))  # 14/28 times 3/14
    3/28
    >>> probability_backed("change", BlackCatRules(players=6))
    215/468
    """
    return backed(kind, rules).at_least(1)
