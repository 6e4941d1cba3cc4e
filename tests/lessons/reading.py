"""How long a page is, and how hard to read. Runs nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .notebooks import Cell, code_cells, fenceless, prose, source

WORDS_A_MINUTE = 200
"""Brysbaert (2019) finds 238 for silent reading of English; less here, for there are numbers in it."""
WIDTH = 88
"""Letters of code that a page of JupyterLab shows without a bar to move it, on a small laptop."""


@dataclass(frozen=True)
class Reading:
    """The counts of one page, and what follows from them."""

    words: int
    sentences: int
    syllables: int
    cells: int
    """Cells of code."""
    long_lines: int
    """Lines of code over ``WIDTH``."""

    @property
    def minutes(self) -> float:
        """Minutes to read the text, without running anything."""
        return self.words / WORDS_A_MINUTE

    @property
    def sentence(self) -> float:
        """Words in a sentence, on average."""
        return self.words / max(self.sentences, 1)

    @property
    def ease(self) -> float:
        """Flesch's reading ease: 90 is easy for a child of eleven, 60 to 70 plain English, below 30 for graduates.

        Rudolf Flesch, A new readability yardstick, Journal of Applied Psychology 32 (1948), 221-233.
        """
        return 206.835 - 1.015 * self.sentence - 84.6 * self.syllables / max(self.words, 1)


def reading(cells: list[Cell]) -> Reading:
    sentences = [words for one in _sentences(prose(cells)) if (words := re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", one))]
    words = [word for one in sentences for word in one]
    code = code_cells(cells)
    return Reading(
        words=len(words),
        sentences=len(sentences),
        syllables=sum(map(syllables, words)),
        cells=len(code),
        long_lines=sum(len(line) > WIDTH for cell in code for line in source(cell).splitlines()),
    )


def syllables(word: str) -> int:
    """Count the groups of vowels, less an e that is not spoken. Good to a few in a hundred over a page of English.

    >>> [syllables(word) for word in ("card", "banker", "table", "stake", "asked", "ended", "settled", "51")]
    [1, 2, 2, 1, 1, 2, 2, 1]
    """
    lower = word.lower()
    groups = len(re.findall(r"[aeiouyäöü]+", lower))
    silent = re.search(r"[^aeiouyl]es?$|[aeiouy]les?$|[aeiouy]led$|[^aeiouytdl]ed$", lower)
    spoken = re.search(r"([sxzcg]|[sc]h)es$", lower)
    return max(groups - bool(silent and not spoken), 1)


def _sentences(text: str) -> list[str]:
    """Give what is read as sentences: paragraphs and points of a list, without headings, tables and code."""
    text = re.sub(r"<!--.*?-->|<summary>.*?</summary>|`[^`]*`|\$\$.+?\$\$", " ", fenceless(text), flags=re.DOTALL)
    text = re.sub(r"(?<!\\)\$[^$\n]+\$", " x ", text)  # a formula in a sentence is read as a word
    text = re.sub(r"</?[a-z][^<>]*>", " ", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    found = []
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        if not re.match(r"\s*(#|\||---)", block):
            plain = re.sub(r"[*_]{1,2}|^\s*(?:[-*>]|\d+\.) ", "", block, flags=re.MULTILINE)
            found += re.split(r"(?<=[.?!:;])[\"”’')]*\s+(?=[\"“‘'(]?[^\W\d_a-z])", plain)
    return found
