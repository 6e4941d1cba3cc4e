"""A folder of sheets, judged: whose each is, what was answered, and all that is not as it should be.

It reads and judges, and writes nothing. A file or an answer at fault is listed, and the rest is gone on with.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from banchok_edu.bank import exercise
from banchok_edu.bank.answering import LONGEST_ANSWER
from banchok_edu.bank.judging import ASK_BACK, RIGHT, UNREADABLE, WRONG, same
from banchok_edu.bank.personal import checked
from banchok_edu.errors import BanchokError, shown

from .files import DeskError, file_name, notebooks_in, plain
from .lines import Found, find
from .notebooks import read_notebook
from .sheets import MOST_EXERCISES, read_exercises, read_list
from .whose import named_by, tidy, whose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from banchok_edu.bank import Exercise, Verdict

    from .lines import Answer
    from .roster import Student

MISSING, UNEQUAL = "missing", "unequal"
NOTHING = "nothing was written"
LONGEST_REASON = 2000
MOST_PARTS = 5
"""Signs of equality in an answer, such as 24/84 = 2/7, at most."""
MOST_OTHERS = 20
"""Answers to what was not asked that are listed, for a sheet."""
MARKS = {RIGHT: "1", WRONG: "0"}
"""The mark of an answer; the others wait for the teacher."""


@dataclass(frozen=True)
class Problem:
    """Something that a teacher should look at, and where it is."""

    file: str
    cell: int | None
    student: str
    exercise: str
    text: str

    def __str__(self) -> str:
        """Give one line."""
        where = [self.file or self.student or "all"]
        where += [f"cell {self.cell}"] if self.cell else []
        where += [self.exercise] if self.exercise else []
        return f"{', '.join(where)}: {self.text}"


@dataclass(frozen=True)
class Result:
    """What became of one exercise of one student."""

    state: str
    """"right", "wrong", "unreadable", "ask_back", "missing" or "unequal"."""
    answer: str = ""
    says: str = ""
    file: str = ""
    cell: int | None = None
    causes: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """1, 0, or nothing where the teacher has to look."""
        return MARKS.get(self.state, "")


@dataclass
class Graded:
    """What came out of a folder."""

    course: str
    exercises: tuple[str, ...]
    students: dict[str, str] = field(default_factory=dict)
    """Ids with their names, in the order of the roster."""
    results: dict[tuple[str, str], Result] = field(default_factory=dict)
    """By student and exercise, for those of whom a sheet was read."""
    reasons: dict[tuple[str, str], str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


@dataclass
class _Handed:
    """A file that was read."""

    file: str
    student: str
    course: str
    exercises: tuple[str, ...]
    found: Found


def grade(
    folder: Path,
    course: str | None = None,
    exercises: Sequence[str] = (),
    roster: Iterable[Student] = (),
    done: Callable[[], object] = lambda: None,
) -> Graded:
    """Judge all sheets in a folder and in the folders in it.

    Parameters
    ----------
    folder
        Where they are.
    course, exercises
        Where they are not given, they are those of which the folder knows, or else those that most sheets name.
    roster
        The class. Without it the sheets that were written into this folder, or else those that are there.
    done
        Called after each file.

    Raises
    ------
    DeskError
        If there is no such folder, or no sheet in it.
    """
    listed = read_list(folder)
    known = dict(listed.students) if listed else {}
    known |= {student.id: student.name for student in roster}
    names = {file_name(id).casefold(): id for id in known}
    problems: list[Problem] = []
    handed: list[_Handed] = []
    count = 0
    for path in notebooks_in(folder):
        count += 1
        one = _handed(path, path.relative_to(folder), names, problems)
        if one is not None:
            handed.append(one)
        done()
    if not count:
        raise DeskError(f"{shown(str(folder), 200)} holds no notebooks: give the folder in which the sheets are")
    if course is None:
        course = listed.course if listed else _most(one.course for one in handed) or ""
    asked = tuple(exercises) or (listed.exercises if listed else _most(one.exercises for one in handed)) or ()
    if not asked:
        raise DeskError("no sheet says which exercises were asked: name them with --exercises")
    graded = Graded(checked("course", course), asked, dict(known), problems=problems)
    of: dict[str, list[_Handed]] = {}
    for one in handed:
        of.setdefault(one.student, []).append(one)
        graded.students.setdefault(one.student, "")
        if one.course != graded.course:
            said = f"the sheet is of the course {shown(one.course)}: its numbers may be others"
            problems.append(Problem(one.file, None, one.student, "", f"{said} than those of {shown(graded.course)}"))
    for student in graded.students:
        if student in of:
            _settle_all(student, of[student], graded)
        else:
            problems.append(Problem("", None, student, "", f"there is no sheet of {plain(student)}"))
    return graded


def _most(said: Iterable[str | tuple[str, ...]]) -> Any:
    counts = Counter(one for one in said if one)
    return counts.most_common(1)[0][0] if counts else None


# -- whose it is -------------------------------------------------------------------------------------------------------


def _handed(path: Path, within: Path, names: Mapping[str, str], problems: list[Problem]) -> _Handed | None:
    file = plain(within)
    known = set(names.values())
    same = {id.casefold(): id for id in known}
    named = named_by(within, names)

    def problem(text: str, student: str = "", cell: int | None = None) -> None:
        problems.append(Problem(file, cell, student, "", text))

    try:
        notebook = read_notebook(path)
        found = find(notebook.cells)
    except DeskError as error:
        problem(plain(error), named or "")
        return None
    except Exception as error:  # noqa: BLE001 (whatever a file does to us, the next ones are read)
        problem(f"could not be read: {type(error).__name__}", named or "")
        return None
    for cell, text in notebook.problems:
        problem(text, cell=cell)
    noted, *written = (
        same.get(id.casefold(), id)
        for id in (tidy("student", said) for said in (notebook.notes.get("student"), *found.student))
    )
    written = [id for id in written if id]
    student, doubts = whose(noted, written, named, known)
    if student and noted != student and not written and (noted or not named):
        doubts.append("its line Student: was edited away")
    for doubt in doubts:
        problem(doubt, student)
    if not student:
        return None
    course = tidy("course", notebook.notes.get("course"))
    return _Handed(
        file,
        student,
        course or next(filter(None, (tidy("course", text) for text in found.course)), ""),
        _asked(notebook.notes.get("exercises")) or next(filter(None, map(_asked, found.exercises)), ()),
        found,
    )


def _asked(said: object) -> tuple[str, ...]:
    """Read which exercises a sheet says that it has."""
    text = ",".join(one for one in said[:MOST_EXERCISES] if isinstance(one, str)) if isinstance(said, list) else said
    try:
        return read_exercises(text) if isinstance(text, str) else ()
    except BanchokError:
        return ()


# -- what was answered -------------------------------------------------------------------------------------------------


def _settle_all(student: str, own: Sequence[_Handed], graded: Graded) -> None:
    files = [one.file for one in own]
    if len(own) > 1:
        text = f"there are {len(own)} sheets of {plain(student)}, taken together: {plain(', '.join(files))}"
        graded.problems.append(Problem(files[0], None, student, "", text))
    for id in graded.exercises:
        posed = exercise(id, student, graded.course)
        result, problems = _settled(posed, own)
        graded.results[student, id] = result
        graded.problems += (Problem(file, cell, student, id, plain(text, 400)) for file, cell, text in problems)
        reasons = [text for one in own for text in one.found.reasons.get(id, ())]
        told = [_without(text, posed.reason_asked) for text in reasons]
        reason = "\n\n".join(dict.fromkeys(filter(None, told)))
        graded.reasons[student, id] = reason[:LONGEST_REASON]
        if len(reason) > LONGEST_REASON:
            what = f"the reason has {len(reason):,} characters: the first {LONGEST_REASON:,} were kept"
            graded.problems.append(Problem(files[0], None, student, id, what))
    for one in own:
        others = [those[0] for id, those in one.found.answers.items() if id not in graded.exercises]
        for answer in [answer for answer in others if not answer.in_code][:MOST_OTHERS]:
            where = Problem(one.file, answer.cell, student, answer.exercise, "was not asked for")
            graded.problems.append(where)


def _without(text: str, asked: str) -> str:
    lines = [line for line in text.split("\n") if not asked or line.replace("\\", "").strip() != asked]
    return "\n".join(lines).strip()


_Told = tuple[str, int | None, str]


def _settled(posed: Exercise, own: Sequence[_Handed]) -> tuple[Result, list[_Told]]:
    """Judge what a student wrote for an exercise, in all his files."""
    told = [(one.file, answer) for one in own for answer in one.found.answers.get(posed.id, ())]
    clear = [(file, answer) for file, answer in told if not answer.by_note and not answer.in_code]
    noted = [(file, answer) for file, answer in told if answer.by_note]
    if chosen := clear or noted:
        judged = [(file, answer, _judged(posed, answer.text)) for file, answer in chosen]
    else:  # what can be read of the student's own code; the rest of it is just code
        judged = [(file, answer, _judged(posed, answer.text)) for file, answer in told]
        judged = [one for one in judged if one[2].state != UNREADABLE]
    if not judged:
        return Result(MISSING), [_missing(posed.id, own)]
    file, answer, verdict = judged[0]
    problems: list[_Told] = []
    if not clear:
        how = "stands among code" if not noted else f"has no line that begins with {posed.id} ="
        problems.append((file, answer.cell, f"{shown(answer.text, 80)} {how}; it was taken for the answer"))
    if any(not _equal(posed, judged[0], other) for other in judged[1:]):
        for place, one, _ in judged:
            problems.append((place, one.cell, f"one of {len(judged)} answers that differ: {shown(one.text, 80)}"))
        answers = plain(" | ".join(dict.fromkeys(one.text for _, one, _ in judged)))
        says = "There are answers that differ. Which one do you mean?"
        return Result(UNEQUAL, answers, says, file, answer.cell), problems
    if verdict.state in (UNREADABLE, ASK_BACK):
        problems.append((file, answer.cell, f"{shown(answer.text, 80)} cannot be marked. {verdict.says}"))
    result = Result(verdict.state, plain(answer.text), verdict.says, file, answer.cell, verdict.causes)
    return result, problems


_LOOKALIKES = str.maketrans("авсеАВСЕ", "abceABCE")


def _judged(posed: Exercise, text: str) -> Verdict:
    """Judge a text; in ``24/84 = 2/7`` both sides are judged, and must say the same.

    Letters of choices may be Cyrillic ones that look the same.
    """
    if posed.options and len(text.strip(" ().")) == 1:
        text = text.translate(_LOOKALIKES)
    verdict = posed.judge(text)
    parts = re.split("[=≈]", text[:LONGEST_ANSWER])
    if posed.options or not 1 < len(parts) <= MOST_PARTS:
        return verdict
    first, *others = (posed.judge(part) for part in parts)
    alike = all(other.state == first.state and (first.state == RIGHT or _same(other, first)) for other in others)
    return first if alike and first.state in MARKS else verdict


def _same(one: Verdict, other: Verdict) -> bool:
    return same(one.value, other.value, strict=False)


def _equal(posed: Exercise, one: tuple[str, Answer, Verdict], other: tuple[str, Answer, Verdict]) -> bool:
    """Tell whether two answers are the same, as far as it matters."""
    if UNREADABLE in (one[2].state, other[2].state) or "" in (one[2].value, other[2].value):
        return one[1].text.casefold().split() == other[1].text.casefold().split()
    if one[2].state != other[2].state:
        return False
    return one[2].state == RIGHT or same(one[2].value, other[2].value, strict=posed.kind == "choice")


def _missing(id: str, own: Sequence[_Handed]) -> _Told:
    for one in own:
        if id in one.found.blank:
            return one.file, one.found.blank[id], NOTHING
    for one in own:
        for name, cell in one.found.edited:
            if name == id:
                return one.file, cell, f"the answer was edited away: no line begins with {id} ="
    return own[0].file, None, f"no line begins with {id} =: its cell was deleted, or the line was changed"
