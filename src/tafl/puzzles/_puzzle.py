"""A puzzle: a position, its one winning move, and what is proved of the others."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from attrs import field

from hnefatafl.board import CaptureKind, Kind, Move, Side
from hnefatafl.errors import HnefataflError, InvalidSetupError
from hnefatafl.play import PlayedMove, Position, PositionLike, as_position
from hnefatafl.rules import Ruleset
from hnefatafl.search import Limit, analyse
from hnefatafl.support.arguments import is_a
from hnefatafl.support.enums import Listed
from hnefatafl.support.immutability import frozen
from hnefatafl.support.texts import counted


class PuzzleError(HnefataflError, ValueError):
    """A ruleset has no puzzles, or a text is not a puzzle.

    >>> print(PuzzleError("the key 'plies' was expected", line=3))
    puzzles, line 3: the key 'plies' was expected

    Arguments:
        reason: what is wrong.
        line: the number of the line of the text, from 1 on, or None.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason: str = reason
        """What is wrong."""
        self.line: int | None = line
        """The number of the line, from 1 on, or None where there is no text."""
        super().__init__(reason, line)

    def _make_message(self) -> str:
        return self.reason if self.line is None else f"puzzles, line {self.line}: {self.reason}"


LONGEST: Final = 99
"""The most plies that a puzzle has, and that its other moves are looked into."""


class PuzzleTheme(Listed):
    """What a puzzle is about, read off its solution. The first seven say how the game ends.

    >>> PuzzleTheme("double-escape")
    PuzzleTheme.DOUBLE_ESCAPE
    """

    ESCAPE = "escape"
    """The king reaches an escape square."""
    CAPTURE = "capture"
    """The king is captured, or can no longer move."""
    FORT = "fort"
    """The defenders build an exit fort."""
    RING = "ring"
    """The attackers surround all defenders."""
    BLOCKED = "blocked"
    """The opponent has no legal move."""
    TOO_FEW = "too-few"
    """A side has lost all men, or too many."""
    OTHER_END = "other-end"
    """An extra ending of the ruleset, or tuichu."""
    SHIELDWALL = "shieldwall"
    """The winner captures a shieldwall."""
    LINNAEAN = "linnaean"
    """The winner captures by the Linnaean rule."""
    HOSTILE_SQUARE = "hostile-square"
    """The winner captures against a throne, a corner, a camp or the edge."""
    DOUBLE_ESCAPE = "double-escape"
    """A move of the winner opens two ways out or more at once."""
    FORK = "fork"
    """A move of the winner makes several other threats to win at once."""
    DISCOVERY = "discovery"
    """The first move is a man's and opens a way out for the king."""
    SACRIFICE = "sacrifice"
    """The answer to the first move captures a piece of the winner."""
    PARRY = "parry"
    """The opponent would win at once if it were to move."""
    ZUGZWANG = "zugzwang"
    """Any move of the opponent after the first loses at once, and a pass would not: the first move makes no threat."""
    QUIET = "quiet"
    """The first move threatens no win by the next one, and the win takes more than 3 plies."""


def _as_position(position: PositionLike) -> Position:
    return as_position(position)


@frozen(kw_only=True)
class Puzzle:
    """A position in which the side to move has exactly one winning move.

    *Winning* is a win on the board within ``plies`` plies against every defence. Every other move is refuted: none of
    them wins within ``refuted`` plies, counted from the position of the puzzle, and a search without that bound has
    found no win after any of them.

    >>> from hnefatafl import variants
    >>> from tafl.puzzles import Effort, find_puzzle
    >>> position = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> puzzle = find_puzzle(position, Effort(nodes=100, unbounded=100))
    >>> puzzle.solution, puzzle.plies, puzzle.refuted
    (Move.parse('d4-g4'), 3, 5)
    """

    position: Position = field(converter=_as_position)
    """The position, without a history. The side to move wins."""
    line: tuple[Move, ...]
    """The solution: the winning move, the longest defence, and so on to the end of the game."""
    refuted: int = field(validator=is_a(int))
    """No other move wins within so many plies."""
    disproved: bool = field(default=False, validator=is_a(bool))
    """Whether the solver has proved of each other move that it never wins on the board."""
    themes: tuple[PuzzleTheme, ...] = ()
    """What it is about."""
    grade: int = field(default=1, validator=is_a(int))
    """How hard it is, from 1 to 6; :doc:`/howto/puzzles` says by what."""
    source: str = field(default="", validator=is_a(str), eq=False)
    """Where the position comes from."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return self.position.ruleset

    @property
    def winner(self) -> Side:
        """The side to move, which wins."""
        return self.position.turn

    @property
    def solution(self) -> Move:
        """The winning move."""
        return self.line[0]

    @property
    def plies(self) -> int:
        """Within how many plies it wins."""
        return len(self.line)

    @property
    def task(self) -> str:
        """What is to be done, in words."""
        moves = (self.plies + 1) // 2
        return f"the {self.winner} move and win within {counted(moves, 'move')}"

    @property
    def id(self) -> str:
        """A name that stays, by the name of the ruleset: equal puzzles have the same, and so have their rotations and
        reflections, unless the ruleset has functions, which are not turned.
        """
        return identify(self.position)


def identify(position: Position) -> str:
    """The name of the puzzle in a position."""
    rules = position.ruleset
    # The least of all turned records is the same for every turned board.
    text = f"{min(position.board.transform(turn).record for turn in rules.symmetries)} {position.turn}"
    return f"{rules.name}-{sha256(text.encode()).hexdigest()[:10]}"


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


def _find_threats(position: Position, side: Side) -> list[Move]:
    """The moves by which the side would win at once if it were to move."""
    try:
        turned = Position.from_board(position.board, position.ruleset, side)
    except InvalidSetupError:
        return []
    return [move for move in turned.legal_moves() if is_win(turned.play(move), side)]


def find_themes(plays: list[PlayedMove]) -> tuple[PuzzleTheme, ...]:
    """The themes of a solution, in the order of the list."""
    met = set(_find_themes(plays))
    return tuple(theme for theme in PuzzleTheme if theme in met)


def _find_themes(plays: list[PlayedMove]) -> Iterator[PuzzleTheme]:
    first, last = plays[0], plays[-1]
    side = first.before.turn
    if last.after.outcome is not None:
        yield _ENDS.get(last.after.outcome.termination.value, PuzzleTheme.OTHER_END)
    for play in plays:
        if play.before.turn is side:
            yield from (_CAPTURES[capture.rule] for capture in play.captures if capture.rule in _CAPTURES)
    if _find_threats(first.before, side.opponent):
        yield PuzzleTheme.PARRY
    if len(plays) > 1 and any(capture.piece.side is side for capture in plays[1].captures):
        yield PuzzleTheme.SACRIFICE
    for number, play in enumerate(plays[:-1]):
        if play.before.turn is side:
            threats = _find_threats(play.after, side)
            yield from _find_threat_themes(play, threats, number == 0)
            if number == 0 and not threats:
                yield PuzzleTheme.QUIET if len(plays) > _NEXT else PuzzleTheme.ZUGZWANG


def _find_threat_themes(play: PlayedMove, threats: list[Move], first: bool) -> Iterator[PuzzleTheme]:
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
    points += not _find_threats(first.after, first.before.turn)
    points += analyse(first.before, _GLANCE, memory=1).best != first.move
    return min(max(points, 1), GRADES)
