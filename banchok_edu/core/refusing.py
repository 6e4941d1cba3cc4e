"""A policy that refuses to bank, and otherwise plays as another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from banchok_edu.errors import RulesError, shown

from .policy import Bet, Hand, TablePolicy

if TYPE_CHECKING:
    from typing import Any


@dataclass(frozen=True)
class Refusing(TablePolicy):
    """Refuses to bank where the rules allow it, and so leaves the game; until then it plays as ``policy`` does.

    In Polish banchok one may refuse when one is due to bank (section 2 of RULES.md). Elsewhere nobody is asked, and it
    plays just as ``policy``.

    Parameters
    ----------
    policy
        One of the policies here.

    Raises
    ------
    RulesError
        If ``policy`` is not a table policy: one of your own can refuse by itself.

    >>> import banchok_edu as be
    >>> Blind = be.policies.Blind
    >>> rules = be.PolishRules(players=3, first_banker=0)
    >>> game = be.PolishBanchok(rules, seed=7).advance([Refusing(Blind(1)), Blind(1), Blind(1)])
    >>> game.gains[0], 0 in game.winners
    (0, False)
    """

    refuses: ClassVar[bool] = True

    policy: TablePolicy

    def __post_init__(self) -> None:
        """Check that it can be written down as a table."""
        given: object = self.policy
        if not isinstance(given, TablePolicy):
            raise RulesError(f"policy={shown(given)} is not one of be.policies: give one, such as Refusing(Blind(1))")

    def bet(self, hand: Hand) -> Bet:
        """Bet as the other policy."""
        return self.policy.bet(hand)

    def fits(self, rules: Any) -> None:
        """Refuse what the other policy refuses."""
        self.policy.fits(rules)

    def wishes(self, rules: Any) -> tuple[int, ...] | None:
        """Back as the other policy."""
        return self.policy.wishes(rules)
