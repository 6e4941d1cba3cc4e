"""The subcommands ``sheet``, ``grade`` and ``key``: their arguments, what they say, and their exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banchok_edu.terminal import bar, counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from pathlib import Path

    Say = Callable[[str], None]

DONE = 0
MOST_TOLD = 30
"""Problems that are shown in the terminal; all of them are in the table."""


def describe(subparsers: Any, say: Say) -> None:
    """Describe the three subcommands."""
    sheet = subparsers.add_parser(
        "sheet",
        help="for teachers: a notebook of exercises for each student",
        description="Write a notebook for each student, with numbers of his own. One that is there already stays.",
    )
    sheet.add_argument("--roster", required=True, metavar="FILE", help="a CSV with a column id, and one called name")
    _describe_common(sheet, needed=True)
    sheet.add_argument("--out", required=True, metavar="FOLDER", help="where the sheets go")
    sheet.set_defaults(run=lambda given: _sheet(given, say))

    grade = subparsers.add_parser(
        "grade",
        help="for teachers: marks for the sheets that came back",
        description="Read the answers in a folder of sheets and mark them. Nothing that a student wrote is run.",
        epilog="Marks given by hand stand in overrides.csv beside FILE, with the columns student, exercise and mark. "
        "The exercise may be M24, or M24 reason.",
    )
    grade.add_argument("folder", metavar="FOLDER", help="where the sheets are; folders in it are gone through too")
    grade.add_argument("--out", required=True, metavar="FILE", help="the table of marks, such as marks.csv")
    grade.add_argument("--roster", metavar="FILE", help="the class, if the sheets were not written into FOLDER")
    _describe_common(grade, needed=False)
    grade.add_argument("--overrides", metavar="FILE", help="marks given by hand (default overrides.csv beside FILE)")
    grade.add_argument("--feedback", action="store_true", help="write a page for each student; it has no solutions")
    grade.add_argument("--solutions", action="store_true", help="write these pages with the worked solutions")
    grade.set_defaults(run=lambda given: _grade(given, say))

    key = subparsers.add_parser(
        "key",
        help="for teachers: worked solutions",
        description="Write the worked solutions, with the derivation step by step.",
    )
    _describe_common(key, needed=True)
    key.add_argument("--out", required=True, metavar="FILE", help="the key: FILE.ipynb or FILE.md")
    key.add_argument("--roster", metavar="FILE", help="add the answer of each student")
    key.set_defaults(run=lambda given: _key(given, say))


def _describe_common(parser: argparse.ArgumentParser, *, needed: bool) -> None:
    parser.add_argument("--exercises", required=needed, metavar="IDS", help="such as E2,M24,H54")
    parser.add_argument("--course", metavar="NAME", help="the course: another one has other numbers")


def _sheet(given: argparse.Namespace, say: Say) -> int:
    from .files import named_place
    from .roster import read_roster
    from .sheets import read_exercises, write_sheets

    exercises = read_exercises(given.exercises)
    students = read_roster(named_place(given.roster, "--roster"))
    with bar(len(students), "sheets") as shown:
        outcome = write_sheets(named_place(given.out, "--out"), students, exercises, given.course or "", shown.update)
    say(f"{counted(len(outcome.written), 'sheet')} written to {given.out}.")
    if outcome.kept:
        say(f"{counted(len(outcome.kept), 'sheet')} there already, and left as they are: {_some(outcome.kept)}.")
    return DONE


def _grade(given: argparse.Namespace, say: Say) -> int:
    from .feedback import write_feedback
    from .files import named_place
    from .grading import NOTHING, grade
    from .marks import given_by_hand, read_earlier, read_overrides, write_marks
    from .roster import read_roster
    from .sheets import read_exercises

    out = _table(given.out)
    exercises = read_exercises(given.exercises) if given.exercises is not None else ()
    roster = read_roster(named_place(given.roster, "--roster")) if given.roster is not None else ()
    named = given.overrides is not None
    overrides = named_place(given.overrides, "--overrides") if named else out.with_name("overrides.csv")
    earlier = read_earlier(out)
    with bar(None, "sheets") as shown:
        graded = grade(named_place(given.folder, "grade"), given.course, exercises, roster, shown.update)
    earlier = earlier.by_the_ids_of(graded)
    by_hand = read_overrides(overrides, graded, earlier) if named or overrides.exists() else {}
    aside = write_marks(graded, out, by_hand, earlier)
    states = [result.state for result in graded.results.values()]
    read = len({student for student, _ in graded.results})
    say(
        f"{counted(read, 'student')}, {len(states)} answers asked for: {states.count('right')} right, "
        f"{states.count('wrong')} wrong, {states.count('missing')} missing, "
        f"{sum(s not in ('right', 'wrong', 'missing') for s in states)} to be looked at."
    )
    say(f"Marks: {out}. Beside it are answers, reasons and problems.")
    if by_hand:
        say(f"{counted(len(by_hand), 'mark')} given by hand taken from {overrides}.")
    if aside:
        say(f"The tables of before are kept in {aside[0].parent}: {_some([path.name for path in aside])}.")
    if given.feedback or given.solutions:
        folder = out.with_name(f"{out.stem}-feedback")
        written, moved = write_feedback(graded, folder, given_by_hand(by_hand, earlier), solutions=given.solutions)
        say(
            f"{counted(written, 'page')} for students in {folder}"
            + (f"; {moved} of before are kept in its folder earlier." if moved else ".")
        )
    if graded.problems:
        say(f"{counted(len(graded.problems), 'problem')}:")
        for problem in sorted(graded.problems, key=lambda one: one.text == NOTHING)[:MOST_TOLD]:
            say(f"  {problem}")
        if len(graded.problems) > MOST_TOLD:
            say(f"  and {len(graded.problems) - MOST_TOLD} more in the table of problems.")
    return DONE


def _key(given: argparse.Namespace, say: Say) -> int:
    from .files import named_place, write_new
    from .key import check_kind, key
    from .roster import read_roster
    from .sheets import read_exercises

    out = named_place(given.out, "--out")
    check_kind(out)
    exercises = read_exercises(given.exercises)
    students = read_roster(named_place(given.roster, "--roster")) if given.roster is not None else ()
    content = key(exercises, students, given.course or "", notebook=out.suffix.lower() == ".ipynb")
    say(f"The key is in {out}." if write_new(out, content) else f"The key in {out} is this one already.")
    return DONE


def _table(name: str) -> Path:
    from .files import DeskError, named_place, plain

    if not name.lower().endswith(".csv"):
        raise DeskError(f"--out {plain(name)!r} does not end in .csv: the marks are a table, such as marks.csv")
    return named_place(name, "--out")


def _some(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
