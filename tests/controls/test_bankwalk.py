"""Paths of a bank over its exact distribution."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

import banchok_edu as be

from .sheets import all_text, control, do, forged_messages_change_nothing

UNIT = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
TEN = be.BanchokRules(players=2, opening=10, deck_use="fresh_each_coup", pass_limit=None)


def test_the_odds_are_those_from_where_the_bank_is():
    walk = be.BankWalk(UNIT, seed=1)
    assert walk.odds() == {"broken": Fraction(153, 217), "tripled": Fraction(64, 217)}
    while walk.step().bank != 2:
        walk.new_path()
    # from 2 of 3, with 9/8 to 1 against it: (1 - (9/8)^2) / (1 - (9/8)^3)
    assert walk.odds()["tripled"] == Fraction(136, 217)
    assert "136/217" in all_text(walk)


def test_a_path_goes_up_or_down_by_the_stake_and_ends_at_0_or_at_the_goal():
    walk = be.BankWalk(TEN, seed=3)
    for _ in range(12):
        walk.new_path().to_end()
    for path in walk.paths[1:]:
        assert path[0] == 10
        assert path[-1] in (0, 30)
        assert all(abs(b - a) == 1 for a, b in pairwise(path))


def test_the_distribution_is_that_of_the_chain():
    walk = be.BankWalk(TEN, seed=3)
    exact = be.bank_chain(TEN, be.policies.Blind(1)).distribution_after(coups=7)
    found = {}
    for state, p in walk._after(7).items():
        found[state.bank] = found.get(state.bank, 0) + p
    assert found == pytest.approx({standing.bank: float(p) for standing, p in exact.items()})
    exact = be.bank_chain(TEN, be.policies.Blind(1)).distribution_after(coups=150)
    assert walk._after(150)[be.bank_chain(TEN, be.policies.Blind(1)).chain.absorbing[0]] == pytest.approx(
        float(next(p for standing, p in exact.items() if standing.how == "broken"))
    )
    # after one coup: 9 with 9/17, 11 with 8/17
    assert sorted(walk._after(1).values()) == pytest.approx([8 / 17, 9 / 17])


def test_many_paths_are_tripled_as_often_as_they_should():
    walk = be.BankWalk(UNIT, seed=11)
    for _ in range(60):
        do(walk, "many")
    ends = [path[-1] for path in walk.paths if path[-1] in (0, 3)]
    n, p = len(ends), 64 / 217
    assert n == 601
    assert abs(ends.count(3) / n - p) < 4 * (p * (1 - p) / n) ** 0.5


def test_the_same_seed_gives_the_same_paths_and_another_is_taken_by_itself():
    one, same = be.BankWalk(TEN, seed=5).to_end(), be.BankWalk(TEN, seed=5).to_end()
    assert one.paths == same.paths
    assert be.BankWalk(TEN).seed != be.BankWalk(TEN).seed


def test_playing_asks_for_ticks_until_the_bank_has_ended():
    walk = be.BankWalk(UNIT, seed=2)
    assert walk.view["tick"] == 0
    assert "not on offer" in do(walk, "tick")
    do(walk, "play")
    assert walk.view["tick"] > 0
    assert control(walk, "play")["label"] == "Pause"
    for _ in range(200):
        if not walk.view["tick"]:
            break
        do(walk, "tick")
    assert walk.paths[-1][-1] in (0, 3)
    assert control(walk, "step")["off"] is True
    assert control(walk, "new").get("off") is None


def test_while_it_plays_those_who_hear_the_page_are_left_in_peace():
    walk = be.BankWalk(TEN, seed=2)
    do(walk, "play")
    do(walk, "tick")
    assert walk.view["say"] == ""
    do(walk, "play")
    assert walk.view["say"].startswith("Bank")


def test_a_bank_that_may_lapse_says_so():
    rules = be.BanchokRules(players=3, opening=2, deck_use="fresh_each_coup", pass_limit=1)
    walk = be.BankWalk(rules, be.policies.Threshold("K"), seed=1)
    assert "P(lapsed)" in all_text(walk)


def test_rules_without_a_chain_are_refused_with_the_reason():
    with pytest.raises(be.RulesError, match="an independent chain is not that game"):
        be.BankWalk(be.BanchokRules())
    with pytest.raises(be.RulesError, match="already says how the punters play"):
        be.BankWalk(be.bank_chain(UNIT, be.policies.Blind(1)), be.policies.Blind(1))
    with pytest.raises(be.RulesError, match="seed"):
        be.BankWalk(UNIT, seed="7")


def test_forged_messages_change_nothing():
    walk = be.BankWalk(TEN, seed=1).step()
    forged_messages_change_nothing(walk, lambda: walk.paths)
    for name, value in (("step", 1), ("step", False), ("speed", 4), ("speed", "1000"), ("new", {}), ("many", 10**9)):
        assert do(walk, name, value)
    assert len(walk.paths) == 1
    assert "<svg" in walk.still()
    assert walk.fault is None
