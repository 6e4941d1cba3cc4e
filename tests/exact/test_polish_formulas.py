"""The formulas of Polish banchok in symbols against hands counted card by card and against averages counted."""

from itertools import islice

import pytest
import sympy as sp
from sympy import Rational as Q

import banchok_edu as be
from banchok_edu.errors import RulesError
from banchok_edu.formulas import SYMBOLS
from tests.exact.polish_by_hand import ODD_SHOES, READINGS, all_hands, banker_wins, chances, fraction, mean

P, R = be.polish, be.PolishRules
SHOES = [*ODD_SHOES, {"ranks": 13, "suits": 4, "decks": 1, "hand": 2}]


def held_in_symbols(hand, rules):
    """Read off a hand what the formulas ask for, with ranks from 1."""
    found = {"r": rules.ranks, "s": rules.suits, "d": rules.decks, "h": rules.hand}
    lowest = rules.cards[0].index - 1
    for number, suit in enumerate("♠♣♦♥", 1):
        ranks = [card.index - lowest for card in hand if card.suit == suit]
        found[f"t{number}"], found[f"m{number}"] = (max(ranks), ranks.count(max(ranks))) if ranks else (None, 0)
        found[f"b{number}"] = min(ranks) if ranks else rules.ranks
        found[f"a{number}"] = sum(rank > min(ranks) for rank in ranks)
    order = sorted(set(rules.cards), key=lambda card: (card.index, "♠♣♦♥".index(card.suit)))
    found["v"] = max(order.index(card) + 1 for card in hand)
    return found


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("shoe", SHOES, ids=str)
def test_the_formula_of_a_hand_for_hands_of_odd_sizes(shoe, win_rule):
    rules, formula = R(players=2, win_rule=win_rule, **shoe), P.FORMULAS[f"{win_rule}/hand"]
    nothing = {"covers": rules.ranks, "beats": 1}.get(win_rule)
    for hand, rest in islice(all_hands(rules), 0, None, 23):
        numbers = held_in_symbols(hand, rules)
        numbers = {name: numbers[name] if numbers[name] is not None else nothing for name in formula.symbols}
        won = sum(not banker_wins(hand, card, win_rule) for card in rest)
        assert formula(**numbers) == Q(won, len(rest)) == P.win_probability(hand, rules)


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("shoe", SHOES, ids=str)
def test_the_finite_sum_for_shoes_of_odd_sizes(shoe, win_rule):
    rules = R(players=2, win_rule=win_rule, **shoe)
    sizes = {"r": rules.ranks, "s": rules.suits, "d": rules.decks, "h": rules.hand}
    exact = mean(chances(rules))
    assert fraction(P.FORMULAS[f"{win_rule}/average"](**sizes)) == exact
    sizes.pop("h")
    assert fraction(P.average_formula(win_rule, rules.hand)(**sizes)) == exact


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("ranks, suits, hand", [(13, 4, 3), (13, 4, 5), (4, 3, 4), (2, 4, 1), (5, 1, 4), (13, 2, 25)])
def test_the_closed_form_for_one_deck(win_rule, ranks, suits, hand):
    formula = P.FORMULAS[f"{win_rule}/one_deck"]
    numbers = {name: {"r": ranks, "s": suits, "h": hand}[name] for name in formula.symbols}
    rules = R(players=2, decks=1, ranks=ranks, suits=suits, hand=hand, win_rule=win_rule)
    assert formula(**numbers) == P.win_probability(rules=rules)
    sizes = {"r": ranks, "s": suits, "d": 1, "h": hand}
    assert P.FORMULAS[f"{win_rule}/average"](**sizes) == P.win_probability(rules=rules)


@pytest.mark.parametrize("win_rule", READINGS)
@pytest.mark.parametrize("decks, hand", [(2, 3), (5, 5), (3, 25), (39, 2)])
def test_the_finite_sum_for_whole_decks(win_rule, decks, hand):
    exact = P.win_probability(rules=R(players=2, decks=decks, hand=hand, win_rule=win_rule))
    assert P.FORMULAS[f"{win_rule}/average"](r=13, s=4, d=decks, h=hand) == exact
    if hand <= 6:
        assert P.average_formula(win_rule, hand)(r=13, s=4, d=decks) == exact


