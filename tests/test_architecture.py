"""The rules for the code (docs/contributing/code.rst), checked in the syntax trees of the sources.

Each rule is one test, which lists all that offends against it.
"""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Final

import attrs
import pytest
from conftest import is_missing

from hnefatafl.rules import Ruleset
from hnefatafl.rules.typing import RulesetFilters, RulesetOptions

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src"

LIBRARY: Final[str] = """
    _version support board rules describe variants _kernel play errors records notation render search testing sphinxext
"""
PROGRAM: Final[str] = (
    "tafl explorer inference engine conformance arena table learning lab puzzles service web cli __main__"
)
ORDER: Final[tuple[str, ...]] = (*LIBRARY.split(), *PROGRAM.split())
"""The packages of the library and those of the program, each below those that it may import; what is inside one is its
own matter. Above the library is its roof, the package ``hnefatafl`` itself, which the program imports and its own
packages do not. ``tafl`` is the roof of the program."""

FACES: Final = {name for name in ORDER if not name.startswith("_")} - {"errors", "sphinxext", "support", "tafl", "cli"}
"""The packages whose modules show themselves through the package."""

MODULE_LINES, FUNCTION_LINES, TRIVIAL_LINES = 900, 60, 3
"""The most lines of a module; functions have fewer than the second, and of no more than the last need no example."""
CIRCLES: Final = [2, 3, 4, 4]
"""How many modules import each other in a circle, within lab, records, play and rules; it may only become less."""

SET_UP: Final = {"size", "start", "first"}
"""The options that say how a game begins and not how it goes on."""
PLAY_OPTIONS: Final = {field.name for field in attrs.fields(Ruleset)} - Ruleset.LABELS - SET_UP
READERS: Final = (
    *("rules", "describe", "_kernel.compiler", "play._setup", "play._played_move"),
    *("variants", "notation", "inference", "testing", "conformance", "cli"),
    *("web._rule_form", "web._workshop"),
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
    ("support.build_hash", "os"),
    ("support.build_hash", "pathlib"),
    ("support.build_hash", "sys"),
    ("support.logs", "logging"),
    ("_kernel.compiler", "random"),
    ("sphinxext", "pathlib"),
    ("render._picture", "pathlib"),
    ("support.hosts", "urllib"),
    ("support.worker_pool", "multiprocessing"),
    ("support.worker_pool", "os"),
    ("support.worker_pool", "pickle"),
    ("support.worker_pool", "queue"),
    ("support.worker_pool", "threading"),
    ("support.processes", "multiprocessing"),
    ("support.processes", "os"),
    ("support.processes", "signal"),
    ("support.processes", "sys"),
    ("search._analysis", "threading"),
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
    ("lab._exploration", "time"),
    ("learning", "sys"),
    ("arena._contest", "random"),
    ("engine.bologna_sockets", "asyncio"),
    ("engine.hnefatafl_org_sockets", "asyncio"),
    ("engine._bots", "pathlib"),
    ("engine._bots", "pickle"),
    ("engine._bots", "sys"),
    ("engine._bridge", "os"),
    ("engine._bridge", "signal"),
    ("engine._bridge", "socket"),
    ("engine._bridge", "subprocess"),
    ("engine._bridge", "sys"),
    ("engine._bridge", "threading"),
    ("engine._bridge", "time"),
    ("engine._log320", "pathlib"),
    ("engine._log320", "sys"),
    ("engine._guest", "os"),
    ("engine._guest", "pathlib"),
    ("engine._guest", "pickle"),
    ("engine._guest", "queue"),
    ("engine._guest", "random"),
    ("engine._guest", "signal"),
    ("engine._guest", "sys"),
    ("engine._guest", "threading"),
    ("engine._processes", "asyncio"),
    ("engine._processes", "os"),
    ("engine._processes", "signal"),
    ("engine._processes", "asyncio"),
    ("engine._processes", "threading"),
    ("engine._processes", "time"),
    ("engine._serving", "queue"),
    ("engine._serving", "sys"),
    ("engine._serving", "threading"),
    ("testing._check", "random"),
    ("conformance._making", "random"),
    ("conformance._making", "random"),
    ("lab._exploration", "random"),
    ("service._scheduler", "pathlib"),
    ("service._scheduler", "shutil"),
    ("service._scheduler", "tempfile"),
    ("service._lines", "queue"),
    ("service._lines", "sys"),
    ("service._lines", "threading"),
    ("service._lines", "time"),
    ("service._scheduler", "queue"),
    ("service._scheduler", "threading"),
    ("service._scheduler", "time"),
    ("service._sockets", "asyncio"),
    ("service._sockets", "urllib"),
    ("web._offers", "random"),
    ("web._compiling", "io"),
    ("web._host", "random"),
    ("web._host", "secrets"),
    ("web._site", "io"),
    ("web._host", "random"),
    ("web._workers", "asyncio"),
    ("web._workers", "queue"),
    ("web._workers", "threading"),
    ("web._http", "asyncio"),
    ("web._store", "os"),
    ("web._http", "time"),
    ("table._interactive", "random"),
    ("table.widget", "random"),
    ("table.widget", "threading"),
    ("web._room", "asyncio"),
    ("web._room", "asyncio"),
    ("web._room", "asyncio"),
    ("web._room", "asyncio"),
    ("web._room", "time"),
    ("web._game", "random"),
    ("web._lobby", "asyncio"),
    ("web._lobby", "random"),
    ("web._lobby", "secrets"),
    ("web._lobby", "time"),
    ("web._app", "asyncio"),
    ("web._app", "time"),
    ("web._server", "asyncio"),
    ("web._server", "asyncio"),
    ("web._server", "signal"),
    ("web._server", "socket"),
}
"""The keys of the tables are drawn by a generator of their own with a fixed seed, which a test below looks at; Sphinx
takes style sheets as files; a picture is saved where its user says; the clock of a search is an argument, with the
usual one as its default; processes may help a search; players have a seed; archives are made in memory; engines and
servers of others are processes and sockets, and a player is served on the standard streams unless others are given."""


