"""The rules of Polish banchok, one after the other (section 2 of RULES.md), on cards laid by hand."""

from fractions import Fraction
from itertools import permutations

import pytest

import banchok_edu as be
from banchok_edu.core.events import (
    Cut,
    Dealt,
    DrewForBank,
    Exposed,
    GameOver,
    Left,
    Looked,
    Opened,
    Passed,
    PutUnder,
    Settled,
    Shown,
    Shuffled,
)
from tests.games.dealing import (
    EXPOSE,
    banchok,
    cards,
    check_conserved,
    drawn,
    ended,
    follow_side_pack,
    money,
    of_kind,
    play,
    polish,
    stakes,
    story,
)

ONE_CARD = {"decks": 1, "hand": 1}
"""The smallest hands, where a test is about something else."""


def now(game):
    """Give purses and bank at this moment."""
    return money(game, len(game.events))


def moody(view):
    """Choose anything that is allowed, by the luck of the policies."""
    asked = view.decision
    if asked.kind == "bank":
        return view.luck(8) > 0
    span = asked.high - asked.low + 1
    among = min(span, 1000)
    place = view.luck(among + asked.may_pass)
    return 0 if place == among else asked.low + place


# -- common to the games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("win_rule", ["covers", "beats", "covers_any", "total_order"])
@pytest.mark.parametrize("purse", [None, 3, 150])
@pytest.mark.parametrize("deck_use", ["recycled", "side_pack", "fresh_each_coup"])
def test_counters_are_conserved_at_every_event(win_rule, purse, deck_use):
    rules = be.PolishRules(
        players=4, win_rule=win_rule, purse=purse, deck_use=deck_use, exposure="1/4", min_stake=2, rounds=2
    )
    for seed in range(2):
        game = be.PolishBanchok(rules, seed=seed).advance(moody)
        check_conserved(game)


def test_equal_winners_share_the_win_and_those_who_left_do_not():
    game = polish(players=4)
    play(game, False)
    game.advance(be.policies.Pass())
    assert game.gains == (0, 0, 0, 0)
    assert of_kind(game, GameOver) == [GameOver((1, 2, 3))]


def test_a_hand_is_seen_by_its_holder_only_and_only_when_his_turn_comes():
    game = play(polish("As Kd 9s 3c 4h 2c 5h"), True)
    hidden = (None, None, None)
    assert game.view(1).hands == ((), cards("As 9s 4h"), hidden)
    for seat in (0, 2, None):
        assert game.view(seat).hands == ((), hidden, hidden)
    assert game.view("all").hands == ((), cards("As 9s 4h"), cards("Kd 3c 2c"))
    play(game, 1)
    assert game.view(0).hands == ((), cards("As 9s 4h"), hidden)
    assert game.view(2).hands == ((), cards("As 9s 4h"), cards("Kd 3c 2c"))


def test_the_hand_of_a_punter_who_passed_is_never_shown_unless_the_rules_say_so():
    hidden = play(polish("As Kd 9s 3c 4h 2c"), True, 0)
    assert hidden.view(2).hands[1] == (None, None, None)
    assert not of_kind(hidden, Shown)
    shown = play(polish("As Kd 9s 3c 4h 2c", show_passed=True), True, 0)
    assert shown.view(2).hands[1] == cards("As 9s 4h")
    assert of_kind(shown, Shown) == [Shown(1, cards("As 9s 4h"))]


def test_no_view_changes_when_the_cards_that_it_may_not_hold_change_places():
    seen = set()
    for other in permutations(["Kd", "3c", "2c"]):
        order = ["As", other[0], "9s", other[1], "4h", other[2]]
        game = play(polish(order), True)
        seen.add((tuple(game.view(1).events), game.view(1).hands, tuple(game.view(0).events)))
    assert len(seen) == 1
    # Every event that tells a hidden card tells it to its holder alone.
    for event in play(polish("As Kd 9s 3c 4h 2c"), True).view(2).events:
        assert not (isinstance(event, Dealt) and event.card)
        assert not (isinstance(event, Looked) and event.cards)


