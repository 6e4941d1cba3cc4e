"""Exact beside simulated: 100,000 deals and more by the kernel, each number within four standard errors."""

from __future__ import annotations

from dataclasses import replace

import pytest

import banchok_edu as be

cat = be.black_cat
GAMES = 200_000


def assert_near(exact, estimate):
    assert estimate.standard_error > 0
    z = (estimate.value - float(exact)) / estimate.standard_error
    assert abs(z) < 4, f"{exact} = {float(exact):.6f}, but {estimate}: z = {z:.1f}"


def played(rules, seed, policies=None):
    return be.simulate(replace(rules, deals=1), policies, games=GAMES, seed=seed, keep="summary")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_deal_of_the_usual_pack(players):
    rules = be.BlackCatRules(players=players)
    deal, sim = cat.one_deal(rules), played(rules, seed=21 + players)
    for how in ("all_turned", "broken", "Scoop", "Transfer Bank", "Official Receiver"):
        assert_near(deal.ended[how], sim.probability(how))
    assert_near(deal.turned, sim.mean("turned"))
    assert_near(deal.pool.mean, sim.mean("pool"))
    assert_near(deal.reserve.mean, sim.mean("reserve"))
    for seat in range(players):
        assert_near(deal.gains[seat], sim.mean("gain", seat=seat))


@pytest.mark.parametrize(
    "reading", [{"receiver": "plays_on"}, {"holiday": "new_deal"}, {"settle": "leave", "ante": 2}], ids=str
)
def test_one_deal_by_other_readings(reading):
    rules = be.BlackCatRules(players=4, order="random", **reading)
    deal, sim = cat.one_deal(rules), played(rules, seed=31)
    for how, p in deal.ended.items():
        assert_near(p, sim.probability(how))
    for seat in range(4):
        assert_near(deal.gains[seat], sim.mean("gain", seat=seat))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_model_without_broken_banks(players):
    rules = be.BlackCatRules(players=players, stake=1000)
    sim = played(rules, seed=41 + players)
    for how, p in cat.endings(rules).items():
        assert_near(p, sim.probability(how))
    assert_near(cat.expected_cards_turned(rules), sim.mean("turned"))


@pytest.mark.parametrize("positions", [(1, 2, 3, 4), (11, 12, 13, 14)])
def test_where_the_markers_lie(positions):
    rules = be.BlackCatRules(stake=1000)
    sim = played(rules, 51, [be.policies.Backing()] + [be.policies.Backing([p]) for p in positions])
    assert_near(cat.expected_cards_turned(rules, positions), sim.mean("turned"))


def test_what_a_marker_is_worth_in_its_place():
    """All cards for all players left out of the pack; the other three back at random, after the first has chosen."""
    pack = {
        card: n for card, n in be.BlackCatRules().pack.items() if card.split()[0] in ("In", "Out", "Stake", "Scoop")
    }
    rules = be.BlackCatRules(stake=100, pack=pack)
    for position in (1, 14):
        policies = [be.policies.Backing()] * 5
        policies[1] = be.policies.Backing([position])
        assert_near(cat.marker_value(position, rules), played(rules, 61, policies).mean("gain", seat=1))
    assert_near(cat.banker_burden(rules), played(rules, 62).mean("gain", seat=0))
