"""Medium exercises: Polish banchok and Black Cat."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import banchok_edu as be

from .posing import NUMBER, Chapter, Posed, exact, mistake
from .rules_of import cat_rules, plain_cat, polish_rules
from .wording import READINGS, black_cat, count_word, polish

EXERCISES = Chapter()
PUNTERS = (5, 3, 4, 6, 7)
CHANGE = (
    "Scoop, Transfer Bank and Official Receiver, one of each, change the banker if somebody has backed them, and "
    "that ends the deal; nothing else ends it."
)


@EXERCISES.add("M43", "Hands that are bad for the punter", "09", "counting", game="polish", decks=(2, 3))
def _unfavourable(decks: int) -> Posed:
    share = exact(be.polish.share_unfavourable(polish_rules(decks=decks)))
    return Posed(
        polish("covers", decks=decks),
        "Which share of all hands win less often than they lose?",
        share,
        (
            mistake(
                share / decks**3,
                f"That counts kinds of hands. Each of the three cards may come from {count_word(decks)} decks.",
            ),
        ),
        (
            "A hand of one or two suits is never bad: why? So count hands of three suits.",
            f"The banker has {decks}(13 - i) cards above a card of rank i. For which ranks i, j, k is that more than "
            "half?",
        ),
        "Hands of three suits with low cards: i + j + k small enough, in four choices of suits, with each card from "
        "any deck.",
    )


@EXERCISES.add(
    "M44",
    "One deck in one order",
    "09",
    "exchangeability",
    "symmetry",
    game="polish",
    derivation="polish/total-order-one-deck",
    hand=(3, 2, 4, 5, 6),
)
def _one_order(hand: int) -> Posed:
    return Posed(
        polish("total_order", decks=1, hand=hand),
        "Your cards are unknown. How probable is it that the banker wins?",
        be.polish.loss_probability(rules=polish_rules("total_order", decks=1, hand=hand)),
        (
            mistake(Fraction(1, 2), "Higher or lower are two cases, but not equally likely ones: you hold more cards."),
            mistake(Fraction(1, hand), "That counts your cards only. How many cards are compared in all?"),
        ),
        (
            f"{count_word(hand + 1).capitalize()} different cards lie there, the turned one among them. Which is the "
            "best?",
            "Each of them is the best with the same probability.",
        ),
        f"The turned card is the best of {hand + 1} with probability 1/{hand + 1}.",
    )


@EXERCISES.add(
    "M45",
    "Two decks in one order",
    "09",
    "exchangeability",
    game="polish",
    derivation="polish/total-order",
    hand=(3, 2, 1, 4),
)
def _two_orders(hand: int) -> Posed:
    loss = exact(be.polish.loss_probability(rules=polish_rules("total_order", hand=hand)))
    return Posed(
        polish("total_order", hand=hand),
        "Your cards are unknown. How probable is it that the banker wins?",
        loss,
        (
            mistake(Fraction(1, hand + 1), "That has no two cards the same. With two decks a twin may be turned."),
            mistake(
                Fraction(1, 2) if hand > 1 else 1 - loss,
                "That is not the banker's chance: look how many cards you hold.",
            ),
        ),
        (
            "With one deck the turned card would be the best of all with the same chance as any other.",
            "Now the best card may have its twin on the table. Who wins then?",
        ),
        "Sum over the place of the turned card: hands made of cards below it, of all hands. It is a little under "
        f"1/{hand + 1}.",
    )


@EXERCISES.add(
    "M46",
    "To beat the turned card, one deck",
    "09",
    "exchangeability",
    "total probability",
    game="polish",
    derivation="polish/one-deck-beats",
    hand=(3, 2, 4, 5),
)
def _beats(hand: int) -> Posed:
    holds = 1 - Fraction(comb(39, hand), comb(51, hand))
    return Posed(
        polish("beats", decks=1, hand=hand),
        "Your cards are unknown. How probable is it that you win?",
        be.polish.win_probability(rules=polish_rules("beats", decks=1, hand=hand)),
        (
            mistake(
                holds / 2,
                "That gives you one chance in two once you hold the suit. With more cards of it you have more.",
            ),
            mistake(holds, "That is the chance that you hold the suit. You need a higher card of it."),
        ),
        (
            "Ask first how many cards of the turned suit you hold: k with which probability?",
            "If you hold k of them, the turned card is the highest of k + 1 with probability 1/(k + 1).",
        ),
        "Sum k/(k + 1) over the number k of cards of the turned suit.",
    )


_SEES = "A punter stakes the whole bank or nothing, and may pass."


@EXERCISES.add(
    "M47",
    "To see the turned card first",
    "09",
    "value of information",
    game="polish",
    kind=NUMBER,
    reading=("covers", "beats", "total_order", "covers_any"),
)
def _exposed(reading: str) -> Posed:
    rules = be.PolishRules(win_rule=reading, exposed_pass=True)
    loss = exact(be.polish.loss_probability(rules=rules))
    value = exact(be.polish.value_of_optimal_play(rules))
    return Posed(
        polish(reading, extra=_SEES),
        "How much more does he gain in a turn on average, in banks, if he sees the card that will be turned before "
        "he bets, compared with seeing his own cards only? He plays as well as he can both times.",
        be.polish.value_of_exposed_card(1, rules),
        (
            mistake(loss, "That saves every lost bet. But without the look he passes bad hands already."),
            mistake(1 - loss, "That is what he gains with the look. What did he gain without it?"),
        ),
        (
            "With the look he bets when he wins: what is that worth?",
            "Without it he bets on hands with P(win) above 1/2, and gains the mean of 2P(win) - 1 over these.",
        ),
        f"P(win) = {1 - loss} with the look, less {value} without it.",
    )


@EXERCISES.add(
    "M48",
    "What a reading is worth",
    "09",
    "ambiguity",
    "expectation",
    game="polish",
    kind=NUMBER,
    derivation="polish/win-rules",
    other=("beats", "total_order", "covers_any"),
)
def _reading(other: str) -> Posed:
    one, two = (exact(be.polish.value_of_optimal_play(polish_rules(reading))) for reading in ("covers", other))
    blind = [2 * exact(be.polish.win_probability(rules=polish_rules(reading))) - 1 for reading in ("covers", other)]
    way = "falls" if two < one else "rises"
    return Posed(
        polish(
            "covers",
            extra=f'Another reading of the same sentence is "{other.replace("_", " ")}": {READINGS[other]}. {_SEES}',
        ),
        "A punter looks at his cards, and bets when that pays on average, under either reading. By how much does "
        "his mean gain "
        f'in a turn, in banks, change when "covers" is read as "{other.replace("_", " ")}"? (It {way}; give a '
        f"positive number.)",
        abs(one - two),
        (
            mistake(0, "Words decide who wins here: look at a hand that does not hold the turned suit."),
            mistake(abs(blind[0] - blind[1]), "That is for one who always bets. This one passes bad hands."),
        ),
        (
            "Under each reading: which hands have P(win) above 1/2?",
            "The value is the mean of 2P(win) - 1 over these hands, and 0 for the others. Take the difference.",
        ),
        f"{one} under the first reading, {two} under the other, both with the best play.",
        "Say which hands the two readings judge differently.",
    )


@EXERCISES.add(
    "M49",
    "Will the banker change?",
    "10",
    "hypergeometric",
    "complement",
    game="black_cat",
    derivation="black_cat/change",
    punters=PUNTERS,
)
def _change(punters: int) -> Posed:
    return Posed(
        black_cat("Three of the special cards change the banker if they are backed.", punters=punters),
        "How probable is it that at least one of the three cards that change the banker is dealt and backed?",
        be.black_cat.probability_backed("change", cat_rules(punters)),
        (
            mistake(
                1 - (1 - Fraction(punters, 28)) ** 3,
                "That takes the three cards for independent; they lie in different places.",
            ),
            mistake(Fraction(3 * punters, 28), "That adds up, and counts deals in which two of them are backed twice."),
        ),
        (
            "How probable is it that none of them is?",
            f"{punters} of 28 cards lie under markers. None of the three is among them.",
        ),
        f"1 - C(25,{punters})/C(28,{punters}).",
    )


@EXERCISES.add(
    "M50",
    "Just so many special cards",
    "10",
    "hypergeometric",
    "counting",
    game="black_cat",
    derivation="black_cat/specials-chance",
    k=(4, 2, 3, 5, 6),
)
def _specials(k: int) -> Posed:
    rest = 14 - k
    return Posed(
        black_cat(),
        f"How probable is it that exactly {count_word(k)} of the 14 cards dealt are special?",
        be.black_cat.dealt("special", cat_rules(2))[k],
        (
            mistake(
                comb(14, k) * Fraction(2, 7) ** k * Fraction(5, 7) ** rest,
                "That puts each card back before the next is dealt: it is the binomial distribution.",
            ),
        ),
        (
            "In how many ways can 14 of 28 cards be dealt?",
            f"In how many of these are {k} of the 8 special ones, and {rest} of the other 20?",
        ),
        f"C(8,{k}) C(20,{rest}) / C(28,14).",
    )


@EXERCISES.add(
    "M51",
    "How far the number of special cards spreads",
    "10",
    "variance",
    "hypergeometric",
    game="black_cat",
    kind=NUMBER,
    derivation="black_cat/specials-variance",
    dealt=(14, 7, 10, 12, 16, 20),
)
def _spread(dealt: int) -> Posed:
    share = Fraction(8, 28)
    binomial = dealt * share * (1 - share)
    return Posed(
        black_cat(dealt=dealt),
        f"What is the variance of the number of special cards among the {dealt} dealt?",
        be.black_cat.dealt("special", cat_rules(2, dealt)).variance,
        (
            mistake(binomial, "That is the variance with replacement. Each card dealt changes the rest."),
            mistake(dealt * share, "That is the mean."),
        ),
        (
            "What would it be, if each card were put back?",
            f"Without replacement it is smaller, by the factor (28 - {dealt})/(28 - 1).",
        ),
        f"{binomial} times (28 - {dealt})/27.",
    )


@EXERCISES.add(
    "M52",
    "Does the Scoop end it?",
    "10",
    "symmetry",
    "exchangeability",
    game="black_cat",
    derivation="black_cat/ends-by-scoop",
    punters=(4, 3, 5, 6, 7),
)
def _by_scoop(punters: int) -> Posed:
    rules = cat_rules(punters)
    some = exact(be.black_cat.probability_backed("change", rules))
    return Posed(
        black_cat(CHANGE, punters=punters),
        "The cards are turned one after another. How probable is it that the deal ends by the Scoop?",
        be.black_cat.change_by(rules)["Scoop"],
        (
            mistake(
                Fraction(punters, 28), "Dealt and backed it may be, but another card may have ended the deal before."
            ),
            mistake(some, "That is the chance that any of the three ends it."),
        ),
        (
            "How probable is it that the deal is ended by any of the three cards?",
            "If it is, each of the three is as likely to have done it.",
        ),
        f"A third of {some}.",
        "Say why the three are equally likely to come first.",
    )


@EXERCISES.add(
    "M53",
    "Two Outs break the bank",
    "10",
    "counting",
    game="black_cat",
    pool=(6, 5, 7, 8),
)
def _two_outs(pool: int) -> Posed:
    broken = exact(be.black_cat.broken_probability(rules=plain_cat(2, pool)))
    return Posed(
        black_cat(
            "An Out that is backed takes its number from the pool, an In brings it in; special cards are blank "
            "here. The bank is broken when an Out asks for more than the pool holds.",
            punters=2,
        ),
        f"The pool holds {pool} counters, and all cards are turned. How probable is it that the bank is broken?",
        broken,
        (
            mistake(
                broken * Fraction(comb(28, 2), comb(20, 2)),
                "That chooses from the 20 In and Out cards only. The eight blank ones can be backed too.",
            ),
        ),
        (
            "It needs two backed Outs that make more than the pool together. Which pairs do?",
            "The two backed cards are any two of 28. Count the pairs of Outs: of each number there are two cards.",
        ),
        f"{broken * comb(28, 2)} of the C(28,2) pairs of cards are Outs with a sum above {pool}.",
    )
