"""Hypothesis strategies for rulesets, for boards, and for *planted* boards that hold one rare rule each.

Random play alone hardly ever meets a shieldwall, a fort or a Linnaean capture. Each planted strategy gives a ruleset, a
board and the side to move such that the rule in question is decided at once or by one move, sometimes with a defect
(a gap, a leak, a man too many) so that both answers come up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs
from hypothesis import assume
from hypothesis import strategies as st

from hnefatafl.board import Board
from hnefatafl.geometry import Region, Square, Symmetry
from hnefatafl.options import (
    Announcements,
    Berserk,
    Consequence,
    EdgeCapture,
    GuardCapture,
    Jump,
    Jumps,
    KingStrength,
    NoMove,
    Repetition,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.outcome import Outcome, Termination
from hnefatafl.pieces import Kind, Piece, PieceSet, Side
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from hnefatafl.kernel import Move

__all__ = [
    "PLANTS",
    "Planted",
    "boards",
    "planted",
    "rulesets",
    "shuffling",
]

Planted = tuple[Ruleset, Board, Side]
"""A ruleset, a board under it, and the side to move."""
Pieces = dict[Square, Piece]
S = TypeVar("S")
T = TypeVar("T")

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
SOLDIER: Final = {ATTACKERS: Piece.ATTACKER, DEFENDERS: Piece.DEFENDER}
MEN: Final = tuple(kind for kind in Kind if kind is not Kind.KING)
STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))


# ------------------------------------------------------------------------------------------------------ small helpers


def chance(draw: st.DrawFn, percent: int) -> bool:
    """True in about so many of a hundred draws; False is the simpler value."""
    return draw(st.integers(0, 99)) >= 100 - percent


def usually(default: S, other: st.SearchStrategy[T], percent: int = 70) -> st.SearchStrategy[S | T]:
    """Mostly the default, sometimes the other."""

    def choose(number: int) -> st.SearchStrategy[S | T]:
        return st.just(default) if number < percent else other

    return st.integers(0, 99).flatmap(choose)


def neighbours(square: Square, size: int) -> list[Square]:
    """The squares of the board next to this one."""
    return [near for step in STEPS if (near := square.offset(*step)).on(size)]


@lru_cache(maxsize=32)
def every_square(size: int) -> tuple[Square, ...]:
    """All squares, from the middle outwards, so that examples shrink towards it."""
    middle = (size - 1) / 2
    squares = [Square(file, rank) for file in range(size) for rank in range(size)]
    return tuple(sorted(squares, key=lambda s: (abs(s.file - middle) + abs(s.rank - middle), s)))


def rim(size: int) -> list[Square]:
    """The squares of the edge."""
    return [square for square in every_square(size) if {square.file, square.rank} & {0, size - 1}]


@lru_cache(maxsize=1024)
def squares_of(region: Region, size: int) -> frozenset[Square]:
    """The squares of a region."""
    return frozenset(region.squares(size))


def may_stand(zones: Iterable[Zone], size: int, piece: Piece, square: Square) -> bool:
    """Whether no zone forbids the piece to stand there."""
    return all(zone.stop.has(piece) for zone in zones if square in squares_of(zone.squares, size))


def some_of(draw: st.DrawFn, squares: Collection[Square], least: int, most: int) -> list[Square]:
    """Between so many of the squares, as far as there are any."""
    pool = list(squares)
    count = draw(st.integers(min(least, len(pool)), min(most, len(pool))))
    return draw(st.lists(st.sampled_from(pool), min_size=count, max_size=count, unique=True)) if count else []


def seen_from(pieces: Mapping[Square, Piece], size: int, square: Square) -> Iterator[tuple[Square, list[Square]]]:
    """The empty squares that a piece could come from in one move, each with the way between."""
    for step in STEPS:
        way: list[Square] = []
        at = square.offset(*step)
        while at.on(size) and at not in pieces:
            yield at, list(way)
            way.append(at)
            at = at.offset(*step)


# ----------------------------------------------------------------------------------------------------------- rulesets

WHOLE_SIDES: Final = [
    attackers | defenders | king
    for attackers in (PieceSet.NONE, PieceSet.ATTACKERS)
    for defenders in (PieceSet.NONE, PieceSet.DEFENDERS)
    for king in (PieceSet.NONE, PieceSet.KING)
]
SOME_KINDS: Final = [PieceSet.of([piece]) for piece in PieceSet.MEN.pieces] + [
    PieceSet.SOLDIERS,
    PieceSet.COMMANDERS,
    PieceSet.KNIGHTS,
    PieceSet.MERCENARIES,
    PieceSet.GUARDS,
]
piece_sets: Final = st.builds(
    PieceSet.__xor__, st.sampled_from(WHOLE_SIDES), usually(PieceSet.NONE, st.sampled_from(SOME_KINDS), 75)
)
"""Any set of pieces, none and all included: whole sides, mostly, or all but some kinds of them."""
SIZES: Final = st.sampled_from([7, 5, 6, 8, 9, 7, 9, 5, 11])
"""Mostly 5 to 9, even ones included."""


@st.composite
def thrones(draw: st.DrawFn, size: int) -> Zone:
    """A throne: the centre, or squares named one by one (a board of even size has no centre)."""
    inner = [square for square in every_square(size) if square not in rim(size)]
    middle = size // 2
    block = [Square(middle - file, middle - rank) for file in (0, 1) for rank in (0, 1)]
    explicit = st.sampled_from([Region.of(*block), Region.of(*block[:2]), Region.of(block[0])])
    anywhere = st.sampled_from([*inner, *rim(size)]).map(lambda s: Region.of(s))
    regions = usually(Region.CENTRE if size % 2 else Region.of(*block), st.one_of(explicit, anywhere), 80)
    return Zone(
        name="throne",
        squares=draw(regions),
        stop=draw(usually(PieceSet.KING, piece_sets, 80)),
        enter=draw(usually(PieceSet.ALL, piece_sets, 60)),
        cross=draw(usually(PieceSet.ALL, piece_sets, 60)),
        hostile_empty=draw(usually(PieceSet.ALL, piece_sets, 40)),
        hostile_always=draw(usually(PieceSet.NONE, piece_sets, 80)),
        pierces=chance(draw, 20),
    )


@st.composite
def corner_zones(draw: st.DrawFn, size: int) -> Zone:
    """Corners of one square, or of several (alea evangelii)."""
    ends = (0, 1, size - 2, size - 1)
    large = Region.of(*(Square(file, rank) for file in ends for rank in ends))
    return Zone(
        name="corners",
        squares=draw(usually(Region.CORNERS, st.just(large), 90)),
        stop=draw(usually(PieceSet.KING, piece_sets, 80)),
        enter=draw(usually(PieceSet.ALL, piece_sets, 90)),
        cross=draw(usually(PieceSet.KING, piece_sets, 70)),
        hostile_empty=draw(usually(PieceSet.MEN, piece_sets, 50)),
        hostile_always=draw(usually(PieceSet.NONE, piece_sets, 85)),
        pierces=draw(st.booleans()),
    )


def camp_squares(size: int) -> list[list[Square]]:
    """Four camps like those of S003: the middle of each edge, and one square before it."""
    middle = size // 2
    south = [Square(file, 0) for file in range(middle - 1, middle + 1 + size % 2)] + [Square(middle, 1)]
    turns = (Symmetry.IDENTITY, Symmetry.ROTATE_90, Symmetry.ROTATE_180, Symmetry.ROTATE_270)
    return [[turn.apply(square, size) for square in south] for turn in turns]


@st.composite
def camps(draw: st.DrawFn, size: int) -> list[Zone]:
    """Some camps, closed more or less, hostile to whomever."""
    chosen = draw(st.sets(st.integers(0, 3), min_size=1))
    template = Zone(
        name="camp",
        squares=Region.NONE,
        stop=draw(usually(PieceSet.ATTACKERS, piece_sets)),
        enter=draw(usually(PieceSet.NONE, piece_sets)),
        cross=draw(usually(PieceSet.NONE, piece_sets)),
        hostile_empty=draw(piece_sets),
        hostile_always=draw(usually(PieceSet.KING, piece_sets)),
        pierces=chance(draw, 20),
    )
    shapes = camp_squares(size)
    return [attrs.evolve(template, name=f"camp {at}", squares=Region.of(*shapes[at])) for at in sorted(chosen)]


@st.composite
def other_zones(draw: st.DrawFn, size: int) -> list[Zone]:
    """Camps, and squares with rules of their own that may overlap anything."""
    zones = draw(camps(size)) if chance(draw, 30) else []
    for number in range(draw(usually(0, st.integers(1, 2), 65))):
        squares = some_of(draw, every_square(size), 1, 4)
        closed = chance(draw, 30)
        zones.append(
            Zone(
                name=f"ground {number}",
                squares=Region.of(*squares),
                stop=draw(usually(PieceSet.ALL, piece_sets)),
                enter=draw(piece_sets) if closed else PieceSet.ALL,
                cross=draw(piece_sets) if closed else PieceSet.ALL,
                hostile_empty=draw(usually(PieceSet.NONE, piece_sets, 40)),
                hostile_always=draw(usually(PieceSet.NONE, piece_sets, 60)),
                pierces=chance(draw, 20),
            )
        )
    return zones


def apart(zones: Iterable[Zone], size: int) -> Iterator[Zone]:
    """The zones without those closed ones that would share a square with an earlier closed one."""
    taken: set[Square] = set()
    for zone in zones:
        squares = set(zone.squares.squares(size))
        if len(squares) > 1 and (zone.stop & ~zone.enter or zone.cross != PieceSet.ALL):
            if taken & squares:
                continue
            taken |= squares
        yield zone


@st.composite
def escapes(draw: st.DrawFn, size: int, zones: Iterable[Zone]) -> Region:
    """Where the king leaves: at least one square of it is open to him."""
    zones = list(zones)
    open_edge = Region.EDGE
    for zone in zones:
        open_edge = open_edge if PieceSet.KING in zone.stop & zone.enter else open_edge - zone.squares
    named = st.lists(st.sampled_from(every_square(size)), min_size=1, max_size=5).map(lambda s: Region.of(*s))
    usual = st.sampled_from([Region.CORNERS, Region.EDGE, Region.EDGE - Region.CORNERS, open_edge])
    return widened(draw(usually(Region.CORNERS, st.one_of(usual, usual, named), 40)), size, zones)


def widened(escape: Region, size: int, zones: Iterable[Zone]) -> Region:
    """The escape, with one more square if the king cannot stop on any of its own."""
    zones = list(zones)
    closed = [zone.squares for zone in zones if PieceSet.KING not in zone.stop & zone.enter]
    free = {square for square in every_square(size) if not any(square in squares_of(z, size) for z in closed)}
    if free & squares_of(escape, size):
        return escape
    assume(free)
    return escape | Region.of(max(free))


repetition_rules: Final = st.builds(
    Repetition,
    count=st.sampled_from([3, 2, 2, 4]),
    consequence=st.sampled_from(Consequence),
    by=usually(None, st.sampled_from(Side)),
    counts_start=usually(True, st.just(False)),
    turn=usually(True, st.just(False)),
    symmetric=usually(False, st.just(True)),
)
"""Repetition policies with small counts."""
speeds: Final = st.builds(Speed, **{each.name: usually(None, st.integers(1, 3), 70) for each in attrs.fields(Speed)})
"""Limits of the pieces' moves."""
jumps_of_all_kinds: Final = st.builds(Jumps, **{each.name: st.sampled_from(Jump) for each in attrs.fields(Jumps)})
"""Who jumps, and how."""
shieldwalls_of_all_kinds: Final = st.builds(Shieldwall, corners_close=st.booleans(), flanking=st.booleans())
"""The four kinds of shieldwall."""


