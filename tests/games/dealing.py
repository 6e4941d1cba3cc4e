"""How the tests of the two banchoks play a game by hand and read its log back as a short story."""

from collections.abc import Iterable

import banchok_edu as be
from banchok_edu.core.events import (
    BankEnded,
    Cut,
    DealBegan,
    Dealt,
    DrewForBank,
    Event,
    Exposed,
    FirstBanker,
    GameOver,
    Left,
    Looked,
    Opened,
    Passed,
    PutUnder,
    Settled,
    Shown,
    Shuffled,
)

EXPOSE = "expose"
"""Said among the choices: a teacher has the next card exposed."""


def banchok(stack="", seed=1, **rules):
    """Give a game of Banchok; seat 0 banks first unless something else is said."""
    return be.Banchok(be.BanchokRules(**{"players": 3, "first_banker": 0} | rules), seed=seed, stack=stack)


def polish(stack="", seed=1, **rules):
    """Give a game of Polish banchok; seat 0 is due to bank first unless something else is said."""
    return be.PolishBanchok(be.PolishRules(**{"players": 3, "first_banker": 0} | rules), seed=seed, stack=stack)


def play(game, *said):
    """Answer the decisions in order; a text lays the next cards, or is EXPOSE."""
    for word in said:
        if word == EXPOSE:
            game.expose()
        elif isinstance(word, str):
            game.stack(word)
        else:
            game.choose(word)
    return game


def stakes(game):
    """Give the seat asked for a stake, the least and the greatest stake, and whether he may pass."""
    asked = game.decision
    assert asked.kind == "stake"
    return asked.seat, asked.low, asked.high, asked.may_pass


def of_kind(game, *kinds):
    """Give the events of some kinds."""
    return [event for event in game.events if isinstance(event, kinds)]


def cards(texts):
    """Read several cards."""
    return tuple(be.Card.read(text) for text in texts.split())


def ended(game):
    """Give (banker, how, counters taken) of each bank that has ended."""
    return [(event.seat, event.how, event.amount) for event in of_kind(game, BankEnded)]


def money(game, at):
    """Give purses and bank after so many events."""
    view = game.view("all", at=at)
    return " ".join(map(str, view.purses)) + f" | {view.bank}"


WORDS = {
    DrewForBank: lambda e: f"{e.seat} draws {e.card}",
    Opened: lambda e: f"{e.seat} opens {e.amount}",
    DealBegan: lambda e: f"deal {e.number}",
    Exposed: lambda e: f"{e.card} exposed to {e.seat}",
    Passed: lambda e: f"{e.seat} cannot bet" if e.forced else f"{e.seat} passes",
    Shown: lambda e: f"{e.seat} shows {written(e.cards)}",
    Settled: lambda e: f"{e.seat} with {written(e.cards)} {RESULTS[e.outcome]} {e.stake} on {e.turned}",
    PutUnder: lambda e: f"{e.count} put under",
    Shuffled: lambda e: f"{e.count} shuffled",
    BankEnded: lambda e: f"bank of {e.seat} {e.how}, {e.amount} taken",
    Left: lambda e: f"{e.seat} refuses and leaves" if e.refused else f"{e.seat} has nothing and leaves",
    GameOver: lambda e: f"won by {' and '.join(map(str, e.winners))}",
}
"""An event in a few words of our own."""

RESULTS = {1: "loses", -1: "wins", 0: "takes back"}
UNTOLD = (Dealt, Looked, Cut, FirstBanker)
"""What the stories leave out."""


def written(cards):
    """Give cards as a text."""
    return " ".join(map(str, cards))


def story(game) -> list[str]:
    """Tell the game so far; where counters may have moved, the purses and the bank follow."""
    told = []
    for at, event in enumerate(game.events, 1):
        if not isinstance(event, UNTOLD):
            moved = isinstance(event, Opened | Settled | BankEnded)
            told.append(WORDS[type(event)](event) + (f" | {money(game, at)}" if moved else ""))
    return told


def lines(text: str) -> list[str]:
    """Give the lines of a story written in a test."""
    return [line.strip() for line in text.strip().splitlines()]


def drawn(events: Iterable[Event]) -> list[tuple[str, int | None, object]]:
    """Give each card as it leaves the deck: ("hand", seat, card), ("turned", seat, card) or ("exposed", seat, card)."""
    out, exposed = [], False
    for event in events:
        match event:
            case Dealt(seat, _, card):
                out.append(("hand", seat, card))
            case Exposed(seat, card):
                out.append(("exposed", seat, card))
                exposed = True
            case Settled(seat, _, _, turned, _):
                if not exposed:
                    out.append(("turned", seat, turned))
                exposed = False
            case Passed():
                exposed = False
    return out


def check_conserved(game):
    """All accounts together always hold what they held at first, and none that is limited falls below zero."""
    purse = game.rules.purse
    accounts = [purse or 0] * game.rules.players + [0, 0]  # the purses, the bank, the reserve
    start = sum(accounts)
    for event in game.events:
        if event.transfer:
            payer, payee, amount = event.transfer
            assert amount > 0
            accounts[payer] -= amount
            accounts[payee] += amount
        assert sum(accounts) == start
        assert accounts[-2] >= 0 == accounts[-1]
        if purse is not None:
            assert min(accounts) >= 0
    assert (*game.purses, game.bank, game.reserve) == tuple(accounts)


def follow_side_pack(game, shoe):
    """Keep the deck, the used cards and the hands by the words of the rule; give how often it ran out in mid-deal."""
    ran_out, told, expected = 0, [], []
    deck, used, hands, exposed = [], [], [], False
    for event in game.events:
        match event:
            case Opened():
                deck, used, hands = list(shoe), [], []
            case DealBegan():
                used, hands = used + hands, []
            case Shuffled(count):
                told.append(count)
        if isinstance(event, Passed):
            exposed = False
        if not isinstance(event, Dealt | Exposed | Settled):
            continue
        if isinstance(event, Settled) and exposed:
            exposed = False
            continue
        exposed = isinstance(event, Exposed)
        card = event.turned if isinstance(event, Settled) else event.card
        if not deck:
            ran_out += bool(hands)
            deck, used = used, []
            expected.append(len(deck))
        deck.remove(card)  # fails if the card cannot be there
        (hands if isinstance(event, Dealt) else used).append(card)
    assert told == expected
    return ran_out
