"""Policies: ways to play that need nobody at the table. A policy is anything called with a view that gives a choice.

Those here *clamp*: they give the nearest legal stake to what they want. They open with the agreed sum. They never
refuse to bank; ``Refusing`` does. On an exposed card they stake all they may if it wins, else the least. Where a
position is to be backed, they take a free one at random; ``Backing`` says otherwise. A policy of your own that gives an
illegal choice is told so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from banchok_edu.cards import RANKS
from banchok_edu.errors import RulesError, shown, whole_number

if TYPE_CHECKING:
    from .view import View

Stake = int | Literal["bank"]
"""A fixed number of counters, or the whole bank."""


class Hand(NamedTuple):
    """What a table policy may know of a hand: how many cards of the full shoe, less the hand, win and lose with it.

    ``rank`` is the rank's number where the hand is one card, else 0.
    """

    wins: int
    losses: int
    rank: int


class Bet(NamedTuple):
    """What a table policy wants to stake: a fixed sum, or, if ``part`` is not 0, a share of the bank or the purse."""

    fixed: int = 0
    part: int = 0
    whole: int = 1
    of_purse: bool = False


NO_HAND = Hand(0, 0, 0)
_MOST_KNOWN = 10_000


@dataclass(frozen=True)
class TablePolicy(ABC):
    """The family of policies that depend on the own cards, the bank and the purse alone.

    They can be written down as a table, a ``Bet`` for each ``Hand``, which the step engine and the bulk simulator read.
    """

    needs_luck: ClassVar[bool] = False
    """Whether it asks ``view.luck`` at every decision; if not, the driver saves the work, except where one backs."""
    looks: ClassVar[bool] = True
    """Whether the bet depends on the cards."""
    refuses: ClassVar[bool] = False
    """Whether it refuses to bank where it may; ``Refusing(policy)`` does."""

    _known: dict[Any, Bet] = field(default_factory=dict, init=False, repr=False, compare=False)
    _rules: list[Any] = field(default_factory=list, init=False, repr=False, compare=False)

    @abstractmethod
    def bet(self, hand: Hand) -> Bet:
        """Give the bet on a hand."""

    def fits(self, rules: Any) -> None:
        """Raise RulesError if this policy cannot play by these rules; most can play by any."""
        del rules

    def wishes(self, rules: Any) -> tuple[int, ...] | None:
        """Give the positions to back, in order of preference, before the first free one; None: a random free one."""
        del rules
        return None

    def wish(self, view: View) -> int:
        """Give the stake wanted, in counters; 0 or less is a pass."""
        rules: Any = view.rules
        if not self._rules or self._rules[0] is not rules or len(self._known) > _MOST_KNOWN:
            self.fits(rules)
            self._known.clear()
            self._rules[:] = [rules]
        cards = view.hand if self.looks else ()
        bet = self._known.get(cards)
        if bet is None:
            bet = self._known[cards] = self.bet(hand_of(rules, cards) if cards else NO_HAND)
        if bet.part:
            held = view.purses[_seat(view)] if bet.of_purse else view.bank
            return held * bet.part // bet.whole
        return bet.fixed

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
            return not self.refuses if decision.kind == "bank" else self._back(view, decision.options)
        if decision.kind == "opening":
            return min(rules.opening, high)
        if view.exposed is not None:
            return high if rules.outcome(view.hand, view.exposed) < 0 else low
        wish = self.wish(view)
        if wish <= 0 and decision.may_pass:
            return 0
        return low if wish < low else min(wish, high)

    def _back(self, view: View, free: tuple[int, ...]) -> int:
        wishes = self.wishes(view.rules)
        if wishes is None:
            return free[view.luck(len(free))]
        return next((position for position in wishes if position in free), free[0])


def hand_of(rules: Any, cards: tuple[Any, ...]) -> Hand:
    """Give what a table policy may know of these cards.

    >>> import banchok_edu as be
    >>> hand_of(be.BanchokRules(tie="push"), (be.Card("9", "♠"),))
    Hand(wins=28, losses=20, rank=8)
    """
    outcomes = rules.outcomes(cards)
    return Hand(outcomes.count(-1), outcomes.count(1), cards[0].index if len(cards) == 1 else 0)


def is_table(policy: Any) -> bool:
    """Tell whether a policy chooses by its table alone, so that the kernel plays as it does.

    >>> import banchok_edu as be
    >>> is_table(be.policies.Blind(1)), is_table(lambda view: 0)
    (True, False)
    """
    kind = type(policy)
    return isinstance(policy, TablePolicy) and kind.__call__.__module__ == __name__ and kind.wish.__module__ == __name__


@dataclass(frozen=True)
class Pass(TablePolicy):
    """Never bets, but on an exposed card, which every table policy plays alike.

    >>> import banchok_edu as be
    >>> be.Banchok(be.BanchokRules(players=3), seed=1).advance(be.policies.Pass()).gains
    (0, 0, 0)
    """

    looks: ClassVar[bool] = False

    def bet(self, hand: Hand) -> Bet:
        """Pass."""
        del hand
        return Bet()


@dataclass(frozen=True)
class Blind(TablePolicy):
    """Always bets the same, whatever the card.

    Parameters
    ----------
    stake
        Counters, at least 1, or "bank" for the whole bank.
    """

    looks: ClassVar[bool] = False

    stake: Stake = 1

    def __post_init__(self) -> None:
        """Check the stake."""
        object.__setattr__(self, "stake", _checked_stake("stake", self.stake, least=1))

    def bet(self, hand: Hand) -> Bet:
        """Bet the stake."""
        del hand
        return _bet(self.stake)


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

    def fits(self, rules: Any) -> None:
        """Refuse a rank as a threshold for a hand of several cards."""
        if self.rank is not None and rules.cards_each != 1:
            raise RulesError(
                "a rank is a threshold for one card; for a hand say Threshold(wins=...), the winning cards"
            )

    def bet(self, hand: Hand) -> Bet:
        """Compare the hand with the threshold."""
        good = hand.wins >= self.wins if self.wins is not None else hand.rank > RANKS.index(str(self.rank))
        return _bet(self.stake if good else self.otherwise)


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

    def fits(self, rules: Any) -> None:
        """Refuse a share of a purse that has no limit."""
        if self.of == "purse" and rules.purse is None:
            raise RulesError("a share of the purse needs a limited purse: give the rules purse=100, say")

    def bet(self, hand: Hand) -> Bet:
        """Take the share."""
        del hand
        return Bet(0, self.part, self.whole, self.of == "purse")


@dataclass(frozen=True)
class Optimal(TablePolicy):
    """Stakes all it may when more cards win than lose, else passes: the largest mean gain of this turn.

    It looks no further than the turn, counts no cards, and draws nothing from what others do.

    >>> Optimal().bet(Hand(wins=27, losses=24, rank=0)), Optimal().bet(Hand(wins=24, losses=27, rank=0))
    (Bet(fixed=0, part=1, whole=1, of_purse=False), Bet(fixed=0, part=0, whole=1, of_purse=False))
    """

    def bet(self, hand: Hand) -> Bet:
        """Stake all or nothing."""
        return Bet(0, 1, 1) if hand.wins > hand.losses else Bet()


@dataclass(frozen=True)
class Kelly(TablePolicy):
    """Stakes the share of its purse that makes the purse grow fastest in the long run (Kelly, 1956).

    That is (wins - losses) / (wins + losses) of the purse, rounded down; with no edge it passes. Purses must be
    limited.

    >>> Kelly().bet(Hand(wins=43, losses=8, rank=11))
    Bet(fixed=0, part=35, whole=51, of_purse=True)
    """

    def fits(self, rules: Any) -> None:
        """Refuse a purse that has no limit."""
        if rules.purse is None:
            raise RulesError("Kelly() stakes a share of the purse: give the rules a limited purse, such as purse=100")

    def bet(self, hand: Hand) -> Bet:
        """Stake the share that the edge is worth."""
        edge = hand.wins - hand.losses
        return Bet(0, edge, hand.wins + hand.losses, of_purse=True) if edge > 0 else Bet()


@dataclass(frozen=True)
class Backing(TablePolicy):
    """Backs positions in Black Cat "Bank"; it makes no bets.

    Parameters
    ----------
    positions
        "random" for a random free position, "first" for the first free one, or positions in order of preference:
        one that is taken is skipped, and when none is left it is the first free one.

    >>> import banchok_edu as be
    >>> game = be.BlackCat(be.BlackCatRules(players=3), seed=7)
    >>> print(game.advance({1: Backing([9, 1])}).events[-1])
    Seat 1 backs position 9.
    """

    looks: ClassVar[bool] = False

    positions: str | Sequence[int] = "random"

    def __post_init__(self) -> None:
        """Check the positions."""
        object.__setattr__(self, "positions", _checked_positions(self.positions))

    def __call__(self, view: View) -> Any:
        """Choose."""
        self.fits(view.rules)
        return super().__call__(view)

    def fits(self, rules: Any) -> None:
        """Refuse a game without positions, and a position that these rules do not deal."""
        dealt = getattr(rules, "dealt", None)
        if dealt is None:
            raise RulesError(
                f"Backing(...) is for Black Cat: {rules.game} has no positions to back; take Blind(1), say"
            )
        beyond = [place for place in self.positions if isinstance(place, int) and place > dealt]
        if beyond:
            raise RulesError(f"position {shown(beyond[0])} does not exist: these rules deal positions 1 to {dealt}")

    def bet(self, hand: Hand) -> Bet:
        """Pass."""
        del hand
        return Bet()

    def wishes(self, rules: Any) -> tuple[int, ...] | None:
        """Give the positions."""
        self.fits(rules)
        if isinstance(self.positions, str):
            return None if self.positions == "random" else ()
        return tuple(self.positions)


def _seat(view: View) -> int:
    assert isinstance(view.seat, int)
    return view.seat


def _bet(stake: Stake) -> Bet:
    return Bet(0, 1, 1) if stake == "bank" else Bet(stake)


def _checked_stake(name: str, stake: object, least: int) -> Stake:
    if isinstance(stake, str) and stake == "bank":
        return "bank"
    number = whole_number(stake)
    if number is None or number < least:
        raise RulesError(
            f"{name}={shown(stake)} is no stake: give whole counters, {least} or more, or 'bank' for the whole bank"
        )
    return number


def _checked_positions(given: object) -> str | tuple[int, ...]:
    if isinstance(given, str) and given in ("random", "first"):
        return str(given)
    listed = list(given) if isinstance(given, Sequence) and not isinstance(given, str | bytes) else []
    numbers = [whole_number(place) for place in listed]
    found = tuple(number for number in numbers if number is not None and number >= 1)
    if not found or len(found) != len(numbers):
        raise RulesError(
            f"positions={shown(given)} is not allowed: say 'random', 'first', or list positions counted from 1, "
            "such as [7, 3]"
        )
    if len(set(found)) != len(found):
        raise RulesError(f"positions={shown(given)} names a position twice: name each once")
    return found
