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
PAGES = ROOT / "src" / "tafl" / "web" / "rules"
"""Where pages find the rules in WebAssembly."""
PYTHONS = ROOT / ".pythons"
"""What the tests on other Pythons install."""
BETWEEN = "3.13"
"""A Python between the oldest and the newest."""
PYODIDE = {"3.14": "314.0.7", "3.15": "315.0.0-alpha.2"}
"""Of npm's package pyodide, the version for pages and that of the newest Python, by the Pythons that they are."""
PLATFORM = ("--python-version", "3.15", "--implementation", "cp", "--abi", "cp315", "--abi", "none")
WASM = (*PLATFORM, "--only-binary", ":all:", "--platform", "pyemscripten_2026_5_wasm32", "--platform", "any")
"""To pip, the platform of the newest Python."""


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


def install(*arguments: str, groups: tuple[str, ...]) -> None:
    """Install groups of pyproject.toml and more; the pip of a fresh environment does not know groups."""
    python("-m", "pip", "install", "--quiet", "pip>=25.1")
    python("-m", "pip", "install", "--quiet", *arguments, *(f"--group={group}" for group in groups))


def setup() -> None:
    """Create .venv with an editable installation of the library, and everything that the other tasks need."""
    make_venv()
    install("--editable", ".[all,test]", groups=("test-all", "lint", "docs", "bench"))


def build() -> None:
    """Compile what was edited of the kernel, for the editable installation; the other tasks refuse a stale kernel."""
    install("setuptools>=77", groups=("kernel", "compile"))
    python("setup.py", "--quiet", "build_ext", "--inplace")


def test() -> None:
    """Run the tests, and the doctests of the sources."""
    python("-m", "pytest", "--quiet")
    # Compiled modules have no doctests that pytest finds, so these run in a copy without them.
    with TemporaryDirectory() as folder:
        copy = Path(folder, "src")
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        doctests = ("--hypothesis-profile=ci", "--doctest-modules", str(copy))
        python("-m", "pytest", "--quiet", "-c", "pyproject.toml", *doctests, PYTHONPATH=str(copy))


def configuration() -> dict[str, Any]:
    """What stands in pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def core_tools() -> list[str]:
    """What runs the core of the tests."""
    light = configuration()["project"]["optional-dependencies"]["test"]
    return [line for line in light if line.startswith(("pytest>", "hypothesis>"))]


def core_requirements() -> list[str]:
    """What the core of the tests needs: no extras."""
    return [*configuration()["dependency-groups"]["run"], *core_tools()]


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
    """Run the core of the tests, uncompiled, on Python 3.13, if it is found."""
    if f"{sys.version_info.major}.{sys.version_info.minor}" == BETWEEN:
        print(f"Python {BETWEEN}: runs these tasks, so all tests run on it")
        return
    found = find_python(BETWEEN)
    print(f"Python {BETWEEN}: {found or 'not found, and not tested'}", flush=True)
    if found is None:
        return
    home = PYTHONS / BETWEEN
    run([found, "-m", "venv", "--clear", str(home)])
    own = str(home / PROGRAM)
    run([own, "-m", "pip", "install", "--quiet", *core_requirements()])
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    run([own, "tests/core.py", "--quick"], environment)


def pyodide(version: str = "3.14") -> None:
    """Install npm's pyodide, which is CPython in WebAssembly, for pages and their tests; needs Node and npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        message = f"Pyodide is not installed, and Python {version} not tested: this needs node and npm"
        if os.environ.get("CI"):
            sys.exit(message)
        print(message)
        return
    home = PYTHONS / version
    package = home / "node_modules" / "pyodide" / "package.json"
    if not package.exists() or json.loads(package.read_text("utf-8"))["version"] != PYODIDE[version]:
        shutil.rmtree(home, ignore_errors=True)
        wanted = f"pyodide@{PYODIDE[version]}"
        run([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(home), wanted])


def wasm() -> None:
    """Write the kernel and the search in AssemblyScript, and build their modules in wasm/build; needs Node and npm."""
    npm = shutil.which("npm")
    if npm is None:
        message = "no modules are built in wasm/build: this needs node and npm"
        if os.environ.get("CI"):
            sys.exit(message)
        print(message)
        return
    home = ROOT / "wasm"
    (home / "build").mkdir(exist_ok=True)
    run([npm, "ci", "--silent", "--no-audit", "--no-fund", "--prefix", str(home)])
    # The one that checks every index and counts the blocks first, so that the source that stays is that of the others.
    for name, flags in (("checked", ("--cover",)), ("compared", ())):
        python("-m", "transpiler", "wasm/build/kernel.ts", *flags, PYTHONPATH=os.pathsep.join(["src", "wasm"]))
        run([npm, "run", "--silent", "--prefix", str(home), name])


