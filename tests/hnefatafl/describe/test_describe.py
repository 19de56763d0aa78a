"""Rules in words: every option is told, in every language, and no word of one language strays into another."""

from __future__ import annotations

import os
import re
import string
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulesets import LAYOUTS
from sweeping import SWEPT

from hnefatafl import (
    Announcement,
    Announcements,
    Berserk,
    Board,
    Call,
    CaptureKind,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Illegality,
    Jump,
    Jumps,
    Kind,
    KingStrength,
    LimitConsequence,
    Move,
    NoMove,
    Outcome,
    Passing,
    Piece,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    Shieldwall,
    Side,
    Speed,
    Square,
    Termination,
    Zone,
    variants,
)
from hnefatafl.describe import LANGUAGES, _footnotes, describe, rule, sentence, summary
from hnefatafl.describe._catalogues import CATALOGUES
from hnefatafl.describe._footnotes import GENERAL
from hnefatafl.errors import HnefataflError, UnknownLanguageError
from hnefatafl.rules import Die, Roll
from hnefatafl.rules import _options as options
from hnefatafl.testing._plants.rulesets import bare_king, diagonal_blow
from hnefatafl.testing.strategies import rulesets
from tafl.cli import main

DATA: Final = Path(__file__).parents[2] / "data"
each_language = pytest.mark.parametrize("lang", LANGUAGES)

GROUND: Final = Zone(name="ground", squares=Region.of("c3", "c4"))
PLAIN: Final = Ruleset(
    name="plain", size=7, start=LAYOUTS["L7.11"], throne=None, corners=None, shieldwall=None, zones=[GROUND]
)
"""The rules that the others differ from: no throne, no corners, and a zone of two squares that does nothing."""
REFUGE: Final = Zone(name="refuge", squares=Region.of("b2", "b3"), stop=PieceSet.KING, cross=PieceSet.KING)
RANKS: Final = PLAIN.evolve(start=Board.parse("/3c3/3n3/3T3/tmGKGcg/3C3/3t3/3N3/"))
"""The same with pieces of every kind, who jump."""
THRONE: Final[Any] = attrs.fields(Ruleset).throne.default
CORNERS: Final[Any] = attrs.fields(Ruleset).corners.default
SINGLE: Final = (PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN, PieceSet.KING)
SETS: Final = [PieceSet.NONE, *SINGLE, ~PieceSet.ATTACKERS, ~PieceSet.DEFENDING_MEN, PieceSet.MEN, PieceSet.ALL]


# ----------------------------------------------------------------------------------------------------- every option


def one_after_another(base: Ruleset, option: str, values: list[Any]) -> tuple[str, list[Ruleset]]:
    """Rulesets that differ in one option; "throne.stop" is a field of a field."""
    name, _, inner = option.partition(".")
    if not inner:
        return option, [base.evolve(**{name: value}) for value in values]
    holder: Any = base.zones[0] if name == "zones" else getattr(base, name)
    changed = [attrs.evolve(holder, **{inner: value}) for value in values]
    values = [[one] if name == "zones" else one for one in changed]
    found = [base.evolve(**{name: value}) for value in values]
    return f"{type(holder).__name__}.{inner}", found


def cases() -> Iterator[tuple[str, list[Ruleset]]]:
    """For every option, rulesets that differ in it alone and play differently."""
    turn = one_after_another
    throned, cornered = PLAIN.evolve(throne=THRONE), PLAIN.evolve(corners=CORNERS)
    walled, speedy = cornered.evolve(shieldwall=Shieldwall()), PLAIN.evolve(speed=Speed(king=2))
    yield turn(PLAIN, "start", [LAYOUTS["L7.11"], LAYOUTS["L7.5"]])
    yield "size", [PLAIN, PLAIN.evolve(size=9, start=LAYOUTS["L9.5"])]
    yield turn(PLAIN, "first", [*Side, None])
    yield turn(PLAIN, "throne", [None, THRONE, attrs.evolve(THRONE, squares=Region.of("d3"))])
    yield turn(PLAIN, "corners", [None, CORNERS])
    yield turn(PLAIN, "zones", [[], [GROUND], [GROUND, Zone(name="more", squares=Region.of("e5"))]])
    yield turn(PLAIN, "zones.squares", [Region.of("c3"), Region.of("c4"), Region.EDGE, Region.BOARD])
    yield turn(PLAIN, "zones.stop", SETS)
    yield turn(PLAIN, "zones.enter", SETS)
    yield turn(PLAIN, "zones.cross", SETS)
    for field in ("hostile_empty", "hostile_always"):
        yield turn(PLAIN, f"zones.{field}", SETS)
        # A king whom two take is threatened at the edge, beside a corner, too.
        yield turn(cornered.evolve(king=KingStrength.WEAK), f"corners.{field}", SETS)
    for field in ("stop", "enter", "cross", "hostile_empty", "hostile_always"):
        yield turn(throned.evolve(throne=attrs.evolve(THRONE, stop=PieceSet.ALL)), f"throne.{field}", SETS)
    edge = Region.EDGE
    some = Region.of("a3", "a4")
    regions = [
        edge,
        Region.CORNERS,
        Region.BOARD - Region.CENTRE,
        some,
        edge - some,
        edge - Region.CORNERS,
        edge & Region.of("a3", "c3"),
    ]
    regions += [(Region.of("b2") | Region.CORNERS) - Region.of("a1"), Region.of("b2") | Region.CORNERS]
    yield turn(PLAIN, "escape", regions)
    yield turn(throned, "king", list(KingStrength))
    yield turn(PLAIN.evolve(king=KingStrength.MIDDLEWEIGHT), "edge_capture", list(EdgeCapture))
    for option in ("forced_capture", "joint_capture", "exit_fort", "encirclement", "tuichu_wins"):
        yield turn(PLAIN, option, [False, True])
    yield turn(throned, "linnaean_capture", [False, True])
    yield turn(PLAIN, "line_capture", [False, True])
    for option in ("walk_in", "no_walk_in"):
        yield turn(PLAIN, option, [PieceSet.NONE, PieceSet.MEN, PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN])
    yield turn(PLAIN, "king_line_capture", [False, True])
    yield turn(PLAIN, "three_captors", [PieceSet.NONE, PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN])
    for option in ("hammer", "anvil", "edge_hostile"):
        yield turn(PLAIN, option, SETS)
    yield turn(PLAIN, "shieldwall", [None, Shieldwall()])
    yield turn(walled, "shieldwall.corners_close", [False, True])
    yield turn(walled, "shieldwall.flanking", [False, True])
    for speed in attrs.fields(Speed):
        yield turn(RANKS.evolve(speed=Speed(king=2)), f"speed.{speed.name}", [None, 1, 3])
    yield turn(speedy, "speed.attackers", [None, 1, 2, 3])
    yield "speed", [PLAIN, speedy]
    yield "jumps", [PLAIN, PLAIN.evolve(jumps=Jumps(king=Jump.CAPTURING))]
    for jumper in attrs.fields(Jumps):
        yield turn(RANKS, f"jumps.{jumper.name}", list(Jump))
    yield turn(PLAIN, "jumps.king", list(Jump))
    pairs = [PieceSet.NONE, PieceSet.COMMANDERS, PieceSet.COMMANDERS | PieceSet.KNIGHTS, PieceSet.ALL]
    yield turn(RANKS, "piercing", pairs)
    yield turn(RANKS.evolve(zones=[attrs.evolve(GROUND, hostile_empty=PieceSet.KING)]), "zones.pierces", [False, True])
    yield turn(RANKS, "guard_capture", list(GuardCapture))
    yield turn(PLAIN, "berserk", list(Berserk))
    for how in (Berserk.MUST_CAPTURE, Berserk.MAY_CAPTURE, Berserk.MUST_MOVE):
        yield turn(PLAIN.evolve(berserk=how), "berserk_escape", [False, True])
    for option in ("secure_ring", "whole_ring", "edge_ring"):
        yield turn(PLAIN.evolve(encirclement=True), option, [False, True])
    yield turn(PLAIN.evolve(exit_fort=True), "simple_fort", [False, True])
    yield turn(PLAIN, "no_escape", [False, True])
    others = [Die(pieces=pieces) for pieces in (PieceSet.ALL, PieceSet.ATTACKERS, PieceSet.DEFENDERS, PieceSet.MEN)]
    dice = [attrs.evolve(die, allows=allows) for die in others for allows in Roll]
    yield turn(PLAIN, "die", [None, Die(faces=1), Die(), Die(allows=Roll.EXACTLY), Die(allows=Roll.ODD), *dice])
    yield turn(PLAIN, "no_move", list(NoMove))
    yield turn(PLAIN, "may_pass", list(Passing))
    yield turn(PLAIN, "immobile_king", [False, True])
    yield turn(PLAIN, "fewest_attackers", [0, 1, 2, 3])
    yield turn(PLAIN, "fewest_defenders", [0, 1, 2, 3])
    yield turn(PLAIN, "quiet_limit", [None, 1, 2, 50])
    yield turn(PLAIN, "move_limit", [None, 1, 2, 50])
    yield turn(PLAIN.evolve(quiet_limit=50), "quiet_limit_consequence", [*LimitConsequence])
    yield turn(PLAIN.evolve(move_limit=50), "move_limit_consequence", [*LimitConsequence])
    yield turn(PLAIN, "repetition", [Repetition(), Repetition(count=4)])
    yield turn(PLAIN, "repetition.count", [2, 3, 10, 11, 12, 13, 21, 22, 23, 31, 111, 112])
    yield turn(PLAIN, "repetition.consequence", list(Consequence))
    for field in ("counts_start", "turn", "symmetric"):
        yield turn(PLAIN, f"repetition.{field}", [False, True])
    forbidden = PLAIN.evolve(repetition=Repetition(consequence=Consequence.FORBIDDEN))
    yield turn(forbidden, "repetition.before_captures", [False, True])
    for consequence in list(Consequence)[1:]:
        base = PLAIN.evolve(repetition=Repetition(consequence=consequence))
        yield turn(base, "repetition.by", [None, *Side])
    said = [Announcements(way_out=call, raichi=named) for call in (Call.MAY, Call.MUST) for named in (False, True)]
    said += [Announcements(), Announcements(way_out=Call.MUST, binding=True), Announcements(threat=Call.MAY)]
    yield turn(PLAIN, "announcements", [*said, Announcements(threat=Call.MUST)])
    announcing = PLAIN.evolve(announcements=Announcements(way_out=Call.MUST))
    yield turn(announcing, "announcements.way_out", list(Call))
    yield turn(announcing, "announcements.raichi", [False, True])
    yield turn(announcing, "announcements.threat", list(Call))
    yield turn(announcing, "announcements.binding", [False, True])
    yield turn(PLAIN, "extra_captures", [[], [diagonal_blow], [shy]])
    yield turn(PLAIN, "extra_endings", [[], [bare_king], [Silent()]])


