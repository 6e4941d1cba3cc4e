"""What one may not know reaches the browser in no form: the hidden cards are changed, and not a letter changes."""

from __future__ import annotations

import json
import logging
from itertools import pairwise

import pytest

import banchok_edu as be


def banchok(stack):
    return be.Banchok(be.BanchokRules(players=4, first_banker=3), seed=5, stack=stack)


def polish(stack):
    return be.PolishBanchok(be.PolishRules(players=3, first_banker=2), seed=5, stack=stack)


def black_cat(stack):
    return be.BlackCat(be.BlackCatRules(players=3, first_banker=2), seed=5, stack=stack)


def tell(shown, kind, **values):
    shown._receive(shown, {"type": kind, "seq": shown.view["seq"], **values}, [])
    assert shown.view["note"] == ""
    assert shown.fault is None


def told(shown, messages, caplog):
    """Follow the messages, and give all that left the kernel after each: the state, replies, the still, log lines.

    How many events the whole line has is left out: it is known to whoever has seen them.
    """
    pages, replies = [], []
    shown.send = replies.append
    for kind, values in messages:
        tell(shown, kind, **values)
        shown._receive(shown, {"type": "log", "from": 0, "to": shown.view["at"]}, [])
        shown._receive(shown, {"type": "predictions"}, [])
        view = {key: value for key, value in shown.view.items() if key != "end"}
        bundle, _ = shown._repr_mimebundle_()
        page = [view, shown.fixed, replies, bundle["text/html"], bundle["text/plain"], repr(shown), caplog.text]
        pages.append(json.dumps(page, ensure_ascii=False))
        replies.clear()
    return pages


OPTIONS = [{"predict": predict, "odds": odds} for predict in (False, True) for odds in (False, True)]
with_and_without = pytest.mark.parametrize("options", OPTIONS, ids=str)


def choose(seat, value, options=(), **more):
    guess = {"guess": 50} if options and options["predict"] else {}
    return "choose", {"seat": seat, "value": value, **guess, **more}


@with_and_without
@pytest.mark.parametrize(
    ("make", "stacks"),
    [
        (banchok, ["9♠ K♥ 2♣ 3♣", "4♠ K♥ 2♣ 3♣", "9♠ K♥ J♦ 3♣"]),
        (polish, ["9♠ 2♠ 9♥ K♥ 2♣ 3♣", "4♠ 2♠ 8♥ K♥ A♦ 3♣"]),
    ],
    ids=["banchok", "polish"],
)
def test_after_a_hand_over_nothing_tells_the_hand_of_the_one_who_passed(make, stacks, options, caplog):
    """Seat 0 looks at his hand, states a chance and passes; what seat 1 then gets must not depend on that hand.

    Nor on a hand that seat 2 holds and passes with. Each stack deals seat 1 the same cards.
    """
    caplog.set_level(logging.DEBUG)
    pages = []
    for stack in stacks:
        shown = be.Table(make(stack), (0, 1), be.policies.Pass(), **options)
        tell(shown, "sit", seat=0)
        kind, values = choose(0, 0, options)
        tell(shown, kind, **values)
        mine = shown.view["at"]
        looks = [("look", {"at": at}) for at in range(mine + 1)]
        sit = ("sit", {"seat": 1})  # going back to the turn of seat 0 hides the cards of seat 1
        pages.append(told(shown, [sit, *looks, sit, choose(1, 2, options, slowly=True)], caplog))
    assert all(one == other for one, other in pairwise(pages))
    assert ("K♥" if make is banchok else "2♠") in pages[0][0]


@with_and_without
def test_a_card_that_others_hold_is_in_nothing_that_the_punter_gets(options, caplog):
    caplog.set_level(logging.DEBUG)
    pages = []
    for stack in ("9♠ K♥ 2♣ 3♣", "9♠ 7♦ A♠ 3♣"):  # the deal of seats 0, 1 and 2, and the card turned for seat 0
        shown = be.Table(banchok(stack), (0,), be.policies.Pass(), **options)
        pages.append(told(shown, [choose(0, 2, options), ("undo", {}), ("redo", {}), ("look", {"at": 9})], caplog))
    assert pages[0][:2] == pages[1][:2]
    assert pages[0][3] == pages[1][3]


def test_no_card_that_lies_face_down_in_black_cat_is_told_before_it_is_turned(caplog):
    """The cards at positions 3 and 4 change places: until the second card is turned nothing may tell it."""
    caplog.set_level(logging.DEBUG)
    pages = []
    for stack in ("In 3, In 2, Out 4, In 5", "In 3, In 2, In 5, Out 4"):
        shown = be.Table(black_cat(stack), (0, 1))
        messages = [("sit", {"seat": 0}), choose(0, 3), ("sit", {"seat": 1}), choose(1, 4, slowly=True)]
        pages.append(told(shown, messages, caplog))
        turning = []
        while sum(len(place) > 2 for place in shown.view["places"]) < 2:
            turning += told(shown, [("step", {})], caplog)
        pages[-1] += turning
    assert pages[0] == pages[1]
    assert "In 2" in pages[0][-1]


def test_looking_back_before_a_seat_was_handed_to_a_person_shows_nobody_elses_hand():
    """Seat 1 is handed to a person in mid-deal; he may not see seat 0's card by going back to when seat 0 sat alone."""
    shown = be.Table(banchok("9♠ K♥ 2♣ 3♣"), (0,), be.policies.Pass())
    alone = shown.view["at"]
    assert shown.view["seats"][0]["c"] == ["9♠"]
    tell(shown, "hand", seat=1, person=True)
    tell(shown, "choose", seat=0, value=0)
    tell(shown, "sit", seat=1)
    for at in range(alone + 1):
        tell(shown, "look", at=at)
        assert "9♠" not in json.dumps(shown.view, ensure_ascii=False)
    tell(shown, "redo")
    tell(shown, "undo")
    assert "9♠" not in json.dumps(shown.view, ensure_ascii=False)


def test_a_refused_answer_in_python_shows_nobodys_hand():
    shown = be.Table(banchok("9♠ K♥ 2♣ 3♣"), (0, 1), predict=True)
    for value, guess in ((10**6, 50), (2, None)):
        with pytest.raises(be.BanchokError):
            shown.choose(value, guess)
        shown.refresh()
        assert shown.view["viewer"] is None
        assert "9♠" not in json.dumps(shown.view, ensure_ascii=False)


def test_a_guess_about_a_hand_that_all_have_seen_may_be_told_to_all():
    shown = be.Table(banchok("9♠ K♥ 2♣ 3♣"), (0, 1), be.policies.Pass(), predict=True)
    tell(shown, "sit", seat=0)
    tell(shown, "choose", seat=0, value=2, guess=60)
    assert shown.view["guessed"] == [60, 31, 51, 0.008]  # 60/100 - 31/51 = -2/255
    tell(shown, "sit", seat=1)
    assert "guessed" not in shown.view  # the score is each person's own
    assert [guess["hand"] for guess in shown.predictions] == ["9♠"]
