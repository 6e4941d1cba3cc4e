"""What cannot be: packs, rules, seats, stacks and backings of Black Cat "Bank" that are refused, and say why."""

from __future__ import annotations

import pytest

import banchok_edu as be

FOURTEEN = {"In 1": 7, "Out 1": 7}


def refused(match, **rules):
    with pytest.raises(be.RulesError, match=match):
        be.BlackCatRules(**rules)


# -- packs ---------------------------------------------------------------------------------------------------------


def test_a_pack_smaller_than_a_deal_is_refused():
    refused(r"13 cards.*dealt=14", pack={"In 1": 13}, players=2)
    refused(r"28 cards.*dealt=29", dealt=29)
    refused("0 cards", pack={}, players=2)


def test_a_pack_of_just_a_deal_is_accepted():
    assert len(be.BlackCatRules(pack=FOURTEEN).cards) == 14


@pytest.mark.parametrize("count", [-1, 1.0, True, "2", None, 2.5, [1], float("nan"), 10**400])
def test_a_count_that_is_none_is_refused(count):
    refused("pack.*In 2", pack=FOURTEEN | {"In 2": count})


def test_a_card_may_be_named_no_times():
    assert "Scoop" not in be.BlackCatRules(pack=FOURTEEN | {"Scoop": 0}).pack


@pytest.mark.parametrize(
    "card",
    ["Joker", "In", "Out", "In 0", "In -1", "In 101", "In 1.5", "In x", "Scoop 1", "", " ", "InOut 1", "A♠", "In ²"],
)
def test_an_unknown_card_is_refused(card):
    refused("pack.*not a card", pack=FOURTEEN | {card: 1})


@pytest.mark.parametrize("card", [3, None, ("In", 1), True])
def test_a_card_that_is_no_name_is_refused(card):
    refused("pack.*not a card", pack=FOURTEEN | {card: 1})


@pytest.mark.parametrize("pack", [["In 1"] * 14, "In 1", 28, None, True, {"In 1", "Out 1"}, (("In 1", 14),)])
def test_a_pack_that_is_no_mapping_is_refused(pack):
    refused("pack", pack=pack)


@pytest.mark.parametrize("again", ["in 1", "IN 1", "In  1", " In 1 ", "In 01"])
def test_the_same_card_named_twice_is_refused(again):
    refused("pack.*In 1.*twice", pack=FOURTEEN | {again: 1})


def test_the_pack_cannot_be_changed_from_outside():
    counts = dict(FOURTEEN)
    rules = be.BlackCatRules(pack=counts)
    counts["In 1"] = 0
    assert dict(rules.pack) == FOURTEEN
    with pytest.raises(TypeError):
        rules.pack["In 1"] = 0


# -- other rules ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players, dealt, backs", [(16, 14, 1), (9, 14, 2), (6, 14, 3), (3, 1, 1), (5, 3, 1)])
def test_too_many_players_for_the_positions_are_refused(players, dealt, backs):
    refused(f"players={players}", players=players, dealt=dealt, backs=backs)


def test_one_player_is_too_few():
    refused("players=1", players=1)


def test_more_markers_each_than_positions_are_refused():
    refused("players=2", players=2, dealt=3, backs=4)


@pytest.mark.parametrize(
    "name, value",
    [
        *[("players", value) for value in (0, -2, 2.0, True, "3", None)],
        *[("purse", value) for value in (0, -1, 1.5, True, "10")],
        *[("first_banker", value) for value in (-1, 3, True, 0.0, "drawn", None)],
        *[("stake", value) for value in (0, -6, 6.0, True, "6", None)],
        *[("dealt", value) for value in (0, -1, 14.0, True, None)],
        *[("backs", value) for value in (0, -1, 1.0, True, None)],
        *[("ante", value) for value in (-1, 0.5, False, None)],
        *[("deals", value) for value in (0, -7, 7.0, True, None)],
    ],
)
def test_a_number_that_cannot_be_is_refused_by_name(name, value):
    refused(f"^{name}=", **{"players": 3, name: value})


@pytest.mark.parametrize("name", ["order", "unbacked", "reserve_pays", "receiver", "holiday", "settle"])
@pytest.mark.parametrize("value", ["", "Position", "bankers", None, True, 0, ["all"]])
def test_an_unknown_reading_is_refused_by_name(name, value):
    refused(f"^{name}=", **{name: value})


# -- backing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice", [3, 0, 15, -1, True, False, 1.0, 4.5, "1", "", None, [1], (1,), 10**400, float("nan")]
)
def test_a_backing_that_is_not_allowed_changes_nothing(choice):
    game = be.BlackCat(be.BlackCatRules(players=3), seed=1).choose(3)
    before = (game.events, game.decision, game.inputs, game.purses, game.view(2))
    with pytest.raises(be.IllegalChoice, match="free position, 1, 2, 4"):
        game.choose(choice)
    assert (game.events, game.decision, game.inputs, game.purses, game.view(2)) == before
    assert game.choose(4).inputs == (3, 4)


def test_a_policy_that_backs_a_taken_position_is_named():
    def stubborn(view):
        return 3

    game = be.BlackCat(be.BlackCatRules(players=3), seed=1)
    with pytest.raises(be.IllegalChoice, match="stubborn at seat 2"):
        game.advance(stubborn)
    assert (game.inputs, game.decision.seat) == ((3,), 2)


def test_a_match_that_is_over_asks_nothing():
    game = be.BlackCat(be.BlackCatRules(players=2, deals=1), seed=1).choose(1)
    with pytest.raises(be.IllegalChoice, match="over"):
        game.choose(1)


# -- stacks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "stack", [["Scoop", "Scoop"], ["In 6"], ["In 1"] * 3, ["Joker"], "Scoop, Scoop", [3], 7, [None]]
)
def test_a_stack_that_the_pack_cannot_serve_is_refused(stack):
    with pytest.raises(be.CardError):
        be.BlackCat(be.BlackCatRules(players=3), seed=1, stack=stack)


@pytest.mark.parametrize("stack", [["Scoop", "Scoop"], ["In 6"], ["Joker"], [3], 7])
def test_a_refused_stack_in_mid_match_changes_nothing(stack):
    game = be.BlackCat(be.BlackCatRules(players=3), seed=1).choose(3)
    before = (game.events, game.decision, game.inputs)
    with pytest.raises(be.CardError):
        game.stack(stack)
    assert (game.events, game.decision, game.inputs) == before


def test_a_stack_laid_while_backing_is_for_the_next_deal():
    game = be.BlackCat(be.BlackCatRules(players=2, deals=2), seed=1)
    before = game.view("all").positions
    game.stack("Scoop, in 3, OFFICIAL receiver")
    assert game.view("all").positions == before
    assert [str(card) for card in game.choose(14).view("all").positions[:3]] == ["Scoop", "In 3", "Official Receiver"]
