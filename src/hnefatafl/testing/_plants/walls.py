"""Boards with kings, with men and with shieldwalls, planted."""

from __future__ import annotations

from typing import Final

import attrs

from hnefatafl.board import Kind, Piece, PieceSet, Region, Side, Square
from hnefatafl.rules import Berserk, EdgeCapture, GuardCapture, Jump, Jumps, KingStrength, Ruleset, Zone
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    ATTACKERS,
    DEFENDERS,
    MEN,
    SOLDIER,
    STEPS,
    Pieces,
    Planted,
    boards,
    chance,
    every_square,
    may_stand,
    neighbours,
    rim,
    some_of,
    usually,
)
from hnefatafl.testing._plants.generators import assume
from hnefatafl.testing._plants.planting import (
    besiege,
    corners_of,
    finish,
    has_jumps,
    has_kind,
    hold_back,
    jumping,
    of,
    off_goals,
    plant,
    seats_of,
    tame,
)
from hnefatafl.testing._plants.rulesets import (
    camps,
    corner_zones,
    escapes,
    grip,
    jumps_of_all_kinds,
    other_zones,
    piece_sets,
    rulesets,
    shieldwalls_of_all_kinds,
    thrones,
)
from hnefatafl.testing._plants.turns import berserk_chains


@plant()
def cornered_kings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king anywhere, or beside a corner, among attackers, with one more about to arrive."""
    rules = given_rules or draw(rulesets(size, die=None))
    inner = [square for square in every_square(size) if square not in rim(size)]
    beside_corner = [Square(1, 0), Square(0, 1), Square(1, 1)]
    king = draw(st.sampled_from(inner + beside_corner * (size // 2)))
    pieces, clear = besiege(draw, rules, king)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@plant()
def kings_at_edge(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king on the edge with up to three attackers around him."""
    rules = given_rules or tame(
        draw,
        size,
        king=draw(usually(KingStrength.MIDDLEWEIGHT, st.sampled_from(KingStrength), 50)),
        edge_capture=draw(st.sampled_from(EdgeCapture)),
        escape=Region.CORNERS,
        corners=draw(usually(None, corners_of(size))),
        extra_captures=draw(usually((), st.just((grip,)), 85)),
    )
    king = draw(st.sampled_from(off_goals(rules, [Square(file, 0) for file in range(1, size - 1)])))
    pieces, clear = besiege(draw, rules, king)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@plant(needs=lambda rules: rules.edge_capture is EdgeCapture.ALONE)
def lone_kings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king on the edge, with attackers on all sides but the one where the last arrives, and at most one man, whom
    that move may capture too."""
    rules = given_rules or tame(
        draw,
        size,
        king=draw(usually(KingStrength.MIDDLEWEIGHT, st.sampled_from(KingStrength), 60)),
        edge_capture=draw(usually(EdgeCapture.ALONE, st.sampled_from(EdgeCapture), 80)),
        escape=Region.CORNERS,
        corners=None,
        zones=(),
        die=None,
    )
    king = draw(st.sampled_from(off_goals(rules, [Square(file, 0) for file in range(1, size - 1)])))
    around = neighbours(king, size)
    target = draw(st.sampled_from(around))
    pieces: Pieces = dict.fromkeys(around, Piece.ATTACKER) | {king: Piece.KING}
    if chance(draw, 50):
        step = draw(st.sampled_from(STEPS))
        man, beyond = target.offset(*step), target.offset(2 * step[0], 2 * step[1])
        assume(man.on(size) and beyond.on(size) and man not in pieces)
        pieces |= {man: Piece.DEFENDER, beyond: Piece.ATTACKER}
    clear = hold_back(draw, size, pieces, target, Piece.ATTACKER)
    return finish(draw, rules, pieces, ATTACKERS, clear, noise=draw(usually(0, st.just(1), 80)))


@plant(needs=lambda rules: rules.immobile_king)
def held_kings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king, mostly on the edge, whose sides attackers hold, or his own men, or a square that he may not enter; one
    attacker is about to arrive. He is seldom captured."""
    safe = chance(draw, 40)
    rules = given_rules or tame(
        draw,
        size,
        immobile_king=True,
        king=KingStrength.STRONG,
        escape=Region.CORNERS,
        corners=None,
        hammer=PieceSet.DEFENDERS if safe else PieceSet.ALL,
    )
    edge = [Square(file, 0) for file in range(1, size - 1)]
    king = draw(st.sampled_from(off_goals(rules, every_square(size) if safe else edge)))
    pieces, clear = besiege(draw, rules, king)
    return finish(draw, rules, pieces, ATTACKERS, clear, noise=1)


