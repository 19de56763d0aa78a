"""Planted rows along the edge, forts and rings."""

from __future__ import annotations

from hnefatafl.board import Kind, Piece, PieceSet, Region, Side, Square
from hnefatafl.rules import KingStrength, Ruleset
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    ATTACKERS,
    DEFENDERS,
    MEN,
    SOLDIER,
    STEPS,
    Pieces,
    Planted,
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
    corners_of,
    finish,
    hold_back,
    jumping,
    of,
    off_goals,
    plant,
    size_for,
    tame,
)
from hnefatafl.testing._plants.rulesets import (
    SIZES,
    corner_zones,
    escapes,
    other_zones,
    piece_sets,
    shieldwalls_of_all_kinds,
)


def wall_row(draw: st.DrawFn, first: int, count: int, side: Side, king: bool) -> tuple[Pieces, Pieces]:
    """Plant a row of the enemy along the lower edge, and the men in front of it."""
    row = {Square(first + step, 0): SOLDIER[side.opponent] for step in range(count)}
    if king and side is ATTACKERS:
        row[draw(st.sampled_from(sorted(row)))] = Piece.KING
    return row, {square.offset(0, 1): SOLDIER[side] for square in row}


@plant
def shieldwalls(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A row along the edge that one move closes: at an end or from the front, a corner at one end or not, two rows at
    once, the king in the row, and sometimes a man missing."""
    two = chance(draw, 25) and (given_rules is None or given_rules.size > 7)
    size = size_for(draw, given_rules, st.sampled_from([9, 8, 11] if two else [7, 9, 6, 8]))
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


@plant
def lines(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A row of men between a captor, a hostile square or the edge and a piece about to arrive; the king is among them
    now and then."""
    size = size_for(draw, given_rules, SIZES)
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


@plant
def exit_forts(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king on the edge in a pocket with a wall around it: strong, weak, double or leaking; closed already, or by the
    defenders' next move."""
    size = size_for(draw, given_rules, st.sampled_from([7, 9, 8, 6]))
    corners = draw(usually(None, corner_zones(size), 40))
    rules = given_rules or tame(
        draw, size, corners=corners, exit_fort=True, escape=draw(escapes(size, [corners] if corners else []))
    )
    king, inside = refuge(draw, size)
    assume(king not in rules.escape.squares(size))
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


@plant
def rings(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """Attackers around all defenders: complete, with a gap, leaning on the edge, with a defender outside; or one move
    away from being closed."""
    size = size_for(draw, given_rules, st.sampled_from([7, 9, 8, 11]))
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


@plant
def jumped_rings(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """Rings of any shape, secure or not, around defenders who can jump, made of men who can be jumped over and of
    others; complete, or one move away from it."""
    size = size_for(draw, given_rules, st.sampled_from([7, 9, 8]))
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


@plant
def jumped_forts(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
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
