"""A page for every option, made from the option and from the rulesets that use it.

The meaning, the values, the default and the sources of an option are taken from its docstring only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
from faces import public_name, public_names
from option_boards import BOARDS
from option_examples import EXAMPLES, FUNCTIONS, other_names, written
from rst import doc, escaped, heading, indexed, leaf
from sphinx.pycode import ModuleAnalyzer

from hnefatafl import variants
from hnefatafl.board import Side
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Announcements, Die, Jumps, Repetition, Ruleset, Shieldwall, Speed, Zone, option_words
from hnefatafl.variants import layouts
from tafl.web._workshop import GROUPS

OPTIONS: Final = tuple(name for names in GROUPS.values() for name in names.split())
CLASSES: Final[dict[str, type]] = {
    "": Ruleset,
    "zone": Zone,
    "die": Die,
    "shieldwall": Shieldwall,
    "repetition": Repetition,
    "announcements": Announcements,
}
WHOLE: Final = {"Zone | None": "zone", "tuple[Zone, ...]": "zone", "Shieldwall | None": "shieldwall"} | {
    "Die | None": "die",
    "Repetition": "repetition",
    "Announcements": "announcements",
}
"""The types that have options of their own, with the name of these."""
VALUES: Final = {
    "bool": "``True`` or ``False``; in a file ``true`` or ``false``.",
    "int": "A number.",
    "int | None": 'A number, or ``None``; in a file a number or ``"none"``.',
    "str": "A text.",
    "Board": "A :class:`board <hnefatafl.board.Board>`, or its text.",
    "Side | None": '``"attackers"``, ``"defenders"`` (members of :class:`~hnefatafl.board.Side`) or ``None``; in a '
    'file ``"none"`` stands for ``None``.',
    "Region": 'A :class:`region <hnefatafl.board.Region>`, or its text: ``"corners"``, ``"edge"``, ``"centre"``, '
    '``"board"``, ``"none"``, squares such as ``"a1, a7"``, or a combination such as ``"edge - (d1, e1)"``.',
    "PieceSet": 'A :class:`set of pieces <hnefatafl.board.PieceSet>`, or its name: ``"all"``, ``"men"`` (all but the '
    'king), ``"king"``, ``"attackers"``, ``"defenders"``, ``"none"``, other names in lower case, or a list of names.',
    "Zone | None": "A :class:`zone <hnefatafl.rules.Zone>`, whose options have pages of their own, or ``None``; in a "
    'file a table or ``"none"``.',
    "tuple[Zone, ...]": "Any number of :class:`zones <hnefatafl.rules.Zone>`, whose options have pages of their own; "
    "in a file a list of tables.",
    "Die | None": "A :class:`die <hnefatafl.rules.Die>`, whose options have pages of their own, or ``None``; in a "
    'file a table or ``"none"``.',
    "Shieldwall | None": "A :class:`shieldwall <hnefatafl.rules.Shieldwall>`, whose options have pages of their own, "
    'or ``None``; in a file a table or ``"none"``.',
    "Repetition": "A :class:`rule <hnefatafl.rules.Repetition>`, whose options have pages of their own; in a file a "
    "table.",
    "Announcements": "A :class:`value <hnefatafl.rules.Announcements>`, whose options have pages of their own; in a "
    "file a table.",
    "Speed": "A number or ``None`` for each kind of piece: :class:`~hnefatafl.rules.Speed`; in a file a table.",
    "Jumps": "A :class:`~hnefatafl.rules.Jump` for each kind of piece: :class:`~hnefatafl.rules.Jumps`; in a file a "
    "table.",
    "tuple[ExtraCapture, ...]": "Any number of :data:`functions <hnefatafl.rules.ExtraCapture>`.",
    "tuple[ExtraEnding, ...]": "Any number of :data:`functions <hnefatafl.rules.ExtraEnding>`.",
}
"""The possible values of an option by its declared type; choices list their own."""
SOURCES: Final = {
    **{name: f":term:`{name}`" for name in ("S000", "S001", "S003", "S004", "OpenTafl", "AbstractPlay", "Linnaeus")},
    **{name: f":term:`{name}`" for name in ("hnefatafl-rs", "hnefatafl.org", "Wikipedia", "dragonheelslair.com")},
    "npm": ":term:`tafl (npm)`",
    "Bologna": ":term:`Bologna server`",
    "Copenhagen": ":term:`Copenhagen`",
    "Fetlar": ":term:`Fetlar`",
    **dict.fromkeys(("brandubh", "berserk", "magpie", "sea battle", "simple tafl"), ":term:`aagenielsen.dk`"),
    "Tyr": ":term:`AbstractPlay`",
}
"""The glossary terms of the sources, or of the games that stand for them, in docstrings."""
UNSHIPPED: Final = {
    "edge_ring": "hnefatafl-rs offers it, but none of its presets has it.",
    "shieldwall.corners_close": "Every source with a shieldwall lets a corner close it.",
    "die.faces": "The one die that a shipped ruleset has is that of :term:`S001`, with six faces (our reading).",
    "die.pieces": "All pieces go by a die in Comyn's fidchell and in Bell's tawlbwrdd, whose books were not at hand.",
    "die.allows": "Comyn's fidchell and Bell's tawlbwrdd have other rolls; their books were not at hand.",
    "may_pass": "No source of a game of this family lets a side pass that can move.",
    "forced_capture": "Burke and Tennenhouse (arXiv 2301.06127) have the rule; their article was not at hand, and no "
    "other source has it.",
    "no_walk_in": "No source at hand has it: the men of Robert ap Ifan fall where they walk in.",
    "fewest_defenders": "Gwyddbwyll has it (pfireland.net), whose start layout no source tells exactly.",
    "immobile_king": "S004 names it as the attackers' aim; its own game has a rule of capture that says more.",
    "quiet_limit": "Servers and programs set such a limit for their games; no source gives it as a rule of a variant.",
    "quiet_limit_consequence": "The servers and programs that have such a limit draw.",
    "move_limit_consequence": 'Only the command "limit" of CS61B has a loss, which it calls no rule of tablut.',
    "tuichu_wins": "It is :term:`S003` §10 read literally, which 14 of the 66 real games contradict: they go on after "
    "tuichu.",
    "extra_captures": "It is for rules of your own.",
    "extra_endings": "It is for rules of your own.",
}
"""Why no shipped ruleset changes the default of an option."""
LAYOUTS: Final = {board: name for name, board in vars(layouts).items() if not name.startswith("_")}
FEW: Final = 40
"""If more rulesets have the commonest value, they are not listed."""


def docs_of(owner: type, name: str) -> str:
    """Return the docstring of a field or member."""
    found = ModuleAnalyzer.for_module(owner.__module__).find_attr_docs()
    return " ".join(" ".join(found[owner.__name__, name]).split())


@cache
def taken_words() -> set[str]:
    """Return the words that name something else in the library, such as "board", so that no option is found by them."""
    members = [name for cls in (Position, Game) for name in dir(cls) if hasattr(cls, name)]
    names = [*public_names().values(), *members]
    return {name.rpartition(".")[2].lower() for name in names}


def declared(option: str) -> tuple[type, attrs.Attribute[Any]]:
    """Return the class that an option belongs to, and its field."""
    owner, _, name = option.rpartition(".")
    return CLASSES[owner], attrs.fields_dict(CLASSES[owner])[name]


def page(option: str, labels: dict[str, str]) -> str:
    """Return the page of an option."""
    owner, field = declared(option)
    text = docs_of(owner, field.name)
    elsewhere = other_names(option)
    meaning, _, default = text.partition(" Default: ")
    full = f"{public_name(owner)}.{field.name}"
    lines = [
        *leaf("/options/index", "All options"),
        *heading(option, "="),
        *indexed([option, *(word for word in elsewhere if word not in taken_words())]),
        f".. currentmodule:: {public_name(owner).rpartition('.')[0]}",
        "",
        meaning,
        "",
    ]
    lines += [f"Elsewhere it is called: {escaped(', '.join(elsewhere))}.", ""] if elsewhere else []
    if option in labels:
        lines += [f"The exact rule: :ref:`{labels[option]}`. In Python: :attr:`{full}`.", ""]
    else:
        lines += [f"In Python: :attr:`{full}`.", ""]
    found = _found(option)
    lines += [f".. option-board:: {option}", ""]
    lines += [*heading("Values"), *_values(field), ""]
    lines += [*heading("How to write it"), *written(option)]
    if field.default is not attrs.NOTHING:
        lines += [*heading("Default"), default[:1].upper() + default[1:] if default else _said(field.default), ""]
    else:
        lines += [*heading("Default"), "There is no default: every ruleset sets it.", ""]
    lines += [*heading("Sources"), _sources(text, field, varied=len(found) > 1), ""]
    lines += [*heading("Which rulesets use it"), *_uses(found), ""]
    lines += [UNSHIPPED[option], ""] if option in UNSHIPPED else []
    return "\n".join(lines)


def _values(field: attrs.Attribute[Any]) -> Iterator[str]:
    kind = _kind(field)
    members = _members(field)
    for member in members:
        choice = type(member)
        yield f'``"{member.value}"``, :attr:`{choice.__name__}.{member.name} <{public_name(choice)}.{member.name}>`'
        yield f"   {docs_of(choice, member.name)}"
    if members:
        return
    yield VALUES[kind]
    if kind in WHOLE:
        own = WHOLE[kind]
        names = [option for option in OPTIONS if option.startswith(f"{own}.")]
        yield ""
        yield f"Its options: {', '.join(doc(f'/options/{name}', name) for name in names)}."


def _kind(field: attrs.Attribute[Any]) -> str:
    """Return the declared type of an option as it is written; the type of its field changes once JSON is read."""
    return next(str(owner.__annotations__[field.name]) for owner in CLASSES.values() if field in attrs.fields(owner))


def _members(field: attrs.Attribute[Any]) -> list[Enum]:
    """Return the members of a closed list; nothing for any other option."""
    closed = isinstance(field.default, Enum) and field.default is not attrs.NOTHING and _kind(field) not in VALUES
    return list(type(field.default)) if closed else []


def _sources(text: str, field: attrs.Attribute[Any], *, varied: bool) -> str:
    text = " ".join([text, *(docs_of(type(member), member.name) for member in _members(field))])
    named = dict.fromkeys(term for name, term in SOURCES.items() if re.search(rf"\b{re.escape(name)}\b", text))
    ours = " What is marked as our reading above is the library's own." if "our reading" in text.casefold() else ""
    if not named and varied:
        return f"The rulesets below use it; their pages give their sources.{ours}"
    if not named:
        return f"No known source; it is for custom rulesets.{ours}"
    return f"Named above: {', '.join(named)}.{ours}"


def _found(option: str) -> list[tuple[str, list[str]]]:
    """Return the values in the shipped rulesets, the commonest first, with the rulesets that have them."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for rules in sorted(variants._list_shipped(), key=lambda rules: rules.name):
        for value, where in _settings(option, rules):
            found[value].append(doc(f"/variants/{rules.name}", f"{rules.name}{where}"))
    return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))