def diagonal_blow(board: Board, move: Move, side: Side) -> list[Square]:
    """An extra capture to test with: while the number of pieces is odd, a piece that moves takes all enemies diagonally
    next to it. It names squares off the board and squares of its own side too, which do not count."""
    return [move.target.offset(x, y) for x in (-1, 1) for y in (-1, 1)] if len(board) % 2 else []


def bare_king(board: Board, turn: Side) -> Outcome | None:
    """An extra ending to test with: the attackers have won when the king has no man left."""
    return None if board.count(PieceSet.DEFENDERS) else Outcome(Side.ATTACKERS, Termination.EXTRA)


OPTIONS: Final[Mapping[str, st.SearchStrategy[Any]]] = {
    "first": st.sampled_from([ATTACKERS, DEFENDERS, None]),
    "king": st.sampled_from(KingStrength),
    "edge_capture": usually(EdgeCapture.WON, st.sampled_from(EdgeCapture), 60),
    "joint_capture": st.booleans(),
    "hammer": usually(PieceSet.ALL, piece_sets, 75),
    "anvil": usually(PieceSet.ALL, piece_sets, 75),
    "piercing": usually(PieceSet.COMMANDERS | PieceSet.KNIGHTS, piece_sets),
    "guard_capture": st.sampled_from(GuardCapture),
    "jumps": usually(Jumps(), jumps_of_all_kinds, 60),
    "berserk": usually(Berserk.NONE, st.sampled_from(Berserk), 50),
    "berserk_escape": st.booleans(),
    "edge_hostile": usually(PieceSet.NONE, piece_sets, 60),
    "shieldwall": st.none() | shieldwalls_of_all_kinds,
    "linnaean_capture": st.booleans(),
    "exit_fort": st.booleans(),
    "encirclement": st.booleans(),
    "secure_ring": st.booleans(),
    "speed": usually(Speed(), speeds),
    "king_die": usually(None, st.integers(1, 6), 85),
    "no_move": st.sampled_from(NoMove),
    "fewest_attackers": usually(1, st.integers(0, 4)),
    "quiet_limit": usually(None, st.integers(1, 9), 75),
    "repetition": usually(Repetition(), repetition_rules, 40),
    "announcements": st.sampled_from(Announcements),
    "tuichu_wins": usually(False, st.just(True), 80),
    "extra_captures": usually((), st.just((diagonal_blow,)), 95),
    "extra_endings": usually((), st.just((bare_king,)), 95),
}
"""The options that contradict nothing but the lack of a throne, of rings and of berserk turns."""


