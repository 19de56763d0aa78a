"""Which vectors a function has for itself, so that it gives them back to the pool when it ends.

A vector is *fresh* where it is made: a copy, a display, or what a function returns that makes it. A local variable
*owns* its vectors if only fresh ones are assigned to it, and if it lends them at most: it reads and writes their
numbers, and hands them to functions that do no more. All this is decided by the text of the source alone, and where it
does not show, the vector is left to the collector. So a mistake here could let two share a vector, but not harm the
memory; and where the module is built with checks, a vector that was given back is not to be read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from transpiler.program import Function, Program


class Lifetimes:
    """What is known of the vectors of a program."""

    def __init__(self, program: Program) -> None:
        self._functions = list(program.functions)
        self._methods: dict[str, list[Function]] = {}
        for one in self._functions:
            if one.owner is not None:
                self._methods.setdefault(_called_as(one), []).append(one)
        self._makers: set[str] = set()
        self._kept: set[tuple[str, str]] = set()
        self._find_makers()
        self._find_kept()

    def is_fresh(self, node: ast.expr, function: Function) -> bool:
        """Whether an expression makes a vector, or a list, that nothing else knows."""
        if isinstance(node, ast.Subscript):
            return isinstance(node.slice, ast.Slice)
        if not isinstance(node, ast.Call):
            return False
        if isinstance(node.func, ast.Subscript):
            return ast.unparse(node.func.value) == "vec"
        callees = self._callees(node, function)
        return bool(callees) and all(_key(one) in self._makers for one in callees)

    def owned(self, function: Function) -> set[str]:
        """The local variables that own their vectors."""
        fresh: set[str] = set()
        other: set[str] = set(function.params)
        for node in ast.walk(function.node):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    for name in _names_in(target):
                        (fresh if isinstance(target, ast.Name) and self.is_fresh(node.value, function) else other).add(
                            name
                        )
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                own = node.value is not None and self.is_fresh(node.value, function)
                (fresh if own else other).add(node.target.id)
            elif isinstance(node, ast.For | ast.AugAssign | ast.comprehension):
                other.update(_names_in(node.target))
        return {name for name in fresh - other if not self._escapes(name, function)}

    def lends(self, call: ast.Call, place: int, function: Function) -> bool:
        """Whether the argument at that place of a call is only lent."""
        callees = self._callees(call, function)
        return bool(callees) and all(
            place < len(one.params) and (_key(one), list(one.params)[place]) not in self._kept for one in callees
        )

    def _find_makers(self) -> None:
        """Find the functions that return fresh vectors only."""
        while True:
            found = set(self._makers)
            for one in self._functions:
                returned = [node.value for node in ast.walk(one.node) if isinstance(node, ast.Return)]
                if returned and one.returns.is_vector and not one.returns.optional:
                    if all(value is not None and self.is_fresh(value, one) for value in returned):
                        found.add(_key(one))
            if found == self._makers:
                return
            self._makers = found

    def _find_kept(self) -> None:
        """Find the arguments that functions keep, or may keep."""
        while True:
            found = set(self._kept)
            for one in self._functions:
                for name, kind in one.params.items():
                    if kind.is_vector and self._escapes(name, one):
                        found.add((_key(one), name))
            if found == self._kept:
                return
            self._kept = found

    def _escapes(self, name: str, function: Function) -> bool:
        """Whether anything else may know the vectors of a variable."""
        parents: dict[int, ast.AST] = {}
        for node in ast.walk(function.node):
            for child in ast.iter_child_nodes(node):
                parents[id(child)] = node
        for node in ast.walk(function.node):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                if not self._is_lent(node, parents[id(node)], function):
                    return True
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
                if name in function.params:
                    return True  # the argument is another vector from then on
        return False

    def _is_lent(self, node: ast.Name, parent: ast.AST, function: Function) -> bool:
        """Whether a use of a vector is no more than a loan."""
        if isinstance(parent, ast.Subscript):
            return parent.value is node
        if isinstance(parent, ast.Compare):
            return True
        if isinstance(parent, ast.For):
            return parent.iter is node
        if isinstance(parent, ast.Call) and node in parent.args:
            if isinstance(parent.func, ast.Name) and parent.func.id == "len":
                return True
            return self.lends(parent, parent.args.index(node), function)
        return False

    def _callees(self, call: ast.Call, function: Function) -> list[Function]:
        """What a call may call: by its name, so for a method all of that name."""
        if isinstance(call.func, ast.Name):
            named = function.module.names.get(call.func.id)
            if isinstance(named, Function):
                return [named]
            if named is not None:
                return self._methods.get(f"new {call.func.id}", [])
        elif isinstance(call.func, ast.Attribute):
            return self._methods.get(call.func.attr, [])
        return []


def _key(function: Function) -> str:
    """What tells a function from all others."""
    return f"{function.owner or ''}.{function.emitted}"


def _called_as(function: Function) -> str:
    """By what a method is called: its name; to make an object, ``new`` and the class."""
    return f"new {function.owner}" if function.node.name == "__init__" else function.node.name


def _names_in(target: ast.expr) -> Iterator[str]:
    """The variables that an assignment sets."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple):
        for part in target.elts:
            yield from _names_in(part)
