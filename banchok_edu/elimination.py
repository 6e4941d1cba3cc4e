"""Sparse linear equations, solved exactly or in floating point. For the chains; knows no game.

The unknowns are eliminated one by one, the cheapest first, as long as that makes few new entries. What is left is dense
and goes to one dense solve: python-flint's where it is there, through sympy; numpy's for floats. The pivots stand on
the diagonal. That is safe for the equations of an absorbing chain, 1 less the probabilities of staying inside: whatever
has been eliminated, they are again those of an absorbing chain, one that is watched at fewer states.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any

from .errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Equations = list[dict[int, Any]]
"""Line by line the coefficients that are not zero, by the number of the unknown."""

MOST_NEW = 40
"""An unknown is eliminated sparsely while that touches at most so many entries."""
MOST_DENSE = 1200
"""The largest dense block that python-flint still solves within some seconds."""
MOST_DENSE_SLOWLY = 100
"""The largest dense block that is solved exactly within some seconds without python-flint."""


def solve(equations: Sequence[Mapping[int, Any]], right: Mapping[int, Any], domain: Any) -> list[Any]:
    """Solve for all unknowns; ``domain`` is the sympy domain of the numbers, or None for floats.

    Raises
    ------
    RulesError
        If an exact solution would take too long; says how large the dense block is.

    >>> solve([{0: 1.0, 1: -0.5}, {0: -0.5, 1: 1.0}], {0: 1.0}, None)
    [1.3333333333333333, 0.6666666666666666]
    """
    lines: Equations = [dict(line) for line in equations]
    users: list[set[int]] = [set() for _ in lines]
    for i, line in enumerate(lines):
        for j in line:
            users[j].add(i)
    zero = 0.0 if domain is None else domain.zero
    b = [right.get(i, zero) for i in range(len(lines))]
    done = _eliminate(lines, users, b)
    kept = sorted(set(range(len(lines))) - set(done))
    x = [zero] * len(lines)
    for i, value in zip(kept, _solve_dense([lines[i] for i in kept], [b[i] for i in kept], kept, domain), strict=True):
        x[i] = value
    for k in reversed(done):
        x[k] = (b[k] - sum((c * x[j] for j, c in lines[k].items() if j != k), start=zero)) / lines[k][k]
    return x


def _eliminate(lines: Equations, users: list[set[int]], b: list[Any]) -> list[int]:
    """Eliminate the cheap unknowns, in place; gives them in their order."""

    def cost(k: int) -> int:
        return (len(lines[k]) - 1) * (len(users[k]) - 1)

    queue = [(cost(k), k) for k in range(len(lines))]
    heapq.heapify(queue)
    done: list[int] = []
    gone = [False] * len(lines)
    while queue:
        was, k = heapq.heappop(queue)
        if gone[k] or was != cost(k):
            continue  # the queue holds a newer line for it
        if was > MOST_NEW:
            break
        gone[k] = True
        done.append(k)
        pivot = lines[k]
        for i in users[k] - {k}:
            line = lines[i]
            factor = line.pop(k) / pivot[k]
            for j, c in pivot.items():
                if j != k:
                    change = factor * c
                    line[j] = line[j] - change if j in line else -change
                    users[j].add(i)
            if b[k]:
                b[i] -= factor * b[k]
        for j in pivot:
            users[j].discard(k)
        for j in (set(pivot) | users[k]) - {k}:
            heapq.heappush(queue, (cost(j), j))
    return done


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
        raise RulesError(
            f"too large for an exact answer in reasonable time: a dense block of {size:,} states, the most is "
            f"{most:,}; exact=False gives floats"
        )
    full = [[line.get(j, domain.zero) for j in unknowns] for line in lines]
    matrix = DomainMatrix(full, (size, size), domain).to_dense()
    column = DomainMatrix([[value] for value in b], (size, 1), domain).to_dense()
    return [row[0] for row in matrix.lu_solve(column).to_list()]
