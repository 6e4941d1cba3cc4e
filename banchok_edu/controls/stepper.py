"""A derivation shown line by line: first the question, then one's own guess, then the line, its reason, its check."""

from __future__ import annotations

import random
import threading
from typing import TYPE_CHECKING, Any

from banchok_edu.errors import RulesError, shown

from .formula_tree import SPACE, equation, formula
from .sheet import Sheet
from .sheet_words import say
from .trees import Tree, act, field, node, paragraph, row, slider, table

if TYPE_CHECKING:
    from banchok_edu.proofs import Derivation
    from banchok_edu.proofs.checking import Report
    from banchok_edu.proofs.steps import Step

_REACH = 12
"""A slider without a limit reaches so far above its lowest number, or above where it stands."""


class Stepper(Sheet):
    """Go through a derivation one line at a time.

    Parameters
    ----------
    derivation
        A derivation, or the name of one in the catalogue, such as "banchok/win".
    big
        Whether all is half as large again, for a projector.

    Raises
    ------
    RulesError
        If there is no such derivation, or it has no lines.

    >>> import banchok_edu as be
    >>> stepper = be.Stepper("banchok/win")
    >>> stepper.shown, stepper.next().shown
    (0, 1)
    """

    def __init__(self, derivation: Derivation | str, *, big: bool = False) -> None:
        from banchok_edu.catalogue import derivation as named
        from banchok_edu.proofs import Derivation

        found = named(derivation) if isinstance(derivation, str) else derivation
        if not isinstance(found, Derivation):
            raise RulesError(f"{shown(found)} is no derivation: give one, or its name, such as 'banchok/win'")
        if not found.steps:
            raise RulesError("this derivation has no lines yet: begin with start(...)")
        self._derivation = found
        self._lines = 0
        self._hint = self._with_numbers = self._closed = False
        self._guess = ""
        self._guesses: dict[int, str] = {}
        self._reasons: set[int] = set()
        self._point = _first_point(found)
        self._report: Report | None = None
        self._checker: threading.Thread | None = None
        self.title = found.title
        super().__init__(big=big)

    # -- in Python -------------------------------------------------------------------------------------------------

    @property
    def derivation(self) -> Derivation:
        """What is gone through."""
        return self._derivation

    @property
    def shown(self) -> int:
        """How many lines are shown."""
        return self._lines

    @property
    def guesses(self) -> dict[int, str]:
        """What was written before a line was shown, by the number of the line."""
        return dict(self._guesses)

    @property
    def report(self) -> Report | None:
        """What the check has found, once it was asked for."""
        return self._report

    def next(self) -> Stepper:
        """Show the next line, if there is one."""
        with self._lock:
            self._show(self._lines)
            self.refresh()
        return self

    def check(self) -> Stepper:
        """Check all lines, and wait for it; the lines that are shown get their grade."""
        with self._lock:
            self._check()
            checker = self._checker
        if checker is not None:
            checker.join()
        return self

    def close(self) -> None:
        """Take it from the page. A check that runs is left to end by itself, and shows nothing more."""
        self._closed = True
        super().close()

    # -- for the browser -------------------------------------------------------------------------------------------

    def do(self, name: str, value: Any) -> None:
        """Do what a control asks for."""
        kind, _, rest = name.partition(" ")
        if kind == "show":
            self._show(value)
        elif kind == "hint":
            self._hint = True
        elif kind == "back":
            self._lines, self._hint = value - 1, False
        elif kind == "restart":
            self._lines, self._hint, self._reasons = 0, False, set()
        elif kind == "why":
            self._reasons ^= {int(rest)}
        elif kind == "guess":
            self._guess = value
        elif kind == "numbers":
            self._with_numbers = not self._with_numbers
        elif kind == "check":
            self._check()
        else:
            self._put(rest, value)

    def _show(self, after: int) -> None:
        if after >= len(self._derivation.steps):
            return
        if self._guess.strip():
            self._guesses[after + 1] = self._guess
        self._lines, self._hint, self._guess = after + 1, False, ""

    def _put(self, name: str, value: Any) -> None:
        """Put a number in for a letter, if all of them still go together."""
        from banchok_edu.formulas import symbol
        from banchok_edu.rationals import rational

        exact = rational(name, value)
        point = {**self._point, symbol(name): _fraction(exact)}
        for letter, span in self._derivation.where.items():
            if why := span.refusal(letter, point[symbol(letter)], point):
                raise RulesError(f"{letter}={point[symbol(letter)]} does not go with the others: {letter} is {why}")
        together = self._derivation.together
        if together is not None and (why := together({str(letter): number for letter, number in point.items()})):
            raise RulesError(f"{name}={exact}: {why}")
        self._point = point

    def _check(self) -> None:
        if self._checker is None:
            self._checker = threading.Thread(target=self._work, name="check of a derivation", daemon=True)
            self._checker.start()

    def _work(self) -> None:
        try:
            report = self._derivation.check()
        except Exception as error:  # noqa: BLE001 (a thread has nobody else to tell)
            self.fault, note = error, f"{type(error).__name__}: {error}"[:300]
            self._checker = None
        else:
            self._report, note = report, ""
        if not self._closed:
            self.refresh(note)

    # -- what is shown ---------------------------------------------------------------------------------------------

    def sub(self) -> str:
        """Give the model and the reading."""
        found = self._derivation
        texts = [text for text in (found.model, found.reading) if text]
        return " ".join(f"{text[0].upper()}{text[1:].rstrip(chr(46))}." for text in texts)

    def spoken(self) -> str:
        """Say which line is shown."""
        if not self._lines:
            return say("step.none")
        step = self._derivation.steps[self._lines - 1]
        place = say("step.of", n=self._lines, of=len(self._derivation.steps))
        return f"{place}: {step.statement} {_alt(step)}"

    def parts(self) -> list[Tree]:
        """Give the question, the lines so far, and what comes next."""
        found = self._derivation
        parts: list[Tree] = [paragraph(found.question, "big")] if found.question else []
        parts += [node("ol", *(node("li", *self._line(n)) for n in range(1, self._lines + 1)), kind="steps")]
        parts += self._next()
        parts.append(row(*self._buttons()))
        if self._report is not None and self._lines == len(found.steps):
            parts.append(paragraph(self._report.verdict))
        elif self._checker is not None and self._report is None:
            parts.append(paragraph(say("step.checking"), "soft"))
        if self._with_numbers:
            parts.append(node("div", *self._numbers(), kind="set"))
        return [*parts, self._letters()]

    def _line(self, n: int) -> list[Tree]:
        step = self._derivation.steps[n - 1]
        parts: list[Tree] = [paragraph(step.statement)]
        written = bool(step.built) and callable(step.built[0])
        value = self._value(step) if self._with_numbers else ""
        if step.kind == "claim":
            parts.append(equation(*step.display, as_written=written))
        else:
            name = step.quantity if step.kind == "start" else ""
            after = f"{SPACE}{say('step.is', value=value)}" if value else ""
            if step.kind == "at":
                numbers = ", ".join(f"{letter} = {number}" for letter, number in step.numbers.items())
                after = f"{SPACE}({say('step.at', numbers=numbers)})"
            parts.append(formula(name, step.display[0], after=after, as_written=written))
        if n in self._guesses:
            parts.append(paragraph(say("step.your", guess=self._guesses[n]), "soft"))
        if self._report is not None:
            grade = self._report.grades[n - 1]
            parts.append(paragraph(f"{_signs()[grade.grade]} {grade}", f"soft {grade.grade}"))
        if step.reason:
            shown_now = n in self._reasons
            parts += [paragraph(say("step.reason", reason=step.reason))] if shown_now else []
            parts.append(act(f"why {n}", say("step.why.hide" if shown_now else "step.why", n=n)))
        return parts

    def _value(self, step: Step) -> str:
        from banchok_edu.errors import BanchokError
        from banchok_edu.proofs.values import Undefined, value_at
        from banchok_edu.rationals import written

        if step.kind == "at":
            return ""
        try:
            value = value_at(step.expression, self._point)
        except (Undefined, ZeroDivisionError, BanchokError, KeyError):
            return say("step.undefined")
        return written(value)

    def _next(self) -> list[Tree]:
        steps, n = self._derivation.steps, self._lines + 1
        if n > len(steps):
            return [paragraph(say("step.all"), "soft")]
        asked = say("step.ask" if self._lines else "step.ask.first")
        parts = [paragraph(asked, "ask")]
        if self._hint:
            parts.append(paragraph(steps[n - 1].statement))
        return [*parts, field("guess", say("step.guess"), self._guess)]

    def _buttons(self) -> list[Tree]:
        of, n = len(self._derivation.steps), self._lines
        over = n == of
        return [
            act("show", say("step.show", n=min(n + 1, of)), n, primary=True, off=over),
            act("hint", say("step.hint"), off=over or self._hint),
            act("back", say("step.back", n=max(n, 1)), n, off=not n),
            act("restart", say("step.restart"), off=not n),
            act("check", say("step.check"), off=self._checker is not None),
            act("numbers", say("step.numbers.hide" if self._with_numbers else "step.numbers")),
        ]

    def _numbers(self) -> list[Tree]:
        """Give a slider for each letter that counts something, and a field for each other number."""
        from banchok_edu.formulas import symbol
        from banchok_edu.proofs.values import value_at

        made = []
        meanings = self._derivation.symbols
        for name, span in self._derivation.where.items():
            value, label = self._point[symbol(name)], f"{name}: {meanings.get(name, '')}".removesuffix(": ")
            if not symbol(name).is_integer:
                made.append(field(f"put {name}", label, str(value), 30))
                continue
            low = int(value_at(_sympified(span.low), self._point))
            high = max(int(value) + 2, low + _REACH)
            if span.high is not None:
                high = min(high, int(value_at(_sympified(span.high), self._point)))
            made.append(slider(f"put {name}", label, low, max(high, low + 1), int(value)))
        return made

    def _letters(self) -> Tree:
        rows = [(name, meaning) for name, meaning in self._derivation.symbols.items() if meaning]
        if not rows:
            return paragraph("")
        return table(say("step.where"), (say("step.where.head"), say("step.where.meaning")), rows)


def _signs() -> dict[str, str]:
    from banchok_edu.proofs.display import SIGNS

    return SIGNS


def _alt(step: Step) -> str:
    if step.kind == "claim":
        return f"{step.display[0]} = {step.display[1]}"
    return f"{step.quantity} = {step.display[0]}" if step.quantity else f"= {step.display[0]}"


def _sympified(value: Any) -> Any:
    import sympy

    return sympy.sympify(value)


def _fraction(exact: Any) -> Any:
    from fractions import Fraction

    return Fraction(int(exact.p), int(exact.q))


def _first_point(derivation: Derivation) -> dict[Any, Any]:
    """Give numbers that go together: those that the derivation puts in itself, as far as it does."""
    point = derivation.draw(random.Random(0))  # noqa: S311 (any point will do)
    own = {letter: number for step in derivation.steps for letter, number in step.numbers.items()}
    merged = {**point, **own}
    spans = derivation.where.items()
    from banchok_edu.formulas import symbol

    fits = all(span.refusal(name, merged[symbol(name)], merged) is None for name, span in spans)
    together = derivation.together
    if fits and together is not None:
        fits = together({str(letter): number for letter, number in merged.items()}) is None
    return merged if fits else point
