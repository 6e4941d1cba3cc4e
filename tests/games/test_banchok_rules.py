"""The rules of Banchok, one after the other (section 1 of RULES.md), on cards laid by hand."""

from dataclasses import FrozenInstanceError, replace
from itertools import permutations

import pytest

import banchok_edu as be
from banchok_edu.core.events import (
    BankEnded,
    Cut,
    DealBegan,
    Dealt,
    DrewForBank,
    FirstBanker,
    GameOver,
    Looked,
    Opened,
    Passed,
    PutUnder,
    Settled,
    Shown,
    Shuffled,
)
from tests.games.dealing import (
    banchok,
    cards,
    check_conserved,
    drawn,
    ended,
    follow_side_pack,
    money,
    of_kind,
    play,
    stakes,
    story,
)

NO_LIMITS = {"pass_limit": None, "triple": 1_000_000, "opening": 1_000_000}


def now(game):
    """Give purses and bank at this moment."""
    return money(game, len(game.events))


# -- common to the games: counters, purses, seats, views ---------------------------------------------------------------


def test_without_a_purse_credit_has_no_limit_and_a_purse_is_the_net_gain():
    game = banchok("9s 9d", opening=500)
    assert game.purses == game.gains == (-500, 0, 0)
    assert stakes(game) == (1, 1, 500, True)
    play(game, 0)
    assert game.rules.purse is None


def test_a_limited_purse_is_what_a_player_holds_and_bounds_his_stake():
    game = banchok("9s 9d 10s", purse=7, opening=5)
    assert (game.purses, game.gains) == ((2, 7, 7), (-5, 0, 0))
    assert stakes(game) == (1, 1, 5, True)
    play(game, 5)  # the ten beats the nine
    assert now(game) == "2 2 7 | 10"
    assert stakes(game) == (2, 1, 7, True)
    with pytest.raises(be.IllegalChoice, match="stake 8 is too much: 1 to 7 counters, or 0 to pass"):
        game.choose(8)
    assert now(game) == "2 2 7 | 10"


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
@pytest.mark.parametrize("purse", [None, 1, 7, 30])
@pytest.mark.parametrize("deck_use", ["recycled", "side_pack", "fresh_each_coup"])
def test_counters_are_conserved_at_every_event(tie, purse, deck_use):
    rules = be.BanchokRules(players=4, tie=tie, purse=purse, deck_use=deck_use, rounds=2, min_stake=2)
    for seed in range(3):
        game = be.Banchok(rules, seed=seed)
        game.advance(
            [be.policies.Blind("bank"), be.policies.Threshold("8"), be.policies.Share(1, 2), be.policies.Pass()]
        )
        check_conserved(game)
        assert sum(game.gains) == 0


def test_a_bank_changes_by_coups_alone_while_it_runs():
    game = be.Banchok(be.BanchokRules(players=5), seed=11).advance(be.policies.Threshold("9", otherwise=1))
    for at, event in enumerate(game.events):
        before, after = game.view(None, at=at).bank, game.view(None, at=at + 1).bank
        if isinstance(event, Settled):
            assert after - before == event.outcome * event.stake
        elif not isinstance(event, Opened | BankEnded):
            assert after == before


def test_equal_winners_share_the_win():
    game = banchok(players=4, pass_limit=1).advance(be.policies.Pass())
    assert game.winners == (0, 1, 2, 3)
    assert of_kind(game, GameOver) == [GameOver((0, 1, 2, 3))]


def test_there_is_no_winner_before_the_end():
    game = banchok("9s 9d 2s")
    play(game, 3)
    assert (game.is_over, game.winners) == (False, ())


def test_a_card_is_seen_by_its_holder_only_and_only_when_his_turn_comes():
    game = banchok("9s Kh 10d")
    assert game.view(1).hands == ((), cards("9s"), (None,))
    assert game.view(2).hands == ((), (None,), (None,))
    assert game.view(0).hands == game.view(None).hands == ((), (None,), (None,))
    assert game.view("all").hands == ((), cards("9s"), cards("Kh"))
    play(game, 0)
    assert game.view(2).hands == ((), (None,), cards("Kh"))
    assert game.view(0).hands == game.view(None).hands == ((), (None,), (None,))


def test_the_cards_of_a_punter_who_bet_are_shown_when_his_bet_is_settled():
    game = banchok("9s Kh 10d")
    play(game, 1)
    for seat in (0, 2, None):
        view = game.view(seat)
        assert view.hands[1] == cards("9s")
        assert (view.coup.seat, view.coup.stake, view.coup.turned, view.coup.outcome) == (1, 1, *cards("10d"), 1)
        assert view.acts[1] == "lost"


