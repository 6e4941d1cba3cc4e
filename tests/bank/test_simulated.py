"""Answers that are simulated: judged by their standard error, whoever simulated them."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

import banchok_edu as be


@pytest.mark.parametrize("student", [None, "s001", "s002", "s003"])
def test_coups_of_the_package_are_right(student):
    one = be.exercise("E116", student=student)
    rules = be.BanchokRules(tie=one.parameters["tie"])
    found = be.coups(rules, n=20_000, seed=one.seed).probability("wins")
    assert f"seed={one.seed}" in one.prompt
    assert one.check(found).state == "right"
    assert one.check(found.value).state == "right"
    assert one.check(f"{found.value:.4f}").state == "right"
    assert one.check(f"{100 * found.value:.2f} %").state == "right"
    assert "standard error" in one.check(found.value).text


def test_the_wrong_reading_is_named():
    one = be.exercise("E118")
    beats = be.coups(be.PolishRules(win_rule="beats"), n=20_000, seed=one.seed).probability("wins")
    assert not one.check("0.5")
    assert one.check(beats).named


def test_too_few_coups_are_sent_back():
    few = be.coups(be.BanchokRules(), n=500, seed=1).probability("wins")
    found = be.exercise("E116").check(few)
    assert found.state == "ask_back"
    assert "500 coups" in found.text


def test_the_exact_number_is_not_a_simulation():
    assert be.exercise("E116").check("9/17").state == "ask_back"
    assert be.exercise("E116").check(9 / 17).state == "ask_back"


def test_an_estimate_is_no_exact_number():
    found = be.coups(be.BanchokRules(), n=20_000, seed=1).probability("wins")
    assert be.exercise("E4").check(found).state == "unreadable"


@pytest.mark.parametrize("name", ["M119", "M124"])
def test_an_estimate_copied_from_the_notebook_is_judged_like_the_estimate(name):
    one = be.exercise(name)
    trials = one._posed.run.trials
    right = round(float(one._posed.answer) * trials)
    for count, state in ((right, "right"), (right // 2, "wrong")):
        found = be.Estimate.of_probability([1] * count + [0] * (trials - count), [1] * trials)
        value, error, *_ = found.written()
        for text in (str(found), repr(found), f"{value} ± {error}", f"{value} +/- {error}", f"{value} +- {error}"):
            assert one.judge(text).state == state
        assert one.judge(str(found).replace(".", ",", 1)).state == state
    few = be.Estimate.of_probability([1] * (right // 10) + [0] * (trials // 10 - right // 10), [1] * (trials // 10))
    verdict = one.judge(str(few))
    assert (verdict.state, verdict.says) == (one.judge(few).state, one.judge(few).says)
    assert verdict.state == "ask_back"


@pytest.mark.parametrize(
    "text", ["± 0.1", "0.5 ± x", "0.5 ± 0.1 and more", "<Estimate>", "0.1 ± 0.1 (95 %: a; b games)"]
)
def test_what_is_no_estimate_is_not_taken_for_one(text):
    assert be.exercise("M119").judge(text).state == "unreadable"


def test_an_estimate_as_text_is_no_exact_number():
    assert be.exercise("E4").judge("0.5302 ± 0.0035").state == "unreadable"


def test_a_share_of_a_share_is_judged_by_its_own_error():
    one = be.exercise("M119")
    found = be.coups(be.BanchokRules(), n=20_000, seed=one.seed)
    won = found.outcome == -1
    assert one.check(float(((found.own[:, 0] >> 2) == 13)[won].mean())).state == "right"
    assert not one.check(float(((found.own[:, 0] >> 2) == 13).mean()))


def test_gains_are_judged_by_their_own_spread():
    one = be.exercise("M120")
    found = be.coups(be.BanchokRules(), n=20_000, seed=one.seed)
    gains = -found.outcome * ((found.own[:, 0] >> 2) >= 7)
    assert one.check(be.Estimate.of_mean(gains)).state == "right"
    assert one.check(float(gains.mean())).state == "right"


def test_banks_of_the_package_are_right():
    one = be.exercise("M124")
    rules = be.BanchokRules(players=2, opening=2, deck_use="fresh_each_coup", pass_limit=None, first_banker=0, rounds=1)
    found = be.simulate(rules, be.policies.Blind(1), games=10_000, seed=one.seed)
    assert one.check(found.probability("tripled")).state == "right"
    fair = be.simulate(replace(rules, tie="push"), be.policies.Blind(1), games=10_000, seed=one.seed)
    assert not one.check(fair.probability("tripled"))


def test_pairs_and_deals_of_a_few_lines_are_right():
    one = be.exercise("H126")
    luck, cards = random.Random(one.seed), [rank for rank in range(13) for _ in range(4)]
    tied = []
    for _ in range(10_000):
        luck.shuffle(cards)
        tied.append(sum(map(int.__eq__, cards[0::2], cards[1::2])))
    assert one.check(be.Estimate.of_mean(tied)).state == "right"

    deal = be.exercise("H127")
    luck, pack, turned = random.Random(deal.seed), list(range(28)), []
    for _ in range(20_000):
        luck.shuffle(pack)
        backed = sorted(luck.sample(range(14), deal.parameters["punters"]))
        turned.append(next((place + 1 for place in backed if pack[place] < 3), 14))
    assert deal.check(Fraction(sum(turned), len(turned))).state == "right"


def test_one_honest_run_in_a_thousand_is_too_far():
    one = be.exercise("E116")
    error = one._posed.run.standard_error
    assert one.check(9 / 17 + 3.2 * error).state == "right"
    assert one.check(9 / 17 + 3.4 * error).state == "wrong"
