"""People and policies at one game, without a browser: time, hidden hands, guesses, a teacher's means."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import banchok_edu as be
from banchok_edu.controls.odds import odds_of
from banchok_edu.controls.sitting import Sitting
from banchok_edu.controls.table_view import deciding, effect, log_lines, table_view
from banchok_edu.controls.timeline import Timeline
from banchok_edu.core.events import DealBegan, Opened, Paid
from banchok_edu.errors import BanchokError, IllegalChoice, RulesError

GAMES = {
    "banchok": lambda **more: be.Banchok(be.BanchokRules(players=4, first_banker=2), seed=7, **more),
    "polish": lambda **more: be.PolishBanchok(be.PolishRules(players=4, first_banker=2), seed=7, **more),
    "black_cat": lambda **more: be.BlackCat(be.BlackCatRules(players=4, first_banker=2), seed=7, **more),
}
every_game = pytest.mark.parametrize("make", GAMES.values(), ids=GAMES)


def answer(sitting):
    """Answer for the person who is asked, the least that is allowed."""
    decision = sitting.game.decision
    sitting.seated = decision.seat
    value = True if decision.kind == "bank" else decision.options[0] if decision.options else decision.low
    sitting.choose(decision.seat, value)


def play(sitting, choices):
    for _ in range(choices):
        if sitting.due is None:
            sitting.next_decision()
        if sitting.due is None:
            return
        answer(sitting)


@every_game
def test_the_line_of_moments_is_the_same_when_it_is_measured_by_playing_again(make):
    sitting = Sitting(make(), (0,), None)
    play(sitting, 12)
    noted = list(sitting.line.ends), list(sitting.line.asked)
    measured = Timeline(sitting.game)
    assert (measured.ends, measured.asked) == noted
    assert measured.end == len(measured.events)


@every_game
def test_undo_goes_from_choice_to_choice_down_to_the_beginning(make):
    sitting = Sitting(make(), (0,), None)
    play(sitting, 5)
    moments = []
    while sitting.may_undo:
        sitting.undo()
        moments.append(sitting.moment)
        assert sitting.due == 0 or sitting.line.now == 0
    assert sitting.game.inputs == ()
    assert moments == sorted(set(moments), reverse=True)
    with pytest.raises(IllegalChoice, match="nothing to undo"):
        sitting.undo()


@every_game
def test_redo_leads_to_the_end_of_the_line_and_no_further(make):
    sitting = Sitting(make(), (0,), None)
    play(sitting, 5)
    sitting.look(sitting.line.end)
    inputs = sitting.game.inputs
    while sitting.may_undo:
        sitting.undo()
    while sitting.may_redo:
        sitting.redo()
    assert sitting.game.inputs == inputs
    with pytest.raises(IllegalChoice, match="nothing to redo"):
        sitting.redo()


@every_game
def test_every_moment_of_the_line_can_be_looked_at_and_nothing_is_lost(make):
    sitting = Sitting(make(), (0,), None)
    play(sitting, 4)
    ends = list(sitting.line.ends)
    for moment in [*range(sitting.line.end + 1), *reversed(range(sitting.line.end + 1))]:
        sitting.look(moment)
        assert sitting.moment == moment
        assert len(sitting.view().events) == moment
        assert sitting.line.ends == ends
    for wrong in (-1, sitting.line.end + 1, "3", True, 2.0, None):
        with pytest.raises(IllegalChoice):
            sitting.look(wrong)


def test_a_deal_is_shown_to_its_end_before_the_next_is_dealt():
    sitting = Sitting(be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠ Q♥"), (0,), None)
    sitting.choose(0, 3)
    assert sitting.pausing
    assert isinstance(sitting.line.events[sitting.moment], DealBegan)
    assert sitting.view().acts == ("lost", "")
    sitting.deal_on()
    assert (sitting.due, sitting.view().acts) == (0, ("", ""))


def test_a_banker_sees_each_deal_of_his_bank():
    sitting = Sitting(be.Banchok(be.BanchokRules(players=3, first_banker=0), seed=3), (0,), None)
    deals = 0
    while sitting.view().banker in (0, None) and deals < 500:
        if sitting.pausing:
            deals += 1
        sitting.deal_on()
    began = [event.number for event in sitting.line.events if isinstance(event, DealBegan)]
    opened = [i for i, event in enumerate(sitting.line.events) if isinstance(event, Opened)]
    first_bank = sum(isinstance(event, DealBegan) for event in sitting.line.events[: opened[1]])
    assert began[:first_bank] == list(range(1, first_bank + 1))
    assert deals == first_bank


def test_a_table_without_people_is_played_one_choice_at_a_time():
    sitting = Sitting(GAMES["banchok"](), (), None)
    assert sitting.game.inputs == ()
    for count in (1, 2, 3):
        while sitting.line.now < count:
            sitting.step()
    assert sitting.due is None
    assert sitting.viewer is None


def test_another_choice_after_undo_begins_another_line():
    sitting = Sitting(GAMES["banchok"](), (0,), None)
    sitting.choose(0, 3)
    sitting.undo()
    before = sitting.moment
    sitting.choose(0, 0)
    assert sitting.line.events[before].seat == 0
    assert type(sitting.line.events[before]).__name__ == "Passed"
    assert sitting.game.undone == ()


def test_what_was_played_in_python_is_taken_up():
    sitting = Sitting(GAMES["banchok"](), (0,), None)
    sitting.game.choose(1)
    sitting.check()
    assert sitting.line.end == len(sitting.game.events)


# -- whose cards are shown -----------------------------------------------------------------------------------------


def test_hands_are_hidden_between_two_people_until_the_next_says_that_he_sits_there():
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0), stack="9♠ K♥ 2♣ 3♣")
    sitting = Sitting(game, (1, 2), None)
    assert sitting.viewer is None
    with pytest.raises(IllegalChoice, match="Hand the keyboard"):
        sitting.choose(1, 1)
    with pytest.raises(IllegalChoice, match="stay hidden"):
        sitting.sit(2)
    sitting.sit(1)
    assert sitting.view().hand == (be.Card("9♠"),)
    sitting.choose(1, 0)
    assert sitting.viewer is None
    sitting.sit(2)
    sitting.hide()
    assert sitting.viewer is None


def test_no_view_of_a_whole_game_holds_a_card_that_its_viewer_may_not_know():
    """The hidden cards are changed for others: not a letter of what the browser is told may change."""
    stacks = ["9♠ K♥ 2♣ 3♣", "9♠ K♥ 7♦ 3♣"]  # the third card belongs to a seat that passes and never shows it
    told = []
    for stack in stacks:
        game = be.Banchok(be.BanchokRules(players=4, first_banker=3), seed=5, stack=stack)
        sitting = Sitting(game, (0,), be.policies.Pass())
        sitting.choose(0, 0)
        pages = []
        for moment in range(sitting.moment + 1):
            sitting.look(moment)
            pages.append(json.dumps(table_view(sitting), ensure_ascii=False))
        told.append(pages)
    assert told[0] == told[1]
    assert any("9♠" in page for page in told[0])
    assert not any("K♥" in page for page in told[0])


def test_an_open_table_shows_every_card():
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0), stack="9♠ K♥")
    sitting = Sitting(game, (1,), None, open_cards=True)
    assert sitting.view().hands[2] == (be.Card("K♥"),)


def test_a_seat_goes_from_policy_to_person_and_back():
    sitting = Sitting(GAMES["banchok"](), (0,), None)
    sitting.hand(1, to_person=True)
    assert sitting.people == {0, 1}
    sitting.choose(0, 0)
    assert sitting.due == 1
    sitting.sit(1)
    sitting.hand(1, to_person=False)
    assert sitting.people == {0}
    assert sitting.seated == 0
    sitting.undo()
    assert 1 in sitting.people
    with pytest.raises(RulesError):
        sitting.hand(9, to_person=True)


def test_the_last_person_may_leave_and_the_policies_wait_to_be_watched():
    sitting = Sitting(GAMES["banchok"](), (0,), None)
    sitting.hand(0, to_person=False)
    assert sitting.people == frozenset()
    before = sitting.line.now
    sitting.deal_on()
    assert sitting.line.now > before


def test_a_teacher_lays_and_exposes_cards():
    sitting = Sitting(GAMES["polish"](), (0,), None, open_cards=True)
    while sitting.due is None or sitting.game.decision.kind != "stake":
        play(sitting, 1) if sitting.due is not None else sitting.next_decision()
    sitting.stack("A♠")
    sitting.expose()
    assert sitting.view().exposed == be.Card("A♠")
    with pytest.raises(IllegalChoice):
        sitting.expose()
    with pytest.raises(BanchokError):
        sitting.stack("Z9")
    assert sitting.line.ends == Timeline(sitting.game).ends


# -- guesses and odds ----------------------------------------------------------------------------------------------


def test_the_chance_of_a_nine_is_31_of_51_when_nothing_else_has_been_seen():
    """Lower than a nine are the ranks 2 to 8, 28 cards; three nines tie, which pays the punter: 31 of 51."""
    for tie, wins, ties in (("punter_wins", 31, 0), ("push", 28, 3), ("banker_wins", 28, 0)):
        game = be.Banchok(be.BanchokRules(players=2, first_banker=1, tie=tie), stack="9♠")
        assert tuple(odds_of(game.view(0))) == (wins, ties, 51)


def test_cards_that_were_seen_no_longer_count():
    """A king and a two have been turned before: of the 49 cards left, 30 do not beat the nine."""
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0), stack="2♥ 9♠ K♥").choose(1)
    odds = odds_of(game.view(2))
    assert Fraction(odds.wins, odds.unseen) == Fraction(30, 49)


def test_a_hand_of_three_is_counted_by_its_own_rule():
    """Covers: higher diamonds than the jack win for the bank, Q K A in two decks: 6 of 101 cards."""
    rules = be.PolishRules(players=2, first_banker=1, win_rule="covers")
    game = be.PolishBanchok(rules, stack="J♦ 5♦ A♠").choose(True)
    odds = odds_of(game.view(0))
    spades_above_the_ace = 0
    assert (odds.wins, odds.unseen) == (101 - 6 - spades_above_the_ace, 101)


def test_when_the_deck_has_gone_round_only_the_running_deal_is_counted_and_that_is_said():
    """Four cards, two a deal: in the third deal the deck has gone round, and but for the own card nothing is known."""
    rules = be.BanchokRules(players=2, first_banker=1, ranks=2, suits=2, tie="push")
    sitting = Sitting(be.Banchok(rules, seed=4), (0,), None, odds=True)
    told = []
    for _ in range(3):
        sitting.next_decision() if sitting.due is None else None
        view = table_view(sitting)
        told.append((view["odds"][2], view["one_deal"]))
        sitting.choose(0, 1)
    assert told == [(3, False), (1, False), (3, True)]


def test_a_pack_that_is_shuffled_before_each_coup_never_goes_round():
    rules = be.BanchokRules(players=2, first_banker=1, ranks=2, suits=2, tie="push", deck_use="fresh_each_coup")
    sitting = Sitting(be.Banchok(rules, seed=4), (0,), None, odds=True)
    for _ in range(3):
        sitting.next_decision() if sitting.due is None else None
        view = table_view(sitting)
        assert (view["odds"][2], view["one_deal"]) == (3, False)
        sitting.choose(0, 1)


def test_there_are_no_odds_where_no_card_is_to_be_turned():
    assert odds_of(be.PolishBanchok(seed=1).view(0)) is None
    assert odds_of(be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠").view(1)) is None


def test_a_guess_is_asked_for_once_at_each_decision():
    sitting = Sitting(be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠ Q♥"), (0,), None, predict=True)
    with pytest.raises(IllegalChoice, match="First state your chance"):
        sitting.choose(0, 2)
    sitting.choose(0, 2, 60)
    (prediction,) = sitting.predictions
    assert prediction.plain() == {"seat": 0, "hand": "9♠", "guess": 0.6, "wins": 31, "unseen": 51}
    assert prediction.distance == pytest.approx(31 / 51 - 0.6)
    sitting.undo()
    sitting.choose(0, 1)  # he has seen the answer: it is not asked again
    assert len(sitting.predictions) == 1


def test_one_may_pass_without_a_guess():
    sitting = Sitting(GAMES["banchok"](), (0,), None, predict=True)
    sitting.choose(0, 0)
    assert sitting.predictions == []


def test_guesses_need_a_game_with_coups():
    for wanted in ({"predict": True}, {"odds": True}):
        with pytest.raises(RulesError, match="games with coups"):
            Sitting(GAMES["black_cat"](), (0,), None, **wanted)


def test_odds_are_told_only_after_the_guess():
    game = be.Banchok(be.BanchokRules(players=2, first_banker=1), stack="9♠ Q♥")
    sitting = Sitting(game, (0,), None, predict=True, odds=True)
    assert "odds" not in table_view(sitting)
    sitting.choose(0, 0, 50)
    sitting.undo()
    assert table_view(sitting)["odds"] == [31, 0, 51]


# -- what is told --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "place", "which"),
    [("covers", 1, "top"), ("beats", 1, "top"), ("covers_any", 0, "low"), ("total_order", 2, "best")],
)
def test_the_card_that_decides_follows_the_win_rule(rule, place, which):
    rules = be.PolishRules(win_rule=rule)
    assert deciding(rules, rules.read_cards("5♦ J♦ A♠"), be.Card("Q♦")) == (place, which)


@pytest.mark.parametrize(
    ("kind", "paid", "told"),
    [
        ("In", [3], ["−", "pays 3"]),
        ("Out", [2, 1], ["+", "takes 3"]),
        ("Out", [], ["", "no effect"]),
        ("Distribution", [1, 1, 1], ["+", "all take 1"]),
        ("Transfer Bank", [], ["", "is banker now"]),
        ("Official Receiver", [7], ["−", "banks, pays 7"]),
        ("Scoop", [9], ["+", "banks, takes 9"]),
    ],
)
def test_what_a_turned_card_did_is_told_from_its_backers_side(kind, paid, told):
    assert effect(kind, [Paid(1, -1, amount, kind) for amount in paid]) == told


def test_a_card_that_nobody_backed_makes_nobody_banker():
    assert effect("Transfer Bank", [], backed=False) == ["", "no effect"]


def test_the_log_can_be_read_back_in_parts_without_a_line_twice_or_missing():
    sitting = Sitting(GAMES["banchok"](), (0,), None)
    play(sitting, 6)
    events = sitting.view().events
    whole = log_lines(events, ("a", "b", "c", "d"), 0, len(events), 10_000)[1]
    parts, end = [], len(events)
    while end:
        end, lines = log_lines(events, ("a", "b", "c", "d"), 0, end, 5)
        parts += lines
    assert parts == whole
    assert [number for number, _ in whole] == sorted({number for number, _ in whole}, reverse=True)
