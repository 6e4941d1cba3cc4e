"""Student copies: nothing of a solution is left, nothing else is changed, and no file is written over."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from banchok_edu import cli
from banchok_edu.assets import lessons_folder
from banchok_edu.editions.choosing import lessons_in, read
from banchok_edu.editions.stripping import stripped

LESSONS = lessons_in(lessons_folder())
README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """A teacher's folder; runs the command there and gives code, words and complaints."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        code = cli.main(["lessons", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def notebook(*cells, **more):
    """A notebook of cells, given as (kind, text) or as they are."""
    made = []
    for place, cell in enumerate(cells):
        if isinstance(cell, tuple):
            kind, text = cell
            more_of_it = {"execution_count": None, "outputs": []} if kind == "code" else {}
            made.append({"cell_type": kind, "id": f"c{place}", "metadata": {}, "source": text} | more_of_it)
        else:
            made.append(cell)
    return {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5} | more


def write(path, *cells):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook(*cells), indent=1) + "\n", encoding="utf-8")


ANSWER = ("markdown", "Question\n\n<!-- BEGIN SOLUTION -->\nFour\n<!-- END SOLUTION -->")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_student_copy_of_a_lesson_has_no_trace_of_a_solution(path):
    (lesson,) = read([path])
    before = lesson.notebook
    after = stripped(before).notebook
    text = json.dumps(after, ensure_ascii=False)
    for trace in ("SOLUTION", "Answer to", "details", "summary>", '"solution"'):
        assert trace in json.dumps(before)
        assert trace not in text
    assert {key: after[key] for key in after if key != "cells"} == {
        key: before[key] for key in before if key != "cells"
    }
    kept = [cell for cell in before["cells"] if "solution" not in cell["metadata"].get("tags", [])]
    # this looks for the marks in another way than the one that is tried
    for cell in kept:
        source = "".join(cell["source"])
        if "BEGIN SOLUTION" in source:
            assert cell["cell_type"] == "markdown"
            cell["source"] = re.sub(r"\s*<!-- BEGIN.*?END SOLUTION -->(?=\n|\Z)", "", source, flags=re.DOTALL)
    kept = [cell for cell in kept if cell["source"]]
    assert len(after["cells"]) == len(kept)
    for one, other in zip(after["cells"], kept, strict=True):
        assert one | {"source": "".join(one["source"])} == other | {"source": "".join(other["source"]).lstrip("\n")}


def test_the_lessons_become_copies(command, tmp_path):
    code, said, complaints = command("--student", "students")
    assert (code, complaints) == (0, "")
    counts = r"\d+ marked solutions and \d+ whole cells taken out\.\n"
    assert re.fullmatch(rf"{len(LESSONS)} copies for students written to students: {counts}", said)
    assert sorted(path.name for path in (tmp_path / "students").iterdir()) == [path.name for path in LESSONS]
    assert "already" in command("--student", "students")[1]


def test_a_copy_is_written_as_jupyter_writes_it(command, tmp_path):
    write(tmp_path / "mine" / "a.ipynb", ANSWER, ("code", "x = 1"))
    assert command("--student", "out", "--from", "mine")[0] == 0
    lines = (tmp_path / "out" / "a.ipynb").read_text(encoding="utf-8").splitlines()
    expected = notebook(("markdown", "Question"), ("code", "x = 1"))
    assert lines == json.dumps(expected, indent=1).splitlines()


def test_a_notebook_with_nothing_to_take_out_is_copied_byte_for_byte_and_named(command, tmp_path):
    (tmp_path / "mine").mkdir()
    content = b'{"cells":[],  "metadata":{"a":1e2}, "nbformat":4}'
    (tmp_path / "mine" / "plain.ipynb").write_bytes(content)
    code, said, _ = command("--student", "out", "--from", "mine")
    assert code == 0
    assert "No solution is marked in plain." in said
    assert (tmp_path / "out" / "plain.ipynb").read_bytes() == content


@pytest.mark.parametrize(
    "bad",
    [
        ("markdown", "<!-- BEGIN SOLUTION -->"),
        ("code", "# END SOLUTION"),
        ("code", "# BEGIN SOLUTION\n# BEGIN SOLUTION\n# END SOLUTION"),
    ],
)
def test_bad_marks_are_refused_by_file_and_cell_before_anything_is_written(command, tmp_path, bad):
    write(tmp_path / "mine" / "a.ipynb", ANSWER)
    write(tmp_path / "mine" / "b.ipynb", ANSWER, bad)
    code, said, complaints = command("--student", "out", "--from", "mine")
    assert (code, said) == (2, "")
    assert re.match(r"banchok-edu: b\.ipynb, cell 2, line \d: ", complaints)
    assert not (tmp_path / "out").exists()


def test_no_file_is_written_over_and_nothing_is_written_then(command, tmp_path):
    for name in "ab":
        write(tmp_path / "mine" / f"{name}.ipynb", ANSWER)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "b.ipynb").write_text("my own", encoding="utf-8")
    code, _, complaints = command("--student", "out", "--from", "mine")
    assert code == 2
    assert "b.ipynb' is there already, and is not written over" in complaints
    assert (tmp_path / "out" / "b.ipynb").read_text(encoding="utf-8") == "my own"
    assert not (tmp_path / "out" / "a.ipynb").exists()
    assert command("--student", "out", "a", "--from", "mine")[0] == 0


