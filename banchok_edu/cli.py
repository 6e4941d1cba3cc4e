"""The command ``banchok-edu``.

Each subcommand is a pair of functions: one describes its arguments, one runs it and returns the exit code. `main`
knows the pairs and nothing else. Modules that a subcommand needs are imported when it runs, so that ``--help`` is quick
and needs no Jupyter.

Exit codes: 0 done, 1 failed on the way, 2 not begun because of what was given, 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from banchok_edu import __version__
from banchok_edu.errors import BanchokError
from banchok_edu.terminal import complain, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banchok_edu.copies import Outcome

    _Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - argparse has no public name

__all__ = ["main"]

_DEFAULT_FOLDER = "banchok-lessons"
_HIGHEST_PORT = 65_535


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    arguments
        The words after the command's name; those of the process by default.

    Returns
    -------
    int
        The exit code.

    Examples
    --------
    >>> main(["--version"])
    Traceback (most recent call last):
    SystemExit: 0
    """
    try:
        try:
            return _run(list(sys.argv[1:] if arguments is None else arguments))
        finally:
            sys.stdout.flush()
    except BanchokError as error:
        complain(str(error))
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever reads what is said, such as head, wants no more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python would complain when it ends
        return 1


def _run(words: list[str]) -> int:
    # argparse cannot tell an optional folder from words meant for JupyterLab, so these are parted off first.
    cut = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(prog="banchok-edu", description="Probability at the table of old banking games.")
    parser.add_argument("--version", action="version", version=f"banchok-edu {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for describe in (
        _describe_lab,
        _describe_simulate,
        _describe_compile,
        _describe_desk,
        _describe_lessons,
        _describe_demo,
    ):
        describe(subparsers)
    given = parser.parse_args(words[:cut])
    if not hasattr(given, "run"):
        parser.print_help()
        return 2
    given.more = words[cut + 1 :]
    return int(given.run(given))


def _describe_lab(subparsers: _Subparsers) -> None:
    lab = subparsers.add_parser(
        "lab",
        help="open the lessons in JupyterLab",
        description="Open the lessons in JupyterLab. A file that you have changed is never overwritten.",
        epilog="Words after -- go to JupyterLab as they are: banchok-edu lab -- --ip=0.0.0.0",
    )
    lab.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        help=f"where your copy of the lessons is, or shall be. Without it: ./{_DEFAULT_FOLDER}, or the current folder "
        "if it is such a copy",
    )
    lab.add_argument(
        "--source", action="store_true", help="for authors: open the lessons of the checkout itself, and copy nothing"
    )
    lab.add_argument("--port", type=_port, default=8888, help="port to try first (default 8888; 0: any free one)")
    lab.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    lab.add_argument("--verbose", action="store_true", help="show JupyterLab's own messages too")
    lab.set_defaults(run=_run_lab)


def _describe_simulate(subparsers: _Subparsers) -> None:
    from banchok_edu.simulate_command import describe

    describe(subparsers, say)


def _describe_compile(subparsers: _Subparsers) -> None:
    from banchok_edu.bulk.ahead import describe

    describe(subparsers, say)


def _describe_desk(subparsers: _Subparsers) -> None:
    from banchok_edu.desk.commands import describe

    describe(subparsers, say)


def _describe_lessons(subparsers: _Subparsers) -> None:
    from banchok_edu.editions.commands import describe

    describe(subparsers, say)


def _describe_demo(subparsers: _Subparsers) -> None:
    from banchok_edu.demos.commands import describe

    describe(subparsers, say, _port)


def _run_lab(given: argparse.Namespace) -> int:
    from banchok_edu.assets import lessons_folder
    from banchok_edu.copies import bring_lessons
    from banchok_edu.lab import run_lab

    if given.source:
        folder = _source(given.folder)
        say(f"The lessons of this checkout: {folder}")
        say("What you save there changes the checkout. Strip the outputs before you commit.")
    else:
        folder = _copy(given.folder)
        for line in _told(bring_lessons(lessons_folder(), folder, version=__version__), folder):
            say(line)
    browser = not given.no_browser
    return run_lab(folder, port=given.port, browser=browser, verbose=given.verbose, more=given.more, say=say)


def _source(folder: str | None) -> Path:
    """Find the lessons where they are written."""
    from banchok_edu.assets import checkout, lessons_folder
    from banchok_edu.copies import FolderError

    if folder is not None:
        raise FolderError(
            "--source opens the lessons of the checkout, so it goes without FOLDER: leave out the one or the other"
        )
    if checkout() is None:
        raise FolderError(
            "--source works only in a checkout of the project: leave it out and you get a copy to work in"
        )
    return lessons_folder()


def _copy(folder: str | None) -> Path:
    """Name the folder of the student's copy."""
    from banchok_edu.copies import FolderError, holds_lessons

    if folder is None:
        return Path() if holds_lessons(Path()) else Path(_DEFAULT_FOLDER)
    if not folder:  # as in: banchok-edu lab "$UNSET"
        raise FolderError("the name of the folder is empty: give a name, or none at all")
    return Path(folder)


def _told(outcome: Outcome, folder: Path) -> list[str]:
    """Say in a line or two what was done.

    Examples
    --------
    >>> from banchok_edu.copies import Outcome
    >>> for line in _told(Outcome(copied=["01.ipynb"], kept=["02.ipynb"]), Path("mine")):
    ...     print(line)
    Lessons in mine: 1 copied, 1 kept as you left it.
    """
    counts = [
        (outcome.copied, "copied", "copied"),
        (outcome.renewed, "renewed", "renewed"),
        (outcome.current, "already there", "already there"),
        (outcome.kept, "kept as you left it", "kept as you left them"),
        (outcome.beside, "newer version put beside yours", "newer versions put beside yours"),
    ]
    parts = [f"{len(names)} {one if len(names) == 1 else many}" for names, one, many in counts if names]
    lines = [f"Lessons in {folder}: {', '.join(parts) or 'none'}."]
    if outcome.shared:
        lines[0] += " The folder held other things before; they are untouched."
    if outcome.beside:
        lines.append(f"New: {', '.join(outcome.beside)}.")
    if outcome.left_out:
        lines.append(f"Not copied: {', '.join(outcome.left_out)}.")
    return lines


def _port(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or int(text) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a port: give a whole number from 0 to {_HIGHEST_PORT}")
    return int(text)
