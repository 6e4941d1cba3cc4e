"""Which cards act: changes of banker, who comes first, the burden of the banker. Each oracle goes over all orders."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import TYPE_CHECKING

import sympy as sp

from banchok_edu.formulas import symbol
from banchok_edu.games.black_cat.rules import USUAL_PACK
from banchok_edu.proofs import Derivation, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

N, b, c, k, Q, S = map(symbol, ("N", "b", "c", "k", "Q", "S"))
C = sp.binomial

_BACKED = "one deal: b of the positions are backed, chosen without knowing the cards; only backed cards act"
_BACKS = ({"N": 6, "b": 3, "c": 2}, {"N": 5, "b": 1, "c": 3}, {"N": 7, "b": 4, "c": 1}, {"N": 28, "b": 5, "c": 3})


def orders(cards: Sequence[str], backed: int) -> list[tuple[str, ...]]:
    """Give all orders in which backed cards of a pack can be turned; each is equally likely."""
    return list(permutations(cards, backed))


_LARGEST = 8


def _pack(N: int, c: int) -> list[str]:
    return [f"change {x}" for x in range(c)] + ["other"] * (N - c)


def _any_backed(N: int, b: int, c: int) -> Fraction:
    """The backed cards drawn one after the other."""
    missed = Fraction(1)
    for drawn in range(b):
        missed *= Fraction(N - c - drawn, N - drawn)
    return 1 - missed


_BACK = {"N": Span(4), "c": Span(1, N - 1), "b": Span(1, N)}
_CHANGES = {"c": "cards that change the banker"}


def change() -> Derivation:
    """Derive the chance of a change of banker."""
    found = Derivation(
        name="black_cat/change",
        title="The chance that a card which changes the banker is backed",
        question="c cards of the pack change the banker. How likely is one of them backed, at least?",
        quantity="P(change)",
        where=_BACK,
        game="black_cat",
        model=_BACKED,
        reading="only backed cards change the banker; a broken bank is left out",
        concepts=("complement", "binomial coefficient"),
        level="medium",
        lesson="10-fourteen-face-down",
        meanings=_CHANGES,
        oracle=_any_backed,
        oracle_points=_BACKS,
    )
    found = found.start(
        "The backed cards are as good as any b of the pack. Not all b come from the N - c others.",
        lambda: 1 - C(N - c, b) / C(N, b),
        "complement; it does not matter that some cards are not dealt",
    )
    found = found.equals(
        "The same seen from the c cards: not all of them are among the N - b that nobody backs.",
        lambda: 1 - C(N - b, c) / C(N, c),
        "C(N - c, b)/C(N, b) = (N - b)!(N - c)!/(N!(N - b - c)!), the same for b and c exchanged",
    )
    return found.at("28 cards, 5 backed; Scoop, Transfer Bank and Official Receiver.", N=28, b=5, c=3)


def _ends_by(N: int, b: int, c: int) -> Fraction:
    """All orders of the backed cards of a small pack; of a large one, the cards drawn one after the other."""
    if N <= _LARGEST:
        turned = orders(_pack(N, c), b)
        first = [next((card for card in order if card != "other"), "") for order in turned]
        return Fraction(first.count("change 0"), len(turned))
    found, quiet = Fraction(0), Fraction(1)
    for drawn in range(b):
        found += quiet * Fraction(1, N - drawn)
        quiet *= Fraction(N - c - drawn, N - drawn)
    return found


def ends_by_scoop() -> Derivation:
    """Derive the chance that a deal is ended by a given card."""
    found = Derivation(
        name="black_cat/ends-by-scoop",
        title="The chance that the Scoop ends the deal",
        question="Only a backed card that changes the banker ends a deal. How likely is it the Scoop?",
        quantity="P(ends by Scoop)",
        where=_BACK,
        game="black_cat",
        model=_BACKED,
        reading="only backed cards change the banker; a broken bank is left out",
        concepts=("symmetry", "complement"),
        level="medium",
        meanings={"c": "cards that change the banker, the Scoop among them", "k": "place among the backed cards"},
        oracle=_ends_by,
        oracle_points=_BACKS,
    )
    found = found.start(
        "Some change is backed; each of the c cards is as likely the first of those.",
        lambda: (1 - C(N - c, b) / C(N, b)) / c,
        "symmetry; P(change) is derived in black_cat/change",
    )
    found = found.claim(
        "The same by adding up: the Scoop is the k-th backed card, and none before it is a change.",
        lambda: sp.Sum(C(N - k, c - 1), (k, 1, b)) / (N * C(N - 1, c - 1)),
        lambda: (1 - C(N - b, c) / C(N, c)) / c,
        "by induction on b; the other changes are among the N - k cards that come later",
    )
    return found.at("28 cards, 4 backed, three changes.", N=28, b=4, c=3)


def _acts(N: int, b: int, c: int) -> Fraction:
    """All orders of the backed cards of a small pack; of a large one, the cards drawn one after the other."""
    return _ends_by(N, b, c + 1)


def acts_first() -> Derivation:
    """Derive the chance that a given card acts before a change."""
    found = Derivation(
        name="black_cat/acts-first",
        title="The chance that a given card acts: the first of four",
        question="A card acts if it is backed, and no backed change of banker comes before it. How likely is that?",
        quantity="P(acts)",
        where={"N": Span(4), "c": Span(1, N - 2), "b": Span(1, N)},
        game="black_cat",
        model=_BACKED,
        reading="only backed cards change the banker; a broken bank is left out",
        concepts=("symmetry", "complement"),
        level="hard",
        meanings={**_CHANGES, "k": "changes that are backed"},
        oracle=_acts,
        oracle_points=({"N": 6, "b": 3, "c": 2}, {"N": 5, "b": 1, "c": 3}, {"N": 7, "b": 4, "c": 1}, _BACKS[3]),
    )
    found = found.start(
        "The card and the c changes: if any of these c + 1 is backed, each of them is as likely the first.",
        lambda: (1 - C(N - c - 1, b) / C(N, b)) / (c + 1),
        "symmetry; with three changes the card is the first of four",
    )
    found = found.equals(
        "The same seen from the c + 1 cards: not all of them are among the N - b that nobody backs.",
        lambda: (1 - C(N - b, c + 1) / C(N, c + 1)) / (c + 1),
        "as in black_cat/change",
    )
    return found.at("28 cards, 5 backed, three changes.", N=28, b=5, c=3)


def _burden(N: int, b: int, S: int) -> Fraction:
    """All orders of the backed cards of a small pack, played out."""
    values = {"Scoop": 0, "Transfer": 0, "Receiver": 0, "Stake": 0}
    for pair in range((N - 4) // 2):
        values |= {f"In {pair + 1}": pair + 1, f"Out {pair + 1}": -pair - 1}
    cards = [*values, *["blank"] * (N - len(values))]
    gains = [_gain(order, S, values) for order in orders(cards, b)]
    return Fraction(sum(gains), len(gains))


def _gain(order: tuple[str, ...], stake: int, values: dict[str, int]) -> int:
    """Play a deal out: what the banker has at its end, less his stake, the pool valued as his if he still banks."""
    pool, paid = stake, -stake
    for card in order:
        if card in ("Scoop", "Transfer"):
            return paid
        if card == "Receiver":
            return paid + pool
        if card == "Stake":
            paid += stake
        pool += values.get(card, 0)
    return paid + pool


def burden() -> Derivation:
    """Derive the banker's burden."""
    found = Derivation(
        name="black_cat/burden",
        title="The banker's burden",
        question="A banker stakes S. What does he gain in a deal on average, if the pool is his while he banks?",
        quantity="E(gain)",
        where={"N": Span(5), "b": Span(1, N), "S": Span(1)},
        game="black_cat",
        model=f"{_BACKED}; In and Out alike in the pack, cards that concern the whole table left out",
        reading="a pool below 0 is allowed; one each of Scoop, Transfer Bank, Official Receiver and Stake",
        concepts=("linearity of expectation", "symmetry", "indicator"),
        level="hard",
        oracle=_burden,
        oracle_points=(
            {"N": 6, "b": 3, "S": 6},
            {"N": 7, "b": 2, "S": 1},
            {"N": 8, "b": 4, "S": 5},
            {"N": 5, "b": 5, "S": 6},
        ),
    )
    found = found.claim(
        "The chance that none of the three changes is backed: they are among the N - b cards that nobody backs.",
        lambda: C(N - 3, b) / C(N, b),
        lambda: (N - b) * (N - b - 1) * (N - b - 2) / (N * (N - 1) * (N - 2)),
        "two of the three, Scoop and Transfer Bank, take the pool from him; the Receiver's backer pays him for it",
    )
    found = found.start(
        "He is paid S if the Stake card acts, and loses the pool if the deal ends by Scoop or Transfer Bank. Exchange "
        "each In for the Out of its number: the pool moves the other way. It is S on average, however the deal ends.",
        lambda: S * ((1 - C(N - 4, b) / C(N, b)) / 4) - S * (2 * (1 - C(N - 3, b) / C(N, b)) / 3),
        "derived in black_cat/acts-first and black_cat/ends-by-scoop",
    )
    found = found.equals(
        "Take out S, and put over 12.",
        lambda: S * (8 * (C(N - 3, b) / C(N, b)) - 3 * (C(N - 4, b) / C(N, b)) - 5) / 12,
        "3 - 8 = -5",
    )
    return found.at("28 cards, 5 backed, a stake of 6: he loses nearly a counter.", N=28, b=5, S=6)


