"""The command: what it is told, what it says, and with which code it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import banchok_edu
from banchok_edu import assets, cli, lab
from banchok_edu.copies import Outcome

FIRST = "01-banchok.ipynb"


@pytest.fixture
def started(monkeypatch):
    """Note each start of JupyterLab instead of starting it."""
    calls = []

    def note(folder, **options):
        calls.append((folder, options))
        return 0

    monkeypatch.setattr(lab, "run_lab", note)
    return calls


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """Installed from a wheel with one lesson, in an empty current folder; gives the lessons inside the package."""
    package, here = tmp_path / "site" / "banchok_edu", tmp_path / "here"
    (package / "lessons").mkdir(parents=True)
    here.mkdir()
    (package / "lessons" / FIRST).write_text("first edition")
    monkeypatch.setattr(assets, "_PACKAGE", package)
    monkeypatch.chdir(here)
    return package / "lessons"


def test_version_is_the_packages(capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out == f"banchok-edu {banchok_edu.__version__}\n"


def test_who_stops_reading_what_is_said_sees_no_traceback():
    simulate = [sys.executable, "-m", "banchok_edu", "simulate", "banchok", "--help"]
    with subprocess.Popen(simulate, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""


def test_without_a_command_the_help_is_shown_with_code_2(capsys):
    assert cli.main([]) == 2
    assert "open the lessons in JupyterLab" in capsys.readouterr().out


@pytest.mark.parametrize("words", [["nonsense"], ["lab", "a", "b"], ["lab", "--port", "x"], ["lab", "--colour"]])
def test_what_the_command_does_not_know_ends_with_code_2(words, started):
    with pytest.raises(SystemExit, match="2"):
        cli.main(words)
    assert started == []


@pytest.mark.parametrize("port", ["-1", "65536", "8888.0", "", "٣", "1_0", "9" * 5000])
def test_a_port_is_a_whole_number_up_to_65535(port, started, capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["lab", f"--port={port}"])
    assert "is not a port: give a whole number from 0 to 65535" in capsys.readouterr().err


def test_the_module_runs_as_the_command_does():
    ran = subprocess.run(
        [sys.executable, "-m", "banchok_edu", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == f"banchok-edu {banchok_edu.__version__}\n"


def test_the_command_loads_nothing_heavy_and_is_there_at_once():
    program = (
        "import sys, time\n"
        "start = time.perf_counter(); import banchok_edu.cli; took = time.perf_counter() - start\n"
        "heavy = 'numpy sympy matplotlib jupyterlab jupyter_core jupyter_server IPython subprocess'\n"
        "print(sorted(set(heavy.split()) & set(sys.modules)), took)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    loaded, _, took = ran.stdout.strip().rpartition(" ")
    assert loaded == "[]"
    assert float(took) < 0.5


class TestInACheckout:
    @pytest.mark.parametrize(("words", "name"), [([], "banchok-lessons"), (["mine"], "mine")])
    def test_the_lessons_are_copied_with_a_folder_or_without(self, started, tmp_path, monkeypatch, words, name):
        monkeypatch.chdir(tmp_path)
        assert cli.main(["lab", *words]) == 0
        assert [folder for folder, _ in started] == [Path(name)]
        shipped = {path.name for path in assets.lessons_folder().glob("*.ipynb")}
        assert {path.name for path in Path(name).glob("*.ipynb")} == shipped

    def test_git_does_not_see_the_copy(self):
        ignored = (assets.checkout() / ".gitignore").read_text().splitlines()
        assert f"/{cli._DEFAULT_FOLDER}/" in ignored

    def test_authors_open_the_source(self, started, capsys, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        before = sorted(assets.lessons_folder().rglob("*"))
        assert cli.main(["lab", "--source"]) == 0
        assert [folder for folder, _ in started] == [assets.lessons_folder()]
        assert "What you save there changes the checkout." in capsys.readouterr().out
        assert sorted(assets.lessons_folder().rglob("*")) == before
        assert list(tmp_path.iterdir()) == []

    def test_the_source_and_a_folder_do_not_go_together(self, started, capsys, tmp_path):
        assert cli.main(["lab", str(tmp_path / "mine"), "--source"]) == 2
        assert "leave out the one or the other" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == started == []

    @pytest.mark.parametrize(("here", "words"), [("..", ["lessons"]), (".", []), (".", ["."])])
    def test_the_lessons_are_not_copied_into_themselves(self, started, monkeypatch, capsys, here, words):
        before = sorted(assets.lessons_folder().rglob("*"))
        monkeypatch.chdir(assets.lessons_folder() / here)
        assert cli.main(["lab", *words]) == 2
        assert "lies in the folder of the lessons itself" in capsys.readouterr().err
        assert sorted(assets.lessons_folder().rglob("*")) == before
        assert started == []


class TestFromAWheel:
    def test_without_a_folder_the_copy_is_called_banchok_lessons(self, wheel, started, capsys):
        assert cli.main(["lab"]) == 0
        assert Path("banchok-lessons", FIRST).read_text() == "first edition"
        assert [folder for folder, _ in started] == [Path("banchok-lessons")]
        assert capsys.readouterr().out == "Lessons in banchok-lessons: 1 copied.\n"

    def test_run_from_within_the_copy_it_makes_no_second_one(self, wheel, started, monkeypatch):
        cli.main(["lab"])
        monkeypatch.chdir("banchok-lessons")
        assert cli.main(["lab"]) == 0
        assert not Path("banchok-lessons").exists()
        assert started[-1][0] == Path()

    def test_there_is_no_source_to_open(self, wheel, started, capsys):
        assert cli.main(["lab", "--source"]) == 2
        assert "--source works only in a checkout" in capsys.readouterr().err
        assert list(Path().iterdir()) == started == []

    def test_a_changed_lesson_is_kept_and_the_newer_put_beside_once(self, wheel, started, capsys, monkeypatch):
        cli.main(["lab"])
        mine = Path("banchok-lessons", FIRST)
        mine.write_text("my notes")
        (wheel / FIRST).write_text("second edition")
        monkeypatch.setattr(cli, "__version__", "0.2.0")
        capsys.readouterr()
        assert cli.main(["lab"]) == 0
        assert capsys.readouterr().out == (
            "Lessons in banchok-lessons: 1 newer version put beside yours.\nNew: 01-banchok (new in 0.2.0).ipynb.\n"
        )
        assert cli.main(["lab"]) == 0
        assert capsys.readouterr().out == "Lessons in banchok-lessons: 1 kept as you left it.\n"
        assert mine.read_text() == "my notes"
        assert sorted(path.name for path in mine.parent.glob("*.ipynb")) == ["01-banchok (new in 0.2.0).ipynb", FIRST]

    def test_the_options_reach_jupyterlab(self, wheel, started):
        cli.main(["lab", "mine", "--port", "9000", "--no-browser", "--verbose", "--", "--ip=0.0.0.0", "--", "x"])
        ((folder, options),) = started
        assert folder == Path("mine")
        assert options.pop("say")
        assert options == {"port": 9000, "browser": False, "verbose": True, "more": ["--ip=0.0.0.0", "--", "x"]}

    @pytest.mark.parametrize("folder", ["taken", "taken/deeper", "", "a\0b", "x" * 300])
    def test_an_impossible_folder_ends_with_code_2_one_line_and_no_start(self, wheel, started, capsys, folder):
        Path("taken").write_text("a file")
        assert cli.main(["lab", folder]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.startswith("banchok-edu: ")
        assert said.err.count("\n") == 1
        assert started == []
        assert [path.name for path in Path().iterdir()] == ["taken"]
        assert Path("taken").read_text() == "a file"

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
    def test_a_read_only_folder_ends_with_code_2(self, wheel, started, capsys):
        Path("locked").mkdir(mode=0o500)
        assert cli.main(["lab", "locked"]) == 2
        assert "cannot be written to" in capsys.readouterr().err

    def test_missing_lessons_end_with_code_2(self, wheel, started, capsys):
        shutil.rmtree(wheel)
        assert cli.main(["lab"]) == 2
        assert "the lessons of banchok_edu are missing" in capsys.readouterr().err

    def test_a_missing_jupyterlab_ends_with_code_2(self, wheel, capsys, monkeypatch):
        monkeypatch.setattr(lab.importlib.util, "find_spec", lambda _name: None)
        assert cli.main(["lab"]) == 2
        assert "-m pip install jupyterlab" in capsys.readouterr().err

    def test_an_interrupt_ends_with_code_130_and_no_traceback(self, wheel, monkeypatch, capsys):
        def interrupted(*_arguments, **_options):
            raise KeyboardInterrupt

        monkeypatch.setattr(lab, "run_lab", interrupted)
        assert cli.main(["lab"]) == 130
        assert capsys.readouterr().err == ""

    def test_a_name_that_the_terminal_cannot_show_does_not_end_the_command(self, wheel):
        program = (
            "import sys; from pathlib import Path; from banchok_edu import assets, cli, lab\n"
            "assets._PACKAGE = Path(sys.argv[1]); lab.run_lab = lambda *a, **k: 0\n"
            "sys.exit(cli.main(['lab', 'b\\u00e4nk\\u2660']))\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program, wheel.parent],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1"},
        )
        assert ran.stdout == "Lessons in b\\xe4nk\\u2660: 1 copied.\n"


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (Outcome(), ["Lessons in mine: none."]),
        (
            Outcome(copied=["a", "b"], shared=True),
            ["Lessons in mine: 2 copied. The folder held other things before; they are untouched."],
        ),
        (
            Outcome(renewed=["a"], current=["b"], kept=["c", "d"]),
            ["Lessons in mine: 1 renewed, 1 already there, 2 kept as you left them."],
        ),
        (
            Outcome(current=["a"], left_out=["i/b (i is a link, not a folder)"]),
            ["Lessons in mine: 1 already there.", "Not copied: i/b (i is a link, not a folder)."],
        ),
    ],
)
def test_the_outcome_is_told_in_a_line_or_two(outcome, lines):
    assert cli._told(outcome, Path("mine")) == lines
