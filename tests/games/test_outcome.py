"""What decides a coup: full tables against the readings said again sentence by sentence, and the known chances."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu.games.banchok.rules import TIES
from banchok_edu.games.banchok.rules import outcome as banchok_outcome
from banchok_edu.games.polish.rules import NO_CARD_ABOVE, NO_CARD_BELOW, WIN_RULES
from banchok_edu.games.polish.rules import outcome as polish_outcome

RANKS = range(1, 14)


# -- Banchok -----------------------------------------------------------------------------------------------------------


def banchok_in_words(own, turned, tie):
    if turned > own:
        return 1
    if tie == "punter_wins":
        return -1
    if turned == own and tie == "push":
        return 0
    if turned == own and tie == "banker_wins":
        return 1
    return -1


def test_the_readings_of_ties_stand_in_their_order():
    assert TIES == ("punter_wins", "push", "banker_wins")


@pytest.mark.parametrize("place, tie", [(0, "punter_wins"), (1, "push"), (2, "banker_wins")])
def test_banchok_the_whole_table(place, tie):
    for own, turned in product(RANKS, RANKS):
        found = banchok_outcome(own, turned, place)
        assert found == banchok_in_words(own, turned, tie)
        assert type(found) is int


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
def test_banchok_the_rules_ask_the_same_of_cards(tie):
    rules = be.BanchokRules(tie=tie)
    for own, turned in product(rules.cards, rules.cards):
        assert rules.outcome((own,), turned) == banchok_in_words(own.index, turned.index, tie)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_banchok_arrays_are_compared_element_by_element(kind, place):
    own, turned = (grid.astype(kind) for grid in np.meshgrid(RANKS, RANKS))
    found = banchok_outcome(own, turned, place)
    assert found.shape == (13, 13)
    for i, j in product(range(13), range(13)):
        assert found[i, j] == banchok_outcome(int(own[i, j]), int(turned[i, j]), place)
    each = np.full((13, 13), place)
    assert (banchok_outcome(own, turned, each) == found).all()


@pytest.mark.parametrize(
    "tie, banker, punter",
    [
        # Of 51 other cards 3 are equal; the other 48 are higher or lower with the same chance: 24/51 = 8/17.
        ("punter_wins", Fraction(8, 17), Fraction(9, 17)),
        ("push", Fraction(8, 17), Fraction(8, 17)),
        ("banker_wins", Fraction(9, 17), Fraction(8, 17)),
    ],
)
def test_banchok_the_known_chances(tie, banker, punter):
    rules = be.BanchokRules(tie=tie)
    results = [rules.outcome((own,), turned) for own, turned in product(rules.cards, rules.cards) if own is not turned]
    assert len(results) == 52 * 51
    assert Fraction(results.count(1), len(results)) == banker
    assert Fraction(results.count(-1), len(results)) == punter


@pytest.mark.parametrize("tie, winning", [("punter_wins", 31), ("push", 28), ("banker_wins", 28)])
def test_banchok_the_winning_cards_of_a_nine(tie, winning):
    # Seven ranks, 2 to 8, are lower: 28 cards; three other nines.
    assert be.BanchokRules(tie=tie).winning_cards((be.Card("9", "♠"),)) == winning


# -- Polish banchok ----------------------------------------------------------------------------------------------------


def polish_in_words(hand, turned, win_rule, suit_order="♠♣♦♥"):
    """Give +1 when the banker wins, -1 when the bank pays; cards are (rank, suit)."""
    rank, suit = turned
    of_the_suit = [held for held, held_suit in hand if held_suit == suit]
    if win_rule == "covers":
        # The punter holds the turned suit, and the turned card is strictly higher than every card of it.
        wins = len(of_the_suit) > 0 and all(rank > held for held in of_the_suit)
    elif win_rule == "beats":
        # The punter has no card of the turned suit strictly higher than the turned card.
        wins = not any(held > rank for held in of_the_suit)
    elif win_rule == "covers_any":
        # The turned card is strictly higher than some card of its suit in the hand.
        wins = any(rank > held for held in of_the_suit)
    else:
        # Cards are ordered by rank, then by suit; the turned card is strictly higher than the best of the hand.
        best = max((held, suit_order.index(held_suit)) for held, held_suit in hand)
        wins = (rank, suit_order.index(suit)) > best
    return 1 if wins else -1


def plain(card):
    return card.index, card.suit


def test_the_win_rules_stand_in_their_order():
    assert WIN_RULES == ("covers", "beats", "covers_any", "total_order")


@pytest.mark.parametrize("win_rule", WIN_RULES)
@pytest.mark.parametrize(
    "deck",
    [
        {"decks": 1, "ranks": 4, "suits": 3, "hand": 3},
        {"decks": 2, "ranks": 3, "suits": 2, "hand": 2},
        {"decks": 1, "ranks": 2, "suits": 4, "hand": 4},
        {"decks": 1, "hand": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("suit_order", ["♠♣♦♥", "♥♦♠♣"])
def test_polish_every_hand_of_a_small_shoe(win_rule, deck, suit_order):
    rules = be.PolishRules(players=2, win_rule=win_rule, suit_order=suit_order, **deck)
    shoe = rules.cards
    for places in combinations(range(len(shoe)), rules.hand):
        hand = tuple(shoe[i] for i in places)
        words = [
            polish_in_words([plain(card) for card in hand], plain(turned), win_rule, suit_order)
            for i, turned in enumerate(shoe)
            if i not in places
        ]
        assert [rules.outcome(hand, turned) for i, turned in enumerate(shoe) if i not in places] == words
        assert rules.winning_cards(hand) == words.count(-1)


@pytest.mark.parametrize("place, win_rule", [(0, "covers"), (1, "beats"), (2, "covers_any"), (3, "total_order")])
def test_polish_whole_numbers_and_arrays_alike(place, win_rule):
    """Every top and bottom card of a suit, and none, against every turned card and three places of the best card."""
    cases = [
        (top, bottom, turned, best, own)
        for top, bottom in [*((t, b) for t in RANKS for b in RANKS if b <= t), (NO_CARD_ABOVE, NO_CARD_BELOW)]
        for turned in RANKS
        for best, own in ((20, 20), (20, 21), (21, 20))
    ]
    columns = [np.array(column) for column in zip(*cases, strict=True)]
    found = polish_outcome(*columns, place)
    for case, result in zip(cases, found.tolist(), strict=True):
        top, bottom, turned, best, own = case
        single = polish_outcome(*case, place)
        held = [] if top == NO_CARD_ABOVE else [(top, "♠"), (bottom, "♠")]
        words = (
            (1 if own > best else -1) if win_rule == "total_order" else polish_in_words(held, (turned, "♠"), win_rule)
        )
        assert single == result == words
        assert type(single) is int
    assert (polish_outcome(*columns, np.full(len(cases), place)) == found).all()


def count_by_binomials(win_rule):
    """Count (hand, turned card) with the banker winning, two decks, three cards, by binomials alone."""
    count = 0
    for r in RANKS:
        lower, not_lower = 2 * (r - 1), 25 - 2 * (r - 1)
        strictly_higher = 2 * (13 - r)
        if win_rule == "covers":  # all cards of the suit are lower, and there is one
            count += 8 * (comb(103 - not_lower, 3) - comb(103 - not_lower - lower, 3))
        elif win_rule == "beats":  # none of those strictly higher
            count += 8 * comb(103 - strictly_higher, 3)
        elif win_rule == "covers_any":  # not none of those lower
            count += 8 * (comb(103, 3) - comb(103 - lower, 3))
    if win_rule == "total_order":  # three of the cards below, which are two for each of the v places below
        count = sum(2 * comb(2 * v, 3) for v in range(52))
    return count


@pytest.mark.parametrize(
    "win_rule, known",
    [("covers", 0.248), ("beats", 0.701), ("covers_any", 0.299), ("total_order", 0.245)],
)
def test_polish_the_known_chances_of_the_banker(win_rule, known):
    """Every hand of three against every turned card of the two decks: 18,392,504 coups."""
    hands = all_hands()
    rules = be.PolishRules(win_rule=win_rule)
    place = WIN_RULES.index(win_rule)
    first_deck = rules.cards[:52]
    assert [plain(card) for card in rules.cards[52:]] == [plain(card) for card in first_deck]
    wins = 0
    for number, turned in enumerate(first_deck):
        rest = [card for i, card in enumerate(rules.cards) if i != number]
        ranks = np.array([card.index for card in rest], dtype=np.int16)
        in_suit = np.array([card.suit == turned.suit for card in rest])
        places = np.array([4 * card.index + "♠♣♦♥".index(card.suit) for card in rest], dtype=np.int16)
        top = np.where(in_suit, ranks, NO_CARD_ABOVE)[hands].max(axis=0)
        bottom = np.where(in_suit, ranks, NO_CARD_BELOW)[hands].min(axis=0)
        own = 4 * turned.index + "♠♣♦♥".index(turned.suit)
        result = polish_outcome(top, bottom, turned.index, places[hands].max(axis=0), own, place)
        wins += int((result > 0).sum())
    total = 104 * comb(103, 3)
    assert 2 * wins == count_by_binomials(win_rule)  # either deck gives the turned card
    assert round(2 * wins / total, 3) == known
    if win_rule == "total_order":
        assert Fraction(2 * wins, total) == Fraction(2550, 10403)


@cache
def all_hands():
    """Give the places of every three of 103 cards, a column each."""
    hands = np.fromiter(
        (i for hand in combinations(range(103), 3) for i in hand), dtype=np.int16, count=3 * comb(103, 3)
    )
    return hands.reshape(-1, 3).T.copy()


def test_polish_beats_and_covers_any_are_each_others_mirror():
    """Turn the ranks upside down: "some card lower" becomes "some card higher", the complement of "none higher"."""
    assert count_by_binomials("beats") + count_by_binomials("covers_any") == 104 * comb(103, 3)
