"""Solutions are taken out, nothing else is changed, and marks that do not go in pairs are refused."""

from __future__ import annotations

import ast
import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banchok_edu.editions.stripping import EditionError, stripped, stripped_text

PROSE = "<!-- BEGIN SOLUTION -->", "<!-- END SOLUTION -->"
CODE = "### BEGIN SOLUTION", "### END SOLUTION"
SECRET = "the-answer"


def cell(kind, source, tags=(), **more):
    made = {"cell_type": kind, "id": "a", "metadata": {"tags": list(tags)} if tags else {}, "source": source}
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {}) | more


def test_a_function_keeps_a_body():
    text = "def f(x):\n    ### BEGIN SOLUTION\n    y = x\n    return y\n    ### END SOLUTION\n\nprint(f(1))"
    assert stripped_text(text, code=True) == (
        "def f(x):\n    # your lines here\n    ...\n\nprint(f(1))",
        1,
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a = 1\n# BEGIN SOLUTION\nb = 2\n# END SOLUTION\nc = 3", "a = 1\n# your lines here\nc = 3"),
        ("# BEGIN SOLUTION\nb = 2\n# END SOLUTION", "# your lines here"),
        # there is a statement besides: no ellipsis is needed
        (
            "for i in x:\n    # BEGIN SOLUTION\n    f(i)\n    # END SOLUTION\n    g(i)\n",
            "for i in x:\n    # your lines here\n    g(i)\n",
        ),
        (
            'def f():\n    """Say it."""\n    # BEGIN SOLUTION\n    return 1\n    # END SOLUTION',
            'def f():\n    """Say it."""\n    # your lines here',
        ),
        # the marks stand further out than what they hold
        (
            "def f():\n# BEGIN SOLUTION\n\n    return 1\n# END SOLUTION\n",
            "def f():\n    # your lines here\n    ...\n",
        ),
        ("f(1,\n  # BEGIN SOLUTION\n  2,\n  # END SOLUTION\n)", "f(1,\n  # your lines here\n)"),
        (
            "x = {1:\n  # BEGIN SOLUTION\n  2\n  # END SOLUTION\n}",
            "x = {1:\n  # your lines here\n  ...\n}",
        ),
        (
            "if a:\n\t# BEGIN SOLUTION\n\tb\n\t# END SOLUTION\nelse:\n\t# BEGIN SOLUTION\n\tc\n\t# END SOLUTION",
            "if a:\n\t# your lines here\n\t...\nelse:\n\t# your lines here\n\t...",
        ),
        # IPython's own: no Python, so the ellipsis is put wherever a block may be empty
        (
            "%matplotlib inline\ndef f():\n    # BEGIN SOLUTION\n    return 1\n    # END SOLUTION\n",
            "%matplotlib inline\ndef f():\n    # your lines here\n    ...\n",
        ),
        ("if a:\r\n  # BEGIN SOLUTION\r\n  b\r\n  # END SOLUTION\r\nc", "if a:\r\n  # your lines here\r\n  ...\r\nc"),
    ],
)
def test_a_line_for_the_students_own_takes_the_place_of_a_solution(text, left):
    assert stripped_text(text, code=True)[0] == left


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Q\n\nB\nA\nE\n", "Q"),
        ("Q\nB\nA\nE", "Q"),
        ("B\nA\nE\n\nAfter", "After"),
        ("One\n\nB\nA\nE\n\nTwo\n", "One\n\nTwo\n"),
        ("One\nB\nA\nE\n\nTwo", "One\n\nTwo"),
        ("One\n\nB\nA\nE\nTwo", "One\n\nTwo"),
        ("One\n\nB\nA\nE\n\nB\nA\nE\n\nTwo", "One\n\nTwo"),
        ("One\n\nB\nA\nE\n\nTwo\n\nB\nA\nE\n\n", "One\n\nTwo"),
        ("One\n\n\nTwo\n\nB\nA\nE", "One\n\n\nTwo"),
        ("B\nA\nE\n", ""),
    ],
)
def test_no_gap_is_left_in_prose(text, left):
    marked = text.replace("B\n", f"{PROSE[0]}\n").replace("\nE", f"\n{PROSE[1]}")
    assert stripped_text(marked, code=False)[0] == left


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# BEGIN SOLUTION\nx", ", line 1: BEGIN SOLUTION has no END SOLUTION after it in this cell"),
        ("x\n# END SOLUTION", ", line 2: END SOLUTION has no BEGIN SOLUTION before it in this cell"),
        ("# END SOLUTION\n# BEGIN SOLUTION", ", line 1: END SOLUTION has no BEGIN"),
        (
            "# BEGIN SOLUTION\n# BEGIN SOLUTION\n# END SOLUTION\n# END SOLUTION",
            ", line 2: BEGIN SOLUTION stands within the solution that begins in line 1: solutions do not nest",
        ),
        ("# BEGIN SOLUTION x # END SOLUTION", ", line 1: two marks stand in one line"),
        ("# begin solution\nx\n# end solution", ", line 1: '# begin solution' is nearly a mark"),
        ("<!-- END_SOLUTION -->", ", line 1: '<!-- END_SOLUTION -->' is nearly a mark"),
    ],
)
@pytest.mark.parametrize("code", [True, False])
def test_marks_that_do_not_go_in_pairs_are_refused(text, why, code):
    with pytest.raises(EditionError) as refused:
        stripped_text(text, code=code)
    assert str(refused.value).startswith(why)


