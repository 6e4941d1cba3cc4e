"""The sheets in a browser, their Python halves in this process."""

from __future__ import annotations

import statistics
import time

import pytest

import banchok_edu as be

from .conftest import THEMES

UNIT = be.BanchokRules(players=2, opening=10, deck_use="fresh_each_coup", pass_limit=3)


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
        page.wait_for_function("(yes) => document.querySelector('.bk').matches('.narrow') === yes", arg=width < 620)
        assert page.evaluate(BEYOND, width) == []
        for theme in THEMES:
            dark(page, theme)
            picture(page, f"sheet_{scene}_{width}_{theme}")
            assert axe(page) == []


@pytest.mark.parametrize("scene", ["win", "stepper"])
def test_big_is_the_same_half_as_large_again(scene, page, show, picture):
    page.set_viewport_size({"width": 1420, "height": 1000})
    show(be.Explorer("win", big=True) if scene == "win" else be.Stepper("banchok/win", big=True).next())
    picture(page, f"sheet_{scene}_big")
    assert page.evaluate("getComputedStyle(document.querySelector('.bk')).fontSize") == "21px"
    assert page.evaluate(BEYOND, 1420) == []


def value(page, name):
    return page.locator(f'[data-key="{name}"]').input_value()


def settled(page, shown):
    page.wait_for_function(
        "(seq) => document.querySelector('.bk').dataset.seq === seq", arg=str(shown.widget.view["seq"])
    )


def test_a_slider_is_moved_with_the_keys_and_keeps_the_focus(page, show):
    shown = show(be.Explorer("win"))
    page.locator('[data-key="i"]').focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
        settled(page, shown)
    assert shown.widget.values["i"] == 10
    assert page.evaluate("document.activeElement.dataset.key") == "i"
    assert page.locator("p.big").first.inner_text() == "P(win | rank) = 13/17 = 0.764706"  # 39 of 51
    assert value(page, "i number") == "10"
    assert page.locator('[data-key="i"]').get_attribute("aria-valuetext") == "J"


def test_a_number_is_typed(page, show):
    shown = show(be.Explorer("win"))
    page.locator('[data-key="i number"]').fill("13")
    page.keyboard.press("Enter")
    settled(page, shown)
    assert shown.widget.values["i"] == 13
    page.locator('[data-key="i number"]').fill("99")
    page.keyboard.press("Tab")
    settled(page, shown)
    assert "not a whole number from 1 to 13" in page.locator(".note").inner_text()
    assert (value(page, "i number"), value(page, "i")) == ("13", "13")
    page.locator('[data-key="i number"]').fill("")
    page.keyboard.press("Tab")
    settled(page, shown)
    assert value(page, "i number") == "13"


def test_what_does_not_go_together_goes_back_and_is_explained(page, show):
    shown = show(be.Explorer("win"))
    page.locator('[data-key="r"]').focus()
    page.keyboard.press("Home")
    settled(page, shown)
    assert "there are 2 ranks, so i is 1 to 2" in page.locator(".note").inner_text()
    assert value(page, "r") == "13"


def test_of_many_moves_while_the_kernel_is_busy_the_last_one_counts(page, show):
    shown = show(be.Explorer("win"))
    page.evaluate("""() => {
      const range = document.querySelector('[data-key="i"]');
      for (const value of [6, 5, 4, 3, 2, 9, 11, 12]) {
        range.value = value;
        range.dispatchEvent(new Event("input"));
      }
    }""")
    page.wait_for_function("document.querySelector('[data-key=\"i number\"]').value === '12'")
    page.wait_for_function("document.querySelector('p.big').textContent.includes('47/51')")
    assert shown.widget.values["i"] == 12
    assert [message["value"] for message in shown.sent] == [6, 12]


def test_the_whole_stepper_works_by_keyboard(page, show):
    shown = show(be.Stepper("banchok/win"))
    page.locator('[data-key="guess"]').focus()
    page.keyboard.type("<b>add</b> up")
    page.keyboard.press("Tab")
    settled(page, shown)
    assert page.evaluate("document.activeElement.dataset.key") == "show"
    for n in range(1, 6):
        page.keyboard.press("Enter")
        settled(page, shown)
        assert page.locator(".steps li").count() == n
        assert page.evaluate("document.activeElement.dataset.key") == "show"
    page.keyboard.press("Enter")  # it cannot act any more, and sends nothing
    assert shown.widget.shown == 5
    assert page.locator(".steps li").first.inner_text().count("You wrote: <b>add</b> up") == 1
    assert page.locator(".steps math mfrac").count() > 3
    assert "line 5 of 5" in page.locator(".hear").inner_text()


