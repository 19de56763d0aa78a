"""What the installed build is, and that the uncompiled one gets by without librt."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import inspect
import os
import pkgutil
import pydoc
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import hnefatafl
import hnefatafl._kernel

ROOT = Path(__file__).parents[1]

SCRIPT = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "librt":
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Nothing())
import hnefatafl
from hnefatafl import Position, perft, playout, variants
position = Position.initial(variants.BRANDUBH)
assert perft(position, 3) == 39512
game = playout(Position.initial(variants.COPENHAGEN), seed=1)
assert game.plies > 100
assert game.position.outcome == game.outcome
print(type(position._cells).__name__)
"""


@pytest.mark.needs_host
def test_the_uncompiled_kernel_runs_without_librt() -> None:
    """Where librt has no wheel, lists take its place in the uncompiled package."""
    if hnefatafl.COMPILED:
        pytest.skip("this build is compiled, and compiled code needs librt")
    root = str(Path(hnefatafl.__file__).parents[1])
    out = subprocess.run(
        [sys.executable, "-c", SCRIPT], env={"PYTHONPATH": root}, capture_output=True, text=True, check=True
    )
    assert out.stdout == "list\n"


def test_compiled_tells_which_kernel_runs() -> None:
    from hnefatafl._kernel import tables

    uncompiled = str(tables.__file__).endswith(".py")
    assert hnefatafl.COMPILED is not uncompiled


def test_all_of_the_kernel_is_compiled_or_nothing() -> None:
    """Uncompiled code must not call compiled code with a vector, which would never be freed."""
    names = [info.name for info in pkgutil.iter_modules(hnefatafl._kernel.__path__, "hnefatafl._kernel.")]
    assert len(names) > 10
    uncompiled = {f"hnefatafl._kernel.{name}" for name in ("compiler", "interrupts", "vectors")}
    for name in set(names) - uncompiled:
        assert str(importlib.import_module(name).__file__).endswith(".py") is not hnefatafl.COMPILED, name


COMPILER = """#!/bin/sh
for word in "$@"; do
    case "$word" in -Werror|*{fails}.c) echo "$word: cannot" >&2; exit 1;; esac
done
while [ "$1" != "-o" ]; do shift; done
echo made > "$2"
"""
"""Makes something of every file but one."""


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
@pytest.mark.parametrize("inplace", [False, True], ids=["apart", "beside the sources"])
@pytest.mark.parametrize("fails", ["large", "small", "none"])
def test_all_extension_modules_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str, inplace: bool
) -> None:
    """A compiler that fails on one file, as for want of memory on the large one, leaves the sources uncompiled."""
    setuptools = pytest.importorskip("setuptools")
    command = runpy.run_path(str(ROOT / "setup.py"))["AllOrNothing"]
    monkeypatch.setitem(command.build_extensions.__globals__, "parts_folder", lambda: "parts")
    monkeypatch.chdir(tmp_path)
    compiler = tmp_path / "cc"
    compiler.write_text(COMPILER.format(fails=fails))
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("LDSHARED", str(compiler))
    package = tmp_path / "src" / "package"
    package.mkdir(parents=True)
    modules = [setuptools.Extension(name, [f"{name.split('.')[-1]}.c"]) for name in ("large", "package.small")]
    for module in modules:
        Path(module.sources[0]).touch()
    old = package / f"small{sysconfig.get_config_var('EXT_SUFFIX')}"
    old.write_text("of an earlier build")
    values = {"name": "x", "ext_modules": modules, "package_dir": {"": "src"}, "packages": ["package"]}
    build = command(setuptools.Distribution(values))
    build.inplace = inplace
    build.ensure_finalized()
    build.run()
    made = {path.name.split(".")[0] for path in tmp_path.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}")}
    earlier = set[str]() if inplace else {"small"}
    assert made == ({"large", "small"} if fails == "none" else earlier)


