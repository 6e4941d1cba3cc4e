"""The value of a turn in counters, with and without the exposed card: worked by hand, listed, and played."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest
from sympy import Rational as Q

import banchok_edu as be
from tests.exact.polish_by_hand import READINGS, all_hands, banker_wins, fraction

P, R = be.polish, be.PolishRules
HAND = "A♠ 9♠ 4♥"  # wins with 81 of 101
LADDER = {"ranks": 5, "suits": 1, "decks": 1, "hand": 1, "players": 2}  # P(win) is 0, 1/4, 1/2, 3/4 or 1


def test_a_favourable_hand():
    assert P.value_of_turn(hand=HAND) == 100 * Q(61, 101)
    assert P.value_of_turn(hand=HAND, exposed=True) == 100 * Q(81, 101) - Q(20, 101)
    assert P.value_of_exposed_card(hand=HAND) == Q(8080 - 6100, 101)


def test_the_exposed_card_lifts_the_stake_limit():
    # 250 in a bank opened with 100: without it 100 at most, with it all.
    assert P.value_of_turn(250, hand=HAND) == 100 * Q(61, 101)
    assert P.value_of_turn(250, R(stake_limit="bank"), hand=HAND) == 250 * Q(61, 101)
    for limit in ("opening", "bank"):
        exposed = P.value_of_turn(250, R(stake_limit=limit), hand=HAND, exposed=True)
        assert exposed == 250 * Q(81, 101) - Q(20, 101)


def test_less_in_the_bank_than_the_opening_limits_the_stake():
    assert P.value_of_turn(40, hand=HAND) == 40 * Q(61, 101)
    assert P.value_of_turn(40, hand=HAND, opening=20) == 20 * Q(61, 101)


def test_a_limit_below_the_least_stake_is_raised_to_it():
    rules = R(opening=5, min_stake=8)
    assert P.value_of_turn(12, rules, hand=HAND) == 8 * Q(61, 101)
    assert P.value_of_turn(6, rules, hand=HAND) == 6 * Q(61, 101)  # less in the bank than that: the whole bank
    assert P.value_of_turn(12, rules, hand=HAND, exposed=True) == 12 * Q(81, 101) - 8 * Q(20, 101)
    assert P.value_of_turn(6, rules, hand=HAND, exposed=True) == 6 * Q(81, 101) - 6 * Q(20, 101)


def test_a_hand_that_cannot_win_is_better_off_without_the_exposed_card():
    rules = R(win_rule="beats", min_stake=7)
    assert P.value_of_exposed_card(rules=rules, hand="2♠ 2♣ 2♦") == -7
    assert P.value_of_exposed_card(rules=replace(rules, exposed_pass=True), hand="2♠ 2♣ 2♦") == 0


def test_five_ranks_of_one_suit():
    rules = R(opening=10, **LADDER)
    # Edges 0, 1/2 and 1 are bet upon, a fifth each: 3/10 of the stake. With the card exposed half of 10 less half of 1.
    assert P.value_of_turn(rules=rules) == 3
    assert P.value_of_turn(rules=rules, exposed=True) == Q(9, 2)
    assert P.value_of_exposed_card(rules=rules) == Q(3, 2)
    assert P.value_of_exposed_card(rules=replace(rules, exposed_pass=True)) == 2


def test_in_banks_of_one_it_is_the_chance_less_the_value_of_optimal_play():
    assert P.value_of_exposed_card(1, R(exposed_pass=True)) == Q(42752, 176851)
    assert P.win_probability() - P.value_of_optimal_play() == Q(42752, 176851)


@pytest.mark.parametrize("exposed_pass", [False, True])
@pytest.mark.parametrize("win_rule", READINGS)
def test_all_hands_and_turned_cards_of_a_small_shoe(win_rule, exposed_pass):
    """The best of all stakes is taken for each hand, and for each hand and turned card."""
    rules = R(players=2, ranks=3, suits=2, hand=2, win_rule=win_rule, opening=5, min_stake=2, exposed_pass=exposed_pass)
    bank, without, exposed, coups = 9, Fraction(0), 0, 0
    for hand, rest in all_hands(rules):
        gains = [-1 if banker_wins(hand, card, win_rule) else 1 for card in rest]
        without += max(stake * sum(gains) for stake in (0, *range(2, 6)))  # up to the opening, or a pass
        stakes = (*((0,) if exposed_pass else ()), *range(2, bank + 1))
        exposed += sum(max(stake * gain for stake in stakes) for gain in gains)
        coups += len(rest)
    assert fraction(P.value_of_turn(bank, rules)) == without / coups
    assert fraction(P.value_of_turn(bank, rules, exposed=True)) == Fraction(exposed, coups)
    assert fraction(P.value_of_exposed_card(bank, rules)) == Fraction(exposed, coups) - without / coups


@pytest.mark.parametrize("exposure", [0, 1])
@pytest.mark.parametrize("win_rule", ["covers", "beats"])
def test_a_turn_that_is_played(win_rule, exposure):
    """One turn of a punter who plays as well as he can against a bank of 100, played a hundred thousand times."""
    rules = R(players=2, win_rule=win_rule, exposure=exposure, turn_limit=1, min_stake=30, first_banker=0)
    found = be.simulate(rules, be.policies.Optimal(), games=100_000, seed=31)
    gains = 100 - found["bank"][:, 0]
    exact = P.value_of_turn(100, rules, exposed=bool(exposure))
    assert abs(gains.mean() - float(exact)) < 4 * gains.std(ddof=1) / sqrt(len(gains))


def test_cards_that_were_seen_are_counted():
    seen = "A♥ A♥ K♥ K♥"  # 16 of 97 win for the banker
    assert P.value_of_turn(hand=HAND, seen=seen) == 100 * Q(97 - 32, 97)
    assert P.value_of_turn(hand=HAND, seen=seen, exposed=True) == 100 * Q(81, 97) - Q(16, 97)
