"""Banchok by the million: the same rules as the script, on whole numbers in arrays made beforehand.

Plain Python that numba compiles, and that runs uncompiled, on lists, where there is no numba. The loop serves Polish
banchok too: what decides a coup, and which line of a policy's table a hand belongs to, are handed in as functions.
Cards are *faces*: four times the rank's number plus the suit's. Tests hold it to the script, column by column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from banchok_edu.chance import CARDS, FIRST_BANKER, TABLE, below, exposed, lane_key, nth

from .rules import outcome

GOES_ON, BROKEN, TRIPLED, LAPSED = -1, 0, 1, 2
RECYCLED, SIDE_PACK, FRESH = 0, 1, 2
NO_LIMIT = 1 << 60
"""More than any purse, bank, or number of quiet deals."""


class Terms(NamedTuple):
    """The rules as whole numbers. ``limited`` and the like are 0 or 1; 0 is no face, and stands for no card."""

    players: int
    purse: int
    limited: int
    opening: int
    min_stake: int
    triple: int
    at_once: int
    pass_limit: int
    turn_limit: int
    banks: int
    first: int
    use: int
    size: int
    each: int
    reading: int
    exposure: int
    limited_to_opening: int
    lines: int
    decks: int
    suits: int
    lowest: int


class Plan(NamedTuple):
    """What the seats do: for each seat and each line of its table a fixed stake and a share of the bank or the purse.

    Arrays of ``players * lines``, line by line within a seat; ``refuses`` has one truth value a seat.
    """

    fixed: Any
    part: Any
    whole: Any
    of_purse: Any
    refuses: Any


class Desk(NamedTuple):
    """Arrays to work in: the deck, the hands, what the seats hold."""

    faces: Any
    weight: Any
    cells: Any
    spare: Any
    batches: Any
    hand: Any
    held: Any
    held_count: Any
    left: Any
    net: Any


class Columns(NamedTuple):
    """Arrays to fill in: ``gain`` for each seat of each game, the others for each bank of each game."""

    gain: Any
    banker: Any
    ended: Any
    bank: Any
    coups: Any
    deals: Any
    cards: Any


def compare(t: Terms, d: Desk, seat: int, turned: int) -> int:
    """Tell who wins a coup of Banchok."""
    own: int = d.hand[seat] >> 2
    return outcome(own, turned >> 2, t.reading)


def line_of(t: Terms, d: Desk, seat: int) -> int:
    """Give the line of the policy's table: in Banchok there is one for each face."""
    line: int = d.hand[seat]
    return line


def play(t: Terms, p: Plan, d: Desk, c: Columns, seed: int, start: int, games: int) -> None:
    """Play games ``start`` to ``start + games - 1`` of a seed of Banchok."""
    play_games(compare, line_of, t, p, d, c, seed, start, games)


def play_games(
    compare: Any, line_of: Any, t: Terms, p: Plan, d: Desk, c: Columns, seed: int, start: int, games: int
) -> None:
    """Play games of either banchok."""
    for g in range(games):
        play_game(compare, line_of, t, p, d, c, nth(seed, start + g), g)


def play_game(compare: Any, line_of: Any, t: Terms, p: Plan, d: Desk, c: Columns, game_key: int, g: int) -> None:
    """Let the deal go round (steps 1, 8 and 9)."""
    n = t.players
    for s in range(n):
        d.net[s] = 0
        d.left[s] = 0
    banker = t.first if t.first >= 0 else first_banker(t, d, game_key)
    deck = gone = 0
    for _ in range(t.banks):
        if d.left[banker] == 0:
            if p.refuses[banker] or (t.limited and t.purse + d.net[banker] == 0):
                d.left[banker] = 1
                gone += 1
            else:
                play_bank(compare, line_of, t, p, d, c, game_key, deck, banker, g * t.banks + deck)
                deck += 1
        if gone == n - 1:
            break
        banker = banker + 1 if banker + 1 < n else 0
    for b in range(g * t.banks + deck, (g + 1) * t.banks):
        c.banker[b] = -1
        c.ended[b] = -1
        c.bank[b] = c.coups[b] = c.deals[b] = c.cards[b] = 0
    for s in range(n):
        c.gain[g * n + s] = d.net[s]


