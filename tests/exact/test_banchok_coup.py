"""One coup of Banchok: chances counted by hand, over all cards, and played."""

from __future__ import annotations

from itertools import combinations

import pytest
from sympy import Rational

import banchok_edu as be
from banchok_edu.core.counting import seen_cards
from banchok_edu.errors import BanchokError, CardError, RulesError
from tests.exact.banchok_cards import SMALL, TIES, coups, deck, gain, mean, named, ranks, rules, share

B = be.banchok


@pytest.mark.parametrize(
    "rank, won",
    # With the nine 28 lower cards and 3 nines, with the ace all, with the deuce the other deuces.
    [("9", 31), ("A", 51), ("2", 3), ("10", 35), ("8", 27), ("Q", 43)],
)
def test_the_cards_that_win_are_counted_by_hand(rank, won):
    assert B.win_probability(rank) == Rational(won, 51)
    assert B.edge(rank) == Rational(2 * won - 51, 51)
    assert B.tie_probability(rank) == Rational(3, 51)


def test_a_rank_may_be_written_as_people_write_it():
    assert B.win_probability(" t ") == B.win_probability("10") == B.win_probability("Th") == Rational(35, 51)
    assert B.win_probability("a") == 1


def test_without_a_look_higher_and_lower_are_alike_and_ties_are_extra():
    assert [B.win_probability(rules=be.BanchokRules(tie=tie)) * 17 for tie in TIES] == [9, 8, 8]
    assert [B.loss_probability(rules=be.BanchokRules(tie=tie)) * 17 for tie in TIES] == [8, 8, 9]
    assert [B.edge(rules=be.BanchokRules(tie=tie)) * 17 for tie in TIES] == [1, 0, -1]
    assert {B.tie_probability(rules=be.BanchokRules(tie=tie)) for tie in TIES} == {Rational(1, 17)}


def test_seen_cards_leave_the_deck():
    assert B.win_probability("8", seen=["A♠"]) == Rational(27, 50)
    assert B.win_probability("8", seen="2♠ 2♥ 3♠") == Rational(1, 2)
    assert B.win_probability("8", seen="2♠ 2♥") == Rational(25, 49)
    # An ace in four may be seen: of the 51 cards left each is the own card in turn.
    assert B.tie_probability(seen="A♠") == Rational(3 * 2 + 48 * 3, 51 * 50)
    assert B.win_probability("8♠", seen=["8♥"]) == B.win_probability("8", seen=[be.Card("8♥")]) == Rational(26, 50)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [(3, 2), (5, 1), (2, 3)])
def test_every_set_of_seen_cards_of_a_small_deck(r, s, tie):
    these = rules(r, s, tie)
    for k in range(r * s - 1):
        for seen in combinations(deck(r, s), k):
            left = [pair for pair in coups(r, s) if not set(pair) & set(seen)]
            names = [named(r, card) for card in seen]
            results = {rank: [gain(*pair, tie) for pair in left if rank in (pair[0][0], None)] for rank in [None, 1, r]}
            for rank, found in results.items():
                if found:
                    name = rank and ranks(r)[rank - 1]
                    assert B.win_probability(name, these, names) == share(lambda x: x > 0, found)
                    assert B.loss_probability(name, these, names) == share(lambda x: x < 0, found)
                    assert B.edge(name, these, names) == mean(found)
            assert B.tie_probability(None, these, names) == share(lambda pair: pair[0][0] == pair[1][0], left)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("r, s", [*SMALL, (13, 1), (13, 3)])
def test_a_fresh_deck_over_all_pairs_of_cards(r, s, tie):
    found = [gain(*pair, tie) for pair in coups(r, s)]
    assert B.win_probability(rules=rules(r, s, tie)) == share(lambda x: x > 0, found)
    assert B.edge(rules=rules(r, s, tie)) == mean(found)


@pytest.mark.parametrize("tie", TIES)
def test_coups_that_were_played_agree(tie):
    these = be.BanchokRules(tie=tie)
    played = be.coups(these, n=200_000, seed=5)
    for what, exact in (("wins", B.win_probability(rules=these)), ("loses", B.loss_probability(rules=these))):
        estimate = played.probability(what)
        assert abs(estimate.value - exact) < 4 * estimate.standard_error


