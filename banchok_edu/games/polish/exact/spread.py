"""How P(win | hand) is spread over the hands, and what a punter who looks at his hand makes of it.

All is counted, nothing listed. There is no closed form for these: each is a finite sum over how many of the cards left
win for the banker. Hands are dealt from a shuffled shoe, as for a single coup.

All take the rules, None for the usual ones, and cards that were ``seen`` before the hand was dealt. All raise
RulesError if the hands are too many to be told apart in reasonable time, and CardError if the cards seen cannot be.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from sympy import Rational

from banchok_edu.errors import RulesError
from banchok_edu.rationals import rational

from .counting import Table, all_ends, hands_by_banker, tables
from .shoe import Unseen, read_rules, unseen

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.cards import Card
    from banchok_edu.games.polish.rules import PolishRules


def distribution(rules: PolishRules | None = None, seen: Any = ()) -> dict[Rational, Rational]:
    """Give for each chance of winning that a hand can have the probability of such a hand, from low to high.

    Raises
    ------
    RulesError
        If the hands are too many to be told apart in reasonable time; says the size.
    CardError
        If the cards seen cannot be.

    One suit of K and A in two decks, a card each: a king is beaten by two of three cards, an ace by none.

    >>> from banchok_edu import PolishRules
    >>> distribution(PolishRules(ranks=2, suits=1, decks=2, hand=1, players=2))
    {1/3: 1/2, 1: 1/2}
    """
    left = unseen(read_rules(rules), seen)
    counted, turnable = hands_by_banker(left), left.total - left.hand
    hands = comb(left.total, left.hand)
    return {1 - Rational(b, turnable): Rational(counted[b], hands) for b in sorted(counted, reverse=True)}


def share_favourable(rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the share of hands that win more often than they lose.

    >>> share_favourable(), share_fair(), share_unfavourable()
    (1663/1751, 0, 88/1751)
    """
    return _share(rules, seen, lambda p: p > Rational(1, 2))


