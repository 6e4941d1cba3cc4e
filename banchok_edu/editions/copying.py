"""Copies for students, written all or none, and the files that notebooks bring along.

What a notebook links to comes along, if it lies in its folder and is a plain file. Other notebooks do not: they may
hold solutions.
"""

from __future__ import annotations

import json
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from banchok_edu.desk.files import DeskError, plain, read_bounded, same_content, write_new
from banchok_edu.errors import shown

from .stripping import EditionError, source_of, stripped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .choosing import Lesson

LARGEST = 20_000_000
"""Bytes of a file that comes along, at most."""
MOST_BYTES = 200_000_000
"""Bytes of all of them."""
_MOST_LINKS = 2000
_LINKS = re.compile(r"""\]\(\s*<?([^)<>\s"']+)|\b(?:href|src)\s*=\s*["']([^"'<>]+)["']""")


@dataclass
class Copies:
    """What was made for students."""

    written: list[str] = field(default_factory=list)
    already: list[str] = field(default_factory=list)
    """Those that were there already, with the same content."""
    regions: int = 0
    cells: int = 0
    unmarked: list[str] = field(default_factory=list)
    """Notebooks in which no solution was marked."""
    along: list[str] = field(default_factory=list)
    """Files that came along."""
    left: list[str] = field(default_factory=list)
    """Links whose files did not come along, and why."""


def student_copies(lessons: list[Lesson], folder: Path) -> Copies:
    """Write copies without solutions into a folder, all or none. Nothing is run.

    Raises
    ------
    EditionError
        If marks do not go in pairs, or another file stands where a copy would go; nothing has been written then.
    DeskError
        If a file cannot be written.
    """
    copies, contents = Copies(), {}
    without = student_notebooks(lessons, copies)
    for lesson, notebook in zip(lessons, without, strict=True):
        contents[lesson.path.name] = lesson.content if notebook is lesson.notebook else as_bytes(notebook, lesson)
    source = lessons[0].path.parent
    check_elsewhere(source, folder)
    contents |= gathered(source, without, copies)
    check_room(folder, contents)
    for name, content in contents.items():
        (copies.written if write_new(folder / name, content) else copies.already).append(name)
    return copies


def student_notebooks(lessons: list[Lesson], copies: Copies) -> list[dict[str, Any]]:
    """Take the solutions out of each; one that has nothing to take out is given back as it is.

    Raises
    ------
    EditionError
        If marks do not go in pairs; names the file and the cell.
    """
    made = []
    for lesson in lessons:
        try:
            found = stripped(lesson.notebook)
        except EditionError as error:
            raise EditionError(f"{plain(lesson.path.name)}, {error}") from None
        copies.regions += found.regions
        copies.cells += found.cells
        if not found.regions + found.cells:
            copies.unmarked.append(plain(lesson.name))
        made.append(lesson.notebook if found.notebook == lesson.notebook else found.notebook)
    return made


def as_bytes(notebook: dict[str, Any], lesson: Lesson) -> bytes:
    """Write a notebook as Jupyter does."""
    plainly = lesson.content.isascii()
    try:
        return f"{json.dumps(notebook, indent=1, ensure_ascii=plainly)}\n".encode()
    except UnicodeEncodeError:  # half of a pair of surrogates, which JSON can escape and UTF-8 cannot hold
        return f"{json.dumps(notebook, indent=1)}\n".encode()


def check_elsewhere(source: Path, folder: Path) -> None:
    """Raise when editions would be written among the notebooks that they are made of."""
    try:
        same = os.path.samefile(source, folder)
    except (OSError, ValueError):  # there is no such folder yet
        same = False
    if same:
        raise EditionError(f"{shown(str(folder), 200)} is where the notebooks themselves are: name another folder")


def check_room(folder: Path, contents: dict[str, bytes]) -> None:
    """Raise when something else stands where a file would go, or a link on the way there."""
    for name, content in contents.items():
        check_way(folder, name)
        path = folder / name
        if os.path.lexists(path) and not same_content(path, content):
            raise EditionError(
                f"{shown(str(path), 200)} is there already, and is not written over: move it, or name another folder. "
                "Nothing was written"
            )


def check_way(folder: Path, name: str) -> None:
    """Raise when a folder on the way to a file is something else, such as a link."""
    for parent in reversed(PurePosixPath(name).parents[:-1]):
        place = folder / parent
        if os.path.lexists(place) and not stat.S_ISDIR(place.lstat().st_mode):
            raise EditionError(f"{shown(str(place), 200)} is not a folder: move it, or name another folder")


def gathered(source: Path, notebooks: Iterable[dict[str, Any]], copies: Copies) -> dict[str, bytes]:
    """Read the files that notebooks link to, by their names in the folder."""
    found: dict[str, bytes] = {}
    for link in sorted({link for notebook in notebooks for link in links_of(notebook)})[:_MOST_LINKS]:
        name = local_name(link)
        if name is None or name in found or name.casefold().endswith(".ipynb"):
            continue
        try:
            content = read_within(source, name)
        except (EditionError, DeskError) as error:
            copies.left.append(f"{plain(name, 80)} ({error})")
            continue
        if sum(map(len, found.values())) + len(content) > MOST_BYTES:
            copies.left.append(f"{plain(name, 80)} (with it there are more than {MOST_BYTES // 1_000_000} megabytes)")
            continue
        found[name] = content
        copies.along.append(name)
    return found


def links_of(notebook: dict[str, Any]) -> set[str]:
    """Give what the text of a notebook links to, pictures too."""
    texts = (source_of(cell) for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    return {one or other for text in texts for one, other in _LINKS.findall(text)}


def local_name(link: str) -> str | None:
    """Give the name of the file that a link leads to, from the folder of the notebook; None if it leads elsewhere.

    >>> local_name("pictures/a%20b.png#top"), local_name("https://example.org"), local_name("attachment:a.png")
    ('pictures/a b.png', None, None)
    """
    name = unquote(re.split("[?#]", link)[0])
    if not name or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|[/\\]", name):
        return None
    return str(PurePosixPath(name))


def read_within(source: Path, name: str) -> bytes:
    """Read a file that lies in a folder, or in the folders in it: no link, nothing hidden, nothing outside.

    Raises
    ------
    EditionError, DeskError
        If it does not, or cannot be read.
    """
    parts = PurePosixPath(name).parts
    if "\\" in name or any(part.startswith(".") for part in parts):
        raise EditionError("it lies elsewhere, or is hidden")
    place = source
    for part in parts[:-1]:
        place /= part
        if place.is_symlink():
            raise EditionError("a folder on the way is a link")
    return read_bounded(source / name, LARGEST)
