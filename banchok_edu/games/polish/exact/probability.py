"""The chance that the punter wins a coup of Polish banchok: with a hand, or on average over all hands.

It is the chance of one coup from a shuffled shoe, so of every coup where the coups are independent
(``deck_use="fresh_each_coup"``), and of the first one of a bank in any case.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any

from sympy import Rational

from banchok_edu.games.polish.rules import WIN_RULES

from .counting import banker_pairs
from .shoe import kinds, read_hand, read_rules, read_seen, unseen

if TYPE_CHECKING:
    from banchok_edu.cards import Card
    from banchok_edu.games.polish.rules import PolishRules


def win_probability(hand: Any = None, rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the probability that the punter wins, so that the bank pays (section 2.2 of RULES.md).

    Parameters
    ----------
    hand
        The punter's cards, as text or a list; None for the average over all hands that can be dealt.
    rules
        The rules; None for the usual ones.
    seen
        Other cards that were seen and cannot be turned. Nothing is inferred from what others chose.

    Raises
    ------
    CardError
        If a card is not in the shoe, or more often than in the shoe, or no card is left to be turned.
    RulesError
        If the rules are not those of Polish banchok.

    With A♠ 9♠ 4♥ the banker needs a heart above the four: 20 of 101 cards.

    >>> win_probability("A♠ 9♠ 4♥")
    81/101
    >>> win_probability("A♠ 9♠ 4♥", seen="K♥ 5♥")
    9/11
    >>> from banchok_edu import PolishRules
    >>> win_probability(rules=PolishRules(decks=1, win_rule="total_order"))
    3/4
    """
    rules = read_rules(rules)
    if hand is not None:
        cards = read_hand(hand, rules)
        return 1 - Rational(*_banker_cards(cards, rules, seen))
    left = unseen(rules, seen)
    return 1 - Rational(banker_pairs(left), left.total * comb(left.total - 1, left.hand))


def loss_probability(hand: Any = None, rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the probability that the banker wins the stake; for the parameters see ``win_probability``.

    >>> loss_probability("A♠ 9♠ 4♥")
    20/101
    """
    return 1 - win_probability(hand, rules, seen)


def edge(hand: Any = None, rules: PolishRules | None = None, seen: Any = ()) -> Rational:
    """Give the punter's mean gain for each counter staked; for the parameters see ``win_probability``.

    It is P(win) - P(lose), since there are no ties.

    >>> edge("A♠ 9♠ 4♥")
    61/101
    """
    return 2 * win_probability(hand, rules, seen) - 1


def compare_readings(hand: Any = None, rules: PolishRules | None = None, seen: Any = ()) -> dict[str, Rational]:
    """Give the punter's chance under each of the four readings of who wins, side by side.

    The ``win_rule`` of the rules is not looked at; all else in them is.

    >>> compare_readings("A♠ 9♠ 4♥")
    {'covers': 81/101, 'beats': 27/101, 'covers_any': 72/101, 'total_order': 95/101}
    """
    rules = read_rules(rules)
    return {name: win_probability(hand, replace(rules, win_rule=name), seen) for name in WIN_RULES}


def _banker_cards(cards: tuple[Card, ...], rules: PolishRules, seen: Any) -> tuple[int, int]:
    """Count the cards that win for the banker against a hand, and all that can be turned."""
    gone = read_seen(seen, rules, cards)
    gone.update(cards)
    banker = sum(rules.decks - gone[card] for card in kinds(rules) if rules.outcome(cards, card) > 0)
    return banker, len(rules.cards) - gone.total()
