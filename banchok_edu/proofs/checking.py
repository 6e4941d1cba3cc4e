"""Derivations checked: each line tried at random points, then proved; the last one beside another reckoning."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.formulas import symbol
from banchok_edu.rationals import written

from .values import Undefined, is_proved, value_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .derivation import Derivation
    from .steps import Step


@dataclass(frozen=True)
class Grade:
    """What became of a step.

    ``grade`` is "definition" (nothing to check), "proved", "tested" (it agrees at ``points`` points, which is no proof)
    or "refuted"; then ``point`` is a point at which both sides differ, ``left`` and ``right`` are their values there.
    """

    step: int
    grade: str
    points: int = 0
    point: tuple[tuple[str, Fraction], ...] = ()
    left: str = ""
    right: str = ""

    def __str__(self) -> str:
        """Give it in words."""
        if self.grade == "tested":
            return f"tested at {self.points} points"
        if self.grade == "refuted":
            where = f" at {at(self.point)}" if self.point else ""
            return f"refuted{where}: {self.left} is not {self.right}"
        return self.grade


@dataclass(frozen=True)
class Agreement:
    """The last line beside the oracle at a point."""

    point: tuple[tuple[str, Fraction], ...]
    derived: str
    reckoned: str

    @property
    def agrees(self) -> bool:
        """Whether both are the same number."""
        return self.derived == self.reckoned


@dataclass(frozen=True, repr=False)
class Report:
    """What ``check()`` found: a grade for each step, and the oracle's verdict on the last line."""

    title: str
    grades: tuple[Grade, ...]
    oracle: str
    """How the last line was reckoned otherwise; "" if it was not."""
    agreements: tuple[Agreement, ...]

    @property
    def ok(self) -> bool:
        """Whether no step is refuted and the oracle, if there is one, agrees everywhere."""
        return not any(g.grade == "refuted" for g in self.grades) and all(a.agrees for a in self.agreements)

    @property
    def proved(self) -> bool:
        """Whether it is ok and no step was merely tested."""
        return self.ok and not any(g.grade == "tested" for g in self.grades)

    @property
    def first_fault(self) -> str:
        """The first thing that is wrong, in words; "" if nothing is."""
        for grade in self.grades:
            if grade.grade == "refuted":
                return f"step {grade.step} is {grade}"
        for found in self.agreements:
            if not found.agrees:
                where = f" at {at(found.point)}" if found.point else ""
                return (
                    f"the last line is {found.derived}{where}, but in another way it is {found.reckoned}: {self.oracle}"
                )
        return ""

    @property
    def verdict(self) -> str:
        """All of it in a sentence or two."""
        if not self.ok:
            return f"It does not hold: {self.first_fault}."
        tested = [str(g.step) for g in self.grades if g.grade == "tested"]
        said = "Every step is proved."
        if tested:
            steps = f"step {tested[0]}" if len(tested) == 1 else f"steps {', '.join(tested)}"
            said = f"No step is refuted; {steps} only tested, which is no proof."
        if self.agreements:
            n = len(self.agreements)
            said += (
                f" The last line was reckoned in another way at {n} point{'s' * (n > 1)}, and agrees: {self.oracle}."
            )
        return said

    def __str__(self) -> str:
        """Give it in plain text."""
        from .display import plain_report

        return plain_report(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from .display import html_report

        return html_report(self)

    def latex(self) -> str:
        """Give it as a LaTeX table."""
        from .display import latex_report

        return latex_report(self)


def at(point: tuple[tuple[str, Fraction], ...]) -> str:
    """Say where.

    >>> at((("r", Fraction(5)), ("rho", Fraction(9, 8))))
    'r = 5, rho = 9/8'
    """
    return ", ".join(f"{name} = {value}" for name, value in point)


def checked(derivation: Derivation, points: int, seed: int) -> Report:
    """Check a derivation; see ``Derivation.check``."""
    luck = random.Random(f"{seed} {derivation.name}")  # noqa: S311 (points to try, no secret)
    drawn = sorted((derivation.draw(luck) for _ in range(points)), key=lambda point: sum(point.values()))
    excluded = {symbol(name): span.but[0] for name, span in derivation.where.items() if span.but}
    grades = tuple(_grade(derivation, place, step, drawn, excluded) for place, step in enumerate(derivation.steps))
    oracle = ""
    agreements: tuple[Agreement, ...] = ()
    if derivation.oracle is not None:
        oracle = (derivation.oracle.__doc__ or "by a function of its own").strip().splitlines()[0].rstrip(".")
        oracle = oracle[0].lower() + oracle[1:]
        agreements = tuple(_asked(derivation, numbers) for numbers in derivation.oracle_points)
    return Report(derivation.title, grades, oracle, agreements)


def _asked(derivation: Derivation, numbers: Mapping[str, Any]) -> Agreement:
    assert derivation.oracle is not None
    exact = {name: Fraction(value) for name, value in numbers.items()}
    plain = {name: int(value) if value.denominator == 1 else value for name, value in exact.items()}
    found = derivation.oracle(**plain)
    reckoned = Fraction(int(found.numerator), int(found.denominator))
    return Agreement(tuple(exact.items()), str(derivation(**exact)), str(reckoned))


def _grade(
    derivation: Derivation, place: int, step: Step, drawn: list[dict[Any, Fraction]], excluded: Mapping[Any, Any]
) -> Grade:
    number = place + 1
    if step.kind == "start":
        return Grade(number, "definition")
    left, right = step.expression, step.right
    if step.kind != "claim":
        left, right = derivation._last(place), step.expression  # noqa: SLF001
    if step.kind == "at":
        return _differ(number, left, right, dict(step.numbers)) or Grade(number, "proved")
    for point in drawn:
        if refuted := _differ(number, left, right, point):
            return refuted
    return Grade(number, "proved") if is_proved(left, right, excluded) else Grade(number, "tested", len(drawn))


def _differ(number: int, left: Any, right: Any, point: dict[Any, Fraction]) -> Grade | None:
    """Give the refutation if both sides differ at a point, or one of them is not defined there."""
    values = [_value(side, point) for side in (left, right)]
    if values[0] == values[1] and values[0] is not None:
        return None
    if None not in values and not all(isinstance(v, Fraction) for v in values):
        difference = sp.simplify(values[0] - values[1])
        if difference == 0:
            return None
    used = left.free_symbols | right.free_symbols
    where = tuple((str(name), value) for name, value in point.items() if name in used)
    said = ["undefined" if value is None else written(value) for value in values]
    return Grade(number, "refuted", 0, where, *said)


def _value(expression: Any, point: dict[Any, Fraction]) -> Any:
    try:
        return value_at(expression, point)
    except Undefined:
        return None
