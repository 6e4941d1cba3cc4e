"""The derivations of Polish banchok, by name: the win rules as finite sums, and in closed form with one deck.

Each oracle lists all hands of a small shoe and every card that can be turned, and asks the rules who wins.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import sympy as sp

from banchok_edu.formulas import symbol
from banchok_edu.games.polish.rules import NO_CARD_ABOVE, NO_CARD_BELOW, WIN_RULES, PolishRules, outcome
from banchok_edu.proofs import Derivation, Span

if TYPE_CHECKING:
    from collections.abc import Callable

r, s, d, h, k, N = map(symbol, ("r", "s", "d", "h", "k", "N"))
C = sp.binomial

_SHOE = {"r": Span(2, often=4), "s": Span(1, often=3), "d": Span(1, often=2), "h": Span(1, d * r * s - 1)}
_ONE_DECK = {"r": Span(2), "N": Span(r + 1, often=12), "h": Span(1, N - 1)}
_MODEL = "one coup: a hand and the turned card from one shuffled shoe"
_POINTS = (
    {"r": 2, "s": 2, "d": 2, "h": 3},
    {"r": 5, "s": 1, "d": 3, "h": 2},
    {"r": 2, "s": 1, "d": 3, "h": 5},
    {"r": 3, "s": 4, "d": 1, "h": 3},
)
_ONE_DECK_POINTS = (
    {"r": 3, "N": 12, "h": 3},
    {"r": 2, "N": 4, "h": 3},
    {"r": 5, "N": 10, "h": 4},
    {"r": 4, "N": 12, "h": 1},
)


def banker_wins(win_rule: str, ranks: int, suits: int, decks: int, hand: int) -> Fraction:
    """List all hands and turned cards; give the part in which the rules say that the banker wins.

    >>> banker_wins("total_order", 2, 2, 1, 3)
    Fraction(1, 4)
    """
    rules = PolishRules(players=2, ranks=ranks, suits=suits, decks=decks, hand=hand, win_rule=win_rule)
    results = [
        rules.outcome(tuple(rules.cards[x] for x in held), card)
        for held in combinations(range(len(rules.cards)), hand)
        for place, card in enumerate(rules.cards)
        if place not in held
    ]
    return Fraction(results.count(1), len(results))


def _listed(win_rule: str) -> Callable[..., Fraction]:
    def oracle(r: int, s: int, d: int, h: int) -> Fraction:
        return banker_wins(win_rule, r, s, d, h)

    oracle.__doc__ = "All hands and all turned cards, compared by the rules."
    return oracle


def beats() -> Derivation:
    """Derive the banker's chance under "beats"."""
    found = Derivation(
        name="polish/beats",
        title="The banker's chance under 'beats'",
        question="The punter wins only with a higher card of the turned suit. How likely does the banker win?",
        quantity="P(banker wins)",
        where=_SHOE,
        game="polish",
        model=_MODEL,
        reading="win_rule beats",
        concepts=("total probability", "binomial coefficient"),
        level="medium",
        meanings={"k": "ranks above the turned card"},
        oracle=_listed("beats"),
        oracle_points=_POINTS,
    )
    found = found.start(
        "If k ranks are above the turned card, dk cards beat it. The hand must have none of them.",
        lambda: sp.Sum(C(d * r * s - 1 - d * k, h) / C(d * r * s - 1, h), (k, 0, r - 1)) / r,
        "total probability over the rank of the turned card; hands are sets of h of the drs - 1 other cards",
    )
    found = found.equals(
        "Take out what all terms have in common.",
        lambda: sp.Sum(C(d * r * s - 1 - d * k, h), (k, 0, r - 1)) / (r * C(d * r * s - 1, h)),
        "with several decks there is no closed form; with one see polish/one-deck-beats",
    )
    return found.at("Two full decks, three cards: about 0.70.", r=13, s=4, d=2, h=3)


