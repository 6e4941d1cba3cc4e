"""What a seat may know, and that nothing else can be found in its view."""

from __future__ import annotations

import gc
import random
import types
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.chance import CARDS, FIRST_BANKER, POLICIES, TABLE, Chance, Deck, lane_key, nth
from banchok_edu.core.events import BankEnded, Dealt, Event, Exposed, Looked, Settled, Shown, redact
from banchok_edu.core.game import Game
from banchok_edu.core.table import Table
from banchok_edu.core.view import VIEW_FIELDS, View
from tests.play import answer, banchok_rules, black_cat_rules, games, play, polish_rules

some = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(0, 2**32)

POLICIES_TO_TRY = (
    be.policies.Pass(),
    be.policies.Blind("bank"),
    be.policies.Threshold(wins=20, stake=3, otherwise=1),
    be.policies.Share(1, 2),
    lambda view: answer(view.decision, random.Random(repr([str(e) for e in view.events]) + str(view.luck(1000)))),
)


def test_the_fields_of_a_view_are_these() -> None:
    assert VIEW_FIELDS == (
        "seat",
        "rules",
        "names",
        "decision",
        "purses",
        "bank",
        "reserve",
        "banker",
        "opening",
        "cut",
        "deal",
        "left",
        "by_person",
        "hand",
        "hands",
        "acts",
        "coup",
        "exposed",
        "positions",
        "backers",
        "last_staker",
        "winners",
        "events",
        "_luck",
    )
    game = be.Banchok(seed=1)
    view = game.view(0)
    assert view.deal == 1
    assert set(vars(view)) == set(VIEW_FIELDS)
    for name in VIEW_FIELDS:
        assert name.startswith("_") or name in View.__doc__, f"{name} is not told of"


def test_a_view_cannot_be_changed() -> None:
    view = be.Banchok(seed=1).view(0)
    with pytest.raises(AttributeError):
        view.bank = 5
    assert not hasattr(view.events, "append")


def test_a_punter_sees_his_own_card_when_his_turn_comes_and_not_before() -> None:
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0), stack="9s Kh 5d")
    nine, king, five = (be.Card.read(text) for text in ("9s", "Kh", "5d"))
    assert game.view(1).hand == (nine,)
    assert game.view(2).hand == (None,)
    assert game.view(2).hands == ((), (None,), (None,))
    assert game.view(None).hands == ((), (None,), (None,))
    assert game.view("all").hands == ((), (nine,), (king,))
    game.choose(1)
    assert game.view(0).hands == ((), (nine,), (None,))
    assert game.view(2).hand == (king,)
    assert game.view(1).coup.turned is five


def test_the_card_of_a_punter_who_passed_is_never_shown() -> None:
    rules = be.BanchokRules(players=3, first_banker=0, pass_limit=1)
    game = be.Banchok(rules, stack="9s Kh").choose(0).choose(0)
    nine, king = be.Card.read("9s"), be.Card.read("Kh")
    for seat in (0, 2, None):
        assert nine not in [c for e in game.view(seat).events for c in getattr(e, "cards", (getattr(e, "card", None),))]
    assert nine in [c for e in game.view(1).events for c in getattr(e, "cards", ())]
    assert king in [c for e in game.view(2).events for c in getattr(e, "cards", ())]


def test_a_view_of_the_past_shows_what_was_known_then() -> None:
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0), seed=5, stack="9s Kh 5d")
    moment = len(game.events)
    game.choose(4)
    then = game.view(1, at=moment)
    assert (then.bank, then.purses, then.coup, then.decision) == (10, (-10, 0, 0), None, None)
    assert game.view(1).bank == 6
    assert len(game.view(None, at=0).events) == 0
    with pytest.raises(be.BanchokError, match="not a moment"):
        game.view(0, at=len(game.events) + 1)


def test_a_view_kept_by_a_policy_still_shows_what_it_showed() -> None:
    kept, told = [], []

    def policy(view: View) -> int:
        kept.append(view)
        told.append((view.bank, game.purses, game.view(view.seat).hands, tuple(game.view(view.seat).events)))
        return min(2, view.decision.high)

    game = be.Banchok(be.BanchokRules(players=3, purse=30), seed=3)
    game.advance(policy)
    assert len(kept) > 10
    assert [(view.bank, view.purses, view.hands, tuple(view.events)) for view in kept] == told


