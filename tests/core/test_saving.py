"""A saved game comes back as it was; nothing else is read as one; and a file is written whole or not at all."""

import ast
import builtins
import contextlib
import errno
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.core import saving
from banchok_edu.errors import shown
from tests.core.standing import GAMES, says, standing

SOON = 2
"""Seconds of processor time on a slow machine."""


@pytest.fixture
def game():
    return GAMES["banchok"]().advance({0: be.policies.Blind(1)}).choose(2)


def litter(folder):
    return [name for name in os.listdir(folder) if name.endswith(".part")]


# -- files -------------------------------------------------------------------------------------------------------------

ODD_NAMES = [
    "game.json",
    "no ending",
    ".hidden",
    "-rf",
    "~",
    "a b\n\tc",
    "김철수의 놀이 " * 5 + ".json",
    "x" * 255,
    "é" * 127,
    "\U0001f0cf" * 63,
    "%s{0}$HOME;&|<>\"'`\\*?",
    os.fsdecode(b"\xff\xfe.json"),
]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems forbid some of these names")
@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
@pytest.mark.parametrize("kind", [str, Path, os.fsencode], ids=["str", "Path", "bytes"])
def test_a_file_may_have_any_name(tmp_path, game, name, kind):
    path = kind(os.path.join(tmp_path, name))
    for _ in range(2):
        game.save(path)
        assert standing(be.load(path)) == standing(game)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize(
    "path", [0, 1, True, None, 3.0, [], object(), "a\0b.json", "\ud800", "", "x" * 5000, "x\0" * 5000]
)
def test_what_names_no_file_is_refused(tmp_path, monkeypatch, game, path):
    monkeypatch.chdir(tmp_path)
    for use in (game.save, be.load):
        with pytest.raises(be.SaveError) as error:
            use(path)
        says(error.value, shown(path, 40 if not isinstance(path, str | bytes) else 200))
        assert "give " in str(error.value) or "save it elsewhere" in str(error.value)
    assert os.listdir(tmp_path) == []


def test_a_missing_folder_is_told(tmp_path, game):
    for use in (game.save, be.load):
        with pytest.raises(be.SaveError) as error:
            use(tmp_path / "none" / "game.json")
        says(error.value, "none/game.json", "No such file or directory")


def make_folder(path):
    os.mkdir(path)


def make_pipe(path):
    os.mkfifo(path)


def make_socket(path):
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def make_device(path):  # a link to one that nobody else uses, in a folder where nothing can be replaced
    _, terminal = os.openpty()
    os.symlink(os.ttyname(terminal), path)


def make_loop(path):
    os.symlink(path, path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such things among its files")
@pytest.mark.parametrize("make", [make_folder, make_pipe, make_socket, make_device, make_loop])
def test_what_is_no_file_is_neither_read_nor_replaced(tmp_path, monkeypatch, game, make):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "game.json"
    make(path)
    before = os.lstat(path), os.listdir(tmp_path)
    for use in (game.save, be.load):
        with pytest.raises(be.SaveError) as error:
            use(path)
        says(error.value, "game.json", "give the name of a saved game" if use == be.load else "")
    assert (os.lstat(path), os.listdir(tmp_path)) == before


def test_a_link_is_kept_and_its_target_written(tmp_path, game):
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "game.json", tmp_path / "link.json"
    link.symlink_to(target)
    for moves in (0, 1):  # the first time there is no target yet
        game.goto(moves).save(link)
        assert link.is_symlink()
        assert standing(be.load(target)) == standing(be.load(link)) == standing(game)
    assert litter(tmp_path) == litter(target.parent) == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666, 0o755])
def test_permissions_of_the_old_file_are_kept(tmp_path, game, mode):
    path = tmp_path / "game.json"
    game.save(path)
    path.chmod(mode)
    game.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_usual_permissions(tmp_path, game):
    game.save(tmp_path / "game.json")
    (tmp_path / "other").write_text("")
    assert (tmp_path / "game.json").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_nobody_can_read_a_private_game_while_it_is_saved(tmp_path, game, monkeypatch):
    path = tmp_path / "game.json"
    game.save(path)
    path.chmod(0o600)
    modes = []
    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: (modes.append(os.fstat(fd).st_mode & 0o777), fsync(fd)))
    game.save(path)
    assert modes == [0o600]


