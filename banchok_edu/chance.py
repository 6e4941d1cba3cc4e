"""Addressable luck: every card, cut and exposure of a game follows from a seed and a number, and nothing else.

The generator is SplitMix64 (Steele, Lea and Flood, 2014). A *word* is one 64-bit output. Each game has four lanes of
words for each deck that is shuffled in it, so that drawing one card more never shifts what the cut or a policy gets.
Cards are decided one at a time, when they are drawn (a Fisher-Yates shuffle done lazily), so a deck holds no secret
order: what has not been drawn is not decided.

This module knows cards as opaque things. It must not know any game, and imports neither numpy nor numba.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import CardError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

C = TypeVar("C")
"""Whatever lies in the deck."""

MASK = (1 << 64) - 1
GOLD = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB

CARDS, TABLE, FIRST_BANKER, POLICIES = range(4)
"""The lanes: cards; cuts, exposures and orders of turning; the draw for first banker; luck that policies ask for."""

MOST_CARDS = 2047
"""``below`` is for numbers up to here: its bias is then under 2**-42."""


def nth(key: int, i: int) -> int:
    """Give word ``i``, counted from 0, of SplitMix64 seeded with ``key``.

    >>> hex(nth(0, 0))
    '0xe220a8397b1dcdaf'
    """
    z = (key + GOLD * (i + 1)) & MASK
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def lane_key(game_key: int, deck: int, lane: int) -> int:
    """Give the key of one lane of one deck; ``game_key`` is ``nth(seed, index)`` of the game."""
    return nth(game_key, 4 * deck + lane)


def below(word: int, m: int) -> int:
    """Turn a word into a whole number 0 to m - 1, m at most 2047.

    >>> below(1 << 63, 10)
    5
    """
    return ((word >> 11) * m) >> 53


def exposed(word: int, threshold: int) -> bool:
    """Tell whether a word exposes a card, when that has a chance of ``threshold`` out of 2**53.

    >>> exposed(0, 1), exposed(MASK, 2**53 - 1)
    (True, False)
    """
    return word >> 11 < threshold


def for_policies(word: int) -> int:
    """Cut a word down to its 32 high bits, to be handed to a policy.

    A whole word can be turned back into the key that made it, and the key tells every card. Half a word cannot.
    """
    return word >> 32 << 32


class Deck(Generic[C]):
    """Cards to be drawn, none of them decided; used cards stay beside it.

    The deck is a row of cells. To take a card, one of the cells not yet taken is chosen and swapped to the front.

    Parameters
    ----------
    key
        The key of the lane of cards.
    cards
        All cards of the shoe, in the order of the rules.
    stack
        Cards to come at given draws, counted from 0 since the deck was opened; all others are luck.
    """

    def __init__(
        self,
        key: int,
        cards: Sequence[C],
        stack: Mapping[int, C] | None = None,
    ) -> None:
        self._key = key
        self._cells = list(cards)
        self._size = len(self._cells)
        self._stack = dict(stack or {})
        self._taken = 0
        """Cards taken since the last full shuffle."""
        self._end = self._size
        """Where the cards that may come next end, on the scale of ``_taken``."""
        self.drawn = 0
        """Cards drawn since the deck was opened. Never goes back."""
        self.shuffled = 0
        """Cards that had to be shuffled to be drawn again, since somebody looked here and set it to 0."""
        self._set_up()

    def _set_up(self) -> None:
        """Make what a kind of deck keeps besides."""

    def take(self) -> C:
        """Draw the next card."""
        if self._taken == self._end:
            self._run_out()
        cells, size, taken, i = self._cells, self._size, self._taken, self.drawn
        if self._stack and i in self._stack:
            j = self._find(self._stack.pop(i), taken, self._end)
        else:
            # below(nth(key, i), end - taken), written out: every card of every game is drawn here
            z = (self._key + GOLD * (i + 1)) & MASK
            z = ((z ^ (z >> 30)) * MIX_1) & MASK
            z = ((z ^ (z >> 27)) * MIX_2) & MASK
            j = (taken + (((z ^ (z >> 31)) >> 11) * (self._end - taken) >> 53)) % size
        k = taken % size
        card = cells[j]
        cells[j] = cells[k]
        cells[k] = card
        self._taken = taken + 1
        self.drawn = i + 1
        return card

    take_into_hand = take
    """Draw the next card for a hand: it is out of the deck until the deal is closed."""

    def begin_coup(self) -> None:
        """Tell the deck that a punter's turn begins."""

    def close_deal(self) -> int:
        """Tell the deck that a deal is over; gives the number of cards that are put under the deck."""
        return 0

    def lay(self, cards: Sequence[C]) -> None:
        """Decide the next cards by hand: they will be drawn in this order.

        Raises
        ------
        CardError
            If one of them cannot come when it would have to. The deck is then as it was.
        """
        pools, place = self._coming(), 0
        for card in cards:
            while place < len(pools) and not len(pools[place]):
                place += 1
            if place == len(pools) or card not in pools[place]:
                raise CardError(
                    f"{card} cannot be the next card there: it has been dealt, or it comes back only later; "
                    "stack cards that are still in the deck, each as often as it is there"
                )
            pools[place].remove(card)
        self._stack = {self.drawn + i: card for i, card in enumerate(cards)}

    def _coming(self) -> list[list[C]]:
        """Give the cards that can still be drawn, batch by batch, as far as that is settled."""
        return [self._between(self._taken, self._end)]

    def _between(self, start: int, end: int) -> list[C]:
        return [self._cells[j % self._size] for j in range(start, end)]

    def _find(self, card: C, start: int, end: int) -> int:
        for j in range(start, end):
            if self._cells[j % self._size] == card:
                return j % self._size
        raise CardError(f"{card} cannot come now: it is not among the cards left in the deck")  # pragma: no cover

    def _run_out(self) -> None:
        """Shuffle all cards when none is left."""
        self._taken, self._end = 0, self._size
        self.shuffled = self._size


