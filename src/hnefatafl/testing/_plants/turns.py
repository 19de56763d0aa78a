"""Planted boards about turns and what they allow: repetitions, ways out, dice, berserk chains."""

from __future__ import annotations

from typing import Final

import attrs

from hnefatafl.board import Board, Kind, Piece, PieceSet, Region, Side, Square
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Consequence,
    Die,
    Jump,
    Jumps,
    KingStrength,
    LimitConsequence,
    NoMove,
    Repetition,
    Roll,
    Ruleset,
    Speed,
    Zone,
)
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
    seen_from,
    some_of,
    usually,
)
from hnefatafl.testing._plants.generators import assume
from hnefatafl.testing._plants.planting import (
    Plant,
    corners_of,
    finish,
    has_jumps,
    hold_back,
    jumping,
    of,
    off_goals,
    plant,
    tame,
)
from hnefatafl.testing._plants.rulesets import (
    BINDING,
    announcements_of_all_kinds,
    bare_king,
    diagonal_blow,
    dice_of_all_kinds,
    every_third,
    grip,
    jumps_of_all_kinds,
    overrun,
    piece_sets,
    repetition_rules,
    rulesets,
    speeds,
    thrones,
    widened,
    worn_out,
)


def near_repetitions_under(repetition: Repetition | None) -> Plant:
    """Return the plant for a repetition rule, or for drawn ones."""

    @plant(5, 6, 7)
    def near_repetitions(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
        """A few pieces on a small board under a repetition rule with a small count: see :func:`shuffling`."""
        weak = draw(usually(KingStrength.WEAK, st.sampled_from(KingStrength)))
        rules = given_rules or tame(
            draw,
            size,
            repetition=repetition or draw(repetition_rules),
            king=weak,
            exit_fort=False,
            encirclement=False,
            fewest_attackers=draw(st.integers(0, 1)),
            escape=draw(st.sampled_from([Region.CORNERS, Region.EDGE])),
            corners=draw(usually(None, corners_of(size))),
            announcements=draw(announcements_of_all_kinds),
            quiet_limit=draw(usually(None, st.integers(4, 12), 85)),
            quiet_limit_consequence=draw(st.sampled_from(LimitConsequence)),
            move_limit=draw(usually(None, st.sampled_from([2, 3, 5, 8]), 75)),
            move_limit_consequence=draw(st.sampled_from(LimitConsequence)),
        )
        king = draw(st.sampled_from(off_goals(rules, every_square(size))))
        free = [square for square in every_square(size) if square != king]
        pieces: Pieces = {king: Piece.KING} | dict.fromkeys(some_of(draw, free, 1, 3), Piece.ATTACKER)
        left = [square for square in free if square not in pieces]
        pieces |= dict.fromkeys(some_of(draw, left, 0, 2), Piece.DEFENDER)
        return finish(draw, rules, pieces, draw(st.sampled_from(Side)), noise=0)

    return near_repetitions


near_repetitions: Final = near_repetitions_under(None)


@plant()
def last_attackers(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """As few attackers as the rules allow, or one more, and one of them about to be captured."""
    fewest = given_rules.fewest_attackers if given_rules else draw(st.integers(0, 4))
    rules = given_rules or tame(draw, size, fewest_attackers=fewest, exit_fort=False)
    return _last_men(draw, rules, Piece.ATTACKER, fewest)


@plant()
def last_defenders(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """As few men of the king as the rules allow, or one more, and one of them about to be captured."""
    fewest = given_rules.fewest_defenders if given_rules else draw(st.integers(0, 3))
    rules = given_rules or tame(draw, size, fewest_defenders=fewest)
    return _last_men(draw, rules, Piece.DEFENDER, fewest)


def _last_men(draw: st.DrawFn, rules: Ruleset, man: Piece, fewest: int) -> Planted:
    """About as few of these men as the rules allow, one of them about to be captured."""
    enemy = SOLDIER[man.side.opponent]
    victim, step = draw(st.sampled_from(every_square(rules.size))), draw(st.sampled_from(STEPS))
    partner, target = victim.offset(*step), victim.offset(-step[0], -step[1])
    assume(partner.on(rules.size) and target.on(rules.size))
    pieces: Pieces = {victim: man, partner: enemy}
    clear = hold_back(draw, rules.size, pieces, target, enemy)
    free = [square for square in every_square(rules.size) if square not in pieces and square not in clear]
    for square in some_of(draw, free, max(0, fewest - 1), fewest + 1):
        pieces[square] = man
    return finish(draw, rules, pieces, enemy.side, clear, noise=0)


@plant(5, 7, 6, 9)
def blocked_sides(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A side whose few pieces at the edge are blocked, except for the square where an enemy is about to arrive."""
    side = draw(st.sampled_from(Side))
    rules = given_rules or tame(
        draw, size, corners=None, escape=draw(inner_escapes(size)), edge_hostile=PieceSet.NONE, fewest_attackers=0
    )
    first = draw(st.sampled_from(rim(size)))
    group = [first]
    for _ in range(draw(st.integers(0, 2))):
        group.append(draw(st.sampled_from(sorted({n for s in group for n in neighbours(s, size)} - set(group)))))
    hem = sorted({near for square in group for near in neighbours(square, size)} - set(group))
    pieces: Pieces = dict.fromkeys(group, SOLDIER[side]) | dict.fromkeys(hem, SOLDIER[side.opponent])
    out = rules.escape.squares(size)
    if side is DEFENDERS:
        pieces[first] = Piece.KING
    clear = hold_back(draw, size, pieces, draw(st.sampled_from(hem)), SOLDIER[side.opponent])
    everywhere = set(every_square(size)) if side is ATTACKERS else clear
    if side is ATTACKERS:
        seats = [square for square in every_square(size) if square not in pieces and square not in out | clear]
        assume(seats)
        pieces[draw(st.sampled_from(seats))] = Piece.KING
    return finish(draw, rules, pieces, side.opponent, everywhere, noise=1)


def inner_escapes(size: int) -> st.Generator[Region]:
    """Draw a single escape square, so that a king on the edge or in a corner is still in play."""
    return st.sampled_from(every_square(size)).map(lambda square: Region.of(square))


@plant()
def ways_out(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king with open lines to escape squares, some of them blocked; announcements, tuichu and the die matter."""
    rules = given_rules or draw(
        rulesets(
            size,
            zones=(),
            tuichu_wins=draw(st.booleans()),
            announcements=draw(st.just(BINDING) | announcements_of_all_kinds),
            die=draw(usually(None, dice_of_all_kinds)),
        )
    )
    out = rules.escape.squares(size)
    lines = [s for s in every_square(size) if s not in out and any(s.file == e.file or s.rank == e.rank for e in out)]
    assume(lines)
    king = draw(st.sampled_from(lines))
    pieces: Pieces = {king: Piece.KING}
    for step in STEPS:
        way = [
            square
            for distance in range(1, size)
            if (square := king.offset(distance * step[0], distance * step[1])).on(size)
        ]
        if way and chance(draw, 45):
            pieces[draw(st.sampled_from(way))] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)), noise=4)


@plant(7, 5, 9, 6, needs=lambda rules: rules.die is not None)
def dice(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king who needs a roll: alone among attackers, blocked, or beside a square that he crosses but may not stop on
    (so that a low roll is void)."""
    king = draw(st.sampled_from(every_square(size)))
    step = draw(st.sampled_from(STEPS))
    ditch = king.offset(*step)
    assume(ditch.offset(*step).on(size))
    stop = draw(st.sampled_from([PieceSet.ATTACKERS, PieceSet.NONE, PieceSet.MEN]))
    zone = Zone(name="ditch", squares=Region.of(ditch), stop=stop, cross=draw(usually(PieceSet.ALL, piece_sets)))
    rules = given_rules or tame(draw, size, zones=(zone,), throne=None, corners=None, die=draw(dice_of_all_kinds))
    pieces: Pieces = {king: Piece.KING}
    alone = chance(draw, 35)
    for near in neighbours(king, size):
        if near != ditch and (alone or chance(draw, 75)):
            pieces[near] = Piece.ATTACKER if alone else draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    turn = draw(usually(DEFENDERS, st.just(ATTACKERS)))
    noise = 0 if alone else draw(st.integers(0, 4))
    return finish(draw, rules, pieces, turn, {ditch, ditch.offset(*step)}, noise=noise)


@plant(9, 7, 8, 11, needs=lambda rules: rules.die is not None)
def rolled_threats(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A king between an attacker and the square where another one takes him, and open lines to escape squares: each as
    far as the die lets pieces go or further, where announcements, tuichu and repeated threats count."""
    die = Die(
        faces=draw(st.sampled_from([2, 3, 1, 4])),
        pieces=draw(usually(PieceSet.ALL, st.sampled_from([PieceSet.KING, PieceSet.ATTACKERS]) | piece_sets, 65)),
        allows=draw(usually(Roll.AT_MOST, st.sampled_from(Roll), 40)),
    )
    deviate = Repetition(count=2, consequence=Consequence.OFFENSIVE_DEVIATES)
    rules = given_rules or tame(
        draw,
        size,
        throne=None,
        corners=draw(usually(None, corners_of(size))),
        escape=draw(usually(Region.EDGE, st.just(Region.CORNERS), 70)),
        king=draw(usually(KingStrength.WEAK, st.sampled_from(KingStrength), 80)),
        die=die,
        jumps=draw(usually(Jumps(), st.just(jumping(draw, [Kind.KING])), 80)),
        announcements=draw(announcements_of_all_kinds),
        tuichu_wins=chance(draw, 20),
        repetition=draw(usually(deviate, repetition_rules, 75)),
        encirclement=False,
        exit_fort=False,
    )
    far = die.faces if rules.die is None else rules.die.faces
    seats = off_goals(rules, every_square(size))
    inner = [s for s in seats if far < min(s.file, s.rank, size - 1 - s.file, size - 1 - s.rank)]
    king = draw(st.sampled_from(inner if inner and chance(draw, 60) else seats))
    pieces: Pieces = {king: Piece.KING}
    step = draw(st.sampled_from(STEPS))
    target, behind = king.offset(*step), king.offset(-step[0], -step[1])
    assume(target.on(size) and behind.on(size))
    pieces[behind] = Piece.ATTACKER
    for square in neighbours(king, size):
        if square not in {target, behind} and chance(draw, 40):
            pieces[square] = Piece.DEFENDER
    comers = list(seen_from(pieces, size, target))
    assume(comers)
    beyond = [(square, way) for square, way in comers if len(way) >= far]
    square, way = draw(st.sampled_from(beyond if beyond and chance(draw, 60) else comers))
    pieces[square] = Piece.ATTACKER
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)), {target, *way}, noise=2, promote=10)


