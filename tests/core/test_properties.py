"""What holds for every game, whatever the rules, the seed and the choices."""

from __future__ import annotations

import random
from collections import Counter, deque

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.core.board import Board
from banchok_edu.core.events import (
    DealBegan,
    Dealt,
    DrewForBank,
    Exposed,
    FirstBanker,
    Opened,
    PutUnder,
    Settled,
    Shuffled,
)
from banchok_edu.core.game import Game
from tests.play import answer, games, play, state

many = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)


@many
@given(games(), seeds)
def test_counters_are_conserved_after_every_event_and_nothing_limited_falls_below_zero(game: Game, seed: int) -> None:
    play(game, random.Random(seed))
    board = Board(game.rules)
    start = game.rules.players * (game.rules.purse or 0)
    for event in game.events:
        event.apply(board)
        ledger = board.ledger
        assert sum(ledger.purses) + ledger.bank + ledger.reserve == start
        assert ledger.bank >= 0
        assert ledger.reserve >= 0
        if game.rules.purse is not None:
            assert min(ledger.purses) >= 0
    assert (board.ledger.purses, board.ledger.bank, board.ledger.reserve) == (game.purses, game.bank, game.reserve)
    assert sum(game.gains) + game.bank + game.reserve == 0


@many
@given(games(), seeds)
def test_every_game_ends_and_the_largest_gain_wins(game: Game, seed: int) -> None:
    play(game, random.Random(seed))
    assert game.is_over
    left = game.view().left
    in_game = [seat for seat in range(game.rules.players) if not left[seat]]
    best = max(game.purses[seat] for seat in in_game)
    assert game.winners == tuple(seat for seat in in_game if game.purses[seat] == best)
    assert game.winners
    assert game.rules.game == "black_cat" or game.bank == 0


class Shoe:
    """Where each card is, kept by the words of the rules alone: the deck in batches, the hands, the used cards."""

    def __init__(self, cards: tuple[be.Card, ...], use: str) -> None:
        self.all, self.use = Counter(cards), use
        self.batches = deque([Counter(cards)])
        self.hands: Counter[be.Card] = Counter()
        self.used: Counter[be.Card] = Counter()

    def draw(self, card: be.Card) -> None:
        while self.batches and not self.batches[0].total():
            self.batches.popleft()
        assert self.batches, "a card was drawn from an empty deck"
        assert self.batches[0][card], f"{card} was drawn, and is not among {self.batches[0]}"
        self.batches[0][card] -= 1

    def shuffled(self, count: int) -> None:
        if self.use == "fresh_each_coup":
            assert count == self.all.total()
            self.batches = deque([self.all.copy()])
        else:
            assert not sum((b.total() for b in self.batches), 0), "the deck was shuffled before it ran out"
            assert count == self.used.total()
            self.batches, self.used = deque([self.used]), Counter()


@many
@given(games(("banchok", "polish")), seeds)
def test_no_card_is_in_two_places_and_used_cards_come_back_as_the_reading_says(game: Game, seed: int) -> None:
    play(game, random.Random(seed))
    use, shoe, exposed = game.rules.deck_use, None, None
    drawing = Shoe(game.rules.cards, "side_pack")
    for event in game.events:
        match event:
            case DrewForBank():
                drawing.draw(event.card)
            case Shuffled() if shoe is None:
                assert event.count == drawing.all.total()
                drawing = Shoe(game.rules.cards, "side_pack")
            case FirstBanker() | Opened():
                shoe = Shoe(game.rules.cards, use)
            case DealBegan():
                shoe.used += shoe.hands
                shoe.hands = Counter()
            case Dealt():
                shoe.draw(event.card)
                shoe.hands[event.card] += 1
            case Exposed():
                shoe.draw(event.card)
                shoe.used[event.card] += 1
                exposed = event.card
            case Settled():
                if exposed is None:
                    shoe.draw(event.turned)
                    shoe.used[event.turned] += 1
                else:
                    assert event.turned is exposed
            case Shuffled():
                shoe.shuffled(event.count)
            case PutUnder():
                assert use == "recycled"
                batch = shoe.used + shoe.hands
                assert event.count == batch.total()
                shoe.batches.append(batch)
                shoe.used, shoe.hands = Counter(), Counter()
        if type(event).__name__ in ("Settled", "Passed"):
            exposed = None


@some
@given(games(), seeds, st.data())
def test_undo_then_redo_gives_the_identical_game(game: Game, seed: int, data: st.DataObject) -> None:
    play(game, random.Random(seed), data.draw(st.integers(0, 60)))
    before, steps = state(game), len(game.inputs)
    back = data.draw(st.integers(0, steps))
    states = {steps: before}
    for n in range(steps - 1, back - 1, -1):
        game.undo()
        states[n] = state(game)
        assert len(game.inputs) == n
        assert game.steps == steps
    for n in range(back + 1, steps + 1):
        game.redo()
        assert state(game)[7:] == states[n][7:]
    assert state(game) == before
    n = data.draw(st.integers(0, steps))
    game.goto(n).goto(steps)
    assert state(game) == before


@some
@given(games(), seeds, st.data())
def test_saving_then_loading_gives_the_identical_game_which_ends_the_same(
    game: Game, seed: int, data: st.DataObject
) -> None:
    play(game, random.Random(seed), data.draw(st.integers(0, 40)))
    game.goto(data.draw(st.integers(0, len(game.inputs))))
    other = be.from_json(game.to_json())
    assert state(other) == state(game)
    play(game, random.Random(seed))
    play(other, random.Random(seed))
    assert state(other) == state(game)


@some
@given(games(), seeds, st.integers(0, 60))
def test_the_code_gives_the_identical_game_without_names(game: Game, seed: int, steps: int) -> None:
    play(game, random.Random(seed), steps)
    other = be.from_code(game.code)
    same = [a == b for a, b in zip(state(other), state(game), strict=True)]
    assert all(same[:3])
    assert all(same[4:])
    assert other.code == game.code
    assert not other.named


@many
@given(games(), seeds, st.integers(0, 40), st.data())
def test_an_illegal_choice_changes_nothing(game: Game, seed: int, steps: int, data: st.DataObject) -> None:
    play(game, random.Random(seed), steps)
    before, decision = state(game), game.decision
    if decision is None:
        illegal = data.draw(st.sampled_from([0, 1, True, None]))
    elif decision.kind == "bank":
        illegal = data.draw(st.sampled_from([0, 1, None, "yes", 1.0]))
    elif decision.options:
        illegal = data.draw(
            st.integers().filter(lambda x: x not in decision.options) | st.sampled_from([True, 1.0, "1"])
        )
    else:
        legal = set(range(decision.low, min(decision.high, decision.low + 10**4) + 1))
        too_much = st.integers(decision.high + 1)
        too_little = st.integers(max_value=decision.low - 1).filter(lambda x: x or not decision.may_pass)
        illegal = data.draw(too_much | too_little | st.sampled_from([True, False, None, "1", float("nan"), 1.0]))
        assert isinstance(illegal, bool) or illegal not in legal or not isinstance(illegal, int)
    with pytest.raises(be.IllegalChoice):
        game.choose(illegal)
    assert state(game) == before


@some
@given(games(), seeds)
def test_the_same_inputs_give_the_same_game(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    twin = type(game)(game.rules, seed=game.seed, index=game.index)
    while game.decision and rng.random() < 0.98:
        choice = answer(game.decision, rng)
        game.choose(choice)
        twin.choose(choice)
        assert twin.decision == game.decision
    assert twin.events == game.events
