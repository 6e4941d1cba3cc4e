"""Formulas as trees: read back as text without adding brackets, they have the value that they had."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

import banchok_edu as be
from banchok_edu.controls.formula_tree import formula, mathml
from banchok_edu.formulas import SYMBOLS, symbol
from banchok_edu.games.independent_bank import FORMULAS as BANK
from banchok_edu.proofs.values import value_at

GREEK = {"ρ": "rho"}
SIGNS = {"−": "-", "\u2062": "*", "·": "*", "(": "(", ")": ")", "+": "+", "=": "=", ",": ","}


def read(tree):
    """Write a tree as text. Rows are written one part after the other, so a bracket that is missing is missed."""
    tag, given, *inside = tree
    if tag in ("mi", "mn", "mo"):
        return {**GREEK, **SIGNS}.get(inside[0], inside[0])
    parts = [read(one) for one in inside]
    if tag == "mfrac":
        shape = "binomial({}, {})" if given.get("linethickness") == "0" else "(({})/({}))"
        return shape.format(*parts)
    if tag == "msup":
        return "{}**({})".format(*parts)
    if tag == "msub":
        return "".join(parts)
    assert tag == "mrow", tag
    return "".join(parts)


def read_back(expression, *, as_written=False):
    names = {name: one for name, (one, _) in SYMBOLS.items()}
    text = read(mathml(expression, as_written=as_written))
    return sp.sympify(text.replace("max(", "Max("), locals=names)


def simple(expression):
    return not expression.has(sp.Sum, sp.floor, sp.ceiling, sp.Derivative, sp.log)


ALL = [*be.banchok.FORMULAS.values(), *be.polish.FORMULAS.values(), *be.black_cat.FORMULAS.values(), *BANK.values()]
COUNTS = {"r": 13, "s": 4, "d": 2, "h": 3, "m": 5, "i": 7, "j": 6, "k": 2, "n": 9, "t": 5, "B": 4, "g": 3, "v": 30}
COUNTS |= {"N": 28, "D": 14, "b": 5, "c": 6, "C": 3, "x": 1, "y": 2, "W": 20, "Q": 70, "S": 10}
POINT = {
    one: Fraction(COUNTS.get(name, n % 4 + 1) if one.is_integer else Fraction(n + 3, 7))
    for n, (name, (one, _)) in enumerate(SYMBOLS.items())
}


def same(one, other, point=POINT):
    return value_at(one, point) == value_at(other, point)


@pytest.mark.parametrize("found", [one for one in ALL if simple(one.expression)], ids=lambda one: one.name)
def test_a_formula_reads_back_as_itself(found):
    assert same(read_back(found.expression), found.expression)


def test_the_lines_of_derivations_read_back_as_they_were_written():
    count = 0
    for derivation in be.derivations():
        point = derivation.draw(random.Random(5))
        for step in derivation.steps:
            for shown, meant in zip(step.display, (step.expression, step.right), strict=False):
                if simple(meant) and simple(shown) and meant.free_symbols:
                    count += 1
                    assert same(read_back(shown, as_written=True), meant, point), (derivation.name, step.statement)
    assert count > 100


def test_signs_fractions_and_brackets():
    r, s = symbol("r"), symbol("s")
    assert read(mathml(-2 * r * (s + 1))) == "-2*r*(s+1)"
    assert read(mathml(s - (r + 1), as_written=False)) == "s-r-1"
    assert read(mathml(1 - r / s)) == "1-((r)/(s))"
    assert read(mathml(sp.Rational(-1, 2) * r)) == "-((r)/(2))"
    assert read(mathml((r + 1) ** 2)) == "(r+1)**(2)"


def test_a_long_formula_can_be_scrolled_with_the_keys_and_a_short_one_is_no_stop():
    r = symbol("r")
    assert "tabindex" not in formula("P", 1 / r)[1]
    assert formula("P", sp.Add(*[1 / (r + k) for k in range(9)]))[1]["tabindex"] == 0


def test_what_is_not_known_is_written_out():
    assert mathml(sp.Derivative(symbol("f") ** 2, symbol("f")))[0] == "mtext"
