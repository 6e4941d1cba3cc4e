"""A game that others play too, policies that fail, and what is said to those who hear the page."""

from __future__ import annotations

import json

import pytest

import banchok_edu as be

from .test_messages import facts, table, tell


def test_a_click_on_a_table_that_does_not_show_the_present_decision_is_refused():
    """Two tables at one game: what was clicked at the second had become another decision at the first."""
    game = be.Banchok(be.BanchokRules(players=3, first_banker=2), seed=7)
    first, second = be.Table(game), be.Table(game)
    tell(first, "choose", seat=0, value=2)
    tell(first, "on")
    inputs = game.inputs
    tell(second, "choose", seat=0, value=3)
    assert game.inputs == inputs
    assert "too late" in second.view["note"]
    assert {key: value for key, value in second.view.items() if key not in ("seq", "note", "era")} == {
        key: value for key, value in first.view.items() if key not in ("seq", "note", "era")
    }
    tell(second, "choose", seat=0, value=3)
    assert len(game.inputs) == len(inputs) + 2  # his own answer, and that of seat 1 by its policy


def test_another_line_that_was_played_in_python_has_a_log_of_its_own():
    shown = table()
    for _ in range(3):
        tell(shown, "choose", seat=0, value=1)
        tell(shown, "on")
    era, at, game = shown.view["era"], shown.view["at"], shown.game
    game.undo().undo().undo()
    while len(game.events) <= at:
        game.choose(0)
    shown.refresh()
    assert shown.view["era"] > era


def test_another_game_of_the_same_rules_has_a_log_of_its_own():
    shown = table()
    other = be.Banchok(shown.game.rules, seed=8).advance({seat: be.policies.Blind(1) for seat in (1, 2, 3)}).choose(5)
    era = shown.view["era"]
    tell(shown, "open", code=other.code)
    assert shown.game.seed == 8
    assert shown.view["era"] > era


def test_when_a_policy_fails_at_another_game_the_table_is_that_of_the_game():
    def broken(view):
        raise ZeroDivisionError("by a policy")

    shown = table(policies={1: broken})
    other = be.BlackCat(be.BlackCatRules(players=5, first_banker=0), seed=1)
    tell(shown, "open", code=other.code)
    assert isinstance(shown.fault, ZeroDivisionError)
    assert "(the policy broken at seat 1)" in shown.view["note"]
    assert (shown.game.rules.game, shown.fixed["game"], len(shown.fixed["names"])) == ("black_cat", "black_cat", 5)


def test_the_note_of_a_failing_policy_does_not_deny_the_answer_that_was_given():
    def broken(view):
        raise ZeroDivisionError("by a policy")

    def too_much(view):
        return 10**6

    shown = table(policies={1: broken})
    tell(shown, "choose", seat=0, value=1)
    assert shown.game.inputs[-1] == 1
    assert "nothing was changed" not in shown.view["note"]
    shown = table(policies={1: too_much})
    for message in ({"kind": "choose", "seat": 0, "value": 1}, {"kind": "on"}):
        tell(shown, **message)
        assert "the policy too_much at seat 1" in shown.view["note"]


def test_a_state_that_cannot_be_shown_is_answered_with_what_went_wrong(monkeypatch):
    shown = table()
    seq = shown.view["seq"]

    def broken():
        raise ZeroDivisionError("in the picture")

    monkeypatch.setattr(shown, "state", broken)
    tell(shown, "choose", seat=0, value=1)
    assert shown.view["seq"] == seq + 1
    assert "ZeroDivisionError: in the picture" in shown.view["note"]


ODD = {
    "infinite": float("inf"),
    "huge": 10**5000,
    "prototype": {"__proto__": 1},
    "nested": [[[]]] * 1000,
    "bytes": b"1",
    "bidi": "\u202e1",
}


