"""TEACHING.md: its exercises, headings and times exist, its numbers are those of the bank, its sums are right."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import banchok_edu as be
from banchok_edu import cli
from banchok_edu.bank.listing import definitions
from banchok_edu.games.registry import GAMES

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "TEACHING.md").read_text(encoding="utf-8")
LESSONS = {path.name[:2]: path for path in sorted((ROOT / "lessons").glob("[0-9]*.ipynb"))}
PAGES = LESSONS | {"doubling": ROOT / "lessons" / "doubling-systems.ipynb"}
MORE = 15
"""A plan may give a lesson so many minutes more than it asks for, and none less."""
ID = r"\b[EMH]\d{1,3}\b"
STOP, END = "Stop here", "the end"
WORDS = {"ten": 10, "thirty": 30, "thirty-five": 35, "forty": 40, "an hour": 60, "seventy": 70}


def prose(lesson: str) -> str:
    cells = json.loads(PAGES[lesson].read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")


def headings(lesson: str) -> list[str]:
    return [found.replace('"', "") for found in re.findall(r"^#{1,3} (.+)$", prose(lesson), re.MULTILINE)]


def section(title: str, text: str = PAGE) -> str:
    """The text below a heading, up to the next one of its level or above."""
    marks = re.search(rf"^(#+) {re.escape(title)}$", text, re.MULTILINE)
    assert marks is not None, title
    return re.split(rf"^#{{1,{len(marks[1])}}} ", text[marks.end() :], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables in a text, without their heads."""
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return [row for row, after in zip(found, [*found[1:], [""]], strict=True) if not rule(row) and not rule(after)]


def rule(row: list[str]) -> bool:
    return all(re.fullmatch(r"-+:?|:?-+:?", cell) for cell in row) and row != [""]


# -- the plans ---------------------------------------------------------------------------------------------------------


@dataclass
class Part:
    hour: int
    minutes: int
    lesson: str
    part: str
    exercises: list[str]


PLANS = {"Four hours: school": 4, "Eight hours: first year": 8, "Twelve hours: second year": 12}


@pytest.fixture(params=PLANS)
def plan(request) -> tuple[str, list[Part]]:
    found = [
        Part(int(hour), int(minutes), lesson, part, re.findall(ID, hand_out))
        for hour, minutes, lesson, part, _, hand_out in rows(section(request.param))
    ]
    return request.param, found


def test_every_hour_has_sixty_minutes_and_all_hours_are_there(plan):
    title, parts = plan
    hours = PLANS[title]
    assert [one.hour for one in parts] == sorted(one.hour for one in parts)
    for hour in range(1, hours + 1):
        assert sum(one.minutes for one in parts if one.hour == hour) == 60, hour
    assert sum(one.minutes for one in parts) == 60 * hours


def route(title: str) -> set[str]:
    """The lessons of a route, as lesson 00 has them."""
    name = {4: "School", 8: "First year", 12: "Second year"}[PLANS[title]]
    said = re.search(rf"^\| \*\*{name}\*\* \| ([^|]+) \|", prose("00"), re.MULTILINE)
    assert said is not None
    found = set()
    for first, last in re.findall(r"(\d\d)(?:[^\d,]* to (\d\d))?", said[1]):
        found |= {f"{k:02d}" for k in range(int(first), int(last or first) + 1)}
    return found


def test_a_plan_has_the_lessons_of_its_route(plan):
    title, parts = plan
    assert {one.lesson for one in parts if one.lesson} == route(title)


def times(lesson: str) -> tuple[int, int]:
    """How many minutes a lesson takes to "Stop here" and in full, by its own words."""
    if lesson == "00":
        assert "It takes ten minutes." in prose(lesson)
        return 10, 10
    said = re.search(
        r"The short lesson takes (?:about )?([\w-]+)(?: minutes)? and ends at the line \"Stop here\"\."
        r" The whole lesson takes (?:about )?([\w-]+(?: hour)?)(?: minutes)?\.",
        prose(lesson),
    )
    assert said is not None, lesson
    short, whole = (WORDS[word] if word in WORDS else int(word) for word in said.groups())
    return short, whole


