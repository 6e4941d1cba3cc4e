"""How long the lessons are and how hard to read, as a table: ``python -m tests.lessons.report``."""

from __future__ import annotations

import sys
from pathlib import Path

from .notebooks import PAGES, load
from .reading import WIDTH, reading


def table(pages: list[Path]) -> list[str]:
    """Give a line for each page."""
    width = max(len(page.stem) for page in pages)
    lines = [f"{'page':{width}}  words  minutes  words a sentence  reading ease  cells  lines over {WIDTH}"]
    for page in pages:
        found = reading(load(page)["cells"])
        lines.append(
            f"{page.stem:{width}}  {found.words:5}  {found.minutes:7.0f}  {found.sentence:16.1f}  {found.ease:12.0f}"
            f"  {found.cells:5}  {found.long_lines:13}"
        )
    return lines


if __name__ == "__main__":
    print(*table([Path(name) for name in sys.argv[1:]] or PAGES), sep="\n")
    print("Minutes are those of reading alone. Flesch's reading ease: 60 to 70 is plain English, 90 is easy at eleven.")
