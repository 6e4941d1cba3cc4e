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

AND = " and "

TERMS = {
    "Ante": "Ante",
    "Settlement": "Settlement",
    "In": "In {number}",
    "Out": "Out {number}",
    "Reserve": "Reserve",
    "Contribution": "Contribution",
    "Distribution": "Distribution",
    "Stake": "Stake",
    "Scoop": "Scoop",
    "Transfer Bank": "Transfer Bank",
    "Official Receiver": "Official Receiver",
    "Bank Holiday": "Bank Holiday",
}
"""What the games call things: the reasons of payments, and the kinds of card. Saved games keep the keys."""


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


def term(name: object) -> str:
    """Say a reason or a card in words; a playing card is written as it is.

    >>> term("In 3"), term("Ante"), term("A♠")
    ('In 3', 'Ante', 'A♠')
    """
    text = str(name)
    kind, _, number = text.rpartition(" ")
    if kind in TERMS and number.isdigit():
        return TERMS[kind].format(number=number)
    return TERMS.get(text, text)


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
            words[field] = _Number(value) if type(value) is int else term(value)
    return template.format_map(words)


# -- what a drawing of a view says (see ``display``) -----------------------------------------------------------------

LABELS = {
    "game.banchok": "Banchok",
    "game.polish": "Polish banchok",
    "game.black_cat": "Black Cat “Bank”",
    "deal": "deal {number}",
    "view.seat": "as {seat} sees it",
    "view.public": "as everybody sees it",
    "view.all": "with every card dealt, for the teacher",
    "bank": "Bank",
    "bank.black_cat": "Pool",
    "opening": "opened with {amount}",
    "reserve": "Reserve",
    "last_staker": "last staker: {seat}",
    "players": "Players",
    "seat": "Seat",
    "player": "Player",
    "role": "Role",
    "gain": "Gain",
    "purse": "Counters",
    "cards": "Cards",
    "act": "In this deal",
    "role.banker": "banker",
    "role.to_choose": "to choose",
    "role.left": "left the game",
    "role.person": "played by a person",
    "role.winner": "winner",
    "face_down": "face down",
    "face_down.many": "{number} face down",
    "not_shown": "hidden from others",
    "act.passed": "passed",
    "act.won": "won",
    "act.lost": "lost",
    "act.tie": "tie",
    "act.won.stake": "won {stake}",
    "act.lost.stake": "lost {stake}",
    "act.tie.stake": "tie, {stake} back",
    "turned": "turned {card}",
    "exposed": "Exposed card",
    "coup": "Last coup",
    "coup.of": "{seat} on",
    "coup.won": "the bank pays {stake}",
    "coup.lost": "the bank takes {stake}",
    "coup.tie": "the stake of {stake} goes back",
    "lower": "lower than",
    "equal": "equal to",
    "higher": "higher than",
    "positions": "Positions",
    "backed": "backed by {seat}",
    "not_backed": "not backed",
    "events": "What happened last",
    "dealt": "{count:cards} are dealt face down.",
    "past": "This is an earlier moment of the game.",
    "card": "{rank} of {suit}",
}
"""The labels of a drawing. A game's own name and its word for the bank stand under ``game.`` and ``bank.`` with its
short name; a game may add them (``LABELS.update``), and is called by its short name if it does not."""

SIGNS = {"won": "+", "tie": "=", "lost": "\N{MINUS SIGN}"}
"""The outcome of a coup as a sign, from the punter's side."""

RANK_WORDS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
SUIT_WORDS = {"♠": "spades", "♣": "clubs", "♦": "diamonds", "♥": "hearts"}


def label(key: str, **values: Any) -> str:
    """Give a label, its values filled in.

    >>> label("face_down.many", number=3), label("coup.lost", stake=1200)
    ('3 face down', 'the bank takes 1,200')
    """
    return _fill(LABELS[key], values, ())


def label_of_game(kind: str, game: str) -> str:
    """Give a game's own word for something, or the general one.

    >>> label_of_game("bank", "black_cat"), label_of_game("bank", "polish"), label_of_game("game", "red_dog")
    ('Pool', 'Bank', 'Red dog')
    """
    return LABELS.get(f"{kind}.{game}") or LABELS.get(kind) or game.replace("_", " ").capitalize()


def card_in_words(rank: str, suit: str) -> str:
    """Say a playing card, for those who hear the page.

    >>> card_in_words("9", "♠")
    'nine of spades'
    """
    return label("card", rank=RANK_WORDS[rank], suit=SUIT_WORDS[suit])


def signed(n: int) -> str:
    """Write a gain with its sign.

    >>> signed(9), signed(0), signed(-1200)
    ('+9', '0', '−1,200')
    """
    return f"{n:+,}".replace("-", SIGNS["lost"]) if n else "0"
