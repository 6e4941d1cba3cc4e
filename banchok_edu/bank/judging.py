"""Whether an answer is right, and which known mistake a wrong one comes from. It keeps nothing and asks nobody."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from banchok_edu.cards import RANKS
from banchok_edu.errors import BanchokError, shown
from banchok_edu.estimates import Estimate

from .answers import Reading, Unreadable, read_estimate, read_number
from .posing import CARD, CHOICE, COUNT, PROBABILITY, SIMULATED, exact, tolerance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .posing import Definition, Mistake, Posed

RIGHT, WRONG, UNREADABLE, ASK_BACK = "right", "wrong", "unreadable", "ask_back"
FAR = 3.29
"""Standard errors: further away is one honest simulation in a thousand."""
COPIED = Fraction(1, 10**7)
"""A simulation does not come as near as that to the exact number, other than by a fraction of its trials."""
LEAST_SHARE = 0.9
"""An estimate from fewer than this share of the games that are asked for is sent back."""
_NAMES = {
    name: rank
    for rank, names in zip(
        RANKS,
        (
            "two deuce",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten t",
            "jack",
            "queen",
            "king",
            "ace",
        ),
        strict=True,
    )
    for name in (rank.lower(), *names.split())
}


@dataclass(frozen=True)
class Verdict:
    """What is found of one answer."""

    state: str
    """"right", "wrong", "unreadable" or "ask_back"."""
    says: str = ""
    """What to say of an answer that cannot be judged as it is."""
    value: str = ""
    """The answer as it was read: equal answers have the same one."""
    causes: tuple[str, ...] = ()
    """What may have led to a wrong answer, if it is known."""


def judge(definition: Definition, posed: Posed, options: Mapping[str, str], answer: object) -> Verdict:
    """Judge an answer."""
    if definition.kind == CHOICE:
        return _choice(posed, options, answer)
    if definition.kind == CARD:
        return _card(posed, answer)
    if definition.kind == SIMULATED and isinstance(answer, Estimate):
        return _estimate(posed, answer)
    if isinstance(answer, Estimate):
        return Verdict(UNREADABLE, "an estimate is not an exact number: this exercise asks for the exact one")
    if definition.kind == SIMULATED and isinstance(answer, str) and (told := read_estimate(answer)):
        answer, games, clusters = told
        if games is not None and (question := _too_few(posed, games, clusters)):
            return Verdict(ASK_BACK, question)
    try:
        reading = read_number(answer)
    except Unreadable as error:
        return Verdict(UNREADABLE, str(error))
    if question := _doubt(definition, posed, reading):
        return Verdict(ASK_BACK, question)
    if definition.kind == SIMULATED:
        return _simulated(posed, reading.value)
    return _number(definition, posed, reading.value)


def _number(definition: Definition, posed: Posed, value: Fraction) -> Verdict:
    told = told_as(value)
    strict = definition.exact_only or definition.kind == COUNT
    if any(abs(value - right) <= (0 if strict else tolerance(right)) for right in rights(posed)):
        return Verdict(RIGHT, value=told)
    known = [
        (abs(value - wrong.value), wrong)
        for wrong in posed.mistakes
        if abs(value - wrong.value) <= (0 if strict else tolerance(wrong.value))
    ]
    nearest = min(known, key=lambda found: found[0], default=None)
    return Verdict(WRONG, value=told, causes=nearest[1].causes if nearest else ())


def rights(posed: Posed) -> list[Fraction]:
    """List the answers that are right."""
    return [posed.answer, *map(exact, posed.also)]


def told_as(value: Fraction) -> str:
    """Give a number in a short form, by which answers are told from each other.

    >>> told_as(Fraction(1, 2)), told_as(Fraction(1, 3**100))
    ('0.5', '1.940325217e-48')
    """
    scale = value.numerator.bit_length() - value.denominator.bit_length()
    return f"{float(value):.10g}" if abs(scale) < 1000 else f"about 2^{scale}"


def same(one: str, other: str, *, strict: bool) -> bool:
    """Tell whether two answers, in this short form, are the same but for rounding.

    >>> same("0.3333", "0.3333333333", strict=False), same("a", "b", strict=False)
    (True, False)
    """
    if strict or one == other:
        return one == other
    try:
        a, b = Fraction(one), Fraction(other)
    except ValueError:
        return False
    return abs(a - b) <= max(tolerance(a), tolerance(b))


def _doubt(definition: Definition, posed: Posed, reading: Reading) -> str:
    """Ask back where what was written may mean two things, or is not enough to tell right from wrong."""
    value = reading.value
    if definition.kind == COUNT and reading.thousands:
        whole = value * 1000
        return f"Do you mean {whole.numerator} or {float(value)}? Write a whole number without a comma."
    chance = definition.kind == PROBABILITY or (definition.kind == SIMULATED and 0 <= posed.answer <= 1)
    if definition.kind == PROBABILITY and value < 0:
        return "A probability is not below 0. What was taken from what?"
    if chance and 1 < value <= 100 and (reading.places is not None or value.denominator == 1):
        number = f"{float(value):g}"
        return f"Per cent? A probability is not above 1: write {number} % or {float(value / 100):g}."
    if definition.kind == PROBABILITY and value > 1:
        return "A probability is not above 1. Is the fraction upside down, or something counted twice?"
    if definition.exact_only and not reading.exact:
        return "A decimal cannot tell the right answer from a wrong one here: write the exact fraction."
    if definition.kind not in (COUNT, SIMULATED) and _rounded(posed, reading):
        return "That may be right, but it is rounded too far to tell: write a fraction, or four digits."
    return ""


def _rounded(posed: Posed, reading: Reading) -> bool:
    """Tell whether it is the right answer with too few decimals: at least two digits, rounded or cut off."""
    if reading.exact or reading.places is None:
        return False
    places = reading.places + 2 * reading.percent
    unit = Fraction(1, 10**places) if places <= 60 else Fraction(0)
    return any(
        abs(reading.value) >= 10 * unit > 0
        and reading.value in (round(right / unit) * unit, floor(right / unit) * unit)
        and abs(reading.value - right) > tolerance(right)
        for right in rights(posed)
    )


def _choice(posed: Posed, options: Mapping[str, str], answer: object) -> Verdict:
    keys = ", ".join(options)
    if not isinstance(answer, str) or len(answer) > 400 or not answer.strip():
        return Verdict(UNREADABLE, f"{shown(answer)} is not a choice: write one letter, {keys}")
    tidy = " ".join(answer.casefold().split()).strip("().")
    named = {
        key: text for key, text in options.items() if tidy in (key, " ".join(text.casefold().split()).strip("()."))
    }
    if not named:
        return Verdict(UNREADABLE, f"{shown(answer)} is none of the choices: write one letter, {keys}")
    key, text = next(iter(named.items()))
    if text == posed.answer:
        return Verdict(RIGHT, value=key)
    causes = next((wrong.causes for wrong in posed.mistakes if wrong.value == text), ())
    return Verdict(WRONG, value=key, causes=causes)


def _card(posed: Posed, answer: object) -> Verdict:
    word = str(answer) if isinstance(answer, int) and not isinstance(answer, bool) and 2 <= answer <= 10 else answer
    if not isinstance(word, str) or len(word) > 20 or (rank := _rank(word)) is None:
        return Verdict(UNREADABLE, f"{shown(answer)} is not a rank: write one of {', '.join(RANKS)}")
    if rank == posed.answer:
        return Verdict(RIGHT, value=rank)
    causes = next((wrong.causes for wrong in posed.mistakes if wrong.value == rank), ())
    return Verdict(WRONG, value=rank, causes=causes)


def _rank(word: str) -> str | None:
    words = word.casefold().replace("♠", "").replace("♥", "").replace("♦", "").replace("♣", "").split()
    words = [w for w in words if w not in ("a", "an", "the")] or words
    return _NAMES.get(words[0].removesuffix("s") if len(words[0]) > 2 else words[0]) if len(words) == 1 else None


def _simulated(posed: Posed, value: Fraction) -> Verdict:
    """Judge the number that a simulation gave, by the standard error that such a simulation has."""
    assert posed.run is not None
    near = abs(value - posed.answer) <= abs(posed.answer) * COPIED
    if near and (value * posed.run.trials).denominator != 1:
        return Verdict(
            ASK_BACK, "That is a number no run of this length can give to the last digit. What did your own run give?"
        )
    if abs(value - posed.answer) <= Fraction(FAR * posed.run.standard_error):
        return Verdict(RIGHT, value=told_as(value))
    return Verdict(WRONG, value=told_as(value), causes=_nearest(posed, value, FAR * posed.run.standard_error))


def _estimate(posed: Posed, answer: Estimate) -> Verdict:
    assert posed.run is not None
    told = f"{answer.value:.10g}"
    if question := _too_few(posed, answer.games, answer.clusters):
        return Verdict(ASK_BACK, question, told)
    low, high = answer.interval(0.999)
    if low <= float(posed.answer) <= high:
        return Verdict(RIGHT, value=told)
    return Verdict(WRONG, value=told, causes=_nearest(posed, Fraction(answer.value), (high - low) / 2))


def _too_few(posed: Posed, games: int, clusters: str) -> str:
    """Ask back where an estimate is from fewer games than were asked for."""
    assert posed.run is not None
    if games >= LEAST_SHARE * posed.run.trials:
        return ""
    return f"Your estimate is from {games:,} {clusters}; the exercise asks for {posed.run.trials:,}."


def _nearest(posed: Posed, value: Fraction, reach: float) -> tuple[str, ...]:
    """Give the causes of the nearest mistake, if it is near enough."""

    def away(wrong: Mistake) -> Fraction:
        return abs(value - exact(wrong.value))

    near = min(posed.mistakes, key=away, default=None)
    return near.causes if near is not None and away(near) <= Fraction(reach) else ()


def check_word(word: object, what: str, known: list[str]) -> str:
    """Give one of the words that are known.

    Raises
    ------
    BanchokError
        If it is none of them; names the nearest.
    """
    import difflib

    tidy = word.strip().casefold() if isinstance(word, str) and len(word) < 80 else ""
    for one in known:
        if one.casefold() == tidy:
            return one
    near = difflib.get_close_matches(tidy, [one.casefold() for one in known], 1, 0.6) if tidy else []
    meant = f"did you mean {next(one for one in known if one.casefold() == near[0])!r}? " if near else ""
    raise BanchokError(f"there is no {what} {shown(word)}: {meant}be.exercises() lists them all")
