"""What this process may use of the machine: processors and memory.

Many people may share a machine, each with a part of it. On Linux the part is a control group; of these we read the
second version, which is the one that hubs and containers use. Nothing here knows of games.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")
_OWN_GROUP = Path("/proc/self/cgroup")


def processors() -> int:
    """Give how many processors this process may use, at least 1.

    It is the number in ``PYTHON_CPU_COUNT``, if that is set (Python itself minds it from 3.13 on). Else it is the
    processors that the process may run on, or its share of their time if that is less.

    >>> processors() >= 1
    True
    """
    told = os.environ.get("PYTHON_CPU_COUNT", "")
    if told.isascii() and told.isdecimal() and int(told) > 0:
        return int(told)
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    shares = [_share(*limit.split()) for limit in _limits("cpu.max")]
    return max(1, math.ceil(min([here, *shares])))


def memory() -> int:
    """Give the memory that this process may use in bytes, or a TB where it cannot be asked.

    >>> memory() > 1_000_000
    True
    """
    try:
        here = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        here = 1 << 40
    return min([here, *(int(limit) for limit in _limits("memory.max") if limit != "max")])


def _share(quota: str, period: str) -> float:
    return math.inf if quota == "max" else int(quota) / int(period)


def _limits(name: str) -> list[str]:
    """Give a limit of the own control group and of all that it lies in; nothing where there are no such groups."""
    try:
        groups = _OWN_GROUP.read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return []
    own = next((group.removeprefix("0::/") for group in groups if group.startswith("0::/")), None)
    if own is None or ".." in own.split("/"):  # a group that cannot be seen from here
        return []
    folder, found = _GROUPS / own, []
    for place in (folder, *folder.parents[: len(folder.parts) - len(_GROUPS.parts)]):
        try:
            found.append((place / name).read_text(encoding="ascii").strip())
        except (OSError, ValueError):
            continue
    return found
