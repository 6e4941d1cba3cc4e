"""Exact beside simulated: the two numbers, how far apart they are, and what that says. Knows no game by name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from banchok_edu.listed import as_columns, html_table

from .core.rules import Rules
from .errors import BanchokError, shown
from .estimates import Estimate
from .rationals import rational, written

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MODELS = {
    "fresh_each_coup": "independent coups, each from a full shoe",
    "recycled": "one shuffle a bank, used cards put under the deck in their order of shuffling",
    "side_pack": "one shuffle, used cards put aside until the deck is empty",
}
"""The models of the deck; a number of one says nothing of another."""


class Grade(NamedTuple):
    """A verdict: its word, and how often it is given where the exact number is right."""

    word: str
    by_chance: str


AGREES = Grade("agrees", "where the exact number is right, 19 runs in 20 say this")
LOOK_AGAIN = Grade(
    "look again", "where the exact number is right, about 1 run in 20 says this: keep the run, and play more"
)
DIFFERS = Grade("differs", "where the exact number is right, 1 run in 1,000 says this")

CLOSE, FAR = 0.95, 0.999
"""The levels of the intervals outside of which one looks again, and says that the two differ."""

HEAD = ("", "exact", "", "simulated", "± standard error", "z", "verdict")
REASONS = "look for the reason: the model, the reading of a tie, one card too many or too few, the seats"


@dataclass(frozen=True, eq=False)
class Comparison:
    """An exact number beside an estimate of it. ``be.compare`` makes it."""

    exact: Any
    """The exact number: a sympy number."""
    estimate: Estimate
    model: str | None = None
    """The model of the deck that the exact number belongs to, where that matters and is known."""
    name: str = ""
    """What both are, in words."""
    rules_differ: str = ""
    """What to say where the two belong to different rules; "" where they do not, or that is not known."""

    @property
    def z(self) -> float:
        """How many standard errors the estimate lies above the exact number; nan where there is no standard error."""
        apart = self.estimate.value - float(self.exact)
        error = self.estimate.standard_error
        return apart / error if error > 0 else math.nan

    @property
    def grade(self) -> Grade:
        """The verdict: by the intervals of the estimate, which for a probability are Wilson's."""
        exact = float(self.exact)
        for level, grade in ((CLOSE, AGREES), (FAR, LOOK_AGAIN)):
            low, high = self.estimate.interval(level)
            if low <= exact <= high:
                return grade
        return DIFFERS

    @property
    def models_differ(self) -> str:
        """What to say where the two numbers belong to different models of the deck; "" where they do not."""
        simulated = model_of(self.estimate)
        if self.model is None or simulated is None or self.model == simulated:
            return ""
        return (
            f"The models differ: the exact number is of {self.model} ({MODELS[self.model]}), the simulated one of "
            f"{simulated} ({MODELS[simulated]}). They need not be equal."
        )

    @property
    def verdict(self) -> str:
        """The verdict in words; where the models differ, that comes first."""
        first = " ".join(text for text in (self.models_differ, self.rules_differ) if text)
        return f"{first} {self._found}".strip()

    @property
    def _found(self) -> str:
        """The verdict on the numbers alone."""
        grade, away = self.grade, abs(self.z)
        if math.isnan(away):
            told = "no standard error is known, the interval decides"
        else:
            told = f"{away:.1f} standard errors away"
        advice = f", {REASONS}" if grade is DIFFERS else ""
        return f"{grade.word}: {told}{advice}"

    def plot(self, ax: Any = None) -> Figure:
        """Draw the exact number as a line, and the estimate with its intervals of 95 % and 99.9 %."""
        from .pictures import comparison

        return comparison(self, ax)

    def __str__(self) -> str:
        """Give the numbers and the verdict, line by line."""
        value, error, low, high = self.estimate.written()
        z = "" if math.isnan(self.z) else f"   z = {self.z:+.2f}"
        lines = [
            *([self.name] if self.name else []),
            f"exact      {fraction_and_decimal(self.exact)}",
            f"simulated  {value} ± {error} (95 %: {low} to {high}){z}",
            self.verdict,
            f"({self.grade.by_chance})",
        ]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _table([self])


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Several exact numbers beside their estimates. ``be.compare`` makes it from two mappings."""

    rows: tuple[Comparison, ...]

    @property
    def note(self) -> str:
        """What to keep in mind: of many right numbers some look wrong by chance."""
        count = len(self.rows)
        if count == 1:
            return 'A right number says more than "agrees" in about 1 run of 20, by chance.'
        return f'Of {count} right numbers, {count / 20:.1f} are expected to say more than "agrees" by chance.'

    def __getitem__(self, name: str) -> Comparison:
        """Give the row of this name."""
        found = next((row for row in self.rows if row.name == name), None)
        if found is None:
            raise BanchokError(f"{shown(name)} is not compared here: {', '.join(row.name for row in self.rows)} are")
        return found

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        """Give a table."""
        return f"{as_columns([HEAD, *map(_cells, self.rows)])}\n{self.note}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _table(self.rows, self.note)


def compare(exact: Any, estimate: Any, model: str | None = None, name: str = "") -> Any:
    """Set an exact number beside an estimate of it.

    Parameters
    ----------
    exact
        A number (``Fraction(9, 17)``, ``"9/17"``, a sympy number), a derivation whose last line is a number, or the
        chain of a bank, which looks up what is estimated. Or a mapping from names to them.
    estimate
        An ``Estimate``. Or a mapping from the same names to estimates.
    model
        The model of the deck that the exact number belongs to: "fresh_each_coup", "recycled" or "side_pack". What
        carries its model needs none. None: the number is the same in all of them, as that of a single coup.
    name
        What both are, in words; by default what the estimate says.

    Returns
    -------
    Comparison or Comparisons
        Shows fraction, decimal, estimate, z and the verdict: "agrees" (19 runs in 20 do, if the exact number is right),
        "look again" (1 in 20), "differs" (1 in 1,000). ``.plot()`` draws it.

    Raises
    ------
    RulesError, BanchokError
        If there is no exact number, no estimate, no such model, or the names are not the same.

    >>> import banchok_edu as be
    >>> wins = be.coups(be.BanchokRules(), n=10_000, seed=7).probability("wins")
    >>> print(compare("9/17", wins))
    the punter wins a coup
    exact      9/17 = 0.529412
    simulated  0.5343 ± 0.0050 (95 %: 0.5245 to 0.5441)   z = +0.98
    agrees: 1.0 standard errors away
    (where the exact number is right, 19 runs in 20 say this)
    """
    if isinstance(exact, Mapping) or isinstance(estimate, Mapping):
        if not (isinstance(exact, Mapping) and isinstance(estimate, Mapping) and exact):
            raise BanchokError("give two mappings with the same names, one of exact numbers, one of estimates")
        if odd := [key for key in [*exact, *estimate] if key not in exact or key not in estimate]:
            raise BanchokError(f"{shown(odd[0])} is in one of the mappings only: give both numbers for each name")
        return Comparisons(tuple(_compared(exact[key], estimate[key], model, str(key)) for key in exact))
    return _compared(exact, estimate, model, name)


def _compared(exact: Any, estimate: Any, model: str | None, name: str) -> Comparison:
    if not isinstance(estimate, Estimate):
        raise BanchokError(
            f"{shown(estimate)} is no Estimate: give one, such as simulation.probability('tripled'), or make it from "
            "your own counts with be.Estimate.of_probability(...)"
        )
    if model is None:
        carried = getattr(exact, "deck_use", getattr(exact, "model", None))
        model = carried if carried in MODELS else None
    elif not isinstance(model, str) or model not in MODELS:
        raise BanchokError(f"model={shown(model)} is not a model of the deck: {', '.join(MODELS)} are")
    if not isinstance(name, str):
        raise BanchokError(f"name={shown(name)} is not allowed: say in words what both numbers are")
    number = exact.answer(estimate.question) if hasattr(exact, "answer") else _number(exact)
    differ = _rules_differ(getattr(exact, "rules", None), _rules_of(estimate))
    return Comparison(_number(number), estimate, model, name or estimate.question, differ)


def _number(exact: Any) -> Any:
    if isinstance(exact, Estimate):
        raise BanchokError("the exact side is an Estimate: give the exact number first, then the estimate")
    value = getattr(exact, "value", None)
    found = getattr(exact, "result", exact) if value is None else value
    if unknown := sorted(map(str, getattr(found, "free_symbols", ()))):
        raise BanchokError(f"the exact side is a formula in {', '.join(unknown)}: put numbers in first")
    if getattr(found, "is_real", False) and not getattr(found, "is_Rational", True):
        return found  # sympy's: a root or a logarithm
    number = rational("exact", found)
    if math.isinf(float(number)):
        raise BanchokError(f"exact={shown(exact)} is too large to be compared with an estimate")
    return number


def model_of(estimate: Estimate) -> str | None:
    """Give the model of the deck in which an estimate was played; None where that is not known, or there is no deck.

    >>> import banchok_edu as be
    >>> model_of(be.coups(be.BanchokRules(), n=10).probability("wins"))
    'fresh_each_coup'
    """
    rules = _rules_of(estimate)
    if estimate.clusters == "coups" and rules is not None:  # those of be.coups; of counts of one's own nothing is known
        return "fresh_each_coup"
    found = getattr(rules, "deck_use", None)
    return found if found in MODELS else None


def _rules_of(estimate: Estimate) -> Any:
    return estimate.about[0] if isinstance(estimate.about, tuple) and estimate.about else estimate.about


_NO_MATTER = {"deck_use", "rounds", "first_banker", "show_passed", "turn_limit"}
"""Fields that change no number of a bank, or of which the model tells."""


def _rules_differ(exact: Any, simulated: Any) -> str:
    if not isinstance(exact, Rules) or not isinstance(simulated, Rules):
        return ""
    if type(exact) is not type(simulated):
        return f"The games differ: the exact number is of {exact.game}, the simulated one of {simulated.game}."
    odd = [
        f.name
        for f in fields(exact)
        if f.name not in _NO_MATTER and getattr(exact, f.name) != getattr(simulated, f.name)
    ]
    pairs = [f"{name}={getattr(exact, name)!r} and {name}={getattr(simulated, name)!r}" for name in odd]
    return f"The rules differ, exact and simulated: {'; '.join(pairs)}." if pairs else ""


def fraction_and_decimal(exact: Any) -> str:
    """Write an exact number in both forms.

    >>> from sympy import Rational
    >>> fraction_and_decimal(Rational(9, 17))
    '9/17 = 0.529412'
    """
    text, decimal = written(exact), f"{float(exact):.6g}"
    if not exact.is_Rational:
        return f"{exact} ≈ {decimal}"
    return text if text == decimal or exact.is_integer else f"{text} {'=' if '/' in text else '≈'} {decimal}"


def _cells(row: Comparison) -> tuple[str, ...]:
    value, error, _, _ = row.estimate.written()
    z = "" if math.isnan(row.z) else f"{row.z:+.2f}"
    exact = written(row.exact)
    decimal = f"{float(row.exact):.6g}" if "/" in exact else ""
    return row.name, exact, decimal, value, f"± {error}", z, row.grade.word


def _table(rows: Any, note: str = "") -> str:
    whole = Element("div")
    said = [text for row in rows for text in (row.models_differ, row.rules_differ) if text]
    for text in dict.fromkeys(said):
        SubElement(SubElement(whole, "p"), "strong").text = text
    whole.append(html_table(HEAD, map(_cells, rows), named=True))
    if len(rows) == 1:
        SubElement(whole, "p").text = f"{rows[0]._found} ({rows[0].grade.by_chance})"  # noqa: SLF001
    if note:
        SubElement(whole, "p").text = note
    return tostring(whole, encoding="unicode", method="html")
