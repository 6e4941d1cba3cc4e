"""Estimates: a number found by playing, never without its standard error.

Games are independent of each other; the coups, deals and banks of one game are not. So every standard error is taken
over games. Knows no game, and needs neither numpy nor anything else outside the standard library.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .errors import BanchokError, shown, whole_number
from .quantiles import normal_quantile, t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterable

Kind = Literal["mean", "probability"]


class Sums(NamedTuple):
    """Exact sums over games of what was found in each: ``a`` counted (or gained), out of ``b``.

    ``aa``, ``bb`` and ``ab`` are the sums of squares and products; ``some`` counts the games in which b is not 0.
    """

    a: int
    b: int
    aa: int
    bb: int
    ab: int
    some: int


class Run(NamedTuple):
    """Games ``start`` to ``stop - 1`` of a seed."""

    seed: int
    start: int
    stop: int


@dataclass(frozen=True)
class Estimate:
    """A mean, a ratio or a probability estimated from games.

    The value is the sum of a over the sum of b, where a game counts a out of b: banks tripled out of banks opened, say,
    or what a seat gained out of one game. The standard error is that of a ratio with the games as clusters (Cochran
    1977, chapter 6), which for b = 1 is the usual one of a mean. Made by a simulation, or from your own counts by
    ``of_mean``, ``of_ratio`` and ``of_probability``.

    Estimates of the same thing from different games can be added: that gives the estimate from all of them.

    >>> Estimate.of_probability([1, 2, 0, 1], [3, 3, 3, 3])
    <Estimate 0.33 ± 0.14 (95 %: 0.14 to 0.61; 4 games)>
    >>> Estimate.of_mean([4, 6]) + Estimate.of_mean([8]) == Estimate.of_mean([4, 6, 8])
    True
    """

    sums: Sums
    """Exact sums over the games."""
    games: int
    """How many games were played."""
    kind: Kind = "mean"
    """Whether it is a probability, which decides how its interval is made."""
    question: str = ""
    """What is estimated, in words."""
    unit: str = ""
    """The unit of the value; "" for a probability."""
    about: Any = None
    """The rules, and the policy of each seat."""
    runs: tuple[Run, ...] = ()
    """Which games it comes from, as far as that is known."""
    clusters: str = "games"
    """What is counted by ``games``, and is independent: games, or single coups."""

    def __post_init__(self) -> None:
        """Refuse to estimate from nothing."""
        if self.games < 1 or not self.sums.b:
            raise BanchokError(
                f"there is nothing to estimate {self.question or 'from'}: it did not come up in {self.games:,} "
                f"{self.clusters}"
            )

    @classmethod
    def of_mean(cls, values: Iterable[int], question: str = "", unit: str = "", *, clusters: str = "games") -> Estimate:
        """Estimate a mean from one whole number for each game.

        ``clusters`` says what the numbers come from, if not from games: "coups", "evenings". So in the others, too.

        >>> Estimate.of_mean([4, 6, 8]).value
        6.0
        >>> Estimate.of_mean([1, -1, 1], unit="counters", clusters="coups")
        <Estimate 0.33 ± 0.67 (95 %: -2.54 to 3.20; 3 coups)>
        """
        numbers = [_exact(value) for value in values]
        return cls(
            sums_of(numbers, [1] * len(numbers)), len(numbers), "mean", question, unit, clusters=_plural(clusters)
        )

    @classmethod
    def of_ratio(
        cls, a: Iterable[int], b: Iterable[int], question: str = "", unit: str = "", *, clusters: str = "games"
    ) -> Estimate:
        """Estimate a ratio of sums, such as coups in a bank, from two whole numbers for each game.

        >>> Estimate.of_ratio([10, 20], [1, 2]).value
        10.0
        """
        return cls._of_pairs(a, b, "mean", question, unit, clusters)

    @classmethod
    def of_probability(
        cls, a: Iterable[int], b: Iterable[int], question: str = "", *, clusters: str = "games"
    ) -> Estimate:
        """Estimate a probability from how often it happened in each game (a), and how often it could have (b).

        Raises
        ------
        BanchokError
            If something happened more often than it could have.
        """
        return cls._of_pairs(a, b, "probability", question, "", clusters)

    @classmethod
    def _of_pairs(
        cls, a: Iterable[int], b: Iterable[int], kind: Kind, question: str, unit: str, clusters: str
    ) -> Estimate:
        clusters = _plural(clusters)
        happened, could = [_exact(value) for value in a], [_exact(value) for value in b]
        if len(happened) != len(could):
            raise BanchokError(
                f"{len(happened):,} and {len(could):,} {clusters} do not go together: give a and b for each"
            )
        if any(number < 0 for number in could):
            raise BanchokError("b counts how often something could have happened: it cannot be negative")
        if kind == "probability" and any(not 0 <= x <= y for x, y in zip(happened, could, strict=True)):
            raise BanchokError("a probability needs 0 <= a <= b each time: nothing happens more often than it can")
        return cls(sums_of(happened, could), len(happened), kind, question, unit, clusters=clusters)

    # -- the numbers -----------------------------------------------------------------------------------------------

    @property
    def value(self) -> float:
        """The estimate itself."""
        return self.sums.a / self.sums.b

    @property
    def standard_error(self) -> float:
        """The standard error of the value, over games; nan if there was one game only."""
        return math.sqrt(self._variance) if self.games > 1 else math.nan

    @property
    def _variance(self) -> Fraction:
        """Give the square of the standard error of two or more games, exactly.

        That is n / (n - 1) times the sum over games of (a - value * b)**2, over the square of the sum of b.
        """
        s, n = self.sums, self.games
        deviations = Fraction(s.aa * s.b**2 - 2 * s.a * s.b * s.ab + s.a**2 * s.bb, s.b**2)
        return deviations * n / ((n - 1) * s.b**2)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Give the confidence interval.

        Parameters
        ----------
        level
            How often such an interval holds the true value: between 0 and 1, 0.95 by default.

        Returns
        -------
        tuple[float, float]
            Its ends. For a probability it is the interval of Wilson (1927) for as many independent trials as would
            give this standard error; where that is 0, for the games that contribute. Else it is the value plus or
            minus the standard error times the quantile of Student's t, from 1001 games on of the normal distribution.

        Raises
        ------
        BanchokError
            If ``level`` is not between 0 and 1.

        >>> low, high = Estimate.of_mean([4, 6, 8]).interval()
        >>> round(low, 2), round(high, 2)
        (1.03, 10.97)
        """
        if isinstance(level, bool) or not isinstance(level, int | float) or not 0 < level < 1:
            raise BanchokError(f"level={shown(level)} is not allowed: give a number between 0 and 1, such as 0.95")
        if self.kind == "probability":
            return self._wilson(normal_quantile(level))
        if self.games == 1:
            return -math.inf, math.inf
        reach = t_quantile(float(level), self.games - 1) * self.standard_error
        return self.value - reach, self.value + reach

    def _wilson(self, z: float) -> tuple[float, float]:
        if self.games == 1:
            return 0.0, 1.0
        p, variance = self.value, self._variance
        n = p * (1 - p) / float(variance) if variance else self.sums.some
        middle = p + z * z / (2 * n)
        reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        scale = 1 + z * z / n
        low, high = (middle - reach) / scale, (middle + reach) / scale
        return (0.0 if p == 0 else max(0.0, low)), (1.0 if p == 1 else min(1.0, high))

    # -- putting together ------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Estimate:
        """Give the estimate from the games of both, which must be different games.

        Raises
        ------
        BanchokError
            If the two are estimates of different things, or have games in common.
        """
        if not isinstance(other, Estimate):
            return NotImplemented
        for name in ("kind", "question", "unit", "about", "clusters"):
            mine, its = getattr(self, name), getattr(other, name)
            if mine != its:
                what = "rules or policies" if name == "about" else f"{shown(mine)} and {shown(its)}"
                raise BanchokError(f"these estimate different things ({what}): add estimates of the same thing only")
        sums = Sums(*(x + y for x, y in zip(self.sums, other.sums, strict=True)))
        runs = union(self.runs, other.runs)
        return replace(self, sums=sums, games=self.games + other.games, runs=runs)

    # -- how it prints ---------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """Give value, standard error, 95 % interval and number of games in one line."""
        value, error, low, high = self.written()
        return f"{value} ± {error} (95 %: {low} to {high}; {self._counted()})"

    def __repr__(self) -> str:
        """Give the same, marked as an estimate."""
        return f"<Estimate {self}>"

    def written(self) -> tuple[str, str, str, str]:
        """Give value, standard error and the ends of the 95 % interval as text, with as many digits as they are worth.

        >>> Estimate.of_probability([1, 2, 0, 1], [3, 3, 3, 3]).written()
        ('0.33', '0.14', '0.14', '0.61')
        """
        low, high = self.interval()
        error = self.standard_error
        scale = error if error > 0 else (high - low) / 4
        places = _places(scale)
        numbers = (self.value, error, low, high)
        value, told, first, last = (_text(number, places, plain=error == 0) for number in numbers)
        return value, "unknown" if self.games == 1 else told, first, last

    def _counted(self) -> str:
        return f"{self.games:,} {self.clusters if self.games != 1 else self.clusters.removesuffix('s')}"

    def _repr_html_(self) -> str:
        from xml.etree.ElementTree import Element, SubElement, tostring

        value, error, low, high = self.written()
        shown_in = Element("span")
        SubElement(shown_in, "b").text = f"{value} ± {error}"
        SubElement(shown_in, "small").text = f" (95 %: {low} to {high}; {self._counted()})"
        return tostring(shown_in, encoding="unicode")

    def _repr_latex_(self) -> str:
        value, error, _, _ = self.written()
        return rf"${value} \pm {error}$" if self.games > 1 else rf"${value} \pm \text{{{error}}}$"


