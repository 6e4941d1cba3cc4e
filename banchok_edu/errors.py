"""What is raised when something a person gave cannot be used: one family, every message in plain words."""

import operator
import os
import re
import reprlib
import traceback
from numbers import Integral
from typing import Any


class BanchokError(ValueError):
    """The family of all errors of this package.

    A message names what was given, what is allowed and what to do. When one of these is raised, nothing has changed.
    """

    def _render_traceback_(self) -> list[str]:
        """Give what a notebook shows: the line of the reader's own that led here, and the message, without our code."""
        package = os.path.dirname(__file__)
        frames = traceback.extract_tb(self.__traceback__)
        own = [frame for frame in frames if not frame.filename.startswith(package)]
        where = [f"line {own[-1].lineno}: {own[-1].line}"] if own and own[-1].line else []
        return [*where, f"{type(self).__name__}: {self}"]


class CardError(BanchokError):
    """A card that does not exist, or that cannot lie where it is wanted."""


class RulesError(BanchokError):
    """Rules, or settings of a game (seed, names, seats), that cannot be played."""


class IllegalChoice(BanchokError):  # noqa: N818 (the field's word, and a fixed public name)
    """A choice that the rules do not allow at this moment."""


class SaveError(BanchokError):
    """A saved game, or a game code, that cannot be read or written; names the field at fault."""


class IncompleteRun(BanchokError):  # noqa: N818 (what it is, not what went wrong)
    """A simulation that could not go on; nothing that was played is lost.

    ``simulation`` is what is complete, or None. ``missing`` are the first and the last game that are missing.
    """

    simulation: Any = None
    missing: tuple[int, int] = (0, 0)


class SlowPlay(UserWarning):
    """Games are played in a slower way than they could be; says why, and about how fast."""


_BRIEF = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = 200
_BRIEF.maxlist = _BRIEF.maxtuple = _BRIEF.maxdict = 20
"""A few items of a long list say what it is; writing all of them out would take longer than the rest of the work."""


def shown(value: object, most: int = 40) -> str:
    """Give a value as it can be quoted in a message: one line, ``most`` characters, whatever it is.

    >>> shown("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    >>> shown(10**5000)
    'a whole number of very many digits'
    """
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**30:
        return "a whole number of very many digits"
    try:
        text = repr(value[: most + 20]) if isinstance(value, str | bytes) else _BRIEF.repr(value)
    except Exception:  # noqa: BLE001 (a value that cannot even be shown must not hide the message)
        text = f"something of type {type(value).__name__}"
    text = re.sub(" at 0x[0-9a-fA-F]+", "", text[: most + 50])  # where it lies in memory says nothing
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= most else text[: most - 3] + "..."


def whole_number(value: object) -> int | None:
    """Give a whole number as an int, or None if it is not one; True, 3.0, "3" and an array are not.

    >>> whole_number(3), whole_number(3.0), whole_number(True)
    (3, None, None)
    """
    return operator.index(value) if isinstance(value, Integral) and not isinstance(value, bool) else None


def counted(n: int) -> str:
    """Say a number of counters.

    >>> counted(1), counted(25000)
    ('1 counter', '25,000 counters')
    """
    return f"{n:,} counter{'' if abs(n) == 1 else 's'}"
