"""How derivations and their reports are shown: plain text, HTML with LaTeX formulas, LaTeX. All words are escaped."""

from __future__ import annotations

import re
import textwrap
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

import sympy as sp
from sympy.printing.latex import LatexPrinter
from sympy.printing.pretty.pretty import PrettyPrinter
from sympy.printing.pretty.pretty_symbology import pretty_use_unicode
from sympy.printing.pretty.stringpict import prettyForm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .checking import Report
    from .derivation import Derivation
    from .steps import Step

WIDTH = 100
"""Columns of plain text."""

SIGNS = {"definition": "·", "proved": "✓", "tested": "≈", "refuted": "✗"}
"""A sign beside each grade, so that colour is never needed."""

_LATEX_SIGNS = {c: "\\" + c for c in "%#&_{}"} | {"^": r"\^{}", "~": r"\~{}", "\\": r"\textbackslash{}", "$": r"\$"}


def as_text(words: str) -> str:
    r"""Give words as LaTeX text, so that nothing in them is a command.

    >>> print(as_text("100 % of P(win)"))
    \text{100 \% of P(win)}
    """
    return r"\text{" + "".join(_LATEX_SIGNS.get(c, c) for c in words) + "}"


class _AsWritten(LatexPrinter):  # type: ignore[misc]
    """Set sums and products in LaTeX as they were written; sympy's own printer would evaluate parts of them."""

    def _print_Add(self, expr: Any, order: object = None) -> str:  # noqa: N802 (sympy looks for this name)
        del order
        text = ""
        for place, term in enumerate(expr.args):
            minus = _minus(term)
            sign = " - " if minus is not None else " + "
            sign = sign if place else sign.replace("+", "").strip()
            inside = self._print(term if minus is None else minus)
            text += sign + (_bracket(inside) if isinstance(minus, sp.Add) else inside)
        return text

    def _print_Mul(self, expr: Any) -> str:  # noqa: N802
        if (minus := _minus(expr)) is not None:
            return f"-{self._factors([minus])}"
        factors = expr.args if isinstance(expr, sp.Mul) else (expr,)  # sympy sends 1/x here too
        below = [_turned_over(factor) for factor in factors]
        over = [factor for factor, under in zip(factors, below, strict=True) if under is None]
        under = [factor for factor in below if factor is not None]
        if not under:
            return self._factors(over)
        return rf"\frac{{{self._factors(over or [sp.Integer(1)])}}}{{{self._factors(under)}}}"

    def _factors(self, factors: list[Any]) -> str:
        if len(factors) == 1:
            return str(self._print(factors[0]))
        text = ""
        for place, factor in enumerate(factors):
            inside = str(self._print(factor))
            last = place == len(factors) - 1
            if isinstance(factor, sp.Add) or (isinstance(factor, sp.Sum | sp.Derivative) and not last):
                inside = _bracket(inside)
            fractions = text.endswith("}") and "\\frac" in text and inside.startswith("\\frac")
            text += (r" \cdot " if fractions or (text and inside[0].isdigit()) else " ") + inside
        return text.strip()


def _minus(term: Any) -> Any:
    """Give what a term is the negative of, if it was written so, else None."""
    if term.is_Rational and term < 0:
        return -term
    if not isinstance(term, sp.Mul) or not (term.args[0].is_Rational and term.args[0] < 0):
        return None
    rest = term.args[1:] if term.args[0] == -1 else (-term.args[0], *term.args[1:])
    return rest[0] if len(rest) == 1 else sp.Mul(*rest, evaluate=False)


def _turned_over(factor: Any) -> Any:
    """Give what a factor divides by, if it was written so, else None."""
    if not isinstance(factor, sp.Pow) or not (factor.exp.is_Integer and factor.exp < 0):
        return None
    return factor.base if factor.exp == -1 else sp.Pow(factor.base, -factor.exp, evaluate=False)


def _bracket(text: str) -> str:
    return rf"\left({text}\right)"


def _formula(expression: Any, built: Any) -> str:
    text = _AsWritten().doprint(expression) if callable(built) else str(sp.latex(expression))
    return re.sub(r"\{(\\binom\{[^{}]*\}\{[^{}]*\})\}", r"\1", text)


def _numbers(step: Step) -> str:
    numbers = ", ".join(f"{sp.latex(name)} = {value}" for name, value in step.numbers.items())
    return rf" \qquad ({numbers})" if step.kind == "at" else ""


def sides(step: Step) -> tuple[str, str]:
    """Give what stands on the left and on the right of a line's "=", in LaTeX."""
    shown = [_formula(e, b) for e, b in zip(step.display, step.built, strict=True)]
    if step.kind == "claim":
        return shown[0], shown[1]
    return (as_text(step.quantity) if step.kind == "start" else ""), shown[0]


def latex_line(step: Step) -> str:
    """Give one line."""
    left, right = sides(step)
    return f"{left} = {right}{_numbers(step)}".strip()


