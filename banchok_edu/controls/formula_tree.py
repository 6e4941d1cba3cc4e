"""Formulas of sympy as trees of presentation MathML, with the same in plain letters beside them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .trees import Tree, node

if TYPE_CHECKING:
    from collections.abc import Callable

_LETTERS = {"rho": "ρ", "lambda": "λ", "mu": "μ", "sigma": "σ"}
_LONG = 34
"""Characters beyond which a formula may not fit into a narrow page; it can then be scrolled with the keys."""
SPACE = "\u00a0\u00a0"
"""What stands between a formula and what follows it."""
_FENCES = {"floor": ("⌊", "⌋"), "ceiling": ("⌈", "⌉"), "Abs": ("|", "|")}


@lru_cache(256)
def formula(name: str, expression: Any, *, after: str = "", as_written: bool = False) -> Tree:
    """Show ``name = expression``, or ``= expression``; ``after`` is text that follows, such as its value.

    >>> from banchok_edu.formulas import symbol
    >>> shown = formula("P", 1 / symbol("r"))
    >>> shown[1]["aria-label"]
    'P = 1/r'
    >>> shown[2][2][2:]
    [['mtext', {}, 'P'], ['mo', {}, '='], ['mfrac', {}, ['mn', {}, '1'], ['mi', {}, 'r']]]
    """
    alt = f"{name} = {expression}{after}".strip()
    parts = [node("mtext", name)] if name else []
    parts.append(_sign("="))
    parts.append(mathml(expression, as_written=as_written))
    parts += [node("mtext", after)] if after else []
    made = node("math", node("mrow", *parts), displaystyle="true")
    return node("div", made, kind="formula", role="img", label=alt, tabindex=0 if len(alt) > _LONG else None)


def equation(left: Any, right: Any, *, as_written: bool = False) -> Tree:
    """Show ``left = right``."""
    alt = f"{left} = {right}"
    sides = [mathml(side, as_written=as_written) for side in (left, right)]
    made = node("math", node("mrow", sides[0], _sign("="), sides[1]), displaystyle="true")
    return node("div", made, kind="formula", role="img", label=alt, tabindex=0 if len(alt) > _LONG else None)


def mathml(expression: Any, *, as_written: bool = False) -> Tree:
    """Give an expression as a tree. ``as_written`` keeps the order in which it was built.

    >>> from banchok_edu.formulas import symbol
    >>> mathml(symbol("t1") ** 2)
    ['msup', {}, ['msub', {}, ['mi', {}, 't'], ['mn', {}, '1']], ['mn', {}, '2']]
    """
    return _Printer(as_written=as_written).show(expression)


def _sign(text: str) -> Tree:
    return node("mo", text)


def _fenced(inside: Tree, left: str = "(", right: str = ")") -> Tree:
    return node("mrow", _sign(left), inside, _sign(right))


@lru_cache(1)
def _sympy() -> Any:
    import sympy

    return sympy


class _Printer:
    def __init__(self, *, as_written: bool) -> None:
        self._as_written = as_written
        sp = _sympy()
        self._known: list[tuple[Any, Callable[[Any], Tree]]] = [
            (sp.Symbol, self._symbol),
            (sp.Rational, self._number),
            (sp.Add, self._add),
            (sp.Mul, self._mul),
            (sp.Pow, self._pow),
            (sp.Sum, self._sum),
            (sp.binomial, self._binomial),
            (sp.Function, self._call),
            (sp.Max, self._call),
            (sp.Min, self._call),
        ]

    def show(self, expression: Any) -> Tree:
        for kind, how in self._known:
            if isinstance(expression, kind):
                return how(expression)
        return node("mtext", str(expression))

    def _symbol(self, symbol: Any) -> Tree:
        name = str(symbol)
        letters = name.rstrip("0123456789")
        shown = node("mi", _LETTERS.get(letters, letters))
        return shown if letters == name else node("msub", shown, node("mn", name[len(letters) :]))

    def _number(self, number: Any) -> Tree:
        if number < 0:
            return node("mrow", _sign("−"), self._number(-number))
        if number.q == 1:
            return node("mn", str(number.p))
        return node("mfrac", node("mn", str(number.p)), node("mn", str(number.q)))

    def _add(self, total: Any) -> Tree:
        parts: list[Tree] = []
        terms = (
            total.args if self._as_written else sorted(total.as_ordered_terms(), key=lambda x: _negated(x) is not None)
        )
        for place, term in enumerate(terms, 1):
            minus = _negated(term)
            if parts or minus is not None:
                parts.append(_sign("+" if minus is None else "−"))
            shown = self.show(term if minus is None else minus)
            inner = term if minus is None else minus
            loose = (minus is not None and inner.is_Add) or (inner.has(_sympy().Sum) and place < len(terms))
            parts.append(_fenced(shown) if loose else shown)
        return node("mrow", *parts)

    def _mul(self, product: Any) -> Tree:
        if (minus := _negated(product)) is not None:
            return node("mrow", _sign("−"), self._factor(minus) if minus.is_Add else self.show(minus))
        over: list[Any] = []
        under: list[Any] = []
        for factor in product.args if self._as_written else product.as_ordered_factors():
            below = _below(factor)
            if below is not None:
                under.append(below)
            elif factor.is_Rational and not factor.is_Integer and not self._as_written:
                over += [type(factor.p)(factor.p)] if factor.p != 1 else []
                under.append(factor.q)
            else:
                over.append(factor)
        sp = _sympy()
        shown = self._factors([sp.sympify(one) for one in over])
        return node("mfrac", shown, self._factors([sp.sympify(one) for one in under])) if under else shown

    def _factors(self, factors: list[Any]) -> Tree:
        if not factors:
            return node("mn", "1")
        if len(factors) == 1:
            return self.show(factors[0])
        parts: list[Tree] = []
        for place, factor in enumerate(factors):
            if place:
                parts.append(_sign("·" if factor.is_Rational or _below(factor) is not None else "\u2062"))
            last = place == len(factors) - 1
            parts.append(self._factor(factor) if not (last and isinstance(factor, _sympy().Sum)) else self.show(factor))
        return node("mrow", *parts)

    def _factor(self, factor: Any) -> Tree:
        loose = factor.is_Add or isinstance(factor, _sympy().Sum) or (factor.is_Rational and factor < 0)
        return _fenced(self.show(factor)) if loose else self.show(factor)

    def _pow(self, power: Any) -> Tree:
        if (below := _below(power)) is not None:
            return node("mfrac", node("mn", "1"), self.show(below))
        base = self.show(power.base)
        plain = power.base.is_Symbol or (power.base.is_Integer and power.base >= 0)
        return node("msup", base if plain else _fenced(base), self.show(power.exp))

    def _sum(self, total: Any) -> Tree:
        index, low, high = total.limits[0]
        under = node("mrow", self.show(index), _sign("="), self.show(low))
        body = self.show(total.function)
        sign = node("munderover", _sign("∑"), under, self.show(high))
        return node("mrow", sign, _fenced(body) if total.function.is_Add else body)

    def _binomial(self, of: Any) -> Tree:
        pair = node("mfrac", *(self.show(arg) for arg in of.args))
        pair[1]["linethickness"] = "0"
        return _fenced(pair)

    def _call(self, call: Any) -> Tree:
        name = type(call).__name__
        parts: list[Tree] = []
        for arg in call.args:
            parts += [_sign(","), self.show(arg)] if parts else [self.show(arg)]
        inside = node("mrow", *parts)
        if name in _FENCES:
            return _fenced(inside, *_FENCES[name])
        return node("mrow", node("mi", {"Max": "max", "Min": "min"}.get(name, name)), _fenced(inside))


def _negated(term: Any) -> Any:
    """Give what a term is the negative of, if it has a minus in front, else None."""
    if term.is_Rational:
        return -term if term < 0 else None
    if not term.is_Mul or not (term.args[0].is_Rational and term.args[0] < 0):
        return None
    first, *rest = term.args
    kept = rest if first == -1 else [-first, *rest]
    return kept[0] if len(kept) == 1 else _sympy().Mul(*kept, evaluate=False)


def _below(factor: Any) -> Any:
    """Give what a factor divides by, else None."""
    if not factor.is_Pow or not (factor.exp.is_Rational and factor.exp < 0):
        return None
    return factor.base if factor.exp == -1 else _sympy().Pow(factor.base, -factor.exp, evaluate=False)
