"""A demo on a page: the question, a line on the rules, the widget; and the notebook that makes this page."""

from __future__ import annotations

import secrets
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banchok_edu.core.settings import in_range

from .lessons import Demo, demo

if TYPE_CHECKING:
    from banchok_edu.controls.base import Control

_STYLE = Path(__file__).with_name("page.css")
_FRESH_SEEDS = 100_000
"""A seed that is drawn has five digits at most: a teacher notes it down, and types it again next year."""
_OWN_SEED = 1
"""The seed of a lesson's own deal, as it stands in the lesson."""


class Page:
    """A demo with its heading, and another deal at the touch of a button.

    Attributes
    ----------
    demo
        What is shown.
    seed
        The seed of the present widget; None where a lesson's own deal lies on the table, or where there is no luck.
    control
        The present widget.
    """

    def __init__(self, name: str, seed: int | None = None) -> None:
        import ipywidgets

        from banchok_edu.controls.table import Table

        self.demo: Demo = demo(name)
        self.seed = None if seed is None else in_range("seed", seed, 64)
        self._told = ipywidgets.HTML()
        self._place = ipywidgets.VBox()
        self._put(self._first())
        again = ipywidgets.Button(description="New cards")
        again.on_click(lambda _button: self.deal())
        self._beside = [ipywidgets.VBox([again, self._told])] if isinstance(self.control, Table) else []

    def deal(self) -> None:
        """Deal other cards, and put the table with them in the place of the other one."""
        self.seed = fresh_seed()
        before = self.control
        self._put(self.demo.make(self.seed, None))
        before.close()

    def _first(self) -> Control:
        if self.seed is None and (self.demo.stack or not self.demo.luck):
            return self.demo.make(_OWN_SEED, self.demo.stack)
        if self.seed is None:
            self.seed = fresh_seed()
        return self.demo.make(self.seed, None)

    def _put(self, control: Control) -> None:
        self.control = control
        self._place.children = (control,)
        self._told.value = "The deal of the lesson" if self.seed is None else f"Seed {self.seed}"

    def display(self) -> None:
        """Show the page in the output of a cell."""
        import ipywidgets
        from IPython.display import display

        style = _STYLE.read_text(encoding="utf-8")
        heading = f"<h1>{escape(self.demo.question)}</h1><p>{escape(self.demo.rules)}</p>"
        head = ipywidgets.HBox([ipywidgets.HTML(f"<style>{style}</style>{heading}"), *self._beside])
        head.add_class("bk-demo")
        display(head)
        # What comes by itself brings a place of its own with it, where it may put another widget.
        display(self._place if self._beside else self.control)


def show(name: str, seed: int | None = None) -> None:
    """Show the demo of a lesson in the output of a cell.

    Parameters
    ----------
    name
        The lesson: ``1``, ``01``, ``one-coup`` or ``01-one-coup``.
    seed
        Of the cards, paths or games. By default the deal of the lesson, where it has one of its own, else a fresh one.

    Raises
    ------
    DemoError
        If there is no such lesson, or it has no demo.
    RulesError
        If the seed is not a whole number from 0 to 2**64 - 1.
    """
    Page(name, seed).display()


def fresh_seed() -> int:
    """Draw a seed short enough to be noted down.

    >>> 0 <= fresh_seed() < 100_000
    True
    """
    return secrets.randbelow(_FRESH_SEEDS)


def notebook(found: Demo, seed: int | None) -> dict[str, Any]:
    """Give the notebook whose page shows a demo: one cell, in which nothing stands but the lesson and the seed.

    >>> print(notebook(demo("1"), 7)["cells"][0]["source"].splitlines()[-1])
    show('01-one-coup', seed=7)
    """
    line = f"show({found.lesson!r}, seed={seed if seed is None else in_range('seed', seed, 64)})"
    cell: dict[str, Any] = {
        "cell_type": "code",
        "id": "demo",
        "metadata": {},
        "source": f"from banchok_edu.demos import show\n\n{line}",
        "outputs": [],
        "execution_count": None,
    }
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {
        "cells": [cell],
        "metadata": {"title": found.question, "kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
