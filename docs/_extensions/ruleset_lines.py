"""Reads the tables that have a line for each shipped ruleset, which ``scripts/ruleset_tables.py`` writes."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def ruleset_lines(table: Path) -> dict[str, tuple[int, list[str]]]:
    """Return the behaviour version of every ruleset in a table, and what else its line has."""
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines() if not line.startswith("#")]
    return {name: (int(version), rest) for name, version, *rest in rows}
