"""Simulations: the same games whatever plays them, and every column that of the game at the table."""

from __future__ import annotations

import os
import warnings
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from importlib import import_module

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu.bulk import runs, simulating
from banchok_edu.bulk.chunks import Chunk, Job
from banchok_edu.games.registry import GAMES

BOLD = be.policies.Threshold("9", otherwise=1)
RULES = [be.BanchokRules(players=3), be.PolishRules(players=4, exposure="1/5", purse=150), be.BlackCatRules(deals=3)]
RULES = [
    rules
    for rules in RULES
    if os.path.exists(import_module(f"banchok_edu.games.{rules.game}").__path__[0] + "/columns.py")
]

every_game = pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.game)


def same(one, other):
    """Tell whether two simulations hold the same, to the last count."""
    if one._arrays is not None and other._arrays is not None:
        assert all(np.array_equal(one[c.name], other[c.name]) for c in one.columns)
    return one._totals == other._totals and one.games == other.games


@every_game
def test_a_row_is_the_game_of_that_index(rules):
    sim = be.simulate(rules, games=40, seed=5, start=2**40)
    tally = sim._job.room.tally
    for i in range(0, 40, 13):
        game = sim.game(i, played=True)
        assert (game.seed, game.index) == (5, 2**40 + i)
        for name, numbers in tally(game).items():
            assert sim[name][i].tolist() == numbers


def test_a_game_stands_at_its_beginning_and_goes_on_as_it_was_played():
    sim = be.simulate(be.BanchokRules(players=3), BOLD, games=5, seed=1)
    game = sim.game(3)
    assert game.inputs == ()
    while game.undone:
        game.redo()
    assert game.is_over
    assert list(game.gains) == sim["gain"][3].tolist()


@every_game
def test_summary_and_columns_give_identical_estimates(rules):
    columns = be.simulate(rules, games=700, seed=3)
    summary = be.simulate(rules, games=700, seed=3, keep="summary")
    for way in columns.ways:
        assert columns.probability(way) == summary.probability(way)
    for column in columns.columns:
        if column.unit not in ("code", "seat"):
            assert columns.mean(column.name, 1) == summary.mean(column.name, 1)
    assert columns.summary() == summary.summary()


@every_game
def test_estimates_are_those_of_the_columns(rules):
    sim = be.simulate(rules, games=500, seed=9)
    gains = sim["gain"][:, 1]
    assert sim.mean("gain", seat=1).value == pytest.approx(gains.mean())
    assert sim.mean("gain", seat=1).standard_error == pytest.approx(gains.std(ddof=1) / 500**0.5)
    for code, way in enumerate(sim.ways):
        a, b = (sim["ended"] == code).sum(axis=1), (sim["ended"] >= 0).sum(axis=1)
        mine = (sim["banker"] == 1) & (sim["ended"] == code), sim["banker"] == 1
        assert sim.probability(way).sums == be.Estimate.of_probability(a, b).sums
        of_seat = be.Estimate.of_probability(mine[0].sum(axis=1), mine[1].sum(axis=1))
        assert sim.probability(way, seat=1).sums == of_seat.sums


def test_sums_stay_exact_with_the_largest_stakes():
    rules = be.BanchokRules(players=10, opening=10**9, tripled_when="after_deal", rounds=3)
    policy = be.policies.Threshold("7", otherwise=10**8)
    sim = be.simulate(rules, policy, games=300, seed=2)
    gains = [int(gain) for gain in sim["gain"][:, 4]]
    assert sum(gain**2 for gain in gains) > 2**63
    assert sim.mean("gain", 4).sums == be.Estimate.of_mean(gains).sums
    assert be.simulate(rules, policy, games=300, seed=2, keep="summary")._totals == sim._totals


@pytest.mark.parametrize("largest", [1, 7, 64])
@pytest.mark.parametrize("hands", [1, 2, 5])
def test_chunks_and_threads_make_no_difference(monkeypatch, largest, hands):
    rules = be.PolishRules(players=3)
    usual = be.simulate(rules, games=600, seed=4)
    monkeypatch.setattr(runs, "MOST_GAMES", largest)
    monkeypatch.setattr(runs, "FEW_GAMES", 5)
    monkeypatch.setattr(runs, "processors", lambda: hands)
    for keep in ("columns", "summary"):
        assert same(be.simulate(rules, games=600, seed=4, keep=keep), usual)


