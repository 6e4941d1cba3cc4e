"""A plugin for pytest that says how long the cells of the lessons take, run by nbval for one student on this machine.

    python -m pytest -p tests.lessons.pace --nbval-lax lessons/

It fails what takes twice as long as a student may be made to wait: neighbours on the same machine may double a time,
and a clock must not stop a change that is sound. What is over the limit itself is said in capitals.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

CELL, FIRST, ALL = 10.0, 3.0, 240.0
"""Seconds for any cell, for the first cells of a page up to the one that fetches the package, and for all pages."""
TOLERANCE = 2.0
SHOWN = 10


@dataclass
class Pace:
    """The times of all cells, in the order in which they are run."""

    cells: list[tuple[str, float]] = field(default_factory=list)
    first: dict[str, float] = field(default_factory=dict)
    """For each page the seconds until the package is there."""
    _fetched: set[str] = field(default_factory=set)

    def took(self, cell: str, code: str, seconds: float) -> None:
        self.cells.append((cell, seconds))
        page = cell.partition("::")[0]
        if page not in self._fetched:
            self.first[page] = self.first.get(page, 0.0) + seconds
            if "import banchok_edu" in code:
                self._fetched.add(page)

    def over(self, factor: float = 1.0) -> list[str]:
        """Tell what takes longer than a student may be made to wait, times a factor."""
        said = [f"{cell}: {s:.1f} s, {CELL:.0f} are allowed" for cell, s in self.cells if s > factor * CELL]
        begun = [(page, s) for page, s in self.first.items() if s > factor * FIRST]
        said += [f"{page}: {s:.1f} s to begin, {FIRST:.0f} are allowed" for page, s in begun]
        total = sum(seconds for _, seconds in self.cells)
        return said + [f"all cells: {total:.0f} s, {ALL:.0f} are allowed"] * (total > factor * ALL)

    def slowest(self) -> list[str]:
        ranked = sorted(self.cells, key=lambda cell: -cell[1])
        return [f"{seconds:6.2f} s  {cell}" for cell, seconds in ranked[:SHOWN]]


PACE = pytest.StashKey[Pace]()


def pytest_configure(config):
    config.stash[PACE] = Pace()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    yield
    cell = getattr(item, "cell", None)
    if call.when == "call" and cell is not None:
        item.config.stash[PACE].took(item.nodeid, cell.source, call.duration)


def pytest_sessionfinish(session, exitstatus):
    if exitstatus == pytest.ExitCode.OK and session.config.stash[PACE].over(TOLERANCE):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter, config):
    pace = config.stash[PACE]
    if pace.cells:
        terminalreporter.section("the slowest cells")
        terminalreporter.write_line("\n".join(pace.slowest()))
        total = sum(seconds for _, seconds in pace.cells)
        begins = max(pace.first.values(), default=0.0)
        terminalreporter.write_line(f"{len(pace.cells)} cells in {total:.0f} s; a page begins within {begins:.1f} s")
        for said in pace.over():
            terminalreporter.write_line(f"TOO SLOW FOR A STUDENT: {said}", red=True)
