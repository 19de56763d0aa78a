"""The types of what is written, and what it takes to make a value of one of them a value of another."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, replace


class Unwritable(Exception):
    """What stands in the source has no counterpart; the message says why."""


@dataclass(frozen=True)
class Kind:
    """A type: its name in AssemblyScript, and what it is made of.

    ``int`` is a whole number that stands in the source, which takes the type of what it meets. ``host`` is what only
    Python has, such as a function of a ruleset: it is None in the module. ``numbers`` are several numbers that a
    function returns together.
    """

    name: str
    of: tuple[Kind, ...] = ()
    optional: bool = False

    def __str__(self) -> str:
        text = f"{self.name}<{', '.join(map(str, self.of))}>" if self.of else self.name
        return f"{text} | null" if self.optional else text

    @property
    def bare(self) -> Kind:
        """The same, which is not None."""
        return replace(self, optional=False)

    @property
    def or_none(self) -> Kind:
        """The same, or None."""
        return replace(self, optional=True)

    @property
    def is_number(self) -> bool:
        """Whether it is a number, or true or false."""
        return self.name in ("i64", "i32", "bool", "int") and not self.optional

    @property
    def is_vector(self) -> bool:
        """Whether it is a vector of numbers."""
        return self.name in ("Vec64", "Vec16")

    @property
    def element(self) -> Kind:
        """What stands at a place of it."""
        if self.name in _ELEMENTS:
            return _ELEMENTS[self.name]
        if self.name == "List":
            return self.of[0]
        if self.name == "Map":
            return self.of[1]
        raise Unwritable(f"{self} has no elements")

    @property
    def zero(self) -> str:
        """With what a variable of this type begins."""
        if self.is_number:
            return "false" if self.name == "bool" else "0"
        return "null" if self.optional else f"changetype<{self}>(0)"


I64 = Kind("i64")
I32 = Kind("i32")
BOOL = Kind("bool")
INT = Kind("int")
NULL = Kind("null")
VOID = Kind("void")
HOST = Kind("host")
VEC64 = Kind("Vec64")
VEC16 = Kind("Vec16")
STOP = Kind("Stop")
_ELEMENTS = {"Vec64": I64, "Vec16": I32}


def list_of(element: Kind) -> Kind:
    """A list of these."""
    return Kind("List", (element,))


_SIMPLE = {
    "i64": I64,
    "int": I64,
    "i16": I32,
    "bool": BOOL,
    "None": VOID,
    "vec[i64]": VEC64,
    "vec[i16]": VEC16,
    "memoryview": VEC64,  # what processes share, which the module's host may give it
    "set[int]": Kind("Set", (I64,)),
    "Callable[[], bool]": STOP,
}


def read_kind(node: ast.expr | None, classes: Collection[str], enums: Collection[str]) -> Kind:
    """The type that an annotation names; members of ``enums`` are numbers, their places."""
    if node is None:
        raise Unwritable("an annotation is missing")
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        node = ast.parse(node.value, mode="eval").body
    text = ast.unparse(node)
    if text in _SIMPLE:
        return _SIMPLE[text]
    if text in classes:
        return Kind(text)
    if text in enums:
        return I64
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and ast.unparse(node.right) == "None":
        inner = read_kind(node.left, classes, enums)
        if inner.is_number:
            raise Unwritable(f"{text}: a number that may be None")
        return inner.or_none
    if isinstance(node, ast.Subscript):
        of = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        outer = ast.unparse(node.value)
        if outer == "Final":
            return read_kind(of[0], classes, enums)
        if outer in ("list", "dict", "tuple"):
            kinds = tuple(read_kind(one, classes, enums) for one in of)
            if outer == "list":
                return list_of(kinds[0])
            if outer == "dict":
                return Kind("Map", kinds)
            if all(ast.unparse(one) == "i64" for one in of):
                return Kind("numbers", kinds)
            if len(kinds) == 2:
                return Kind("Pair", kinds)
    raise Unwritable(f"the type {text}")


def convert(text: str, have: Kind, want: Kind, parents: dict[str, str]) -> str:
    """The expression as a value of another type; ``parents`` has the base of each class that has one."""
    if have == want or want == VOID:
        return text
    if have.is_number and want.is_number:
        if want == INT:
            return text
        return f"<{want}>{text}" if have == INT else f"<{want}>({text})"
    if have == NULL and want.optional:
        return text
    if have.optional and have.bare == want:
        return f"{text}!"
    if have == want.bare:
        return text
    parent = parents.get(have.name)
    if parent is not None:
        return convert(text, Kind(parent, optional=have.optional), want, parents)
    raise Unwritable(f"{have} where {want} is expected")