@pytest.mark.parametrize("option", ["--student", "--html"])
def test_editions_are_not_written_among_the_notebooks_themselves(command, tmp_path, option):
    write(tmp_path / "mine" / "a.ipynb", ANSWER)
    before = (tmp_path / "mine" / "a.ipynb").read_bytes()
    code, _, complaints = command(option, "mine/../mine", "--from", "mine")
    assert code == 2
    assert "is where the notebooks themselves are: name another folder" in complaints
    assert (tmp_path / "mine" / "a.ipynb").read_bytes() == before


def test_what_a_notebook_links_to_comes_along_and_nothing_else(command, tmp_path):
    mine = tmp_path / "mine"
    links = "![a](pictures/a%20b.png) [data](d.csv#top) <img src='c.svg'> [other](key.ipynb) [gone](gone.txt)"
    secret = "<!-- BEGIN SOLUTION -->\n[key](key.pdf)\n<!-- END SOLUTION -->"
    outside = "[up](../roster.csv) [root](/etc/hosts) [net](https://example.org/x) [hidden](.secret) [dots](a/../../r)"
    write(mine / "a.ipynb", ("markdown", links), ("markdown", secret), ("markdown", outside))
    write(mine / "key.ipynb", ("markdown", "# Key"))
    for name in ("pictures/a b.png", "d.csv", "c.svg", "key.pdf", "roster.csv", ".secret", "../roster.csv"):
        (mine / name).parent.mkdir(exist_ok=True)
        (mine / name).write_bytes(name.encode())
    code, said, _ = command("--student", "out", "--from", "mine", "a")
    assert code == 0
    out = tmp_path / "out"
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()) == [
        "a.ipynb",
        "c.svg",
        "d.csv",
        "pictures/a b.png",
    ]
    assert (out / "pictures" / "a b.png").read_bytes() == b"pictures/a b.png"
    assert "../roster.csv (it lies elsewhere, or is hidden)" in said
    assert "gone.txt (is not there" in said


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_links_of_the_file_system_are_not_followed(command, tmp_path):
    mine, secret = tmp_path / "mine", tmp_path / "secret"
    secret.mkdir()
    (secret / "a.png").write_bytes(b"secret")
    write(secret / "b.ipynb", ANSWER)
    write(mine / "a.ipynb", ("markdown", "![a](linked/a.png) ![b](b.png)"))
    os.symlink(secret, mine / "linked")
    os.symlink(secret / "a.png", mine / "b.png")
    code, said, _ = command("--student", "out", "--from", "mine")
    assert code == 0
    assert "linked/a.png (a folder on the way is a link)" in said
    assert "b.png (is a link" in said
    os.symlink(secret / "b.ipynb", mine / "b.ipynb")
    code, _, complaints = command("--student", "out2", "--from", "mine")
    assert code == 2
    assert "b.ipynb is a link" in complaints
    # nor is anything written through one
    (mine / "b.ipynb").unlink()
    (mine / "linked").unlink()
    (mine / "linked").mkdir()
    (mine / "linked" / "a.png").write_bytes(b"mine")
    (tmp_path / "out3").mkdir()
    os.symlink(secret, tmp_path / "out3" / "linked")
    code, _, complaints = command("--student", "out3", "--from", "mine")
    assert code == 2
    assert "is not a folder" in complaints
    assert (secret / "a.png").read_bytes() == b"secret"


def test_outputs_and_half_characters_do_no_harm(command, tmp_path):
    cell = {"cell_type": "code", "metadata": {}, "source": "1", "outputs": [{"a": 1}], "execution_count": 3}
    (tmp_path / "mine").mkdir()
    content = json.dumps(notebook(cell, ("markdown", "é \ud800")), ensure_ascii=False)
    (tmp_path / "mine" / "a.ipynb").write_bytes(content.replace("\ud800", "\\ud800").encode())
    assert command("--student", "out", "--from", "mine")[0] == 0
    (left,) = read([tmp_path / "out" / "a.ipynb"])
    assert left.notebook["cells"][0]["outputs"] == []
    assert left.notebook["cells"][1]["source"] == "é \ud800"


# -- which notebooks ---------------------------------------------------------------------------------------------------


def test_the_list_names_each_lesson_with_title_minutes_and_question(command):
    code, said, _ = command()
    assert code == 0
    blocks = re.split(r"\n(?=\S)", said.strip())
    assert [re.match(r"(\S+): .+ \((\d+ to )?\d+ minutes\)\n {4}\S", block)[1] for block in blocks] == [
        path.stem for path in LESSONS
    ]
    # the line of each is that of the README
    told = {block.split(":")[0]: " ".join(block.split("\n", 1)[1].split()) for block in blocks}
    assert told == dict(re.findall(r"^- `([a-z0-9-]+)`: (.+)$", README, flags=re.MULTILINE))


