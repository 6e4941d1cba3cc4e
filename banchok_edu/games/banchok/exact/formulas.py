"""The general case of Banchok: what the other rooms compute for one deck, as formulas in ranks r, suits s and so on.

A formula that depends on how ties are read is there three times: "win/punter_wins", "win/push", "win/banker_wins".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from banchok_edu.errors import RulesError, shown
from banchok_edu.formulas import Formula, symbol
from banchok_edu.games.banchok.rules import TIES

from .deck import banchok_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.games.banchok.rules import BanchokRules

_r, _s, _i, _j, _t, _m, _k = (symbol(name) for name in "rsijtmk")

_READINGS = {
    "punter_wins": "ties pay the punter",
    "push": "a tie sends the stake back",
    "banker_wins": "the banker wins ties",
}
_COUP = "One coup from a shuffled deck"
_DEAL = "One deal from a shuffled deck"
_REAL = "The real deck of two players, recycled"


def _needs(cards: int = 2, *, even: bool = False, high: int = 1, can_lose: bool = False) -> Callable[..., str | None]:
    """Make the check of a formula: so many cards, so many of the threshold or better, ranks that are in the deck."""

    def why(r: int, s: int = 4, i: int = 0, t: int = 1, m: int = 0, k: int = 0) -> str | None:
        least = max(cards, m)  # where a formula has no s, any number of suits will do
        checks = (
            (max(i, t) > r, f"there are {r} ranks, so {'i' if i > r else 't'} is 1 to {r}"),
            (0 < i < t, f"i={i} is below the threshold t={t}: no bet is made on it"),
            (can_lose and t == r, f"a bet on the highest rank alone, t={t}, is never lost"),
            (r * s < least, f"{r} ranks in {s} suits are {r * s} cards, and {least} are needed"),
            ((r - t + 1) * s < high, f"{(r - t + 1) * s} cards from rank t up are too few: {high} are needed"),
            (even and r * s % 2, f"{r * s} cards are an odd number, and an odd deck does not freeze"),
            (2 * k > r * s, f"k={k} is more than the {r * s // 2} pairs that there are"),
        )
        return next((said for wrong, said in checks if wrong), None)

    return why


def _formula(
    title: str, expression: Any, says: str, holds: Callable[..., str | None], ranks: int = 1, family: Any = ()
) -> Formula:
    """Put a formula together; every symbol begins at 1 but a count at 0, and there is no upper limit.

    What the others of its family depend on may be given to each, so that one question can be asked of all readings.
    """
    least = {"r": ranks, "k": 0}
    own = expression.free_symbols
    names = sorted(str(one) for one in own.union(*(other.free_symbols for other in family)))
    limits: dict[str, tuple[int | None, int | None]] = {name: (least.get(name, 1), None) for name in names}
    return Formula(title, expression, says, limits, holds, tuple(set(names) - {str(one) for one in own}))


def _one(name: str, title: str, expression: Any, says: str, *, ranks: int = 1, **needs: Any) -> dict[str, Formula]:
    return {name: _formula(title, expression, says, _needs(**needs), ranks)}


def _by_tie(
    name: str, title: str, expressions: tuple[Any, Any, Any], says: str, *, ranks: int = 1, **needs: Any
) -> dict[str, Formula]:
    return {
        f"{name}/{tie}": _formula(title, expression, f"{says}; {_READINGS[tie]}", _needs(**needs), ranks, expressions)
        for tie, expression in zip(TIES, expressions, strict=True)
    }


def _coup() -> dict[str, Formula]:
    """Give the formulas of one coup: of the N - 1 other cards, s (i-1) are lower, s - 1 equal, s (r-i) higher."""
    lower, equal, higher, others = _s * (_i - 1), _s - 1, _s * (_r - _i), _r * _s - 1
    tie, strict = equal / others, sp.factor(_s * (_r - 1) / (2 * others))
    with_ties = _s * _i - 1, _s * (_r - _i + 1) - 1
    both = (with_ties[0], higher), (lower, higher), (lower, with_ties[1])
    edges = tuple(sp.expand(won - lost) / others for won, lost in both)
    shares = tuple(sp.Max(0, sp.factor((won - lost) / (won + lost))) for won, lost in both)
    middle = (_r / 2 + 1 / (2 * _s), (_r + 1) / 2, 1 + _r / 2 - 1 / (2 * _s))
    return {
        **_by_tie("win_given_rank", "P(win | rank)", tuple(won / others for won, _ in both), f"{_COUP}: counting"),
        **_by_tie("loss_given_rank", "P(loss | rank)", tuple(lost / others for _, lost in both), f"{_COUP}: counting"),
        **_by_tie("edge_given_rank", "E(gain | rank)", edges, f"{_COUP}, a stake of one"),
        **_by_tie("kelly_given_rank", "Kelly fraction", shares, "Independent coups (Kelly, 1956)", ranks=2),
        **_one("tie", "P(tie)", tie, f"{_COUP}: whatever the own rank, s - 1 cards have it too"),
        **_by_tie(
            "win", "P(win)", (sp.factor(strict + tie), strict, strict), f"{_COUP}: higher and lower are equally likely"
        ),
        **_by_tie(
            "loss", "P(loss)", (strict, strict, sp.factor(strict + tie)), f"{_COUP}: as likely as a win, but for ties"
        ),
        **_by_tie(
            "edge",
            "E(gain)",
            (tie, sp.Add(strict, -strict, evaluate=False), -tie),
            f"{_COUP}, a stake of one: ties are all there is",
        ),
        **_by_tie(
            "best_threshold",
            "Best threshold",
            tuple(sp.floor(rank) + 1 for rank in middle),
            f"{_COUP}: the lowest rank with which more cards win than lose",
            ranks=2,
        ),
        **_one(
            "variance_explained",
            "Var(P(win | rank)) / Var(win)",
            _s * (_r + 1) / (3 * (_s * (_r + 1) - 2)),
            f"{_COUP}: the share that the own card explains, under every reading of a tie (conditional Monte Carlo)",
            ranks=2,
        ),
    }


def _threshold() -> dict[str, Formula]:
    """Give the formulas of a punter who stakes the whole bank from rank t up."""
    bets, others = (_r - _t + 1) / _r, _r * _s - 1
    values = tuple(bets * surplus / others for surplus in (_s * _t - 1, _s * (_t - 1), _s * (_t - 2) + 1))
    squares = (bets, bets * _s * (_r - 1) / others, bets)
    high = _r - _t + 1
    says = f"{_COUP}, the whole bank on rank t or better"
    strictly = 2 * (_r - _i) / ((_r - _t) * high)  # rank i loses to s (r-i) cards, or to s (r-i+1) - 1 with the ties
    lost = (strictly, strictly, 2 * (_s * (_r - _i + 1) - 1) / (high * (_s * (high + 1) - 2)))
    return {
        **_by_tie("threshold_value", "E(gain)", values, f"{says}, in banks"),
        **_by_tie(
            "threshold_variance",
            "Var(gain)",
            tuple(square - value**2 for square, value in zip(squares, values, strict=True)),
            f"{says}, in banks squared",
        ),
        **_by_tie(
            "win_given_bet",
            "P(win | bet)",
            (
                (_s * (_r + _t) - 2) / (2 * others),
                _s * (_r + _t - 2) / (2 * others),
                _s * (_r + _t - 2) / (2 * others),
            ),
            f"{_COUP}, bets on rank t or better",
        ),
        **_by_tie(
            "rank_given_win",
            "P(rank | won)",
            (
                2 * (_s * _i - 1) / (_r * (_s * (_r + 1) - 2)),
                2 * (_i - 1) / (_r * (_r - 1)),
                2 * (_i - 1) / (_r * (_r - 1)),
            ),
            f"{_COUP}, always a bet (Bayes)",
            ranks=2,
        ),
        **{
            f"rank_given_bet_lost/{tie}": _formula(
                "P(rank | bet lost)",
                share,
                f"{_COUP}, bets on rank t or better (Bayes); {_READINGS[tie]}",
                _needs(can_lose=tie != "banker_wins", high=2),
                family=lost,
            )
            for tie, share in zip(TIES, lost, strict=True)
        },
    }


def _several() -> dict[str, Formula]:
    """Give the formulas of several punters at one deck."""
    cards = _r * _s
    strict, tie = _s * (_r - 1) / (2 * (cards - 1)), (_s - 1) / (cards - 1)
    win, variance = (strict + tie, strict, strict), sp.factor(strict * (1 - strict))
    two_turned = _s * (_r - 1) * (_s - 1) / (2 * (cards - 3) * (cards - 2) * (cards - 1) ** 2)
    both_higher = _s * (_r - 1) * (_s * (2 * _r - 1) - 3) / (6 * (cards - 1) * (cards - 2))
    one_turned = sp.factor(both_higher - strict**2)
    found: dict[str, Formula] = {}
    for name, covariance, used, how in (
        ("", two_turned, 4, "Two coups from one shuffled deck, a turned card for each"),
        ("_common_turned", one_turned, 3, "Two punters against one turned card, from one shuffled deck"),
    ):
        both = tuple(sp.factor(covariance + one**2) for one in win)
        found |= {
            **_by_tie(f"both_win{name}", "P(both win)", both, how, cards=used),
            **_one(f"covariance{name}", "Cov(win, win)", covariance, f"{how}; for every reading of a tie", cards=used),
            **_one(
                f"correlation{name}",
                "Corr(win, win)",
                sp.factor(covariance / variance),
                f"{how}; for every reading of a tie",
                cards=used,
                ranks=2,
            ),
        }
    below = sp.binomial(_s * _j, _m) / sp.binomial(cards, _m)
    return {
        **found,
        **_one(
            "best_at_most",
            "P(best of m <= i)",
            below.subs(_j, _i),
            f"{_DEAL}: all m cards are of rank i or lower",
            cards=1,
        ),
        **_one(
            "best_mean",
            "E(best of m)",
            _r - sp.Sum(below, (_j, 1, _r - 1)),
            f"{_DEAL}, ranks counted from 1; a finite sum, with no closed form for more than one suit",
            cards=1,
        ),
    }


def _real_deck() -> dict[str, Formula]:
    """Give the formulas of the deck in which used cards go back under."""
    cards, high = _r * _s, _s * (_r - _t + 1)
    tied = (_s - 1) / (cards - 1)
    two_tied = tied * ((_s - 2) * (_s - 3) + (cards - _s) * (_s - 1)) / ((cards - 2) * (cards - 3))
    pairs = cards / 2
    variance = sp.factor(pairs * tied + pairs * (pairs - 1) * two_tied - (pairs * tied) ** 2)
    frozen = f"{_REAL}, always a bet; K is the number of tied pairs among the N/2 that come round"
    half = sp.Rational(1, 2)
    frequencies = (half + _k / cards, half - _k / cards, half - _k / cards)
    strict = _s * (_r - _t) / (2 * (high - 1))
    not_won = (strict, sp.factor(1 - strict), sp.factor(1 - strict))
    return {
        **_one("ties_mean", "E(K)", pairs * tied, frozen, even=True),
        **_one("ties_variance", "Var(K)", variance, frozen, even=True),
        **_by_tie("win_frequency", "Frequency of wins", frequencies, f"{frozen}, here k", even=True),
        **_one("win_frequency_variance", "Var(frequency of wins)", sp.factor(variance / cards**2), frozen, even=True),
        **_by_tie(
            "first_bet_win",
            "P(first bet won)",
            tuple(1 - high / cards * lost for lost in not_won),
            f"{_REAL}, bets on rank t or better, and passes turn no card and have no limit",
            high=2,
        ),
    }


FORMULAS: dict[str, Formula] = {**_coup(), **_threshold(), **_several(), **_real_deck()}
"""All formulas of Banchok by name; where the reading of a tie matters the name ends with it, as in "win/push"."""


def formula(name: str, rules: BanchokRules | None = None) -> Formula:
    """Give a formula by name; where the reading of a tie matters, that of the rules.

    Raises
    ------
    RulesError
        If there is no such formula, or the rules are not those of Banchok.

    >>> formula("win").expression
    (r*s + s - 2)/(2*(r*s - 1))
    >>> formula("win")(r=13, s=4), formula("threshold_value")(r=13, s=4, t=7)
    (9/17, 63/221)
    """
    checked = banchok_rules(rules)
    if isinstance(name, str):
        for full in (name, f"{name}/{checked.tie}"):
            if full in FORMULAS:
                return FORMULAS[full]
    names = dict.fromkeys(known.partition("/")[0] for known in FORMULAS)
    raise RulesError(f"there is no formula {shown(name)}: there are {', '.join(names)}")
