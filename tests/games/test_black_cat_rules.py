"""The numbered rules 3.1 to 3.7 of Black Cat "Bank", each reading and each parameter, worked out by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

import banchok_edu as be
from banchok_edu.core.events import DealBegan, Dealt, GameOver
from banchok_edu.games.black_cat.events import Backed, BankerChanged, CardTurned, DealEnded, MarkersLifted
from tests.games.cat_table import POOL, RESERVE, Standing, deal, moves, standings, told

SPECIALS = {
    *("Reserve", "Contribution", "Distribution", "Stake"),
    *("Scoop", "Transfer Bank", "Official Receiver", "Bank Holiday"),
}


def asked(game):
    """Answer every backing with the first free position; give who was asked, deal by deal."""
    seats = {}
    while game.decision:
        seats.setdefault(game.view(None).deal, []).append(game.decision.seat)
        game.choose(game.decision.options[0])
    return seats


def of(game, kind):
    return [event for event in game.events if isinstance(event, kind)]


def turned(game):
    return [(event.position, str(event.card), event.backer) for event in of(game, CardTurned)]


# -- the pack and the seats ----------------------------------------------------------------------------------------


def test_what_is_agreed_where_nothing_is_said():
    rules = be.BlackCatRules()
    assert (rules.purse, rules.first_banker, rules.stake, rules.ante) == (None, 0, 6, 0)
    assert (rules.dealt, rules.backs, rules.deals) == (14, 1, 7)
    assert (rules.order, rules.unbacked, rules.reserve_pays) == ("position", "void", "all")
    assert (rules.receiver, rules.holiday, rules.settle) == ("new_deal", "plays_on", "banker")


def test_the_usual_pack_is_two_each_of_in_and_out_one_to_five_and_one_each_of_the_specials():
    numbered = {f"{kind} {k}": 2 for kind in ("In", "Out") for k in (1, 2, 3, 4, 5)}
    assert dict(be.BlackCatRules().pack) == numbered | dict.fromkeys(SPECIALS, 1)
    assert len(be.BlackCatRules().cards) == 28


@pytest.mark.parametrize("dealt, backs, most", [(14, 1, 15), (14, 2, 8), (14, 3, 5), (3, 3, 2), (1, 1, 2)])
def test_there_is_a_seat_for_whoever_can_back_his_markers_and_one_for_the_banker(dealt, backs, most):
    assert be.BlackCatRules(players=most, dealt=dealt, backs=backs).players == most
    with pytest.raises(be.RulesError, match=f"players={most + 1}"):
        be.BlackCatRules(players=most + 1, dealt=dealt, backs=backs)


def test_a_pack_of_just_the_cards_dealt_is_laid_out_whole():
    pack = {"In 1": 2, "Scoop": 1, "Out 9": 1}
    game = be.BlackCat(be.BlackCatRules(players=2, pack=pack, dealt=4), seed=3)
    assert Counter(str(event.card) for event in of(game, Dealt)) == pack


def test_a_pack_may_hold_two_of_a_special_card_and_none_of_another():
    game = deal(["Scoop", "Scoop"], {1: 1})
    assert standings(game)[1] == Standing((-6, 0, 0), 6, 0, 1, 1)
    assert turned(game) == [(1, "Scoop", 1)]


# -- 3.1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_elected_banker_stakes_and_is_last_staker(seat):
    game = be.BlackCat(be.BlackCatRules(players=3, first_banker=seat), seed=1)
    purses = tuple(-6 if s == seat else 0 for s in range(3))
    assert told(game.view(None)) == Standing(purses, 6, 0, seat, seat)


@pytest.mark.parametrize("stake", [1, 6, 25])
def test_the_stake_is_as_agreed(stake):
    game = be.BlackCat(be.BlackCatRules(players=3, stake=stake), seed=1)
    assert (game.purses, game.bank) == ((-stake, 0, 0), stake)


@pytest.mark.parametrize("dealt", [3, 14, 28])
def test_as_many_cards_as_agreed_lie_face_down_at_positions_from_one(dealt):
    game = be.BlackCat(be.BlackCatRules(players=3, dealt=dealt), seed=1)
    assert [event.position for event in of(game, Dealt)] == list(range(1, dealt + 1))
    assert game.view(None).positions == (None,) * dealt
    assert game.view(None).backers == (None,) * dealt


# -- 3.2 -----------------------------------------------------------------------------------------------------------


def test_each_punter_backs_one_position_in_turn_and_the_banker_none():
    game = be.BlackCat(be.BlackCatRules(players=4, first_banker=2, deals=1, pack={"In 1": 14}), seed=1)
    assert asked(game) == {1: [3, 0, 1]}
    assert [(event.seat, event.position) for event in of(game, Backed)] == [(3, 1), (0, 2), (1, 3)]


@pytest.mark.parametrize("backs", [1, 2, 3])
def test_several_markers_are_laid_in_as_many_rounds(backs):
    game = be.BlackCat(be.BlackCatRules(players=3, backs=backs, deals=1, pack={"In 1": 14}), seed=1)
    assert asked(game) == {1: [1, 2] * backs}


def test_a_position_backed_is_no_longer_to_be_had():
    game = be.BlackCat(be.BlackCatRules(players=3, backs=2, dealt=5), seed=1)
    assert game.decision.options == (1, 2, 3, 4, 5)
    assert game.choose(3).decision.options == (1, 2, 4, 5)
    assert game.choose(5).decision.options == (1, 2, 4)
    assert game.choose(1).decision.options == (2, 4)
    assert game.view(None).backers == (1, None, 1, None, 2)


def test_a_marker_stays_its_owners_where_there_is_no_ante():
    game = be.BlackCat(be.BlackCatRules(players=3), seed=1).choose(3)
    assert (game.purses, game.bank) == ((-6, 0, 0), 6)


def test_an_ante_goes_to_the_pool_for_each_marker():
    game = be.BlackCat(be.BlackCatRules(players=3, backs=2, ante=3), seed=1)
    steps = [(game.purses, game.bank)]
    for position in (7, 8, 9):
        game.choose(position)
        steps.append((game.purses, game.bank))
    assert steps == [((-6, 0, 0), 6), ((-6, -3, 0), 9), ((-6, -3, -3), 12), ((-6, -6, -3), 15)]


def test_an_ante_is_due_in_each_deal():
    rules = be.BlackCatRules(players=3, pack={"Transfer Bank": 3}, dealt=3, deals=2, ante=2, settle="leave")
    game = be.BlackCat(rules, seed=1)
    # Seat 1 backs the first card and becomes banker; in the second deal seats 2 and 0 lay markers.
    for position in (1, 2):
        game.choose(position)
    assert told(game.view(None)) == Standing((-6, -2, -2), 10, 0, 1, 0)
    for position in (1, 2):
        game.choose(position)
    assert told(game.view(None)) == Standing((-8, -2, -4), 14, 0, 2, 0)


# -- 3.3 -----------------------------------------------------------------------------------------------------------


def test_cards_are_turned_in_order_of_position():
    game = be.BlackCat(be.BlackCatRules(players=3, pack={"In 1": 9}, dealt=9, deals=1), seed=1)
    assert [position for position, _, _ in turned(game.choose(9).choose(4))] == list(range(1, 10))


def test_cards_turned_at_random_act_as_where_they_lie():
    cards = [f"In {k}" for k in range(1, 10)]
    rules = be.BlackCatRules(players=3, pack=Counter(cards), dealt=9, deals=1, order="random", settle="leave")
    game = be.BlackCat(rules, seed=2, stack=cards).choose(9).choose(4)
    backers = {9: 1, 4: 2}
    assert sorted(turned(game)) == [(p, f"In {p}", backers.get(p)) for p in range(1, 10)]
    assert [position for position, _, _ in turned(game)] != list(range(1, 10))
    assert told(game.view(None)) == Standing((-6, -9, -4), 19, 0, 0, 0)


def test_a_marker_is_used_once_at_its_own_position():
    game = deal(["In 1", "In 2", "In 3"], {1: 2, 3: 1})
    assert [standing.purses for standing in standings(game)[:4]] == [(-6, 0, 0), (-6, 0, -1), (-6, 0, -1), (-6, -3, -1)]


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


# -- 3.6: the match ------------------------------------------------------------------------------------------------


def test_a_match_is_seven_deals_unless_agreed_otherwise():
    game = be.BlackCat(be.BlackCatRules(players=3, pack={"In 1": 14}), seed=1)
    assert list(asked(game)) == [1, 2, 3, 4, 5, 6, 7]
    assert game.is_over


def test_a_deal_cut_short_counts():
    game = be.BlackCat(be.BlackCatRules(players=3, pack={"Transfer Bank": 14}, deals=3), seed=1)
    assert list(asked(game)) == [1, 2, 3]
    assert [event.number for event in of(game, DealBegan)] == [1, 2, 3]
    assert len(turned(game)) == 3


def test_the_banker_takes_pool_and_reserve_at_the_end():
    game = deal(["In 4", "Reserve"], {1: 2}, settle="banker")
    assert standings(game)[2] == Standing((-7, -1, -5), 10, 3, 0, 0)
    # Seat 1 has his marker on a Stake behind and pays 6 to seat 0, the last staker. Then seat 0 takes 13: -7 + 6 + 13.
    assert told(game.view(None)) == Standing((12, -7, -5), 0, 0, 0, 0)
    assert game.winners == (0,)


def test_pool_and_reserve_may_stay_where_they_are():
    game = deal(["In 4", "Reserve"], {1: 2, 2: 1}, settle="leave")
    assert told(game.view(None)) == Standing((-7, -1, -5), 10, 3, 0, 0)
    assert game.winners == (1,)


@pytest.mark.parametrize(
    "settle, purses, pool, winners", [("banker", (-6, -4, 10), 0, (2,)), ("leave", (-6, -4, 4), 6, (2,))]
)
def test_a_scoop_in_the_last_deal_is_completed_then_settled(settle, purses, pool, winners):
    game = deal(["In 4", "Scoop"], {1: 1, 2: 2}, settle=settle)
    # The pool of 10 is taken, 6 are staked; the new banker, not the old one, takes the 6.
    assert told(game.view(None)) == Standing(purses, pool, 0, 2, 2)
    assert game.winners == winners


def test_a_broken_bank_in_the_last_deal_goes_to_the_left_with_the_reserve():
    game = deal(["Reserve", "Out 2"], {2: 2}, stake=1, settle="banker")
    # Before settling (-2, -2, 1), pool 1, reserve 2: seat 1 takes 3.
    assert told(game.view(None)) == Standing((-2, 1, 1), 0, 0, 1, 1)
    assert game.winners == (1, 2)


def test_a_receiver_in_the_last_deal_pays_and_takes_the_pool():
    game = deal(["Official Receiver"], {1: 1}, settle="banker")
    assert told(game.view(None)) == Standing((0, 0, 0), 0, 0, 1, 0)
    assert game.winners == (0, 1, 2)


def test_the_most_counters_win_even_below_zero():
    game = deal(["In 4", "In 3"], {1: 1, 2: 2})
    assert game.purses == (-6, -4, -3)
    assert game.winners == (2,)
    assert of(game, GameOver)[0].winners == (2,)


def test_nobody_has_won_before_the_end():
    assert be.BlackCat(be.BlackCatRules(players=3), seed=1).choose(1).winners == ()


# -- 3.7: short purses ---------------------------------------------------------------------------------------------


def test_a_first_banker_stakes_what_he_has_and_is_last_staker():
    game = deal(["In 1"], {}, purse=2)
    assert standings(game)[0] == Standing((0, 2, 2), 2, 0, 0, 0)
    assert moves(game, turned=0) == [(0, POOL, 2, 4)]


def test_a_purse_that_suffices_is_not_short():
    game = deal(["In 2"], {1: 1}, purse=6)
    assert standings(game)[:2] == [Standing((0, 6, 6), 6, 0, 0, 0), Standing((0, 4, 6), 8, 0, 0, 0)]
    assert {short for *_, short in moves(game, turned=1)} == {0}


def test_a_short_in_is_paid_as_far_as_it_goes():
    game = deal(["In 5"], {1: 1}, purse=2)
    assert standings(game)[1] == Standing((0, 0, 2), 4, 0, 0, 0)
    assert moves(game, turned=1) == [(1, POOL, 2, 3)]


def test_an_in_from_an_empty_purse_is_noted_as_short_all_over():
    game = deal(["In 2", "In 3"], {1: 1, 2: 1}, backs=2, purse=2)
    assert standings(game)[1:3] == [Standing((0, 0, 2), 4, 0, 0, 0)] * 2
    assert moves(game, turned=2) == [(1, POOL, 0, 3)]


def test_a_bankers_own_in_may_be_short():
    game = deal(["In 3"], {}, purse=7, unbacked="banker")
    assert standings(game)[1] == Standing((0, 7, 7), 7, 0, 0, 0)
    assert moves(game, turned=1) == [(0, POOL, 1, 2)]


def test_a_short_stake_card_is_lost_to_the_last_staker():
    game = deal(["Stake"], {1: 2}, purse=2)
    assert standings(game)[1] == Standing((2, 2, 0), 2, 0, 0, 0)
    assert moves(game, turned=1) == [(2, 0, 2, 4)]


def test_a_short_receiver_becomes_banker_all_the_same():
    game = deal(["Contribution", "Official Receiver"], {2: 1}, purse=2)
    # Banker 0 has nothing left for the Contribution.
    assert standings(game)[1] == Standing((0, 1, 1), 4, 0, 0, 0)
    assert sorted(moves(game, turned=1)) == [(0, POOL, 0, 1), (1, POOL, 1, 0), (2, POOL, 1, 0)]
    assert standings(game)[2] == Standing((1, 0, 1), 4, 0, 1, 0)
    assert moves(game, turned=2) == [(1, 0, 1, 3)]


def test_a_short_ante_is_paid_as_far_as_it_goes():
    game = be.BlackCat(be.BlackCatRules(players=3, purse=2, ante=3, backs=2), seed=1)
    assert told(game.choose(1).view(None)) == Standing((0, 0, 2), 4, 0, 0, 0)
    assert told(game.choose(2).choose(3).view(None)) == Standing((0, 0, 0), 6, 0, 0, 0)
    assert moves(game) == [(0, POOL, 2, 4), (1, POOL, 2, 1), (2, POOL, 2, 1), (1, POOL, 0, 3)]


def test_a_short_reserve_is_paid_by_those_who_can():
    game = deal(["Reserve"], {}, purse=1)
    assert standings(game)[1] == Standing((0, 0, 0), 1, 2, 0, 0)
    assert sorted(moves(game, turned=1)) == [(0, RESERVE, 0, 1), (1, RESERVE, 1, 0), (2, RESERVE, 1, 0)]


def test_a_new_banker_with_nothing_to_stake_is_banker_and_last_staker():
    game = deal(["Reserve", "Out 2"], {2: 2}, purse=1)
    # Out 2: 1 of the pool, 1 of the reserve; seat 1 has nothing to stake.
    assert standings(game)[2] == Standing((0, 0, 2), 0, 1, 1, 1)
    assert moves(game, turned=2)[-1] == (1, POOL, 0, 6)


def test_a_scooper_stakes_out_of_what_he_has_taken():
    game = deal(["Scoop"], {1: 2}, purse=2)
    assert standings(game)[1] == Standing((0, 2, 0), 4, 0, 2, 2)
    assert moves(game, turned=1) == [(POOL, 2, 2, 0), (2, POOL, 4, 2)]


def test_a_bank_holiday_with_a_short_purse_stakes_what_was_taken():
    game = deal(["Bank Holiday"], {}, purse=2)
    assert standings(game)[1] == Standing((0, 2, 2), 2, 0, 0, 0)


def test_nobody_leaves_with_an_empty_purse():
    rules = be.BlackCatRules(players=3, purse=1, pack={"In 1": 3}, dealt=3, deals=3)
    game = be.BlackCat(rules, seed=1).choose(1).choose(2)
    assert told(game.view(None)) == Standing((0, 0, 0), 3, 0, 0, 0)
    assert game.view(None).left == (False, False, False)
    assert asked(game) == {2: [1, 2], 3: [1, 2]}
    assert (game.purses, game.winners) == ((3, 0, 0), (0,))


def test_a_player_with_an_empty_purse_can_become_banker():
    game = deal(["In 1", "Transfer Bank"], {1: 1, 2: 1}, purse=1, backs=2, settle="banker")
    # In: (0, 0, 1), pool 2. The Transfer is the last card turned: seat 1 takes the 2.
    assert standings(game)[1:3] == [Standing((0, 0, 1), 2, 0, 0, 0), Standing((0, 2, 1), 0, 0, 1, 0)]
    assert game.winners == (1,)


def test_equal_winners_share_the_win():
    game = deal(["In 2", "In 1", "In 1"], {1: 1, 2: 2, 3: 3}, players=4, purse=10)
    assert game.purses == (4, 8, 9, 9)
    assert game.winners == (2, 3)


def test_gains_are_counted_from_the_purse_at_the_start():
    game = deal(["Contribution", "In 1", "In 2"], {2: 1, 3: 2}, purse=10)
    assert (game.purses, game.gains) == ((3, 8, 7), (-7, -2, -3))


# -- no rule makes or loses counters -------------------------------------------------------------------------------


@pytest.mark.parametrize("purse", [None, 3])
def test_the_sum_of_all_accounts_never_changes(purse):
    rules = be.BlackCatRules(players=4, purse=purse, backs=3, ante=1, unbacked="banker", receiver="plays_on")
    for seed in range(5):
        game = be.BlackCat(replace(rules, first_banker=seed % 4), seed=seed).advance(be.policies.Blind(1))
        views = [game.view(None, at=at) for at in range(len(game.events) + 1)]
        assert {sum(view.purses) + view.bank + view.reserve for view in views} == {4 * (purse or 0)}
        if purse:
            assert min(min(view.purses) for view in views) >= 0
        for before, after in pairwise(views):
            changed = sum(a != b for a, b in zip(before.purses, after.purses, strict=True))
            changed += (before.bank != after.bank) + (before.reserve != after.reserve)
            assert changed in (0, 2)
