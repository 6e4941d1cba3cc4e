"""A place under a widget, in the same output, where another widget can be shown later."""

from __future__ import annotations

from typing import Any


class Below:
    """Shows a widget with an empty place under it, and puts another one there when it is asked for.

    A notebook that knows no such places leaves it empty; the widget above still says which line to run.
    """

    def __init__(self) -> None:
        self._place: Any = None

    def show(self, above: Any) -> None:
        """Show the widget above, and the empty place."""
        from IPython.display import display

        content, metadata = above._repr_mimebundle_()
        display(content, metadata=metadata, raw=True)
        self._place = display({"text/plain": ""}, raw=True, display_id=True)

    def put(self, widget: Any) -> None:
        """Put a widget into the place, instead of the one that is there."""
        if self._place is not None:
            self._place.update(widget)
