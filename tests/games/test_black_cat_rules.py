"""The pack, staking, backing, turning and the match: rules 3.1 to 3.3 and 3.6 of Black Cat "Bank", worked out by hand.

Each card is in ``test_black_cat_cards``; broken banks and changes of banker are in ``test_black_cat_changes``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

import banchok_edu as be
from banchok_edu.core.events import DealBegan, Dealt, GameOver
from banchok_edu.games.black_cat.events import Backed
from tests.games.cat_table import Standing, asked, deal, of, standings, told, turned

SPECIALS = {
    *("Reserve", "Contribution", "Distribution", "Stake"),
    *("Scoop", "Transfer Bank", "Official Receiver", "Bank Holiday"),
}


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
