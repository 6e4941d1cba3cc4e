"""Draws the summary of a view as HTML. Built as a tree, so that whatever a name holds comes out as text.

The classes all begin at ``bk-still``; nothing has an id, so that many tables can stand on one page. The colours follow
the theme of JupyterLab, and those of VS Code and Colab; every sign has a shape and a word beside its colour.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree as ET

from . import wording
from .display import COMPARED, Row, Summary, outcome
from .wording import label

E = ET.Element

SUITS = {
    "♠": (
        "s",
        (
            "M10 1C8.5 5 2 8 2 12.2a3.6 3.6 0 0 0 7.2 1C9.1 15.6 8.4 17.6 6.4 19h7.2c-2-1.4-2.7-3.4-2.8-5.8"
            "a3.6 3.6 0 0 0 7.2-1C18 8 11.5 5 10 1Z"
        ),
    ),
    "♣": (
        "k",
        (
            "M10 1a4.2 4.2 0 0 1 3.4 6.7 4.2 4.2 0 1 1-2.5 6.6c.1 1.9.9 3.4 2.7 4.7H6.4c1.8-1.3 2.6-2.8 2.7-4.7"
            "a4.2 4.2 0 1 1-2.5-6.6A4.2 4.2 0 0 1 10 1Z"
        ),
    ),
    "♦": ("d", "M10 1c1.6 4 4 7 7.5 9-3.5 2-5.9 5-7.5 9-1.6-4-4-7-7.5-9C6 8 8.4 5 10 1Z"),
    "♥": (
        "h",
        (
            "M10 18.4C4 13.2 1 10.2 1 6.5a4.7 4.7 0 0 1 4.7-4.8c2 0 3.5 1.2 4.3 3.2.8-2 2.3-3.2 4.3-3.2"
            "A4.7 4.7 0 0 1 19 6.5c0 3.7-3 6.7-9 11.9Z"
        ),
    ),
}
"""For each suit its class and its outline in a square of 20."""

_PIECES = re.compile("\ue000([0-9]+)\ue001|(10|[2-9JQKA])([♠♣♦♥])")
"""What is drawn in a sentence, and not merely written: a name's mark, a playing card."""


def draw(summary: Summary) -> str:
    """Give the HTML of a view."""
    view = summary.view
    root = E("section", {"class": "bk-still", "lang": "en", "dir": "ltr"})
    _add(root, "style").text = STYLE
    head = _add(root, "p", "head")
    _add(head, "strong", text=summary.title)
    beside = _add(head, "span", "soft")
    _say(beside, summary, ", ".join(filter(None, (summary.deal, summary.viewer))))
    _draw_bank(root, summary)
    _draw_turned(root, summary)
    _draw_players(root, summary)
    if view.positions:
        _draw_positions(root, summary)
    _say(_add(root, "p", "ask"), summary, summary.prompt)
    if events := summary.last_events:
        _add(root, "p", "sub", text=label("events"))
        log = _add(root, "ol", "log")
        for number, told in events:
            _say(_add(log, "li", value=str(number)), summary, told)
    return ET.tostring(root, encoding="unicode", short_empty_elements=False)


def _draw_bank(root: E, summary: Summary) -> None:
    line = _add(root, "p", "bank")
    _amount(line, summary.bank, summary.view.bank)
    if summary.reserve is not None:
        _amount(line, label("reserve"), summary.reserve)
    for note in summary.bank_notes:
        _say(_add(line, "span", "soft"), summary, note)


def _amount(line: E, name: str, amount: int) -> None:
    pair = _add(line, "span")
    pair.text = name + " "
    _add(pair, "b", text=f"{amount:,}")


def _draw_turned(root: E, summary: Summary) -> None:
    """Draw the exposed card and the last coup."""
    view = summary.view
    if view.exposed is not None:
        line = _add(root, "p", "row")
        _add(line, "span", "sub", text=label("exposed"))
        _card(line, view.exposed, "card")
    if coup := summary.view.coup:
        line = _add(root, "p", "row")
        _add(line, "span", "sub", text=label("coup"))
        _ring(line, coup.seat, summary)
        _say(_add(line, "span"), summary, label("coup.of", seat=summary.marks[coup.seat]))
        for card in coup.cards:
            _card(line, card, "card")
        relation = _add(line, "span")
        if compared := summary.compared(coup):
            _add(relation, "span", "rel", text=COMPARED[compared], aria_hidden="true")
            _add(relation, "span", "words", text=f" {label(compared)} ")
        else:
            relation.text = label("turned", card="")
        _card(line, coup.turned, "card")
        _outcome(line, *outcome(coup))


