"""Counting without a list against lists: every hand and every turned card, of small shoes and of the usual one."""

from fractions import Fraction
from itertools import islice
from math import comb

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu.cards import RANKS
from banchok_edu.games.polish.rules import NO_CARD_ABOVE, NO_CARD_BELOW, outcome
from tests.exact.polish_by_hand import ODD_SHOES, READINGS, all_hands, banker_wins, chances, fraction, mean

P, R = be.polish, be.PolishRules

SEEN = [
    ({"ranks": 2, "suits": 1, "decks": 3, "hand": 2}, "A♠ A♠ A♠"),
    ({"ranks": 3, "suits": 2, "decks": 2, "hand": 3}, "K♠ K♠ A♣ Q♣"),
    ({"ranks": 4, "suits": 3, "decks": 1, "hand": 3}, "J♠ Q♠ K♠ A♠ A♦"),  # a whole suit is gone
    ({"ranks": 2, "suits": 3, "decks": 2, "hand": 4}, "A♦"),
]


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("shoe", ODD_SHOES, ids=str)
def test_all_hands_of_a_small_shoe(shoe, win_rule):
    rules = R(players=2, win_rule=win_rule, **shoe)
    listed = chances(rules)
    assert sum(listed.values()) == comb(len(rules.cards), rules.hand)
    assert fraction(P.win_probability(rules=rules)) == mean(listed)
    found = {fraction(p): fraction(share) * sum(listed.values()) for p, share in P.distribution(rules).items()}
    assert found == listed
    assert list(found) == sorted(found)


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("shoe, seen", SEEN, ids=str)
def test_all_hands_that_are_left_when_cards_were_seen(shoe, seen, win_rule):
    rules = R(players=2, win_rule=win_rule, **shoe)
    listed = chances(rules, seen)
    assert fraction(P.win_probability(rules=rules, seen=seen)) == mean(listed)
    found = P.distribution(rules, seen)
    assert {fraction(p): fraction(share) * sum(listed.values()) for p, share in found.items()} == listed
    for hand, rest in islice(all_hands(rules, seen), 0, None, 7):
        won = sum(not banker_wins(hand, card, win_rule) for card in rest)
        assert fraction(P.win_probability(hand, rules, seen)) == Fraction(won, len(rest))


@pytest.mark.parametrize("suit_order", ["♥♦♣♠", "♣♠♥♦"])
def test_another_order_of_suits_where_two_suits_are_left(suit_order):
    rules = R(players=2, ranks=3, suits=2, hand=2, win_rule="total_order", suit_order=suit_order)
    listed = chances(rules)
    assert fraction(P.win_probability(rules=rules)) == mean(listed)
    total = sum(listed.values())
    assert {fraction(p): fraction(n) * total for p, n in P.distribution(rules).items()} == listed
    # Beside A♠ K♣ the two aces of clubs are senior, where clubs stand above spades: none of ten, or two.
    assert P.loss_probability("A♠ K♣", rules) * 10 == (0 if suit_order.index("♠") > suit_order.index("♣") else 2)


@pytest.fixture(scope="module")
def usual_hands():
    """The 24,752 different hands of the usual shoe: the ways to deal each, and its cards as 4 * (rank - 1) + suit."""
    listed = list(P.hands())
    ways = np.array([n for _, n in listed])
    cards = np.array([[4 * (c.index - 1) + c.suit_index for c in hand] for hand, _ in listed])
    return ways, cards


def test_the_list_of_hands_has_each_as_often_as_it_is_dealt(usual_hands):
    ways, cards = usual_hands
    assert len(ways) == P.count_hands() == comb(52, 3) + 52 * 51
    assert ways.sum() == comb(104, 3) == 182104
    assert len({tuple(sorted(hand)) for hand in cards.tolist()}) == len(ways)
    pairs = np.array([len(set(hand)) == 2 for hand in cards.tolist()])
    # Three different cards come from 2 * 2 * 2 choices of deck; of a pair both copies are there.
    assert set(ways[~pairs]) == {8}
    assert set(ways[pairs]) == {2}


