"""Hard exercises: the deck that remembers, and estimating with less luck."""

from __future__ import annotations

import banchok_edu as be

from .posing import CHOICE, NUMBER, Chapter, Posed, exact, mistake
from .rules_of import banchok_rules
from .wording import FRESH, ONE_COUP, REAL, banchok, count_word

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (10, 4), (11, 4), (13, 3))
EVEN = ((13, 4), (12, 4), (10, 4), (8, 4), (9, 4))
FROZEN = (
    "There is one punter, who bets in every turn. After each coup his card and the turned one are shuffled and put "
    "under the deck, so that the same pairs come round for ever; only which card of a pair is his is drawn anew."
)


@EXERCISES.add(
    "H63",
    "How many pairs are tied?",
    "08",
    "linearity",
    "expectation",
    kind=NUMBER,
    derivation="banchok/frozen-pairs",
    size=EVEN,
)
def _tied(size: tuple[int, int]) -> Posed:
    found = be.banchok.frozen_deck(banchok_rules(size))
    cards = size[0] * size[1]
    return Posed(
        banchok("punter_wins", FROZEN, size=size),
        f"The {cards} cards fall into {cards // 2} pairs. In the long run the frequency of wins is 1/2 + K/{cards}, "
        "with K the number of pairs of equal rank. What is the mean of K?",
        found.mean_of_K,
        (
            mistake(exact(cards // 2) / size[0], "That draws the second card of a pair with the first one put back."),
            mistake(0, "Pairs of equal rank are rare, but there are many pairs."),
        ),
        (
            "How probable is it that a given pair has equal ranks?",
            f"Add that up over all {cards // 2} pairs: is independence needed?",
        ),
        f"{cards // 2} pairs, each tied with probability {size[1] - 1}/{cards - 1}.",
    )


@EXERCISES.add(
    "H64",
    "A frequency that does not settle",
    "08",
    "variance",
    "stationary, not ergodic",
    kind=NUMBER,
    exact_only=True,
    derivation="banchok/frozen-variance",
    size=EVEN,
)
def _frozen(size: tuple[int, int]) -> Posed:
    found = be.banchok.frozen_deck(banchok_rules(size))
    cards = size[0] * size[1]
    share = exact(size[1] - 1) / (cards - 1)
    return Posed(
        banchok("punter_wins", FROZEN, size=size),
        f"In the long run the frequency of wins is 1/2 + K/{cards}, with K the number of pairs of equal rank. What "
        "is the variance of this limit over all decks? Give the exact fraction.",
        found.variance_of_win_frequency,
        (
            mistake(0, "That has every deck come to the same frequency. The same pairs come round for ever."),
            mistake(share * (1 - share) / (2 * cards), "That takes the pairs for independent. They share one deck."),
            mistake(found.variance_of_K, "That is the variance of K itself."),
        ),
        (
            f"The variance of K/{cards} is that of K, divided by {cards}^2.",
            "For the variance of K you need the chance that two given pairs are both tied: of one rank, or of two.",
        ),
        f"Var K = {found.variance_of_K}, divided by {cards}^2. The law of large numbers does not fail: its "
        "hypothesis does.",
        "Say which hypothesis of the law of large numbers is missing.",
    )


@EXERCISES.add(
    "H65",
    "Which sign has the covariance?",
    "04",
    "covariance",
    "dependence",
    kind=CHOICE,
    derivation="banchok/covariance",
    size=((13, 4), (13, 1), (8, 4), (10, 1), (13, 2), (12, 1)),
)
def _sign(size: tuple[int, int]) -> Posed:
    value = exact(be.banchok.covariance_of_wins(banchok_rules(size)))
    right = "it is positive" if value > 0 else "it is 0"
    about = {
        "it is negative": "Drawn without replacement, equal things hinder each other. But which event here is made "
        "of equal things: a win, or a tie?",
        "it is 0": "Higher and lower balance. Look at ties: does one tie change the chance of another?",
        "it is positive": "That comes from ties. How many ties are there in a deck with one suit?",
    }
    return Posed(
        banchok("punter_wins", REAL, size=size),
        "Two punters always bet; each has a card and a turned card of his own, four different cards from one deck. "
        "Let V and W be 1 if the first, or the second, wins, and 0 if not. What can be said of the covariance of V "
        "and W?",
        right,
        tuple(mistake(text, cause) for text, cause in about.items() if text != right),
        (
            "Write a win as: half a chance, and another half if there is a tie. What is P(both win) then?",
            "A tie takes two cards of one rank away. Does that make a tie of the next two cards more or less likely?",
        ),
        f"Cov(V, W) is a quarter of Cov(tie, tie), and that is {4 * value}: the covariance is {value}.",
        "Say what one tie does to the chance of the next.",
        options=tuple(about),
    )


@EXERCISES.add(
    "H66",
    "What it is worth to have seen cards",
    "08",
    "value of information",
    kind=NUMBER,
    seen=(10, 15, 20, 25, 30),
)
def _seen(seen: int) -> Posed:
    return Posed(
        banchok("punter_wins", ONE_COUP, "Whoever bets stakes the whole bank, and gains it or loses as much."),
        f"Before he bets, a punter sees his own card and {count_word(seen)} others, drawn at random, that cannot be "
        "turned. He then bets if more of the cards left win than lose. What is his mean gain in a turn, in banks? "
        "(A computer may help.)",
        be.banchok.value_after_seen(seen),
        (
            mistake(
                be.banchok.value_after_seen(0),
                "That says that a fair update changes nothing. It does not change the mean of p; but he gains the "
                "larger of 0 and 2p - 1.",
            ),
            mistake(be.banchok.win_probability(), "That would be his gain if he knew the turned card."),
        ),
        (
            "Let i be his rank. How many lower, equal and higher cards may be among those seen, and how likely?",
            "For each case count what is left: he gains the larger of 0 and (wins - losses)/(cards left).",
        ),
        "A sum over his rank and over how many lower, equal and higher cards were seen.",
        "Say why he gains, although the cards seen leave his chance the same on average.",
    )


@EXERCISES.add(
    "H67",
    "To need fewer trials",
    "05",
    "conditional Monte Carlo",
    "variance",
    derivation="banchok/explained-share",
    size=SIZES,
)
def _fewer(size: tuple[int, int]) -> Posed:
    share = exact(be.banchok.variance_explained(banchok_rules(size)))
    return Posed(
        banchok("punter_wins", FRESH, size=size),
        "You estimate P(win) by simulation. Instead of 1 for a win and 0 for a loss you average P(win | rank) over "
        "the cards dealt. What share of the trials do you need now for the same standard error? Give new trials "
        "divided by old.",
        share,
        (
            mistake(1, "The mean is the same. Is the spread of a single trial?"),
            mistake(1 - share, "That is the part of the trials that you save."),
        ),
        (
            "The standard error is the root of variance over trials. Which variance does the new average have?",
            "Var(P(win | rank)), divided by p(1 - p).",
        ),
        "By the law of total variance the luck of the turned card has been averaged out.",
    )
