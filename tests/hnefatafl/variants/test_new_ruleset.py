"""What tests and documentation keep of each shipped ruleset: ``python tasks.py new-ruleset NAME`` writes most of it."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any, Final

import pytest

from hnefatafl import variants

SCRIPT: Final = Path(__file__).parents[3] / "scripts" / "new_ruleset.py"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


@pytest.mark.long
def test_nothing_is_missing_of_any_ruleset(script: dict[str, Any]) -> None:
    lacking = {name: found for name in variants.names() if (found := [*script["missing"](variants.get(name))])}
    assert lacking == {}


def test_what_is_missing_of_a_new_ruleset(script: dict[str, Any]) -> None:
    new = variants.COPENHAGEN.evolve(
        name="copen-home",
        first="defenders",
        notes="Our reading (king): he is tall.",
        source="A page, read on 2026-11-29",
    )
    places = [found.split(":")[0] for found in script["missing"](new)]
    tests, data = "tests/hnefatafl/variants/test_variants.py", "tests/data"
    assert places == [
        *("docs/_data/perft.tsv", "docs/_data/openings.tsv", tests, tests, f"{data}/differences.txt"),
        *("src/hnefatafl/describe/notes.tsv", f"{data}/sources.tsv", "docs/variants.rst"),
        "docs/_extensions/ruleset_titles.py",
    ]


def test_what_follows_is_written(script: dict[str, Any]) -> None:
    new = variants.COPENHAGEN.evolve(name="copenhagen-home", first="defenders", notes="")
    tests, told = script["written"](new).values()
    names = script["literal"]("STARTS", tests)["DIAMOND_11"].split()
    assert names == sorted(
        {*script["literal"]("STARTS", script["read"](script["TESTS"]))["DIAMOND_11"].split(), new.name}
    )
    assert new.name in script["literal"]("DEFENDERS_BEGIN", tests).split()
    assert max(map(len, tests.splitlines())) <= 120
    assert "\n\ncopenhagen-home < copenhagen\n  first: defenders instead of attackers\n\n" in told
    assert script["written"](variants.COPENHAGEN) == {file: script["read"](file) for file in script["written"](new)}
