"""What several tests need: rules drawn by Hypothesis, random play, and all that a game can be compared by."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.core.decision import Decision
from banchok_edu.core.game import Game
from banchok_edu.games.registry import GAMES

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")


@st.composite
def _common(draw: st.DrawFn, most_players: int, hand: int, cards: int) -> dict[str, Any]:
    players = draw(st.integers(2, min(most_players, 1 + cards // (hand + 1), 7)))
    return {
        "players": players,
        "purse": draw(st.none() | st.integers(1, 40)),
        "opening": draw(st.integers(1, 20)),
        "opening_choice": draw(st.sampled_from(["agreed", "free"])),
        "min_stake": draw(st.integers(1, 6)),
        "triple": draw(st.integers(2, 4)),
        "tripled_when": draw(st.sampled_from(["at_once", "after_deal"])),
        "pass_limit": draw(st.none() | st.integers(1, 3)),
        "turn_limit": draw(st.integers(1, 40)),
        "rounds": draw(st.integers(1, 2)),
        "first_banker": draw(st.just("drawn") | st.integers(0, players - 1)),
        "deck_use": draw(st.sampled_from(["recycled", "side_pack", "fresh_each_coup"])),
        "show_passed": draw(st.booleans()),
    }


@st.composite
def banchok_rules(draw: st.DrawFn) -> be.BanchokRules:
    ranks, suits = draw(st.integers(2, 13)), draw(st.integers(1, 4))
    common = draw(_common(10, 1, ranks * suits))
    tie = draw(st.sampled_from(["punter_wins", "push", "banker_wins"]))
    return be.BanchokRules(ranks=ranks, suits=suits, tie=tie, **common)


@st.composite
def polish_rules(draw: st.DrawFn) -> be.PolishRules:
    ranks, suits, decks, hand = (draw(st.integers(*span)) for span in ((2, 13), (1, 4), (1, 3), (1, 4)))
    if decks * ranks * suits < hand + 1:
        hand = 1
    common = draw(_common(27, hand, decks * ranks * suits))
    return be.PolishRules(
        ranks=ranks,
        suits=suits,
        decks=decks,
        hand=hand,
        win_rule=draw(st.sampled_from(["covers", "beats", "covers_any", "total_order"])),
        suit_order=draw(st.permutations("♠♣♦♥").map("".join)),
        stake_limit=draw(st.sampled_from(["opening", "bank"])),
        exposure=draw(st.sampled_from(["0", "1/3", "1"])),
        exposed_pass=draw(st.booleans()),
        **common,
    )


@st.composite
def black_cat_rules(draw: st.DrawFn) -> be.BlackCatRules:
    kinds = [*(f"{kind} {k}" for kind in ("In", "Out") for k in (1, 3, 5, 9)), *be.BlackCatRules().pack]
    pack = draw(st.dictionaries(st.sampled_from(sorted(set(kinds))), st.integers(0, 3), min_size=4))
    size = sum(pack.values())
    if size < 3:
        pack, size = {**pack, "Scoop": 3}, size - pack.get("Scoop", 0) + 3
    dealt = draw(st.integers(2, min(size, 16)))
    backs = draw(st.integers(1, 3 if dealt >= 3 else 1))
    players = draw(st.integers(2, min(dealt // backs + 1, 7)))
    return be.BlackCatRules(
        players=players,
        purse=draw(st.none() | st.integers(1, 30)),
        first_banker=draw(st.integers(0, players - 1)),
        stake=draw(st.integers(1, 12)),
        pack=pack,
        dealt=dealt,
        backs=backs,
        ante=draw(st.integers(0, 3)),
        order=draw(st.sampled_from(["position", "random"])),
        unbacked=draw(st.sampled_from(["void", "banker"])),
        reserve_pays=draw(st.sampled_from(["all", "punters"])),
        receiver=draw(st.sampled_from(["new_deal", "plays_on"])),
        holiday=draw(st.sampled_from(["plays_on", "new_deal"])),
        deals=draw(st.integers(1, 5)),
        settle=draw(st.sampled_from(["banker", "leave"])),
    )


RULES = {"banchok": banchok_rules(), "polish": polish_rules(), "black_cat": black_cat_rules()}


@st.composite
def games(draw: st.DrawFn, kinds: tuple[str, ...] = tuple(RULES)) -> Game:
    """A game at its beginning."""
    kind = draw(st.sampled_from(kinds))
    rules = draw(RULES[kind])
    names = draw(st.sampled_from([None, NAMES[: rules.players]]))
    return GAMES[kind](rules, seed=draw(st.integers(0, 2**64 - 1)), index=draw(st.integers(0, 2**63 - 1)), names=names)


def answer(decision: Decision, rng: random.Random) -> Any:
    """Choose at random among the legal answers, the ends of ranges often."""
    if decision.kind == "bank":
        return rng.random() < 0.85
    if decision.options:
        return rng.choice(decision.options)
    if decision.may_pass and rng.random() < 0.3:
        return 0
    low, high = decision.low, min(decision.high, 10**4)
    return rng.choice([low, high, rng.randint(low, high), min(high, low + 2)])


def play(game: Game, rng: random.Random, steps: int = 10**6) -> Game:
    """Play at random, with now and then what a teacher may do."""
    for _ in range(steps):
        decision = game.decision
        if decision is None:
            break
        if decision.may_expose and rng.random() < 0.1:
            game.expose()
        elif rng.random() < 0.03:
            game.hand_over(rng.randrange(game.rules.players), to_person=rng.random() < 0.5)
        else:
            game.choose(answer(decision, rng))
    return game


def state(game: Game) -> tuple[Any, ...]:
    """All that makes two games identical."""
    return (
        game.rules,
        game.seed,
        game.index,
        game.names,
        game.stacked,
        game.inputs,
        game.undone,
        game.events,
        game.decision,
        game.purses,
        game.bank,
        game.reserve,
        game.winners,
    )
