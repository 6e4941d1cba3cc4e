"""Medium exercises: the life of a bank, and how many coups tell something."""

from __future__ import annotations

from fractions import Fraction

import banchok_edu as be

from .posing import COUNT, NUMBER, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules, bank_rules
from .wording import FRESH, banchok, count_word

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (6, 4), (5, 4), (13, 3))
ENDS = "The bank ends when it is empty (broken), or holds three times its opening sum or more (tripled)."
UNIT = "Punters bet 1 counter in every turn, without looking at their cards."
WHOLE = "Every punter bets the whole bank in every turn, without looking at his card."


def _loss(size: tuple[int, int]) -> Fraction:
    """Give the chance that the banker wins a coup."""
    return exact(be.banchok.loss_probability(rules=banchok_rules(size)))


@EXERCISES.add("M35", "From one counter to three", "06", "Markov chain", "gambler's ruin", size=SIZES)
def _tripled(size: tuple[int, int]) -> Posed:
    q = _loss(size)
    chain = be.bank_chain(bank_rules(1, size), be.policies.Blind(1))
    return Posed(
        banchok("punter_wins", FRESH, ENDS, UNIT, size=size),
        "A banker opens with 1 counter. How probable is it that the bank is tripled, reaching 3 before 0?",
        chain.probability("tripled"),
        (
            mistake(q**2, "That counts only the way straight up. The bank may also go up, down and up again."),
            mistake(Fraction(1, 3), "That is so for fair coups. Here ties pay the punter."),
        ),
        (
            f"The bank wins a coup with q = {q}. From 1 it goes to 0 or 2, from 2 to 1 or 3.",
            "Let u be the chance from 1 and v that from 2. Then u = q v, and what is v?",
        ),
        f"With q = {q} and p = {1 - q}: u = q v and v = q + p u, so u = q^2/(1 - p q).",
    )


@EXERCISES.add(
    "M36",
    "How long does a small bank last?",
    "06",
    "Markov chain",
    "expectation",
    kind=NUMBER,
    derivation="banchok/coups",
    size=SIZES,
)
def _coups(size: tuple[int, int]) -> Posed:
    q = _loss(size)
    return Posed(
        banchok("punter_wins", FRESH, ENDS, UNIT, size=size),
        "A banker opens with 1 counter. What is the mean number of coups until the bank is broken or tripled?",
        be.bank_chain(bank_rules(1, size), be.policies.Blind(1)).expected_coups,
        (
            mistake(1 + q, "That counts a first coup, and a second one. The bank may go on after that."),
            mistake(2, "That is so for fair coups. Here the bank goes down more often than up."),
        ),
        (
            "Let m be the mean number from 1, and n that from 2. What is m after the first coup?",
            f"m = 1 + q n and n = 1 + p m, with q = {q}.",
        ),
        f"m = 1 + q n, n = 1 + p m, so m = (1 + q)/(1 - p q), with q = {q}.",
    )


@EXERCISES.add(
    "M37",
    "If coups were fair",
    "06",
    "gambler's ruin",
    "expectation",
    kind=NUMBER,
    bank=(3, 2, 4, 5, 6),
)
def _fair(bank: int) -> Posed:
    half = Fraction(1, 2)
    chain = be.Chain({n: {n - 1: half, n + 1: half} for n in range(1, 3 * bank)}, start=bank)
    return Posed(
        "A game with fair coins: in each coup the bank gains or loses 1 counter, each with probability 1/2, "
        f"independently. {ENDS}",
        f"A bank opens with {bank} counters. What is the mean number of coups until it is broken or tripled?",
        chain.expected_steps(),
        (
            mistake(
                2 * bank, "That is the way up in a straight line. The bank goes to and fro, and may also be broken."
            ),
            mistake(bank**2, "That is the square of the way down. The way up is longer."),
        ),
        (
            "Let m(n) be the mean number from n counters. How are m(n), m(n - 1) and m(n + 1) connected?",
            f"m(n) = 1 + (m(n - 1) + m(n + 1))/2 with m(0) = m({3 * bank}) = 0. Try n times something.",
        ),
        f"m(n) = n ({3 * bank} - n): the product of the two ways.",
    )


@EXERCISES.add("M38", "Bold play", "06", "expectation", "Markov chain", kind=NUMBER, size=SIZES)
def _bold(size: tuple[int, int]) -> Posed:
    q = _loss(size)
    chain = be.bank_chain(bank_rules(1, size), be.policies.Blind("bank"))
    return Posed(
        banchok("punter_wins", FRESH, ENDS, WHOLE, size=size),
        "A banker opens with 1 counter. What is the mean number of counters in the bank at its end?",
        chain.expected_final_bank,
        (
            mistake(3 * q**2, "That has a tripled bank hold 3 counters. What does it hold after two coups won?"),
            mistake(2 * q, "That stops after one coup. Is the bank tripled then?"),
        ),
        (
            "A coup that is won doubles the bank. How many must be won until it is tripled?",
            "Two. What is in the bank then, and how likely is it?",
        ),
        f"It doubles twice, to 4, with probability ({q})^2; otherwise it ends at 0.",
    )