# -- 2.1: decks, hands, players ----------------------------------------------------------------------------------------


def test_the_defaults_are_those_of_the_rules():
    rules = be.PolishRules()
    assert rules.to_dict() == {
        "players": 5,
        "purse": None,
        "opening": 100,
        "opening_choice": "agreed",
        "min_stake": 1,
        "triple": 3,
        "tripled_when": "at_once",
        "pass_limit": 3,
        "turn_limit": 10_000,
        "rounds": 1,
        "first_banker": "drawn",
        "deck_use": "side_pack",
        "show_passed": False,
        "ranks": 13,
        "suits": 4,
        "decks": 2,
        "hand": 3,
        "win_rule": "covers",
        "suit_order": "♠♣♦♥",
        "stake_limit": "opening",
        "exposure": "0",
        "exposed_pass": False,
    }


@pytest.mark.parametrize("decks, count", [(1, 52), (2, 104), (3, 156), (39, 2028)])
def test_decks_are_shuffled_together(decks, count):
    shoe = be.PolishRules(players=2, decks=decks).cards
    assert len(shoe) == count
    assert len(set(shoe)) == 52
    assert all(shoe.count(card) == decks for card in shoe[:5])


def test_at_most_39_decks_can_be_shuffled_together_and_the_error_says_so():
    with pytest.raises(be.RulesError, match="39"):
        be.PolishRules(decks=40)


def test_three_cards_each_one_at_a_time_round_the_table():
    game = play(polish("As Kd 9s 3c 4h 2c", first_banker=1), True)
    assert [event.seat for event in of_kind(game, Dealt)] == [2, 0, 2, 0, 2, 0]
    assert game.view("all").hands == (cards("Kd 3c 2c"), (), cards("As 9s 4h"))


@pytest.mark.parametrize("hand", [1, 2, 5, 12])
def test_hands_may_have_another_size(hand):
    game = play(polish(hand=hand), True, 1)
    assert [event.seat for event in of_kind(game, Dealt)] == [1, 2] * hand
    assert len(of_kind(game, Settled)[0].cards) == hand


@pytest.mark.parametrize(
    "decks, hand, most", [(1, 3, 14), (2, 3, 27), (3, 3, 40), (1, 1, 27), (2, 1, 53), (1, 5, 9), (2, 7, 14), (1, 51, 2)]
)
def test_the_shoe_serves_a_hand_and_a_turned_card_for_each_punter(decks, hand, most):
    rules = be.PolishRules(players=most, decks=decks, hand=hand)
    assert rules.most_players == most
    game = be.PolishBanchok(rules, seed=1).advance(be.policies.Blind(1))
    assert game.is_over
    with pytest.raises(be.RulesError, match=f"players={most + 1}"):
        be.PolishRules(players=most + 1, decks=decks, hand=hand)


@pytest.mark.parametrize(
    "wanted, needed",
    [
        ({"players": 28}, 3),  # 27 * 4 = 108 cards
        ({"players": 40}, 3),  # 39 * 4 = 156 = 3 * 52
        ({"players": 41}, 4),
        ({"players": 15, "decks": 1}, 2),
        ({"players": 10, "decks": 1, "hand": 5}, 2),  # 9 * 6 = 54
        ({"players": 6, "decks": 1, "ranks": 5, "suits": 2}, 2),  # 5 * 4 = 20 = 2 * 10
        ({"players": 7, "decks": 1, "ranks": 5, "suits": 2}, 3),  # 6 * 4 = 24
    ],
)
def test_too_many_players_are_told_how_many_decks_would_do(wanted, needed):
    with pytest.raises(be.RulesError, match=f"decks={needed} would do"):
        be.PolishRules(**wanted)
    assert be.PolishRules(**wanted | {"decks": needed}).players == wanted["players"]
    if needed > 2:
        with pytest.raises(be.RulesError):
            be.PolishRules(**wanted | {"decks": needed - 1})


