"""The steps of one bank when every coup comes from a full shoe: from turn to turn, and from coup to coup.

They follow sections 1 and 2 of RULES.md. How a bank ends is asked of the kernel, and is not written down again.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from .banchok.columns import ENDED
from .banchok.kernel import GOES_ON, end_of_bank
from .coup_law import endless, never_passes, stake_law

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from banchok_edu.core.policy import TablePolicy


_NO_DESK: Any = None
"""The kernel looks at its arrays for purses only, and they have no limit here."""


class Running(NamedTuple):
    """A bank that goes on, before a punter's turn. What these rules and policies do not ask for is 0 or False."""

    bank: int
    """Counters in it."""
    place: int
    """Which punter acts next, counted from 0 at the banker's left."""
    quiet: int
    """Deals running without a bet, the deal that runs not among them."""
    bet: bool
    """Whether somebody has bet in the deal that runs."""


class Standing(NamedTuple):
    """How a bank stands: "runs", "broken", "tripled" or "lapsed", and the counters in it."""

    how: str
    bank: int


class Steps:
    """Where a turn, or a coup, leads to, and how likely."""

    def __init__(self, rules: Any, policies: Sequence[TablePolicy]) -> None:
        """Find out what has to be known of a bank."""
        self.start = Running(rules.opening, 0, 0, bet=False)
        self.laws = [lru_cache(None)(stake_law(rules, policy)) for policy in policies]
        self._rules, self._numbers = rules, endless(rules)
        self._counts = rules.pass_limit is not None and not all(never_passes(rules, policy) for policy in policies)
        alike = all(policy == policies[0] for policy in policies)
        self._by_place = self._counts or rules.tripled_when == "after_deal" or not alike

    def bets(self, state: Running) -> Fraction:
        """Give the probability that the punter bets."""
        law = self.laws[state.place](state.bank)
        return 1 - law[0].tie if 0 in law else Fraction(1)

    def turn(self, state: Running) -> dict[Running | Standing, Fraction]:
        """Give where the next turn leads to."""
        found: dict[Running | Standing, Fraction] = defaultdict(Fraction)
        for target, p in self._coups(state):
            found[target] += p
        if passing := 1 - self.bets(state):
            found[self._after(state, state.bank, bet=False)] += passing
        return dict(found)

    def coup(self, state: Running) -> dict[Running | Standing, Fraction]:
        """Give where a coup made by the punter to act leads to: to the bet after it, or to the end."""
        found: dict[Running | Standing, Fraction] = defaultdict(Fraction)
        bets = self.bets(state)
        for target, p in self._coups(state):
            if isinstance(target, Standing):
                found[target] += p / bets
            else:
                for later, q in self.before_coup(target).items():
                    found[later] += p / bets * q
        return dict(found)

    def before_coup(self, state: Running) -> dict[Running | Standing, Fraction]:
        """Give how the bank stands when the next bet is made; passes come before it, or they end the bank."""
        found: dict[Running | Standing, Fraction] = {}
        at: Running | Standing = state
        p = Fraction(1)
        while p:
            if isinstance(at, Standing):
                found[at] = p
                break
            bets = self.bets(at)
            if bets:
                found[at] = p * bets
            p *= 1 - bets
            at = self._after(at, at.bank, bet=False)
            if at == state:  # all have passed, and nobody counts: it begins again, with probability p
                return {later: q / (1 - p) for later, q in found.items()}
        return found

    def stuck(self, bank: int) -> bool:
        """Tell whether nobody ever bets against such a bank, and passing does not end it."""
        return self._rules.pass_limit is None and all(set(law(bank)) == {0} for law in self.laws)

    def _coups(self, state: Running) -> Iterator[tuple[Running | Standing, Fraction]]:
        for stake, chances in self.laws[state.place](state.bank).items():
            if stake:
                for change, p in ((stake, chances.banker), (-stake, chances.punter), (0, chances.tie)):
                    if p:
                        yield self._after(state, state.bank + change, bet=True), p

    def _after(self, state: Running, bank: int, *, bet: bool) -> Running | Standing:
        """Give how the bank stands after a turn (step 7)."""
        how = end_of_bank(self._numbers, _NO_DESK, 0, self._rules.opening, bank, 0)
        if how != GOES_ON:
            return Standing(ENDED[how], bank)
        if not self._by_place:
            return Running(bank, 0, 0, bet=False)
        has_bet = self._counts and (state.bet or bet)
        quiet = 0 if has_bet else state.quiet
        if state.place + 1 < len(self.laws):
            return Running(bank, state.place + 1, quiet, has_bet)
        if bank >= self._rules.triple * self._rules.opening:
            return Standing("tripled", bank)
        if self._counts and not has_bet:
            quiet += 1
            if quiet == self._rules.pass_limit:
                return Standing("lapsed", bank)
        return Running(bank, 0, quiet, bet=False)
