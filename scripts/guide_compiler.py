"""What a release's C compiler watches before it compiles the kernel once more: random games, counting moves, searching.

    python scripts/guide_compiler.py

`setup.py` runs it where ``TAFL_WHOLE=1`` asks for one unit and the compiler is gcc. The rulesets differ in size, in how
the king is captured and escapes, and in the rarer rules.
"""

from __future__ import annotations

from hnefatafl import Position, variants
from hnefatafl.play import SearchBoard, perft, playout
from hnefatafl.search import AlphaBeta

RULESETS = (
    "alea-evangelii",
    "ashton-tablut",
    "berserk",
    "brandubh",
    "copenhagen",
    "hnefatafl-11",
    "tablut",
    "tawlbwrdd",
)


def play(position: Position, games: int, plies: int) -> None:
    """Play random games, walk through one as users do, and let the computer play some moves."""
    for seed in range(games):
        playout(position, seed=seed)
    perft(position, 2, bulk=False)
    board = SearchBoard(position)
    player = AlphaBeta(nodes=3000)
    for _ in range(plies):
        if position.outcome is not None:
            return
        for move in position.legal_moves():
            position.play(move)
            board.make(move)
            board.unmake()
        if (chosen := player.choose(position)) is None:
            return
        position = position.play(chosen)
        board.make(chosen)


if __name__ == "__main__":
    for name in RULESETS:
        play(Position.initial(variants.get(name)), games=1000, plies=12)