@pytest.mark.parametrize("place, win_rule", list(enumerate(READINGS)))
def test_all_hands_of_the_usual_shoe(usual_hands, place, win_rule):
    ways, cards = usual_hands
    banker = np.zeros(len(ways), dtype=np.int64)
    ranks, suits = cards // 4 + 1, cards % 4
    for turned in range(52):
        rank, suit = turned // 4 + 1, turned % 4
        top = np.where(suits == suit, ranks, NO_CARD_ABOVE).max(axis=1)
        bottom = np.where(suits == suit, ranks, NO_CARD_BELOW).min(axis=1)
        wins = outcome(top, bottom, rank, cards.max(axis=1), turned, place) > 0
        banker += wins * (2 - (cards == turned).sum(axis=1))
    rules, hands = R(win_rule=win_rule), comb(104, 3)
    assert fraction(P.loss_probability(rules=rules)) == Fraction(int((banker * ways).sum()), 101 * hands)
    listed = {Fraction(101 - b, 101): Fraction(int(ways[banker == b].sum()), hands) for b in np.unique(banker).tolist()}
    assert {fraction(p): fraction(share) for p, share in P.distribution(rules).items()} == listed
    gain = np.maximum(0, 101 - 2 * banker)
    assert fraction(P.value_of_optimal_play(rules)) == Fraction(int((gain * ways).sum()), 101 * hands)
    assert fraction(P.share_favourable(rules)) == Fraction(int(ways[2 * banker < 101].sum()), hands)
    squares = Fraction(int((banker**2 * ways).sum()), 101**2 * hands)
    average = Fraction(int((banker * ways).sum()), 101 * hands)
    assert fraction(P.variance_of_win_probability(rules)) == squares - average**2


@pytest.mark.parametrize("win_rule", READINGS)
def test_hands_asked_one_by_one_have_the_average_of_all(win_rule):
    rules = R(players=2, ranks=3, suits=2, hand=2, win_rule=win_rule)
    total = sum(ways * fraction(P.win_probability(hand, rules)) for hand, ways in P.hands(rules))
    assert total / comb(12, 2) == fraction(P.win_probability(rules=rules))


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("sizes", [{"decks": 5, "hand": 5}, {"decks": 2, "hand": 8}, {"decks": 3, "hand": 25}], ids=str)
def test_the_average_is_the_mean_of_the_distribution_in_large_shoes(sizes, win_rule):
    """Two ways of counting: by pairs of a hand and a turned card, and by hands."""
    rules = R(players=2, win_rule=win_rule, **sizes)
    found = P.distribution(rules)
    assert sum(found.values()) == 1
    assert sum(p * share for p, share in found.items()) == P.win_probability(rules=rules)


@pytest.mark.parametrize("seen", ["", "A♠ A♠ K♥ 2♣ 2♦ 9♥"])
def test_beats_and_covers_any_are_each_others_mirror(seen):
    """With the ranks upside down "some card lower" becomes "some card higher", the complement of "none higher"."""
    upside_down = dict(zip(RANKS, RANKS[::-1], strict=True))
    mirrored = " ".join(upside_down[card.rank] + card.suit for card in R.read_cards(seen))
    beats = P.distribution(R(win_rule="beats"), seen)
    other = P.distribution(R(win_rule="covers_any"), mirrored)
    assert beats == {1 - p: share for p, share in other.items()}


def test_an_example_of_a_hand_has_the_chance_that_was_asked_for():
    for win_rule in READINGS:
        for rules, seen in ((R(win_rule=win_rule), "2♠ 2♠ A♥"), (R(win_rule=win_rule, hand=6, decks=1), "")):
            for p, share in P.distribution(rules, seen).items():
                example = P.hand_with(p, rules, seen)
                assert example.win_probability == p == P.win_probability(example.cards, rules, seen)
                assert example.share == share


def test_listing_and_counting_agree_on_how_many_hands_there_are():
    for shoe in ODD_SHOES:
        rules = R(players=2, **shoe)
        listed = list(P.hands(rules))
        assert len(listed) == P.count_hands(rules) == len({tuple(sorted(map(str, hand))) for hand, _ in listed})
        assert sum(ways for _, ways in listed) == comb(len(rules.cards), rules.hand)
        suits = P.suits_held(rules)
        for number in range(1, 5):
            ways = sum(ways for hand, ways in listed if len({card.suit for card in hand}) == number)
            share = fraction(suits[number]) if number in suits else 0
            assert share == Fraction(ways, comb(len(rules.cards), rules.hand))
