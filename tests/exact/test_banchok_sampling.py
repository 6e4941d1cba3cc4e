"""How many coups an estimate needs."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import RulesError
from tests.exact.banchok_cards import SMALL, TIES, coups, gain, mean, rules, share, variance

B = be.banchok


def test_known_sizes():
    assert B.sample_size("1/34") == 1107  # 1.96² (9/17) (8/17) 34² = 1106.4
    assert B.sample_size(Fraction(1, 34), p="1/2") == 1111  # 1.96² (1/4) 34² = 1110.2
    assert B.sample_size("0.1", confidence=0.95, p="1/2") == 97
    # 2.5758² (9/17) (8/17) 100² = 16529.9
    assert B.sample_size("0.01", confidence="0.99") == 16530


@pytest.mark.parametrize("confidence", ["1/2", "0.9", 0.95, "999/1000"])
@pytest.mark.parametrize("p", ["1/100", "1/2", None])
@pytest.mark.parametrize("half_width", ["1/10", "1/137", "1/1000"])
def test_it_is_the_least_that_will_do(half_width, p, confidence):
    n = B.sample_size(half_width, confidence, p)
    z = NormalDist().inv_cdf((1 + float(Fraction(confidence))) / 2)
    chance, width = float(Fraction(p or "9/17")), float(Fraction(half_width))
    assert z * sqrt(chance * (1 - chance) / n) <= width
    assert n == 1 or z * sqrt(chance * (1 - chance) / (n - 1)) > width


def test_p_is_that_of_the_rules():
    assert B.sample_size("1/50", rules=rules(2, 1)) == B.sample_size("1/50", p="1/2")


@pytest.mark.parametrize("name", ["half_width", "confidence", "p"])
@pytest.mark.parametrize("value", [0, 1, -1, 2, "1/10000000000000", "x", float("nan"), True, [1]])
def test_what_does_not_lie_between_0_and_1(name, value):
    asked = {"half_width": "1/10", name: value}
    with pytest.raises(RulesError, match=f"^{name}="):
        B.sample_size(**asked)


def test_a_float_that_is_not_exact_is_told_how_to_write_it():
    with pytest.raises(RulesError, match='"1/34"'):
        B.sample_size(1 / 34)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [*SMALL, (13, 4)])
def test_the_own_card_explains_a_part_of_the_variance(r, s, tie):
    wins = [(pair[0][0], int(gain(*pair, tie) > 0)) for pair in coups(r, s)]
    given = [share(lambda won: won, [won for rank, won in wins if rank == i]) for i in range(1, r + 1)]
    assert mean(given) == mean(won for _, won in wins)
    assert B.variance_explained(rules(r, s, tie)) == variance(given) / variance(won for _, won in wins)


def test_28_of_81():
    assert B.variance_explained() == Rational(224, 648) == Rational(28, 81)
