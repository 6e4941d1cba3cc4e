"""Counters that move when no bank is broken: known answers, and every deal of tiny packs by the real script."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import CardError, RulesError
from tests.exact.cat_enumerated import every_deal, expected

cat = be.black_cat
DEEP = {"stake": 100}
"""A pool from which every call can be paid."""

TINY = [
    {"pack": {"Scoop": 1, "Official Receiver": 1, "In 2": 2, "Out 3": 1}, "dealt": 3, "players": 3},
    {"pack": {"Scoop": 1, "Transfer Bank": 1, "Out 1": 1, "Stake": 2}, "dealt": 4, "players": 2, "backs": 2, "ante": 3},
    {"pack": {"Official Receiver": 2, "In 4": 1, "In 1": 1, "Stake": 1}, "dealt": 4, "players": 4, "ante": 1},
    {"pack": {"In 1": 2, "Out 4": 1, "Stake": 1}, "dealt": 3, "players": 3},
    {"pack": {"Transfer Bank": 2, "Scoop": 1}, "dealt": 3, "players": 4},
    {"pack": {"In 2": 1, "Out 5": 1}, "dealt": 2, "players": 2},
]
tiny = pytest.mark.parametrize("agreed", TINY, ids=lambda agreed: "-".join(agreed["pack"]))


def rational(number):
    number = Fraction(number)
    return Rational(number.numerator, number.denominator)


def moved(deal, kind):
    return sum(event.amount for event in deal.paid if getattr(event, "why", "").startswith(kind))


def into_pool(deal):
    return moved(deal, "In ") - moved(deal, "Out ")


@tiny
def test_every_deal_of_a_tiny_pack(agreed):
    rules = be.BlackCatRules(**agreed, **DEEP)
    deals = list(every_deal(rules))
    kinds = {card.kind for card in rules.cards}
    for kind in kinds & {"In", "Out", "Stake"}:
        counters = expected(deals, lambda deal, kind=kind: moved(deal, kind))
        assert cat.expected_counters(kind, rules) == rational(counters)
    mean = expected(deals, into_pool)
    spread = cat.net_flow(rules)
    assert spread.mean == rational(mean)
    assert spread.variance == rational(expected(deals, lambda deal: (into_pool(deal) - mean) ** 2))
    assert cat.banker_burden(rules) == rational(expected(deals, lambda deal: deal.gains[0]))


@tiny
def test_every_deal_with_one_marker_in_its_place(agreed):
    rules = be.BlackCatRules(**{**agreed, "backs": 1}, **DEEP)
    for position in range(1, rules.dealt + 1):
        others = [place for place in range(1, rules.dealt + 1) if place != position]
        backings = [(position, *rest) for rest in permutations(others, rules.players - 2)]
        deals = list(every_deal(rules, backings=backings))
        assert cat.marker_value(position, rules) == rational(expected(deals, lambda deal: deal.gains[1]))


@tiny
def test_what_the_banker_loses_the_markers_win(agreed):
    rules = be.BlackCatRules(**agreed, **DEEP)
    markers = rules.backs * (rules.players - 1)
    assert cat.banker_burden(rules) + markers * cat.marker_value(rules=rules) == 0


@pytest.mark.parametrize(
    "reading", [{}, {"reserve_pays": "punters"}, {"unbacked": "banker"}, {"holiday": "new_deal"}], ids=str
)
def test_cards_for_all_move_a_counter_a_player(reading):
    pack = {"Reserve": 1, "Contribution": 1, "Distribution": 1, "In 3": 1, "Scoop": 1, "Bank Holiday": 1}
    rules = be.BlackCatRules(pack=pack, dealt=4, players=3, **reading, **DEEP)
    deals = list(every_deal(rules))
    for kind in ("Reserve", "Contribution", "Distribution", "In"):
        assert cat.expected_counters(kind, rules) == rational(expected(deals, lambda deal, k=kind: moved(deal, k)))


def test_without_changes_all_cards_are_turned():
    rules = be.BlackCatRules(pack={"In 1": 2, "Out 4": 1, "Stake": 1, "Reserve": 2}, dealt=3, players=3)
    assert cat.net_flow(rules) == cat.net_flow(rules, ends=False)
    for kind in ("In", "Out", "Stake", "Reserve"):
        assert cat.expected_counters(kind, rules) == cat.expected_counters(kind, rules, ends=False)


def test_five_markers_of_the_usual_pack():
    rules = be.BlackCatRules(players=6)
    assert cat.expected_counters("In", rules, ends=False) == Rational(75, 14)
    assert cat.net_flow(rules, ends=False).variance == Rational(6325, 189)
    assert round(cat.net_flow(rules, ends=False).deviation, 4) == 5.7849
    assert cat.net_flow(rules).mean == 0
    assert cat.banker_burden(rules) == Rational(-577, 585)


def test_a_place_in_front_is_better():
    values = [cat.marker_value(position) for position in range(1, 15)]
    assert values == sorted(values, reverse=True)
    assert values[0] == Rational(3, 14)
    mean = cat.marker_value()
    assert mean == sum(values) / 14
    assert cat.marker_value(1, be.BlackCatRules(order="random")) == mean


@pytest.mark.parametrize(
    "reading, say",
    [
        ({"purse": 20}, "a short purse pays less"),
        ({"unbacked": "banker"}, "the banker would act"),
        ({"holiday": "new_deal"}, "a Bank Holiday would end the deal"),
        ({"receiver": "plays_on"}, "the deal goes on"),
    ],
    ids=str,
)
def test_rules_for_which_a_sum_does_not_hold_are_refused(reading, say):
    rules = be.BlackCatRules(**reading)
    for ask in (cat.banker_burden, cat.net_flow, lambda rules: cat.marker_value(1, rules)):
        with pytest.raises(RulesError, match=say):
            ask(rules)


def test_a_reading_of_cards_that_are_not_in_the_pack_does_not_matter():
    usual = be.BlackCatRules(pack={"In 1": 3, "Scoop": 2}, dealt=3, players=3)
    other = replace(usual, holiday="new_deal", receiver="plays_on", reserve_pays="punters")
    assert cat.banker_burden(usual) == cat.banker_burden(other)


def test_bad_questions_are_refused():
    with pytest.raises(CardError, match="depends on the pool"):
        cat.expected_counters("Scoop")
    with pytest.raises(CardError, match="several kinds"):
        cat.expected_counters(["In", "Out"])
    for position in (0, 15, "1", 1.0, True):
        with pytest.raises(RulesError, match="positions are 1 to 14"):
            cat.marker_value(position)
        with pytest.raises(RulesError, match="positions are 1 to 14"):
            cat.marker_value(position, be.BlackCatRules(order="random"))
