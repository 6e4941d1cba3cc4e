"""The page of a demo as a teacher opens it: by the command, with Voila, and with no network but this machine."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from banchok_edu.demos.lessons import demo

from .conftest import SHOTS, missing

SIZES = {"720": {"width": 1280, "height": 720}, "1080": {"width": 1920, "height": 1080}}
TOO_SMALL = 1 / 62
"""Text of which no letter is so high, as a part of the picture, cannot be read from the last row."""


@contextmanager
def running(folder, *words):
    """Run the command; gives the address of the page."""
    if importlib.util.find_spec("voila") is None:
        missing("Voila is not installed: python -m pip install -e '.[demo]'")
    own = {f"JUPYTER_{kind}_DIR": str(folder / kind) for kind in ("CONFIG", "DATA", "RUNTIME")}
    (folder / "tmp").mkdir()
    own |= {"TMPDIR": str(folder / "tmp")}
    env = os.environ | own | {"IPYTHONDIR": str(folder / "ipython"), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    call = [sys.executable, "-u", "-m", "banchok_edu", "demo", *words, "--port=0", "--no-browser"]
    process = subprocess.Popen(call, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = []
        for line in process.stdout:
            said.append(line.strip())
            if line.startswith("F11"):
                break
        assert process.poll() is None, said
        yield next(line for line in said if line.startswith("http://"))
    finally:
        process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        process.communicate(timeout=30)


def kernels(folder):
    """The kernels that run for the pages of a command."""
    return list((folder / "tmp").rglob("kernel-*.json"))


@contextmanager
def opened(chromium, address, size="720"):
    """Open the page where nothing but this machine answers; an error in a script, or a strange answer, fails."""
    context = chromium.new_context(viewport=SIZES[size], reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors, strange = [], []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("requestfinished", lambda request: strange.append(request.url))
    page.route(lambda url: not url.startswith(address.split("?", maxsplit=1)[0]), lambda route: route.abort())
    page.goto(address, wait_until="commit")
    page.locator(".bk").first.wait_for()
    page.locator(".bk-demo h1").wait_for()
    yield page
    context.close()
    home = (address.split("?", maxsplit=1)[0], "data:", "blob:")
    assert [url for url in strange if not url.startswith(home)] == []
    assert errors == []


def inside(page, part):
    """Whether a part is in the picture from edge to edge."""
    box, size = part.bounding_box(), page.viewport_size
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and box["y"] + box["height"] <= size["height"]
    )


def outside_the_felt(page):
    """What sticks out of the table, or lies over what it does not belong to: seats and the bank."""
    return page.evaluate(
        """() => {
          const all = (at) => [...document.querySelectorAll(at)];
          const boxes = (at) => all(at).map((e) => [e.textContent, e.getBoundingClientRect()]);
          const felt = document.querySelector(".tbl").getBoundingClientRect();
          const parts = boxes(".seat .row > *, .mid");
          return parts.filter(([, b]) => b.left < felt.left || b.right > felt.right || b.bottom > felt.bottom).concat(
            boxes(".seat .row > *").filter(([, b]) => boxes(".mid, .who").some(([, m]) =>
              b.left < m.right && m.left < b.right && b.top < m.bottom && m.top < b.bottom))).map(([text]) => text);
        }"""
    )


def small_texts(page):
    """Texts that are written too small for the last row."""
    return page.evaluate(
        """(least) => [...document.querySelectorAll(".bk *, .bk-demo *")]
          .filter((e) => e.checkVisibility() && !e.closest(".hear, style, svg, math"))
          .filter((e) => e.getBoundingClientRect().width > 1
            && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
          .filter((e) => parseFloat(getComputedStyle(e).fontSize) < least * innerHeight)
          .map((e) => `${e.className}: ${e.textContent.slice(0, 40)}`)""",
        TOO_SMALL,
    )


def test_a_table_is_played_with_mouse_and_keys_and_dealt_anew(chromium, tmp_path, figure):
    begun = time.perf_counter()
    with running(tmp_path, "01") as address:
        figure("command to the address of a demo", time.perf_counter() - begun, "s")
        asked = time.perf_counter()
        with opened(chromium, address) as page, opened(chromium, address) as other:
            figure("address of a demo to its table, two pages at once", time.perf_counter() - asked, "s")
            assert page.title() == page.locator("h1").inner_text() == demo("01").question
            assert "import" not in page.locator("body").inner_text()
            page.screenshot(path=SHOTS / "demo_01.png")

            page.get_by_role("button", name="Stake 1 and turn the card").click()  # a nine against a king
            page.locator(".seat", has_text="King turned, higher than nine: the bank takes 1.").wait_for()
            assert page.locator(".sum b").inner_text() == "11"
            page.get_by_role("button", name="Deal on").press("Enter")
            page.locator(".seat.me", has_text="seven of clubs").wait_for()
            page.get_by_role("button", name="Stake 1 and turn the card").press("Enter")  # a seven against a seven
            page.wait_for_function("() => document.querySelector('.sum b').textContent === '10'")
            page.screenshot(path=SHOTS / "demo_01_played.png")
            assert outside_the_felt(page) == []
            assert inside(page, page.locator(".felt-place"))
            assert other.locator(".sum b").inner_text() == "10"
            assert "nine of hearts" in other.locator(".seat.me").inner_text()

            page.get_by_role("button", name="New cards").press("Enter")
            page.get_by_text("Seed ").wait_for()
            page.wait_for_function("() => document.querySelectorAll('.bk').length === 1")
            seed = int(page.get_by_text("Seed ").inner_text().split()[1])
            page.get_by_role("button", name="Pass", exact=True).click()
            assert 0 <= seed < 100_000

            page.reload(wait_until="commit")
            page.locator(".seat.me", has_text="nine of hearts").wait_for()
            until = time.monotonic() + 20
            while len(kernels(tmp_path)) > 2 and time.monotonic() < until:
                page.wait_for_timeout(200)
            assert len(kernels(tmp_path)) == 2, "a page that was left has kept its kernel"
    assert list((tmp_path / "tmp").glob("banchok-edu-*")) == []


def test_no_card_leaves_the_table_of_five(chromium, tmp_path):
    with running(tmp_path, "04", "--seed=5") as address, opened(chromium, address) as page:
        for seat in (1, 2, 3, 4):
            page.locator(".ask", has_text=f"Seat {seat}, your turn.").wait_for()
            page.get_by_role("button", name="Stake 1 and turn the card").click()
        page.get_by_role("button", name="Deal on").wait_for()
        page.screenshot(path=SHOTS / "demo_04.png")
        assert outside_the_felt(page) == []
        assert inside(page, page.locator(".felt-place"))


@pytest.mark.parametrize(
    ("name", "whole"),
    [("06", ".cols"), ("07", ".felt-place"), ("09", ".rd >> nth=1"), ("10", ".felt-place")],
)
def test_what_is_shown_is_whole_and_readable_from_the_last_row(name, whole, chromium, tmp_path):
    with running(tmp_path, name, *(["--dark"] if name in ("06", "10") else [])) as address:
        for size in SIZES:
            with opened(chromium, address, size) as page:
                page.wait_for_timeout(300)
                page.screenshot(path=SHOTS / f"demo_{name}_{size}.png")
                assert inside(page, page.locator("h1"))
                assert inside(page, page.locator(".bk").locator(whole).first)
                assert small_texts(page) == []
                for button in (
                    page.get_by_role("button", name="Next coup").or_(page.get_by_role("button", name="Pass")).all()
                ):
                    assert inside(page, button)
                wide = page.locator("#rendered_cells").evaluate("(e) => [e.scrollWidth, e.clientWidth]")
                assert wide[0] <= wide[1]


def test_a_run_settles_before_the_eyes_of_the_room(chromium, tmp_path):
    with running(tmp_path, "05") as address, opened(chromium, address) as page:
        page.get_by_role("button", name="Start").click()
        page.locator("figure.chart").wait_for()
        page.get_by_text("Exact:").wait_for()
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("button", name="Start again").wait_for()
        page.screenshot(path=SHOTS / "demo_05.png")
        assert small_texts(page) == []
        assert inside(page, page.locator(".cols"))
