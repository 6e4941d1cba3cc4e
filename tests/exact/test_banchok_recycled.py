"""The real deck of two players: what becomes of it when used cards go back under, by the script and by counting."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.core.events import Settled
from banchok_edu.errors import CardError, RulesError
from tests.exact.banchok_cards import TIES, deck, mean, named, pairings, ranks, rules, share, variance

B = be.banchok
EVEN = [(2, 1), (2, 2), (3, 2), (4, 1), (2, 3), (2, 4)]
LONG = {"first_banker": 0, "opening": 20_000, "triple": 1_000_000}


def first_bank(these, order, policy, seed=0):
    """Play the bank of seat 0 with its deck in this order, and give its coups: own card, turned card, outcome."""
    game = be.Banchok(these, seed=seed, stack=order).advance({1: policy})
    return [(event.cards[0], event.turned, event.outcome) for event in game.events if isinstance(event, Settled)]


# -- always a bet ------------------------------------------------------------------------------------------------------


def test_known_answers():
    found = B.frozen_deck()
    assert (found.pairs, found.mean_of_K) == (26, Rational(26, 17))
    assert found.variance_of_win_frequency == Rational(100, 184093)
    assert found.mean_win_frequency == Rational(9, 17)
    assert found.win_frequency(26) == 1
    assert sum(found.distribution) == 1
    assert found.probability_of_no_ties == found.distribution[0]


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", EVEN)
def test_all_ways_to_pair_up_a_small_deck(r, s, tie):
    ties = [sum(one[0] == other[0] for one, other in pairs) for pairs in pairings(deck(r, s))]
    found = B.frozen_deck(rules(r, s, tie))
    assert found.mean_of_K == mean(ties)
    assert found.variance_of_K == variance(ties)
    assert list(found.distribution) == [share(lambda k, n=n: k == n, ties) for n in range(r * s // 2 + 1)]
    assert found.mean_win_frequency == B.win_probability(rules=rules(r, s, tie))


@pytest.mark.parametrize("r, s", [(2, 2), (3, 2)])
def test_in_the_script_all_orders_give_the_same_law(r, s):
    pairs = r * s // 2
    these = rules(r, s, turn_limit=pairs, **LONG)
    found = Counter()
    for order in permutations([named(r, card) for card in deck(r, s)]):
        coups = first_bank(these, order, be.policies.Blind(1))
        assert len(coups) == pairs
        found[sum(own.rank == turned.rank for own, turned, _ in coups)] += 1
    total = sum(found.values())
    assert [Fraction(found[k], total) for k in range(pairs + 1)] == list(B.frozen_deck(these).distribution)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("seed", range(4))
def test_in_the_script_the_same_pairs_come_round_for_ever(seed, tie):
    these = rules(3, 2, tie, turn_limit=3000, **LONG)
    coups = first_bank(these, None, be.policies.Blind(1), seed)
    pairs = [frozenset((own, turned)) for own, turned, _ in coups]
    assert pairs == pairs[:3] * 1000
    ties = sum(own.rank == turned.rank for own, turned, _ in coups[:3])
    won = sum(outcome < 0 for _, _, outcome in coups)
    spread = (1000 * (3 - ties) / 4) ** 0.5  # of the pairs that a coin decides, 1000 times each
    assert abs(won - 3000 * B.frozen_deck(these).win_frequency(ties)) <= 4 * spread


def test_frequencies_that_were_played_have_this_mean_and_variance():
    """40 rounds of the 26 pairs in each bank; what the coins of a bank add to the variance is known exactly."""
    turns, rounds = 26 * 40, 40
    played = be.simulate(be.BanchokRules(players=2, turn_limit=turns, **LONG), be.policies.Blind(1), games=4000, seed=4)
    frequencies = (turns - (played["bank"].reshape(-1) - 20_000)) / 2 / turns
    found = B.frozen_deck()
    n, off = len(frequencies), frequencies - float(Rational(9, 17))
    assert abs(off.mean()) < 4 * frequencies.std() / n**0.5
    coins = float((26 - found.mean_of_K) * rounds) / 4 / turns**2
    squares = off**2
    exact = float(found.variance_of_win_frequency) + coins
    assert abs(squares.mean() - exact) < 4 * squares.std() / n**0.5
    # Independent coups would vary 3.3 times less.
    assert squares.mean() > 2 * (72 / 289 / turns)


def test_shuffled_decks_have_as_many_tied_pairs():
    decks = np.random.default_rng(1).permuted(np.tile(np.repeat(np.arange(13), 4), (40_000, 1)), axis=1)
    ties = (decks[:, ::2] == decks[:, 1::2]).sum(axis=1)
    for k, exact in enumerate(map(float, B.frozen_deck().distribution[:5])):
        assert abs((ties == k).mean() - exact) < 4 * (exact * (1 - exact) / len(ties)) ** 0.5


def test_an_odd_deck_reaches_all_orders():
    """The two cards on top go under, in either order: from one order of five cards all 120 are reached."""
    reached, fresh = set(), {tuple(range(5))}
    while fresh:
        reached |= fresh
        after = {rest for one, two, *others in fresh for rest in ((*others, one, two), (*others, two, one))}
        fresh = after - reached
    assert len(reached) == 120


def test_an_odd_deck_forgets_its_order():
    """Nine cards over 10,000 turns: all frequencies come near 5/8. (Ten cards would stay wherever they are frozen.)"""
    these = rules(3, 3, turn_limit=10_000, **LONG)
    won = (10_000 - (be.simulate(these, be.policies.Blind(1), games=200, seed=2)["bank"].reshape(-1) - 20_000)) / 2e4
    assert B.win_probability(rules=these) == Rational(5, 8)
    assert abs(won.mean() - 5 / 8) < 4 * won.std(ddof=1) / len(won) ** 0.5
    assert won.std() < 0.02
    assert float(B.frozen_deck(rules(5, 2)).variance_of_win_frequency) ** 0.5 > 0.07


@pytest.mark.parametrize(
    "these, say",
    [
        (rules(3, 3), "a deck of 9 cards, an odd number, does not freeze: .* tends to P\\(win\\) = 5/8"),
        (be.BanchokRules(), "players=5 is not allowed: this is about one punter"),
        (rules(13, 4, deck_use="side_pack"), "deck_use='side_pack' mixes the pairs anew"),
        (rules(13, 4, deck_use="fresh_each_coup"), "deck_use='fresh_each_coup' mixes the pairs anew"),
        (be.PolishRules(), "are not rules of Banchok"),
    ],
)
def test_decks_that_do_not_freeze(these, say):
    with pytest.raises(RulesError, match=say):
        B.frozen_deck(these)


def test_ties_that_cannot_be():
    for ties in (-1, 27, 1.0, "1"):
        with pytest.raises(RulesError, match="ties is how many pairs are tied, a whole number from 0 to 26"):
            B.frozen_deck().win_frequency(ties)


# -- a bet on good cards only ------------------------------------------------------------------------------------------

WAITING = {"first_banker": 0, "pass_limit": None, "opening": 10, "triple": 4, "turn_limit": 40}


def test_the_first_bet_of_an_eight_or_better_is_not_won_as_often_as_in_independent_coups():
    assert B.first_bet_win_probability("8") == Rational(89, 117)
    assert B.win_given_bet("8") == Rational(13, 17)
    assert B.first_bet_win_probability("2") == Rational(9, 17)  # no passes: the first coup
    assert B.first_two_bets_lost("8") == Rational(238, 4225)


@pytest.mark.parametrize("deck_use", ["recycled", "side_pack"])
@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [(2, 1), (2, 2), (3, 1), (5, 1), (2, 3), (3, 2)])
def test_the_first_bet_in_all_orders_of_a_small_deck(r, s, tie, deck_use):
    these = rules(r, s, tie, deck_use=deck_use, **WAITING)
    names = [named(r, card) for card in deck(r, s)]
    thresholds = ranks(r) if r * s < 6 else ranks(r)[1:]
    for threshold in thresholds:
        policy = be.policies.Threshold(threshold)
        outcomes = [first_bank(these, order, policy)[0][2] for order in permutations(names)]
        assert B.first_bet_win_probability(threshold, these) == share(lambda outcome: outcome < 0, outcomes)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s, threshold", [(3, 2, "K"), (5, 1, "J"), (2, 3, "K")])
def test_two_bets_lost_in_all_orders_of_a_small_deck(r, s, threshold, tie):
    these = rules(r, s, tie, **WAITING)
    lost = []
    for order in permutations([named(r, card) for card in deck(r, s)]):
        coups = first_bank(these, order, be.policies.Threshold(threshold))
        lost.append([outcome for _, _, outcome in coups[:2]] == [1, 1])
    assert B.first_two_bets_lost(threshold, these) == share(bool, lost)


def test_first_bets_that_were_played():
    """All of a bank of 1 is staked: with triple=2 the first bet ends it, with triple=4 two lost ones do."""
    common = {"players": 2, "opening": 1, "pass_limit": None}
    for triple, how, exact in (
        (2, "broken", B.first_bet_win_probability("8")),
        (4, "tripled", B.first_two_bets_lost("8")),
    ):
        played = be.simulate(
            be.BanchokRules(triple=triple, **common), be.policies.Threshold("8"), games=250_000, seed=6
        )
        estimate = played.probability(how)
        assert abs(estimate.value - exact) < 4 * estimate.standard_error
        assert estimate.standard_error < 0.001  # so 89/117 is told from 13/17, 0.004 away


@pytest.mark.parametrize(
    "change, say",
    [
        ({"players": 5}, "players=5 is not allowed"),
        ({"pass_limit": 3}, "pass_limit=3 may end the bank before a bet, as there are 24 lower cards"),
        ({"pass_limit": 24}, "pass_limit=24 may end the bank before a bet"),
        ({"turn_limit": 24}, "turn_limit=24 may end the bank before that, .* turn_limit="),
        ({"deck_use": "fresh_each_coup"}, "makes coups independent, .* use win_given_bet"),
    ],
)
def test_banks_that_may_end_before_the_bet(change, say):
    these = be.BanchokRules(**{"players": 2, "pass_limit": None} | change)
    for ask in (B.first_bet_win_probability, B.first_two_bets_lost):
        with pytest.raises(RulesError, match=say):
            ask("8", these)


def test_limits_that_cannot_be_reached_do_no_harm():
    these = be.BanchokRules(players=2, pass_limit=25, turn_limit=26)
    assert B.first_bet_win_probability("8", these) == Rational(89, 117)


def test_two_bets_that_cannot_both_be_made():
    with pytest.raises(RulesError, match="triple=2 ends the bank after one lost bet"):
        B.first_two_bets_lost("8", be.BanchokRules(players=2, pass_limit=None, triple=2))
    with pytest.raises(RulesError, match="2 cards of the threshold or better are too few: two lost bets need 4"):
        B.first_two_bets_lost("A", rules(3, 2, pass_limit=None))
    with pytest.raises(CardError, match="threshold='3'"):
        B.first_bet_win_probability("3", rules(3, 2, pass_limit=None))
