"""An exercise with a student's numbers: what is asked, the check that answers back, hints, and what was tried."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from banchok_edu.errors import BanchokError, shown
from banchok_edu.estimates import Estimate
from banchok_edu.rationals import written

from .feedback import Feedback, Solution, decimal
from .judging import ASK_BACK, RIGHT, UNREADABLE, WRONG, Verdict, judge, same
from .methods import method
from .personal import checked, my_seed, number
from .posing import CARD, CHOICE, COUNT, PROBABILITY, SIMULATED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .posing import Definition, Posed

BOOK_SEED = 7
"""The seed of the exercises as they stand in the book."""
LONGEST_REASON = 2000
LONGEST_ANSWER = 1000
LONGEST_KEPT = 200
FURTHER = 2
"""New answers that are asked for after the second hint, before the solution."""
_FORMS = {
    PROBABILITY: "a fraction such as 9/17, a decimal with four digits, a percentage, or short arithmetic",
    COUNT: "a whole number, or short arithmetic such as 3 + 4*5 or C(4,2), the number of ways to choose 2 of 4",
    CARD: "the name of a rank, such as 10 or queen",
    CHOICE: "the letter of your choice",
    SIMULATED: "the number that your simulation gave, or the Estimate; it is judged by its standard error",
}
_OTHER = "a fraction such as 9/17, a decimal with four digits, or short arithmetic"


class Exercise:
    """One exercise; ``be.exercise`` gives it. What was tried is in ``attempts``, as plain dicts.

    >>> import banchok_edu as be
    >>> nine = be.exercise("E2")
    >>> print(nine.check("28/51"))
    Not yet. Which cards can still be turned, and how many of them are what you ask for?
    >>> print(nine.check("1/2"))  # doctest: +ELLIPSIS
    Not this either. ...
    >>> print(nine.check("0,6078"))  # doctest: +ELLIPSIS
    Right: 31/51, about 0.6078...
    """

    def __init__(self, definition: Definition, student: str | None = None, course: str = "") -> None:
        self._definition = definition
        self.student = None if student is None else checked("student", student)
        self.course = checked("course", course)
        variant = definition.of(self.student, self.course)
        self._posed: Posed = definition.pose(variant)
        self.parameters: Mapping[str, Any] = definition.named(variant)
        self.seed: int = BOOK_SEED if self.student is None else my_seed(self.student, self.course)
        self.options: Mapping[str, str] = dict(zip("abcdefgh", self._shuffled(), strict=False))
        self.attempts: list[dict[str, str]] = []
        self.hints_taken: list[int] = []
        """For each hint that was given, how many different answers had been tried."""

    def _shuffled(self) -> list[str]:
        options = list(self._posed.options)
        if self.student is not None:
            options.sort(
                key=lambda text: number("order", self._definition.family, self.student or "", self.course, text)
            )
        return options

    # -- what it is ------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The name, such as "M24"."""
        return self._definition.id

    @property
    def title(self) -> str:
        """What it is about, in a few words."""
        return self._definition.title

    @property
    def level(self) -> str:
        """How hard it is: "easy", "medium" or "hard"."""
        return self._definition.level

    @property
    def game(self) -> str:
        """The game: "banchok", "polish" or "black_cat"."""
        return self._definition.game

    @property
    def kind(self) -> str:
        """What is asked for: "probability", "number", "count", "card", "choice" or "simulated"."""
        return self._definition.kind

    @property
    def concepts(self) -> tuple[str, ...]:
        """What it practises."""
        return self._definition.concepts

    @property
    def lesson(self) -> str:
        """The lesson that it goes with, such as "02"."""
        return self._definition.lesson

    @property
    def pair(self) -> str:
        """The exercise that asks the opposite, or ""."""
        return self._definition.pair

    @property
    def derivation(self) -> str:
        """The derivation of the catalogue that proves the general case, or ""."""
        return self._definition.derivation

    @property
    def rule(self) -> str:
        """What is played: reading, deck and model."""
        return self._posed.rule

    @property
    def question(self) -> str:
        """What is asked, without the rule and the options."""
        return self._posed.question.replace("{seed}", str(self.seed))

    @property
    def reason_asked(self) -> str:
        """What is asked of the reason, or ""."""
        return self._posed.reason

    @property
    def hints(self) -> tuple[str, str]:
        """Both hints, for the teacher; ``hint()`` gives them one by one."""
        return self._posed.hints

    @property
    def form(self) -> str:
        """How the answer may be written."""
        if self._definition.exact_only:
            return "an exact fraction, or short arithmetic"
        return _FORMS.get(self.kind, _OTHER)

    @property
    def prompt(self) -> str:
        """All that a student is told: rule, question, options, and how the answer may be written."""
        options = "".join(f"\n   {key}) {text}" for key, text in self.options.items())
        reason = f"\n{self.reason_asked}" if self.reason_asked else ""
        return f"{self.rule}\n\n{self.question}{options}{reason}\n\nAnswer with {self.form}."

    # -- answering -------------------------------------------------------------------------------------------------

    def judge(self, answer: object) -> Verdict:
        """Judge an answer without keeping it: state, and what may have led to a wrong one.

        The name of the exercise may stand before it, as in ``M24 = 2/7``.

        >>> import banchok_edu as be
        >>> be.exercise("E2").judge("28/51").state
        'wrong'
        """
        if isinstance(answer, str) and len(answer) <= LONGEST_ANSWER:
            answer = re.sub(rf"^\s*{self.id}\s*=", "", answer, flags=re.IGNORECASE)
        return judge(self._definition, self._posed, self.options, answer)

    def check(self, answer: object, reason: str = "") -> Feedback:
        """Check an answer, keep it in ``attempts``, and say something that helps on.

        A first wrong answer is asked how it was found. From the second different one on a known mistake is named.

        Parameters
        ----------
        answer
            A number, a text such as "9/17", "0,5294", "52.94 %" or "C(4,2)/C(52,2)", a letter, or an Estimate.
        reason
            Why, where that is asked for. It is kept, not judged.

        Raises
        ------
        BanchokError
            If the reason is not a text. An answer that cannot be read raises nothing: the feedback says so.
        """
        if not isinstance(reason, str):
            raise BanchokError(f"reason={shown(reason)} is not a text: write it in quotation marks")
        verdict = self.judge(answer)
        before = self._different()
        feedback = self._said(verdict, before, given=bool(reason.strip()))
        kept = {"answer": _as_written(answer, verdict), "state": verdict.state, "value": verdict.value}
        if reason.strip():
            kept["reason"] = reason.strip()[:LONGEST_REASON]
        self.attempts.append(kept)
        return feedback

    def _different(self) -> list[str]:
        """List the different wrong answers so far."""
        found: list[str] = []
        for one in self.attempts:
            if one["state"] == WRONG and not self._known(one["value"], found):
                found.append(one["value"])
        return found

    def _known(self, value: str, before: list[str]) -> bool:
        return any(same(value, one, strict=self._definition.exact_only) for one in before)

    @property
    def solved(self) -> bool:
        """Whether a right answer was given."""
        return any(one["state"] == RIGHT for one in self.attempts)

    def _said(self, verdict: Verdict, before: list[str], *, given: bool) -> Feedback:
        if verdict.state == RIGHT:
            return Feedback(RIGHT, self._praise(verdict, given=given))
        if verdict.state in (UNREADABLE, ASK_BACK):
            return Feedback(verdict.state, verdict.says)
        if self._known(verdict.value, before):
            again = "You have tried that already."
            if len(before) > 1 and len(verdict.causes) == 1:
                return Feedback(WRONG, f"{again} {verdict.causes[0]}", named=True)
            return Feedback(WRONG, f"{again} Change one step of your way, and try again.")
        if not before:
            return Feedback(WRONG, f"Not yet. {method(self.concepts)}")
        if len(verdict.causes) == 1:
            return Feedback(WRONG, f"Not this. {verdict.causes[0]}", named=True)
        if verdict.causes:
            ways = " Or: ".join(verdict.causes)
            return Feedback(WRONG, f"Not this. More than one way leads to this number. {ways} Which was yours?")
        return Feedback(WRONG, f"Not this either. {self._next_rung(len(before) + 1)}")

    def _praise(self, verdict: Verdict, *, given: bool) -> str:
        text = f"Right: {self._told()}." if self.kind != SIMULATED else f"Right: {self._far(verdict)}."
        if self.reason_asked and not given:
            text += f" Now say why. {self.reason_asked}"
        return f"{text} Then take its opposite, {self.pair}." if self.pair else text

    def _far(self, verdict: Verdict) -> str:
        error = self._posed.run.standard_error if self._posed.run else 0.0
        return (
            f"{shown(verdict.value, 60)[1:-1]} is as near as such a simulation comes. The exact number is "
            f"{self._told()}, and the standard error about {error:.2g}"
        )

    def _told(self) -> str:
        answer, decimal = self._written()
        return f"{answer}, about {decimal}" if decimal else answer

    def _written(self) -> tuple[str, str]:
        answer = self._posed.answer
        if not isinstance(answer, str):
            told = written(answer)
            return told, decimal(answer) if "/" in told else ""
        return next((f"{key}) {text}" for key, text in self.options.items() if text == answer), answer), ""

    # -- the ladder ------------------------------------------------------------------------------------------------

    def _needed(self) -> int:
        """Tell how many different wrong answers the next rung needs."""
        taken = len(self.hints_taken)
        return self.hints_taken[-1] + (1 if taken < len(self.hints) else FURTHER) if taken else 1

    def _next_rung(self, tried: int) -> str:
        if tried < self._needed():
            return "Try another way before you ask on."
        return "A hint is there if you want one." if len(self.hints_taken) < 2 else "You may ask for the solution."

    def hint(self) -> str:
        """Give the next hint: each one after a new, different answer.

        >>> import banchok_edu as be
        >>> nine = be.exercise("E2")
        >>> nine.hint()
        'First try an answer of your own; then there is a hint.'
        """
        tried, taken = len(self._different()), len(self.hints_taken)
        if taken == len(self.hints):
            return f"There are no more hints. {self.hints[-1]}"
        if tried < self._needed() and not self.solved:
            if not taken:
                return "First try an answer of your own; then there is a hint."
            return f"Try the hint first, with a new answer. {self.hints[taken - 1]}"
        self.hints_taken.append(tried)
        return self.hints[taken]

    def reveal(self) -> str:
        """Give the solution to a student who has solved it, or has had both hints and tried on.

        >>> import banchok_edu as be
        >>> be.exercise("E2").reveal()
        'Not yet: first come two hints, each after an answer of your own.'
        """
        if self.solved:
            return str(self.solution())
        if len(self.hints_taken) < len(self.hints):
            return "Not yet: first come two hints, each after an answer of your own."
        missing = self._needed() - len(self._different())
        if missing > 0:
            return f"Not yet: try {missing} more new answer{'s' * (missing > 1)}."
        return str(self.solution())

    def solution(self) -> Solution:
        """Give the worked solution, for the teacher's key; a student's way to it is ``reveal()``.

        >>> import banchok_edu as be
        >>> be.exercise("E2").solution().answer
        '31/51'
        """
        answer, told = self._written()
        wrong = tuple(
            (one.value if isinstance(one.value, str) else written(one.value), " Or: ".join(one.causes))
            for one in self._posed.mistakes
        )
        return Solution(self.id, answer, told, self._posed.why, wrong, self.derivation)

    # -- how it shows ----------------------------------------------------------------------------------------------

    @property
    def line(self) -> str:
        """The last answer as a line that can be copied out, such as ``M24 = 2/7``; "" if there is none."""
        good = [one for one in self.attempts if one["state"] != UNREADABLE]
        return f"{self.id} = {good[-1]['answer']}" if good else ""

    def control(self) -> Any:
        """Give a box to answer in, with a button to check and one for hints: an ipywidgets control."""
        from .box import control

        return control(self)

    def __str__(self) -> str:
        """Give title and prompt."""
        head = f"{self.id} · {self.title} ({self.level}; {', '.join(self.concepts)})"
        lines = [line for part in self.prompt.split("\n") for line in (textwrap.wrap(part, 100) or [""])]
        return "\n".join([head, *lines])

    def __repr__(self) -> str:
        """Give one line."""
        whose = "" if self.student is None else f" of {shown(self.student)}"
        return f"<Exercise {self.id}{whose}: {self.title}>"

    def _repr_html_(self) -> str:
        box = Element("div")
        SubElement(box, "b").text = f"{self.id} · {self.title}"
        for part in (self.rule, self.question):
            SubElement(box, "p").text = part
        if self.options:
            choices = SubElement(box, "ol", type="a")
            for text in self.options.values():
                SubElement(choices, "li").text = text
        if self.reason_asked:
            SubElement(box, "p").text = self.reason_asked
        SubElement(box, "p").text = f"Answer with {self.form}."
        return tostring(box, encoding="unicode", method="html")

    def _repr_mimebundle_(self, **_asked: object) -> dict[str, Any]:
        """Show the control where there is one, and the text where not."""
        bundle: dict[str, Any] = {"text/plain": str(self), "text/html": self._repr_html_()}
        try:
            live = self.control()._repr_mimebundle_()
        except ImportError:
            return bundle
        return {**live, **bundle}


def _as_written(answer: object, verdict: Verdict) -> str:
    """Give an answer in a short form that can be read again."""
    if isinstance(answer, str):
        return " ".join(answer[:LONGEST_KEPT].split())
    if isinstance(answer, Estimate):
        return f"{answer.value:.6g}"
    if verdict.state != UNREADABLE:
        try:
            text = str(answer)
        except Exception:  # noqa: BLE001 (a number too long to be written, or an object that cannot be shown)
            text = ""
        if 0 < len(text) <= LONGEST_KEPT:
            return " ".join(text.split())
    return shown(answer, LONGEST_KEPT)
