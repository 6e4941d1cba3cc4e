"""A notebook run from top to bottom, by the Python that runs this command. It runs whatever is in it."""

from __future__ import annotations

import asyncio
import copy
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from banchok_edu.desk.files import plain

from .stripping import EditionError, source_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from .choosing import Lesson

    _Started = list[tuple[asyncio.AbstractEventLoop, asyncio.Task[None]]]

LONGEST = 600
"""Seconds that a cell may take."""


def check_language(lesson: Lesson) -> None:
    """Raise when a notebook is written for another language."""
    metadata = lesson.notebook.get("metadata")
    known = [metadata.get(key) for key in ("kernelspec", "language_info")] if isinstance(metadata, dict) else []
    words = [part.get(word) for part, word in zip(known, ("language", "name"), strict=False) if isinstance(part, dict)]
    for word in words:
        if isinstance(word, str) and word.casefold() not in ("python", "ipython", ""):
            raise EditionError(f"{plain(lesson.path.name)} is written in {plain(word, 40)}: only Python can be run")


def run(lesson: Lesson, notebook: dict[str, Any], step: Callable[[], object]) -> list[dict[str, Any]]:
    """Run a notebook in its folder and give its cells, with their outputs; ``step`` is called after each cell.

    Raises
    ------
    EditionError
        If a cell fails; names it by its number.
    """
    import nbformat
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    made = copy.deepcopy(notebook)
    for cell in made["cells"]:
        cell["source"] = source_of(cell)
        if not isinstance(cell.get("metadata"), dict):
            cell["metadata"] = {}
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    made["metadata"] = {}
    node = nbformat.from_dict(made)  # type: ignore[no-untyped-call]
    at = {"cell": 0}

    def begin(cell: Any, cell_index: int) -> None:
        del cell
        at["cell"] = cell_index + 1

    def done(cell: Any, cell_index: int) -> None:
        del cell, cell_index
        step()

    try:
        _in_a_thread(lambda started: _executed(node, str(lesson.path.parent.absolute()), begin, done, started))
    except CellExecutionError as error:
        why = f"{error.ename}: {error.evalue}" if error.evalue else error.ename
        raise EditionError(f"cell {at['cell']}: {plain(without_colours(why))}") from None
    except CellTimeoutError:
        raise EditionError(f"cell {at['cell']} took more than {LONGEST // 60} minutes") from None
    except DeadKernelError:
        raise EditionError(f"cell {at['cell']}: Python ended there, perhaps for want of memory") from None
    cells: list[dict[str, Any]] = node["cells"]
    return cells


def _in_a_thread(work: Callable[[_Started], Coroutine[Any, Any, None]]) -> None:
    """Do a work of asyncio in a thread, and cancel it when Ctrl-C is pressed.

    In the main thread nbclient would take Ctrl-C to itself, and a loop may be running there.
    """
    started: _Started = []
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(lambda: asyncio.run(work(started)))
        try:
            while not future.done():
                wait([future], timeout=0.5)  # a wait without an end cannot be interrupted on Windows
        except KeyboardInterrupt:
            while not (started or future.done()):
                wait([future], timeout=0.01)
            for loop, task in started:
                with suppress(RuntimeError):  # it has come to its end meanwhile
                    loop.call_soon_threadsafe(task.cancel)
            raise
        future.result()


async def _executed(
    node: Any, folder: str, begin: Callable[..., None], done: Callable[..., None], started: _Started
) -> None:
    from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    class OwnPython(KernelSpecManager):
        """Knows one kernel. Another of the name python3 may be installed, where this package is not."""

        def get_kernel_spec(self, kernel_name: str) -> Any:
            del kernel_name
            start = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            return KernelSpec(argv=start, display_name="Python 3", language="python")

    class Manager(AsyncKernelManager):
        def __init__(self, **more: Any) -> None:
            super().__init__(kernel_spec_manager=OwnPython(), **more)

    task = asyncio.current_task()
    assert task is not None
    started.append((asyncio.get_running_loop(), task))
    client = NotebookClient(
        node,
        timeout=LONGEST,
        kernel_manager_class=Manager,
        kernel_name="python3",
        allow_errors=False,
        force_raise_errors=False,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": folder}},
        on_cell_start=begin,
        on_cell_executed=lambda **said: done(said["cell"], said["cell_index"]),
    )
    await client.async_execute(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def without_colours(text: str) -> str:
    r"""Take the colours of a terminal out of a text.

    >>> without_colours("\x1b[31mred\x1b[0m")
    'red'
    """
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)
