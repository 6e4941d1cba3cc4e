"""One coup: the chances of a punter who knows his card or not, and who may have seen other cards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from banchok_edu.core.policy import Hand, Optimal
from banchok_edu.errors import CardError, RulesError, shown, whole_number

from .deck import banchok_rules, exactly, gain, own_index, seen_cards, unseen_by_rank

if TYPE_CHECKING:
    import sympy as sp

    from banchok_edu.games.banchok.rules import BanchokRules


class Odds(NamedTuple):
    """Of the cards that may be turned, how many win, lose and tie for the punter; a tie may win or lose too."""

    wins: int
    losses: int
    ties: int
    cards: int


def odds(rules: BanchokRules, own: int, unseen: list[int]) -> Odds:
    """Count the cards that may be turned against a card of rank ``own``, which is one of those unseen."""
    wins = losses = 0
    for turned, count in enumerate(unseen, 1):
        others = count - (turned == own)
        wins += others * (gain(rules, own, turned) > 0)
        losses += others * (gain(rules, own, turned) < 0)
    return Odds(wins, losses, unseen[own - 1] - 1, sum(unseen) - 1)


def odds_by_rank(rules: BanchokRules) -> list[Odds]:
    """Give the odds with each rank of a full deck, from the lowest on."""
    full = unseen_by_rank(rules)
    return [odds(rules, own, full) for own in range(1, rules.ranks + 1)]


def _all_odds(rank: object, rules: object, seen: object) -> list[tuple[int, Odds]]:
    """Give the odds for each rank that the own card may have, with the number of such cards."""
    checked = banchok_rules(rules)
    cards = seen_cards(checked, seen)
    unseen = unseen_by_rank(checked, cards)
    if sum(unseen) < 2:
        raise CardError(
            f"with {len(cards)} seen, this deck has {sum(unseen)} left, and a coup needs two, the own card and one to "
            "be turned: take away seen cards"
        )
    if rank is not None:
        return [(1, odds(checked, own_index(checked, rank, cards), unseen))]
    return [(count, odds(checked, own, unseen)) for own, count in enumerate(unseen, 1) if count]


def _mean(rank: object, rules: object, seen: object, what: str) -> Fraction:
    cases = _all_odds(rank, rules, seen)
    total = sum(count * getattr(found, what) for count, found in cases)
    return Fraction(total, sum(count * found.cards for count, found in cases))


def win_probability(rank: object = None, rules: BanchokRules | None = None, seen: object = ()) -> sp.Rational:
    """Give the probability that the punter wins his coup.

    Model: one coup from a shuffled deck; so in independent coups each of them, and in the real deck the first one.
    For later coups name the cards seen.

    Parameters
    ----------
    rank
        The own card: a rank such as "8" (one card of it), or a card such as "8♠". None: not looked at yet.
    rules
        Only the deck and ``tie`` count; None is ``BanchokRules()``.
    seen
        The other cards that the punter has seen since the bank's shuffle: a list of cards, or one text. Once the deck
        has gone round, only those of the running deal still count. Nothing is inferred from what others chose.

    Raises
    ------
    CardError
        If the deck lacks a card, a card is named twice, or too few are left.
    RulesError
        If the rules are not those of Banchok.

    With an eight 24 lower cards and the 3 other eights win, of 51. (RULES.md, section 1, step 5.)

    >>> win_probability("8"), win_probability()
    (9/17, 9/17)
    >>> win_probability("8", seen="A♠")
    27/50
    """
    return exactly(_mean(rank, rules, seen, "wins"))


def tie_probability(rank: object = None, rules: BanchokRules | None = None, seen: object = ()) -> sp.Rational:
    """Give the probability that the turned card has the rank of the own card, whoever wins then.

    Where ``tie="push"`` this is the chance that the stake goes back. In the other readings a tie is already counted
    among the wins or the losses. Parameters, model and errors are those of ``win_probability``.

    Of the 51 other cards 3 have the rank of the own card.

    >>> tie_probability(), tie_probability("9"), tie_probability("9", seen="9♠ 9♥ 9♦")
    (1/17, 1/17, 0)
    """
    return exactly(_mean(rank, rules, seen, "ties"))


def loss_probability(rank: object = None, rules: BanchokRules | None = None, seen: object = ()) -> sp.Rational:
    """Give the probability that the banker takes the stake.

    Parameters, model and errors are those of ``win_probability``.

    Over an eight there are 24 higher cards, of 51.

    >>> loss_probability("8"), loss_probability("A")
    (8/17, 0)
    """
    return exactly(_mean(rank, rules, seen, "losses"))


def edge(rank: object = None, rules: BanchokRules | None = None, seen: object = ()) -> sp.Rational:
    """Give the punter's mean gain from a coup in stakes: P(win) less P(loss).

    Parameters, model and errors are those of ``win_probability``.

    A ten wins against 35 of 51 cards and loses against 16. With an unknown card the edge is the chance of a tie.

    >>> edge("10"), edge()
    (19/51, 1/17)
    """
    return exactly(_mean(rank, rules, seen, "wins") - _mean(rank, rules, seen, "losses"))


@dataclass(frozen=True)
class Advice:
    """What to stake, and the cards that speak for it and against. ``decision`` makes it."""

    stake: int
    """Counters; 0 is a pass."""
    wins: int
    """How many of the cards not seen would win."""
    losses: int
    """How many would lose."""
    returned: int
    """How many would send the stake back."""

    @property
    def edge(self) -> sp.Rational:
        """The mean gain of one counter staked, in counters."""
        return exactly(Fraction(self.wins - self.losses, self.wins + self.losses + self.returned))


def decision(rank: object, rules: BanchokRules | None = None, seen: object = (), bank: object = None) -> Advice:
    """Advise a punter: stake the whole bank if more cards win than lose, else pass.

    That has the largest mean gain of this turn and looks no further, as ``be.policies.Optimal()`` and, where cards were
    seen, ``CardCounter()`` do. A limited purse may force a smaller stake: then stake what it holds.

    Parameters
    ----------
    rank, rules, seen
        As in ``win_probability``; the model is the same too.
    bank
        Counters in the bank; None is the opening sum of the rules.

    Raises
    ------
    CardError, RulesError
        As in ``win_probability``; and if the bank is not a number of counters.

    Three low cards gone make the eight a fair bet, and a fair bet is passed.

    >>> decision("8")
    Advice(stake=10, wins=27, losses=24, returned=0)
    >>> decision("8", seen="2♠ 2♥ 2♦", bank=25)
    Advice(stake=0, wins=24, losses=24, returned=0)
    """
    checked = banchok_rules(rules)
    counters = checked.opening if bank is None else whole_number(bank)
    if counters is None or counters < 1:
        raise RulesError(f"bank={shown(bank)} is not allowed: bank is a whole number of counters, 1 or more")
    cards = seen_cards(checked, seen)
    own = own_index(checked, rank, cards)
    found = odds(checked, own, unseen_by_rank(checked, cards))
    if not found.cards:
        raise CardError(f"with {len(cards)} seen and the own card, none is left to be turned: take away a seen card")
    bets = Optimal().bet(Hand(found.wins, found.losses, 0)).part > 0
    returned = found.cards - found.wins - found.losses
    return Advice(counters if bets else 0, found.wins, found.losses, returned)
