"""What a drawing shows, what it must not show, and what no name can do to it."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, ClassVar
from xml.etree import ElementTree as ET

import pytest

from banchok_edu.cards import Card
from banchok_edu.core import wording
from banchok_edu.core.board import Board
from banchok_edu.core.decision import Decision
from banchok_edu.core.display import as_html, as_text
from banchok_edu.core.events import DealBegan, Dealt, Event, Opened, Paid
from banchok_edu.core.ledger import BANK, RESERVE
from banchok_edu.core.policy import Blind, Threshold
from banchok_edu.core.rules import Rules, whole
from banchok_edu.core.view import Log, View, take_view
from banchok_edu.games.banchok import Banchok, BanchokRules
from banchok_edu.games.black_cat import BlackCat, BlackCatRules
from banchok_edu.games.polish import PolishBanchok, PolishRules

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=y>',
    "</td></table></section>",
    "{seat} {0} {names[0]}",
    "%s %(seat)s %d",
    "{seat.__class__} __class__",
    "&lt;b&gt; &amp;",
    "' onclick='x",
    "\ue0003\ue001",
    "\ue00099\ue001",
)


# -- a game of positions and a pool, made by hand ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PoolRules(Rules):
    game: ClassVar[str] = "black_cat"
    players: int = whole(3, 2, 15, "players")
    purse: int | None = whole(None, 1, 100, "purse", optional=True)


@dataclass(frozen=True, slots=True)
class Up(Event):
    audience: ClassVar[Any] = "all"
    position: int
    card: Any

    @property
    def wording_key(self) -> str:
        return "test.up"

    def apply(self, board: Board) -> None:
        board.positions[self.position - 1] = self.card


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> View:
    monkeypatch.setitem(wording.SENTENCES, "test.up", "Position {position} is turned: {card}.")
    return pool_view(("Ann", "Bo", "Cy"), 1)


def pool_view(names: tuple[str, ...], seat: int | str | None, known: Any = None) -> View:
    rules = PoolRules()
    events: list[Event] = [Opened(0, 6), DealBegan(2), *(Dealt(None, i, known) for i in range(1, 5))]
    events += [Up(1, "In 3"), Paid(1, BANK, 3, "In 3"), Paid(2, RESERVE, 1, "Reserve")]
    board = Board(rules)
    for event in events:
        event.apply(board)
    board.last_staker, board.backers = 0, [1, 2, None, None]
    log = Log(events, len(events))
    decision = Decision(1, "back", options=(3, 4))
    return take_view(board, seat, (), rules, names, log, decision, None)


# -- reading a drawing back --------------------------------------------------------------------------------------------


def tree(html: str) -> ET.Element:
    """The drawing as a tree, without its style; it is well formed, so that a strict reader takes it too."""
    root = ET.fromstring(html)
    root.remove(root[0])
    return root


def words(root: ET.Element) -> str:
    return " ".join("".join(root.itertext()).split())


def cells(root: ET.Element) -> list[list[str]]:
    return [[words(cell) for cell in row] for row in root.iter("tr")]


def games() -> list[Any]:
    return [
        Banchok(BanchokRules(players=4, first_banker=0), seed=3),
        Banchok(BanchokRules(players=5, purse=12, show_passed=True, tie="push", deck_use="side_pack"), seed=4),
        Banchok(BanchokRules(players=3, opening_choice="free", deck_use="fresh_each_coup"), seed=5),
        PolishBanchok(PolishRules(players=4, exposure="1/2"), seed=6),
        PolishBanchok(PolishRules(players=2, hand=1, win_rule="total_order", purse=150), seed=7),
    ]


def viewers(game: Any) -> list[int | str | None]:
    return [*range(game.rules.players), None, "all"]


# -- known answers -----------------------------------------------------------------------------------------------------


def banchok() -> Banchok:
    rules = BanchokRules(players=4, first_banker=3)
    game = Banchok(rules, seed=1, stack="9s Kh 5d Qd 2c", names=["Ann", "Bo", "Cy", "Di"])
    return game.choose(4).choose(0).hand_over(2, to_person=True)


def test_text_of_a_banchok_table() -> None:
    assert as_text(banchok().view(2)).split("\n\n") == [
        "Banchok, deal 1, as Cy sees it\nBank: 14, opened with 10",
        (
            "Seat  Player  Role                           Gain  Cards                    In this deal\n"
            "   0  Ann                                      −4  9♠                       − lost 4, turned Q♦\n"
            "   1  Bo                                        0  face down                passed\n"
            "   2  Cy      to choose, played by a person     0  5♦ (hidden from others)\n"
            "   3  Di      banker                          −10"
        ),
        "Last coup: Ann on 9♠ < Q♦: − the bank takes 4",
        (
            "What happened last:\n"
            "   8  Ann looks at the cards.\n"
            "   9  Ann stakes 4 counters on 9♠; Q♦ is turned, and the bank takes the stake.\n"
            "  10  Bo looks at the cards.\n"
            "  11  Bo passes.\n"
            "  12  Cy looks: 5♦.\n"
            "  13  Cy is now played by a person."
        ),
        "Cy: stake 1 to 14 counters, or 0 to pass.",
    ]


def test_html_of_a_banchok_table() -> None:
    root = tree(as_html(banchok().view(2)))
    assert cells(root) == [
        ["Seat", "Player", "Gain", "In this deal"],
        ["0", "Ann", "−4", "9nine of spades−lost 4turned Qqueen of diamonds"],
        ["1", "Bo", "0", "face downpassed"],
        ["2", "Cyto chooseplayed by a person", "0", "5five of diamondshidden from others"],
        ["3", "Dibanker", "−10", ""],
    ]
    assert "9nine of spades< lower than Qqueen of diamonds−the bank takes 4" in words(root)


def test_an_unlimited_purse_is_a_signed_gain_and_a_limited_one_a_number() -> None:
    game = Banchok(BanchokRules(players=2, first_banker=0, opening=10), seed=1, stack="Kh 2c").choose(3)
    assert [row[2] for row in cells(tree(as_html(game.view())))] == ["Gain", "−10", "+3"]
    game = Banchok(BanchokRules(players=2, first_banker=0, purse=1500), seed=1, stack="Kh 2c").choose(3)
    assert [row[2] for row in cells(tree(as_html(game.view())))] == ["Counters", "1,490", "1,503"]


@pytest.mark.parametrize("stack, told", [("9h 9s", "9♥ = 9♠: = the stake of 3 goes back"), ("9h 2s", "9♥ > 2♠: +")])
def test_the_last_coup_is_an_inequality(stack: str, told: str) -> None:
    game = Banchok(BanchokRules(players=2, first_banker=0, tie="push"), seed=1, stack=stack).choose(3)
    assert f"Last coup: Seat 1 on {told}" in as_text(game.view())


def test_a_coup_that_ended_its_deal_is_still_shown() -> None:
    game = Banchok(BanchokRules(players=2, first_banker=0), seed=1, stack="9h 2s").choose(3)
    assert "Last coup: Seat 1 on 9♥ > 2♠: + the bank pays 3" in as_text(game.view())
    assert "Last coup" in words(tree(as_html(game.view(1))))


def test_no_inequality_where_ranks_alone_do_not_decide() -> None:
    for hand in (1, 3):
        game = PolishBanchok(PolishRules(players=2, first_banker=0, hand=hand), seed=1).choose(True).choose(5)
        coup = re.search("Last coup: (.*)", as_text(game.view()))
        assert coup
        assert not set("<>") & set(coup[1])
        assert "turned" in coup[1]


def test_an_exposed_card_is_shown() -> None:
    game = PolishBanchok(PolishRules(players=3, first_banker=0), seed=2).choose(True).expose()
    view = game.view(1)
    assert f"Exposed card: {view.exposed}" in as_text(view)
    assert "Exposed card" in words(tree(as_html(view)))
    assert "Exposed card" not in as_text(game.choose(1).view(1))


def test_cards_that_others_do_not_see_are_marked() -> None:
    game = banchok()
    assert "♥ (hidden from others)" not in as_text(game.view(2))
    teacher = as_text(game.view("all"))
    assert "K♥ (hidden from others)" in teacher
    assert "5♦ (hidden from others)" in teacher
    assert "9♠ (hidden from others)" not in teacher


def test_the_end_names_the_winners() -> None:
    game = banchok().hand_over(2, to_person=False).advance(Threshold("8"))
    view = game.view()
    last = as_text(view).splitlines()[-1]
    assert last == view.events[-1].sentence(view.names)
    for seat in view.winners:
        assert "winner" in cells(tree(as_html(view)))[seat + 1][1]


def test_a_view_of_the_past_says_so() -> None:
    assert as_text(banchok().view(2, at=6)).endswith(wording.LABELS["past"])
    assert wording.LABELS["past"] in as_html(banchok().view(2, at=0))


def test_a_pool_with_positions(pool: View) -> None:
    assert as_text(pool).split("\n\n")[:3] == [
        "Black Cat “Bank”, deal 2, as Bo sees it\nPool: 9, Reserve: 1, last staker: Ann",
        (
            "Seat  Player  Role       Gain\n"
            "   0  Ann     banker       −6\n"
            "   1  Bo      to choose    −3\n"
            "   2  Cy                   −1"
        ),
        (
            "Positions:\n"
            "  1  In 3, Bo                 2  face down, Cy            3  face down, not backed\n"
            "  4  face down, not backed"
        ),
    ]
    root = tree(as_html(pool))
    assert [words(place) for place in root.findall("ol[@class='places']/li")] == [
        "1In 31backed by Bo",
        "2face down2backed by Cy",
        "3face downnot backed",
        "4face downnot backed",
    ]


@pytest.mark.usefixtures("pool")
def test_a_teacher_sees_which_positions_are_face_down() -> None:
    text = as_text(pool_view(("Ann", "Bo", "Cy"), "all", known="Scoop"))
    assert "1  In 3, Bo" in text
    assert "2  Scoop (hidden from others), Cy" in text


# -- names -------------------------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Reads as a browser does, and keeps what it met."""

    def __init__(self) -> None:
        super().__init__()
        self.met: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.met.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