def test_chunks_that_come_back_in_any_order_make_no_difference(monkeypatch):
    class Backwards(Executor):
        """Plays only when asked for a result, the last chunk first."""

        _max_workers = 2

        def __init__(self):
            self.kept = []

        def submit(self, fn, *args):
            future = Future()
            self.kept.append((future, fn, args))
            if len(self.kept) == 8 or args[1] + args[2] == 100:
                for waiting, call, given in reversed(self.kept):
                    waiting.set_result(call(*given))
                self.kept.clear()
            return future

    monkeypatch.setattr(runs, "MOST_GAMES", 10)
    monkeypatch.setattr(runs, "FEW_GAMES", 10)
    rules = be.BanchokRules()
    for keep in ("columns", "summary"):
        assert same(be.simulate(rules, games=100, executor=Backwards(), keep=keep), be.simulate(rules, games=100))


def test_a_run_is_continued_with_start_and_put_together():
    rules = be.BanchokRules(players=2)
    whole = be.simulate(rules, BOLD, games=1000, seed=6)
    first, then = (be.simulate(rules, BOLD, games=500, seed=6, start=start) for start in (0, 500))
    assert same(first + then, whole)
    assert same(then + first, whole)
    short = be.simulate(rules, BOLD, games=500, seed=6, keep="summary")
    assert same(short + then, whole)
    assert first.mean("gain", 0) + then.mean("gain", 0) == whole.mean("gain", 0)
    with pytest.raises(be.BanchokError, match="games 500 to 599 are missing between them"):
        first + be.simulate(rules, BOLD, games=10, seed=6, start=600)
    with pytest.raises(be.BanchokError, match="games 400 to 499 are in both"):
        first + be.simulate(rules, BOLD, games=10, seed=6, start=400)
    with pytest.raises(be.BanchokError, match="differ in policies"):
        first + be.simulate(rules, games=10, seed=6, start=500)
    with pytest.raises(be.BanchokError, match="both have game"):
        first.probability("broken") + whole.probability("broken")
    with pytest.raises(be.BanchokError, match="different things"):
        first.probability("broken") + then.probability("tripled")


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("keep", ["columns", "summary"])
def test_an_interrupt_gives_what_is_complete_and_says_so(monkeypatch, keep, threads):
    rules, played = be.BanchokRules(players=3), Job.play
    monkeypatch.setattr(runs, "MOST_GAMES", 50)
    monkeypatch.setattr(runs, "FEW_GAMES", 50)
    monkeypatch.setattr(runs, "processors", lambda: threads)
    take = runs.Gathering.take

    def interrupted(self, chunk):
        take(self, chunk)
        if self.complete >= 200:
            monkeypatch.setattr(runs.Gathering, "take", take)
            raise KeyboardInterrupt

    monkeypatch.setattr(runs.Gathering, "take", interrupted)
    part = be.simulate(rules, games=3000, seed=8, keep=keep)
    assert part.games >= 200
    assert part.games < 3000
    assert not part.complete
    assert part.asked == 3000
    assert f"NOT COMPLETE: 3,000 games were asked for; start={part.games}" in part.summary()
    assert "of 3,000 asked for" in repr(part)
    assert Job.play is played
    rest = be.simulate(rules, games=part.asked - part.games, seed=8, start=part.games, keep=keep)
    whole = part + rest
    assert whole.complete
    assert same(whole, be.simulate(rules, games=3000, seed=8, keep=keep))


def test_an_interrupt_before_anything_is_complete_stays_an_interrupt(monkeypatch):
    def interrupted(self, chunk):
        raise KeyboardInterrupt

    monkeypatch.setattr(runs.Gathering, "take", interrupted)
    with pytest.raises(KeyboardInterrupt):
        be.simulate(be.BanchokRules(), games=1000)


