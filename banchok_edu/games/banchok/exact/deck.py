"""What is asked of the exact mathematics, read and checked: rules, ranks, thresholds, seen cards, counts.

A rank is counted here as in the formulas: 1 is the lowest rank in the deck, r the ace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.cards import RANKS, Card
from banchok_edu.errors import CardError, RulesError, shown, whole_number
from banchok_edu.games.banchok.rules import TIES, BanchokRules, outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction


def exactly(value: Fraction | int) -> sp.Rational:
    """Give a number of the computation in the form that is handed out.

    >>> from fractions import Fraction
    >>> exactly(Fraction(9, 17))
    9/17
    """
    return sp.Rational(value.numerator, value.denominator)


def banchok_rules(rules: object, **otherwise: Any) -> BanchokRules:
    """Give the rules asked for; where none are given, the default ones with these changes.

    Raises
    ------
    RulesError
        If they are not rules of Banchok.
    """
    if rules is None:
        return BanchokRules(**otherwise)
    if not isinstance(rules, BanchokRules):
        raise RulesError(f"rules={shown(rules)} are not rules of Banchok: give be.BanchokRules(...), or None")
    return rules


def ranks_of(rules: BanchokRules) -> tuple[str, ...]:
    """List the ranks of the deck from low to high."""
    return RANKS[-rules.ranks :]


def rank_index(rules: BanchokRules, rank: object, name: str = "rank") -> int:
    """Read a rank, and give its place in the deck: 1 is the lowest.

    Raises
    ------
    CardError
        If the deck has no such rank.

    >>> rank_index(BanchokRules(), "8"), rank_index(BanchokRules(ranks=3), "A")
    (7, 3)
    """
    known = ranks_of(rules)
    written = rank.strip().upper() if isinstance(rank, str) and len(rank) < 12 else rank
    written = "10" if isinstance(written, str) and written == "T" else written
    if not isinstance(written, str) or written not in known:
        raise CardError(f"{name}={shown(rank)} is not a rank of this deck: choose from {', '.join(known)}, as text")
    return known.index(written) + 1


def deck_index(rules: BanchokRules, card: Card) -> int:
    """Give the place of a card's rank in the deck."""
    if card not in rules.cards:
        raise CardError(f"{card} is not in this deck: it has {rules.ranks} ranks, {_span(rules)}, in {_suits(rules)}")
    return card.index - (len(RANKS) - rules.ranks)


def _span(rules: BanchokRules) -> str:
    known = ranks_of(rules)
    return f"{known[0]} to {known[-1]}"


def _suits(rules: BanchokRules) -> str:
    return " ".join(dict.fromkeys(card.suit for card in rules.cards))


def seen_cards(rules: BanchokRules, seen: object) -> tuple[Card, ...]:
    """Read the cards that were seen.

    Raises
    ------
    CardError
        If one is not in the deck or named twice.
    """
    found = rules.read_cards(seen)
    for card in found:
        deck_index(rules, card)
    if len(found) > len(rules.cards):
        raise CardError(f"{len(found)} cards are more than there are: this deck has {len(rules.cards)}")
    for place, card in enumerate(found):
        if card in found[:place]:
            raise CardError(f"{card} is among the seen cards twice: the deck has it once")
    return found


def unseen_by_rank(rules: BanchokRules, seen: Sequence[Card] = ()) -> list[int]:
    """Count the cards of each rank that were not seen, from the lowest rank on."""
    left = [rules.suits] * rules.ranks
    for card in seen:
        left[deck_index(rules, card) - 1] -= 1
    return left


def own_index(rules: BanchokRules, rank: object, seen: Sequence[Card]) -> int:
    """Read the own card, a rank or a card, and give the place of its rank in the deck.

    Raises
    ------
    CardError
        If the deck has no such card, or none that was not seen.
    """
    card = _card(rank)
    if card is not None:
        own = deck_index(rules, card)
        if card in seen:
            raise CardError(f"{card} cannot be the own card, it is among the seen ones: leave the own card out of seen")
        return own
    own = rank_index(rules, rank)
    if not unseen_by_rank(rules, seen)[own - 1]:
        raise CardError(
            f"rank={shown(rank)} cannot be the own card: all {rules.suits} of this rank are among the seen ones; "
            "leave the own card out of seen"
        )
    return own


def _card(text: object) -> Card | None:
    try:
        return Card.read(text)
    except CardError:
        return None


def count_of(name: str, value: object, low: int, high: int, meaning: str) -> int:
    """Read a whole number from low to high.

    Raises
    ------
    RulesError
        If it is none.
    """
    number = whole_number(value)
    if number is None or not low <= number <= high:
        raise RulesError(
            f"{name}={shown(value)} is not allowed: {name} is {meaning}, a whole number from {low:,} to {high:,}"
        )
    return number


def enough_cards(rules: BanchokRules, least: int, why: str) -> None:
    """Raise RulesError if the deck has fewer cards than are needed."""
    if len(rules.cards) < least:
        raise RulesError(
            f"a deck of {len(rules.cards)} cards is too small: {why} {least}; leave more ranks or suits in it"
        )


def gain(rules: BanchokRules, own: int, turned: int) -> int:
    """Give what a stake of one gains its punter: 1 if he wins, -1 if he loses, 0 if it goes back."""
    return -outcome(own, turned, TIES.index(rules.tie))
