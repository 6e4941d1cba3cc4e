"""Draws a view, as text and as HTML: a still picture of the table with what its viewer may know, and nothing else.

Works from a ``View`` alone. Words come from ``wording``. Names stand in every sentence as a mark with the seat's number
and are put in last, so that no name is ever read as a template, a card or a tag. Knows no game: what a view does not
have (hands, positions, a pool) is not drawn.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import wording
from .events import DealBegan, Dealt, Exposed, GameOver, Looked, Opened, Settled
from .view import fold
from .wording import label

if TYPE_CHECKING:
    from .events import Event
    from .view import View

LAST_LINES, MOST_LINES = 6, 24
"""How many lines of the log are told: what has happened since the viewer's last act, within these bounds."""

_NAME = "\ue000{}\ue001"
"""The mark that stands for the name of a seat."""
_MARKED = re.compile("\ue000([0-9]+)\ue001")


@dataclass(frozen=True)
class Row:
    """What is drawn of one seat; ``secret`` says that others do not see the cards that the viewer sees."""

    seat: int
    roles: tuple[str, ...]
    counters: str
    cards: tuple[Any, ...]
    secret: bool
    act: str
    coup: Settled | None

    @property
    def sign(self) -> str:
        """The outcome as a sign, from the punter's side."""
        return wording.SIGNS.get(self.act, "")

    @property
    def told(self) -> str:
        """What the seat did, in words."""
        if not self.act:
            return ""
        return label(f"act.{self.act}.stake", stake=self.coup.stake) if self.coup else label(f"act.{self.act}")


class Summary:
    """What both drawings say of a view, in their order. Texts are marked: a name is a mark with the seat's number."""

    def __init__(self, view: View) -> None:
        game = view.rules.game
        self.view = view
        self.marks = tuple(_NAME.format(seat) for seat in range(len(view.names)))
        self.title = wording.label_of_game("game", game)
        self.deal = label("deal", number=view.deal) if view.deal else ""
        self.viewer = self._viewer()
        self.counters = label("gain" if view.rules.purse is None else "purse")
        self.bank = wording.label_of_game("bank", game)
        self.has_pool = bool(view.positions) or view.last_staker is not None
        self.has_hands = any(view.hands)
        self._public = fold(view.events, None, view.rules, view.names, None, None)
        self.rows = self._rows()

    def _viewer(self) -> str:
        seat = self.view.seat
        if isinstance(seat, int):
            return label("view.seat", seat=self.marks[seat])
        return label("view.public" if seat is None else "view.all")

    @property
    def bank_notes(self) -> list[str]:
        """What is said beside the sum in the bank."""
        view, notes = self.view, []
        if view.opening and view.bank and not self.has_pool:
            notes.append(label("opening", amount=view.opening))
        if view.last_staker is not None:
            notes.append(label("last_staker", seat=self.marks[view.last_staker]))
        return notes

    @property
    def reserve(self) -> int | None:
        """The reserve, where there can be one."""
        return self.view.reserve if self.has_pool or self.view.reserve else None

    def is_asked(self, seat: int) -> bool:
        """Tell whether the game waits for this seat."""
        return self.view.decision is not None and self.view.decision.seat == seat

    @property
    def prompt(self) -> str:
        """The question that is open, or how the game ended."""
        view = self.view
        if view.decision:
            return view.decision.ask(self.marks)
        return GameOver(view.winners).sentence(self.marks) if view.winners else label("past")

    @property
    def last_events(self) -> list[tuple[int, str]]:
        """The last events and their numbers, counted from 1; cards dealt one after the other are told in one line."""
        events, end = self.view.events, len(self.view.events)
        act = max((i for i in range(end) if self._is_own_act(events[i])), default=end)
        lines: list[tuple[int, str]] = []
        while end and len(lines) < (LAST_LINES if end <= act else MOST_LINES):
            start = end - 1
            while start and isinstance(events[start], Dealt) and isinstance(events[start - 1], Dealt):
                start -= 1
            many = end - start > 1
            lines.append((end, label("dealt", count=end - start) if many else events[start].sentence(self.marks)))
            end = start
        return lines[::-1]

    def _is_own_act(self, event: Event) -> bool:
        seat = getattr(event, "seat", None)
        return seat is not None and seat == self.view.seat and not isinstance(event, Dealt | Looked | Exposed)

    def compared(self, coup: Settled) -> str:
        """Tell how the own card compares with the turned one: a key of ``COMPARED``, "" if ranks do not decide."""
        if len(coup.cards) != 1 or not hasattr(self.view.rules, "tie"):  # a game with a rule for ties compares ranks
            return ""
        own, turned = coup.cards[0].index, coup.turned.index
        return "lower" if own < turned else "higher" if own > turned else "equal"

    @property
    def positions(self) -> list[tuple[Any, bool, int | None]]:
        """For each position its card, whether others do not see it, and who backs it."""
        view = self.view
        public = self._public.positions if len(self._public.positions) == len(view.positions) else view.positions
        return [
            (card, card is not None and public[i] is None, view.backers[i]) for i, card in enumerate(view.positions)
        ]

    def _rows(self) -> list[Row]:
        view, coups = self.view, self._coups()
        return [
            Row(
                seat,
                self._roles(seat),
                wording.signed(purse) if view.rules.purse is None else f"{purse:,}",
                view.hands[seat],
                any(view.hands[seat]) and self._public.hands[seat] == (None,) * len(view.hands[seat]),
                view.acts[seat],
                coups.get(seat),
            )
            for seat, purse in enumerate(view.purses)
        ]

    def _roles(self, seat: int) -> tuple[str, ...]:
        view = self.view
        roles = {
            "banker": view.banker == seat,
            "to_choose": self.is_asked(seat),
            "person": view.by_person[seat],
            "left": view.left[seat],
            "winner": seat in view.winners,
        }
        return tuple(label(f"role.{role}") for role, has in roles.items() if has)

    def _coups(self) -> dict[int, Settled]:
        """Give the coups of the running deal, by seat."""
        found: dict[int, Settled] = {}
        events = self.view.events
        for i in reversed(range(len(events))):
            event = events[i]
            if isinstance(event, DealBegan | Opened):
                break
            if isinstance(event, Settled):
                found.setdefault(event.seat, event)
        return found


