"""The form of a lesson, read from the files. What holds of every page stands in ``test_walk``."""

from __future__ import annotations

import re

from .notebooks import Cell, headings, is_guard, is_hidden, prose, source


def shows_figure(cell: Cell) -> bool:
    return (
        cell["cell_type"] == "code" and re.search(r"^(be\.pictures\.)?show\(", source(cell), re.MULTILINE) is not None
    )


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
