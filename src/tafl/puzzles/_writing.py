"""Puzzles as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from typing import Any, Final, cast

from attrs import evolve

from hnefatafl import __version__, variants
from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError, UnknownVariantError
from hnefatafl.notation import json as documents
from hnefatafl.notation import otn
from hnefatafl.notation.detection import read_any
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position
from hnefatafl.records import RESULTS, Game
from hnefatafl.render.svg import svg
from hnefatafl.rules import Ruleset
from hnefatafl.support.as_json import attributes
from hnefatafl.support.json_text import dump, entry, load
from tafl.puzzles._puzzle import GRADES, LONGEST, Puzzle, PuzzleError, PuzzleTheme, is_win

PUZZLE_FORMAT: Final = "hnefatafl puzzles 1"
"""What the first line of a file of puzzles says."""
_LONGEST_LINE: Final = 1 << 17
"""The most characters of a line."""
_BRIEF: Final = 100
_THEMES: Final = {theme.value: theme for theme in PuzzleTheme}
_KEYS: Final = frozenset(
    ("id", "ruleset", "version", "board", "turn", "line", "refuted", "disproved", "themes", "grade", "source")
)


def format_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield the lines of a file of puzzles: a head, and a line for each; :doc:`/howto/puzzles` has the keys.

    >>> from tafl.puzzles import shipped
    >>> head, first = format_puzzles(shipped()[:1])
    >>> head[:30]
    '{"format":"hnefatafl puzzles 1'

    Raises:
        NotExpressibleError: a ruleset contains functions and is not registered.
    """
    yield dump({"format": PUZZLE_FORMAT, "library": __version__})
    for puzzle in puzzles:
        rules = puzzle.ruleset
        yield dump(
            {
                "id": puzzle.id,
                "ruleset": rules.name if _is_shipped(rules) else json.loads(documents.format_rules(rules)),
                "version": rules.version,
                "board": puzzle.position.board.record,
                **attributes(puzzle, "line refuted disproved themes grade source", turn=puzzle.winner),
            }
        )


def _is_shipped(rules: Ruleset) -> bool:
    try:
        return variants.get(rules.name) == rules
    except UnknownVariantError:
        return False


def parse_puzzles(lines: Iterable[str] | str) -> Iterator[Puzzle]:
    """Read a file of puzzles, one after the other.

    The solution is played and must win; that no other move does is not proved anew.

    >>> from tafl.puzzles import shipped
    >>> [*parse_puzzles(format_puzzles(shipped()[:9]))] == [*shipped()[:9]]
    True

    Raises:
        PuzzleError: a line is not as expected.
    """
    number = 0
    for number, text in enumerate(lines.split("\n") if isinstance(lines, str) else lines, start=1):
        if number > 1 and not text.strip():
            continue
        try:
            if len(text) > _LONGEST_LINE:
                raise PuzzleError(f"at most {_LONGEST_LINE:,} characters were expected")
            fields = load(text)
            if number > 1:
                yield _read_puzzle(fields, text)
            elif fields.get("format") != PUZZLE_FORMAT:
                raise PuzzleError(f"the format {PUZZLE_FORMAT!r} was expected")
        except HnefataflError as error:
            reason = error.reason if isinstance(error, PuzzleError) else " ".join(str(error).split())
            raise PuzzleError(reason[: 2 * _BRIEF], number) from None
    if not number:
        raise PuzzleError(f"the format {PUZZLE_FORMAT!r} was expected")


def _read_puzzle(fields: dict[str, Any], text: str) -> Puzzle:
    if strange := fields.keys() - _KEYS:
        raise PuzzleError(f"the key {min(strange)!r:.60} was not expected")
    rules = _read_rules(fields, text)
    position = Position.parse(entry(fields, "board", str, text), rules, entry(fields, "turn", str, text))
    line = [parse_move(word).move for word in _read_texts(fields, "line", text)]
    themes = tuple(_THEMES.get(theme) for theme in _read_texts(fields, "themes", text))
    if None in themes:
        raise PuzzleError(f"themes: one of {', '.join(_THEMES)} was expected")
    return check_puzzle(
        position,
        line,
        refuted=entry(fields, "refuted", int, text),
        disproved=entry(fields, "disproved", bool, text),
        themes=themes,
        grade=entry(fields, "grade", int, text),
        source=entry(fields, "source", str, text) if "source" in fields else "",
    )


