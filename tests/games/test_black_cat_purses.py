"""Short purses: rule 3.7 of Black Cat "Bank", worked out by hand."""

from __future__ import annotations

import banchok_edu as be
from tests.games.cat_table import POOL, RESERVE, Standing, asked, deal, moves, standings, told

# -- 3.7: short purses ---------------------------------------------------------------------------------------------


def test_a_first_banker_stakes_what_he_has_and_is_last_staker():
    game = deal(["In 1"], {}, purse=2)
    assert standings(game)[0] == Standing((0, 2, 2), 2, 0, 0, 0)
    assert moves(game, turned=0) == [(0, POOL, 2, 4)]


def test_a_purse_that_suffices_is_not_short():
    game = deal(["In 2"], {1: 1}, purse=6)
    assert standings(game)[:2] == [Standing((0, 6, 6), 6, 0, 0, 0), Standing((0, 4, 6), 8, 0, 0, 0)]
    assert {short for *_, short in moves(game, turned=1)} == {0}


def test_a_short_in_is_paid_as_far_as_it_goes():
    game = deal(["In 5"], {1: 1}, purse=2)
    assert standings(game)[1] == Standing((0, 0, 2), 4, 0, 0, 0)
    assert moves(game, turned=1) == [(1, POOL, 2, 3)]


def test_an_in_from_an_empty_purse_is_noted_as_short_all_over():
    game = deal(["In 2", "In 3"], {1: 1, 2: 1}, backs=2, purse=2)
    assert standings(game)[1:3] == [Standing((0, 0, 2), 4, 0, 0, 0)] * 2
    assert moves(game, turned=2) == [(1, POOL, 0, 3)]


def test_a_bankers_own_in_may_be_short():
    game = deal(["In 3"], {}, purse=7, unbacked="banker")
    assert standings(game)[1] == Standing((0, 7, 7), 7, 0, 0, 0)
    assert moves(game, turned=1) == [(0, POOL, 1, 2)]


def test_a_short_stake_card_is_lost_to_the_last_staker():
    game = deal(["Stake"], {1: 2}, purse=2)
    assert standings(game)[1] == Standing((2, 2, 0), 2, 0, 0, 0)
    assert moves(game, turned=1) == [(2, 0, 2, 4)]


def test_a_short_receiver_becomes_banker_all_the_same():
    game = deal(["Contribution", "Official Receiver"], {2: 1}, purse=2)
    # Banker 0 has nothing left for the Contribution.
    assert standings(game)[1] == Standing((0, 1, 1), 4, 0, 0, 0)
    assert sorted(moves(game, turned=1)) == [(0, POOL, 0, 1), (1, POOL, 1, 0), (2, POOL, 1, 0)]
    assert standings(game)[2] == Standing((1, 0, 1), 4, 0, 1, 0)
    assert moves(game, turned=2) == [(1, 0, 1, 3)]


def test_a_short_ante_is_paid_as_far_as_it_goes():
    game = be.BlackCat(be.BlackCatRules(players=3, purse=2, ante=3, backs=2), seed=1)
    assert told(game.choose(1).view(None)) == Standing((0, 0, 2), 4, 0, 0, 0)
    assert told(game.choose(2).choose(3).view(None)) == Standing((0, 0, 0), 6, 0, 0, 0)
    assert moves(game) == [(0, POOL, 2, 4), (1, POOL, 2, 1), (2, POOL, 2, 1), (1, POOL, 0, 3)]


def test_a_short_reserve_is_paid_by_those_who_can():
    game = deal(["Reserve"], {}, purse=1)
    assert standings(game)[1] == Standing((0, 0, 0), 1, 2, 0, 0)
    assert sorted(moves(game, turned=1)) == [(0, RESERVE, 0, 1), (1, RESERVE, 1, 0), (2, RESERVE, 1, 0)]


def test_a_new_banker_with_nothing_to_stake_is_banker_and_last_staker():
    game = deal(["Reserve", "Out 2"], {2: 2}, purse=1)
    # Out 2: 1 of the pool, 1 of the reserve; seat 1 has nothing to stake.
    assert standings(game)[2] == Standing((0, 0, 2), 0, 1, 1, 1)
    assert moves(game, turned=2)[-1] == (1, POOL, 0, 6)


def test_a_scooper_stakes_out_of_what_he_has_taken():
    game = deal(["Scoop"], {1: 2}, purse=2)
    assert standings(game)[1] == Standing((0, 2, 0), 4, 0, 2, 2)
    assert moves(game, turned=1) == [(POOL, 2, 2, 0), (2, POOL, 4, 2)]


def test_a_bank_holiday_with_a_short_purse_stakes_what_was_taken():
    game = deal(["Bank Holiday"], {}, purse=2)
    assert standings(game)[1] == Standing((0, 2, 2), 2, 0, 0, 0)


def test_nobody_leaves_with_an_empty_purse():
    rules = be.BlackCatRules(players=3, purse=1, pack={"In 1": 3}, dealt=3, deals=3)
    game = be.BlackCat(rules, seed=1).choose(1).choose(2)
    assert told(game.view(None)) == Standing((0, 0, 0), 3, 0, 0, 0)
    assert game.view(None).left == (False, False, False)
    assert asked(game) == {2: [1, 2], 3: [1, 2]}
    assert (game.purses, game.winners) == ((3, 0, 0), (0,))


def test_a_player_with_an_empty_purse_can_become_banker():
    game = deal(["In 1", "Transfer Bank"], {1: 1, 2: 1}, purse=1, backs=2, settle="banker")
    # In: (0, 0, 1), pool 2. The Transfer is the last card turned: seat 1 takes the 2.
    assert standings(game)[1:3] == [Standing((0, 0, 1), 2, 0, 0, 0), Standing((0, 2, 1), 0, 0, 1, 0)]
    assert game.winners == (1,)


def test_equal_winners_share_the_win():
    game = deal(["In 2", "In 1", "In 1"], {1: 1, 2: 2, 3: 3}, players=4, purse=10)
    assert game.purses == (4, 8, 9, 9)
    assert game.winners == (2, 3)


def test_gains_are_counted_from_the_purse_at_the_start():
    game = deal(["Contribution", "In 1", "In 2"], {2: 1, 3: 2}, purse=10)
    assert (game.purses, game.gains) == ((3, 8, 7), (-7, -2, -3))
