"""The tasks of the project, one command each; README.md, CONTRIBUTING.md and .ci/run call them.

    python tasks.py TASK [TASK ...]

They run in the virtual environment .venv, which setup (or, if necessary, release) creates; without it, the other tasks
run in the Python that runs this script.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def python(*arguments: str, **environment: str) -> None:
    """Run Python with these arguments; exit if it fails."""
    own = str(VENV if VENV.exists() else sys.executable)
    print("+", *(f"{name}={value}" for name, value in environment.items()), "python", *arguments, flush=True)
    done = subprocess.run([own, *arguments], cwd=ROOT, env={**os.environ, **environment}, check=False)
    if done.returncode:
        sys.exit(done.returncode)


def make_venv() -> None:
    """Create .venv, if it does not exist."""
    if not VENV.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ROOT / ".venv")], check=True)


def setup() -> None:
    """Create .venv with an editable installation of the library, and everything that the other tasks need."""
    make_venv()
    python("-m", "pip", "install", "--quiet", "--editable", ".[test,lint,docs,bench]")


def test() -> None:
    """Run the tests, and the doctests of the sources."""
    python("-m", "pytest", "--quiet")
    # Compiled modules have no doctests that pytest finds, so these run in a copy without them.
    with TemporaryDirectory() as folder:
        copy = Path(folder, "src")
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        doctests = ("--hypothesis-profile=ci", "--doctest-modules", str(copy / "hnefatafl"))
        python("-m", "pytest", "--quiet", "-c", "pyproject.toml", *doctests, PYTHONPATH=str(copy))


def lint() -> None:
    """Check the style of the code."""
    python("-m", "ruff", "check", ".")
    python("-m", "ruff", "format", "--check", ".")


def types() -> None:
    """Check all types, and that every public name has one."""
    own = str(VENV if VENV.exists() else sys.executable)
    python("-m", "mypy")
    python("-m", "pyright", "--pythonpath", own)
    verify = ("--verifytypes", "hnefatafl", "--ignoreexternal")
    python("-m", "pyright", "--pythonpath", own, *verify, PYTHONPATH="src")


def docs() -> None:
    """Build the documentation; every reference must resolve and every example must run."""
    python("-m", "sphinx", "-q", "-n", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html")
    python("-m", "sphinx", "-q", "-W", "--keep-going", "-b", "doctest", "docs", "docs/_build/doctest")


def bench() -> None:
    """Run all benchmarks briefly, as a smoke test."""
    python("benchmarks/run.py", "--quick")


def renew() -> None:
    """Regenerate generated files: types of options, schemas, the drawing of the architecture and so on."""
    python("scripts/make_typing.py")
    python("scripts/make_schemas.py")
    python("scripts/draw_architecture.py")
    python("examples/first_steps.py", "examples/first_steps.svg")
    python("scripts/run_notebook.py")


def release() -> None:
    """Build and check the release files in dist: the sources, the pure wheel, and the compiled wheel of this Python."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    make_venv()
    # Only the tools: with the library itself, the editable installation would give way to a copy.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    python("-m", "pip", "install", "--quiet", *project["optional-dependencies"]["release"])
    python("-m", "build", "--sdist")
    python("-m", "build", "--wheel", TAFL_PURE="1")
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    python("-m", "build", "--wheel")
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "dist").iterdir())
    wheels = [name for name in files if name.endswith(".whl")]
    if len(wheels) != 2:
        sys.exit(f"a pure wheel and a compiled one were expected, not {', '.join(wheels)}")
    python("-m", "twine", "check", "--strict", *files)
    python("-m", "check_wheel_contents", *wheels)


TASKS: dict[str, Callable[[], None]] = {
    task.__name__: task for task in (setup, test, lint, types, docs, bench, renew, release)
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in TASKS]
    if unknown or not names:
        print(*(f"there is no task {name}" for name in unknown), sep="\n", file=sys.stderr)
        for name, task in TASKS.items():
            print(f"python tasks.py {name:8} {task.__doc__}")
        return 2 if unknown else 0
    for name in names:
        TASKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
