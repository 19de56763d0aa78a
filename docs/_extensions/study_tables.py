"""The tables of the balance of games, made from the studies that ``scripts/make_studies.py`` has written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from rst import doc, escaped, table


@cache
def studied(file: Path) -> dict[str, Any]:
    """Return what ``scripts/make_studies.py`` has written."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def machine(data: dict[str, Any]) -> Iterator[str]:
    """Yield where the figures come from."""
    one = next(iter(data["studies"].values()))
    yield f":Machine: {escaped(data['machine'])}; {data['minutes']} minutes for all studies"
    games = one["results"][0]["games"]
    yield f":Games: {games} of each strength, and as many with the other side first; seed {one['seed']}"
    yield f":Openings: {one['opening_plies']} random moves; cut off after {one['plies']} moves"
    yield ""


def _percent(share: dict[str, float] | None) -> str:
    if share is None:
        return "–"
    return f"{100 * share['value']:.0f} % [{100 * share['low']:.0f}, {100 * share['high']:.0f}]"


def _strength(result: dict[str, Any]) -> str:
    return f"{result['nodes']:,} nodes" if result["nodes"] else "random"


def balance(data: dict[str, Any]) -> Iterator[str]:
    """Yield the share of the points that the attackers take, by strength."""
    studies = data["studies"]
    heads = [_strength(each) for each in next(iter(studies.values()))["results"]]
    rows = [
        [doc(f"/variants/{name}", name), *(_percent(each["balance"]) for each in study["results"])]
        for name, study in studies.items()
    ]
    yield from table(["Ruleset", *heads], rows)


def course(data: dict[str, Any]) -> Iterator[str]:
    """Yield how games go, at the last strength."""
    rows: list[list[str]] = []
    for name, study in data["studies"].items():
        last = study["results"][-1]
        endings = sorted(last["endings"].items(), key=lambda each: -each[1])
        settled, changes = last["settled"]["half"], last["lead_changes"]
        rows.append(
            [
                doc(f"/variants/{name}", name),
                _percent(last["other_first"]),
                f"{last['length']['quarter']} to {last['length']['three_quarters']}",
                f"{last['branching']:.0f}",
                escaped(", ".join(f"{way} {100 * count / last['games']:.0f} %" for way, count in endings[:3])),
                f"{100 * last['too_long'] / last['games']:.0f} %",
                "–" if settled is None else f"{100 * settled:.0f} %",
                "–" if changes is None else f"{changes:.1f}",
            ]
        )
    heads = ["Ruleset", "Other side first", "Moves, middle half", "Legal moves", "Ended by", "Cut off"]
    yield from table([*heads, "Half settled by", "Changes of the lead"], rows)


def idle(data: dict[str, Any]) -> Iterator[str]:
    """Yield the rules that never mattered, and squares that no piece moved to."""
    for name, study in data["studies"].items():
        options = ", ".join(study["idle_options"]) or "none"
        squares = ", ".join(study["dead_squares"]["any"]) or "none"
        yield f"* {doc(f'/variants/{name}', name)}: options {escaped(options)}; squares {escaped(squares)}"
    yield ""


def planted(data: dict[str, Any]) -> Iterator[str]:
    """Yield the races of the rulesets that were unbalanced on purpose."""
    for race in data["races"]:
        rows = [[escaped(each["label"]), _percent(_share(each)), f"{each['games']:,}"] for each in race["shown"]]
        budget = (
            f"{race['games']:,} games of {race['nodes']} nodes a move, seed {race['seed']}, {race['minutes']} minutes"
        )
        yield f"{escaped(race['title'])} ({budget}). Of {race['changes']} changes {race['left']} left the race:"
        yield ""
        yield from table(["Change", "Points of the attackers", "Games"], rows)
        yield f"Significantly nearer to balance: {escaped('; '.join(race['nearer']) or 'none')}."
        yield f"The change that restores the ruleset is {escaped(race['back'])}."
        yield ""


def _share(change: dict[str, Any]) -> dict[str, float]:
    return {"value": change["balance"], "low": change["low"], "high": change["high"]}


TABLES: Final[dict[str, Callable[[dict[str, Any]], Iterator[str]]]] = {
    "machine": machine,
    "balance": balance,
    "course": course,
    "idle": idle,
    "planted": planted,
}
