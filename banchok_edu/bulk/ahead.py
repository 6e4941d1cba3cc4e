"""Compiles all games ahead of time, so that nobody waits for it later: the subcommand ``compile``.

It plays one game of each kind, so it compiles just what a first simulation would. Knows no game by name.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from banchok_edu.compiled import numba_is_there
from banchok_edu.games.registry import GAMES

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    Say = Callable[[str], None]


def describe(subparsers: Any, say: Say) -> None:
    """Describe the subcommand."""
    parser = subparsers.add_parser(
        "compile",
        help="compile the games now, so that nobody waits later",
        description="Compile the games, which the first simulation on a machine would do otherwise. It takes half a "
        "minute or so. Who owns the installation does it for all its users.",
    )
    parser.add_argument("--gently", action="store_true", help="at the lowest priority, beside other work")
    parser.set_defaults(run=lambda given: _run(given, say))


def _run(given: Namespace, say: Say) -> int:
    if given.gently and hasattr(os, "nice"):
        os.nice(19)
    if not numba_is_there():
        say("numba is not there, so there is nothing to compile: the games are played as they are, and slower.")
        return 0
    for game in GAMES:
        compile_game(game)
        say(f"{game}: compiled")
    return 0


def compile_game(game: str) -> None:
    """Compile all that is played of a game; what is kept on disk already is only loaded.

    >>> compile_game("banchok")
    """
    from .coups import coups
    from .simulating import KEEPS, simulate

    kind: Any = GAMES[game].rules_type
    rules = kind()
    if find_spec(f"banchok_edu.games.{game}.single"):
        coups(rules, n=1)
    for keep in KEEPS:
        simulate(rules, games=1, keep=keep)