def shy(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    return []


class Silent:
    def __call__(self, board: Board, turn: Side, position: Position) -> Outcome | None:
        return None


CASES: Final = list(cases())


@each_language
@pytest.mark.parametrize(("option", "several"), CASES, ids=[f"{n} {option}" for n, (option, _) in enumerate(CASES)])
def test_every_option_is_told(option: str, several: list[Ruleset], lang: str) -> None:
    told = [describe(one, lang) for one in several]
    assert len(set(told)) == len(several)


def test_no_option_is_forgotten() -> None:
    tried = {option if "." in option else f"Ruleset.{option}" for option, _ in CASES}
    holders = (Ruleset, Zone, Speed, Jumps, Shieldwall, Repetition, Announcements)
    fields = {f"{holder.__name__}.{field.name}" for holder in holders for field in attrs.fields(holder)}
    labels = {f"Ruleset.{label}" for label in Ruleset.LABELS} | {"Zone.name"}
    assert tried == fields - labels


def test_no_member_is_forgotten() -> None:
    values = [getattr(one, field.name) for _, several in CASES for one in several for field in attrs.fields(Ruleset)]
    values += [value.consequence for value in values if isinstance(value, Repetition)]
    values += [value.king for value in values if isinstance(value, Jumps)]
    values += [value.way_out for value in values if isinstance(value, Announcements)]
    values += [value.allows for value in values if isinstance(value, Die)]
    tried = {value for value in values if isinstance(value, Enum)}
    choices = [options.__dict__[name] for name in options.__all__ if issubclass(options.__dict__[name], Enum)]
    assert {member for choice in choices for member in choice} <= tried


SOLDIERS_JUMP: Final = Jumps(soldiers=Jump.OVER_ENEMIES)
FENCED: Final = PLAIN.evolve(encirclement=True, exit_fort=True)
SAFE: Final = PLAIN.evolve(start=Board.parse("/3c3/7/3T3/t1TKTct/3T3/7/3t3/"), throne=THRONE)
WALLED: Final = RANKS.evolve(shieldwall=Shieldwall(), throne=THRONE, linnaean_capture=True, joint_capture=True)
BERSERK: Final = PLAIN.evolve(berserk=Berserk.MUST_CAPTURE)
SHUT: Final = [
    Zone(name=name, squares=Region.of(name), stop=PieceSet.ATTACKERS, cross=PieceSet.NONE) for name in ("a1", "b2")
]
SENTENCES: Final = {
    "move turns pass": (PLAIN.evolve(no_move=NoMove.PASS), PLAIN),
    "no_move pass": (PLAIN.evolve(no_move=NoMove.PASS), PLAIN.evolve(no_move=NoMove.DRAW)),
    "move rook jump": (PLAIN.evolve(jumps=SOLDIERS_JUMP), PLAIN),
    "move all": (RANKS.evolve(speed=Speed(**{field.name: 1 for field in attrs.fields(Speed)})), RANKS),
    "jump over-enemies": (RANKS, PLAIN),
    "jump capturing": (RANKS, PLAIN),
    "jump restricted": (PLAIN.evolve(jumps=Jumps(king=Jump.RESTRICTED)), RANKS),
    "jump over-anybody": (PLAIN.evolve(jumps=Jumps(king=Jump.OVER_ANYBODY)), RANKS),
    "jump guards": (RANKS, PLAIN.evolve(jumps=Jumps(king=Jump.CAPTURING))),
    "jump not king": (PLAIN.evolve(jumps=SOLDIERS_JUMP), PLAIN.evolve(jumps=Jumps(king=Jump.CAPTURING))),
    "jump only": (RANKS, PLAIN.evolve(jumps=SOLDIERS_JUMP)),
    "jump far": (RANKS.evolve(speed=Speed(attacking_knights=1)), RANKS.evolve(speed=Speed(attackers=1))),
    "h berserk": (BERSERK, PLAIN),
    "berserk must-capture": (BERSERK, BERSERK.evolve(berserk=Berserk.MUST_MOVE)),
    "berserk may-capture": (BERSERK.evolve(berserk=Berserk.MAY_CAPTURE), BERSERK),
    "berserk must-move": (BERSERK.evolve(berserk=Berserk.MUST_MOVE), BERSERK),
    "berserk escape": (BERSERK.evolve(berserk_escape=True), BERSERK),
    "berserk no escape": (BERSERK, BERSERK.evolve(berserk_escape=True)),
    "capture free turn": (BERSERK, PLAIN),
    "arms some": (
        PLAIN.evolve(hammer=PieceSet.MEN, anvil=PieceSet.MEN),
        PLAIN.evolve(hammer=PieceSet.MEN, anvil=PieceSet.ATTACKERS),
    ),
    "hammer men": (PLAIN.evolve(hammer=PieceSet.MEN), PLAIN.evolve(hammer=PieceSet.ATTACKERS)),
    "anvil holds": (
        PLAIN.evolve(anvil=PieceSet.MEN, shieldwall=Shieldwall()),
        PLAIN.evolve(anvil=PieceSet.MEN),
    ),
    "zone free": (PLAIN, PLAIN.evolve(throne=attrs.evolve(THRONE, squares=Region.of("c3", "c4")))),
    "cross inside": (PLAIN.evolve(zones=[REFUGE]), PLAIN.evolve(zones=[REFUGE], escape=REFUGE.squares)),
    "mercenaries turn": (RANKS, PLAIN),
    "guards idle": (RANKS, PLAIN),
    "guard_capture surrounded": (RANKS, RANKS.evolve(guard_capture=GuardCapture.NEVER)),
    "three_captors": (RANKS.evolve(three_captors=PieceSet.COMMANDERS), RANKS),
    "king three": (SAFE.evolve(king=KingStrength.THREE), SAFE),
    "king three edge": (
        SAFE.evolve(king=KingStrength.THREE),
        SAFE.evolve(king=KingStrength.THREE, escape=Region.EDGE, corners=None),
    ),
    "king middleweight": (
        SAFE.evolve(king=KingStrength.MIDDLEWEIGHT),
        SAFE.evolve(king=KingStrength.MIDDLEWEIGHT, edge_capture=EdgeCapture.IMPOSSIBLE),
    ),
    "guard_capture never": (RANKS.evolve(guard_capture=GuardCapture.NEVER), RANKS),
    "arms jump": (RANKS.evolve(hammer=PieceSet.KING), RANKS),
    "wall guards": (WALLED, WALLED.evolve(start=PLAIN.start)),
    "walk_in": (PLAIN.evolve(walk_in=PieceSet.MEN), PLAIN),
    "walk_in square": (
        PLAIN.evolve(walk_in=PieceSet.MEN, edge_hostile=PieceSet.MEN),
        PLAIN.evolve(walk_in=PieceSet.MEN),
    ),
    "walk_in tough": (RANKS.evolve(walk_in=PieceSet.MEN), RANKS),
    "walk_in others": (PLAIN.evolve(walk_in=PieceSet.MEN), PLAIN),
    "no_walk_in": (PLAIN.evolve(no_walk_in=PieceSet.MEN), PLAIN.evolve(walk_in=PieceSet.MEN)),
    "no_walk_in king": (PLAIN.evolve(no_walk_in=PieceSet.ATTACKERS), PLAIN.evolve(no_walk_in=PieceSet.DEFENDING_MEN)),
    "line_capture king": (
        PLAIN.evolve(line_capture=True, king_line_capture=True),
        PLAIN.evolve(line_capture=True),
    ),
    "line_capture apart": (RANKS.evolve(line_capture=True), RANKS.evolve(king_line_capture=True)),
    "king_line_capture apart": (RANKS.evolve(king_line_capture=True), PLAIN.evolve(king_line_capture=True)),
    "linnaean guards": (WALLED, WALLED.evolve(start=SAFE.start)),
    "joint guards": (WALLED.evolve(guard_capture=GuardCapture.NEVER), WALLED),
    "king on throne": (SAFE.evolve(king=KingStrength.STRONG_ON_THRONE), SAFE),
    "piercing": (SAFE, SAFE.evolve(piercing=PieceSet.KNIGHTS)),
    "pierce not on throne": (SAFE, SAFE.evolve(throne=None)),
    "pierce edge": (SAFE, SAFE.evolve(edge_capture=EdgeCapture.IMPOSSIBLE)),
    "king edge safe unless pierced": (SAFE, SAFE.evolve(king=KingStrength.MIDDLEWEIGHT)),
    # The first zone of a group lies in a corner, which nothing can cross.
    "cross none": (PLAIN.evolve(zones=SHUT), PLAIN.evolve(zones=SHUT[:1])),
    "zone pierces": (SAFE.evolve(throne=attrs.evolve(THRONE, pierces=True)), SAFE),
    "fort jump": (FENCED.evolve(jumps=SOLDIERS_JUMP), FENCED.evolve(jumps=Jumps(king=Jump.CAPTURING))),
    "secure_ring no": (FENCED, FENCED.evolve(secure_ring=True)),
    "secure_ring yes": (FENCED.evolve(secure_ring=True), FENCED),
    "whole_ring": (FENCED.evolve(whole_ring=True), FENCED),
    "encirclement edge": (FENCED.evolve(edge_ring=True), FENCED),
    "exit_fort simple": (FENCED.evolve(simple_fort=True), FENCED),
    "no_escape": (PLAIN.evolve(no_escape=True), PLAIN.evolve(no_escape=True, escape=Region.EDGE)),
    "repeat before captures": (
        PLAIN.evolve(repetition=Repetition(consequence=Consequence.FORBIDDEN, before_captures=True)),
        PLAIN.evolve(repetition=Repetition(before_captures=True)),
    ),
    "ring jump": (FENCED.evolve(jumps=Jumps(king=Jump.CAPTURING)), SAFE.evolve(encirclement=True)),
    "die jump": (PLAIN.evolve(die=Die(), jumps=Jumps(king=Jump.CAPTURING)), PLAIN.evolve(die=Die())),
    "die berserk": (BERSERK.evolve(die=Die()), PLAIN.evolve(die=Die())),
    "die escape": (
        PLAIN.evolve(die=Die(), announcements=Announcements(way_out=Call.MUST)),
        PLAIN.evolve(die=Die(pieces=PieceSet.MEN), announcements=Announcements(way_out=Call.MUST)),
    ),
    "die threat": (
        PLAIN.evolve(die=Die(pieces=PieceSet.ATTACKERS), announcements=Announcements(threat=Call.MAY)),
        PLAIN.evolve(die=Die(), announcements=Announcements(threat=Call.MAY)),
    ),
    "die escape threat": (
        PLAIN.evolve(die=Die(pieces=PieceSet.ALL), repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES)),
        PLAIN.evolve(die=Die(), repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES)),
    ),
    "repeat same board": (PLAIN.evolve(repetition=Repetition(turn=False)), PLAIN),
    "repeat mirrored": (PLAIN.evolve(repetition=Repetition(symmetric=True)), PLAIN),
}
"""Phrases, with a ruleset that is told by them and one that is not."""