_EXTRAS: Final = [
    ((diagonal_blow,), ()),
    ((), (bare_king,)),
    ((diagonal_blow,), (bare_king,)),
    ((grip,), ()),
    ((), (overrun, bare_king)),
    ((grip, diagonal_blow), (bare_king,)),
    ((), (worn_out,)),
    ((every_third,), ()),
    ((every_third,), (worn_out, bare_king)),
]
"""Extra captures and extra endings that are used together."""


@plant(needs=lambda rules: rules.extra_captures or rules.extra_endings)
def house_rules(draw: st.DrawFn, given_rules: Ruleset | None, _: int) -> Planted:
    """Pieces close together, under a ruleset with an extra capture or an extra ending."""
    extras = draw(st.sampled_from(_EXTRAS))
    rules = given_rules or draw(
        rulesets(extra_captures=extras[0], extra_endings=extras[1], die=None, quiet_limit=None, move_limit=None)
    )
    board = draw(boards(rules))
    if rules.extra_endings and chance(draw, 50):
        board = Board(rules.size, {s: piece for s, piece in board.items() if not PieceSet.DEFENDING_MEN.has(piece)})
        free = [s for s in neighbours(board.king or Square(0, 0), rules.size) if s not in board]
        for square in some_of(draw, free, 0, 1):
            if may_stand(rules.all_zones, rules.size, Piece.DEFENDER, square):
                board = board.put(square, Piece.DEFENDER)
    return rules, board, draw(st.sampled_from(Side))


