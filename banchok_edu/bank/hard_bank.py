"""Hard exercises: ruin, best play over several turns, and growth."""

from __future__ import annotations

from fractions import Fraction

import banchok_edu as be

from .posing import NUMBER, Chapter, Posed, exact, merged, mistake
from .rules_of import banchok_rules, bank_rules
from .wording import FRESH, IN_WORDS, a_card, banchok, count_word

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (6, 4), (5, 4), (13, 3))
ENDS = "The bank ends when it is empty (broken), or holds three times its opening sum or more (tripled)."
UNIT = "Punters bet 1 counter in every turn, without looking at their cards."


@EXERCISES.add(
    "H54",
    "Gambler's ruin",
    "06",
    "gambler's ruin",
    "martingale",
    derivation="banchok/tripled-martingale",
    bank=(3, 2, 4, 5),
    tie=("punter_wins", "banker_wins"),
)
def _ruin(bank: int, tie: str) -> Posed:
    rules = bank_rules(bank, tie=tie)
    rho = exact(be.banchok.win_probability(rules=rules)) / exact(be.banchok.loss_probability(rules=rules))
    other = exact(be.bank_chain(bank_rules(1, tie=tie), be.policies.Blind(1)).probability("tripled"))
    return Posed(
        banchok(tie, FRESH, ENDS, UNIT),
        "A banker opens with B counters. Show that the bank is tripled with probability 1/(1 + r^B + r^(2B)), where "
        f"r is P(punter wins)/P(banker wins). What is it for B = {bank}?",
        be.bank_chain(rules, be.policies.Blind(1)).probability("tripled"),
        merged(
            mistake(Fraction(1, 3), "That takes the bank itself for a martingale: the coups are not fair."),
            mistake(other**bank, "That takes one counter at a time. They stand and fall together."),
            mistake(1 / (1 + rho + rho**2), "That is the chance for a bank of 1 counter."),
        ),
        (
            "The bank is no martingale, but some power of r, with the bank in the exponent, is. Which?",
            "The mean of r^bank stays r^B. At the end the bank is 0 or 3B: solve for the chance of 3B.",
        ),
        f"r = {rho}. From r^B = u r^(3B) + 1 - u follows u = (r^B - 1)/(r^(3B) - 1) = 1/(1 + r^B + r^(2B)).",
        "Write the proof in a few lines.",
    )


@EXERCISES.add(
    "H55",
    "A bank against careful punters",
    "06",
    "gambler's ruin",
    "conditional probability",
    derivation="banchok/tripled-first-step",
    bank=(2, 1, 3),
    rank=("8", "7", "9", "10"),
)
def _careful(bank: int, rank: str) -> Posed:
    rules = bank_rules(bank)
    win = exact(be.banchok.win_given_bet(rank))
    policy = be.policies.Threshold(rank, stake=1)
    return Posed(
        banchok("punter_wins", FRESH, ENDS),
        f"Punters look at their cards, bet 1 counter on {a_card(rank)} or better, and pass otherwise. A banker opens "
        f"with {bank} counter{'s' * (bank > 1)}. How probable is it that the bank is tripled?",
        be.bank_chain(rules, policy).probability("tripled"),
        (
            mistake(
                be.bank_chain(rules, be.policies.Blind(1)).probability("tripled"),
                "That takes the odds of punters who bet blindly. These choose their cards.",
            ),
            mistake(Fraction(1, 3), "That is so for fair coups."),
        ),
        (
            "Passes only take time. What are the odds of a coup, given that there is a bet?",
            f"A bet wins with probability {win}. Put these odds into the formula of the gambler's ruin.",
        ),
        f"r = P(bet won)/P(bet lost) = {win / (1 - win)}, and 1/(1 + r^{bank} + r^{2 * bank}).",
    )


