"""Every notebook for students is walked through as a file: what anybody may expect of it, of whatever form it is."""

from __future__ import annotations

import ast
from itertools import pairwise

import pytest

from .meanings import double_meanings
from .notebooks import LESSONS, PAGES, code_cells, headings, images, is_hidden, links, load, lost, prose, source
from .reading import Reading, reading

LONGEST_CELL = 25
LONGEST_LINE = 120


def test_there_are_lessons():
    assert LESSONS
    assert set(LESSONS) <= set(PAGES)


# -- the file ----------------------------------------------------------------------------------------------------------


def test_a_page_is_a_python_notebook_with_cell_ids(page, on_page):
    notebook = load(page)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    ids = [cell["id"] for cell in on_page]
    assert len(set(ids)) == len(ids)


def test_nothing_that_was_run_is_stored(page, on_page):
    assert "widgets" not in load(page)["metadata"]
    for cell in on_page:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
            assert "execution" not in cell["metadata"]  # when it was run


def test_no_cell_is_long(on_page):
    lengths = {cell["id"]: len(source(cell).splitlines()) for cell in on_page}
    assert {key: n for key, n in lengths.items() if n > LONGEST_CELL} == {}


def test_no_line_of_code_that_is_shown_is_long(on_page):
    shown = [cell for cell in code_cells(on_page) if not is_hidden(cell)]
    lengths = {cell["id"]: max(map(len, source(cell).splitlines()), default=0) for cell in shown}
    assert {key: n for key, n in lengths.items() if n > LONGEST_LINE} == {}


def test_each_cell_is_python_that_any_kernel_reads(on_page):
    for cell in code_cells(on_page):
        ast.parse(source(cell))  # no magics: the code can be copied out


def test_a_name_that_several_cells_share_has_one_meaning(on_page):
    assert double_meanings(on_page) == []


@pytest.mark.parametrize(
    ("codes", "names"),
    [
        (["n = 1", "n = 2", "print(n)"], ["n"]),
        (["n = 1", "n = n + 1"], ["n"]),
        (["def f():\n    return n", "n = 1", "for n in (1, 2):\n    pass"], ["n"]),
        (["import math as n", "n = 1", "n"], ["n"]),
        (["n = 1\nprint(n)", "n = 2\nprint([n for n in (n,)])"], []),  # each brings its own
        (["from math import pi", "from math import pi", "print(pi)"], []),
        (["n = 1", "def f():\n    n = 2\n    return n", "print(n)"], []),
        (["guess = None", "guess = globals().get('guess')\nprint(guess)"], []),
    ],
)
def test_a_name_with_two_meanings_is_found(codes, names):
    cells = [{"id": str(i), "cell_type": "code", "source": code} for i, code in enumerate(codes)]
    assert [fault.split()[0] for fault in double_meanings(cells)] == names


# -- headings, links, images -------------------------------------------------------------------------------------------


def test_a_page_has_one_title_and_its_headings_nest(on_page):
    levels = [level for level, _ in headings(on_page)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_links_within_the_repository_lead_somewhere(page, on_page):
    assert [fault for link in links(prose(on_page)) if (fault := lost(link, page, on_page))] == []


def test_an_image_in_the_text_has_words_for_those_who_cannot_see_it(on_page):
    assert [image for image, words in images(prose(on_page)) if not words] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("## Ruin\n[here](#Ruin), [there](#ruin), <a href='01.ipynb'>that</a>", [None, None, None]),
        ("<details>\n\n[odds](02.ipynb#Odds-and-ends) [odds](02.ipynb#odds)\n</details>", [None, "heading"]),
        ("![a king](king.png) [![a king](queen.png)](01.ipynb) <img src='jack.png'>", [None, None, "file", "file"]),
        ("[rules][r]\n\n[r]: ../../RULES.md#nothing", ["file"]),
        ("[etc](../../../etc/passwd) [web](https://example.org/x) [mail](mailto:a@b.c)", ["file", None, None]),
        ("`[no](link)` $f[x](y)$\n```\n[no](link)\n```\n", []),
    ],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path, monkeypatch, text, found):
    monkeypatch.setattr("tests.lessons.notebooks.ROOT", tmp_path)
    page, other = tmp_path / "01.ipynb", tmp_path / "02.ipynb"
    page.touch()
    (tmp_path / "king.png").touch()
    cells = [{"cell_type": "markdown", "source": text}]
    other.write_text('{"cells": [{"cell_type": "markdown", "source": ["# Odds *and* ends"]}]}', encoding="utf-8")
    faults = [lost(link, page, cells) for link in links(text)]
    assert [fault and fault.rsplit(" ", 1)[1] for fault in faults] == found


def test_an_image_without_words_is_found():
    text = "![](a.png) ![b](b.png) <img alt=' '> <img src='d.png' alt='d'> <svg><title>e</title></svg> <svg/>"
    assert [words for _, words in images(text)] == ["", "b", "", "d", "e", ""]
    assert images("[![](f.png)](g)") == [("![](f.png)", "")]


def test_headings_are_found_as_they_are_shown():
    cells = [{"cell_type": "markdown", "source": "# One\n```\n# no\n```\nTwo\n---\n\n---\n| a |\n|---|\n### Three ###"}]
    assert headings(cells) == [(1, "One"), (2, "Two"), (3, "Three")]


# -- how it reads ------------------------------------------------------------------------------------------------------


def test_a_page_is_not_hard_to_read(on_page):
    found = reading(on_page)
    assert found.ease >= 75  # in Flesch's table 80 to 90 is easy, 60 to 70 plain English, 50 to 60 hard
    assert found.sentence <= 16  # words, on average


def test_a_page_is_of_a_length_for_one_sitting(on_page):
    found = reading(on_page)
    assert 200 <= found.words <= 6000
    assert found.minutes <= 30  # of reading; the rest of the 90 goes into cells and exercises


def test_ease_of_reading_is_reckoned_as_flesch_did():
    easy = reading([{"cell_type": "markdown", "source": "The cat sat on the mat. The dog ate it all."}])
    assert easy == Reading(words=11, sentences=2, syllables=11, cells=0, long_lines=0)
    assert easy.ease == pytest.approx(206.835 - 1.015 * 11 / 2 - 84.6)
    hard = reading([{"cell_type": "markdown", "source": "Conditional probability necessitates consideration."}])
    assert hard.ease < -100


def test_what_is_not_read_as_a_sentence_does_not_count():
    said = "- One two `x.y` three.\n- $a < b. c$ four <b>five</b>!\n\n<!-- no -->"
    text = f"# Title\n\n| a | b |\n|---|---|\n\n```\ncode here\n```\n\n{said}\n\n$$d > e$$\n"
    code = {"cell_type": "code", "source": "x" * 89, "metadata": {}}
    found = reading([{"cell_type": "markdown", "source": text}, code])
    assert (found.words, found.sentences, found.cells, found.long_lines) == (6, 2, 1, 1)
