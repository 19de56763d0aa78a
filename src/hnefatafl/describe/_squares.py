"""Squares in words: regions, and the zones of a ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

import attrs

from hnefatafl.board import PieceSet, Region, Side, Square, SquareSet
from hnefatafl.describe._language import Language, Paragraph, Sentence, Words
from hnefatafl.describe._leaflet import Phrase
from hnefatafl.rules import EdgeCapture, KingStrength, Ruleset, Zone

_FEW: Final = 20
"""A zone of at most so many squares lists them one by one, even where a region has a name."""
_KEPT: Final = 64
"""For how many rulesets sets of squares are kept, which several sentences ask for."""


@lru_cache(maxsize=_KEPT)
def goals(rules: Ruleset) -> SquareSet:
    """Return the squares on which the king escapes: those of the option on which he may end a move."""
    return SquareSet(rules.escape.squares(rules.size) - _find_shut_squares(rules))


def _find_shut_squares(rules: Ruleset) -> set[Square]:
    """Return the squares on which the king may never end a move."""
    shut: set[Square] = set()
    for zone in rules.all_zones:
        squares = zone.squares.squares(rules.size)
        outside = PieceSet.KING not in zone.enter and rules.start.king not in squares
        if PieceSet.KING not in zone.stop or outside:
            shut.update(squares)
    return shut


def goal(rules: Ruleset, squares: SquareSet, language: Language) -> Words:
    """Return the goal of the king in words: "an edge square outside the camps"."""
    edge, corners = (place.squares(rules.size) for place in (Region.EDGE, Region.CORNERS))
    if squares == edge:
        return language.word("goal edge")
    if squares == corners:
        return language.word("goal corners", where=language.listed(corners))
    others = SquareSet(edge - squares)
    if squares < edge and len(others) < len(squares):
        keys = {_list_camps(rules) & edge: "goal edge but camps", corners: "goal edge but corners"}
        return language.word(keys.get(others, "goal edge but"), where=language.listed(others))
    if len(squares) == 1:
        return language.word("goal one", where=language.listed(squares))
    whole = len(squares) > _FEW and squares == rules.escape.squares(rules.size)
    where = region(rules, rules.escape, language) if whole else language.listed(squares)
    return language.word("goal several", where=where)


def region(rules: Ruleset, place: Region, language: Language) -> Words:
    """Return a region in words, such as "the edge without the camps", or its squares if it has no name."""
    sign, parts = place._sign, place._parts
    if sign in ("name", "squares"):
        return _name_part(rules, place, language)
    left, right = cast("tuple[Region, Region]", parts)
    if not place.squares(rules.size):
        return language.word("none")
    if not (left.squares(rules.size) and right.squares(rules.size)):
        return language.listed(place.squares(rules.size))
    key = {"|": "with", "-": "without", "&": "within"}[sign]
    words = [_name_part(rules, part, language) for part in (left, right)]
    if sign == "-" and language.has("edge acc"):
        # Of all names, only the edge has a form of its own behind "ohne".
        words[1] = Words(language.word("edge acc"), words[1].says) if right == Region.EDGE else words[1]
    return language.word(key, left=words[0], right=words[1])


def _name_part(rules: Ruleset, place: Region, language: Language) -> Words:
    """Return one part of a region: its own name, that of the camps, or its squares."""
    squares = place.squares(rules.size)
    if not squares:
        return language.word("none")
    if place in (Region.EDGE, Region.BOARD):
        return language.word(str(place))
    if place in (Region.CORNERS, Region.CENTRE):
        listed = language.listed(squares)
        return Words(f"{language.word(str(place))} ({listed})", listed.says)
    if squares == _list_camps(rules):
        return language.word("camps")
    return language.listed(squares)


def _list_camps(rules: Ruleset) -> SquareSet:
    camps = [zone.squares.squares(rules.size) for zone in rules.zones if zone.name.endswith(" camp")]
    return SquareSet(square for squares in camps for square in squares)


def special_squares(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return a paragraph about each special square, or each group of zones with the same rules."""
    paragraphs: list[Paragraph] = []
    for zone, missing in ((rules.throne, "no throne"), (rules.corners, "no corners")):
        if zone is None:
            paragraphs.append([language.say(missing)])
        else:
            paragraphs.append(_describe_zones(rules, [zone], language))
    groups: dict[Zone, list[Zone]] = {}
    for zone in rules.zones:
        groups.setdefault(attrs.evolve(zone, squares=Region.NONE), []).append(zone)
    paragraphs += [_describe_zones(rules, group, language) for group in groups.values()]
    every = [square for zone in rules.all_zones for square in zone.squares.squares(rules.size)]
    if len(every) > len(set(every)):
        paragraphs.append([language.say("zones overlap")])
    return paragraphs


