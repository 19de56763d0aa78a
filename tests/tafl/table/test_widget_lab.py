"""The board in a real JupyterLab, in a real browser."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

if os.environ.get("TAFL_BROWSER_REQUIRED") != "1" and find_spec("jupyterlab") is None:
    pytest.skip("JupyterLab is not installed", allow_module_level=True)

from playwright.sync_api import BrowserContext, Page, expect

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("browser")]

pytest_plugins = ["browsing"]

CELLS: Final = (
    "from hnefatafl import Move, variants\n"
    "from hnefatafl.records import Game\n"
    "from tafl.table.widget import BoardWidget\n"
    'board = BoardWidget(variants.BRANDUBH, defenders="alphabeta:nodes=500")\n'
    "board",
    'print("played", board.position.ply, board.game.moves[0].move)',
    'board.theme = "dark"\nboard.defenders = None\nboard.game = Game(ruleset=variants.TABLUT)',
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a notebook in a running JupyterLab."""
    folder = tmp_path_factory.mktemp("lab")
    code: list[dict[str, object]] = [
        {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": None, "id": f"c{at}"}
        for at, source in enumerate(CELLS)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook: dict[str, object] = {"cells": code, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (folder / "board.ipynb").write_text(json.dumps(notebook), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    own = {name: str(folder / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR", "HOME")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--IdentityProvider.token=", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={folder}"]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
        try:
            _wait_for(f"http://127.0.0.1:{port}/api/status", server, folder / "log")
            yield f"http://127.0.0.1:{port}/lab/tree/board.ipynb"
        finally:
            server.terminate()
            server.wait(30)
            print((folder / "log").read_text("utf-8"))  # shown where the test fails


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until and server.poll() is None:
        try:
            with urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"JupyterLab did not start: {log.read_text('utf-8')[-2000:]}")


def run(page: Page, cell: int) -> None:
    """Run a cell. One that is run before the notebook has its kernel starts a second kernel, and is lost."""
    expect(page.get_by_text(re.compile(r"^Python 3 .*\| Idle$"))).to_be_visible()
    page.locator(".jp-CodeCell .cm-content").nth(cell).click()
    page.keyboard.press("Control+Enter")


def test_a_board_is_played_on_in_jupyterlab(
    context: BrowserContext, address: str, photograph: Callable[[Page, str], None]
) -> None:
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(address)
    run(page, 0)
    for square in ("d1", "c1"):
        page.locator(f"[data-square={square}]").click()
    expect(page.locator(".tafl-board .tree li")).to_have_count(3)  # the start, the move, and the computer's answer
    run(page, 1)
    expect(page.locator(".jp-OutputArea-output pre").last).to_have_text("played 2 d1-c1\n")
    page.get_by_role("tab", name="Analysis").click()
    expect(page.locator(".tafl-board .lines li")).to_have_count(3)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_label("Theme")).to_have_value("linen")
    photograph(page, "lab")
    # What Python sets is shown.
    run(page, 2)
    expect(page.locator(".tafl-board [data-square]")).to_have_count(81)
    expect(page.locator(".tafl-board.dark")).to_have_count(1)
    # The keys are the board's, and not the notebook's.
    page.locator("[data-square=d1]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.square") == "e1"
    for key in ("ArrowUp", "Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".tafl-board .tree li")).to_have_count(2)
    assert page.locator(".jp-CodeCell").count() == len(CELLS)
    photograph(page, "lab-dark")
