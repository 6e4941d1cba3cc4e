"""Speed of the exact chains, and how much the sparse elimination saves against a dense solve of the same equations.

Run it by hand: ``python tests/benchmarks/exact.py``. It reports; it never fails for being slow.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from sympy.external.gmpy import GROUND_TYPES

import banchok_edu as be
from banchok_edu import elimination

if TYPE_CHECKING:
    from collections.abc import Callable

P = be.policies
FRESH: dict[str, Any] = {"deck_use": "fresh_each_coup", "opening": 100}


def took(work: Callable[[], object], rounds: int = 3) -> float:
    """Give the best of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def solving(rules: Any, policy: Any) -> tuple[float, float, int]:
    """Give the seconds of a whole chain, built and solved, sparsely and densely, and its size."""

    def work() -> Any:
        return be.bank_chain(rules, policy).expected_coups

    sparse = took(work)
    usual = elimination.MOST_NEW, elimination.MOST_DENSE
    elimination.MOST_NEW, elimination.MOST_DENSE = -1, 10_000
    dense = took(work, 1) if GROUND_TYPES == "flint" else float("nan")
    elimination.MOST_NEW, elimination.MOST_DENSE = usual
    return sparse, dense, be.bank_chain(rules, policy).size


def report() -> None:
    """Report chains of a bank of 100 counters."""
    print(f"numbers of sympy: {GROUND_TYPES}")
    for what, rules, policy in (
        ("unit stakes", be.BanchokRules(pass_limit=None, **FRESH), P.Blind(1)),
        ("whole bank on nine or better, else 1", be.BanchokRules(**FRESH), P.Threshold("9", otherwise=1)),
        ("half the bank", be.BanchokRules(**FRESH), P.Share(1, 2)),
        ("seven on nine or better", be.BanchokRules(**FRESH), P.Threshold("9", stake=7)),
        ("Polish, 80 winning cards, else 1", be.PolishRules(**FRESH), P.Threshold(wins=80, otherwise=1)),
    ):
        sparse, dense, size = solving(rules, policy)
        print(f"{what}: {size} states in {sparse:.2f} s, {dense / sparse:.1f} times as quick as dense alone")
    print("  (target: 299 states in under 0.5 s)")


if __name__ == "__main__":
    report()
