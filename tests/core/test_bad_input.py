"""Bad input of every kind is refused with a message that helps, and before anything has changed."""

import contextlib
import dataclasses
import json
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.core.decision import Expose
from banchok_edu.errors import shown, whole_number
from banchok_edu.games.black_cat.rules import CatCard
from tests.core.standing import GAMES, finished, says, standing


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3), sympy.Integer(3)])
def test_whole_numbers_of_other_packages_are_whole_numbers(value):
    assert whole_number(value) == 3
    assert type(whole_number(value)) is int


@pytest.mark.parametrize(
    "value", [True, np.True_, 3.0, np.float64(3), "3", None, np.array(3), np.array([3]), np.array([1, 2]), [3], b"3"]
)
def test_what_only_looks_like_a_whole_number_is_none(value):
    assert whole_number(value) is None


def test_a_value_is_quoted_on_one_short_line_whatever_it_is():
    class Mute:
        def __repr__(self):
            raise RuntimeError

    class Loud:
        def __repr__(self):
            return "a\nb\u202e\x1b[31m" * 100

    deep = []
    for _ in range(5000):
        deep = [deep]
    for value in (Mute(), Loud(), [Mute()], deep, [10**5000], "\u202e\ud800\0\n", b"\xff" * 99, {"x": deep}, 10**5000):
        text = shown(value)
        assert len(text) <= 40
        assert text.isprintable()
        text.encode()


def test_quoting_a_value_of_millions_of_items_takes_no_time():
    class Counting(str):  # noqa: SLOT000
        read = 0

        def __repr__(self):
            Counting.read += 1
            return "'x'"

    shown([Counting("x") for _ in range(10_000)])
    assert Counting.read < 100


@pytest.mark.parametrize(
    "kind, number",
    [("Foo", 0), ("In", 0), ("In", 101), ("In", True), ("In", 2.0), ("Scoop", 1), ("In", 10**30), (None, 0), ([], 0)],
)
def test_a_black_cat_card_that_does_not_exist_cannot_be_made(kind, number):
    with pytest.raises(be.CardError) as error:
        CatCard(kind, number)
    says(error.value, "is not a card of this game", "In 1 to In 100", "Official Receiver")


BAD_NAMES = {
    "not a list": ("Ann", "'Ann'", "a list of 3 names"),
    "bytes in it": ([b"Ann", "Bo", "Cy"], "the name of seat 0", "is not a text"),
    "a number in it": (["Ann", 2, "Cy"], "the name of seat 1", "2", "is not a text"),
    "None in it": (["Ann", "Bo", None], "the name of seat 2", "None", "is not a text"),
    "a mapping": ({0: "Ann"}, "{0: 'Ann'}", "a list of 3 names"),
    "a generator": ((x for x in "abc"), "names=", "a list of 3 names"),
    "too few": (["Ann", "Bo"], "['Ann', 'Bo']", "a list of 3 names"),
    "too many": (["Ann", "Bo", "Cy", "Di"], "a list of 3 names"),
    "none at all": ([], "[]", "a list of 3 names"),
    "empty": (["Ann", "", "Cy"], "the name of seat 1", "is empty", "at least one letter"),
    "spaces": (["Ann", "Bo", " \t\u00a0\u3000\n"], "the name of seat 2", "is empty"),
    "a joiner alone": (["Ann", "\u200d", "Cy"], "the name of seat 1", "'\\u200d'", "is empty"),
    "a Hangul filler alone": (["\u3164", "Bo", "Cy"], "the name of seat 0", "is empty"),
    "twice": (["Ann", "Bo", "Ann"], "'Ann'", "twice", "a name of his own"),
    "twice with spaces": (["Ann", "Bo", " Ann "], "'Ann'", "twice"),
    "twice with a space within": (["Ann B", "Ann  B", "Cy"], "'Ann  B'", "twice"),
    "twice by case": (["Ann", "ANN", "Cy"], "'ANN'", "twice"),
    "twice by sharp s": (["Strauß", "STRAUSS", "Cy"], "'STRAUSS'", "twice"),
    "twice by normalisation": (["Zo\u00eb", "Zoe\u0308", "Cy"], "'Zo\u00eb'", "twice"),
    "twice by normalisation and case": (["\u01f0", "J\u030c", "Cy"], "twice"),
    "twice but for a joiner": (["Ann", "A\u200dnn", "Cy"], "twice"),
    "a line break": (["Ann", "B\no", "Cy"], "the name of seat 1", "U+000A", "leave it out"),
    "NUL": (["Ann", "Bo\0x", "Cy"], "U+0000", "leave it out"),
    "escape": (["Ann", "\x1b[31mBo", "Cy"], "U+001B", "leave it out"),
    "a right-to-left override": (["Ann", "Bo\u202egpj", "Cy"], "U+202E", "leave it out"),
    "an isolate": (["Ann", "\u2067Bo", "Cy"], "U+2067", "leave it out"),
    "a lone surrogate": (["Ann", "Bo\ud800", "Cy"], "U+D800", "leave it out"),
    "a line separator": (["Ann", "B\u2028o", "Cy"], "U+2028", "leave it out"),
    "61 letters": (["Ann", "b" * 61, "Cy"], "the name of seat 1", "61 characters", "at most 60"),
    "10,000 letters": (["Ann", "b" * 10_000, "Cy"], "10,000 characters", "at most 60"),
    "10,000 spaces and a letter": (["Ann", " " * 10_000 + "b", "Cy"], "the name of seat 1"),
}