def _uses(found: list[tuple[str, list[str]]]) -> Iterator[str]:
    for place, (value, names) in enumerate(found):
        yield f"{value} ({len(names)})"
        if len(found) == 1:
            yield "   All."
        elif place == 0 and len(names) > FEW:
            yield "   All rulesets not listed below."
        else:
            yield f"   {', '.join(names)}"


def _settings(option: str, rules: Ruleset) -> Iterable[tuple[str, str]]:
    owner, _, name = option.rpartition(".")
    if owner == "zone":
        kinds = {id(rules.throne): " (throne)", id(rules.corners): " (corners)"}
        settings = {(_said(getattr(zone, name)), kinds.get(id(zone), " (zones)")) for zone in rules.all_zones}
        return sorted(settings)
    if owner:
        whole = getattr(rules, owner)
        return [] if whole is None else [(_said(getattr(whole, name)), "")]
    value = getattr(rules, name)
    if name == "start":
        return [(f":data:`~hnefatafl.variants.layouts.{LAYOUTS[value]}`", "")]
    if name == "zones" and value:
        return [(escaped(", ".join(zone.name for zone in value)), "")]
    return [(_said(value), "")]


def _said(value: object) -> str:
    """Return a value in words; for a value with options of its own, those that are not at their defaults."""
    if isinstance(value, Side):
        return f"the {value}"
    if isinstance(value, Zone | Speed | Jumps | Shieldwall | Repetition | Announcements):
        fields = [(field, getattr(value, field.name)) for field in attrs.fields(type(value))]
        said = [f"*{field.name}*: {_said(own)}" for field, own in fields if own != field.default]
        return "; ".join(said) or "all defaults"
    return escaped(option_words(value))