GCC = """#!/bin/sh
case "$*" in *--version) echo "gcc, a program of the Free Software Foundation"; exit;; esac
echo "$@" >> {log}
while [ "$1" != "-o" ]; do shift; done
echo made > "$2"
"""
"""Writes down what it was asked for."""


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
@pytest.mark.parametrize("inplace", [False, True], ids=["apart", "beside the sources"])
def test_a_release_is_guided_by_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, inplace: bool) -> None:
    """gcc compiles it, games are played with what it made, and it compiles it once more, guided by them."""
    setuptools = pytest.importorskip("setuptools")
    monkeypatch.setenv("TAFL_WHOLE", "1")
    command = runpy.run_path(str(ROOT / "setup.py"))["AllOrNothing"]
    monkeypatch.setitem(command.guide.__globals__, "HERE", tmp_path)
    monkeypatch.chdir(tmp_path)
    log = tmp_path / "log"
    Path("cc").write_text(GCC.format(log=log))
    Path("cc").chmod(0o755)
    monkeypatch.setenv("CC", str(tmp_path / "cc"))
    monkeypatch.setenv("LDSHARED", str(tmp_path / "cc"))
    for folder in ("src/package", "scripts"):
        Path(folder).mkdir(parents=True)
    made = f"package/small{sysconfig.get_config_var('EXT_SUFFIX')}"
    Path("scripts/guide_compiler.py").write_text(
        f"import pathlib, sys\n(found,) = [p for p in sys.path if pathlib.Path(p, {made!r}).exists()]\n"
        f"open({str(log)!r}, 'a').write('games\\n')\n"
    )
    Path("small.c").touch()
    module = setuptools.Extension("package.small", ["small.c"])
    values = {"name": "x", "ext_modules": [module], "package_dir": {"": "src"}, "packages": ["package"]}
    build = command(setuptools.Distribution(values))
    build.inplace = inplace
    build.ensure_finalized()
    build.run()
    asked = log.read_text().splitlines()
    counted = [any("-fprofile-generate=" in word for word in each.split()) for each in asked]
    guided = [any("-fprofile-use=" in word for word in each.split()) for each in asked]
    assert [each == "games" for each in asked] == [False, False, True, False, False]
    assert counted == [True, True, False, False, False]
    assert guided == [False, False, False, True, False]
    assert (tmp_path / "src" / made).exists() == inplace


@pytest.mark.skipif(sys.platform == "win32", reason="the compiler is a shell script")
def test_only_what_was_edited_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In parts, an object stays if it is younger than its source, the headers and setup.py."""
    setuptools = pytest.importorskip("setuptools")
    monkeypatch.delenv("TAFL_WHOLE", raising=False)
    names = runpy.run_path(str(ROOT / "setup.py"))
    monkeypatch.setitem(names["AllOrNothing"].build_extensions.__globals__, "parts_folder", lambda: "parts")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cc").write_text(COMPILER.format(fails="none"))
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.setenv("CC", str(tmp_path / "cc"))
    monkeypatch.setenv("LDSHARED", str(tmp_path / "cc"))
    sources = ["changed.c", "kept.c"]
    (tmp_path / "lib-rt").mkdir()

    def build(*touched: str) -> set[str]:
        """Build with these younger than all that is built; return which of the objects are new."""
        for name in (*sources, "x.h", "lib-rt/of_mypyc.h"):
            (tmp_path / name).touch()
            os.utime(tmp_path / name, (10**9, 10**9))
        for path in tmp_path.rglob("*.o"):
            path.write_text("of an earlier build")
        for name in touched:
            os.utime(tmp_path / name, (2 * 10**10, 2 * 10**10))
        module = setuptools.Extension("whole", sources, depends=["x.h", "lib-rt/of_mypyc.h"])
        command = names["AllOrNothing"](setuptools.Distribution({"name": "x", "ext_modules": [module]}))
        command.force = True
        command.ensure_finalized()
        command.run()
        return {path.stem for path in tmp_path.rglob("*.o") if path.read_text() == "made\n"}

    assert build() == {"changed", "kept"}
    assert build() == set()
    assert build("changed.c") == {"changed"}
    assert build("x.h") == {"changed", "kept"}
    assert build("lib-rt/of_mypyc.h") == set()  # which each isolated build installs anew


def test_a_wheel_has_two_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed from sources has two files of C for its hot modules; the editable build has one for each."""
    pytest.importorskip("setuptools")
    monkeypatch.delenv("TAFL_WHOLE", raising=False)
    names = runpy.run_path(str(ROOT / "setup.py"))
    assert names["IN_PARTS"]
    assert not names["IN_UNITS"]
    monkeypatch.setitem(names["join_units"].__globals__, "parts_folder", lambda: str(tmp_path))
    compiled = [name.removeprefix("src/").removesuffix(".py").replace("/", ".") for name in names["COMPILED"]]
    sources = [str(tmp_path / f"__native_{name.replace('.', '___')}.c") for name in [*compiled, "tafl"]]
    for source in sources:
        Path(source).write_text(f"{Path(source).stem}\n")
    joined = names["join_units"](sources)
    assert [Path(source).stem for source in joined] == [
        "kernel",
        "search",
        "__native_hnefatafl___support___pure",
        "__native_tafl",
    ]
    lines = [line for source in joined for line in Path(source).read_text().splitlines()]
    assert sorted(lines) == sorted(Path(source).stem for source in sources)
    os.utime(joined[0], (10**9, 10**9))
    assert names["join_units"](sources) == joined
    assert os.path.getmtime(joined[0]) == 10**9  # so it is not compiled again
    Path(sources[0]).write_text("edited\n")
    names["join_units"](sources)
    assert os.path.getmtime(joined[0]) > 10**9


