"""Speed and memory of bulk play. Run it by hand: ``python tests/benchmarks/simulation.py``; ``--long`` goes to 10**8.

It reports; it never fails for being slow. Each figure of memory and of a first run is taken in a process of its own.
"""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
import time
from statistics import median

SETTING = """
import resource, time, os, json
began = time.perf_counter()
import banchok_edu as be
rules, policy = be.BanchokRules(players=5, opening=10), be.policies.Threshold("9", otherwise=1)
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
"""


def told(code: str) -> dict[str, float]:
    """Run code in a process of its own, which prints figures as JSON."""
    done = subprocess.run([sys.executable, "-c", SETTING + code], check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def first_run() -> None:
    """Report how long the first simulation takes in a fresh process, compiled code being there already."""
    code = "be.simulate(rules, policy, games=1000); print(json.dumps({'s': time.perf_counter() - began}))"
    told(code)
    print(
        f"first simulate in a fresh process: {median(told(code)['s'] for _ in range(5)):.2f} s  (target: under 1.5 s)"
    )


def memory(longest: int) -> None:
    """Report the memory of a million games, and that a summary needs no more for many games than for few."""
    found = told("""
be.simulate(rules, policy, games=1)
before = peak()
be.simulate(rules, policy, games=10**6)
print(json.dumps({"mb": peak() - before}))
""")
    print(f"10**6 games in columns: {found['mb']:.0f} MB beyond a process that played one  (target: under 120 MB)")
    for power in range(5, longest + 1):
        found = told(f"""
be.simulate(rules, policy, games=1, keep="summary")
before, began = peak(), time.process_time()
be.simulate(rules, policy, games=10**{power}, keep="summary")
print(json.dumps({{"mb": peak() - before, "s": time.process_time() - began}}))
""")
        print(f"10**{power} games in a summary: {found['mb']:.1f} MB, {found['s']:.2f} s of processor time")


def growth() -> None:
    """Report the exponent of the time as a power of the number of games."""
    import banchok_edu as be

    rules, policy = be.BanchokRules(players=5, opening=10), be.policies.Threshold("9", otherwise=1)
    times = []
    be.simulate(rules, policy, games=10**4, keep="summary")
    for power in (4, 5, 6, 7):
        began = time.process_time()
        be.simulate(rules, policy, games=10**power, keep="summary")
        times.append(math.log10(time.process_time() - began))
    print(f"time grows as games ** {(times[3] - times[0]) / 3:.2f} from 10**4 to 10**7")


def coups() -> None:
    """Report single coups beside a plain loop with ``random.sample``."""
    import banchok_edu as be

    def plain(rules: object, each: int) -> float:
        cards, rng = list(rules.cards), random.Random(1)
        began = time.process_time()
        for _ in range(20_000):
            drawn = rng.sample(cards, each + 1)
            if each == 1:
                _ = drawn[0].index >= drawn[1].index
            else:
                held = [card.index for card in drawn[:each] if card.suit == drawn[each].suit]
                _ = not held or max(held) >= drawn[each].index
        return (time.process_time() - began) / 20_000

    for rules in (be.BanchokRules(), be.PolishRules()):
        be.coups(rules, n=10)
        slow, quick, cold = [], [], []
        for _ in range(10):
            slow.append(plain(rules, rules.cards_each))
            for calls in (cold, quick, quick, quick):  # the first call after other work finds the caches cold
                began = time.process_time()
                be.coups(rules, n=100_000)
                calls.append((time.process_time() - began) / 100_000)
        print(
            f"100,000 coups of {rules.game}: {min(slow) / min(quick):.0f} times random.sample  (target: 100), best of "
            f"each; {median(slow) / median(cold):.0f} for a first call after other work"
        )


if __name__ == "__main__":
    print(f"{os.cpu_count()} processors")
    first_run()
    memory(8 if "--long" in sys.argv else 7)
    growth()
    coups()
