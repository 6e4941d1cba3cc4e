"""Who holds how many counters. The one place where counters move."""

from __future__ import annotations

BANK, RESERVE = -2, -1
"""The accounts that are nobody's purse; a player's account is the number of his seat."""


Transfer = tuple[int, int, int]
"""A move of counters: the account that pays, the account that is paid, how many."""


class Ledger:
    """The accounts of one game.

    Parameters
    ----------
    players
        The number of seats.
    purse
        Counters of each player at the start; None is credit without limit, and a purse is then the net gain.

    >>> ledger = Ledger(2, purse=None)
    >>> ledger.pay((0, BANK, 10))
    >>> ledger.purses, ledger.bank
    ((-10, 0), 10)
    """

    __slots__ = ("accounts", "limited")

    def __init__(self, players: int, purse: int | None) -> None:
        self.limited = purse is not None
        self.accounts = [purse or 0] * players + [0, 0]

    def pay(self, transfer: Transfer) -> None:
        """Move counters; their sum over all accounts stays what it was.

        Raises
        ------
        AssertionError
            If an account would fall below zero that may not, or the amount is negative: a fault in a script.
        """
        payer, payee, amount = transfer
        accounts = self.accounts
        if amount < 0 or (accounts[payer] < amount and (payer < 0 or self.limited)):
            raise AssertionError(f"{transfer} cannot be paid from {accounts}")
        accounts[payer] -= amount
        accounts[payee] += amount

    @property
    def purses(self) -> tuple[int, ...]:
        """Counters of each player, by seat."""
        return tuple(self.accounts[:BANK])

    @property
    def bank(self) -> int:
        """Counters in the bank."""
        return self.accounts[BANK]

    @property
    def reserve(self) -> int:
        """Counters in the reserve."""
        return self.accounts[RESERVE]
