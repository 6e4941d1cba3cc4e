"""Run a lesson as students do: cells twice, out of order, interrupted, with other people's names and any answers.

    python -m tests.lessons.disorder lessons/01-one-coup.ipynb

Each lesson is run in this process, so give one a process. What is wrong is printed, a line each.
"""

from __future__ import annotations

import argparse
import ast
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .meanings import names
from .notebooks import code_cells, load, source, tags_of
from .sitting import Clock, Lines, Shown, Sitting

if TYPE_CHECKING:
    from collections.abc import Iterator

SHORT = 0.2
"""Seconds. A shorter cell is interrupted at one of its lines, a longer one after some time, wherever it is then."""
OTHER_NAMES = ("s042", "Ольга", "유나", "Robert'); DROP TABLE", "a")
NONSENSE = ("'nine'", "''", "-1", "0.5", "10**30", "float('nan')", "[1, 2]", "True", "...", "'<b>9/17</b>'", "print")
"""What people write where a number or words are asked for. All are Python; what is not is told by Python itself."""
MOVES = ("advance", "choose", "jump", "play", "redo", "undo")
"""What makes a game go on."""


@dataclass(frozen=True)
class Piece:
    """A cell of code, and what it does with names."""

    id: str
    code: str
    used: frozenset[str]
    """Names that it needs from other cells, also from ``globals()``."""
    moved: frozenset[str]
    """Games that another cell has begun and this one plays on. It is meant to show the next coup each time."""
    asks: tuple[str, ...]
    """Names that stand for something to be filled in: None, an empty text, or a dict in a cell of nothing else."""


def piece(cell: dict[str, Any]) -> Piece:
    tree = ast.parse(source(cell))
    made, needed = names(source(cell))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    moved = {
        node.func.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MOVES
        and isinstance(node.func.value, ast.Name)
    }
    return Piece(
        id=cell["id"],
        code=source(cell),
        used=frozenset(needed | {text for text in texts if text.isidentifier()}),
        moved=frozenset(moved - made),
        asks=tuple(name for statement in _blanks(tree) for name in _asked(statement, alone=True)),
    )


def _asked(statement: ast.stmt, *, alone: bool = False) -> list[str]:
    """Give the names that a statement leaves to be filled in; ``alone`` if its cell does nothing else."""
    if not isinstance(statement, ast.Assign):
        return []
    (target, value) = (statement.targets[0], statement.value)
    names, given = [target], [value]
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        names, given = target.elts, value.elts
    blank = [
        name.id for name, it in zip(names, given, strict=True) if isinstance(name, ast.Name) and _is_blank(it, alone)
    ]
    return blank if len(blank) == len(names) else []


def _is_blank(value: ast.expr, alone: bool) -> bool:
    nothing = isinstance(value, ast.Constant) and value.value in (None, "")
    return nothing or (alone and isinstance(value, ast.Dict) and not value.keys)


def _blanks(tree: ast.Module) -> list[ast.Assign]:
    """Give the statements of a cell that are to be filled in."""
    alone = all(_asked(statement, alone=True) for statement in tree.body)
    return [
        statement for statement in tree.body if isinstance(statement, ast.Assign) and _asked(statement, alone=alone)
    ]


def filled_in(code: str, written: str) -> str:
    """Give the code of a cell with this written in place of everything that is to be filled in."""
    tree = ast.parse(code)
    for statement in _blanks(tree):
        value = ast.parse(written, mode="eval").body
        asked = _asked(statement, alone=True)
        statement.value = ast.Tuple([value] * len(asked), ast.Load()) if len(asked) > 1 else value
    return ast.unparse(ast.fix_missing_locations(tree))


