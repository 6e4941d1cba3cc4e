"""The catalogue: every derivation holds, gives the number that is known, and can be read."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import sympy as sp
from matplotlib.mathtext import MathTextParser
from sympy.printing.pretty.pretty_symbology import pretty_use_unicode

import banchok_edu as be
from banchok_edu.errors import RulesError
from banchok_edu.games.banchok.derivations.dealing import arrangements, tied_pairs
from banchok_edu.games.polish.derivations import banker_wins
from banchok_edu.games.registry import GAMES
from banchok_edu.proofs.values import value_at

NAMES = be.derivations().names
LESSONS = {path.stem for path in (Path(__file__).parents[2] / "lessons").glob("*.ipynb")}

TESTED: dict[str, list[int]] = {}
"""The steps of each that are tested and not proved: there are none."""

KNOWN = {
    "banchok/win-rank": "31/51",
    "banchok/win": "9/17",
    "banchok/win-symmetry": "9/17",
    "banchok/tie": "1/17",
    "banchok/edge": "1/17",
    "banchok/win-given-bet": "13/17",
    "banchok/rank-given-win": "17/117",
    "banchok/rank-given-lost": "2/7",
    "banchok/threshold": "63/221",
    "banchok/best-threshold": "7",
    "banchok/threshold-variance": Fraction(7, 13) - Fraction(63, 221) ** 2,
    "banchok/kelly": "35/51",
    "banchok/stopping": Fraction(5 * 35, 13 * 51) + Fraction(8, 13) * Fraction(63, 221),
    "banchok/covariance": "4/354025",
    "banchok/both-win": "463/1275",
    "banchok/correlation": "449/1350",
    "banchok/best-of-m": "32577/2975",
    "banchok/best-of-m-one-suit": "56/5",
    "banchok/tripled-martingale": "64/217",
    "banchok/tripled-first-step": "262144/1166833",
    "banchok/coups": "425/217",
    "banchok/explained-share": "28/81",
    "banchok/standard-error": Fraction(9, 17) * Fraction(8, 17) / 100,
    "banchok/sample-size": "1107",
    "banchok/chebyshev": Fraction(9, 17) * Fraction(8, 17) / 10,
    "banchok/frozen-pairs": "26/17",
    "banchok/frozen-variance": "100/184093",
    "banchok/first-bet": "89/117",
    "polish/beats": "124005/176851",
    "polish/covers": "43896/176851",
    "polish/covers-any": 1 - Fraction(124005, 176851),
    "polish/total-order": "2550/10403",
    "polish/win-rules": Fraction(124005 - 43896, 176851),
    "polish/total-order-one-deck": "1/4",
    "polish/one-deck-beats": "6327/20825",
    "polish/one-deck-beats-counting": "8689/19740",
    "black_cat/specials-chance": "1001/3105",
    "black_cat/specials-mean": "4",
    "black_cat/specials-variance": "40/27",
    "black_cat/change": "215/468",
    "black_cat/ends-by-scoop": "313/2457",
    "black_cat/acts-first": "83/585",
    "black_cat/burden": "-577/585",
    "black_cat/net-variance": "6325/189",
}
"""The numbers of the last lines, from elsewhere: reckoned by hand, or listed by a teacher."""

report = cache(lambda name: be.derivation(name).check())

every = pytest.mark.parametrize("name", NAMES)


@every
def test_every_derivation_holds_and_is_proved_in_time(name):
    begun = time.process_time()
    found = report(name)
    assert time.process_time() - begun < 3
    assert found.ok, found
    assert [grade.step for grade in found.grades if grade.grade == "tested"] == TESTED.get(name, [])
    assert len(found.agreements) >= 3


@every
def test_the_number_of_the_last_line_is_the_known_one(name):
    assert be.derivation(name).value == sp.Rational(str(KNOWN[name]))


def test_each_has_a_known_number():
    assert set(NAMES) == set(KNOWN)
    assert len(NAMES) >= 24


@every
def test_a_last_line_that_is_slightly_wrong_does_not_get_past_the_oracle(name):
    d = be.derivation(name)
    wrong = replace(d, steps=()).start("Nearly so.", d.result * sp.Rational(1001, 1000)).check()
    assert not any(found.agrees for found in wrong.agreements if found.derived != "0")
    assert not wrong.ok


@every
def test_oracles_are_asked_at_odd_sizes_too(name):
    points = be.derivation(name).oracle_points
    assert any(
        value in (1, 2, 3, 5, 7) or value.denominator > 1 for point in points for value in map(Fraction, point.values())
    )
    assert len({tuple(point.items()) for point in points}) == len(points) >= 3


@every
def test_what_is_shown_is_what_is_checked(name):
    d = be.derivation(name)
    point = d.draw(random.Random(1))
    for step in d.steps:
        checked = [e for e in (step.expression, step.right) if e is not None]
        for shown, meant in zip(step.display, checked, strict=True):
            assert value_at(shown, point) == value_at(meant, point)


@every
def test_each_says_to_what_it_belongs(name):
    d = be.derivation(name)
    assert d.name == name
    assert d.game == name.split("/")[0] in GAMES
    assert d.question.endswith((".", "?"))
    assert d.model
    assert d.reading
    assert d.concepts
    assert d.level in ("easy", "medium", "hard")
    assert d.lesson in {*LESSONS, ""}
    assert d.deck_use in ("", "recycled", "side_pack", "fresh_each_coup")
    assert all(d.symbols.values())
    assert all(step.statement for step in d.steps)
    assert d.steps[-1].kind == "at"


@every
def test_derivations_that_are_named_exist(name):
    d = be.derivation(name)
    named = re.findall(
        r"\b(?:banchok|polish|black_cat)/[a-z-]+", " ".join(f"{x.statement} {x.reason}" for x in d.steps)
    )
    assert set(named) <= set(NAMES) - {name}


@every
def test_it_fits_into_100_columns(name):
    for text in (str(be.derivation(name)), str(report(name))):
        assert max(map(len, text.splitlines())) <= 100


@every
def test_its_latex_can_be_set(name):
    parser = MathTextParser("path")
    for step in be.derivation(name).steps:
        assert "+ -" not in step.latex()
        parser.parse(f"${step.latex()}$")


def test_the_table_can_be_read():
    table = be.derivations()
    lines = str(table).splitlines()
    assert lines[0].split() == ["name", "title", "level"]
    assert len(lines) == 1 + len(NAMES)
    assert max(map(len, lines)) <= 110
    assert table._repr_html_().count("<tr>") == 1 + len(NAMES)
    assert repr(table) == str(table)


def test_the_table_can_be_gone_through():
    polish = be.derivations("polish")
    assert {d.game for d in polish} == {"polish"}
    assert polish[0] is be.derivation("polish/beats")
    assert len(polish[:2]) == 2
    assert sum(len(be.derivations(game)) for game in GAMES) == len(NAMES)
    assert all(len(be.derivations(game)) for game in GAMES)


@pytest.mark.parametrize(
    ("name", "numbers", "say"),
    [
        ("banchok/kelly", {"ranks": 13, "suits": 4, "rank": 6}, "rank 6 has no edge: do not bet"),
        ("banchok/frozen-pairs", {"ranks": 3, "suits": 3}, "take an even number"),
        ("polish/one-deck-beats", {"ranks": 13, "cards": 53, "hand": 3}, "N is a multiple of r"),
        ("polish/beats", {"ranks": 2, "suits": 1, "decks": 2, "hand": 4}, "at most 3"),
        ("black_cat/change", {"cards": 28, "backed": 29, "c": 3}, "at most 28, N"),
    ],
)
def test_numbers_for_which_it_does_not_hold_are_refused(name, numbers, say):
    with pytest.raises(RulesError, match=say):
        be.derivation(name)(**numbers)


def test_an_eight_is_worth_three_of_51_parts():
    assert be.derivation("banchok/kelly")(ranks=13, suits=4, rank=7) == sp.Rational(3, 51)


def test_an_unknown_name_is_told_the_nearest():
    with pytest.raises(RulesError, match=r"no derivation 'banchok/wim': did you mean 'banchok/win'\?"):
        be.derivation("banchok/wim")
    for wrong in ("x" * 10_000, None, 3, ["banchok/win"], "<b>"):
        with pytest.raises(RulesError, match="lists them all"):
            be.derivation(wrong)
    for wrong in ("chess", 3, ["banchok"]):
        with pytest.raises(RulesError, match="is not a game"):
            be.derivations(wrong)


# The oracles themselves


def test_tied_pairs_are_those_of_all_orders():
    for ranks, suits in ((2, 2), (3, 2), (2, 4), (4, 1)):
        orders = list(arrangements((suits,) * ranks))
        tied = [sum(order[x] == order[x + 1] for x in range(0, len(order), 2)) for order in orders]
        assert tied_pairs(ranks, suits) == {x: Fraction(tied.count(x), len(tied)) for x in sorted(set(tied))}


def test_the_polish_banker_wins_in_a_shoe_of_two_cards_as_by_hand():
    # A king and an ace of one suit: the hand is one of them, the other is turned.
    for rule in ("covers", "beats", "covers_any", "total_order"):
        assert banker_wins(rule, 2, 1, 1, 1) == Fraction(1, 2)
    # Two suits, two ranks, one deck, hand of one: of the three other cards one has its suit.
    assert banker_wins("covers", 2, 2, 1, 1) == Fraction(1, 6)
    assert banker_wins("beats", 2, 2, 1, 1) == Fraction(5, 6)


# Beside a simulation


@pytest.mark.parametrize(
    ("rules", "derived"),
    [
        (be.BanchokRules(), lambda: be.derivation("banchok/win")(r=13, s=4)),
        (be.BanchokRules(players=2, ranks=5, suits=3), lambda: be.derivation("banchok/win")(r=5, s=3)),
        (be.PolishRules(), lambda: 1 - be.derivation("polish/covers")(r=13, s=4, d=2, h=3)),
        (be.PolishRules(win_rule="beats"), lambda: 1 - be.derivation("polish/beats")(r=13, s=4, d=2, h=3)),
        (be.PolishRules(win_rule="covers_any"), lambda: 1 - be.derivation("polish/covers-any")(r=13, s=4, d=2, h=3)),
        (be.PolishRules(win_rule="total_order"), lambda: 1 - be.derivation("polish/total-order")(r=13, s=4, d=2, h=3)),
    ],
)
def test_simulated_coups_agree(rules, derived):
    found = be.coups(rules, n=40_000, seed=11).probability("wins")
    assert abs(found.value - float(derived())) < 4 * found.standard_error


@pytest.mark.parametrize("name", [derivation.name for derivation in be.derivations()])
def test_a_derivation_is_drawn_alike_where_the_terminal_has_few_signs(name):
    drawn = str(be.derivation(name))
    before = pretty_use_unicode(False)
    try:
        assert str(be.derivation(name)) == drawn
        assert pretty_use_unicode() is False
    finally:
        pretty_use_unicode(before)
