"""Games on disk and as text: JSON with every field checked on loading, and a short code. Never pickle, never eval."""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import os
import re
import secrets
import shutil
import stat
import zlib
from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NoReturn

from banchok_edu.errors import BanchokError, CardError, SaveError, shown

from .decision import Expose
from .inputs import CARDS, HandOver, Stack, from_plain, is_cards, to_plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .game import Game
    from .inputs import Input

FORMAT = "banchok_edu game"
FORMAT_VERSION = 1
CODE_PREFIX = "BE1-"
LARGEST = 4 * 2**20
"""Bytes of a saved game that are read at most, and written at most: over a million choices."""

SAVE_FIELDS = (
    "format",
    "format_version",
    "game",
    "rules_version",
    "rules",
    "seed",
    "index",
    "names",
    "stack",
    "inputs",
    "undone",
)
"""The fields of a saved game: all of them, and no others."""


def to_json(game: Game) -> str:
    """Give a game as JSON text."""
    record = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": game.rules.game,
        "rules_version": game.rules.version,
        "rules": game.rules.to_dict(),
        "seed": game.seed,
        "index": game.index,
        "names": list(game.names) if game.named else None,
        "stack": [str(card) for card in game.stacked],
        "inputs": [to_plain(given) for given in game.inputs],
        "undone": [to_plain(given) for given in game.undone],
    }
    return _bearable(json.dumps(record, ensure_ascii=False))


def from_json(text: object, games: Mapping[str, type[Game]]) -> Game:
    """Rebuild a game from JSON text.

    Raises
    ------
    SaveError
        If anything is wrong; the message names the field.
    """
    record = _parse(text)
    for name in record:
        if name not in SAVE_FIELDS:
            raise SaveError(f"{shown(name)}: no such field in a saved game; the fields are {', '.join(SAVE_FIELDS)}")
    for name in SAVE_FIELDS:
        if name not in record:
            raise SaveError(f"{name}: the field is missing from this saved game")
    _want(record["format"] == FORMAT, "format", record["format"], repr(FORMAT))
    _want_version("format_version", record["format_version"], FORMAT_VERSION)
    kind = _game_type(record["game"], record["rules_version"], games)
    rules = record["rules"]
    _want(isinstance(rules, dict), "rules", rules, "an object with a field for each rule")
    for f in fields(kind.rules_type):
        if f.name not in rules:
            raise SaveError(f"rules.{f.name}: the field is missing from this saved game")
    names = record["names"]
    _want(names is None or isinstance(names, list), "names", names, "null or a list of names")
    return _rebuild(
        kind, {name: record[name] for name in ("rules", "seed", "index", "names", "stack", "inputs", "undone")}
    )


def to_code(game: Game) -> str:
    """Give a game as a short text without names."""
    record = [
        game.rules.game,
        game.rules.version,
        game.rules.changed(),
        game.seed,
        game.index,
        [str(card) for card in game.stacked],
        [to_plain(given) for given in game.inputs],
    ]
    packed = zlib.compress(_bearable(json.dumps(record, separators=(",", ":"), ensure_ascii=False)).encode(), 9)
    return CODE_PREFIX + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_code(code: object, games: Mapping[str, type[Game]]) -> Game:
    """Rebuild a game from its code.

    Raises
    ------
    SaveError
        If it is no code, or one of a game that these versions cannot play.
    """
    text = "".join(code.split()) if isinstance(code, str) and len(code) <= LARGEST else ""
    body = text.removeprefix(CODE_PREFIX)
    if body == text or not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise SaveError(f"{shown(code)} is not a game code: a code begins with {CODE_PREFIX} and is copied whole")
    try:
        packed = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, LARGEST)
        if not unpacker.eof or unpacker.unused_data:
            _refuse_code()
        record = _parse_any(raw.decode())
    except (ValueError, zlib.error) as error:
        if isinstance(error, SaveError):
            raise
        _refuse_code()
    if not isinstance(record, list) or len(record) != 7:
        _refuse_code()
    name, version, rules, seed, index, stack, inputs = record
    kind = _game_type(name, version, games)
    _want(isinstance(rules, dict), "rules", rules, "the rules that differ from the usual ones")
    plain = {
        "rules": rules,
        "seed": seed,
        "index": index,
        "names": None,
        "stack": stack,
        "inputs": inputs,
        "undone": [],
    }
    return _rebuild(kind, plain)