def _draw_players(root: E, summary: Summary) -> None:
    table = _add(root, "table", "" if summary.has_hands else "slim")
    _add(table, "caption", text=label("players"))
    heads = _add(_add(table, "thead"), "tr")
    columns = [("seat", label("seat")), ("player", label("player")), ("num", summary.counters)]
    if summary.has_hands:
        columns.append(("", label("act")))
    for kind, title in columns:
        _add(heads, "th", kind, title, scope="col")
    body = _add(table, "tbody")
    for row in summary.rows:
        _draw_player(body, summary, row)


def _draw_player(body: E, summary: Summary, row: Row) -> None:
    line = _add(body, "tr", "now" if summary.is_asked(row.seat) or row.seat in summary.view.winners else "")
    _ring(_add(line, "td", "seat"), row.seat, summary)
    player = _add(line, "th", "player", scope="row")
    _name(player, summary.view.names[row.seat])
    for role in row.roles:
        _add(player, "span", "role", role)
    _add(line, "td", "num", row.counters)
    if not summary.has_hands:
        return
    here = _add(_add(line, "td"), "div", "here")
    if row.cards:
        hand = _add(here, "span", "hand")
        for card in row.cards:
            _card(hand, card, "card")
    if row.act:
        act = _add(here, "span")
        _outcome(act, row.sign, row.told)
        if row.coup:
            _say(_add(act, "span", "soft turned"), summary, label("turned", card=row.coup.turned))
    if row.secret:
        _add(here, "span", "soft", label("not_shown"))


def _draw_positions(root: E, summary: Summary) -> None:
    _add(root, "p", "sub", text=label("positions"))
    places = _add(root, "ol", "places")
    for number, (card, secret, backer) in enumerate(summary.positions, 1):
        place = _add(places, "li")
        _add(place, "b", text=str(number))
        _card(place, card, "plate secret" if secret else "plate")
        if secret:
            _add(place, "span", "soft", label("not_shown"))
        if backer is None:
            _add(place, "span", "soft", label("not_backed"))
        else:
            backed = _add(place, "span", "row")
            _ring(backed, backer, summary)
            _add(backed, "span", "words", label("backed", seat=""))
            _name(backed, summary.view.names[backer])


def _add(parent: E, tag: str, kind: str = "", text: str = "", **attributes: str) -> E:
    """Add an element; ``kind`` is its class."""
    given = {name.replace("_", "-"): value for name, value in attributes.items()}
    element = ET.SubElement(parent, tag, {"class": kind, **given} if kind else given)
    element.text = text
    return element


