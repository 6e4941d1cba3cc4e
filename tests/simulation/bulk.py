"""The two engines side by side: what the tests of bulk play compare, game by game and column by column."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.compiled import compiled
from banchok_edu.core.columns import whole_list
from banchok_edu.games.registry import GAMES

P = be.policies
KINDS = tuple(GAMES)


def columns_of(rules) -> ModuleType:
    return import_module(f"banchok_edu.games.{rules.game}.columns")


def array(dtype, values):
    return np.zeros(values, dtype) if isinstance(values, int) else np.array(values, dtype)


def uncompiled(rules, policies, seed, start, games, play=None) -> dict[str, list[int]]:
    """Play with the kernel as it is written, on lists."""
    m = columns_of(rules)
    slots = m.slots(rules)
    filled = m.kernel.Columns(*(whole_list(c.dtype, games * slots[c.per]) for c in m.columns(rules)))
    desk, plan = m.desk(rules, whole_list), m.plan(rules, policies, whole_list)
    (play or m.play)(m.terms(rules), plan, desk, filled, seed, start, games)
    return dict(zip((c.name for c in m.columns(rules)), filled, strict=True))


def fast(rules, policies, seed, start, games) -> dict[str, Any]:
    """Play with the compiled kernel.

    It fills columns of 64 bits, whatever the rules: a kernel is compiled anew for each choice of dtypes, which takes
    longer than all these games. That the numbers fit into the dtypes of the rules is asserted here.
    """
    m = columns_of(rules)
    slots, declared = m.slots(rules), m.columns(rules)
    filled = m.kernel.Columns(*(np.full(games * slots[c.per], -99, "int64") for c in declared))
    plan, desk = m.plan(rules, policies, array), m.desk(rules, array)
    compiled(m.play, m.PARTS)(m.terms(rules), plan, desk, filled, np.uint64(seed), start, games)
    for column, numbers in zip(declared, filled, strict=True):
        assert np.array_equal(numbers.astype(column.dtype), numbers), f"{column.name} does not fit into {column.dtype}"
    return {column.name: numbers for column, numbers in zip(declared, filled, strict=True)}


def stepped(rules, policies, seed, index) -> dict[str, list[int]]:
    """Play one game step by step."""
    return columns_of(rules).tally(GAMES[rules.game](rules, seed=seed, index=index).advance(policies))


def game_of(rules, found, i) -> dict[str, list[int]]:
    """Cut game ``i``, counted from the first one played, out of columns."""
    m = columns_of(rules)
    slots = m.slots(rules)
    return {c.name: list(map(int, found[c.name][i * slots[c.per] : (i + 1) * slots[c.per]])) for c in m.columns(rules)}


def same(found, other) -> bool:
    return all(list(found[name]) == list(other[name]) for name in found | other)


def disagreements(rules, policies, seed, games, play=None) -> int:
    """Count the games in which the uncompiled kernel, or one like it, does not agree with the script in all columns."""
    found = uncompiled(rules, policies, seed, 0, games, play)
    return sum(game_of(rules, found, i) != stepped(rules, policies, seed, i) for i in range(games))


STAKES = st.integers(1, 30) | st.just("bank")
OR_NONE = st.just(0) | STAKES
BETS = st.one_of(
    st.just(P.Pass()),
    STAKES.map(P.Blind),
    st.builds(P.Threshold, wins=st.integers(0, 60), stake=STAKES, otherwise=OR_NONE),
    st.tuples(st.integers(0, 4), st.integers(1, 4)).map(lambda pair: P.Share(min(pair), pair[1])),
    st.just(P.Optimal()),
)
OF_PURSES = st.sampled_from([P.Kelly(), P.Share(1, 2, "purse"), P.Share(3, 3, "purse")])
RANKED = st.builds(P.Threshold, st.sampled_from(["5", "9", "Q", "A"]), stake=STAKES, otherwise=OR_NONE)


@st.composite
def policies_for(draw: st.DrawFn, rules) -> list[Any]:
    """A policy for each seat."""
    if rules.game == "black_cat":
        places = st.lists(st.integers(1, rules.dealt), min_size=1, max_size=6, unique=True)
        each = st.sampled_from([P.Blind(1), P.Backing(), P.Backing("first")]) | places.map(P.Backing)
    else:
        each = BETS | OF_PURSES if rules.purse is not None else BETS
        each = each | RANKED if rules.cards_each == 1 else each
    each = each | each.map(P.Refusing)
    return [draw(each) for _ in range(rules.players)]
