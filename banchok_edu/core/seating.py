"""Who sits where: seats by number, and the policies that play them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from banchok_edu.errors import RulesError, shown, whole_number

if TYPE_CHECKING:
    from .view import View

Policy = Callable[["View"], Any]
"""Anything that is called with a view and gives a choice."""

Policies = Policy | Mapping[int, Policy] | Sequence[Policy | None]
"""One policy for all seats, or one for each seat that has one."""


def seat_number(seat: Any, players: int) -> int:
    """Give the number of a seat as an int.

    >>> seat_number(2, players=3)
    2
    """
    number = whole_number(seat)
    if number is None or not 0 <= number < players:
        raise RulesError(f"{shown(seat)} is not a seat of this game: the seats are 0 to {players - 1}")
    return number


def seat_policies(policies: Policies | None, players: int) -> list[Policy | None]:
    """Give the policy of each seat, None for a seat without one."""
    if policies is None:
        return [None] * players
    if isinstance(policies, Mapping):
        by_seat = {seat_number(seat, players): policy for seat, policy in policies.items()}
        seated = [by_seat.get(seat) for seat in range(players)]
    elif callable(policies):
        seated = [policies] * players
    elif isinstance(policies, Sequence) and len(policies) == players:
        seated = list(policies)
    else:
        raise RulesError(
            f"{shown(policies)} does not seat policies: give one, a mapping from seats, or a list of {players}"
        )
    for policy in seated:
        if isinstance(policy, type):
            raise RulesError(f"{policy.__name__} is a kind of policy: make one, {policy.__name__}(...)")
        if policy is not None and not callable(policy):
            raise RulesError(f"{shown(policy)} is not a policy: give something that is called with a view")
    return seated


def policy_name(policy: Policy) -> str:
    """Give what to call a policy in a message."""
    return (
        shown(policy, 100)
        if type(policy).__module__.startswith("banchok_edu.")
        else getattr(policy, "__name__", shown(policy))
    )
