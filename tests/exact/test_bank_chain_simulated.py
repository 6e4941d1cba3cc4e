"""The chain of a bank beside the compiled kernel: the same rules, written twice, within four standard errors."""

from __future__ import annotations

from math import sqrt

import pytest

import banchok_edu as be

P = be.policies
GAMES = 25_000
FRESH = {"deck_use": "fresh_each_coup"}
ENDS = ("broken", "tripled", "lapsed")


def assert_near(exact, found, what):
    """``found`` has one line a game; games are independent, banks of one game are taken together."""
    means = found.reshape(len(found), -1).mean(axis=1)
    error = means.std(ddof=1) / sqrt(len(means))
    if error == 0:
        assert means[0] == float(exact), what
    else:
        z = (means.mean() - float(exact)) / error
        assert abs(z) < 4, f"{what}: {means.mean():.5f} ± {error:.5f}, but {float(exact):.5f}: z = {z:.1f}"


def assert_agrees(rules, policies, chain, banks=slice(None)):
    sim = be.simulate(rules, policies, games=GAMES, seed=20)
    for code, how in enumerate(ENDS):
        assert_near(chain.probability(how), (sim["ended"] == code)[:, banks], how)
    assert_near(chain.expected_coups, sim["coups"][:, banks], "coups")
    assert_near(chain.expected_final_bank, sim["bank"][:, banks], "final bank")


@pytest.mark.parametrize("when", ["at_once", "after_deal"])
@pytest.mark.parametrize(
    "players, tie, pass_limit, policy",
    [
        (2, "punter_wins", None, P.Blind(1)),
        (3, "push", None, P.Threshold("8", otherwise=1)),
        (4, "banker_wins", 1, P.Threshold("10", stake=3)),
        (5, "punter_wins", 3, P.Threshold("Q")),
        (5, "punter_wins", 3, P.Share(1, 2)),
        (3, "push", 2, P.Optimal()),
    ],
)
def test_banchok(players, tie, pass_limit, policy, when):
    rules = be.BanchokRules(players=players, opening=5, tie=tie, pass_limit=pass_limit, tripled_when=when, **FRESH)
    assert_agrees(rules, policy, be.bank_chain(rules, policy))


@pytest.mark.parametrize("win_rule, wins", [("covers", 80), ("beats", 40), ("covers_any", 75), ("total_order", 85)])
@pytest.mark.parametrize("limit", ["opening", "bank"])
def test_polish(win_rule, wins, limit):
    policy = P.Threshold(wins=wins, otherwise=1) if limit == "bank" else P.Threshold(wins=wins)
    rules = be.PolishRules(players=4, opening=6, win_rule=win_rule, stake_limit=limit, min_stake=2, **FRESH)
    assert_agrees(rules, policy, be.bank_chain(rules, policy))


@pytest.mark.parametrize("when", ["at_once", "after_deal"])
def test_punters_who_play_differently(when):
    """Only the first bank is looked at, since who acts first changes with the banker."""
    rules = be.BanchokRules(players=4, opening=5, first_banker=0, pass_limit=2, tripled_when=when, **FRESH)
    punters = [P.Threshold("A", stake="bank"), P.Share(1, 3), P.Threshold("9", stake=2)]
    assert_agrees(rules, [P.Pass(), *punters], be.bank_chain(rules, punters), banks=slice(1))


def test_the_limit_of_turns_is_reached_as_often_as_the_chain_says():
    """With the limit, a bank that is still open then lapses; without a pass limit no other one does."""
    rules = be.BanchokRules(players=3, opening=5, pass_limit=None, turn_limit=60, **FRESH)
    sim = be.simulate(rules, P.Blind(1), games=GAMES, seed=21)
    reached = be.bank_chain(rules, P.Blind(1)).probability_of_reaching_turn_limit
    assert 0.1 < reached < 0.9
    assert_near(reached, sim["ended"] == 2, "turns")
