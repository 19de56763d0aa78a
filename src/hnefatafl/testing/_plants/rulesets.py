"""Rulesets over all options, and zones of all kinds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from hnefatafl.board import Board, Outcome, PieceSet, Region, Side, Square, Symmetry, Termination
from hnefatafl.play import Position
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Call,
    Consequence,
    Die,
    EdgeCapture,
    Jump,
    Jumps,
    KingStrength,
    Passing,
    Repetition,
    Roll,
    Ruleset,
    Shieldwall,
    Speed,
    Zone,
)
from hnefatafl.support.enums import Listed, fields, in_force, kinds
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    ATTACKERS,
    DEFENDERS,
    board_with,
    chance,
    every_square,
    rim,
    some_of,
    squares_of,
    usually,
)
from hnefatafl.testing._plants.generators import assume

if TYPE_CHECKING:
    from hnefatafl.board import Move

WHOLE_SIDES: Final = [
    attackers | defenders | king
    for attackers in (PieceSet.NONE, PieceSet.ATTACKERS)
    for defenders in (PieceSet.NONE, PieceSet.DEFENDING_MEN)
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
"""Any set of pieces, including none and all: mostly whole sides, or all except some kinds."""
SIZES: Final = st.sampled_from([7, 5, 6, 8, 9, 7, 9, 5, 11])
"""Mostly 5 to 9, including even sizes."""


@st.composite
def thrones(draw: st.DrawFn, size: int) -> Zone:
    """Draw a throne: the centre, or named squares (a board of even size has no centre)."""
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
    """Draw corners of one square, or of several (alea evangelii)."""
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
    """Return four camps like those of S003: the middle of each edge, and one square in front of it."""
    middle = size // 2
    south = [Square(file, 0) for file in range(middle - 1, middle + 1 + size % 2)] + [Square(middle, 1)]
    turns = (Symmetry.IDENTITY, Symmetry.ROTATE_90, Symmetry.ROTATE_180, Symmetry.ROTATE_270)
    return [[turn.apply(square, size) for square in south] for turn in turns]


@st.composite
def camps(draw: st.DrawFn, size: int) -> list[Zone]:
    """Draw some camps, more or less closed, hostile to any pieces."""
    chosen = draw(st.samples(range(4), min_size=1, max_size=4))
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
    return [
        attrs.evolve(template, name=f"camp {number}", squares=Region.of(*shapes[number])) for number in sorted(chosen)
    ]


@st.composite
def other_zones(draw: st.DrawFn, size: int) -> list[Zone]:
    """Draw camps, and other zones that may overlap anything."""
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
    """Yield the zones except closed ones that share a square with an earlier closed one."""
    taken: set[Square] = set()
    for zone in zones:
        squares = set(zone.squares.squares(size))
        if zone._is_closed(size):
            if taken & squares:
                continue
            taken |= squares
        yield zone


@st.composite
def escapes(draw: st.DrawFn, size: int, zones: Iterable[Zone]) -> Region:
    """Draw an escape region with at least one square that is open to the king."""
    zones = list(zones)
    open_edge = Region.EDGE
    for zone in zones:
        open_edge = open_edge if PieceSet.KING in zone.stop & zone.enter else open_edge - zone.squares
    listed = st.lists(st.sampled_from(every_square(size)), min_size=1, max_size=5).map(lambda s: Region.of(*s))
    usual = st.sampled_from([Region.CORNERS, Region.EDGE, Region.EDGE - Region.CORNERS, open_edge])
    return widened(draw(usually(Region.CORNERS, st.one_of(usual, usual, listed), 40)), size, zones)


def widened(escape: Region, size: int, zones: Iterable[Zone]) -> Region:
    """Return the escape, with one more square if the king cannot stop on any of it."""
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
    before_captures=st.booleans(),
)
"""Repetition policies with small counts."""
speeds: Final = st.builds(Speed, **{speed.name: usually(None, st.integers(1, 3), 70) for speed in attrs.fields(Speed)})
"""Limits of the pieces' moves."""
jumps_of_all_kinds: Final = st.builds(Jumps, **{kind.name: st.sampled_from(Jump) for kind in attrs.fields(Jumps)})
"""The jumps of the kinds."""
dice_of_all_kinds: Final = st.builds(
    Die,
    faces=st.integers(1, 6),
    pieces=usually(PieceSet.KING, st.sampled_from([PieceSet.ALL, PieceSet.ALL, PieceSet.DEFENDERS]) | piece_sets, 40),
    allows=st.sampled_from(Roll),
)
"""Dice for the king and for others, and what their rolls say."""
shieldwalls_of_all_kinds: Final = st.builds(Shieldwall, corners_close=st.booleans(), flanking=st.booleans())
"""The four kinds of shieldwall."""


