"""A hand of Polish banchok taken apart: suit by suit the cards that win for the banker, and how they add up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sympy import Rational

from banchok_edu.rationals import written

from .shoe import kinds, read_hand, read_rules, read_seen

if TYPE_CHECKING:
    from banchok_edu.cards import Card
    from banchok_edu.games.polish.rules import PolishRules


@dataclass(frozen=True)
class SuitCount:
    """The cards of one suit that win for the banker: those senior to the hand, less the own and the seen ones."""

    suit: str
    held: tuple[Card, ...]
    """The punter's cards of the suit, from high to low."""
    senior: tuple[Card, ...]
    """The different cards of the suit that are senior to the hand, from low to high."""
    in_shoe: int
    """How many cards those are in the full shoe."""
    in_hand: int
    """How many of these the punter holds."""
    seen: int
    """How many of these were seen elsewhere."""
    says: str
    """The count in words."""

    @property
    def top(self) -> Card | None:
        """The highest card held, None if the suit is not held."""
        return self.held[0] if self.held else None

    @property
    def bottom(self) -> Card | None:
        """The lowest card held, None if the suit is not held."""
        return self.held[-1] if self.held else None

    @property
    def banker(self) -> int:
        """How many cards of the suit can be turned and win for the banker."""
        return self.in_shoe - self.in_hand - self.seen


@dataclass(frozen=True, repr=False)
class HandCount:
    """A hand, and the cards that win for the banker and for the punter. ``explain_hand`` makes it.

    It shows itself as lines of text.
    """

    rules: PolishRules
    cards: tuple[Card, ...]
    seen: tuple[Card, ...]
    suits: tuple[SuitCount, ...]
    unseen: int
    """The denominator: how many cards can be turned."""

    @property
    def banker(self) -> int:
        """How many of them win for the banker."""
        return sum(suit.banker for suit in self.suits)

    @property
    def punter(self) -> int:
        """The numerator: how many of them win for the punter."""
        return self.unseen - self.banker

    @property
    def win_probability(self) -> Rational:
        """The punter's chance."""
        return Rational(self.punter, self.unseen)

    @property
    def lines(self) -> tuple[str, ...]:
        """The count in words: the hand, a line for each suit, the denominator, the sum."""
        seen = f"; seen: {' '.join(map(str, self.seen))}" if self.seen else ""
        terms = " + ".join(str(suit.banker) for suit in self.suits)
        all_cards = f"{len(self.rules.cards)} cards - {len(self.cards)} in the hand"
        return (
            f"{' '.join(map(str, self.cards))}, reading {self.rules.win_rule!r}{seen}",
            *(suit.says for suit in self.suits),
            f"Cards that can be turned: {all_cards}{f' - {len(self.seen)} seen' if self.seen else ''} = {self.unseen}",
            f"The banker wins with {terms} = {self.banker} of {self.unseen}, the punter with {self.punter}",
            f"P(win) = {self.punter}/{self.unseen}{self._shortened()} = {float(self.win_probability):.4f}",
        )

    def _shortened(self) -> str:
        short = written(self.win_probability)
        return "" if short == f"{self.punter}/{self.unseen}" else f" = {short}"

    def __str__(self) -> str:
        """Give the lines as one text."""
        return "\n".join(self.lines)

    __repr__ = __str__


def explain_hand(hand: Any, rules: PolishRules | None = None, seen: Any = ()) -> HandCount:
    """Take a hand apart: suit by suit the cards that win for the banker, adding up to P(win).

    Raises
    ------
    CardError
        If these rules cannot deal such a hand, or the seen cards cannot be.

    >>> explain_hand("A♠ 9♠ 4♥")
    A♠ 9♠ 4♥, reading 'covers'
    ♠: the highest card held is A♠; no rank is higher: 0
    ♣: not held, so the bank pays: 0
    ♦: not held, so the bank pays: 0
    ♥: the highest card held is 4♥; 10 ranks are higher, in 2 decks: 20
    Cards that can be turned: 104 cards - 3 in the hand = 101
    The banker wins with 0 + 0 + 0 + 20 = 20 of 101, the punter with 81
    P(win) = 81/101 = 0.8020
    """
    rules = read_rules(rules)
    cards = read_hand(hand, rules)
    gone = read_seen(seen, rules, cards)
    suits = []
    for suit in dict.fromkeys(card.suit for card in kinds(rules)):
        senior = tuple(c for c in kinds(rules) if c.suit == suit and rules.outcome(cards, c) > 0)
        held = tuple(sorted((c for c in cards if c.suit == suit), key=lambda c: -c.index))
        in_hand, in_shoe = sum(c in senior for c in held), rules.decks * len(senior)
        out = sum(gone[c] for c in senior)
        words = _why(rules, cards, held, len(senior)) + _sum(rules, in_shoe, in_hand, out)
        suits.append(SuitCount(suit, held, senior, in_shoe, in_hand, out, f"{suit}: {words}"))
    unseen = len(rules.cards) - len(cards) - gone.total()
    return HandCount(rules, cards, tuple(gone.elements()), tuple(suits), unseen)


def _why(rules: PolishRules, cards: tuple[Card, ...], held: tuple[Card, ...], senior: int) -> str:
    """Say in words which ranks of a suit win for the banker."""
    ranks = {0: "no rank is", 1: "1 rank is"}.get(senior, f"{senior} ranks are")
    if rules.win_rule == "total_order":
        return f"the best card is {max(cards, key=rules.place)}; {ranks} senior to it"
    if not held:
        return f"not held, so the bank gains with all {senior} ranks" if senior else "not held, so the bank pays"
    if rules.win_rule == "covers_any":
        return f"the lowest card held is {held[-1]}; {ranks} higher"
    return f"the highest card held is {held[0]}; {ranks} {'higher' if rules.win_rule == 'covers' else 'not lower'}"


def _sum(rules: PolishRules, in_shoe: int, in_hand: int, seen: int) -> str:
    """Say how many cards that makes."""
    if not in_shoe:
        return ": 0"
    less = (f" - {in_hand} in the hand" if in_hand else "") + (f" - {seen} seen" if seen else "")
    total = f" = {in_shoe - in_hand - seen}" if less else ""
    return f", in {rules.decks} deck{'s' * (rules.decks > 1)}: {in_shoe}{less}{total}"
