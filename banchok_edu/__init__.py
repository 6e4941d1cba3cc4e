"""Learn and teach probability with three old banking games played with cards.

>>> import banchok_edu as be
>>> game = be.Banchok(be.BanchokRules(players=3), seed=7)
>>> game.advance(be.policies.Threshold("8")).is_over
True

The public names are loaded on first use, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import pictures as pictures
    from .bank import Exercise as Exercise
    from .bank import Feedback as Feedback
    from .bank import exercise as exercise
    from .bank import exercises as exercises
    from .bank import my_seed as my_seed
    from .bulk.coups import Coups as Coups
    from .bulk.coups import coups as coups
    from .bulk.simulating import simulate as simulate
    from .bulk.simulation import Simulation as Simulation
    from .cards import Card as Card
    from .catalogue import derivation as derivation
    from .catalogue import derivations as derivations
    from .chains import Chain as Chain
    from .comparison import Comparison as Comparison
    from .comparison import compare as compare
    from .controls.bank_walk import BankWalk as BankWalk
    from .controls.cardmap import CardMap as CardMap
    from .controls.explorer import Explorer as Explorer
    from .controls.runner import Runner as Runner
    from .controls.stepper import Stepper as Stepper
    from .controls.table import Table as Table
    from .core import policies as policies
    from .core.events import Event as Event
    from .core.view import View as View
    from .errors import (
        BanchokError as BanchokError,
    )
    from .errors import (
        CardError as CardError,
    )
    from .errors import (
        IllegalChoice as IllegalChoice,
    )
    from .errors import (
        IncompleteRun as IncompleteRun,
    )
    from .errors import (
        RulesError as RulesError,
    )
    from .errors import (
        SaveError as SaveError,
    )
    from .errors import (
        SlowPlay as SlowPlay,
    )
    from .estimates import Estimate as Estimate
    from .games.banchok import Banchok as Banchok
    from .games.banchok import BanchokRules as BanchokRules
    from .games.banchok import exact as banchok  # noqa: F401
    from .games.black_cat import BlackCat as BlackCat
    from .games.black_cat import BlackCatRules as BlackCatRules
    from .games.black_cat import exact as black_cat  # noqa: F401
    from .games.independent_bank import bank_chain as bank_chain
    from .games.lone_punter import lone_punter as lone_punter
    from .games.polish import PolishBanchok as PolishBanchok
    from .games.polish import PolishRules as PolishRules
    from .games.polish import exact as polish  # noqa: F401
    from .games.registry import from_code as from_code
    from .games.registry import from_json as from_json
    from .games.registry import load as load
    from .proofs import Derivation as Derivation

__version__ = "0.1.0"

_WHERE = {
    "Card": "cards",
    "Event": "core.events",
    "View": "core.view",
    "BanchokError": "errors",
    "CardError": "errors",
    "IllegalChoice": "errors",
    "IncompleteRun": "errors",
    "RulesError": "errors",
    "SaveError": "errors",
    "SlowPlay": "errors",
    "Banchok": "games.banchok",
    "BanchokRules": "games.banchok",
    "PolishBanchok": "games.polish",
    "PolishRules": "games.polish",
    "BlackCat": "games.black_cat",
    "BlackCatRules": "games.black_cat",
    "load": "games.registry",
    "from_json": "games.registry",
    "from_code": "games.registry",
    "Estimate": "estimates",
    "Simulation": "bulk.simulation",
    "simulate": "bulk.simulating",
    "Chain": "chains",
    "bank_chain": "games.independent_bank",
    "lone_punter": "games.lone_punter",
    "Coups": "bulk.coups",
    "coups": "bulk.coups",
    "Table": "controls.table",
    "Explorer": "controls.explorer",
    "Runner": "controls.runner",
    "BankWalk": "controls.bank_walk",
    "Stepper": "controls.stepper",
    "Comparison": "comparison",
    "compare": "comparison",
    "Derivation": "proofs",
    "derivation": "catalogue",
    "derivations": "catalogue",
    "Exercise": "bank",
    "Feedback": "bank",
    "exercise": "bank",
    "exercises": "bank",
    "my_seed": "bank",
    "CardMap": "controls.cardmap",
}
"""Where each public name lives."""

_MODULES = {
    "policies": "core.policies",
    "banchok": "games.banchok.exact",
    "polish": "games.polish.exact",
    "black_cat": "games.black_cat.exact",
    "pictures": "pictures",
}
"""The public modules: ways to play, the exact mathematics of each game, and pictures."""

__all__ = ["__version__", *_MODULES, *_WHERE]  # noqa: PLE0604 (built from the table above)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        found: Any = import_module(f".{_MODULES[name]}", __name__)
    elif name in _WHERE:
        found = getattr(import_module(f".{_WHERE[name]}", __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
