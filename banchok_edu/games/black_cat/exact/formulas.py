"""Black Cat "Bank" in symbols: any pack, any number of cards laid, any number of markers.

Model: that of ``counting``, and of ``changes`` for what comes before a change of banker, where no bank is broken.
"""

from __future__ import annotations

from typing import Any

from sympy import binomial

from banchok_edu.formulas import Formula, symbol

N, D, b, c, k, C, x, y, S, W, V = (symbol(name) for name in ("N", "D", "b", "c", "k", "C", "x", "y", "S", "W", "V"))

_TOGETHER = (
    ("D", "N", "cards laid", "cards in the pack"),
    ("b", "D", "markers", "cards laid"),
    ("b", "N", "markers", "cards in the pack"),
    ("c", "N", "cards of the kind", "cards in the pack"),
    ("C", "N", "cards that change the banker", "cards in the pack"),
    ("x", "C", "cards that take the pool", "cards that change the banker"),
)


def _fits(**numbers: Any) -> str | None:
    """Tell what does not go together: more cards laid than there are, say."""
    for less, more, few, many in _TOGETHER:
        if less in numbers and more in numbers and numbers[less] > numbers[more]:
            return f"{less}={numbers[less]} {few} are more than the {more}={numbers[more]} {many}"
    return None


def _fits_beside(**numbers: Any) -> str | None:
    """Tell the same where the pack holds at least one card beside those that change the banker."""
    beside = max(numbers.get("y", 1), 1)
    if numbers["C"] + beside > numbers["N"]:
        return f"N={numbers['N']} cards are too few for C={numbers['C']} that change the banker and {beside} beside"
    return _fits(**numbers)


def _none(cards: Any) -> Any:
    """Give the probability that none of so many cards of the pack lies under a marker."""
    return binomial(N - cards, b) / binomial(N, b)


_ACTS = (1 - _none(C + 1)) / (C + 1)
_MARKERS = "b markers, wherever they lie"
_UNBROKEN = f"{_MARKERS}; nothing ends the deal but a backed card that changes the banker"
_SIZES: dict[str, tuple[int | None, int | None]] = {"N": (1, None), "D": (1, None), "b": (1, None)}

FORMULAS: dict[str, Formula] = {
    "dealt": Formula(
        "P(k of the kind are laid)",
        binomial(c, k) * binomial(N - c, D - k) / binomial(N, D),
        "Drawing without replacement, the hypergeometric distribution",
        {**_SIZES, "k": (0, None)},
        _fits,
    ),
    "dealt mean": Formula(
        "E(cards of the kind laid)", D * c / N, "Each card is laid as likely as any other", _SIZES, _fits
    ),
    "dealt variance": Formula(
        "Var(cards of the kind laid)",
        D * c * (N - c) * (N - D) / (N**2 * (N - 1)),
        "The binomial variance times (N - D) / (N - 1), as cards are not put back",
        {**_SIZES, "N": (2, None)},
        _fits,
    ),
    "backed": Formula("P(a card is laid and backed)", b / N, _MARKERS, _SIZES, _fits),
    "change": Formula("P(a change of banker)", 1 - _none(C), _UNBROKEN, _SIZES, _fits),
    "change by": Formula(
        "P(the first change of banker is by a given card)",
        (1 - _none(C)) / C,
        f"{_UNBROKEN}; each of these comes first as likely as any other",
        {**_SIZES, "C": (1, None)},
        _fits,
    ),
    "acts before change": Formula(
        "P(a given card is backed and turned before any change of banker)",
        _ACTS,
        f"{_UNBROKEN}; the card and the C that change the banker come first with equal chances",
        _SIZES,
        _fits_beside,
    ),
    "turned": Formula(
        "E(cards turned)",
        (D + 1) * (N + 1) / ((C + 1) * (b + 1)) * (1 - binomial(N - C, b + 1) / binomial(N + 1, b + 1)) - _none(C),
        f"{_UNBROKEN}. The first of j cards among D lies at (D + 1) / (j + 1) on average, averaged over j",
        _SIZES,
        _fits,
    ),
    "counters": Formula(
        "E(counters that a kind moves)",
        b * W / N,
        f"All cards are turned; {_MARKERS}; cards that speak of their backer",
        _SIZES,
        _fits,
    ),
    "counters before change": Formula(
        "E(counters that a kind moves before a change)", W * _ACTS, _UNBROKEN, _SIZES, _fits_beside
    ),
    "net flow variance": Formula(
        "Var(counters into the pool less counters out of it)",
        b * V * (N - b) / (N - 1),
        f"All cards are turned; {_MARKERS}; cards that speak of their backer",
        {**_SIZES, "N": (2, None), "V": (0, None)},
        _fits,
    ),
    "burden": Formula(
        "E(gain of the banker)",
        S * (y * _ACTS - x * (1 - _none(C)) / C),
        f"{_UNBROKEN}. The numbers on In and Out have the same sum, there is no ante, cards for all players are left "
        "out, and the pool is the banker's own at the end if he still banks",
        {**_SIZES, "C": (1, None)},
        _fits_beside,
    ),
}
"""The general formulas, by name."""
