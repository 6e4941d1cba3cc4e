"""What ends a deal when no bank is broken: known answers, and every deal of tiny packs by the real script."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import CardError, RulesError
from tests.exact.cat_enumerated import chances, every_deal, expected

cat = be.black_cat
DEEP = {"stake": 100}
"""A pool from which every call can be paid."""

TINY = [
    {"pack": {"Scoop": 1, "Official Receiver": 1, "In 2": 2, "Bank Holiday": 1}, "dealt": 3, "players": 3},
    {"pack": {"Scoop": 2, "Out 1": 1, "Reserve": 1, "Bank Holiday": 1}, "dealt": 4, "players": 2, "backs": 2},
    {"pack": {"Transfer Bank": 1, "Scoop": 1, "Bank Holiday": 2, "Stake": 1}, "dealt": 5, "players": 4},
    {"pack": {"Transfer Bank": 1, "Official Receiver": 2, "Out 1": 2}, "dealt": 3, "players": 2},
]
READINGS = [
    {},
    {"holiday": "new_deal"},
    {"unbacked": "banker", "holiday": "new_deal"},
    {"receiver": "plays_on"},
    {"receiver": "plays_on", "holiday": "new_deal", "unbacked": "banker"},
]
CHANGES = ("Scoop", "Transfer Bank", "Official Receiver")


def change_at(deal):
    """Give the place in the deal, from 0, of the first card that changed the banker."""
    for place, event in enumerate(deal.turned):
        if event.card.kind in CHANGES and event.backer is not None:
            return place
    return None


def rational(number):
    number = Fraction(number)
    return Rational(number.numerator, number.denominator)


@pytest.mark.parametrize("reading", READINGS, ids=str)
@pytest.mark.parametrize("agreed", TINY, ids=lambda agreed: "-".join(agreed["pack"]))
def test_every_deal_of_a_tiny_pack(agreed, reading):
    rules = be.BlackCatRules(**agreed, **reading, **DEEP)
    deals = list(every_deal(rules))
    assert sum(deal.chance for deal in deals) == 1
    ended = chances(deals, lambda deal: deal.how)
    assert {how: p for how, p in cat.endings(rules).items() if p} == {how: rational(p) for how, p in ended.items()}
    turned = chances(deals, lambda deal: len(deal.turned))
    assert dict(cat.cards_turned(rules)) == {t: rational(p) for t, p in turned.items()}
    assert cat.expected_cards_turned(rules) == rational(expected(deals, lambda deal: len(deal.turned)))
    first = chances(deals, lambda deal: None if (at := change_at(deal)) is None else deal.turned[at].card.kind)
    assert {kind: p for kind, p in cat.change_by(rules).items() if p} == {
        kind: rational(p) for kind, p in first.items() if kind
    }
    assert cat.change_of_banker(rules) == rational(1 - first.get(None, 0))
    for kind in {card.kind for card in rules.cards}:
        copies = sum(card.kind == kind for card in rules.cards)
        acts = expected(deals, lambda deal, kind=kind: acted_before_change(deal, rules, kind))
        assert cat.acts_before_change(kind, rules) == rational(acts / copies)
    for kind in {card.kind for card in rules.cards} & {"Out", "Scoop"}:
        wins = expected(deals, lambda deal, kind=kind: won(deal, kind)) / (rules.backs * (rules.players - 1))
        assert cat.win_probability(kind, rules) == rational(wins)


def won(deal, kind):
    """Count the cards of a kind that were backed and turned up to the first change of banker."""
    at = change_at(deal)
    before = deal.turned if at is None else deal.turned[: at + 1]
    return sum(event.card.kind == kind and event.backer is not None for event in before)


def acted_before_change(deal, rules, kind):
    """Count the cards of a kind that acted up to the first change of banker."""
    at = change_at(deal)
    deal.turned, whole = deal.turned if at is None else deal.turned[: at + 1], deal.turned
    acted = sum(card.kind == kind for card in deal.acted(rules))
    deal.turned = whole
    return acted


@pytest.mark.parametrize("positions", [(1, 2), (2, 3), (1, 4), (3, 4)])
@pytest.mark.parametrize("holiday", ["plays_on", "new_deal"])
def test_every_deal_with_given_positions(positions, holiday):
    pack = {"Scoop": 1, "Transfer Bank": 1, "Bank Holiday": 1, "Stake": 2}
    rules = be.BlackCatRules(pack=pack, dealt=4, players=3, holiday=holiday, **DEEP)
    deals = list(every_deal(rules, positions))
    turned = chances(deals, lambda deal: len(deal.turned))
    assert dict(cat.cards_turned(rules, positions)) == {t: rational(p) for t, p in turned.items()}
    ended = chances(deals, lambda deal: deal.how)
    assert {how: p for how, p in cat.endings(rules, positions).items() if p} == {
        how: rational(p) for how, p in ended.items()
    }
    acts = expected(deals, lambda deal: acted_before_change(deal, rules, "Stake")) / 2
    assert cat.acts_before_change("Stake", rules, positions) == rational(acts)


def test_positions_do_not_matter_when_cards_are_turned_at_random():
    rules = be.BlackCatRules(order="random")
    assert cat.cards_turned(rules, (1, 2, 3, 4)) == cat.cards_turned(rules) == cat.cards_turned()


def test_the_first_of_four_for_five_punters():
    rules = be.BlackCatRules(players=6)
    assert cat.acts_before_change("In", rules) == Rational(83, 585)
    assert (1 - Fraction(comb(24, 5), comb(28, 5))) / 4 == Fraction(83, 585)
    assert cat.change_of_banker(rules) == Rational(215, 468)


def test_a_deal_ends_by_scoop_a_third_of_the_time_that_it_ends_early():
    assert cat.endings()["Scoop"] == Rational(313, 2457)
    assert (1 - Fraction(comb(25, 4), comb(28, 4))) / 3 == Fraction(313, 2457)


def test_cards_turned_depend_on_where_the_markers_lie():
    assert cat.expected_cards_turned() == Rational(37351, 3276)
    assert round(float(cat.expected_cards_turned(positions=range(1, 5))), 2) == 9.57
    assert round(float(cat.expected_cards_turned(positions=range(11, 15))), 2) == 13.39


def test_a_bank_holiday_that_ends_deals_takes_from_the_changes():
    plays_on, ends = be.BlackCatRules(), be.BlackCatRules(holiday="new_deal")
    assert cat.change_of_banker(ends) < cat.change_of_banker(plays_on)
    assert "Bank Holiday" not in cat.endings(plays_on)
    # Alone in the pack it ends the deal whenever it is dealt.
    alone = be.BlackCatRules(pack={"Bank Holiday": 1, "In 1": 3}, dealt=2, players=2, holiday="new_deal")
    assert cat.endings(alone)["Bank Holiday"] == Rational(1, 2)


@pytest.mark.parametrize(
    "positions", [(1, 2), (1, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3, 15), "1234", 4, (1, 2, 3, 4.0), {}]
)
def test_positions_that_cannot_be_backed_are_refused(positions):
    with pytest.raises(RulesError, match="position"):
        cat.endings(positions=positions)


def test_lifted_markers_are_refused_and_the_first_change_is_still_known():
    rules = be.BlackCatRules(players=3, backs=2, receiver="plays_on")
    with pytest.raises(RulesError, match="markers of a new banker are lifted"):
        cat.endings(rules)
    assert cat.change_of_banker(rules) == cat.change_of_banker(be.BlackCatRules(players=3, backs=2))


@pytest.mark.parametrize(
    "kind, say", [("special", "several kinds"), ("In 9", "no 'In 9' in this pack"), ("Inn", "mean 'In'")]
)
def test_what_acts_is_one_kind_of_the_pack(kind, say):
    with pytest.raises(CardError, match=say):
        cat.acts_before_change(kind)


def test_a_card_that_pays_nothing_wins_nothing():
    with pytest.raises(CardError, match="Stake pays its backer nothing"):
        cat.win_probability("Stake")
    assert cat.win_probability() == cat.win_probability("Out") + cat.win_probability("Scoop")
    assert cat.win_probability("Out 3") == cat.win_probability("Out") / 5