ALLOWED = set(
    re.findall("[a-z]+", "section style p strong span b table caption thead tbody tr th td div bdi ol li svg path")
)


def test_hostile_names_come_out_as_text() -> None:
    game = Banchok(BanchokRules(players=10, first_banker=0), seed=1, names=HOSTILE)
    for _ in range(40):
        view = game.view("all")
        html, text = as_html(view), as_text(view)
        root = tree(html)
        assert [row[1].startswith(" ".join(name.split())) for row, name in zip(cells(root)[1:], HOSTILE, strict=True)]
        tags = Tags()
        tags.feed(html)
        assert tags.met <= ALLOWED
        assert not tags.open
        assert tags.attributes <= {"class", "lang", "dir", "value", "scope", "title", "aria-hidden", "viewbox", "d"}
        for name in HOSTILE:
            assert name[:23] in text
            assert [bdi.text for bdi in root.iter("bdi")].count(name) >= 1
        game.advance({game.decision.seat: Blind(1)})


@pytest.mark.usefixtures("pool")
def test_hostile_names_beside_positions() -> None:
    view = pool_view(HOSTILE[:3], 1)
    assert {bdi.text for bdi in tree(as_html(view)).iter("bdi")} == set(HOSTILE[:3])
    assert HOSTILE[0][:13] in as_text(view)


