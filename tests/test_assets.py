"""Where the lessons and the browser modules are looked for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import banchok_edu
from banchok_edu import assets

ROOT = Path(__file__).resolve().parent.parent
OURS = '[project]\nname = "banchok-edu"\n'


@pytest.fixture
def layout(tmp_path, monkeypatch):
    """Lay out a package somewhere else: ``layout("banchok_edu/lessons", project=OURS)``."""

    def make(*folders, project=None):
        package = tmp_path / "banchok_edu"
        package.mkdir()
        for folder in folders:
            (tmp_path / folder).mkdir(parents=True)
        if project is not None:
            (tmp_path / "pyproject.toml").write_text(project, encoding="utf-8")
        monkeypatch.setattr(assets, "_PACKAGE", package)
        return tmp_path

    return make


def test_this_checkout_uses_its_own_folders():
    assert assets.checkout() == ROOT
    assert assets.lessons_folder() == ROOT / "lessons"
    assert assets.browser_folder() == ROOT / "widgets"


def test_a_wheel_uses_the_folders_inside_the_package(layout):
    place = layout("banchok_edu/lessons", "banchok_edu/static")
    assert assets.checkout() is None
    assert assets.lessons_folder() == place / "banchok_edu" / "lessons"
    assert assets.browser_folder() == place / "banchok_edu" / "static"


def test_somebody_elses_folder_beside_an_installed_package_is_not_ours(layout):
    layout("lessons", "widgets")
    with pytest.raises(assets.AssetsMissingError):
        assets.lessons_folder()
    with pytest.raises(assets.AssetsMissingError):
        assets.browser_folder()


def test_a_checkout_of_another_project_is_not_ours(layout):
    layout("lessons", project='[project]\nname = "other"\ndependencies = ["banchok-edu"]\n')
    assert assets.checkout() is None
    with pytest.raises(assets.AssetsMissingError):
        assets.lessons_folder()


def test_in_a_checkout_the_source_wins_over_a_stale_copy_in_the_package(layout):
    place = layout("banchok_edu/lessons", "lessons", "banchok_edu/static", "widgets", project=OURS)
    assert assets.lessons_folder() == place / "lessons"
    assert assets.browser_folder() == place / "widgets"


def test_a_checkout_without_its_folders_falls_back_on_the_package(layout):
    place = layout("banchok_edu/lessons", project=OURS)
    assert assets.lessons_folder() == place / "banchok_edu" / "lessons"


def test_a_missing_folder_is_named_with_every_place_looked_at(layout):
    place = layout(project=OURS)
    with pytest.raises(assets.AssetsMissingError) as caught:
        assets.browser_folder()
    said = str(caught.value)
    assert str(place / "widgets") in said
    assert str(place / "banchok_edu" / "static") in said
    assert "python -m pip install --force-reinstall banchok-edu" in said


def test_a_pyproject_that_is_no_text_is_not_ours(layout):
    place = layout("banchok_edu/lessons")
    (place / "pyproject.toml").write_bytes(b"\xff\xfe\x00")
    assert assets.checkout() is None
    assert assets.lessons_folder().parent.name == "banchok_edu"


def test_the_wheel_puts_the_folders_where_they_are_looked_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    inside = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert inside == {"widgets": "banchok_edu/static", "lessons": "banchok_edu/lessons"}
    assert {"widgets", "lessons"} <= set(project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"])


def test_the_package_and_the_project_name_the_same_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert banchok_edu.__version__ == project["project"]["version"]
