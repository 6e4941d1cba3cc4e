"""Medium exercises: several punters at one deck."""

from __future__ import annotations

from fractions import Fraction

import banchok_edu as be
from banchok_edu.cards import RANKS

from .posing import NUMBER, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules
from .wording import REAL, a_card, banchok, count_word, deck

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (10, 4), (11, 4), (13, 3))
COMMON = "Two punters have a card each from the same shuffled deck, and one card is turned for both."


@EXERCISES.add(
    "M26",
    "Two coups from one deck",
    "04",
    "dependence",
    "covariance",
    exact_only=True,
    derivation="banchok/covariance",
    size=SIZES,
)
def _both_win(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    alone = exact(be.banchok.win_probability(rules=rules))
    return Posed(
        banchok("punter_wins", REAL, size=size),
        "Two punters always bet. Each has a card of his own, and a card of his own is turned for each: four "
        "different cards. How probable is it that both win? Give the exact fraction; a decimal cannot tell the "
        "right answer from the usual wrong one.",
        be.banchok.both_win(rules),
        (mistake(alone**2, "That multiplies as if each coup had a deck of its own."),),
        (
            "Are the two wins independent, when no card comes twice?",
            "Count by ties: what does a tie in the first coup do to a tie in the second? Or sum over the four ranks.",
        ),
        f"Independent coups would give {alone**2}; one deck makes wins hang together a little, by ties.",
        "Say what the cards of the first coup do to those of the second.",
    )


@EXERCISES.add(
    "M27",
    "One turned card for two",
    "04",
    "dependence",
    derivation="banchok/both-win",
    size=SIZES,
)
def _common(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    alone = exact(be.banchok.win_probability(rules=rules))
    return Posed(
        f"{banchok('punter_wins', size=size)} Not as the game is played: {COMMON[0].lower()}{COMMON[1:]}",
        "How probable is it that both punters win?",
        be.banchok.both_win(rules, common_turned=True),
        (
            mistake(alone**2, "That takes the wins for independent. A high turned card is bad for both at once."),
            mistake(alone, "That has both win whenever one does. They hold different cards."),
        ),
        (
            "Take the rank of the turned card as given. How many pairs of the other cards both win?",
            "If k of the other cards are as high as the turned one or higher, then k(k - 1) ordered pairs of them win.",
        ),
        "Sum over the turned rank, with the pairs of other cards that are both as high or higher.",
        "Say why it is more likely than if each had a turned card of his own.",
    )


@EXERCISES.add(
    "M28",
    "The correlation of two wins",
    "04",
    "covariance",
    "dependence",
    kind=NUMBER,
    derivation="banchok/correlation",
    size=SIZES,
)
def _correlation(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    covariance = be.banchok.covariance_of_wins(rules, common_turned=True)
    return Posed(
        f"{banchok('punter_wins', size=size)} Not as the game is played: {COMMON[0].lower()}{COMMON[1:]}",
        "Let V and W be 1 if the first, or the second, punter wins, and 0 if not. What is their correlation?",
        be.banchok.correlation_of_wins(rules, common_turned=True),
        (
            mistake(0, "Their own cards differ, but that does not make the events independent. What do they share?"),
            mistake(1, "That would have them always win and lose together."),
            mistake(covariance, "That is the covariance. What is it divided by?"),
        ),
        ("Find P(both win) first.", "Covariance: P(both win) - P(win)^2. Divide by the variance of one of them."),
        f"The covariance is {covariance}; divided by p(1 - p) it is the correlation.",
    )


@EXERCISES.add(
    "M30",
    "The best of several cards",
    "04",
    "order statistics",
    "counting",
    punters=(4, 2, 3, 5, 6),
    rank=("10", "8", "9", "J", "Q"),
)
def _best_at_most(punters: int, rank: str) -> Posed:
    ranks = RANKS.index(rank) + 1
    return Posed(
        f"One deck of {deck()}; an ace is the highest card.",
        f"{count_word(punters).capitalize()} punters are dealt a card each. How probable is it that the best of "
        f"their cards is {a_card(rank)} or lower?",
        be.banchok.best_of(punters).at_most(rank),
        (
            mistake(Fraction(ranks, 13) ** punters, "That puts each card back before the next is dealt."),
            mistake(
                1 - exact(be.banchok.best_of(punters).at_most(rank)),
                "That is the chance that the best one is higher.",
            ),
        ),
        (
            "The best is that low if all are. What must hold for the first card, and then for the second?",
            f"{4 * ranks} of 52 cards will do for the first one, {4 * ranks - 1} of 51 for the next.",
        ),
        f"C({4 * ranks},{punters})/C(52,{punters}): all cards come from the {4 * ranks} that are not above "
        f"{a_card(rank)}.",
    )


@EXERCISES.add(
    "M31",
    "The mean of the best card",
    "04",
    "order statistics",
    "expectation",
    kind=NUMBER,
    derivation="banchok/best-of-m",
    punters=(4, 2, 3, 5, 6),
)
def _mean_best(punters: int) -> Posed:
    return Posed(
        f"One deck of {deck()}. Count ranks from the lowest: the two is 1, the three is 2, and so on to the ace, 13.",
        f"{count_word(punters).capitalize()} punters are dealt a card each. What is the mean of the best rank among "
        "them, as a number from 1 to 13?",
        be.banchok.best_of(punters).mean,
        (
            mistake(
                Fraction(punters * 53, 4 * (punters + 1)),
                "That is the mean place of the best of 52 different cards, divided by 4. A rank is that rounded up, "
                "and the mean does not go through rounding.",
            ),
            mistake(
                13 - sum(Fraction(i, 13) ** punters for i in range(1, 13)),
                "That puts each card back before the next is dealt.",
            ),
        ),
        (
            "How probable is it that the best rank is at most i?",
            "The mean is the sum of P(best >= i) over i from 1 to 13.",
        ),
        f"P(best <= i) = C(4i,{punters})/C(52,{punters}); the mean is 13 less the sum of these for i = 1 to 12.",
    )
