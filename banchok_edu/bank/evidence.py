"""Exercises on evidence: conditioning both ways, what comes first, events that exclude each other or overlap."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import banchok_edu as be
from banchok_edu.cards import RANKS

from .posing import COUNT, Chapter, Posed, exact, merged, mistake
from .rules_of import banchok_rules
from .wording import ONE_COUP, a_card, banchok, count_word, deck, plural, word

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (10, 4), (11, 4), (13, 3))


def _wins(rank: str) -> int:
    """Count the cards of 51 that win for the holder of a rank."""
    return int(exact(be.banchok.win_probability(rank)) * 51)


@EXERCISES.add(
    "E76",
    "Counting coups instead of chances",
    "03",
    "natural frequencies",
    "conditional probability",
    kind=COUNT,
    rank=("Q", "K", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"),
)
def _frequencies(rank: str) -> Posed:
    return Posed(
        banchok("punter_wins", ONE_COUP),
        "Think of 663 coups, in which each of the 13 ranks meets each of the 51 other cards once. In how many of "
        f"them does the punter hold {a_card(rank)} and win?",
        _wins(rank),
        (
            mistake(51, f"Those are all coups with {a_card(rank)}. Which of them are won?"),
            mistake(51 - _wins(rank), f"Those are the coups that he loses with {a_card(rank)}."),
        ),
        (
            f"In how many of the 663 coups does he hold {a_card(rank)}?",
            f"In 51. Against how many of the 51 other cards does {a_card(rank)} win or tie?",
        ),
        f"Of the 51 coups with {a_card(rank)} those are won in which a lower card or one of the other three "
        f"{plural(rank)} is turned.",
    )


@EXERCISES.add(
    "E77",
    "The condition the other way round",
    "03",
    "Bayes",
    "natural frequencies",
    rank=("10", "8", "9", "J", "Q", "K"),
)
def _transposed(rank: str) -> Posed:
    high = RANKS[RANKS.index(rank) :]
    won = sum(_wins(one) for one in high)
    given = be.banchok.rank_given_win()
    return Posed(
        banchok("punter_wins", ONE_COUP),
        "Think of 663 coups, in which each of the 13 ranks meets each of the 51 other cards once. The punter wins "
        f"351 of them. In {51 * len(high)} he holds {a_card(rank)} or better, and {won} of these are won. You hear "
        f"that he has won. How probable is it that he held {a_card(rank)} or better?",
        sum((exact(given[one]) for one in high), Fraction(0)),
        (
            mistake(
                be.banchok.win_given_bet(rank),
                "That is the chance to win with such a card. Here it is known that he won, and the card is in "
                "question.",
            ),
            mistake(
                Fraction(len(high), 13), "That is the chance of such a card before the coup. A win tells something."
            ),
        ),
        (
            "Of which coups is this a share?",
            "Of the coups that are won. How many are they, and in how many of these was the card high?",
        ),
        f"{won} of the 351 coups won. The other way round it would be {won} of {51 * len(high)}.",
        "Say in one sentence how the two shares differ.",
    )


@EXERCISES.add(
    "E78",
    "What is turned later tells of what lies there",
    "03",
    "conditional probability",
    "time axis",
    turned=((1, 1), (2, 1), (3, 1), (2, 2), (4, 1), (3, 2)),
    rank=("K", "A", "Q", "10"),
)
def _time_axis(turned: tuple[int, int], rank: str) -> Posed:
    cards, hits = turned
    if cards == 1:
        what = f"Then a card is turned: {a_card(rank)}."
    else:
        hit = a_card(rank) if hits == 1 else f"{count_word(hits)} {plural(rank)}"
        what = f"Then {count_word(cards)} cards are turned, with {hit} among them, and no other {word(rank)}."
    return Posed(
        f"One deck of {deck()}, shuffled.",
        f"A card is dealt to you face down, and you do not look at it. {what} How probable is it now that your card "
        f"is {a_card(rank)}?",
        Fraction(4 - hits, 52 - cards),
        merged(
            mistake(
                Fraction(1, 13),
                "That says that what is turned later cannot bear on a card dealt before. It bears on what you know "
                "of it.",
            ),
            mistake(Fraction(4 - hits, 52), "That leaves the turned cards among those that yours may be."),
            mistake(Fraction(4, 52 - cards), f"That counts all four {plural(rank)}, but you have seen where some are."),
        ),
        (
            "Does it matter whether your card was put aside before or after?",
            f"Of the {52 - cards} cards that you have not seen, yours is any with the same chance.",
        ),
        f"{4 - hits} of the {52 - cards} cards not seen are {plural(rank)}.",
        "Say why it does not matter which card came first.",
    )


@EXERCISES.add(
    "E79",
    "Exclusive is not independent",
    "03",
    "exclusive events",
    "independence",
    ranks=(("A", "K"), ("Q", "J"), ("10", "9"), ("8", "2"), ("K", "7")),
)
def _exclusive(ranks: tuple[str, str]) -> Posed:
    one, two = ranks
    return Posed(
        banchok("punter_wins", ONE_COUP),
        f"Let A be the event that your card is {a_card(one)}, and B that your card is {a_card(two)}. Each has the "
        "probability 1/13. How probable is it that both happen in the same coup?",
        0,
        (
            mistake(Fraction(1, 169), "That multiplies as for independent events. Do you hold two cards?"),
            mistake(Fraction(4, 663), "That is for two cards. A and B speak of the same one."),
            mistake(Fraction(2, 13), "That is the chance that A or B happens."),
        ),
        ("How many cards do you hold in a coup?", f"Can one card be {a_card(one)} and {a_card(two)}?"),
        "One card has one rank: the events exclude each other. If A happens, B is impossible, so they are not "
        "independent.",
        "Say whether A and B are independent, and why.",
    )


@EXERCISES.add(
    "E80",
    "Your rank, and a tie",
    "03",
    "independence",
    "product rule",
    size=SIZES,
    rank=("A", "K", "10"),
)
def _rank_and_tie(size: tuple[int, int], rank: str) -> Posed:
    ranks, suits = size
    tie = exact(be.banchok.tie_probability(rules=banchok_rules(size)))
    return Posed(
        f"Banchok with one deck of {deck(size)}. You are dealt a card, and the banker turns one of the others.",
        f"Let A be the event that your card is {a_card(rank)}, and B that both cards have the same rank. How "
        "probable is it that A and B both happen?",
        tie / ranks,
        (
            mistake(
                Fraction(1, ranks**2), f"That lets the banker turn your own card: how many {plural(rank)} are left?"
            ),
            mistake(tie, "That is the chance of a tie of any rank."),
            mistake(Fraction(1, ranks), "That is the chance of A alone."),
        ),
        (
            f"How probable is {a_card(rank)}? And then: how many of the other cards tie?",
            f"{suits - 1} of {ranks * suits - 1}. Is that the same for every rank? Then A and B are independent.",
        ),
        f"1/{ranks} times {tie}. The chance of a tie is the same with every rank, so A and B are independent.",
        "Say whether A and B are independent, and why.",
    )


@EXERCISES.add(
    "E81",
    "One or the other, or both",
    "03",
    "inclusion-exclusion",
    "complement",
    rank=("A", "K", "Q", "7", "2"),
    size=SIZES,
)
def _either(rank: str, size: tuple[int, int]) -> Posed:
    rank = rank if RANKS.index(rank) >= 13 - size[0] else "A"
    ranks, suits = size
    cards = ranks * suits
    return Posed(
        f"Banchok with one deck of {deck(size)}. You are dealt a card, and the banker turns one of the others.",
        f"How probable is it that at least one of the two cards is {a_card(rank)}?",
        1 - Fraction(comb(cards - suits, 2), comb(cards, 2)),
        (
            mistake(Fraction(2, ranks), "That adds both chances, and counts the coups with two of them twice."),
            mistake(1 - (1 - Fraction(1, ranks)) ** 2, "That lets the banker turn your own card."),
        ),
        (
            "P(A or B) = P(A) + P(B) - P(A and B). What is the last one?",
            f"Or: in how many of the C({cards},2) pairs is none of the {suits} {plural(rank)}?",
        ),
        f"2/{ranks} less the chance that both are: or 1 - C({cards - suits},2)/C({cards},2).",
    )


@EXERCISES.add(
    "M82",
    "An ace and a king among several",
    "04",
    "inclusion-exclusion",
    "counting",
    punters=(4, 2, 3, 5, 6),
    ranks=(("A", "K"), ("Q", "J"), ("10", "2")),
)
def _both_there(punters: int, ranks: tuple[str, str]) -> Posed:
    one, two = ranks
    none, neither = (Fraction(comb(n, punters), comb(52, punters)) for n in (48, 44))
    return Posed(
        f"One deck of {deck()}, shuffled.",
        f"{count_word(punters).capitalize()} punters are dealt a card each. How probable is it that at least one of "
        f"them has {a_card(one)}, and at least one {a_card(two)}?",
        1 - 2 * none + neither,
        (
            mistake(
                (1 - none) ** 2,
                "That multiplies as if the two were independent. A card that is the one is not the other.",
            ),
            mistake((1 - none) / 2, "That halves the chance of one rank. How do the two overlap?"),
            mistake(1 - neither, "That is the chance of at least one of the two ranks."),
        ),
        (
            f"Look at the opposite: no {word(one)}, or no {word(two)}. These two overlap.",
            f"P(no {word(one)}) + P(no {word(two)}) - P(neither), each of the form C(n,{punters})/C(52,{punters}).",
        ),
        f"1 - 2 C(48,{punters})/C(52,{punters}) + C(44,{punters})/C(52,{punters}).",
    )
