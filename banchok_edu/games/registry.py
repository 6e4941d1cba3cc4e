"""The list of games: a line each. All that works on every game (loading, conformance tests) goes through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banchok_edu.core import saving

from .banchok import Banchok
from .black_cat import BlackCat
from .polish import PolishBanchok

if TYPE_CHECKING:
    from os import PathLike

    from banchok_edu.core.game import Game

GAMES: dict[str, type[Game]] = {
    "banchok": Banchok,
    "polish": PolishBanchok,
    "black_cat": BlackCat,
}


def load(path: str | PathLike[str]) -> Game:
    """Read a game that ``game.save(path)`` wrote.

    Raises
    ------
    SaveError
        If it cannot be read, or is no saved game; the message names the field at fault. Nothing in it is executed.
    """
    return saving.from_json(saving.read(path), GAMES)


def from_json(text: str) -> Game:
    """Rebuild a game from what ``game.to_json()`` gave.

    Raises
    ------
    SaveError
        If the text is no saved game; the message names the field at fault.

    >>> game = Banchok(seed=7).choose(2)
    >>> from_json(game.to_json()).events == game.events
    True
    """
    return saving.from_json(text, GAMES)


def from_code(code: str) -> Game:
    """Rebuild a game from its code, without names.

    Raises
    ------
    SaveError
        If it is not a whole game code.

    >>> game = Banchok(seed=7).choose(2)
    >>> from_code(game.code).purses == game.purses
    True
    """
    return saving.from_code(code, GAMES)
