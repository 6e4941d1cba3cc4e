"""Exercises on what a simulation can tell: intervals, repeating, coverage, and forecasts."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import banchok_edu as be

from .posing import CHOICE, COUNT, NUMBER, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules
from .wording import FRESH, ONE_COUP, a_card, banchok, count_word

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (10, 4), (11, 4), (13, 3))
Z = Fraction(196, 100)


@EXERCISES.add(
    "E93",
    "How many intervals miss?",
    "05",
    "intervals",
    "expectation",
    kind=NUMBER,
    students=(40, 20, 60, 100, 300),
    level=(95, 90, 99),
)
def _missing(students: int, level: int) -> Posed:
    miss = 1 - Fraction(level, 100)
    return Posed(
        banchok("punter_wins", FRESH),
        f"{students} students simulate 10,000 coups each, with seeds of their own, and each gives a {level} % "
        "interval for P(win). All have programmed rightly. How many of these intervals miss the true value on "
        "average?",
        students * miss,
        (
            mistake(0, "A right program still has luck. What does the per cent of the interval promise?"),
            mistake(students * (1 - miss), "That is how many hold it."),
        ),
        (f"How probable is it that a single {level} % interval misses?", "Add that up over all students."),
        f"{students} times {miss}.",
        "Say what you would ask of a student whose interval missed.",
    )


@EXERCISES.add(
    "M94", "Trying until it disagrees", "05", "complement", "intervals", runs=(5, 3, 10, 20, 14), level=(95, 90, 99)
)
def _rerun(runs: int, level: int) -> Posed:
    hit = Fraction(level, 100)
    return Posed(
        banchok("punter_wins", FRESH),
        f"A student simulates P(win) again and again, each time with another seed, and stops when the {level} % "
        f"interval misses the exact value. He has patience for {count_word(runs)} runs. The program is right. How "
        "probable is it that he finds a run that misses?",
        1 - hit**runs,
        (
            mistake(1 - hit, "That is for a single run. He has more than one chance."),
            mistake(runs * (1 - hit), "That adds the chances up, and counts a run after he has stopped."),
            mistake(hit**runs, "That is the chance that he finds none."),
        ),
        (
            f"How probable is it that all {count_word(runs)} runs hold the exact value?",
            "The runs are independent: multiply, then take it from 1.",
        ),
        f"1 - ({hit})^{runs}.",
        "Say what one may conclude from the run that he then shows.",
    )


@EXERCISES.add("M95", "Narrower by a factor", "05", "sample size", kind=COUNT, factor=(2, 3, 4, 5, 10))
def _narrower(factor: int) -> Posed:
    coups = 1000
    return Posed(
        banchok("punter_wins", FRESH),
        f"The 95 % interval from {coups} coups is too wide. How many coups are needed in all for an interval about "
        f"{count_word(factor)} times as narrow?",
        coups * factor**2,
        (
            mistake(coups * factor, "That makes it narrower by the square root of the factor only."),
            mistake(coups * (factor**2 - 1), "Those are the coups that have to be added."),
        ),
        ("How does the standard error depend on the number of coups?", "It goes with one over the square root of n."),
        f"{coups} times {factor}^2.",
    )


def coverage(coups: int, p: Fraction) -> Fraction:
    """Give how often the interval "frequency and 1.96 standard errors" holds the true value.

    >>> coverage(1, Fraction(1, 2))  # the frequency is 0 or 1, and the interval is a point
    Fraction(0, 1)
    """
    found = Fraction(0)
    for wins in range(coups + 1):
        share = Fraction(wins, coups)
        if (share - p) ** 2 <= Z**2 * share * (1 - share) / coups:
            found += comb(coups, wins) * p**wins * (1 - p) ** (coups - wins)
    return found


@EXERCISES.add(
    "H96",
    "Does the interval keep its promise?",
    "05",
    "intervals",
    "binomial",
    coups=(20, 10, 15, 30),
    rank=("none", "Q", "4"),
)
def _coverage(coups: int, rank: str) -> Posed:
    known = None if rank == "none" else rank
    p = exact(be.banchok.win_probability(known))
    if known is None:
        who = "A punter bets without looking."
    else:
        who = f"Only coups in which he holds {a_card(known)} are looked at."
    found = coverage(coups, p)
    return Posed(
        banchok("punter_wins", FRESH, who),
        f"From {coups} such coups, with w wins, one makes the interval f - 1.96 s to f + 1.96 s, with f = w/{coups} "
        f"and s the root of f(1 - f)/{coups}. How probable is it that it holds the true P(win) = {p}? (A computer "
        "may help.)",
        found,
        (
            mistake(
                Fraction(95, 100),
                "That is what it promises, and keeps in the limit. So few coups may do less, or more.",
            ),
            mistake(1 - found, "That is how often it misses."),
        ),
        (
            "For each number w of wins: does the interval hold P(win)?",
            "Add up the binomial chances of those w for which it does.",
        ),
        "The sum of the binomial chances of those w whose interval holds P(win).",
    )


@EXERCISES.add(
    "H97",
    "A good forecast",
    "05",
    "forecasts",
    "variance",
    kind=NUMBER,
    derivation="banchok/explained-share",
    size=SIZES,
)
def _brier(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    p = exact(be.banchok.win_probability(rules=rules))
    blind = p * (1 - p)
    share = exact(be.banchok.variance_explained(rules))
    return Posed(
        banchok("punter_wins", ONE_COUP, size=size),
        "Before each coup you say how probable a win is. Your score is the square of the difference between that "
        "and the result, 1 for a win and 0 for a loss (Brier, 1950); low is good. You see your card, and say P(win "
        "| rank). What is your mean score?",
        blind * (1 - share),
        (
            mistake(blind, "That is the score of one who says P(win) each time. You know your card."),
            mistake(blind * share, "That is what you gain by knowing your card."),
            mistake(0, "That is for one who knows the turned card too."),
        ),
        (
            "With a card that wins with probability p the mean score is p(1 - p).",
            "Take the mean of that over the ranks; or the total variance less what the rank explains.",
        ),
        f"Without the card it is {blind}; the card explains {share} of that.",
    )


@EXERCISES.add("E114", "To read an interval aloud", "05", "intervals", kind=CHOICE, level=(95, 90, 99))
def _read(level: int) -> Posed:
    right = f"of all intervals that are made in this way, {level} % hold the true value"
    options = {
        right: "",
        f"the true value lies in this interval with probability {level} %": "The true value does not move. Which of "
        "the two is random, before the run: the interval or the value?",
        f"{level} % of coups lie in this interval": "A coup is won or lost; it lies in no interval. Of what is this "
        "an interval?",
        f"if the run is repeated, its frequency lies in this interval with {level} %": "That would need this "
        "interval to lie well; it may lie to one side of the true value.",
    }
    return Posed(
        banchok("punter_wins", FRESH),
        f"A run of 10,000 coups gives 0.524 to 0.544 as a {level} % interval for P(win). What do the {level} % say?",
        right,
        tuple(mistake(text, cause) for text, cause in options.items() if cause),
        (
            "Think of many students who make such an interval each. What is common to their intervals?",
            "Before the run the ends of the interval are random. After it nothing is.",
        ),
        "The per cent speak of the method, not of one interval.",
        "Say it in your own words.",
        options=tuple(options),
    )
