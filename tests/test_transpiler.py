"""The transpiler: that the kernel and the search keep to what it can write, and that it says what it cannot.

``test_wasm.py`` compares what it writes with the library.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
from sampled import transpile_module
from transpiler.__main__ import main, transpile
from transpiler.output import layout
from transpiler.program import MODULES, read_program
from transpiler.statements import Blocks

from hnefatafl.notation import _tables

LIBRARY: Final = Path(__file__).parents[1] / "src" / "hnefatafl"


def written(source: str, **live: object) -> str:
    """What is written of a module; it must be all of it."""
    text, problems = tried(source, **live)
    assert not problems
    return text


def tried(source: str, **live: object) -> tuple[str, list[str]]:
    """What is written of a module, and the lines and reasons of what is not."""
    text, problems = transpile_module(Path("sample.py"), textwrap.dedent(source), SimpleNamespace(**live))
    return text, [f"{one.line}: {one.reason}" for one in problems]


def test_the_sources_can_be_written() -> None:
    """The convention of the kernel's language: whoever breaks it is told the file, the line and the reason."""
    text, problems = transpile(LIBRARY, Blocks(False))
    assert problems == []
    for name in ("captures_apply_move", "perft_perft", "reasons_refusal", "playouts_play_out"):
        assert f"export function {name}(" in text
    for name in ("MutablePosition extends Memory", "AlphaBetaSearch", "Prover extends ProofBoard"):
        assert f"export class {name} {{" in text


def test_every_module_of_numbers_is_written() -> None:
    """What is compiled and not written is what deals with objects, several boards, numbers of actions and planes."""
    compiled = {
        f"{package}.{path.stem}"
        for package in ("_kernel", "search._core")
        for path in LIBRARY.joinpath(*package.split(".")).glob("*.py")
        if path.stem != "__init__"
    }
    assert compiled - set(MODULES) == {
        *("_kernel.actions", "_kernel.boards", "_kernel.compiler", "_kernel.lookup", "_kernel.objects"),
        *("_kernel.planes", "_kernel.told", "search._core.byhand"),
    }


def test_the_words_of_tables() -> None:
    """The words that the library writes are those that a module reads."""
    widths = {"Vec64": "=q", "Vec16": "=h"}
    read = [f"{name}{widths.get(str(kind), '')}" for name, kind in layout(read_program(LIBRARY))]
    assert read == _tables._WORDS.split()


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("def f(a: i64) -> i64:\n    return a ** 2", "2: f: a ** 2"),
        ("def f(a: str) -> i64:\n    return 1", "1: f: the type str"),
        ("def f(a) -> i64:\n    return 1", "1: f: an annotation is missing"),
        ("def f(a: i64, *b: i64) -> i64:\n    return 1", "1: f takes arguments that are not plain"),
        ("def f(a: i64 | None) -> i64:\n    return 1", "1: f: i64 | None: a number that may be None"),
        ("def f(a: list[int]) -> list[int]:\n    return [*a, 1]", "2: f: a starred display; extend a list instead"),
        ("def f(a: i64) -> i64:\n    return sorted(a)", "2: f: a call of sorted, which only Python has"),
        ("def f(a: i64) -> i64:\n    return b",
         "2: f: b is not known here: nothing is assigned to it, or only Python has it"),
        ("def f() -> i64:\n    a = []\n    return 1", "2: f: an empty list whose type does not show; annotate it"),
        ("def f(a: list[int]) -> i64:\n    for i in a:\n        pass\n    else:\n        return 1\n    return 2",
         "2: f: a for loop with else"),
        ("def f(a: list[int]) -> list[int]:\n    return [y for x in a for y in a]",
         "2: f: a nested comprehension; write loops"),
        ("def f(a: list[int], b: bool) -> list[int]:\n    return [x for x in a] if b else a",
         "2: f: a comprehension where it is not always evaluated; write a loop"),
        ("def f(a: i64, b: i64) -> i64:\n    return a or b",
         "2: f: a as a value of 'and' or 'or' is neither true nor false"),
        ("def f(a: i64) -> i64:\n    raise ValueError", "2: f: Raise: raise ValueError"),
        ("def f(a: i64) -> i64:\n    return g(b=a)\ndef g(b: i64) -> i64:\n    return b",
         "2: f: a call with arguments by name"),
        ("def f(a: i64) -> i64:\n    return g(a, a)\ndef g(b: i64) -> i64:\n    return b", "2: f: 2 arguments for g"),
        ("def f(t: Tables) -> i64:\n    return t.m", "2: f: Tables has no field m"),
        ("def f(t: Tables) -> bool:\n    return t == t", "2: f: a comparison of Tables"),
        ("def f(t: Tables | None) -> i64:\n    return 1 if t else 0", "2: f: whether Tables | null is true"),
        ("def f(a: i64) -> i64:\n    try:\n        a = 1\n    except OSError:\n        a = 2\n    return a",
         "2: f: an exception that is caught"),
        ("def f(a: i64) -> i64:\n    b = None\n    return a", "2: f: b begins with None or nothing; annotate it"),
        ("class A:\n    x: i64\n    y: object\n    def f(self) -> i64:\n        return self.y",
         "5: f: A.y is what only Python has"),
    ],
)  # fmt: skip
def test_what_cannot_be_written(source: str, problem: str) -> None:
    assert problem in tried(source)[1]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("a // 8", "(a >> 3)"),
        ("a % 8", "(a & 7)"),
        ("a // b", "floordiv<i64>(a, b)"),
        ("a % b", "floormod<i64>(a, b)"),
        ("a + b * 2", "(a + (b * <i64>2))"),
        ("-a & ~b", "((-a) & (~b))"),
        ("max(a, b)", "max<i64>(a, b)"),
        ("a if b else 1", "((b != 0) ? a : <i64>1)"),
        ("a + (b > 1)", "(a + <i64>((b > <i64>1)))"),
        ("v[a]", "<i64>(v.g(a))"),
        ("len(v)", "v.length"),
        ("v[a].bit_length()", "(64 - clz<i64>(<i64>(v.g(a))))"),
    ],
)
def test_expressions(expression: str, text: str) -> None:
    source = f"def f(a: i64, b: i64, v: vec[i16]) -> i64:\n    return {expression}"
    assert f"return {text};" in written(source)


