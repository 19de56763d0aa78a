"""Squares in words: regions, and the zones of a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import attrs

from hnefatafl.describe._language import Language, joined
from hnefatafl.geometry import Region, SquareSet
from hnefatafl.options import KingStrength, Zone
from hnefatafl.pieces import PieceSet
from hnefatafl.rules import Ruleset

__all__ = ["piercing", "region", "special_squares"]

_FEW: Final = 20
"""So many squares of a zone are listed one by one even where the zone has a name for them."""


def region(rules: Ruleset, place: Region, language: Language) -> str:
    """A region in words, such as "the edge without the camps"; what has no name is listed square by square."""
    sign, parts = place._sign, place._parts
    if sign in ("name", "squares"):
        return _part(rules, place, language)
    left, right = cast("tuple[Region, Region]", parts)
    if not place.squares(rules.size):
        return language.word("none")
    if not (left.squares(rules.size) and right.squares(rules.size)):
        return language.listed(place.squares(rules.size))
    key = {"|": "with", "-": "without", "&": "within"}[sign]
    words = [_part(rules, part, language) for part in (left, right)]
    if sign == "-" and language.has("edge acc"):
        # Of all names, only the edge has a form of its own behind "ohne".
        words[1] = language.word("edge acc") if right == Region.EDGE else words[1]
    return language.word(key, left=words[0], right=words[1])


def _part(rules: Ruleset, place: Region, language: Language) -> str:
    """One side of a region: it has a name of its own, or that of the camps, or its squares are listed."""
    squares = place.squares(rules.size)
    if not squares:
        return language.word("none")
    if place in (Region.EDGE, Region.BOARD):
        return language.word(str(place))
    if place in (Region.CORNERS, Region.CENTRE):
        return f"{language.word(str(place))} ({language.listed(squares)})"
    if squares == _camps(rules):
        return language.word("camps")
    return language.listed(squares)


def _camps(rules: Ruleset) -> SquareSet:
    camps = [zone.squares.squares(rules.size) for zone in rules.zones if zone.name.endswith(" camp")]
    return SquareSet(square for squares in camps for square in squares)


def special_squares(rules: Ruleset, language: Language) -> list[str]:
    """A paragraph about each special square, or each group of zones with the same rules."""
    paragraphs: list[str] = []
    for zone, missing in ((rules.throne, "no throne"), (rules.corners, "no corners")):
        if zone is None:
            paragraphs.append(language.say(missing))
        else:
            paragraphs.append(_zones(rules, [zone], language))
    groups: dict[Zone, list[Zone]] = {}
    for zone in rules.zones:
        groups.setdefault(attrs.evolve(zone, squares=Region.NONE), []).append(zone)
    paragraphs += [_zones(rules, group, language) for group in groups.values()]
    every = [square for zone in rules.all_zones for square in zone.squares.squares(rules.size)]
    if len(every) > len(set(every)):
        paragraphs.append(language.say("zones overlap"))
    return paragraphs


def _zones(rules: Ruleset, zones: Sequence[Zone], language: Language) -> str:
    """Zones that have the same rules, in one paragraph."""
    zone = zones[0]
    heads = [f"{_name(rules, each, language)}: {_place(rules, each, language)}" for each in zones]
    head = "; ".join(heads)
    say = [f"{head[:1].upper()}{head[1:]}."]
    if len(zones) > 1:
        say.append(language.say("zone each"))
    squares = zone.squares.squares(rules.size)
    several = any(len(each.squares.squares(rules.size)) > 1 for each in zones)
    say += _moves(rules, zone, squares, several, language)
    z = language.number(2 if several or len(zones) > 1 else 1)
    always = zone.hostile_always & language.present
    empty = zone.hostile_empty & language.present & ~always
    if always:
        say.append(language.say("hostile always", z=z, who=language.who(always)))
    if empty:
        say.append(language.say("hostile also" if always else "hostile empty", z=z, who=language.who(empty)))
    if not always | empty:
        say.append(language.say("hostile none", z=z))
    if zone.pierces and piercing(rules, language.present) and _king_hostile(rules) & squares:
        say.append(language.say("zone pierces", z=z))
    return joined(say)


def piercing(rules: Ruleset, present: PieceSet) -> PieceSet:
    """Whose pairs capture the king in this game."""
    if rules.king in (KingStrength.WEAK, KingStrength.STRONG_ON_THRONE):
        return PieceSet.NONE
    return rules.piercing & rules.hammer & present & PieceSet.ATTACKERS & ~PieceSet.GUARDS


def _king_hostile(rules: Ruleset) -> SquareSet:
    """The squares that are hostile to the king while they are empty."""
    hostile = [zone for zone in rules.all_zones if PieceSet.KING in zone.hostile_empty | zone.hostile_always]
    return SquareSet(square for zone in hostile for square in zone.squares.squares(rules.size))


def _moves(rules: Ruleset, zone: Zone, squares: SquareSet, several: bool, language: Language) -> list[str]:
    """Who may stop in the zone, come in, and move across it."""
    # Nothing lies behind a corner of the board, so nobody can move across it.
    ends = squares <= Region.CORNERS.squares(rules.size)
    present = language.present
    cross = present if ends else zone.cross & present
    enter = zone.stop & zone.enter & present
    if enter == cross == present:
        return [language.say("zone free")]
    # Where there is one square only, whoever ends a move on it comes from outside.
    stop = zone.stop & present if several else enter
    say = [_some(language, "stop", stop)]
    if stop and enter != stop:
        say.append(_some(language, "enter", enter))
    if rules.start.king in squares and not several and PieceSet.KING not in enter:
        say.append(language.say("king left"))
    if not ends:
        say.append(_some(language, "cross", cross))
        if several and cross != present:
            say.append(language.say("cross inside"))
    return say


def _some(language: Language, verb: str, pieces: PieceSet) -> str:
    if not pieces:
        return language.say(f"{verb} none")
    if pieces == language.present:
        return language.say(f"{verb} all")
    return language.say(f"{verb} some", who=language.who(pieces))


def _name(rules: Ruleset, zone: Zone, language: Language) -> str:
    if zone is rules.throne:
        return language.word("special throne")
    if zone is rules.corners:
        return language.word("special corners")
    key = f"name {zone.name}"
    return language.word(key) if language.has(key) else language.word("zone named", name=zone.name)


def _place(rules: Ruleset, zone: Zone, language: Language) -> str:
    squares = zone.squares.squares(rules.size)
    return language.listed(squares) if len(squares) <= _FEW else region(rules, zone.squares, language)
