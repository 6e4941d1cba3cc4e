"""What makes a game go on: the kinds of input, which are also the form in which a game is saved.

A choice is kept as the bare number or truth value; the others are said by somebody beside the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from banchok_edu.chance import MOST_CARDS
from banchok_edu.errors import SaveError, shown

from .decision import Expose

KINDS = {
    "choice": "a whole number, or True or False: the answer to the decision that is due",
    "stack": "the next cards, decided by a teacher",
    "expose": "the next card is exposed, by a teacher",
    "hand_over": "a seat goes to a person at the table, or back to its policy",
}
"""The one table of the kinds of input."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The next cards are these."""

    cards: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class HandOver:
    """A seat is played by a person from now on, or by its policy again."""

    seat: int
    to_person: bool


Input = int | Stack | Expose | HandOver


def to_plain(given: Input) -> Any:
    """Give an input as plain values for JSON.

    >>> to_plain(HandOver(2, to_person=True))
    {'hand_over': [2, True]}
    """
    if isinstance(given, Stack):
        return {"stack": [str(card) for card in given.cards]}
    if isinstance(given, Expose):
        return {"expose": True}
    if isinstance(given, HandOver):
        return {"hand_over": [given.seat, given.to_person]}
    return given


CARDS = f"a list of cards, at most {MOST_CARDS:,}"


def is_cards(plain: Any) -> bool:
    """Tell whether this may be the names of cards that are stacked, as they are saved."""
    return isinstance(plain, list) and len(plain) <= MOST_CARDS and all(isinstance(card, str) for card in plain)


def from_plain(plain: Any, read_card: Any) -> Input:
    """Read an input back.

    Raises
    ------
    SaveError
        If it is of no known kind. Whether the game allows it is found out by playing it.
    """
    if isinstance(plain, int):
        return plain
    if isinstance(plain, dict) and len(plain) == 1:
        ((kind, value),) = plain.items()
        if kind == "stack" and is_cards(value):
            return Stack(tuple(read_card(card) for card in value))
        if kind == "expose" and value is True:
            return Expose()
        if kind == "hand_over" and isinstance(value, list) and len(value) == 2:
            seat, to_person = value
            if isinstance(seat, int) and not isinstance(seat, bool) and isinstance(to_person, bool):
                return HandOver(seat, to_person)
    raise SaveError(f"{shown(plain)} is no input; the kinds are {', '.join(KINDS)}")
