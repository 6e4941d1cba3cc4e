"""The student's copy of the lessons is never written over."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from banchok_edu import copies
from banchok_edu.copies import FolderError, bring_lessons, holds_lessons

FIRST = "01-banchok.ipynb"
NEWER = "01-banchok (new in 0.2.0).ipynb"
MANIFEST = ".banchok-edu/shipped.json"


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "lessons"
    (folder / "images").mkdir(parents=True)
    (folder / FIRST).write_text("first edition")
    (folder / "09-polish.ipynb").write_text("polish")
    (folder / "images" / "deck.png").write_bytes(b"\x89PNG\x00")
    return folder


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "mine"


def contents(folder):
    """Every file with its bytes; what the program keeps for itself is left out."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".banchok-edu" not in path.parts
    }


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def write_manifest(folder, text):
    (folder / ".banchok-edu").mkdir(parents=True, exist_ok=True)
    (folder / MANIFEST).write_text(text)


class TestTheFirstTime:
    def test_everything_is_copied_with_its_subfolders(self, source, mine):
        outcome = bring_lessons(source, mine, version="0.1.0")
        assert outcome.copied == [FIRST, "09-polish.ipynb", "images/deck.png"]
        assert contents(mine) == contents(source)
        assert not outcome.shared

    def test_a_missing_path_of_folders_is_made(self, source, tmp_path):
        bring_lessons(source, tmp_path / "a" / "b" / "c", version="0.1.0")
        assert (tmp_path / "a" / "b" / "c" / FIRST).is_file()

    def test_hidden_files_and_bytecode_are_no_lessons(self, source, mine):
        for name in (".ipynb_checkpoints/01-checkpoint.ipynb", ".gitkeep", "__pycache__/x.pyc"):
            (source / name).parent.mkdir(exist_ok=True)
            (source / name).write_text("x")
        assert bring_lessons(source, mine, version="0.1.0").copied == [FIRST, "09-polish.ipynb", "images/deck.png"]

    def test_no_part_of_a_write_is_left(self, source, mine):
        bring_lessons(source, mine, version="0.1.0")
        assert not list(mine.rglob("*.part"))

    def test_others_may_read_the_copy_as_the_umask_says(self, source, mine):
        former = os.umask(0o022)
        try:
            bring_lessons(source, mine, version="0.1.0")
        finally:
            os.umask(former)
        assert (mine / FIRST).stat().st_mode & 0o777 == 0o644

    def test_other_things_in_the_folder_are_untouched_and_mentioned(self, source, mine):
        mine.mkdir()
        (mine / "thesis.txt").write_text("my thesis")
        assert bring_lessons(source, mine, version="0.1.0").shared
        assert (mine / "thesis.txt").read_text() == "my thesis"
        assert not bring_lessons(source, mine, version="0.1.0").shared

    def test_a_hidden_file_of_the_system_is_not_another_thing(self, source, mine):
        mine.mkdir()
        (mine / ".DS_Store").write_text("")
        assert not bring_lessons(source, mine, version="0.1.0").shared

    def test_a_folder_holds_lessons_from_then_on(self, source, mine):
        assert not holds_lessons(mine)
        bring_lessons(source, mine, version="0.1.0")
        assert holds_lessons(mine)