@each_language
@pytest.mark.parametrize("key", SENTENCES)
def test_a_sentence_stands_where_it_belongs(key: str, lang: str) -> None:
    language = CATALOGUES[lang]
    told, untold = SENTENCES[key]
    fixed = [text for text, _, _, _ in string.Formatter().parse(language.mixed_phrases.get(key, language.phrases[key]))]
    words = max(fixed, key=len).strip().lower()
    assert words in unmarked(told, lang).lower()
    assert words not in unmarked(untold, lang).lower()


# --------------------------------------------------------------------------------------------------- every language


def slots(text: str) -> set[str]:
    """The names of a phrase's slots, whatever form they ask for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@each_language
def test_every_language_has_every_phrase(lang: str) -> None:
    ours, english = CATALOGUES[lang].phrases, CATALOGUES["en"].phrases
    assert set(CATALOGUES[lang].topics) == (set(CATALOGUES["de"].topics) if lang != "en" else set())
    # The edge has a case of its own in German only.
    assert set(ours) - {"edge acc"} == set(english)
    assert {key: slots(text) for key, text in ours.items() if key in english} == {
        key: slots(text) for key, text in english.items()
    }
    mixed = CATALOGUES[lang].mixed_phrases
    assert {key: slots(text) - {"letters"} for key, text in mixed.items()} == {key: slots(ours[key]) for key in mixed}
    assert set(CATALOGUES[lang].pieces) == set(PieceSet.__members__.values()) - {PieceSet.NONE}


@cache
def shipped_leaflet(name: str, lang: str, *, order: bool) -> str:
    """The leaflet of a shipped ruleset, which several tests read."""
    return describe(variants.get(name), lang, order=order)


def told_in_words(leaflet: str) -> set[str]:
    """The words of a leaflet, without its title and pictures."""
    lines = [line for line in leaflet.split("\n")[2:] if not line.startswith("    ")]
    return set(re.findall(r"\w+", "\n".join(lines).lower()))


WORDS: Final = {
    "en": """
        the of and is are who may move moves king throne corner corners camp square squares board attacker attackers
        defender defenders edge hostile capture captured captures piece pieces soldier soldiers win wins lose loses draw
        drawn position without nobody everybody castle south west north
    """,
    "de": "der das und ist sind wer darf dürfen zug könig feld angreifer verteidiger nicht mit thron eckfelder lager",
    "sv": "och är som får rutan kungen angriparna försvararna inte med av ett drag pjäser borgen hörnen lägret",
}
"""Words of each language that the others do not have."""


@each_language
@pytest.mark.parametrize("name", SWEPT)
def test_every_variant_is_described_in_one_language(name: str, lang: str) -> None:
    leaflet = shipped_leaflet(name, lang, order=True)
    strange = {word for other in LANGUAGES if other != lang for word in WORDS[other].split()}
    assert told_in_words(leaflet) & strange == set()
    well_set(leaflet)


def well_set(leaflet: str) -> None:
    """No line is too long, no slot is left, every sentence begins with a capital, and no word stands twice."""
    assert max(map(len, leaflet.split("\n"))) <= 78
    assert not re.search(r"[{}|~]|\bNone\b|  +$", leaflet)
    assert not leaflet.endswith("\n")
    texts = [text for text in re.split(r"\n\n+", leaflet) if not text.startswith("    ")]
    for text in texts:
        running = re.sub(r"^\[\d+\] ", "", " ".join(text.split()))
        assert not re.search(r"\b(\w{2,}) \1\b", running), running
        sentences = re.split(r"(?<=[.:]) (?=[A-ZÄÖÜÅ])", running)
        assert all(sentence.strip(" .:") for sentence in sentences), running
        assert len(sentences) == len(set(sentences)), running
        if set(running) != {"="}:
            assert running[0].isupper() or running[0].isdigit(), running
        if not re.search(r"[-=]{3}", running):
            assert running[-1] in ".:", running


def some(pieces: PieceSet = PieceSet.ALL) -> st.SearchStrategy[PieceSet]:
    """Some of the pieces."""
    single = [PieceSet.of([piece]) for piece in pieces.pieces]
    return st.sets(st.sampled_from(single)).map(lambda found: PieceSet.of(p for one in found for p in one.pieces))


@st.composite
def ranked(draw: st.DrawFn) -> Ruleset:
    """Any ruleset whose men have any rank, with all options about ranks."""
    rules = draw(rulesets(extra_captures=(), extra_endings=()))
    ranks = st.sampled_from([kind for kind in Kind if kind is not Kind.KING])
    board = {s: p if p.kind is Kind.KING else Piece(p.side, draw(ranks)) for s, p in rules.start.items()}
    zones = [attrs.evolve(zone, pierces=draw(st.booleans()), hostile_empty=draw(some())) for zone in rules.zones]
    how = draw(st.sampled_from(Berserk))
    return rules.evolve(
        start=Board(rules.size, board),
        zones=zones,
        speed=draw(st.builds(Speed, **{field.name: st.sampled_from([None, 1, 2]) for field in attrs.fields(Speed)})),
        jumps=draw(st.builds(Jumps, **{field.name: st.sampled_from(Jump) for field in attrs.fields(Jumps)})),
        piercing=draw(some()),
        hammer=draw(some()),
        anvil=draw(some()),
        edge_hostile=draw(some()),
        guard_capture=draw(st.sampled_from(GuardCapture)),
        berserk=how,
        berserk_escape=how is not Berserk.NONE and draw(st.booleans()),
        secure_ring=rules.encirclement and draw(st.booleans()),
        whole_ring=rules.encirclement and draw(st.booleans()),
        edge_ring=rules.encirclement and draw(st.booleans()),
        simple_fort=rules.exit_fort and draw(st.booleans()),
        no_escape=draw(st.booleans()),
        repetition=attrs.evolve(rules.repetition, turn=draw(st.booleans()), symmetric=draw(st.booleans())),
    )


@given(ruleset=st.one_of(rulesets(), ranked()), order=st.booleans())
def test_any_ruleset_can_be_described(ruleset: Ruleset, order: bool) -> None:
    for lang in LANGUAGES:
        leaflet = ruleset.describe(lang, order=order)
        well_set(leaflet)
        assert leaflet == describe(ruleset, lang, order=order)


@each_language
def test_every_set_of_pieces_has_words_of_its_own(lang: str) -> None:
    language = CATALOGUES[lang].among(PieceSet.ALL)
    sets = [PieceSet.NONE]
    for piece in PieceSet.ALL.pieces:
        sets += [one | PieceSet.of([piece]) for one in sets]
    told = {form: {format(language.who(one), form) for one in sets[1:]} for form in ("", "only")}
    assert {form: len(words) for form, words in told.items()} == {"": len(sets) - 1, "only": len(sets) - 1}


@pytest.mark.parametrize(
    ("pieces", "en", "de", "sv"),
    [
        (
            PieceSet.ATTACKERS | PieceSet.KING,
            "the attackers and the king",
            "die Angreifer und den König",
            "angriparna och kungen",
        ),
        (
            PieceSet.COMMANDERS | PieceSet.KNIGHTS,
            "the commanders and the knights",
            "die Befehlshaber und die Ritter",
            "befälhavarna och riddarna",
        ),
        (
            ~PieceSet.COMMANDERS,
            "all pieces except the commanders",
            "alle Figuren außer den Befehlshabern",
            "alla pjäser utom befälhavarna",
        ),
        (PieceSet.MEN, "all pieces except the king", "alle Figuren außer dem König", "alla pjäser utom kungen"),
        (PieceSet.DEFENDERS, "the king and his men", "den König und seine Mannen", "kungen och hans drabanter"),
        (
            PieceSet.ATTACKERS | PieceSet.DEFENDING_SOLDIERS | PieceSet.DEFENDING_GUARDS,
            "the attackers, the king's soldiers and the king's guards",
            "die Angreifer, die Krieger des Königs und die Wächter des Königs",
            "angriparna, kungens krigare och kungens vakter",
        ),
    ],
)
def test_sets_of_pieces_are_told_in_few_words(pieces: PieceSet, en: str, de: str, sv: str) -> None:
    rules = RANKS.evolve(zones=[attrs.evolve(GROUND, hostile_empty=pieces)])
    assert f"Each square is hostile to {en} while it is empty" in running(rules, "en")
    assert f"Jedes dieser Felder gilt für {de} als Gegner, solange" in running(rules, "de")
    assert f"Varje ruta är fientlig mot {sv} så länge" in running(rules, "sv")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "All pieces except the guards, including the king, capture"),
        ("de", "Alle Figuren außer den Wächtern schlagen, der König wie die anderen"),
        ("sv", "Alla pjäser utom vakterna kan slå, även kungen"),
    ],
)
def test_guards_are_the_only_ones_who_do_not_capture(lang: str, words: str) -> None:
    guarded = PLAIN.evolve(start=Board.parse("/3t3/3t3/3T3/ttGKGtt/3T3/3t3/3t3/"))
    assert words in running(guarded, lang)


def test_what_a_game_does_not_know_is_not_spoken_of() -> None:
    commanders = PLAIN.evolve(start=SAFE.start, edge_hostile=PieceSet.ATTACKING_COMMANDERS | PieceSet.GUARDS)
    assert "edge of the board is hostile to the commanders, as if" in running(commanders, "en")
    assert PLAIN.evolve(name="plain", edge_hostile=PieceSet.GUARDS).describe() == PLAIN.describe()
    for lang in LANGUAGES:
        assert PLAIN.evolve(name="plain", piercing=PieceSet.KNIGHTS).describe(lang) == PLAIN.describe(lang)


HOUSE: Final = {
    "berserk": Ruleset(
        name="House berserk",
        size=11,
        start=Board.parse("/3ctttc3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TNT3t/t4T4t/11/5t5/3ctttc3/"),
        corners=attrs.evolve(CORNERS, pierces=True, hostile_empty=PieceSet.ALL),
        jumps=Jumps(king=Jump.RESTRICTED),
        berserk=Berserk.MUST_CAPTURE,
    ),
    "alea": Ruleset(
        name="House alea",
        size=13,
        start=Board.parse("/4mtttm4/6t6/13/13/t5G5t/t4TTT4t/tt2GTKTG2tt/t4TTT4t/t5G5t/13/13/6m6/4ttttt4/"),
        first=None,
        king=KingStrength.STRONG_ON_THRONE,
        shieldwall=Shieldwall(),
        encirclement=True,
        secure_ring=True,
        speed=Speed(king=1, defending_guards=1, attacking_mercenaries=3, defending_mercenaries=3),
        guard_capture=GuardCapture.NEVER,
        no_move=NoMove.PASS,
        repetition=Repetition(turn=False, symmetric=True),
    ),
}
"""Games of one's own with pieces of all kinds."""


