"""What seen cards are worth in Banchok."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import RulesError
from tests.exact.banchok_cards import TIES, deck, gain, rules

B = be.banchok


def test_three_cards_never_change_a_decision_and_ten_sometimes_do():
    assert B.value_after_seen(0) == Rational(63, 221)
    assert B.value_of_information(3) == 0
    assert B.value_of_information(4) > 0
    assert B.value_after_seen(10) == Rational(2155696, 7540351)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [(2, 1), (3, 2), (5, 1), (2, 4)])
def test_all_sets_of_seen_cards(r, s, tie):
    cards = deck(r, s)
    for k in range(r * s - 1):
        total = Fraction(0)
        for own in cards:
            others = [card for card in cards if card != own]
            for seen in combinations(others, k):
                left = [gain(own, card, tie) for card in others if card not in seen]
                total += max(0, Fraction(sum(left), len(left)))
        assert B.value_after_seen(k, rules(r, s, tie)) == total / (r * s * comb(r * s - 1, k))


@pytest.mark.parametrize("tie", TIES)
def test_with_one_card_left_he_knows_it(tie):
    these = be.BanchokRules(tie=tie)
    assert B.value_after_seen(50, these) == B.win_probability(rules=these)


def test_more_cards_seen_are_never_worth_less():
    values = [B.value_after_seen(k, rules(5, 2)) for k in range(9)]
    assert values == sorted(values)


@pytest.mark.parametrize("k", [-1, 51, 52, 1.0, "3", None, True, 10**40])
def test_cards_that_cannot_be_seen(k):
    with pytest.raises(RulesError, match=r"k is how many of 52 cards were seen, .* a whole number from 0 to 50"):
        B.value_after_seen(k)