def test_the_cards_of_a_punter_who_passed_are_never_shown():
    game = banchok("9s Kh 10d", pass_limit=1).advance(be.policies.Pass())
    assert not of_kind(game, Shown)
    for seat in (0, 1, 2, None):
        for event in game.view(seat).events:
            if isinstance(event, Dealt):
                assert event.card is None
            if isinstance(event, Looked):
                assert (event.cards != ()) == (event.seat == seat)


def test_with_show_passed_the_cards_of_a_punter_who_passed_are_shown_to_all():
    game = banchok("9s Kh 10d", show_passed=True)
    play(game, 0)
    assert of_kind(game, Shown) == [Shown(1, cards("9s"))]
    assert game.view(0).hands == ((), cards("9s"), (None,))
    assert game.view(2).hands == ((), cards("9s"), cards("Kh"))


def test_the_cards_of_a_punter_who_never_came_to_act_are_never_shown():
    game = banchok("9s Kh 2d", opening_choice="free")
    play(game, 10, 10)  # broken by seat 1: seat 2 does not act
    assert ended(game) == [(0, "broken", 0)]
    dealt_to_2 = [event for event in game.view(0).events if isinstance(event, Dealt | Looked | Shown | Settled)]
    assert [type(event) for event in dealt_to_2 if event.seat == 2] == [Dealt]
    assert next(event for event in dealt_to_2 if event.seat == 2).card is None
    assert all(event.card is None for event in game.view(2).events if isinstance(event, Dealt))


def test_with_show_passed_the_cards_of_those_who_never_came_to_act_are_shown_too():
    game = play(banchok("9s Kh 2d", opening_choice="free", show_passed=True), 10, 10)
    assert of_kind(game, Shown) == [Shown(2, cards("Kh"))]


def test_no_view_changes_when_the_cards_that_it_may_not_hold_change_places():
    seen = set()
    for hidden in permutations(["Kh", "4d", "7c", "Jc"]):
        game = banchok(["9s", *hidden], players=5)
        view = game.view(1)
        seen.add((tuple(view.events), view.hands, game.view(0).hands, tuple(game.view(None).events)))
    assert len(seen) == 1


# -- 1: deck and players -----------------------------------------------------------------------------------------------


def test_two_to_ten_players():
    assert [be.BanchokRules(players=n).players for n in (2, 10)] == [2, 10]
    for n in (1, 0, 11):
        with pytest.raises(be.RulesError, match=f"players={n}"):
            be.BanchokRules(players=n)


def test_one_deck_of_52_from_two_up_to_ace():
    deck = be.BanchokRules().cards
    assert len(set(deck)) == len(deck) == 52
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    assert sorted({card.index for card in deck}) == [be.Card(rank, "♠").index for rank in ranks] == list(range(1, 14))


@pytest.mark.parametrize(
    "ranks, suits, kept",
    [(2, 1, "Ks As"), (3, 2, "Qs Qc Ks Kc As Ac"), (2, 4, "Ks Kc Kd Kh As Ac Ad Ah"), (13, 1, None)],
)
def test_a_cut_down_deck_keeps_the_highest_ranks(ranks, suits, kept):
    deck = be.BanchokRules(players=2, ranks=ranks, suits=suits).cards
    assert len(deck) == ranks * suits
    if kept:
        assert len({card.rank for card in deck}) == ranks
        assert {card.rank for card in deck} == {card.rank for card in cards(kept)}


@pytest.mark.parametrize(
    "ranks, suits, most", [(2, 1, 2), (3, 1, 2), (4, 1, 3), (3, 2, 4), (5, 3, 8), (9, 2, 10), (13, 4, 10)]
)
def test_a_cut_down_deck_serves_a_card_and_a_turned_card_for_each_punter(ranks, suits, most):
    assert be.BanchokRules(players=2, ranks=ranks, suits=suits).most_players == most
    assert (
        be.Banchok(be.BanchokRules(players=most, ranks=ranks, suits=suits), seed=1)
        .advance(be.policies.Blind(1))
        .is_over
    )
    with pytest.raises(be.RulesError, match=f"players={most + 1}"):
        be.BanchokRules(players=most + 1, ranks=ranks, suits=suits)


def test_rules_are_frozen_and_replaced_with_a_change():
    rules = be.BanchokRules()
    with pytest.raises(FrozenInstanceError):
        rules.players = 3
    assert replace(rules, players=3) == be.BanchokRules(players=3)
    with pytest.raises(be.RulesError, match="triple=1"):
        replace(rules, triple=1)


