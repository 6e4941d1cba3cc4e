"""How long the cells take is reported, and a page that keeps a student waiting fails."""

from __future__ import annotations

import pytest

from . import pace
from .pace import Pace

pytest_plugins = ["pytester"]


def paced(*cells):
    found = Pace()
    for number, (code, seconds) in enumerate(cells):
        found.took(f"a.ipynb::Cell {number}", code, seconds)
    return found


def test_a_cell_over_ten_seconds_is_named_with_its_time():
    found = paced(("import banchok_edu", 1), ("n", 10.4))
    assert found.over() == ["a.ipynb::Cell 1: 10.4 s, 10 are allowed"]
    assert found.over(pace.TOLERANCE) == []


def test_a_page_begins_when_the_package_is_there():
    found = paced(("guess = None", 1), ("import banchok_edu as be", 2.5), ("n", 9))
    assert found.over() == ["a.ipynb: 3.5 s to begin, 3 are allowed"]


def test_all_pages_together_have_four_minutes():
    assert paced(("import banchok_edu", 0), *[("n", 9)] * 27).over() == ["all cells: 243 s, 240 are allowed"]


def test_the_slowest_come_first():
    assert [line.split()[0] for line in paced(("a", 1), ("b", 3), ("c", 2)).slowest()] == ["3.00", "2.00", "1.00"]


@pytest.mark.parametrize(("allowed", "outcome"), [(0.0, pytest.ExitCode.TESTS_FAILED), (10.0, pytest.ExitCode.OK)])
def test_a_run_that_is_too_slow_fails_and_says_so(pytester, monkeypatch, allowed, outcome):
    monkeypatch.setattr(pace, "CELL", allowed)
    pytester.makeconftest(
        """
        import types, pytest

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_makereport(item, call):
            item.cell = types.SimpleNamespace(source="import banchok_edu")
        """
    )
    pytester.makepyfile("def test_it(): sum(range(1000))")
    ran = pytester.runpytest_inprocess("-p", "tests.lessons.pace", "-p", "no:cacheprovider")
    assert ran.ret == outcome
    assert ("TOO SLOW FOR A STUDENT" in ran.stdout.str()) == (outcome != pytest.ExitCode.OK)
    assert "the slowest cells" in ran.stdout.str()
