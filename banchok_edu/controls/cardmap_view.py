"""What the browser is told of a map of cards, and the still picture of it: plain values and words, drawn elsewhere."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree as ET

from banchok_edu.core import wording
from banchok_edu.core.display_html import STYLE

from .table_view import say
from .words import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .cards_left import CardsLeft, Counts, Effect

SIGNS = {"w": wording.SIGNS["won"], "t": wording.SIGNS["tie"], "l": wording.SIGNS["lost"]}
_EQUAL = {"equal.punter_wins": SIGNS["t"] + SIGNS["w"], "equal.banker_wins": SIGNS["t"] + SIGNS["l"]}
"""Under these readings an equal card says both: that it is equal, and who wins."""
_CROSS = "×"
_STILL = {"w": "won", "t": "tie", "l": "lost"}
"""The colours of the marks in a still picture, beside their signs."""

Tree = list[Any]
"""A piece of the page for the browser: tag, attributes, children, which are trees or texts."""


def _part(kind: str, text: str) -> Tree:
    """Give a part of a card's strip, with the pattern of its class: ``w``, ``t``, ``l``, ``own``, ``gone``."""
    return ["i", {"class": kind}, ["span", {}, text]]


def _bar(shares: Iterable[tuple[str, int]]) -> Tree:
    """Give a bar of shares, each with the pattern of its class."""
    return ["span", {"class": "bar"}, *(["i", {"class": kind, "style": f"flex-grow:{n}"}] for kind, n in shares if n)]


def fixed(left: CardsLeft) -> dict[str, Any]:
    """Give what stays: the cards, how many are in a row, and the readings."""
    told: dict[str, Any] = {
        "row": _row(left),
        "hand": left.hand,
        "map": "map" if left.hand else "cat",
        "start": int(left.complete),
        "topic": say(f"map.readings.{left.field}"),
        "readings": reading_words(left),
        "fair": _fair(left),
        "modes": [say("map.click.hand" if left.hand > 1 else "map.click.own"), say("map.click.seen")],
        "cards": [[card.rank, card.suit] if left.hand else str(card) for card in left.kinds],
        "names": [name_of(card) for card in left.kinds],
    }
    return told | ({"ranks": wording.RANK_WORDS, "suits": wording.SUIT_WORDS} if left.hand else {})


def _row(left: CardsLeft) -> int:
    """Count the cards in a row: those of a suit, or five."""
    return len(left.kinds) // len({card.suit for card in left.kinds}) if left.hand else 5


def _fair(left: CardsLeft) -> str:
    """Say what the fraction takes for granted."""
    return say("map.fair" if left.hand else "map.fair.cat")


def reading_words(left: CardsLeft) -> list[str]:
    """Say what each reading is."""
    return [f"{name}: " * (left.field == "win_rule") + say(f"map.{left.field}.{name}") for name in left.readings]


def name_of(card: Any) -> str:
    """Say a card in words."""
    return wording.card_in_words(card.rank, card.suit) if hasattr(card, "suit") else str(card)


def view(left: CardsLeft, code: str, last: int | None) -> dict[str, Any]:
    """Give all that the browser shows at this moment; ``last`` is the place of the card that was marked last."""
    states: dict[str, int] = {}
    kinds: list[Tree] = []
    cells = []
    for card in left.kinds:
        state = _state(left, card)
        if repr(state) not in states:
            states[repr(state)] = len(kinds)
            kinds.append(state)
        cells.append(states[repr(state)])
    results = [_result(left, reading) for reading in left.readings]
    reading = left.readings.index(left.reading)
    spoken = [] if last is None else [f"{name_of(left.kinds[last])}: {kinds[cells[last]][1]}"]
    return {
        "title": title(left),
        "sub": subtitle(left) + ("" if left.hand else f". {say('map.click.cat')}."),
        "cells": cells,
        "states": kinds,
        "key": [["li", {"class": "line"}, _part(kind, sign), words] for kind, sign, words in key_of(left)],
        "reading": reading,
        "results": [
            [words, ["span", {"class": "sm"}, result, *_rows(left, name)]]
            for words, name, result in zip(reading_words(left), left.readings, results, strict=True)
        ],
        "answer": _drawn(answer(left)),
        "code": code,
        "say": ". ".join([*spoken, results[reading]]),
    }


def title(left: CardsLeft) -> str:
    """Ask the question that the map answers.

    >>> import banchok_edu as be
    >>> from banchok_edu.controls.cards_left import CardsLeft
    >>> title(CardsLeft(be.BanchokRules(), "8♥", ""))
    'Which cards win for the eight of hearts?'
    """
    if not left.hand:
        return say("map.title.cat")
    if not left.own:
        return say("map.title.card") if left.hand == 1 else say("map.title.hand", n=left.hand)
    if left.hand == 1:
        card = left.own[0]
        return say("map.title", hand=say("map.the", card=wording.card_in_words(card.rank, card.suit)))
    hand = " ".join(map(str, left.own))
    return (
        say("map.title", hand=hand) if left.complete else say("map.title.more", hand=hand, n=left.hand - len(left.own))
    )


