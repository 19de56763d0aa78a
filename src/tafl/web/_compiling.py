"""Compiles sources for the Python that runs this, which is Pyodide's where :mod:`hnefatafl` need not be installed."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from importlib.util import MAGIC_NUMBER, source_hash
from io import BytesIO
from typing import Final
from zipfile import ZIP_STORED, ZipFile

_UNCHECKED: Final = (1).to_bytes(4, "little")
"""Says that the file has the hash of its source, with which nothing is compared (PEP 552)."""


def compile_sources(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files ``.pyc`` of sources, by the names that they have without sources."""
    files: dict[str, bytes] = {}
    for name, source in sources.items():
        code = compile(source, name, "exec", dont_inherit=True)
        files[f"{name}c"] = MAGIC_NUMBER + _UNCHECKED + source_hash(source) + marshal.dumps(code)
    return files


def compile_archive(archive: bytes) -> bytes:
    """Return the same for the files of a ZIP archive."""
    with ZipFile(BytesIO(archive)) as sources:
        files = compile_sources({name: sources.read(name) for name in sources.namelist()})
    compiled_bytes = BytesIO()
    with ZipFile(compiled_bytes, "w", ZIP_STORED) as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
    return compiled_bytes.getvalue()
