"""Derivations whose every line is checked. Knows no game.

``derivation.py`` builds them out of ``steps.py``, ``domain.py`` says where they hold, ``values.py`` reckons and proves,
``checking.py`` grades, ``display.py`` shows.
"""

from .derivation import Derivation
from .domain import Span
from .steps import Step

__all__ = ["Derivation", "Span", "Step"]