def test_the_defaults_are_those_of_the_rules():
    rules = be.BanchokRules()
    assert rules.to_dict() == {
        "players": 5,
        "purse": None,
        "opening": 10,
        "opening_choice": "agreed",
        "min_stake": 1,
        "triple": 3,
        "tripled_when": "at_once",
        "pass_limit": 3,
        "turn_limit": 10_000,
        "rounds": 1,
        "first_banker": "drawn",
        "deck_use": "recycled",
        "show_passed": False,
        "ranks": 13,
        "suits": 4,
        "tie": "punter_wins",
    }


@pytest.mark.parametrize(
    "wrong",
    [
        {"opening": 0},
        {"opening": 2.0},
        {"min_stake": 0},
        {"triple": 1},
        {"pass_limit": 0},
        {"turn_limit": 0},
        {"turn_limit": None},
        {"rounds": 0},
        {"purse": 0},
        {"purse": -1},
        {"ranks": 14},
        {"ranks": 1},
        {"suits": 5},
        {"suits": 0},
        {"tie": "banker"},
        {"tripled_when": "later"},
        {"deck_use": "burnt"},
        {"opening_choice": True},
        {"first_banker": 5},
        {"first_banker": -1},
        {"first_banker": "seat 1"},
        {"show_passed": 1},
        {"players": "5"},
        {"players": True},
    ],
    ids=str,
)
def test_a_rule_that_cannot_be_played_is_refused_by_name(wrong):
    with pytest.raises(be.RulesError, match=next(iter(wrong))):
        be.BanchokRules(**wrong)


# -- 1.1: first banker (more in test_first_banker) ---------------------------------------------------------------------


def test_a_seat_named_as_first_banker_skips_the_draw():
    game = banchok(first_banker=2)
    assert not of_kind(game, DrewForBank)
    assert of_kind(game, FirstBanker) == [FirstBanker(2)]
    assert of_kind(game, Opened) == [Opened(2, 10)]


def test_the_draw_is_made_before_the_bank_is_opened():
    game = banchok(first_banker="drawn")
    kinds = [type(event) for event in game.events]
    assert kinds[:3] == [DrewForBank] * 3
    assert kinds.index(FirstBanker) < kinds.index(Opened)


# -- 1.2: opening ------------------------------------------------------------------------------------------------------


def test_the_agreed_sum_is_opened_without_asking():
    game = banchok(opening=25)
    assert now(game) == "-25 0 0 | 25"
    assert game.decision.kind == "stake"
    assert game.view(None).opening == 25


def test_the_banker_chooses_his_opening_where_it_is_free():
    game = banchok(opening_choice="free", purse=40)
    asked = game.decision
    assert (asked.seat, asked.kind, asked.low, asked.high, asked.may_pass) == (0, "opening", 1, 40, False)
    for wrong in (0, -1, 41, 2.5, None, True):
        with pytest.raises(be.IllegalChoice):
            game.choose(wrong)
    play(game, 17)
    assert now(game) == "23 40 40 | 17"


def test_a_free_opening_without_purses_is_at_least_one():
    game = banchok(opening_choice="free")
    assert game.decision.low == 1
    assert game.decision.high >= 1_000_000
    assert play(game, 1).bank == 1


# -- 1.3: deck and cut -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("banker, right", [(0, 2), (1, 0), (2, 1)])
def test_the_right_hand_neighbour_cuts(banker, right):
    (cut,) = of_kind(banchok(first_banker=banker), Cut)
    assert cut.seat == right


def test_every_place_from_1_to_the_last_but_one_is_cut():
    rules = be.BanchokRules(players=2, first_banker=0, ranks=3, suits=2)
    places = [of_kind(be.Banchok(rules, seed=seed), Cut)[0].at for seed in range(200)]
    assert set(places) == {1, 2, 3, 4, 5}


def test_a_deck_of_two_can_be_cut_in_one_place_only():
    rules = be.BanchokRules(players=2, first_banker=0, ranks=2, suits=1)
    assert {of_kind(be.Banchok(rules, seed=seed), Cut)[0].at for seed in range(20)} == {1}


def test_each_bank_has_a_new_deck_cut_anew():
    game = banchok(pass_limit=2).advance(be.policies.Pass())
    assert [cut.seat for cut in of_kind(game, Cut)] == [2, 0, 1]


# -- 1.4: deal ---------------------------------------------------------------------------------------------------------