@pytest.mark.parametrize("names, words", [(given, words) for given, *words in BAD_NAMES.values()], ids=BAD_NAMES)
def test_bad_names_are_refused(names, words):
    with pytest.raises(be.RulesError) as error:
        be.Banchok(be.BanchokRules(players=3), seed=1, names=names)
    says(error.value, *words)


@pytest.mark.parametrize(
    "name",
    [
        "김철수",
        "محمد",
        "दीपक",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f",
        "می\u200cخواهم",
        "Zoe\u0308",
        'O\'Brien-Smith "Bob" </script>',
        "{seat}",
        "{0.__class__}",
        "%s",
        "=1+1",
        "b" * 60,
        "\u0958" * 30,
    ],
)
def test_names_of_all_the_world_are_kept_and_shown(name):
    game = be.Banchok(be.BanchokRules(players=3, first_banker=1), seed=1, names=["Ann", name, "Cy"])
    again = be.from_json(game.to_json())
    assert again.names == game.names
    assert unicodedata.normalize("NFC", name) in game.log()[0]


@given(st.lists(st.text(), min_size=2, max_size=2))
@settings(max_examples=300, deadline=None)
def test_names_are_refused_in_our_words_or_saved_and_read_again(names):
    try:
        game = be.Banchok(be.BanchokRules(players=2), seed=1, names=names)
    except be.RulesError as error:
        says(error, "name")
    else:
        assert be.from_json(game.to_json()).names == game.names
        game.to_json().encode()


# -- rules, field by field ---------------------------------------------------------------------------------------------

KINDS = [be.BanchokRules, be.PolishRules, be.BlackCatRules]
FIELDS = [(kind, f) for kind in KINDS for f in dataclasses.fields(kind)]
FIELD_IDS = [f"{kind.game}-{f.name}" for kind, f in FIELDS]
NEVER = [
    float("nan"),
    float("inf"),
    float("-inf"),
    2.5,
    1e300,
    "",
    "x" * 10_000,
    "\0",
    "\ud800",
    "nan",
    "1e5",
    "1/0",
    b"1",
    bytearray(b"drawn"),
    [],
    [1],
    (),
    {1},
    {"no such card": 1},
    range(3),
    object(),
    int,
    len,
    10**30,
    -(10**30),
    10**5000,
    -1,
    1j,
    Decimal(1),
    np.array(3),
    np.array([1, 2, 3]),
    np.array(["push"]),
    np.array([True]),
    np.True_,
    np.float64(2.5),
    np.datetime64("2020-01-01"),
    Fraction(-1, 2),
    Fraction(1, 10**13),
]
"""What no rule may be."""


def is_whole(f):
    """Whether a field is a whole number, as declared."""
    return f.type in ("int", "int | None", "int | str")


@pytest.mark.parametrize("kind, f", FIELDS, ids=FIELD_IDS)
def test_what_no_rule_may_be_is_refused_with_the_field_named(kind, f):
    for value in NEVER:
        with pytest.raises(be.RulesError) as error:
            kind(**{f.name: value})
        says(error.value, f.name if isinstance(value, dict) else f"{f.name}={shown(value)}")
        with pytest.raises(be.RulesError):
            dataclasses.replace(kind(), **{f.name: value})


