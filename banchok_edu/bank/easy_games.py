"""Easy exercises: Black Cat and Polish banchok."""

from __future__ import annotations

from fractions import Fraction

import banchok_edu as be

from .posing import NUMBER, Chapter, Posed, exact, mistake
from .rules_of import cat_rules, polish_rules
from .wording import black_cat, count_word, polish

EXERCISES = Chapter()
DEALT = (14, 7, 8, 10, 12, 16, 20)
PUNTERS = (5, 3, 4, 6, 7)
COVERED = ("A♠ 9♠ 4♥", "K♦ 10♦ 6♣", "Q♥ 8♥ 5♠", "J♣ 7♣ 3♦", "A♦ J♦ 8♠", "K♠ 5♠ 9♥")


@EXERCISES.add(
    "E12",
    "Is the Scoop among the cards dealt?",
    "10",
    "symmetry",
    game="black_cat",
    derivation="black_cat/specials-chance",
    dealt=DEALT,
)
def _scoop(dealt: int) -> Posed:
    chance = exact(be.black_cat.probability_dealt("Scoop", cat_rules(2, dealt)))
    return Posed(
        black_cat(dealt=dealt),
        f"The Scoop is one of the special cards. How probable is it that it is among the {dealt} cards dealt?",
        chance,
        (
            mistake(Fraction(1, dealt), "That takes the card for dealt, and asks in which place it lies."),
            mistake(Fraction(1, 28), "That asks for one given place of the pack. How many places are dealt?"),
        ),
        ("Each card of the pack may lie in each place.", f"{dealt} of the 28 places of the shuffled pack are dealt."),
        f"The Scoop is as likely to be in any of 28 places, and {dealt} of them are dealt.",
    )


@EXERCISES.add("E13", "Dealt and backed", "10", "product rule", game="black_cat", punters=(3, 2, 4, 5, 6, 7))
def _backed(punters: int) -> Posed:
    chance = exact(be.black_cat.probability_backed("Scoop", cat_rules(punters)))
    return Posed(
        black_cat(punters=punters),
        "How probable is it that the Scoop is dealt and somebody has backed it?",
        chance,
        (
            mistake(Fraction(punters, 14), "That holds if the Scoop is dealt. Half of the pack is not."),
            mistake(Fraction(1, 2), "That is the chance that it is dealt. Is it also backed?"),
        ),
        (
            "How probable is it that the Scoop is dealt?",
            f"If it is, {punters} of 14 positions are backed. Or at once: how many of all 28 places are?",
        ),
        f"The Scoop is as likely to be in any of 28 places, of which {punters} are dealt and backed.",
    )


@EXERCISES.add(
    "E14",
    "The mean number of special cards",
    "10",
    "linearity",
    "expectation",
    game="black_cat",
    kind=NUMBER,
    derivation="black_cat/specials-mean",
    dealt=DEALT,
)
def _specials(dealt: int) -> Posed:
    return Posed(
        black_cat(dealt=dealt),
        f"What is the mean number of special cards among the {dealt} dealt?",
        exact(be.black_cat.dealt("special", cat_rules(2, dealt)).mean),
        (
            mistake(Fraction(dealt, 2), "That halves the number of cards dealt. Is half of the pack special?"),
            mistake(Fraction(8, dealt), "That divides by the cards dealt; of which cards are eight special?"),
        ),
        ("How probable is it that a given card dealt is special?", f"Add that up for {dealt} cards."),
        f"Each of the {dealt} cards is special with probability 8/28.",
    )


@EXERCISES.add(
    "E15",
    "What the In cards bring",
    "10",
    "expectation",
    "linearity",
    game="black_cat",
    kind=NUMBER,
    punters=PUNTERS,
)
def _ins(punters: int) -> Posed:
    counters = exact(be.black_cat.expected_counters("In", cat_rules(punters), ends=False))
    return Posed(
        black_cat(
            "An In card that is backed brings its number of counters into the pool, one that nobody backed nothing.",
            punters=punters,
        ),
        "All 14 cards are turned, whatever they are. What is the mean number of counters that In cards bring in?",
        counters,
        (
            mistake(15, "That adds up all In cards that are dealt. Only backed ones act."),
            mistake(30 * Fraction(punters, 14), "That has every In card dealt. How probable is that?"),
        ),
        (
            "The In cards of the pack have the numbers 1 to 5 twice, 30 together.",
            "How probable is it that a given card is dealt and backed?",
        ),
        f"A given card is dealt and backed with probability {punters}/28, and the In cards have 30 counters together.",
    )


