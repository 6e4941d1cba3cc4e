"""The derivations of Black Cat "Bank", by name: counts of cards, who acts first, and the burden of the banker.

Each oracle goes over all orders in which cards of a small pack can come, or draws them one after the other.
"""

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
    from collections.abc import Callable, Sequence

N, D, b, c, k, n, Q, S = map(symbol, ("N", "D", "b", "c", "k", "n", "Q", "S"))
C = sp.binomial

_DEAL = {"N": Span(2), "D": Span(1, N), "c": Span(1, N)}
_DEALT = "one deal: D cards from the shuffled pack of N"
_BACKED = "one deal: b of the positions are backed, chosen without knowing the cards; only backed cards act"
_DEALS = (
    {"N": 7, "D": 3, "c": 2},
    {"N": 2, "D": 1, "c": 1},
    {"N": 8, "D": 5, "c": 6},
    {"N": 28, "D": 14, "c": 8},
)
_BACKS = ({"N": 6, "b": 3, "c": 2}, {"N": 5, "b": 1, "c": 3}, {"N": 7, "b": 4, "c": 1}, {"N": 28, "b": 5, "c": 3})


def counts(N: int, D: int, c: int) -> list[Fraction]:  # noqa: N803 (the symbols' names)
    """Reckon the distribution of how many of c cards are among D of N, the cards drawn one after the other.

    >>> counts(4, 2, 2)
    [Fraction(1, 6), Fraction(2, 3), Fraction(1, 6)]
    """
    chances = [Fraction(1)] + [Fraction(0)] * D
    for drawn in range(D):
        left = N - drawn
        chances = [
            chances[x] * Fraction(left - (c - x), left) + (chances[x - 1] * Fraction(c - x + 1, left) if x else 0)
            for x in range(D + 1)
        ]
    return chances


def _mean(N: int, D: int, c: int) -> Fraction:  # noqa: N803
    """The cards drawn one after the other, their number followed."""
    return sum((x * chance for x, chance in enumerate(counts(N, D, c))), Fraction(0))


def _variance(N: int, D: int, c: int) -> Fraction:  # noqa: N803
    """The cards drawn one after the other, their number followed."""
    mean = _mean(N, D, c)
    return sum(((x - mean) ** 2 * chance for x, chance in enumerate(counts(N, D, c))), Fraction(0))


def _chance(N: int, D: int, c: int, k: int) -> Fraction:  # noqa: N803
    """The cards drawn one after the other, their number followed."""
    return counts(N, D, c)[k]


def specials_chance() -> Derivation:
    """Derive the distribution of special cards dealt."""
    found = Derivation(
        name="black_cat/specials-chance",
        title="How many special cards lie on the table: the hypergeometric distribution",
        question="D of N cards are laid; c of the N are special. How likely are k of them on the table?",
        quantity="P(k dealt)",
        where={**_DEAL, "k": Span(sp.Max(0, c + D - N), sp.Min(c, D))},
        game="black_cat",
        model=_DEALT,
        reading="any: cards are counted before they act",
        concepts=("binomial coefficient", "drawing without replacement"),
        level="easy",
        lesson="10-fourteen-face-down",
        meanings={"c": "special cards in the pack", "k": "special cards that are dealt"},
        oracle=_chance,
        oracle_points=(
            {"N": 28, "D": 14, "c": 8, "k": 4},
            {"N": 7, "D": 3, "c": 2, "k": 0},
            {"N": 5, "D": 4, "c": 3, "k": 3},
        ),
    )
    found = found.start(
        "Choose k of the c special cards and D - k of the others, out of all ways to choose D cards.",
        lambda: C(c, k) * C(N - c, D - k) / C(N, D),
        "all sets of D cards are equally likely",
    )
    found = found.equals(
        "The same the other way round: choose places for the special cards, k on the table and c - k off it.",
        lambda: C(D, k) * C(N - D, c - k) / C(N, c),
        "all sets of c places are equally likely",
    )
    return found.at("Of 28 cards 14 are dealt and 8 are special; just half of these.", N=28, D=14, c=8, k=4)


def specials_mean() -> Derivation:
    """Derive the mean number of special cards dealt."""
    found = Derivation(
        name="black_cat/specials-mean",
        title="The mean number of special cards dealt",
        question="How many special cards lie on the table on average?",
        quantity="E(dealt)",
        where=_DEAL,
        game="black_cat",
        model=_DEALT,
        reading="any: cards are counted before they act",
        concepts=("linearity of expectation", "indicator"),
        level="easy",
        lesson="10-fourteen-face-down",
        meanings={"c": "special cards in the pack", "k": "a position"},
        oracle=_mean,
        oracle_points=_DEALS,
    )
    found = found.start(
        "Each position holds a special card with the same chance; add these up.",
        lambda: sp.Sum(c / N, (k, 1, D)),
        "linearity needs no independence",
    )
    found = found.equals("D equal terms.", lambda: D * c / N, "")
    return found.at("14 of 28 cards dealt, 8 special.", N=28, D=14, c=8)


