"""A deck of which some cards are own and some have been seen, and what each card that is left would do.

Works without a browser. What decides a coup is asked of the rules; Black Cat has no such comparison, and what its cards
do to a player stands here as a table (section 3 of RULES.md).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.errors import CardError, RulesError, shown
from banchok_edu.games.banchok.rules import TIES
from banchok_edu.games.polish.rules import WIN_RULES

if TYPE_CHECKING:
    from collections.abc import Iterable

SIDES = ("punter_backed", "punter_unbacked", "banker_backed", "banker_unbacked")
"""The readings of Black Cat: who I am, and whether the card is backed; a punter's is backed by himself."""

_ON_ME = {
    "In": ("pay", "none", "none", "none"),
    "Out": ("take", "none", "none", "none"),
    "Reserve": ("pay",) * 4,
    "Contribution": ("pay",) * 4,
    "Distribution": ("take",) * 4,
    "Stake": ("pay", "none", "take", "none"),
    "Scoop": ("scoop", "none", "pool_goes", "none"),
    "Transfer Bank": ("banks", "none", "bank_goes", "none"),
    "Official Receiver": ("pays_out", "none", "paid_out", "none"),
    "Bank Holiday": ("none", "none", "holiday", "holiday"),
}
"""What each kind does to me in each of ``SIDES``. The banker is the last staker, as he is when his bank begins."""

_SIGN_OF = {"pay": "l", "pays_out": "l", "take": "w", "scoop": "w", "paid_out": "w", "holiday": "w"}


class Effect(NamedTuple):
    """What a card would do: ``w`` wins, ``t`` is neither, ``l`` loses; which words say it, and a number in them."""

    mark: str
    words: str
    number: int = 0


class Counts(NamedTuple):
    """How many of the cards that are left win, do neither, and lose, for the punter."""

    wins: int
    ties: int
    losses: int

    @property
    def left(self) -> int:
        """How many cards are left."""
        return sum(self)


