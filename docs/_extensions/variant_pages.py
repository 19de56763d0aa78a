"""A page for every shipped ruleset, made from the ruleset by one template."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from archive_tables import answers, settled
from option_pages import LAYOUTS, OPTIONS
from rst import code, doc, escaped, heading, indexed, leaf, table
from ruleset_lines import ruleset_lines
from ruleset_titles import title
from sphinx.pycode import ModuleAnalyzer

from hnefatafl import variants
from hnefatafl.rules import Reading, Ruleset

CONSTANTS: Final = {getattr(variants, name).name: name for name in variants.__all__ if name.isupper()}

PICTURED: Final = (
    *("shieldwall", "exit_fort", "encirclement", "joint_capture", "linnaean_capture", "edge_hostile", "three_captors"),
    *("zones", "berserk", "die", "announcements", "edge_capture"),
)
"""The options for formations and special rules. The page of a ruleset that uses one shows its board."""


def nearest(rules: Ruleset, others: list[Ruleset]) -> tuple[list[Ruleset], Ruleset, list[str]]:
    """Return the rulesets that are the same game, the most similar other one, and the differences from it.

    A zone that the other does not have counts by the number of its differences from the defaults.
    """
    same = [other for other in others if other == rules and other is not rules]
    different = [other for other in others if other != rules]
    compared = [other for other in different if other.size == rules.size] or different
    told = [(rules.differences(other).splitlines(), other) for other in compared]
    lines, kin = min(told, key=lambda each: (_weight(each[0]), each[1].name))
    return same, kin, lines


def _weight(lines: list[str]) -> int:
    return sum(1 + line.count(", ") for line in lines)


def page(rules: Ruleset, others: list[Ruleset], figures: tuple[int, list[str]], played: list[dict[str, Any]]) -> str:
    """Return the page of a ruleset."""
    return "\n".join(
        [
            *leaf("/variants", "All rulesets"),
            *heading(title(rules), "="),
            *indexed(f"{name} rules" for name in (rules.name, *rules.aliases)),
            *_head(rules),
            *heading("The rules in words"),
            f".. tafl-rules:: {rules.name}",
            "",
            *_pictures(rules),
            *heading("How it differs"),
            *_differences(rules, others),
            *_results(played),
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
    yield f".. first-moves:: {rules.name}"
    yield ""
    yield "   The start position. Click a piece and the square it goes to: any first move, or the moves of a line that"
    yield "   the computer plays against itself."
    yield ""
    yield from code("sh", f"tafl play {rules.name}")
    yield f":Name: ``{rules.name}``, behaviour version {rules.version}"
    if rules.aliases:
        yield f":Other names: {escaped(', '.join(rules.aliases))}"
    known = f", :data:`hnefatafl.variants.{constant}`" if constant is not None else ""
    yield f':In Python: ``variants.get("{rules.name}")``{known}'
    yield f":Start layout: :data:`~hnefatafl.variants.layouts.{LAYOUTS[rules.start]}`"
    yield ""


def _pictures(rules: Ruleset) -> Iterator[str]:
    """Yield the boards of the special rules that are in force."""
    plain = Ruleset(name="plain", size=rules.size, start=rules.start)
    shown = [option for option in PICTURED if getattr(rules, option) != getattr(plain, option)]
    if shown:
        yield from heading("Its special rules in pictures")
    for option in shown:
        yield f"{doc(f'/options/{option}', option.replace('_', ' ').capitalize())}:"
        yield ""
        yield f".. option-board:: {option}"
        yield ""


def _results(played: list[dict[str, Any]]) -> Iterator[str]:
    """Yield how the games of people ended."""
    if not played:
        return
    yield from heading("Games between people")
    yield "Half of the games that the archive of :term:`aagenielsen.dk` has of this game, resignations and time-outs"
    yield "included; :ref:`measured-archive` explains how they were judged."
    yield ""
    rows: list[list[str]] = []
    for each in played:
        won = each["results"]
        counted = sum(won.values())
        share = (won["attackers"] + won["drawn"] / 2) / counted
        numbers = (each["games"], won["attackers"], won["defenders"], won["drawn"])
        rows.append([each["type"], *map(str, numbers), f"{share:.0%}"])
    yield from table(["Type", "Games", "Attackers won", "Defenders won", "Drawn", "Points of the attackers"], rows)
    yield "Games without a recorded result do not count for the points."
    yield ""
    for each in played:
        yield from answers(each)


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
    """Yield what the notes say beyond the rules in words, which have most readings as footnotes."""
    leaflet = " ".join(rules.describe().split()).casefold()
    ours = [reading for reading in rules.readings if not reading.optional]
    told = {reading.text for reading in rules.readings if reading.text.rstrip(".").casefold() in leaflet}
    others = [line for line in rules.notes.splitlines() if not line.startswith(("Our reading", "Departure", "Match:"))]
    others = [line for line in others if not any(line.endswith(f": {text}") for text in told)]
    if others:
        yield from heading("Notes")
        yield from (f"* {escaped(line)}" for line in others)
        yield ""
    yield from heading("Our readings")
    noted = [reading for reading in ours if reading.text in told]
    if noted:
        options = dict.fromkeys(link for reading in noted for link in _links(reading))
        yield "The footnotes of the rules in words say what no available source decides, how that is decided here, and"
        yield f"where these rules depart from the source. Those of this ruleset alone are about {', '.join(options)}."
        yield ""
    for each in ours:
        if each not in noted:
            about = f" ({', '.join(links)})" if (links := list(_links(each))) else ""
            departs = "Departure from the source: " if each.departs else ""
            yield f"* {departs}{escaped(each.text[:1].upper() + each.text[1:])}{about}"
    yield ""


def _links(reading: Reading) -> Iterator[str]:
    """Yield links to the options that a reading is about; those of zones share their pages."""
    for option in reading.options:
        page = option if option in OPTIONS else option.partition(".")[0]
        if page in OPTIONS:
            yield doc(f"/options/{page}", option)


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
    """Yield the names of all shipped rulesets with their pages, whatever else is registered here."""
    figures = ruleset_lines(table)
    archive = settled(table.with_name("archive.json"))
    played = [each for each in (*archive["rulesets"], *archive["others"]) if "results" in each]
    rulesets = sorted(variants._list_shipped(), key=attrgetter("name"))
    for rules in rulesets:
        own = [each for each in played if each["ruleset"] == rules.name]
        yield rules.name, page(rules, rulesets, figures[rules.name], own)
