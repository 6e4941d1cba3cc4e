"""How a chain is shown: in words, as a table, in LaTeX. The names of states may be anything, and never become tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

import sympy as sp

from .errors import RulesError, shown
from .rationals import written

if TYPE_CHECKING:
    from .chains import Chain

MOST_SHOWN = 12
"""A chain of at most so many states is shown as a table."""


def states(chain: Chain) -> str:
    """Name the states, or some of them."""
    named = [shown(state) for state in chain.states[:MOST_SHOWN]]
    return "the states are " + ", ".join(named) + ", ..." * (len(chain.states) > MOST_SHOWN)


def text(chain: Chain) -> str:
    """Say in one line how large a chain is and where it ends."""
    ends = list(dict.fromkeys(chain.labels.values()))
    named = ", ".join(shown(end) for end in ends[:MOST_SHOWN]) + ", ..." * (len(ends) > MOST_SHOWN)
    kind = "" if chain.exact else ", in floats"
    inner, outer = len(chain.states) - len(chain.absorbing), len(chain.absorbing)
    some = f"{inner:,} state{'' if inner == 1 else 's'}", f"{outer:,} absorbing one{'' if outer == 1 else 's'}"
    return f"<Chain of {' and '.join(some)}{kind}; ends: {named}>"


def html(chain: Chain) -> str:
    """Give a small chain as a table of HTML: from each row to each column."""
    box = Element("div")
    SubElement(box, "p").text = text(chain) + (f" Model: {chain.model}." if chain.model else "")
    if len(chain.states) <= MOST_SHOWN:
        table = SubElement(box, "table")
        head = SubElement(table, "tr")
        for name in ("from \\ to", *map(_named, chain.states)):
            SubElement(head, "th", scope="col").text = name
        for state in chain.states:
            row = SubElement(table, "tr")
            SubElement(row, "th", scope="row").text = _named(state)
            for p in _row(chain, state):
                SubElement(row, "td").text = written(p) if p != 0 else ""
    return tostring(box, encoding="unicode", method="html")


def latex(chain: Chain) -> str:
    """Give the matrix of a small chain in LaTeX.

    Raises
    ------
    RulesError
        If it has too many states to be read.
    """
    if len(chain.states) > MOST_SHOWN:
        raise RulesError(f"a matrix of {len(chain.states):,} states cannot be read: at most {MOST_SHOWN} are shown")
    return str(sp.latex(sp.Matrix([_row(chain, state) for state in chain.states])))


def _row(chain: Chain, state: Any) -> list[Any]:
    row = chain.transitions(state) or {state: 1}
    return [row.get(target, 0) for target in chain.states]


def _named(state: Any) -> str:
    return state if isinstance(state, str) and state.isprintable() else shown(state)
