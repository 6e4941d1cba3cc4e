"""How the rules of a game are declared, checked and written down. Knows no game.

Each rule is a field of a frozen dataclass that says what it means and what it may be. The check, the message, the saved
form and (later) the command line are made from that one declaration.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from banchok_edu.errors import RulesError, shown, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_COUNTERS = 10**9
"""The largest number of counters that a rule, an opening or a purse may name: sums then stay far from any overflow."""


def rule(default: Any, check: Callable[[str, Any], Any], meaning: str, allowed: str) -> Any:
    """Declare a field: ``check(name, value)`` gives the value to keep or raises RulesError.

    ``allowed`` says in words what it may be.
    """
    return field(default=default, metadata={"check": check, "meaning": meaning, "allowed": allowed})


def whole(default: int | None, low: int, high: int, meaning: str, *, optional: bool = False) -> Any:
    """Declare a whole number from low to high; ``optional`` allows None too."""
    allowed = f"a whole number from {low:,} to {high:,}" + (", or None" if optional else "")

    def check(name: str, value: Any) -> int | None:
        if value is None and optional:
            return None
        number = whole_number(value)
        if number is None or not low <= number <= high:
            raise RulesError(f"{name}={shown(value)} is not allowed: {name} is {allowed}")
        return number

    return rule(default, check, meaning, allowed)


def reading(default: str, others: Sequence[str], meaning: str) -> Any:
    """Declare one of several readings of the text, by name."""
    known = (default, *others)

    def check(name: str, value: Any) -> str:
        if isinstance(value, str) and value in known:
            return str(value)
        near = difflib.get_close_matches(value[:80], known, 1) if isinstance(value, str) else []
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise RulesError(f"{name}={shown(value)} is not a reading: choose from {', '.join(map(repr, known))}{hint}")

    declared = rule(default, check, meaning, ", ".join(known))
    declared.metadata = {**declared.metadata, "readings": known}
    return declared


def flag(default: bool, meaning: str) -> Any:
    """Declare True or False."""

    def check(name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise RulesError(f"{name}={shown(value)} is not allowed: {name} is True or False")
        return value

    return rule(default, check, meaning, "True or False")


def chance(default: Fraction, meaning: str) -> Any:
    """Declare a probability; a float is read as the decimal that it shows."""

    def check(name: str, value: Any) -> Fraction:
        number: Fraction | None = None
        if isinstance(value, float) and math.isfinite(value):
            number = Fraction(repr(float(value)))
        elif isinstance(value, str) and len(value) <= 40 and "e" not in value.lower():
            try:
                number = Fraction(value)
            except (ValueError, ZeroDivisionError):
                number = None
        elif isinstance(value, Fraction):
            number = value
        elif (n := whole_number(value)) is not None:
            number = Fraction(n)
        if number is None or not 0 <= number <= 1:
            raise RulesError(f"{name}={shown(value)} is not allowed: {name} is a fraction from 0 to 1, such as '1/10'")
        if number.denominator > 10**12:
            raise RulesError(
                f"{name}={shown(value)} is too fine: write a fraction with at most twelve digits below, such as '1/3'"
            )
        return number

    return rule(default, check, meaning, "a fraction from 0 to 1, such as 1/10")


def first_banker(default: int | str, meaning: str, *, drawn: bool) -> Any:
    """Declare the seat that banks first, or ``"drawn"``; that there is such a seat is checked with the players."""
    allowed = "the number of a seat, counted from 0" + (", or 'drawn'" if drawn else "")

    def check(name: str, value: Any) -> int | str:
        if drawn and isinstance(value, str) and value == "drawn":
            return "drawn"
        number = whole_number(value)
        if number is None or number < 0:
            raise RulesError(f"{name}={shown(value)} is not allowed: {name} is {allowed}")
        return number

    return rule(default, check, meaning, allowed)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What the rules of every game have in common. Use the rules of a game, such as ``BanchokRules``."""

    game: ClassVar[str]
    """The short name of the game, as in saved games."""
    version: ClassVar[int] = 1
    """Counts up when the same fields come to mean another game; saved games name it."""

    players: int
    purse: int | None

    def __new__(cls, **values: Any) -> Self:
        """Refuse a rule that does not exist, before anything else is looked at."""
        cls._refuse_unknown(values)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        """Check each field alone, then all together."""
        for f in fields(self):
            object.__setattr__(self, f.name, f.metadata["check"](f.name, getattr(self, f.name)))
        self._check_together()

    def _check_together(self) -> None:
        first: int | str = getattr(self, "first_banker", "drawn")
        if isinstance(first, int) and first >= self.players:
            raise RulesError(
                f"first_banker={shown(first)} is not a seat: {self.players} players have seats 0 to {self.players - 1}"
            )

    @property
    def cards(self) -> tuple[Any, ...]:
        """All cards that are shuffled together, in a fixed order."""
        raise NotImplementedError

    @staticmethod
    def read_card(text: object) -> Any:
        """Read one card of this game."""
        raise NotImplementedError

    @classmethod
    def read_cards(cls, texts: object) -> tuple[Any, ...]:
        """Read several cards of this game."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Give all fields as plain values for JSON.

        >>> import banchok_edu as be
        >>> be.PolishRules(exposure=0.25).to_dict()["exposure"]
        '1/4'
        """
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}

    def changed(self) -> dict[str, Any]:
        """Give the fields that differ from their defaults, as plain values.

        >>> import banchok_edu as be
        >>> be.BanchokRules(players=4, tie="push").changed()
        {'players': 4, 'tie': 'push'}
        """
        usual = {f.name: _plain(f.metadata["check"](f.name, f.default)) for f in fields(self)}
        return {name: value for name, value in self.to_dict().items() if value != usual[name]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Build rules from plain values; fields not named keep their defaults.

        Raises
        ------
        RulesError
            For a field that does not exist or a value that it may not have.
        """
        cls._refuse_unknown(values)
        return cls(**values)

    @classmethod
    def _refuse_unknown(cls, values: Mapping[str, Any]) -> None:
        known = [f.name for f in fields(cls)]
        for name in values:
            if name not in known:
                near = difflib.get_close_matches(str(name)[:80], known, 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise RulesError(f"there is no rule {shown(name)}: the rules are {', '.join(known)}{hint}")


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    return dict(value) if isinstance(value, Mapping) else value