def subtitle(left: CardsLeft) -> str:
    """Say which game, and how many cards.

    >>> import banchok_edu as be
    >>> from banchok_edu.controls.cards_left import CardsLeft
    >>> subtitle(CardsLeft(be.PolishRules(), "", ""))
    'Polish banchok · 2 decks of 52'
    """
    total = left.copies.total()
    if not left.hand:
        deck = say("map.pack", n=total)
    elif left.rules.packs == 1:
        deck = say("map.deck", n=total)
    else:
        deck = say("map.decks", decks=left.rules.packs, n=len(left.kinds))
    return f"{wording.label_of_game('game', left.game)} · {deck}"


def key_of(left: CardsLeft) -> list[list[str]]:
    """Give the key to the marks: class, sign, words."""
    if not left.hand:
        marks = [[mark, SIGNS[mark], say(f"map.{mark}")] for mark in "wtl"]
    elif left.field == "tie":
        equal = f"equal.{left.reading}"
        marks = [["w", SIGNS["w"], say("map.lower")], ["t", _EQUAL.get(equal, SIGNS["t"]), say(f"map.{equal}")]]
        marks.append(["l", SIGNS["l"], say("map.higher")])
    else:
        marks = [["w", SIGNS["w"], say("map.win")], ["l", SIGNS["l"], say("map.lose")]]
    return [*marks, ["gone", _CROSS, say("map.gone" if left.hand else "map.gone.cat")]]


def _state(left: CardsLeft, card: Any) -> Tree:
    """Give the state of a card: its class, words, and the parts of its strip; for Black Cat, before it what it does."""
    copies, rest = left.copies[card], left.left(card)
    own, seen = left.own.count(card), left.seen[card]
    mark, sign, does = "", "", ""
    if left.complete:
        effect = left.effect(card)
        mark, sign, does = effect.mark, _EQUAL.get(effect.words, SIGNS[effect.mark]), _does(left, effect)
    if copies == 1:
        part = (
            _part("own", say("map.own"))
            if own
            else _part(mark, sign)
            if rest
            else _part("gone", say("map.seen" if left.hand else "map.turned"))
        )
        parts, said = [part], does if rest else part[2][2]
    elif copies == 2:
        parts = [_part("own", say("map.own"))] * own + [_part(mark, sign)] * rest + [_part("gone", _CROSS)] * seen
    else:
        counted = (("own", own, ""), (mark, rest, sign), ("gone", seen, _CROSS))
        parts = [_part(kind, f"{number}\u2009{sign}".strip()) for kind, number, sign in counted if number]
    if copies > 1:
        told = [say(f"map.of_{name}", n=n) for name, n in (("own", own), ("seen", seen), ("left", rest)) if n]
        said = ", ".join(told) + (f": {does}" if rest and does else "")
    if not left.hand:
        parts = [["small", {}, does], *parts]
    return ["own" if own else "" if rest else "seen", said, *parts]


def _does(left: CardsLeft, effect: Effect) -> str:
    """Say what a card would do."""
    return say(f"map.{effect.words}") if left.hand else say(f"map.me.{effect.words}", n=effect.number)


def _result(left: CardsLeft, reading: str) -> str:
    """Say what comes of a reading."""
    if not left.complete:
        return ""
    counts = left.counts(reading)
    kind = ".cat" if not left.hand else ".push" if counts.ties else ""
    return say(f"map.result{kind}", w=counts.wins, of=counts.left, t=counts.ties, l=counts.losses)


def _rows(left: CardsLeft, reading: str) -> list[Tree]:
    """Give the whole deck small, a bar for each suit, so that win rules can be laid side by side."""
    if left.field != "win_rule" or not left.complete:
        return []
    rows: dict[str, list[str]] = {}
    for card in left.kinds:
        rows.setdefault(card.suit, []).append(left.effect(card, reading).mark if left.left(card) else "")
    return [_bar((mark, len(list(run))) for mark, run in groupby(marks)) for marks in rows.values()]


class Answer(NamedTuple):
    """The fraction as numbers in words, its value, how it comes about, and the shares: mark, number, words."""

    wins: str
    of: str
    value: str
    work: tuple[str, str]
    shares: list[tuple[str, int, str]]


