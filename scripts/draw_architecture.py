"""Draw how the modules build on one another, from their imports, as docs/architecture.svg.

    python scripts/draw_architecture.py

A package stands below all that it imports; lines that follow from other lines are left out.
"""

from __future__ import annotations

import ast
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src"
PICTURE: Final = ROOT / "docs" / "architecture.svg"

PACKAGES: Final = {
    "support": "errors, checks of arguments, helpers",
    "board": "squares, pieces, boards, moves",
    "rules": "rulesets as values",
    "describe": "rulesets in words",
    "variants": "the shipped rulesets",
    "_kernel": "everything that decides play; compiled",
    "play": "positions, and playing on them",
    "errors": "every exception",
    "records": "records of games and matches",
    "notation": "the texts games are written in",
    "explorer": "moves that were played",
    "render": "pictures of boards",
    "search": "players, analysis, proofs",
    "inference": "rules from records",
    "testing": "looking a ruleset over",
    "engine": "programs of others as players",
    "conformance": "cases for other programs",
    "arena": "matches between players",
    "table": "interactive boards",
    "learning": "planes and environments",
    "lab": "how good a ruleset is",
    "puzzles": "one winning move",
    "service": "queries about positions",
    "web": "a server for browsers",
    "sphinxext": "boards in documentation",
    "cli": "the command",
}
"""What each package is."""

ROW, HEIGHT, GAP, LETTER = 92, 44, 28, 7.1
STYLE: Final = (
    "text{font:13px sans-serif;text-anchor:middle;fill:#222}.about{font-size:11px;fill:#555}"
    "rect{fill:#f6ebd2;stroke:#94794a}path{fill:none;stroke:#7a7a7a;stroke-width:1.2}"
)


@cache
def edges() -> frozenset[tuple[str, str]]:
    """Return which packages import which, in functions and for types too."""
    found: set[tuple[str, str]] = set()
    for path in sorted(SOURCES.rglob("*.py")):
        own = path.relative_to(SOURCES).with_suffix("").parts[1]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                own in PACKAGES
                and isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith(("hnefatafl", "tafl"))
            ):
                module = (node.module or "").removeprefix("hnefatafl").removeprefix("tafl").removeprefix(".")
                names = [module] if module else [alias.name for alias in node.names]
                others = {name.partition(".")[0] for name in names} & {*PACKAGES} - {own}
                # Functions of a ruleset are told positions, which only their types name.
                found |= {(own, other) for other in others if (own, other) != ("rules", "play")}
    return frozenset(found)


@cache
def floor(package: str) -> int:
    """Return how many packages are above one, in the longest chain of imports."""
    return max((floor(above) + 1 for below, above in edges() if below == package), default=0)


def follows(below: str, above: str) -> bool:
    """Return whether a package imports another through a third."""
    near = [each for one, each in edges() if one == below and each != above]
    return any((each, above) in edges() or follows(each, above) for each in near)


def lines() -> list[tuple[str, str]]:
    """Return the lines to draw."""
    return [(below, above) for below, above in sorted(edges()) if not follows(below, above)]


def draw() -> str:
    """Return the picture."""
    floors: dict[int, list[str]] = {}
    for box in PACKAGES:
        floors.setdefault(floor(box), []).append(box)
    widths = {box: max(len(box) * LETTER, len(about) * LETTER * 0.88) + 24 for box, about in PACKAGES.items()}
    whole = max(sum(widths[box] + GAP for box in row) for row in floors.values()) + 2 * GAP
    middle: dict[str, tuple[float, float]] = {}
    for number, row in floors.items():
        x = (whole - sum(widths[box] + GAP for box in row) + GAP) / 2
        for box in row:
            middle[box] = x + widths[box] / 2, number * ROW + HEIGHT / 2 + 10
            x += widths[box] + GAP
    height = len(floors) * ROW
    shapes = [curve(middle[below], middle[above]) for below, above in lines()]
    for box, about in PACKAGES.items():
        x, y = middle[box]
        shapes.append(
            f'<rect x="{x - widths[box] / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{widths[box]:.0f}" '
            f'height="{HEIGHT}" rx="4"/><text x="{x:.0f}" y="{y - 3:.0f}">{escape(box)}</text>'
            f'<text class="about" x="{x:.0f}" y="{y + 14:.0f}">{escape(about)}</text>'
        )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {height}" role="img">'
    title = "<title>The packages of hnefatafl and tafl, each below those that it imports</title>"
    return "\n".join((head, title, f"<style>{STYLE}</style>", *shapes, "</svg>", ""))


def curve(below: tuple[float, float], above: tuple[float, float]) -> str:
    """Return a line from a box up to another."""
    (x, y), (to, up) = below, above
    start, end = y - HEIGHT / 2, up + HEIGHT / 2
    bend = (start + end) / 2
    return f'<path d="M{x:.0f} {start:.0f}C{x:.0f} {bend:.0f} {to:.0f} {bend:.0f} {to:.0f} {end:.0f}"/>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
