"""Where the lessons and the browser modules lie.

A wheel carries them inside the package (``banchok_edu/lessons``, ``banchok_edu/static``). A checkout holds them beside
the package (``lessons/``, ``widgets/``), and an editable install reads them there. In a checkout the checkout's own
folder wins: it is the source, and a copy inside the package could only be a stale one. Outside a checkout only the
package is looked into, because the folder beside an installed package belongs to everybody: somebody else's
``site-packages/widgets`` must never be taken for ours.

This module knows nothing of games, notebooks or widgets.
"""

from __future__ import annotations

from pathlib import Path

from banchok_edu.errors import BanchokError

__all__ = ["AssetsMissingError", "browser_folder", "checkout", "lessons_folder"]

_PACKAGE = Path(__file__).resolve().parent


class AssetsMissingError(BanchokError):
    """The lessons or the browser modules did not come with this installation."""


def lessons_folder() -> Path:
    """Find the folder of the lessons.

    Returns
    -------
    Path
        An existing folder. It is the source when the package runs from a checkout: ask `checkout` before writing.

    Raises
    ------
    AssetsMissingError
        When the installation has no lessons.

    Examples
    --------
    >>> lessons_folder().name
    'lessons'
    """
    return _find(inside="lessons", beside="lessons", what="lessons")


def browser_folder() -> Path:
    """Find the folder of the ES modules and styles that the widgets send to the browser.

    Returns
    -------
    Path
        An existing folder.

    Raises
    ------
    AssetsMissingError
        When the installation has no browser modules.

    Examples
    --------
    >>> browser_folder().is_dir()
    True
    """
    return _find(inside="static", beside="widgets", what="browser modules")


def checkout() -> Path | None:
    """Find the checkout (or unpacked source archive) that the package runs from.

    Returns
    -------
    Path or None
        The folder that holds this project's ``pyproject.toml``; None for a package installed from a wheel.
    """
    root = _PACKAGE.parent
    try:
        project = (root / "pyproject.toml").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return root if 'name = "banchok-edu"' in project.splitlines() else None


def _find(*, inside: str, beside: str, what: str) -> Path:
    root = checkout()
    places = ([root / beside] if root else []) + [_PACKAGE / inside]
    for place in places:
        if place.is_dir():
            return place
    looked = " or ".join(str(place) for place in places)
    raise AssetsMissingError(
        f"the {what} of banchok_edu are missing: looked for {looked}. "
        "Install the package again: python -m pip install --force-reinstall banchok-edu"
    )