def covers() -> Derivation:
    """Derive the banker's chance under "covers"."""
    found = Derivation(
        name="polish/covers",
        title="The banker's chance under 'covers'",
        question="The banker must cover the punter's best card of the turned suit, which the punter must hold. How "
        "likely does the banker win?",
        quantity="P(banker wins)",
        where=_SHOE,
        game="polish",
        model=_MODEL,
        reading="win_rule covers",
        concepts=("total probability", "complement", "binomial coefficient"),
        level="medium",
        meanings={"k": "ranks above the turned card"},
        oracle=_listed("covers"),
        oracle_points=_POINTS,
    )
    found = found.start(
        "If k ranks are above the turned card, the hand must have no card of the suit above it or equal to it, "
        "d(k + 1) - 1 cards; but some card of the suit, of which there are dr - 1.",
        lambda: (
            sp.Sum(
                (C(d * r * s - 1 - (d * (k + 1) - 1), h) - C(d * r * s - 1 - (d * r - 1), h)) / C(d * r * s - 1, h),
                (k, 0, r - 1),
            )
            / r
        ),
        "total probability; an identical card of another deck in the hand is a tie, which the bank pays",
    )
    found = found.equals(
        "Simplify, and take out what does not depend on k.",
        lambda: (
            (sp.Sum(C(d * r * s - d * (k + 1), h), (k, 0, r - 1)) - r * C(d * r * s - d * r, h))
            / (r * C(d * r * s - 1, h))
        ),
        "there are r equal terms of the second kind",
    )
    return found.at("Two full decks, three cards: about 0.25.", r=13, s=4, d=2, h=3)


def covers_any() -> Derivation:
    """Derive the banker's chance under "covers_any"."""
    found = Derivation(
        name="polish/covers-any",
        title="The banker's chance under 'covers_any' mirrors 'beats'",
        question="The banker wins if the turned card is higher than some card of its suit in the hand. How likely?",
        quantity="P(banker wins)",
        where=_SHOE,
        game="polish",
        model=_MODEL,
        reading="win_rule covers_any",
        concepts=("complement", "symmetry"),
        level="medium",
        meanings={"k": "ranks below the turned card, or above it"},
        oracle=_listed("covers_any"),
        oracle_points=_POINTS,
    )
    found = found.start(
        "If k ranks are below the turned card, the hand must have one of these dk cards at least.",
        lambda: sp.Sum(1 - C(d * r * s - 1 - d * k, h) / C(d * r * s - 1, h), (k, 0, r - 1)) / r,
        "complement, and total probability over the rank of the turned card",
    )
    found = found.equals(
        "What is taken from 1 is the banker's chance under 'beats'.",
        lambda: 1 - sp.Sum(C(d * r * s - 1 - d * k, h), (k, 0, r - 1)) / (r * C(d * r * s - 1, h)),
        "turn the order of the ranks upside down: as many cards are k ranks below as k ranks above",
    )
    return found.at("Two full decks, three cards: about 0.30.", r=13, s=4, d=2, h=3)


def total_order() -> Derivation:
    """Derive the banker's chance under "total_order"."""
    found = Derivation(
        name="polish/total-order",
        title="The banker's chance under 'total_order'",
        question="All cards are in one order. How likely is the turned card higher than the whole hand?",
        quantity="P(banker wins)",
        where=_SHOE,
        game="polish",
        model=_MODEL,
        reading="win_rule total_order",
        concepts=("total probability", "binomial coefficient"),
        level="medium",
        meanings={"k": "places below the turned card in the order"},
        oracle=_listed("total_order"),
        oracle_points=_POINTS,
    )
    found = found.start(
        "If k places are below the turned card, all cards of the hand must come from these dk cards.",
        lambda: sp.Sum(C(d * k, h) / C(d * r * s - 1, h), (k, 0, r * s - 1)) / (r * s),
        "total probability over the rs places; the identical card of another deck ties, and the bank pays",
    )
    found = found.equals(
        "Take out what all terms have in common.",
        lambda: sp.Sum(C(d * k, h), (k, 0, r * s - 1)) / (r * s * C(d * r * s - 1, h)),
        "with several decks there is no closed form",
    )
    return found.at("Two full decks, three cards: a little below 1/4.", r=13, s=4, d=2, h=3)


def _ordered(N: int, h: int) -> Fraction:
    """All hands and all turned cards, their places compared by the rules."""
    rule = WIN_RULES.index("total_order")
    results = [
        outcome(NO_CARD_ABOVE, NO_CARD_BELOW, 0, max(held), turned, rule)
        for held in combinations(range(N), h)
        for turned in range(N)
        if turned not in held
    ]
    return Fraction(results.count(1), len(results))


