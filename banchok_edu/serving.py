"""Run a server as a child: say where it runs, and stop it whole.

A server runs in a process group of its own. Ctrl-C therefore reaches us alone, and we pass it on as SIGTERM: on an
interrupt JupyterLab either asks whether it is meant or, without a terminal to ask, leaves its kernels running.

This module knows no server by name, and nothing of Jupyter.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import webbrowser
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    Say = Callable[[str], None]
    Child = subprocess.Popen[bytes]

__all__ = ["announce", "browser_here", "run_server", "spawn", "stop", "waiting"]

_SLOW = 20.0  # seconds after which we say that we are still waiting
_LOST = 90.0  # seconds after which we no longer expect to learn the address
_STOP = 10.0  # seconds that a server has for stopping its kernels
_LAST_LINES = 15


class _StopAskedError(Exception):
    """The terminal was closed or somebody ended us; the server must not stay behind."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def run_server(
    name: str,
    call: Sequence[str],
    ready: Callable[[Child], bool],
    *,
    environment: Mapping[str, str],
    folder: Path | None = None,
    verbose: bool = False,
    say: Say = print,
) -> int:
    """Run a server until it ends or is interrupted.

    Parameters
    ----------
    name
        What the user calls it.
    call
        The command that starts it.
    ready
        Called with the child at once: it waits (`waiting`) until the server answers and says where (`announce`).
        False when that could not be found out.
    environment, folder
        The child's environment and current folder.
    verbose
        Whether the server's own messages go to the terminal.
    say
        Called with each line for the user.

    Returns
    -------
    int
        The exit code: 0 after a stop that was asked for, 1 when the server failed, 128 + n after signal n.
    """
    # Appending, because we read it while the server still writes and both share one position.
    with tempfile.TemporaryFile("a+b") as log, _signals_raise():
        child = spawn(call, None if verbose else log, environment, folder)
        try:
            if not ready(child) and child.poll() is None:
                say(f"{name} runs, but its address could not be found.{_last_words(log)}")
            while child.poll() is None:
                _pause(child, 0.5)
        except KeyboardInterrupt:
            stop(child)
            say(f"{name} stopped.")
            return 0
        except _StopAskedError as asked:
            return 128 + asked.number
        finally:
            stop(child)
        if child.returncode == 0:
            say(f"{name} stopped.")
            return 0
        say(f"{name} ended by itself with code {child.returncode}.{_last_words(log)}")
        return 1


def waiting(child: Child, name: str, say: Say) -> Iterator[None]:
    """Go on from moment to moment as long as the child runs and there is hope; says once that it is slow."""
    start, told = time.monotonic(), False
    while child.poll() is None and (waited := time.monotonic() - start) < _LOST:
        yield
        if waited > _SLOW and not told:
            say(f"{name} is slow to start. Still waiting.")
            told = True
        _pause(child, 0.1)


def announce(name: str, url: str, *, asked: int, port: int, browser: bool, found: bool, say: Say) -> None:
    """Say which port it took if that is another than was asked for, and the address.

    Parameters
    ----------
    asked, port
        The port that was asked for (0 is any), and the one that the server has.
    browser, found
        Whether a browser is to be opened, and whether there is one.
    """
    if asked not in (0, port):
        say(f"Port {asked} is taken: using {port}.")
    if browser and found:
        say(f"{name} runs. If no browser opens, use this address:")
    elif browser:
        say(f"{name} runs. No browser was found here: open this address in one:")
    else:
        say(f"{name} runs. Open this address in a browser:")
    say(f"    {url}")


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


def spawn(
    call: Sequence[str], log: IO[bytes] | int | None, environment: Mapping[str, str], folder: Path | None = None
) -> Child:
    """Begin a child in a process group of its own; what it says goes into ``log``, or with None to the terminal."""
    apart: dict[str, Any] = {"process_group": 0} if os.name == "posix" else {}
    return subprocess.Popen(  # noqa: S603
        call, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, cwd=folder, **apart
    )


def _pause(child: Child, seconds: float) -> None:
    try:
        child.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def stop(child: Child) -> None:
    """End a child, if it has not ended; one that does not listen is killed."""
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
