"""Faces of packages: what a package shows is loaded when somebody asks for it.

A face lists its names in ``__all__``, imports them under ``TYPE_CHECKING`` for those who read types, and names the
modules that have them, each after those that it needs itself:

    else:
        __getattr__ = later(__name__, "_findings", "_game")
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

__all__ = ["later"]


def later(face: str, *modules: str) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package: a name is one of the modules, or of the first that lists it."""

    def find(name: str) -> object:
        if name in modules:
            return import_module(f"{face}.{name}")
        package = import_module(face)
        if name in package.__all__:
            for each in modules:
                module = import_module(f"{face}.{each}")
                if name in module.__all__:
                    found: object = getattr(module, name)
                    setattr(package, name, found)
                    return found
        raise AttributeError(f"module {face!r} has no attribute {name!r}")

    return find