def newest() -> None:
    """Run the core of the tests, uncompiled, on Python 3.15, as npm's pyodide brings it; needs Node and npm."""
    pyodide("3.15")
    node, home = shutil.which("node"), PYTHONS / "3.15"
    if node is None or not (home / "node_modules").exists():
        return
    packages = str(home / "packages")
    shutil.rmtree(packages, ignore_errors=True)
    python("-m", "pip", "install", "--quiet", "--no-compile", *WASM, "--target", packages, *core_requirements())
    # Without threads, what waits for another thread waits for ever.
    run([node, "tests/pyodide.mjs", str(home / "node_modules" / "pyodide"), packages], timeout=3600)


def mypyc() -> None:
    """Say what the newest mypy (or TAFL_MYPY) changes in the C that we edit; try the kernel that it compiles."""
    groups = configuration()["dependency-groups"]
    wanted = os.environ.get("TAFL_MYPY", "mypy[mypyc]")
    others = [
        *groups["kernel"],
        *(line for line in groups["compile"] if not line.startswith("mypy[")),
        "setuptools>=77",
    ]
    told: dict[str, Path] = {}
    own = ""
    for name, mypy in {"tried": groups["compile"][0], "newest": wanted}.items():
        home = PYTHONS / f"mypy-{name}"
        run([sys.executable, "-m", "venv", "--clear", str(home)])
        own = str(home / PROGRAM)
        run([own, "-m", "pip", "install", "--quiet", mypy, *others])
        told[name] = PYTHONS / f"mypy-{name}.txt"
        run([own, "scripts/count_edits.py", str(told[name])])
    run([own, "scripts/count_edits.py", "--compare", *map(str, told.values())])
    run([own, "-m", "pip", "install", "--quiet", "--no-build-isolation", "."])
    run([own, "tests/smoke.py"])


def lint() -> None:
    """Check the style of the code."""
    python("-m", "ruff", "check", ".")
    python("-m", "ruff", "format", "--check", ".")


def types() -> None:
    """Check all types, and that every public name has one."""
    own = str(VENV if VENV.exists() else sys.executable)
    python("-m", "mypy")
    python("-m", "pyright", "--pythonpath", own)
    for package in ("hnefatafl", "tafl"):
        verify = ("--verifytypes", package, "--ignoreexternal")
        python("-m", "pyright", "--pythonpath", own, *verify, PYTHONPATH="src")


def docs() -> None:
    """Build the documentation; every reference must resolve, live examples run, and the search find its pages."""
    # All pages are written: the search loses the index entries of those that are not.
    python("-m", "sphinx", "-q", "-a", "-n", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html")
    python(
        "-m", "pytest", "--quiet", "tests/test_built_docs.py", "tests/test_live_pages.py", TAFL_DOCS="docs/_build/html"
    )


def bench() -> None:
    """Run all benchmarks briefly; fail where a ratio falls below 4/5 of its best, or a count of instructions rises."""
    python("benchmarks/instructions.py", "--hold")
    python("benchmarks/run.py", "--quick", "--hold")


def renew() -> None:
    """Regenerate generated files: types of options, schemas, the drawing of the architecture and so on."""
    python("scripts/make_typing.py")
    python("scripts/make_schemas.py")
    python("scripts/draw_architecture.py")
    python("examples/first_steps.py", "docs/_static/first_steps.svg")
    python("scripts/run_notebook.py")


def new_ruleset(name: str) -> None:
    """(NAME) Write what tests and documentation keep of each shipped ruleset for a new one; list the rest."""
    python("scripts/make_perft.py", "--missing")
    python("scripts/make_openings.py", "--missing")
    python("scripts/new_ruleset.py", name)


def new_dialect(name: str) -> None:
    """(NAME) Write the module of a new dialect of records, and its places; list the rest."""
    python("scripts/new_dialect.py", name)


def board() -> None:
    """Write the interactive board as a package of npm to dist/tafl-board, and pack it if npm is found."""
    python("scripts/make_board.py", "dist/tafl-board")
    npm = shutil.which("npm")
    if npm is not None:
        run([npm, "pack", "--silent", "--pack-destination", "dist", "./dist/tafl-board"])


def rules() -> None:
    """Write the rules and the search for JavaScript as a package of npm to dist/tafl-rules, pack it, for pages too."""
    wasm()
    home = ROOT / "wasm"
    npm = shutil.which("npm")
    if npm is None:
        return
    python("scripts/make_rules.py", "dist/tafl-rules")
    run([npm, "run", "--silent", "--prefix", str(home), "package"])
    run([npm, "pack", "--silent", "--pack-destination", "dist", "./dist/tafl-rules"])
    # What pages load of it lies in the installed package, if it was built before.
    unused = shutil.ignore_patterns("*.d.ts", "*.md", "*.mjs", "package.json", "LICENSE")
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "dist" / "tafl-rules", PAGES, ignore=unused)


