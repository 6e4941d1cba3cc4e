"""Estimates: known answers worked by hand, adding, and how often the interval holds the true value."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from functools import cache
from statistics import NormalDist, mean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.estimates import Estimate, Run, Sums, sums_of, union
from banchok_edu.quantiles import normal_quantile, t_quantile, t_within

PROBABILITY = Fraction(9, 17)

# From the usual tables of Student's t, two-sided.
TABLE = [
    (1, 0.95, 12.706),
    (2, 0.95, 4.303),
    (3, 0.95, 3.182),
    (4, 0.95, 2.776),
    (5, 0.99, 4.032),
    (9, 0.90, 1.833),
    (10, 0.95, 2.228),
    (30, 0.95, 2.042),
    (30, 0.99, 2.750),
    (60, 0.95, 2.000),
    (120, 0.95, 1.980),
    (120, 0.99, 2.617),
]


@pytest.mark.parametrize(("freedom", "level", "t"), TABLE)
def test_the_quantile_of_t_is_that_of_the_printed_table(freedom, level, t):
    assert round(t_quantile(level, freedom), 3) == t


@pytest.mark.parametrize("t", [0.0, 0.1, 1.0, 12.706, 1e6])
def test_t_with_one_and_two_degrees_of_freedom_is_the_closed_form(t):
    assert t_within(t, 1) == pytest.approx(2 / math.pi * math.atan(t), abs=1e-14)
    assert t_within(t, 2) == pytest.approx(t / math.sqrt(2 + t * t), abs=1e-14)


@given(st.floats(0.001, 0.999), st.integers(1, 300))
def test_the_quantile_of_t_gives_back_its_probability(level, freedom):
    assert t_within(t_quantile(level, freedom), freedom) == pytest.approx(level, abs=1e-12)


def test_t_comes_near_to_the_normal_distribution():
    assert normal_quantile(0.95) == pytest.approx(1.959963984540054)
    assert t_quantile(0.95, 999) == pytest.approx(1.96234, abs=1e-5)
    assert t_quantile(0.95, 1000) == NormalDist().inv_cdf(0.975)


def test_a_mean_worked_by_hand():
    estimate = Estimate.of_mean([4, 6, 8])
    assert estimate.value == 6
    assert estimate.standard_error == pytest.approx(2 / math.sqrt(3))
    low, high = estimate.interval()
    assert (low, high) == (pytest.approx(6 - 4.30265 * 2 / math.sqrt(3), abs=1e-4), pytest.approx(12 - low))


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=40))
def test_a_mean_has_the_standard_error_of_the_textbook(values):
    estimate = Estimate.of_mean(values)
    assert estimate.value == pytest.approx(mean(values), abs=1e-6)
    assert estimate.standard_error == pytest.approx(stdev(values) / math.sqrt(len(values)), rel=1e-9, abs=1e-9)


def test_a_ratio_worked_by_hand():
    # a = 1, 2, 0, 1 out of b = 2, 3, 1, 2: ratio 4/8; a - b/2 = 0, 1/2, -1/2, 0
    estimate = Estimate.of_probability([1, 2, 0, 1], [2, 3, 1, 2])
    assert estimate.value == 0.5
    assert estimate.standard_error == pytest.approx(math.sqrt(4 / 3 * 0.5) / 8)


def test_the_wilson_interval_of_independent_trials_is_the_published_one():
    # 81 of 263: Newcombe (1998, Statistics in Medicine 17, 857-872), table I, method 3
    ones = [1] * 81 + [0] * 182
    low, high = _wilson_of_trials(81, 263)
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    mine = Estimate.of_probability(ones, [1] * 263).interval()
    assert mine == (pytest.approx(low, abs=2e-4), pytest.approx(high, abs=2e-4))  # n - 1 against n


def _wilson_of_trials(x, n):
    z, p = normal_quantile(0.95), x / n
    middle, reach = p + z * z / 2 / n, z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n)
    return (middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)


@pytest.mark.parametrize(("x", "ends"), [(0, (0.0, 0.278)), (10, (0.722, 1.0))])
def test_without_a_standard_error_the_games_that_contribute_are_the_trials(x, ends):
    # z**2 / (n + z**2) for 0 of 10; three games have nothing to count
    estimate = Estimate.of_probability([x // 10] * 10 + [0] * 3, [1] * 10 + [0] * 3)
    assert estimate.standard_error == 0
    assert tuple(round(end, 3) for end in estimate.interval()) == ends
    assert estimate.games == 13


def test_banks_of_one_game_are_not_taken_for_independent():
    apart = Estimate.of_probability([1] * 50 + [0] * 50, [1] * 100)
    together = Estimate.of_probability([10] * 5 + [0] * 5, [10] * 10)
    assert apart.value == together.value
    assert together.standard_error > 3 * apart.standard_error


def test_one_game_has_no_standard_error_and_says_so():
    assert str(Estimate.of_mean([3])) == "3.0000 ± unknown (95 %: -inf to inf; 1 game)"
    assert Estimate.of_probability([1], [2]).interval() == (0, 1)
    assert math.isnan(Estimate.of_mean([3]).standard_error)


def test_it_is_written_with_the_digits_that_it_is_worth():
    estimate = Estimate(Sums(52910, 100000, 52910, 100000, 52910, 100000), 100000, "probability")
    assert str(estimate) == "0.5291 ± 0.0016 (95 %: 0.5260 to 0.5322; 100,000 games)"
    assert estimate._repr_html_().startswith("<span><b>0.5291 ± 0.0016</b>")
    assert estimate._repr_latex_() == r"$0.5291 \pm 0.0016$"
    assert repr(estimate) == f"<Estimate {estimate}>"
    assert str(Estimate.of_mean([3] * 5)) == "3.0000 ± 0 (95 %: 3.0000 to 3.0000; 5 games)"
    assert str(Estimate.of_mean([0, 100, 5000])).startswith("1700 ± 1650 ")


pairs = st.lists(st.tuples(st.integers(0, 10**12), st.integers(1, 10**6)), min_size=1, max_size=20)


@given(pairs, pairs)
def test_the_sum_of_estimates_is_the_estimate_of_all_games(some, more):
    def of(games, seed, start):
        a, b = zip(*games, strict=True)
        return Estimate(sums_of(a, b), len(games), "mean", "q", "", None, (Run(seed, start, start + len(games)),))

    assert of(some, 1, 0) + of(more, 1, len(some)) == of([*some, *more], 1, 0)


@pytest.mark.parametrize("change", [{"kind": "probability"}, {"question": "x"}, {"unit": "x"}, {"about": 1}])
def test_estimates_of_different_things_are_not_added(change):
    from dataclasses import replace

    one = Estimate.of_mean([1, 0])
    with pytest.raises(be.BanchokError, match="different things"):
        one + replace(one, **change)
    with pytest.raises(TypeError):
        one + 1


def test_games_are_not_counted_twice():
    assert union((Run(1, 5, 9),), (Run(1, 0, 5), Run(2, 6, 7))) == (Run(1, 0, 9), Run(2, 6, 7))
    with pytest.raises(be.BanchokError, match="both have game 5 of seed 1"):
        union((Run(1, 0, 6),), (Run(1, 5, 9),))


@pytest.mark.parametrize("level", [0, 1, -0.5, 95, True, "0.95", None, math.nan])
def test_a_level_is_a_number_between_0_and_1(level):
    with pytest.raises(be.BanchokError, match="level="):
        Estimate.of_mean([1, 2]).interval(level)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Estimate.of_mean([]), "nothing to estimate"),
        (lambda: Estimate.of_probability([0], [0]), "nothing to estimate"),
        (lambda: Estimate.of_probability([2], [1]), "0 <= a <= b"),
        (lambda: Estimate.of_ratio([2], [-1]), "negative"),
        (lambda: Estimate.of_ratio([2, 3], [1]), "do not go together"),
        (lambda: Estimate.of_mean([0.5]), "not a whole number"),
    ],
)
def test_what_cannot_be_estimated_is_said(make, message):
    with pytest.raises(be.BanchokError, match=message):
        make()


def test_numbers_and_truth_values_of_numpy_are_counts_too():
    assert Estimate.of_mean(np.array([1, 0, 1])) == Estimate.of_mean(np.array([True, False, True]))


def test_an_estimate_needs_no_numpy():
    import subprocess
    import sys

    code = "import banchok_edu as be, sys; be.Estimate.of_mean([1, 2]); assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# -- how often the 95 % interval holds the true value ------------------------------------------------------------------

RUNS, GAMES = 2000, 60
BOUNDS = (0.93, 0.97)
"""Four standard deviations of a coverage of 95 % seen in 2000 runs are 1.95 %, to either side."""


@cache
def wins_and_coups(deck_use):
    """Give coups won by the punters and coups, game by game: 1040 coups a bank, all for 1 counter.

    Two players see the same 26 pairs for ever when used cards come again as they lay, so those coups are dependent.
    """
    rules = be.BanchokRules(players=2, opening=10**6, turn_limit=1040, deck_use=deck_use)
    sim = be.simulate(rules, be.policies.Blind(1), games=RUNS * GAMES, seed=11)
    coups = sim["coups"].sum(axis=1, dtype=int)
    lost_by_banks = (rules.opening - sim["bank"]).sum(axis=1, dtype=int)
    return ((coups + lost_by_banks) // 2).reshape(RUNS, GAMES), coups.reshape(RUNS, GAMES)


@pytest.mark.parametrize("deck_use", ["recycled", "fresh_each_coup"])
def test_the_interval_of_a_frequency_holds_the_true_value_95_times_in_100(deck_use):
    wins, coups = wins_and_coups(deck_use)
    held = 0
    for won, played in zip(wins.tolist(), coups.tolist(), strict=True):
        low, high = Estimate.of_probability(won, played).interval()
        held += low <= PROBABILITY <= high
    assert BOUNDS[0] < held / RUNS < BOUNDS[1]


def test_coups_taken_for_independent_would_hold_it_far_too_seldom():
    wins, coups = wins_and_coups("recycled")
    z, held = normal_quantile(0.95), 0
    for won, played in zip(wins.sum(axis=1), coups.sum(axis=1), strict=True):
        p = won / played
        held += abs(p - PROBABILITY) <= z * math.sqrt(p * (1 - p) / played)
    assert held / RUNS < 0.8


def test_the_interval_of_a_mean_of_few_games_holds_the_true_value_95_times_in_100():
    rng = random.Random(5)
    held = 0
    for _ in range(RUNS):
        low, high = Estimate.of_mean([round(rng.gauss(0, 1000)) for _ in range(5)]).interval()
        held += low <= 0 <= high
    assert BOUNDS[0] < held / RUNS < BOUNDS[1]


def test_an_estimate_says_what_it_counts():
    makers = (
        lambda **how: Estimate.of_mean([1, 0], **how),
        lambda **how: Estimate.of_ratio([1, 0], [1, 2], **how),
        lambda **how: Estimate.of_probability([1, 0], [1, 1], **how),
    )
    for make in makers:
        assert str(make()).endswith("; 2 games)")
        assert str(make(clusters="evenings")).endswith("; 2 evenings)")
        for bad in ("", " ", 3, None):
            with pytest.raises(be.BanchokError, match="say what is counted, such as 'coups'"):
                make(clusters=bad)
    with pytest.raises(be.BanchokError, match="1 and 2 coups do not go together"):
        Estimate.of_ratio([1], [1, 1], clusters="coups")
