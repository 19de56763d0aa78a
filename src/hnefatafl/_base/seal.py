"""What the kernel's classes need while they run uncompiled: immutability, and silence about how they are made.

Compiled, their attributes are read-only by themselves. Uncompiled, a finished
object is given a class of the same layout that refuses assignment: cheaper than
asking at every assignment, since most of those are made by ``__init__``.
"""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any

__all__ = ["sealed", "unsigned"]


def sealed(cls: type, caches: frozenset[str] = frozenset()) -> Any:
    """A class of the same layout whose instances refuse any assignment but to the attributes in ``caches``."""

    def refuse(self: object, name: str, value: object) -> None:
        if name not in caches:
            raise AttributeError(f"a {cls.__name__} does not change: {name}")
        object.__setattr__(self, name, value)

    def keep(self: object, name: str) -> None:
        raise AttributeError(f"a {cls.__name__} does not change: {name}")

    body: dict[str, object] = {"__slots__": (), "__setattr__": refuse, "__delattr__": keep}
    body |= {name: getattr(cls, name) for name in ("__module__", "__qualname__", "__doc__")}
    return type(cls.__name__, (cls,), body)


def unsigned(cls: type) -> None:
    """Let ``help`` say nothing of how the objects of a class are made, where the library alone makes them."""
    vars(cls)["__init__"].__signature__ = Signature([Parameter("self", Parameter.POSITIONAL_ONLY)])
