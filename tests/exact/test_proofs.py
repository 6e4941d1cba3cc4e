"""Derivations: what is true is proved, what is wrong is refuted, what cannot be proved is not called so."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest
import sympy as sp

import banchok_edu as be
from banchok_edu.errors import BanchokError, RulesError
from banchok_edu.formulas import symbol
from banchok_edu.games.banchok.rules import outcome
from banchok_edu.proofs import Derivation, Span
from banchok_edu.proofs.values import Undefined, is_proved, value_at

r, s, i, t, k, n, h, m, N, B, p, rho = map(symbol, ["r", "s", "i", "t", "k", "n", "h", "m", "N", "B", "p", "rho"])
C = sp.binomial


def sum_of_numbers(**more):
    """1 + 2 + ... + n, with a last line that may be given."""
    d = Derivation(title="A sum", quantity="S", where={"n": Span(1)}, **more)
    return d.start("Add.", lambda: sp.Sum(k, (k, 1, n))).equals("Halve.", lambda: n * (n + 1) / 2, "arithmetic sum")


# What is wrong is refuted


def test_a_fence_post_error_is_refuted_with_an_example():
    report = be.derivation("banchok/threshold").replace_step(3, (r - t) * (s * (r + t) - r * s - 1) / (r * (r * s - 1)))
    found = report.check()
    assert not found.ok
    assert found.first_fault.startswith("step 3 is refuted at r = ")
    fault = found.grades[2]
    assert (found.grades[1].grade, fault.grade) == ("proved", "refuted")
    at = {name: int(value) for name, value in fault.point}
    assert at.keys() == {"r", "s", "t"}
    deck = [rank for rank in range(1, at["r"] + 1) for _ in range(at["s"])]
    pairs = [(own, turned) for x, own in enumerate(deck) for y, turned in enumerate(deck) if x != y]
    true = Fraction(sum(-outcome(own, turned, 0) for own, turned in pairs if own >= at["t"]), len(pairs))
    assert fault.left == str(true)
    assert fault.right == str(
        Fraction(
            (at["r"] - at["t"]) * (at["s"] * (at["r"] + at["t"]) - at["r"] * at["s"] - 1),
            at["r"] * (at["r"] * at["s"] - 1),
        )
    )
    assert f"{fault.left} is not {fault.right}" in found.verdict


@pytest.mark.parametrize(
    ("name", "step", "wrong"),
    [
        ("banchok/win-rank", 2, (s * i) / (r * s - 1)),  # the own card is counted
        ("banchok/win-rank", 2, s * (i - 1) / (r * s - 1)),  # ties are lost
        ("banchok/win", 2, sp.Sum(s * i - 1, (i, 1, r - 1)) / (r * (r * s - 1))),  # a term too few
        ("banchok/win", 3, (s * r * (r - 1) / 2 - r) / (r * (r * s - 1))),  # sum up to r - 1
        ("banchok/win", 4, (s * (r + 1) + 2) / (2 * (r * s - 1))),  # a sign
        ("banchok/win", 5, sp.Rational(1, 2)),  # a number
        ("banchok/edge", 3, 1 / r),  # with replacement
        ("banchok/tripled-martingale", 1, rho ** (n + 1)),  # a claim
        ("banchok/tripled-martingale", 4, 1 / (1 + rho**B + rho ** (3 * B))),  # an exponent
        ("banchok/best-of-m-one-suit", 2, r - C(r, m) / C(r, m + 1)),  # turned over
        ("banchok/best-threshold", 2, sp.Integer(0)),
        ("polish/total-order-one-deck", 2, C(N, h) / (N * C(N - 1, h))),  # Pascal's triangle, a place beside
    ],
)
def test_planted_errors_of_many_kinds_are_refuted_where_they_stand(name, step, wrong):
    found = be.derivation(name).replace_step(step, wrong).check()
    assert not found.ok
    assert found.grades[step - 1].grade == "refuted"
    assert found.first_fault.startswith(f"step {step} is refuted")


def test_a_line_that_has_no_value_is_refuted():
    found = sum_of_numbers().replace_step(2, n * (n + 1) * (n - 2) / (2 * (n - 2) ** 2)).check(points=50)
    assert "undefined" in found.first_fault or "is not" in found.first_fault
    assert found.grades[1].grade == "refuted"
    one = Derivation(title="One", quantity="x", where={"n": Span(2, 2)}).start("One.", 1)
    assert str(one.equals("So.", 0 / (n - 2) + 1).check().grades[1]) == "proved"
    assert "1 is not undefined" in str(one.equals("So.", (n - 1) / (n - 2)).check().grades[1])


def test_a_wrong_beginning_with_right_steps_is_found_by_the_oracle():
    d = Derivation(
        title="With replacement",
        quantity="P(win)",
        where={"r": Span(2), "s": Span(1)},
        oracle=be.derivation("banchok/win").oracle,
        oracle_points=({"r": 13, "s": 4},),
    )
    d = d.start("Draw with replacement.", lambda: sp.Sum(i / r, (i, 1, r)) / r).equals("Add.", (r + 1) / (2 * r))
    found = d.check()
    assert [g.grade for g in found.grades] == ["definition", "proved"]
    assert not found.ok
    assert found.first_fault.startswith("the last line is 7/13 at r = 13, s = 4, but in another way it is 9/17")


def test_the_first_fault_is_the_one_that_is_told():
    d = be.derivation("banchok/win").replace_step(2, sp.Integer(7)).replace_step(5, sp.Integer(7))
    assert d.check().first_fault.startswith("step 2 is refuted")


# What is not proved is not called so


def test_what_agrees_everywhere_but_is_not_proved_is_called_tested():
    d = Derivation(title="Squares", quantity="x", where={"n": Span(1)})
    d = d.start("All.", C(2 * n, n)).claim("Round.", sp.floor((n**2 + 1) / 2), sp.ceiling(n**2 / 2))
    found = d.check(points=9)
    assert str(found.grades[1]) == "tested at 9 points"
    assert (found.ok, found.proved) == (True, False)
    assert "step 2 only tested, which is no proof" in found.verdict
    assert "proved" not in str(found).replace("no proof", "")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (sp.Sum(k, (k, 1, n)), n * (n - 1) / 2),
        (sp.Sum(k, (k, 0, n)), n * (n + 1) / 2 + sp.Rational(1, 10**9)),
        (sp.Sum(C(k, h), (k, 0, n)), C(n, h + 1)),
        (sp.Sum(C(k, h), (k, 1, n - 1)), C(n, h + 1) + 1),
        (sp.Sum(rho**k, (k, 0, n)), (1 - rho**n) / (1 - rho)),
        (
            sp.Sum(i * (C(s * i, m) - C(s * (i - 1), m)), (i, 1, r)),
            r * C(r * s, m) - sp.Sum(C(s * k, m), (k, 2, r - 1)),
        ),
        (p * (1 - p), p - p**2 + p**3),
        (C(n, h) * (h + 1), C(n, h + 1) * (n - h - 1)),
    ],
)
def test_nothing_false_is_proved(left, right):
    assert not is_proved(left, right, {rho: 1})


def test_sums_without_a_form_that_sympy_knows_are_proved_by_induction():
    assert is_proved(sp.Sum(C(k, h), (k, 0, n - 1)), C(n, h + 1))
    assert is_proved(sp.Sum(C(N - 1 - k, h), (k, 0, r - 1)), C(N, h + 1) - C(N - r, h + 1))


def test_geometric_sums_are_closed_where_ratio_1_is_left_out():
    two = sp.Sum(rho**k, (k, 0, n - 1)) / sp.Sum(rho**k, (k, 0, 2 * n - 1))
    assert is_proved(two, 1 / (1 + rho**n), {rho: 1})


# Exact values


@pytest.mark.parametrize("seed", range(5))
def test_values_are_those_of_sympy(seed):
    luck = random.Random(seed)
    point = {n: Fraction(luck.randint(1, 6)), h: Fraction(luck.randint(1, 4)), p: Fraction(luck.randint(1, 8), 9)}
    for e in (
        sp.Sum(C(n, k) * p**k * (1 - p) ** (n - k), (k, 0, h)),
        sp.floor(n / h) - sp.ceiling(n * p) + sp.Max(n, h) * sp.Min(p, 1),
        (n - h) ** 3 / (p + n) + sp.Rational(3, 7),
        sp.Derivative(p * sp.log(1 + p), p) - sp.log(1 + p),
    ):
        inserted = e.doit().subs({x: sp.Rational(v.numerator, v.denominator) for x, v in point.items()}).doit()
        found = value_at(e, point)
        assert sp.simplify(inserted - sp.Rational(found.numerator, found.denominator)) == 0


def test_a_square_root_keeps_its_value():
    d = Derivation(title="Root", quantity="x", where={"n": Span(1)})
    d = d.start("Root.", sp.sqrt(n**2 * 2)).equals("Out.", n * sp.sqrt(2))
    assert d.check().ok
    assert not d.replace_step(2, n * sp.sqrt(3)).check().ok


def test_there_is_no_value_where_zero_divides():
    with pytest.raises(Undefined):
        value_at(1 / (n - 2), {n: Fraction(2)})


def test_a_sum_that_is_too_long_is_refused():
    with pytest.raises(BanchokError, match=r"2,000,000 terms is too long"):
        value_at(sp.Sum(k, (k, 1, n)), {n: Fraction(2_000_000)})


# Points


def test_points_keep_to_what_is_admissible_and_are_the_same_again():
    d = Derivation(
        title="x",
        quantity="x",
        where={"r": Span(2, 5), "t": Span(2, r), "p": Span(Fraction(1, 2), 1), "rho": Span(0, None, but=(1,))},
        together=lambda x: "even sums only" if (x["r"] + x["t"]) % 2 else None,
    )
    points = [d.draw(random.Random(seed)) for seed in range(200)]
    assert points == [d.draw(random.Random(seed)) for seed in range(200)]
    assert all(2 <= x[t] <= x[r] <= 5 and (x[r] + x[t]) % 2 == 0 for x in points)
    assert all(Fraction(1, 2) < x[p] < 1 and x[rho] > 0 and x[rho] != 1 for x in points)
    assert {(2, 2), (3, 3), (5, 3), (5, 5)} <= {(x[r], x[t]) for x in points}
    assert len({x[p] for x in points}) > 10


def test_without_any_admissible_point_it_is_said():
    d = Derivation(title="Nowhere", quantity="x", where={"r": Span(2), "t": Span(r + 1, r)}).start("x", t)
    with pytest.raises(RulesError, match=r"no numbers were found at which 'Nowhere' holds"):
        d.check()


# Numbers put in


def test_long_names_and_symbols_are_both_understood():
    d = be.derivation("banchok/threshold")
    assert d(ranks=13, suits=4, threshold=7) == d(r=13, s="4", t=Fraction(7)) == sp.Rational(63, 221)
    assert d(ranks=2, suits=1, threshold=2) == sp.Rational(1, 2)


@pytest.mark.parametrize(
    ("numbers", "say"),
    [
        ({"ranks": 13, "suits": 4}, r"needs threshold .* too: it takes ranks \(r\), suits \(s\), threshold \(t\)"),
        ({"ranks": 13, "suits": 4, "t": 7, "decks": 2}, r"has no 'decks': it takes ranks \(r\)"),
        ({"ranks": 13, "suits": 4, "t": 14}, r"^t=14 is not allowed: .* at most 13, r$"),
        ({"ranks": 13, "suits": 4, "t": 0}, "at least 1"),
        ({"ranks": 1, "suits": 4, "t": 1}, "at least 2"),
        ({"ranks": 13, "suits": 4, "t": "7/2"}, "whole number"),
        ({"ranks": 13, "suits": 1 / 17, "t": 7}, r'write Fraction\(1, 17\) or "1/17"'),
        ({"ranks": 13, "r": 13, "suits": 4, "t": 7}, "r twice"),
        ({"ranks": 10**9, "suits": 4, "t": 7}, "too large"),
        ({"ranks": 13, "suits": 4, "t": "__import__('os')"}, "not an exact number"),
        ({"ranks": True, "suits": 4, "t": 7}, "not an exact number"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(numbers, say):
    with pytest.raises(RulesError, match=say):
        be.derivation("banchok/threshold")(**numbers)


def test_a_probability_lies_between_0_and_1_and_odds_are_not_1():
    with pytest.raises(RulesError, match="less than 1"):
        be.derivation("banchok/standard-error")(p=1, n=3)
    with pytest.raises(RulesError, match="not 1"):
        be.derivation("banchok/coups")(odds=1, opening=2)
    with pytest.raises(RulesError, match="too many digits"):
        be.derivation("banchok/coups")(odds="1." + "1" * 300, opening=2)


# Building


@pytest.mark.parametrize("given", ["r - 1", "__import__('os').system('false')", None, True, 1 / 3, [1], object()])
def test_nothing_but_expressions_and_exact_numbers_is_read(given, monkeypatch):
    monkeypatch.setattr(os, "system", lambda *_: pytest.fail("a text was executed"))
    with pytest.raises(RulesError):
        be.derivation("banchok/win").replace_step(2, given)
    with pytest.raises(RulesError):
        sum_of_numbers().claim("So.", 1, given)


def test_symbols_of_ones_own_are_taken_by_their_names():
    r, s = sp.symbols("r s")
    d = be.derivation("banchok/win")
    assert d.replace_step(4, (s * r + s - 2) / (2 * r * s - 2)).check().proved
    with pytest.raises(RulesError, match=r"'q' is no symbol of this derivation: it has r, s"):
        d.replace_step(4, sp.Symbol("q"))


def test_steps_are_added_to_a_copy():
    d = sum_of_numbers()
    longer = d.at("Four.", n=4)
    assert (len(d.steps), len(longer.steps), longer.value, d.value) == (2, 3, 10, None)
    with pytest.raises(FrozenInstanceError):
        d.title = "x"
    with pytest.raises(FrozenInstanceError):
        d.steps[0].statement = "x"
    with pytest.raises(FrozenInstanceError):
        d.check().title = "x"


@pytest.mark.parametrize("place", [0, 3, -1, True, "1", 1.0, None])
def test_a_step_that_does_not_exist_is_refused(place):
    for call in (lambda: sum_of_numbers().upto(place), lambda: sum_of_numbers().replace_step(place, n)):
        with pytest.raises(RulesError, match="the steps are 1 to 2"):
            call()


def test_a_chain_begins_with_start():
    d = Derivation(title="x", quantity="x", where={"n": Span(1)})
    for call in (lambda: d.equals("x", n), lambda: d.at("x", n=1), lambda: d.result):
        with pytest.raises(RulesError, match="begin with start"):
            call()


def test_where_is_checked():
    with pytest.raises(RulesError, match="'rr' is no symbol"):
        Derivation(title="x", quantity="x", where={"rr": Span(1)})
    with pytest.raises(RulesError, match="is no Span"):
        Derivation(title="x", quantity="x", where={"r": (1, 2)})


@pytest.mark.parametrize("points", [0, -1, 1001, 1.5, True, "3"])
def test_the_number_of_points_is_checked(points):
    with pytest.raises(RulesError, match="points="):
        sum_of_numbers().check(points=points)
    with pytest.raises(RulesError, match="seed="):
        sum_of_numbers().check(seed="x")


# Display


def test_a_line_is_shown_as_it_was_written():
    d = Derivation(title="x", quantity="V", where={"r": Span(2), "t": Span(1, r)})
    d = d.start("x", lambda: (r - t + 1) * (2 * t - 1) / (2 * r))
    assert r"\frac{\left(r - t + 1\right) \left(2 t - 1\right)}{2 r}" in d.latex()
    assert "(r - t + 1)⋅(2⋅t - 1)" in str(d)


@pytest.mark.parametrize(
    ("built", "latex"),
    [
        (lambda: n - (h + k), r"n - \left(h + k\right)"),
        (lambda: n - (h - k) / 2, r"n - \frac{h - k}{2}"),
        (lambda: -n + 1, "-n + 1"),
        (lambda: -n / h, r"-\frac{n}{h}"),
        (lambda: h - 2 * n, r"h - 2 n"),
        (lambda: 1 / n, r"\frac{1}{n}"),
        (lambda: 1 / (1 / n), r"\frac{1}{\frac{1}{n}}"),
        (lambda: n / h / k, r"\frac{\frac{n}{h}}{k}"),
        (lambda: n / (h * k), r"\frac{n}{h k}"),
        (lambda: 2 * (n / h), r"2 \frac{n}{h}"),
        (lambda: (n / h) * (h / k), r"\frac{n}{h} \cdot \frac{h}{k}"),
        (lambda: sp.Integer(2) * 3 / n, r"\frac{2 \cdot 3}{n}"),
        (lambda: n / h**2, r"\frac{n}{h^{2}}"),
        (lambda: (n + 1) ** 2, r"\left(n + 1\right)^{2}"),
        (lambda: sp.Sum(k, (k, 1, n)) * n, r"\left(\sum_{k=1}^{n} k\right) n"),
        (lambda: n * sp.Sum(k, (k, 1, n)), r"n \sum_{k=1}^{n} k"),
        (lambda: C(n, k) * C(n, h), r"\binom{n}{k} \binom{n}{h}"),
    ],
)
def test_formulas_are_set_without_being_evaluated(built, latex):
    d = Derivation(title="x", quantity="V", where={"n": Span(1), "h": Span(1), "k": Span(1)}).start("x", built)
    assert d.steps[0].latex() == rf"\text{{V}} = {latex}"


def test_upto_hides_the_rest():
    d = be.derivation("banchok/win")
    part = d.upto(2)
    assert (len(part.steps), part.check().ok, part.check().agreements) == (2, True, ())
    assert "3 more steps to come." in str(part)
    assert "9/17" not in part._repr_mimebundle_()["text/html"]
    assert "9/17" in str(d)
    assert part.upto(1).left_out == 4
    assert d.upto(5) is d


def test_each_symbol_is_explained_once():
    d = be.derivation("banchok/threshold")
    for text in (str(d), d._repr_mimebundle_()["text/html"]):
        for meaning in d.symbols.values():
            assert text.replace("\n  ", " ").count(meaning) == 1
    assert list(d.symbols) == ["i", "r", "s", "t"]


def test_words_cannot_become_formulas_commands_or_tags():
    for hostile in ("$x$", r"\href{javascript:alert(1)}{x}", "`x`", "a\x1b[31m", "a\u202eb", 3, None):
        with pytest.raises(RulesError, match="cannot be shown"):
            Derivation(title=hostile, quantity="x", where={})
        with pytest.raises(RulesError, match="cannot be shown"):
            sum_of_numbers().claim(hostile, 1, 1)
        with pytest.raises(RulesError, match="cannot be shown"):
            Derivation(title="x", quantity="x", where={}, meanings={"n": hostile})
    d = Derivation(title="<script>alert(1)</script>", quantity="<b>x%", where={"n": Span(1)}).start("<img src=x>", n)
    for text in (d._repr_mimebundle_()["text/html"], d.check()._repr_html_()):
        assert "<script" not in text
        assert "<img" not in text
        assert "<b>x" not in text
    assert r"\text{<b>x\%}" in d.latex()


def test_a_bundle_has_text_html_and_latex():
    d = be.derivation("banchok/win")
    bundle = d._repr_mimebundle_()
    assert bundle["text/plain"] == str(d) == repr(d)
    assert bundle["text/html"].count("<li>") == 5
    assert bundle["text/html"].count("$$") == 10
    assert bundle["text/latex"].startswith("$$\n\\begin{aligned}")


def test_a_report_can_be_read():
    report = be.derivation("banchok/win").check()
    assert str(report).splitlines()[:3] == ["P(win) by counting", "  step  1  · definition", "  step  2  ✓ proved"]
    assert "✓ at r = 13, s = 4: 9/17, agrees" in str(report)
    assert report._repr_html_().count("<tr>") == 6
    assert report.latex().count(r"\text{proved}") == 4
    assert "Every step is proved." in report.verdict


# Elsewhere


def test_it_works_without_flint():
    program = (
        "import sys; sys.modules['flint'] = sys.modules['gmpy2'] = None\n"
        "import banchok_edu as be\n"
        "for name in ('banchok/win', 'banchok/tripled-first-step', 'polish/total-order-one-deck'):\n"
        "    assert be.derivation(name).check().proved, name\n"
        "assert not be.derivation('banchok/win').replace_step(2, 1).check().ok\n"
    )
    environment = {**os.environ, "SYMPY_GROUND_TYPES": "python"}
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100, env=environment)


def test_listing_names_loads_no_numpy():
    program = (
        "import sys, banchok_edu as be\n"
        "assert 'sympy' not in sys.modules\n"
        "be.derivation('banchok/win').check()\n"
        "assert not {'numpy', 'numba', 'matplotlib'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)
