"""What the pictures draw: the numbers are read back from what was drawn, and known by hand or counted anew."""

from __future__ import annotations

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
import sympy as sp
from matplotlib.colors import to_hex

import banchok_edu as be
from banchok_edu import pictures
from banchok_edu.pictures.palette import LIGHT


def named(figure, gid):
    """What was drawn under this name in the first axes."""
    return [artist for artist in figure.axes[0].get_children() if artist.get_gid() == gid]


def cells(figure):
    """The cells of a grid by name."""
    patches = [patch for patch in figure.axes[0].patches if patch.get_gid()]
    return {patch.get_gid(): patch for patch in patches if not patch.get_gid().startswith(("tie", "own"))}


def words(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def centre(patch):
    return patch.get_x() + patch.get_width() / 2, patch.get_y() + patch.get_height() / 2


# -- who wins ----------------------------------------------------------------------------------------------------------


def test_the_grid_has_91_cells_for_the_punter_and_78_for_the_banker():
    # below the diagonal 13 * 12 / 2 = 78; the 13 ties pay the punter
    figure = pictures.sample_space(be.BanchokRules())
    assert Counter(patch.get_hatch() or "solid" for patch in cells(figure).values()) == {"solid": 91, "///": 78}
    assert "the punter wins in 91 of 169 cells, which are 1,404 of 2,652 pairs of cards, probability 9/17" in (
        figure.alt_text
    )


def test_a_cell_stands_at_its_ranks_and_counts_its_pairs():
    figure = pictures.sample_space(be.BanchokRules())
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == [
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "J",
        "Q",
        "K",
        "A",
    ]
    assert centre(cells(figure)["10 3"]) == pytest.approx((8, 1))
    said = {text.get_position(): text.get_text() for text in figure.axes[0].texts if "\n" in text.get_text()}
    assert said[8, 1] == "+\n16"  # four tens, four threes
    assert said[1, 8] == "−\n16"
    assert said[8, 8] == "+\n12"  # four tens, then three


@pytest.mark.parametrize(
    ("tie", "sign", "hatch"), [("punter_wins", "+", ""), ("push", "=", ".."), ("banker_wins", "−", "///")]
)
def test_ties_have_the_mark_of_the_reading(tie, sign, hatch):
    figure = pictures.sample_space(be.BanchokRules(tie=tie))
    assert (cells(figure)["9 9"].get_hatch() or "") == hatch
    assert words(figure).count(f"{sign}\n12") == 13
    assert len([patch for patch in figure.axes[0].patches if (patch.get_gid() or "").startswith("tie")]) == 13


def test_a_deck_of_one_suit_has_no_ties():
    figure = pictures.sample_space(be.BanchokRules(ranks=3, suits=1, players=2))
    assert set(cells(figure)) == {"Q K", "Q A", "K Q", "K A", "A Q", "A K"}
    assert "3 of 6 pairs of cards, probability 1/2" in figure.alt_text
    assert "K\n" not in figure.alt_text


# -- thresholds --------------------------------------------------------------------------------------------------------


def by_listing(rules, least):
    """The mean gain of one who stakes 1 on this rank or better, over all pairs of cards."""
    gains = [
        -rules.outcome((own,), turned) if own.index >= least else 0
        for own in rules.cards
        for turned in rules.cards
        if own is not turned
    ]
    return Fraction(sum(gains), len(gains))


@pytest.mark.parametrize("tie", ["punter_wins", "push", "banker_wins"])
def test_bars_are_the_values_of_all_thresholds(tie):
    rules = be.BanchokRules(tie=tie)
    figure = pictures.threshold_value(rules)
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    assert heights == pytest.approx([float(by_listing(rules, least)) for least in range(1, 14)])


def test_the_best_threshold_is_the_eight():
    # edges from eight to ace: 3 + 11 + ... + 51 = 189 of 51, over 13 ranks
    figure = pictures.threshold_value()
    solid = [bar.get_gid() for bar in figure.axes[0].patches if not bar.get_hatch()]
    assert solid == ["threshold 8"]
    assert "best threshold: 8, worth 63/221 = 0.2851" in words(figure)
    assert figure.alt_text.endswith("The best threshold is 8, worth 63/221 = 0.2851.")


def test_two_thresholds_may_be_best_and_losses_have_a_minus_sign():
    both = pictures.threshold_value(be.BanchokRules(tie="push"))
    assert [bar.get_gid() for bar in both.axes[0].patches if not bar.get_hatch()] == ["threshold 8", "threshold 9"]
    assert "8 or 9, worth 56/221" in both.alt_text
    assert "−0.059" in words(pictures.threshold_value(be.BanchokRules(tie="banker_wins")))  # 8/17 - 9/17


# -- Polish banchok ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("win_rule", ["covers", "beats", "covers_any", "total_order"])
@pytest.mark.parametrize("hand", ["A♠ 9♠ 4♥", "10♠ 10♠ 2♥"])
def test_the_cells_of_a_hand_add_up_to_all_cards_that_can_be_turned(hand, win_rule):
    rules = be.PolishRules(win_rule=win_rule)
    figure = pictures.polish_hand(hand, rules)
    said = [text for text in words(figure) if text[:2] in ("+ ", "− ")]
    wins, losses = (sum(int(text[2:]) for text in said if text[0] == sign) for sign in "+−")
    outcomes = rules.outcomes(hand)
    assert (wins, losses) == (outcomes.count(-1), outcomes.count(1))
    assert f"the punter wins with {wins}: P(win) = {wins}/101" in figure.alt_text
    assert int(named(figure, "banker")[-1].get_text()) == losses


def test_ten_ranks_cover_the_four_of_hearts():
    figure = pictures.polish_hand("A♠ 9♠ 4♥")
    hatched = [card for card, patch in cells(figure).items() if patch.get_hatch()]
    assert hatched == [f"{rank}♥" for rank in ["5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]]
    assert [text.get_text() for text in named(figure, "banker")] == ["0", "0", "0", "20", "20"]


def test_own_cards_have_a_frame_for_each_copy():
    figure = pictures.polish_hand("10♠ 10♠ 4♥", be.PolishRules(win_rule="beats"))
    frames = Counter(p.get_gid() for p in figure.axes[0].patches if (p.get_gid() or "").startswith("own"))
    assert frames == {"own 10♠": 2, "own 4♥": 1}
    assert "♠ 8 (J Q K A)" in figure.alt_text  # no third ten can be turned


def test_cards_seen_cannot_be_turned():
    figure = pictures.polish_hand("A♠ 9♠ 4♥", seen="5♥ 5♥ 6♥")
    assert "♥ 17 (6 7 8 9 10 J Q K A)" in figure.alt_text
    assert "17 of 98" in figure.alt_text


@pytest.mark.parametrize("win_rule", ["covers", "beats", "covers_any", "total_order"])
def test_bars_are_the_shares_of_hands(win_rule):
    rules = be.PolishRules(ranks=3, suits=2, decks=2, hand=2, players=2, win_rule=win_rule)
    hands = [rules.winning_cards(hand) for hand in combinations(rules.cards, 2)]
    figure = pictures.win_histogram(rules)
    drawn = {bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in figure.axes[0].patches}
    counted = {wins / 10: count / len(hands) for wins, count in Counter(hands).items()}
    assert sorted(drawn) == pytest.approx(sorted(counted))
    assert [drawn[x] for x in sorted(drawn)] == pytest.approx([counted[x] for x in sorted(counted)])
    solid = sum(bar.get_height() for bar in figure.axes[0].patches if not bar.get_hatch())
    assert solid == pytest.approx(sum(wins > 5 for wins in hands) / len(hands))


def test_a_bar_that_many_chances_share_holds_all_of_them():
    rules = be.PolishRules(decks=4)  # 205 cards can be turned: two chances a bar
    figure = pictures.win_histogram(rules)
    assert sum(bar.get_height() for bar in figure.axes[0].patches) == pytest.approx(1)
    solid = sum(bar.get_height() for bar in figure.axes[0].patches if not bar.get_hatch())
    assert solid == pytest.approx(float(be.polish.share_favourable(rules)))


def test_one_half_and_the_mean_are_marked():
    figure = pictures.win_histogram()
    assert named(figure, "one half")[0].get_xdata()[0] == 0.5
    assert named(figure, "mean")[0].get_xdata()[0] == pytest.approx(float(be.polish.win_probability()))
    assert "share of favourable hands: 1663/1751 = 0.9497" in words(figure)


# -- Black Cat ---------------------------------------------------------------------------------------------------------


def test_the_pack_is_drawn_card_by_card():
    figure = pictures.black_cat_pack()
    drawn = Counter(patch.get_gid() for patch in figure.axes[0].patches)
    assert drawn == {"In": 10, "Out": 10, **dict.fromkeys(list(drawn)[2:], 1)}
    assert len(drawn) == 10
    assert [text.get_text() for text in named(figure, "count")] == ["10", "10", *["1"] * 8]


def test_the_pack_says_what_cards_do_under_these_rules():
    said = pictures.black_cat_pack(be.BlackCatRules(stake=9, reserve_pays="punters", holiday="new_deal")).alt_text
    assert "every punter pays 1 into the reserve" in said
    assert "the backer pays 9 counters to the last staker" in said
    assert "stakes 9 counters, and a new deal begins" in said


def test_many_cards_of_a_kind_are_one_bar():
    figure = pictures.black_cat_pack(be.BlackCatRules(pack={"In 12": 30, "Scoop": 2}))
    assert Counter(patch.get_gid() for patch in figure.axes[0].patches) == {"In": 1, "Scoop": 2}
    assert "In, 30 cards (30 times 12)" in figure.alt_text


# -- estimates ---------------------------------------------------------------------------------------------------------


def test_the_line_is_the_share_so_far():
    figure = pictures.running_frequency([1, 0, 1, 1], "1/2")
    (line,), (exact,) = named(figure, "estimate"), named(figure, "exact")
    assert list(line.get_xdata()) == [1, 2, 3, 4]
    assert list(line.get_ydata()) == pytest.approx([1, 1 / 2, 2 / 3, 3 / 4])
    assert set(exact.get_ydata()) == {0.5}


def last_band(figure):
    (band,) = named(figure, "band")
    (path,) = band.get_paths()
    x = path.vertices[:, 0].max()
    ends = path.vertices[path.vertices[:, 0] == x][:, 1]
    return x, min(ends), max(ends)


def test_the_band_ends_with_the_interval_of_all_coups():
    coups = be.coups(be.BanchokRules(tie="push"), n=5000, seed=2)
    for what in ("wins", "draws", "loses"):
        figure = pictures.running_frequency(coups, what=what)
        assert last_band(figure) == pytest.approx((5000, *coups.probability(what).interval()))
        assert named(figure, "estimate")[0].get_ydata()[-1] == pytest.approx(coups.probability(what).value)


@pytest.mark.parametrize(
    ("rules", "what", "seat"),
    [
        (be.BanchokRules(players=3, pass_limit=1), "lapsed", None),
        (be.BanchokRules(players=3), "tripled", 1),
        (be.BanchokRules(players=3), "coups", None),
        (be.PolishRules(players=3, opening=4), "gain", 2),
        (be.BlackCatRules(players=3), "gain", 0),
        (be.BlackCatRules(players=3, deals=2), None, None),
    ],
)
def test_the_games_are_the_clusters_of_the_band(rules, what, seat):
    sim = be.simulate(rules, be.policies.Threshold(wins=20) if rules.game == "polish" else None, games=300, seed=5)
    what = what or sim.ways[0]
    estimate = sim.probability(what, seat) if what in sim.ways else sim.mean(what, seat)
    figure = pictures.running_frequency(sim, what=what, seat=seat)
    assert last_band(figure) == pytest.approx((300, *estimate.interval()))
    assert named(figure, "estimate")[0].get_ydata()[-1] == pytest.approx(estimate.value)


def test_an_exact_number_of_another_model_is_named():
    class Derived:
        result, model = sp.Rational(20), "fresh_each_coup"

    sim = be.simulate(be.BanchokRules(players=2), games=200, seed=1)
    figure = pictures.running_frequency(sim, Derived(), what="coups")
    assert words(figure)[-1].endswith("; the models differ")
    assert "The models differ: the exact number is of fresh_each_coup" in figure.alt_text
    assert figure.axes[0].get_xlabel().endswith("model: recycled")
    assert "differ" not in pictures.running_frequency(sim, 20, what="coups").alt_text


def test_large_numbers_do_not_overflow():
    figure = pictures.running_frequency([3 * 10**9, 10**9, 2 * 10**18])
    assert list(named(figure, "estimate")[0].get_ydata()) == [3e9, 2e9, (2 * 10**18 + 4 * 10**9) / 3]
    gains = np.array([10**9, -(10**9)] * 20)
    estimate = be.Estimate.of_mean(gains.tolist())
    assert last_band(pictures.running_frequency(gains)) == pytest.approx((40, *estimate.interval()))


def test_counts_of_games_with_several_coups_make_a_wider_band_than_single_coups():
    rng = np.random.default_rng(1)
    wins = rng.integers(0, 2, 200) * 10  # all ten coups of a game end alike
    games = pictures.running_frequency(wins, of=[10] * 200)
    single = pictures.running_frequency(np.repeat(wins // 10, 10))
    _, low, high = last_band(games)
    _, first, last = last_band(single)
    assert (high - low) / (last - first) == pytest.approx(10**0.5, rel=0.03)


def test_the_comparison_shows_both_intervals():
    estimate = be.coups(be.BanchokRules(), n=10_000, seed=7).probability("wins")
    figure = be.compare("9/17", estimate).plot()
    assert tuple(named(figure, "95 %")[0].get_xdata()) == estimate.interval(0.95)
    assert tuple(named(figure, "99.9 %")[0].get_xdata()) == estimate.interval(0.999)
    assert list(named(figure, "estimate")[0].get_xdata()) == [estimate.value]
    assert set(named(figure, "exact")[0].get_xdata()) == {9 / 17}
    assert "agrees: 1.0 standard errors away" in words(figure)


def test_a_comparison_that_differs_says_so_in_words_and_colour():
    estimate = be.coups(be.BanchokRules(), n=10_000, seed=7).probability("wins")
    figure = be.compare(sp.sqrt(2) / 3, estimate).plot()
    assert words(figure)[-1].startswith("differs: ")
    assert to_hex(named(figure, "95 %")[0].get_color()) == LIGHT.lose
    assert "sqrt(2)/3 ≈ 0.471405" in figure.alt_text


def test_models_that_differ_are_named_in_the_picture():
    estimate = be.simulate(be.BanchokRules(players=2), games=200, seed=1).mean("coups")
    figure = be.compare("20", estimate, model="fresh_each_coup").plot()
    assert "the models differ" in words(figure)[-1]
    assert "The models differ" in figure.alt_text


# -- what cannot be drawn ----------------------------------------------------------------------------------------------

COUPS = be.coups(be.BanchokRules(), n=10)


@pytest.mark.parametrize(
    ("draw", "say"),
    [
        (lambda: pictures.sample_space(be.PolishRules()), "rules of polish are no coups of one card"),
        (lambda: pictures.sample_space(13), "rules=13 are no coups of one card: give BanchokRules"),
        (lambda: pictures.sample_space(ax=3), "ax=3 is no matplotlib Axes"),
        (
            lambda: pictures.sample_space(theme="blue"),
            "theme='blue' is not allowed: choose from 'auto', 'light', 'dark'",
        ),
        (lambda: pictures.threshold_value(be.BlackCatRules()), "rules of black_cat are no coups of one card"),
        (lambda: pictures.win_histogram(be.BanchokRules()), "rules of banchok are not those of this picture"),
        (lambda: pictures.polish_hand("A♠ 9♠"), "2 cards are not a hand"),
        (lambda: pictures.polish_hand("A♠ A♠ A♠"), "A♠"),
        (lambda: pictures.black_cat_pack("all"), "rules='all' have no Black Cat pack"),
        (lambda: pictures.comparison(0.5), "0.5 is no comparison of one number"),
        (lambda: be.compare(1, be.Estimate.of_mean([1])).plot(), "one game has no standard error"),
        (lambda: pictures.running_frequency([]), "give one whole number for each trial"),
        (lambda: pictures.running_frequency("0101"), "'0101' cannot be drawn"),
        (lambda: pictures.running_frequency([0, 0.5]), "0.5 is not a whole number"),
        (lambda: pictures.running_frequency([0, 1], 1 / 3), "is a float, and not exact"),
        (lambda: pictures.running_frequency([0, 1], of=[1]), "2 numbers and 1 in of= do not go together"),
        (lambda: pictures.running_frequency([0, 1], of=[0, 0]), "none is negative, and not all are 0"),
        (lambda: pictures.running_frequency([0, 1], seat=0), "seat=0 goes with a simulation"),
        (lambda: pictures.running_frequency([0, 1], what=3), "what=3 is no text"),
        (lambda: pictures.running_frequency([[0, 1]]), r"\[0, 1\] is not a whole number"),
        (lambda: pictures.running_frequency([[0], [1, 2]]), "one for each trial"),
        (lambda: pictures.running_frequency(np.array(3)), r"an array of shape \(\)"),
        (lambda: pictures.running_frequency(np.zeros((2, 3), int)), r"an array of shape \(2, 3\)"),
        (lambda: pictures.running_frequency(COUPS, what="ties"), "'ties' is not allowed"),
        (lambda: pictures.running_frequency(COUPS, seat=1), "seat=1 goes with a simulation"),
        (lambda: pictures.running_frequency(COUPS, of=[1]), "of=... goes with your own numbers"),
        (lambda: pictures.running_frequency(be.simulate(be.BanchokRules(), games=9)), "say what of the games"),
        (
            lambda: pictures.running_frequency(be.simulate(be.BanchokRules(), games=9, keep="summary"), what="tripled"),
            "kept a summary, and no columns",
        ),
    ],
)
def test_what_cannot_be_drawn_is_named(draw, say):
    with pytest.raises(be.BanchokError, match=say):
        draw()


def test_rules_with_a_change_are_drawn_as_they_are():
    rules = dataclasses.replace(be.BanchokRules(), ranks=7, suits=2)
    assert pictures.sample_space(rules).alt_text.startswith("A grid, 7 by 7")