@pytest.mark.parametrize("name", ["copenhagen", "foteviken-tablut", *HOUSE])
@each_language
def test_leaflets_stay_as_they_are(name: str, lang: str) -> None:
    rules = HOUSE.get(name) or variants.get(name)
    snapshot, told = DATA / f"rules-{name}.{lang}.txt", rules.describe(lang) + "\n"
    if os.environ.get("TAFL_SNAPSHOTS") == "renew":
        snapshot.write_text(told, "utf-8")
    assert told == snapshot.read_text("utf-8")


# ------------------------------------------------------------------------------------------------------ some wordings


def running(ruleset: Ruleset, lang: str, *, order: bool = False) -> str:
    """The leaflet without its line breaks."""
    return " ".join(describe(ruleset, lang, order=order).split())


def unmarked(ruleset: Ruleset, lang: str) -> str:
    """The leaflet without its line breaks, and without the numbers of its footnotes."""
    return re.sub(r" \[\d+\]", "", running(ruleset, lang))


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "reaches an edge square outside the camps [1]."),
        ("de", "sobald er ein Randfeld außerhalb der Lager erreicht [1]."),
        ("sv", "når en ruta vid ytterkanten utanför lägren [1]."),
    ],
)
def test_the_camps_are_named(lang: str, words: str) -> None:
    assert words in running(variants.FOTEVIKEN_TABLUT, lang)


