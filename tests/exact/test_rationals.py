"""Exact numbers as people write them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from sympy import Rational

from banchok_edu.errors import RulesError
from banchok_edu.formulas import SYMBOLS, Formula, symbol
from banchok_edu.rationals import rational


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (3, (3, 1)),
        (np.int64(3), (3, 1)),
        (Fraction(9, 17), (9, 17)),
        (Rational(9, 17), (9, 17)),
        ("9/17", (9, 17)),
        (" -2/4 ", (-1, 2)),
        ("0.1", (1, 10)),
        (".5", (1, 2)),
        (0.375, (3, 8)),
        (2.0, (2, 1)),
    ],
)
def test_what_is_exact_is_read(given, read):
    assert rational("p", given) == Rational(*read)


@pytest.mark.parametrize(
    "given",
    [
        True,
        None,
        "",
        "1/0",
        "9:17",
        "1e3",
        "__import__('os')",
        "nan",
        float("nan"),
        float("inf"),
        [1],
        1j,
        "9" * 500,
        b"1",
    ],
)
def test_what_is_no_number_is_refused(given):
    with pytest.raises(RulesError, match=r"^p="):
        rational("p", given)


@pytest.mark.parametrize(("given", "say"), [(1 / 17, '"1/17"'), (0.1, '"1/10"'), (9 / 17, r"Fraction\(9, 17\)")])
def test_a_float_that_stands_for_a_fraction_is_told_how_to_write_it(given, say):
    with pytest.raises(RulesError, match=say):
        rational("p", given)


def test_bounds_are_named():
    assert rational("p", 1, low=0, high=1) == 1
    with pytest.raises(RulesError, match="p='18/17' is not allowed: p is 0 to 1"):
        rational("p", "18/17", low=0, high=1)
    with pytest.raises(RulesError, match="p is 1 or more"):
        rational("p", 0, low=1)
    with pytest.raises(RulesError, match="p is 1/2 or less"):
        rational("p", 2, high="1/2")


def test_every_symbol_is_explained_and_bears_its_own_name():
    assert all(str(one) == name and len(meaning) >= 7 for name, (one, meaning) in SYMBOLS.items())


def test_a_formula_checks_its_numbers():
    r, s = symbol("r"), symbol("s")
    win = Formula(
        "P(win)",
        (s * (r + 1) - 2) / (2 * (r * s - 1)),
        "ties pay",
        {"r": (1, 13)},
        holds=lambda r, s: "two cards are needed" if r * s < 2 else None,
    )
    assert win(r=13, s=4) == Rational(9, 17)
    for numbers, say in [
        ({"r": 13}, "needs s too: suits in a deck"),
        ({"r": 13, "s": 4, "x": 1}, "has no 'x': it takes r, s"),
        ({"r": 14, "s": 4}, "r=14 is not allowed: r is 1 to 13"),
        ({"r": "5/2", "s": 4}, "r is a whole number"),
        ({"r": 1, "s": 1}, "two cards are needed"),
    ]:
        with pytest.raises(RulesError, match=say):
            win(**numbers)
    assert "ranks in a deck" in str(win)
    assert win._repr_latex_().startswith("$\\displaystyle \\frac")
