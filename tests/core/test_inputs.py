"""Stack, exposure and hand-over of a seat; going back and forth across them; what an interruption leaves."""

import json
import sys
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.chance import Chance
from banchok_edu.core.decision import Expose
from banchok_edu.core.events import Dealt, Looked, Settled
from banchok_edu.core.inputs import KINDS, HandOver, Stack, from_plain, to_plain
from banchok_edu.core.table import Table
from banchok_edu.errors import shown
from tests.core.standing import GAMES, finished, says, standing


def test_a_seat_may_be_named_by_a_number_of_numpy():
    game = GAMES["banchok"]()
    game.hand_over(np.int64(1), to_person=True)
    assert type(game.inputs[0].seat) is int
    assert be.from_json(game.to_json()).events == game.events
    asked = game.decision.seat
    assert game.view(np.int64(asked)) == game.view(asked)
    assert game.view(np.int64(asked)).hand == game.view(asked).hand != ()


@pytest.mark.parametrize("seat", [-1, 3, True, 0.0, "0", "ALL", np.array([0, 1]), np.True_, None, 10**30, [0], b"all"])
def test_a_seat_that_does_not_exist_is_refused(seat):
    game = GAMES["banchok"]()
    before = standing(game)
    for ask in (
        lambda: game.hand_over(seat, to_person=True),
        *([lambda: game.view(seat)] if seat is not None else []),
        *([lambda: game.advance({seat: be.policies.Pass()})] if isinstance(seat, str | int | float | None) else []),
    ):
        with pytest.raises(be.RulesError) as error:
            ask()
        says(error.value, shown(seat), "is not a seat", "0 to 2")
    assert standing(game) == before


class StopError(Exception):
    """Something that goes wrong in the middle of a step."""


@contextmanager
def interrupted(monkeypatch, error, after=0):
    """Let the table fail once, when it has said something ``after`` times more."""
    say, left = Table.say, [after]

    def fails(self, *given):
        left[0] -= 1
        if left[0] == -1:
            raise error
        say(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "say", fails)
        with pytest.raises(error):
            yield


def started(kind):
    """Give a game some steps from its beginning, with one step undone."""
    game = GAMES[kind]()
    while len(game.events) < 22:
        game.choose(legal(game))
    return game.hand_over(1, to_person=True).choose(legal(game)).undo()


def legal(game):
    """Give the first answer that is allowed."""
    decision = game.decision
    return decision.options[0] if decision.low is None else decision.low


ERRORS = [KeyboardInterrupt, StopError, MemoryError, RecursionError]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("kind", GAMES)
def test_an_input_that_is_interrupted_changes_nothing(monkeypatch, kind, error):
    game = started(kind)
    before = standing(game)
    inputs = [lambda: game.choose(legal(game)), lambda: game.hand_over(2, to_person=True)]
    if game.decision.may_expose:
        inputs.append(game.expose)
    for give in inputs:
        with interrupted(monkeypatch, error):
            give()
        assert standing(game) == before
    assert finished(game.hand_over(1, to_person=False)).is_over


@pytest.mark.parametrize("kind", GAMES)
def test_a_stack_that_is_interrupted_changes_nothing(monkeypatch, kind):
    game = started(kind)
    before = standing(game)
    with monkeypatch.context() as patch:
        patch.setattr(Chance, "stack", stop)
        with pytest.raises(StopError):
            game.stack("")
    assert standing(game) == before


def stop(*given):
    raise StopError


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("kind", GAMES)
def test_policies_that_are_interrupted_leave_whole_choices(monkeypatch, kind, error):
    game = GAMES[kind]()
    with interrupted(monkeypatch, error, after=8):
        game.advance(be.policies.Blind(1))
    assert standing(be.from_json(game.to_json())) == standing(game)
    assert game.advance(be.policies.Blind(1)).events == GAMES[kind]().advance(be.policies.Blind(1)).events


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("after", [0, 3, 9])
def test_going_back_or_forth_that_is_interrupted_changes_nothing(monkeypatch, kind, error, after):
    game = started(kind)
    before = standing(game)
    for go in (game.undo, game.redo, lambda: game.goto(2), lambda: game.goto(game.steps)):
        with interrupted(monkeypatch, error, after):
            go()
        assert standing(game) == before
    assert standing(game.redo().undo()) == before


