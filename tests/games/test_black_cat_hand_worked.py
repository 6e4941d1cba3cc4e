"""Whole matches of Black Cat "Bank" worked out with pencil and paper from section 3 of RULES.md.

Each line below is one standing: the purses, the pool, the reserve, the banker, the last staker. The first of a deal is
that before the first card, then one after each card turned. Cards behind the one that ends a deal do not matter.
"""

from __future__ import annotations

from banchok_edu.games.black_cat.events import Backed, BankerChanged, CardTurned, DealEnded
from tests.games.cat_table import POOL, RESERVE, Standing, match, moves, standings, told


def course(*lines):
    return [Standing(*line) for line in lines]


def endings(game):
    return [event.how for event in game.events if isinstance(event, DealEnded)]


def bankers(game):
    return [(event.seat, event.why) for event in game.events if isinstance(event, BankerChanged)]


def backings(game):
    return [event.seat for event in game.events if isinstance(event, Backed)]


def number_turned(game):
    return sum(isinstance(event, CardTurned) for event in game.events)


def test_two_deals_of_three_players_by_the_usual_rules():
    first = [
        *("In 3", "Out 2", "Reserve", "Out 5", "Out 4", "Contribution", "Scoop"),
        *("In 1", "Stake", "Bank Holiday", "In 5", "In 4", "Distribution", "Transfer Bank"),
    ]
    game = match([(first, [5, 12]), (["Out 1", "Official Receiver"], [1, 2])], players=3)
    assert standings(game, 1) == course(
        ((-6, 0, 0), 6, 0, 0, 0),
        ((-6, 0, 0), 6, 0, 0, 0),  # In 3, nobody's
        ((-6, 0, 0), 6, 0, 0, 0),  # Out 2, nobody's
        ((-7, -1, -1), 6, 3, 0, 0),  # Reserve
        ((-7, -1, -1), 6, 3, 0, 0),  # Out 5, nobody's
        ((-7, 3, -1), 2, 3, 0, 0),  # Out 4 to seat 1
        ((-8, 2, -2), 5, 3, 0, 0),  # Contribution
        ((-8, 2, -2), 5, 3, 0, 0),  # Scoop, nobody's
        ((-8, 2, -2), 5, 3, 0, 0),  # In 1, nobody's
        ((-8, 2, -2), 5, 3, 0, 0),  # Stake, nobody's
        ((-6, 2, -2), 6, 0, 0, 0),  # Bank Holiday: seat 0 takes 8, stakes 6
        ((-6, 2, -2), 6, 0, 0, 0),  # In 5, nobody's
        ((-6, 2, -6), 10, 0, 0, 0),  # In 4 from seat 2
        ((-5, 3, -5), 7, 0, 0, 0),  # Distribution
        ((-5, 3, -5), 7, 0, 0, 0),  # Transfer Bank, nobody's
    )
    assert standings(game, 2) == course(
        ((-5, 3, -5), 7, 0, 0, 0),
        ((-5, 4, -5), 6, 0, 0, 0),  # Out 1 to seat 1
        ((1, 4, -5), 0, 0, 2, 0),  # Official Receiver: seat 2 pays 6 to seat 0, then takes the pool of 6 at the end
    )
    assert [move for move in moves(game) if move[:2] == (2, 0)] == [(2, 0, 6, 0)]
    assert endings(game) == ["all_turned", "Official Receiver"]
    assert bankers(game) == [(2, "Official Receiver")]
    assert game.purses == (1, 4, -5)
    assert game.winners == (1,)


