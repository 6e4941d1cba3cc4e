"""What bulk play of Black Cat "Bank" needs around its kernel: rules and policies as numbers, arrays, and the columns.

``tally`` reads the same columns off a game that was played step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from banchok_edu.core.board import Board
from banchok_edu.core.columns import TOO_LARGE, Column, Make, dtype_for
from banchok_edu.core.events import DealBegan
from banchok_edu.errors import RulesError

from . import kernel
from .events import CardTurned, DealEnded
from .kernel import Desk, Plan, Terms
from .rules import KINDS, BlackCatRules, CatCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banchok_edu.core.game import Game
    from banchok_edu.core.policy import TablePolicy

ENDED = ("all_turned", "broken", "Scoop", "Transfer Bank", "Official Receiver", "Bank Holiday")
"""How a deal ended, by the numbers of the column ``ended``: as in the event ``DealEnded``."""

play = kernel.play
PARTS = (
    kernel.play_match,
    kernel.play_deal,
    kernel.card_at,
    kernel.back,
    kernel.chosen,
    kernel.take_out,
    kernel.turn_in_order,
    kernel.turn_at_random,
    kernel.act,
    kernel.act_on_all,
    kernel.act_on_backer,
    kernel.calls,
    kernel.broken,
    kernel.pays,
    kernel.stakes,
    kernel.takes_pool,
    kernel.takes_reserve,
)
"""The functions that are compiled together."""


def columns(rules: BlackCatRules) -> tuple[Column, ...]:
    """Give the columns of these rules.

    Raises
    ------
    RulesError
        If a gain could grow beyond what whole numbers of 64 bits hold.

    >>> [(column.name, column.dtype) for column in columns(BlackCatRules())][:4]
    [('gain', 'int16'), ('banker', 'int8'), ('turned', 'int8'), ('ended', 'int8')]
    """
    pool, gain = largest_pool(rules), largest_gain(rules)
    codes = ", ".join(f"{code} {how}" for code, how in enumerate(ENDED))
    if gain >= TOO_LARGE:
        raise RulesError(
            "with these rules a gain could grow beyond 2**62 counters, too many for bulk play: give the players a "
            "limited purse, play fewer deals, or take a smaller stake or ante"
        )
    return (
        Column("gain", "seat", dtype_for(gain), "counters", "net gain of the seat in the match"),
        Column("banker", "deal", dtype_for(rules.players), "seat", "who banked when the deal began"),
        Column("turned", "deal", dtype_for(rules.dealt), "cards", "cards turned up"),
        Column("ended", "deal", "int8", "code", f"how it ended: {codes}"),
        Column("pool", "deal", dtype_for(pool), "counters", "the pool when the deal has ended"),
        Column("reserve", "deal", dtype_for(pool), "counters", "the reserve when the deal has ended"),
    )


def largest_pool(rules: BlackCatRules) -> int:
    """Give a number of counters that neither the pool nor the reserve can pass.

    All that is ever paid into them together is the first stake, the antes, and for each card turned an In, a counter
    from every player, or one new stake.
    """
    if rules.purse is not None:
        return rules.players * rules.purse
    a_card = max(rules.stake, rules.players, *(card.number for card in rules.cards if card.kind == "In"))
    antes = rules.ante * rules.backs * (rules.players - 1)
    return rules.stake + rules.deals * (rules.dealt * a_card + antes)


def largest_gain(rules: BlackCatRules) -> int:
    """Give a number of counters that no seat can win or lose in a match.

    Nobody wins more than all others pay, nor loses more than he pays: to the pool and the reserve, as above; a stake
    for a Stake card, which is a card like others; and as much as the pool holds for each Official Receiver.
    """
    if rules.purse is not None:
        return rules.players * rules.purse
    receivers = min(sum(card.kind == "Official Receiver" for card in rules.cards), rules.dealt)
    if rules.receiver == "new_deal":
        receivers = min(receivers, 1)
    return largest_pool(rules) * (1 + rules.deals * receivers)


def tally(game: Game) -> dict[str, list[int]]:
    """Read the columns off a game that has ended, in the order of its seats and of its deals."""
    board = Board(game.rules)
    rows: list[dict[str, int]] = []
    for event in game.events:
        event.apply(board)
        if isinstance(event, DealBegan):
            assert board.banker is not None
            rows.append({"banker": board.banker, "turned": 0})
        elif isinstance(event, CardTurned):
            rows[-1]["turned"] += 1
        elif isinstance(event, DealEnded):
            rows[-1] |= {"ended": ENDED.index(event.how), "pool": board.ledger.bank, "reserve": board.ledger.reserve}
    found = {name: [row[name] for row in rows] for name in ("banker", "turned", "ended", "pool", "reserve")}
    return {"gain": list(game.gains), **found}


def slots(rules: BlackCatRules) -> dict[str, int]:
    """Give how many places a game has in a column of each kind."""
    return {"seat": rules.players, "deal": rules.deals}


def terms(rules: BlackCatRules) -> Terms:
    """Give the rules as whole numbers."""
    return Terms(
        players=rules.players,
        purse=rules.purse or 0,
        limited=int(rules.purse is not None),
        first=rules.first_banker,
        stake=rules.stake,
        size=len(rules.cards),
        dealt=rules.dealt,
        backs=rules.backs,
        deals=rules.deals,
        ante=rules.ante,
        random_order=int(rules.order == "random"),
        banker_backs=int(rules.unbacked == "banker"),
        banker_reserves=int(rules.reserve_pays == "all"),
        receiver_ends=int(rules.receiver == "new_deal"),
        holiday_ends=int(rules.holiday == "new_deal"),
        settles=int(rules.settle == "banker"),
    )


def face(card: CatCard) -> int:
    """Give a card as a whole number: sixteen times its number plus the place of its kind.

    >>> face(CatCard("In", 3)), face(CatCard("Scoop"))
    (48, 6)
    """
    return 16 * card.number + KINDS.index(card.kind)


def plan(rules: BlackCatRules, policies: Sequence[TablePolicy], make: Make) -> Plan:
    """Write down what the policies back, seat by seat."""
    wishes = [policy.wishes(rules) for policy in policies]
    padded = [[place - 1 for place in wish or ()] + [0] * (rules.dealt - len(wish or ())) for wish in wishes]
    return Plan(
        at_random=make("int8", [int(wish is None) for wish in wishes]),
        count=make("int64", [len(wish or ()) for wish in wishes]),
        wishes=make("int16", [place for row in padded for place in row]),
    )


def desk(rules: BlackCatRules, make: Make) -> Desk:
    """Make the arrays to work in, for one run at a time."""
    return Desk(
        faces=make("int16", [face(card) for card in rules.cards]),
        cells=make("int16", len(rules.cards)),
        backer=make("int16", rules.dealt),
        taken=make("int16", rules.dealt),
        gain=make("int64", rules.players),
        pot=make("int64", 2),
        role=make("int64", 2),
    )
