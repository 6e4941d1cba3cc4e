"""Stack, exposure and hand-over of a seat; going back and forth across them; what an interruption leaves."""

from contextlib import contextmanager

import numpy as np
import pytest

import banchok_edu as be
from banchok_edu.chance import Chance
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
