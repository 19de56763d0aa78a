"""The whole file: constants, functions and classes, and what reads the tables of a ruleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from transpiler.expressions import safe
from transpiler.kinds import BOOL, HOST, Kind
from transpiler.lifetimes import Lifetimes
from transpiler.program import FIXED, GIVEN, Class, Constant, Program
from transpiler.pruning import prune
from transpiler.statements import Blocks, Writer

_HEAD = """\
// Written by the transpiler from the sources in Python: do not edit.
import {
  Vec64, Vec16, List, Pair, Stop, list0, list1, list2, list3, list4, setdefault, floordiv, floormod,
} from "../runtime";

let $returned1: i64 = 0, $returned2: i64 = 0, $returned3: i64 = 0;
"""


def write_program(program: Program, blocks: Blocks) -> str:
    """Write all modules; what cannot be written is noted in the program."""
    prune(program)
    lifetimes = Lifetimes(program)
    parts = [_HEAD]
    for module in program.modules.values():
        for name, known in module.names.items():
            if isinstance(known, Constant) and known.emitted == f"{module.name}_{name}":
                parts.append(_constant(known))
    for function in program.functions:
        if function.owner is None:
            parts.append(Writer(program, lifetimes, function, blocks).write())
    parts += [_class(program, lifetimes, one, blocks) for one in program.classes.values()]
    # First, since what a module makes when it is loaded runs blocks.
    return "\n".join([parts[0], _blocks(blocks), *parts[1:]])


def _constant(one: Constant) -> str:
    """A value of a module."""
    if one.made is not None:
        return f"const {one.emitted} = new {one.kind}({', '.join(map(str, one.made))});"
    if one.kind.is_number:
        number = str(bool(one.value)).lower() if one.kind == BOOL else str(int(cast("int", one.value)))
        return f"const {one.emitted}: {one.kind} = {number};"
    numbers = ", ".join(str(int(number)) for number in cast("Iterable[int]", one.value))
    if one.kind.is_vector:
        made = f"{one.kind}.of([{numbers}])" if numbers else f"{one.kind}.filled(0, 0)"
        return f"const {one.emitted} = {made};"
    if one.kind.name == "List" and not numbers:
        return f"const {one.emitted} = new {one.kind}();"
    return f"// {one.emitted} cannot be written"


def _class(program: Program, lifetimes: Lifetimes, one: Class, blocks: Blocks) -> str:
    """A class: its own fields, and its methods."""
    base = f" extends {one.base}" if one.base is not None else ""
    given = f"_kernel.{one.module.name}" in GIVEN
    lines = [f"export class {one.name}{base} {{"]
    for name, kind in one.fields.items():
        if kind != HOST:
            empty = given and kind.name == "Map"  # what is found out later
            lines.append(f"  {safe(name)}: {kind} = {f'new {kind}()' if empty else kind.zero};")
    if given:
        lines.append(_reader(program, one))
    lines += [Writer(program, lifetimes, method, blocks).write() for method in one.methods.values()]
    return "\n".join([*lines, "}", ""])


def layout(program: Program) -> list[tuple[str, Kind]]:
    """The words of a ruleset's tables, in order: the fields of ``Tables``, then those of ``Repeats``."""
    tables = program.classes["Tables"].fields.items()
    fields = [(name, kind) for name, kind in tables if kind.is_number or kind.is_vector]
    repeats = program.classes["Repeats"].fields.items()
    return fields + [(f"repeats.{name}", kind) for name, kind in repeats]


def _reader(program: Program, one: Class) -> str:
    """The method that reads a class from words in memory; vectors lie behind them, where a word says."""
    lines = ["  read(words: usize): void {"]
    if one.name == "Tables":
        lines += ["    this.repeats = new Repeats();", "    this.repeats.read(words);"]
    for at, (name, kind) in enumerate(layout(program)):
        own = name.removeprefix("repeats.")
        if (own != name) != (one.name == "Repeats"):
            continue
        word = f"load<i64>(words, {8 * at})"
        text = f"{kind}.read(words + <usize>{word})" if kind.is_vector else f"<{kind}>{word}"
        lines.append(f"    this.{safe(own)} = {f'{word} != 0' if kind == BOOL else text};")
        if (one.name, own) in FIXED:
            # Thrown, not trapped: the optimiser takes it that nothing traps.
            wrong = f"this.{safe(own)} != {str(FIXED[one.name, own]).lower()}"
            lines.append(f'    if ({wrong}) throw new Error("{name} is not known here");')
    return "\n".join([*lines, "  }"])


def _blocks(blocks: Blocks) -> str:
    """What counts the blocks, and tells how often each has been run; -1 behind the last."""
    if not blocks.counts:
        return ""
    return (
        f"const $hits = new StaticArray<i32>({len(blocks.names)});\n"
        "function cover(i: i32): void { unchecked($hits[i]++); }\n"
        "export function hits(i: i32): i32 { return i < $hits.length ? $hits[i] : -1; }\n"
    )
