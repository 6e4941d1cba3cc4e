"""What a game is at one moment, to be compared with what it is after something was refused; and games to try."""

import re

import banchok_edu as be

GAMES = {
    "banchok": lambda **more: be.Banchok(be.BanchokRules(players=3, **more), seed=7),
    "polish": lambda **more: be.PolishBanchok(be.PolishRules(players=3, opening=20, **more), seed=7),
    "black_cat": lambda **more: be.BlackCat(be.BlackCatRules(players=3, deals=2, **more), seed=7),
}


def standing(game):
    """Give all that can be seen of a game from outside."""
    return (
        game.events,
        game.inputs,
        game.undone,
        game.decision,
        game.purses,
        game.bank,
        game.reserve,
        game.winners,
        game.names,
        [game.view(seat) for seat in (None, "all", *range(game.rules.players))],
        game.to_json(),
    )


def finished(game, policies=None):
    """Play to the end: the least that is allowed, banking when asked."""
    return game.advance(policies or be.policies.Blind(1))


def says(error, *words):
    """Check that a message is one readable line with all these words in it."""
    text = str(error)
    for word in words:
        assert word in text, f"{word!r} is not in {text!r}"
    assert len(text) < 700
    assert all(c.isprintable() for c in text)
    assert not re.search(r"Traceback|object at 0x", text)
