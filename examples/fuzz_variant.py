"""Test custom variants before others play them. The property needs the extra testing (pip install ".[testing]").

python examples/fuzz_variant.py
"""

from __future__ import annotations

from hypothesis import given, settings

from hnefatafl import Board, Outcome, Piece, PieceSet, Position, Side, Termination, variants
from hnefatafl.testing import check_ruleset, positions


def lonely(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when the king has no men left."""
    return None if board.count(PieceSet.DEFENDING_MEN) else Outcome(Side.ATTACKERS, Termination.EXTRA)


def hasty(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The defenders win when three of their men stand beside the king. Faulty: a square may be empty."""
    assert board.king is not None
    beside = [board.king.offset(*step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    guarded = sum(board[square] == Piece.DEFENDER for square in beside)
    return Outcome(Side.DEFENDERS, Termination.EXTRA) if guarded == 3 else None


GOOD = variants.MAGPIE.evolve(name="lonely magpie", extra_endings=(lonely,))
BAD = variants.MAGPIE.evolve(name="hasty magpie", extra_endings=(hasty,))


# The purpose of the rules is a property of every position.
@settings(max_examples=50)
@given(positions(GOOD))
def a_king_who_plays_on_is_not_alone(position: Position) -> None:
    assert position.outcome or position.board.count(PieceSet.DEFENDING_MEN) > 0


def main() -> None:
    for rules in (GOOD, BAD):
        print(check_ruleset(rules, examples=15, depth=6))
        print()
    a_king_who_plays_on_is_not_alone()
    print("A king who plays on is not alone.")


if __name__ == "__main__":
    main()
