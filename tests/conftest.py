"""Where the test data lies, how hard Hypothesis tries, what is left out, and rulesets of other distributions."""

from __future__ import annotations

import gzip
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from core import count, extra_of
from hypothesis import HealthCheck, settings

from hnefatafl import COMPILED, variants

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

settings.register_profile("dev", max_examples=12, deadline=None, suppress_health_check=_SLOW)
settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW)
# The uncompiled half of CI tries the same sources again, ten times as slowly, and so no more than a user does.
settings.register_profile("uncompiled", max_examples=12, deadline=None, derandomize=True, suppress_health_check=_SLOW)
# The core, on other Pythons: what differs there shows at once.
settings.register_profile("core", max_examples=10, deadline=None, derandomize=True, suppress_health_check=_SLOW)
# Other examples each time.
_MANY: Final = int(os.environ.get("TAFL_EXAMPLES", "10000"))
settings.register_profile("deep", max_examples=_MANY, deadline=None, suppress_health_check=_SLOW)
PROFILE: Final = os.environ.get("HYPOTHESIS_PROFILE", "dev")
LONG: Final = ("long",) if COMPILED else ("long", "slow_uncompiled")
"""The marks of tests that take seconds each."""
BRIEF: Final = PROFILE in {"dev", "uncompiled", "core"}
"""Whether these are left out: newcomers want to know soon that everything runs, and CI runs them compiled."""
settings.load_profile(PROFILE)

EXAMPLES: Final[int] = int(getattr(settings(), "max_examples"))  # noqa: B009 (its type is only partly known)
"""How hard the profile tries."""
DEEP: Final = PROFILE == "deep"
WHOLE: Final = EXAMPLES >= 60
"""Whether the profile goes over whatever there is, as all rulesets, and not only over what shows every kind of it."""


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


# ------------------------------------------------------------------------- what needs the group test-all or extras

EXTRAS: Final = {
    "browser": (
        "playwright",
        "axe_playwright_python",
        "starlette",
        "websockets",
        "jupyterlab",
        "anywidget",
        "sphinx",
        "furo",
        "jsonschema",
    ),
    "dask": ("distributed",),
    "frameworks": ("fastapi", "httpx2", "msgspec", "pydantic_settings", "sqlmodel"),
    "notebook": ("anywidget",),
    "openspiel": ("pyspiel",),
    "pandas": ("pandas",),
    "png": ("resvg_py",),
    "rl": ("numpy", "pettingzoo", "gymnasium"),
    "schema": ("jsonschema",),
    "sphinx": ("sphinx",),
    "train": ("numpy",),
    "web": ("starlette", "uvicorn", "websockets", "httpx"),
}
"""The packages that the tests with the mark ``extra`` need, by its argument."""
left_out: Counter[str] = Counter()
"""How many tests are left out for want of each, and for each of the marks of ``LONG``."""

ignored: set[Path] = set()
"""The modules that are left out, each of which pytest may ask for several times."""


_look_up = cache(find_spec)  # it goes through all folders, for a thousand tests


def is_missing(extra: str | None) -> bool:
    """Whether tests are left out since a package is not installed; with ``TAFL_EXTRAS_REQUIRED`` they fail instead."""
    return extra is not None and not os.environ.get("TAFL_EXTRAS_REQUIRED") and None in map(_look_up, EXTRAS[extra])


def with_extra(extra: str, values: Iterable[str], pattern: str) -> list[Any]:
    """The parameters of a test, of which those that the pattern matches need the extra."""
    mark = pytest.mark.extra(extra)
    return [pytest.param(value, marks=mark) if re.match(pattern, value) else value for value in values]


CORE: Final = re.compile(
    r".*/tests/(hnefatafl/(kernel|play|records|rules)/|test_(text_cases|cases|differential|random_games)\.py"
    r"|hnefatafl/notation/test_notation_(json|moves)\.py|hnefatafl/seeds/test_seed_rules\.py)"
)
"""The modules whose tests have the mark ``core``: what whoever edits rules wants to know at once."""


def is_core(path: Path) -> bool:
    """Whether the tests of a module are of the core."""
    return CORE.match(path.as_posix()) is not None


def pytest_itemcollected(item: pytest.Item) -> None:
    if is_core(item.path):
        item.add_marker("core")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out a module whose imports would fail, and count its tests if they were asked for; and with ``-m core`` the
    modules of other tests, which take seconds to import."""
    if not collection_path.match("test_*.py"):
        return None
    if config.option.markexpr == "core" and not is_core(collection_path):
        return True
    if not is_missing(extra := extra_of(collection_path)):
        return None
    asked = {(config.invocation_params.dir / name).resolve() for name in config.args}
    if collection_path not in ignored and asked & {*collection_path.parents}:
        ignored.add(collection_path)
        left_out[str(extra)] += count(collection_path)
    return True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    brief = BRIEF and not any("::" in asked for asked in config.args)

    def lack(item: pytest.Item) -> str | None:
        if brief and (long := next(filter(item.get_closest_marker, LONG), None)):
            return long
        return next(filter(is_missing, (mark.args[0] for mark in item.iter_markers("extra"))), None)

    lacks = {item: lack(item) for item in items}
    left_out.update(filter(None, lacks.values()))
    items[:] = _waiting_first([item for item in items if not lacks[item]])
    config.hook.pytest_deselected(items=[item for item in lacks if lacks[item]])


def _waiting_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the tests with those in a browser, which wait half of the time, at the beginning of both halves: the two
    processes of a run then wait while other work is done beside them, and not in the end."""
    waits = [any("browser" in mark.args for mark in item.iter_markers("extra")) for item in items]
    waiting = [item for item, is_waiting in zip(items, waits, strict=True) if is_waiting]
    others = [item for item, is_waiting in zip(items, waits, strict=True) if not is_waiting]
    half = len(waiting) // 2
    while 0 < half < len(waiting) and waiting[half].path == waiting[half - 1].path:  # a module has one browser
        half += 1
    place = len(items) // 2 - half
    return [*waiting[:half], *others[:place], *waiting[half:], *others[place:]]


def pytest_sessionfinish(session: pytest.Session) -> None:
    getattr(session.config, "workeroutput", {})["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Begin with a share of neighbouring tests for each worker of pytest-xdist, which have much in common; who has done
    his takes from the others, so that none waits long for the last."""
    return import_module("xdist.scheduler").WorkStealingScheduling(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Each worker of pytest-xdist has left out the same."""
    for extra, number in getattr(node, "workeroutput", {}).get("left_out", {}).items():
        left_out[extra] = number


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for extra, number in sorted(left_out.items()):
        tests = "1 test" if number == 1 else f"{number} tests"
        need = "HYPOTHESIS_PROFILE=ci" if extra in LONG else "python tasks.py setup"
        terminalreporter.write_line(f"{extra}: {tests} skipped, need: {need}")


# -------------------------------------------------------------------------------------------- rulesets of distributions


Register = Callable[..., None]
MISSING = object()
"""In place of a ruleset: the entry point names nothing that its module has."""


def _of_others(*, found: Callable[..., Any] = metadata.entry_points, **asked: Any) -> Any:
    """The entry points that are installed here, without those that offer rulesets: the tests count the shipped ones."""
    return [] if asked.get("group") == "hnefatafl.rulesets" else found(**asked)


metadata.entry_points = _of_others


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
    registered = vars(variants)["_list_registered"]
    registered.cache_clear()
    yield pretend
    registered.cache_clear()
