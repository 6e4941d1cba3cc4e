"""How the table looks in each game, size and theme: axe finds nothing, nothing leaves its box, pictures to be seen."""

from __future__ import annotations

import pytest

import banchok_edu as be

from .conftest import THEMES

NAMES = [
    "Ann",
    "참가자 하나",
    "Second punter",
    "لاعب رقم ثلاثة",
    "Banker",
    "Пятый понтёр за столом",
    "Seventh",
    "x" * 60,
    "Ninth",
    "이름이 아주 긴 참가자 열 번째",
]


def banchok(players=6, choices=2, seed=8, **more):
    rules = be.BanchokRules(players=players, first_banker=max(0, players - 2))
    return play(be.Table(be.Banchok(rules, seed=seed, names=NAMES[:players]), **more), choices)


def polish(players=6, choices=3, **more):
    rules = be.PolishRules(players=players, first_banker=players - 2)
    game = be.PolishBanchok(rules, seed=3, names=NAMES[:players] if players <= 10 else None)
    return play(be.Table(game, policies=be.policies.Threshold(wins=60, otherwise=1), **more), choices)


def black_cat(players=5, choices=1, **more):
    rules = be.BlackCatRules(players=players, first_banker=players - 2)
    return play(be.Table(be.BlackCat(rules, seed=3, names=NAMES[:players]), **more), choices)


def play(table, choices):
    for _ in range(choices):
        sitting = table._sitting
        if sitting.due is None:
            sitting.next_decision()
        decision = sitting.game.decision
        if sitting.due is None or decision is None:
            break
        value = True if decision.kind == "bank" else decision.options[0] if decision.options else min(4, decision.high)
        table.choose(value, 40 if sitting.predict and decision.kind == "stake" else None)
    table.refresh()
    return table


def decide(table):
    """Go on to the next decision, so that the controls are shown."""
    table._sitting.next_decision()
    table.refresh()
    return table


SCENES = {
    "banchok_2": lambda: decide(banchok(2)),
    "banchok_3": lambda: decide(banchok(3, predict=True)),
    "banchok_4": lambda: banchok(4, 3),
    "banchok_6": lambda: decide(banchok(6, odds=True)),
    "banchok_8": lambda: decide(banchok(8)),
    "banchok_10": lambda: decide(banchok(10)),
    "banchok_open": lambda: decide(banchok(6, open=True)),
    "banchok_handed": lambda: decide(banchok(5, 0, humans=(0, 1))),
    "polish_4": lambda: decide(polish(4, odds=True)),
    "polish_6": lambda: polish(6),
    "polish_10": lambda: decide(polish(10)),
    "polish_14": lambda: decide(polish(14)),
    "black_cat_backing": lambda: black_cat(5, 0),
    "black_cat_turned": lambda: black_cat(5, 1),
    "black_cat_10": lambda: black_cat(10, 2),
}
WITH_AXE = {"banchok_3", "banchok_6", "banchok_handed", "polish_6", "black_cat_backing", "black_cat_turned"}
every_scene = pytest.mark.parametrize("scene", SCENES)


@every_scene
def test_nothing_leaves_the_box_and_axe_finds_nothing(scene, page, show, picture, axe):
    show(SCENES[scene]())
    picture(page, f"table_{scene}_light")
    for width in (400, 360):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_function("document.querySelector('.bk.narrow')")
        assert page.evaluate(BEYOND, width) == []
        if width == 400:
            picture(page, f"table_{scene}_narrow")
    page.set_viewport_size({"width": 940, "height": 900})
    page.wait_for_function("document.querySelector('.bk:not(.narrow)')")
    assert page.evaluate(BEYOND, 940) == []
    page.evaluate("document.body.style.background = '#121518'; document.body.dataset.jpThemeLight = 'false'")
    picture(page, f"table_{scene}_dark")
    if scene in WITH_AXE:
        page.locator(".keep summary").click()
        for theme in THEMES:
            page.evaluate("(theme) => (document.body.dataset.jpThemeLight = String(theme === 'light'))", theme)
            page.evaluate("(theme) => (document.body.style.background = theme === 'light' ? '#fff' : '#121518')", theme)
            assert axe(page) == []


def test_a_big_table_is_the_same_half_as_large_again(page, show, picture):
    page.set_viewport_size({"width": 1420, "height": 1400})
    show(decide(banchok(6, big=True)))
    picture(page, "table_big")
    assert page.evaluate("getComputedStyle(document.querySelector('.turn .ask')).fontSize") == "24px"
    assert page.evaluate(BEYOND, 1420) == []
    page.set_viewport_size({"width": 900, "height": 1400})
    page.wait_for_function("document.querySelector('.bk.narrow')")
    picture(page, "table_big_narrow")
    assert page.evaluate(BEYOND, 900) == []


BEYOND = """(width) => [...document.querySelectorAll('.bk *')].filter((e) => {
  if (e.closest('.hear, .ruler, .c, .pile, .pic, .log')) return false;
  const box = e.getBoundingClientRect();
  return box.width > 0 && (box.right > width + 0.5 || box.left < -0.5);
}).map((e) => e.outerHTML.slice(0, 120))"""