def _describe_zones(rules: Ruleset, zones: Sequence[Zone], language: Language) -> Paragraph:
    """Return one paragraph about zones that have the same rules."""
    zone, option = zones[0], _option_of(rules, zones[0])
    heads = [f"{_name_zone(rules, other, language)}: {_name_place(rules, other, language)}" for other in zones]
    head = "; ".join(heads)
    places = [other.squares.squares(rules.size) for other in zones]
    marked = language.footnotes.mark(f"{head[:1].upper()}{head[1:]}.", [option])
    names = tuple(other.name for other in zones)
    values: dict[str, object] = {"option": option, "names": names, "places": tuple(map(tuple, places))}
    say = [Sentence(Phrase("zone", values), marked)]
    if len(zones) > 1:
        say.append(language.say("zone each"))
    # What matters in one of the zones is told of all.
    squares = SquareSet(square for other in places for square in other)
    several = any(len(other) > 1 for other in places)
    say += _describe_zone_moves(rules, zones, squares, several, language)
    z = language.number(2 if several or len(zones) > 1 else 1)
    threatened = any(_threatens_king(rules, other) for other in zones)
    felt = language.present & (PieceSet.ALL if threatened else ~PieceSet.KING)
    always = zone.hostile_always & felt
    empty = zone.hostile_empty & felt & ~always
    if always:
        say.append(language.say("hostile always", option, z=z, who=language.who(always)))
    if empty:
        say.append(language.say("hostile also" if always else "hostile empty", option, z=z, who=language.who(empty)))
    if not always | empty:
        say.append(language.say("hostile none", option, z=z))
    if zone.pierces and piercing(rules, language.present) and hostile_to_king(rules) & squares:
        say.append(language.say("zone pierces", option, z=z))
    return say


def piercing(rules: Ruleset, present: PieceSet) -> PieceSet:
    """Return the pieces whose pairs capture the king in this game."""
    if rules.king in (KingStrength.WEAK, KingStrength.STRONG_ON_THRONE, KingStrength.THREE):
        return PieceSet.NONE
    # One of the pair captures by moving, the other by standing.
    moving, standing = (armed(arm & rules.piercing, Side.ATTACKERS, present) for arm in (rules.hammer, rules.anvil))
    return moving | standing if moving else PieceSet.NONE


def armed(arm: PieceSet, side: Side, present: PieceSet) -> PieceSet:
    """Return the pieces of a side, of those in the game, that are hammers or anvils. Guards never are."""
    own = PieceSet.ATTACKERS if side is Side.ATTACKERS else PieceSet.DEFENDERS
    return arm & own & present & ~PieceSet.GUARDS


@lru_cache(maxsize=_KEPT)
def hostile_to_king(rules: Ruleset) -> SquareSet:
    """Return the squares that can help to capture the king while they are empty."""
    hostile = [zone for zone in rules.all_zones if PieceSet.KING in zone.hostile_empty | zone.hostile_always]
    felt = [zone.squares.squares(rules.size) for zone in hostile if _threatens_king(rules, zone)]
    return SquareSet(square for squares in felt for square in squares)


def beside(rules: Ruleset, square: Square) -> SquareSet:
    """Return the squares next to this one."""
    return _list_beside(square, rules.size)


