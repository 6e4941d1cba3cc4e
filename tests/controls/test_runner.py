"""A run that is watched: the same games however it is paced, stopped at once, its threads gone with it."""

from __future__ import annotations

import threading
import time
from fractions import Fraction

import pytest

import banchok_edu as be
from banchok_edu.controls.runner_view import exact_number
from banchok_edu.controls.running import PACES, Run

from .sheets import all_text, control, do, forged_messages_change_nothing

UNIT = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)


def ours():
    return [t for t in threading.enumerate() if t.name in ("runner", "exact number")]


def until(true, seconds=10):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def made():
    """Make runners that are closed at the end."""
    kept = []

    def make(*args, **more):
        kept.append(be.Runner(*args, **more))
        return kept[-1]

    yield make
    for runner in kept:
        runner.close()


def test_the_estimate_is_that_of_a_simulation_of_the_same_games(made):
    runner = made(UNIT, games=30_000, seed=7).run()
    assert runner.status == "done"
    assert runner.estimate == be.simulate(UNIT, games=30_000, seed=7, keep="summary").probability("tripled")
    assert runner.simulation.games == 30_000


def test_the_exact_line_is_the_chains_number_and_the_verdict_that_of_compare(made):
    runner = made(UNIT, games=30_000, seed=7).run()
    assert runner.comparison.exact == Fraction(64, 217)
    assert runner.comparison.verdict == be.compare("64/217", runner.estimate, model="fresh_each_coup").verdict
    assert "Exact: 64/217 = 0.294931" in all_text(runner)
    assert "z = " in all_text(runner)


def test_single_coups_are_compared_with_nine_of_seventeen(made):
    runner = made(be.BanchokRules(), statistic="wins", games=20_000, seed=7).run()
    assert runner.estimate == be.coups(be.BanchokRules(), 20_000, 7).probability("wins")
    assert runner.comparison.exact == Fraction(9, 17)
    game = runner.game(12)
    assert (game.rules.players, game.seed, game.index) == (2, 7, 12)


def test_polish_coups_have_their_own_exact_number(made):
    runner = made(be.PolishRules(), statistic="wins", games=500, seed=7).run()
    assert runner.comparison.exact == Fraction(132955, 176851)


def test_where_there_is_no_exact_number_the_reason_is_given(made):
    runner = made(be.BanchokRules(players=3), games=500, seed=1).run()
    assert "No exact line: with deck_use='recycled'" in all_text(runner)
    assert runner.comparison is None
    own = made(be.BanchokRules(players=3), games=500, seed=1, exact="1/4").run()
    assert own.comparison.exact == Fraction(1, 4)


def test_paused_resumed_and_slowed_it_plays_the_same_games(made):
    runner = made(UNIT, games=3_000, seed=3)
    do(runner, "start")
    until(lambda: runner.games > 0)
    do(runner, "pause")
    time.sleep(0.15)
    held = runner.games
    time.sleep(0.2)
    assert runner.games == held < 3_000
    assert control(runner, "start")["label"] == "Resume"
    do(runner, "faster")
    do(runner, "faster")
    assert control(runner, "faster")["off"] is True
    do(runner, "start")
    runner.wait(20)
    assert runner.estimate == be.simulate(UNIT, games=3_000, seed=3, keep="summary").probability("tripled")


def test_it_stops_within_half_a_second_and_what_was_shown_stays(made):
    runner = made(be.BanchokRules(), games=10**9, seed=3).start().faster().faster()
    until(lambda: runner.games > 2_000)
    begun = time.perf_counter()
    do(runner, "stop")
    shown = runner.games
    runner.wait(5)
    assert time.perf_counter() - begun < 0.5
    assert not ours()
    assert runner.games == shown
    assert runner.status == "stopped"
    assert f"{shown:,} of" in all_text(runner)


def test_started_again_after_a_stop_it_begins_with_the_first_game(made):
    runner = made(UNIT, games=10**6, seed=3).start()
    until(lambda: runner.games > 0)
    runner.stop().wait(5)
    runner.start()
    until(lambda: runner.games > 0)
    runner.stop().wait(5)
    assert runner.estimate == be.simulate(UNIT, games=runner.games, seed=3, keep="summary").probability("tripled")


def test_everybody_has_a_seed_of_his_own_and_it_is_shown(made):
    seeds = {made(UNIT, games=10).seed for _ in range(30)}
    assert len(seeds) == 30
    runner = made(UNIT, games=200).run()
    before = runner.seed
    do(runner, "seed")
    assert runner.seed != before
    assert (runner.games, runner.status) == (0, "ready")
    assert f"Seed {runner.seed}." in all_text(runner)