class TestTheNextTime:
    @pytest.fixture(autouse=True)
    def brought(self, source, mine):
        bring_lessons(source, mine, version="0.1.0")

    def test_nothing_is_written_when_nothing_is_new(self, source, mine, monkeypatch):
        monkeypatch.setattr(copies, "_write", lambda *_: pytest.fail("wrote"))
        assert bring_lessons(source, mine, version="0.1.0").current == [FIRST, "09-polish.ipynb", "images/deck.png"]

    def test_a_deleted_lesson_comes_back(self, source, mine):
        (mine / FIRST).unlink()
        assert bring_lessons(source, mine, version="0.1.0").copied == [FIRST]

    def test_a_changed_lesson_is_kept_and_nothing_is_put_beside_while_nothing_is_newer(self, source, mine):
        (mine / FIRST).write_text("my notes")
        outcome = bring_lessons(source, mine, version="0.2.0")
        assert (outcome.kept, outcome.beside) == ([FIRST], [])
        assert (mine / FIRST).read_text() == "my notes"
        assert set(contents(mine)) == set(contents(source))

    def test_a_newer_lesson_is_put_beside_a_changed_one(self, source, mine):
        (mine / FIRST).write_text("my notes")
        (source / FIRST).write_text("second edition")
        assert bring_lessons(source, mine, version="0.2.0").beside == [NEWER]
        assert (mine / FIRST).read_text() == "my notes"
        assert (mine / NEWER).read_text() == "second edition"

    @pytest.mark.parametrize("then", ["left", "changed", "deleted", "accepted"])
    def test_the_same_newer_lesson_is_never_put_beside_twice(self, source, mine, then):
        (mine / FIRST).write_text("my notes")
        (source / FIRST).write_text("second edition")
        bring_lessons(source, mine, version="0.2.0")
        match then:
            case "changed":
                (mine / NEWER).write_text("my other notes")
            case "deleted":
                (mine / NEWER).unlink()
            case "accepted":
                (mine / NEWER).replace(mine / FIRST)
        left = contents(mine)
        for _ in range(2):
            assert bring_lessons(source, mine, version="0.2.0").beside == []
        assert contents(mine) == left

    def test_each_newer_edition_gets_a_name_of_its_own(self, source, mine):
        (mine / FIRST).write_text("my notes")
        (source / FIRST).write_text("second edition")
        bring_lessons(source, mine, version="0.2.0")
        (source / FIRST).write_text("third edition")
        assert bring_lessons(source, mine, version="0.3.0").beside == ["01-banchok (new in 0.3.0).ipynb"]
        assert (mine / NEWER).read_text() == "second edition"

    def test_two_editions_of_one_version_do_not_overwrite_each_other(self, source, mine):
        (mine / FIRST).write_text("my notes")
        for edition in ("second edition", "corrected"):
            (source / FIRST).write_text(edition)
            bring_lessons(source, mine, version="0.2.0")
        assert (mine / NEWER).read_text() == "second edition"
        assert (mine / "01-banchok (new in 0.2.0, 2).ipynb").read_text() == "corrected"

    def test_an_untouched_old_lesson_is_renewed(self, source, mine):
        (source / FIRST).write_text("second edition")
        outcome = bring_lessons(source, mine, version="0.2.0")
        assert (outcome.renewed, outcome.beside) == ([FIRST], [])
        assert contents(mine) == contents(source)

    def test_a_renewed_lesson_is_renewed_again(self, source, mine):
        for edition in ("second edition", "third edition"):
            (source / FIRST).write_text(edition)
            assert bring_lessons(source, mine, version="0.2.0").renewed == [FIRST]
        assert (mine / FIRST).read_text() == "third edition"

    def test_a_lesson_in_a_subfolder_is_put_beside_in_that_subfolder(self, source, mine):
        (mine / "images" / "deck.png").write_bytes(b"mine")
        (source / "images" / "deck.png").write_bytes(b"new")
        assert bring_lessons(source, mine, version="0.2.0").beside == ["images/deck (new in 0.2.0).png"]
        assert (mine / "images" / "deck.png").read_bytes() == b"mine"

    def test_a_lesson_that_is_no_longer_shipped_stays(self, source, mine):
        (source / FIRST).unlink()
        bring_lessons(source, mine, version="0.2.0")
        assert (mine / FIRST).read_text() == "first edition"