def first_banker(t: Terms, d: Desk, game_key: int) -> int:
    """Draw for the bank; those who tie for lowest draw on (step 1)."""
    key = lane_key(game_key, 0, FIRST_BANKER)
    lay_out(t, d)
    m, i, k, left = t.players, 0, 0, t.size
    for s in range(m):
        d.spare[s] = s
    while m > 1:
        low, q = NO_LIMIT, 0
        for s in range(m):
            if left == 0:
                k, left = 0, t.size
            card = draw(d.cells, key, i, k, left, t.size) >> 2
            i, k, left = i + 1, k + 1, left - 1
            if card < low:
                low, q = card, 0
            if card == low:
                d.spare[q] = d.spare[s]
                q += 1
        m = q
    seat: int = d.spare[0]
    return seat


def lay_out(t: Terms, d: Desk) -> None:
    """Lay all cards out in their order."""
    for j in range(t.size):
        d.cells[j] = d.faces[j]


def draw(cells: Any, key: int, i: int, k: int, left: int, size: int) -> int:
    """Decide the card of cell ``k`` among the ``left`` cells from there on round the ring, by word ``i``."""
    j = k + below(nth(key, i), left)
    if j >= size:
        j -= size
    card: int = cells[j]
    cells[j] = cells[k]
    cells[k] = card
    return card


def play_bank(
    compare: Any,
    line_of: Any,
    t: Terms,
    p: Plan,
    d: Desk,
    c: Columns,
    game_key: int,
    deck: int,
    banker: int,
    b: int,
) -> None:
    """Play one bank and write its line (steps 2 to 7)."""
    opening = t.opening
    if t.limited:
        opening = min(opening, t.purse + d.net[banker])
    d.net[banker] -= opening
    bank, goal = opening, t.triple * opening
    key, table_key = lane_key(game_key, deck, CARDS), lane_key(game_key, deck, TABLE)
    lay_out(t, d)
    d.held_count[0] = 0
    i, k, left, first, last = 0, 0, t.size, 0, 0
    turns = coups = deals = quiet = 0
    how = LAPSED if nobody_can_bet(t, d, banker, bank) else GOES_ON
    while how == GOES_ON:
        deals += 1
        drawn = i
        bank, how, bets, turns, i, k, left, first = play_deal(
            compare, line_of, t, p, d, key, table_key, banker, opening, bank, turns, i, k, left, first
        )
        coups += bets
        if how == GOES_ON:
            quiet = 0 if bets else quiet + 1
            if bank >= goal:
                how = TRIPLED
            elif quiet == t.pass_limit:
                how = LAPSED
            else:
                d.batches[last] = i - drawn
                last = last + 1 if last + 1 < t.size else 0
                d.held_count[0] = 0
    d.net[banker] += bank
    c.banker[b] = banker
    c.ended[b] = how
    c.bank[b] = bank
    c.coups[b] = coups
    c.deals[b] = deals
    c.cards[b] = i


def play_deal(
    compare: Any,
    line_of: Any,
    t: Terms,
    p: Plan,
    d: Desk,
    key: int,
    table_key: int,
    banker: int,
    opening: int,
    bank: int,
    turns: int,
    i: int,
    k: int,
    left: int,
    first: int,
) -> tuple[int, int, int, int, int, int, int, int]:
    """Deal, and let the punters act (steps 4, 5 and 7); ``i, k, left, first`` say where the deck stands."""
    if t.use != FRESH:
        i, k, left, first = deal(t, d, key, banker, i, k, left, first)
    n, s, bets = t.players, banker, 0
    for _ in range(n - 1):
        s = s + 1 if s + 1 < n else 0
        if d.left[s] == 0:
            if t.use == FRESH:
                k, left = 0, t.size
                for card in range(t.each):
                    d.hand[s * t.each + card], i, k, left, first = take(t, d, key, i, k, left, first)
            turns += 1
            gain, i, k, left, first = play_turn(
                compare, line_of, t, p, d, key, table_key, s, opening, bank, turns, i, k, left, first
            )
            bank += gain[0]
            bets += gain[1]
            d.net[s] -= gain[0]
            how = end_of_bank(t, d, banker, opening, bank, turns)
            if how != GOES_ON:
                return bank, how, bets, turns, i, k, left, first
    return bank, GOES_ON, bets, turns, i, k, left, first


def deal(t: Terms, d: Desk, key: int, banker: int, i: int, k: int, left: int, first: int) -> tuple[int, int, int, int]:
    """Deal the punters their cards, one at a time round the table (step 4)."""
    n = t.players
    for card in range(t.each):
        s = banker
        for _ in range(n - 1):
            s = s + 1 if s + 1 < n else 0
            if d.left[s] == 0:
                d.hand[s * t.each + card], i, k, left, first = take(t, d, key, i, k, left, first)
                if t.use == SIDE_PACK:
                    d.held[d.held_count[0]] = k - 1 if k else t.size - 1
                    d.held_count[0] += 1
    return i, k, left, first


