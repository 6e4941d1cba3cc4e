"""A browser for the tests of the widgets: one for all tests, a page for each, and JupyterLab where a kernel is needed.

Where no browser is found these tests are skipped, and say so. With ``BANCHOK_EDU_BROWSER=required`` they fail instead.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from banchok_edu.controls.base import module_text, style_text

SHOTS = Path(__file__).parent / "screenshots"
REQUIRED = os.environ.get("BANCHOK_EDU_BROWSER") == "required"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
THEMES = ("light", "dark")
PLACE = "http://widgets.test/"


def missing(reason):
    if REQUIRED:
        pytest.fail(f"BANCHOK_EDU_BROWSER=required, but {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium():
    """A running Chromium: the one that Playwright brought, else one of the system."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        missing("playwright is not installed: python -m pip install -e '.[test]'")
    with sync_playwright() as playwright:
        names = ("chromium", "chromium-browser", "google-chrome")
        found = next(filter(None, map(shutil.which, names)), None)
        own = playwright.chromium.executable_path
        path = own if os.path.exists(own) else found
        if path is None:
            missing("there is no browser: playwright install chromium, or apt-get install chromium")
        try:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            missing(f"{path} does not start: {error}")
        yield browser
        browser.close()


class Show:
    """A widget on a page, with a stand-in for the wire: its Python half is here, and answers each message."""

    def __init__(self, page):
        self.page = page
        self.sent = []
        """All messages that the browser sent, in order."""
        self.received = []
        """All that went to the browser, as JSON text."""
        self.answering = True
        self.errors = []
        self._outbox = None
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.expose_binding("toPython", lambda _, content: self._hear(content))

    def open(self, widget, theme="light"):
        """Put the widget on a fresh page."""
        self.widget = widget
        widget.send = lambda content: self._tell("custom", content)
        widget.observe(lambda change: self._tell("view", change["new"]), "view")
        widget.observe(lambda change: self._tell("fixed", change["new"]), "fixed")
        script, style = module_text(widget.module), style_text(widget.module)
        html = "<!doctype html><html lang=en><title>A widget</title><body><main></main></body></html>"
        serve = {
            PLACE: (html, "text/html"),
            f"{PLACE}w.js": (script, "text/javascript"),
            f"{PLACE}w.css": (style, "text/css"),
        }
        for address, (body, kind) in serve.items():
            self.page.route(address, lambda route, *, body=body, kind=kind: route.fulfill(body=body, content_type=kind))
        self.page.goto(PLACE)
        self.page.evaluate(
            """([theme]) => {
              document.body.dataset.jpThemeLight = String(theme === "light");
              document.body.style.cssText = `margin:0;background:${theme === "light" ? "#fff" : "#121518"}`;
            }""",
            [theme],
        )
        self.page.add_style_tag(url=f"{PLACE}w.css")
        self.page.evaluate(
            """async ([state]) => {
              const on = {};
              const model = {
                get: (name) => state[name],
                on: (name, f) => (on[name] ??= []).push(f),
                off: (name, f) => (on[name] = (on[name] ?? []).filter((g) => g !== f)),
                send: (content) => {
                  window.toPython(content).then((told) => told.forEach(([kind, value]) => fromPython(kind, value)));
                },
              };
              window.fromPython = (kind, content) => {
                if (kind === "custom") return (on["msg:custom"] ?? []).forEach((f) => f(content));
                state[kind] = content;
                (on[`change:${kind}`] ?? []).forEach((f) => f());
              };
              window.fire = (name) => (on[name] ?? []).forEach((f) => f());
              const { default: widget } = await import("./w.js");
              const el = document.querySelector("main");
              window.cleanUp = await widget.render({ model, el });
            }""",
            [{"view": widget.view, "fixed": widget.fixed}],
        )
        return self

    def _hear(self, content):
        """Let the widget hear a message, and give what it tells the browser."""
        self.sent.append(content)
        self._outbox = []
        if self.answering:
            self.widget._receive(self.widget, content, [])
        told, self._outbox = self._outbox, None
        return told

    def _tell(self, kind, content):
        self.received.append(json.dumps(content, ensure_ascii=False))
        if self._outbox is not None:
            self._outbox.append([kind, content])
        else:
            self.page.evaluate("([kind, content]) => window.fromPython(kind, content)", [kind, content])


@pytest.fixture
def page(chromium):
    context = chromium.new_context(viewport={"width": 940, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(5000)
    yield page
    context.close()


@pytest.fixture
def show(page):
    """``show(widget, theme="light")`` puts a widget on a page; an error in its script fails the test."""
    shown = Show(page)
    yield shown.open
    assert shown.errors == []


@pytest.fixture
def picture():
    """``picture(page, "name")`` keeps a screenshot to be looked at."""

    def keep(page, name):
        SHOTS.mkdir(exist_ok=True)
        page.locator(".bk").first.screenshot(path=SHOTS / f"{name}.png")

    return keep


@pytest.fixture
def figure():
    """``figure("click to DOM", 21.5, "ms")`` prints a measured figure, and keeps it beside the screenshots."""

    def report(name, value, unit):
        line = f"{name}: {value:,.1f} {unit}"
        print(line)  # noqa: T201
        SHOTS.mkdir(exist_ok=True)
        file = "".join(c if c.isalnum() else "_" for c in name) + ".txt"
        (SHOTS / file).write_text(line + "\n", encoding="utf-8")

    return report


@pytest.fixture(scope="session")
def axe():
    """``axe(page)`` lists what axe-core finds wrong in the widgets of a page, whatever its weight."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        missing("axe-playwright-python is not installed: python -m pip install -e '.[test]'")
    checker = Axe()

    def violations(page):
        found = checker.run(page, context=".bk").response["violations"]
        return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]

    return violations
