"""Derivations: a calculation line by line, each line with its reason, that can be checked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.errors import RulesError, shown, whole_number
from banchok_edu.formulas import LONG_NAMES, SYMBOLS, symbol
from banchok_edu.rationals import rational

from .domain import Span
from .steps import Step
from .values import value_at

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Mapping

    from .checking import Report

MOST = 1_000
"""The largest number that can be put in; beyond it exact results grow too long."""

_TRIES = 1_000
_MOST_PARTS = 1_000_000


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Derivation:
    """A calculation line by line, each line with its reason. ``Span``, for ``where``, is in ``banchok_edu.proofs``.

    Lines are added one after the other; each call gives a new derivation. ``check()`` tries to refute each line, then
    to prove it, and compares the last one with an independent reckoning.

    Parameters
    ----------
    name, title, question
        Such as "banchok/win"; what is derived; the question that it answers.
    quantity
        What is asked for, as it is written before the first "=", such as "P(win)".
    where
        For each symbol the values that it may have.
    game, model, reading
        To which game, to which model of the deck and to which reading of the rules it belongs, in words.
    deck_use
        The model as the rules name it, such as "fresh_each_coup"; "" if it is about a single coup or deal.
    concepts, level, lesson
        What one should know before; "easy", "medium" or "hard"; the lesson in which it is used, or "".
    meanings
        What a symbol stands for, if not what ``formulas.SYMBOLS`` says.
    together
        Given the numbers by the names of their symbols, says why they do not go together, or None.
    oracle
        Given the numbers of the last line by name, reckons the same in another way; its docstring says how.
    oracle_points
        The numbers at which that is done.

    >>> n, k = symbol("n"), symbol("k")
    >>> d = Derivation(title="The sum of the first whole numbers", quantity="S", where={"n": Span(1)})
    >>> d = d.start("Add them up.", lambda: sp.Sum(k, (k, 1, n)))
    >>> d = d.equals("Take the mean of the first and the last, n times.", lambda: n * (1 + n) / 2, "arithmetic sum")
    >>> d = d.at("A hundred of them.", n=100)
    >>> d.result, d.value, d(n=13), d.check().ok
    (n*(n + 1)/2, 5050, 91, True)

    A wrong line is refuted with an example.

    >>> print(d.replace_step(2, n * n / 2).check().first_fault)
    step 2 is refuted at n = 1: 1 is not 1/2
    """

    title: str
    quantity: str
    where: Mapping[str, Span]
    name: str = ""
    question: str = ""
    game: str = ""
    model: str = ""
    deck_use: str = ""
    reading: str = ""
    concepts: tuple[str, ...] = ()
    level: str = "medium"
    lesson: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)
    together: Callable[[dict[str, Fraction]], str | None] | None = None
    oracle: Callable[..., Any] | None = None
    oracle_points: tuple[Mapping[str, Any], ...] = ()
    steps: tuple[Step, ...] = ()
    left_out: int = 0
    """Steps that ``upto`` has left out."""

    def __post_init__(self) -> None:
        """Check the words and the symbols."""
        for words in (self.title, self.quantity, self.name, self.question, self.model, self.reading):
            _plain(words)
        for words in (*self.concepts, *self.meanings.values()):
            _plain(words)
        for name, span in self.where.items():
            if name not in SYMBOLS:
                raise RulesError(f"where: {shown(name)} is no symbol; the symbols are {', '.join(SYMBOLS)}")
            if not isinstance(span, Span):
                raise RulesError(f"where: {name}={shown(span)} is no Span: write Span(1, 13), or Span(1) for no limit")

    # Building it

    def start(self, statement: str, expression: Any, reason: str = "", *, quantity: str = "") -> Derivation:
        """Set up what is asked for; a second start begins another chain of equations, with a name of its own."""
        return self._with("start", statement, (expression,), reason, quantity=quantity or self.quantity)

    def equals(self, statement: str, expression: Any, reason: str = "") -> Derivation:
        """Go on: the expression is the same as the one before.

        Raises
        ------
        RulesError
            If there is none before, or this is no expression in the symbols of the derivation.
        """
        self._last(len(self.steps))
        return self._with("equals", statement, (expression,), reason)

    def claim(self, statement: str, left: Any, right: Any, reason: str = "") -> Derivation:
        """Note a fact beside the way: both expressions are the same."""
        return self._with("claim", statement, (left, right), reason)

    def at(self, statement: str, reason: str = "", **numbers: object) -> Derivation:
        """Put numbers into the last expression."""
        last = self._last(len(self.steps))
        point = self._point(numbers, last)
        return self._with("at", statement, (_exact(value_at(last, point)),), reason, numbers=point)

    def _with(self, kind: str, statement: str, built: tuple[Any, ...], reason: str, **more: Any) -> Derivation:
        step = Step(kind, _plain(statement), reason=_plain(reason), **self._read(built), **more)
        return replace(self, steps=(*self.steps, step))

    def _read(self, built: tuple[Any, ...]) -> dict[str, Any]:
        read = [self._expression(one) for one in built]
        kept = tuple(one if callable(one) else read[place] for place, one in enumerate(built))
        return {"expression": read[0], "right": read[1] if len(read) > 1 else None, "built": kept}

    def _expression(self, given: Any) -> Any:
        """Read an expression of a person's; texts are not read, as sympy would execute them."""
        found = given() if callable(given) and not isinstance(given, sp.Basic) else given
        if not isinstance(found, sp.Expr):
            if isinstance(found, str):
                raise RulesError(
                    f"{shown(found)} is text: write the expression itself, such as r * s - 1, with "
                    '`from banchok_edu.formulas import symbol` and r, s = symbol("r"), symbol("s")'
                )
            found = rational("expression", found)
        own = {name: symbol(name) for name in self.where}
        if unknown := sorted({str(x) for x in found.free_symbols} - own.keys()):
            raise RulesError(f"{shown(unknown[0])} is no symbol of this derivation: it has {', '.join(own)}")
        return found.xreplace({x: own[str(x)] for x in found.free_symbols})

    # Reading it

    def _last(self, before: int) -> Any:
        found = [step.expression for step in self.steps[:before] if step.kind in ("start", "equals")]
        if not found:
            raise RulesError("nothing has been set up yet: begin with start(...)")
        return found[-1]

    @property
    def result(self) -> Any:
        """The last line in symbols."""
        return self._last(len(self.steps))

    @property
    def value(self) -> Any:
        """The number of the last line into which numbers were put, or None."""
        return next((step.expression for step in reversed(self.steps) if step.kind == "at"), None)

    @property
    def symbols(self) -> dict[str, str]:
        """What each symbol stands for, in the order in which they come up."""
        seen: dict[str, str] = {}
        for step in self.steps:
            used = [e.atoms(sp.Symbol) for e in (step.expression, step.right) if e is not None]
            for name in sorted(str(x) for x in set().union(*used)):
                seen.setdefault(name, self._meaning(name))
        return seen

    def _meaning(self, name: str) -> str:
        return self.meanings.get(name, SYMBOLS[name][1] if name in SYMBOLS else "")

    def __call__(self, **numbers: object) -> Any:
        """Put numbers into the last line; ``ranks=9`` may be written for ``r=9``.

        Raises
        ------
        RulesError
            If a number is missing, not asked for, or outside of what the derivation holds for.
        """
        return _exact(value_at(self.result, self._point(numbers, self.result)))

    def _point(self, numbers: Mapping[str, object], expression: Any) -> dict[Any, Fraction]:
        needed = [name for name in self.where if symbol(name) in expression.free_symbols]
        may = [name for name in self.where if name in needed or name in self._asked()]
        takes = ", ".join(f"{_LONG[name]} ({name})" if name in _LONG else name for name in may)
        what = self.name or shown(self.title)
        given: dict[str, object] = {}
        for word, value in numbers.items():
            name = LONG_NAMES.get(word, word)
            if name not in may:
                raise RulesError(f"{what} has no {shown(word)}: it takes {takes}")
            if name in given:
                raise RulesError(f"{what} was given {name} twice: once is enough")
            given[name] = value
        if missing := [name for name in needed if name not in given]:
            meant = ", ".join(f"{_LONG.get(name, name)} ({self._meaning(name)})" for name in missing)
            raise RulesError(f"{what} needs {meant} too: it takes {takes}")
        point: dict[Any, Fraction] = {}
        for name in (name for name in may if name in given):
            point[symbol(name)] = self._number(name, given[name], point)
        if self.together is not None and (why := self._objection(point)):
            raise RulesError(f"{what}: {why}")
        return point

    def _number(self, name: str, given: object, point: Mapping[Any, Fraction]) -> Fraction:
        exact = rational(name, given)
        value = Fraction(int(exact.p), int(exact.q))
        if abs(value) > MOST:
            raise RulesError(f"{name}={shown(given)} is too large: at most {MOST:,}, or exact results grow too long")
        if value.denominator > _MOST_PARTS:
            raise RulesError(f"{name}={shown(given)} has too many digits: write a simpler fraction")
        why = self.where[name].refusal(name, value, point)
        if symbol(name).is_integer and value.denominator != 1:
            why = "a whole number"
        if why:
            raise RulesError(f"{name}={shown(given)} is not allowed: {name} ({self._meaning(name)}) is {why}")
        return value

    def _asked(self) -> set[str]:
        """Name the symbols of the question, also those that cancel on the way to the answer."""
        begun = [step.expression for step in self.steps if step.kind == "start"]
        return {str(x) for x in (begun[-1].free_symbols if begun else ())}.union(*self.oracle_points)

    def _objection(self, point: Mapping[Any, Fraction]) -> str | None:
        numbers = {str(name): value for name, value in point.items()}
        return self.together(numbers) if self.together is not None else None

    def draw(self, luck: random.Random) -> dict[Any, Fraction]:
        """Draw a point at which everything is admissible.

        Raises
        ------
        RulesError
            If none is found in 1,000 tries.
        """
        for _ in range(_TRIES):
            point: dict[Any, Fraction] = {}
            for name, span in self.where.items():
                value = span.draw(name, point, luck)
                if value is None:
                    break
                point[symbol(name)] = value
            if len(point) == len(self.where) and self._objection(point) is None:
                return point
        raise RulesError(f"no numbers were found at which {self.name or shown(self.title)} holds: look at where=")

    # Working with it

    def replace_step(self, n: int, expression: Any) -> Derivation:
        """Put another expression into step n, counted from 1, for an exercise of finding the fault.

        Of a claim it is the right side, of numbers put in the number that comes out. Everything else stays as it was.

        Raises
        ------
        RulesError
            If there is no such step, or this is no expression in the symbols of the derivation.
        """
        step = self.steps[self._place(n) - 1]
        read = self._read((step.built[0], expression) if step.kind == "claim" else (expression,))
        steps = (*self.steps[: n - 1], replace(step, **read), *self.steps[n:])
        return replace(self, steps=steps)

    def upto(self, n: int) -> Derivation:
        """Give the first n steps, to be shown before the others. Without the last step nothing is left to the oracle.

        Raises
        ------
        RulesError
            If there are not so many steps.
        """
        place = self._place(n)
        if place == len(self.steps):
            return self
        left = self.left_out + len(self.steps) - place
        return replace(self, steps=self.steps[:place], oracle=None, oracle_points=(), left_out=left)

    def _place(self, n: object) -> int:
        place = whole_number(n)
        if place is None or not 1 <= place <= len(self.steps):
            raise RulesError(f"step {shown(n)} does not exist: the steps are 1 to {len(self.steps)}")
        return place

    def check(self, *, points: int = 12, seed: int = 0) -> Report:
        """Try to refute each line at random points, then to prove it; ask the oracle about the last one.

        Parameters
        ----------
        points
            At how many points each line is tried, 1 to 1,000.
        seed
            Of the points.
        """
        from .checking import checked

        tried, start = whole_number(points), whole_number(seed)
        if tried is None or not 1 <= tried <= MOST:
            raise RulesError(f"points={shown(points)} is not allowed: a whole number, 1 to {MOST:,}")
        if start is None:
            raise RulesError(f"seed={shown(seed)} is not allowed: a whole number")
        return checked(self, tried, start)

    def latex(self) -> str:
        """Give all lines as one LaTeX environment, to be put between dollar signs or into a document."""
        from .display import latex

        return latex(self)

    def __str__(self) -> str:
        """Give it in plain text, with formulas of at most 100 columns."""
        from .display import plain

        return plain(self)

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        from .display import html

        del include, exclude
        return {"text/plain": str(self), "text/html": html(self), "text/latex": f"$$\n{self.latex()}\n$$"}


_LONG = {name: word for word, name in LONG_NAMES.items()}


def _exact(value: Any) -> Any:
    return sp.Rational(value.numerator, value.denominator) if isinstance(value, Fraction) else value


def _plain(words: object) -> str:
    """Check words that will stand beside formulas: no sign by which they could become formulas or commands."""
    if not isinstance(words, str) or any(sign in words for sign in "$\\`") or not words.replace("\n", "").isprintable():
        raise RulesError(f"{shown(words)} cannot be shown: give plain words, without dollar signs and backslashes")
    return words
