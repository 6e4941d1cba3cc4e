"""The book's numbers: worked out apart from this package, by hand, by enumeration or by solving equations."""

from __future__ import annotations

from fractions import Fraction

import pytest

import banchok_edu as be
from banchok_edu.bank.listing import definitions

NUMBERS = {
    "E1": ("2652", "1326"),
    "E2": ("31/51", "28/51"),
    "E3": ("1/17", "1/13"),
    "E4": ("9/17", "1/2"),
    "E5": ("1/17", "0"),
    "E6": ("1", "16/17"),
    "E7": ("19/51", "35/51"),
    "E9": ("15229/54145", "4/13"),
    "E11": ("1/17", "9/17"),
    "E12": ("1/2", "1/14"),
    "E13": ("3/28", "3/14"),
    "E14": ("4", "7"),
    "E15": ("75/14", "15"),
    "E16": ("676/1751", "3/8"),
    "E17": ("81/101", "91/101"),
    "E18": ("27/101", "28/101"),
    "E19": ("1", "100/101"),
    "M20": ("63/221", "9/17"),
    "M21": ("56/221", "63/221"),
    "M22": ("50/221", "49/221"),
    "M23": ("17/117", "1/13"),
    "M24": ("2/7", "1/7"),
    "M25": ("13/17", "9/17"),
    "M26": ("5837/20825", "81/289"),
    "M27": ("463/1275", "81/289"),
    "M28": ("449/1350", "0"),
    "M29": ("28/81", "1"),
    "M30": ("99/455", "6561/28561"),
    "M31": ("32577/2975", "53/5"),
    "M32": ("27/50", "9/17"),
    "M33": ("3", "1"),
    "M35": ("64/217", "64/289"),
    "M36": ("425/217", "25/17"),
    "M37": ("18", "6"),
    "M38": ("256/289", "192/289"),
    "M39": ("4096/83521", "64/289"),
    "M40": ("65536/83521", "13/17"),
    "M41": ("7106/15841", "2/17"),
    "M42": ("1107", "34"),
    "M43": ("88/1751", "11/1751"),
    "M44": ("1/4", "1/2"),
    "M45": ("2550/10403", "1/4"),
    "M46": ("6327/20825", "5843/20825"),
    "M47": ("42752/176851", "43896/176851"),
    "M48": ("89059/176851", "0"),
    "M49": ("215/468", "9785/21952"),
    "M50": ("1001/3105", "22343750000/96889010407"),
    "M51": ("40/27", "20/7"),
    "M52": ("313/2457", "1/7"),
    "M53": ("1/21", "9/95"),
    "H54": ("262144/1166833", "1/3"),
    "H55": ("256/31521", "4096/15841"),
    "H56": ("93024/47089", "208/217"),
    "H57": ("20149/37349", "189/221"),
    "H58": ("23877/48841", "126/221"),
    "H59": ("1187275/1904799", "6849549/10793861"),
    "H60": ("35/51", "1"),
    "H61": ("89/117", "13/17"),
    "H62": ("238/4225", "16/289"),
    "H63": ("26/17", "2"),
    "H64": ("100/184093", "0"),
    "H66": ("2155696/7540351", "63/221"),
    "H67": ("28/81", "1"),
    "H68": ("77803636/729524085", "1"),
    "H69": ("8689/19740", "5/6"),
    "H70": ("83/585", "1265/13104"),
    "H71": ("37351/3276", "7"),
    "H72": ("6325/189", "275/7"),
    "H73": ("6127/40950", "0"),
    "H74": ("-577/585", "0"),
    "H75": ("1926858816/25440083521", "1926858816/31276276201"),
    # of 663 coups 51 are played with a queen, which loses to 8 cards; 10 to ace win 35, 39, 43, 47, 51 of 51
    "E76": ("43", "51"),
    "E77": ("215/351", "43/51"),
    "E78": ("1/17", "1/13"),
    "E79": ("0", "1/169"),
    "E80": ("1/221", "1/169"),
    "E81": ("33/221", "2/13"),
    # 1 - 2 * 38916/54145 + 7/52 * ... : the deals of four with an ace and a king, counted in test_ace_and_king
    "M82": ("1332/20825", None),
    "E83": ("9/17", None),
    "E84": ("17/9", "9/17"),
    "E85": ("127", "128"),
    "M88": ("576/4913", None),
    "M89": ("8891/729", "4913/729"),
    "M91": ("-9874655/24137569", "1"),
    "E93": ("2", "0"),
    "M94": ("723901/3200000", "1/20"),
    "M95": ("4000", "2000"),
    "H97": ("424/2601", "72/289"),
    "E116": ("9/17", "8/17"),
    "E117": ("1/17", "1/13"),
    "E118": ("132955/176851", None),
    "M119": ("17/117", "1/13"),
    "M120": ("63/221", "9/17"),
    "M121": ("41/51", "9/17"),
    "M124": ("4096/15841", "1/3"),
    "H126": ("26/17", "2"),
    "H127": ("37351/3276", None),
}
"""The answer and the usual wrong one, with the book's parameters."""