class RecycledDeck(Deck[C]):
    """After each deal its used cards are shuffled and put under the deck, which stays as it is.

    The row of cells is a ring: the used cards of a deal are the next batch behind those already waiting.
    """

    def _set_up(self) -> None:
        self._batches: list[int] = []

    def close_deal(self) -> int:
        """Put what was taken since the last call under the deck."""
        end = self._taken + self._size
        count = end - (self._batches[-1] if self._batches else self._end)
        self._batches.append(end)
        return count

    def _run_out(self) -> None:
        self._end = self._batches.pop(0)

    def _coming(self) -> list[list[C]]:
        return [self._between(a, b) for a, b in pairwise([self._taken, self._end, *self._batches])]


class SidePackDeck(Deck[C]):
    """Used cards lie beside the deck; when it runs out, they become the deck, all but the hands of the running deal."""

    def _set_up(self) -> None:
        self._in_hands: list[int] = []

    def take_into_hand(self) -> C:
        """Draw the next card for a hand, and keep in mind where it lies."""
        card = self.take()
        self._in_hands.append(self._taken - 1)
        return card

    def close_deal(self) -> int:
        """Count the hands of this deal among the used cards."""
        self._in_hands.clear()
        return 0

    def _coming(self) -> list[list[C]]:
        return [self._used()] if self._taken == self._end else super()._coming()

    def _used(self) -> list[C]:
        held = set(self._in_hands)
        return [cell for j, cell in enumerate(self._cells) if j not in held]

    def _run_out(self) -> None:
        """Shuffle the used cards; the hands lie behind them until the deal is closed. No deal runs out twice."""
        used = self._used()
        self._cells = used + [self._cells[j] for j in sorted(self._in_hands)]
        self._taken, self._end = 0, len(used)
        self.shuffled = len(used)


