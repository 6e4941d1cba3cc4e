"""The real deck, in which used cards go back under: where independent coups give another answer.

All of this is about two players, so a single punter, and one bank that lasts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb, factorial, perm
from typing import TYPE_CHECKING

from banchok_edu.errors import RulesError

from .coup import win_probability
from .deck import banchok_rules, count_of, exactly, gain, rank_index, unseen_by_rank
from .punters import count_twice

if TYPE_CHECKING:
    import sympy as sp

    from banchok_edu.games.banchok.rules import BanchokRules


@dataclass(frozen=True)
class FrozenDeck:
    """What becomes of a punter who always bets, where used cards go back under the deck. ``frozen_deck`` makes it.

    K is the number of pairs, of those that come round for ever, whose two cards have the same rank.
    """

    pairs: int
    """How many pairs come round for ever: half of the cards."""
    mean_of_K: sp.Rational  # noqa: N815 (K as in the formula)
    """The mean of K over all decks."""
    variance_of_K: sp.Rational  # noqa: N815
    """The variance of K over all decks."""
    distribution: tuple[sp.Rational, ...] = field(repr=False)
    """The probability of K = 0, 1, ..., up to the number of pairs."""
    rules: BanchokRules = field(repr=False)

    @property
    def probability_of_no_ties(self) -> sp.Rational:
        """The probability of K = 0: then in the long run exactly every second coup is won."""
        return self.distribution[0]

    def win_frequency(self, ties: object) -> sp.Rational:
        """Give the frequency of wins in the long run, if K is ``ties``.

        A pair of different ranks wins in every second round. A tied one always wins, or never, as ties are read.

        >>> frozen_deck().win_frequency(0), frozen_deck().win_frequency(2)
        (1/2, 7/13)
        """
        tied = count_of("ties", ties, 0, self.pairs, "how many pairs are tied")
        wins = tied if gain(self.rules, 1, 1) > 0 else 0
        return exactly(Fraction(self.pairs - tied + 2 * wins, 2 * self.pairs))

    @property
    def mean_win_frequency(self) -> sp.Rational:
        """The mean over all decks of the frequency in the long run; it is P(win) of a single coup."""
        return sum(chance * self.win_frequency(ties) for ties, chance in enumerate(self.distribution))

    @property
    def variance_of_win_frequency(self) -> sp.Rational:
        """The variance over all decks of the frequency in the long run; in independent coups it would be 0."""
        return self.variance_of_K / (2 * self.pairs) ** 2


def frozen_deck(rules: BanchokRules | None = None) -> FrozenDeck:
    """Tell what recycling does to a lone punter who bets in every turn (RULES.md, section 1, step 6).

    His card and the turned one are shuffled and put under the deck. With an even number of cards the same pairs come
    round for ever; only which card of a pair is his is drawn anew. So the frequency of his wins does not tend to P(win)
    but, where ties pay him, to 1/2 + K/N for N cards, with K the number of tied pairs: it stays a matter of luck. The
    mean is N/2 (s-1)/(N-1) for s suits; the distribution is a finite sum without a closed form, by inclusion and
    exclusion over sets of tied pairs.

    Model: the real deck, ``deck_use="recycled"``, two players, one bank that goes on. None is
    ``BanchokRules(players=2)``.

    Raises
    ------
    RulesError
        If the rules are for more players or another use of the deck, or the number of cards is odd. An odd deck does
        not freeze: in the next round its last card is paired with the first one put under, all orders are reached, and
        the frequency tends to P(win).

    >>> found = frozen_deck()
    >>> found.mean_of_K, found.variance_of_win_frequency
    (26/17, 100/184093)
    >>> round(float(found.probability_of_no_ties), 4)
    0.2102
    """
    checked = banchok_rules(rules, players=2)
    _one_punter(checked)
    if checked.deck_use != "recycled":
        raise RulesError(
            f"deck_use={checked.deck_use!r} mixes the pairs anew, so nothing freezes: the frequency of wins tends to "
            "P(win); give rules with deck_use='recycled'"
        )
    cards = len(checked.cards)
    if cards % 2:
        raise RulesError(
            f"a deck of {cards} cards, an odd number, does not freeze: its last card is paired with the first one put "
            "under, in time all orders come, and the frequency of wins tends to P(win) = "
            f"{win_probability(rules=checked)}; leave an even number of cards in it"
        )
    shares = _tied_pairs(checked.ranks, checked.suits)
    mean = sum((ties * share for ties, share in enumerate(shares)), Fraction(0))
    square = sum((ties**2 * share for ties, share in enumerate(shares)), Fraction(0))
    return FrozenDeck(
        cards // 2, exactly(mean), exactly(square - mean**2), tuple(exactly(share) for share in shares), checked
    )


def _one_punter(rules: BanchokRules) -> None:
    if rules.players != 2:
        raise RulesError(
            f"players={rules.players} is not allowed: this is about one punter against the banker; "
            "give rules with players=2"
        )


def _tied_pairs(ranks: int, suits: int) -> list[Fraction]:
    """Give the distribution of the number of tied pairs, if all cards are paired at random.

    ``sets[k]`` counts the ways to choose k disjoint tied pairs. The cards left over can be paired in
    (N - 2k - 1)!! ways, so that gives the mean of C(K, k); from these the distribution follows.
    """
    pairs = ranks * suits // 2
    in_a_rank = [factorial(suits) // (factorial(k) * 2**k * factorial(suits - 2 * k)) for k in range(suits // 2 + 1)]
    sets = [1]
    for _ in range(ranks):
        sets = [
            sum(sets[k - j] * ways for j, ways in enumerate(in_a_rank) if 0 <= k - j < len(sets))
            for k in range(len(sets) + len(in_a_rank) - 1)
        ]
    means = [Fraction(ways * _pairings(pairs - k), _pairings(pairs)) for k, ways in enumerate(sets)]
    return [
        sum(((-1) ** (k - ties) * comb(k, ties) * means[k] for k in range(ties, len(means))), Fraction(0))
        for ties in range(pairs + 1)
    ]


def _pairings(pairs: int) -> int:
    """Count the ways to pair up twice as many cards."""
    return perm(2 * pairs, pairs) >> pairs


def first_bet_win_probability(threshold: object, rules: BanchokRules | None = None) -> sp.Rational:
    """Give the probability that the first bet of a bank wins, if it is made on this rank or better.

    Passes turn no card and put low ones under the deck, so the turned card is more likely a high one. Let b of the N
    cards be of the threshold or better. The cards come in a random order, and a card is turned right after the first
    of these. It is one of them too with probability b/N (if b > 1), since the two are neighbours in C(N-1, b-1) of
    C(N, b) orders; then both are a random pair of the b cards. Any lower card loses to his. So it is
    1 - (b/N) (1 - w), with w the probability of a win in a deck of the b cards alone.

    Model: the real deck, recycled or with a side pack, which agree here; two players, credit without limit, and no
    limit that ends the bank before the first bet. None is ``BanchokRules(players=2, pass_limit=None)``. In independent
    coups it would be ``win_given_bet``.

    Raises
    ------
    CardError
        If the deck has no such rank.
    RulesError
        If the rules are for more players, have a limit that may end the bank before the first bet, or shuffle anew
        before each coup.

    With eight or better: 1 - (28/52) (4/9), not 13/17.

    >>> first_bet_win_probability("8")
    89/117
    """
    checked, least, high = _waiting(threshold, rules, bets=1)
    if high == 1:
        return exactly(Fraction(1))
    wins = _count(_pairs(checked, least, 1), checked.suits)
    turned_high = Fraction(high, len(checked.cards))
    return exactly(1 - turned_high * (1 - Fraction(wins, perm(high, 2))))


def first_two_bets_lost(threshold: object, rules: BanchokRules | None = None) -> sp.Rational:
    """Give the probability that the first two bets of a bank are lost, if made on this rank or better only.

    The second of the b high cards has to come right after the first, and the fourth right after the third, as in
    C(N-2, b-2) of C(N, b) orders; and then two coups have to be lost in a deck of the b high cards alone.

    Model, parameters and errors are those of ``first_bet_win_probability``. Besides, ``triple`` is 3 or more, so that
    the bank goes on after one lost bet of the whole bank, and there are four high cards or more.

    >>> first_two_bets_lost("8")
    238/4225
    """
    checked, least, high = _waiting(threshold, rules, bets=2)
    if checked.triple == 2:
        raise RulesError(
            "triple=2 ends the bank after one lost bet of the whole bank: give rules with triple=3 or more"
        )
    if high < 4:
        raise RulesError(
            f"{high} card{'s' * (high > 1)} of the threshold or better are too few: two lost bets need 4; "
            "take a lower rank"
        )
    lost = count_twice(_pairs(checked, least, -1), unseen_by_rank(checked))
    adjacent = Fraction(perm(high, 2), perm(len(checked.cards), 2))
    return exactly(adjacent * Fraction(lost, perm(high, 4)))


def _pairs(rules: BanchokRules, least: int, gained: int) -> list[tuple[int, int]]:
    """List the ranks of own and turned card, both of the threshold or better, that gain this much."""
    high = range(least, rules.ranks + 1)
    return [(own, turned) for own, turned in product(high, high) if gain(rules, own, turned) == gained]


def _count(pairs: list[tuple[int, int]], suits: int) -> int:
    """Count the ordered pairs of cards that have such ranks."""
    return sum(suits * (suits - (own == turned)) for own, turned in pairs)


def _waiting(threshold: object, rules: BanchokRules | None, bets: int) -> tuple[BanchokRules, int, int]:
    """Give the rules, the place of the threshold, and how many cards are as high; the bank has to last till then."""
    checked = banchok_rules(rules, players=2, pass_limit=None)
    _one_punter(checked)
    if checked.deck_use == "fresh_each_coup":
        raise RulesError(
            "deck_use='fresh_each_coup' makes coups independent, so that waiting changes nothing: "
            "use win_given_bet, or rules with deck_use='recycled'"
        )
    least = rank_index(checked, threshold, "threshold")
    low = (least - 1) * checked.suits
    if checked.pass_limit is not None and checked.pass_limit <= low:
        raise RulesError(
            f"pass_limit={checked.pass_limit} may end the bank before a bet, as there are {low} lower cards: "
            "give rules with pass_limit=None"
        )
    if checked.turn_limit < low + bets:
        raise RulesError(
            f"turn_limit={checked.turn_limit} may end the bank before that, as there are {low} lower cards: "
            f"give rules with turn_limit={low + bets} or more"
        )
    return checked, least, len(checked.cards) - low
