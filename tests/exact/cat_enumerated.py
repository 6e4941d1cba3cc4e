"""Every way to lay a tiny pack and every way to back it, played by the real script, one deal each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

import banchok_edu as be
from banchok_edu.games.black_cat.events import CardTurned, DealEnded
from banchok_edu.games.black_cat.script import ALWAYS_ACT


@dataclass
class Played:
    """One game: how it ended, the cards that acted on their way, and how accounts stood."""

    chance: Fraction
    how: str
    turned: list[CardTurned]
    pool: int
    reserve: int
    gains: tuple[int, ...]
    paid: list

    def acted(self, rules):
        """Give the cards that were turned and acted, in order."""
        found = []
        for event in self.turned:
            numbered = event.card.kind in ("In", "Out") and rules.unbacked == "banker"
            if event.backer is not None or event.card.kind in ALWAYS_ACT or numbered:
                found.append(event.card)
        return found


def every_deal(rules, positions=None, backings=None):
    """Play all deals: all backings, or those of some positions, or those given.

    Cards that are the same are laid as often as they are there, so that equal orders count together.
    """
    rules = replace(rules, deals=1)
    names = [str(card) for card in rules.cards]
    orders = Counter(permutations(names, rules.dealt))
    backs = rules.backs * (rules.players - 1)
    if backings is None:
        backings = list(permutations(range(1, rules.dealt + 1) if positions is None else positions, backs))
    for cards, times in orders.items():
        for backing in backings:
            game = be.BlackCat(rules, seed=1, stack=cards)
            for position in backing:
                game.choose(position)
            end = next(event for event in game.events if isinstance(event, DealEnded))
            view = game.view(None, at=game.events.index(end) + 1)
            yield Played(
                Fraction(times, sum(orders.values()) * len(backings)),
                end.how,
                [event for event in game.events if isinstance(event, CardTurned)],
                view.bank,
                view.reserve,
                tuple(game.gains),
                [event for event in game.events if event.transfer is not None],
            )


def expected(deals, what):
    """Average something over deals."""
    return sum((deal.chance * what(deal) for deal in deals), Fraction(0))


def chances(deals, what):
    """Give how probable each value of something is."""
    found = Counter()
    for deal in deals:
        found[what(deal)] += deal.chance
    return dict(found)
