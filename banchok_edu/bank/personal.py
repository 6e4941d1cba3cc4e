"""What is a student's own: numbers that are the same for the same student and course everywhere."""

from __future__ import annotations

import hashlib
import json
import unicodedata

from banchok_edu.errors import BanchokError, shown

LONGEST_ID = 60
"""Characters of a student's id and of a course's name, at most."""
LARGEST_SEED = 999_999_999
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"


def my_seed(student: str, course: str = "") -> int:
    """Give a student's own seed, for simulations in which thirty students see thirty results.

    It is the same on every machine and in every version of Python. Two students of a class of 300 have the same one
    with probability 1 in 20,000.

    Parameters
    ----------
    student
        The student's id, such as "s042"; spaces around it do not count.
    course
        The name of the course: another course has other numbers.

    Raises
    ------
    BanchokError
        If one of them is not a text of 1 to 60 characters that can be shown; the course may be empty.

    >>> my_seed("s042"), my_seed(" s042 "), my_seed("s042", course="autumn")
    (155031833, 155031833, 925720599)
    """
    return 1 + number("seed", checked("student", student), checked("course", course)) % LARGEST_SEED


def number(*words: str) -> int:
    """Give a whole number that these words stand for, spread evenly over 64 bits."""
    return int.from_bytes(hashlib.sha256(json.dumps(words).encode()).digest()[:8], "big")


def checked(name: str, text: object) -> str:
    """Give an id or a course as it counts: trimmed, and in composed form."""
    if not isinstance(text, str):
        raise BanchokError(f'{name}={shown(text)} is not a text: write it in quotation marks, as in {name}="s042"')
    tidy = unicodedata.normalize("NFC", text[: 4 * LONGEST_ID]).strip()
    if not tidy and name == "student":
        raise BanchokError(f'{name}={shown(text)} is empty: write an id such as "s042"')
    if len(text) > 4 * LONGEST_ID or len(tidy) > LONGEST_ID:
        raise BanchokError(f"{name}={shown(text)} is too long: at most {LONGEST_ID} characters")
    if any(unicodedata.category(c) in _UNSEEN and c not in _JOINERS for c in tidy):
        raise BanchokError(f"{name}={shown(text)} has a character that cannot be shown: leave it out")
    return tidy
