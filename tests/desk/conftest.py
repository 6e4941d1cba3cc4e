"""What the tests of the desk share."""

import pytest

from .classroom import Classroom


@pytest.fixture
def room(tmp_path):
    """A classroom in which nothing was given out yet."""
    return Classroom(tmp_path / "sheets")


@pytest.fixture
def sheet(room):
    """The sheet of s042."""
    return room.give_out("s042", "s043")[0]
