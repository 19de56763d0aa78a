"""Find general weights by matches, and compare them with others.

    python benchmarks/research/general.py fit "large, edge" --pairs 3000 -o large-edge.json
    python benchmarks/research/general.py check skalk hnefatafl-11 --games 80 --nodes 2000
    python benchmarks/research/general.py trained --games 60 --nodes 1000 --jobs 2
    python benchmarks/research/general.py write skalk copenhagen -o general

Fitting is simultaneous perturbation (Spall 1992): all weights are moved a step up or down at random, the player with
these plays the one with the opposite moves in a ruleset of the kind, both sides of one opening, and all weights move a
little towards the winner. The steps are about a quarter of a weight. The result is the mean of the weights after the
first fifth of the pairs. Where the attackers never win at equal nodes, ``--odds`` gives both players more with that
side. A fit can be stopped and goes on where it was. The rulesets of ``HELD_OUT`` are left out.

Checking plays the shipped general weights against the former ones, which are below, from openings of two random plies,
each twice with the sides swapped. A game is a draw after ``--plies``. What the former weights take from themselves is
in brackets, since many rulesets favour a side. ``trained`` does the same for the rulesets that are played by a trained
evaluation, their own or that of a ruleset like them: it plays the general weights.

Writing makes ``NAME.json`` of each ruleset, an evaluation file of the general weights (with ``--former``, of the former
ones), against which ``tafl arena`` plays a trained evaluation: ``alphabeta:nodes=1000,evaluation=general/skalk.json``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

from levels import openings, points_of

from hnefatafl import Position, variants
from hnefatafl.rules import Ruleset
from hnefatafl.search import AlphaBeta, TrainedEvaluation
from hnefatafl.search._trained import GENERAL, General, general, kind_of, shipped, start_of
from hnefatafl.support.tallies import wilson
from tafl.arena import play

HELD_OUT = (
    "madera-tablut", "plantagenet", "david-brown", "magpie-circle", "tawlbwrdd-lewis-cross", "fidchell-weak-king",
    "skalk", "hnefatafl-11", "hnefatafl-13", "sea-battle-circle",
)  # fmt: skip
"""The rulesets by which weights are judged."""
_SMALL = (0, 9, 35, 150, 75, 9, 320, 10, 1, -90, -700, -20, -12, -20, -5, -600, -20, -10, 0, 0, 0, 0, 0)
_LARGE = (0, 0, 0, 99, 50, 9, 190, 14, 32, -470, -1390, -123, -74, -123, 5, -1000, -60, -30, 0, 0, 0, 0, 0)
FORMER = {
    "small, edge": General(_SMALL, (100, 100, 7, 4, 0, 0, 0, 0)),
    "small, corners": General(_SMALL, (100, 100, 7, 4, 0, 0, 0, 0)),
    "large, edge": General(_LARGE, (100, 100, 60, 34, 0, 0, 0, 0)),
    "large, corners": General(_LARGE, (100, 100, 60, 34, 0, 0, 0, 0)),
}
"""The weights until 26 November 2026, which were set by hand."""
_STEPS = {
    "small": (
        15, 6, 10, 30, 20, 6, 60, 4, 3, 40, 150, 12, 6, 12, 3, 120, 12, 6, 4, 12, 40, 4, 3,
        0, 12, 6, 4, 12, 12, 5, 5,
    ),
    "large": (
        25, 12, 15, 30, 20, 12, 60, 4, 8, 100, 200, 40, 20, 40, 3, 150, 30, 12, 4, 12, 60, 4, 3,
        0, 12, 20, 10, 12, 12, 5, 5,
    ),
}  # fmt: skip
"""How far each weight is moved; the worth of a soldier is the measure of all others, and stays."""
_MOST_SIZE = 13
_RATE, _SLOWER = 0.05, 2000
_DRAW, _TABLE = 150, 1


@cache
def rulesets_of(kind: str) -> tuple[Ruleset, ...]:
    """The shipped rulesets of a kind to which weights are fitted."""
    found = (rules for rules in variants.find() if rules.size <= _MOST_SIZE and rules.name not in HELD_OUT)
    return tuple(rules for rules in found if kind_of(start_of(rules).t) == kind)


def evaluation(rules: Ruleset, weights: General) -> TrainedEvaluation:
    """The weights as an evaluation of a ruleset, in which the start of a game is worth nothing."""
    made = general(rules, start_of(rules).t, weights)
    tables, size = made.t, int(made.t.size)
    pieces = [int(made.pieces[kind * size + q]) for kind in range(3) for q in tables.squares]
    squares = rules.size**2
    king = [worth + int(made.offset) for worth in pieces[2 * squares :]]
    return TrainedEvaluation(
        ruleset=rules, weights=weights.features, pieces=pieces[: 2 * squares] + king, men=map(int, made.men)
    )


def by_kind(rules: Ruleset, weights: Mapping[str, General]) -> TrainedEvaluation:
    """The weights of the ruleset's kind as an evaluation."""
    return evaluation(rules, weights[kind_of(start_of(rules).t)])