COMPARED = {"lower": "<", "equal": "=", "higher": ">"}
"""How the own card compares with the turned one."""


def outcome(coup: Settled) -> tuple[str, str]:
    """Give the outcome of a coup from the punter's side, as a sign and in words."""
    act = ("tie", "lost", "won")[coup.outcome]
    return wording.SIGNS[act], label(f"coup.{act}", stake=coup.stake)


# -- as text ---------------------------------------------------------------------------------------------------------

NAME_WIDTH, BACKER_WIDTH, TEXT_WIDTH = 24, 14, 88
"""Columns of a name in the table and beside a position, where it is cut if it is longer, and of a row of positions."""
_RIGHT_TO_LEFT = {"R", "AL", "AN"}


def as_text(view: View) -> str:
    """Draw a view as plain text, with columns of even width.

    Parameters
    ----------
    view
        What the viewer may know; nothing else is drawn.

    >>> import banchok_edu as be
    >>> game = be.Banchok(be.BanchokRules(players=3, first_banker=0), seed=7, names=["Ann", "Bo", "Cy"])
    >>> print(as_text(game.choose(4).view(2)))
    Banchok, deal 1, as Cy sees it
    Bank: 14, opened with 10
    <BLANKLINE>
    Seat  Player  Role       Gain  Cards                    In this deal
       0  Ann     banker      −10
       1  Bo                   −4  9♥                       − lost 4, turned A♥
       2  Cy      to choose     0  7♣ (hidden from others)
    <BLANKLINE>
    Last coup: Bo on 9♥ < A♥: − the bank takes 4
    <BLANKLINE>
    What happened last:
      3  Cy cuts the deck at card 9.
      4  Deal 1 begins.
      6  2 cards are dealt face down.
      7  Bo looks at the cards.
      8  Bo stakes 4 counters on 9♥; A♥ is turned, and the bank takes the stake.
      9  Cy looks: 7♣.
    <BLANKLINE>
    Cy: stake 1 to 14 counters, or 0 to pass.
    """
    summary = Summary(view)
    head = ", ".join(filter(None, (summary.title, summary.deal, summary.viewer)))
    bank = [f"{summary.bank}: {view.bank:,}", *summary.bank_notes]
    if summary.reserve is not None:
        bank.insert(1, f"{label('reserve')}: {summary.reserve:,}")
    blocks = [_named(view, [head, ", ".join(bank)]), _seat_lines(summary)]
    if view.positions:
        blocks.append([label("positions") + ":", *_position_lines(summary)])
    blocks.append(_named(view, _turned_lines(summary)))
    if events := summary.last_events:
        width = len(str(events[-1][0]))
        lines = [label("events") + ":", *(f"  {number:{width}}  {told}" for number, told in events)]
        blocks.append(_named(view, lines))
    blocks.append(_named(view, [summary.prompt]))
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def _named(view: View, marked: list[str]) -> list[str]:
    """Put the names where their marks stand."""
    return [_MARKED.sub(lambda mark: _isolated(view.names[int(mark[1])]), line) for line in marked]


