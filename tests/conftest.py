"""Where the test data lies, how hard Hypothesis tries, and rulesets of other distributions."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings

from hnefatafl import variants

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("ci", max_examples=200, deadline=None, derandomize=True, suppress_health_check=_SLOW)
# The uncompiled half of CI tries the same sources again, ten times as slowly.
settings.register_profile("uncompiled", max_examples=100, deadline=None, derandomize=True, suppress_health_check=_SLOW)
# The core, on other Pythons: what differs there shows at once.
settings.register_profile("core", max_examples=10, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("deep", max_examples=10_000, deadline=None, suppress_health_check=_SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

EXAMPLES: Final[int] = int(getattr(settings(), "max_examples"))  # noqa: B009 (its type is only partly known)
"""How hard the profile tries."""
DEEP: Final = EXAMPLES > 1000


def part(divisor: int) -> settings:
    """A part of the profile's examples, but no fewer than are needed to meet every rule; the same ones each time, so
    that what they meet is certain, unless the profile is for going deep."""
    return settings(max_examples=max(16, EXAMPLES // divisor), derandomize=not DEEP)


_ENDS: Final = {
    "surrounded": "encirclement",
    "no-moves": "no-legal-move",
    "attackers-eliminated": "all-captured",
}


def end_slug(word: str) -> str:
    """The slug of an ending that the shared data names by a word of its own; other words stay as they are."""
    return _ENDS.get(word, word)


def data_path(*parts: str) -> Path:
    """A file of the shared data (``TAFL_DATA``, else ``../shared/data``); without it the test is skipped.

    Where ``TAFL_DATA_REQUIRED`` is set, as in continuous integration with the data at hand, it fails instead.
    """
    root = Path(os.environ.get("TAFL_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    path = root.joinpath(*parts)
    if not path.exists() and not os.environ.get("TAFL_DATA_REQUIRED"):
        pytest.skip(f"no test data at {path} (set TAFL_DATA to where it lies)", allow_module_level=True)
    return path


def data_lines(*parts: str) -> list[str]:
    """The lines of a compressed file of the shared data, without its heading."""
    lines = gzip.decompress(data_path(*parts).read_bytes()).decode("utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def bologna_games() -> list[dict[str, Any]]:
    """The recorded games of the Bologna server."""
    return [json.loads(line) for line in data_lines("unibo-tablut", "games.jsonl.gz")]


Register = Callable[..., None]
MISSING = object()
"""In place of a ruleset: the entry point names nothing that its module has."""


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[Register]:
    """Pretends that a distribution with such entry points is installed."""
    points: list[metadata.EntryPoint] = []

    def entry_points(*, group: str) -> list[metadata.EntryPoint]:
        return [point for point in points if point.group == group]

    def pretend(**offered: object) -> None:
        module = ModuleType("house_rules_for_test")
        vars(module).update({name: value for name, value in offered.items() if value is not MISSING})
        monkeypatch.setitem(sys.modules, module.__name__, module)
        points[:] = [metadata.EntryPoint(name, f"{module.__name__}:{name}", "hnefatafl.rulesets") for name in offered]

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    registered = vars(variants)["_registered"]
    registered.cache_clear()
    yield pretend
    registered.cache_clear()