@st.composite
def rulesets(draw: st.DrawFn, /, size: int | None = None, **fixed: Any) -> Ruleset:
    """A valid ruleset over all options; any of them can be fixed."""
    size = size or draw(SIZES)
    options: dict[str, Any] = {name: draw(option) for name, option in OPTIONS.items() if name not in fixed} | fixed
    throne = fixed["throne"] if "throne" in fixed else draw(usually(None, thrones(size), 25))
    corners = fixed["corners"] if "corners" in fixed else draw(usually(None, corner_zones(size), 25))
    others = fixed["zones"] if "zones" in fixed else draw(other_zones(size))
    zones = list(apart([zone for zone in (throne, corners, *others) if zone is not None], size))
    if throne is None:
        options["linnaean_capture"] = False
        if options["king"] in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE):
            options["king"] = KingStrength.STRONG
    options["secure_ring"] &= options["encirclement"]
    options["berserk_escape"] &= options["berserk"] is not Berserk.NONE
    options["throne"] = throne
    options["corners"] = corners if corners in zones else None
    options["zones"] = tuple(zone for zone in zones if zone not in (throne, corners))
    escape = fixed["escape"] if "escape" in fixed else draw(escapes(size, zones))
    options["escape"] = widened(escape, size, zones)
    start = draw(_boards(size, zones, options["escape"], max(1, options["fewest_attackers"])))
    return Ruleset(name="drawn", size=size, start=start, **options)


# ------------------------------------------------------------------------------------------------------------- boards


