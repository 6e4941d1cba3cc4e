"""What is given with a game besides its rules: seed, index and names, checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from banchok_edu.errors import RulesError, shown, whole_number

from . import wording

LONGEST_NAME = 60
"""Characters of a name, at most."""


def in_range(name: str, value: object, bits: int) -> int:
    """Give a whole number of so many bits.

    >>> in_range("seed", 7, 64)
    7
    """
    number = whole_number(value)
    if number is None or not 0 <= number < 2**bits:
        raise RulesError(f"{name}={shown(value)} is not allowed: {name} is a whole number from 0 to 2**{bits} - 1")
    return number


def checked_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """Give the names as they are kept: trimmed, in composed form."""
    if names is None:
        return wording.seat_names(players)
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) != players:
        raise RulesError(f"names={shown(names)} does not name the players: give a list of {players} names")
    kept: dict[str, str] = {}
    for seat, name in enumerate(names):
        if not isinstance(name, str):
            raise RulesError(f"the name of seat {seat}, {shown(name)}, is not a text: write it in quotation marks")
        tidy = unicodedata.normalize("NFC", name[: 10 * LONGEST_NAME]).strip()
        look = _look(tidy)
        if not look:
            raise RulesError(f"the name of seat {seat}, {shown(name)}, is empty: give it at least one letter")
        if len(tidy) > LONGEST_NAME or len(name) > 10 * LONGEST_NAME:
            raise RulesError(f"the name of seat {seat} is too long: {len(name):,} characters, at most {LONGEST_NAME}")
        if bad := next((c for c in tidy if unicodedata.category(c) in _NOT_IN_NAMES and c not in _JOINERS), None):
            raise RulesError(
                f"the name of seat {seat} has a character that cannot be shown, U+{ord(bad):04X}: leave it out"
            )
        if look in kept:
            raise RulesError(f"the name {shown(tidy)} is given twice: each player needs a name of his own")
        kept[look] = tidy
    return tuple(kept.values())


def _look(name: str) -> str:
    """Give what is left of a name when what the eye may miss is taken away: two names must differ in this."""
    seen = unicodedata.normalize("NFC", name.casefold())
    return " ".join("".join(c for c in seen if c not in _UNSEEN).split())


_NOT_IN_NAMES = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"
"""Needed within words of several scripts, and within emoji."""
_UNSEEN = _JOINERS + "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\ufe0e\ufe0f\uffa0"
"""What names may contain, but shows nothing by itself: joiners, fillers, a blank, variation selectors."""