def _write(parent: E, text: str) -> None:
    """Add plain text after whatever stands in an element."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _say(parent: E, summary: Summary, marked: str) -> None:
    """Add a sentence: names are set apart from their surroundings, playing cards drawn."""
    end = 0
    for piece in _PIECES.finditer(marked):
        _write(parent, marked[end : piece.start()])
        if piece[1]:
            _add(parent, "bdi", text=summary.view.names[int(piece[1])])
        else:
            _draw_card(parent, piece[2], piece[3], "in")
        end = piece.end()
    _write(parent, marked[end:])


def _name(parent: E, name: str) -> None:
    _add(parent, "bdi", "name", name, title=name)


def _ring(parent: E, seat: int, summary: Summary) -> None:
    """Draw a seat's number; the viewer's own ring is filled."""
    _add(parent, "span", "ring own" if seat == summary.view.seat else "ring", str(seat))


def _outcome(parent: E, sign: str, words: str) -> None:
    """Write what came of a bet: sign and words, the colour is an addition."""
    kind = next((act for act, known in wording.SIGNS.items() if known == sign), "")
    told = _add(parent, "span", f"told {kind}".strip())
    if sign:
        _add(told, "span", "sign", sign, aria_hidden="true")
    _add(told, "span", text=words)


def _card(parent: E, card: Any, kind: str) -> None:
    """Draw a card, or the back of one."""
    if card is None:
        _add(_add(parent, "span", f"{kind} back"), "span", "words", label("face_down"))
    elif getattr(card, "suit", None) in SUITS:
        _draw_card(parent, card.rank, card.suit, kind)
    else:
        _add(parent, "span", f"{kind} face", wording.term(card))


def _draw_card(parent: E, rank: str, suit: str, kind: str) -> None:
    """Draw a playing card: rank and suit for the eye, words for the ear."""
    letter, outline = SUITS[suit]
    card = _add(parent, "span", f"{kind} face {letter}")
    seen = _add(card, "span", text=rank, aria_hidden="true")
    _add(_add(seen, "svg", viewBox="0 0 20 20"), "path", d=outline)
    _add(card, "span", "words", wording.card_in_words(rank, suit))


STYLE = """
.bk-still{--paper:var(--jp-layout-color0,#fff);--ink:var(--jp-ui-font-color1,#1d2023);--ink2:#4b535a;--rule:#d3d8d5;
--felt:#e5ede8;--edge:#6b7671;--win:#1b5c94;--tie:#5b4f78;--lose:#85470f;--face:#fff;--face-edge:#565d63;
--weave:#83a896;
--weave-paper:#d6e3dc;--red:#b4182d;--blue:#1757a6;--green:#1b6a3a;color-scheme:light;
container-type:inline-size;position:relative;
box-sizing:border-box;max-width:900px;padding:12px;background:var(--paper);color:var(--ink);
font:400 14px/1.45 var(--jp-ui-font-family,system-ui,"Noto Sans","Apple SD Gothic Neo","Malgun Gothic",sans-serif);
font-variant-numeric:lining-nums tabular-nums;word-break:keep-all;overflow-wrap:anywhere;text-align:start}
[data-jp-theme-light=false] .bk-still,.vscode-dark .bk-still,[theme=dark] .bk-still{--paper:var(--jp-layout-color0,
#121518);
--ink:var(--jp-ui-font-color1,#e4e7e9);--ink2:#aab3b8;--rule:#353c40;--felt:#1c2a24;--edge:#87938d;--win:#93c4f0;
--tie:#c6bbe0;--lose:#ecb680;--face:#f5f3ee;--face-edge:#f5f3ee;--weave:#7ea594;--weave-paper:#2c4c40;--red:#f0939c;
--blue:#8fbcf2;--green:#84cd9f;color-scheme:dark}
.bk-still *{box-sizing:border-box}
.bk-still.bk-still p,.bk-still.bk-still ol,.bk-still.bk-still table{margin:0;padding:0}
.bk-still.bk-still .head{display:flex;flex-wrap:wrap;gap:2px 14px;align-items:baseline}
.bk-still .head strong{font-size:22px;line-height:1.2;font-weight:600}
.bk-still .soft{font-size:13px;font-weight:400;color:var(--ink2)}
.bk-still .sub,.bk-still caption{font-size:13px;line-height:1.4;font-weight:600;color:var(--ink2)}
.bk-still.bk-still .bank{display:flex;flex-wrap:wrap;gap:0 20px;align-items:baseline;padding:4px 0 6px}
.bk-still .bank b{font-size:28px;line-height:1.25;font-weight:600;margin-left:4px}
.bk-still.bk-still p.row{padding:0 0 10px}
.bk-still .row{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center;min-width:0}
.bk-still .rel{font-size:20px;line-height:1}
.bk-still.bk-still table{width:100%;table-layout:auto;border-collapse:collapse;border:0;font-size:14px;
background:none}
.bk-still.bk-still caption{text-align:start;padding:0 0 4px;caption-side:top}
.bk-still.bk-still tr,.bk-still.bk-still tbody tr:nth-child(n){background:none;border:0}
.bk-still.bk-still tbody tr.now:nth-child(n){background:var(--felt)}
.bk-still.bk-still th,.bk-still.bk-still td{text-align:start;vertical-align:middle;padding:6px 8px;border:0;
border-bottom:1px solid var(--rule);font-weight:400;white-space:normal;max-width:none}
.bk-still.bk-still thead th{font-size:13px;color:var(--ink2);font-weight:600;border-bottom-color:var(--edge);
overflow-wrap:normal;vertical-align:bottom}
.bk-still.bk-still .num{text-align:end;white-space:nowrap}
.bk-still.bk-still .seat{width:1%}.bk-still.bk-still .player{width:44%}
.bk-still.bk-still .slim{max-width:560px}.bk-still.bk-still .slim .player{width:auto}
.bk-still td{overflow-wrap:break-word}
.bk-still .name{font-weight:600;line-height:1.25;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;
-webkit-line-clamp:2;min-width:0;text-align:left}
.bk-still .role{display:inline-block;font-size:13px;color:var(--ink2);margin-inline-end:10px;overflow-wrap:normal}
.bk-still .ring{flex:none;display:inline-grid;place-items:center;min-width:22px;height:22px;padding:0 3px;
border-radius:11px;
border:1.5px solid currentColor;font-size:12px;font-weight:600;line-height:1;background:var(--paper);color:var(--ink)}
.bk-still .ring.own{background:var(--ink);color:var(--paper);border-color:var(--ink)}
.bk-still .here{display:flex;flex-wrap:wrap;gap:4px 14px;align-items:center}
.bk-still .hand{display:flex;flex-wrap:wrap;gap:4px}
.bk-still .card{flex:none;display:inline-block;width:30px;height:42px;border:1.5px solid var(--face-edge);
border-radius:4px;
text-align:center;font-weight:600;font-size:16px;line-height:18px;padding-top:1px;overflow:hidden;position:relative}
.bk-still .card svg{display:block;width:16px;height:16px;margin:0 auto;fill:currentColor}
.bk-still .card.face,.bk-still .plate.face{background:var(--face);--red:#b4182d;--blue:#1757a6;--green:#1b6a3a;
color:#16181c}
.bk-still .back{background-color:var(--weave-paper);
background-image:repeating-linear-gradient(45deg,var(--weave) 0 1px,transparent 1px 6px),
repeating-linear-gradient(-45deg,var(--weave) 0 1px,transparent 1px 6px);
border-color:var(--edge);box-shadow:inset 0 0 0 2.5px var(--face)}
.bk-still .in{color:var(--ink);white-space:nowrap;font-weight:600;position:relative}
.bk-still .in svg{width:.8em;height:.8em;margin-left:.08em;vertical-align:-.06em;fill:currentColor}
.bk-still .face.h{color:var(--red)}.bk-still .face.d{color:var(--blue)}.bk-still .face.k{color:var(--green)}
.bk-still .told{display:inline-flex;align-items:center;gap:6px}
.bk-still .sign{flex:none;display:inline-grid;place-items:center;width:18px;height:18px;
border:1.5px solid currentColor;
border-radius:3px;font-weight:700;font-size:14px;line-height:1}
.bk-still .won{color:var(--win)}.bk-still .tie{color:var(--tie)}.bk-still .lost{color:var(--lose)}
.bk-still .turned{display:block}.bk-still .ask bdi{font-weight:600}
.bk-still.bk-still table+p.sub{padding-top:10px}
.bk-still.bk-still ol.places{list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(104px,1fr));
gap:8px;
padding:4px 0 0}
.bk-still.bk-still .places li{display:grid;align-content:start;gap:3px;margin:0;min-width:0}
.bk-still .plate{display:grid;place-items:center;text-align:center;min-height:42px;padding:2px 6px;line-height:1.2;
border:1.5px solid var(--face-edge);border-radius:4px;font-weight:600;position:relative}
.bk-still .plate.secret{border-style:dashed}
.bk-still .places .row{flex-wrap:nowrap;gap:6px}.bk-still .places .name{font-weight:400}
.bk-still.bk-still p.ask{border:1.5px solid var(--ink);border-radius:6px;padding:8px 12px;margin:12px 0;
font-size:16px;line-height:1.4}
.bk-still.bk-still ol.log{padding:2px 0 0 36px;list-style:decimal}
.bk-still.bk-still .log li{margin:0;padding:1px 0}.bk-still .log li::marker{color:var(--ink2);font-size:13px}
.bk-still .words{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@container (max-width:560px){.bk-still.bk-still th,.bk-still.bk-still td{padding:6px 4px}
.bk-still.bk-still .card{width:25px;height:36px;font-size:14px;line-height:16px}
.bk-still .card svg{width:13px;height:13px}.bk-still .here{gap:4px 8px;min-width:84px}
.bk-still.bk-still .player{width:auto}.bk-still .plate{font-size:13px;padding:2px}
.bk-still .places .name{-webkit-line-clamp:1}
.bk-still.bk-still ol.places{grid-template-columns:repeat(auto-fill,minmax(88px,1fr));gap:6px}}
@media (forced-colors:active){.bk-still svg{forced-color-adjust:none}.bk-still .own{outline:2px solid}}
"""
