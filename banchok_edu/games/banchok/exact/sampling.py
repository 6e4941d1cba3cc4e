"""Estimating P(win) from coups: how many, and how to need fewer."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from banchok_edu.errors import RulesError, shown
from banchok_edu.rationals import rational

from .coup import odds_by_rank, win_probability
from .deck import banchok_rules, exactly

if TYPE_CHECKING:
    from banchok_edu.games.banchok.rules import BanchokRules

FINEST = Fraction(1, 10**12)
_DIGITS = 60


def _inside(name: str, value: object) -> sp.Rational:
    number = rational(name, value)
    least = exactly(FINEST)
    if not least <= number <= 1 - least:
        raise RulesError(
            f"{name}={shown(value)} is not allowed: {name} lies between 0 and 1, and no nearer to them than 1/10**12"
        )
    return number


def _decimal(value: object) -> object:
    """Read a float as the decimal that it shows: 0.95 is 19/20."""
    return Fraction(repr(float(value))) if isinstance(value, float) and math.isfinite(value) else value


def sample_size(
    half_width: object, confidence: object = "0.95", p: object = None, rules: BanchokRules | None = None
) -> int:
    """Give how many independent coups make the half-width of the interval for P(win) this small.

    That is the least n with z √(p (1 - p) / n) <= half_width, z the quantile of the normal distribution: 1.96 for 95 %.
    The square root asks for four times the coups for half the width.

    Parameters
    ----------
    half_width
        Of the interval, as an exact number such as "1/100".
    confidence
        Such as 0.95, which is read as the decimal that it shows.
    p
        The probability that is to be estimated, exact; None is P(win) by the rules. 1/2 is the worst case.

    Raises
    ------
    RulesError
        If one of them does not lie between 0 and 1, or is not exact.

    For the distance from 9/17 to one half: 1.96² (9/17) (8/17) 34² is 1106.4.

    >>> sample_size("1/34")
    1107
    >>> sample_size("1/10", p="1/2")
    97
    """
    checked = banchok_rules(rules)
    width, level = _inside("half_width", half_width), _inside("confidence", _decimal(confidence))
    chance = win_probability(rules=checked) if p is None else _inside("p", p)
    # n has 25 digits at most before the point; the other digits tell on which side of a whole number it lies.
    squared = 2 * sp.erfinv(level).evalf(_DIGITS) ** 2
    return int(sp.ceiling(squared * chance * (1 - chance) / width**2))


def variance_explained(rules: BanchokRules | None = None) -> sp.Rational:
    """Give the share of the variance of win (1) or not (0) that the own card explains (conditional Monte Carlo).

    It is Var(P(win | rank)) / Var(win): averaging P(win | rank) over the cards dealt in place of wins needs this
    share of the trials, for the same standard error. Under all three readings of a tie it is
    s (r + 1) / (3 (s (r + 1) - 2)). Model: independent coups.

    Raises
    ------
    RulesError
        If the rules are not those of Banchok.

    224/2601 of 648/2601:

    >>> variance_explained()
    28/81
    """
    checked = banchok_rules(rules)
    chances = [Fraction(found.wins, found.cards) for found in odds_by_rank(checked)]
    mean = sum(chances, Fraction(0)) / len(chances)
    between = sum((chance**2 for chance in chances), Fraction(0)) / len(chances) - mean**2
    return exactly(between / (mean * (1 - mean)))