def test_a_long_run_begins_at_once_and_holds_few_chunks(monkeypatch):
    seen = []

    def few(self, chunk):
        seen.append(len(self._early))
        if len(seen) == 30:
            raise KeyboardInterrupt
        take(self, chunk)

    take = runs.Gathering.take
    monkeypatch.setattr(runs.Gathering, "take", few)
    sim = be.simulate(be.BanchokRules(), games=10**9, keep="summary")
    assert not sim.complete
    assert 0 < sim.games < 10**8


# -- policies of one's own ---------------------------------------------------------------------------------------------


def timid(view):
    """Stakes 1 or passes as BOLD does where it stakes 1."""
    return BOLD(view)


def greedy(view):
    """Stakes far too much."""
    return 10**6 if view.decision.kind == "stake" else BOLD(view)


def broken(view):
    """Divides by nothing."""
    return 1 // 0


def test_a_policy_of_ones_own_is_played_step_by_step_with_a_notice_and_is_no_other_game():
    rules = be.BanchokRules(players=3)
    with pytest.warns(be.SlowPlay, match="timid is not one of be.policies"):
        slow = be.simulate(rules, [BOLD, timid, BOLD], games=20, seed=3)
    assert slow._totals == be.simulate(rules, BOLD, games=20, seed=3)._totals
    assert slow["gain"].dtype == np.int64


def test_an_illegal_stake_names_policy_seat_and_game_and_how_to_see_it():
    rules = be.BanchokRules(players=3)
    with pytest.warns(be.SlowPlay), pytest.raises(be.IllegalChoice) as caught:
        be.simulate(rules, {1: greedy}, games=20, seed=3, start=70)
    message = str(caught.value)
    for part in ("greedy", "seat 1", "game 70 of seed 3", "Banchok(rules, seed=3, index=70).advance(policies)"):
        assert part in message


def test_an_error_in_a_policy_is_raised_as_it_is_and_says_in_which_game():
    with pytest.warns(be.SlowPlay), pytest.raises(ZeroDivisionError) as caught:
        be.simulate(be.BanchokRules(players=3), broken, games=20, seed=3)
    assert "game 0 of seed 3" in caught.value.__notes__[0]
    with ThreadPoolExecutor(2) as pool, pytest.warns(be.SlowPlay), pytest.raises(ZeroDivisionError):
        be.simulate(be.BanchokRules(players=3), broken, games=20, seed=3, executor=pool)


