"""The best play of a lone punter who has so many turns left: dynamic programming, backwards from the last turn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

from banchok_edu.cards import RANKS
from banchok_edu.core.policy import Hand, hand_of
from banchok_edu.errors import RulesError, counted, shown, whole_number
from banchok_edu.rationals import written

from .banchok.kernel import limits
from .coup_law import endless, hand_law
from .independent_bank import IN_WORDS, MODEL, check_rules

if TYPE_CHECKING:
    from banchok_edu.games.banchok.rules import BankingRules

MOST_WORK = 20_000_000
"""Stakes that are compared in all, which takes some ten seconds."""


def lone_punter(rules: Any, turns: int, *, stop: bool = True) -> LonePunter:
    """Give the best play of one punter against one bank, with so many turns left: the largest mean gain in all.

    He sees his own hand, then passes or stakes what the rules allow. Model: independent coups. Without the stop, and
    where the bank alone limits a stake, the whole bank on every hand that wins more often than it loses is best, and
    from a bank b the value of k turns is b (1 - (1 - e)^k), e the value of one turn at a bank of 1. With the stop there
    is no closed form: the values are worked out backwards, turn by turn (Bellman, 1957).

    Parameters
    ----------
    rules
        ``BanchokRules`` or ``PolishRules`` of two players with ``deck_use="fresh_each_coup"`` and ``pass_limit=None``,
        credit without limit, and no exposed cards.
    turns
        Turns that he has, 0 or more.
    stop
        Whether a bank that has reached ``triple`` times its opening sum ends, as in section 1 of RULES.md, step 7.

    Raises
    ------
    RulesError
        If there is no such model of these rules, or too much to work out.

    In a deck of two ranks and two suits the ace always wins, and the other card wins only a tie, so that one turn is
    worth half the bank:

    >>> import banchok_edu as be
    >>> small = be.BanchokRules(players=2, ranks=2, suits=2, opening=1, deck_use="fresh_each_coup", pass_limit=None)
    >>> lone_punter(small, turns=1).value, lone_punter(small, turns=2).value
    (1/2, 3/4)
    """
    check_rules(rules)
    if rules.players != 2:
        raise RulesError(f"players={rules.players} have {rules.players - 1} punters: a lone punter needs players=2")
    if rules.pass_limit is not None:
        raise RulesError(
            f"with pass_limit={rules.pass_limit} a bank lapses while the punter waits: ask for pass_limit=None"
        )
    number = whole_number(turns)
    if number is None or not 0 <= number <= rules.turn_limit:
        raise RulesError(f"turns={shown(turns)} is not allowed: turns is a whole number from 0 to {rules.turn_limit:,}")
    if not isinstance(stop, bool):
        raise RulesError(f"stop={shown(stop)} is not allowed: say True or False")
    hands = [_Odds(hand, p) for hand, p in hand_law(rules).items()]
    if not stop and not endless(rules).limited_to_opening:
        return LonePunter(rules, number, stop, _linear(rules, hands, number), ())
    return LonePunter(rules, number, stop, None, tuple(_backwards(rules, hands, number, stop=stop)))


class _Odds(NamedTuple):
    hand: Hand
    p: Fraction


class _Turn(NamedTuple):
    """One turn: for each bank the value and, hand by hand, the best stake."""

    value: dict[int, Fraction]
    stake: dict[int, dict[Hand, int]]


@dataclass(frozen=True, eq=False, repr=False)
class LonePunter:
    """The best play of a lone punter. Made by ``lone_punter``. Model: independent coups."""

    rules: BankingRules
    turns: int
    stop: bool
    """Whether a bank that has reached its goal ends."""
    _share: list[Fraction] | None
    """Where the value is proportional to the bank: the value at a bank of 1, by turns left."""
    _worked_out: tuple[_Turn, ...]

    model = MODEL

    @property
    def value(self) -> Any:
        """The mean gain in counters, with all turns left and the bank just opened."""
        return self.value_of(self.rules.opening, self.turns)

    def value_of(self, bank: int, turns: int) -> Any:
        """Give the mean gain in counters from so large a bank with so many turns left.

        Raises
        ------
        RulesError
            If such a bank cannot come up with so many turns left.
        """
        from sympy import Rational

        bank, turns = self._known(bank, turns)
        found = bank * self._share[turns] if self._share is not None else self._worked_out[turns].value[bank]
        return Rational(found.numerator, found.denominator)

    def stake(self, hand: Any, bank: int, turns: int) -> int:
        """Give the best stake on a hand, written as text or as cards; the smallest of those that are equally good.

        >>> import banchok_edu as be
        >>> rules = be.BanchokRules(players=2, opening=4, deck_use="fresh_each_coup", pass_limit=None)
        >>> best = lone_punter(rules, turns=3)
        >>> best.stake("8♠", bank=4, turns=1), best.stake("7♠", bank=4, turns=1)
        (4, 0)
        """
        held = hand_of(self.rules, self.rules.read_cards(hand))
        bank, turns = self._known(bank, turns, least=1)
        if self._share is not None:
            return bank if held.wins > held.losses else 0
        return self._worked_out[turns].stake[bank][held]

    def table(self, turns: int | None = None) -> dict[int, dict[str, int]]:
        """Give for each bank the best stake by the own card's rank, or by the winning cards of a hand of several."""
        _, turns = self._known(self.rules.opening, self.turns if turns is None else turns, least=1)
        if self._share is not None:
            hands = hand_law(self.rules)
            bank = self.rules.opening
            return {bank: {_name(hand): bank if hand.wins > hand.losses else 0 for hand in hands}}
        found = self._worked_out[turns].stake
        return {bank: {_name(hand): stake for hand, stake in row.items()} for bank, row in sorted(found.items())}

    def _known(self, bank: Any, turns: Any, least: int = 0) -> tuple[int, int]:
        left = whole_number(turns)
        if left is None or not least <= left <= self.turns:
            raise RulesError(f"turns={shown(turns)} is not allowed: this was worked out for {least} to {self.turns}")
        counters = whole_number(bank)
        if counters is None or counters < 1 or (self._share is None and counters not in self._worked_out[left].value):
            most = "or more" if self._share is not None else f"to {max(self._worked_out[left].value):,}"
            raise RulesError(f"bank={shown(bank)} is not allowed: with {left} turns left a running bank is 1 {most}")
        return counters, left

    def __repr__(self) -> str:
        """Say what it is worth."""
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        box = Element("div")
        for line in self._lines():
            SubElement(box, "p").text = line
        return tostring(box, encoding="unicode", method="html")

    def _lines(self) -> list[str]:
        goal = f"ends at {self.rules.triple} times its opening sum" if self.stop else "has no goal"
        opening = counted(self.rules.opening)
        return [
            f"A lone punter of {self.rules.game}, {self.turns} turns, a bank of {opening} that {goal}.",
            f"Mean gain with the best play: {written(self.value)} counters.",
            f"Model: {IN_WORDS}.",
        ]