def test_a_protected_file_is_not_replaced(tmp_path, game, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("old")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, how: how != os.W_OK or os.stat(path).st_mode & 0o200 != 0)
    with pytest.raises(be.SaveError) as error:
        game.save(path)
    says(error.value, "game.json", "Permission denied", "nothing there has changed", "save it elsewhere")
    assert path.read_text() == "old"
    assert litter(tmp_path) == []


def full(*given, **more):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def interrupt(*given):
    raise KeyboardInterrupt


def opens_full(*given, _open=open, **more):
    return Full(_open(*given, **more))


class Full:
    """A file on a disk that is full after some characters."""

    def __init__(self, file):
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *given):
        self.file.close()

    def write(self, text):
        self.file.write(text[:50])
        full()


@pytest.mark.parametrize("old", [True, False])
@pytest.mark.parametrize(
    "where, what, error",
    [
        ((os, "fsync"), full, be.SaveError),
        ((os, "replace"), full, be.SaveError),
        ((saving.shutil, "copymode"), full, be.SaveError),
        ((builtins, "open"), full, be.SaveError),
        ((builtins, "open"), opens_full, be.SaveError),
        ((os, "fsync"), interrupt, KeyboardInterrupt),
        ((os, "replace"), interrupt, KeyboardInterrupt),
    ],
)
def test_a_full_disk_leaves_the_old_file_whole_and_no_litter(tmp_path, game, monkeypatch, old, where, what, error):
    path = tmp_path / "game.json"
    if old:
        game.save(path)
    elif where[1] == "copymode":
        return
    text = path.read_bytes() if old else None
    before = standing(game.choose(1))
    with monkeypatch.context() as patch:
        patch.setattr(*where, what)
        with pytest.raises(error) as raised:
            game.save(path)
    if error is be.SaveError:
        says(raised.value, "game.json", "No space left on device", "nothing there has changed", "save it elsewhere")
    assert os.listdir(tmp_path) == (["game.json"] if old else [])
    assert (path.read_bytes() if old else None) == text
    assert standing(game) == before
    game.save(path)
    assert standing(be.load(path)) == before


SAVES_FOR_EVER = """
import sys, banchok_edu as be
games = [be.Banchok(be.BanchokRules(players=3), seed=seed, names=["Ann" * 20, "Bo", "Cy"]) for seed in (1, 2)]
while True:
    for game in games:
        game.save(sys.argv[1])
        print("saved", flush=True)
"""


def test_a_process_killed_while_it_saves_leaves_a_whole_file(tmp_path):
    path = tmp_path / "game.json"
    root = Path(be.__file__).parent.parent
    for turn in range(5):
        process = subprocess.Popen(
            [sys.executable, "-c", SAVES_FOR_EVER, str(path)], stdout=subprocess.PIPE, cwd=root, text=True
        )
        with process:
            process.stdout.readline()
            time.sleep(0.013 * turn)
            process.send_signal(signal.SIGKILL)
        assert be.load(path).seed in (1, 2)


