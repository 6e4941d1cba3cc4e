"""What the browser is told of a map of cards, and the still picture of it: plain values and words, drawn elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from banchok_edu.core import wording
from banchok_edu.core.display_html import STYLE

from .table_view import say
from .words import WORDS

if TYPE_CHECKING:
    from .cards_left import CardsLeft, Counts, Effect

SIGNS = {"w": wording.SIGNS["won"], "t": wording.SIGNS["tie"], "l": wording.SIGNS["lost"]}
_EQUAL = {"equal.punter_wins": SIGNS["t"] + SIGNS["w"], "equal.banker_wins": SIGNS["t"] + SIGNS["l"]}
"""Under these readings an equal card says both: that it is equal, and who wins."""
_CROSS = "×"

Part = list[str]
"""A part of a card's strip: its class (``w``, ``t``, ``l``, ``own``, ``gone``), and the sign or word on it."""


def fixed(left: CardsLeft) -> dict[str, Any]:
    """Give what stays: the cards, in rows, and the readings."""
    rows: dict[str, int] = {}
    for card in left.kinds:
        row = card.kind if left.game == "black_cat" else card.suit
        rows[row] = rows.get(row, 0) + 1
    told: dict[str, Any] = {
        "rows": list(rows.items()),
        "hand": left.hand,
        "topic": say(f"map.readings.{left.field}"),
        "modes": [say(f"map.click.{mode}") for mode in (("own", "seen") if left.hand else ("cat",))],
    }
    if left.game == "black_cat":
        told |= {
            "cards": [str(card) for card in left.kinds],
            "readings": [["", say(f"map..{name}")] for name in left.readings],
        }
    else:
        names = [name if left.field == "win_rule" else "" for name in left.readings]
        told |= {
            "cards": [[card.rank, card.suit] for card in left.kinds],
            "ranks": wording.RANK_WORDS,
            "suits": wording.SUIT_WORDS,
            "readings": [
                [name, say(f"map.{left.field}.{reading}")] for name, reading in zip(names, left.readings, strict=True)
            ],
        }
    return told


def view(left: CardsLeft, code: str, last: int | None) -> dict[str, Any]:
    """Give all that the browser shows at this moment; ``last`` is the place of the card that was marked last."""
    states: dict[str, int] = {}
    kinds: list[list[Any]] = []
    cells = []
    for card in left.kinds:
        state = _state(left, card)
        key = repr(state)
        if key not in states:
            states[key] = len(kinds)
            kinds.append(state)
        cells.append(states[key])
    told = {
        "title": title(left),
        "sub": subtitle(left),
        "cells": cells,
        "states": kinds,
        "key": key_of(left),
        "reading": left.readings.index(left.reading),
        "results": [_result(left, reading) for reading in left.readings],
        "code": code,
        "say": "" if last is None else f"{_spoken(left, last)}: {kinds[cells[last]][2]}. ",
    }
    if left.complete and left.counts().left:
        told |= _answer(left)
        told["say"] += told["results"][told["reading"]][0]
    return told


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
    return say("map.title", hand=hand) if left.complete else say("map.title.more", hand=hand, n=left.hand - len(left.own))


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


def _spoken(left: CardsLeft, place: int) -> str:
    card = left.kinds[place]
    return wording.card_in_words(card.rank, card.suit) if left.hand else str(card)


def _state(left: CardsLeft, card: Any) -> list[Any]:
    """Give the state of a card: its class, the parts of its strip, words, and for Black Cat what it does."""
    copies, rest = left.copies[card], left.left(card)
    own, seen = left.own.count(card), left.seen[card]
    effect = left.effect(card) if left.complete else None
    mark, sign, does = "", "", ""
    if effect:
        mark, sign, does = effect.mark, _EQUAL.get(effect.words, SIGNS[effect.mark]), _does(left, effect)
    if copies == 1:
        part = ["own", say("map.own")] if own else [mark, sign] if rest else ["gone", say("map.seen")]
        parts, said = [part], does if rest else part[1]
    elif copies == 2:
        parts = [["own", say("map.own")]] * own + [[mark, sign]] * rest + [["gone", _CROSS]] * seen
    else:
        counted = (("own", own, ""), (mark, rest, sign), ("gone", seen, _CROSS))
        parts = [[kind, f"{before}{number}"] for kind, number, before in counted if number]
    if copies > 1:
        told = [say(f"map.of_{name}", n=n) for name, n in (("own", own), ("seen", seen), ("left", rest)) if n]
        said = ", ".join(told) + (f": {does}" if rest and does else "")
    return ["own" if own else "" if rest else "seen", parts, said, *([does] * (not left.hand))]


