"""The dialect of a record that the command writes: named, or told by the suffix of the file."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from hnefatafl._cli.console import CommandError
from hnefatafl.errors import RecordError
from hnefatafl.notation.dialects import Dialect, dialect

FORMATS: Final[Mapping[str, str]] = {
    ".otg": "otn",
    ".json": "json",
    ".csv": "archive",
    ".tsv": "archive",
    ".uci": "taflzero",
    ".fen": "taflzero-fen",
}
"""The dialect that is written to a file, by its suffix. Several dialects share others."""


def target_of(options: argparse.Namespace, otherwise: Dialect | None = None) -> Dialect:
    """Return the dialect to write: that of ``--to``, else that of the suffix of the file, else another.

    Raises:
        CommandError: there is no such dialect, or none is named.
    """
    suffix = Path(options.output or "").suffix.lower()
    name = options.target or FORMATS.get(suffix)
    if name is None and otherwise is not None:
        return otherwise
    if name is None:
        raise CommandError(f"which dialect? Give --to DIALECT, or -o FILE that ends in {', '.join(FORMATS)}")
    try:
        return dialect(name)
    except RecordError as error:
        raise CommandError(str(error)) from None
