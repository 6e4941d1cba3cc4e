"""Exact chances of Polish banchok beside coups that were played, within four standard errors."""

from math import sqrt

import numpy as np
import pytest

import banchok_edu as be
from tests.exact.polish_by_hand import READINGS

P, R = be.polish, be.PolishRules
COUPS = 200_000


@pytest.mark.parametrize("sizes", [{}, {"decks": 1, "ranks": 5, "suits": 3, "hand": 4}], ids=str)
@pytest.mark.parametrize("win_rule", READINGS)
def test_the_average_chance(win_rule, sizes):
    rules = R(players=2, win_rule=win_rule, **sizes)
    exact = P.win_probability(rules=rules)
    found = be.coups(rules, COUPS, seed=21).probability("wins")
    assert abs(found.value - float(exact)) < 4 * sqrt(exact * (1 - exact) / COUPS)


@pytest.mark.parametrize("win_rule", READINGS)
def test_hands_grouped_by_their_chance_win_as_often_as_that(win_rule):
    """The exact chance of each hand that was dealt: mean error, spread and value of optimal play."""
    rules = R(players=2, win_rule=win_rule, ranks=6)
    played = be.coups(rules, COUPS, seed=22)
    known = {}
    for hand, _ in P.hands(rules):
        cards = tuple(sorted(4 * card.index + card.suit_index for card in hand))
        known[cards] = float(P.win_probability(hand, rules))
    chance = np.array([known[tuple(cards)] for cards in np.sort(played.own, axis=1).tolist()])
    gain = -played.outcome.astype(float)
    for values, exact in (
        (chance, P.win_probability(rules=rules)),
        ((chance - float(P.win_probability(rules=rules))) ** 2, P.variance_of_win_probability(rules)),
        (chance > 0.5, P.share_favourable(rules)),
        (gain * (chance > 0.5), P.value_of_optimal_play(rules)),
    ):
        error = values.std(ddof=1) / sqrt(COUPS)
        assert abs(values.mean() - float(exact)) < 4 * error
    won = gain > 0
    pulls = (won - chance).sum() / sqrt((chance * (1 - chance)).sum())
    assert abs(pulls) < 4