def test_the_games_that_stand_out_are_the_largest_and_can_be_opened(made):
    rules = be.BanchokRules(players=3, opening=20)
    runner = made(rules, be.policies.Share(1, 2), games=4_000, seed=5).run()
    gains = be.simulate(rules, be.policies.Share(1, 2), games=4_000, seed=5)["gain"]
    top = [one for one in runner._current.outliers if one.what == "gain"]
    assert [one.amount for one in top] == sorted(gains.max(axis=1).tolist(), reverse=True)[:3]
    first = top[0]
    assert gains[first.game, first.seat] == first.amount
    assert do(runner, f"open {first.game}", first.game) == ""
    assert f"be.Table(runner.game({first.game}))" in all_text(runner)
    game = runner.game(first.game)
    assert (game.seed, game.index) == (5, first.game)
    assert runner.simulation.game(first.game, played=True).gains[first.seat] == first.amount


def test_a_game_of_a_run_lies_at_the_table_at_its_beginning_and_can_be_gone_through_as_it_was_played(made):
    rules = be.BanchokRules(players=3, opening=5)
    runner = made(rules, be.policies.Threshold("8"), games=60, seed=5).run()
    for i in range(60):
        table = be.Table(runner.game(i))
        played = runner.simulation.game(i, played=True)
        assert table.game.inputs == ()
        assert table.view["at"] == len(table.game.events)
        table._receive(table, {"type": "look", "seq": table.view["seq"], "at": table.view["end"]}, [])
        assert table.view["note"] == ""
        assert table.game.gains == played.gains
        assert table.game.inputs == played.inputs


def test_a_game_that_was_not_played_cannot_be_opened(made):
    runner = made(UNIT, games=100, seed=1)
    with pytest.raises(be.BanchokError, match="none has been played yet"):
        runner.game(0)
    runner.run()
    with pytest.raises(be.BanchokError, match="they are 0 to 99"):
        runner.game(100)


def test_its_threads_end_when_it_is_closed():
    runner = be.Runner(UNIT, games=10**9, seed=1).start()
    until(lambda: runner.games > 0)
    runner.close()
    assert not ours()


def test_a_fault_in_a_policy_of_ones_own_is_shown_and_ends_the_run(made):
    calls = []

    def odd(view):
        calls.append(1)
        if len(calls) > 500:
            raise ZeroDivisionError("mine")
        return 1

    runner = made(UNIT, odd, games=10**5, seed=1).start()
    runner.wait(20)
    assert runner.status == "failed"
    assert "mine" in runner.view["note"]
    assert isinstance(runner.fault, ZeroDivisionError)


def test_a_policy_of_ones_own_is_played_in_small_pieces(made):
    runner = made(UNIT, lambda _view: 1, games=50, seed=1).run()
    assert runner.estimate.games == 50
    assert "No exact line" in all_text(runner)


def test_what_cannot_be_estimated_is_refused_at_once():
    for wrong, said in (({"statistic": "trippled"}, "did you mean"), ({"games": 0}, "games=0"), ({"seat": 9}, "seat")):
        with pytest.raises(be.BanchokError, match=said):
            be.Runner(UNIT, **wrong)
    with pytest.raises(be.BanchokError, match="say whose, seat=0"):
        be.Runner(UNIT, statistic="gain")


def test_forged_messages_change_nothing(made):
    runner = made(UNIT, games=500, seed=1).run()
    forged_messages_change_nothing(runner, lambda: (runner.games, runner.seed, runner.status))
    for name, value in (("stop", None), ("start", 1), ("faster", None), ("open 3", 3), ("seed", "7"), ("pause", None)):
        assert do(runner, name, value), name
    assert runner.games == 500
    assert runner.fault is None


def test_the_history_stays_short_however_long_the_run():
    def play(start, games):
        return type("Coups", (), {"games": games})()

    def estimate(played):
        return be.Estimate.of_probability([1] * 1 + [0], [1, 1])

    run = Run(play, estimate, 10**5, lambda _run: None)
    run.set_pace(len(PACES) - 1)
    for n in range(1000):
        run._take(play(n, 1), 1)
    assert len(run.history) <= 121
    assert run.history[-1].games == 1000


def test_a_large_bank_is_compared_with_a_float_that_the_closed_form_confirms():
    rules = be.BanchokRules(players=2, opening=201, deck_use="fresh_each_coup", pass_limit=None)
    found, model = exact_number(rules, None, "tripled", "tripled, of banks opened")
    rho = Fraction(9, 8)
    assert float(found) == pytest.approx(float(1 / (1 + rho**201 + rho**402)), rel=1e-9)
    assert not found.is_Rational
    assert model == "fresh_each_coup"
