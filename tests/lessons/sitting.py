"""A kernel in this process to run the cells of a lesson in: what they show, what they leave behind, interrupts.

It knows no lesson and judges nothing. One sitting at a time, and in a process of its own: IPython changes builtins.
"""

from __future__ import annotations

import _thread
import re
import signal
import sys
import threading
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

if TYPE_CHECKING:
    from types import FrameType

CHANGING = ("application/vnd.jupyter.widget-view+json",)
"""What is another one each time it is shown: the number of a widget."""


@dataclass(frozen=True)
class Shown:
    """What a cell showed."""

    printed: str
    displays: tuple[tuple[tuple[str, str], ...], ...]
    """For each thing that was displayed its forms, by their types."""
    metadata: tuple[dict[str, Any], ...]
    warned: str
    """What went to the error stream, progress bars left out."""
    error: BaseException | None
    seconds: float

    def same_as(self, other: Shown) -> bool:
        return (self.printed, self.displays) == (other.printed, other.displays)


class _Results(DisplayHook):
    """The value of a cell is shown in all its forms, as a notebook shows it, not as a terminal does."""

    def write_output_prompt(self) -> None: ...

    def write_format_data(self, format_dict: dict[str, Any], md_dict: dict[str, Any] | None = None) -> None:
        self.shell.display_pub.publish(format_dict, md_dict)

    def log_output(self, format_dict: dict[str, Any]) -> None: ...


class _Shell(InteractiveShell):
    displayhook_class = Type(_Results)
    display_pub_class = Type(CapturingDisplayPublisher)


class Sitting:
    """A fresh kernel. ``run`` runs a cell and gives what it showed."""

    def __init__(self, folder: str) -> None:
        _Shell.clear_instance()
        config = Config({"HistoryManager": {"enabled": False}, "InteractiveShell": {"colors": "nocolor"}})
        self._shell = _Shell.instance(config=config, ipython_dir=folder)

    def run(self, code: str, trigger: Trigger | None = None) -> Shown:
        printed, warned = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
        displayed = self._shell.display_pub.outputs
        displayed.clear()
        begun = time.perf_counter()
        with redirect_stdout(printed), redirect_stderr(warned), trigger or Trigger():
            result = self._shell.run_cell(code)
        seconds = time.perf_counter() - begun
        return Shown(
            printed=_written(printed),
            displays=tuple(
                tuple((kind, str(form)) for kind, form in sorted(shown["data"].items()) if kind not in CHANGING)
                for shown in displayed
            ),
            metadata=tuple(shown["metadata"] or {} for shown in displayed),
            warned="\n".join(line for line in _written(warned).splitlines() if line.strip() and not _BAR.search(line)),
            error=result.error_before_exec or result.error_in_exec,
            seconds=seconds,
        )


_BAR = re.compile(r"\d+%\||\d+it \[|(it|s)/(s|it)\b")


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    return stream.buffer.getvalue().decode("utf-8").replace("\r", "\n")


class Trigger:
    """Nothing happens while the cell runs."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


class Lines(Trigger):
    """Count the lines of the cell itself that are run, and interrupt it at one of them."""

    def __init__(self, at: int | None = None) -> None:
        self.run = 0
        self._at = at

    def __enter__(self) -> None:
        self._before = sys.gettrace()
        sys.settrace(self._called)

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        return self._line if of_a_cell(frame) else None

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            self.run += 1
            if self.run == self._at:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self._line


class Clock(Trigger):
    """Interrupt the cell after so many seconds, wherever it is, as the button with the square does."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._over = False

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGINT, self._interrupt)
        self._rings(self._seconds)

    def __exit__(self, *_: object) -> None:
        self._over = True
        self._timer.cancel()
        self._timer.join()
        with suppress(KeyboardInterrupt):
            time.sleep(0)  # a signal that is still on its way arrives here
        signal.signal(signal.SIGINT, self._before)

    def _rings(self, seconds: float) -> None:
        self._timer = threading.Timer(seconds, _thread.interrupt_main)
        self._timer.daemon = True
        self._timer.start()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if self._over:
            return
        while frame is not None:
            if of_a_cell(frame):
                raise KeyboardInterrupt
            frame = frame.f_back
        self._rings(0.001)  # IPython itself is at work: before the cell, or after it


def of_a_cell(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith("<ipython-input-")
