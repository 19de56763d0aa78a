"""Puzzles as game records, with OpenTafl's tags and our own, and files of puzzles of either kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from attrs import evolve

from hnefatafl.errors import HnefataflError
from hnefatafl.notation import otn
from hnefatafl.notation.detection import read_any
from hnefatafl.play import Position
from hnefatafl.puzzles._errors import PuzzleError
from hnefatafl.puzzles._puzzle import Puzzle, PuzzleTheme
from hnefatafl.puzzles._writing import checked, parse_puzzles
from hnefatafl.records import Game
from hnefatafl.records._game import _RESULTS


def as_game(puzzle: Puzzle) -> Game:
    """Return a puzzle as a game: its position, its solution as the moves, and tags.

    ``puzzle-mode`` and ``puzzle-start`` are OpenTafl's. ``puzzle-refuted``, ``puzzle-disproved``, ``puzzle-themes`` and
    ``puzzle-grade`` are ours; other programs skip them.

    >>> from hnefatafl.puzzles import shipped
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
    return evolve(game, tags=tags, result=_RESULTS[puzzle.winner])


def from_game(game: Game) -> Puzzle:
    """Return the puzzle in a record that :func:`as_game` has made.

    What the tags say of the other moves is taken as it stands. Records of others do not say it;
    :func:`find_puzzle` proves it.

    >>> from hnefatafl.puzzles import shipped
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
        return _tagged(game, tagged.start)
    except PuzzleError:
        raise
    except HnefataflError as error:
        raise PuzzleError(" ".join(str(error).split())) from None


def _tagged(game: Game, first: int) -> Puzzle:
    """Return the puzzle after so many moves of a record."""
    replay = game.replay(lenient=True)
    if replay.error is not None:
        raise PuzzleError("moves that are legal were expected")
    plays = replay.played_moves
    start = plays[first - 1].after if first else game.initial_position
    known = {theme.value: theme for theme in PuzzleTheme}
    words = game.tags.get("puzzle-themes", "").split()
    return checked(
        Position.from_board(start.board, start.ruleset, start.turn),
        [play.move for play in plays[first:]],
        refuted=_number(game, "puzzle-refuted"),
        grade=_number(game, "puzzle-grade"),
        disproved=game.tags.get("puzzle-disproved") == "yes",
        themes=tuple(known[word] for word in words if word in known),
        source=game.tags.get("event", ""),
    )


def _number(game: Game, tag: str) -> int:
    text = game.tags.get(tag, "1").strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise PuzzleError(f"{tag}: a number was expected, not {text!r:.40}")
    return int(text)


def read_puzzles(lines: Iterable[str]) -> Iterator[Puzzle]:
    """Read the puzzles of a file, one after the other: lines of JSON, or game records that :func:`as_game` has made.

    >>> from hnefatafl.puzzles import format_puzzles, shipped
    >>> [*read_puzzles(format_puzzles(shipped()))] == [*shipped()]
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