def pair(
    one: TrainedEvaluation, other: TrainedEvaluation, start: Position, nodes: tuple[int, int], plies: int
) -> tuple[float, float]:
    """The points of the one as attackers and as defenders."""

    def player(trained: TrainedEvaluation, budget: int) -> AlphaBeta:
        return AlphaBeta(nodes=budget, memory=_TABLE, evaluation=trained)

    attackers, defenders = nodes
    attacking = play(player(one, attackers), player(other, defenders), start, plies=plies)
    return points_of(attacking), 1 - points_of(
        play(player(other, attackers), player(one, defenders), start, plies=plies)
    )


def drawn(kind: str, random: Random) -> tuple[Ruleset, Position]:
    """A ruleset of a kind, and a position in which nobody can win at once."""
    while True:
        rules = random.choice(rulesets_of(kind))
        for start in openings(rules, 1, random.randrange(1 << 30)):
            return rules, start


def fit(options: argparse.Namespace) -> None:
    """Move the weights of a kind, and write them after every hundred pairs."""
    kind: str = options.kind
    before = FORMER[kind] if options.former else GENERAL[kind]
    steps = _STEPS[kind.partition(",")[0]]
    state: dict[str, Any] = {
        "pairs": 0,
        "weights": [float(each) for each in (*before.features, *before.places)],
        "sum": None,
    }
    if options.output.exists():
        state = json.loads(options.output.read_text("utf-8"))
    count = len(before.features)

    def as_weights(numbers: Sequence[float]) -> General:
        whole = [round(number) for number in numbers]
        return General(tuple(whole[:count]), tuple(whole[count:]))

    while state["pairs"] < options.pairs:
        at, now = state["pairs"], state["weights"]
        random = Random(f"{options.seed} {at}")
        rules, start = drawn(kind, random)
        signs = [random.choice((-1, 1)) for _ in steps]
        up, down = (
            as_weights([w + way * sign * step for w, sign, step in zip(now, signs, steps, strict=True)])
            for way in (1, -1)
        )
        budgets = (options.odds * options.nodes, options.nodes)
        won = sum(pair(evaluation(rules, up), evaluation(rules, down), start, budgets, _DRAW)) - 1
        rate = _RATE / (1 + at / _SLOWER) ** 0.6 * won
        state["weights"] = [w + rate * sign * step for w, sign, step in zip(now, signs, steps, strict=True)]
        state["pairs"] = at + 1
        if at >= options.pairs // 5:
            total = state["sum"] or [0.0] * len(steps)
            state["sum"] = [a + b for a, b in zip(total, state["weights"], strict=True)]
        if state["pairs"] % 100 == 0 or state["pairs"] == options.pairs:
            options.output.write_text(json.dumps(state), "utf-8")
            print(state["pairs"], as_weights(state["weights"]), flush=True)
    mean = [each / (options.pairs - options.pairs // 5) for each in state["sum"]]
    print(f"{kind}: {as_weights(mean)}")


def with_trained() -> tuple[str, ...]:
    """The rulesets that are played by a trained evaluation."""
    return tuple(rules.name for rules in variants.find() if shipped(rules) is not None)


def match(name: str, trained: bool, former: bool, games: int, nodes: int, plies: int, seed: int) -> tuple[str, float]:
    """A line of the table, and the share of the points.

    Arguments:
        trained: whether the trained evaluation plays where there is one, or the general weights.
        former: whether it plays the former weights, or the general ones of today.
    """
    rules = variants.get(name)
    found = shipped(rules) if trained else None
    new = found or by_kind(rules, GENERAL)
    old = by_kind(rules, FORMER if former else GENERAL)
    said = kind_of(start_of(rules).t) if found is None else found.ruleset.name
    points: list[tuple[float, float]] = []
    known: list[float] = []
    for start in openings(rules, games // 2, seed):
        points.append(pair(new, old, start, (nodes, nodes), plies))
        known.append(pair(old, old, start, (nodes, nodes), plies)[0])
    attacking, defending = (fmean(each) for each in zip(*points, strict=True))
    share = (attacking + defending) / 2
    low, high = wilson(share, games, 1.96)
    line = (
        f"| {name} | {said} | {share:.0%} [{low:.0%}, {high:.0%}] | {attacking:.0%} ({fmean(known):.0%}) |"
        f" {defending:.0%} ({1 - fmean(known):.0%}) |"
    )
    return line, share


def check(options: argparse.Namespace) -> None:
    """Play the matches."""
    print("| ruleset | evaluation | points | as attackers | as defenders |")
    print("| --- | --- | --- | --- | --- |")
    told = {name: getattr(options, name) for name in ("trained", "former", "games", "nodes", "plies", "seed")}
    work = partial(match, **told)
    shares: list[float] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for line, share in pool.map(work, options.rulesets or (with_trained() if options.trained else HELD_OUT)):
            shares.append(share)
            print(line, flush=True)
    print(f"mean of {len(shares)}: {fmean(shares):.1%}")


def write(options: argparse.Namespace) -> None:
    """Write evaluation files."""
    weights = FORMER if options.former else GENERAL
    options.output.mkdir(parents=True, exist_ok=True)
    for name in options.rulesets:
        (options.output / f"{name}.json").write_text(by_kind(variants.get(name), weights).text, "utf-8")


def main() -> None:
    """Fit, check or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    fitting = commands.add_parser("fit", help="find the weights of a kind of rulesets")
    fitting.add_argument("kind", choices=tuple(GENERAL), help="the kind of rulesets")
    fitting.add_argument("--pairs", type=int, default=3000, help="pairs of games in all (default: 3000)")
    fitting.add_argument("--nodes", type=int, default=400, help="nodes a move (default: 400)")
    fitting.add_argument("--odds", type=int, default=1, help="how many times as many the attackers get (default: 1)")
    fitting.add_argument("--seed", type=int, default=1)
    fitting.add_argument("-o", "--output", type=Path, required=True, help="where the state is kept")
    fitting.add_argument("--former", action="store_true", help="begin with the former weights")
    fitting.set_defaults(run=fit)
    for name, said, usual in (
        ("check", "play the shipped weights against the former ones", "those that are held out"),
        ("trained", "play the trained evaluations against the general weights", "all that are played by one"),
    ):
        checking = commands.add_parser(name, help=said)
        checking.add_argument("rulesets", nargs="*", help=f"rulesets (default: {usual})")
        checking.add_argument("--games", type=int, default=80)
        checking.add_argument("--nodes", type=int, default=2000, help="nodes a move (default: 2000)")
        checking.add_argument("--plies", type=int, default=300)
        checking.add_argument("--seed", type=int, default=99)
        checking.add_argument("--jobs", type=int, default=1)
        checking.set_defaults(run=check, trained=name == "trained", former=name == "check")
        if name == "trained":
            checking.add_argument("--former", action="store_true", help="against the former weights")
    writing = commands.add_parser("write", help="write evaluation files of the weights")
    writing.add_argument("rulesets", nargs="+", help="rulesets")
    writing.add_argument("--former", action="store_true", help="of the former weights")
    writing.add_argument("-o", "--output", type=Path, required=True, help="a folder for the files")
    writing.set_defaults(run=write)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
