"""Chances of Polish banchok that can be worked out with pencil and paper, each with its reason."""

from dataclasses import replace

import pytest
from sympy import Rational as Q

import banchok_edu as be

P, R = be.polish, be.PolishRules


@pytest.mark.parametrize(
    "hand, win_rule, exact",
    [
        # Of 101 cards the ten ranks of hearts above the four, twice each, are senior: 101 - 20.
        ("A♠ 9♠ 4♥", "covers", Q(81, 101)),
        # Under the ace 12 * 2 spades, less the own nine; under the four 2 * 2 hearts: 23 + 4.
        ("A♠ 9♠ 4♥", "beats", Q(27, 101)),
        # Above the nine 5 * 2 spades, less the own ace, and the 20 hearts: 29.
        ("A♠ 9♠ 4♥", "covers_any", Q(72, 101)),
        # Above the ace of spades are the aces of the three other suits, twice each.
        ("A♠ 9♠ 4♥", "total_order", Q(95, 101)),
        # The other ace of hearts only ties.
        ("A♥ 9♠ 4♠", "total_order", Q(1)),
        # A pair: both eights of clubs are held, 6 * 2 clubs are higher; 6 * 2 lower, and no other eight.
        ("8♣ 8♣ A♦", "covers", Q(101 - 12, 101)),
        ("8♣ 8♣ A♦", "beats", Q(12 + 24, 101)),
        ("8♣ 8♣ A♦", "covers_any", Q(101 - 12, 101)),
        # Nothing is under a deuce.
        ("2♠ 2♣ 2♦", "beats", Q(0)),
        ("2♠ 2♣ 2♦", "covers", Q(101 - 72, 101)),
    ],
)
def test_a_hand_counted_card_by_card(hand, win_rule, exact):
    rules = R(win_rule=win_rule)
    assert P.win_probability(hand, rules) == exact
    assert P.loss_probability(hand, rules) == 1 - exact
    assert P.edge(hand, rules) == 2 * exact - 1


def test_a_seen_card_leaves_one_card_less_to_turn():
    assert P.win_probability("A♠ 9♠ 4♥", seen="K♥") == Q(81, 100)  # a winning card of the banker is gone
    assert P.win_probability("A♠ 9♠ 4♥", seen="2♥") == Q(80, 100)  # one of the punter's
    assert P.win_probability("A♠ 9♠ 4♥", seen="4♥ A♠") == Q(79, 99)  # the twins of own cards


def test_the_readings_side_by_side_are_in_order():
    found = P.compare_readings("A♠ 9♠ 4♥")
    assert list(found.items()) == [
        ("covers", Q(81, 101)),
        ("beats", Q(27, 101)),
        ("covers_any", Q(72, 101)),
        ("total_order", Q(95, 101)),
    ]
    assert P.compare_readings("A♠ 9♠ 4♥", R(win_rule="beats")) == found
    assert {name: round(1 - float(p), 3) for name, p in P.compare_readings().items()} == {
        "covers": 0.248,
        "beats": 0.701,
        "covers_any": 0.299,
        "total_order": 0.245,
    }


def test_with_one_deck_the_best_of_four_exchangeable_cards_is_the_bankers_one_time_in_four():
    assert P.loss_probability(rules=R(decks=1, win_rule="total_order")) == Q(1, 4)


def test_with_two_decks_the_twin_ties_and_the_tie_pays():
    assert P.loss_probability(rules=R(win_rule="total_order")) == Q(2550, 10403)


def test_one_deck_beats_by_exchangeability():
    assert P.win_probability(rules=R(decks=1, win_rule="beats")) == Q(6327, 20825)
    assert P.win_probability(rules=R(decks=1, hand=5, win_rule="beats")) == Q(8689, 19740)


def test_a_hand_of_three_different_suits():
    # Any card; one of 78 of 103 in another suit; one of 52 of 102 in a third.
    assert P.suits_held()[3] == Q(78 * 52, 103 * 102) == Q(676, 1751)
    assert P.suits_held()[1] == Q(25 * 24, 103 * 102)
    assert P.suits_held(R(hand=5, decks=1))[1] == Q(12 * 11 * 10 * 9, 51 * 50 * 49 * 48)
    assert 1 not in P.suits_held(R(decks=1, hand=14, players=2))  # a suit has 13 cards