# ---------------------------------------------------------------------------------------------------------- the sources


def is_ours(full: str) -> bool:
    """Whether a module is of the library or of the program."""
    return full.partition(".")[0] in ("hnefatafl", "tafl")


def own(full: str) -> str:
    """The name of a module within the library or the program; the library itself is "", the program "tafl"."""
    return full if full == "tafl" else full.removeprefix("hnefatafl").removeprefix("tafl").removeprefix(".")


def full_name(module: str) -> str:
    """The name by which a module is imported."""
    if module == "tafl":
        return module
    top = "tafl" if package_of(module) in PROGRAM.split() else "hnefatafl"
    return f"{top}.{module}".removesuffix(".")


def package_of(module: str) -> str:
    """The package of a module, which may be one module only; that of the roof is ""."""
    return module.partition(".")[0]


def name_of(path: Path) -> str:
    """The module's name within the library or the program; the library itself is "", the program "tafl"."""
    parts = path.relative_to(SOURCES).with_suffix("").parts
    return own(".".join(part for part in parts if part != "__init__"))


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


MODULES: Final = sorted(map(name_of, SOURCES.rglob("*.py")))


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


@cache
def names_imported(module: str, *, types: bool = True) -> list[tuple[str, str]]:
    """What a module imports, in functions too: from which module in full, and which name of it, or "" for the module
    itself."""
    found: list[tuple[str, str]] = []
    for node in (ast.walk if types else running)(trees()[module]):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            origin = node.module or ""
            for alias in node.names:
                full = f"{origin}.{alias.name}"
                found.append((full, "") if is_ours(full) and own(full) in trees() else (origin, alias.name))
    return found


def own_imports(module: str) -> set[str]:
    """The modules of the package that a module imports."""
    return {own(origin) for origin, _ in names_imported(module) if is_ours(origin)}


# -------------------------------------------------------------------------------------------------------- the packages


