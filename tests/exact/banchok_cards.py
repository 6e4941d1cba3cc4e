"""Counting with the cards of Banchok in plain loops, which know nothing of the package: what its exact rooms must meet.

A card is a pair of rank and suit, both numbers from 1 on; a deck is a list of cards.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations

import banchok_edu as be

TIES = ("punter_wins", "push", "banker_wins")
SMALL = [(2, 1), (2, 2), (3, 1), (3, 2), (2, 3), (5, 1), (3, 3)]
"""Ranks and suits of decks whose cards can be dealt in every way."""


def deck(r, s):
    return [(rank, suit) for rank in range(1, r + 1) for suit in range(1, s + 1)]


def gain(own, turned, tie):
    """Give what a stake of one gains the punter, by the words of the rule."""
    if own[0] > turned[0]:
        return 1
    if own[0] < turned[0]:
        return -1
    return {"punter_wins": 1, "push": 0, "banker_wins": -1}[tie]


def share(events, cases):
    """Give how many of the cases are events; None where there is no case."""
    cases = list(cases)
    return Fraction(sum(1 for case in cases if events(case)), len(cases)) if cases else None


def mean(values):
    values = list(values)
    return Fraction(sum(values)) / len(values) if values else None


def variance(values):
    values = list(values)
    return mean(value * value for value in values) - mean(values) ** 2


def pairings(cards):
    """List all ways to pair up the cards."""
    if not cards:
        yield []
        return
    first, *rest = cards
    for place, other in enumerate(rest):
        for others in pairings(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *others]


def coups(r, s):
    return list(permutations(deck(r, s), 2))


def hands(r, s, m):
    return list(combinations(deck(r, s), m))


def rules(r, s, tie="punter_wins", **more):
    return be.BanchokRules(players=2, ranks=r, suits=s, tie=tie, **more)


def named(r, card):
    """Give the package's name of a card."""
    return f"{ranks(r)[card[0] - 1]}{'♠♣♦♥'[card[1] - 1]}"


def ranks(r):
    return ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"][13 - r :]