def test_no_number_of_decks_is_advised_where_none_would_do():
    with pytest.raises(be.RulesError) as raised:
        be.PolishRules(players=700)  # 699 * 4 = 2796 cards are more than 39 decks
    assert "would do" not in str(raised.value)


def test_the_first_banker_is_drawn_from_this_shoe():
    rules = be.PolishRules(players=27)
    pairs = 0
    for seed in range(20):
        first = [event.card for event in of_kind(be.PolishBanchok(rules, seed=seed), DrewForBank)][:27]
        assert all(first.count(card) <= 2 for card in first)
        pairs += any(first.count(card) == 2 for card in first)
    assert pairs > 0  # the same card twice, which one deck cannot give


@pytest.mark.parametrize(
    "wrong",
    [
        {"decks": 0},
        {"hand": 0},
        {"win_rule": "tie"},
        {"suit_order": "♠♣♦"},
        {"suit_order": "♠♣♦♦"},
        {"suit_order": "scdh"},
        {"stake_limit": "purse"},
        {"exposure": -0.1},
        {"exposure": 1.5},
        {"exposure": "2"},
        {"exposed_pass": 0},
        {"opening": 0},
    ],
    ids=str,
)
def test_a_rule_that_cannot_be_played_is_refused_by_name(wrong):
    with pytest.raises(be.RulesError, match=next(iter(wrong))):
        be.PolishRules(**wrong)


def test_there_is_no_tie_field():
    with pytest.raises(be.RulesError, match=r"no rule .tie."):
        be.PolishRules(tie="push")


# -- 2.2: who wins -----------------------------------------------------------------------------------------------------

READINGS = ("covers", "beats", "covers_any", "total_order")
BANK, PUNTER = "-100 -7 | 107", "-100 7 | 93"
HAND = "9s 4s Kh"


@pytest.mark.parametrize(
    "turned, covers, beats, covers_any, total_order",
    [
        ("7s", PUNTER, PUNTER, BANK, PUNTER),  # between the two spades
        ("Js", BANK, BANK, BANK, PUNTER),  # above both spades, below the king
        ("3s", PUNTER, PUNTER, PUNTER, PUNTER),  # below all
        ("As", BANK, BANK, BANK, BANK),  # above all
        ("9s", PUNTER, BANK, BANK, PUNTER),  # the same card from the other deck is not strictly higher
        ("4s", PUNTER, PUNTER, PUNTER, PUNTER),
        ("Kh", PUNTER, BANK, PUNTER, PUNTER),
        ("Ah", BANK, BANK, BANK, BANK),
        ("Qh", PUNTER, PUNTER, PUNTER, PUNTER),
        ("Ac", PUNTER, BANK, PUNTER, BANK),  # clubs are not held
        ("2d", PUNTER, BANK, PUNTER, PUNTER),  # diamonds are not held
        ("Kd", PUNTER, BANK, PUNTER, PUNTER),  # the king of hearts is above that of diamonds
    ],
)
def test_each_reading_decides_who_wins(turned, covers, beats, covers_any, total_order):
    for reading, expected in zip(READINGS, (covers, beats, covers_any, total_order), strict=True):
        game = play(polish(f"{HAND} {turned}", players=2, win_rule=reading), True, 7)
        assert now(game) == expected, reading


def test_the_punter_never_gets_his_stake_back_undecided():
    for reading in READINGS:
        game = be.PolishBanchok(be.PolishRules(win_rule=reading), seed=4).advance(be.policies.Blind(1))
        assert {coup.outcome for coup in of_kind(game, Settled)} <= {1, -1}


