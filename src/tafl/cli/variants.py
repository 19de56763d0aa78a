"""List the rulesets, print everything about one, or print the differences between two.

----

examples:
  tafl variants brandubh
  tafl variants --size 9 --source opentafl
  tafl variants --like tawlbwrdd --escape edge
  tafl variants diff brandubh brandubh-opentafl
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from hnefatafl import variants
from hnefatafl.board import Board, PieceSet, Region
from hnefatafl.render.text import format_board, format_legend
from hnefatafl.rules import KingStrength, Ruleset, option_words
from hnefatafl.support.as_json import attributes
from tafl.cli.console import CommandError, Console
from tafl.cli.options import Group, command, option
from tafl.cli.rulesets import find_rules

_SEVERAL: Final = {"zones"} | Ruleset.FUNCTIONS


@command(
    "variants",
    __doc__,
    option("name NAME|FILE", "a variant to describe, or diff and two variants to compare", nargs="*"),
    option("--size N", "list those with a board of N×N squares"),
    option("--like TEXT", "list those with the text in a name or alias"),
    option("--source TEXT", "list those with the text in their source"),
    option("--escape REGION", "list those whose king wins there, such as edge"),
    option("--king STRENGTH", f"list those with a king who is {', '.join(map(str, KingStrength))}"),
    option("--first SIDE", "list those in which SIDE moves first"),
    Group(("--json", option("--names", "list only the names, one per line"))),
)
def run(options: argparse.Namespace, console: Console) -> int:
    """List the rulesets that match the filters, print everything about the named one, or compare two."""
    if not options.name:
        return _list_found(options, console)
    filter_names = [*_read_filters(options), *(["names"] if options.names else [])]
    if filter_names:
        raise CommandError(f"--{filter_names[0]} selects among all rulesets, so it takes no name")
    if len(options.name) == 3 and options.name[0] == "diff":
        first, second = (find_rules(name) for name in options.name[1:])
        _compare_rulesets(first, second, console, json_wanted=options.json)
    elif len(options.name) == 1:
        rules = find_rules(options.name[0])
        if options.json:
            console.json(_convert_rules(rules), indent=2)
        else:
            _tell(rules, console)
    else:
        raise CommandError("one name was expected, or diff and two (tafl variants --help explains)")
    return 0


def _list_found(options: argparse.Namespace, console: Console) -> int:
    rulesets = variants.find(**_read_filters(options))
    if not rulesets:
        raise CommandError("no ruleset matches (tafl variants lists all)")
    if options.json:
        console.json([_convert_rules(rules) for rules in rulesets], indent=2)
    elif options.names:
        console.line("\n".join(rules.name for rules in rulesets))
    else:
        _list(rulesets, console)
    return 0


def _read_filters(options: argparse.Namespace) -> dict[str, Any]:
    """Return the filters that are given, by their names in :func:`~hnefatafl.variants.find`."""
    filters = {"name": options.like} | {
        name: getattr(options, name) for name in ("size", "source", "escape", "king", "first")
    }
    return {name: value for name, value in filters.items() if value is not None}


def _compare_rulesets(first: Ruleset, second: Ruleset, console: Console, *, json_wanted: bool) -> None:
    if json_wanted:
        pairs = {
            name: [_option_in_words(ours), _option_in_words(theirs)]
            for name, (ours, theirs) in first.diff(second).items()
        }
        console.json(pairs, indent=2)
    elif first == second:
        console.line(f"{first.name} plays as {second.name} does.")
    else:
        console.line(f"How {first.name} differs from {second.name}:")
        room = min(_terminal_columns(), 100)
        for line in first.differences(second).splitlines():
            console.line(textwrap.fill(line, room, initial_indent="  ", subsequent_indent="    "))


def _list(rulesets: Iterable[Ruleset], console: Console) -> None:
    rows = [("name", "size", "attackers", "defenders", "escape", "source")]
    rows += [
        (
            rules.name,
            f"{rules.size}×{rules.size}",
            str(rules.start.count(PieceSet.ATTACKERS)),
            f"{rules.start.count(PieceSet.DEFENDING_MEN)} and the king",
            _describe_escape(rules),
            rules.source,
        )
        for rules in rulesets
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    # In a pipe or a file nothing is shortened.
    room = _terminal_columns() if console.out.isatty() else None
    for row in rows:
        line = "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[5]]).rstrip()
        console.line(line if room is None or len(line) <= room else line[: room - 1] + "…")


def _describe_escape(rules: Ruleset) -> str:
    if rules.escape in (Region.CORNERS, Region.EDGE):
        return str(rules.escape)
    squares = rules.escape.squares(rules.size)
    on_edge = squares <= Region.EDGE.squares(rules.size)
    return f"{'edge' if on_edge else 'board'}, {len(squares)} squares"


def _tell(rules: Ruleset, console: Console) -> None:
    room = min(_terminal_columns(), 100)

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
    tell("source", rules.source or (f"none; {rules.origin} with changes" if rules.origin else "none"))
    console.line()
    changed = _list_changes(rules)
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


def _convert_rules(rules: Ruleset) -> dict[str, object]:
    return {
        **attributes(rules, "name aliases origin version size"),
        "attackers": rules.start.count(PieceSet.ATTACKERS),
        "defenders": rules.start.count(PieceSet.DEFENDING_MEN),
        **attributes(rules, "first escape start", options=_list_changes(rules)),
        **attributes(rules, "source", notes=rules.notes.splitlines()),
    }


def _list_changes(rules: Ruleset) -> Mapping[str, str | list[str]]:
    """Return the options that differ from the defaults, in words; without the start layout, which has no default."""
    changed: dict[str, str | list[str]] = {}
    for name, (ours, _) in rules.changed().items():
        changed[name] = [_option_in_words(part) for part in ours] if name in _SEVERAL else _option_in_words(ours)
    return changed


def _option_in_words(value: object) -> str:
    return value.record if isinstance(value, Board) else option_words(value)


def _terminal_columns() -> int:
    return shutil.get_terminal_size((100, 24)).columns
