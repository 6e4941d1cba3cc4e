"""The policies that come with the package, under one name: ``be.policies``."""

from .counting import CardCounter
from .policy import Backing, Bet, Blind, Hand, Kelly, Optimal, Pass, Share, TablePolicy, Threshold
from .refusing import Refusing

__all__ = [
    "Backing",
    "Bet",
    "Blind",
    "CardCounter",
    "Hand",
    "Kelly",
    "Optimal",
    "Pass",
    "Refusing",
    "Share",
    "TablePolicy",
    "Threshold",
]


def __dir__() -> list[str]:
    return sorted(__all__)
