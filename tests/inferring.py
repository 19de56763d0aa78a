"""Measure the inference of rules: over the archive of aagenielsen.dk, and on planted rulesets.

    python tests/inferring.py boards [--most N]
    python tests/inferring.py archive [--sets NAME ...] [--halves] [--jobs N]
    python tests/inferring.py planted [--rulesets N] [--games N] [--seed N]

``boards`` reads each collection by several rulesets, of the right size and of others, and names the readings that put
the games on a board of another size.

``archive`` infers the rules of each collection of games (``TAFL_DATA``, else ``../shared/data``), and compares how many
games agree, and how many ends remain unexplained, with the rulesets that a prototype fitted to the same games. With
``--halves`` each collection is fitted on every second game and judged on the others. ``--jobs`` says how many processes
share the collections; the seconds are those of a process.

``planted`` makes random rulesets, plays random games by them, keeps only what an archive records, and infers the rules:
no answer that is wrong may be settled.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from conftest import data_lines, data_path
from fitted import fitted
from planting import Planted, planted

from hnefatafl import Ruleset, variants
from hnefatafl.notation import archive, toml
from hnefatafl.records import Game
from hnefatafl.rules import Berserk
from tafl.inference import Inference, Standing, infer
from tafl.inference._weighing import CONTRADICTION, UNEXPLAINED_END, Bench


class Collection(NamedTuple):
    """The games of one type, and the ruleset of the prototype."""

    name: str
    games: list[Game]
    rules: Ruleset
    berserk: bool


def collections() -> Iterator[tuple[str, str]]:
    """Yield the folder and the name of each collection."""
    for folder in ("aage-archive", "aage-archive-more"):
        for path in sorted(Path(data_path(folder)).glob("*.tsv.gz")):
            yield folder, path.name.removesuffix(".tsv.gz")


def rules_of(folder: str, name: str) -> tuple[Ruleset, bool]:
    """Return the ruleset of the prototype for a collection, and whether that has berserk turns."""
    if folder == "aage-archive":
        return fitted(name), False
    rules = toml.parse_rules(data_path(folder, "rules", f"{name}.toml").read_text("utf-8"))
    facts: dict[str, Any] = json.loads(data_path(folder, "variants.json").read_text("utf-8"))[name]
    if facts["reader"] == "plain":
        return rules, False
    # No option said then that a berserk turn may stop.
    return rules.evolve(berserk=Berserk.MAY_CAPTURE), True


def load(folder: str, name: str) -> Collection:
    """Read a collection."""
    rules, berserk = rules_of(folder, name)
    games = list(archive.parse_games(data_lines(folder, f"{name}.tsv.gz"), rules))
    return Collection(name, games, rules, berserk)


class Misread(NamedTuple):
    """A collection that was put on a board of another size."""

    name: str
    size: int
    read_as: str
    found: int


def misread(most: int | None = None) -> list[Misread]:
    """Read each collection by a ruleset of its size, by two of larger ones, and by copenhagen; or a part of it."""
    texts = [(name, data_lines(folder, f"{name}.tsv.gz"), rules_of(folder, name)[0]) for folder, name in collections()]
    for folder, rules in (("copenhagen-csv", variants.COPENHAGEN), ("brandubh-csv", variants.BRANDUBH)):
        texts.append((folder, data_path(folder, "games.csv").read_text("utf-8").splitlines(), rules))
    others = {rules.size: rules for rules in map(variants.get, variants.names())}
    found: list[Misread] = []
    for name, lines, rules in texts:
        part = lines if most is None else lines[:: max(1, len(lines) // most)]
        larger = [others[size] for size in sorted(others) if size > rules.size][:2]
        for read_as in (others.get(rules.size, rules), *larger, variants.COPENHAGEN) if part else ():
            games = archive.parse_games(part, read_as)
            # The board is all that is asked for.
            inference = infer(games, bases=[variants.get("simple-tafl")], sample=1, should_stop=lambda: True)
            if inference.ruleset.size != rules.size:
                found.append(Misread(name, rules.size, read_as.name, inference.ruleset.size))
    return found


def run_boards(most: int | None) -> int:
    """Print the readings that put games on a board of another size."""
    began = process_time()
    found = misread(most)
    for each in found:
        print(f"{each.name}: {each.size}, read as {each.read_as}: {each.found}")
    print(f"{len(found)} readings on another board; {process_time() - began:.0f} s")
    return 1 if found else 0


class Count(NamedTuple):
    """How well a ruleset explains games."""

    games: int
    agree: int
    ends: int


def count(games: Sequence[Game], rules: Ruleset) -> Count:
    """Replay all games."""
    costs = list(Bench(list(enumerate(games, start=1))).costs(rules).values())
    return Count(len(costs), len(costs) - costs.count(CONTRADICTION), costs.count(UNEXPLAINED_END))


class Measured(NamedTuple):
    """What was inferred from a collection."""

    name: str
    inference: Inference
    seconds: float
    found: Count
    was: Count


def measured(folder: str, name: str, halves: bool) -> Measured | None:
    """Infer the rules of a collection, or return None if it has no games."""
    collection = load(folder, name)
    fit, judge = collection.games, collection.games
    if halves:
        fit, judge = fit[::2], fit[1::2]
    if not fit:
        return None
    began = process_time()
    inference = infer(fit)
    seconds = process_time() - began
    return Measured(name, inference, seconds, count(judge, inference.ruleset), count(judge, collection.rules))


def run_archive(chosen: Sequence[str], halves: bool, verbose: bool, jobs: int) -> int:
    """Infer the rules of each collection, and print a table."""
    total, seconds, worse = [0] * 5, list[float](), list[str]()
    began = perf_counter()
    print(f"{'collection':42} games  agree  (was)  ends  (was)  settled/leaning/open/contested  seconds")
    with ProcessPoolExecutor(jobs) as pool:
        wanted = [(folder, name) for folder, name in collections() if not chosen or name in chosen]
        for each in pool.map(partial(measured, halves=halves), *zip(*wanted, strict=True)):
            if each is None:
                continue
            name, inference, _, found, was = each
            seconds.append(each.seconds)
            total = [
                a + b for a, b in zip(total, (found.games, found.agree, was.agree, found.ends, was.ends), strict=True)
            ]
            mark = "" if (found.agree, -found.ends) >= (was.agree, -was.ends) else " <"
            if mark:
                worse.append(name)
            standings = "/".join(str(inference.counts[standing]) for standing in Standing)
            counts = f"{found.games:5}  {found.agree:5}  {was.agree:5}  {found.ends:4}  {was.ends:5}"
            print(
                f"{name:42} {counts}  {standings:20}  {seconds[-1]:7.2f}{mark}",
                flush=True,
            )
            if verbose:
                show(inference)
    games, agree, was_agree, ends, was_ends = total
    if games:
        print(
            f"{games} games; {agree} agree ({agree / games:.2%}; were {was_agree}); {ends} unexplained ends"
            f" (were {was_ends}); {sum(seconds):.0f} s, median {statistics.median(seconds):.2f} s,"
            f" most {max(seconds):.1f} s; {perf_counter() - began:.0f} s with {jobs} processes"
        )
    print(f"worse than the prototype: {', '.join(worse) or 'none'}")
    return 1 if worse and not halves else 0


def run_planted(rulesets: int, games: int, seed: int) -> int:
    """Infer planted rulesets, and print a table."""
    began = process_time()
    rows = list[Planted]()
    for number, row in enumerate(planted(rulesets, games, seed), start=1):
        rows.append(row)
        best = row.inference.best
        print(
            f"{number:4} {row.rules.size:2}x{row.rules.size:<2} {row.true:2} of {row.answers} true,"
            f" {row.settled:2} settled; {best.contradictions} contradictions, {best.unexplained_ends} unexplained ends;"
            f" {len(row.wrong)} wrong",
            flush=True,
        )
        for claim in row.wrong:
            print(f"     {claim}")
    answers, true = sum(row.answers for row in rows), sum(row.true for row in rows)
    settled, wrong = sum(row.settled for row in rows), sum(len(row.wrong) for row in rows)
    print(
        f"{len(rows)} rulesets, {games} games each: {true} of {answers} answers true;"
        f" {settled} settled, {wrong} of them wrong; {process_time() - began:.0f} s"
    )
    return 1 if wrong else 0


def show(inference: Inference) -> None:
    """Print what was found."""
    for candidate in inference.candidates:
        print(f"    {candidate.cost:g} from {candidate.base}: {'; '.join(candidate.steps)}")
    for unexplained in inference.unexplained:
        print(f"    {unexplained.kind}: {', '.join(map(str, unexplained.games[:8]))}")


def main(arguments: Sequence[str]) -> int:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(description="measure the inference of rules")
    commands = parser.add_subparsers(required=True, dest="command")
    real = commands.add_parser("archive", help="over the archive of aagenielsen.dk")
    real.add_argument("--sets", nargs="*", default=[], help="only these collections")
    real.add_argument("--halves", action="store_true", help="fit on one half, judge on the other")
    real.add_argument("--jobs", type=int, default=1, help="how many processes share the collections")
    real.add_argument("--verbose", action="store_true", help="print what was found")
    boards = commands.add_parser("boards", help="the sizes of the boards, read by several rulesets")
    boards.add_argument("--most", type=int, help="about how many games of each collection; default: all")
    made = commands.add_parser("planted", help="on random rulesets")
    made.add_argument("--rulesets", type=int, default=100, help="how many rulesets")
    made.add_argument("--games", type=int, default=100, help="how many games of each")
    made.add_argument("--seed", type=int, default=1, help="which rulesets")
    options = parser.parse_args(arguments)
    if options.command == "planted":
        return run_planted(options.rulesets, options.games, options.seed)
    if options.command == "boards":
        return run_boards(options.most)
    return run_archive(options.sets, options.halves, options.verbose, options.jobs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
