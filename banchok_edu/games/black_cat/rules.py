"""The rules of Black Cat "Bank", and its special cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from banchok_edu.chance import MOST_CARDS
from banchok_edu.core.rules import MOST_COUNTERS, Rules, first_banker, reading, rule, whole
from banchok_edu.errors import CardError, RulesError, shown, whole_number

NUMBERED = ("In", "Out")
SPECIALS = (
    "Reserve",
    "Contribution",
    "Distribution",
    "Stake",
    "Scoop",
    "Transfer Bank",
    "Official Receiver",
    "Bank Holiday",
)
KINDS = (*NUMBERED, *SPECIALS)
"""The ten kinds of card."""

LARGEST_NUMBER = 100
"""The largest number on an In or an Out."""


@dataclass(frozen=True, slots=True)
class CatCard:
    """A card of the Black Cat pack; ``number`` is that of an In or an Out, else 0.

    Raises
    ------
    CardError
        If there is no such card.

    >>> print(CatCard("In", 3), CatCard("Scoop"))
    In 3 Scoop
    """

    kind: str
    number: int = 0

    def __post_init__(self) -> None:
        """Check that there is such a card."""
        numbers = range(1, LARGEST_NUMBER + 1) if self.kind in NUMBERED else range(1)
        if self.kind not in KINDS or type(self.number) is not int or self.number not in numbers:
            raise _no_card((self.kind, self.number))

    def __str__(self) -> str:
        return f"{self.kind} {self.number}" if self.number else self.kind

    @classmethod
    def read(cls, text: object) -> CatCard:
        """Read a card by its name, such as ``"In 3"`` or ``"official receiver"``.

        Raises
        ------
        CardError
            If there is no such card.
        """
        if isinstance(text, CatCard):
            return text
        words = text.split() if isinstance(text, str) and len(text) <= 40 else []
        name = " ".join(words).title()
        if name in SPECIALS:
            return cls(name)
        if len(words) == 2 and words[0].title() in NUMBERED and words[1].isascii() and words[1].isdecimal():
            number = int(words[1])
            if 1 <= number <= LARGEST_NUMBER:
                return cls(words[0].title(), number)
        raise _no_card(text)

    @property
    def place(self) -> tuple[int, int]:
        """Where the card stands in the order in which a pack is laid out."""
        return KINDS.index(self.kind), self.number


def _no_card(given: object) -> CardError:
    return CardError(
        f"{shown(given)} is not a card of this game: "
        f"the cards are In 1 to In {LARGEST_NUMBER}, Out 1 to Out {LARGEST_NUMBER}, {', '.join(SPECIALS)}"
    )


class Pack(Mapping[str, int]):
    """How often each card is in the pack. It cannot be changed.

    >>> Pack({"Scoop": 1, "In 2": 3})
    Pack({'In 2': 3, 'Scoop': 1})
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[Any, Any]) -> None:
        found: dict[CatCard, int] = {}
        for name, count in counts.items():
            card, number = CatCard.read(name), whole_number(count)
            if number is None or not 0 <= number <= MOST_CARDS:
                raise RulesError(f"pack: {shown(count)} times {card} is not allowed: 0 to {MOST_CARDS:,} times")
            if card in found:
                raise RulesError(f"pack: {card} is named twice: name each card once")
            found[card] = number
        self._counts = {card: found[card] for card in sorted(found, key=lambda card: card.place) if found[card]}

    def __getitem__(self, name: str) -> int:
        return self._counts[CatCard.read(name)]

    def __iter__(self) -> Iterator[str]:
        return map(str, self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    def __repr__(self) -> str:
        return f"Pack({dict(self)!r})"

    def cards(self) -> tuple[CatCard, ...]:
        """List all cards, in a fixed order."""
        return tuple(card for card, count in self._counts.items() for _ in range(count))


USUAL_PACK = Pack({f"{kind} {k}": 2 for kind in NUMBERED for k in range(1, 6)} | dict.fromkeys(SPECIALS, 1))
"""In 1 to 5 and Out 1 to 5, two of each, and one each of the eight specials: 28 cards. The text gives no counts."""


def _pack(name: str, value: Any) -> Pack:
    if not isinstance(value, Mapping):
        raise RulesError(f"{name}={shown(value)} is no pack: give counts of cards, such as {{'In 1': 2, 'Scoop': 1}}")
    try:
        return value if isinstance(value, Pack) else Pack(value)
    except CardError as error:
        raise RulesError(f"{name}: {error}") from None


@dataclass(frozen=True, kw_only=True)
class BlackCatRules(Rules):
    """The rules of Black Cat "Bank": cards laid face down, backed unseen, and turned (section 3 of RULES.md).

    Every field has a default; ``dataclasses.replace(rules, players=3)`` gives rules with a change.

    Raises
    ------
    RulesError
        If a field has a value that it may not have, or the fields do not go together.

    >>> rules = BlackCatRules(players=4, backs=2)
    >>> len(rules.cards), rules.most_players
    (28, 8)
    """

    game: ClassVar[str] = "black_cat"

    players: int = whole(5, 2, MOST_CARDS, "players, the banker among them")
    purse: int | None = whole(
        None, 1, MOST_COUNTERS, "counters that each player starts with; None is credit without limit", optional=True
    )
    first_banker: int = first_banker(0, "the seat elected to bank first", drawn=False)
    stake: int = whole(6, 1, MOST_COUNTERS, "counters that a new banker stakes into the pool, and a Stake card costs")
    pack: Pack = rule(
        USUAL_PACK, _pack, "how often each card is in the pack", 'counts of cards, such as {"In 1": 2, "Scoop": 1}'
    )
    dealt: int = whole(14, 1, MOST_CARDS, "cards that are laid face down in a deal")
    backs: int = whole(1, 1, MOST_CARDS, "positions that each punter backs in a deal")
    ante: int = whole(0, 0, MOST_COUNTERS, "counters that each marker costs, paid to the pool")
    order: str = reading("position", ("random",), "the order in which the cards are turned")
    unbacked: str = reading("void", ("banker",), "who is the backer of an In or an Out that nobody backs")
    reserve_pays: str = reading("all", ("punters",), "who pays on a Reserve card")
    receiver: str = reading("new_deal", ("plays_on",), "whether an Official Receiver ends the deal")
    holiday: str = reading("plays_on", ("new_deal",), "whether a Bank Holiday ends the deal")
    deals: int = whole(7, 1, 1_000_000, "deals in a match")
    settle: str = reading("banker", ("leave",), "who has the pool and the reserve at the end of a match")

    @cached_property
    def _cards(self) -> tuple[CatCard, ...]:
        return self.pack.cards()

    @property
    def cards(self) -> tuple[CatCard, ...]:
        """All cards of the pack, in a fixed order."""
        return self._cards

    @property
    def most_players(self) -> int:
        """How many players there may be: each punter needs positions to back."""
        return self.dealt // self.backs + 1

    @staticmethod
    def read_card(text: object) -> CatCard:
        """Read one card by its name, such as ``"In 3"``."""
        return CatCard.read(text)

    @classmethod
    def read_cards(cls, texts: object) -> tuple[CatCard, ...]:
        """Read several cards: a list of them, or one string with commas between."""
        if isinstance(texts, str):
            texts = texts.split(",") if texts.strip() else ()
        if not isinstance(texts, Sequence):
            raise CardError(f"{shown(texts)} is not a list of cards: give a list such as ['In 3', 'Scoop']")
        return tuple(CatCard.read(text) for text in texts)

    def _check_together(self) -> None:
        size = len(self.cards)
        if size > MOST_CARDS:
            raise RulesError(f"pack: {size:,} cards are too many: at most {MOST_CARDS:,}")
        if size < self.dealt:
            raise RulesError(
                f"pack: {size} cards are too few: dealt={self.dealt} are laid in a deal; add cards or deal fewer"
            )
        if self.players > self.most_players:
            raise RulesError(
                f"players={self.players} is too many: dealt={self.dealt} and backs={self.backs} leave positions "
                f"for at most {self.most_players} player{'s' * (self.most_players > 1)}; deal more cards or back fewer"
            )
        super()._check_together()
