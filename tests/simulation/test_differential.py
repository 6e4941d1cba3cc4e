"""Script, uncompiled kernel and compiled kernel agree in every column, game by game; and the comparison has teeth.

``BANCHOK_EDU_LONG=1`` plays ten times as much.
"""

import inspect
import os
import sys
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.games.banchok import kernel as banchok_kernel
from banchok_edu.games.black_cat import kernel as black_cat_kernel
from tests.play import RULES
from tests.simulation.bulk import (
    KINDS,
    P,
    columns_of,
    disagreements,
    fast,
    game_of,
    policies_for,
    same,
    stepped,
    uncompiled,
)

LONG = bool(os.environ.get("BANCHOK_EDU_LONG"))
EACH = 4
"""Games played of each example that Hypothesis draws."""


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=600 if LONG else 60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 2**64 - 1), start=st.integers(0, 2**63 - 1 - EACH))
def test_both_engines_agree_whatever_the_rules_policies_and_seeds(kind, data, seed, start):
    rules = data.draw(RULES[kind])
    policies = data.draw(policies_for(rules))
    plain = uncompiled(rules, policies, seed, start, EACH)
    assert same(fast(rules, policies, seed, start, EACH), plain)
    for i in range(EACH):
        assert game_of(rules, plain, i) == stepped(rules, policies, seed, start + i)


BOLD, CAREFUL = P.Threshold("9", otherwise=1), P.Threshold(wins=60, otherwise=5)
FIXED = {
    "banchok": [
        (be.BanchokRules(), [BOLD] * 5),
        (be.BanchokRules(players=2, tie="push", turn_limit=60), [P.Blind(1), P.Share(1, 2)]),
        (
            be.BanchokRules(players=4, deck_use="side_pack", tripled_when="after_deal", ranks=6, suits=2, tie="push"),
            [P.Optimal(), P.Blind(3), BOLD, P.Share(1, 3)],
        ),
        (
            be.BanchokRules(players=3, deck_use="fresh_each_coup", purse=30, rounds=2, min_stake=3, tie="banker_wins"),
            [P.Kelly(), P.Share(1, 2, "purse"), P.Threshold("8")],
        ),
    ],
    "polish": [
        (be.PolishRules(), [CAREFUL] * 5),
        (
            be.PolishRules(players=3, win_rule="beats", deck_use="recycled", decks=1, turn_limit=30, opening=20),
            [CAREFUL, P.Optimal(), P.Blind(9)],
        ),
        (
            be.PolishRules(
                players=4, win_rule="total_order", exposure="1/5", stake_limit="bank", purse=300, opening=40
            ),
            [P.Optimal(), P.Blind("bank"), P.Kelly(), P.Share(1, 4)],
        ),
        (
            be.PolishRules(
                players=3, win_rule="covers_any", deck_use="fresh_each_coup", exposure="1/9", hand=2, opening=9
            ),
            [P.Optimal(), P.Blind(2), P.Threshold(wins=30)],
        ),
        (be.PolishRules(players=4), [P.Refusing(P.Blind(2)), P.Blind(1), P.Refusing(CAREFUL), P.Optimal()]),
    ],
    "black_cat": [
        (be.BlackCatRules(), [P.Blind(1)] * 5),
        (be.BlackCatRules(players=3, purse=20, order="random", ante=1, backs=2, unbacked="banker"), [P.Backing()] * 3),
        (
            be.BlackCatRules(players=7, receiver="plays_on", holiday="new_deal", backs=2, settle="leave"),
            [P.Backing("first"), P.Backing([9, 3, 14]), *[P.Backing()] * 5],
        ),
        (
            be.BlackCatRules(
                players=4, receiver="plays_on", order="random", reserve_pays="punters", purse=9, stake=4, backs=4
            ),
            [P.Backing([5, 6]), P.Backing("first"), P.Backing(), P.Backing([6])],
        ),
    ],
}
SETTINGS = [(rules, policies) for of_a_kind in FIXED.values() for rules, policies in of_a_kind]
NAMES = [f"{rules.game}-{n}" for of_a_kind in FIXED.values() for n, (rules, _) in enumerate(of_a_kind)]
every_setting = pytest.mark.parametrize("rules, policies", SETTINGS, ids=NAMES)


@every_setting
def test_compiled_and_uncompiled_kernel_agree_over_twenty_thousand_games_of_each_kind(rules, policies):
    assert same(fast(rules, policies, 2024, 0, 5_000), uncompiled(rules, policies, 2024, 0, 5_000))


@every_setting
def test_script_and_compiled_kernel_agree_over_fixed_games(rules, policies):
    games = 5_000 if LONG else 500
    found = fast(rules, policies, 2024, 0, games)
    for i in range(games):
        assert game_of(rules, found, i) == stepped(rules, policies, 2024, i), f"game {i}"


def test_games_do_not_depend_on_those_played_before_them():
    for rules, policies in SETTINGS:
        whole = fast(rules, policies, 5, 100, 40)
        for i in (0, 7, 39):
            alone = fast(rules, policies, 5, 100 + i, 1)
            assert game_of(rules, alone, 0) == game_of(rules, whole, i)


