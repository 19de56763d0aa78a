"""The measures of the library: functions that do a piece of work and return the number of its units."""

from __future__ import annotations

import os
import random
import tracemalloc
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count, cycle
from pathlib import Path

from subjects import SUBJECTS, start

from hnefatafl import Batch, Move, Position, Ruleset, SearchBoard, Side, perft, playout
from hnefatafl.notation import archive
from hnefatafl.records import Game, RecordedMove, record_move

__all__ = ["LIMIT", "MEASURES", "archive_of"]

Work = Callable[[], int]

ROOT = Path(__file__).resolve().parents[1]
LIMIT = 2000
"""The maximum number of plies of a random game."""
SHORT = 200
"""The same for a game that is played through the interface or made for an archive."""
RESULTS: dict[Side | None, str] = {Side.ATTACKERS: "Black", Side.DEFENDERS: "White", None: "Draw"}
STEPS = 20
"""How many steps of a batch are measured at a time."""
BLOCK = 20
"""How many games are read or replayed at a time."""


# Playing.


def perft_made(subject: str, depth: int) -> Work:
    """Lines of moves, the last ones made too."""
    position = start(subject)
    return lambda: perft(position, depth, bulk=False)


def perft_bulk(subject: str, depth: int) -> Work:
    """Lines of moves, the last ones only counted."""
    position = start(subject)
    return lambda: perft(position, depth)


def playouts(subject: str, limit: int) -> Work:
    """Plies of random games inside the library."""
    position = start(subject)
    seeds = count()
    return lambda: playout(position, seed=next(seeds), limit=limit or LIMIT).plies


def api_loop(subject: str, depth: int) -> Work:
    """Positions reached by ``for move in position.legal_moves(): position.play(move)``."""
    position = start(subject)

    def loop(position: Position, left: int) -> int:
        done = 0
        for move in position.legal_moves():
            after = position.play(move)
            done += 1 if left == 1 else loop(after, left - 1)
        return done

    return lambda: loop(position, depth)


def api_playouts(subject: str, limit: int) -> Work:
    """Plies of random games played through the interface."""
    dice = random.Random(1)

    def game() -> int:
        position = start(subject)
        plies = 0
        while plies < (limit or LIMIT):
            moves = position.legal_moves()
            if moves:
                position = position.play(moves[dice.randrange(len(moves))])
                plies += 1
            elif position.can_roll:
                position = position.roll(dice.randint(1, position.ruleset.faces))
            else:
                break
        return plies

    return game


def _tried(subject: str) -> list[tuple[Position, SearchBoard, list[Move]]]:
    """Positions of random games, each with a search board and its legal moves."""
    games = [playout(start(subject), seed=seed, limit=limit) for seed in range(6) for limit in range(0, 120, 20)]
    going = [game.position for game in games if game.outcome is None]
    return [(position, SearchBoard(position), position.legal_moves()) for position in going]


def play_outcome(subject: str, argument: int) -> Work:
    """Moves played one by one, asking for the outcome after each."""
    tried = _tried(subject)

    def loop() -> int:
        for position, _, moves in tried:
            for move in moves:
                position.play(move).outcome  # noqa: B018 - it is worked out each time
        return sum(len(moves) for *_, moves in tried)

    return loop


def make_outcome(subject: str, argument: int) -> Work:
    """The same moves made on a search board, each in one call with its outcome, and unmade."""
    tried = _tried(subject)

    def loop() -> int:
        for _, board, moves in tried:
            for move in moves:
                board.advance(move)
                board.unmake()
        return sum(len(moves) for *_, moves in tried)

    return loop


# Learning.


def batch(subject: str, boards: int) -> Work:
    """Plies of random games in a batch, with the legal actions and the codes of all boards at every step."""
    games = Batch(start(subject), boards)

    def steps() -> int:
        for _ in range(STEPS):
            games.legal_actions()
            games.codes  # noqa: B018
            games.step(games.random_actions())
        return STEPS * boards

    return steps


def batch_planes(subject: str, boards: int) -> Work:
    """The same with a mask of the legal actions and with planes, as arrays of numpy."""
    from tafl.learning import Planes

    games = Batch(start(subject), boards)
    planes = Planes(games.position.ruleset)

    def steps() -> int:
        for _ in range(STEPS):
            planes.mask_of_batch(games)
            planes.of_batch(games)
            games.step(games.random_actions())
        return STEPS * boards

    return steps


# Texts.