def test_one_card_face_down_to_every_punter_in_turn_and_none_to_the_banker():
    game = banchok("9s Kh 4d", players=4, first_banker=1)
    assert [(event.seat, event.card) for event in of_kind(game, Dealt)] == list(
        zip((2, 3, 0), cards("9s Kh 4d"), strict=True)
    )
    assert game.view("all").hands[1] == ()


# -- 1.5: bets ---------------------------------------------------------------------------------------------------------


def test_punters_act_from_the_bankers_left_and_stake_up_to_the_bank_as_it_stands():
    game = banchok("9s Kh 4d 10s As 2c", players=4, first_banker=2)
    assert stakes(game) == (3, 1, 10, True)
    play(game, 10)  # nine against ten
    assert now(game) == "0 0 -10 -10 | 20"
    assert stakes(game) == (0, 1, 20, True)
    play(game, 5)  # king against ace
    assert now(game) == "-5 0 -10 -10 | 25"
    assert stakes(game) == (1, 1, 25, True)
    play(game, 7)  # four against two
    assert now(game) == "-5 7 -10 -10 | 18"


@pytest.mark.parametrize("wrong", [-1, 11, 2.0, "3", None, True])
def test_a_stake_that_is_not_allowed_changes_nothing(wrong):
    game = banchok("9s Kh")
    before = game.events
    with pytest.raises(be.IllegalChoice):
        game.choose(wrong)
    assert game.events == before
    assert stakes(game) == (1, 1, 10, True)


def test_a_strictly_higher_card_wins_for_the_banker():
    game = play(banchok("9s Kh 10s"), 4)
    assert now(game) == "-10 -4 0 | 14"


def test_a_lower_card_pays_the_punter():
    game = play(banchok("9s Kh 8s"), 4)
    assert now(game) == "-10 4 0 | 6"


def test_suits_are_ignored():
    for turned in ("9h", "9c", "9d"):
        assert now(play(banchok(f"9s Kh {turned}"), 4)) == "-10 4 0 | 6"


def test_the_ace_is_above_the_king_and_the_two_below_the_three():
    assert now(play(banchok("Ks 5h Ah"), 4)) == "-10 -4 0 | 14"
    assert now(play(banchok("3s 5h 2h"), 4)) == "-10 4 0 | 6"
    assert now(play(banchok("As 5h 2h"), 4)) == "-10 4 0 | 6"
    assert now(play(banchok("2s 5h Ah"), 4)) == "-10 -4 0 | 14"


def test_ties_pay_the_punter():
    assert now(play(banchok("9s Kh 9d"), 4)) == "-10 4 0 | 6"


def test_ties_give_the_stake_back_under_push():
    game = play(banchok("9s Kh 9d", tie="push"), 4)
    assert now(game) == "-10 0 0 | 10"
    assert game.view(None).acts[1] == "tie"
    assert of_kind(game, Settled)[0].outcome == 0


def test_ties_win_for_the_banker_under_banker_wins():
    assert now(play(banchok("9s Kh 9d", tie="banker_wins"), 4)) == "-10 -4 0 | 14"


@pytest.mark.parametrize("tie", ["push", "banker_wins"])
def test_only_equal_ranks_depend_on_the_reading_of_ties(tie):
    assert now(play(banchok("9s Kh 10d", tie=tie), 4)) == "-10 -4 0 | 14"
    assert now(play(banchok("9s Kh 8d", tie=tie), 4)) == "-10 4 0 | 6"


def test_nothing_is_turned_for_a_punter_who_passes():
    game = banchok("9s Kh As 2s")
    play(game, 0, 4)  # the ace is turned for seat 2, since seat 1 passed
    (coup,) = of_kind(game, Settled)
    assert (coup.seat, coup.turned) == (2, *cards("As"))
    assert now(game) == "-10 0 -4 | 14"


def test_a_push_is_a_bet_all_the_same():
    game = banchok("9s 9d", players=2, tie="push", pass_limit=1)
    play(game, 5)
    assert not of_kind(game, BankEnded)
    play(game, 0)
    assert ended(game) == [(0, "lapsed", 10)]


def test_with_less_in_the_bank_than_the_least_stake_the_least_is_the_whole_bank():
    game = banchok("9s Kh 2s", min_stake=4, opening=6)
    assert stakes(game) == (1, 4, 6, True)
    with pytest.raises(be.IllegalChoice, match="stake 3 is too little: 4 to 6 counters, or 0 to pass"):
        game.choose(3)
    play(game, 4)
    assert now(game) == "-6 4 0 | 2"
    assert stakes(game) == (2, 2, 2, True)


