"""The rules of Polish banchok, and what decides a coup under its four readings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from banchok_edu.cards import SUITS
from banchok_edu.chance import MOST_CARDS
from banchok_edu.core.rules import MOST_COUNTERS, chance, flag, reading, rule, whole
from banchok_edu.errors import RulesError, shown
from banchok_edu.games.banchok.rules import BankingRules

if TYPE_CHECKING:
    from banchok_edu.cards import Card

WIN_RULES = ("covers", "beats", "covers_any", "total_order")
NO_CARD_ABOVE, NO_CARD_BELOW = 0, 99
"""Stand for the highest and the lowest card of a suit that the hand does not hold."""


def outcome(top: int, bottom: int, turned: int, best_place: int, turned_place: int, win_rule: int) -> int:
    """Compare a hand with the turned card: +1 the banker takes the stake, -1 he pays it.

    Works alike on whole numbers and on arrays of them, and has no branches, so that it can be compiled.

    Parameters
    ----------
    top, bottom
        The highest and the lowest rank that the hand holds in the turned card's suit, as numbers from 1;
        ``NO_CARD_ABOVE`` and ``NO_CARD_BELOW`` if it holds none.
    turned
        The rank of the turned card.
    best_place, turned_place
        The best card of the hand and the turned card in the total order of rank, then suit.
    win_rule
        The place of the reading in ``WIN_RULES``.

    The hand A-9 of spades against the queen of spades: the ace beats it, the nine does not.

    >>> [outcome(13, 8, 11, 52, 44, rule) for rule in (0, 1, 2, 3)]
    [-1, -1, 1, -1]
    """
    covers = (win_rule == 0) * (top > 0) * (turned > top)
    beats = (win_rule == 1) * (turned >= top)
    covers_any = (win_rule == 2) * (turned > bottom)
    total_order = (win_rule == 3) * (turned_place > best_place)
    return 2 * (covers + beats + covers_any + total_order) - 1


def _suit_order(name: str, value: Any) -> str:
    if isinstance(value, str) and sorted(value) == sorted(SUITS):
        return value
    raise RulesError(f"{name}={shown(value)} is not allowed: write the four suits from low to high, such as '♠♣♦♥'")


@dataclass(frozen=True, kw_only=True)
class PolishRules(BankingRules):
    """The rules of Polish banchok: two decks, three cards each (section 2 of RULES.md).

    Every field has a default; ``dataclasses.replace(rules, players=3)`` gives rules with a change.

    Raises
    ------
    RulesError
        If a field has a value that it may not have, or the fields do not go together.

    >>> PolishRules(players=6, win_rule="beats").most_players
    27
    >>> PolishRules(players=30)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    banchok_edu.errors.RulesError: players=30 ... serves at most 27 players; decks=3 would do, or hand=2 would do
    """

    game: ClassVar[str] = "polish"

    opening: int = whole(100, 1, MOST_COUNTERS, "the agreed opening sum of a bank, in counters of 5 kopecks")
    deck_use: str = reading("side_pack", ("recycled", "fresh_each_coup"), "what becomes of used cards")
    decks: int = whole(2, 1, MOST_CARDS, "decks shuffled together")
    hand: int = whole(3, 1, MOST_CARDS, "cards that each punter is dealt")
    win_rule: str = reading("covers", WIN_RULES[1:], "when the turned card is senior to a hand")
    suit_order: str = rule(
        "".join(SUITS), _suit_order, "the suits from low to high, for win_rule='total_order'", "the four suits"
    )
    stake_limit: str = reading(
        "opening", ("bank",), "what limits a stake besides the bank: the opening sum, or nothing"
    )
    exposure: Fraction = chance(Fraction(0), "the chance that the next card is exposed before a punter declares")
    exposed_pass: bool = flag(default=False, meaning="whether a punter may pass on an exposed card")

    @property
    def cards_each(self) -> int:
        """How many cards a punter is dealt."""
        return self.hand

    @property
    def packs(self) -> int:
        """How many decks are shuffled together."""
        return self.decks

    @property
    def may_refuse(self) -> bool:
        """Whether a player who is due to bank may refuse: in this game he may."""
        return True

    @cached_property
    def exposure_threshold(self) -> int:
        """The chance of an exposed card out of 2**53."""
        return round(self.exposure * 2**53)

    @cached_property
    def reading_number(self) -> int:
        """The place of the win rule in ``WIN_RULES``."""
        return WIN_RULES.index(self.win_rule)

    @cached_property
    def suit_places(self) -> dict[str, int]:
        """For each suit its place in the order of suits, from 0."""
        return {suit: place for place, suit in enumerate(self.suit_order)}

    def place(self, card: Card) -> int:
        """Give the place of a card in the total order of rank, then suit.

        >>> rules = PolishRules()
        >>> rules.place(rules.read_card("2♠")), rules.place(rules.read_card("A♥"))
        (4, 55)
        """
        return 4 * card.index + self.suit_places[card.suit]

    def outcome(self, hand: tuple[Card, ...], turned: Card) -> int:
        """Tell who wins a coup: +1 the banker takes the stake, -1 he pays it.

        >>> rules = PolishRules(win_rule="covers")
        >>> rules.outcome(rules.read_cards("As 9s 4h"), rules.read_card("5h"))
        1
        """
        held = [card.index for card in hand if card.suit == turned.suit]
        best = max(map(self.place, hand))
        top, bottom = max(held, default=NO_CARD_ABOVE), min(held, default=NO_CARD_BELOW)
        return outcome(top, bottom, turned.index, best, self.place(turned), self.reading_number)

    def _check_together(self) -> None:
        each = self.ranks * self.suits
        if self.decks * each > MOST_CARDS:
            raise RulesError(
                f"decks={self.decks} is too many: at most {MOST_CARDS // each} decks of {each} cards go together"
            )
        super()._check_together()

    def _advice(self) -> str:
        each = self.ranks * self.suits
        needed = -(-(self.players - 1) * (self.hand + 1) // each)
        hand = len(self.cards) // (self.players - 1) - 1
        ways = [f"decks={needed} would do"] * (needed * each <= MOST_CARDS) + [f"hand={hand} would do"] * (hand > 0)
        return f"; {', or '.join(ways) or 'take away players'}"
