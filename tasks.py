"""The tasks of the project, one command each; README.md, CONTRIBUTING.md and .ci/run call them.

    python tasks.py TASK [TASK ...]

They run in the virtual environment .venv, which setup (or, if necessary, release) creates; without it, the other tasks
run in the Python that runs this script.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent
PROGRAM = "Scripts/python.exe" if os.name == "nt" else "bin/python"
VENV = ROOT / ".venv" / PROGRAM
PYTHONS = ROOT / ".pythons"
"""What the tests on other Pythons install."""
OTHERS = ("3.12", "3.13")
PYODIDE = "314.0.7"
"""The version of npm's package pyodide, which is CPython 3.14."""
PLATFORM = ("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314", "--only-binary", ":all:")
WASM = (*PLATFORM, "--platform", "pyemscripten_2026_0_wasm32")
"""To pip, the platform of that package."""


def python(*arguments: str, **environment: str) -> None:
    """Run Python with these arguments; exit if it fails."""
    print("+", *(f"{name}={value}" for name, value in environment.items()), "python", *arguments, flush=True)
    run([str(VENV if VENV.exists() else sys.executable), *arguments], {**os.environ, **environment})


def run(command: list[str], environment: dict[str, str] | None = None, timeout: float | None = None) -> None:
    """Run a command in the project's folder; exit if it fails, or does not end within so many seconds."""
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, check=False, timeout=timeout)
    except subprocess.TimeoutExpired:
        sys.exit(f"{command[0]} was ended after {timeout} seconds")
    if done.returncode:
        sys.exit(done.returncode)


def make_venv() -> None:
    """Create .venv, if it does not exist."""
    if not VENV.exists():
        subprocess.run([sys.executable, "-m", "venv", str(ROOT / ".venv")], check=True)


def setup() -> None:
    """Create .venv with an editable installation of the library, and everything that the other tasks need."""
    make_venv()
    python("-m", "pip", "install", "--quiet", "--editable", ".[test-all,lint,docs,bench]")


def build() -> None:
    """Compile what was edited of the kernel, for the editable installation; the other tasks refuse a stale kernel."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        python("-m", "pip", "install", "--quiet", *tomllib.load(file)["build-system"]["requires"])
    python("setup.py", "--quiet", "build_ext", "--inplace", TAFL_PARTS="1")


def test() -> None:
    """Run the tests, and the doctests of the sources."""
    python("-m", "pytest", "--quiet")
    # Compiled modules have no doctests that pytest finds, so these run in a copy without them.
    with TemporaryDirectory() as folder:
        copy = Path(folder, "src")
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        doctests = ("--hypothesis-profile=ci", "--doctest-modules", str(copy / "hnefatafl"))
        python("-m", "pytest", "--quiet", "-c", "pyproject.toml", *doctests, PYTHONPATH=str(copy))


def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def core_requirements() -> list[str]:
    """What the core of the tests needs: no extras."""
    tools = [line for line in project()["optional-dependencies"]["test"] if line.startswith(("pytest>", "hypothesis>"))]
    return [*project()["dependencies"], *tools]


def find_python(version: str) -> str | None:
    """Return a Python of that version: one on the path that runs, or one of pyenv."""
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    known = sorted(pyenv.glob(f"versions/{version}.*/{PROGRAM}"))
    for path in [shutil.which(f"python{version}"), *map(str, known)]:
        # A shim of pyenv is on the path even if it leads nowhere.
        if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return path
    return None


def pythons() -> None:
    """Run the core of the tests, uncompiled, on Python 3.12 and 3.13, as far as they are found."""
    for version in OTHERS:
        if version == f"{sys.version_info.major}.{sys.version_info.minor}":
            print(f"Python {version}: runs these tasks, so all tests run on it")
            continue
        found = find_python(version)
        print(f"Python {version}: {found or 'not found, and not tested'}", flush=True)
        if found is None:
            continue
        home = PYTHONS / version
        run([found, "-m", "venv", "--clear", str(home)])
        own = str(home / PROGRAM)
        run([own, "-m", "pip", "install", "--quiet", *core_requirements()])
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        run([own, "tests/core.py", "--quick"], environment)


def pyodide() -> None:
    """Install npm's pyodide, which is CPython 3.14 in WebAssembly, for tests and for pages; needs Node and npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        message = "Pyodide is not installed, and Python 3.14 not tested: this needs node and npm"
        if os.environ.get("CI"):
            sys.exit(message)
        print(message)
        return
    home = PYTHONS / "3.14"
    package = home / "node_modules" / "pyodide" / "package.json"
    if not package.exists() or json.loads(package.read_text("utf-8"))["version"] != PYODIDE:
        shutil.rmtree(home, ignore_errors=True)
        run([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(home), f"pyodide@{PYODIDE}"])


def newest() -> None:
    """Run the core of the tests, uncompiled, on Python 3.14, as npm's pyodide brings it; needs Node and npm."""
    pyodide()
    node, home = shutil.which("node"), PYTHONS / "3.14"
    if node is None or not (home / "node_modules").exists():
        return
    packages = str(home / "packages")
    shutil.rmtree(packages, ignore_errors=True)
    python("-m", "pip", "install", "--quiet", "--no-compile", *WASM, "--target", packages, *core_requirements())
    # Without threads, what waits for another thread waits for ever.
    run([node, "tests/pyodide.mjs", str(home / "node_modules" / "pyodide"), packages], timeout=3600)


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
    """Build the documentation; every reference must resolve, every example run, and the search find its pages."""
    # All pages are written: the search loses the index entries of those that are not.
    python("-m", "sphinx", "-q", "-a", "-n", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html")
    python(
        "-m", "pytest", "--quiet", "tests/test_built_docs.py", "tests/test_live_pages.py", TAFL_DOCS="docs/_build/html"
    )
    python("-m", "sphinx", "-q", "-W", "--keep-going", "-b", "doctest", "docs", "docs/_build/doctest")


def bench() -> None:
    """Run all benchmarks briefly, as a smoke test."""
    python("benchmarks/run.py", "--quick")


def renew() -> None:
    """Regenerate generated files: types of options, schemas, the drawing of the architecture and so on."""
    python("scripts/make_typing.py")
    python("scripts/make_schemas.py")
    python("scripts/draw_architecture.py")
    python("examples/first_steps.py", "docs/_static/first_steps.svg")
    python("scripts/run_notebook.py")


def release() -> None:
    """Build and check the release files in dist: the sources, the pure wheel, and the compiled wheel of this Python."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    make_venv()
    # Only the tools: with the library itself, the editable installation would give way to a copy.
    python("-m", "pip", "install", "--quiet", *project()["optional-dependencies"]["release"])
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


_ALL = (setup, build, test, pythons, pyodide, newest, lint, types, docs, bench, renew, release)
TASKS: dict[str, Callable[[], None]] = {task.__name__: task for task in _ALL}


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
