"""Marks and what goes with them, as tables: kept from one time to the next, and never lost.

Beside ``marks.csv`` stand ``marks-answers.csv`` (each answer, and where it was), ``marks-reasons.csv`` (the reasons,
with a column to mark them in) and ``marks-problems.csv``. Marks given by hand come from ``overrides.csv``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from banchok_edu.bank import exercise
from banchok_edu.errors import shown

from .files import plain, write_aside
from .grading import Problem
from .spreadsheets import columns_of, read_table, safe_cell, table, unguarded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from .grading import Graded

_MARK = re.compile(r"\d{1,4}([.,]\d{1,4})?", re.ASCII)
_ID = re.compile(r"([EMH]\d{1,4})( reason)?", re.IGNORECASE)
REASON = " reason"
"""What stands behind an exercise where the mark is one for its reason."""
ANSWERS = ("student", "name", "exercise", "state", "mark", "answer", "file", "cell", "remark")
REASONS = ("exercise", "student", "name", "answer", "state", "reason", "mark")
PROBLEMS = ("file", "cell", "student", "exercise", "problem")

Marks = dict[tuple[str, str], str]
"""By student and column."""


@dataclass
class Earlier:
    """What stands in the tables of the time before."""

    columns: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    marks: Marks = field(default_factory=dict)
    given: Marks = field(default_factory=dict)
    """The marks as we gave them; where one differs from ``marks``, somebody changed it."""
    reasons: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """By exercise and student: the reason, and the mark that it was given."""
    answers: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def by_the_ids_of(self, graded: Graded) -> Earlier:
        """Give the same under the ids of the class, where a spreadsheet has changed them."""
        of_now = set(map(plain, graded.students))
        marked = _meant([*self.names, *(student for student, _ in self.marks)], of_now)
        answered = _meant((student for student, _ in self.answers), of_now)
        reasoned = _meant((student for _, student in self.reasons), of_now)
        return Earlier(
            self.columns,
            {marked[id]: name for id, name in self.names.items()},
            {(marked[id], column): mark for (id, column), mark in self.marks.items()},
            {(answered[id], column): mark for (id, column), mark in self.given.items()},
            {(column, reasoned[id]): told for (column, id), told in self.reasons.items()},
            {(answered[id], column): [answered[id], *row[1:]] for (id, column), row in self.answers.items()},
        )


def _meant(ids: Iterable[str], known: AbstractSet[str]) -> dict[str, str]:
    """Tell which student each id of a table means: a spreadsheet takes zeros away before a number.

    An id that may be several students, or one of whom there is a row besides, stays as it is.

    >>> _meant(["7", "S1", "x"], {"007", "s1"})
    {'7': '007', 'S1': 's1', 'x': 'x'}
    """
    written = dict.fromkeys(ids)
    alike: dict[str, list[str]] = {}
    for id in known:
        alike.setdefault(_bare(id), []).append(id)
    meant = {id: id for id in written}
    for id in written.keys() - known:
        found = alike.get(_bare(id), [])
        if len(found) == 1 and found[0] not in written:
            meant[id] = found[0]
    return meant


def _bare(id: str) -> str:
    return id.casefold().lstrip("0") if id.isascii() and id.isdigit() else id.casefold()


def read_mark(text: str) -> str | None:
    """Read a mark: a number from 0 to 9999, with a point or a comma; None if it is something else.

    >>> read_mark("0,50"), read_mark(" 1 "), read_mark("=1"), read_mark("-1")
    ('0.5', '1', None, None)
    """
    tidy = text.strip().replace(",", ".")
    if not _MARK.fullmatch(tidy):
        return None
    whole, _, part = tidy.partition(".")
    part = part.rstrip("0")
    return f"{int(whole)}.{part}" if part else str(int(whole))


def read_overrides(path: Path, graded: Graded, earlier: Earlier) -> Marks:
    """Read the marks given by hand; a line that cannot be used is listed among the problems.

    Raises
    ------
    DeskError
        If it is not a table with the columns student, exercise and mark.
    """
    found: Marks = {}
    students = {*map(plain, graded.students), *earlier.names}
    given = read_table(path, {"student": ("id",), "exercise": (), "mark": ("marks",)}, ("student", "exercise", "mark"))
    written = [plain(unguarded(row["student"])) for row in given]
    meant = {id: _meant([id], students)[id] for id in set(written)}
    for row, id in zip(given, written, strict=True):
        student, column = meant[id], _column(row["exercise"])
        mark = read_mark(row["mark"])
        why = ""
        if student not in students:
            why = f"there is no student {shown(student)}"
        elif not column or column.removesuffix(REASON) not in graded.exercises:
            why = (
                f'{shown(row["exercise"])} is none of {", ".join(graded.exercises)}, or one of them with "{REASON[1:]}"'
            )
        elif mark is None:
            why = f"{shown(row['mark'])} is not a mark: write a number from 0 to 9999, such as 0.5"
        elif found.get((student, column), mark) != mark:
            why = f"there is another mark for {shown(student)} and {column} above: it was not taken"
        if why or mark is None:
            graded.problems.append(Problem(plain(path.name), None, student, column, f"line {row.line}: {why}"))
        else:
            found[student, column] = mark
    return found


def _column(text: str) -> str:
    said = _ID.fullmatch(" ".join(text.split()))
    return f"{said[1].upper()}{REASON if said[2] else ''}" if said else ""


def beside(out: Path, what: str) -> Path:
    """Give the table that stands beside the marks.

    >>> from pathlib import Path
    >>> beside(Path("marks.csv"), "answers").name
    'marks-answers.csv'
    """
    return out.with_name(f"{out.stem}-{what}{out.suffix}")


def read_earlier(out: Path) -> Earlier:
    """Read the tables of the time before, if they are there.

    Raises
    ------
    DeskError
        If something stands in their place that is not such a table.
    """
    found = Earlier()
    if out.exists():
        columns = {column: () for column in map(_column, columns_of(out)) if column}
        for row in read_table(out, {"student": (), "name": (), **{c.casefold(): () for c in columns}}, ("student",)):
            student = plain(unguarded(row["student"]))
            found.names[student] = unguarded(row["name"])
            for column in columns:
                if row[column.casefold()]:
                    text = unguarded(row[column.casefold()])
                    found.marks[student, column] = read_mark(text) or text
        found.columns = list(columns)
    if (path := beside(out, "answers")).exists():
        for row in read_table(path, dict.fromkeys(ANSWERS, ()), ("student", "exercise", "mark")):
            student, column = plain(unguarded(row["student"])), _column(row["exercise"])
            found.given[student, column] = read_mark(row["mark"]) or row["mark"]
            found.answers[student, column] = [unguarded(row[one]) for one in ANSWERS]
    if (path := beside(out, "reasons")).exists():
        for row in read_table(path, dict.fromkeys(REASONS, ()), ("exercise", "student", "mark")):
            key = _column(row["exercise"]), plain(unguarded(row["student"]))
            found.reasons[key] = unguarded(row["reason"]), row["mark"]
            found.names.setdefault(key[1], unguarded(row["name"]))
    return found


def write_marks(graded: Graded, out: Path, overrides: Mapping[tuple[str, str], str], earlier: Earlier) -> list[Path]:
    """Write the four tables; gives those of before that were put aside.

    Raises
    ------
    DeskError
        If one of them cannot be written.
    """
    graded.problems += _no_marks(earlier)
    marks = _reason_marks(earlier) | _answer_marks(graded)
    marks |= overrides
    given = dict(marks)
    _keep(marks, overrides, earlier, graded)
    columns = [
        column for id in graded.exercises for column in (id, *([id + REASON] if exercise(id).reason_asked else []))
    ]
    columns += [column for column in earlier.columns if column not in columns]
    names = {plain(id): name for id, name in graded.students.items()}
    names |= {id: name for id, name in earlier.names.items() if id not in names}
    rows = [
        (id, name, *(marks.get((id, column), "") for column in columns), _total(marks, id, columns))
        for id, name in names.items()
    ]
    tables = [
        (out, table(("student", "name", *columns, "total"), rows)),
        (beside(out, "answers"), table(ANSWERS, _answers(graded, names, marks, given, overrides, earlier))),
        (beside(out, "reasons"), table(REASONS, _reasons(graded, names, earlier))),
        (
            beside(out, "problems"),
            table(PROBLEMS, ((p.file, p.cell or "", p.student, p.exercise, p.text) for p in graded.problems)),
        ),
    ]
    return [aside for path, content in tables if (aside := write_aside(path, content)) is not None]


def _answer_marks(graded: Graded) -> Marks:
    return {(plain(student), id): result.mark for (student, id), result in graded.results.items() if result.mark}


def _reason_marks(earlier: Earlier) -> Marks:
    """Take over the marks that were written into the table of reasons."""
    marks = {(student, id + REASON): read_mark(text) for (id, student), (_, text) in earlier.reasons.items()}
    return {key: mark for key, mark in marks.items() if mark is not None}


def _no_marks(earlier: Earlier) -> list[Problem]:
    """List what was written in the place of a mark there and is none."""
    return [
        Problem("the table of reasons", None, student, id, f"{shown(text)} is not a mark, and was not taken")
        for (id, student), (_, text) in earlier.reasons.items()
        if text and read_mark(text) is None
    ]


def given_by_hand(overrides: Mapping[tuple[str, str], str], earlier: Earlier) -> Marks:
    """Give the marks that the teacher gave: those for reasons, and the overrides before them."""
    return _reason_marks(earlier) | dict(overrides)


def _keep(marks: Marks, overrides: Mapping[tuple[str, str], str], earlier: Earlier, graded: Graded) -> None:
    """Keep earlier marks where there is none now, and those that were changed by hand; say which become others."""
    present = set(map(plain, graded.students))
    for (student, column), before in earlier.marks.items():
        key = student, column
        now = marks.get(key, "")
        if before == now or key in overrides:
            continue
        by_hand = key in earlier.given and earlier.given[key] != before
        if not now or by_hand:
            marks[key] = before
            if student in present:
                why = "it was changed by hand" if by_hand else "there is none now"
                text = (
                    f"the earlier mark {shown(before)[1:-1]} was kept, since {why}; overrides.csv is the place for it"
                )
                graded.problems.append(Problem("", None, student, column, text))
        else:
            text = f"the mark was {shown(before)[1:-1]} and is {now} now"
            graded.problems.append(Problem("", None, student, column, text))


def _total(marks: Marks, student: str, columns: list[str]) -> str:
    found = [read_mark(marks.get((student, column), "")) for column in columns]
    total = sum(round(float(mark) * 10_000) for mark in found if mark is not None)
    return read_mark(f"{total // 10_000}.{total % 10_000:04d}") or "" if any(found) else ""


def _answers(
    graded: Graded,
    names: Mapping[str, str],
    marks: Marks,
    given: Marks,
    overrides: Mapping[tuple[str, str], str],
    earlier: Earlier,
) -> list[list[object]]:
    rows: list[list[object]] = []
    seen = set()
    for (student, id), one in graded.results.items():
        key = plain(student), id
        seen.add(key)
        remark = "marked by hand" if key in overrides else one.says
        mark = given.get(key, "") or marks.get(key, "")
        rows.append([student, names[key[0]], id, one.state, mark, one.answer, one.file, one.cell or "", remark])
    rows += [list(row) for key, row in earlier.answers.items() if key not in seen]
    return rows


def _reasons(graded: Graded, names: Mapping[str, str], earlier: Earlier) -> list[list[object]]:
    """Give the reasons by exercise, so that all on one are read one after another."""
    rows: list[list[object]] = []
    seen = set()
    for id in graded.exercises:
        for (student, other), text in graded.reasons.items():
            if other != id or not text:
                continue
            key = id, plain(student)
            seen.add(key)
            before, mark = earlier.reasons.get(key, ("", ""))
            if mark and before != _as_kept(text):
                what = "the reason is another than the one that was marked: look whether the mark still holds"
                graded.problems.append(Problem("", None, student, id, what))
            one = graded.results[student, id]
            rows.append([id, student, names[key[1]], one.answer, one.state, text, mark])
    for key, (text, mark) in earlier.reasons.items():
        if key not in seen:
            rows.append([key[0], key[1], names.get(key[1], ""), "", "", text, mark])
    return rows


def _as_kept(text: str) -> str:
    """Give a reason as it comes back from the table."""
    return unguarded(safe_cell(text))
