"""Every notebook of the lessons, one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from .notebooks import LESSONS, PAGES, Cell, load


@pytest.fixture(params=PAGES, ids=lambda path: path.stem)
def page(request) -> Path:
    """A notebook for students, of whatever form."""
    return request.param


@pytest.fixture
def on_page(page) -> list[Cell]:
    return load(page)["cells"]


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def lesson(request) -> Path:
    """A notebook that has the form of a lesson."""
    return request.param


@pytest.fixture
def cells(lesson) -> list[Cell]:
    return load(lesson)["cells"]
