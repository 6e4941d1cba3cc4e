"""What one coup from a full shoe does to a bank: how likely each hand is, and each stake with its outcome.

Model: independent coups. The kernel's functions say what may be staked, so that no limit is written down twice.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.core.policy import Hand, hand_of, is_table
from banchok_edu.core.seating import policy_name
from banchok_edu.errors import RulesError, shown

from .banchok.columns import terms
from .banchok.kernel import NO_LIMIT, Plan, Terms, limits, wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.core.policy import TablePolicy

TABLE_POLICIES = "Pass(), Blind(...), Threshold(...), Share(...) of the bank, Optimal()"
"""The policies that a chain can be made of."""


class Chances(NamedTuple):
    """The probabilities that a stake is bet and then won by the banker, won by the punter, or returned."""

    banker: Fraction
    punter: Fraction
    tie: Fraction


def hand_law(rules: Any) -> dict[Hand, Fraction]:
    """Give the probability of each hand, as far as a table policy may know it.

    A single card is listed. Hands of several cards, which are Polish banchok's, are counted suit by suit; a hand is
    there one of so many cards that win and that lose.

    >>> import banchok_edu as be
    >>> hand_law(be.BanchokRules(ranks=2, suits=2, players=2))
    {Hand(wins=1, losses=2, rank=12): Fraction(1, 2), Hand(wins=3, losses=0, rank=13): Fraction(1, 2)}
    """
    if rules.cards_each == 1:
        cards = Counter(hand_of(rules, (card,)) for card in rules.cards)
        return {hand: Fraction(count, len(rules.cards)) for hand, count in cards.items()}
    losing = _losing_cards(rules.reading_number, rules.ranks, rules.suits, rules.packs, rules.cards_each)
    rest = len(rules.cards) - rules.cards_each
    hands = comb(len(rules.cards), rules.cards_each)
    return {Hand(rest - lost, lost, 0): Fraction(count, hands) for lost, count in sorted(losing.items()) if count}


@lru_cache(64)
def _losing_cards(win_rule: int, r: int, s: int, d: int, h: int) -> Counter[int]:
    """Count the hands by the number of cards that beat them, under a win rule of Polish banchok."""
    if win_rule == 3:  # total_order: d cards in each of the r s places, and those above the best one beat the hand
        return Counter({d * (r * s - t): comb(d * t, h) - comb(d * (t - 1), h) for t in range(1, r * s + 1)})
    one_suit = Counter({(held, lost): n for held in range(h + 1) for lost, n in _suit(win_rule, r, d, held).items()})
    hands: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(s):
        more: Counter[tuple[int, int]] = Counter()
        for (held, lost), n in hands.items():
            for (added, beaten), m in one_suit.items():
                if held + added <= h:
                    more[held + added, lost + beaten] += n * m
        hands = more
    return Counter({lost: n for (held, lost), n in hands.items() if held == h and n})


def _suit(win_rule: int, r: int, d: int, held: int) -> Counter[int]:
    """Count the ways to hold so many cards of one suit, by the cards of that suit that beat the hand."""
    if not held:
        return Counter({d * r if win_rule == 1 else 0: 1})
    ways: Counter[int] = Counter()
    for t in range(1, r + 1):  # the rank that decides: the highest held, or with covers_any the lowest
        for a in range(1, min(d, held) + 1):  # so many of it are held
            others = d * (t - 1) if win_rule != 2 else d * (r - t)
            lost = (d * (r - t), d * (r - t + 1) - a, d * (r - t) - (held - a))[win_rule]
            if n := comb(d, a) * comb(others, held - a):
                ways[lost] += n
    return ways


def stake_law(rules: Any, policy: TablePolicy) -> Callable[[int], dict[int, Chances]]:
    """Give what a punter with this policy does: for each bank the stakes with their chances; stake 0 is a pass.

    A pass is listed as a tie: nothing moves.

    >>> import banchok_edu as be
    >>> rules = be.BanchokRules(ranks=2, suits=2, players=2)
    >>> stake_law(rules, be.policies.Threshold("A"))(10)[10].punter
    Fraction(1, 2)
    """
    policy.fits(rules)
    by_bet: dict[Any, list[Fraction]] = {}
    rest = len(rules.cards) - rules.cards_each
    for hand, p in hand_law(rules).items():
        sums = by_bet.setdefault(policy.bet(hand), [Fraction(0)] * 3)
        for k, count in enumerate((hand.losses, hand.wins, rest - hand.losses - hand.wins)):
            sums[k] += p * count / rest
    bets = list(by_bet)
    plan = Plan(
        fixed=[bet.fixed for bet in bets],
        part=[bet.part for bet in bets],
        whole=[bet.whole for bet in bets],
        of_purse=[0] * len(bets),
        refuses=[0],
    )
    desk: Any = None  # is asked for purses only, and they have no limit here
    numbers = endless(rules)

    def law(bank: int) -> dict[int, Chances]:
        found: dict[int, list[Fraction]] = {}
        low, high = limits(numbers, desk, 0, rules.opening, bank, 0)
        for line, bet in enumerate(bets):
            stake = wanted(plan, line, bank, 0, low, high)
            sums = found.setdefault(stake, [Fraction(0)] * 3)
            for k, p in enumerate(by_bet[bet]):
                sums[k if stake else 2] += p
        return {stake: Chances(*sums) for stake, sums in sorted(found.items())}

    return law


def endless(rules: Any) -> Terms:
    """Give the rules as whole numbers, without a limit of turns."""
    return terms(rules)._replace(turn_limit=NO_LIMIT)


def table_policy(policy: Any) -> TablePolicy:
    """Give a policy back if it is a table.

    Raises
    ------
    RulesError
        If it is not; says which are.
    """
    if isinstance(policy, type):
        raise RulesError(f"{policy.__name__} is a kind of policy: make one, {policy.__name__}(...)")
    if not is_table(policy):
        name = policy_name(policy) if callable(policy) else shown(policy)
        raise RulesError(
            f"{name} is no table policy, so the bank alone does not tell what it does, and there is no chain: table "
            f"policies are {TABLE_POLICIES}"
        )
    found: TablePolicy = policy
    return found


def never_passes(rules: Any, policy: TablePolicy) -> bool:
    """Tell whether this policy bets on every hand, whatever is in the bank."""
    bets = [policy.bet(hand) for hand in hand_law(rules)]
    return all(bet.part == bet.whole if bet.part else bet.fixed > 0 for bet in bets)
