"""Black Cat "Bank", step by step. Read it beside section 3 of RULES.md; the numbers in the comments are its steps.

A script yields decisions and is sent the answers. What happens is said with ``table.say``, and saying it moves the
counters. What a card does is one short function a kind, listed in ``EFFECTS``.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from banchok_edu.core.decision import Choice, Decision
from banchok_edu.core.events import DealBegan, FirstBanker, GameOver, Paid
from banchok_edu.core.ledger import BANK, RESERVE

from .events import Backed, BankerChanged, CardTurned, DealEnded, MarkersLifted, Staked

if TYPE_CHECKING:
    from banchok_edu.core.table import Script, Table

    from .rules import BlackCatRules, CatCard


def black_cat(rules: BlackCatRules, table: Table) -> Script:
    """Play a match of Black Cat "Bank"."""
    table.say(FirstBanker(rules.first_banker))  # 1
    stakes(rules, table, rules.first_banker)
    for number in range(1, rules.deals + 1):  # 6
        table.say(DealBegan(number))
        laid = lay(rules, table)
        yield from backing(rules, table)
        how = turning(rules, table, laid)
        table.say(DealEnded(number, how))
        table.chance.close_deck()
    if rules.settle == "banker":
        takes_all(table, banker(table), "Settlement", (BANK, RESERVE))
    best = max(table.purses)
    table.say(GameOver(tuple(seat for seat, purse in enumerate(table.purses) if purse == best)))


def lay(rules: BlackCatRules, table: Table) -> list[CatCard]:
    """Shuffle the whole pack and lay cards face down in positions 1, 2, ..."""  # 1
    table.open_deck()
    laid = [table.deal_at(position) for position in range(1, rules.dealt + 1)]
    table.chance.seal_deck()
    return laid


def backing(rules: BlackCatRules, table: Table) -> Generator[Decision, Choice, None]:
    """Let each punter back a position that nobody has backed."""  # 2
    for _ in range(rules.backs):
        for seat in table.in_turn(banker(table)):
            free = tuple(p for p, backer in enumerate(table.board.backers, 1) if backer is None)
            position = yield Decision(seat, "back", options=free)
            assert isinstance(position, int)
            table.say(Backed(seat, position))
            pays(table, seat, BANK, rules.ante, "Ante")


def turning(rules: BlackCatRules, table: Table, laid: list[CatCard]) -> str:
    """Turn the cards and let each act, until all are turned or one ends the deal; gives how the deal ended."""  # 3
    face_down = list(range(1, rules.dealt + 1))
    for turned in range(rules.dealt):
        place = table.chance.pick(turned, len(face_down)) if rules.order == "random" else 0
        position = face_down.pop(place)
        card, backer = laid[position - 1], table.board.backers[position - 1]
        table.say(CardTurned(position, card, backer))
        if backer is None and rules.unbacked == "banker" and card.kind in ("In", "Out"):
            backer = banker(table)
        if backer is None and card.kind not in ALWAYS_ACT:
            continue
        if how := EFFECTS[card.kind](rules, table, card, -1 if backer is None else backer):
            return how  # 5
    return "all_turned"


Effect = Callable[["BlackCatRules", "Table", "CatCard", int], str]
"""What a card does: rules, table, the card, its backer; gives how that ends the deal, "" if the deal goes on."""


def in_card(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The backer pays to the pool."""
    del rules
    pays(table, backer, BANK, card.number, str(card))
    return ""


