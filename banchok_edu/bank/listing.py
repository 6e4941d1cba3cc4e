"""The exercises by id, and the table of those that fit. Chapters are loaded when an exercise is first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import tostring

from banchok_edu.errors import BanchokError, shown
from banchok_edu.listed import as_columns, html_table

from .answering import Exercise
from .judging import check_word
from .posing import LEVELS

if TYPE_CHECKING:
    from .posing import Definition

CHAPTERS = (
    "easy",
    "easy_games",
    "medium_coup",
    "medium_several",
    "medium_bank",
    "medium_games",
    "hard_bank",
    "hard_deck",
    "hard_games",
    "evidence",
    "streaks",
    "intervals",
    "choices",
    "simulated",
)
"""The files with exercises."""

LEFT = "text-align: left"
HEAD = ("id", "title", "level", "lesson", "answer", "concepts")


@cache
def definitions() -> dict[str, Definition]:
    """Give all exercises by id, in the order of their numbers."""
    found: list[Definition] = []
    for chapter in CHAPTERS:
        module: Any = import_module(f".{chapter}", __package__)
        found.extend(module.EXERCISES)
    return {one.id: one for one in sorted(found, key=lambda one: int(one.id[1:]))}


def exercise(id: str, student: str | None = None, course: str = "") -> Exercise:  # noqa: A002 (the word for it)
    """Give an exercise, with the numbers of a student or, without one, those of the book.

    The same student and course have the same numbers everywhere.

    Parameters
    ----------
    id
        Such as "M24"; ``be.exercises()`` lists them.
    student, course
        The student's id, such as "s042", and the name of the course.

    Raises
    ------
    BanchokError
        If there is no such exercise, or student or course are not short texts.

    >>> import banchok_edu as be
    >>> be.exercise("E2").check("31/51").state
    'right'
    >>> be.exercise("E2", student="s042").parameters["rank"]
    '4'
    """
    known = definitions()
    return Exercise(known[check_word(id, "exercise", list(known))], student, course)


def exercises(
    concept: str | None = None,
    level: str | None = None,
    lesson: str | int | None = None,
    student: str | None = None,
    course: str = "",
) -> Exercises:
    """List the exercises on a concept, of a level, or of a lesson, as a table that can be gone through.

    Raises
    ------
    BanchokError
        If there is no such concept, level or lesson.

    >>> import banchok_edu as be
    >>> [one.id for one in be.exercises(concept="complement", level="easy")][:1]
    ['E9']
    """
    known = list(definitions().values())
    if concept is not None:
        concept = check_word(concept, "concept", sorted({word for one in known for word in one.concepts}))
        known = [one for one in known if concept in one.concepts]
    if level is not None:
        level = check_word(level, "level", list(LEVELS.values()))
        known = [one for one in known if one.level == level]
    if lesson is not None:
        number = f"{lesson:02d}" if isinstance(lesson, int) and not isinstance(lesson, bool) else lesson
        number = check_word(number, "lesson", sorted({one.lesson for one in definitions().values()}))
        known = [one for one in known if one.lesson == number]
    return Exercises(tuple(known), student, course)


class Exercises(Sequence[Exercise]):
    """Exercises as a table, and one after another."""

    __slots__ = ("_course", "_definitions", "_student")

    def __init__(self, found: tuple[Definition, ...], student: str | None, course: str) -> None:
        self._definitions, self._student, self._course = found, student, course

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids."""
        return tuple(one.id for one in self._definitions)

    def __len__(self) -> int:
        return len(self._definitions)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Exercises(self._definitions[place], self._student, self._course)
        if isinstance(place, int):
            return Exercise(self._definitions[place], self._student, self._course)
        raise BanchokError(f"{shown(place)} is not a place in this table: use a whole number, or be.exercise(id)")

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (one.id, one.title, one.level, one.lesson, one.kind, ", ".join(one.concepts)) for one in self._definitions
        ]

    def __str__(self) -> str:
        """Give the table in columns."""
        return as_columns([HEAD, *self._rows()])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tostring(html_table(HEAD, self._rows(), style=LEFT), encoding="unicode", method="html")
