"""The deck: what a stack may name, and where the limits of luck lie."""

from __future__ import annotations

import pytest

import banchok_edu as be
from banchok_edu.chance import Deck, RecycledDeck, SidePackDeck, exposed
from banchok_edu.core.events import Paid
from banchok_edu.core.ledger import BANK, Ledger
from banchok_edu.core.view import View
from banchok_edu.games.black_cat.events import BankerChanged


def drawn(deck: Deck[str], count: int) -> list[str]:
    return [deck.take() for _ in range(count)]


def test_a_stack_runs_over_the_end_of_a_batch_into_the_next_one() -> None:
    deck = RecycledDeck(5, list("ABCDEF"))
    used = drawn(deck, 2)
    deck.close_deal()
    left = sorted(set("ABCDEF") - set(used))
    deck.lay([*left, *used])
    assert drawn(deck, 6) == [*left, *used]


def test_a_stack_begins_with_the_next_batch_when_the_first_is_used_up() -> None:
    deck = RecycledDeck(5, list("ABCD"))
    first = drawn(deck, 2)
    deck.close_deal()
    drawn(deck, 2)
    deck.lay(first)
    assert drawn(deck, 2) == first


def test_a_card_of_a_later_batch_cannot_come_first() -> None:
    deck = RecycledDeck(5, list("ABCD"))
    used = drawn(deck, 2)
    deck.close_deal()
    with pytest.raises(be.CardError, match="cannot be the next card there"):
        deck.lay(used)
    assert sorted(drawn(deck, 2)) == sorted(set("ABCD") - set(used))


def test_when_a_side_pack_has_run_out_the_used_cards_can_be_stacked_and_the_hands_cannot() -> None:
    deck = SidePackDeck(5, list("ABC"))
    old_hand, turned = deck.take_into_hand(), deck.take()
    deck.close_deal()
    hand = deck.take_into_hand()
    with pytest.raises(be.CardError):
        deck.lay([hand])
    deck.lay([turned, old_hand])
    assert drawn(deck, 2) == [turned, old_hand]


def test_a_stack_at_the_table_may_name_a_used_card_of_an_exhausted_side_pack() -> None:
    rules = be.BanchokRules(players=2, first_banker=0, ranks=3, suits=1, deck_use="side_pack", opening=50)
    game = be.Banchok(rules, stack="Q♠ K♠ A♠").choose(1)
    assert game.view(1).hand == (be.Card("A♠"),)
    game.stack("Q♠").choose(1)
    assert game.view().coup.turned is be.Card("Q♠")


def test_a_long_stack_is_refused_at_once() -> None:
    with pytest.raises(be.CardError, match="1,000,000 cards are stacked, but the shoe has 52: take some away"):
        be.Banchok(be.BanchokRules(), stack=[be.Card("A♠")] * 10**6)


def test_a_chance_is_rounded_to_the_nearest_of_the_53_bits() -> None:
    assert be.PolishRules(exposure="2/3").exposure_threshold == 6004799503160661  # 2**53 * 2/3 = ...661.33
    assert be.PolishRules(exposure="1/3").exposure_threshold == 3002399751580331  # ...330.67
    assert be.PolishRules(exposure=1).exposure_threshold == 2**53


def test_a_word_at_the_threshold_exposes_nothing() -> None:
    assert exposed((7 << 11) - 1, 7)
    assert not exposed(7 << 11, 7)
    assert not exposed(0, 0)
    assert exposed(2**64 - 1, 2**53)


def test_a_ledger_refuses_to_pay_less_than_nothing_and_more_than_there_is() -> None:
    ledger = Ledger(2, purse=5)
    for transfer in ((0, BANK, -1), (0, BANK, 6), (BANK, 0, 1)):
        with pytest.raises(AssertionError, match="cannot be paid"):
            ledger.pay(transfer)
    ledger.pay((0, BANK, 5))
    assert (ledger.purses, ledger.bank) == ((0, 5), 5)


def test_a_free_opening_on_credit_goes_up_to_a_thousand_million() -> None:
    rules = be.BanchokRules(players=2, first_banker=0, opening_choice="free")
    decision = be.Banchok(rules, seed=1).decision
    assert (decision.kind, decision.low, decision.high) == ("opening", 1, 10**9)


def test_an_official_receiver_is_banker_before_he_pays_the_retiring_one() -> None:
    rules = be.BlackCatRules(players=2, deals=1)
    game = be.BlackCat(rules, stack=["Official Receiver"]).choose(1)
    changed = next(i for i, e in enumerate(game.events) if isinstance(e, BankerChanged))
    assert game.events[changed + 1] == Paid(1, 0, 6, "Official Receiver")


def test_nobody_is_handed_a_seat_of_a_finished_game() -> None:
    game = be.Banchok(be.BanchokRules(players=2), seed=1).advance(be.policies.Blind())
    with pytest.raises(be.IllegalChoice, match="the game is over"):
        game.hand_over(0, to_person=True)


def test_a_policy_cannot_change_a_game_through_its_view() -> None:
    def meddle(view: View) -> int:
        for value in vars(view).values():
            assert not isinstance(value, list | dict | set)
        assert not any("oard" in type(value).__name__ for value in vars(view).values())
        view.__dict__["bank"] = 10**6
        view.__dict__["purses"] = (10**6,) * 3
        return 1

    rules = be.BanchokRules(players=3, first_banker=0)
    game = be.Banchok(rules, seed=1).advance(meddle)
    assert be.from_code(game.code).purses == game.purses
    assert be.Banchok(rules, seed=1).advance(be.policies.Blind(1)).events == game.events


def test_a_third_as_a_decimal_number_is_refused_and_told_how_to_write_it() -> None:
    with pytest.raises(be.RulesError, match="such as '1/3'"):
        be.PolishRules(exposure=1 / 3)
