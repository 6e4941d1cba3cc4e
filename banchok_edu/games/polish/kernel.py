"""Polish banchok by the million: the loop of Banchok, with hands of several cards and four readings of a win.

Tests hold it to the script, column by column.
"""

from __future__ import annotations

from banchok_edu.games.banchok.kernel import Columns, Desk, Plan, Terms, play_games

from .rules import NO_CARD_ABOVE, NO_CARD_BELOW, outcome

COVERS, BEATS, COVERS_ANY, TOTAL_ORDER = 0, 1, 2, 3
ACE = 13


def play(t: Terms, p: Plan, d: Desk, c: Columns, seed: int, start: int, games: int) -> None:
    """Play games ``start`` to ``start + games - 1`` of a seed of Polish banchok."""
    play_games(compare, line_of, t, p, d, c, seed, start, games)


def compare(t: Terms, d: Desk, seat: int, turned: int) -> int:
    """Tell who wins a coup of Polish banchok."""
    suit, top, bottom, best = turned & 3, NO_CARD_ABOVE, NO_CARD_BELOW, 0
    for c in range(seat * t.each, (seat + 1) * t.each):
        face: int = d.hand[c]
        other = (face ^ suit) & 3 != 0  # without branches: which suit is turned cannot be foreseen
        best = max(best, place(d, face))
        top = max(top, (face >> 2) * (1 - other))
        bottom = min(bottom, (face >> 2) + other * NO_CARD_BELOW)
    return outcome(top, bottom, turned >> 2, best, place(d, turned), t.reading)


def place(d: Desk, face: int) -> int:
    """Give the place of a card in the total order of rank, then suit."""
    order: int = d.weight[face & 3]
    return 4 * (face >> 2) + order


def line_of(t: Terms, d: Desk, seat: int) -> int:
    """Give the line of the policy's table: one for each number of winning cards, or each face of a single card."""
    if t.each == 1:
        line: int = d.hand[seat]
        return line
    if t.reading == TOTAL_ORDER:
        return t.size - t.each - cards_above(t, d, seat)
    wins = 0 if t.reading == BEATS else t.size - t.each
    for suit in range(t.suits):
        top, bottom = NO_CARD_ABOVE, NO_CARD_BELOW
        for c in range(seat * t.each, (seat + 1) * t.each):
            face: int = d.hand[c]
            if face & 3 == suit:
                top, bottom = max(top, face >> 2), min(bottom, face >> 2)
        if top != NO_CARD_ABOVE:
            wins += wins_in_suit(t, d, seat, suit, top, bottom)
    return wins


def wins_in_suit(t: Terms, d: Desk, seat: int, suit: int, top: int, bottom: int) -> int:
    """Give what a suit that the hand holds adds to its winning cards: lower ones, or less the higher ones."""
    if t.reading == COVERS:
        return -t.decks * (ACE - top)
    count = t.decks * (top - t.lowest) if t.reading == BEATS else -t.decks * (ACE - bottom)
    for c in range(seat * t.each, (seat + 1) * t.each):
        face: int = d.hand[c]
        if face & 3 == suit:
            if t.reading == BEATS and face >> 2 < top:
                count -= 1
            if t.reading == COVERS_ANY and face >> 2 > bottom:
                count += 1
    return count


def cards_above(t: Terms, d: Desk, seat: int) -> int:
    """Count the cards above the hand's best in the total order."""
    best = 0
    for c in range(seat * t.each, (seat + 1) * t.each):
        best = max(best, place(d, d.hand[c]))
    above = (ACE - best // 4) * t.suits
    for suit in range(t.suits):
        if d.weight[suit] > best % 4:
            above += 1
    return t.decks * above