TRANSLATION = """
import runpy
extensions = runpy.run_path({setup!r})["extensions"]
extensions.__globals__["can_compile"] = lambda: True
print(*(extension.name for extension in extensions()))
"""


@pytest.mark.needs_host
def test_a_release_is_translated_and_edited(tmp_path: Path) -> None:
    """Its C is one file, other than that of any build that the other tests run on. No compiler is asked here."""
    pytest.importorskip("mypyc")
    (tmp_path / "src").symlink_to(ROOT / "src", target_is_directory=True)
    script = TRANSLATION.format(setup=str(ROOT / "setup.py"))
    environment = os.environ | {"TAFL_WHOLE": "1", "MYPYPATH": str(tmp_path / "src")}
    made = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert "hnefatafl.play._position" in made.stdout.split(), made.stderr
    assert "not compiled" not in made.stderr


@pytest.mark.needs_host
def test_a_kernel_that_is_not_that_of_its_sources_is_refused(tmp_path: Path) -> None:
    """In a checkout only, and only if it is compiled: whoever edits the kernel must not test the one before."""
    home = Path(hnefatafl.__file__).parents[1]
    shutil.copytree(home, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    kernel = tmp_path / "src" / "hnefatafl" / "_kernel" / "captures.py"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "src"), "PYTHONDONTWRITEBYTECODE": "1"}

    def told() -> str:
        command = [sys.executable, "-c", "import hnefatafl; print(hnefatafl.__file__)"]
        out = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return (out.stdout or out.stderr).splitlines()[-1]

    imported = str(tmp_path / "src" / "hnefatafl" / "__init__.py")
    (tmp_path / "setup.py").touch()
    assert told() == imported
    kernel.write_text(kernel.read_text("utf-8") + "\n", "utf-8")
    stale = "hnefatafl.errors.StaleKernelError: the kernel that you edited is not the one that runs"
    refused = f"{stale} (src/hnefatafl/_kernel/captures.py): python tasks.py build"
    assert told() == (refused if hnefatafl.COMPILED else imported)
    kernel.unlink()
    if hnefatafl.COMPILED:
        assert told() == refused
        (tmp_path / "setup.py").unlink()
        assert told() == imported


def test_no_warning_stops_the_compiler() -> None:
    """mypyc asks for -Werror, but compilers differ in what they warn of, and users give flags of their own."""
    setuptools = pytest.importorskip("setuptools")
    module = setuptools.Extension("x", [], extra_compile_args=["-O3", "-Werror", "-Wno-unused"])
    runpy.run_path(str(ROOT / "setup.py"))["set_flags"](module)
    assert module.extra_compile_args[:2] == ["-O3", "-Wno-unused"]


def test_the_version_of_mypy_that_compiles_is_bounded() -> None:
    """Its C is edited by patterns, which fit the versions that they were tried with."""
    pytest.importorskip("setuptools")
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["compile"]
    (mypy,) = (name for name in wanted if name.startswith("mypy["))
    tried = runpy.run_path(str(ROOT / "setup.py"))["TRIED"]
    assert re.fullmatch(rf"mypy\[mypyc\]>={re.escape(tried)},<[\d.]+", mypy)


