"""Bank paths: the heat is the exact distribution, and the paths are the banks of a simulation."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu import pictures

SMALL = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
FIVE = replace(SMALL, opening=5)


def heat(figure):
    """The chances that are drawn: a row for each bank from 0 on, a column for each number of coups."""
    (image,) = figure.axes[0].images
    return np.ma.filled(image.get_array(), 0)


def walks(figure):
    return [line.get_ydata() for line in figure.axes[0].lines if line.get_gid() == "path"]


def test_after_two_coups_the_heat_is_that_reckoned_by_hand():
    # the punter wins with 9/17; a bank of 1 is broken at once, or holds 2, and then 1 or 3, which is tripled
    figure = pictures.bank_paths(SMALL, be.policies.Blind(1), paths=0, coups=2)
    p, q = 9 / 17, 8 / 17
    assert heat(figure) == pytest.approx(np.array([[0, p, p], [1, 0, q * p], [0, q, 0], [0, 0, q * q]]))
    assert not walks(figure)
    assert (
        "after 2 coups 0.5294 of the banks are broken, 0.2215 of the banks are tripled, and 0.2491" in figure.alt_text
    )


@pytest.mark.parametrize(
    ("rules", "policy"),
    [
        (FIVE, be.policies.Blind(2)),
        (replace(FIVE, players=4, tie="push", pass_limit=2), be.policies.Threshold("9", stake=2)),
        (
            be.PolishRules(players=3, opening=4, deck_use="fresh_each_coup", win_rule="beats"),
            be.policies.Threshold(wins=30, stake=1),
        ),
    ],
)
def test_the_paths_are_the_first_banks_of_the_games_of_a_simulation(rules, policy):
    sim = be.simulate(replace(rules, first_banker=0), policy, games=20, seed=9)
    found = walks(pictures.bank_paths(rules, policy, paths=20, coups=200, seed=9))
    assert [len(walk) - 1 for walk in found] == sim["coups"][:, 0].tolist()
    assert [walk[-1] for walk in found] == sim["bank"][:, 0].tolist()
    assert {walk[0] for walk in found} == {rules.opening}


def test_played_banks_are_spread_as_the_heat_says():
    figure = pictures.bank_paths(FIVE, be.policies.Blind(1), paths=400, coups=12, seed=3)
    ends = np.array([walk[min(12, len(walk) - 1)] for walk in walks(figure)])
    chances = heat(figure)[:, 12]
    for bank in np.flatnonzero(chances > 0.02):
        p = chances[bank]
        assert abs((ends == bank).mean() - p) < 4 * (p * (1 - p) / 400) ** 0.5


def test_the_heat_is_the_distribution_of_the_chain():
    rules = replace(FIVE, players=3, pass_limit=2, tripled_when="after_deal")
    chain = be.bank_chain(rules, be.policies.Threshold("9", stake=2))
    drawn = heat(pictures.bank_paths(chain, paths=0, coups=6))
    for coups in (0, 1, 6):
        exact = np.zeros(len(drawn))
        for standing, p in chain.distribution_after(coups=coups).items():
            exact[standing.bank] += float(p)
        assert drawn[:, coups] == pytest.approx(exact)


def test_a_bank_against_which_nobody_bets_lapses():
    figure = pictures.bank_paths(replace(FIVE, pass_limit=2), be.policies.Pass(), paths=3)
    assert "none is broken, none is tripled, 1.0000 of the banks are lapsed" in figure.alt_text
    assert [walk.tolist() for walk in map(np.array, walks(figure))] == [[5]] * 3


def test_each_column_of_the_heat_sums_to_one():
    rules = replace(FIVE, players=3, pass_limit=2)
    figure = pictures.bank_paths(be.bank_chain(rules, be.policies.Optimal(), exact=False), coups=30)
    assert heat(figure).sum(0) == pytest.approx(np.ones(31))


def test_a_path_ends_with_a_cross_or_a_triangle():
    figure = pictures.bank_paths(SMALL, be.policies.Blind(1), paths=30, coups=50, seed=1)
    marks = {(line.get_marker(), line.get_ydata()[0]) for line in figure.axes[0].lines if len(line.get_ydata()) == 1}
    assert marks == {("x", 0), ("^", 3)}


def test_it_is_drawn_in_the_axes_that_are_given_and_on_dark_paper():
    figure = pictures.Picture(layout="constrained")
    ax = figure.add_subplot()
    assert pictures.bank_paths(SMALL, be.policies.Blind(1), ax=ax, theme="dark") is figure
    figure.savefig(io.BytesIO(), format="png")
    assert figure.alt_text == ax.alt_text


@pytest.mark.parametrize(
    ("given", "how", "say"),
    [
        ((3,), {}, "3 is no bank: give be.bank_chain"),
        ((SMALL,), {}, "say how the punters play"),
        ((be.BanchokRules(), be.policies.Blind(1)), {}, "deck_use='recycled'"),
        (
            (SMALL, be.policies.Blind(1)),
            {"coups": 0},
            "coups=0 is not allowed: coups is a whole number from 1 to 1,000",
        ),
        ((SMALL, be.policies.Blind(1)), {"paths": 10**9}, "paths=1000000000 is not allowed"),
        ((SMALL, be.policies.Blind(1)), {"seed": -1}, "seed"),
        ((be.BlackCatRules(), be.policies.Blind(1)), {}, "is no bank"),
    ],
)
def test_what_has_no_bank_paths_is_named(given, how, say):
    with pytest.raises(be.BanchokError, match=say):
        pictures.bank_paths(*given, **how)


def test_a_chain_knows_its_policy():
    chain = be.bank_chain(SMALL, be.policies.Blind(1))
    with pytest.raises(be.BanchokError, match="leave policy out"):
        pictures.bank_paths(chain, be.policies.Pass())
    assert "opened with 1," in pictures.bank_paths(chain, paths=1).alt_text
