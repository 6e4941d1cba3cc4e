"""Sheets: a notebook for each student, with that student's numbers and a line for each answer.

It writes; what comes back is read in ``lines.py``, which looks for the same lines and tags.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banchok_edu.bank import exercise
from banchok_edu.bank.personal import checked
from banchok_edu.bank.posing import SIMULATED
from banchok_edu.errors import BanchokError, shown

from .files import DeskError, check_place, file_name, plain, read_bounded, same_content, write_new, write_whole
from .notebooks import KEY, cell, notebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banchok_edu.bank import Exercise

    from .roster import Student

FORMAT = 1
ANSWER, REASON, PROMPT, IDENTITY = "answer", "reason", "prompt", "identity"
LIST = Path(".banchok-edu") / "sheets.json"
"""What we remember of the sheets in a folder."""
_LARGEST_LIST = 8_000_000
MOST_EXERCISES = 60
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~])")


@dataclass
class Handout:
    """What was done: names of files, and what there is to say."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Listed:
    """What is remembered of a folder of sheets."""

    course: str = ""
    exercises: tuple[str, ...] = ()
    students: tuple[tuple[str, str], ...] = ()
    """Ids and names."""


def read_exercises(text: str) -> tuple[str, ...]:
    """Read the ids of exercises, parted by commas.

    Raises
    ------
    BanchokError
        If there is none of that name, or one is named twice.

    >>> read_exercises("e2, M24")
    ('E2', 'M24')
    """
    found: list[str] = []
    words = re.split(r"[,;\s]+", text[:2000].strip(" ,;"))
    if words == [""]:
        raise DeskError("no exercise is named: write such as E2,M24")
    for word in words:
        known = exercise(word).id
        if known in found:
            raise DeskError(f"the exercise {known} is named twice: name it once")
        found.append(known)
    if len(found) > MOST_EXERCISES:
        raise DeskError(f"{len(found)} exercises are too many for one sheet: at most {MOST_EXERCISES}")
    return tuple(found)


def write_sheets(
    folder: Path,
    students: Sequence[Student],
    exercises: Sequence[str],
    course: str = "",
    done: Callable[[], object] = lambda: None,
) -> Handout:
    """Write a sheet for each student; one that is there already stays as it is.

    Raises
    ------
    DeskError
        If the folder holds sheets of another course or with other exercises, or cannot be written to.
    """
    course = checked("course", course)
    before = read_list(folder)
    if before is not None and (before.course, before.exercises) != (course, tuple(exercises)):
        raise DeskError(
            f"{shown(str(folder), 200)} holds sheets with {', '.join(before.exercises)} for the course "
            f"{shown(before.course)} already: give the same again, to add students, or another folder"
        )
    check_place(folder)
    names = dict(before.students if before else ()) | {student.id: student.name for student in students}
    outcome = Handout()
    _remember(folder, Listed(course, tuple(exercises), tuple(names.items())))
    for student in students:
        path = folder / f"{file_name(student.id)}.ipynb"
        content = sheet(student, [exercise(id, student.id, course) for id in exercises], course)
        try:
            fresh = write_new(path, content)
        except DeskError:
            if not path.is_file():
                raise
            fresh = False  # the student's work, or ours of another day
        (outcome.written if fresh else outcome.kept).append(path.name)
        done()
    return outcome


def _remember(folder: Path, listed: Listed) -> None:
    said = {
        "format": FORMAT,
        "course": listed.course,
        "exercises": listed.exercises,
        "students": [list(one) for one in listed.students],
    }
    content = json.dumps(said, ensure_ascii=False, indent=1).encode() + b"\n"
    if not same_content(folder / LIST, content):
        write_whole(folder / LIST, content)


def read_list(folder: Path) -> Listed | None:
    """Read what is remembered of a folder; None if there is nothing, or nothing that can be believed.

    >>> read_list(Path("no-such-folder"))
    """
    try:
        said = json.loads(read_bounded(folder / LIST, _LARGEST_LIST))
        if said["format"] != FORMAT:
            return None
        exercises = tuple(exercise(id).id for id in said["exercises"][:MOST_EXERCISES])
        students = tuple((checked("student", id), plain(name)) for id, name in said["students"])
        return Listed(checked("course", said["course"]), exercises, students)
    except (BanchokError, ValueError, TypeError, KeyError, RecursionError):
        return None


def sheet(student: Student, exercises: Sequence[Exercise], course: str) -> bytes:
    """Give the notebook of a student, the same bytes each time.

    >>> import banchok_edu as be
    >>> from banchok_edu.desk.roster import Student
    >>> b'M24 = ' in sheet(Student("s042"), [be.exercise("M24", "s042")], "")
    True
    """
    ids = [one.id for one in exercises]
    cells = [_identity(student, course, ids)]
    for one in exercises:
        cells += _posed(one)
    return notebook(cells, {"format": FORMAT, "student": student.id, "course": course, "exercises": ids})


def _cell(kind: str, place: str, source: str, part: str, id: str = "") -> dict[str, Any]:
    notes = {"part": part} | ({"exercise": id} if id else {})
    metadata: dict[str, Any] = {KEY: notes}
    if part in (ANSWER, REASON):
        metadata["tags"] = [f"banchok-{part}"]
    return cell(kind, place, source, metadata)


def _identity(student: Student, course: str, ids: Sequence[str]) -> dict[str, Any]:
    lines = [f"Student: {student.id}"]
    lines += [f"Name: {plain(student.name)}"] if student.name else []
    lines += [f"Course: {course}"] if course else []
    lines.append(f"Exercises: {', '.join(ids)}")
    text = (
        "# Exercises\n\n```text\n" + "\n".join(lines) + "\n```\n\n"
        f"Below each exercise is a cell with a line such as `{ids[0]} =`. Double-click it and write your answer behind "
        "the sign. One line is enough, and nothing has to be run. Leave the lines above as they are."
    )
    return _cell("markdown", "identity", text, IDENTITY)


def _posed(one: Exercise) -> list[dict[str, Any]]:
    options = "".join(f"\n\n{key}) {markdown(text)}" for key, text in one.options.items())
    prompt = (
        f"## {one.id} · {markdown(one.title)}\n\n{markdown(one.rule)}\n\n{markdown(one.question)}{options}\n\n"
        f"*Answer with {markdown(one.form)}.*"
    )
    place = one.id.lower()
    cells = [_cell("markdown", f"{place}-prompt", prompt, PROMPT, one.id)]
    if one.kind == SIMULATED:
        work = f"# Room for the simulation of {one.id}. Write its result into the line below."
        cells.append(_cell("code", f"{place}-work", work, "work", one.id))
    cells.append(_cell("markdown", f"{place}-answer", f"{one.id} = ", ANSWER, one.id))
    if one.reason_asked:
        text = f"{markdown(one.reason_asked)}\n\nReason for {one.id}: "
        cells.append(_cell("markdown", f"{place}-reason", text, REASON, one.id))
    return cells


def markdown(text: str) -> str:
    r"""Give a text so that Markdown shows it as it is.

    >>> print(markdown("P(A|B) * <x>"))
    P(A\|B) \* \<x\>
    """
    return _SPECIAL.sub(r"\\\1", text)
