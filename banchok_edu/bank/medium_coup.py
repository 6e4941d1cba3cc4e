"""Medium exercises: betting on what one sees, and what a bet or a win tells."""

from __future__ import annotations

from fractions import Fraction

import banchok_edu as be
from banchok_edu.cards import RANKS

from .posing import CHOICE, COUNT, NUMBER, Chapter, Posed, exact, merged, mistake
from .rules_of import banchok_rules
from .wording import ONE_COUP, a_card, banchok, count_word, plural, word

EXERCISES = Chapter()
SIZES = ((13, 4), (8, 4), (9, 4), (10, 4), (11, 4), (13, 3))
WHOLE = "Whoever bets stakes the whole bank, and gains it or loses as much."


@EXERCISES.add(
    "M20",
    "What a threshold is worth",
    "02",
    "total probability",
    "expectation",
    kind=NUMBER,
    derivation="banchok/threshold",
    rank=("8", "6", "9", "10", "J", "Q"),
)
def _threshold_value(rank: str) -> Posed:
    given = 2 * exact(be.banchok.win_given_bet(rank)) - 1
    blind = exact(be.banchok.win_probability())
    forgets = "That is the mean gain of a bet. Some turns see no bet: how many?"
    wins = "That is how often a punter wins who always bets, not what this one gains."
    share = Fraction(13 - RANKS.index(rank), 13)
    return Posed(
        banchok("punter_wins", ONE_COUP, WHOLE),
        f"A punter looks at his card and bets on {a_card(rank)} or better; otherwise he passes. What is his mean "
        "gain in a turn, in banks?",
        be.banchok.threshold_value(rank),
        merged(mistake(given, forgets), mistake(blind, wins)),
        (
            "The turn falls into two cases: he bets, or he passes and gains nothing.",
            f"He bets with probability {share}. What is the mean of P(win) - P(loss) over the cards he bets on?",
        ),
        f"He bets with probability {share}, and then gains {given} on average.",
    )


@EXERCISES.add(
    "M21",
    "When ties no longer pay",
    "02",
    "rule change",
    "expectation",
    kind=NUMBER,
    tie=("push", "banker_wins"),
    rank=("8", "9", "10", "J"),
)
def _tie_changed(tie: str, rank: str) -> Posed:
    usual = be.banchok.threshold_value(rank)
    return Posed(
        banchok(tie, ONE_COUP, WHOLE),
        f"A punter looks at his card and bets on {a_card(rank)} or better; otherwise he passes. What is his mean "
        "gain in a turn, in banks?",
        be.banchok.threshold_value(rank, be.BanchokRules(tie=tie)),
        (mistake(usual, "That is so if ties pay the punter. They are rare, but each of them counts."),),
        (
            "How likely is a tie in a coup, whatever the card?",
            "What did a tie bring under the usual rule, and what does it bring now?",
        ),
        f"When ties pay the punter it is {usual}. A tie after a bet has the chance {13 - RANKS.index(rank)}/13 times "
        "1/17.",
    )


