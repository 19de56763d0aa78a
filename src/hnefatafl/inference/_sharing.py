"""Work on games that is shared out to the workers of an executor.

A worker keeps the games that it has been given, so that they travel once and not with each piece of work. It is asked
for them by a digest; where it does not have them, the work comes back and is sent again with the games.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from hnefatafl._base.jobs import in_order
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset

if TYPE_CHECKING:
    from concurrent.futures import Executor

_T = TypeVar("_T")

_BLOCK: Final = 512
"""How many games travel together."""
_KEPT: Final = 32
"""How many such blocks a worker keeps."""
_PIECE: Final = 64
"""How many replays are a piece of work."""

_blocks: Final[OrderedDict[bytes, Sequence[Game]]] = OrderedDict()


class _Piece(NamedTuple):
    """Games of a block, and the ruleset that they are replayed by."""

    block: int
    rules: Ruleset
    games: tuple[int, ...]


def _digest(games: Sequence[Game]) -> bytes:
    """A digest of everything in games that the rules are compared with."""
    found = blake2b(digest_size=16)
    for game in games:
        unparsed = ",".join(str(token.number) for token in game.unparsed)
        parts = [" ".join(map(str, game.moves)), game.result, str(game.ending), unparsed]
        if game.start is not None:
            setup = game.start.setup
            state = (setup.turn, setup.roll, setup.announced, setup.berserk_square, setup.outcome)
            parts += [setup.board.record, *map(str, state)]
        text = "|".join(parts)
        found.update(text.encode("utf-8", "surrogatepass"))
        found.update(b"\n")
    return found.digest()


def _work(
    work: Callable[[Game, Ruleset], _T], load: tuple[bytes, Sequence[Game] | None, Ruleset, tuple[int, ...]]
) -> list[_T] | None:
    """Work on some games of a block, or return None where the block is not here."""
    key, block, rules, games = load
    if block is None:
        block = _blocks.get(key)
        if block is None:
            return None
    else:
        _blocks[key] = block
        while len(_blocks) > _KEPT:
            _blocks.popitem(last=False)
    return [work(block[at], rules) for at in games]


class Sharing:
    """Work on games by the workers of an executor.

    Arguments:
        executor: the executor; only its ``submit`` is used.
        games: the games.
    """

    def __init__(self, executor: Executor, games: Sequence[Game]) -> None:
        self._executor = executor
        self._blocks = [tuple(games[at : at + _BLOCK]) for at in range(0, len(games), _BLOCK)]
        self._keys = [_digest(block) for block in self._blocks]

    def run(
        self, work: Callable[[Game, Ruleset], _T], wanted: Sequence[tuple[Ruleset, Sequence[int]]]
    ) -> Iterator[tuple[Ruleset, int, _T]]:
        """Yield the result of the work for each ruleset and game that is wanted."""
        on_block = partial(_work, work)
        todo = [piece for rules, games in wanted for piece in self._pieces(rules, games)]
        again: list[_Piece] = []
        for piece, found in zip(todo, in_order(self._executor, on_block, self._loads(todo, False)), strict=True):
            if found is None:
                again.append(piece)
            else:
                yield from self._results(piece, found)
        for piece, found in zip(again, in_order(self._executor, on_block, self._loads(again, True)), strict=True):
            yield from self._results(piece, found or [])

    def _pieces(self, rules: Ruleset, games: Sequence[int]) -> Iterator[_Piece]:
        blocks: dict[int, list[int]] = {}
        for at in games:
            blocks.setdefault(at // _BLOCK, []).append(at % _BLOCK)
        for block, places in blocks.items():
            for begin in range(0, len(places), _PIECE):
                yield _Piece(block, rules, tuple(places[begin : begin + _PIECE]))

    def _loads(
        self, pieces: Sequence[_Piece], full: bool
    ) -> Iterator[tuple[bytes, Sequence[Game] | None, Ruleset, tuple[int, ...]]]:
        for piece in pieces:
            yield self._keys[piece.block], self._blocks[piece.block] if full else None, piece.rules, piece.games

    def _results(self, piece: _Piece, found: Sequence[_T]) -> Iterator[tuple[Ruleset, int, _T]]:
        for at, each in zip(piece.games, found, strict=True):
            yield piece.rules, piece.block * _BLOCK + at, each