class TestWithoutATrustworthyManifest:
    @pytest.mark.parametrize(
        "manifest",
        [
            "",
            "{",
            "null",
            "[]",
            '"text"',
            "7" * 5000,
            "[" * 100_000,
            '{"format": 1}',
            '{"format": 1, "lessons": []}',
            '{"format": 1, "lessons": {"01-banchok.ipynb": null}}',
            '{"format": 1, "lessons": {"01-banchok.ipynb": {"shipped": ["x"], "offered": 3}}}',
            '{"format": 1, "lessons": {"01-banchok.ipynb": {"shipped": "ABC"}}}',
            json.dumps({"format": 2, "lessons": {FIRST: {"shipped": sha256("my notes")}}}),
            json.dumps({"format": 1, "lessons": {"\ud800": {"shipped": sha256("my notes")}}}),
        ],
        ids=lambda text: text[:40] or "empty",
    )
    def test_every_difference_is_the_students(self, source, mine, manifest):
        mine.mkdir()
        (mine / FIRST).write_text("my notes")
        write_manifest(mine, manifest)
        outcome = bring_lessons(source, mine, version="0.2.0")
        assert outcome.beside == [NEWER]
        assert (mine / FIRST).read_text() == "my notes"
        assert bring_lessons(source, mine, version="0.2.0").kept == [FIRST]

    def test_a_lost_manifest_puts_the_same_newer_lesson_beside_only_once(self, source, mine):
        mine.mkdir()
        (mine / FIRST).write_text("my notes")
        for expected in ([NEWER], [], []):
            assert bring_lessons(source, mine, version="0.2.0").beside == expected
            (mine / MANIFEST).unlink()

    def test_bytes_that_are_no_text(self, source, mine):
        write_manifest(mine, "")
        (mine / MANIFEST).write_bytes(b"\xff\xfe\x00\x80")
        (mine / FIRST).write_text("my notes")
        bring_lessons(source, mine, version="0.2.0")
        assert (mine / FIRST).read_text() == "my notes"

    def test_a_huge_manifest_is_not_read(self, source, mine):
        lessons = {FIRST: {"shipped": sha256("my notes")}} | {str(i): {"shipped": "0" * 64} for i in range(20_000)}
        write_manifest(mine, json.dumps({"format": 1, "lessons": lessons}))
        assert (mine / MANIFEST).stat().st_size > 1_000_000
        (mine / FIRST).write_text("my notes")
        assert bring_lessons(source, mine, version="0.2.0").renewed == []
        assert (mine / FIRST).read_text() == "my notes"

    def test_a_forged_manifest_cannot_destroy_a_changed_lesson(self, source, mine):
        mine.mkdir()
        (mine / FIRST).write_text("my notes")
        write_manifest(mine, json.dumps({"format": 1, "lessons": {FIRST: {"shipped": sha256("my notes")}}}))
        bring_lessons(source, mine, version="0.2.0")
        assert "my notes" in [path.read_text() for path in (mine / ".banchok-edu" / "replaced").rglob("*.ipynb")]

    @pytest.mark.parametrize("name", ["../outside.ipynb", "/etc/banchok-test", "images/../../outside.ipynb", ""])
    def test_names_in_the_manifest_are_never_followed(self, source, mine, tmp_path, name):
        outside = tmp_path / "outside.ipynb"
        outside.write_text("outside")
        lessons = {name: {"shipped": sha256("outside"), "offered": sha256("outside")}}
        write_manifest(mine, json.dumps({"format": 1, "lessons": lessons}))
        bring_lessons(source, mine, version="0.2.0")
        assert outside.read_text() == "outside"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["lessons", "mine", "outside.ipynb"]

    @pytest.mark.parametrize("manifest", ["folder", "link", "pipe"])
    def test_a_manifest_that_is_no_plain_file(self, source, mine, tmp_path, manifest):
        (mine / ".banchok-edu").mkdir(parents=True)
        (mine / FIRST).write_text("my notes")
        real = tmp_path / "elsewhere.json"
        real.write_text(json.dumps({"format": 1, "lessons": {FIRST: {"shipped": sha256("my notes")}}}))
        match manifest:
            case "folder":
                (mine / MANIFEST).mkdir()
            case "link":
                (mine / MANIFEST).symlink_to(real)
            case "pipe":
                os.mkfifo(mine / MANIFEST)
        before = real.read_text()
        assert bring_lessons(source, mine, version="0.2.0").beside == [NEWER]
        assert (mine / FIRST).read_text() == "my notes"
        assert real.read_text() == before

    @pytest.mark.parametrize("notes", ["file", "link"])
    def test_no_note_is_kept_where_its_folder_is_something_else(self, source, mine, tmp_path, notes):
        mine.mkdir()
        (tmp_path / "elsewhere").mkdir()
        if notes == "file":
            (mine / ".banchok-edu").write_text("mine")
        else:
            (mine / ".banchok-edu").symlink_to(tmp_path / "elsewhere")
        outcome = bring_lessons(source, mine, version="0.2.0")
        assert outcome.copied == [FIRST, "09-polish.ipynb", "images/deck.png"]
        assert list((tmp_path / "elsewhere").iterdir()) == []
        assert not holds_lessons(mine)