def test_in_black_cat_nobody_sees_a_card_that_lies_face_down() -> None:
    rules = be.BlackCatRules(players=3, deals=1)
    game = be.BlackCat(rules, seed=4)
    for seat in (0, 1, 2, None):
        assert game.view(seat).positions == (None,) * 14
        assert all(e.card is None for e in game.view(seat).events if isinstance(e, Dealt))
    assert None not in game.view("all").positions


@some
@given(games(), seeds, st.integers(0, 60))
def test_the_view_a_policy_gets_is_the_view_of_its_seat(game: Game, seed: int, steps: int) -> None:
    rng, met = random.Random(seed), []

    def policy(view: View) -> Any:
        assert view == game.view(view.seat)
        assert view.luck(1000) == game.view(view.seat).luck(1000)
        met.append(view)
        if len(met) > steps:
            raise KeyboardInterrupt
        return answer(view.decision, rng)

    try:
        game.advance(policy)
    except KeyboardInterrupt:
        assert len(met) == steps + 1
    assert met or game.is_over


def hidden_from(game: Game, seat: int) -> list[int]:
    """The draws, counted from 0, of the first deck whose cards the seat has not seen."""
    hidden, drawn, of_seat = set(), 0, {}
    for event in game.events:
        if isinstance(event, Dealt):
            hidden.add(drawn)
            of_seat.setdefault(event.seat, []).append((drawn, event.card))
            drawn += 1
        elif isinstance(event, Exposed) or (isinstance(event, Settled) and not last_exposed(game, event)):
            drawn += 1
        seen = getattr(event, "cards", ()) if isinstance(event, Settled | Shown) else ()
        if isinstance(event, Looked) and event.seat == seat:
            seen = event.cards
        if seen:
            own = of_seat[event.seat][-len(seen) :]
            assert tuple(card for _, card in own) == seen
            hidden -= {draw for draw, _ in own}
    return sorted(hidden)


def last_exposed(game: Game, settled: Event) -> Any:
    """The card exposed in this punter's turn, or None."""
    place = next(i for i, e in enumerate(game.events) if e is settled)
    before = game.events[place - 1]
    return before.card if isinstance(before, Exposed) else None


def drawn_cards(game: Game) -> list[Any]:
    cards = []
    for i, event in enumerate(game.events):
        if isinstance(event, Dealt | Exposed):
            cards.append(event.card)
        elif isinstance(event, Settled) and not isinstance(game.events[i - 1], Exposed):
            cards.append(event.turned)
    return cards


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(st.one_of(banchok_rules(), polish_rules()), seeds, seeds, st.integers(1, 25))
def test_permuting_cards_a_seat_may_not_see_changes_neither_its_view_nor_a_choice(
    rules: Any, seed: int, shuffle: int, steps: int
) -> None:
    assume(rules.deck_use != "fresh_each_coup")
    kind = be.Banchok if isinstance(rules, be.BanchokRules) else be.PolishBanchok
    game = kind(rules, seed=seed)
    rng = random.Random(seed)
    for _ in range(steps):
        if game.decision is None:
            break
        game.choose(answer(game.decision, rng))
    while any(isinstance(e, BankEnded) for e in game.events) or len(drawn_cards(game)) > len(rules.cards):
        game.undo()  # within the first bank, before a card comes round again
    assume(game.decision is not None and game.decision.kind == "stake")
    seat = game.decision.seat
    cards, hidden = drawn_cards(game), hidden_from(game, seat)
    undrawn = list((Counter(rules.cards) - Counter(cards)).elements())
    pool = [cards[draw] for draw in hidden] + undrawn
    random.Random(shuffle).shuffle(pool)
    stack = list(cards)
    for draw in hidden:
        stack[draw] = pool.pop()
    other = kind(rules, seed=seed, stack=stack)
    for choice in game.inputs:
        other.choose(choice)
    assert drawn_cards(other) == stack
    assert other.view(seat) == game.view(seat)
    assert other.view(seat).hand == game.view(seat).hand
    assert other.log(seat) == game.log(seat)
    for policy in POLICIES_TO_TRY:
        assert policy(other.view(seat)) == policy(game.view(seat))


@some
@given(black_cat_rules(), seeds, seeds, st.integers(0, 12))
def test_permuting_face_down_cards_changes_no_view(rules: Any, seed: int, shuffle: int, steps: int) -> None:
    one = be.BlackCat(rules, seed=seed)
    pack = list(rules.cards)
    random.Random(shuffle).shuffle(pack)
    two = be.BlackCat(rules, seed=seed, stack=pack)
    rng = random.Random(seed)
    for _ in range(min(steps, (rules.players - 1) * rules.backs - 1)):
        choice = answer(one.decision, rng)
        one.choose(choice)
        two.choose(choice)
    for seat in (*range(rules.players), None):
        assert one.view(seat) == two.view(seat)
    view = one.view(one.decision.seat)
    for policy in POLICIES_TO_TRY:
        assert policy(view) == policy(two.view(two.decision.seat))


