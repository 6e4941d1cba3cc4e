"""Solutions taken out of a notebook: the marks, and what stands in the place of what is gone. Nothing is run.

The marks are those of nbgrader. Everything from a line with BEGIN SOLUTION to the one with END SOLUTION goes, and so do
cells with the tag ``solution``. In code a line says where the student's own lines belong. Outputs that are stored go
too, all of them, since any of them may show what a solution found.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banchok_edu.errors import BanchokError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

BEGIN, END = "BEGIN SOLUTION", "END SOLUTION"
TAG = "solution"
PLACE = "# your lines here"
_NEARLY = re.compile(r"\s*(?:#+|<!--+|//|%+|--)\s*(?:begin|end)[\s_-]*solutions?\b", re.IGNORECASE)
"""A comment that was probably meant as a mark."""


class EditionError(BanchokError):
    """An edition cannot be made of what was given; the message says where, why, and what to do."""


@dataclass(frozen=True)
class Stripped:
    """A notebook without its solutions."""

    notebook: dict[str, Any]
    regions: int
    """How many marked regions were taken out."""
    cells: int
    """How many cells went wholly."""


def stripped(notebook: dict[str, Any]) -> Stripped:
    r"""Take the solutions out of a notebook; what is given stays as it is.

    >>> cell = {"cell_type": "code", "metadata": {}, "source": "### BEGIN SOLUTION\nx = 2\n### END SOLUTION"}
    >>> stripped({"cells": [cell]}).notebook["cells"][0]["source"]
    '# your lines here'

    Raises
    ------
    EditionError
        If a cell cannot be read, or its marks do not go in pairs; names the cell, by its number.
    """
    kept: list[dict[str, Any]] = []
    regions = gone = 0
    for number, cell in enumerate(notebook["cells"], 1):
        try:
            if TAG in tags_of(cell):
                gone += 1
                continue
            source = source_of(cell)
            text, found = stripped_text(source, code=cell["cell_type"] == "code")
        except EditionError as error:
            raise EditionError(f"cell {number}{error}") from None
        regions += found
        if found and not text.strip():
            gone += 1
        else:
            kept.append(_changed(cell, source, text) if found else _without_outputs(cell))
    metadata = notebook.get("metadata")
    if isinstance(metadata, dict) and "widgets" in metadata:  # what widgets showed is an output too
        notebook = notebook | {"metadata": {key: value for key, value in metadata.items() if key != "widgets"}}
    return Stripped(notebook | {"cells": kept}, regions, gone)


def source_of(cell: Any) -> str:
    """Give the text of a cell.

    Raises
    ------
    EditionError
        If it is not a cell that can be read.
    """
    source = cell.get("source") if isinstance(cell, dict) else None
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str) or cell.get("cell_type") not in ("markdown", "code", "raw"):
        raise EditionError(" is not a cell that can be read: open the notebook in JupyterLab and save it again")
    return source


def tags_of(cell: Any) -> list[Any]:
    """Give the tags of a cell.

    >>> tags_of({"metadata": {"tags": ["guard"]}}), tags_of({"metadata": None})
    (['guard'], [])
    """
    metadata = cell.get("metadata") if isinstance(cell, dict) else None
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return tags if isinstance(tags, list) else []


def stripped_text(text: str, *, code: bool) -> tuple[str, int]:
    r"""Take the marked regions out of a text, and tell how many there were.

    >>> stripped_text("Add.\n\n<!-- BEGIN SOLUTION -->\nFour.\n<!-- END SOLUTION -->\n", code=False)
    ('Add.', 1)
    >>> print(stripped_text("def f(x):\n    # BEGIN SOLUTION\n    return x\n    # END SOLUTION", code=True)[0])
    def f(x):
        # your lines here
        ...

    Raises
    ------
    EditionError
        If the marks do not go in pairs, or code would not be Python any more without what they hold.
    """
    lines = re.findall(r"[^\n]*\n|[^\n]+", text)
    regions = _regions(lines)
    if not regions:
        return text, 0
    return (_code(text, lines, regions) if code else _prose(lines, regions)), len(regions)


def _regions(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Find the marked regions: the number of the first line of each, and of the line behind its last."""
    found = []
    begun: int | None = None
    for place, line in enumerate(lines):
        begins, ends = line.count(BEGIN), line.count(END)
        why = ""
        if begins + ends > 1:
            why = "two marks stand in one line: give each a line of its own"
        elif begins and begun is not None:
            why = f"{BEGIN} stands within the solution that begins in line {begun + 1}: solutions do not nest"
        elif ends and begun is None:
            why = f"{END} has no {BEGIN} before it in this cell"
        elif not begins + ends and _NEARLY.match(line):
            why = f"{shown(line.strip())} is nearly a mark: write {BEGIN} or {END}, or other words"
        if why:
            raise EditionError(f", line {place + 1}: {why}")
        if begins:
            begun = place
        elif ends and begun is not None:
            found.append((begun, place + 1))
            begun = None
    if begun is not None:
        raise EditionError(f", line {begun + 1}: {BEGIN} has no {END} after it in this cell")
    return found


