"""The exact value of an expression at a point, and proofs that two expressions are the same. Knows no game.

Values are reckoned here with Fractions and not by sympy, so that a step is tried by other means than those that may
have made it.
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.errors import BanchokError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_TERMS = 100_000
"""Terms of a sum that are added up one by one."""

_SECONDS = 5.0
"""After so much computing no further way to a proof is begun; one that has begun is not cut off."""
_MOST_OPERATIONS = 120
"""Of larger expressions the slowest ways are not tried."""


class Undefined(ArithmeticError):  # noqa: N818 (what the value is)
    """The expression has no value there, such as 1/0."""


def value_at(expression: Any, point: Mapping[Any, Fraction]) -> Any:
    """Give the value where each symbol has the number that ``point`` gives it: a Fraction wherever it is one.

    Raises
    ------
    Undefined
        If there is none, because something is divided by zero, say.

    >>> n, k = sp.symbols("n k", integer=True)
    >>> value_at(sp.Sum(1 / k, (k, 1, n)), {n: Fraction(3)})
    Fraction(11, 6)
    """
    known = _KNOWN.get(type(expression))
    if expression.is_Symbol:
        return point[expression]
    if isinstance(expression, sp.Rational):
        return Fraction(int(expression.p), int(expression.q))
    if known is not None:
        found = known(expression, point)
        if found is not None:
            return found
    return _by_sympy(expression, point)


def _by_sympy(expression: Any, point: Mapping[Any, Fraction]) -> Any:
    found = expression.doit().subs({name: sp.Rational(x.numerator, x.denominator) for name, x in point.items()}).doit()
    found = found if found.is_Rational else sp.simplify(found)
    if found.is_Rational:
        return Fraction(int(found.p), int(found.q))
    if found.is_finite is not True:
        raise Undefined
    return found


def _sum(expression: Any, point: Mapping[Any, Fraction]) -> Any:
    if len(expression.limits) != 1 or len(expression.limits[0]) != 3:
        return None
    name, low, high = expression.limits[0]
    if not (low.is_finite and high.is_finite):
        return None
    first, last = (int(value_at(bound, point)) for bound in (low, high))
    if last - first >= MOST_TERMS:
        raise BanchokError(f"a sum of {last - first + 1:,} terms is too long: at most {MOST_TERMS:,} are added up")
    return sum(
        (value_at(expression.function, {**point, name: Fraction(x)}) for x in range(first, last + 1)), Fraction(0)
    )


def _product(expression: Any, point: Mapping[Any, Fraction]) -> Any:
    return math.prod((value_at(factor, point) for factor in expression.args), start=Fraction(1))


def _power(expression: Any, point: Mapping[Any, Fraction]) -> Any:
    base, exponent = (value_at(part, point) for part in expression.args)
    if not isinstance(base, Fraction) or not isinstance(exponent, Fraction) or exponent.denominator != 1:
        return None
    if base == 0 and exponent < 0:
        raise Undefined
    return base ** int(exponent)


def _binomial(expression: Any, point: Mapping[Any, Fraction]) -> Any:
    top, below = (value_at(part, point) for part in expression.args)
    if top.denominator != 1 or below.denominator != 1 or top < 0:
        return None
    return Fraction(math.comb(int(top), int(below))) if below >= 0 else Fraction(0)


def _rounded(how: Callable[[Any], int]) -> Callable[[Any, Mapping[Any, Fraction]], Any]:
    return lambda expression, point: Fraction(how(value_at(expression.args[0], point)))


_KNOWN: dict[type, Callable[[Any, Mapping[Any, Fraction]], Any]] = {
    sp.Add: lambda expression, point: sum((value_at(term, point) for term in expression.args), Fraction(0)),
    sp.Mul: _product,
    sp.Pow: _power,
    sp.Sum: _sum,
    sp.binomial: _binomial,
    sp.floor: _rounded(math.floor),
    sp.ceiling: _rounded(math.ceil),
    sp.Max: lambda expression, point: max(value_at(part, point) for part in expression.args),
    sp.Min: lambda expression, point: min(value_at(part, point) for part in expression.args),
}


def is_proved(left: Any, right: Any, excluded: Mapping[Any, Any] | None = None) -> bool:
    """Tell whether it can be proved that both are the same where they are defined; False: no proof was found.

    Sums over the same range are compared term by term, closed where sympy can, or taken by induction over their last
    term. What is left is brought to a normal form. ``excluded`` are values that a symbol never has, such as ratio 1.

    >>> n, k = sp.symbols("n k", integer=True, positive=True)
    >>> is_proved(sp.Sum(k, (k, 1, n)), n * (n + 1) / 2), is_proved(sp.Sum(k, (k, 1, n)), n * n / 2)
    (True, False)
    """
    until = time.thread_time() + _SECONDS
    difference = _renamed(left - right)
    if difference.has(sp.Derivative):
        difference = difference.doit()
    if not difference.has(sp.Sum):
        return _is_zero(difference, until)
    sums, rest = _gathered(difference)
    if sums is None:
        return _is_zero(_closed(difference, excluded or {}), until)
    open_sums = {limits: f for limits, f in sums.items() if not _is_zero(f, until, _QUICK)}
    if not open_sums and _is_zero(rest, until):
        return True
    remaining = sp.Add(*(sp.Sum(f, limits) for limits, f in open_sums.items()), rest)
    if _by_induction(open_sums, rest, until):
        return True
    closed = _closed(remaining, excluded or {})
    return not closed.has(sp.Sum) and _is_zero(closed, until)


def _renamed(expression: Any) -> Any:
    """Give the indices of sums names of which sympy assumes no sign: a positive index that begins at 0 is an error."""
    indices = {name for each in expression.atoms(sp.Sum) for name, *_ in each.limits}
    return expression.xreplace({name: sp.Dummy(name.name, integer=True) for name in indices})


def _gathered(difference: Any) -> tuple[dict[Any, Any] | None, Any]:
    """Part a difference into its sums, gathered by their ranges, and the rest; None if they stand in no plain place."""
    sums: defaultdict[Any, Any] = defaultdict(lambda: sp.Integer(0))
    rest = sp.Integer(0)
    for term in sp.Add.make_args(sp.expand_mul(difference)):
        inside = [factor for factor in sp.Mul.make_args(term) if isinstance(factor, sp.Sum)]
        others = sp.Mul(*(factor for factor in sp.Mul.make_args(term) if not isinstance(factor, sp.Sum)))
        if not inside and not term.has(sp.Sum):
            rest += term
        elif len(inside) == 1 and not others.has(sp.Sum) and len(inside[0].limits) == 1:
            sums[inside[0].limits[0]] += others * inside[0].function
        else:
            return None, rest
    for limits, summand in list(sums.items()):
        name = limits[0]
        parts = sp.Add.make_args(sp.expand(summand))
        plain = [part for part in parts if part.is_polynomial(name)]
        rest += sp.Sum(sp.Add(*plain), limits).doit()
        sums[limits] = sp.Add(*(part for part in parts if part not in plain))
    return dict(sums), rest


def _by_induction(sums: Mapping[Any, Any], rest: Any, until: float) -> bool:
    """Prove that sums and the rest make zero: they do where the first sum is empty, and one term more keeps it so."""
    steps = set.intersection(*({*limits[2].free_symbols} for limits in sums)) if sums else set()
    for step in sorted(steps, key=str):
        fixed = all(step not in f.free_symbols | limits[1].free_symbols for limits, f in sums.items())
        if not fixed or any(sp.diff(high, step) != 1 for _, _, high in sums):
            continue
        _, low, high = next(iter(sums))
        start = sp.expand(step - (high - low + 1))
        whole = sp.Add(*(sp.Sum(f, limits) for limits, f in sums.items()), rest)
        further = sp.Add(*(f.subs(limits[0], limits[2] + 1) for limits, f in sums.items()))
        grown = further + rest.subs(step, step + 1) - rest
        if _is_zero(grown, until, _QUICK) and _is_zero(whole.subs(step, start).doit(), until, _QUICK):
            return True
    return False


def _closed(expression: Any, excluded: Mapping[Any, Any]) -> Any:
    """Close the sums as far as sympy can, leaving out the cases that cannot be."""
    found = expression.doit().xreplace({sp.exp_polar(0): sp.Integer(1)})  # sympy leaves it there
    for case in found.atoms(sp.Eq):
        name, other = case.args if case.lhs.is_Symbol else reversed(case.args)
        if excluded.get(name) == other:
            found = found.subs(case, sp.false)
    return found


_QUICK = (lambda e: sp.cancel(sp.together(e)), sp.combsimp)
_SLOW = (sp.gammasimp, sp.simplify)


def _is_zero(expression: Any, until: float, ways: tuple[Callable[[Any], Any], ...] = _QUICK + _SLOW) -> bool:
    """Bring an expression to one normal form after the other, until it is zero."""
    if expression == 0:
        return True
    large = sp.count_ops(expression) > _MOST_OPERATIONS
    for way in ways:
        if time.thread_time() > until or (large and way in _SLOW):
            return False
        try:
            if way(expression) == 0:
                return True
        except (sp.PolynomialError, NotImplementedError, RecursionError):
            continue
    return False
