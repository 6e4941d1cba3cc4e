"""The ten kinds of card, backed and unbacked (rule 3.3), each transfer worked out by hand.

Three players; seat 0 banks and has staked 6: all begin from purses (-6, 0, 0), 6 in the pool, 0 in the reserve.
"""

from __future__ import annotations

import pytest

from banchok_edu.games.black_cat.events import BankerChanged, Staked
from tests.games.cat_table import POOL, RESERVE, Standing, deal, moves, standings

BEGIN = Standing((-6, 0, 0), 6, 0, 0, 0)


def test_the_first_banker_has_staked_before_any_card():
    game = deal(["In 1"], {})
    assert standings(game)[0] == BEGIN
    assert moves(game, turned=0) == [(0, POOL, 6, 0)]


# -- In and Out ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 40])
def test_an_in_is_paid_by_its_backer_to_the_pool(k):
    game = deal([f"In {k}"], {1: 1})
    assert standings(game)[1] == Standing((-6, -k, 0), 6 + k, 0, 0, 0)
    assert moves(game, turned=1) == [(1, POOL, k, 0)]


def test_an_unbacked_in_does_nothing():
    game = deal(["In 3"], {})
    assert standings(game)[1] == BEGIN
    assert moves(game, turned=1) == []


def test_an_unbacked_in_is_paid_by_the_banker_where_he_counts_as_its_backer():
    game = deal(["In 3"], {}, unbacked="banker")
    assert standings(game)[1] == Standing((-9, 0, 0), 9, 0, 0, 0)
    assert moves(game, turned=1) == [(0, POOL, 3, 0)]


def test_a_backed_in_is_the_backers_under_either_reading():
    game = deal(["In 3"], {1: 2}, unbacked="banker")
    assert standings(game)[1] == Standing((-6, 0, -3), 9, 0, 0, 0)


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_an_out_is_paid_by_the_pool_to_its_backer(k):
    game = deal([f"Out {k}"], {1: 2})
    assert standings(game)[1] == Standing((-6, 0, k), 6 - k, 0, 0, 0)
    assert moves(game, turned=1) == [(POOL, 2, k, 0)]


def test_an_unbacked_out_does_nothing_even_if_the_pool_could_not_pay_it():
    game = deal(["Out 40"], {})
    assert standings(game)[1] == BEGIN
    assert moves(game, turned=1) == []


def test_an_unbacked_out_is_paid_to_the_banker_where_he_counts_as_its_backer():
    game = deal(["Out 2"], {}, unbacked="banker")
    assert standings(game)[1] == Standing((-4, 0, 0), 4, 0, 0, 0)
    assert moves(game, turned=1) == [(POOL, 0, 2, 0)]


def test_a_backed_out_is_the_backers_under_either_reading():
    game = deal(["Out 2"], {1: 1}, unbacked="banker")
    assert standings(game)[1] == Standing((-6, 2, 0), 4, 0, 0, 0)


# -- cards that always act -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("markers", [{}, {1: 1}])
@pytest.mark.parametrize("unbacked", ["void", "banker"])
def test_on_a_reserve_every_player_pays_one_into_the_reserve_backed_or_not(markers, unbacked):
    game = deal(["Reserve"], markers, unbacked=unbacked)
    assert standings(game)[1] == Standing((-7, -1, -1), 6, 3, 0, 0)
    assert sorted(moves(game, turned=1)) == [(0, RESERVE, 1, 0), (1, RESERVE, 1, 0), (2, RESERVE, 1, 0)]


@pytest.mark.parametrize("markers", [{}, {1: 1}])
def test_on_a_reserve_only_the_punters_pay_where_it_is_so_agreed(markers):
    game = deal(["Reserve"], markers, reserve_pays="punters")
    assert standings(game)[1] == Standing((-6, -1, -1), 6, 2, 0, 0)
    assert sorted(moves(game, turned=1)) == [(1, RESERVE, 1, 0), (2, RESERVE, 1, 0)]


@pytest.mark.parametrize("markers", [{}, {1: 2}])
@pytest.mark.parametrize("reserve_pays", ["all", "punters"])
def test_on_a_contribution_every_player_pays_one_to_the_pool_backed_or_not(markers, reserve_pays):
    game = deal(["Contribution"], markers, reserve_pays=reserve_pays)
    assert standings(game)[1] == Standing((-7, -1, -1), 9, 0, 0, 0)
    assert sorted(moves(game, turned=1)) == [(0, POOL, 1, 0), (1, POOL, 1, 0), (2, POOL, 1, 0)]


@pytest.mark.parametrize("markers", [{}, {1: 2}])
def test_a_distribution_pays_every_player_one_from_the_pool_backed_or_not(markers):
    game = deal(["Distribution"], markers)
    assert standings(game)[1] == Standing((-5, 1, 1), 3, 0, 0, 0)


def test_a_distribution_is_paid_in_turn_from_the_bankers_left_the_banker_last():
    game = deal(["Distribution"], {}, players=4, first_banker=2)
    assert moves(game, turned=1) == [(POOL, 3, 1, 0), (POOL, 0, 1, 0), (POOL, 1, 1, 0), (POOL, 2, 1, 0)]
    assert standings(game)[1] == Standing((1, 1, -5, 1), 2, 0, 2, 2)