@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_odd_values_change_nothing(value):
    shown = table()
    before = facts(shown)
    for name in ("value", "seat", "guess", "type", "seq"):
        shown._receive(shown, {"type": "choose", "seq": shown.view["seq"], "seat": 0, "value": 1, name: value}, [])
        assert facts(shown) == before
        assert 0 < len(shown.view["note"]) < 500
        assert shown.fault is None


@pytest.mark.parametrize(
    "game",
    [
        be.Banchok(be.BanchokRules(players=3), seed=3),
        be.PolishBanchok(be.PolishRules(players=3), seed=3),
        be.BlackCat(be.BlackCatRules(players=3), seed=3),
    ],
    ids=lambda game: game.rules.game,
)
def test_the_table_is_shown_at_every_moment_from_the_very_first(game):
    shown = be.Table(game)
    for _ in range(3):
        ask = shown.view["ask"]
        value = {"bank": True, "back": (ask.get("options") or [0])[0]}.get(ask["kind"], ask.get("low"))
        tell(shown, "on") if value is None else tell(shown, "choose", seat=0, value=value)
    for at in range(shown.view["end"] + 1):
        tell(shown, "look", at=at)
        assert (shown.view["at"], shown.view["note"]) == (at, "")
        json.dumps(shown.view, allow_nan=False)


# -- what is said ----------------------------------------------------------------------------------------------------


def test_who_hears_the_page_is_told_hand_coup_exact_chance_and_bank():
    game = be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠ Q♥")
    shown = be.Table(game, predict=True)
    assert shown.view["say"] == "Your turn. You hold 9♠. Pass, or stake 1 to 10 counters against the bank."
    tell(shown, "choose", seat=0, value=3, guess=60)
    assert shown.view["say"] == (
        "Queen turned, higher than nine: the bank takes 3. "
        "Your last guess: 60 %. Exact: 31/51 = 0.608. Distance 0.008. Bank 13. The deal is over."
    )


def test_who_hears_the_page_is_told_the_exact_chance_where_it_is_shown():
    game = be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠ Q♥")
    assert "You hold 9♠. 31 of 51 unseen cards win: 60.8 %. Pass, or" in be.Table(game, odds=True).view["say"]
    assert "unseen" not in be.Table(game, odds=True, predict=True).view["say"]  # first the guess


def test_who_hands_the_keyboard_over_is_told_how_his_coup_went_first():
    game = be.Banchok(be.BanchokRules(players=3, first_banker=2), stack="9♠ K♥ Q♥")
    shown = be.Table(game, (0, 1))
    tell(shown, "sit", seat=0)
    tell(shown, "choose", seat=0, value=3)
    said = shown.view["say"]
    assert said.startswith(
        "\ue0000\ue001: Queen turned, higher than nine: the bank takes 3. Bank 13. It is the turn of"
    )
    assert "K♥" not in said
    tell(shown, "sit", seat=1)
    assert "You hold K♥." in shown.view["say"]


def test_in_black_cat_it_is_told_what_the_own_cards_did():
    shown = be.Table(be.BlackCat(be.BlackCatRules(players=2, first_banker=1), stack="In 3, Out 4", seed=1))
    tell(shown, "choose", seat=0, value=2)
    assert shown.view["say"].startswith("Position 2, Out 4: takes 4. Pool ")


def test_an_exposed_card_is_told_before_one_stakes_on_it():
    rules = be.PolishRules(players=2, first_banker=1, exposure=1)
    game = be.PolishBanchok(rules, seed=2, stack="9♠ 2♠ 9♥ K♥").choose(True)
    said = be.Table(game).view["say"]
    assert "You hold 9♠, 2♠, 9♥. Exposed: K♥." in said


def test_the_last_coup_keeps_its_sign_when_the_table_has_been_cleared():
    rules = be.PolishRules(players=2, first_banker=1)
    shown = be.Table(be.PolishBanchok(rules, seed=2, stack="9♠ 2♠ 9♥ K♠").choose(True))
    tell(shown, "choose", seat=0, value=1)
    tell(shown, "on")
    assert shown.view["ask"]["kind"] == "stake"
    assert shown.view["coup"]["a"] == "lost"
