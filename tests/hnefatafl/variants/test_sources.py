"""Positions that tell the rules of each program and page that a ruleset follows, and when it was read.

``tests/data/sources.tsv`` has the positions, one a line: the rulesets, the pieces on the board ("start" for the start
layout), the moves, what the last of them does, and the place of the source that says so. Square lists follow the letter
of the piece, as in OpenTafl's records. "-" is a legal move without captures, after which the game goes on.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Final

import pytest

from hnefatafl import Board, Piece, Position, Ruleset, Side, Square, variants

ROWS: Final = [
    line.split("\t")
    for line in (Path(__file__).parents[2] / "data" / "sources.tsv").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
READ: Final = re.compile(r"read (at commits? [0-9a-f]{7}|(on|by) \d{4}-\d\d-\d\d)")
"""When a source was read: the commit, the day, or the day by which it had been read."""
ELSEWHERE: Final = runpy.run_path(str(Path(__file__).parents[3] / "scripts" / "new_ruleset.py"))["ELSEWHERE"]
FOLLOWING: Final = [rules for name in variants.names() if not ELSEWHERE.search((rules := variants.get(name)).source)]


def place_pieces(pieces: str, size: int) -> Board:
    """Return the board with some pieces, such as "K d5, t c5 e7"."""
    board: dict[Square, Piece] = {}
    for kind in pieces.split(", "):
        letter, *squares = kind.split()
        board.update({Square.parse(square): Piece.parse(letter) for square in squares})
    return Board(size, board)


def tell_last_move(rules: Ruleset, pieces: str, moves: str) -> str:
    """Return what the last move does: what it captures, how it ends the game, or why it is illegal."""
    if pieces == "start":
        position = Position.initial(rules)
    else:
        board = place_pieces(pieces, rules.size)
        mover = board[Square.parse(moves.split("-")[0])]
        position = Position.from_board(board, rules, mover.side)
    for move in moves.split():
        if fault := position.illegality(move):
            return f"illegal: {fault.reason.value}"
        position = position.play(move)
    told = [f"x{square}" for square in sorted(position.captured, key=str)]
    if position.outcome is not None:
        winner = {Side.ATTACKERS: "attackers", Side.DEFENDERS: "defenders", None: "nobody"}[position.outcome.winner]
        told.append(f"{winner}: {position.outcome.termination.value}")
    return ", ".join(told) or "-"


@pytest.mark.parametrize(
    ("name", "pieces", "moves", "told", "place"),
    [(name, *rest) for names, *rest in ROWS for name in names.split()],
)
def test_a_position_is_judged_as_its_source_judges_it(
    name: str, pieces: str, moves: str, told: str, place: str
) -> None:
    assert tell_last_move(variants.get(name), pieces, moves) == told, place


@pytest.mark.parametrize("rules", FOLLOWING, ids=lambda rules: rules.name)
def test_a_ruleset_says_when_its_source_was_read(rules: Ruleset) -> None:
    assert READ.search(rules.source)


def test_positions_are_of_shipped_rulesets() -> None:
    assert {name for names, *_ in ROWS for name in names.split()} <= set(variants.names())
