"""Easy exercises: one coup of Banchok."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

import banchok_edu as be
from banchok_edu.cards import RANKS

from .posing import CARD, CHOICE, COUNT, NUMBER, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules
from .wording import IN_WORDS, a_card, banchok, count_word, plural, word

EXERCISES = Chapter()

REASON = "Say in one sentence why."


@EXERCISES.add(
    "E1",
    "The outcomes of one coup",
    "01",
    "sample space",
    "counting",
    kind=COUNT,
    size=((13, 4), (8, 4), (9, 4), (12, 4), (13, 3), (10, 4)),
)
def _outcomes(size: tuple[int, int]) -> Posed:
    cards = len(banchok_rules(size).cards)
    ranks = RANKS[-size[0]]
    return Posed(
        f"A coup of Banchok is played with {cards} cards, all different"
        + ("." if cards == 52 else f": {size[0]} ranks, from {ranks} to A, in {count_word(size[1])} suits."),
        "An outcome is a pair: the card that the punter is dealt, then the card that the banker turns. How many "
        "outcomes are there, all equally likely?",
        cards * (cards - 1),
        (
            mistake(comb(cards, 2), "That counts pairs without order, but the two cards play different parts."),
            mistake(cards**2, "That lets the banker turn the very card that the punter holds."),
        ),
        (
            "Choose the punter's card first: in how many ways?",
            "How many cards are left that the banker can turn? Multiply.",
        ),
        f"{cards} cards for the punter, and for each of them {cards - 1} that can be turned.",
    )


@EXERCISES.add(
    "E2",
    "To win with a card you know",
    "01",
    "conditional probability",
    "sample space",
    derivation="banchok/win-rank",
    rank=("9", "3", "4", "5", "6", "7", "8", "10", "J", "Q", "K"),
)
def _win(rank: str) -> Posed:
    win, loss = exact(be.banchok.win_probability(rank)), exact(be.banchok.loss_probability(rank))
    strict = win - exact(be.banchok.tie_probability(rank))
    return Posed(
        banchok(),
        f"You hold {a_card(rank)} and have seen no other card. How probable is it that you win?",
        win,
        (
            mistake(strict, f"That leaves out the other {plural(rank)}, and ties pay you."),
            mistake(
                1 - (1 - loss) * Fraction(51, 52) - Fraction(1, 52) if rank == "2" else (win * 51 + 1) / 52,
                "That puts your own card back into the deck: it cannot be turned any more.",
            ),
        ),
        (
            "Of the 52 cards you hold one. How many can the banker turn?",
            f"Count those that are lower than {a_card(rank)}, and then those that tie.",
        ),
        f"Of the 51 other cards {win * 51} are lower than the {word(rank)} or tie with it.",
    )


@EXERCISES.add(
    "E3",
    "The chance of a tie",
    "01",
    "conditional probability",
    derivation="banchok/tie",
    size=((13, 4), (8, 4), (9, 4), (13, 3), (10, 4), (12, 4)),
)
def _tie(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    ranks, suits = size
    cards = ranks * suits
    return Posed(
        f"Banchok with {cards} cards: {ranks} ranks in {count_word(suits)} suits. You are dealt a card, and the "
        "banker turns one of the others.",
        "How probable is it that the turned card has the rank of yours?",
        be.banchok.tie_probability(rules=rules),
        (
            mistake(Fraction(1, ranks), "That draws with replacement: your own card is no longer in the deck."),
            mistake(Fraction(suits, cards - 1), "That counts your own card among those that can be turned."),
        ),
        ("Take any card into your hand. Which cards of its rank are left?", f"They are among {cards - 1} other cards."),
        f"Of the {cards - 1} other cards {suits - 1} have the rank of yours, whatever it is.",
    )


@EXERCISES.add(
    "E4",
    "To win with a card you do not know",
    "01",
    "symmetry",
    derivation="banchok/win-symmetry",
    size=((13, 4), (8, 4), (9, 4), (6, 4), (10, 4), (5, 4)),
)
def _symmetry(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    win = exact(be.banchok.win_probability(rules=rules))
    tie = exact(be.banchok.tie_probability(rules=rules))
    return Posed(
        banchok(size=size),
        "You have not looked at your card. How probable is it that you win? You need not count cards one by one.",
        win,
        (
            mistake(Fraction(1, 2), "Symmetry makes higher and lower equally likely; ties come on top of that."),
            mistake(
                win - tie,
                "That is the chance of a higher card of yours alone: what becomes of ties is missing.",
            ),
        ),
        (
            "Exchange the two cards in your mind. Which two events change places?",
            "P(higher) = P(lower), and both together with P(tie) make 1.",
        ),
        f"P(tie) = {tie}, so P(higher) = P(lower) = (1 - {tie})/2 = {(1 - tie) / 2}. You win when lower cards are "
        "turned, and ties.",
        "Say which symmetry you used.",
    )


@EXERCISES.add(
    "E5", "The lowest card", "01", "conditional probability", size=((13, 4), (13, 3), (8, 4), (9, 4), (12, 4))
)
def _lowest(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    low, cards = RANKS[-size[0]], size[0] * size[1]
    return Posed(
        f"Banchok with {cards} cards: the ranks {low} to A in {count_word(size[1])} suits. You are dealt a card, and "
        "the banker turns one of the others. If his is of higher rank, he wins. Otherwise, ties included, the bank "
        "pays you.",
        f"You hold {a_card(low)}, the lowest rank. How probable is it that you win?",
        be.banchok.win_probability(low, rules),
        (
            mistake(0, "The lowest card beats none, but that is not needed: ties pay you."),
            mistake(Fraction(1, size[0]), "That counts your own card among those that can be turned."),
        ),
        (f"Which cards do not beat {a_card(low)}?", f"There are {size[1] - 1} of them, among the other cards."),
        f"Only the {size[1] - 1} other {plural(low)} of {cards - 1} cards let you win.",
    )


@EXERCISES.add("E6", "The highest card", "01", "certain event", "conditional probability")
def _ace() -> Posed:
    banker = be.BanchokRules(tie="banker_wins")
    return Posed(
        banchok(),
        "You hold an ace. How probable is it that you win?",
        be.banchok.win_probability("A"),
        (
            mistake(
                be.banchok.win_probability("A", banker), "That lets the banker win with another ace; a tie pays you."
            ),
        ),
        ("Which cards beat an ace?", "Look up who wins when both have the same rank."),
        "No card is higher, and ties pay you: you win for certain.",
    )


@EXERCISES.add(
    "E7",
    "The mean gain with a card you know",
    "02",
    "expectation",
    kind=NUMBER,
    derivation="banchok/edge",
    rank=("10", "3", "5", "6", "8", "9", "J", "Q", "K"),
    tie=("punter_wins", "punter_wins", "push", "banker_wins"),
)
def _edge(rank: str, tie: str) -> Posed:
    rules = be.BanchokRules(tie=tie)
    win, loss = exact(be.banchok.win_probability(rank, rules)), exact(be.banchok.loss_probability(rank, rules))
    return Posed(
        banchok(tie),
        f"You hold {a_card(rank)} and stake 1 counter. What is your mean gain, in counters?",
        be.banchok.edge(rank, rules),
        (
            mistake(win, "That is how often you win. What becomes of your counter when you do not?"),
            mistake(loss - win, "That is the banker's gain: look which side wins which cards."),
        ),
        (
            "You gain 1 counter, or lose 1, or (where there is a stand-off) nothing. How likely is each?",
            "The mean is 1 times P(win), less 1 times P(loss).",
        ),
        f"P(win) = {win}, P(loss) = {loss}; the mean gain is {win} - {loss}.",
    )


@EXERCISES.add(
    "E8",
    "From which card on is it worth a bet?",
    "02",
    "decision",
    kind=CARD,
    derivation="banchok/best-threshold",
    tie=("punter_wins", "banker_wins", "push"),
)
def _threshold(tie: str) -> Posed:
    best = be.banchok.best_threshold(be.BanchokRules(tie=tie)).rank
    wrong = {
        "punter_wins": mistake("9", "That would be so if the eight were a fair bet; but what becomes of its ties?"),
        "banker_wins": mistake("8", "With an eight as many cards are lower as higher; but what becomes of its ties?"),
        "push": mistake("8", "With that card as many cards win as lose: the bet is fair, and gains nothing."),
    }[tie]
    return Posed(
        banchok(tie),
        "You may look at your card before you bet. Which is the lowest rank with which you have a positive mean gain?",
        best,
        (wrong,),
        (
            "Count for the middle rank, the eight, how many cards win for you and how many lose.",
            "Then do the same one rank up and one rank down.",
        ),
        f"From the {word(best)} on more of the 51 other cards win than lose ({IN_WORDS[tie]}).",
        "Say what decides about the card in the middle.",
    )


@EXERCISES.add(
    "E9",
    "At least one among several",
    "04",
    "complement",
    "counting",
    rank=("A", "K", "7", "2"),
    punters=(4, 2, 3, 5, 6, 7),
)
def _at_least_one(rank: str, punters: int) -> Posed:
    none = prod(Fraction(48 - k, 52 - k) for k in range(punters))
    return Posed(
        "One deck of 52 cards, shuffled.",
        f"{count_word(punters).capitalize()} punters are dealt one card each. How probable is it that at least one "
        f"of them has {a_card(rank)}?",
        exact(be.banchok.best_of(punters).at_least("A")),
        (
            mistake(
                Fraction(punters, 13),
                f"That adds the chances of the punters: it is the mean number of {plural(rank)}, and counts two of "
                "them twice.",
            ),
            mistake(1 - Fraction(12, 13) ** punters, "That puts each card back before the next punter gets his."),
        ),
        (
            f"How probable is it that nobody has {a_card(rank)}?",
            "48 of 52 cards will do for the first, 47 of 51 for the second, and so on.",
        ),
        f"Nobody has one with probability {none}; take that from 1.",
    )


@EXERCISES.add(
    "E10",
    "A mean of dependent things",
    "04",
    "linearity",
    "expectation",
    kind=CHOICE,
    punters=(4, 3, 5, 6),
    rank=("8", "10", "Q", "9"),
)
def _linearity(punters: int, rank: str) -> Posed:
    high = 13 - RANKS.index(rank)
    each = Fraction(high, 13)
    right = f"{punters * each}: it is {punters} times {each}, whether the cards are independent or not"
    without = exact(1 - (1 - be.banchok.best_of(punters).at_most(RANKS[RANKS.index(rank) - 1])))
    return Posed(
        "One deck of 52 cards, shuffled.",
        f"{count_word(punters).capitalize()} punters are dealt one card each. What is the mean number of those whose "
        f"card is {a_card(rank)} or better?",
        right,
        (
            mistake(
                "it cannot be found from one card alone, since the cards are dependent",
                "Dependence changes the spread of a sum. Does it change its mean?",
            ),
            mistake(
                f"less than {punters * each}, since each high card dealt leaves fewer for the others",
                "And each low card dealt leaves more. What is the chance of a single punter, if nobody has looked?",
            ),
            mistake(
                f"{each}: the first card tells all that can be told",
                "That is the mean of one punter. How do the means of several go together?",
            ),
        ),
        ("What is the mean for a single punter?", "The mean of a sum is the sum of the means, always."),
        f"Each punter has such a card with probability {each}; the means add up. (At least one has: "
        f"{float(1 - without):.4f}.)",
        REASON,
        options=(
            right,
            "it cannot be found from one card alone, since the cards are dependent",
            f"less than {punters * each}, since each high card dealt leaves fewer for the others",
            f"{each}: the first card tells all that can be told",
        ),
    )


@EXERCISES.add(
    "E11",
    "To bet without looking",
    "02",
    "expectation",
    "symmetry",
    kind=NUMBER,
    derivation="banchok/edge",
    size=((13, 4), (8, 4), (9, 4), (6, 4), (10, 4)),
)
def _blind(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    return Posed(
        banchok(size=size),
        "A punter stakes 1 counter in each coup without looking at his card. What is his mean gain in a coup, in "
        "counters?",
        be.banchok.edge(rules=rules),
        (
            mistake(be.banchok.win_probability(rules=rules), "That is how often he wins, not what he gains."),
            mistake(0, "Higher and lower cards balance. What is left over when they do?"),
        ),
        (
            "He gains 1 when he wins and loses 1 when not.",
            "Higher and lower balance each other. What remains are the ties.",
        ),
        "P(higher) and P(lower) are the same, so the mean gain is P(tie).",
    )