WORDS = {
    "E8": ("8", "9"),
    "E10": ("28/13", None),
    "M34": ("exactly 0", "more than 0"),
    "H65": ("it is positive", "it is negative"),
    "E98": ("WWWWW", "WLWLW"),
    "E99": ("LLLLL", "WLWLW"),
    "E100": ("an ace", None),
    "E101": ("a deuce", None),
    "E102": ("10 coups", None),
    "E103": ("200 coups", None),
    "E104": ("99 %, n = 100", None),
    "E105": ("90 %, n = 400", None),
    "M106": ("total order", None),  # 95 of 101
    "M107": ("beats", None),  # 27 of 101
    "M108": ("he held an eight or lower", None),
    "M110": ("position 1", None),
    "M111": ("position 14", None),
    "M112": ("1 counter in every turn, blindly", None),  # 4096/15841 beside 64/289
    "M113": ("1 counter on an eight or better", None),  # 256/31521
    "E114": ("of all intervals", "the true value lies"),
    "M115": ("a punter passes until he has an eight", None),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_the_books_number_is_right_and_the_usual_wrong_one_is_known(name):
    right, wrong = NUMBERS[name]
    one = be.exercise(name)
    assert one._posed.answer == Fraction(right)
    if wrong is not None:
        found = [mistake for mistake in one._posed.mistakes if mistake.value == Fraction(wrong)]
        assert len(found) == 1
        assert one.judge(wrong).state == "wrong"


@pytest.mark.parametrize("name", WORDS)
def test_the_books_word_is_right(name):
    right, wrong = WORDS[name]
    one = be.exercise(name)
    assert one._posed.answer.startswith(right)
    assert wrong is None or any(str(mistake.value).startswith(wrong) for mistake in one._posed.mistakes)


def test_nine_seventeenths_has_two_causes_and_is_not_taken_for_one():
    turn = be.exercise("M20")
    turn.check("1/2")
    found = turn.check("9/17")
    assert not found.named
    assert "More than one way leads to this number" in found.text


def test_a_defensible_number_of_coups_is_right_too():
    for answer in (1107, 1111):
        assert be.exercise("M42").check(answer).state == "right"
    assert be.exercise("M42").check(1110).state == "wrong"


@pytest.mark.parametrize("name, decimal", [("M26", "0.2803"), ("H64", "0.000543")])
def test_where_a_decimal_cannot_tell_a_fraction_is_asked_for(name, decimal):
    found = be.exercise(name).check(decimal)
    assert found.state == "ask_back"
    assert "exact fraction" in found.text


def test_ace_and_king_among_four_by_counting_hands():
    # a aces and k kings of 4 each, the rest of 44 others
    from math import comb

    good = sum(comb(4, a) * comb(4, k) * comb(44, 4 - a - k) for a in range(1, 4) for k in range(1, 4) if a + k <= 4)
    assert be.exercise("M82")._posed.answer == Fraction(good, comb(52, 4))


def test_a_streak_among_twenty_by_counting_rows():
    # rows of 20 without four wins running, by number of wins: a plain recursion over the tail
    p, q = Fraction(9, 17), Fraction(8, 17)
    tails = [Fraction(1), Fraction(0), Fraction(0), Fraction(0)]
    for _ in range(20):
        tails = [q * sum(tails), *(p * tail for tail in tails[:3])]
    assert be.exercise("M90")._posed.answer == 1 - sum(tails) == be.exercise("M123")._posed.answer


def test_small_samples_by_going_over_all_rows():
    from itertools import product

    p, q = Fraction(9, 17), Fraction(8, 17)
    rows = list(product((0, 1), repeat=10))

    def chance(of):
        return sum(p ** sum(row) * q ** (10 - sum(row)) for row in rows if of(sum(row)))

    assert be.exercise("M86")._posed.answer == chance(lambda wins: wins == 6)
    assert be.exercise("M87")._posed.answer == chance(lambda wins: wins >= 7)
    kept = be.exercise("H128")._posed.answer
    assert kept == chance(lambda wins: (wins / 10 - 9 / 17) ** 2 <= 1.96**2 * wins * (10 - wins) / 1000)


def test_an_evening_of_doubling_by_multiplying():
    lost = Fraction(8, 17) ** 6
    kept = Fraction(1)
    for _ in range(50):
        kept *= 1 - lost
    assert be.exercise("M92")._posed.answer == 1 - kept


def test_each_exercise_is_known_from_elsewhere():
    beside = {"M82", "M86", "M87", "M90", "M92", "H96", "M109", "M122", "M123", "M125", "H128"}
    assert set(definitions()) == set(NUMBERS) | set(WORDS) | beside


def test_the_coverage_of_twenty_coups_by_going_over_the_wins():
    from math import comb, sqrt

    p, n = 9 / 17, 20
    held = sum(
        comb(n, w) * p**w * (1 - p) ** (n - w)
        for w in range(n + 1)
        if abs(w / n - p) <= 1.96 * sqrt(w * (n - w) / n**3)
    )
    assert float(be.exercise("H96")._posed.answer) == pytest.approx(held, abs=1e-12)


def test_stories_by_going_over_all_pairs_of_cards():
    cards = [rank for rank in range(1, 14) for _ in range(4)]
    lost = [(a, b) for i, a in enumerate(cards) for j, b in enumerate(cards) if i != j and b > a]
    chances = {
        "a": sum(own <= 7 for own, _ in lost),
        "b": sum(own <= 7 and turned >= 11 for own, turned in lost),
        "c": sum(own >= 9 for own, _ in lost),
    }
    for name, pick in (("M108", max), ("M109", min)):
        assert be.exercise(name).judge(pick(chances, key=chances.get)).state == "right"


def test_the_mean_life_of_a_bank_of_two_by_solving():
    # m(n) = 1 + 9/17 m(n-1) + 8/17 m(n+1), m(0) = m(6) = 0
    import sympy

    m = [0, *sympy.symbols("m1:6"), 0]
    p = sympy.Rational(9, 17)
    found = sympy.solve([1 + p * m[n - 1] + (1 - p) * m[n + 1] - m[n] for n in range(1, 6)], m[1:6])
    assert be.exercise("M125")._posed.answer == Fraction(int(found[m[2]].p), int(found[m[2]].q))


def test_a_king_or_better_among_three_by_counting_hands():
    from math import comb

    assert be.exercise("M122")._posed.answer == 1 - Fraction(comb(44, 3), comb(52, 3))
