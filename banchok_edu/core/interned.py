"""Values that are said over and over, made once."""

from __future__ import annotations

from functools import lru_cache


class Interned(type):
    """A class of frozen values that hands out the value made before when asked for the same one.

    Games say the same few events and questions by the million; making a frozen dataclass each time would be a good
    part of the time that a game takes.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Said(metaclass=Interned):
    ...     seat: int
    >>> Said(2) is Said(2)
    True
    """

    __call__ = lru_cache(maxsize=2**16)(type.__call__)