def test_an_opening_below_the_least_stake_can_be_staked_whole():
    assert stakes(banchok(opening=3, min_stake=5)) == (1, 3, 3, True)


def test_a_punter_below_the_least_stake_passes_without_being_asked():
    # 1 loses four of his five counters; in the next deal he holds one, and the least stake is two.
    game = banchok("9s Kh 10s Ah 3c 4c", purse=5, opening=5, min_stake=2)
    play(game, 4, 0)
    assert now(game) == "0 1 5 | 9"
    assert of_kind(game, Passed)[1:] == [Passed(1, forced=True)]
    assert stakes(game) == (2, 2, 5, True)


def test_a_punter_whose_whole_purse_is_the_bank_may_stake_it_below_the_least_stake():
    # The bank falls to 1, below min_stake=2: the least stake is then 1, which a purse of 1 can pay.
    game = banchok("9s Kh 10s 2d 3c 4c 2h", purse=5, opening=5, min_stake=2)
    play(game, 4, 5, 3)  # 1 loses four: 9; 2 wins five: 4; 1 is not asked; 2 wins three: 1
    assert now(game) == "0 1 13 | 1"
    assert of_kind(game, Passed) == [Passed(1, forced=True)]
    assert stakes(game) == (1, 1, 1, True)


# -- 1.6: next deal, and the three uses of the deck --------------------------------------------------------------------


def test_used_cards_dealt_and_turned_are_put_under_after_the_last_punter():
    game = banchok("9s Kh 10s", pass_limit=None)
    play(game, 1, 0, 0, 0)
    assert [event.count for event in of_kind(game, PutUnder)] == [3, 2]
    assert [event.number for event in of_kind(game, DealBegan)] == [1, 2, 3]


def test_the_deck_goes_on_from_the_top_and_used_cards_come_back_only_after_it():
    game = banchok(**NO_LIMITS, players=4, turn_limit=30).advance(
        {1: be.policies.Blind(1), 2: be.policies.Blind(1), 3: be.policies.Blind(1)}
    )
    first_bank = game.events[: next(i for i, event in enumerate(game.events) if isinstance(event, BankEnded))]
    gone = [card for _, _, card in drawn(first_bank)]
    assert len(gone) == 60  # ten deals of three coups
    assert len(set(gone[:52])) == 52
    # The ninth deal takes cards 49 to 54. Cards 53 to 58 are the six of the first deal, shuffled.
    assert set(gone[52:58]) == set(gone[:6])


def test_two_players_who_always_bet_see_the_same_26_pairs_for_ever():
    game = be.Banchok(be.BanchokRules(players=2, first_banker=0, turn_limit=104, **NO_LIMITS), seed=3)
    game.advance(be.policies.Blind(1))
    coups = of_kind(game, Settled)[:104]
    pairs = [frozenset((*coup.cards, coup.turned)) for coup in coups]
    assert len(set(pairs)) == 26
    assert pairs[26:52] == pairs[:26]
    assert pairs[52:78] == pairs[:26]


def test_a_recycled_deck_is_neither_cut_nor_shuffled_between_deals():
    game = banchok(players=2, pass_limit=60).advance(be.policies.Pass())
    kinds = [type(event) for event in game.events]
    assert kinds.count(Cut) == 2  # one for each bank
    assert Shuffled not in kinds


def test_a_stack_as_long_as_the_deck_is_dealt_to_its_end():
    whole = [str(card) for card in reversed(be.BanchokRules().cards)]
    game = banchok(whole, players=2, turn_limit=26, **NO_LIMITS)
    for _ in range(26):
        play(game, 1)
    gone = [str(card) for _, _, card in drawn(game.events)]
    assert gone[:52] == whole


def test_a_side_pack_is_shuffled_only_when_the_deck_runs_out():
    game = banchok(players=2, deck_use="side_pack", turn_limit=40, **NO_LIMITS)
    game.advance({1: be.policies.Blind(1)})
    end = next(i for i, event in enumerate(game.events) if isinstance(event, BankEnded))
    bank = game.events[:end]
    gone = [card for _, _, card in drawn(bank)]
    assert not of_kind(game, PutUnder)
    assert len(gone) == 80
    assert len(set(gone[:52])) == 52
    assert len(set(gone[52:])) == 28
    assert [event.count for event in bank if isinstance(event, Shuffled)] == [52]


