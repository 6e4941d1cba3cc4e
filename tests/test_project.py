"""What the papers of the project say is what is done."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import banchok_edu

ROOT = Path(__file__).resolve().parent.parent
RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def commands(text):
    """The commands of a page of Markdown: lines set in by four blanks, parted at &&."""
    lines = re.findall(r"^ {4}(\S.*)$", text, flags=re.MULTILINE)
    return [[command.strip() for command in line.split("&&")] for line in lines]


def test_the_readme_begins_with_the_two_commands():
    assert commands(README)[:2] == [
        ["python -m pip install -e .", "banchok-edu lab"],
        ['python -m pip install -e ".[test]"', "python -m pytest"],
    ]
    assert re.match(r"# banchok_edu\n\n {4}python", README)


def test_ci_runs_the_test_command_of_the_readme_word_for_word():
    install, test = commands(README)[1]
    assert re.search(rf"^quiet {re.escape(install)}$", RUN, flags=re.MULTILINE)
    assert re.search(rf'^PYTEST_ADDOPTS="[^"]*" {re.escape(test)}$', RUN, flags=re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        "ruff check .",
        "ruff format --check .",
        "mypy",
        "python -m pytest",
        "python -m pytest --nbval-lax lessons/",
        "nbstripout --verify",
        "tests/test_same_everywhere.py",
        "python -m build",
        ".ci/try_wheel.py",
        "python tests/benchmarks/run.py",
    ],
)
def test_each_step_of_ci_is_told_in_contributing(command):
    assert command in RUN
    assert command in CONTRIBUTING


def test_the_engine_is_held_to_98_percent_with_branches():
    assert "--fail-under=98" in RUN
    for part in ("core/*", "games/*", "cards.py", "chance.py"):
        assert f"banchok_edu/{part}" in RUN


def test_the_lessons_never_run_in_parallel():
    (line,) = [line for line in RUN.splitlines() if "--nbval-lax" in line]
    assert "-n " not in line.split("#")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files there")
def test_ci_can_be_run_and_is_whole():
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "set -euo pipefail" in RUN
    subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=True, timeout=60)


def test_the_example_of_the_readme_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The fence that ends a block would count as expected output, so each block ends with an empty line.
    test = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert len(test.examples) > 10
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert runner.run(test).failed == 0


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "widgets/README.md"])
def test_links_between_the_pages_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("https://") or (ROOT / page).parent.joinpath(target).exists(), target


def test_the_changelog_knows_this_version():
    assert f"## {banchok_edu.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
