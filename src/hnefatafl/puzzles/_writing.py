"""Puzzles as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

from hnefatafl import variants
from hnefatafl._base.as_json import attributes
from hnefatafl._version import __version__
from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError, UnknownVariantError
from hnefatafl.notation import json as documents
from hnefatafl.notation._jsontext import dump, entry, load
from hnefatafl.notation.moves import parse_move
from hnefatafl.play import Position
from hnefatafl.puzzles._errors import PuzzleError
from hnefatafl.puzzles._puzzle import LONGEST, Puzzle, PuzzleTheme
from hnefatafl.puzzles._themes import GRADES, is_win
from hnefatafl.rules import Ruleset

PUZZLE_FORMAT: Final = "hnefatafl puzzles 1"
"""What the first line of a file of puzzles says."""
_LONGEST_LINE: Final = 1 << 17
"""The most characters of a line."""
_BRIEF: Final = 100
_KEYS: Final = frozenset(
    ("id", "ruleset", "version", "board", "turn", "line", "refuted", "disproved", "themes", "grade", "source")
)


def format_puzzles(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Yield the lines of a file of puzzles: a head, and a line for each; :doc:`/howto/puzzles` has the keys.

    >>> from hnefatafl.puzzles import shipped
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
                "ruleset": rules.name if _ships(rules) else json.loads(documents.format_rules(rules)),
                "version": rules.version,
                "board": puzzle.position.board.record,
                **attributes(puzzle, "line refuted disproved themes grade source", turn=puzzle.winner),
            }
        )


def _ships(rules: Ruleset) -> bool:
    try:
        return variants.get(rules.name) == rules
    except UnknownVariantError:
        return False


def parse_puzzles(lines: Iterable[str] | str) -> Iterator[Puzzle]:
    """Read a file of puzzles, one after the other.

    The solution is played and must win; that no other move does is not proved anew.

    >>> from hnefatafl.puzzles import shipped
    >>> [*parse_puzzles(format_puzzles(shipped()))] == [*shipped()]
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
            found = load(text)
            if number > 1:
                yield _read(found, text)
            elif found.get("format") != PUZZLE_FORMAT:
                raise PuzzleError(f"the format {PUZZLE_FORMAT!r} was expected")
        except HnefataflError as error:
            told = error.reason if isinstance(error, PuzzleError) else " ".join(str(error).split())
            raise PuzzleError(told[: 2 * _BRIEF], number) from None
    if not number:
        raise PuzzleError(f"the format {PUZZLE_FORMAT!r} was expected")


def _read(found: dict[str, Any], text: str) -> Puzzle:
    if strange := found.keys() - _KEYS:
        raise PuzzleError(f"the key {min(strange)!r:.60} was not expected")
    rules = _rules(found, text)
    position = Position.parse(entry(found, "board", str, text), rules, entry(found, "turn", str, text))
    line = [_move(each) for each in _texts(found, "line", text)]
    themes = tuple(_theme(each) for each in _texts(found, "themes", text))
    return checked(
        position,
        line,
        refuted=entry(found, "refuted", int, text),
        disproved=entry(found, "disproved", bool, text),
        themes=themes,
        grade=entry(found, "grade", int, text),
        source=entry(found, "source", str, text) if "source" in found else "",
    )


def checked(position: Position, line: list[Move], *, refuted: int, grade: int, **others: Any) -> Puzzle:
    """The puzzle, if its solution wins.

    Raises:
        PuzzleError: it does not, or a number is out of range.
        IllegalMoveError: a move of it is illegal.
    """
    if not 1 <= len(line) <= LONGEST:
        raise PuzzleError(f"line: 1 to {LONGEST} moves were expected")
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


def _rules(found: dict[str, Any], text: str) -> Ruleset:
    given = found.get("ruleset")
    if isinstance(given, dict):
        return documents.parse_rules(json.dumps(given))
    rules = variants.get(entry(found, "ruleset", str, text))
    version = entry(found, "version", int, text)
    if version != rules.version:
        raise PuzzleError(f"version: made by version {version} of {rules.name}, and this library has {rules.version}")
    return rules


def _texts(found: dict[str, Any], key: str, text: str) -> list[str]:
    given = cast("list[object]", entry(found, key, list, text))
    texts = [each for each in given[: LONGEST + 1] if isinstance(each, str)]
    if len(given) > LONGEST or len(texts) < len(given):
        raise PuzzleError(f"{key}: a list of at most {LONGEST} texts was expected")
    return texts


def _move(text: str) -> Move:
    return parse_move(text).move


def _theme(text: str) -> PuzzleTheme:
    if text not in [theme.value for theme in PuzzleTheme]:
        raise PuzzleError(f"themes: one of {', '.join(map(str, PuzzleTheme))} was expected")
    return PuzzleTheme(text)
