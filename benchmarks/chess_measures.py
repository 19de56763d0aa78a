"""The same measures with python-chess, a widely known library."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable

import chess

__all__ = ["MEASURES"]

Work = Callable[[], int]
LIMIT = 400
"""The maximum number of plies of a random game; most end well before it."""


def perft_made(subject: str, depth: int) -> Work:
    """Lines of moves by push and pop, the last ones made too."""
    board = chess.Board()

    def lines(left: int) -> int:
        done = 0
        for move in board.legal_moves:
            board.push(move)
            done += 1 if left == 1 else lines(left - 1)
            board.pop()
        return done

    return lambda: lines(depth)


def perft_bulk(subject: str, depth: int) -> Work:
    """Lines of moves, the last ones only counted."""
    board = chess.Board()

    def lines(left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        done = 0
        for move in board.legal_moves:
            board.push(move)
            done += lines(left - 1)
            board.pop()
        return done

    return lambda: lines(depth)


def _loop(board: chess.Board, left: int, stack: bool) -> int:
    done = 0
    for move in board.legal_moves:
        after = board.copy(stack=stack)
        after.push(move)
        done += 1 if left == 1 else _loop(after, left - 1, stack)
    return done


def api_loop(subject: str, depth: int) -> Work:
    """Boards reached by copy and push; the copies have their history, as our positions do."""
    return lambda: _loop(chess.Board(), depth, True)


def api_loop_bare(subject: str, depth: int) -> Work:
    """The same with copies that forget their history, and so repetition."""
    return lambda: _loop(chess.Board(), depth, False)


def api_playouts(subject: str, limit: int) -> Work:
    """Plies of random games by push."""
    dice = random.Random(1)

    def game() -> int:
        return len(_game(dice).move_stack)

    return game


def _game(dice: random.Random) -> chess.Board:
    board = chess.Board()
    while len(board.move_stack) < LIMIT and not board.is_game_over() and (moves := list(board.legal_moves)):
        board.push(moves[dice.randrange(len(moves))])
    return board


def _games() -> list[chess.Board]:
    return [_game(random.Random(seed)) for seed in range(5)]


def parse_position(subject: str, argument: int) -> Work:
    """Positions read."""
    texts = [board.fen() for board in _boards()]

    def read() -> int:
        for text in texts:
            chess.Board(text)
        return len(texts)

    return read


def _boards() -> list[chess.Board]:
    boards = [chess.Board()]
    for move in _games()[0].move_stack:
        boards.append(boards[-1].copy())
        boards[-1].push(move)
    return boards[:: max(1, len(boards) // 40)]


def format_position(subject: str, argument: int) -> Work:
    """Positions written."""
    boards = _boards()

    def write() -> int:
        for board in boards:
            board.fen()
        return len(boards)

    return write


def parse_games(subject: str, argument: int) -> Work:
    """Plies of lines of moves (UCI) read."""
    lines = [" ".join(move.uci() for move in board.move_stack) for board in _games()]
    return lambda: sum(len([chess.Move.from_uci(token) for token in line.split()]) for line in lines)


def format_games(subject: str, argument: int) -> Work:
    """Plies of lines of moves (UCI) written."""
    games = [board.move_stack for board in _games()]
    return lambda: sum(len([move.uci() for move in moves]) for moves in games)


def replay(subject: str, argument: int) -> Work:
    """Plies of lines of moves (UCI) read, checked and played, with the outcome asked for after each."""
    lines = [" ".join(move.uci() for move in board.move_stack) for board in _games()]

    def play() -> int:
        plies = 0
        for line in lines:
            board = chess.Board()
            for token in line.split():
                board.push_uci(token)
                board.outcome()
                plies += 1
        return plies

    return play


def memory(subject: str, argument: int) -> Work:
    """Bytes for each board of a random game, when copies of all are kept, without their history."""
    moves = _games()[0].move_stack

    def used() -> int:
        board = chess.Board()
        kept = [board] * len(moves)
        tracemalloc.start()
        try:
            for number, move in enumerate(moves):
                board = board.copy(stack=False)
                board.push(move)
                kept[number] = board
            return tracemalloc.get_traced_memory()[0] // len(kept)
        finally:
            tracemalloc.stop()

    return used


MEASURES: dict[str, Callable[[str, int], Work]] = {
    work.__name__: work
    for work in (
        perft_made,
        perft_bulk,
        api_loop,
        api_loop_bare,
        api_playouts,
        parse_position,
        format_position,
        parse_games,
        format_games,
        replay,
        memory,
    )
}
"""As in ``measures``; the subject is always chess."""
