"""The commands of the desk: what they say, what they write, and with which code they end."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from banchok_edu import cli

from .classroom import Sheet


@pytest.fixture
def desk(tmp_path, monkeypatch, capsys):
    """A teacher's folder with a roster; runs a command there and gives code, words and complaints."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text("\ufeffid;name\ns042;Анна\n\ns043;김민준\n", encoding="utf-8")

    def run(text):
        code = cli.main(shlex.split(text))
        said = capsys.readouterr()
        return code, said.out, said.err

    run.folder = tmp_path
    return run


README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
SHEETS = "sheet --roster roster.csv --exercises E2,M24,E10 --out sheets --course autumn"


def test_sheets_marks_and_key_go_one_after_another(desk):
    assert desk(SHEETS) == (0, "2 sheets written to sheets.\n", "")
    Sheet(desk.folder / "sheets" / "s042.ipynb").answer("M24", "1/3")
    code, said, complaints = desk("grade sheets --out marks.csv --feedback")
    assert (code, complaints) == (0, "")
    assert "2 students, 6 answers asked for: 0 right, 1 wrong, 5 missing, 0 to be looked at." in said
    assert "s042.ipynb, cell 3, E2: nothing was written" in said
    assert sorted(path.name for path in desk.folder.iterdir()) == [
        "marks-answers.csv",
        "marks-feedback",
        "marks-problems.csv",
        "marks-reasons.csv",
        "marks.csv",
        "roster.csv",
        "sheets",
    ]
    assert desk("key --exercises E2,M24 --out key.md") == (0, "The key is in key.md.\n", "")
    assert desk("key --exercises E2,M24 --out key.ipynb --roster roster.csv --course autumn")[0] == 0


def test_the_commands_of_the_readme_do_what_it_says(desk):
    given = re.findall(r"^ {4}banchok-edu ((?:sheet|grade|key) .*)$", README, flags=re.MULTILINE)
    assert [text.split()[0] for text in given] == ["sheet", "grade", "key"]
    for text in given:
        code, _, complaint = desk(text)
        assert (code, complaint) == (0, "")
    for name in set(re.findall(r"`(marks[a-z-]*\.csv)`", README)):
        assert (desk.folder / name).is_file()


def test_sheets_are_not_written_twice(desk):
    desk(SHEETS)
    code, said, _ = desk(SHEETS)
    assert (code, said.splitlines()[0]) == (0, "0 sheets written to sheets.")
    assert "2 sheets there already, and left as they are: s042.ipynb, s043.ipynb." in said


def test_a_key_is_not_written_over(desk):
    desk("key --exercises E2 --out key.md")
    assert desk("key --exercises E2 --out key.md")[:2] == (0, "The key in key.md is this one already.\n")
    code, said, complaint = desk("key --exercises E4 --out key.md")
    assert (code, said) == (2, "")
    assert "is there already" in complaint


@pytest.mark.parametrize(
    "text, says",
    [
        ("sheet --roster none.csv --exercises E2 --out x", "none.csv is not there: look at its name and its folder"),
        ("sheet --roster . --exercises E2 --out x", "'.' is not a plain file"),
        ("sheet --roster roster.csv --exercises , --out x", "no exercise is named: write such as E2,M24"),
        ("sheet --roster roster.csv --exercises E2 --out roster.csv", "'roster.csv' is not a folder: name another"),
        ('sheet --roster roster.csv --exercises E2 --out ""', "the name after --out is empty"),
        ('sheet --roster "" --exercises E2 --out x', "the name after --roster is empty"),
        ('grade "" --out marks.csv', "the name after grade is empty"),
        ('key --exercises E2 --out ""', "the name after --out is empty"),
        ("sheet --roster roster.csv --exercises Q1 --out x", "there is no exercise 'Q1'"),
        ("grade none --out marks.csv", "is not a folder"),
        ("grade . --out marks.csv", "holds no notebooks"),
        ("grade . --out marks.xlsx", "does not end in .csv"),
        ("grade . --out marks.csv --overrides none.csv", "none.csv is not there"),
        ("key --exercises E2 --out key.pdf", "ends neither in .ipynb nor in .md"),
    ],
)
def test_what_cannot_be_begun_ends_with_code_2_and_writes_nothing(desk, text, says):
    if "--overrides" in text:
        desk(SHEETS)
    before = sorted(desk.folder.rglob("*"))
    code, _, complaint = desk(text)
    assert code == 2
    assert says in complaint
    assert sorted(desk.folder.rglob("*")) == before


def test_a_bad_file_does_not_end_the_command(desk):
    desk(SHEETS)
    (desk.folder / "sheets" / "s042.ipynb").write_bytes(b"\x00")
    code, said, _ = desk("grade sheets --out marks.csv")
    assert code == 0
    assert "s042.ipynb: is not a notebook" in said


def test_overrides_beside_the_marks_are_found(desk):
    desk(SHEETS)
    (desk.folder / "overrides.csv").write_text("student,exercise,mark\ns042,E2,1\n", encoding="utf-8")
    code, said, _ = desk("grade sheets --out marks.csv")
    assert code == 0
    assert "1 mark given by hand taken from overrides.csv." in said


def test_students_see_the_marks_that_were_given_by_hand(desk):
    desk(SHEETS)
    Sheet(desk.folder / "sheets" / "s042.ipynb").write("e10-reason", "Reason for E10: means add")
    desk("grade sheets --out marks.csv")
    reasons = desk.folder / "marks-reasons.csv"
    reasons.write_bytes(reasons.read_bytes().rstrip() + b"2\r\n")
    (desk.folder / "overrides.csv").write_text("student,exercise,mark\ns042,E2,0.5\n", encoding="utf-8")
    assert desk("grade sheets --out marks.csv --feedback")[0] == 0
    page = (desk.folder / "marks-feedback" / "s042.md").read_text(encoding="utf-8")
    assert "Marked by your teacher: 0.5" in page
    assert "Your reason was marked: 2" in page


def test_many_problems_are_shortened_in_the_terminal_alone(desk):
    (desk.folder / "roster.csv").write_text("id\n" + "\n".join(f"s{n}" for n in range(30)), encoding="utf-8")
    desk(SHEETS)
    _, said, _ = desk("grade sheets --out marks.csv")
    assert "and 60 more in the table of problems." in said
    assert (desk.folder / "marks-problems.csv").read_text(encoding="utf-8-sig").count("nothing was written") == 90


def test_blank_lines_do_not_hide_in_the_terminal_what_has_to_be_looked_at(desk):
    (desk.folder / "roster.csv").write_text("id\n" + "\n".join(f"s{n}" for n in range(30)), encoding="utf-8")
    desk(SHEETS)
    Sheet(desk.folder / "sheets" / "s9.ipynb").answer("M24", "who knows")
    (desk.folder / "sheets" / "s8.ipynb").unlink()
    _, said, _ = desk("grade sheets --out marks.csv")
    first, second, third = said.split("problems:\n")[1].splitlines()[:3]
    assert "there is no sheet of s8" in first
    assert "s9.ipynb, cell 5, M24: 'who knows' cannot be marked" in second
    assert "s0.ipynb, cell 3, E2: nothing was written" in third


@pytest.mark.parametrize("command", ["sheet", "grade", "key"])
def test_each_command_has_help(command, capsys):
    with pytest.raises(SystemExit, match="0"):
        cli.main([command, "--help"])
    assert "--exercises" in capsys.readouterr().out