@EXERCISES.add(
    "M39",
    "Tripled, but only after the deal",
    "06",
    "rule change",
    "independence",
    punters=(4, 3, 5, 6),
    size=((13, 4), (8, 4), (6, 4)),
)
def _after_deal(punters: int, size: tuple[int, int]) -> Posed:
    q = _loss(size)
    rules = bank_rules(1, size, punters=punters, tripled="after_deal")
    late = "Whether it is tripled is looked at only after a whole deal, in which each punter has had his turn."
    return Posed(
        banchok("punter_wins", FRESH, ENDS, late, WHOLE, size=size),
        f"There are {count_word(punters)} punters, and the banker opens with 1 counter. How probable is it that the "
        "bank is tripled?",
        be.bank_chain(rules, be.policies.Blind("bank")).probability("tripled"),
        (
            mistake(q**2, "After two coups the bank would be tripled, but there are punters still to come."),
            mistake(1 - (1 - q) ** punters, "That needs one coup won by the banker. One lost coup breaks the bank."),
        ),
        ("What becomes of the bank when one punter wins?", "All coups of the deal must be won by the banker."),
        f"The banker must win {punters} coups running: ({q})^{punters}.",
    )


@EXERCISES.add(
    "M40",
    "What is left on average?",
    "06",
    "martingale",
    "expectation",
    kind=NUMBER,
    punters=(4, 2, 3, 5, 6),
    size=((13, 4), (8, 4), (6, 4)),
)
def _mean_bank(punters: int, size: tuple[int, int]) -> Posed:
    q = _loss(size)
    rules = bank_rules(1, size, punters=punters, tripled="after_deal")
    edge = 1 - 2 * q
    late = "Whether it is tripled is looked at only after a whole deal, in which each punter has had his turn."
    return Posed(
        banchok("punter_wins", FRESH, ENDS, late, WHOLE, size=size),
        f"There are {count_word(punters)} punters, and the banker opens with 1 counter. What is the mean number of "
        "counters in the bank after that deal?",
        be.bank_chain(rules, be.policies.Blind("bank")).expected_final_bank,
        (
            mistake(
                1 - punters * edge,
                "That takes the edge off the opening sum each time. The stakes change with the bank.",
            ),
            mistake(q**punters, "That is the chance that anything is left. How much is it then?"),
        ),
        (
            "What does one coup for the whole bank do to its mean?",
            f"The mean is multiplied by 2q = {2 * q} in each coup.",
        ),
        f"Each coup multiplies the mean by {2 * q}: ({2 * q})^{punters}.",
    )


@EXERCISES.add(
    "M41",
    "What does it cost to bank?",
    "06",
    "Wald",
    "expectation",
    kind=NUMBER,
    derivation="banchok/coups",
    bank=(2, 3, 4, 5),
)
def _cost(bank: int) -> Posed:
    chain = be.bank_chain(bank_rules(bank), be.policies.Blind(1))
    edge = exact(be.banchok.edge())
    coups = exact(chain.expected_coups)
    return Posed(
        banchok("punter_wins", FRESH, ENDS, UNIT),
        f"A banker opens with {bank} counters. What does he lose on average, in counters, until the bank ends?",
        edge * coups,
        (
            mistake(edge * bank, "That charges the edge once for each counter. It is charged in each coup."),
            mistake(edge, "That is what one coup costs."),
        ),
        (
            "What does one coup cost the banker on average?",
            "Multiply by the mean number of coups (Wald), or compare the mean final bank with the opening sum.",
        ),
        f"{edge} a coup, and {coups} coups on average.",
    )


@EXERCISES.add(
    "M42",
    "How many coups tell nine seventeenths from one half?",
    "05",
    "sample size",
    "intervals",
    kind=COUNT,
    derivation="banchok/sample-size",
    width=("1/34", "1/100", "1/50", "1/20", "1/25"),
)
def _sample_size(width: str) -> Posed:
    count = be.banchok.sample_size(width)
    worst = be.banchok.sample_size(width, p="1/2")
    why = " That is the distance from 9/17 to 1/2." if width == "1/34" else ""
    return Posed(
        banchok("punter_wins", FRESH),
        "You estimate P(win) = 9/17 by the frequency of wins in n coups. How large must n be at least, so that the "
        f"half-width of the 95 % interval, 1.96 standard errors, is not above {width}?{why}",
        count,
        (
            mistake(1 / Fraction(width), "The half-width goes with one over the square root of n, not with 1/n."),
            mistake(count - 1, "That is a little too few. Which way must be rounded?"),
        ),
        (
            "The standard error of a frequency is the root of p(1 - p)/n.",
            f"1.96 times that is {width}: solve for n, and round up.",
        ),
        f"n >= 1.96^2 p(1 - p) / ({width})^2. With p = 1/2, the worst case, it would be {worst}.",
        also=(worst,),
    )
