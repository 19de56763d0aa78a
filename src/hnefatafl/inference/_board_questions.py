"""Questions that depend on the start layout: camps, corners of several squares, and the kinds of men.

:func:`questions_for` puts together what :func:`~hnefatafl.inference.infer` asks about games from a start
layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs

from hnefatafl.board import Board, Kind, Piece, PieceSet, Region, Side, Square, Symmetry
from hnefatafl.errors import RulesetError
from hnefatafl.inference._questions import CORNERS, QUESTIONS, Question, _is_edge
from hnefatafl.rules import Ruleset, Zone


@lru_cache(maxsize=4)
def _camp_groups(start: Board) -> list[list[Square]]:
    """The attackers' start squares, joined side by side."""
    left = {square for square, piece in start.items() if piece.side is Side.ATTACKERS}
    groups: list[list[Square]] = []
    while left:
        waiting, group = [left.pop()], list[Square]()
        while waiting:
            square = waiting.pop()
            group.append(square)
            near = {each for each in left if abs(each.file - square.file) + abs(each.rank - square.rank) == 1}
            left -= near
            waiting += near
        groups.append(sorted(group))
    return sorted(groups)


_Camp = tuple[bool, PieceSet, bool, bool]
"""Whether camps are closed to pieces from outside; to whom they are hostile; whether only when empty; and whether a
camp on the edge is no goal for the king."""


@lru_cache(maxsize=64)
def _camp_zones(start: Board, camp: _Camp) -> tuple[Zone, ...]:
    closed, hostile, when_empty, _ = camp
    outside = PieceSet.NONE if closed else PieceSet.ALL
    return tuple(
        Zone(
            name=f"camp {number}",
            squares=Region.of(*group),
            stop=PieceSet.ATTACKERS if closed else PieceSet.ALL,
            enter=outside,
            cross=outside,
            hostile_empty=hostile if when_empty else PieceSet.NONE,
            hostile_always=PieceSet.NONE if when_empty else hostile,
        )
        for number, group in enumerate(_camp_groups(start), start=1)
    )


_CAMP_ANSWERS: Final[dict[str, _Camp | None]] = {
    "none": None,
    "closed": (True, PieceSet.NONE, False, True),
    "closed, hostile to the king": (True, PieceSet.KING, False, True),
    "closed, hostile to king and defenders": (True, PieceSet.DEFENDERS, False, True),
    "closed, hostile to all": (True, PieceSet.ALL, False, True),
    "closed, empty hostile to all": (True, PieceSet.ALL, True, True),
    "closed, empty hostile to king and defenders": (True, PieceSet.DEFENDERS, True, True),
    "open, hostile to all": (False, PieceSet.ALL, False, False),
    "open, empty hostile to all": (False, PieceSet.ALL, True, False),
    "closed but for the goal, hostile to all": (True, PieceSet.ALL, False, False),
    "closed but for the goal, empty hostile to all": (True, PieceSet.ALL, True, False),
}


@lru_cache(maxsize=64)
def _drawn(zones: tuple[Zone, ...], size: int) -> frozenset[object]:
    """The zones with their squares on a board."""
    return frozenset((zone.squares.squares(size), attrs.evolve(zone, squares=Region.NONE)) for zone in zones)


def _read_camps(rules: Ruleset) -> _Camp | str | None:
    if not rules.zones:
        return None
    here = _drawn(rules.zones, rules.size)
    camps = (camp for camp in _CAMP_ANSWERS.values() if camp is not None)
    found = (camp for camp in camps if _drawn(_camp_zones(rules.start, camp), rules.size) == here)
    goal = bool(rules.escape.squares(rules.size) & _squares_of(rules.zones, rules.size))
    border = _is_border(rules, rules.zones)
    return next((camp for camp in found if not border or camp[3] is not goal), "others")


def _is_border(rules: Ruleset, zones: tuple[Zone, ...]) -> bool:
    """Whether the king escapes to the edge, and camps lie there."""
    return _is_edge(rules) and bool(Region.EDGE.squares(rules.size) & _squares_of(zones, rules.size))


def _squares_of(zones: tuple[Zone, ...], size: int) -> frozenset[Square]:
    return frozenset(square for zone in zones for square in zone.squares.squares(size))


def _write_camps(rules: Ruleset, camp: _Camp | None) -> Ruleset:
    edge = _is_edge(rules)
    if camp is None:
        return rules.evolve(zones=(), escape=Region.EDGE if edge else rules.escape)
    closed, _, _, no_goal = camp
    zones = _camp_zones(rules.start, camp)
    if closed and not no_goal and not _is_border(rules, zones):
        raise RulesetError(["camps: none lies where the king escapes to"])
    escape = rules.escape
    if edge:
        escape = Region.EDGE - Region.of(*_squares_of(zones, rules.size)) if no_goal else Region.EDGE
    return rules.evolve(zones=zones, escape=escape)