@EXERCISES.add(
    "M22",
    "The best rule when the banker wins ties",
    "02",
    "rule change",
    "decision",
    kind=NUMBER,
    size=((13, 4), (11, 4), (9, 4), (7, 4), (13, 3)),
)
def _banker_wins(size: tuple[int, int]) -> Posed:
    rules = banchok_rules(size, "banker_wins")
    middle = RANKS[-(size[0] // 2 + 1)]
    best = be.banchok.best_threshold(rules)
    return Posed(
        banchok("banker_wins", ONE_COUP, WHOLE, size=size),
        "A punter looks at his card, and bets or passes so that his mean gain is the largest. What is that mean "
        "gain in a turn, in banks?",
        best.value,
        (
            mistake(
                be.banchok.threshold_value(middle, rules),
                f"That still bets on {a_card(middle)}. Count which cards win and lose against it now.",
            ),
            mistake(
                be.banchok.best_threshold(banchok_rules(size)).value, "That has ties pay the punter; here they do not."
            ),
        ),
        (
            "On which cards is the chance to win above one half, now that ties lose?",
            "Add P(win) - P(loss) over these ranks, and divide by the number of all ranks.",
        ),
        f"The lowest rank to bet on is the {word(best.rank)}; the edges of the ranks from there on give {best.value}.",
    )


@EXERCISES.add(
    "M23",
    "What a win tells of the card",
    "03",
    "Bayes",
    "natural frequencies",
    derivation="banchok/rank-given-win",
    rank=("A", "K", "Q", "J", "6", "5", "4", "3", "2"),
)
def _given_win(rank: str) -> Posed:
    return Posed(
        banchok("punter_wins", ONE_COUP),
        f"A punter always bets, and has won. How probable is it that he held {a_card(rank)}?",
        be.banchok.rank_given_win()[rank],
        (
            mistake(Fraction(1, 13), "That is the chance before the coup. A win tells something of the card."),
            mistake(be.banchok.win_probability(rank), "That is P(win | card). Here P(card | win) is asked for."),
        ),
        (
            "Think of 663 coups in which each of 13 ranks meets each of 51 other cards. How many are won?",
            f"351 are won. How many of these with {a_card(rank)}?",
        ),
        f"Of 351 coups won in 663 there are {exact(be.banchok.win_probability(rank)) * 51} with {a_card(rank)}.",
        "Say why it is not one in thirteen.",
    )


@EXERCISES.add(
    "M24",
    "What a lost bet tells of the card",
    "03",
    "Bayes",
    derivation="banchok/rank-given-lost",
    rank=("8", "9", "10", "J", "K"),
    threshold=("8", "7", "6"),
)
def _given_lost(rank: str, threshold: str) -> Posed:
    chances = be.banchok.rank_given_bet_lost(threshold)
    ranks = 13 - RANKS.index(threshold)
    lost = [int(exact(be.banchok.loss_probability(one)) * 51) for one in RANKS[-ranks:]]
    return Posed(
        banchok("punter_wins", ONE_COUP),
        f"A punter bets on {a_card(threshold)} or better only. He has bet, and lost. How probable is it that he held "
        f"{a_card(rank)}?",
        chances[rank],
        (
            mistake(
                Fraction(1, ranks), "That takes all cards he bets on for equally likely. An ace, for one, cannot lose."
            ),
            mistake(be.banchok.loss_probability(rank), "That is P(lost | card). Here P(card | lost) is asked for."),
        ),
        (
            f"Let each of the {ranks} ranks he bets on meet each of the 51 other cards. How many of these coups are "
            "lost?",
            f"With {plural(threshold)} {lost[0]} are lost, and 4 fewer with each next rank.",
        ),
        f"Lost coups by rank from the {word(threshold)} on: {', '.join(map(str, lost))}; together {sum(lost)}.",
    )


@EXERCISES.add(
    "M25",
    "Who bets is no random punter",
    "03",
    "Bayes",
    "conditional probability",
    derivation="banchok/win-given-bet",
    rank=("8", "6", "9", "10", "J", "Q"),
)
def _given_bet(rank: str) -> Posed:
    return Posed(
        banchok("punter_wins", ONE_COUP),
        f"A punter bets on {a_card(rank)} or better only, and has just bet. You do not see his card. How probable is "
        "it that he wins?",
        be.banchok.win_given_bet(rank),
        merged(
            mistake(be.banchok.win_probability(), "That is the chance of a punter who always bets. This one chose to."),
            mistake(
                be.banchok.win_probability(rank), f"That is so if he holds {a_card(rank)}; he may hold a better card."
            ),
        ),
        ("Which cards may he hold, now that he has bet?", "They are equally likely: average their chances to win."),
        "The mean of P(win | rank) over the ranks he bets on, which are equally likely.",
    )


@EXERCISES.add(
    "M29",
    "How much of the luck is in your own card?",
    "04",
    "variance",
    derivation="banchok/explained-share",
    size=SIZES,
)
def _explained(size: tuple[int, int]) -> Posed:
    share = exact(be.banchok.variance_explained(banchok_rules(size)))
    return Posed(
        banchok("punter_wins", ONE_COUP, size=size),
        "Let W be 1 if you win and 0 if not. Which share of the variance of W is explained by the rank of your own "
        "card? That is Var(P(win | rank)) divided by Var(W).",
        share,
        (
            mistake(1, "That has the card settle the coup. After you have looked, is it still open who wins?"),
            mistake(1 - share, "That is the share that stays open when you know your card."),
        ),
        (
            "Var(W) is p(1 - p). What is P(win | rank) for each rank?",
            "It rises by the same step from rank to rank, and all ranks are equally likely: take the variance of that.",
        ),
        "By the law of total variance; the rest is luck in the turned card.",
    )


@EXERCISES.add(
    "M32",
    "A card has gone by",
    "08",
    "conditional probability",
    rank=("8", "6", "7", "9", "10"),
    seen=("A♠", "K♠", "2♠", "3♠"),
)
def _seen(rank: str, seen: str) -> Posed:
    win = exact(be.banchok.win_probability(rank, seen=seen))
    before = exact(be.banchok.win_probability(rank))
    other = (51 * before - 1) / 50 if win == 51 * before / 50 else 51 * before / 50
    what = (
        "That takes the seen card out of the cards that win for you, but it was not one of them."
        if other < win
        else "That takes the seen card out of the deck, but still counts it among those that win for you."
    )
    return Posed(
        banchok(),
        f"You hold {a_card(rank)}, and you have seen {seen} go by, which does not come back before your coup. How "
        "probable is it that you win?",
        win,
        (
            mistake(before, "That leaves the seen card among those that can be turned."),
            mistake(other, what),
        ),
        ("How many cards can still be turned?", "50. How many of them are lower than yours, or tie?"),
        f"{win * 50} of the 50 cards that are left win for you.",
    )


@EXERCISES.add(
    "M33",
    "How many low cards turn the odds?",
    "08",
    "counting cards",
    "decision",
    kind=COUNT,
    rank=("8", "9", "10"),
)
def _counting_cards(rank: str) -> Posed:
    low = [f"{one}{suit}" for one in RANKS[: RANKS.index(rank)] for suit in "♠♥♦♣"]
    chances = [exact(be.banchok.win_probability(rank, seen=low[:k])) for k in range(len(low))]
    fair = next(k for k, chance in enumerate(chances) if chance <= Fraction(1, 2))
    return Posed(
        banchok(),
        f"You hold {a_card(rank)}. Lower cards have gone by, and nothing else; they do not come back before your "
        "coup. How many of them make the bet no longer favourable, so that P(win) is not above one half?",
        fair,
        (
            mistake(1, "One low card gone lowers the chance. Is it then at one half already?"),
            mistake(fair + 1, "That makes the bet unfavourable. When is it just fair?"),
        ),
        (
            "How many of the 51 other cards win for you, and how many lose?",
            "Each low card gone takes one from those that win. When are there as many of both?",
        ),
        f"At first {chances[0] * 51} cards win and {51 - chances[0] * 51} lose; the difference is {fair}.",
    )


@EXERCISES.add(
    "M34",
    "Is it worth to have seen three cards?",
    "08",
    "value of information",
    kind=CHOICE,
    seen=(3, 1, 2, 10, 20),
)
def _information(seen: int) -> Posed:
    value = exact(be.banchok.value_of_information(seen))
    more, none, less = "more than 0", "exactly 0", "less than 0"
    right = more if value > 0 else none
    about = {
        more: "It would be, if what was seen could change what you do. Can it, with the card in the middle?",
        none: "That holds if no cards that you may see can change what you do. Think of many low ones.",
        less: "Who knows more can still do as before. Can knowing more cost anything?",
    }
    return Posed(
        banchok("punter_wins", ONE_COUP, WHOLE),
        f"Before he bets, a punter sees his own card and {count_word(seen)} other card{'s' * (seen > 1)}, drawn at "
        "random, that cannot be turned. By how much does his mean gain in a turn grow, if he plays as well as he "
        "can both times?",
        right,
        tuple(mistake(text, cause) for text, cause in about.items() if text != right),
        (
            "When does knowing more change what you do? Look at the card next to the threshold.",
            "With an eight 27 cards win and 24 lose; with a seven 23 win and 28 lose. How many cards must go to tip "
            "that?",
        ),
        f"The gain is {value}: cards seen are worth something only if they can change a decision.",
        f"Say what {count_word(seen)} card{'s' * (seen > 1)} can do to an eight, and to a seven.",
        options=(none, more, less),
    )
