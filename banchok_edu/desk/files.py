"""Files of the desk: written whole or not at all, and never over another; names that are safe on every system.

It knows nothing of sheets and marks.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from banchok_edu.errors import BanchokError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGEST_NAME = 40
"""Characters of a file's name that come from an id."""
EARLIER = "earlier"
"""The folder for what stood in the place of a file before."""
_MOST_EARLIER = 9999
_MOST_FOLDERS = 12
"""Folders inside of each other that are looked through."""
_MOST_FILES = 20_000
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
_JOINERS = "\u200c\u200d"


class DeskError(BanchokError):
    """What the desk was given cannot be used; the message says where, why, and what to do."""


def plain(text: object, most: int = 200) -> str:
    r"""Give a text in one line and without anything that cannot be seen, for a list, a table or a terminal.

    >>> plain("one\n two\x1b[31m\u202e three", 12)
    'one two[31m…'
    """
    kept = "".join(
        c if c in _JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Zl", "Zp") else " " * c.isspace()
        for c in str(text)[: 4 * most]
    )
    line = " ".join(kept.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def file_name(id: str) -> str:
    """Give the name, without its ending, of the file that belongs to an id.

    An id of letters and digits is its own name. Others are changed, and a part of their digest keeps them apart.

    >>> file_name("s042"), file_name("김-7"), file_name("../etc/x")
    ('s042', '김-7', 'etc_x-2215be8e')
    """
    text = unicodedata.normalize("NFC", id)
    name = "".join(c if c.isalnum() or c in "-_" else "_" for c in text)[:LONGEST_NAME].strip("_-")
    if name == text and name.casefold() not in _DEVICES:
        return name
    return f"{name or 'sheet'}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def write_new(path: Path, content: bytes) -> bool:
    """Write a file where there is none, whole or not at all; False, and nothing done, if it is there already.

    Raises
    ------
    DeskError
        If it cannot be written, or something else than this content is there.
    """
    there = os.path.lexists(path)
    if there and same_content(path, content):
        return False
    if there or not _written(path, content, lambda part: _named(part, path)):
        raise DeskError(f"{shown(str(path), 200)} is there already, and is not written over: move it, or name another")
    return True


def write_aside(path: Path, content: bytes) -> Path | None:
    """Write a file; what was there before is kept in the folder ``earlier`` beside it, and where, is given back.

    Raises
    ------
    DeskError
        If it cannot be written.
    """
    if same_content(path, content):
        return None
    aside = _put_aside(path) if os.path.lexists(path) else None
    write_whole(path, content)
    return aside


def _put_aside(path: Path) -> Path:
    """Keep a file under a name that is free, in the folder ``earlier``."""
    folder = path.parent / EARLIER
    try:
        folder.mkdir(exist_ok=True)
        for n in range(1, _MOST_EARLIER):
            aside = folder / f"{path.stem} {n}{path.suffix}"
            if not os.path.lexists(aside) and _named(path, aside):
                return aside
    except OSError as error:
        raise _explained(path, error) from error
    raise DeskError(f"{shown(str(folder), 200)} holds too many files: move some of them away")


def _named(path: Path, name: Path) -> bool:
    """Give a file another name; False if something has it, even if another command gave it a moment ago."""
    try:
        os.link(path, name)
    except FileExistsError:
        return False
    except (OSError, NotImplementedError):  # a file system without such links
        if os.path.lexists(name):
            return False
        path.rename(name)
    return True


def write_whole(path: Path, content: bytes) -> None:
    """Write a file of our own, into a new one beside it first, which is then renamed.

    Raises
    ------
    DeskError
        If it cannot be written.
    """
    _written(path, content, lambda part: bool(part.replace(path)))


def _written(path: Path, content: bytes, put: Callable[[Path], bool]) -> bool:
    """Write a new file beside a place, and put it there."""
    part = _part(path.parent)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            return put(part)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise _explained(path, error) from error


def _part(folder: Path) -> Path:
    return folder / f".banchok-edu-{secrets.token_hex(8)}.part"


def check_place(folder: Path) -> None:
    """Try whether files can be written into a folder, or where there is none yet, into the one above.

    Nothing is left there. Whoever works for minutes before he writes tries it first.

    Raises
    ------
    DeskError
        If they cannot.
    """
    place = folder
    while not os.path.lexists(place) and place != place.parent:
        place = place.parent
    if not os.path.isdir(place):
        raise DeskError(f"{shown(str(place), 200)} is not a folder: name another")
    part = _part(place)
    try:
        part.open("xb").close()
        part.unlink()
    except OSError as error:
        raise _explained(folder, error) from error


def named_place(given: str, option: str) -> Path:
    """Give the file or folder that stands behind an option.

    Raises
    ------
    DeskError
        If it has no name, as in ``--out "$UNSET"``.

    >>> named_place("marks.csv", "--out").name
    'marks.csv'
    """
    if not given or "\0" in given:
        raise DeskError(f"the name after {option} is empty, or cannot be one: give a name")
    return Path(given)


def _explained(path: Path, error: Exception) -> DeskError:
    why = getattr(error, "strerror", None) or error
    close = "Close it if it is open in another program, or name" if isinstance(error, PermissionError) else "Name"
    return DeskError(f"{shown(str(path), 200)} cannot be written: {why}. {close} another place")


def same_content(path: Path, content: bytes) -> bool:
    """Tell whether a plain file with this content is there."""
    try:
        there = path.lstat()
        return stat.S_ISREG(there.st_mode) and there.st_size == len(content) and path.read_bytes() == content
    except (OSError, ValueError):
        return False


def read_bounded(path: Path, most: int) -> bytes:
    """Read a plain file of at most so many bytes; links are not followed.

    Raises
    ------
    DeskError
        If it is something else, too large, or cannot be read. The message has no name of the file in it.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    content = b""
    why = ""
    try:
        if path.is_symlink():
            why = "is a link, and links are not followed: put the file itself there"
        elif not os.path.lexists(path):
            why = "is not there: look at its name and its folder"
        elif not path.is_file():
            why = "is not a plain file"
        else:
            with os.fdopen(os.open(path, flags), "rb") as file:
                content = file.read(most + 1)
    except (OSError, ValueError) as error:
        why = f"cannot be read: {getattr(error, 'strerror', None) or error}"
    if why:
        raise DeskError(why)
    if len(content) > most:
        raise DeskError(f"is larger than {most // 1_000_000} megabytes, and was not read: clear its outputs first")
    return content


def notebooks_in(folder: Path) -> Iterator[Path]:
    """Give all notebooks of a folder and the folders in it, in order; hidden ones and links to folders are left out.

    Raises
    ------
    DeskError
        If it is not a folder, it or one in it cannot be read, or there are far too many files.
    """
    if not os.path.isdir(folder):  # it is False, too, of a name that cannot be
        raise DeskError(f"{shown(str(folder), 200)} is not a folder: give the one in which the sheets are")

    def refused(error: OSError) -> None:
        where, why = shown(str(error.filename), 200), error.strerror or error
        raise DeskError(f"{where} cannot be read: {why}. Give yourself the right, or move it away")

    seen = 0
    for place, folders, files in os.walk(folder, onerror=refused, followlinks=False):
        deep = len(Path(place).relative_to(folder).parts) >= _MOST_FOLDERS
        folders[:] = [] if deep else sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            seen += 1
            if seen > _MOST_FILES:
                raise DeskError(f"{shown(str(folder), 200)} holds more than {_MOST_FILES:,} files: give a smaller one")
            if name.casefold().endswith(".ipynb") and not name.startswith("."):
                yield Path(place, name)
