"""Counting hands of Polish banchok without listing them; whole numbers only, no sympy.

Who wins a coup depends on the highest and the lowest card that the hand holds in the turned card's line (see
``shoe.Unseen``). So hands are counted by these two, line by line. Hands of which the ends in a line are exactly b and t
are counted by inclusion and exclusion over the ranges b..t, b+1..t, b..t-1 and b+1..t-1.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from banchok_edu.errors import RulesError
from banchok_edu.games.polish.rules import NO_CARD_ABOVE, NO_CARD_BELOW, outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .shoe import Unseen

MOST_WORK = 3 * 10**8
"""The greatest ``work`` of a distribution that is still counted: two or three seconds."""


class Ends(NamedTuple):
    """The lowest and the highest card held in a line, as places in it, and the places of cards senior to the hand."""

    bottom: int
    top: int
    senior: tuple[int, ...]


@lru_cache(maxsize=64)
def all_ends(heights: tuple[int, ...], reading: int) -> tuple[Ends, ...]:
    """List every lowest and highest card that a hand can hold in a line, with the cards then senior to it.

    A suit with Q, K, A, of heights 11, 12, 13, and "covers": the lowest card held is the queen.

    >>> [ends.senior for ends in all_ends((11, 12, 13), 0) if ends.bottom == 0]
    [(1, 2), (2,), ()]
    """
    return tuple(
        Ends(b, t, _senior(heights, heights[t], heights[b], reading))
        for b in range(len(heights))
        for t in range(b, len(heights))
    )


@lru_cache(maxsize=64)
def without(heights: tuple[int, ...], reading: int) -> tuple[int, ...]:
    """Give the places of the cards that win for the banker when the hand holds nothing of their line."""
    return _senior(heights, NO_CARD_ABOVE, NO_CARD_BELOW, reading)


def _senior(heights: tuple[int, ...], top: int, bottom: int, reading: int) -> tuple[int, ...]:
    return tuple(i for i, turned in enumerate(heights) if outcome(top, bottom, turned, top, turned, reading) > 0)


class Range(NamedTuple):
    """One term of the inclusion and exclusion: its sign, and cards of the range senior to the hand and not."""

    sign: int
    senior: int
    others: int


def _ranges(ends: Ends, copies: tuple[int, ...], below: list[int]) -> Iterator[Range]:
    """Give the four ranges. ``below`` has for each place the number of cards under it."""
    b, t = ends.bottom, ends.top
    senior = sum(copies[i] for i in ends.senior if b <= i <= t)
    low, high = (copies[end] * (end in ends.senior) for end in (b, t))
    for sign, bare_low, bare_high in ((1, 0, 0), (-1, 1, 0), (-1, 0, 1), (1, 1, 1)):
        if b == t and bare_low and bare_high:  # the one card cannot be taken away twice
            yield Range(sign, 0, 0)
            continue
        among = senior - bare_low * low - bare_high * high
        yield Range(sign, among, below[t + 1 - bare_high] - below[b + bare_low] - among)


def banker_pairs(left: Unseen) -> int:
    """Count the pairs of a hand and a turned card with which the banker wins.

    They are counted out of total * C(total - 1, hand).

    >>> from .shoe import unseen
    >>> from banchok_edu import PolishRules
    >>> banker_pairs(unseen(PolishRules(decks=1, win_rule="total_order"))) * 4 == 52 * comb(51, 3)
    True
    """
    h, pairs = left.hand, 0
    for copies, lines in Counter(left.copies).items():
        away, below = left.total - sum(copies), [0, *accumulate(copies)]
        won = comb(away, h) * sum(copies[i] for i in without(left.heights, left.reading))
        for ends in all_ends(left.heights, left.reading):
            if not (copies[ends.bottom] and copies[ends.top]):
                continue
            senior = sum(copies[i] for i in ends.senior)
            for part in _ranges(ends, copies, below):
                n = away + part.senior + part.others
                won += part.sign * comb(n, h) * (senior - part.senior)  # turned outside of the range
                won += part.sign * comb(n - 1, h) * part.senior if part.senior else 0  # one of the range is turned
        pairs += lines * won
    return pairs


Table = tuple[dict[int, int], ...]
"""For each number of cards of a line in the hand: by how many cards left in it win for the banker, the ways."""


@lru_cache(maxsize=64)
def line_table(copies: tuple[int, ...], heights: tuple[int, ...], reading: int, hand: int) -> Table:
    """Count the ways to hold some cards of a line, by the cards left in it that win for the banker.

    One suit with K and A, two decks, "covers": a hand of one king leaves two aces that beat it.

    >>> line_table((2, 2), (12, 13), 0, 1)
    ({0: 1}, {2: 2, 0: 2})
    """
    below = [0, *accumulate(copies)]
    ways: list[dict[int, int]] = [defaultdict(int) for _ in range(hand + 1)]
    ways[0][sum(copies[i] for i in without(heights, reading))] = 1
    for ends in all_ends(heights, reading):
        if not (copies[ends.bottom] and copies[ends.top]):
            continue
        senior = sum(copies[i] for i in ends.senior)
        for part in _ranges(ends, copies, below):
            for own in range(min(part.senior, hand) + 1):  # own cards that would win for the banker
                once = part.sign * comb(part.senior, own)
                for others in range(min(part.others, hand - own) + 1):
                    ways[own + others][senior - own] += once * comb(part.others, others)
    return tuple({banker: n for banker, n in by_banker.items() if n} for by_banker in ways)


def tables(left: Unseen) -> list[Table]:
    """Give the table of each line.

    Raises
    ------
    RulesError
        If they are too large to be multiplied in reasonable time.
    """
    if (size := work(left)) > MOST_WORK:
        raise RulesError(
            f"hands of {left.hand} from {left.total:,} cards are too many to be told apart (size {size:,}, at most "
            f"{MOST_WORK:,}): take fewer decks or a smaller hand; win_probability() has no such limit"
        )
    return [line_table(copies, left.heights, left.reading, left.hand) for copies in left.copies]


@lru_cache(maxsize=32)
def hands_by_banker(left: Unseen) -> dict[int, int]:
    """Count hands by the number of cards left that win for the banker.

    A polynomial in a mark for each such card is kept as one whole number, its coefficients side by side, each with room
    enough that none runs over (Kronecker, 1882). So the product over the lines is a product of whole numbers.

    >>> from .shoe import unseen
    >>> from banchok_edu import PolishRules
    >>> hands_by_banker(unseen(PolishRules(ranks=2, suits=2, decks=1, hand=1, players=2)))
    {0: 2, 1: 2}
    """
    room = _room(left)
    product, *others = [[_packed(by_banker, room) for by_banker in table] for table in tables(left)]
    for number, factor in enumerate(others, 1):
        wanted = range(left.hand + 1) if number < len(others) else [left.hand]
        longer = [sum(product[i] * factor[k - i] for i in range(k + 1)) for k in wanted]
        product = [0] * (left.hand + 1 - len(longer)) + longer
    return dict(_unpacked(product[left.hand], room))


def _room(left: Unseen) -> int:
    return comb(left.total, min(left.hand, left.total // 2)).bit_length() // 8 + 1


def work(left: Unseen) -> int:
    """Say how much work the distribution is, in steps of about a hundredth of a microsecond."""
    h, lines, n = left.hand, len(left.copies), len(left.heights)
    held = min(h, max(map(sum, left.copies)))
    states = n * (n + 1) // 2 * 4 * (held + 1) * (held + 2) // 2
    words = (max(map(sum, left.copies)) + 1) * _room(left) // 8 + 1
    return lines * states * 4 + (lines - 1) * (held + 1) ** 2 * int(words**1.6)


def _packed(by_banker: dict[int, int], room: int) -> int:
    length = max(by_banker, default=0) + 1
    return int.from_bytes(b"".join(by_banker.get(i, 0).to_bytes(room, "little") for i in range(length)), "little")


def _unpacked(number: int, room: int) -> Iterator[tuple[int, int]]:
    laid = number.to_bytes((number.bit_length() + 7) // 8, "little")
    for i, at in enumerate(range(0, len(laid), room)):
        if ways := int.from_bytes(laid[at : at + room], "little"):
            yield i, ways
