"""Games of a player against itself, as material for training.

Each game begins with some random moves. Positions are kept with the score that the search gave them and the result of
the game, except those where the next move is a capture. Games are played to their ends, also where the search is
certain of them long before: else what decides games at once, such as a way out, would hardly be seen. A game that is
given up teaches nothing: it would say that nobody wins, where often one side does in the end.
"""

from __future__ import annotations

from random import Random
from struct import Struct
from typing import Final

from hnefatafl._kernel.codes import ATTACKERS, ATTACKING, KING, NEITHER, NO_MOVE, origin_of, target_of
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.objects import legal_moves
from hnefatafl.board import Side
from hnefatafl.play import Position, SearchBoard
from hnefatafl.rules import Ruleset
from hnefatafl.search._core.alphabeta import AlphaBetaSearch
from hnefatafl.search._core.evaluation import FEATURES
from hnefatafl.search._core.table import Transpositions
from hnefatafl.search._trained import TrainedEvaluation, evaluation_for
from hnefatafl.support.immutability import frozen

_TABLE: Final = 4
"""The size of the table in MB."""
_RANDOM_PLIES: Final = (2, 9)
"""How many random moves a game begins with: at least, at most."""
GAMES: Final = 1 << 16
"""Games are numbered up to here, and then again."""
HEAD: Final = Struct(f"<{FEATURES}hhbbH")
"""Of a position: its features, its score for the attackers, the result of the game for them (1, 0, -1), the side to
move, the game's number. The pieces follow, a byte for each square (0 for none, 1, 2, 3 for attackers, defenders, the
king), rank 1 first."""


@frozen(kw_only=True)
class GameBatch:
    """A number of games to be played, the same way each time."""

    ruleset: Ruleset
    trained: TrainedEvaluation | None
    seed: int
    first: int
    """The number of the first game."""
    games: int
    nodes: tuple[int, int]
    """How many nodes the attackers and the defenders search for a move."""
    plies: int
    """After so many moves and rolls a game is given up."""


@frozen(kw_only=True)
class PlayedBatch:
    """The positions of a batch, and how many games each side won, or nobody did."""

    positions: bytes
    won: tuple[int, int, int]


def play(batch: GameBatch) -> PlayedBatch:
    """Play a batch of games."""
    rules = batch.ruleset
    mutable = _start_game(rules, Random(0))
    search = AlphaBetaSearch(mutable, evaluation_for(rules, mutable.t, batch.trained), Transpositions(_TABLE))
    positions: list[bytes] = []
    won = [0, 0, 0]
    for number in range(batch.first, batch.first + batch.games):
        random = Random(f"{batch.seed} {number}")
        mutable = _start_game(rules, random)
        _play_opening(mutable, random)
        search.forget()
        records, winner = _play_game(search, mutable, batch, random)
        won[winner] += 1
        result = 0 if winner == NEITHER else 1 if winner == ATTACKING else -1
        for features, score, side, board in records:
            positions.append(HEAD.pack(*features, score, result, side, number % GAMES) + board)
    return PlayedBatch(positions=b"".join(positions), won=(won[0], won[1], won[2]))


def _start_game(rules: Ruleset, random: Random) -> MutablePosition:
    """The start of a game; where the rules leave it open who moves first, chance decides."""
    turn = rules.first or random.choice(list(Side))
    return SearchBoard(Position.initial(rules, turn))._mutable


def _play_opening(mutable: MutablePosition, random: Random) -> None:
    """Play some random moves, not to the end of the game."""
    t = mutable.t
    for _ in range(random.randint(*_RANDOM_PLIES)):
        moves = legal_moves(mutable)
        if not moves:
            return
        move = random.choice(moves)
        mutable.make(t.index[move._start], t.index[move._stop])
        if mutable.end() != 0:
            mutable.unmake()
            return


_Found = tuple[tuple[int, ...], int, int, bytes]
"""The features of a position, its score for the attackers, the side to move, the board."""


def _play_game(
    search: AlphaBetaSearch, mutable: MutablePosition, batch: GameBatch, random: Random
) -> tuple[list[_Found], int]:
    """Play a game to its end; the positions, and who has won. There are no positions if it was given up."""
    t = mutable.t
    records: list[_Found] = []
    for _ in range(batch.plies):
        over = mutable.end()
        if over != 0:
            return records, int(over & 3)
        side = int(mutable.side)
        search.begin(mutable, batch.nodes[side], None, 1)
        while search.deepen():
            pass
        score, line = search.lines[0]
        code = line[0]
        if code == NO_MOVE:
            mutable.roll = random.randint(1, int(t.die))
            continue
        seen = _record_position(search, mutable, score)
        mutable.make(origin_of(code), target_of(code))
        if mutable.since_capture != 0:
            records.append(seen)
    return [], int(NEITHER)


def _record_position(search: AlphaBetaSearch, mutable: MutablePosition, score: int) -> _Found:
    """A position as it is kept."""
    evaluation = search.evaluation
    evaluation.load(mutable)
    evaluation.measure(mutable)
    features = tuple(int(value) for value in evaluation.features)
    board = bytes(_kind_number(int(mutable.cells[q])) for q in mutable.t.squares)
    side = int(mutable.side)
    return features, score if side == ATTACKING else -score, side, board


def _kind_number(piece: int) -> int:
    """0 for no piece, 1 for an attacker, 2 for a defender, 3 for the king."""
    if piece == 0:
        return 0
    return 1 if piece & ATTACKERS else 3 if piece == KING else 2