def _boards(subject: str) -> list[Position]:
    """Positions of one random game."""
    positions = [start(subject)]
    for move in _moves(subject, 3):
        positions.append(positions[-1].play(move))
    return positions[:: max(1, len(positions) // 40)]


def _moves(subject: str, seed: int) -> tuple[Move, ...]:
    """Return a random game, up to the first roll of the die."""
    position = start(subject)
    moves: list[Move] = []
    for move in playout(position, seed=seed, limit=SHORT).moves:
        if not position.is_legal(move):
            break
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def parse_position(subject: str, argument: int) -> Work:
    """Positions read."""
    texts = [(position.board.record, position.turn) for position in _boards(subject)]
    rules = SUBJECTS[subject]

    def read() -> int:
        for text, turn in texts:
            Position.parse(text, rules, turn)
        return len(texts)

    return read


def format_position(subject: str, argument: int) -> Work:
    """Positions written."""
    positions = _boards(subject)

    def write() -> int:
        for position in positions:
            position.board.record  # noqa: B018 - it is worked out each time
        return len(positions)

    return write


@lru_cache(maxsize=16)
def archive_of(subject: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of the source of the games of a subject, and their lines."""
    data = Path(os.environ.get("TAFL_DATA") or ROOT.parent / "shared" / "data")
    for path in (data / f"{subject}-csv" / "games.csv", ROOT / "examples" / "games" / f"{subject}.csv"):
        if path.exists():
            name = path.relative_to(data if path.is_relative_to(data) else ROOT).as_posix()
            lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
            return name, tuple(lines)
    return "random games", tuple(_line(subject, seed) for seed in range(5))


def _line(subject: str, seed: int) -> str:
    """Return the line of a random game."""
    position = start(subject)
    moves: list[RecordedMove] = []
    for move in _moves(subject, seed):
        play = position.explain(move)
        moves.append(record_move(play))
        position = play.after
    outcome = position.outcome
    result = "Ongoing" if outcome is None else RESULTS[outcome.winner]
    return archive.format_game(Game(ruleset=SUBJECTS[subject], moves=tuple(moves), result=result))


def _blocks(subject: str) -> Iterator[tuple[str, ...]]:
    """Return an iterator over the lines of the archive in batches, repeatedly."""
    lines = archive_of(subject)[1]
    return cycle([lines[at : at + BLOCK] for at in range(0, len(lines), BLOCK)])


def parse_games(subject: str, argument: int) -> Work:
    """Plies of an archive read."""
    blocks = _blocks(subject)
    rules = SUBJECTS[subject]
    return lambda: sum(len(game.moves) for game in archive.parse_games(next(blocks), rules))


def format_games(subject: str, argument: int) -> Work:
    """Plies of an archive written."""
    rules = SUBJECTS[subject]
    games = list(archive.parse_games(archive_of(subject)[1][:BLOCK], rules))
    plies = sum(len(game.moves) for game in games)

    def write() -> int:
        for game in games:
            archive.format_game(game)
        return plies

    return write


def replay(subject: str, argument: int) -> Work:
    """Plies of an archive read and replayed, with captures and verdict checked at every ply."""
    blocks = _blocks(subject)
    return lambda: _replayed(next(blocks), SUBJECTS[subject])


def _replayed(lines: tuple[str, ...], rules: Ruleset) -> int:
    plies = 0
    for game in archive.parse_games(lines, rules):
        found = game.replay()
        plies += len(found.moves)
        assert found.verdict
    return plies


# How cost grows.

TO_AND_FRO = (
    "d1-d2 e1-e2 g1-g2 h1-h2 d11-d10 e11-e10 g11-g10 h11-h10 a4-b4 a5-b5 a7-b7 a8-b8 k4-j4 k5-j5 k7-j7 k8-j8 f4-e4"
)
"""The moves of sixteen attackers and a defender in the long game."""


def walk(plies: int) -> list[Move]:
    """Return a legal game of Copenhagen without captures in which no position recurs for 2¹⁶ moves.

    The attackers count in Gray's code, a man a digit, while a defender goes to and fro.
    """
    there = [Move.parse(pair) for pair in TO_AND_FRO.split()]
    back = [Move.of(move.target, move.origin) for move in there]
    defender = len(there) - 1
    away = [False] * len(there)
    moves: list[Move] = []
    for number in range(2, plies + 2):
        turn = number // 2
        man = defender if number % 2 else (turn & -turn).bit_length() - 1
        moves.append((back if away[man] else there)[man])
        away[man] = not away[man]
    return moves


def long_replay(subject: str, plies: int) -> Work:
    """Plies of one long record, read and replayed."""
    line = " ".join(map(str, walk(plies))) + ",0,0,Ongoing"
    return lambda: _replayed((line,), SUBJECTS[subject])


def long_play(subject: str, plies: int) -> Work:
    """Plies of one long game, played with the outcome asked for after every move."""
    moves = walk(plies)

    def play() -> int:
        position = start(subject)
        for move in moves:
            position = position.play(move)
            assert position.outcome is None
        return plies

    return play


def _bytes_a_position(moves: list[Move], subject: str, keep_all: bool) -> int:
    position = start(subject)
    position.outcome  # noqa: B018 - so that what is made once is there
    kept = [position] * (len(moves) if keep_all else 1)
    tracemalloc.start()
    try:
        for number, move in enumerate(moves):
            position = position.play(move)
            position.outcome  # noqa: B018 - which remembers itself
            kept[number if keep_all else 0] = position
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return used // len(kept)


def memory(subject: str, argument: int) -> Work:
    """Bytes for each position of a random game, when all are kept."""
    moves = list(_moves(subject, 3))
    return lambda: _bytes_a_position(moves, subject, True)


def long_memory(subject: str, plies: int) -> Work:
    """The same for a long game without a capture."""
    moves = walk(plies)
    return lambda: _bytes_a_position(moves, subject, True)


def last_memory(subject: str, plies: int) -> Work:
    """Bytes for the last position of such a game alone, with its history."""
    moves = walk(plies)
    return lambda: _bytes_a_position(moves, subject, False)


MEASURES: dict[str, Callable[[str, int], Work]] = {
    work.__name__: work
    for work in (
        perft_made,
        perft_bulk,
        playouts,
        api_loop,
        api_playouts,
        play_outcome,
        make_outcome,
        batch,
        batch_planes,
        parse_position,
        format_position,
        parse_games,
        format_games,
        replay,
        memory,
        long_replay,
        long_play,
        long_memory,
        last_memory,
    )
}
"""By name, functions that make a piece of work from a subject and a number: a depth, a limit, a length, or nothing."""
