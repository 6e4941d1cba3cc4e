"""What an explorer shows: numbers known by hand, sliders that do not go together, forged messages."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import banchok_edu as be

from .sheets import all_text, control, do, forged_messages_change_nothing

TOPICS = (
    "win",
    "threshold",
    "best of m",
    "bayes",
    "covariance",
    "polish",
    "black cat counts",
    "black cat changes",
    "bank",
)
KNOWN = [
    ("win", {}, Fraction(9, 17)),  # with an eight 24 lower cards and 3 eights of 51 win
    ("win", {"tie": "push"}, Fraction(8, 17)),
    ("win", {"tie": "banker_wins", "i": 13}, Fraction(48, 51)),
    ("win", {"r": 2, "s": 1, "i": 2}, Fraction(1)),  # a king and an ace: the ace wins
    ("threshold", {}, Fraction(63, 221)),
    ("best of m", {"m": 1, "i": 1}, Fraction(1, 13)),
    ("best of m", {"m": 2, "i": 1}, Fraction(6, 1326)),  # two deuces
    ("bayes", {}, Fraction(51, 351)),  # of 351 coups won 51 are won with an ace
    ("bayes", {"given": "lost", "t": 12, "i": 12}, Fraction(1)),  # an ace never loses
    ("covariance", {}, Fraction(4, 354025)),
    ("polish", {"win_rule": "total_order", "d": 1}, Fraction(3, 4)),  # the best of four cards is in the hand
    ("black cat counts", {"N": 4, "D": 2, "c": 2, "k": 1}, Fraction(4, 6)),
    ("black cat changes", {"N": 28, "C": 3, "b": 5}, 1 - Fraction(comb(25, 5), comb(28, 5))),
    ("bank", {"B": 1}, Fraction(64, 217)),
    ("bank", {"B": 1, "tie": "push"}, Fraction(1, 3)),  # a fair game
]


@pytest.mark.parametrize(("topic", "values", "expected"), KNOWN)
def test_the_value_is_the_one_that_is_known(topic, values, expected):
    explorer = be.Explorer(topic, **values)
    assert Fraction(int(explorer.value.p), int(explorer.value.q)) == expected
    assert str(explorer.value) in all_text(explorer)


def test_every_topic_has_a_formula_a_chart_and_a_picture_on_paper():
    for topic in TOPICS:
        explorer = be.Explorer(topic, big=True)
        kinds = str(explorer.view["parts"])
        assert "'formula'" in kinds
        assert "'svg'" in kinds
        assert "<svg" in explorer.still()
        assert "<script" not in explorer.still()
        assert explorer.fixed["big"] is True


def test_a_slider_moves_the_value_and_the_bars():
    explorer = be.Explorer("win")
    assert do(explorer, "i", 13) == ""
    assert explorer.value == 1
    assert control(explorer, "i")["told"] == "A"
    assert "P(win | rank) = 1" in all_text(explorer)


def test_sliders_that_do_not_go_together_are_explained_and_change_nothing():
    explorer = be.Explorer("win")
    note = do(explorer, "r", 5)
    assert "there are 5 ranks, so i is 1 to 5" in note
    assert explorer.values["r"] == control(explorer, "r")["value"] == 13
    assert explorer.value == be.banchok.win_probability("8")


def test_no_corner_of_the_sliders_is_a_fault():
    for topic in TOPICS:
        explorer = be.Explorer(topic)
        for name in explorer.values:
            found = control(explorer, name)
            ends = [v for v, _ in found["options"]] if "options" in found else [found["low"], found["high"]]
            for end in ends:
                do(explorer, name, end)
                assert explorer.fault is None, (topic, name, end)


def test_an_unknown_topic_names_the_nearest_and_all():
    with pytest.raises(be.RulesError, match=r"did you mean 'threshold'.*|'win', .*'bank'"):
        be.Explorer("treshold")
    with pytest.raises(be.RulesError, match="choose from 'win'"):
        be.Explorer(["win"])
    with pytest.raises(be.RulesError, match="no letter of this topic: it has r, s, i, tie"):
        be.Explorer("win", ranks=9)
    with pytest.raises(be.RulesError, match="big is True or False"):
        be.Explorer("win", big="yes")


def test_forged_messages_change_nothing():
    explorer = be.Explorer("win")
    forged_messages_change_nothing(explorer, lambda: (explorer.values, explorer.value))
    for value in (0, 14, 1e308, "3", True, None, [3], {"a": 1}, 2.5):
        assert do(explorer, "r", value)
        assert explorer.values["r"] == 13
    for value in ("win", 0, None, "PUSH", ["push"]):
        assert do(explorer, "tie", value)
        assert explorer.values["tie"] == "punter_wins"
    assert explorer.fault is None