@pytest.mark.parametrize(
    "order, expected",
    [("♠♣♦♥", PUNTER), ("♥♦♣♠", BANK), ("♠♣♥♦", BANK), ("♦♥♠♣", PUNTER)],
)
def test_the_order_of_suits_is_a_rule(order, expected):
    """The king of diamonds against the king of hearts."""
    rules = {"players": 2, "win_rule": "total_order", "suit_order": order}
    assert now(play(polish(f"{HAND} Kd", **rules), True, 7)) == expected


@pytest.mark.parametrize("order", ["♠♣♦♥", "♥♦♣♠"])
def test_the_order_of_suits_counts_only_between_equal_ranks(order):
    rules = {"players": 2, "win_rule": "total_order", "suit_order": order}
    assert now(play(polish(f"{HAND} As", **rules), True, 7)) == BANK
    assert now(play(polish(f"{HAND} Qd", **rules), True, 7)) == PUNTER
    assert now(play(polish("9s 4s Ks Ah", **rules), True, 7)) == BANK


# -- 2.3: stakes -------------------------------------------------------------------------------------------------------


def test_a_stake_is_at_most_the_opening_sum_and_at_most_the_bank():
    # 1: nine of spades against the king, lost; 2: the suit is not held, won.
    game = play(polish("9s 9h Ks Kd 2s 2h 3c", opening=10, **ONE_CARD), True)
    assert stakes(game) == (1, 1, 10, True)
    play(game, 10)
    assert now(game) == "-10 -10 0 | 20"
    assert stakes(game) == (2, 1, 10, True)
    with pytest.raises(be.IllegalChoice, match="stake 11 is too much: 1 to 10 counters, or 0 to pass"):
        game.choose(11)
    play(game, 10)
    assert now(game) == "-10 -10 10 | 10"
    play(game, 8)
    assert now(game) == "-10 -2 10 | 2"
    assert stakes(game) == (2, 1, 2, True)


def test_with_the_other_limit_a_stake_is_at_most_the_bank():
    game = play(polish("9s 9h Ks Kd", opening=10, stake_limit="bank", **ONE_CARD), True, 10)
    assert stakes(game) == (2, 1, 20, True)


def test_the_limit_is_the_opening_sum_of_the_running_bank():
    game = play(polish("9s 9h Ks Kd", opening_choice="free", **ONE_CARD), True, 7, 7)
    assert stakes(game) == (2, 1, 7, True)
    short = play(polish("9s 9h Ks Kd", purse=30, opening=100, **ONE_CARD), True)
    assert now(short) == "0 30 30 | 30"
    assert stakes(play(short, 30)) == (2, 1, 30, True)


def test_a_limit_below_the_least_stake_is_raised_to_it():
    game = play(polish("9s 9h Ks Kd", opening=3, min_stake=5, **ONE_CARD), True)
    assert stakes(game) == (1, 3, 3, True)  # the least stake is the whole bank
    play(game, 3)
    assert now(game) == "-3 -3 0 | 6"
    assert stakes(game) == (2, 5, 5, True)  # the limit would be three
    play(game, 5)
    assert now(game) == "-3 -3 5 | 1"
    assert stakes(game) == (1, 1, 1, True)


# -- 2.4: exposed cards ------------------------------------------------------------------------------------------------


def test_on_an_exposed_card_up_to_the_whole_bank_may_be_staked_and_nobody_may_pass():
    game = play(polish("9s 9h Ks Kd 2s 2h 3c", opening=10, **ONE_CARD), True, 10)
    assert stakes(game) == (2, 1, 10, True)
    play(game, EXPOSE)
    assert stakes(game) == (2, 1, 20, False)
    for wrong in (0, 21):
        with pytest.raises(be.IllegalChoice):
            game.choose(wrong)
    play(game, 20)  # the king of diamonds; no diamond is held
    assert "2 with 9♥ wins 20 on K♦ | -10 -10 20 | 0" in story(game)
    assert ended(game) == [(0, "broken", 0)]


