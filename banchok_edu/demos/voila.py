"""Voila shows the page of a demo, on this machine alone.

Voila serves one notebook from a temporary folder that goes with it, and answers only those who know the address with
its token: else every page that a browser has open could start kernels here. It reads its settings from that folder.
Its own pages ask a server far away for icons that we do not need, and a network that swallows the question would hold
the page up for a minute: the page is therefore told to load nothing from elsewhere.

Nothing of Voila is imported here.
"""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import socket
import sys
import tempfile
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banchok_edu.serving import announce, browser_here, run_server, waiting

from .lessons import Demo, DemoError
from .page import notebook

if TYPE_CHECKING:
    from banchok_edu.serving import Child, Say

_HOST = "127.0.0.1"
_TRIES = 50  # ports that are tried after the one that was asked for
_HIGHEST_PORT = 65_535
_POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; frame-ancestors 'self'"
"""What the page may load: what Voila serves, and the text of the widgets."""


def run_voila(
    demo: Demo,
    seed: int | None,
    *,
    port: int = 8866,
    browser: bool = True,
    dark: bool = False,
    verbose: bool = False,
    say: Say = print,
) -> int:
    """Show a demo until it is interrupted.

    Parameters
    ----------
    demo, seed
        What is shown; None is the deal of the lesson.
    port
        The port to try first; 0 is any free port.
    browser
        Whether to open a browser.
    dark
        Whether the page is dark.
    verbose
        Whether Voila's own messages go to the terminal.
    say
        Called with each line for the user.

    Returns
    -------
    int
        The exit code, as `banchok_edu.serving.run_server` gives it.

    Raises
    ------
    DemoError
        If Voila is not installed, or no port is free.
    """
    if importlib.util.find_spec("voila") is None:
        raise DemoError(
            f"Voila, which shows the page, is not installed for {sys.executable}. Install it: "
            'python -m pip install "banchok-edu[demo]". Without it, a cell of any notebook shows the same: '
            f"from banchok_edu.demos import show; show({demo.lesson!r})"
        )
    found, token, taken = browser_here(), secrets.token_hex(16), free_port(port)
    with tempfile.TemporaryDirectory(prefix="banchok-edu-") as name:
        folder = Path(name).resolve()
        page = write_page(folder, demo, seed, port=taken, dark=dark)

        def ready(child: Child) -> bool:
            for _ in waiting(child, "Voila", say):
                if _answers(taken):
                    url = f"http://{_HOST}:{taken}/?token={token}"
                    announce("Voila", url, asked=port, port=taken, browser=browser, found=found, say=say)
                    say("F11 makes the page fill the screen. Ctrl-C stops it.")
                    if browser and found:
                        webbrowser.open(url)
                    return True
            return False

        call = [sys.executable, "-P", "-m", "voila", str(page)]
        # The environment is read by nobody but us; a list of processes shows the words of a command to all.
        environment = {**os.environ, "JUPYTER_TOKEN": token}
        return run_server("Voila", call, ready, environment=environment, folder=folder, verbose=verbose, say=say)


def write_page(folder: Path, demo: Demo, seed: int | None, *, port: int, dark: bool) -> Path:
    """Write the notebook of a demo and Voila's settings into a folder, and give the notebook's path."""
    pages, kernels = folder / "page", folder / "kernels"
    pages.mkdir()
    kernels.mkdir()
    page = pages / f"{demo.lesson}.ipynb"
    page.write_text(json.dumps(notebook(demo, seed), ensure_ascii=False, indent=1), encoding="utf-8")
    settings = json.dumps(_settings(pages, kernels, port=port, dark=dark))
    (folder / "voila.json").write_text(settings, encoding="utf-8")
    return page


def _settings(pages: Path, kernels: Path, *, port: int, dark: bool) -> dict[str, dict[str, Any]]:
    return {
        "Voila": {
            "ip": _HOST,
            "port": port,
            "port_retries": 0,  # we have to know which port it is
            "open_browser": False,
            "auto_token": True,  # which means: the token of the environment
            "root_dir": str(pages),
            "connection_dir_root": str(kernels),
            "tornado_settings": {
                "headers": {"Content-Security-Policy": _POLICY},
                # A page that is left sends Voila word, without the mark that proves where it comes from; its kernel
                # would stay. Nothing else can be asked for in that way, and who asks must know the kernel's long name.
                "disable_check_xsrf": True,
            },
        },
        "VoilaConfiguration": {
            "template": "lab",
            "theme": "dark" if dark else "light",
            "allow_template_override": "NO",
            "strip_sources": True,
            "file_allowlist": [],
            "show_tracebacks": True,  # to the teacher, who is the only one here
            "preheat_kernel": False,
        },
    }


def free_port(first: int) -> int:
    """Find a free port of this machine, from the first one on; 0 is any.

    Raises
    ------
    DemoError
        If none of the ports that were tried is free.
    """
    last = min(first + _TRIES, _HIGHEST_PORT) if first else first
    for port in range(first, last + 1):
        with socket.socket() as probe:
            if os.name == "posix":  # a port of a server that has just ended counts as free, as it does for Voila
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((_HOST, port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    raise DemoError(f"ports {first} to {last} cannot be used: choose others with --port, or let --port 0 take any")


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((_HOST, port)) == 0