@pytest.mark.parametrize("kind, f", FIELDS, ids=FIELD_IDS)
def test_none_is_a_value_only_where_it_means_something(kind, f):
    if "None" in f.type:
        assert getattr(kind(**{f.name: None}), f.name) is None
    else:
        with pytest.raises(be.RulesError, match=f"{f.name}=None"):
            kind(**{f.name: None})


@pytest.mark.parametrize("kind, f", FIELDS, ids=FIELD_IDS)
def test_only_a_flag_is_a_truth_value_and_a_flag_is_nothing_else(kind, f):
    for value in (True, False):
        if f.type == "bool":
            assert getattr(kind(**{f.name: value}), f.name) is value
        else:
            with pytest.raises(be.RulesError, match=f"{f.name}={value}"):
                kind(**{f.name: value})
    if f.type == "bool":
        for value in (0, 1, "True", None, np.True_):
            with pytest.raises(be.RulesError) as error:
                kind(**{f.name: value})
            says(error.value, f"{f.name}={shown(value)}", "True or False")


@pytest.mark.parametrize("kind, f", FIELDS, ids=FIELD_IDS)
def test_a_number_of_numpy_or_sympy_is_kept_as_a_plain_one(kind, f):
    if not is_whole(f):
        return
    usual = getattr(kind(), f.name)
    number = 2 if not isinstance(usual, int) else usual
    for made in (np.int64(number), np.int32(number), np.uint16(number), sympy.Integer(number)):
        rules = kind(**{f.name: made})
        assert rules == kind(**{f.name: number})
        assert type(getattr(rules, f.name)) is int
        assert json.dumps(rules.to_dict()) == json.dumps(kind(**{f.name: number}).to_dict())


@pytest.mark.parametrize("kind, f", FIELDS, ids=FIELD_IDS)
def test_the_message_says_what_is_allowed(kind, f):
    with pytest.raises(be.RulesError) as error:
        kind(**{f.name: object()})
    readings = f.metadata.get("readings")
    says(error.value, "<object object>")
    if readings:
        says(error.value, "is not a reading: choose from", *map(repr, readings))
        near = readings[-1] + "x"
        with pytest.raises(be.RulesError) as error:
            kind(**{f.name: near})
        says(error.value, repr(near), f"did you mean {readings[-1]!r}?")
    elif is_whole(f):
        assert re.search(r"is a whole number from [\d,]+ to [\d,]+|the number of a seat", str(error.value))
        assert ("or None" in str(error.value)) == ("None" in f.type)


@given(
    st.sampled_from(FIELDS), st.one_of(st.integers(), st.text(), st.floats(), st.fractions(), st.none(), st.binary())
)
@settings(max_examples=500, deadline=None)
def test_any_value_of_a_field_is_refused_in_our_words_or_read_back_from_a_save(field, value):
    kind, f = field
    try:
        rules = kind(**{f.name: value})
    except be.RulesError as error:
        says(error, "players=" if "serves at most" in str(error) or "positions" in str(error) else f.name)
    else:
        assert kind.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


@given(st.sampled_from(KINDS), st.dictionaries(st.text() | st.sampled_from(["players", "tie", "pack"]), st.integers()))
@settings(max_examples=200, deadline=None)
def test_rules_from_plain_values_are_made_or_refused_in_our_words(kind, values):
    try:
        kind.from_dict(values)
    except be.RulesError as error:
        says(error)


def test_a_rule_that_does_not_exist_is_told_with_the_nearest():
    with pytest.raises(be.RulesError) as error:
        be.BanchokRules.from_dict({"open": 3})
    says(error.value, "there is no rule 'open'", "opening", "did you mean opening")


# -- rules that do not go together -------------------------------------------------------------------------------------