def test_an_exposed_card_is_seen_by_all():
    game = play(polish("9s 9h Ks", **ONE_CARD), True, EXPOSE)
    assert of_kind(game, Exposed) == [Exposed(1, *cards("Ks"))]
    for seat in (0, 1, 2, None):
        assert game.view(seat).exposed == be.Card.read("Ks")
    play(game, 1)
    assert game.view(None).exposed is None


def test_the_exposed_card_is_the_one_that_decides_the_coup():
    game = play(polish("9s 9h Ks Kd", **ONE_CARD), True, EXPOSE, 5, 5)
    assert [coup.turned for coup in of_kind(game, Settled)] == list(cards("Ks Kd"))
    assert now(game) == "-100 -5 5 | 100"


def test_with_exposed_pass_a_punter_may_pass_and_the_card_is_used():
    game = play(polish("9s 9h Ks Kd 2c", exposed_pass=True, **ONE_CARD), True, EXPOSE)
    assert stakes(game) == (1, 1, 100, True)
    play(game, 0)
    assert game.view(2).exposed is None
    play(game, 5)
    assert [coup.turned for coup in of_kind(game, Settled)] == [be.Card.read("Kd")]
    assert [card for _, _, card in drawn(game.events)][:4] == list(cards("9s 9h Ks Kd"))


def test_a_card_is_exposed_once_in_a_turn_and_only_before_a_punter_of_this_game_declares():
    game = polish("9s 9h Ks Kd", **ONE_CARD)
    with pytest.raises(be.IllegalChoice):
        game.expose()  # whether to bank is not a turn
    play(game, True, EXPOSE)
    before = game.events
    with pytest.raises(be.IllegalChoice):
        game.expose()
    assert game.events == before
    with pytest.raises(be.IllegalChoice):
        banchok().expose()
    over = play(polish(players=2), False)
    with pytest.raises(be.IllegalChoice):
        over.expose()


def test_no_second_card_is_exposed_after_luck_has_exposed_one():
    game = play(polish("9s 9h Ks Kd", exposure=1, **ONE_CARD), True)
    assert len(of_kind(game, Exposed)) == 1
    with pytest.raises(be.IllegalChoice):
        game.expose()
    assert len(of_kind(game, Exposed)) == 1


def test_a_side_pack_may_run_out_for_an_exposed_card():
    # Three cards: the second deal takes the last one, so the exposed card comes from the two used ones.
    game = play(polish("Ks Qs", players=2, decks=1, ranks=3, suits=1, hand=1), True, 1, EXPOSE)
    assert of_kind(game, Shuffled) == [Shuffled(2)]
    assert game.view(None).exposed in cards("Ks Qs")
    assert game.view(1).hands[1] == cards("As")


def test_cards_are_exposed_by_luck_as_often_as_the_rules_say():
    always = be.PolishBanchok(be.PolishRules(exposure=1, exposed_pass=True), seed=2).advance(be.policies.Blind(1))
    assert len(of_kind(always, Exposed)) == len(of_kind(always, Settled, Passed)) > 0
    never = be.PolishBanchok(be.PolishRules(), seed=2).advance(be.policies.Blind(1))
    assert not of_kind(never, Exposed)
    rules = be.PolishRules(exposure=Fraction(1, 3), players=4, pass_limit=None, turn_limit=400, exposed_pass=True)
    some = be.PolishBanchok(rules, seed=2).advance(lambda view: True if view.decision.kind == "bank" else 0)
    # 1,600 turns; the mean is 533.3, the standard deviation 18.9: five of them are left on either side.
    assert len(of_kind(some, Passed)) == 1600
    assert 439 <= len(of_kind(some, Exposed)) <= 628


@pytest.mark.parametrize("given", ["1/4", 0.25, Fraction(1, 4)])
def test_the_chance_of_an_exposed_card_is_a_fraction(given):
    assert be.PolishRules(exposure=given).exposure == Fraction(1, 4)
    assert be.PolishRules(exposure=0.1).exposure == Fraction(1, 10)


