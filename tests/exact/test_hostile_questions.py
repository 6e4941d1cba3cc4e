"""What cannot be used is refused in words, whatever it is: arrays, lists, functions that are none."""

from __future__ import annotations

import numpy as np
import pytest

import banchok_edu as be

TOSS = {1: {0: "1/2", 2: "1/2"}}


def test_an_array_is_no_rank():
    for ask in (be.banchok.win_probability, be.banchok.kelly, be.banchok.threshold_value):
        with pytest.raises(be.CardError, match=r"array\(\[1, 2\]\) is not a rank of this deck"):
            ask(np.array([1, 2]))


@pytest.mark.parametrize("of", [None, 3, "bank", [1], np.int64(3)])
def test_a_mean_asks_for_a_function(of):
    chain = be.Chain(TOSS, start=1)
    for ask in (chain.expected_total, chain.expected_value):
        with pytest.raises(be.RulesError, match="is not a function of the state: give one, such as"):
            ask(of)


def test_labels_and_model_are_words():
    for labels in (lambda state: [state], {0: [], 2: "won"}):
        with pytest.raises(be.RulesError, match=r"\[.*\] cannot be the label of 0"):
            be.Chain(TOSS, labels=labels)
    with pytest.raises(be.RulesError, match="model=3 is not allowed"):
        be.Chain(TOSS, model=3)


def test_one_state_is_not_called_states():
    assert repr(be.Chain(TOSS)) == "<Chain of 1 state and 2 absorbing ones; ends: 0, 2>"
    assert repr(be.Chain({1: {0: 1}, 2: {1: 1}})) == "<Chain of 2 states and 1 absorbing one; ends: 0>"


def test_the_answers_of_a_bank_are_asked_for_in_words():
    rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    bank = be.bank_chain(rules, be.policies.Blind(1))
    for question in ([], {}, np.array([1])):
        with pytest.raises(be.RulesError, match="the chain of a bank does not tell"):
            bank.answer(question)


def test_a_derivation_is_cut_at_a_step_of_numpy():
    whole = be.derivation("banchok/win")
    assert len(whole.upto(np.int64(2)).steps) == 2
    assert whole.upto(np.int64(2)).left_out == len(whole.steps) - 2


def test_a_comparison_has_a_name_and_a_number_that_can_be_shown():
    wins = be.coups(be.BanchokRules(), n=100, seed=7).probability("wins")
    for name in (3, b"wins", ["wins"], np.array([1, 2])):
        with pytest.raises(be.BanchokError, match="say in words what both numbers are"):
            be.compare("9/17", wins, name=name)
    with pytest.raises(be.BanchokError, match="too large to be compared"):
        be.compare(10**400, wins)
    html = be.compare("9/17", wins, name="<b>")._repr_html_()
    assert "/>" not in html
    assert "&lt;b&gt;" in html
