"""The rules for the code (CONTRIBUTING.md), checked in the syntax trees of the sources."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from hnefatafl.rules import Ruleset
from hnefatafl.rules.typing import RulesetFilters, RulesetOptions

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src" / "hnefatafl"

PACKAGES: Final[str] = """
    _version _base board rules describe variants _kernel play errors records notation explorer render search inference
    testing engine conformance arena table learning human lab quiz puzzles service web sphinxext _cli __main__
"""
ORDER: Final[tuple[str, ...]] = tuple(PACKAGES.split())
"""The packages, each below those that it may import; what is inside one is its own matter. Above all is the roof, the
package ``hnefatafl`` itself, which only the command imports."""

FACES: Final = {name for name in ORDER if not name.startswith("_")} - {"errors", "sphinxext"}
"""The packages whose modules show themselves through the package."""

LONG_MODULES: Final = {"play._position": 635}
"""Modules that are longer than the others may be, and how long; the numbers only fall."""
TABLES: Final = {"describe._english", "describe._german", "describe._swedish"}
"""Modules that are one table of phrases each, as long as there are phrases."""
MODULE_LINES, FUNCTION_LINES, SLACK = 360, 60, 80
CIRCLES: Final = [3, 3, 4, 4]
"""How many modules import each other in a circle, within lab, records, play and rules; it may only become less."""

SET_UP: Final = {"size", "start", "first"}
"""The options that say how a game begins and not how it goes on."""
PLAY_OPTIONS: Final = {field.name for field in attrs.fields(Ruleset)} - Ruleset.LABELS - SET_UP
READERS: Final = (
    *("rules", "describe", "_kernel.compiler", "play._setup", "play._played_move"),
    *("variants", "notation", "inference", "testing", "conformance", "_cli"),
    *("web._questions", "web._answers", "web._camps", "web._drafts"),
)
"""Who may read the options that decide play: their own module, their compiler, who shows, makes or writes them, and the
second implementation that they are tested with."""
DRAWN: Final = {"throne", "corners", "zones", "escape"}
"""What pictures, planes and features of moves show of them."""
SCALED: Final = {"berserk", "move_limit"}
"""What the planes show of a turn: a piece that continues its turn, and the plies as a part of their limit."""

STRANGE_MODULES: Final[str] = """
    asyncio builtins codecs ctypes datetime fileinput getpass http io logging multiprocessing os pathlib pickle queue
    random secrets select selectors shutil signal socket subprocess sys tempfile threading time urllib uuid
