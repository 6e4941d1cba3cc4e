"""The columns of Black Cat: dtypes that hold whatever can happen, and rules that are refused for bulk play."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.games.black_cat import columns as m
from banchok_edu.games.black_cat import kernel
from banchok_edu.games.black_cat.rules import KINDS
from tests.play import RULES
from tests.simulation.bulk import P, uncompiled


def dtypes(**fields):
    return {column.name: column.dtype for column in m.columns(be.BlackCatRules(**fields))}


def test_dtypes_are_chosen_from_the_rules():
    assert dtypes()["pool"] == dtypes()["gain"] == "int16"
    assert dtypes(purse=20)["gain"] == "int8"
    assert dtypes(deals=100)["gain"] == "int32"
    assert dtypes(deals=100, pack={"In 1": 14})["gain"] == "int16"
    assert dtypes(deals=100_000)["gain"] == "int64"
    assert dtypes(players=200, dealt=300, pack={"In 1": 300})["banker"] == "int16"
    assert dtypes(dealt=128, pack={"In 1": 128})["turned"] == "int16"


def test_rules_by_which_a_gain_could_pass_whole_numbers_of_64_bits_are_refused_for_bulk_play():
    far = {"deals": 1_000_000, "stake": 10**9, "ante": 10**9, "players": 15}
    with pytest.raises(be.RulesError, match=r"a gain could grow beyond 2\*\*62 counters.*limited purse"):
        dtypes(**far)
    assert dtypes(**far, purse=10**9)["gain"] == "int64"
    assert be.BlackCat(be.BlackCatRules(**far)).decision


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(RULES["black_cat"], st.integers(0, 2**64 - 1))
def test_no_pool_and_no_gain_passes_its_bound(rules, seed):
    found = uncompiled(rules, [P.Backing()] * rules.players, seed, 0, 20)
    assert max(*found["pool"], *found["reserve"]) <= m.largest_pool(rules)
    assert max(map(abs, found["gain"])) <= m.largest_gain(rules)


def test_the_kernel_numbers_kinds_and_ends_as_the_rules_name_them():
    assert [getattr(kernel, name) for name in ("IN", "OUT", "RESERVE", "CONTRIBUTION", "DISTRIBUTION")] == list(
        range(5)
    )
    named = {"STAKE": "Stake", "SCOOP": "Scoop", "TRANSFER": "Transfer Bank", "RECEIVER": "Official Receiver"}
    assert {getattr(kernel, name): kind for name, kind in named.items()} == {i: KINDS[i] for i in range(5, 9)}
    assert KINDS[kernel.HOLIDAY] == "Bank Holiday"
    ends = ("ALL_TURNED", "BROKEN", "BY_SCOOP", "BY_TRANSFER", "BY_RECEIVER", "BY_HOLIDAY")
    assert [getattr(kernel, name) for name in ends] == list(range(len(m.ENDED)))
    assert m.ENDED[2:] == ("Scoop", "Transfer Bank", "Official Receiver", "Bank Holiday")


def test_columns_of_a_match_worked_by_hand():
    rules = be.BlackCatRules(players=2, deals=2, dealt=3, pack={"In 2": 2, "Out 5": 1, "Scoop": 1}, stake=6)
    game = be.BlackCat(rules, seed=1, stack="In 2, Out 5, In 2")
    game.stack("Scoop, In 2, Out 5").choose(1).choose(1)
    assert game.is_over
    # Deal 1: In 2 is backed, the pool 6 becomes 8; the others are void. Deal 2: the punter scoops 8 and stakes 6.
    assert m.tally(game) == {
        "gain": [-6, 6],
        "banker": [0, 0],
        "turned": [3, 1],
        "ended": [0, 2],
        "pool": [8, 6],
        "reserve": [0, 0],
    }
