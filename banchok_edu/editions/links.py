"""Where links of a page lead: to other pages, to files that came along, to the network. Pictures are put into it."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from banchok_edu.errors import BanchokError

from .copying import local_name, read_within

_PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
_LARGEST = 5_000_000
"""Bytes of a picture that is put into a page."""
_TAG = re.compile(r"""<(a|img)\b((?:[^>"']|"[^"]*"|'[^']*')*)>""", re.IGNORECASE)
_ADDRESS = re.compile(r"""(?<![\w-])(href|src)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""", re.IGNORECASE)
_DATA = re.compile(r"data:image/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=\s]+")


def is_picture(name: str) -> bool:
    """Tell whether a file is a picture that is put into the page.

    >>> is_picture("a/coup.PNG"), is_picture("coups.csv")
    (True, False)
    """
    return PurePosixPath(name).suffix.lower() in _PICTURES


@dataclass(frozen=True)
class Places:
    """What a page can link to."""

    folder: Path
    """Where the notebook lies."""
    pages: frozenset[str] = frozenset()
    """Names of the notebooks that have a page, without the ending."""
    files: frozenset[str] = frozenset()
    """Names of the files that came along."""
    pictures: dict[str, str] = field(default_factory=dict)
    """Pictures that were read, as they stand in a page."""

    def linked(self, page: str, attachments: Any = None) -> str:
        """Lead the links and pictures of a piece of HTML where they can be found; others lose their address.

        >>> places = Places(Path("lessons"), frozenset({"02-bet-or-pass"}))
        >>> places.linked('<a href="02-bet-or-pass.ipynb#Ties">next</a> <a href="key.ipynb">key</a>')
        '<a href="02-bet-or-pass.html#Ties">next</a> <a>key</a>'
        """

        def address(found: re.Match[str], tag: str) -> str:
            given = html.unescape(found[2].strip("\"'"))
            where = self._picture(given, attachments) if tag == "img" else self._page(given)
            return f'{found[1].lower()}="{html.escape(where)}"' if where else ""

        def changed(found: re.Match[str]) -> str:
            tag = found[1].lower()
            rest = _ADDRESS.sub(lambda one: address(one, tag), found[2]).rstrip()
            return f"<{tag}{rest}>"

        return _TAG.sub(changed, page)

    def _page(self, given: str) -> str:
        if re.match(r"(?:https?|mailto):|#", given):
            return given
        name = local_name(given)
        part = given.partition("#")[2]
        behind = f"#{_quoted(part)}" if part else ""
        if name is None:
            return ""
        if name.casefold().endswith(".ipynb"):
            return f"{_quoted(name[:-6])}.html{behind}" if name[:-6] in self.pages else ""
        return _quoted(name) + behind if name in self.files else ""

    def _picture(self, given: str, attachments: Any) -> str:
        if given.startswith("attachment:"):
            return _attached(attachments, given.removeprefix("attachment:"))
        if given.startswith("https:") or _DATA.fullmatch(given):
            return given
        name = local_name(given)
        if name is None or not is_picture(name):
            return ""
        if name not in self.pictures:
            try:
                content = read_within(self.folder, name)
            except BanchokError:
                content = b""
            kind = _PICTURES[PurePosixPath(name).suffix.lower()]
            fits = 0 < len(content) <= _LARGEST
            self.pictures[name] = f"data:{kind};base64,{b64encode(content).decode()}" if fits else ""
        return self.pictures[name]


def _quoted(name: str) -> str:
    """Quote a name, also one that is no UTF-8 on the disk."""
    return quote(name, errors="surrogateescape")


def _attached(attachments: Any, name: str) -> str:
    kinds = attachments.get(name) if isinstance(attachments, dict) else None
    for kind, content in kinds.items() if isinstance(kinds, dict) else ():
        address = f"data:{kind};base64,{''.join(content) if isinstance(content, list) else content}"
        if kind in _PICTURES.values() and _DATA.fullmatch(address):
            return address
    return ""
