"""Real executors: threads, processes that are spawned, and a cluster of dask on this machine."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import banchok_edu as be
from banchok_edu.bulk import runs
from tests.simulation.test_simulate import greedy, same, timid

BOLD = be.policies.Threshold("9", otherwise=1)
RULES = be.BanchokRules(players=4, purse=60, rounds=2)
GAMES = 30_000


@pytest.fixture(scope="module")
def usual():
    return be.simulate(RULES, BOLD, games=GAMES, seed=12)


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def test_a_pool_of_threads_plays_the_same(usual):
    with ThreadPoolExecutor(3) as pool:
        for keep in ("columns", "summary"):
            assert same(be.simulate(RULES, BOLD, games=GAMES, seed=12, keep=keep, executor=pool), usual)


def test_spawned_processes_play_the_same(usual, processes):
    for keep in ("columns", "summary"):
        assert same(be.simulate(RULES, BOLD, games=GAMES, seed=12, keep=keep, executor=processes), usual)
    polish = be.PolishRules(players=3)
    assert same(be.simulate(polish, games=500, executor=processes), be.simulate(polish, games=500))


def test_a_policy_of_ones_own_goes_to_other_processes(processes):
    with pytest.warns(be.SlowPlay):
        slow = be.simulate(RULES, timid, games=30, seed=3, executor=processes)
    assert slow._totals == be.simulate(RULES, BOLD, games=30, seed=3)._totals
    with pytest.warns(be.SlowPlay), pytest.raises(be.IllegalChoice, match="greedy at seat"):
        be.simulate(RULES, greedy, games=30, seed=3, executor=processes)


def test_a_policy_that_cannot_be_sent_is_told(processes):
    with pytest.warns(be.SlowPlay), pytest.raises(be.IncompleteRun, match=r"[Pp]ickle.*none was complete"):
        be.simulate(RULES, lambda view: BOLD(view), games=30, seed=3, executor=processes)  # noqa: PLW0108


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_worker_that_is_killed_names_the_missing_games_and_loses_nothing(monkeypatch):
    monkeypatch.setattr(runs, "MOST_GAMES", 300)
    killed = []
    take = runs.Gathering.take

    def kill_one(self, chunk):
        take(self, chunk)
        if self.complete and not killed:
            killed.append(next(iter(pool._processes)))
            os.kill(killed[0], signal.SIGKILL)

    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        with monkeypatch.context() as patch:
            patch.setattr(runs.Gathering, "take", kill_one)
            with pytest.raises(be.IncompleteRun, match=r"games [\d,]+ to 999,999 of seed 5 are missing") as caught:
                be.simulate(RULES, BOLD, games=10**6, seed=5, keep="summary", executor=pool)
        with pytest.raises(be.BanchokError, match="the executor takes no work"):
            be.simulate(RULES, BOLD, games=10, executor=pool)
    part = caught.value.simulation
    assert same(part, be.simulate(RULES, BOLD, games=part.games, seed=5, keep="summary"))


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cluster = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
        )
        client = distributed.Client(cluster)
        yield client
        client.close()
        cluster.close()


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_plays_the_same(usual, client):
    for keep in ("columns", "summary"):
        sim = be.simulate(RULES, BOLD, games=GAMES, seed=12, keep=keep, executor=client.get_executor())
        assert same(sim, usual)
    with pytest.raises(be.BanchokError, match="get_executor"):
        be.simulate(RULES, games=10, executor=client)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_a_worker_of_a_cluster_that_is_killed_loses_nothing(monkeypatch, client):
    monkeypatch.setattr(runs, "MOST_GAMES", 5_000)
    games = 400_000
    (pid, *_) = client.run(os.getpid).values()
    killed = threading.Event()
    take = runs.Gathering.take

    def kill_one(self, chunk):
        take(self, chunk)
        if not killed.is_set():
            killed.set()
            os.kill(pid, signal.SIGKILL)

    with monkeypatch.context() as patch:
        patch.setattr(runs.Gathering, "take", kill_one)
        sim = be.simulate(RULES, BOLD, games=games, seed=5, keep="summary", executor=client.get_executor())
    assert killed.is_set()
    assert sim.complete
    assert same(sim, be.simulate(RULES, BOLD, games=games, seed=5, keep="summary"))
    for _ in range(100):  # its nanny brings a new one
        if len(client.run(os.getpid)) == 2:
            break
        time.sleep(0.1)


@pytest.mark.filterwarnings("ignore")
def test_an_executor_of_a_cluster_that_has_been_shut_down_is_named(client):
    executor = client.get_executor()
    executor.shutdown()
    with pytest.raises(be.BanchokError, match="has not been shut down"):
        be.simulate(RULES, BOLD, games=10, executor=executor)
