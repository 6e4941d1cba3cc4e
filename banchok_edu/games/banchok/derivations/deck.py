"""What becomes of the deck: used cards that come again, and cards that are gone."""

from __future__ import annotations

from fractions import Fraction

from banchok_edu.proofs import Derivation, Span

from .dealing import DECK, TIES_PAY, arrangements, punter_wins, r, s, t, tied_pairs

_FROZEN = (
    "used cards are shuffled and put under the deck, which is not shuffled; one punter, who always bets: "
    "the same pairs come round for ever"
)
_EVEN = ({"r": 13, "s": 4}, {"r": 4, "s": 1}, {"r": 2, "s": 3}, {"r": 5, "s": 2}, {"r": 3, "s": 4})


def _even(numbers: dict[str, Fraction]) -> str | None:
    return "the cards must make up pairs: take an even number" if numbers["r"] * numbers["s"] % 2 else None


def _mean_pairs(r: int, s: int) -> Fraction:
    """The deck laid out pair by pair, over all ranks."""
    return sum((tied * chance for tied, chance in tied_pairs(r, s).items()), Fraction(0))


def frozen_pairs() -> Derivation:
    """Derive the expected number of tied pairs."""
    d = Derivation(
        name="banchok/frozen-pairs",
        title="A deck that does not forget: the expected number of tied pairs",
        question="Two players, used cards go under the deck. How many of the pairs that come round are tied?",
        quantity="E(K)",
        where=DECK,
        together=_even,
        game="banchok",
        model=_FROZEN,
        deck_use="recycled",
        reading=TIES_PAY,
        concepts=("linearity of expectation", "law of large numbers"),
        level="medium",
        oracle=_mean_pairs,
        oracle_points=_EVEN,
    )
    d = d.claim(
        "In each round a tied pair wins, another wins in half of all cases, as its two cards were shuffled. With K of "
        "rs/2 pairs tied on average, the frequency of wins is P(win) on average; but it tends to 1/2 + K/(rs).",
        lambda: (1 + 2 * (r * s / 2 * (s - 1) / (r * s - 1)) / (r * s)) / 2,
        lambda: (s * (r + 1) - 2) / (2 * (r * s - 1)),
        "K stays for ever what the first shuffle made it",
    )
    d = d.start(
        "There are rs/2 pairs, each tied with the same chance.",
        lambda: r * s / 2 * (s - 1) / (r * s - 1),
        "linearity needs no independence; P(tie) is derived in banchok/tie",
    )
    d = d.equals("Write it as one fraction.", lambda: r * s * (s - 1) / (2 * (r * s - 1)), "")
    return d.at("In a full deck, of 26 pairs.", r=13, s=4)


def _limit_variance(r: int, s: int) -> Fraction:
    """The deck laid out pair by pair, over all ranks."""
    pairs = tied_pairs(r, s)
    mean = sum((tied * chance for tied, chance in pairs.items()), Fraction(0))
    return sum(((tied - mean) ** 2 * chance for tied, chance in pairs.items()), Fraction(0)) / (r * s) ** 2


