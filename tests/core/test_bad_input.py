"""Bad input of every kind is refused with a message that helps, and before anything has changed."""

import numpy as np
import pytest
import sympy
from standing import says

import banchok_edu as be
from banchok_edu.errors import shown, whole_number
from banchok_edu.games.black_cat.rules import CatCard


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
