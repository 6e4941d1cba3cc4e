"""The class: who is in it, read from a table as a school's office gives it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from banchok_edu.bank.personal import checked
from banchok_edu.errors import BanchokError, shown

from .files import DeskError, plain
from .spreadsheets import read_table, unguarded

if TYPE_CHECKING:
    from pathlib import Path

ID = ("student", "student id", "student_id", "studentid", "number", "номер", "ид", "학번", "아이디")
NAME = ("full name", "full_name", "student name", "имя", "фио", "이름", "성명")
_MOST_TOLD = 20
LONGEST_NAME = 120


@dataclass(frozen=True)
class Student:
    """One of the class."""

    id: str
    name: str = ""


def read_roster(path: Path) -> tuple[Student, ...]:
    r"""Read a roster: a table with a column ``id`` and, if you like, one ``name``; others are left alone.

    Raises
    ------
    DeskError
        If it cannot be used. All lines at fault are named, each with what is wrong.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as place:
    ...     path = Path(place, "roster.csv")
    ...     _ = path.write_text("id;name\ns1;Анна\n\ns2;김민준\n", encoding="utf-8-sig")
    ...     read_roster(path)
    (Student(id='s1', name='Анна'), Student(id='s2', name='김민준'))
    """
    found: dict[str, tuple[int, Student]] = {}
    wrong: list[str] = []
    for row in read_table(path, {"id": ID, "name": NAME}, ["id"]):
        name = plain(unguarded(row["name"]), LONGEST_NAME)
        try:
            student = Student(checked("student", unguarded(row["id"])), name)
        except BanchokError as error:
            wrong.append(f"line {row.line}: {error}")
            continue
        line, other = found.setdefault(student.id.casefold(), (row.line, student))
        if line != row.line:
            same = "" if other.id == student.id else f" as {shown(other.id)}, but for capitals"
            wrong.append(f"line {row.line}: the id {shown(student.id)} is on line {line} already{same}")
    if wrong:
        more = [f"and {len(wrong) - _MOST_TOLD} more"] if len(wrong) > _MOST_TOLD else []
        raise DeskError("\n  ".join([f"{plain(path.name)} cannot be used:", *wrong[:_MOST_TOLD], *more]))
    if not found:
        raise DeskError(f"{plain(path.name)} names no students: write one on each line below the first")
    return tuple(student for _, student in found.values())
