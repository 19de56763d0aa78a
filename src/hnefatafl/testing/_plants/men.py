"""Planted men about to be captured, jumped over or made to change sides."""

from __future__ import annotations

from typing import Final

import attrs

from hnefatafl.board import Kind, Piece, PieceSet, Region, Side
from hnefatafl.rules import GuardCapture, Jump, Jumps, Ruleset, Zone
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
from hnefatafl.testing._plants.kings import joint_pairs
from hnefatafl.testing._plants.planting import (
    corners_of,
    finish,
    hold_back,
    jumping,
    of,
    plant,
    seats_of,
    size_for,
    tame,
)
from hnefatafl.testing._plants.rulesets import SIZES, camps, jumps_of_all_kinds, other_zones, piece_sets, rulesets
from hnefatafl.testing._plants.turns import berserk_chains
from hnefatafl.testing._plants.walls import shieldwalls

JUMPED: Final = (Kind.SOLDIER, Kind.SOLDIER, Kind.MERCENARY)
"""The men that can be captured by a jump."""
JUMPERS: Final = tuple(field.name for field in attrs.fields(Jumps) if field.name != "king")


@plant
def anything(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """Any board under any ruleset."""
    rules = given_rules or draw(rulesets())
    return rules, draw(boards(rules)), draw(st.sampled_from(Side))


@plant
def brackets(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """Soldiers that one move captures: between two enemies, against a throne, a corner, a camp or the edge, two or
    three at once."""
    size = size_for(draw, given_rules, SIZES)
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
    assume(not kings or kings[0] not in rules.escape.squares(size))
    clear = hold_back(draw, size, pieces, target, SOLDIER[side])
    return finish(draw, rules, pieces, side, clear | set(special))


@plant
def walkers_in(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A man about to step between two enemies, or an enemy and a hostile square or the edge, where he falls or may not
    stop; he may take one of them, and others stand around."""
    size = size_for(draw, given_rules, SIZES)
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
    kings = [square for square, piece in pieces.items() if piece == Piece.KING]
    assume(not kings or kings[0] not in rules.escape.squares(size))
    clear = hold_back(draw, size, pieces, target, SOLDIER[side])
    return finish(draw, rules, pieces, side, clear)


@plant
def camp_life(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """Attackers in and in front of their camps, the king and his men near them."""
    size = size_for(draw, given_rules, st.sampled_from([9, 7, 8, 6]))
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


@plant
def jumps(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A piece beside a man whom it can, or may not, jump over; into zones, out of them and across them, over a corner,
    with a piece behind; and enemies whom its arrival captures."""
    size = size_for(draw, given_rules, SIZES)
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
    kings = [square for square, piece in pieces.items() if piece == Piece.KING]
    assume(not kings or kings[0] not in rules.escape.squares(size))
    return finish(draw, rules, pieces, side, {target}, promote=10)


@plant
def unarmed_jumpers(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A piece that captures only by jumping, and starts its jump on a square that is hostile to the man: he is captured
    by the jump, and not between two enemies."""
    size = size_for(draw, given_rules, SIZES)
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
    out = rules.escape.squares(size)
    assume(kind is not Kind.KING or origin not in out)
    pieces: Pieces = {origin: of(side, kind), over: of(side.opponent, draw(st.sampled_from(JUMPED)))}
    return finish(draw, rules, pieces, side, {target}, promote=0)


@plant
def surrounded_guards(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A guard with enemies on his sides, at the edge and beside zones too, and one more about to arrive."""
    size = size_for(draw, given_rules, SIZES)
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
    kings = [square for square, piece in pieces.items() if piece == Piece.KING]
    clear = hold_back(draw, size, pieces, target, mover)
    assume(not kings or not {square for square, p in pieces.items() if p == Piece.KING} & rules.escape.squares(size))
    return finish(draw, rules, pieces, side, clear | set(around), promote=5)


@plant
def mercenaries(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
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
