"""Puzzles on sheets of paper, as SVG pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from hnefatafl.puzzles._puzzle import Puzzle
from hnefatafl.render.svg import svg

_COLUMNS: Final = 3
_ROWS: Final = 4
PUZZLES_A_SHEET: Final = _COLUMNS * _ROWS
"""How many puzzles a sheet has at most."""
_WIDTH, _HEIGHT, _MARGIN = 2100, 2970, 100  # A4, in tenths of a millimetre
_CAPTION: Final = 75
_GAP: Final = 40
_LINE: Final = 38
_FONT: Final = 'font-family="sans-serif" fill="#000"'


def puzzle_sheets(puzzles: Iterable[Puzzle], *, solutions: bool = True) -> Iterator[str]:
    """Yield sheets to print, each an SVG picture of A4 with up to twelve boards.

    >>> from hnefatafl.puzzles import shipped
    >>> sheets = [*puzzle_sheets(shipped()[:13])]
    >>> len(sheets), sheets[0][:60]
    (2, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2100 29')

    Arguments:
        puzzles: the puzzles.
        solutions: whether the solutions stand below, upside down.
    """
    given, first = list(puzzles), 1
    while given:
        some, given = given[:PUZZLES_A_SHEET], given[PUZZLES_A_SHEET:]
        yield _sheet(some, first, solutions)
        first += len(some)


def _sheet(puzzles: Sequence[Puzzle], first: int, solutions: bool) -> str:
    foot = _LINE * (_ROWS + 1) if solutions else 0
    room = _HEIGHT - 2 * _MARGIN - foot
    height = (room - (_ROWS - 1) * _GAP) // _ROWS
    width = (_WIDTH - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS
    side = min(width, height - _CAPTION)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="210mm" height="297mm">',
        "<title>Puzzles</title>",
        f'<path fill="#fff" d="M0 0h{_WIDTH}v{_HEIGHT}H0z"/>',
    ]
    for at, puzzle in enumerate(puzzles):
        row, column = divmod(at, _COLUMNS)
        left, top = _MARGIN + column * (width + _GAP), _MARGIN + row * (height + _GAP)
        parts += _entry(puzzle, first + at, left, top, side)
    if solutions:
        parts += _solutions(puzzles, first)
    return "".join([*parts, "</svg>"])


def _entry(puzzle: Puzzle, number: int, left: int, top: int, side: int) -> Iterator[str]:
    """One puzzle with its caption."""
    task = puzzle.task
    captions = (f"{number}. {puzzle.ruleset.name}, grade {puzzle.grade}", task[0].upper() + task[1:])
    for row, text in enumerate(captions):
        yield f'<text x="{left}" y="{top + 22 + 30 * row}" font-size="25" {_FONT}>{escape(text)}</text>'
    picture = svg(puzzle.position, theme="print", size=side, title=task)
    yield picture.replace("<svg ", f'<svg x="{left}" y="{top + _CAPTION}" ', 1)


def _solutions(puzzles: Sequence[Puzzle], first: int) -> Iterator[str]:
    """The solutions, upside down at the foot of the sheet."""
    yield f'<g transform="rotate(180 {_WIDTH // 2} {_HEIGHT - _MARGIN})">'
    texts = [f"{number}. {' '.join(map(str, puzzle.line))}" for number, puzzle in enumerate(puzzles, start=first)]
    for row in range(_ROWS):
        text = "   ".join(texts[_COLUMNS * row : _COLUMNS * (row + 1)])
        y = _HEIGHT - _MARGIN + _LINE * (row + 1)
        yield f'<text x="{_MARGIN}" y="{y}" font-size="25" {_FONT}>{escape(text)}</text>'
    yield "</g>"
