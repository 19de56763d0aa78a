"""The run of the core of the tests on other Pythons: it does not pass where too little ran."""

from __future__ import annotations

import pytest
from core import AREAS, ROOT, Core, areas_of, mark_of


def report(node: str, passed: bool) -> pytest.TestReport:
    return pytest.TestReport(node, (node, 1, node), {}, "passed" if passed else "skipped", None, "call")


def test_too_few_tests_are_no_pass() -> None:
    core = Core()
    assert [fault.partition(":")[0] for fault in core.missing()] == list(AREAS)
    for _ in range(20_000):
        core.pytest_runtest_logreport(report("tests/test_position.py::test_it", True))
        core.pytest_runtest_logreport(report("tests/test_describe.py::test_it", False))
    assert [fault.partition(":")[0] for fault in core.missing()] == [
        area for area in AREAS if area not in ("positions", "all")
    ]
    assert f"descriptions: {AREAS['descriptions'][1]} tests or more were expected to pass, not 0" in core.missing()


def test_no_area_is_left_out() -> None:
    tests = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/test_*.py") if mark_of(path) is None}
    assert {area for name in [*tests, "src/hnefatafl/position.py"] for area in areas_of(name)} == set(AREAS)


@pytest.mark.parametrize("name", ["test_web_browser", "test_inference"])
def test_a_marked_module_is_left_out_and_its_tests_are_counted(name: str) -> None:
    core = Core()
    path = ROOT / "tests" / f"{name}.py"
    assert core.pytest_ignore_collect(path) is True
    assert core.left_out[mark_of(path) or ""] > 5
    assert core.pytest_ignore_collect(ROOT / "tests" / "test_position.py") is None