def test_three_deals_of_four_players_with_antes_two_markers_and_a_broken_bank():
    game = match(
        [
            (["Out 5", "Reserve", "Out 4", "In 2", "Scoop", "Contribution", "Stake"], [1, 3, 5, 4, 7, 2]),
            (["Stake", "Distribution", "Transfer Bank"], [1, 3, 7, 6, 5, 4]),
            (["Stake", "Out 5", "Out 5", "Contribution", "Official Receiver"], [2, 1, 5, 6, 3, 4]),
        ],
        players=4,
        stake=2,
        dealt=7,
        backs=2,
        ante=1,
        first_banker=3,
        reserve_pays="punters",
        settle="leave",
    )
    assert backings(game) == [0, 1, 2, 0, 1, 2, 1, 2, 3, 1, 2, 3, 3, 0, 1, 3, 0, 1]
    assert standings(game, 1) == course(
        ((-2, -2, -2, -2), 8, 0, 3, 3),  # seat 3 has staked 2, the others have laid two markers each
        ((3, -2, -2, -2), 3, 0, 3, 3),  # Out 5 to seat 0
        ((2, -3, -3, -2), 3, 3, 3, 3),  # Reserve: the punters
        ((0, 1, -3, -2), 2, 2, 0, 0),  # Out 4 to seat 1: 3 of the pool, 1 of the reserve; broken, seat 0 stakes 2
    )
    assert standings(game, 2) == course(
        ((0, -1, -5, -4), 8, 2, 0, 0),
        ((2, -3, -5, -4), 8, 2, 0, 0),  # Stake: seat 1 to seat 0
        ((3, -2, -4, -3), 4, 2, 0, 0),  # Distribution
        ((3, -2, -4, -3), 4, 2, 2, 0),  # Transfer Bank to seat 2
    )
    assert standings(game, 3) == course(
        ((1, -4, -4, -5), 10, 2, 2, 0),
        ((1, -4, -4, -5), 10, 2, 2, 0),  # Stake, backed by the last staker
        ((1, -4, -4, 0), 5, 2, 2, 0),  # Out 5 to seat 3
        ((6, -4, -4, 0), 0, 2, 2, 0),  # Out 5 to seat 0: the pool is empty, not broken
        ((5, -5, -5, -1), 4, 2, 2, 0),  # Contribution
        ((5, -9, -1, -1), 4, 2, 1, 0),  # Official Receiver: seat 1 pays 4 to seat 2
    )
    assert endings(game) == ["broken", "Transfer Bank", "Official Receiver"]
    assert bankers(game) == [(0, "broken"), (2, "Transfer Bank"), (1, "Official Receiver")]
    assert (game.purses, game.bank, game.reserve) == ((5, -9, -1, -1), 4, 2)
    assert game.winners == (0,)


def test_three_deals_of_three_short_purses_with_the_other_reading_of_every_card():
    game = match(
        [
            (["Out 3", "Official Receiver", "In 5", "Out 1", "Reserve", "Stake", "In 4", "Contribution"], [2, 6]),
            (["Out 4", "Bank Holiday"], [1, 2]),
            (["Scoop", "Stake", "Out 5", "In 1", "Out 3"], [2, 3]),
        ],
        players=3,
        purse=8,
        dealt=8,
        unbacked="banker",
        receiver="plays_on",
        holiday="new_deal",
    )
    assert backings(game) == [1, 2, 2, 0, 2, 0]
    assert standings(game, 1) == course(
        ((2, 8, 8), 6, 0, 0, 0),
        ((5, 8, 8), 3, 0, 0, 0),  # Out 3 to the banker, seat 0
        ((8, 5, 8), 3, 0, 1, 0),  # Official Receiver: seat 1 pays 3 to seat 0, the deal goes on
        ((8, 0, 8), 8, 0, 1, 0),  # In 5 from the banker, seat 1
        ((8, 1, 8), 7, 0, 1, 0),  # Out 1 to him
        ((7, 0, 7), 7, 3, 1, 0),  # Reserve
        ((13, 0, 1), 7, 3, 1, 0),  # Stake: seat 2 to seat 0, still the last staker
        ((13, 0, 1), 7, 3, 1, 0),  # In 4 from seat 1, who has nothing
        ((12, 0, 0), 9, 3, 1, 0),  # Contribution, seat 1 has nothing
    )
    assert standings(game, 2) == course(
        ((12, 0, 0), 9, 3, 1, 0),
        ((12, 0, 4), 5, 3, 1, 0),  # Out 4 to seat 2
        ((12, 2, 4), 6, 0, 1, 1),  # Bank Holiday: seat 1 takes 8, stakes 6; the deal is over
    )
    assert standings(game, 3) == course(
        ((12, 2, 4), 6, 0, 1, 1),
        ((12, 2, 4), 6, 0, 1, 1),  # Scoop, nobody's
        ((12, 6, 0), 6, 0, 1, 1),  # Stake: seat 2 to seat 1, 4 for want of 6
        ((17, 6, 0), 1, 0, 1, 1),  # Out 5 to seat 0
        ((17, 5, 0), 2, 0, 1, 1),  # In 1 from the banker, seat 1
        ((17, 7, 0), 0, 0, 2, 2),  # Out 3 to him, 2 are there: broken, and seat 2 has nothing to stake
    )
    short = [move for move in moves(game) if move[3] and move[0] >= 0]
    assert short == [(1, POOL, 0, 4), (1, POOL, 0, 1), (2, 1, 4, 2), (2, POOL, 0, 6)]
    assert endings(game) == ["all_turned", "Bank Holiday", "broken"]
    assert bankers(game) == [(1, "Official Receiver"), (2, "broken")]
    assert (game.purses, game.bank, game.reserve) == ((17, 7, 0), 0, 0)
    assert game.winners == (0,)


