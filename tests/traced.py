"""A plugin for pytest: coverage looks only at the tests of the engine, which are those that its figure rests on.

    python -m pytest -p tests.traced --cov --cov-report=

Tracing makes a test twice as slow. All tests are run; those of other rooms are run at full speed.
"""

from __future__ import annotations

TRACED = (
    "tests/core/",
    "tests/games/",
    "tests/exact/",
    "tests/simulation/test_coups.py",
    "tests/simulation/test_differential.py::test_both_engines_agree",  # it runs the kernels uncompiled
    "banchok_edu/",
)


def pytest_collection_modifyitems(items):
    for item in items:
        if not item.nodeid.startswith(TRACED):
            item.add_marker("no_cover")