def test_a_lesson_has_the_time_that_it_asks_for(plan):
    _, parts = plan
    for lesson in {one.lesson for one in parts if one.lesson}:
        its = [one for one in parts if one.lesson == lesson]
        if any(one.part == "quickly" for one in its):
            continue
        whole = its[-1].part.endswith(END)
        asked = times(lesson)[whole]
        assert asked <= sum(one.minutes for one in its) <= asked + MORE, lesson


def test_the_parts_of_a_lesson_follow_each_other_from_heading_to_heading(plan):
    _, parts = plan
    for lesson in {one.lesson for one in parts if one.lesson}:
        its, known = [one for one in parts if one.lesson == lesson], headings(lesson)
        if [one.part for one in its] == ["quickly"]:
            continue
        reached = None
        for one in its:
            said = re.fullmatch(r'(?:from "(?P<first>[^"]+)" )?to (?:"(?P<last>[^"]+)"|the end)', one.part)
            assert said is not None, one.part
            assert said["first"] == reached
            reached = said["last"] or END
            assert reached in (STOP, END) or reached in known, (lesson, reached)
        assert reached in (STOP, END)


def test_an_exercise_is_handed_out_when_its_lesson_has_been_begun(plan):
    _, parts = plan
    begun: set[str] = set()
    for one in parts:
        begun |= {one.lesson}
        for exercise in one.exercises:
            assert definitions()[exercise].lesson in begun, exercise
    assert sum(len(one.exercises) for one in parts) >= 2 * max(one.hour for one in parts)


def test_what_may_be_left_out_is_in_a_lesson_of_the_plan(plan):
    title, _ = plan
    late = re.search(r"^If you are late: (.+?)\n\n", section(title), re.MULTILINE | re.DOTALL)
    assert late is not None
    known = {heading for lesson in route(title) for heading in headings(lesson)}
    for heading in re.findall(r'"([^"]+)"', late[1].replace("\n", " ")):
        assert heading in known, heading


# -- exercises and mistakes --------------------------------------------------------------------------------------------


def test_every_exercise_that_is_named_exists():
    assert set(re.findall(ID, PAGE)) <= set(definitions())


def test_each_lesson_is_tested_by_exercises_of_its_own():
    table = rows(section("What each lesson tests"))
    assert [row[0] for row in table] == list(LESSONS)
    with_exercises = {one.lesson for one in definitions().values()}
    for lesson, _, tested in table:
        named = re.findall(ID, tested)
        assert {definitions()[one].lesson for one in named} == ({lesson} if lesson in with_exercises else set())
        assert len(named) == len(set(named))


MISTAKES = rows(section("What students get wrong"))


