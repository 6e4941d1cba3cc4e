"""What is asked of the exact mathematics: which rules, which cards; and which rules a sum does not hold for."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from typing import TYPE_CHECKING

from banchok_edu.errors import CardError, RulesError, shown, whole_number
from banchok_edu.games.black_cat.rules import KINDS, SPECIALS, BlackCatRules, CatCard

if TYPE_CHECKING:
    from typing import Any, NoReturn

CHANGES = ("Scoop", "Transfer Bank", "Official Receiver")
"""The kinds that make their backer banker."""

GROUPS = {"special": SPECIALS, "change": CHANGES}
"""Kinds that can be asked for together."""

MOST_ASKED = 1000
"""How many kinds may be asked for together."""

Kind = str | CatCard | Collection["str | CatCard"]
"""A kind ("In", "Scoop"), a card ("In 3"), a group ("special", "change"), or several of these."""


def the_rules(rules: BlackCatRules | None) -> BlackCatRules:
    """Give the rules that are meant: those given, or the usual ones.

    Raises
    ------
    RulesError
        If it is something else.

    >>> the_rules(None).players
    5
    """
    if rules is None:
        return BlackCatRules()
    if not isinstance(rules, BlackCatRules):
        raise RulesError(f'{shown(rules)} are not rules of Black Cat "Bank": give BlackCatRules(players=4), or nothing')
    return rules


def cards_of(kind: Any) -> frozenset[tuple[str, int]]:
    """Give what is meant by a kind: pairs of a kind and a number, with 0 for all numbers.

    Raises
    ------
    CardError
        If there is no such kind, card or group; names the nearest.

    >>> sorted(cards_of(["In 3", "out", "scoop"]))
    [('In', 3), ('Out', 0), ('Scoop', 0)]
    >>> cards_of("Scop")
    Traceback (most recent call last):
    banchok_edu.errors.CardError: 'Scop' is no kind of card: ask for In, Out, Reserve, Contribution, Distribution, \
Stake, Scoop, Transfer Bank, Official Receiver, Bank Holiday, a card such as 'In 3', 'special' or 'change'; \
did you mean 'Scoop'?
    """
    if isinstance(kind, CatCard):
        return frozenset({(kind.kind, kind.number)})
    if isinstance(kind, list | tuple | set | frozenset) and 0 < len(kind) <= MOST_ASKED:
        return frozenset().union(*(cards_of(one) for one in kind if isinstance(one, str | CatCard) or _refused(one)))
    name = " ".join(kind[:80].split()) if isinstance(kind, str) else ""
    if name.lower() in GROUPS:
        return frozenset((one, 0) for one in GROUPS[name.lower()])
    if name.title() in KINDS:
        return frozenset({(name.title(), 0)})
    try:
        card = CatCard.read(kind)
    except CardError:
        _refused(kind, name)
    return frozenset({(card.kind, card.number)})


def _refused(kind: object, name: str = "") -> NoReturn:
    known = {group.title(): group for group in GROUPS} | {one: one for one in KINDS}
    near = difflib.get_close_matches(name.title(), known, 1)
    raise CardError(
        f"{shown(kind)} is no kind of card: ask for {', '.join(KINDS)}, a card such as 'In 3', "
        f"{' or '.join(map(repr, GROUPS))}" + (f"; did you mean {known[near[0]]!r}?" if near else "")
    ) from None


def chosen(kind: Kind, rules: BlackCatRules) -> tuple[CatCard, ...]:
    """Give the cards of the pack that are of a kind, each as often as it is there."""
    wanted = cards_of(kind)
    return tuple(card for card in rules.cards if (card.kind, 0) in wanted or (card.kind, card.number) in wanted)


def count(kind: Kind, rules: BlackCatRules) -> int:
    """Count the cards of a kind in the pack.

    >>> count("special", BlackCatRules()), count("In", BlackCatRules()), count("In 9", BlackCatRules())
    (8, 10, 0)
    """
    return len(chosen(kind, rules))


def markers(rules: BlackCatRules) -> int:
    """Count the markers that are laid in a deal: the positions that are backed."""
    return (rules.players - 1) * rules.backs


def refuse(what: str, rules: BlackCatRules, instead: str, **readings: tuple[object, str]) -> None:
    """Refuse rules for which something does not hold: a field is named with what it must be, and why.

    Raises
    ------
    RulesError
        If a field has another value; says why that matters and what to ask ``instead``.
    """
    for name, (needed, why) in readings.items():
        value = getattr(rules, name)
        if value != needed:
            raise RulesError(
                f"{what} does not hold for {name}={shown(value)}, only for {name}={needed!r}: {why}; {instead}"
            )


def position_in(rules: BlackCatRules, position: object) -> int:
    """Read a position of the deal.

    Raises
    ------
    RulesError
        If there is no such position.
    """
    number = whole_number(position)
    if number is None or not 1 <= number <= rules.dealt:
        raise RulesError(f"position={shown(position)} is not dealt: the positions are 1 to {rules.dealt}")
    return number


def places(rules: BlackCatRules, positions: object) -> frozenset[int]:
    """Read the positions that are backed, one for each marker.

    Raises
    ------
    RulesError
        If they are not so many different positions as there are markers.
    """
    laid = list(positions) if isinstance(positions, Collection) and not isinstance(positions, str | bytes) else None
    if laid is None or len(laid) != markers(rules):
        raise RulesError(
            f"positions={shown(positions)} is not allowed: {rules.players - 1} punters with backs={rules.backs} back "
            f"{markers(rules)} positions, so give as many different ones of 1 to {rules.dealt}"
        )
    found = frozenset(position_in(rules, one) for one in laid)
    if len(found) < len(laid):
        raise RulesError(f"positions={shown(positions)} is not allowed: nobody backs a position that is backed already")
    return found
