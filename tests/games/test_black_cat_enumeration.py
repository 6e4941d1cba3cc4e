"""The script beside the rules played once more with plain loops: all orders of tiny packs, and many whole matches."""

from __future__ import annotations

import random
from collections import Counter
from itertools import chain, permutations, product

import pytest

import banchok_edu as be
from banchok_edu.games.black_cat.events import CardTurned
from tests.games.cat_by_the_book import Match
from tests.games.cat_luck import cards_laid, order_of_turning
from tests.games.cat_table import standings, told

READINGS = {
    "order": ("position", "random"),
    "unbacked": ("void", "banker"),
    "reserve_pays": ("all", "punters"),
    "receiver": ("new_deal", "plays_on"),
    "holiday": ("plays_on", "new_deal"),
    "settle": ("banker", "leave"),
}
COMBINATIONS = [dict(zip(READINGS, values, strict=True)) for values in product(*READINGS.values())]
SPECIALS = (
    *("Reserve", "Contribution", "Distribution", "Stake"),
    *("Scoop", "Transfer Bank", "Official Receiver", "Bank Holiday"),
)


def book(rules, seed, deals):
    """Play a match by the book; ``deals`` are the cards laid and a way to back: who is asked -> positions."""
    agreed = ("players", "purse", "first_banker", "stake", "ante")
    readings = ("unbacked", "reserve_pays", "receiver", "holiday", "settle")
    told_rules = {name: getattr(rules, name) for name in (*agreed, *readings)}
    by_book = Match(**told_rules).begin()
    for number, (cards, positions) in enumerate(deals):
        order = list(range(1, len(cards) + 1))
        if rules.order == "random":
            order = order_of_turning(seed, 0, number, len(cards))
        markers = list(zip(by_book.backing_order(rules.backs), positions, strict=True))
        by_book.play_deal(cards, order, markers)
    return by_book.end()


def result(purses, pool, reserve, winners):
    return tuple(purses), pool, reserve, tuple(winners)


@pytest.mark.parametrize(
    "pack, players, agreed",
    [
        (("Reserve", "Out 3", "Distribution", "Official Receiver"), 3, {"stake": 2}),
        (("Scoop", "Out 2", "In 1", "Bank Holiday"), 2, {"stake": 1}),
        (("Official Receiver", "Official Receiver", "In 2", "Out 1"), 3, {"stake": 3}),
        (("Contribution", "Stake", "Transfer Bank", "Reserve"), 2, {"stake": 2, "purse": 2}),
        (("Official Receiver", "In 3", "Stake", "Bank Holiday"), 3, {"stake": 4, "purse": 3, "ante": 1}),
        (("Out 4", "Reserve", "Contribution", "Distribution", "Scoop"), 2, {"stake": 2}),
        (("Out 1", "In 2", "Official Receiver", "Out 1"), 2, {"stake": 1, "backs": 2, "first_banker": 1}),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else None,
)
def test_every_order_of_a_tiny_pack_and_every_backing_go_by_the_book(pack, players, agreed):
    """Three cards dealt, one deal: final purses, pool, reserve and winners, for all 64 combinations of the readings."""
    dealt, seed = 3, 11
    backs = agreed.get("backs", 1) * (players - 1)
    differing = []
    for readings in COMBINATIONS:
        rules = be.BlackCatRules(players=players, pack=Counter(pack), dealt=dealt, deals=1, **agreed, **readings)
        for cards in sorted(set(permutations(pack, dealt))):
            for positions in permutations(range(1, dealt + 1), backs):
                game = be.BlackCat(rules, seed=seed, stack=cards)
                for position in positions:
                    game.choose(position)
                by_book = book(rules, seed, [(cards, positions)])
                expected = result(by_book.purses, by_book.pool, by_book.reserve, by_book.winners)
                if result(game.purses, game.bank, game.reserve, game.winners) != expected or not game.is_over:
                    differing.append((readings, cards, positions, expected, game.purses, game.bank, game.reserve))
    assert not differing, f"{len(differing)} games differ, the first: {differing[0]}"


def random_rules(chance):
    """Give rules with every parameter by chance, often with small numbers, so that banks break and purses run short."""
    backs = chance.choice([1, 1, 2, 3])
    dealt = chance.randint(max(3, backs), 14)
    players = chance.randint(2, min(6, dealt // backs + 1))
    pack = {"usual": None, "special": dict.fromkeys(SPECIALS, 2)}[chance.choice(["usual", "special"])]
    if pack is not None:
        pack |= {f"In {chance.randint(1, 9)}": 2, f"Out {chance.randint(1, 9)}": 4}
    return be.BlackCatRules(
        players=players,
        purse=chance.choice([None, None, 1, 3, 8, 20]),
        first_banker=chance.randrange(players),
        stake=chance.choice([1, 2, 6, 10]),
        dealt=dealt,
        backs=backs,
        ante=chance.choice([0, 0, 1, 3]),
        deals=chance.randint(1, 5),
        **({} if pack is None else {"pack": pack}),
        **chance.choice(COMBINATIONS),
    )


def usual_order(rules):
    """List the pack as it lies before it is shuffled: In and Out by number, then the specials as in the rules."""
    places = {name: (place, 0) for place, name in enumerate(SPECIALS, start=2)}
    names = sorted(rules.pack, key=lambda name: places.get(name) or (name[0] == "O", int(name.split()[1])))
    return list(chain.from_iterable([name] * rules.pack[name] for name in names))


@pytest.mark.parametrize("batch", range(6))
def test_whole_matches_go_by_the_book_card_by_card(batch):
    """All rules by chance, shuffled cards, random backing: every standing after every card, not only the last."""
    chance = random.Random(f"by the book {batch}")
    for seed in range(200):
        rules = random_rules(chance)
        game = be.BlackCat(rules, seed=seed)
        backed = {}
        while game.decision:
            position = chance.choice(game.decision.options)
            backed.setdefault(game.view(None).deal, []).append(position)
            game.choose(position)
        pack = usual_order(rules)
        cards = [cards_laid(seed, 0, number, pack, rules.dealt) for number in range(rules.deals)]
        by_book = book(rules, seed, list(zip(cards, backed.values(), strict=True)))
        turned = [(e.position, str(e.card)) for e in game.events if isinstance(e, CardTurned)]
        assert turned == [(position, card) for position, card, _ in by_book.trace], (seed, rules)
        course = [after for number in backed for after in standings(game, number)[1:]]
        expected = [after for *_, after in by_book.trace[:-1]]
        assert course[:-1] == expected, (seed, rules)
        assert told(game.view(None)) == by_book.standing(), (seed, rules)
        assert game.winners == tuple(by_book.winners), (seed, rules)