BINDING: Final = Announcements(way_out=Call.MUST, raichi=True, binding=True)
"""The announcements of S003 §9."""
_WAYS_OUT: Final = [
    Announcements(),
    Announcements(way_out=Call.MAY),
    Announcements(way_out=Call.MAY, raichi=True),
    Announcements(way_out=Call.MUST),
    Announcements(way_out=Call.MUST, raichi=True),
    Announcements(way_out=Call.MUST, binding=True),
    BINDING,
]
announcements_of_all_kinds: Final = st.sampled_from(
    [attrs.evolve(said, threat=threat) for said in _WAYS_OUT for threat in Call]
)
"""Which announcements there are, and whether they must or may be made, or bind."""


def diagonal_blow(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """An extra capture for tests: while the number of pieces is odd, a piece that moves captures all enemies diagonally
    next to it. It also returns squares off the board and squares of its own side, which do not count."""
    return [move.target.offset(x, y) for x in (-1, 1) for y in (-1, 1)] if len(board) % 2 else []


def grip(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """An extra capture for tests: a piece that ends its move on a file with an even number captures the king next to
    it. It also returns squares that are empty, off the board, or emptied by the ordinary captures, each of them
    twice."""
    around = [move.target.offset(x, y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    answer = [square for square in around if square == board.king or square not in board]
    return answer * 2 if move.target.file % 2 == 0 else []


def overrun(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending for tests: before the attackers' turn, the defenders win if they have more pieces."""
    more = board.count(PieceSet.DEFENDING_MEN) > board.count(PieceSet.ATTACKERS)
    return Outcome(Side.DEFENDERS, Termination.EXTRA) if more and turn is Side.ATTACKERS else None


def bare_king(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending for tests: the attackers win when the king has no men left."""
    return None if board.count(PieceSet.DEFENDING_MEN) else Outcome(Side.ATTACKERS, Termination.EXTRA)


def worn_out(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending for tests that looks at the moves before: a side that has lost nothing wins when the position has
    come up twice or the options end the game by a counter."""
    over = position.outcome
    counted = position.repetitions > 1 or (over is not None and not over.termination.by_board)
    first = position.history()[0].board
    sides = {Side.ATTACKERS: PieceSet.ATTACKERS, Side.DEFENDERS: PieceSet.DEFENDERS}
    whole = [side for side, pieces in sides.items() if first.count(pieces) == board.count(pieces)]
    return Outcome(whole[0], Termination.EXTRA) if counted and len(whole) == 1 else None


def every_third(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    """An extra capture for tests that looks at the moves before: every third ply captures what stands beyond the piece
    that has moved, two squares away."""
    ways = ((0, 2), (2, 0), (0, -2), (-2, 0))
    return [move.target.offset(x, y) for x, y in ways] if position.ply % 3 == 2 else []


_CHOSEN: Final[Mapping[str, st.Generator[Any]]] = {
    "first": st.sampled_from([ATTACKERS, DEFENDERS, None]),
    "edge_capture": usually(EdgeCapture.WON, st.sampled_from(EdgeCapture), 60),
    "hammer": usually(PieceSet.ALL, piece_sets, 75),
    "anvil": usually(PieceSet.ALL, piece_sets, 75),
    "jumps": usually(Jumps(), jumps_of_all_kinds, 60),
    "berserk": usually(Berserk.NONE, st.sampled_from(Berserk), 50),
    "edge_hostile": usually(PieceSet.NONE, piece_sets, 60),
    "shieldwall": st.none() | shieldwalls_of_all_kinds,
    "speed": usually(Speed(), speeds),
    "forced_capture": usually(False, st.just(True), 80),
    "die": usually(None, dice_of_all_kinds, 85),
    "may_pass": usually(Passing.NOBODY, st.sampled_from(Passing), 80),
    "immobile_king": usually(False, st.just(True), 75),
    "fewest_attackers": usually(1, st.integers(0, 4)),
    "fewest_defenders": usually(0, st.integers(1, 4), 80),
    "quiet_limit": usually(None, st.integers(1, 9), 75),
    "move_limit": usually(None, st.integers(1, 20), 85),
    "no_escape": usually(False, st.just(True), 75),
    "simple_fort": usually(False, st.just(True), 65),
    "whole_ring": usually(False, st.just(True), 65),
    "edge_ring": usually(False, st.just(True), 75),
    "repetition": usually(Repetition(), repetition_rules, 40),
    "announcements": announcements_of_all_kinds,
    "tuichu_wins": usually(False, st.just(True), 80),
    "extra_captures": usually(
        (), st.sampled_from([(diagonal_blow,), (grip,), (grip, diagonal_blow), (every_third,)]), 90
    ),
    "extra_endings": usually((), st.sampled_from([(bare_king,), (overrun, bare_king), (worn_out,)]), 90),
}
"""The options with strategies of their own: some values are rare, because they prevent much else."""


def _values(field: attrs.Attribute[Any]) -> st.Generator[Any] | None:
    """Return a strategy for the values of an option, by default by its type; None if they depend on the board."""
    if field.name in _CHOSEN:
        return _CHOSEN[field.name]
    kind = kinds(field.type)[0]
    if kind is bool:
        return st.booleans()
    if issubclass(kind, Listed):
        return st.sampled_from(kind)
    if issubclass(kind, PieceSet):
        among = field.metadata.get("among", PieceSet.ALL)
        return usually(field.default, piece_sets.map(lambda pieces: pieces & among), 75)
    return usually(field.default, st.integers(1, 9)) if kind is int and field.name != "size" else None


_FIELDS: Final = [field for field in fields(Ruleset) if field.name not in Ruleset.LABELS]
OPTIONS: Final[Mapping[str, st.Generator[Any]]] = {
    field.name: values for field in _FIELDS if (values := _values(field)) is not None
}
"""The options that contradict only one another, or the absence of a throne, of rings or of berserk turns."""


@st.composite
def rulesets(draw: st.DrawFn, /, size: int | None = None, **fixed: Any) -> Ruleset:
    """Return a strategy for valid rulesets over all options; any option can be fixed."""
    size = size or draw(SIZES)
    options: dict[str, Any] = {name: draw(option) for name, option in OPTIONS.items() if name not in fixed} | fixed
    throne = fixed["throne"] if "throne" in fixed else draw(usually(None, thrones(size), 25))
    corners = fixed["corners"] if "corners" in fixed else draw(usually(None, corner_zones(size), 25))
    others = fixed["zones"] if "zones" in fixed else draw(other_zones(size))
    zones = list(apart([zone for zone in (throne, corners, *others) if zone is not None], size))
    options["throne"] = throne
    if throne is None and options["king"] in (KingStrength.STRONG_NEAR_THRONE, KingStrength.STRONG_ON_THRONE):
        options["king"] = KingStrength.STRONG
    for field in _FIELDS:
        if "needs" in field.metadata and not in_force(options[field.metadata["needs"]]):
            options[field.name] = field.default
    other = "walk_in" if "no_walk_in" in fixed else "no_walk_in"
    options[other] &= ~options["walk_in" if other == "no_walk_in" else "no_walk_in"]
    options["corners"] = corners if corners in zones else None
    options["zones"] = tuple(zone for zone in zones if zone not in (throne, corners))
    escape = fixed["escape"] if "escape" in fixed else draw(escapes(size, zones))
    options["escape"] = widened(escape, size, zones)
    fewest, men = max(1, options["fewest_attackers"]), options["fewest_defenders"]
    start = draw(board_with(size, zones, options["escape"], fewest, men))
    return Ruleset(name="drawn", size=size, start=start, **options)