def play_turn(
    compare: Any,
    line_of: Any,
    t: Terms,
    p: Plan,
    d: Desk,
    key: int,
    table_key: int,
    s: int,
    opening: int,
    bank: int,
    turn: int,
    i: int,
    k: int,
    left: int,
    first: int,
) -> tuple[tuple[int, int], int, int, int, int]:
    """Let a punter act (step 5): gives what the bank gains and whether he bet, and where the deck stands."""
    shown = stake = won = 0
    if t.exposure and exposed(nth(table_key, turn), t.exposure):
        shown, i, k, left, first = take(t, d, key, i, k, left, first)
    low, high = limits(t, d, s, opening, bank, shown)
    if shown:
        if high > 0:
            won = compare(t, d, s, shown)
            stake = high if won < 0 else low
    elif high >= low:
        stake = wanted(p, s * t.lines + line_of(t, d, s), bank, t.purse + d.net[s], low, high)
        if stake:
            turned, i, k, left, first = take(t, d, key, i, k, left, first)
            won = compare(t, d, s, turned)
    return (won * stake, 1 if stake else 0), i, k, left, first


def take(t: Terms, d: Desk, key: int, i: int, k: int, left: int, first: int) -> tuple[int, int, int, int, int]:
    """Draw the next card; gives it, and where the deck stands then."""
    if left == 0:
        k, left, first = more_cards(t, d, k, first)
    card = draw(d.cells, key, i, k, left, t.size)
    return card, i + 1, k + 1 if k + 1 < t.size else 0, left - 1, first


def more_cards(t: Terms, d: Desk, k: int, first: int) -> tuple[int, int, int]:
    """Go on to the next used cards when no card is left: gives the cell, how many there are, and the next batch."""
    if t.use == RECYCLED:
        return k, d.batches[first], first + 1 if first + 1 < t.size else 0
    kept = d.held_count[0]
    for j in range(t.size):
        d.spare[j] = 0
    for x in range(kept):
        d.spare[d.held[x]] = 1
    used, back = 0, t.size - kept
    for j in range(t.size):  # stably: first the used cards, then the hands of the running deal
        if d.spare[j] == 0:
            d.batches[used] = d.cells[j]
            used += 1
        else:
            d.batches[back] = d.cells[j]
            back += 1
    for j in range(t.size):
        d.cells[j] = d.batches[j]
    for x in range(kept):
        d.held[x] = t.size - kept + x
    return 0, t.size - kept, first


def limits(t: Terms, d: Desk, s: int, opening: int, bank: int, shown: int) -> tuple[int, int]:
    """Give the least and the largest stake of a punter; the least is above the largest where he is not asked."""
    least = min(t.min_stake, bank)
    most = bank
    if not shown and t.limited_to_opening:
        most = min(bank, max(opening, least))
    if t.limited:
        most = min(most, t.purse + d.net[s])
    return (min(least, most) if shown else least), most


def wanted(p: Plan, line: int, bank: int, purse: int, low: int, high: int) -> int:
    """Give the stake by the seat's table, brought within the limits; 0 is a pass."""
    wish = p.fixed[line]
    if p.part[line]:
        held = purse if p.of_purse[line] else bank
        wish = held if p.part[line] == p.whole[line] else held * p.part[line] // p.whole[line]
    return 0 if wish <= 0 else min(max(wish, low), high)


def end_of_bank(t: Terms, d: Desk, banker: int, opening: int, bank: int, turns: int) -> int:
    """Tell how a bank ends at this moment (step 7)."""
    if bank == 0:
        return BROKEN
    reached = bank >= t.triple * opening
    if reached and t.at_once:
        return TRIPLED
    if turns >= t.turn_limit or nobody_can_bet(t, d, banker, bank):
        return TRIPLED if reached else LAPSED
    return GOES_ON


def nobody_can_bet(t: Terms, d: Desk, banker: int, bank: int) -> bool:
    """Tell whether no punter could make a legal bet."""
    if not t.limited:
        return False
    least = min(t.min_stake, bank)
    for s in range(t.players):
        if s != banker and d.left[s] == 0 and t.purse + d.net[s] >= least:
            return False
    return True