def _turned_lines(summary: Summary) -> list[str]:
    """Write the exposed card and the last coup."""
    view = summary.view
    lines = [] if view.exposed is None else [f"{label('exposed')}: {view.exposed}"]
    if coup := summary.view.coup:
        own, compared = _cards(coup.cards), summary.compared(coup)
        turned = f" {COMPARED[compared]} {coup.turned}" if compared else ", " + label("turned", card=coup.turned)
        punter, (sign, words) = label("coup.of", seat=summary.marks[coup.seat]), outcome(coup)
        lines.append(f"{label('coup')}: {punter} {own}{turned}: {sign} {words}")
    return lines


def _seat_lines(summary: Summary) -> list[str]:
    heads = [label("seat"), label("player"), label("role"), summary.counters]
    if summary.has_hands:
        heads += [label("cards"), label("act")]
    lines = [heads]
    for row in summary.rows:
        name = _isolated(_cut(summary.view.names[row.seat], NAME_WIDTH))
        cells = [str(row.seat), name, ", ".join(row.roles), row.counters]
        if summary.has_hands:
            cards = _cards(row.cards) + (f" ({label('not_shown')})" if row.secret else "")
            turned = label("turned", card=row.coup.turned) if row.coup else ""
            cells += [cards, ", ".join(filter(None, (f"{row.sign} {row.told}".strip(), turned)))]
        lines.append(cells)
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(_pad(cell, widths[i], right=i in (0, 3)) for i, cell in enumerate(cells)) for cells in lines]


def _position_lines(summary: Summary) -> list[str]:
    cells = []
    places = len(str(len(summary.view.positions)))
    for number, (card, secret, backer) in enumerate(summary.positions, 1):
        known = (
            label("face_down") if card is None else wording.term(card) + (f" ({label('not_shown')})" if secret else "")
        )
        name = label("not_backed") if backer is None else _isolated(_cut(summary.view.names[backer], BACKER_WIDTH))
        cells.append(f"{number:{places}}  {known}, {name}")
    width = max(map(_width, cells))
    each = max(1, TEXT_WIDTH // (width + 4))
    return ["  " + "    ".join(_pad(cell, width) for cell in cells[i : i + each]) for i in range(0, len(cells), each)]


def _cards(cards: tuple[Any, ...]) -> str:
    """Write cards; those face down are counted."""
    hidden = sum(card is None for card in cards)
    down = label("face_down.many", number=hidden) if hidden > 1 else label("face_down") if hidden else ""
    return " ".join([*(wording.term(card) for card in cards if card is not None), *([down] if down else [])])


def _width(text: str) -> int:
    """Count the columns of a text in a fixed-width font."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else unicodedata.category(c) not in ("Mn", "Me", "Cf")
        for c in text
    )


def _pad(text: str, width: int, *, right: bool = False) -> str:
    blank = " " * (width - _width(text))
    return blank + text if right else text + blank


def _cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while _width(text) >= width:
        text = text[:-1]
    return text + "…"


def _isolated(name: str) -> str:
    """Keep a name written from right to left from turning round what stands beside it."""
    if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


# -- as HTML ---------------------------------------------------------------------------------------------------------


def as_html(view: View) -> str:
    """Draw a view as a piece of HTML that needs nothing beside it: no script, no address, no id.

    Parameters
    ----------
    view
        What the viewer may know; nothing else is drawn.

    >>> import banchok_edu as be
    >>> as_html(be.Banchok(seed=7).view()).startswith('<section class="bk-still"')
    True
    """
    from .display_html import draw

    return draw(Summary(view))
