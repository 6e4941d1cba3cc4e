"""Black Cat "Bank" by the million: the same rules as the script, on whole numbers in arrays made beforehand.

Plain Python that numba compiles, and that runs uncompiled, on lists, where there is no numba. Cards are *faces*:
sixteen times the card's number plus the place of its kind in ``KINDS``. Positions are counted from 0. The numbers in
the comments are the steps of section 3 of the rules. Tests hold it to the script, column by column.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from banchok_edu.chance import CARDS, POLICIES, TABLE, below, for_policies, lane_key, nth

IN, OUT, RESERVE, CONTRIBUTION, DISTRIBUTION, STAKE, SCOOP, TRANSFER, RECEIVER, HOLIDAY = range(10)
"""The kinds of card, by their places in ``KINDS``."""

GOES_ON, ALL_TURNED, BROKEN, BY_SCOOP, BY_TRANSFER, BY_RECEIVER, BY_HOLIDAY = range(-1, 6)
NOBODY = -1


class Terms(NamedTuple):
    """The rules as whole numbers. ``limited`` and what follows ``ante`` are 0 or 1."""

    players: int
    purse: int
    limited: int
    first: int
    stake: int
    size: int
    dealt: int
    backs: int
    deals: int
    ante: int
    random_order: int
    banker_backs: int
    banker_reserves: int
    receiver_ends: int
    holiday_ends: int
    settles: int


class Plan(NamedTuple):
    """What the seats back: at random, or the first free one of their wishes.

    ``at_random`` has a truth value for each seat, ``count`` a number of wishes, ``wishes`` room for ``dealt`` of them.
    """

    at_random: Any
    count: Any
    wishes: Any


class Desk(NamedTuple):
    """Arrays to work in.

    ``gain`` is what each seat has won or lost so far; ``pot`` holds the pool and the reserve; ``role`` the seats of the
    banker and of the last staker; ``taken`` the positions that are backed, in ascending order.
    """

    faces: Any
    cells: Any
    backer: Any
    taken: Any
    gain: Any
    pot: Any
    role: Any


class Columns(NamedTuple):
    """Arrays to fill in: ``gain`` for each seat of each game, the others for each deal of each game."""

    gain: Any
    banker: Any
    turned: Any
    ended: Any
    pool: Any
    reserve: Any


def play(t: Terms, p: Plan, d: Desk, c: Columns, seed: int, start: int, games: int) -> None:
    """Play games ``start`` to ``start + games - 1`` of a seed of Black Cat."""
    for g in range(games):
        play_match(t, p, d, c, nth(seed, start + g), g)


def play_match(t: Terms, p: Plan, d: Desk, c: Columns, game_key: int, g: int) -> None:
    """Play all deals of a match and settle (steps 1 and 6)."""
    for s in range(t.players):
        d.gain[s] = 0
    d.pot[0] = d.pot[1] = 0
    d.role[0] = t.first
    stakes(t, d, t.first)
    for n in range(t.deals):
        play_deal(t, p, d, c, game_key, n, g * t.deals + n)
    if t.settles:
        takes_pool(d, d.role[0])
        takes_reserve(d, d.role[0])
    for s in range(t.players):
        c.gain[g * t.players + s] = d.gain[s]


def play_deal(t: Terms, p: Plan, d: Desk, c: Columns, game_key: int, n: int, row: int) -> None:
    """Play deal ``n``, counted from 0, and write its line (steps 1 to 5)."""
    c.banker[row] = d.role[0]
    for j in range(t.size):
        d.cells[j] = d.faces[j]
    back(t, p, d, lane_key(game_key, n, POLICIES))
    if t.random_order:
        turned, how = turn_at_random(t, d, lane_key(game_key, n, CARDS), lane_key(game_key, n, TABLE))
    else:
        turned, how = turn_in_order(t, d, lane_key(game_key, n, CARDS))
    c.turned[row] = turned
    c.ended[row] = how
    c.pool[row] = d.pot[0]
    c.reserve[row] = d.pot[1]


def card_at(t: Terms, d: Desk, key: int, position: int) -> int:
    """Decide the card at a position: all before it must be decided already (step 1)."""
    j = position + below(nth(key, position), t.size - position)
    face: int = d.cells[j]
    d.cells[j] = d.cells[position]
    d.cells[position] = face
    return face


def back(t: Terms, p: Plan, d: Desk, key: int) -> None:
    """Let each punter back a position that nobody has backed (step 2)."""
    for position in range(t.dealt):
        d.backer[position] = NOBODY
    i = 0
    for _ in range(t.backs):
        s = d.role[0]
        for _ in range(t.players - 1):
            s = s + 1 if s + 1 < t.players else 0
            position = take_out(d, chosen(t, p, d, s, key, i), i)
            d.backer[position] = s
            i += 1
            if t.ante:
                d.pot[0] += pays(t, d, s, t.ante)


def chosen(t: Terms, p: Plan, d: Desk, s: int, key: int, i: int) -> int:
    """Give which of the free positions, counted from 0, a seat backs by the deal's decision ``i``."""
    if p.at_random[s]:
        return below(for_policies(nth(key, i)), t.dealt - i)
    for w in range(s * t.dealt, s * t.dealt + p.count[s]):
        if d.backer[p.wishes[w]] == NOBODY:
            free = 0
            for position in range(p.wishes[w]):
                if d.backer[position] == NOBODY:
                    free += 1
            return free
    return 0


