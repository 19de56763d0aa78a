"""``tafl variants``: lists the rulesets, or tells everything about one."""

from __future__ import annotations

import argparse
import json
import shutil
import textwrap
from collections.abc import Mapping
from typing import Any, Final, cast

import attrs

from hnefatafl import variants
from hnefatafl.board import Board
from hnefatafl.cli.console import Console
from hnefatafl.cli.rulesets import find_rules
from hnefatafl.geometry import Region
from hnefatafl.options import Repetition, Shieldwall, Speed, Zone
from hnefatafl.pieces import PieceSet
from hnefatafl.render.text import format_board, format_legend
from hnefatafl.rules import Ruleset

__all__ = ["run"]

_SEVERAL: Final = ("zones", "extra_captures", "extra_endings")


def run(options: argparse.Namespace, console: Console) -> int:
    """List all rulesets, or tell everything about the one that is named."""
    if options.name is not None:
        rules = find_rules(options.name)
        if options.json:
            console.line(json.dumps(_data(rules), ensure_ascii=False, indent=2))
        else:
            _tell(rules, console)
        return 0
    rulesets = [variants.get(name) for name in variants.names()]
    if options.json:
        console.line(json.dumps([_data(rules) for rules in rulesets], ensure_ascii=False, indent=2))
    else:
        _list(rulesets, console)
    return 0


def _list(rulesets: list[Ruleset], console: Console) -> None:
    rows = [("name", "size", "attackers", "defenders", "escape", "source")]
    rows += [
        (
            rules.name,
            f"{rules.size}×{rules.size}",
            str(rules.start.count(PieceSet.ATTACKERS)),
            f"{rules.start.count(PieceSet.DEFENDERS)} + king",
            _escape(rules),
            rules.source,
        )
        for rules in rulesets
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    # In a pipe or a file nothing is cut off.
    room = _columns() if console.out.isatty() else None
    for row in rows:
        line = "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[5]]).rstrip()
        console.line(line if room is None or len(line) <= room else line[: room - 1] + "…")


def _escape(rules: Ruleset) -> str:
    if rules.escape in (Region.CORNERS, Region.EDGE):
        return str(rules.escape)
    squares = rules.escape.squares(rules.size)
    on_edge = squares <= Region.EDGE.squares(rules.size)
    return f"{'edge' if on_edge else 'board'}, {len(squares)} squares"


def _tell(rules: Ruleset, console: Console) -> None:
    room = min(_columns(), 100)

    def tell(head: str, text: str) -> None:
        for line in textwrap.wrap(f"{head:<9} {text}", room, subsequent_indent=" " * 10, break_on_hyphens=False):
            console.line(line)

    console.line(f"{rules.name} (behaviour version {rules.version})")
    console.line()
    console.line(format_board(rules.start, rules, glyphs=console.glyphs()))
    console.line()
    console.line(format_legend(rules.start, rules, glyphs=console.glyphs()))
    console.line()
    tell("first", "by lot" if rules.first is None else str(rules.first))
    tell("escape", str(rules.escape))
    tell("aliases", ", ".join(rules.aliases) or "none")
    tell("source", rules.source or "none")
    console.line()
    changed = _changed(rules)
    console.line("Options that differ from the defaults:" if changed else "All options have their defaults.")
    for name, text in changed.items():
        parts = [f"{name}: {text}"] if isinstance(text, str) else [f"{name}:", *(f"  {part}" for part in text)]
        for part in parts:
            for line in textwrap.wrap(part, room - 2, subsequent_indent="    ", break_on_hyphens=False):
                console.line(f"  {line}")
    if rules.notes:
        console.line()
        console.line("Notes:")
        for note in rules.notes.splitlines():
            for line in textwrap.wrap(note, room, initial_indent="  ", subsequent_indent="    "):
                console.line(line)


def _data(rules: Ruleset) -> dict[str, object]:
    return {
        "name": rules.name,
        "aliases": list(rules.aliases),
        "version": rules.version,
        "size": rules.size,
        "attackers": rules.start.count(PieceSet.ATTACKERS),
        "defenders": rules.start.count(PieceSet.DEFENDERS),
        "first": None if rules.first is None else str(rules.first),
        "escape": str(rules.escape),
        "start": rules.start.record,
        "options": _changed(rules),
        "source": rules.source,
        "notes": rules.notes.splitlines(),
    }


def _changed(rules: Ruleset) -> Mapping[str, str | list[str]]:
    """The options that differ from the defaults, in words; the board, which has none, stands elsewhere."""
    plain = Ruleset(name="plain", size=rules.size, start=rules.start)
    changed: dict[str, str | list[str]] = {}
    for name, (ours, _) in rules.diff(plain).items():
        changed[name] = (
            [_words(each) for each in cast("tuple[object, ...]", ours)] if name in _SEVERAL else _words(ours)
        )
    return changed


def _words(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Board):
        return value.record
    if isinstance(value, PieceSet):
        return _pieces(value)
    if isinstance(value, Zone | Speed | Shieldwall | Repetition):
        changed = [
            f"{each.name} {_words(getattr(value, each.name))}"
            for each in attrs.fields(type(value))
            if each.default is attrs.NOTHING or getattr(value, each.name) != each.default
        ]
        return ", ".join(changed) or "yes"
    return str(getattr(value, "__name__", value))


def _pieces(pieces: PieceSet) -> str:
    if pieces == PieceSet.ALL:
        return "everybody"
    if pieces == PieceSet.MEN:
        return "everybody but the king"
    return " and ".join(str(part.name).lower().replace("_", " ") for part in pieces.parts) or "nobody"


def _columns() -> int:
    return shutil.get_terminal_size((100, 24)).columns