def test_the_closed_form_of_the_total_order_as_one_can_work_it_out():
    """A card each: of d r s - 1 others d (r s - 1) are no twins, half of these senior on average."""
    r, s, d = (SYMBOLS[name][0] for name in "rsd")
    expected = 1 - d * (r * s - 1) / (2 * (d * r * s - 1))
    assert sp.simplify(P.average_formula("total_order", 1).expression - expected) == 0


def test_the_mirror_holds_in_symbols():
    for hand in (1, 2, 3):
        beats, other = (P.average_formula(name, hand).expression for name in ("beats", "covers_any"))
        assert sp.simplify(beats + other) == 1


def test_every_reading_has_its_formulas_and_each_symbol_is_explained():
    assert sorted(P.FORMULAS) == sorted(
        f"{name}/{kind}" for name in READINGS for kind in ("hand", "average", "one_deck")
    )
    for formula in [*P.FORMULAS.values(), P.average_formula("beats", 2)]:
        for name, meaning in formula.symbols.items():
            assert meaning
            assert f"{name}: {meaning}" in str(formula)
        assert formula.latex()


HELD = {"r": 13, "s": 4, "d": 2, "h": 3}
TOPS = {f"t{i}": 13 for i in range(1, 5)}


@pytest.mark.parametrize(
    "kind, numbers, message",
    [
        ("covers/hand", HELD | TOPS | {"t2": 14}, "t2=14 is no rank: with r=13 the ranks are 1 to 13"),
        ("covers/hand", HELD | TOPS | {"t2": 0}, "t2=0 is not allowed: t2 is 1 or more"),
        ("covers/hand", HELD | {f"t{i}": 5 for i in range(1, 5)}, "4 cards held, which is more than h=3"),
        ("covers/hand", HELD | TOPS | {"s": 1, "t1": 3, "t2": 3}, "2 suits are held, but the deck has s=1"),
        ("covers/hand", HELD | TOPS | {"s": 5}, "s=5 is not allowed"),
        ("covers/hand", HELD | TOPS | {"h": 104}, "leaves no card to be turned"),
        (
            "beats/hand",
            HELD | {f"t{i}": 1 for i in range(1, 5)} | {"m1": 3, "m2": 0, "m3": 0, "m4": 0},
            "m1=3 copies of one card are too many: there are d=2 decks",
        ),
        (
            "beats/hand",
            HELD | {f"t{i}": 2 for i in range(1, 5)} | {f"m{i}": 0 for i in range(1, 5)},
            "t1=2 is held, so m1 is 1 or more",
        ),
        (
            "covers_any/hand",
            HELD | {f"b{i}": 13 for i in range(1, 5)} | {"a1": 1, "a2": 0, "a3": 0, "a4": 0},
            "a1=1 is too many: in d=2 decks 0 cards are above rank 13",
        ),
        ("total_order/hand", HELD | {"v": 53}, "v=53 is no place"),
        ("covers/average", {"r": 2, "s": 1, "d": 1, "h": 2}, "a hand of 2 and a turned card do not come from 2 cards"),
        ("beats/one_deck", {"r": 2, "s": 1, "h": 2}, "do not come from 2 cards"),
    ],
)
def test_numbers_that_do_not_go_together_are_refused(kind, numbers, message):
    with pytest.raises(RulesError) as refused:
        P.FORMULAS[kind](**numbers)
    assert message in str(refused.value)


@pytest.mark.parametrize("win_rule", ["cover", None, 0, ["covers"], "x" * 10**6])
def test_a_formula_needs_a_reading(win_rule):
    with pytest.raises(RulesError, match=r"is not a reading: choose from 'covers', 'beats', 'covers_any'"):
        P.average_formula(win_rule)


@pytest.mark.parametrize("hand", [0, -1, 7, 3.0, True, "3", None, 10**40])
def test_a_closed_form_is_for_small_hands(hand):
    with pytest.raises(RulesError, match="finite sum for any hand"):
        P.average_formula("covers", hand)


def test_a_closed_form_is_not_for_fewer_cards_than_the_hand():
    with pytest.raises(RulesError, match="a hand of 3 and a turned card do not come from 3 cards"):
        P.average_formula("covers", 3)(r=3, s=1, d=1)