def test_names_of_any_script_keep_the_columns() -> None:
    names = ["W" * 60, "참가자 다섯", "عبد الرحمن", "Zoe\u0301"]
    text = as_text(Banchok(BanchokRules(players=4, first_banker=0), seed=1, names=names).view())
    assert "W" * 23 + "…" in text
    assert "\u2068عبد الرحمن\u2069" in text
    for line in text.split("\n\n")[1].splitlines()[2:]:
        before = re.sub("[\u2068\u2069\u0301]", "", line[: line.index("face down")])
        assert len(before) + len(re.findall("[가-힣]", before)) == 49


# -- nothing hidden, nothing broken ------------------------------------------------------------------------------------

WRITTEN = re.compile("(?:10|[2-9JQKA])[♠♣♦♥]")
SAID = {wording.card_in_words(rank, suit): rank + suit for rank in wording.RANK_WORDS for suit in wording.SUIT_WORDS}


def cards_of(value: Any) -> set[str]:
    """All cards within what a viewer may know."""
    if isinstance(value, Card):
        return {str(value)}
    if isinstance(value, Event):
        return cards_of([getattr(value, f.name) for f in dataclasses.fields(value)])
    return set().union(*map(cards_of, value)) if isinstance(value, tuple | list) else set()


@pytest.mark.parametrize("which", range(5))
def test_no_hidden_card_is_named_and_every_state_is_drawn(which: int) -> None:
    game = games()[which]
    for step in range(120):
        whole_truth = game.view("all").hands
        for viewer in viewers(game):
            view = game.view(viewer)
            known = cards_of([view.hands, view.coup, view.exposed, *view.events])
            known |= cards_of([e for e in view.events if type(e).__name__ == "Settled"])
            html, text = as_html(view), as_text(view)
            heard = {SAID[told] for told in re.findall("|".join(SAID), html)}
            assert heard <= known
            assert set(WRITTEN.findall(text)) <= known
            assert not WRITTEN.search(html)
            for hand, truth in zip(view.hands, whole_truth, strict=True):
                assert not ({str(c) for c, seen in zip(truth, hand, strict=True) if seen is None} - known) & heard
            tags = Tags()
            tags.feed(html)
            assert tags.met <= ALLOWED
            tree(html)
        if game.is_over:
            break
        decision = game.decision
        if decision.kind == "stake":
            game.choose(0 if decision.may_pass and step % 3 == 0 else decision.high if step % 5 == 0 else decision.low)
        else:
            game.choose(step % 4 != 1 if decision.kind == "bank" else decision.high and 7)