@pytest.mark.parametrize(
    ("escape", "en", "de", "sv"),
    [
        (Region.EDGE, "the edge", "den Rand", "ytterkanten"),
        (
            Region.CORNERS,
            "one of the corners (a1, a7, g1 and g7)",
            "eines der Eckfelder (a1, a7, g1 und g7)",
            "en av hörnrutorna (a1, a7, g1 och g7)",
        ),
        (
            Region.EDGE - Region.CORNERS,
            "an edge square other than the corners (a1, a7, g1 and g7)",
            "ein anderes Randfeld als die Eckfelder (a1, a7, g1 und g7)",
            "en annan ruta vid ytterkanten än hörnrutorna (a1, a7, g1 och g7)",
        ),
        (
            Region.EDGE - Region.NONE - Region.of("a1"),
            "an edge square other than a1",
            "ein anderes Randfeld als a1",
            "en annan ruta vid ytterkanten än a1",
        ),
        (Region.of("b2") - Region.of("b3"), "the square b2", "das Feld b2", "rutan b2"),
        (
            Region.EDGE & Region.of("b1", "c1", "c3"),
            "one of these squares: b1 and c1",
            "eines dieser Felder (b1 und c1)",
            "någon av dessa rutor: b1 och c1",
        ),
        (
            Region.BOARD - Region.of("d3"),
            "one of these squares: the whole board without d3",
            "eines dieser Felder (das ganze Brett ohne d3)",
            "någon av dessa rutor: hela brädet utom d3",
        ),
    ],
    ids=str,
)
def test_the_goal_is_told_as_what_the_king_reaches(escape: Region, en: str, de: str, sv: str) -> None:
    game = PLAIN.evolve(zones=[], start=Board.parse("/7/7/3K3/7/7/7/3t3/"), escape=escape)
    assert f"as soon as he reaches {en}. The attackers" in running(game, "en")
    assert f"sobald er {de} erreicht. Die Angreifer" in running(game, "de")
    assert f"så snart han når {sv}. Angriparna" in running(game, "sv")


@pytest.mark.parametrize("name", SWEPT)
def test_no_goal_is_told_as_a_list_of_one_thing(name: str) -> None:
    english, german, swedish = (
        " ".join(shipped_leaflet(name, lang, order=False).split()) for lang in ("en", "de", "sv")
    )
    assert not re.search(r"these squares: (the|an?) ", english)
    assert not re.search(r"dieser Felder:? ?\(?(der|die|den|das|ein)\b", german)
    assert not re.search(r"dessa rutor: (ytterkanten|hörnrutorna|en)\b", swedish)


def test_a_goal_on_which_the_king_may_not_stop_is_not_told() -> None:
    shut = PLAIN.evolve(corners=attrs.evolve(CORNERS, stop=PieceSet.NONE), escape=Region.EDGE)
    assert "reaches an edge square other than the corners (a1, a7, g1 and g7)." in running(shut, "en")


def test_large_zones_are_not_listed() -> None:
    inside = Zone(name="inside", squares=Region.BOARD - Region.EDGE)
    assert "Zone „inside“: das ganze Brett ohne den Rand." in running(PLAIN.evolve(zones=[inside]), "de")


TOLD_OF_THE_KING: Final = {
    "king beside throne": (
        ("hnefatafl-13", "madera-tablut", "foteviken-tablut", "berserk", "brandubh"),
        ("hnefatafl-11", "simple-tafl"),
    ),
    "king beside safe": (("hnefatafl-11", "tablut-brainking"), ("madera-tablut", "simple-tafl", "berserk-opentafl")),
    "king beside corner": (("hnefatafl-13", "hnefatafl-11"), ("madera-tablut", "copenhagen", "ard-ri")),
    "king two held": (("foteviken-tablut",), ("hnefatafl-13", "ashton-tablut", "copenhagen")),
    "king held": (("copenhagen", "tablut"), ("david-brown", "sea-battle-9")),
}
"""Phrases about the king, with rulesets that are told by them and others that are not."""


@each_language
@pytest.mark.parametrize("key", TOLD_OF_THE_KING)
def test_what_follows_for_the_king_is_said(key: str, lang: str) -> None:
    words = CATALOGUES[lang].phrases[key].split(" {")[0]
    told, untold = TOLD_OF_THE_KING[key]
    assert [name for name in told if words not in unmarked(variants.get(name), lang)] == []
    assert [name for name in untold if words in unmarked(variants.get(name), lang)] == []


@each_language
def test_a_king_whom_nothing_holds_is_told_of_no_hostile_square(lang: str) -> None:
    phrases = CATALOGUES[lang].phrases
    for name in ("david-brown", "copenhagen", "sea-battle-9"):
        king = running(variants.get(name), lang)
        section = king[king.index(phrases["h king"]) : king.index(phrases["h repetition"])]
        hostile = {"en": "hostile to him", "de": "für ihn feindlich", "sv": "fientlig mot honom"}[lang]
        assert (hostile in section) is (name == "copenhagen")
    # The corners of copenhagen would threaten the king only at the edge, where he is never captured.
    corners = attrs.evolve(variants.COPENHAGEN, corners=attrs.evolve(CORNERS, hostile_empty=PieceSet.ALL))
    assert corners.describe(lang) == variants.COPENHAGEN.describe(lang)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("may go on in the same turn", "no other piece of its side moves", "may also stop after any")),
        (
            "de",
            ("darf gleich noch einmal ziehen", "keine andere Figur ihrer Partei zieht", "darf nach jedem Schlag auch"),
        ),
        ("sv", ("får fortsätta genast", "ingen annan av partens pjäser flyttas", "får också sluta efter")),
    ],
)
def test_a_berserk_turn_that_may_stop_is_told_alike(lang: str, words: tuple[str, ...]) -> None:
    assert all(each in running(BERSERK.evolve(berserk=Berserk.MAY_CAPTURE), lang) for each in words)


@pytest.mark.parametrize(("lang", "only"), [("en", "only when"), ("de", "nur ein"), ("sv", "bara en angripare")])
def test_a_king_who_falls_with_a_man_does_not_fall_only_to_a_move_next_to_him(lang: str, only: str) -> None:
    assert only not in running(variants.HNEFATAFL_13, lang).lower()


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "The attackers lose as soon as they have no more than two pieces left."),
        ("de", "Die Angreifer verlieren, sobald sie nicht mehr als zwei Figuren übrig haben."),
        ("sv", "Angriparna förlorar så snart de inte har fler än två pjäser kvar."),
    ],
)
def test_two_attackers_are_too_few_by_s004(lang: str, words: str) -> None:
    assert words in running(variants.MADERA_TABLUT, lang)


@pytest.mark.parametrize(
    ("n", "words"),
    [(1, "höchstens ein Feld weit"), (2, "höchstens zwei Felder weit"), (13, "höchstens 13 Felder weit")],
)
def test_numbers_choose_their_words(n: int, words: str) -> None:
    assert words in running(PLAIN.evolve(speed=Speed(king=n)), "de")


