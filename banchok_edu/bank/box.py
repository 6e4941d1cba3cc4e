"""A box to answer an exercise in, made of ipywidgets.

All texts are shown as text, and all that is tried is kept by the exercise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answering import Exercise


def control(exercise: Exercise) -> Any:
    """Give a box with the prompt, a field or a choice, and buttons to check, for hints and for the solution.

    The exercise keeps what is tried in ``attempts``, as if ``check`` had been called.

    >>> import banchok_edu as be
    >>> box = control(be.exercise("E2"))
    >>> [button.description for button in box.children[-2].children]
    ['Check', 'Hint', 'Solution']
    """
    import ipywidgets as widgets

    def text(words: str) -> Any:
        shown = widgets.Label(words, layout={"height": "auto"})
        shown.layout.white_space = "pre-wrap"
        return shown

    if exercise.options:
        entry = widgets.RadioButtons(
            options=[(f"{key}) {words}", key) for key, words in exercise.options.items()],
            value=None,
            layout={"width": "auto"},
        )
    else:
        entry = widgets.Text(placeholder="your answer", description="Answer")
    reason = widgets.Textarea(placeholder="why?", description="Reason")
    output = text("")
    check, hint, solution = (widgets.Button(description=word) for word in ("Check", "Hint", "Solution"))

    def checked(_button: Any) -> None:
        output.value = exercise.check(entry.value or "", reason.value).text

    def hinted(_button: Any) -> None:
        output.value = exercise.hint()

    def revealed(_button: Any) -> None:
        output.value = exercise.reveal()

    check.on_click(checked)
    hint.on_click(hinted)
    solution.on_click(revealed)
    head = text(f"{exercise.id} · {exercise.title}")
    asked = [text(part) for part in (exercise.rule, exercise.question, exercise.reason_asked) if part]
    fields = [entry, *([reason] if exercise.reason_asked else [])]
    return widgets.VBox([head, *asked, *fields, widgets.HBox([check, hint, solution]), output])