def reachable(root: object) -> list[object]:
    """Everything that can be walked to from an object; code, classes and modules are not its own."""
    found, waiting = {}, [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | types.ModuleType | types.CodeType):
            continue
        found[id(thing)] = thing
        if isinstance(thing, types.FunctionType):
            waiting += [*(thing.__closure__ or ()), *(thing.__defaults__ or ()), thing.__kwdefaults__]
        else:
            waiting += gc.get_referents(thing)
    return list(found.values())


@pytest.mark.parametrize("kind", [be.Banchok, be.PolishBanchok, be.BlackCat])
def test_a_policy_that_walks_all_it_can_reach_finds_no_seed_code_deck_or_hidden_card(kind: type[Game]) -> None:
    seed, index = 0xD1CE_BADC_0FFE_E0DD, 0x7EA_5EED_1234_5678
    game = kind(seed=seed, index=index)
    game_key = nth(seed, index)
    keys = {lane_key(game_key, deck, lane) for deck in range(40) for lane in (CARDS, TABLE, FIRST_BANKER, POLICIES)}
    words = {nth(key, i) for key in keys for i in range(200)}
    secret = {seed, index, game_key} | keys | words | {word >> 11 for word in words}
    walked = 0

    def policy(view: View) -> Any:
        nonlocal walked
        walked += 1
        things = reachable(view)
        assert len(things) > 100
        for thing in things:
            assert not isinstance(thing, Game | Chance | Deck | Table | types.GeneratorType | types.FrameType)
            if isinstance(thing, int):
                assert thing not in secret
            if isinstance(thing, str):
                assert not thing.startswith("BE1-")
            if isinstance(thing, Dealt):
                assert thing.card is None
            if isinstance(thing, Looked) and thing.seat != view.seat:
                assert thing.cards == ()
        for seat, hand in enumerate(view.hands):
            if seat != view.seat and view.acts[seat] not in ("won", "lost", "tie"):
                assert not any(hand)
        return answer(view.decision, random.Random(walked))

    game.advance(policy)
    assert walked > 10


def test_the_walk_would_find_a_game_behind_a_view() -> None:
    game = be.Banchok(seed=2**40 + 1)
    view = game.view(0)
    view.__dict__["_leak"] = lambda: game
    things = reachable(view)
    assert any(thing is game for thing in things)
    assert any(type(thing) is int and thing == 2**40 + 1 for thing in things)


def every_event(kind: type[Event] = Event) -> list[type[Event]]:
    return [sub for child in kind.__subclasses__() for sub in (child, *every_event(child))]


AUDIENCES = {"Dealt": "nobody", "Looked": "holder"}
"""All other events are seen by all: this is the whole of what can be hidden."""


def test_the_table_of_events_and_who_may_see_them_is_complete() -> None:
    ours = (kind for kind in every_event() if kind.__module__.startswith("banchok_edu."))
    live = {kind.__name__: kind for kind in ours}  # slots make each class twice; the last one counts
    assert {name: kind.audience for name, kind in live.items() if kind.audience != "all"} == AUDIENCES
    assert set(live) == {
        "BankEnded", "Backed", "BankerChanged", "CardTurned", "Cut", "DealBegan", "DealEnded", "Dealt", "DrewForBank",
        "Exposed", "FirstBanker", "GameOver", "HandedOver", "Left", "Looked", "MarkersLifted", "Opened", "Paid",
        "Passed", "PutUnder", "Settled", "Shown", "Shuffled", "Staked",
    }  # fmt: skip
    for kind in live.values():
        assert "audience" in vars(kind), f"{kind.__name__} does not say who may see it"


@some
@given(games(), seeds)
def test_an_event_seen_by_all_is_the_same_for_all_and_a_hidden_one_hides_its_cards(game: Game, seed: int) -> None:
    play(game, random.Random(seed))
    for event in game.events:
        assert redact(event, "all") is event
        if event.audience == "all":
            assert all(redact(event, viewer) is event for viewer in (None, 0, 1))
        elif isinstance(event, Dealt):
            assert all(redact(event, viewer).card is None for viewer in (None, event.seat))
        else:
            assert redact(event, event.seat) is event
            assert redact(event, event.seat + 1).cards == ()