def out_card(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The pool pays the backer."""
    return "" if calls(table, backer, card.number, str(card)) else broken(rules, table)


def reserve_card(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """Every player, or every punter, pays 1 into the reserve."""
    del backer
    for seat in everyone(table) if rules.reserve_pays == "all" else table.in_turn(banker(table)):
        pays(table, seat, RESERVE, 1, str(card))
    return ""


def contribution(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """Every player pays 1 to the pool."""
    del rules, backer
    for seat in everyone(table):
        pays(table, seat, BANK, 1, str(card))
    return ""


def distribution(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """Every player receives 1 from the pool, in turn, and all are served before anything else happens."""
    del backer
    met = [calls(table, seat, 1, str(card)) for seat in everyone(table)]
    return "" if all(met) else broken(rules, table)


def stake_card(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The backer pays a stake to the last staker."""
    last = table.board.last_staker
    if last is not None and last != backer:
        pays(table, backer, last, rules.stake, str(card))
    return ""


def scoop(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The backer takes the whole pool, becomes banker and stakes anew."""
    takes_all(table, backer, str(card), (BANK,))
    table.say(BankerChanged(backer, str(card)))
    stakes(rules, table, backer)
    return str(card)


def transfer_bank(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The backer becomes banker of all as it is."""
    del rules
    table.say(BankerChanged(backer, str(card)))
    return str(card)


def official_receiver(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The backer becomes banker of all as it is, and pays the retiring banker as much as is in the pool."""
    retiring, due = banker(table), table.bank
    table.say(BankerChanged(backer, str(card)))
    pays(table, backer, retiring, due, str(card))
    if rules.receiver == "new_deal":
        return str(card)
    board = table.board
    face_down = (p for p, card in enumerate(board.positions, 1) if card is None)
    lifted = tuple(p for p in face_down if board.backers[p - 1] == backer)
    if lifted:
        table.say(MarkersLifted(backer, lifted))
    return ""


def bank_holiday(rules: BlackCatRules, table: Table, card: CatCard, backer: int) -> str:
    """The banker takes pool and reserve, and stakes anew."""
    del backer
    takes_all(table, banker(table), str(card), (BANK, RESERVE))
    stakes(rules, table, banker(table))
    return str(card) if rules.holiday == "new_deal" else ""


EFFECTS: dict[str, Effect] = {
    "In": in_card,
    "Out": out_card,
    "Reserve": reserve_card,
    "Contribution": contribution,
    "Distribution": distribution,
    "Stake": stake_card,
    "Scoop": scoop,
    "Transfer Bank": transfer_bank,
    "Official Receiver": official_receiver,
    "Bank Holiday": bank_holiday,
}
ALWAYS_ACT = ("Reserve", "Contribution", "Distribution", "Bank Holiday")
"""The kinds that act whether they are backed or not."""


def broken(rules: BlackCatRules, table: Table) -> str:
    """Pass the bank to the banker's left, with what is left of the reserve; he stakes."""  # 4
    heir = table.in_turn(banker(table))[0]
    table.say(BankerChanged(heir, "broken"))
    stakes(rules, table, heir)
    return "broken"


def calls(table: Table, seat: int, due: int, why: str) -> bool:
    """Pay a player from the pool, and what is missing from the reserve; tell whether the pool could pay."""  # 4
    from_pool = min(due, table.bank)
    missing = due - from_pool
    if from_pool:
        table.say(Paid(BANK, seat, from_pool, why))
    if missing:
        from_reserve = min(missing, table.board.ledger.reserve)
        table.say(Paid(RESERVE, seat, from_reserve, why, missing - from_reserve))
    return not missing


def pays(table: Table, seat: int, payee: int, due: int, why: str) -> None:
    """Let a player pay what he can of what is due; what is missing is lost."""  # 7
    if due:
        amount = table.at_most(seat, due)
        table.say(Paid(seat, payee, amount, why, due - amount))


def stakes(rules: BlackCatRules, table: Table, seat: int) -> None:
    """Let a banker put his stake into the pool."""
    amount = table.at_most(seat, rules.stake)
    table.say(Staked(seat, amount, rules.stake - amount))


def takes_all(table: Table, seat: int, why: str, accounts: tuple[int, ...]) -> None:
    """Let a player take all that is in these accounts."""
    held = {BANK: table.bank, RESERVE: table.board.ledger.reserve}
    for account in accounts:
        if held[account]:
            table.say(Paid(account, seat, held[account], why))


def banker(table: Table) -> int:
    """Give the seat that banks."""
    assert table.board.banker is not None
    return table.board.banker


def everyone(table: Table) -> list[int]:
    """Give all seats in turn, the banker last."""
    return [*table.in_turn(banker(table)), banker(table)]
