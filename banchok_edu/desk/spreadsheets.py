"""Tables as spreadsheets write and read them: comma-separated values, whatever program they come from.

What is written opens safely: no cell begins a formula. What is read is refused or listed by the number of its line.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from banchok_edu.errors import shown

from .files import DeskError, plain, read_bounded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

LARGEST = 4_000_000
"""Bytes of a table, at most."""
MOST_ROWS = 50_000
LONGEST_CELL = 3000
_RISKY = r"(?=\s*'*\s*[=+\-@＝＋－＠])"
"""What follows is a formula, or one that was guarded."""
_RISKY_INNER = r"(?=\s*(?:[\"'=+\-@＝＋－＠]|$))"
"""The same behind a semicolon, with quotation marks, and with nothing."""
_OPEN, _GUARDED = re.compile(f"^{_RISKY}"), re.compile(f"^'{_RISKY}")
_OPEN_INNER, _GUARDED_INNER = re.compile(f"(?<=;){_RISKY_INNER}"), re.compile(f"(?<=;)'{_RISKY_INNER}")
_MARKS = (",", ";", "\t")


def safe_cell(text: object) -> str:
    """Give a text as a cell that no spreadsheet takes for a formula: such a one has an apostrophe before it.

    Line ends and tabs become blanks. A program that parts cells at semicolons finds behind one neither a formula nor a
    quotation mark, which would make it take the cells that follow for others.

    >>> safe_cell("=1+1"), safe_cell("2/7"), safe_cell("-1/7"), safe_cell("x;=1+1")
    ("'=1+1", '2/7', "'-1/7", "x;'=1+1")
    """
    return _OPEN.sub("'", _OPEN_INNER.sub("'", plain(text, LONGEST_CELL)))


def unguarded(text: str) -> str:
    """Take the apostrophes away again that ``safe_cell`` put there.

    >>> unguarded("'=1+1"), unguarded("'tis")
    ('=1+1', "'tis")
    """
    return _GUARDED_INNER.sub("", _GUARDED.sub("", text.strip()))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Give a table as the bytes of a file, with the mark by which spreadsheets know UTF-8.

    >>> table(("id", "mark"), [("김", 1)]).decode("utf-8-sig").splitlines()
    ['id,mark', '김,1']
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in (head, *rows):
        writer.writerow([safe_cell(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


@dataclass(frozen=True)
class Row:
    """A row of a table: the line on which it begins, and its cells by the names of their columns."""

    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


def read_table(path: Path, columns: Mapping[str, Sequence[str]], needed: Sequence[str]) -> list[Row]:
    """Read a table whose first line names its columns; blank lines do not count.

    Parameters
    ----------
    path
        The file: UTF-8 or UTF-16, parted by commas, semicolons or tabs.
    columns
        The columns that are looked for, each with the names under which it may stand.
    needed
        Those of them that must be there.

    Raises
    ------
    DeskError
        If it cannot be read; says on which line, and what to do.
    """
    name = plain(path.name)
    lines = _lines_of(path)
    if not lines:
        raise DeskError(f"{name} is empty: its first line names the columns, such as: {','.join(columns)}")
    first, head = lines[0]
    places: dict[str, int] = {}
    for column, names in columns.items():
        found = [place for place, cell in enumerate(head) if " ".join(cell.casefold().split()) in (column, *names)]
        if len(found) > 1:
            raise DeskError(f"{name}, line {first}: two columns are called {column}: rename one of them")
        if found:
            places[column] = found[0]
    for column in needed:
        if column not in places:
            raise DeskError(
                f"{name}, line {first}: no column is called {column}. The first line names the columns, such as: "
                f"{','.join(columns)}"
            )
    return [
        Row(line, {column: cells[place].strip() for column, place in places.items() if place < len(cells)})
        for line, cells in lines[1:]
    ]


def columns_of(path: Path) -> list[str]:
    """Give the names of the columns of a table, as they stand there.

    Raises
    ------
    DeskError
        If it cannot be read.
    """
    lines = _lines_of(path)
    return lines[0][1] if lines else []


def _lines_of(path: Path) -> list[tuple[int, list[str]]]:
    name = plain(path.name) or shown(str(path))
    try:
        content = read_bounded(path, LARGEST)
    except DeskError as error:
        raise DeskError(f"{name} {error}") from error
    return _rows(name, _decoded(name, content))


def _decoded(name: str, content: bytes) -> str:
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        ends = content.count(b"\n", 0, error.start)
        line = "" if wide else f", line {ends + 1}"
        raise DeskError(
            f'{name}{line}: this is not UTF-8. Save it again, in the spreadsheet, as "CSV UTF-8"'
        ) from error
    if "\0" in text:
        raise DeskError(f"{name}, line {text.count(chr(10), 0, text.index(chr(0))) + 1}: a null byte: this is no table")
    return text


def _rows(name: str, text: str) -> list[tuple[int, list[str]]]:
    """Give the rows that are not blank, each with the number of the line on which it begins."""
    lines = text.splitlines(keepends=True)
    skipped = 0
    mark = ""
    if lines and (said := re.fullmatch(r"sep=([,;\t])\s*", lines[0])):  # as some spreadsheets begin a table
        mark, skipped = said[1], 1
    head = next((line for line in lines[skipped:] if line.strip()), "")
    mark = mark or max(_MARKS, key=head.count)
    reader = csv.reader(lines[skipped:], delimiter=mark, strict=True)
    found: list[tuple[int, list[str]]] = []
    before = 0
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return found
        except csv.Error as error:
            raise DeskError(f"{name}, line {skipped + before + 1}: {error}. Save it again as CSV") from error
        if any(cell.strip() for cell in cells):
            found.append((skipped + before + 1, cells))
        if len(found) > MOST_ROWS:
            raise DeskError(f"{name}, line {skipped + before + 1}: more than {MOST_ROWS:,} rows are too many")
        before = reader.line_num
