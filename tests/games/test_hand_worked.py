"""Whole games worked out by hand from the rules, every transfer of them. A line's figures: the purses | the bank."""

from banchok_edu.core.events import Settled
from tests.games.dealing import EXPOSE, banchok, cards, check_conserved, lines, of_kind, play, polish, story


def told(game):
    check_conserved(game)
    assert game.is_over
    return story(game)


# -- Banchok -----------------------------------------------------------------------------------------------------------


def test_a_bank_broken_one_tripled_and_one_lost_at_the_first_coup():
    game = banchok(opening_choice="free")
    play(game, "9s Kh Qd 2c", 10, 4, 14)
    play(game, "5s 5d 5h Ac 7d 7c 8h Js 2d Qs 3d", 6, 2, 4, 0, 8, 1, 1)
    play(game, "As Ks Ad", 1, 1)
    assert told(game) == lines("""
        0 opens 10 | -10 0 0 | 10
        deal 1
        1 with 9♠ loses 4 on Q♦ | -10 -4 0 | 14
        2 with K♥ wins 14 on 2♣ | -10 -4 14 | 0
        bank of 0 broken, 0 taken | -10 -4 14 | 0
        1 opens 6 | -10 -10 14 | 6
        deal 1
        2 with 5♠ wins 2 on 5♥ | -10 -10 16 | 4
        0 with 5♦ loses 4 on A♣ | -14 -10 16 | 8
        4 put under
        deal 2
        2 passes
        0 with 7♣ loses 8 on 8♥ | -22 -10 16 | 16
        3 put under
        deal 3
        2 with J♠ loses 1 on Q♠ | -22 -10 15 | 17
        0 with 2♦ loses 1 on 3♦ | -23 -10 15 | 18
        bank of 1 tripled, 18 taken | -23 8 15 | 0
        2 opens 1 | -23 8 14 | 1
        deal 1
        0 with A♠ wins 1 on A♦ | -22 8 14 | 0
        bank of 2 broken, 0 taken | -22 8 14 | 0
        won by 2
    """)
    assert game.purses == game.gains == (-22, 8, 14)
    assert game.winners == (2,)


def test_banks_lapse_after_two_deals_without_a_bet_and_a_bet_starts_the_count_again():
    game = banchok("Ks Kd 9s 9d 10s", first_banker=1, opening=5, pass_limit=2)
    play(game, 0, 0, 0, 3, *[0] * 4)  # the bank of 1
    play(game, *[0] * 4)  # the bank of 2
    play(game, *[0] * 4)  # the bank of 0
    assert told(game) == lines("""
        1 opens 5 | 0 -5 0 | 5
        deal 1
        2 passes
        0 passes
        2 put under
        deal 2
        2 passes
        0 with 9♦ loses 3 on 10♠ | -3 -5 0 | 8
        3 put under
        deal 3
        2 passes
        0 passes
        2 put under
        deal 4
        2 passes
        0 passes
        bank of 1 lapsed, 8 taken | -3 3 0 | 0
        2 opens 5 | -3 3 -5 | 5
        deal 1
        0 passes
        1 passes
        2 put under
        deal 2
        0 passes
        1 passes
        bank of 2 lapsed, 5 taken | -3 3 0 | 0
        0 opens 5 | -8 3 0 | 5
        deal 1
        1 passes
        2 passes
        2 put under
        deal 2
        1 passes
        2 passes
        bank of 0 lapsed, 5 taken | -3 3 0 | 0
        won by 1
    """)


def test_a_push_an_empty_purse_and_a_bank_against_which_nobody_can_bet():
    game = banchok("8s Kd 8h 3s 3d Qc 2c 4s 9s 4h", purse=10, tie="push")
    play(game, 10, 0, 10, 10, 10)
    assert told(game) == lines("""
        0 opens 10 | 0 10 10 | 10
        deal 1
        1 with 8♠ takes back 10 on 8♥ | 0 10 10 | 10
        2 passes
        3 put under
        deal 2
        1 with 3♠ loses 10 on Q♣ | 0 0 10 | 20
        2 with 3♦ wins 10 on 2♣ | 0 0 20 | 10
        4 put under
        deal 3
        1 cannot bet
        2 with 9♠ wins 10 on 4♥ | 0 0 30 | 0
        bank of 0 broken, 0 taken | 0 0 30 | 0
        1 has nothing and leaves
        2 opens 10 | 0 0 20 | 10
        bank of 2 lapsed, 10 taken | 0 0 30 | 0
        won by 2
    """)
    assert game.gains == (-10, -10, 20)


