"""Planted kings under attack."""

from __future__ import annotations

import attrs

from hnefatafl.board import Kind, Piece, PieceSet, Region, Square
from hnefatafl.rules import Berserk, EdgeCapture, KingStrength, Ruleset
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    ATTACKERS,
    MEN,
    STEPS,
    Pieces,
    Planted,
    chance,
    every_square,
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
    hold_back,
    of,
    off_goals,
    plant,
    seats_of,
    size_for,
    tame,
)
from hnefatafl.testing._plants.rulesets import SIZES, grip, piece_sets, rulesets, thrones


@plant
def cornered_kings(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king anywhere, or beside a corner, among attackers, with one more about to arrive."""
    size = size_for(draw, given_rules, SIZES)
    rules = given_rules or draw(rulesets(size, die=None))
    inner = [square for square in every_square(size) if square not in rim(size)]
    beside_corner = [Square(1, 0), Square(0, 1), Square(1, 1)]
    king = draw(st.sampled_from(inner + beside_corner * (size // 2)))
    assume(king not in rules.escape.squares(size))
    pieces, clear = besiege(draw, rules, king)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@plant
def kings_at_edge(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king on the edge with up to three attackers around him."""
    size = size_for(draw, given_rules, SIZES)
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


@plant
def lone_kings(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king on the edge, with attackers on all sides but the one where the last arrives, and at most one man, whom
    that move may capture too."""
    size = size_for(draw, given_rules, SIZES)
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


@plant
def held_kings(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king, mostly on the edge, whose sides attackers hold, or his own men, or a square that he may not enter; one
    attacker is about to arrive. He is seldom captured."""
    size = size_for(draw, given_rules, SIZES)
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


@plant
def kings_taken_twice(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king on the edge who is captured by one move by both the ordinary rules and an extra capture, where a capture
    on the edge is a draw."""
    size = size_for(draw, given_rules, SIZES)
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


@plant
def throne_neighbourhoods(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king on the throne or beside it, with attackers and his men around: strength near the throne, the throne as the
    fourth captor, and the Linnaean capture."""
    size = size_for(draw, given_rules, SIZES)
    rules = given_rules or tame(
        draw, size, throne=draw(thrones(size)), linnaean_capture=draw(st.booleans()), corners=None
    )
    seats = seats_of(rules)
    king = draw(st.sampled_from(seats + [near for seat in seats for near in neighbours(seat, size)]))
    assume(king not in rules.escape.squares(size))
    pieces, clear = besiege(draw, rules, king, friends=25)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@plant
def linnaean(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king on the throne among three attackers and one of his men, and an attacker who arrives opposite that man."""
    size = size_for(draw, given_rules, st.sampled_from([7, 9, 8, 5]))
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


@plant
def joint_pairs(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king and one protector, both surrounded except for the square where an attacker is about to arrive."""
    size = size_for(draw, given_rules, st.sampled_from([7, 9, 8, 6, 5]))
    capture = draw(usually(EdgeCapture.WON, st.sampled_from(EdgeCapture), 60))
    rules = given_rules or tame(
        draw, size, joint_capture=True, escape=Region.CORNERS, edge_capture=capture, corners=None
    )
    king = draw(st.sampled_from([square for square in every_square(size) if square not in rules.escape.squares(size)]))
    protector = draw(st.sampled_from(neighbours(king, size)))
    around = sorted({*neighbours(king, size), *neighbours(protector, size)} - {king, protector})
    pieces: Pieces = dict.fromkeys(around, Piece.ATTACKER) | {king: Piece.KING, protector: Piece.DEFENDER}
    if chance(draw, 20):
        pieces[draw(st.sampled_from(around))] = Piece.DEFENDER
    if chance(draw, 15):
        pieces.pop(draw(st.sampled_from(around)))
    clear = hold_back(draw, size, pieces, draw(st.sampled_from(around)), Piece.ATTACKER)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(around))


@plant
def pierced_kings(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A strong king whom a second commander or knight is about to reach, or who stands beside a square that pierces; on
    the throne and off it, at the edge and in the open."""
    size = size_for(draw, given_rules, SIZES)
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
    assume(king not in rules.escape.squares(size))
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
