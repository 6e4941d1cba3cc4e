"""Speed of Banchok's kernel beside a plain Python loop, the same work in C, the step engine, and itself in two threads.

Run it by hand: ``python -m tests.benchmarks.kernel``. Each figure is the best of several short rounds, taken in turn
within one run. It reports; it never fails for being slow. C is tried where a compiler ``cc`` is found.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import banchok_edu as be
from banchok_edu.bulk.chunks import BLOCK, kernel_seed, maker
from banchok_edu.compiled import compiled
from banchok_edu.core.columns import whole_list
from banchok_edu.core.policy import Blind, Threshold
from banchok_edu.games.banchok import columns as banchok
from banchok_edu.games.polish import columns as polish
from tests.benchmarks.run import OPENING, PASS_LIMIT, PLAYERS, TRIPLE, plain_game, step_game

RULES, POLICY = be.BanchokRules(players=PLAYERS, opening=OPENING), Threshold("9", otherwise=1)
GAMES = 40 * BLOCK


def best(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Give the least processor time of each of these works, taken in turn."""
    took = [[] for _ in works]
    for _ in range(rounds):
        for times, work in zip(took, works, strict=True):
            began = time.process_time()
            work()
            times.append(time.process_time() - began)
    return [min(times) for times in took]


def kernel_in_blocks(room: Any = banchok, rules: Any = RULES, policy: Any = POLICY) -> Callable[[int], dict[str, Any]]:
    """Give what plays so many games in the compiled kernel, every column, block by block; gives the last block."""
    policies = (policy,) * rules.players
    terms, plan, desk = room.terms(rules), room.plan(rules, policies, maker()), room.desk(rules, maker())
    slots, play = room.slots(rules), compiled(room.play, room.PARTS)
    columns = room.kernel.Columns(*[np.zeros(BLOCK * slots[c.per], "int64") for c in room.columns(rules)])

    def run(games: int) -> dict[str, Any]:
        for start in range(0, games, BLOCK):
            play(terms, plan, desk, columns, kernel_seed(1), start, BLOCK)
        return columns._asdict()

    run(BLOCK)
    return run


class InC:
    """The same games in C."""

    def __init__(self, folder: str) -> None:
        built = str(Path(folder) / "banchok.so")
        source = str(Path(__file__).with_name("banchok.c"))
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", built, source], check=True)
        self._play = ctypes.CDLL(built).play
        self._setting = (ctypes.c_int64 * 7)(PLAYERS, OPENING, TRIPLE, PASS_LIMIT, RULES.turn_limit, 8, 1)
        size = BLOCK * PLAYERS
        self._columns = {c.name: np.zeros(size, "int64") for c in banchok.columns(RULES)}
        self._pointers = (ctypes.c_void_p * 7)(*[column.ctypes.data for column in self._columns.values()])

    def run(self, games: int) -> dict[str, Any]:
        """Play so many games, block by block; gives the last block."""
        for start in range(0, games, BLOCK):
            self._play(self._setting, self._pointers, ctypes.c_uint64(1), ctypes.c_int64(start), ctypes.c_int64(BLOCK))
        return self._columns


def beside_plain_and_c() -> None:
    """Report the bare kernel and ``simulate`` beside the plain loop and C."""
    kernel = kernel_in_blocks()
    random.seed(1)
    works: list[Callable[[], object]] = [
        lambda: [plain_game() for _ in range(200)],
        lambda: kernel(GAMES),
        lambda: be.simulate(RULES, POLICY, games=GAMES, executor=ThreadPoolExecutor(1)),
    ]
    with tempfile.TemporaryDirectory() as folder:
        if shutil.which("cc"):
            in_c = InC(folder)
            same = all(np.array_equal(kernel(BLOCK)[name], column) for name, column in in_c.run(BLOCK).items())
            print(f"C gives the same columns: {'yes' if same else 'NO'}")
            works.append(lambda: in_c.run(GAMES))
        plain, bare, simulated, *c = best(15, *works)
    plain *= GAMES / 200
    print(f"kernel, every column: {plain / bare:.0f} times plain Python; through simulate {plain / simulated:.0f}")
    print("  (target: 120, aim 200)")
    if c:
        print(
            f"kernel: {c[0] / bare:.0%} of C -O2, which is {plain / c[0]:.0f} times plain Python",
            " (target: 45 %, aim 75 %)",
        )
    else:
        print("no C compiler was found: not tried")


def two_threads() -> None:
    """Report two threads beside one, by the clock."""
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(9):
        for threads, found in times.items():
            with ThreadPoolExecutor(threads) as pool:
                began = time.perf_counter()
                be.simulate(RULES, POLICY, games=20 * GAMES, executor=pool, keep="summary")
                found.append(time.perf_counter() - began)
    print(f"two threads: {min(times[1]) / min(times[2]):.2f} times one  (target: 1.7)")


def uncompiled() -> None:
    """Report the uncompiled kernel, on lists, beside the step engine."""
    settings: list[tuple[Any, Any, Any, Any]] = [
        (banchok, RULES, POLICY, lambda i: step_game(i, RULES, POLICY)),
        (polish, be.PolishRules(), Blind(1), lambda i: be.PolishBanchok(seed=1, index=i).advance(Blind(1))),
    ]
    for room, rules, policy, step in settings:
        columns, slots = room.columns(rules), room.slots(rules)
        parts = (
            room.terms(rules),
            room.plan(rules, (policy,) * rules.players, whole_list),
            room.desk(rules, whole_list),
        )
        filled = room.kernel.Columns(*[[0] * (20 * slots[c.per]) for c in columns])
        listed, stepped = best(
            10,
            lambda parts=parts, filled=filled, room=room: room.play(*parts, filled, 1, 0, 20),
            lambda step=step: [step(i) for i in range(20)],
        )
        print(f"uncompiled kernel of {rules.game}: {stepped / listed:.1f} times the step engine  (target: 1)")


if __name__ == "__main__":
    beside_plain_and_c()
    two_threads()
    uncompiled()
