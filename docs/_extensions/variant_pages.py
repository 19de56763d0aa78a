"""A page for every shipped ruleset, made from the ruleset by one template."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from option_pages import LAYOUTS, OPTIONS
from rst import doc, escaped, heading, indexed, leaf, table
from ruleset_lines import ruleset_lines
from sphinx.pycode import ModuleAnalyzer

from hnefatafl import variants
from hnefatafl.board import PieceSet
from hnefatafl.rules import Reading, Ruleset

CONSTANTS: Final = {getattr(variants, name).name: name for name in variants.__all__ if name.isupper()}


def nearest(rules: Ruleset, others: list[Ruleset]) -> tuple[list[Ruleset], Ruleset, list[str]]:
    """Return the rulesets that are the same game, the most similar other one, and the differences from it.

    A zone that the other does not have counts by the number of its differences from the defaults.
    """
    same = [other for other in others if other == rules and other is not rules]
    told = [(rules.differences(other).splitlines(), other) for other in others if other != rules]
    lines, kin = min(told, key=lambda each: (each[1].size != rules.size, _weight(each[0]), each[1].name))
    return same, kin, lines


def _weight(lines: list[str]) -> int:
    return sum(1 + line.count(", ") for line in lines)


def page(rules: Ruleset, others: list[Ruleset], figures: tuple[int, list[str]]) -> str:
    """Return the page of a ruleset."""
    return "\n".join(
        [
            *leaf("/variants", "All rulesets"),
            *heading(rules.name, "="),
            *indexed(f"{name} rules" for name in (rules.name, *rules.aliases)),
            *_head(rules),
            *heading("The rules in words"),
            f".. tafl-rules:: {rules.name}",
            "",
            *heading("How it differs"),
            *_differences(rules, others),
            *heading("Sources"),
            f"{escaped(rules.source)}.".replace("..", "."),
            "",
            *_notes(rules),
            *heading("Perft figures"),
            *_perft(rules, figures),
        ]
    )


def _head(rules: Ruleset) -> Iterator[str]:
    constant = CONSTANTS.get(rules.name)
    if constant is not None:
        docs = ModuleAnalyzer.for_module("hnefatafl.variants").find_attr_docs()
        yield " ".join(docs["", constant]).strip()
        yield ""
    men = rules.start.count(PieceSet.ATTACKERS), rules.start.count(PieceSet.DEFENDING_MEN)
    first = "lots decide who moves" if rules.first is None else f"the {rules.first} move"
    yield f".. first-moves:: {rules.name}"
    yield ""
    yield f"   The start position: {men[0]} attackers, {men[1]} defenders and the king; {first} first."
    yield "   Click a piece and the square it goes to: any first move, or the moves of a line that the computer plays"
    yield "   against itself."
    yield ""
    yield f":Behaviour version: {rules.version}"
    if rules.aliases:
        yield f":Aliases: {escaped(', '.join(rules.aliases))}"
    known = f", :data:`hnefatafl.variants.{constant}`" if constant is not None else ""
    yield f':In Python: ``variants.get("{rules.name}")``{known}'
    yield f":Start layout: :data:`~hnefatafl.variants.layouts.{LAYOUTS[rules.start]}`"
    yield ""


def _differences(rules: Ruleset, others: list[Ruleset]) -> Iterator[str]:
    same, kin, lines = nearest(rules, others)
    if same:
        yield f"The same game under another name: {', '.join(_linked(other) for other in same)}."
        yield ""
    yield f"From {_linked(kin)}, the most similar ruleset:"
    yield ""
    yield from _linked_options(lines)
    plain = Ruleset(name="plain", size=rules.size, start=rules.start)
    lines = rules.differences(plain).splitlines()
    if lines:
        yield "From a ruleset with the default of every :doc:`option </options/index>`:"
        yield ""
        yield from _linked_options(lines)
    else:
        yield "Every :doc:`option </options/index>` has its default."
        yield ""


def _linked_options(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a difference, with a link to each option."""
    for line in lines:
        option, _, values = line.partition(": ")
        own = f"zone.{option.rpartition('.')[2]}"
        whole = option.partition(".")[0].partition(",")[0]
        address = next(each for each in (option, own, whole) if each in OPTIONS)
        yield f"* {doc(f'/options/{address}', option)}: {escaped(values)}"
    yield ""


def _linked(rules: Ruleset) -> str:
    return doc(f"/variants/{rules.name}", rules.name)


def _notes(rules: Ruleset) -> Iterator[str]:
    ours = [reading for reading in rules.readings if not reading.optional]
    others = [line for line in rules.notes.splitlines() if not line.startswith("Our reading")]
    if others:
        yield from heading("Notes")
        yield from (f"* {escaped(line)}" for line in others)
        yield ""
    yield from heading("Our readings")
    if ours:
        yield "What no available source decides, and how the ruleset decides it:"
        yield ""
        yield from (f"* {escaped(each.text[:1].upper() + each.text[1:])}{_about(each)}" for each in ours)
    else:
        yield "There are none."
    yield ""


def _about(reading: Reading) -> str:
    """Return links to the options that a reading is about; those of zones share their pages."""
    pages = [option.partition(".")[0] if option not in OPTIONS else option for option in reading.options]
    links = [
        doc(f"/options/{page}", option) for page, option in zip(pages, reading.options, strict=True) if page in OPTIONS
    ]
    return f" ({', '.join(links)})" if links else ""


def _perft(rules: Ruleset, figures: tuple[int, list[str]]) -> Iterator[str]:
    version, numbers = figures[0], list(map(int, figures[1]))
    if version != rules.version:
        raise ValueError(
            f"{rules.name}: the perft figures are of version {version}; run scripts/make_perft.py --missing"
        )
    who = " if the attackers move first" if rules.first is None else ""
    perft = ":func:`hnefatafl.perft <hnefatafl.play.perft>`"
    yield f"The number of move sequences from the start position{who} ({perft}):"
    yield ""
    rows = ([str(depth), f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")] for depth, number in enumerate(numbers, 1))
    yield from table(["Moves", "Sequences"], rows)


def pages(table: Path) -> Iterator[tuple[str, str]]:
    """Yield the names of all rulesets with their pages."""
    figures = ruleset_lines(table)
    rulesets = [variants.get(name) for name in variants.names()]
    for rules in rulesets:
        yield rules.name, page(rules, rulesets, figures[rules.name])
