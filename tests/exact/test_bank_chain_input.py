"""Rules and policies that have no chain of independent coups: the error explains."""

from __future__ import annotations

from dataclasses import replace

import pytest

import banchok_edu as be
from banchok_edu.games import independent_bank

P = be.policies
FRESH = be.BanchokRules(players=3, deck_use="fresh_each_coup")


@pytest.mark.parametrize(
    "rules, said",
    [
        (be.BanchokRules(), r"with deck_use='recycled' a coup depends on the cards used before"),
        (be.PolishRules(), r"with deck_use='side_pack'"),
        (replace(FRESH, purse=50), r"with purse=50 what can be staked depends on every punter's purse"),
        (be.PolishRules(deck_use="fresh_each_coup", exposure="1/10"), r"with exposure=1/10 some coups"),
        (be.BlackCatRules(), r"give BanchokRules\(\.\.\.\) or PolishRules\(\.\.\.\)"),
        (7, r"7 has no bank of independent coups"),
    ],
)
def test_rules_without_independent_coups_are_refused(rules, said):
    with pytest.raises(be.RulesError, match=said):
        be.bank_chain(rules, P.Blind(1))


class Moody(P.Blind):
    def __call__(self, view):
        return 0


@pytest.mark.parametrize(
    "policy, said",
    [
        (P.CardCounter(), "is no table policy"),
        (lambda _: 1, r"table policies are Pass\(\), Blind\(\.\.\.\), Threshold"),
        (Moody(1), "is no table policy"),
        (P.Blind, r"Blind is a kind of policy: make one, Blind\(\.\.\.\)"),
        ("Blind", "'Blind' is no table policy"),
        (None, "None is no table policy"),
        (P.Kelly(), "give the rules a limited purse"),
        (P.Share(1, 2, of="purse"), "a share of the purse needs a limited purse"),
        (P.Backing(), "is for Black Cat"),
        ([P.Blind(1)], "1 policies are given for 2 punters"),
        ([P.Blind(1), None], "None is no table policy"),
    ],
)
def test_policies_that_are_no_table_are_refused(policy, said):
    with pytest.raises(be.RulesError, match=said):
        be.bank_chain(FRESH, policy)


def test_a_bank_that_would_never_end_is_refused():
    endless = replace(FRESH, pass_limit=None)
    with pytest.raises(be.RulesError, match=r"nobody bets against a bank of 10 counters, and with pass_limit=None"):
        be.bank_chain(endless, P.Pass())
    with pytest.raises(be.RulesError, match=r"nobody bets against a bank of 1 counter,"):
        be.bank_chain(endless, P.Share(1, 2))
    assert be.bank_chain(endless, [P.Pass(), P.Blind(1)]).probability("lapsed") == 0


def test_a_rank_is_no_threshold_for_three_cards():
    with pytest.raises(be.RulesError, match="Threshold"):
        be.bank_chain(be.PolishRules(deck_use="fresh_each_coup"), P.Threshold("9"))


def test_questions_are_checked():
    bank = be.bank_chain(FRESH, P.Blind(1))
    with pytest.raises(be.RulesError, match="'won' is no end of a bank: a bank is broken, tripled or lapsed"):
        bank.probability("won")
    with pytest.raises(be.RulesError, match="say after what"):
        bank.distribution_after()
    with pytest.raises(be.RulesError, match="say after what"):
        bank.distribution_after(coups=1, turns=1)


def test_a_bank_that_is_too_large_is_refused(monkeypatch):
    monkeypatch.setattr(independent_bank, "MOST_STATES", 50)
    with pytest.raises(be.RulesError, match="opened with 100 counters has more than 50 states"):
        be.bank_chain(replace(FRESH, opening=100), P.Blind(1))
    monkeypatch.undo()
    with pytest.raises(be.RulesError, match=r"6,299 states, the most is 6,000; exact=False gives floats"):
        be.bank_chain(replace(FRESH, opening=2100), P.Blind(1))
    assert be.bank_chain(replace(FRESH, opening=2100), P.Blind(1), exact=False).expected_coups == pytest.approx(35700)
