"""Stack, exposure and hand-over of a seat; going back and forth across them; what an interruption leaves."""

import numpy as np
import pytest
from standing import GAMES, says, standing

import banchok_edu as be
from banchok_edu.errors import shown


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
