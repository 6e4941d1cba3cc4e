"""A formula takes the same question under every reading, refuses what no number can be, and can be read."""

from __future__ import annotations

from fractions import Fraction

import pytest

import banchok_edu as be
from banchok_edu.games.independent_bank import FORMULAS as BANK


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
def test_the_same_numbers_may_be_given_under_each_reading_of_a_tie(tie):
    rules = be.BanchokRules(tie=tie)
    # with a nine, rank 8 of 13: 28 lower cards, 3 equal, 20 higher; wins by rank add up to 351 with ties, else 312
    won, all_won = (31, 351) if tie == "punter_wins" else (28, 312)
    assert be.banchok.formula("rank_given_win", rules)(r=13, s=4, i=8) == Fraction(won, all_won)
    edge = {"punter_wins": Fraction(11, 51), "push": Fraction(8, 48), "banker_wins": Fraction(5, 51)}[tie]
    assert be.banchok.formula("kelly_given_rank", rules)(r=13, s=4, i=8) == edge
    lost = {"banker_wins": Fraction(23, 23 + 19 + 15 + 11 + 7 + 3)}.get(tie, Fraction(20, 20 + 16 + 12 + 8 + 4))
    assert be.banchok.formula("rank_given_bet_lost", rules)(r=13, s=4, i=8, t=8) == lost
    assert be.banchok.formula("best_threshold", rules)(r=13, s=4) == (7 if tie == "punter_wins" else 8)


def test_a_symbol_of_no_reading_is_still_refused():
    with pytest.raises(be.RulesError, match="has no 'd': it takes i, r, s"):
        be.banchok.formula("rank_given_win", be.BanchokRules(tie="push"))(r=13, s=4, i=8, d=2)


def test_chances_and_sums_below_zero_are_refused():
    for numbers, said in (
        ({"B": -1, "rho": 1}, r"B=-1 is not allowed: B \(opening sum of the bank, in counters\) is above 0"),
        ({"B": 1, "rho": "-1/2"}, r"rho='-1/2' is not allowed: rho .* is above 0"),
    ):
        with pytest.raises(be.RulesError, match=said):
            BANK["tripled"](**numbers)
    with pytest.raises(be.RulesError, match="q=0 is not allowed"):
        BANK["martingale"](n=1, p="1/2", q=0)
    with pytest.raises(be.RulesError, match="p is at most 1/2: the banker wins as often"):
        BANK["expected coups, fair"](B=3, p="2/3")
    assert BANK["expected coups, fair"](B=3, p="1/2") == 18  # 3 (9 - 3)


def test_every_formula_fits_into_a_hundred_columns():
    for room in (be.banchok.FORMULAS, be.polish.FORMULAS, be.black_cat.FORMULAS, BANK):
        for formula in room.values():
            assert max(map(len, str(formula).splitlines())) <= 100, formula.name
            assert all(f"  {name}: {meaning}" in str(formula) for name, meaning in formula.symbols.items())