def wheel() -> None:
    """Build a wheel as people do who have no release, and try it."""
    make_venv()
    install(groups=("release",))
    with TemporaryDirectory() as folder:
        try_wheel(build_wheel(folder), compiled=shutil.which("cc") is not None)


def build_wheel(folder: str, **environment: str) -> Path:
    """Build the wheel of this Python; one that is compiled on Linux is named after all Linux systems that it fits."""
    python("-m", "build", "--quiet", "--wheel", "--outdir", folder, **environment)
    (built,) = Path(folder).glob("*.whl")
    if "-linux_" in built.name:
        # auditwheel looks for a program of its group in the path.
        path = os.pathsep.join([str(VENV.parent), os.environ["PATH"]])
        python("-m", "auditwheel", "repair", "--wheel-dir", folder, str(built), PATH=path)
        built.unlink()
        (built,) = Path(folder).glob("*.whl")
    return built


def try_wheel(built: Path, compiled: bool) -> None:
    """Install a wheel where there is nothing, not even a compiler; replay records, and do what newcomers do."""
    with TemporaryDirectory() as folder:
        run([sys.executable, "-m", "venv", folder])
        own = str(Path(folder, PROGRAM))
        alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | {"PATH": ""}
        run([own, "-m", "pip", "install", "--quiet", "--only-binary=:all:", str(built)], alone)
        run([own, "-c", f"import hnefatafl; assert hnefatafl.COMPILED is {compiled}, hnefatafl.COMPILED"], alone)
        run([own, "-m", "tafl", "replay", "examples/games"], alone)
        run([own, "tests/smoke.py"], alone)


def release() -> None:
    """Build, try and check in dist the sources, the pure wheel and this Python's; say what keeps them unpublished."""
    rules()  # for pages
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    make_venv()
    # Only the tools: with the library itself, the editable installation would give way to a copy.
    install(groups=("release",))
    python("-m", "build", "--quiet", "--sdist")
    for pure in (True, False):
        with TemporaryDirectory() as folder:
            built = build_wheel(folder, **({"TAFL_PURE": "1"} if pure else {"TAFL_WHOLE": "1"}))
            try_wheel(built, compiled=not pure)
            shutil.move(built, ROOT / "dist")
        shutil.rmtree(ROOT / "build", ignore_errors=True)
    python("scripts/check_release.py", "dist")


_CHECKS = (setup, build, test, pythons, pyodide, newest, mypyc, lint, types, docs, bench)
_ALL = (*_CHECKS, renew, board, wasm, rules, wheel, release)
TASKS: dict[str, Callable[[], None]] = {task.__name__: task for task in _ALL}

NAMED: dict[str, Callable[[str], None]] = {"new-ruleset": new_ruleset, "new-dialect": new_dialect}
"""The tasks that take a name."""


def main(names: list[str]) -> int:
    if len(names) == 2 and names[0] in NAMED:
        NAMED[names[0]](names[1])
        return 0
    unknown = [name for name in names if name not in TASKS]
    if unknown or not names:
        print(*(f"there is no task {name}" for name in unknown), sep="\n", file=sys.stderr)
        for name, task in TASKS.items():
            print(f"python tasks.py {name:8} {task.__doc__}")
        for name, named in NAMED.items():
            print(f"python tasks.py {name} {named.__doc__}")
        return 2 if unknown else 0
    for name in names:
        TASKS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
