"""What bulk play of the banchoks needs around its kernel: rules and policies as numbers, arrays, and the columns.

``tally`` reads the same columns off a game that was played step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from banchok_edu import cards
from banchok_edu.core.columns import TOO_LARGE, Column, Make, dtype_for
from banchok_edu.core.events import BankEnded, DealBegan, Dealt, Exposed, Opened, Settled
from banchok_edu.core.policy import Hand, hand_of
from banchok_edu.errors import RulesError

from . import kernel
from .kernel import NO_LIMIT, Desk, Plan, Terms
from .rules import TIES, BanchokRules, outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banchok_edu.cards import Card
    from banchok_edu.core.game import Game
    from banchok_edu.core.policy import TablePolicy

    from .rules import BankingRules

ENDED = ("broken", "tripled", "lapsed")
"""How a bank ended, by the numbers of the column ``ended``; -1 where no bank was opened."""

play = kernel.play
PARTS = (
    kernel.compare,
    kernel.line_of,
    kernel.play_games,
    kernel.play_game,
    kernel.first_banker,
    kernel.lay_out,
    kernel.draw,
    kernel.play_bank,
    kernel.play_deal,
    kernel.deal,
    kernel.play_turn,
    kernel.take,
    kernel.more_cards,
    kernel.limits,
    kernel.wanted,
    kernel.end_of_bank,
    kernel.nobody_can_bet,
    outcome,
)
"""The functions that are compiled together."""

_USES = ("recycled", "side_pack", "fresh_each_coup")


def columns(rules: BankingRules) -> tuple[Column, ...]:
    """Give the columns of these rules.

    Raises
    ------
    RulesError
        If a bank could grow beyond what whole numbers of 64 bits hold.

    >>> [(column.name, column.dtype) for column in columns(BanchokRules())][:4]
    [('gain', 'int16'), ('banker', 'int8'), ('ended', 'int8'), ('bank', 'int8')]
    """
    bank = largest_bank(rules)
    total = bank * rules.players * rules.rounds
    if rules.purse is not None:
        total = rules.players * rules.purse
    if total >= TOO_LARGE:
        raise RulesError(
            "with these rules a bank could grow beyond 2**62 counters, too many for bulk play: give the players a "
            "limited purse, look at the goal at once (tripled_when='at_once'), or take fewer players"
        )
    turns = rules.turn_limit
    cards = turns * (rules.cards_each + 1) + rules.players * rules.cards_each
    return (
        Column("gain", "seat", dtype_for(total), "counters", "net gain of the seat in the game"),
        Column("banker", "bank", dtype_for(rules.players), "seat", "who banked"),
        Column("ended", "bank", "int8", "code", "how it ended: 0 broken, 1 tripled, 2 lapsed"),
        Column("bank", "bank", dtype_for(bank), "counters", "what the banker took at the end"),
        Column("coups", "bank", dtype_for(turns), "coups", "bets that were settled"),
        Column("deals", "bank", dtype_for(turns), "deals", "deals begun"),
        Column("cards", "bank", dtype_for(cards), "cards", "cards drawn from the deck"),
    )


def largest_bank(rules: BankingRules) -> int:
    """Give a number of counters that no bank can pass."""
    opening = rules.opening
    if rules.purse is not None:
        return rules.players * rules.purse
    goal = rules.triple * opening
    doublings = 1 if rules.tripled_when == "at_once" else rules.players - 1
    largest: int = goal * 2 ** min(doublings, 64)
    return largest


def tally(game: Game) -> dict[str, list[int]]:
    """Read the columns off a game that has ended, in the order of its seats and of the banks opened."""
    rules: Any = game.rules
    found: dict[str, list[int]] = {"gain": list(game.gains)}
    rows: list[dict[str, int]] = []
    exposed = False
    for event in game.events:
        if isinstance(event, Opened):
            rows.append({"banker": event.seat, "ended": -1, "bank": 0, "coups": 0, "deals": 0, "cards": 0})
        elif isinstance(event, DealBegan):
            rows[-1]["deals"] += 1
        elif isinstance(event, Dealt | Exposed):
            rows[-1]["cards"] += 1
        elif isinstance(event, Settled):
            rows[-1]["coups"] += 1
            rows[-1]["cards"] += not exposed
        elif isinstance(event, BankEnded):
            rows[-1].update(ended=ENDED.index(event.how), bank=event.amount)
        exposed = isinstance(event, Exposed)
    empty = {"banker": -1, "ended": -1, "bank": 0, "coups": 0, "deals": 0, "cards": 0}
    rows += [empty] * (slots(rules)["bank"] - len(rows))
    return found | {name: [row[name] for row in rows] for name in empty}


def slots(rules: BankingRules) -> dict[str, int]:
    """Give how many places a game has in a column of each kind."""
    return {"seat": rules.players, "bank": rules.players * rules.rounds}


def terms(rules: BankingRules) -> Terms:
    """Give the rules as whole numbers."""
    polish: Any = rules
    is_polish = not isinstance(rules, BanchokRules)
    return Terms(
        players=rules.players,
        purse=rules.purse or 0,
        limited=int(rules.purse is not None),
        opening=rules.opening,
        min_stake=rules.min_stake,
        triple=rules.triple,
        at_once=int(rules.tripled_when == "at_once"),
        pass_limit=NO_LIMIT if rules.pass_limit is None else rules.pass_limit,
        turn_limit=rules.turn_limit,
        banks=rules.players * rules.rounds,
        first=rules.first_banker if isinstance(rules.first_banker, int) else -1,
        use=_USES.index(rules.deck_use),
        size=len(rules.cards),
        each=rules.cards_each,
        reading=polish.reading_number if is_polish else TIES.index(polish.tie),
        exposure=polish.exposure_threshold if is_polish else 0,
        limited_to_opening=int(is_polish and polish.stake_limit == "opening"),
        lines=lines(rules),
        decks=rules.packs,
        suits=rules.suits,
        lowest=14 - rules.ranks,
    )


def lines(rules: BankingRules) -> int:
    """Give the number of lines in a policy's table."""
    return 56 if rules.cards_each == 1 else len(rules.cards) + 1


