"""A student has the same numbers on every machine and in every Python."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import banchok_edu as be

PROMPTS = """
import hashlib, banchok_edu as be
found = "".join(one.prompt for one in be.exercises(student="s042", course="autumn"))
print(hashlib.sha256(found.encode()).hexdigest())
"""


GIVEN = {
    ("E2", "s001"): {"rank": "6"},
    ("E7", "s042"): {"rank": "6", "tie": "banker_wins"},
    ("M24", "s042"): {"rank": "8", "threshold": "7"},
    ("H54", "Ольга"): {"bank": 3, "tie": "punter_wins"},
    ("M106", "김"): {"hand": "A♠ 9♠ 4♥"},
}
"""They may stand on printed sheets: the values of a parameter are changed between courses only."""


def test_numbers_that_were_given_out_stay():
    for (name, student), numbers in GIVEN.items():
        assert be.exercise(name, student=student, course="autumn").parameters == numbers


def test_they_do_not_depend_on_how_python_hashes():
    here = "".join(one.prompt for one in be.exercises(student="s042", course="autumn"))
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", PROMPTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == hashlib.sha256(here.encode()).hexdigest()
