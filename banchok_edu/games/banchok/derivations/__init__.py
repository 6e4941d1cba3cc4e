"""The derivations of Banchok, by name. Each has an oracle that goes over cards, orders or equations instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import bank, betting, coup, deck, estimation, several

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.proofs import Derivation

DERIVATIONS: dict[str, Callable[[], Derivation]] = {
    "win-rank": coup.win_rank,
    "win": coup.win,
    "win-symmetry": coup.win_symmetry,
    "tie": coup.tie,
    "edge": coup.edge,
    "win-given-bet": coup.win_given_bet,
    "rank-given-win": coup.rank_given_win,
    "rank-given-lost": coup.rank_given_lost,
    "threshold": betting.threshold,
    "best-threshold": betting.best_threshold,
    "threshold-variance": betting.threshold_variance,
    "kelly": betting.kelly,
    "stopping": betting.stopping,
    "covariance": several.covariance,
    "both-win": several.both_win,
    "correlation": several.correlation,
    "best-of-m": several.best_of_m,
    "best-of-m-one-suit": several.best_of_m_one_suit,
    "tripled-martingale": bank.tripled_martingale,
    "tripled-first-step": bank.tripled_first_step,
    "coups": bank.coups,
    "explained-share": estimation.explained_share,
    "standard-error": estimation.standard_error,
    "sample-size": estimation.sample_size,
    "chebyshev": estimation.chebyshev,
    "frozen-pairs": deck.frozen_pairs,
    "frozen-variance": deck.frozen_variance,
    "first-bet": deck.first_bet,
}
"""From plain to hard."""