@pytest.mark.parametrize("seed", range(12))
def test_every_game_is_drawn_from_its_start_to_its_end(seed: int) -> None:
    for game in (
        Banchok(BanchokRules(players=2 + seed % 9, purse=20), seed=seed),
        PolishBanchok(PolishRules(players=2 + seed % 5, exposure="1/3"), seed=seed),
    ):
        while not game.is_over:
            decision = game.decision
            assert decision.ask(game.names) == str(game).splitlines()[-1]
            assert game._repr_html_().startswith("<section")
            game.choose({"bank": True, "stake": decision.high}.get(decision.kind, decision.low))
        assert str(game)
        assert tree(game._repr_html_()) is not None


def test_two_tables_on_a_page_do_not_meet() -> None:
    html = as_html(banchok().view(0))
    assert " id=" not in html
    assert "url(" not in html
    assert "http" not in html
    style = ET.fromstring(html)[0].text
    rules = re.findall(r"(?:^|[{}])([^{}@]+)\{", re.sub(r"@[^{]*\{", "", style or ""))
    assert rules
    assert all(".bk-still" in part for rule in rules for part in rule.split(","))


def test_every_word_comes_from_the_wording() -> None:
    root = tree(as_html(banchok().view(2)))
    assert root.get("lang") == "en"
    assert {cell.get("scope") for cell in root.iter("th")} == {"col", "row"}
    assert root.find("table/caption") is not None
    for key in ("game.banchok", "bank", "players", "events"):
        assert wording.LABELS[key] in words(root)


def test_what_happened_since_the_viewers_last_act_is_told_and_dealing_takes_one_line() -> None:
    game = BlackCat(BlackCatRules(players=2, deals=2), seed=1, stack="In 3, Out 2, Scoop").choose(2)
    told = as_text(game.view(1)).partition("What happened last:\n")[2]
    assert "Position 1 is turned: In 3. Nobody backed it." in told
    assert "Out 2: Seat 1 receives 2 counters from the pool." in told
    assert "14 cards are dealt face down." in told
    assert "A card is laid face down" not in told
    assert told.splitlines()[0].endswith("Seat 1 backs position 2.")
    assert told.count("  Deal 1 is over") == 1


def test_a_view_prints_itself() -> None:
    view = Banchok(BanchokRules(players=3, first_banker=0), seed=1).view(2)
    assert str(view) == as_text(view)
    assert view._repr_html_() == as_html(view)
