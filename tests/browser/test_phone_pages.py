"""Pages for telephones in a browser: nothing leaves the screen sideways, nothing is fetched, axe finds nothing."""

from __future__ import annotations

import json

import pytest

from banchok_edu.editions.choosing import lessons_in, read
from banchok_edu.editions.links import Places
from banchok_edu.editions.page import page as made_page

from .conftest import SHOTS, THEMES

WIDE = "+".join(rf"\frac{{x_{{{i}}}}}{{{i}!}}" for i in range(1, 30))
TABLE = "| " + " | ".join(f"column {i}" for i in range(12)) + " |\n|" + "---|" * 12 + "\n|" + " 9/17 |" * 12
PROSE = f"""# A lesson

Within a line ${WIDE}$ stands a formula, and an address: https://example.org/{"x" * 200}

$$\\sqrt{{{WIDE}}}$$

## A table

{TABLE}

<details><summary>Answer</summary>

$$\\binom{{14}}{{4}}$$

</details>

```python
{"long_name = " * 20}1  # in a fence
```
"""
FIGURE = (
    '<style>[data-jp-theme-light="false"] img.bk-auto{filter:invert(0.93)}</style><img class="bk-auto" width="800" '
    'style="max-width: 100%; height: auto;" alt="A dot" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYA'
    'AAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==">'
)
OUTPUTS = [
    {"output_type": "stream", "name": "stdout", "text": "word " * 60 + "\n"},
    {"output_type": "display_data", "metadata": {}, "data": {"text/html": FIGURE}},
    {"output_type": "stream", "name": "stdout", "text": ("1234567 " * 30 + "\n") * 5},
    {
        "output_type": "display_data",
        "metadata": {},
        "data": {"text/html": f"<table><tr>{'<td>9/17</td>' * 40}</table>"},
    },
]


@pytest.fixture
def phone(chromium, tmp_path):
    """``phone(theme)`` opens a page made of a small notebook, at 360 pixels and without a network."""
    code = {"cell_type": "code", "metadata": {}, "source": f"total = {' + '.join(['1'] * 60)}", "outputs": OUTPUTS}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": PROSE}, code]
    notebook = {"cells": [cell | {"outputs": []} for cell in cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "a.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    (lesson,) = read(lessons_in(tmp_path))
    path = tmp_path / "a.html"
    path.write_bytes(made_page(lesson, cells, Places(tmp_path, frozenset({"a"}))))
    opened = []

    def show(theme="light", width=360):
        context = chromium.new_context(viewport={"width": width, "height": 740}, color_scheme=theme, offline=True)
        opened.append(context)
        page = context.new_page()
        page.asked, page.said = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("console", lambda message: page.said.append(message.text))
        page.goto(path.as_uri())
        return page

    yield show
    for context in opened:
        context.close()


def unfold(page):
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


def beyond(page):
    """The elements that reach beyond the screen, other than those within a box that scrolls."""
    return page.evaluate(
        """() => [...document.querySelectorAll("body *")].filter((one) => {
          for (let box = one.parentElement; box; box = box.parentElement)
            if (getComputedStyle(box).overflowX === "auto") return false;
          return one.getBoundingClientRect().right > innerWidth + 0.5;
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )


@pytest.mark.parametrize("width", [320, 360, 1200])
def test_nothing_leaves_the_screen_sideways(phone, width):
    page = phone(width=width)
    for _ in range(2):
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert beyond(page) == []
        unfold(page)


def test_wide_things_scroll_within_themselves(phone):
    page = phone()
    unfold(page)
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("pre, .wide, .block")]
          .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"""
    )
    assert boxes == ["formula wide", "formula block", "wide", "code", "code", "text", "wide"]
    wrapped = page.locator("pre.few")
    assert wrapped.evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_formulas_are_drawn_and_not_written(phone):
    page = phone()
    unfold(page)
    assert page.locator("math").count() == 3
    assert page.evaluate("document.querySelector('mfrac').getBoundingClientRect().height") > 15
    assert "\\" not in page.inner_text("body")


def test_code_is_a_tap_away_and_a_figure_can_be_enlarged(phone):
    page = phone()
    code = page.locator("details.cell pre")
    assert not code.is_visible()
    page.get_by_text("Code, 1 line").click()
    assert code.is_visible()
    figure = page.locator("img")
    assert figure.bounding_box()["width"] <= 328
    page.get_by_label("full size").check()
    assert figure.bounding_box()["width"] == 800
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_a_page_asks_for_nothing_but_itself(phone):
    page = phone()
    assert [url.rsplit("/", 1)[1] for url in page.asked if not url.startswith("data:")] == ["a.html"]
    assert page.said == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_a_page(phone, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = phone(theme)
    unfold(page)
    found = axe.run(page).response["violations"]
    assert [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]] == []
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"phone-page-{theme}.png", full_page=True)


def test_a_dark_page_is_dark_and_turns_its_figures_over(phone):
    light, dark = phone("light"), phone("dark")
    paper = "getComputedStyle(document.body).backgroundColor"
    assert (light.evaluate(paper), dark.evaluate(paper)) == ("rgb(255, 255, 255)", "rgb(18, 21, 24)")
    turned = "getComputedStyle(document.querySelector('img')).filter"
    assert (light.evaluate(turned), dark.evaluate(turned)) == ("none", "invert(0.93)")
