"""Notebooks: ours made, and those of strangers opened as text, bounded in every way and with nothing run.

It knows cells and their notes, and neither answers nor students.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .files import DeskError, read_bounded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

KEY = "banchok_edu"
"""The place of our notes in a notebook's metadata."""
LARGEST = 16_000_000
"""Bytes of a notebook, at most."""
MOST_PARTS = 1_000_000
"""Commas and opening brackets in a notebook, at most; each of them costs memory."""
MOST_CELLS = 3000
LONGEST_CELL = 100_000
"""Characters of a cell that are looked at."""
MOST_TEXT = 4_000_000
"""Characters of all cells together that are looked at."""
_KINDS = ("markdown", "code", "raw")
_CLEAR = "clear its outputs first"


@dataclass(frozen=True)
class Cell:
    """A cell as it is looked at."""

    number: int
    """Its place in the notebook, from 1."""
    kind: str
    text: str
    part: str = ""
    """What our notes say it is: "answer", "reason", "prompt", "identity", or ""."""
    exercise: str = ""
    """What our notes say it belongs to."""


@dataclass(frozen=True)
class Notebook:
    """A notebook as it is looked at."""

    cells: tuple[Cell, ...]
    notes: dict[str, Any]
    """Our notes in its metadata, as they stand there: nothing in them can be relied on."""
    problems: tuple[tuple[int, str], ...] = ()
    """What could not be looked at: the number of the cell, and why."""


def read_notebook(path: Path) -> Notebook:
    """Read a notebook.

    Raises
    ------
    DeskError
        If it cannot be read; says why, without the name of the file.
    """
    said = parsed(read_bounded(path, LARGEST))
    cells = said["cells"]
    return _opened(said, cells)


def parsed(content: bytes) -> dict[str, Any]:
    """Give what stands in a notebook: at least a list under ``cells``, of which nothing more is known.

    Raises
    ------
    DeskError
        If it is not a notebook; says why, without the name of the file.
    """
    if not content.strip():
        raise DeskError("is empty")
    if sum(map(content.count, (b",", b"[", b"{"))) > MOST_PARTS:
        raise DeskError(f"has more parts than are read: {_CLEAR}")
    try:
        said = json.loads(content.decode("utf-8-sig"))
    except RecursionError:
        raise DeskError("is too deep to be a notebook") from None
    except UnicodeDecodeError:
        raise DeskError("is not UTF-8: open it in JupyterLab and save it again") from None
    except ValueError as error:
        raise DeskError(f"is not a notebook: {str(error)[:80]}") from None
    if not isinstance(said, dict) or not isinstance(said.get("cells"), list):
        older = isinstance(said, dict) and "worksheets" in said
        raise DeskError(
            "is a notebook of an old format: open it in JupyterLab and save it again"
            if older
            else "is not a notebook: it has no list of cells"
        )
    return said


def _opened(said: dict[str, Any], cells: list[Any]) -> Notebook:
    found: list[Cell] = []
    problems: list[tuple[int, str]] = []
    unread: list[int] = []
    room = MOST_TEXT
    for number, cell in enumerate(cells[:MOST_CELLS], 1):
        text = _source(cell)
        if text is None:
            unread.append(number)
            continue
        most = min(LONGEST_CELL, room)
        if len(text) > most:
            problems.append((number, f"has {len(text):,} characters: only the first {most:,} were looked at"))
            text = text[:most]
        room -= len(text)
        kind = cell.get("cell_type")
        notes = _notes(cell)
        found.append(
            Cell(
                number,
                kind if kind in _KINDS else "raw",
                text,
                _word(notes.get("part")) or _tagged(cell),
                _word(notes.get("exercise")),
            )
        )
    if unread:
        more = f", and neither are {len(unread) - 1:,} more" if len(unread) > 1 else ""
        problems.append((unread[0], f"is not a cell that can be read{more}"))
    if len(cells) > MOST_CELLS:
        problems.append((MOST_CELLS, f"is the last that was looked at: there are {len(cells):,} cells"))
    return Notebook(tuple(found), _notes(said), tuple(problems))


def _source(cell: Any) -> str | None:
    source = cell.get("source") if isinstance(cell, dict) else None
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    return source if isinstance(source, str) else None


def _notes(holder: dict[str, Any]) -> dict[str, Any]:
    metadata = holder.get("metadata")
    notes = metadata.get(KEY) if isinstance(metadata, dict) else None
    return notes if isinstance(notes, dict) else {}


def _tagged(cell: dict[str, Any]) -> str:
    metadata = cell.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    for tag in tags[:50] if isinstance(tags, list) else ():
        if isinstance(tag, str) and tag.startswith("banchok-"):
            return _word(tag.removeprefix("banchok-"))
    return ""


def _word(said: object) -> str:
    return said if isinstance(said, str) and len(said) <= 20 else ""


def cell(kind: str, id: str, source: str, metadata: dict[str, Any] | None = None) -> dict[str, Any]:
    """Give a cell of a notebook that is made.

    >>> cell("markdown", "head", "# Key")["metadata"]
    {}
    """
    made: dict[str, Any] = {"cell_type": kind, "id": id, "metadata": metadata or {}, "source": source}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def notebook(cells: Sequence[dict[str, Any]], notes: dict[str, Any] | None = None) -> bytes:
    """Give the bytes of a notebook, the same each time.

    >>> b"# Key" in notebook([cell("markdown", "head", "# Key")])
    True
    """
    import nbformat

    metadata: dict[str, Any] = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
        "language_info": {"name": "python"},
    } | ({KEY: notes} if notes else {})
    library: Any = nbformat
    made = library.from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": list(cells)})
    library.validate(made)
    return f"{library.writes(made)}\n".encode()