@pytest.mark.parametrize(
    ("said", "minutes"),
    [
        ("*The short lesson takes 45 minutes. The whole lesson takes 90.*", "(45 to 90 minutes)"),
        ("He takes 63 counters along. *The page takes about half an hour.*", "(30 minutes)"),
        ("It takes forty-five minutes, and the whole takes an hour as far as I know.", "(45 to 60 minutes)"),
        ("He takes 63 counters.", ""),
        ("It takes time.", ""),
    ],
)
def test_the_length_of_a_lesson_is_what_it_says_of_minutes(command, tmp_path, said, minutes):
    write(tmp_path / "mine" / "a.ipynb", ("markdown", f"# A page\n\n{said}"))
    assert command("--from", "mine")[1].splitlines()[0] == f"a: A page {minutes}".rstrip()


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_a_name_that_means_harm_is_shown_plainly(command, tmp_path):
    write(tmp_path / "mine" / "a\x1b[31m\udcff.ipynb", ("markdown", "# A\u202e"))
    for words in ((), ("--student", "out")):
        code, said, _ = command("--from", "mine", *words)
        assert code == 0
        assert not set("\x1b\u202e") & set(said)


def test_a_notebook_of_ones_own_is_listed_by_its_heading_and_its_question(command, tmp_path):
    write(tmp_path / "mine" / "x.ipynb", ("code", "1"), ("markdown", "## A *tie*\n\n**Oh.** **Who wins?**"))
    write(tmp_path / "mine" / "y.ipynb")
    assert command("--from", "mine") == (0, "x: A tie\n    Who wins?\ny: y\n", "")


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("He takes 63 counters along. *The page takes about half an hour.*", " (30 minutes)"),
        ("*The short lesson takes 45 minutes. The whole lesson takes 90.*", " (45 to 90 minutes)"),
        ("It takes ten minutes, or takes fifteen.", " (10 to 15 minutes)"),
        ("It takes 3 cards and ten punters.", ""),
    ],
)
def test_minutes_are_told_from_other_numbers(command, tmp_path, first, told):
    write(tmp_path / "mine" / "x.ipynb", ("markdown", f"# A\n\n{first}"))
    assert command("--from", "mine")[1] == f"x: A{told}\n"


@pytest.mark.parametrize(
    "words",
    [
        ("one-coup", "what-does"),
        ("One coup", "3"),
        ("01", "03-what"),
        ("1", "3"),
        ("1,3",),
        ("lessons/01-one-coup.ipynb", "03-what-does-a-bet-reveal"),
        ("03", "01", "1"),
        ("01-ONE", "3"),
    ],
)
def test_lessons_are_chosen_as_a_teacher_would_type_them(command, words):
    code, said, _ = command(*words)
    assert code == 0
    assert re.findall(r"^(\d\d)-", said, flags=re.MULTILINE) == ["01", "03"]


@pytest.mark.parametrize("order", [("--student", "out", "1", "3"), ("1", "3", "--student", "out")])
def test_names_may_stand_before_the_options_or_behind(command, tmp_path, order):
    assert command(*order)[0] == 0
    assert sorted(path.name[:2] for path in (tmp_path / "out").iterdir()) == ["01", "03"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("77",), "'77' is none of the lessons. There are 00-welcome, 01-one-coup, "),
        (("0",), None),
        (("1", "../../x"), "'../../x' is none of the lessons"),
        (("",), "'' is none of the lessons"),
        ((",",), "',' names no lesson. There are 00-"),
        (("--student", "file"), "'file' is not a folder: name another"),
        (("--html", "file/in/it", "0"), "'file' is not a folder: name another"),
        (("--student", ""), "the name after --student is empty, or cannot be one: give a name"),
        (("--from", "nowhere"), "'nowhere' is not a folder"),
        (("--from", "."), "there is no notebook in '.'"),
    ],
)
def test_what_names_no_lesson_is_refused(command, tmp_path, words, why):
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, _, complaints = command(*words)
    assert code == (0 if why is None else 2)
    assert complaints.startswith(f"banchok-edu: {why}") if why else not complaints


def test_a_beginning_that_fits_several_is_asked_back(command, tmp_path):
    for name in ("coup-a", "coup-b"):
        write(tmp_path / "mine" / f"{name}.ipynb")
    code, _, complaints = command("coup", "--from", "mine")
    assert (code, complaints) == (2, "banchok-edu: 'coup' may be coup-a or coup-b: write more of the name\n")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is empty"),
        (b"[1]", "is not a notebook"),
        (b'{"cells": 3}', "is not a notebook"),
        (b"[" * 100_000, "is too deep to be a notebook"),
        (b'{"cells": [{"cell_type": "code", "source": 3}]}', ", cell 1 is not a cell that can be read"),
        (b'{"cells": [' + b"1," * 3000 + b"1]}", "has 3,001 cells"),
        (b"1," * 1_000_001, "has more parts than are read"),
    ],
)
def test_what_is_no_notebook_is_refused_by_its_name(command, tmp_path, content, why):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bad\x1b[31m.ipynb").write_bytes(content)
    code, _, complaints = command("--from", "mine")
    assert code == 2
    assert why in complaints
    assert "\x1b" not in complaints
