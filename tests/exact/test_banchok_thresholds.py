"""Betting on good cards of Banchok only, and what a win or a loss tells."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import CardError, RulesError
from tests.exact.banchok_cards import SMALL, TIES, coups, gain, mean, ranks, rules, share, variance

B = be.banchok
PUSH, BANKER = be.BanchokRules(tie="push"), be.BanchokRules(tie="banker_wins")


def test_known_values():
    # 3 + 11 + ... + 51 = 189 of 51; without the tie 0 + 8 + ... + 48 = 168; from the nine up 5 + 13 + ... + 45 = 150.
    assert B.threshold_value("8") == Rational(189, 51 * 13)
    assert B.threshold_value("8", PUSH) == B.threshold_value("9", PUSH) == Rational(168, 51 * 13)
    assert B.threshold_value("9", BANKER) == Rational(150, 51 * 13)
    assert B.threshold_value("8", BANKER) == Rational(49, 221)
    assert B.win_given_bet("8") == Rational(13, 17)


def test_the_best_threshold_tells_where_two_are_as_good():
    assert B.best_threshold() == B.BestThreshold("8", Rational(63, 221), ("8",))
    assert B.best_threshold(PUSH) == B.BestThreshold("9", Rational(56, 221), ("8", "9"))
    assert B.best_threshold(BANKER) == B.BestThreshold("9", Rational(50, 221), ("9",))


def test_of_663_coups_351_are_won_and_51_of_these_with_an_ace():
    found = B.rank_given_win()
    assert found["A"] == Rational(51, 351)
    assert found["2"] == Rational(3, 351)
    assert sum(found.values()) == 1


def test_an_eight_that_bets_and_loses():
    found = B.rank_given_bet_lost("8")
    assert list(found.values()) == [Rational(losses, 84) for losses in (24, 20, 16, 12, 8, 4, 0)]
    with pytest.raises(RulesError, match="no bet on it is ever lost"):
        B.rank_given_bet_lost("A")
    assert B.rank_given_bet_lost("A", BANKER) == {"A": 1}


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [*SMALL, (13, 1), (13, 4)])
def test_all_coups_and_all_thresholds(r, s, tie):
    these = rules(r, s, tie)
    values = {}
    for t, threshold in enumerate(ranks(r), 1):
        for otherwise in (Fraction(0), Fraction(1, 3)):
            gains = [gain(*pair, tie) * (1 if pair[0][0] >= t else otherwise) for pair in coups(r, s)]
            assert B.threshold_value(threshold, these, otherwise) == mean(gains)
            assert B.threshold_variance(threshold, these, otherwise) == variance(gains)
        values[threshold] = B.threshold_value(threshold, these)
        bets = [pair for pair in coups(r, s) if pair[0][0] >= t]
        assert B.win_given_bet(threshold, these) == share(lambda pair: gain(*pair, tie) > 0, bets)
        lost = [pair for pair in bets if gain(*pair, tie) < 0]
        if lost:
            told = [share(lambda pair, i=i: pair[0][0] == i, lost) for i in range(t, r + 1)]
            assert list(B.rank_given_bet_lost(threshold, these).values()) == told
    won = [pair for pair in coups(r, s) if gain(*pair, tie) > 0]
    told = [share(lambda pair, i=i: pair[0][0] == i, won) for i in range(1, r + 1)]
    assert list(B.rank_given_win(these).values()) == told
    best = B.best_threshold(these)
    assert best.value == max(values.values())
    assert best.all_ranks == tuple(rank for rank, value in values.items() if value == best.value)
    assert best.rank == next(rank for rank in ranks(r) if B.edge(rank, these) > 0)


def test_banks_that_were_played_gain_as_much():
    """One turn of the whole bank from the eight up: the banker's loss is the punter's gain."""
    these = be.BanchokRules(players=2, opening=1, turn_limit=1, first_banker=0)
    taken = be.simulate(these, be.policies.Threshold("8"), games=100_000, seed=3)["bank"].reshape(-1)
    gains = 1 - taken
    z = (gains.mean() - 63 / 221) / (gains.std(ddof=1) / len(gains) ** 0.5)
    assert abs(z) < 4
    assert abs(gains.var() / float(B.threshold_variance("8")) - 1) < 0.02


def test_thresholds_that_cannot_be():
    for ask in (B.threshold_value, B.threshold_variance, B.win_given_bet, B.rank_given_bet_lost):
        with pytest.raises(CardError, match="threshold='7' is not a rank of this deck: choose from Q, K, A"):
            ask("7", rules(3, 2))
    for otherwise in (2, -1, "x", 1 / 3):
        with pytest.raises(RulesError, match="otherwise="):
            B.threshold_value("8", otherwise=otherwise)
