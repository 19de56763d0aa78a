"""Movement in words: how far, by which jumps, and how often in a turn."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

import attrs

from hnefatafl.board import PieceSet, Region, Side, Square, SquareSet
from hnefatafl.describe._language import Language, Paragraph, Phrase, Sentence, Words
from hnefatafl.rules import (
    Berserk,
    EdgeCapture,
    GuardCapture,
    Jump,
    KingStrength,
    NoMove,
    Passing,
    Ruleset,
    Zone,
    filter_walkers,
)

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


_SPEEDS: Final = {
    "attackers": PieceSet.ATTACKING_SOLDIERS,
    "attacking_commanders": PieceSet.ATTACKING_COMMANDERS,
    "attacking_knights": PieceSet.ATTACKING_KNIGHTS,
    "attacking_mercenaries": PieceSet.ATTACKING_MERCENARIES,
    "attacking_guards": PieceSet.ATTACKING_GUARDS,
    "defenders": PieceSet.DEFENDING_SOLDIERS,
    "defending_commanders": PieceSet.DEFENDING_COMMANDERS,
    "defending_knights": PieceSet.DEFENDING_KNIGHTS,
    "defending_mercenaries": PieceSet.DEFENDING_MERCENARIES,
    "defending_guards": PieceSet.DEFENDING_GUARDS,
    "king": PieceSet.KING,
}
_JUMPS: Final = {
    "soldiers": PieceSet.SOLDIERS,
    "commanders": PieceSet.COMMANDERS,
    "knights": PieceSet.KNIGHTS,
    "mercenaries": PieceSet.MERCENARIES,
    "guards": PieceSet.GUARDS,
    "king": PieceSet.KING,
}
_SINGLE: Final = {
    PieceSet.ATTACKING_SOLDIERS: "move attackers",
    PieceSet.DEFENDING_SOLDIERS: "move defenders",
    PieceSet.KING: "move king",
}
_LEAPABLE: Final = PieceSet.SOLDIERS | PieceSet.MERCENARIES | PieceSet.GUARDS


def movement(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about turns, moves and jumps."""
    loses = rules.die is not None and any(map(rules.die.binds_all, Side))
    turns = "move turns pass" if rules.no_move is NoMove.PASS or loses else "move turns"
    alternating = [language.say(turns)]
    if rules.may_pass is not Passing.NOBODY:
        alternating = [language.say(key) for key in ("move turns free", f"may_pass {rules.may_pass}", "pass counts")]
    leaping = jumpers(rules, language.present)
    rook = "move rook jump" if leaping else "move rook"
    parts: list[Paragraph] = [alternating, [language.say(rook), *_describe_limits(rules, language)]]
    if leaping:
        parts.append([*_describe_jumps(rules, leaping, language)])
    return parts


