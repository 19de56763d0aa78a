"""Puzzles checked by the reference rules and exhaustive search, without the kernel and the solver.

    python tests/puzzling.py PUZZLES.jsonl --most 100

says of each puzzle whether its solution wins within so many plies and no other move does, and exits with 1 if one is
wrong. Every line of play is looked at, except that an answer which refutes one move is tried first against the next.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Final

from hnefatafl import Board, Move, Ruleset, Side, Square, variants
from hnefatafl.notation import json as documents
from hnefatafl.testing import reference
from hnefatafl.testing.reference import State

Step = tuple[Square, Square]


class Slow(Exception):
    """There is more to look at than was allowed."""


class Search:
    """Exhaustive search for wins of a side, by the reference rules."""

    def __init__(self, winner: Side, most: int) -> None:
        self.winner: Final = winner
        self.left = most
        self.first: dict[int, Step] = {}
        """The answer that refuted last, by how many plies were left."""

    def is_win(self, state: State) -> bool | None:
        """Whether the game has ended with a win of the side on the board; None while it goes on."""
        over = reference.outcome(state)
        return None if over is None else over.winner is self.winner and over.termination.by_board

    def wins(self, state: State, plies: int) -> bool:
        """Whether the side wins within so many plies."""
        over = self.is_win(state)
        if over is not None or plies == 0:
            return bool(over)
        mine = state.turn is self.winner
        moves = list(reference.legal_moves(state))
        moves.sort(key=lambda move: move != self.first.get(plies))
        for move in moves:
            self.left -= 1
            if self.left < 0:
                raise Slow
            if self.wins(after(state, move), plies - 1) is mine:
                self.first[plies] = move
                return mine
        return not mine


def after(state: State, move: Step) -> State:
    """The state after a move."""
    return reference.play(state, *move)


def fault(rules: Ruleset, board: Board, turn: Side, line: list[Move], most: int) -> str | None:
    """What is wrong with a puzzle, or None.

    Raises:
        Slow: there is more to look at.
    """
    start = reference.from_board(rules, board, turn)
    search = Search(turn, most)
    end = start
    steps = [(move.origin, move.target) for move in line]
    for step in steps:
        end = after(end, step)
    if not search.is_win(end):
        return "the line does not win"
    if not search.wins(after(start, steps[0]), len(line) - 1):
        return f"{line[0]} does not win within {len(line)} plies"
    for step in reference.legal_moves(start) - {steps[0]}:
        if search.wins(after(start, step), len(line) - 1):
            return f"{step[0]}-{step[1]} wins as well"
    return None


def read(path: Path) -> list[tuple[str, Ruleset, Board, Side, list[Move]]]:
    """The puzzles of a file, without the library's reader of puzzles."""
    found: list[tuple[str, Ruleset, Board, Side, list[Move]]] = []
    for text in path.read_text("utf-8").splitlines():
        each = json.loads(text)
        if "board" in each:
            given = each["ruleset"]
            rules = variants.get(given) if isinstance(given, str) else documents.parse_rules(json.dumps(given))
            line = [Move.parse(move) for move in each["line"]]
            found.append((each["id"], rules, Board.parse(each["board"]), Side(each["turn"]), line))
    return found


def main(arguments: list[str]) -> int:
    """Check a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--most", type=int, default=10**9, help="check so many puzzles")
    parser.add_argument("--moves", type=int, default=10**9, help="leave a puzzle out after so many moves")
    parser.add_argument("--every", type=int, default=1, help="check only each Nth puzzle")
    options = parser.parse_args(arguments)
    checked = slow = wrong = 0
    began = time.process_time()
    for name, rules, board, turn, line in read(options.file)[:: options.every][: options.most]:
        try:
            found = fault(rules, board, turn, line, options.moves)
        except Slow:
            slow += 1
            continue
        checked += 1
        if found is not None:
            wrong += 1
            print(f"{name}: {found}")
    seconds = time.process_time() - began
    print(f"{checked} checked, {wrong} wrong, {slow} left out as too large, {seconds:.0f} s of processor time")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
