"""A hand taken apart suit by suit: the parts are those that one can count, and add up to the chance."""

from itertools import islice

import pytest

import banchok_edu as be
from tests.exact.polish_by_hand import READINGS, all_hands, banker_wins

P, R = be.polish, be.PolishRules


def parts(found):
    return {suit.suit: (suit.in_shoe, suit.in_hand, suit.seen, suit.banker) for suit in found.suits}


@pytest.mark.parametrize(
    "win_rule, expected",
    [
        ("covers", {"♠": (0, 0, 0, 0), "♣": (0, 0, 0, 0), "♦": (0, 0, 0, 0), "♥": (20, 0, 1, 19)}),
        # Not lower than the ace: two aces, one own and one seen. Not lower than the four: 22, one own, one seen.
        ("beats", {"♠": (2, 1, 1, 0), "♣": (26, 0, 1, 25), "♦": (26, 0, 0, 26), "♥": (22, 1, 1, 20)}),
        # Above the nine: ten spades, the ace own, the other ace seen.
        ("covers_any", {"♠": (10, 1, 1, 8), "♣": (0, 0, 0, 0), "♦": (0, 0, 0, 0), "♥": (20, 0, 1, 19)}),
        ("total_order", {"♠": (0, 0, 0, 0), "♣": (2, 0, 0, 2), "♦": (2, 0, 0, 2), "♥": (2, 0, 0, 2)}),
    ],
)
def test_the_parts_of_a_hand_with_three_cards_seen(win_rule, expected):
    found = P.explain_hand("A♠ 9♠ 4♥", R(win_rule=win_rule), seen="9♥ A♠ 2♣")
    assert parts(found) == expected
    assert found.unseen == 104 - 3 - 3
    assert found.banker == sum(part[-1] for part in expected.values())
    assert found.banker + found.punter == found.unseen
    assert found.win_probability == P.win_probability("A♠ 9♠ 4♥", R(win_rule=win_rule), seen="9♥ A♠ 2♣")


def test_tops_and_bottoms_of_suits():
    spades, clubs, *_ = P.explain_hand("9♠ A♠ 4♥").suits
    assert (str(spades.top), str(spades.bottom)) == ("A♠", "9♠")
    assert [str(card) for card in spades.held] == ["A♠", "9♠"]
    assert (clubs.top, clubs.bottom, clubs.held) == (None, None, ())


def test_the_senior_cards_are_named():
    *_, hearts = P.explain_hand("A♠ 9♠ Q♥").suits
    assert [str(card) for card in hearts.senior] == ["K♥", "A♥"]
    assert hearts.says == "♥: the highest card held is Q♥; 2 ranks are higher, in 2 decks: 4"


def test_the_count_in_words():
    assert P.explain_hand("A♠ 9♠ 4♥", R(win_rule="covers_any"), seen="9♥ A♠ 2♣").lines == (
        "A♠ 9♠ 4♥, reading 'covers_any'; seen: 9♥ A♠ 2♣",
        "♠: the lowest card held is 9♠; 5 ranks are higher, in 2 decks: 10 - 1 in the hand - 1 seen = 8",
        "♣: not held, so the bank pays: 0",
        "♦: not held, so the bank pays: 0",
        "♥: the lowest card held is 4♥; 10 ranks are higher, in 2 decks: 20 - 1 seen = 19",
        "Cards that can be turned: 104 cards - 3 in the hand - 3 seen = 98",
        "The banker wins with 8 + 0 + 0 + 19 = 27 of 98, the punter with 71",
        "P(win) = 71/98 = 0.7245",
    )
    one_deck = P.explain_hand("K♠", R(decks=1, hand=1, suits=2, win_rule="beats", players=2))
    assert one_deck.lines[1:3] == (
        "♠: the highest card held is K♠; 2 ranks are not lower, in 1 deck: 2 - 1 in the hand = 1",
        "♣: not held, so the bank gains with all 13 ranks, in 1 deck: 13",
    )
    total = P.explain_hand("A♦ 2♠ 2♠", R(win_rule="total_order"))
    assert total.lines[4] == "♥: the best card is A♦; 1 rank is senior to it, in 2 decks: 2"
    # 101 - 81 is not shortened, 78 of 100 is.
    assert P.explain_hand("A♠ 9♠ 4♥", seen="2♥ 3♥ 2♠ 2♦ A♥").lines[-1] == "P(win) = 77/96 = 0.8021"
    assert P.explain_hand("A♠ 9♠ 4♥", seen="2♥").lines[-1] == "P(win) = 80/100 = 4/5 = 0.8000"
    assert str(total) == repr(total) == "\n".join(total.lines)


@pytest.mark.parametrize("win_rule", READINGS)
def test_the_parts_add_up_for_many_hands(win_rule):
    rules = R(players=2, ranks=4, suits=3, hand=3, win_rule=win_rule)
    for hand, rest in islice(all_hands(rules), 0, None, 37):
        found = P.explain_hand(hand, rules)
        assert len(found.suits) == 3
        for suit in found.suits:
            of_it = [card for card in rest if card.suit == suit.suit and banker_wins(hand, card, win_rule)]
            assert suit.banker == len(of_it)
            assert {*of_it} <= {*suit.senior}
        assert found.unseen == len(rest)


def test_it_cannot_be_changed():
    found = P.explain_hand("A♠ 9♠ 4♥")
    with pytest.raises(AttributeError):
        found.unseen = 3
