"""A table for the tests of Black Cat: lay cards, lay markers, and see how all accounts stand after each card."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import banchok_edu as be
from banchok_edu.core.events import DealBegan, GameOver
from banchok_edu.core.ledger import BANK as POOL
from banchok_edu.core.ledger import RESERVE
from banchok_edu.games.black_cat.events import CardTurned

__all__ = ["POOL", "RESERVE", "Standing", "asked", "deal", "match", "moves", "of", "standings", "told", "turned"]


class Standing(NamedTuple):
    """How the table stands between two cards."""

    purses: tuple[int, ...]
    pool: int
    reserve: int
    banker: int
    last_staker: int


def told(view):
    """Read a standing off a view."""
    return Standing(view.purses, view.bank, view.reserve, view.banker, view.last_staker)


def standings(game, deal_number=1):
    """Give the standing before the first card of a deal and after each one turned; settling goes with the last."""
    places, inside = [], False
    for i, event in enumerate(game.events):
        if inside and isinstance(event, (CardTurned, DealBegan, GameOver)):
            places.append(i)
        if isinstance(event, DealBegan):
            inside = event.number == deal_number
    return [told(game.view(None, at=place)) for place in places]


def moves(game, turned=None):
    """Give who paid whom, how much, and how much was short: in the whole game, or because of the n-th card turned."""
    found, number = [], 0
    for event in game.events:
        number += isinstance(event, CardTurned)
        if turned is not None and number != turned:
            continue
        short = getattr(event, "short", 0)
        if event.transfer is not None:
            found.append((*event.transfer, short))
        elif short:
            found.append((event.payer, event.payee, 0, short))
    return found


def deal(cards, markers, **rules):
    """Play one deal of a match of one, that leaves the pool on the table; give the game.

    ``markers`` says who backs which of the cards. Whoever has markers left lays them on Stakes that lie behind.
    """
    rules = {"players": 3, "deals": 1, "settle": "leave", **rules}
    behind = (rules["players"] - 1) * rules.get("backs", 1)
    cards = list(cards) + ["Stake"] * behind
    game = be.BlackCat(be.BlackCatRules(pack=Counter(cards), dealt=len(cards), **rules), seed=1, stack=cards)
    own = {seat: [p for p, s in markers.items() if s == seat] for seat in range(rules["players"])}
    while game.decision:
        wanted = own[game.decision.seat]
        game.choose(wanted.pop(0) if wanted else max(game.decision.options))
    assert not any(own.values()), f"markers never laid: {own}"
    return game


def match(deals, **rules):
    """Play a match: for each deal the cards from position 1 on, and the positions backed in the order asked."""
    game = be.BlackCat(be.BlackCatRules(deals=len(deals), **rules), seed=1, stack=deals[0][0])
    for number, (_, backing) in enumerate(deals, start=1):
        for i, position in enumerate(backing):
            if i == 0 and number < len(deals):
                game.stack(deals[number][0])
            game.choose(position)
    return game


def asked(game):
    """Answer every backing with the first free position; give who was asked, deal by deal."""
    seats = {}
    while game.decision:
        seats.setdefault(game.view(None).deal, []).append(game.decision.seat)
        game.choose(game.decision.options[0])
    return seats


def of(game, kind):
    """Give the events of a kind."""
    return [event for event in game.events if isinstance(event, kind)]


def turned(game):
    """Give position, card and backer of each card turned."""
    return [(event.position, str(event.card), event.backer) for event in of(game, CardTurned)]
