"""What the tests of the sheets share: messages as a browser would send them, and what is on a sheet."""

from __future__ import annotations

from banchok_edu.controls.trees import controls_in

FORGED = [
    None,
    [],
    "do",
    {"type": "do"},
    {"type": "do", "name": None},
    {"type": "do", "name": ["r"], "value": 3},
    {"type": "do", "name": "__class__", "value": 1},
    {"type": "do", "name": "x" * 30_000, "value": 1},
    {"type": "step"},
    {"type": "do", "name": "tick", "value": None},
]


def do(widget, name, value=None):
    """Send what a browser sends when a control is used; gives the note that answers it."""
    widget._receive(widget, {"type": "do", "name": name, "value": value}, [])
    return widget.view["note"]


def control(widget, name):
    """Find a control on the sheet, by its name; None if it is not there."""
    found = [one[1] for one in controls_in(widget.view["parts"]) if one[1]["name"] == name]
    return found[0] if found else None


def texts(trees):
    """Give all text of trees, what formulas are called among it."""
    found = []
    for tree in trees:
        if isinstance(tree, str):
            found.append(tree)
        else:
            found += [str(tree[1].get("aria-label", "")), *texts(tree[2:])]
    return found


def all_text(widget):
    return "\n".join(texts(widget.view["parts"]))


def forged_messages_change_nothing(widget, plain):
    """Send nonsense; ``plain()`` gives what must stay as it is."""
    before, parts = plain(), widget.view["parts"]
    for message in FORGED:
        seq = widget.view["seq"]
        widget._receive(widget, message, [])
        assert widget.view["seq"] == seq + 1
        assert widget.view["note"], message
        assert widget.view["parts"] == parts
        assert plain() == before
