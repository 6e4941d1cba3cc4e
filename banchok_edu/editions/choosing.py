"""Which notebooks editions are made of, and what each says of itself: title, question, minutes.

Names that are given only choose among the notebooks of the folder; they are never opened. Links are not followed.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from banchok_edu.assets import lessons_folder
from banchok_edu.desk.files import DeskError, plain, read_bounded
from banchok_edu.desk.notebooks import LARGEST, MOST_CELLS, parsed
from banchok_edu.errors import shown

from .questions import QUESTIONS
from .stripping import EditionError, source_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MOST = 200
"""Notebooks of a folder, at most."""
_MOST_FILES = 20_000
_MINUTES = {
    "ten": 10,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "thirty-five": 35,
    "forty": 40,
    "forty-five": 45,
    "fifty": 50,
    "half an hour": 30,
    "an hour": 60,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
_WORDS = "|".join(sorted(_MINUTES, key=len, reverse=True))
_SPAN = re.compile(rf"\btakes (?:about )?(\d{{1,3}}|{_WORDS})(?= minutes\b|[.,;*]| as far as\b)")
"""Not what somebody takes along: "45 minutes", "half an hour as far as", or the end of a sentence as in "takes 90."."""


@dataclass(frozen=True)
class Lesson:
    """A notebook that was read."""

    path: Path
    content: bytes
    notebook: dict[str, Any]

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.path.stem

    @cached_property
    def _first(self) -> str:
        cells = self.notebook["cells"]
        return next((source_of(cell) for cell in cells if cell["cell_type"] == "markdown"), "")

    @property
    def title(self) -> str:
        """Its first heading, or else its name."""
        found = re.search(r"^ {0,3}#{1,6} +(.+?)[ #]*$", self._first, re.MULTILINE)
        return plain(_unmarked(found[1] if found else "")) or plain(self.name)

    @property
    def question(self) -> str:
        """What it asks: for our own lessons the line of the list, else the first question in bold; may be empty."""
        if self.name in QUESTIONS and self.path.parent == lessons_folder():
            return QUESTIONS[self.name]
        bold = re.findall(r"\*\*([^*]+\?)\*\*", self._first)
        return plain(_unmarked(bold[0]), 400) if bold else ""

    @property
    def minutes(self) -> str:
        """What it says about its length, such as "30 to 60 minutes"; may be empty."""
        found = [_MINUTES.get(word) or int(word) for word in _SPAN.findall(self._first)]
        return f"{' to '.join(map(str, sorted({min(found), max(found)})))} minutes" if found else ""


def _unmarked(words: str) -> str:
    return re.sub(r"[*`]|\$", "", words)


def lessons_in(folder: Path) -> list[Path]:
    """Give the notebooks of a folder, in order: not those of the folders in it, and not hidden ones.

    Raises
    ------
    EditionError
        If it is not a folder that can be read, has none, or very many.
    """
    where = shown(str(folder), 200)
    if not os.path.isdir(folder):
        raise EditionError(f"{where} is not a folder: give the one in which the notebooks are")
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry, _ in zip(entries, range(_MOST_FILES), strict=False)]
    except OSError as error:
        raise EditionError(f"{where} cannot be read: {error.strerror or error}. Give another folder") from None
    found = sorted(name for name in names if name.casefold().endswith(".ipynb") and not name.startswith("."))
    if not found:
        raise EditionError(f"there is no notebook in {where}: give the folder in which they are")
    if len(found) > MOST:
        raise EditionError(f"{where} holds {len(found):,} notebooks, and {MOST} are the most: give a smaller folder")
    return [folder / name for name in found]


def chosen(paths: list[Path], names: list[str]) -> list[Path]:
    """Choose among notebooks by what a teacher types: numbers, names, beginnings, paths, commas or none between.

    >>> from pathlib import Path
    >>> lessons = [Path("01-one-coup.ipynb"), Path("02-bet-or-pass.ipynb"), Path("10-fourteen.ipynb")]
    >>> [path.stem for path in chosen(lessons, ["2,1"])]
    ['01-one-coup', '02-bet-or-pass']
    >>> [path.stem for path in chosen(lessons, ["10-f", "lessons/02-bet-or-pass.ipynb"])]
    ['02-bet-or-pass', '10-fourteen']

    Raises
    ------
    EditionError
        If a name belongs to none of them, or to several.
    """
    if not names:
        return paths
    wanted: set[Path] = set()
    for given in names:
        whole = _meant(paths, given)
        words = [given] if whole or "," not in given else [word for word in given.split(",") if word.strip()]
        if not words:
            raise EditionError(f"{shown(given)} names no lesson. {_known(paths)}")
        for word in words:
            found = _meant(paths, word.strip())
            if len(found) != 1:
                several = f"may be {' or '.join(plain(path.stem, 60) for path in found[:4])}: write more of the name"
                raise EditionError(f"{shown(word)} {several if found else f'is none of the lessons. {_known(paths)}'}")
            wanted.update(found)
    return [path for path in paths if path in wanted]


def _known(paths: list[Path]) -> str:
    names = [plain(path.stem, 60) for path in paths[:20]]
    return f"There are {', '.join(names)}" + (f", and {len(paths) - 20} more" if len(paths) > 20 else "")


def _meant(paths: list[Path], word: str) -> list[Path]:
    """Find what a word may mean: the surest kind of likeness that fits any."""
    name = re.split(r"[/\\]", word)[-1] or word
    bare = re.sub(r"\.ipynb$", "", name, flags=re.IGNORECASE)
    words = "-".join(bare.casefold().split())
    number = int(bare) if re.fullmatch("[0-9]{1,4}", bare) else None
    kinds: tuple[Callable[[Path], bool], ...] = (
        lambda path: path.stem == bare,
        lambda path: number is not None and _number(path) == number,
        lambda path: bool(bare) and path.stem.casefold().startswith(bare.casefold()),
        lambda path: bool(words) and re.sub("^[0-9]+-", "", path.stem.casefold()).startswith(words),
    )
    return next((found for kind in kinds if (found := [path for path in paths if kind(path)])), [])


def _number(path: Path) -> int | None:
    found = re.match(r"[0-9]{1,4}(?![0-9])", path.stem)
    return int(found[0]) if found else None


def read(paths: list[Path]) -> list[Lesson]:
    """Read notebooks, bounded, and nothing in them run.

    Raises
    ------
    EditionError
        If one cannot be read; names the file, and the cell.
    """
    return [_read(path) for path in paths]


def read_with_others(lessons: list[Lesson], paths: list[Path]) -> list[Lesson]:
    """Give the lessons among all notebooks of their folder, in its order; of the others those that can be read."""
    known = {lesson.path: lesson for lesson in lessons}
    for path in paths:
        if path not in known:
            with suppress(EditionError):
                known[path] = _read(path)
    return [known[path] for path in paths if path in known]


def _read(path: Path) -> Lesson:
    name = plain(path.name)
    try:
        content = read_bounded(path, LARGEST)
        notebook = parsed(content)
    except DeskError as error:
        raise EditionError(f"{name} {error}") from None
    cells = notebook["cells"]
    if len(cells) > MOST_CELLS:
        raise EditionError(f"{name} has {len(cells):,} cells, and {MOST_CELLS:,} are the most: part it")
    for number, cell in enumerate(cells, 1):
        try:
            source_of(cell)
        except EditionError as error:
            raise EditionError(f"{name}, cell {number}{error}") from None
    return Lesson(path, content, notebook)
