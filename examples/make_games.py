"""Generate the games in ``games/``: an archive of records that belongs to the project.

Two simple players meet under several rulesets, and a few composed games show rare situations.
All seeds are fixed, so the output is always the same:

    python examples/make_games.py             write the files
    python examples/make_games.py --check     compare them with the existing files; exit 1 if they differ

Names of variants as arguments restrict it to those.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from attrs import evolve

from hnefatafl import Board, Move, Outcome, Piece, PieceSet, Position, Ruleset, SearchBoard, Side, Square, variants
from hnefatafl.notation import archive
from hnefatafl.records import Game, RecordedMove, record_move

FOLDER = Path(__file__).parent / "games"
VARIANTS = (
    "ashton-tablut",
    "brandubh",
    "copenhagen",
    "fetlar",
    "foteviken-tablut",
    "historical-13",
    "hnefatafl-11",
    "hnefatafl-13",
    "madera-tablut",
    "magpie",
    "sea-battle-9",
    "simple-tafl",
    "tablut",
    "tawlbwrdd",
)
LONGEST = 200
"""The number of plies after which a game is stopped."""
COMPOSED = {
    # A shieldwall, closed by i5-i1; an unbreakable fort; all defenders enclosed.
    "copenhagen": (
        "f2-b2 h6-h9 f1-f3 d6-d9 f3-c3 f4-g4 a4-a3 g4-g2 k4-k3 g5-h5 a3-a4 h5-h2 k3-k4 g6-g4 a4-a3 g4-f4 k4-k3 f4-f1 "
        "a3-a4 f5-i5 k3-k4 i5-i1",
        "h1-i1 h6-h9 i1-i3 d6-d9 g1-g3 h9-h6 g3-b3 g5-h5 a4-a3 g6-g2 k4-k3 g2-i2 a3-a4 f6-g6 k3-k4 g6-g1 a4-a3 g1-h1 "
        "k4-k3 h5-h2 a3-a4 f4-g4 k3-k4 g4-g1 a4-a3 g7-g5 k4-k3 g5-j5 a3-a4 j5-j1",
        "a4-c4 e5-d5 a5-b5 d5-e5 a7-b7 e5-d5 a8-c8 d5-e5 d1-d3 e5-d5 d11-d9 d5-e5 e1-e2 e5-d5 e11-e10 d5-e5 f10-g10 "
        "e5-d5 f2-g2 d5-e5 h1-h3 e5-d5 h11-h9 d5-e5 j6-j5 e5-d5 k4-i4 d5-e5 k7-j7 e5-d5 k8-i8",
    ),
    # The king and his last protector are captured together.
    "hnefatafl-13": (
        "e1-e2 i7-j7 e13-e12 j7-j3 e2-e1 h7-i7 e12-e13 i7-i8 e1-e2 g7-j7 e13-e12 j7-j4 m5-j5 e7-d7 g2-i2 d7-e7 i2-i4 "
        "e7-d7 m6-k6 d7-e7 k6-k4 e7-d7 h1-h3 d7-e7 h3-i3 e7-d7 m8-k8 d7-e7 k8-k6 e7-d7 k6-l6 d7-e7 l6-l2 e7-d7 l2-j2 "
        "d7-e7 i1-k1 e7-d7 k1-k3",
    ),
}
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))

Player = Callable[[Position, random.Random], Move]
"""A function that chooses a move."""


def rambler(position: Position, rng: random.Random) -> Move:
    """Choose a random legal move."""
    return shuffled(position.legal_moves(), rng)[0]


def beginner(position: Position, rng: random.Random) -> Move:
    """Rate a few moves by captures and the freedom of the king, and avoid moves that lose at once."""
    board = SearchBoard(position)
    king = position.board.king
    moves = shuffled(position.legal_moves(), rng)
    urgent = [move for move in moves if presses(move, king)]
    looked_at = dict.fromkeys(urgent + moves[:14])
    rated = sorted(looked_at, key=lambda move: rating(board, move, position.turn), reverse=True)
    for move in rated[:6]:
        board.make(move)
        safe = board.outcome is not None or not loses_at_once(board)
        board.unmake()
        if safe:
            return move
    return rated[0]


def shuffled(moves: list[Move], rng: random.Random) -> list[Move]:
    """Return the moves in a random order that depends only on the seed."""
    return sorted(sorted(moves), key=lambda _: rng.random())


def presses(move: Move, king: Square | None) -> bool:
    """Whether the king moves, or a piece comes beside him."""
    if king is None or move.origin == king:
        return king is not None
    return abs(move.target.file - king.file) + abs(move.target.rank - king.rank) == 1


def rating(board: SearchBoard, move: Move, side: Side) -> int:
    """Evaluate the position after a move, for a side."""
    board.make(move)
    outcome, after = board.outcome, board.board
    board.unmake()
    if outcome is not None:
        return 0 if outcome.winner is None else 100_000 if outcome.winner is side else -100_000
    men = 40 * after.count(PieceSet.DEFENDING_MEN) - 20 * after.count(PieceSet.ATTACKERS)
    value = men + freedom(after)
    return value if side is Side.DEFENDERS else -value


def freedom(board: Board) -> int:
    """Return the number of squares in the king's reach, with a bonus for open lines to the edge."""
    codes, size = board.codes, board.size
    at = board.king
    assert at is not None
    king = at.rank * size + at.file
    seen = 0
    for files, ranks in STEPS:
        file, rank = king % size + files, king // size + ranks
        while 0 <= file < size and 0 <= rank < size and codes[rank * size + file] == 0:
            seen += 2
            file, rank = file + files, rank + ranks
        if not (0 <= file < size and 0 <= rank < size):
            seen += 6
    return seen


