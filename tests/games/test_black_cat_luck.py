"""The luck of Black Cat "Bank": which cards are laid, which is turned next, what a policy is given, and how likely.

Seeds are fixed, so that a test passes always or never. Of right programs with another seed, one in a thousand would
fail a test with ``p > 0.001``, and about one in sixteen thousand one that allows four standard errors.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import permutations, product

import pytest

import banchok_edu as be
from banchok_edu.core.events import DealBegan, Dealt
from banchok_edu.games.black_cat.events import Backed, CardTurned
from tests.games.cat_luck import below, cards_laid, chance_of_at_least, lane_of, order_of_turning, p_value, word

BLIND = be.policies.Blind(1)
NUMBERS = {f"{kind} {k}" for kind in ("In", "Out") for k in range(1, 6)}


def by_deal(game, kind):
    """Give the events of a kind, deal by deal."""
    deals = []
    for event in game.events:
        if isinstance(event, DealBegan):
            deals.append([])
        elif isinstance(event, kind):
            deals[-1].append(event)
    return deals


def played(rules, seed, games):
    for index in range(games):
        yield be.BlackCat(rules, seed=seed, index=index).advance(BLIND)


def z(count, games, probability):
    """Give the distance from what is expected, in standard errors."""
    return (count / games - probability) / math.sqrt(probability * (1 - probability) / games)


# -- the tools of these tests --------------------------------------------------------------------------------------


def test_the_generator_gives_the_published_numbers():
    assert [word(0, i) for i in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [word(1234567, i) for i in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize(
    "chi_square, df, tail", [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (18.307038, 10, 0.05), (49.728232, 23, 0.001)]
)
def test_the_chi_square_table_is_as_printed(chi_square, df, tail):
    assert chance_of_at_least(chi_square, df) == pytest.approx(tail, rel=1e-5)


# -- the convention ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed, index", [(0, 0), (7, 0), (7, 48213), (2**64 - 1, 2**63 - 1)])
def test_the_order_of_turning_follows_from_seed_index_and_deal(seed, index):
    rules = be.BlackCatRules(players=3, order="random", pack={"In 1": 14}, deals=4)
    game = be.BlackCat(rules, seed=seed, index=index).advance(BLIND)
    orders = [[event.position for event in turned] for turned in by_deal(game, CardTurned)]
    assert orders == [order_of_turning(seed, index, deal, 14) for deal in range(4)]
    assert len({tuple(order) for order in orders}) == 4


@pytest.mark.parametrize("seed, index", [(0, 0), (7, 48213), (2**64 - 1, 2**63 - 1)])
def test_the_cards_laid_follow_from_seed_index_and_deal(seed, index):
    pack = [f"In {k}" for k in range(1, 21)]
    rules = be.BlackCatRules(players=3, pack=dict.fromkeys(pack, 1), deals=3)
    game = be.BlackCat(rules, seed=seed, index=index).advance(BLIND)
    laid = [[str(event.card) for event in dealt] for dealt in by_deal(game, Dealt)]
    assert laid == [cards_laid(seed, index, deal, pack, 14) for deal in range(3)]


def test_the_order_of_turning_does_not_move_the_cards_nor_the_backing_the_order():
    rules = {"players": 3, "pack": dict.fromkeys([f"In {k}" for k in range(1, 21)], 1), "deals": 1}
    orders, deals = set(), set()
    for order, first, second in product(("position", "random"), (1, 9), (5, 14)):
        game = be.BlackCat(be.BlackCatRules(**rules, order=order), seed=5).choose(first).choose(second)
        deals.add(tuple(str(event.card) for event in by_deal(game, Dealt)[0]))
        if order == "random":
            orders.add(tuple(event.position for event in by_deal(game, CardTurned)[0]))
    assert len(deals) == len(orders) == 1


def test_a_stack_moves_neither_the_order_nor_the_next_deal():
    rules = be.BlackCatRules(
        players=3, order="random", pack=dict.fromkeys([f"In {k}" for k in range(1, 21)], 1), deals=2
    )
    free = be.BlackCat(rules, seed=5).advance(BLIND)
    stacked = be.BlackCat(rules, seed=5, stack=["In 20", "In 19"]).advance(BLIND)
    assert [str(event.card) for event in by_deal(stacked, Dealt)[0]][:2] == ["In 20", "In 19"]
    assert by_deal(stacked, Dealt)[1] == by_deal(free, Dealt)[1]
    for one, other in zip(by_deal(stacked, CardTurned), by_deal(free, CardTurned), strict=True):
        assert [event.position for event in one] == [event.position for event in other]


def test_a_policy_gets_the_word_of_its_decision_in_its_deal():
    seen = []

    def policy(view):
        seen.append((view.deal, view.luck(1000)))
        return view.decision.options[0]

    rules = be.BlackCatRules(players=3, backs=2, deals=2, pack={"In 1": 14})
    be.BlackCat(rules, seed=9, index=3).advance(policy)
    expected = [(deal + 1, below(word(lane_of(9, 3, deal, 3), i), 1000)) for deal in range(2) for i in range(4)]
    assert seen == expected


def test_luck_is_only_for_the_seat_that_chooses():
    game = be.BlackCat(be.BlackCatRules(players=3), seed=9)
    assert game.view(1).luck(14) == below(word(lane_of(9, 0, 0, 3), 0), 14)
    for viewer in (0, 2, None, "all"):
        with pytest.raises(be.BanchokError):
            game.view(viewer).luck(14)


@pytest.mark.parametrize("m", [0, -1, True, 1.0, "3", None, 2048])
def test_luck_among_no_number_of_things_is_refused(m):
    with pytest.raises(be.BanchokError):
        be.BlackCat(be.BlackCatRules(players=3), seed=9).view(1).luck(m)


def test_random_backing_takes_the_free_position_that_luck_names():
    game = be.BlackCat(be.BlackCatRules(players=4, deals=2), seed=21).advance(BLIND)
    for deal, backed in enumerate(by_deal(game, Backed)):
        free = list(range(1, 15))
        expected = [free.pop(below(word(lane_of(21, 0, deal, 3), i), len(free))) for i in range(3)]
        assert [event.position for event in backed] == expected


# -- uniform -------------------------------------------------------------------------------------------------------


def test_every_order_of_turning_is_as_likely():
    rules = be.BlackCatRules(players=2, order="random", pack={"In 1": 4}, dealt=4, deals=1)
    orders = Counter(
        tuple(event.position for event in by_deal(game, CardTurned)[0]) for game in played(rules, seed=31, games=2400)
    )
    p = p_value([orders[order] for order in permutations((1, 2, 3, 4))], expected=100)
    assert orders.total() == 2400
    # at this seed p = 0.764
    assert p > 0.001, f"p = {p}, 23 degrees of freedom"


def test_every_arrangement_of_cards_is_as_likely():
    pack = ("In 1", "In 2", "In 3", "Out 1", "Out 2")
    rules = be.BlackCatRules(players=2, pack=dict.fromkeys(pack, 1), dealt=3)
    laid = Counter(
        tuple(str(card) for card in be.BlackCat(rules, seed=32, index=index).view("all").positions)
        for index in range(3000)
    )
    p = p_value([laid[cards] for cards in permutations(pack, 3)], expected=50)
    assert laid.total() == 3000
    # at this seed p = 0.564
    assert p > 0.001, f"p = {p}, 59 degrees of freedom"


def test_every_arrangement_is_as_likely_in_a_later_deal():
    pack = ("In 1", "In 2", "In 3", "In 4")
    rules = be.BlackCatRules(players=2, pack=dict.fromkeys(pack, 1), dealt=4, deals=2)
    laid = Counter(
        tuple(str(event.card) for event in by_deal(game, Dealt)[1]) for game in played(rules, seed=33, games=2400)
    )
    p = p_value([laid[cards] for cards in permutations(pack)], expected=100)
    # at this seed p = 0.137
    assert p > 0.001, f"p = {p}, 23 degrees of freedom"


def test_random_backing_backs_every_pair_of_positions_as_often():
    rules = be.BlackCatRules(players=3, pack={"In 1": 4}, dealt=4, deals=1)
    backed = Counter(
        tuple(event.position for event in by_deal(game, Backed)[0]) for game in played(rules, seed=34, games=2400)
    )
    p = p_value([backed[pair] for pair in permutations((1, 2, 3, 4), 2)], expected=200)
    assert backed.total() == 2400
    # at this seed p = 0.428
    assert p > 0.001, f"p = {p}, 11 degrees of freedom"


def test_where_a_card_lies_when_it_is_turned_and_who_backs_it_are_independent():
    rules = be.BlackCatRules(players=2, order="random", pack={"Stake": 1, "In 1": 3}, dealt=4, deals=1)
    seen = Counter()
    for game in played(rules, seed=35, games=3200):
        turned = by_deal(game, CardTurned)[0]
        ((place, event),) = [(i, event) for i, event in enumerate(turned) if str(event.card) == "Stake"]
        seen[event.position, place, by_deal(game, Backed)[0][0].position] += 1
    p = p_value([seen[cell] for cell in product((1, 2, 3, 4), range(4), (1, 2, 3, 4))], expected=50)
    assert seen.total() == 3200
    # at this seed p = 0.663
    assert p > 0.001, f"p = {p}, 63 degrees of freedom"


# -- known probabilities -------------------------------------------------------------------------------------------


def test_the_scoop_is_dealt_in_every_second_deal():
    """14 of 28 cards are laid."""
    games = 4000
    rules = be.BlackCatRules(players=4)
    dealt = sum(
        "Scoop" in map(str, be.BlackCat(rules, seed=41, index=index).view("all").positions) for index in range(games)
    )
    assert abs(z(dealt, games, 1 / 2)) < 4


def test_the_scoop_is_dealt_and_backed_in_three_deals_of_twenty_eight():
    """3 punters: 3 of 14 positions are backed, so 1/2 * 3/14."""
    games = 4000
    rules = be.BlackCatRules(players=4, deals=1)
    both = 0
    for game in played(rules, seed=42, games=games):
        backed = {event.position for event in by_deal(game, Backed)[0]}
        both += any(str(event.card) == "Scoop" and event.position in backed for event in by_deal(game, Dealt)[0])
    assert abs(z(both, games, 3 / 28)) < 4


def test_four_specials_of_fourteen_are_as_frequent_as_the_hypergeometric_law_says():
    """C(8, 4) C(20, 10) / C(28, 14) = 1001/3105."""
    probability = math.comb(8, 4) * math.comb(20, 10) / math.comb(28, 14)
    assert probability == pytest.approx(1001 / 3105, rel=1e-12)
    games = 4000
    rules = be.BlackCatRules(players=4)
    four = 0
    for index in range(games):
        laid = be.BlackCat(rules, seed=43, index=index).view("all").positions
        four += sum(str(card) not in NUMBERS for card in laid) == 4
    assert abs(z(four, games, probability)) < 4


def test_two_deals_are_shuffled_independently():
    """The Scoop lies in both deals of a match in one match of four."""
    games = 1500
    rules = be.BlackCatRules(players=2, deals=2)
    both = sum(
        all(any(str(event.card) == "Scoop" for event in deal) for deal in by_deal(game, Dealt))
        for game in played(rules, seed=44, games=games)
    )
    assert abs(z(both, games, 1 / 4)) < 4
