"""Who banks first (rule 1.1; 2.1 for the shoe of Polish banchok): the draw followed by the words of the rule."""

from collections import Counter, defaultdict

import pytest

import banchok_edu as be
from banchok_edu.core.events import DrewForBank, FirstBanker, Opened, Shuffled
from tests.games.dealing import of_kind

BANCHOK = [
    {"players": 2},
    {"players": 10},
    {"players": 3, "ranks": 2, "suits": 2},
    {"players": 2, "ranks": 2, "suits": 1},
    {"players": 2, "ranks": 2, "suits": 4},
    {"players": 5, "ranks": 2, "suits": 4},
]
POLISH = [
    {"players": 27},
    {"players": 4, "ranks": 2, "suits": 1, "decks": 3, "hand": 1},
    {"players": 3, "ranks": 2, "suits": 1, "decks": 2, "hand": 1},
    {"players": 7, "ranks": 3, "suits": 1, "decks": 4, "hand": 1},
    {"players": 2, "ranks": 2, "suits": 1, "decks": 4, "hand": 1},
]


def follow(events, players, shoe):
    """Check the draw, event by event; give the first banker and how often all cards were shuffled again."""
    events = iter(events)
    deck, still_in, shuffles = Counter(shoe), list(range(players)), 0
    while len(still_in) > 1:
        lowest, tied = None, []
        for seat in still_in:
            event = next(events)
            if not deck.total():
                assert event == Shuffled(len(shoe))
                deck, shuffles = Counter(shoe), shuffles + 1
                event = next(events)
            assert isinstance(event, DrewForBank)
            assert event.seat == seat
            assert deck[event.card] > 0
            deck -= Counter([event.card])
            if lowest is None or event.card.index < lowest:
                lowest, tied = event.card.index, []
            if event.card.index == lowest:
                tied.append(seat)
        still_in = tied
    assert next(events) == FirstBanker(still_in[0])
    return still_in[0], shuffles


@pytest.mark.parametrize("given", BANCHOK, ids=str)
def test_the_lowest_banks_and_ties_draw_again_from_the_rest(given):
    rules = be.BanchokRules(**given)
    for seed in range(60):
        game = be.Banchok(rules, seed=seed)
        banker, _ = follow(game.events, rules.players, rules.cards)
        assert of_kind(game, Opened) == [Opened(banker, 10)]


@pytest.mark.parametrize("given", POLISH, ids=str)
def test_the_same_from_the_shoe_of_polish_banchok(given):
    rules = be.PolishRules(**given)
    for seed in range(60):
        game = be.PolishBanchok(rules, seed=seed)
        banker, _ = follow(game.events, rules.players, rules.cards)
        assert (game.decision.kind, game.decision.seat) == ("bank", banker)


def test_a_draw_that_finds_no_card_left_reshuffles_all():
    rules = be.BanchokRules(players=3, ranks=2, suits=2)
    shuffles = [follow(be.Banchok(rules, seed=seed).events, 3, rules.cards)[1] for seed in range(200)]
    # Two kings among the first three: both kings' owners tie, one draws the last ace, the other finds no card.
    assert 0 < sum(map(bool, shuffles)) < 200


def test_ties_of_identical_cards_draw_again():
    rules = be.PolishRules(players=3, ranks=2, suits=1, decks=2, hand=1)
    drew_again = False
    for seed in range(30):
        draws = of_kind(be.PolishBanchok(rules, seed=seed), DrewForBank)
        if len(draws) > 3:
            kings = [draw.seat for draw in draws[:3] if draw.card.rank == "K"]
            assert kings == [draw.seat for draw in draws[3:5]]
            drew_again = True
    assert drew_again


def test_every_card_drawn_is_public():
    game = be.Banchok(be.BanchokRules(players=5), seed=8)
    draws = of_kind(game, DrewForBank)
    for seat in (None, 0, 4):
        assert [event for event in game.view(seat).events if isinstance(event, DrewForBank)] == draws
    assert all(draw.card is not None for draw in draws)


def test_all_cards_go_back_before_the_first_bank():
    rules = be.BanchokRules(players=3, ranks=2, suits=2, pass_limit=1)
    for seed in range(10):
        game = be.Banchok(rules, seed=seed).advance(be.policies.Blind("bank"))
        assert game.is_over  # four cards are needed for each deal: none may be missing
        assert len(of_kind(game, Opened)) == 3


def test_the_draw_is_no_use_of_the_first_deck():
    """A stack lies in the first deck of a bank, whatever was drawn before."""
    for seed in range(10):
        game = be.Banchok(be.BanchokRules(players=3), seed=seed, stack="As Kd")
        first = (of_kind(game, FirstBanker)[0].seat + 1) % 3
        assert game.decision.seat == first
        assert game.view(first).hands[first] == (be.Card.read("As"),)


def chances(players, high, low):
    """Give each seat's chance of banking first with so many high and low cards, by going through all draws.

    A draw may go on for ever, so the chances of the unsettled draws are pushed on until less than 1e-12 is unsettled.
    """
    settled = [0.0] * players
    # Those still in; what they have drawn in this round, True for a low card; high and low cards left.
    unsettled = {(tuple(range(players)), (), high, low): 1.0}
    while sum(unsettled.values()) > 1e-12:
        then = defaultdict(float)
        for (still_in, drawn, highs, lows), chance in unsettled.items():
            if len(drawn) == len(still_in):
                lowest = any(drawn)
                tied = tuple(seat for seat, is_low in zip(still_in, drawn, strict=True) if is_low == lowest)
                if len(tied) == 1:
                    settled[tied[0]] += chance
                else:
                    then[tied, (), highs, lows] += chance
            elif highs + lows == 0:
                then[still_in, drawn, high, low] += chance
            else:
                then[still_in, (*drawn, False), highs - 1, lows] += chance * highs / (highs + lows)
                then[still_in, (*drawn, True), highs, lows - 1] += chance * lows / (highs + lows)
        unsettled = {state: chance for state, chance in then.items() if chance}
    return settled


def test_each_seat_banks_first_as_often_as_the_rule_makes_it():
    """Three players, two kings and two aces: counted over 3,000 games, chi-square with two degrees of freedom."""
    expected = chances(3, 2, 2)
    assert sum(expected) == pytest.approx(1)
    rules = be.BanchokRules(players=3, ranks=2, suits=2)
    games = 3000
    found = Counter(of_kind(be.Banchok(rules, seed=20, index=i), FirstBanker)[0].seat for i in range(games))
    distance = sum((found[seat] - games * p) ** 2 / (games * p) for seat, p in enumerate(expected))
    assert distance < 13.82  # exceeded by chance once in 1,000


def test_in_a_full_deck_every_seat_is_as_likely():
    """Chi-square with four degrees of freedom over 3,000 games."""
    rules = be.BanchokRules(players=5)
    found = Counter(of_kind(be.Banchok(rules, seed=21, index=i), FirstBanker)[0].seat for i in range(3000))
    assert sum((found[seat] - 600) ** 2 / 600 for seat in range(5)) < 18.47  # exceeded by chance once in 1,000
