"""Chains that cannot be: each error names the row and says what to do."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import banchok_edu as be
from banchok_edu.formulas import symbol

GOOD = {1: {0: "1/2", 2: "1/2"}}


@pytest.mark.parametrize(
    "rows, said",
    [
        ({1: {0: "9/17", 2: "7/17"}}, r"the row of state 1 sums to 16/17, not to 1: 0: 9/17, 2: 7/17"),
        ({1: {0: "3/2", 2: "-1/2"}}, r"the row of state 1 has a negative probability, '-1/2' for 2"),
        ({"s": {0: 1 / 17, 2: "16/17"}}, r"the row of state 's' has 0\.0588\S+ for 0, which is a float, and not exact"),
        ({"s": {0: 1 / 17, 2: "16/17"}}, r'write Fraction\(1, 17\) or "1/17"'),
        ({1: {0: "p", 2: "1/2"}}, r"'p' for 0, which is not an exact number"),
        ({1: {}}, r"the row of state 1 sums to 0, not to 1: it is empty; leave the row of an absorbing state out"),
        ({1: {1: 1}, 2: {2: "1/2", 3: "1/2"}, 4: {5: 1}, 5: {4: 1}}, r"from the rows of 4, 5: the chain could stay"),
        ({4: {5: 1}, 5: {4: 1}}, r"no absorbing state, so it goes on for ever"),
        ({1: {0: symbol("p"), 2: symbol("p")}}, r"the row of state 1 sums to 2\*p, not to 1"),
        ({}, "at least one row"),
        ({1: 3}, r"the row of state 1 is 3: give the next states"),
        ([[1, 0], [1]], r"the row of state 1 has 1 entries: a square matrix of 2 rows has 2 in each"),
        ("walk", r"'walk' is no chain"),
        (3, r"3 is no chain"),
        ([[1, 0], "01"], r"is no chain"),
    ],
)
def test_rows_that_are_no_probabilities_are_named(rows, said):
    with pytest.raises(be.RulesError, match=said):
        be.Chain(rows)


def test_names_of_rows_are_checked():
    square = [[1, 0], [0, 1]]
    for states, said in (
        (["a"], "give a list with a name for each of 2 rows"),
        ("ab", "give a list with a name for each of 2 rows"),
        (["a", "a"], "two rows have the name 'a'"),
        (["a", ["b"]], r"\['b'\] cannot name a state"),
    ):
        with pytest.raises(be.RulesError, match=said):
            be.Chain(square, states=states)
    with pytest.raises(be.RulesError, match="with a mapping leave it out"):
        be.Chain(GOOD, states=[1, 2])


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), "0.5", Fraction(1, 2), sp.Rational(1, 2)])
def test_what_is_exact_is_taken(value):
    assert be.Chain({1: {0: value, 2: "1/2"}}, start=1).probability(2) == sp.Rational(1, 2)


def test_floats_are_taken_where_floats_are_asked_for():
    chain = be.Chain({1: {0: 1 / 17, 2: 16 / 17}}, start=1, exact=False)
    assert chain.probability(2) == pytest.approx(16 / 17)
    assert chain.expected_value(lambda bank: Fraction(bank, 2)) == pytest.approx(16 / 17)
    for row, said in (
        ({0: 0.3, 2: 0.6}, r"sums to 0\.9, not to 1"),
        ({0: float("nan"), 2: 0.6}, "not an exact number"),
        ({0: -0.5, 2: 1.5}, "negative"),
        ({0: symbol("p"), 2: 1 - symbol("p")}, "symbols need exact=True"),
    ):
        with pytest.raises(be.RulesError, match=said):
            be.Chain({1: row}, exact=False)
    with pytest.raises(be.RulesError, match="make it with exact=True"):
        chain.generating_function()


def test_labels_are_checked():
    for labels, said in (
        ({0: "broken"}, r"the absorbing state 2 has no label"),
        ({0: "a", 2: "b", 1: "c"}, r"labels has 1, which is no absorbing state"),
        (7, r"labels=7 is not allowed"),
    ):
        with pytest.raises(be.RulesError, match=said):
            be.Chain(GOOD, labels=labels)


def test_questions_are_checked():
    chain = be.Chain(GOOD)
    for ask, said in (
        (lambda: chain.probability(0), r"say where the chain starts: start=\.\.\., the states are 0, 1, 2"),
        (lambda: chain.probability(7, 1), r"7 is no label of an absorbing state: the labels are 0, 2"),
        (lambda: chain.probability([], 1), r"\[\] is no label"),
        (lambda: chain.expected_steps(9), r"9 is no state of this chain"),
        (lambda: chain.expected_steps([1]), r"\[1\] is no state of this chain"),
        (lambda: chain.expected_steps({1: "1/2"}), r"the start sums to 1/2, not to 1"),
        (lambda: chain.distribution_after(-1, 1), r"n=-1 is not allowed"),
        (lambda: chain.survival(1.5, 1), r"n=1.5 is not allowed"),
        (lambda: chain.expected_value(lambda _: sp.sqrt(2), 1), r"the function gave sqrt\(2\)"),
        (lambda: chain.expected_value(lambda _: 0.1, 1), r"is a float, and not exact"),
        (lambda: chain.transitions(9), r"9 is no state"),
        (lambda: chain.generating_function("x", 1), r"'x' is no label"),
    ):
        with pytest.raises(be.RulesError, match=said):
            ask()
    with pytest.raises(be.RulesError, match=r"exact=1 is not allowed"):
        be.Chain(GOOD, exact=1)


def test_symbols_and_generating_functions_are_for_small_chains():
    p = symbol("p")
    with pytest.raises(be.RulesError, match="60 states with symbols are too many, the most is 40"):
        be.Chain({b: {b - 1: p, b + 1: 1 - p} for b in range(1, 61)})
    with pytest.raises(be.RulesError, match=r"has symbols: put numbers in"):
        be.Chain({1: {0: p, 2: 1 - p}}).survival(3, 1)
    with pytest.raises(be.RulesError, match=r"the most is 120: distribution_after"):
        be.Chain({b: {b - 1: "1/2", b + 1: "1/2"} for b in range(1, 200)}).generating_function(0, start=1)