@st.composite
def _boards(draw: st.DrawFn, size: int, zones: Collection[Zone], escape: Region, least: int) -> Board:
    everywhere = every_square(size)
    out = escape.squares(size)
    seats = [square for square in everywhere if square not in out and may_stand(zones, size, Piece.KING, square)]
    assume(seats)
    king = draw(st.sampled_from(seats))
    # Pieces that stand close together meet more rules than pieces anywhere.
    reach = draw(st.sampled_from([size, 2, 3]))
    pool = [s for s in everywhere if max(abs(s.file - king.file), abs(s.rank - king.rank)) <= reach and s != king]
    pieces: Pieces = {king: Piece.KING}
    most = draw(st.sampled_from([len(pool) // 3, len(pool) // 6, least]))
    for piece, at_least in ((Piece.ATTACKER, least), (Piece.DEFENDER, 0)):
        free = [s for s in pool if s not in pieces and may_stand(zones, size, piece, s)]
        if len(free) < at_least:
            free = [s for s in everywhere if s not in pieces and may_stand(zones, size, piece, s)]
            assume(len(free) >= at_least)
        pieces |= dict.fromkeys(some_of(draw, free, at_least, max(most, at_least)), piece)
    return Board(size, promoted(draw, pieces, zones, size) if chance(draw, 50) else pieces)


def promoted(draw: st.DrawFn, pieces: Pieces, zones: Collection[Zone], size: int) -> Pieces:
    """Make some of the men commanders, knights, mercenaries or guards, where those may stand."""
    kinds = draw(st.lists(st.sampled_from(MEN), min_size=1, max_size=3))
    percent = draw(st.sampled_from([30, 60, 100]))
    found: Pieces = {}
    for square, piece in pieces.items():
        other = Piece(piece.side, draw(st.sampled_from(kinds))) if chance(draw, percent) else piece
        fits = piece != Piece.KING and may_stand(zones, size, other, square)
        found[square] = other if fits else piece
    return found


def boards(rules: Ruleset) -> st.SearchStrategy[Board]:
    """Boards that can be played: one king who has not escaped, and nobody where he may not stop."""
    return _boards(rules.size, rules.all_zones, rules.escape, 0)


@st.composite
def anything(draw: st.DrawFn) -> Planted:
    """Any board under any ruleset."""
    rules = draw(rulesets())
    return rules, draw(boards(rules)), draw(st.sampled_from(Side))


# ------------------------------------------------------------------------------------------------------------ planting


def tame(draw: st.DrawFn, size: int, **fixed: Any) -> Ruleset:
    """A ruleset in which few options get in the way of what is planted."""
    calm: dict[str, st.SearchStrategy[Any]] = {
        "corners": usually(None, corner_zones(size), 30),
        "zones": st.just(()),
        "escape": usually(Region.CORNERS, st.just(Region.EDGE), 80),
        "hammer": usually(PieceSet.ALL, piece_sets, 85),
        "anvil": usually(PieceSet.ALL, piece_sets, 85),
        "berserk": usually(Berserk.NONE, st.sampled_from(Berserk), 85),
        "speed": usually(Speed(), speeds, 85),
        "king_die": usually(None, st.integers(1, 6), 95),
        "fewest_attackers": st.just(1),
        "quiet_limit": st.none(),
        "repetition": st.just(Repetition()),
        "announcements": usually(Announcements.NONE, st.sampled_from(Announcements), 80),
        "tuichu_wins": st.just(False),
        "extra_captures": st.just(()),
        "extra_endings": st.just(()),
        "linnaean_capture": usually(False, st.just(True), 90),
    }
    return draw(rulesets(size, **{name: draw(option) for name, option in calm.items() if name not in fixed} | fixed))


def finish(
    draw: st.DrawFn,
    rules: Ruleset,
    pieces: Pieces,
    turn: Side,
    clear: Iterable[Square] = (),
    noise: int = 3,
    promote: int = 25,
) -> Planted:
    """Add the king if he is missing and a few men elsewhere, take away who may not stand there, make some of the men
    something else now and then, and turn the board."""
    size, zones = rules.size, rules.all_zones
    board = {square: piece for square, piece in pieces.items() if may_stand(zones, size, piece, square)}
    free = [square for square in every_square(size) if square not in board and square not in set(clear)]
    if Piece.KING not in board.values():
        out = rules.escape.squares(size)
        seats = [square for square in free if square not in out and may_stand(zones, size, Piece.KING, square)]
        assume(seats)
        board[draw(st.sampled_from(seats))] = Piece.KING
    for square in some_of(draw, free, 0, noise):
        piece = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
        if square not in board and may_stand(zones, size, piece, square):
            board[square] = piece
    if chance(draw, promote):
        board = promoted(draw, board, zones, size)
    symmetry = draw(st.sampled_from(Symmetry))
    return rules.transform(symmetry), Board(size, board).transform(symmetry), turn


def hold_back(
    draw: st.DrawFn, size: int, pieces: Pieces, target: Square, piece: Piece, closed: Collection[Square] = ()
) -> set[Square]:
    """Put the piece where it can move to the target, without coming over closed squares; the squares that must stay
    free for that."""
    pieces.pop(target, None)
    origins = list(seen_from(pieces | dict.fromkeys(closed, piece), size, target))
    if not origins:
        return {target}
    origin, way = draw(st.sampled_from(origins))
    pieces[origin] = piece
    return {target, *way}


def wall_row(draw: st.DrawFn, first: int, count: int, side: Side, king: bool) -> tuple[Pieces, Pieces]:
    """A row of the enemy's along the lower edge, and the men before it."""
    row = {Square(first + at, 0): SOLDIER[side.opponent] for at in range(count)}
    if king and side is ATTACKERS:
        row[draw(st.sampled_from(sorted(row)))] = Piece.KING
    return row, {square.offset(0, 1): SOLDIER[side] for square in row}


@st.composite
def shieldwalls(draw: st.DrawFn) -> Planted:
    """A row along the edge that one move closes: at an end or from the front, a corner at one end or not, two rows at
    once, the king in the row, and sometimes a man missing."""
    two = chance(draw, 25)
    size = draw(st.sampled_from([9, 8, 11] if two else [7, 9, 6, 8]))
    side = draw(st.sampled_from(Side))
    kind = draw(shieldwalls_of_all_kinds)
    rules = tame(
        draw,
        size,
        shieldwall=kind,
        corners=draw(usually(draw(corners_of(size)), st.none(), 60)),
        escape=Region.CORNERS,
        exit_fort=False,
        king=KingStrength.STRONG,
    )
    # Beside a corner a row can be closed only where the corner does it, or where a man may stand there.
    margin = 0 if chance(draw, 10) else 1 if kind.corners_close or rules.corners is None else 2
    count = 2 if two else draw(st.integers(2, min(3, size - 2 * margin)))
    first = margin if two else draw(st.integers(margin, size - count - margin))
    row, front = wall_row(draw, first, count, side, chance(draw, 30))
    ends = [Square(first - 1, 0), Square(first + count, 0)]
    if two:
        more, before = wall_row(draw, first + count + 1, 2, side, False)
        row, front = row | more, front | before
        ends.append(Square(first + count + 3, 0))
    held = {end: SOLDIER[side] for end in ends if end.on(size)}
    corners = [end for end in held if end.file in (0, size - 1)]
    if corners and chance(draw, 70 if rules.corners else 15):
        held.pop(corners[-1])
    pieces = row | front | held
    if side is DEFENDERS and chance(draw, 30):
        pieces[draw(st.sampled_from(sorted(front | held)))] = Piece.KING
    # The square between two rows is the one that closes both.
    last = draw(st.sampled_from(sorted(front | held)))
    if ends[1] in held and chance(draw, 85 if two or kind.flanking else 40):
        last = ends[1]
    closer = pieces[last]
    if chance(draw, 15):
        pieces.pop(draw(st.sampled_from(sorted(front | held))))
    clear = hold_back(draw, size, pieces, last, closer)
    return finish(draw, rules, pieces, side, clear | set(ends) | set(row) | set(front))


def refuge(draw: st.DrawFn, size: int) -> tuple[Square, list[Square]]:
    """The king's square on the lower edge and a few squares around him that hang together."""
    king = Square(draw(st.integers(0, size - 1)), 0)
    inside = [king]
    for _ in range(draw(st.integers(1, 4))):
        inside.append(draw(st.sampled_from(sorted({n for s in inside for n in neighbours(s, size)} - set(inside)))))
    return king, inside


@st.composite
def exit_forts(draw: st.DrawFn) -> Planted:
    """A king on the edge in a pocket with a wall around it: strong, weak, double or leaking; closed already, or by the
    defenders' next move."""
    size = draw(st.sampled_from([7, 9, 8, 6]))
    corners = draw(usually(None, corner_zones(size), 40))
    rules = tame(draw, size, corners=corners, exit_fort=True, escape=draw(escapes(size, [corners] if corners else [])))
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
    rest = [square for square in every_square(size) if square not in pieces and square not in inside]
    assume(rest)
    pieces |= dict.fromkeys(some_of(draw, rest, 1, 4), Piece.ATTACKER)
    clear = set(inside)
    turn = draw(st.sampled_from(Side))
    if turn is DEFENDERS:
        clear |= hold_back(draw, size, pieces, draw(st.sampled_from(sorted(wall))), Piece.DEFENDER, inside)
    return finish(draw, rules, pieces, turn, clear, noise=2)


@st.composite
def rings(draw: st.DrawFn) -> Planted:
    """Attackers around all defenders: whole, with a gap, leaning on the edge, with a defender outside; or one move
    away from being closed."""
    size = draw(st.sampled_from([7, 9, 8, 11]))
    rules = tame(draw, size, encirclement=True, exit_fort=False, escape=Region.CORNERS, corners=None)
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


def besiege(draw: st.DrawFn, rules: Ruleset, king: Square, friends: int = 10) -> tuple[Pieces, set[Square]]:
    """The king with attackers around him, some sides open or friendly, and one attacker about to arrive."""
    size = rules.size
    pieces: Pieces = {king: Piece.KING}
    around = neighbours(king, size)
    for square in around:
        if not chance(draw, 10):
            pieces[square] = Piece.DEFENDER if chance(draw, friends) else Piece.ATTACKER
    return pieces, hold_back(draw, size, pieces, draw(st.sampled_from(around)), Piece.ATTACKER)


@st.composite
def cornered_kings(draw: st.DrawFn) -> Planted:
    """A king anywhere, or beside a corner, amid attackers, with one more about to arrive."""
    size = draw(SIZES)
    rules = draw(rulesets(size, king_die=None))
    inner = [square for square in every_square(size) if square not in rim(size)]
    beside_corner = [Square(1, 0), Square(0, 1), Square(1, 1)]
    king = draw(st.sampled_from(inner + beside_corner * (size // 2)))
    assume(king not in rules.escape.squares(size))
    pieces, clear = besiege(draw, rules, king)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@st.composite
def kings_at_edge(draw: st.DrawFn) -> Planted:
    """A king on the edge with up to three attackers around him."""
    size = draw(SIZES)
    rules = tame(
        draw,
        size,
        king=draw(usually(KingStrength.MIDDLEWEIGHT, st.sampled_from(KingStrength), 50)),
        edge_capture=draw(st.sampled_from(EdgeCapture)),
        escape=Region.CORNERS,
        corners=draw(usually(None, corners_of(size))),
    )
    king = Square(draw(st.integers(1, size - 2)), 0)
    pieces, clear = besiege(draw, rules, king)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


def corners_of(size: int) -> st.SearchStrategy[Zone]:
    """Corners on which the king may stop."""
    return corner_zones(size).map(lambda zone: attrs.evolve(zone, stop=zone.stop | PieceSet.KING, enter=PieceSet.ALL))


@st.composite
def throne_neighbourhoods(draw: st.DrawFn) -> Planted:
    """A king on the throne or beside it, with attackers and men of his around: strength near the throne, the throne as
    the fourth captor, and the Linnaean capture."""
    size = draw(SIZES)
    rules = tame(draw, size, throne=draw(thrones(size)), linnaean_capture=draw(st.booleans()), corners=None)
    throne = rules.throne
    assert throne is not None
    seats = sorted(throne.squares.squares(size))
    king = draw(st.sampled_from(seats + [near for seat in seats for near in neighbours(seat, size)]))
    assume(king not in rules.escape.squares(size))
    pieces, clear = besiege(draw, rules, king, friends=25)
    return finish(draw, rules, pieces, ATTACKERS, clear | set(neighbours(king, size)))


@st.composite
def linnaean(draw: st.DrawFn) -> Planted:
    """A king on the throne amid three attackers and one man of his, and an attacker who arrives opposite that man."""
    size = draw(st.sampled_from([7, 9, 8, 5]))
    throne = attrs.evolve(draw(thrones(size)), squares=Region.CENTRE if size % 2 else Region.of(Square(3, 4)))
    throne = attrs.evolve(throne, stop=throne.stop | PieceSet.KING)
    rules = tame(draw, size, throne=throne, linnaean_capture=True, corners=None)
    king = next(iter(throne.squares.squares(size)))
    victim = draw(st.sampled_from(neighbours(king, size)))
    pieces: Pieces = dict.fromkeys(neighbours(king, size), Piece.ATTACKER) | {king: Piece.KING}
    pieces[victim] = Piece.DEFENDER
    if chance(draw, 20):
        pieces[draw(st.sampled_from(neighbours(king, size)))] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    target = victim.offset(victim.file - king.file, victim.rank - king.rank)
    clear = hold_back(draw, size, pieces, target, Piece.ATTACKER)
    return finish(draw, rules, pieces, ATTACKERS, clear)


@st.composite
def joint_pairs(draw: st.DrawFn) -> Planted:
    """A king and one protector, both surrounded but for the square where an attacker is about to arrive."""
    size = draw(st.sampled_from([7, 9, 8, 6, 5]))
    capture = draw(usually(EdgeCapture.WON, st.sampled_from(EdgeCapture), 60))
    rules = tame(draw, size, joint_capture=True, escape=Region.CORNERS, edge_capture=capture, corners=None)
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


@st.composite
def brackets(draw: st.DrawFn) -> Planted:
    """Soldiers that one move takes: between two enemies, against a throne, a corner, a camp or the edge, two or three
    at once."""
    size = draw(SIZES)
    rules = draw(rulesets(size, king_die=None))
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


@st.composite
def camp_life(draw: st.DrawFn) -> Planted:
    """Attackers in and before their camps, the king and his men near them."""
    size = draw(st.sampled_from([9, 7, 8, 6]))
    zones = draw(camps(size))
    rules = draw(rulesets(size, zones=tuple(zones), corners=None, king_die=None))
    inside = sorted({square for zone in rules.zones for square in zone.squares.squares(size)})
    assume(inside)
    before = sorted({near for square in inside for near in neighbours(square, size)} - set(inside))
    pieces: Pieces = dict.fromkeys(some_of(draw, inside, 1, 6), Piece.ATTACKER)
    for square in some_of(draw, before, 1, 6):
        pieces[square] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    seats = [square for square in before if square not in rules.escape.squares(size)]
    assume(seats)
    pieces[draw(st.sampled_from(seats))] = Piece.KING
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)))


@st.composite
def near_repetitions(draw: st.DrawFn, repetition: Repetition | None = None) -> Planted:
    """A few pieces on a small board under a repetition rule with a small count: see :func:`shuffling`."""
    size = draw(st.sampled_from([5, 6, 7]))
    weak = draw(usually(KingStrength.WEAK, st.sampled_from(KingStrength)))
    rules = tame(
        draw,
        size,
        repetition=repetition or draw(repetition_rules),
        king=weak,
        exit_fort=False,
        encirclement=False,
        fewest_attackers=draw(st.integers(0, 1)),
        escape=draw(st.sampled_from([Region.CORNERS, Region.EDGE])),
        corners=draw(usually(None, corners_of(size))),
        announcements=draw(st.sampled_from(Announcements)),
        quiet_limit=draw(usually(None, st.integers(4, 12), 85)),
    )
    king = draw(st.sampled_from([square for square in every_square(size) if square not in rules.escape.squares(size)]))
    free = [square for square in every_square(size) if square != king]
    pieces: Pieces = {king: Piece.KING} | dict.fromkeys(some_of(draw, free, 1, 3), Piece.ATTACKER)
    rest = [square for square in free if square not in pieces]
    pieces |= dict.fromkeys(some_of(draw, rest, 0, 2), Piece.DEFENDER)
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)), noise=0)


