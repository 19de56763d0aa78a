"""Puzzles on a page: those of a file or of the library, and what becomes of a move that a visitor tries.

Nothing is kept between two requests: the page sends the puzzle and the moves so far.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, NamedTuple

from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError, LossWarning
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Game
from hnefatafl.render.alt import move_words
from hnefatafl.support.json_text import dump, is_list, is_table, load
from tafl.puzzles import AttemptKind, Puzzle, PuzzleTrainer, format_puzzles, parse_puzzles, read_puzzles
from tafl.puzzles._shipped import read_shipped
from tafl.table import Table
from tafl.web._settings import Refused

_MOST: Final = 500
"""The number of puzzles of a file that are shown."""
_MOVES: Final = 200
"""The number of moves to a position that are played."""
_LONGEST: Final = 200
"""The number of characters of a move."""


def list_shipped() -> dict[str, Any]:
    """Return the puzzles that ship, in the order of their numbers: what the lines of their file say."""
    return _describe_puzzles(read_shipped().splitlines())


def list_puzzles(text: object) -> dict[str, Any]:
    """Return the puzzles of a file, of which ``more`` says whether it has more than are shown.

    Raises:
        Refused: it cannot be read, or has no puzzles.
    """
    if not isinstance(text, str):
        raise Refused("the text of puzzles was expected")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LossWarning)  # no puzzle rests on what its record leaves out of the rules
            puzzles = list(islice(read_puzzles(f"{line}\n" for line in text.split("\n")), _MOST + 1))
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if not puzzles:
        raise Refused("there are no puzzles in this text")
    return {**_describe_puzzles(format_puzzles(puzzles[:_MOST])), "more": len(puzzles) > _MOST}


def _describe_puzzles(lines: Iterable[str]) -> dict[str, Any]:
    """Return the puzzles of a file, without its head."""
    return {"puzzles": [load(line) for line in islice(lines, 1, None)]}


def attempt_puzzle(body: dict[str, Any], nodes: int) -> dict[str, Any]:
    """Return what becomes of what a visitor does in a puzzle.

    The result has the ``board``, the ``views`` to be shown one after the other, the moves ``played``, whether the
    puzzle is ``solved``, and with a move or a hint what is said of it: its ``kind`` and ``words``. A hint comes with
    the ``shapes`` to be drawn, as notes have them, the solution with the squares of an ``arrow``, and a wrong move with
    its ``refutation``: the views of the move and of the answer, to be shown before both are taken back.

    Arguments:
        body: the ``puzzle`` as in :func:`list_puzzles`, the moves ``played`` so far, and what is done: a ``move`` or
            ``stop`` is tried, a ``hint`` or the ``solution`` is asked for, or another place, ``node``, is looked at.
        nodes: how many positions may be looked into for a move.

    Raises:
        Refused: it is no puzzle, or the moves are not moves of it.
    """
    try:
        nodes = min(nodes, PuzzleTrainer.NODES)
        trainer = PuzzleTrainer(_read_puzzle(body.get("puzzle")), _read_moves(body.get("played")), nodes=nodes)
        reply = _do_action(trainer, body)
        before, after = len(reply.before), len(trainer.played)
        table = Table(Game.from_position(trainer.puzzle.position), branching=False)
        views: list[dict[str, Any]] = []
        for ply, move in enumerate(reply.played, start=1):
            table.play(move)
            if before < ply <= after:
                views.append(table.view())
        return {
            "board": table.board(offers=("hint",)),
            "views": [{**view, "actions": _list_possible(view)} for view in views or [table.view(reply.node)]],
            "played": [str(move) for move in reply.played],
            "solved": trainer.solved,
            **reply.said,
            **({"refutation": _play_refutation(table, reply.refutation)} if reply.refutation else {}),
        }
    except HnefataflError as error:
        raise Refused(str(error)) from None


def _list_possible(view: dict[str, Any]) -> list[str]:
    """Return the actions of the board that a puzzle has."""
    return [name for name in view["actions"] if name in ("stop", "pass")]


def _play_refutation(table: Table, moves: Iterable[Move]) -> list[dict[str, Any]]:
    """Return the views of moves that are taken back, in which nothing can be moved."""
    views: list[dict[str, Any]] = []
    for move in moves:
        table.play(move)
        views.append({**table.view(), "moves": {}, "actions": [], "locked": "the wrong move is taken back"})
    return views


class _Reply(NamedTuple):
    """What comes of an action."""

    before: tuple[Move, ...]
    """The moves before it."""
    played: tuple[Move, ...]
    """The moves to be shown."""
    said: dict[str, Any]
    """What is said of it."""
    node: int | None = None
    """The place to be looked at, None for the last."""
    refutation: tuple[Move, ...] = ()
    """A wrong move and its answer, if there is one."""


def _do_action(trainer: PuzzleTrainer, body: dict[str, Any]) -> _Reply:
    before = trainer.played
    if body.get("hint") is True:
        hint = trainer.hint()
        words = "No winning move is known here." if hint is None else f"Look at {hint.origin}."
        shapes = [] if hint is None else [f"G{hint.origin}"]
        return _Reply(before, before, {"kind": "hint", "words": words, "shapes": shapes})
    if body.get("solution") is True:
        rest = trainer.remaining()
        unknown = "It is solved." if trainer.solved else "No winning move is known here."
        words = f"The solution: {' '.join(map(move_words, rest))}." if rest else unknown
        said = {"kind": "solution", "words": words, "arrow": _arrow_squares(*rest[:1])}
        return _Reply(before, (*before, *rest), said, len(before))
    if body.get("stop") is True or body.get("move") is not None:
        attempt = trainer.play(_stop_move(trainer) if body.get("stop") is True else _read_move(body["move"]))
        said = {"kind": attempt.kind.value, "words": attempt.text}
        tried = (attempt.move, attempt.answer) if attempt.kind is AttemptKind.WRONG else ()
        return _Reply(before, trainer.played, said, refutation=tuple(move for move in tried if move is not None))
    node = body.get("node")
    return _Reply(before, before, {}, node if isinstance(node, int) else None)


def _arrow_squares(*moves: Move) -> list[str]:
    """Return the squares of a move, if there is one and it has any."""
    return [name for move in moves if move != Move.PASS for name in (move.origin.name, move.target.name)]


def _stop_move(trainer: PuzzleTrainer) -> Move:
    square = trainer.position.berserk_square
    if square is None:
        raise Refused("there is no turn to stop")
    return Move.of(square, square)


def _read_puzzle(fields: object) -> Puzzle:
    if not is_table(fields):
        raise Refused("a puzzle was expected")
    return next(parse_puzzles([*format_puzzles(()), dump(fields)]))


def _read_moves(texts: object) -> list[Move]:
    if not is_list(texts) or len(texts) > _MOVES:
        raise Refused(f"played: a list of at most {_MOVES} moves was expected")
    return [_read_move(text) for text in texts]


def _read_move(text: object) -> Move:
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise Refused("the text of a move was expected")
    return parse_move(text).move