@lru_cache(maxsize=1024)
def _list_beside(square: Square, size: int) -> SquareSet:
    around = (square.offset(files, ranks) for files, ranks in ((-1, 0), (1, 0), (0, -1), (0, 1)))
    return SquareSet(near for near in around if near.on(size))


@lru_cache(maxsize=_KEPT)
def kings_squares(rules: Ruleset) -> SquareSet:
    """Return the squares on which the king may stand while the game continues."""
    start = {square for square in [rules.start.king] if square is not None}
    return SquareSet(Region.BOARD.squares(rules.size) - goals(rules) - (_find_shut_squares(rules) - start))


def needs_four(rules: Ruleset, square: Square) -> bool:
    """Return whether a king on this square is captured only when all his sides that exist are held."""
    if rules.king not in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE):
        return rules.king in (KingStrength.STRONG, KingStrength.MIDDLEWEIGHT)
    throne = rules.throne.squares.squares(rules.size) if rules.throne is not None else SquareSet()
    near = rules.king is KingStrength.STRONG_NEAR_THRONE and bool(throne & beside(rules, square))
    return square in throne or near


@lru_cache(maxsize=_KEPT)
def fatal(rules: Ruleset, present: PieceSet) -> SquareSet:
    """Return the squares on which attackers can capture the king, alone; not together with a man beside him."""
    if not armed(rules.hammer, Side.ATTACKERS, present):
        return SquareSet()
    holdable = _find_holdable(rules, present)
    alone = (square for square in kings_squares(rules) if _can_fall(rules, square, holdable))
    return SquareSet([*alone, *pierced(rules, present)])


def _find_holdable(rules: Ruleset, present: PieceSet) -> SquareSet:
    """Return the squares that can hold a side of the king without the piece that moves: by an attacker, or empty."""
    if armed(rules.anvil, Side.ATTACKERS, present):
        return SquareSet(Region.BOARD.squares(rules.size))
    hostile = [zone for zone in rules.all_zones if PieceSet.KING in zone.hostile_empty | zone.hostile_always]
    return SquareSet(square for zone in hostile for square in zone.squares.squares(rules.size))


def _can_fall(rules: Ruleset, king: Square, holdable: SquareSet) -> bool:
    """Return whether the king can be captured on this square, where these squares can hold his sides."""
    sides = beside(rules, king)
    missing, held_sides = 4 - len(sides), len(sides & holdable)
    if missing and rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        return False
    beyond = rules.king is KingStrength.MIDDLEWEIGHT or PieceSet.KING in rules.edge_hostile
    across = [_opposite_square(rules, side, king) for side in sides]
    if needs_four(rules, king):
        return (beyond or not missing) and held_sides >= len(sides) - 1
    if rules.king is KingStrength.THREE:
        return min(held_sides, len(sides) - 1) + (missing if beyond else 0) >= 2
    return any(beyond if square is None else square in holdable for square in across)


@lru_cache(maxsize=_KEPT)
def pierced(rules: Ruleset, present: PieceSet) -> SquareSet:
    """Return the squares on which a pair can capture the king: one that has moved, and one that stands across or
    whose place a square takes."""
    pairs = piercing(rules, present)
    throne = rules.throne.squares.squares(rules.size) if rules.throne is not None else SquareSet()
    if not pairs:
        return SquareSet()
    squares = Region.BOARD.squares(rules.size)
    if not armed(rules.anvil & rules.piercing, Side.ATTACKERS, present):
        half = SquareSet(
            square for zone in rules.all_zones if zone.pierces for square in zone.squares.squares(rules.size)
        )
        squares = half & hostile_to_king(rules)
    seats = [seat for seat in kings_squares(rules) - throne if needs_four(rules, seat)]
    if rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        seats = [seat for seat in seats if len(beside(rules, seat)) == 4]
    return SquareSet(
        seat for seat in seats if any(_opposite_square(rules, s, seat) in squares for s in beside(rules, seat))
    )


def _opposite_square(rules: Ruleset, side: Square, king: Square) -> Square | None:
    """Return the square on the other side of the king, or None if that is off the board."""
    opposite = king.offset(king.file - side.file, king.rank - side.rank)
    return opposite if opposite.on(rules.size) else None


