"""Write a bot: alpha-beta search on a SearchBoard, against a player of random moves.

python examples/write_a_bot.py
"""

from __future__ import annotations

import random

from hnefatafl import Move, PieceSet, Position, SearchBoard, Side, variants

RULES = variants.BRANDUBH
DEPTH = 2
WIN = 1000


def choose(position: Position, rng: random.Random) -> Move:
    """Return the best move of a search DEPTH plies deep."""
    board = SearchBoard(position)
    moves = board.legal_moves()
    rng.shuffle(moves)
    best, best_value = moves[0], -WIN - DEPTH
    for move in moves:
        board.make(move)
        value = -search(board, DEPTH - 1, -WIN - DEPTH, -best_value)
        board.unmake()
        if value > best_value:
            best, best_value = move, value
    return best


def search(board: SearchBoard, depth: int, alpha: int, beta: int) -> int:
    """Return the value of the position for the side to move, within the window from alpha to beta."""
    outcome = board.outcome
    if outcome is not None:
        # An earlier win is better.
        return 0 if outcome.winner is None else WIN + depth if outcome.winner is board.turn else -WIN - depth
    if depth == 0:
        return value(board)
    # Captures first: good moves early allow more cutoffs.
    captures = board.legal_captures()
    for move in captures + [move for move in board.legal_moves() if move not in captures]:
        board.make(move)
        alpha = max(alpha, -search(board, depth - 1, -beta, -alpha))
        board.unmake()
        if alpha >= beta:
            break
    return alpha


def value(board: SearchBoard) -> int:
    """A simple evaluation: a defender is worth two attackers, since there are half as many."""
    men = 2 * board.count(PieceSet.DEFENDING_MEN) - board.count(PieceSet.ATTACKERS)
    return men if board.turn is Side.DEFENDERS else -men


def play(bot: Side, seed: int) -> Position:
    """Play a game between the bot, on that side, and a player of random moves."""
    rng = random.Random(seed)
    position = Position.initial(RULES)
    while position.outcome is None and position.ply < 120:
        move = choose(position, rng) if position.turn is bot else rng.choice(position.legal_moves())
        position = position.play(move)
    return position


def main() -> None:
    for bot in Side:
        final = play(bot, seed=1)
        print(f"The bot plays the {bot}; after {final.ply} plies: {final.outcome or 'broken off'}")
        print(final)
        print()


if __name__ == "__main__":
    main()