def check_puzzle(position: Position, line: list[Move], *, refuted: int, grade: int, **others: Any) -> Puzzle:
    """The puzzle, if its solution wins.

    Raises:
        PuzzleError: it does not, or a number is out of range.
        IllegalMoveError: a move of it is illegal.
    """
    if not 1 <= len(line) <= LONGEST:
        raise PuzzleError(f"line: 1 to {LONGEST} moves were expected")
    # The moves are played below; what is said of the other moves is not proved again, which takes long.
    if not len(line) <= refuted <= 2 * LONGEST:
        raise PuzzleError(f"refuted: a number from {len(line)} to {2 * LONGEST} was expected")
    if not 1 <= grade <= GRADES:
        raise PuzzleError(f"grade: a number from 1 to {GRADES} was expected")
    end = position
    for move in line:
        end = end.play(move)
    if not is_win(end, position.turn):
        raise PuzzleError(f"line: moves that win for the {position.turn} were expected")
    return Puzzle(position=position, line=tuple(line), refuted=refuted, grade=grade, **others)


def _read_rules(fields: dict[str, Any], text: str) -> Ruleset:
    document = fields.get("ruleset")
    if isinstance(document, dict):
        return documents.parse_rules(json.dumps(document))
    rules = variants.get(entry(fields, "ruleset", str, text))
    version = entry(fields, "version", int, text)
    # Another version may judge the same moves differently, and then the line proves nothing.
    if version != rules.version:
        raise PuzzleError(f"version: made by version {version} of {rules.name}, and this library has {rules.version}")
    return rules


def _read_texts(fields: dict[str, Any], key: str, text: str) -> list[str]:
    values = cast("list[object]", entry(fields, key, list, text))
    # One more than allowed is enough to know: a hostile file may have millions.
    texts = [value for value in values[: LONGEST + 1] if isinstance(value, str)]
    if len(values) > LONGEST or len(texts) < len(values):
        raise PuzzleError(f"{key}: a list of at most {LONGEST} texts was expected")
    return texts


def as_game(puzzle: Puzzle) -> Game:
    """Return a puzzle as a game: its position, its solution as the moves, and tags.

    ``puzzle-mode`` and ``puzzle-start`` are OpenTafl's. ``puzzle-refuted``, ``puzzle-disproved``, ``puzzle-themes`` and
    ``puzzle-grade`` are ours; other programs skip them.

    >>> from tafl.puzzles import shipped
    >>> game = as_game(shipped()[0])
    >>> game.tags["puzzle-mode"], game.tags["puzzle-start"], len(game.moves) == shipped()[0].plies
    ('loose', '0', True)
    """
    game = Game.from_position(puzzle.position).add(puzzle.line)
    tags = {
        **({"event": puzzle.source} if puzzle.source else {}),
        "puzzle-mode": "loose",
        "puzzle-start": "0",
        "puzzle-refuted": str(puzzle.refuted),
        "puzzle-disproved": "yes" if puzzle.disproved else "no",
        "puzzle-themes": " ".join(map(str, puzzle.themes)),
        "puzzle-grade": str(puzzle.grade),
    }
    return evolve(game, tags=tags, result=RESULTS[puzzle.winner])


def from_game(game: Game) -> Puzzle:
    """Return the puzzle in a record that :func:`as_game` has made.

    What the tags say of the other moves is taken as it stands. Records of others do not say it;
    :func:`find_puzzle` proves it.

    >>> from tafl.puzzles import shipped
    >>> puzzle = shipped()[0]
    >>> from_game(as_game(puzzle)) == puzzle
    True

    Raises:
        PuzzleError: the record has no such tags, or its moves do not win.
    """
    try:
        tagged = otn.puzzle(game)
        if tagged is None or "puzzle-refuted" not in game.tags:
            raise PuzzleError("the tags puzzle-mode and puzzle-refuted were expected")
        return _read_tagged(game, tagged.start)
    except PuzzleError:
        raise
    except HnefataflError as error:
        raise PuzzleError(" ".join(str(error).split())) from None