def test_four_deals_of_two_players():
    game = match(
        [
            (["Contribution", "Scoop"], [2]),
            (["Reserve", "Stake", "Distribution", "Out 5", "In 1"], [2]),
            (["In 2", "Distribution", "Out 5"], [3]),
            (["Official Receiver", "Bank Holiday", "Transfer Bank"], [3]),
        ],
        players=2,
        dealt=5,
    )
    assert backings(game) == [1, 0, 0, 1]
    assert standings(game, 1) == course(
        ((-6, 0), 6, 0, 0, 0),
        ((-7, -1), 8, 0, 0, 0),  # Contribution
        ((-7, 1), 6, 0, 1, 1),  # Scoop: seat 1 takes 8, stakes 6
    )
    assert standings(game, 2) == course(
        ((-7, 1), 6, 0, 1, 1),
        ((-8, 0), 6, 2, 1, 1),  # Reserve
        ((-14, 6), 6, 2, 1, 1),  # Stake: seat 0 to seat 1
        ((-13, 7), 4, 2, 1, 1),  # Distribution
        ((-13, 7), 4, 2, 1, 1),  # Out 5, nobody's
        ((-13, 7), 4, 2, 1, 1),  # In 1, nobody's
    )
    assert standings(game, 3) == course(
        ((-13, 7), 4, 2, 1, 1),
        ((-13, 7), 4, 2, 1, 1),  # In 2, nobody's
        ((-12, 8), 2, 2, 1, 1),  # Distribution
        ((-14, 8), 6, 0, 0, 0),  # Out 5 to seat 0: 2 of the pool, 2 of the reserve; broken, he himself stakes 6
    )
    assert [move[:3] for move in moves(game) if move[0] == RESERVE] == [(RESERVE, 0, 2)]
    assert standings(game, 4) == course(
        ((-14, 8), 6, 0, 0, 0),
        ((-14, 8), 6, 0, 0, 0),  # Official Receiver, nobody's
        ((-14, 8), 6, 0, 0, 0),  # Bank Holiday: seat 0 takes 6, stakes 6
        ((-14, 14), 0, 0, 1, 0),  # Transfer Bank to seat 1, who takes the 6 at the end
    )
    assert endings(game) == ["Scoop", "all_turned", "broken", "Transfer Bank"]
    assert number_turned(game) == 2 + 5 + 3 + 3
    assert told(game.view(None)) == Standing((-14, 14), 0, 0, 1, 0)
    assert game.winners == (1,)


def test_two_deals_of_five_players_two_of_whom_share_the_win():
    game = match(
        [
            (["Distribution", "Out 5", "In 3", "Transfer Bank"], [3, 6, 2, 4]),
            (["Reserve", "Out 5"], [5, 7, 2, 6]),
        ],
        players=5,
        dealt=8,
        first_banker=1,
        stake=10,
    )
    assert backings(game) == [2, 3, 4, 0, 1, 2, 3, 4]
    assert standings(game, 1) == course(
        ((0, -10, 0, 0, 0), 10, 0, 1, 1),
        ((1, -9, 1, 1, 1), 5, 0, 1, 1),  # Distribution
        ((1, -9, 1, 1, 6), 0, 0, 1, 1),  # Out 5 to seat 4
        ((1, -9, -2, 1, 6), 3, 0, 1, 1),  # In 3 from seat 2
        ((1, -9, -2, 1, 6), 3, 0, 0, 1),  # Transfer Bank to seat 0
    )
    assert standings(game, 2) == course(
        ((1, -9, -2, 1, 6), 3, 0, 0, 1),
        ((0, -10, -3, 0, 5), 3, 5, 0, 1),  # Reserve
        # Out 5 to seat 3: 3 of the pool, 2 of the reserve. Broken: seat 1 stakes 10 and at the end takes 10 and 3.
        ((0, -7, -3, 5, 5), 0, 0, 1, 1),
    )
    assert sorted(moves(game)[-2:]) == [(POOL, 1, 10, 0), (RESERVE, 1, 3, 0)]
    assert endings(game) == ["Transfer Bank", "broken"]
    assert game.winners == (3, 4)
