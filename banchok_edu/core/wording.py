"""All words that a game says about itself, in one place, so that they can be translated.

Templates are ours; what people typed comes in only as values. ``{seat}`` is a player's name, ``{card}`` and ``{cards}``
are written short, ``{amount:counters}`` says a number of counters.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any

from banchok_edu.errors import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .decision import Decision
    from .events import Event

SEAT = "Seat {number}"

SENTENCES: dict[str, str] = {
    "DrewForBank": "{seat} draws {card} for the bank.",
    "FirstBanker": "{seat} banks first.",
    "Left.empty": "{seat} is due to bank with an empty purse, and leaves the game.",
    "Left.refused": "{seat} refuses to bank, and leaves the game.",
    "Opened": "{seat} opens a bank of {amount:counters}.",
    "Cut": "{seat} cuts the deck at card {at}.",
    "DealBegan": "Deal {number} begins.",
    "Dealt": "{seat} is dealt a card face down.",
    "Dealt.known": "{seat} is dealt {card} face down.",
    "Dealt.position": "A card is laid face down at position {position}.",
    "Dealt.position.known": "{card} is laid face down at position {position}.",
    "Looked": "{seat} looks at the cards.",
    "Looked.known": "{seat} looks: {cards}.",
    "Exposed": "Before {seat} declares, the next card is exposed: {card}.",
    "Passed": "{seat} passes.",
    "Passed.forced": "{seat} cannot stake enough, and passes.",
    "Shown": "{seat} shows {cards}.",
    "Settled.bank": "{seat} stakes {stake:counters} on {cards}; {turned} is turned, and the bank takes the stake.",
    "Settled.punter": "{seat} stakes {stake:counters} on {cards}; {turned} is turned, and the bank pays the stake.",
    "Settled.tie": "{seat} stakes {stake:counters} on {cards}; {turned} is turned, and the stake goes back.",
    "Shuffled": "{count:cards} are shuffled into the deck.",
    "PutUnder": "{count:cards} are shuffled and put under the deck.",
    "BankEnded.broken": "The bank of {seat} is broken.",
    "BankEnded.tripled": "The bank of {seat} has reached its goal: {seat} takes {amount:counters}.",
    "BankEnded.lapsed": "The bank of {seat} lapses: {seat} takes {amount:counters}.",
    "Paid.player.bank": "{why}: {payer} pays {amount:counters} into the pool.",
    "Paid.player.reserve": "{why}: {payer} pays {amount:counters} into the reserve.",
    "Paid.player.player": "{why}: {payer} pays {amount:counters} to {payee}.",
    "Paid.bank.player": "{why}: {payee} receives {amount:counters} from the pool.",
    "Paid.reserve.player": "{why}: {payee} receives {amount:counters} from the reserve.",
    "Paid.player.bank.short": "{why}: {payer} pays {amount:counters} into the pool, {short} short.",
    "Paid.player.reserve.short": "{why}: {payer} pays {amount:counters} into the reserve, {short} short.",
    "Paid.player.player.short": "{why}: {payer} pays {amount:counters} to {payee}, {short} short.",
    "Paid.reserve.player.short": "{why}: {payee} receives {amount:counters} from the reserve, {short} short.",
    "Staked": "{seat} stakes {amount:counters} into the pool.",
    "Staked.short": "{seat} stakes {amount:counters} into the pool, {short} short.",
    "Backed": "{seat} backs position {position}.",
    "CardTurned": "Position {position} is turned: {card}. Nobody backed it.",
    "CardTurned.backed": "Position {position} is turned: {card}, backed by {backer}.",
    "BankerChanged": "{why}: {seat} becomes banker.",
    "BankerChanged.broken": "The bank is broken: {seat} becomes banker.",
    "MarkersLifted": "The markers of {seat} are lifted from position {positions}.",
    "DealEnded.all_turned": "Deal {number} is over: all cards are turned.",
    "DealEnded.broken": "Deal {number} is over: the bank was broken.",
    "DealEnded.card": "Deal {number} is over, by {how}.",
    "HandedOver.person": "{seat} is now played by a person.",
    "HandedOver.policy": "{seat} is now played by its policy.",
    "GameOver": "The game is over. {winners} wins.",
    "GameOver.shared": "The game is over. {winners} share the win.",
}
"""A sentence for each event of every game; an event finds its own by ``wording_key``."""

PROMPTS = {
    "bank": "{seat}: will you bank? True to bank, False to leave the game.",
    "opening": "{seat}: open your bank with {low} to {high:counters}.",
    "stake": "{seat}: stake {low} to {high:counters}.",
    "stake.one": "{seat}: stake {high:counters}.",
    "stake.pass": "{seat}: stake {low} to {high:counters}, or 0 to pass.",
    "stake.one.pass": "{seat}: stake {high:counters}, or 0 to pass.",
    "back": "{seat}: back one position of {options}.",
}

OVER = "The game is over."
AND = " and "


class _Number(int):
    """A number that can say what it counts: ``{n:counters}``, ``{n:cards}``."""

    def __format__(self, spec: str) -> str:
        if spec == "counters":
            return counted(int(self))
        if spec == "cards":
            return f"{int(self)} card{'' if self == 1 else 's'}"
        return f"{int(self):,}"


def name_of(seat: int, names: tuple[str, ...]) -> str:
    """Give a player's name, or his seat's.

    >>> name_of(1, ()), name_of(1, ("Ann", "Bo"))
    ('Seat 1', 'Bo')
    """
    return names[seat] if names else SEAT.format(number=seat)


@cache
def seat_names(players: int) -> tuple[str, ...]:
    """Give the seats' own names."""
    return tuple(name_of(seat, ()) for seat in range(players))


def listed(words: list[str]) -> str:
    """Join words as in a sentence.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    return AND.join([*([", ".join(words[:-1])] if len(words) > 1 else []), *words[-1:]])


def sentence(event: Event, names: tuple[str, ...]) -> str:
    """Say an event in words."""
    values = {f.name: getattr(event, f.name) for f in fields(event)}
    return _fill(SENTENCES[event.wording_key], values, names)


def prompt(decision: Decision, names: tuple[str, ...]) -> str:
    """Say a question in words."""
    values = {f.name: getattr(decision, f.name) for f in fields(decision)}
    return _fill(PROMPTS[prompt_key(decision)], values, names)


def prompt_key(decision: Decision) -> str:
    """Give the place of a question in ``PROMPTS``."""
    key = decision.kind
    if key == "stake":
        key += (".one" if decision.low == decision.high else "") + (".pass" if decision.may_pass else "")
    return key


def _fill(template: str, values: Mapping[str, Any], names: tuple[str, ...]) -> str:
    words: dict[str, Any] = {}
    for field, value in values.items():
        if field in ("seat", "payer", "payee", "backer") and isinstance(value, int):
            words[field] = name_of(value, names) if value >= 0 else ""
        elif field == "winners":
            words[field] = listed([name_of(seat, names) for seat in value])
        elif isinstance(value, tuple):
            words[field] = (
                listed([str(x) for x in value]) if field in ("options", "positions") else " ".join(map(str, value))
            )
        else:
            words[field] = _Number(value) if type(value) is int else value
    return template.format_map(words)
