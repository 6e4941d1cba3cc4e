"""The rules objects that exercises are about."""

from __future__ import annotations

import banchok_edu as be
from banchok_edu.games.black_cat.rules import Pack


def banchok_rules(size: tuple[int, int] = (13, 4), tie: str = "punter_wins") -> be.BanchokRules:
    """Give the rules of a coup with so many ranks, the highest ones, in so many suits.

    >>> len(banchok_rules((8, 4)).cards)
    32
    """
    return be.BanchokRules(ranks=size[0], suits=size[1], tie=tie, players=2)


def bank_rules(
    opening: int, size: tuple[int, int] = (13, 4), tie: str = "punter_wins", punters: int = 1, tripled: str = "at_once"
) -> be.BanchokRules:
    """Give the rules of a bank in independent coups, which does not lapse.

    >>> be.bank_chain(bank_rules(1), be.policies.Blind(1)).probability("tripled")
    64/217
    """
    return be.BanchokRules(
        players=punters + 1,
        opening=opening,
        ranks=size[0],
        suits=size[1],
        tie=tie,
        tripled_when=tripled,
        deck_use="fresh_each_coup",
        pass_limit=None,
    )


def polish_rules(reading: str = "covers", decks: int = 2, hand: int = 3) -> be.PolishRules:
    """Give the rules of a coup of Polish banchok.

    >>> be.polish.loss_probability(rules=polish_rules("total_order", decks=1))
    1/4
    """
    return be.PolishRules(win_rule=reading, decks=decks, hand=hand, players=2)


def cat_rules(punters: int, dealt: int = 14) -> be.BlackCatRules:
    """Give the rules of Black Cat with the usual pack.

    >>> be.black_cat.probability_backed("Scoop", cat_rules(3))
    3/28
    """
    return be.BlackCatRules(players=punters + 1, dealt=dealt)


def plain_cat(punters: int, pool: int) -> be.BlackCatRules:
    """Give the rules of Black Cat in which the eight special cards leave the pool alone.

    They are all of the kind that pays a stake to the last staker.

    >>> len(plain_cat(2, 6).cards)
    28
    """
    numbered = {f"{kind} {k}": 2 for kind in ("In", "Out") for k in range(1, 6)}
    return be.BlackCatRules(players=punters + 1, stake=pool, pack=Pack(numbered | {"Stake": 8}))
