"""What is written about the library: examples that are true, nothing left out, no wrong command."""

from __future__ import annotations

import doctest
import pkgutil
import re
from fnmatch import fnmatchcase
from pathlib import Path

import attrs
import pytest

import hnefatafl
from hnefatafl.options import Repetition, Shieldwall, Zone
from hnefatafl.rules import Ruleset

ROOT = Path(__file__).parents[1]
TEXTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.rst"))]

INNER = re.compile(r"hnefatafl\.(kernel\.\w+|notation\.otn_\w+|cli\.\w+|__main__|.*\b_\w+)")
"""Modules that are for the library's own use."""


def public_modules() -> set[str]:
    walked = pkgutil.walk_packages(hnefatafl.__path__, "hnefatafl.")
    return {module.name for module in walked if not INNER.fullmatch(module.name)}


def documented_modules() -> dict[str, str]:
    """The page of the reference on which each module stands."""
    pages = (ROOT / "docs" / "reference").glob("*.rst")
    return {
        module: page.stem
        for page in pages
        for module in re.findall(r"^\.\. automodule:: hnefatafl\.(\S+)$", page.read_text("utf-8"), re.MULTILINE)
    }


def test_every_public_module_has_its_page() -> None:
    documented = documented_modules()
    assert {f"hnefatafl.{module}" for module in documented} == public_modules()
    index = (ROOT / "docs" / "reference" / "index.rst").read_text("utf-8")
    assert set(documented.values()) <= set(re.findall(r"^   (\S+)$", index, re.MULTILINE))


@pytest.mark.parametrize("options", [Ruleset, Zone, Shieldwall, Repetition], ids=lambda c: c.__name__)
def test_every_option_is_explained(options: type) -> None:
    text = (ROOT / "docs" / "rules.rst").read_text("utf-8")
    explained = set(re.findall(rf"{options.__name__}\.(\w+)[`>]", text))
    labels = Ruleset.LABELS | {"squares"}
    assert {field.name for field in attrs.fields(options)} - labels <= explained


def test_every_ruleset_is_listed_once() -> None:
    text = (ROOT / "docs" / "variants.rst").read_text("utf-8")
    patterns = [p for line in re.findall(r"^\.\. rulesets:: (.+)$", text, re.MULTILINE) for p in line.split()]
    for name in hnefatafl.variants.names():
        assert len([pattern for pattern in patterns if fnmatchcase(name, pattern)]) == 1, name
    result = doctest.testfile(str(ROOT / "docs" / "variants.rst"), module_relative=False, encoding="utf-8")
    assert result.attempted > 2
    assert result.failed == 0


def test_the_examples_of_the_readme_are_true() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    found = doctest.DocTestParser().get_doctest(examples, {}, "README.md", "README.md", 0)
    assert len(found.examples) > 5
    assert doctest.DocTestRunner().run(found).failed == 0


def test_the_examples_of_the_first_steps_are_true() -> None:
    result = doctest.testfile(str(ROOT / "docs" / "start.rst"), module_relative=False, encoding="utf-8")
    assert result.attempted > 20
    assert result.failed == 0


@pytest.mark.parametrize("name", TEXTS)
def test_nobody_is_told_to_install_the_wrong_distribution(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    assert not re.search(r"(install|add|require)\b[^\n`]*\bhnefatafl\b", text, re.IGNORECASE)


def test_the_readme_gives_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    head = "\n".join(text.splitlines()[:30])
    assert "python -m venv .venv && .venv/bin/python -m pip install . && .venv/bin/tafl replay examples/games" in head
    assert "python -m venv .venv && .venv/bin/python -m pip install -e '.[test]' && .venv/bin/python -m pytest" in head
