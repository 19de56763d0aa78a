"""Count the work of the kernel: the same numbers on every machine, whatever else runs there.

    python benchmarks/counting.py [OPTION ...]

The uncompiled sources beside this file run under the profiler, which counts calls of functions; the compiled kernel is
made from the same sources. Each option is counted alone on one ruleset, and ``everything`` has all of them. The answer
is JSON: by option and measure, what is done for each ply, line or move (:func:`count`).
"""

from __future__ import annotations

import cProfile
import json
import pstats
import random
import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hnefatafl import Position, Ruleset

__all__ = ["count", "measures", "options"]

LISTS: Final = frozenset({"fill_legal", "fill_legal_to"})
"""The functions that list all legal moves of a position."""
PIECE: Final = "fill_from"
"""The function that lists the moves of a piece."""
GAMES: Final = 3
PLIES: Final = 150


def options() -> dict[str, Ruleset]:
    """Return a ruleset without options that cost anything, and by name the same with one of them."""
    from subjects import EVERYTHING

    from hnefatafl import Announcements, Berserk, Call, Jump, Jumps, PieceSet, variants
    from hnefatafl.rules import Die, Roll

    plain = variants.HNEFATAFL_11
    dice = {
        f"die, {word}, {allows}": plain.evolve(die=Die(pieces=pieces, allows=allows))
        for word, pieces in (("king", PieceSet.KING), ("defenders", PieceSet.DEFENDERS), ("all", PieceSet.ALL))
        for allows in Roll
    }
    jumps = Jumps(soldiers=Jump.OVER_ENEMIES, king=Jump.OVER_ANYBODY)
    return {
        "plain": plain,
        **dice,
        "berserk": plain.evolve(berserk=Berserk.MUST_CAPTURE),
        "jumps": plain.evolve(jumps=jumps),
        "announcements": plain.evolve(announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True)),
        EVERYTHING.name: EVERYTHING,
    }


def measures() -> dict[str, Callable[[Position], int]]:
    """Return by name what is counted: functions that do a piece of work and return the number of its units."""
    from hnefatafl import perft, playout

    return {
        "playouts": lambda start: sum(playout(start, seed, PLIES).plies for seed in range(GAMES)),
        "perft_bulk": lambda start: perft(start, 2),
        "perft_made": lambda start: perft(start, 2, bulk=False),
        "explained": explained,
    }


def explained(start: Position) -> int:
    """Play a random game through the interface, with all that a move takes and announces; return its plies."""
    chance = random.Random(1)
    position = start
    while position.ply < PLIES:
        moves = position.legal_moves()
        if position.can_roll and (not moves or chance.random() < 0.1):
            moves = (position := position.roll(chance.randint(1, position.ruleset.faces))).legal_moves()
        if not moves:
            break
        position = position.explain(chance.choice(moves)).after
    return position.ply


def count(work: Callable[[Position], int], start: Position) -> dict[str, float]:
    """Return for each unit of the work: calls of the kernel's functions, lists of moves, and pieces listed."""
    work(start)  # so that what is made once is there
    profile = cProfile.Profile()
    units = profile.runcall(work, start)
    calls: Counter[str] = Counter()
    for (file, _, name), (_, number, *_) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if "_kernel" in file:
            calls[name] += number
    lists = sum(calls[name] for name in LISTS)
    return {"calls": calls.total() / units, "lists": lists / units, "pieces": calls[PIECE] / units}


def main() -> None:
    from worker import use_sources

    use_sources()
    from hnefatafl import Position, Side

    known = options()
    found = {
        option: {
            name: count(work, Position.initial(known[option], known[option].first or Side.ATTACKERS))
            for name, work in measures().items()
        }
        for option in sys.argv[1:] or known
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