def test_a_punter_may_stake_no_more_than_his_purse_on_an_exposed_card():
    game = play(polish("9s 9h Ks Kd", purse=30, opening=20, **ONE_CARD), True, 20, EXPOSE)
    assert now(game) == "10 10 30 | 40"
    assert stakes(game) == (2, 1, 30, False)


def test_a_punter_short_of_the_least_stake_is_asked_on_an_exposed_card_for_his_whole_purse():
    rules = {"purse": 5, "opening": 5, "min_stake": 3, "exposure": 1, **ONE_CARD}
    game = play(polish("9s 9h Ks Kd 4s 4h 3d 2h", **rules), True)
    assert stakes(game) == (1, 3, 5, False)
    play(game, 4, 3)  # 1 loses four to the king; 2 holds no diamond and wins three
    assert now(game) == "0 1 8 | 6"
    assert stakes(game) == (1, 1, 1, False)
    play(game, 1)  # the three of diamonds; no diamond is held
    assert now(game) == "0 2 8 | 5"


def test_a_punter_short_of_the_least_stake_may_pass_on_an_exposed_card_only_with_exposed_pass():
    rules = {"purse": 5, "opening": 5, "min_stake": 3, "exposure": 1, "exposed_pass": True, **ONE_CARD}
    game = play(polish("9s 9h Ks Kd 4s 4h 3d 2h", **rules), True, 4, 3)
    assert stakes(game) == (1, 1, 1, True)


def test_a_punter_short_of_the_least_stake_passes_unasked_without_an_exposed_card():
    rules = {"purse": 5, "opening": 5, "min_stake": 3, **ONE_CARD}
    game = play(polish("9s 9h Ks Kd 4s 4h 3d 2h", **rules), True, 4, 3)
    assert of_kind(game, Passed) == [Passed(1, forced=True)]
    assert stakes(game) == (2, 3, 5, True)


def test_an_empty_purse_passes_unasked_and_the_exposed_card_is_used():
    rules = {"purse": 5, "opening": 5, "exposure": 1, **ONE_CARD}
    game = play(polish("9s 9h Ks Kd 4s 4h 3d 2c 7h", **rules), True, 5, 3)
    assert now(game) == "0 0 8 | 7"
    assert story(game)[-4:] == ["deal 2", "3♦ exposed to 1", "1 cannot bet", "2♣ exposed to 2"]
    assert stakes(game) == (2, 1, 7, False)


def test_a_stake_possible_on_an_exposed_card_only_does_not_keep_a_bank_running():
    rules = {"purse": 5, "opening": 5, "min_stake": 3, "exposure": 1, "players": 2, **ONE_CARD}
    game = play(polish("9s Ks", **rules), True, 4)
    assert ended(game) == [(0, "lapsed", 9)]
    assert game.purses == (9, 1)


# -- 2.5: refusing to bank ---------------------------------------------------------------------------------------------


def test_each_who_is_due_to_bank_is_asked_the_first_too():
    game = polish(pass_limit=1)
    for seat in (0, 1, 2):
        asked = game.decision
        assert (asked.seat, asked.kind) == (seat, "bank")
        for wrong in (1, 0, None, "yes"):
            with pytest.raises(be.IllegalChoice):
                game.choose(wrong)
        play(game, True, 0, 0)
    assert game.is_over


def test_nobody_refuses_unless_told():
    game = be.PolishBanchok(be.PolishRules(players=4), seed=3).advance(be.policies.Blind(1))
    assert not of_kind(game, Left)
    assert len(of_kind(game, Opened)) == 4


def test_the_first_banker_may_refuse_and_the_next_on_the_left_banks():
    game = play(polish(first_banker=1), False)
    assert story(game) == ["1 refuses and leaves"]
    assert game.decision.seat == 2
    play(game, True)
    assert now(game) == "0 0 -100 | 100"


