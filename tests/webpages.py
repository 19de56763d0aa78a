"""The pages without a server for tests: written by the command, and served by the simplest web server there is."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest

from tafl.web._site import PYODIDE as PYODIDE_FILES

BUILT: Final = os.environ.get("TAFL_DOCS", "")
IS_BUILT: Final = pytest.mark.skipif(not BUILT, reason="TAFL_DOCS does not name the folder of the built documentation")
PYODIDE: Final = Path(__file__).parents[1] / ".pythons" / "3.14" / "node_modules" / "pyodide"
"""Where ``python tasks.py pyodide`` installs it."""


def require_pyodide() -> Path:
    """The folder of npm's package pyodide; without it, the test is skipped, or fails where it is required."""
    if not PYODIDE.exists() and os.environ.get("TAFL_PYODIDE_REQUIRED") != "1":
        pytest.skip(f"there is no Pyodide at {PYODIDE}")
    return PYODIDE


def stub_pyodide(folder: Path) -> None:
    """Make a folder that looks like that of the package, of this Python; its files are empty."""
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        (folder / name).touch()
    version = ".".join(map(str, sys.version_info[:3]))
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {"python": version}}))


class Quiet(SimpleHTTPRequestHandler):
    """Serves files, and says nothing of it."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def served(
    folder: Path,
    handler: type[SimpleHTTPRequestHandler] = Quiet,
    server_class: type[ThreadingHTTPServer] = ThreadingHTTPServer,
) -> Generator[str]:
    """Serve a folder, and return its address."""
    server = server_class(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