@st.composite
def last_attackers(draw: st.DrawFn) -> Planted:
    """As few attackers as the rules allow, or one more, and one of them about to be taken."""
    size = draw(SIZES)
    fewest = draw(st.integers(0, 4))
    rules = tame(draw, size, fewest_attackers=fewest, exit_fort=False)
    victim, step = draw(st.sampled_from(every_square(size))), draw(st.sampled_from(STEPS))
    partner, target = victim.offset(*step), victim.offset(-step[0], -step[1])
    assume(partner.on(size) and target.on(size))
    pieces: Pieces = {victim: Piece.ATTACKER, partner: Piece.DEFENDER}
    clear = hold_back(draw, size, pieces, target, Piece.DEFENDER)
    free = [square for square in every_square(size) if square not in pieces and square not in clear]
    for square in some_of(draw, free, max(0, fewest - 1), fewest + 1):
        pieces[square] = Piece.ATTACKER
    return finish(draw, rules, pieces, DEFENDERS, clear, noise=0)


@st.composite
def blocked_sides(draw: st.DrawFn) -> Planted:
    """A side whose few pieces at the edge are hemmed in, but for the square where an enemy is about to arrive."""
    size = draw(st.sampled_from([5, 7, 6, 9]))
    side = draw(st.sampled_from(Side))
    rules = tame(
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
    assume(not out & set(group))
    clear = hold_back(draw, size, pieces, draw(st.sampled_from(hem)), SOLDIER[side.opponent])
    everywhere = set(every_square(size)) if side is ATTACKERS else clear
    if side is ATTACKERS:
        seats = [square for square in every_square(size) if square not in pieces and square not in out | clear]
        assume(seats)
        pieces[draw(st.sampled_from(seats))] = Piece.KING
    return finish(draw, rules, pieces, side.opponent, everywhere, noise=1)


def inner_escapes(size: int) -> st.SearchStrategy[Region]:
    """A single square to escape to, so that a king on the edge or in a corner is still in play."""
    return st.sampled_from(every_square(size)).map(lambda square: Region.of(square))


@st.composite
def ways_out(draw: st.DrawFn) -> Planted:
    """A king with open lines to squares of escape, some of them blocked; announcements, tuichu and the die matter."""
    size = draw(SIZES)
    rules = draw(
        rulesets(
            size,
            zones=(),
            tuichu_wins=draw(st.booleans()),
            announcements=draw(st.sampled_from([Announcements.BINDING, *Announcements])),
            king_die=draw(usually(None, st.integers(1, 6))),
        )
    )
    out = rules.escape.squares(size)
    lines = [s for s in every_square(size) if s not in out and any(s.file == e.file or s.rank == e.rank for e in out)]
    assume(lines)
    king = draw(st.sampled_from(lines))
    pieces: Pieces = {king: Piece.KING}
    for step in STEPS:
        way = [square for at in range(1, size) if (square := king.offset(at * step[0], at * step[1])).on(size)]
        if way and chance(draw, 45):
            pieces[draw(st.sampled_from(way))] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)), noise=4)


