"""Define a custom ruleset: first with options, then with rules that no option covers.

python examples/custom_variant.py
"""

from __future__ import annotations

from collections.abc import Iterator

from hnefatafl import (
    Board,
    Kind,
    KingStrength,
    Move,
    Outcome,
    PieceSet,
    Position,
    Region,
    Side,
    Square,
    Termination,
    playout,
    variants,
)

# A ruleset is a value; evolve returns a copy with changed options.
HOUSE = variants.BRANDUBH.evolve(
    name="house brandubh",
    source="the house",
    escape=Region.EDGE,
    corners=None,
    king=KingStrength.WEAK,
)


# An extra capture gets the board after the move and its ordinary captures, the move, and the side that made it.
def diagonal(board: Board, move: Move, side: Side, position: Position) -> Iterator[Square]:
    """Also capture a soldier between two enemies on a diagonal, if one of them has just moved there."""
    for files in (-1, 1):
        for ranks in (-1, 1):
            square = move.target.offset(files, ranks)
            victim = board.get(square)
            partner = board.get(move.target.offset(2 * files, 2 * ranks))
            caught = victim is not None and victim.side is not side and victim.kind is Kind.SOLDIER
            if caught and partner is not None and partner.side is side:
                yield square


# An extra ending gets the board and the side that is now to move.
def lonely(board: Board, turn: Side, position: Position) -> Outcome | None:
    """The attackers win when the king has no men left."""
    if board.count(PieceSet.DEFENDING_MEN) == 0:
        return Outcome(Side.ATTACKERS, Termination.EXTRA)
    return None


WILD = HOUSE.evolve(name="wild brandubh", extra_captures=(diagonal,), extra_endings=(lonely,))

PICTURE = """
    . . . . . . .
    . . . . t . .
    . . . T . . .
    t . . . . . .
    . . . . . . .
    . K . . . . .
    . . . . . . .
"""


def main() -> None:
    for rules in (HOUSE, WILD):
        print(f"{rules.name} differs from brandubh in: {', '.join(rules.diff(variants.BRANDUBH))}")

    move = Move.parse("a4-c4")
    for rules in (HOUSE, WILD):
        play = Position.parse(PICTURE, rules, Side.ATTACKERS).explain(move)
        print(f"\n{move} in {rules.name}:")
        print(play.after)
        print(*play.captures, sep="\n")
        print(play.after.outcome or f"{play.after.turn} to move")

    # Everything else works with the new rules too, such as random games.
    print()
    for rules in (variants.BRANDUBH, HOUSE, WILD):
        outcomes = [playout(Position.initial(rules), seed=seed).outcome for seed in range(100)]
        wins = sum(outcome is not None and outcome.winner is Side.ATTACKERS for outcome in outcomes)
        print(f"{rules.name}: the attackers win {wins} of 100 random games")


if __name__ == "__main__":
    main()