def _describe_limits(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    """Yield a sentence for each limit of distance, and one for the pieces without a limit."""
    groups: dict[int | None, PieceSet] = {}
    for field, pieces in _SPEEDS.items():
        n: int | None = getattr(rules.speed, field)
        if pieces & language.present:
            groups[n] = groups.get(n, PieceSet.NONE) | pieces
    far = groups.pop(None, PieceSet.NONE)
    if not groups:
        yield language.say("move far")
        return
    for n, pieces in groups.items():
        key = "move all" if pieces == language.present else "move some"
        if pieces == PieceSet.KING or not language.mixed:
            key = _SINGLE.get(pieces, key)
        yield language.say(key, who=language.who(pieces), n=language.number(n or 0))
    if far:
        yield language.say("move others far")


def jumpers(rules: Ruleset, present: PieceSet) -> Mapping[Jump, PieceSet]:
    """Return the pieces of this game that can ever jump, by the kind of jump."""
    pieces_by_jump: dict[Jump, PieceSet] = {}
    for field, kind in _JUMPS.items():
        how: Jump = getattr(rules.jumps, field)
        if how is Jump.NONE or (how is Jump.RESTRICTED and not rules.all_zones):
            continue
        for side in (PieceSet.ATTACKERS, PieceSet.DEFENDERS):
            if kind & side & present and _find_crossable(how, kind & side) & _LEAPABLE & present:
                pieces_by_jump[how] = pieces_by_jump.get(how, PieceSet.NONE) | kind & side & present
    return pieces_by_jump


def _find_crossable(how: Jump, pieces: PieceSet) -> PieceSet:
    """Return the pieces that a jump may cross as far as their side is concerned."""
    if how is Jump.OVER_ANYBODY:
        return PieceSet.ALL
    pieces_crossed = PieceSet.DEFENDERS if pieces & PieceSet.ATTACKERS else PieceSet.NONE
    return pieces_crossed | PieceSet.ATTACKERS if pieces & PieceSet.DEFENDERS else pieces_crossed


def _describe_jumps(rules: Ruleset, leaping: Mapping[Jump, PieceSet], language: Language) -> Iterator[Sentence]:
    yield language.say("jumps")
    below = PieceSet.NONE
    for how, pieces in leaping.items():
        yield language.say(f"jump {how}", who=language.who(pieces))
        met = _find_crossable(how, pieces) & language.present
        below |= met
        if how is Jump.CAPTURING and met & PieceSet.GUARDS:
            yield language.say("jump guards")
    never = below & ~_LEAPABLE
    if never == PieceSet.KING:
        yield language.say("jump not king")
    elif never:
        yield language.say("jump only", who=language.who(below & _LEAPABLE))
    slow = [pieces for field, pieces in _SPEEDS.items() if getattr(rules.speed, field) == 1]
    if any(one & pieces for one in slow for pieces in leaping.values()):
        yield language.say("jump far")


def berserk(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraph about berserk turns, if there are any."""
    if rules.berserk is Berserk.NONE:
        return []
    say = [language.say(f"berserk {rules.berserk}")]
    if goals(rules):
        say.append(language.say("berserk escape" if rules.berserk_escape else "berserk no escape"))
    return [say]


def capturing(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about captures of men."""
    present = language.present
    # What threatens the king is told where his capture is.
    men = present & PieceSet.MEN
    edge = rules.edge_hostile & men
    against = [language.say("capture hostile")] if any(men & pieces for pieces in _find_threatened(rules)) else []
    against += _describe_edge(rules, edge, language)
    parts: list[Paragraph] = [[*_describe_pincers(rules, language)], against, [*_describe_arms(rules, language)]]
    if three := _find_three_sided(rules, language):
        parts.append([language.say("three_captors", who=language.who(three))])
    if present & PieceSet.GUARDS:
        falls = f"guard_capture {rules.guard_capture}"
        leaping = jumpers(rules, present).get(Jump.CAPTURING, PieceSet.NONE) & PieceSet.GUARDS
        keys = ["guards idle", *(["arms jump"] if leaping else []), falls]
        parts.append([language.say(key) for key in keys])
    parts += [[language.say(key) for key in keys] for keys in _list_formations(rules, present)]
    parts += _describe_lines(rules, language)
    return [*parts, *own_rules("extra captures", rules.extra_captures, language)]


def _find_threatened(rules: Ruleset) -> list[PieceSet]:
    """Return the pieces to which the edge and each zone are hostile."""
    return [rules.edge_hostile, *(zone.hostile_empty | zone.hostile_always for zone in rules.all_zones)]


def _describe_edge(rules: Ruleset, edge: PieceSet, language: Language) -> Iterator[Sentence]:
    """Yield the sentences about the edge, which is hostile to these men."""
    present = language.present
    if not edge:
        yield language.say("edge_hostile none")
        return
    several = edge & (PieceSet.GUARDS | _find_three_sided(rules, language))
    sides = [(PieceSet.ATTACKERS, Side.DEFENDERS), (PieceSet.DEFENDERS, Side.ATTACKERS)]
    one = not several and all(armed(rules.hammer, enemy, present) for own, enemy in sides if edge & own)
    both = edge == present & PieceSet.MEN and _edge_holds_king(rules, present)
    if both and one:
        yield language.say("edge_hostile both")
        yield language.say("edge king")
        return
    # It would be wrong to except the king.
    yield language.say("edge_hostile some", who=language.who(edge | PieceSet.KING if both else edge))
    if one:
        yield language.say("edge one")


def _edge_holds_king(rules: Ruleset, present: PieceSet) -> bool:
    """Return whether the edge of the board holds a side of the king."""
    hostile = rules.king is KingStrength.MIDDLEWEIGHT or PieceSet.KING in rules.edge_hostile
    return hostile and bool(fatal(rules, present) & Region.EDGE.squares(rules.size))


def _find_three_sided(rules: Ruleset, language: Language) -> PieceSet:
    """Return the men that are captured when three of their sides are held."""
    return rules.three_captors & language.present & ~PieceSet.GUARDS


def _describe_pincers(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    but = language.present & PieceSet.GUARDS | _find_three_sided(rules, language)
    yield language.say("capture pincers but" if but else "capture pincers", who=language.who(but | PieceSet.KING))
    if language.present & PieceSet.MERCENARIES:
        yield language.say("mercenaries turn")
    falling, barred = (filter_walkers(pieces, rules) & language.present for pieces in (rules.walk_in, rules.no_walk_in))
    if falling | barred:
        yield from _walking_in(rules, falling, barred, language)
        yield language.say("capture several")
    else:
        yield language.say("capture move")
    if rules.forced_capture:
        yield language.say("forced_capture")
        if rules.berserk is not Berserk.NONE:
            yield language.say("forced_capture berserk")
        if rules.die is not None:
            yield language.say("forced_capture die")
        return
    yield language.say("capture free turn" if rules.berserk is Berserk.MUST_CAPTURE else "capture free")


def _walking_in(rules: Ruleset, falling: PieceSet, barred: PieceSet, language: Language) -> Iterator[Sentence]:
    """Yield the sentences about men that step between two enemies, and fall or may not."""
    if falling:
        yield language.say("walk_in", who=language.who(falling))
    if barred:
        yield language.say("no_walk_in", who=language.who(barred))
        if barred & PieceSet.ATTACKERS:
            yield language.say("no_walk_in king")
    if any((falling | barred) & pieces for pieces in _find_threatened(rules)):
        yield language.say("walk_in square")
    if tough := (falling | barred) & (PieceSet.GUARDS | rules.three_captors):
        yield language.say("walk_in tough", who=language.who(tough))
    yield language.say("walk_in others")


def _is_armed(rules: Ruleset, side: Side, present: PieceSet) -> bool:
    """Return whether a side has hammers and anvils: without both, no capture takes more than one of its pieces."""
    return all(armed(arm, side, present) for arm in (rules.hammer, rules.anvil))


def _list_formations(rules: Ruleset, present: PieceSet) -> Iterator[list[str]]:
    """Yield the keys of phrases about shieldwalls, and about captures against the king."""
    wall = rules.shieldwall
    if wall is not None and any(_is_armed(rules, side, present) for side in Side):
        guards = ["wall guards"] if present & PieceSet.GUARDS else []
        keys = ["shieldwall", *guards, "wall flanking" if wall.flanking else "wall any"]
        if rules.corners is not None:
            keys.append("wall corner" if wall.corners_close else "wall no corner")
        yield keys
    if rules.linnaean_capture and _is_armed(rules, Side.ATTACKERS, present):
        yield ["linnaean_capture", *(["linnaean guards"] if present & PieceSet.DEFENDING_GUARDS else [])]


def _describe_lines(rules: Ruleset, language: Language) -> Iterator[Paragraph]:
    """Yield the paragraphs about rows between two enemies, of men alone and with the king."""
    present = language.present
    apart = present & PieceSet.GUARDS | _find_three_sided(rules, language)
    kings = rules.king_line_capture and _lines_up(rules, Side.ATTACKERS, present)
    if rules.line_capture and any(_lines_up(rules, side, present) for side in Side):
        but = apart if kings else apart | PieceSet.KING
        sentences = [language.say("line_capture"), *([language.say("line_capture king")] if kings else [])]
        yield [*sentences, language.say("line_capture apart", who=language.who(but))] if but else sentences
    elif kings and present & PieceSet.DEFENDING_MEN & ~apart:
        own = apart & PieceSet.DEFENDERS
        spared = [language.say("king_line_capture apart", who=language.who(own))] if own else []
        yield [language.say("king_line_capture"), *spared]


def _lines_up(rules: Ruleset, side: Side, present: PieceSet) -> bool:
    """Return whether a side can capture a row, against a piece of its own or a hostile square."""
    foes = PieceSet.MEN & (PieceSet.DEFENDERS if side is Side.ATTACKERS else PieceSet.ATTACKERS)
    far = armed(rules.anvil, side, present) or any(foes & present & pieces for pieces in _find_threatened(rules))
    return bool(armed(rules.hammer, side, present) and far)


def _describe_arms(rules: Ruleset, language: Language) -> Iterator[Sentence]:
    """Yield the sentences about which pieces are hammers, and which are anvils."""
    able = language.present & ~PieceSet.GUARDS
    hammer, anvil = rules.hammer & able, rules.anvil & able
    everybody = language.all_but(PieceSet.GUARDS)
    if hammer == anvil == able != PieceSet.KING:
        yield language.say("arms all", who=everybody)
        return
    if hammer == anvil and hammer:
        yield language.say("arms some", who=language.who(hammer))
    else:
        for verb, pieces in (("hammer", hammer), ("anvil", anvil)):
            if not pieces:
                yield language.say(f"{verb} none")
            elif pieces == able != PieceSet.KING:
                yield language.say(f"{verb} all", who=everybody)
            elif verb == "hammer" and pieces == language.present & ~PieceSet.KING:
                yield language.say("hammer men")
            else:
                yield language.say(f"{verb} some", who=language.who(pieces))
    if jumpers(rules, language.present).get(Jump.CAPTURING, PieceSet.NONE) & able & ~hammer:
        yield language.say("arms jump")
    if _holders_matter(rules, able & ~anvil, language):
        yield language.say("anvil holds")


def _holders_matter(rules: Ruleset, idle: PieceSet, language: Language) -> bool:
    """Return whether pieces that are no anvils could otherwise help in captures that need more than two enemies."""
    others = rules.shieldwall is not None or bool(
        _find_three_sided(rules, language) or language.present & PieceSet.GUARDS
    )
    return bool(idle and (others or idle & PieceSet.ATTACKERS))


def king_falls(rules: Ruleset, present: PieceSet) -> bool:
    """Return whether the rules of capture, other than the ruleset's own functions, can capture the king."""
    return bool(fatal(rules, present)) or _pair_falls(rules, present)


def _pair_falls(rules: Ruleset, present: PieceSet) -> bool:
    """Return whether the king can be captured together with a man beside him."""
    return rules.joint_capture and _is_armed(rules, Side.ATTACKERS, present) and bool(present & PieceSet.DEFENDING_MEN)


def capturing_king(rules: Ruleset, language: Language) -> list[Paragraph]:
    """Return the paragraphs about the capture of the king."""
    if not king_falls(rules, language.present):
        return [[language.say("king safe own" if rules.extra_captures else "king safe")]]
    pairs = piercing(rules, language.present)
    on_edge = fatal(rules, language.present) & Region.EDGE.squares(rules.size)
    strength = {
        KingStrength.STRONG: "king strong",
        KingStrength.STRONG_NEAR_THRONE: "king near throne",
        KingStrength.STRONG_ON_THRONE: "king on throne",
        KingStrength.MIDDLEWEIGHT: "king middleweight" if on_edge else "king strong",
        KingStrength.THREE: "king three",
        KingStrength.WEAK: "king weak" if rules.throne is not None else "king weak no throne",
    }[rules.king]
    who = language.who(_drop_side(pairs, rules, language.present)) if pairs else None
    sources = (_king_inside, _king_on_edge, _king_by_corner)
    keys = (strength, "king move", *(key for source in sources for key in source(rules, language.present)))
    by = language.word("king held" if hostile_to_king(rules) else "king held alone")
    parts: list[Paragraph] = [[language.say(key, who=who, by=by) for key in keys]]
    if _pair_falls(rules, language.present):
        guards = language.present & PieceSet.DEFENDING_GUARDS and rules.guard_capture is GuardCapture.NEVER
        parts.append([language.say(key) for key in ("joint_capture", *(["joint guards"] if guards else []))])
    return parts


def _drop_side(pairs: PieceSet, rules: Ruleset, present: PieceSet) -> PieceSet:
    """Return the piercing pieces, with the king's men of the same kinds where "the commanders" is clear enough."""
    if pairs == present & PieceSet.ATTACKERS & ~PieceSet.GUARDS:
        return pairs
    ranks = (PieceSet.SOLDIERS, PieceSet.COMMANDERS, PieceSet.KNIGHTS, PieceSet.MERCENARIES)
    for rank in ranks:
        if rank & pairs:
            pairs |= rank & rules.piercing & present
    return pairs


def _king_inside(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the keys of phrases about a king beside the empty throne, and beside other squares hostile to him."""
    throne = rules.throne.squares.squares(rules.size) if rules.throne is not None else SquareSet()
    hostile, edge = hostile_to_king(rules), Region.EDGE.squares(rules.size)
    inside = SquareSet(kings_squares(rules) - edge - throne)
    four = [square for square in inside if needs_four(rules, square)]
    pairs, several = pierced(rules, present), _is_armed(rules, Side.ATTACKERS, present)
    if len(throne) == 1 and any(throne & beside(rules, square) for square in four):
        stopping = rules.throne.stop & rules.throne.enter if rules.throne is not None else PieceSet.NONE
        if throne <= hostile:
            yield from ["king beside throne"] if several else []
        elif not pairs and not stopping & present & PieceSet.ATTACKERS & ~PieceSet.GUARDS:
            yield "king beside safe"
    if several and not pairs and any(len(hostile & beside(rules, square)) == 2 for square in four):
        yield "king two held"


def _stands_on_edge(rules: Ruleset) -> bool:
    """Return whether the king may stand on the edge while the game continues."""
    return bool(kings_squares(rules) & Region.EDGE.squares(rules.size))


def _king_on_edge(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the keys of phrases about the king at the edge, and about piercing pairs."""
    edge, halves = Region.EDGE.squares(rules.size), pierced(rules, present)
    pairs = ["piercing", *(["pierce not on throne"] if rules.throne is not None else [])] if halves else []
    # A king who wins by reaching the edge is never captured there.
    won = not _stands_on_edge(rules)
    if won or rules.edge_capture is EdgeCapture.IMPOSSIBLE:
        yield from pairs if won else [*pairs, "edge_capture impossible"]
        return
    alone = rules.edge_capture is EdgeCapture.ALONE
    joint, falls = _pair_falls(rules, present) and not alone, fatal(rules, present) & edge
    if rules.king is KingStrength.STRONG and PieceSet.KING not in rules.edge_hostile:
        if halves & edge:
            yield from ["king edge safe unless pierced", *pairs, "pierce edge"]
        else:
            yield from ["king edge safe alone" if joint else "king edge safe", *pairs]
    else:
        yield from [*_edge_helps(rules, present), *pairs] if falls else pairs
    if rules.edge_capture in (EdgeCapture.ALONE, EdgeCapture.DRAW) and (joint or falls):
        yield f"edge_capture {rules.edge_capture}"


def _edge_helps(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the keys of phrases about a king who falls at the edge."""
    if rules.king is KingStrength.THREE:
        yield "king three edge"
    if rules.king is KingStrength.STRONG:
        yield "king edge held"
    elif PieceSet.KING in rules.edge_hostile and rules.king is not KingStrength.MIDDLEWEIGHT:
        yield "king edge hostile"
    corners = Region.CORNERS.squares(rules.size)
    near = {neighbour for corner in corners for neighbour in beside(rules, corner)} & kings_squares(rules)
    four = near and all(needs_four(rules, square) for square in near)
    if four and corners <= hostile_to_king(rules) and _is_armed(rules, Side.ATTACKERS, present):
        yield "king beside corner"


def _king_by_corner(rules: Ruleset, present: PieceSet) -> Iterator[str]:
    """Yield the key of a phrase about a king beside a corner that no attacker holds, where he would fall otherwise."""
    zone = rules.corners
    if zone is None or zone.stop & zone.enter & present & PieceSet.ATTACKERS or pierced(rules, present):
        return
    corners, edge = zone.squares.squares(rules.size), Region.EDGE.squares(rules.size)
    if any(PieceSet.ATTACKERS.has(rules.start[square]) for square in corners if square in rules.start):
        return
    near = SquareSet(
        {neighbour for corner in corners for neighbour in beside(rules, corner)} & kings_squares(rules) - corners
    )
    falls = SquareSet(square for square in near if square not in edge) | (fatal(rules, present) & edge)
    if near and falls and not corners & hostile_to_king(rules) and all(needs_four(rules, square) for square in near):
        yield "king beside corner safe"


def own_rules(key: str, functions: Sequence[Callable[..., object]], language: Language) -> list[Paragraph]:
    """Return a sentence that names the ruleset's own functions, with the first line of their docstrings."""
    if not functions:
        return []
    names: list[str] = []
    for function in functions:
        name = getattr(function, "__name__", type(function).__name__)
        about = (inspect.getdoc(function) or "").strip().split("\n")[0].rstrip(".")
        names.append(f"{name} ({about})" if about else name)
    return [[language.say(key, rules="; ".join(names))]]
