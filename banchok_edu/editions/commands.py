"""The subcommand ``lessons``: its arguments, what it says, and its exit codes."""

from __future__ import annotations

import shutil
import textwrap
from typing import TYPE_CHECKING, Any

from banchok_edu.desk.files import named_place, plain
from banchok_edu.terminal import bar, counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    from .choosing import Lesson
    from .copying import Copies

    Say = Callable[[str], None]

DONE, FAILED = 0, 1


def describe(subparsers: Any, say: Say) -> None:
    """Describe the subcommand."""
    lessons = subparsers.add_parser(
        "lessons",
        help="list the lessons; for teachers: copies without solutions, pages for telephones",
        description="List the lessons, or make editions of them. No file that is there already is written over.",
        epilog="A solution stands between a line with BEGIN SOLUTION and one with END SOLUTION, in text or in code, or "
        "in a cell with the tag solution. A name may be a number or a beginning: banchok-edu lessons --html phone 1 03",
    )
    lessons.add_argument("names", metavar="NAME", nargs="*", help="the lessons to choose; without names all of them")
    lessons.add_argument(
        "--student",
        metavar="FOLDER",
        help="write copies for students into FOLDER: without solutions and stored outputs, else unchanged. "
        "Nothing is run",
    )
    lessons.add_argument(
        "--html",
        metavar="FOLDER",
        help="run the lessons and write a page of each into FOLDER, to be read on a telephone without a network. "
        "With --student too, the pages have no solutions",
    )
    lessons.add_argument(
        "--from",
        dest="source",
        metavar="FOLDER",
        help="take the notebooks of FOLDER instead of the lessons of this package. --html runs the code that is in "
        "them: use it with notebooks of your own only",
    )
    lessons.set_defaults(run=lambda given: _lessons(given, say))


def _lessons(given: argparse.Namespace, say: Say) -> int:
    from banchok_edu.assets import lessons_folder

    from .choosing import chosen, lessons_in, read

    student, pages = _folder(given.student, "--student"), _folder(given.html, "--html")
    every = lessons_in(_folder(given.source, "--from") or lessons_folder())
    lessons = read(chosen(every, given.names))
    if student is None and pages is None:
        _list(lessons, say)
    if student is not None:
        from .copying import student_copies

        _tell_copies(student_copies(lessons, student), student, say)
    return _html(lessons, every, pages, student is not None, say) if pages is not None else DONE


def _folder(given: str | None, option: str) -> Path | None:
    return None if given is None else named_place(given, option)


def _list(lessons: list[Lesson], say: Say) -> None:
    width = min(100, shutil.get_terminal_size().columns)
    for lesson in lessons:
        about = f" ({lesson.minutes})" if lesson.minutes else ""
        say(f"{plain(lesson.name)}: {lesson.title}{about}")
        for line in textwrap.wrap(lesson.question, max(30, width - 4)):
            say(f"    {line}")


def _tell_copies(copies: Copies, folder: Path, say: Say) -> None:
    notebooks = [name for name in copies.written if name.casefold().endswith(".ipynb")]
    say(
        f"{counted(len(notebooks), 'copy', 'copies')} for students written to {folder}: "
        f"{counted(copies.regions, 'marked solution')} and {counted(copies.cells, 'whole cell')} taken out."
    )
    if copies.already:
        say(f"{counted(len(copies.already), 'file')} there already, with the same content.")
    if copies.unmarked:
        say(f"No solution is marked in {', '.join(copies.unmarked)}.")
    if copies.along:
        say(f"Brought along: {', '.join(map(plain, copies.along))}.")
    _tell_left(copies, say)


def _tell_left(copies: Copies, say: Say) -> None:
    if copies.left:
        say(f"Linked to, and not brought along: {'; '.join(copies.left)}.")


def _html(lessons: list[Lesson], paths: list[Path], folder: Path, student: bool, say: Say) -> int:
    from .building import build
    from .choosing import read_with_others

    every = read_with_others(lessons, paths)
    total = sum(cell["cell_type"] == "code" for lesson in lessons for cell in lesson.notebook["cells"])
    with bar(total, "cells") as progress:

        def told(line: str) -> None:
            progress.clear()
            say(line)

        pages = build(lessons, every, folder, student=student, told=told, step=progress.update)
    if pages.written:
        say(f"{counted(len(pages.written), 'page')} written to {folder}. Begin with {folder / 'index.html'}.")
    if not student:
        _tell_left(pages.copies, say)
    for line in pages.failed:
        say(f"Not made: {line}")
    return FAILED if pages.failed else DONE
