"""The public callables of the library and the program, with their parameters as they are declared."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import hnefatafl
import tafl
from hnefatafl.errors import MissingExtraError

NOT_FACES = ("hnefatafl.support", "tafl.cli", "tafl.__main__", "hnefatafl.errors", "hnefatafl.sphinxext")
"""What is no public module: what all stand on, the command, and what is made by others."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a public callable."""

    name: str
    kind: str
    """Its annotation."""
    needed: bool
    by_name: bool


@dataclass(frozen=True)
class Door:
    """A public callable: a function, a class, or a method of one."""

    name: str
    call: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    owner: type | None
    """The class whose object it is called on; None for what is called by itself."""

    def __str__(self) -> str:
        return self.name


def faces() -> list[str]:
    """The names of the public modules."""
    found = [
        each.name for package in (hnefatafl, tafl) for each in walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return ["hnefatafl", *(name for name in found if "._" not in name and not name.startswith(NOT_FACES))]


def public() -> Iterator[tuple[str, Any]]:
    """The public names, each once, and their values."""
    seen: set[int] = set()
    for face in faces():
        try:
            module = import_module(face)
        except (MissingExtraError, ImportError):
            continue  # of an extra
        for name in getattr(module, "__all__", ()):
            try:
                value = getattr(module, name)
            except (MissingExtraError, ImportError):
                continue
            if id(value) not in seen:
                seen.add(id(value))
                yield f"{face}.{name}", value


@cache
def tree(module: str) -> ast.Module:
    """The syntax of a module, which may be compiled."""
    file = Path(str(import_module(module).__file__))
    return ast.parse((file.parent / f"{file.name.partition('.')[0]}.py").read_text("utf-8"))


def written(module: str, path: str) -> tuple[Parameter, ...]:
    """The parameters of a function in a compiled module, as its source declares them."""
    nodes: list[ast.stmt] = tree(module).body
    node: Any = None
    for part in path.split("."):
        # The last of several is not an overload.
        *_, node = (each for each in nodes if isinstance(each, ast.ClassDef | ast.FunctionDef) and each.name == part)
        nodes = node.body
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    needed = {each.arg for each in plain[: len(plain) - len(args.defaults)]}
    needed |= {each.arg for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True) if default is None}
    return tuple(
        Parameter(each.arg, ast.unparse(each.annotation), each.arg in needed, each in args.kwonlyargs)
        for each in (*plain, *args.kwonlyargs)
        if each.annotation is not None
    )


def is_compiled(module: str) -> bool:
    """Whether a module has been compiled, so that its functions tell nothing of their parameters."""
    return not str(import_module(module).__file__).endswith(".py")


def parameters(function: Any, module: str) -> tuple[Parameter, ...]:
    """The parameters of a callable of a module."""
    if is_compiled(module):
        path = function.__qualname__
        return written(module, f"{path}.__init__" if inspect.isclass(function) else path)
    signature = inspect.signature(function)
    return tuple(
        Parameter(
            each.name, annotation_text(each.annotation), each.default is each.empty, each.kind is each.KEYWORD_ONLY
        )
        for each in signature.parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) and each.name not in ("self", "cls")
    )


def annotation_text(annotation: Any) -> str:
    """An annotation as it is written."""
    if annotation is inspect.Parameter.empty:
        return ""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b[a-z_.]+\.(?=[A-Z_])", "", text)


def doors() -> Iterator[Door]:
    """The public callables."""
    for name, value in public():
        if inspect.isclass(value):
            if issubclass(value, Enum | Exception | dict | str) or getattr(value, "_is_protocol", False):
                continue
            made_elsewhere = "own use" in (getattr(value.__init__, "__doc__", None) or "")
            if not made_elsewhere and value.__module__.startswith(("hnefatafl", "tafl")):
                yield Door(name, value, parameters(value, value.__module__), None)
            for member, raw in vars(value).items():
                found = getattr(value, member)
                if member.startswith("_") or not callable(found) or inspect.isclass(found):
                    continue
                static = isinstance(raw, staticmethod | classmethod) or inspect.isbuiltin(raw)
                yield Door(f"{name}.{member}", found, parameters(found, value.__module__), None if static else value)
        elif inspect.isroutine(value):
            yield Door(name, value, parameters(value, value.__module__), None)