class CardsLeft:
    """A deck, an own hand that may still be incomplete, the cards that have been seen, and a reading.

    Raises
    ------
    RulesError
        If the rules are not those of a game, or there is no such reading.
    CardError
        If there is no such card, or it is named more often than the deck has it.

    With a nine, 28 lower cards and three nines win, of 51.

    >>> import banchok_edu as be
    >>> left = CardsLeft(be.BanchokRules(), "9♠", "")
    >>> left.counts(), left.probability
    (Counts(wins=31, ties=0, losses=20), Fraction(31, 51))
    """

    def __init__(self, rules: Any, own: Any, seen: Any, reading: str | None = None) -> None:
        game = getattr(rules, "game", None)
        self.readings: tuple[str, ...]
        if game == "black_cat":
            self.field, self.readings = "", SIDES
            self.rules_of = dict.fromkeys(SIDES, rules)
        elif game in ("banchok", "polish"):
            self.field, self.readings = ("tie", TIES) if game == "banchok" else ("win_rule", WIN_RULES)
            self.rules_of = {name: replace(rules, **{self.field: name}) for name in self.readings}
        else:
            raise RulesError(f"{shown(rules)} are not rules: give some, such as be.BanchokRules() or be.PolishRules()")
        self.game: str = game
        self.copies = Counter(rules.cards)
        self.kinds = tuple(sorted(self.copies, key=_place))
        self.hand = 0 if game == "black_cat" else rules.cards_each
        self._rules = rules
        self.own: list[Any] = []
        self._outcomes: dict[tuple[str, Any], int] = {}  # of the present hand: only a change of the hand changes them
        self.seen: Counter[Any] = Counter()
        self.reading = ""
        if reading is None:
            reading = getattr(rules, self.field) if self.field else SIDES[0]
        self.read(reading)
        self.put(own, seen)

    @property
    def rules(self) -> Any:
        """The rules under the chosen reading."""
        return self.rules_of[self.reading]

    @property
    def complete(self) -> bool:
        """Whether the own hand has all its cards."""
        return len(self.own) == self.hand

    def read(self, reading: object) -> None:
        """Choose a reading by its name."""
        if not isinstance(reading, str) or reading not in self.readings:
            raise RulesError(
                f"reading={shown(reading)} is not a reading: choose from {', '.join(map(repr, self.readings))}"
            )
        self.reading = reading

    def put(self, own: Any, seen: Any) -> None:
        """Set the own hand and the cards that have been seen, all anew.

        >>> import banchok_edu as be
        >>> CardsLeft(be.BanchokRules(), "9♠", "9♠")
        Traceback (most recent call last):
        banchok_edu.errors.CardError: 9♠ is named 2 times: there is 1 in these 52 cards
        """
        hand, out = self._read_cards(own), self._read_cards(seen)
        if len(hand) > self.hand:
            if not self.hand:
                raise CardError("own: nobody has a hand in this game; leave it out, and give what was turned as seen=")
            raise CardError(f"own: {len(hand)} cards are too many: with these rules a hand has {self.hand}")
        for card, number in Counter([*hand, *out]).items():
            there = self.copies[card]
            if number > there:
                raise CardError(
                    f"{card} is named {number} time{'s' * (number > 1)}: "
                    f"there {'is' if there == 1 else 'are'} {there} in these {len(self._rules.cards)} cards"
                )
        self.own, self.seen = hand, Counter(out)
        self._outcomes.clear()

    def _read_cards(self, cards: Any) -> list[Any]:
        if cards is None:
            return []
        return list(self._rules.read_cards([cards] if type(cards) is type(self.kinds[0]) else cards))

    def press(self, place: int, *, own: bool) -> None:
        """Count a card once more as own or as seen; when it cannot be more, not at all.

        Raises
        ------
        CardError
            If the hand is full, or the card is in the hand and so cannot be seen elsewhere.
        """
        card = self.kinds[place]
        (self._press_own if own else self._press_seen)(card)

    def _press_own(self, card: Any) -> None:
        self._outcomes.clear()
        number = self.own.count(card)
        if number and (self.complete or number == self.copies[card]):
            self.own = [other for other in self.own if other != card]
            return
        if not self.hand:
            raise CardError("nobody has a hand in this game: mark the cards that have been turned")
        if self.complete and self.hand > 1:
            raise CardError(f"the hand has its {self.hand} cards: click one of them first to take it back")
        self.own = [card] if self.hand == 1 else [*self.own, card]
        self.seen[card] = min(self.seen[card], self.copies[card] - self.own.count(card))

    def _press_seen(self, card: Any) -> None:
        most = self.copies[card] - self.own.count(card)
        if not most:
            raise CardError(f"{card} is in the hand, and cannot be seen elsewhere: take it from the hand first")
        self.seen[card] = (self.seen[card] + 1) % (most + 1)

    def left(self, card: Any) -> int:
        """Count the copies of a card that can still be turned."""
        return self.copies[card] - self.own.count(card) - self.seen[card]

    def effect(self, card: Any, reading: str | None = None) -> Effect:
        """Tell what a card would do under a reading, by default the chosen one; the hand must be complete.

        An equal card has the mark ``t`` under every reading; who wins with it, ``counts`` says.
        """
        reading = reading or self.reading
        if self.game == "black_cat":
            return _on_me(self._rules, card, SIDES.index(reading))
        won = self._outcome(card, reading) < 0
        if self.field == "tie" and self._outcome(card, "push") == 0:
            return Effect("t", f"equal.{reading}")
        lower, higher = ("lower", "higher") if self.field == "tie" else ("win", "lose")
        return Effect("w", lower) if won else Effect("l", higher)

    def _outcome(self, card: Any, reading: str) -> int:
        """Ask the rules who wins against a card: -1 the punter, +1 the banker, 0 neither."""
        known = self._outcomes.get((reading, card))
        if known is None:
            known = self._outcomes[reading, card] = self.rules_of[reading].outcome(tuple(self.own), card)
        return known

    def counts(self, reading: str | None = None) -> Counts:
        """Count the cards that are left by who wins under a reading."""
        reading = reading or self.reading
        found = [0, 0, 0]
        for card in self.kinds:
            if self.game == "black_cat":
                result = "wtl".index(self.effect(card, reading).mark)
            else:
                result = self._outcome(card, reading) + 1
            found[result] += self.left(card)
        return Counts(*found)

    def sums(self) -> tuple[Counter[str], Counter[str]]:
        """Count the cards that are left by mark, and those that win by what they are: a relation, a suit, a kind."""
        marks: Counter[str] = Counter()
        groups: Counter[str] = Counter()
        for card in self.kinds:
            mark, words, _ = self.effect(card)
            marks[mark] += self.left(card)
            if mark == "w" or words == "equal.punter_wins":
                group = card.kind if self.game == "black_cat" else card.suit
                groups[words.partition(".")[0] if self.field == "tie" else group] += self.left(card)
        return marks, groups

    @property
    def probability(self) -> Fraction | None:
        """The chance that a card which is left wins; None without a whole hand, or if no card is left."""
        if not self.complete or not self.counts().left:
            return None
        return Fraction(self.counts().wins, self.counts().left)

    def listed(self, cards: Iterable[Any]) -> list[str]:
        """Write cards as texts, in the order of the deck."""
        return [str(card) for card in sorted(cards, key=_place)]


def _place(card: Any) -> Any:
    """Give the place of a card on the map: rows by suit, then by rank."""
    return card.place if hasattr(card, "place") else (card.suit_index, card.index)


def _on_me(rules: Any, card: Any, side: int) -> Effect:
    """Tell what a card of Black Cat does to me."""
    words = _ON_ME[card.kind][side]
    if card.kind == "Reserve" and side > 1 and rules.reserve_pays == "punters":
        words = "none"
    if card.number and SIDES[side] == "banker_unbacked" and rules.unbacked == "banker":
        words = _ON_ME[card.kind][0]
    number = card.number or (rules.stake if card.kind == "Stake" else 1)
    return Effect(_SIGN_OF.get(words, "t"), words, number)
