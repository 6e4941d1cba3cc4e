"""Single coups: the very coups of the games, and the exact frequencies."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu.bulk import coups as single_coups
from banchok_edu.games.registry import GAMES

READINGS = ("covers", "beats", "covers_any", "total_order")
RULES = [
    *(be.BanchokRules(tie=tie) for tie in ("punter_wins", "push", "banker_wins")),
    *(be.PolishRules(win_rule=reading) for reading in READINGS),
    be.PolishRules(hand=1, decks=1, suits=2, ranks=5, win_rule="total_order", suit_order="♥♦♣♠", players=2),
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.changed()))
def test_a_coup_is_the_first_of_its_game(rules):
    found = be.coups(rules, n=60, seed=2**64 - 1, start=2**63 - 60)
    table = replace(rules, players=2, first_banker=0)
    for i in range(60):
        game = GAMES[rules.game](table, seed=2**64 - 1, index=2**63 - 60 + i)
        while not any(type(event).__name__ == "Settled" for event in game.events):
            game.choose(True if game.decision.kind == "bank" else 1)
        dealt = tuple(event.card for event in game.events if type(event).__name__ == "Dealt")
        settled = next(event for event in game.events if type(event).__name__ == "Settled")
        assert found.cards(i) == (dealt[: rules.cards_each], settled.turned)
        assert found.outcome[i] == rules.outcome(*found.cards(i))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: str(rules.changed()))
def test_a_run_of_coups_goes_on_with_start(rules):
    whole, first, then = (be.coups(rules, n=n, seed=3, start=start) for n, start in ((500, 0), (200, 0), (300, 200)))
    assert np.array_equal(whole.own, np.concatenate([first.own, then.own]))
    assert np.array_equal(whole.turned, np.concatenate([first.turned, then.turned]))
    assert first.probability("wins") + then.probability("wins") == whole.probability("wins")


@pytest.mark.parametrize(
    ("tie", "what", "exact"),
    [
        ("punter_wins", "wins", 9 / 17),
        ("push", "wins", 8 / 17),
        ("push", "draws", 1 / 17),
        ("push", "loses", 8 / 17),
        ("banker_wins", "wins", 8 / 17),
    ],
)
def test_banchok_has_its_known_frequencies(tie, what, exact):
    estimate = be.coups(be.BanchokRules(tie=tie), n=10**6, seed=1).probability(what)
    assert abs(estimate.value - exact) < 4 * estimate.standard_error


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("hand", [1, 2, 3])
def test_polish_coups_have_the_frequency_of_all_hands_of_a_small_deck(reading, hand):
    rules = be.PolishRules(players=2, ranks=4, suits=3, decks=1, hand=hand, win_rule=reading)
    wins = total = 0
    for cards in combinations(rules.cards, hand):
        outcomes = rules.outcomes(cards)
        wins, total = wins + outcomes.count(-1), total + len(outcomes)
    estimate = be.coups(rules, n=400_000, seed=2).probability()
    assert abs(estimate.value - wins / total) < 4 * estimate.standard_error


def test_every_pair_of_cards_comes_up_alike():
    rules = be.BanchokRules(players=2, ranks=2, suits=2)
    found = be.coups(rules, n=120_000, seed=4)
    pairs, counts = np.unique(found.own[:, 0] * 100 + found.turned, return_counts=True)
    assert len(pairs) == 12
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 31.3  # chi square, 11 degrees of freedom, once in a thousand


def test_black_cat_knows_no_coups_and_says_what_to_use():
    with pytest.raises(be.RulesError, match=r"black_cat is not played in coups.*be\.simulate"):
        be.coups(be.BlackCatRules())


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n": 0}, "n=0"),
        ({"n": 1.5}, "n=1.5"),
        ({"n": 10**30}, "n="),
        ({"n": 10**14}, "do not fit into memory"),
        ({"seed": -1}, "seed=-1"),
        ({"start": 2**63}, "start="),
        ({"rules": "banchok"}, "are not rules"),
    ],
)
def test_bad_input_is_named(given, message):
    with pytest.raises(be.RulesError, match=message):
        be.coups(**({"rules": be.BanchokRules()} | given))


def test_what_coups_have_not_is_named():
    found = be.coups(be.BanchokRules(), n=5)
    assert (len(found), repr(found)) == (5, "<5 coups of banchok, seed 0, from coup 0>")
    with pytest.raises(be.BanchokError, match="0 to 4"):
        found.cards(5)
    with pytest.raises(be.BanchokError, match="'wins', 'draws', 'loses'"):
        found.probability("win")


@pytest.mark.parametrize("rules", [be.BanchokRules(), be.PolishRules()], ids=lambda rules: rules.game)
def test_uncompiled_coups_on_lists_are_the_same(monkeypatch, rules):
    usual = be.coups(rules, n=50, seed=6)
    for module in ("bulk.chunks", "compiled"):
        monkeypatch.setattr(f"banchok_edu.{module}.numba_is_there", lambda: False)
    plain = single_coups.coups(rules, n=50, seed=6)
    assert [tuple(hand) for hand in plain.own] == [tuple(hand) for hand in usual.own.tolist()]
    assert plain.outcome == usual.outcome.tolist()
    assert plain.probability() == usual.probability()
    assert plain.cards(7) == usual.cards(7)
