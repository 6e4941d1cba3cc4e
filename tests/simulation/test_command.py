"""The command ``banchok-edu simulate``."""

from __future__ import annotations

import csv
import os
import sys
from dataclasses import fields

import pytest

import banchok_edu as be
from banchok_edu.bulk import tables as simulation_tables
from banchok_edu.cli import main
from banchok_edu.compiled import WAIT
from banchok_edu.games.registry import GAMES
from banchok_edu.simulate_command import read_policy

RUN = ["simulate", "banchok", "--players", "3", "--games", "1e3", "--policy", "threshold:9", "--seed", "1", "--quiet"]


@pytest.mark.parametrize("kind", GAMES)
def test_help_shows_every_rule_with_meaning_range_and_default(kind, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    with pytest.raises(SystemExit) as caught:
        main(["simulate", kind, "--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    for f in fields(GAMES[kind].rules_type):
        (line,) = [line for line in text.splitlines() if line.strip().startswith(f"--{f.name.replace('_', '-')} X")]
        assert f.metadata["meaning"] in line
        assert f.metadata["allowed"] in line
        assert "(default " in line


def test_it_tells_the_summary_of_the_games(capsys):
    assert main(RUN) == 0
    told = capsys.readouterr()
    sim = be.simulate(be.BanchokRules(players=3), be.policies.Threshold("9"), games=1000, seed=1)
    assert told.out.strip() == sim.summary()
    assert told.err in ("", f"{WAIT}\n")  # which of them depends on what has been compiled on this machine


def test_it_shows_a_progress_bar(capsys):
    assert main(RUN[:-1]) == 0
    assert "1.00k/1.00k" in capsys.readouterr().err


def test_every_rule_can_be_given(capsys):
    words = ["--purse=50", "--tie=push", "--first-banker=1", "--pass-limit=none", "--show-passed=true"]
    words += ["--opening", "1000000000"]
    assert main([*RUN, *words]) == 0
    assert "purse=50, opening=1000000000, pass_limit=None, first_banker=1, show_passed=True, tie='push'" in (
        capsys.readouterr().out
    )
    words = ["simulate", "polish", "--games=50", "--exposure=1/4", "--suit-order=♥♦♣♠", "--policy=share:1,2", "--quiet"]
    assert main(words) == 0
    assert "suit_order='♥♦♣♠', exposure='1/4'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ("threshold:9", be.policies.Threshold("9")),
        ("Threshold:rank=10,otherwise=1", be.policies.Threshold("10", otherwise=1)),
        ("threshold:wins=60,stake=5", be.policies.Threshold(wins=60, stake=5)),
        ("blind", be.policies.Blind()),
        ("blind:bank", be.policies.Blind("bank")),
        ("share:1,3,purse", be.policies.Share(1, 3, "purse")),
        ("optimal", be.policies.Optimal()),
        ("kelly", be.policies.Kelly()),
        ("pass", be.policies.Pass()),
    ],
)
def test_a_policy_is_named_with_its_parameters(text, policy):
    assert read_policy(text) == policy


def test_each_seat_may_have_its_policy(capsys):
    assert (
        main(["simulate", "banchok", "--players=2", "--games=10", "--quiet", "--policy=pass", "--policy=blind:2"]) == 0
    )
    assert "seat 0 plays Pass(); seat 1 plays Blind(stake=2)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--policy", "treshold:9"], "there is no policy 'treshold'"),
        (["--policy", "threshold:11"], "is not a rank"),
        (["--policy", "pass:3"], "no parameters"),
        (["--policy", "share:1"], "share needs part, whole, of"),
        (["--policy", "blind:1,1"], "'1' does not fit"),
        (["--policy", "blind:1", "--policy", "pass"], "a list of 5"),
        (["--policy", "kelly"], "limited purse"),
        (["--tie", "pusch"], "did you mean 'push'"),
        (["--players", "11"], "players=11 is too many"),
        (["--players", "five"], "players='five' is not allowed"),
        (["--games", "0"], "games=0"),
        (["--games", "1e30"], "games="),
        (["--seed", "-1"], "seed=-1"),
        (["--out", "x.txt"], "ends in .csv or .parquet"),
        (["--out", ""], "no known ending"),
        (["--out", "nowhere/x.csv"], "there is no folder 'nowhere'"),
        (["--out", "folder.csv"], "is a folder"),
        (["--out", "old.csv"], "--force writes over it"),
        (["--out", "a\0b.csv"], "cannot be written"),
        (["--out", "x" * 300 + ".csv"], "cannot be written"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("banchok_edu.bulk.chunks.Job.play", None)
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "old.csv").write_text("mine")
    assert main(["simulate", "banchok", *words]) == 2
    assert message in capsys.readouterr().err
    assert (tmp_path / "old.csv").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("number", ["1.5", "x", "1e-3", "nan", "inf", "1e999999999", "9" * 50])
