"""Try the installed wheel from outside the checkout: ``python -I .ci/try_wheel.py CHECKOUT``.

An editable install hides a file that the wheel lacks and a dependency that is not declared. Run with ``-I``, so that
neither the current folder nor the checkout is on the path.
"""

import json
import os
import signal
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import banchok_edu as be
from banchok_edu import assets


def shipped(checkout, folder):
    """Name the files of a folder that git keeps."""
    call = ["git", "-C", str(checkout / folder), "ls-files", "-z", "."]
    listed = subprocess.run(call, capture_output=True, check=True).stdout.decode()
    return {name for name in listed.split("\0") if name}


def files(folder):
    """Name the files of a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def try_files(checkout):
    """The wheel holds the lessons and the browser half, no file less and none more."""
    package = Path(be.__file__).resolve().parent
    assert not package.is_relative_to(checkout), f"this is the checkout, not the wheel: {package}"
    assert assets.checkout() is None
    assert assets.lessons_folder() == package / "lessons"
    assert assets.browser_folder() == package / "static"
    assert files(assets.lessons_folder()) == shipped(checkout, "lessons")
    assert files(assets.browser_folder()) == shipped(checkout, "widgets")
    missing = shipped(checkout, "banchok_edu") - files(package)
    assert not missing, f"not in the wheel: {sorted(missing)}"
    print(f"files: {len(files(package))} in {package}")


def try_games():
    """Each game is played to its end, and rebuilt from its code."""
    games = [
        be.Banchok(be.BanchokRules(players=3), seed=7),
        be.PolishBanchok(be.PolishRules(players=3), seed=7),
        be.BlackCat(be.BlackCatRules(players=3), seed=7),
    ]
    for game in games:
        game.advance(be.policies.Blind(1))
        assert game.is_over
        assert be.from_code(game.code).purses == game.purses
        print(f"{type(game).__name__}: {len(game.events)} events, purses {game.purses}")


def try_command():
    """The command shows its help, brings the lessons and starts JupyterLab on them."""
    command = Path(sysconfig.get_path("scripts"), "banchok-edu")
    subprocess.run([command, "lab", "--help"], check=True, stdout=subprocess.DEVNULL)
    with tempfile.TemporaryDirectory() as place:
        call = [command, "lab", "--no-browser", "--port", "0"]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(call, cwd=place, stdout=subprocess.PIPE, text=True, env=environment) as lab:
            said = []
            for line in lab.stdout:
                said.append(line)
                if line.startswith("Ctrl-C"):
                    break
            (address,) = [urlsplit(line.strip()) for line in said if "/lab?token=" in line]
            token = parse_qs(address.query)["token"][0]
            request = urllib.request.Request(
                f"http://127.0.0.1:{address.port}/api/contents", headers={"Authorization": f"token {token}"}
            )
            with urllib.request.urlopen(request, timeout=10) as answer:
                served = {entry["name"] for entry in json.load(answer)["content"]}
            lab.send_signal(signal.SIGINT)
            lab.communicate(timeout=20)
        assert lab.returncode == 0, lab.returncode
        lessons = {path.name for path in assets.lessons_folder().iterdir() if not path.name.startswith(".")}
        assert served == lessons, (served, lessons)
        assert files(Path(place, "banchok-lessons")) >= {path.name for path in assets.lessons_folder().glob("*.ipynb")}
    print("".join(said).rstrip())


if __name__ == "__main__":
    root = Path(sys.argv[1]).resolve()
    try_files(root)
    try_games()
    try_command()
