"""What a class costs in memory and processor time. By hand: ``python -m tests.benchmarks.kernel_memory``.

It starts kernels as Jupyter does and runs the lessons in them, all cells from top to bottom, on Linux. Compiled code
goes into a folder of its own, so nothing that is kept elsewhere helps or is touched. It takes five to ten minutes.

- *alone*: kernels one at a time. What a kernel has for itself (anonymous memory) is what the next one costs again.
  Files, such as libraries, are in memory once for all kernels on a machine.
- *together*: ``--together N`` kernels begin one lesson at the same moment.
- *server*: JupyterLab's own server, which a hub starts for each student beside the kernel.

It reports, and never fails for being slow. ``--out FILE`` keeps the figures as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tqdm import tqdm

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted((ROOT / "lessons").glob("[0-9]*.ipynb"))
MB = 1000**2
COLD = "02"
"""The lesson that is also run where nothing has been compiled before."""
TICKS = os.sysconf("SC_CLK_TCK")
COMPILE = """
import banchok_edu as be
for rules in (be.BanchokRules(), be.PolishRules(), be.BlackCatRules()):
    be.simulate(rules, games=1000)
    be.simulate(rules, games=1000, keep="summary")
for rules in (be.BanchokRules(), be.PolishRules()):
    be.coups(rules, n=1000)
