"""A server runs as a child: a browser is looked for, and a child that does not stop is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from banchok_edu import serving


class TestABrowser:
    @pytest.fixture(autouse=True)
    def screenless(self, monkeypatch):
        monkeypatch.setattr(serving.sys, "platform", "linux")
        for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(serving.webbrowser, "get", object)

    def test_without_a_display_a_browser_of_text_does_not_count(self):
        assert not serving.browser_here()

    @pytest.mark.parametrize("name", ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"])
    def test_a_display_or_a_chosen_browser_counts(self, monkeypatch, name):
        monkeypatch.setenv(name, ":0")
        assert serving.browser_here()

    @pytest.mark.parametrize("platform", ["win32", "darwin"])
    def test_windows_and_macs_need_no_such_variable(self, monkeypatch, platform):
        monkeypatch.setattr(serving.sys, "platform", platform)
        assert serving.browser_here()

    def test_a_display_without_any_browser_is_no_browser(self, monkeypatch):
        def none():
            raise serving.webbrowser.Error("could not locate runnable browser")

        monkeypatch.setenv("DISPLAY", ":0")
        monkeypatch.setattr(serving.webbrowser, "get", none)
        assert not serving.browser_here()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")
def test_a_child_that_does_not_stop_is_killed(monkeypatch):
    monkeypatch.setattr(serving, "_STOP", 0.2)
    program = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as child:
        child.stdout.readline()
        serving.stop(child)
        assert child.returncode == -signal.SIGKILL