def answer(left: CardsLeft) -> Answer | None:
    """Give the fraction and how it comes about; None without a whole hand, or if no card is left.

    >>> import banchok_edu as be
    >>> from banchok_edu.controls.cards_left import CardsLeft
    >>> answer(CardsLeft(be.BanchokRules(), "8♥", "K♠")).work
    ('can be turned: 52 − 1 own − 1 seen = 50', 'win for you: 24 lower + 3 equal = 27')
    """
    if not left.complete or not left.counts().left:
        return None
    counts = left.counts()
    marks, groups = left.sums()
    wins, of = f"{counts.wins:,}", f"{counts.left:,}"
    whole = f"{left.copies.total():,}"
    for number, words in ((len(left.own), "map.of_own"), (left.seen.total(), "map.of_seen")):
        if number:
            whole += f" − {say(words, n=number)}"
    names = [f"{number:,} {wording.SUIT_WORDS.get(group, group)}" for group, number in groups.items() if number]
    won = " + ".join(names) + f" = {wins}" if len(names) > 1 else names[0] if names else "0"
    kind = ".cat" if not left.hand else ".tie" if left.field == "tie" else ""
    shares = zip("wtl", WORDS[f"map.bar{kind}"].split(","), strict=True)
    return Answer(
        wins,
        of,
        _value(left, counts),
        (
            f"{say('map.can')}: {whole}" + f" = {of}" * (whole != of),
            f"{say('map.wins' if left.hand else 'map.wins.cat')}: {won}",
        ),
        [(mark, marks[mark], text.replace("{n}", f"{marks[mark]:,}")) for mark, text in shares if marks[mark]],
    )


def _drawn(found: Answer | None) -> list[Tree]:
    if found is None:
        return []
    words = say("map.over", n=found.wins, of=found.of)
    fraction = [
        "span",
        {"class": "frac", "role": "img", "aria-label": words},
        ["b", {}, found.wins],
        ["b", {}, found.of],
    ]
    how = [
        *(["p", {}, line] for line in found.work),
        _bar((mark, number) for mark, number, _ in found.shares),
        ["p", {"class": "lim"}, *(["span", {}, text] for _, _, text in found.shares)],
    ]
    return [
        [
            "div",
            {"class": "line cnt"},
            ["p", {"class": "ans"}, fraction, f" {found.value}"],
            ["div", {"class": "grow"}, *how],
        ]
    ]


def _value(left: CardsLeft, counts: Counts) -> str:
    """Write the value of the fraction: in lowest terms if these differ, and as a decimal."""
    value = left.probability
    assert value is not None
    lowest = f"= {value} " if 0 < value < 1 and value.denominator != counts.left else ""
    if (value * 10_000).denominator == 1:
        return f"{lowest}= {float(value):.4f}".rstrip("0").rstrip(".")
    return f"{lowest}≈ {float(value):.3f}"


def still(left: CardsLeft) -> str:
    """Give the map as HTML without script: a table of cards with their signs, the fraction, the readings."""
    root = ET.Element("section", {"class": "bk-still", "lang": "en", "dir": "ltr"})
    _add(root, "style", STYLE + _STYLE)
    head = _add(root, "p", "", "head")
    _add(head, "strong", title(left))
    _add(head, "span", subtitle(left), "soft")
    body = _add(_add(root, "table", "", "marks"), "tbody")
    row = _row(left)
    for first in range(0, len(left.kinds), row):
        line = _add(body, "tr")
        for card in left.kinds[first : first + row]:
            kind, _, *parts = _state(left, card)
            box = _add(line, "td", "", kind)
            _add(box, "b", str(card))
            for tag, given, content in parts:
                text = content if tag == "small" else content[2]
                _add(box, "span", f"{text} ", _STILL.get(given.get("class", ""), "soft"))
    _add(root, "p", "; ".join(f"{sign} {words}" for _, sign, words in key_of(left)), "soft")
    if found := answer(left):
        _add(_add(root, "p", "", "bank"), "b", f"{found.wins}/{found.of} {found.value}")
        _add(root, "p", _fair(left), "soft")
        for text in found.work:
            _add(root, "p", text)
    listed = _add(root, "ul")
    for name, words in zip(left.readings, reading_words(left), strict=True):
        result = _result(left, name)
        _add(_add(listed, "li"), "b" if name == left.reading else "span", words + f" ({result})" * bool(result))
    _add(root, "p", say("map.still"))
    return ET.tostring(root, encoding="unicode", short_empty_elements=False)


def _add(parent: ET.Element, tag: str, text: str = "", kind: str = "") -> ET.Element:
    element = ET.SubElement(parent, tag, {"class": kind} if kind else {})
    element.text = text
    return element


_STYLE = """
.bk-still.bk-still .marks{table-layout:fixed}
.bk-still.bk-still .marks td{padding:3px 1px;text-align:center;line-height:1.2}
.bk-still .marks b{display:block}.bk-still .marks b~span{font-weight:600}
.bk-still.bk-still .marks .own{outline:2px solid var(--ink);outline-offset:-2px}
.bk-still .marks .seen b{text-decoration:line-through}
"""
