"""JupyterLab for the tests of the widgets: started on a free port with files of its own, stopped by its number."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from itertools import pairwise

IDLE = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"


@contextmanager
def running_lab(folder, module="jupyterlab"):
    """Start it on a folder; gives the address and the token."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    token, own = secrets.token_hex(16), folder / ".jupyter"
    kinds = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    environment = os.environ | {f"JUPYTER_{kind}": str(own / kind.lower()) for kind in kinds}
    environment |= {f"JUPYTERLAB_{kind}_DIR": str(own / kind.lower()) for kind in ("WORKSPACES", "SETTINGS")}
    environment |= {"IPYTHONDIR": str(own / "ipython"), "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    own.mkdir()
    command = [
        *(sys.executable, "-m", module, "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"),
        *("--ServerApp.port_retries=0", f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={folder}"),
        *("--LabApp.expose_app_in_browser=True", "--JupyterNotebookApp.expose_app_in_browser=True"),
    ]
    with (own / "log").open("wb") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(300):
            try:
                with urllib.request.urlopen(f"{address}/api/status?token={token}", timeout=2):
                    break
            except OSError:
                time.sleep(0.1)
        else:
            raise AssertionError((own / "log").read_text(encoding="utf-8")[-2000:])
        yield address, token
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait(10)


def write_notebook(path, *cells):
    """Write a notebook with these cells of code."""
    made = [
        {"cell_type": "code", "id": f"c{i}", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
        for i, cell in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path.write_text(
        json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8"
    )


def open_in_lab(page, lab, name, where="lab/tree"):
    """Open a notebook, wait for its kernel, and run all cells."""
    address, token = lab
    page.goto(f"{address}/{where}/{name}?token={token}&reset")
    page.wait_for_function(IDLE, timeout=60_000)
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")


def run_code(page, code):
    """Run code in the notebook's kernel; gives what it prints."""
    return page.evaluate(
        """async (code) => {
          const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const asked = kernel.requestExecute({ code });
          let printed = "";
          asked.onIOPub = (message) => {
            if (message.header.msg_type === "stream") printed += message.content.text;
            if (message.header.msg_type === "error") printed += message.content.evalue;
          };
          await asked.done;
          return printed;
        }""",
        code,
    )


def message_of(frame):
    """Read a frame of the kernel's websocket: the type of the message and its content, None for other frames."""
    if isinstance(frame, str):
        return None
    count = int.from_bytes(frame[:8], "little")
    places = [int.from_bytes(frame[8 + 8 * i : 16 + 8 * i], "little") for i in range(count)]
    _, header, _, _, content = (frame[start:end] for start, end in pairwise(places[:6]))
    return json.loads(header)["msg_type"], json.loads(content)
