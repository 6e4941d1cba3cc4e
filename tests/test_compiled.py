"""Compiled code says what Python says, is never out of date, and is not needed."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from banchok_edu import chance, compiled
from banchok_edu.chance import MASK, MOST_CARDS, below, exposed, for_policies, nth

ROOT = Path(__file__).parents[1]
WORDS = st.integers(0, MASK)


# -- luck --------------------------------------------------------------------------------------------------------------


def luck(keys, places, bounds, words, numbers, cut, shown):
    """Ask luck for a word at each place, and for all that is made of words."""
    for x in range(len(words)):
        words[x] = nth(keys[x], places[x])
        numbers[x] = below(words[x], bounds[x])
        cut[x] = for_policies(words[x])
        shown[x] = exposed(words[x], bounds[x] << 42)


def asked(play, keys, places, bounds):
    """Give what luck says, as Python's whole numbers."""
    n = len(keys)
    words, cut = np.zeros(n, "uint64"), np.zeros(n, "uint64")
    numbers, shown = np.zeros(n, "int64"), np.zeros(n, "int64")
    play(np.array(keys, "uint64"), np.array(places, "int64"), np.array(bounds, "int64"), words, numbers, cut, shown)
    return [[int(x) for x in column] for column in (words, numbers, cut, shown)]


def in_python(keys, places, bounds):
    words = [nth(key, i) for key, i in zip(keys, places, strict=True)]
    return [
        words,
        [below(word, m) for word, m in zip(words, bounds, strict=True)],
        [for_policies(word) for word in words],
        [int(exposed(word, m << 42)) for word, m in zip(words, bounds, strict=True)],
    ]


@pytest.fixture(scope="module")
def compiled_luck():
    return compiled.compiled(luck, ())


def test_compiled_words_are_those_of_the_published_generator(compiled_luck):
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    words, *_ = asked(compiled_luck, [1234567] * 5, range(5), [1] * 5)
    assert words == known
    assert asked(compiled_luck, [0], [0], [1])[0] == [0xE220A8397B1DCDAF]


def test_compiled_luck_is_that_of_python_at_the_ends_of_its_range(compiled_luck):
    keys = [0, 1, MASK, MASK - 1, 1 << 63, (1 << 63) - 1, chance.GOLD, -chance.GOLD & MASK]
    places = [0, 1, 10_000, 2**31, 2**32, 2**62, 2**63 - 2, 2**63 - 1]
    asks = [(key, i, m) for key in keys for i in places for m in (1, 2, 52, MOST_CARDS)]
    columns = [list(column) for column in zip(*asks, strict=True)]
    assert asked(compiled_luck, *columns) == in_python(*columns)


@given(st.lists(st.tuples(WORDS, st.integers(0, 2**63 - 1), st.integers(1, MOST_CARDS)), min_size=1))
def test_compiled_luck_is_that_of_python(compiled_luck, asks):
    columns = [list(column) for column in zip(*asks, strict=True)]
    assert asked(compiled_luck, *columns) == in_python(*columns)


# -- where compiled code is kept ---------------------------------------------------------------------------------------


def toy():
    """Make a function that was never compiled before."""

    def double(numbers):
        for x in range(len(numbers)):
            numbers[x] *= 2

    return double