@pytest.mark.parametrize(
    ("lang", "n", "words"),
    [
        ("en", 2, "the second time"),
        ("en", 11, "the 11th time"),
        ("en", 21, "the 21st time"),
        ("en", 113, "the 113th time"),
        ("de", 7, "zum siebten Mal"),
        ("de", 11, "zum 11. Mal"),
        ("sv", 3, "för tredje gången"),
        ("sv", 11, "för 11:e gången"),
        ("sv", 21, "för 21:a gången"),
        ("sv", 112, "för 112:e gången"),
    ],
)
def test_ordinals(lang: str, n: int, words: str) -> None:
    assert words in running(PLAIN.evolve(repetition=Repetition(count=n)), lang)


def test_rules_of_ones_own_are_named_with_what_they_say_of_themselves() -> None:
    house = PLAIN.evolve(extra_captures=[diagonal_blow], extra_endings=[bare_king, Silent()])
    told = running(house, "en")
    assert "This game also has capture rules of its own: diagonal_blow (An extra capture for tests:" in told
    assert "This game can also end by rules of its own: bare_king (An extra ending for tests:" in told
    assert "; Silent. Footnotes" in told


def test_a_king_without_escape_and_without_men() -> None:
    lonely = PLAIN.evolve(start=Board.parse("/7/7/7/3K3/7/7/3t3/"), escape=Region.NONE, exit_fort=True)
    told = running(lonely, "en", order=True)
    assert "One attacker plays against the king alone" in told
    assert "There is no square on which the king escapes." in told
    assert "the king has escaped" not in told


def test_strange_names_do_no_harm() -> None:
    zone = Zone(name="{x}\n" + "long " * 30, squares=Region.of("c3"), stop=PieceSet.KING)
    told = describe(PLAIN.evolve(name="my {own}\ngame", zones=[zone]), "en")
    assert told.startswith("Rules: my {own} game\n====================\n")
    assert "Zone “{x} long long" in told
    # The names of phrases are no names of zones.
    for name in ("throne", "corners", "none", "named"):
        odd = PLAIN.evolve(zones=[Zone(name=name, squares=Region.of("c3"))])
        assert f"Zone “{name}”: c3." in describe(odd)


# ----------------------------------------------------------------------------------------------------- moves and games


@each_language
def test_every_verdict_has_a_sentence_of_its_own(lang: str) -> None:
    strange = {word for other in LANGUAGES if other != lang for word in WORDS[other].split()}
    for closed in (Announcement, CaptureKind, Illegality, Termination):
        told = [sentence(member, lang) for member in closed]
        assert len(set(told)) == len(told)
        for text in told:
            assert not strange & set(re.findall(r"\w+", text.lower())), text


@pytest.mark.parametrize("winner", [*Side, None])
@pytest.mark.parametrize("termination", Termination)
def test_outcomes_are_told(winner: Side | None, termination: Termination) -> None:
    outcome = Outcome(winner, termination)
    assert outcome.describe() == str(outcome)
    assert outcome.describe("de").split(": ")[1] == sentence(termination, "de")
    assert outcome.describe("sv").startswith(
        {None: "oavgjort", Side.ATTACKERS: "angriparna vinner", Side.DEFENDERS: "försvararna vinner"}[winner]
    )


# ----------------------------------------------------------------------------------------------------------- footnotes

NOTED: Final = PLAIN.evolve(
    name="noted",
    throne=THRONE,
    notes="The source is lost.\n"
    "Our reading (repetition): the third time is a draw.\n"
    "Our reading (throne.stop, first): the king sits there, and the others begin.\n"
    "Optional in the source (repetition): no limit is needed.\n"
    "Our reading (encirclement): a ring does not win.\n"
    "Our reading (all): everything.\n"
    "Our reading: of no option.\n"
    "Our reading (of): nothing.",
)


def test_what_is_our_reading_carries_the_number_of_a_footnote() -> None:
    told = running(NOTED, "en")
    assert told.startswith("Rules: noted ============ Our reading: everything. Board and pieces")
    assert "The attackers move first [1]." in told
    assert "Only the king may end a move here [1]." in told
    assert "the game is drawn [4] [5]." in told
    assert "Enclosing all defenders does not win [3]." in told
    assert told.endswith(
        "Footnotes --------- "
        "[1] Our reading: the king sits there, and the others begin. "
        "[2] Our reading: a king who moves in between his enemies is as safe as any other piece; the sources say so of "
        "the others only. [3] Our reading: a ring does not win. [4] Our reading: the third time is a draw. "
        "[5] Optional in the source: no limit is needed."
    )


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "de",
            "[1] Unsere Lesart, nicht der Wortlaut der Quelle: wer dort einen Zug beenden darf (Thron); wer beginnt.",
        ),
        ("sv", "[1] Vår tolkning, inte källans ord: vem som får stanna där (borgen); vem som börjar."),
        ("de", "[5] In der Quelle eine mögliche Zusatzregel: was bei Wiederholung gilt."),
        ("sv", "[5] Frivillig tilläggsregel i källan: vad som gäller vid upprepning."),
    ],
)
def test_footnotes_name_the_point_in_the_language_of_the_leaflet(lang: str, words: str) -> None:
    assert words in running(NOTED, lang)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "not in force here: 1. Lots may be drawn to decide which side moves first. 2. On small boards, the"),
        ("de", "die hier nicht gelten: 1. Man kann auch auslosen, welche Partei beginnt. 2. Auf kleinen Spielfeldern"),
        ("sv", "som inte gäller här: 1. Man kan dra lott om vem som har första draget. 2. På små bräden"),
    ],
)
def test_additional_rules_of_the_source_are_told_as_such(lang: str, words: str) -> None:
    assert words in running(variants.HNEFATAFL_11, lang)
    assert CATALOGUES[lang].phrases["h optional"] not in running(variants.BRANDUBH, lang)
    told = [each.options for each in variants.HNEFATAFL_11.readings if not each.in_force]
    assert ("die",) in told
    assert all(each.optional for each in variants.HNEFATAFL_11.readings if not each.in_force)
    assert all(f" {number}. " in running(variants.HNEFATAFL_11, lang) for number in range(1, len(told) + 1))


@each_language
def test_an_additional_rule_without_a_translation_is_told_by_its_topic(lang: str) -> None:
    house = PLAIN.evolve(notes="Optional in the source, not in force here (first, die): the moon decides.")
    told = {"en": "1. The moon decides.", "de": "1. Wer beginnt; der Würfel.", "sv": "1. Vem som börjar; tärningen."}
    assert told[lang] in running(house, lang)


def test_the_notes_of_shipped_rulesets_are_translated() -> None:
    shipped = [variants.get(name) for name in variants.names()]
    texts = {reading.text for rules in shipped for reading in rules.readings}
    texts |= {text for rules in shipped for text in rules.match_rules}
    for lang in ("de", "sv"):
        notes = CATALOGUES[lang].notes
        assert set(notes) == texts | {reading.text for reading in GENERAL.values()}
        assert len(set(notes.values())) == len(notes)
        strange = {word for other in LANGUAGES if other not in (lang, "de") for word in WORDS[other].split()}
        for text in notes.values():
            assert not strange & set(re.findall(r"\w+", re.sub("”[^”]*”", "", text).lower())), text


@each_language
def test_a_footnote_marks_only_the_sentence_that_it_is_about(lang: str) -> None:
    marks = re.findall(r"(?:\[\d\] ?)+", running(variants.FOTEVIKEN_TABLUT, lang))
    assert len([mark for mark in marks if len(mark.split()) > 1]) == 0


HOUSE_RULES: Final = PLAIN.evolve(
    notes="Departure from the source (first): the defenders move first.\nMatch: three games are played.",
    first=Side.DEFENDERS,
)


@pytest.mark.parametrize(
    ("lang", "match", "departure"),
    [
        ("en", "The match --------- Three games are played.", "Departure from the source: the defenders move first."),
        ("de", "Der Wettkampf ------------- Three games are played.", "Abweichung von der Quelle: wer beginnt."),
        ("sv", "Matchen ------- Three games are played.", "Avvikelse från källan: vem som börjar."),
    ],
)
def test_departures_and_what_holds_for_a_match_are_told_as_such(lang: str, match: str, departure: str) -> None:
    assert match in running(HOUSE_RULES, lang)
    assert f"[1] {departure}" in running(HOUSE_RULES, lang)
    assert [reading.departs for reading in HOUSE_RULES.readings] == [True]
    assert HOUSE_RULES.match_rules == ("three games are played.",)


