"""The ratios that have been reached, and which ratios of a run fall short of them.

``reached.json`` has the best value of each ratio by its name. A ratio falls short that is worse than four fifths of it.
A single round tells little, so :func:`fallen` measures such a ratio again, its two lanes taking turns in more and more
rounds, and tells of those that stay short.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Mapping
from typing import Any, Final

import report
from contenders import HERE
from plan import TARGETS, Lane, Target

__all__ = ["AGAIN", "FILE", "RATIOS", "fallen", "falls_short", "found_in", "known", "write_better"]

FILE: Final = HERE / "reached.json"
PART: Final = 4 / 5
AGAIN: Final = (5, 15, 45)
"""In how many rounds a ratio is measured again, as long as it falls short."""

Measure = Callable[[Target, int], Mapping[Lane, list[float]]]


RATIOS: Final = {target.what: target for target in TARGETS if target.below is not None}
"""The ratios that are held: those of two lanes that take turns alone. In the table of ratios up to twenty do."""


def known() -> dict[str, float]:
    """Return what was reached, by name; nothing on a Python other than the one on which it was."""
    told = json.loads(FILE.read_text("utf-8"))
    return dict(told["ratios"]) if told["python"] == _python() else {}


def _python() -> str:
    return ".".join(platform.python_version_tuple()[:2])


def found_in(result: Mapping[str, Any]) -> dict[str, float]:
    """Return the ratios of a run by name."""
    aims = (aim for aim in result["targets"] if "median" in aim and aim["what"] in RATIOS)
    return {aim["what"]: aim["median"] for aim in aims}


def falls_short(target: Target, value: float, best: float) -> bool:
    """Return whether a value is worse than four fifths of the best one."""
    return value * PART > best if target.at_most else value < PART * best


def fallen(found: Mapping[str, float], best: Mapping[str, float], measure: Measure) -> list[str]:
    """Return a line for each ratio that falls short, and does so when it is measured again."""
    lines: list[str] = []
    for target in RATIOS.values():
        if target.what not in found or target.what not in best:
            continue
        value = found[target.what]
        for rounds in AGAIN:
            if not falls_short(target, value, best[target.what]):
                break
            again = report.reached(measure(target, rounds), target, 1)
            assert again is not None
            value = again.median
        if falls_short(target, value, best[target.what]):
            lines.append(f"{target.what}: {value:.4g}, where {best[target.what]:.4g} was reached")
    return lines


def write_better(found: Mapping[str, float]) -> None:
    """Write what is better than ever into the file."""
    best = dict(json.loads(FILE.read_text("utf-8"))["ratios"]) if FILE.exists() else {}
    for target in RATIOS.values():
        if target.what in found:
            choose = min if target.at_most else max
            best[target.what] = choose(found[target.what], best.get(target.what, found[target.what]))
    told = {
        "python": _python(),
        "ratios": {what: best[what] for what in RATIOS if what in best},
    }
    FILE.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
