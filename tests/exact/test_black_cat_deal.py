"""One deal by all rules: hand-worked cases, and every deal of tiny packs by the real script, for all readings."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.errors import RulesError
from tests.exact.cat_enumerated import chances, every_deal, expected

cat = be.black_cat

TINY = [
    {
        "pack": {"Reserve": 1, "Out 3": 1, "Distribution": 1, "Official Receiver": 1},
        "dealt": 3,
        "players": 3,
        "stake": 2,
    },
    {"pack": {"Official Receiver": 2, "In 2": 1, "Distribution": 1}, "dealt": 4, "players": 4, "stake": 3},
    {"pack": {"Stake": 1, "Official Receiver": 1, "Out 5": 1, "Contribution": 1}, "dealt": 3, "players": 3, "stake": 4},
    {"pack": {"Scoop": 1, "Bank Holiday": 1, "Out 2": 2, "Reserve": 1}, "dealt": 3, "players": 2, "stake": 1},
    {"pack": {"Transfer Bank": 1, "In 3": 1, "Out 2": 2}, "dealt": 4, "players": 3, "stake": 2, "ante": 1},
]
READINGS = {
    "unbacked": ("void", "banker"),
    "reserve_pays": ("all", "punters"),
    "receiver": ("new_deal", "plays_on"),
    "holiday": ("plays_on", "new_deal"),
    "settle": ("banker", "leave"),
}
SOME = [dict(zip(READINGS, values, strict=True)) for values in product(*READINGS.values())][::3]
"""A third of the combinations: each two values come together in some of them."""


def rational(number):
    number = Fraction(number)
    return Rational(number.numerator, number.denominator)


def rationals(found):
    return {key: rational(p) for key, p in found.items() if p}


def assert_is_played(rules):
    deals = list(every_deal(rules))
    deal = cat.one_deal(rules)
    assert deal.ended == rationals(chances(deals, lambda deal: deal.how))
    assert deal.turned == rational(expected(deals, lambda deal: len(deal.turned)))
    assert dict(deal.pool) == rationals(chances(deals, lambda deal: deal.pool))
    assert dict(deal.reserve) == rationals(chances(deals, lambda deal: deal.reserve))
    seats = range(rules.players)
    assert deal.gains == tuple(rational(expected(deals, lambda deal, seat=seat: deal.gains[seat])) for seat in seats)


@pytest.mark.parametrize("reading", SOME, ids=lambda reading: "-".join(reading.values()))
@pytest.mark.parametrize("agreed", TINY, ids=lambda agreed: "-".join(agreed["pack"]))
def test_every_deal_of_a_tiny_pack(agreed, reading):
    assert_is_played(be.BlackCatRules(**agreed, **reading))


@pytest.mark.parametrize(
    "pack",
    [
        {"Out 2": 2, "In 1": 1, "Distribution": 1, "Scoop": 1},
        {"Official Receiver": 1, "Stake": 1, "Out 5": 1, "Bank Holiday": 1, "Reserve": 1},
    ],
    ids="-".join,
)
@pytest.mark.parametrize("unbacked", ["void", "banker"])
def test_every_deal_with_two_markers_a_punter(pack, unbacked):
    rules = {"players": 2, "backs": 2, "dealt": 4, "stake": 3, "ante": 1}
    assert_is_played(be.BlackCatRules(pack=pack, unbacked=unbacked, **rules))


def test_two_outs_break_a_pool_of_six_that_has_eight_blanks_beside():
    """Two of 28 cards are backed: pairs of Outs with a sum of 7 or more, C(28, 2) = 378 pairs in all.

    5 and 5: 1 pair; 5 and 4, 5 and 3, 5 and 2, 4 and 3: 4 pairs each; 4 and 4: 1. That is 18.
    """
    rules = be.BlackCatRules(players=3, pack=blank_pack())
    assert cat.broken_probability(rules=rules) == Rational(18, 378) == Rational(1, 21)


def test_four_backed_cards_break_a_pool_of_six_that_has_eight_blanks_beside():
    assert cat.broken_probability(5, be.BlackCatRules(pack=blank_pack())) == Rational(6127, 40950)


def blank_pack():
    """Give the usual pack with Stakes for all specials: they do nothing to the pool."""
    return {f"{kind} {k}": 2 for kind in ("In", "Out") for k in range(1, 6)} | {"Stake": 8}


def test_an_out_of_five_and_a_distribution_break_a_pool_of_six():
    """5 and 2 are more than 6, whichever comes first; either alone is not."""
    pack = {"Out 5": 2, "Stake": 25, "Distribution": 1}
    rules = be.BlackCatRules(players=2, pack=pack)
    # An Out under the one marker: 2/28. The Distribution among the 13 other cards laid, of 27: 13/27.
    assert cat.broken_probability(rules=rules) == Rational(2, 28) * Rational(13, 27)


def test_the_heir_of_a_broken_bank_stakes():
    """Both cards are backed by the two punters, and the Out 3 finds a pool of 2: the punter on the left has to bank.

    The Out is equally likely under either marker. Its backer gets 2, the left one stakes 2 and takes them at the end.
    """
    deal = cat.one_deal(be.BlackCatRules(pack={"Out 3": 2}, dealt=2, players=3, stake=2))
    assert deal.ended == {"broken": 1}
    assert deal.gains == (-2, 1, 1)
    assert deal.turned == 1
    assert cat.punter_gain(rules=deal.rules) == cat.punter_gain(2, deal.rules) == 1
    assert cat.banker_gain(deal.rules) == -2
    left = cat.one_deal(be.BlackCatRules(pack={"Out 3": 2}, dealt=2, players=3, stake=2, settle="leave"))
    assert left.gains == (-2, -1, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_adds_up(players):
    deal = cat.one_deal(be.BlackCatRules(players=players))
    assert sum(deal.ended.values()) == sum(deal.pool.values()) == sum(deal.reserve.values()) == 1
    assert sum(deal.gains) == 0
    left = cat.one_deal(be.BlackCatRules(players=players, settle="leave"))
    assert sum(left.gains) + left.pool.mean + left.reserve.mean == 0


def test_with_a_deep_pool_it_is_the_model_without_broken_banks():
    rules = be.BlackCatRules(players=4, stake=200, holiday="new_deal")
    deal = cat.one_deal(rules)
    assert deal.ended == {how: p for how, p in cat.endings(rules).items() if p}
    assert deal.turned == cat.expected_cards_turned(rules)
    pack = {card: n for card, n in be.BlackCatRules().pack.items() if card[0] in "IOS" or card == "Transfer Bank"}
    rules = be.BlackCatRules(players=4, stake=200, pack={**pack, "Official Receiver": 1})
    assert cat.banker_gain(rules) == cat.banker_burden(rules)
    assert cat.punter_gain(rules=rules) == cat.marker_value(rules=rules)


def test_another_pool_and_reserve_to_begin_with():
    pack = {"Out 5": 3, "In 2": 2, "Distribution": 1, "Transfer Bank": 1}
    rules = be.BlackCatRules(pack=pack, dealt=4, players=3, stake=6)
    other = be.BlackCatRules(pack=pack, dealt=4, players=3, stake=9)
    deal = cat.one_deal(rules, pool=9)
    # A new stake comes with a broken bank alone: all else is the same.
    assert deal.ended == cat.one_deal(other).ended
    assert deal.turned == cat.one_deal(other).turned
    assert cat.one_deal(rules, pool=6) == cat.one_deal(rules)
    rich = cat.one_deal(rules, pool=9, reserve=100)
    assert rich.ended == deal.ended
    assert sum(rich.gains) == sum(deal.gains) == 0
    # Nothing is lost to the claimants, and the banker loses the reserve with the bank.
    assert sum(rich.gains[1:]) > sum(deal.gains[1:])


def test_the_order_of_turning_and_the_seat_of_the_banker_do_not_matter():
    other = be.BlackCatRules(players=3, order="random", first_banker=2, deals=3)
    assert cat.one_deal(other) == cat.one_deal(be.BlackCatRules(players=3))


def test_too_many_players_are_refused_with_how_many_can_be_counted():
    with pytest.raises(RulesError, match=r"at most players=7 can be counted; simulate it.*be\.simulate"):
        cat.broken_probability(players=8)
    with pytest.raises(RulesError, match="not even two players can"):
        cat.one_deal(be.BlackCatRules(players=2, unbacked="banker"))


@pytest.mark.parametrize("reading", [{"purse": 9}, {"receiver": "plays_on", "backs": 2, "players": 3}], ids=str)
def test_rules_that_are_not_followed_are_refused(reading):
    with pytest.raises(RulesError, match="one exact deal does not hold for"):
        cat.one_deal(be.BlackCatRules(**reading))


@pytest.mark.parametrize("asked", [{"pool": -1}, {"reserve": 1.5}, {"pool": True}, {"reserve": None}, {"pool": 10**10}])
def test_pools_that_cannot_be_are_refused(asked):
    with pytest.raises(RulesError, match="is not allowed"):
        cat.one_deal(be.BlackCatRules(players=2), **asked)


def test_bad_questions_are_refused(capsys):
    for place in (0, 3, "1", 1.0):
        with pytest.raises(RulesError, match="1, on the banker's left, to 2"):
            cat.punter_gain(place, be.BlackCatRules(players=3))
    with pytest.raises(RulesError, match="players"):
        cat.broken_probability(players=1)
    with pytest.raises(RulesError, match="progress"):
        cat.one_deal(be.BlackCatRules(players=3, stake=5), progress="yes")


def test_a_progress_bar_reaches_its_end(capsys):
    cat.one_deal(be.BlackCatRules(players=3, stake=7), progress=True)
    assert "100%" in capsys.readouterr().err


def test_counting_stops_when_there_are_too_many_states(monkeypatch):
    monkeypatch.setattr("banchok_edu.games.black_cat.exact.records.MOST_STATES", 100)
    with pytest.raises(RulesError, match=r"fewer players.*can be counted; simulate it"):
        cat.one_deal(be.BlackCatRules(players=3, stake=8))
