"""Pictures for the classroom, as ``be.pictures``: matplotlib figures that bring their alt text.

>>> import banchok_edu as be
>>> figure = be.pictures.sample_space(be.BanchokRules())
>>> figure.alt_text[:90]
'A grid, 13 by 13, of own card by rank against turned card by rank; ties pay the punter; th'

Each function gives a matplotlib Figure, or draws in the ``ax`` that it is given. Nothing global changes: pyplot is not
used, and no setting of matplotlib is touched. A win is solid, a tie dotted, a loss hatched, and each has its sign, so
that no picture needs its colours. ``theme="auto"`` is drawn for light paper, and turned over on a dark page of
JupyterLab; "light" and "dark" stay as they are. Needs numpy and matplotlib.
"""

from .bank_walk import bank_paths
from .cat_pack import black_cat_pack
from .figure import Picture, show
from .polish_hands import polish_hand, win_histogram
from .running import comparison, running_frequency
from .single_coup import sample_space, threshold_value

__all__ = [
    "Picture",
    "bank_paths",
    "black_cat_pack",
    "comparison",
    "polish_hand",
    "running_frequency",
    "sample_space",
    "show",
    "threshold_value",
    "win_histogram",
]
