"""How likely it is that the cards that act are these, in this order. Knows numbers of cards, and no money.

Only some cards of a deal act: those that are backed, and those of kinds that always act. Write down the cards that act
in the order in which they are turned, with a mark on each that is backed. By symmetry the probability of such a record
depends on three numbers alone: how many of its cards are backed, how many are not (*free*), and how many of the backed
ones are of kinds that always act. So records need only be counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, perm
from typing import NamedTuple


class Record(NamedTuple):
    """What the probability of a record depends on."""

    backed: int
    free: int
    always: int
    """How many of the backed cards are of kinds that always act."""


@dataclass(frozen=True)
class Orders:
    """A deal as far as counting goes: the pack, the cards of it that always act, those laid, and those backed.

    >>> orders = Orders(size=3, always=1, dealt=2, markers=1)
    >>> chance, times_turned = orders.begins(Record(backed=1, free=0, always=0))
    >>> chance  # a given silent card is backed (1/3), and the card that always acts does not lie before it (3/4)
    Fraction(1, 4)
    >>> times_turned  # 1/3 times (1/4 1 + 1/2 3/2)
    Fraction(1, 3)
    """

    size: int
    always: int
    dealt: int
    markers: int

    def begins(self, record: Record) -> tuple[Fraction, Fraction]:
        """Give the probability that the cards that act begin with a given record.

        Also give that times the mean number of cards that are turned until the last of the record is.
        """
        if record not in self._known:
            self._known[record] = self._summed(record)
        return self._known[record]

    def is_all(self, record: Record) -> Fraction:
        """Give the probability that a given record is that of a whole deal."""
        return self._whole(record.free, record.always) if record.backed == self.markers else Fraction(0)

    @cached_property
    def _known(self) -> dict[Record, tuple[Fraction, Fraction]]:
        return {}

    def _summed(self, record: Record) -> tuple[Fraction, Fraction]:
        """Sum over all that may follow: i more backed cards that always act, and g more free ones."""
        backed, free, always = record
        left = self.always - free - always
        silent = self.size - self.always - (backed - always)
        more = self.markers - backed
        chance = turned = Fraction(0)
        for i in range(min(more, left) + 1):
            under_markers = comb(more, i) * perm(left, i) * perm(silent, more - i)
            for g in range(left - i + 1):
                ways = under_markers * perm(left - i, g) * comb(more + g, g)
                if not ways:  # there are not so many cards
                    continue
                p = ways * self._whole(free + g, always + i)
                chance += p
                # Cards that do not act lie anywhere between those that do: the gaps are alike on average.
                turned += p * Fraction((backed + free) * (self.dealt + 1), self.markers + free + g + 1)
        return chance, turned

    def _whole(self, free: int, always: int) -> Fraction:
        """Give the probability of one whole record, of all markers, with so many free cards."""
        unbacked = self.dealt - self.markers
        if free > unbacked:
            return Fraction(0)
        rest = self.size - self.markers
        silent_there = comb(rest - (self.always - always), unbacked - free)
        under_markers = Fraction(1, perm(self.size, self.markers))
        order = Fraction(1, perm(self.markers + free, free))
        return under_markers * Fraction(silent_there, comb(rest, unbacked)) * order