def face(card: Card) -> int:
    """Give a card as a whole number: four times the rank's number plus the suit's; 0 is no card."""
    return 4 * card.index + card.suit_index


def plan(rules: BankingRules, policies: Sequence[TablePolicy], make: Make) -> Plan:
    """Write the policies down as tables, one for each seat."""
    for policy in policies:
        policy.fits(rules)
    known = hands(rules)
    rows = [policy.bet(hand) for policy in policies for hand in known]
    return Plan(
        fixed=make("int64", [row.fixed for row in rows]),
        part=make("int64", [row.part for row in rows]),
        whole=make("int64", [row.whole for row in rows]),
        of_purse=make("int8", [int(row.of_purse) for row in rows]),
        refuses=make("int8", [int(rules.may_refuse and policy.refuses) for policy in policies]),
    )


def hands(rules: BankingRules) -> list[Hand]:
    """Give what a policy may know of a hand, line by line."""
    if rules.cards_each == 1:
        by_face = {face(card): hand_of(rules, (card,)) for card in rules.cards}
        return [by_face.get(number, Hand(0, 0, 0)) for number in range(lines(rules))]
    rest = len(rules.cards) - rules.cards_each
    return [Hand(wins, max(rest - wins, 0), 0) for wins in range(lines(rules))]


def desk(rules: BankingRules, make: Make) -> Desk:
    """Make the arrays to work in, for one run at a time."""
    size, players = len(rules.cards), rules.players
    places: dict[str, int] = getattr(rules, "suit_places", {})
    return Desk(
        faces=make("int16", [face(card) for card in rules.cards]),
        weight=make("int16", [places.get(suit, 0) for suit in cards.SUITS]),
        cells=make("int16", size),
        spare=make("int16", max(size, players)),
        batches=make("int16", size),
        hand=make("int16", players * rules.cards_each),
        held=make("int16", size),
        held_count=make("int64", 1),
        left=make("int8", players),
        net=make("int64", players),
    )
