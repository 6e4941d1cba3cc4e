"""What can be explored: for each topic its sliders, and what is shown where they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from banchok_edu import banchok, black_cat, polish
from banchok_edu.cards import RANKS
from banchok_edu.errors import RulesError, shown, whole_number
from banchok_edu.games.banchok.rules import TIES
from banchok_edu.games.independent_bank import FORMULAS as BANK
from banchok_edu.games.polish.rules import WIN_RULES
from banchok_edu.rationals import written

from .formula_tree import formula
from .sheet_words import number
from .trees import Plot, Tree, table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from banchok_edu.formulas import Formula

CARDS = "Model: one coup from a shuffled deck, nothing else seen."


@dataclass(frozen=True)
class Input:
    """A slider from ``low`` to ``high``, or a choice between ``options``."""

    name: str
    value: Any
    low: int = 1
    high: int = 13
    options: tuple[str, ...] = ()
    words: str = ""

    def __post_init__(self) -> None:
        """Let the words be those of its letter."""
        object.__setattr__(self, "words", self.words or self.name)

    def read(self, value: Any) -> Any:
        """Check a value.

        Raises
        ------
        RulesError
            If it cannot stand there.
        """
        if self.options:
            if not isinstance(value, str) or value not in self.options:
                raise RulesError(f"{self.name}={shown(value)} is not allowed: choose from {', '.join(self.options)}")
            return value
        count = whole_number(value)
        if count is None or not self.low <= count <= self.high:
            raise RulesError(f"{self.name}={shown(value)} is not allowed: {self.name} is {self.low} to {self.high}")
        return count


@dataclass(frozen=True)
class Shown:
    """What is shown where the sliders stand."""

    value: Any
    told: str
    """The value in words."""
    formulas: list[Tree]
    rest: list[Tree]
    meanings: dict[str, str] = field(default_factory=dict)
    """What the number of a slider means, such as the name of a rank."""


@dataclass(frozen=True)
class Topic:
    """Something that can be explored."""

    name: str
    title: str
    says: str
    inputs: tuple[Input, ...]
    show: Callable[[dict[str, Any]], Shown]


R, S, RANK, T = Input("r", 13, 2, 13), Input("s", 4, 1, 4), Input("i", 7), Input("t", 7)
TIE = Input("tie", TIES[0], options=TIES)


def told(name: str, value: Any) -> str:
    """Write a value as a fraction and as a decimal.

    >>> from sympy import Rational
    >>> told("P(win)", Rational(9, 17)), told("K", Rational(3))
    ('P(win) = 9/17 = 0.529412', 'K = 3')
    """
    fraction = written(value)
    if "/" in fraction:
        return f"{name} = {fraction} = {float(value):.6g}"
    return f"{name} {'=' if value.is_Integer else '≈'} {fraction}"


def at(found: Formula, **numbers: Any) -> Any:
    """Put numbers into a formula; those that it does not have are checked with the others, and left out.

    A slider that is moved changes one number, so most values have been worked out before.

    >>> at(banchok.FORMULAS["win/push"], r=13, s=4, i=7)
    8/17
    """
    if found.holds is not None and (why := found.holds(**numbers)):
        raise RulesError(f"{found.name}: {why}")
    return _worked_out(found, tuple((name, value) for name, value in numbers.items() if name in _letters(found)))


@lru_cache(4096)
def _worked_out(found: Formula, numbers: tuple[tuple[str, Any], ...]) -> Any:
    return found(**dict(numbers))


@lru_cache(256)
def _letters(found: Formula) -> frozenset[str]:
    return frozenset(found.symbols)


def names_of_ranks(r: int) -> Sequence[str]:
    """Name the ranks of a deck, from the lowest on.

    >>> names_of_ranks(3)
    ('Q', 'K', 'A')
    """
    return RANKS[-r:]


def by_rank(
    values: Sequence[Any], names: Sequence[str], title: str, own: int = 0, rules: Sequence[tuple[float, str]] = ()
) -> Tree:
    """Draw a bar for each rank; ``own`` stands out, ``rules`` are lines across."""
    floats = [float(value) for value in values]
    low = min([0.0, *floats])
    high = max([*floats, *(y for y, _ in rules), 1e-9])
    plot = Plot((0.4, len(values) + 0.6), (1.05 * low, 1.08 * high), title, "rank")
    plot.bars(list(enumerate(floats, 1)), 0.7, (own,))
    for y, text in rules:
        plot.rule(y, text)
    plot.marks(list(enumerate(names, 1)))
    heights = ", ".join(f"{name}: {number(value, 3)}" for name, value in zip(names, floats, strict=True))
    lines = "".join(f"; line at {number(y, 3)}: {text}" for y, text in rules)
    return plot.tree(f"{title}. Bars by rank: {heights}{lines}")


def _shown(
    found: Formula, value: Any, rest: list[Tree], meanings: dict[str, str], more: Sequence[Formula] = ()
) -> Shown:
    formulas = [formula(one.name, one.expression) for one in (found, *more)]
    return Shown(value, told(found.name, value), formulas, rest, meanings)


def _rank_formula(name: str, tie: str) -> Formula:
    return banchok.FORMULAS[f"{name}/{tie}"]


def _win(v: dict[str, Any]) -> Shown:
    r, s, i, tie = v["r"], v["s"], v["i"], v["tie"]
    of_rank, of_all = _rank_formula("win_given_rank", tie), _rank_formula("win", tie)
    value, mean = at(of_rank, r=r, s=s, i=i), at(of_all, r=r, s=s)
    names = names_of_ranks(r)
    bars = [at(of_rank, r=r, s=s, i=rank) for rank in range(1, r + 1)]
    chart = by_rank(bars, names, "P(win | rank) for each rank", i, [(float(mean), "P(win)")])
    return _shown(
        of_rank, value, [["p", {"class": "big"}, told(of_all.name, mean)], chart], {"i": names[i - 1]}, [of_all]
    )


def _threshold(v: dict[str, Any]) -> Shown:
    r, s, t, tie = v["r"], v["s"], v["t"], v["tie"]
    found, given = _rank_formula("threshold_value", tie), _rank_formula("win_given_bet", tie)
    value, wins = at(found, r=r, s=s, t=t), at(given, r=r, s=s, t=t)
    bars = [at(found, r=r, s=s, t=rank) for rank in range(1, r + 1)]
    names, best = names_of_ranks(r), max(bars)
    ranks = " or ".join(name for name, bar in zip(names, bars, strict=True) if bar == best)
    words = f"The best threshold is {ranks}, worth {told('E(gain)', best).partition(' = ')[2]} of a bank in a turn."
    chart = by_rank(bars, names, "E(gain) in banks, by the threshold", t)
    rest: list[Tree] = [["p", {}, told(given.name, wins)], ["p", {}, words], chart]
    return _shown(found, value, rest, {"t": names[t - 1]})


def _best_of(v: dict[str, Any]) -> Shown:
    r, s, m, i = v["r"], v["s"], v["m"], v["i"]
    found, mean = banchok.FORMULAS["best_at_most"], banchok.FORMULAS["best_mean"]
    at_most = [at(found, r=r, s=s, m=m, i=rank) for rank in range(1, r + 1)]
    if i > r:
        raise RulesError(f"there are {r} ranks, so i is 1 to {r}")
    exactly = [b - a for a, b in zip([0, *at_most], at_most, strict=False)]
    names = names_of_ranks(r)
    chart = by_rank(exactly, names, f"P(the best of {m} is of this rank)", i)
    rest: list[Tree] = [["p", {}, told(mean.name, at(mean, r=r, s=s, m=m)) + ", with ranks counted from 1"], chart]
    return _shown(found, at_most[i - 1], rest, {"i": names[i - 1]}, [mean])


def _bayes(v: dict[str, Any]) -> Shown:
    r, s, i, t, tie = v["r"], v["s"], v["i"], v["t"], v["tie"]
    names = names_of_ranks(r)
    if v["given"] == "won":
        found = _rank_formula("rank_given_win", tie)
        bars = [at(found, r=r, s=s, i=rank) for rank in range(1, r + 1)]
        value = at(found, r=r, s=s, i=i)
    else:
        found = _rank_formula("rank_given_bet_lost", tie)
        value = at(found, r=r, s=s, i=i, t=t)
        bars = [at(found, r=r, s=s, i=rank, t=t) if rank >= t else 0 for rank in range(1, r + 1)]
    chart = by_rank(bars, names, f"{found.name} for each rank", i, [(1 / r, "before")])
    return _shown(found, value, [chart], {"i": names[i - 1], "t": names[min(t, r) - 1]})


def _covariance(v: dict[str, Any]) -> Shown:
    r, s, tie = v["r"], v["s"], v["tie"]
    common = "_common_turned" if v["turned"] == "one" else ""
    cov, corr = banchok.FORMULAS[f"covariance{common}"], banchok.FORMULAS[f"correlation{common}"]
    value = at(cov, r=r, s=s)
    both, win = at(_rank_formula(f"both_win{common}", tie), r=r, s=s), at(_rank_formula("win", tie), r=r, s=s)
    sizes = [n for n in range(2, 14) if n * s >= (3 if common else 4)]
    lines = [(n, float(at(corr, r=n, s=s))) for n in sizes]
    low, high = min(0.0, *(y for _, y in lines)), max(0.0, *(y for _, y in lines))
    room = 0.1 * (high - low) or 0.1
    plot = Plot((1.5, 13.5), (low - room, high + room), f"{corr.name} by the number of ranks, s = {s}", "ranks r")
    plot.line("main", lines)
    plot.dots([(n, y) for n, y in lines if n == r])
    plot.marks([(n, str(n)) for n in range(2, 14)])
    words = ", ".join(f"{n} ranks: {number(y, 3)}" for n, y in lines)
    rest: list[Tree] = [
        table(
            "The same two punters",
            ("number", "exactly", "as a decimal"),
            [
                ("P(both win)", written(both), number(float(both), 6)),
                ("P(win)²", written(win**2), number(float(win**2), 6)),
                ("Corr(win, win)", written(at(corr, r=r, s=s)), number(float(at(corr, r=r, s=s)), 6)),
            ],
        ),
        plot.tree(f"Line of the correlation: {words}"),
    ]
    return _shown(cov, value, rest, {})


def _polish(v: dict[str, Any]) -> Shown:
    r, s, d, h, chosen = v["r"], v["s"], v["d"], v["h"], v["win_rule"]
    if h >= r * s * d:
        raise RulesError(f"a hand of {h} and a turned card do not come from {r * s * d} cards")
    found = polish.FORMULAS[f"{chosen}/one_deck" if d == 1 else f"{chosen}/average"]
    values = {rule: at(polish.FORMULAS[f"{rule}/average"], r=r, s=s, d=d, h=h) for rule in WIN_RULES}
    plot = Plot((0.4, 4.6), (0, 1.02), "P(win) under each of the four readings", "win rule")
    plot.bars([(n, float(value)) for n, value in enumerate(values.values(), 1)], 0.6, (1 + WIN_RULES.index(chosen),))
    plot.rule(0.5, "a fair coup")
    plot.marks([(n, rule) for n, rule in enumerate(WIN_RULES, 1)])
    rows = [(rule, written(value), number(float(value), 6)) for rule, value in values.items()]
    seen = "; ".join(f"{rule}: {decimal}" for rule, _, decimal in rows)
    rest = [
        table("P(win) under the four readings", ("win rule", "exactly", "as a decimal"), rows, WIN_RULES.index(chosen)),
        plot.tree(f"Bars of P(win): {seen}"),
    ]
    return _shown(found, values[chosen], rest, {})


def _cat_counts(v: dict[str, Any]) -> Shown:
    N, D, c = v["N"], v["D"], v["c"]  # noqa: N806 (the letters of the formula)
    found = black_cat.FORMULAS["dealt"]
    for few, many, words in ((D, N, f"D={D} cards laid"), (c, N, f"c={c} cards of the kind")):
        if few > many:
            raise RulesError(f"{words} are more than the N={N} cards in the pack")
    chances = black_cat.hypergeometric(N, c, D)
    heights = [(k, float(chances.get(k, 0))) for k in range(c + 1)]
    mean, variance = (
        at(black_cat.FORMULAS["dealt mean"], N=N, D=D, c=c),
        at(black_cat.FORMULAS["dealt variance"], N=N, D=D, c=c),
    )
    plot = Plot((-0.6, c + 0.6), (0, 1.08 * max(y for _, y in heights)), "P(k of the kind are laid)", "k")
    plot.bars(heights, 0.7, (v["k"],))
    plot.marks([(k, str(k)) for k in range(c + 1)])
    if v["k"] > c:
        raise RulesError(f"k={v['k']} is more than the c={c} cards of the kind")
    value = chances.get(v["k"], 0 * mean)
    rest: list[Tree] = [
        ["p", {}, told("Mean", mean) + ". " + told("Variance", variance) + "."],
        plot.tree("Bars: " + ", ".join(f"{k} with {number(y, 3)}" for k, y in heights)),
    ]
    return _shown(found, value, rest, {})


def _cat_changes(v: dict[str, Any]) -> Shown:
    N, C, b = v["N"], v["C"], v["b"]  # noqa: N806
    found = black_cat.FORMULAS["change"]
    value = at(found, N=N, C=C, b=b)
    lines = [(n, float(at(found, N=N, C=C, b=n))) for n in range(1, min(N, 14) + 1)]
    plot = Plot((0.4, 14.6), (0, 1.05), found.name, "markers b")
    plot.bars(lines, 0.7, (b,))
    plot.marks([(n, str(n)) for n in range(1, 15)])
    rest = [plot.tree("Bars: " + ", ".join(f"{n} markers: {number(y, 3)}" for n, y in lines))]
    return _shown(found, value, rest, {})


def _bank(v: dict[str, Any]) -> Shown:
    r, s, tie, opening = v["r"], v["s"], v["tie"], v["B"]
    p, q = at(_rank_formula("win", tie), r=r, s=s), at(_rank_formula("loss", tie), r=r, s=s)
    found = BANK["tripled"]
    chances = [(n, at(found, B=n, rho=p / q)) for n in range(1, 31)]
    value = chances[opening - 1][1]
    fair, unfair = BANK["expected coups, fair"], BANK["expected coups"]
    coups = at(fair, B=opening, p=p) if p == q else at(unfair, B=opening, p=p, q=q)
    plot = Plot(
        (0, 31), (0, 0.02 + 1.05 * max(float(y) for _, y in chances)), "P(tripled) by the opening sum", "opening sum B"
    )
    plot.line("main", [(n, float(y)) for n, y in chances])
    plot.dots([(opening, float(value))])
    plot.marks([(n, str(n)) for n in (1, 5, 10, 15, 20, 25, 30)])
    seen = ", ".join(f"B = {n}: {number(float(y), 3)}" for n, y in chances if n in (1, 5, 10, 20, 30))
    rest: list[Tree] = [
        ["p", {}, f"{told('ρ', p / q)}, from {told('P(win)', p)} and {told('P(loss)', q)}."],
        ["p", {}, f"{told('E(coups)', coups)}. {told('E(final bank)', 3 * opening * value)} counters."],
        plot.tree(f"Line of P(tripled): {seen}"),
    ]
    return _shown(found, value, rest, {})


TOPICS: dict[str, Topic] = {
    topic.name: topic
    for topic in (
        Topic("win", "the punter's chance of winning", CARDS, (R, S, RANK, TIE), _win),
        Topic(
            "threshold", "betting on good cards only", f"{CARDS} The whole bank is staked.", (R, S, T, TIE), _threshold
        ),
        Topic(
            "best of m",
            "the best of several cards",
            "Model: one deal from a shuffled deck.",
            (R, S, Input("m", 4, 1, 12), Input("i", 9)),
            _best_of,
        ),
        Topic(
            "bayes",
            "what a result tells of the card",
            CARDS,
            (R, S, Input("i", 13), Input("given", "won", options=("won", "lost")), T, TIE),
            _bayes,
        ),
        Topic(
            "covariance",
            "two punters at one deck",
            "Model: cards from one shuffled deck, before it goes round.",
            (R, S, Input("turned", "two", options=("two", "one")), TIE),
            _covariance,
        ),
        Topic(
            "polish",
            "four readings of Polish banchok",
            CARDS,
            (
                R,
                S,
                Input("d", 2, 1, 4),
                Input("h", 3, 1, 8),
                Input("win_rule", WIN_RULES[0], options=tuple(WIN_RULES)),
            ),
            _polish,
        ),
        Topic(
            "black cat counts",
            "cards of a kind among those laid",
            "Model: cards laid from a shuffled pack, without replacement.",
            (Input("N", 28, 2, 60), Input("D", 14, 1, 30), Input("c", 6, 1, 20), Input("k", 3, 0, 20)),
            _cat_counts,
        ),
        Topic(
            "black cat changes",
            "a change of banker",
            "Model: nothing ends the deal but a backed card that changes the banker.",
            (Input("N", 28, 2, 60), Input("C", 3, 1, 10), Input("b", 5, 1, 14)),
            _cat_changes,
        ),
        Topic(
            "bank",
            "is the bank tripled?",
            "Model: independent coups, each for 1 counter; broken at 0, tripled at 3B.",
            (R, S, TIE, Input("B", 10, 1, 30)),
            _bank,
        ),
    )
}
"""The topics by name."""
