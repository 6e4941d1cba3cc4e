"""What a person gives as a chain, read and checked: rows of probabilities, and where to start. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import sympy as sp

from .errors import RulesError, shown, whole_number
from .rationals import rational, written

Rows = list[dict[int, Any]]
"""For each state the probabilities of the next, by number; none for an absorbing state."""

TOLERANCE = 1e-9
"""How far a row of floats may be from one."""
_MOST_NAMED = 6


def read_rows(transitions: Any, states: Any, *, exact: bool) -> tuple[tuple[Any, ...], Rows, Any]:
    """Give the states, their rows, and the domain of the numbers (None for floats).

    Raises
    ------
    RulesError
        If a row is no row of probabilities, or if a state leads to no absorbing one; names the row.
    """
    given = _by_state(transitions, states)
    names = tuple(dict.fromkeys([*given, *(target for row in given.values() for target in row)]))
    if isinstance(transitions, Mapping) and all(whole_number(name) is not None for name in names):
        names = tuple(sorted(names))
    values = {state: _read_row(f"the row of state {shown(state)}", row, exact=exact) for state, row in given.items()}
    domain, convert = _domain([p for row in values.values() for p in row.values()], exact=exact)
    number = {state: i for i, state in enumerate(names)}
    rows: Rows = [{} for _ in names]
    for state, row in values.items():
        inner = {number[target]: convert(p) for target, p in row.items() if p != 0}
        if set(inner) != {number[state]}:  # a state that only leads to itself is absorbing
            rows[number[state]] = inner
    _check_absorption(names, rows)
    return names, rows, domain


def read_start(start: Mapping[Any, Any], domain: Any) -> dict[Any, Any]:
    """Give the probability of each state to start in."""
    row = _read_row("the start", start, exact=domain is not None)
    return {state: p if domain is None else domain.from_sympy(p) for state, p in row.items()}


def _by_state(transitions: Any, states: Any) -> dict[Any, Mapping[Any, Any]]:
    if isinstance(transitions, Mapping):
        if states is not None:
            raise RulesError("states= names the rows of a matrix: with a mapping leave it out")
        for state, row in transitions.items():
            if not isinstance(row, Mapping):
                raise RulesError(
                    f"the row of state {shown(state)} is {shown(row)}: give the next states with their probabilities, "
                    'such as {0: "9/17", 2: "8/17"}'
                )
        found = dict(transitions)
    else:
        found = _by_number(transitions, states)
    if not found:
        raise RulesError("a chain needs at least one row")
    return found


def _by_number(matrix: Any, states: Any) -> dict[Any, Mapping[Any, Any]]:
    if hasattr(matrix, "tolist"):  # of sympy and numpy alike
        matrix = matrix.tolist()
    if not _is_list(matrix) or not all(_is_list(row) for row in matrix):
        raise RulesError(
            f"{shown(matrix)} is no chain: give {{state: {{state: probability}}}}, or a square matrix row by row"
        )
    names = list(range(len(matrix))) if states is None else list(states) if _is_list(states) else None
    if names is None or len(names) != len(matrix):
        raise RulesError(
            f"states={shown(states)} is not allowed: give a list with a name for each of {len(matrix)} rows"
        )
    for name in names:
        if not isinstance(name, Hashable):
            raise RulesError(f"{shown(name)} cannot name a state: take text, a whole number or a tuple")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise RulesError(f"two rows have the name {shown(twice)}: name each state once")
    for name, row in zip(names, matrix, strict=True):
        if len(row) != len(names):
            raise RulesError(
                f"the row of state {shown(name)} has {len(row)} entries: a square matrix of {len(names)} rows has "
                f"{len(names)} in each"
            )
    return {name: dict(zip(names, row, strict=True)) for name, row in zip(names, matrix, strict=True)}


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _read_row(what: str, row: Mapping[Any, Any], *, exact: bool) -> dict[Any, Any]:
    """Read a row of probabilities."""
    read: dict[Any, Any] = {target: _read(what, target, p, exact=exact) for target, p in row.items()}
    for target, p in read.items():
        if p.is_negative if exact else p < 0:
            raise RulesError(f"{what} has a negative probability, {shown(row[target])} for {shown(target)}")
    total: Any = sum(read.values(), start=sp.Integer(0)) if exact else math.fsum(read.values())
    if exact and not total.is_Rational:
        total = sp.simplify(total)
    if total != 1 if exact else abs(total - 1) > TOLERANCE:
        hint = "; leave the row of an absorbing state out" if not read else ""
        found = written(total) if exact else f"{total:.12g}"
        raise RulesError(f"{what} sums to {found}, not to 1: {_shown_row(row)}{hint}")
    return read


def _read(what: str, target: Any, value: Any, *, exact: bool) -> Any:
    try:
        if not exact:
            if isinstance(value, float) and math.isfinite(value):
                return float(value)
            return float(rational("p", value))
        if isinstance(value, sp.Expr) and value.free_symbols:
            return value
        return rational("p", value)
    except RulesError as error:
        why = str(error).removeprefix(f"p={shown(value)} ")
        hint = "" if exact or not isinstance(value, sp.Expr) else "; symbols need exact=True"
        raise RulesError(f"{what} has {shown(value)} for {shown(target)}, which {why}{hint}") from None


def _shown_row(row: Mapping[Any, Any]) -> str:
    named = [f"{shown(target)}: {shown(str(p))[1:-1]}" for target, p in list(row.items())[:_MOST_NAMED]]
    return ", ".join(named + ["..."] * (len(row) > _MOST_NAMED)) or "it is empty"


def _domain(values: list[Any], *, exact: bool) -> tuple[Any, Any]:
    """Give the domain that holds these numbers, and what brings a number into it."""
    if not exact:
        return None, float
    if all(value.is_Rational for value in values):
        return sp.QQ, sp.QQ.from_sympy
    domain, _ = sp.polys.constructor.construct_domain(values, field=True)
    return domain, domain.from_sympy


def _check_absorption(names: tuple[Any, ...], rows: Rows) -> None:
    """Refuse a chain in which some state leads to no absorbing one."""
    before: list[list[int]] = [[] for _ in names]
    for i, row in enumerate(rows):
        for j in row:
            before[j].append(i)
    found = [i for i, row in enumerate(rows) if not row]
    if not found:
        raise RulesError(
            "the chain has no absorbing state, so it goes on for ever: what such chains do in the long run is not "
            "dealt with here"
        )
    reached = set(found)
    while found:
        for i in before[found.pop()]:
            if i not in reached:
                reached.add(i)
                found.append(i)
    if lost := [state for i, state in enumerate(names) if i not in reached]:
        listed = ", ".join(shown(state) for state in lost[:_MOST_NAMED]) + ", ..." * (len(lost) > _MOST_NAMED)
        raise RulesError(
            f"no absorbing state can be reached from the row{'s' * (len(lost) > 1)} of {listed}: the chain could stay "
            "there for ever"
        )
