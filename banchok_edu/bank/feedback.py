"""What is said of an answer, and the worked solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, tostring

from .judging import RIGHT

if TYPE_CHECKING:
    from fractions import Fraction


@dataclass(frozen=True)
class Feedback:
    """What the check says of an answer. It counts as true if the answer is right."""

    state: str
    """"right", "wrong", "unreadable" or "ask_back"."""
    text: str
    named: bool = False
    """Whether the text names what led to the wrong answer."""

    def __bool__(self) -> bool:
        return self.state == RIGHT

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        found = Element("p")
        found.text = self.text
        return tostring(found, encoding="unicode", method="html")


@dataclass(frozen=True)
class Solution:
    """A worked solution."""

    id: str
    answer: str
    """As a fraction, the name of a card, or the right option."""
    decimal: str
    """The same as a decimal, where that says more."""
    why: str
    mistakes: tuple[tuple[str, str], ...]
    """Wrong answers that are often given, and what leads to them."""
    derivation: str
    """The derivation of the catalogue that proves the general case, or ""."""

    @property
    def steps(self) -> tuple[str, ...]:
        """The statements of that derivation, line by line."""
        if not self.derivation:
            return ()
        from banchok_edu.catalogue import derivation

        return tuple(step.statement for step in derivation(self.derivation).steps)

    def __str__(self) -> str:
        """Give the answer and how it is found."""
        about = f", about {self.decimal}" if self.decimal else ""
        more = f'\nThe general case: be.derivation("{self.derivation}")' if self.derivation else ""
        return f"{self.id} = {self.answer}{about}\n{self.why}{more}"

    __repr__ = __str__


def decimal(value: Fraction) -> str:
    """Give a number with four decimals, or with three digits where it is small.

    >>> from fractions import Fraction
    >>> decimal(Fraction(9, 17)), decimal(Fraction(1, 90000))
    ('0.5294', '1.11e-05')
    """
    number = float(value)
    return f"{number:.4f}" if abs(number) >= 0.01 else f"{number:.3g}"
