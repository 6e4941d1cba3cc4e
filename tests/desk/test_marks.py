"""Marks: kept from one time to the next, given by hand where the teacher wants, and safe in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banchok_edu.desk.files import DeskError
from banchok_edu.desk.marks import beside, read_earlier, read_mark, read_overrides, write_marks
from banchok_edu.desk.spreadsheets import safe_cell, table, unguarded

from .classroom import told


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


@pytest.fixture
def mark(room, tmp_path):
    """Grades the room and writes the tables; gives the rows of the marks by student."""
    out = tmp_path / "marks.csv"

    def run():
        earlier = read_earlier(out)
        graded = room.grade()
        earlier = earlier.by_the_ids_of(graded)
        path = tmp_path / "overrides.csv"
        by_hand = read_overrides(path, graded, earlier) if path.exists() else {}
        run.aside = write_marks(graded, out, by_hand, earlier)
        run.told = told(graded)
        return {row["student"]: row for row in rows(out)}

    run.out, run.folder = out, tmp_path
    return run


def edit(path, student, column, value):
    """Change a cell of a table, as a teacher would."""
    found = rows(path)
    for row in found:
        if row["student"] == student:
            row[column] = value
    path.write_bytes(table(list(found[0]), [list(row.values()) for row in found]))


def test_right_is_1_wrong_is_0_and_what_has_to_be_looked_at_is_blank(room, sheet, mark):
    sheet.answer("E2", room.right("E2", "s042"))
    sheet.answer("M24", "1/3")
    found = mark()
    assert list(found["s042"]) == ["student", "name", "E2", "M24", "E10", "E10 reason", "total"]
    assert list(found["s042"].values()) == ["s042", "", "1", "0", "", "", "1"]
    assert list(found["s043"].values()) == ["s043", "", "", "", "", "", ""]


def test_the_table_of_answers_says_where_each_was(room, sheet, mark):
    sheet.answer("M24", "1/3")
    mark()
    (row,) = [one for one in rows(beside(mark.out, "answers")) if (one["student"], one["exercise"]) == ("s042", "M24")]
    assert [row[name] for name in ("state", "mark", "answer", "file", "cell")] == [
        "wrong",
        "0",
        "1/3",
        "s042.ipynb",
        "5",
    ]


def test_a_mark_given_by_hand_survives_every_regrading(room, sheet, mark):
    sheet.answer("M24", "1/3")
    (mark.folder / "overrides.csv").write_text(
        "﻿student;exercise;mark\r\ns042;m24;0,5\r\ns043;E10 reason;2\r\n", encoding="utf-8"
    )
    for _ in range(3):
        found = mark()
        assert (found["s042"]["M24"], found["s042"]["total"]) == ("0.5", "0.5")
        assert found["s043"]["E10 reason"] == "2"
    assert "earlier" not in mark.told
    (mark.folder / "overrides.csv").unlink()
    assert mark()["s042"]["M24"] == "0"


def test_lines_of_overrides_that_cannot_be_used_are_listed_by_number(room, sheet, mark):
    lines = [
        "student,exercise,mark",
        "s042,M24,1",
        "",
        "nobody,M24,1",
        "s042,H54,1",
        "s042,E2,=1",
        "s042,M24,0",
        "s042,E2,-1",
    ]
    (mark.folder / "overrides.csv").write_text("\n".join(lines), encoding="utf-8")
    assert mark()["s042"]["M24"] == "1"
    for line in (4, 5, 6, 7, 8):
        assert f"line {line}: " in mark.told


def test_overrides_without_the_right_columns_are_refused_before_anything_is_written(room, sheet, mark):
    (mark.folder / "overrides.csv").write_text("who,what\na,b\n", encoding="utf-8")
    with pytest.raises(DeskError, match="line 1: no column is called student"):
        mark()
    assert not mark.out.exists()


def test_marks_of_those_whose_sheet_is_gone_are_kept(room, sheet, mark):
    sheet.answer("E2", room.right("E2", "s042"))
    mark()
    sheet.path.unlink()
    assert mark()["s042"]["E2"] == "1"
    assert "s042, E2: the earlier mark 1 was kept" in mark.told
    assert "there is no sheet of s042" in mark.told


def test_marks_of_those_who_left_the_class_are_kept(room, sheet, mark, tmp_path):
    sheet.answer("E2", room.right("E2", "s042"))
    mark()
    room.folder = tmp_path / "other"
    room.give_out("s099")
    found = mark()
    assert found["s042"]["E2"] == "1"
    assert set(found) == {"s042", "s043", "s099"}
    assert {row["student"] for row in rows(beside(mark.out, "answers"))} == {"s042", "s043", "s099"}


def test_an_earlier_mark_is_kept_where_the_answer_is_gone_now(room, sheet, mark):
    sheet.answer("E2", room.right("E2", "s042"))
    mark()
    sheet.write("e2-answer", "")
    assert mark()["s042"]["E2"] == "1"
    assert "s042, E2: the earlier mark 1 was kept, since there is none now" in mark.told


def test_a_mark_that_becomes_another_is_listed(room, sheet, mark):
    sheet.answer("E2", "1/3")
    mark()
    sheet.answer("E2", room.right("E2", "s042"))
    assert mark()["s042"]["E2"] == "1"
    assert "s042, E2: the mark was 0 and is 1 now" in mark.told


def test_a_mark_changed_in_the_table_itself_is_kept_and_listed(room, sheet, mark):
    sheet.answer("E2", "1/3")
    mark()
    edit(mark.out, "s042", "E2", "0.25")
    for _ in range(2):
        assert mark()["s042"]["E2"] == "0.25"
        assert "it was changed by hand" in mark.told


def test_a_mark_in_overrides_goes_before_one_changed_in_the_table(room, sheet, mark):
    sheet.answer("E2", "1/3")
    mark()
    edit(mark.out, "s042", "E2", "0.25")
    (mark.folder / "overrides.csv").write_text("student,exercise,mark\ns042,E2,0.75\n", encoding="utf-8")
    for _ in range(2):
        assert mark()["s042"]["E2"] == "0.75"
        assert "earlier mark" not in mark.told


def test_columns_of_exercises_of_before_are_kept(room, sheet, mark, tmp_path):
    sheet.answer("E2", room.right("E2", "s042"))
    mark()
    room.folder = tmp_path / "other"
    room.give_out("s042", asked=("E4",))
    found = mark()["s042"]
    assert (found["E2"], found["E4"], found["total"]) == ("1", "", "1")


def test_the_tables_of_before_are_kept_beside_the_new_ones(room, sheet, mark):
    mark()
    before = mark.out.read_bytes()
    assert mark.aside == []
    mark()
    assert mark.aside == []
    sheet.answer("E2", "1/3")
    mark()
    assert (mark.folder / "earlier" / "marks 1.csv").read_bytes() == before
    assert mark.folder / "earlier" / "marks 1.csv" in mark.aside


@pytest.mark.parametrize("content", [b"my,own,table\n1,2,3\n", b"\xff\xfe\x00", b"", b"\x89PNG"])
def test_something_else_in_the_place_of_the_marks_is_not_touched(room, sheet, mark, content):
    mark.out.write_bytes(content)
    with pytest.raises(DeskError, match=r"marks\.csv"):
        mark()
    assert mark.out.read_bytes() == content


# -- reasons -----------------------------------------------------------------------------------------------------------


def test_reasons_are_gathered_by_exercise_with_a_blank_column_to_mark_them(room, mark):
    sheets = room.give_out("s1", "s2", asked=("E4", "E10"))
    for sheet, words in zip(sheets, ("first", "second"), strict=True):
        for id in ("E4", "E10"):
            sheet.write(f"{id.lower()}-reason", f"Reason for {id}: {words}\nand more")
    mark()
    found = [(row["exercise"], row["student"], row["reason"], row["mark"]) for row in rows(beside(mark.out, "reasons"))]
    assert found == [
        ("E4", "s1", "first and more", ""),
        ("E4", "s2", "second and more", ""),
        ("E10", "s1", "first and more", ""),
        ("E10", "s2", "second and more", ""),
    ]


def test_marks_for_reasons_go_into_the_marks_and_stay(room, sheet, mark):
    sheet.write("e10-reason", "Reason for E10: =linearity\nof the mean")
    mark()
    edit(beside(mark.out, "reasons"), "s042", "mark", "1,5")
    for _ in range(2):
        assert mark()["s042"]["E10 reason"] == "1.5"
    assert "another than the one" not in mark.told
    sheet.write("e10-reason", "Reason for E10: something new")
    assert mark()["s042"]["E10 reason"] == "1.5"
    assert "s042, E10: the reason is another than the one that was marked" in mark.told
    sheet.path.unlink()
    mark()
    assert rows(beside(mark.out, "reasons"))[0]["mark"] == "1,5"


# -- a spreadsheet takes zeros away ------------------------------------------------------------------------------------


def saved_by_a_spreadsheet(path):
    """A table as a spreadsheet leaves it that takes ids for numbers and writes a comma."""
    found = [
        {
            name: re.sub(r"^0+(?=\d+$)", "", value) if name == "student" else value.replace("0.5", "0,5")
            for name, value in row.items()
        }
        for row in rows(path)
    ]
    path.write_bytes(table(list(found[0]), [list(row.values()) for row in found]))


def test_ids_without_their_zeros_and_in_other_letters_are_the_same_students(room, mark):
    sheet, _ = room.give_out("007", "s1")
    sheet.answer("M24", "1/3")
    sheet.write("e10-reason", "Reason for E10: means add")
    overrides = mark.folder / "overrides.csv"
    overrides.write_text("student,exercise,mark\n007,E2,0.5\nS1,E2,1\n", encoding="utf-8")
    mark()
    edit(beside(mark.out, "reasons"), "007", "mark", "0,5")
    for path in (mark.out, overrides, *(beside(mark.out, what) for what in ("answers", "reasons"))):
        saved_by_a_spreadsheet(path)
    for _ in range(2):
        found = mark()
        assert list(found) == ["007", "s1"]
        assert [found["007"][column] for column in ("E2", "M24", "E10 reason", "total")] == ["0.5", "0", "0.5", "1"]
        assert found["s1"]["E2"] == "1"
        assert "there is no student" not in mark.told
        assert "earlier" not in mark.told
    assert [row["student"] for row in rows(beside(mark.out, "reasons"))] == ["007"]


def test_an_id_that_may_be_two_students_is_nobodys(room, mark):
    room.give_out("007", "07", "s1")
    (mark.folder / "overrides.csv").write_text("student,exercise,mark\n7,E2,1\n07,E2,2\n", encoding="utf-8")
    found = mark()
    assert (found["007"]["E2"], found["07"]["E2"]) == ("", "2")
    assert "line 2: there is no student '7'" in mark.told


# -- spreadsheets ------------------------------------------------------------------------------------------------------

FORMULA = re.compile(r"\s*[=+\-@\t\r]")


def as_spreadsheets_part_it(content):
    """All cells of a table, parted at commas and, as others do, at semicolons or tabs."""
    text = content.decode("utf-8-sig")
    for mark in ",;\t":
        for row in csv.reader(io.StringIO(text), delimiter=mark):
            yield from row


@settings(deadline=None)
@given(st.lists(st.text(st.sampled_from("=+-@\t\r\n;,\"' a1()|!\ufeff\u200b＝"), max_size=12), min_size=1, max_size=4))
def test_no_cell_begins_a_formula_whatever_parts_the_cells(texts):
    for cell in as_spreadsheets_part_it(table(["x"] * len(texts), [texts])):
        assert not FORMULA.match(cell)


@settings(deadline=None)
@given(st.text(st.characters(categories=("L", "N", "P", "S"))) | st.text("=';+\"a", max_size=12))
def test_a_guarded_cell_comes_back(text):
    assert unguarded(safe_cell(text)) == text


def test_a_class_of_formulas_is_marked_and_its_tables_are_harmless(room, mark):
    room.give_out(("=1+1", '=HYPERLINK("http://x","y")'), ("s2", "@SUM(1)"), asked=("E2", "E4"))
    sheet = room.sheet("s2")
    sheet.answer("E2", "=1+1;=2+2")
    sheet.write("e4-reason", "Reason for E4: +cmd|' /C calc'!A0")
    sheet.path.rename(room.folder / "=s2;=x.ipynb")
    for _ in range(2):
        found = mark()
        assert set(found) == {"'=1+1", "s2"}
    for what in ("answers", "reasons", "problems"):
        for cell in as_spreadsheets_part_it(beside(mark.out, what).read_bytes()):
            assert not FORMULA.match(cell)


@pytest.mark.parametrize(
    "text, mark",
    [
        ("1", "1"),
        ("0.50", "0.5"),
        ("007", "7"),
        ("2,5", "2.5"),
        ("", None),
        ("1e3", None),
        ("١", None),
        ("99999", None),
    ],
)
def test_marks_are_plain_numbers(text, mark):
    assert read_mark(text) == mark
