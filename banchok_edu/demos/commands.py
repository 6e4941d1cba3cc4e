"""The subcommand ``demo``: its arguments, what it says, and its exit codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    Say = Callable[[str], None]
    Read = Callable[[str], int]

NOT_BEGUN = 2


def describe(subparsers: Any, say: Say, port: Read) -> None:
    """Describe the subcommand."""
    from banchok_edu.simulate_command import read_number

    demo = subparsers.add_parser(
        "demo",
        help="for teachers: a lesson's table alone on a page, for the projector",
        description="Open a lesson's table alone on a page, for the projector. Without NAME: what there is.",
        epilog="The page answers this machine alone. Each page that is opened has a game of its own. "
        'It needs Voila: python -m pip install "banchok-edu[demo]"',
    )
    demo.add_argument("name", metavar="NAME", nargs="?", help="a lesson: 1, 01, one-coup or 01-one-coup")
    demo.add_argument(
        "--seed",
        type=read_number,
        metavar="N",
        help="the cards of this seed. Without it: the deal of the lesson, or cards that nobody has seen",
    )
    demo.add_argument("--dark", action="store_true", help="a dark page")
    demo.add_argument("--port", type=port, default=8866, help="port to try first (default 8866; 0: any free one)")
    demo.add_argument("--no-browser", action="store_true", help="print the address and open no browser")
    demo.add_argument("--verbose", action="store_true", help="show Voila's own messages too")
    demo.set_defaults(run=lambda given: _run(given, say))


def _run(given: argparse.Namespace, say: Say) -> int:
    from banchok_edu.core.settings import in_range

    from .lessons import demo, listed
    from .page import fresh_seed
    from .voila import run_voila

    if given.name is None:
        say("Name one of these lessons, such as: banchok-edu demo 01")
        for line in listed():
            say(line)
        return NOT_BEGUN
    found = demo(given.name)
    seed = None if given.seed is None else in_range("seed", given.seed, 64)
    if not found.luck and seed is not None:
        say(f"There is no luck in {found.lesson}: --seed changes nothing.")
    if found.luck and seed is None and found.stack is None:
        seed = fresh_seed()
    say(f"{found.lesson}: {found.question}")
    if found.luck:
        again = f"banchok-edu demo {found.lesson} --seed {seed}"
        say("The deal of the lesson; --seed N gives others." if seed is None else f"To have this again: {again}")
    return run_voila(
        found,
        seed,
        port=given.port,
        browser=not given.no_browser,
        dark=given.dark,
        verbose=given.verbose,
        say=say,
    )