def test_unfavourable_hands_have_three_suits_and_low_tops():
    """More than 50 cards of the banker: with tops i, j, k of three suits 2 (39 - i - j - k) > 50, so i + j + k < 14."""
    types = sum(1 for i in range(1, 14) for j in range(1, 14) for k in range(1, 14) if i + j + k < 14)
    hands = 4 * types * 2**3  # which suit is missing; two copies of each card
    assert P.share_unfavourable() == Q(hands, 104 * 103 * 102 // 6) == Q(88, 1751)
    assert P.share_favourable() == 1 - Q(88, 1751)
    assert P.share_fair() == 0  # 101 cards cannot be halved


def test_fair_hands_are_their_own_kind():
    # K and A of one suit, a card each: the king always loses, the ace always wins.
    rules = R(ranks=2, suits=1, decks=1, hand=1, players=2)
    assert P.distribution(rules) == {Q(0): Q(1, 2), Q(1): Q(1, 2)}
    # Five ranks of one suit: against the 10 all four others are senior, against the ace none.
    ladder = R(ranks=5, suits=1, decks=1, hand=1, players=2)
    assert P.distribution(ladder) == {Q(k, 4): Q(1, 5) for k in range(5)}
    assert [P.share_unfavourable(ladder), P.share_fair(ladder), P.share_favourable(ladder)] == [
        Q(2, 5),
        Q(1, 5),
        Q(2, 5),
    ]
    # Mean 1/2; squares of -1/2, -1/4, 0, 1/4, 1/2: (1/4 + 1/16) * 2 / 5.
    assert P.variance_of_win_probability(ladder) == Q(1, 8)
    assert P.variance_explained(ladder) == Q(1, 2)
    # Edges 0, 1/2, 1 are bet upon, a fifth each.
    assert P.value_of_optimal_play(ladder) == Q(3, 10)


def test_the_distribution_of_the_total_order_is_that_of_the_best_card():
    # No best card is lower than 2♣: two of it and one of the two 2♠, or one and both. Senior are 50 cards, twice each.
    found = P.distribution(R(win_rule="total_order"))
    assert found[1 - Q(100, 101)] == Q(2 + 2, 182104)
    assert next(iter(found)) == Q(1, 101)


def test_averaging_the_chance_of_the_hand_needs_a_tenth_of_the_trials():
    assert P.variance_explained() == Q(77803636, 729524085)


def test_what_reading_covers_as_beats_costs_the_punter():
    assert P.value_of_optimal_play() - P.value_of_optimal_play(R(win_rule="beats")) == Q(89059, 176851)


def test_a_blind_bank_of_one_is_tripled_from_the_chance_of_the_banker():
    """First steps: from 1 up with q, from 2 up with q or back with p, so q² / (1 - p q)."""
    q = P.loss_probability()
    assert q**2 / (1 - q * (1 - q)) == Q(1926858816, 25440083521)


def test_the_best_and_worst_hands():
    assert P.best_hand().win_probability == 1
    assert P.worst_hand().win_probability == Q(29, 101)
    assert P.worst_hand().share == Q(4 * 2**3, 182104)  # deuces of three of the four suits, in two copies each
    assert [card.rank for card in P.worst_hand().cards] == ["2", "2", "2"]
    beats = R(win_rule="beats")
    # Aces of three suits leave their 24 lower cards each.
    assert P.best_hand(beats).win_probability == Q(72, 101)
    assert [card.rank for card in P.best_hand(beats).cards] == ["A", "A", "A"]
    assert P.worst_hand(beats).win_probability == 0


def test_thirteen_different_tops_and_bottoms_count_alike_when_the_hand_is_one_card():
    """With one card "covers" and "covers_any" say the same, and "beats" only changes what is not held, and ties."""
    rules = R(hand=1, decks=1)
    assert P.distribution(rules) == P.distribution(replace(rules, win_rule="covers_any"))
    # A card of rank i wins with the i - 1 lower ones of its suit.
    assert P.distribution(replace(rules, win_rule="beats")) == {Q(i, 51): Q(1, 13) for i in range(13)}