def test_who_left_gets_no_more_cards_and_does_not_cut():
    game = play(polish(players=4), False, True)
    assert {event.seat for event in of_kind(game, Dealt)} == {2, 3}
    assert [event.seat for event in of_kind(game, Dealt)] == [2, 3, 2, 3, 2, 3]
    assert of_kind(game, Cut)[0].seat == 3
    game.advance(be.policies.Pass())
    assert [event.seat for event in of_kind(game, Opened)] == [1, 2, 3]


def test_in_the_middle_a_refusal_leaves_the_gain_and_forfeits_the_win():
    game = play(polish("9s 9h Kd", **ONE_CARD, pass_limit=1), True, 100)  # the suit is not held: broken
    assert now(game) == "-100 100 0 | 0"
    play(game, False, True)
    game.advance(be.policies.Pass())
    assert game.gains == (-100, 100, 0)
    assert game.winners == (2,)


def test_the_last_who_is_due_may_refuse_and_the_game_ends():
    game = play(polish(players=3, pass_limit=1), True, 0, 0, True, 0, 0, False)
    assert game.is_over
    assert game.winners == (0, 1)


def test_with_one_player_left_the_game_ends_without_his_banking():
    game = play(polish(players=2), False)
    assert game.is_over
    assert story(game) == ["0 refuses and leaves", "won by 1"]
    game = play(polish(players=3), False, False)
    assert story(game) == ["0 refuses and leaves", "1 refuses and leaves", "won by 2"]
    assert game.gains == (0, 0, 0)


def test_the_one_who_is_left_wins_even_with_a_loss():
    game = play(polish("9s 9h Kd", **ONE_CARD), True, 100, False, False)
    assert game.gains == (-100, 100, 0)
    assert game.winners == (0,)


def test_one_may_refuse_in_a_later_round():
    game = play(polish(players=2, rounds=2, pass_limit=1), True, 0, True, 0, True, 0, False)
    assert game.is_over
    assert [event.seat for event in of_kind(game, Opened)] == [0, 1, 0]
    assert game.winners == (0,)


def test_an_empty_purse_is_not_asked_and_leaves():
    game = play(polish("9s 9h Ks Kd", purse=10, **ONE_CARD), True, 10, 10)
    # 1 lost ten, 2 won ten: ten are in the bank, 1 has nothing.
    assert now(game) == "0 0 20 | 10"
    game.advance(be.policies.Pass())
    assert game.gains == (0, -10, 10)
    assert of_kind(game, Left) == [Left(1, refused=False)]
    assert [event.seat for event in of_kind(game, Opened)] == [0, 2]
    assert game.winners == (2,)


# -- 2.6: used cards ---------------------------------------------------------------------------------------------------


def test_used_cards_lie_beside_the_deck_until_it_runs_out():
    rules = be.PolishRules(players=3, first_banker=0, turn_limit=60, pass_limit=None)
    game = be.PolishBanchok(rules, seed=6).advance(be.policies.Pass())
    end = next(i for i, event in enumerate(game.events) if i and isinstance(event, Opened) and event.seat == 1)
    gone = [card for _, _, card in drawn(game.events[:end])]
    assert len(gone) == 180
    assert sorted(map(str, gone[:104])) == sorted(map(str, rules.cards))
    # Deals of six: 17 deals take 102 cards, the 18th finds two and leaves them out of the shuffle.
    assert [event.count for event in game.events[:end] if isinstance(event, Shuffled)] == [102]


