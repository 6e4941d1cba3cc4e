"""One bet of Banchok within several turns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import RulesError
from tests.exact.banchok_cards import TIES, coups, gain, mean, ranks, rules

B = be.banchok


def test_the_ladder_of_three_turns():
    found = B.optimal_stopping(3)
    assert found.thresholds == ("J", "10", "8")
    assert found.value == Rational(20149, 37349)
    assert found.values[-1] == Rational(63, 221)
    # Two turns: from the ten up 19 + 27 + 35 + 43 + 51 = 175 of 51, and with the 8 lower ranks 63/221.
    assert found.values[-2] == Rational(175, 51 * 13) + Rational(8, 13) * Rational(63, 221)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [(2, 1), (3, 2), (5, 1)])
def test_no_ladder_of_thresholds_is_better(r, s, tie):
    these = rules(r, s, tie)
    edges = [mean(gain(*pair, tie) for pair in coups(r, s) if pair[0][0] == i) for i in range(1, r + 1)]
    for turns in (1, 2, 3):
        ladders = {ladder: value_of(ladder, edges) for ladder in product(range(1, r + 2), repeat=turns)}
        found = B.optimal_stopping(turns, these)
        assert found.value == max(ladders.values())
        assert value_of([ranks(r).index(rank) + 1 for rank in found.thresholds], edges) == found.value


def value_of(ladder, edges):
    """Give what a ladder gains in the mean: bet in the first turn in which the rank is as high as its threshold."""
    waiting, value = Fraction(1), Fraction(0)
    for threshold in ladder:
        value += waiting * sum(edges[threshold - 1 :], Fraction(0)) / len(edges)
        waiting *= Fraction(threshold - 1, len(edges))
    return value


def test_more_turns_are_worth_more_and_at_last_one_waits_for_an_ace():
    found = B.optimal_stopping(100)
    assert list(found.values) == sorted(found.values, reverse=True)
    assert found.thresholds[0] == "A"
    assert found.value < 1


def test_a_fair_bet_is_not_made():
    assert B.optimal_stopping(1, be.BanchokRules(tie="push")).thresholds == ("9",)


@pytest.mark.parametrize("turns", [0, -1, 501, 2.0, "3", True, None])
def test_turns_that_cannot_be(turns):
    with pytest.raises(RulesError, match="turns is how many turns there are, a whole number from 1 to 500"):
        B.optimal_stopping(turns)
