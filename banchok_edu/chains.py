"""Absorbing Markov chains, exactly: where they end, and after how many steps. Knows no game.

A chain walks from state to state and stops in an absorbing one. Chains without absorbing states, and what they do in
the long run, are not dealt with here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import sympy as sp
from sympy.polys.polyerrors import CoercionFailed

from . import chain_display
from .chain_input import read_rows, read_start
from .chain_steps import as_float, growth_of, steps_to_follow, steps_to_survive, survival
from .elimination import solve
from .errors import RulesError, shown
from .formulas import symbol
from .rationals import rational

State = Hashable
Start = State | Mapping[State, Any]
"""A state, or the probability of each state to start in."""

MOST_SYMBOLIC = 40
"""The largest number of states that are left for which entries may be in symbols."""
MOST_GENERATING = 120
"""The largest number of states that are left for which a generating function is worked out."""
_STARTS_KEPT = 64


class Chain:
    """An absorbing Markov chain.

    Parameters
    ----------
    transitions
        For each state the probabilities of the next one: ``{state: {state: probability}}``. A state without a row of
        its own, or that only leads to itself, is absorbing. Or a square matrix, row by row.
    states
        The names of the rows of a matrix; 0, 1, 2, ... if left out.
    labels
        What an absorbing state counts as; several may have the same label. A mapping, or a function of the state. A
        state is its own label if this is left out.
    start
        The state to start in, or a probability for each, where a question does not name one.
    exact
        True: probabilities are exact numbers, such as ``"9/17"``, or expressions in symbols in a small chain, and so
        are the answers. False: floats, for a chain that is too large.
    model
        What the chain is a model of, in words.

    Raises
    ------
    RulesError
        If a row does not sum to one, has a negative or no exact number, or if a state leads to no absorbing one.

    Two players toss for a counter until one of three has all of them:

    >>> chain = Chain({1: {0: "1/2", 2: "1/2"}, 2: {1: "1/2", 3: "1/2"}}, start=1)
    >>> chain.probability(3), chain.expected_steps(), chain.variance_of_steps()
    (1/3, 2, 2)
    >>> chain.distribution_after(2)
    {0: 1/2, 1: 1/4, 3: 1/4}
    """

    def __init__(
        self,
        transitions: Mapping[Any, Mapping[Any, Any]] | Sequence[Sequence[Any]] | Any,
        states: Sequence[Any] | None = None,
        *,
        labels: Mapping[Any, Any] | Callable[[Any], Any] | None = None,
        start: Start | None = None,
        exact: bool = True,
        model: str = "",
    ) -> None:
        """Read the rows and check them."""
        if not isinstance(exact, bool):
            raise RulesError(f"exact={shown(exact)} is not allowed: say True or False")
        if not isinstance(model, str):
            raise RulesError(f"model={shown(model)} is not allowed: say in words what the chain is a model of")
        read = read_rows(transitions, states, exact=exact)
        self._states, self._rows, self._domain, self.exact, self.model = (*read, exact, model)
        self._number = {state: i for i, state in enumerate(self._states)}
        self._left = [i for i, row in enumerate(self._rows) if row]
        self._place = {i: at for at, i in enumerate(self._left)}
        if self._is_symbolic and self.size > MOST_SYMBOLIC:
            raise RulesError(
                f"{self.size} states with symbols are too many, the most is {MOST_SYMBOLIC}: put numbers in"
            )
        self._labels = self._read_labels(labels)
        self._start = None if start is None else self._read_start(start)
        self._visits_from = lru_cache(_STARTS_KEPT)(self._solve_visits)

    @property
    def size(self) -> int:
        """How many states are not absorbing: as many as there are unknowns."""
        return len(self._left)

    @property
    def states(self) -> tuple[Any, ...]:
        """All states, the absorbing ones among them."""
        return self._states

    @property
    def absorbing(self) -> tuple[Any, ...]:
        """The absorbing states."""
        return tuple(state for i, state in enumerate(self._states) if not self._rows[i])

    @property
    def labels(self) -> dict[Any, Any]:
        """What each absorbing state counts as."""
        return dict(self._labels)

    def transitions(self, state: State) -> dict[Any, Any]:
        """Give the probabilities of the next state; from an absorbing state there are none.

        >>> Chain({1: {0: "1/2", 2: "1/2"}}).transitions(1)
        {0: 1/2, 2: 1/2}
        """
        return {self._states[j]: self._out(p) for j, p in self._rows[self._numbered(state)].items()}

    def probability(self, label: State, start: Start | None = None) -> Any:
        """Give the probability that the chain ends in a state of this label.

        >>> walk = {b: {b - 1: "9/17", b + 1: "8/17"} for b in (1, 2)}
        >>> Chain(walk, labels={0: "broken", 3: "tripled"}).probability("tripled", start=1)
        64/217
        """
        found = self.probabilities(start)
        if not _hashable(label) or label not in found:
            known = ", ".join(shown(known) for known in list(found)[:12])
            raise RulesError(f"{shown(label)} is no label of an absorbing state: the labels are {known}")
        return found[label]

    def probabilities(self, start: Start | None = None) -> dict[Any, Any]:
        """Give for each label the probability that the chain ends there."""
        sums = dict.fromkeys(self._labels.values(), self._zero)
        for i, p in self._absorbed(start).items():
            sums[self._labels[self._states[i]]] += p
        return {label: self._out(p) for label, p in sums.items()}

    def ends(self, start: Start | None = None) -> dict[Any, Any]:
        """Give for each absorbing state the probability that the chain ends there."""
        return {self._states[i]: self._out(p) for i, p in self._absorbed(start).items()}

    def expected_value(self, of: Callable[[Any], Any], start: Start | None = None) -> Any:
        """Give the mean of a function of the absorbing state.

        >>> walk = {b: {b - 1: "9/17", b + 1: "8/17"} for b in (1, 2)}
        >>> Chain(walk, start=1).expected_value(lambda bank: bank)
        192/217
        """
        _check_function(of)
        values = {i: self._in(of(self._states[i])) for i in self._absorbed(start)}
        return self._out(sum((values[i] * p for i, p in self._absorbed(start).items()), start=self._zero))

    def expected_steps(self, start: Start | None = None) -> Any:
        """Give the mean number of steps until the chain is absorbed."""
        return self._out(sum(self._visits(start), start=self._zero))

    def variance_of_steps(self, start: Start | None = None) -> Any:
        """Give the variance of the number of steps until the chain is absorbed."""
        once = self._visits(start)
        mean = sum(once, start=self._zero)
        twice = sum(self._solve(dict(enumerate(once))), start=self._zero)
        return self._out(twice + twice - mean - mean * mean)

    def expected_visits(self, start: Start | None = None) -> dict[Any, Any]:
        """Give how often each state that is not absorbing is visited in the mean, the start counted.

        >>> Chain({1: {0: "1/2", 2: "1/2"}, 2: {1: "1/2", 3: "1/2"}}).expected_visits(1)
        {1: 4/3, 2: 2/3}
        """
        return {self._states[i]: self._out(v) for i, v in zip(self._left, self._visits(start), strict=True)}

    def expected_total(self, of: Callable[[Any], Any], start: Start | None = None) -> Any:
        """Give the mean of the sum of a function over all states visited before the chain is absorbed."""
        _check_function(of)
        terms = (self._in(of(self._states[i])) * v for i, v in zip(self._left, self._visits(start), strict=True))
        return self._out(sum(terms, start=self._zero))

    def distribution_after(self, n: int, start: Start | None = None) -> dict[Any, Any]:
        """Give the probability of each state after n steps; a state that cannot be is left out.

        Raises
        ------
        RulesError
            If that would take too long, as fractions grow with each step; says how many steps this chain may take.
        """
        steps = steps_to_follow(n, sum(map(len, self._rows)), growth_of(self._rows, self._domain))
        return self._told(next(islice(self._standings(start), steps, None)))

    def distributions(self, start: Start | None = None) -> Iterator[dict[Any, Any]]:
        """Give the distribution after 0, 1, 2, ... steps, one after the other, without end."""
        return map(self._told, self._standings(start))

    def _standings(self, start: Start | None) -> Iterator[dict[int, Any]]:
        standing = self._begin(start)
        while True:
            yield standing
            standing = self._step(standing)

    def _told(self, standing: dict[int, Any]) -> dict[Any, Any]:
        return {self._states[i]: self._out(standing[i]) for i in sorted(standing) if standing[i]}

    def survival(self, n: int, start: Start | None = None) -> float:
        """Give the probability that the chain is not absorbed within n steps, as a float.

        All terms are positive, so that the relative error stays below about 2e-16 for each step and each state that
        leads to the same one. For a fraction, add up ``distribution_after(n)``.

        >>> Chain({1: {0: "1/2", 1: "1/2"}}).survival(100, start=1) == 2.0**-100
        True
        """
        if self._is_symbolic:
            raise RulesError("survival gives a float, and this chain has symbols: put numbers in")
        steps = steps_to_survive(n)
        at = [0.0] * self.size
        for i, p in self._begin(start).items():
            if i in self._place:
                at[self._place[i]] += as_float(p)
        inner = [
            (self._place[i], self._place[j], as_float(p))
            for i in self._left
            for j, p in self._rows[i].items()
            if j in self._place
        ]
        return survival(at, inner, steps)

    def generating_function(self, label: State | None = None, start: Start | None = None) -> Any:
        """Give the generating function of the number of steps T, as an expression in z.

        That is the sum of P(T = n) z^n, of all ends or of those with one label. It is a ratio of polynomials: below
        stands det(1 - zQ), with Q the probabilities of staying inside, and above what makes the first terms right.

        >>> Chain({1: {0: "1/2", 2: "1/2"}, 2: {1: "1/2", 3: "1/2"}}).generating_function(3, start=1)
        -z**2/((z - 2)*(z + 2))
        """
        if not self.exact:
            raise RulesError("a generating function is exact, and this chain has floats: make it with exact=True")
        if self.size > MOST_GENERATING:
            raise RulesError(
                f"the generating function of {self.size:,} states is too large, the most is {MOST_GENERATING}: "
                "distribution_after(n) gives its terms"
            )
        if label is not None:
            self.probability(label, start)
        z = symbol("z")
        inner = self._inner_matrix()
        below = [self._domain.to_sympy(c) for c in inner.charpoly()]
        ends = [self._out(p) for p in self._ends_by_step(label, start, self.size)]
        above = [sum((below[k] * ends[n - k] for k in range(n + 1)), start=sp.Integer(0)) for n in range(self.size + 1)]
        ratio = sum(c * z**n for n, c in enumerate(above)) / sum(c * z**n for n, c in enumerate(below))
        return sp.factor(sp.cancel(ratio))

    def __repr__(self) -> str:
        """Say how large it is and where it ends."""
        return chain_display.text(self)

    def _repr_html_(self) -> str:
        return chain_display.html(self)

    def latex(self) -> str:
        """Give the matrix of a small chain in LaTeX, without dollar signs."""
        return chain_display.latex(self)

    @property
    def _zero(self) -> Any:
        return 0.0 if self._domain is None else self._domain.zero

    @property
    def _is_symbolic(self) -> bool:
        return self._domain is not None and not self._domain.is_QQ

    def _out(self, value: Any) -> Any:
        return float(value) if self._domain is None else self._domain.to_sympy(value)

    def _in(self, value: Any) -> Any:
        if self._domain is None:
            return float(value)
        try:
            return self._domain.from_sympy(value if isinstance(value, sp.Expr) else rational("value", value))
        except CoercionFailed:
            raise RulesError(f"the function gave {shown(value)}, which this chain cannot reckon with") from None

    def _numbered(self, state: State) -> int:
        if not _hashable(state) or state not in self._number:
            raise RulesError(f"{shown(state)} is no state of this chain: {chain_display.states(self)}")
        return self._number[state]

    def _read_labels(self, labels: Any) -> dict[Any, Any]:
        absorbing = self.absorbing
        if labels is None:
            return {state: state for state in absorbing}
        if callable(labels):
            found = {state: labels(state) for state in absorbing}
            return self._checked_labels(found)
        if not isinstance(labels, Mapping):
            raise RulesError(f"labels={shown(labels)} is not allowed: give a mapping, or a function of the state")
        for state in absorbing:
            if state not in labels:
                raise RulesError(f"the absorbing state {shown(state)} has no label: give every absorbing state one")
        for state in labels:
            if state not in absorbing:
                raise RulesError(f"labels has {shown(state)}, which is no absorbing state of this chain")
        return self._checked_labels({state: labels[state] for state in absorbing})

    @staticmethod
    def _checked_labels(labels: dict[Any, Any]) -> dict[Any, Any]:
        for state, label in labels.items():
            if not _hashable(label):
                raise RulesError(f"{shown(label)} cannot be the label of {shown(state)}: take text, or a whole number")
        return labels

    def _read_start(self, start: Any) -> tuple[tuple[int, Any], ...]:
        if isinstance(start, Mapping):
            given = read_start(start, self._domain)
            return tuple((self._numbered(state), p) for state, p in given.items())
        return ((self._numbered(start), 1.0 if self._domain is None else self._domain.one),)

    def _begin(self, start: Any) -> dict[int, Any]:
        if start is None:
            if self._start is None:
                raise RulesError(f"say where the chain starts: start=..., {chain_display.states(self)}")
            return dict(self._start)
        return dict(self._read_start(start))

    def _step(self, standing: Mapping[int, Any]) -> dict[int, Any]:
        after: dict[int, Any] = {}
        for i, p in standing.items():
            if not self._rows[i]:
                after[i] = after[i] + p if i in after else p
            for j, q in self._rows[i].items():
                after[j] = after[j] + p * q if j in after else p * q
        return after

    def _visits(self, start: Any) -> list[Any]:
        return self._visits_from(tuple(self._begin(start).items()))

    def _solve_visits(self, start: tuple[tuple[int, Any], ...]) -> list[Any]:
        return self._solve({self._place[i]: p for i, p in start if i in self._place})

    def _solve(self, right: Mapping[int, Any]) -> list[Any]:
        """Solve x (1 - Q) = right for the row x."""
        one = 1.0 if self._domain is None else self._domain.one
        equations: list[dict[int, Any]] = [{at: one} for at in range(self.size)]
        for i, at in self._place.items():
            row = self._rows[i]
            if i in row:  # 1 less what stays is what leaves; added up, a float loses nothing
                equations[at][at] = sum((p for j, p in row.items() if j != i), start=self._zero)
            for j, p in row.items():
                if j != i and j in self._place:
                    equations[self._place[j]][at] = -p
        return solve(equations, right, self._domain)

    def _absorbed(self, start: Any) -> dict[int, Any]:
        found = {i: self._zero for i, row in enumerate(self._rows) if not row}
        for i, p in self._begin(start).items():
            if i in found:
                found[i] += p
        for i, v in zip(self._left, self._visits(start), strict=True):
            for j, p in self._rows[i].items():
                if j in found:
                    found[j] += v * p
        return found

    def _inner_matrix(self) -> Any:
        from sympy.polys.matrices import DomainMatrix

        full = [[self._rows[i].get(j, self._zero) for j in self._left] for i in self._left]
        return DomainMatrix(full, (self.size, self.size), self._domain).to_dense()

    def _ends_by_step(self, label: Any, start: Any, most: int) -> list[Any]:
        """Give the probability of ending at step 0, 1, ..., most, of one label or of all."""
        counted = [i for i, row in enumerate(self._rows) if not row and label in (None, self._labels[self._states[i]])]
        standing, ends = self._begin(start), []
        for _ in range(most + 1):
            ends.append(sum((standing.pop(i) for i in counted if i in standing), start=self._zero))
            standing = self._step(standing)
        return ends


def _check_function(of: object) -> None:
    if not callable(of):
        raise RulesError(f"{shown(of)} is not a function of the state: give one, such as lambda state: state")


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
