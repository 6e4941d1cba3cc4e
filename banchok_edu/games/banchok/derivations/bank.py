"""The life of a bank under unit bets: tripled or broken, and when."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from banchok_edu.proofs import Derivation, Span

from .dealing import INDEPENDENT, TIES_PAY, B, k, n, rho

_WHERE = {"rho": Span(0, None, but=(Fraction(1),), often=3), "B": Span(1, None, often=3), "n": Span(1)}
_POINTS = (
    {"rho": Fraction(9, 8), "B": 1},
    {"rho": Fraction(9, 8), "B": 3},
    {"rho": Fraction(13, 4), "B": 2},
    {"rho": Fraction(2, 5), "B": 5},
)
_MEANING = {"n": "counters in the bank"}


def _solved(rho: Fraction, B: int, gain: int, end: int) -> Fraction:
    """Solve x[n] = gain + p x[n-1] + (1-p) x[n+1] with x[0] = 0 and x[3B] = end, by elimination."""
    p = rho / (1 + rho)
    slopes: list[tuple[Fraction, Fraction]] = [(Fraction(0), Fraction(0))]  # x[n] = a x[n+1] + b
    for _ in range(1, 3 * B):
        a, b = slopes[-1]
        pivot = 1 - p * a
        slopes.append(((1 - p) / pivot, (gain + p * b) / pivot))
    x = Fraction(end)
    for a, b in reversed(slopes[B:]):
        x = a * x + b
    return x


def _tripled(rho: Fraction, B: int) -> Fraction:
    """The linear equations of all sums from 1 to 3B - 1, solved."""
    return _solved(Fraction(rho), B, 0, 1)


def _coups(rho: Fraction, B: int) -> Fraction:
    """The linear equations of all sums from 1 to 3B - 1, solved."""
    return _solved(Fraction(rho), B, 1, 0)


def tripled_martingale() -> Derivation:
    """Derive P(tripled) with a martingale."""
    d = Derivation(
        name="banchok/tripled-martingale",
        title="P(tripled) by a martingale",
        question="Punters bet one counter each, blind. How likely is a bank of B tripled before it is broken?",
        quantity="P(tripled)",
        where=_WHERE,
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=f"{TIES_PAY}; the bank ends at once at 3B",
        concepts=("martingale", "optional stopping", "gambler's ruin"),
        level="hard",
        meanings=_MEANING,
        oracle=_tripled,
        oracle_points=_POINTS,
    )
    d = d.claim(
        "The punter wins with chance rho/(1 + rho), and the bank goes down by 1; else up. rho to the power of the bank "
        "stays the same on average.",
        lambda: rho / (1 + rho) * rho ** (n - 1) + 1 / (1 + rho) * rho ** (n + 1),
        lambda: rho**n,
        "so it is a martingale",
    )
    d = d.claim(
        "At the end it is rho to the power 3B, or 1. Its mean is still that of the beginning.",
        lambda: (1 - rho**B) / (1 - rho ** (3 * B)) * rho ** (3 * B) + (1 - (1 - rho**B) / (1 - rho ** (3 * B))) * 1,
        lambda: rho**B,
        "optional stopping (Doob): the bank stays between 0 and 3B, and surely ends",
    )
    d = d.start(
        "Solved for the chance of the upper end.",
        lambda: (1 - rho**B) / (1 - rho ** (3 * B)),
        "one linear equation, solved in step 2",
    )
    d = d.equals(
        "With x for rho to the power B: 1 - x^3 is (1 - x)(1 + x + x^2).",
        lambda: 1 / (1 + rho**B + rho ** (2 * B)),
        "difference of cubes; this holds for fair coups as well, where it is 1/3",
    )
    return d.at("Blind bets in a full deck have odds of 9 to 8; a bank of 1.", rho=Fraction(9, 8), B=1)


def tripled_first_step() -> Derivation:
    """Derive P(tripled) from the first step."""
    d = Derivation(
        name="banchok/tripled-first-step",
        title="P(tripled) by what happens first",
        question="Punters bet one counter each, blind. How likely is a bank of B tripled before it is broken?",
        quantity="P(tripled)",
        where=_WHERE,
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=f"{TIES_PAY}; the bank ends at once at 3B",
        concepts=("first-step equations", "geometric sum", "gambler's ruin"),
        level="hard",
        meanings={"n": "counters in the bank", "k": "counters below"},
        oracle=_tripled,
        oracle_points=_POINTS,
    )
    d = d.claim(
        "Let each counter more raise the chance by rho times what the one before raised it. Then the first-step "
        "equation holds: the chance at n is the mean of those at n - 1 and n + 1.",
        lambda: 1 / (1 + rho) * rho**n - rho / (1 + rho) * rho ** (n - 1),
        0,
        "(1 - p)(x[n+1] - x[n]) - p(x[n] - x[n-1]) = 0 is the equation",
    )
    d = d.claim(
        "Added up from 0, the raises make a geometric sum.",
        lambda: sp.Sum(rho**k, (k, 0, n - 1)),
        lambda: (1 - rho**n) / (1 - rho),
        "by induction on n",
    )
    d = d.start(
        "A broken bank has chance 0, one of 3B has chance 1; so B has this part of all raises.",
        lambda: sp.Sum(rho**k, (k, 0, B - 1)) / sp.Sum(rho**k, (k, 0, 3 * B - 1)),
        "the equations have one solution only",
    )
    d = d.equals("Use step 2 above and below.", lambda: (1 - rho**B) / (1 - rho ** (3 * B)), "1 - rho cancels")
    d = d.equals(
        "With x for rho to the power B: 1 - x^3 is (1 - x)(1 + x + x^2).",
        lambda: 1 / (1 + rho**B + rho ** (2 * B)),
        "difference of cubes",
    )
    return d.at("Blind bets in a full deck; a bank of 3.", rho=Fraction(9, 8), B=3)


def coups() -> Derivation:
    """Derive the expected number of coups."""
    d = Derivation(
        name="banchok/coups",
        title="The expected number of coups of a bank, by Wald's identity",
        question="Punters bet one counter each, blind. How many coups does a bank of B last on average?",
        quantity="E(coups)",
        where=_WHERE,
        game="banchok",
        model=INDEPENDENT,
        deck_use="fresh_each_coup",
        reading=f"{TIES_PAY}; the bank ends at once at 3B",
        concepts=("Wald's identity", "optional stopping", "expectation"),
        level="hard",
        oracle=_coups,
        oracle_points=_POINTS,
    )
    d = d.claim(
        "What the bank loses in a coup, on average.",
        lambda: rho / (1 + rho) - 1 / (1 + rho),
        lambda: (rho - 1) / (rho + 1),
        "P(punter wins) - P(banker wins)",
    )
    d = d.start(
        "What it loses in all is that, times the number of coups, on average. It begins with B and ends with 3B or 0.",
        lambda: (B - 3 * B * (1 / (1 + rho**B + rho ** (2 * B)))) / ((rho - 1) / (rho + 1)),
        "Wald (1944); P(tripled) is derived in banchok/tripled-martingale",
    )
    d = d.equals(
        "Take out B, and put the rest over its denominator.",
        lambda: B * (rho + 1) / (rho - 1) * ((rho ** (2 * B) + rho**B - 2) / (1 + rho**B + rho ** (2 * B))),
        "1 - 3/(1 + x + x^2) = (x^2 + x - 2)/(1 + x + x^2), with x for rho to the power B",
    )
    d = d.equals(
        "Factor the numerator.",
        lambda: B * (rho + 1) * (rho**B - 1) * (rho**B + 2) / ((rho - 1) * (1 + rho**B + rho ** (2 * B))),
        "x^2 + x - 2 = (x - 1)(x + 2)",
    )
    return d.at("Blind bets in a full deck; a bank of 1 lasts about two coups.", rho=Fraction(9, 8), B=1)
