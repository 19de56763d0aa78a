"""What keeps values from changing: they are made once, refuse assignments, and their classes are final.

The values of the library are classes of attrs (:func:`frozen`), a few plain classes (:class:`Unchanging`), and classes
of the kernel, compiled or not (:func:`sealed` and :func:`close`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from inspect import Parameter, Signature, currentframe, signature
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, NoReturn

import attrs

from hnefatafl.support.texts import brief


def check_unmade(value: object, attribute: str) -> None:
    """Check that a value is only now being made: its first attribute has not been set.

    Raises:
        AttributeError: it has been.
    """
    if hasattr(value, attribute):
        raise AttributeError(f"a {type(value).__name__} does not change: it has been made already")


def _refuse_subclasses(cls: type) -> None:
    """Let nobody derive from a class: what is made by the library would not be of the derived class."""
    name = cls.__name__

    def refuse(subclass: type, /, **_: object) -> NoReturn:
        raise TypeError(f"{name} is final: {subclass.__name__} cannot be a subclass of it")

    cls.__init_subclass__ = classmethod(refuse)  # type: ignore[assignment]  # pyright: ignore


if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(cls: type | None = None, **options: Any) -> Any:
        """As `attrs.frozen`; nothing can be made anew in its place (`__init__`, `__setstate__`), nor derived from.

        A class without a ``__repr__`` of its own has :func:`~hnefatafl.support.texts.brief`.
        """
        if cls is None:
            return partial(frozen, **options)
        if "__repr__" not in vars(cls):
            cls.__repr__ = brief
        first = ""

        def check_new(self: object) -> None:
            if first:
                check_unmade(self, first)

        cls.__attrs_pre_init__ = check_new
        frozen_class = attrs.frozen(cls, **options)
        first = next((field.name for field in attrs.fields(frozen_class)), "")
        restore = vars(frozen_class).get("__setstate__")
        if restore is not None:
            frozen_class.__setstate__ = _restore_once(restore, check_new)
        _refuse_subclasses(frozen_class)
        return frozen_class


def _restore_once(
    restore: Callable[[Any, Any], None], check_new: Callable[[object], None]
) -> Callable[[Any, Any], None]:
    def restore_new(self: object, state: object) -> None:
        check_new(self)
        restore(self, state)

    return restore_new


class Unchanging:
    """The base of plain classes of values. Their ``__init__`` begins with :func:`check_unmade`, and they set their
    attributes by ``object.__setattr__``."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        _refuse_subclasses(cls)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change: {name}")


class FixedMember:
    """The base of enumerations whose members keep what they are made with."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in vars(self):
            raise AttributeError(f"{self} does not change: {name}")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{self} does not change: {name}")


def sealed(cls: type, caches: frozenset[str] = frozenset()) -> Any:
    """The class of the finished objects of an uncompiled class, in whose place the module puts it: cheaper than asking
    at every assignment, since most of those are made by ``__init__``.

    It has the same layout and members. It refuses assignments, but for those of the library to the attributes in
    ``caches``. To call it calls the other class, whose ``__init__`` ends by changing the class of the object. That is
    what its metaclass is for: a ``__new__`` would take a tenth of the time of a move. Like that of a compiled class,
    its own ``__init__`` does nothing.
    """

    def refuse(self: object, name: str, value: object) -> None:
        # No variable holds the frame of this function: it would keep itself, and all that its callers hold, in memory.
        caller = getattr(currentframe(), "f_back", None)
        if name not in caches or caller is None or not caller.f_globals["__name__"].startswith("hnefatafl.play."):
            raise AttributeError(f"a {cls.__name__} does not change: {name}")
        object.__setattr__(self, name, value)

    def keep(self: object, name: str) -> None:
        raise AttributeError(f"a {cls.__name__} does not change: {name}")

    @wraps(vars(cls)["__init__"])
    def leave(self: object, *_: object, **__: object) -> None:
        pass

    own = {name: value for name, value in vars(cls).items() if not isinstance(value, MemberDescriptorType)}
    own |= {"__slots__": (), "__init__": leave, "__setattr__": refuse, "__delattr__": keep}
    metaclass = type("Sealed", (type,), {"__call__": cls, "__signature__": signature(cls)})
    return metaclass(cls.__name__, (cls,), own | {"__qualname__": cls.__qualname__})


def close(cls: type, caches: frozenset[str] = frozenset()) -> None:
    """Let nobody derive from a class of the kernel, nor set what its objects remember, the attributes in ``caches``.

    Compiled, their other attributes are read-only by themselves; compiled code does not ask the class for these.
    """
    for name in caches:
        attribute = getattr(cls, name)
        if isinstance(attribute, GetSetDescriptorType):
            setattr(cls, name, property(attribute.__get__))
    _refuse_subclasses(cls)


def unsigned(cls: type) -> None:
    """Let ``help`` say nothing of how the objects of a class are made, where the library alone makes them."""
    vars(cls)["__init__"].__signature__ = Signature([Parameter("self", Parameter.POSITIONAL_ONLY)])
