"""Demos: each lesson has one, the command finds it, and the page holds what it should and nothing else."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import nbformat
import pytest

from banchok_edu import cli
from banchok_edu.controls.bank_walk import BankWalk
from banchok_edu.controls.cardmap import CardMap
from banchok_edu.controls.runner import Runner
from banchok_edu.controls.table import Table
from banchok_edu.demos import voila
from banchok_edu.demos.lessons import DEMOS, DemoError, demo
from banchok_edu.demos.page import Page, notebook
from banchok_edu.errors import RulesError

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted(path.stem for path in (ROOT / "lessons").glob("*.ipynb"))
each_demo = pytest.mark.parametrize("found", DEMOS, ids=lambda found: found.lesson)
needs_voila = pytest.mark.skipif(
    importlib.util.find_spec("voila") is None, reason="Voila is not installed: python -m pip install -e '.[demo]'"
)


@pytest.fixture
def started(monkeypatch):
    """Note each start of Voila instead of starting it."""
    calls = []

    def note(found, seed, **options):
        calls.append((found.lesson, seed, options))
        return 0

    monkeypatch.setattr(voila, "run_voila", note)
    return calls


@pytest.fixture
def dealt(monkeypatch):
    """Let the seeds that are drawn be 71, 72 and so on."""
    drawn = iter(range(71, 99))
    monkeypatch.setattr("banchok_edu.demos.page.fresh_seed", lambda: next(drawn))


# -- what there is -----------------------------------------------------------------------------------------------------


def test_each_lesson_from_00_to_10_has_a_demo():
    assert [found.lesson for found in DEMOS] == [name for name in LESSONS if name[:2] <= "10"]


@each_demo
def test_a_demo_asks_a_question(found):
    assert found.question.endswith("?")


@each_demo
def test_cards_that_a_lesson_deals_itself_stand_in_the_lesson(found):
    lesson = json.loads((ROOT / "lessons" / f"{found.lesson}.ipynb").read_text("utf-8"))
    code = ["".join(cell["source"]) for cell in lesson["cells"] if cell["cell_type"] == "code"]
    texts = {node.value for cell in code for node in ast.walk(ast.parse(cell)) if isinstance(node, ast.Constant)}
    assert found.stack is None or found.stack in texts
    control = found.make(1, found.stack)
    if isinstance(control, CardMap):
        assert " ".join(control.own) in texts
    control.close()


@each_demo
def test_a_demo_is_made_large_and_the_same_seed_gives_the_same(found):
    first, again, other = (found.make(seed, found.stack) for seed in (3, 3, 4))
    for one in (first, again, other):
        assert one.fixed.get("big") is True or "big" in one.fixed["look"].split()
    plain = [json.dumps({**one.state(), "era": 0}, sort_keys=True) for one in (first, again)]
    assert plain[0] == plain[1]
    for one in (first, again, other):
        one.close()


def outcome(control):
    """What luck has made of a widget, and not the seed that it shows."""
    if isinstance(control, Table):
        return str(list(control.game.view("all").events))
    if isinstance(control, BankWalk):
        return str(control.to_end().paths)
    if isinstance(control, Runner):
        return str(control.run().estimate)
    return json.dumps(control.state(), sort_keys=True)


@each_demo
def test_luck_is_claimed_where_another_seed_changes_something_and_nowhere_else(found, monkeypatch):
    monkeypatch.setattr("banchok_edu.demos.lessons.be.Runner", partial(Runner, games=200))
    outcomes = set()
    for seed in range(8):
        control = found.make(seed, None)
        outcomes.add(outcome(control))
        control.close()
    assert (len(outcomes) > 1) == found.luck


def test_the_words_for_a_lesson_all_lead_to_it():
    for found in DEMOS:
        number, _, word = found.lesson.partition("-")
        for name in (number, str(int(number)), word, found.lesson, f" {found.lesson.upper()} "):
            assert demo(name) is found


@pytest.mark.parametrize("name", ["11", "", "nonsense", "0x1", "٣", "001", "1.0", "-1", "01-one", "x" * 10_000])
def test_what_is_no_lesson_is_refused_with_all_that_are(name):
    with pytest.raises(DemoError) as refused:
        demo(name)
    message = str(refused.value)
    assert len(message) < 3000
    for found in DEMOS:
        assert f"{found.lesson}: {found.question}" in message


def test_a_name_that_is_nearly_right_is_guessed():
    with pytest.raises(DemoError, match=r"Did you mean one-coup\?"):
        demo("one-cup")


# -- the command -------------------------------------------------------------------------------------------------------


def test_without_a_name_all_demos_are_listed_with_code_2(started, capsys):
    assert cli.main(["demo"]) == 2
    said = capsys.readouterr().out
    assert all(f"{found.lesson}: {found.question}" in said and found.shows in said for found in DEMOS)
    assert started == []


@pytest.mark.parametrize("name", ["12", "a\x1b[2Jb", "01-one-coup.ipynb", "../01-one-coup"])
def test_an_unknown_name_ends_with_code_2_and_the_list_and_no_start(name, started, capsys):
    assert cli.main(["demo", name]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("banchok-edu: ")
    assert "10-fourteen-face-down" in said.err
    assert "\x1b" not in said.err
    assert started == []


def test_the_lessons_own_deal_is_shown_unless_a_seed_is_given(started, capsys):
    assert cli.main(["demo", "1"]) == 0
    assert "The deal of the lesson; --seed N gives others." in capsys.readouterr().out
    assert cli.main(["demo", "1", "--seed", "5"]) == 0
    assert "To have this again: banchok-edu demo 01-one-coup --seed 5" in capsys.readouterr().out
    assert [seed for _, seed, _ in started] == [None, 5]


def test_where_a_lesson_has_no_deal_of_its_own_the_cards_are_fresh_and_their_seed_is_told(started, dealt, capsys):
    for _ in range(2):
        cli.main(["demo", "many-punters"])
    assert [seed for _, seed, _ in started] == [71, 72]
    assert "To have this again: banchok-edu demo 04-many-punters --seed 72" in capsys.readouterr().out


def test_a_seed_where_there_is_no_luck_is_said_to_change_nothing(started, capsys):
    assert cli.main(["demo", "02", "--seed", "5"]) == 0
    assert "There is no luck in 02-bet-or-pass: --seed changes nothing." in capsys.readouterr().out


@pytest.mark.parametrize("seed", ["-1", str(2**64), "1e30"])
def test_a_seed_out_of_range_ends_with_code_2_and_no_start(seed, started, capsys):
    assert cli.main(["demo", "01", f"--seed={seed}"]) == 2
    assert "is not allowed: seed is a whole number from 0 to 2**64 - 1" in capsys.readouterr().err
    assert started == []


@pytest.mark.parametrize("option", ["--seed=x", "--seed=1;2", "--seed=0.5", "--port=70000", "--colour"])
def test_what_cannot_be_read_ends_with_code_2(option, started):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["demo", "01", option])
    assert started == []


def test_the_options_reach_voila(started):
    cli.main(["demo", "01", "--port", "9000", "--no-browser", "--verbose", "--dark"])
    ((_, _, options),) = started
    assert options.pop("say")
    assert options == {"port": 9000, "browser": False, "verbose": True, "dark": True}


def test_a_missing_voila_ends_with_code_2_and_the_command_that_installs_it(monkeypatch, capsys):
    monkeypatch.setattr(voila.importlib.util, "find_spec", lambda _name: None)
    assert cli.main(["demo", "01"]) == 2
    said = capsys.readouterr().err
    assert 'python -m pip install "banchok-edu[demo]"' in said
    assert "from banchok_edu.demos import show; show('01-one-coup')" in said


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_page_begins_with_the_deal_of_the_lesson_and_goes_on_with_others(dealt):
    page = Page("01")
    first = page.control
    assert [str(card) for hand in first.game.view("all").hands if hand for card in hand] == ["9♥"]
    assert (page.seed, page._told.value) == (None, "The deal of the lesson")
    page.deal()
    assert (page.seed, page._told.value) == (71, "Seed 71")
    assert page.control.game.seed == 71
    assert page._place.children == (page.control,)
    assert first.comm is None, "the table of before was not closed"


def test_a_seed_given_is_dealt_without_the_lessons_own_cards():
    assert Page("01", 5).control.game.seed == 5
    assert Page("01", 5).control.game.code == demo("01").make(5, None).game.code


@each_demo
def test_a_page_shows_its_heading_and_offers_new_cards_at_tables_alone(found, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    page = Page(found.lesson, 5)
    page.display()
    head, below = shown
    assert f"<h1>{found.question}</h1>" in head.children[0].value
    assert found.rules.replace("'", "&#x27;") in head.children[0].value
    at_table = isinstance(page.control, Table)
    assert [child.children[0].description for child in head.children[1:]] == ["New cards"] * at_table
    assert below is (page._place if at_table else page.control)


@each_demo
@pytest.mark.parametrize("seed", [None, 0, 2**64 - 1])
def test_the_notebook_is_one_cell_with_the_lesson_and_the_seed(found, seed):
    made = notebook(found, seed)
    nbformat.validate(nbformat.from_dict(made))
    (cell,) = made["cells"]
    assert cell["source"].splitlines()[2:] == [f"show('{found.lesson}', seed={seed})"]
    assert made["metadata"]["title"] == found.question


@pytest.mark.parametrize("seed", ["1", "1); print(1", 1.0, True, -1, 2**64])
def test_nothing_but_a_seed_gets_into_the_notebook(seed):
    with pytest.raises(RulesError, match="seed"):
        notebook(demo("01"), seed)


def test_voila_is_told_to_serve_this_page_to_this_machine_and_nothing_else(tmp_path):
    page = voila.write_page(tmp_path, demo("01"), 3, port=8899, dark=True)
    settings = json.loads((tmp_path / "voila.json").read_text("utf-8"))
    assert page.parent == Path(settings["Voila"]["root_dir"])
    assert [path.name for path in page.parent.iterdir()] == ["01-one-coup.ipynb"]
    assert settings["Voila"]["ip"] == "127.0.0.1"
    assert (settings["Voila"]["port"], settings["VoilaConfiguration"]["theme"]) == (8899, "dark")
    assert settings["VoilaConfiguration"]["file_allowlist"] == []


def test_a_port_that_is_taken_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < voila.free_port(port) <= port + 50


def test_no_free_port_is_said(monkeypatch):
    monkeypatch.setattr(voila, "_TRIES", 0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(DemoError, match=r"cannot be used: choose others with --port, or let --port 0 take any"):
            voila.free_port(taken.getsockname()[1])


# -- Voila itself ------------------------------------------------------------------------------------------------------


@contextmanager
def running(*words, cwd, env):
    """Run the command; yields the process, the address, and what it said until the address was out."""
    call = [sys.executable, "-u", "-P", "-m", "banchok_edu", "demo", *map(str, words), "--no-browser"]
    process = subprocess.Popen(call, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith("F11"):
                break
        else:
            pytest.fail(f"Voila did not start: {said}")
        yield process, next(line.strip() for line in said if "http://" in line), said
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(30)
        process.stdout.close()


@needs_voila
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_the_page_is_for_those_who_know_the_token_and_ctrl_c_takes_all_away(tmp_path):
    own = {f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    (tmp_path / "tmp").mkdir()
    (tmp_path / "voila.json").write_text('{"Voila": {"ip": "0.0.0.0"}}')  # of the folder in which a teacher stands
    env = os.environ | own | {"TMPDIR": str(tmp_path / "tmp"), "IPYTHONDIR": str(tmp_path / "ipython")}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running("01", "--port", port, cwd=tmp_path, env=env) as (process, url, said):
            assert said[2].startswith(f"Port {port} is taken: using ")
            address, _, token = url.partition("?token=")
            assert address.startswith("http://127.0.0.1:")
            with urllib.request.urlopen(f"{address}?token={token}", timeout=60) as answer:
                page = answer.read().decode()
                assert "Content-Security-Policy" in answer.headers
            assert demo("01").question in page
            assert "from banchok_edu" not in page, "the code is on the page"
            with urllib.request.urlopen(address, timeout=10) as answer:
                assert "/login" in answer.url, "the page was given without the token"
            for path in ("voila/files/01-one-coup.ipynb", "voila/files/../voila.json"):
                with pytest.raises(urllib.error.HTTPError, match=r"40[34]"):
                    urllib.request.urlopen(f"{address}{path}?token={token}", timeout=10)
            assert list((tmp_path / "tmp").iterdir())
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
            assert process.stdout.read() == "Voila stopped.\n"
    assert list((tmp_path / "tmp").iterdir()) == []
