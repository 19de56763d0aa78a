"""All plants by name.

Planted kings who can no longer escape, and some who nearly cannot (hnefatafl.org, rule 10).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Final

from hnefatafl.board import Kind, Piece, Region, Side, Square
from hnefatafl.rules import Berserk, EdgeCapture, Jumps, NoMove, Ruleset
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    ATTACKERS,
    Pieces,
    Planted,
    chance,
    every_square,
    neighbours,
    rim,
    some_of,
)
from hnefatafl.testing._plants.planting import Plant, finish, hold_back, plant, size_for, tame
from hnefatafl.testing._plants.turns import (
    berserk_chains,
    blocked_sides,
    dice,
    house_rules,
    last_attackers,
    last_defenders,
    leaping_kings,
    near_repetitions,
    passes,
    rolled_threats,
    ways_out,
)
from hnefatafl.testing._plants.walls import (
    anything,
    brackets,
    camp_life,
    cornered_kings,
    exit_forts,
    held_kings,
    joint_pairs,
    jumped_forts,
    jumped_rings,
    jumps,
    kings_at_edge,
    kings_taken_twice,
    lines,
    linnaean,
    lone_kings,
    mercenaries,
    pierced_kings,
    rings,
    shieldwalls,
    surrounded_guards,
    throne_neighbourhoods,
    unarmed_jumpers,
    walkers_in,
)


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


@plant
def closed_corners(draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
    """A king shut in at the edge, or corners closed to him: at once, nearly, or by the next move of either side."""
    size = size_for(draw, given_rules, st.sampled_from([7, 9, 8, 11]))
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


PLANTS: Final[Mapping[str, Plant]] = {
    "anything": anything,
    "shieldwalls": shieldwalls,
    "lines": lines,
    "exit_forts": exit_forts,
    "rings": rings,
    "closed_corners": closed_corners,
    "cornered_kings": cornered_kings,
    "kings_at_edge": kings_at_edge,
    "lone_kings": lone_kings,
    "held_kings": held_kings,
    "throne_neighbourhoods": throne_neighbourhoods,
    "linnaean": linnaean,
    "joint_pairs": joint_pairs,
    "brackets": brackets,
    "camp_life": camp_life,
    "near_repetitions": near_repetitions,
    "last_attackers": last_attackers,
    "last_defenders": last_defenders,
    "blocked_sides": blocked_sides,
    "ways_out": ways_out,
    "dice": dice,
    "rolled_threats": rolled_threats,
    "house_rules": house_rules,
    "jumps": jumps,
    "berserk_chains": berserk_chains,
    "pierced_kings": pierced_kings,
    "surrounded_guards": surrounded_guards,
    "mercenaries": mercenaries,
    "jumped_rings": jumped_rings,
    "jumped_forts": jumped_forts,
    "passes": passes,
    "leaping_kings": leaping_kings,
    "unarmed_jumpers": unarmed_jumpers,
    "walkers_in": walkers_in,
    "kings_taken_twice": kings_taken_twice,
}
"""All plants by name."""


def _has_kind(kind: Kind) -> Callable[[Ruleset], bool]:
    return lambda rules: any(piece.kind is kind for piece in rules.pieces.pieces)


def _has_jumps(rules: Ruleset) -> bool:
    leapers = _has_kind(Kind.COMMANDER)(rules) or _has_kind(Kind.KNIGHT)(rules)
    return leapers or rules.jumps != Jumps()


def _has_functions(rules: Ruleset) -> bool:
    return bool(rules.extra_captures or rules.extra_endings)


NEEDS: Final[Mapping[str, Callable[[Ruleset], bool]]] = {
    "lines": lambda rules: rules.line_capture or rules.king_line_capture,
    "exit_forts": lambda rules: rules.exit_fort,
    "rings": lambda rules: rules.encirclement,
    "closed_corners": lambda rules: rules.no_escape,
    "lone_kings": lambda rules: rules.edge_capture is EdgeCapture.ALONE,
    "held_kings": lambda rules: rules.immobile_king,
    "linnaean": lambda rules: rules.linnaean_capture,
    "joint_pairs": lambda rules: rules.joint_capture,
    "camp_life": lambda rules: bool(rules.zones),
    "dice": lambda rules: rules.die is not None,
    "rolled_threats": lambda rules: rules.die is not None,
    "house_rules": _has_functions,
    "jumps": _has_jumps,
    "berserk_chains": lambda rules: rules.berserk is not Berserk.NONE,
    "pierced_kings": lambda rules: any(zone.pierces for zone in rules.all_zones),
    "surrounded_guards": _has_kind(Kind.GUARD),
    "mercenaries": _has_kind(Kind.MERCENARY),
    "jumped_rings": lambda rules: rules.encirclement,
    "jumped_forts": lambda rules: rules.exit_fort,
    "passes": lambda rules: rules.no_move is NoMove.PASS,
    "leaping_kings": _has_jumps,
    "unarmed_jumpers": _has_jumps,
    "walkers_in": lambda rules: bool(rules.walk_in | rules.no_walk_in),
    "kings_taken_twice": lambda rules: bool(rules.extra_captures),
}
"""What a ruleset must have for the rule of a plant to apply; other plants suit all rulesets."""


@lru_cache(maxsize=32)
def suitable(ruleset: Ruleset) -> st.Generator[Planted]:
    """Return a generator of planted boards, most of them for rules that the ruleset has."""
    unsuitable = {name for name, needed in NEEDS.items() if not needed(ruleset)}
    fitting = st.one_of(*[plant(ruleset) for name, plant in PLANTS.items() if name not in unsuitable])
    return st.one_of(fitting, fitting, fitting, planted(ruleset))


def planted(ruleset: Ruleset | None = None) -> st.Generator[Planted]:
    """Return a generator of any of the planted boards, under drawn rulesets or under the given one."""
    return st.one_of(*[plant(ruleset) for plant in PLANTS.values()])


def shuffling(
    draw: st.DrawFn, moves: Collection[tuple[Square, Square]], own_last: tuple[Square, Square] | None
) -> tuple[Square, Square]:
    """Choose a move, mostly the one that takes the side's last move back, so that positions recur."""
    if own_last is not None and own_last[::-1] in moves and chance(draw, 75):
        return own_last[1], own_last[0]
    return draw(st.sampled_from(sorted(moves)))
