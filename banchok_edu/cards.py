"""Playing cards: ranks, suits, and how to read and write them. Knows no game and no luck."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .errors import CardError, shown

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks from low to high."""

SUITS = ("♠", "♣", "♦", "♥")
"""The suits in the order in which a shoe is laid out; the order means something in one reading of one game only."""

_SUIT_LETTERS = {"s": "♠", "c": "♣", "d": "♦", "h": "♥", "♤": "♠", "♧": "♣", "♢": "♦", "♡": "♥"}
_WRITTEN = re.compile(r"\s*(10|[2-9TJQKA])\s*([♠♣♦♥♤♧♢♡scdh])\ufe0e?\ufe0f?\s*", re.IGNORECASE)


_ALL: dict[tuple[str, str], Card] = {}


class Card:
    """One playing card. There is one object for each: equal cards are the same object.

    >>> Card("A", "♠")
    Card('A♠')
    >>> print(Card("10h"), Card("10h").index)
    10♥ 9

    Attributes
    ----------
    rank
        One of ``RANKS``.
    suit
        One of ``SUITS``.
    index
        The rank as a number: 2 is 1, 3 is 2, ..., the ace is 13.
    suit_index
        The place of the suit in ``SUITS``, 0 to 3.

    Raises
    ------
    CardError
        If there is no such rank or suit.
    """

    __slots__ = ("index", "rank", "suit", "suit_index")

    rank: str
    suit: str
    index: int
    suit_index: int

    def __new__(cls, rank: str, suit: str | None = None) -> Card:  # noqa: PYI034
        """Give the one object that stands for this card; one text with rank and suit will do."""
        if suit is None:
            return cls.read(rank)
        if rank not in RANKS:
            raise CardError(f"there is no rank {shown(rank)}: the ranks are {', '.join(RANKS)}")
        if suit not in SUITS:
            raise CardError(f"there is no suit {shown(suit)}: the suits are {', '.join(SUITS)}")
        if (rank, suit) not in _ALL:
            made = _ALL[rank, suit] = super().__new__(cls)
            for name, value in (
                ("rank", rank),
                ("suit", suit),
                ("index", RANKS.index(rank) + 1),
                ("suit_index", SUITS.index(suit)),
            ):
                object.__setattr__(made, name, value)
        return _ALL[rank, suit]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed: {name} of {self}")

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        return Card, (self.rank, self.suit)

    @classmethod
    def read(cls, text: object) -> Card:
        """Read a card as people write it: ``A♠``, ``As``, ``10h``, ``Th``; a Card is returned as it is.

        >>> Card.read("qd")
        Card('Q♦')
        """
        if isinstance(text, Card):
            return text
        found = _WRITTEN.fullmatch(text) if isinstance(text, str) and len(text) < 12 else None
        if not found:
            raise CardError(
                f"{shown(text)} is not a card: write a rank ({', '.join(RANKS)}) and a suit, as in 'A♠', 'As', '10h'"
            )
        rank, suit = found[1].upper(), found[2].lower()
        return cls("10" if rank == "T" else rank, _SUIT_LETTERS.get(suit, suit))

    def __str__(self) -> str:
        """Give the short form, such as ``10♥``."""
        return self.rank + self.suit

    def __repr__(self) -> str:
        """Give a form that reads back."""
        return f"Card({str(self)!r})"


def shoe(ranks: int = 13, suits: int = 4, decks: int = 1) -> tuple[Card, ...]:
    """List the cards that are shuffled together: the highest ranks in the first suits, as often as there are decks.

    >>> [str(c) for c in shoe(ranks=2, suits=2)]
    ['K♠', 'K♣', 'A♠', 'A♣']
    >>> len(shoe(decks=2))
    104
    """
    return tuple(Card(rank, suit) for _ in range(decks) for rank in RANKS[-ranks:] for suit in SUITS[:suits])


def read_cards(texts: object) -> tuple[Card, ...]:
    """Read several cards; one string may hold many, parted by spaces or commas.

    >>> read_cards("As, 10h")
    (Card('A♠'), Card('10♥'))
    """
    if isinstance(texts, str):
        texts = texts.replace(",", " ").split()
    if not isinstance(texts, Iterable):
        raise CardError(f"{shown(texts)} is not a list of cards: give a list such as ['A♠', '10♥']")
    return tuple(Card.read(text) for text in texts)