def test_every_package_stands_in_the_order() -> None:
    assert sorted(ORDER) == sorted({package_of(module) for module in MODULES if module})


TOLD: Final = {"rules._extra", "rules._ruleset"}
"""The modules that name positions, for types only: functions of a ruleset are told one."""


def test_imports_go_up_the_order_only() -> None:
    """ "Each imports only packages above it", in functions and for types too."""
    offenders: list[str] = []
    for module in filter(None, MODULES):
        package = package_of(module)
        above = set(ORDER[: ORDER.index(package) + 1])
        if package in PROGRAM.split():
            above.add("")  # it uses the library as everybody does
        offenders += [f"{module} imports {each}" for each in own_imports(module) if package_of(each) not in above]
    assert set(offenders) == {f"{module} imports play" for module in TOLD}


def test_a_package_shows_its_face_to_others() -> None:
    """ "Other packages import what a package shows from the package, its own modules from where it is defined." """
    offenders: list[str] = []
    for module in filter(None, MODULES):
        for origin, name in names_imported(module):
            package = package_of(own(origin))
            if package not in FACES:
                continue
            if package == package_of(module):
                if own(origin) == package and name and module != package:
                    offenders.append(f"{module}: import {name} from its own module")
            elif is_private(own(origin)) and name in public(package):
                offenders.append(f"{module}: import {name} from {package}")
    assert offenders == []


def test_the_program_imports_public_names_of_the_library_only() -> None:
    """ "The program is the library's first demanding user": whoever writes another has all that it has."""
    offenders: list[str] = []
    for module in MODULES:
        if package_of(module) in PROGRAM.split():
            for origin, name in names_imported(module):
                private = any(part.startswith("_") and not part.startswith("__") for part in (*origin.split("."), name))
                if private and origin.partition(".")[0] == "hnefatafl":
                    offenders.append(f"{module} imports {name or 'the module'} of {origin}")
    assert offenders == []


def test_the_library_imports_no_private_module_of_another_package() -> None:
    """But for the kernel, which is private as a whole and is built on what boards pack into numbers, and support."""
    offenders: list[str] = []
    for module in MODULES:
        package = package_of(module)
        if package in {"", *LIBRARY.split()} - {"_kernel"}:
            for origin, name in names_imported(module):
                owner, _, inner = own(origin).partition(".")
                if is_ours(origin) and owner not in (package, "_kernel", "_version", "support"):
                    parts = (*inner.split("."), name)
                    if any(part.startswith("_") and not part.startswith("__") for part in parts):
                        offenders.append(f"{module} imports {name or 'the module'} of {origin}")
    assert offenders == []


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
    told = {module: {"play"} for module in TOLD}
    found = circles({module: own_imports(module) - {""} - told.get(module, set()) for module in MODULES})
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
        if package not in {*sys.stdlib_module_names, "hnefatafl", "tafl"}
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


def test_the_kernel_never_names_a_ruleset() -> None:
    """ "It knows no option by name." """
    offenders: list[str] = []
    for module in MODULES:
        if is_within(module, "_kernel") and module != "_kernel.compiler":
            names = {last_name(node) for node in ast.walk(trees()[module])}
            names |= {node.name for node in ast.walk(trees()[module]) if isinstance(node, ast.alias)}
            if "Ruleset" in names or "rules._ruleset" in own_imports(module):
                offenders.append(module)
    assert offenders == []


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


def test_nobody_else_reads_the_options_that_decide_play() -> None:
    """ "turns a ruleset into tables; the only reader of the options that decide play" """
    offenders: list[str] = []
    for module in MODULES:
        if not any(is_within(module, reader) for reader in READERS):
            shows = any(is_within(module, package) for package in ("render", "learning"))
            read = options_read(module) - (DRAWN | SCALED if shows else set())
            offenders += [f"{module} reads {option}" for option in read]
    assert offenders == []


LAID_OUT: Final = {"rules", "n", "codes", "move", "square", "squares", "cells", "index", "hooked", "bare", "ends_hook"}
"""What a position reads of its tables: how the board is laid out, and which functions it tells of itself. Whether there
is a die, it may ask."""


