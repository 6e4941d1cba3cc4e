"""What a sheet is made of: trees of plain values that the browser builds element by element, and paper as HTML.

A tree is a text, or a list ``[tag, attributes, *inside]``. ``widgets/sheet.js`` knows the tags and attributes. The tags
``slider``, ``choice``, ``field`` and ``act`` are controls: what they are called and hold stands in their attributes.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Tree = Any
"""A text, or a list of a tag, its attributes, and trees."""

CONTROLS = frozenset(("slider", "choice", "field", "act"))


def node(tag: str, *inside: Tree, **given: Any) -> Tree:
    """Make an element; ``kind`` is its class, ``label`` its name for those who hear the page.

    >>> node("p", "Nine of 17.", kind="big")
    ['p', {'class': 'big'}, 'Nine of 17.']
    """
    words = {"kind": "class", "label": "aria-label"}
    return [tag, {words.get(name, name): value for name, value in given.items() if value not in (None, "")}, *inside]


def paragraph(text: str, kind: str = "") -> Tree:
    """Make a paragraph."""
    return node("p", text, kind=kind)


def columns(left: Sequence[Tree], right: Sequence[Tree]) -> Tree:
    """Set the controls on the left and what they change on the right; one above the other where it is narrow."""
    return node("div", node("div", *left), node("div", *right), kind="cols")


def row(*buttons: Tree) -> Tree:
    """Set buttons in a row."""
    return node("div", *buttons, kind="go")


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[Tree]], own: int | None = None) -> Tree:
    """Make a table; the first cell of a row is its heading, the row ``own`` stands out."""
    lines = [
        node("tr", *(node("td" if i else "th", cell, scope="" if i else "row") for i, cell in enumerate(cells)))
        for cells in rows
    ]
    if own is not None:
        lines[own][1]["class"] = "now"
    heading = node("tr", *(node("th", word, scope="col") for word in head))
    return node("table", node("caption", caption), node("thead", heading), node("tbody", *lines))


def progress(value: int, of: int, label: str, told: str) -> Tree:
    """Make a bar that shows how far something is, with words beside it."""
    bar = node("progress", kind="grow", label=label)
    bar[1] |= {"value": value, "max": of}
    return node("div", bar, node("span", told), kind="line")


# -- controls ----------------------------------------------------------------------------------------------------------


def slider(name: str, label: str, low: int, high: int, value: int, told: str = "") -> Tree:
    """Make a slider with a number beside it; ``told`` is what the number means."""
    return ["slider", {"name": name, "label": label, "low": low, "high": high, "value": value, "told": told}]


def choice(name: str, label: str, options: Sequence[tuple[str, str]], value: str) -> Tree:
    """Make a choice between values, each with its words."""
    return ["choice", {"name": name, "label": label, "options": [list(one) for one in options], "value": value}]


def field(name: str, label: str, value: str, most: int = 200) -> Tree:
    """Make a field for a line of text of at most so many characters."""
    return ["field", {"name": name, "label": label, "value": value, "most": most}]


def act(name: str, label: str, value: Any = None, *, primary: bool = False, off: bool = False) -> Tree:
    """Make a button. ``value`` says what it acts on, and comes back with the click."""
    given = {"name": name, "label": label, "value": value, "primary": primary, "off": off}
    return ["act", {key: told for key, told in given.items() if told is not None and told is not False}]


def controls_in(trees: Sequence[Tree]) -> Iterator[Tree]:
    """Find the controls in trees."""
    for tree in trees:
        if not isinstance(tree, str):
            if tree[0] in CONTROLS:
                yield tree
            yield from controls_in(tree[2:])


# -- charts ------------------------------------------------------------------------------------------------------------


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Give round numbers between two.

    >>> ticks(0, 1), ticks(0.05, 0.31, 4)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.1, 0.2, 0.3])
    """
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.999)
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(n * step, places) for n in range(first, last + 1)]


