"""Exercises whose answer is simulated: it is judged by its standard error, with the student's own seed."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import banchok_edu as be
from banchok_edu.cards import RANKS

from .intervals import coverage
from .posing import SIMULATED, Chapter, Posed, Run, exact, merged, mistake, run_of
from .rules_of import banchok_rules, bank_rules, cat_rules, polish_rules
from .streaks import streak_chain
from .wording import FRESH, IN_WORDS, a_card, banchok, black_cat, count_word, deck, polish

EXERCISES = Chapter()
TIE = ("punter_wins", "banker_wins", "push")
COUPS = 20_000
OWN = "random.Random({seed})"
GIVE = "Give the number that you find, or the Estimate."
COLUMNS = (
    "found.own >> 2 are the ranks of your cards, 1 the lowest, found.turned >> 2 those turned, and found.outcome is -1 "
    "where you win."
)


def _coups(rules: str, trials: int = COUPS) -> str:
    return (
        f"Play {trials:,} coups with your own seed: found = be.coups({rules}, n={trials}, seed={{seed}}), or six "
        "lines of Python of your own."
    )


def _asked_again(tie: str) -> str:
    return "be.BanchokRules()" if tie == "punter_wins" else f'be.BanchokRules(tie="{tie}")'


@EXERCISES.add("E116", "How often do you win?", "01", "simulation", kind=SIMULATED, tie=TIE)
def _frequency(tie: str) -> Posed:
    rules = banchok_rules(tie=tie)
    win = exact(be.banchok.win_probability(rules=rules))
    tied = exact(be.banchok.tie_probability())
    other = win + tied if tie != "punter_wins" else win - tied
    return Posed(
        banchok(tie, FRESH),
        f"{_coups(_asked_again(tie))} You always bet. In what share of the coups do you win? {GIVE}",
        win,
        merged(
            mistake(other, "Look at what your program does with ties."),
            mistake(1 - win, "Look which side you have counted: there are two players."),
        ),
        (
            "Count the coups that you win, and divide by all of them.",
            'found.probability("wins") does it. What does it count as a win?',
        ),
        f"The exact number is {win} ({IN_WORDS[tie]}).",
        run=run_of(win, COUPS),
    )


@EXERCISES.add(
    "E117",
    "How often is there a tie?",
    "01",
    "simulation",
    kind=SIMULATED,
    size=((13, 4), (8, 4), (9, 4), (10, 4), (13, 3)),
)
def _ties(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size)
    tied = exact(be.banchok.tie_probability(rules=rules))
    told = "be.BanchokRules()" if size == (13, 4) else f"be.BanchokRules(ranks={size[0]}, suits={size[1]}, players=2)"
    trials = 100_000
    return Posed(
        banchok("punter_wins", FRESH, size=size),
        f"{_coups(told, trials)} {COLUMNS} In what share of the coups do both cards have the same rank? {GIVE}",
        tied,
        (mistake(Fraction(1, size[0]), "Look whether your program puts your own card back into the deck."),),
        (
            "Compare own and turned rank in each coup.",
            "The mean of (found.own[:, 0] >> 2) == (found.turned >> 2) is the share.",
        ),
        f"The exact number is {tied}.",
        run=run_of(tied, trials),
    )


@EXERCISES.add(
    "E118",
    "How often do three cards win?",
    "09",
    "simulation",
    kind=SIMULATED,
    game="polish",
    reading=("covers", "beats", "covers_any", "total_order"),
)
def _polish(reading: str) -> Posed:
    win = exact(be.polish.win_probability(rules=polish_rules(reading)))
    other = "beats" if reading != "beats" else "covers"
    return Posed(
        polish(reading),
        f"{_coups(f'be.PolishRules(win_rule={reading!r})')} In what share of the coups do you win? {GIVE}",
        win,
        (
            mistake(
                be.polish.win_probability(rules=polish_rules(other)),
                f'That is what one finds under the reading "{other}".',
            ),
        ),
        (
            "Deal three cards, turn one, and ask who wins; count.",
            'found.probability("wins") counts the coups that the bank pays.',
        ),
        f"The exact number is {win}.",
        run=run_of(win, COUPS),
    )


@EXERCISES.add(
    "M119",
    "Which card did the winners hold?",
    "03",
    "simulation",
    "Bayes",
    kind=SIMULATED,
    rank=("A", "K", "Q", "3", "2"),
)
def _winners(rank: str) -> Posed:
    share = exact(be.banchok.rank_given_win()[rank])
    won = round(COUPS * exact(be.banchok.win_probability()))
    return Posed(
        banchok("punter_wins", FRESH),
        f"{_coups('be.BanchokRules()')} {COLUMNS} You always bet. Look at the coups that you win. In what share of "
        f"them did you hold {a_card(rank)}? {GIVE}",
        share,
        (
            mistake(Fraction(1, 13), "That is what one finds among all coups. Among which was it to be counted?"),
            mistake(
                be.banchok.win_probability(rank), "That is P(win | card). Which of the two was to be the condition?"
            ),
        ),
        (
            "Take only the coups with a win, and then look at your card.",
            "Divide by the number of coups won, not by all.",
        ),
        f"The exact number is {share}.",
        run=run_of(share, won),
    )


@EXERCISES.add(
    "M120", "What a threshold brings", "02", "simulation", "expectation", kind=SIMULATED, rank=("8", "9", "10", "6")
)
def _threshold(rank: str) -> Posed:
    value = exact(be.banchok.threshold_value(rank))
    blind = exact(be.banchok.edge())
    given = 2 * exact(be.banchok.win_given_bet(rank)) - 1
    return Posed(
        banchok("punter_wins", FRESH),
        f"{_coups('be.BanchokRules()')} {COLUMNS} You stake 1 counter on {a_card(rank)} or better, and pass "
        f"otherwise. What do you gain in a turn on average, passes included, in counters? {GIVE}",
        value,
        (
            mistake(given, "That is the mean over the bets. Turns with a pass count too."),
            mistake(blind, "That is what one gains who always bets."),
        ),
        (
            "What does each turn bring: 1, -1, or 0?",
            "Add up over all turns, and divide by their number, passes included.",
        ),
        f"The exact number is {value}.",
        run=Run(COUPS, sqrt(float(be.banchok.threshold_variance(rank)))),
    )


@EXERCISES.add(
    "M121",
    "How often is a bet won?",
    "03",
    "simulation",
    "conditional probability",
    kind=SIMULATED,
    rank=("9", "8", "10", "J"),
)
def _bets(rank: str) -> Posed:
    win = exact(be.banchok.win_given_bet(rank))
    share = Fraction(13 - RANKS.index(rank), 13)
    return Posed(
        banchok("punter_wins", FRESH),
        f"{_coups('be.BanchokRules()')} {COLUMNS} You bet on {a_card(rank)} or better only. What share of your bets "
        f"do you win? {GIVE}",
        win,
        (
            mistake(win * share, "Look by what you have divided: by all turns, or by the bets?"),
            mistake(be.banchok.win_probability(), "That is what one finds for one who always bets."),
        ),
        ("Take only the coups in which you bet.", "Divide the bets won by the number of bets."),
        f"The exact number is {win}.",
        run=run_of(win, int(COUPS * share)),
    )


@EXERCISES.add(
    "M122",
    "At least one high card",
    "04",
    "simulation",
    "complement",
    kind=SIMULATED,
    punters=(3, 4, 5),
    rank=("K", "Q", "J"),
)
def _high(punters: int, rank: str) -> Posed:
    chance = exact(be.banchok.best_of(punters).at_least(rank))
    share = Fraction(13 - RANKS.index(rank), 13)
    trials = 50_000
    return Posed(
        f"One deck of {deck()}, shuffled before each deal.",
        f"Write six lines of Python, with {OWN} as your luck: deal a card each to {count_word(punters)} punters, "
        f"{trials:,} times. In what share of the deals does somebody hold {a_card(rank)} or better? {GIVE}",
        chance,
        (
            mistake(1 - chance, "Look which deals you have counted."),
            mistake(share, "That is what one finds for a single punter."),
        ),
        (
            "luck.sample(cards, k) draws k cards without replacement.",
            "Ask whether the largest of them is high enough, and count.",
        ),
        f"The exact number is {chance}.",
        run=run_of(chance, trials),
    )


@EXERCISES.add(
    "M123", "A streak among twenty", "05", "simulation", "streaks", kind=SIMULATED, length=(4, 5, 3), tie=TIE[:2]
)
def _streak(length: int, tie: str) -> Posed:
    p = exact(be.banchok.win_probability(rules=banchok_rules(tie=tie)))
    chance = exact(streak_chain(p, length).distribution_after(20).get(length, 0))
    trials = 10_000
    return Posed(
        banchok(tie, FRESH, "A punter bets without looking."),
        f"Write six lines of Python, with {OWN} as your luck: play 20 coups, each won with probability {p}, "
        f"{trials:,} times. In what share of these rows are there {count_word(length)} wins running, or more? {GIVE}",
        chance,
        (
            mistake(p**length, "That is what one finds for the first coups alone. A streak may begin later."),
            mistake(1 - chance, "Look which rows you have counted."),
        ),
        ("Keep a count of the wins running, and set it back at a loss.", 'With a text of W and L: "W" * k in row.'),
        "The exact number comes from the chain of the wins running.",
        run=run_of(chance, trials),
    )


@EXERCISES.add(
    "M124", "How often is the bank tripled?", "06", "simulation", "gambler's ruin", kind=SIMULATED, bank=(2, 1, 3)
)
def _tripled(bank: int) -> Posed:
    chance = exact(be.bank_chain(bank_rules(bank), be.policies.Blind(1)).probability("tripled"))
    trials = 10_000
    return Posed(
        banchok(
            "punter_wins",
            FRESH,
            "The bank ends when it is empty, or holds three times its opening sum or more (tripled).",
        ),
        f"Let {trials:,} banks of {bank} counter{'s' * (bank > 1)} live, with {OWN} as your luck, or by be.simulate "
        "with rules for two "
        f'players, opening={bank}, deck_use="fresh_each_coup", pass_limit=None, be.policies.Blind(1) and '
        f"seed={{seed}}. Each punter bets 1 counter in every turn without looking. What share of the banks is "
        f"tripled? {GIVE}",
        chance,
        (
            mistake(1 - chance, "Look which end you have counted."),
            mistake(Fraction(1, 3), "That is what one finds with fair coups. Look at ties."),
        ),
        (
            "A bank goes up by 1 with probability 8/17, and down otherwise.",
            "Let it go until it is 0 or has three times its opening sum.",
        ),
        f"The exact number is {chance}.",
        run=run_of(chance, trials),
    )


@EXERCISES.add("M125", "How long does the bank live?", "06", "simulation", "Wald", kind=SIMULATED, bank=(2, 3, 4))
def _lives(bank: int) -> Posed:
    chain = be.bank_chain(bank_rules(bank), be.policies.Blind(1))
    mean, trials = exact(chain.expected_coups), 40_000
    return Posed(
        banchok("punter_wins", FRESH, "The bank ends when it is empty, or holds three times its opening sum or more."),
        f"Let {trials:,} banks of {bank} counter{'s' * (bank > 1)} live, with {OWN} as your luck. Each punter bets 1 "
        f"counter in every turn without looking. How many coups does a bank last on average? {GIVE}",
        mean,
        (
            mistake(2 * bank * bank, "That is what one finds with fair coups. Look at ties."),
            mistake(mean - 1, "Look whether the last coup is counted."),
        ),
        (
            "A bank goes up by 1 with probability 8/17, and down otherwise.",
            "Count the coups until it is 0 or has three times its opening sum.",
        ),
        f"The exact number is {mean}.",
        run=Run(trials, sqrt(float(chain.chain.variance_of_steps()))),
    )


@EXERCISES.add(
    "H126",
    "Tied pairs in a deck",
    "08",
    "simulation",
    "variance",
    kind=SIMULATED,
    size=((13, 4), (12, 4), (10, 4), (8, 4)),
)
def _pairs(size: tuple[int, int]) -> Posed:
    found = be.banchok.frozen_deck(banchok_rules(size))
    mean, trials, pairs = exact(found.mean_of_K), 10_000, size[0] * size[1] // 2
    return Posed(
        f"One deck of {deck(size)}.",
        f"Shuffle the deck {trials:,} times, with {OWN} as your luck, and part it into {pairs} pairs: first and "
        "second card, third and fourth, and so on. How many pairs have two cards of the same rank, on average? "
        f"{GIVE}",
        mean,
        (
            mistake(
                Fraction(pairs, size[0]),
                "Look whether both cards of a pair come from the same deck, without replacement.",
            ),
            mistake(2 * mean, "Look how many pairs you go through: each card belongs to one."),
        ),
        (
            "luck.shuffle(cards), then compare cards[0] with cards[1], and so on.",
            "cards[0::2] and cards[1::2] are the first and the second cards.",
        ),
        f"The exact number is {mean}.",
        run=Run(trials, sqrt(float(found.variance_of_K))),
    )


@EXERCISES.add(
    "H127",
    "How far a deal goes",
    "10",
    "simulation",
    "order statistics",
    kind=SIMULATED,
    game="black_cat",
    punters=(4, 3, 5, 6),
)
def _turned(punters: int) -> Posed:
    turned = be.black_cat.cards_turned(cat_rules(punters))
    mean, trials = exact(turned.mean), 20_000
    return Posed(
        black_cat(
            "Scoop, Transfer Bank and Official Receiver, one of each, end the deal when they are turned and "
            "somebody has backed them; nothing else ends it.",
            punters=punters,
        ),
        f"Deal {trials:,} times, with {OWN} as your luck. How many cards are turned in a deal on average? {GIVE}",
        mean,
        (
            mistake(14, "Look whether the deal ends at a backed card that ends it."),
            mistake(7, "That is half of the deal. Often nothing ends it before its last card."),
        ),
        (
            "Shuffle 28 numbers, of which 0, 1 and 2 are the cards that end a deal; choose the backed positions at "
            "random.",
            "Count up to the first position that is backed and holds 0, 1 or 2, or to 14.",
        ),
        f"The exact number is {mean}.",
        run=Run(trials, sqrt(float(turned.variance))),
    )


@EXERCISES.add("H128", "Coverage, tried out", "05", "simulation", "intervals", kind=SIMULATED, coups=(10, 8, 12, 6))
def _covered(coups: int) -> Posed:
    p = exact(be.banchok.win_probability())
    chance, trials = coverage(coups, p), 20_000
    return Posed(
        banchok("punter_wins", FRESH, "A punter bets without looking."),
        f"Play {coups} coups, each won with probability {p}, and make the interval f - 1.96 s to f + 1.96 s, with f "
        f"the frequency of wins and s the root of f(1 - f)/{coups}. Do so {trials:,} times, with {OWN} as your luck. "
        f"What share of the intervals holds {p}? {GIVE}",
        chance,
        (
            mistake(Fraction(95, 100), "That is what it promises. Count what it keeps."),
            mistake(1 - chance, "Look whether you have counted those that hold it, or those that miss."),
        ),
        (
            "Only the number of wins counts: 0 to the number of coups.",
            "Make the interval for each row, and ask whether 9/17 lies in it.",
        ),
        "The exact number is the sum of the binomial chances of those numbers of wins whose interval holds P(win).",
        run=run_of(chance, trials),
    )