@EXERCISES.add(
    "H56",
    "How the length of a bank spreads",
    "06",
    "generating function",
    "variance",
    kind=NUMBER,
    size=SIZES,
)
def _length(size: tuple[int, int]) -> Posed:
    chain = be.bank_chain(bank_rules(1, size), be.policies.Blind(1))
    q = exact(be.banchok.loss_probability(rules=banchok_rules(size)))
    mean = exact(chain.expected_coups)
    square = exact(chain.chain.variance_of_steps()) + mean**2
    return Posed(
        banchok("punter_wins", FRESH, ENDS, UNIT, size=size),
        "A banker opens with 1 counter. Find the generating function of the number T of coups until the bank ends, "
        "and from it the variance of T. What is the variance?",
        chain.chain.variance_of_steps(),
        (
            mistake(mean - 1, "That would be so for another distribution. T takes steps of its own."),
            mistake(square, "That is the mean of the square of T."),
        ),
        (
            "Write F for the generating function from 1 counter, G for that from 2. What does one coup do?",
            f"F = z(p + q G) and G = z(p F + q), with q = {q}. Then Var T = F''(1) + F'(1) - F'(1)^2.",
        ),
        f"F(z) = (p z + q^2 z^2)/(1 - p q z^2) with q = {q}; the mean is {mean}.",
    )


@EXERCISES.add(
    "H57",
    "One bet in several turns",
    "07",
    "optimal stopping",
    kind=NUMBER,
    derivation="banchok/stopping",
    turns=(3, 2, 4, 5),
)
def _stopping(turns: int) -> Posed:
    found = be.banchok.optimal_stopping(turns)
    one = exact(be.banchok.threshold_value("8"))
    return Posed(
        banchok("punter_wins", FRESH),
        f"You may make one bet, of 1 counter, within {count_word(turns)} turns; each time you see your card first. "
        "What is your mean gain with the best rule?",
        found.value,
        (
            mistake(turns * one, "That adds up the turns, as if you might bet in each of them."),
            mistake(one, "That is what a single turn is worth. Waiting for a better card is worth more."),
        ),
        (
            "Begin with the last turn: what is it worth?",
            "One turn before, bet if the edge of your card is more than that. The value is the mean of the larger "
            "of both.",
        ),
        f"The lowest cards to bet on, turn by turn: {', '.join(found.thresholds)}.",
        "Say why the first threshold is the highest.",
    )


@EXERCISES.add(
    "H58",
    "A bank has only so much",
    "07",
    "dynamic programming",
    kind=NUMBER,
    turns=(2, 3, 4),
)
def _no_stop(turns: int) -> Posed:
    one = exact(be.banchok.best_threshold().value)
    return Posed(
        banchok("punter_wins", FRESH, "The bank goes on until it is empty, however large it grows."),
        f"A lone punter has {count_word(turns)} turns against a bank of 1. Before each he sees his card, and then "
        "stakes any part of the bank, or nothing. What is his largest mean gain in all?",
        1 - (1 - one) ** turns,
        (
            mistake(turns * one, "That adds up the turns. After a bet won there is less in the bank to be won."),
            mistake(one, "That is what one turn is worth."),
        ),
        (
            f"One turn against a bank b is worth {one} b. What is the bank on average after a bet?",
            "Let the value of k turns against a bank b be v(k) b. A bet of x with edge e gains e x on average, and "
            "leaves that much less: find v(2) from v(1).",
        ),
        f"In each turn the mean of the bank is multiplied by {1 - one} under the best play, so 1 - "
        f"({1 - one})^{turns}.",
    )


@EXERCISES.add(
    "H59",
    "When a full bank ends",
    "07",
    "dynamic programming",
    kind=NUMBER,
    turns=(3, 4, 5),
)
def _with_stop(turns: int) -> Posed:
    one = exact(be.banchok.best_threshold().value)
    return Posed(
        banchok("punter_wins", FRESH, "The bank ends when it is empty, or holds 3 counters or more."),
        f"A lone punter has {count_word(turns)} turns against a bank of 1 counter. Before each he sees his card, and "
        "then stakes a whole number of counters from 1 up to the bank, or nothing. What is his largest mean gain in "
        "all, in counters?",
        be.lone_punter(bank_rules(1), turns).value,
        (
            mistake(1 - (1 - one) ** turns, "That has the bank go on for ever. A big bet that is lost may end it."),
            mistake(turns * one, "That adds up the turns, as if the bank were always 1."),
        ),
        (
            "Write v(k, b) for the value of k turns against a bank b; v(k, 0) = v(k, 3) = v(k, 4) = 0.",
            "Begin with k = 1, and for each card take the best of 0, 1, ..., b counters.",
        ),
        "Worked out backwards from the last turn, for the banks 1 and 2, with the best stake for each card.",
        "Say with which cards it is better to stake less than the whole bank.",
    )