@st.composite
def dice(draw: st.DrawFn) -> Planted:
    """A king who needs a roll: alone, blocked, or beside a square that he crosses but may not stop on (so that a low
    roll is void)."""
    size = draw(st.sampled_from([7, 5, 9, 6]))
    king = draw(st.sampled_from(every_square(size)))
    step = draw(st.sampled_from(STEPS))
    ditch = king.offset(*step)
    assume(ditch.offset(*step).on(size))
    stop = draw(st.sampled_from([PieceSet.ATTACKERS, PieceSet.NONE, PieceSet.MEN]))
    zone = Zone(name="ditch", squares=Region.of(ditch), stop=stop, cross=draw(usually(PieceSet.ALL, piece_sets)))
    rules = tame(draw, size, zones=(zone,), throne=None, corners=None, king_die=draw(st.integers(1, 6)))
    assume(king not in rules.escape.squares(size))
    pieces: Pieces = {king: Piece.KING}
    for near in neighbours(king, size):
        if near != ditch and chance(draw, 75):
            pieces[near] = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
    turn = draw(usually(DEFENDERS, st.just(ATTACKERS)))
    return finish(draw, rules, pieces, turn, {ditch, ditch.offset(*step)}, noise=draw(st.integers(0, 4)))


@st.composite
def house_rules(draw: st.DrawFn) -> Planted:
    """Pieces close together, under a ruleset with an extra capture or an extra ending."""
    extras = draw(st.sampled_from([((diagonal_blow,), ()), ((), (bare_king,)), ((diagonal_blow,), (bare_king,))]))
    rules = draw(rulesets(extra_captures=extras[0], extra_endings=extras[1], king_die=None, quiet_limit=None))
    board = draw(boards(rules))
    if extras[1] and chance(draw, 50):
        board = Board(rules.size, {s: piece for s, piece in board.items() if not PieceSet.DEFENDERS.has(piece)})
        free = [s for s in neighbours(board.king or Square(0, 0), rules.size) if s not in board]
        for square in some_of(draw, free, 0, 1):
            if may_stand(rules.all_zones, rules.size, Piece.DEFENDER, square):
                board = board.put(square, Piece.DEFENDER)
    return rules, board, draw(st.sampled_from(Side))


