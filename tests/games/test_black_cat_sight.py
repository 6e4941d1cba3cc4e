"""What may be seen at a table of Black Cat "Bank": nobody sees a card before it is turned, and no view holds one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass

import pytest

import banchok_edu as be
from banchok_edu.core.events import Dealt
from banchok_edu.games.black_cat import CatCard
from banchok_edu.games.black_cat.events import CardTurned

RULES = be.BlackCatRules(players=3, deals=2)
VIEWERS = (None, 0, 1, 2)
CARDS = ["In 3", "Reserve", "Transfer Bank", "Out 1", "Scoop", "Stake"]
OTHERWISE = ["In 3", "Reserve", "Transfer Bank", "Stake", "Out 1", "Scoop"]


def cards_in(thing, seen=None):
    """Find every card that can be reached from a view, through private fields too, save the pack of the rules."""
    seen = {} if seen is None else seen
    if id(thing) in seen or isinstance(thing, (str, int, be.BlackCatRules)) or thing is None:
        return []
    seen[id(thing)] = thing
    if isinstance(thing, CatCard):
        seen.pop(id(thing))
        return [thing]
    if is_dataclass(thing):
        inner = [getattr(thing, field.name) for field in fields(thing)]
    elif isinstance(thing, Mapping):
        inner = [*thing, *thing.values()]
    elif isinstance(thing, Sequence):
        inner = list(thing)
    else:
        raise TypeError(f"a view holds {thing!r}")
    inner += list(getattr(thing, "__dict__", {}).values())
    inner += [getattr(thing, name) for name in getattr(type(thing), "__slots__", ())]
    return [card for part in inner for card in cards_in(part, seen)]


def turned(events):
    return {event.card for event in events if isinstance(event, CardTurned)}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_nobody_sees_a_card_face_down(viewer):
    game = be.BlackCat(RULES, seed=1)
    view = game.view(viewer)
    assert view.positions == (None,) * 14
    assert [event.card for event in view.events if isinstance(event, Dealt)] == [None] * 14
    assert cards_in(view) == []


def test_a_teacher_sees_every_card_that_has_been_dealt():
    game = be.BlackCat(RULES, seed=1, stack=CARDS)
    assert [str(card) for card in game.view("all").positions[:6]] == CARDS
    assert len(cards_in(game.view("all"))) >= 14


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_backer_does_not_see_his_card(viewer):
    game = be.BlackCat(RULES, seed=1).choose(5)
    assert game.view(viewer).positions[4] is None
    assert game.view(viewer).backers[4] == 1


@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_see_a_card_that_is_turned_and_only_such(viewer):
    game = be.BlackCat(RULES, seed=1, stack=CARDS).choose(3).choose(1)
    # Position 3, a Transfer Bank that seat 1 backs, has ended the deal after three cards.
    shown = [event for event in game.view(viewer).events if isinstance(event, CardTurned)]
    assert [(event.position, str(event.card), event.backer) for event in shown] == [
        (1, "In 3", 2),
        (2, "Reserve", None),
        (3, "Transfer Bank", 1),
    ]
    assert {str(card) for card in cards_in(game.view(viewer))} == set(CARDS[:3])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_cards_never_turned_are_never_shown_not_even_when_the_match_is_over(viewer):
    rules = be.BlackCatRules(players=3, deals=1)
    game = be.BlackCat(rules, seed=1, stack=CARDS).choose(3).choose(1)
    assert game.is_over
    view = game.view(viewer)
    assert [str(card) for card in view.positions[:3]] == CARDS[:3]
    assert view.positions[3:] == (None,) * 11
    assert {str(card) for card in cards_in(view)} == set(CARDS[:3])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_other_cards_face_down_change_no_view(viewer):
    one, other = (be.BlackCat(RULES, seed=1, stack=stack).choose(3).choose(1) for stack in (CARDS, OTHERWISE))
    assert one.view("all") != other.view("all")
    for at in range(len(one.events) + 1):
        assert one.view(viewer, at=at) == other.view(viewer, at=at), at
        assert repr(one.view(viewer, at=at)) == repr(other.view(viewer, at=at))
    assert one.log(viewer) == other.log(viewer)


def test_a_past_view_holds_no_card_turned_later():
    game = be.BlackCat(be.BlackCatRules(players=3, receiver="plays_on", deals=3), seed=6).advance(be.policies.Blind(1))
    for at in range(len(game.events) + 1):
        for viewer in VIEWERS:
            assert set(cards_in(game.view(viewer, at=at))) == turned(game.events[:at])


def test_a_policy_sees_what_its_seat_may_see():
    seen = []

    def policy(view):
        seen.append(view)
        assert view == game.view(view.seat)
        assert set(cards_in(view)) == turned(game.events)
        return view.decision.options[-1]

    game = be.BlackCat(be.BlackCatRules(players=4, backs=2, deals=3, order="random"), seed=8)
    game.advance(policy)
    assert len(seen) == 3 * 3 * 2


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_teachers_stack_is_in_no_view(viewer):
    game = be.BlackCat(RULES, seed=1)
    before = game.view(viewer)
    game.stack(CARDS)
    assert game.view(viewer) == before
    assert cards_in(game.view(viewer)) == []


def test_the_table_in_text_and_in_html_shows_no_card_face_down():
    one, other = (be.BlackCat(RULES, seed=1, stack=stack) for stack in (CARDS, OTHERWISE))
    for position in (3, 1):
        assert str(one) == str(other)
        assert repr(one) == repr(other)
        assert one._repr_html_() == other._repr_html_()
        one.choose(position)
        other.choose(position)
