"""The class is read as offices and spreadsheets give it out, or refused by line number."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banchok_edu.desk.files import DeskError
from banchok_edu.desk.roster import Student, read_roster

CLASS = (Student("s1", "Анна Петрова"), Student("s2", "김민준"), Student("s3", 'O\'Neil, "Bo"'))


@pytest.fixture
def read(tmp_path):
    def from_bytes(content):
        path = tmp_path / "roster.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_roster(path)

    return from_bytes


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_spreadsheets_write_is_read(read, encoding, mark, end):
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=mark, lineterminator=end)
    writer.writerows([("id", "name"), *((one.id, one.name) for one in CLASS)])
    assert read(out.getvalue().encode(encoding)) == CLASS


def test_the_columns_may_stand_anywhere_and_the_name_may_be_missing(read):
    assert read("class,Name,ID\n7b,Анна,s1\n") == (Student("s1", "Анна"),)
    assert read("id\n007\n") == (Student("007"),)
    assert read("학번;이름\n1;김민준\n") == (Student("1", "김민준"),)
    assert read("Номер;ФИО\n1;Анна\n") == (Student("1", "Анна"),)


def test_blank_lines_do_not_count(read):
    assert read("\n\nid,name\n\ns1,A\n,\n  ,  \ns2,B\n\n") == (Student("s1", "A"), Student("s2", "B"))


def test_the_line_with_which_a_spreadsheet_names_the_mark_is_none_of_the_class(read):
    assert read("sep=;\r\nid;name\r\ns1;A\r\n") == (Student("s1", "A"),)


@pytest.mark.parametrize(
    "content, says",
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("id,name\n", "names no students"),
        ("s1,A\ns2,B\n", "line 1: no column is called id"),
        ("id,id\ns1,s2\n", "line 1: two columns are called id"),
        ("id,name\ns1,A\n\ns1,B\n", "line 4: the id 's1' is on line 2 already"),
        ("sep=,\nid,name\ns1,A\n\ns1,B\n", "line 5: the id 's1' is on line 3 already"),
        ('id,name\ns1,"A\nB"\ns1,C\n', "line 4: the id 's1' is on line 2 already"),
        ("id,name\ns1,A\nS1,B\n", "line 3: the id 'S1' is on line 2 already as 's1', but for capitals"),
        ("id,name\ns1,A\n,B\n", "line 3: student='' is empty"),
        ("id,name\n" + "x" * 61 + ",A\n", "line 2: .* too long"),
        ("id,name\na\u202eb,A\n", "line 2: .* cannot be shown"),
        (b"id,name\ns1,A\ns2,\xc0\xed\xed\xe0\n", "line 3: this is not UTF-8"),
        (b"id,name\ns1,A\ns\x002,B\n", "line 3: a null byte"),
        (b"\xff\xfei", "not UTF-8"),
        ('id,name\ns1,A\ns2,"B\n', "line 3: unexpected end"),
        ('id,name\ns1,"A"x\n', "line 2: "),
        ("id,name\ns1," + "x" * 200_000 + "\n", "line 2: "),
        (b"id\n" + b"x" * 5_000_000, "larger than 4 megabytes"),
    ],
)
def test_what_cannot_be_used_is_refused_by_its_line(read, content, says):
    with pytest.raises(DeskError, match=says):
        read(content)


def test_all_lines_at_fault_are_named_at_once(read):
    with pytest.raises(DeskError) as caught:
        read("id\ns1\ns1\n\ns2\ns2\n")
    assert "line 3" in str(caught.value)
    assert "line 6" in str(caught.value)


def test_composed_and_decomposed_letters_are_the_same_id(read):
    with pytest.raises(DeskError, match="line 3: the id 'é' is on line 2 already"):
        read("id\n\u00e9\ne\u0301\n")


def test_a_folder_or_a_link_or_nothing_is_no_roster(tmp_path):
    (tmp_path / "link.csv").symlink_to(tmp_path / "real.csv")
    (tmp_path / "real.csv").write_text("id\ns1\n", encoding="utf-8")
    for name, says in ((".", "not a plain file"), ("link.csv", "is a link"), ("none.csv", "is not there")):
        with pytest.raises(DeskError, match=says):
            read_roster(tmp_path / name)


IDS = st.text(st.characters(categories=("L", "Nd", "P", "S"), exclude_characters="\u0345"), min_size=1, max_size=20)


@settings(deadline=None)
@given(
    st.lists(st.tuples(IDS, IDS), min_size=1, max_size=8, unique_by=lambda one: one[0].casefold()),
    st.sampled_from(",;\t"),
)
def test_every_class_that_can_be_written_is_read_again(tmp_path_factory, rows, mark):
    out = io.StringIO()
    csv.writer(out, delimiter=mark).writerows([("id", "name"), *rows])
    path = tmp_path_factory.mktemp("roster") / "roster.csv"
    path.write_bytes(out.getvalue().encode("utf-8-sig"))
    try:
        found = read_roster(path)
    except DeskError as error:
        assert "line" in str(error)  # noqa: PT017 (some ids are one and the same in composed form)
    else:
        assert len(found) == len(rows)


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("roster") / "roster.csv"
    path.write_bytes(b"id,name\n" + content)
    try:
        assert all(isinstance(one, Student) for one in read_roster(path))
    except DeskError as error:
        assert "roster.csv" in str(error)  # noqa: PT017
