"""The student's copy of the lessons: brought once, renewed later, never written over.

A lesson in the student's folder is renewed only when it is, byte for byte, what we put there. Whatever else stands
under its name is the student's, and a newer version goes beside it: ``01-banchok (new in 0.2.0).ipynb``. What we put
there is noted in ``.banchok-edu/shipped.json``. That note is read with suspicion. Its names are looked up and never
followed, without it every difference counts as the student's work, and a file that it allows us to renew is first laid
aside in ``.banchok-edu/replaced``, so that even a forged note costs nothing.

Links in the folder are not followed and not replaced: they are treated like a file that the student changed.

This module knows nothing of Jupyter or of the command line.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import re
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from banchok_edu.errors import BanchokError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["FolderError", "Outcome", "bring_lessons", "holds_lessons"]

NOTES = ".banchok-edu"
_MANIFEST = f"{NOTES}/shipped.json"
_MANIFEST_LIMIT = 1_000_000  # bytes; ours is a few kilobytes
_MOST_BESIDE = 99
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_NO_WRITING = {errno.EACCES, errno.EPERM, errno.EROFS}
_NO_FOLDER = {errno.EEXIST, errno.ENOTDIR, errno.ELOOP}


class FolderError(BanchokError):
    """The lessons cannot be brought into the folder; the message says why and what to do."""


class _InTheWayError(Exception):
    """Something that is not a plain folder stands where a folder is needed."""


@dataclass
class Outcome:
    """What was done with each lesson; the names are relative to the folder, with ``/``."""

    #: new in the folder
    copied: list[str] = field(default_factory=list)
    #: renewed: the student had not touched them
    renewed: list[str] = field(default_factory=list)
    #: already the same
    current: list[str] = field(default_factory=list)
    #: changed by the student, and nothing newer to offer
    kept: list[str] = field(default_factory=list)
    #: changed by the student, newer version put beside: the names of the new files
    beside: list[str] = field(default_factory=list)
    #: not brought: name and reason
    left_out: list[str] = field(default_factory=list)
    #: the folder held other things before the lessons came
    shared: bool = False


@dataclass
class _Note:
    """What we know to have put into the folder for one lesson, as SHA-256: under its name, and beside it."""

    shipped: str | None = None
    offered: str | None = None


@dataclass(frozen=True)
class _Lesson:
    """A file as it is shipped: its name with ``/``, its bytes, their SHA-256."""

    name: str
    content: bytes
    sha256: str


def bring_lessons(source: Path, folder: Path, *, version: str) -> Outcome:
    """Copy the lessons into a folder, or renew them there.

    Parameters
    ----------
    source
        The folder of the lessons; hidden files in it are not lessons.
    folder
        The student's folder; made when it is missing. May be a link to a folder.
    version
        The version named in the file names of newer lessons.

    Returns
    -------
    Outcome
        What was done with each lesson.

    Raises
    ------
    FolderError
        When the folder cannot be made or written to. Files brought before the error are whole.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     lessons, mine = Path(place, "lessons"), Path(place, "mine")
    ...     lessons.mkdir()
    ...     _ = (lessons / "01.ipynb").write_text("first edition")
    ...     print(bring_lessons(lessons, mine, version="0.1.0").copied)
    ...     _ = (mine / "01.ipynb").write_text("my notes")
    ...     _ = (lessons / "01.ipynb").write_text("second edition")
    ...     print(bring_lessons(lessons, mine, version="0.2.0").beside)
    ...     print((mine / "01.ipynb").read_text())
    ['01.ipynb']
    ['01 (new in 0.2.0).ipynb']
    my notes
    """
    folder = _ready(folder, source)
    notes, outcome = _read_manifest(folder), Outcome()
    before = json.dumps(_as_json(notes))
    try:
        there = (path for path in folder.iterdir() if not path.name.startswith("."))
        outcome.shared = not holds_lessons(folder) and any(there)
        for lesson in _lessons(source):
            note = notes.setdefault(lesson.name, _Note())
            try:
                _bring(folder, lesson, note, version=version, outcome=outcome)
            except _InTheWayError as reason:
                outcome.left_out.append(f"{lesson.name} ({reason})")
    except OSError as error:
        raise _explained(error, folder) from error
    finally:
        # Also after an error: what was brought until then is known to be ours. A note that cannot be written only
        # makes the next run more careful.
        if json.dumps(_as_json(notes)) != before:
            with contextlib.suppress(OSError, _InTheWayError):
                _write(folder, _MANIFEST, json.dumps(_as_json(notes), indent=1).encode() + b"\n")
    return outcome


def holds_lessons(folder: Path) -> bool:
    """Say whether lessons were brought into this folder before.

    Examples
    --------
    >>> holds_lessons(Path("no-such-folder"))
    False
    """
    return _is_file(folder / _MANIFEST)


def _bring(folder: Path, lesson: _Lesson, note: _Note, *, version: str, outcome: Outcome) -> None:
    name, new = lesson.name, lesson.sha256
    _check_parents(folder, name)
    if not os.path.lexists(folder / name):
        _write(folder, name, lesson.content)
        note.shipped = new
        outcome.copied.append(name)
        return
    present = _fingerprint(folder / name)
    if present == new:
        note.shipped = new
        outcome.current.append(name)
    elif present is not None and present == note.shipped:
        _lay_aside(folder, name, present)
        _write(folder, name, lesson.content)
        note.shipped = new
        outcome.renewed.append(name)
    elif new in (note.shipped, note.offered):
        outcome.kept.append(name)
    else:
        _put_beside(folder, lesson, version=version, outcome=outcome)
        note.offered = new


def _put_beside(folder: Path, lesson: _Lesson, *, version: str, outcome: Outcome) -> None:
    path = PurePosixPath(lesson.name)
    for attempt in range(1, _MOST_BESIDE + 1):
        mark = f"new in {version}" if attempt == 1 else f"new in {version}, {attempt}"
        beside = str(path.with_name(f"{path.stem} ({mark}){path.suffix}"))
        if not os.path.lexists(folder / beside):
            _write(folder, beside, lesson.content)
            outcome.beside.append(beside)
            return
        if _fingerprint(folder / beside) == lesson.sha256:
            outcome.kept.append(lesson.name)
            return
    raise _InTheWayError(f"{_MOST_BESIDE} files new in {version} stand beside it: move some of them away")


def _lay_aside(folder: Path, name: str, present: str) -> None:
    path = PurePosixPath(name)
    aside = f"{NOTES}/replaced/{path.with_name(f'{path.stem} ({present[:12]}){path.suffix}')}"
    _check_parents(folder, aside)
    if not os.path.lexists(folder / aside):
        _write(folder, aside, (folder / name).read_bytes())


def _lessons(source: Path) -> Iterator[_Lesson]:
    for path in sorted(source.rglob("*")):
        parts = path.relative_to(source).parts
        if path.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in parts):
            content = path.read_bytes()
            yield _Lesson("/".join(parts), content, hashlib.sha256(content).hexdigest())


def _ready(folder: Path, source: Path) -> Path:
    """Make the folder; refuse one that lies within the lessons, where the next run would copy it into itself."""
    try:
        place = Path(os.path.realpath(folder))
    except ValueError as error:  # a null byte in the name
        raise FolderError(f"{str(folder)!r} is no name for a folder: {error}") from error
    if place.is_relative_to(os.path.realpath(source)):
        raise FolderError(f"{folder} lies in the folder of the lessons itself: give a folder elsewhere")
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _explained(error, folder) from error
    return place


def _explained(error: OSError, folder: Path) -> FolderError:
    if error.errno in _NO_FOLDER:
        why = "it, or a part of its path, is not a folder. Give another folder, or move what is there out of the way"
    elif error.errno in _NO_WRITING:
        why = "it cannot be written to. Give a folder of your own"
    elif error.errno in _NO_SPACE:
        why = "there is no space left. Free some and run the command again: what is there already is whole"
    else:
        why = f"{error.strerror or error}. Give another folder"
    return FolderError(f"the lessons cannot be put into {folder}: {why}")


def _check_parents(folder: Path, name: str) -> None:
    """Raise when a folder on the way to the name is something else; a link is something else too."""
    for parent in reversed(PurePosixPath(name).parents[:-1]):
        place = folder / parent
        if os.path.lexists(place) and not stat.S_ISDIR(place.lstat().st_mode):
            raise _InTheWayError(f"{parent} is a {'link' if place.is_symlink() else 'file'}, not a folder")


def _write(folder: Path, name: str, content: bytes) -> None:
    """Write a file whole or not at all: into a new file beside it first, then renamed."""
    _check_parents(folder, name)
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".banchok-edu-{secrets.token_hex(8)}.part")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _is_file(path: Path) -> bool:
    """Say whether it is a plain file reached through plain folders (of ours, one level up)."""
    try:
        return stat.S_ISREG(path.lstat().st_mode) and not path.parent.is_symlink()
    except OSError:
        return False


def _fingerprint(path: Path) -> str | None:
    """Hash a plain file; None for a link, a folder, a pipe, or what cannot be read: not ours, whatever it holds."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def _read_manifest(folder: Path) -> dict[str, _Note]:
    """Read what can be believed of the note; nothing at all is a safe answer."""
    path = folder / _MANIFEST
    if not _is_file(path):
        return {}
    try:
        with path.open("rb") as file:
            text = file.read(_MANIFEST_LIMIT + 1)
        said = json.loads(text) if len(text) <= _MANIFEST_LIMIT else None
    except (OSError, ValueError, RecursionError):
        return {}
    lessons = said.get("lessons") if isinstance(said, dict) and said.get("format") == 1 else None
    if not isinstance(lessons, dict):
        return {}
    return {
        name: _Note(shipped=_sha256(entry.get("shipped")), offered=_sha256(entry.get("offered")))
        for name, entry in lessons.items()
        if isinstance(entry, dict)
    }


def _sha256(said: object) -> str | None:
    return said if isinstance(said, str) and _SHA256.fullmatch(said) else None


def _as_json(notes: dict[str, _Note]) -> dict[str, object]:
    lessons = {
        name: {"shipped": note.shipped, "offered": note.offered}
        for name, note in sorted(notes.items())
        if note.shipped or note.offered
    }
    return {"format": 1, "lessons": lessons}
