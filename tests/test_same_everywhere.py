"""The same rules, seed and choices give the same events on every Python and every platform.

This module imports the standard library, pytest and the package only, so that it runs where nothing else is installed.
A digest below may change only when the rules or the convention of luck are meant to change.
"""

import hashlib
import importlib.util
import warnings
from dataclasses import fields
from fractions import Fraction

import pytest

import banchok_edu as be

BOLD = be.policies.Threshold("9", otherwise=1)
CAREFUL = be.policies.Threshold(wins=60, otherwise=1)


def anything(view):
    """Choose by the luck of the policies alone."""
    asked = view.decision
    if asked.kind == "bank":
        return view.luck(6) > 0
    if asked.options:
        return asked.options[view.luck(len(asked.options))]
    if asked.may_pass and view.luck(3) == 0:
        return 0
    return asked.low + view.luck(min(asked.high - asked.low + 1, 20))


PINNED = {
    "banchok": (
        lambda: be.Banchok(be.BanchokRules(), seed=7).advance(BOLD),
        "5ea9171af1196db45574743535df2c82",
    ),
    "banchok far out": (
        lambda: be.Banchok(be.BanchokRules(players=10, tie="push"), seed=2**64 - 1, index=2**63 - 1).advance(anything),
        "a1de37c8a70064bcfb6450860e6ca663",
    ),
    "banchok after the deal, side pack, purses": (
        lambda: be.Banchok(
            be.BanchokRules(
                players=4, tripled_when="after_deal", deck_use="side_pack", purse=40, rounds=3, ranks=5, suits=2
            ),
            seed=12,
            index=48_213,
        ).advance(anything),
        "ffa568e3c7ff0ed5e971daeb95ea8d15",
    ),
    "banchok in fresh coups": (
        lambda: be.Banchok(
            be.BanchokRules(players=6, deck_use="fresh_each_coup", tie="banker_wins", opening_choice="free"), seed=3
        ).advance(anything),
        "8ba7457b0e7058891eed57536e83f1e8",
    ),
    "polish": (
        lambda: be.PolishBanchok(be.PolishRules(), seed=7).advance(CAREFUL),
        "c612854490547babd3c00f5c8e8b4a35",
    ),
    "polish with exposed cards and refusals": (
        lambda: be.PolishBanchok(
            be.PolishRules(players=9, exposure=Fraction(1, 3), exposed_pass=True, win_rule="beats"),
            seed=2024,
            index=5,
        ).advance(anything),
        "02f36371a18b41309bf275a09b92cde3",
    ),
    "polish in one deck, recycled": (
        lambda: be.PolishBanchok(
            be.PolishRules(
                players=6,
                decks=1,
                deck_use="recycled",
                win_rule="total_order",
                suit_order="♥♦♣♠",
                purse=250,
                stake_limit="bank",
            ),
            seed=99,
        ).advance(anything),
        "122785105461f9a22141ec224df415a2",
    ),
    "black cat": (
        lambda: be.BlackCat(be.BlackCatRules(players=5), seed=7).advance(anything),
        "e77ac419dacb741f5536fdd0d889b18c",
    ),
    "black cat in random order": (
        lambda: be.BlackCat(
            be.BlackCatRules(players=4, order="random", backs=2, purse=30, receiver="plays_on", unbacked="banker"),
            seed=31,
            index=7,
        ).advance(anything),
        "c8b09c153b2f791b940caa615d531e6d",
    ),
}


def told(game):
    """Give all events as lines of plain text, every field of them, hidden cards too."""
    out = []
    for event in game.events:
        values = (getattr(event, field.name) for field in fields(event))
        out.append(" ".join([type(event).__name__, *map(plain, values)]))
    return out


def plain(value):
    """Give a value as text that depends on no version's way of printing."""
    if isinstance(value, tuple):
        return "(" + ",".join(map(plain, value)) + ")"
    return str(value)


@pytest.mark.parametrize("kind", PINNED)
def test_a_pinned_game_is_the_same_everywhere(kind):
    make, digest = PINNED[kind]
    game = make()
    assert game.is_over
    text = "\n".join(told(game))
    assert hashlib.sha256(text.encode()).hexdigest()[:32] == digest