def sums_of(a: Iterable[int], b: Iterable[int]) -> Sums:
    """Add up exactly.

    >>> sums_of([1, 2], [1, 0])
    Sums(a=3, b=1, aa=5, bb=1, ab=1, some=1)
    """
    total = [0] * 6
    for x, y in zip(a, b, strict=True):
        for place, number in enumerate((x, y, x * x, y * y, x * y, int(y != 0))):
            total[place] += number
    return Sums(*total)


def union(some: tuple[Run, ...], more: tuple[Run, ...]) -> tuple[Run, ...]:
    """Give runs together, those next to each other as one.

    Raises
    ------
    BanchokError
        If they have games in common.

    >>> union((Run(1, 0, 10),), (Run(1, 10, 15), Run(2, 0, 5)))
    (Run(seed=1, start=0, stop=15), Run(seed=2, start=0, stop=5))
    """
    found: list[Run] = []
    for run in sorted((*some, *more)):
        last = found[-1] if found else None
        if last is None or last.seed != run.seed or last.stop < run.start:
            found.append(run)
        elif last.stop > run.start:
            raise BanchokError(
                f"both have game {run.start:,} of seed {run.seed}: games that are counted twice tell nothing new; "
                "go on with start=... or take another seed"
            )
        else:
            found[-1] = Run(run.seed, last.start, run.stop)
    return tuple(found)


def _plural(clusters: object) -> str:
    if not isinstance(clusters, str) or not clusters.strip():
        raise BanchokError(f"clusters={shown(clusters)} is not allowed: say what is counted, such as 'coups'")
    return clusters


def _exact(value: object) -> int:
    number = int(value) if isinstance(value, bool) else whole_number(value)
    if number is None and hasattr(value, "dtype") and value.dtype.kind == "b":
        number = int(value)  # type: ignore[call-overload]
    if number is None:
        raise BanchokError(f"{shown(value)} is not a whole number: estimates are made from exact counts")
    return int(number)


def _places(scale: float) -> int:
    """Give how many decimals show two digits of a number."""
    if not 0 < scale < math.inf:
        return 4
    return min(max(1 - math.floor(math.log10(scale)), 0), 12)


def _text(number: float, places: int, *, plain: bool) -> str:
    if plain and number in (0, 1):
        return f"{number:.0f}"
    text = f"{number:.{places}f}"
    return text.removeprefix("-") if float(text) == 0 else text
