"""Estimating a chance from coups: how far off, how many coups, and how to need fewer."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import sympy as sp

from banchok_edu.proofs import Derivation, Span

from .dealing import DECK, INDEPENDENT, ONE_COUP, SIZES, TIES_PAY, deck, e, i, k, n, p, punter_wins, r, s, u

_CHANCE = {"p": Span(0, 1), "n": Span(1)}
_TRIALS = ({"p": Fraction(9, 17), "n": 10}, {"p": Fraction(1, 3), "n": 1}, {"p": Fraction(4, 5), "n": 7})


def _explained(r: int, s: int) -> Fraction:
    """The chance with each card, counted by the rules; its variance over the cards beside that of a win."""
    cards = deck(r, s)
    chances = []
    for place, own in enumerate(cards):
        others = cards[:place] + cards[place + 1 :]
        chances.append(Fraction(sum(punter_wins(own, turned) for turned in others), len(others)))
    mean = sum(chances, Fraction(0)) / len(chances)
    return sum(((x - mean) ** 2 for x in chances), Fraction(0)) / len(chances) / (mean * (1 - mean))


def explained_share() -> Derivation:
    """Derive the share of the variance that the own card explains."""
    d = Derivation(
        name="banchok/explained-share",
        title="The share of the variance that the own card explains",
        question="Average P(win | rank) instead of wins and losses: how many coups are needed, of those needed before?",
        quantity="share",
        where=DECK,
        game="banchok",
        model=ONE_COUP,
        reading=TIES_PAY,
        concepts=("variance", "law of total variance", "conditional Monte Carlo"),
        level="hard",
        oracle=_explained,
        oracle_points=SIZES,
    )
    d = d.claim(
        "The variance of P(win | rank) over the ranks: that of a whole number from 1 to r, times (s/(rs - 1))^2.",
        lambda: sp.Sum(((s * i - 1) / (r * s - 1)) ** 2, (i, 1, r)) / r - ((s * (r + 1) - 2) / (2 * (r * s - 1))) ** 2,
        lambda: s**2 * (r**2 - 1) / (12 * (r * s - 1) ** 2),
        "a uniform whole number from 1 to r has variance (r^2 - 1)/12",
    )
    d = d.claim(
        "The variance of a win: its chance times the chance of the contrary.",
        lambda: (s * (r + 1) - 2) / (2 * (r * s - 1)) * (1 - (s * (r + 1) - 2) / (2 * (r * s - 1))),
        lambda: s * (r - 1) * (s * (r + 1) - 2) / (4 * (r * s - 1) ** 2),
        "P(win) is derived in banchok/win",
    )
    d = d.start(
        "Divide the first by the second.",
        lambda: (
            s**2 * (r**2 - 1) / (12 * (r * s - 1) ** 2) / (s * (r - 1) * (s * (r + 1) - 2) / (4 * (r * s - 1) ** 2))
        ),
        "law of total variance: the rest is the variance that is left when the card is known",
    )
    d = d.equals("Cancel.", lambda: s * (r + 1) / (3 * (s * (r + 1) - 2)), "r^2 - 1 = (r - 1)(r + 1)")
    return d.at("In a full deck: 28 coups do the work of 81.", r=13, s=4)


def _spread(p: Fraction, n: int) -> Fraction:
    """The binomial distribution, summed."""
    chances = [comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(n + 1)]
    mean = sum((c * Fraction(x, n) for x, c in enumerate(chances)), Fraction(0))
    return sum((c * (Fraction(x, n) - mean) ** 2 for x, c in enumerate(chances)), Fraction(0))


def standard_error() -> Derivation:
    """Derive the variance of a frequency."""
    d = Derivation(
        name="banchok/standard-error",
        title="The variance of a frequency",
        question="How far is the frequency of wins in n coups from the chance to win?",
        quantity="Var(frequency)",
        where=_CHANCE,
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=TIES_PAY,
        concepts=("variance", "independence", "standard error"),
        level="medium",
        oracle=_spread,
        oracle_points=_TRIALS,
    )
    d = d.claim(
        "A win counts 1, else 0: its square counts the same.",
        lambda: p * 1**2 + (1 - p) * 0**2 - p**2,
        lambda: p * (1 - p),
        "Var X = E(X^2) - (E X)^2",
    )
    d = d.start(
        "Variances of independent coups add up; the frequency is the n-th part of the number of wins.",
        lambda: sp.Sum(p * (1 - p), (k, 1, n)) / n**2,
        "a factor 1/n is squared in the variance",
    )
    d = d.equals("There are n equal terms.", lambda: p * (1 - p) / n, "its square root is the standard error")
    return d.at("A hundred blind bets: a standard error of about 0.05.", p=Fraction(9, 17), n=100)


def _size(p: Fraction, e: Fraction, u: Fraction) -> Fraction:
    """Counted up from 1, until the interval is narrow enough."""
    size = 1
    while u**2 * p * (1 - p) > e**2 * size:
        size += 1
    return Fraction(size)


def sample_size() -> Derivation:
    """Derive the number of coups for a given half-width."""
    d = Derivation(
        name="banchok/sample-size",
        title="How many coups for an interval of given width",
        question="How many coups must be played so that the half-width of the interval for the chance is at most e?",
        quantity="n",
        where={"p": Span(0, 1), "e": Span(0, 1), "u": Span(0, 4)},
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=TIES_PAY,
        concepts=("confidence interval", "standard error", "central limit theorem"),
        level="medium",
        oracle=_size,
        oracle_points=(
            {"p": Fraction(9, 17), "e": Fraction(1, 34), "u": Fraction(49, 25)},
            {"p": Fraction(1, 2), "e": Fraction(1, 10), "u": 2},
            {"p": Fraction(4, 5), "e": Fraction(1, 7), "u": Fraction(5, 3)},
        ),
    )
    d = d.claim(
        "The half-width is u standard errors. With this many coups its square is that of e.",
        lambda: u**2 * (p * (1 - p) / (u**2 * p * (1 - p) / e**2)),
        lambda: e**2,
        "the variance of a frequency is derived in banchok/standard-error",
    )
    d = d.start(
        "Fewer would be too few; round up to a whole number.",
        lambda: sp.ceiling(u**2 * p * (1 - p) / e**2),
        "the variance falls as n grows",
    )
    return d.at(
        "To tell 9/17 from 1/2 at 95 %: the distance is 1/34.", p=Fraction(9, 17), e=Fraction(1, 34), u=Fraction(49, 25)
    )


def _bound(p: Fraction, n: int, e: Fraction) -> Fraction:
    """The binomial distribution, summed."""
    return _spread(p, n) / e**2


def chebyshev() -> Derivation:
    """Derive Chebyshev's bound for a frequency."""
    d = Derivation(
        name="banchok/chebyshev",
        title="The law of large numbers, by Chebyshev's inequality",
        question="How unlikely is it that the frequency of wins in n coups is off by e or more?",
        quantity="bound",
        where={**_CHANCE, "e": Span(0, 1)},
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=TIES_PAY,
        concepts=("Chebyshev's inequality", "law of large numbers", "variance"),
        level="medium",
        meanings={"e": "how far off the frequency is"},
        oracle=_bound,
        oracle_points=tuple({**point, "e": Fraction(1, 10 + place)} for place, point in enumerate(_TRIALS)),
    )
    d = d.claim(
        "Whatever the chance is, its variance is at most 1/4: what is missing is a square.",
        lambda: sp.Rational(1, 4) - p * (1 - p),
        lambda: (p - sp.Rational(1, 2)) ** 2,
        "so 1/(4ne^2) is a bound for all p",
    )
    d = d.start(
        "The chance to be off by e or more is at most the variance over the square of e.",
        lambda: sp.Sum(p * (1 - p), (k, 1, n)) / n**2 / e**2,
        "Chebyshev (1867)",
    )
    d = d.equals("There are n equal terms.", lambda: p * (1 - p) / (n * e**2), "it goes to 0 as n grows")
    return d.at("A thousand blind bets, off by 1/10: at most 1/40.", p=Fraction(9, 17), n=1000, e=Fraction(1, 10))
