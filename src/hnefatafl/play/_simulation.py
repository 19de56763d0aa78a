"""Random games: every legal move is equally likely at each turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from struct import iter_unpack, pack
from typing import TYPE_CHECKING, Any, Final, TypeVar, final, overload

from hnefatafl._kernel.codes import note_of, origin_of, record, target_of
from hnefatafl._kernel.compiler import OUTCOMES
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.objects import moves_made
from hnefatafl._kernel.playouts import play_out
from hnefatafl._kernel.queries import codes_made, rolls_made
from hnefatafl.board import Move, Outcome
from hnefatafl.play._given import PositionLike, as_position
from hnefatafl.play._position import Position
from hnefatafl.play._searchboard import _follow_moves
from hnefatafl.support.arguments import check
from hnefatafl.support.errors import ArgumentValueError
from hnefatafl.support.executors import batches, check_executor, in_order
from hnefatafl.support.immutability import close, sealed, unsigned
from hnefatafl.support.interrupts import heed_interrupts
from hnefatafl.support.pure import PURE

if TYPE_CHECKING:
    from concurrent.futures import Executor

_T = TypeVar("_T")

_ENDLESS: Final = 1 << 32
"""A limit that no game reaches."""
_MOST: Final = 256
"""The largest batch of games."""
_REMEMBERED: Final = frozenset({"_mutable"})
_sealed_playout: Any = None


@final
class Playout:
    """A game of random moves, as :func:`playout` returns it.

    >>> from hnefatafl import Position, playout, variants
    >>> playout(Position.initial(variants.BRANDUBH), limit=5)
    <Playout of 5 plies: unfinished>
    """

    __slots__ = ("_line", "_mutable", "_origin", "_outcome")

    def __init__(self, origin: Position, outcome: Outcome | None, mutable: MutablePosition | None, line: bytes) -> None:
        """For the library's own use; see :func:`playout`."""
        self._origin: Final[Position] = origin
        self._outcome: Final[Outcome | None] = outcome
        self._mutable: MutablePosition | None = mutable
        self._line: Final[bytes] = line
        if PURE:
            self.__class__ = _sealed_playout

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None if it was cut off at the limit."""
        return self._outcome

    @property
    def plies(self) -> int:
        """The number of moves."""
        mutable = self._mutable
        return len(self._line) // 4 - 1 if mutable is None else int(mutable.ply) - self._origin.ply

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves."""
        mutable = self._board()
        return tuple(moves_made(mutable.t, mutable.history))

    @property
    def position(self) -> Position:
        """The last position."""
        return _follow_moves(self._origin, self._board())

    def _board(self) -> MutablePosition:
        """Return the board on which the game was played, or is replayed if it comes from a pickle."""
        mutable = self._mutable
        if mutable is None:
            mutable = self._origin._mutable()
            for number, (step,) in enumerate(iter_unpack("<I", self._line), start=1):
                if number & 255 == 0:
                    heed_interrupts()
                mutable.roll = note_of(step)
                if 4 * number < len(self._line):
                    mutable.make(origin_of(step), target_of(step))
            self._mutable = mutable
        return mutable

    def __reduce__(self) -> tuple[object, ...]:
        mutable = self._board()
        # The last step is what is rolled now.
        rolls = [*rolls_made(mutable.history), int(mutable.roll)]
        steps = zip(rolls, [*codes_made(mutable.history), 0], strict=True)
        line = [int(record(code, min(roll, 0xFFF))) for roll, code in steps]
        return _restore_playout, (self._origin, self._outcome, pack(f"<{len(line)}I", *line))

    def __repr__(self) -> str:
        return f"<Playout of {self.plies} plies: {self._outcome or 'unfinished'}>"


def _restore_playout(origin: Position, outcome: Outcome | None, line: bytes) -> Playout:
    return Playout(origin, outcome, None, line)


def playout(position: PositionLike, seed: int = 0, limit: int = 10_000) -> Playout:
    """Play random moves to the end, every legal move being equally likely each time.

    With a die, rolling it is one choice in addition to the moves that need no
    roll.

    >>> from hnefatafl import playout
    >>> game = playout("brandubh", seed=7)
    >>> game.plies == len(game.moves), game.position.outcome == game.outcome
    (True, True)

    Arguments:
        position: where to begin; a ruleset or its name stands for the start.
        seed: which game of the many; the same number gives the same game.
        limit: after how many plies the game is cut off.

    Raises:
        ArgumentValueError: the limit is below 0.
    """
    if PURE:
        check("seed", seed, int)
    start = as_position(position)
    _check_limit(limit)
    mutable = start._mutable()
    mutable.history.load()
    over = int(play_out(mutable, seed % 0x100000000, min(limit, _ENDLESS)))
    return Playout(start, OUTCOMES[over] if over else None, mutable, b"")


@overload
def playouts(
    position: PositionLike, seeds: Iterable[int], limit: int = 10_000, *, executor: Executor | None = None
) -> Iterator[Playout]: ...
@overload
def playouts(
    position: PositionLike,
    seeds: Iterable[int],
    limit: int = 10_000,
    *,
    each: Callable[[Playout], _T],
    executor: Executor | None = None,
) -> Iterator[_T]: ...
def playouts(
    position: PositionLike,
    seeds: Iterable[int],
    limit: int = 10_000,
    *,
    each: Callable[[Playout], Any] | None = None,
    executor: Executor | None = None,
) -> Iterator[Any]:
    """Return an iterator over the :func:`playout` of each seed, in the order of the seeds.

    >>> from hnefatafl import Position, playouts, variants
    >>> start = Position.initial(variants.BRANDUBH)
    >>> [game.moves == playout(start, seed).moves for seed, game in enumerate(playouts(start, range(3)))]
    [True, True, True]
    >>> from operator import attrgetter
    >>> list(playouts(start, range(3), 5, each=attrgetter("plies")))
    [5, 5, 5]

    Arguments:
        position: where to begin; a ruleset or its name stands for the start.
        seeds: which games to play, such as ``range(1000)``. They may be endless.
        limit: after how many plies a game is cut off.
        each: what is wanted of each :class:`Playout`, if not all of it. It is called where the game is played, so that
            with an executor only its results travel and not the moves, which is several times as fast.
        executor: who plays, such as a pool of processes; None for this process alone.

    Raises:
        ArgumentValueError: the limit is below 0.
    """
    check("seeds", seeds, Iterable)
    start = as_position(position)
    _check_limit(limit)
    check_executor(executor)
    work = partial(_play_out, start, limit, each)
    if executor is None:
        return in_order(None, work, seeds)
    return chain.from_iterable(in_order(executor, partial(_list_batch, work), batches(seeds, _MOST)))


def _play_out(position: Position, limit: int, summarise: Callable[[Playout], Any] | None, seed: int) -> Any:
    game = playout(position, seed, limit)
    return game if summarise is None else summarise(game)


def _list_batch(work: Callable[[int], Any], seeds: tuple[int, ...]) -> list[Any]:
    return list(in_order(None, work, seeds))


def _check_limit(limit: int) -> None:
    if PURE:
        check("limit", limit, int)
    if limit < 0:
        raise ArgumentValueError(f"limit: a number from 0 on was expected, not {limit}")


if PURE:
    unsigned(Playout)
    _sealed_playout = globals()["Playout"] = sealed(Playout, _REMEMBERED)
close(Playout, _REMEMBERED)
