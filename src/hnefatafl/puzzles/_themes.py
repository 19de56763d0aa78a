"""What a puzzle is about, and how hard it is: read off its solution."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hnefatafl.board import CaptureKind, Kind, Move, Side
from hnefatafl.errors import InvalidSetupError
from hnefatafl.play import PlayedMove, Position
from hnefatafl.puzzles._puzzle import PuzzleTheme
from hnefatafl.search import Limit, analyse

_ENDS: Final = {
    "king-escaped": PuzzleTheme.ESCAPE,
    "king-captured": PuzzleTheme.CAPTURE,
    "king-immobile": PuzzleTheme.CAPTURE,
    "exit-fort": PuzzleTheme.FORT,
    "encirclement": PuzzleTheme.RING,
    "no-escape": PuzzleTheme.RING,
    "no-legal-move": PuzzleTheme.BLOCKED,
    "all-captured": PuzzleTheme.TOO_FEW,
    "too-few-attackers": PuzzleTheme.TOO_FEW,
    "too-few-defenders": PuzzleTheme.TOO_FEW,
}
_CAPTURES: Final = {
    CaptureKind.SHIELDWALL: PuzzleTheme.SHIELDWALL,
    CaptureKind.LINNAEAN: PuzzleTheme.LINNAEAN,
    CaptureKind.HOSTILE_SQUARE: PuzzleTheme.HOSTILE_SQUARE,
    CaptureKind.HOSTILE_EDGE: PuzzleTheme.HOSTILE_SQUARE,
}
_SEVERAL: Final = 2
_NEXT: Final = 3
"""The plies of a win by the winner's next move."""
_MANY_MOVES: Final = 60
"""A position with so many moves is harder."""
_GLANCE: Final = Limit(nodes=300)
"""What a search sees at a glance."""
GRADES: Final = 6
"""The grade of the hardest puzzles."""


def is_win(position: Position, side: Side) -> bool:
    """Whether the game has ended with a win of the side that the board alone brings about."""
    outcome = position.outcome
    return outcome is not None and outcome.winner is side and outcome.termination.by_board


def _threats(position: Position, side: Side) -> list[Move]:
    """The moves by which the side would win at once if it were to move."""
    try:
        turned = Position.from_board(position.board, position.ruleset, side)
    except InvalidSetupError:
        return []
    return [move for move in turned.legal_moves() if is_win(turned.play(move), side)]


def themes(plays: list[PlayedMove]) -> tuple[PuzzleTheme, ...]:
    """The themes of a solution, in the order of the list."""
    found = set(_found(plays))
    return tuple(theme for theme in PuzzleTheme if theme in found)


def _found(plays: list[PlayedMove]) -> Iterator[PuzzleTheme]:
    first, last = plays[0], plays[-1]
    side = first.before.turn
    if last.after.outcome is not None:
        yield _ENDS.get(last.after.outcome.termination.value, PuzzleTheme.OTHER_END)
    for play in plays:
        if play.before.turn is side:
            yield from (_CAPTURES[each.rule] for each in play.captures if each.rule in _CAPTURES)
    if _threats(first.before, side.opponent):
        yield PuzzleTheme.PARRY
    if len(plays) > 1 and any(each.piece.side is side for each in plays[1].captures):
        yield PuzzleTheme.SACRIFICE
    for number, play in enumerate(plays[:-1]):
        if play.before.turn is side:
            threats = _threats(play.after, side)
            yield from _threatened(play, threats, number == 0)
            if number == 0 and not threats:
                yield PuzzleTheme.QUIET if len(plays) > _NEXT else PuzzleTheme.ZUGZWANG


def _threatened(play: PlayedMove, threats: list[Move], first: bool) -> Iterator[PuzzleTheme]:
    """The themes of what a move of the winner threatens."""
    board = play.after.board
    escapes = {move.target for move in threats if board[move.origin].kind is Kind.KING}
    if len(escapes) >= _SEVERAL:
        yield PuzzleTheme.DOUBLE_ESCAPE
    elif len({move.target for move in threats}) >= _SEVERAL:
        yield PuzzleTheme.FORK
    if first and escapes and play.before.board[play.move.origin].kind is not Kind.KING:
        yield PuzzleTheme.DISCOVERY


def grade(plays: list[PlayedMove]) -> int:
    """How hard a puzzle is, from 1 to :data:`GRADES`.

    A point for every two plies after the first, and one each for many legal moves, a first move that captures nothing,
    one that makes no threat, and one that a short search does not find.
    """
    first = plays[0]
    points = (len(plays) - 1) // 2
    points += len(first.before.legal_moves()) >= _MANY_MOVES
    points += not first.captures
    points += not _threats(first.after, first.before.turn)
    points += analyse(first.before, _GLANCE, memory=1).best != first.move
    return min(max(points, 1), GRADES)
