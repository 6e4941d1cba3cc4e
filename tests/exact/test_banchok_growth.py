"""The share of the purse that makes it grow fastest."""

from __future__ import annotations

from math import isclose, log

import pytest
from sympy import Integer, Rational
from sympy import log as exact_log

import banchok_edu as be
from banchok_edu.errors import CardError
from tests.exact.banchok_cards import TIES, coups, gain, ranks, rules, share

B = be.banchok


def test_known_shares():
    assert B.kelly("Q").fraction == Rational(35, 51)
    assert B.kelly("A") == B.KellyBet(Integer(1), exact_log(2))
    assert B.kelly("7") == B.KellyBet(Integer(0), Integer(0))
    assert B.kelly().fraction == Rational(1, 17)
    assert B.kelly("8", seen="2♠ 2♥ 2♦").fraction == 0


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [(3, 2), (5, 1), (13, 4)])
def test_no_other_share_grows_faster(r, s, tie):
    these = rules(r, s, tie)
    total = 0.0
    for i, rank in enumerate(ranks(r), 1):
        results = [gain(*pair, tie) for pair in coups(r, s) if pair[0][0] == i]
        win, loss = share(lambda x: x > 0, results), share(lambda x: x < 0, results)

        def growth(f, win=win, loss=loss):
            return win * log(1 + f) + (loss * log(1 - f) if loss else 0.0)

        found = B.kelly(rank, these)
        best = float(found.fraction)
        assert isclose(found.growth_value, growth(best), abs_tol=1e-12)
        for step in range(100):
            assert growth(step / 100) <= found.growth_value + 1e-12
        total += growth(best) / r
    together = B.kelly_by_rank(these)
    assert isclose(together.growth_value, total, abs_tol=1e-12)
    assert together.fractions == {rank: B.kelly(rank, these).fraction for rank in ranks(r)}


def test_the_policy_stakes_the_same_share():
    policy = be.policies.Kelly()
    for tie in TIES:
        these = be.BanchokRules(tie=tie)
        for rank in ranks(13):
            outcomes = these.outcomes(f"{rank}♠")
            bet = policy.bet(be.policies.Hand(outcomes.count(-1), outcomes.count(1), 0))
            assert B.kelly(rank, these).fraction == Rational(bet.part, bet.whole)


def test_a_rank_that_is_not_there():
    with pytest.raises(CardError, match="rank='joker'"):
        B.kelly("joker")