def test_a_bank_at_the_triple_that_lapses_in_mid_deal_is_recorded_as_tripled():
    rules = {"purse": 10, "triple": 2, "tripled_when": "after_deal", "opening_choice": "free"}
    game = banchok("Ks 9d 2s Jd 10s 3d 2h", **rules)
    play(game, 10, 5, 5, 10)
    play(game, "6s 7d 8s", 5, 5)
    assert told(game) == lines("""
        0 opens 10 | 0 10 10 | 10
        deal 1
        1 with K♠ wins 5 on 2♠ | 0 15 10 | 5
        2 with 9♦ loses 5 on J♦ | 0 15 5 | 10
        4 put under
        deal 2
        1 with 10♠ wins 10 on 2♥ | 0 25 5 | 0
        bank of 0 broken, 0 taken | 0 25 5 | 0
        1 opens 5 | 0 20 5 | 5
        deal 1
        2 with 6♠ loses 5 on 8♠ | 0 20 0 | 10
        bank of 1 tripled, 10 taken | 0 30 0 | 0
        2 has nothing and leaves
        won by 1
    """)


def test_two_rounds_with_short_purses_end_in_a_shared_win():
    game = banchok("9s 5h", players=2, purse=10, opening=8, rounds=2, pass_limit=2)
    play(game, 8)  # the first bank of 0
    play(game, 0, 0)  # the first bank of 1
    play(game, "4s 5s 6d 7d", 0, 2, 2)  # the second bank of 0: the first card is passed, then these lie on top
    play(game, "10s 3h 2d 9c", 0, 6, 2, 0, 0)  # the second bank of 1
    assert told(game) == lines("""
        0 opens 8 | 2 10 | 8
        deal 1
        1 with 9♠ wins 8 on 5♥ | 2 18 | 0
        bank of 0 broken, 0 taken | 2 18 | 0
        1 opens 8 | 2 10 | 8
        deal 1
        0 passes
        1 put under
        deal 2
        0 passes
        bank of 1 lapsed, 8 taken | 2 18 | 0
        0 opens 2 | 0 18 | 2
        deal 1
        1 passes
        1 put under
        deal 2
        1 with 4♠ loses 2 on 5♠ | 0 16 | 4
        2 put under
        deal 3
        1 with 6♦ loses 2 on 7♦ | 0 14 | 6
        bank of 0 tripled, 6 taken | 6 14 | 0
        1 opens 8 | 6 6 | 8
        deal 1
        0 passes
        1 put under
        deal 2
        0 with 10♠ wins 6 on 3♥ | 12 6 | 2
        2 put under
        deal 3
        0 with 2♦ loses 2 on 9♣ | 10 6 | 4
        2 put under
        deal 4
        0 passes
        1 put under
        deal 5
        0 passes
        bank of 1 lapsed, 4 taken | 10 10 | 0
        won by 0 and 1
    """)


# -- Polish banchok ----------------------------------------------------------------------------------------------------


def test_polish_a_refusal_and_an_exposed_card_staked_beyond_the_limit():
    game = polish("As Kd 9s 3c 4h 2c 5h Qd 7c As 8c Qh 9c 10h 10d")
    play(game, True, 60, 100, 60)
    play(game, False)  # seat 1 leaves, with nothing lost and nothing won
    play(game, "Jd Jd 5c Qd 2s 3s 4s As Kh Kc 2h Qs", True, 100, EXPOSE, 1, EXPOSE, 201)
    assert told(game) == lines("""
        0 opens 100 | -100 0 0 | 100
        deal 1
        1 with A♠ 9♠ 4♥ loses 60 on 5♥ | -100 -60 0 | 160
        2 with K♦ 3♣ 2♣ wins 100 on Q♦ | -100 -60 100 | 60
        deal 2
        1 with 7♣ 8♣ 9♣ wins 60 on 10♦ | -100 0 100 | 0
        bank of 0 broken, 0 taken | -100 0 100 | 0
        1 refuses and leaves
        2 opens 100 | -100 0 0 | 100
        deal 1
        0 with J♦ J♦ 5♣ loses 100 on Q♦ | -200 0 0 | 200
        deal 2
        A♠ exposed to 0
        0 with 2♠ 3♠ 4♠ loses 1 on A♠ | -201 0 0 | 201
        deal 3
        Q♠ exposed to 0
        0 with K♥ K♣ 2♥ wins 201 on Q♠ | 0 0 0 | 0
        bank of 2 broken, 0 taken | 0 0 0 | 0
        won by 0 and 2
    """)