def _read_tagged(game: Game, first: int) -> Puzzle:
    """Return the puzzle after so many moves of a record."""
    replay = game.replay(lenient=True)
    if replay.error is not None:
        raise PuzzleError("moves that are legal were expected")
    plays = replay.played_moves
    start = plays[first - 1].after if first else game.initial_position
    words = game.tags.get("puzzle-themes", "").split()
    return check_puzzle(
        # As puzzles are found: without the history before the puzzle.
        Position.from_board(start.board, start.ruleset, start.turn),
        [play.move for play in plays[first:]],
        refuted=_read_number(game, "puzzle-refuted"),
        grade=_read_number(game, "puzzle-grade"),
        disproved=game.tags.get("puzzle-disproved") == "yes",
        themes=tuple(_THEMES[word] for word in words if word in _THEMES),
        source=game.tags.get("event", ""),
    )


def _read_number(game: Game, tag: str) -> int:
    text = game.tags.get(tag, "1").strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise PuzzleError(f"{tag}: a number was expected, not {text!r:.40}")
    return int(text)


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Read the puzzles of a file, one after the other: lines of JSON, or game records that :func:`as_game` has made.

    >>> from tafl.puzzles import format_puzzles, shipped
    >>> [*read_puzzles(format_puzzles(shipped()[:9]))] == [*shipped()[:9]]
    True

    Raises:
        PuzzleError: a line or a record is not as expected.
        RecordError, NotationError, RulesetError, InvalidSetupError: a record cannot be read.
    """
    rest = iter(lines)
    first = next(rest, "")
    whole = chain((first,), rest)
    if first.lstrip("\ufeff \t").startswith("{"):
        yield from parse_puzzles(whole)
    else:
        yield from map(from_game, read_any(whole))


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

    >>> from tafl.puzzles import shipped
    >>> sheets = [*puzzle_sheets(shipped()[:13])]
    >>> len(sheets), sheets[0][:60]
    (2, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2100 29')

    Arguments:
        puzzles: the puzzles.
        solutions: whether the solutions stand below, upside down.
    """
    remaining, first = list(puzzles), 1
    while remaining:
        on_sheet, remaining = remaining[:PUZZLES_A_SHEET], remaining[PUZZLES_A_SHEET:]
        yield _draw_sheet(on_sheet, first, solutions)
        first += len(on_sheet)


def _draw_sheet(puzzles: Sequence[Puzzle], first: int, solutions: bool) -> str:
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
    for index, puzzle in enumerate(puzzles):
        row, column = divmod(index, _COLUMNS)
        left, top = _MARGIN + column * (width + _GAP), _MARGIN + row * (height + _GAP)
        parts += _draw_entry(puzzle, first + index, left, top, side)
    if solutions:
        parts += _draw_solutions(puzzles, first)
    return "".join([*parts, "</svg>"])


def _draw_entry(puzzle: Puzzle, number: int, left: int, top: int, side: int) -> Iterator[str]:
    """One puzzle with its caption."""
    task = puzzle.task
    captions = (f"{number}. {puzzle.ruleset.name}, grade {puzzle.grade}", task[0].upper() + task[1:])
    for row, text in enumerate(captions):
        yield f'<text x="{left}" y="{top + 22 + 30 * row}" font-size="25" {_FONT}>{escape(text)}</text>'
    picture = svg(puzzle.position, theme="print", size=side, title=task)
    yield picture.replace("<svg ", f'<svg x="{left}" y="{top + _CAPTION}" ', 1)


def _draw_solutions(puzzles: Sequence[Puzzle], first: int) -> Iterator[str]:
    """The solutions, upside down at the foot of the sheet."""
    yield f'<g transform="rotate(180 {_WIDTH // 2} {_HEIGHT - _MARGIN})">'
    texts = [f"{number}. {' '.join(map(str, puzzle.line))}" for number, puzzle in enumerate(puzzles, start=first)]
    for row in range(_ROWS):
        text = "   ".join(texts[_COLUMNS * row : _COLUMNS * (row + 1)])
        y = _HEIGHT - _MARGIN + _LINE * (row + 1)
        yield f'<text x="{_MARGIN}" y="{y}" font-size="25" {_FONT}>{escape(text)}</text>'
    yield "</g>"