@pytest.mark.parametrize("seed", range(40))
def test_a_side_pack_that_runs_out_in_mid_deal_leaves_the_hands_of_the_running_deal_out(seed):
    rules = be.BanchokRules(
        players=3, first_banker=0, deck_use="side_pack", ranks=3, suits=2, turn_limit=40, **NO_LIMITS
    )
    game = be.Banchok(rules, seed=seed)
    game.advance([be.policies.Blind(1), be.policies.Threshold("K"), be.policies.Blind(1)])
    ends = follow_side_pack(game, rules.cards)
    assert ends > 0


def test_in_fresh_coups_each_punter_gets_his_card_at_his_turn():
    game = banchok("9s Kh 4d", deck_use="fresh_each_coup", pass_limit=None)
    assert [event.seat for event in of_kind(game, Dealt)] == [1]
    assert game.view("all").hands == ((), cards("9s"), ())
    play(game, 1)  # the king is turned
    assert now(game) == "-10 -1 0 | 11"
    assert game.view("all").hands[2] == cards("4d")


def test_fresh_coups_are_not_cut_and_nothing_is_put_under():
    game = banchok(deck_use="fresh_each_coup").advance(be.policies.Blind(1))
    assert not of_kind(game, Cut, PutUnder)


def test_in_fresh_coups_the_card_of_a_coup_before_can_come_again():
    rules = be.BanchokRules(
        players=2, first_banker=0, ranks=2, suits=1, deck_use="fresh_each_coup", turn_limit=200, **NO_LIMITS
    )
    game = be.Banchok(rules, seed=5).advance(be.policies.Blind(1))
    coups = of_kind(game, Settled)[:200]
    pairs = [(str(coup.cards[0]), str(coup.turned)) for coup in coups]
    assert set(pairs) == {("K♠", "A♠"), ("A♠", "K♠")}  # the turned card is always from the rest
    assert 70 <= pairs.count(("K♠", "A♠")) <= 130  # a fair coin 200 times: outside with probability 2e-5


# -- 1.7: end of a bank ------------------------------------------------------------------------------------------------


def test_a_bank_is_broken_at_once_and_punters_who_have_not_acted_do_not_act():
    game = play(banchok("9s Kh 2s", opening_choice="free"), 10, 10)
    assert story(game)[-1] == "bank of 0 broken, 0 taken | -10 10 0 | 0"
    assert game.decision.kind == "opening"
    assert game.decision.seat == 1


def test_a_bank_is_tripled_at_three_times_its_opening_and_the_banker_takes_it():
    game = banchok("9s 8h 7d 10s Jh", players=4, opening_choice="free")
    play(game, 10, 10, 10)
    assert story(game)[-2:] == [
        "2 with 8♥ loses 10 on J♥ | -10 -10 -10 0 | 30",
        "bank of 0 tripled, 30 taken | 20 -10 -10 0 | 0",
    ]
    assert game.decision.kind == "opening"  # seat 3 did not act


def test_a_bank_one_short_of_three_times_goes_on():
    game = banchok("9s 8h 7d 10s Jh", players=4)
    play(game, 10, 9)
    assert now(game) == "-10 -10 -9 0 | 29"
    assert not ended(game)


def test_a_bank_beyond_three_times_is_tripled_too():
    game = play(banchok("9s 8h 7d 10s Jh", players=4, opening_choice="free"), 10, 10, 20)
    assert ended(game) == [(0, "tripled", 40)]


@pytest.mark.parametrize("triple, losses", [(2, 1), (4, 2), (5, 3)])
def test_how_many_times_is_a_rule(triple, losses):
    # The whole bank is lost each time: 10, 20, 40, 80.
    game = banchok("9s 8h 7d 10s Jh Qd", players=4, triple=triple, opening_choice="free")
    play(game, 10)
    for n in range(losses):
        assert not ended(game)
        play(game, 10 * 2**n)
    assert ended(game) == [(0, "tripled", 10 * 2**losses)]


def test_after_the_deal_a_bank_at_the_triple_goes_on_until_the_last_punter_has_acted():
    game = banchok("9s 8h 7d 10s Jh 2c", players=4, tripled_when="after_deal", opening_choice="free")
    play(game, 10, 10, 10)
    assert not ended(game)
    assert stakes(game) == (3, 1, 30, True)
    play(game, 0)
    assert ended(game) == [(0, "tripled", 30)]


def test_after_the_deal_a_bank_that_fell_again_goes_on():
    game = banchok("9s 8h 7d 10s Jh 2c", players=4, tripled_when="after_deal")
    play(game, 10, 10, 1)  # 30, then 29
    assert now(game) == "-10 -10 -10 1 | 29"
    assert not ended(game)
    assert game.view(None).deal == 2