def test_a_policy_that_changes_how_it_is_called_is_no_table():
    class Mine(be.policies.Blind):
        def __call__(self, view):
            return super().__call__(view)

    class Table(be.policies.TablePolicy):
        def bet(self, hand):
            return be.policies.Bet(2)

    rules = be.BanchokRules(players=2)
    with pytest.warns(be.SlowPlay):
        be.simulate(rules, Mine(1), games=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        be.simulate(rules, Table(), games=3)


def test_seats_without_a_policy_are_blind():
    rules = be.BanchokRules(players=3)
    one = be.policies.Blind(1)
    assert same(be.simulate(rules, {0: BOLD}, games=50), be.simulate(rules, [BOLD, one, one], games=50))


# -- executors ---------------------------------------------------------------------------------------------------------


class Dying(Executor):
    """Plays so many chunks and then breaks."""

    _max_workers = 1

    def __init__(self, after, late):
        self.left, self.late = after, late

    def submit(self, fn, *args):
        future = Future()
        self.left -= 1
        if self.left >= 0:
            future.set_result(fn(*args))
        elif self.late:
            future.set_exception(BrokenExecutor("a worker died"))
        else:
            raise RuntimeError("no more")
        return future


@pytest.mark.parametrize("late", [True, False])
def test_an_executor_that_fails_names_the_missing_games_and_loses_nothing(monkeypatch, late):
    monkeypatch.setattr(runs, "MOST_GAMES", 100)
    monkeypatch.setattr(runs, "FEW_GAMES", 100)
    rules = be.BanchokRules(players=3)
    with pytest.raises(be.IncompleteRun, match=r"games 1,300 to 1,999 of seed 7 are missing") as caught:
        be.simulate(rules, games=1000, seed=7, start=1000, executor=Dying(3, late))
    part = caught.value.simulation
    assert caught.value.missing == (1300, 1999)
    assert not part.complete
    whole = be.simulate(rules, games=1000, seed=7, start=1000)
    assert same(part + be.simulate(rules, games=700, seed=7, start=1300), whole)


def test_an_executor_that_fails_at_once_has_nothing_to_keep():
    with pytest.raises(be.IncompleteRun, match="none was complete") as caught:
        be.simulate(be.BanchokRules(), games=1000, executor=Dying(0, late=True))
    assert caught.value.simulation is None


def test_an_executor_that_has_been_shut_down_is_named():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(be.BanchokError, match="has not been shut down"):
        be.simulate(be.BanchokRules(), games=1000, executor=pool)


class Client:
    def submit(self, *args):
        raise AssertionError

    def get_executor(self):
        raise AssertionError


@pytest.mark.parametrize(
    ("executor", "message"),
    [(4, "no executor"), (ThreadPoolExecutor, "no executor"), (Client(), r"client\.get_executor")],
)
def test_what_is_no_executor_is_named(executor, message):
    with pytest.raises(be.BanchokError, match=message):
        be.simulate(be.BanchokRules(), games=10, executor=executor)


# -- what it says ------------------------------------------------------------------------------------------------------


def test_progress_shows_games_a_second_and_the_time_left(capsys):
    with_bar = be.simulate(be.BanchokRules(), games=2000, progress=True)
    told = capsys.readouterr().err
    assert "2.00k/2.00k" in told
    assert "games/s" in told
    assert same(with_bar, be.simulate(be.BanchokRules(), games=2000))


@every_game
def test_columns_are_what_their_description_says(rules):
    sim = be.simulate(rules, games=12, seed=1)
    for column in sim.columns:
        array = sim[column.name]
        assert (array.shape, str(array.dtype)) == (column.shape, column.dtype)
        assert column.unit
        assert column.meaning
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


@every_game
def test_the_summary_names_game_model_and_policies_and_every_estimate(rules):
    sim = be.simulate(rules, games=300, seed=1)
    text = str(sim)
    for part in (
        sim.model,
        rules.game,
        "Blind(stake=1)",
        "0 to 299 of seed 1",
        *sim.ways,
        "Standard errors are over games",
    ):
        assert part in text
    html = sim._repr_html_()
    assert "<script" not in html
    assert html.count("<tr>") == text.count("±")
    assert max(map(len, text.splitlines())) <= 200


def test_names_that_could_be_html_are_escaped():
    def policy(view):
        return BOLD(view)

    policy.__name__ = "<b>&"
    with pytest.warns(be.SlowPlay):
        sim = be.simulate(be.BanchokRules(players=2), policy, games=3)
    assert "<b>" not in sim._repr_html_()


def test_pandas_has_a_row_for_each_game_or_bank():
    pytest.importorskip("pandas")
    sim = be.simulate(be.BanchokRules(players=3, purse=20), BOLD, games=50, seed=2, start=10)
    games = sim.to_pandas()
    assert games.index[0] == 10
    assert games["gain_1"].tolist() == sim["gain"][:, 1].tolist()
    banks = sim.to_pandas("bank")
    assert len(banks) == (sim["ended"] >= 0).sum()
    assert banks["ended"].value_counts()["broken"] == (sim["ended"] == 0).sum()
    assert len(sim.to_pandas("seat")) == 150
    with pytest.raises(be.BanchokError, match="per='x'"):
        sim.to_pandas("x")


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [0, -1, 1.5, 10**30, 2**63 + 1, "10", None, True, 1e6, np.float64(3)])
def test_a_number_of_games_that_cannot_be_is_named(games):
    with pytest.raises(be.RulesError, match="games="):
        be.simulate(be.BanchokRules(), games=games)