def test_saving_at_the_same_time_from_two_places_leaves_a_whole_file(tmp_path):
    path = tmp_path / "game.json"
    root = Path(be.__file__).parent.parent
    processes = [
        subprocess.Popen([sys.executable, "-c", SAVES_FOR_EVER, str(path)], stdout=subprocess.PIPE, cwd=root, text=True)
        for _ in range(2)
    ]
    try:
        for process in processes:
            process.stdout.readline()
        for _ in range(50):
            assert be.load(path).seed in (1, 2)
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def test_a_file_of_a_gigabyte_is_refused_at_once(tmp_path):
    path = tmp_path / "game.json"
    path.touch()
    os.truncate(path, 2**30)
    start = time.process_time()
    with pytest.raises(be.SaveError) as error:
        be.load(path)
    says(error.value, "game.json", "1,073,741,824 bytes")
    assert time.process_time() - start < SOON


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"\x80abc", "{}".encode("utf-16"), b'{"a": "\xed\xa0\x80"}', bytes(range(256))],
)
def test_a_file_that_is_not_text_is_refused(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(be.SaveError) as error:
        be.load(path)
    says(error.value, "game.json", "not text")


@pytest.mark.parametrize("content", [b"", b" \r\n\t", b"\xef\xbb\xbf"])
def test_an_empty_file_is_told(tmp_path, content):
    path = tmp_path / "game.json"
    path.write_bytes(content)
    with pytest.raises(be.SaveError) as error:
        be.load(path)
    says(error.value, "empty")


def test_a_file_that_an_editor_has_changed_is_still_read(tmp_path, game):
    path = tmp_path / "game.json"
    pretty = json.dumps(json.loads(game.to_json()), indent=4)
    for content in ("\ufeff" + pretty, pretty.replace("\n", "\r\n"), pretty.replace("\n", "\r"), pretty + "\n\n"):
        path.write_bytes(content.encode())
        assert standing(be.load(path)) == standing(game)


# -- what comes back ---------------------------------------------------------------------------------------------------


def wander(game, moves):
    """Play, go back and forth, stack, expose and hand over as the moves say; what is not allowed is left out."""
    for move, number in moves:
        with contextlib.suppress(be.BanchokError):
            decision = game.decision
            if move == "choose" and decision:
                options = decision.options if decision.low is None else range(decision.low, decision.high + 1)
                game.choose(options[number % len(options)])
            elif move == "pass":
                game.choose(0)
            elif move == "goto":
                game.goto(number % (game.steps + 1))
            elif move == "stack":
                cards = game.rules.cards
                game.stack([cards[number * k % len(cards)] for k in (1, 3)])
            elif move == "hand_over":
                game.hand_over(number % 3, to_person=number % 2 == 0)
            elif move != "choose":
                getattr(game, move)()
    return game


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["choose"] * 4 + ["pass", "undo", "redo", "goto", "stack", "expose", "hand_over"]),
        st.integers(0, 1000),
    ),
    max_size=30,
)
NAMES_GIVEN = st.none() | st.just(["Ann", "김철수", "\U0001f469\u200d\U0001f467"])


@given(st.sampled_from(list(GAMES)), MOVES, st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1), NAMES_GIVEN)
@settings(max_examples=80, deadline=None)
def test_save_then_load_and_code_then_from_code_give_the_identical_game(kind, moves, seed, index, names):
    kind = type(GAMES[kind]()), GAMES[kind]().rules
    game = wander(kind[0](kind[1], seed=seed, index=index, names=names), moves)
    again = be.from_json(game.to_json())
    assert standing(again) == standing(game)
    assert again.to_json() == game.to_json()
    plain = be.from_code(game.code)
    assert plain.events == game.events
    assert (plain.seed, plain.index, plain.inputs, plain.undone) == (seed, index, game.inputs, ())
    assert plain.code == game.code
    assert "Ann" not in repr(zlib.decompress(saving.base64.urlsafe_b64decode(game.code[4:] + "==")))
    if game.undone:
        assert again.redo().events == game.redo().events


@given(st.sampled_from(list(GAMES)), MOVES)
@settings(max_examples=40, deadline=None)
def test_undo_then_redo_and_going_to_any_step_and_back_give_the_identical_game(kind, moves):
    game = wander(GAMES[kind](), moves)
    before = standing(game)
    here = len(game.inputs)
    for step in range(game.steps + 1):
        assert len(game.goto(step).inputs) == step
    assert standing(game.goto(here)) == before
    if game.inputs:
        assert standing(game.undo().redo()) == before


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_that_waits_for_a_person_is_finished_on_another_machine(kind, tmp_path):
    policies = be.policies.Blind(2)
    game = GAMES[kind]().hand_over(1, to_person=True).advance(policies)
    assert game.decision.seat == 1
    path = tmp_path / "game.json"
    game.save(path)
    script = (
        "import sys, banchok_edu as be\n"
        "game = be.load(sys.argv[1])\n"
        "policies = be.policies.Blind(2)\n"
        "while not game.advance(policies).is_over:\n"
        "    game.choose(policies(game.view(game.decision.seat)))\n"
        "game.save(sys.argv[1])\n"
    )
    root = Path(be.__file__).parent.parent
    subprocess.run([sys.executable, "-c", script, str(path)], check=True, cwd=root, env={"PYTHONHASHSEED": "77"})
    while not game.advance(policies).is_over:
        game.choose(policies(game.view(game.decision.seat)))
    assert standing(be.load(path)) == standing(game)


