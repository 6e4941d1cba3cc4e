"""How an exercise is declared: what is asked with which numbers, the answer, known mistakes, and two hints.

Answers and mistakes are worked out by the exact modules from the numbers of the exercise; none is written down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .personal import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

LEVELS = {"E": "easy", "M": "medium", "H": "hard"}
PROBABILITY, NUMBER, COUNT, CARD, CHOICE, SIMULATED = "probability", "number", "count", "card", "choice", "simulated"
APART = 6
"""How many standard errors lie between the answer of a simulation and a mistake that can be named."""


def exact(value: Any) -> Fraction:
    """Give a number of the exact modules as a Fraction.

    >>> exact(0.5), exact(3)
    (Fraction(1, 2), Fraction(3, 1))
    """
    if getattr(value, "is_Rational", False):
        return Fraction(int(value.p), int(value.q))
    return Fraction(value)


def tolerance(value: Fraction) -> Fraction:
    """Tell how far from a number an answer may be: half a unit of the last of four decimals.

    Of a number above 1 four digits will do, of a small one three are needed.

    >>> [str(tolerance(Fraction(text))) for text in ("0.5294", "11.4014", "0.0081216")]
    ['1/20000', '1/200', '1/200000']
    """
    half = Fraction(1, 2)
    if not value:
        return half / 10**4
    first = math.floor(math.log10(abs(value)))  # the place of the first digit
    return min(max(half / 10**4, half * Fraction(10) ** (first - 3)), half * Fraction(10) ** (first - 2))


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that is often given, and what leads to it; with two causes it is not taken for one of them."""

    value: Any
    causes: tuple[str, ...]


def mistake(value: Any, *causes: str) -> Mistake:
    """Name what leads to a wrong answer, in whole sentences that do not hand over the right one."""
    return Mistake(value if isinstance(value, str) else exact(value), causes)


def merged(*mistakes: Mistake) -> tuple[Mistake, ...]:
    """Put mistakes together that lead to the same number: which of them it was cannot be known.

    >>> merged(mistake(1, "One."), mistake(2, "Two."), mistake(1, "Or this."))
    (Mistake(value=Fraction(1, 1), causes=('One.', 'Or this.')), Mistake(value=Fraction(2, 1), causes=('Two.',)))
    """
    found: dict[Any, Mistake] = {}
    for one in mistakes:
        before = found[one.value].causes if one.value in found else ()
        found[one.value] = Mistake(one.value, before + one.causes)
    return tuple(found.values())


@dataclass(frozen=True)
class Run:
    """A simulation that is asked for: so many independent trials, and the standard deviation of one."""

    trials: int
    deviation: float

    @property
    def standard_error(self) -> float:
        """The standard error of the mean of all trials."""
        return self.deviation / math.sqrt(self.trials)


def run_of(chance: Any, trials: int) -> Run:
    """Give the run in which so many trials happen, or not, with this chance."""
    p = exact(chance)
    return Run(trials, math.sqrt(p * (1 - p)))


@dataclass(frozen=True)
class Posed:
    """An exercise with its numbers."""

    rule: str
    """What is played: reading, deck, model."""
    question: str
    answer: Any
    """A number, the name of a card, or the text of the right option."""
    mistakes: tuple[Mistake, ...]
    hints: tuple[str, str]
    why: str
    """How it is solved, in a few lines."""
    reason: str = ""
    """What is asked of the reason, where a reason is asked for."""
    also: tuple[Any, ...] = ()
    """Other answers that can be defended."""
    options: tuple[str, ...] = ()
    run: Run | None = None


@dataclass(frozen=True)
class Definition:
    """An exercise before its numbers are chosen."""

    id: str
    title: str
    lesson: str
    concepts: tuple[str, ...]
    build: Callable[..., Posed]
    kind: str = PROBABILITY
    game: str = "banchok"
    exact_only: bool = False
    """Whether a decimal cannot tell the right answer from a wrong one, so that a fraction is asked for."""
    derivation: str = ""
    pair: str = ""
    """The exercise that asks the opposite."""
    vary: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """For each parameter its values; the first ones are those of the book."""
    _known: dict[tuple[Any, ...], Posed] = field(default_factory=dict, compare=False, repr=False)

    @property
    def level(self) -> str:
        """How hard it is, as its id says."""
        return LEVELS[self.id[0]]

    @property
    def family(self) -> str:
        """The name from which a student's numbers follow: the same for both exercises of a pair."""
        return min(self.id, self.pair or self.id)

    @cached_property
    def variants(self) -> tuple[tuple[Any, ...], ...]:
        """All choices of the parameters; the first is the book's."""
        return tuple(product(*self.vary.values()))

    def named(self, variant: tuple[Any, ...]) -> Mapping[str, Any]:
        """Give a choice of the parameters by name."""
        return MappingProxyType(dict(zip(self.vary, variant, strict=True)))

    def pose(self, variant: tuple[Any, ...]) -> Posed:
        """Work the exercise out with these parameters; what is known already is kept."""
        if variant not in self._known:
            posed = self.build(**self.named(variant))
            value = posed.answer if isinstance(posed.answer, str) else exact(posed.answer)
            self._known[variant] = Posed(**{**vars(posed), "answer": value})
        return self._known[variant]

    def of(self, student: str | None, course: str) -> tuple[Any, ...]:
        """Choose the parameters of a student; None is the book."""
        count = len(self.variants)
        if student is None or count == 1:
            return self.variants[0]
        first = number(self.family, student, course)
        for step in range(count):
            variant = self.variants[(first + step) % count]
            if self.admits(variant):
                return variant
        return self.variants[0]

    def admits(self, variant: tuple[Any, ...]) -> bool:
        """Tell whether with these parameters the answer and all mistakes can be told from each other."""
        posed = self.pose(variant)
        values = [posed.answer, *(wrong.value for wrong in posed.mistakes)]
        if self.kind == PROBABILITY and not all(0 <= value <= 1 for value in values):
            return False
        return all(self._apart(a, b, posed) for i, a in enumerate(values) for b in values[:i])

    def _apart(self, a: Any, b: Any, posed: Posed) -> bool:
        if self.exact_only or self.kind == COUNT or isinstance(a, str) or isinstance(b, str):
            return bool(a != b)
        if posed.run:
            return bool(abs(a - b) > APART * posed.run.standard_error)
        return bool(abs(a - b) > 2 * max(tolerance(a), tolerance(b)))


class Chapter:
    """The exercises of one file."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []

    def __iter__(self) -> Iterator[Definition]:
        return iter(self.definitions)

    def add(
        self, name: str, title: str, lesson: str, *concepts: str, **more: Any
    ) -> Callable[[Callable[..., Posed]], Callable[..., Posed]]:
        """Declare an exercise: the function below gives it with its numbers.

        What is not a field of a ``Definition`` is a parameter with its values, the book's first.
        """
        own = {key: more.pop(key) for key in ("kind", "game", "exact_only", "derivation", "pair") if key in more}

        def added(build: Callable[..., Posed]) -> Callable[..., Posed]:
            self.definitions.append(Definition(name, title, lesson, concepts, build, vary=more, **own))
            return build

        return added
