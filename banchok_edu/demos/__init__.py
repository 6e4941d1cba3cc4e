"""Demos: for each lesson one widget, alone on a page for the projector.

``lessons.py`` says what is shown in which lesson, ``page.py`` puts it on a page, ``voila.py`` has Voila show the page,
and ``commands.py`` is the subcommand. Nothing here knows the notebooks of the lessons.
"""

from .page import show as show
