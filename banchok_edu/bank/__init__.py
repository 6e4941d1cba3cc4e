"""The exercises, and the checks that answer back.

>>> import banchok_edu as be
>>> fair = be.exercise("E4")
>>> fair.check("1/2").state, fair.check("9/17").state
('wrong', 'right')
>>> fair.line
'E4 = 9/17'

``answers.py`` reads what people write, ``judging.py`` tells right from wrong, ``answering.py`` says what helps on.
``posing.py`` is how an exercise is declared; the exercises themselves stand in files by level and game.
"""

from .answering import Exercise
from .feedback import Feedback, Solution
from .judging import Verdict
from .listing import Exercises, exercise, exercises
from .personal import my_seed

__all__ = ["Exercise", "Exercises", "Feedback", "Solution", "Verdict", "exercise", "exercises", "my_seed"]
