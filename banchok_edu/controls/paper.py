"""A sheet on paper: its trees as HTML without script, and as plain text. All text is escaped by the tree that it is in.

Formulas are written in letters, so that they can be read where no MathML is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from .trees import CONTROLS, Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RULES = (
    ".plot{position:relative;height:200px;margin:16px 14px 46px 56px}",
    "svg{position:absolute;width:100%;height:100%;overflow:visible}",
    ".plot span{position:absolute;font-size:12px;white-space:nowrap}",
    ".x{transform:translate(-50%,115%)}",
    ".axis{transform:translate(-50%,220%)}",
    ".y{transform:translate(-115%,50%)}",
    ".at{transform:translate(-100%,-10%)}",
    "path{fill:none;stroke:#4b7a66;stroke-width:1.5;vector-effect:non-scaling-stroke}",
    ".grid{stroke:#bbb;stroke-width:1}",
    ".rule{stroke:#a8672a;stroke-dasharray:6 4}",
    ".bar,.bk-paper .band{fill:#9fbfae66}",
    ".own{fill:#4b7a66}",
    ".thin{stroke:#bbb}",
    ".main{stroke-width:2.5}",
    "caption{text-align:left}",
    "figure{margin:0}",
    ".dot{stroke-width:8;stroke-linecap:round}",
    "th{text-align:left;font-weight:400}",
)
STYLE = ".bk-paper{max-width:900px;line-height:1.45}" + "".join(f".bk-paper {rule}" for rule in _RULES)

_BLOCKS = frozenset(("p", "h3", "li", "tr", "caption", "figcaption"))


def as_html(title: str, sub: str, parts: Sequence[Tree], closing: str) -> str:
    """Give a sheet as HTML."""
    root = ET.Element("section", {"class": "bk-paper", "lang": "en"})
    ET.SubElement(root, "style").text = STYLE
    strong = ET.SubElement(ET.SubElement(root, "p"), "strong")
    strong.text, strong.tail = title, f" {sub}"
    for part in parts:
        _add(root, part)
    ET.SubElement(root, "p").text = closing
    return ET.tostring(root, encoding="unicode", method="html")


def _add(parent: ET.Element, tree: Tree) -> None:
    if isinstance(tree, str):
        if len(parent):
            parent[-1].tail = (parent[-1].tail or "") + tree
        else:
            parent.text = (parent.text or "") + tree
        return
    tag, given, *inside = tree
    if tag in CONTROLS:
        if words := in_words(tree):
            ET.SubElement(parent, "p").text = words
        return
    kind = given.get("class", "")
    if "formula" in kind.split():
        ET.SubElement(ET.SubElement(parent, "p"), "code").text = given["aria-label"]
        return
    kept = {name: str(value) for name, value in given.items() if name not in ("x", "y", "tabindex")}
    if "x" in given:
        kept["style"] = f"left:{float(given['x']):g}%;bottom:{float(given['y']):g}%"
    made = ET.SubElement(parent, tag, kept)
    for one in inside:
        _add(made, one)


def in_words(control: Tree) -> str:
    """Say what a control holds; a button says nothing.

    >>> in_words(["slider", {"name": "r", "label": "Ranks", "low": 2, "high": 13, "value": 9, "told": ""}])
    'Ranks: 9'
    """
    tag, given = control
    if tag == "act":
        return ""
    value = given["value"]
    if value == "":
        return ""
    if tag == "choice":
        value = dict(given["options"]).get(value, value)
    told = given.get("told")
    return f"{given['label']}: {value}{f' ({told})' if told else ''}"


def as_text(title: str, sub: str, parts: Sequence[Tree]) -> str:
    """Give a sheet as plain text, line by line."""
    return "\n".join([f"{title} {sub}".strip(), *(line for part in parts for line in _lines(part) if line)])


def _lines(tree: Tree) -> Iterator[str]:
    if isinstance(tree, str):
        yield tree
        return
    tag, given, *inside = tree
    if tag in CONTROLS:
        yield in_words(tree)
    elif "formula" in given.get("class", ""):
        yield given["aria-label"]
    elif given.get("class") == "plot":
        yield inside[0][1]["aria-label"]
    elif tag in _BLOCKS:
        yield "  ".join(filter(None, (line for one in inside for line in _lines(one))))
    else:
        for one in inside:
            yield from _lines(one)