@pytest.mark.parametrize("release", ["9.0.1", "2.40.0"])
def test_the_c_of_another_mypy_is_not_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], release: str
) -> None:
    """Who builds with a mypy of his own gets a compiled kernel, slower and without docstrings, and is told."""
    setuptools = pytest.importorskip("setuptools")
    extensions = runpy.run_path(str(ROOT / "setup.py"))["extensions"]
    module = setuptools.Extension("x", [str(tmp_path / "x.c")], extra_compile_args=["-Werror"])
    (tmp_path / "x.c").write_text("")

    def version(_: str) -> str:
        return release

    planted: dict[str, Callable[..., Any]] = {
        "can_compile": lambda: True,
        "generated": lambda: [module],
        "version": version,
    }
    for name, value in planted.items():
        monkeypatch.setitem(extensions.__globals__, name, value)
    assert extensions() == [module]
    assert module.sources == [str(tmp_path / "x.c")]
    assert "-Werror" not in module.extra_compile_args
    assert f"the kernel is compiled by mypy {release}. By mypy " in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="the compilers are programs of Unix")
@pytest.mark.parametrize(
    ("compiler", "pure", "compiles"),
    [("true", "0", True), ("false", "0", False), ("no-such-program", "0", False), ("true", "1", False)],
)
def test_only_where_the_kernel_is_compiled_more_is_needed(
    monkeypatch: pytest.MonkeyPatch, compiler: str, pure: str, compiles: bool
) -> None:
    """The uncompiled package asks for no librt, for which not every system has a wheel, nor its build for mypy."""
    pytest.importorskip("setuptools")
    monkeypatch.setenv("CC", compiler)
    monkeypatch.setenv("TAFL_PURE", pure)
    names = runpy.run_path(str(ROOT / "setup.py"))
    found: Callable[[str], bool] = lambda _: True  # noqa: E731
    monkeypatch.setitem(names["requirements"].__globals__, "find_spec", found)
    asked = [*names["build_requirements"](), *names["requirements"]()]
    assert {name for name in asked if name.startswith(("librt", "mypy["))} == (
        {*names["GROUPS"]["kernel"], names["GROUPS"]["compile"][0]} if compiles else set()
    )
    assert {*names["GROUPS"]["run"]} <= {*asked}


def loaded(script: str) -> set[str]:
    """The modules that a program has loaded at its end."""
    env = {**os.environ, "PYTHONPATH": str(Path(hnefatafl.__file__).parents[1])}
    program = f"import sys\n{script}\nprint('\\n', *sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


ROOF: Final = {
    "hnefatafl",
    "hnefatafl.support",
    "hnefatafl.support.texts",
    "hnefatafl.support.build_hash",
    "hnefatafl.support.errors",
    "hnefatafl.support.lazy_imports",
    "hnefatafl.support.hooks",
    "hnefatafl.support.pure",
    "hnefatafl._version",
}
"""What ``import hnefatafl`` loads; the rest when somebody asks for it."""
SLOW: Final = {"importlib.metadata", "difflib", "random", "argparse", "email", "socket", "cattrs", "tomli_w", "logging"}
"""Modules that are loaded only for what needs them."""


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] in ("hnefatafl", "tafl")}


@pytest.mark.needs_host
def test_importing_loads_nothing_that_is_not_asked_for() -> None:
    found = loaded("import hnefatafl")
    assert ours(found) == ROOF
    assert found & {*SLOW, "attr"} == set()


@pytest.mark.needs_host
def test_a_name_loads_its_packages_only() -> None:
    """No ruleset is made, and nothing is loaded that a position does not need."""
    found = loaded("from hnefatafl import Position, variants")
    packages = {name.split(".")[1] for name in ours(found) if "." in name}
    assert packages == {"support", "_kernel", "_version", "board", "errors", "play", "rules", "variants"}
    assert {name for name in found if name.startswith("hnefatafl.variants.")} == set()
    assert found & (SLOW - {"random"}) == set()  # by chance the keys of positions are drawn


@pytest.mark.needs_host
def test_a_command_loads_what_it_needs() -> None:
    """The version needs no board, and to show a ruleset no records, notations or players."""
    found = loaded("from tafl.cli import main; main(['--version'])")
    assert ours(found) == ROOF | {
        *("tafl", "tafl.cli", "tafl.cli.console", "tafl.cli.options"),
    }
    for module, *words in (
        ["show", "show", "brandubh"],
        ["rules", "rules", "brandubh"],
        ["counting", "perft", "brandubh", "1"],
    ):
        found = loaded(f"from tafl.cli import main; main({words})")
        packages = {name.split(".")[1] for name in ours(found) if "." in name}
        assert packages & {"notation", "records", "search", "engine", "inference", "arena", "lab"} == set(), words
        assert {name for name in ours(found) if name.startswith("tafl.cli.")} >= {f"tafl.cli.{module}"}
        assert found & {"multiprocessing", "gzip", "secrets", "json", *SLOW} - {"random", "argparse"} == set(), words


