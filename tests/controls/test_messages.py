"""What a browser may send is believed only after it has been looked at."""

from __future__ import annotations

import gc
import json
import threading
from collections import Counter

import nbformat
import pytest
from nbconvert import HTMLExporter

import banchok_edu as be
from banchok_edu.controls.base import Control, module_text, style_text
from banchok_edu.core.events import Event
from banchok_edu.errors import RulesError, SaveError


def table(**more):
    return be.Table(be.Banchok(be.BanchokRules(players=4, first_banker=2), seed=7), **more)


def tell(shown, kind, **values):
    shown._receive(shown, {"type": kind, "seq": shown.view["seq"], **values}, [])


def facts(shown):
    """All that a message might change, but for the note and the number of the view."""
    view = {key: value for key, value in shown.view.items() if key not in ("seq", "note")}
    return shown.game.to_json(), shown._sitting.at, shown.predictions, view


FORGED = [
    *(
        {"type": "choose", "seat": 0, "value": value}
        for value in ("5", True, [5], {"a": 1}, None, 1e308, 2.0, -1, 10**40)
    ),
    *({"type": "choose", "seat": seat, "value": 1} for seat in (1, 3, 99, -1, "0", True, None)),
    *({"type": "look", "at": at} for at in (-1, 10**9, "1", None, [], True)),
    *({"type": "hand", "seat": seat, "person": person} for seat, person in ((9, True), (1, "yes"), (None, False))),
    *({"type": "stack", "cards": cards} for cards in (None, 5, "nonsense", "A♠ A♠", "x" * 10**6)),
    {"type": "choose"},
    {"type": "sit", "seat": 3},
    {"type": "expose"},
    {"type": "redo"},
    {"type": "open", "code": "<script>"},
    {"type": "__class__"},
    {"type": "set_state"},
    {"type": "log", "from": 0, "to": 10**9},
    {"type": "choose", "seat": 0, "value": 1, "guess": "a lot"},
    {"type": "choose", "seat": 0, "value": 1, "guess": 101},
    {"type": "choose", "seat": 0, "value": 1, "guess": float("nan")},
    {"type": "choose", "seat": 0, "value": 1, "guess": True},
    {"type": ["choose"]},
    {},
    "choose",
    None,
    [1, 2],
]


@pytest.mark.parametrize("message", FORGED, ids=lambda message: str(message)[:60])
def test_a_forged_message_changes_nothing_and_is_answered(message):
    shown = table(predict=True)
    before = facts(shown)
    if isinstance(message, dict):
        message = {"seq": shown.view["seq"], **message}
    shown._receive(shown, message, [])
    assert facts(shown) == before
    assert shown.view["note"]
    assert len(shown.view["note"]) < 500
    assert shown.fault is None


@pytest.mark.parametrize("seq", [None, 0, "1", True, 10**9])
def test_a_message_that_does_not_answer_the_present_view_changes_nothing(seq):
    shown = table()
    before = facts(shown)
    shown._receive(shown, {"type": "choose", "seq": seq, "seat": 0, "value": 1}, [])
    assert facts(shown) == before
    assert shown.view["note"]


def test_the_state_of_a_widget_cannot_be_set_from_the_browser():
    shown = table()
    before = dict(shown.view)
    shown.set_state({"view": {"bank": 10**9}, "fixed": {}, "_esm": "alert(1)"})
    assert shown.view == before
    assert "alert(1)" not in shown._esm


