"""Every formula of Banchok against counting all cards, also at odd sizes and for decks that no game has.

An oracle gives what the formula should, by plain loops over cards, or None where the formula does not hold.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest
from sympy import Rational, sqrt

import banchok_edu as be
from banchok_edu.errors import RulesError
from banchok_edu.formulas import Formula
from tests.exact.banchok_cards import SMALL, TIES, coups, deck, gain, hands, mean, pairings, share, variance

B = be.banchok
SIZES = [(1, 1), (1, 2), (1, 3), (1, 6), *SMALL, (2, 4), (4, 2), (2, 5), (15, 1)]
"""Ranks and suits; a deck of one rank or of 15 is no game, but the formulas may hold for it."""


@cache
def gains(r, s, tie):
    """List own rank and gain over all coups."""
    return [(own[0], gain(own, turned, tie)) for own, turned in coups(r, s)]


def of_rank(r, s, tie, i):
    return [x for own, x in gains(r, s, tie) if own == i] if i <= r else []


def won(x):
    return x > 0


def lost(x):
    return x < 0


def kelly(r, s, tie, i):
    found = of_rank(r, s, tie, i)
    if r < 2 or not found:
        return None
    win, loss = share(won, found), share(lost, found)
    return max(Fraction(0), (win - loss) / (win + loss))


def turn(r, s, tie, t):
    """List the gains of a turn with a threshold."""
    return [x if own >= t else 0 for own, x in gains(r, s, tie)] if t <= r else []


def best_threshold(r, s, tie):
    if r < 2:
        return None
    values = {t: mean(turn(r, s, tie, t)) for t in range(1, r + 1)}
    return max(t for t in values if values[t] == max(values.values()))


def explained(r, s):
    if r < 2:
        return None
    found = gains(r, s, "push")
    given = [share(won, of_rank(r, s, "push", i)) for i in range(1, r + 1)]
    return variance(given) / variance(int(won(x)) for _, x in found)


def rank_given_win(r, s, tie, i):
    return share(lambda own: own == i, [own for own, x in gains(r, s, tie) if won(x)]) if 2 <= r >= i else None


def rank_given_bet_lost(r, s, tie, i, t):
    ranks = [own for own, x in gains(r, s, tie) if own >= t and lost(x)]
    return share(lambda own: own == i, ranks) if t <= i <= r else None


@cache
def both(r, s, tie, used):
    """List who of two punters won, over all choices of two own cards and one or two turned cards."""
    return [
        (won(gain(cards[0], cards[2], tie)), won(gain(cards[1], cards[-1], tie)))
        for cards in permutations(deck(r, s), used)
    ]


def both_win(r, s, tie, used):
    return share(all, both(r, s, tie, used))


def covariance(r, s, used):
    found = both(r, s, "punter_wins", used)
    return share(all, found) - share(lambda one: one[0], found) ** 2 if found else None


def correlation(r, s, used):
    if r < 2 or r * s < used:
        return None
    one = share(lambda pair: pair[0], both(r, s, "banker_wins", used))
    return Rational(covariance(r, s, used)) / sqrt(Rational(one * (1 - one)) ** 2)


def best(r, s, m):
    return [max(card[0] for card in hand) for hand in hands(r, s, m)]


@cache
def ties(r, s):
    """List the number of tied pairs over all ways to pair up a deck; decks of more than ten cards are left out."""
    return [sum(one[0] == other[0] for one, other in pairs) for pairs in pairings(deck(r, s))]


def frozen(of):
    return lambda r, s: None if r * s % 2 else of(ties(r, s))


def frequency(r, s, tie, k):
    """A tied pair wins always, or never; any other in every second round."""
    pairs = Fraction(r * s, 2)
    return ((pairs - k) / 2 + (k if tie == "punter_wins" else 0)) / pairs if r * s % 2 == 0 and k <= pairs else None


@cache
def first_bet(r, s, tie, t):
    """Go through all orders of a deck, of which only the first two cards that count are kept."""
    if t > r or (r - t + 1) * s < 2 or r * s > 7:
        return None
    wins = total = 0
    for order in permutations(deck(r, s)):
        at = next(place for place, card in enumerate(order) if card[0] >= t)
        wins += won(gain(order[at], order[at + 1], tie))
        total += 1
    return Fraction(wins, total)


ORACLES = {
    "win_given_rank": lambda r, s, tie, i: share(won, of_rank(r, s, tie, i)),
    "loss_given_rank": lambda r, s, tie, i: share(lost, of_rank(r, s, tie, i)),
    "edge_given_rank": lambda r, s, tie, i: mean(of_rank(r, s, tie, i)),
    "kelly_given_rank": kelly,
    "tie": lambda r, s: share(lambda pair: pair[0][0] == pair[1][0], coups(r, s)),
    "win": lambda r, s, tie: share(lambda x: won(x[1]), gains(r, s, tie)),
    "loss": lambda r, s, tie: share(lambda x: lost(x[1]), gains(r, s, tie)),
    "edge": lambda r, s, tie: mean(x for _, x in gains(r, s, tie)),
    "best_threshold": best_threshold,
    "variance_explained": explained,
    "threshold_value": lambda r, s, tie, t: mean(turn(r, s, tie, t)),
    "threshold_variance": lambda r, s, tie, t: variance(found) if (found := turn(r, s, tie, t)) else None,
    "win_given_bet": lambda r, s, tie, t: share(won, [x for own, x in gains(r, s, tie) if own >= t]),
    "rank_given_win": rank_given_win,
    "rank_given_bet_lost": rank_given_bet_lost,
    "both_win": lambda r, s, tie: both_win(r, s, tie, 4),
    "both_win_common_turned": lambda r, s, tie: both_win(r, s, tie, 3),
    "covariance": lambda r, s: covariance(r, s, 4),
    "covariance_common_turned": lambda r, s: covariance(r, s, 3),
    "correlation": lambda r, s: correlation(r, s, 4),
    "correlation_common_turned": lambda r, s: correlation(r, s, 3),
    "best_at_most": lambda r, s, i, m: share(lambda one: one <= i, best(r, s, m)) if i <= r else None,
    "best_mean": lambda r, s, m: mean(best(r, s, m)),
    "ties_mean": frozen(mean),
    "ties_variance": frozen(variance),
    "win_frequency": frequency,
    "win_frequency_variance": lambda r, s: frozen(variance)(r, s) and frozen(variance)(r, s) / (r * s) ** 2,
    "first_bet_win": first_bet,
}
MOST_CARDS = {"first_bet_win": 7, "ties_mean": 10, "ties_variance": 10, "win_frequency_variance": 10}


def parameters(formula, r):
    """Give values to the symbols other than r and s, up to one too high."""
    names = [name for name in formula.symbols if name not in ("r", "s")]
    values = {"i": range(1, r + 2), "t": range(1, r + 2), "m": range(1, 5), "k": range(4)}
    for chosen in product(*(values[name] for name in names)):
        yield dict(zip(names, chosen, strict=True))


def test_every_formula_has_an_oracle():
    assert {name.partition("/")[0] for name in B.FORMULAS} == set(ORACLES)
    assert all(isinstance(formula, Formula) for formula in B.FORMULAS.values())


@pytest.mark.parametrize("name", list(B.FORMULAS))
def test_it_is_what_counting_gives(name):
    formula = B.FORMULAS[name]
    kind, _, tie = name.partition("/")
    checked = refused = 0
    for r, s in SIZES:
        if r * s > MOST_CARDS.get(kind, 15):
            continue
        for more in parameters(formula, r):
            numbers = {"r": r, "s": s} | more
            given = {symbol: numbers[symbol] for symbol in formula.symbols}
            expected = ORACLES[kind](r, s, **({"tie": tie} if tie else {}), **more)
            if expected is not None:
                assert formula(**given) == expected, given
                checked += 1
            elif "s" in formula.symbols or r < 2:
                with pytest.raises(RulesError, match=r"^[^:]*: |is not allowed"):
                    formula(**given)
                refused += 1
    assert checked >= 8
    assert refused >= 1


@pytest.mark.parametrize("tie", TIES)
def test_the_numbers_of_the_full_deck_are_those_of_the_other_rooms(tie):
    these, two = be.BanchokRules(tie=tie), be.BanchokRules(tie=tie, players=2)
    size = {"r": 13, "s": 4}
    alone = be.BanchokRules(tie=tie, players=2, pass_limit=None)

    def at(name, **more):
        return B.formula(name, these)(**size, **more)

    assert at("win") == B.win_probability(rules=these)
    assert at("edge") == B.edge(rules=these)
    assert at("win_given_rank", i=7) == B.win_probability("8", these)
    assert at("threshold_value", t=7) == B.threshold_value("8", these)
    assert at("threshold_variance", t=7) == B.threshold_variance("8", these)
    assert at("both_win") == B.both_win(these)
    assert at("both_win_common_turned") == B.both_win(these, common_turned=True)
    assert at("covariance") == B.covariance_of_wins(these)
    assert at("correlation_common_turned") == B.correlation_of_wins(these, common_turned=True)
    assert at("best_mean", m=4) == B.best_of(4, these).mean
    assert at("ties_variance") == B.frozen_deck(two).variance_of_K
    assert at("win_frequency", k=3) == B.frozen_deck(two).win_frequency(3)
    assert at("first_bet_win", t=7) == B.first_bet_win_probability("8", alone)
    assert at("variance_explained") == B.variance_explained(these)


def test_known_answers_at_13_and_4():
    size = {"r": 13, "s": 4}
    assert B.formula("first_bet_win")(**size, t=7) == Rational(89, 117)
    assert B.formula("covariance")(**size) == Rational(4, 354025)
    assert B.formula("ties_mean")(**size) == Rational(26, 17)
    assert B.formula("win_frequency_variance")(**size) == Rational(100, 184093)
    assert B.formula("best_at_most")(**size, i=9, m=4) == Rational(99, 455)
    assert B.formula("rank_given_bet_lost")(r=13, i=7, t=7) == Rational(2, 7)


@pytest.mark.parametrize(
    "name, numbers, say",
    [
        ("win", {"r": 1, "s": 1}, "1 ranks in 1 suits are 1 cards, and 2 are needed"),
        ("covariance", {"r": 3, "s": 1}, "4 are needed"),
        ("win_given_rank", {"r": 3, "s": 2, "i": 4}, "there are 3 ranks, so i is 1 to 3"),
        ("threshold_value", {"r": 3, "s": 2, "t": 4}, "there are 3 ranks, so t is 1 to 3"),
        ("rank_given_bet_lost", {"r": 3, "s": 2, "t": 2, "i": 1}, "i=1 is below the threshold t=2"),
        ("rank_given_bet_lost", {"r": 3, "s": 2, "t": 3, "i": 3}, "t=3, is never lost"),
        ("best_mean", {"r": 3, "s": 2, "m": 7}, "7 are needed"),
        ("ties_mean", {"r": 3, "s": 3}, "an odd deck does not freeze"),
        ("win_frequency", {"r": 3, "s": 2, "k": 4}, "k=4 is more than the 3 pairs"),
        ("first_bet_win", {"r": 3, "s": 1, "t": 3}, "1 cards from rank t up are too few: 2 are needed"),
        ("win", {"r": 0, "s": 4}, "r=0 is not allowed"),
    ],
)
def test_where_a_formula_does_not_hold_it_says_why(name, numbers, say):
    numbers = {symbol: value for symbol, value in numbers.items() if symbol in B.formula(name).symbols}
    with pytest.raises(RulesError, match=say):
        B.formula(name)(**numbers)


def test_a_formula_that_is_not_there():
    for name in ("wim", 3, None, "win/pusch", "<b>" * 1000):
        with pytest.raises(RulesError, match=r"there is no formula .*: there are win_given_rank, loss_given_rank"):
            B.formula(name)
    assert B.formula("win", be.BanchokRules(tie="push")) is B.FORMULAS["win/push"]
    assert B.formula("win/push") is B.FORMULAS["win/push"]