GENERAL_CASES: Final = {
    "king move": PLAIN,
    "king three edge": SAFE.evolve(king=KingStrength.THREE),
    "edge_capture alone": PLAIN.evolve(king=KingStrength.MIDDLEWEIGHT, edge_capture=EdgeCapture.ALONE),
    "joint_capture": WALLED,
    "joint guards": WALLED.evolve(guard_capture=GuardCapture.NEVER),
    "three_captors": RANKS.evolve(three_captors=PieceSet.COMMANDERS),
    "guard_capture surrounded": RANKS,
    "jump guards": RANKS,
    "wall guards": WALLED,
    "line_capture": PLAIN.evolve(line_capture=True),
    "king_line_capture": PLAIN.evolve(king_line_capture=True),
    "exit_fort": FENCED,
    "exit_fort simple": FENCED.evolve(simple_fort=True),
    "secure_ring no": FENCED,
    "walk_in": PLAIN.evolve(walk_in=PieceSet.MEN),
    "no_walk_in": PLAIN.evolve(no_walk_in=PieceSet.MEN),
    "fewest_defenders one": PLAIN.evolve(fewest_defenders=1),
    "fewest_defenders many": PLAIN.evolve(fewest_defenders=2),
    "move_limit": PLAIN.evolve(move_limit=200),
    "immobile_king": PLAIN.evolve(immobile_king=True),
    "forced_capture": PLAIN.evolve(forced_capture=True),
    "forced_capture berserk": BERSERK.evolve(forced_capture=True),
    "forced_capture die": PLAIN.evolve(forced_capture=True, die=Die()),
    "pass counts": PLAIN.evolve(may_pass=Passing.BOTH),
    "die in vain": PLAIN.evolve(die=Die(pieces=PieceSet.DEFENDERS)),
    "die in vain king": PLAIN.evolve(die=Die()),
    "die void": PLAIN.evolve(die=Die(pieces=PieceSet.DEFENDERS)),
    "die void king": PLAIN.evolve(die=Die()),
    "die lost": PLAIN.evolve(die=Die(pieces=PieceSet.ALL)),
    "die lost attackers": PLAIN.evolve(die=Die(pieces=PieceSet.ATTACKERS)),
    "die lost defenders": PLAIN.evolve(die=Die(pieces=PieceSet.DEFENDERS)),
    "die jump": PLAIN.evolve(die=Die(), jumps=Jumps(king=Jump.CAPTURING)),
    "die berserk": BERSERK.evolve(die=Die()),
    "die escape": PLAIN.evolve(die=Die(), tuichu_wins=True),
    "die threat": PLAIN.evolve(die=Die(pieces=PieceSet.ATTACKERS), announcements=Announcements(threat=Call.MAY)),
    "die escape threat": PLAIN.evolve(
        die=Die(pieces=PieceSet.ALL), announcements=Announcements(way_out=Call.MUST, threat=Call.MAY)
    ),
    "announce way out": PLAIN.evolve(announcements=Announcements(way_out=Call.MUST)),
    "announce binding": PLAIN.evolve(announcements=Announcements(way_out=Call.MUST, binding=True)),
    "announce forgotten": PLAIN.evolve(announcements=Announcements(threat=Call.MUST)),
    "repeat offensive": PLAIN.evolve(repetition=Repetition(consequence=Consequence.OFFENSIVE_DEVIATES)),
    "no_move pass": PLAIN.evolve(no_move=NoMove.PASS),
    "order": PLAIN,
}
"""For each reading of ours that belongs to a rule wherever it holds, a ruleset without notes that has the rule."""


@each_language
@pytest.mark.parametrize("key", GENERAL)
def test_a_reading_of_ours_is_marked_in_every_ruleset_that_has_the_rule(key: str, lang: str) -> None:
    rules, language = GENERAL_CASES[key], CATALOGUES[lang]
    assert rules.notes == ""
    text = language.notes.get(GENERAL[key].text, GENERAL[key].text).rstrip(".")
    note = language.phrases["footnote ours"].format(what=text[:1].upper() + text[1:] if lang != "en" else text)
    told = running(rules, lang, order=True)
    ((number, _),) = re.findall(rf"(\[\d+\]) ({re.escape(note)})", told)
    assert told.count(number) == 2


@each_language
@pytest.mark.parametrize("name", SWEPT)
def test_no_leaflet_speaks_of_options_as_a_program_does(name: str, lang: str) -> None:
    leaflet = shipped_leaflet(name, lang, order=True)
    text = re.sub(r"^(=+|-+)$|^    .*$", "", leaflet, flags=re.MULTILINE)
    assert not re.search(r"=|\bTrue\b|\bFalse\b|\bNone\b|\w_\w|\bevolve\b", text)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            "These rules are made from madera-tablut. What the footnotes say of a source, a text, a page, a program or "
            f"an archive is about its source: {variants.MADERA_TABLUT.source}.",
        ),
        (
            "de",
            "Diese Regeln sind aus madera-tablut abgeleitet. Was die Fußnoten von einer Quelle, einem Text, einem "
            f"Programm oder einem Archiv sagen, betrifft dessen Quelle: {variants.MADERA_TABLUT.source}.",
        ),
        (
            "sv",
            "Dessa regler är gjorda av madera-tablut. Det som fotnoterna säger om en källa, en text, ett program eller "
            f"ett arkiv gäller dess källa: {variants.MADERA_TABLUT.source}.",
        ),
    ],
)
def test_a_copy_says_whose_source_its_footnotes_speak_of(lang: str, words: str) -> None:
    assert words in running(variants.MADERA_TABLUT.evolve(no_move=NoMove.DRAW), lang)
    assert words not in running(variants.MADERA_TABLUT.evolve(no_move=NoMove.DRAW, source="My own."), lang)
    assert words not in running(variants.MADERA_TABLUT, lang)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "one of them must first move away and then return, or another piece must take its place"),
        (
            "de",
            "muss einer von ihnen erst wegziehen und dann zurückkehren, oder eine andere Figur tritt an seine Stelle",
        ),
        ("sv", "måste en av dem först flytta bort och sedan tillbaka, eller en annan pjäs flytta dit i stället"),
    ],
)
def test_how_a_man_who_walked_in_is_captured_later(lang: str, words: str) -> None:
    """S003 §7: "Vill motståndaren slå den inflyttade pjäsen måste han dra bort en av sina pjäser och sedan flytta dit
    den igen, eller också flytta dit en annan pjäs i dess ställe"; S000 "Schlagen von Spielsteinen"."""
    assert all(words in running(variants.get(name), lang) for name in ("hnefatafl-13", "foteviken-tablut", "magpie"))


def test_a_player_is_no_side_of_a_square_in_german_and_swedish() -> None:
    """Partei is the word of S001, part that of S003."""
    german = [*CATALOGUES["de"].phrases.values(), *CATALOGUES["de"].notes.values()]
    player = r"Seiten? am Zug|Die Seiten|Figuren (?:einer|beider) Seite|keine Seite|(?:drohende|andere) Seite (?:ab|am)"
    assert not [text for text in map(str, german) if re.search(player, text)]
    swedish = [*CATALOGUES["sv"].phrases.values(), *CATALOGUES["sv"].notes.values()]
    assert not [text for text in map(str, swedish) if re.search(r"samma sida|vilken sida|någondera", text)]


@each_language
def test_an_additional_rule_that_cannot_matter_is_not_offered(lang: str) -> None:
    """Where the king escapes at the edge, nobody captures him there."""
    drawn = "edge_capture"
    (offer,) = (each for each in variants.HNEFATAFL_11.readings if each.options == (drawn,))
    text = CATALOGUES[lang].notes.get(offer.text, offer.text).rstrip(".")
    assert text[1:] in running(variants.HNEFATAFL_11, lang)
    assert text[1:] not in running(variants.get("hnefatafl-11-edge"), lang)


