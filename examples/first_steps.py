"""The first steps: a position, a capture and its rule, a move that is not legal, a house rule, and a picture.

    python examples/first_steps.py [PICTURE.svg]

It draws the picture of the README, first_steps.svg.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hnefatafl import Move, PlayedMove, Position, Region, perft, playout, variants
from hnefatafl.render.svg import svg


def three_moves() -> PlayedMove:
    """Three moves of brandubh, the last of which captures."""
    position = Position.initial(variants.BRANDUBH)
    for move in ("d1-e1", "d3-f3"):
        position = position.play(Move.parse(move))
    return position.explain(Move.parse("d2-f2"))


def main(arguments: Sequence[str]) -> None:
    play = three_moves()
    for capture in play.captures:
        print(f"{play.move} captures the {capture}")
    print(play.after)

    move = Move.parse("d4-d7")
    print(f"{move}? No: {play.after.illegality(move)}")
    print(f"{len(play.after.legal_moves())} moves are legal for the {play.after.turn}.")

    house = variants.BRANDUBH.evolve(name="House brandubh", escape=Region.EDGE)
    print(f"{house.name} differs in {house.differences(variants.BRANDUBH)}.")
    start = Position.initial(house)
    print(f"It has {perft(start, 3):,} games of three moves; one at random: {playout(start, seed=7).outcome}.")

    for name in arguments:
        Path(name).write_text(svg(play, size=320), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