"""
OUTSIDE: Final[set[str]] = set(STRANGE_MODULES.split())
"""Modules for what lies outside: input and output, clocks, chance."""
OUTSIDE_CALLS: Final = {"print", "open", "input", "breakpoint", "exec", "eval", "__import__"}
ALLOWED_OUTSIDE: Final = {
    ("_base.built", "os"),
    ("_base.built", "pathlib"),
    ("_base.built", "sys"),
    ("_base.logs", "logging"),
    ("_kernel.compiler", "random"),
    ("sphinxext", "pathlib"),
    ("_base.hosts", "urllib"),
    ("_base.killable", "multiprocessing"),
    ("_base.killable", "os"),
    ("_base.killable", "pickle"),
    ("_base.killable", "queue"),
    ("_base.killable", "threading"),
    ("_base.processes", "multiprocessing"),
    ("_base.processes", "signal"),
    ("_base.processes", "sys"),
    ("search._analysis", "time"),
    ("search._helpers", "ctypes"),
    ("search._helpers", "multiprocessing"),
    ("search._helpers", "os"),
    ("search._helpers", "pickle"),
    ("search._helpers", "sys"),
    ("search._helpers", "threading"),
    ("search._solver", "time"),
    ("search._players", "random"),
    ("search._selfplay", "random"),
    ("search.train", "time"),
    ("lab._studies", "time"),
    ("arena._opening", "random"),
    ("arena._games", "random"),
    ("arena._contest", "random"),
    ("engine.bologna_sockets", "asyncio"),
    ("engine._children", "asyncio"),
    ("engine._children", "os"),
    ("engine._children", "signal"),
    ("engine._simple", "asyncio"),
    ("engine._simple", "threading"),
    ("engine._serving", "queue"),
    ("engine._serving", "sys"),
    ("engine._serving", "threading"),
    ("testing._check", "random"),
    ("conformance._boards", "random"),
    ("conformance._making", "random"),
    ("human._samples", "random"),
    ("lab._evolution", "random"),
    ("quiz._fresh", "random"),
    ("quiz._questions", "random"),
    ("service._ends", "pathlib"),
    ("service._ends", "shutil"),
    ("service._ends", "tempfile"),
    ("service._lines", "queue"),
    ("service._lines", "sys"),
    ("service._lines", "threading"),
    ("service._lines", "time"),
    ("service._scheduler", "queue"),
    ("service._scheduler", "threading"),
    ("service._scheduler", "time"),
    ("service._sockets", "asyncio"),
    ("service._sockets", "urllib"),
    ("web._players", "random"),
    ("web._compiling", "io"),
    ("web._host", "random"),
    ("web._host", "secrets"),
    ("web._site", "io"),
    ("web._visit", "random"),
    ("web._workers", "asyncio"),
    ("web._workers", "queue"),
    ("web._workers", "threading"),
    ("web._requests", "asyncio"),
    ("web._store", "os"),
    ("web._requests", "time"),
    ("table._interactive", "random"),
    ("table.widget", "random"),
    ("table.widget", "threading"),
    ("web._analyst", "asyncio"),
    ("web._copies", "asyncio"),
    ("web._lasting", "asyncio"),
    ("web._room", "asyncio"),
    ("web._room", "time"),
    ("web._opening", "random"),
    ("web._lobby", "asyncio"),
    ("web._lobby", "random"),
    ("web._lobby", "secrets"),
    ("web._app", "asyncio"),
    ("web._app", "time"),
    ("web._connections", "asyncio"),
    ("web._server", "asyncio"),
    ("web._server", "socket"),
}
"""The keys of the tables are drawn by a generator of their own with a fixed seed, which a test below looks at;
Sphinx takes style sheets as files; the clock of a search is an argument, with the usual one as its default; processes
may help a search; players have a seed; archives are made in memory; engines and servers of others are processes and
sockets, and a player is served on the standard streams unless others are given."""


# ---------------------------------------------------------------------------------------------------------- the sources


def name_of(path: Path) -> str:
    """The module's name within the package; the package itself is ""."""
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = ast.ClassDef | Function


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax trees of all modules."""
    return {name_of(path): ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCES.rglob("*.py"))}


def docstring_lines(node: ast.AST) -> int:
    """How many lines of docstring a module, class or function has of its own, and the attributes that it defines."""
    if not isinstance(node, ast.Module | Named):
        return 0
    values = [each.value for each in node.body if isinstance(each, ast.Expr)]
    texts = [value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)]
    return sum((text.end_lineno or 0) - text.lineno + 1 for text in texts)


@cache
def lengths() -> dict[str, int]:
    """The lines of all modules, docstrings and imports apart: neither is a reason to split a module."""
    found: dict[str, int] = {}
    for path in SOURCES.rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        tree = trees()[name_of(path)]
        imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
        lines -= sum((node.end_lineno or 0) - node.lineno + 1 for node in imports)
        found[name_of(path)] = lines - sum(map(docstring_lines, ast.walk(tree)))
    return found


MODULES: Final = sorted(trees())


def is_within(module: str, package: str) -> bool:
    """Whether the module is the package or lies in it."""
    return module == package or module.startswith(f"{package}.")


def for_types_only(node: ast.AST) -> bool:
    """Whether it is ``if TYPE_CHECKING:``."""
    return isinstance(node, ast.If) and last_name(node.test) == "TYPE_CHECKING"


def running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below that one, without what is there for types only."""
    for child in ast.iter_child_nodes(node):
        if not for_types_only(child):
            yield child
            yield from running(child)


def shown(module: str) -> Iterator[ast.ImportFrom]:
    """The imports of names at the top of a module, also those that are there for types only."""
    for node in trees()[module].body:
        for each in node.body if isinstance(node, ast.If) and for_types_only(node) else [node]:
            if isinstance(each, ast.ImportFrom):
                yield each


def names_imported(module: str, *, types: bool = True) -> Iterator[tuple[str, str]]:
    """What a module imports, in functions too: from which module in full, and which name of it, or "" for the module
    itself."""
    for node in (ast.walk if types else running)(trees()[module]):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            origin = node.module or ""
            for alias in node.names:
                full = f"{origin}.{alias.name}"
                yield (full, "") if full.removeprefix("hnefatafl.") in trees() else (origin, alias.name)


def own(full: str) -> str:
    """The name of a module of the package within it; the package itself is ""."""
    return full.removeprefix("hnefatafl").removeprefix(".")


