"""The tables of what the games of the archive settle, made from the results of ``scripts/make_archive.py``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from rst import doc, escaped, table

DASH: Final = "–"
STANDINGS: Final = ("settled", "leaning", "contested", "open")
LEAST: Final = 20
"""Types with fewer games, of both halves, have no ruleset."""
SHOWN: Final = 3
"""So many rulesets that explain a type equally well are named."""


@cache
def settled(file: Path) -> dict[str, Any]:
    """Return what ``scripts/make_archive.py`` has written."""
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def _linked(name: str) -> str:
    return doc(f"/variants/{name}", name)


def _number(entry: dict[str, Any]) -> int:
    """Return the number of a type; its second layout has a letter."""
    return int(entry["type"].rstrip("b"))


def _title(text: str) -> str:
    """Return the name of a type without its size, which the table has beside it."""
    return escaped(text.rsplit(" ", 1)[0] if text[-1:].isdigit() else text)


def rulesets(found: dict[str, Any]) -> Iterator[str]:
    """Yield how well the rulesets explain the games, and how many questions the games settle."""
    rows: list[list[str]] = []
    for entry in sorted(found["rulesets"], key=lambda each: (each["ruleset"], _number(each))):
        standings = [row[1] for row in entry["evidence"].values()]
        numbers = [entry["games"], entry["agree"], entry["unexplained"], *map(standings.count, STANDINGS)]
        rows.append([_linked(entry["ruleset"]), entry["type"], *map(str, numbers)])
    yield from table(
        ["Ruleset", "Type", "Games", "Agree", "Unexplained ends", *(each.capitalize() for each in STANDINGS)], rows
    )
    games, agree, unexplained = (
        sum(each[key] for each in found["rulesets"]) for key in ("games", "agree", "unexplained")
    )
    share = f"{agree:,} agree ({agree / games:.1%}), {unexplained:,} of them with an unexplained end"
    yield f"Of all {games:,} games, {share}."
    yield ""


def answers(entry: dict[str, Any]) -> Iterator[str]:
    """Yield what the games of a type answer, by how firmly they do; what they leave open is not listed."""
    by_standing: dict[str, list[str]] = {}
    for question, row in entry.get("evidence", {}).items():
        by_standing.setdefault(row[1], []).append(f"{escaped(question)}: {_answer(row)}")
    if shown := [each for each in STANDINGS[:-1] if each in by_standing]:
        yield f"What the games of type {entry['type']} say about the rules:"
        yield ""
        yield from (f"* *{standing}*: {'; '.join(by_standing[standing])}" for standing in shown)
        yield ""


def _answer(row: list[Any]) -> str:
    """Return an answer, with what speaks for it."""
    answer, standing, against, nearest, excluded, rivals, capped = row
    text = escaped(answer or "another")
    if standing == "settled":
        return f"{text} ({against}{'+' if capped else ''})"
    return f"{text} ({excluded} of {rivals}, not {escaped(nearest)})" if excluded else text


def unknown(found: dict[str, Any]) -> Iterator[str]:
    """Yield what is known of types with few games, or whose games no plain rules explain."""
    rows: list[list[str]] = []
    for entry in sorted(found["others"], key=lambda each: (-each["all"], _number(each))):
        if "berserk" in entry:
            continue
        like = entry.get("like", [])
        names = ", ".join(map(_linked, like[:SHOWN]))
        more = f" and {len(like) - SHOWN} more" if len(like) > SHOWN else ""
        agree = f"{entry['agree']} of {entry['games']}" if entry["games"] else DASH
        rows.append(
            [entry["type"], _title(entry["title"]), f"{entry['size']}×{entry['size']}", str(entry["all"]), agree]
        )
        rows[-1].append(names + more or DASH)
    yield from table(["Type", "Name", "Board", "Games of both halves", "Agree", "With the rules of"], rows)


def turns(found: dict[str, Any]) -> Iterator[str]:
    """Yield the types with berserk turns."""
    rows: list[list[str]] = []
    for entry in sorted(found["others"], key=lambda each: (-each["all"], _number(each))):
        if "berserk" in entry:
            ruleset = entry.get("ruleset")
            agree = f"{entry['agree']} of {entry['games']}" if ruleset else DASH
            title = escaped(entry["title"])
            prototype = f"{entry['fitted']} of {entry['all']}"
            rows.append([entry["type"], title, _linked(ruleset) if ruleset else DASH, agree, prototype])
    yield from table(["Type", "Name", "Ruleset", "Agree", "Fitted by a prototype"], rows)


TABLES: Final = {"rulesets": rulesets, "unknown": unknown, "turns": turns}
"""The tables by name."""