@EXERCISES.add(
    "H60",
    "What part of your fortune?",
    "07",
    "Kelly",
    derivation="banchok/kelly",
    rank=("Q", "9", "10", "J", "K"),
    tie=("punter_wins", "banker_wins"),
)
def _kelly(rank: str, tie: str) -> Posed:
    rules = be.BanchokRules(tie=tie)
    win = exact(be.banchok.win_probability(rank, rules))
    return Posed(
        banchok(tie, FRESH, "The bank can meet any stake."),
        f"You hold {a_card(rank)}. What share of your fortune do you stake, if it is to grow as fast as possible in "
        "the long run?",
        be.banchok.kelly(rank, rules).fraction,
        (
            mistake(1, "That makes the mean as large as possible, and ruins you sooner or later."),
            mistake(win, "That is the chance to win. Half a chance would then mean half the fortune for a fair bet."),
        ),
        (
            "A stake f multiplies your fortune by 1 + f or by 1 - f. Of what do you take the mean?",
            "Of the logarithm: p log(1 + f) + q log(1 - f). Where is its derivative 0?",
        ),
        f"f = p - q with p = {win} and q = {1 - win} ({IN_WORDS[tie]}).",
        "Say what is wrong with staking all when the edge is positive.",
    )


TWO = "There is one punter. A pass turns no card; used cards are shuffled and put under the deck."


@EXERCISES.add(
    "H61",
    "Waiting for a good card",
    "08",
    "conditional probability",
    "dependence",
    derivation="banchok/first-bet",
    rank=("8", "7", "9", "10", "J"),
)
def _first_bet(rank: str) -> Posed:
    return Posed(
        banchok("punter_wins", TWO),
        f"From a freshly shuffled deck the punter passes until he has {a_card(rank)} or better, and then bets. How "
        "probable is it that he wins this first bet?",
        be.banchok.first_bet_win_probability(rank),
        (
            mistake(
                be.banchok.win_given_bet(rank),
                "That forgets the waiting. His passes took only low cards out of the deck.",
            ),
            mistake(be.banchok.win_probability(), "That is the chance of one who bets on any card."),
        ),
        (
            "Which cards have gone by before the first bet? So which are left?",
            "How probable is it that the card right after the first high one is high too? And who wins if it is not?",
        ),
        "A low card turned loses to his; a high one is turned with probability b/52, b the number of high cards, "
        "and then both are a random pair of them.",
        "Say why it differs from independent coups.",
    )


@EXERCISES.add(
    "H62",
    "Two bets lost running",
    "08",
    "conditional probability",
    "dependence",
    rank=("8", "7", "9", "10"),
)
def _two_lost(rank: str) -> Posed:
    lost = 1 - exact(be.banchok.win_given_bet(rank))
    first = 1 - exact(be.banchok.first_bet_win_probability(rank))
    return Posed(
        banchok(
            "punter_wins", TWO, "The bank is tripled, and ends, when it holds three times its opening sum or more."
        ),
        f"From a freshly shuffled deck the punter passes until he has {a_card(rank)} or better, bets the whole bank, "
        "and does so again. How probable is it that he loses his first two bets?",
        be.banchok.first_two_bets_lost(rank),
        (
            mistake(lost**2, "That takes coups for independent. The deck is not shuffled in between."),
            mistake(first**2, "That takes the second bet to be like the first. Two high cards are gone by then."),
        ),
        (
            "A bet is lost only if the turned card is high too. Where do the high cards lie in the deck?",
            "The second high card follows right after the first, and the fourth right after the third.",
        ),
        "Two pairs of neighbours among the high cards, and both pairs in rising order.",
    )