@pytest.mark.needs_host
def test_help_and_analyses_load_no_servers() -> None:
    found = loaded("from tafl.cli import main; main(['help', 'serve'])")
    assert ours(found) == ROOF | {
        f"tafl{name}" for name in ("", ".cli", ".cli.console", ".cli.options", ".cli.help")
    } | {
        "tafl.cli.serve",
        "tafl.cli.files",
    }
    found = loaded("from tafl.cli import main; main(['analyse', 'brandubh', '--depth', '1'])")
    assert found & {"asyncio", "ssl", "logging", "cattrs", "hashlib", "numpy"} == set()
    assert ours(found) & {"tafl.service", "tafl.engine", "tafl.cli.annotating", "hnefatafl.search._players"} == set()
    packages = {name.split(".")[1] for name in ours(found) if "." in name}
    assert packages & {"notation", "records"} == set()
    made = {name for name in found if name.startswith("hnefatafl.variants._")}
    assert made == {f"hnefatafl.variants._{name}" for name in ("corner_games", "parts")}


@pytest.mark.needs_host
def test_json_and_toml_are_loaded_when_they_are_first_used() -> None:
    assert loaded("import hnefatafl.notation.json, hnefatafl.notation.toml") & {"cattrs", "tomli_w"} == set()


COMPILED_CLASSES = [hnefatafl.Position, hnefatafl.Move, hnefatafl.SearchBoard, hnefatafl.Playout]
COMPILED_FUNCTIONS = [hnefatafl.perft, hnefatafl.divide, hnefatafl.playout]


def test_all_modules_have_docstrings() -> None:
    for module in pkgutil.walk_packages(hnefatafl.__path__, "hnefatafl."):
        with contextlib.suppress(ImportError):  # of an extra that is not installed
            assert importlib.import_module(module.name).__doc__, module.name


@pytest.mark.parametrize("cls", COMPILED_CLASSES, ids=lambda cls: cls.__name__)
def test_help_tells_all_of_a_compiled_class(cls: type) -> None:
    """mypyc leaves docstrings out; they are put back when the kernel is built."""
    assert inspect.getdoc(cls)
    for name, member in vars(cls).items():
        if not name.startswith("_") and hasattr(cls, name):
            assert member.__doc__ or inspect.getdoc(getattr(cls, name)), name


@pytest.mark.parametrize("named", [*COMPILED_CLASSES, *COMPILED_FUNCTIONS], ids=lambda named: named.__name__)
def test_the_examples_of_what_is_compiled_are_true(named: Any) -> None:
    """pytest looks for examples in sources; these are what ``help`` shows."""
    told = {named.__name__: named.__doc__}
    if isinstance(named, type):
        public = [name for name in vars(named) if not name.startswith("_") and hasattr(named, name)]
        told |= {name: getattr(named, name).__doc__ for name in public}
    for name, text in told.items():
        names = {"__name__": name, named.__name__: named}
        examples = doctest.DocTestParser().get_doctest(text, names, name, None, None)
        # Which members need an example of their own, test_architecture.py says of their sources.
        assert text, name
        assert examples.examples or name != named.__name__, name
        assert doctest.DocTestRunner().run(examples).failed == 0, name


def test_help_on_positions_reads_well() -> None:
    # Without overstriking, by which terminals print bold.
    text = re.sub(".\x08", "", pydoc.render_doc(hnefatafl.Position))
    assert re.search(r"class Position\(.*\)\n \|  A position of a game under a ruleset; it is immutable\.", text)
    assert re.search(
        r"play\([^)]*announce[^)]*\).*\n.*Return the position after the move; this one is unchanged\.", text
    )
    assert "The side to move." in text
    assert not re.search(r"king\b.*, side\b.*, ply\b", text), "how the library makes positions is not shown"
    assert "number of sequences" in (hnefatafl.perft.__doc__ or "")
