"""Check the release files in a folder, and say what keeps them from being published.

    python scripts/check_release.py dist

`python tasks.py release` calls it, and so does the workflow that publishes. It exits with 1 if there is a fault.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
RESERVED = (".example", ".invalid", ".test", ".localhost", "example.com", "example.net", "example.org")
"""The ends of names that nobody can own (RFC 2606, RFC 6761)."""
REFUSED = re.compile(r"-(linux_|cygwin|mingw)")
"""Systems for which a package index takes no wheels: what runs on one Linux need not run on another."""


def read(name: str, root: Path) -> str:
    return (root / name).read_text("utf-8")


def found(pattern: str, text: str) -> str:
    """What the first group of a pattern finds, or nothing."""
    place = re.search(pattern, text, re.MULTILINE)
    return place[1] if place else ""


def reserved_addresses(root: Path = ROOT) -> list[str]:
    """The addresses of the project that lead nowhere yet."""
    urls: dict[str, str] = tomllib.loads(read("pyproject.toml", root))["project"]["urls"]
    hosts = {name: f".{urlsplit(url).hostname}" for name, url in urls.items()}
    return [
        f"pyproject.toml: {urls[name]} is nobody's address: set {name} in [project.urls]"
        for name, host in hosts.items()
        if host.endswith(RESERVED)
    ]


def listed_release(root: Path = ROOT) -> tuple[str, str]:
    """The first version of the changelog, and its date; without a date it is one that is being made."""
    heading = re.search(r"^## (\d\S*) \((?:unreleased|([-\d]+))\)$", read("CHANGELOG.md", root), re.MULTILINE)
    return (heading[1], heading[2] or "") if heading else ("", "")


def undated_release(root: Path = ROOT) -> list[str]:
    """The version without a date."""
    version, date = listed_release(root)
    return [] if date else [f"CHANGELOG.md: {version} is unreleased: write its date there"]


def wrong_versions(root: Path = ROOT) -> list[str]:
    """Where the version and its date are not those of the changelog's first release."""
    version = found(r'^__version__ = "(.+)"$', read("src/hnefatafl/_version.py", root))
    citation = read("CITATION.cff", root)
    listed, date = listed_release(root)
    told = {
        # What is being made has a candidate's version.
        "CHANGELOG.md, the first version": (listed, version if date else re.sub(r"(a|b|rc)\d+$", "", version)),
        "CITATION.cff, version": (found(r"^version: (.+)$", citation), version),
        "CITATION.cff, date-released": (found(r"^date-released: (.+)$", citation), date),
    }
    return [f"{place}: {is_!r}, not {should!r}" for place, (is_, should) in told.items() if is_ != should]


def refused_files(names: Sequence[str]) -> list[str]:
    """The files that a package index refuses, and what is missing."""
    faults = [f"{name}: a package index takes no wheels for this system" for name in names if REFUSED.search(name)]
    if not any(name.endswith("-none-any.whl") for name in names):
        faults.append("the pure wheel is missing")
    if not any(name.endswith(".tar.gz") for name in names):
        faults.append("the source distribution is missing")
    return faults


def main(folder: str) -> int:
    files = sorted(Path(folder).iterdir())
    for file in files:
        print(f"{file.stat().st_size / 2**20:6.2f} MB  {file.name}")
    checks = [["twine", "check", "--strict", *map(str, files)]]
    checks += [["check_wheel_contents", *(str(file) for file in files if file.suffix == ".whl")]]
    failed = [check[0] for check in checks if subprocess.run([sys.executable, "-m", *check], check=False).returncode]
    faults = [f"{name} found a fault" for name in failed]
    faults += [*refused_files([file.name for file in files]), *wrong_versions(), *undated_release()]
    faults += reserved_addresses()
    print(*(f"not to be published: {fault}" for fault in faults), sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
