"""The subcommand ``simulate``: every rule of a game is an option, made from the rule's own declaration.

What is given is checked before anything is played, the place of the output too; and what has been played is told and
kept even where it cannot be written.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
import warnings
from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banchok_edu.core import policy as policies
from banchok_edu.errors import BanchokError, SlowPlay, shown
from banchok_edu.games.registry import GAMES
from banchok_edu.terminal import complain

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.bulk.simulation import Simulation
    from banchok_edu.core.rules import Rules

    Say = Callable[[str], None]

DONE, FAILED, INTERRUPTED = 0, 1, 130


def describe(subparsers: Any, say: Say) -> None:
    """Describe the subcommand, with a further one for each game."""
    simulate = subparsers.add_parser(
        "simulate",
        help="play many games and tell what came out",
        description="Play many games and tell what came out.",
    )
    games = simulate.add_subparsers(title="games", metavar="GAME", required=True)
    for name, game in GAMES.items():
        kind = game.rules_type
        parser = games.add_parser(
            name,
            help=f"{_first_line(kind)}",
            description=_first_line(kind),
            epilog="The same seed gives the same games, on every machine.",
            allow_abbrev=False,
        )
        _describe_run(parser)
        _describe_rules(parser, kind)
        parser.set_defaults(run=lambda given, kind=kind: run(given, kind, say))


def _describe_run(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what is played")
    group.add_argument("--games", type=read_number, default=100_000, metavar="N", help="how many games (default 1e5)")
    group.add_argument("--seed", type=read_number, default=0, metavar="N", help="the seed (default 0)")
    group.add_argument("--start", type=read_number, default=0, metavar="N", help="the first game's number (default 0)")
    group.add_argument(
        "--policy",
        action="append",
        metavar="POLICY",
        help="how all seats play; given once for each seat, how each plays (default blind:1). "
        f"One of {', '.join(sorted(_kinds()))}, with its parameters behind a colon: "
        "threshold:9, threshold:9,stake=5,otherwise=1, threshold:wins=60, share:1,2, blind:bank",
    )
    group.add_argument("--out", metavar="FILE", help="write a row for each game to FILE.csv or FILE.parquet")
    group.add_argument("--force", action="store_true", help="write over FILE if it is there already")
    group.add_argument("--quiet", action="store_true", help="show no progress bar")


def _describe_rules(parser: argparse.ArgumentParser, kind: type[Rules]) -> None:
    group = parser.add_argument_group("rules")
    for f in fields(kind):
        usual = json.dumps(dict(f.default), ensure_ascii=False) if isinstance(f.default, Mapping) else f.default
        text = f"{f.metadata['meaning']}: {f.metadata['allowed']} (default {usual})"
        option = f"--{f.name.replace('_', '-')}"
        group.add_argument(option, dest=f"rule_{f.name}", metavar="X", help=text.replace("%", "%%"))


def run(given: argparse.Namespace, kind: type[Rules], say: Say) -> int:
    """Play what was asked for; gives the exit code."""
    from banchok_edu.bulk.simulating import simulate
    from banchok_edu.bulk.tables import check_path

    words = {f.name: getattr(given, f"rule_{f.name}") for f in fields(kind)}
    rules = kind.from_dict({name: read_value(text) for name, text in words.items() if text is not None})
    seated = [read_policy(text) for text in given.policy or ()]
    target = check_path(given.out, force=given.force) if given.out is not None else None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SlowPlay)
        sim = simulate(
            rules,
            seated[0] if len(seated) == 1 else seated or None,
            given.games,
            given.seed,
            given.start,
            progress=not given.quiet,
            keep="summary" if target is None else "columns",
        )
    for warning in caught:
        complain(str(warning.message))
    say(sim.summary())
    if target is not None and not _written(sim, target, say, force=given.force):
        return FAILED
    return DONE if sim.complete else INTERRUPTED


def _written(sim: Simulation, target: Path, say: Say, *, force: bool) -> bool:
    """Write the table; where that fails, write it somewhere else, and say where."""
    from banchok_edu.bulk.tables import write

    try:
        write(sim, target, force=force)
    except (OSError, ValueError) as error:  # pyarrow has errors of its own, which are of these
        complain(f"{shown(str(target), 200)} could not be written: {error}")
    else:
        say(f"\nWritten to {target}.")
        return True
    again = f"--seed {sim.seed} --start {sim.start} --games {sim.games}"
    try:
        other = Path(tempfile.mkdtemp(prefix="banchok-")) / target.name
        write(sim, other, force=False)
    except (OSError, ValueError):
        complain(f"The table is lost, but not the games: {again} plays the very same again.")
    else:
        complain(f"The table is in {other} instead. {again} plays the very same games again.")
    return False


def read_number(text: str) -> int:
    """Read a whole number, which may be written as 1e6 or 1_000_000."""
    try:
        number = Decimal(text) if len(text) <= 40 else None
    except InvalidOperation:
        number = None
    if number is None or not number.is_finite() or abs(number.adjusted()) > 40 or number != int(number):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number, such as 1000 or 1e6")
    return int(number)


def read_value(text: str) -> Any:
    """Read the value of a rule or of a policy's parameter.

    >>> read_value("5"), read_value("None"), read_value("true"), read_value("push"), read_value('{"Scoop": 1}')
    (5, None, True, 'push', {'Scoop': 1})
    """
    known = {"none": None, "true": True, "false": False}
    if text.lower() in known:
        return known[text.lower()]
    if re.fullmatch(r"-?[0-9]{1,30}", text):
        return int(text)
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _kinds() -> dict[str, Any]:
    """Give the policies that can be named, by their names in small letters."""
    found = {}
    for name, kind in vars(policies).items():
        if isinstance(kind, type) and issubclass(kind, policies.TablePolicy) and kind is not policies.TablePolicy:
            found[name.lower()] = kind
    return found


def read_policy(text: str) -> Any:
    """Read a policy.

    Raises
    ------
    BanchokError
        If there is no such policy, or a parameter cannot be.

    >>> read_policy("threshold:9,otherwise=1"), read_policy("share:1,2"), read_policy("pass")
    (Threshold(rank='9', stake='bank', otherwise=1, wins=None), Share(part=1, whole=2, of='bank'), Pass())
    """
    name, _, rest = text.partition(":")
    kinds = _kinds()
    if name.lower() not in kinds:
        raise BanchokError(f"--policy {shown(text)}: there is no policy {shown(name)}: say {', '.join(sorted(kinds))}")
    kind: Any = kinds[name.lower()]
    names = [f.name for f in fields(kind) if f.init]
    parameters: dict[str, Any] = {}
    for place, part in enumerate(rest.split(",") if rest else ()):
        key, equals, value = part.partition("=")
        if not equals:
            key, value = (names[place] if place < len(names) else ""), part
        key, value = key.strip(), value.strip()
        if key not in names or key in parameters:
            raise BanchokError(
                f"--policy {shown(text)}: {shown(part)} does not fit; {name} has {', '.join(names) or 'no parameters'}"
            )
        parameters[key] = value if key == "rank" else _parameter(key, value)
    try:
        return kind(**parameters)
    except TypeError:
        raise BanchokError(f"--policy {shown(text)} is not enough: {name} needs {', '.join(names)}") from None


def _parameter(key: str, value: str) -> Any:
    if key == "positions" and re.fullmatch("[0-9+]+", value):
        return [int(place) for place in value.split("+") if place]
    return read_value(value)


def _first_line(kind: type) -> str:
    return str(kind.__doc__).splitlines()[0]
