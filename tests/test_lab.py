"""JupyterLab is started on a folder, found, and stopped whole."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from banchok_edu import lab, serving

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX")


@pytest.fixture
def jupyter(tmp_path, monkeypatch):
    """Keep Jupyter's own files out of the user's home, and no display; gives the folder of the running servers."""
    for kind in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{kind}_DIR", str(tmp_path / "jupyter" / kind.lower()))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY", "JUPYTER_TOKEN", "JUPYTER_PORT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "jupyter" / "runtime"


@pytest.fixture
def busy_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


@contextmanager
def running(*words, cwd):
    """Run the command; yields the process and what it said until the address was out."""
    call = [sys.executable, "-u", "-P", "-m", "banchok_edu", "lab", *map(str, words)]
    process = subprocess.Popen(
        call, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        said = []
        for line in process.stdout:
            said.append(line.rstrip("\n"))
            if line.startswith("Ctrl-C"):
                break
        else:
            pytest.fail(f"JupyterLab did not start: {said}")
        yield process, said
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(20)
        process.stdout.close()


def address(said):
    (line,) = [line.strip() for line in said if "/lab?token=" in line]
    return urlsplit(line)


def fetch(url, path, *, token=None, method="GET", body=None):
    token = token or parse_qs(url.query)["token"][0]
    request = urllib.request.Request(
        f"http://127.0.0.1:{url.port}{path}", method=method, data=body, headers={"Authorization": f"token {token}"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read()


def is_open(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@posix
def test_on_a_busy_port_it_says_which_port_it_took_and_ctrl_c_stops_all(jupyter, tmp_path, busy_port):
    folder = tmp_path / 'my lessons = "ü" & more'
    folder.mkdir()
    (folder / "01-own.ipynb").write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    (tmp_path / "random.py").write_text("raise SystemExit('a module of the student was imported')")
    with running(folder, "--port", busy_port, cwd=tmp_path) as (process, said):
        url = address(said)
        assert url.port != busy_port
        assert f"Port {busy_port} is taken: using {url.port}." in said
        assert "JupyterLab runs. No browser was found here: open this address in one:" in said
        assert b"JupyterLab" in fetch(url, "/lab")
        notices = json.loads(fetch(url, "/lab/api/settings/@jupyterlab/apputils-extension:notification"))
        assert notices["schema"]["properties"]["fetchNews"]["default"] == "false"
        assert notices["settings"] == {}
        names = [entry["name"] for entry in json.loads(fetch(url, "/api/contents"))["content"]]
        assert "01-own.ipynb" in names
        with pytest.raises(urllib.error.HTTPError, match="403"):
            fetch(url, "/api/contents", token="wrong")
        fetch(url, "/api/kernels", method="POST", body=b"{}")
        assert list(jupyter.glob("kernel-*.json"))
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stdout.read() == "JupyterLab stopped.\n"
    assert not is_open(url.port)
    assert not list(jupyter.glob("jpserver-*")), "the server was not stopped in an orderly way"
    assert not list(jupyter.glob("kernel-*.json")), "a kernel was left"


@posix
def test_a_closed_terminal_leaves_no_server_behind_and_the_browser_is_opened(jupyter, tmp_path, monkeypatch):
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("BROWSER", str(browser))
    with running(tmp_path, "--port", 0, cwd=tmp_path) as (process, said):
        url = address(said)
        assert "JupyterLab runs. If no browser opens, use this address:" in said
        assert not [line for line in said if "taken" in line]
        until = time.monotonic() + 10
        while not opened.exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert opened.exists(), "no browser was opened"
        process.send_signal(signal.SIGHUP)
        assert process.wait(20) == 128 + signal.SIGHUP
    assert not is_open(url.port)
    assert not list(jupyter.glob("jpserver-*.json"))


@posix
def test_the_games_are_compiled_beside_jupyterlab_and_that_ends_with_it(monkeypatch):
    calls = []
    begin = subprocess.Popen

    def sleeping(call, **how):
        calls.append(call[1:])
        return begin([sys.executable, "-c", "import time; time.sleep(60)"], **how)

    monkeypatch.setattr(lab.subprocess, "Popen", sleeping)
    since = time.monotonic()
    with lab._compiling() as compile_games:
        assert calls == []
        compile_games()
        assert calls == [["-P", "-m", "banchok_edu", "compile", "--gently"]]
    assert time.monotonic() - since < 30


def test_what_jupyterlab_says_when_it_fails_is_shown(jupyter, tmp_path):
    said = []
    code = lab.run_lab(tmp_path, port=0, browser=False, more=["--ServerApp.root_dir=/no/such/folder"], say=said.append)
    assert code == 1
    assert said[-1].startswith("JupyterLab ended by itself with code 1. Its own last words:\n")
    assert "/no/such/folder" in said[-1]
    assert not list(jupyter.glob("jpserver-*.json"))


def test_jupyterlab_not_installed_is_said_with_the_command_that_installs_it(tmp_path, monkeypatch):
    monkeypatch.setattr(lab.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(lab.LabError, match=r"is not installed for .* -m pip install jupyterlab"):
        lab.run_lab(tmp_path)


class TestTheCall:
    def test_a_students_own_modules_are_kept_off_the_path(self, tmp_path):
        assert lab.command(tmp_path, port=1, browser=True, root=False)[:4] == [sys.executable, "-P", "-m", "jupyterlab"]

    def test_the_folder_is_given_whole_even_when_it_was_relative(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        assert f"--ServerApp.root_dir={tmp_path}" in lab.command(Path(), port=1, browser=True, root=False)

    @pytest.mark.parametrize(
        ("browser", "root", "options"),
        [
            (True, False, []),
            (False, False, ["--no-browser"]),
            (True, True, ["--allow-root"]),
            (False, True, ["--allow-root", "--no-browser"]),
        ],
    )
    def test_root_and_no_browser_are_options(self, tmp_path, browser, root, options):
        call = lab.command(tmp_path, port=9, browser=browser, root=root, more=["--ip=0.0.0.0"])
        assert call[5:] == ["--port=9", "--ServerApp.port_retries=50", *options, "--ip=0.0.0.0"]


def test_the_users_own_folders_of_settings_come_before_ours(monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/theirs")
    theirs, ours = lab.environment()["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert theirs == "/theirs"
    assert [path.name for path in Path(ours).rglob("*.json")] == ["default_setting_overrides.json"]
    monkeypatch.delenv("JUPYTER_CONFIG_PATH")
    assert lab.environment()["JUPYTER_CONFIG_PATH"] == ours


GOOD = {"url": "http://localhost:8889/", "token": "abc", "port": 8889, "pid": 7, "root_dir": "/x", "password": False}


class TestTheAddress:
    def announced(self, *, port=8888, browser=True, found=True, **changes):
        said = []
        lab._announce(GOOD | changes, port=port, browser=browser, found=found, say=said.append)
        return said

    def test_a_taken_port_is_said_first(self):
        assert self.announced() == [
            "Port 8888 is taken: using 8889.",
            "JupyterLab runs. If no browser opens, use this address:",
            "    http://localhost:8889/lab?token=abc",
            "Ctrl-C stops it.",
        ]

    @pytest.mark.parametrize("port", [8889, 0])
    def test_the_port_asked_for_or_any_port_is_not_taken(self, port):
        assert self.announced(port=port)[0].startswith("JupyterLab runs.")

    def test_no_browser_asked_for_is_not_the_same_as_none_found(self):
        assert self.announced(port=0, browser=False)[0] == "JupyterLab runs. Open this address in a browser:"
        assert "No browser was found here" in self.announced(port=0, found=False)[0]

    def test_a_password_takes_the_place_of_the_token(self):
        said = self.announced(port=0, token="", password=True)
        assert said[1:3] == ["    http://localhost:8889/lab", "It asks for the password of your Jupyter."]

    def test_a_token_of_the_users_own_is_escaped(self):
        assert self.announced(port=0, token="a&b #c")[1].endswith("?token=a%26b%20%23c")

    @pytest.mark.parametrize(
        "text",
        ["", "{", "[]", "null", '{"url": 3}', json.dumps(GOOD | {"port": "8889"}), json.dumps(GOOD | {"pid": None})],
    )
    def test_a_file_that_is_not_yet_whole_is_not_read(self, tmp_path, text):
        (tmp_path / "jpserver-7.json").write_text(text)
        assert lab._read_server(tmp_path / "jpserver-7.json") is None

    def test_a_whole_file_is_read(self, tmp_path):
        (tmp_path / "jpserver-7.json").write_text(json.dumps(GOOD))
        assert lab._read_server(tmp_path / "jpserver-7.json") == GOOD
        assert lab._read_server(tmp_path / "jpserver-8.json") is None

    @posix
    def test_a_file_left_by_a_dead_server_of_the_same_number_is_not_believed(self, jupyter, tmp_path, monkeypatch):
        monkeypatch.setattr(serving, "_LOST", 0.3)
        jupyter.mkdir(parents=True)
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
            record = jupyter / f"jpserver-{child.pid}.json"
            record.write_text(json.dumps(GOOD | {"pid": child.pid}))
            before = lab._known_servers()
            assert lab._address(child, before, tmp_path, print) is None
            os.utime(record, ns=(1, 1))
            assert lab._address(child, before, tmp_path, print) == GOOD | {"pid": child.pid}
            child.communicate(b"\n")

    def test_a_slow_start_is_said_once(self, jupyter, tmp_path, monkeypatch):
        monkeypatch.setattr(serving, "_LOST", 0.4)
        monkeypatch.setattr(serving, "_SLOW", 0.0)
        said = []
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
            assert lab._address(child, {}, tmp_path, said.append) is None
            child.communicate(b"\n")
        assert said == ["JupyterLab is slow to start. Still waiting."]
