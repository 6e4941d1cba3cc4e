"""The formulas beside the sums that they stand for, also at odd sizes."""

from __future__ import annotations

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import RulesError

cat = be.black_cat
F = cat.FORMULAS

SIZES = [
    {},
    {"players": 6},
    {"pack": {"In 1": 2, "Out 1": 2, "Scoop": 1, "Stake": 2}, "dealt": 5, "players": 2},
    {"pack": {"In 2": 1, "Out 1": 2, "Scoop": 2, "Transfer Bank": 1, "Stake": 1}, "dealt": 7, "players": 4, "backs": 2},
    {"pack": {"In 1": 1, "Out 1": 1, "Official Receiver": 3}, "dealt": 3, "players": 4, "stake": 1},
    {"pack": {"In 3": 1, "Out 3": 1, "Scoop": 1}, "dealt": 1, "players": 2, "stake": 9},
]


@pytest.fixture(params=SIZES, ids=str)
def rules(request):
    return be.BlackCatRules(**request.param)


@pytest.fixture
def at(rules):
    """Give the numbers that a formula asks for, counted by hand from the cards."""
    kinds = [card.kind for card in rules.cards]
    numbers = {
        "N": len(kinds),
        "D": rules.dealt,
        "b": rules.backs * (rules.players - 1),
        "c": kinds.count("In"),
        "C": sum(kinds.count(kind) for kind in ("Scoop", "Transfer Bank", "Official Receiver")),
        "x": kinds.count("Scoop") + kinds.count("Transfer Bank"),
        "y": kinds.count("Stake"),
        "S": rules.stake,
        "W": sum(card.number for card in rules.cards if card.kind == "In"),
    }
    values = [card.number if card.kind == "In" else -card.number if card.kind == "Out" else 0 for card in rules.cards]
    mean = Rational(sum(values), len(values))
    numbers["V"] = sum((value - mean) ** 2 for value in values) / len(values)

    def put(name, **others):
        return F[name](**{s: (numbers | others)[s] for s in F[name].symbols})

    return put


def test_counting(rules, at):
    found = cat.dealt("In", rules)
    assert all(at("dealt", k=k) == p for k, p in found.items())
    assert at("dealt", k=len(rules.cards)) == 0
    assert at("dealt mean") == found.mean
    assert at("dealt variance") == found.variance
    ins = sum(card.kind == "In" for card in rules.cards)
    assert at("backed") * ins == cat.backed("In", rules).mean


def test_changes(rules, at):
    assert at("change") == cat.change_of_banker(rules)
    assert at("turned") == cat.expected_cards_turned(rules)
    kind = next(card.kind for card in rules.cards if card.kind in ("Scoop", "Official Receiver"))
    copies = sum(card.kind == kind for card in rules.cards)
    assert at("change by") * copies == cat.change_by(rules)[kind]
    assert at("acts before change") == cat.acts_before_change("In", rules)


def test_counters(rules, at):
    assert at("counters") == cat.expected_counters("In", rules, ends=False)
    assert at("counters before change") == cat.expected_counters("In", rules)
    assert at("net flow variance") == cat.net_flow(rules, ends=False).variance
    if cat.net_flow(rules, ends=False).mean == 0:
        assert at("burden") == cat.banker_burden(rules)


def test_a_marker_lies_on_a_given_card_as_often_as_there_are_markers():
    assert F["backed"](N=28, b=3) == Rational(3, 28) == cat.probability_backed("Scoop", be.BlackCatRules(players=4))


def test_without_change_cards_every_card_is_turned():
    assert F["turned"](N=5, D=3, b=2, C=0) == 3
    assert F["change"](N=5, b=2, C=0) == 0
    assert F["acts before change"](N=5, b=2, C=0) == Rational(2, 5)


@pytest.mark.parametrize(
    "name, numbers, say",
    [
        ("dealt mean", {"N": 5, "D": 6, "c": 1}, "D=6 cards laid are more than the N=5"),
        ("dealt mean", {"N": 5, "D": 5, "c": 6}, "c=6"),
        ("turned", {"N": 5, "D": 2, "b": 3, "C": 1}, "b=3 markers are more than the D=2"),
        ("acts before change", {"N": 3, "b": 1, "C": 3}, "too few for C=3"),
        ("burden", {"N": 9, "b": 1, "C": 2, "x": 3, "y": 1, "S": 6}, "x=3"),
        ("burden", {"N": 4, "b": 1, "C": 2, "x": 2, "y": 3, "S": 6}, "too few for C=2"),
        ("change", {"N": 5, "b": Rational(3, 2), "C": 1}, "whole number"),
    ],
)
def test_numbers_that_do_not_go_together_are_refused(name, numbers, say):
    with pytest.raises(RulesError, match=say):
        F[name](**numbers)
