"""What a punter's turn is worth in counters, with and without a look at the next card (section 2.4 of RULES.md).

It is the mean gain of this turn alone, for a punter with credit without limit, who bets the most that is allowed when
that pays. What he knows is his hand and, if it is exposed, the next card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Rational

from banchok_edu.core.rules import MOST_COUNTERS
from banchok_edu.errors import RulesError, shown, whole_number

from .probability import edge, win_probability
from .shoe import read_rules
from .spread import value_of_optimal_play

if TYPE_CHECKING:
    from banchok_edu.games.polish.rules import PolishRules


def value_of_turn(
    bank: int | None = None,
    rules: PolishRules | None = None,
    *,
    exposed: bool = False,
    hand: Any = None,
    opening: int | None = None,
    seen: Any = (),
) -> Rational:
    """Give a punter's mean gain, in counters, in a turn that he plays as well as he can.

    Without the exposed card he stakes the limit on a favourable hand (``stake_limit``, section 2.3) and passes
    otherwise. With it he stakes the whole bank if he wins, and if not the least stake, or nothing where he may pass
    (``exposed_pass``).

    Parameters
    ----------
    bank
        Counters in the bank; None for its opening sum.
    rules
        The rules; None for the usual ones. Purses must be without limit.
    exposed
        Whether the next card is exposed before he declares.
    hand
        His cards; None for the mean over all hands.
    opening
        What this bank was opened with; None for the agreed sum of the rules.
    seen
        Other cards that were seen.

    Raises
    ------
    RulesError
        If the bank cannot hold so many counters, or purses are limited.

    With A♠ 9♠ 4♥ and 100 in the bank: 100 * 61/101, and with the card exposed 100 * 81/101 - 1 * 20/101.

    >>> value_of_turn(hand="A♠ 9♠ 4♥"), value_of_turn(hand="A♠ 9♠ 4♥", exposed=True)
    (6100/101, 80)
    """
    rules = read_rules(rules)
    if rules.purse is not None:
        raise RulesError(
            f"purse={rules.purse} limits what can be staked, so the value depends on who has what: ask with purse=None"
        )
    opened = rules.opening if opening is None else _counters("opening", opening)
    there = opened if bank is None else _counters("bank", bank)
    least = min(rules.min_stake, there)
    if exposed:
        win = win_probability(hand, rules, seen)
        return there * win - (0 if rules.exposed_pass else least) * (1 - win)
    most = there if rules.stake_limit == "bank" else min(there, max(opened, least))
    if hand is None:
        return most * value_of_optimal_play(rules, seen)
    return most * max(Rational(0), edge(hand, rules, seen))


def value_of_exposed_card(
    bank: int | None = None,
    rules: PolishRules | None = None,
    *,
    hand: Any = None,
    opening: int | None = None,
    seen: Any = (),
) -> Rational:
    """Give what it is worth to a punter, in counters a turn, that the next card is exposed before he declares.

    It is ``value_of_turn`` with the exposed card less that without it. The exposed card lifts the stake limit, and
    unless ``exposed_pass`` it takes away the pass: for a hand that is bad enough it is worth less than nothing.

    Raises
    ------
    RulesError
        As ``value_of_turn``.

    A bank of one counter, and a punter who may pass on the exposed card: P(win) less the value of optimal play.

    >>> from banchok_edu import PolishRules
    >>> value_of_exposed_card(1, PolishRules(exposed_pass=True)), win_probability() - value_of_optimal_play()
    (42752/176851, 42752/176851)
    """
    with_it, without_it = (
        value_of_turn(bank, rules, exposed=exposed, hand=hand, opening=opening, seen=seen) for exposed in (True, False)
    )
    return with_it - without_it


def _counters(name: str, value: object) -> int:
    number = whole_number(value)
    if number is None or not 1 <= number <= MOST_COUNTERS**2:
        raise RulesError(f"{name}={shown(value)} is not allowed: {name} is a whole number of counters, 1 or more")
    return number
