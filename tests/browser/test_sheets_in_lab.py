"""The four sheets in a real JupyterLab, with a kernel behind them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .lab import open_in_lab, run_code, running_lab, write_notebook

ROOT = str(Path(__file__).resolve().parents[2])

THREADS = "import threading; print([t.name for t in threading.enumerate()].count('runner'))"
CELLS = [
    f"""import sys, time
sys.path.insert(0, {ROOT!r})
import banchok_edu as be
rules = be.BanchokRules(players=3, opening=5, deck_use="fresh_each_coup")
explorer = be.Explorer("win")
runner = be.Runner(rules, be.policies.Threshold("8"), games=10**9)
walk = be.BankWalk(rules, be.policies.Threshold("8"), seed=4)
stepper = be.Stepper("banchok/win")""",
    "explorer",
    "runner",
    "walk",
    "stepper",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / "sheets.ipynb", *CELLS)
    with running_lab(folder) as address:
        yield address


@pytest.fixture
def notebook(chromium, lab):
    page = chromium.new_context(viewport={"width": 1400, "height": 3200}).new_page()
    page.set_default_timeout(30_000)
    open_in_lab(page, lab, "sheets.ipynb")
    page.locator(".bk").nth(3).wait_for()
    yield page
    page.context.close()


def test_the_four_sheets_in_one_notebook(notebook, figure):
    page = notebook
    explorer, runner, walk, stepper = (page.locator(".bk").nth(n) for n in range(4))

    # the explorer
    explorer.locator('[data-key="i"]').focus()
    page.keyboard.press("End")
    explorer.locator("p", has_text="P(win | rank) = 1").first.wait_for()
    assert run_code(page, "print(explorer.value)").strip() == "1"

    # "b" on a slider is not a command of the notebook
    cells = page.locator(".jp-Cell").count()
    page.keyboard.press("b")
    assert page.locator(".jp-Cell").count() == cells

    # the runner: the kernel answers while it plays, the page too, and a stop is a matter of a moment
    runner.get_by_role("button", name="Start").click()
    runner.get_by_role("button", name="Faster").click()
    runner.get_by_role("button", name="Faster").click()
    runner.locator("figure.chart").wait_for()
    runner.locator("p", has_text="Exact:").wait_for()
    assert run_code(page, "print(runner.status, 6 * 7)").strip() == "running 42"
    explorer.locator('[data-key="i"]').focus()
    page.keyboard.press("Home")
    explorer.locator("p", has_text="P(win | rank) = 1/17").wait_for()
    took = page.evaluate("""() => new Promise((done) => {
      const root = document.querySelectorAll(".bk")[1];
      const begun = performance.now();
      const look = () => root.querySelector(".btn.p").textContent === "Start again"
        ? done(performance.now() - begun) : requestAnimationFrame(look);
      [...root.querySelectorAll("button")].find((b) => b.textContent === "Stop").click();
      look();
    })""")
    figure("Stop of a run in JupyterLab to DOM", took, "ms")
    assert took < 500
    waited = float(run_code(page, "begun = time.perf_counter(); runner.wait(5); print(time.perf_counter() - begun)"))
    figure("Stop of a run in JupyterLab to the end of its thread", took + 1000 * waited, "ms")
    assert took + 1000 * waited < 500
    assert run_code(page, THREADS).strip() == "0"
    assert int(run_code(page, "print(runner.games)")) > 1000
    games = run_code(page, "print(runner.games)")
    assert run_code(page, "print(runner.games)") == games

    # a game that stood out
    runner.get_by_role("button", name="at the table").first.click()
    line = runner.locator("code").inner_text()
    assert line.startswith("be.Table(runner.game(")
    assert run_code(page, f"print(type({line}).__name__)").strip() == "Table"

    # the bank walk, played by itself
    walk.get_by_role("button", name="Next coup").click()
    walk.locator("p.big", has_text="after 1 coup").wait_for()
    walk.get_by_role("button", name="New path").click()
    walk.get_by_role("button", name="Play").click()
    page.wait_for_function(
        """() => [...document.querySelectorAll(".bk")[2].querySelectorAll("button")]
          .some((b) => b.textContent === "Play" && b.getAttribute("aria-disabled"))"""
    )
    assert json.loads(run_code(page, "print(walk.paths)"))[-1][-1] in {0, *range(15, 40)}

    # the stepper
    stepper.locator('[data-key="guess"]').fill("average over the ranks")
    stepper.get_by_role("button", name="Show line 1").click()
    stepper.get_by_text("You wrote: average over the ranks").wait_for()
    stepper.get_by_role("button", name="Check the lines").click()
    stepper.get_by_text("definition").wait_for()
    assert run_code(page, "print(stepper.guesses)").strip() == "{1: 'average over the ranks'}"

    # what is closed leaves no thread behind
    run_code(page, "runner.start(); time.sleep(0.3); runner.close()")
    assert run_code(page, THREADS).strip() == "0"