class TestLinksAndOddThings:
    def test_a_link_in_place_of_a_lesson_is_kept_and_not_written_through(self, source, mine, tmp_path):
        outside = tmp_path / "outside.ipynb"
        outside.write_text("first edition")
        bring_lessons(source, mine, version="0.1.0")
        (mine / FIRST).unlink()
        (mine / FIRST).symlink_to(outside)
        (source / FIRST).write_text("second edition")
        assert bring_lessons(source, mine, version="0.2.0").beside == [NEWER]
        assert (mine / FIRST).is_symlink()
        assert outside.read_text() == "first edition"

    def test_a_link_that_leads_nowhere_is_not_filled(self, source, mine, tmp_path):
        mine.mkdir()
        (mine / FIRST).symlink_to(tmp_path / "nowhere.ipynb")
        bring_lessons(source, mine, version="0.1.0")
        assert not (tmp_path / "nowhere.ipynb").exists()
        assert (mine / FIRST).is_symlink()

    def test_a_link_in_place_of_the_newer_lesson_is_not_written_through(self, source, mine, tmp_path):
        outside = tmp_path / "outside.ipynb"
        outside.write_text("outside")
        bring_lessons(source, mine, version="0.1.0")
        (mine / FIRST).write_text("my notes")
        (mine / NEWER).symlink_to(outside)
        (source / FIRST).write_text("second edition")
        assert bring_lessons(source, mine, version="0.2.0").beside == ["01-banchok (new in 0.2.0, 2).ipynb"]
        assert outside.read_text() == "outside"

    @pytest.mark.parametrize(("kind", "reason"), [("link", "images is a link"), ("file", "images is a file")])
    def test_a_subfolder_that_is_something_else_is_left_alone(self, source, mine, tmp_path, kind, reason):
        mine.mkdir()
        (tmp_path / "elsewhere").mkdir()
        if kind == "link":
            (mine / "images").symlink_to(tmp_path / "elsewhere")
        else:
            (mine / "images").write_text("mine")
        outcome = bring_lessons(source, mine, version="0.1.0")
        assert outcome.left_out == [f"images/deck.png ({reason}, not a folder)"]
        assert outcome.copied == [FIRST, "09-polish.ipynb"]
        assert list((tmp_path / "elsewhere").iterdir()) == []

    @pytest.mark.parametrize("kind", ["folder", "pipe"])
    def test_a_lesson_whose_name_something_else_bears(self, source, mine, kind):
        mine.mkdir()
        if kind == "folder":
            (mine / FIRST).mkdir()
        else:
            os.mkfifo(mine / FIRST)
        assert bring_lessons(source, mine, version="0.2.0").beside == [NEWER]
        assert not (mine / FIRST).is_file()

    def test_the_folder_itself_may_be_a_link(self, source, mine, tmp_path):
        (tmp_path / "real").mkdir()
        mine.symlink_to(tmp_path / "real")
        bring_lessons(source, mine, version="0.1.0")
        assert (tmp_path / "real" / FIRST).is_file()

    def test_a_hundred_files_beside_are_enough(self, source, mine, monkeypatch):
        monkeypatch.setattr(copies, "_MOST_BESIDE", 2)
        mine.mkdir()
        for name in (FIRST, NEWER, "01-banchok (new in 0.2.0, 2).ipynb"):
            (mine / name).write_text("mine")
        (left_out,) = bring_lessons(source, mine, version="0.2.0").left_out
        assert left_out == f"{FIRST} (2 files new in 0.2.0 stand beside it: move some of them away)"


