"""The ratios of the measured values, and tables of them."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen
from plan import MEASURES, UNITS, Lane, Target, compared
from subjects import SUBJECTS

__all__ = ["aim", "figures", "ratios", "reached", "table"]

Values = Mapping[Lane, list[float]]
NOTHING = "-"


@frozen
class Ratio:
    """The ratios of two lanes in the rounds of one run."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.3g}"


def ratio(values: Values, above: Lane, below: Lane) -> Ratio | None:
    """Return the ratio of two lanes in each round, if both were measured."""
    if above not in values or below not in values:
        return None
    found = [a / b for a, b in zip(values[above], values[below], strict=False)]
    return Ratio(statistics.median(found), min(found), max(found))


def reached(values: Values, target: Target, plies_a_game: float) -> Ratio | None:
    """Return the measured value of a target, if it was measured."""
    if target.below is not None:
        return ratio(values, target.above, target.below)
    if target.above not in values:
        return None
    found = [plies / plies_a_game for plies in values[target.above]]
    return Ratio(statistics.median(found), min(found), max(found))


def figures(values: Values) -> list[dict[str, Any]]:
    """Return all measured values for JSON."""
    return [
        {
            "contender": lane.contender,
            "subject": lane.subject,
            "measure": lane.measure,
            "argument": lane.argument,
            "unit": UNITS.get(lane.measure, "plies"),
            "values": [_short(value) for value in found],
        }
        for lane, found in values.items()
    ]


def ratios(values: Values) -> list[dict[str, Any]]:
    """Return all comparisons for JSON."""
    found: list[dict[str, Any]] = []
    for measure in MEASURES:
        for subject in ("-",) if measure == "import" else SUBJECTS:
            for head, (above, below) in compared(measure, subject).items():
                each = ratio(values, above, below)
                if each is not None:
                    found.append({"measure": measure, "subject": subject, "compared": head, **_numbers(each)})
    return found


def aim(target: Target, values: Values, plies_a_game: float) -> dict[str, Any]:
    """Return a target and its measured value for JSON."""
    each = reached(values, target, plies_a_game)
    entry: dict[str, Any] = {"what": target.what, "wanted": target.wanted}
    if each is not None:
        entry |= {**_numbers(each), "met": target.met(each.median), "figures": figures(values)}
    return entry


def _numbers(each: Ratio) -> dict[str, float]:
    return {"median": _short(each.median), "low": _short(each.low), "high": _short(each.high)}


def _short(number: float) -> float:
    return float(f"{number:.4g}")


def table(result: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the tables."""
    yield from (f"{name}: {value}" for name, value in result["machine"].items())
    yield ""
    told = [target for target in result["targets"] if "median" in target]
    wide = max(len(target["what"]) for target in result["targets"])
    yield f"{'target':{wide}} {'wanted':>8} {'reached':>8}  in the rounds"
    for target in told:
        missed = "  missed" if target["met"] is False else ""
        span = f"{target['low']:,.3g} to {target['high']:,.3g}{missed}"
        yield f"{target['what']:{wide}} {target['wanted']:>8} {target['median']:8,.3g}  {span}"
    if len(told) < len(result["targets"]):
        yield f"({len(result['targets']) - len(told)} targets were not measured in this run)"
    yield ""
    heads = list(dict.fromkeys(row["compared"] for row in result["ratios"]))
    yield f"{'speed (memory: bytes)':{wide}}" + "".join(f"{head:>18}" for head in heads)
    rows: dict[str, dict[str, float]] = {}
    for row in result["ratios"]:
        rows.setdefault(f"{row['measure']}, {row['subject']}", {})[row["compared"]] = row["median"]
    for name, found in rows.items():
        cells = (f"{found[head]:,.3g}" if head in found else NOTHING for head in heads)
        yield f"{name:{wide}}" + "".join(f"{cell:>18}" for cell in cells)
