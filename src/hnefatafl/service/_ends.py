"""What ends searches in other processes before their limit: files in a folder, which a worker looks for."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, final


@final
class Ends:
    """The files of a service. Any executor can pass their names on; a worker on another machine never sees one, and
    searches up to its limit."""

    def __init__(self) -> None:
        self._folder: Final = tempfile.mkdtemp(prefix="tafl-")
        self._prefix: Final = f"{self._folder}/"

    def name(self, number: int) -> str:
        """Return what to tell the worker that searches the position of that number."""
        return f"{self._prefix}{number}"

    def end(self, number: int) -> None:
        """End the search of a position."""
        with suppress(OSError):  # without the file it goes on to its limit
            Path(self.name(number)).touch()

    def forget(self, number: int) -> None:
        """Note that the search has ended."""
        Path(self.name(number)).unlink(missing_ok=True)

    def close(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self._folder, ignore_errors=True)


def is_ended(name: str) -> Callable[[], bool]:
    """Return what a search asks whether to end."""
    return Path(name).exists
