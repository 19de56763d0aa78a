"""The core of the tests, for Pythons on which not everything can be run: uncompiled, from the sources.

    python tests/core.py [--quick | --installed | ARGUMENT OF PYTEST ...]

With ``--quick``, only the tests of rules, positions and records run; with ``--installed`` those of all areas below,
with the library that is installed, compiled or not. Doctests run elsewhere, once.
Left out, and counted, is what has one of the marks ``needs_host`` and ``slow_uncompiled``, which pyproject.toml
explains. What looks at the sources only is left out, too, and real records are not read. It exits with 1 also if so
little ran that the run shows nothing. ``python tasks.py pythons newest`` calls it.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
MARKS: Final = ("needs_host", "slow_uncompiled")
AREAS: Final = {
    "rules": (
        r"tests/(test_(differential|text_cases)|hnefatafl/kernel/test_options|hnefatafl/variants/test_variants)\.py",
        200,
    ),
    "positions": (r"tests/hnefatafl/play/test_(position|queries|searchboard|set_up)\.py", 500),
    "records": (r"tests/hnefatafl/(records/test_(game|records|records_more|tree)|notation/test_validation)\.py", 50),
    "notations": (r"tests/hnefatafl/notation/test_notation_\w+\.py", 800),
    "descriptions": (r"tests/hnefatafl/describe/test_describe\.py", 800),
    "all": ("", 6000),
}
"""The parts of the core: their files, and how many of their tests have to pass at least."""
QUICK: Final = ("rules", "positions", "records")
"""The areas of which ``--quick`` runs the tests; with ``--installed`` it is all of them."""
SOURCES: Final = {"test_architecture.py", "test_transpiler.py", "test_mutants.py", "test_new_ruleset.py"}
"""What looks at the sources, and not at what a Python makes of them."""
MARKED: Final = re.compile(rf"^pytestmark = .*\b({'|'.join(MARKS)})\b", re.MULTILINE)
EXTRA: Final = re.compile(r'^pytestmark = .*\bextra\("(\w+)"\)', re.MULTILINE)
TEST: Final = re.compile(r"^(?:async )?def test_", re.MULTILINE)


def areas_of(node: str) -> list[str]:
    """The parts of the core to which a test belongs, or all tests of a file."""
    return [area for area, (files, _) in AREAS.items() if re.match(files, node)]


def mark_of(path: Path) -> str | None:
    """The mark by which all tests of a file are left out."""
    found = MARKED.search(path.read_text("utf-8"))
    return found and found[1]


def extra_of(path: Path) -> str | None:
    """The extra that all tests of a file need."""
    found = EXTRA.search(path.read_text("utf-8"))
    return found and found[1]


def count(path: Path) -> int:
    """The number of tests of a file, each once whatever its parameters."""
    return len(TEST.findall(path.read_text("utf-8")))


class Core:
    """A plugin of pytest: what is left out, and how much ran."""

    def __init__(self, chosen: Collection[str] = ()) -> None:
        self.chosen = chosen  # the areas of which the tests run, if not all
        self.left_out: Counter[str] = Counter()
        self.passed: Counter[str] = Counter()
        self.ignored: set[Path] = set()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out modules before they are imported, since what they import may be missing."""
        if not collection_path.match("test_*.py"):
            return None
        if collection_path.name in SOURCES:
            return True
        mark = mark_of(collection_path)
        if mark is None:
            areas = areas_of(collection_path.relative_to(ROOT).as_posix())
            return (bool(self.chosen) and not set(self.chosen) & set(areas)) or None
        if collection_path not in self.ignored:
            self.ignored.add(collection_path)
            self.left_out[mark] += count(collection_path)
        return True

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            self.left_out.update([name for name in MARKS if item.get_closest_marker(name)][:1])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            self.passed.update(areas_of(report.nodeid))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
        why = dict(line.split(": ", 1) for line in config.getini("markers") if ": " in line)
        for name in MARKS:
            terminalreporter.write_line(f"left out: {self.left_out[name]} tests, {name}: {why[name]}")
        terminalreporter.write_line("passed: " + ", ".join(f"{area} {self.passed[area]}" for area in AREAS))

    def missing(self) -> list[str]:
        """The areas in which too little ran, in words."""
        return [
            f"{area}: {least} tests or more were expected to pass, not {self.passed[area]}"
            for area, (_, least) in AREAS.items()
            if self.passed[area] < least and area in (self.chosen or AREAS)
        ]


def main(arguments: Sequence[str]) -> int:
    print(f"the core of the tests on Python {platform.python_version()}, {sys.platform}", flush=True)
    os.environ["TAFL_DATA"] = str(ROOT / "no records")
    os.environ.pop("TAFL_DATA_REQUIRED", None)
    os.environ["HYPOTHESIS_PROFILE"] = "core"
    options = ["-q", "-W", "error", "-p", "no:cacheprovider"]
    chosen = ["-m", " and ".join(f"not {name}" for name in MARKS)]
    installed = list(arguments) == ["--installed"]
    areas = {"--quick": [*QUICK], "--installed": [area for area in AREAS if area != "all"]}
    parts = areas.get(" ".join(arguments), [])
    core = Core(parts)
    where = [] if arguments and not parts else ["tests"]
    status = int(pytest.main([*options, *chosen, *(where or arguments)], plugins=[core]))
    from hnefatafl import COMPILED  # after pytest, which has to see its import

    faults = ["the kernel is compiled: delete the .so files in src"] if COMPILED and not installed else []
    if where:
        faults += core.missing()
    print(*faults, sep="\n", end="\n" if faults else "", flush=True)
    return status or int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
