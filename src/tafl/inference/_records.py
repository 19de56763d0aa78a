"""Records as they are read without any rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

import attrs

from hnefatafl.board import Board, Kind, Piece, Side, Square, SquareSet, Symmetry, Termination
from hnefatafl.errors import IllegalMoveError
from hnefatafl.notation.completion import complete, find_contradiction
from hnefatafl.play import Position
from hnefatafl.records import Finding, FindingKind, Game, RecordedMove, Replay, replay_line
from hnefatafl.rules import Berserk, Ruleset
from hnefatafl.support.arguments import as_tuple, refuse
from hnefatafl.support.tallies import wilson

_DEVIATIONS: Final = 1.96
"""How many standard deviations an interval reaches: 95 %."""


def interval_of(count: float, total: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson's score interval)."""
    return wilson(count / total if total else 0.0, total, _DEVIATIONS)


def orbits_of(start: Board) -> dict[Square, SquareSet]:
    """Return each square of the board with those that the symmetries of the layout exchange with it."""
    size = start.size
    group = [symmetry for symmetry in Symmetry if start.transform(symmetry) == start]
    squares = [Square.unchecked(file, rank) for file in range(size) for rank in range(size)]
    return {square: SquareSet(symmetry.apply(square, size) for symmetry in group) for square in squares}


def as_soldiers(board: Board) -> Board:
    """Return a layout with soldiers in place of all other men."""
    pieces = board.items()
    return Board(
        board.size,
        {square: piece if piece is Piece.KING else Piece(piece.side, Kind.SOLDIER) for square, piece in pieces},
    )


_LIMITS: Final = (Termination.QUIET_LIMIT, Termination.MOVE_LIMIT)


def replay_under(game: Game, rules: Ruleset) -> Replay:
    """Return the replay of a game by other rules than its own. Players went on after repetitions: those do not count.
    Whoever went on beyond a limit of moves did not play by it.

    Raises:
        HnefataflError: the game cannot begin under these rules.
    """
    if rules.berserk is not Berserk.NONE:
        return _within_limits(complete(attrs.evolve(game, ruleset=rules)).game.replay(lenient=True))
    if game.start is not None:
        start = Position.from_setup(game.start.setup, rules)
    elif rules.first is None and game.moves:
        start = Position.initial(rules, _first_mover(game, rules.start))
    else:
        start = Position.initial(rules)
    return _within_limits(replay_line(game, 0, start, True)[0])


def _within_limits(replay: Replay) -> Replay:
    """Return the replay as far as the limits of its rules allow, which a lenient replay does not heed."""
    rules = replay.start.ruleset
    if rules.quiet_limit is None and rules.move_limit is None:
        return replay
    for ply, (position, move) in enumerate(zip(replay.positions(), replay.moves, strict=False)):
        strict = position.as_strict()
        if strict.outcome is not None and strict.outcome.termination in _LIMITS:
            try:
                strict.play(move)
            except IllegalMoveError as error:
                differences = tuple(difference for difference in replay.differences if difference[0] < ply)
                return attrs.evolve(
                    replay, moves=replay.moves[:ply], position=position, error=error, differences=differences
                )
    return replay


def soon_contradicted(game: Game, rules: Ruleset) -> tuple[int, Finding] | None:
    """Return the index of the recorded move by which it is certain, and soon known, that a game contradicts rules with
    berserk turns, however what its record leaves out is filled in, and what is wrong there; None if it is not.

    Raises:
        HnefataflError: as :func:`replay_under`.
    """
    if rules.berserk is Berserk.NONE:
        return None
    contradiction = find_contradiction(attrs.evolve(game, ruleset=rules))
    if contradiction is None:
        return None
    rest = Game(ruleset=rules, moves=game.moves[contradiction.index :][:1], result=game.result, ending=game.ending)
    return contradiction.index, find_earliest(
        list_contradictions(replay_line(rest, 0, contradiction.position, True)[0])
    )


def _first_mover(game: Game, start: Board) -> Side:
    piece = start.get(game.moves[0].origin)
    return Side.ATTACKERS if piece is None else piece.side


def list_contradictions(replay: Replay) -> tuple[Finding, ...]:
    """Return the findings that speak against the rules. Where a record has no result at all, it lacks none."""
    if replay.game.result:
        return replay.findings
    return tuple(finding for finding in replay.findings if finding.kind is not FindingKind.RESULT_NOT_RECORDED)


def find_earliest(findings: Sequence[Finding]) -> Finding:
    """Return the finding about the earliest move; those about no move come last."""
    return min(findings, key=lambda finding: float("inf") if finding.index is None else finding.index)


NEIGHBOURS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""The way in files and ranks to the squares beside a square."""


def number_games(games: Iterable[Game]) -> list[tuple[int, Game]]:
    """Return the games with their numbers, counted from 1.

    Raises:
        ArgumentTypeError: it is not an iterable of games.
    """
    return list(enumerate(as_tuple("games", games, Game), start=1))


def moves_of(record: Game | Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    """Return the moves of a game, whose ruleset does not matter here, or moves alone.

    Raises:
        ArgumentTypeError: it is neither a game nor an iterable of moves.
    """
    if isinstance(record, Game):
        return record.moves
    if isinstance(record, str) or not isinstance(record, Iterable):
        refuse("games", "a Game", record)
    return as_tuple("games", record, RecordedMove)


def tells_captures(moves: Iterable[RecordedMove]) -> bool:
    """Return whether the notation of the moves can name captured pieces."""
    return all(move.tells_captures for move in moves)


def has_gap(game: Game, start: Board) -> bool:
    """Return whether the moves show that some are missing, as those of berserk turns often are: one begins on an empty
    square, or one side moves twice in a row."""
    last: Side | None = None
    for piece, _ in follow_moves(game, start):
        if piece is None or piece.side is last:
            return True
        last = piece.side
    return False


def follow_moves(game: Game, start: Board) -> Iterator[tuple[Piece | None, RecordedMove]]:
    """Yield the moves of a game, each with the piece that it moves, or None where it begins on an empty square."""
    board = dict(start if game.start is None else game.start.board)
    for move in game.moves:
        piece = board.pop(move.origin, None)
        yield piece, move
        if piece is not None:
            board[move.target] = piece
        for square in move.captures:
            board.pop(square, None)


@lru_cache(maxsize=1 << 14)
def squares_between(origin: Square, target: Square) -> tuple[Square, ...]:
    """Return the squares between two squares of a file or of a rank, in order; none for others."""
    files, ranks = target.file - origin.file, target.rank - origin.rank
    if files and ranks:
        return ()
    length = abs(files + ranks)
    return tuple(origin.offset(files * i // length, ranks * i // length) for i in range(1, length))
