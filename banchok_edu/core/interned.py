"""Values that are said over and over, made once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


class Interned(type):
    """A class of frozen values that hands out the value made before when asked for the same one.

    Games say the same few events and questions by the million; making a frozen dataclass each time would be a good
    part of the time that a game takes. Few are kept, so that they stay in the processor's cache.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Said(metaclass=Interned):
    ...     seat: int
    >>> Said(2) is Said(2)
    True
    """

    __call__: Any = lru_cache(maxsize=2**11)(type.__call__)


class MadeAnew(Interned):
    """A class among them whose values differ too much for that: keeping many of them costs more than making them."""

    __call__: Any = type.__call__