def doubles(play):
    numbers = np.array([1, 2])
    play(numbers)
    return list(numbers) == [2, 4]


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The three places for compiled code, all in a folder of the test."""
    package = tmp_path / "package" / "compiled.py"
    package.parent.mkdir()
    monkeypatch.setattr(compiled, "__file__", str(package))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    return [package.parent / "__pycache__", tmp_path / "user", tmp_path / "temporary"]


def spoil(place):
    """Make sure that nobody can write there, not even an administrator: there is no such folder, and cannot be."""
    place.write_text("a file where a folder would be")


def filled(place):
    return place.is_dir() and any(place.rglob("*.nbc"))


def test_compiled_code_is_kept_beside_the_package(places):
    play = compiled.compiled(toy(), ())
    assert doubles(play)
    assert [filled(place) for place in places] == [True, False, False]


def test_a_package_that_cannot_be_written_to_keeps_it_with_the_user(places):
    spoil(places[0])
    assert doubles(compiled.compiled(toy(), ()))
    assert [filled(place) for place in places] == [False, True, False]


def test_python_told_to_write_no_bytecode_keeps_nothing_beside_the_package(places, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert doubles(compiled.compiled(toy(), ()))
    assert [filled(place) for place in places] == [False, True, False]


def test_a_user_without_a_home_keeps_it_among_the_temporary_files(places):
    spoil(places[0])
    spoil(places[1])
    assert doubles(compiled.compiled(toy(), ()))
    assert [filled(place) for place in places] == [False, False, True]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
@pytest.mark.parametrize("whose", ["open to all", "of somebody else"])
def test_a_temporary_folder_in_which_others_can_write_is_not_used(places, monkeypatch, whose):
    spoil(places[0])
    spoil(places[1])
    folder = places[2] / f"banchok_edu-{os.getuid()}"
    folder.mkdir(parents=True)
    if whose == "open to all":
        folder.chmod(0o777)
    else:
        monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
        folder = folder.rename(places[2] / f"banchok_edu-{os.getuid()}")
    assert doubles(compiled.compiled(toy(), ()))
    assert list(folder.iterdir()) == []


def refuse(monkeypatch, place):
    """Let nobody write into a place, as where an administrator has installed the package."""
    usual = tempfile.TemporaryFile

    def refusing(**where):
        if Path(where["dir"]).is_relative_to(place):
            raise PermissionError(13, "Permission denied", where["dir"])
        return usual(**where)

    monkeypatch.setattr(tempfile, "TemporaryFile", refusing)


def kept(folder):
    return {file.relative_to(folder): file for file in folder.rglob("*.nb[ci]")}


@pytest.mark.parametrize("why", ["not allowed", "told not to"])
def test_what_an_administrator_has_compiled_is_linked_to(places, monkeypatch, why):
    assert doubles(compiled.compiled(toy(), ()))
    if why == "not allowed":
        refuse(monkeypatch, places[0])
    else:
        monkeypatch.setattr(sys, "dont_write_bytecode", True)
    play = compiled.compiled(toy(), ())
    assert doubles(play)
    ours, theirs = kept(places[1] / "banchok_edu"), kept(places[0])
    assert set(ours) == set(theirs) != set()
    assert all(ours[name].readlink() == theirs[name] for name in theirs)
    # One that leads nowhere any more is made anew; what somebody has compiled for himself stays.
    first, second, *_ = sorted(ours.values())
    first.unlink()
    first.symlink_to(places[0] / "gone")
    second.unlink()
    second.write_bytes(b"my own")
    compiled.compiled(toy(), ())
    assert first.exists()
    assert second.read_bytes() == b"my own"


def test_where_links_cannot_be_made_it_is_compiled_anew(places, monkeypatch):
    assert doubles(compiled.compiled(toy(), ()))
    refuse(monkeypatch, places[0])

    def none(self, target):
        raise OSError("A required privilege is not held by the client")

    monkeypatch.setattr(Path, "symlink_to", none)
    assert doubles(compiled.compiled(toy(), ()))
    assert kept(places[1])


def test_where_nothing_can_be_written_it_is_compiled_each_time(places):
    for place in places:
        spoil(place)
    play = compiled.compiled(toy(), ())
    assert doubles(play)
    assert play.stats.cache_path is None


def test_where_there_is_not_even_a_folder_for_temporary_files_it_is_compiled_each_time(places, monkeypatch):
    spoil(places[0])
    spoil(places[1])

    def none():
        raise FileNotFoundError("No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    assert compiled.cache_folder("x") is None
    assert doubles(compiled.compiled(toy(), ()))


def test_the_folder_of_numba_is_what_it_was(places):
    import numba

    before = numba.config.CACHE_DIR
    compiled.compiled(toy(), ())
    assert before == numba.config.CACHE_DIR


def test_a_function_is_compiled_once(places):
    play = toy()
    assert compiled.compiled(play, ()) is compiled.compiled(play, ())


@pytest.mark.parametrize("spoiled", [0, 3])
def test_who_has_to_wait_for_the_compiler_is_told_so_once_on_a_machine(places, capsys, spoiled):
    for place in places[:spoiled]:
        spoil(place)
    play = toy()
    for kept in (False, spoiled == 0):
        assert doubles(compiled.compiled(play, ()))
        assert ("being compiled" in capsys.readouterr().err) is not kept
        compiled._compiled.clear()  # as in another process


# -- other processes ---------------------------------------------------------------------------------------------------

PLAY = """
import sys
import numpy as np
import banchok_edu as be
from banchok_edu.compiled import compiled
from banchok_edu.games.banchok import columns as m