TOGETHER = [
    (lambda: be.BanchokRules(players=1), "players=1", "from 2"),
    (lambda: be.BanchokRules(players=0), "players=0"),
    (lambda: be.BanchokRules(players=11), "players=11", "at most 10 players", "2 to 10", "Polish banchok"),
    (lambda: be.BanchokRules(players=5, ranks=3, suits=2), "players=5", "6 cards", "at most 4 players", "ranks"),
    (
        lambda: be.PolishRules(players=28),
        "players=28",
        "104 cards",
        "at most 27 players",
        "decks=3 would do, or hand=2 would do",
    ),
    (lambda: be.PolishRules(players=100), "players=100", "at most 27 players", "decks=8 would do"),
    (lambda: be.PolishRules(players=30, decks=1, hand=5), "at most 9 players", "decks=4 would do"),
    (lambda: be.PolishRules(hand=26), "players=5", "at most 4 players", "decks=3 would do, or hand=25 would do"),
    (lambda: be.PolishRules(players=2000), "players=2000", "at most 27 players", "take away players"),
    (lambda: be.PolishRules(players=2048), "players=2048", "2 to 2,047"),
    (lambda: be.PolishRules(decks=40), "decks=40", "at most 39 decks of 52 cards"),
    (
        lambda: be.PolishRules(players=2, hand=104),
        "players=2",
        "at most 1 player;",
        "decks=3 would do, or hand=103 would do",
    ),
    (lambda: be.BanchokRules(first_banker=5), "first_banker=5", "5 players have seats 0 to 4"),
    (lambda: be.PolishRules(first_banker=10**30), "first_banker=a whole number of very many digits"),
    (lambda: be.BlackCatRules(first_banker=5), "first_banker=5", "seats 0 to 4"),
    (lambda: be.BlackCatRules(first_banker="drawn"), "first_banker='drawn'", "the number of a seat"),
    (lambda: be.BlackCatRules(players=16), "players=16", "dealt=14", "at most 15 players", "deal more cards"),
    (lambda: be.BlackCatRules(players=5, backs=4), "players=5", "backs=4", "at most 4 players", "back fewer"),
    (lambda: be.BlackCatRules(backs=15), "players=5", "at most 1 player;"),
    (lambda: be.BlackCatRules(dealt=29), "28 cards are too few", "dealt=29", "add cards or deal fewer"),
    (lambda: be.BlackCatRules(pack={}), "pack: 0 cards are too few", "dealt=14"),
    (lambda: be.BlackCatRules(pack={"In 1": 13}), "pack: 13 cards are too few", "add cards or deal fewer"),
    (lambda: be.BlackCatRules(pack={"In 1": 15, "Scoop": -1}), "pack: -1 times Scoop", "0 to 2,047 times"),
    (lambda: be.BlackCatRules(pack={"In 1": 2.0}), "pack: 2.0 times In 1", "0 to 2,047"),
    (lambda: be.BlackCatRules(pack={"In 1": True}), "pack: True times In 1"),
    (lambda: be.BlackCatRules(pack={"In 1": 10**30}), "pack: a whole number of very many digits times In 1"),
    (lambda: be.BlackCatRules(pack={"In 1": 2047, "In 2": 1}), "pack: 2,048 cards are too many", "at most 2,047"),
    (lambda: be.BlackCatRules(pack={"In 0": 20}), "pack: 'In 0' is not a card", "In 1 to In 100", "Bank Holiday"),
    (lambda: be.BlackCatRules(pack={"In 101": 20}), "pack: 'In 101' is not a card"),
    (lambda: be.BlackCatRules(pack={"In ١": 20}), "pack: 'In ١' is not a card"),
    (lambda: be.BlackCatRules(pack={"Inn 1": 20}), "pack: 'Inn 1' is not a card"),
    (lambda: be.BlackCatRules(pack={3: 20}), "pack: 3 is not a card"),
    (lambda: be.BlackCatRules(pack={"In 1": 20, "in  1": 2}), "pack: In 1 is named twice", "once"),
    (lambda: be.BlackCatRules(pack=["In 1"] * 14), "pack=['In 1', ", "give counts of cards"),
    (lambda: be.PolishRules(suit_order="♠♣♦"), "suit_order='♠♣♦'", "the four suits from low to high"),
    (lambda: be.PolishRules(suit_order="♠♠♣♦"), "suit_order='♠♠♣♦'"),
    (lambda: be.PolishRules(suit_order="scdh"), "suit_order='scdh'"),
    (lambda: be.PolishRules(exposure="1/0"), "exposure='1/0'", "from 0 to 1", "'1/10'"),
    (lambda: be.PolishRules(exposure=1.5), "exposure=1.5", "from 0 to 1"),
    (lambda: be.PolishRules(exposure=1e-13), "exposure=1e-13", "too fine", "twelve digits"),
    (lambda: be.BanchokRules(opening=0), "opening=0", "1 to 1,000,000,000"),
    (lambda: be.BanchokRules(opening=-10), "opening=-10", "1 to 1,000,000,000"),
    (
        lambda: be.BanchokRules(tie="pusch"),
        "tie='pusch'",
        "'punter_wins', 'push', 'banker_wins'",
        "did you mean 'push'?",
    ),
]