def own_imports(module: str) -> set[str]:
    """The modules of the package that a module imports."""
    return {own(origin) for origin, _ in names_imported(module) if is_within(origin, "hnefatafl")}


def package_of(module: str) -> str:
    """The package of a module, which may be one module only; that of the roof is ""."""
    return module.partition(".")[0]


# -------------------------------------------------------------------------------------------------------- the packages


def test_every_package_stands_in_the_order() -> None:
    assert sorted(ORDER) == sorted({package_of(module) for module in MODULES if module})


@pytest.mark.parametrize("module", [module for module in MODULES if module])
def test_imports_go_up_the_order_only(module: str) -> None:
    """ "Each imports only packages above it", in functions and for types too."""
    package = package_of(module)
    above = set(ORDER[: ORDER.index(package) + 1])
    if package in ("_cli", "__main__"):
        above.add("")  # the command uses the library as everybody does
    assert {package_of(each) for each in own_imports(module)} <= above


@pytest.mark.parametrize("module", [module for module in MODULES if module])
def test_a_package_shows_its_face_to_others(module: str) -> None:
    """ "Other packages import what a package shows from the package, its own modules from where it is defined." """
    for origin, name in names_imported(module):
        package = package_of(own(origin))
        if is_within(origin, "hnefatafl.") or package not in FACES:
            continue
        if package == package_of(module):
            assert own(origin) != package or not name or module == package, f"{name}: import it from its own module"
        elif is_private(own(origin)):
            assert name not in public(package), f"{name}: import it from {package}"


def circles(graph: dict[str, set[str]]) -> list[set[str]]:
    """The strongly connected components of more than one module: those that import one another in a circle."""

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            for each in graph[waiting.pop()] - found:
                found.add(each)
                waiting.append(each)
        return found

    below = {module: reached(module) for module in graph}
    components = {module: {other for other in below[module] if module in below[other]} for module in graph}
    return [each for module, each in components.items() if module == min(each, default=None)]


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d", "a"}}) == [{"b", "c"}, {"d"}]


def test_circles_stay_within_a_package() -> None:
    """All imports together, those in functions and for types too: three or four values that name one another."""
    found = circles({module: own_imports(module) - {""} for module in MODULES})
    assert all(len({package_of(module) for module in circle}) == 1 for circle in found)
    assert sorted(map(len, found)) == CIRCLES