def test_messages_from_many_threads_are_taken_one_after_the_other():
    shown = table()
    seq = shown.view["seq"]
    threads = [
        threading.Thread(target=shown._receive, args=(shown, {"type": "choose", "seq": seq, "seat": 0, "value": 1}, []))
        for _ in range(50)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    chosen = [given for given in shown._sitting.line.asked if given == 0]
    assert shown.view["seq"] == seq + 50
    assert shown._sitting.line.now <= 8
    assert len(chosen) == 2  # the decision that was answered once, and the one that is due


def test_a_policy_that_fails_is_shown_and_the_game_stands_before_its_choice():
    def broken(view):
        raise ZeroDivisionError("by a policy")

    shown = table(policies={3: be.policies.Blind(1), 1: broken})
    tell(shown, "choose", seat=0, value=1)
    assert "ZeroDivisionError: by a policy" in shown.view["note"]
    assert isinstance(shown.fault, ZeroDivisionError)
    assert shown.game.decision.seat == 1


def test_the_code_and_the_guesses_are_sent_only_when_asked_for():
    shown, sent = table(predict=True), []
    shown.send = sent.append
    tell(shown, "choose", seat=0, value=2, guess=55.5)
    assert sent == []
    tell(shown, "code")
    tell(shown, "predictions")
    assert sent == [
        {"kind": "code", "code": shown.game.code},
        {"kind": "predictions", "code": f"predictions = {shown.predictions!r}"},
    ]
    assert shown.game.code not in str(shown.view) + str(shown.fixed)


def test_a_game_code_is_a_table():
    game = be.Banchok(be.BanchokRules(players=3, first_banker=1), seed=5)
    assert be.Table(game.code, humans=()).game.events == game.events
    with pytest.raises(SaveError):
        be.Table("no code")


def test_what_cannot_be_a_table_is_refused_in_words():
    game = be.Banchok(seed=1)
    for wrong in ((5,), ("a",), 7, None):
        with pytest.raises(RulesError):
            be.Table(game, humans=wrong)
    for flag in ("predict", "odds", "open", "big"):
        with pytest.raises(RulesError, match=flag):
            be.Table(game, **{flag: 1})
    with pytest.raises(RulesError, match="is not a game"):
        be.Table(be.BanchokRules())


def test_names_of_more_than_sixty_characters_are_refused_by_the_game():
    with pytest.raises(RulesError, match="too long: 10,000 characters"):
        be.Table(be.Banchok(be.BanchokRules(players=2), names=["x" * 10_000, "Bo"]))


def test_a_still_picture_goes_with_the_widget_and_holds_no_script():
    names = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "Cy"]
    shown = be.Table(be.Banchok(be.BanchokRules(players=3), seed=7, names=names))
    bundle, _ = shown._repr_mimebundle_()
    page = bundle["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page


def test_a_page_made_by_nbconvert_shows_the_still_picture():
    shown = table()
    data, metadata = shown._repr_mimebundle_()
    output = nbformat.v4.new_output("display_data", data, metadata=metadata)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("table", outputs=[output])])
    page, _ = HTMLExporter().from_notebook_node(notebook)
    assert '<section class="bk-still"' in page
    assert "A still picture" in page


def test_browser_modules_write_text_and_never_markup():
    for name in ("table",):
        text = module_text(name)
        for word in (
            "innerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "document.write",
            "eval(",
            "Function(",
            "http://",
            "https://",
        ):
            found = text.replace("http://www.w3.org/2000/svg", "")
            assert word not in found
        assert "@import" not in style_text(name)
        assert "url(" not in style_text(name)


def test_a_widget_is_made_of_text_that_does_not_watch_files():
    assert isinstance(table()._esm, str)
    assert issubclass(be.Table, Control)


def test_in_500_rounds_the_widget_keeps_nothing_but_the_games_own_log():
    """Objects are counted by type. Events, and the tuples that they stand in, are the log; all else must not grow."""
    shown = be.Table(be.Banchok(be.BanchokRules(players=2, first_banker=1, rounds=200), seed=3))

    def play(rounds):
        for _ in range(rounds):
            ask = shown.view["ask"]
            tell(shown, "choose", value=1, seat=0) if ask["kind"] == "stake" else tell(shown, "on")

    def held():
        gc.collect()
        kinds = Counter(type(thing) for thing in gc.get_objects() if not isinstance(thing, Event | tuple))
        return sum(count for kind, count in kinds.items() if kind is not Counter)

    play(20)
    before = held()
    play(500)
    assert held() - before < 200


def test_a_view_of_ten_seats_is_less_than_4_kilobytes():
    """Names do not go with a view, however long they are: they are told once."""
    names = ["참" * 60 if seat == 0 else f"{seat}" * 60 for seat in range(10)]
    games = [
        be.Banchok(be.BanchokRules(players=10, first_banker=1), seed=5, names=names),
        be.PolishBanchok(be.PolishRules(players=10, first_banker=1), seed=5, names=names),
        be.BlackCat(be.BlackCatRules(players=10, first_banker=1), seed=5, names=names),
    ]
    largest = 0
    for game in games:
        shown = be.Table(game, odds=hasattr(game.rules, "outcome"))
        for _ in range(60):
            ask = shown.view["ask"]
            value = {"stake": ask.get("low"), "bank": True, "back": (ask.get("options") or [0])[0]}.get(ask["kind"])
            tell(shown, "on") if value is None else tell(shown, "choose", value=value, seat=ask["seat"])
            largest = max(largest, len(json.dumps(shown.view, ensure_ascii=False).encode()))
    assert 1000 < largest < 4096
