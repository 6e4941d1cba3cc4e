"""What a player can be asked, and what may be answered. The one table of the kinds of decision is ``KINDS``."""

from __future__ import annotations

from dataclasses import dataclass

from banchok_edu.errors import IllegalChoice, counted, shown, whole_number

from . import wording
from .interned import Interned


@dataclass(frozen=True, slots=True)
class Expose:
    """What a teacher may say instead of a stake: the next card is exposed first."""


Choice = int | Expose
"""What a script is sent: a stake, an opening, a position; True or False; or Expose()."""

KINDS = {
    "bank": "to bank (True) or to leave the game (False)",
    "opening": "the opening sum of one's own bank, in counters",
    "stake": "a stake in counters, 0 to pass",
    "back": "the position to back",
}


@dataclass(frozen=True, slots=True)
class Decision(metaclass=Interned):
    """A question that the game waits for a seat to answer.

    Attributes
    ----------
    seat
        Who is asked.
    kind
        A key of ``KINDS``.
    low, high
        The range of an amount, in counters; None where ``options`` lists the answers.
    options
        All answers, where they are not a range.
    may_pass
        Whether 0, a pass, is allowed besides the range.
    may_expose
        Whether a teacher may have the next card exposed first.

    >>> d = Decision(seat=2, kind="stake", low=1, high=25, may_pass=True)
    >>> d.prompt
    'Seat 2: stake 1 to 25 counters, or 0 to pass.'
    >>> d.check(40)
    Traceback (most recent call last):
    banchok_edu.errors.IllegalChoice: stake 40 is too much: 1 to 25 counters, or 0 to pass
    """

    seat: int
    kind: str
    low: int | None = None
    high: int | None = None
    options: tuple[int, ...] = ()
    may_pass: bool = False
    may_expose: bool = False

    @property
    def prompt(self) -> str:
        """The question in words, with the seat's number for a name."""
        return self.ask(())

    def ask(self, names: tuple[str, ...]) -> str:
        """Give the question in words, with the player's name."""
        return wording.prompt(self, names)

    def check(self, value: object) -> int:
        """Give the answer as it is recorded.

        Raises
        ------
        IllegalChoice
            If it is not allowed; the message names it and what is.
        """
        if type(value) is int and self.low is not None and self.low <= value <= self.high:  # type: ignore[operator]
            return value
        if self.low is None:
            return self._check_option(value)
        number = whole_number(value)
        if number is None:
            raise IllegalChoice(f"{self.kind} {shown(value)} is not a whole number of counters: {self._allowed()}")
        assert self.high is not None
        if self.low <= number <= self.high or (number == 0 and self.may_pass):
            return number
        if number == 0:
            fault = "is not allowed, you may not pass now" if self.kind == "stake" else "is too little"
        else:
            fault = "is below zero" if number < 0 else "is too little" if number < self.low else "is too much"
        raise IllegalChoice(f"{self.kind} {shown(number)} {fault}: {self._allowed()}")

    def _check_option(self, value: object) -> int:
        if self.kind == "bank":
            if isinstance(value, bool):
                return value
            raise IllegalChoice(f"{shown(value)} does not say whether to bank: answer True to bank, False to leave")
        number = whole_number(value)
        if number is None or number not in self.options:
            raise IllegalChoice(
                f"{shown(value)} cannot be backed: choose a free position, {', '.join(map(str, self.options))}"
            )
        return number

    def _allowed(self) -> str:
        assert self.low is not None
        assert self.high is not None
        amount = counted(self.high) if self.low == self.high else f"{self.low:,} to {counted(self.high)}"
        return amount + (", or 0 to pass" if self.may_pass else "")
