"""The lines of a derivation, and how they are written.

A line is written once, as an expression or as a function without arguments that builds it. The function is called
twice: as sympy evaluates, for what is checked; and with evaluation off, for what is shown, so that it stands as it was
written.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import sympy as sp

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction


@dataclass(frozen=True, eq=False)
class Step:
    """A line of a derivation.

    Attributes
    ----------
    kind
        "start": what is asked for, set up. "equals": the same as the line before. "claim": a fact beside the way,
        ``expression`` = ``right``. "at": numbers put in.
    statement, reason
        What is done, and why it may be done, in words.
    expression, right
        What is checked.
    numbers
        The numbers that were put in.
    quantity
        The name of what is asked for, such as "P(win)".
    """

    kind: str
    statement: str
    expression: Any
    reason: str = ""
    right: Any = None
    numbers: Mapping[Any, Fraction] = field(default_factory=dict)
    quantity: str = ""
    built: tuple[Any, ...] = field(default=(), repr=False)
    """The functions that built ``expression`` and ``right``, or the same again."""

    def latex(self) -> str:
        """Give the line in LaTeX, without dollar signs."""
        from .display import latex_line

        return latex_line(self)

    @cached_property
    def display(self) -> tuple[Any, ...]:
        """What is shown for ``expression``, and for ``right`` if there is one: as it was written."""
        return tuple(_as_written(one) for one in self.built)


def _as_written(built: Any) -> Any:
    if not callable(built):
        return built
    with sp.evaluate(False):
        return _tidy(sp.sympify(built()))


def _tidy(expression: Any) -> Any:
    """Take away the ones and the brackets that sympy adds when it does not evaluate."""
    if not expression.args:
        return expression
    args = [_tidy(arg) for arg in expression.args]
    if isinstance(expression, sp.Add):
        args = [part for arg in args for part in (arg.args if isinstance(arg, sp.Add) else (arg,))]
    if isinstance(expression, sp.Mul):
        args = [arg for arg in args if arg != 1] or [sp.Integer(1)]
        if isinstance(args[0], sp.Mul) and not any(isinstance(arg, sp.Pow) for arg in args[0].args):
            args = [*args[0].args, *args[1:]]
        if len(args) == 1:
            return args[0]
    if isinstance(expression, sp.Sum):
        made = sp.Basic.__new__(sp.Sum, *args)  # what makes a Sum would evaluate it
        made.is_commutative = True
        return made
    return expression.func(*args, evaluate=False) if expression.is_Add or expression.is_Mul else expression.func(*args)