@pytest.mark.parametrize("make, words", [(make, words) for make, *words in TOGETHER], ids=[t[1] for t in TOGETHER])
def test_rules_that_cannot_be_played_are_refused(make, words):
    with pytest.raises(be.RulesError) as error:
        make()
    says(error.value, *words)


def test_the_number_of_decks_that_would_do_does():
    for players in (28, 53, 100, 400):
        with pytest.raises(be.RulesError) as error:
            be.PolishRules(players=players)
        decks = int(re.search(r"decks=(\d+) would do", str(error.value))[1])
        assert be.PolishRules(players=players, decks=decks).players == players
        with pytest.raises(be.RulesError):
            be.PolishRules(players=players, decks=decks - 1)


# -- settings of a game ------------------------------------------------------------------------------------------------

SETTINGS = [
    ("seed", -1, "2**64 - 1"),
    ("seed", 2**64, "2**64 - 1"),
    ("seed", 10**30, "2**64 - 1"),
    ("seed", 1.0, "a whole number"),
    ("seed", True, "a whole number"),
    ("seed", "7", "a whole number"),
    ("seed", float("nan"), "a whole number"),
    ("seed", np.array(7), "a whole number"),
    ("index", -1, "2**63 - 1"),
    ("index", 2**63, "2**63 - 1"),
    ("index", None, "a whole number"),
    ("index", False, "a whole number"),
]


@pytest.mark.parametrize("name, value, allowed", SETTINGS)
def test_a_bad_seed_or_index_is_refused(name, value, allowed):
    with pytest.raises(be.RulesError) as error:
        be.Banchok(**{"seed": 1, name: value})
    says(error.value, f"{name}={shown(value)}", f"{name} is a whole number from 0", allowed)


def test_the_largest_seed_and_index_are_played():
    game = be.Banchok(seed=2**64 - 1, index=2**63 - 1)
    assert be.from_code(game.code).events == game.events
    assert be.Banchok(seed=np.uint64(2**64 - 1), index=np.int64(2**63 - 1)).events == game.events


@pytest.mark.parametrize("rules", [be.PolishRules(), be.BanchokRules, {}, {"players": 3}, 5, "banchok", False, []])
def test_rules_of_another_game_are_refused(rules):
    with pytest.raises(be.RulesError) as error:
        be.Banchok(rules, seed=1)
    says(error.value, shown(rules), "give BanchokRules(...)")


STACKS = [
    ("Zs", "'Zs' is not a card", "'A♠', 'As', '10h'"),
    ("1s", "'1s' is not a card"),
    ("A", "'A' is not a card"),
    (["A♠", None], "None is not a card"),
    (["A♠", "A♠ K♠"], "'A♠ K♠' is not a card"),
    ([1], "1 is not a card"),
    (["A♠" + " " * 10_000], "is not a card"),
    (["\ud800"], "'\\ud800' is not a card"),
    (b"As", "65 is not a card"),
    (5, "5 is not a list of cards", "give a list"),
    (True, "True is not a list of cards"),
    ("As Kd As", "A♠ is stacked 2 times", "only 1 of it", "take some away"),
    ("As as A♠", "A♠ is stacked 3 times", "only 1 of it"),
]


@pytest.mark.parametrize("stack, words", [(stack, words) for stack, *words in STACKS])
def test_a_bad_stack_is_refused(stack, words):
    with pytest.raises(be.CardError) as error:
        be.Banchok(seed=1, stack=stack)
    says(error.value, *words)
    game = GAMES["banchok"]().hand_over(1, to_person=True)
    before = standing(game)
    if "stacked" not in words[0]:
        with pytest.raises(be.CardError) as error:
            game.stack(stack)
        says(error.value, *words)
    assert standing(game) == before


def test_a_card_that_these_rules_do_not_use_is_refused():
    with pytest.raises(be.CardError) as error:
        be.Banchok(be.BanchokRules(players=3, ranks=8), stack="As 6s")
    says(error.value, "6♠ is not in this shoe", "cards that these rules use")
    assert be.PolishBanchok(be.PolishRules(), seed=1, stack="As As").stacked
    with pytest.raises(be.CardError, match="A♠ is stacked 3 times, but the shoe has only 2 of it"):
        be.PolishBanchok(be.PolishRules(), seed=1, stack="As As As")
    for stack in ("Scoop, Scoop", ["Scoop", "scoop"]):
        with pytest.raises(be.CardError, match="Scoop is stacked 2 times"):
            be.BlackCat(seed=1, stack=stack)
    for stack in ("In 9", "In", "A♠", ["In 1", 3], 7):
        with pytest.raises(be.CardError):
            be.BlackCat(seed=1, stack=stack)