def loses_at_once(board: SearchBoard) -> bool:
    """Whether the side to move has a move that wins."""
    side = board.turn
    king = board.board.king
    for move in board.legal_moves():
        if presses(move, king) and (side is Side.ATTACKERS or move.origin == king):
            board.make(move)
            outcome = board.outcome
            board.unmake()
            if outcome is not None and outcome.winner is side:
                return True
    return False


def play(rules: Ruleset, attackers: Player, defenders: Player, rng: random.Random) -> Game:
    """Play a game between two players."""
    moves: list[Move] = []
    position = Position.initial(rules)
    while position.outcome is None and len(moves) < LONGEST:
        player = attackers if position.turn is Side.ATTACKERS else defenders
        moves.append(player(position, rng))
        position = position.play(moves[-1])
    return record(rules, moves)


def record(rules: Ruleset, moves: Iterable[Move]) -> Game:
    """Return the record of a game."""
    position = Position.initial(rules)
    written: list[RecordedMove] = []
    for move in moves:
        played = position.explain(move)
        # Records of this kind do not write the capture of the king.
        taken = tuple(capture.square for capture in played.captures if capture.piece != Piece.KING)
        written.append(evolve(record_move(played), captures=taken, capture_letters=()))
        position = played.after
    return Game(ruleset=rules, moves=written, result=result(position.outcome))


def result(outcome: Outcome | None) -> str:
    """Return the result in the notation of records."""
    if outcome is None:
        return "Ongoing"
    return {Side.ATTACKERS: "Black", Side.DEFENDERS: "White", None: "Draw"}[outcome.winner]


def games(rules: Ruleset) -> Iterator[Game]:
    """The games of a variant."""
    for composed in COMPOSED.get(rules.name, ()):
        yield record(rules, map(Move.parse, composed.split()))
    pairs = (
        [(beginner, beginner)] * 12 + [(beginner, rambler)] * 6 + [(rambler, beginner)] * 4 + [(rambler, rambler)] * 2
    )
    for number, (attackers, defenders) in enumerate(pairs):
        yield play(rules, attackers, defenders, random.Random(f"{rules.name} {number}"))


def text(rules: Ruleset) -> str:
    """The file of a variant."""
    lines = [archive.format_game(game) for game in games(rules)]
    return "\n".join([f"# variant: {rules.name}", "# Played by the simple players of make_games.py.", *lines, ""])


def main() -> int:
    options = argparse.ArgumentParser(description="Make the games in games/.")
    options.add_argument("variants", nargs="*", help="only these")
    options.add_argument("--check", action="store_true", help="compare instead of writing")
    chosen = options.parse_args()
    differing = 0
    for name in chosen.variants or VARIANTS:
        path = FOLDER / f"{name}.csv"
        made = text(variants.get(name))
        if not chosen.check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(made, "utf-8", newline="\n")
        elif not path.exists() or path.read_bytes() != made.encode():
            print(f"{path} differs from what is made now")
            differing += 1
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
