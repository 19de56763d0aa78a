"""Refuse a compiled kernel that is not that of the sources, where the package is imported from a checkout.

The build writes the names and the hashes of its sources into the library of the kernel (``mypyc_edits.py``), if mypy is
of a version whose C it can edit. Kernels without them, those that are installed elsewhere, and uncompiled ones are not
compared. Cost: a millisecond in a checkout, elsewhere nothing.
"""

from __future__ import annotations

import sys
from os.path import basename, dirname, exists, join
from typing import Final

from hnefatafl.support.errors import StaleKernelError
from hnefatafl.support.pure import PURE

COMPILED: Final = not PURE
"""Whether the compiled kernel is running, or its uncompiled source."""


def edited(folder: str, built: str) -> list[str]:
    """Return the names of the sources in the folder that are not those of the build."""
    from importlib.util import source_hash
    from pathlib import Path

    def found(path: Path) -> str:
        return source_hash(path.read_bytes()).hex() if path.exists() else "nothing"

    sources = (source.split(":") for source in built.split())
    return [name for name, value in sources if found(Path(folder, name)) != value]


def _check() -> None:
    library = sys.modules["tafl__mypyc"]
    folder, name = dirname(dirname(str(library.__file__))), basename(dirname(str(library.__file__)))
    if name == "src" and exists(join(folder, "setup.py")):
        names = edited(folder, getattr(library, "sources", ""))
        if names:
            raise StaleKernelError(names)


if COMPILED:
    _check()
