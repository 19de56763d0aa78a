"""Lazy imports: what a package shows is loaded when it is asked for.

A package lists its names in ``__all__``, imports them under ``TYPE_CHECKING`` for those who read types, and names the
modules that have them, each after those that it needs itself:

    else:
        __getattr__, __dir__ = later(__name__, "_findings", "_game")
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def later(face: str, *modules: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package: a name is a module, or of the first that has it."""

    def find(name: str) -> object:
        if name in modules:
            return import_module(f"{face}.{name}")
        package = import_module(face)
        if name in package.__all__:
            for part in modules:
                module = import_module(f"{face}.{part}")
                if hasattr(module, name):
                    value: object = getattr(module, name)
                    setattr(package, name, value)
                    return value
        raise AttributeError(f"module {face!r} has no attribute {name!r}")

    def list_names() -> list[str]:
        names: list[str] = import_module(face).__all__
        return names

    return find, list_names
