"""Which names the cells of a page share, read from their code. Runs nothing."""

from __future__ import annotations

import ast
import dis
from types import CodeType

from .notebooks import Cell, code_cells, source


def names(code: str) -> tuple[set[str], set[str]]:
    """Give the names that a cell gives a value to, and those that it needs from other cells."""
    compiled = compile(code, "<cell>", "exec")
    made: set[str] = set()
    needed: set[str] = set()
    for step in dis.get_instructions(compiled):
        if step.opname == "STORE_NAME":
            made.add(step.argval)
        elif step.opname == "LOAD_NAME" and step.argval not in made:
            needed.add(step.argval)
    for inner in _within(compiled):  # a function looks when it is called, so after the whole cell
        needed |= {
            step.argval
            for step in dis.get_instructions(inner)
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval not in made
        }
    return made, needed


def _within(compiled: CodeType) -> list[CodeType]:
    found = [inner for inner in compiled.co_consts if isinstance(inner, CodeType)]
    return found + [deeper for inner in found for deeper in _within(inner)]


def double_meanings(cells: list[Cell]) -> list[str]:
    """Tell which names get unlike values in two cells though another cell needs them.

    What such a name means then depends on which cell was run last.
    """
    known = {cell["id"]: (source(cell), *names(source(cell))) for cell in code_cells(cells)}
    found = []
    for name in sorted({name for _, made, _ in known.values() for name in made}):
        made_in = [key for key, (_, made, _) in known.items() if name in made]
        needed_in = [key for key, (_, _, needed) in known.items() if name in needed]
        if needed_in and len({_given(known[key][0], name) for key in made_in}) > 1:
            found.append(f"{name} gets a value in cells {', '.join(made_in)} and is needed in {', '.join(needed_in)}")
    return found


def _given(code: str, name: str) -> frozenset[str]:
    """Give the statements of a cell in which a name gets a value."""
    return frozenset(
        ast.dump(statement)
        for statement in ast.parse(code).body
        if name in names(ast.unparse(ast.Module([statement], type_ignores=[])))[0]
    )
