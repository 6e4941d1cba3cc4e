"""The best play of a lone punter: by hand, and by trying every way to play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
import sympy as sp

import banchok_edu as be

PURE = {"players": 2, "deck_use": "fresh_each_coup", "pass_limit": None}
WHOLE = be.BanchokRules(opening=10, **PURE)


def by_trying(rules, turns, *, stop):
    """Try every stake on every hand against every turned card."""
    hands = list(combinations(rules.cards, rules.cards_each))
    rest = len(rules.cards) - rules.cards_each

    @cache
    def value(bank, left):
        if left == 0 or bank == 0 or (stop and bank >= rules.triple * rules.opening):
            return Fraction(0)
        return sum(best(hand, bank, left) for hand in hands) / len(hands)

    def best(hand, bank, left):
        cards = [card for card in rules.cards if card not in hand]
        most = (
            bank if getattr(rules, "stake_limit", "bank") == "bank" else min(bank, max(rules.opening, rules.min_stake))
        )
        gains = [value(bank, left - 1)]
        for stake in range(min(rules.min_stake, bank), most + 1):
            moves = [stake * rules.outcome(hand, card) for card in cards]
            gains.append(sum(-move + value(bank + move, left - 1) for move in moves) / Fraction(rest))
        return max(gains)

    return value(rules.opening, turns)


@pytest.mark.parametrize("stop", [True, False])
@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_nothing_that_can_be_tried_is_better(turns, tie, stop):
    for ranks, suits, opening, least in ((3, 2, 2, 1), (5, 1, 3, 1), (4, 2, 2, 2)):
        rules = be.BanchokRules(ranks=ranks, suits=suits, opening=opening, tie=tie, min_stake=least, **PURE)
        found = be.lone_punter(rules, turns, stop=stop).value
        tried = by_trying(rules, turns, stop=stop)
        assert found == sp.Rational(tried.numerator, tried.denominator)


@pytest.mark.parametrize("stop", [True, False])
@pytest.mark.parametrize("limit", ["opening", "bank"])
@pytest.mark.parametrize("win_rule", ["covers", "beats", "covers_any", "total_order"])
def test_polish_by_trying(win_rule, limit, stop):
    small = {"ranks": 3, "suits": 2, "decks": 1, "hand": 2, "opening": 2, "stake_limit": limit, "win_rule": win_rule}
    rules = be.PolishRules(**small, **PURE)
    found, tried = be.lone_punter(rules, 3, stop=stop).value, by_trying(rules, 3, stop=stop)
    assert found == sp.Rational(tried.numerator, tried.denominator)


def test_one_turn_is_worth_the_bank_times_the_mean_edge_of_the_good_cards():
    # Rank i of 13 (the eight is 7) wins against 4i - 1 of 51 and loses to 52 - 4i: an edge of (8i - 53) / 51.
    edge = sum(sp.Rational(8 * i - 53, 51) for i in range(7, 14)) / 13
    assert edge == sp.Rational(189, 663)
    for stop in (True, False):
        assert be.lone_punter(WHOLE, 1, stop=stop).value == 10 * edge
        assert be.lone_punter(WHOLE, 0, stop=stop).value == 0
    for turns in (2, 9):
        assert be.lone_punter(WHOLE, turns, stop=False).value == 10 * (1 - (1 - edge) ** turns)


def test_with_one_turn_left_all_is_staked_on_eight_or_better_and_nothing_on_less():
    for stop in (True, False):
        table = be.lone_punter(WHOLE, 1, stop=stop).table()[10]
        assert {rank for rank, stake in table.items() if stake} == {"8", "9", "10", "J", "Q", "K", "A"}
        assert set(table.values()) == {0, 10}


def test_the_stop_makes_him_careful_since_a_bank_that_has_grown_is_lost():
    best = be.lone_punter(WHOLE, 10)
    assert best.value < be.lone_punter(WHOLE, 10, stop=False).value
    assert best.stake("K♠", bank=29, turns=10) < 29  # a loss would end the bank
    assert best.stake("A♠", bank=29, turns=10) == 29  # cannot lose
    assert best.value_of(29, 0) == 0


def test_more_turns_are_worth_more_and_never_more_than_the_bank():
    best = be.lone_punter(WHOLE, 8)
    values = [best.value_of(10, turns) for turns in range(9)]
    assert values == sorted(values)
    assert values[-1] < 10


def test_a_fixed_policy_earns_no_more():
    """The chain of a bank gives what a policy earns in the long run: the banker's loss, at most the best value."""
    bank = be.bank_chain(WHOLE, be.policies.Optimal())
    assert 10 - bank.expected_final_bank < be.lone_punter(WHOLE, 60).value


@pytest.mark.parametrize(
    "ask, said",
    [
        (lambda: be.lone_punter(be.BanchokRules(), 3), "deck_use='recycled'"),
        (lambda: be.lone_punter(be.BanchokRules(deck_use="fresh_each_coup"), 3), "players=5 have 4 punters"),
        (lambda: be.lone_punter(be.BanchokRules(players=2, deck_use="fresh_each_coup"), 3), "ask for pass_limit=None"),
        (lambda: be.lone_punter(WHOLE, -1), r"turns=-1 is not allowed: turns is a whole number from 0 to 10,000"),
        (lambda: be.lone_punter(WHOLE, 2.0), r"turns=2.0 is not allowed"),
        (lambda: be.lone_punter(WHOLE, 10_000), r"10000 turns against a bank of 10 counters are too many"),
        (lambda: be.lone_punter(WHOLE, 3, stop=1), "stop=1 is not allowed: say True or False"),
        (lambda: be.lone_punter(WHOLE, 3).value_of(30, 2), "a running bank is 1 to 29"),
        (lambda: be.lone_punter(WHOLE, 3, stop=False).value_of(0, 2), "a running bank is 1 or more"),
        (lambda: be.lone_punter(WHOLE, 3).value_of(10, 4), "worked out for 0 to 3"),
        (lambda: be.lone_punter(WHOLE, 3).stake("A♠", 10, 0), "worked out for 1 to 3"),
        (lambda: be.lone_punter(WHOLE, 3).stake("A♠ K♠", 10, 1), "2 cards are not a hand"),
    ],
)
def test_questions_are_checked(ask, said):
    with pytest.raises(be.BanchokError, match=said):
        ask()


def test_it_is_shown_with_its_model():
    best = be.lone_punter(WHOLE, 3)
    assert "independent coups" in repr(best)
    assert "A lone punter of banchok, 3 turns" in best._repr_html_()
