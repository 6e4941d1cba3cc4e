"""Exercises on many coups: streaks, counts of wins, small samples, and doubling."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

import banchok_edu as be

from .posing import COUNT, NUMBER, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules
from .wording import FRESH, banchok, count_word

EXERCISES = Chapter()
BLIND = "A punter bets in every coup without looking at his card."
TIE = ("punter_wins", "banker_wins")
DOUBLING = (
    "A punter doubles: he stakes 1 counter, and after each coup lost twice as many as before, until he wins one or "
    "has lost"
)


def _win(tie: str) -> Fraction:
    return exact(be.banchok.win_probability(rules=banchok_rules(tie=tie)))


def streak_chain(p: Fraction, length: int) -> be.Chain:
    """Give the chain of the wins that he has running, until there are so many.

    >>> streak_chain(Fraction(1, 2), 2).expected_steps()
    6
    """
    return be.Chain({n: {n + 1: p, 0: 1 - p} for n in range(length)}, start=0)


@EXERCISES.add("E83", "After a streak", "05", "streaks", "independence", lost=(4, 3, 5, 6, 8), tie=TIE)
def _next(lost: int, tie: str) -> Posed:
    p = _win(tie)
    return Posed(
        banchok(tie, FRESH, BLIND),
        f"He has lost {count_word(lost)} coups running. How probable is it that he wins the next one?",
        p,
        (
            mistake(
                1 - (1 - p) ** (lost + 1),
                f"That is the chance, before all of them, of a win within {count_word(lost + 1)} coups. The deck "
                "knows nothing of the ones before.",
            ),
            mistake(
                p * (1 - p) ** lost,
                "That is the chance of the whole row, before it began. What has happened is certain.",
            ),
        ),
        ("What becomes of the cards between two coups?", "All are shuffled anew. Then what can the coups before tell?"),
        "The deck is shuffled anew: the coups before tell nothing of the next one.",
        "Say what would be different if the used cards stayed out of the deck.",
    )


@EXERCISES.add(
    "E84",
    "Waiting for a first win",
    "05",
    "geometric",
    "expectation",
    kind=NUMBER,
    tie=("punter_wins", "banker_wins", "push"),
)
def _waiting(tie: str) -> Posed:
    p = _win(tie)
    return Posed(
        banchok(tie, FRESH, BLIND),
        "How many coups does it take on average until he wins one, that coup included?",
        1 / p,
        (
            mistake(p, "That is the chance of a single coup. How many of these does it take?"),
            mistake(1 / p - 1, "That counts the coups before, without the one that is won."),
        ),
        ("Let m be the mean. What is left after a first coup that was not won?", f"m = 1 + (1 - {p}) m."),
        f"m = 1 + (1 - p) m, so m = 1/p with p = {p}.",
    )


@EXERCISES.add("E85", "What doubling costs", "05", "doubling systems", kind=COUNT, rounds=(7, 5, 6, 8, 9, 10))
def _doubled(rounds: int) -> Posed:
    return Posed(
        banchok("punter_wins", FRESH, BLIND),
        f"{DOUBLING} {count_word(rounds)} coups running. How many counters has he lost when he has lost all of these?",
        sum(2**k for k in range(rounds)),
        (
            mistake(2**rounds, "That would be the stake of the coup after them."),
            mistake(2 ** (rounds - 1), "That is the last stake alone."),
        ),
        ("Write the stakes down: 1, 2, 4, and so on.", "Add them up: how far is the sum from the next power of 2?"),
        f"1 + 2 + ... + {2 ** (rounds - 1)} = {2**rounds} - 1.",
    )


@EXERCISES.add(
    "M86",
    "Just so many wins",
    "05",
    "binomial",
    wins=((6, 10), (3, 5), (4, 6), (5, 8), (7, 12)),
    tie=TIE,
)
def _binomial(wins: tuple[int, int], tie: str) -> Posed:
    k, n = wins
    p = _win(tie)
    one_row = p**k * (1 - p) ** (n - k)
    return Posed(
        banchok(tie, FRESH, BLIND),
        f"How probable is it that he wins exactly {count_word(k)} of {count_word(n)} coups?",
        comb(n, k) * one_row,
        (
            mistake(
                one_row, "That is the chance of one given order of wins and losses. In how many orders may they come?"
            ),
            mistake(Fraction(k, n), "That is a frequency, not its probability."),
            mistake(comb(n, k) * Fraction(1, 2**n), "That is so for fair coups. Somebody has the ties."),
        ),
        (
            f"How probable is one order, say first {count_word(k)} wins, then {count_word(n - k)} losses?",
            f"There are C({n},{k}) orders, all equally likely.",
        ),
        f"C({n},{k}) p^{k} (1 - p)^{n - k} with p = {p}.",
    )


@EXERCISES.add(
    "M87",
    "Luck in a small sample",
    "05",
    "small samples",
    "binomial",
    wins=((7, 10), (6, 8), (8, 12), (4, 5), (5, 6)),
    tie=TIE,
)
def _at_least(wins: tuple[int, int], tie: str) -> Posed:
    k, n = wins
    p = _win(tie)
    chances = [comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]
    return Posed(
        banchok(tie, FRESH, BLIND),
        f"How probable is it that he wins at least {count_word(k)} of {count_word(n)} coups?",
        sum(chances[k:], Fraction(0)),
        (
            mistake(chances[k], f"That is the chance of exactly {count_word(k)}. More would do as well."),
            mistake(sum(chances[k + 1 :], Fraction(0)), f"That leaves out exactly {count_word(k)}."),
        ),
        (
            f"How probable is each number of wins from {k} to {n}?",
            "Each is C(n,j) p^j (1 - p)^(n - j); add them up.",
        ),
        f"The sum of C({n},j) p^j (1 - p)^({n} - j) for j = {k} to {n}, with p = {p}.",
        f"Say what you would think of a punter who won {count_word(k)} of {count_word(n)}.",
    )


@EXERCISES.add("M88", "The first win comes just then", "05", "geometric", at=(3, 2, 4, 5), tie=TIE)
def _first_at(at: int, tie: str) -> Posed:
    p = _win(tie)
    return Posed(
        banchok(tie, FRESH, BLIND),
        f"How probable is it that coup number {at} is the first that he wins?",
        p * (1 - p) ** (at - 1),
        (
            mistake(1 - (1 - p) ** at, f"That is the chance of a win within the first {count_word(at)}."),
            mistake((1 - p) ** (at - 1), "That has the coups before lost. And this one?"),
            mistake(p, "That is the chance to win that coup. It must also be the first."),
        ),
        ("What must happen in the coups before?", "They are lost, each with 1 - p, and then one is won."),
        f"(1 - p)^{at - 1} p with p = {p}.",
    )


@EXERCISES.add(
    "M89", "Waiting for a streak", "05", "Markov chain", "streaks", kind=NUMBER, length=(3, 2, 4, 5), tie=TIE
)
def _streak(length: int, tie: str) -> Posed:
    p = _win(tie)
    return Posed(
        banchok(tie, FRESH, BLIND),
        f"How many coups does it take on average until he has won {count_word(length)} running?",
        streak_chain(p, length).expected_steps(),
        (
            mistake(
                1 / p**length, "That asks how often a given row of coups is all won. A streak may begin at any coup."
            ),
            mistake(length / p, "That is how long it takes to win so many in all, not running."),
        ),
        (
            "Let m(j) be the mean number still to come, when j are won running. What does the next coup do?",
            "m(j) = 1 + p m(j + 1) + (1 - p) m(0), and m of the whole streak is 0.",
        ),
        f"{' + '.join(f'1/p^{k}' for k in range(1, length + 1))} with p = {p}.",
    )


@EXERCISES.add(
    "M90",
    "A streak somewhere",
    "05",
    "Markov chain",
    "streaks",
    row=((4, 20), (3, 10), (5, 20), (4, 12), (5, 30)),
    tie=TIE,
)
def _somewhere(row: tuple[int, int], tie: str) -> Posed:
    length, coups = row
    p = _win(tie)
    places = coups - length + 1
    return Posed(
        banchok(tie, FRESH, BLIND),
        f"He plays {coups} coups. How probable is it that somewhere among them are {count_word(length)} wins "
        "running, or more?",
        exact(streak_chain(p, length).distribution_after(coups).get(length, 0)),
        (
            mistake(p**length, "That is for one given place. The streak may begin at many."),
            mistake(
                1 - (1 - p**length) ** places,
                "That takes the places at which it may begin for independent. They overlap.",
            ),
        ),
        (
            "Keep how many are won running: none, one, and so on. It is a Markov chain.",
            f"Go through {coups} coups, and keep how likely each state is; who has reached {length} stays there.",
        ),
        f"From the chain of the wins running, after {coups} coups.",
        "Say whether the number surprises you.",
    )


@EXERCISES.add(
    "M91",
    "Does doubling turn the edge?",
    "05",
    "doubling systems",
    "expectation",
    kind=NUMBER,
    rounds=(6, 4, 5, 7, 8),
    tie=("banker_wins", "punter_wins"),
)
def _doubling(rounds: int, tie: str) -> Posed:
    p = _win(tie)
    q = 1 - p
    return Posed(
        banchok(tie, FRESH, BLIND, "The bank can meet every stake."),
        f"{DOUBLING} {count_word(rounds)} coups running. That is a series. What is his mean gain in a series, in "
        "counters?",
        1 - (2 * q) ** rounds,
        (
            mistake(1, "That is so if a series is always won in the end. It may also be lost as a whole."),
            mistake(1 - q**rounds, "That is the mean of what is won. What is lost when all are lost?"),
            mistake(p - q, "That is for a single coup of 1 counter."),
        ),
        (
            "A series brings 1 counter, or loses the sum of all stakes. How likely is each?",
            f"It loses 2^{rounds} - 1 counters with probability (1 - p)^{rounds}.",
        ),
        f"(1 - q^{rounds}) - q^{rounds} (2^{rounds} - 1) = 1 - (2q)^{rounds} with q = {q}: it has the sign of the "
        "edge.",
        "Say who pays for the many small wins.",
    )


@EXERCISES.add(
    "M92",
    "An evening of doubling",
    "05",
    "complement",
    "doubling systems",
    evening=((6, 50), (5, 30), (7, 100), (8, 200), (6, 100)),
    tie=TIE,
)
def _evening(evening: tuple[int, int], tie: str) -> Posed:
    rounds, series = evening
    q = 1 - _win(tie)
    lost = q**rounds
    added = "That is the mean number of lost series, and counts evenings with two of them twice."
    return Posed(
        banchok(tie, FRESH, BLIND, "The bank can meet every stake."),
        f"{DOUBLING} {count_word(rounds)} coups running. That is a series, and then he begins anew. How probable is "
        f"it that in {series} series at least one is lost as a whole?",
        1 - prod([1 - lost] * series),
        (
            mistake(lost, "That is for a single series."),
            mistake((1 - lost) ** series, "That is the chance that none is lost."),
            *([mistake(series * lost, added)] if series * lost < 1 else []),
        ),
        ("How probable is it that one series is not lost?", f"Then that {series} of them are not?"),
        f"1 - (1 - q^{rounds})^{series} with q = {q}.",
    )
