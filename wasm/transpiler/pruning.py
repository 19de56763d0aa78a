"""Takes out what stands behind functions of a ruleset, which a module never has.

A field whose type only Python has is None in the module. So ``t.captures_hook is None`` is true there, and the branch
for the other case is not looked at: it may call what is not written. The same holds for a variable of such a type, and
for the fields in ``FIXED``. Any other use of them is left for the writer to complain about.
"""

from __future__ import annotations

import ast
from typing import cast

from transpiler.kinds import HOST, Unwritable
from transpiler.program import FIXED, Function, Program


class _Pruner(ast.NodeTransformer):
    """Takes dead branches out of one function."""

    def __init__(self, program: Program, function: Function) -> None:
        self._program = program
        self._function = function
        self._absent: set[str] = set()
        fields = [(name, kind) for one in program.classes.values() for name, kind in one.fields.items()]
        written = {name for name, kind in fields if kind != HOST}
        self._host = {name for name, kind in fields if kind == HOST} - written
        self._fixed = {name: value for (_, name), value in FIXED.items()}

    def _is_absent(self, node: ast.expr) -> bool:
        """Whether an expression is None in the module, because only Python has what it could be."""
        if isinstance(node, ast.Constant):
            return node.value is None
        if isinstance(node, ast.Name):
            return node.id in self._absent
        return isinstance(node, ast.Attribute) and node.attr in self._host

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr in self._fixed and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Constant(self._fixed[node.attr]), node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        first = node.ops[0]
        if (
            isinstance(first, ast.Is | ast.IsNot)
            and self._is_absent(node.left)
            and self._is_absent(node.comparators[0])
        ):
            return ast.copy_location(ast.Constant(isinstance(first, ast.Is)), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and (known := _truth(node.operand)) is not None:
            return ast.copy_location(ast.Constant(not known), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        left: list[ast.expr] = []
        for value in node.values:
            known = _truth(value)
            if known is None:
                left.append(value)
            elif known == decides:
                return ast.copy_location(ast.Constant(decides), node)
        if not left:
            return ast.copy_location(ast.Constant(not decides), node)
        node.values = left
        return left[0] if len(left) == 1 else node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        known = _truth(node.test)
        return node if known is None else node.body if known else node.orelse

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        node.test = cast("ast.expr", self.visit(node.test))
        known = _truth(node.test)
        if known is None:
            self.generic_visit(node)
            if not node.body:
                node.body = [ast.copy_location(ast.Pass(), node)]
            return node
        kept: list[ast.stmt] = []
        for statement in node.body if known else node.orelse:
            done = cast("ast.stmt | list[ast.stmt] | None", self.visit(statement))
            kept += done if isinstance(done, list) else [] if done is None else [done]
        return kept

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        self.generic_visit(node)
        absent = all(self._is_absent(target) for target in node.targets)
        return None if absent and self._is_absent(node.value) else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if node.value is None or not self._is_absent(node.value):
            return node
        if isinstance(node.target, ast.Name):
            try:
                self._program.kind_of(node.annotation, self._function.module)
            except Unwritable:
                self._absent.add(node.target.id)
                return None
        return None if self._is_absent(node.target) else node


def _truth(node: ast.expr) -> bool | None:
    """Whether an expression is true, where that is known."""
    return bool(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, bool) else None


def prune(program: Program) -> None:
    """Take dead branches out of all functions."""
    for function in program.functions:
        pruner = _Pruner(program, function)
        body: list[ast.stmt] = []
        for statement in function.node.body:
            done = cast("ast.stmt | list[ast.stmt] | None", pruner.visit(statement))
            body += done if isinstance(done, list) else [] if done is None else [done]
        function.node.body = body
