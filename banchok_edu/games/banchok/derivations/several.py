"""Several cards: two punters, one turned card for both, the best of many."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

import sympy as sp

from banchok_edu.proofs import Derivation, Span

from .dealing import DECK, TIES_PAY, deck, i, k, m, punter_wins, r, s

C = sp.binomial


def _both_first_second(r: int, s: int) -> Fraction:
    """All ranks of four cards in order, weighted by the cards that have them, compared by the rules."""
    total = one = both = 0
    for ranks in product(range(1, r + 1), repeat=4):
        ways = 1
        for place, rank in enumerate(ranks):
            ways *= s - ranks[:place].count(rank)
        first, second = punter_wins(*ranks[:2]), punter_wins(*ranks[2:])
        total += ways
        one += ways * first
        both += ways * (first and second)
    return Fraction(both, total) - Fraction(one, total) ** 2


def covariance() -> Derivation:
    """Derive the covariance of two wins."""
    d = Derivation(
        name="banchok/covariance",
        title="The covariance of two wins from one deck",
        question="Two punters bet one after the other, a card is turned for each. Are their wins independent?",
        quantity="Cov",
        where={**DECK, "r": Span(4)},
        game="banchok",
        model="two coups running from one shuffled deck, four different cards",
        deck_use="recycled",
        reading=TIES_PAY,
        concepts=("covariance", "symmetry", "drawing without replacement"),
        level="hard",
        oracle=_both_first_second,
        oracle_points=({"r": 13, "s": 4}, {"r": 4, "s": 1}, {"r": 5, "s": 3}, {"r": 7, "s": 2}),
    )
    d = d.claim(
        "Given that the first pair ties, the second ties in this many of the ordered pairs that are left.",
        lambda: (s - 2) * (s - 3) + (r - 1) * s * (s - 1),
        lambda: r * s * (s - 1) - 2 * (2 * s - 3),
        "s - 2 cards of that rank are left, and s of each other rank",
    )
    d = d.start(
        "A pair that ties wins for sure, another in half of all cases, whichever card comes first. So a win is "
        "(1 + T)/2 on average, with T = 1 at a tie, and Cov is a quarter of the covariance of both T.",
        lambda: (
            (s - 1)
            / (r * s - 1)
            * (((s - 2) * (s - 3) + (r - 1) * s * (s - 1)) / ((r * s - 2) * (r * s - 3)) - (s - 1) / (r * s - 1))
            / 4
        ),
        "exchanging both cards of a pair changes nothing in the other pair; P(tie) is derived in banchok/tie",
    )
    d = d.equals(
        "Put everything over one denominator.",
        lambda: s * (r - 1) * (s - 1) / (2 * (r * s - 3) * (r * s - 2) * (r * s - 1) ** 2),
        "above 0, but for one suit: a tie takes two cards of a rank away, and leaves the other ranks whole",
    )
    return d.at("In a full deck: there is hardly any.", r=13, s=4)


def _common(r: int, s: int) -> tuple[Fraction, Fraction]:
    total = one = both = 0
    for ranks in product(range(1, r + 1), repeat=3):
        ways = 1
        for place, rank in enumerate(ranks):
            ways *= s - ranks[:place].count(rank)
        turned, first, second = ranks
        total += ways
        one += ways * punter_wins(first, turned)
        both += ways * (punter_wins(first, turned) and punter_wins(second, turned))
    return Fraction(one, total), Fraction(both, total)


def _both_common(r: int, s: int) -> Fraction:
    """All ranks of three cards, weighted by the cards that have them, compared by the rules."""
    return _common(r, s)[1]


_THREE = ({"r": 13, "s": 4}, {"r": 3, "s": 1}, {"r": 5, "s": 3}, {"r": 7, "s": 2})


def both_win() -> Derivation:
    """Derive P(both win) against a common card."""
    d = Derivation(
        name="banchok/both-win",
        title="P(both win) against one common card",
        question="Suppose that one card were turned for two punters together. How likely would both win?",
        quantity="P(both win)",
        where={**DECK, "r": Span(3)},
        game="banchok",
        model="one card is turned for both, three different cards; not the rule of the game",
        reading=TIES_PAY,
        concepts=("total probability", "dependence", "sum of squares"),
        level="medium",
        meanings={"k": "ranks from the turned card up, itself among them"},
        oracle=_both_common,
        oracle_points=_THREE,
    )
    d = d.start(
        "If k ranks are not below the turned card, sk - 1 other cards beat or tie it; both punters must have one.",
        lambda: sp.Sum((s * k - 1) * (s * k - 2) / ((r * s - 1) * (r * s - 2)), (k, 1, r)) / r,
        "total probability over the turned card; two cards without replacement",
    )
    d = d.equals(
        "Multiply out and add up.",
        lambda: (s**2 * (r + 1) * (2 * r + 1) / 6 - 3 * s * (r + 1) / 2 + 2) / ((r * s - 1) * (r * s - 2)),
        "1 + 4 + ... + r^2 = r(r + 1)(2r + 1)/6",
    )
    return d.at("In a full deck: far more than 81/289, the square of 9/17.", r=13, s=4)


def _correlation(r: int, s: int) -> Fraction:
    """All ranks of three cards, weighted by the cards that have them, compared by the rules."""
    one, both = _common(r, s)
    return (both - one**2) / (one - one**2)


def correlation() -> Derivation:
    """Derive the correlation of two wins against a common card."""
    d = Derivation(
        name="banchok/correlation",
        title="The correlation of two wins against one common card",
        question="Three cards are all different. Does that make the wins of two punters independent?",
        quantity="Corr",
        where={**DECK, "r": Span(3)},
        game="banchok",
        model="one card is turned for both, three different cards; not the rule of the game",
        reading=TIES_PAY,
        concepts=("covariance", "correlation"),
        level="medium",
        oracle=_correlation,
        oracle_points=_THREE,
    )
    d = d.claim(
        "The variance of a win: its chance times the chance of the contrary.",
        lambda: (s * (r + 1) - 2) / (2 * (r * s - 1)) * (1 - (s * (r + 1) - 2) / (2 * (r * s - 1))),
        lambda: s * (r - 1) * (s * (r + 1) - 2) / (4 * (r * s - 1) ** 2),
        "P(win) is derived in banchok/win",
    )
    d = d.start(
        "The covariance over the variance, which is the same for both.",
        lambda: (
            (
                (s**2 * (r + 1) * (2 * r + 1) / 6 - 3 * s * (r + 1) / 2 + 2) / ((r * s - 1) * (r * s - 2))
                - ((s * (r + 1) - 2) / (2 * (r * s - 1))) ** 2
            )
            / (s * (r - 1) * (s * (r + 1) - 2) / (4 * (r * s - 1) ** 2))
        ),
        "P(both win) is derived in banchok/both-win",
    )
    d = d.equals(
        "Simplify.",
        lambda: (s * (r + 1) * (r * s - 4) + 6) / (3 * (r * s - 2) * (s * (r + 1) - 2)),
        "over one denominator, the factors r - 1, s and rs - 1 cancel",
    )
    return d.at("In a full deck, about a third.", r=13, s=4)


def _best(r: int, s: int, m: int) -> Fraction:
    """All sets of m cards, the best rank of each."""
    best = [max(hand) for hand in combinations(deck(r, s), m)]
    return Fraction(sum(best), len(best))


def best_of_m() -> Derivation:
    """Derive the mean of the best of m cards."""
    d = Derivation(
        name="banchok/best-of-m",
        title="The mean of the best of m cards",
        question="m punters get a card each. Which rank does the best of them have on average?",
        quantity="E(best)",
        where={**DECK, "m": Span(1, r * s)},
        game="banchok",
        model="m cards from one shuffled deck",
        reading="any: nothing is compared with the bank",
        concepts=("order statistics", "tail sum", "binomial coefficient"),
        level="medium",
        meanings={"i": "a rank, 1 the lowest", "k": "a rank, 0 below the lowest"},
        oracle=_best,
        oracle_points=(
            {"r": 5, "s": 3, "m": 4},
            {"r": 2, "s": 1, "m": 2},
            {"r": 3, "s": 3, "m": 8},
            {"r": 13, "s": 4, "m": 3},
        ),
    )
    d = d.claim(
        "Summation by parts: rank i is counted once for each rank up to it.",
        lambda: sp.Sum(i * (C(s * i, m) - C(s * (i - 1), m)), (i, 1, r)),
        lambda: r * C(r * s, m) - sp.Sum(C(s * k, m), (k, 0, r - 1)),
        "by induction on r",
    )
    d = d.start(
        "All m cards have rank i or lower in C(si, m) of C(rs, m) sets. The best is i if that is so for i, but not for "
        "i - 1.",
        lambda: (r * C(r * s, m) - sp.Sum(C(s * k, m), (k, 0, r - 1))) / C(r * s, m),
        "E X = sum of i P(X = i), by step 1",
    )
    d = d.equals(
        "Divide each term: add up the chances that the best is above k.",
        lambda: sp.Sum(1 - C(s * k, m) / C(r * s, m), (k, 0, r - 1)),
        "the tail sum; with several suits it has no closed form",
    )
    return d.at("The best of four in a full deck: near a queen, which has index 11.", r=13, s=4, m=4)


def _best_one_suit(r: int, m: int) -> Fraction:
    """All sets of m cards of one suit, the best rank of each."""
    return _best(r, 1, m)


def best_of_m_one_suit() -> Derivation:
    """Derive the mean of the best of m cards of one suit."""
    d = Derivation(
        name="banchok/best-of-m-one-suit",
        title="The mean of the best of m cards of one suit",
        question="With one suit only, all ranks differ. Which rank does the best of m cards have on average?",
        quantity="E(best)",
        where={"r": Span(2), "m": Span(1, r)},
        game="banchok",
        model="m cards from one shuffled suit",
        reading="any: nothing is compared with the bank",
        concepts=("order statistics", "binomial coefficient", "induction"),
        level="hard",
        meanings={"k": "a rank, 0 below the lowest"},
        oracle=_best_one_suit,
        oracle_points=({"r": 13, "m": 4}, {"r": 2, "m": 1}, {"r": 5, "m": 3}, {"r": 7, "m": 7}),
    )
    d = d.start(
        "The tail sum with one suit.",
        lambda: sp.Sum(1 - C(k, m) / C(r, m), (k, 0, r - 1)),
        "derived in banchok/best-of-m",
    )
    d = d.equals(
        "Add up the binomial coefficients along a diagonal of Pascal's triangle.",
        lambda: r - C(r, m + 1) / C(r, m),
        "C(0, m) + ... + C(r - 1, m) = C(r, m + 1), by induction on r",
    )
    d = d.equals(
        "The quotient of neighbours in a row of the triangle.",
        lambda: r - (r - m) / (m + 1),
        "C(r, m + 1) = C(r, m)(r - m)/(m + 1)",
    )
    d = d.equals("Simplify.", lambda: m * (r + 1) / (m + 1), "the m cards part the ranks into m + 1 gaps of equal mean")
    return d.at("The best of four of thirteen.", r=13, m=4)
