"""Every student copy is run from top to bottom, as it is handed out. For CI and by hand: it takes a minute or two.

    python -m pytest tests/editions/student_copies.py

The teacher's copies are run by nbval, each in a kernel of its own. A student copy has the same cells less a few, so
all are run in one Python here, each with names of its own: what is compiled and derived for one lesson serves the next.
"""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from banchok_edu.assets import lessons_folder
from banchok_edu.editions.choosing import lessons_in, read
from banchok_edu.editions.copying import student_copies

NAMES = [path.name for path in lessons_in(lessons_folder())]


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("students")
    student_copies(read(lessons_in(lessons_folder())), folder)
    return folder


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """IPython without a terminal and without a history, in an empty folder."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    shell = InteractiveShell.instance(config=Config(HistoryManager={"enabled": False}))
    assert "guess" not in shell.user_ns  # nothing of the lesson before
    yield shell
    InteractiveShell.clear_instance()


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("name", NAMES)
def test_a_student_copy_runs_from_top_to_bottom(name, copies, shell):
    (lesson,) = read([copies / name])
    cells = [cell for cell in lesson.notebook["cells"] if cell["cell_type"] == "code"]
    assert cells
    for cell in cells:
        said = io.StringIO()
        with redirect_stdout(said), redirect_stderr(said):
            result = shell.run_cell("".join(cell["source"]))
        assert result.success, f"{name}, cell {cell['id']}:\n{said.getvalue()[-2000:]}"
