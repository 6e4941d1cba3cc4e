"""The rules of Banchok, and what decides a coup. Polish banchok takes its common rules from here."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from banchok_edu import cards
from banchok_edu.chance import MOST_CARDS
from banchok_edu.core.rules import MOST_COUNTERS, Rules, first_banker, flag, reading, whole
from banchok_edu.errors import CardError, RulesError

if TYPE_CHECKING:
    from banchok_edu.cards import Card

MOST_PLAYERS = 10
"""Players of Banchok, however many cards there are."""

TIES = ("punter_wins", "push", "banker_wins")


def outcome(own: int, turned: int, tie: int) -> int:
    """Compare two ranks: +1 the banker takes the stake, -1 he pays it, 0 it goes back.

    Works alike on whole numbers and on arrays of them, and has no branches, so that it can be compiled.

    Parameters
    ----------
    own, turned
        The ranks as numbers, the higher the better.
    tie
        The place of the reading in ``TIES``.

    >>> outcome(8, 9, 0), outcome(9, 8, 0), [outcome(9, 9, tie) for tie in (0, 1, 2)]
    (1, -1, [-1, 0, 1])
    """
    return (turned > own) * 1 - (turned < own) * 1 + (turned == own) * (tie - 1)


@dataclass(frozen=True, kw_only=True)
class BankingRules(Rules):
    """What Banchok and Polish banchok have in common. Use ``BanchokRules`` or ``PolishRules``."""

    players: int = whole(5, 2, MOST_CARDS, "players, the banker among them")
    purse: int | None = whole(
        None, 1, MOST_COUNTERS, "counters that each player starts with; None is credit without limit", optional=True
    )
    opening: int = whole(10, 1, MOST_COUNTERS, "the agreed opening sum of a bank, in counters")
    opening_choice: str = reading("agreed", ("free",), "whether a banker opens with the agreed sum or his own choice")
    min_stake: int = whole(1, 1, MOST_COUNTERS, "the least stake, in counters")
    triple: int = whole(3, 2, 1_000_000, "how many times its opening sum ends a bank")
    tripled_when: str = reading("at_once", ("after_deal",), "when it is looked whether the bank has reached that")
    pass_limit: int | None = whole(
        3, 1, 1_000_000, "deals running without a bet that end a bank; None: no limit", optional=True
    )
    turn_limit: int = whole(10_000, 1, 1_000_000, "turns, passes included, that end a bank")
    rounds: int = whole(1, 1, 10_000, "how often everybody banks")
    first_banker: int | str = first_banker("drawn", "'drawn' by lot, or the seat that banks first", drawn=True)
    deck_use: str = reading("recycled", ("side_pack", "fresh_each_coup"), "what becomes of used cards")
    show_passed: bool = flag(default=False, meaning="whether the cards of those who do not bet are shown")
    ranks: int = whole(13, 2, 13, "how many of the highest ranks are in a deck")
    suits: int = whole(4, 1, 4, "how many suits are in a deck")

    @property
    def cards_each(self) -> int:
        """How many cards a punter is dealt."""
        return 1

    @property
    def packs(self) -> int:
        """How many decks are shuffled together."""
        return 1

    @property
    def may_refuse(self) -> bool:
        """Whether a player who is due to bank may refuse, and leave the game."""
        return False

    @cached_property
    def _shoe(self) -> tuple[Card, ...]:
        return cards.shoe(self.ranks, self.suits, self.packs)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that are shuffled together, in a fixed order."""
        return self._shoe

    @property
    def most_players(self) -> int:
        """How many players the shoe can serve: a hand and a turned card for each punter, none for the banker."""
        return 1 + self.packs * self.ranks * self.suits // (self.cards_each + 1)

    @staticmethod
    def read_card(text: object) -> Card:
        """Read one card, such as ``"A♠"`` or ``"As"``."""
        return cards.Card.read(text)

    @classmethod
    def read_cards(cls, texts: object) -> tuple[Card, ...]:
        """Read several cards: a list of them, or one string with spaces or commas between."""
        return cards.read_cards(texts)

    def outcome(self, hand: tuple[Card, ...], turned: Card) -> int:
        """Tell who wins a coup: +1 the banker takes the stake, -1 he pays it, 0 it goes back."""
        raise NotImplementedError

    def winning_cards(self, hand: tuple[Card, ...] | str) -> int:
        """Count the cards of the full shoe, less the own hand, that would win for the punter.

        The hand may be written as text.

        >>> import banchok_edu as be
        >>> be.BanchokRules().winning_cards((be.Card("9", "♠"),))
        31
        >>> be.PolishRules(win_rule="beats").winning_cards("A♠ 9♠ 4♥")
        27
        """
        return self.outcomes(hand).count(-1)

    def outcomes(self, hand: tuple[Card, ...] | str) -> list[int]:
        """Tell who wins against each card of the full shoe, less the own hand, which may be written as text.

        Raises
        ------
        CardError
            If these rules cannot deal such a hand.
        """
        hand, rest = self.read_cards(hand), list(self.cards)
        if len(hand) != self.cards_each:
            raise CardError(f"{len(hand)} cards are not a hand: with these rules a hand has {self.cards_each}")
        for card in hand:
            if card not in self.cards:
                raise CardError(
                    f"{card} is not in this shoe: it has {self.suits} suits of the {self.ranks} highest ranks"
                )
            if card not in rest:
                raise CardError(f"{card} is in this hand more often than in the shoe, which has it {self.packs} times")
            rest.remove(card)
        return [self.outcome(hand, card) for card in rest]

    def _check_together(self) -> None:
        if self.players > self.most_players:
            raise RulesError(
                f"players={self.players} is too many: {self.game} with {len(self.cards)} cards serves at most "
                f"{self.most_players} player{'s' * (self.most_players > 1)}{self._advice()}"
            )
        super()._check_together()

    def _advice(self) -> str:
        return "; take away players, or leave more ranks and suits in the deck"


@dataclass(frozen=True, kw_only=True)
class BanchokRules(BankingRules):
    """The rules of Banchok: one card each against the bank, the banker turns a card (section 1 of RULES.md).

    Every field has a default; ``dataclasses.replace(rules, players=3)`` gives rules with a change.

    Raises
    ------
    RulesError
        If a field has a value that it may not have, or the fields do not go together.

    >>> BanchokRules(players=3, tie="push").most_players
    10
    >>> BanchokRules(tie="pusch")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    banchok_edu.errors.RulesError: tie='pusch' is not a reading: choose from 'punter_wins', ...; did you mean 'push'?
    """

    game: ClassVar[str] = "banchok"

    tie: str = reading("punter_wins", ("push", "banker_wins"), "who wins when both cards have the same rank")

    @property
    def most_players(self) -> int:
        """How many players there may be: ten, or fewer if a cut-down deck cannot serve them."""
        return min(MOST_PLAYERS, super().most_players)

    def _advice(self) -> str:
        if self.players > MOST_PLAYERS:
            return f"; banchok is for 2 to {MOST_PLAYERS}, more can play Polish banchok"
        return super()._advice()

    @cached_property
    def _tie(self) -> int:
        return TIES.index(self.tie)

    def outcome(self, hand: tuple[Card, ...], turned: Card) -> int:
        """Tell who wins a coup: +1 the banker takes the stake, -1 he pays it, 0 it goes back.

        >>> BanchokRules().outcome((cards.Card("9", "♠"),), cards.Card("9", "♥"))
        -1
        """
        return outcome(hand[0].index, turned.index, self._tie)
