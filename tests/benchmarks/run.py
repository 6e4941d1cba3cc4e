"""Speed of the step engine, each figure as a ratio to a baseline measured in the same run.

Run it by hand: ``python tests/benchmarks/run.py``. It reports; it never fails for being slow.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from statistics import median

import banchok_edu as be

PLAYERS, OPENING, TRIPLE, PASS_LIMIT, GOOD = 5, 10, 3, 3, 7
"""The setting of the targets; rank numbers of this baseline are 0 to 12, so a nine is 7."""


def plain_game() -> list[int]:
    """Play a whole game as a good student would write it: the same work, no events, no views."""
    gain = [0] * PLAYERS
    deck = list(range(52))
    random.shuffle(deck)
    drawing, at = list(range(PLAYERS)), 0
    while len(drawing) > 1:
        drawn = {seat: deck[at + i] // 4 for i, seat in enumerate(drawing)}
        at += len(drawing)
        lowest = min(drawn.values())
        drawing = [seat for seat in drawing if drawn[seat] == lowest]
    for place in range(PLAYERS):
        banker = (drawing[0] + place) % PLAYERS
        gain[banker] += plain_bank(banker, gain)
    return gain


def plain_bank(banker: int, gain: list[int]) -> int:
    """Play one bank; give what the banker takes."""
    bank = OPENING
    gain[banker] -= OPENING
    deck = list(range(52))
    random.shuffle(deck)
    random.randrange(1, 52)  # the cut
    punters = [(banker + k) % PLAYERS for k in range(1, PLAYERS)]
    quiet = 0
    while True:
        used, hands, bets = [], {}, 0
        for seat in punters:
            hands[seat] = deck.pop(0)
            used.append(hands[seat])
        for seat in punters:
            own = hands[seat] // 4
            stake = bank if own >= GOOD else 1
            if stake == 0:
                continue
            bets += 1
            turned = deck.pop(0)
            used.append(turned)
            won = stake if turned // 4 > own else -stake
            bank += won
            gain[seat] -= won
            if bank == 0 or bank >= TRIPLE * OPENING:
                return bank
        quiet = 0 if bets else quiet + 1
        if quiet == PASS_LIMIT:
            return bank
        random.shuffle(used)
        deck.extend(used)


def step_game(index: int, rules: be.BanchokRules, policy: object) -> None:
    """Play the same with the step engine."""
    be.Banchok(rules, seed=1, index=index).advance(policy)


def games_per_second(rounds: int = 40, games: int = 100) -> None:
    """Report the step engine's speed beside the plain loop's: the best of many short rounds of each, taken in turn."""
    rules, policy = be.BanchokRules(players=PLAYERS, opening=OPENING), be.policies.Threshold("9", otherwise=1)
    random.seed(1)
    plain, step = [], []
    for turn in range(rounds):
        start = time.process_time()
        for _ in range(games):
            plain_game()
        middle = time.process_time()
        for index in range(games):
            step_game(turn * games + index, rules, policy)
        plain.append(middle - start)
        step.append(time.process_time() - middle)
    print(f"step engine with events, ratio to plain Python: {min(plain) / min(step):.2f}  (target: at least 0.20)")
    print(f"  medians: {median(plain) / median(step):.2f}; {games / min(step):,.0f} games/s")


def undo_time() -> None:
    """Report how long an undo takes in a game of 300 steps."""
    rules = be.BanchokRules(players=4, opening=1000, first_banker=0, pass_limit=None)
    game = be.Banchok(rules, seed=3)
    while len(game.inputs) < 300:
        game.choose(1)
    times = []
    for _ in range(20):
        start = time.process_time()
        game.undo()
        times.append(time.process_time() - start)
        game.redo()
    print(f"undo in a game of 300 steps: {1000 * median(times):.1f} ms  (target: under 20 ms)")


def import_time(runs: int = 15) -> None:
    """Report what the import costs over bare Python, in processor time of a fresh process."""

    def took(code: str) -> float:
        times = []
        for _ in range(runs):
            ask = f"import time; {code}; print(time.process_time())"
            times.append(float(subprocess.run([sys.executable, "-c", ask], check=True, capture_output=True).stdout))
        return min(times)

    bare = took("pass")
    cost, with_game = (1000 * (took(code) - bare) for code in ("import banchok_edu", "from banchok_edu import Banchok"))
    print(f"import banchok_edu over bare Python: {cost:.0f} ms  (target: under 30 ms); with a game: {with_game:.0f} ms")


if __name__ == "__main__":
    games_per_second()
    undo_time()
    import_time()
