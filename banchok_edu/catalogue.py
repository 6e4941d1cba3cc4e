"""The derivations of all games, by name. A game has them in its folder, and the registry lists the games."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import tostring

from banchok_edu.listed import as_columns, html_table

from .errors import RulesError, shown
from .games.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from .proofs import Derivation

HEAD = ("name", "title", "level", "concepts")


@cache
def _builders() -> dict[str, Callable[[], Derivation]]:
    found: dict[str, Callable[[], Derivation]] = {}
    for game in GAMES:
        module: Any = import_module(f".games.{game}.derivations", __package__)
        found |= {f"{game}/{name}": build for name, build in module.DERIVATIONS.items()}
    return found


@cache
def _built(name: str) -> Derivation:
    return _builders()[name]()


def derivation(name: str) -> Derivation:
    """Give a derivation of the catalogue; ``derivations()`` lists them.

    Raises
    ------
    RulesError
        If there is none of that name.

    >>> d = derivation("banchok/win")
    >>> d.result, d(ranks=9, suits=4), d.value
    ((s*(r + 1) - 2)/(2*r*s - 2), 19/35, 9/17)
    """
    if not isinstance(name, str) or name not in _builders():
        near = difflib.get_close_matches(name, _builders(), 1, 0.5) if isinstance(name, str) and len(name) < 80 else []
        meant = f"did you mean {near[0]!r}? " if near else ""
        raise RulesError(f"there is no derivation {shown(name)}: {meant}derivations() lists them all")
    return _built(name)


def derivations(game: str | None = None) -> Catalogue:
    """List the derivations, of one game or of all.

    Raises
    ------
    RulesError
        If there is no such game.

    >>> len(derivations()) >= 20, derivations("polish")[0].name
    (True, 'polish/beats')
    """
    if game is not None and (not isinstance(game, str) or game not in GAMES):
        raise RulesError(f"game={shown(game)} is not a game: choose from {', '.join(map(repr, GAMES))}")
    return Catalogue(tuple(name for name in _builders() if game is None or name.startswith(f"{game}/")))


class Catalogue(Sequence["Derivation"]):
    """The derivations, as a table that can be gone through."""

    __slots__ = ("names",)

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Catalogue(self.names[place])
        return derivation(self.names[place])

    def _rows(self) -> list[tuple[str, ...]]:
        return [(d.name, d.title, d.level, ", ".join(d.concepts)) for d in self]

    def __str__(self) -> str:
        """Give the names, titles and levels in columns."""
        return as_columns([row[:3] for row in (HEAD, *self._rows())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return tostring(html_table(HEAD, self._rows()), encoding="unicode", method="html")
