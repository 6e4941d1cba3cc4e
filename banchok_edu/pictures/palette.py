"""Colours and marks of the pictures, on light and on dark paper. No meaning is told by a colour alone.

A win is solid, a tie has dots, a loss is hatched at 45 degrees, and each has a sign, always from the punter's side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from banchok_edu.errors import BanchokError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

FONT = ["DejaVu Sans", "sans-serif"]
"""The first comes with matplotlib and has the suits; what it lacks is looked for among the reader's own."""
SMALL, TEXT, TITLE = 9.0, 10.0, 12.0
"""Sizes of text in points; nothing is smaller."""

THEMES = ("auto", "light", "dark")


class Palette(NamedTuple):
    """Colours for one kind of paper. Each ink has a contrast of at least 4.5 with the paper, each mark one of 3."""

    paper: str
    ink: str
    ink2: str
    edge: str
    rule: str
    win: str
    tie: str
    lose: str
    accent: str
    on_win: str
    """Ink on what is filled with the colour of a win."""
    suits: dict[str, str]


LIGHT = Palette(
    paper="#ffffff",
    ink="#1d2023",
    ink2="#4b535a",
    edge="#6b7671",
    rule="#d5dad7",
    win="#1b5c94",
    tie="#5b4f78",
    lose="#85470f",
    accent="#1c5a44",
    on_win="#ffffff",
    suits={"♠": "#1d2023", "♣": "#1b6a3a", "♦": "#1757a6", "♥": "#b4182d"},
)
DARK = Palette(
    paper="#121518",
    ink="#e4e7e9",
    ink2="#aab3b8",
    edge="#87938d",
    rule="#333a3e",
    win="#93c4f0",
    tie="#c6bbe0",
    lose="#ecb680",
    accent="#8fcdb2",
    on_win="#121518",
    suits={"♠": "#e4e7e9", "♣": "#84cd9f", "♦": "#8fbcf2", "♥": "#f0939c"},
)


class Mark(NamedTuple):
    """How one outcome of a coup is drawn."""

    sign: str
    hatch: str
    words: str
    colour: str
    """The name of its colour in the palette."""


WIN = Mark("+", "", "the punter wins", "win")
TIE = Mark("=", "..", "the stake goes back", "tie")
LOSE = Mark("−", "///", "the banker wins", "lose")
MARKS = {-1: WIN, 0: TIE, 1: LOSE}
"""The mark of each outcome, as the rules number them: +1 the banker takes the stake, -1 he pays it."""


def painted(mark: Mark, palette: Palette) -> dict[str, Any]:
    """Give how a patch with this mark is filled: solid for a win, a pattern on paper for the others.

    The pattern takes the colour of the edge, whose line is left out: so it looks alike in every matplotlib.
    """
    colour = getattr(palette, mark.colour)
    if not mark.hatch:
        return {"facecolor": colour, "edgecolor": colour, "hatch": "", "linewidth": 0}
    return {"facecolor": palette.paper, "edgecolor": colour, "hatch": mark.hatch, "linewidth": 0}


def framed(palette: Palette) -> dict[str, Any]:
    """Give how a frame is drawn around a cell that is marked: a tie, or an own card."""
    return {"facecolor": "none", "edgecolor": palette.ink, "linewidth": 2}


def palette_for(theme: object, background: Sequence[float] | None = None) -> Palette:
    """Give the colours for a theme; "auto" looks at what is drawn upon, and is light where that is not known.

    Parameters
    ----------
    theme
        "auto", "light" or "dark".
    background
        Red, green, blue and opacity of what is drawn upon, each from 0 to 1.

    Raises
    ------
    BanchokError
        If there is no such theme.

    >>> palette_for("auto").paper, palette_for("auto", (0, 0, 0, 1)).paper
    ('#ffffff', '#121518')
    """
    if not isinstance(theme, str) or theme not in THEMES:
        raise BanchokError(f"theme={shown(theme)} is not allowed: choose from {', '.join(map(repr, THEMES))}")
    if theme == "auto":
        return DARK if background is not None and is_dark(background) else LIGHT
    return DARK if theme == "dark" else LIGHT


def is_dark(background: Sequence[float]) -> bool:
    """Say whether ink on this paper, red, green, blue and opacity from 0 to 1, must be light.

    >>> is_dark((0, 0, 0, 1)), is_dark((0, 0, 0, 0)), is_dark((1, 1, 1, 1))
    (True, False, False)
    """
    return background[3] > 0.5 and luminance(background) < 0.18


def luminance(colour: Sequence[float]) -> float:
    """Give the relative luminance of a colour: black is 0, white is 1 (WCAG 2.1).

    >>> luminance((0, 0, 0)), round(luminance((1, 1, 1)), 6)
    (0.0, 1.0)
    """
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