def test_a_position_decides_nothing() -> None:
    """ "Which moves are legal, whose turn is next and how the game has ended, each decided here and nowhere else": a
    position asks `_kernel.play`, and chooses in one short method whether the moves before have to be known."""
    imported: dict[str, set[str]] = {}
    for origin, name in names_imported("play._position"):
        imported.setdefault(own(origin), set()).add(name)
    assert imported["_kernel.verdict"] == {"is_lasting", "yields", "OPPONENT"}
    assert imported["_kernel.generate"] == {"room", "ways_out"}
    assert not imported.keys() & {"_kernel.ring", "_kernel.fort"}
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


def test_there_is_no_input_output_clock_or_chance() -> None:
    """ "No input or output, clock or global randomness outside of `tafl.cli`." """
    offenders: list[str] = []
    for module in MODULES:
        if is_within(module, "cli") or module == "__main__":  # the command
            continue
        roots = {name.split(".")[0] for name, _ in names_imported(module, types=False)} & OUTSIDE
        offenders += [f"{module} imports {root}" for root in roots if (module, root) not in ALLOWED_OUTSIDE]
        calls = [node.func for node in running(trees()[module]) if isinstance(node, ast.Call)]
        names = [called.id for called in calls if isinstance(called, ast.Name)]
        offenders += [f"{module} calls {name}" for name in names if name in OUTSIDE_CALLS]
    assert offenders == []


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


def test_modules_are_short() -> None:
    """ "Modules stay under 900 lines, not counting docstrings and imports, and functions under 60." """
    assert {module: lines for module, lines in lengths().items() if lines > MODULE_LINES} == {}


def body_lines(function: Function) -> int:
    """How many lines a function has below its signature, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_functions_are_short() -> None:
    offenders: list[str] = []
    for module in MODULES:
        functions = [node for node in ast.walk(trees()[module]) if isinstance(node, Function)]
        long = [each for each in functions if length(each) >= FUNCTION_LINES]
        offenders += [f"{module}: {each.name}" for each in long]
    assert offenders == ["_kernel.mutable: _make"]  # its parts as functions would slow down every move


def length(function: Function) -> int:
    """How many lines a function has after its first, docstrings apart."""
    return (function.end_lineno or 0) - function.lineno - docstring_lines(function)


# --------------------------------------------------------------------------------------------------------- public names


def is_private(module: str) -> bool:
    """Whether a module is for the library's own use: its name says so, or that of a package around it."""
    return package_of(module) in ("support", "cli", "tafl") or any(part.startswith("_") for part in module.split("."))


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
MOST_PUBLIC: Final = 62


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


def test_public_names_are_listed() -> None:
    """ "Public names stand in `__all__` of public modules": what is defined there and not private is listed, once, and
    what is listed is there."""
    offenders: list[str] = []
    for module in PUBLIC_MODULES:
        listed = Counter(public(module))
        defined = {name for name in definitions(module) if not name.startswith("_")}
        imported = {alias.asname or alias.name for node in shown(module) for alias in node.names}
        offenders += [f"{module} lists {name} {count} times" for name, count in listed.items() if count > 1]
        offenders += [f"{module} does not list {name}" for name in defined - {*listed}]
        offenders += [f"{module} lists {name} and does not have it" for name in {*listed} - defined - imported]
    assert offenders == []


def test_public_names_are_documented() -> None:
    """ "and have types and a docstring", members and all."""
    offenders = [module for module in PUBLIC_MODULES if not ast.get_docstring(trees()[module])]
    for module in PUBLIC_MODULES:
        for name, (node, told) in definitions(module).items():
            if name in public(module):
                offenders += [] if told else [f"{module}: {name}"]
                silent = [member for member in members(node) if not ast.get_docstring(member)]
                offenders += [f"{module}: {name}.{member.name}" for member in silent]
    assert offenders == []


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
            origin = own(node.module or "")
            return None if f"{origin}.{name}".removeprefix(".") in trees() else home(origin, name)
    raise AssertionError(f"{module} does not have {name}")