rules, policies = be.BanchokRules(players=3, ranks=4), [be.policies.Blind(2)] * 3
make = lambda dtype, values: np.zeros(values, dtype) if isinstance(values, int) else np.array(values, dtype)
slots = m.slots(rules)
filled = m.kernel.Columns(*(np.zeros(20 * slots[c.per], c.dtype) for c in m.columns(rules)))
play = compiled(m.play, m.PARTS)
play(m.terms(rules), m.plan(rules, policies, make), m.desk(rules, make), filled, np.uint64(1), 0, 20)
gains = filled.gain.reshape(20, 3).tolist()
assert gains == [list(be.Banchok(rules, seed=1, index=i).advance(policies).gains) for i in range(20)]
print(gains, sum(play.stats.cache_hits.values()), sum(play.stats.cache_misses.values()), sep="|")
"""


def run(code, *, package, **environment):
    """Run code in a process of its own; gives what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(package), "XDG_CACHE_HOME": str(package / "cache"), **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=package, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_changed_rule_in_another_file_is_never_answered_from_what_was_compiled_before(tmp_path):
    shutil.copytree(ROOT / "banchok_edu", tmp_path / "banchok_edu", ignore=shutil.ignore_patterns("__pycache__"))
    swift = {"NUMBA_OPT": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    gains, hits, misses = run(PLAY, package=tmp_path, **swift).split("|")
    assert (hits, misses) == ("0", "1")
    # A second process finds all compiled.
    assert run(PLAY, package=tmp_path, **swift).split("|") == [gains, "1", "0"]
    # Ties now go to the banker: the process itself holds the compiled code to the script.
    rules = tmp_path / "banchok_edu" / "games" / "banchok" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    right, wrong = "(turned == own) * (tie - 1)", "(turned == own) * (1 - tie)"
    assert text.count(right) == 1
    rules.write_text(text.replace(right, wrong), encoding="utf-8")
    changed, hits, misses = run(PLAY, package=tmp_path, **swift).split("|")
    assert (hits, misses) == ("0", "1")
    assert changed != gains


REFUSED = """
import tempfile
usual = tempfile.TemporaryFile

def refusing(**where):
    if "__pycache__" in str(where["dir"]):
        raise PermissionError(13, "Permission denied", str(where["dir"]))
    return usual(**where)

tempfile.TemporaryFile = refusing
"""


def test_a_student_on_a_hub_finds_what_the_administrator_has_compiled(tmp_path):
    shutil.copytree(ROOT / "banchok_edu", tmp_path / "banchok_edu", ignore=shutil.ignore_patterns("__pycache__"))
    swift = {"NUMBA_OPT": "0", "PYTHONDONTWRITEBYTECODE": ""}
    gains, hits, misses = run(PLAY, package=tmp_path, **swift).split("|")
    assert (hits, misses) == ("0", "1")
    assert run(REFUSED + PLAY, package=tmp_path, **swift).split("|") == [gains, "1", "0"]
    assert list((tmp_path / "cache" / "banchok_edu").rglob("*.nbi"))


def test_after_the_subcommand_nobody_waits_for_the_compiler(tmp_path):
    here = {"package": ROOT, "NUMBA_OPT": "0", "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(tmp_path)}
    told = run("from banchok_edu.cli import main; main(['compile', '--gently'])", **here)
    assert told.splitlines() == ["banchok: compiled", "polish: compiled", "black_cat: compiled"]
    assert len(list(tmp_path.rglob("*.nbi"))) == 7
    play = "import sys, io, banchok_edu as be; sys.stderr = io.StringIO(); {}; print(repr(sys.stderr.getvalue()))"
    for what in ("be.coups(be.PolishRules(), n=2)", "be.simulate(be.BlackCatRules(), games=2)"):
        assert run(play.format(what), **here) == "''"


HIDDEN = {
    "not installed": """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == HIDE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Finder())
""",
    "switched off": "sys.modules[HIDE] = None",
    "broken": """
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == HIDE:
            raise ImportError("it needs another version of something")

sys.meta_path.insert(0, Finder())
""",
}
WITHOUT = """
from banchok_edu.compiled import compiled, numba_is_there
from banchok_edu.core.columns import whole_list
from banchok_edu.games.black_cat import columns as m
import banchok_edu as be

assert not numba_is_there()
assert compiled(m.play, m.PARTS) is m.play
rules = be.BlackCatRules(players=3)
filled = m.kernel.Columns(*(whole_list("", m.slots(rules)[c.per]) for c in m.columns(rules)))
policies = [be.policies.Backing("first")] * 3
m.play(m.terms(rules), m.plan(rules, policies, whole_list), m.desk(rules, whole_list), filled, 1, 0, 1)
assert m.tally(be.BlackCat(rules, seed=1).advance(policies)) == filled._asdict()
print("played")
"""


@pytest.mark.parametrize("hide", ["numba", "numpy"])
@pytest.mark.parametrize("how", HIDDEN)
def test_without_numba_or_numpy_the_kernel_plays_as_it_is(how, hide):
    assert run(f"import sys\nHIDE = {hide!r}\n{HIDDEN[how]}{WITHOUT}", package=ROOT) == "played"
