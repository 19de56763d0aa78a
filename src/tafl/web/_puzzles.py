"""Puzzles on a page: those of a file or of the library, and what becomes of a move that a visitor tries.

Nothing is kept between two requests: the page sends the puzzle and the moves so far.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError, LossWarning
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Game
from hnefatafl.render.alt import move_words
from hnefatafl.support.json_text import is_list
from tafl.puzzles import Attempt, Puzzle, PuzzleTrainer, format_puzzles, parse_puzzles, read_puzzles
from tafl.table import Table
from tafl.web._settings import Refused

_MOST: Final = 500
"""The number of puzzles of a file that are shown."""
_MOVES: Final = 200
"""The number of moves to a position that are played."""
_LONGEST: Final = 200
"""The number of characters of a move."""


def list_shipped() -> dict[str, Any]:
    """Return the puzzles that ship."""
    from tafl.puzzles import shipped  # it needs what plays games, which pages without a server do not have

    return _describe_puzzles(shipped())


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
    return {**_describe_puzzles(puzzles[:_MOST]), "more": len(puzzles) > _MOST}


def _describe_puzzles(puzzles: Iterable[Puzzle]) -> dict[str, Any]:
    return {
        "puzzles": [
            {
                "id": puzzle.id,
                "ruleset": puzzle.ruleset.name,
                "grade": puzzle.grade,
                "task": puzzle.task,
                "text": "\n".join(format_puzzles((puzzle,))),
            }
            for puzzle in puzzles
        ]
    }


def attempt_puzzle(body: dict[str, Any], nodes: int) -> dict[str, Any]:
    """Return what becomes of what a visitor does in a puzzle.

    The result has the ``board``, the ``views`` to be shown one after the other, the moves ``played``, whether the
    puzzle is ``solved``, and with a move or a hint what is said of it: its ``kind``, ``words`` and ``arrow``.

    Arguments:
        body: the ``puzzle`` as a text of :func:`list_puzzles`, the moves ``played`` so far, and what is done: a
            ``move`` or ``stop`` is tried, a ``hint`` or the ``solution`` is asked for, or another place, ``node``, is
            looked at.
        nodes: how many positions may be looked into for a move.

    Raises:
        Refused: it is no puzzle, or the moves are not moves of it.
    """
    try:
        nodes = min(nodes, PuzzleTrainer.NODES)
        trainer = PuzzleTrainer(_read_puzzle(body.get("puzzle")), _read_moves(body.get("played")), nodes=nodes)
        before = len(trainer.played)
        reply, played, node = _do_action(trainer, body, before)
        table = Table(Game.from_position(trainer.puzzle.position), branching=False)
        views: list[dict[str, Any]] = []
        for ply, move in enumerate(played, start=1):
            table.play(move)
            if before < ply <= len(trainer.played):
                views.append(table.view())
        return {
            "board": table.board(offers=("hint",)),
            "views": [{**view, "actions": _list_possible(view)} for view in views or [table.view(node)]],
            "played": [str(move) for move in played],
            "solved": trainer.solved,
            **reply,
        }
    except HnefataflError as error:
        raise Refused(str(error)) from None


def _list_possible(view: dict[str, Any]) -> list[str]:
    """Return the actions of the board that a puzzle has."""
    return [name for name in view["actions"] if name in ("stop", "pass")]


def _do_action(
    trainer: PuzzleTrainer, body: dict[str, Any], before: int
) -> tuple[dict[str, Any], tuple[Move, ...], int | None]:
    """Do what is asked for; return what is said of it, the moves to be shown, and the place, or None for the last."""
    if body.get("hint") is True:
        hint = trainer.hint()
        words = "No winning move is known here." if hint is None else f"Look at {hint.origin}."
        return {"kind": "hint", "words": words, "arrow": []}, trainer.played, None
    if body.get("solution") is True:
        rest = trainer.remaining()
        unknown = "It is solved." if trainer.solved else "No winning move is known here."
        words = f"The solution: {' '.join(map(move_words, rest))}." if rest else unknown
        return (
            {"kind": "solution", "words": words, "arrow": _arrow_squares(*rest[:1])},
            (*trainer.played, *rest),
            before,
        )
    if body.get("stop") is True or body.get("move") is not None:
        attempt = trainer.play(_stop_move(trainer) if body.get("stop") is True else _read_move(body["move"]))
        return _describe_attempt(attempt), trainer.played, None
    node = body.get("node")
    return {}, trainer.played, node if isinstance(node, int) else None


def _describe_attempt(attempt: Attempt) -> dict[str, Any]:
    arrow = [] if attempt.kept or attempt.answer is None else _arrow_squares(attempt.answer)
    return {"kind": attempt.kind.value, "words": attempt.text, "arrow": arrow}


def _arrow_squares(*moves: Move) -> list[str]:
    """Return the squares of a move, if there is one and it has any."""
    return [name for move in moves if move != Move.PASS for name in (move.origin.name, move.target.name)]


def _stop_move(trainer: PuzzleTrainer) -> Move:
    square = trainer.position.berserk_square
    if square is None:
        raise Refused("there is no turn to stop")
    return Move.of(square, square)


def _read_puzzle(text: object) -> Puzzle:
    if not isinstance(text, str):
        raise Refused("the text of a puzzle was expected")
    puzzles = list(islice(parse_puzzles(text), 2))
    if len(puzzles) != 1:
        raise Refused("the text of one puzzle was expected")
    return puzzles[0]


def _read_moves(texts: object) -> list[Move]:
    if not is_list(texts) or len(texts) > _MOVES:
        raise Refused(f"played: a list of at most {_MOVES} moves was expected")
    return [_read_move(text) for text in texts]


def _read_move(text: object) -> Move:
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise Refused("the text of a move was expected")
    return parse_move(text).move
