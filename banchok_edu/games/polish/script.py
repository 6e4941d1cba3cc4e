"""Polish banchok, step by step. Read it beside section 2 of RULES.md; all that is not here is as in Banchok."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banchok_edu.core.decision import Choice, Decision, Expose
from banchok_edu.core.events import Exposed
from banchok_edu.games.banchok.script import least_stake, passes, play, settles

if TYPE_CHECKING:
    from collections.abc import Generator

    from banchok_edu.core.table import Script, Table

    from .rules import PolishRules


def polish(rules: PolishRules, table: Table) -> Script:
    """Play a game of Polish banchok."""
    yield from play(rules, table, turn)


def turn(rules: PolishRules, table: Table, seat: int, number: int) -> Generator[Decision, Choice, bool]:
    """Let a punter look at his cards, pass or bet, and settle his bet; a card may be exposed before he declares."""
    hand = table.look(seat)
    exposed = None
    if rules.exposure and table.chance.exposes(number, rules.exposure_threshold):  # 4
        exposed = expose(table, seat)
    stake: Choice = 0
    while decision := asks(rules, table, seat, exposed):
        stake = yield decision
        if not isinstance(stake, Expose):
            break
        exposed = expose(table, seat)  # said by a teacher, once
    else:
        return passes(rules, table, seat, forced=True)
    if not stake:
        return passes(rules, table, seat)
    turned = table.draw() if exposed is None else exposed
    return settles(rules, table, seat, hand, turned, stake)


def expose(table: Table, seat: int) -> Any:
    """Turn up the next card for all to see."""
    card = table.draw()
    table.say(Exposed(seat, card))
    return card


def asks(rules: PolishRules, table: Table, seat: int, exposed: Any) -> Decision | None:
    """Give the question to a punter, or None if he can stake nothing."""  # 3, 4
    least = least_stake(rules, table)
    if exposed is None:
        limit = table.bank
        if rules.stake_limit == "opening":
            limit = min(limit, max(table.board.opening, least))
        most = table.at_most(seat, limit)
        return Decision(seat, "stake", least, most, (), True, True) if most >= least else None
    most = table.at_most(seat, table.bank)
    return Decision(seat, "stake", min(least, most), most, (), rules.exposed_pass) if most else None
