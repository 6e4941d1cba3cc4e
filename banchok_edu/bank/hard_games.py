"""Hard exercises: Polish banchok and Black Cat."""

from __future__ import annotations

from fractions import Fraction

import banchok_edu as be

from .posing import NUMBER, Chapter, Posed, exact, mistake
from .rules_of import cat_rules, plain_cat, polish_rules
from .wording import black_cat, count_word, polish

EXERCISES = Chapter()
PUNTERS = (5, 3, 4, 6, 7)
CHANGE = (
    "Scoop, Transfer Bank and Official Receiver, one of each, change the banker if somebody has backed them, and "
    "that ends the deal; nothing else ends it."
)


@EXERCISES.add(
    "H68",
    "Fewer trials with a hand of three",
    "09",
    "conditional Monte Carlo",
    "variance",
    game="polish",
    reading=("covers", "beats", "total_order", "covers_any"),
)
def _fewer(reading: str) -> Posed:
    share = exact(be.polish.variance_explained(polish_rules(reading)))
    return Posed(
        polish(reading),
        "You estimate P(win) by simulation. Instead of 1 for a win and 0 for a loss you average P(win | hand) over "
        "the hands dealt. What is the new variance of a single trial, divided by the old one?",
        share,
        (
            mistake(1, "The mean is the same. Is the spread of a single trial?"),
            mistake(1 - share, "That is the part of the variance that goes away."),
        ),
        (
            "The old variance is p(1 - p). The new one is the variance of P(win | hand) over the hands.",
            "be.polish.distribution(rules) gives for each chance of winning the share of the hands that have it.",
        ),
        "Var(P(win | hand)) divided by p(1 - p), over the distribution of hands.",
    )


@EXERCISES.add(
    "H69",
    "One deck, a hand of any size",
    "09",
    "exchangeability",
    "counting",
    game="polish",
    derivation="polish/one-deck-beats",
    hand=(5, 4, 6, 2),
)
def _one_deck(hand: int) -> Posed:
    return Posed(
        polish("beats", decks=1, hand=hand),
        "Show that with N cards in s suits of r ranks and a hand of h you win with probability 1 - s/(h + 1) (1 - "
        f"C(N - r, h + 1)/C(N, h + 1)). What is it for {count_word(hand)} cards of 52?",
        be.polish.win_probability(rules=polish_rules("beats", decks=1, hand=hand)),
        (
            mistake(
                Fraction(hand, hand + 1), "That asks for the best card of all, whatever its suit. The suit must match."
            ),
            mistake(
                1 - Fraction(4, hand + 1) if hand > 3 else Fraction(1, hand + 1),
                "That has every suit among the cards. Some suits may be missing.",
            ),
        ),
        (
            "The hand and the turned card are h + 1 exchangeable cards. In each suit that is there one card is the "
            "highest.",
            "The banker wins if the turned card is one of these. How many are there on average?",
        ),
        f"The mean number of suits among {hand + 1} cards, divided by {hand + 1}, is the banker's chance.",
        "Write the proof in a few lines.",
    )


@EXERCISES.add(
    "H70",
    "Before the banker changes",
    "10",
    "symmetry",
    "exchangeability",
    game="black_cat",
    derivation="black_cat/acts-first",
    punters=PUNTERS,
)
def _before(punters: int) -> Posed:
    rules = cat_rules(punters)
    backed = Fraction(punters, 28)
    none = 1 - exact(be.black_cat.change_of_banker(rules))
    return Posed(
        black_cat(CHANGE, punters=punters),
        "Take one In card. How probable is it that it is dealt and backed, and turned before any backed card that "
        "changes the banker?",
        be.black_cat.acts_before_change("In", rules),
        (
            mistake(backed * none, "That asks for no change in the whole deal. It only must not come before."),
            mistake(backed, "That forgets that a change may end the deal before it is turned."),
        ),
        (
            "Look at four cards: this one and the three that change the banker. Which of them comes first under a "
            "marker?",
            "Each of the four is as likely to be the first of those that are backed, if any is.",
        ),
        f"A quarter of 1 - C(24,{punters})/C(28,{punters}).",
    )


@EXERCISES.add(
    "H71",
    "How many cards are turned?",
    "10",
    "expectation",
    "order statistics",
    game="black_cat",
    kind=NUMBER,
    punters=(4, 3, 5, 6, 7),
)
def _turned(punters: int) -> Posed:
    rules = cat_rules(punters)
    change = exact(be.black_cat.change_of_banker(rules))
    return Posed(
        black_cat(CHANGE, punters=punters),
        "The cards are turned one after another. What is the mean number of cards turned in a deal?",
        be.black_cat.expected_cards_turned(rules),
        (
            mistake(7, "That is half of the deal. Often nothing ends it before its last card."),
            mistake(14 * (1 - change), "That has a deal which a change ends turn no card."),
        ),
        (
            "The mean is the sum over t of P(more than t cards are turned).",
            "More than t are turned if no change card is backed among the first t positions. How many markers are "
            "there?",
        ),
        "The sum over t = 0 to 13 of the chance that the first t cards hold no backed change card.",
    )


