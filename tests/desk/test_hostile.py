"""Files that mean harm: nothing is run, everything is bounded, and the next file is read."""

from __future__ import annotations

import json
import os
import sys

import pytest

from banchok_edu.desk import files, notebooks
from banchok_edu.desk.files import DeskError, plain
from banchok_edu.desk.notebooks import read_notebook

from .classroom import states, told

WATCHED = ("compile", "exec", "import", "os.system", "subprocess.Popen", "socket.connect", "pickle.find_class")
_seen: list[str] | None = None


def _watch(event, _arguments):
    if _seen is not None and event in WATCHED:
        _seen.append(event)


sys.addaudithook(_watch)


@pytest.fixture
def watched():
    """Notes what Python compiles, runs or imports."""
    global _seen  # noqa: PLW0603 (a hook cannot be taken away again)
    _seen = []
    yield _seen
    _seen = None


def calls(work):
    """Count the calls of functions, Python's and others, that a piece of work makes."""
    count = 0

    def note(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


BAD = {
    "empty": (b"", "is empty"),
    "blank": (b" \n ", "is empty"),
    "no JSON": (b"E2 = 1/2", "is not a notebook"),
    "cut off": (b'{"cells": [{"cell_type": "markdown", "sou', "is not a notebook"),
    "nulls": (b"\x00" * 1000, "is not a notebook"),
    "not UTF-8": (b'{"cells": ["\xff"]}', "is not UTF-8"),
    "deep": (b"[" * 200_000, "is too deep"),
    "deep cells": (b'{"cells":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "is too deep"),
    "a list": (b"[]", "has no list of cells"),
    "a number": (b"7", "has no list of cells"),
    "a long number": (b"9" * 100_000, "is not a notebook"),
    "no cells": (b'{"metadata": {}}', "has no list of cells"),
    "cells of another kind": (b'{"cells": {"a": 1}}', "has no list of cells"),
    "old": (b'{"worksheets": [{"cells": []}], "nbformat": 3}', "of an old format"),
    "many parts": (b'{"cells": [' + b"[]," * 600_000 + b"[]]}", "more parts than are read"),
    "NaN": (b"NaN", "has no list of cells"),
}


@pytest.mark.parametrize("content, says", BAD.values(), ids=BAD)
def test_a_bad_file_is_listed_and_the_next_is_read(room, sheet, content, says):
    sheet.path.write_bytes(content)
    other = room.sheet("s043")
    other.answer("E2", room.right("E2", "s043"))
    graded = room.grade()
    assert states(graded, "s043")["E2"] == "right"
    (problem,) = [one for one in graded.problems if one.file == "s042.ipynb"]
    assert says in problem.text
    assert (problem.student, problem.cell) == ("s042", None)
    assert not any(student == "s042" for student, _ in graded.results)


@pytest.mark.parametrize(
    "cells",
    [
        [None, 1, "x", [], {}, {"source": 3}, {"source": [1]}, {"cell_type": "markdown"}],
        [{"cell_type": ["x"], "source": "M24 = 1", "metadata": 3}],
        [{"cell_type": "markdown", "source": "x", "metadata": {"banchok_edu": [], "tags": {"a": 1}}}],
        [
            {
                "cell_type": "markdown",
                "source": "x",
                "metadata": {"banchok_edu": {"part": 1, "exercise": []}, "tags": [3]},
            }
        ],
        [{"source": "\ud800 = 1\nE2 = \ud800\nReason for E10: \udfff\x1b[2J"}],
        [{"source": "Student: \u202e\nCourse: \ud800\nExercises: " + "E2," * 9999}],
        [{"source": f"E{n} = 1"} for n in range(9999)],
        [None] * 9999,
        [{"source": "E2 = 1\n" * 100_000}],
    ],
)
def test_cells_of_any_shape_are_gone_through(room, sheet, cells):
    def edit(said):
        said["cells"] = cells
        said["metadata"] = {"banchok_edu": {"student": ["s042"], "course": 5, "exercises": [[], 3, "E2" * 9999]}}

    sheet.change(edit)
    graded = room.grade()
    assert set(graded.students) == {"s042", "s043"}
    assert all(str(one).isprintable() for one in graded.problems)
    assert len(graded.problems) < 120


def test_a_file_that_is_too_large_is_not_read(room, sheet, monkeypatch):
    monkeypatch.setattr(notebooks, "LARGEST", 1_000_000)
    sheet.path.write_bytes(b" " * 1_000_001)
    assert "s042.ipynb: is larger than 1 megabytes" in told(room.grade())


def test_a_sparse_giant_costs_no_memory(room, sheet):
    with sheet.path.open("wb") as file:
        file.truncate(10**11)
    assert "larger than 16 megabytes" in told(room.grade())


def test_a_long_cell_and_too_many_cells_are_cut_and_listed(room, sheet):
    sheet.answer("M24", "1/3")
    sheet.add("markdown", "x" * (notebooks.LONGEST_CELL + 1) + "\nM24 = 1/4")
    sheet.change(lambda said: said["cells"].extend([{"source": ""}] * notebooks.MOST_CELLS + [{"source": "M24 = 1/5"}]))
    graded = room.grade()
    assert "only the first 100,000 were looked at" in told(graded)
    assert "is the last that was looked at" in told(graded)
    assert states(graded, "s042")["M24"] == "wrong"


def test_all_cells_together_are_bounded(room, sheet, monkeypatch):
    monkeypatch.setattr(notebooks, "MOST_TEXT", 1000)
    sheet.add("markdown", "x" * 2000)
    found = read_notebook(sheet.path)
    assert sum(len(one.text) for one in found.cells) == 1000


def test_links_are_not_followed(room, sheet, tmp_path):
    secret = tmp_path / "secret.ipynb"
    sheet.path.rename(secret)
    sheet.path.symlink_to(secret)
    (room.folder / "more").symlink_to(tmp_path, target_is_directory=True)
    graded = room.grade()
    assert "s042.ipynb: is a link" in told(graded)
    assert "secret" not in told(graded)


def test_pipes_and_folders_are_not_read(room, sheet):
    os.mkfifo(room.folder / "pipe.ipynb")
    (room.folder / "folder.ipynb").mkdir()
    assert "pipe.ipynb: is not a plain file" in told(room.grade())


def test_folders_deep_inside_and_hidden_ones_are_left_out(room, sheet):
    hidden = room.folder / ".ipynb_checkpoints"
    hidden.mkdir()
    (hidden / "s042-checkpoint.ipynb").write_bytes(sheet.path.read_bytes())
    deep = room.folder.joinpath(*"abcdefghijklmnopq")
    deep.mkdir(parents=True)
    (deep / "x.ipynb").write_bytes(b"{}")
    graded = room.grade()
    assert "checkpoint" not in told(graded)
    assert "x.ipynb" not in told(graded)


def test_too_many_files_are_refused(room, sheet, monkeypatch):
    monkeypatch.setattr(files, "_MOST_FILES", 1)
    with pytest.raises(DeskError, match="more than 1 files"):
        room.grade()


def test_a_fault_of_our_own_in_one_file_does_not_stop_the_rest(room, sheet, monkeypatch):
    from banchok_edu.desk import grading

    def fails(path):
        if path.name == "s042.ipynb":
            raise MemoryError
        return read_notebook(path)

    monkeypatch.setattr(grading, "read_notebook", fails)
    graded = room.grade()
    assert "s042.ipynb: could not be read: MemoryError" in told(graded)
    assert ("s043", "E2") in graded.results


EVIL = [
    "9**9**9",
    "9^9^9^9^9",
    "(" * 1_000_000,
    "(" * 150 + "1" + ")" * 150,
    "-" * 199 + "1",
    "1" * 1_000_000,
    "400!!",
    "C(10**9,5)",
    "__import__('os').system('touch hacked')",
    "import os",
    "eval('1')",
    "1e999999999",
    "0.1**-9999999",
    "{" * 500_000,
    "\ud800",
]


@pytest.mark.parametrize("text", EVIL, ids=[text[:20].encode("unicode_escape").decode() for text in EVIL])
def test_an_evil_answer_costs_little_and_runs_nothing(room, sheet, watched, text):
    room.grade()  # what is loaded once is loaded
    plain_cost = calls(room.grade)
    sheet.answer("M24", text)
    watched.clear()
    cost = calls(room.grade)
    assert watched == []
    assert cost < plain_cost + 5000
    assert states(room.grade(), "s042")["M24"] in ("unreadable", "ask_back")


def test_code_in_a_sheet_is_never_run(room, sheet, tmp_path, watched):
    target = tmp_path / "hacked"
    code = f"open({str(target)!r}, 'w')\nM24 = open({str(target)!r}, 'w')"
    sheet.add("code", code)
    sheet.answer("M24", code)
    room.grade()
    watched.clear()
    room.grade()
    assert watched == []
    assert not target.exists()


def test_a_page_of_escapes_is_shown_in_one_printable_line():
    assert plain("a\x1b[2J\r\n\u2028b\ud800\u202ec\x00\t d") == "a[2J bc d"
    assert plain("\u200d👩\u200d🚀") == "\u200d👩\u200d🚀"


def test_metadata_cannot_name_a_path(room, sheet):
    sheet.change(lambda said: said["metadata"]["banchok_edu"].update(student="../../x"))
    sheet.change(lambda said: said["cells"][0].update(source="Student: ../../x"))
    graded = room.grade()
    assert "'../../x' is not in the class" in told(graded)


def test_json_with_a_key_twice_is_read_like_any_other(room, sheet):
    text = json.dumps(sheet.json)
    sheet.path.write_text('{"cells": 3, ' + text[1:])
    assert ("s042", "E2") in room.grade().results


def test_a_folder_that_the_system_refuses_is_named(room, sheet, monkeypatch):
    def refused(place):
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(
        DeskError, match=r"cannot be read: Permission denied\. Give yourself the right, or move it away"
    ):
        room.grade()
