"""A saved game comes back as it was; nothing else is read as one; and a file is written whole or not at all."""

import builtins
import errno
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

import banchok_edu as be
from banchok_edu.core import saving
from banchok_edu.errors import shown
from tests.core.standing import GAMES, says, standing


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
    start = time.perf_counter()
    with pytest.raises(be.SaveError) as error:
        be.load(path)
    says(error.value, "game.json", "1,073,741,824 bytes")
    assert time.perf_counter() - start < 0.2


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