def test_a_bank_is_played_by_itself_and_stops(page, show):
    shown = show(be.BankWalk(UNIT, seed=5))
    page.locator('[data-key="speed"]').select_option("10")
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("document.querySelector('p.big').textContent.includes('after 3 coups')")
    page.get_by_role("button", name="Pause").click()
    settled(page, shown)
    steps = len(shown.widget.paths[0])
    page.wait_for_timeout(300)
    assert len(shown.widget.paths[0]) == steps


def test_every_element_that_has_the_focus_keeps_the_notebooks_keys_away(page, show):
    show(stepper())
    bare = page.evaluate("""() => [...document.querySelectorAll(
      '.bk :is(button, input, select, textarea, [tabindex])')].filter((e) => !e.dataset.lmSuppressShortcuts).length""")
    assert bare == 0


def test_what_the_tree_names_is_built_and_nothing_else(page, show):
    explorer = be.Explorer("win")
    told = explorer.parts
    explorer.parts = lambda: [
        *told(),
        ["script", {"onclick": "window.bad = 1", "class": "odd", "src": "x"}, "window.bad = 1"],
        ["iframe", {"href": "javascript:1"}],
    ]
    explorer.refresh()
    show(explorer)
    assert page.evaluate("window.bad") is None
    assert page.locator(".bk :is(script, iframe)").count() == 0
    assert page.evaluate("document.querySelector('.odd').getAttributeNames()") == ["class"]


def test_all_that_is_on_the_sheets_is_known_to_the_browser(page, show):
    for make in SCENES.values():
        widget = make()
        show(widget)
        wanted, built = [], []

        def tags(trees, wanted=wanted):
            for tree in trees:
                if not isinstance(tree, str) and tree[0] not in ("slider", "choice", "field", "act"):
                    wanted.append(tree[0])
                    tags(tree[2:])

        tags(widget.view["parts"])
        built = page.evaluate("[...document.querySelectorAll('.bk > div *')].map((e) => e.localName)")
        for tag in set(wanted):
            assert built.count(tag) >= wanted.count(tag), tag


MOVED = """() => new Promise((done) => {
  const range = document.querySelector('[data-key="i"]');
  const begun = performance.now();
  new MutationObserver((_, watch) => { watch.disconnect(); done(performance.now() - begun); })
    .observe(document.querySelector('p.big'), { childList: true, characterData: true, subtree: true });
  range.value = Number(range.value) === 7 ? 8 : 7;
  range.dispatchEvent(new Event("input"));
})"""


def test_a_click_is_answered_within_fifty_milliseconds(page, show, figure):
    shown = show(be.Explorer("win"))
    took = [page.evaluate(MOVED) for _ in range(20)]
    settled(page, shown)
    median = statistics.median(took)
    figure("a slider of an explorer to DOM, median of 20", median, "ms")
    assert median < 50


def test_the_four_sheets_together_are_small(figure):
    from banchok_edu.assets import browser_folder

    size = sum((browser_folder() / name).stat().st_size for name in ("sheet.js", "sheet.css"))
    figure("JS and CSS of the four sheets", size / 1000, "KB")
    assert size < 9_000


def test_a_run_is_started_and_stopped_in_the_page(page, show):
    runner = be.Runner(UNIT, be.policies.Blind(1), games=10**8, seed=7)
    runner._closed = True  # its thread tells nobody: this page may be asked from this thread only
    shown = show(runner)
    try:
        page.get_by_role("button", name="Start").click()
        settled(page, shown)
        time.sleep(0.5)
        assert runner.games > 0
        page.get_by_role("button", name="Stop").click()
        settled(page, shown)
        assert page.locator(".btn.p").inner_text() == "Start again"
    finally:
        runner.close()


def test_what_was_typed_is_not_lost_when_the_next_thing_is_a_click(page, show):
    shown = show(be.Stepper("banchok/win"))
    page.locator('[data-key="guess"]').fill("add up")
    page.get_by_role("button", name="Show line 1").click()
    page.get_by_text("You wrote: add up").wait_for()
    assert [message["name"] for message in shown.sent] == ["guess", "show"]


def test_a_storm_of_clicks_is_one_click(page, show):
    shown = show(be.Stepper("banchok/win"))
    page.evaluate("for (let i = 0; i < 200; i++) document.querySelector('.btn.p').click()")
    page.locator(".steps li").first.wait_for()
    assert len(shown.sent) == 1
    assert shown.widget.shown == 1