def index() -> str:
    """Return the page of all options."""
    lines = [
        *heading("The options", "="),
        f"A ruleset consists of these {len(OPTIONS)} options, including those of its zones, shieldwall, repetition and",
        "announcements. Each has a page with its meaning, its other names, a board that shows it, its values and",
        "default, how it is written in Python and in a file, its sources, and the shipped rulesets that use it.",
        ":doc:`/rules` explains all of them on one page.",
        "",
    ]
    for group, names in GROUPS.items():
        lines += heading(group)
        for name in names.split():
            owner, field = declared(name)
            first = re.split(r"(?<=\.) (?=[A-Z])", docs_of(owner, field.name))[0]
            lines += [doc(f"/options/{name}", name), f"   {first}", ""]
    return "\n".join([*lines, ""])


def labels_of(rules_page: Path) -> dict[str, str]:
    """Return the label of the section of the rules that first mentions each option, the list of endings excepted."""
    found: dict[str, str] = {}
    label = ""
    for line in rules_page.read_text("utf-8").splitlines():
        label = line[4:-1] if line.startswith(".. _") else label
        for owner, name in re.findall(r"(Ruleset|Zone|Shieldwall|Repetition|Announcements)\.(\w+)[`>]", line):
            option = name if owner == "Ruleset" else f"{owner.lower()}.{name}"
            if found.get(option, "order") == "order":
                found[option] = label
    return found


def pages(rules_page: Path) -> Iterator[tuple[str, str]]:
    """Yield the names of all pages, and the pages."""
    labels = labels_of(rules_page)
    fields = {name for name, owner in CLASSES.items() for name in _options_of(name, owner)}
    missing = {name for each in (OPTIONS, BOARDS, EXAMPLES | FUNCTIONS) for name in fields.symmetric_difference(each)}
    if missing:
        raise ValueError(f"options without a page, or pages without an option: {', '.join(sorted(missing))}")
    yield "index", index()
    for option in OPTIONS:
        yield option, page(option, labels)


def _options_of(prefix: str, owner: type) -> Iterator[str]:
    for field in attrs.fields(owner):
        if field.name not in Ruleset.LABELS:
            yield f"{prefix}.{field.name}".lstrip(".")
