"""Quantiles of the normal and of Student's t distribution, from the standard library alone."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

MANY = 1000
"""From so many degrees of freedom on, the normal quantile stands for Student's; it is at most 0.2 % smaller."""


def normal_quantile(level: float) -> float:
    """Give the z for which a normal number lies between -z and z with this probability.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


@cache
def t_quantile(level: float, freedom: int) -> float:
    """Give the t for which Student's t lies between -t and t with this probability.

    Parameters
    ----------
    level
        The probability, between 0 and 1.
    freedom
        Degrees of freedom, at least 1.

    >>> [round(t_quantile(0.95, freedom), 3) for freedom in (1, 2, 10)]
    [12.706, 4.303, 2.228]
    """
    if freedom >= MANY:
        return normal_quantile(level)
    low, high = 0.0, 1.0
    while t_within(high, freedom) < level:
        high *= 2
    while low < (middle := (low + high) / 2) < high:
        if t_within(middle, freedom) < level:
            low = middle
        else:
            high = middle
    return high


def t_within(t: float, freedom: int) -> float:
    """Give the probability that Student's t lies between -t and t.

    For whole degrees of freedom it is a finite sum (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).

    >>> round(t_within(1, 1), 10), round(t_within(2**0.5, 2), 6)
    (0.5, 0.707107)
    """
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    term = cosine if odd else 1.0
    total = 0.0
    for j in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine * cosine * (j - 1) / j
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
