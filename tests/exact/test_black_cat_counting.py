"""Cards dealt and backed: known answers, and all draws from small packs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import CardError, RulesError
from banchok_edu.games.black_cat.exact.distribution import Distribution

cat = be.black_cat


@pytest.mark.parametrize("size, of_kind, drawn", [(1, 0, 1), (5, 2, 3), (6, 6, 2), (7, 3, 0), (7, 1, 7), (8, 3, 5)])
def test_all_draws_from_a_small_pack(size, of_kind, drawn):
    hits = Counter(sum(card < of_kind for card in hand) for hand in combinations(range(size), drawn))
    found = cat.hypergeometric(size, of_kind, drawn)
    every = comb(size, drawn)
    assert dict(found) == {k: Rational(n, every) for k, n in hits.items()}
    mean = Fraction(sum(k * n for k, n in hits.items()), every)
    assert found.mean == Rational(mean.numerator, mean.denominator)
    spread = sum((k - mean) ** 2 * n for k, n in hits.items()) / every
    assert found.variance == Rational(spread.numerator, spread.denominator)
    assert sum(found.values()) == 1
    assert found.at_least(0) == 1


def test_a_scoop_is_among_the_fourteen_half_of_the_time():
    assert cat.probability_dealt("Scoop") == Rational(1, 2)


def test_a_scoop_is_backed_by_three_punters_three_times_in_twenty_eight():
    assert cat.probability_backed("Scoop", be.BlackCatRules(players=4)) == Rational(3, 28)


def test_four_specials_are_dealt_on_average():
    specials = cat.dealt("special")
    assert specials.mean == 4
    assert specials.variance == Rational(40, 27)
    assert specials[4] == Rational(1001, 3105)


def test_one_of_three_change_cards_is_backed_by_five_punters():
    assert cat.probability_backed("change", be.BlackCatRules(players=6)) == Rational(215, 468)
    assert 1 - Fraction(comb(25, 5), comb(28, 5)) == Fraction(215, 468)


def test_kinds_cards_and_groups_add_up():
    rules = be.BlackCatRules(players=3, backs=2)
    assert cat.dealt(["In", "Out", "special"], rules)[14] == 1
    assert cat.backed("In 3", rules).mean == 4 * Rational(2, 28)
    assert cat.dealt(["In", "In 3"]) == cat.dealt("in")
    assert cat.dealt("official  receiver") == cat.dealt("Stake")
    assert cat.probability_dealt("In 9") == 0
    assert cat.dealt(be.BlackCatRules().cards[0]) == cat.dealt("In 1")


def test_a_distribution_has_zero_for_what_never_happens_and_cannot_be_changed():
    found = cat.dealt("Scoop")
    assert found[99] == 0
    assert 99 not in found
    assert len({found, cat.dealt("Stake")}) == 1
    assert found != cat.dealt("In")
    assert found != 3
    assert isinstance(found[0], Rational)
    with pytest.raises(TypeError):
        found[0] = 1
    assert list(Distribution({2: Fraction(1, 2), 1: Fraction(1, 2), 0: Fraction(0)})) == [1, 2]


@pytest.mark.parametrize(
    "kind, hint",
    [
        ("Scop", "did you mean 'Scoop'"),
        ("transferbank", "did you mean 'Transfer Bank'"),
        ("specials", "did you mean 'special'"),
        ("", "ask for In, Out"),
        (None, "ask for In, Out"),
        (3, "ask for In, Out"),
        ([], "ask for In, Out"),
        ([["In"]], "ask for In, Out"),
        ("In 101", "ask for In, Out"),
        ("x" * 10**6, "ask for In, Out"),
        ("\x1b[2J", "ask for In, Out"),
        (b"In", "ask for In, Out"),
        (dict.fromkeys(["In"]), "ask for In, Out"),
    ],
)
def test_a_kind_that_does_not_exist_is_refused_with_the_nearest(kind, hint):
    with pytest.raises(CardError, match="is no kind of card") as caught:
        cat.dealt(kind)
    assert hint in str(caught.value)
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("rules", [be.BanchokRules(), {}, "usual", 5])
def test_rules_of_another_game_are_refused(rules):
    for ask in (cat.endings, cat.change_of_banker, cat.one_deal, cat.banker_burden, cat.net_flow, cat.cards_turned):
        with pytest.raises(RulesError, match="give BlackCatRules"):
            ask(rules)
    with pytest.raises(RulesError, match="give BlackCatRules"):
        cat.dealt("In", rules)


@pytest.mark.parametrize(
    "numbers", [(5, 6, 1), (5, 1, 6), (5, -1, 1), (5.0, 1, 1), (True, 1, 1), (10**9, 1, 1), ("5", 1, 1)]
)
def test_a_draw_that_is_none_is_refused(numbers):
    with pytest.raises(RulesError, match="is not allowed"):
        cat.hypergeometric(*numbers)