def take_out(d: Desk, x: int, taken: int) -> int:
    """Give the ``x``-th, from 0, of the positions that are not among the ``taken`` ones, and put it among them."""
    place = 0
    while place < taken and d.taken[place] <= x:  # they are kept in ascending order
        x += 1
        place += 1
    for y in range(taken, place, -1):
        d.taken[y] = d.taken[y - 1]
    d.taken[place] = x
    return x


def turn_in_order(t: Terms, d: Desk, key: int) -> tuple[int, int]:
    """Turn the cards in order of position and let each act: gives how many were turned and how the deal ended (step 3).

    What would lie behind the last card turned is never decided.
    """
    for i in range(t.dealt):
        how = act(t, d, card_at(t, d, key, i), d.backer[i])
        if how != GOES_ON:
            return i + 1, how
    return t.dealt, ALL_TURNED


def turn_at_random(t: Terms, d: Desk, key: int, table_key: int) -> tuple[int, int]:
    """Turn the cards in an order that luck gives, card by card: gives the same (step 3).

    ``taken`` now holds the positions turned up.
    """
    for position in range(t.dealt):
        card_at(t, d, key, position)
    for i in range(t.dealt):
        position = take_out(d, below(nth(table_key, i), t.dealt - i), i)
        how = act(t, d, d.cells[position], d.backer[position])
        if how != GOES_ON:
            return i + 1, how
    return t.dealt, ALL_TURNED


def act(t: Terms, d: Desk, face: int, backer: int) -> int:
    """Let a card act; gives how that ends the deal, ``GOES_ON`` if it does not."""
    kind, number = face & 15, face >> 4
    if kind <= OUT:
        if backer == NOBODY:
            if not t.banker_backs:
                return GOES_ON
            backer = d.role[0]
        if kind == OUT:
            return GOES_ON if calls(d, backer, number) else broken(t, d)
        d.pot[0] += pays(t, d, backer, number)
        return GOES_ON
    if kind <= DISTRIBUTION or kind == HOLIDAY:
        return act_on_all(t, d, kind)
    return GOES_ON if backer == NOBODY else act_on_backer(t, d, kind, backer)


def act_on_all(t: Terms, d: Desk, kind: int) -> int:
    """Let a card act that does so whether it is backed or not."""
    banker: int = d.role[0]
    if kind == HOLIDAY:
        takes_pool(d, banker)
        takes_reserve(d, banker)
        stakes(t, d, banker)
        return BY_HOLIDAY if t.holiday_ends else GOES_ON
    met, s = True, banker
    for _ in range(t.players):  # in turn, the banker last
        s = s + 1 if s + 1 < t.players else 0
        if kind == DISTRIBUTION:
            met = calls(d, s, 1) and met
        elif kind == CONTRIBUTION:
            d.pot[0] += pays(t, d, s, 1)
        elif s != banker or t.banker_reserves:
            d.pot[1] += pays(t, d, s, 1)
    return GOES_ON if met else broken(t, d)


def act_on_backer(t: Terms, d: Desk, kind: int, backer: int) -> int:
    """Let a card act that speaks of its backer."""
    if kind == STAKE:
        if d.role[1] != backer:
            d.gain[d.role[1]] += pays(t, d, backer, t.stake)
        return GOES_ON
    retiring = d.role[0]
    d.role[0] = backer
    if kind == SCOOP:
        takes_pool(d, backer)
        stakes(t, d, backer)
        return BY_SCOOP
    if kind == TRANSFER:
        return BY_TRANSFER
    d.gain[retiring] += pays(t, d, backer, d.pot[0])
    if t.receiver_ends:
        return BY_RECEIVER
    for position in range(t.dealt):  # his markers are lifted; those on cards already turned count no more
        if d.backer[position] == backer:
            d.backer[position] = NOBODY
    return GOES_ON


def calls(d: Desk, seat: int, due: int) -> bool:
    """Pay a player from the pool, and what is missing from the reserve; tell whether the pool could pay (step 4)."""
    from_pool = min(due, d.pot[0])
    from_reserve = min(due - from_pool, d.pot[1])
    d.pot[0] -= from_pool
    d.pot[1] -= from_reserve
    d.gain[seat] += from_pool + from_reserve
    return bool(from_pool == due)


def broken(t: Terms, d: Desk) -> int:
    """Pass the bank to the banker's left; he stakes (step 4)."""
    heir = d.role[0] + 1 if d.role[0] + 1 < t.players else 0
    d.role[0] = heir
    stakes(t, d, heir)
    return BROKEN


def pays(t: Terms, d: Desk, seat: int, due: int) -> int:
    """Take from a player what he can pay of what is due, and give it (step 7)."""
    amount = min(due, t.purse + d.gain[seat]) if t.limited else due
    d.gain[seat] -= amount
    return amount


def stakes(t: Terms, d: Desk, seat: int) -> None:
    """Let a banker put his stake into the pool: he is the last staker."""
    d.pot[0] += pays(t, d, seat, t.stake)
    d.role[1] = seat


def takes_pool(d: Desk, seat: int) -> None:
    """Let a player take the whole pool."""
    d.gain[seat] += d.pot[0]
    d.pot[0] = 0


def takes_reserve(d: Desk, seat: int) -> None:
    """Let a player take the whole reserve."""
    d.gain[seat] += d.pot[1]
    d.pot[1] = 0
