"""Write ``docs/_data/archive.json``: what the games of the archive of aagenielsen.dk settle about the shipped rulesets.

    python scripts/make_archive.py [FOLDER]

The folder has the collections ``aage-archive`` and ``aage-archive-more`` (default: ``TAFL_DATA``, else
``../shared/data``), which are not part of the project. It takes some minutes.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

from hnefatafl import Ruleset, variants
from hnefatafl.notation import archive, toml
from hnefatafl.notation.validation import Summary, validate_games
from tafl.inference import Evidence, Standing, bases_for, infer
from tafl.inference._weighing import CONTRADICTION, UNEXPLAINED_END

ROOT: Final = Path(__file__).parents[1]
FILE: Final = ROOT / "docs" / "_data" / "archive.json"
KNOWN: Final = {
    "ard-ri-39-throneless-7": ("ard-ri-39", "121"),
    "ard-ri-throneless-cross-7": ("ard-ri-cross", "59"),
    "brandubh-1": ("brandubh", "51"),
    "brandubh-2": ("brandubh-2", "129"),
    "brandubh-walker": ("brandubh-walker", "53"),
    "copenhagen-11": ("copenhagen", "16"),
    "copenhagen-bell-11": ("copenhagen-bell", "94"),
    "david-brown-11": ("david-brown", "23"),
    "fetlar-11": ("fetlar", "4"),
    "historical-13": ("historical-13", "33"),
    "old-hnefatafl-11": ("old-hnefatafl", "15"),
    "saami-tablut-9": ("saami-tablut", "7"),
    "sea-battle-11": ("sea-battle-11", "26"),
    "sea-battle-2526-9": ("sea-battle-star", "128"),
    "sea-battle-9": ("sea-battle-9", "22"),
    "sea-battle-t-9": ("sea-battle-9", "5"),
    "simple-tafl-11": ("simple-tafl", "31"),
    "skalk-11": ("skalk", "2"),
    "tawlbwrdd-lewis-cross-11": ("tawlbwrdd-lewis-cross", "91"),
    "tawlbwrdd-t-diamond-11": ("tawlbwrdd-t-diamond", "17"),
    "welsh-tawlbwrdd-11": ("tawlbwrdd", "76"),
}
"""The collections of ``aage-archive``: their rulesets, and the numbers of their types."""
MORE: Final = {
    "ard-ri-1-7": "ard-ri-1",
    "ard-ri-1-friendly-throne-7": "ard-ri-1-friendly-throne",
    "ard-ri-1-whitefriendlypass-7": "ard-ri-1-white-friendly-pass",
    "ard-ri-friendly-throne-unarmed-circle-7": "ard-ri-friendly-throne-unarmed-circle",
    "ard-ri-friendly-throne-unarmed-cross-7": "ard-ri-friendly-throne-unarmed-cross",
    "ard-ri-throneless-unarmed-cross-7": "ard-ri-throneless-unarmed-cross",
    "ard-ri-unarmed-cross-7": "ard-ri-unarmed-cross",
    "ashton-tablut-9": "ashton-tablut-aagenielsen",
    "brandubh-39-7": "brandubh-39",
    "brandubh-circle-7": "brandubh-circle",
    "brandubh-line-7": "brandubh-line",
    "brandubh-noreturn-7": "brandubh-noreturn",
    "brandubh-throneless-line-7": "brandubh-throneless-line",
    "brandubh-weak-throne-7": "brandubh-weak-throne",
    "brandubh3-7": "brandubh",
    "copenhagen-hnefatafl-13": "copenhagen-13",
    "fetlar-13-viking-siege": "fetlar-13",
    "fidchell-armed-hnefatafl-edge-7": "fidchell-armed",
    "fidchell-weak-king-simple-tafl-7": "fidchell-weak-king",
    "foteviken-tablut-9": "foteviken-tablut",
    "historical-hnefatafl-11-welsh-tawlbwrdd-w": "tawlbwrdd-abstractplay",
    "historical-hnefatafl-13-modif-parlett-2": "historical-13-modif-parlett",
    "historical-hnefatafl-13-nielsen": "historical-13-nielsen",
    "historical-hnefatafl-15": "historical-15",
    "historical-hnefatafl-15-nielsen": "historical-15-nielsen",
    "historical-hnefatafl-9-saami-tablut-w": "tablut-abstractplay",
    "historical-hnefatafl-w-13": "historical-13-w",
    "history-craft-hnefatafl-11": "history-craft",
    "king-anvil-only-edge-11": "king-anvil-only-edge",
    "magpie-7": "magpie",
    "magpie-circle-7": "magpie-circle",
    "magpie-line-7": "magpie-line",
    "old-copenhagen-hnefatafl-11": "copenhagen",
    "old-hnefatafl-13-viking-siege": "old-hnefatafl-13",
    "old-hnefatafl-9": "old-hnefatafl-9",
    "old-magpie-cross-7": "old-magpie",
    "plantagenet-hnefatafl-11": "plantagenet",
    "rachunek-tablut-9": "tablut-brainking",
    "sea-battle-1571-9": "sea-battle-1571",
    "sea-battle-1606-9": "sea-battle-1606",
    "sea-battle-204577-11": "sea-battle-204577",
    "sea-battle-204577-w-11": "sea-battle-204577-w",
    "sea-battle-2542-9": "sea-battle-2542",
    "sea-battle-circle-9": "sea-battle-circle",
    "sea-battle-lewis-diamond-11": "sea-battle-lewis-diamond",
    "sea-battle-line-9": "sea-battle-line",
    "sea-battle-square-9": "sea-battle-square",
    "sea-battle-t-circle-11": "sea-battle-t-circle",
    "sea-battle-t-diamond-11": "david-brown",
    "sea-battle-tafl-13": "sea-battle-13",
    "sea-battle-tafl-13-nielsen": "sea-battle-13-nielsen",
    "sea-battle-tafl-13-nielsen-2": "sea-battle-13-nielsen-2",
    "sea-battle-tafl-13-type-34b": "sea-battle-13-parlett-2",
    "sea-battle-tafl-15": "sea-battle-15",
    "simple-tafl-w-9": "simple-tafl-9-w",
    "skalk-hnefatafl-9-expomedia": "skalk-9",
    "skalk-hnefatafl-9-expomedia-w": "skalk-9-w",
    "skalk-lewis-diamond-11": "skalk-lewis-diamond",
    "tablut-13-modif-parlett": "tablut-13",
    "tawlbwrdd-lewis-diamond-11": "tawlbwrdd-lewis-diamond",
    "tawlbwrdd-t-cross-11": "tawlbwrdd-t-cross",
    "tawlbwrdd-throneless-bell-11": "tawlbwrdd-throneless-bell",
    "tawlbwrdd-throneless-lewis-diamond-11": "tawlbwrdd-throneless-lewis-diamond",
    "tawlbwrdd-throneless-t-cross-11": "tawlbwrdd-throneless-t-cross",
    "tawlbwrdd-throneless-t-diamond-11": "tawlbwrdd-throneless-t-diamond",
    "unst-alea-evangelii-19": "alea-evangelii-unst",
    "unst-king-hammer-only-cross-11": "unst-king-hammer-only-cross",
}
"""The rulesets of collections of ``aage-archive-more``."""
TURNS: Final = {"berserk-hnefatafl-11": "berserk", "tyr-11": "tyr-11", "tyr-15": "tyr-15"}
"""The same with berserk turns. Their records leave moves out, and say little about single options."""


def lines_of(path: Path) -> list[str]:
    """Return the games of a collection, without its heading."""
    text = gzip.decompress(path.read_bytes()).decode("utf-8")
    return [line for line in text.splitlines() if not line.startswith(("#", "id\t"))]


def results(lines: list[str]) -> dict[str, int]:
    """Return how many games each side won, resignations and time-outs included, and how many were drawn."""
    told = [line.split("\t")[1] for line in lines]
    return {"attackers": told.count("Black"), "defenders": told.count("White"), "drawn": told.count("Draw")}


def counts(lines: list[str], rules: Ruleset) -> dict[str, int]:
    """Return how many games there are, how many agree, and how many of those have an unexplained end."""
    summary = Summary.of(validate_games(lines, rules, filename="games.tsv"))
    return {"games": summary.games, "agree": summary.agreeing, "unexplained": summary.unexplained}


def evidence_of(lines: list[str], rules: Ruleset) -> dict[str, Any]:
    """Return what the games say about each question: the answer, its standing, and the nearest other answer."""
    inference = infer(archive.parse_games(lines, rules), bases=[rules])
    found: dict[str, Any] = {"evidence": {each.question: _row(each) for each in inference.evidence}}
    if inference.ruleset != rules:
        found["prefers"] = inference.ruleset.differences(rules).splitlines()
    return found


def _row(evidence: Evidence) -> list[Any]:
    order = (Standing.CONTESTED, Standing.OPEN, Standing.LEANING, Standing.SETTLED)
    nearest = min(evidence.rivals, key=lambda rival: (order.index(rival.standing), rival.against, rival.answer))
    least = min(rival.against for rival in evidence.rivals)
    excluded = sum(rival.standing is Standing.SETTLED for rival in evidence.rivals)
    capped = all(rival.capped for rival in evidence.rivals)
    return [evidence.answer, str(evidence.standing), least, nearest.answer, excluded, len(evidence.rivals), capped]


def nearest(lines: list[str], start: Ruleset) -> dict[str, Any]:
    """Return the shipped rulesets that explain games best, put on their layout."""
    tried: list[tuple[float, str, dict[str, int]]] = []
    by_name = sorted(variants._list_shipped(), key=lambda rules: rules.name, reverse=True)
    shipped = {rules: rules.name for rules in by_name}
    for base in bases_for(start.start):
        found = counts(lines, base)
        cost = CONTRADICTION * (found["games"] - found["agree"]) + UNEXPLAINED_END * found["unexplained"]
        tried.append((cost, shipped.get(base) or base.origin, found))
    least = min(tried)[0]
    best = [(name, found) for cost, name, found in tried if cost == least]
    return {**best[0][1], "like": sorted({name for name, _ in best})}


def explained(folder: Path, name: str, ruleset: str, number: str) -> dict[str, Any]:
    """Return what the games of a collection settle about its ruleset."""
    lines, rules = lines_of(folder / f"{name}.tsv.gz"), variants.get(ruleset)
    found = {"set": name, "ruleset": rules.name, "type": number, **counts(lines, rules), "results": results(lines)}
    found |= evidence_of(lines, rules)
    print(f"{name}: {rules.name}, {found['agree']} of {found['games']} agree", file=sys.stderr)
    return found


def other(folder: Path, name: str, fact: dict[str, Any]) -> dict[str, Any]:
    """Return what is known of a type that has no ruleset of its own."""
    lines = lines_of(folder / f"{name}.tsv.gz")
    about = {"set": name, "type": fact["type"], "title": fact["name"], "all": fact["games"]}
    if fact["reader"] != "plain":
        shipped = TURNS.get(name)
        replayed: dict[str, Any] = {}
        if shipped:
            replayed = {"ruleset": shipped, **counts(lines, variants.get(shipped)), "results": results(lines)}
        return {**about, "berserk": True, "fitted": fact["agrees"], **replayed}
    start = toml.parse_rules((folder / "rules" / f"{name}.toml").read_text("utf-8"))
    return {**about, "size": start.size, **(nearest(lines, start) if lines else {"games": 0})}


def main(arguments: list[str]) -> None:
    default = os.environ.get("TAFL_DATA") or ROOT.parent / "shared" / "data"
    folder = Path(arguments[0] if arguments else default)
    known, more = folder / "aage-archive", folder / "aage-archive-more"
    facts = json.loads((more / "variants.json").read_text("utf-8"))
    wanted = [(known, name, ruleset, number) for name, (ruleset, number) in KNOWN.items()]
    wanted += [(more, name, ruleset, facts[name]["type"]) for name, ruleset in MORE.items()]
    rest = [(more, name, fact) for name, fact in facts.items() if name not in MORE]
    with ProcessPoolExecutor() as pool:
        rulesets, others = pool.map(explained, *zip(*wanted, strict=True)), pool.map(other, *zip(*rest, strict=True))
        found = {"rulesets": list(rulesets), "others": list(others)}
    FILE.write_text(_compact(found), "utf-8")


def _compact(found: dict[str, list[dict[str, Any]]]) -> str:
    """Return the results as JSON, a type on a line."""
    parts: list[str] = []
    for name, rows in found.items():
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    main(sys.argv[1:])