def _prose(lines: Sequence[str], regions: Sequence[tuple[int, int]]) -> str:
    """Leave regions out, and not two gaps where there was one on either side."""
    kept: list[str] = []
    after = 0
    for start, end in [*regions, (len(lines), len(lines))]:
        following = list(lines[after:start])
        if after and (not kept or _blank(kept[-1])):
            while following and _blank(following[0]):
                following.pop(0)
        kept += following
        after = end
    if regions[-1][1] == len(lines) or all(map(_blank, lines[regions[-1][1] :])):
        while kept and _blank(kept[-1]):
            kept.pop()
        if kept:
            kept[-1] = kept[-1].rstrip("\r\n")
    return "".join(kept)


def _blank(line: str) -> bool:
    return not line.strip()


def _code(text: str, lines: Sequence[str], regions: Sequence[tuple[int, int]]) -> str:
    """Put the line for the student's own in the place of each region.

    A comment is enough for Python in most places. Where a block would be empty, or something in brackets be missing, an
    ellipsis follows, which is allowed in both.
    """
    commented = _replaced(lines, regions, filled=False)
    if _is_python(commented):
        return commented
    filled = _replaced(lines, regions, filled=True)
    if not _is_python(filled) and _is_python(text):  # a cell with the magic of IPython is Python neither way
        raise EditionError(
            f", line {regions[0][0] + 1}: without its solution the cell is no Python any more: "
            "let the marks hold whole statements"
        )
    return filled


def _replaced(lines: Sequence[str], regions: Sequence[tuple[int, int]], *, filled: bool) -> str:
    made: list[str] = []
    after = 0
    for start, end in regions:
        inside = [line for line in lines[start + 1 : end - 1] if not _blank(line)] or [lines[start]]
        indent = inside[0][: len(inside[0]) - len(inside[0].lstrip())]
        last = lines[end - 1]
        ending = last[len(last.rstrip("\r\n")) :]
        made += lines[after:start]
        if filled and indent:
            made.append(f"{indent}{PLACE}{ending or chr(10)}{indent}...{ending}")
        else:
            made.append(f"{indent}{PLACE}{ending}")
        after = end
    return "".join([*made, *lines[after:]])


def _is_python(text: str) -> bool:
    """Tell whether a text is Python; it is read and not run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _changed(cell: dict[str, Any], source: str, text: str) -> dict[str, Any]:
    """Give a cell another text, in the form in which it had its own, and without pictures that are gone from it."""
    made = _without_outputs(cell)
    made["source"] = text.splitlines(keepends=True) if isinstance(cell["source"], list) else text
    pictures = cell.get("attachments")
    if isinstance(pictures, dict):
        gone = {name for name in pictures if f"attachment:{name}" in source and f"attachment:{name}" not in text}
        made["attachments"] = {name: picture for name, picture in pictures.items() if name not in gone}
    return made


def _without_outputs(cell: dict[str, Any]) -> dict[str, Any]:
    if cell["cell_type"] != "code":
        return dict(cell)
    return cell | {"outputs": [], "execution_count": None}
