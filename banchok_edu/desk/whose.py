"""Whose a sheet is: by its metadata, by the line that says so, and by the name of its file.

It knows ids alone, and opens no file.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from banchok_edu.bank.personal import checked
from banchok_edu.errors import BanchokError, shown

from .files import file_name, plain

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence
    from pathlib import Path

_COPY = re.compile(r"(?:[ _-]*\(\d{1,3}\)|-copy\d{0,3}| - copy| copy(?: \d{1,3})?)$", re.IGNORECASE)


def whose(noted: str, written: Sequence[str], named: str | None, known: Container[str]) -> tuple[str, list[str]]:
    """Tell whose a sheet is, and what is doubtful about it; "" if it cannot be told.

    Parameters
    ----------
    noted
        The id in its metadata, or "".
    written
        The ids on lines that begin with ``Student:``.
    named
        The id for which the file's name stands.
    known
        The class, if it is known.

    >>> whose("s1", ["s1"], "s1", {})
    ('s1', [])
    >>> whose("", [], "s1", {})
    ('s1', ['the id was edited away: it goes by its name, as s1'])
    >>> whose("s1", ["s2"], None, {})[0]
    ''
    """
    said = list(dict.fromkeys([*([noted] if noted else []), *written]))
    if known and any(one in known for one in said):
        said, strange = [one for one in said if one in known], [one for one in said if one not in known]
    else:
        strange = []
    doubts = [f"it says {shown(one)} too, who is not in the class" for one in strange]
    if not said:
        if named:
            return named, [*doubts, f"the id was edited away: it goes by its name, as {plain(named)}"]
        return "", [*doubts, "it does not say whose it is, and its name does not either: it was not graded"]
    if len(said) > 1:
        told = " and ".join(map(shown, said[:4]))
        if named in said:
            assert named is not None
            return named, [*doubts, f"it says {told}: it goes by its name, as {plain(named)}"]
        return "", [*doubts, f"it says {told}: whose is it? It was not graded"]
    student = said[0]
    if known and student not in known:
        doubts.append(f"{shown(student)} is not in the class")
    if named and named != student:
        doubts.append(
            f"its name is that of {shown(named)}, but it says {shown(student)}: it was graded as the latter's"
        )
    return student, doubts


def named_by(path: Path, names: Mapping[str, str]) -> str | None:
    """Tell for whom of the class the name of a file stands, or the folder in which it is.

    ``names`` has the ids by the names of their files, in small letters. Names that learning platforms make are read
    too, if just one id stands in them as a word. Where no class is known a name stands for itself.

    >>> from pathlib import Path
    >>> [named_by(Path(name), {"s1": "s1", "s11": "s11"}) for name in ("s1 (2).ipynb", "Kim_s11_late.ipynb", "x.ipynb")]
    ['s1', 's11', None]
    """
    stems = [unicodedata.normalize("NFC", stem) for stem in (path.stem, *reversed(path.parts[:-1]))]
    if not names:
        plain_stem = _COPY.sub("", stems[0])
        return tidy("student", plain_stem) if file_name(plain_stem) == plain_stem else None
    for stem in stems:
        for text in (stem, _COPY.sub("", stem)):
            if text.casefold() in names:
                return names[text.casefold()]
        within = _within(stem.casefold(), names)
        if len(within) == 1:
            return within[0]
    return None


def _within(text: str, names: Mapping[str, str]) -> list[str]:
    """Give the ids that stand in a text as words, the longest first; what one of them takes is not read again."""
    found = []
    for name in sorted(names, key=len, reverse=True):
        less = re.sub(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", "\n", text)
        if less != text:
            found.append(names[name])
            text = less
    return found


def tidy(what: str, said: object) -> str:
    """Give an id or a course as it counts, or "" if it is none.

    >>> tidy("student", " s1 "), tidy("student", ["s1"])
    ('s1', '')
    """
    try:
        return checked(what, said)
    except BanchokError:
        return ""
