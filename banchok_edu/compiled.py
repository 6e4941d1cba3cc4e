"""Compiles a game's kernel with numba, or hands it back as it is where numba is missing.

Compiled code is kept on disk, so that only the first run on a machine waits for it. numba looks only at the file of the
function that is called when it asks whether kept code is still good; a kernel has parts in several files. So the folder
bears a digest of all of them: a changed rule never finds code that was compiled from the old one.

The random numbers are whole numbers of 64 bits, which Python has not. The functions of luck are therefore told to
numba in its own types, and tests hold both to the same known answers.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import chance

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_lock = threading.RLock()
_compiled: dict[Any, Any] = {}
_told: set[Any] = set()

WAIT = "The game is being compiled. This takes some fifteen seconds, once on a machine."


@cache
def numba_is_there() -> bool:
    """Tell whether kernels can be compiled: a numba that is installed may still not go with the numpy beside it."""
    try:
        import_module("numpy")
        import_module("numba")
    except ImportError:
        return False
    return True


def compiled(
    play: Callable[..., Any], parts: Sequence[Callable[..., Any]], *, quick: bool = False
) -> Callable[..., Any]:
    """Give a kernel compiled, or as it is where numba is missing.

    Parameters
    ----------
    play
        The function that is called.
    parts
        All functions that it calls, directly or not.
    quick
        Whether it is compiled so quickly that nobody need be told.
    """
    if not numba_is_there():
        return play
    with _lock:
        if play not in _compiled:
            _compiled[play] = _compile(play, parts, quick=quick)
        found: Callable[..., Any] = _compiled[play]
        return found


def _compile(play: Callable[..., None], parts: Sequence[Callable[..., Any]], *, quick: bool) -> Callable[..., None]:
    import numba
    from numba.extending import register_jitable

    _tell_luck()
    # Arrays are made outside and only borrowed, so nothing in here needs numba's counting of references, which would
    # cost more than the games.
    options: dict[str, Any] = {"_nrt": False}
    for part in (chance.lane_key, *parts):
        if part not in _told:
            register_jitable(forceinline=True, **options)(part)
            _told.add(part)
    folder = cache_folder(digest(parts))
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder or "")
    try:
        made: Callable[..., None] = numba.njit(nogil=True, error_model="numpy", cache=folder is not None, **options)(
            play
        )
    finally:
        numba.config.CACHE_DIR = before
    if not quick and not (folder and any(folder.rglob(f"*.{play.__name__}-*.nbi"))):
        print(WAIT, file=sys.stderr, flush=True)  # noqa: T201 - numba shows nothing while it compiles
    return made


def digest(parts: Sequence[Callable[..., Any]]) -> str:
    """Give a digest of all that a kernel is compiled from."""
    functions: list[Callable[..., Any]] = [*parts, chance.nth, compiled]
    files = sorted({inspect.getfile(function) for function in functions})
    found = hashlib.sha256()
    for file in files:
        found.update(Path(file).read_bytes())
    return found.hexdigest()[:16]


def cache_folder(name: str) -> Path | None:
    """Give a folder for compiled code that can be written to: the package's own, the user's, or a temporary one.

    numba does not read where it cannot write. So where an administrator has installed the package and compiled its
    kernels, all others get links to these in a folder of their own.
    """
    for parent in _CACHE_PARENTS:
        try:
            folder = parent() / f"kernels-{name}"
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        _link(_of_the_package() / folder.name, folder)
        return folder
    return None


def _link(ready: Path, folder: Path) -> None:
    """Put links to compiled code into a folder; what is there already stays, what cannot be linked is compiled anew."""
    if ready == folder:
        return
    with suppress(OSError):
        for file in sorted(ready.rglob("*.nb[ci]"), key=lambda file: file.suffix):  # an index after all that it names
            place = folder / file.relative_to(ready)
            if not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                place.unlink(missing_ok=True)  # a link to what has gone
                place.symlink_to(file)


def _of_the_package() -> Path:
    return Path(__file__).parent / "__pycache__"


def _beside_the_package() -> Path:
    if sys.dont_write_bytecode:
        raise OSError("nothing is to be written beside the sources")
    return _of_the_package()


def _of_the_user() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path(os.path.expanduser("~")) / ".cache") / "banchok_edu"


def _for_now() -> Path:
    folder = Path(tempfile.gettempdir()) / f"banchok_edu-{_user_name()}"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Anybody can make a folder of that name among the temporary files, and numba runs what it finds there.
    if hasattr(os, "getuid") and (folder.lstat().st_uid != os.getuid() or folder.lstat().st_mode & 0o022):
        raise OSError("somebody else can write there")
    return folder


_CACHE_PARENTS = (_beside_the_package, _of_the_user, _for_now)
"""Where compiled code may be kept, in order of preference; each may raise OSError, as where nothing can be written."""


def _user_name() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _tell_luck() -> None:
    """Tell numba the functions of luck in unsigned numbers of 64 bits."""
    if chance.nth in _told:
        return
    import numpy as np
    from numba.extending import overload

    u64, i64 = np.uint64, np.int64
    gold, mix_1, mix_2 = u64(chance.GOLD), u64(chance.MIX_1), u64(chance.MIX_2)

    @overload(chance.nth, inline="never", jit_options={"forceinline": True, "_nrt": False})
    def _nth(key: Any, i: Any) -> Any:  # noqa: ARG001 (numba asks with types)
        def nth(key: Any, i: Any) -> Any:
            z = u64(key) + gold * (u64(i) + u64(1))
            z = (z ^ (z >> u64(30))) * mix_1
            z = (z ^ (z >> u64(27))) * mix_2
            return z ^ (z >> u64(31))

        return nth

    @overload(chance.below, jit_options={"forceinline": True, "_nrt": False})
    def _below(word: Any, m: Any) -> Any:  # noqa: ARG001
        def below(word: Any, m: Any) -> Any:
            return i64(((word >> u64(11)) * u64(m)) >> u64(53))

        return below

    @overload(chance.for_policies, jit_options={"forceinline": True, "_nrt": False})
    def _for_policies(word: Any) -> Any:  # noqa: ARG001
        def for_policies(word: Any) -> Any:
            return word >> u64(32) << u64(32)

        return for_policies

    @overload(chance.exposed, jit_options={"forceinline": True, "_nrt": False})
    def _exposed(word: Any, threshold: Any) -> Any:  # noqa: ARG001
        def exposed(word: Any, threshold: Any) -> Any:
            return i64(word >> u64(11)) < threshold

        return exposed

    _told.add(chance.nth)