def test_there_are_many_mistakes_each_said_once():
    assert len(MISTAKES) >= 30
    assert len({row[0] for row in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize("row", MISTAKES, ids=lambda row: row[0][:40])
def test_a_mistake_shows_in_a_section_that_is_there(row):
    places = re.findall(r'(\d\d|doubling), "([^;]+)"(?:;|$)', row[1])
    assert places
    for lesson, heading in places:
        assert heading in headings(lesson), heading


def agrees(said: str, value: object) -> bool:
    """Whether what is written is this number, to the digits that are written, or the beginning of this option."""
    if isinstance(value, str):
        return said.strip('"') in value
    if said.startswith('"'):
        return False
    if "." in said:
        return round(float(value), len(said.partition(".")[2])) == float(said)
    return Fraction(said) == Fraction(value)


@pytest.mark.parametrize("row", [row for row in MISTAKES if re.search(ID, row[2])], ids=lambda row: row[2])
def test_a_wrong_number_is_one_that_the_bank_names_and_the_right_one_is_right(row):
    said = re.fullmatch(rf'({ID}): ("[^"]+"|-?[\d./]+)(?:, not ([\d./-]+))?', row[2])
    assert said is not None, row[2]
    posed = be.exercise(said[1])._posed
    if said[1] == "E116":  # a spread in place of an error
        assert agrees(said[2], posed.run.deviation)
        assert agrees(said[3], posed.run.standard_error)
        return
    assert any(agrees(said[2], mistake.value) for mistake in posed.mistakes)
    assert not agrees(said[2], posed.answer)
    assert said[3] is None or agrees(said[3], posed.answer)
    if said[3] is None:
        assert isinstance(posed.answer, str)


def test_the_mistakes_without_an_exercise_have_numbers_of_the_lesson():
    others = {row[2] for row in MISTAKES if not re.search(ID, row[2])}
    assert others == {"", "189/289, not 9/17"}
    win = Fraction(str(be.banchok.win_probability()))
    assert win == Fraction(9, 17)
    assert win + (1 - win) * win / 2 == Fraction(189, 289)  # one coup, won; or two, and the second won


def test_the_example_of_the_notation_is_right():
    said = re.search(r"`(E3): (\S+), not (\S+)`", PAGE)
    assert said is not None
    assert agrees(said[3], be.exercise("E3")._posed.answer)
    assert agrees(said[2], be.exercise("E3")._posed.mistakes[0].value)


# -- a class of 300 ----------------------------------------------------------------------------------------------------

CLASS = section("A class of 300")


def measured() -> dict[str, list[float]]:
    return {row[0]: [float(cell) for cell in row[1:]] for row in rows(CLASS) if len(row) == 1 + len(LESSONS)}


def test_what_was_measured_says_when_with_what_and_how():
    said = " ".join(section("What a kernel costs").split())
    assert re.search(r"Measured on \d{1,2} \w+ 20\d\d with Python [\d.]+, ipykernel [\d.]+, numpy [\d.]+", said)
    command = re.search(r"`python -m (tests\.benchmarks\.\w+)`", said)
    assert command is not None
    assert (ROOT / f"{command[1].replace('.', '/')}.py").exists()
    table = measured()
    end, most, seconds = table["own MB at its end"], table["most own MB"], table["seconds of processor"]
    assert all(a <= b for a, b in zip(end, most, strict=True))
    assert min(seconds) > 0


def test_the_sizes_of_a_hub_follow_from_what_was_measured():
    table = measured()
    server = float(re.search(r"The student's server has (\d+) MB", CLASS)[1])
    largest = max(table["own MB at its end"])
    seconds = dict(zip(LESSONS, table["seconds of processor"], strict=True))
    sizes = [row for row in rows(CLASS) if len(row) == 6]
    assert [int(row[0]) for row in sizes] == [30, 100, 300]
    for students, one, two, cores, *all_run in sizes:
        for said, lessons in ((one, 1), (two, 2)):
            assert int(said) == math.ceil(2 + int(students) * (server + lessons * largest) / 1000)
        for said, lesson in zip(all_run, ("05", "08"), strict=True):
            assert said == f"{int(students) * seconds[lesson] / int(cores):.0f} s"


def test_the_line_that_compiles_is_a_command(capsys):
    line = re.search(r"^ +env -u PYTHONDONTWRITEBYTECODE banchok-edu (.+)$", CLASS, re.MULTILINE)
    assert line is not None
    assert cli.main(line[1].split()) == 0
    assert [told.split(":")[0] for told in capsys.readouterr().out.splitlines()] == list(GAMES)


def test_the_commands_of_the_desk_are_understood():
    lines = re.findall(r"^ {4}banchok-edu (sheet|grade|key) (.+)$", section("Grading 300"), re.MULTILINE)
    assert [name for name, _ in lines] == ["sheet", "grade", "key"]
    asked = {re.search(r"--exercises (\S+)", rest)[1] for _, rest in lines}
    courses = {re.search(r"--course (\S+)", rest)[1] for _, rest in lines}
    assert len(asked) == len(courses) == 1
    assert set(asked.pop().split(",")) <= set(definitions())
    for name, rest in lines:
        done = subprocess.run(
            [sys.executable, "-m", "banchok_edu", name, "--help"], capture_output=True, text=True, check=True
        )
        for option in re.findall(r"--[a-z]+", rest):
            assert option in done.stdout, option