def test_a_bank_is_broken_at_once_under_both_readings():
    game = banchok("9s 8h 7d 6c 10s Jh 2c", players=5, tripled_when="after_deal", opening_choice="free")
    play(game, 10, 10, 10, 30)
    assert ended(game) == [(0, "broken", 0)]  # seat 4 did not act


def test_at_the_last_punter_both_readings_agree():
    for reading in ("at_once", "after_deal"):
        game = play(banchok("9s 8h 10s Jh", tripled_when=reading, opening_choice="free"), 10, 10, 10)
        assert ended(game) == [(0, "tripled", 30)]


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_a_bank_lapses_after_so_many_deals_running_without_a_bet(limit):
    game = banchok(pass_limit=limit, opening_choice="free")
    play(game, 10, *[0] * (2 * limit - 1))
    assert not ended(game)
    play(game, 0)
    assert ended(game) == [(0, "lapsed", 10)]
    assert game.purses == (0, 0, 0)


def test_deals_without_a_bet_are_counted_in_one_bank_only():
    game = banchok(pass_limit=2, players=2)
    play(game, 0, 0)
    assert ended(game) == [(0, "lapsed", 10)]
    play(game, 0)
    assert len(ended(game)) == 1
    play(game, 0)
    assert len(ended(game)) == 2


def test_without_a_pass_limit_only_the_turn_limit_ends_a_bank_of_passes():
    game = banchok(pass_limit=None, players=2, turn_limit=25, opening_choice="free")
    play(game, 10, *[0] * 24)
    assert not ended(game)
    play(game, 0)
    assert ended(game) == [(0, "lapsed", 10)]


def test_a_turn_limit_ends_a_bank_in_mid_deal_bets_and_passes_counted():
    game = banchok("9s Kh 2s 3d 4d 2d", turn_limit=3, opening_choice="free")
    play(game, 10, 1, 0)
    assert not ended(game)
    play(game, 2)
    assert ended(game) == [(0, "lapsed", 7)]
    assert now(game) == "-3 3 0 | 0"


def test_forced_passes_are_turns_too():
    # Seat 1 has nothing left after his first turn; turns: 1, 2, then 1 forced, 2.
    game = banchok("9s Kh 10s 3d 4d", purse=5, opening=5, turn_limit=4, opening_choice="free")
    play(game, 5, 5, 0)
    assert now(game) == "0 0 5 | 10"
    assert not ended(game)
    play(game, 0)
    assert ended(game) == [(0, "lapsed", 10)]
    assert of_kind(game, Passed) == [Passed(2), Passed(1, forced=True), Passed(2)]


def test_the_turn_limit_is_looked_at_after_broken_and_tripled():
    assert ended(play(banchok("9s Kh 2s", turn_limit=1, opening_choice="free"), 10, 10)) == [(0, "broken", 0)]
    game = banchok("9s Kh 10s", turn_limit=1, triple=2, opening_choice="free")
    assert ended(play(game, 10, 10)) == [(0, "tripled", 20)]


@pytest.mark.parametrize("reading", ["at_once", "after_deal"])
def test_a_lapse_in_mid_deal_at_the_triple_is_recorded_as_tripled(reading):
    game = banchok("9s Kh 10s", turn_limit=1, triple=2, tripled_when=reading, opening_choice="free")
    assert ended(play(game, 10, 10)) == [(0, "tripled", 20)]


def test_a_lapse_in_mid_deal_below_the_triple_is_a_lapse():
    game = banchok("9s Kh 10s", turn_limit=1, tripled_when="after_deal", opening_choice="free")
    assert ended(play(game, 10, 10)) == [(0, "lapsed", 20)]


@pytest.mark.parametrize("pass_limit", [None, 1, 3])
def test_a_bank_lapses_at_once_when_no_punter_could_bet(pass_limit):
    game = banchok("9s Kh 10s Ah", purse=10, pass_limit=pass_limit, opening_choice="free", triple=4)
    play(game, 10, 10, 10)  # both lose all: 30 in the bank, below four times
    assert ended(game) == [(0, "lapsed", 30)]
    assert game.winners == (0,)
    assert game.purses == (30, 0, 0)


def test_broken_and_tripled_are_looked_at_before_whether_anybody_could_bet():
    game = banchok("9s Kh 10s Ah", purse=10, opening_choice="free")
    play(game, 10, 10, 10)
    assert ended(game) == [(0, "tripled", 30)]
    # The banker put all he had in; the only punter breaks the bank.
    game = banchok("9s 2h", players=2, purse=1, opening=1, opening_choice="free")
    play(game, 1, 1)
    assert ended(game) == [(0, "broken", 0)]


