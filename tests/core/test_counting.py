"""What a counter has seen, worked out by hand."""

from __future__ import annotations

from collections import Counter

import pytest

import banchok_edu as be
from banchok_edu.core.counting import seen_cards

COUNTER = be.policies.CardCounter()


def named(game: be.Banchok, seat: int) -> set[str]:
    return {str(card) for card in seen_cards(game.view(seat))}


def test_an_eight_is_bet_on_until_three_cards_up_to_eight_have_been_seen() -> None:
    rules = be.BanchokRules(players=2, first_banker=0, opening=100)
    two_seen = be.Banchok(rules, stack="2♠ 3♠ 8♠").choose(1)
    assert COUNTER(two_seen.view(1)) == two_seen.decision.high == 101  # 25 of 49 win
    three_seen = be.Banchok(rules, stack="2♠ 3♠ 4♠ 8♠").choose(1).choose(0)
    assert COUNTER(three_seen.view(1)) == 0  # 24 of 48: no edge


def test_a_card_of_another_that_was_not_shown_is_not_counted() -> None:
    rules = be.BanchokRules(players=3, first_banker=0)
    game = be.Banchok(rules, stack="2♠ 3♠ 4♠").choose(0)
    assert named(game, 2) == {"3♠"}
    assert named(be.Banchok(rules, stack="2♠ 3♠ 4♠").choose(1), 2) == {"2♠", "3♠", "4♠"}


def test_own_cards_that_were_bet_are_counted_once() -> None:
    game = be.Banchok(be.BanchokRules(players=2, first_banker=0), stack="2♠ 3♠ 8♠").choose(1)
    assert Counter(map(str, seen_cards(game.view(1)))) == {"2♠": 1, "3♠": 1, "8♠": 1}


def test_a_new_bank_begins_a_new_count() -> None:
    rules = be.BanchokRules(players=2, first_banker=0, opening=1)
    game = be.Banchok(rules, stack="A♠ 2♠").choose(1)
    assert game.view().banker == 1
    assert len(seen_cards(game.view(0))) == 1


def test_once_a_recycled_deck_has_gone_round_only_the_running_deal_counts() -> None:
    rules = be.BanchokRules(players=2, first_banker=0, ranks=3, suits=2, opening=50)
    game = be.Banchok(rules, stack="A♠ Q♠ K♠ Q♣ A♣ K♣").choose(1).choose(1)
    assert named(game, 1) == {"A♠", "Q♠", "K♠", "Q♣", "A♣"}
    game.choose(1)
    assert named(game, 1) == {str(game.view(1).hand[0])}


def test_when_a_side_pack_runs_out_used_cards_can_come_again_and_hands_cannot() -> None:
    rules = be.BanchokRules(players=3, first_banker=0, ranks=5, suits=1, opening=50, deck_use="side_pack")
    game = be.Banchok(rules, stack="A♠ K♠ Q♠ J♠ 10♠").choose(1)
    assert named(game, 2) == {"A♠", "K♠", "Q♠"}
    game.choose(1)  # the deck has one card left, and two are dealt: the used ones are shuffled in mid-deal
    assert named(game, 1) == {str(game.view(1).hand[0])}


def test_with_a_fresh_shuffle_each_coup_only_the_own_card_counts() -> None:
    rules = be.BanchokRules(players=3, first_banker=0, deck_use="fresh_each_coup")
    game = be.Banchok(rules, seed=4).choose(1)
    assert seen_cards(game.view(2)) == list(game.view(2).hand)


def test_an_exposed_card_is_counted_once_and_played_like_a_table_policy_does() -> None:
    rules = be.PolishRules(players=2, first_banker=0, exposure=1, win_rule="beats")
    game = be.PolishBanchok(rules, stack="A♠ 9♠ 4♥ 5♥").choose(True)
    assert COUNTER(game.view(1)) == 1  # 5♥ is turned, nothing of its suit is higher: it would lose
    game.choose(1)
    assert Counter(map(str, seen_cards(game.view(1))))["5♥"] == 1


@pytest.mark.parametrize("deck_use", ["recycled", "side_pack", "fresh_each_coup"])
def test_no_card_is_counted_too_often_and_the_next_card_is_never_among_them(
    deck_use: str,
) -> None:
    for seed in range(60):
        rules = be.PolishRules(players=4, ranks=5, decks=1, hand=2, deck_use=deck_use, exposure="1/4", turn_limit=40)
        game = be.PolishBanchok(rules, seed=seed)
        while game.decision:
            view = game.view(game.decision.seat)
            if game.decision.kind == "stake" and view.exposed is None:
                seen = Counter(seen_cards(view))
                assert not seen - Counter(rules.cards)
                game.choose(game.decision.low)
                turned = game.view().coup.turned
                assert seen[turned] < rules.cards.count(turned)
            else:
                game.choose(COUNTER(view))


def test_a_counter_plays_whole_games_and_is_told_to_be_slow() -> None:
    rules = be.BanchokRules(players=3)
    with pytest.warns(be.SlowPlay):
        sim = be.simulate(rules, COUNTER, games=20, seed=1)
    assert tuple(sim["gain"][7]) == be.Banchok(rules, seed=1, index=7).advance(COUNTER).gains
