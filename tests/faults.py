"""Small faults outside the kernel, package by package, and the named test that notices each: ``mutants.py`` plants them.

A fault names its package alone, and is found there by its text. So it stays when modules are merged.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

TESTS: Final = Path(__file__).resolve().parent
SOURCES: Final = TESTS.parent / "src"


class Mutant(NamedTuple):
    """A fault: an edit of one place in a module."""

    name: str
    module: str
    """A module of the kernel; or a package, with a slash at the end."""
    old: str
    new: str
    rule: str
    """What the edit breaks."""
    killer: str
    """The named test that fails then; with ``[...]``, one set of its parameters."""

    @property
    def package(self) -> str:
        """The package."""
        return self.module[:-1] if self.module.endswith("/") else "_kernel"

    @property
    def path(self) -> Path:
        """The module's source."""
        if not self.module.endswith("/"):
            return SOURCES / "hnefatafl" / "_kernel" / f"{self.module}.py"
        holders = [path for path in modules_of(self.package) if self.old in source_of(path)]
        assert len(holders) == 1, f"{self.name}: {len(holders)} modules of {self.package} have its text"
        return holders[0]

    @property
    def imported(self) -> str:
        """The name by which the module is imported."""
        return ".".join(self.path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")

    @property
    def is_compiled(self) -> bool:
        """Whether the module is, or may be, compiled."""
        return self.package == "_kernel" or any(self.path.parent.glob(f"{self.path.stem}.*.so"))

    def planted(self, source: str) -> str:
        """The source with the fault."""
        assert source.count(self.old) == 1, f"{self.name}: {source.count(self.old)} places in {self.module}"
        return source.replace(self.old, self.new)

    def is_killed_by(self, node: str) -> bool:
        """Whether a test is the one that fails then, or that with one set of its parameters."""
        _, found, rest = f"/{node}".partition(f"/{self.killer}")
        return bool(found) and (not rest or rest.startswith("["))


@cache
def modules_of(package: str) -> list[Path]:
    """The sources of a package, or of a module beside the packages."""
    return [*SOURCES.glob(f"*/{package}.py"), *SOURCES.glob(f"*/{package}/**/*.py")]


@cache
def source_of(path: Path) -> str:
    """The text of a source."""
    return path.read_text("utf-8")


@cache
def test_file(name: str) -> Path:
    """A file of tests, by the end of its path."""
    (path,) = TESTS.glob(f"**/{name}")
    return path


test_file.__test__ = False  # type: ignore[attr-defined] # pytest takes no helper for a test


def faults_in(package: str, *faults: tuple[str, str, str, str, str]) -> list[Mutant]:
    """The faults of a package: name, old and new text, what it breaks, and the test."""
    return [Mutant(name, f"{package}/", *rest) for name, *rest in faults]


FAULTS: Final = [
]  # fmt: skip