class Plot:
    """A chart in the making: lines, bars, bands and dots over two axes. ``tree`` gives it.

    Parameters
    ----------
    x, y
        The least and the greatest value on either axis.
    title, axis
        What it shows, written below; what the axis of x counts.
    """

    def __init__(self, x: tuple[float, float], y: tuple[float, float], title: str, axis: str) -> None:
        (self._left, self._right), (self._low, self._high) = x, y
        self._title, self._axis = title, axis
        self._paths: list[Tree] = []
        self._words: list[Tree] = []
        marks = ticks(self._low, self._high)
        for mark in marks:
            self.line("grid", [(self._left, mark), (self._right, mark)])
            self._word("y", self._left, mark, f"{mark:g}")

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Give a point in hundredths of the picture, those outside at its edge."""
        across = (x - self._left) / (self._right - self._left)
        up = (min(max(y, self._low), self._high) - self._low) / (self._high - self._low)
        return round(100 * across, 2), round(100 * up, 2)

    def _word(self, kind: str, x: float, y: float, text: str) -> None:
        across, up = self._at(x, y)
        self._words.append(node("span", text, kind=kind, x=across, y=up))

    def line(self, kind: str, points: Sequence[tuple[float, float]], *, closed: bool = False) -> None:
        """Draw a line through points."""
        placed = [self._at(*point) for point in points]
        path = "M" + "L".join(f"{x:g} {100 - y:g}" for x, y in placed) + ("Z" if closed else "")
        self._paths.append(node("path", kind=kind, d=path))

    def bars(self, heights: Sequence[tuple[float, float]], width: float, own: Sequence[float] = ()) -> None:
        """Draw bars from the line of 0; those at ``own`` stand out."""
        for x, height in heights:
            left, right = x - width / 2, x + width / 2
            corners = [(left, 0.0), (left, height), (right, height), (right, 0.0)]
            self.line("bar own" if x in own else "bar", corners, closed=True)

    def band(self, edges: Sequence[tuple[float, float, float]]) -> None:
        """Draw a band between two lines: x, its lower and its upper edge."""
        there, back = [(x, low) for x, low, _ in edges], [(x, high) for x, _, high in reversed(edges)]
        self.line("band", there + back, closed=True)

    def dots(self, points: Sequence[tuple[float, float]]) -> None:
        """Draw dots."""
        placed = [self._at(*point) for point in points]
        self._paths.append(node("path", kind="dot", d="".join(f"M{x:g} {100 - y:g}h0" for x, y in placed)))

    def rule(self, y: float, text: str) -> None:
        """Draw a dashed line across at a height, with words at its end."""
        self.line("rule", [(self._left, y), (self._right, y)])
        self._word("at", self._right, y, text)

    def marks(self, places: Sequence[tuple[float, str]]) -> None:
        """Write along the axis of x; where it is narrow every other word is left out."""
        every, few = -(-len(places) // 14), len(places) < 7
        for i, (x, text) in enumerate(places[::every]):
            self._word("x o" if i % 2 and not few else "x", x, self._low, text)

    def tree(self, alt: str) -> Tree:
        """Give the chart; ``alt`` says in words what is to be seen."""
        base = node("path", d="M0 100L100 100")
        picture = node(
            "svg", *self._paths, base, viewBox="0 0 100 100", preserveAspectRatio="none", role="img", label=alt
        )
        axis = node("span", self._axis, kind="axis", x=50, y=0)
        return node(
            "figure",
            node("div", picture, *self._words, axis, kind="plot"),
            node("figcaption", self._title),
            kind="chart",
        )


def steps(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Give the corners of a line that stays level between its points.

    >>> steps([(0, 1), (1, 3)])
    [(0, 1), (1, 1), (1, 3)]
    """
    corners = list(points[:1])
    for (_, level), (x, y) in pairwise(points):
        corners += [(x, level), (x, y)]
    return corners