@plant(needs=lambda rules: rules.extra_captures)
def kings_taken_twice(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king on the edge who is captured by one move by both the ordinary rules and an extra capture, where a capture
    on the edge is a draw."""
    rules = given_rules or tame(
        draw,
        size,
        king=draw(usually(KingStrength.MIDDLEWEIGHT, st.sampled_from([KingStrength.WEAK, KingStrength.THREE]), 60)),
        edge_capture=draw(usually(EdgeCapture.DRAW, st.sampled_from(EdgeCapture), 80)),
        escape=Region.CORNERS,
        corners=None,
        zones=(),
        extra_captures=(grip,),
        die=None,
        berserk=Berserk.NONE,
        fewest_attackers=0,
    )
    king = draw(st.sampled_from(off_goals(rules, [Square(file, 0) for file in range(1, size - 1)])))
    around = neighbours(king, size)
    pieces: Pieces = {king: Piece.KING} | dict.fromkeys(around, Piece.ATTACKER)
    if chance(draw, 15):
        pieces[draw(st.sampled_from(around))] = Piece.DEFENDER
    # The extra capture needs an even file of the piece that arrives.
    targets = [square for square in around if square.file % 2 == 0]
    clear = hold_back(draw, size, pieces, draw(st.sampled_from(targets)), Piece.ATTACKER)
    return finish(draw, rules, pieces, ATTACKERS, clear, noise=2, promote=0)


@plant()
def throne_neighbourhoods(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king on the throne or beside it, with attackers and his men around: strength near the throne, the throne as the
    fourth captor, and the Linnaean capture."""
    rules = given_rules or tame(
        draw, size, throne=draw(thrones(size)), linnaean_capture=draw(st.booleans()), corners=None
    )
    seats = seats_of(rules)
    king = draw(st.sampled_from(seats + [near for seat in seats for near in neighbours(seat, size)]))
    pieces, clear = besiege(draw, rules, king, friends=25)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@plant(7, 9, 8, 5, needs=lambda rules: rules.linnaean_capture)
def linnaean(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king on the throne among three attackers and one of his men, and an attacker who arrives opposite that man."""
    throne = attrs.evolve(draw(thrones(size)), squares=Region.CENTRE if size % 2 else Region.of(Square(3, 4)))
    throne = attrs.evolve(throne, stop=throne.stop | PieceSet.KING)
    rules = given_rules or tame(draw, size, throne=throne, linnaean_capture=True, corners=None)
    king = seats_of(rules)[0]
    victim = draw(st.sampled_from(neighbours(king, size)))
    pieces: Pieces = dict.fromkeys(neighbours(king, size), Piece.ATTACKER) | {king: Piece.KING}
    pieces[victim] = Piece.DEFENDER
    if chance(draw, 20):
        pieces[draw(st.sampled_from(neighbours(king, size)))] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    target = victim.offset(victim.file - king.file, victim.rank - king.rank)
    clear = hold_back(draw, size, pieces, target, Piece.ATTACKER)
    return finish(draw, rules, pieces, ATTACKERS, clear)


@plant(7, 9, 8, 6, 5, needs=lambda rules: rules.joint_capture)
def joint_pairs(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king and one protector, both surrounded except for the square where an attacker is about to arrive."""
    capture = draw(usually(EdgeCapture.WON, st.sampled_from(EdgeCapture), 60))
    rules = given_rules or tame(
        draw, size, joint_capture=True, escape=Region.CORNERS, edge_capture=capture, corners=None
    )
    king = draw(st.sampled_from(off_goals(rules, every_square(size))))
    protector = draw(st.sampled_from(neighbours(king, size)))
    around = sorted({*neighbours(king, size), *neighbours(protector, size)} - {king, protector})
    pieces: Pieces = dict.fromkeys(around, Piece.ATTACKER) | {king: Piece.KING, protector: Piece.DEFENDER}
    if chance(draw, 20):
        pieces[draw(st.sampled_from(around))] = Piece.DEFENDER
    if chance(draw, 15):
        pieces.pop(draw(st.sampled_from(around)))
    clear = hold_back(draw, size, pieces, draw(st.sampled_from(around)), Piece.ATTACKER)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(around))


@plant(needs=lambda rules: any(zone.pierces for zone in rules.all_zones))
def pierced_kings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A strong king whom a second commander or knight is about to reach, or who stands beside a square that pierces; on
    the throne and off it, at the edge and in the open."""
    strong = [KingStrength.STRONG, KingStrength.MIDDLEWEIGHT, KingStrength.STRONG, *KingStrength]
    rules = given_rules or tame(
        draw,
        size,
        king=draw(st.sampled_from(strong)),
        throne=draw(thrones(size)),
        corners=draw(corners_of(size).map(lambda zone: attrs.evolve(zone, hostile_empty=PieceSet.ALL))),
        piercing=draw(usually(PieceSet.COMMANDERS | PieceSet.KNIGHTS, piece_sets, 60)),
        edge_capture=draw(usually(EdgeCapture.WON, st.sampled_from(EdgeCapture))),
        joint_capture=draw(usually(False, st.just(True), 80)),
    )
    special = [square for zone in rules.all_zones for square in zone.squares.squares(size)]
    beside = [near for square in special for near in neighbours(square, size)]
    king = draw(st.sampled_from([*beside, *special] if special and chance(draw, 60) else every_square(size)))
    step = draw(st.sampled_from(STEPS))
    one, other = king.offset(*step), king.offset(-step[0], -step[1])
    assume(one.on(size))
    rank = st.sampled_from([Kind.COMMANDER, Kind.KNIGHT, Kind.COMMANDER, *MEN])
    pieces: Pieces = {king: Piece.KING}
    if other.on(size) and other not in special:
        pieces[other] = of(ATTACKERS, draw(rank))
    for near in some_of(draw, [s for s in neighbours(king, size) if s not in (one, other)], 0, 2):
        pieces[near] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    clear = hold_back(draw, size, pieces, one, of(ATTACKERS, draw(rank)))
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)), promote=5)


def wall_row(draw: st.DrawFn, first: int, count: int, side: Side, king: bool) -> tuple[Pieces, Pieces]:
    """Plant a row of the enemy along the lower edge, and the men in front of it."""
    row = {Square(first + step, 0): SOLDIER[side.opponent] for step in range(count)}
    if king and side is ATTACKERS:
        row[draw(st.sampled_from(sorted(row)))] = Piece.KING
    return row, {square.offset(0, 1): SOLDIER[side] for square in row}


@plant(7, 9, 6, 8, 11)
def shieldwalls(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A row along the edge that one move closes: at an end or from the front, a corner at one end or not, two rows at
    once, the king in the row, and sometimes a man missing."""
    two = size > 7 and chance(draw, 40)
    side = draw(st.sampled_from(Side))
    kind = draw(shieldwalls_of_all_kinds)
    rules = given_rules or tame(
        draw,
        size,
        shieldwall=kind,
        corners=draw(usually(draw(corners_of(size)), st.none(), 60)),
        escape=Region.CORNERS,
        exit_fort=False,
        king=KingStrength.STRONG,
    )
    kind = rules.shieldwall or kind
    # Beside a corner a row can be closed only by the corner, or if a man may stand there.
    margin = 0 if chance(draw, 10) else 1 if kind.corners_close or rules.corners is None else 2
    margin = min(margin, (size - 2) // 2)  # 5×5 has no room for more
    count = 2 if two else draw(st.integers(2, min(3, size - 2 * margin)))
    first = margin if two else draw(st.integers(margin, size - count - margin))
    row, front = wall_row(draw, first, count, side, chance(draw, 30))
    ends = [Square.unchecked(first - 1, 0), Square.unchecked(first + count, 0)]
    if two:
        more, before = wall_row(draw, first + count + 1, 2, side, False)
        row, front = row | more, front | before
        ends.append(Square.unchecked(first + count + 3, 0))
    closers_of_ends = {end: SOLDIER[side] for end in ends if end.on(size)}
    corners = [end for end in closers_of_ends if end.file in (0, size - 1)]
    if corners and chance(draw, 70 if rules.corners else 15):
        closers_of_ends.pop(corners[-1])
    pieces = row | front | closers_of_ends
    if side is DEFENDERS and chance(draw, 30):
        pieces[
            draw(
                st.sampled_from(
                    sorted(closers_of_ends if closers_of_ends and chance(draw, 50) else front | closers_of_ends)
                )
            )
        ] = Piece.KING
    # A piece on the square between two rows closes both.
    last = draw(st.sampled_from(sorted(front | closers_of_ends)))
    if ends[1] in closers_of_ends and chance(draw, 85 if two or kind.flanking else 40):
        last = ends[1]
    closer = pieces[last]
    if chance(draw, 15):
        pieces.pop(draw(st.sampled_from(sorted(front | closers_of_ends))))
    clear = hold_back(draw, size, pieces, last, closer)
    return finish(draw, rules, pieces, side, clear | set(ends) | set(row) | set(front))


@plant(needs=lambda rules: rules.line_capture or rules.king_line_capture)
def lines(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A row of men between a captor, a hostile square or the edge and a piece about to arrive; the king is among them
    now and then."""
    rules = given_rules or tame(
        draw,
        size,
        line_capture=draw(st.booleans()),
        king_line_capture=draw(st.booleans()),
        edge_hostile=draw(usually(PieceSet.NONE, piece_sets)),
        zones=draw(other_zones(size)),
    )
    side = draw(st.sampled_from(Side))
    x, y = draw(st.sampled_from(STEPS))
    target = draw(st.sampled_from(every_square(size)))
    row = [target.offset(x * distance, y * distance) for distance in range(1, draw(st.sampled_from([2, 2, 3, 4])) + 2)]
    assume(all(square.on(size) for square in row[:-1]))
    pieces: Pieces = dict.fromkeys(row[:-1], SOLDIER[side.opponent])
    if row[-1].on(size) and not chance(draw, 25):
        pieces[row[-1]] = SOLDIER[side]
    if side is ATTACKERS and chance(draw, 60):
        pieces[draw(st.sampled_from(off_goals(rules, row[:2])))] = Piece.KING
    clear = hold_back(draw, size, pieces, target, SOLDIER[side])
    return finish(draw, rules, pieces, side, clear | {row[-1]})


def refuge(draw: st.DrawFn, size: int) -> tuple[Square, list[Square]]:
    """Draw the king's square on the lower edge and a few connected squares around him."""
    king = Square(draw(st.integers(0, size - 1)), 0)
    inside = [king]
    for _ in range(draw(st.integers(1, 4))):
        inside.append(draw(st.sampled_from(sorted({n for s in inside for n in neighbours(s, size)} - set(inside)))))
    return king, inside


@plant(7, 9, 8, 6, needs=lambda rules: rules.exit_fort)
def exit_forts(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king on the edge in a pocket with a wall around it: strong, weak, double or leaking; closed already, or by the
    defenders' next move."""
    corners = draw(usually(None, corner_zones(size), 40))
    rules = given_rules or tame(
        draw, size, corners=corners, exit_fort=True, escape=draw(escapes(size, [corners] if corners else []))
    )
    king, inside = refuge(draw, size)
    wall = {near for square in inside for near in neighbours(square, size)} - set(inside)
    around = {s.offset(x, y) for s in wall for x in (-1, 0, 1) for y in (-1, 0, 1)} - wall - set(inside)
    outer = sorted(square for square in around if square.on(size))
    if chance(draw, 70):
        wall |= set(outer if chance(draw, 40) else some_of(draw, outer, 0, len(outer)))
    pieces = dict.fromkeys(sorted(wall), Piece.DEFENDER) | {king: Piece.KING}
    if chance(draw, 20):
        pieces.pop(draw(st.sampled_from(sorted(wall))))
    free = [square for square in every_square(size) if square not in pieces and square not in inside]
    assume(free)
    pieces |= dict.fromkeys(some_of(draw, free, 1, 4), Piece.ATTACKER)
    clear = set(inside)
    turn = draw(st.sampled_from(Side))
    if turn is DEFENDERS:
        clear |= hold_back(draw, size, pieces, draw(st.sampled_from(sorted(wall))), Piece.DEFENDER, inside)
    return finish(draw, rules, pieces, turn, clear, noise=2)


@plant(7, 9, 8, 11, needs=lambda rules: rules.encirclement)
def rings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """Attackers around all defenders: complete, with a gap, leaning on the edge, with a defender outside; or one move
    away from being closed."""
    rules = given_rules or tame(draw, size, encirclement=True, exit_fort=False, escape=Region.CORNERS, corners=None)
    left, low = draw(st.integers(0, size - 3)), draw(st.integers(0, size - 3))
    right, high = draw(st.integers(left, size - 2)), draw(st.integers(low, size - 2))
    within = [Square(file, rank) for file in range(left, right + 1) for rank in range(low, high + 1)]
    ring = {near for square in within for near in neighbours(square, size)} - set(within)
    seats = [square for square in within if square not in rules.escape.squares(size)]
    assume(seats)
    king = draw(st.sampled_from(seats))
    pieces: Pieces = dict.fromkeys(sorted(ring), Piece.ATTACKER)
    pieces |= dict.fromkeys(some_of(draw, within, 0, 4), Piece.DEFENDER) | {king: Piece.KING}
    outside = [square for square in every_square(size) if square not in pieces and square not in within]
    if outside and chance(draw, 20):
        pieces[draw(st.sampled_from(outside))] = Piece.DEFENDER
    if chance(draw, 20):
        pieces.pop(draw(st.sampled_from(sorted(ring))))
    turn = draw(st.sampled_from(Side))
    clear = set(every_square(size))
    if turn is ATTACKERS:
        hold_back(draw, size, pieces, draw(st.sampled_from(sorted(ring))), Piece.ATTACKER, within)
    return finish(draw, rules, pieces, turn, clear)


def hollow(draw: st.DrawFn, size: int) -> list[Square]:
    """Draw connected squares of any shape away from the edge."""
    inner = [square for square in every_square(size) if square not in rim(size)]
    squares = [draw(st.sampled_from(inner))]
    for _ in range(draw(st.integers(0, 8))):
        ahead = {near for square in squares for near in neighbours(square, size)} - set(squares)
        squares.append(draw(st.sampled_from(sorted(ahead & set(inner)) or squares)))
    return sorted(set(squares))


@plant(7, 9, 8, needs=lambda rules: rules.encirclement)
def jumped_rings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """Rings of any shape, secure or not, around defenders who can jump, made of men who can be jumped over and of
    others; complete, or one move away from it."""
    kinds = [Kind.COMMANDER, Kind.KNIGHT, Kind.KING, Kind.SOLDIER]
    jumpers = draw(st.samples(kinds, min_size=0, max_size=2))
    rules = given_rules or tame(
        draw,
        size,
        encirclement=True,
        secure_ring=draw(st.booleans()),
        exit_fort=False,
        escape=Region.CORNERS,
        corners=None,
        zones=tuple(draw(other_zones(size))) if chance(draw, 40) else (),
        jumps=jumping(draw, jumpers),
    )
    within = hollow(draw, size)
    ring = sorted({near for square in within for near in neighbours(square, size)} - set(within))
    hard = draw(st.sampled_from([0, 60, 100]))
    pieces: Pieces = {
        square: of(
            ATTACKERS, draw(st.sampled_from([Kind.COMMANDER, Kind.KNIGHT])) if chance(draw, hard) else Kind.SOLDIER
        )
        for square in ring
    }
    pieces[draw(st.sampled_from(within))] = Piece.KING
    for square in some_of(draw, within, 0, 3):
        if square not in pieces:
            pieces[square] = of(DEFENDERS, draw(st.sampled_from([*jumpers, Kind.SOLDIER, Kind.GUARD])))
            pieces[square] = SOLDIER[DEFENDERS] if pieces[square] == Piece.KING else pieces[square]
    if chance(draw, 20):
        outside = [square for square in every_square(size) if square not in pieces and square not in within]
        pieces |= dict.fromkeys(some_of(draw, outside, 0, 6), Piece.ATTACKER)
    turn = draw(st.sampled_from(Side))
    clear = set(every_square(size))
    if turn is ATTACKERS:
        last = draw(st.sampled_from(ring))
        hold_back(draw, size, pieces, last, pieces[last], within)
    return finish(draw, rules, pieces, turn, clear, promote=5)


@plant(needs=lambda rules: rules.exit_fort)
def jumped_forts(draw: st.DrawFn, given_rules: Ruleset | None, _: int) -> Planted:
    """Forts with guards and other men in their walls, in front of attackers who can jump over men."""
    rules, board, turn = draw(exit_forts(given_rules))
    zones, size = rules.all_zones, rules.size
    kinds = draw(st.lists(st.sampled_from([Kind.COMMANDER, Kind.KNIGHT, Kind.SOLDIER]), min_size=1, max_size=2))
    rules = given_rules or rules.evolve(jumps=jumping(draw, kinds))
    walls = draw(st.sampled_from([[Kind.SOLDIER], [Kind.GUARD], [Kind.COMMANDER, Kind.KNIGHT], MEN]))
    for square, piece in board.items():
        options = kinds if piece.side is ATTACKERS else walls
        other = Piece(piece.side, draw(st.sampled_from(options)))
        if piece != Piece.KING and chance(draw, 70) and may_stand(zones, size, other, square):
            board = board.put(square, other)
    return rules, board, turn


JUMPED: Final = (Kind.SOLDIER, Kind.SOLDIER, Kind.MERCENARY)
"""The men that can be captured by a jump."""
JUMPERS: Final = tuple(field.name for field in attrs.fields(Jumps) if field.name != "king")


@plant()
def anything(draw: st.DrawFn, given_rules: Ruleset | None, _: int) -> Planted:
    """Any board under any ruleset."""
    rules = given_rules or draw(rulesets())
    return rules, draw(boards(rules)), draw(st.sampled_from(Side))


@plant()
def brackets(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """Soldiers that one move captures: between two enemies, against a throne, a corner, a camp or the edge, two or
    three at once."""
    rules = given_rules or draw(rulesets(size, die=None))
    side = draw(st.sampled_from(Side))
    special = [square for zone in rules.all_zones for square in zone.squares.squares(size)]
    target = draw(st.sampled_from([*every_square(size)] + [n for s in special for n in neighbours(s, size)]))
    if special and chance(draw, 60):
        step = draw(st.sampled_from(STEPS))
        beside = draw(st.sampled_from(special)).offset(*step)
        target = beside.offset(*step) if beside.offset(*step).on(size) else target
    pieces: Pieces = {}
    for victim in some_of(draw, neighbours(target, size), 1, 4):
        pieces[victim] = SOLDIER[side.opponent]
        partner = victim.offset(victim.file - target.file, victim.rank - target.rank)
        if partner.on(size) and partner not in special and not chance(draw, 20):
            as_king = side is DEFENDERS and chance(draw, 30)
            pieces[partner] = Piece.KING if as_king else SOLDIER[side]
    kings = [square for square, piece in pieces.items() if piece == Piece.KING]
    pieces |= dict.fromkeys(kings[1:], SOLDIER[side])
    clear = hold_back(draw, size, pieces, target, SOLDIER[side])
    return finish(draw, rules, pieces, side, clear | set(special))


@plant(needs=lambda rules: rules.walk_in | rules.no_walk_in)
def walkers_in(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A man about to step between two enemies, or an enemy and a hostile square or the edge, where he falls or may not
    stop; he may take one of them, and others stand around."""
    some = draw(usually(PieceSet.MEN, piece_sets.map(lambda pieces: pieces & PieceSet.MEN)))
    falling = draw(st.sampled_from([PieceSet.NONE, PieceSet.ALL]) | piece_sets)
    rules = given_rules or tame(
        draw,
        size,
        walk_in=some & falling,
        no_walk_in=some & ~falling,
        edge_hostile=draw(usually(PieceSet.NONE, piece_sets)),
        zones=draw(other_zones(size)),
        fewest_attackers=draw(st.sampled_from([1, 1, 3])),
        encirclement=draw(st.booleans()),
        secure_ring=False,
    )
    side = draw(st.sampled_from(Side))
    target = draw(st.sampled_from(every_square(size)))
    x, y = draw(st.sampled_from(STEPS))
    pieces: Pieces = {}
    for near in (target.offset(x, y), target.offset(-x, -y)):
        if near.on(size) and not chance(draw, 20):
            as_king = side is ATTACKERS and Piece.KING not in pieces.values() and chance(draw, 15)
            pieces[near] = Piece.KING if as_king else SOLDIER[side.opponent]
    for near in (target.offset(y, x), target.offset(-y, -x)):
        if near.on(size) and chance(draw, 30):
            pieces[near] = SOLDIER[draw(st.sampled_from(Side))]
    if chance(draw, 30):
        own = target.offset(2 * x, 2 * y)
        pieces |= {own: SOLDIER[side]} if own.on(size) else {}
    clear = hold_back(draw, size, pieces, target, SOLDIER[side])
    return finish(draw, rules, pieces, side, clear)


@plant(9, 7, 8, 6, needs=lambda rules: rules.zones)
def camp_life(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """Attackers in and in front of their camps, the king and his men near them."""
    zones = draw(camps(size))
    rules = given_rules or draw(rulesets(size, zones=tuple(zones), corners=None, die=None))
    inside = sorted({square for zone in rules.zones for square in zone.squares.squares(size)}) or seats_of(rules)
    before = sorted({near for square in inside for near in neighbours(square, size)} - set(inside))
    pieces: Pieces = dict.fromkeys(some_of(draw, inside, 1, 6), Piece.ATTACKER)
    for square in some_of(draw, before, 1, 6):
        pieces[square] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    seats = [square for square in before if square not in rules.escape.squares(size)]
    assume(seats)
    pieces[draw(st.sampled_from(seats))] = Piece.KING
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)))


@plant(needs=has_jumps)
def jumps(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A piece beside a man whom it can, or may not, jump over; into zones, out of them and across them, over a corner,
    with a piece behind; and enemies whom its arrival captures."""
    side = draw(st.sampled_from(Side))
    kind = draw(st.sampled_from([*MEN, Kind.KING] if side is DEFENDERS else MEN))
    escape = draw(st.sampled_from([Region.CORNERS, Region.EDGE]))
    rules = given_rules or tame(
        draw,
        size,
        jumps=jumping(draw, [kind]),
        zones=tuple(draw(other_zones(size))) if chance(draw, 50) else (),
        escape=escape,
        corners=draw(usually(None, corners_of(size))),
        hammer=draw(usually(PieceSet.ALL, st.just(PieceSet.ALL & ~PieceSet.of([of(side, kind)])) | piece_sets, 60)),
    )
    special = {square for zone in rules.all_zones for square in zone.squares.squares(size)}
    step = draw(st.sampled_from(STEPS))
    seats = [square for square in every_square(size) if square.offset(2 * step[0], 2 * step[1]).on(size)]
    near = [s for s in seats if {s, s.offset(*step), s.offset(2 * step[0], 2 * step[1])} & special]
    origin = draw(st.sampled_from(near if near and chance(draw, 60) else seats))
    over, target = origin.offset(*step), origin.offset(2 * step[0], 2 * step[1])
    pieces: Pieces = {origin: of(side, kind)}
    whose = draw(usually(side.opponent, st.just(side), 80))
    jumpable = st.sampled_from([Kind.SOLDIER, Kind.MERCENARY, Kind.GUARD])
    pieces[over] = of(whose, draw(usually(draw(jumpable), st.sampled_from(Kind if kind is not Kind.KING else MEN), 80)))
    if chance(draw, 10):
        pieces[target] = of(draw(st.sampled_from(Side)), draw(st.sampled_from(MEN)))
    for victim in some_of(draw, [s for s in neighbours(target, size) if s not in pieces], 0, 2):
        pieces[victim] = of(side.opponent, draw(st.sampled_from(MEN)))
        partner = victim.offset(victim.file - target.file, victim.rank - target.rank)
        if partner.on(size) and partner not in pieces:
            pieces[partner] = SOLDIER[side]
    assume(list(pieces.values()).count(Piece.KING) <= 1)
    return finish(draw, rules, pieces, side, {target}, promote=10)


@plant(needs=has_jumps)
def unarmed_jumpers(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A piece that captures only by jumping, and starts its jump on a square that is hostile to the man: he is captured
    by the jump, and not between two enemies."""
    side = draw(st.sampled_from(Side))
    kind = draw(st.sampled_from([Kind.KING, Kind.KING, *MEN] if side is DEFENDERS else MEN))
    step = draw(st.sampled_from(STEPS))
    seats = [square for square in every_square(size) if square.offset(2 * step[0], 2 * step[1]).on(size)]
    origin = draw(st.sampled_from(seats))
    over, target = origin.offset(*step), origin.offset(2 * step[0], 2 * step[1])
    hostile = draw(usually(PieceSet.ALL, piece_sets))
    ground = Zone(name="ground", squares=Region.of(origin), hostile_empty=hostile)
    armed = draw(usually(PieceSet.ALL & ~PieceSet.of([of(side, kind)]), st.just(PieceSet.ALL), 80))
    modes = attrs.evolve(Jumps(), **dict.fromkeys(("king", *JUMPERS), Jump.CAPTURING))
    rules = given_rules or tame(
        draw,
        size,
        jumps=draw(usually(modes, jumps_of_all_kinds, 80)),
        zones=(ground,),
        throne=None,
        corners=None,
        hammer=armed,
        die=None,
        escape=Region.CORNERS,
    )
    pieces: Pieces = {origin: of(side, kind), over: of(side.opponent, draw(st.sampled_from(JUMPED)))}
    return finish(draw, rules, pieces, side, {target}, promote=0)


@plant(needs=has_kind(Kind.GUARD))
def surrounded_guards(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A guard with enemies on his sides, at the edge and beside zones too, and one more about to arrive."""
    side = draw(st.sampled_from(Side))
    rules = given_rules or draw(
        rulesets(
            size,
            die=None,
            guard_capture=draw(usually(GuardCapture.SURROUNDED, st.just(GuardCapture.NEVER), 85)),
            edge_hostile=draw(usually(PieceSet.GUARDS, piece_sets, 50)),
        )
    )
    guard = draw(st.sampled_from(rim(size) if chance(draw, 40) else every_square(size)))
    pieces: Pieces = {guard: of(side.opponent, Kind.GUARD)}
    around = neighbours(guard, size)
    for square in around:
        if not chance(draw, 8):
            pieces[square] = of(side, draw(usually(Kind.SOLDIER, st.sampled_from(MEN), 85)))
    if side is DEFENDERS and chance(draw, 25):
        pieces[draw(st.sampled_from(around))] = Piece.KING
    target = draw(st.sampled_from(around))
    mover = pieces.get(target, SOLDIER[side])
    clear = hold_back(draw, size, pieces, target, mover)
    return finish(draw, rules, pieces, side, clear | set(around), promote=5)


@plant(needs=has_kind(Kind.MERCENARY))
def mercenaries(draw: st.DrawFn, given_rules: Ruleset | None, _: int) -> Planted:
    """Mercenaries who change sides by one move: between two enemies, in a shieldwall, jumped over, or with their
    king."""
    rules, board, turn = draw(
        st.one_of(*[make(given_rules) for make in (brackets, shieldwalls, jumps, joint_pairs, berserk_chains)])
    )
    side = turn.opponent
    for square, piece in board.items():
        man = piece.kind in (Kind.SOLDIER, Kind.MERCENARY)
        other = Piece(piece.side, Kind.MERCENARY)
        if man and chance(draw, 75 if piece.side is side else 20):
            board = board.put(square, other) if may_stand(rules.all_zones, rules.size, other, square) else board
    return rules, board, turn


def shut_in(draw: st.DrawFn, size: int) -> Pieces:
    """Plant a king at the lower edge with attackers on both hands and before him."""
    file = draw(st.integers(1, size - 2))
    around = [Square.unchecked(file + step, 0) for step in (-2, -1, 1, 2)]
    around += [Square.unchecked(file + step, rank) for step in (-1, 0, 1) for rank in (1, 2)]
    around = [
        square for square in around if square.on(size) and not (square.rank == 0 and square.file in (0, size - 1))
    ]
    pieces: Pieces = dict.fromkeys(around, Piece.ATTACKER)
    for square in some_of(draw, around[-6:], 0, 4 if chance(draw, 50) else 0):
        pieces.pop(square)
    return pieces | {Square.unchecked(file, 0): Piece.KING}


def around_corners(draw: st.DrawFn, size: int) -> Pieces:
    """Plant attackers around every corner, and mostly along the edges, but for a few free squares."""
    pieces: Pieces = {}
    for corner in (Square.unchecked(file, rank) for file in (0, size - 1) for rank in (0, size - 1)):
        x, y = 1 if corner.file == 0 else -1, 1 if corner.rank == 0 else -1
        wall = draw(st.sampled_from([((2, 0), (1, 1), (0, 2)), ((1, 0), (2, 0), (0, 1), (0, 2))]))
        pieces |= {corner.offset(x * far, y * up): Piece.ATTACKER for far, up in wall}
    if chance(draw, 70):
        free = draw(st.integers(1, 4))
        for side in range(4):
            far = side // 2 * (size - 1)
            line = [square for square in sorted(rim(size)) if (square.file, square.rank)[side % 2] == far]
            first = draw(st.integers(1, max(1, size - 1 - free)))
            kept = {*line[first : first + free], line[0], line[-1]}
            pieces |= {square: Piece.ATTACKER for square in line if square not in kept}
    return pieces


@plant(7, 9, 8, 11, needs=lambda rules: rules.no_escape)
def closed_corners(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king shut in at the edge, or corners closed to him: at once, nearly, or by the next move of either side."""
    rules = given_rules or tame(
        draw, size, no_escape=True, escape=Region.CORNERS, fewest_attackers=0, encirclement=chance(draw, 20)
    )
    pieces = shut_in(draw, size) if chance(draw, 45) else around_corners(draw, size)
    inner = [square for square in every_square(size) if square not in set(rim(size)) and square not in pieces]
    if Piece.KING not in pieces.values() and inner:
        seats = [s for s in inner if not {s, *neighbours(s, size)} & set(rim(size))] or inner
        pieces[draw(st.sampled_from(seats))] = Piece.KING
    free = [square for square in inner if square not in pieces]
    pieces |= dict.fromkeys(some_of(draw, free, 0, draw(st.sampled_from([0, 1, 3, 5, 7]))), Piece.DEFENDER)
    free = [square for square in free if square not in pieces]
    pieces |= dict.fromkeys(some_of(draw, free, 0, 5), Piece.ATTACKER)
    turn = draw(st.sampled_from(Side))
    if chance(draw, 15):
        attackers = sorted(square for square, piece in pieces.items() if piece.side is ATTACKERS)
        pieces.pop(draw(st.sampled_from(attackers)))
    clear = set(every_square(size))
    if turn is ATTACKERS:
        attackers = sorted(square for square, piece in pieces.items() if piece.side is ATTACKERS)
        hold_back(draw, size, pieces, draw(st.sampled_from(attackers)), Piece.ATTACKER)
    return finish(draw, rules, pieces, turn, clear, promote=10)
