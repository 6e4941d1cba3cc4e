"""Several punters of Banchok at one deck."""

from __future__ import annotations

from itertools import permutations

import pytest
from sympy import Rational, sqrt

import banchok_edu as be
from banchok_edu.errors import CardError, RulesError
from tests.exact.banchok_cards import SMALL, TIES, deck, gain, hands, mean, ranks, rules, share

B = be.banchok


def test_known_answers():
    assert B.both_win() == Rational(5837, 20825)
    assert B.both_win(common_turned=True) == Rational(463, 1275)
    assert B.correlation_of_wins(common_turned=True) == Rational(449, 1350)
    assert B.covariance_of_wins() == Rational(4, 354025)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [size for size in SMALL if size[0] * size[1] > 3])
def test_two_coups_from_one_deck_in_every_order(r, s, tie):
    wins = [
        (gain(own, turned, tie) > 0, gain(other, other_turned, tie) > 0)
        for own, turned, other, other_turned in permutations(deck(r, s), 4)
    ]
    check_wins(wins, rules(r, s, tie), common_turned=False)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [size for size in SMALL if size[0] * size[1] > 2])
def test_two_punters_against_one_turned_card_in_every_order(r, s, tie):
    wins = [
        (gain(own, turned, tie) > 0, gain(other, turned, tie) > 0) for own, other, turned in permutations(deck(r, s), 3)
    ]
    check_wins(wins, rules(r, s, tie), common_turned=True)


def check_wins(wins, these, common_turned):
    both, one = share(all, wins), share(lambda pair: pair[0], wins)
    assert share(lambda pair: pair[1], wins) == one
    assert B.both_win(these, common_turned=common_turned) == both
    assert B.covariance_of_wins(these, common_turned=common_turned) == both - one**2
    correlation = B.correlation_of_wins(these, common_turned=common_turned)
    assert correlation == Rational(both - one**2) / sqrt(Rational(one * (1 - one)) ** 2)


def test_with_one_suit_wins_are_uncorrelated_and_under_each_reading_alike():
    assert B.covariance_of_wins(rules(13, 1)) == 0
    for common in (False, True):
        found = {B.covariance_of_wins(be.BanchokRules(tie=tie), common_turned=common) for tie in TIES}
        assert len(found) == 1


def test_two_coups_of_one_deal_that_were_played():
    """Three players, so two punters; each stakes one, so the gains tell who won."""
    these = be.BanchokRules(players=3, opening=10, turn_limit=2, first_banker=0)
    games = be.simulate(these, be.policies.Blind(1), games=100_000, seed=8)
    won = (10 - games["bank"].reshape(-1)) == 2  # both punters took one from the bank
    exact = float(B.both_win())
    assert abs(won.mean() - exact) < 4 * (exact * (1 - exact) / len(won)) ** 0.5


def test_best_of_known_answers():
    four = B.best_of(4)
    assert four.at_most("10") == Rational(99, 455)
    assert four.mean == Rational(32577, 2975)
    assert four.at_least("A") == Rational(15229, 54145)
    assert B.best_of(52).probabilities["A"] == 1
    assert B.best_of(1).mean == 7


@pytest.mark.parametrize("r, s", [*SMALL, (13, 1)])
def test_best_of_all_hands(r, s):
    for m in range(1, min(r * s, 5) + 1):
        best = [max(card[0] for card in hand) for hand in hands(r, s, m)]
        found = B.best_of(m, rules(r, s))
        assert found.mean == mean(best)
        for i, rank in enumerate(ranks(r), 1):
            assert found.probabilities[rank] == share(lambda one, i=i: one == i, best)
            assert found.at_most(rank) == share(lambda one, i=i: one <= i, best)
            assert found.at_least(rank) == share(lambda one, i=i: one >= i, best)


def test_what_cannot_be():
    for m in (0, 53, 2.0, "4", True):
        with pytest.raises(RulesError, match="m is how many of 52 cards are dealt, a whole number from 1 to 52"):
            B.best_of(m)
    with pytest.raises(CardError, match="rank='1'"):
        B.best_of(4).at_most("1")
    for few, common, needed in ((rules(3, 1), False, "two coups need 4"), (rules(2, 1), True, "card need 3")):
        for ask in (B.both_win, B.covariance_of_wins, B.correlation_of_wins):
            with pytest.raises(RulesError, match=f"is too small: .*{needed}"):
                ask(few, common_turned=common)
