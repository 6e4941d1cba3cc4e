"""A kernel on a hub takes no more of the machine than its part."""

import os

import pytest

import banchok_edu as be
from banchok_edu.bulk import machine
from banchok_edu.bulk.machine import memory, processors

MANY = 64


@pytest.fixture
def group(tmp_path, monkeypatch):
    """A machine with many processors, and the own control group in one of another: a folder of the test each."""
    outer, inner = tmp_path / "hub.slice", tmp_path / "hub.slice" / "student.service"
    inner.mkdir(parents=True)
    (tmp_path / "own").write_text("4:memory:/elsewhere\n0::/hub.slice/student.service\n")
    monkeypatch.setattr(machine, "_GROUPS", tmp_path)
    monkeypatch.setattr(machine, "_OWN_GROUP", tmp_path / "own")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(MANY)), raising=False)
    monkeypatch.delenv("PYTHON_CPU_COUNT", raising=False)
    return inner, outer


@pytest.mark.parametrize(
    "inner, outer, found",
    [
        ("max 100000", "max 100000", MANY),
        ("200000 100000", "max 100000", 2),
        ("max 100000", "400000 100000", 4),
        ("800000 100000", "400000 100000", 4),
        ("150000 100000", None, 2),
        ("10000 100000", None, 1),
        (None, None, MANY),
        ("9900000 100000", None, MANY),
    ],
)
def test_the_processors_are_those_of_the_control_group(group, inner, outer, found):
    for folder, limit in zip(group, (inner, outer), strict=True):
        if limit is not None:
            (folder / "cpu.max").write_text(limit + "\n")
    assert processors() == found


def test_a_container_sees_its_own_group_as_the_whole(group, tmp_path):
    (tmp_path / "own").write_text("0::/\n")
    (tmp_path / "cpu.max").write_text("100000 100000\n")
    assert processors() == 1


@pytest.mark.parametrize("own", ["0::/../../elsewhere\n", "4:memory:/elsewhere\n", "", "0::/hub\xff"])
def test_a_group_that_cannot_be_read_sets_no_limit(group, tmp_path, own):
    (tmp_path / "own").write_bytes(own.encode("latin-1"))
    (tmp_path / "cpu.max").write_text("100000 100000\n")
    assert processors() == MANY
    (tmp_path / "own").unlink()
    assert processors() == MANY


def test_a_process_held_to_some_processors_uses_those(group, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5})
    assert processors() == 2
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1


@pytest.mark.parametrize(
    "said, found", [("3", 3), ("128", 128), ("default", MANY), ("0", MANY), ("-2", MANY), ("²", MANY)]
)
def test_the_administrator_has_the_first_word(group, monkeypatch, said, found):
    monkeypatch.setenv("PYTHON_CPU_COUNT", said)
    assert processors() == found


def test_simulate_starts_no_more_threads(monkeypatch):
    from banchok_edu.bulk import runs

    started = []

    class Pool(runs.ThreadPoolExecutor):
        def __init__(self, hands, **more):
            started.append(hands)
            super().__init__(hands, **more)

    monkeypatch.setattr(runs, "ThreadPoolExecutor", Pool)
    for told in ("1", "3"):
        monkeypatch.setenv("PYTHON_CPU_COUNT", told)
        be.simulate(be.BanchokRules(players=2), games=1000)
    assert started == [3]


def test_the_memory_is_that_of_the_control_group(group):
    whole = memory()
    inner, outer = group
    (inner / "memory.max").write_text("max\n")
    assert memory() == whole
    (outer / "memory.max").write_text("1000000\n")
    assert memory() == 1_000_000


def test_columns_that_a_student_may_not_have_are_refused_before_the_kernel_is_killed(group):
    (group[0] / "memory.max").write_text("1000000\n")
    with pytest.raises(be.BanchokError, match="more than there is: say keep='summary'"):
        be.simulate(be.BanchokRules(), games=1_000_000)
    with pytest.raises(be.BanchokError, match="do not fit into memory"):
        be.coups(be.BanchokRules(), n=1_000_000)


def test_where_memory_cannot_be_asked_it_is_a_terabyte(group, monkeypatch):
    monkeypatch.delattr(os, "sysconf")
    assert memory() == 1 << 40
