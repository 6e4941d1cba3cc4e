"""A class for the tests: a folder of sheets, and ways to write into them as students do."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import banchok_edu as be
from banchok_edu.bank.posing import SIMULATED
from banchok_edu.desk.grading import grade
from banchok_edu.desk.roster import Student
from banchok_edu.desk.sheets import write_sheets

ASKED = ("E2", "M24", "E10")


@dataclass
class Sheet:
    """A sheet on the disk, changed cell by cell."""

    path: Path

    @property
    def cells(self):
        return self.json["cells"]

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.path.read_text(encoding="utf-8"))

    def change(self, how):
        """Change the notebook by a function that gets it as JSON."""
        said = self.json
        how(said)
        self.path.write_text(json.dumps(said), encoding="utf-8")

    def cell(self, said, name):
        """The cell of this id, such as "m24-answer"."""
        return next(one for one in said["cells"] if one["id"] == name)

    def write(self, name, text):
        """Put a text into the cell of this id."""
        self.change(lambda said: self.cell(said, name).update(source=text))

    def answer(self, exercise, text):
        """Write an answer as it is meant to be written."""
        self.write(f"{exercise.lower()}-answer", f"{exercise} = {text}")

    def add(self, kind, text, metadata=None):
        """Add a cell at the end."""
        cell = {"cell_type": kind, "id": "more", "metadata": metadata or {}, "source": text}
        if kind == "code":
            cell |= {"outputs": [], "execution_count": None}
        self.change(lambda said: said["cells"].append(cell))


@dataclass
class Classroom:
    """A folder with the sheets of a class."""

    folder: Path
    course: str = "autumn"

    def give_out(self, *students, asked=ASKED):
        write_sheets(
            self.folder,
            [Student(*one) if isinstance(one, tuple) else Student(one) for one in students],
            asked,
            self.course,
        )
        return [self.sheet(one if isinstance(one, str) else one[0]) for one in students]

    def sheet(self, name):
        return Sheet(self.folder / f"{name}.ipynb")

    def grade(self, **more):
        return grade(self.folder, **more)

    def right(self, exercise, student):
        """The right answer, as a student would write it; a simulated one is off by a part of its standard error."""
        posed = be.exercise(exercise, student, self.course)
        answer = posed.solution().answer
        if posed.options:
            return answer[0]
        if posed.kind == SIMULATED:
            trials = posed._posed.run.trials
            return str(round(float(posed._posed.answer) * trials) / trials)
        return answer


def states(graded, student):
    """What became of each exercise of a student."""
    return {id: graded.results[student, id].state for id in graded.exercises}


def told(graded, student=None):
    """The problems, as text."""
    return "\n".join(str(one) for one in graded.problems if student is None or one.student == student)