def test_polish_a_deck_of_three_cards_runs_out_in_mid_deal():
    game = polish("Ks Qs", players=2, decks=1, ranks=3, suits=1, hand=1, win_rule="beats", opening=10)
    play(game, True, 3)
    # The ace is the only card left to deal; the king and the queen become the deck, and neither beats it.
    play(game, 7)
    turned = of_kind(game, Settled)[1].turned
    assert turned in cards("Ks Qs")
    play(game, "Qs As", True, 10, 0, 0, 0)
    assert told(game) == lines(f"""
        0 opens 10 | -10 0 | 10
        deal 1
        1 with K♠ wins 3 on Q♠ | -10 3 | 7
        deal 2
        2 shuffled
        1 with A♠ wins 7 on {turned} | -10 10 | 0
        bank of 0 broken, 0 taken | -10 10 | 0
        1 opens 10 | -10 0 | 10
        deal 1
        0 with Q♠ loses 10 on A♠ | -20 0 | 20
        deal 2
        0 passes
        deal 3
        3 shuffled
        0 passes
        deal 4
        0 passes
        bank of 1 lapsed, 20 taken | -20 20 | 0
        won by 1
    """)


def test_polish_total_order_stakes_up_to_the_bank_and_a_refusal_at_the_end():
    rules = {"decks": 1, "hand": 2, "win_rule": "total_order", "stake_limit": "bank", "purse": 20, "opening": 10}
    game = polish("9h 9d 3s Qc 9s Qd 2c As 2d Ah 2h Ad 5c 7c 6c 8c 4h", min_stake=5, first_banker=2, **rules)
    play(game, True, 5, 5, 10, 15, 0, 5)
    play(game, "2s 2d 3s 3d Kc Kd", True, 10, 10)
    play(game, False)
    assert told(game) == lines("""
        2 opens 10 | 20 20 10 | 10
        deal 1
        0 with 9♥ 3♠ wins 5 on 9♠ | 25 20 10 | 5
        1 with 9♦ Q♣ loses 5 on Q♦ | 25 15 10 | 10
        deal 2
        0 with 2♣ 2♦ loses 10 on 2♥ | 15 15 10 | 20
        1 with A♠ A♥ wins 15 on A♦ | 15 30 10 | 5
        deal 3
        0 passes
        1 with 7♣ 8♣ wins 5 on 4♥ | 15 35 10 | 0
        bank of 2 broken, 0 taken | 15 35 10 | 0
        0 opens 10 | 5 35 10 | 10
        deal 1
        1 with 2♠ 3♠ loses 10 on K♣ | 5 25 10 | 20
        2 with 2♦ 3♦ loses 10 on K♦ | 5 25 0 | 30
        bank of 0 tripled, 30 taken | 35 25 0 | 0
        1 refuses and leaves
        won by 0
    """)


def test_polish_the_first_banker_refuses_and_every_card_is_exposed():
    rules = {"decks": 1, "hand": 1, "purse": 4, "opening": 4, "min_stake": 2, "exposure": 1}
    game = polish("9s Ks", first_banker=1, **rules)
    play(game, False, True, 3)
    play(game, "Qh 3d", True, 1)
    # After the first coup seat 0 holds one counter: he could stake it on an exposed card only, so the bank lapses.
    assert told(game) == lines("""
        1 refuses and leaves
        2 opens 4 | 4 4 0 | 4
        deal 1
        K♠ exposed to 0
        0 with 9♠ loses 3 on K♠ | 1 4 0 | 7
        bank of 2 lapsed, 7 taken | 1 4 7 | 0
        0 opens 1 | 0 4 7 | 1
        deal 1
        3♦ exposed to 2
        2 with Q♥ wins 1 on 3♦ | 0 4 8 | 0
        bank of 0 broken, 0 taken | 0 4 8 | 0
        won by 2
    """)
    assert game.gains == (-4, 0, 4)