def write(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file, whole or not at all: a new file takes the place of the old one only when it is complete."""
    name = _file_name(path)
    try:
        target = os.path.realpath(name)
        if old := os.path.lexists(target):
            _want_file(name, target)
            if not os.access(target, os.W_OK):  # it could be replaced all the same
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        folder, last = os.path.split(target)
        draft = os.path.join(folder, f".{last[:20]}.{secrets.token_hex(6)}.part")
        try:
            with open(draft, "x", encoding="utf-8") as file:
                if old:
                    shutil.copymode(target, draft)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        _say_why(error, f"{shown(name, 200)} cannot be written", "nothing there has changed; save it elsewhere")


def read(path: str | os.PathLike[str]) -> str:
    """Read a text file of bearable size."""
    name = _file_name(path)
    try:
        size = _want_file(name, name)
        if size > LARGEST:
            _refuse_size(f"{shown(name, 200)} is {size:,} bytes long")
        with open(name, encoding="utf-8-sig") as file:
            return file.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise SaveError(f"{shown(name, 200)} is not text: this is no saved game; give the name of one") from None
    except (OSError, ValueError) as error:
        _say_why(error, f"{shown(name, 200)} cannot be read", "give the name of a saved game")


def _file_name(path: object) -> str:
    """Give the name of a file as a text; a number would be a file that is open already, and is none."""
    try:
        return os.fsdecode(path)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise SaveError(f"{shown(path)} is not the name of a file: give a text, such as 'game.json'") from None


def _want_file(name: str, path: str) -> int:
    """Refuse all that is not an ordinary file: reading it may never end, and a file may not take its place."""
    about = os.stat(path)
    if not stat.S_ISREG(about.st_mode):
        raise SaveError(f"{shown(name, 200)} is not a file: give the name of a saved game, or a new one")
    return about.st_size


def _say_why(error: Exception, fault: str, advice: str) -> NoReturn:
    if isinstance(error, SaveError):
        raise error
    raise SaveError(f"{fault}: {getattr(error, 'strerror', None) or error}; {advice}") from error


def _rebuild(kind: type[Game], record: Mapping[str, Any]) -> Game:
    """Play a game again from its record, each field checked as it is used."""
    try:
        rules = kind.rules_type.from_dict(record["rules"])
    except BanchokError as error:
        raise SaveError(f"rules: {error}") from None
    stack, inputs, undone = record["stack"], record["inputs"], record["undone"]
    _want(is_cards(stack), "stack", stack, CARDS)
    for name, given in (("inputs", inputs), ("undone", undone)):
        _want(isinstance(given, list), name, given, "a list of inputs")
    for name in ("seed", "index"):
        _want(type(record[name]) is int, name, record[name], "a whole number")
    try:
        game = kind(rules, seed=record["seed"], index=record["index"], names=record["names"], stack=stack)
    except CardError as error:
        raise SaveError(f"stack: {error}") from None
    except BanchokError as error:
        raise SaveError(f"seed, index or names: {error}") from None
    _give_all(game, "inputs", enumerate(inputs))
    if undone:
        _give_all(game, "undone", ((i, undone[i]) for i in reversed(range(len(undone)))))
        game.goto(len(inputs))
    return game


def _give_all(game: Game, field: str, inputs: Iterable[tuple[int, Any]]) -> None:
    for i, plain in inputs:
        try:
            _give(game, from_plain(plain, game.rules.read_card))
        except BanchokError as error:
            raise SaveError(f"{field}[{i}]: {error}") from None


def _give(game: Game, given: Input) -> None:
    if isinstance(given, Stack):
        game.stack(given.cards)
    elif isinstance(given, Expose):
        game.expose()
    elif isinstance(given, HandOver):
        game.hand_over(given.seat, to_person=given.to_person)
    else:
        game.choose(given)


def _game_type(name: Any, version: Any, games: Mapping[str, type[Game]]) -> type[Game]:
    if not isinstance(name, str) or name not in games:
        raise SaveError(f"game: {shown(name)} is not a game; the games are {', '.join(games)}")
    kind = games[name]
    _want_version("rules_version", version, kind.rules_type.version)
    return kind


def _want_version(name: str, value: Any, number: int) -> None:
    fine = type(value) is int and value == number
    _want(fine, name, value, f"{number}, the one that this version of banchok_edu reads")


def _want(fine: bool, name: str, value: Any, wanted: str) -> None:
    if not fine:
        raise SaveError(f"{name}: {shown(value)} should be {wanted}")


def _parse(text: object) -> dict[str, Any]:
    if not isinstance(text, str):
        raise SaveError(f"{shown(text)} is not text: give what to_json() gave")
    if len(text) > LARGEST:
        _refuse_size(f"this text is {len(text):,} characters long")
    if not text.strip():
        raise SaveError("this saved game is empty")
    record = _parse_any(text)
    if not isinstance(record, dict):
        raise SaveError(f"{shown(text)} is not a saved game: it should be a JSON object with the field format")
    return record


def _parse_any(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_int=_short_int)
    except json.JSONDecodeError as error:
        raise SaveError(f"this saved game is not whole JSON: {error.msg} at character {error.pos:,}") from None
    except RecursionError:
        raise SaveError("this saved game is nested too deeply: it is not one of ours") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise SaveError(f"{shown(twice)}: the field stands twice in this saved game")
    return found


def _short_int(text: str) -> int:
    """Read a number, cut off where it is larger than any field may have: reading it all could take for ever."""
    return int(text[:40])


def _bearable(text: str) -> str:
    """Write nothing that could not be read again."""
    size = len(text.encode())
    if size > LARGEST:
        _refuse_size(f"this game of so many choices would be {size:,} bytes long")
    return text


def _refuse_size(fault: str) -> NoReturn:
    raise SaveError(f"{fault}: no saved game is over {LARGEST:,}")


def _refuse_code() -> NoReturn:
    raise SaveError("this game code is damaged: copy it whole, from the first character to the last")
