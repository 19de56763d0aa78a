"""What keeps a release from being published, and what the page of a package index shows."""

from __future__ import annotations

import re
import runpy
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CHECKED = ("pyproject.toml", "CHANGELOG.md", "CITATION.cff", "src/hnefatafl/_version.py")


@pytest.fixture
def check() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "check_release.py"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files that are checked, to be changed."""
    for name in CHECKED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_addresses_that_nobody_owns_are_refused(check: dict[str, Any], copy: Path) -> None:
    """The owner writes the real ones into pyproject.toml, and nowhere else."""
    page = copy / "pyproject.toml"
    text = re.sub(r"https://tafl\.example", "https://tafl.org", page.read_text("utf-8"))
    page.write_text(text, "utf-8")
    assert check["reserved_addresses"](copy) == []
    replace(page, 'Source = "https://tafl.org/source"', 'Source = "https://www.example.org/source"')
    assert check["reserved_addresses"](copy) == [
        "pyproject.toml: https://www.example.org/source is nobody's address: set Source in [project.urls]"
    ]


def test_the_version_is_the_same_everywhere(check: dict[str, Any], copy: Path) -> None:
    assert check["wrong_versions"](ROOT) == []
    replace(copy / "CITATION.cff", "license: MIT", "date-released: 2030-01-02\nlicense: MIT")
    (fault,) = check["wrong_versions"](copy)
    assert fault.startswith("CITATION.cff, date-released: '2030-01-02'")
    replace(copy / "src/hnefatafl/_version.py", '__version__ = "', '__version__ = "9')
    assert [fault.partition(":")[0] for fault in check["wrong_versions"](copy)] == [
        "CHANGELOG.md, the first version",
        "CITATION.cff, version",
        "CITATION.cff, date-released",
    ]


def test_a_version_without_a_date_is_not_published(check: dict[str, Any], copy: Path) -> None:
    page = copy / "CHANGELOG.md"
    page.write_text("# Changelog\n\n## 2.1.0 (unreleased)\n\n## 2.0.0 (2030-01-02)\n", "utf-8")
    assert check["undated_release"](copy) == ["CHANGELOG.md: 2.1.0 is unreleased: write its date there"]
    page.write_text("# Changelog\n\n## 2.0.0 (2030-01-02)\n", "utf-8")
    assert check["undated_release"](copy) == []
    assert check["listed_release"](copy) == ("2.0.0", "2030-01-02")
    assert "CITATION.cff, date-released: '', not '2030-01-02'" in check["wrong_versions"](copy)


def test_wheels_for_one_machine_are_refused(check: dict[str, Any]) -> None:
    good = ["tafl-1.tar.gz", "tafl-1-py3-none-any.whl", "tafl-1-cp311-cp311-manylinux_2_17_x86_64.whl"]
    assert check["refused_files"](good) == []
    assert check["refused_files"](["tafl-1-cp311-cp311-linux_x86_64.whl"]) == [
        "tafl-1-cp311-cp311-linux_x86_64.whl: a package index takes no wheels for this system",
        "the pure wheel is missing",
        "the source distribution is missing",
    ]


def test_the_page_of_an_index_has_no_link_into_a_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("setuptools")
    monkeypatch.setenv("TAFL_PURE", "1")
    page = runpy.run_path(str(ROOT / "setup.py"))["description"]()
    links = re.findall(r'\]\(([^)]+)\)|(?:src|href)="([^"]+)"', page)
    assert len(links) > 8
    assert [link for pair in links for link in pair if link and not link.startswith("https://")] == []
    assert "project's folder" not in page
    assert "pip install tafl" in page
    assert "pip install tafl" not in (ROOT / "README.md").read_text("utf-8"), "a checkout is no release"


def test_groups_and_extras_name_each_other_rightly() -> None:
    found = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras, groups = found["project"]["optional-dependencies"], found["dependency-groups"]
    named = {name for line in extras["all"] for name in re.findall(r"\[(.*)\]", line)[0].split(",")}
    assert named == {*extras} - {"all", "test", "testing"}
    used = set(re.findall(r"--group[= ]([\w-]+)", (ROOT / ".ci" / "run").read_text("utf-8")))
    assert used
    assert used <= {*groups}