def specials_variance() -> Derivation:
    """Derive the variance of the number of special cards dealt."""
    found = Derivation(
        name="black_cat/specials-variance",
        title="The variance of the number of special cards dealt",
        question="How much does the number of special cards on the table vary?",
        quantity="Var(dealt)",
        where=_DEAL,
        game="black_cat",
        model=_DEALT,
        reading="any: cards are counted before they act",
        concepts=("variance of a sum", "covariance", "drawing without replacement"),
        level="medium",
        lesson="10-fourteen-face-down",
        meanings={"c": "special cards in the pack"},
        oracle=_variance,
        oracle_points=_DEALS,
    )
    found = found.claim(
        "The covariance of two positions is below 0: a special card here makes one there less likely.",
        lambda: c / N * ((c - 1) / (N - 1)) - (c / N) ** 2,
        lambda: -c * (N - c) / (N**2 * (N - 1)),
        "P(both) - P(one) P(other)",
    )
    found = found.start(
        "D variances, and a covariance for each ordered pair of positions.",
        lambda: D * (c / N) * (1 - c / N) + D * (D - 1) * (-c * (N - c) / (N**2 * (N - 1))),
        "variance of a sum",
    )
    found = found.equals(
        "Put over one denominator: the binomial variance, less the part (D - 1)/(N - 1).",
        lambda: D * (c / N) * (1 - c / N) * ((N - D) / (N - 1)),
        "1 - (D - 1)/(N - 1) = (N - D)/(N - 1)",
    )
    return found.at("14 of 28 cards dealt, 8 special.", N=28, D=14, c=8)


def orders(cards: Sequence[str], backed: int) -> list[tuple[str, ...]]:
    """Give all orders in which backed cards of a pack can be turned; each is equally likely."""
    return list(permutations(cards, backed))


_LARGEST = 8


def _pack(N: int, c: int) -> list[str]:  # noqa: N803
    return [f"change {x}" for x in range(c)] + ["other"] * (N - c)


def _any_backed(N: int, b: int, c: int) -> Fraction:  # noqa: N803
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


def _ends_by(N: int, b: int, c: int) -> Fraction:  # noqa: N803
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


def _acts(N: int, b: int, c: int) -> Fraction:  # noqa: N803
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


def _burden(N: int, b: int, S: int) -> Fraction:  # noqa: N803
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
        oracle_points=({"N": 6, "b": 3, "S": 6}, {"N": 7, "b": 2, "S": 1}, {"N": 8, "b": 4, "S": 5}, {"N": 5, "b": 5, "S": 6}),
    )
    found = found.claim(
        "Exchange each In for the Out of its number: the pool moves the other way, and nothing else changes. So the pool is "
        "worth S on average, whether it is lost or not, and the banker's share of it is S less what he loses.",
        lambda: S - S * (2 * (1 - C(N - 3, b) / C(N, b)) / 3) - S,
        lambda: -S * 2 * (1 - C(N - 3, b) / C(N, b)) / 3,
        "he gets it as banker or from the Receiver, and loses it to Scoop and Transfer, two of the three changes",
    )
    found = found.start(
        "He is paid S if the Stake card acts, and loses S if the deal ends by Scoop or Transfer.",
        lambda: S * ((1 - C(N - 4, b) / C(N, b)) / 4) - S * (2 * (1 - C(N - 3, b) / C(N, b)) / 3),
        "derived in black_cat/acts-first and black_cat/ends-by-scoop",
    )
    found = found.equals(
        "Take out S, and put over 12.",
        lambda: S * (8 * (C(N - 3, b) / C(N, b)) - 3 * (C(N - 4, b) / C(N, b)) - 5) / 12,
        "3 - 8 = -5",
    )
    return found.at("28 cards, 5 backed, a stake of 6: he loses nearly a counter.", N=28, b=5, S=6)


def _values(N: int, Q: int) -> list[int]:  # noqa: N803
    """Make a pack of N cards with as much In as Out: the usual one, or cards In 1 and Out 1 with blanks."""
    usual = [{"In": 1, "Out": -1}.get(card.split()[0], 0) * int(card.split()[-1]) if card[-1].isdigit() else 0
             for card, times in USUAL_PACK.items() for _ in range(times)]
    if (len(usual), sum(x * x for x in usual)) == (N, Q):
        return usual
    return [1, -1] * (Q // 2) + [0] * (N - Q)


def _flow(N: int, b: int, Q: int) -> Fraction:  # noqa: N803
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
        oracle_points=({"N": 28, "b": 5, "Q": 220}, {"N": 6, "b": 2, "Q": 4}, {"N": 5, "b": 5, "Q": 2}, {"N": 7, "b": 3, "Q": 6}),
    )
    found = found.start(
        "Each card brings 0 on average, with variance Q/N. The products of two different cards add up to 0 - Q over all "
        "ordered pairs, as the square of the sum of all values is 0.",
        lambda: b * (Q / N) + b * (b - 1) * ((0 - Q) / (N * (N - 1))),
        "variance of a sum: b variances, and a covariance for each ordered pair",
    )
    found = found.equals(
        "Put over one denominator.",
        lambda: b * Q * (N - b) / (N * (N - 1)),
        "N - 1 - (b - 1) = N - b; it is 0 when the whole pack is backed",
    )
    return found.at("28 cards, 5 backed; two each of In 1 to 5 and Out 1 to 5 have 4(1 + 4 + 9 + 16 + 25) = 220.", N=28, b=5, Q=220)


DERIVATIONS: dict[str, Callable[[], Derivation]] = {
    "specials-chance": specials_chance,
    "specials-mean": specials_mean,
    "specials-variance": specials_variance,
    "change": change,
    "ends-by-scoop": ends_by_scoop,
    "acts-first": acts_first,
    "burden": burden,
    "net-variance": net_variance,
}
"""From plain to hard."""
