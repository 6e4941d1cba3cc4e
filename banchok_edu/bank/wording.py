"""What is played, in words, so that each exercise stands alone: who wins, which deck, which model."""

from __future__ import annotations

TIES = {
    "punter_wins": "If both have the same rank, the bank pays you.",
    "push": "If both have the same rank, your stake goes back to you.",
    "banker_wins": "If both have the same rank, the banker wins.",
}
IN_WORDS = {"punter_wins": "ties pay the punter", "push": "ties are a stand-off", "banker_wins": "the banker wins ties"}
FRESH = "All cards are shuffled anew before each coup, so that coups are independent."
REAL = "The deck is shuffled once, and no card comes back before all have been used."
ONE_COUP = "The deck is shuffled before the coup."


_WORDS = dict(
    zip(
        ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
        ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
        strict=True,
    )
)
_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def deck(size: tuple[int, int] = (13, 4)) -> str:
    """Give a deck of so many ranks, the highest ones, in so many suits.

    >>> deck(), deck((8, 4))
    ('52 cards', '32 cards (the ranks 7 to A in four suits)')
    """
    ranks, suits = size
    low = tuple(_WORDS)[-ranks]
    what = "" if size == (13, 4) else f" (the ranks {low} to A in {count_word(suits)} suit{'s' * (suits > 1)})"
    return f"{ranks * suits} cards{what}"


def banchok(tie: str = "punter_wins", *more: str, size: tuple[int, int] = (13, 4)) -> str:
    """Give the rule of a coup of Banchok, and what else is to be known.

    >>> banchok("push").endswith("your stake goes back to you.")
    True
    """
    coup = (
        f"Banchok with one deck of {deck(size)}. You are dealt a card, and the banker turns one of the others. If "
        f"his is of higher rank, he wins. If it is lower, the bank pays you. {TIES[tie]}"
    )
    return " ".join((coup, *more))


READINGS = {
    "covers": "the banker wins only if you hold the turned suit and the turned card is higher than all your cards "
    "of it",
    "beats": "you win only if you hold a card of the turned suit that is higher than the turned card",
    "covers_any": "the banker wins only if the turned card is higher than some card of its suit that you hold",
    "total_order": (
        "all cards stand in one order, by rank and within a rank by suit (♠ lowest, then ♣, ♦, ♥), and the banker "
        "wins only if the turned card is higher than your best card; an identical card is not higher"
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


def black_cat(*more: str, punters: int | None = None, dealt: int = 14) -> str:
    """Give the rule of a deal of Black Cat, as far as it is needed.

    >>> "28" in black_cat()
    True
    """
    pack = (
        'Black Cat "Bank", a pack of 28: In 1 to 5 and Out 1 to 5, two of each, and eight special cards, one of each '
        f"kind. {dealt} cards are dealt face down in a row from the shuffled pack."
    )
    markers = f"{count_word(punters or 0).capitalize()} punters back a position each, no two the same, at random."
    return " ".join((pack, *([markers] if punters else []), *more))


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
