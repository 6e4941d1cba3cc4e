"""The key: worked solutions, with the derivation step by step, as a notebook or as a page of Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banchok_edu.bank import exercise
from banchok_edu.catalogue import derivation

from .files import DeskError, plain
from .notebooks import cell
from .notebooks import notebook as made
from .sheets import markdown

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from banchok_edu.bank import Exercise

    from .roster import Student

KINDS = (".ipynb", ".md")


def check_kind(path: Path) -> None:
    """Refuse a name that does not say which kind of file is wanted.

    Raises
    ------
    DeskError
        If it ends in something else than .ipynb or .md.
    """
    if path.suffix.lower() not in KINDS:
        raise DeskError(f"{plain(path.name)!r} ends neither in .ipynb nor in .md: a key is a notebook, or Markdown")


def key(
    exercises: Sequence[str], students: Sequence[Student] = (), course: str = "", *, notebook: bool = False
) -> bytes:
    """Give the key of these exercises: with the book's numbers, and below them each student's answer.

    >>> page = key(["M24"]).decode()
    >>> "**M24 = 2/7**, about 0.2857" in page, "Bayes over the ranks" in page
    (True, True)
    """
    pages = [_page(exercise(id), students, course) for id in exercises]
    head = "# Key\n\nWith the numbers of the book" + (
        f"; each student's answers for the course {markdown(course)}." if course else "."
    )
    if not notebook:
        return ("\n\n".join([head, *pages]) + "\n").encode()
    named = zip(("key", *map(str.lower, exercises)), (head, *pages), strict=True)
    return made([cell("markdown", id, page) for id, page in named])


def _page(one: Exercise, students: Sequence[Student], course: str) -> str:
    solution = one.solution()
    options = [f"{letter}) {markdown(text)}" for letter, text in one.options.items()]
    about = f", about {solution.decimal}" if solution.decimal else ""
    lines = [f"## {one.id} · {markdown(one.title)}", markdown(one.rule), markdown(one.question), *options]
    lines += [f"**{one.id} = {markdown(solution.answer)}**{about}", markdown(solution.why)]
    if one.reason_asked:
        lines.append(f"A reason is asked for: {markdown(one.reason_asked)}")
    if solution.mistakes:
        lines.append("Wrong answers that are often given:")
        lines.append("\n".join(f"- {markdown(value)}: {markdown(cause)}" for value, cause in solution.mistakes))
    lines += _steps(solution.derivation)
    if students:
        lines.append(f"Each student's answer to {one.id}:")
        lines.append(
            "\n".join(
                [
                    "| student | name | answer | about |",
                    "| --- | --- | --- | --- |",
                    *(_row(one.id, s, course) for s in students),
                ]
            )
        )
    return "\n\n".join(lines)


def _row(id: str, student: Student, course: str) -> str:
    solution = exercise(id, student.id, course).solution()
    cells = (student.id, student.name, solution.answer, solution.decimal)
    return f"| {' | '.join(markdown(plain(cell)) for cell in cells)} |"


def _steps(name: str) -> list[str]:
    if not name:
        return []
    proof = derivation(name)
    lines = [f"### The general case: {markdown(proof.title)}", markdown(proof.question)]
    meanings = "; ".join(f"{markdown(symbol)}: {markdown(meaning)}" for symbol, meaning in proof.symbols.items())
    lines += [f"Where {meanings}."] if meanings else []
    for number, step in enumerate(proof.steps, 1):
        reason = f" ({markdown(step.reason)})" if step.reason else ""
        lines.append(f"{number}. {markdown(step.statement)}{reason}")
        lines.append(f"$$\n{step.latex()}\n$$")
    return lines