def _name(hand: Hand) -> str:
    return RANKS[hand.rank - 1] if hand.rank else str(hand.wins)


def _linear(rules: BankingRules, hands: list[_Odds], turns: int) -> list[Fraction]:
    """Give the value at a bank of 1, by turns left, where the whole bank is staked on every good hand."""
    rest = len(rules.cards) - rules.cards_each
    once = sum((p * _edge(hand, rest) for hand, p in hands if hand.wins > hand.losses), start=Fraction(0))
    return [1 - (1 - once) ** k for k in range(turns + 1)]


def _edge(hand: Hand, rest: int) -> Fraction:
    return Fraction(hand.wins - hand.losses, rest)


def _backwards(rules: BankingRules, hands: list[_Odds], turns: int, *, stop: bool) -> list[_Turn]:
    """Work the values out, from no turn left to all of them.

    With k turns left the values are whole numbers over the k-th power of (hands) x (cards turned).
    """
    tops, numbers = _highest_banks(rules, turns, stop=stop), endless(rules)
    desk: Any = None  # the kernel looks at its arrays for purses only, and they have no limit here
    rest = len(rules.cards) - rules.cards_each
    dealt = math.lcm(*(p.denominator for _, p in hands))
    chances = [(hand, int(p * dealt)) for hand, p in hands]
    allowed = {bank: limits(numbers, desk, 0, rules.opening, bank, 0) for bank in range(1, max(tops) + 1)}
    work = sum(high - low + 1 for top in tops[1:] for low, high in (allowed[bank] for bank in range(1, top + 1))) * len(
        hands
    )
    if work > MOST_WORK:
        raise RulesError(
            f"{turns} turns against a bank of {counted(rules.opening)} are too many to work out: {work:,} stakes would "
            f"have to be compared, the most is {MOST_WORK:,}; take fewer turns or a smaller opening sum"
        )
    before = [0] * (2 * max(tops) + 1)
    found = [_Turn(dict.fromkeys(range(1, tops[0] + 1), Fraction(0)), {})]
    scale = 1
    for top in tops[1:]:
        sums = [0] * len(before)
        stakes: dict[int, dict[Hand, int]] = {}
        for bank in range(1, top + 1):
            stakes[bank] = {}
            for hand, count in chances:
                best, stakes[bank][hand] = _best(hand, rest, bank, allowed[bank], before, scale)
                sums[bank] += count * best
        before, scale = sums, scale * dealt * rest
        found.append(_Turn({bank: Fraction(before[bank], scale) for bank in stakes}, stakes))
    return found


def _best(hand: Hand, rest: int, bank: int, allowed: tuple[int, int], after: list[int], scale: int) -> tuple[int, int]:
    """Give the largest mean gain on a hand, times the cards that may be turned and the scale, and its stake."""
    best, stake = rest * after[bank], 0
    stays = (rest - hand.wins - hand.losses) * after[bank]
    for w in range(allowed[0], allowed[1] + 1):
        gain = stays + hand.wins * (after[bank - w] + w * scale) + hand.losses * (after[bank + w] - w * scale)
        if gain > best:
            best, stake = gain, w
    return best, stake


def _highest_banks(rules: BankingRules, turns: int, *, stop: bool) -> list[int]:
    """Give the largest running bank that can come up with 0, 1, ... turns left."""
    if stop:
        return [rules.triple * rules.opening - 1] * (turns + 1)
    most = max(rules.opening, rules.min_stake)
    return [rules.opening + most * (turns - left) for left in range(turns + 1)]
