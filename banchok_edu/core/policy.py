"""Policies: ways to play that need nobody at the table. A policy is anything called with a view that gives a choice.

Those here *clamp*: they give the nearest legal stake to what they want. They open with the agreed sum, never refuse to
bank, and on an exposed card stake all they may if it wins, else the least. Where a position is to be backed, they take
a free one at random. A policy of your own that gives an illegal choice is told so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from banchok_edu.cards import RANKS
from banchok_edu.errors import RulesError, shown, whole_number

if TYPE_CHECKING:
    from .rules import Rules
    from .view import View

Stake = int | Literal["bank"]
"""A fixed number of counters, or the whole bank."""


class TablePolicy(ABC):
    """The family of policies that depend on the own cards, the bank and the purse alone."""

    needs_luck: ClassVar[bool] = False
    """Whether it asks ``view.luck`` at every decision; if not, the driver saves the work, except where one backs."""

    @abstractmethod
    def wish(self, view: View) -> int:
        """Give the stake wanted, in counters; 0 or less is a pass."""

    def __call__(self, view: View) -> Any:
        """Choose."""
        decision = view.decision
        if decision is None:
            raise RulesError(
                "this view has no decision to answer: a policy is asked with the view of the seat that chooses"
            )
        rules: Any = view.rules
        low, high = decision.low, decision.high
        if low is None or high is None:
            return True if decision.kind == "bank" else decision.options[view.luck(len(decision.options))]
        if decision.kind == "opening":
            return min(rules.opening, high)
        if view.exposed is not None:
            return high if rules.outcome(view.hand, view.exposed) < 0 else low
        wish = self.wish(view)
        if wish <= 0 and decision.may_pass:
            return 0
        return low if wish < low else min(wish, high)


@dataclass(frozen=True)
class Pass(TablePolicy):
    """Never bets.

    >>> import banchok_edu as be
    >>> be.Banchok(be.BanchokRules(players=3), seed=1).advance(be.policies.Pass()).gains
    (0, 0, 0)
    """

    def wish(self, view: View) -> int:
        """Pass."""
        del view
        return 0


@dataclass(frozen=True)
class Blind(TablePolicy):
    """Always bets the same, whatever the card.

    Parameters
    ----------
    stake
        Counters, at least 1, or "bank" for the whole bank.
    """

    stake: Stake = 1

    def __post_init__(self) -> None:
        """Check the stake."""
        object.__setattr__(self, "stake", _checked_stake("stake", self.stake, least=1))

    def wish(self, view: View) -> int:
        """Bet the stake."""
        return _amount(self.stake, view)


@dataclass(frozen=True)
class Threshold(TablePolicy):
    """Bets on good cards only.

    Parameters
    ----------
    rank
        Banchok: the lowest rank that is good, such as "8" or "K".
    wins
        Any banking game: the least number of winning cards, in the full shoe less the own hand, that is good.
        Give either this or ``rank``.
    stake
        The stake on good cards: counters, or "bank" for the whole bank.
    otherwise
        The stake on other cards; 0 is a pass.

    >>> Threshold("9", otherwise=1)
    Threshold(rank='9', stake='bank', otherwise=1, wins=None)
    """

    rank: str | None = None
    stake: Stake = "bank"
    otherwise: Stake = 0
    wins: int | None = None
    _index: int = field(default=0, init=False, repr=False, compare=False)
    _known: dict[Any, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _rules: Rules | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the parameters."""
        if (self.rank is None) == (self.wins is None):
            raise RulesError(
                "a threshold is either a rank, Threshold('8'), or a number of winning cards, Threshold(wins=27)"
            )
        rank: object = self.rank
        if rank is not None and not (isinstance(rank, str) and rank in RANKS):
            raise RulesError(f"rank={shown(rank)} is not a rank: choose from {', '.join(RANKS)}, as text")
        wins = whole_number(self.wins)
        if self.wins is not None and (wins is None or wins < 0):
            raise RulesError(f"wins={shown(self.wins)} is not a number of cards: give a whole number, 0 or more")
        object.__setattr__(self, "wins", wins)
        for name in ("stake", "otherwise"):
            object.__setattr__(self, name, _checked_stake(name, getattr(self, name), least=0))
        if self.rank is not None:
            object.__setattr__(self, "_index", RANKS.index(self.rank) + 1)

    def wish(self, view: View) -> int:
        """Compare the own cards with the threshold."""
        return _amount(self.stake if self._is_good(view) else self.otherwise, view)

    def _is_good(self, view: View) -> bool:
        hand = view.hand
        if self.wins is None:
            if len(hand) != 1:
                raise RulesError(
                    "a rank is a threshold for one card; for a hand say Threshold(wins=...), the winning cards"
                )
            good: bool = hand[0].index >= self._index
            return good
        rules: Any = view.rules
        if rules is not self._rules:
            self._known.clear()
            object.__setattr__(self, "_rules", rules)
        if hand not in self._known:
            self._known[hand] = rules.winning_cards(hand)
        return self._known[hand] >= self.wins


@dataclass(frozen=True)
class Share(TablePolicy):
    """Always bets the same share, rounded down; nothing is a pass.

    Parameters
    ----------
    part, whole
        The share is part / whole, both whole numbers, at most all.
    of
        "bank", or "purse" where purses are limited.

    >>> Share(1, 2)
    Share(part=1, whole=2, of='bank')
    """

    part: int
    whole: int
    of: Literal["bank", "purse"] = "bank"

    def __post_init__(self) -> None:
        """Check the parameters."""
        part, whole = whole_number(self.part), whole_number(self.whole)
        of: object = self.of
        if part is None or whole is None or not 0 <= part <= whole or whole == 0:
            raise RulesError(
                f"Share({shown(self.part)}, {shown(self.whole)}) is no share: give whole numbers, such as Share(1, 2)"
            )
        if not isinstance(of, str) or of not in ("bank", "purse"):
            raise RulesError(f"of={shown(of)} is not allowed: take a share of 'bank' or of 'purse'")
        object.__setattr__(self, "part", part)
        object.__setattr__(self, "whole", whole)

    def wish(self, view: View) -> int:
        """Take the share."""
        if self.of == "purse" and view.rules.purse is None:
            raise RulesError("a share of the purse needs a limited purse: give the rules purse=100, say")
        held = view.bank if self.of == "bank" else view.purses[_seat(view)]
        return held * self.part // self.whole


def _seat(view: View) -> int:
    assert isinstance(view.seat, int)
    return view.seat


def _amount(stake: Stake, view: View) -> int:
    return view.bank if stake == "bank" else stake


def _checked_stake(name: str, stake: object, least: int) -> Stake:
    if isinstance(stake, str) and stake == "bank":
        return "bank"
    number = whole_number(stake)
    if number is None or number < least:
        raise RulesError(
            f"{name}={shown(stake)} is no stake: give whole counters, {least} or more, or 'bank' for the whole bank"
        )
    return number