# -- stack -------------------------------------------------------------------------------------------------------------


def turned(game):
    """Give the cards turned in coups so far."""
    return [str(event.turned) for event in game.events if isinstance(event, Settled)]


def test_a_stack_is_drawn_in_order_and_then_luck_goes_on():
    game = GAMES["banchok"]()
    plain = GAMES["banchok"]()
    free = [card for card in game.rules.cards if card not in dealt(game)][:2]
    game.stack(free)
    game.choose(1).choose(1)
    assert turned(game) == [str(card) for card in free]
    assert game.inputs[0] == Stack(tuple(free))
    # words of luck do not shift: what comes after depends on the same words
    plain.choose(1).choose(1)
    assert len(plain.events) == len(game.events)
    assert standing(be.from_json(game.to_json())) == standing(game)


def dealt(game):
    """Give the cards that lie before somebody."""
    return [event.card for event in game.events if isinstance(event, Dealt)]


@pytest.mark.parametrize("deck_use", ["recycled", "side_pack", "fresh_each_coup"])
def test_only_cards_that_luck_has_not_decided_can_be_stacked(deck_use):
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0, deck_use=deck_use), seed=7).choose(1)
    gone = [event.cards[0] for event in game.events if isinstance(event, Looked)][-1]
    before = standing(game)
    with pytest.raises(be.CardError) as error:
        game.stack([gone])
    says(error.value, f"{gone} cannot be the next card there", "still in the deck")
    assert standing(game) == before
    free = next(card for card in game.rules.cards if card not in dealt(game) and str(card) not in turned(game))
    with pytest.raises(be.CardError, match="cannot be the next card there"):
        game.stack([free, free])
    with pytest.raises(be.CardError, match="cannot be the next card there"):
        game.stack([*[card for card in game.rules.cards if card != gone], gone])
    assert standing(game) == before
    game.stack([free]).choose(1)
    assert turned(game)[-1] == str(free)


def test_a_stack_takes_the_place_of_the_one_before():
    game = GAMES["banchok"]()
    one, other = [card for card in game.rules.cards if card not in dealt(game)][:2]
    assert turned(game.stack([one]).stack([other]).choose(1)) == [str(other)]
    again = GAMES["banchok"]()
    assert turned(again.stack([one]).stack([]).choose(1)) == turned(GAMES["banchok"]().choose(1))


def test_a_stack_between_banks_and_in_black_cat_lies_in_the_next_deck():
    game = GAMES["polish"]().stack("As As Ks Ks").choose(True)
    assert [str(card) for card in dealt(game)[:4]] == ["A♠", "A♠", "K♠", "K♠"]
    with pytest.raises(be.CardError, match="only 2 of it"):
        GAMES["polish"]().stack("As As As")
    cat = GAMES["black_cat"]()
    cat.stack("Scoop, In 5").choose(1).choose(2)
    assert [str(card) for card in dealt(cat)[14:16]] == ["Scoop", "In 5"]
    assert standing(be.from_json(cat.to_json())) == standing(cat)


@given(st.sampled_from(list(GAMES)), st.integers(0, 40), st.lists(st.integers(0, 51), max_size=6))
@settings(max_examples=60, deadline=None)
def test_a_stack_is_either_refused_or_drawn_and_never_spoils_the_game(kind, moves, places):
    game = GAMES[kind]()
    for _ in range(moves):
        if game.decision:
            game.choose(legal(game))
    before = standing(game)
    cards = [game.rules.cards[place % len(game.rules.cards)] for place in places]
    try:
        game.stack(cards)
    except (be.CardError, be.IllegalChoice) as error:
        says(error, "the game is over" if game.is_over else "stack")
        assert standing(game) == before
        return
    assert standing(game.undo())[:2] == before[:2]
    assert game.redo().events == before[0]
    assert finished(game).is_over
    assert be.from_json(game.to_json()).events == game.events
    assert be.from_code(game.code).events == game.events