"""


@dataclass
class Cost:
    """What a process took: memory in MB, time in seconds."""

    what: str
    own: float
    """Anonymous memory at the end."""
    highest: float
    """The most of it, as seen twenty times a second."""
    files: float
    """Files in memory at the end, which other processes can share."""
    share: float
    """PSS: own memory, and of what is shared its fair part."""
    seconds: float
    processor: float
    """Processor time, all threads together."""
    threads: int


# -- one process -------------------------------------------------------------------------------------------------------


def fields(pid: int, file: str) -> dict[str, int]:
    """Give the fields of a file in /proc that are numbers; kB are made bytes."""
    found = {}
    for line in Path(f"/proc/{pid}/{file}").read_text(encoding="ascii").splitlines():
        name, _, rest = line.partition(":")
        words = rest.split()
        if words and words[0].isdigit():
            found[name] = int(words[0]) * (1024 if words[-1] == "kB" else 1)
    return found


def processor_time(pid: int) -> float:
    """Give the processor time of a process in seconds."""
    after_name = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / TICKS


class Watch:
    """Looks at a process twenty times a second, and keeps the most memory that it had for itself."""

    def __init__(self, pid: int) -> None:
        self.pid, self.highest, self._over = pid, 0, threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(0.05):
            try:
                self.highest = max(self.highest, fields(self.pid, "status").get("RssAnon", 0))
            except OSError:
                return

    def cost(self, what: str, seconds: float) -> Cost:
        """Stop looking, and say what it was."""
        self._over.set()
        self._thread.join()
        now, rolled = fields(self.pid, "status"), fields(self.pid, "smaps_rollup")
        own = now["RssAnon"]
        return Cost(
            what,
            own / MB,
            max(own, self.highest) / MB,
            now["RssFile"] / MB,
            rolled["Pss"] / MB,
            seconds,
            processor_time(self.pid),
            now["Threads"],
        )


# -- a kernel ----------------------------------------------------------------------------------------------------------


class Kernel:
    """A kernel started as Jupyter starts it, in a folder of its own."""

    def __init__(self, folder: Path, compiled: Path) -> None:
        from jupyter_client.manager import KernelManager

        self._manager = KernelManager(kernel_name="python3")
        # Without bytecode beside the package, compiled code is looked for under XDG_CACHE_HOME alone.
        more = {"XDG_CACHE_HOME": str(compiled), "PYTHONDONTWRITEBYTECODE": "1"}
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._manager.start_kernel(
            cwd=str(folder),
            env={**os.environ, **more, "PYTHONPATH": os.pathsep.join(paths)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.client = self._manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)
        self.pid = int(self._manager.provisioner.pid)

    def run(self, code: str) -> None:
        """Run a cell."""
        reply = self.client.execute_interactive(code, allow_stdin=False, output_hook=lambda _: None, timeout=600)
        if reply["content"]["status"] != "ok":
            raise SystemExit(f"a cell failed: {reply['content'].get('evalue')}\n{code}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.stop_channels()
        self._manager.shutdown_kernel(now=True)


def cells(lesson: Path) -> list[str]:
    """Give the code of a lesson."""
    read = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in read if cell["cell_type"] == "code"]


def cost_of(kernel: Kernel, what: str, code: Sequence[str], bar: Any) -> Cost:
    """Run cells one after the other and give what they took; starting the kernel counts as processor time."""
    watch, began = Watch(kernel.pid), time.perf_counter()
    for cell in code:
        kernel.run(cell)
        bar.update()
    return watch.cost(what, time.perf_counter() - began)


# -- what is measured --------------------------------------------------------------------------------------------------


def alone(work: Path, lessons: Sequence[Path]) -> Iterator[Cost]:
    """Measure kernels one at a time."""
    compiled = "compiled"
    cold = next(lesson for lesson in LESSONS if lesson.stem.startswith(COLD))
    tasks: list[tuple[str, list[str], str]] = [
        ("a bare kernel", [], compiled),
        ("import banchok_edu", ["import banchok_edu as be"], compiled),
        (f"{cold.stem}, nothing compiled", cells(cold), "nothing"),
        ("compiling everything, once", [COMPILE], compiled),
        ("the same, compiled before", [COMPILE], compiled),
        *((lesson.stem, cells(lesson), compiled) for lesson in lessons),
    ]
    with tqdm(total=sum(len(code) for _, code, _ in tasks), unit=" cells", disable=None, leave=False) as bar:
        for what, code, folder in tasks:
            bar.set_description(what)
            with Kernel(work, work / folder) as kernel:
                time.sleep(1)
                yield cost_of(kernel, what, code, bar)


def together(work: Path, lesson: Path, many: int) -> tuple[list[Cost], float, float]:
    """Let many kernels begin a lesson at the same moment.

    Beside their costs it gives the time by the clock, and their part of all that the processors did in that time.
    """
    code = cells(lesson)
    kernels = [Kernel(work, work / "compiled") for _ in range(many)]
    try:
        with (
            tqdm(total=many * len(code), unit=" cells", desc=lesson.stem, disable=None, leave=False) as bar,
            ThreadPoolExecutor(many) as pool,
        ):
            busy, began = machine_time(), time.perf_counter()
            costs = list(pool.map(lambda kernel: cost_of(kernel, lesson.stem, code, bar), kernels))
            wall, after = time.perf_counter() - began, machine_time()
        for cost, kernel in zip(costs, kernels, strict=True):  # fair shares, now that all have all that they need
            cost.share = fields(kernel.pid, "smaps_rollup")["Pss"] / MB
    finally:
        for kernel in kernels:
            kernel.__exit__()
    used = sum(cost.processor for cost in costs)
    return costs, wall, used / max(after - busy, used)


def machine_time() -> float:
    """Give the processor time that all processes of the machine have had, in seconds."""
    first = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()[1:]
    user, nice, system = (int(word) for word in first[:3])
    return (user + nice + system) / TICKS


def server(work: Path) -> Cost:
    """Measure JupyterLab's own server half a minute after its start."""
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ServerApp.port=0"]
    running = subprocess.Popen(command, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        watch, began = Watch(running.pid), time.perf_counter()
        time.sleep(30)
        return watch.cost("JupyterLab's server", time.perf_counter() - began)
    finally:
        running.terminate()
        running.wait(30)


def table(costs: Sequence[Cost]) -> str:
    """Give a table in Markdown."""
    lines = [
        "| what | own MB, end | own MB, most | files MB | PSS MB | seconds | processor s | threads |",
        "| --- | --: | --: | --: | --: | --: | --: | --: |",
    ]
    lines += [
        f"| {c.what} | {c.own:.0f} | {c.highest:.0f} | {c.files:.0f} | {c.share:.0f} | {c.seconds:.1f} |"
        f" {c.processor:.1f} | {c.threads} |"
        for c in costs
    ]
    return "\n".join(lines)


def setting() -> str:
    """Say when, where and with what it was measured."""
    versions = ", ".join(f"{name} {version(name)}" for name in ("ipykernel", "numpy", "numba", "sympy", "matplotlib"))
    return (
        f"{datetime.now(UTC):%d %B %Y}, Python {platform.python_version()}, {versions}, "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    )


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--together", type=int, default=8, metavar="N", help="kernels that begin at once (default 8)")
    parser.add_argument("--lesson", action="append", metavar="NN", help="these lessons only, such as 03")
    parser.add_argument("--crowd", default="05", metavar="NN", help="the lesson that many begin at once (default 05)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the figures as JSON")
    given = parser.parse_args()
    lessons = [path for path in LESSONS if given.lesson is None or path.stem[:2] in given.lesson]
    print(setting(), end="\n\n")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        one_by_one = [*alone(work, lessons), server(work)]
        print("One at a time:\n\n" + table(one_by_one), end="\n\n", flush=True)
        crowd, wall, part = together(work, next(p for p in LESSONS if p.stem.startswith(given.crowd)), given.together)
    used = sum(cost.processor for cost in crowd)
    print(f"{given.together} together:\n\n" + table(crowd), end="\n\n")
    print(
        f"{given.together} kernels: {sum(c.share for c in crowd):.0f} MB together (PSS), {wall:.0f} s by the clock, "
        f"{used:.0f} s of processor time; {100 * part:.0f} % of what the machine did in that time was theirs"
    )
    if given.out is not None:
        kept = {"setting": setting(), "alone": list(map(asdict, one_by_one)), "together": list(map(asdict, crowd))}
        given.out.write_text(json.dumps({**kept, "wall": wall, "part": part}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
