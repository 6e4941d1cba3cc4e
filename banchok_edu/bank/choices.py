"""Exercises of choice and reason, in pairs: what is most likely, and what is least likely.

Each pair lays the same options before the student, once for the largest and once for the smallest number. Who answers
by a picture instead of by a probability often gives both times the same answer, or "all alike" only once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from typing import TYPE_CHECKING, Any

import banchok_edu as be
from banchok_edu.cards import RANKS
from banchok_edu.quantiles import normal_quantile

from .posing import CHOICE, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules, bank_rules, cat_rules, polish_rules
from .wording import FRESH, ONE_COUP, a_card, banchok, black_cat, count_word, deck, polish, word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

EXERCISES = Chapter()
ALIKE = "all of these alike"
WHY = "Say why, in one or two sentences."


@dataclass(frozen=True)
class Laid:
    """What is laid before the student: options with their numbers, and what they are taken for."""

    rule: str
    most: str
    """The question for the largest number."""
    least: str
    options: Mapping[str, Any]
    """Each option with its number."""
    wrong: Mapping[str, str]
    """What to say of an option that is taken for the largest or the smallest, and is not."""
    hints: tuple[str, str]
    alike: str = "They are not: work one of them out."
    """What to say to one who takes all of them for alike."""


def _asked(laid: Callable[..., Laid], *, largest: bool, **given: Any) -> Posed:
    """Ask for the largest or the smallest."""
    found = laid(**given)
    pick = max if largest else min
    right = pick(found.options, key=lambda text: float(found.options[text]))
    others = [text for text in found.options if text != right]
    if any(found.options[text] == found.options[right] for text in others):
        others.append(right)  # then there is no one answer, and the variant is not admitted
    numbers = ", ".join(f"{text}: {float(number):.4g}" for text, number in found.options.items())
    return Posed(
        found.rule,
        found.most if largest else found.least,
        right,
        (*(mistake(text, found.wrong[text]) for text in others), mistake(ALIKE, found.alike)),
        found.hints,
        f"In numbers: {numbers}.",
        WHY,
        options=(*found.options, ALIKE),
    )


def _pair(
    names: tuple[str, str], title: str, lesson: str, *concepts: str, game: str = "banchok", **vary: tuple[Any, ...]
) -> Callable[[Callable[..., Laid]], Callable[..., Laid]]:
    """Declare both exercises of a pair."""

    def added(laid: Callable[..., Laid]) -> Callable[..., Laid]:
        for largest, name, other in ((True, names[0], names[1]), (False, names[1], names[0])):
            which = f"{title} ({'most' if largest else 'least'})"
            more: dict[str, Any] = {"kind": CHOICE, "game": game, "pair": other, **vary}
            EXERCISES.add(name, which, lesson, *concepts, **more)(partial(_asked, laid, largest=largest))
        return laid

    return added


@_pair(
    ("E98", "E99"),
    "Rows of results",
    "05",
    "sample space",
    "streaks",
    "independence",
    tie=("punter_wins", "banker_wins"),
    coups=(5, 4, 6),
)
def _rows(tie: str, coups: int) -> Laid:
    p = exact(be.banchok.win_probability(rules=banchok_rules(tie=tie)))
    rows = ["W" * coups, "L" * coups, "WL" * (coups // 2) + "W" * (coups % 2), "LLW" + "LW" * (coups // 2)]
    rows[3] = rows[3][: coups - 1] + "L"
    looks = "It looks more like chance, but each row is a single outcome: multiply its chances."
    long = "A row of equal results is one outcome like the others. Which of win and loss is more likely in a coup?"
    return Laid(
        banchok(tie, FRESH, "A punter bets without looking."),
        f"He plays {count_word(coups)} coups; W is a win, L a loss. Which of these rows, just in this order, is most "
        "likely?",
        f"He plays {count_word(coups)} coups; W is a win, L a loss. Which of these rows, just in this order, is "
        "least likely?",
        {row: p ** row.count("W") * (1 - p) ** row.count("L") for row in rows},
        {rows[0]: long, rows[1]: long, rows[2]: looks, rows[3]: looks},
        (
            "How probable is a win in a single coup? Is it one half?",
            "Count the W in each row: only their number matters.",
        ),
        "That would be so if a win and a loss were equally likely. What of ties?",
    )


@_pair(
    ("E100", "E101"), "The best card on the table", "04", "order statistics", punters=(4, 3, 5, 6), low=("8", "9", "7")
)
def _best(punters: int, low: str) -> Laid:
    chances = be.banchok.best_of(punters).probabilities
    ranks = ("A", "Q", low, "2")
    return Laid(
        f"One deck of {deck()}; an ace is the highest card.",
        f"{count_word(punters).capitalize()} punters are dealt a card each. Which rank is most likely to be the best "
        "of their cards?",
        f"{count_word(punters).capitalize()} punters are dealt a card each. Which rank is least likely to be the "
        "best of their cards?",
        {a_card(rank): chances[rank] for rank in ranks},
        {
            a_card(rank): f"For {a_card(rank)} to be the best, all others must be no higher. How often is that?"
            for rank in ranks
        },
        (
            "What must hold for all cards, if a given rank is the best?",
            "Compare how many cards are no higher than each of these ranks.",
        ),
        "Each rank is equally likely for a single card. Is it for the best of several?",
    )


def _tail(coups: int, share: Fraction, p: Fraction) -> float:
    """Give the chance of a share of wins that is at least this."""
    least = -(-coups * share.numerator // share.denominator)
    return float(sum(comb(coups, k) * p**k * (1 - p) ** (coups - k) for k in range(least, coups + 1)))


@_pair(
    ("E102", "E103"),
    "Luck and the size of a sample",
    "05",
    "small samples",
    share=("3/5", "7/10", "2/5"),
    coups=(10, 20),
)
def _samples(share: str, coups: int) -> Laid:
    p = exact(be.banchok.win_probability())
    part = Fraction(share)
    sizes = (coups, 5 * coups, 20 * coups)
    small = (
        "In a small sample the frequency lies far from the probability more often. On which side of it is this share?"
    )
    return Laid(
        banchok("punter_wins", FRESH, "A punter bets without looking."),
        f"In which of these samples is it most likely that at least {int(part * 100)} % of the coups are won?",
        f"In which of these samples is it least likely that at least {int(part * 100)} % of the coups are won?",
        {f"{n} coups": _tail(n, part, p) for n in sizes},
        {f"{n} coups": small for n in sizes},
        (
            f"The chance of a win is {p}, about 53 %. Is {int(part * 100)} % above or below that?",
            "How far does the frequency lie from the probability in a small sample, and in a large one?",
        ),
        "The share is the same, but a large sample keeps closer to the probability.",
    )


@_pair(("E104", "E105"), "The width of an interval", "05", "sample size", "intervals", coups=(100, 1000, 10_000))
def _widths(coups: int) -> Laid:
    kinds = {(95, coups): 0.95, (99, coups): 0.99, (95, 4 * coups): 0.95, (90, 4 * coups): 0.9}
    return Laid(
        banchok("punter_wins", FRESH),
        "P(win) is estimated by the frequency in n coups. Which of these intervals is the widest, as a rule?",
        "P(win) is estimated by the frequency in n coups. Which of these intervals is the narrowest, as a rule?",
        {f"{level} %, n = {n:,}": normal_quantile(share) / n**0.5 for (level, n), share in kinds.items()},
        {
            f"{level} %, n = {n:,}": "Two things count: how sure it is to be, and how many coups there are. Compare "
            "both."
            for level, n in kinds
        },
        ("What does it cost to be more sure?", "Four times as many coups halve the width. And 99 % in place of 95 %?"),
    )


@_pair(
    ("M106", "M107"),
    "Four readings of one sentence",
    "09",
    "ambiguity",
    "conditional probability",
    game="polish",
    hand=("A♠ 9♠ 4♥", "K♦ 10♦ 6♣", "Q♥ 8♥ 5♠", "7♣ 5♦ 3♦", "A♦ J♦ 2♠", "6♠ 4♠ 2♥"),
)
def _readings(hand: str) -> Laid:
    names = ("covers", "beats", "covers_any", "total_order")
    rules = " ".join(polish(name).split(" turns one of the others. ")[1].split(". In all")[0] + "." for name in names)
    return Laid(
        polish().split(" Reading")[0] + f" Who wins is read in four ways. {rules} In all other cases the bank pays "
        f"you.",
        f"You hold {hand}. Under which reading are you most likely to win?",
        f"You hold {hand}. Under which reading are you least likely to win?",
        {name.replace("_", " "): be.polish.win_probability(hand, polish_rules(name)) for name in names},
        {
            name.replace("_", " "): "Count, of the 101 other cards, those with which you win under this reading, "
            "and under the others."
            for name in names
        },
        ("What does each reading say of a suit that you do not hold?", "Then count in the suits that you hold."),
    )


def _lost() -> list[tuple[int, int, int]]:
    """List the pairs of ranks with which the punter loses, and in how many ways each comes."""
    return [(own, turned, 16) for own, turned in product(range(1, 14), repeat=2) if turned > own]


@_pair(
    ("M108", "M109"),
    "A story and its parts",
    "03",
    "Bayes",
    "conditional probability",
    ranks=(("8", "Q"), ("6", "Q"), ("5", "K"), ("4", "K"), ("7", "J")),
)
def _story(ranks: tuple[str, str]) -> Laid:
    lost, (low, high) = _lost(), ranks
    a, b = RANKS.index(low) + 1, RANKS.index(high) + 1
    total = sum(ways for *_, ways in lost)

    def share(of: Callable[[int, int], bool]) -> Fraction:
        return Fraction(sum(ways for own, turned, ways in lost if of(own, turned)), total)

    options = {
        f"he held {a_card(low)} or lower": share(lambda own, _: own <= a),
        f"he held {a_card(low)} or lower, and {a_card(high)} or better was turned": share(
            lambda own, t: own <= a and t >= b
        ),
        "he held a ten or better": share(lambda own, _: own >= 9),
    }
    first, both, third = options
    return Laid(
        banchok("punter_wins", ONE_COUP, "A punter always bets."),
        "He has lost a coup. Which of these is most likely?",
        "He has lost a coup. Which of these is least likely?",
        options,
        {
            first: "Low cards lose most coups. Look for what is less likely.",
            both: "It makes the better story. But whenever it holds, its first part holds too.",
            third: "High cards lose seldom. Count them beside the other two.",
        },
        (
            "Can two things together be more likely than one of them alone?",
            "Count lost coups: pairs in which the turned card is higher.",
        ),
    )


@_pair(
    ("M110", "M111"),
    "Where to lay your marker",
    "10",
    "symmetry",
    "expectation",
    game="black_cat",
    punters=(4, 3, 5, 6),
)
def _marker(punters: int) -> Laid:
    rules = cat_rules(punters)
    return Laid(
        black_cat(
            "In and Out move counters between the pool and their backers; Scoop and Transfer Bank give their backer "
            "the pool and the bank; the backer of an Official Receiver pays for the pool what it holds; the backer "
            "of the Stake pays 6. All other cards do nothing here. Cards are turned from position 1 to 14, and a "
            "change of banker ends the deal.",
            punters=punters,
        ),
        "Where is your marker worth most to you on average?",
        "Where is your marker worth least to you on average?",
        {f"position {place}": be.black_cat.marker_value(place, rules) for place in (1, 7, 14)},
        {
            f"position {place}": "Each position holds each card with the same chance. Which are turned before the "
            "deal may end?"
            for place in (1, 7, 14)
        },
        (
            "Is the card under your marker likely to be turned at all?",
            "A card brings its backer more than it costs on average. Then when?",
        ),
        "They hold the same cards with the same chances, but a deal may end before the last is turned.",
    )


@_pair(("M112", "M113"), "Who triples the bank?", "06", "gambler's ruin", "Markov chain", bank=(2, 3, 4, 5))
def _triples(bank: int) -> Laid:
    ways = {
        "1 counter in every turn, blindly": be.policies.Blind(1),
        "the whole bank in every turn, blindly": be.policies.Blind("bank"),
        "1 counter on an eight or better, else a pass": be.policies.Threshold("8", stake=1),
    }
    rules = bank_rules(bank)
    small, whole, careful = ways
    return Laid(
        banchok(
            "punter_wins",
            FRESH,
            "The bank ends when it is empty, or holds three times its opening sum or more (tripled).",
        ),
        f"A banker opens with {bank} counters, and all punters bet alike. With which bets is the bank most likely to "
        "be tripled?",
        f"A banker opens with {bank} counters, and all punters bet alike. With which bets is the bank least likely "
        "to be tripled?",
        {text: be.bank_chain(rules, policy).probability("tripled") for text, policy in ways.items()},
        {
            small: "Many small coups let the edge work. How many are needed to triple this bank?",
            whole: "It takes two coups won running. Compare that with many small ones.",
            careful: "Passing costs them nothing. With which chance do they win when they bet?",
        },
        (
            "Whom does the edge favour, and in how many coups can it work?",
            "Whole bank: q^2. One counter at a time: 1/(1 + r^B + r^(2B)).",
        ),
    )


@EXERCISES.add(
    "M115", "Which model?", "08", "choosing the model", "dependence", kind=CHOICE, rank=("8", "9", "10", "7")
)
def _model(rank: str) -> Posed:
    waits = f"a punter passes until he has {a_card(rank)} or better, and then bets from the same deck"
    independent, real = exact(be.banchok.win_given_bet(rank)), exact(be.banchok.first_bet_win_probability(rank))
    others = {
        "a punter bets blindly in the first coup after a shuffle": "One coup from a shuffled deck is the same in "
        "both models.",
        "a punter bets blindly in the tenth coup of a deck of which he has seen nothing": "Any two cards of a "
        "shuffled deck are like any other two, if nothing was seen.",
        f"a punter bets on {a_card(rank)} or better in the first coup after a shuffle": "One coup from a shuffled "
        "deck is the same in both models, whatever his rule.",
    }
    return Posed(
        banchok("punter_wins", "A deck is either shuffled anew before each coup, or once, and then used up."),
        "In which case does the model of independent coups give a wrong chance to win, if in truth the deck is "
        "shuffled only once?",
        waits,
        tuple(mistake(text, cause) for text, cause in others.items()),
        (
            "What was seen, or decided, from the cards before that coup?",
            f"Which cards have gone by when the first {word(rank)} or better comes?",
        ),
        f"Waiting takes low cards out: {real} in place of {independent}.",
        WHY,
        options=(*list(others)[:2], waits, list(others)[2]),
    )
