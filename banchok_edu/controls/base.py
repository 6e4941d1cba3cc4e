"""What all widgets share: their browser module, one view that is sent, messages that are heard, a still picture.

A widget here derives from ``Control``, names its browser module, and says what it shows (``state``), what it does with
a message (``hear``), and what is left of it on paper (``still``). Nothing here knows a game.
"""

from __future__ import annotations

import re
import threading
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import traitlets

from banchok_edu.assets import browser_folder
from banchok_edu.errors import BanchokError, shown, whole_number

from .words import WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_LONGEST_TEXT = 20_000
"""Characters of a text that a browser may send: room for a long game code."""


class MessageError(BanchokError):
    """A message from the browser that cannot be followed; nothing has changed."""


def module_text(name: str) -> str:
    """Give a browser module as one text: the modules that it imports from beside it come first, each once.

    The files are ES modules that a browser can load as they are; a notebook takes one text.

    >>> "export default" in module_text("table"), "import {" in module_text("table")
    (True, False)
    """
    folder, texts = browser_folder(), {}

    def take(module: str) -> None:
        text = (folder / f"{module}.js").read_text(encoding="utf-8")
        for needed in _IMPORT.findall(text):
            if needed not in texts:
                take(needed)
        texts[module] = _IMPORT.sub("", text)

    take(name)
    return "\n".join(texts.values())


def style_text(name: str) -> str:
    """Give the style sheet of a browser module: the common one, and its own behind it.

    >>> style_text("table").startswith("/* Tokens")
    True
    """
    folder = browser_folder()
    return "\n".join((folder / f"{part}.css").read_text(encoding="utf-8") for part in ("common", name))


class Control(anywidget.AnyWidget):
    """A widget of this package. Derive from it; ``CONTRIBUTING.md`` tells how.

    Attributes
    ----------
    view
        What the browser shows at this moment: plain values, made anew each time; ``seq`` counts them.
    fixed
        What stays: words, names, and what the widget was made with.
    """

    module: ClassVar[str]
    """The name of its module and style sheet in widgets/."""
    changing: ClassVar[frozenset[str]] = frozenset()
    """The kinds of message that change something: they must name the view that they answer (``seq``)."""

    view = traitlets.Dict().tag(sync=True)
    fixed = traitlets.Dict().tag(sync=True)

    def __init__(self, **fixed: Any) -> None:
        cls = type(self)
        if "_esm" not in cls.__dict__:
            cls._esm, cls._css = module_text(cls.module), style_text(cls.module)
        self._lock = threading.RLock()
        self._seq = 0
        self.fault: BaseException | None = None
        """The last error that was not the user's: it is shown in the widget, and kept here to be looked at."""
        super().__init__()
        self.fixed = {"words": WORDS, "cell": _cell(), **fixed}
        self.on_msg(self._receive)
        self.refresh()

    # -- what a widget says of itself ------------------------------------------------------------------------------

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Give what the browser is to show: plain values that hold nothing which it may not show."""

    @abstractmethod
    def hear(self, kind: str, message: Message) -> None:
        """Do what a message asks for, or raise BanchokError; nothing must have changed then."""

    @abstractmethod
    def still(self) -> str:
        """Give a still picture as HTML without script, made of escaped text."""

    # -- how it is shown -------------------------------------------------------------------------------------------

    def refresh(self, note: str = "") -> None:
        """Show the present state, and a note beside it."""
        with self._lock:
            self._seq += 1
            self.view = {"seq": self._seq, "note": note, **self.state()}

    def reply(self, kind: str, **values: Any) -> None:
        """Send the browser something that it asked for and that is not kept in the view."""
        self.send({"kind": kind, **values})

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        with self._lock, self.hold_sync():  # what changes together reaches the browser together
            note = ""
            try:
                if not self._follow(Message(content)):
                    return
            except BanchokError as error:
                note = str(error)
            except Exception as error:  # noqa: BLE001 (a callback has nobody else to tell)
                note = self._fault(error)
            try:
                self.refresh(note)
            except Exception as error:  # noqa: BLE001 (what cannot be shown is still answered)
                self.view = {**self.view, "seq": self._seq, "note": self._fault(error)}

    def _fault(self, error: Exception) -> str:
        """Keep an error that was not the user's, and give the note that tells of it."""
        self.fault = error
        what = f"{type(error).__name__}: {error}"[:300]
        return WORDS["note.fault"].replace("{what}", " ".join([what, *getattr(error, "__notes__", ())][:2]))

    def _follow(self, message: Message) -> bool:
        """Do what a message asks for; tell whether there is something new to show."""
        changing = message.kind in self.changing
        if changing and message.whole("seq") != self._seq:
            raise MessageError(WORDS["note.late"])
        self.hear(message.kind, message)
        return changing

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take no state from the browser: it sends messages."""
        del sync_data

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        return {**data, "text/html": self.still()}, metadata


class Message:
    """A message from the browser, of which nothing is believed before it has been looked at.

    >>> Message({"type": "look", "at": 3}).whole("at", 0, 9)
    3
    >>> Message({"type": "look", "at": "3"}).whole("at", 0, 9)
    Traceback (most recent call last):
    banchok_edu.controls.base.MessageError: at='3' is not a whole number from 0 to 9
    """

    def __init__(self, content: Any) -> None:
        if not isinstance(content, dict) or not isinstance(content.get("type"), str):
            raise MessageError(f"{shown(content)} is not a message that this widget knows")
        self._content: Mapping[str, Any] = content
        self.kind: str = content["type"]

    def whole(self, name: str, low: int = 0, high: int = 2**53) -> int:
        """Give a whole number within bounds."""
        number = whole_number(self._content.get(name))
        if number is None or not low <= number <= high:
            raise MessageError(f"{name}={shown(self._content.get(name))} is not a whole number from {low} to {high}")
        return number

    def truth(self, name: str) -> bool:
        """Give True or False."""
        value = self._content.get(name)
        if not isinstance(value, bool):
            raise MessageError(f"{name}={shown(value)} is not True or False")
        return value

    def text(self, name: str) -> str:
        """Give a text."""
        value = self._content.get(name)
        if not isinstance(value, str) or len(value) > _LONGEST_TEXT:
            raise MessageError(f"{name}={shown(value)} is not a text of at most {_LONGEST_TEXT:,} characters")
        return value

    def number(self, name: str, low: float, high: float) -> float | None:
        """Give a number within bounds, or None if there is none."""
        value = self._content.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise MessageError(f"{name}={shown(value)} is not a number from {low:g} to {high:g}")
        return float(value)

    def raw(self, name: str) -> Any:
        """Give a value as it came, for something that checks it itself."""
        return self._content.get(name)

    def unknown(self) -> MessageError:
        """Give the error that there is no such kind of message."""
        return MessageError(f"{shown(self.kind)} is not something that this widget can do")


def _cell() -> int:
    """Give the number of the notebook's running cell, 0 outside a notebook."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return 0
    shell = get_ipython()
    entered = shell.user_ns.get("In", ()) if shell is not None else ()
    return max(0, len(entered) - 1)  # the list begins with an empty text; what counts executions may be ahead already