def total_order_one_deck() -> Derivation:
    """Derive the banker's chance under "total_order" with one deck."""
    found = Derivation(
        name="polish/total-order-one-deck",
        title="With one deck and one order, the turned card is best of h + 1",
        question="One deck, all cards in one order. How likely is the turned card higher than the whole hand?",
        quantity="P(banker wins)",
        where={"N": Span(2), "h": Span(1, N - 1)},
        game="polish",
        model="one coup from one shuffled deck",
        reading="win_rule total_order, one deck",
        concepts=("symmetry", "binomial coefficient", "induction"),
        level="medium",
        meanings={"k": "cards below the turned one"},
        oracle=_ordered,
        oracle_points=({"N": 8, "h": 3}, {"N": 2, "h": 1}, {"N": 7, "h": 6}, {"N": 9, "h": 5}),
    )
    found = found.start(
        "If k cards are below the turned one, the hand must come from these.",
        lambda: sp.Sum(C(k, h), (k, 0, N - 1)) / (N * C(N - 1, h)),
        "total probability over the turned card",
    )
    found = found.equals(
        "Add up along a diagonal of Pascal's triangle.",
        lambda: C(N, h + 1) / (N * C(N - 1, h)),
        "C(0, h) + ... + C(N - 1, h) = C(N, h + 1), by induction on N",
    )
    found = found.equals(
        "Absorb.",
        lambda: 1 / (h + 1),
        "(h + 1) C(N, h + 1) = N C(N - 1, h); and each of h + 1 cards is as likely the best",
    )
    return found.at("Three cards.", h=3)


def _whole_suits(numbers: dict[str, Fraction]) -> str | None:
    return "the cards must make up whole suits: N is a multiple of r" if numbers["N"] % numbers["r"] else None


