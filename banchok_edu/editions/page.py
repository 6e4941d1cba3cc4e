"""A page of a lesson that was run, for a telephone: text first, code folded, nothing fetched, no script.

The page says of itself how long it was when it was made and what its digest is, so that a page that nobody has changed
can be told from one that somebody has.
"""

from __future__ import annotations

import hashlib
import html
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banchok_edu import __version__

from .markdown import code, prose
from .outputs import shown
from .stripping import tags_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .choosing import Lesson
    from .links import Places

GUARD = "guard"
"""The tag of cells that check the numbers of the text: they are run, and not shown."""
INDEX = "index.html"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'none'; base-uri 'none'"
_SEAL = re.compile(rb"<!-- made by banchok-edu; sha256 ([0-9a-f]{64}) -->\n\Z")


def page(lesson: Lesson, cells: Iterable[Any], places: Places, beside: Sequence[Lesson | None] = (None, None)) -> bytes:
    """Make the page of a lesson from its cells; ``beside`` are the lessons before and after it."""
    body = "\n".join(filter(None, (_cell(cell, places) for cell in cells)))
    parts = re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', body, flags=re.DOTALL)
    lines = "".join(f'<li><a href="#{name}">{re.sub("</?a[^>]*>", "", words)}</a></li>' for name, words in parts)
    contents = f'<details class="contents"><summary>Contents</summary><ol>{lines}</ol></details>' if parts else ""
    here = html.escape(lesson.name)
    return _whole(
        lesson.title,
        f'<nav aria-label="Lessons"><a href="{INDEX}">All lessons</a>{contents}</nav>\n'
        f"<main>\n{_styled_once(body)}\n</main>\n"
        f'<nav aria-label="The lessons before and after">{_to(beside[0], "← ", places)}'
        f"{_to(beside[1], '', places, ' →')}</nav>\n"
        f"<footer><p>A copy of {here} to read, made with banchok-edu {__version__}. The notebook itself can be worked "
        "in: there tables are played at, and exercises answered.</p></footer>",
    )


def index(lessons: Iterable[Lesson], places: Places) -> bytes:
    """Make the page that leads to all others."""
    lines = []
    for lesson in lessons:
        said = f"<div>{html.escape(lesson.question)}</div>" if lesson.question else ""
        about = " · ".join(filter(None, (lesson.name, lesson.minutes)))
        lines.append(f'<li>{_to(lesson, "", places)}{said}<div class="note">{html.escape(about)}</div></li>')
    return _whole("Lessons", f'<main><h1>Lessons</h1>\n<ul class="lessons">\n{"".join(lines)}\n</ul></main>')


def is_untouched(content: bytes) -> bool:
    """Tell whether this is a page that was made here and that nobody has changed since."""
    seal = _SEAL.search(content)
    return seal is not None and hashlib.sha256(content[: seal.start()]).hexdigest().encode() == seal[1]


def _cell(cell: Any, places: Places) -> str:
    kind, source = cell["cell_type"], cell["source"]
    if kind == "markdown":
        return f'<div class="prose">{places.linked(prose(source), cell.get("attachments"))}</div>'
    if kind != "code" or GUARD in tags_of(cell):
        return ""
    given = places.linked(shown(cell["outputs"]))
    out = f'<div class="out">{given}</div>' if given else ""
    if not source.strip():
        return out
    lines = len(source.strip().splitlines())
    told = f"Code, {lines} line{'' if lines == 1 else 's'}"
    return f'<details class="cell"><summary>{told}</summary>{code(source.strip(chr(10)))}</details>{out}'


def _to(lesson: Lesson | None, before: str, places: Places, behind: str = "") -> str:
    if lesson is None:
        return "<span></span>"
    address = places.linked(f'<a href="{html.escape(lesson.path.name)}">')
    return f"{address}{before}{html.escape(lesson.title)}{behind}</a>"


def _styled_once(body: str) -> str:
    """Leave out style sheets that stand there already: each still of a game brings the same one."""
    seen: set[str] = set()

    def first(style: re.Match[str]) -> str:
        new = style[0] not in seen
        seen.add(style[0])
        return style[0] if new else ""

    return re.sub(r"<style\b[^>]*>.*?</style>", first, body, flags=re.DOTALL | re.IGNORECASE)


def _whole(title: str, body: str) -> bytes:
    made = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n<style>\n{_style()}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    ).encode("utf-8", "replace")
    return made + f"<!-- made by banchok-edu; sha256 {hashlib.sha256(made).hexdigest()} -->\n".encode()


@cache
def _style() -> str:
    return Path(__file__).with_name("page.css").read_text(encoding="utf-8")
