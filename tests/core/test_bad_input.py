"""Bad input of every kind is refused with a message that helps, and before anything has changed."""

import unicodedata

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import banchok_edu as be
from banchok_edu.errors import shown, whole_number
from banchok_edu.games.black_cat.rules import CatCard
from tests.core.standing import says


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
