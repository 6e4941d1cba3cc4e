"""Answers, reasons and names as lines of text in the cells of a notebook, wherever in it they have got to.

The line says what it is. The notes of a cell only help where a line was edited away. It judges nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .sheets import ANSWER, IDENTITY, REASON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .notebooks import Cell

LONGEST_ANSWER = 1500
"""Characters behind the sign that are looked at; no answer is that long."""
MOST_FOUND = 50
"""Lines for one exercise that are kept; who writes more has not answered."""
_CAPITALS = str.maketrans("ЕМНемн", "EMHEMH")
"""Cyrillic letters that look like those before a number."""
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
_MARKUP = " \t>*_`$#\\-•"
_LINE = re.compile(r"([EMHemhЕМНемн])[ ]?([0-9]{1,4})(?![0-9])[*_`$\\ \t]{0,10}[=＝]{1,3}(.*)", re.DOTALL)
_REASON = re.compile(
    r"reason\s+for\s+([EMHemhЕМНемн])\s?([0-9]{1,4})(?![0-9])[*_`\s]{0,10}[:：](.*)", re.IGNORECASE | re.DOTALL
)
_NAMED = re.compile(r"(student|course|exercises)\s*[:：](.*)", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"#{1,6}\s")
_COMMENT = re.compile(r"(?<=\s)#.*$", re.DOTALL)
_BLANK = re.compile(r"[\s.…?_\-]*")


@dataclass(frozen=True)
class Answer:
    """An answer as it was written, and where."""

    exercise: str
    text: str
    cell: int
    by_note: bool = False
    """Whether only the cell's notes say which exercise it is for."""
    in_code: bool = False
    """Whether it stands among a student's own code."""


@dataclass
class Found:
    """All that stands in a notebook."""

    answers: dict[str, list[Answer]] = field(default_factory=dict)
    blank: dict[str, int] = field(default_factory=dict)
    """Exercises with a line and nothing behind the sign: the cell."""
    reasons: dict[str, list[str]] = field(default_factory=dict)
    edited: list[tuple[str, int]] = field(default_factory=list)
    """Answer cells of an exercise in which no answer is to be found."""
    student: list[str] = field(default_factory=list)
    course: list[str] = field(default_factory=list)
    exercises: list[str] = field(default_factory=list)


def find(cells: Sequence[Cell]) -> Found:
    r"""Go through the cells of a notebook.

    >>> from banchok_edu.desk.notebooks import Cell
    >>> found = find([Cell(1, "markdown", "**M24 = 2/7**\nReason for M24: I counted.")])
    >>> found.answers["M24"][0].text, found.reasons
    ('2/7', {'M24': ['I counted.']})
    """
    found = Found()
    _identities([cell for cell in cells if cell.part == IDENTITY], found)
    _identities([cell for cell in cells if cell.kind != "code"], found)
    for cell in cells:
        _through(cell, found)
    return found


def _identities(cells: Sequence[Cell], found: Found) -> None:
    """Look for student, course and exercises, for each of them that was not found before."""
    open_ones = {name for name in ("student", "course", "exercises") if not getattr(found, name)}
    for cell in cells:
        for line in cell.text.splitlines():
            if (said := _NAMED.match(line.lstrip(_MARKUP))) and said[1].lower() in open_ones:
                place: list[str] = getattr(found, said[1].lower())
                text = said[2].strip(_MARKUP)
                if text and text not in place and len(place) < MOST_FOUND:
                    place.append(text)


def _through(cell: Cell, found: Found) -> None:
    """Take the lines of a cell one by one: an answer, the begin of a reason, a part of one, or something else."""
    loose: list[str] = []  # lines that belong to nothing yet
    reason = ""
    told: dict[str, list[str]] = {}
    told_answer = False
    own = cell.part in (ANSWER, REASON)
    for line in cell.text.splitlines():
        bare = line.lstrip(_MARKUP)
        if said := _LINE.match(bare):
            told_answer = True
            reason = ""
            _answer(cell, _name(said), said[3], own=own, found=found)
        elif said := _REASON.match(bare):
            reason = _name(said)
            told.setdefault(reason, []).append(said[3].strip())
        elif reason and not _HEADING.match(line):
            told[reason].append(line.rstrip())
        else:
            reason = ""
            if line.strip():
                loose.append(line.strip())
    if cell.part == REASON and not told and not told_answer and (name := _known(cell.exercise)):
        told[name] = loose
    for name, lines in told.items():
        text = "\n".join(lines).strip()
        place = found.reasons.setdefault(name, [])
        if text and text not in place and len(place) < MOST_FOUND:
            place.append(text)
    if cell.part == ANSWER and (name := _known(cell.exercise)):
        _by_note(cell, name, loose, told_answer, found)


def _answer(cell: Cell, name: str, behind: str, *, own: bool, found: Found) -> None:
    text = _tidy(behind[:LONGEST_ANSWER])
    if cell.kind == "code":
        text = _COMMENT.sub("", text).rstrip()
    if _BLANK.fullmatch(text):
        found.blank.setdefault(name, cell.number)
        return
    place = found.answers.setdefault(name, [])
    if len(place) < MOST_FOUND:
        place.append(Answer(name, text, cell.number, in_code=cell.kind == "code" and not own))


def _by_note(cell: Cell, name: str, loose: list[str], told: bool, found: Found) -> None:
    """Look for the answer in a cell that our notes call the answer's, where its line has none."""
    here = any(one.cell == cell.number for one in found.answers.get(name, ()))
    if here or (told and found.blank.get(name) != cell.number):
        return
    if len(loose) == 1:
        place = found.answers.setdefault(name, [])
        if len(place) < MOST_FOUND:
            place.append(Answer(name, _tidy(loose[0][:LONGEST_ANSWER].lstrip("= ")), cell.number, by_note=True))
    elif loose or not told:
        found.edited.append((name, cell.number))


def _tidy(text: str) -> str:
    """Take away what is markup around an answer, and make wide letters narrow."""
    return text.translate(_WIDE).strip().strip("*_`$ \t").removesuffix("\\").strip()


def _name(said: re.Match[str]) -> str:
    return f"{said[1].translate(_CAPITALS).upper()}{int(said[2])}"


def _known(note: str) -> str:
    said = re.fullmatch(r"([EMH])([0-9]{1,4})", note)
    return f"{said[1]}{int(said[2])}" if said else ""