# -- choices -----------------------------------------------------------------------------------------------------------

NO_STAKE = [
    -1,
    11,
    10**30,
    10**5000,
    -(10**30),
    1.0,
    2.5,
    True,
    False,
    "1",
    "",
    None,
    b"1",
    [1],
    (1,),
    {1: 1},
    object(),
]
NO_STAKE += [
    float("nan"),
    float("inf"),
    np.float64(1),
    np.True_,
    np.array(1),
    np.array([1, 2]),
    Decimal(1),
    Fraction(1),
]
NO_STAKE += [1j, int, len, Expose()]


@pytest.mark.parametrize("choice", NO_STAKE, ids=shown)
def test_a_stake_out_of_range_or_of_another_kind_changes_nothing(choice):
    game = GAMES["banchok"]().choose(1).undo()
    before = standing(game)
    with pytest.raises(be.IllegalChoice) as error:
        game.choose(choice)
    says(error.value, f"stake {shown(choice)} is ", "1 to 10 counters, or 0 to pass")
    assert isinstance(error.value, be.BanchokError)
    assert isinstance(error.value, ValueError)
    assert standing(game) == before


@pytest.mark.parametrize(
    "choice", [0, -1, 10**9 + 1, 10**30, 1.0, True, "5", None, float("nan"), np.array([5])], ids=shown
)
def test_an_opening_out_of_range_or_of_another_kind_changes_nothing(choice):
    game = be.Banchok(be.BanchokRules(players=3, opening_choice="free"), seed=1)
    before = standing(game)
    with pytest.raises(be.IllegalChoice) as error:
        game.choose(choice)
    says(error.value, f"opening {shown(choice)} is ", "1 to 1,000,000,000 counters")
    assert standing(game) == before
    limited = be.Banchok(be.BanchokRules(players=3, opening_choice="free", purse=7), seed=1)
    with pytest.raises(be.IllegalChoice) as error:
        limited.choose(8)
    says(error.value, "opening 8 is too much: 1 to 7 counters")


@pytest.mark.parametrize("choice", [0, 1, -1, "True", "yes", None, 1.0, np.True_, [True], Expose()], ids=shown)
def test_to_bank_or_to_leave_is_true_or_false_and_nothing_else(choice):
    game = GAMES["polish"]()
    before = standing(game)
    with pytest.raises(be.IllegalChoice) as error:
        game.choose(choice)
    says(error.value, shown(choice), "answer True to bank, False to leave")
    assert standing(game) == before


@pytest.mark.parametrize(
    "choice", [0, 15, -1, 4, 10**30, 3.0, True, "3", None, [3], np.array([3]), Expose()], ids=shown
)
def test_a_position_that_is_not_free_cannot_be_backed(choice):
    game = GAMES["black_cat"]().choose(4)
    before = standing(game)
    with pytest.raises(be.IllegalChoice) as error:
        game.choose(choice)
    says(error.value, f"{shown(choice)} cannot be backed: choose a free position, 1, 2, 3, 5, 6")
    assert standing(game) == before


@pytest.mark.parametrize("kind", GAMES)
def test_choosing_when_the_game_is_over_changes_nothing(kind):
    game = finished(GAMES[kind]())
    before = standing(game)
    for choice in (0, 1, True, None, "x"):
        with pytest.raises(be.IllegalChoice) as error:
            game.choose(choice)
        says(error.value, "the game is over", "undo() goes back")
    with pytest.raises(be.IllegalChoice, match="the game is over"):
        game.expose()
    assert standing(game.advance(be.policies.Pass())) == before
    assert not game.undo().is_over


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("step", [-1, 4, 1.0, True, None, "1", float("nan"), 10**30, np.array([1])], ids=shown)
def test_a_step_that_does_not_exist_changes_nothing(kind, step):
    game = GAMES[kind]().hand_over(0, to_person=True).hand_over(1, to_person=True).hand_over(1, to_person=False).undo()
    before = standing(game)
    with pytest.raises(be.IllegalChoice) as error:
        game.goto(step)
    says(error.value, f"step {shown(step)} does not exist", "steps 0 to 3")
    assert standing(game) == before