def frozen_variance() -> Derivation:
    """Derive the variance of the long-run frequency."""
    d = Derivation(
        name="banchok/frozen-variance",
        title="A deck that does not forget: the long-run frequency varies",
        question="Two players, used cards go under the deck. How much does the long-run frequency vary between decks?",
        quantity="Var(limit)",
        where={**DECK, "r": Span(4)},
        together=_even,
        game="banchok",
        model=_FROZEN,
        deck_use="recycled",
        reading=TIES_PAY,
        concepts=("variance of a sum", "law of large numbers", "covariance"),
        level="hard",
        oracle=_limit_variance,
        oracle_points=(*_EVEN[:2], {"r": 5, "s": 2}, {"r": 4, "s": 3}),
    )
    d = d.claim(
        "The covariance of two pairs being tied.",
        lambda: (
            (s - 1)
            / (r * s - 1)
            * (((s - 2) * (s - 3) + (r - 1) * s * (s - 1)) / ((r * s - 2) * (r * s - 3)) - (s - 1) / (r * s - 1))
        ),
        lambda: 2 * s * (r - 1) * (s - 1) / ((r * s - 3) * (r * s - 2) * (r * s - 1) ** 2),
        "four times the covariance of two wins, derived in banchok/covariance",
    )
    d = d.claim(
        "The variance of one pair being tied.",
        lambda: (s - 1) / (r * s - 1) * (1 - (s - 1) / (r * s - 1)),
        lambda: s * (s - 1) * (r - 1) / (r * s - 1) ** 2,
        "chance times the chance of the contrary",
    )
    d = d.start(
        "The limit is 1/2 + K/(rs). K counts rs/2 pairs: as many variances, and a covariance for each two of them.",
        lambda: (
            (
                r * s / 2 * (s * (s - 1) * (r - 1) / (r * s - 1) ** 2)
                + r
                * s
                / 2
                * (r * s / 2 - 1)
                * (2 * s * (r - 1) * (s - 1) / ((r * s - 3) * (r * s - 2) * (r * s - 1) ** 2))
            )
            / (r * s) ** 2
        ),
        "variance of a sum",
    )
    d = d.equals(
        "Simplify.",
        lambda: (r * s - 2) * (r - 1) * (s - 1) / (2 * r * (r * s - 1) ** 2 * (r * s - 3)),
        "it is 0 with one suit only: more coups do not help, more decks do",
    )
    return d.at("In a full deck: a standard deviation of 0.023 that no patience takes away.", r=13, s=4)


def _first_bet(r: int, s: int, t: int) -> Fraction:
    """The cards drawn one after the other; small decks in every order, compared by the rules."""
    if r * s <= 8:
        won = [_won(order, t) for order in arrangements((s,) * r)]
        return Fraction(sum(won), len(won))
    low, cards, found, waited = s * (t - 1), r * s, Fraction(0), Fraction(1)
    for gone in range(low + 1):
        for own in range(t, r + 1):
            turned = Fraction(s * (r - own), cards - gone - 1)
            found += waited * Fraction(s, cards - gone) * (1 - turned)
        waited *= Fraction(low - gone, cards - gone)
    return found


def _won(order: tuple[int, ...], least: int) -> bool:
    place = next(x for x, rank in enumerate(order) if rank >= least)
    return punter_wins(order[place], order[place + 1])


def first_bet() -> Derivation:
    """Derive the chance to win the first bet after waiting."""
    d = Derivation(
        name="banchok/first-bet",
        title="Waiting for a good card from a real deck",
        question="A punter passes until he gets rank t or better. How likely does he win his first bet?",
        quantity="P(first bet won)",
        where={**DECK, "s": Span(2), "t": Span(1, r)},
        game="banchok",
        model="one deck, cards come off the top, none is turned on a pass; one punter, no limit of passes",
        deck_use="recycled",
        reading=TIES_PAY,
        concepts=("optional stopping", "symmetry", "drawing without replacement"),
        level="hard",
        meanings={"t": "the lowest rank on which he bets"},
        oracle=_first_bet,
        oracle_points=(
            {"r": 13, "s": 4, "t": 7},
            {"r": 4, "s": 2, "t": 2},
            {"r": 2, "s": 3, "t": 2},
            {"r": 7, "s": 3, "t": 5},
        ),
    )
    d = d.claim(
        "Among the good cards alone, the second is higher than the first with this chance.",
        lambda: s * (r - t) / (2 * (s * (r - t + 1) - 1)),
        lambda: 1 - (s * (r - t + 2) - 2) / (2 * (s * (r - t + 1) - 1)),
        "they are a deck of r - t + 1 ranks; P(win) is derived in banchok/win",
    )
    d = d.start(
        "He loses if the next card is good too, and higher. The next card is good as often as the top of the deck.",
        lambda: 1 - s * (r - t + 1) / (r * s) * (s * (r - t) / (2 * (s * (r - t + 1) - 1))),
        "good cards part the others into gaps that are all alike: the one before the second good card is empty as "
        "often as the one before the first",
    )
    d = d.equals(
        "Cancel s.", lambda: 1 - s * (r - t + 1) * (r - t) / (2 * r * (s * (r - t + 1) - 1)), "one s above and below"
    )
    return d.at(
        "Eight or better: less than the 13/17 of a new deck, as the passes took low cards away.", r=13, s=4, t=7
    )
