"""What the exact mathematics of Polish banchok is asked about: rules, a hand, cards that were seen; read and checked.

Knows no probability. A hand and a turned card come from a full shoe less the cards that were seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from banchok_edu.cards import Card, read_cards
from banchok_edu.cards import shoe as cards_of
from banchok_edu.core.rules import Rules
from banchok_edu.errors import CardError, RulesError, shown
from banchok_edu.games.polish.rules import PolishRules

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_TEXT = 20_000
"""Characters of a text with cards, enough for all cards that can be shuffled together."""


def read_rules(rules: object) -> PolishRules:
    """Give the rules, the usual ones for None.

    Raises
    ------
    RulesError
        If they are not the rules of Polish banchok.

    >>> read_rules(None) == PolishRules()
    True
    """
    if rules is None:
        return PolishRules()
    if isinstance(rules, PolishRules):
        return rules
    if isinstance(rules, Rules):
        raise RulesError(f"these are rules of {rules.game}: give PolishRules(...), or ask be.{rules.game}")
    raise RulesError(f"rules={shown(rules)} are not rules: give PolishRules(...), or None for the usual ones")


def read_hand(hand: object, rules: PolishRules) -> tuple[Card, ...]:
    """Read a hand that these rules can deal.

    Raises
    ------
    CardError
        If a card is not in the shoe, or too often, or their number is not that of a hand.

    >>> read_hand("A♠ 9♠ 4♥", PolishRules())
    (Card('A♠'), Card('9♠'), Card('4♥'))
    """
    cards = _listed(hand, rules)
    if len(cards) != rules.hand:
        raise CardError(f"{len(cards)} cards are not a hand: with these rules a hand has {rules.hand}")
    _within(Counter(cards), rules, "in this hand")
    return cards


def read_seen(seen: object, rules: PolishRules, hand: tuple[Card, ...] = ()) -> Counter[Card]:
    """Read the cards that were seen, beside an own hand if there is one.

    Raises
    ------
    CardError
        If a card is not in the shoe, or with the hand too often, or too few are left to deal and to turn.

    >>> read_seen("K♥ K♥", PolishRules())
    Counter({Card('K♥'): 2})
    """
    cards = Counter(_listed(seen, rules))
    _within(cards + Counter(hand), rules, "in the hand and seen" if hand else "seen")
    left = len(rules.cards) - cards.total()
    if left <= rules.hand:
        raise CardError(
            f"{cards.total()} cards were seen, so {left} of {len(rules.cards)} are left: a hand of {rules.hand} and a "
            f"turned card need {rules.hand + 1}"
        )
    return cards


def _listed(given: object, rules: PolishRules) -> tuple[Card, ...]:
    most = len(rules.cards)
    if isinstance(given, Card):
        return (given,)
    if isinstance(given, str):
        if len(given) > LONGEST_TEXT:
            raise CardError(f"a text of {len(given):,} characters is too long: a shoe has {most} cards")
        return read_cards(given)
    if isinstance(given, Iterable):
        given = tuple(islice(given, most + 1))
        if len(given) > most:
            raise CardError(f"these are more than {most} cards, which is all that are in the shoe")
    return read_cards(given)


def _within(cards: Mapping[Card, int], rules: PolishRules, where: str) -> None:
    there = set(kinds(rules))
    for card, copies in cards.items():
        if card not in there:
            least, suits = rules.cards[0], ", ".join(dict.fromkeys(c.suit for c in rules.cards))
            raise CardError(f"{card} is not in the shoe: these rules have the ranks from {least.rank} up, in {suits}")
        if copies > rules.decks:
            raise CardError(f"{card} is {where} {copies} times, but in the shoe {rules.decks}: once in each deck")


def kinds(rules: PolishRules) -> tuple[Card, ...]:
    """List the different cards of the shoe.

    >>> len(kinds(PolishRules()))
    52
    """
    return cards_of(rules.ranks, rules.suits)


@dataclass(frozen=True)
class Unseen:
    """The cards that nobody has shown, in lines: who wins a coup depends on the hand's cards in the turned card's line.

    A line is a suit, or in the total order the whole shoe. Within it the cards stand by height.
    """

    cards: tuple[tuple[Card, ...], ...]
    """For each line the different cards, from low to high."""
    heights: tuple[int, ...]
    """How high the cards of a line stand, as the comparison wants it; the same in each line."""
    copies: tuple[tuple[int, ...], ...]
    """For each line, how often each of its cards is left."""
    reading: int
    """The place of the win rule in ``WIN_RULES``."""
    hand: int
    """How many cards make a hand."""

    @property
    def total(self) -> int:
        """How many cards are left."""
        return sum(map(sum, self.copies))


def unseen(rules: PolishRules, seen: object = ()) -> Unseen:
    """Put the cards that were not seen into lines.

    >>> left = unseen(PolishRules(), "A♠")
    >>> left.total, left.copies[0]
    (103, (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1))
    """
    gone = read_seen(seen, rules)
    if rules.win_rule == "total_order":
        lines = [sorted(kinds(rules), key=rules.place)]
        heights = tuple(map(rules.place, lines[0]))
    else:
        suits = dict.fromkeys(card.suit for card in kinds(rules))
        lines = [[card for card in kinds(rules) if card.suit == suit] for suit in suits]
        heights = tuple(card.index for card in lines[0])
    copies = tuple(tuple(rules.decks - gone[card] for card in line) for line in lines)
    return Unseen(tuple(map(tuple, lines)), heights, copies, rules.reading_number, rules.hand)
