"""The tables of the speed, made from the results of the benchmarks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from rst import escaped, table

DASH: Final = "–"


@cache
def measured(file: Path) -> dict[str, Any]:
    """Return the results that ``benchmarks/run.py --json`` has written."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def _number(value: float) -> str:
    return f"{value:,.3g}" if value < 100 else f"{value:,.0f}".replace(",", "\N{NO-BREAK SPACE}")


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    """Yield a table of plain texts."""
    return table(list(map(escaped, heads)), (list(map(escaped, row)) for row in rows))


def machine(result: dict[str, Any]) -> Iterator[str]:
    """Yield the origin of the figures."""
    for name, value in result["machine"].items():
        yield f":{name.capitalize()}: {escaped(value)}"
    archive, settings = result["archive"], result["settings"]
    plies = f"{archive['plies a game']} plies on average"
    yield f":Archive: {archive['games']} games, {plies} ({escaped(archive['source'])})"
    yield f":Rounds: {settings['rounds']}, slices of {settings['seconds']} s of processor time"
    yield ""


def targets(result: dict[str, Any]) -> Iterator[str]:
    """Yield the targets and the measured values."""
    rows: list[list[str]] = []
    for target in result["targets"]:
        if "median" in target:
            verdict = {True: "reached", False: "missed", None: DASH}[target["met"]]
            span = f"{_number(target['low'])} to {_number(target['high'])}"
            rows.append([target["what"], target["wanted"] or DASH, _number(target["median"]), span, verdict])
        else:
            rows.append([target["what"], target["wanted"] or DASH, DASH, DASH, "not measured"])
    yield from _table(["Target", "Wanted", "Median", "Range", "Verdict"], rows)


def ratios(result: dict[str, Any]) -> Iterator[str]:
    """Yield all ratios of contenders."""
    heads = list(dict.fromkeys(row["compared"] for row in result["ratios"]))
    rows: dict[tuple[str, str], dict[str, float]] = {}
    for row in result["ratios"]:
        rows.setdefault((row["measure"], row["subject"]), {})[row["compared"]] = row["median"]
    lines = [
        [measure, subject, *(_number(found[head]) if head in found else DASH for head in heads)]
        for (measure, subject), found in rows.items()
    ]
    yield from _table(["Measure", "Ruleset", *heads], lines)


TABLES: Final = {"machine": machine, "targets": targets, "ratios": ratios}
"""The tables by name."""
