"""Lessons read from their files: cells, headings, links and images. Runs nothing, and judges nothing."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for path in (ROOT / "lessons").rglob("*.ipynb")
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
)
"""All notebooks for students."""
LESSONS = [path for path in PAGES if re.match(r"\d\d-", path.name)]
"""Those that are lessons and have a lesson's form; other pages have their own."""

Cell = dict[str, Any]


def load(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def source(cell: Cell) -> str:
    return "".join(cell["source"])


def tags(cell: Cell) -> list[str]:
    return cell["metadata"].get("tags", [])


def is_guard(cell: Cell) -> bool:
    return "guard" in tags(cell)


def is_hidden(cell: Cell) -> bool:
    return bool(cell["metadata"].get("jupyter", {}).get("source_hidden"))


def code_cells(cells: list[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell["cell_type"] == "code"]


def prose(cells: list[Cell]) -> str:
    return "\n\n".join(source(cell) for cell in cells if cell["cell_type"] == "markdown")


def fenceless(text: str) -> str:
    """Leave out blocks of code: there a # begins a comment."""
    return re.sub(r"^(```|~~~).*?^\1[`~]*[ \t]*$", "", text, flags=re.MULTILINE | re.DOTALL)


def words_alone(text: str) -> str:
    """Leave out code and formulas: there a bracket makes no link."""
    text = fenceless(text)
    for left_out in (r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", r"\$\$.+?\$\$", r"(?<!\\)\$[^$\n]+\$"):
        text = re.sub(left_out, "", text, flags=re.DOTALL)
    return text


def headings(cells: list[Cell]) -> list[tuple[int, str]]:
    """Give the headings of a page with their levels, those underlined with = or - too."""
    return [
        (len(marks) if marks else 1 + (line[0] == "-"), words or underlined)
        for marks, words, underlined, line in re.findall(
            r"^(?:(#{1,6}) +(.+?)(?: +#+)? *|([^|\s#>-].*)\n(=+|-+) *)$", fenceless(prose(cells)), re.MULTILINE
        )
    ]


# -- links and images --------------------------------------------------------------------------------------------------


_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Tags(HTMLParser):
    """What a piece of HTML links to, which names it can be linked by, and its images with their words."""

    links: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    images: list[tuple[str, str]] = field(default_factory=list)
    """What an image is, and the words beside it, if any. What is hidden from all readers is left out."""
    _open: list[tuple[str, bool, int | None]] = field(default_factory=list)
    """The tags around: whether they hide what is in them, and which image they are."""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        self.links += [has[name] for name in ("href", "src") if has.get(name)]
        self.anchors |= {has[name] for name in ("id", "name") if has.get(name)}
        hidden = has.get("aria-hidden") == "true" or any(hides for _, hides, _ in self._open)
        image = None
        if not hidden and tag in ("img", "svg", "canvas"):
            image = len(self.images)
            told = has.get("alt", "") or has.get("aria-label", "")
            self.images.append((f"<{tag}>", told.strip()))
        if tag not in _VOID:
            self._open.append((tag, hidden, image))

    def handle_endtag(self, tag: str) -> None:
        places = [place for place, (name, _, _) in enumerate(self._open) if name == tag]
        if places:
            del self._open[places[-1] :]

    def handle_data(self, data: str) -> None:
        if len(self._open) > 1 and self._open[-1][0] == "title":
            image = self._open[-2][2]
            if image is not None:
                kind, words = self.images[image]
                self.images[image] = (kind, (words + data).strip())


def tags_of(html: str) -> Tags:
    found = Tags()
    found.feed(html)
    found.close()
    return found


_INLINE = r'(!?)\[((?:[^\[\]]|!?\[[^\]]*\](?:\([^)]*\))?)*)\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)'
_DEFINED = r"^ {0,3}\[([^\]]+)\]: *<?([^\s>]+)>?"


def links(text: str) -> list[str]:
    """Give the targets of all links and images of Markdown, in HTML too."""
    text = words_alone(text)
    inline = [target for _, words, target in _inline(text)]
    return [*inline, *(target for _, target in re.findall(_DEFINED, text, re.MULTILINE)), *tags_of(text).links]


def images(text: str) -> list[tuple[str, str]]:
    """Give the images of Markdown with their words, in HTML too."""
    text = words_alone(text)
    marked = [(f"![]({target})", words.strip()) for mark, words, target in _inline(text) if mark]
    return [*marked, *tags_of(text).images]


def _inline(text: str) -> list[tuple[str, str, str]]:
    found = re.findall(_INLINE, text)
    return found + [deeper for _, words, _ in found for deeper in _inline(words)]


def anchors(cells: list[Cell]) -> set[str]:
    """Give what a link after # may name: the headings as JupyterLab and as nbviewer and GitHub call them, and ids."""
    named = tags_of(words_alone(prose(cells))).anchors
    for _, words in headings(cells):
        plain = re.sub(r"[*`]|\$", "", words)
        named |= {plain.replace(" ", "-"), _slug(plain)}
    return named


def _slug(words: str) -> str:
    kept = "".join(c for c in words.lower() if c in "-_ " or unicodedata.category(c)[0] in "LNM")
    return kept.replace(" ", "-")


def lost(link: str, page: Path, cells: list[Cell]) -> str | None:
    """Tell what is wrong with a link within the repository, or None; the rest of the world is not looked at."""
    if re.match(r"[a-z][a-z+.-]*:|//", link, re.IGNORECASE):
        return None
    place, _, anchor = link.partition("#")
    target = (page.parent / place.replace("%20", " ")) if place else page
    if not target.resolve().is_relative_to(ROOT) or not target.exists():
        return f"{link}: there is no such file"
    if not anchor:
        return None
    if target.suffix == ".ipynb":
        known = anchors(cells if target == page else load(target)["cells"])
    elif target.suffix == ".md":
        known = anchors([{"cell_type": "markdown", "source": [target.read_text(encoding="utf-8")]}])
    else:
        return f"{link}: only pages have headings to link to"
    return None if anchor in known else f"{link}: there is no such heading"
