"""Every card of the deck on one map: which of them win, and why the chance is the fraction that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from banchok_edu.errors import RulesError, shown
from banchok_edu.games.banchok.rules import BanchokRules

from . import cardmap_view
from .base import Control, Message
from .cards_left import SIDES, CardsLeft

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction


class CardMap(Control):
    """Show every card of the deck, and which of those that are left would win.

    A click makes a card the own one, or crosses out one that has been seen. The fraction is that of the cards that are
    left: each is equally likely to be turned next, and nothing is inferred from what others chose.

    Parameters
    ----------
    rules
        The rules of any of the three games; by default those of Banchok.
    own
        The own card, or the hand: texts such as ``"8♥"`` or ``["A♠", "9♠", "4♥"]``. Black Cat has none.
    seen
        The cards that have been seen, each as often as it was.
    big
        Whether all is half as large again, for a projector.
    reading
        The reading to begin with; by default that of the rules, in Black Cat ``"punter_backed"``.

    Raises
    ------
    RulesError
        If the rules are not those of a game, or there is no such reading.
    CardError
        If there is no such card, it is named more often than the deck has it, or the hand is too large.

    Of the 50 cards that are neither the eight nor the king, 24 are lower and three are eights.

    >>> import banchok_edu as be
    >>> marked = be.CardMap(own="8♥", seen="K♠")
    >>> marked.probability
    Fraction(27, 50)
    >>> marked.reading = "push"
    >>> marked.probability, marked.counts
    (Fraction(12, 25), {'wins': 24, 'ties': 3, 'losses': 23, 'left': 50})
    """

    module: ClassVar[str] = "cardmap"
    changing: ClassVar[frozenset[str]] = frozenset(("press", "reading", "clear"))

    def __init__(
        self,
        rules: Any = None,
        own: Any = None,
        seen: Any = (),
        big: bool = False,
        *,
        reading: str | None = None,
    ) -> None:
        if not isinstance(big, bool):
            raise RulesError(f"big={shown(big)} is not allowed: big is True or False")
        self._left = CardsLeft(BanchokRules() if rules is None else rules, own, seen, reading)
        self._last: int | None = None
        super().__init__(look="bk cm big" if big else "bk cm", **cardmap_view.fixed(self._left))

    # -- in Python -------------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Any:
        """The rules under the reading that is chosen."""
        return self._left.rules

    @property
    def own(self) -> list[str]:
        """The own card or hand, as texts. It can be set.

        >>> import banchok_edu as be
        >>> marked = be.CardMap(be.PolishRules())
        >>> marked.own = "As 9s 4h"
        >>> marked.own, marked.probability
        (['A♠', '9♠', '4♥'], Fraction(81, 101))
        """
        return [str(card) for card in self._left.own]

    @own.setter
    def own(self, cards: Iterable[str] | str | None) -> None:
        self._put(cards, list(self._left.seen.elements()))

    @property
    def seen(self) -> list[str]:
        """The cards that have been seen, as texts in the order of the deck, each as often as it was. It can be set."""
        return self._left.listed(self._left.seen.elements())

    @seen.setter
    def seen(self, cards: Iterable[str] | str | None) -> None:
        self._put(self._left.own, cards)

    @property
    def reading(self) -> str:
        """The reading that is chosen, by its name. It can be set."""
        return self._left.reading

    @reading.setter
    def reading(self, name: str) -> None:
        with self._lock:
            self._left.read(name)
            self._last = None
            self.refresh()

    @property
    def probability(self) -> Fraction | None:
        """The chance that a card which is left wins for the punter; in Black Cat, that it brings me counters.

        None as long as the hand is not complete, or if no card is left.
        """
        return self._left.probability

    @property
    def counts(self) -> dict[str, int] | None:
        """How many of the cards that are left win, tie and lose; None without a whole hand.

        In Black Cat: bring me counters, move none of mine, cost me counters.
        """
        if not self._left.complete:
            return None
        counts = self._left.counts()
        return {**counts._asdict(), "left": counts.left}

    @property
    def code(self) -> str:
        """The map as a line of Python, so that it can be kept.

        >>> import banchok_edu as be
        >>> be.CardMap(be.BanchokRules(tie="push"), own="8h", seen="ks").code
        "be.CardMap(be.BanchokRules(tie='push'), own=['8♥'], seen=['K♠'])"
        """
        rules = self.rules
        fields = ", ".join(f"{name}={value!r}" for name, value in rules.changed().items())
        given = [f"be.{type(rules).__name__}({fields})"]
        given += [f"{name}={value!r}" for name, value in (("own", self.own), ("seen", self.seen)) if value]
        if not self._left.field and self.reading != SIDES[0]:
            given.append(f"reading={self.reading!r}")
        return f"be.CardMap({', '.join(given)})"

    def _put(self, own: Any, seen: Any) -> None:
        with self._lock:
            self._left.put(own, seen)
            self._last = None
            self.refresh()

    # -- for the browser -------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Give what the browser shows: the mark of each card, the fraction, the readings."""
        return cardmap_view.view(self._left, self.code, self._last)

    def hear(self, kind: str, message: Message) -> None:
        """Do what the browser asks for."""
        left, last = self._left, None
        if kind == "press":
            last = message.whole("card", 0, len(left.kinds) - 1)
            left.press(last, own=message.truth("own"))
        elif kind == "reading":
            left.read(left.readings[message.whole("reading", 0, len(left.readings) - 1)])
        elif kind == "clear":
            left.put(left.own, ())
        else:
            raise message.unknown()
        self._last = last

    def still(self) -> str:
        """Give a still picture of the map as HTML without script."""
        return cardmap_view.still(self._left)
