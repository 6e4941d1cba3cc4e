"""What every game of the registry must have: a fourth game fails here until it has it all."""

from __future__ import annotations

import inspect
import random
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import banchok_edu as be
from banchok_edu.core import wording
from banchok_edu.core.decision import KINDS
from banchok_edu.core.game import Game
from banchok_edu.core.rules import Rules
from banchok_edu.games.registry import GAMES
from tests.golden.transcript import alternatives, path, transcript
from tests.play import RULES, play

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "script", "kernel", "columns", "exact", "derivations")
"""The rooms that every game's folder has."""

READINGS = [(kind, name, value) for kind in GAMES for name, value in alternatives(kind)]

every_game = pytest.mark.parametrize("kind", GAMES)


@every_game
def test_a_game_has_its_rooms(kind: str) -> None:
    for room in ROOMS:
        module = import_module(f"banchok_edu.games.{kind}.{room}")
        assert inspect.getdoc(module), f"{kind}/{room}.py does not say what it is for"


@every_game
def test_a_game_has_all_that_bulk_play_asks_for(kind: str) -> None:
    columns = import_module(f"banchok_edu.games.{kind}.columns")
    assert {"ENDED", "PARTS", "columns", "desk", "plan", "play", "slots", "tally", "terms"} <= vars(columns).keys()
    rules = GAMES[kind].rules_type()
    declared, slots = columns.columns(rules), columns.slots(rules)
    assert declared[0].name == "gain"
    assert slots[declared[0].per] == rules.players
    assert tuple(column.name for column in declared) == columns.kernel.Columns._fields
    assert all(len(column.meaning) > 5 and column.per in slots for column in declared)


@every_game
def test_a_game_is_public_with_its_rules_and_each_rule_says_what_it_means(kind: str) -> None:
    game = GAMES[kind]
    assert issubclass(game, Game)
    assert getattr(be, game.__name__) is game
    rules = game.rules_type
    assert getattr(be, rules.__name__) is rules
    assert issubclass(rules, Rules)
    assert rules.game == kind
    assert is_dataclass(rules)
    assert rules.__dataclass_params__.frozen
    for f in fields(rules):
        assert len(f.metadata["meaning"]) > 10, f"{kind}: {f.name} has no meaning"
    assert ">>>" in inspect.getdoc(game)


@every_game
def test_a_game_has_exact_results_and_derivations(kind: str) -> None:
    exact = getattr(be, kind)
    assert exact is import_module(f"banchok_edu.games.{kind}.exact")
    assert {"win_probability", "FORMULAS"} <= set(exact.__all__)
    for name in exact.__all__:
        assert inspect.getdoc(getattr(exact, name)), f"{kind}: {name} does not say what it is for"
    assert len(be.derivations(game=kind)) >= 5


@every_game
def test_a_game_has_a_lesson(kind: str) -> None:
    name = GAMES[kind].__name__
    lessons = [p for p in (ROOT / "lessons").glob("*.ipynb") if f"be.{name}(" in p.read_text(encoding="utf-8")]
    assert lessons, f"no lesson plays {name}"


@every_game
def test_a_game_has_a_golden_game_for_every_reading(kind: str) -> None:
    names = {name for name, _ in alternatives(kind)}
    assert names
    assert all(path(kind, name, value).exists() for name, value in alternatives(kind))


@pytest.mark.parametrize(("kind", "name", "value"), READINGS, ids=str)
def test_the_golden_game_of_a_reading_is_played_again_to_the_letter(kind: str, name: str, value: Any) -> None:
    golden = path(kind, name, value).read_text(encoding="utf-8")
    seed = int(golden.splitlines()[1].removeprefix("seed "))
    assert transcript(kind, name, value, seed) == golden


@pytest.mark.parametrize(("kind", "name", "value"), READINGS, ids=str)
def test_the_golden_game_of_a_reading_differs_from_the_default_one(kind: str, name: str, value: Any) -> None:
    usual = next(v for n, v in alternatives(kind) if n == name)
    golden = path(kind, name, value).read_text(encoding="utf-8").splitlines()
    if value != usual:
        other = transcript(kind, name, usual, int(golden[1].removeprefix("seed "))).splitlines()
        assert golden[2:] != other[2:], f"{name}={value} shows nothing of itself"
    assert golden[-2].startswith("The game is over.")


TALKATIVE: tuple[Rules, ...] = (
    be.BanchokRules(players=4, purse=6, opening=4, pass_limit=1, ranks=5, suits=2, show_passed=True),
    be.BanchokRules(players=3, tie="push", opening_choice="free", deck_use="side_pack", ranks=3, suits=2, turn_limit=9),
    be.PolishRules(players=4, purse=5, opening=4, exposure="1/2", min_stake=3),
    be.BlackCatRules(players=5, purse=3, ante=1, receiver="plays_on", backs=2),
    be.BlackCatRules(players=5, receiver="plays_on", backs=3, pack={"Official Receiver": 9, "Reserve": 4, "Out 9": 9}),
)


def test_every_event_and_question_has_its_words_and_no_words_are_left_over() -> None:
    keys, asked = set(), set()
    for rules in TALKATIVE:
        names = ("Ann", "Bo", "Cy", "Di", "Ed")[: rules.players]
        for seed in range(40):
            game, rng = GAMES[rules.game](rules, seed=seed, names=names), random.Random(seed)
            while game.decision:
                asked.add(wording.prompt_key(game.decision))
                assert game.decision.ask(names).startswith(names[game.decision.seat] + ": ")
                play(game, rng, 1)
            for event in game.events:
                for viewer in (None, 0, "all"):
                    seen = event.seen_by(viewer)
                    keys.add(seen.wording_key)
                    sentence = seen.sentence(names)
                    assert sentence.endswith(".")
                    assert not any(slip in sentence for slip in ("{", "None", "Seat"))
    assert keys == set(wording.SENTENCES)
    assert asked == set(wording.PROMPTS)
    assert {key.partition(".")[0] for key in asked} == set(KINDS)


@every_game
def test_the_tests_can_draw_rules_of_a_game(kind: str) -> None:
    assert kind in RULES