def _one_deck_beats(r: int, N: int, h: int) -> Fraction:
    """All hands and all turned cards, compared by the rules."""
    return 1 - banker_wins("beats", r, N // r, 1, h)


def one_deck_beats() -> Derivation:
    """Derive the punter's chance under "beats" with one deck, by exchangeability."""
    found = Derivation(
        name="polish/one-deck-beats",
        title="One deck, 'beats': the punter's chance by exchangeability",
        question="One deck; the punter wins only with a higher card of the turned suit. How likely?",
        quantity="P(punter wins)",
        where=_ONE_DECK,
        together=_whole_suits,
        game="polish",
        model="one coup from one shuffled deck of N cards, N/r suits",
        reading="win_rule beats, one deck",
        concepts=("exchangeability", "linearity of expectation", "complement"),
        level="hard",
        meanings={"k": "number of a suit; in step 3, cards of the turned suit in the hand"},
        oracle=_one_deck_beats,
        oracle_points=_ONE_DECK_POINTS,
    )
    found = found.start(
        "Hand and turned card are h + 1 cards, each as likely the turned one. The banker wins if it is the highest of "
        "its suit. There is one highest card for each suit among them; so many suits there are on average.",
        lambda: 1 - sp.Sum(1 - C(N - r, h + 1) / C(N, h + 1), (k, 1, N / r)) / (h + 1),
        "exchangeability; a suit is missing if all h + 1 cards come from the N - r others",
    )
    found = found.equals(
        "All suits are alike.",
        lambda: 1 - N * (1 - C(N - r, h + 1) / C(N, h + 1)) / (r * (h + 1)),
        "there are N/r of them",
    )
    found = found.claim(
        "The same by counting: with k cards of its suit in the hand, the turned one is highest in 1 of k + 1 cases.",
        lambda: 1 - sp.Sum(C(r - 1, k) * C(N - r, h - k) / (k + 1), (k, 0, h)) / C(N - 1, h),
        lambda: 1 - N * (1 - C(N - r, h + 1) / C(N, h + 1)) / (r * (h + 1)),
        "C(r - 1, k)/(k + 1) = C(r, k + 1)/r, and Vandermonde's identity (1772)",
    )
    return found.at("A full deck, three cards.", r=13, N=52, h=3)


def one_deck_beats_counting() -> Derivation:
    """Derive the punter's chance under "beats" with one deck, by counting."""
    found = Derivation(
        name="polish/one-deck-beats-counting",
        title="One deck, 'beats': the punter's chance by counting",
        question="One deck; the punter wins only with a higher card of the turned suit. How likely?",
        quantity="P(punter wins)",
        where=_ONE_DECK,
        together=_whole_suits,
        game="polish",
        model="one coup from one shuffled deck of N cards, N/r suits",
        reading="win_rule beats, one deck",
        concepts=("total probability", "binomial coefficient", "induction"),
        level="hard",
        meanings={"k": "ranks above the turned card"},
        oracle=_one_deck_beats,
        oracle_points=_ONE_DECK_POINTS,
    )
    found = found.start(
        "If k ranks are above the turned card, the banker wins if the hand has none of these k cards.",
        lambda: 1 - sp.Sum(C(N - 1 - k, h) / C(N - 1, h), (k, 0, r - 1)) / r,
        "total probability; complement",
    )
    found = found.equals(
        "Add up along a diagonal of Pascal's triangle.",
        lambda: 1 - (C(N, h + 1) - C(N - r, h + 1)) / (r * C(N - 1, h)),
        "C(N, h + 1) - C(N - 1, h + 1) = C(N - 1, h), by induction on r",
    )
    found = found.equals(
        "Absorb.",
        lambda: 1 - N * (1 - C(N - r, h + 1) / C(N, h + 1)) / (r * (h + 1)),
        "(h + 1) C(N, h + 1) = N C(N - 1, h)",
    )
    return found.at("A full deck, a hand of five.", r=13, N=52, h=5)


def _difference(r: int, s: int, d: int, h: int) -> Fraction:
    """All hands and all turned cards, compared by the rules in both readings."""
    return banker_wins("beats", r, s, d, h) - banker_wins("covers", r, s, d, h)


def win_rules() -> Derivation:
    """Derive what "beats" gives the banker more than "covers"."""
    found = Derivation(
        name="polish/win-rules",
        title="The win rules side by side",
        question="What does 'beats' give the banker more than 'covers'? The text can be read both ways.",
        quantity="beats - covers",
        where=_SHOE,
        game="polish",
        model=_MODEL,
        reading="win_rule beats, less win_rule covers",
        concepts=("complement", "exclusive events"),
        level="medium",
        meanings={"k": "ranks above the turned card"},
        oracle=_difference,
        oracle_points=_POINTS,
    )
    found = found.claim(
        "'covers_any' needs no reckoning of its own: the chances under 'beats' and 'covers_any' make 1.",
        lambda: (
            sp.Sum(C(d * r * s - 1 - d * k, h) / C(d * r * s - 1, h), (k, 0, r - 1)) / r
            + sp.Sum(1 - C(d * r * s - 1 - d * k, h) / C(d * r * s - 1, h), (k, 0, r - 1)) / r
        ),
        1,
        "one asks that no card of the suit be above, the other that some be below",
    )
    found = found.start(
        "For each rank: no card of the suit above the turned one, less no card of it above or equal, but some of it.",
        lambda: (
            sp.Sum(
                (C(d * r * s - 1 - d * k, h) - C(d * r * s - d * (k + 1), h) + C(d * r * s - d * r, h))
                / C(d * r * s - 1, h),
                (k, 0, r - 1),
            )
            / r
        ),
        "derived in polish/beats and polish/covers",
    )
    found = found.equals(
        "Part it: the suit is not held at all, or the best card of it in the hand is a twin of the turned one.",
        lambda: (
            C(d * r * s - d * r, h) / C(d * r * s - 1, h)
            + sp.Sum(C(d * r * s - 1 - d * k, h) - C(d * r * s - d * (k + 1), h), (k, 0, r - 1))
            / (r * C(d * r * s - 1, h))
        ),
        "the first does not depend on the rank",
    )
    found = found.claim(
        "With one deck there are no twins.",
        lambda: sp.Sum(C(r * s - 1 - k, h) - C(r * s - (k + 1), h), (k, 0, r - 1)),
        0,
        "both binomial coefficients are the same",
    )
    return found.at("Two full decks, three cards: nearly half of all coups.", r=13, s=4, d=2, h=3)


DERIVATIONS: dict[str, Callable[[], Derivation]] = {
    "beats": beats,
    "covers": covers,
    "covers-any": covers_any,
    "total-order": total_order,
    "win-rules": win_rules,
    "total-order-one-deck": total_order_one_deck,
    "one-deck-beats": one_deck_beats,
    "one-deck-beats-counting": one_deck_beats_counting,
}
"""From plain to hard."""
