"""What every lesson notebook must have, read from the files. That the cells run is nbval's task."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LESSONS = sorted((ROOT / "lessons").glob("*.ipynb"))
LONGEST_CELL = 25

Cell = dict[str, Any]


def load(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def source(cell: Cell) -> str:
    return "".join(cell["source"])


def is_guard(cell: Cell) -> bool:
    return "guard" in cell["metadata"].get("tags", [])


def is_hidden(cell: Cell) -> bool:
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def shows_figure(cell: Cell) -> bool:
    return (
        cell["cell_type"] == "code" and re.search(r"^(be\.pictures\.)?show\(", source(cell), re.MULTILINE) is not None
    )


def prose(cells: list[Cell]) -> str:
    return "\n\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")


def headings(cells: list[Cell]) -> list[tuple[int, str]]:
    without_code = re.sub(r"^```.*?^```", "", prose(cells), flags=re.MULTILINE | re.DOTALL)
    return [(len(marks), words) for marks, words in re.findall(r"^(#+) (.+)$", without_code, re.MULTILINE)]


def test_there_are_lessons():
    assert LESSONS


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request) -> Path:
    return request.param


@pytest.fixture
def cells(lesson) -> list[Cell]:
    return load(lesson)["cells"]


def test_a_lesson_is_a_python_notebook_with_cell_ids(lesson, cells):
    notebook = load(lesson)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in cells]
    assert len(set(ids)) == len(ids)


def test_a_lesson_has_one_title_and_its_headings_nest(cells):
    levels = [level for level, _ in headings(cells)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_no_cell_is_long(cells):
    lengths = {cell["id"]: len(source(cell).splitlines()) for cell in cells}
    assert {key: n for key, n in lengths.items() if n > LONGEST_CELL} == {}


def test_nothing_that_was_run_is_stored(lesson, cells):
    assert "widgets" not in load(lesson)["metadata"]
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


def test_links_within_the_repository_lead_somewhere(lesson, cells):
    links = re.findall(r"\]\(([^)\s]+)\)", prose(cells)) + re.findall(r'(?:href|src)="([^"]+)"', prose(cells))
    for link in links:
        if not re.match(r"[a-z]+:|#", link):
            assert (lesson.parent / link.partition("#")[0]).exists(), link


def test_a_guess_is_asked_for_in_a_plain_cell_and_quoted_later(cells):
    code = [source(cell) for cell in cells if cell["cell_type"] == "code" and not is_hidden(cell)]
    assert code[0] == "guess = None"
    assert sum("guess is None" in text for text in code[1:]) >= 1


def test_reasons_are_asked_for_in_plain_cells(cells):
    code = [source(cell) for cell in cells if cell["cell_type"] == "code" and not is_hidden(cell)]
    assert 'reason = ""' in code
    assert 'why = ""' in code


def test_students_have_seeds_of_their_own(cells):
    asked = r"^my_seed = \d+  # put your own number here$|be\.my_seed\("
    assert any(re.search(asked, source(cell), re.MULTILINE) for cell in cells)


def test_a_figure_is_followed_by_words_about_it(cells):
    for number, cell in enumerate(cells):
        if shows_figure(cell):
            following = next(later for later in cells[number + 1 :] if not is_guard(later))
            assert following["cell_type"] == "markdown"
            assert source(following).startswith("The figure shows")


def test_a_figure_has_words_for_those_who_cannot_see_it(cells):
    for cell in cells:
        if shows_figure(cell) and "be.pictures." not in source(cell):  # those bring their own
            assert re.search(r'^show\(fig, "[^"]{40,}"', source(cell), re.MULTILINE)


def test_hidden_cells_are_guards_and_assert_something(cells):
    assert any(is_guard(cell) for cell in cells)
    for cell in cells:
        assert is_guard(cell) == is_hidden(cell)
        if is_guard(cell):
            assert re.search(r"^ *assert ", source(cell), re.MULTILINE)


def test_no_visible_cell_asserts(cells):
    for cell in cells:
        if cell["cell_type"] == "code" and not is_guard(cell):
            assert "assert " not in source(cell)


def test_no_guard_stands_before_the_guess(cells):
    places = [number for number, cell in enumerate(cells) if is_guard(cell)]
    guess = next(number for number, cell in enumerate(cells) if source(cell) == "guess = None")
    assert places[0] > guess


def test_the_short_lesson_has_its_end_and_the_summary_comes_last(cells):
    assert prose(cells).count("**Stop here**") == 1
    assert headings(cells)[-1] == (2, "Summary")
    assert [words for _, words in headings(cells)][-2] == "Exercises"


def test_answers_are_folded(cells):
    exercises = [source(cell) for cell in cells if re.match(r"\*\*\d\.\*\*", source(cell))]
    assert len(exercises) >= 2
    for number, text in enumerate(exercises, 1):
        assert text.startswith(f"**{number}.**")
        assert f"<details><summary>Answer to {number}</summary>\n\n" in text
        assert text.rstrip().endswith("</details>\n<!-- END SOLUTION -->")


def test_what_is_folded_is_marked_as_a_solution(cells):
    text = prose(cells)
    marked = re.findall(
        r"^<!-- BEGIN SOLUTION -->\n<details>.*?^</details>\n<!-- END SOLUTION -->$",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    assert len(marked) == text.count("<details>") == text.count("BEGIN SOLUTION") == text.count("END SOLUTION")