def latex(derivation: Derivation) -> str:
    """Give all lines as one aligned environment."""
    lines = []
    for step in derivation.steps:
        left, right = sides(step)
        words = step.reason or step.statement
        lines.append(rf"{left} &= {right}{_numbers(step)} && {as_text(words)}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


# Plain text


def plain(derivation: Derivation) -> str:
    """Give it in plain text."""
    return "\n".join(_plain_lines(derivation))


def _about(derivation: Derivation) -> list[tuple[str, str]]:
    found = [
        ("Question", derivation.question),
        ("Model", derivation.model),
        ("Reading", derivation.reading),
        ("Concepts", ", ".join(derivation.concepts)),
    ]
    return [(word, text) for word, text in found if text]


def _plain_lines(derivation: Derivation) -> Iterator[str]:
    yield derivation.title + (f"  [{derivation.name}]" if derivation.name else "")
    for word, text in _about(derivation):
        yield from textwrap.wrap(f"{word}: {text}", WIDTH, subsequent_indent="  ")
    symbols = [
        f"{sp.pretty(sp.Symbol(name), use_unicode=True)}: {meaning}"
        for name, meaning in derivation.symbols.items()
        if meaning
    ]
    yield from textwrap.wrap("; ".join(symbols), WIDTH, initial_indent="Where ", subsequent_indent="  ")
    lead = 0
    for number, step in enumerate(derivation.steps, 1):
        yield ""
        yield from textwrap.wrap(f"{number}. {step.statement}", WIDTH, subsequent_indent="   ")
        if step.kind == "start":
            lead = len(step.quantity)
        yield from _drawn(step, lead)
        if step.reason:
            yield from textwrap.wrap(f"({step.reason})", WIDTH, initial_indent="   ", subsequent_indent="    ")
    if derivation.left_out:
        yield from ("", _left_out(derivation))


def _left_out(derivation: Derivation) -> str:
    n = derivation.left_out
    return f"{n} more step{'s' * (n > 1)} to come."


@contextmanager
def _in_unicode() -> Iterator[None]:
    """Let sympy draw with all its signs: the setting of a printer does not reach the sign of a sum."""
    before = pretty_use_unicode(True)
    try:
        yield
    finally:
        pretty_use_unicode(before)


@_in_unicode()
def _drawn(step: Step, lead: int) -> list[str]:
    forms = [_form(e, b) for e, b in zip(step.display, step.built, strict=True)]
    if step.kind == "claim":
        line = prettyForm(*forms[0].right("  =  "))
        line = prettyForm(*line.right(forms[1]))
    else:
        begin = step.quantity if step.kind == "start" else " " * lead
        line = prettyForm(*forms[0].left(f"{begin} = "))
    if step.kind == "at":
        put_in = ", ".join(f"{sp.pretty(name, use_unicode=True)} = {value}" for name, value in step.numbers.items())
        line = prettyForm(*line.right(f"   ({put_in})"))
    return ["     " + row.rstrip() for row in str(line).splitlines()]


def _form(expression: Any, built: Any) -> Any:
    printer = PrettyPrinter(
        {"use_unicode": True, "order": "none" if callable(built) else None, "wrap_line": False, "num_columns": 500}
    )
    return printer._print(expression)  # noqa: SLF001 (the only way to a drawing that knows its baseline)


def plain_report(report: Report) -> str:
    """Give a report in plain text."""
    lines = [report.title]
    lines += [f"  step {grade.step:>2}  {SIGNS[grade.grade]} {grade}" for grade in report.grades]
    for found in report.agreements:
        point = ", ".join(f"{name} = {value}" for name, value in found.point)
        verdict = "agrees" if found.agrees else f"but the oracle gives {found.reckoned}"
        lines.append(f"  {'✓' if found.agrees else '✗'} at {point or 'no numbers'}: {found.derived}, {verdict}")
    return "\n".join([*lines, *textwrap.wrap(report.verdict, WIDTH)])


# HTML


def html(derivation: Derivation) -> str:
    """Give it as HTML; the notebook sets the formulas, which stand between dollar signs."""
    top = Element("div")
    SubElement(top, "h4").text = derivation.title
    about = SubElement(top, "p")
    for word, text in _about(derivation):
        SubElement(about, "b").text = f"{word}: "
        about[-1].tail = text
        SubElement(about, "br")
    names = SubElement(top, "p")
    for place, (name, meaning) in enumerate(derivation.symbols.items()):
        formula = SubElement(names, "span")
        formula.text = f"{'; ' * (place > 0)}${sp.latex(sp.Symbol(name))}$: {meaning}"
    steps = SubElement(top, "ol")
    for step in derivation.steps:
        item = SubElement(steps, "li")
        item.text = step.statement
        SubElement(item, "div").text = f"$$\\displaystyle {step.latex()}$$"
        if step.reason:
            SubElement(item, "div").append(_worded("em", step.reason))
    if derivation.left_out:
        top.append(_worded("p", _left_out(derivation)))
    return tostring(top, encoding="unicode", method="html")


def _worded(tag: str, words: str) -> Element:
    element = Element(tag)
    element.text = words
    return element


def html_report(report: Report) -> str:
    """Give a report as an HTML table."""
    top = Element("div")
    table = SubElement(top, "table")
    SubElement(table, "caption").text = report.title
    head = SubElement(SubElement(table, "thead"), "tr")
    for word in ("step", "grade"):
        SubElement(head, "th", scope="col").text = word
    body = SubElement(table, "tbody")
    for grade in report.grades:
        row = SubElement(body, "tr")
        SubElement(row, "th", scope="row").text = str(grade.step)
        SubElement(row, "td").text = f"{SIGNS[grade.grade]} {grade}"
    SubElement(top, "p").text = report.verdict
    return tostring(top, encoding="unicode", method="html")


def latex_report(report: Report) -> str:
    """Give a report as a LaTeX table."""
    rows = " \\\\\n".join(rf"{as_text(f'step {g.step}')} & {as_text(str(g))}" for g in report.grades)
    return "\\begin{array}{ll}\n" + rows + "\n\\end{array}"
