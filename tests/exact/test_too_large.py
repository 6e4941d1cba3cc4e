"""What would take minutes is refused at once, with the size and what to do instead."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import banchok_edu as be
from banchok_edu.formulas import symbol
from banchok_edu.games.independent_bank import FORMULAS as BANK

HUGE = 10**9
TOSS = {1: {0: "1/2", 1: "1/2"}}


def test_so_many_steps_are_not_followed():
    chain, floats = be.Chain(TOSS, start=1), be.Chain(TOSS, start=1, exact=False)
    assert chain.distribution_after(50)[1] == Fraction(1, 2**50)
    with pytest.raises(be.RulesError, match=r"n=1000000000 steps .* at most 7,000 are .*; exact=False gives floats"):
        chain.distribution_after(HUGE)
    with pytest.raises(be.RulesError, match=r"n=1000000000 steps .*; survival\(n\) tells"):
        floats.distribution_after(HUGE)
    with pytest.raises(be.RulesError, match=r"n=1000000000 steps take too long: at most 1,000,000"):
        chain.survival(HUGE)
    assert chain.survival(900) == 2.0**-900
    assert chain.survival(1_000_000) == 0.0


def test_steps_in_symbols_are_followed_for_a_while():
    p = symbol("p")
    chain = be.Chain({1: {0: p, 1: 1 - p}}, start=1)
    assert (chain.distribution_after(20)[1] - (1 - p) ** 20).expand() == 0
    with pytest.raises(be.RulesError, match="at most 140 are followed"):
        chain.distribution_after(HUGE)


def test_a_bank_is_not_followed_for_ever():
    rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    bank = be.bank_chain(rules, be.policies.Blind(1))
    for asked in ({"coups": HUGE}, {"turns": HUGE}):
        with pytest.raises(be.RulesError, match="steps of this chain take too long"):
            bank.distribution_after(**asked)


def test_a_long_sum_is_added_up_and_a_longer_one_refused():
    r, s, m = 300, 2, 3
    by_hand = r - sum(Fraction(comb(j * s, m), comb(r * s, m)) for j in range(1, r))
    assert be.banchok.formula("best_mean")(r=r, s=s, m=m) == by_hand
    r, s, d, h = 150, 3, 2, 3  # each turned card, and the hands with none of its suit above it
    turned = [(rank, suit) for rank in range(1, r + 1) for suit in range(s)]
    banker = Fraction(
        sum(comb(d * r * s - 1 - d * (r - rank), h) for rank, _ in turned), r * s * comb(d * r * s - 1, h)
    )
    assert be.polish.FORMULAS["beats/average"](r=r, s=s, d=d, h=h) == 1 - banker
    with pytest.raises(be.RulesError, match=r"a sum of 1000000000 terms .* is too long to be worked out exactly"):
        be.polish.FORMULAS["covers/average"](r=HUGE, s=4, d=2, h=3)
    with pytest.raises(be.RulesError, match="a power or a choice of 2000000 is too long"):
        BANK["tripled"](B=1_000_000, rho="9/8")
    with pytest.raises(be.RulesError, match="a choice of 1000001 is too long"):
        be.polish.FORMULAS["beats/one_deck"](r=10**6, s=10**6, h=10**6)
