"""Sliders over a formula: its letters, its value as a fraction and a decimal, and a picture that follows."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from banchok_edu.errors import RulesError, shown

from .sheet import Sheet
from .sheet_words import say
from .trees import Tree, choice, columns, node, slider

if TYPE_CHECKING:
    from .topics import Topic


class Explorer(Sheet):
    """Move the numbers of a formula, and see its value and a picture of it.

    Parameters
    ----------
    topic
        "win", "threshold", "best of m", "bayes", "covariance", "polish", "black cat counts", "black cat changes" or
        "bank".
    big
        Whether all is half as large again, for a projector.
    **start
        Where the sliders stand at first, by their letters, such as ``r=9, s=4``.

    Raises
    ------
    RulesError
        If there is no such topic or letter, or if these numbers do not go together.

    >>> import banchok_edu as be
    >>> explorer = be.Explorer("win")
    >>> explorer.value, explorer.set(r=9, i=5).value
    (9/17, 19/35)
    """

    def __init__(self, topic: str = "win", *, big: bool = False, **start: Any) -> None:
        from .topics import TOPICS

        if not isinstance(topic, str) or topic not in TOPICS:
            near = difflib.get_close_matches(topic[:80].lower(), TOPICS, 1, 0.4) if isinstance(topic, str) else []
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise RulesError(f"topic={shown(topic)} is not a topic: choose from {', '.join(map(repr, TOPICS))}{hint}")
        self._topic: Topic = TOPICS[topic]
        self._values = {one.name: one.value for one in self._topic.inputs}
        self._move(start)
        self.title = say("explorer", topic=self._topic.title)
        super().__init__(big=big)

    @property
    def topic(self) -> str:
        """What is explored."""
        return self._topic.name

    @property
    def values(self) -> dict[str, Any]:
        """Where the sliders stand, by letter."""
        return dict(self._values)

    @property
    def value(self) -> Any:
        """The value of the formula where the sliders stand, exactly: a sympy number."""
        return self._shown.value

    def set(self, **values: Any) -> Explorer:
        """Move sliders, all at once.

        Raises
        ------
        RulesError
            If there is no such letter, or if the numbers do not go together; nothing has changed then.
        """
        with self._lock:
            self._move(values)
            self.refresh()
        return self

    def _with(self, values: dict[str, Any]) -> dict[str, Any]:
        known = {one.name: one for one in self._topic.inputs}
        for name in values:
            if name not in known:
                raise RulesError(f"{shown(name)} is no letter of this topic: it has {', '.join(known)}")
        return {**self._values, **{name: known[name].read(value) for name, value in values.items()}}

    def _move(self, values: dict[str, Any]) -> None:
        moved = self._with(values)
        self._shown = self._topic.show(moved)  # if they do not go together, that is said here
        self._values = moved

    def do(self, name: str, value: Any) -> None:
        """Move a slider."""
        self._move({name: value})

    def sub(self) -> str:
        """Give the model and the reading."""
        return self._topic.says

    def spoken(self) -> str:
        """Give the value in words."""
        return self._shown.told

    def parts(self) -> list[Tree]:
        """Give the sliders, the formula with its value, and the picture."""
        controls: list[Tree] = []
        for one in self._topic.inputs:
            if one.options:
                words = [(option, say(f"{one.words}.{option}")) for option in one.options]
                controls.append(choice(one.name, say(one.words), words, self._values[one.name]))
            else:
                told = self._shown.meanings.get(one.name, "")
                controls.append(slider(one.name, say(one.words), one.low, one.high, self._values[one.name], told))
        told = node("p", self._shown.told, kind="big")
        return [columns([node("div", *controls, kind="set")], [*self._shown.formulas, told, *self._shown.rest])]
