"""A box to answer an exercise in, made of ipywidgets.

All texts are shown as text, and all that is tried is kept by the exercise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

if TYPE_CHECKING:
    from .answering import Exercise


def control(exercise: Exercise) -> Any:
    """Give a box with the prompt, a field or a choice, and buttons to check, for hints and for the solution.

    The exercise keeps what is tried in ``attempts``, as if ``check`` had been called. With the right answer stands the
    line to copy out, such as ``M24 = 2/7``.

    >>> import banchok_edu as be
    >>> box = control(be.exercise("E2"))
    >>> [button.description for button in box.children[-2].children]
    ['Check', 'Hint', 'Solution']
    """
    import ipywidgets as widgets

    def says(words: str) -> None:
        output.value = _paragraphs(*words.split("\n"), role="status")

    options = [f"{key}) {words}" for key, words in exercise.options.items()]
    asked = (exercise.rule, exercise.question, *options, exercise.reason_asked, f"Answer with {exercise.form}.")
    prompt = widgets.HTML(_paragraphs(*filter(None, asked), head=f"{exercise.id} · {exercise.title}"))
    if options:
        entry = widgets.RadioButtons(options=list(exercise.options), value=None, description="Choice")
    else:
        entry = widgets.Text(placeholder=f"{exercise.id} =", description="Answer")
    reason = widgets.Textarea(description="Reason", layout={"width": "90%"})
    output = widgets.HTML(_paragraphs(role="status"))
    check, hint, solution = (widgets.Button(description=word) for word in ("Check", "Hint", "Solution"))

    def checked(*_: object) -> None:
        found = exercise.check(entry.value or "", reason.value)
        says(f"{found.text}\n{exercise.line}" if found else found.text)

    check.on_click(checked)
    entry.on_msg(lambda _, said, __: checked() if said.get("event") == "submit" else None)  # the Enter key
    hint.on_click(lambda _: says(exercise.hint()))
    solution.on_click(lambda _: says(exercise.reveal()))
    fields = [entry, reason] if exercise.reason_asked else [entry]
    return widgets.VBox([prompt, *fields, widgets.HBox([check, hint, solution]), output])


def _paragraphs(*words: str, head: str = "", role: str = "") -> str:
    """Give text as HTML in which nothing of it is a tag."""
    found = Element("div", {"style": "line-height: 1.5"} | ({"role": role} if role else {}))
    if head:
        SubElement(found, "strong").text = head
    for line in words:
        SubElement(found, "p", style="margin: 0.4em 0").text = line
    return tostring(found, encoding="unicode", method="html")
