"""Pages of many lessons: each is run, the others go on where one fails, and all pages are written at the end.

A page that nobody has changed since it was made is renewed. No other file is written over.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from banchok_edu.desk.files import plain, read_bounded, write_new, write_whole
from banchok_edu.errors import BanchokError, shown

from .copying import Copies, check_elsewhere, check_room, check_way, gathered, student_notebooks
from .links import Places, is_picture
from .page import INDEX, index, is_untouched, page
from .running import check_language, run
from .stripping import EditionError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .choosing import Lesson

_LARGEST_PAGE = 200_000_000


@dataclass
class Pages:
    """What became of each lesson."""

    written: list[Path] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    """Names of lessons, with the cell and what went wrong there."""
    copies: Copies = field(default_factory=Copies)


def build(
    lessons: list[Lesson],
    every: list[Lesson],
    folder: Path,
    *,
    student: bool = False,
    told: Callable[[str], object] = lambda _: None,
    step: Callable[[], object] = lambda: None,
) -> Pages:
    """Run lessons and write their pages; this runs the code in them.

    Parameters
    ----------
    lessons
        The lessons to be run.
    every
        All lessons of their folder: the index lists those that have a page.
    folder
        Where the pages go.
    student
        Whether the solutions are taken out first.
    told, step
        Called with a line for each lesson, and after each cell of code.

    Raises
    ------
    EditionError
        If a notebook cannot be used, or another file stands where a page would go; nothing was run then.
    DeskError
        If a page cannot be written.
    """
    pages = Pages()
    source = lessons[0].path.parent
    notebooks = student_notebooks(lessons, pages.copies) if student else [lesson.notebook for lesson in lessons]
    check_elsewhere(source, folder)
    for lesson in lessons:
        check_language(lesson)
        _check_page(folder / _page_name(lesson))
    _check_page(folder / INDEX)
    along = {name: file for name, file in gathered(source, notebooks, pages.copies).items() if not is_picture(name)}
    check_room(folder, along)
    done: dict[str, tuple[Lesson, list[dict[str, Any]]]] = {}
    try:
        for lesson, notebook in zip(lessons, notebooks, strict=True):
            try:
                done[lesson.name] = lesson, run(lesson, notebook, step)
            except EditionError as error:
                pages.failed.append(f"{plain(lesson.name)}, {error}")
                told(f"{plain(lesson.name)}: failed")
            else:
                told(f"{plain(lesson.name)}: run")
    finally:  # after Ctrl-C too: what was run is kept
        if done:
            _write(done, every, folder, along, pages)
    return pages


def _write(
    done: dict[str, tuple[Lesson, list[dict[str, Any]]]],
    every: list[Lesson],
    folder: Path,
    along: dict[str, bytes],
    pages: Pages,
) -> None:
    for name, content in along.items():
        write_new(folder / name, content)
    there = [one for one in every if one.name in done or os.path.lexists(folder / _page_name(one))]
    places = Places(every[0].path.parent, frozenset(one.name for one in there), frozenset(along))
    for lesson, cells in done.values():
        place = there.index(lesson)
        beside = (there[place - 1] if place else None, there[place + 1] if place + 1 < len(there) else None)
        path = folder / _page_name(lesson)
        write_whole(path, page(lesson, cells, places, beside))
        pages.written.append(path)
    write_whole(folder / INDEX, index(there, places))


def _page_name(lesson: Lesson) -> str:
    name = f"{lesson.name}.html"
    if name.casefold() == INDEX:
        raise EditionError(f"{plain(lesson.path.name)} would be {INDEX}, which leads to all pages: name it otherwise")
    return name


def _check_page(path: Path) -> None:
    """Raise when something else than an untouched page of ours stands where a page would go."""
    check_way(path.parent, path.name)
    if not os.path.lexists(path):
        return
    try:
        ours = is_untouched(read_bounded(path, _LARGEST_PAGE))
    except BanchokError:
        ours = False
    if not ours:
        raise EditionError(
            f"{shown(str(path), 200)} is there already, and was not made by this command or was changed since: "
            "move it, or name another folder. Nothing was run"
        )
