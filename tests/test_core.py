"""What is left out: on other Pythons, where too little then fails, and where the packages of extras are missing."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import conftest
import pytest
from core import AREAS, ROOT, Core, areas_of, extra_of, mark_of


def report(node: str, passed: bool) -> pytest.TestReport:
    return pytest.TestReport(node, (node, 1, node), {}, "passed" if passed else "skipped", None, "call")


def test_too_few_tests_are_no_pass() -> None:
    core = Core()
    assert [fault.partition(":")[0] for fault in core.missing()] == list(AREAS)
    for _ in range(20_000):
        core.pytest_runtest_logreport(report("tests/hnefatafl/play/test_position.py::test_it", True))
        core.pytest_runtest_logreport(report("tests/hnefatafl/describe/test_describe.py::test_it", False))
    assert [fault.partition(":")[0] for fault in core.missing()] == [
        area for area in AREAS if area not in ("positions", "all")
    ]
    assert f"descriptions: {AREAS['descriptions'][1]} tests or more were expected to pass, not 0" in core.missing()


def test_no_area_is_left_out() -> None:
    tests = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/test_*.py") if mark_of(path) is None}
    assert {area for name in tests for area in areas_of(name)} == set(AREAS)


@pytest.mark.parametrize("name", ["tafl/web/test_web_browser", "tafl/inference/test_inference"])
def test_a_marked_module_is_left_out_and_its_tests_are_counted(name: str) -> None:
    core = Core()
    path = ROOT / "tests" / f"{name}.py"
    assert core.pytest_ignore_collect(path) is True
    assert core.left_out[mark_of(path) or ""] > 5
    assert core.pytest_ignore_collect(ROOT / "tests" / "hnefatafl" / "play" / "test_position.py") is None


def test_a_module_is_left_out_where_a_package_of_its_extra_is_missing(
    monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    path = ROOT / "tests" / "tafl" / "web" / "test_web_app.py"
    counted = Counter[str]()
    monkeypatch.setattr(conftest, "left_out", counted)
    monkeypatch.setattr(conftest, "ignored", set[Path]())
    monkeypatch.setattr(pytestconfig, "args", [str(ROOT / "tests")])
    monkeypatch.delenv("TAFL_EXTRAS_REQUIRED", raising=False)
    monkeypatch.setitem(conftest.EXTRAS, "web", ("json",))
    assert conftest.pytest_ignore_collect(path, pytestconfig) is None
    monkeypatch.setitem(conftest.EXTRAS, "web", ("json", "no_such_package"))
    assert conftest.pytest_ignore_collect(path, pytestconfig) is True
    number = counted["web"]
    assert number > 5
    assert conftest.pytest_ignore_collect(path, pytestconfig) is True
    assert counted["web"] == number
    monkeypatch.setenv("TAFL_EXTRAS_REQUIRED", "1")
    assert conftest.pytest_ignore_collect(path, pytestconfig) is None


def test_every_extra_of_a_test_is_known() -> None:
    sources = {path: path.read_text("utf-8") for path in ROOT.glob("tests/**/test_*.py")}
    used = {name for text in sources.values() for name in re.findall(r'\bextra\("(\w+)"\)', text)}
    assert used == {*conftest.EXTRAS}
    # What is imported first of all is the mark's business, so that a module is left out before it is imported.
    outside = "|".join(package for packages in conftest.EXTRAS.values() for package in packages)
    first = re.compile(rf"^(?:from|import) (?:{outside}|browsing|visiting|keeping)\b", re.MULTILINE)
    assert [path for path, text in sources.items() if first.search(text) and not extra_of(path)] == []
