"""How pictures are shown: alt text, themes, what they leave alone, and that everything in them can be read."""

from __future__ import annotations

import base64
import io
import subprocess
import sys

import matplotlib as mpl
import nbformat
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.image import imread
from matplotlib.text import Text
from nbconvert import HTMLExporter

import banchok_edu as be
from banchok_edu import pictures
from banchok_edu.pictures.palette import DARK, LIGHT, MARKS, luminance

COUPS = be.coups(be.BanchokRules(), n=500, seed=7)
BANK = be.BanchokRules(players=2, opening=5, deck_use="fresh_each_coup", pass_limit=None)

DRAWN = {
    "grid": lambda **how: pictures.sample_space(be.BanchokRules(ranks=6, suits=2), **how),
    "grid of a push": lambda **how: pictures.sample_space(be.BanchokRules(tie="push", ranks=4), **how),
    "thresholds": lambda **how: pictures.threshold_value(be.BanchokRules(tie="banker_wins"), **how),
    "histogram": pictures.win_histogram,
    "histogram of beats": lambda **how: pictures.win_histogram(be.PolishRules(win_rule="beats"), **how),
    "hand": lambda **how: pictures.polish_hand("10♠ 10♠ 4♥", **how),
    "hand of two suits": lambda **how: pictures.polish_hand("A♠ Q♠ K♣", be.PolishRules(suits=2), **how),
    "pack": pictures.black_cat_pack,
    "pack of one kind": lambda **how: pictures.black_cat_pack(be.BlackCatRules(pack={"In 7": 16}), **how),
    "running": lambda **how: pictures.running_frequency(COUPS, "9/17", **how),
    "banks": lambda **how: pictures.bank_paths(BANK, be.policies.Blind(1), coups=20, **how),
    "comparison": lambda **how: pictures.comparison(be.compare("1/2", COUPS.probability("wins")), **how),
}
each = pytest.mark.parametrize("name", DRAWN)


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def turned_over(colour):
    """What the filter ``invert(0.93) hue-rotate(180deg)`` makes of a colour (Filter Effects, sections 8 and 9)."""
    inverted = 0.93 - 0.86 * np.array(to_rgb(colour))
    grey = np.array([[0.213, 0.715, 0.072]] * 3)
    return tuple(np.clip((2 * grey - np.eye(3)) @ inverted, 0, 1))


# -- what can be read --------------------------------------------------------------------------------------------------


def texts_of(figure):
    """All words that are drawn; labels of ticks outside of the axes are not."""
    undrawn = set()
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            drawn = {id(tick) for tick in axis._update_ticks()}
            ticks = [*axis.get_major_ticks(), *axis.get_minor_ticks()]
            undrawn |= {id(label) for t in ticks if id(t) not in drawn for label in (t.label1, t.label2)}
    found = [text for text in figure.findobj(Text) if id(text) not in undrawn]
    return [text for text in found if text.get_text().strip() and text.get_visible()]


WHOLE = {"whole grid": pictures.sample_space, "hand of aces": lambda: pictures.polish_hand("A♠ A♣ A♦")}


@pytest.mark.parametrize("name", [*DRAWN, *WHOLE])
def test_all_words_lie_in_the_picture_apart_and_are_large_enough(name):
    figure = (DRAWN | WHOLE)[name]()
    figure.canvas.draw()
    texts = texts_of(figure)
    assert len(texts) >= 5
    assert min(text.get_fontsize() for text in texts) >= 9
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
    for words, box in boxes:
        assert figure.bbox.x0 - 1 <= box.x0, words
        assert box.x1 <= figure.bbox.x1 + 1, words
        assert figure.bbox.y0 - 1 <= box.y0, words
        assert box.y1 <= figure.bbox.y1 + 1, words
    for i, (words, box) in enumerate(boxes):
        for others, other in boxes[:i]:
            apart = box.x1 <= other.x0 + 1 or other.x1 <= box.x0 + 1 or box.y1 <= other.y0 + 2 or other.y1 <= box.y0 + 2
            assert apart, (words, others)


def corner(png):
    """The colour of the first pixel."""
    return to_hex(imread(io.BytesIO(png))[0, 0, :3])


@each
def test_each_picture_is_drawn_without_a_warning_on_dark_paper(name):
    image = io.BytesIO()
    DRAWN[name](theme="dark").savefig(image, format="png")  # a missing glyph would warn, and warnings are errors
    assert corner(image.getvalue()) == DARK.paper


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_ink_and_marks_stand_out_from_the_paper(palette):
    paper = to_rgb(palette.paper)
    for ink in (palette.ink, palette.ink2, *palette.suits.values()):
        assert contrast(to_rgb(ink), paper) >= 4.5
    for mark in (palette.win, palette.tie, palette.lose, palette.edge, palette.accent):
        assert contrast(to_rgb(mark), paper) >= 3
    assert contrast(to_rgb(palette.on_win), to_rgb(palette.win)) >= 4.5


def test_they_do_so_too_when_a_dark_page_turns_the_picture_over():
    paper = turned_over(LIGHT.paper)
    assert luminance(paper) < 0.01
    for ink in (LIGHT.ink, LIGHT.ink2, *LIGHT.suits.values()):
        assert contrast(turned_over(ink), paper) >= 4.5
    for mark in (LIGHT.win, LIGHT.tie, LIGHT.lose, LIGHT.edge, LIGHT.accent):
        assert contrast(turned_over(mark), paper) >= 3
    assert contrast(turned_over(LIGHT.on_win), turned_over(LIGHT.win)) >= 4.5