def _values(N: int, Q: int) -> list[int]:
    """Make a pack of N cards with as much In as Out: the usual one, or cards In 1 and Out 1 with blanks."""
    usual = [
        {"In": 1, "Out": -1}.get(card.split()[0], 0) * int(card.split()[-1]) if card[-1].isdigit() else 0
        for card, times in USUAL_PACK.items()
        for _ in range(times)
    ]
    if (len(usual), sum(x * x for x in usual)) == (N, Q):
        return usual
    return [1, -1] * (Q // 2) + [0] * (N - Q)


def _flow(N: int, b: int, Q: int) -> Fraction:
    """All sets of backed cards, their values added up and squared."""
    return Fraction(sum(sum(held) ** 2 for held in combinations(_values(N, Q), b)), comb(N, b))


def net_variance() -> Derivation:
    """Derive the variance of what backed cards bring to the pool."""
    found = Derivation(
        name="black_cat/net-variance",
        title="The variance of what the backed cards bring to the pool",
        question="b backed cards are all turned. In pays to the pool, Out takes from it. How much does the sum vary?",
        quantity="Var(sum)",
        where={"N": Span(2), "b": Span(1, N), "Q": Span(1)},
        game="black_cat",
        model=f"{_BACKED}; no change of banker",
        reading="In k brings k, Out k takes k, other cards nothing; as much In as Out in the pack",
        concepts=("variance of a sum", "drawing without replacement", "symmetry"),
        level="hard",
        oracle=_flow,
        oracle_points=(
            {"N": 28, "b": 5, "Q": 220},
            {"N": 6, "b": 2, "Q": 4},
            {"N": 5, "b": 5, "Q": 2},
            {"N": 7, "b": 3, "Q": 6},
        ),
    )
    found = found.start(
        "Each card brings 0 on average, with variance Q/N. The products of two different cards add up to 0 - Q over "
        "all ordered pairs, as the square of the sum of all values is 0.",
        lambda: b * (Q / N) + b * (b - 1) * ((0 - Q) / (N * (N - 1))),
        "variance of a sum: b variances, and a covariance for each ordered pair",
    )
    found = found.equals(
        "Put over one denominator.",
        lambda: b * Q * (N - b) / (N * (N - 1)),
        "N - 1 - (b - 1) = N - b; it is 0 when the whole pack is backed",
    )
    return found.at(
        "28 cards, 5 backed; two each of In 1 to 5 and Out 1 to 5 have 4(1 + 4 + 9 + 16 + 25) = 220.", N=28, b=5, Q=220
    )