def home_module(module: str, name: str) -> str:
    """The module that defines a name which a module defines or imports."""
    for node in shown(module):
        if name in {alias.asname or alias.name for alias in node.names}:
            return home_module(own(node.module or ""), name)
    return module


WITHOUT_EXAMPLE: Final = {"PlaneWriter", "write_planes"}
"""What writes the planes of ``tafl.learning``, whose examples show it."""


def test_public_names_have_examples() -> None:
    """ "an example that runs": of each class, and of each function and method of more than three lines."""
    offenders: set[str] = set()
    for module in PUBLIC_MODULES:
        for name in public(module):
            node = home(module, name)
            for each in (node, *members(node)) if isinstance(node, Named) else ():
                trivial = isinstance(each, Function) and body_lines(each) <= TRIVIAL_LINES
                if (
                    not trivial
                    and not {name, each.name} & WITHOUT_EXAMPLE
                    and ">>> " not in (ast.get_docstring(each) or "")
                ):
                    offenders.add(f"{home_module(module, name)}: {name} ({each.name})")
    assert offenders == set()


EXTRAS: Final = {"service": "web", "sphinxext": "sphinx", "table.widget": "notebook", "web": "web"}
"""What cannot be imported without the packages of an extra."""


def test_what_is_loaded_later_is_what_types_say() -> None:
    """A face imports its names for types only, and at run time finds them in the modules that it lists."""
    offenders: list[str] = []
    for module in MODULES:
        if all(own(origin) != "support.lazy_imports" for origin, _ in names_imported(module)):
            continue  # it loads all that it shows at once
        if any(is_within(module, name) and is_missing(extra) for name, extra in EXTRAS.items()):
            continue
        face = import_module(full_name(module))
        origins = {alias.name: str(node.module) for node in shown(module) for alias in node.names}
        for name in {*public(module)} & origins.keys():
            if getattr(face, name, None) is not getattr(import_module(origins[name]), name):
                offenders.append(f"{module}: {name}")
    assert offenders == []


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


def test_public_classes_are_closed() -> None:
    """A public class is final, or a frozen value, an enumeration, an exception, a protocol or a typed dictionary."""
    kinds = {"Enum", "Flag", "Listed", "_Said", "Protocol", "TypedDict"}
    offenders: list[str] = []
    for module in PUBLIC_MODULES:
        for name, (node, _) in definitions(module).items():
            if name in public(module) and isinstance(node, ast.ClassDef) and not name.endswith("Error"):
                if not (decorators(node) & {"final", "frozen"} or bases(node) & kinds):
                    offenders.append(f"{module}: {name}")
    assert offenders == []


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
    texts = {path: path.read_bytes().decode(errors="replace").lower() for path in committed()}
    offenders = {path: [word for word in strangers if word in text] for path, text in texts.items()}
    assert {path: words for path, words in offenders.items() if words} == {}


def test_the_types_of_the_options_are_current() -> None:
    """Run ``python scripts/make_typing.py`` when this fails."""
    script = runpy.run_path(str(ROOT / "scripts" / "make_typing.py"))
    assert (SOURCES / "hnefatafl" / "rules" / "typing.py").read_text("utf-8") == script["written"]()


def test_every_option_can_be_typed() -> None:
    known = {field.name for field in attrs.fields(Ruleset)}
    assert set(RulesetOptions.__annotations__) == known
    assert set(RulesetFilters.__annotations__) == {*known, "layout"}


def test_the_drawing_is_current() -> None:
    """Run ``python scripts/draw_architecture.py`` when this fails."""
    script = runpy.run_path(str(ROOT / "scripts" / "draw_architecture.py"))
    assert (ROOT / "docs" / "architecture.svg").read_text("utf-8") == script["draw"]()
    assert set(script["PACKAGES"]) | {"_version", "tafl", "__main__"} == set(ORDER), "every package has a box"
