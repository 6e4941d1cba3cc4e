"""A page gives the same right answers when its cells are run twice, out of order or interrupted, whatever is filled in.

Each is run several times over, in a process of its own. By default two short ones are. ``BANCHOK_EDU_DISORDER=all``
runs all of them, as ``.ci/run`` does, and a number tries that many orders and interrupts of each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from .notebooks import PAGES, ROOT

ASKED = os.environ.get("BANCHOK_EDU_DISORDER", "")
TRIED = PAGES if ASKED else [page for page in PAGES if page.name[:2] in ("00", "11")]


def in_disorder(page, tmp_path, rounds="1"):
    """Run a page as ``tests.lessons.disorder`` does, and give what it says is wrong."""
    inline = {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "PYTHONIOENCODING": "utf-8"}
    alone = {f"{name}DIR": str(tmp_path / name) for name in ("IPYTHON", "MPLCONFIG", "JUPYTER_CONFIG")}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.lessons.disorder", str(page), "--rounds", rounds],
        cwd=ROOT,
        env=os.environ | inline | alone,
        capture_output=True,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert (ran.returncode, ran.stderr) in ((0, ""), (1, "")), ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.parametrize("page", TRIED, ids=lambda page: page.stem)
def test_a_page_in_disorder_gives_the_same_right_answers(page, tmp_path):
    assert in_disorder(page, tmp_path, ASKED if ASKED.isdigit() else "1") == []


# -- what would be found -----------------------------------------------------------------------------------------------


def made_up(tmp_path, *codes):
    cells = [
        {"id": str(number), "cell_type": "code", "metadata": {}, "source": code, "outputs": [], "execution_count": None}
        for number, code in enumerate(codes)
    ]
    page = tmp_path / "made-up.ipynb"
    page.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    return page


UNEVEN = """
import time
if "begun" not in globals():
    begun = True
    for _ in range(5):
        time.sleep({pause})
    done = 1
print(done)
"""
HALF = """
won = []
for _ in range(3):
    won.append(lucky())
"""


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["found = []", "found.append(1)\nprint(len(found))"], "run twice in a row: showed something else: '1"),
        (["n = 1", "print(n)", "n = 2"], "showed something else: '1"),
        (["def lucky():\n    return 7", HALF, "assert len(won) == 3"], "cell 2, run too early: AssertionError"),
        ([UNEVEN.format(pause=0)], "run again after an interrupt at line"),
        ([UNEVEN.format(pause=0.1)], "run again after an interrupt after 0."),
        (["guess = None", "if guess is not None:\n    print(100 * guess + 1)"], "with 'nine' for guess: TypeError"),
        (['student = "your name"\nassert len(student) == 9'], "as student"),
        (["import warnings\nwarnings.warn('mind the gap')"], "a warning: "),
        (["import matplotlib.pyplot as plt\nplt.plot([1, 2])\nNone"], "an image that no HTML brings"),
        (["from IPython.display import HTML\nHTML('<img src=\"a.png\">')"], "<img> has no words"),
        (["1 / 0"], "run from the top: ZeroDivisionError"),
    ],
)
def test_a_fault_of_this_kind_is_found(tmp_path, codes, said):
    assert any(said in fault for fault in in_disorder(made_up(tmp_path, *codes), tmp_path, "4"))


def test_what_a_lesson_may_do_is_no_fault(tmp_path):
    page = made_up(
        tmp_path,
        "import banchok_edu as be\nfrom tqdm.auto import tqdm\ngame = be.Banchok(be.BanchokRules(players=2), seed=1)",
        "game.choose(1)\nprint(game.log()[-1])",  # meant to be run again and again
        "guess = None",
        "print('nothing yet' if globals().get('guess') is None else globals()['guess'])",
        "total = sum(tqdm(range(10), desc='games'))\nassert total == 45\ntotal",
        "be.pictures.show(be.pictures.win_histogram())",
    )
    assert in_disorder(page, tmp_path, "2") == []
