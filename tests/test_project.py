"""What the papers of the project say is what is done."""

from __future__ import annotations

import ast
import doctest
import inspect
import os
import re
import subprocess
import sys
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest

import banchok_edu
from banchok_edu.errors import RulesError
from banchok_edu.games.registry import GAMES
from tests import traced

ROOT = Path(__file__).resolve().parent.parent
RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RULES = (ROOT / "RULES.md").read_text(encoding="utf-8")
SECTIONS = dict(zip(GAMES, re.split(r"^## \d\. ", RULES, flags=re.MULTILINE)[1:], strict=True))
"""The sections of RULES.md, in the order of the registry."""


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
        "python -m tests.lessons.report",
        "BANCHOK_EDU_DISORDER=all",
        "python -m pytest tests/editions/student_copies.py",
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


def test_the_tests_of_the_engine_are_traced_and_no_others():
    marked = []
    names = (
        "tests/core/a.py::b",
        "banchok_edu/cards.py::c",
        "tests/desk/a.py::b",
        "tests/exact/a.py",
        "tests/test_a.py",
    )
    traced.pytest_collection_modifyitems(
        [SimpleNamespace(nodeid=name, add_marker=lambda mark, name=name: marked.append((name, mark))) for name in names]
    )
    assert marked == [("tests/desk/a.py::b", "no_cover"), ("tests/test_a.py", "no_cover")]
    assert "-p tests.traced --cov" in RUN


def test_the_commands_of_coverage_can_be_pasted():
    for command in ("python -m pytest --cov --cov-report=", re.search(r"coverage report (.|\n)*?chance\.py\"", RUN)[0]):
        assert [re.sub(r"\\\n *", "", command)] in commands(CONTRIBUTING)


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


@pytest.mark.parametrize(
    "page", ["README.md", "RULES.md", "TEACHING.md", "CONTRIBUTING.md", "CHANGELOG.md", "widgets/README.md"]
)
def test_links_between_the_pages_lead_somewhere(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("https://") or (ROOT / page).parent.joinpath(target).exists(), target


def test_the_changelog_knows_this_version():
    assert f"## {banchok_edu.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def field_table(kind):
    """The table of fields of a game in RULES.md: name, then default, what is allowed, meaning."""
    (rows,) = re.findall(r"^\| field \| default \| allowed .*\n\|[- |]+\n((?:\|.*\n?)+)", SECTIONS[kind], re.MULTILINE)
    cells = [[cell.strip() for cell in row.strip("| ").split(" | ")] for row in rows.splitlines()]
    return {name.strip("`"): rest for name, *rest in cells}


every_game = pytest.mark.parametrize("kind", GAMES)
EVERY_FIELD = [(kind, f) for kind in GAMES for f in fields(GAMES[kind].rules_type)]
every_field = pytest.mark.parametrize(("kind", "field"), EVERY_FIELD, ids=lambda it: getattr(it, "name", it))


@every_game
def test_the_rules_on_paper_have_the_fields_of_the_rules_object_in_its_order(kind):
    assert list(field_table(kind)) == [f.name for f in fields(GAMES[kind].rules_type)]


@every_field
def test_a_default_on_paper_is_the_fields(kind, field):
    said = field_table(kind)[field.name][0].strip("`")
    if said == "the pack above":
        (said,) = re.findall(r"^pack = (\{.*?^\})", SECTIONS[kind], re.MULTILINE | re.DOTALL)
    default = ast.literal_eval(said)
    assert default == field.default
    assert type(default) is type(field.default) or isinstance(field.default, Fraction | dict) or field.name == "pack"


@every_field
def test_the_values_on_paper_are_those_that_a_field_takes_and_no_others(kind, field):
    _, allowed, meaning = field_table(kind)[field.name]
    assert meaning
    rules = GAMES[kind].rules_type
    if "readings" in field.metadata:
        assert allowed == ", ".join(f"`{value}`" for value in field.metadata["readings"])
    elif isinstance(field.default, bool):
        assert allowed == "`True`, `False`"
    elif span := re.match(r"([\d,]+) to ([\d,]+)(, or `None`)?$", allowed):
        low, high = (int(number.replace(",", "")) for number in span.group(1, 2))
        for value in (low, high, *([None] if span.group(3) else [])):
            assert getattr(rules(**{field.name: value}), field.name) == value
        for value in (low - 1, high + 1, *([] if span.group(3) else [None])):
            with pytest.raises(RulesError):
                rules(**{field.name: value})
    else:
        assert field.name in {"first_banker", "suit_order", "exposure", "pack"}


@every_field
def test_each_reading_is_explained_in_the_section_of_its_game(kind, field):
    before_the_table, _, _ = SECTIONS[kind].partition("| field | default |")
    for value in field.metadata.get("readings", ()):
        if kind == "polish" and field.name in {"deck_use", "tripled_when", "opening_choice"}:  # as in section 1
            before_the_table += SECTIONS["banchok"]
        assert f"`{field.name}`" in before_the_table
        assert re.search(rf'`{value}`|`{field.name}="{value}"`', before_the_table)


@every_game
def test_the_steps_named_in_a_script_are_steps_on_paper(kind):
    section = 1 + list(GAMES).index(kind)
    script = (ROOT / "banchok_edu" / "games" / kind / "script.py").read_text(encoding="utf-8")
    named = {step for comment in re.findall(r"  # ([\d, ]+)$", script, re.MULTILINE) for step in comment.split(", ")}
    steps = re.findall(rf"^\*\*{section}\.(\d) ", SECTIONS[kind], re.MULTILINE)
    assert steps == [str(1 + i) for i in range(len(steps))]
    assert named
    assert named <= set(steps)
    assert f"section {section} of RULES.md" in script
    assert f"section {section} of RULES.md" in inspect.getdoc(GAMES[kind].rules_type)


def test_steps_referred_to_on_paper_exist():
    steps = set(re.findall(r"^\*\*(\d\.\d) ", RULES, re.MULTILINE))
    referred = re.findall(r"(?:[Ss]tep |\()(\d\.\d)(?:, (\d\.\d))?(?=[),.]|, ours)", RULES)
    assert len(referred) > 40
    assert {step for pair in referred for step in pair if step} <= steps