def test_a_game_too_long_to_be_read_again_is_not_written(tmp_path, monkeypatch, game):
    path = tmp_path / "game.json"
    game.save(path)
    size = len(game.to_json().encode())
    monkeypatch.setattr(saving, "LARGEST", size)
    game.save(path)
    assert be.load(path).inputs == game.inputs
    game.choose(1)
    for write in (lambda: game.save(path), game.to_json):
        with pytest.raises(be.SaveError) as error:
            write()
        says(error.value, "so many choices", "bytes long", f"{size:,}")
    assert be.load(path).inputs == game.inputs[:-1]
    assert litter(tmp_path) == []


def test_the_longest_names_of_all_are_read_again(tmp_path):
    names = ["\U0001f469" * 58 + f"{seat:02}" for seat in range(10)]
    game = be.Banchok(be.BanchokRules(players=10), seed=1, names=names)
    game.save(tmp_path / "game.json")
    assert be.load(tmp_path / "game.json").names == tuple(names)


# -- what is refused ---------------------------------------------------------------------------------------------------


def refused(text, *words):
    start = time.process_time()
    with pytest.raises(be.SaveError) as error:
        be.from_json(text)
    assert time.process_time() - start < SOON
    if words:
        says(error.value, *words)


@pytest.mark.parametrize("text", [None, 3, b"{}", ["{}"], {}, object()])
def test_what_is_no_text_is_refused(text):
    refused(text, "is not text", "to_json()")


@pytest.mark.parametrize("text", ["", " \n\t", "\u00a0"])
def test_an_empty_text_is_refused(text):
    refused(text, "empty")


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "null", "true", "NaN", "1e999", "-Infinity"])
def test_json_that_is_no_object_is_refused(text):
    refused(text, shown(text), "is not a saved game")


def test_a_text_cut_off_anywhere_is_refused(game):
    text = game.to_json()
    for end in range(len(text)):
        refused(text[:end])
        if end:
            with pytest.raises(be.SaveError):
                be.from_json(text[end:])


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        '{"a":' * 10_000,
        "[" * 10_000 + "]" * 10_000,
        '{"format":' + "[" * 10_000 + "]" * 10_000 + "}",
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        "[" * (saving.LARGEST - 1),
    ],
    ids=lambda text: text[:12],
)
def test_a_text_nested_too_deeply_is_refused(text):
    refused(text, "nested too deeply")


@pytest.mark.parametrize("field", saving.SAVE_FIELDS)
def test_a_deep_nest_in_any_field_is_refused(game, field):
    record = json.loads(game.to_json())
    for depth in (50, 400, 900):
        nest = "[" * depth + "]" * depth
        refused(json.dumps({**record, field: "?"}).replace('"?"', nest))
        refused(json.dumps({**record, field: "?"}).replace('"?"', '{"pack":' * depth + "1" + "}" * depth))


BIG = int(0.9 * saving.LARGEST)