@pytest.mark.parametrize("markers", [{}, {3: 1}])
@pytest.mark.parametrize("holiday", ["plays_on", "new_deal"])
def test_on_a_bank_holiday_the_banker_takes_pool_and_reserve_and_stakes_anew(markers, holiday):
    game = deal(["Reserve", "Contribution", "Bank Holiday"], markers, holiday=holiday)
    assert standings(game)[2] == Standing((-8, -2, -2), 9, 3, 0, 0)
    # He takes 9 + 3 = 12 and stakes 6: -8 + 12 - 6 = -2.
    assert standings(game)[3] == Standing((-2, -2, -2), 6, 0, 0, 0)
    assert not [event for event in game.events if isinstance(event, BankerChanged)]


# -- Stake ---------------------------------------------------------------------------------------------------------


def test_a_stake_is_paid_by_its_backer_to_the_last_staker_who_stays_the_last_staker():
    game = deal(["Stake"], {1: 2})
    assert standings(game)[1] == Standing((0, 0, -6), 6, 0, 0, 0)
    assert moves(game, turned=1) == [(2, 0, 6, 0)]


@pytest.mark.parametrize("stake", [1, 2, 10])
def test_a_stake_card_costs_as_much_as_a_banker_stakes(stake):
    game = deal(["Stake"], {1: 1}, stake=stake)
    assert standings(game)[:2] == [
        Standing((-stake, 0, 0), stake, 0, 0, 0),
        Standing((0, -stake, 0), stake, 0, 0, 0),
    ]


@pytest.mark.parametrize("unbacked", ["void", "banker"])
def test_an_unbacked_stake_does_nothing(unbacked):
    game = deal(["Stake"], {}, unbacked=unbacked)
    assert standings(game)[1] == BEGIN
    assert moves(game, turned=1) == []


# -- cards that change the banker ----------------------------------------------------------------------------------


def test_a_scoop_takes_the_whole_pool_then_the_new_banker_stakes():
    game = deal(["In 4", "Scoop"], {1: 2, 2: 1})
    assert standings(game)[1] == Standing((-6, 0, -4), 10, 0, 0, 0)
    assert standings(game)[2] == Standing((-6, 4, -4), 6, 0, 1, 1)
    assert moves(game, turned=2) == [(POOL, 1, 10, 0), (1, POOL, 6, 0)]


def test_a_scoop_leaves_the_reserve_untouched():
    game = deal(["Reserve", "Scoop"], {2: 2})
    assert standings(game)[1] == Standing((-7, -1, -1), 6, 3, 0, 0)
    assert standings(game)[2] == Standing((-7, -1, -1), 6, 3, 2, 2)


def test_a_scoop_of_an_empty_pool_takes_nothing_and_still_makes_banker():
    game = deal(["Out 6", "Scoop"], {1: 2, 2: 1})
    assert standings(game)[1] == Standing((-6, 0, 6), 0, 0, 0, 0)
    assert standings(game)[2] == Standing((-6, -6, 6), 6, 0, 1, 1)


def test_a_transfer_hands_over_pool_and_reserve_and_moves_no_counters():
    game = deal(["Reserve", "Transfer Bank"], {2: 2})
    assert standings(game)[2] == Standing((-7, -1, -1), 6, 3, 2, 0)
    assert moves(game, turned=2) == []


def test_a_receiver_pays_the_retiring_banker_what_the_pool_holds_and_the_pool_stays():
    game = deal(["In 2", "Reserve", "Official Receiver"], {1: 1, 3: 2})
    assert standings(game)[2] == Standing((-7, -3, -1), 8, 3, 0, 0)
    assert standings(game)[3] == Standing((1, -3, -9), 8, 3, 2, 0)
    assert moves(game, turned=3) == [(2, 0, 8, 0)]


@pytest.mark.parametrize("receiver", ["new_deal", "plays_on"])
def test_a_receiver_of_an_empty_pool_pays_nothing_and_still_becomes_banker(receiver):
    game = deal(["Out 6", "Official Receiver"], {1: 2, 2: 1}, receiver=receiver)
    assert standings(game)[2] == Standing((-6, 0, 6), 0, 0, 1, 0)
    assert [amount for _, _, amount, _ in moves(game, turned=2) if amount] == []


@pytest.mark.parametrize("card", ["Scoop", "Transfer Bank", "Official Receiver"])
@pytest.mark.parametrize("unbacked", ["void", "banker"])
def test_a_card_that_would_change_the_banker_does_nothing_unbacked(card, unbacked):
    game = deal([card, "In 1"], {2: 1}, unbacked=unbacked)
    assert standings(game)[1] == BEGIN
    assert moves(game, turned=1) == []
    assert standings(game)[2] == Standing((-6, -1, 0), 7, 0, 0, 0)  # and the deal goes on


# -- the last staker -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards, markers, last_staker",
    [
        (["Transfer Bank"], {1: 1}, 0),
        (["Official Receiver"], {1: 1}, 0),
        (["Scoop"], {1: 2}, 2),
        (["Bank Holiday"], {1: 1}, 0),
        (["Out 7"], {1: 2}, 1),  # broken: the banker's left
        (["Stake"], {1: 2}, 0),
        (["In 3"], {1: 2}, 0),
    ],
)
def test_who_is_last_staker_after_a_card(cards, markers, last_staker):
    assert standings(deal(cards, markers))[1].last_staker == last_staker


def test_staking_is_said_once_for_each_new_stake():
    game = deal(["In 1", "Bank Holiday", "Scoop"], {1: 1, 3: 2})
    assert [(event.seat, event.amount) for event in game.events if isinstance(event, Staked)] == [
        (0, 6),
        (0, 6),
        (2, 6),
    ]