def chain_link(
    draw: st.DrawFn, size: int, side: Side, pieces: Pieces, origin: Square, clear: set[Square]
) -> Square | None:
    """Plant a capture that a piece on that square makes by its next move, and return the target of the move."""
    free = {square for square in every_square(size) if square not in pieces and square not in clear}
    captures: list[tuple[Square, Square, Square, list[Square]]] = []
    for target, way in seen_from(pieces, size, origin):
        for step in STEPS:
            victim = target.offset(*step)
            if {victim, partner := victim.offset(*step)} <= free and target != origin and victim not in way:
                captures.append((target, victim, partner, way))
    if not captures:
        return None
    target, victim, partner, way = draw(st.sampled_from(captures))
    pieces[victim] = of(side.opponent, draw(usually(Kind.SOLDIER, st.sampled_from(MEN), 80)))
    pieces[partner] = of(side, draw(usually(Kind.SOLDIER, st.sampled_from(MEN), 85)))
    clear |= {target, *way}
    return target


def chain_jump(
    draw: st.DrawFn, size: int, side: Side, pieces: Pieces, origin: Square, clear: set[Square]
) -> Square | None:
    """Plant a man over whom a piece on that square can jump, and return the target of the jump."""
    free = {square for square in every_square(size) if square not in pieces}
    steps = [
        step
        for step in STEPS
        if origin.offset(*step) in free - clear and origin.offset(2 * step[0], 2 * step[1]) in free
    ]
    if not steps:
        return None
    step = draw(st.sampled_from(steps))
    pieces[origin.offset(*step)] = of(
        side.opponent, draw(st.sampled_from([Kind.SOLDIER, Kind.SOLDIER, Kind.MERCENARY]))
    )
    target = origin.offset(2 * step[0], 2 * step[1])
    clear.add(target)
    return target