def test_no_outcome_is_told_by_colour_alone():
    assert len({mark.hatch for mark in MARKS.values()}) == len({mark.sign for mark in MARKS.values()}) == 3
    assert {mark.sign for mark in MARKS.values()} == {"+", "=", "−"}


def test_words_of_a_reader_are_never_taken_for_formulas():
    figure = pictures.running_frequency([0, 1, 1], what=r"$\frac{1}{$ of x$" + "\x00" + "y" * 200)
    figure.canvas.draw()
    assert figure.axes[0].get_title(loc="left").startswith(r"$\frac{1}{$ of x$?yyy")


# -- alt text ----------------------------------------------------------------------------------------------------------


@each
def test_each_picture_shows_itself_with_its_alt_text(name):
    figure = DRAWN[name]()
    assert len(figure.alt_text) > 60
    content, metadata = DisplayFormatter().format(figure)
    assert content["text/plain"] == figure.alt_text
    assert metadata["image/png"]["alt"] == figure.alt_text
    assert corner(base64.b64decode(content["image/png"])) == LIGHT.paper
    output = nbformat.v4.new_output("display_data", content, metadata=metadata)
    cell = nbformat.v4.new_code_cell("", outputs=[output])
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    from bs4 import BeautifulSoup

    (image,) = BeautifulSoup(page, "html.parser").find_all("img")
    assert image["alt"] == figure.alt_text
    assert image["class"] == ["bk-auto"]


def test_a_picture_of_a_fixed_theme_is_not_turned_over():
    for theme in ("light", "dark"):
        assert "filter" not in pictures.threshold_value(theme=theme)._repr_html_()
    assert '[data-jp-theme-light="false"] img.bk-auto' in pictures.threshold_value()._repr_html_()


def test_any_figure_is_shown_with_the_alt_text_that_is_given(capsys):
    plain = Figure()
    plain.add_subplot().plot([0, 1])
    pictures.show(plain, 'a line that rises from 0 to 1 <"&')
    assert 'a line that rises from 0 to 1 <"&' in capsys.readouterr().out
    content, _ = pictures.figure.bundle(plain, 'a "<b>"')
    assert 'alt="a &quot;' in content["text/html"]
    assert "<b>" not in content["text/html"].replace("&lt;b", "")


@pytest.mark.parametrize("paper, turned", [("white", True), ("none", True), ("#121518", False)])
def test_any_figure_on_light_paper_is_turned_over_on_a_dark_page(monkeypatch, paper, turned):
    displayed = []
    monkeypatch.setattr("IPython.display.display", lambda content, **_: displayed.append(content))
    pictures.show(Figure(figsize=(1, 1), facecolor=paper), "A sheet without anything on it.")
    assert ("filter: invert" in displayed[0]["text/html"]) is turned


@pytest.mark.parametrize(
    ("given", "say"),
    [((3,), "3 is no matplotlib Figure"), ((Figure(), 3), "alt=3 is no text"), ((Figure(), " "), "has no alt text")],
)
def test_what_cannot_be_shown_is_named(given, say):
    with pytest.raises(be.BanchokError, match=say):
        pictures.show(*given)


# -- axes that are given, and what is left alone -----------------------------------------------------------------------


@each
def test_a_picture_is_drawn_in_the_axes_that_are_given(name):
    figure = Figure(figsize=(16, 8), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot([1, 2])
    assert DRAWN[name](ax=right) is figure
    assert right.get_title(loc="left")
    assert (len(left.lines), len(left.texts), len(left.patches)) == (1, 0, 0)
    assert figure.alt_text == right.alt_text
    before = figure.alt_text
    pictures.threshold_value(ax=left)
    assert figure.alt_text == f"{left.alt_text} {before}"
    figure.savefig(io.BytesIO(), format="png")


def test_a_subfigure_is_given_back_and_the_whole_has_the_alt_text():
    whole = Figure(layout="constrained")
    part, _ = whole.subfigures(1, 2)
    ax = part.subplots()
    assert pictures.threshold_value(ax=ax) is part
    assert whole.alt_text == ax.alt_text


def test_on_dark_axes_the_ink_is_light():
    for facecolor, palette in (("black", DARK), ("white", LIGHT), ("#00000000", LIGHT)):
        figure = Figure(facecolor=facecolor)
        ax = figure.add_subplot()
        pictures.threshold_value(ax=ax)
        assert ax._left_title.get_color() == palette.ink


@each
def test_nothing_global_changes(name):
    import matplotlib.pyplot as plt

    before, open_figures = dict(mpl.rcParams), plt.get_fignums()
    DRAWN[name]().draw_without_rendering()
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == open_figures


def test_a_picture_does_not_depend_on_the_settings_of_matplotlib():
    def pixels():
        return base64.b64decode(
            pictures.threshold_value(be.BanchokRules(tie="banker_wins"))._repr_mimebundle_()[0]["image/png"]
        )

    usual = pixels()
    with mpl.rc_context({"font.size": 20, "axes.grid": True, "axes.unicode_minus": False, "figure.facecolor": "red"}):
        assert pixels() == usual


def test_pyplot_is_never_loaded_and_the_package_loads_pictures_late():
    program = (
        "import sys, banchok_edu as be; assert 'matplotlib' not in sys.modules; "
        "be.pictures.sample_space()._repr_html_(); assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