@pytest.mark.parametrize(
    "text",
    [
        "[" + "0," * (BIG // 2) + "0]",
        "{" + ",".join(f'"{i}":0' for i in range(BIG // 11)) + ',"0":1}',
        '{"format":' + "9" * BIG + "}",
        '"' + "x" * BIG + '"',
        "x" * (saving.LARGEST + 1),
        " " * saving.LARGEST,
    ],
    ids=["numbers", "fields", "digits", "letters", "too long", "spaces"],
)
def test_a_large_text_is_refused_quickly(text):
    refused(text)


@pytest.mark.parametrize(
    "field, value",
    [
        ("stack", ["A♠"] * (BIG // 9)),
        ("stack", [""] * (BIG // 5)),
        ("names", ["a"] * (BIG // 6)),
        ("names", "a" * BIG),
        ("inputs", [0] * (BIG // 3)),
        ("inputs", [{"stack": ["A♠"] * (BIG // 9)}]),
        ("undone", [{}] * (BIG // 4)),
        ("rules", {str(i): 0 for i in range(BIG // 14)}),
        ("rules", {"pack": {str(i): 0 for i in range(BIG // 14)}}),
        ("format", ["a"] * (BIG // 6)),
    ],
)
def test_a_large_field_is_refused_quickly(game, field, value):
    text = json.dumps({**json.loads(game.to_json()), field: value}, ensure_ascii=False)
    assert len(text) < saving.LARGEST
    refused(text, field)


def test_a_missing_or_unknown_or_repeated_field_is_named(game):
    record = json.loads(game.to_json())
    for field in saving.SAVE_FIELDS:
        refused(json.dumps({name: value for name, value in record.items() if name != field}), f"{field}: ", "missing")
        refused(game.to_json()[:-1] + f', "{field}": 1}}', repr(field), "stands twice")
    for field in ("Seed", "", "__class__", "\ud800", "\0", "x" * 10_000, "\u202e"):
        refused(json.dumps({**record, field: 1}), shown(field), "no such field", "the fields are format, ")
    for field in record["rules"]:
        rules = {name: value for name, value in record["rules"].items() if name != field}
        refused(json.dumps({**record, "rules": rules}), f"rules.{field}: ", "missing")
    refused(json.dumps({**record, "rules": {**record["rules"], "tiee": 1}}), "rules: ", "'tiee'", "did you mean tie?")


@pytest.mark.parametrize("field, now", [("format_version", 1), ("rules_version", 1)])
@pytest.mark.parametrize("value", [0, 2, -1, True, 1.0, "1", None, [1], 10**30])
def test_another_version_is_told(game, field, now, value):
    record = {**json.loads(game.to_json()), field: value}
    refused(json.dumps(record), f"{field}: {shown(value)} should be {now}")


FAULTS = [
    ("format", "pgn", "format: 'pgn' should be 'banchok_edu game'"),
    ("game", "poker", "game: 'poker' is not a game; the games are banchok, polish, black_cat"),
    ("game", ["banchok"], "game: ['banchok'] is not a game"),
    ("game", "black_cat", "is missing"),
    ("rules", [], "rules: [] should be an object"),
    ("rules", {"players": 1}, "is missing"),
    ("seed", -1, "seed=-1", "0 to 2**64 - 1"),
    ("seed", 2**64, "seed=18446744073709551616", "0 to 2**64 - 1"),
    ("seed", 10**30, "seed=a whole number of very many digits"),
    ("seed", 7.0, "seed: 7.0 should be a whole number"),
    ("seed", float("nan"), "seed: nan should be a whole number"),
    ("seed", True, "seed: True should be a whole number"),
    ("seed", None, "seed: None should be a whole number"),
    ("seed", "7", "seed: '7' should be a whole number"),
    ("index", 2**63, "index=9223372036854775808", "0 to 2**63 - 1"),
    ("index", False, "index: False should be a whole number"),
    ("names", "Ann", "names: 'Ann' should be null or a list of names"),
    ("names", {}, "names: {} should be"),
    ("names", ["Ann", "Ann", "Cy"], "names: ", "the name 'Ann' is given twice"),
    ("names", ["Ann", "B\ud800", "Cy"], "the name of seat 1", "U+D800"),
    ("names", ["Ann", 1.5, "Cy"], "the name of seat 1, 1.5"),
    ("stack", None, "stack: None should be a list of cards"),
    ("stack", "A♠", "stack: 'A♠' should be a list of cards"),
    ("stack", [1], "stack: [1] should be a list of cards"),
    ("stack", ["1♠"], "stack: '1♠' is not a card"),
    ("stack", ["A♠", "As"], "stack: A♠ is stacked 2 times", "has only 1 of it"),
    ("inputs", {}, "inputs: {} should be a list of inputs"),
    ("inputs", [99], "inputs[0]: stake 99 is too much: 1 to 10 counters, or 0 to pass"),
    ("inputs", [True], "inputs[0]: stake True is not a whole number"),
    ("inputs", [1, -5], "inputs[1]: stake -5 is below zero"),
    ("inputs", [1, 10**60], "inputs[1]: stake a whole number of very many digits"),
    ("inputs", [1, 1.0], "inputs[1]: 1.0 is no input; the kinds are choice, stack, expose, hand_over"),
    ("inputs", [1, None], "inputs[1]: None is no input"),
    ("inputs", [{"expose": True}], "inputs[0]: no card can be exposed now"),
    ("inputs", [{"expose": False}], "inputs[0]: {'expose': False} is no input"),
    ("inputs", [{"stack": ["X"]}], "inputs[0]: 'X' is not a card"),
    ("inputs", [{"stack": "A♠"}], "inputs[0]: {'stack': 'A♠'} is no input"),
    ("inputs", [{"hand_over": [3, True]}], "inputs[0]: 3 is not a seat", "0 to 2"),
    ("inputs", [{"hand_over": [True, True]}], "inputs[0]: ", "is no input"),
    ("inputs", [{"hand_over": [1, 1]}], "inputs[0]: ", "is no input"),
    ("inputs", [{"hand_over": [1]}], "inputs[0]: ", "is no input"),
    ("inputs", [{"choose": 1}], "inputs[0]: ", "is no input"),
    ("inputs", [{}], "inputs[0]: {} is no input"),
    ("inputs", [[0]], "inputs[0]: [0] is no input"),
    ("inputs", [0] * 500, "inputs[", "the game is over"),
    ("undone", None, "undone: None should be a list of inputs"),
    ("undone", [99, 1], "undone[0]: stake 99 is too much"),
    ("undone", [1, 99], "undone[1]: stake 99 is too much"),
]


@pytest.mark.parametrize("field, value, words", [(field, value, words) for field, value, *words in FAULTS])
def test_what_is_wrong_in_a_field_is_told_with_its_name(field, value, words):
    record = json.loads(GAMES["banchok"]().to_json())
    refused(json.dumps({**record, field: value}), *words)


def test_a_number_of_a_million_digits_is_refused_quickly(game):
    for field in ("seed", "index", "format_version"):
        text = json.dumps({**json.loads(game.to_json()), field: "?"})
        refused(text.replace('"?"', "7" * 1_000_000), field, "a whole number of very many digits")
        refused(text.replace('"?"', "-" + "7" * 1_000_000), field)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**60), 10**60)
    | st.floats()
    | st.text()
    | st.sampled_from(["A♠", "In 1", "\ud800", "\0", "drawn", "x" * 9999, "expose", 2**63, 2**64, 0, 1, -1]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text() | st.sampled_from(["stack", "expose", "hand_over", *saving.SAVE_FIELDS]), inner)
    ),
    max_leaves=8,
)


@given(st.text() | JSON.map(json.dumps) | JSON.map(lambda value: json.dumps(value, ensure_ascii=False)))
@settings(max_examples=300, deadline=5000)
def test_any_text_gives_a_save_error_and_nothing_else(text):
    with pytest.raises(be.SaveError) as error:
        be.from_json(text)
    says(error.value)


@given(st.sampled_from(list(GAMES)), st.sampled_from(saving.SAVE_FIELDS), JSON, st.data())
@settings(max_examples=500, deadline=5000)
def test_any_value_in_any_field_is_read_as_what_it_says_or_refused_with_the_field_named(kind, field, value, data):
    record = json.loads(GAMES[kind]().advance({0: be.policies.Blind(1)}).to_json())
    if data.draw(st.booleans()):
        if field == "rules":
            name = data.draw(st.sampled_from(sorted(record["rules"])))
            value = {**record["rules"], name: value}
        elif field in ("inputs", "undone"):
            value = [*record["inputs"], value] if field == "inputs" else [value]
    changed = {**record, field: value}
    try:
        game = be.from_json(json.dumps(changed))
    except be.SaveError as error:
        says(error, {"names": "name", "game": ""}.get(field, field))
    else:
        again = json.loads(game.to_json())
        assert type(again[field]) is type(value) or field == "names"
        assert {**again, field: None, "rules": None} == {**changed, field: None, "rules": None}


@given(st.binary(max_size=200))
@settings(max_examples=60, deadline=5000)
def test_any_bytes_in_a_file_give_a_save_error_and_nothing_else(content):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_bytes(content)
        with pytest.raises(be.SaveError):
            be.load(path)


def test_nothing_in_a_save_is_run(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for evil in ("__import__('os').mkdir('x')", "{0.__class__}", "cos\nmkdir\n(S'x'\ntR.", "!!python/object:os.mkdir"):
        for field in saving.SAVE_FIELDS:
            for value in (evil, [evil], {evil: evil}, {"__class__": evil}, {"py/object": evil}):
                refused(json.dumps({**json.loads(game.to_json()), field: value}))
    assert os.listdir(tmp_path) == []


def test_the_sources_neither_run_nor_unpickle_anything():
    for path in Path(saving.__file__).parent.parent.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name):
                assert node.id not in {"eval", "exec", "pickle", "marshal", "shelve"}, path
            if isinstance(node, ast.Import | ast.ImportFrom):
                modules = {alias.name for alias in node.names} | {getattr(node, "module", None)}
                assert not modules & {"pickle", "marshal", "shelve", "dill", "yaml"}, path


# -- codes -------------------------------------------------------------------------------------------------------------


def packed(record, *, text=None):
    raw = json.dumps(record).encode() if text is None else text
    return saving.CODE_PREFIX + saving.base64.urlsafe_b64encode(zlib.compress(raw)).decode().rstrip("=")


def unpacked(code):
    return json.loads(zlib.decompress(saving.base64.urlsafe_b64decode(code.removeprefix("BE1-") + "==")))


def bad_code(code, *words):
    start = time.process_time()
    with pytest.raises(be.SaveError) as error:
        be.from_code(code)
    assert time.process_time() - start < SOON
    says(error.value, *words)


def test_a_code_broken_up_by_an_e_mail_is_still_read(game):
    code = game.code
    for sign in (" ", "\n", "\r\n", "\t", "\u00a0", "\n    "):
        broken = sign.join(code[i : i + 7] for i in range(0, len(code), 7))
        assert be.from_code(sign + broken + sign).events == game.events


@pytest.mark.parametrize(
    "code", [None, 3, b"BE1-abc", "", "BE1-", "BE2-abc", "abc", "be1-abc", "BE1-a+b/", "BE1-é", []]
)
def test_what_is_no_code_is_refused(code):
    bad_code(code, shown(code), "is not a game code", "begins with BE1-", "copied whole")


def test_a_code_cut_off_or_lengthened_anywhere_is_refused(game):
    code = game.code
    for end in range(4, len(code)):
        bad_code(code[:end], "code")
    for more in ("A", "AA", "AAAA", code[4:]):
        bad_code(code + more, "damaged", "copy it whole")


@given(st.data())
@settings(max_examples=300, deadline=5000)
def test_a_code_with_a_changed_character_is_refused_or_still_the_same(data):
    game = GAMES["banchok"]().choose(2)
    code = game.code
    i = data.draw(st.integers(0, len(code) - 1))
    sign = data.draw(st.sampled_from("ABCxyz019-_") | st.characters())
    try:
        again = be.from_code(code[:i] + sign + code[i + 1 :])
    except be.SaveError as error:
        says(error, "code")
    else:
        assert (again.events, again.code) == (game.events, code)  # the last character has bits to spare


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 10**8,
        b"0" * 10**8,
        b"[" + b"0," * (saving.LARGEST // 2 - 2) + b"0]",
        b"[" * 10_000,
        b"\xff\xfe",
        b"",
        b"{}",
        b"[]",
        b"null",
        b"[1,2,3,4,5,6,7]",
        b'["banchok",1,{},7,0,[]]',
        b'["banchok",1,{},7,0,[],[],[]]',
    ],
    ids=lambda raw: ascii(raw[:10]),
)
def test_a_code_that_unpacks_to_something_else_is_refused_quickly(raw):
    bad_code(packed(None, text=raw))


@given(st.integers(0, 6), JSON)
@settings(max_examples=200, deadline=5000)
def test_any_value_in_a_code_is_read_as_what_it_says_or_refused(place, value):
    record = unpacked(GAMES["polish"]().choose(True).code)
    record[place] = value
    try:
        game = be.from_code(packed(record))
    except be.SaveError as error:
        says(error)
    else:
        assert unpacked(game.code)[place] == value or place == 2


@pytest.mark.parametrize(
    "place, value, words",
    [
        (0, "poker", ["game: 'poker'", "the games are banchok"]),
        (1, True, ["rules_version: True should be 1"]),
        (2, [], ["rules: [] should be"]),
        (2, {"tie": "pusch"}, ["rules: tie='pusch'", "did you mean 'push'?"]),
        (2, {"tied": 1}, ["rules: ", "'tied'", "did you mean tie?"]),
        (3, -1, ["seed=-1"]),
        (4, 1.5, ["index: 1.5"]),
        (5, ["1♠"], ["stack: '1♠'"]),
        (6, [99], ["inputs[0]: stake 99"]),
        (6, 99, ["inputs: 99"]),
    ],
)
def test_what_is_wrong_in_a_code_is_told(place, value, words):
    record = unpacked(GAMES["banchok"]().code)
    record[place] = value
    bad_code(packed(record), *words)


@given(st.text(max_size=50) | st.text("BE1-abcXYZ_=", max_size=50).map(lambda text: "BE1-" + text))
@settings(max_examples=200, deadline=5000)
def test_any_text_as_a_code_gives_a_save_error(text):
    bad_code(text)