def _threatens_king(rules: Ruleset, zone: Zone) -> bool:
    """Return whether the zone, if hostile to the king, could help to capture him."""
    stands, pierces = kings_squares(rules), zone.pierces and bool(piercing(rules, rules.pieces))
    return any(
        king in stands and _helps_capture(rules, square, king, pierces=pierces)
        for square in zone.squares.squares(rules.size)
        for king in beside(rules, square)
    )


def _helps_capture(rules: Ruleset, square: Square, king: Square, *, pierces: bool) -> bool:
    """Return whether a hostile square beside the king can help to capture him."""
    at_edge = king in Region.EDGE.squares(rules.size)
    if at_edge and rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        return False
    joint = rules.joint_capture and rules.edge_capture is not EdgeCapture.ALONE
    if not at_edge or joint or PieceSet.KING in rules.edge_hostile:
        return True
    if needs_four(rules, king) and not pierces:
        return rules.king is KingStrength.MIDDLEWEIGHT
    if rules.king is KingStrength.THREE:
        return True
    # Two opposite sides: the one across must be on the board.
    return _opposite_square(rules, square, king) is not None


def _describe_zone_moves(
    rules: Ruleset, zones: Sequence[Zone], squares: SquareSet, several: bool, language: Language
) -> Paragraph:
    """Return the sentences about which pieces may stop in the zones, enter them, and move across them."""
    zone = zones[0]
    # Nothing lies behind a corner of the board, so nobody can move across it.
    ends = squares <= Region.CORNERS.squares(rules.size)
    present, option = language.present, _option_of(rules, zone)
    cross = present if ends else zone.cross & present
    enter = zone.stop & zone.enter & present
    if enter == cross == present:
        # Where another zone has rules about moves, they apply there.
        return [] if all(_is_overlapped(rules, other) for other in zones) else [language.say("zone free", option)]
    # Where there is one square only, a piece that ends a move on it comes from outside.
    stop = zone.stop & present if several else enter
    say = [_describe_some(language, "stop", option, stop)]
    if stop and enter != stop:
        say.append(_describe_some(language, "enter", option, enter))
    if rules.start.king in squares and not several and PieceSet.KING not in enter:
        say.append(language.say("king left", option))
    if not ends:
        say.append(_describe_some(language, "cross", option, cross))
        if several and cross != present and _move_from(rules, squares, enter):
            say.append(language.say("cross inside"))
    return say


def _is_overlapped(rules: Ruleset, zone: Zone) -> bool:
    """Return whether all squares of the zone belong to other zones as well."""
    others = [other.squares.squares(rules.size) for other in rules.all_zones if other is not zone]
    return all(any(square in squares for squares in others) for square in zone.squares.squares(rules.size))


def _move_from(rules: Ruleset, squares: SquareSet, enter: PieceSet) -> bool:
    """Return whether a move can begin in the zone: a piece starts there, or may enter without ending the game."""
    if any(square in rules.start for square in squares) or enter & ~PieceSet.KING:
        return True
    return bool(enter) and not squares <= goals(rules)


def _describe_some(language: Language, verb: str, option: str, pieces: PieceSet) -> Sentence:
    if not pieces:
        return language.say(f"{verb} none", option)
    if pieces == language.present:
        return language.say(f"{verb} all", option)
    return language.say(f"{verb} some", option, who=language.who(pieces))


def _option_of(rules: Ruleset, zone: Zone) -> str:
    """Return the option that holds a zone."""
    return "throne" if zone is rules.throne else "corners" if zone is rules.corners else "zones"


def _name_zone(rules: Ruleset, zone: Zone, language: Language) -> str:
    option = _option_of(rules, zone)
    if option != "zones":
        return language.word(f"special {option}")
    key = f"name {zone.name}"
    return language.word(key) if language.has(key) else language.word("zone named", name=zone.name)


def _name_place(rules: Ruleset, zone: Zone, language: Language) -> str:
    squares = zone.squares.squares(rules.size)
    return language.listed(squares) if len(squares) <= _FEW else region(rules, zone.squares, language)
