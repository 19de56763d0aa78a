"""Counting lines of moves: perft, and its count for each first move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from hnefatafl._kernel.codes import NO_LEGAL_MOVE, SIDE, origin_of, target_of
from hnefatafl._kernel.generate import room
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.perft import every_move
from hnefatafl._kernel.perft import perft as lines
from hnefatafl._kernel.verdict import by_board
from hnefatafl.board import Move
from hnefatafl.play._given import PositionLike, as_position
from hnefatafl.play._position import Position
from hnefatafl.support.arguments import check, refuse
from hnefatafl.support.errors import ArgumentValueError
from hnefatafl.support.executors import batches, check_executor, in_order
from hnefatafl.support.pure import PURE

if TYPE_CHECKING:
    from concurrent.futures import Executor

_PLENTY: Final = 1000
"""With so many opening lines, counting is shared out evenly."""
_DEEPEST: Final = 100
"""The longest sequences that are counted: no such count ever ends, and each further move takes some of the stack."""
_MOST: Final = 256
"""The largest batch of opening lines."""


def perft(
    position: PositionLike,
    depth: int,
    *,
    bulk: bool = True,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Return the number of sequences of ``depth`` legal moves.

    A finished game has no continuation; repetition and quiet moves do not
    finish it here. Where pieces go by a die, a move counts if some roll
    allows it.

    >>> from hnefatafl import Position, perft, variants
    >>> perft(Position.initial(variants.BRANDUBH), 3), perft("brandubh", 3)
    (39512, 39512)

    Arguments:
        position: where to begin; a ruleset or its name stands for the start.
        depth: the length of the sequences, from 0 to 100.
        bulk: whether the last moves are counted without being made, which
            gives the same number sooner.
        executor: who counts, such as a pool of processes; None for this process alone.
        progress: a function that is called with the number of finished parts of the work and the number of all.

    Raises:
        ArgumentValueError: the depth is below 0 or above 100.
    """
    if PURE:
        check("bulk", bulk, bool)
    start = as_position(position)
    _check_counting(depth, executor, progress)
    if depth > 1 and (executor is not None or progress is not None):
        return sum(_count_in_shares(start, depth, bulk, executor, progress).values())
    return int(lines(_board_for_counting(start), depth, bulk))


def divide(
    position: PositionLike,
    depth: int,
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> dict[Move, int]:
    """Return the :func:`perft` of each legal move: the number of sequences of ``depth`` moves that begin with it.

    >>> from hnefatafl import Position, Side, divide, variants
    >>> position = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", variants.BRANDUBH, Side.DEFENDERS)
    >>> for move, count in divide(position, 2).items():
    ...     print(move, count)
    d4-e4 29
    d4-f4 30
    d4-g4 31
    d4-d5 28
    d4-d3 28
    d4-d2 28

    Arguments:
        position: where to begin; a ruleset or its name stands for the start.
        depth: the length of the sequences; from 0 to 100; of length 0 there are none.
        executor: as for :func:`perft`.
        progress: as for :func:`perft`.

    Raises:
        ArgumentValueError: the depth is below 0 or above 100.
    """
    start = as_position(position)
    _check_counting(depth, executor, progress)
    return _count_in_shares(start, depth, True, executor, progress)


def _check_counting(depth: int, executor: Executor | None, progress: Callable[[int, int], object] | None) -> None:
    if PURE:
        check("depth", depth, int)
    if not 0 <= depth <= _DEEPEST:
        raise ArgumentValueError(f"depth: a number from 0 to {_DEEPEST} was expected, not {depth}")
    check_executor(executor)
    if progress is not None and not callable(progress):
        refuse("progress", "a function or None", progress)


def _count_in_shares(
    position: Position,
    depth: int,
    bulk: bool,
    executor: Executor | None,
    progress: Callable[[int, int], object] | None,
) -> dict[Move, int]:
    """Return the count of each first move, computed in batches of opening lines."""
    if depth < 1:
        return {}
    tables = position._t
    counts_by_move = {tables.move(first): 0 for (first,) in _list_openings(position, 1)}
    if depth < 3:
        executor = None  # which would take longer to be told than to count
    shares = list(batches(_list_openings(position, depth), _MOST))
    results = in_order(executor, partial(_count_lines, position, depth, bulk), shares)
    for done, (share, counts) in enumerate(zip(shares, results, strict=True), start=1):
        for opening, count in zip(share, counts, strict=True):
            counts_by_move[tables.move(opening[0])] += count
        if progress is not None:
            progress(done, len(shares))
    return counts_by_move


def _list_openings(position: Position, depth: int) -> list[tuple[int, ...]]:
    """Return all opening lines of one length, long enough that there are many."""
    mutable = _board_for_counting(position)
    out = room(mutable.t)
    openings: list[tuple[int, ...]] = [()]
    length = 0
    while length == 0 or (length < depth - 1 and len(openings) < _PLENTY):
        longer: list[tuple[int, ...]] = []
        for opening in openings:
            _make_moves(mutable, opening)
            if mutable.status == 0:
                end = every_move(mutable, out, 0)
                longer += [(*opening, int(out[i])) for i in range(end)]
            _unmake_moves(mutable, len(opening))
        openings = longer
        length += 1
    return openings


def _count_lines(position: Position, depth: int, bulk: bool, openings: tuple[tuple[int, ...], ...]) -> list[int]:
    """Return how many sequences begin with each of the lines."""
    mutable = _board_for_counting(position)
    counts: list[int] = []
    for opening in openings:
        _make_moves(mutable, opening)
        counts.append(int(lines(mutable, depth - len(opening), bulk)))
        _unmake_moves(mutable, len(opening))
    return counts


def _board_for_counting(position: Position) -> MutablePosition:
    """Return the board of a position, on which neither repetition nor quiet moves have ended the game."""
    mutable = position._mutable()
    # The want of a legal move may come of a repetition that is forbidden.
    if not by_board(mutable.status) or mutable.status & ~SIDE == NO_LEGAL_MOVE:
        mutable.status = 0
    return mutable


def _make_moves(mutable: MutablePosition, codes: tuple[int, ...]) -> None:
    for code in codes:
        mutable.make(origin_of(code), target_of(code))


def _unmake_moves(mutable: MutablePosition, moves: int) -> None:
    for _ in range(moves):
        mutable.unmake()