# -- the comparison has teeth ------------------------------------------------------------------------------------------


def with_fault(kernel: ModuleType, right: str = "", wrong: str = "") -> ModuleType:
    """Give a copy of a kernel in which a piece of the source is replaced; the piece must stand there once."""
    source = inspect.getsource(kernel)
    if right:
        assert source.count(right) == 1, f"{source.count(right)} places have {right!r}"
    copy = ModuleType(f"{kernel.__name__}_with_fault")
    copy.__package__ = kernel.__package__
    sys.modules[copy.__name__] = copy
    try:
        exec(compile(source.replace(right, wrong) if right else source, copy.__name__, "exec"), copy.__dict__)
    finally:
        sys.modules.pop(copy.__name__)
    return copy


FAULTS = {
    "tie counted for the banker": (
        "outcome(own, turned >> 2, t.reading)",
        "outcome(own, turned >> 2, 2)",
    ),
    "bank end not noticed": (
        "if bank == 0:\n        return BROKEN",
        "if bank < 0:\n        return BROKEN",
    ),
    "recycled batch in the wrong place": (
        "return k, d.batches[first], ",
        "return (k + 1) % t.size, d.batches[first], ",
    ),
    "limit not applied after a win": (
        "table_key, s, opening, bank, turns, i",
        "table_key, s, opening, max(bank, opening), turns, i",
    ),
    "last punter skipped": (
        "n, s, bets = t.players, banker, 0\n    for _ in range(n - 1):",
        "n, s, bets = t.players, banker, 0\n    for _ in range(n - 2):",
    ),
    "goal passed but not reached": (
        "reached = bank >= t.triple * opening",
        "reached = bank > t.triple * opening",
    ),
}
"""What is replaced in the kernel of Banchok, and by what."""

CAT_FAULTS = {
    "a Distribution stops when the pool is empty": (
        "met = calls(d, s, 1) and met",
        "met = met and calls(d, s, 1)",
    ),
    "who pays a Stake becomes last staker": (
        "d.gain[d.role[1]] += pays(t, d, backer, t.stake)\n",
        "d.gain[d.role[1]] += pays(t, d, backer, t.stake)\n            d.role[1] = backer\n",
    ),
    "the reserve does not help a call": (
        "from_reserve = min(due - from_pool, d.pot[1])",
        "from_reserve = 0",
    ),
    "a broken bank goes to the right": (
        "heir = d.role[0] + 1 if d.role[0] + 1 < t.players else 0",
        "heir = d.role[0] - 1 if d.role[0] > 0 else t.players - 1",
    ),
    "a Scoop takes the reserve too": (
        "takes_pool(d, backer)\n        stakes",
        "takes_pool(d, backer)\n        takes_reserve(d, backer)\n        stakes",
    ),
    "a new banker's markers are not lifted": (
        "if d.backer[position] == backer:",
        "if d.backer[position] == retiring:",
    ),
    "one number is used by two who choose": (
        "            i += 1\n            if t.ante:",
        "            i += 1\n            key = key if i > 1 else nth(key, 0)\n            if t.ante:",
    ),
}
"""What is replaced in the kernel of Black Cat, and by what."""

TEETH = (be.BanchokRules(turn_limit=200), [P.Threshold("8", stake=4, otherwise=1)] * 5)
CAT_TEETH = (be.BlackCatRules(receiver="plays_on", backs=2), [P.Backing()] * 5)


@pytest.mark.parametrize("right, wrong", FAULTS.values(), ids=FAULTS)
def test_a_fault_planted_in_the_kernel_of_banchok_is_caught(right, wrong):
    faulty = with_fault(banchok_kernel, right, wrong)
    assert disagreements(*TEETH, 1, 200, faulty.play) > 2


@pytest.mark.parametrize("right, wrong", CAT_FAULTS.values(), ids=CAT_FAULTS)
def test_a_fault_planted_in_the_kernel_of_black_cat_is_caught(right, wrong):
    faulty = with_fault(black_cat_kernel, right, wrong)
    assert disagreements(*CAT_TEETH, 1, 200, faulty.play) > 2


def test_a_copy_without_fault_agrees():
    assert disagreements(*TEETH, 1, 200, with_fault(banchok_kernel).play) == 0
    assert disagreements(*CAT_TEETH, 1, 200, with_fault(black_cat_kernel).play) == 0


def test_all_columns_see_more_than_money_alone():
    rules, policies = TEETH
    faulty = with_fault(banchok_kernel, *FAULTS["bank end not noticed"])
    found = uncompiled(rules, policies, 1, 0, 200, faulty.play)
    games = [(game_of(rules, found, i), stepped(rules, policies, 1, i)) for i in range(200)]
    in_money = sum(a["gain"] != b["gain"] for a, b in games)
    assert sum(a != b for a, b in games) > in_money


@every_setting
def test_all_functions_of_a_kernel_are_named_as_its_parts(rules, policies):
    m = columns_of(rules)
    used = {
        f for f in vars(m.kernel).values() if inspect.isfunction(f) and f.__module__.startswith("banchok_edu.games")
    }
    assert used - {m.play} <= set(m.PARTS)
