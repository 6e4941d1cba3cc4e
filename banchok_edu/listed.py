"""Tables of texts, as plain columns and as HTML elements. Knows nothing of what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def as_columns(rows: Sequence[Sequence[str]]) -> str:
    """Give rows of texts as columns, a line each; all rows are of the same length.

    >>> print(as_columns([("rank", "wins"), ("9", "31/51")]))
    rank  wins
    9     31/51
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def html_table(
    head: Iterable[str], rows: Iterable[Sequence[str]], *, named: bool = False, **attributes: str
) -> Element:
    """Give a table as an element, in which all texts are escaped.

    Parameters
    ----------
    head
        The titles of the columns.
    rows
        The texts, row by row.
    named
        Whether the first text of a row is its name.
    attributes
        Attributes of every cell.

    >>> from xml.etree.ElementTree import tostring
    >>> tostring(html_table(["<b>"], [["9"]]), encoding="unicode")
    '<table><thead><tr><th scope="col">&lt;b&gt;</th></tr></thead><tbody><tr><td>9</td></tr></tbody></table>'
    """
    table = Element("table")
    top = SubElement(SubElement(table, "thead"), "tr")
    for title in head:
        SubElement(top, "th", {"scope": "col", **attributes}).text = title
    body = SubElement(table, "tbody")
    for texts in rows:
        line = SubElement(body, "tr")
        for place, text in enumerate(texts):
            if named and place == 0:
                SubElement(line, "th", {"scope": "row", **attributes}).text = text
            else:
                SubElement(line, "td", attributes).text = text
    return table
