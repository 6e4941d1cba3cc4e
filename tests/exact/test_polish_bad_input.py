"""What cannot be asked is refused, with what was given, what is allowed and what to do."""

from itertools import repeat
from time import perf_counter

import pytest

import banchok_edu as be
from banchok_edu.errors import CardError, RulesError
from banchok_edu.games.polish.exact import counting
from banchok_edu.games.polish.exact.shoe import unseen

P, R = be.polish, be.PolishRules


@pytest.mark.parametrize("ask", [P.win_probability, P.loss_probability, P.edge, P.explain_hand, P.compare_readings])
@pytest.mark.parametrize(
    "hand, message",
    [
        ("A♠ A♠ A♠", "A♠ is in this hand 3 times, but in the shoe 2: once in each deck"),
        ("A♠ 9♠", "2 cards are not a hand: with these rules a hand has 3"),
        ("", "0 cards are not a hand"),
        ("A♠ 9♠ 4♥ 2♥", "4 cards are not a hand"),
        ("A♠ 9♠ 1♥", "'1♥' is not a card"),
        (7, "7 is not a list of cards"),
        (["A♠", None, "9♠"], "None is not a card"),
        (be.Card("A", "♠"), "1 cards are not a hand"),
        (repeat("A♠"), "more than 104 cards, which is all that are in the shoe"),
        ("A♠ " * 10**6, "a text of 3,000,000 characters is too long"),
    ],
)
def test_a_hand_that_cannot_be(ask, hand, message):
    with pytest.raises(CardError) as refused:
        ask(hand)
    assert message in str(refused.value)


def test_a_card_that_is_not_in_the_shoe():
    small = R(ranks=3, suits=2, players=2)
    with pytest.raises(CardError, match="J♠ is not in the shoe: these rules have the ranks from Q up, in ♠, ♣"):
        P.win_probability("A♠ K♠ J♠", small)
    with pytest.raises(CardError, match="A♥ is not in the shoe"):
        P.win_probability("A♠ K♠ K♠", small, seen="A♥")
    with pytest.raises(CardError, match="A♥ is not in the shoe"):
        P.distribution(small, seen="A♥")


def test_more_seen_cards_than_exist():
    with pytest.raises(CardError, match="A♠ is in the hand and seen 3 times, but in the shoe 2"):
        P.win_probability("A♠ 9♠ 4♥", seen="A♠ A♠")
    with pytest.raises(CardError, match="A♠ is seen 3 times, but in the shoe 2"):
        P.win_probability(seen="A♠ A♠ A♠")
    tiny = R(ranks=2, suits=1, decks=2, hand=1, players=2)
    assert P.win_probability("A♠", tiny, seen="A♠ K♠") == 1
    with pytest.raises(CardError, match=r"3 cards were seen, so 1 of 4 are left: a hand of 1 and a turned card need 2"):
        P.win_probability("A♠", tiny, seen="A♠ K♠ K♠")
    with pytest.raises(CardError, match="3 cards were seen, so 1 of 4 are left"):
        P.win_probability(rules=tiny, seen="A♠ K♠ K♠")


def test_one_card_may_be_given_as_it_is():
    assert P.win_probability(be.Card("A♠"), R(hand=1)) == 1
    assert P.win_probability("A♠ 9♠ 4♥", seen=be.Card("K♥")) == P.win_probability(["As", "9s", "4h"], seen=["Kh"])


@pytest.mark.parametrize(
    "ask",
    [
        lambda rules: P.win_probability(rules=rules),
        lambda rules: P.win_probability("A♠ 9♠ 4♥", rules),
        lambda rules: P.compare_readings(rules=rules),
        lambda rules: P.explain_hand("A♠ 9♠ 4♥", rules),
        P.distribution,
        P.value_of_optimal_play,
        P.best_hand,
        P.hands,
        P.count_hands,
        P.suits_held,
        lambda rules: P.value_of_turn(5, rules),
        lambda rules: P.value_of_exposed_card(5, rules),
    ],
)
def test_rules_of_something_else(ask):
    with pytest.raises(RulesError, match=r"these are rules of banchok: give PolishRules\(...\), or ask be.banchok"):
        ask(be.BanchokRules())
    for other in ("covers", 3, R, {"win_rule": "covers"}):
        with pytest.raises(RulesError, match="are not rules: give PolishRules"):
            ask(other)


def test_too_many_hands_to_be_told_apart():
    large = R(decks=39, hand=100, players=2)
    started = perf_counter()
    for ask in (P.distribution, P.share_favourable, P.value_of_optimal_play, P.best_hand, P.variance_explained):
        with pytest.raises(RulesError, match=r"hands of 100 from 2,028 cards are too many .* take fewer decks or a sm"):
            ask(large)
    assert 0 < P.win_probability(rules=large) < 1  # the average has no such limit
    assert perf_counter() - started < 5


def test_the_largest_distributions_that_are_counted_take_seconds():
    rules = R(decks=39, hand=25, players=2, win_rule="beats")
    assert counting.work(unseen(rules)) < counting.MOST_WORK
    found = P.distribution(rules)
    assert sum(p * share for p, share in found.items()) == P.win_probability(rules=rules)


def test_too_many_hands_to_be_listed():
    with pytest.raises(
        RulesError, match=r"^[\d,]+ different hands are too many to be listed, which goes up to 300,000"
    ):
        P.hands(R(hand=5))
    with pytest.raises(RulesError, match="different hands are too many"):
        P.hands(R(decks=39, hand=25, players=2))


@pytest.mark.parametrize("bank", [0, -1, 2.0, "5", True, 10**40])
def test_a_bank_that_cannot_be(bank):
    for ask in (P.value_of_turn, P.value_of_exposed_card):
        with pytest.raises(RulesError, match=r"bank=.* is not allowed: bank is a whole number of counters, 1 or more"):
            ask(bank)
        with pytest.raises(RulesError, match=r"opening=.* is not allowed"):
            ask(5, opening=bank)


def test_limited_purses_have_no_one_value():
    with pytest.raises(RulesError, match="purse=50 limits what can be staked"):
        P.value_of_turn(5, R(purse=50))


@pytest.mark.parametrize(
    "chance, message", [("1/2", "the nearest are 49/101 and 51/101"), (0, "the nearest are 29/101;")]
)
def test_a_chance_that_no_hand_has(chance, message):
    with pytest.raises(RulesError) as refused:
        P.hand_with(chance)
    assert message in str(refused.value)


def test_a_chance_that_is_none():
    for chance in (2, -1, 81 / 101, "x", None):
        with pytest.raises(RulesError, match="win_probability="):
            P.hand_with(chance)
