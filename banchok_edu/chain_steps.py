"""How a chain goes on step by step, and how many steps can be followed. Knows no game."""

from __future__ import annotations

from math import isqrt, lcm
from typing import TYPE_CHECKING, Any

from .errors import RulesError, shown, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_STEPS = 1_000_000
"""The largest number of steps that are followed one by one."""
MOST_EXACT_WORK = 2_000_000_000
"""Steps, squared as the fractions grow, times entries and bits of growth: so much is followed in fractions."""
MOST_BITS = 14_000
"""The longest fractions that are followed: of longer ones Python writes no decimal digits out."""
GROWTH_IN_SYMBOLS = 100
"""What counts as the growth a step, in bits, where entries are in symbols."""
MOST_WORK = 30_000_000
"""Steps times entries: so much is followed in floats."""
_STEPS_A_LOOK = 1_000


def steps_to_follow(n: object, entries: int, growth: int | None) -> int:
    """Read how many steps are to be followed in a chain of so many entries.

    ``growth`` is by how many bits fractions may grow in a step; None for floats.

    Raises
    ------
    RulesError
        If that is no number of steps, or takes too long; says how many are allowed.

    >>> steps_to_follow(100, entries=600, growth=5)
    100
    """
    steps = _count(n)
    if growth is None:
        most = min(MOST_WORK // max(entries, 1), MOST_STEPS)
    else:
        most = min(isqrt(MOST_EXACT_WORK // (max(entries, 1) * growth)), MOST_BITS // growth)
    if steps > most:
        instead = "survival(n) tells whether it has ended" if growth is None else "exact=False gives floats of numbers"
        raise RulesError(
            f"n={shown(n)} steps of this chain take too long: at most {most:,} are followed one by one; {instead}"
        )
    return steps


def growth_of(rows: Iterable[Mapping[int, Any]], domain: Any) -> int | None:
    """Give by how many bits the fractions of a chain may grow in a step, or None if they are floats."""
    if domain is None:
        return None
    if not domain.is_QQ:
        return GROWTH_IN_SYMBOLS
    return lcm(*(int(p.denominator) for row in rows for p in row.values())).bit_length()


def steps_to_survive(n: object) -> int:
    """Read how many steps are to be survived.

    Raises
    ------
    RulesError
        If that is no number of steps, or takes too long.
    """
    steps = _count(n)
    if steps > MOST_STEPS:
        raise RulesError(
            f"n={shown(n)} steps take too long: at most {MOST_STEPS:,} are followed one by one; expected_steps() tells "
            "how long the chain lasts in the mean"
        )
    return steps


def survival(at: list[float], inner: list[tuple[int, int, float]], steps: int) -> float:
    """Give the probability of being inside after so many steps, from where one stands and the steps that stay inside.

    >>> survival([1.0], [(0, 0, 0.5)], steps=3)
    0.125
    """
    try:
        import numpy as np
    except ImportError:
        for _ in range(steps):
            after = [0.0] * len(at)
            for i, j, p in inner:
                after[j] += at[i] * p
            at = after
        return sum(at)
    sources, targets = (np.array([line[k] for line in inner], dtype=np.intp) for k in (0, 1))
    weights, standing = np.array([line[2] for line in inner]), np.array(at)
    for step in range(steps):
        if step % _STEPS_A_LOOK == 0 and not standing.any():  # less than a float can be, and it only shrinks
            break
        standing = np.bincount(targets, weights=standing[sources] * weights, minlength=len(at))
    return float(standing.sum())


def as_float(value: Any) -> float:
    """Give a number of any domain as a float."""
    return value if isinstance(value, float) else int(value.numerator) / int(value.denominator)


def _count(value: object) -> int:
    number = whole_number(value)
    if number is None or number < 0:
        raise RulesError(f"n={shown(value)} is not allowed: n is a whole number, 0 or more")
    return number
