"""What is kept of a game that is played by the million: numbers in columns. Each game declares its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

Make = Callable[[str, "int | Sequence[int]"], Any]
"""Makes an array of a dtype: of so many zeros, or of these values."""

Per = Literal["seat", "bank", "deal"]
"""What a game has one number for each of: its seats, the banks opened in it, its deals."""


class Column(NamedTuple):
    """A column of whole numbers, one for each seat, bank or deal of each game.

    ``dtype`` is chosen from the rules, so that no number is too large for it. Where a game has fewer banks or deals
    than there is room for, the places behind hold 0, and -1 where a seat or a way to end would stand.
    """

    name: str
    per: Per
    dtype: str
    unit: str
    meaning: str


def whole_list(dtype: str, values: int | Sequence[int]) -> list[int]:
    """Make a list where there are no arrays: the ``Make`` of a world without numpy.

    >>> whole_list("int8", 3), whole_list("int8", [1, 2])
    ([0, 0, 0], [1, 2])
    """
    del dtype
    return [0] * values if isinstance(values, int) else list(values)


TOO_LARGE = 2**62
"""Counters that no account may reach in bulk play: sums of two of them must still fit into 64 bits."""


def dtype_for(largest: int) -> str:
    """Give the smallest dtype that holds every whole number from -largest to largest.

    >>> dtype_for(127), dtype_for(128), dtype_for(2**31)
    ('int8', 'int16', 'int64')
    """
    for bits in (8, 16, 32):
        if largest < 2 ** (bits - 1):
            return f"int{bits}"
    return "int64"