def test_a_number_that_is_none_is_named(number, capsys):
    with pytest.raises(SystemExit) as caught:
        main(["simulate", "banchok", "--games", number])
    assert caught.value.code == 2
    assert "is not a whole number, such as 1000 or 1e6" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="who may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, capsys):
    tmp_path.chmod(0o500)
    assert main([*RUN, "--out", str(tmp_path / "x.csv")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_csv_file_has_a_row_for_each_game(tmp_path, capsys):
    target = tmp_path / "result.csv"
    assert main([*RUN, "--start", "5", "--out", str(target)]) == 0
    assert f"Written to {target}." in capsys.readouterr().out
    sim = be.simulate(be.BanchokRules(players=3), be.policies.Threshold("9"), games=1000, seed=1, start=5)
    rows = list(csv.DictReader(target.read_text(encoding="utf-8").splitlines()))
    assert [int(row["game"]) for row in rows] == list(range(5, 1005))
    assert [int(row["gain_2"]) for row in rows] == sim["gain"][:, 2].tolist()
    assert list(tmp_path.iterdir()) == [target]


def test_a_parquet_file_has_the_same(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "result.parquet"
    assert main([*RUN, "--out", str(target)]) == 0
    table = parquet.read_table(target)
    sim = be.simulate(be.BanchokRules(players=3), be.policies.Threshold("9"), games=1000, seed=1)
    assert table["ended_1"].to_pylist() == sim["ended"][:, 1].tolist()
    assert table.schema.field("gain_0").type.bit_width == 8 * sim["gain"].dtype.itemsize


def test_a_file_is_written_over_only_if_that_is_said(tmp_path):
    target = tmp_path / "old.csv"
    target.write_text("mine")
    assert main([*RUN, "--out", str(target), "--force"]) == 0
    assert target.read_text(encoding="utf-8").startswith("game,gain_0")


def test_a_file_that_came_up_meanwhile_is_not_written_over(tmp_path, capsys, monkeypatch):
    target = tmp_path / "x.csv"
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    written = simulation_tables._write_csv

    def late(sim, path):
        if not target.exists():
            target.write_text("mine")
        written(sim, path)

    monkeypatch.setattr(simulation_tables, "_write_csv", late)
    assert main([*RUN, "--out", str(target)]) == 1
    assert target.read_text(encoding="utf-8") == "mine"
    (other,) = tmp_path.glob("banchok-*/x.csv")
    assert str(other) in capsys.readouterr().err


def test_what_cannot_be_written_after_all_is_not_lost(tmp_path, capsys, monkeypatch):
    def full(sim, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(simulation_tables, "_write_csv", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    target = tmp_path / "x.csv"
    assert main([*RUN, "--out", str(target)]) == 1
    told = capsys.readouterr()
    assert "gain of seat 0" in told.out
    assert "No space left" in told.err
    assert "--seed 1 --start 0 --games 1000 plays the very same again" in told.err
    assert not target.exists()


def test_an_interrupt_tells_what_is_complete(tmp_path, capsys, monkeypatch):
    from banchok_edu.bulk import runs

    take = runs.Gathering.take

    def interrupted(self, chunk):
        take(self, chunk)
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "MOST_GAMES", 100)
    monkeypatch.setattr(runs, "processors", lambda: 1)
    monkeypatch.setattr(runs.Gathering, "take", interrupted)
    target = tmp_path / "part.csv"
    assert main([*RUN, "--out", str(target)]) == 130
    assert "NOT COMPLETE" in capsys.readouterr().out
    assert len(target.read_text(encoding="utf-8").splitlines()) == 101
