"""Start JupyterLab on a folder and say where it runs.

The address is read from the file that each server writes about itself, because only the server knows which port it got
and whether it has a token or a password.

Nothing of Jupyter is imported before it is needed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from banchok_edu.errors import BanchokError
from banchok_edu.serving import announce, browser_here, run_server, spawn, stop, waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from banchok_edu.serving import Child

__all__ = ["LabError", "run_lab"]

_TRIES = 50  # ports that JupyterLab tries after the one that was asked for


class LabError(BanchokError):
    """JupyterLab cannot be started; the message says why and what to do."""


def run_lab(
    folder: Path,
    *,
    port: int = 8888,
    browser: bool = True,
    verbose: bool = False,
    more: Sequence[str] = (),
    say: Callable[[str], None] = print,
) -> int:
    """Run JupyterLab on a folder until it ends or is interrupted.

    Parameters
    ----------
    folder
        The folder that JupyterLab shows.
    port
        The port to try first; JupyterLab goes on to others when it is taken. 0 is any free port.
    browser
        Whether to let JupyterLab open a browser.
    verbose
        Whether JupyterLab's own messages go to the terminal.
    more
        Further arguments for JupyterLab.
    say
        Called with each line for the user.

    Returns
    -------
    int
        The exit code: 0 after a stop that was asked for, 1 when JupyterLab failed, 128 + n after signal n.

    Raises
    ------
    LabError
        When JupyterLab is not installed.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise LabError(
            f"JupyterLab is not installed for {sys.executable}. Install it: {sys.executable} -m pip install jupyterlab"
        )
    found = browser_here()
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if root:
        say("You are root, so JupyterLab is started with --allow-root.")
    arguments = command(folder, port=port, browser=browser and found, root=root, more=more)
    before = _known_servers()

    with _compiling() as begin:

        def ready(child: Child) -> bool:
            address = _address(child, before, folder, say)
            if address:
                _announce(address, port=port, browser=browser, found=found, say=say)
                begin()
            return bool(address)

        return run_server("JupyterLab", arguments, ready, environment=environment(), verbose=verbose, say=say)


@contextmanager
def _compiling() -> Iterator[Callable[[], None]]:
    """Give what begins to compile the games in another process, which ends with us: the first lesson must not wait."""
    begun: list[Child] = []
    call = [sys.executable, "-P", "-m", "banchok_edu", "compile", "--gently"]
    try:
        yield lambda: begun.append(spawn(call, subprocess.DEVNULL, os.environ))
    finally:
        for child in begun:
            stop(child)


def command(folder: Path, *, port: int, browser: bool, root: bool, more: Sequence[str] = ()) -> list[str]:
    """Build the call of JupyterLab; its settings come from `environment`.

    ``-P`` keeps the current folder off Python's path: a student's own ``random.py`` must not break JupyterLab.

    Examples
    --------
    >>> call = command(Path("/home/ada/lessons"), port=8888, browser=False, root=False)
    >>> call[1:4]
    ['-P', '-m', 'jupyterlab']
    >>> call[4:]  # doctest: +SKIP
    ['--ServerApp.root_dir=/home/ada/lessons', '--port=8888', '--ServerApp.port_retries=50', '--no-browser']
    """
    call = [sys.executable, "-P", "-m", "jupyterlab"]
    call += [f"--ServerApp.root_dir={folder.resolve()}", f"--port={port}", f"--ServerApp.port_retries={_TRIES}"]
    if root:
        call.append("--allow-root")
    if not browser:
        call.append("--no-browser")
    return [*call, *more]


def environment() -> dict[str, str]:
    """Build JupyterLab's environment: ours, and a folder of defaults in which it does not ask whether to fetch news.

    The folder comes last, and what a user has set wins over any default.

    Examples
    --------
    >>> Path(environment()["JUPYTER_CONFIG_PATH"].split(os.pathsep)[-1]).name
    'jupyter'
    """
    paths = [os.environ.get("JUPYTER_CONFIG_PATH", ""), str(Path(__file__).resolve().parent / "jupyter")]
    return {**os.environ, "JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, paths))}


def _announce(address: dict[str, Any], *, port: int, browser: bool, found: bool, say: Callable[[str], None]) -> None:
    url = f"{address['url']}lab"
    if address.get("token"):
        url += f"?token={quote(address['token'], safe='')}"
    announce("JupyterLab", url, asked=port, port=address["port"], browser=browser, found=found, say=say)
    if address.get("password"):
        say("It asks for the password of your Jupyter.")
    say("Ctrl-C stops it.")


def _servers() -> Iterator[tuple[Path, int]]:
    """List the files in which running servers describe themselves, each with the time it was written."""
    from jupyter_core.paths import jupyter_runtime_dir

    for path in Path(jupyter_runtime_dir()).glob("jpserver-*.json"):
        try:
            yield path, path.stat().st_mtime_ns
        except OSError:  # its server has just ended
            continue


def _known_servers() -> dict[Path, int]:
    return dict(_servers())


def _address(child: Child, before: dict[Path, int], folder: Path, say: Callable[[str], None]) -> dict[str, Any] | None:
    """Wait until the child has written its address; None when it ended or never says."""
    for _ in waiting(child, "JupyterLab", say):
        for path, written in _servers():
            if before.get(path) != written and (found := _read_server(path)) and _is_ours(found, child, folder):
                return found
    return None


def _read_server(path: Path) -> dict[str, Any] | None:
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError):  # gone, or not yet written to its end
        return None
    kinds = {"url": str, "token": str, "port": int, "pid": int, "root_dir": str}
    good = isinstance(said, dict) and all(isinstance(said.get(key), kind) for key, kind in kinds.items())
    return said if good else None


def _is_ours(server: dict[str, Any], child: Child, folder: Path) -> bool:
    # On Windows the Python of a venv starts another Python, so the number of the process differs from the child's.
    if os.name == "posix":
        return bool(server["pid"] == child.pid)
    return Path(server["root_dir"]).resolve() == folder.resolve()
