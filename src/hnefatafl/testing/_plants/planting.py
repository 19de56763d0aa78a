"""Common parts of the plants: simple rules, pieces about to arrive, and boards that are filled up and rotated."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, update_wrapper
from typing import Any, Final, TypeAlias

import attrs

from hnefatafl.board import Board, Kind, Piece, PieceSet, Region, Side, Square, Symmetry
from hnefatafl.rules import (
    Announcements,
    Berserk,
    Jump,
    Jumps,
    LimitConsequence,
    Passing,
    Repetition,
    Ruleset,
    Speed,
    Zone,
)
from hnefatafl.support.texts import plural
from hnefatafl.testing._plants import generators as st
from hnefatafl.testing._plants.drawing import (
    MEN,
    Pieces,
    Planted,
    chance,
    every_square,
    may_stand,
    neighbours,
    promoted,
    seen_from,
    some_of,
    usually,
)
from hnefatafl.testing._plants.generators import assume
from hnefatafl.testing._plants.rulesets import (
    SIZES,
    announcements_of_all_kinds,
    corner_zones,
    dice_of_all_kinds,
    jumps_of_all_kinds,
    piece_sets,
    rulesets,
    speeds,
)


def with_kinds_of(rules: Ruleset, board: Board) -> Board:
    """Return the board with soldiers for kinds that the game does not have, or without them where they may not
    stand."""
    present = {piece.kind for piece in rules.start.values()}
    for square, piece in board.items():
        if piece.kind not in present:
            man = Piece(piece.side, Kind.SOLDIER)
            board = board.put(square, man if may_stand(rules.all_zones, rules.size, man, square) else None)
    return board


@lru_cache(maxsize=32)
def symmetries_of(rules: Ruleset) -> tuple[Symmetry, ...]:
    """Return the symmetries of a ruleset, which takes far longer than a board."""
    return rules.symmetries


Make: TypeAlias = Callable[[st.DrawFn, Ruleset | None, int], Planted]
"""What draws a board of a size, with a ruleset or under the one that is given."""


class Plant:
    """What returns a generator of boards on which a rule is decided at once or by one move, with a ruleset or under the
    one that is given. The boards are rotated or mirrored, if a given ruleset allows it."""

    def __init__(self, make: Make, sizes: st.Generator[int], needs: Callable[[Ruleset], object]) -> None:
        self.make, self.sizes, self.needs = make, sizes, needs
        update_wrapper(self, make)

    def __call__(self, ruleset: Ruleset | None = None) -> st.Generator[Planted]:
        """Return the generator."""
        return st.Generator(lambda draw: self._draw(draw, ruleset))

    def _draw(self, draw: st.DrawFn, given_rules: Ruleset | None) -> Planted:
        size = given_rules.size if given_rules is not None else draw(self.sizes)
        rules, board, turn = self.make(draw, given_rules, size)
        symmetry = draw(st.sampled_from(Symmetry if given_rules is None else symmetries_of(given_rules)))
        if given_rules is not None:
            board = with_kinds_of(given_rules, board)
        return given_rules or rules.transform(symmetry), board.transform(symmetry), turn


def plant(*sizes: int, needs: Callable[[Ruleset], object] = lambda _: True) -> Callable[[Make], Plant]:
    """Declare a plant.

    Arguments:
        sizes: the sizes of boards, unless a ruleset is given, which has its own; by default any.
        needs: whether the rule of the plant applies under a ruleset.
    """
    return lambda make: Plant(make, st.sampled_from(sizes) if sizes else SIZES, needs)


def has_kind(kind: Kind) -> Callable[[Ruleset], bool]:
    """Return what says whether a game has men of a kind."""
    return lambda rules: any(piece.kind is kind for piece in rules.pieces.pieces)


def has_jumps(rules: Ruleset) -> bool:
    """Return whether pieces of a game may jump."""
    return has_kind(Kind.COMMANDER)(rules) or has_kind(Kind.KNIGHT)(rules) or rules.jumps != Jumps()


_CALM: Final[Mapping[str, st.Generator[Any]]] = {
    "zones": st.just(()),
    "escape": usually(Region.CORNERS, st.just(Region.EDGE), 80),
    "hammer": usually(PieceSet.ALL, piece_sets, 85),
    "anvil": usually(PieceSet.ALL, piece_sets, 85),
    "berserk": usually(Berserk.NONE, st.sampled_from(Berserk), 85),
    "speed": usually(Speed(), speeds, 85),
    "may_pass": usually(Passing.NOBODY, st.sampled_from(Passing), 95),
    "forced_capture": usually(False, st.just(True), 95),
    "die": usually(None, dice_of_all_kinds, 95),
    "immobile_king": usually(False, st.just(True), 85),
    "fewest_attackers": st.just(1),
    "fewest_defenders": st.just(0),
    "quiet_limit": st.none(),
    "quiet_limit_consequence": st.just(LimitConsequence.DRAW),
    "move_limit": st.none(),
    "move_limit_consequence": st.just(LimitConsequence.DRAW),
    "repetition": st.just(Repetition()),
    "announcements": usually(Announcements(), announcements_of_all_kinds, 80),
    "tuichu_wins": st.just(False),
    "no_escape": usually(False, st.just(True), 85),
    "extra_captures": st.just(()),
    "extra_endings": st.just(()),
    "walk_in": usually(PieceSet.NONE, st.just(PieceSet.MEN), 90),
    "no_walk_in": usually(PieceSet.NONE, st.just(PieceSet.MEN), 90),
    "line_capture": usually(False, st.just(True), 90),
    "king_line_capture": usually(False, st.just(True), 90),
    "linnaean_capture": usually(False, st.just(True), 90),
}
"""The options that interfere with others, mostly as they are in a plain game."""


def tame(draw: st.DrawFn, size: int, **fixed: Any) -> Ruleset:
    """Draw a ruleset in which few options interfere with the planted rule."""
    calm = {"corners": usually(None, corner_zones(size), 30), **_CALM}
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
    """Add the king if he is missing and a few men, remove pieces that may not stand where they are, and sometimes
    change the kinds of men."""
    size, zones = rules.size, rules.all_zones
    board = {square: piece for square, piece in pieces.items() if may_stand(zones, size, piece, square)}
    free = [square for square in every_square(size) if square not in board and square not in set(clear)]
    if Piece.KING not in board.values():
        out = rules.escape.squares(size)
        seats = [square for square in free if square not in out and may_stand(zones, size, Piece.KING, square)]
        assume(seats)
        board[draw(st.sampled_from(seats))] = Piece.KING
    # A game ends when the king escapes, so such positions do not matter.
    assume(not any(board.get(square) == Piece.KING for square in rules.escape.squares(size)))
    for square in some_of(draw, free, 0, noise):
        piece = draw(st.sampled_from([Piece.ATTACKER, Piece.DEFENDER]))
        if square not in board and may_stand(zones, size, piece, square):
            board[square] = piece
    if chance(draw, promote):
        board = promoted(draw, board, zones, size)
    return rules, Board(size, board), turn


def off_goals(rules: Ruleset, squares: Collection[Square]) -> list[Square]:
    """Return those of the squares on which a king has not escaped; any such squares, if he has on all of them."""
    out = rules.escape.squares(rules.size)
    seats = [square for square in squares if square not in out]
    seats = seats or [square for square in every_square(rules.size) if square not in out]
    assume(seats)
    return seats


def seats_of(rules: Ruleset) -> list[Square]:
    """Return the squares of the throne, or the middle of a board without one."""
    throne = rules.throne and sorted(rules.throne.squares.squares(rules.size))
    return throne or [every_square(rules.size)[0]]


def hold_back(
    draw: st.DrawFn, size: int, pieces: Pieces, target: Square, piece: Piece, closed: Collection[Square] = ()
) -> set[Square]:
    """Place the piece where it can move to the target without crossing closed squares; return the squares that must
    stay empty for that."""
    pieces.pop(target, None)
    origins = list(seen_from(pieces | dict.fromkeys(closed, piece), size, target))
    if not origins:
        return {target}
    origin, way = draw(st.sampled_from(origins))
    pieces[origin] = piece
    return {target, *way}


def besiege(draw: st.DrawFn, rules: Ruleset, king: Square, friends: int = 10) -> tuple[Pieces, set[Square]]:
    """Place the king with attackers around him, some sides open or friendly, and one attacker about to arrive."""
    size = rules.size
    pieces: Pieces = {king: Piece.KING}
    around = neighbours(king, size)
    for square in around:
        if not chance(draw, 10):
            pieces[square] = Piece.DEFENDER if chance(draw, friends) else Piece.ATTACKER
    return pieces, hold_back(draw, size, pieces, draw(st.sampled_from(around)), Piece.ATTACKER)


def corners_of(size: int) -> st.Generator[Zone]:
    """Return corners on which the king may stop."""
    return corner_zones(size).map(lambda zone: attrs.evolve(zone, stop=zone.stop | PieceSet.KING, enter=PieceSet.ALL))


def of(side: Side, kind: Kind) -> Piece:
    """Return the piece of a kind, or the king for the defenders."""
    return Piece.KING if kind is Kind.KING else Piece(side, kind)


def jumping(draw: st.DrawFn, kinds: Iterable[Kind]) -> Jumps:
    """Draw jumps in which the kinds jump in some way."""
    fields = {Kind.KING: "king"} | {kind: plural(kind.value, 2) for kind in MEN}
    modes = [Jump.CAPTURING, Jump.OVER_ENEMIES, Jump.RESTRICTED, Jump.OVER_ANYBODY]
    return attrs.evolve(
        draw(usually(Jumps(), jumps_of_all_kinds)), **{fields[kind]: draw(st.sampled_from(modes)) for kind in kinds}
    )
