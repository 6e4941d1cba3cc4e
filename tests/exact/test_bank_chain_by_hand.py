"""One bank of independent coups: cases worked by hand, closed forms, and a plain recursion over all pairs of cards."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from xml.etree.ElementTree import fromstring

import pytest
import sympy as sp

import banchok_edu as be
from banchok_edu.formulas import symbol
from banchok_edu.games.bank_steps import Standing
from banchok_edu.games.independent_bank import FORMULAS

P = be.policies
Q = sp.Rational
PURE = {"deck_use": "fresh_each_coup", "pass_limit": None}
FRESH = {"deck_use": "fresh_each_coup"}


def test_a_bank_of_one_at_double_or_nothing_takes_one_coup():
    bank = be.bank_chain(be.BanchokRules(opening=1, triple=2, **PURE), P.Blind(1))
    assert bank.size == 1
    assert (bank.probability("tripled"), bank.probability("broken")) == (Q(8, 17), Q(9, 17))
    assert (bank.expected_coups, bank.expected_turns, bank.expected_final_bank) == (1, 1, Q(16, 17))
    assert bank.final_bank == {0: Q(9, 17), 2: Q(8, 17)}
    assert bank.generating_function() == symbol("z")


def test_a_bank_of_one_to_be_tripled():
    # Up with 8/17, down with 9/17. From 1: a = 8/17 b; from 2: b = 8/17 + 9/17 a. So a = 64/217.
    bank = be.bank_chain(be.BanchokRules(opening=1, **PURE), P.Blind(1))
    assert bank.probability("tripled") == Q(64, 217)
    assert bank.probability("lapsed") == 0
    assert bank.distribution_after(coups=2) == {
        Standing("broken", 0): Q(9, 17),
        Standing("runs", 1): Q(72, 289),
        Standing("tripled", 3): Q(64, 289),
    }


def test_a_pass_costs_a_turn_and_no_coup():
    # The whole bank on an ace, which always wins: a bet comes with chance 1/13, so 13 turns in the mean, one coup.
    bank = be.bank_chain(be.BanchokRules(players=3, **PURE), P.Threshold("A"))
    assert (bank.expected_turns, bank.expected_coups, bank.probability("broken")) == (13, 1, 1)
    assert bank.generating_function() == symbol("z")
    # Three quiet deals of two turns, (12/13)^6, end it without a coup.
    bank = be.bank_chain(be.BanchokRules(players=3, **FRESH), P.Threshold("A"))
    none = Q(12, 13) ** 6
    assert bank.probability("lapsed") == none
    assert bank.expected_coups == 1 - none
    assert sp.expand(bank.generating_function() - (none + (1 - none) * symbol("z"))) == 0
    assert bank.generating_function("lapsed") == none
    assert bank.generating_function("tripled") == 0
    assert bank.distribution_after(coups=0) == {Standing("lapsed", 10): none, Standing("runs", 10): 1 - none}
    assert bank.expected_turns == 13 * (1 - none)  # a waiting time cut off after six turns


def test_a_bet_in_a_deal_makes_the_quiet_deals_begin_again():
    # One punter, stake 1 on an ace, which always wins; bank 2. Two quiet deals running, (12/13)^2, end it, and after a
    # bet two more are needed.
    bank = be.bank_chain(be.BanchokRules(players=2, opening=2, pass_limit=2, **FRESH), P.Threshold("A", stake=1))
    quiet = Q(144, 169)
    assert bank.final_bank == {0: (1 - quiet) ** 2, 1: (1 - quiet) * quiet, 2: quiet}


def test_all_pass_and_the_bank_lapses_after_its_quiet_deals():
    bank = be.bank_chain(be.BanchokRules(players=4, **FRESH), P.Pass())
    assert (bank.probability("lapsed"), bank.expected_turns, bank.expected_coups) == (1, 9, 0)
    assert bank.distribution_after(turns=9) == {Standing("lapsed", 10): 1}
    assert bank.distribution_after(coups=1) == {Standing("lapsed", 10): 1}
    assert bank.generating_function() == 1


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
@pytest.mark.parametrize("opening", [1, 2, 7])
def test_unit_stakes_follow_the_closed_forms(tie, opening):
    # Of 51 cards 24 are higher and 24 lower in the mean, and 3 tie.
    p, q = {"punter_wins": (27, 24), "push": (24, 24), "banker_wins": (24, 27)}[tie]
    p, q = Fraction(p, 51), Fraction(q, 51)
    bank = be.bank_chain(be.BanchokRules(opening=opening, tie=tie, **PURE), P.Blind(1))
    numbers = {"B": opening, "rho": p / q}
    assert bank.probability("tripled") == FORMULAS["tripled"](**numbers)
    assert bank.expected_final_bank == FORMULAS["final bank"](**numbers)
    if p != q:
        assert bank.expected_coups == FORMULAS["expected coups"](B=opening, p=p, q=q)
    else:
        assert bank.expected_coups == FORMULAS["expected coups, fair"](B=opening, p=p)
    for goal in (2, 3, 5):
        other = be.bank_chain(be.BanchokRules(opening=opening, tie=tie, triple=goal, **PURE), P.Blind(1))
        exact = FORMULAS["reached"](B=opening, rho=p / q, g=goal) if p != q else Q(1, goal)
        assert other.probability("tripled") == exact


def test_pushes_only_delay():
    """From ranks 2, 3 of two suits: a tie comes with chance 1/3, and win and loss with 1/3 each."""
    small = {"players": 2, "ranks": 2, "suits": 2, "opening": 2, **PURE}
    bank = be.bank_chain(be.BanchokRules(tie="push", **small), P.Blind(1))
    assert bank.probability("tripled") == Q(1, 3)
    assert bank.expected_coups == Q(3, 2) * 8  # a fair walk from 2 to 0 or 6 takes 2 * 4 coups that decide


def test_the_martingale_keeps_its_mean():
    bank = be.bank_chain(be.BanchokRules(opening=4, tie="push", **PURE), P.Blind(1))
    other = be.bank_chain(be.BanchokRules(opening=4, tie="banker_wins", **PURE), P.Blind(1))
    for chain, rho in ((bank, Q(1)), (other, Q(24, 27))):
        for n in (0, 1, 7):
            after = chain.distribution_after(coups=n)
            assert sum(after.values()) == 1
            assert sum(p * rho**standing.bank for standing, p in after.items()) == rho**4
    assert FORMULAS["martingale"](n=3, p=Fraction(9, 17), q=Fraction(7, 17)) == Q(9, 7) ** 3


def test_formulas_say_where_they_do_not_hold():
    for name, numbers, said in (
        ("reached", {"B": 1, "g": 3, "rho": 1}, "at rho=1 it is 1/g"),
        ("reached", {"B": 1, "g": 1, "rho": 2}, "g is 2 or more"),
        ("expected coups", {"B": 1, "p": "1/2", "q": "1/2"}, r"at p=q it is B\*\*2/p"),
        ("martingale", {"n": 1, "p": "2/3", "q": "1/2"}, "at most 1"),
        ("expected coups, fair", {"B": 1, "p": "2/3"}, "at most 1"),
    ):
        with pytest.raises(be.RulesError, match=said):
            FORMULAS[name](**numbers)


@pytest.mark.parametrize("when", ["at_once", "after_deal"])
def test_walds_identity(when):
    # A blind share of the bank gains the bank in the mean (q - p) times the stake, so the stakes add up.
    rules = be.BanchokRules(players=4, opening=5, tripled_when=when, **FRESH)
    for stake in (1, 2, 3):
        bank = be.bank_chain(rules, P.Blind(stake))
        staked = bank.chain.expected_total(lambda state, most=stake: min(state.bank, most))
        assert bank.expected_final_bank - 5 == -Q(1, 17) * staked
    bank = be.bank_chain(rules, P.Blind(1))
    assert bank.expected_final_bank - 5 == -Q(1, 17) * bank.expected_coups


def plain_turns(rules, policies, turns):
    """Follow every pair of cards through so many turns; give how the bank stands, and the coups of those that ended."""
    standing = {("runs", rules.opening, 0, 0, False, 0): Fraction(1)}
    pairs = list(permutations(rules.cards, 2))
    for _ in range(turns):
        after = defaultdict(Fraction)
        for (how, bank, seat, quiet, bet, coups), p in standing.items():
            if how != "runs":
                after[how, bank, seat, quiet, bet, coups] += p
                continue
            for own, turned in pairs:
                wish = policies[seat].bet(_hand(rules, own))
                stake = bank * wish.part // wish.whole if wish.part else wish.fixed
                stake = 0 if stake <= 0 else min(max(stake, min(rules.min_stake, bank)), bank)
                new = bank + (stake * rules.outcome((own,), turned) if stake else 0)
                after[_judge(rules, new, seat, quiet, bet or stake > 0, coups + (stake > 0), len(policies))] += p / len(
                    pairs
                )
        standing = after
    return standing


def _hand(rules, own):
    outcomes = [rules.outcome((own,), card) for card in rules.cards if card != own]
    return P.Hand(outcomes.count(-1), outcomes.count(1), own.index)


def _judge(rules, bank, seat, quiet, bet, coups, punters):
    goal = rules.triple * rules.opening
    last = seat == punters - 1
    if bank == 0:
        return "broken", 0, 0, 0, False, coups
    if bank >= goal and (last or rules.tripled_when == "at_once"):
        return "tripled", bank, 0, 0, False, coups
    if not last:
        return "runs", bank, seat + 1, quiet, bet, coups
    quiet = 0 if bet else quiet + 1
    if quiet == rules.pass_limit:
        return "lapsed", bank, 0, 0, False, coups
    return "runs", bank, 0, quiet, False, coups


@pytest.mark.parametrize("tie", ["punter_wins", "push"])
@pytest.mark.parametrize("when", ["at_once", "after_deal"])
@pytest.mark.parametrize("pass_limit", [1, 2, None])
@pytest.mark.parametrize(
    "policies",
    [
        [P.Threshold("K", otherwise=1)],
        [P.Threshold("K", stake=1)],
        [P.Threshold("K"), P.Threshold("K")],
        [P.Threshold("A", stake=2, otherwise=0), P.Blind("bank"), P.Share(1, 2)],
    ],
)
def test_turn_by_turn_as_a_plain_recursion_over_all_pairs_of_cards(policies, pass_limit, when, tie):
    players = len(policies) + 1
    rules = be.BanchokRules(
        players=players, opening=2, pass_limit=pass_limit, tripled_when=when, tie=tie, ranks=4, suits=2, min_stake=1,
        deck_use="fresh_each_coup",
    )  # fmt: skip
    bank = be.bank_chain(rules, policies)
    for turns in (1, 2, 6):
        plain = defaultdict(Fraction)
        for (how, counters, *_), p in plain_turns(rules, policies, turns).items():
            plain[Standing(how, counters)] += p
        assert bank.distribution_after(turns=turns) == {s: Q(p.numerator, p.denominator) for s, p in plain.items()}


def test_coup_by_coup_as_a_plain_recursion():
    """Within 16 turns all banks that have at most two coups have ended, since each quiet deal ends one."""
    rules = be.BanchokRules(
        players=3, opening=2, pass_limit=1, tripled_when="after_deal", ranks=3, suits=2, **FRESH_ONLY
    )
    policies = [P.Threshold("A", stake=1), P.Threshold("K")]
    bank = be.bank_chain(rules, policies)
    ended = plain_turns(rules, policies, 9)
    for coups in (0, 1, 2):
        assert not any(how == "runs" and n <= coups for how, *_, n in ended)
        after = bank.distribution_after(coups=coups)
        for how in ("broken", "tripled", "lapsed"):
            plain = sum(p for (end, *_, n), p in ended.items() if end == how and n <= coups)
            assert sum(p for standing, p in after.items() if standing.how == how) == plain
    z = symbol("z")
    assert sp.diff(bank.generating_function(), z).subs(z, 1) == bank.expected_coups


FRESH_ONLY = {"deck_use": "fresh_each_coup"}


def test_the_least_stake_is_the_whole_of_a_small_bank():
    # Least stake 3, bank 4: a wish for 1 is raised to 3, and against a bank of 1 it is 1.
    rules = be.BanchokRules(players=2, opening=4, min_stake=3, triple=2, tie="banker_wins", **PURE)
    after = be.bank_chain(rules, P.Blind(1)).distribution_after(coups=1)
    assert {standing.bank for standing in after} == {1, 7}
    assert {s.bank for s in be.bank_chain(rules, P.Blind(1)).distribution_after(coups=2)} == {0, 2, 4, 10}


def test_polish_stakes_are_limited_by_the_opening_sum():
    rules = {"players": 2, "opening": 2, "hand": 1, "decks": 1, "win_rule": "covers", **PURE}
    limited = be.bank_chain(be.PolishRules(**rules), P.Blind("bank")).distribution_after(coups=2)
    free = be.bank_chain(be.PolishRules(stake_limit="bank", **rules), P.Blind("bank")).distribution_after(coups=2)
    assert {standing.bank for standing in limited} == {0, 2, 6}
    assert {standing.bank for standing in free} == {0, 8}


def test_the_chance_of_reaching_the_limit_of_turns():
    # A bank of 1 to be doubled by unit stakes ends at once; aces only come with 1/13 a turn.
    rules = be.BanchokRules(players=2, turn_limit=20, **PURE)
    assert be.bank_chain(rules, P.Threshold("A")).probability_of_reaching_turn_limit == pytest.approx((12 / 13) ** 20)
    assert be.bank_chain(rules, P.Blind("bank")).probability_of_reaching_turn_limit == pytest.approx(0)


def test_floats_agree_with_fractions():
    rules = be.BanchokRules(opening=9, tripled_when="after_deal", **FRESH)
    exact, floats = (be.bank_chain(rules, P.Threshold("9", otherwise=1), exact=way) for way in (True, False))
    assert not floats.exact
    for how in ("broken", "tripled", "lapsed"):
        assert floats.probability(how) == pytest.approx(float(exact.probability(how)), rel=1e-12)
    assert floats.expected_coups == pytest.approx(float(exact.expected_coups), rel=1e-12)
    assert isinstance(floats.expected_final_bank, float)


def test_it_is_shown_with_its_model():
    bank = be.bank_chain(be.BanchokRules(players=2, opening=1, **PURE), P.Blind(1))
    assert "P(tripled)" in repr(bank)
    assert "0.294931 = 64/217" in repr(bank)
    assert bank.model == bank.chain.model == "fresh_each_coup"
    assert "".join(fromstring(bank._repr_html_()).itertext()).count("independent coups") == 1


def test_the_variance_of_the_coups_of_a_bank_of_one_is_that_of_its_two_states():
    # from 1 the bank is broken (q) or goes to 2 (p); from 2 it is tripled (p) or goes back to 1 (q)
    p, q = Fraction(8, 17), Fraction(9, 17)
    mean_1 = (1 + p) / (1 - p * q)
    mean_2 = 1 + q * mean_1
    # second moments: M1 = 1 + 2 p m2 + p M2, M2 = 1 + 2 q m1 + q M1
    second = (1 + 2 * p * mean_2 + p * (1 + 2 * q * mean_1)) / (1 - p * q)
    rules = be.BanchokRules(players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    bank = be.bank_chain(rules, be.policies.Blind(1))
    assert mean_1 == Fraction(425, 217)
    assert bank.variance_of_coups == second - mean_1**2
    assert bank.formulas["tripled"](B=1, rho=Fraction(9, 8)) == bank.probability("tripled")
