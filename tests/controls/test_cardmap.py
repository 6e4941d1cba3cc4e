"""The map of cards without a browser: known counts, other ways to count, what may be sent, the still picture."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.controls.base import module_text, style_text
from banchok_edu.controls.cardmap_view import answer
from banchok_edu.controls.cards_left import SIDES, CardsLeft
from banchok_edu.core.events import Paid
from banchok_edu.errors import BanchokError, CardError, RulesError
from banchok_edu.games.black_cat.events import CardTurned

HAND = "A♠ 9♠ 4♥"


def tell(shown, kind, **values):
    shown._receive(shown, {"type": kind, "seq": shown.view["seq"], **values}, [])


def place(shown, card):
    return [str(kind) for kind in shown._left.kinds].index(card)


def facts(shown):
    """All that a message might change, but for the note and the number of the view."""
    return shown.own, shown.seen, shown.reading, {k: v for k, v in shown.view.items() if k not in ("seq", "note")}


# -- known counts ------------------------------------------------------------------------------------------------------


def test_a_nine_wins_against_28_lower_cards_and_three_nines_of_51():
    shown = be.CardMap(own="9♠")
    assert shown.probability == Fraction(31, 51)
    assert shown.counts == {"wins": 31, "ties": 0, "losses": 20, "left": 51}
    assert [shares[:2] for shares in answer(shown._left).shares] == [("w", 28), ("t", 3), ("l", 20)]


def test_an_eight_wins_with_27_of_50_once_an_ace_is_seen():
    shown = be.CardMap(own="8h", seen=["As"])
    assert shown.probability == Fraction(27, 50)
    assert answer(shown._left).work == (
        "can be turned: 52 − 1 own − 1 seen = 50",
        "win for you: 24 lower + 3 equal = 27",
    )
    shown.reading = "push"
    assert shown.counts == {"wins": 24, "ties": 3, "losses": 23, "left": 50}
    assert answer(shown._left).value == "= 12/25 = 0.48"
    assert answer(shown._left).work[1] == "win for you: 24 lower"
    shown.reading = "banker_wins"
    assert shown.counts == {"wins": 24, "ties": 0, "losses": 26, "left": 50}


def test_the_four_win_rules_of_a_polish_hand_stand_side_by_side():
    # covers: all but the 20 hearts above the four. beats: 12 ranks below the ace of spades twice, less the own nine,
    # and two hearts below the four twice. covers_any: of the spades those to the nine only, 15, and the six hearts to
    # the four less the own, 5, beside 52 cards of suits not held. total_order: all but the six other aces.
    shown, counted = be.CardMap(be.PolishRules(), own=HAND), {}
    for rule in ("covers", "beats", "covers_any", "total_order"):
        shown.reading = rule
        counted[rule] = shown.probability
    assert counted == {
        "covers": Fraction(81, 101),
        "beats": Fraction(27, 101),
        "covers_any": Fraction(15 + 5 + 52, 101),
        "total_order": Fraction(95, 101),
    }
    assert [text[1][2] for text in shown.view["results"]] == [
        "win 81 of 101, lose 20",
        "win 27 of 101, lose 74",
        "win 72 of 101, lose 29",
        "win 95 of 101, lose 6",
    ]


def test_of_a_black_cat_pack_twelve_cards_of_28_bring_their_backer_counters():
    shown = be.CardMap(be.BlackCatRules())  # ten Outs, the Scoop and the Distribution
    assert shown.probability == Fraction(12, 28)
    shown.seen = ["Scoop", "Out 5", "Out 5"]
    assert shown.probability == Fraction(9, 25)
    shown.reading = "punter_unbacked"
    assert shown.counts == {"wins": 1, "ties": 22, "losses": 2, "left": 25}


def test_without_a_whole_hand_there_is_no_chance():
    for shown in (be.CardMap(), be.CardMap(be.PolishRules(), own="A♠ 9♠")):
        assert shown.probability is None
        assert shown.counts is None
        assert shown.view["answer"] == []


def test_when_every_card_is_seen_there_is_no_chance():
    rules = be.BanchokRules(players=2, ranks=2, suits=1)
    shown = be.CardMap(rules, own="A♠", seen="K♠")
    assert shown.probability is None
    assert shown.view["answer"] == []


# -- the same counts in other ways -------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(
    tie=st.sampled_from(["punter_wins", "push", "banker_wins"]),
    cards=st.lists(st.sampled_from(be.BanchokRules().cards), min_size=1, max_size=12, unique=True),
)
def test_the_chance_is_that_of_the_exact_room_of_banchok(tie, cards):
    own, *seen = cards
    rules = be.BanchokRules(tie=tie)
    exact = be.banchok.win_probability(own.rank, rules=rules, seen=seen)
    assert be.CardMap(rules, own=own, seen=seen).probability == Fraction(exact.p, exact.q)


@settings(max_examples=30, deadline=None)
@given(
    rule=st.sampled_from(["covers", "beats", "covers_any", "total_order"]),
    order=st.permutations(range(104)),
    size=st.integers(1, 4),
    seen=st.integers(0, 20),
)
def test_the_chance_is_that_of_the_exact_room_of_polish_banchok(rule, order, size, seen):
    rules = be.PolishRules(win_rule=rule, hand=size, players=2)
    hand = [rules.cards[i] for i in order[:size]]
    out = [rules.cards[i] for i in order[size : size + seen]]
    exact = be.polish.win_probability(hand, rules=rules, seen=out)
    assert be.CardMap(rules, own=hand, seen=out).probability == Fraction(exact.p, exact.q)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("changed", [{}, {"unbacked": "banker", "reserve_pays": "punters"}], ids=["usual", "others"])
def test_what_a_card_of_black_cat_does_to_me_is_what_the_game_does(side, changed):
    # The pool is 6 when the first card is turned, so an Out of 1 to 5 is met.
    rules = be.BlackCatRules(players=3, **changed)
    left = CardsLeft(rules, None, (), side)
    for card in left.kinds:
        me = 0 if side.startswith("banker") else 1
        backs = iter([1, 2] if side.endswith("_backed") else [3, 2])
        game = be.BlackCat(rules, seed=5, stack=[str(card)])
        while not any(isinstance(event, CardTurned) for event in game.events):
            game.choose(next(backs))
        turned = next(i for i, event in enumerate(game.events) if isinstance(event, CardTurned))
        assert game.events[turned].card == card
        moved = 0
        for event in game.events[turned + 1 :]:
            if isinstance(event, CardTurned):
                break
            if isinstance(event, Paid) and event.why == str(card):
                moved += event.amount * ((event.payee == me) - (event.payer == me))
        mark, words, number = left.effect(card)
        assert mark == ("w" if moved > 0 else "l" if moved < 0 else "t"), card
        if words in ("pay", "take"):
            assert abs(moved) == number, card


@pytest.mark.parametrize("cut", [(2, 1, 3), (5, 3, 1), (13, 4, 2), (3, 2, 5)], ids=str)
def test_every_card_is_counted_once_in_odd_decks(cut):
    ranks, suits, decks = cut
    rules = be.PolishRules(players=2, ranks=ranks, suits=suits, decks=decks, hand=2)
    own, seen = [rules.cards[0], rules.cards[-1]], [rules.cards[1]]
    for name in ("covers", "beats", "covers_any", "total_order"):
        shown = be.CardMap(replace(rules, win_rule=name), own=own, seen=seen)
        rest = list(rules.cards)
        for card in own + seen:
            rest.remove(card)
        won = sum(shown.rules.outcome(tuple(own), card) < 0 for card in rest)
        assert shown.counts == {"wins": won, "ties": 0, "losses": len(rest) - won, "left": len(rest)}
        marks, groups = shown._left.sums()
        assert (marks["w"], groups.total(), marks.total()) == (won, won, len(rest))


# -- what a click does -------------------------------------------------------------------------------------------------


def test_a_click_sets_the_own_card_and_another_changes_it():
    shown = be.CardMap()
    tell(shown, "press", card=place(shown, "8♥"), own=True)
    assert (shown.own, shown.probability) == (["8♥"], Fraction(27, 51))
    tell(shown, "press", card=place(shown, "9♠"), own=True)
    assert (shown.own, shown.probability) == (["9♠"], Fraction(31, 51))
    tell(shown, "press", card=place(shown, "9♠"), own=True)
    assert shown.own == []


def test_a_card_of_two_decks_is_seen_once_twice_and_not_at_all():
    shown = be.CardMap(be.PolishRules(), own=HAND)
    counted = []
    for _ in range(3):
        tell(shown, "press", card=place(shown, "K♦"), own=False)
        counted.append((shown.seen, shown.counts["left"]))
    assert counted == [(["K♦"], 100), (["K♦", "K♦"], 99), ([], 101)]
    tell(shown, "press", card=place(shown, "A♠"), own=False)  # the other copy of an own card
    assert (shown.own, shown.seen) == (["A♠", "9♠", "4♥"], ["A♠"])
    tell(shown, "press", card=place(shown, "A♠"), own=False)
    assert shown.seen == []


def test_a_hand_may_hold_both_copies_and_takes_no_fourth_card():
    shown = be.CardMap(be.PolishRules())
    for card in ("A♠", "A♠", "4♥"):
        tell(shown, "press", card=place(shown, card), own=True)
    assert shown.own == ["A♠", "A♠", "4♥"]
    tell(shown, "press", card=place(shown, "5♥"), own=True)
    assert shown.own == ["A♠", "A♠", "4♥"]
    assert "the hand has its 3 cards" in shown.view["note"]
    tell(shown, "press", card=place(shown, "A♠"), own=True)
    assert shown.own == ["4♥"]


def test_a_seen_card_that_becomes_own_is_no_longer_seen():
    shown = be.CardMap(own="8♥", seen="K♠")
    tell(shown, "press", card=place(shown, "K♠"), own=True)
    assert (shown.own, shown.seen) == (["K♠"], [])
    tell(shown, "press", card=place(shown, "K♠"), own=False)
    assert shown.seen == []
    assert "is in the hand" in shown.view["note"]


def test_the_line_of_code_makes_the_same_map():
    maps = [
        be.CardMap(be.BanchokRules(tie="push", ranks=9), own="8h", seen="As Kd"),
        be.CardMap(be.PolishRules(decks=3), own="As As 4h", seen="As"),
        be.CardMap(be.BlackCatRules(pack={"Out 2": 3, "Scoop": 1, "In 1": 10}), seen=["Out 2"], reading=SIDES[2]),
        be.CardMap(),
    ]
    for shown in maps:
        again = eval(shown.code, {"be": be})
        assert facts(again) == facts(shown)


# -- what a browser may send -------------------------------------------------------------------------------------------

FORGED = [
    *({"type": "press", "card": card, "own": True} for card in (-1, 52, "1", None, True, 1e308, [1], 10**40)),
    *({"type": "press", "card": 3, "own": own} for own in (1, "true", None, [])),
    *({"type": "reading", "reading": reading} for reading in (-1, 3, "push", None, True, 1.0)),
    {"type": "press"},
    {"type": "reading"},
    {"type": "own", "own": "A♠"},
    {"type": "_put"},
    {"type": ["press"]},
    {},
    "press",
    None,
]


@pytest.mark.parametrize("message", FORGED, ids=lambda message: str(message)[:50])
def test_a_forged_message_changes_nothing_and_is_answered(message):
    shown = be.CardMap(own="8h", seen="Ks")
    before = facts(shown)
    shown._receive(shown, {"seq": shown.view["seq"], **message} if isinstance(message, dict) else message, [])
    assert facts(shown) == before
    assert shown.view["note"]
    assert shown.fault is None


@pytest.mark.parametrize("seq", [None, 0, "1", True, 10**9])
def test_a_message_that_does_not_answer_the_present_view_changes_nothing(seq):
    shown = be.CardMap()
    before = facts(shown)
    shown._receive(shown, {"type": "press", "seq": seq, "card": 3, "own": True}, [])
    assert facts(shown) == before
    assert shown.view["note"]


def test_in_black_cat_no_click_makes_a_hand():
    shown = be.CardMap(be.BlackCatRules())
    tell(shown, "press", card=0, own=True)
    assert "nobody has a hand" in shown.view["note"]
    tell(shown, "press", card=0, own=False)
    assert shown.seen == ["In 1"]


# -- what is refused in Python -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "kind", "words"),
    [
        ({"rules": 5}, RulesError, "are not rules"),
        ({"rules": be.Card("A♠")}, RulesError, "are not rules"),
        ({"own": "A♠ K♠"}, CardError, "2 cards are too many"),
        ({"own": "1♠"}, CardError, "is not a card"),
        ({"own": "A♠", "seen": "A♠"}, CardError, "named 2 times"),
        ({"seen": 5}, CardError, "not a list of cards"),
        ({"rules": be.BanchokRules(ranks=9), "own": "2♠"}, CardError, "there are 0 in these 36 cards"),
        ({"rules": be.BlackCatRules(), "own": "Scoop"}, CardError, "nobody has a hand"),
        ({"rules": be.BlackCatRules(), "seen": "Scoop, Scoop"}, CardError, "there is 1"),
        ({"reading": "pusch"}, RulesError, "'push'"),
        ({"reading": ""}, RulesError, "'push'"),
        ({"big": 1}, RulesError, "True or False"),
    ],
)
def test_what_cannot_be_is_refused_in_words(given, kind, words):
    with pytest.raises(kind, match=words):
        be.CardMap(**given)


def test_a_refused_change_changes_nothing():
    shown = be.CardMap(own="8h", seen="Ks")
    before = facts(shown)
    for name, value in product(("own", "seen", "reading"), ("8♥ 8♥", "x", 5, object())):
        with pytest.raises(BanchokError):
            setattr(shown, name, value)
    assert facts(shown) == before


# -- how it is shown ---------------------------------------------------------------------------------------------------


def test_a_still_picture_goes_with_the_widget_and_holds_no_script():
    shown = be.CardMap(be.PolishRules(), own=HAND, seen="K♦ K♦")
    page = shown._repr_mimebundle_()[0]["text/html"]
    assert "<script" not in page
    assert "81/" not in page
    assert "79/99" in page  # two winning cards of 101 are seen
    for rules in (be.BanchokRules(), be.BlackCatRules()):
        assert "A still picture" in be.CardMap(rules).still()


def test_the_own_copy_and_the_seen_copy_have_parts_of_their_own():
    shown = be.CardMap(be.PolishRules(), own=HAND, seen="A♠")
    kind, said, *parts = shown.view["states"][shown.view["cells"][place(shown, "A♠")]]
    assert (kind, said) == ("own", "1 own, 1 seen")
    assert [part[1]["class"] for part in parts] == ["own", "gone"]


def test_the_browser_module_writes_text_and_never_markup():
    text = module_text("cardmap").replace("http://www.w3.org/2000/svg", "")
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(", "http"):
        assert word not in text
    for word in ("@import", "url("):
        assert word not in style_text("cardmap")