def outer_imports(node: ast.AST) -> Iterator[str]:
    """The packages of others that a module imports, without those that an extra brings."""
    if isinstance(node, ast.With) and any("extra(" in ast.unparse(item) for item in node.items):
        return
    if isinstance(node, ast.Import):
        yield from (name.name.partition(".")[0] for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield str(node.module).partition(".")[0]
    for child in ast.iter_child_nodes(node):
        yield from outer_imports(child)


def test_what_is_imported_is_installed() -> None:
    """The packages that the library imports are its dependencies, and no others."""
    # They import Hypothesis when it is there, and are imported by Sphinx.
    after_extra = ("testing._hypothesis", "testing.strategies", "sphinxext")
    found = {
        package
        for name, tree in trees().items()
        if not name.startswith(after_extra)
        for package in outer_imports(tree)
        if package not in {*sys.stdlib_module_names, "hnefatafl"}
    }
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    needed = [*groups["run"], *groups["kernel"]]
    declared = {re.split(r"[^\w-]", line)[0].replace("-", "_") for line in needed}
    assert found == declared


def test_the_roof_shows_the_packages() -> None:
    """It imports what it exports, and no command; pictures, words and records when they are asked for."""
    packages = {package_of(module) for module in own_imports("")} - {"describe", "render", "notation"}
    assert packages <= set(ORDER[: ORDER.index("records") + 1])


# ------------------------------------------------------------------------------------------------ who reads the options


@pytest.mark.parametrize(
    "module", [module for module in MODULES if is_within(module, "_kernel") and module != "_kernel.compiler"]
)
def test_the_kernel_never_names_a_ruleset(module: str) -> None:
    """ "It knows no option by name." """
    for node in ast.walk(trees()[module]):
        assert last_name(node) != "Ruleset"
        assert not isinstance(node, ast.alias) or node.name != "Ruleset"
    assert "rules._ruleset" not in own_imports(module)


def last_name(node: ast.AST) -> str:
    """The name, or the attribute of something, that an expression is; "" for any other."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def options_read(module: str) -> set[str]:
    """The options that decide play which a module reads off ``rules`` or ``ruleset``."""
    found: set[str] = set()
    for node in ast.walk(trees()[module]):
        if isinstance(node, ast.Attribute) and node.attr in PLAY_OPTIONS:
            if last_name(node.value) in ("rules", "ruleset"):
                found.add(node.attr)
    return found


@pytest.mark.parametrize("module", MODULES)
def test_nobody_else_reads_the_options_that_decide_play(module: str) -> None:
    """ "turns a ruleset into tables; the only reader of the options that decide play" """
    if not any(is_within(module, reader) for reader in READERS):
        shows = any(is_within(module, package) for package in ("render", "learning", "human"))
        assert options_read(module) <= (DRAWN | SCALED if shows else set())


LAID_OUT: Final = {"rules", "n", "codes", "move", "square", "squares", "cells", "index"}
"""What a position reads of its tables: how the board is laid out. Whether there is a die, it may ask."""


def test_a_position_decides_nothing() -> None:
    """ "Which moves are legal, whose turn is next and how the game has ended, each decided here and nowhere else": a
    position asks `_kernel.play`, and chooses in one short method whether the moves before have to be known."""
    imported: dict[str, set[str]] = {}
    for origin, name in names_imported("play._position"):
        imported.setdefault(own(origin), set()).add(name)
    assert imported["_kernel.verdict"] == {"is_lasting"}
    assert imported["_kernel.generate"] == {"moves_of", "room", "ways_out"}
    assert not imported.keys() & {"_kernel.ring", "_kernel.fort", "_kernel.keys"}
    for method in ast.walk(trees()["play._position"]):
        if isinstance(method, Function) and method.name == "_memory":
            assert (method.end_lineno or 0) - method.lineno < 20
        elif isinstance(method, Function):
            asks = {"die"} if method.name in ("can_roll", "roll") else set[str]()
            read = {node.attr for node in ast.walk(method) if isinstance(node, ast.Attribute) and of_tables(node.value)}
            assert read <= LAID_OUT | asks, method.name


def of_tables(node: ast.AST) -> bool:
    """Whether an expression is the tables of a ruleset, or a part of them."""
    return last_name(node) in ("t", "_t") or (isinstance(node, ast.Attribute) and of_tables(node.value))


def test_the_compiler_reads_every_option() -> None:
    """What it does not read, and the tables do not take as a number, cannot be played; zones it reads all together."""
    read = {node.attr for node in ast.walk(trees()["_kernel.compiler"]) if isinstance(node, ast.Attribute)}
    for node in ast.walk(trees()["_kernel.tables"]):
        if isinstance(node, ast.Subscript) and last_name(node.value) == "numbers":
            read.add(ast.unparse(node.slice).strip("'").partition(".")[0])
    assert read >= PLAY_OPTIONS - {"zones"} | {"all_zones"}


# --------------------------------------------------------------------------------------------- neither clock nor chance


@pytest.mark.parametrize("module", [module for module in MODULES if not is_within(module, "_cli")])
def test_there_is_no_input_output_clock_or_chance(module: str) -> None:
    """ "No input or output, clock or global randomness outside of `_cli`." """
    if module == "__main__":
        return  # which is the command
    roots = {name.split(".")[0] for name, _ in names_imported(module, types=False)}
    assert {root for root in roots & OUTSIDE if (module, root) not in ALLOWED_OUTSIDE} == set()
    for node in running(trees()[module]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in OUTSIDE_CALLS


def test_the_keys_are_drawn_with_a_seed() -> None:
    """The same keys in every process: a generator of its own, never the one of the module."""
    uses = [
        node
        for node in ast.walk(trees()["_kernel.compiler"])
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random"
    ]
    assert [node.attr for node in uses] == ["Random"]
    calls = [n for n in ast.walk(trees()["_kernel.compiler"]) if isinstance(n, ast.Call) and n.func in uses]
    assert [len(call.args) for call in calls] == [1]


# ---------------------------------------------------------------------------------------------------------------- sizes


@pytest.mark.parametrize("module", [module for module in MODULES if module not in TABLES])
def test_modules_are_short(module: str) -> None:
    """ "Modules stay under 360 lines, not counting docstrings and imports, and functions under 60." """
    lines = lengths()[module]
    assert lines <= LONG_MODULES.get(module, MODULE_LINES)
    if module in LONG_MODULES:
        assert lines > max(MODULE_LINES, LONG_MODULES[module] - SLACK), "the exception can be tightened"


@pytest.mark.parametrize("module", MODULES)
def test_functions_are_short(module: str) -> None:
    for node in ast.walk(trees()[module]):
        if isinstance(node, Function):
            assert (node.end_lineno or 0) - node.lineno - docstring_lines(node) < FUNCTION_LINES, node.name


# --------------------------------------------------------------------------------------------------------- public names


def is_private(module: str) -> bool:
    """Whether a module is for the library's own use: its name says so, or that of a package around it."""
    return any(part.startswith("_") for part in module.split("."))


def public(module: str) -> list[str]:
    """The names in ``__all__``."""
    for node in trees()[module].body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return [str(name) for name in ast.literal_eval(node.value)]
    raise AssertionError(f"{module} has no __all__")


Definition = Named | ast.Assign | ast.AnnAssign


def definitions(module: str) -> dict[str, tuple[Definition, bool]]:
    """What a module defines, and whether it is documented: by a docstring, or by a text below an assignment."""
    found: dict[str, tuple[Definition, bool]] = {}
    body = trees()[module].body
    for node, following in zip(body, [*body[1:], None], strict=True):
        told = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(node, Named):
            found[node.name] = node, bool(ast.get_docstring(node))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node, told
        elif isinstance(node, ast.Assign):
            found |= {target.id: (node, told) for target in node.targets if isinstance(target, ast.Name)}
    return found


PUBLIC_MODULES: Final = [module for module in MODULES if not is_private(module)]
MOST_PUBLIC: Final = 60


def test_few_modules_are_public() -> None:
    """A face for each package, and modules of their own for notations, protocols and pictures."""
    assert len(PUBLIC_MODULES) <= MOST_PUBLIC


def test_no_two_public_classes_have_one_name() -> None:
    """ "One word a thing": what is public in two places is one class."""
    homes: dict[str, set[str]] = {}
    for module in PUBLIC_MODULES:
        for name, (node, _) in definitions(module).items():
            if isinstance(node, ast.ClassDef) and not name.startswith("_"):
                homes.setdefault(name, set()).add(module)
    for module in MODULES:
        for name in public(module) if module in FACES else ():
            if isinstance(home(module, name), ast.ClassDef):
                homes.setdefault(name, set()).add(home_module(module, name))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_public_names_are_listed(module: str) -> None:
    """ "Public names stand in `__all__`": what is defined and not private is listed, and what is listed is there."""
    listed = public(module)
    assert len(listed) == len(set(listed))
    defined = {name for name in definitions(module) if not name.startswith("_")}
    assert defined <= set(listed)
    imported = {alias.asname or alias.name for node in shown(module) for alias in node.names}
    assert set(listed) <= defined | imported


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_public_names_are_documented(module: str) -> None:
    """ "and have types and a docstring", members and all."""
    assert ast.get_docstring(trees()[module])
    for name, (node, told) in definitions(module).items():
        if name in public(module):
            assert told, name
            for member in members(node):
                assert ast.get_docstring(member), f"{name}.{member.name}"


def members(node: Definition) -> list[Function]:
    """The public methods and properties of a class; nothing has others."""
    body = node.body if isinstance(node, ast.ClassDef) else []
    found = [each for each in body if isinstance(each, Function) and not each.name.startswith("_")]
    return [each for each in found if not is_overload(each)]


def home(module: str, name: str) -> Definition | None:
    """The definition of a name that a module defines or imports from elsewhere in the package; None for a module."""
    if name in definitions(module):
        return definitions(module)[name][0]
    for node in shown(module):
        if name in {alias.asname or alias.name for alias in node.names}:
            origin = (node.module or "").removeprefix("hnefatafl").removeprefix(".")
            return None if f"{origin}.{name}".removeprefix(".") in trees() else home(origin, name)
    raise AssertionError(f"{module} does not have {name}")


def home_module(module: str, name: str) -> str:
    """The module that defines a name which a module defines or imports."""
    for node in shown(module):
        if name in {alias.asname or alias.name for alias in node.names}:
            return home_module(own(node.module or ""), name)
    return module


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_public_names_have_examples(module: str) -> None:
    """ "an example that runs", in the docstring of each class and function, and of each of their members."""
    for name in public(module):
        node = home(module, name)
        if isinstance(node, Named):
            for each in (node, *members(node)):
                assert ">>> " in (ast.get_docstring(each) or ""), f"{name} ({each.name})"


EXTRAS: Final = {"human": "train", "service": "web", "sphinxext": "sphinx", "table.widget": "notebook", "web": "web"}
WITH_EXTRAS: Final = {package: (pytest.mark.needs_host, pytest.mark.extra(extra)) for package, extra in EXTRAS.items()}
"""What cannot be imported without the packages of an extra, each with the marks of its tests."""


def with_marks(modules: Iterable[str]) -> list[Any]:
    """Modules as parameters of a test that imports them."""
    return [
        pytest.param(
            module, marks=[mark for name in WITH_EXTRAS if is_within(module, name) for mark in WITH_EXTRAS[name]]
        )
        for module in modules
    ]


LATER: Final = [module for module in MODULES if any(own(name) == "_base.later" for name, _ in names_imported(module))]
"""The faces that load what they show when somebody asks for it."""


@pytest.mark.parametrize("module", with_marks(LATER))
def test_what_is_loaded_later_is_what_types_say(module: str) -> None:
    """A face imports its names for types only, and at run time finds them in the modules that it lists."""
    face = import_module(f"hnefatafl.{module}".removesuffix("."))
    found = {alias.name: str(node.module) for node in shown(module) for alias in node.names}
    for name in public(module):
        if name in found:
            home = import_module(found[name])
            assert getattr(face, name) is getattr(home, name), name


@pytest.mark.parametrize("module", with_marks(PUBLIC_MODULES))
def test_completion_shows_the_public_names(module: str) -> None:
    """ "A public module's `__dir__` returns them, so that `dir` and tab completion show no others." """
    assert dir(import_module(f"hnefatafl.{module}".removesuffix("."))) == sorted(public(module))


def decorators(node: Named) -> set[str]:
    """The names of a class's or function's decorators."""
    bare = [each.func if isinstance(each, ast.Call) else each for each in node.decorator_list]
    return {last_name(each) for each in bare}


def is_overload(node: Function) -> bool:
    """Whether the function is one of several signatures, or sets what another documents."""
    return bool(decorators(node) & {"overload", "setter"})


def bases(node: ast.ClassDef) -> set[str]:
    """The names of a class's bases."""
    return {last_name(each.value if isinstance(each, ast.Subscript) else each) for each in node.bases}


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_public_classes_are_closed(module: str) -> None:
    """A public class is final, or a frozen value, an enumeration, an exception, a protocol or a typed dictionary."""
    enumerations = {"Enum", "Flag", "Listed", "_Said"}
    for name, (node, _) in definitions(module).items():
        if name in public(module) and isinstance(node, ast.ClassDef):
            closed = decorators(node) & {"final", "frozen"} or bases(node) & (enumerations | {"Protocol", "TypedDict"})
            assert closed or name.endswith("Error"), name


# ---------------------------------------------------------------------------------------------------- what is committed


def committed() -> list[Path]:
    """The files of the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no repository")
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


@pytest.mark.needs_host
def test_committed_files_speak_of_the_project_only() -> None:
    """No file names the tools or the places of whoever worked on it."""
    strangers = ["farm" + "-bench", "before" + "-stop", "." + "library", "/" + "work/", "/" + "root/", "/" + "tmp/"]
    strangers += ["clau" + "de", "anth" + "ropic", "chat" + "gpt", "open" + "ai", "co" + "pilot"]
    for path in committed():
        text = path.read_bytes().decode(errors="replace").lower()
        assert [word for word in strangers if word in text] == [], path


def test_the_types_of_the_options_are_current() -> None:
    """Run ``python scripts/make_typing.py`` when this fails."""
    script = runpy.run_path(str(ROOT / "scripts" / "make_typing.py"))
    assert (SOURCES / "rules" / "typing.py").read_text("utf-8") == script["written"]()


def test_every_option_can_be_typed() -> None:
    known = {field.name for field in attrs.fields(Ruleset)}
    assert set(RulesetOptions.__annotations__) == known
    assert set(RulesetFilters.__annotations__) == {*known, "layout"}


def test_the_drawing_is_current() -> None:
    """Run ``python scripts/draw_architecture.py`` when this fails."""
    script = runpy.run_path(str(ROOT / "scripts" / "draw_architecture.py"))
    assert (ROOT / "docs" / "architecture.svg").read_text("utf-8") == script["draw"]()
    assert set(script["PACKAGES"]) | {"_version", "__main__"} == set(ORDER), "every package has a box"
