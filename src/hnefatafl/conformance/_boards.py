"""Boards on which something rare is about to happen, drawn at random for any ruleset.

Random games hardly ever lead to a shieldwall, a fort or a ring. Each function here places pieces as for one of them,
whether the ruleset has it or not: then the case shows that nothing happens. Everything comes from the generator of
random numbers that is passed, so that the same seed gives the same boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from random import Random
from typing import Final, TypeAlias

from hnefatafl.board import Board, Piece, PieceSet, Side, Square, Symmetry
from hnefatafl.rules import Ruleset

Pieces: TypeAlias = dict[Square, Piece]
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_SOLDIER: Final = {Side.ATTACKERS: Piece.ATTACKER, Side.DEFENDERS: Piece.DEFENDER}


def _order(square: Square) -> tuple[int, int]:
    return square.rank, square.file


def _sorted(squares: Iterable[Square]) -> list[Square]:
    """Return squares in the order of the board, the same in every process."""
    return sorted(squares, key=_order)


@cache
def _squares(size: int) -> tuple[Square, ...]:
    return tuple(Square(file, rank) for rank in range(size) for file in range(size))


@cache
def _near(square: Square, size: int) -> tuple[Square, ...]:
    return tuple(near for step in _STEPS if (near := square.offset(*step)).on(size))


def _some(random: Random, squares: Iterable[Square], least: int, most: int) -> list[Square]:
    pool = _sorted(squares)
    return random.sample(pool, min(len(pool), random.randint(least, most)))


def _hold_back(
    random: Random, size: int, pieces: Pieces, target: Square, piece: Piece, closed: Iterable[Square] = ()
) -> None:
    """Place a piece where it can move to the target, and nothing on the target."""
    pieces.pop(target, None)
    shut = {*pieces, *closed}
    origins: list[Square] = []
    for step in _STEPS:
        square = target.offset(*step)
        while square.on(size) and square not in shut:
            origins.append(square)
            square = square.offset(*step)
    if origins:
        pieces[random.choice(origins)] = piece


def _anywhere(random: Random, size: int) -> Square:
    """Return a square, often on the edge or near the middle, where the rules are denser."""
    place = random.random()
    if place < 0.3:
        return Square(random.randrange(size), random.choice((0, 1)))
    if place < 0.6:
        middle = size // 2
        return Square(middle + random.randint(-2, 2), middle + random.randint(-2, 2))
    return Square(random.randrange(size), random.randrange(size))


def _scattered(random: Random, size: int) -> Pieces:
    """A few men, or many."""
    pieces = dict.fromkeys(_some(random, _squares(size), 1, random.choice((3, 10, 24))), Piece.ATTACKER)
    rest = [square for square in _squares(size) if square not in pieces]
    pieces |= dict.fromkeys(_some(random, rest, 0, random.choice((2, 6, 14))), Piece.DEFENDER)
    return pieces


def _brackets(random: Random, size: int) -> Pieces:
    """Men between an enemy and a square to which another can move; two of them sometimes."""
    pieces: Pieces = {}
    side = random.choice(list(Side))
    target = _anywhere(random, size)
    for step in random.sample(_STEPS, random.randint(1, 3)):
        victim = target.offset(*step)
        partner = victim.offset(*step)
        if victim.on(size):
            pieces[victim] = _SOLDIER[side.opponent]
        if partner.on(size) and random.random() < 0.25:  # a row of two, perhaps with the king
            king = side is Side.ATTACKERS and random.random() < 0.4 and Piece.KING not in pieces.values()
            pieces[partner] = Piece.KING if king else _SOLDIER[side.opponent]
            partner = partner.offset(*step)
        if partner.on(size) and random.random() < 0.75:
            pieces[partner] = Piece.KING if side is Side.DEFENDERS and random.random() < 0.2 else _SOLDIER[side]
    _hold_back(random, size, pieces, target, _SOLDIER[side])
    return pieces


def _sieges(random: Random, size: int) -> Pieces:
    """The king with attackers on most sides, sometimes with a man of his own in between, and one about to arrive."""
    king = _anywhere(random, size)
    pieces: Pieces = {king: Piece.KING}
    around = _near(king, size)
    for square in around:
        if random.random() < 0.9:
            pieces[square] = Piece.ATTACKER
    if random.random() < 0.5:
        friend = random.choice(around)
        pieces[friend] = Piece.DEFENDER
        for square in _near(friend, size):
            if square not in pieces and random.random() < 0.9:
                pieces[square] = Piece.ATTACKER
    held = _sorted(square for square, piece in pieces.items() if piece == Piece.ATTACKER)
    if held:
        _hold_back(random, size, pieces, random.choice(held), Piece.ATTACKER)
    return pieces


def _held(random: Random, size: int) -> Pieces:
    """The king on the edge between attackers, his own men or the end of the board, and one attacker about to arrive."""
    king = Square(random.randrange(size), 0)
    around = _near(king, size)
    pieces: Pieces = {king: Piece.KING} | dict.fromkeys(around, Piece.ATTACKER)
    if random.random() < 0.2:
        pieces[random.choice(around)] = Piece.DEFENDER
    _hold_back(random, size, pieces, random.choice(around), Piece.ATTACKER)
    return pieces


def _walked_in(random: Random, size: int) -> Pieces:
    """A piece about to step between two of its enemies, or beside one, where others stand on the sides."""
    side = random.choice(list(Side))
    target, step = _anywhere(random, size), random.choice(_STEPS)
    pieces: Pieces = {}
    for square in (target.offset(*step), target.offset(-step[0], -step[1])):
        if square.on(size) and random.random() < 0.9:
            pieces[square] = _SOLDIER[side.opponent]
    for square in (target.offset(step[1], step[0]), target.offset(-step[1], -step[0])):
        if square.on(size) and random.random() < 0.2:
            pieces[square] = _SOLDIER[side.opponent]
    walker = Piece.KING if side is Side.DEFENDERS and random.random() < 0.2 else _SOLDIER[side]
    _hold_back(random, size, pieces, target, walker)
    return pieces


def _closed_corners(random: Random, size: int) -> Pieces:
    """Attackers on the two squares beside each corner, one of them about to arrive, and a few men about the king."""
    last = size - 1
    beside = [Square(file, rank) for file in (1, last - 1) for rank in (0, last)]
    beside += [Square(file, rank) for file in (0, last) for rank in (1, last - 1)]
    pieces: Pieces = dict.fromkeys(beside, Piece.ATTACKER)
    middle = [Square(file, rank) for file in range(2, last - 1) for rank in range(2, last - 1)]
    pieces |= dict.fromkeys(_some(random, middle, 0, 5), Piece.DEFENDER) | {random.choice(middle): Piece.KING}
    rest = [square for square in _squares(size) if square not in pieces and square not in middle]
    corners = (Square(0, 0), Square(0, last), Square(last, 0), Square(last, last))
    pieces |= dict.fromkeys(_some(random, set(rest) - set(corners), 4, 14), Piece.ATTACKER)
    _hold_back(random, size, pieces, random.choice(beside), Piece.ATTACKER, corners)
    return pieces


def _enthroned(random: Random, size: int) -> Pieces:
    """The king in the middle with a man beside him, attackers around both, and one about to arrive."""
    king = Square(size // 2, size // 2)
    pieces: Pieces = {king: Piece.KING}
    friend, *others = random.sample(_near(king, size), 4)
    pieces |= dict.fromkeys(others if random.random() < 0.8 else others[1:], Piece.ATTACKER)
    pieces[friend] = Piece.DEFENDER
    beyond = friend.offset(friend.file - king.file, friend.rank - king.rank)
    if beyond.on(size):
        _hold_back(random, size, pieces, beyond, Piece.ATTACKER)
    return pieces


def _walls(random: Random, size: int) -> Pieces:
    """A row along the edge with enemies in front and at its ends, one of them about to arrive."""
    side = random.choice(list(Side))
    count = random.randint(2, 3)
    first = random.randint(0, size - count)
    row = [Square(first + at, 0) for at in range(count)]
    pieces: Pieces = dict.fromkeys(row, _SOLDIER[side.opponent])
    if side is Side.ATTACKERS and random.random() < 0.3:
        pieces[random.choice(row)] = Piece.KING
    holders = [square.offset(0, 1) for square in row]
    holders += [end for end in (row[0].offset(-1, 0), row[-1].offset(1, 0)) if end.on(size)]
    corners = (0, size - 1)
    last = holders[-1] if random.random() < 0.6 else random.choice(holders)
    for square in holders:
        at_corner = square.rank == 0 and square.file in corners
        if square == last or random.random() < (0.2 if at_corner else 0.97):
            pieces[square] = _SOLDIER[side]
    _hold_back(random, size, pieces, last, _SOLDIER[side])
    return pieces


def _forts(random: Random, size: int) -> Pieces:
    """The king on the edge in a pocket of his own men, one of whom is about to arrive."""
    inside = [Square(random.randint(1, size - 2), 0)]
    for _ in range(random.randint(1, 3)):
        inside.append(random.choice(_sorted({near for square in inside for near in _near(square, size)} - set(inside))))
    wall = {near for square in inside for near in _near(square, size)} - set(inside)
    around = {square.offset(x, y) for square in wall for x in (-1, 0, 1) for y in (-1, 0, 1)} - wall - set(inside)
    outer = _sorted(square for square in around if square.on(size))
    last = random.choice(_sorted(wall))
    if random.random() < 0.6:
        wall |= set(outer if random.random() < 0.6 else _some(random, outer, 0, len(outer)))
    pieces: Pieces = dict.fromkeys(_sorted(wall), Piece.DEFENDER) | {inside[0]: Piece.KING}
    free = [square for square in _squares(size) if square not in pieces and square not in inside]
    _hold_back(random, size, pieces, last, Piece.DEFENDER, inside)
    pieces |= dict.fromkeys(_some(random, [s for s in free if s not in pieces], 1, 4), Piece.ATTACKER)
    return pieces


def _rings(random: Random, size: int) -> Pieces:
    """Attackers around the king and some men, leaning on the edge or not, one attacker about to arrive."""
    left, low = random.randint(0, size - 3), random.randint(0, size - 3)
    right, high = random.randint(left, size - 1), random.randint(low, size - 1)
    within = [Square(file, rank) for file in range(left, right + 1) for rank in range(low, high + 1)]
    ring = _sorted({near for square in within for near in _near(square, size)} - set(within))
    pieces: Pieces = dict.fromkeys(ring, Piece.ATTACKER)
    pieces |= dict.fromkeys(_some(random, within, 0, 4), Piece.DEFENDER) | {random.choice(within): Piece.KING}
    if random.random() < 0.15:
        outside = [square for square in _squares(size) if square not in pieces and square not in within]
        pieces |= dict.fromkeys(_some(random, outside, 1, 1), Piece.DEFENDER)
    if ring:
        _hold_back(random, size, pieces, random.choice(ring), Piece.ATTACKER, within)
    return pieces


def _blocked(random: Random, size: int) -> Pieces:
    """A side whose few pieces are hemmed in, except for the square where an enemy is about to arrive."""
    side = random.choice(list(Side))
    first = _anywhere(random, size)
    group = [first]
    for _ in range(random.randint(0, 2)):
        group.append(random.choice(_sorted({near for square in group for near in _near(square, size)} - set(group))))
    hem = _sorted({near for square in group for near in _near(square, size)} - set(group))
    pieces: Pieces = dict.fromkeys(group, _SOLDIER[side]) | dict.fromkeys(hem, _SOLDIER[side.opponent])
    if side is Side.DEFENDERS:
        pieces[first] = Piece.KING
    _hold_back(random, size, pieces, random.choice(hem), _SOLDIER[side.opponent])
    return pieces


def _last_men(random: Random, size: int) -> Pieces:
    """The last men of a side, one of them about to be captured."""
    side = random.choice(list(Side))
    victim, step = _anywhere(random, size), random.choice(_STEPS)
    partner, target = victim.offset(*step), victim.offset(-step[0], -step[1])
    pieces: Pieces = {victim: _SOLDIER[side]}
    if partner.on(size):
        pieces[partner] = _SOLDIER[side.opponent]
    if target.on(size):
        _hold_back(random, size, pieces, target, _SOLDIER[side.opponent])
    free = [square for square in _squares(size) if square not in pieces and square != target]
    pieces |= dict.fromkeys(_some(random, free, 0, 3), _SOLDIER[side])
    if side is Side.DEFENDERS:
        rest = [square for square in free if square not in pieces]
        pieces |= dict.fromkeys(_some(random, rest, 1, 4), Piece.ATTACKER)
    return pieces


def _open_kings(random: Random, size: int) -> Pieces:
    """The king on an open line or two."""
    king = _anywhere(random, size)
    pieces: Pieces = {king: Piece.KING}
    for step in _STEPS:
        way = [square for at in range(1, size) if (square := king.offset(at * step[0], at * step[1])).on(size)]
        if way and random.random() < 0.6:
            pieces[random.choice(way)] = random.choice((Piece.ATTACKER, Piece.ATTACKER, Piece.DEFENDER))
    free = [square for square in _squares(size) if square not in pieces]
    return pieces | dict.fromkeys(_some(random, free, 1, 4), Piece.ATTACKER)


PLANTS: Final[tuple[Callable[[Random, int], Pieces], ...]] = (
    _scattered,
    _brackets,
    _sieges,
    _held,
    _walked_in,
    _closed_corners,
    _enthroned,
    _walls,
    _forts,
    _rings,
    _blocked,
    _last_men,
    _open_kings,
)
"""What places pieces on a board of a size."""


class Planter:
    """What plants boards under a ruleset.

    Arguments:
        rules: the ruleset.
        random: the generator of random numbers.
    """

    def __init__(self, rules: Ruleset, random: Random) -> None:
        self._size, self._start, self._random = rules.size, rules.start, random
        kinds = {piece.kind for piece in rules.start.values() if PieceSet.MEN.has(piece)}
        self._kinds: Final = sorted(kinds, key=str)
        self._closed: Final[dict[Square, list[PieceSet]]] = {}
        for zone in rules.all_zones:
            for square in zone.squares.squares(rules.size):
                self._closed.setdefault(square, []).append(zone.stop)

    def plant(self) -> Board | None:
        """Return a board that one of the functions here has filled, rotated or mirrored; None if its pieces do not fit.

        The king is added where he is missing, some men get the other kinds of the game, and pieces leave squares on
        which they may not stop.
        """
        random, size = self._random, self._size
        made = random.choice(PLANTS)(random, size)
        symmetry = random.choice(list(Symmetry))
        pieces = {symmetry.apply(square, size): piece for square, piece in made.items() if square.on(size)}
        share = random.choice((0.0, 0.3, 0.8))
        for square, piece in pieces.items():
            if piece != Piece.KING and random.random() < share:
                pieces[square] = Piece(piece.side, random.choice(self._kinds))
        pieces = {square: piece for square, piece in pieces.items() if self._may_stand(piece, square)}
        kings = [piece for piece in pieces.values() if piece == Piece.KING]
        if not kings:
            free = [square for square in _squares(size) if square not in pieces]
            seats = [square for square in free if self._may_stand(Piece.KING, square)]
            if seats:
                pieces[random.choice(seats)] = Piece.KING
                kings = [Piece.KING]
        return Board(size, pieces) if len(kings) == 1 else None

    def _may_stand(self, piece: Piece, square: Square) -> bool:
        stops = all(stop.has(piece) for stop in self._closed.get(square, ()))
        return stops or self._start.get(square) == piece
