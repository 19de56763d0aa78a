"""Evaluations as they are made and shown: weights for rulesets that nobody has trained a player for, and names.

Nothing here is asked during a search.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from hnefatafl._kernel.codes import ATTACKERS, KING, RIM, WALL
from hnefatafl._kernel.mutable import MutablePosition
from hnefatafl._kernel.tables import Tables
from hnefatafl.search._core.evaluation import FEW_GOALS, Evaluation, goals_of
from hnefatafl.search._core.rows import zeros
from hnefatafl.support.vectors import vec

NAMES: Final = (
    "tempo", "king held once", "king held twice", "king held thrice", "king exposed", "king clutched", "sealed off",
    "goals shut", "region lost", "one way out", "ways out", "goal in two moves", "goals in two moves",
    "goal in three moves", "king's moves", "fork", "fork ahead", "forks ahead", "squares denied", "defenders hunted",
    "attackers spent", "attackers near", "king's moves, sealed off",
)  # fmt: skip
"""Of each feature, by its place."""

# The weights of what stands where.
MATERIAL: Final = 0  # a soldier of a side with half of all
DEFENDER: Final = 1  # a soldier of the king, in hundredths of that
GUARD: Final = 2  # an attacker diagonally before a corner
ADVANCE: Final = 3  # the king a step farther from his goals
ATTACKER_ON_RIM: Final = 4  # at the edge of the board
DEFENDER_ON_RIM: Final = 5
ATTACKER_OUT: Final = 6  # a ring of squares farther from the middle
DEFENDER_OUT: Final = 7
PLACES: Final = 8

_FAR: Final[i64] = 99


def contributions(evaluation: Evaluation, position: MutablePosition) -> dict[str, int]:
    """What each feature adds to the value, by its name."""
    evaluation.load(position)
    evaluation.measure(position)
    soldiers: i64 = 0
    for q in evaluation.t.squares:
        piece = position.cells[q]
        if piece & ATTACKERS != 0:
            soldiers += evaluation.men[0]
        elif piece != 0 and piece != KING:
            soldiers -= evaluation.men[1]
    parts = {"soldiers": int(soldiers), "squares": int(evaluation.sum - soldiers), "start": int(evaluation.offset)}
    i: i64 = 0
    for name in NAMES:
        parts[name] = int(evaluation.features[i] * evaluation.weights[i])
        i += 1
    if evaluation.network is not None:
        parts["network"] = int(evaluation.network.output())
    return parts


def men_by_hand(attackers: int, defenders: int, places: list[int]) -> list[int]:
    """What a soldier of each side is worth to it, where so many begin."""
    both = (attackers + defenders) * places[MATERIAL] // 2
    return [both // max(attackers, 1), both * places[DEFENDER] // 100 // max(defenders, 1)]


def by_hand(t: Tables, attackers: int, defenders: int, places: list[int]) -> list[int]:
    """What a piece is worth on each square of a ruleset that nobody has trained a player for."""
    men = men_by_hand(attackers, defenders, places)
    far = _measure_distances(t)
    goals = goals_of(t)
    guards = zeros(int(t.size))
    for q in goals if len(goals) <= FEW_GOALS else []:
        for d in t.steps:
            for e in t.steps:
                there = q + d + e
                if e != d and e != -d and there >= 0 and there < t.size and t.special[there] & RIM == 0:
                    guards[there] = places[GUARD]
    n = int(t.n)
    middle = n // 2
    rings = [max(abs(r - middle), abs(f - middle)) for r in range(n) for f in range(n)]
    worths: list[int] = []
    i = 0
    for q in t.squares:
        out = rings[i] * places[ATTACKER_OUT] + (places[ATTACKER_ON_RIM] if rings[i] == middle else 0)
        worths.append(men[0] + out + int(guards[q]))
        i += 1
    for ring in rings:
        worths.append(-men[1] - ring * places[DEFENDER_OUT] - (places[DEFENDER_ON_RIM] if ring == middle else 0))
    for q in t.squares:
        worths.append(int(far[q]) * places[ADVANCE] if far[q] < _FAR else 0)
    return worths


def _measure_distances(t: Tables) -> vec[i64]:
    """How many steps it is from each square of an empty board to the nearest goal; ``_FAR`` where there is no way."""
    distances = vec[i64]([_FAR] * int(t.size))
    queue = zeros(int(t.size))
    board = t.cells(bytes(int(t.n * t.n)))
    end: i64 = 0
    for q in goals_of(t):
        distances[q] = 0
        queue[end] = q
        end += 1
    i: i64 = 0
    while i < end:
        q = queue[i]
        i += 1
        for d in t.steps:
            to = q + d
            if board[to] != WALL and distances[to] == _FAR and (t.go[to] | t.stop[to]) & KING != 0:
                distances[to] = distances[q] + 1
                queue[end] = to
                end += 1
    return distances
