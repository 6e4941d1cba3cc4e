"""What is played, in words, so that each exercise stands alone: who wins, which deck, which model."""

from __future__ import annotations

TIES = {
    "punter_wins": "If both have the same rank, the bank pays you.",
    "push": "If both have the same rank, your stake goes back to you.",
    "banker_wins": "If both have the same rank, the banker wins.",
}
IN_WORDS = {"punter_wins": "ties pay the punter", "push": "ties are a stand-off", "banker_wins": "the banker wins ties"}
FRESH = "All 52 cards are shuffled anew before each coup, so that coups are independent."
REAL = "The deck is shuffled once, and no card comes back before all have been used."
ORDER = "Ranks from low to high: 2, 3, ..., 10, J, Q, K, A."


def banchok(tie: str = "punter_wins", deck: str = "", extra: str = "") -> str:
    """Give the rule of a coup of Banchok.

    >>> banchok("push").endswith("your stake goes back to you.")
    True
    """
    coup = (
        "Banchok, one deck of 52. You are dealt a card, and the banker turns one of the others. If his is of higher "
        "rank, "
        f"he wins. If it is lower, the bank pays you. {TIES[tie]}"
    )
    return " ".join(part for part in (coup, deck, extra) if part)


READINGS = {
    "covers": "the banker wins only if you hold the turned suit and the turned card is higher than all your cards "
    "of it",
    "beats": "you win only if you hold a card of the turned suit that is higher than the turned card",
    "covers_any": "the banker wins only if the turned card is higher than some card of its suit that you hold",
    "total_order": (
        "all cards stand in one order, by rank and within a rank by suit (♠ lowest, then ♣, ♦, ♥), and the banker wins "
        "only if the turned card is higher than your best card; an identical card is not higher"
    ),
}


def polish(reading: str = "covers", decks: int = 2, hand: int = 3, extra: str = "") -> str:
    """Give the rule of a coup of Polish banchok.

    >>> polish("beats").startswith("Polish banchok, two decks")
    True
    """
    packs = {1: "one deck of 52 cards", 2: "two decks shuffled together, 104 cards"}.get(
        decks, f"{decks} decks shuffled together, {52 * decks} cards"
    )
    cards = f"{hand} card{'s' * (hand > 1)}"
    coup = (
        f"Polish banchok, {packs}. You are dealt {cards}, and the banker turns one of the others. "
        f'Reading "{reading.replace("_", " ")}": {READINGS[reading]}. In all other cases the bank pays you.'
    )
    return " ".join(part for part in (coup, "The shoe is shuffled before the coup.", extra) if part)


def black_cat(extra: str = "", punters: int | None = None) -> str:
    """Give the rule of a deal of Black Cat, as far as it is needed.

    >>> "28" in black_cat()
    True
    """
    markers = (
        ""
        if punters is None
        else (f" Each of {punters} punters backs a position of his own, all of them equally likely.")
    )
    return (
        'Black Cat "Bank", a pack of 28: In 1 to 5 and Out 1 to 5, two of each, and eight special cards, one of '
        "each kind. "
        f"14 cards are dealt face down from the shuffled pack in a row.{markers} {extra}"
    ).strip()


_WORDS = dict(
    zip(
        ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
        ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def word(rank: str) -> str:
    """Give a rank as a word.

    >>> word("8"), plural("6")
    ('eight', 'sixes')
    """
    return _WORDS[rank]


def a_card(rank: str) -> str:
    """Give a rank with its article.

    >>> a_card("8"), a_card("9")
    ('an eight', 'a nine')
    """
    return f"an {_WORDS[rank]}" if rank in ("8", "A") else f"a {_WORDS[rank]}"


def plural(rank: str) -> str:
    """Give the plural of a rank."""
    return _WORDS[rank] + ("es" if rank == "6" else "s")


def count_word(n: int) -> str:
    """Give a small number as a word.

    >>> count_word(4), count_word(40)
    ('four', '40')
    """
    return _COUNTS[n] if n < len(_COUNTS) else str(n)