class Disorder:
    """A lesson, what it showed when it was run from top to bottom, and the faults that were found."""

    def __init__(self, page: Path, seed: int, folder: str) -> None:
        self.pieces = [piece(cell) for cell in code_cells(load(page)["cells"])]
        self.luck = random.Random(f"{page.stem} {seed}")
        self.faults: list[str] = []
        self._folder = folder
        self._known: dict[str, Shown] = {}
        self._lines: dict[str, int] = {}
        """How many lines of its own a cell runs."""
        moved = {name for piece in self.pieces for name in piece.moved}
        self._moving = {piece.id for piece in self.pieces if piece.moved or piece.used & moved}

    def fault(self, piece: Piece, when: str, says: str) -> None:
        self.faults.append(f"cell {piece.id}, {when}: {says}")

    def judge(self, piece: Piece, shown: Shown, when: str) -> None:
        """Note it if a cell broke or showed something else than at first."""
        if shown.error is not None:
            self.fault(piece, when, f"{type(shown.error).__name__}: {str(shown.error)[:200]}")
        elif shown.warned and "SlowPlay: " not in shown.warned:  # this one is news about time, not about a fault
            self.fault(piece, when, f"a warning: {shown.warned[:300]}")
        elif piece.id in self._known and piece.id not in self._moving and not shown.same_as(self._known[piece.id]):
            self.fault(piece, when, f"showed something else: {_difference(self._known[piece.id], shown)}")

    # -- what students do ----------------------------------------------------------------------------------------------

    def twice(self) -> Sitting:
        """Run each cell twice in a row. What it shows first is what it has to show for ever."""
        kernel = Sitting(self._folder)
        for piece in self.pieces:
            first = kernel.run(piece.code)
            self.judge(piece, first, "run from the top")
            self._known[piece.id] = first
            for words in wordless(first):
                self.fault(piece, "run from the top", words)
            self.judge(piece, kernel.run(piece.code), "run twice in a row")
        return kernel

    def anyhow(self, kernel: Sitting) -> None:
        """After all cells were run, run all of them again in any order."""
        order = self.luck.sample(self.pieces, len(self.pieces))
        for number, piece in enumerate(order):
            before = order[number - 1].id if number else "nothing"
            self.judge(piece, kernel.run(piece.code), f"run again, after cell {before}")

    def headlong(self) -> None:
        """Run the cells in any order in a fresh kernel, and then from the top. Names may be missing at first."""
        kernel = Sitting(self._folder)
        for piece in self.luck.sample(self.pieces, len(self.pieces)):
            shown = kernel.run(piece.code)
            if shown.error is not None and not isinstance(shown.error, NameError):
                self.fault(piece, "run too early", f"{type(shown.error).__name__}: {str(shown.error)[:200]}")
        self.from_the_top(kernel, "run from the top after some were run too early")

    def from_the_top(self, kernel: Sitting, when: str) -> None:
        for piece in self.pieces:
            self.judge(piece, kernel.run(piece.code), when)

    def answered(self, kernel: Sitting) -> None:
        """Write anything where something is asked for, and run what looks at it. A line must say what is wrong."""
        for asking in self.pieces:
            if not asking.asks:
                continue
            concerned = [piece for piece in self.pieces if piece is not asking and piece.used & set(asking.asks)]
            slow = sum(self._known[piece.id].seconds for piece in [asking, *concerned]) > SHORT
            for written in self.luck.sample(NONSENSE, 3) if slow else NONSENSE:
                when = f"with {written} for {', '.join(asking.asks)}"
                shown = kernel.run(filled_in(asking.code, written))
                if shown.error is not None:
                    self.fault(asking, when, f"{type(shown.error).__name__}: {str(shown.error)[:200]}")
                for piece in concerned:
                    shown = kernel.run(piece.code)
                    if shown.error is not None:
                        self.fault(piece, when, f"{type(shown.error).__name__}: {str(shown.error)[:200]}")
            for piece in (asking, *concerned):
                self.judge(piece, kernel.run(piece.code), "with the blanks empty again")

    def by_another(self) -> None:
        """Run the lesson with another name or number, as another student does. The guards hold for all."""
        kernel = Sitting(self._folder)
        name, number = self.luck.choice(OTHER_NAMES), self.luck.randrange(10**9)
        for piece in self.pieces:
            code = piece.code.replace('student = "your name"', f"student = {name!r}")
            lines = Lines()
            as_theirs = code.replace("my_seed = 1 ", f"my_seed = {number} ")
            shown = kernel.run(as_theirs, lines if self._known[piece.id].seconds < SHORT else None)
            self._lines[piece.id] = lines.run
            if shown.error is not None:
                self.fault(piece, f"as student {name!r} or {number}", f"{type(shown.error).__name__}: {shown.error}")

    def interrupted(self) -> None:
        """Interrupt each cell somewhere, run it again, and go on."""
        kernel = Sitting(self._folder)
        for piece in self.pieces:
            lines, seconds = self._lines[piece.id], self._known[piece.id].seconds
            if lines:
                at = self.luck.randint(1, lines)
                kernel.run(piece.code, Lines(at))
                when = f"run again after an interrupt at line {at} of the {lines} that it runs"
            else:
                after = seconds * self.luck.random()
                kernel.run(piece.code, Clock(after))
                when = f"run again after an interrupt after {after:.2f} of {seconds:.2f} s"
            self.judge(piece, kernel.run(piece.code), when)


def wordless(shown: Shown) -> Iterator[str]:
    """Tell which images of a cell have no words for those who cannot see them."""
    for forms, told in zip(shown.displays, shown.metadata, strict=True):
        by_kind = dict(forms)
        if "text/html" in by_kind:
            for image, words in tags_of(by_kind["text/html"]).images:
                if len(words) < 10:
                    yield f"{image} has no words for those who cannot see it"
        elif any(kind.startswith("image/") for kind in by_kind):
            yield "an image that no HTML brings: a notebook shows it without its words"
        for kind in by_kind:
            if kind.startswith("image/") and not told.get(kind, {}).get("alt"):
                yield f"{kind} without alt in its metadata: other viewers have no words for it"


def _difference(one: Shown, other: Shown) -> str:
    for known, found in zip(_texts(one), _texts(other), strict=False):
        if known != found:
            at = next((i for i, (a, b) in enumerate(zip(known, found, strict=False)) if a != b), 0)
            return f"{known[max(at - 40, 0) : at + 60]!r} became {found[max(at - 40, 0) : at + 60]!r}"
    return f"{len(_texts(one))} things became {len(_texts(other))}"


def _texts(shown: Shown) -> list[str]:
    return [shown.printed, *(form for forms in shown.displays for _, form in forms)]


def faults(page: Path, *, seed: int = 1, rounds: int = 1) -> list[str]:
    """Run a lesson in disorder and give what is wrong. More rounds try more orders, interrupts and names."""
    with tempfile.TemporaryDirectory() as folder:
        lesson = Disorder(page, seed, folder)
        kernel = lesson.twice()
        for _ in range(rounds):
            lesson.anyhow(kernel)
        lesson.answered(kernel)
        for _ in range(rounds):
            lesson.headlong()
            lesson.by_another()
            lesson.interrupted()
    return lesson.faults


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("lesson", type=Path)
    asked.add_argument("--seed", type=int, default=1, help="another one tries other orders and interrupts (default: 1)")
    asked.add_argument("--rounds", type=int, default=1, help="how often each is tried (default: 1)")
    given = asked.parse_args()
    found = faults(given.lesson, seed=given.seed, rounds=given.rounds)
    print(*found, sep="\n", end="\n" if found else "")
    raise SystemExit(bool(found))
