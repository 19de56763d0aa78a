"""A puzzle: a position, its one winning move, and what is proved of the others."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from attrs import field

from hnefatafl._base.arguments import is_a
from hnefatafl._base.brief import brief
from hnefatafl._base.declared import Listed
from hnefatafl._base.seal import frozen
from hnefatafl.board import Move, Side
from hnefatafl.play import Position
from hnefatafl.rules import Ruleset

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


@frozen(kw_only=True)
class Puzzle:
    """A position in which the side to move has exactly one winning move.

    *Winning* is a win on the board within ``plies`` plies against every defence. Every other move is refuted: none of
    them wins within ``refuted`` plies, counted from the position of the puzzle, and a search without that bound has
    found no win after any of them.

    >>> from hnefatafl import variants
    >>> from hnefatafl.puzzles import Effort, find_puzzle
    >>> position = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH, Side.DEFENDERS)
    >>> puzzle = find_puzzle(position, Effort(nodes=100, unbounded=100))
    >>> puzzle.solution, puzzle.plies, puzzle.refuted
    (Move.parse('d4-g4'), 3, 5)
    """

    __repr__ = brief

    position: Position = field(validator=is_a(Position))
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
        """The rules.

        >>> from hnefatafl.puzzles import shipped
        >>> shipped()[0].ruleset.name
        'brandubh'
        """
        return self.position.ruleset

    @property
    def winner(self) -> Side:
        """The side to move, which wins.

        >>> from hnefatafl.puzzles import shipped
        >>> shipped()[0].winner is shipped()[0].position.turn
        True
        """
        return self.position.turn

    @property
    def solution(self) -> Move:
        """The winning move.

        >>> from hnefatafl.puzzles import shipped
        >>> shipped()[0].solution == shipped()[0].line[0]
        True
        """
        return self.line[0]

    @property
    def plies(self) -> int:
        """Within how many plies it wins.

        >>> from hnefatafl.puzzles import shipped
        >>> shipped()[0].plies == len(shipped()[0].line)
        True
        """
        return len(self.line)

    @property
    def task(self) -> str:
        """What is to be done, in words.

        >>> from hnefatafl.puzzles import shipped
        >>> shipped()[0].plies, shipped()[0].task
        (5, 'the attackers move and win within 3 moves')
        """
        moves = (self.plies + 1) // 2
        return f"the {self.winner} move and win within {moves} {'move' if moves == 1 else 'moves'}"

    @property
    def id(self) -> str:
        """A name that stays, by the name of the ruleset: equal puzzles have the same, and so have their rotations and
        reflections, unless the ruleset has functions, which are not turned.

        >>> from hnefatafl.puzzles import shipped
        >>> len({puzzle.id for puzzle in shipped()}) == len(shipped())
        True
        """
        return identify(self.position)


def identify(position: Position) -> str:
    """The name of the puzzle in a position."""
    rules = position.ruleset
    text = f"{min(position.board.transform(turn).record for turn in rules.symmetries)} {position.turn}"
    return f"{rules.name}-{sha256(text.encode()).hexdigest()[:10]}"
