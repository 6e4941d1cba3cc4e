"""Exact beside simulated: the verdicts, worked by hand, and what is said."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
import sympy as sp

import banchok_edu as be
from banchok_edu.comparison import AGREES, DIFFERS, LOOK_AGAIN, model_of
from banchok_edu.formulas import symbol


def of(wins: int, games: int) -> be.Estimate:
    """So many wins in so many independent trials."""
    return be.Estimate.of_probability([1] * wins + [0] * (games - wins), [1] * games, "a win")


def test_z_is_the_distance_in_standard_errors():
    # 10,000 trials, 5,050 wins: the error is sqrt(0.505 * 0.495 / 9999) = 0.0050000; 0.005 above one half is z = 1
    found = be.compare("1/2", of(5050, 10_000))
    assert math.isclose(found.z, 1.0, rel_tol=1e-3)
    assert found.grade is AGREES
    assert found.verdict == "agrees: 1.0 standard errors away"


@pytest.mark.parametrize(
    ("wins", "grade"),
    [(5000, AGREES), (5090, AGREES), (5105, LOOK_AGAIN), (4890, LOOK_AGAIN), (5170, DIFFERS), (4830, DIFFERS)],
)
def test_the_grade_is_that_of_the_intervals(wins, grade):
    # the error is 0.005, so 0.0098 and 0.01645 are the reaches of 95 % and 99.9 %
    assert be.compare("1/2", of(wins, 10_000)).grade is grade


def test_a_right_number_gets_each_verdict_as_often_as_is_said():
    rng = random.Random(5)
    grades = [be.compare("9/17", of(sum(rng.random() < 9 / 17 for _ in range(400)), 400)).grade for _ in range(2000)]
    for grade, share in ((AGREES, 0.95), (LOOK_AGAIN, 0.049)):
        error = math.sqrt(share * (1 - share) / 2000)
        assert abs(grades.count(grade) / 2000 - share) < 4 * error
    assert grades.count(DIFFERS) <= 10  # 2 are expected


def test_where_all_trials_agree_the_interval_decides():
    found = be.compare(Fraction(9, 10), of(10, 10))
    assert math.isnan(found.z)
    assert found.grade is AGREES
    assert "the interval decides" in found.verdict
    assert be.compare(Fraction(1, 10), of(10, 10)).grade is DIFFERS


def test_a_difference_says_where_to_look():
    assert "look for the reason" in be.compare("1/2", of(6000, 10_000)).verdict


def test_other_models_are_said_first():
    recycled = be.simulate(be.BanchokRules(players=2), games=200, seed=1).mean("coups")
    found = be.compare("20", recycled, model="fresh_each_coup")
    assert found.verdict.startswith("The models differ: the exact number is of fresh_each_coup")
    assert found._repr_html_().count("The models differ") == 1
    assert not be.compare("20", recycled, model="recycled").models_differ
    assert not be.compare("20", recycled).models_differ
    assert model_of(be.simulate(be.BlackCatRules(), games=5).mean("gain", 0)) is None
    assert model_of(of(1, 2)) is None
    assert model_of(be.Estimate.of_probability([1, 0], [1, 1], clusters="coups")) is None  # of which pack, who knows?


def test_what_carries_its_model_needs_none():
    class Derived:
        value, deck_use = sp.Rational(9, 17), "recycled"

    coups = be.coups(be.BanchokRules(), n=1000).probability("wins")
    assert be.compare(Derived(), coups).models_differ.startswith("The models differ: the exact number is of recycled")


def test_a_derivation_stands_for_its_last_line_and_its_model():
    coups = be.coups(be.BanchokRules(), n=10_000, seed=7).probability("wins")
    assert be.compare(be.derivation("banchok/win"), coups).exact == sp.Rational(9, 17)
    frozen = be.compare(be.derivation("banchok/frozen-pairs"), coups)
    assert frozen.models_differ.startswith("The models differ: the exact number is of recycled")


def test_a_chain_looks_up_what_is_estimated_and_carries_its_model():
    rules = be.BanchokRules(players=3, opening=2, deck_use="fresh_each_coup", pass_limit=None)
    bank = be.bank_chain(rules, be.policies.Blind(1))
    sim = be.simulate(rules, be.policies.Blind(1), games=20_000, seed=5)
    rho = sp.Rational(9, 8)
    tripled = be.compare(bank, sim.probability("tripled"))
    assert tripled.exact == 1 / (1 + rho**2 + rho**4)
    assert (tripled.model, tripled.models_differ, tripled.grade) == ("fresh_each_coup", "", AGREES)
    # Wald: E(coups) = (E(final bank) - 2) / (mean of a coup), which is 8/17 - 9/17
    assert be.compare(bank, sim.mean("coups")).exact == (be.compare(bank, sim.mean("bank")).exact - 2) * -17
    recycled = be.simulate(be.BanchokRules(players=3, opening=2), be.policies.Blind(1), games=500, seed=5)
    assert be.compare(bank, recycled.probability("tripled")).models_differ.startswith("The models differ")
    with pytest.raises(be.RulesError, match="the chain of a bank does not tell 'deals in a bank'"):
        be.compare(bank, sim.mean("deals"))


def test_other_rules_are_said():
    fresh = {"players": 3, "deck_use": "fresh_each_coup", "pass_limit": None}
    bank = be.bank_chain(be.BanchokRules(opening=1, **fresh), be.policies.Blind(1))
    sim = be.simulate(be.BanchokRules(opening=2, rounds=2, **fresh), be.policies.Blind(1), games=500, seed=5)
    found = be.compare(bank, sim.probability("tripled"))
    assert found.verdict.startswith("The rules differ, exact and simulated: opening=1 and opening=2.")
    assert "opening=1 and opening=2" in found._repr_html_()
    polish = be.simulate(be.PolishRules(opening=1, **fresh), be.policies.Blind(1), games=500, seed=5)
    assert be.compare(bank, polish.probability("tripled")).rules_differ.startswith("The games differ: the exact number")


def test_fraction_and_decimal_stand_side_by_side():
    assert "9/17 = 0.529412" in str(be.compare(sp.Rational(9, 17), of(5, 10)))
    assert "exact      1\n" in str(be.compare(1, of(5, 10)))
    assert "1/2 = 0.5" in str(be.compare(0.5, of(5, 10)))
    assert "sqrt(2)/2 ≈ 0.707107" in str(be.compare(sp.sqrt(2) / 2, of(5, 10)))
    long = str(be.compare(sp.Rational(1, 3) ** 60, of(0, 10)))
    assert "exact      2.358982488e-29 ≈ 2.35898e-29" in long


def test_several_are_set_side_by_side_with_a_word_on_chance():
    coups = be.coups(be.BanchokRules(tie="push"), n=20_000, seed=3)
    found = be.compare(
        {"wins": "8/17", "draws": "1/17", "loses": "1/2"},
        {what: coups.probability(what) for what in ("wins", "draws", "loses")},
    )
    assert [row.grade.word for row in found.rows] == ["agrees", "agrees", "differs"]
    assert found["draws"].exact == sp.Rational(1, 17)
    assert "Of 3 right numbers, 0.1 are expected" in str(found)
    assert str(found).splitlines()[1].split()[:2] == ["wins", "8/17"]
    assert found._repr_html_().count("<tr>") == 4
    assert len(found) == 3
    with pytest.raises(be.BanchokError, match="'ties' is not compared here: wins, draws, loses are"):
        found["ties"]


def test_names_are_never_tags():
    assert "<img" not in be.compare("1/2", of(5, 10), name="<img src=x onerror=alert(1)>")._repr_html_()


@pytest.mark.parametrize(
    ("exact", "estimate", "more", "say"),
    [
        ("1/2", 0.5, {}, r"0.5 is no Estimate: give one, such as simulation.probability\('tripled'\)"),
        (9 / 17, of(5, 10), {}, r"exact=0.5294117647058824 is a float, and not exact: write Fraction\(9, 17\)"),
        ("half", of(5, 10), {}, "exact='half' is not an exact number"),
        (symbol("r") / 2, of(5, 10), {}, "the exact side is a formula in r: put numbers in first"),
        (
            "1/2",
            of(5, 10),
            {"model": "fresh"},
            "model='fresh' is not a model of the deck: fresh_each_coup, recycled, side_pack",
        ),
        (
            be.derivation("banchok/win").upto(3),
            of(5, 10),
            {},
            "the exact side is a formula in r, s: put numbers in first",
        ),
        (of(5, 10), of(5, 10), {}, "the exact side is an Estimate: give the exact number first"),
        ({"a": 1}, {"b": of(5, 10)}, {}, "'a' is in one of the mappings only"),
        ({"a": 1}, of(5, 10), {}, "give two mappings with the same names"),
        ({}, {}, {}, "give two mappings with the same names"),
    ],
)
def test_bad_input_is_named(exact, estimate, more, say):
    with pytest.raises(be.BanchokError, match=say):
        be.compare(exact, estimate, **more)


def test_of_one_number_and_of_many_it_is_said_how_many_look_wrong_by_chance():
    one = be.compare({"a": "1/2"}, {"a": of(1, 2)})
    assert one.note == 'A right number says more than "agrees" in about 1 run of 20, by chance.'
    names = [str(n) for n in range(40)]
    many = be.compare(dict.fromkeys(names, "1/2"), dict.fromkeys(names, of(1, 2)))
    assert many.note == 'Of 40 right numbers, 2.0 are expected to say more than "agrees" by chance.'
