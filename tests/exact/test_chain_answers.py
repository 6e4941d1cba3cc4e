"""Absorbing chains: answers worked by hand, and those of a plain elimination."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import islice
from math import isclose
from xml.etree.ElementTree import fromstring

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu import elimination
from banchok_edu.formulas import symbol

HALF = Fraction(1, 2)
FAIR = {1: {0: HALF, 2: HALF}, 2: {1: HALF, 3: HALF}}
"""A fair walk from 1 or 2 to 0 or 3."""


def walk(top, p, q):
    """Give a walk between 0 and top: down with probability p, up with q, else it stays."""
    return {b: {b - 1: p, b + 1: q, b: 1 - p - q} for b in range(1, top)}


def plain(rows, right):
    """Solve h = right + rows h over Fractions, column by column, as it is done by hand."""
    names = list(rows)
    lines = [[Fraction(a == b) - Fraction(rows[a].get(b, 0)) for b in names] + [Fraction(right(a))] for a in names]
    for k in range(len(lines)):
        pivot = next(i for i in range(k, len(lines)) if lines[i][k])
        lines[k], lines[pivot] = lines[pivot], lines[k]
        lines[k] = [x / lines[k][k] for x in lines[k]]
        for i in range(len(lines)):
            if i != k:
                lines[i] = [x - lines[i][k] * y for x, y in zip(lines[i], lines[k], strict=True)]
    return dict(zip(names, (line[-1] for line in lines), strict=True))


def test_a_fair_walk_ends_above_with_the_share_of_the_way_it_has_gone():
    for top in (2, 3, 7):
        chain = be.Chain(walk(top, HALF, HALF))
        for start in range(1, top):
            assert chain.probability(top, start) == sp.Rational(start, top)
            assert chain.expected_steps(start) == start * (top - start)  # Huygens's duration of play


def test_visits_of_a_fair_walk():
    # From 1: back to 1 with chance 1/4, so 4/3 visits; 2 is reached from 1 half the time, 2/3.
    chain = be.Chain(FAIR, start=1)
    assert chain.expected_visits() == {1: sp.Rational(4, 3), 2: sp.Rational(2, 3)}
    assert chain.expected_total(lambda bank: bank) == sp.Rational(8, 3)
    assert chain.expected_value(lambda bank: bank * bank) == 3  # 9 with chance 1/3


def test_steps_of_a_waiting_time_are_geometric():
    # Stays with chance 3/4: mean 4, variance (3/4) / (1/4)^2 = 12, generating function (z/4) / (1 - 3z/4).
    chain = be.Chain({"waits": {"waits": "3/4", "done": "1/4"}}, start="waits")
    z = symbol("z")
    assert (chain.expected_steps(), chain.variance_of_steps()) == (4, 12)
    assert sp.simplify(chain.generating_function() - (z / 4) / (1 - 3 * z / 4)) == 0
    assert chain.distribution_after(2) == {"waits": sp.Rational(9, 16), "done": sp.Rational(7, 16)}
    _, first, second, *_ = islice(chain.distributions(), 4)
    assert first == {"waits": sp.Rational(3, 4), "done": sp.Rational(1, 4)}
    assert second == {"waits": sp.Rational(9, 16), "done": sp.Rational(7, 16)}
    assert chain.survival(3) == 27 / 64


def test_several_absorbing_states_may_share_a_label():
    rows = {"s": {"a": "1/2", "b": "1/3", "c": "1/6"}}
    chain = be.Chain(rows, labels={"a": "won", "b": "lost", "c": "won"}, start="s")
    assert chain.probabilities() == {"won": sp.Rational(2, 3), "lost": sp.Rational(1, 3)}
    assert chain.ends() == {"a": HALF, "b": sp.Rational(1, 3), "c": sp.Rational(1, 6)}
    named = be.Chain(rows, labels=lambda state: state == "b", start="s")
    assert named.probability(True) == sp.Rational(1, 3)


def test_a_matrix_says_the_same_as_rows_by_name():
    given_matrix = [[1, 0, 0, 0], [HALF, 0, HALF, 0], [0, HALF, 0, HALF], [0, 0, 0, 1]]
    for matrix in (given_matrix, sp.Matrix(given_matrix)):
        chain = be.Chain(matrix)
        assert chain.absorbing == (0, 3)
        assert chain.probability(3, start=1) == sp.Rational(1, 3)
    named = be.Chain(given_matrix, states=["broken", "one", "two", "tripled"], start="one")
    assert named.probability("tripled") == sp.Rational(1, 3)


def test_a_start_may_be_a_distribution_and_may_be_absorbing():
    chain = be.Chain(FAIR, start={1: HALF, 2: "1/4", 3: "1/4"})
    assert chain.probability(3) == HALF * sp.Rational(1, 3) + sp.Rational(1, 4) * sp.Rational(2, 3) + sp.Rational(1, 4)
    assert chain.expected_steps() == sp.Rational(3, 2)
    assert chain.expected_steps(start=0) == 0
    assert chain.distribution_after(0) == {1: HALF, 2: sp.Rational(1, 4), 3: sp.Rational(1, 4)}
    assert chain.generating_function().subs(symbol("z"), 0) == sp.Rational(1, 4)


def test_answers_in_symbols():
    p = symbol("p")
    chain = be.Chain(walk(3, p, 1 - p), start=1)
    rho = p / (1 - p)
    assert sp.simplify(chain.probability(3) - 1 / (1 + rho + rho**2)) == 0
    assert sp.simplify(chain.expected_steps() - (3 * chain.probability(3) - 1) / (1 - 2 * p)) == 0
    z = symbol("z")
    assert sp.simplify(chain.generating_function(0) - p * z / (1 - p * (1 - p) * z**2)) == 0


@st.composite
def chains(draw):
    size = draw(st.integers(1, 9))
    rows = {}
    for i in range(size):
        targets = draw(st.lists(st.integers(0, size + 1), min_size=1, max_size=4, unique=True))
        weights = {j: draw(st.integers(1, 9)) for j in targets} | {size: draw(st.integers(1, 3))}
        rows[i] = {j: Fraction(w, sum(weights.values())) for j, w in weights.items()}
    return rows


@given(chains())
@settings(max_examples=60, deadline=None)
def test_any_chain_agrees_with_plain_elimination(rows):
    size = len(rows)
    inner = {a: {b: p for b, p in row.items() if b < size} for a, row in rows.items()}
    steps = plain(inner, lambda _: 1)
    ends = plain(inner, lambda a: rows[a].get(size, 0))
    # T^2 = (1 + T')^2, so the second moment solves h = (1 + 2 sum p T) + rows h.
    second = plain(inner, lambda a: 1 + 2 * sum(p * steps[b] for b, p in inner[a].items()))
    chain, floats = be.Chain(rows), be.Chain(rows, exact=False)
    for start in rows:
        assert chain.expected_steps(start) == steps[start]
        assert chain.probability(size, start) == ends[start]
        assert chain.variance_of_steps(start) == second[start] - steps[start] ** 2
        assert isclose(floats.expected_steps(start), steps[start], rel_tol=1e-9)
        assert isclose(floats.probability(size, start), ends[start], rel_tol=1e-9, abs_tol=1e-12)


@given(chains(), st.integers(0, 6))
@settings(max_examples=30, deadline=None)
def test_the_generating_function_has_the_right_terms(rows, n):
    chain = be.Chain(rows, start=0)
    z, size = symbol("z"), len(rows)
    above, below = (sp.Poly(part, z) for part in sp.fraction(sp.together(chain.generating_function(size))))
    terms = []
    for k in range(n + 1):  # long division
        known = sum(below.nth(i) * terms[k - i] for i in range(1, k + 1))
        terms.append((above.nth(k) - known) / below.nth(0))
    before = chain.distribution_after(n - 1).get(size, 0) if n else 0
    assert terms[n] == chain.distribution_after(n).get(size, 0) - before
    assert sp.diff(chain.generating_function(), z).subs(z, 1) == chain.expected_steps()
    left = 1 - sum(p for state, p in chain.distribution_after(n).items() if state >= size)
    assert isclose(chain.survival(n), left, rel_tol=1e-12, abs_tol=1e-15)


@pytest.mark.parametrize("most_new", [-1, 0, 4, 10**9])
def test_where_the_sparse_work_ends_and_the_dense_begins_does_not_matter(most_new, monkeypatch):
    monkeypatch.setattr(elimination, "MOST_NEW", most_new)
    rows = {b: {b // 2: "1/5", b + 3: "2/5", b + 1: "2/5"} for b in range(1, 20)}
    inner = {a: {b: Fraction(str(p)) for b, p in row.items() if 0 < b < 20} for a, row in rows.items()}
    assert be.Chain(rows).expected_steps(7) == plain(inner, lambda _: 1)[7]
    assert isclose(be.Chain(rows, exact=False).expected_steps(7), plain(inner, lambda _: 1)[7])


ASK = """
import sys
{}
import banchok_edu as be
rows = {{b: {{b // 2: "1/5", b + 3: "2/5", b + 1: "2/5"}} for b in range(1, 40)}}
print(be.Chain(rows).expected_steps(7), be.Chain(rows, exact=False).survival(5, 7) > 0)
print(round(be.Chain(rows, exact=False).expected_steps(7), 9))
from banchok_edu import elimination
elimination.MOST_NEW = -1
print(be.Chain(rows).expected_steps(7))
from sympy.external.gmpy import GROUND_TYPES
print(GROUND_TYPES)
"""


def test_without_flint_and_without_numpy_the_answers_are_the_same():
    said = []
    for blocked in ("", "sys.modules['flint'] = None", "sys.modules['numpy'] = None"):
        run = subprocess.run([sys.executable, "-c", ASK.format(blocked)], capture_output=True, text=True, check=True)
        said.append(run.stdout.splitlines())
    assert said[0][:3] == said[1][:3] == said[2][:3]
    assert said[0][0].startswith(said[0][2])
    assert said[1][3] != "flint"


def test_what_is_too_large_is_refused_with_its_size(monkeypatch):
    monkeypatch.setattr(elimination, "MOST_EXACT", 5)
    with pytest.raises(be.RulesError, match=r"6 states, the most is 5; exact=False gives floats"):
        be.Chain(walk(7, HALF, HALF)).expected_steps(3)
    assert isclose(be.Chain(walk(7, HALF, HALF), exact=False).expected_steps(3), 12)
    monkeypatch.setattr(elimination, "MOST_EXACT", 100)
    for name, value in (("MOST_NEW", -1), ("MOST_DENSE", 5), ("MOST_DENSE_SLOWLY", 5)):
        monkeypatch.setattr(elimination, name, value)
    with pytest.raises(be.RulesError, match=r"6 states that lead to very many others, the most is 5"):
        be.Chain(walk(7, HALF, HALF)).expected_steps(3)


def test_names_of_states_never_become_tags():
    chain = be.Chain({"<b>s</b>": {"<script>x</script>": "1/2", "&amp;": "1/2"}}, model="<i>m</i>")
    shown = chain._repr_html_()
    assert {part.tag for part in fromstring(shown).iter()} == {"div", "p", "table", "tr", "th", "td"}
    assert "<script>x</script>" in "".join(fromstring(shown).itertext())


def test_a_small_chain_is_shown_whole_and_a_large_one_in_a_line():
    assert "1/2" in be.Chain(FAIR)._repr_html_()
    large = be.Chain(walk(30, HALF, HALF))
    assert "<table" not in large._repr_html_()
    assert repr(large) == "<Chain of 29 states and 2 absorbing ones; ends: 0, 30>"
    assert be.Chain(FAIR).latex().count("frac") == 4
    with pytest.raises(be.RulesError, match="cannot be read: at most 12"):
        large.latex()
