"""How to bet: thresholds, when to stop waiting, and how much of a fortune to stake."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from banchok_edu.proofs import Derivation, Span

from .dealing import (
    INDEPENDENT,
    ONE_COUP,
    RANK,
    SIZES,
    THRESHOLD,
    TIES_PAY,
    deck,
    f,
    i,
    mean_gain,
    p,
    pairs,
    punter_wins,
    r,
    s,
    t,
    w,
)

_THRESHOLDS = (
    {"r": 13, "s": 4, "t": 7},
    {"r": 2, "s": 1, "t": 2},
    {"r": 5, "s": 3, "t": 1},
    {"r": 7, "s": 2, "t": 6},
)


def _value(r: int, s: int, t: int) -> Fraction:
    """All ordered pairs of cards, the stake won or lost by the rules."""
    return mean_gain(r, s, t)


def threshold() -> Derivation:
    """Derive the value of a threshold."""
    d = Derivation(
        name="banchok/threshold",
        title="The value of betting on rank t or better",
        question="A punter stakes the whole bank on rank t or better and passes on the rest. What does he gain a turn?",
        quantity="V(t)",
        where=THRESHOLD,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("expectation", "total probability", "arithmetic sum"),
        level="medium",
        oracle=_value,
        oracle_points=_THRESHOLDS,
    )
    d = d.start(
        "Average the edge over the r ranks; below t it is nothing.",
        lambda: sp.Sum(2 * ((s * i - 1) / (r * s - 1)) - 1, (i, t, r)) / r,
        "total expectation; the edge with rank i is 2 P(win | i) - 1, in banks",
    )
    d = d.equals(
        "Put the edge over its denominator.",
        lambda: sp.Sum(2 * s * i - r * s - 1, (i, t, r)) / (r * (r * s - 1)),
        "the denominator does not depend on i",
    )
    d = d.equals(
        "Add up: r - t + 1 terms, times the mean of the first and the last.",
        lambda: (r - t + 1) * (s * (r + t) - r * s - 1) / (r * (r * s - 1)),
        "arithmetic sum; from t to r there are r - t + 1 ranks",
    )
    d = d.equals("Simplify.", lambda: (r - t + 1) * (s * t - 1) / (r * (r * s - 1)), "s(r + t) - rs = st")
    return d.at("On an eight or better, the seventh rank of a full deck.", r=13, s=4, t=7)


def _best(r: int, s: int) -> Fraction:
    """Each threshold tried on all ordered pairs; the lowest of the best."""
    values = [mean_gain(r, s, least) for least in range(1, r + 1)]
    return Fraction(1 + values.index(max(values)))


def best_threshold() -> Derivation:
    """Derive the best threshold."""
    d = Derivation(
        name="banchok/best-threshold",
        title="The best threshold",
        question="From which rank on should one stake the whole bank?",
        quantity="best t",
        where={**THRESHOLD, "t": Span(1, r - 1)},
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("expectation", "differences", "maximum"),
        level="medium",
        meanings={"t": "a threshold"},
        oracle=_best,
        oracle_points=(*SIZES, {"r": 6, "s": 1}, {"r": 3, "s": 1}),
    )
    d = d.claim(
        "What changes in the value, if one begins to bet a rank later.",
        lambda: (r - t) * (s * (t + 1) - 1) / (r * (r * s - 1)) - (r - t + 1) * (s * t - 1) / (r * (r * s - 1)),
        lambda: (s * (r - 2 * t) + 1) / (r * (r * s - 1)),
        "the value V(t) is derived in banchok/threshold",
    )
    d = d.claim(
        "It is what one gives up: the edge with rank t, with the other sign.",
        lambda: (s * (r - 2 * t) + 1) / (r * (r * s - 1)),
        lambda: (1 - 2 * ((s * t - 1) / (r * s - 1))) / r,
        "V(t + 1) leaves out rank t",
    )
    d = d.start(
        "It is above 0 while 2t is at most r, then never again. So stop at the first t beyond r/2.",
        lambda: sp.floor(r / 2) + 1,
        "s(r - 2t) + 1 falls as t grows, and changes its sign once",
    )
    return d.at("In a full deck: the seventh rank, an eight.", r=13)


def _variance(r: int, s: int, t: int) -> Fraction:
    """The gains in all ordered pairs of cards, their squares averaged."""
    gains = [(1 if punter_wins(own, turned) else -1) if own >= t else 0 for own, turned in pairs(r, s)]
    mean = Fraction(sum(gains), len(gains))
    return sum(((x - mean) ** 2 for x in gains), Fraction(0)) / len(gains)


def threshold_variance() -> Derivation:
    """Derive the variance of the gain with a threshold."""
    d = Derivation(
        name="banchok/threshold-variance",
        title="The variance of the gain with a threshold",
        question="How much does the gain of a turn vary, if one stakes one bank on rank t or better?",
        quantity="Var(gain)",
        where=THRESHOLD,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("variance", "expectation"),
        level="medium",
        oracle=_variance,
        oracle_points=_THRESHOLDS,
    )
    d = d.start(
        "The square of the gain is 1 on each bet, won or lost, and 0 on a pass.",
        lambda: (r - t + 1) / r - ((r - t + 1) * (s * t - 1) / (r * (r * s - 1))) ** 2,
        "Var X = E(X^2) - (E X)^2; the value V(t) is derived in banchok/threshold",
    )
    d = d.equals(
        "Take out the chance of a bet.",
        lambda: (r - t + 1) / r * (1 - (r - t + 1) / r * ((s * t - 1) / (r * s - 1)) ** 2),
        "both terms have the factor (r - t + 1)/r",
    )
    return d.at("On an eight or better.", r=13, s=4, t=7)


def _kelly(r: int, s: int, i: int) -> Fraction:
    """Each share that is a whole number of (rs - 1)-ths, the growth compared in whole numbers."""
    others = deck(r, s)
    others.remove(i)
    wins = sum(punter_wins(i, turned) for turned in others)
    losses = parts = len(others)
    losses -= wins
    growth = [(parts + staked) ** wins * (parts - staked) ** losses for staked in range(parts + 1)]
    return Fraction(growth.index(max(growth)), parts)


def kelly() -> Derivation:
    """Derive the Kelly fraction."""
    d = Derivation(
        name="banchok/kelly",
        title="The share of a fortune that makes it grow fastest (Kelly, 1956)",
        question="You hold rank i, with an edge. Which share of your fortune should you stake?",
        quantity="best f",
        where={**RANK, "p": Span(sp.Rational(1, 2), 1), "f": Span(0, 1)},
        together=_has_edge,
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=TIES_PAY,
        concepts=("logarithm", "derivative", "maximum"),
        level="hard",
        oracle=_kelly,
        oracle_points=(
            {"r": 13, "s": 4, "i": 11},
            {"r": 13, "s": 4, "i": 13},
            {"r": 5, "s": 3, "i": 3},
            {"r": 2, "s": 1, "i": 2},
        ),
    )
    d = d.claim(
        "The fortune is multiplied by 1 + f or by 1 - f. Its logarithm grows on average; see how that changes with f.",
        lambda: sp.Derivative(p * sp.log(1 + f) + (1 - p) * sp.log(1 - f), f),
        lambda: p / (1 + f) - (1 - p) / (1 - f),
        "the logarithm of a product is a sum, to which the law of large numbers applies",
    )
    d = d.claim(
        "It rises while f is below 2p - 1, and falls beyond.",
        lambda: p / (1 + f) - (1 - p) / (1 - f),
        lambda: (2 * p - 1 - f) / ((1 + f) * (1 - f)),
        "the denominator is positive for a share f between 0 and 1",
    )
    d = d.start(
        "So the best share is the edge, 2p - 1, with the chance to win with rank i.",
        lambda: 2 * ((s * i - 1) / (r * s - 1)) - 1,
        "P(win | i) is derived in banchok/win-rank",
    )
    d = d.equals(
        "That is the winning cards less the losing ones, over all.",
        lambda: (s * i - 1 - s * (r - i)) / (r * s - 1),
        "si - 1 cards win, s(r - i) lose",
    )
    return d.at("With a queen, the eleventh rank.", r=13, s=4, i=11)


def _has_edge(numbers: dict[str, Fraction]) -> str | None:
    if 2 * numbers["s"] * numbers["i"] <= numbers["r"] * numbers["s"] + 1:
        return f"rank {numbers['i']} has no edge: do not bet"
    return None


def _stopping(r: int, s: int, t: int, w: Fraction) -> Fraction:
    """All ordered pairs of cards: bet on good ones, else go away with the value of waiting."""
    every = pairs(r, s)
    gains = [Fraction(1 if punter_wins(own, turned) else -1) if own >= t else w for own, turned in every]
    return sum(gains, Fraction(0)) / len(every)


def stopping() -> Derivation:
    """Derive the recursion of optimal stopping."""
    d = Derivation(
        name="banchok/stopping",
        title="One bet in several turns: when to stop waiting",
        question="You may make one bet, in this turn or in a later one. What is this turn worth, if waiting is w?",
        quantity="V(t)",
        where={**THRESHOLD, "w": Span(0, 1)},
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=TIES_PAY,
        concepts=("backward induction", "optimal stopping", "expectation"),
        level="hard",
        meanings={"t": "the lowest rank on which one does not wait"},
        oracle=_stopping,
        oracle_points=(
            {"r": 13, "s": 4, "t": 9, "w": Fraction(63, 221)},
            {"r": 2, "s": 1, "t": 2, "w": Fraction(1, 3)},
            {"r": 5, "s": 3, "t": 1, "w": Fraction(1, 2)},
            {"r": 7, "s": 2, "t": 6, "w": Fraction(2, 9)},
        ),
    )
    d = d.claim(
        "If one stops a rank later, rank t gives w instead of its edge. That gains only if the edge is below w.",
        lambda: (
            (r - t) * (s * (t + 1) - 1) / (r * (r * s - 1))
            + t / r * w
            - ((r - t + 1) * (s * t - 1) / (r * (r * s - 1)) + (t - 1) / r * w)
        ),
        lambda: (w - (2 * ((s * t - 1) / (r * s - 1)) - 1)) / r,
        "so stop at the first rank with an edge of at least w",
    )
    d = d.start(
        "On rank t or better take the edge; on the t - 1 lower ranks wait.",
        lambda: sp.Sum(2 * ((s * i - 1) / (r * s - 1)) - 1, (i, t, r)) / r + (t - 1) / r * w,
        "total expectation over the own rank; the next turn has a new deck",
    )
    d = d.equals(
        "The sum is the value of a threshold.",
        lambda: (r - t + 1) * (s * t - 1) / (r * (r * s - 1)) + (t - 1) / r * w,
        "derived in banchok/threshold",
    )
    return d.at(
        "Two turns: waiting is worth 63/221, and a ten is the first rank with a greater edge.",
        r=13,
        s=4,
        t=9,
        w=Fraction(63, 221),
    )