@pytest.mark.parametrize("seed", range(40))
def test_a_deck_that_runs_out_in_mid_deal_leaves_the_hands_of_the_running_deal_out(seed):
    rules = be.PolishRules(
        players=3,
        decks=1,
        ranks=5,
        suits=2,
        first_banker=0,
        exposure="1/3",
        exposed_pass=True,
        pass_limit=None,
        turn_limit=30,
        opening=1000,
        triple=1000,
    )
    game = be.PolishBanchok(rules, seed=seed).advance(moody)
    assert (follow_side_pack(game, rules.cards) > 0) == (len(of_kind(game, Opened)) > 0)  # some seeds refuse to bank


def test_a_hand_of_the_running_deal_stays_out_after_its_punter_has_acted():
    # Ten cards: the first deal takes 6 + 2. In the second the hands take the last 2 and 4 of the 8 used ones; the
    # two turned cards come from the other 4, and no hand of this deal is among them.
    for seed in range(20):
        rules = be.PolishRules(players=3, decks=1, ranks=5, suits=2, first_banker=0, opening=1000)
        game = play(be.PolishBanchok(rules, seed=seed), True, 1, 1, 1, 1)
        second = drawn(game.events)[8:16]
        assert [kind for kind, _, _ in second] == ["hand"] * 6 + ["turned"] * 2
        assert len({card for _, _, card in second}) == 8
        assert [event.count for event in of_kind(game, Shuffled)][:1] == [8]


def test_recycled_cards_are_put_under_after_each_deal():
    game = play(polish(deck_use="recycled"), True, 1, 0, 0, 0)
    assert [event.count for event in of_kind(game, PutUnder)] == [7, 6]
    assert not of_kind(game, Shuffled)


def test_in_fresh_coups_each_punter_gets_his_hand_at_his_turn():
    game = play(polish("As 9s 4h 5h Kd 3c 2c Qd", deck_use="fresh_each_coup"), True)
    assert [event.seat for event in of_kind(game, Dealt)] == [1, 1, 1]
    play(game, 60)
    assert now(game) == "-100 -60 0 | 160"  # the five covers the four of hearts
    assert game.view(2).hands[2] == cards("Kd 3c 2c")
    play(game, 100)
    assert now(game) == "-100 -60 100 | 60"
    assert not of_kind(game, Cut, PutUnder)


def test_in_fresh_coups_a_turned_card_is_never_one_of_the_hand():
    rules = be.PolishRules(
        players=2, decks=1, ranks=2, suits=2, deck_use="fresh_each_coup", pass_limit=None, turn_limit=100, opening=1000
    )
    game = be.PolishBanchok(rules, seed=1).advance(be.policies.Blind(1))
    coups = of_kind(game, Settled)
    assert len(coups) == 200
    assert all(len({*coup.cards, coup.turned}) == 4 for coup in coups)
    assert len({coup.turned for coup in coups}) == 4


# -- 2.7: money, and what is as in Banchok -----------------------------------------------------------------------------


def test_the_example_bank_is_a_hundred_counters_and_the_least_stake_is_one():
    game = play(polish(), True)
    assert now(game) == "-100 0 0 | 100"
    assert stakes(game) == (1, 1, 100, True)


def test_a_bank_is_tripled_broken_and_lapsed_as_in_banchok():
    # The king of spades covers both nines; three hundred is three times the opening sum.
    game = play(polish("9s 8s Ks Qs", **ONE_CARD), True, 100, 100)
    assert ended(game) == [(0, "tripled", 300)]
    after = play(polish("9s 8s 7s Ks Qs 2h", players=4, tripled_when="after_deal", **ONE_CARD), True, 100, 100)
    assert not ended(after)
    play(after, 1)
    assert now(after) == "-100 -100 -100 1 | 299"
    lapsed = play(polish(), True, *[0] * 6)
    assert ended(lapsed) == [(0, "lapsed", 100)]


def test_nothing_is_turned_for_a_punter_who_passes():
    game = play(polish("9s 9h Ks", **ONE_CARD), True, 0, 5)
    (coup,) = of_kind(game, Settled)
    assert (coup.seat, coup.turned) == (2, be.Card.read("Ks"))