CAMPS: Final = Question(name="camps", answers=_CAMP_ANSWERS, read=_read_camps, write=_write_camps, plain="none")
"""Whether the attackers' start squares are camps (S003 §2 and §11-12)."""


def _corner_block(size: int, breadth: int) -> Region:
    """Square corners of a large board."""
    files = (*range(breadth), *range(size - breadth, size))
    return Region.of(*(Square(file, rank) for file in files for rank in files))


def _corner_angle(size: int, breadth: int) -> Region:
    """Corners of a large board cut off by a diagonal."""

    def inward(at: int) -> int:
        return min(at, size - 1 - at)

    squares = ((file, rank) for file in range(size) for rank in range(size))
    return Region.of(*(Square(file, rank) for file, rank in squares if inward(file) + inward(rank) < breadth))


_SHAPES: Final = {"block": _corner_block, "angle": _corner_angle}
_LARGE: Final = {"2x2": ("block", 2), "3x3": ("block", 3), "3 squares": ("angle", 2), "6 squares": ("angle", 3)}


def _read_large(rules: Ruleset) -> tuple[str, int] | None:
    squares = rules.escape.squares(rules.size)
    for shape, breadth in _LARGE.values():
        if squares == _SHAPES[shape](rules.size, breadth).squares(rules.size):
            return shape, breadth
    return None


def _write_large(rules: Ruleset, value: tuple[str, int]) -> Ruleset:
    shape, breadth = value
    region = _SHAPES[shape](rules.size, breadth)
    return rules.evolve(escape=region, corners=attrs.evolve(rules.corners or CORNERS, squares=region))


LARGE_CORNERS: Final = Question(name="large corners", answers=_LARGE, read=_read_large, write=_write_large)
"""Corners of several squares, as on boards of 15x15 and more."""
_LARGE_BOARD: Final = 13
"""From this size on, corners of several squares are asked about."""

_KINDS: Final = (Kind.SOLDIER, Kind.COMMANDER, Kind.KNIGHT, Kind.MERCENARY, Kind.GUARD)


def questions_of_men(start: Board, *, single: bool = False) -> Iterator[Question]:
    """Yield the questions of which kind the men of a start layout are.

    >>> from hnefatafl import variants
    >>> [question.name for question in questions_of_men(variants.BRANDUBH.start)]
    ['men on a4, d1, d7, g4', 'men on b4, d2, d6, f4', 'men on c4, d3, d5, e4']

    Arguments:
        start: the start layout.
        single: whether each man is asked about alone, not together with those that a symmetry of the board makes of
            him.
    """
    done: set[Square] = set()
    for square, piece in sorted(start.items()):
        if piece.kind is not Kind.KING and square not in done:
            orbit = {square} if single else {symmetry.apply(square, start.size) for symmetry in Symmetry}
            orbit = {each for each in orbit if each in start and start[each].side is piece.side}
            done |= orbit
            yield _men(tuple(sorted(orbit)))


def _men(squares: tuple[Square, ...]) -> Question:
    def read(rules: Ruleset) -> Kind | None:
        kinds = {rules.start[square].kind for square in squares if square in rules.start}
        return kinds.pop() if len(kinds) == 1 else None

    def write(rules: Ruleset, kind: Kind) -> Ruleset:
        board = rules.start
        for square in squares:
            if square not in board:
                raise RulesetError([f"start: nothing stands on {square}"])
            board = board.put(square, Piece(board[square].side, kind))
        return rules.evolve(start=board)

    title = f"{'man' if len(squares) == 1 else 'men'} on {', '.join(map(str, squares))}"
    answers = {kind.name.lower(): kind for kind in _KINDS}
    return Question(name=title, answers=answers, read=read, write=write, plain="soldier")


def questions_for(start: Board) -> tuple[Question, ...]:
    """Return the questions about games from a start layout: the general ones, without speeds for which the board is too
    small, those about camps, and on large boards those about large corners.

    >>> from hnefatafl import variants
    >>> len(questions_for(variants.BRANDUBH.start)) - len(QUESTIONS)
    1
    """
    general = (_within(question, start.size) for question in QUESTIONS)
    return (*general, CAMPS, *((LARGE_CORNERS,) if start.size >= _LARGE_BOARD else ()))


def _within(question: Question, size: int) -> Question:
    """Return a question about a speed without answers that are any distance on a board of that size."""
    if not question.name.startswith("speed."):
        return question
    answers = {label: steps for label, steps in question.answers.items() if steps is None or steps < size - 1}
    return attrs.evolve(question, answers=answers)