class TestWhatCannotBe:
    def test_a_file_is_no_folder(self, source, mine):
        mine.write_text("a file")
        with pytest.raises(FolderError, match="is not a folder"):
            bring_lessons(source, mine, version="0.1.0")
        assert mine.read_text() == "a file"

    def test_no_folder_can_be_made_under_a_file(self, source, mine):
        mine.write_text("a file")
        with pytest.raises(FolderError, match="a part of its path, is not a folder"):
            bring_lessons(source, mine / "deeper" / "still", version="0.1.0")

    def test_a_link_that_leads_in_a_circle_is_no_folder(self, source, mine):
        mine.symlink_to(mine)
        with pytest.raises(FolderError, match="is not a folder"):
            bring_lessons(source, mine, version="0.1.0")

    def test_a_null_byte_is_no_name(self, source):
        with pytest.raises(FolderError, match="no name for a folder"):
            bring_lessons(source, Path("a\0b"), version="0.1.0")

    def test_a_name_of_300_letters_is_refused_by_the_system_and_explained(self, source, tmp_path):
        with pytest.raises(FolderError, match="Give another folder"):
            bring_lessons(source, tmp_path / ("x" * 300), version="0.1.0")

    def test_the_lessons_are_not_copied_into_themselves(self, source):
        with pytest.raises(FolderError, match="lies in the folder of the lessons itself"):
            bring_lessons(source, source / "mine", version="0.1.0")
        assert not (source / "mine").exists()

    @pytest.mark.parametrize(
        ("number", "said"),
        [
            (errno.EROFS, "cannot be written to"),
            (errno.EACCES, "cannot be written to"),
            (errno.ENOSPC, "no space left"),
        ],
    )
    def test_what_the_system_refuses_is_said_in_plain_words(self, source, mine, monkeypatch, number, said):
        bring_lessons(source, mine, version="0.1.0")
        (source / FIRST).write_text("second edition")
        before = contents(mine)

        def refused(_descriptor):
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(copies.os, "fsync", refused)
        with pytest.raises(FolderError, match=said):
            bring_lessons(source, mine, version="0.2.0")
        assert contents(mine) == before

    @pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are POSIX")
    def test_a_file_too_large_for_the_disk_leaves_whole_files_only(self, source, mine):
        (source / "09-polish.ipynb").write_bytes(b"x" * 100_000)
        program = (
            "import resource, sys; from pathlib import Path; from banchok_edu.copies import *\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))\n"
            "try: bring_lessons(Path(sys.argv[1]), Path(sys.argv[2]), version='0.1.0')\n"
            "except FolderError as error: print(error)\n"
        )
        ran = subprocess.run(
            [sys.executable, "-c", program, source, mine], capture_output=True, text=True, check=True, timeout=60
        )
        assert "no space left" in ran.stdout
        assert contents(mine) == {FIRST: b"first edition"}
        assert bring_lessons(source, mine, version="0.1.0").copied == ["09-polish.ipynb", "images/deck.png"]

    def test_a_crash_in_mid_copy_leaves_the_old_files_whole_and_the_next_run_finishes(self, source, mine):
        bring_lessons(source, mine, version="0.1.0")
        for name in (FIRST, "09-polish.ipynb"):
            (source / name).write_text("second edition")
        program = (
            "import os, sys; from pathlib import Path; from banchok_edu import copies\n"
            "writes = iter(range(10))\n"
            "os.fsync = lambda _: os._exit(9) if next(writes) == 3 else None\n"  # in the second lesson, half done
            "copies.bring_lessons(Path(sys.argv[1]), Path(sys.argv[2]), version='0.2.0')\n"
        )
        ran = subprocess.run([sys.executable, "-c", program, source, mine], check=False, timeout=60)
        assert ran.returncode == 9
        assert (mine / FIRST).read_text() == "second edition"
        assert (mine / "09-polish.ipynb").read_text() == "polish"
        outcome = bring_lessons(source, mine, version="0.2.0")
        assert (outcome.current, outcome.renewed) == ([FIRST, "images/deck.png"], ["09-polish.ipynb"])
        assert (mine / "09-polish.ipynb").read_text() == "second edition"