@pytest.mark.parametrize("at", [-1, 10**30, 1.0, True, "0", float("nan"), np.array([1])], ids=shown)
def test_a_moment_that_does_not_exist_is_refused(at):
    game = GAMES["banchok"]()
    with pytest.raises(be.BanchokError) as error:
        game.view(at=at)
    says(error.value, f"at={shown(at)}", f"0 to {len(game.events)} events")


def test_nothing_to_undo_or_redo_is_told():
    game = GAMES["banchok"]()
    before = standing(game)
    with pytest.raises(be.IllegalChoice, match="nothing to undo"):
        game.undo()
    with pytest.raises(be.IllegalChoice, match="nothing to redo"):
        game.redo()
    assert standing(game) == before
    game.choose(1).undo().choose(2)
    with pytest.raises(be.IllegalChoice, match="nothing to redo"):
        game.redo()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "♠",
        "AA♠",
        "11♠",
        "0♠",
        "A♠♠",
        "A♠K♠",
        "Joker",
        None,
        1,
        b"A\xe2\x99\xa0",
        [],
        "A\n\n♠" * 9,
        "x" * 10**6,
    ],
)
def test_a_card_that_does_not_exist_cannot_be_read(text):
    with pytest.raises(be.CardError) as error:
        be.Card.read(text)
    says(error.value, shown(text), "is not a card", "2, 3, 4", "as in 'A♠'")


@pytest.mark.parametrize("rank, suit", [("1", "♠"), (10, "♠"), ("A", "s"), (None, "♠"), ([], "♠"), ("A", np.nan)])
def test_a_card_that_does_not_exist_cannot_be_made(rank, suit):
    with pytest.raises(be.CardError) as error:
        be.Card(rank, suit)
    says(error.value, "there is no ")


@given(st.text(max_size=12) | st.text("23456789TJQKA10♠♣♦♥♤scdh \ufe0f\u212a", max_size=5))
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_as_a_card_that_reads_back_or_refused(text):
    for read in (be.Card.read, CatCard.read):
        with contextlib.suppress(be.CardError):
            card = read(text)
            assert read(str(card)) == card


def test_a_misspelt_rule_is_named_with_the_nearest_one() -> None:
    with pytest.raises(be.RulesError, match=r"no rule 'openning'.*did you mean opening\?"):
        be.BanchokRules(openning=5)
    with pytest.raises(be.RulesError, match=r"no rule 'player'.*did you mean players\?"):
        be.BlackCatRules(player=5)


def test_a_hand_that_cannot_be_dealt_is_refused() -> None:
    rules = be.PolishRules(win_rule="beats")
    assert rules.winning_cards("A♠ 9♠ 4♥") == 27
    with pytest.raises(be.CardError, match="2 cards are not a hand: with these rules a hand has 3"):
        rules.winning_cards("A♠ 9♠")
    with pytest.raises(be.CardError, match="2♠ is not in this shoe: it has 4 suits of the 5 highest ranks"):
        be.BanchokRules(ranks=5).winning_cards("2♠")
    with pytest.raises(be.CardError, match="A♠ is in this hand more often than in the shoe, which has it 2 times"):
        rules.winning_cards("A♠ A♠ A♠")


def test_a_card_reads_what_it_prints() -> None:
    card = be.Card("9♥")
    assert repr(card) == "Card('9♥')"
    assert card is be.Card("9", "♥")
    with pytest.raises(be.CardError, match="'9' is not a card"):
        be.Card("9")


def test_only_public_names_are_listed() -> None:
    assert dir(be) == sorted(be.__all__)
    assert {"Blind", "Pass", "Share", "Threshold"} <= set(dir(be.policies))
    assert "ABC" not in dir(be.policies)


def test_a_notebook_shows_the_readers_line_and_the_message_only():
    game = be.Banchok(be.BanchokRules(players=3, first_banker=0), seed=1)
    try:
        game.choose(40)
    except be.IllegalChoice as error:
        shown_lines = error._render_traceback_()
    where, message = shown_lines
    assert where.startswith("line ")
    assert where.endswith(": game.choose(40)")
    assert message == "IllegalChoice: stake 40 is too much: 1 to 10 counters, or 0 to pass"
