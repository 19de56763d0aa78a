"""Statements, and with them whole functions."""

from __future__ import annotations

import ast
from collections.abc import Callable

from transpiler.expressions import Expressions, Value, safe
from transpiler.kinds import I64, INT, NULL, VOID, Kind, Unwritable
from transpiler.lifetimes import Lifetimes
from transpiler.program import Function, Program

_GIVE = "$give"
"""Stands where the function ends: vectors that it owns are given back there."""


class Blocks:
    """The blocks that were written, which a module can count while it runs."""

    def __init__(self, counts: bool) -> None:
        self.counts = counts
        self.names: list[str] = []

    def enter(self, module: str, line: int, function: str) -> str | None:
        """The statement that counts a block, or None where none is counted."""
        if not self.counts:
            return None
        self.names.append(f"{module}:{line} in {function}")
        return f"cover({len(self.names) - 1});"


class Writer(Expressions):
    """Writes one function."""

    def __init__(self, program: Program, lifetimes: Lifetimes, function: Function, blocks: Blocks) -> None:
        super().__init__(program, lifetimes, function)
        self.blocks = blocks

    def _declare(self, name: str, kind: Kind) -> None:
        """Let a variable have that type, unless it has one."""
        if name not in self.function.params and name not in self.locals:
            if kind in (NULL, VOID):
                raise Unwritable(f"{name} begins with None or nothing; annotate it")
            self.locals[name] = I64 if kind == INT else kind

    def _kind_of(self, name: str) -> Kind | None:
        """The type of a variable, if it has one already."""
        return self.locals.get(name) or self.function.params.get(name)

    def _block(self, body: list[ast.stmt], loop: str | None = None) -> None:
        """Write the statements of a block; what cannot be written is noted, and the next one tried."""
        self.depth += 1
        entered = self.blocks.enter(self.module.name, body[0].lineno, self.function.node.name) if body else None
        if entered is not None:
            self.put(entered)
        for statement in body:
            try:
                self._statement(statement)
            except Unwritable as problem:
                self.program.report(self.module, statement, f"{self.function.node.name}: {problem}")
        self.depth -= 1

    def _statement(self, node: ast.stmt) -> None:
        method: Callable[[ast.stmt], None] | None = getattr(self, f"_write_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unwritable(f"{type(node).__name__}: {ast.unparse(node)}")
        method(node)

    def _write_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        text = self.value(node.value).text
        if text:
            self.put(f"{text};")

    def _write_pass(self, node: ast.Pass) -> None:
        pass

    def _write_break(self, node: ast.Break) -> None:
        if self._flags and self._flags[-1]:
            self.put(f"{self._flags[-1]} = true;")
        self.put("break;")

    def _write_continue(self, node: ast.Continue) -> None:
        self.put("continue;")

    _flags: tuple[str, ...] = ()
    """For each loop around, what is to be set where it is left by a break, or nothing."""

    def _write_return(self, node: ast.Return) -> None:
        returns = self.function.returns
        if node.value is None:
            self.put(_GIVE)
            self.put("return;")
            return
        if returns.name == "numbers":
            text = self._return_numbers(node.value, returns)
            kind = I64
        else:
            text, kind = self.typed(node.value, returns), returns
        self.put(f"{_GIVE} {kind} = {text}")

    def _return_numbers(self, node: ast.expr, returns: Kind) -> str:
        """Return several numbers: the first as such, the others in variables of the module."""
        if not isinstance(node, ast.Tuple):
            value = self.value(node)
            if value.kind != returns:
                raise Unwritable(f"{value.kind} where {returns} is returned")
            return value.text
        texts = [self.typed(part, I64) for part in node.elts]
        names = [self.fresh("number") for _ in texts]
        for name, text in zip(names, texts, strict=True):
            self.put(f"const {name}: i64 = {text};")
        for place, name in enumerate(names[1:], 1):
            self.put(f"$returned{place} = {name};")
        return names[0]

    # Assignments.

    def _assign(self, target: ast.expr, value: Value) -> None:
        """Write an assignment of what is written."""
        if isinstance(target, ast.Name):
            name = self.renamed.get(target.id, target.id)
            self._declare(name, value.kind)
            kind = self._kind_of(name) or value.kind
            text = self.converted(value, kind)
            if name in self.may_own and kind.is_vector and not kind.optional:
                self.owned[safe(name)] = kind
                text = f"{kind}.swap({safe(name)}, {text})"
            self.put(f"{safe(name)} = {text};")
        elif isinstance(target, ast.Attribute):
            into = self._attribute(target, None)
            self.put(f"{into.text} = {self.converted(value, into.kind)};")
        elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            text, kind, _ = self.dereferenced(target.value)
            if kind.name == "Map":
                key = self.typed(target.slice, kind.of[0])
                self.put(f"{text}.set({key}, {self.converted(value, kind.element)});")
            else:
                index = self.typed(target.slice, I64)
                self.put(f"{text}.s({index}, {self.converted(value, kind.element)});")
        else:
            raise Unwritable(f"an assignment to {ast.unparse(target)}")

    def _wanted(self, target: ast.expr) -> Kind | None:
        """The type of a place that is assigned to, if it has one already."""
        if isinstance(target, ast.Name):
            return self._kind_of(self.renamed.get(target.id, target.id))
        if isinstance(target, ast.Attribute):
            return self._attribute(target, None).kind
        if isinstance(target, ast.Subscript):
            return self.dereferenced(target.value).kind.element
        return None

    def _write_assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Tuple):
            self._unpack(node.targets[0], node.value)
            return
        want = self._wanted(node.targets[0])
        value = self.value(node.value, want)
        if len(node.targets) > 1:
            name = self.fresh("value")
            kind = want or (I64 if value.kind == INT else value.kind)
            self.put(f"const {name}: {kind} = {self.converted(value, kind)};")
            value = Value(name, kind)
        for target in node.targets:
            self._assign(target, value)

    def _unpack(self, target: ast.Tuple, node: ast.expr) -> None:
        """Assign several values at once."""
        if isinstance(node, ast.Tuple):
            values: list[Value] = []
            for part, into in zip(node.elts, target.elts, strict=True):
                value = self.value(part, self._wanted(into))
                kind = I64 if value.kind == INT else value.kind
                name = self.fresh("value")
                self.put(f"const {name}: {kind} = {self.converted(value, kind)};")
                values.append(Value(name, kind))
            for into, value in zip(target.elts, values, strict=True):
                self._assign(into, value)
            return
        value = self.value(node)
        if value.kind.name == "Pair":
            name = self.fresh("pair")
            self.put(f"const {name} = {value.text};")
            values = [Value(f"{name}.{field}", kind) for field, kind in zip("ab", value.kind.of, strict=True)]
        elif value.kind.name == "numbers":
            name = self.fresh("number")
            self.put(f"const {name}: i64 = {value.text};")
            others = [Value(f"$returned{place}", I64) for place in range(1, len(value.kind.of))]
            values = [Value(name, I64), *others]
        else:
            raise Unwritable(f"unpacking of {value.kind}")
        for into, value in zip(target.elts, values, strict=True):
            if not (isinstance(into, ast.Name) and into.id == "_"):
                self._assign(into, value)

    def _write_annassign(self, node: ast.AnnAssign) -> None:
        kind = self.program.kind_of(node.annotation, self.module)
        if isinstance(node.target, ast.Name):
            self._declare(node.target.id, kind)
        if node.value is not None:
            self._assign(node.target, Value(self.typed(node.value, kind), kind))

    def _write_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            self._change_place(node, node.target)
            return
        if any(isinstance(part, ast.Call) for part in ast.walk(node.target)):
            raise Unwritable("a call in a place that is changed")
        value = self.value(_loaded(node.target))
        if value.kind.name == "List" and isinstance(node.op, ast.Add):
            self.put(f"{value.text}.extend({self.typed(node.value, value.kind)});")
            return
        changed = ast.copy_location(ast.BinOp(_loaded(node.target), node.op, node.value), node)
        self._assign(node.target, self.value(changed))

    def _change_place(self, node: ast.AugAssign, target: ast.Subscript) -> None:
        """Change what stands at a place of a vector or list; which place it is, is asked once."""
        text, kind, _ = self.dereferenced(target.value)
        if not kind.is_vector and kind.name != "List":
            raise Unwritable(f"a change of what is in {kind}")
        into, at, name = self.fresh("into"), self.fresh("at"), self.fresh("there")
        self.put(f"const {into} = {text};")
        self.put(f"const {at}: i64 = {self.typed(target.slice, I64)};")
        self.put(f"const {name}: {kind.element} = {into}.g({at});")
        self.constants[name] = kind.element
        changed = ast.copy_location(ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value), node)
        self.put(f"{into}.s({at}, {self.converted(self.value(changed), kind.element)});")

    # Branches and loops.

    def _write_if(self, node: ast.If) -> None:
        self.put(f"if ({self.condition(node.test)}) {{")
        self._block(node.body)
        if node.orelse:
            self.put("} else {")
            self._block(node.orelse)
        self.put("}")

    def _write_while(self, node: ast.While) -> None:
        self.guarded += 1
        test = self.condition(node.test)
        self.guarded -= 1
        flag = self.fresh("broken") if node.orelse else ""
        if flag:
            self.put(f"let {flag} = false;")
        self.put(f"while ({test}) {{")
        self._flags = (*self._flags, flag)
        self._block(node.body)
        self._flags = self._flags[:-1]
        self.put("}")
        if flag:
            self.put(f"if (!{flag}) {{")
            self._block(node.orelse)
            self.put("}")

    def open_loop(self, target: ast.expr, iterable: ast.expr) -> None:
        if isinstance(iterable, ast.Call) and ast.unparse(iterable.func) == "range":
            self._open_range(target, iterable.args)
            return
        backwards = isinstance(iterable, ast.Call) and ast.unparse(iterable.func) == "reversed"
        text, kind, _ = self._iterated(iterable.args[0] if backwards and isinstance(iterable, ast.Call) else iterable)
        if not kind.is_vector and kind.name != "List":
            raise Unwritable(f"a loop over {kind}")
        i, sequence = self.fresh("i"), self.fresh("each")
        self.put(f"const {sequence} = {text};")
        if backwards:
            self.put(f"for (let {i}: i64 = {sequence}.length - 1; {i} >= 0; {i}--) {{")
        else:
            self.put(f"for (let {i}: i64 = 0; {i} < {sequence}.length; {i}++) {{")
        self.depth += 1
        element = Value(f"{sequence}.g({i})", kind.element)
        if isinstance(target, ast.Tuple):
            if kind.element.name != "Pair":
                raise Unwritable(f"unpacking of {kind.element}")
            for field, into, of in zip("ab", target.elts, kind.element.of, strict=True):
                if not (isinstance(into, ast.Name) and into.id == "_"):
                    self._assign(into, Value(f"{element.text}.{field}", of))
        else:
            self._assign(target, element)
        self.depth -= 1

    def _iterated(self, node: ast.expr) -> Value:
        """What a loop goes over; a few values that stand there are a list."""
        if isinstance(node, ast.Tuple):
            return self.value(ast.copy_location(ast.List(node.elts, ast.Load()), node))
        return self.dereferenced(node)

    def _open_range(self, target: ast.expr, args: list[ast.expr]) -> None:
        if len(args) > 2:
            raise Unwritable("a range with steps")
        first = self.typed(args[0], I64) if len(args) > 1 else "0"
        last, i = self.fresh("last"), self.fresh("i")
        self.put(f"const {last}: i64 = {self.typed(args[-1], I64)};")
        self.put(f"for (let {i}: i64 = {first}; {i} < {last}; {i}++) {{")
        self.depth += 1
        if not (isinstance(target, ast.Name) and target.id == "_"):
            self._assign(target, Value(i, I64))
        self.depth -= 1

    def _write_for(self, node: ast.For) -> None:
        if node.orelse:
            raise Unwritable("a for loop with else")
        self.open_loop(node.target, node.iter)
        self._flags = (*self._flags, "")
        self._block(node.body)
        self._flags = self._flags[:-1]
        self.put("}")

    def _write_try(self, node: ast.Try) -> None:
        """Nothing is raised in a module, so of a ``try`` its body is left, and what is done in any case."""
        for handler in node.handlers:
            if not isinstance(handler.body[-1], ast.Raise):
                raise Unwritable("an exception that is caught")
        last = node.body[-1]
        for statement in node.body[:-1] if isinstance(last, ast.Return) else node.body:
            self._statement(statement)
        if not isinstance(last, ast.Return) or last.value is None:
            for statement in node.finalbody:
                self._statement(statement)
            return
        name = self.fresh("result")
        self.put(f"const {name}: {self.function.returns} = {self.typed(last.value, self.function.returns)};")
        for statement in node.finalbody:
            self._statement(statement)
        self.put(f"{_GIVE} {self.function.returns} = {name}")

    # The whole.

    def write(self) -> str:
        """The function, or the method."""
        function = self.function
        self.depth = 0 if function.owner is None else 1
        self._block(function.node.body)
        self.depth += 1
        if function.returns == VOID:
            self.put(_GIVE)
        elif function.node.body and isinstance(function.node.body[-1], ast.While):
            back = I64 if function.returns.name == "numbers" else function.returns
            self.put(f"return {back.zero};")  # never, but the compiler asks for it behind a loop
        self.depth -= 1
        edge = "  " * self.depth
        params = ", ".join(f"{safe(name)}: {kind}" for name, kind in function.params.items())
        back = I64 if function.returns.name == "numbers" else function.returns
        if function.node.name == "__init__":
            head = f"constructor({params})"
        elif function.owner is None:
            head = f"export function {function.emitted}({params}): {back}"
        elif function.node.name in self.program.classes[function.owner].properties:
            head = f"get {safe(function.emitted)}(): {back}"
        else:
            head = f"{safe(function.emitted)}({params}): {back}"
        declared = {safe(name): kind for name, kind in self.locals.items()}
        declared |= {name: kind for name, kind in self.owned.items() if name not in declared}
        lines = [f"{edge}  let {name}: {kind} = {kind.zero};" for name, kind in declared.items()]
        body = lines + [line for one in self.lines for line in self._rendered(one)]
        if function.node.name == "__init__":  # the base is made before anything else
            first = [line for line in body if line.strip().startswith("super(")]
            if not first and self.program.classes[function.owner or ""].base is not None:
                first = [f"{edge}  super();"]
            body = first + [line for line in body if line not in first]
        return "\n".join([f"{edge}{head} {{", *body, f"{edge}}}", ""])

    def _rendered(self, line: str) -> list[str]:
        """A line as it is written; where the function ends, with what gives vectors back."""
        mark = line.strip()
        if not mark.startswith(_GIVE):
            return [line]
        edge = line[: len(line) - len(mark)]
        given = [f"{edge}{kind}.give({name});" for name, kind in self.owned.items()]
        result = mark.removeprefix(_GIVE).strip()
        if not result:
            return given
        kind, _, text = result.partition(" = ")
        if not given:
            return [f"{edge}return {text};"]
        return [f"{edge}const $result: {kind} = {text};", *given, f"{edge}return $result;"]


def _loaded(target: ast.expr) -> ast.expr:
    """A place that is assigned to, as an expression."""
    return ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)
