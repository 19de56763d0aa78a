"""The titles of the pages of the rulesets: "Brandubh (OpenTafl, 7×7)" for ``brandubh-opentafl``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hnefatafl import Ruleset

FAMILIES: Final = {
    "alea-evangelii": "Alea evangelii",
    "ard-ri": "Ard ri",
    "ashton-tablut": "Ashton tablut",
    "berserk": "Berserk hnefatafl",
    "brandubh": "Brandubh",
    "copenhagen": "Copenhagen hnefatafl",
    "david-brown": "David Brown's tawlbwrdd",
    "fetlar": "Fetlar hnefatafl",
    "fidchell": "Fidchell",
    "foteviken-tablut": "Foteviken tablut",
    "historical-ard-ri": "Historical ard ri",
    "historical": "Historical hnefatafl",
    "history-craft": "History Craft hnefatafl",
    "hnefatafl": "Hnefatafl",
    "imperial-contest": "The Imperial Contest",
    "king-anvil-only": "King anvil only",
    "lewis-cross": "Lewis cross",
    "madera-tablut": "Madera tablut",
    "magpie": "Magpie",
    "old-hnefatafl": "Old hnefatafl",
    "old-magpie": "Old magpie",
    "plantagenet": "Plantagenet hnefatafl",
    "saami-tablut": "Saami tablut",
    "sea-battle": "Sea battle",
    "simple-tafl": "Simple tafl",
    "skalk": "Skalk hnefatafl",
    "tablut": "Tablut",
    "tawlbwrdd": "Tawlbwrdd",
    "total": "Total tafl",
    "tyr": "Tyr",
    "unst-king-hammer-only": "Unst, king hammer only",
}
"""The games by how their rulesets' names begin."""
DETAILS: Final = {
    "aagenielsen": "aagenielsen.dk",
    "abstractplay": "AbstractPlay",
    "ap-ifan": "Robert ap Ifan",
    "anvil": "king an anvil only",
    "armed": "armed king",
    "bell": "Bell's layout",
    "brainking": "BrainKing",
    "circle": "circle layout",
    "computer": "Computer Fetlar",
    "codingame": "CodinGame",
    "cross": "cross layout",
    "cs61b": "CS61B",
    "cyningstan": "Cyningstan",
    "dice": "king limited by a die",
    "dinotash": "Tom Curtis",
    "dragonheels": "Dragonheels Lair",
    "edge": "edge escape",
    "edge-draw": "edge capture drawn",
    "friendly-throne": "friendly throne",
    "georgelivas": "George Livas",
    "hnefatafl-org": "hnefatafl.org",
    "hnefatafl-rs": "hnefatafl-rs",
    "jocly": "Jocly",
    "latin": "Latin",
    "lewis-cross": "Lewis cross layout",
    "lewis-diamond": "Lewis diamond layout",
    "line": "line layout",
    "linnaeus": "Linnaeus",
    "ludii": "Ludii",
    "modif-parlett": "modified Parlett layout",
    "nielsen": "Nielsen's layout",
    "nielsen-2": "Nielsen's second layout",
    "noreturn": "no return to the throne",
    "npm": "npm",
    "npm-2": "npm, version 2",
    "opentafl": "OpenTafl",
    "page": "as the page words it",
    "parlett-2": "Parlett's second layout",
    "smith": "Smith",
    "square": "square layout",
    "star": "star layout",
    "t-circle": "T circle layout",
    "t-cross": "T cross layout",
    "t-diamond": "T diamond layout",
    "throne": "throne hostile to the king",
    "throneless": "no throne",
    "unarmed": "unarmed king",
    "unibo": "Bologna server",
    "unst": "Unst",
    "w": "defenders first",
    "walker": "Walker",
    "weak-throne": "weak throne",
    "wikipedia": "Wikipedia",
}
"""The other parts of the names, where they are not words as they stand."""


def title(rules: Ruleset) -> str:
    """Return the title of the page of a ruleset: the game, what its name adds, and the size of the board."""
    family = max((each for each in FAMILIES if f"{rules.name}-".startswith(f"{each}-")), key=len, default="")
    if not family:
        return f"{rules.name} ({rules.size}×{rules.size})"
    rest = [part for part in rules.name.removeprefix(family).split("-") if part not in ("", str(rules.size))]
    # A number tells games of one family apart.
    number = f" {rest.pop(0)}" if rest and rest[0].isdigit() else ""
    return f"{FAMILIES[family]}{number} ({', '.join([*_details(rest), f'{rules.size}×{rules.size}'])})"


def _details(parts: list[str]) -> Iterator[str]:
    """Yield what the parts of a name say; the longest beginning that has words of its own is said first."""
    while parts:
        known = (size for size in range(len(parts), 0, -1) if "-".join(parts[:size]) in DETAILS)
        size = next(known, 0)
        if not size:
            size = next((at for at in range(1, len(parts)) if parts[at] in DETAILS), len(parts))
        part = "-".join(parts[:size])
        yield DETAILS.get(part, part.replace("-", " "))
        parts = parts[size:]
