"""Calls that cannot be met and changes of banker: rules 3.4 and 3.5 of Black Cat "Bank", worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

import banchok_edu as be
from banchok_edu.core.events import Dealt
from banchok_edu.games.black_cat.events import Backed, BankerChanged, DealEnded, MarkersLifted
from tests.games.cat_table import POOL, RESERVE, Standing, asked, deal, moves, of, standings, told, turned

# -- 3.4: a call that cannot be met --------------------------------------------------------------------------------


def test_an_out_that_empties_the_pool_breaks_nothing_and_the_next_call_does():
    game = deal(["Out 6", "Out 1"], {1: 2, 2: 1})
    assert standings(game)[1:3] == [Standing((-6, 0, 6), 0, 0, 0, 0), Standing((-6, -6, 6), 6, 0, 1, 1)]
    assert [(event.seat, event.why) for event in of(game, BankerChanged)] == [(1, "broken")]


def test_a_distribution_that_empties_the_pool_breaks_nothing():
    game = deal(["Distribution", "In 1"], {2: 1}, stake=3)
    assert standings(game)[1:3] == [Standing((-2, 1, 1), 0, 0, 0, 0), Standing((-2, 0, 1), 1, 0, 0, 0)]


def test_an_out_beyond_the_pool_is_paid_as_far_as_it_goes_and_the_rest_is_lost():
    game = deal(["Out 9"], {1: 2})
    # 6 of 9 are there; seat 1, at the left of the banker, stakes a new 6.
    assert standings(game)[1] == Standing((-6, -6, 6), 6, 0, 1, 1)


def test_the_reserve_makes_up_a_call_and_the_bank_is_broken_all_the_same_and_once():
    game = deal(["Reserve", "Out 4"], {2: 2}, stake=1)
    assert standings(game)[1] == Standing((-2, -1, -1), 1, 3, 0, 0)
    assert standings(game)[2] == Standing((-2, -2, 3), 1, 0, 1, 1)
    assert sorted(moves(game, turned=2)) == [(POOL, 2, 1, 0), (RESERVE, 2, 3, 0), (1, POOL, 1, 0)]
    assert [(event.seat, event.why) for event in of(game, BankerChanged)] == [(1, "broken")]
    assert [event.how for event in of(game, DealEnded)] == ["broken"]


def test_the_new_banker_keeps_what_is_left_of_the_reserve():
    game = deal(["Reserve", "Out 2"], {2: 2}, stake=1)
    assert standings(game)[2] == Standing((-2, -2, 1), 1, 2, 1, 1)


def test_pool_and_reserve_together_may_fall_short():
    game = deal(["Reserve", "Out 5"], {2: 2}, stake=1)
    # 1 of the pool and 3 of the reserve are paid of 5.
    assert standings(game)[2] == Standing((-2, -2, 3), 1, 0, 1, 1)


def test_the_caller_himself_becomes_banker_if_he_is_at_the_left_of_the_banker():
    game = deal(["Out 9"], {1: 1})
    assert standings(game)[1] == Standing((-6, 0, 0), 6, 0, 1, 1)


def test_the_left_of_the_last_seat_is_seat_0():
    game = deal(["Out 9"], {1: 1}, first_banker=2)
    assert standings(game)[1] == Standing((-6, 6, -6), 6, 0, 0, 0)


def test_the_banker_himself_may_break_his_bank():
    game = deal(["Out 9"], {}, unbacked="banker")
    # He gets his 6 back of 9 called, and the next on the left stakes.
    assert standings(game)[1] == Standing((0, -6, 0), 6, 0, 1, 1)


def test_the_banker_himself_may_be_paid_by_the_reserve():
    game = deal(["Reserve", "Out 3"], {}, unbacked="banker", stake=1)
    assert standings(game)[2] == Standing((1, -2, -1), 1, 1, 1, 1)


def test_a_distribution_on_an_empty_pool_is_served_from_the_reserve_in_turn_and_the_banker_goes_without():
    game = deal(["Reserve", "Out 1", "Distribution"], {2: 1}, stake=1, reserve_pays="punters")
    assert standings(game)[1] == Standing((-1, -1, -1), 1, 2, 0, 0)
    assert standings(game)[2] == Standing((-1, 0, -1), 0, 2, 0, 0)
    # Seats 1 and 2 get the two of the reserve, seat 0 nothing; then seat 1 stakes 1.
    assert standings(game)[3] == Standing((-1, 0, 0), 1, 0, 1, 1)
    assert [(event.seat, event.why) for event in of(game, BankerChanged)] == [(1, "broken")]


def test_a_distribution_covered_by_pool_and_reserve_breaks_the_bank_once():
    game = deal(["Reserve", "Distribution"], {}, stake=1)
    assert standings(game)[1] == Standing((-2, -1, -1), 1, 3, 0, 0)
    # Seat 1 is paid by the pool, seats 2 and 0 by the reserve; seat 1 stakes.
    assert standings(game)[2] == Standing((-1, -1, 0), 1, 1, 1, 1)
    paid = moves(game, turned=2)
    assert paid == [(POOL, 1, 1, 0), (RESERVE, 2, 1, 0), (RESERVE, 0, 1, 0), (1, POOL, 1, 0)]


def test_a_distribution_is_served_whole_in_turn_partly_from_pool_partly_from_reserve_partly_not_at_all():
    cards = {"Reserve": 1, "Out 3": 1, "Distribution": 1, "Stake": 2}
    game = be.BlackCat(
        be.BlackCatRules(players=3, stake=1, pack=cards, dealt=3, deals=2, settle="leave"),
        seed=1,
        stack=["Reserve", "Out 3", "Stake"],
    )
    game.stack(["Distribution"]).choose(3).choose(2)
    # Reserve: (-2, -1, -1), pool 1, reserve 3. Out 3 to seat 2: 1 of the pool, 2 of the reserve; seat 1 stakes 1.
    assert told(game.view(None)) == Standing((-2, -2, 2), 1, 1, 1, 1)
    game.choose(2).choose(3)
    # In turn from the left of seat 1: seat 2 from the pool, seat 0 from the reserve, seat 1 nothing; seat 2 stakes 1.
    assert told(game.view(None)) == Standing((-1, -2, 2), 1, 0, 2, 2)
    assert [(event.seat, event.why) for event in of(game, BankerChanged)] == [(1, "broken"), (2, "broken")]
    assert [event.how for event in of(game, DealEnded)] == ["broken", "broken"]


def test_all_claimants_of_a_distribution_may_lose():
    game = deal(["Out 6", "Distribution"], {1: 2})
    assert standings(game)[2] == Standing((-6, -6, 6), 6, 0, 1, 1)


# -- 3.5: a change of banker ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "card, how, after",
    [
        ("Scoop", "Scoop", Standing((-6, 0, 0), 6, 0, 2, 2)),
        ("Transfer Bank", "Transfer Bank", Standing((-6, 0, 0), 6, 0, 2, 0)),
        ("Official Receiver", "Official Receiver", Standing((0, 0, -6), 6, 0, 2, 0)),
        ("Out 7", "broken", Standing((-6, -6, 6), 6, 0, 1, 1)),
    ],
)
def test_a_change_of_banker_ends_the_deal(card, how, after):
    game = deal([card, "In 5"], {1: 2, 2: 1})
    assert turned(game) == [(1, card, 2)]
    assert [event.how for event in of(game, DealEnded)] == [how]
    assert told(game.view(None)) == after  # the In behind is never paid


def test_after_a_change_of_banker_all_cards_come_back_and_are_dealt_and_backed_anew():
    rules = be.BlackCatRules(players=3, pack={"Scoop": 1, "In 1": 2}, dealt=3, deals=2)
    game = be.BlackCat(rules, seed=1, stack=["Scoop", "In 1", "In 1"]).choose(2).choose(1)
    view = game.view(None)
    assert (view.deal, view.banker) == (2, 2)
    assert (view.positions, view.backers) == ((None,) * 3, (None,) * 3)
    assert game.decision.seat == 0  # at the left of seat 2
    assert Counter(str(event.card) for event in of(game, Dealt)[3:]) == {"Scoop": 1, "In 1": 2}


def test_a_bank_holiday_plays_on():
    game = deal(["Bank Holiday", "In 5"], {2: 1})
    assert standings(game)[2] == Standing((-6, -5, 0), 11, 0, 0, 0)


def test_a_bank_holiday_may_end_the_deal_and_the_same_banker_deals_again():
    rules = be.BlackCatRules(players=3, pack={"Bank Holiday": 1, "In 5": 2}, dealt=3, deals=2, holiday="new_deal")
    game = be.BlackCat(rules, seed=1, stack=["Bank Holiday", "In 5", "In 5"]).choose(2).choose(3)
    assert [event.how for event in of(game, DealEnded)] == ["Bank Holiday"]
    assert turned(game) == [(1, "Bank Holiday", None)]
    assert told(game.view(None)) == Standing((-6, 0, 0), 6, 0, 0, 0)
    assert (game.view(None).deal, game.decision.seat) == (2, 1)


def test_when_all_cards_are_turned_the_same_banker_deals_again_over_the_same_pool():
    rules = be.BlackCatRules(players=3, pack={"In 2": 3, "Reserve": 1}, dealt=4, deals=2)
    game = be.BlackCat(rules, seed=1, stack=["In 2", "In 2", "In 2", "Reserve"]).choose(1).choose(4)
    assert told(game.view(None)) == Standing((-7, -3, -1), 8, 3, 0, 0)
    assert [event.how for event in of(game, DealEnded)] == ["all_turned"]
    assert (game.view(None).deal, game.decision.seat) == (2, 1)


@pytest.mark.parametrize("card", ["Scoop", "Transfer Bank", "Official Receiver"])
def test_a_change_of_banker_on_the_last_card_counts_as_one(card):
    rules = be.BlackCatRules(players=2, pack={"In 1": 1, card: 1}, dealt=2, deals=2)
    game = be.BlackCat(rules, seed=1, stack=["In 1", card]).choose(2)
    assert (game.view(None).banker, game.decision.seat) == (1, 0)
    assert [event.how for event in of(game, DealEnded)] == [card]


# -- 3.5: an Official Receiver with which the deal goes on ---------------------------------------------------------


@pytest.mark.parametrize(
    "unbacked, after",
    [
        ("void", [((0, -6, 0), 6), ((0, -6, 3), 3), ((0, -6, -1), 7)]),
        ("banker", [((0, -8, 0), 8), ((0, -8, 3), 5), ((0, -8, -1), 9)]),  # seat 1 pays his In, as banker
    ],
)
def test_after_a_receiver_that_plays_on_the_new_bankers_markers_count_as_unbacked(unbacked, after):
    game = deal(
        ["Official Receiver", "In 2", "Out 3", "In 4"],
        {1: 1, 2: 1, 3: 2, 4: 2},
        backs=2,
        receiver="plays_on",
        unbacked=unbacked,
    )
    assert standings(game)[1] == Standing((0, -6, 0), 6, 0, 1, 0)
    assert standings(game)[2:5] == [Standing(purses, pool, 0, 1, 0) for purses, pool in after]
    assert [(event.seat, event.positions) for event in of(game, MarkersLifted)] == [(1, (2,))]
    assert [backer for _, _, backer in turned(game)][:2] == [1, None]
    assert [event.how for event in of(game, DealEnded)] == ["all_turned"]


def test_after_a_receiver_that_plays_on_the_old_banker_backs_nothing_until_the_next_deal():
    rules = be.BlackCatRules(
        players=3, pack={"Official Receiver": 1, "Scoop": 1, "In 1": 1}, dealt=3, deals=2, receiver="plays_on"
    )
    game = be.BlackCat(rules, seed=1, stack=["Official Receiver", "Scoop", "In 1"]).choose(1).choose(3)
    # Nobody was asked after the Receiver; the Scoop lay unbacked.
    assert told(game.view(None)) == Standing((0, -6, -1), 7, 0, 1, 0)
    assert (game.view(None).deal, game.decision.seat) == (2, 2)
    assert [event.seat for event in of(game, Backed)] == [1, 2]
    assert asked(game)[2] == [2, 0]


def test_an_unbacked_out_is_the_new_bankers_after_a_receiver_that_plays_on():
    game = deal(["Official Receiver", "Out 2", "In 1"], {1: 2}, receiver="plays_on", unbacked="banker")
    assert standings(game)[1:4] == [
        Standing((0, 0, -6), 6, 0, 2, 0),
        Standing((0, 0, -4), 4, 0, 2, 0),
        Standing((0, 0, -5), 5, 0, 2, 0),
    ]


def test_a_second_receiver_in_the_same_deal_pays_the_banker_of_that_moment():
    game = deal(
        ["Official Receiver", "In 1", "Official Receiver", "In 2"],
        {1: 1, 2: 2, 3: 2, 4: 2},
        backs=3,
        receiver="plays_on",
    )
    assert standings(game)[1:5] == [
        Standing((0, -6, 0), 6, 0, 1, 0),
        Standing((0, -6, -1), 7, 0, 1, 0),
        Standing((0, 1, -8), 7, 0, 2, 0),
        Standing((0, 1, -8), 7, 0, 2, 0),  # his own marker was lifted
    ]


def test_the_first_new_bankers_lifted_markers_stay_lifted_when_he_retires_in_the_same_deal():
    game = deal(["Official Receiver", "Official Receiver", "In 5"], {1: 1, 3: 1, 2: 2}, backs=2, receiver="plays_on")
    assert standings(game)[2:4] == [Standing((0, 0, -6), 6, 0, 2, 0)] * 2


def test_a_second_receiver_that_was_the_new_bankers_own_is_void():
    game = deal(["Official Receiver"] * 2, {1: 1, 2: 1}, backs=2, receiver="plays_on", unbacked="banker")
    assert standings(game)[1:3] == [Standing((0, -6, 0), 6, 0, 1, 0)] * 2


def test_a_scoop_after_a_receiver_that_plays_on_ends_the_deal():
    game = deal(["Official Receiver", "In 2", "Scoop", "In 5"], {1: 1, 2: 2, 3: 2, 4: 2}, backs=3, receiver="plays_on")
    assert standings(game)[1:4] == [
        Standing((0, -6, 0), 6, 0, 1, 0),
        Standing((0, -6, -2), 8, 0, 1, 0),
        Standing((0, -6, 0), 6, 0, 2, 2),  # takes 8, stakes 6
    ]
    assert len(turned(game)) == 3


def test_after_a_receiver_that_plays_on_the_new_banker_is_the_banker_of_every_card():
    game = deal(
        ["Official Receiver", "Reserve", "Distribution", "Bank Holiday", "Out 7"],
        {1: 1, 5: 2},
        receiver="plays_on",
        reserve_pays="punters",
    )
    assert standings(game)[1:6] == [
        Standing((0, -6, 0), 6, 0, 1, 0),
        Standing((-1, -6, -1), 6, 2, 1, 0),  # the punters are now 2 and 0
        Standing((0, -5, 0), 3, 2, 1, 0),
        Standing((0, -6, 0), 6, 0, 1, 1),  # seat 1 takes 3 + 2 and stakes 6
        Standing((0, -6, 0), 6, 0, 2, 2),  # seat 2 gets 6 of 7; at the left of seat 1, he stakes them
    ]
    assert moves(game, turned=3) == [(POOL, 2, 1, 0), (POOL, 0, 1, 0), (POOL, 1, 1, 0)]


def test_a_stake_card_still_goes_to_the_old_banker_after_a_receiver_that_plays_on():
    game = deal(["Official Receiver", "Stake"], {1: 1, 2: 2}, receiver="plays_on")
    assert standings(game)[2] == Standing((6, -6, -6), 6, 0, 1, 0)


@pytest.mark.parametrize("unbacked", ["void", "banker"])
def test_an_unbacked_stake_card_is_nobodys_even_if_the_banker_is_not_the_last_staker(unbacked):
    game = deal(["Official Receiver", "Stake"], {1: 1}, receiver="plays_on", unbacked=unbacked)
    assert standings(game)[1:3] == [Standing((0, -6, 0), 6, 0, 1, 0)] * 2


def test_a_stake_card_backed_by_the_last_staker_moves_nothing():
    rules = be.BlackCatRules(
        players=3, pack={"Transfer Bank": 1, "Stake": 1, "In 1": 1}, dealt=3, deals=2, settle="leave"
    )
    game = be.BlackCat(rules, seed=1, stack=["Transfer Bank", "Stake", "In 1"])
    game.stack(["Stake", "In 1", "Transfer Bank"]).choose(1).choose(2)
    assert told(game.view(None)) == Standing((-6, 0, 0), 6, 0, 1, 0)
    game.choose(2).choose(1)  # seat 2 backs the In, seat 0, the last staker, the Stake
    assert told(game.view(None)) == Standing((-6, 0, -1), 7, 0, 1, 0)
    assert [move for move in moves(game) if move[2]] == [(0, POOL, 6, 0), (2, POOL, 1, 0)]


def test_a_bank_holiday_makes_the_banker_last_staker_who_was_not():
    rules = be.BlackCatRules(
        players=3, pack={"Transfer Bank": 1, "Bank Holiday": 1, "In 1": 1}, dealt=3, deals=2, settle="leave"
    )
    game = be.BlackCat(rules, seed=1, stack=["Transfer Bank", "Bank Holiday", "In 1"])
    game.stack(["Bank Holiday", "In 1", "Transfer Bank"]).choose(1).choose(2)
    assert told(game.view(None)) == Standing((-6, 0, 0), 6, 0, 1, 0)
    game.choose(1).choose(2)  # seat 0 backs the In
    assert told(game.view(None)) == Standing((-7, 0, 0), 7, 0, 1, 1)
