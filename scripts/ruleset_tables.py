"""Tables of the documentation with a line for each shipped ruleset: its name, its behaviour version, and more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hnefatafl import Ruleset, variants

DATA = Path(__file__).parents[1] / "docs" / "_data"


def write_table(name: str, head: str, make: Callable[[Ruleset], list[str]], arguments: list[str]) -> None:
    """Write a table; with ``--missing`` only the lines of rulesets that are new or of another behaviour version."""
    file = DATA / name
    known = _read(file) if arguments == ["--missing"] else {}
    lines: list[str] = []
    for rules in sorted(variants._list_shipped(), key=lambda rules: rules.name):
        key = f"{rules.name}\t{rules.version}"
        lines.append(known.get(key) or "\t".join([key, *make(rules)]))
        print(lines[-1])
    file.write_text(head + "\n".join(lines) + "\n", "utf-8")


def _read(file: Path) -> dict[str, str]:
    """Return the existing lines, by the name and version at their beginning."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return {"\t".join(row[:2]): "\t".join(row) for row in rows}