def test_games_as_a_float_are_told_how_to_be_written():
    with pytest.raises(be.RulesError, match="write it without a point: 1000000"):
        be.simulate(be.BanchokRules(), games=1e6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"start": 2**63}, "start="),
        ({"start": -1}, "start="),
        ({"start": 2**63 - 5, "games": 6}, "games=6"),
        ({"seed": 2**64}, "seed="),
        ({"seed": "x"}, "seed="),
        ({"keep": "all"}, "keep='all'"),
        ({"keep": ["columns"]}, "keep="),
        ({"progress": "yes"}, "progress='yes'"),
        ({"policies": [BOLD] * 4}, "a list of 5"),
        ({"policies": {5: BOLD}}, "5 is not a seat"),
        ({"policies": "x"}, "does not seat"),
        ({"policies": be.policies.Blind}, "make one, Blind"),
        ({"policies": be.policies.Kelly()}, "limited purse"),
        ({"games": 2**62}, "say keep='summary'"),
    ],
)
def test_bad_input_is_named_and_nothing_is_played(monkeypatch, given, message):
    monkeypatch.setattr(Job, "play", None)
    with pytest.raises(be.BanchokError, match=message.replace("(", r"\(")):
        be.simulate(be.BanchokRules(), **given)


@pytest.mark.parametrize("rules", [None, 5, "banchok", be.BanchokRules, be.Banchok(seed=1)])
def test_what_are_no_rules_is_named(rules):
    with pytest.raises(be.RulesError, match=r"give BanchokRules\(\.\.\.\)"):
        be.simulate(rules)


def test_the_last_games_of_a_seed_can_be_played():
    sim = be.simulate(be.BanchokRules(), games=5, seed=2**64 - 1, start=2**63 - 5)
    assert sim.game(4, played=True).gains == tuple(sim["gain"][4].tolist())


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda sim: sim["gian"], "did you mean 'gain'"),
        (lambda sim: sim[0], "0 is no column"),
        (lambda sim: sim.mean("coup"), "did you mean 'coups'"),
        (lambda sim: sim.mean("gain"), "say whose, seat=0 to 4"),
        (lambda sim: sim.mean("gain", 5), "5 is not a seat"),
        (lambda sim: sim.mean("ended"), "use probability"),
        (lambda sim: sim.mean("banker"), "stand for something"),
        (lambda sim: sim.probability("trippled"), "did you mean 'tripled'"),
        (lambda sim: sim.probability("tripled", -1), "-1 is not a seat"),
        (lambda sim: sim.game(10), "rows are 0 to 9"),
        (lambda sim: sim.game(-1), "rows are 0 to 9"),
        (lambda sim: sim.game("0"), "rows are 0 to 9"),
    ],
)
def test_what_a_simulation_has_not_is_named(ask, message):
    with pytest.raises(be.BanchokError, match=message):
        ask(be.simulate(be.BanchokRules(), games=10))


def test_a_summary_has_no_columns_and_says_so():
    with pytest.raises(be.BanchokError, match="play it with keep='columns'"):
        be.simulate(be.BanchokRules(), games=10, keep="summary")["gain"]


@every_game
def test_there_is_a_kernel_for_the_game(rules):
    assert rules.game in GAMES
    assert isinstance(Job(rules, (be.policies.Blind(1),) * rules.players, 1, "columns").play(0, 2), Chunk)


def test_without_numba_it_plays_on_lists_and_says_so(monkeypatch):
    usual = be.simulate(be.BanchokRules(), games=30, seed=2)
    for module in ("bulk.chunks", "compiled", "bulk.runs", "bulk.simulating", "bulk.totals"):
        monkeypatch.setattr(import_module(f"banchok_edu.{module}"), "numba_is_there", lambda: False)
    with pytest.warns(be.SlowPlay, match="numba is not there"):
        plain = be.simulate(be.BanchokRules(), games=30, seed=2)
    assert same(plain, usual)
    monkeypatch.setattr(runs, "numpy_is_there", lambda: False)
    with pytest.warns(be.SlowPlay, match="numba is not there"):
        short = be.simulate(be.BanchokRules(), games=30, seed=2, keep="summary")
    assert short._totals == usual._totals
    with pytest.raises(be.BanchokError, match="say keep='summary'"):
        be.simulate(be.BanchokRules(), games=30, seed=2)


def test_without_tqdm_a_bar_is_refused(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(be.BanchokError, match="needs tqdm"):
        be.simulate(be.BanchokRules(), games=3, progress=True)
    assert simulating.KEEPS == ("columns", "summary")