@plant(9, 7, 8, 11, needs=lambda rules: rules.berserk is not Berserk.NONE)
def berserk_chains(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A piece that captures, and captures again from its new square, up to three times; also the king, with an escape
    square on his way."""
    side = draw(st.sampled_from(Side))
    men = st.sampled_from(MEN[:-1])
    kind = draw(usually(Kind.KING, men, 50) if side is DEFENDERS else men)
    pieces: Pieces = {}
    origin = draw(st.sampled_from(every_square(size)))
    clear = {origin}
    stops = [origin]
    for _ in range(draw(st.integers(1, 3))):
        link = chain_jump if chance(draw, 60 if kind is Kind.KNIGHT else 15) else chain_link
        ahead = link(draw, size, side, pieces, origin, clear)
        if ahead is None:
            break
        origin = ahead
        stops.append(origin)
    pieces[stops[0]] = of(side, kind)
    ways = [square for square, _ in seen_from(pieces, size, origin) if square not in stops]
    escape = Region.CORNERS
    if kind is Kind.KING:
        # Most kings leave from where the chain ends or by its last capture, if not before.
        if chance(draw, 75):
            escape = Region.of(draw(st.sampled_from([stops[-1], *ways[:1], *stops[1:]])))
        else:
            escape = draw(st.sampled_from([Region.CORNERS, Region.EDGE]))
    rules = given_rules or tame(
        draw,
        size,
        corners=None,
        throne=draw(usually(None, thrones(size), 60)),
        escape=escape,
        berserk=draw(usually(Berserk.MUST_CAPTURE, st.sampled_from([Berserk.MAY_CAPTURE, Berserk.MUST_MOVE]), 60)),
        berserk_escape=draw(st.booleans()),
        jumps=draw(usually(Jumps(king=Jump.CAPTURING), jumps_of_all_kinds)),
        fewest_attackers=draw(usually(0, st.just(1))),
        die=draw(usually(None, dice_of_all_kinds, 85)),
        repetition=draw(usually(Repetition(), repetition_rules)),
        announcements=draw(usually(Announcements(), announcements_of_all_kinds, 60)),
    )
    return finish(draw, rules, pieces, side, clear | set(ways), noise=draw(st.integers(0, 3)), promote=0)


@plant(5, 6, needs=lambda rules: rules.no_move is NoMove.PASS)
def passes(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """Few pieces that block each other, under the rule that a side without a move passes; sometimes neither side can
    move."""
    if chance(draw, 60):
        rules, board, turn = draw(blocked_sides(given_rules))
        die = draw(usually(rules.die, dice_of_all_kinds, 75))
        return given_rules or rules.evolve(no_move=NoMove.PASS, die=die), board, turn
    slow = Speed(**{field.name: 1 for field in attrs.fields(Speed)})
    rules = given_rules or tame(
        draw,
        size,
        no_move=NoMove.PASS,
        corners=None,
        throne=None,
        escape=draw(inner_escapes(size)),
        speed=draw(usually(slow, speeds)),
        die=draw(usually(None, dice_of_all_kinds)),
        jumps=draw(usually(Jumps(), st.just(jumping(draw, [Kind.KING])), 50)),
        repetition=draw(usually(Repetition(), repetition_rules)),
        fewest_attackers=0,
        hammer=draw(usually(PieceSet.NONE, st.just(PieceSet.ALL))),
    )
    low = [square for square in every_square(size) if square.rank <= 1 and square not in rules.escape.squares(size)]
    king = draw(st.sampled_from(low))
    pieces: Pieces = {king: Piece.KING}
    for square in some_of(draw, [square for square in low if square != king], 1, len(low) - 1):
        pieces[square] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER, Piece.ATTACKER]))
    free = [square for square in every_square(size) if square not in pieces]
    zone = Zone(name="marsh", squares=Region.of(*free), stop=PieceSet.NONE)
    still = some_of(draw, free, 0, 3)
    if given_rules is None and still and chance(draw, 70):
        ground = Region.of(*(square for square in free if square not in still))
        marsh = attrs.evolve(zone, squares=ground, cross=PieceSet.NONE)
        escape = widened(rules.escape, size, [marsh])
        assume(not {king, rules.start.king} & set(escape.squares(size)))
        rules = rules.evolve(zones=(marsh,), escape=escape)
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)), noise=0, promote=10)


@plant(5, 7, 6, 9, needs=has_jumps)
def leaping_kings(draw: st.DrawFn, given_rules: Ruleset | None, size: int) -> Planted:
    """A slow king with a die, whose only move is a jump, and no other defender who can move, under the rule that a side
    without a move passes: whether it passes depends on the die and not on the king's speed."""
    rules = given_rules or tame(
        draw,
        size,
        no_move=NoMove.PASS,
        corners=None,
        throne=None,
        escape=draw(inner_escapes(size)),
        encirclement=False,
        exit_fort=False,
        speed=draw(usually(Speed(king=1), speeds)),
        die=draw(usually(Die(), dice_of_all_kinds)),
        jumps=jumping(draw, [Kind.KING]),
        fewest_attackers=0,
        hammer=draw(usually(PieceSet.NONE, st.just(PieceSet.ALL), 50)),
        berserk=Berserk.NONE,
    )
    step = draw(st.sampled_from(STEPS))
    out = rules.escape.squares(size)
    seats = [s for s in every_square(size) if s.offset(2 * step[0], 2 * step[1]).on(size) and s not in out]
    king = draw(st.sampled_from(seats))
    target = king.offset(2 * step[0], 2 * step[1])
    pieces: Pieces = {king: Piece.KING}
    for near in neighbours(king, size):
        behind = near.offset(near.file - king.file, near.rank - king.rank)
        pieces[near] = Piece.ATTACKER
        if behind.on(size) and behind != target:
            pieces[behind] = Piece.ATTACKER
    clear = {target}
    if chance(draw, 15):
        pieces[target] = Piece.ATTACKER  # now the defenders have to pass
    if chance(draw, 15):
        pieces[draw(st.sampled_from([s for s in every_square(size) if s not in pieces | {target: None}]))] = (
            Piece.DEFENDER
        )
    mover = draw(st.sampled_from([s for s in every_square(size) if s not in pieces and s not in clear] or [target]))
    pieces[mover] = Piece.ATTACKER
    return finish(draw, rules, pieces, draw(usually(ATTACKERS, st.just(DEFENDERS))), clear, noise=0, promote=5)