# ----------------------------------------------------------------------------------- pieces that jump, turn and go on


def of(side: Side, kind: Kind) -> Piece:
    """The piece of a kind, or the king for the defenders."""
    return Piece.KING if kind is Kind.KING else Piece(side, kind)


def jumping(draw: st.DrawFn, kinds: Iterable[Kind]) -> Jumps:
    """Jumps in which the kinds jump somehow."""
    fields = {Kind.KING: "king"} | {kind: f"{kind.value.replace('mercenary', 'mercenarie')}s" for kind in MEN}
    modes = [Jump.CAPTURING, Jump.OVER_ENEMIES, Jump.RESTRICTED, Jump.OVER_ANYBODY]
    return attrs.evolve(
        draw(usually(Jumps(), jumps_of_all_kinds)), **{fields[kind]: draw(st.sampled_from(modes)) for kind in kinds}
    )


@st.composite
def jumps(draw: st.DrawFn) -> Planted:
    """A piece that can jump over a man beside it, or over somebody over whom it may not jump; into zones, out of them
    and across them, over a corner, with somebody behind; and enemies whom its arrival takes."""
    size = draw(SIZES)
    side = draw(st.sampled_from(Side))
    kind = draw(st.sampled_from([*MEN, Kind.KING] if side is DEFENDERS else MEN))
    escape = draw(st.sampled_from([Region.CORNERS, Region.EDGE]))
    rules = tame(
        draw,
        size,
        jumps=jumping(draw, [kind]),
        zones=tuple(draw(other_zones(size))) if chance(draw, 50) else (),
        escape=escape,
        corners=draw(usually(None, corners_of(size))),
        hammer=draw(usually(PieceSet.ALL, piece_sets, 60)),
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


def chain_link(draw: st.DrawFn, size: int, side: Side, pieces: Pieces, at: Square, clear: set[Square]) -> Square | None:
    """Plant a capture that a piece on that square makes by its next move, and say where it then stands."""
    free = {square for square in every_square(size) if square not in pieces and square not in clear}
    found: list[tuple[Square, Square, Square, list[Square]]] = []
    for target, way in seen_from(pieces, size, at):
        for step in STEPS:
            victim = target.offset(*step)
            if {victim, partner := victim.offset(*step)} <= free and target != at and victim not in way:
                found.append((target, victim, partner, way))
    if not found:
        return None
    target, victim, partner, way = draw(st.sampled_from(found))
    pieces[victim] = of(side.opponent, draw(usually(Kind.SOLDIER, st.sampled_from(MEN), 80)))
    pieces[partner] = of(side, draw(usually(Kind.SOLDIER, st.sampled_from(MEN), 85)))
    clear |= {target, *way}
    return target


def chain_jump(draw: st.DrawFn, size: int, side: Side, pieces: Pieces, at: Square, clear: set[Square]) -> Square | None:
    """Plant a man over whom a piece on that square can jump, and say where it then stands."""
    free = {square for square in every_square(size) if square not in pieces}
    steps = [step for step in STEPS if at.offset(*step) in free - clear and at.offset(2 * step[0], 2 * step[1]) in free]
    if not steps:
        return None
    step = draw(st.sampled_from(steps))
    pieces[at.offset(*step)] = of(side.opponent, draw(st.sampled_from([Kind.SOLDIER, Kind.SOLDIER, Kind.MERCENARY])))
    target = at.offset(2 * step[0], 2 * step[1])
    clear.add(target)
    return target


@st.composite
def berserk_chains(draw: st.DrawFn) -> Planted:
    """A piece that captures, and captures again from where it then stands, up to three times; the king too, with a
    square of escape on his way."""
    size = draw(st.sampled_from([9, 7, 8, 11]))
    side = draw(st.sampled_from(Side))
    kind = draw(st.sampled_from([Kind.KING, *MEN[:-1]] if side is DEFENDERS else MEN[:-1]))
    pieces: Pieces = {}
    at = draw(st.sampled_from(every_square(size)))
    clear = {at}
    stops = [at]
    for _ in range(draw(st.integers(1, 3))):
        link = chain_jump if chance(draw, 60 if kind is Kind.KNIGHT else 15) else chain_link
        ahead = link(draw, size, side, pieces, at, clear)
        if ahead is None:
            break
        at = ahead
        stops.append(at)
    pieces[stops[0]] = of(side, kind)
    ways = [square for square, _ in seen_from(pieces, size, at) if square not in stops]
    named = [Region.CORNERS, Region.EDGE, *(Region.of(square) for square in ways[:1] + stops[1:])]
    escape = draw(st.sampled_from(named if kind is Kind.KING else named[:1]))
    rules = tame(
        draw,
        size,
        corners=None,
        throne=draw(usually(None, thrones(size), 60)),
        escape=escape,
        berserk=draw(usually(Berserk.MUST_CAPTURE, st.just(Berserk.MUST_MOVE), 60)),
        berserk_escape=draw(st.booleans()),
        jumps=draw(usually(Jumps(king=Jump.CAPTURING), jumps_of_all_kinds)),
        fewest_attackers=draw(usually(0, st.just(1))),
        king_die=draw(usually(None, st.integers(1, 6), 85)),
        repetition=draw(usually(Repetition(), repetition_rules)),
        announcements=draw(usually(Announcements.NONE, st.sampled_from(Announcements), 60)),
    )
    assume(kind is not Kind.KING or stops[0] not in rules.escape.squares(size))
    return finish(draw, rules, pieces, side, clear | set(ways), noise=draw(st.integers(0, 3)), promote=0)


@st.composite
def pierced_kings(draw: st.DrawFn) -> Planted:
    """A strong king whom a second commander or knight is about to reach, or who stands beside a square that pierces; on
    the throne and off it, at the edge and in the open."""
    size = draw(SIZES)
    strong = [KingStrength.STRONG, KingStrength.MIDDLEWEIGHT, KingStrength.STRONG, *KingStrength]
    rules = tame(
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
    king = draw(st.sampled_from([*beside, *special] if chance(draw, 60) else every_square(size)))
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


@st.composite
def surrounded_guards(draw: st.DrawFn) -> Planted:
    """A guard with enemies on his sides, at the edge and beside zones too, and one more about to arrive."""
    size = draw(SIZES)
    side = draw(st.sampled_from(Side))
    rules = draw(
        rulesets(
            size,
            king_die=None,
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


@st.composite
def mercenaries(draw: st.DrawFn) -> Planted:
    """Mercenaries whom one move turns: between two enemies, in a shieldwall, jumped over, or with their king."""
    rules, board, turn = draw(st.one_of(brackets(), shieldwalls(), jumps(), joint_pairs(), berserk_chains()))
    side = turn.opponent
    for square, piece in board.items():
        man = piece.kind in (Kind.SOLDIER, Kind.MERCENARY)
        other = Piece(piece.side, Kind.MERCENARY)
        if man and chance(draw, 75 if piece.side is side else 20):
            board = board.put(square, other) if may_stand(rules.all_zones, rules.size, other, square) else board
    return rules, board, turn


def hollow(draw: st.DrawFn, size: int) -> list[Square]:
    """Squares off the edge that hang together in any shape."""
    inner = [square for square in every_square(size) if square not in rim(size)]
    found = [draw(st.sampled_from(inner))]
    for _ in range(draw(st.integers(0, 8))):
        ahead = {near for square in found for near in neighbours(square, size)} - set(found)
        found.append(draw(st.sampled_from(sorted(ahead & set(inner)) or found)))
    return sorted(set(found))


@st.composite
def jumped_rings(draw: st.DrawFn) -> Planted:
    """Rings of any shape, secure or not, around defenders who can jump; made of men who can be jumped over and of
    others; whole, or one move away from it."""
    size = draw(st.sampled_from([7, 9, 8]))
    kinds = [Kind.COMMANDER, Kind.KNIGHT, Kind.KING, Kind.SOLDIER]
    jumpers = draw(st.lists(st.sampled_from(kinds), min_size=0, max_size=2, unique=True))
    rules = tame(
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


@st.composite
def jumped_forts(draw: st.DrawFn) -> Planted:
    """Forts before which attackers stand who can jump over men, and with guards and other men in their walls."""
    rules, board, turn = draw(exit_forts())
    zones, size = rules.all_zones, rules.size
    kinds = draw(st.lists(st.sampled_from([Kind.COMMANDER, Kind.KNIGHT, Kind.SOLDIER]), min_size=1, max_size=2))
    rules = rules.evolve(jumps=jumping(draw, kinds))
    walls = draw(st.sampled_from([[Kind.SOLDIER], [Kind.GUARD], [Kind.COMMANDER, Kind.KNIGHT], MEN]))
    for square, piece in board.items():
        options = kinds if piece.side is ATTACKERS else walls
        other = Piece(piece.side, draw(st.sampled_from(options)))
        if piece != Piece.KING and chance(draw, 70) and may_stand(zones, size, other, square):
            board = board.put(square, other)
    return rules, board, turn


@st.composite
def passes(draw: st.DrawFn) -> Planted:
    """Few pieces that hem each other in, under the rule that a side without a move passes; sometimes nobody can
    move."""
    if chance(draw, 60):
        rules, board, turn = draw(blocked_sides())
        return rules.evolve(no_move=NoMove.PASS), board, turn
    size = draw(st.sampled_from([5, 6]))
    slow = Speed(**{each.name: 1 for each in attrs.fields(Speed)})
    rules = tame(
        draw,
        size,
        no_move=NoMove.PASS,
        corners=None,
        throne=None,
        escape=draw(inner_escapes(size)),
        speed=draw(usually(slow, speeds)),
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
    if still and chance(draw, 70):
        rest = Region.of(*(square for square in free if square not in still))
        marsh = attrs.evolve(zone, squares=rest, cross=PieceSet.NONE)
        rules = rules.evolve(zones=(marsh,), escape=widened(rules.escape, size, [marsh]))
        assume(king not in rules.escape.squares(size))
    return finish(draw, rules, pieces, draw(st.sampled_from(Side)), noise=0, promote=10)


PLANTS: Final[Mapping[str, Callable[[], st.SearchStrategy[Planted]]]] = {
    "anything": anything,
    "shieldwalls": shieldwalls,
    "exit_forts": exit_forts,
    "rings": rings,
    "cornered_kings": cornered_kings,
    "kings_at_edge": kings_at_edge,
    "throne_neighbourhoods": throne_neighbourhoods,
    "linnaean": linnaean,
    "joint_pairs": joint_pairs,
    "brackets": brackets,
    "camp_life": camp_life,
    "near_repetitions": near_repetitions,
    "last_attackers": last_attackers,
    "blocked_sides": blocked_sides,
    "ways_out": ways_out,
    "dice": dice,
    "house_rules": house_rules,
    "jumps": jumps,
    "berserk_chains": berserk_chains,
    "pierced_kings": pierced_kings,
    "surrounded_guards": surrounded_guards,
    "mercenaries": mercenaries,
    "jumped_rings": jumped_rings,
    "jumped_forts": jumped_forts,
    "passes": passes,
}
"""All planted strategies by name."""


def planted() -> st.SearchStrategy[Planted]:
    """Any of the planted boards."""
    return st.one_of([plant() for plant in PLANTS.values()])


def shuffling(
    draw: st.DrawFn, moves: Collection[tuple[Square, Square]], own_last: tuple[Square, Square] | None
) -> tuple[Square, Square]:
    """Choose a move, mostly the one that takes the side's last move back: so positions come again."""
    if own_last is not None and own_last[::-1] in moves and chance(draw, 75):
        return own_last[1], own_last[0]
    return draw(st.sampled_from(sorted(moves)))
