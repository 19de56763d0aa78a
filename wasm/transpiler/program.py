"""What is to be written: the modules, and what their names stand for."""

from __future__ import annotations

import ast
import copy
import enum
import importlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from transpiler.kinds import BOOL, HOST, I64, VOID, Kind, Unwritable, read_kind

KERNEL = (
    *("codes", "tables", "history", "generate", "lines", "shieldwall", "captures", "queries", "ring", "fort"),
    *("verdict", "threats", "play", "mutable", "skipping", "perft", "reasons", "playouts"),
)
SEARCH = (
    *("rows", "evaluation", "table", "view", "tactics", "ordering", "nodes", "alphabeta"),
    *("proofboard", "proof"),
)
MODULES = (
    "board._packing",
    *(f"_kernel.{name}" for name in KERNEL),
    *(f"search._core.{name}" for name in SEARCH),
)
"""The modules that are written, each after those that it imports."""
GIVEN = ("_kernel.tables",)
"""Modules of which only the fields of the classes are read: the module is given what these hold, as words."""
FIXED = {("Tables", "hooked"): False}
"""Fields whose value is known: a module has no functions of a ruleset. What stands behind them is not written."""


@dataclass(frozen=True)
class Problem:
    """What cannot be written, and where it stands."""

    path: Path
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


@dataclass
class Function:
    """A function or method, with the types of its arguments and of what it returns."""

    module: Module
    node: ast.FunctionDef
    owner: str | None
    emitted: str
    params: dict[str, Kind]
    returns: Kind

    @property
    def defaults(self) -> list[ast.expr]:
        """The values of the last arguments, where none are given."""
        return self.node.args.defaults


@dataclass
class Class:
    """A class: its fields, those of its base included, and its methods."""

    name: str
    module: Module
    node: ast.ClassDef
    base: str | None
    fields: dict[str, Kind] = field(default_factory=dict[str, Kind])
    methods: dict[str, Function] = field(default_factory=dict[str, Function])
    properties: set[str] = field(default_factory=set[str])


@dataclass(frozen=True)
class Constant:
    """A value that a module holds."""

    emitted: str
    kind: Kind
    value: object
    made: list[int] | None = None  # by calling its class with these numbers


@dataclass
class Module:
    """A module of the source, and what its names stand for."""

    name: str
    path: Path
    tree: ast.Module
    live: object
    names: dict[str, Function | Class | Constant | type[enum.Enum]] = field(
        default_factory=dict[str, "Function | Class | Constant | type[enum.Enum]"]
    )
    aliases: dict[str, ast.expr] = field(default_factory=dict[str, ast.expr])


class _Unaliased(ast.NodeTransformer):
    """Puts types in the place of the names that a module has for them."""

    def __init__(self, aliases: dict[str, ast.expr]) -> None:
        self._aliases = aliases

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self._aliases.get(node.id, node)