def test_a_punter_who_has_acted_and_could_bet_in_the_next_deal_keeps_the_bank_running():
    # Seat 1 has 10 left, seat 2 has lost all: the deal ends, and the bank goes on.
    game = banchok("9s Kh As", purse=10, pass_limit=None)
    play(game, 0, 10)
    assert now(game) == "0 10 0 | 20"
    assert stakes(game) == (1, 1, 10, True)


# -- 1.8: next banker, end, winner -------------------------------------------------------------------------------------


@pytest.mark.parametrize("first, order", [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1])])
def test_the_bank_goes_round_to_the_left_and_everyone_banks_once(first, order):
    game = banchok(players=4, first_banker=first, pass_limit=1).advance(be.policies.Pass())
    assert [event.seat for event in of_kind(game, Opened)] == order


def test_with_more_rounds_everyone_banks_so_often():
    game = banchok(players=3, first_banker=1, rounds=3, pass_limit=1).advance(be.policies.Pass())
    assert [event.seat for event in of_kind(game, Opened)] == [1, 2, 0] * 3


def test_nobody_is_asked_whether_he_will_bank():
    game = banchok(pass_limit=1, opening_choice="free")
    kinds = []
    while not game.is_over:
        kinds.append(game.decision.kind)
        game.choose(5 if game.decision.kind == "opening" else 0)
    assert kinds == ["opening", "stake", "stake"] * 3


def test_the_largest_net_gain_wins():
    game = banchok("9s Kh 2s Ad", opening_choice="free", pass_limit=1)
    play(game, 10, 4, 0)  # 1 gains four; then nobody bets any more
    play(game, 0, 0)
    game.advance(be.policies.Pass())
    assert game.gains == (-4, 4, 0)
    assert game.winners == (1,)


def test_the_game_is_over_and_asks_nothing_more():
    game = banchok(pass_limit=1).advance(be.policies.Pass())
    assert (game.is_over, game.decision) == (True, None)
    with pytest.raises(be.IllegalChoice, match="over"):
        game.choose(0)


# -- 1.9: short purses -------------------------------------------------------------------------------------------------


def test_a_banker_opens_with_what_he_has_and_the_triple_counts_from_that():
    game = banchok("9s Kh 10s", purse=4, opening=10, opening_choice="agreed")
    assert now(game) == "0 4 4 | 4"
    play(game, 4)
    assert not ended(game)
    play(game, "Ad", 4)  # 12 is three times four, though not three times ten
    assert ended(game)[0] == (0, "tripled", 12)


def test_a_free_opening_is_limited_by_the_purse():
    game = banchok(opening_choice="free", purse=3)
    assert (game.decision.low, game.decision.high) == (1, 3)
    with pytest.raises(be.IllegalChoice, match="4"):
        game.choose(4)


def test_an_empty_purse_leaves_when_due_to_bank_and_the_next_on_the_left_banks():
    # 1 loses all to the bank; 2 then breaks the bank of 20 with two wins of ten.
    game = banchok("9s Kh 10s 2d 9c Kc 3d", purse=10)
    play(game, 10, 10, 10)
    assert story(game)[-4:-2] == ["1 has nothing and leaves", "2 opens 10 | 0 0 20 | 10"]
    assert game.winners == (2,)


def test_with_one_player_left_the_game_ends():
    game = banchok("9s Kh 10s Ah", purse=10)
    play(game, 10, 10)
    assert story(game)[-4:] == [
        "bank of 0 tripled, 30 taken | 30 0 0 | 0",
        "1 has nothing and leaves",
        "2 has nothing and leaves",
        "won by 0",
    ]
    assert game.winners == (0,)


def test_a_player_who_left_gets_no_more_cards():
    # As above, but with a fourth player: after 1 has left, 2 deals to 3 and 0 only.
    game = banchok("9s Kh 4c 10s 2d", players=4, purse=10, opening_choice="free")
    play(game, 10, 10, 10)  # 1 loses ten: 20; 2 wins ten: 10
    play(game, "2h", 10)  # 3 wins ten: broken
    assert now(game) == "0 0 20 20 | 0"
    assert (game.decision.kind, game.decision.seat) == ("opening", 2)
    start = len(game.events)
    play(game, 10)
    assert [event.seat for event in game.events[start:] if isinstance(event, Dealt)] == [3, 0]
    assert of_kind(game, Cut)[-1].seat == 0  # the one who left is no neighbour: he cuts who sits next to him
