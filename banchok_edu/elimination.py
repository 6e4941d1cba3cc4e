"""Sparse linear equations, solved exactly or in floating point. For the chains; knows no game.

The unknowns are eliminated one by one, the cheapest first, as long as that makes few new entries. What is left is dense
and goes to one dense solve: python-flint's where it is there, through sympy; numpy's for floats. The pivots stand on
the diagonal. That is safe for the equations of an absorbing chain, 1 less the probabilities of staying inside: whatever
has been eliminated, they are again those of an absorbing chain, one that is watched at fewer states.
"""

from __future__ import annotations

import heapq
from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Equations = list[dict[int, Any]]
"""Line by line the coefficients that are not zero, by the number of the unknown."""

MOST_NEW = 40
"""An unknown is eliminated sparsely while that touches at most so many entries."""
MOST_EXACT = 6000
"""The largest number of unknowns that is solved exactly: some ten seconds, most of them for the size of the numbers."""
MOST_DENSE = 1200
"""The largest dense block that python-flint still solves exactly within some ten seconds."""
MOST_DENSE_SLOWLY = 120
"""The largest dense block that is solved exactly within some ten seconds without python-flint."""


def solve(equations: Sequence[Mapping[int, Any]], right: Mapping[int, Any], domain: Any) -> list[Any]:
    """Solve for all unknowns; ``domain`` is the sympy domain of the numbers, or None for floats.

    Raises
    ------
    RulesError
        If an exact solution would take too long; says how large the dense block is.

    >>> solve([{0: 1.0, 1: -0.5}, {0: -0.5, 1: 1.0}], {0: 1.0}, None)
    [1.3333333333333333, 0.6666666666666666]
    """
    if domain is not None and len(equations) > MOST_EXACT:
        raise _too_large(f"{len(equations):,} states, the most is {MOST_EXACT:,}")
    lines: Equations = [dict(line) for line in equations]
    users: list[set[int]] = [set() for _ in lines]
    for i, line in enumerate(lines):
        for j in line:
            users[j].add(i)
    zero = 0.0 if domain is None else domain.zero
    b = [right.get(i, zero) for i in range(len(lines))]
    most_new = len(lines) ** 2 if domain is None and not _numpy_is_there() else MOST_NEW
    done = _eliminate(lines, users, b, most_new)
    kept = sorted(set(range(len(lines))) - set(done))
    x = [zero] * len(lines)
    for i, value in zip(kept, _solve_dense([lines[i] for i in kept], [b[i] for i in kept], kept, domain), strict=True):
        x[i] = value
    for k in reversed(done):
        x[k] = (b[k] - sum((c * x[j] for j, c in lines[k].items() if j != k), start=zero)) / lines[k][k]
    return x


def _eliminate(lines: Equations, users: list[set[int]], b: list[Any], most_new: int) -> list[int]:
    """Eliminate the cheap unknowns, in place; gives them in their order."""

    def cost(k: int) -> int:
        return (len(lines[k]) - 1) * (len(users[k]) - 1)

    queue = [(cost(k), k) for k in range(len(lines))]
    heapq.heapify(queue)
    done: dict[int, None] = {}
    while queue:
        was, k = heapq.heappop(queue)
        if k in done or was != cost(k):
            continue  # the queue holds a newer entry for it
        if was > most_new:
            break
        done[k] = None
        for i in users[k] - {k}:
            _subtract(lines[i], lines[k], k, i, users)
            if b[k]:
                b[i] -= lines[i][k] * b[k]
            del lines[i][k]
        for j in lines[k]:
            users[j].discard(k)
        for j in (lines[k].keys() | users[k]) - {k}:
            heapq.heappush(queue, (cost(j), j))
    return list(done)


def _subtract(line: dict[int, Any], pivot: dict[int, Any], k: int, i: int, users: list[set[int]]) -> None:
    """Take from line ``i`` so much of line ``k`` that its unknown ``k`` goes; how much is left in its place."""
    line[k] = factor = line[k] / pivot[k]
    for j, c in pivot.items():
        if j != k:
            change = factor * c
            line[j] = line[j] - change if j in line else -change
            users[j].add(i)


def _solve_dense(lines: Equations, b: list[Any], unknowns: list[int], domain: Any) -> list[Any]:
    size = len(lines)
    if not size:
        return []
    if domain is None:
        import numpy as np

        matrix = np.zeros((size, size))
        place = {unknown: at for at, unknown in enumerate(unknowns)}
        for i, line in enumerate(lines):
            for j, c in line.items():
                matrix[i, place[j]] = c
        return [float(value) for value in np.linalg.solve(matrix, np.array(b))]
    from sympy.external.gmpy import GROUND_TYPES
    from sympy.polys.matrices import DomainMatrix

    most = MOST_DENSE if GROUND_TYPES == "flint" else MOST_DENSE_SLOWLY
    if domain.is_QQ and size > most:
        raise _too_large(f"{size:,} states that lead to very many others, the most is {most:,}")
    full = [[line.get(j, domain.zero) for j in unknowns] for line in lines]
    matrix = DomainMatrix(full, (size, size), domain).to_dense()
    column = DomainMatrix([[value] for value in b], (size, 1), domain).to_dense()
    return [row[0] for row in matrix.lu_solve(column).to_list()]


@cache
def _numpy_is_there() -> bool:
    try:
        import numpy  # noqa: F401, ICN001
    except ImportError:
        return False
    return True


def _too_large(why: str) -> RulesError:
    return RulesError(f"too large for an exact answer in reasonable time: {why}; exact=False gives floats")