def test_the_advice_counts_the_cards_and_passes_a_fair_bet():
    assert B.decision("8") == B.Advice(stake=10, wins=27, losses=24, returned=0)
    assert B.decision("7", bank=25).stake == 0
    # Two cards fewer leave 25 against 24; the third makes it fair.
    assert [B.decision("8", seen=["2♠", "3♠", "4♠"][:k], bank=7).stake for k in range(4)] == [7, 7, 7, 0]
    push = B.decision("8", be.BanchokRules(tie="push"))
    assert (push.stake, push.wins, push.losses, push.returned, push.edge) == (0, 24, 24, 3, 0)
    assert B.decision("8").edge == Rational(3, 51)


@pytest.mark.parametrize("tie", TIES)
def test_the_advice_is_what_a_counter_of_cards_does_at_the_table(tie):
    these = be.BanchokRules(players=4, first_banker=0, tie=tie, triple=1000, opening=100)
    counter = be.policies.CardCounter()
    asked = 0
    for seed in range(15):
        game = be.Banchok(these, seed=seed)
        while game.decision is not None and asked < 15 * (seed + 1):
            view = game.view(game.decision.seat)
            seen = [card for card in seen_cards(view) if card not in view.hand]
            advice = B.decision(view.hand[0], these, seen, bank=view.bank)
            assert advice.stake == counter(view)
            asked += 1
            game.choose(1)
    assert asked > 100


@pytest.mark.parametrize(
    "ask, say",
    [
        (lambda: B.win_probability("1"), "rank='1' is not a rank of this deck: choose from 2, 3"),
        (lambda: B.win_probability(8), "rank=8 is not a rank .* as text"),
        (lambda: B.win_probability(True), "rank=True is not a rank"),
        (lambda: B.win_probability("9", be.BanchokRules(ranks=5)), "choose from 10, J, Q, K, A"),
        (lambda: B.win_probability("9♠", be.BanchokRules(ranks=5)), "9♠ is not in this deck: .* 10 to A, in ♠ ♣ ♦ ♥"),
        (lambda: B.win_probability("A♥", be.BanchokRules(suits=2)), "A♥ is not in this deck"),
        (lambda: B.win_probability("8", seen="A♠ A♠"), "A♠ is among the seen cards twice"),
        (lambda: B.win_probability("8", seen="A♠ Z♠"), "'Z♠' is not a card"),
        (lambda: B.win_probability("8", seen=7), "7 is not a list of cards"),
        (lambda: B.win_probability("8", seen=be.BanchokRules().cards * 2), "104 cards are more than there are"),
        (lambda: B.win_probability("8", seen="8♠ 8♥ 8♦ 8♣"), "all 4 of this rank are among the seen"),
        (lambda: B.win_probability("8♠", seen="8♠"), "8♠ cannot be the own card"),
        (lambda: B.win_probability("A", rules(2, 1), "K♠"), "with 1 seen, this deck has 1 left, and a coup needs two"),
        (lambda: B.decision("A", rules(2, 1), "K♠"), "with 1 seen and the own card, none is left"),
        (lambda: B.edge("<b>" * 10**6), "is not a rank"),
    ],
)
def test_cards_that_cannot_be(ask, say):
    with pytest.raises(CardError, match=say) as caught:
        ask()
    assert len(str(caught.value)) < 300


def test_what_is_no_rules_or_no_bank():
    for ask in (B.win_probability, B.tie_probability, B.loss_probability, B.edge):
        with pytest.raises(RulesError, match="are not rules of Banchok"):
            ask(rules=be.PolishRules())
    for bank in (0, -3, 2.5, "10", True):
        with pytest.raises(RulesError, match=r"bank=.* is a whole number of counters, 1 or more"):
            B.decision("8", bank=bank)
    with pytest.raises(BanchokError, match="rank=None"):
        B.decision(None)


def test_every_public_name_is_there_and_listed():
    assert all(getattr(B, name).__doc__ for name in B.__all__)
    there = {name for name, found in vars(B).items() if callable(found) and not name.startswith("_")}
    assert there == set(B.__all__) - {"FORMULAS"}
