"""Which cards lie on the table: counts of special cards. Each oracle draws the cards one after the other."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from banchok_edu.formulas import symbol
from banchok_edu.proofs import Derivation, Span

N, D, c, k = map(symbol, ("N", "D", "c", "k"))
C = sp.binomial

_DEAL = {"N": Span(2), "D": Span(1, N), "c": Span(1, N)}
_DEALT = "one deal: D cards from the shuffled pack of N"
_DEALS = (
    {"N": 7, "D": 3, "c": 2},
    {"N": 2, "D": 1, "c": 1},
    {"N": 8, "D": 5, "c": 6},
    {"N": 28, "D": 14, "c": 8},
)


def counts(N: int, D: int, c: int) -> list[Fraction]:
    """Reckon the distribution of how many of c cards are among D of N, the cards drawn one after the other.

    >>> counts(4, 2, 2)
    [Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)]
    """
    chances = [Fraction(1)] + [Fraction(0)] * D
    for drawn in range(D):
        left = N - drawn
        chances = [
            chances[x] * Fraction(left - (c - x), left) + (chances[x - 1] * Fraction(c - x + 1, left) if x else 0)
            for x in range(D + 1)
        ]
    return chances


def _mean(N: int, D: int, c: int) -> Fraction:
    """The cards drawn one after the other, their number followed."""
    return sum((x * chance for x, chance in enumerate(counts(N, D, c))), Fraction(0))


def _variance(N: int, D: int, c: int) -> Fraction:
    """The cards drawn one after the other, their number followed."""
    mean = _mean(N, D, c)
    return sum(((x - mean) ** 2 * chance for x, chance in enumerate(counts(N, D, c))), Fraction(0))


def _chance(N: int, D: int, c: int, k: int) -> Fraction:
    """The cards drawn one after the other, their number followed."""
    return counts(N, D, c)[k]


def specials_chance() -> Derivation:
    """Derive the distribution of special cards dealt."""
    found = Derivation(
        name="black_cat/specials-chance",
        title="The hypergeometric distribution of special cards on the table",
        question="D of N cards are laid; c of the N are special. How likely are k of them on the table?",
        quantity="P(k dealt)",
        where={**_DEAL, "k": Span(sp.Max(0, c + D - N), sp.Min(c, D))},
        game="black_cat",
        model=_DEALT,
        reading="any: cards are counted before they act",
        concepts=("binomial coefficient", "drawing without replacement"),
        level="easy",
        lesson="10-fourteen-face-down",
        meanings={"c": "special cards in the pack", "k": "special cards that are dealt"},
        oracle=_chance,
        oracle_points=(
            {"N": 28, "D": 14, "c": 8, "k": 4},
            {"N": 7, "D": 3, "c": 2, "k": 0},
            {"N": 5, "D": 4, "c": 3, "k": 3},
        ),
    )
    found = found.start(
        "Choose k of the c special cards and D - k of the others, out of all ways to choose D cards.",
        lambda: C(c, k) * C(N - c, D - k) / C(N, D),
        "all sets of D cards are equally likely",
    )
    found = found.equals(
        "The same the other way round: choose places for the special cards, k on the table and c - k off it.",
        lambda: C(D, k) * C(N - D, c - k) / C(N, c),
        "all sets of c places are equally likely",
    )
    return found.at("Of 28 cards 14 are dealt and 8 are special; just half of these.", N=28, D=14, c=8, k=4)


def specials_mean() -> Derivation:
    """Derive the mean number of special cards dealt."""
    found = Derivation(
        name="black_cat/specials-mean",
        title="The mean number of special cards dealt",
        question="How many special cards lie on the table on average?",
        quantity="E(dealt)",
        where=_DEAL,
        game="black_cat",
        model=_DEALT,
        reading="any: cards are counted before they act",
        concepts=("linearity of expectation", "indicator"),
        level="easy",
        lesson="10-fourteen-face-down",
        meanings={"c": "special cards in the pack", "k": "a position"},
        oracle=_mean,
        oracle_points=_DEALS,
    )
    found = found.start(
        "Each position holds a special card with the same chance; add these up.",
        lambda: sp.Sum(c / N, (k, 1, D)),
        "linearity needs no independence",
    )
    found = found.equals("D equal terms.", lambda: D * c / N, "")
    return found.at("14 of 28 cards dealt, 8 special.", N=28, D=14, c=8)


def specials_variance() -> Derivation:
    """Derive the variance of the number of special cards dealt."""
    found = Derivation(
        name="black_cat/specials-variance",
        title="The variance of the number of special cards dealt",
        question="How much does the number of special cards on the table vary?",
        quantity="Var(dealt)",
        where=_DEAL,
        game="black_cat",
        model=_DEALT,
        reading="any: cards are counted before they act",
        concepts=("variance of a sum", "covariance", "drawing without replacement"),
        level="medium",
        lesson="10-fourteen-face-down",
        meanings={"c": "special cards in the pack"},
        oracle=_variance,
        oracle_points=_DEALS,
    )
    found = found.claim(
        "The covariance of two positions is below 0: a special card here makes one there less likely.",
        lambda: c / N * ((c - 1) / (N - 1)) - (c / N) ** 2,
        lambda: -c * (N - c) / (N**2 * (N - 1)),
        "P(both) - P(one) P(other)",
    )
    found = found.start(
        "D variances, and a covariance for each ordered pair of positions.",
        lambda: D * (c / N) * (1 - c / N) - D * (D - 1) * (c * (N - c) / (N**2 * (N - 1))),
        "variance of a sum",
    )
    found = found.equals(
        "Put over one denominator: the binomial variance, less the part (D - 1)/(N - 1).",
        lambda: D * (c / N) * (1 - c / N) * ((N - D) / (N - 1)),
        "1 - (D - 1)/(N - 1) = (N - D)/(N - 1)",
    )
    return found.at("14 of 28 cards dealt, 8 special.", N=28, D=14, c=8)
