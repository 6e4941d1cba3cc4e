"""What one coup from a full shoe does to a bank: how likely each hand is, and each stake with its outcome.

Model: independent coups. The kernel's functions say what may be staked, so that no limit is written down twice.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.core.policy import Hand, hand_of, is_table
from banchok_edu.core.seating import policy_name
from banchok_edu.errors import RulesError, shown

from .banchok.columns import terms
from .banchok.kernel import NO_LIMIT, Plan, Terms, limits, wanted
from .polish.exact import distribution

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

    A single card is listed. Hands of several cards are Polish banchok's, where there are no ties, so that a hand is
    known by its chance of winning.

    >>> import banchok_edu as be
    >>> hand_law(be.BanchokRules(ranks=2, suits=2, players=2))
    {Hand(wins=1, losses=2, rank=12): Fraction(1, 2), Hand(wins=3, losses=0, rank=13): Fraction(1, 2)}
    """
    if rules.cards_each == 1:
        cards = Counter(hand_of(rules, (card,)) for card in rules.cards)
        return {hand: Fraction(count, len(rules.cards)) for hand, count in cards.items()}
    rest = len(rules.cards) - rules.cards_each
    wins = {int(chance * rest): Fraction(int(p.p), int(p.q)) for chance, p in distribution(rules).items()}
    return {Hand(count, rest - count, 0): p for count, p in wins.items()}


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