@pytest.mark.parametrize("kind", PINNED)
def test_a_pinned_game_is_no_empty_log(kind):
    game = PINNED[kind][0]()
    lines = told(game)
    assert len(lines) == len(game.events) > 50
    words = " ".join(lines)
    assert lines[-1].startswith("GameOver (")
    assert sum(line.startswith("Dealt ") for line in lines) > 10
    assert any(suit in words for suit in "♠♣♦♥") or "Distribution" in words
    assert sum(map(bool, game.gains)) > 0  # counters have moved


def test_the_pinned_games_differ():
    assert len({digest for _, digest in PINNED.values()}) == len(PINNED)


def test_another_seed_index_or_choice_gives_another_game():
    rules = be.BanchokRules(players=3)
    games = [
        be.Banchok(rules, seed=7).advance(BOLD),
        be.Banchok(rules, seed=8).advance(BOLD),
        be.Banchok(rules, seed=7, index=1).advance(BOLD),
        be.Banchok(rules, seed=7).advance(anything),
    ]
    assert len({tuple(told(game)) for game in games}) == 4


@pytest.mark.parametrize("kind", PINNED)
def test_a_game_rebuilt_from_its_code_or_json_is_the_same(kind):
    game = PINNED[kind][0]()
    assert told(be.from_code(game.code)) == told(game)
    assert told(be.from_json(game.to_json())) == told(game)


def test_the_order_in_which_policies_are_given_does_not_matter():
    rules = be.BanchokRules(players=3)
    one = be.Banchok(rules, seed=5).advance({0: BOLD, 1: anything, 2: BOLD})
    other = be.Banchok(rules, seed=5).advance({2: BOLD, 1: anything, 0: BOLD})
    assert told(one) == told(other)


def test_the_first_cards_of_a_seed_written_out():
    """A few facts of a pinned game that can be read without a digest, worked out from the published generator."""
    assert [str(card) for card in first_cards(seed=7, index=0, count=4)] == [
        str(event.card) for event in be.Banchok(be.BanchokRules(), seed=7).events if type(event).__name__ == "Dealt"
    ]


def first_cards(seed, index, count):
    """Shuffle by hand: SplitMix64, cells in the order of the shoe, the words' 53 high bits."""

    def nth(key, i):
        z = (key + 0x9E3779B97F4A7C15 * (i + 1)) % 2**64
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) % 2**64
        return z ^ z >> 31

    cells = list(be.BanchokRules().cards)
    key = nth(nth(seed, index), 0)
    for p in range(count):
        j = p + ((nth(key, p) >> 11) * (52 - p) >> 53)
        cells[p], cells[j] = cells[j], cells[p]
    return cells[:count]


MANY = {
    "banchok": (be.BanchokRules(players=3), be.Banchok, BOLD),
    "polish": (be.PolishRules(players=3), be.PolishBanchok, [be.policies.Refusing(CAREFUL), CAREFUL, CAREFUL]),
    "black cat": (be.BlackCatRules(players=3), be.BlackCat, be.policies.Backing()),
}


@pytest.mark.parametrize("kind", MANY)
def test_many_games_are_the_sum_of_single_ones_with_numpy_and_numba_or_without(kind):
    rules, game, policy = MANY[kind]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", be.SlowPlay)  # said where numba is missing
        sim = be.simulate(rules, policy, games=40, seed=11, keep="summary")
    single = [game(rules, seed=11, index=i).advance(policy).gains for i in range(40)]
    for seat in range(3):
        assert round(40 * sim.mean("gain", seat=seat).value) == sum(gains[seat] for gains in single)


def test_single_coups_are_the_same_with_numpy_and_numba_or_without():
    rules = be.PolishRules(players=2, first_banker=0)
    found = be.coups(rules, n=20, seed=5)
    for i in range(20):
        events = be.PolishBanchok(rules, seed=5, index=i).advance(be.policies.Blind(1)).events
        dealt = [event.card for event in events if type(event).__name__ == "Dealt"]
        turned = next(event.turned for event in events if type(event).__name__ == "Settled")
        assert found.cards(i) == (tuple(dealt[:3]), turned)


@pytest.mark.skipif(importlib.util.find_spec("numpy") is not None, reason="numpy is installed here")
def test_without_numpy_columns_are_refused_and_the_error_says_what_to_do():
    with pytest.raises(be.BanchokError, match="numpy"):
        be.simulate(be.BanchokRules(), BOLD, games=5)
