"""Small shoes of Polish banchok dealt in all ways, and who wins said again sentence by sentence, for comparison."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import banchok_edu as be

READINGS = ("covers", "beats", "covers_any", "total_order")


def banker_wins(hand, turned, reading, suit_order="♠♣♦♥"):
    """The reading of section 2.2 of RULES.md in plain words; cards are ``Card`` objects."""
    of_the_suit = [card.index for card in hand if card.suit == turned.suit]
    if reading == "covers":
        return len(of_the_suit) > 0 and all(turned.index > held for held in of_the_suit)
    if reading == "beats":
        return not any(held > turned.index for held in of_the_suit)
    if reading == "covers_any":
        return any(turned.index > held for held in of_the_suit)
    best = max((card.index, suit_order.index(card.suit)) for card in hand)
    return (turned.index, suit_order.index(turned.suit)) > best


def all_hands(rules, seen=()):
    """Deal every hand, as often as it can be dealt, with the cards that are then left to be turned."""
    left = list(rules.cards)
    for card in be.PolishRules.read_cards(seen):
        left.remove(card)
    for places in combinations(range(len(left)), rules.hand):
        yield tuple(left[i] for i in places), [card for i, card in enumerate(left) if i not in places]


def chances(rules, seen=()):
    """Count for each chance of winning the hands that have it."""
    found = Counter()
    for hand, rest in all_hands(rules, seen):
        won = sum(not banker_wins(hand, card, rules.win_rule, rules.suit_order) for card in rest)
        found[Fraction(won, len(rest))] += 1
    return found


def mean(found):
    return sum(p * n for p, n in found.items()) / Fraction(sum(found.values()))


def fraction(number):
    """A sympy Rational as a Fraction, which is refused for anything else."""
    assert number.is_Rational
    return Fraction(int(number.p), int(number.q))


ODD_SHOES = [
    {"ranks": 2, "suits": 1, "decks": 3, "hand": 5},  # all but one of six cards are held
    {"ranks": 3, "suits": 2, "decks": 2, "hand": 3},
    {"ranks": 4, "suits": 3, "decks": 1, "hand": 4},
    {"ranks": 2, "suits": 4, "decks": 1, "hand": 1},
    {"ranks": 5, "suits": 1, "decks": 2, "hand": 2},
    {"ranks": 2, "suits": 3, "decks": 2, "hand": 6},
]
