"""The derivations of Black Cat "Bank", by name: counts of cards, who acts first, and the burden of the banker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import acting, dealing

if TYPE_CHECKING:
    from collections.abc import Callable

    from banchok_edu.proofs import Derivation

DERIVATIONS: dict[str, Callable[[], Derivation]] = {
    "specials-chance": dealing.specials_chance,
    "specials-mean": dealing.specials_mean,
    "specials-variance": dealing.specials_variance,
    "change": acting.change,
    "ends-by-scoop": acting.ends_by_scoop,
    "acts-first": acting.acts_first,
    "burden": acting.burden,
    "net-variance": acting.net_variance,
}
"""From plain to hard."""
