"""A golden game for every reading: what is asked, answered and said, from beginning to end, as text.

``python -m tests.golden.transcript`` writes those that are missing. An existing one is never written over: delete it
first, look at the difference, and say in the commit which rule of which section changed.
"""

from __future__ import annotations

import json
import random
from dataclasses import fields
from pathlib import Path
from typing import Any

from banchok_edu.games.registry import GAMES

FOLDER = Path(__file__).parent

CONTEXT: dict[str, dict[str, Any]] = {
    "banchok": {"players": 4, "opening": 4},
    "polish": {"players": 3, "opening": 6, "stake_limit": "bank"},
    "black_cat": {"players": 4, "deals": 3},
}
"""Small games, in which much happens."""

NEEDED: dict[tuple[str, str], dict[str, Any]] = {
    ("banchok", "deck_use"): {"ranks": 6, "suits": 2, "turn_limit": 12},
    ("polish", "deck_use"): {"ranks": 5, "suits": 2, "decks": 1, "hand": 2, "turn_limit": 8},
    ("polish", "exposed_pass"): {"exposure": "1/2"},
    ("polish", "stake_limit"): {},
    ("polish", "suit_order"): {"win_rule": "total_order", "ranks": 3},
    ("banchok", "tripled_when"): {"triple": 2},
    ("polish", "tripled_when"): {"triple": 2},
    ("black_cat", "receiver"): {"players": 6},
    ("black_cat", "holiday"): {"players": 6},
}
"""What a reading needs to show itself."""

OTHERS = {"first_banker": [1], "suit_order": ["♥♦♣♠"], "exposure": ["1/2"]}
"""Other values of fields that are not readings by name."""


def alternatives(kind: str) -> list[tuple[str, Any]]:
    """Every field of a game that has readings, or that is a flag, with each of its values, the default first."""
    found: list[tuple[str, Any]] = []
    for f in fields(GAMES[kind].rules_type):
        if "readings" in f.metadata:
            found += [(f.name, value) for value in f.metadata["readings"]]
        elif isinstance(f.default, bool):
            found += [(f.name, f.default), (f.name, not f.default)]
        elif f.name in OTHERS:
            found += [(f.name, value) for value in (f.default, *OTHERS[f.name])]
    return found


def path(kind: str, name: str, value: Any) -> Path:
    """Where the golden game of a reading is."""
    return FOLDER / f"{kind}-{name}-{str(value).replace('/', '_of_')}.txt"


def transcript(kind: str, name: str, value: Any, seed: int) -> str:
    """Play a game in which the players choose by a fixed rule of thumb, and write it down."""
    rules = GAMES[kind].rules_type.from_dict({**CONTEXT[kind], **NEEDED.get((kind, name), {}), name: value})
    game = GAMES[kind](rules, seed=seed)
    thumb = random.Random(seed)
    lines = [json.dumps(rules.changed(), ensure_ascii=False), f"seed {seed}"]
    said = 0
    while True:
        lines += [str(event) for event in game.events[said:]]
        said = len(game.events)
        if game.decision is None:
            break
        choice = rule_of_thumb(game, thumb)
        lines.append(f"    {game.decision.prompt} -> {choice}")
        game.choose(choice)
    lines.append(f"purses {list(game.purses)}, bank {game.bank}, reserve {game.reserve}, winners {list(game.winners)}")
    return "\n".join(lines) + "\n"


def rule_of_thumb(game: Any, thumb: random.Random) -> Any:
    """Answer so that every rule gets its turn: all and nothing, sums and positions here and there."""
    decision, draw = game.decision, thumb.random()
    if decision.kind == "bank":
        return draw < 0.8
    if decision.options:
        return decision.options[int(draw * len(decision.options))]
    if decision.may_pass and draw < 0.25:
        return 0
    if decision.kind == "stake" and draw > 0.6:
        return decision.high
    return min(decision.high, decision.low + int(draw * 8))


def telling_seed(kind: str, name: str, value: Any, default: Any) -> int:
    """Give the first seed at which the reading makes another game than the default does."""

    def play(seed: int, reading: Any) -> list[str]:
        return transcript(kind, name, reading, seed).splitlines()[2:]

    return next(seed for seed in range(1000) if play(seed, value) != play(seed, default))


def main() -> None:
    """Write the golden games that are missing."""
    for kind in GAMES:
        default: dict[str, Any] = {}
        for name, value in alternatives(kind):
            usual = default.setdefault(name, value)
            if path(kind, name, value).exists():
                continue
            others = [v for n, v in alternatives(kind) if n == name and v != usual]
            seed = telling_seed(kind, name, others[0] if value == usual else value, usual)
            path(kind, name, value).write_text(transcript(kind, name, value, seed), encoding="utf-8")


if __name__ == "__main__":
    main()
