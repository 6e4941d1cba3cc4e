"""What a student gets back: a page that says of each answer how it stands, and does not give the right one away."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from banchok_edu.bank import exercise
from banchok_edu.bank.judging import RIGHT, WRONG
from banchok_edu.bank.methods import method

from .files import file_name, plain, write_aside
from .grading import MISSING
from .marks import REASON
from .sheets import markdown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from banchok_edu.bank import Exercise

    from .grading import Graded, Result

NONE: Mapping[tuple[str, str], str] = MappingProxyType({})
"""No marks given by hand."""


def write_feedback(
    graded: Graded, folder: Path, by_hand: Mapping[tuple[str, str], str] = NONE, *, solutions: bool = False
) -> tuple[int, int]:
    """Write a page for each student of whom there is a sheet; gives how many, and how many of before were put aside.

    ``by_hand`` are the marks that the teacher gave, by student and exercise.

    Raises
    ------
    DeskError
        If one cannot be written.
    """
    written = aside = 0
    for student, name in graded.students.items():
        results = {id: graded.results[student, id] for id in graded.exercises if (student, id) in graded.results}
        if results:
            page = feedback(student, name, graded.course, results, by_hand, solutions=solutions)
            aside += write_aside(folder / f"{file_name(student)}.md", page.encode()) is not None
            written += 1
    return written, aside


def feedback(
    student: str,
    name: str,
    course: str,
    results: Mapping[str, Result],
    by_hand: Mapping[tuple[str, str], str] = NONE,
    *,
    solutions: bool = False,
) -> str:
    """Give a student's page, as Markdown.

    A mark in ``by_hand``, which the teacher gave, takes the place of our words. With ``solutions`` it has the worked
    solutions too; without, it says nothing from which the answer could be read.

    >>> from banchok_edu.desk.grading import Result
    >>> print(feedback("s042", "", "", {"M24": Result("missing")}).splitlines()[-1])
    Nothing was found. The answer is a line that begins with M24 = and stands in a cell of its own.
    """
    own = {id: by_hand.get((plain(student), id), "") for id in results}
    right = sum(one.state == RIGHT and not own[id] for id, one in results.items())
    head = [f"# {markdown(plain(name) or plain(student))}", ""]
    head += [f"Course: {markdown(course)}", ""] if course else []
    marked = f", {sum(map(bool, own.values()))} marked by your teacher" if any(own.values()) else ""
    lines = [*head, f"{right} of {len(results)} right{marked}."]
    for id, result in results.items():
        posed = exercise(id, student, course)
        lines += ["", f"## {id} · {markdown(posed.title)}", ""]
        if result.answer:
            lines += [f"You wrote: {markdown(plain(result.answer))}", ""]
        lines.append(f"Marked by your teacher: {own[id]}" if own[id] else _said(posed, result))
        if told := by_hand.get((plain(student), id + REASON)):
            lines += ["", f"Your reason was marked: {told}"]
        if solutions:
            lines += [
                "",
                *(markdown(line) for line in str(posed.solution()).splitlines() if "be.derivation" not in line),
            ]
    return "\n".join(lines) + "\n"


def _said(posed: Exercise, result: Result) -> str:
    if result.state == RIGHT:
        return "Right."
    if result.state == WRONG:
        cause = result.causes[0] if len(result.causes) == 1 else method(posed.concepts)
        return f"Not right. {markdown(cause)}"
    if result.state == MISSING:
        return f"Nothing was found. The answer is a line that begins with {posed.id} = and stands in a cell of its own."
    return f"Not marked yet. {markdown(plain(result.says, 400))}"