# -- expose ------------------------------------------------------------------------------------------------------------


def test_a_teacher_exposes_a_card_once_and_all_see_it():
    game = GAMES["polish"]().choose(True)
    seat = game.decision.seat
    game.stack("As").expose()
    assert game.decision.seat == seat
    assert not game.decision.may_expose
    assert [str(game.view(viewer).exposed) for viewer in (None, 0, 1, 2, "all")] == ["A♠"] * 5
    before = standing(game)
    with pytest.raises(be.IllegalChoice) as error:
        game.expose()
    says(error.value, "no card can be exposed now", "only once", "Polish banchok")
    with pytest.raises(be.IllegalChoice, match="you may not pass now"):
        game.choose(0)
    assert standing(game) == before
    assert standing(game.undo().redo()) == before
    assert standing(be.from_json(game.to_json())) == before
    assert turned(game.choose(game.decision.high)) == ["A♠"]


@pytest.mark.parametrize("kind", ["banchok", "black_cat"])
def test_games_without_exposed_cards_refuse_to_expose(kind):
    game = GAMES[kind]()
    before = standing(game)
    with pytest.raises(be.IllegalChoice, match="no card can be exposed now"):
        game.expose()
    assert standing(game) == before


def test_no_card_is_exposed_while_one_is_asked_to_bank():
    with pytest.raises(be.IllegalChoice, match="no card can be exposed now"):
        GAMES["polish"]().expose()


def test_expose_is_no_choice():
    for game in (GAMES["polish"]().choose(True), GAMES["banchok"]()):
        before = standing(game)
        with pytest.raises(be.IllegalChoice):
            game.choose(Expose())
        with pytest.raises(be.IllegalChoice):
            game.advance(lambda _: Expose())
        assert standing(game) == before


# -- hand over ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("to_person", [0, 1, None, "yes", np.True_, 1.0, []])
def test_a_seat_goes_to_a_person_or_to_its_policy(to_person):
    game = GAMES["banchok"]()
    before = standing(game)
    with pytest.raises(be.RulesError) as error:
        game.hand_over(0, to_person=to_person)
    says(error.value, f"to_person={shown(to_person)}", "True for a person, False for a policy")
    assert standing(game) == before


def test_handing_over_changes_no_card_and_no_counter():
    game = GAMES["banchok"]().choose(1)
    plain = standing(game)
    game.hand_over(0, to_person=True).hand_over(0, to_person=True).hand_over(2, to_person=True)
    assert game.view().by_person == (True, False, True)
    assert (game.purses, game.bank, game.decision) == (plain[4], plain[5], plain[3])
    assert standing(game.goto(1))[:2] == plain[:2]
    game.goto(4).hand_over(0, to_person=False).hand_over(2, to_person=False)
    assert game.advance(be.policies.Blind(1)).gains == GAMES["banchok"]().advance(be.policies.Blind(1)).gains


# -- back and forth ----------------------------------------------------------------------------------------------------


def test_going_back_and_forth_crosses_every_kind_of_input():
    game = GAMES["polish"]().choose(True).stack("As Ad").hand_over(1, to_person=True).expose()
    game.choose(legal(game)).choose(0)
    assert [type(given) for given in game.inputs] == [bool, Stack, HandOver, Expose, int, int]
    stands = [standing(game.goto(n)) for n in range(7)]
    for there in range(7):
        for back in range(7):
            assert standing(game.goto(there).goto(back)) == stands[back]
    for n in range(6, 0, -1):
        assert standing(game.undo()) == stands[n - 1]
    for n in range(1, 7):
        assert standing(game.redo()) == stands[n]


