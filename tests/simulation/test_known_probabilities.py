"""Frequencies of the compiled kernels beside probabilities worked out by counting cards, over ten million coups.

No stopping bias enters: every bank has the same number of turns, each of them a coup. For that everything is reshuffled
before each coup (``fresh_each_coup``), every punter stakes 1, the bank opens with more counters than it has turns, so
that it is never broken nor tripled, and it lapses by ``turn_limit``. (Where a bank ends when somebody has won much, the
coups before its end are not a fair sample: they win too often.) What the bank has gained then tells how many were won.
Standard errors are computed over games as clusters: each game is one observation, the share of its coups.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb, sqrt

import numpy as np
import pytest

import banchok_edu as be
from tests.simulation.bulk import P, fast

COUPS = 10**7
TURNS = 1000
PLAYERS = 5


def assert_near(exact, shares):
    """Compare a probability with the mean of shares, one for each game, within four standard errors."""
    error = shares.std(ddof=1) / sqrt(len(shares))
    z = (shares.mean() - float(exact)) / error
    assert abs(z) < 4, f"{shares.mean():.6f} ± {error:.6f}, but {exact} = {float(exact):.6f}: z = {z:.1f}"


def shares_won(rules, seed):
    """Give for each game the share of coups that punters won, where nobody gets his stake back."""
    games = COUPS // (PLAYERS * TURNS)
    found = fast(rules, [P.Blind(1)] * PLAYERS, seed, 0, games)
    assert (found["coups"] == TURNS).all()
    assert (found["ended"] == 2).all()
    gained = found["bank"].reshape(games, PLAYERS) - rules.opening
    return ((TURNS - gained) / 2).mean(axis=1) / TURNS


FRESH = {"players": PLAYERS, "opening": TURNS + 1, "turn_limit": TURNS, "deck_use": "fresh_each_coup"}


@pytest.mark.parametrize(
    "tie, exact",
    [
        # Of the 51 other cards 3 have the rank of the punter's own; the rest are higher as often as lower.
        ("punter_wins", Fraction(9, 17)),
        ("banker_wins", Fraction(8, 17)),
    ],
)
def test_banchok_a_punter_wins_nine_times_in_seventeen(tie, exact):
    assert_near(exact, shares_won(be.BanchokRules(tie=tie, **FRESH), seed=11))


def test_banchok_one_stake_in_seventeen_is_returned_where_ties_are_a_push():
    rules = be.BanchokRules(tie="push", players=2, turn_limit=1)
    bank = fast(rules, [P.Blind(1)] * 2, 12, 0, 10**6)["bank"].reshape(-1, 2)
    for change, exact in ((-1, Fraction(8, 17)), (0, Fraction(1, 17)), (1, Fraction(8, 17))):
        assert_near(exact, (bank - rules.opening == change).mean(axis=1))


def chance_of_the_banker(win_rule):
    """Count hands of three among the 103 cards that are not turned: 104 cards, 26 of a suit, 8 of a rank.

    For the turned card of rank r = 1 to 13, 2 (r - 1) cards of its suit are lower and 2 (13 - r) are higher; 78 cards
    are of other suits. In the total order, 2 p cards are below the card at place p = 0 to 51.
    """
    hands = comb(103, 3)
    if win_rule == "total_order":
        return Fraction(sum(comb(2 * p, 3) for p in range(52)), 52 * hands)
    won = 0
    for r in range(1, 14):
        lower, higher = 2 * (r - 1), 2 * (13 - r)
        won += {
            "covers": comb(78 + lower, 3) - comb(78, 3),
            "beats": comb(103 - higher, 3),
            "covers_any": hands - comb(103 - lower, 3),
        }[win_rule]
    return Fraction(won, 13 * hands)


@pytest.mark.parametrize(
    "win_rule, rounded", [("covers", 0.248), ("beats", 0.701), ("covers_any", 0.299), ("total_order", 0.245)]
)
def test_polish_the_banker_wins_as_often_as_hands_say(win_rule, rounded):
    exact = chance_of_the_banker(win_rule)
    assert round(float(exact), 3) == rounded
    assert_near(1 - exact, shares_won(be.PolishRules(win_rule=win_rule, **FRESH), seed=13))


def test_black_cat_a_scoop_is_dealt_and_backed_three_times_in_twenty_eight():
    """Nothing else in this pack ends a deal, and no call is ever made on the pool: all cards before it are turned."""
    rules = be.BlackCatRules(players=4, pack={"Scoop": 1, "In 1": 14, "In 3": 10, "Reserve": 2, "Contribution": 1})
    assert len(rules.cards) == 28
    games = COUPS // rules.deals
    ended = fast(rules, [P.Backing()] * 4, 14, 0, games)["ended"].reshape(games, rules.deals)
    assert set(np.unique(ended)) == {0, 2}
    assert_near(Fraction(14, 28) * Fraction(3, 14), (ended == 2).mean(axis=1))


# -- decks so small that all their orders can be counted ---------------------------------------------------------------


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
@pytest.mark.parametrize("deck_use", ["recycled", "side_pack"])
def test_banchok_the_first_deal_of_all_orders_of_six_cards(tie, deck_use):
    """Two punters hold the first and second card, and the third and fourth are turned."""
    settled = {"punter_wins": -1, "push": 0, "banker_wins": 1}[tie]
    counted = Counter()
    for order in permutations([1, 1, 2, 2, 3, 3]):
        coups = [(turned > own) - (turned < own) or settled for own, turned in zip(order[:2], order[2:4], strict=True)]
        counted[sum(coups)] += 1
    rules = be.BanchokRules(players=3, ranks=3, suits=2, tie=tie, turn_limit=2, deck_use=deck_use)
    bank = fast(rules, [P.Blind(1)] * 3, 15, 0, 300_000)["bank"].reshape(-1, 3)
    assert set(np.unique(bank - rules.opening)) == set(counted)
    for gained, orders in counted.items():
        assert_near(Fraction(orders, 720), (bank - rules.opening == gained).mean(axis=1))


def test_banchok_two_players_see_the_same_three_pairs_for_ever_when_used_cards_are_recycled():
    """A bank with six cards: three coups, then the same pairs shuffled; so the second coup depends on the first."""
    rules = be.BanchokRules(players=2, ranks=3, suits=2, turn_limit=6, opening=100)
    bank = fast(rules, [P.Blind(1)] * 2, 16, 0, 300_000)["bank"].reshape(-1, 2)
    counted = Counter()
    for order in permutations([1, 1, 2, 2, 3, 3]):
        pairs = [order[i : i + 2] for i in (0, 2, 4)]
        for turn in range(8):  # each used pair comes back either way round, whatever became of the others
            again = [pair[::-1] if turn >> x & 1 else pair for x, pair in enumerate(pairs)]
            counted[sum(1 if turned > own else -1 for own, turned in pairs + again)] += 1
    for gained in range(-6, 7):
        share = (bank - rules.opening == gained).mean(axis=1)
        assert share.any() == (counted[gained] > 0)
        if counted[gained]:
            assert_near(Fraction(counted[gained], 8 * 720), share)


def test_polish_the_first_coup_of_all_orders_of_six_cards():
    """Hands of two among three ranks and two suits: the banker wins when the turned card covers the hand."""
    cards = [(rank, suit) for rank in (1, 2, 3) for suit in (0, 1)]
    won = 0
    for *hand, turned in permutations(cards, 3):
        held = [rank for rank, suit in hand if suit == turned[1]]
        won += bool(held) and turned[0] > max(held)
    rules = be.PolishRules(players=2, ranks=3, suits=2, decks=1, hand=2, opening=10, turn_limit=1)
    bank = fast(rules, [P.Blind(1)] * 2, 17, 0, 300_000)["bank"].reshape(-1, 2)
    assert_near(Fraction(won, 120), (bank > rules.opening).mean(axis=1))


def test_black_cat_the_first_deal_of_all_orders_of_four_cards():
    """One punter backs the first of four positions: how the deal ends, and what the pool is then."""
    rules = be.BlackCatRules(
        players=2, deals=1, stake=2, dealt=4, pack={"In 1": 1, "Out 3": 1, "Distribution": 1, "Scoop": 1}
    )
    counted = Counter()
    for first, *others in permutations(["In 1", "Out 3", "Distribution", "Scoop"]):
        # Pool 2. A Distribution leaves 0; an In adds 1; an Out takes 3, which breaks the bank: a new stake of 2.
        how, pool = {"In 1": (0, 1), "Out 3": (1, 2), "Distribution": (0, 0), "Scoop": (2, 2)}[first]
        counted[how, pool] += 1
        assert len(others) == 3
    found = fast(rules, [P.Backing("first")] * 2, 18, 0, 300_000)
    ends = list(zip(found["ended"].tolist(), found["pool"].tolist(), strict=True))
    assert set(ends) == set(counted)
    for end, orders in counted.items():
        assert_near(Fraction(orders, 24), np.array([e == end for e in ends]))