def test_conditions() -> None:
    source = "def f(a: i64, v: list[int]) -> bool:\n    return {}"
    for condition, text in {
        "0 <= a < 9": "((<i64>0 <= a) && (a < <i64>9))",
        "a in (1, 2)": "((a == <i64>1) || (a == <i64>2))",
        "a not in v": "!v.includes(a)",
        "a == 1 or not v": "((a == <i64>1) || !(v.length != 0))",
    }.items():
        assert f"return {text};" in written(source.format(condition))


def test_a_loop_that_is_not_broken() -> None:
    text = written("""
        def f(a: i64) -> i64:
            while a > 0:
                a -= 1
                if a == 7:
                    break
            else:
                return 1
            return 2
    """)
    assert [line.strip() for line in text.splitlines() if "$broken1" in line] == [
        "let $broken1 = false;", "$broken1 = true;", "if (!$broken1) {",
    ]  # fmt: skip


def test_what_stands_behind_functions_of_a_ruleset_is_not_written() -> None:
    text = written("""
        class A:
            hook: Callable[[int], int] | None
            x: i64

            def f(self) -> i64:
                hook = self.x
                if self.hook is not None:
                    return unknown(self)
                return hook if self.hook is None and self.x > 1 else 3
    """)
    assert "unknown" not in text
    assert "return ((this.x > <i64>1) ? hook : <i64>3);" in text


def test_vectors_are_given_back() -> None:
    """A copy that nobody else knows goes back to the pool, wherever the function ends; others are left alone."""
    text = written("""
        def own(v: vec[i16]) -> i64:
            copy = v[:]
            copy[0] = 1
            if copy[1] == 0:
                return 1
            return read(v[:]) + read(copy)

        def read(v: vec[i16]) -> i64:
            return len(v)

        def kept(v: vec[i16], a: A) -> i64:
            copy = v[:]
            a.keep(copy)
            return 1

        def returned(v: vec[i16]) -> vec[i16]:
            copy = v[:]
            return copy

        class A:
            v: vec[i16]

            def keep(self, v: vec[i16]) -> None:
                self.v = v
    """)
    parts = {part.split("(")[0]: part for part in text.split("export function sample_")}
    assert parts["own"].count("Vec16.give(copy);") == 2
    assert parts["own"].count("Vec16.give($lent1);") == 2
    assert "const $result: i64 = " in parts["own"]
    assert "give" not in parts["kept"]
    assert "give" not in parts["returned"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out = tmp_path / "kernel.ts"
    assert main([str(out), "--cover"]) == 0
    text = out.read_text("utf-8")
    assert text.startswith("// Written by the transpiler")
    blocks = (tmp_path / "kernel.blocks").read_text("utf-8").splitlines()
    assert blocks[0].startswith("_packing:")
    assert len(blocks) > 1000
    assert text.count("cover(") == len(blocks) + 1
    assert capsys.readouterr().err == ""