class FreshDeck(Deck[C]):
    """All cards are shuffled before each punter's own cards: the coups are independent."""

    def begin_coup(self) -> None:
        """Shuffle everything."""
        self._run_out()


DECKS: dict[str, type[Deck[Any]]] = {"recycled": RecycledDeck, "side_pack": SidePackDeck, "fresh_each_coup": FreshDeck}
"""The deck for each reading of ``deck_use``."""


class Chance(Generic[C]):
    """All luck of one game.

    Parameters
    ----------
    seed, index
        Whole numbers; game ``index`` of ``seed``.
    cards
        The shoe, in the order of the rules.
    deck_use
        A key of ``DECKS``, or "" for a deck that is dealt out and never reused.
    stack
        Cards that come first in the first deck opened.
    """

    def __init__(self, seed: int, index: int, cards: Sequence[C], deck_use: str, stack: Sequence[C] = ()) -> None:
        self._game_key = nth(seed, index)
        self._cards = cards
        self._kind = DECKS.get(deck_use, Deck)
        self._next_stack = tuple(stack)
        self._deck_number = 0
        self.decisions = 0
        """Decisions made since the last deck was closed."""
        self._deck: Deck[C] | None = None
        self._table_key = 0

    def first_banker_deck(self) -> Deck[C]:
        """Give the deck from which the first banker is drawn."""
        return Deck(lane_key(self._game_key, 0, FIRST_BANKER), self._cards)

    def open_deck(self) -> Deck[C]:
        """Shuffle all cards into a new deck."""
        self._table_key = lane_key(self._game_key, self._deck_number, TABLE)
        self._deck = self._kind(
            lane_key(self._game_key, self._deck_number, CARDS),
            self._cards,
            dict(enumerate(self._next_stack)),
        )
        self._next_stack = ()
        return self._deck

    def seal_deck(self) -> None:
        """Say that nothing more is drawn from this deck: what is stacked from now on lies in the next one."""
        self._deck = None

    def close_deck(self) -> None:
        """Say that nothing more is drawn from this deck and no decision belongs to it."""
        self._deck = None
        self._deck_number += 1
        self.decisions = 0

    def cut(self) -> int:
        """Give the place where the deck is cut: 1 to one less than its cards. It moves no card."""
        return 1 + below(nth(self._table_key, 0), len(self._cards) - 1)

    def pick(self, i: int, m: int) -> int:
        """Give the ``i``-th choice at the table, counted from 0, among ``m`` things."""
        return below(nth(self._table_key, i), m)

    def exposes(self, turn: int, threshold: int) -> bool:
        """Tell whether luck exposes a card at this turn of the bank, counted from 1; threshold is out of 2**53."""
        return exposed(nth(self._table_key, turn), threshold)

    def policy_word(self) -> int:
        """Give the luck of the decision that is due, cut down so that it tells no card."""
        key = lane_key(self._game_key, self._deck_number, POLICIES)
        return for_policies(nth(key, self.decisions))

    def stack(self, cards: Sequence[C]) -> None:
        """Decide the next cards by hand, in the open deck if cards can still be drawn from it, else in the next one."""
        if self._deck is not None:
            self._deck.lay(cards)
        else:
            check_stack(cards, self._cards)
            self._next_stack = tuple(cards)


def check_stack(cards: Sequence[C], shoe: Sequence[C]) -> None:
    """Refuse a stack that the full shoe cannot serve.

    Raises
    ------
    CardError
        If a card is not in the shoe, or is named more often than it is there.
    """
    if len(cards) > len(shoe):
        raise CardError(f"{len(cards):,} cards are stacked, but the shoe has {len(shoe)}: take some away")
    left = list(shoe)
    for card in cards:
        if card not in left:
            there = shoe.count(card)
            raise CardError(
                f"{card} is not in this shoe: stack cards that these rules use"
                if not there
                else f"{card} is stacked {cards.count(card)} times, but the shoe has only {there} of it: take some away"
            )
        left.remove(card)
