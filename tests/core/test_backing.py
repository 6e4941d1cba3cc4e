"""What the policies back in Black Cat "Bank"."""

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu.games.black_cat.events import Backed

P = be.policies
RULES = be.BlackCatRules(players=4, backs=3, deals=1)


def backed(policies, rules=RULES, seed=3):
    """Give the positions that seats 1, 2, 3, 1, ... backed."""
    game = be.BlackCat(rules, seed=seed).advance(policies)
    return [event.position for event in game.events if isinstance(event, Backed)]


def test_the_first_free_position_is_the_lowest_one():
    assert backed(P.Backing("first")) == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_chosen_positions_are_backed_in_order_of_preference():
    assert backed([None, P.Backing([14, 2, 9]), P.Backing("first"), P.Backing([1, 14, 5, 6])]) == [
        *(14, 1, 5),
        *(2, 3, 6),
        *(9, 4, 7),
    ]


def test_a_random_position_is_the_one_that_any_other_policy_backs():
    assert backed(P.Backing()) == backed(P.Backing("random")) == backed(P.Blind(1)) == backed(P.Pass())
    assert backed(P.Backing()) != backed(P.Backing(), seed=4)


def test_each_position_is_backed_as_often_as_any_other_at_random():
    counts = [0] * 14
    for seed in range(1400):
        counts[backed(P.Backing(), be.BlackCatRules(players=2, deals=1), seed)[0] - 1] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts) < 34.5  # chi-square with 13 degrees, one in a thousand


@pytest.mark.parametrize(
    "given", [None, 5, 1.5, "last", "", b"first", [], (), [0], [-1], [1.0], ["1"], [True], {1}, [[1]]]
)
def test_what_says_no_positions_is_refused(given):
    with pytest.raises(be.RulesError, match=r"positions=.* is not allowed: say 'random', 'first', or list positions"):
        P.Backing(given)


def test_a_position_named_twice_is_refused():
    with pytest.raises(be.RulesError, match="names a position twice"):
        P.Backing([3, 1, 3])


def test_positions_may_be_numbers_of_numpy_and_are_kept_as_they_are():
    policy = P.Backing(list(np.array([3, 1])))
    assert policy == P.Backing((3, 1))
    assert repr(policy) == "Backing(positions=(3, 1))"
    assert hash(policy) == hash(P.Backing([3, 1]))


def test_a_position_that_is_not_dealt_is_told_at_the_table_and_in_bulk():
    with pytest.raises(be.RulesError, match="position 15 does not exist: these rules deal positions 1 to 14"):
        backed(P.Backing([1, 15]))
    with pytest.raises(be.RulesError, match="position 15 does not exist"):
        P.Backing([1, 15]).wishes(RULES)


@pytest.mark.parametrize("game", [be.Banchok, be.PolishBanchok])
def test_a_game_without_positions_is_refused(game):
    with pytest.raises(be.RulesError, match=r"Backing\(...\) is for Black Cat: \w+ has no positions to back"):
        game(seed=1).advance(P.Backing("first"))
    with pytest.raises(be.RulesError, match="no positions to back"):
        P.Backing("random").fits(game(seed=1).rules)