@each_language
def test_footnotes_about_the_die_stand_at_what_they_are_about(lang: str) -> None:
    """The additional rule and the number of faces belong to the roll, not to what the other pieces do."""
    phrases, told = CATALOGUES[lang].phrases, running(variants.get("hnefatafl-11-dice"), lang)
    others = phrases["die others"].format().rstrip(".")
    assert re.search(rf"\[\d+\] \[\d+\]\. {re.escape(others)}\.", told)


def test_what_concerns_the_whole_ruleset_is_told_first() -> None:
    first = "Departure from the source: these rules follow the games in the archive of the page, not the page itself; "
    assert running(variants.FETLAR, "en").startswith(
        f"Rules: fetlar ============= {first}fetlar-page has the rules of the page. Board and pieces"
    )


def test_readings_are_what_the_notes_say() -> None:
    assert [(each.options, each.optional) for each in NOTED.readings] == [
        (("repetition",), False),
        (("throne.stop", "first"), False),
        (("repetition",), True),
        (("encirclement",), False),
        (("all",), False),
        ((), False),
        (("of",), False),
    ]
    assert PLAIN.readings == ()
    assert PLAIN.evolve(throne=THRONE) == NOTED


@each_language
@pytest.mark.parametrize("name", SWEPT)
def test_every_reading_of_a_shipped_ruleset_has_its_footnote(name: str, lang: str) -> None:
    rules = variants.get(name)
    assert all(reading.options for reading in rules.readings), "say before the colon which options it is about"
    assert {reading.text for reading in rules.readings} == {
        line.split(": ", 1)[1] for line in rules.notes.splitlines() if re.match("Our reading|Departure|Optional", line)
    }
    leaflet = shipped_leaflet(name, lang, order=False)
    text, _, notes = leaflet.partition(CATALOGUES[lang].phrases["h footnotes"])
    readings = [each for each in rules.readings if each.in_force and "all" not in each.options]
    told = {CATALOGUES[lang].notes.get(each.text, each.text).rstrip(".") for each in readings}
    beginning = "|".join(CATALOGUES[lang].phrases[f"footnote {kind}"] for kind in ("ours", "departure", "optional"))
    found = re.findall(rf"\[\d+\] (?:{beginning.replace('{what}.', '')})(.*?)\.(?= \[\d+\]|$)", " ".join(notes.split()))
    general = {CATALOGUES[lang].notes.get(each.text, each.text).rstrip(".") for each in GENERAL.values()}
    assert {each.casefold() for each in told} <= {each.casefold() for each in found}
    assert {each.casefold() for each in found} <= {each.casefold() for each in told | general}
    numbers = [f"[{number}]" for number in range(1, len(found) + 1)]
    assert re.findall(r"^\[\d+\]", notes, re.MULTILINE) == numbers
    assert {mark for mark in numbers if mark in text} == set(numbers)


def test_the_options_of_footnotes_exist() -> None:
    phrases = set(CATALOGUES["en"].phrases)
    for key in (*_footnotes.OPTIONS, *_footnotes.ZONE_OPTIONS):
        assert key in phrases or any(other.startswith(key.removesuffix("*")) for other in phrases), key
    options = {option for key in phrases for option in _footnotes.options(key)} - {"all"}
    fields = {field.name for field in attrs.fields(Ruleset)} - Ruleset.LABELS
    nested = {f"repetition.{field.name}" for field in attrs.fields(Repetition)}
    nested |= {f"announcements.{field.name}" for field in attrs.fields(Announcements)}
    places = {f"{place}.{field.name}" for place in ("throne", "corners") for field in attrs.fields(Zone)}
    assert options <= fields | nested | places
    # Functions tell their rules themselves, and zones are told by their fields.
    assert fields - options == {"zones", "extra_captures", "extra_endings"}
    of_zones = {option for key in phrases for option in _footnotes.options(key, "zones")}
    assert of_zones <= {f"zones.{field.name}" for field in attrs.fields(Zone)}
    assert (options - places | {"all"}) <= set(CATALOGUES["de"].topics)


# ------------------------------------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize("lang", ["", "EN", "la", "en-GB"])
def test_unknown_languages(lang: str) -> None:
    with pytest.raises(UnknownLanguageError, match="only for en, de, sv") as caught:
        variants.COPENHAGEN.describe(lang)
    assert isinstance(caught.value, HnefataflError | LookupError)
    assert (caught.value.language, caught.value.languages) == (lang, LANGUAGES)
    with pytest.raises(UnknownLanguageError):
        sentence(Termination.TUICHU, lang)


class TestCommand:
    @each_language
    def test_rules(self, capsys: pytest.CaptureFixture[str], lang: str) -> None:
        assert main(["rules", "s003", "--lang", lang]) == 0
        captured = capsys.readouterr()
        assert captured.out == (DATA / f"rules-foteviken-tablut.{lang}.txt").read_text("utf-8")
        assert captured.err == ""

    def test_english_is_the_default(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "brandubh"]) == 0
        assert capsys.readouterr().out == variants.BRANDUBH.describe() + "\n"

    def test_the_order_of_ends(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["rules", "brandubh", "--order", "--lang", "de"]) == 0
        assert "    6. die Partei am Zug kann nicht ziehen\n\nFußnoten\n" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["rules"], "NAME"),
            (["rules", "brandub-7"], "did you mean brandubh?"),
            (["rules", "brandubh", "--lang", "la"], "invalid choice: 'la'"),
        ],
    )
    def test_misuse(self, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
        assert main(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert said in captured.err


def test_a_summary_says_who_plays_and_where_the_king_escapes() -> None:
    assert summary("tablut") == "16 attackers against eight defenders and the king; he escapes to the edge."
    assert summary("alea-evangelii", "sv").endswith("; han kommer undan när han når en av 16 rutor.")
    alone = variants.BRANDUBH.evolve(name="alone", start="/3t3/7/7/3K3/7/7/3t3/", escape=Region.of("a1"))
    assert summary(alone) == "Two attackers against the king alone; he escapes to the square a1."
    nowhere = variants.BRANDUBH.evolve(name="nowhere", escape=Region.of(), extra_endings=[bare_king])
    assert summary(nowhere, "de") == "Acht Angreifer gegen vier Verteidiger und den König; er entkommt nirgends."
    with pytest.raises(UnknownLanguageError):
        summary("brandubh", "tlh")


@pytest.mark.parametrize(
    ("name", "option", "lang", "said"),
    [
        ("brandubh", "encirclement", "sv", "Inneslutning: "),
        ("foteviken-tablut", "announcements", "en", "When the king has a way out after a move of the defenders, "),
        ("copenhagen", "exit_fort", "de", "Randfestung: "),
        ("alea-evangelii-dragonheels", "throne", "en", "Throne: j10. The square is hostile to neither side."),
        ("ashton-tablut", "zones", "en", "South camp: d1, e1, e2 and f1; "),
        ("copenhagen-npm-2", "repetition", "en", "Two positions are the same when the pieces stand on the same "),
        ("hnefatafl-11-edge", "king", "en", ""),
    ],
)
def test_an_option_is_said_in_a_sentence_of_the_leaflet(name: str, option: str, lang: str, said: str) -> None:
    rules = variants.get(name)
    found = rule(name, option, rules.evolve(**{option: rules.changed()[option][1]}), lang)
    assert found.startswith(said)
    assert bool(found) == bool(said)
    assert "[" not in found
    leaflet = re.sub(r" \[\d+\]", "", " ".join(describe(rules, lang).split()))
    assert found.split(". ")[-1] in leaflet


def test_what_two_leaflets_say_alike_is_no_rule_of_one() -> None:
    assert rule("tablut", "escape", "tablut") == ""
    with pytest.raises(UnknownLanguageError):
        rule("tablut", "escape", "brandubh", "tlh")


def test_numbers_in_words() -> None:
    """In English up to twelve, and then in digits."""
    for least, words in ((2, "one piece"), (3, "two pieces"), (13, "twelve pieces"), (14, "13 pieces")):
        text = " ".join(variants.COPENHAGEN.evolve(fewest_attackers=least).describe("en").split())
        assert f"no more than {words} left" in text


@pytest.mark.parametrize(
    ("count", "words"),
    [(11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (111, "111th")],
)
def test_ordinal_numbers(count: int, words: str) -> None:
    text = variants.COPENHAGEN.evolve(repetition=Repetition(count=count)).describe("en")
    assert words in text.split()