@pytest.mark.parametrize(
    "give", [lambda game: game.choose(0), lambda game: game.stack(""), lambda game: game.hand_over(0, to_person=True)]
)
def test_a_new_input_takes_the_place_of_those_undone(give):
    game = GAMES["banchok"]().choose(1).choose(1).goto(1)
    give(game)
    assert game.undone == ()
    assert game.steps == 2


def test_what_was_undone_is_kept_when_a_new_input_is_refused():
    game = GAMES["banchok"]().choose(1).choose(1).goto(1)
    before = standing(game)
    for refused in (lambda: game.choose(99), lambda: game.stack("Zs"), game.expose, lambda: game.goto(9)):
        with pytest.raises(be.BanchokError):
            refused()
        assert standing(game) == before
    assert game.redo().undone == ()


def test_what_was_given_out_does_not_change_when_the_game_goes_on():
    game = GAMES["banchok"]().choose(1)
    view, events, inputs, text = game.view("all"), game.events, game.inputs, game.to_json()
    copy = (repr(view), len(events), len(inputs), tuple(view.events), view.purses, view.hands)
    game.choose(1).undo().undo().choose(0).advance(be.policies.Blind("bank"))
    assert (repr(view), len(events), len(inputs), tuple(view.events), view.purses, view.hands) == copy
    assert be.from_json(text).events == events


def test_the_kinds_of_input_are_those_of_the_save_format():
    assert set(KINDS) == {"choice", "stack", "expose", "hand_over"}
    game = GAMES["polish"]().choose(True).stack("As Ad").hand_over(1, to_person=True).expose()
    saved = json.loads(game.to_json())["inputs"]
    assert saved == [True, {"stack": ["A♠", "A♦"]}, {"hand_over": [1, True]}, {"expose": True}]
    assert [from_plain(plain, be.Card.read) for plain in saved] == list(game.inputs)
    assert [to_plain(given) for given in game.inputs] == saved


def interrupt_line(act, game, number):
    """Interrupt what is done at the ``number``-th line of the driver that is run; tell whether it came to that."""
    left = [number]

    def trace(frame, event, _):
        if not frame.f_code.co_filename.endswith("game.py"):
            return None
        if event == "line":
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act(game)
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.choose(legal(game)),
        lambda game: game.expose(),
        lambda game: game.stack(""),
        lambda game: game.hand_over(0, to_person=True),
        lambda game: game.undo(),
        lambda game: game.redo(),
        lambda game: game.goto(1),
        lambda game: game.goto(game.steps),
    ],
    ids=["choose", "expose", "stack", "hand over", "undo", "redo", "goto back", "goto on"],
)
def test_an_interruption_at_any_line_leaves_the_game_as_it_was_or_the_step_done(act):
    game = GAMES["polish"]().choose(True).choose(5).choose(0).undo()
    before, after = standing(game), standing(act(be.from_json(game.to_json())))
    number = 1
    while interrupt_line(act, game, number):
        stands = standing(game)
        assert stands in (before, after), number
        assert standing(be.from_json(game.to_json())) == stands
        if stands == after:
            game = be.from_json(before[-1])
        number += 1
    assert number > 5
    assert standing(game) == after


@pytest.mark.parametrize("kind", GAMES)
def test_a_second_interruption_while_the_first_is_put_right_changes_nothing(monkeypatch, kind):
    game = started(kind)
    before = standing(game)
    say, left = Table.say, [0, 3, 0]

    def fails(self, *given):
        if left:
            left[0] -= 1
            if left[0] < 0:
                left.pop(0)
                raise KeyboardInterrupt
        say(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "say", fails)
        with pytest.raises(KeyboardInterrupt):
            game.choose(legal(game))
    assert not left
    assert standing(game) == before