def _does(left: CardsLeft, effect: Effect) -> str:
    """Say what a card would do."""
    return say(f"map.{effect.words}") if left.hand else say(f"map.me.{effect.words}", n=effect.number)


def _result(left: CardsLeft, reading: str) -> list[str]:
    """Say what comes of a reading; and for each card its mark, where readings are laid side by side."""
    if not left.complete:
        return ["", ""]
    counts = left.counts(reading)
    kind = ".cat" if not left.hand else ".push" if counts.ties else ""
    told = say(f"map.result{kind}", w=counts.wins, of=counts.left, t=counts.ties, l=counts.losses)
    if left.field != "win_rule":
        return [told, ""]
    return [told, "".join(left.effect(card, reading).mark if left.left(card) else "." for card in left.kinds)]


def _answer(left: CardsLeft) -> dict[str, Any]:
    """Give the fraction, and how it comes about."""
    counts = left.counts()
    marks, groups = left.sums()
    own, seen = len(left.own), left.seen.total()
    whole = f"{left.copies.total():,}"
    for number, words in ((own, "map.of_own"), (seen, "map.of_seen")):
        if number:
            whole += f" − {say(words, n=number)}"
    names = [(wording.SUIT_WORDS.get(group, group), number) for group, number in groups.items() if number]
    wins = " + ".join(f"{number:,} {name}" for name, number in names)
    kind = ".cat" if not left.hand else ".tie" if left.field == "tie" else ""
    bar = zip("wtl", WORDS[f"map.bar{kind}"].split(","), strict=True)
    return {
        "count": [counts.wins, counts.left, _value(left, counts)],
        "work": [
            f"{say('map.can')}: " + f"{whole} = {counts.left:,}" * (own + seen > 0) + f"{counts.left:,}" * (own + seen == 0),
            f"{say('map.wins' if left.hand else 'map.wins.cat')}: {wins or 0}" + f" = {counts.wins:,}" * (len(names) > 1),
        ],
        "bar": [[mark, marks[mark], text.replace("{n}", f"{marks[mark]:,}")] for mark, text in bar if marks[mark]],
    }


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
    told = view(left, "", None)
    root = ET.Element("section", {"class": "bk-still", "lang": "en", "dir": "ltr"})
    ET.SubElement(root, "style").text = STYLE + _STYLE
    head = ET.SubElement(root, "p", {"class": "head"})
    ET.SubElement(head, "strong").text = told["title"]
    ET.SubElement(head, "span", {"class": "soft"}).text = told["sub"]
    body = ET.SubElement(ET.SubElement(root, "table", {"class": "marks"}), "tbody")
    place = 0
    for row, number in fixed(left)["rows"]:
        line = ET.SubElement(body, "tr")
        ET.SubElement(line, "th", {"scope": "row"}).text = row
        for card, cell in zip(left.kinds[place:], told["cells"][place : place + number], strict=False):
            state = told["states"][cell]
            box = ET.SubElement(line, "td", {"class": state[0]} if state[0] else {})
            ET.SubElement(box, "b").text = str(card)
            ET.SubElement(box, "span", {"class": "soft"}).text = " ".join(part[1] for part in state[1])
        place += number
    ET.SubElement(root, "p", {"class": "soft"}).text = "; ".join(f"{sign} {words}" for _, sign, words in told["key"])
    if "count" in told:
        wins, count, value = told["count"]
        ET.SubElement(ET.SubElement(root, "p", {"class": "bank"}), "b").text = f"{wins}/{count} {value}"
    listed = ET.SubElement(root, "ul")
    for index, ((name, words), (result, _)) in enumerate(zip(fixed(left)["readings"], told["results"], strict=True)):
        item = ET.SubElement(listed, "li")
        text = ET.SubElement(item, "b" if index == told["reading"] else "span")
        text.text = ": ".join(filter(None, (f"{name} ({words})" if name else words, result)))
    ET.SubElement(root, "p").text = say("map.still")
    return ET.tostring(root, encoding="unicode", short_empty_elements=False)


_STYLE = """
.bk-still.bk-still .marks th,.bk-still.bk-still .marks td{padding:3px;text-align:center;line-height:1.2}
.bk-still .marks b,.bk-still .marks .soft{display:block;white-space:nowrap}
.bk-still.bk-still .marks .own{outline:2px solid var(--ink);outline-offset:-2px}
.bk-still .marks .seen b{text-decoration:line-through}
"""
