"""How likely each hand is, counted by suits, beside a list of all hands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

import banchok_edu as be
from banchok_edu.core.policy import hand_of
from banchok_edu.games.coup_law import hand_law, stake_law
from banchok_edu.games.polish.rules import WIN_RULES

P = be.policies


def listed(rules):
    hands = Counter(hand_of(rules, hand) for hand in combinations(rules.cards, rules.cards_each))
    total = sum(hands.values())
    return {hand: Fraction(count, total) for hand, count in hands.items()}


@pytest.mark.parametrize("win_rule", WIN_RULES)
@pytest.mark.parametrize(
    "ranks, suits, decks, hand",
    [(2, 1, 3, 5), (3, 2, 2, 2), (4, 3, 1, 3), (2, 3, 3, 4), (5, 4, 1, 2), (13, 4, 2, 1), (3, 3, 1, 8)],
)
def test_hands_are_counted_as_they_are_listed(win_rule, ranks, suits, decks, hand):
    rules = be.PolishRules(players=2, win_rule=win_rule, ranks=ranks, suits=suits, decks=decks, hand=hand)
    assert hand_law(rules) == listed(rules)


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
def test_single_cards_are_counted_as_they_are_listed(tie):
    rules = be.BanchokRules(players=2, ranks=5, suits=3, tie=tie)
    assert hand_law(rules) == listed(rules)


@pytest.mark.parametrize(
    "win_rule, banker", [("covers", 0.248), ("beats", 0.701), ("covers_any", 0.299), ("total_order", 0.245)]
)
def test_the_banker_s_chance_is_that_of_the_table_in_the_rules(win_rule, banker):
    """Section 2 of RULES.md, step 2."""
    rules = be.PolishRules(win_rule=win_rule)
    law = hand_law(rules)
    assert sum(law.values()) == 1
    assert round(float(sum(p * hand.losses / 101 for hand, p in law.items())), 3) == banker
    chances = stake_law(rules, P.Blind(1))(100)[1]
    assert round(float(chances.banker), 3) == banker
    assert chances.banker + chances.punter == 1


def test_another_order_of_suits_changes_no_chance():
    rules = {"players": 2, "win_rule": "total_order", "ranks": 3, "suits": 3, "decks": 1, "hand": 2}
    assert hand_law(be.PolishRules(suit_order="♥♦♣♠", **rules)) == listed(be.PolishRules(suit_order="♣♥♠♦", **rules))


def test_stakes_with_their_chances():
    # Kings and aces are bet. The king loses to 4 of 51 aces.
    law = stake_law(be.BanchokRules(tie="push"), P.Threshold("K", stake=4, otherwise=0))(10)
    assert set(law) == {0, 4}
    assert law[4].banker == Fraction(1, 13) * Fraction(4, 51)
    assert law[4].tie == Fraction(2, 13) * Fraction(3, 51)
    assert law[4].punter == Fraction(1, 13) * Fraction(44, 51) + Fraction(1, 13) * Fraction(48, 51)
    assert law[0] == (0, 0, Fraction(11, 13))
