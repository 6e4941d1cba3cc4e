"""Banchok, step by step. Read it beside section 1 of RULES.md; the numbers in the comments are those of its steps.

A script yields decisions and is sent the answers. Cards come from the table's deck; what happens is said with
``table.say``, and saying it moves the counters. Polish banchok plays on the same way, with a turn of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from banchok_edu.core.decision import Choice, Decision
from banchok_edu.core.events import (
    BankEnded,
    Cut,
    DealBegan,
    DrewForBank,
    FirstBanker,
    GameOver,
    Left,
    Opened,
    Passed,
    PutUnder,
    Settled,
    Shown,
)
from banchok_edu.core.rules import MOST_COUNTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banchok_edu.core.table import Script, Table

    from .rules import BankingRules

Turn = Callable[[Any, "Table", int, int], Generator[Decision, Choice, bool]]
"""A punter's turn: rules, table, his seat, the number of the turn in this bank; gives whether he bet."""


def banchok(rules: BankingRules, table: Table) -> Script:
    """Play a game of Banchok."""
    yield from play(rules, table, turn)


def play(rules: BankingRules, table: Table, turn: Turn) -> Script:
    """Let the deal go round: everyone still in the game banks in turn."""
    first = draw_first_banker(rules, table)
    table.say(FirstBanker(first))
    players = rules.players
    for place in range(players * rules.rounds):  # 8
        banker = (first + place) % players
        if table.board.left[banker]:
            continue
        if table.room(banker) == 0:  # 9
            table.say(Left(banker, refused=False))
        elif rules.may_refuse and not (yield Decision(banker, "bank", options=(True, False))):
            table.say(Left(banker, refused=True))
        else:
            yield from bank(rules, table, banker, turn)
        if sum(table.board.left) == players - 1:
            break
    in_game = [seat for seat in range(players) if not table.board.left[seat]]
    best = max(table.purses[seat] for seat in in_game)
    table.say(GameOver(tuple(seat for seat in in_game if table.purses[seat] == best)))


def draw_first_banker(rules: BankingRules, table: Table) -> int:
    """Draw for the bank: the lowest card has it, and those who tie for lowest draw again."""  # 1
    if isinstance(rules.first_banker, int):
        return rules.first_banker
    deck = table.chance.first_banker_deck()
    drawing = list(range(rules.players))
    while len(drawing) > 1:
        drawn = {}
        for seat in drawing:
            card = table.draw(deck)
            table.say(DrewForBank(seat, card))
            drawn[seat] = card.index
        lowest = min(drawn.values())
        drawing = [seat for seat in drawing if drawn[seat] == lowest]
    return drawing[0]


def bank(rules: BankingRules, table: Table, banker: int, turn: Turn) -> Script:
    """Play one bank from its opening to its end."""
    most = table.at_most(banker, MOST_COUNTERS)
    opening = min(rules.opening, most)
    if rules.opening_choice == "free":
        opening = yield Decision(banker, "opening", 1, most)  # type: ignore[assignment]  # 2
    table.say(Opened(banker, opening))
    table.open_deck()  # 3
    punters, goal = table.in_turn(banker), rules.triple * opening
    fresh = rules.deck_use == "fresh_each_coup"
    deals = turns = quiet = 0
    how = end_of_bank(rules, table, punters, goal, turns)
    if not how and not fresh:
        table.say(Cut(punters[-1], table.chance.cut()))
    while not how:
        deals += 1
        table.say(DealBegan(deals))
        table.clear_hands()
        if not fresh:
            deal(rules, table, punters)  # 4
        bets = 0
        for acted, seat in enumerate(punters, 1):  # 5
            if fresh:
                table.begin_coup()
                deal(rules, table, [seat])
            turns += 1
            bets += yield from turn(rules, table, seat, turns)
            how = end_of_bank(rules, table, punters, goal, turns)
            if how:
                show(rules, table, punters[acted:])
                break
        quiet = 0 if bets else quiet + 1
        how = how or end_of_deal(rules, table, goal, quiet)
    table.say(BankEnded(banker, how, table.bank))
    table.chance.close_deck()


def end_of_deal(rules: BankingRules, table: Table, goal: int, quiet: int) -> str:
    """Tell how a bank ends now that its last punter has acted; if it goes on, gather the used cards."""
    if table.bank >= goal:  # 7
        return "tripled"
    if quiet == rules.pass_limit:
        return "lapsed"
    if used := table.deck.close_deal():  # 6
        table.say(PutUnder(used))
    return ""


def deal(rules: BankingRules, table: Table, punters: Sequence[int]) -> None:
    """Deal the punters their cards, face down, one at a time round the table."""
    for _ in range(rules.cards_each):
        for seat in punters:
            table.deal_to(seat)


def end_of_bank(rules: BankingRules, table: Table, punters: Sequence[int], goal: int, turns: int) -> str:
    """Tell how a bank ends at this moment, "" if it goes on."""  # 7
    bank = table.bank
    if bank == 0:
        return "broken"
    reached = bank >= goal
    if reached and rules.tripled_when == "at_once":
        return "tripled"
    if turns >= rules.turn_limit or (rules.purse is not None and nobody_can_bet(rules, table, punters)):
        return "tripled" if reached else "lapsed"
    return ""


def nobody_can_bet(rules: BankingRules, table: Table, punters: Sequence[int]) -> bool:
    """Tell whether no punter could make a legal bet: all purses are limited, and too short."""
    least = least_stake(rules, table)
    return not any(table.can_pay(seat, least) for seat in punters)


def least_stake(rules: BankingRules, table: Table) -> int:
    """Give the least stake: the whole bank, if there is less in it than the usual one."""
    return min(rules.min_stake, table.bank)


def turn(rules: BankingRules, table: Table, seat: int, number: int) -> Generator[Decision, Choice, bool]:
    """Let a punter look at his card, pass or bet, and settle his bet."""  # 5
    del number
    hand = table.look(seat)
    bank = table.bank
    least, most = min(rules.min_stake, bank), table.at_most(seat, bank)
    if most < least:
        return passes(rules, table, seat, forced=True)
    stake = yield Decision(seat, "stake", least, most, (), True)
    if not stake:
        return passes(rules, table, seat)
    return settles(rules, table, seat, hand, table.draw(), stake)


def passes(rules: BankingRules, table: Table, seat: int, *, forced: bool = False) -> bool:
    """Let a punter pass; his turn is over, and he has not bet."""
    table.say(Passed(seat, forced))
    show(rules, table, [seat])
    return False


def show(rules: BankingRules, table: Table, punters: Sequence[int]) -> None:
    """Show the cards of those who did not bet, if the rules have it so."""
    if rules.show_passed:
        for seat in punters:
            if hand := table.hand(seat):
                table.say(Shown(seat, hand))


def settles(rules: BankingRules, table: Table, seat: int, hand: tuple[Any, ...], turned: Any, stake: Choice) -> bool:
    """Compare the turned card with the punter's, and pay; his turn is over, and he has bet."""
    assert isinstance(stake, int)
    table.say(Settled(seat, stake, hand, turned, rules.outcome(hand, turned)))
    return True