def share_fair(rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the share of hands that win as often as they lose; with an odd number of cards left there are none.

    >>> from banchok_edu import PolishRules
    >>> share_fair(PolishRules(ranks=2, suits=1, decks=2, hand=1, players=2))
    0
    """
    return _share(rules, seen, lambda p: p == Rational(1, 2))


def share_unfavourable(rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the share of hands that lose more often than they win.

    >>> share_unfavourable()
    88/1751
    """
    return _share(rules, seen, lambda p: p < Rational(1, 2))


def _share(rules: PolishRules | None, seen: Any, of: Callable[[Rational], bool]) -> Rational:
    return sum((share for p, share in distribution(rules, seen).items() if of(p)), Rational(0))


def value_of_optimal_play(rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the mean gain per turn, in stakes, of a punter who bets on favourable hands only.

    He looks at his hand, stakes the most that is allowed where P(win) > 1/2, and passes otherwise, so that it is the
    mean of max(0, edge). The stake is the unit; ``value_of_turn`` gives counters.

    >>> value_of_optimal_play()
    90203/176851
    """
    return sum((max(Rational(0), 2 * p - 1) * share for p, share in distribution(rules, seen).items()), Rational(0))


def variance_of_win_probability(rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the variance of P(win | hand) over the hands; its mean is ``win_probability()``.

    Chances of 1/3 and 1, each for half of the hands, have the mean 2/3 and the variance (1/3)².

    >>> from banchok_edu import PolishRules
    >>> variance_of_win_probability(PolishRules(ranks=2, suits=1, decks=2, hand=1, players=2))
    1/9
    """
    found = distribution(rules, seen)
    mean = sum((p * share for p, share in found.items()), Rational(0))
    return sum(((p - mean) ** 2 * share for p, share in found.items()), Rational(0))


def variance_explained(rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the part of the variance of winning or not that the own hand explains.

    That is Var(P(win | hand)) / (p (1 - p)), by the law of total variance. Who averages P(win | hand) instead of wins
    and losses needs only this part of the trials for the same standard error (conditional Monte Carlo). It is 0 where
    the punter always wins.

    A king against K A A wins one time in three, an ace always: 1/9 out of 2/3 * 1/3.

    >>> from banchok_edu import PolishRules
    >>> variance_explained(PolishRules(ranks=2, suits=1, decks=2, hand=1, players=2))
    1/2
    """
    found = distribution(rules, seen)
    mean = sum((p * share for p, share in found.items()), Rational(0))
    of_one_coup = mean * (1 - mean)
    return variance_of_win_probability(rules, seen) / of_one_coup if of_one_coup else Rational(0)


class RatedHand(NamedTuple):
    """A hand and its chance."""

    cards: tuple[Card, ...]
    win_probability: Rational
    share: Rational
    """The share of hands that have the same chance."""

    def __repr__(self) -> str:
        """Give one line.

        >>> worst_hand()
        <2♠ 2♣ 2♦: P(win) = 29/101, as have 4/22763 of the hands>
        """
        cards = " ".join(map(str, self.cards))
        return f"<{cards}: P(win) = {self.win_probability}, as have {self.share} of the hands>"


def best_hand(rules: PolishRules | None = None, seen: Any = ()) -> RatedHand:
    """Give a hand that wins most often; there may be others as good.

    >>> best_hand().win_probability
    1
    """
    return hand_with(list(distribution(rules, seen))[-1], rules, seen)


def worst_hand(rules: PolishRules | None = None, seen: Any = ()) -> RatedHand:
    """Give a hand that wins least often; there may be others as bad.

    Deuces of three suits leave 24 higher cards of each, 72 of 101.

    >>> worst_hand().win_probability
    29/101
    """
    return hand_with(next(iter(distribution(rules, seen))), rules, seen)


def hand_with(win_probability: Any, rules: PolishRules | None = None, seen: Any = ()) -> RatedHand:
    """Give an example of a hand that has this chance of winning, such as "81/101"; ``distribution`` has the chances.

    Raises
    ------
    RulesError
        If no hand has it; names the nearest chances.

    >>> hand_with("81/101").win_probability
    81/101
    """
    rules = read_rules(rules)
    chance, known = rational("win_probability", win_probability, low=0, high=1), distribution(rules, seen)
    if chance not in known:
        below, above = [p for p in known if p < chance][-1:], [p for p in known if p > chance][:1]
        near = " and ".join(map(str, below + above))
        raise RulesError(f"win_probability={chance} is no hand's chance: the nearest are {near}; see distribution()")
    left = unseen(rules, seen)
    banker = int((1 - chance) * (left.total - left.hand))
    parts = _shared_out(tables(left), left.hand, banker)
    cards = [card for line, part in enumerate(parts) for card in _held(left, line, *part)]
    return RatedHand(tuple(sorted(cards, key=lambda c: (c.suit_index, -c.index))), chance, known[chance])


def _shared_out(lines: list[Table], hand: int, banker: int) -> list[tuple[int, int]]:
    """Share out the cards of a hand, and those that win for the banker, among the lines."""
    reached: list[dict[tuple[int, int], tuple[int, int]]] = []
    sums = {(0, 0)}
    for table in lines:
        steps = {
            (k + own, b + more): (own, more)
            for k, b in sorted(sums)  # the last one that fits is kept: most cards in the first lines
            for own, by_banker in enumerate(table[: hand - k + 1])
            for more in by_banker
            if b + more <= banker
        }
        reached.append(steps)
        sums = set(steps)
    parts: list[tuple[int, int]] = []
    at = (hand, banker)
    for steps in reversed(reached):
        part = steps[at]
        parts.append(part)
        at = (at[0] - part[0], at[1] - part[1])
    return parts[::-1]


def _held(left: Unseen, line: int, number: int, banker: int) -> list[Card]:
    """Give so many cards of a line against which so many left in it win for the banker."""
    copies = left.copies[line]
    for ends in reversed(all_ends(left.heights, left.reading)) if number else ():
        b, t = ends.bottom, ends.top
        own = sum(copies[i] for i in ends.senior) - banker  # own cards that would win for the banker
        must = [b] if b == t else [b, t]
        spare = {i: copies[i] - (i in must) for i in range(b, t + 1)}
        senior = [i for i, n in spare.items() if i in ends.senior for _ in range(n)]
        others = [i for i, n in spare.items() if i not in ends.senior for _ in range(n)]
        more = own - sum(i in ends.senior for i in must)
        rest = number - len(must) - more
        if all(copies[i] for i in must) and 0 <= more <= len(senior) and 0 <= rest <= len(others):
            return [left.cards[line][i] for i in must + senior[:more] + others[:rest]]
    return []