@EXERCISES.add(
    "H72",
    "How far the pool spreads",
    "10",
    "variance",
    "hypergeometric",
    game="black_cat",
    kind=NUMBER,
    derivation="black_cat/net-variance",
    punters=PUNTERS,
)
def _flow(punters: int) -> Posed:
    each = Fraction(2 * 2 * sum(k * k for k in range(1, 6)), 28)
    return Posed(
        black_cat(
            "An In that is backed brings its number into the pool, an Out takes it out; special cards leave the "
            "pool alone.",
            punters=punters,
        ),
        "All cards are turned. What is the variance of the counters that come in less those that go out?",
        be.black_cat.net_flow(cat_rules(punters), ends=False).variance,
        (
            mistake(
                punters * each,
                "That adds variances as if the backed cards were independent. They are drawn without replacement.",
            ),
            mistake(each, "That is the variance of one backed card."),
        ),
        (
            "What is the variance of one card of the pack: its number, with + for In, - for Out, and 0 for a "
            "special one?",
            f"For {punters} cards without replacement: {punters} times that, times (28 - {punters})/27.",
        ),
        f"{punters} times {each} times {28 - punters}/27.",
    )


@EXERCISES.add(
    "H73",
    "Balanced cards may break the bank",
    "10",
    "dynamic programming",
    "counting",
    game="black_cat",
    punters=(4, 3, 5),
    pool=(6, 5, 8),
)
def _broken(punters: int, pool: int) -> Posed:
    return Posed(
        black_cat(
            "An In that is backed brings its number into the pool, an Out takes it out; special cards are blank "
            "here. The bank is broken as soon as an Out asks for more than the pool holds.",
            punters=punters,
        ),
        f"The pool begins with {pool} counters, and all cards are turned. How probable is it that the bank is "
        "broken? (A computer may help.)",
        be.black_cat.broken_probability(rules=plain_cat(punters, pool)),
        (
            mistake(0, f"In and Out balance on average, so that the mean is {pool}. The way may still go below 0."),
            mistake(
                be.black_cat.broken_probability(rules=plain_cat(2, pool)),
                "That is the chance with two backed cards.",
            ),
        ),
        (
            "Only the backed cards matter, in the order in which they are turned: all orders are equally likely.",
            "Go through these cards one by one, and keep for each pool how likely it is; drop what falls below 0.",
        ),
        f"A sum over the orders of {punters} of 28 cards, by the pool that is left.",
    )


@EXERCISES.add(
    "H74",
    "Who would be banker?",
    "10",
    "expectation",
    "fairness",
    game="black_cat",
    kind=NUMBER,
    derivation="black_cat/burden",
    punters=PUNTERS,
)
def _burden(punters: int) -> Posed:
    burden = exact(be.black_cat.banker_burden(cat_rules(punters)))
    return Posed(
        black_cat(
            CHANGE,
            "In and Out move counters between their backers and the pool, which may fall below 0 here. Scoop or "
            "Transfer Bank, if backed, take the pool from the banker; the backer of an Official Receiver pays him "
            "what it holds; the backer of the Stake pays him 6. All other cards do nothing here.",
            punters=punters,
        ),
        "The banker stakes 6 into the pool, and what it holds at the end is his if he is still banker. What is his "
        "mean gain in a deal, in counters?",
        burden,
        (
            mistake(0, "In and Out balance. Do the other cards?"),
            mistake(-burden, "Look once more at the sign: what is good for punters is bad for him."),
        ),
        (
            "Each backed card acts with the same chance, that it comes before a change. What does each bring him?",
            "In and Out cancel. What remains: two cards that take the pool from him, and one that pays him 6.",
        ),
        "By exchangeability each special card acts equally often; two cost him the pool of 6, one pays him 6.",
        "Say whether you would rather be banker or punter.",
    )


@EXERCISES.add(
    "H75",
    "A bank at Polish banchok",
    "09",
    "gambler's ruin",
    "Markov chain",
    game="polish",
    reading=("covers", "beats", "total_order", "covers_any"),
)
def _polish_bank(reading: str) -> Posed:
    rules = be.PolishRules(
        win_rule=reading, players=2, opening=1, deck_use="fresh_each_coup", pass_limit=None, stake_limit="bank"
    )
    q = exact(be.polish.loss_probability(rules=rules))
    ends = "The bank ends when it is empty, or holds three times its opening sum (tripled)."
    unit = "Punters bet 1 counter in every turn, without looking. All cards are shuffled anew before each coup."
    return Posed(
        polish(reading, extra=f"{ends} {unit}"),
        "A banker opens with 1 counter. How probable is it that the bank is tripled?",
        be.bank_chain(rules, be.policies.Blind(1)).probability("tripled"),
        (
            mistake(q**2, "That counts only the way straight up. The bank may also go up, down and up again."),
            mistake(Fraction(1, 3), "That is so for fair coups."),
        ),
        (
            "How probable is it that the banker wins a coup? be.polish.loss_probability(rules=rules) tells.",
            "From 1 it goes to 0 or 2, from 2 to 1 or 3: two equations.",
        ),
        f"q = {q}, and q^2/(1 - q(1 - q)).",
    )
