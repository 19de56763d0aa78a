"""Puzzles: positions with exactly one winning move, where every other move is refuted.

* :func:`find_puzzle` looks for one in a position, :func:`find_puzzles` in games. A :class:`Puzzle` has the solution,
  themes and a grade.
* :func:`own_games` plays games to find puzzles in.
* :func:`shipped` returns the puzzles that ship, by their numbers, and :func:`pick_daily` the number of that of a day.
* :func:`format_puzzles` writes them as lines of JSON, :func:`as_game` as a game record, and :func:`read_puzzles` reads
  both. :func:`puzzle_sheets` draws sheets to print.
* :class:`PuzzleTrainer` takes every winning move, answers with the defence, and explains refusals.

>>> from hnefatafl import Position, Side, variants
>>> position = Position.parse("/1t5/3t2t/4Tt1/ttTK3/7/1t2T2/3t3/", variants.BRANDUBH, Side.DEFENDERS)
>>> puzzle = find_puzzle(position, Effort(nodes=100, unbounded=100))
>>> print(*puzzle.line)
d4-g4 b1-c1 g4-g7
"""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from tafl.puzzles._finding import Effort, find_puzzle, find_puzzles, own_games
    from tafl.puzzles._puzzle import Puzzle, PuzzleError, PuzzleTheme
    from tafl.puzzles._shipped import pick_daily, shipped
    from tafl.puzzles._training import Attempt, AttemptKind, PuzzleTrainer
    from tafl.puzzles._writing import (
        PUZZLE_FORMAT,
        PUZZLES_A_SHEET,
        as_game,
        format_puzzles,
        from_game,
        parse_puzzles,
        puzzle_sheets,
        read_puzzles,
    )
else:
    # Finding needs engines, which a browser does not have; trying a puzzle does not.
    __getattr__, __dir__ = later(__name__, "_puzzle", "_writing", "_shipped", "_training", "_finding")

__all__ = [
    "PUZZLES_A_SHEET",
    "PUZZLE_FORMAT",
    "Attempt",
    "AttemptKind",
    "Effort",
    "Puzzle",
    "PuzzleError",
    "PuzzleTheme",
    "PuzzleTrainer",
    "as_game",
    "find_puzzle",
    "find_puzzles",
    "format_puzzles",
    "from_game",
    "own_games",
    "parse_puzzles",
    "pick_daily",
    "puzzle_sheets",
    "read_puzzles",
    "shipped",
]