class Program:
    """All that is written, and the problems that were found."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}
        self.classes: dict[str, Class] = {}
        self.problems: list[Problem] = []

    def report(self, module: Module, node: ast.AST, reason: str) -> None:
        """Note that something cannot be written."""
        self.problems.append(Problem(module.path, getattr(node, "lineno", 1), reason))

    @property
    def parents(self) -> dict[str, str]:
        """The base of each class that has one."""
        return {name: one.base for name, one in self.classes.items() if one.base is not None}

    @property
    def functions(self) -> Iterator[Function]:
        """All functions and methods that are written."""
        for module in self.modules.values():
            if module.name not in map(_short, GIVEN):
                yield from (one for one in module.names.values() if isinstance(one, Function) and one.module is module)
        for one in self.classes.values():
            yield from one.methods.values()

    def kind_of(self, node: ast.expr | None, module: Module) -> Kind:
        """The type that an annotation names."""
        if node is not None:
            node = cast("ast.expr", _Unaliased(module.aliases).visit(copy.deepcopy(node)))
        enums = [name for name, value in module.names.items() if isinstance(value, type)]
        return read_kind(node, self.classes, enums)

    def field_of(self, owner: str, name: str) -> Kind | None:
        """The type of a field of a class."""
        one = self.classes.get(owner)
        while one is not None:
            if name in one.fields:
                return one.fields[name]
            one = self.classes.get(one.base or "")
        return None

    def method_of(self, owner: str, name: str) -> Function | None:
        """A method of a class."""
        one = self.classes.get(owner)
        while one is not None:
            if name in one.methods:
                return one.methods[name]
            one = self.classes.get(one.base or "")
        return None

    def add(self, dotted: str, path: Path, source: str, live: object) -> None:
        """Add a module, after those that it imports; ``live`` is the module as Python has it, with its values."""
        module = Module(_short(dotted), path, ast.parse(source), live)
        self.modules[dotted] = module
        for node in module.tree.body:
            if isinstance(node, ast.ImportFrom):
                self._read_import(module, node)
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                self._add_class(module, node)
        given = dotted in GIVEN
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                self._read_class(module, node, given)
            elif given:
                continue
            elif isinstance(node, ast.FunctionDef):
                function = self._read_function(module, node, None)
                if function is not None:
                    module.names[node.name] = function
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self._read_constant(module, node, node.target.id)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                module.aliases[node.targets[0].id] = node.value

    def _read_import(self, module: Module, node: ast.ImportFrom) -> None:
        """Take over the names that a module imports; those of modules that are not written stand for nothing."""
        source = self.modules.get((node.module or "").removeprefix("hnefatafl."))
        for alias in node.names:
            name = alias.asname or alias.name
            value = getattr(module.live, name, None)
            if source is not None and alias.name in source.names:
                module.names[name] = source.names[alias.name]
            elif isinstance(value, type) and issubclass(value, enum.Enum):
                module.names[name] = value

    def _add_class(self, module: Module, node: ast.ClassDef) -> None:
        """Let a class be known."""
        if node.name in self.classes:
            self.report(module, node, f"there are two classes {node.name}")
        base = next((one.id for one in node.bases if isinstance(one, ast.Name)), None)
        self.classes[node.name] = Class(node.name, module, node, base)
        module.names[node.name] = self.classes[node.name]

    def _read_class(self, module: Module, node: ast.ClassDef, given: bool) -> None:
        """Read the fields of a class, and its methods unless only its fields are given."""
        one = self.classes[node.name]
        for item in node.body:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                one.fields[item.target.id] = self._field_kind(module, item.annotation)
            elif isinstance(item, ast.FunctionDef) and not given:
                if item.name == "__init__":
                    for part in ast.walk(item):
                        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Attribute):
                            one.fields[part.target.attr] = self._field_kind(module, part.annotation)
                function = self._read_function(module, item, node.name)
                if function is not None:
                    one.methods[item.name] = function
                if any(ast.unparse(decorator) == "property" for decorator in item.decorator_list):
                    one.properties.add(item.name)

    def _field_kind(self, module: Module, annotation: ast.expr) -> Kind:
        """The type of a field; of one that only Python has, ``HOST``: it is an error to use it, but to ask for None."""
        try:
            return self.kind_of(annotation, module)
        except Unwritable:
            return HOST

    def _read_function(self, module: Module, node: ast.FunctionDef, owner: str | None) -> Function | None:
        """A function or method; None, and a problem, if its types cannot be written."""
        arguments = node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
            self.report(module, node, f"{node.name} takes arguments that are not plain")
        try:
            params = {one.arg: self.kind_of(one.annotation, module) for one in arguments.args if one.arg != "self"}
            returns = VOID if node.name == "__init__" else self.kind_of(node.returns, module)
        except Unwritable as problem:
            self.report(module, node, f"{node.name}: {problem}")
            return None
        emitted = node.name if owner else f"{module.name}_{node.name}"
        return Function(module, node, owner, emitted, params, returns)

    def _read_constant(self, module: Module, node: ast.AnnAssign, name: str) -> None:
        """A value of the module; what cannot be written is an error where it is used."""
        value = getattr(module.live, name, None)
        emitted = f"{module.name}_{name}"
        if ast.unparse(node.annotation) == "Final":
            if isinstance(value, int):
                module.names[name] = Constant(emitted, BOOL if isinstance(value, bool) else I64, value)
            return
        try:
            kind = self.kind_of(node.annotation, module)
        except Unwritable:
            return
        made: list[int] | None = None
        if kind.name in self.classes:
            try:
                made = (
                    [int(ast.literal_eval(part)) for part in node.value.args]
                    if isinstance(node.value, ast.Call)
                    else []
                )
            except ValueError:
                return  # made of other things than numbers
        module.names[name] = Constant(emitted, kind, value, made)


def _short(dotted: str) -> str:
    """What stands before the names of a module."""
    return dotted.rpartition(".")[2]


def read_program(library: Path) -> Program:
    """Read all modules from the folder of the library."""
    program = Program()
    for dotted in MODULES:
        path = library / f"{dotted.replace('.', '/')}.py"
        if path.exists():
            live = importlib.import_module(f"hnefatafl.{dotted}")
            program.add(dotted, path, path.read_text(encoding="utf-8"), live)
        else:
            program.problems.append(Problem(path, 1, "there is no such module"))
    return program
