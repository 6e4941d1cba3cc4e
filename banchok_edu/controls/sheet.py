"""A sheet: a widget that describes itself as a tree of text, formulas, charts and controls, and hears its controls.

What a browser sends is believed only if that control is on the sheet at this moment, can act, and may hold that value.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from banchok_edu.errors import RulesError, shown

from .base import Control, Message, MessageError
from .paper import as_html, as_text
from .sheet_words import say
from .trees import act, controls_in
from .words import WORDS

if TYPE_CHECKING:
    from .trees import Tree


class Sheet(Control):
    """A widget made of a tree. Derive from it: say what is on it (``parts``), and what a control does (``do``)."""

    module: ClassVar[str] = "sheet"
    title: str = ""
    tick_name: ClassVar[str] = "tick"

    def __init__(self, *, big: bool = False) -> None:
        if not isinstance(big, bool):
            raise RulesError(f"big={shown(big)} is not allowed: big is True or False")
        self._offered: dict[str, Tree] = {}
        notes = {key: text for key, text in WORDS.items() if key.startswith("note.")}
        super().__init__(title=self.title, big=big, words=notes)

    @abstractmethod
    def parts(self) -> list[Tree]:
        """Give what is on the sheet."""

    @abstractmethod
    def do(self, name: str, value: Any) -> None:
        """Do what a control asks for, or raise BanchokError; nothing must have changed then."""

    def sub(self) -> str:
        """Give what stands beside the title."""
        return ""

    def spoken(self) -> str:
        """Give the one sentence for those who hear the page; it is said when it changes."""
        return ""

    def tick(self) -> int:
        """Give after how many milliseconds the browser shall send ``tick``; 0: not at all."""
        return 0

    # -- for the browser -------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Give what the browser shows."""
        parts, tick = self.parts(), self.tick()
        self._offered = {control[1]["name"]: control for control in controls_in(parts)}
        if tick:
            self._offered[self.tick_name] = act(self.tick_name, "")
        return {"parts": parts, "sub": self.sub(), "say": self.spoken(), "tick": tick}

    def _follow(self, message: Message) -> bool:
        """Hear a message whatever view it answers: what it says of a control holds now, or not at all."""
        self.hear(message.kind, message)
        return True

    def hear(self, kind: str, message: Message) -> None:
        """Do what a control of the sheet asks for."""
        if kind != "do":
            raise message.unknown()
        name = message.text("name")
        control = self._offered.get(name)
        if control is None or control[1].get("off"):
            raise MessageError(say("late"))
        self.do(name, _value_of(control, message))

    def still(self) -> str:
        """Give the sheet as HTML without script."""
        return as_html(self.title, self.sub(), self.parts(), say("still"))

    def __str__(self) -> str:
        """Give the sheet as plain text."""
        return as_text(self.title, self.sub(), self.parts())

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        with self._lock:
            data, metadata = super()._repr_mimebundle_(**kwargs)
            return {**data, "text/plain": str(self)}, metadata


def _value_of(control: Tree, message: Message) -> Any:
    """Read what a control was set to, which must be what it can be set to."""
    tag, given = control
    if tag == "slider":
        return message.whole("value", given["low"], given["high"])
    if tag == "field":
        text = message.text("value")
        if len(text) > given["most"]:
            raise MessageError(say("long", most=given["most"]))
        return text
    value = message.raw("value")
    if tag == "choice":
        if not isinstance(value, str) or value not in dict(given["options"]):
            raise MessageError(f"{shown(value)} is not one of {', '.join(dict(given['options']))}")
    elif type(value) is not type(given.get("value")) or value != given.get("value"):
        raise MessageError(say("late"))
    return value
