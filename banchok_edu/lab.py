"""Start JupyterLab on a folder, say where it runs, and stop it whole.

JupyterLab runs as a child in a process group of its own. Ctrl-C therefore reaches us alone, and we pass it on as
SIGTERM: on an interrupt JupyterLab either asks whether it is meant or, without a terminal to ask, leaves its kernels
running. The address is read from the file that each server writes about itself, because only the server knows which
port it got and whether it has a token or a password.

Nothing of Jupyter is imported before it is needed.
"""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import webbrowser
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote

from banchok_edu.errors import BanchokError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["LabError", "run_lab"]

_TRIES = 50  # ports that JupyterLab tries after the one that was asked for
_SLOW = 20.0  # seconds after which we say that we are still waiting
_LOST = 90.0  # seconds after which we no longer expect to learn the address
_STOP = 10.0  # seconds that JupyterLab has for stopping its kernels
_LAST_LINES = 15


class LabError(BanchokError):
    """JupyterLab cannot be started; the message says why and what to do."""


class _StopAskedError(Exception):
    """The terminal was closed or somebody ended us; JupyterLab must not stay behind."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


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
    # Appending, because we read it while JupyterLab still writes and both share one position.
    with tempfile.TemporaryFile("a+b") as log, _signals_raise():
        before = _known_servers()
        child = _spawn(arguments, None if verbose else log)
        try:
            address = _address(child, before, folder, say)
            if address:
                _announce(address, port=port, browser=browser, found=found, say=say)
            elif child.poll() is None:
                say(f"JupyterLab runs, but its address could not be found.{_last_words(log)}")
            while child.poll() is None:
                _pause(child, 0.5)
        except KeyboardInterrupt:
            _stop(child)
            say("JupyterLab stopped.")
            return 0
        except _StopAskedError as asked:
            return 128 + asked.number
        finally:
            _stop(child)
        if child.returncode == 0:
            say("JupyterLab stopped.")
            return 0
        say(f"JupyterLab ended by itself with code {child.returncode}.{_last_words(log)}")
        return 1


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


def browser_here() -> bool:
    """Say whether a browser with a window can be opened on this machine.

    Without a display Python may still offer a browser of text, which would take over the terminal; that one does not
    count.
    """
    windows = sys.platform in ("win32", "cygwin", "darwin")
    if not (windows or any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _announce(address: dict[str, Any], *, port: int, browser: bool, found: bool, say: Callable[[str], None]) -> None:
    if port not in (0, address["port"]):
        say(f"Port {port} is taken: using {address['port']}.")
    url = f"{address['url']}lab"
    if address.get("token"):
        url += f"?token={quote(address['token'], safe='')}"
    if browser and found:
        say("JupyterLab runs. If no browser opens, use this address:")
    elif browser:
        say("JupyterLab runs. No browser was found here: open this address in one:")
    else:
        say("JupyterLab runs. Open this address in a browser:")
    say(f"    {url}")
    if address.get("password"):
        say("It asks for the password of your Jupyter.")
    say("Ctrl-C stops it.")


def _spawn(arguments: list[str], log: IO[bytes] | None) -> subprocess.Popen[bytes]:
    apart: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
    return subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment(), **apart)  # noqa: S603


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


def _address(
    child: subprocess.Popen[bytes], before: dict[Path, int], folder: Path, say: Callable[[str], None]
) -> dict[str, Any] | None:
    """Wait until the child has written its address; None when it ended or never says."""
    start, told = time.monotonic(), False
    while child.poll() is None and (waited := time.monotonic() - start) < _LOST:
        for path, written in _servers():
            if before.get(path) != written and (found := _read_server(path)) and _is_ours(found, child, folder):
                return found
        if waited > _SLOW and not told:
            say("JupyterLab is slow to start. Still waiting.")
            told = True
        _pause(child, 0.1)
    return None


def _read_server(path: Path) -> dict[str, Any] | None:
    try:
        said = json.loads(path.read_bytes())
    except (OSError, ValueError):  # gone, or not yet written to its end
        return None
    kinds = {"url": str, "token": str, "port": int, "pid": int, "root_dir": str}
    good = isinstance(said, dict) and all(isinstance(said.get(key), kind) for key, kind in kinds.items())
    return said if good else None


def _is_ours(server: dict[str, Any], child: subprocess.Popen[bytes], folder: Path) -> bool:
    # On Windows the Python of a venv starts another Python, so the number of the process differs from the child's.
    if os.name == "posix":
        return bool(server["pid"] == child.pid)
    return Path(server["root_dir"]).resolve() == folder.resolve()


def _pause(child: subprocess.Popen[bytes], seconds: float) -> None:
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def _stop(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is not None:
        return
    if os.name == "posix":  # elsewhere Ctrl-C has reached the child too, and terminate() would be a kill
        child.terminate()
    try:
        child.wait(_STOP)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
        child.wait()


def _last_words(log: IO[bytes]) -> str:
    log.seek(0)
    lines = log.read().decode(errors="replace").splitlines()
    return "\n".join([" Its own last words:", *lines[-_LAST_LINES:]]) if lines else ""


@contextmanager
def _signals_raise() -> Iterator[None]:
    """Let the signals that end us be exceptions, so that the child is stopped first."""

    def raised(number: int, _frame: object) -> NoReturn:
        raise _StopAskedError(number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [number for name in names if signal.getsignal(number := getattr(signal, name)) is not signal.SIG_IGN]
    former = [(number, signal.signal(number, raised)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in former:
            signal.signal(number, handler)
