"""Footnotes: which options each sentence of a leaflet comes from, so that our readings can be marked.

A sentence is marked by the notes of the ruleset about its options, and by the reading of ours that belongs to the
sentence itself, in any ruleset (:data:`~hnefatafl.describe._footnotes.GENERAL`).

Notes in German and Swedish, and our readings of rules that hold wherever a ruleset has the rule.

``notes.tsv`` has the text of each note of a shipped ruleset in English, as the ruleset has it, in German and in
Swedish: our readings, departures from the source, the rules that it offers as options, and what it says of matches.
Leaflets in these languages name only the topic of a note that is not there
(:attr:`Language.topics <hnefatafl.describe._language.Language.topics>`).

``general.tsv`` has our readings of rules that the sources leave open wherever they occur, such as the die of S001, with
the key of the phrase that says the rule. Every leaflet with this sentence marks it, whoever made the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import attrs
from attrs import Factory, define

from hnefatafl.rules import Reading, Ruleset, Zone
from hnefatafl.support.texts import read_rows

GENERAL: Final = {key: Reading(options=(key,), text=english) for key, english, *_ in read_rows(__name__, "general.tsv")}
"""Our readings by the key of the phrase that each belongs to."""
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "board size": ("size",),
    "board start": ("start",),
    "aim escape": ("escape",),
    "aim no escape": ("escape",),
    "move far": ("speed",),
    "move all": ("speed",),
    "move some": ("speed",),
    "move attackers": ("speed",),
    "move defenders": ("speed",),
    "move king": ("speed",),
    "no throne": ("throne",),
    "corners": (),
    "zones overlap": (),
    "no corners": ("corners",),
    "arms all": ("hammer", "anvil"),
    "arms some": ("hammer", "anvil"),
    "anvil holds": (),
    "king strong": ("king",),
    "king near throne": ("king",),
    "king on throne": ("king",),
    "king middleweight": ("king",),
    "king three": ("king",),
    "king weak": ("king",),
    "king weak no throne": ("king",),
    "king beside throne": ("throne.hostile_empty",),
    "king beside safe": ("throne.hostile_empty",),
    "king beside corner": ("corners.hostile_empty",),
    "king beside corner safe": ("corners.hostile_empty",),
    "king *": (),
    "king edge safe": ("edge_capture",),
    "king edge safe alone": ("edge_capture",),
    "king edge safe unless pierced": ("edge_capture",),
    "king edge held": ("edge_hostile",),
    "king edge hostile": ("edge_hostile",),
    "walk_in others": (),
    "die": ("die",),
    "die king": ("die",),
    "die *": (),
    "berserk escape": ("berserk_escape",),
    "berserk no escape": ("berserk_escape",),
    "die escape": (),
    "die threat": (),
    "die escape threat": (),
    "announce way out": ("announcements", "announcements.way_out"),
    "announce raichi": ("announcements", "announcements.raichi"),
    "announce threat": ("announcements", "announcements.threat"),
    "announce forgotten": ("announcements", "announcements.binding"),
    "announce binding": ("announcements", "announcements.binding"),
    "quiet_limit": ("quiet_limit", "quiet_limit_consequence"),
    "move_limit": ("move_limit", "move_limit_consequence"),
    "repeat start": ("repetition.counts_start",),
    "repeat no start": ("repetition.counts_start",),
    "repeat same": ("repetition.turn",),
    "repeat same board": ("repetition.turn",),
    "repeat mirrored": ("repetition.symmetric",),
    "repeat before captures": ("repetition.before_captures",),
    "exit_fort simple": ("exit_fort", "simple_fort"),
    "encirclement edge": ("encirclement", "edge_ring"),
    "repeat bound": (),
    "repeat reset": (),
    "repeat *": ("repetition",),
}
"""The options that a sentence comes from, by the key of its phrase; a star stands for the rest of a key."""
HOLDERS: Final = ("throne", "corners", "zones")
"""The options that hold zones."""
_FIELDS: Final = frozenset(field.name for field in attrs.fields(Ruleset)) - Ruleset.LABELS
_ZONE_FIELDS: Final = frozenset(field.name for field in attrs.fields(Zone)) - {"name"}
ZONE_OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "zone free": ("stop", "enter", "cross"),
    "king left": ("enter",),
    "hostile always": ("hostile_always",),
    "hostile *": ("hostile_empty",),
    "zone pierces": ("pierces",),
}
"""The fields of its zone that a sentence comes from."""


def options(key: str, zone: str = "") -> tuple[str, ...]:
    """Return the options that a sentence comes from.

    Arguments:
        key: the phrase of the sentence.
        zone: the option that holds the zone that the sentence is about; empty for other sentences.
    """
    sources, names = (ZONE_OPTIONS, _ZONE_FIELDS) if zone else (OPTIONS, _FIELDS)
    own = key.split()[0]
    fields = sources.get(key, sources.get(f"{own} *", (own,) if own in names else ()))
    return tuple(f"{zone}.{field}" for field in fields) if zone else fields


@define
class Footnotes:
    """The footnotes of a leaflet, numbered in the order in which its sentences are written."""

    readings: Sequence[Reading] = ()
    """The readings that may be noted."""
    noted: list[Reading] = Factory(list[Reading])
    """The readings noted so far; the first is footnote 1."""

    def mark(self, text: str, options: Iterable[str], key: str = "") -> str:
        """Return the sentence with the numbers of the footnotes about its options, and of that about its phrase."""
        concerned = set(options)
        readings = [reading for reading in self.readings if concerned.intersection(reading.options)]
        readings += [GENERAL[key]] if key in GENERAL else []
        self.noted += [reading for reading in readings if reading not in self.noted]
        marks = "".join(
            f"\N{NO-BREAK SPACE}[{number}]" for number, reading in enumerate(self.noted, start=1) if reading in readings
        )
        return f"{text[:-1]}{marks}{text[-1]}" if text[-1] in ".:" else text + marks

    def about(self, option: str) -> bool:
        """Return whether there is a reading about an option."""
        return any(option in reading.options for reading in self.readings)
