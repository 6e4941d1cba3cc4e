"""A distribution of whole numbers with exact probabilities. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from sympy import Rational


def exactly(number: Fraction | int) -> Rational:
    """Give a Fraction as a sympy Rational.

    >>> exactly(Fraction(3, 28))
    3/28
    """
    return Rational(number.numerator, number.denominator)


class Distribution(Mapping[int, Rational]):
    """Whole numbers, each with its probability. It cannot be changed.

    Any number can be asked for: one that never comes up has probability 0.

    >>> from fractions import Fraction
    >>> heads = Distribution({0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)})
    >>> heads[1], heads[7], heads.mean, heads.variance, heads.at_least(1)
    (1/2, 0, 1, 1/2, 3/4)
    """

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[int, Fraction]) -> None:
        self._chances = {k: chances[k] for k in sorted(chances) if chances[k]}

    def __getitem__(self, k: int) -> Rational:
        return exactly(self._chances.get(k, Fraction(0)))

    def __iter__(self) -> Iterator[int]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{k}: {p}' for k, p in self._chances.items())}}})"

    def __contains__(self, k: object) -> bool:
        return k in self._chances

    def __hash__(self) -> int:
        return hash(tuple(self._chances.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    @property
    def mean(self) -> Any:
        """The mean."""
        return exactly(self._moment(1))

    @property
    def variance(self) -> Any:
        """The variance: the mean of the squares less the square of the mean."""
        return exactly(self._moment(2) - self._moment(1) ** 2)

    def _moment(self, power: int) -> Fraction:
        return sum((k**power * p for k, p in self._chances.items()), Fraction(0))

    def at_least(self, k: int) -> Rational:
        """Give the probability of k or more."""
        return exactly(sum((p for number, p in self._chances.items() if number >= k), Fraction(0)))
