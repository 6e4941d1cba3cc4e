"""The sheets in a browser, their Python halves in this process."""

from __future__ import annotations

import pytest

import banchok_edu as be

from .conftest import THEMES

UNIT = be.BanchokRules(players=2, opening=10, deck_use="fresh_each_coup", pass_limit=None)


def explorer(topic="win", **start):
    return lambda: be.Explorer(topic, **start)


def walk():
    made = be.BankWalk(UNIT, seed=5)
    made.do("many", None)
    made.new_path()
    for _ in range(9):
        made.step()
    return made


def stepper():
    made = be.Stepper("banchok/win")
    for _ in range(3):
        made.next()
    made.do("numbers", None)
    made.do("why 2", None)
    made.check()
    return made


def runner():
    made = be.Runner(UNIT, be.policies.Share(1, 2), "tripled", games=30_000, seed=7).run()
    made.do("open", made._current.outliers[0].game)
    made.refresh()
    return made


SCENES = {
    "win": explorer(),
    "threshold": explorer("threshold"),
    "best": explorer("best of m"),
    "bayes": explorer("bayes", given="lost", t=8),
    "covariance": explorer("covariance"),
    "polish": explorer("polish"),
    "cat": explorer("black cat counts"),
    "changes": explorer("black cat changes"),
    "bank": explorer("bank"),
    "walk": walk,
    "stepper": stepper,
    "runner": runner,
}

BEYOND = """(width) => [...document.querySelectorAll('.bk *')].filter((e) => {
  if (e.closest('.hear, .formula, svg')) return false;
  const box = e.getBoundingClientRect();
  return box.width > 0 && (box.right > width + 0.5 || box.left < -0.5);
}).map((e) => e.outerHTML.slice(0, 120))"""


def dark(page, theme):
    page.evaluate("(theme) => (document.body.dataset.jpThemeLight = String(theme === 'light'))", theme)
    page.evaluate("(theme) => (document.body.style.background = theme === 'light' ? '#fff' : '#121518')", theme)


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_leaves_the_box_and_axe_finds_nothing(scene, page, show, picture, axe):
    show(SCENES[scene]())
    for width in (360, 940):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(BEYOND, width) == []
        for theme in THEMES:
            dark(page, theme)
            picture(page, f"sheet_{scene}_{width}_{theme}")
            assert axe(page) == []
