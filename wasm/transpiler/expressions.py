"""Expressions: each is written as one of AssemblyScript, with its type.

What needs statements of its own, a comprehension, is written before the statement in which it stands; so it may not
stand where it is not always evaluated.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from typing import NamedTuple

from transpiler.kinds import BOOL, I32, I64, INT, NULL, VEC16, VEC64, VOID, Kind, Unwritable, convert, list_of
from transpiler.lifetimes import Lifetimes
from transpiler.program import Class, Constant, Function, Program

_RESERVED = """
    new this var function default in of switch case void null delete do with typeof static public private protected
    abstract enum super interface const let export extends catch throw package i64 i32 u8 length
"""
RESERVED = frozenset(_RESERVED.split())
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<",
    ast.RShift: ">>",
}  # fmt: skip
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
LIST_METHODS = {"append": VOID, "clear": VOID, "extend": VOID, "reverse": VOID, "count": I64, "index": I64}
LONGEST_DISPLAY = 4
"""So many values a list may be given at once."""


class Value(NamedTuple):
    """An expression that is written, its type, and its number where that is known."""

    text: str
    kind: Kind
    number: int | None = None


def safe(name: str) -> str:
    """A name that means nothing else in AssemblyScript."""
    return f"{name}_" if name in RESERVED else name


class Expressions:
    """The expressions of one function."""

    def __init__(self, program: Program, lifetimes: Lifetimes, function: Function) -> None:
        self.program = program
        self.lifetimes = lifetimes
        self.function = function
        self.module = function.module
        self.locals: dict[str, Kind] = {}
        self.owned: dict[str, Kind] = {}  # those that own a vector
        self.may_own = lifetimes.owned(function)
        self.constants: dict[str, Kind] = {}  # what is worked out once in a statement
        self.renamed: dict[str, str] = {}  # the variables of comprehensions
        self.lines: list[str] = []
        self.depth = 1
        self.guarded = 0  # within how many expressions that are not always evaluated
        self._counter = 0

    def fresh(self, prefix: str) -> str:
        """A name that the source cannot have."""
        self._counter += 1
        return f"${prefix}{self._counter}"

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append("  " * self.depth + line)

    def converted(self, value: Value, want: Kind) -> str:
        """The expression as a value of that type."""
        return convert(value.text, value.kind, want, self.program.parents)

    def typed(self, node: ast.expr, want: Kind) -> str:
        """An expression as a value of that type."""
        return self.converted(self.value(node, want), want)

    def condition(self, node: ast.expr) -> str:
        """Whether an expression counts as true."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            parts = [self.condition(node.values[0])]
            self.guarded += 1
            parts += [self.condition(part) for part in node.values[1:]]
            self.guarded -= 1
            return f"({sign.join(parts)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.condition(node.operand)}"
        text, kind, _ = self.value(node)
        if kind == BOOL:
            return text
        if kind.is_number:
            return f"({text} != 0)"
        if kind.name == "List" and not kind.optional:
            return f"({text}.length != 0)"
        raise Unwritable(f"whether {kind} is true")

    def value(self, node: ast.expr, want: Kind | None = None) -> Value:
        """An expression; ``want`` is what it should be, for those that do not show it."""
        method: Callable[[ast.expr, Kind | None], Value] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Unwritable(f"{type(node).__name__}: {ast.unparse(node)}")
        return method(node, want)

    def dereferenced(self, node: ast.expr) -> Value:
        """An expression that is not None."""
        text, kind, _ = self.value(node)
        return Value(f"{text}!", kind.bare) if kind.optional else Value(text, kind)

    # Names and what stands in the source.

    def _name(self, node: ast.Name, want: Kind | None) -> Value:
        name = self.renamed.get(node.id, node.id)
        if name in self.constants:
            return Value(name, self.constants[name])
        if name in self.locals:
            return Value(safe(name), self.locals[name])
        if name in self.function.params:
            return Value(safe(name), self.function.params[name])
        if name == "self" and self.function.owner is not None:
            return Value("this", Kind(self.function.owner))
        known = self.module.names.get(name)
        if isinstance(known, Constant):
            return Value(known.emitted, known.kind, known.value if isinstance(known.value, int) else None)
        raise Unwritable(f"{name} is not known here: nothing is assigned to it, or only Python has it")

    def _constant(self, node: ast.Constant, want: Kind | None) -> Value:
        if node.value is None:
            return Value("null", NULL)
        if isinstance(node.value, bool):
            return Value(str(node.value).lower(), BOOL)
        if isinstance(node.value, int):
            return Value(str(node.value), INT, node.value)
        raise Unwritable(f"the constant {node.value!r}")

    def _attribute(self, node: ast.Attribute, want: Kind | None) -> Value:
        if isinstance(node.value, ast.Name):
            known = self.module.names.get(node.value.id)
            if isinstance(known, type) and issubclass(known, enum.Enum):
                number = list(known).index(known[node.attr])
                return Value(str(number), INT, number)
        text, kind, _ = self.dereferenced(node.value)
        found = self.program.field_of(kind.name, node.attr)
        if found is None:
            method = self.program.method_of(kind.name, node.attr)
            one = self.program.classes.get(kind.name)
            if method is None or one is None or node.attr not in one.properties:
                raise Unwritable(f"{kind} has no field {node.attr}")
            found = method.returns
        if found.name == "host":
            raise Unwritable(f"{kind}.{node.attr} is what only Python has")
        return Value(f"{text}.{safe(node.attr)}", found)

    def _subscript(self, node: ast.Subscript, want: Kind | None) -> Value:
        text, kind, _ = self.dereferenced(node.value)
        if isinstance(node.slice, ast.Slice):
            if kind.name not in ("Vec64", "Vec16", "List") or node.slice.step is not None:
                raise Unwritable(f"a slice of {kind}")
            first = "0" if node.slice.lower is None else self.typed(node.slice.lower, I64)
            last = f"{text}.length" if node.slice.upper is None else self.typed(node.slice.upper, I64)
            return Value(f"{text}.slice({first}, {last})", kind)
        if kind.name == "Pair":
            if not isinstance(node.slice, ast.Constant) or node.slice.value not in (0, 1):
                raise Unwritable("a place of a pair that is not 0 or 1")
            place = 1 if node.slice.value == 1 else 0
            return Value(f"{text}.{'ab'[place]}", kind.of[place])
        if kind.name == "Map":
            return Value(f"{text}.get({self.typed(node.slice, kind.of[0])})", kind.element)
        return Value(f"{text}.g({self.typed(node.slice, I64)})", kind.element)

    # Operators.

    def _unified(self, one: Value, other: Value) -> tuple[str, str, Kind]:
        """Two values as values of one type."""
        if one.kind == other.kind:
            kind = one.kind
        elif one.kind.is_number and other.kind.is_number:
            kinds = [value.kind for value in (one, other) if value.kind != INT]
            kind = kinds[0] if len(kinds) == 1 and kinds[0] != BOOL else I64
        elif NULL in (one.kind, other.kind):
            kind = (other if one.kind == NULL else one).kind.or_none
        elif one.kind.bare == other.kind.bare:
            kind = one.kind.or_none
        else:
            raise Unwritable(f"{one.kind} beside {other.kind}")
        return self.converted(one, kind), self.converted(other, kind), kind

    def _unaryop(self, node: ast.UnaryOp, want: Kind | None) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"!{self.condition(node.operand)}", BOOL)
        text, kind, number = self.value(node.operand)
        if kind == BOOL:
            text, kind = f"<i64>{text}", I64
        if not kind.is_number:
            raise Unwritable(f"a sign before {kind}")
        if isinstance(node.op, ast.USub):
            return Value(f"(-{text})", kind, None if number is None else -number)
        if isinstance(node.op, ast.Invert):
            return Value(f"(~{text})", kind, None if number is None else ~number)
        raise Unwritable(ast.unparse(node))

    def _binop(self, node: ast.BinOp, want: Kind | None) -> Value:
        left = self.value(node.left, want)
        right = self.value(node.right, want)
        if left.kind.name == "List" and isinstance(node.op, ast.Add):
            return Value(f"{left.text}.plus({self.converted(right, left.kind)})", left.kind)
        if not (left.kind.is_number and right.kind.is_number):
            raise Unwritable(f"{left.kind} and {right.kind} in {ast.unparse(node)}")
        if left.kind == INT and right.kind == INT:
            return self._folded(node)
        one, other, kind = self._unified(left, right)
        if kind == BOOL:
            one, other, kind = f"<i64>{one}", f"<i64>{other}", I64
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            return Value(self._divided(node.op, one, other, kind, right.number), kind)
        if type(node.op) not in OPERATORS:
            raise Unwritable(ast.unparse(node))
        return Value(f"({one} {OPERATORS[type(node.op)]} {other})", kind)

    def _folded(self, node: ast.BinOp) -> Value:
        """What two numbers that stand in the source give."""
        number: object = eval(ast.unparse(node), {})
        if not isinstance(number, int):
            raise Unwritable(ast.unparse(node))
        return Value(str(number), INT, number)

    def _divided(self, op: ast.operator, one: str, other: str, kind: Kind, number: int | None) -> str:
        """A division that rounds down; by a power of two it is a shift, or the lowest bits."""
        if number is not None and number > 0 and number & number - 1 == 0:
            if isinstance(op, ast.Mod):
                return f"({one} & {number - 1})"
            return f"({one} >> {number.bit_length() - 1})"
        return f"{'floordiv' if isinstance(op, ast.FloorDiv) else 'floormod'}<{kind}>({one}, {other})"

    def _boolop(self, node: ast.BoolOp, want: Kind | None) -> Value:
        for part in node.values:
            if isinstance(part, ast.BoolOp | ast.Compare) or (
                isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
            ):
                continue
            if self._kind_only(part) != BOOL:
                raise Unwritable(f"{ast.unparse(part)} as a value of 'and' or 'or' is neither true nor false")
        return Value(self.condition(node), BOOL)

    def _kind_only(self, node: ast.expr) -> Kind:
        """The type of an expression, which is not written."""
        lines, counter, owned = self.lines, self._counter, dict(self.owned)
        self.lines = []
        kind = self.value(node).kind
        self.lines, self._counter, self.owned = lines, counter, owned
        return kind

    def _ifexp(self, node: ast.IfExp, want: Kind | None) -> Value:
        test = self.condition(node.test)
        self.guarded += 1
        one, other = self.value(node.body, want), self.value(node.orelse, want)
        self.guarded -= 1
        if want is not None and want != VOID:
            return Value(f"({test} ? {self.converted(one, want)} : {self.converted(other, want)})", want)
        first, second, kind = self._unified(one, other)
        if kind == INT:
            first, second, kind = f"<i64>{first}", f"<i64>{second}", I64
        return Value(f"({test} ? {first} : {second})", kind)

    def _compare(self, node: ast.Compare, want: Kind | None) -> Value:
        parts: list[str] = []
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            parts.append(self._compared(left, op, right))
            left = right
        if len(parts) > 1 and any(isinstance(part, ast.Call) for part in node.comparators[:-1]):
            raise Unwritable("a chain of comparisons with a call in the middle")
        return Value(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", BOOL)

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        if isinstance(op, ast.Is | ast.IsNot):
            return f"({self.value(left).text} {'==' if isinstance(op, ast.Is) else '!='} {self.value(right).text})"
        if isinstance(op, ast.In | ast.NotIn):
            found = self._contained(left, right)
            return found if isinstance(op, ast.In) else f"!{found}"
        one, other, kind = self._unified(self.value(left), self.value(right))
        if kind.is_vector and isinstance(op, ast.Eq | ast.NotEq):
            return f"{'!' if isinstance(op, ast.NotEq) else ''}{one}.equals({other})"
        if not kind.is_number:
            raise Unwritable(f"a comparison of {kind}")
        return f"({one} {COMPARISONS[type(op)]} {other})"

    def _contained(self, left: ast.expr, right: ast.expr) -> str:
        """Whether a value is one of some."""
        if isinstance(right, ast.Tuple):
            return f"({' || '.join(self._compared(left, ast.Eq(), part) for part in right.elts)})"
        text, kind, _ = self.dereferenced(right)
        if kind.name == "List":
            return f"{text}.includes({self.typed(left, kind.element)})"
        if kind.name in ("Set", "Map"):
            return f"{text}.has({self.typed(left, kind.of[0])})"
        raise Unwritable(f"whether something is in {kind}")

    # Lists, pairs and comprehensions.

    def _list(self, node: ast.List, want: Kind | None) -> Value:
        if any(isinstance(part, ast.Starred) for part in node.elts):
            raise Unwritable("a starred display; extend a list instead")
        if len(node.elts) > LONGEST_DISPLAY:
            raise Unwritable(f"a list of more than {LONGEST_DISPLAY} values; append them instead")
        element = want.element if want is not None and want.name == "List" else None
        if element is None:
            if not node.elts:
                raise Unwritable("an empty list whose type does not show; annotate it")
            element = self._kind_only(node.elts[0])
            element = I64 if element == INT else element
        parts = ", ".join(self.typed(part, element) for part in node.elts)
        return Value(f"list{len(node.elts)}<{element}>({parts})", list_of(element))

    def _tuple(self, node: ast.Tuple, want: Kind | None) -> Value:
        if len(node.elts) != 2:
            raise Unwritable("a tuple that is no pair")
        kinds = want.of if want is not None and want.name == "Pair" else (None, None)
        values = [self.value(part, kind) for part, kind in zip(node.elts, kinds, strict=True)]
        of = tuple(
            kind or (I64 if value.kind == INT else value.kind) for value, kind in zip(values, kinds, strict=True)
        )
        parts = ", ".join(self.converted(value, kind) for value, kind in zip(values, of, strict=True))
        kind = Kind("Pair", of)
        return Value(f"new {kind}({parts})", kind)

    def _dict(self, node: ast.Dict, want: Kind | None) -> Value:
        if node.keys or want is None:
            raise Unwritable("a dictionary that is not empty, or whose type does not show")
        return Value(f"new {want.bare}()", want.bare)

    def _listcomp(self, node: ast.ListComp, want: Kind | None) -> Value:
        if self.guarded:
            raise Unwritable("a comprehension where it is not always evaluated; write a loop")
        if len(node.generators) > 1:
            raise Unwritable("a nested comprehension; write loops")
        generator = node.generators[0]
        name = self.fresh("made")
        renamed = dict(self.renamed)
        at = len(self.lines)
        for one in _targets(generator.target):
            if one != "_":
                self.renamed[one] = self.fresh(one.strip("_"))
        self.open_loop(generator.target, generator.iter)
        for test in generator.ifs:
            self.put(f"  if (!{self.condition(test)}) continue;")
        element = want.element if want is not None and want.name == "List" else None
        self.depth += 1
        text, kind, _ = self.value(node.elt, element)
        element = element or (I64 if kind == INT else kind)
        self.put(f"{name}.append({convert(text, kind, element, self.program.parents)});")
        self.depth -= 1
        self.put("}")
        self.lines.insert(at, "  " * self.depth + f"const {name} = new List<{element}>();")
        self.renamed = renamed
        return Value(name, list_of(element))

    def open_loop(self, target: ast.expr, iterable: ast.expr) -> None:
        """Write the head of a loop; the caller writes its body and closes it."""
        raise NotImplementedError

    # Calls.

    def _call(self, node: ast.Call, want: Kind | None) -> Value:
        if node.keywords:
            raise Unwritable("a call with arguments by name")
        if isinstance(node.func, ast.Subscript):
            return self._vector(node)
        if isinstance(node.func, ast.Attribute):
            return self._method_call(node, node.func)
        if not isinstance(node.func, ast.Name):
            raise Unwritable(f"a call of {ast.unparse(node.func)}")
        name = node.func.id
        known = self.module.names.get(name)
        if isinstance(known, Function):
            return Value(f"{known.emitted}({self._arguments(node, known)})", known.returns)
        if isinstance(known, Class):
            made = self.program.method_of(name, "__init__")
            return Value(f"new {name}({self._arguments(node, made) if made is not None else ''})", Kind(name))
        builtin: Callable[[list[ast.expr]], Value] | None = getattr(self, f"_call_{name}", None)
        if builtin is not None:
            return builtin(node.args)
        if name in self.locals or name in self.function.params:
            text, kind, _ = self.value(node.func)
            if kind.name == "Stop":
                return Value(f"{text}{'!' if kind.optional else ''}.call()", BOOL)
        raise Unwritable(f"a call of {name}, which only Python has")

    def _arguments(self, node: ast.Call, callee: Function) -> str:
        """The arguments of a call; a vector that is made for it alone is given back when the function ends."""
        kinds = list(callee.params.values())
        given = node.args
        missing = len(kinds) - len(given)
        if missing < 0 or missing > len(callee.defaults):
            raise Unwritable(f"{len(given)} arguments for {callee.node.name}")
        defaults = callee.defaults[len(callee.defaults) - missing :] if missing else []
        texts: list[str] = []
        for place, (argument, kind) in enumerate(zip([*given, *defaults], kinds, strict=True)):
            text = self.typed(argument, kind)
            if kind.is_vector and self.lifetimes.is_fresh(argument, self.function):
                if self.lifetimes.lends(node, place, self.function):
                    own = self.fresh("lent")
                    self.owned[own] = kind.bare
                    text = f"({own} = {kind.bare}.swap({own}, {text}))"
            texts.append(text)
        return ", ".join(texts)

    def _method_call(self, node: ast.Call, func: ast.Attribute) -> Value:
        if ast.unparse(func.value) == "super()":
            base = self.program.parents.get(self.function.owner or "")
            made = self.program.method_of(base or "", "__init__")
            if func.attr != "__init__" or made is None:
                raise Unwritable(ast.unparse(node))
            return Value(f"super({self._arguments(node, made)})", VOID)
        text, kind, _ = self.dereferenced(func.value)
        if kind.name == "List":
            return self._list_call(node, func.attr, text, kind)
        if kind.is_number and func.attr in ("bit_length", "bit_count") and not node.args:
            number = convert(text, kind, I64, {})
            return Value(f"(64 - clz<i64>({number}))" if func.attr == "bit_length" else f"popcnt<i64>({number})", I64)
        if kind.name == "Map" and func.attr == "setdefault":
            key, value = self.typed(node.args[0], kind.of[0]), self.typed(node.args[1], kind.of[1])
            return Value(f"setdefault<{kind.of[0]}, {kind.of[1]}>({text}, {key}, {value})", VOID)
        method = self.program.method_of(kind.name, func.attr)
        if method is None:
            raise Unwritable(f"{kind} has no method {func.attr}")
        return Value(f"{text}.{safe(func.attr)}({self._arguments(node, method)})", method.returns)

    def _list_call(self, node: ast.Call, name: str, text: str, kind: Kind) -> Value:
        if name == "pop" and not node.args:
            return Value(f"{text}.pop()", kind.element)
        if name not in LIST_METHODS:
            raise Unwritable(f"a list has no method {name} here")
        want = kind if name == "extend" else kind.element
        return Value(f"{text}.{name}({', '.join(self.typed(one, want) for one in node.args)})", LIST_METHODS[name])

    def _vector(self, node: ast.Call) -> Value:
        """A vector that is made: of equal numbers, of some that stand there, or of a list."""
        kind = {"vec[i64]": VEC64, "vec[i16]": VEC16}.get(ast.unparse(node.func))
        if kind is None or len(node.args) != 1:
            raise Unwritable(ast.unparse(node))
        argument = node.args[0]
        if (
            isinstance(argument, ast.BinOp)
            and isinstance(argument.op, ast.Mult)
            and isinstance(argument.left, ast.List)
        ):
            fill = self.typed(argument.left.elts[0], kind.element)
            return Value(f"{kind}.filled({self.typed(argument.right, I64)}, {fill})", kind)
        if isinstance(argument, ast.List):
            parts = ", ".join(self.typed(part, kind.element) for part in argument.elts)
            return Value(f"{kind}.of([{parts}])" if parts else f"{kind}.filled(0, 0)", kind)
        return Value(f"{kind}.from({self.typed(argument, list_of(kind.element))})", kind)

    # What Python calls by itself.

    def _call_int(self, args: list[ast.expr]) -> Value:
        text, kind, number = self.value(args[0])
        return Value(convert(text, kind, I64, {}), I64, number)

    def _call_i64(self, args: list[ast.expr]) -> Value:
        return self._call_int(args)

    def _call_i16(self, args: list[ast.expr]) -> Value:
        text, kind, number = self.value(args[0])
        return Value(convert(text, kind, I32, {}), I32, number)

    def _call_bool(self, args: list[ast.expr]) -> Value:
        return Value(self.condition(args[0]), BOOL)

    def _call_place(self, args: list[ast.expr]) -> Value:
        return self.value(args[0])  # a member of an enumeration is its place

    def _call_len(self, args: list[ast.expr]) -> Value:
        text, kind, _ = self.dereferenced(args[0])
        if not kind.is_vector and kind.name not in ("List", "Set", "Map"):
            raise Unwritable(f"the length of {kind}")
        return Value(f"<i64>{text}.size" if kind.name in ("Set", "Map") else f"{text}.length", I64)

    def _call_max(self, args: list[ast.expr]) -> Value:
        return self._extreme("max", args)

    def _call_min(self, args: list[ast.expr]) -> Value:
        return self._extreme("min", args)

    def _extreme(self, name: str, args: list[ast.expr]) -> Value:
        if len(args) != 2:
            raise Unwritable(f"{name} of other than two values")
        one, other, kind = self._unified(self.value(args[0]), self.value(args[1]))
        if not kind.is_number:
            raise Unwritable(f"{name} of {kind}")
        if kind == INT:
            one, other, kind = f"<i64>{one}", f"<i64>{other}", I64
        return Value(f"{name}<{kind}>({one}, {other})", kind)

    def _call_extend(self, args: list[ast.expr]) -> Value:
        return Value(f"{self.typed(args[0], VEC64)}.joined({self.typed(args[1], VEC64)})", VEC64)

    def _call_heed_interrupts(self, args: list[ast.expr]) -> Value:
        return Value("", VOID)  # nothing interrupts a module


def _targets(target: ast.expr) -> list[str]:
    """The names that a loop sets."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple):
        return [name for part in target.elts for name in _targets(part)]
    raise Unwritable(f"a loop that sets {ast.unparse(target)}")