def test_a_solution_that_is_half_a_statement_is_refused():
    with pytest.raises(EditionError, match="line 2: without its solution the cell is no Python any more"):
        stripped_text("x = f(\n# BEGIN SOLUTION\n 1)\n# END SOLUTION", code=True)


def test_words_about_a_solution_are_no_mark():
    text = "We begin solution 3 on Monday.\n\n# The end: solutions\n"
    assert stripped_text(text, code=False) == (text, 0)


def test_cells_with_the_tag_go_wholly_and_cells_that_become_empty():
    cells = [
        cell("markdown", "Stays"),
        cell("code", "assert True", ["guard", "solution"]),
        cell("markdown", f"{PROSE[0]}\n{SECRET}\n{PROSE[1]}\n"),
        cell("raw", f"{PROSE[0]}\n{SECRET}\n{PROSE[1]}"),
        cell("code", "assert True", ["guard"]),
        cell("code", "# BEGIN SOLUTION", ["solution"]),
    ]
    found = stripped({"cells": cells})
    assert found.notebook["cells"] == [cells[0], cells[4]]
    assert (found.regions, found.cells) == (2, 4)


def test_what_was_run_is_not_handed_on():
    output = {"output_type": "stream", "name": "stdout", "text": SECRET}
    notebook = {
        "cells": [cell("code", "f(2)", outputs=[output], execution_count=3)],
        "metadata": {"widgets": {"state": SECRET}, "kernelspec": {"name": "python3"}},
    }
    assert stripped(notebook).notebook == {
        "cells": [cell("code", "f(2)")],
        "metadata": {"kernelspec": {"name": "python3"}},
    }


def test_a_picture_of_the_solution_goes_with_it():
    text = f"![q](attachment:q.png)\n\n{PROSE[0]}\n![a](attachment:a.png)\n{PROSE[1]}"
    pictures = {"q.png": {"image/png": "cQ=="}, "a.png": {"image/png": "YQ=="}, "unused.png": {}}
    (left,) = stripped({"cells": [cell("markdown", text, attachments=pictures)]}).notebook["cells"]
    assert left["attachments"] == {"q.png": {"image/png": "cQ=="}, "unused.png": {}}


@pytest.mark.parametrize("bad", [None, 3, [], {}, {"source": 3}, {"source": ["a", 1]}, {"source": "a"}])
def test_what_is_no_cell_is_refused_by_its_number(bad):
    with pytest.raises(EditionError, match="cell 2 is not a cell that can be read"):
        stripped({"cells": [cell("raw", ""), bad]})


# -- properties --------------------------------------------------------------------------------------------------------

lines = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]), max_size=12).filter(
    lambda line: "SOLUTION" not in line.upper()
)
blocks = st.lists(lines, max_size=4)


@st.composite
def marked(draw, marks):
    """A text in parts: what stays, and the marked regions between."""
    outside = draw(st.lists(blocks, min_size=1, max_size=4))
    text = list(outside[0])
    for more in outside[1:]:
        text += [marks[0], *(f"{SECRET} {line}" for line in draw(blocks)), marks[1], *more]
    return outside, "\n".join(text)


@settings(deadline=None)
@given(marked(PROSE))
def test_prose_outside_the_marks_stays_as_it_is(given_text):
    outside, text = given_text
    left, regions = stripped_text(text, code=False)
    assert regions == len(outside) - 1
    assert SECRET not in left
    assert "SOLUTION" not in left
    assert [line for line in left.split("\n") if line.strip()] == [
        line for block in outside for line in block if line.strip()
    ]
    assert stripped_text(left, code=False) == (left, 0)
    if not regions:
        assert left == text


@settings(deadline=None)
@given(marked(CODE))
def test_code_outside_the_marks_stays_to_the_letter(given_text):
    outside, text = given_text
    try:
        left, regions = stripped_text(text, code=True)
    except EditionError:  # it was Python by chance, and is not any more
        ast.parse(text)
        return
    assert SECRET not in left
    kept = [line for line in left.split("\n") if line.strip() not in ("# your lines here", "...")]
    expected = [line for block in outside for line in block if line.strip() != "..."]
    assert kept == (expected or [""] if not regions else expected)


statements = st.recursive(
    st.sampled_from(["x = 1", "f(x)", "return 2", "pass"]),
    lambda inner: st.tuples(
        st.sampled_from(["if x:", "for i in x:", "def f(x):", "while x:", "with f(x):"]),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=12,
)


def written(statement, depth, draw):
    pad = "    " * depth
    if isinstance(statement, str):
        body = [pad + statement]
    else:
        body = [pad + statement[0], *(line for one in statement[1] for line in written(one, depth + 1, draw))]
    if not draw(st.booleans()) or any("SOLUTION" in line for line in body):
        return body
    return [f"{pad}### BEGIN SOLUTION", *body, f"{pad}### END SOLUTION"]


@settings(deadline=None)
@given(st.data())
def test_code_is_still_python_without_its_solutions(data):
    program = data.draw(st.lists(statements, min_size=1, max_size=4))
    text = "\n".join(line for one in program for line in written(one, 0, data.draw))
    ast.parse(text)
    ast.parse(stripped_text(text, code=True)[0])


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw"]), st.lists(lines), st.booleans()), max_size=6))
def test_a_notebook_without_marks_is_left_as_it_is(cells):
    notebook = {"cells": [cell(kind, text if many else "\n".join(text)) for kind, text, many in cells], "nbformat": 4}
    before = copy.deepcopy(notebook)
    assert stripped(notebook).notebook == before
    assert notebook == before