@EXERCISES.add(
    "E16",
    "All of different suits",
    "09",
    "counting",
    "conditional probability",
    game="polish",
    shoe=((2, 3), (1, 3), (3, 3), (2, 2), (1, 2), (1, 4)),
)
def _suits(shoe: tuple[int, int]) -> Posed:
    decks, hand = shoe
    with_replacement = Fraction(1)
    for k in range(hand):
        with_replacement *= Fraction(4 - k, 4)
    cards = 52 * decks
    return Posed(
        f"{count_word(decks).capitalize()} deck{'s' * (decks > 1)} of 52 cards{' shuffled together' * (decks > 1)}.",
        f"You are dealt {count_word(hand)} cards. How probable is it that no two of them are of the same suit?",
        exact(be.polish.suits_held(polish_rules(decks=decks, hand=hand))[hand]),
        (mistake(with_replacement, "That puts each card back before the next one is dealt."),),
        (
            f"The first card may be any. Of the {cards - 1} others, how many are of another suit?",
            f"{cards - 13 * decks} of {cards - 1}. Go on in this way with each further card, and multiply.",
        ),
        f"Card by card: {cards - 13 * decks} of {cards - 1} cards are of another suit than the first, and so on.",
    )


@EXERCISES.add(
    "E17",
    "A hand that covers",
    "09",
    "conditional probability",
    "counting",
    game="polish",
    hand=COVERED,
)
def _covers(hand: str) -> Posed:
    win = exact(be.polish.win_probability(hand))
    lost = (1 - win) * 101
    return Posed(
        polish("covers"),
        f"You hold {hand}. How probable is it that you win?",
        win,
        (
            mistake(1 - lost / 202, "That counts each higher card once. How many decks are there?"),
            mistake(1 - lost / 104, "That divides by all 104 cards, but three of them are in your hand."),
        ),
        (
            "For each suit that you hold: which is your highest card in it, and which cards are higher?",
            "Each of these cards is in the shoe twice. What of the suits that you do not hold?",
        ),
        f"The banker needs one of {lost} cards, of 101. A suit that you do not hold cannot beat you.",
        "Say what a suit that you do not hold does.",
    )


@EXERCISES.add(
    "E18",
    "The same hand when it has to beat",
    "09",
    "conditional probability",
    "rule change",
    game="polish",
    hand=COVERED,
)
def _beats(hand: str) -> Posed:
    rules = polish_rules("beats")
    cards = rules.read_cards(hand)
    win = exact(be.polish.win_probability(hand, rules))
    own = sum(rules.outcome(cards, card) < 0 for card in cards)
    return Posed(
        polish("beats"),
        f"You hold {hand}. How probable is it that you win?",
        win,
        (
            mistake(win + Fraction(own, 101), "One of the cards that you would beat is in your own hand."),
            mistake(be.polish.win_probability(hand), "That has you win with suits that you do not hold."),
        ),
        (
            "For each suit that you hold: which cards are lower than your highest one in it?",
            "Each is in the shoe twice, but your own cards cannot be turned.",
        ),
        f"{win * 101} of 101 cards are lower than your highest card of their suit.",
    )


@EXERCISES.add(
    "E19",
    "One order for all cards",
    "09",
    "total order",
    "counting",
    game="polish",
    hand=("A♥ 9♠ 4♠", "K♥ 9♠ 4♣", "A♠ 7♦ 5♣", "Q♦ 8♥ 3♠", "K♣ 10♠ 6♠", "A♦ 5♥ 2♣"),
)
def _order(hand: str) -> Posed:
    win = exact(be.polish.win_probability(hand, polish_rules("total_order")))
    best = hand.split(maxsplit=1)[0]
    return Posed(
        polish("total_order"),
        f"You hold {hand}. How probable is it that you win?",
        win,
        (
            mistake(
                win - Fraction(1, 101), f"The other {best} does not beat yours: it is the same card, not a higher one."
            ),
        ),
        (f"Your best card is {best}. Which cards are higher?", "Each card of another kind is in the shoe twice."),
        f"{(1 - win) * 101} of the 101 other cards are higher than {best}; its twin is not.",
    )
