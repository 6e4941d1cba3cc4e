"""Files of the desk: nothing that is there is written over, whoever else writes at the same time."""

from __future__ import annotations

import os

import pytest

from banchok_edu.desk import files
from banchok_edu.desk.files import DeskError, check_place, write_aside, write_new


@pytest.fixture(params=["links", "no links"])
def linking(request, monkeypatch):
    """A file system with hard links, and one without."""
    if request.param == "no links":

        def refused(*_, **__):
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", refused)


def meanwhile(monkeypatch, path, content):
    """Let another command write a file after we looked whether it is there."""
    looked = files.os.path.lexists

    def look(place):
        found = looked(place)
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        return found

    monkeypatch.setattr(files.os.path, "lexists", look)


def test_a_file_that_appears_meanwhile_is_not_written_over(tmp_path, monkeypatch):
    path = tmp_path / "key.md"
    meanwhile(monkeypatch, path, b"theirs")
    with pytest.raises(DeskError, match="is there already"):
        write_new(path, b"ours")
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_what_another_command_has_put_aside_meanwhile_stays(tmp_path, monkeypatch):
    path, first = tmp_path / "marks.csv", tmp_path / "earlier" / "marks 1.csv"
    path.write_bytes(b"before")
    meanwhile(monkeypatch, first, b"theirs")
    assert write_aside(path, b"now") == first.with_name("marks 2.csv")
    assert first.read_bytes() == b"theirs"
    assert first.with_name("marks 2.csv").read_bytes() == b"before"
    assert path.read_bytes() == b"now"


def test_files_are_written_and_put_aside_with_links_or_without(tmp_path, linking):
    path = tmp_path / "marks.csv"
    assert write_new(path, b"1")
    assert not write_new(path, b"1")
    assert write_aside(path, b"2") == tmp_path / "earlier" / "marks 1.csv"
    assert write_aside(path, b"3") == tmp_path / "earlier" / "marks 2.csv"
    assert [one.read_bytes() for one in sorted((tmp_path / "earlier").iterdir())] == [b"1", b"2"]
    assert path.read_bytes() == b"3"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["earlier", "marks.csv"]


def test_a_place_is_tried_and_nothing_is_left_there(tmp_path, monkeypatch):
    (tmp_path / "file").write_bytes(b"")
    for name in ("file", "file/in/it"):
        with pytest.raises(DeskError, match="is not a folder: name another"):
            check_place(tmp_path / name)
    check_place(tmp_path / "new" / "folder")
    assert [one.name for one in tmp_path.iterdir()] == ["file"]

    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(files.Path, "open", refused)
    with pytest.raises(DeskError, match=r"cannot be written: Permission denied\. Close it if it is open"):
        check_place(tmp_path / "new")
