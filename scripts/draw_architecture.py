"""Draw how the modules build on one another, from their imports, as docs/architecture.svg.

    python scripts/draw_architecture.py

Modules are gathered in boxes. A box stands below all that it imports; lines that follow from other lines are left out,
and dashed ones are imports that wait until a method is called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "src" / "hnefatafl"
PICTURE: Final = ROOT / "docs" / "architecture.svg"

BOXES: Final = {
    "upwards": ("what values show of themselves", "_upwards"),
    "errors": (
        "every exception",
        "errors _arguments _extras _jobs _intervals _declared _printable _seal _kernel.vectors _kernel.pure _version",
    ),
    "geometry, pieces, board": ("squares, regions, symmetries; pieces", "geometry pieces board"),
    "outcome, options": ("closed lists; the options' classes", "outcome options"),
    "rules": ("rulesets as values", "rules typing _readings _synonyms _words _contradictions _idle _extra_rules"),
    "describe": ("rulesets in words", "describe"),
    "variants": ("the shipped rulesets", "variants"),
    "compiler": ("rulesets into tables", "_kernel.compiler"),
    "kernel": ("everything that plays; compiled", "_kernel move actions"),
    "setup, played_move, position, searchboard": (
        "positions, and playing on them",
        "setup played_move _faces position searchboard",
    ),
    "counting, simulation": ("perft; random games", "counting simulation batch _buffers _tally summaries"),
    "records, game, replay, match": (
        "records of games and matches",
        "records findings _start _rolls _tree _marks _findings game replay match",
    ),
    "notation": ("the texts games are written in", "notation"),
    "validation": ("records checked by the rules", "validation"),
    "inference": ("rules from records", "inference"),
    "render": ("pictures of boards", "render"),
    "interactive": ("boards that one can touch", "_places interactive widget"),
    "sphinxext": ("boards in documentation", "sphinxext"),
    "learning": ("planes and environments", "learning"),
    "web": ("a server for browsers", "web"),
    "testing": ("looking a ruleset over", "testing"),
    "search": ("players, analysis, proofs", "search"),
    "engine": ("programs of others as players", "engine"),
    "arena": ("matches between players", "arena"),
    "lab": ("how good a ruleset is", "lab"),
    "cli": ("the command", "_cli __main__"),
}
"""The names of the boxes, their texts, and their modules; a package stands for all its modules."""

ROW, HEIGHT, GAP, LETTER = 92, 44, 28, 7.1
STYLE: Final = (
    "text{font:13px sans-serif;text-anchor:middle;fill:#222}.about{font-size:11px;fill:#555}"
    "rect{fill:#f6ebd2;stroke:#94794a}path{fill:none;stroke:#7a7a7a;stroke-width:1.2}.later{stroke-dasharray:4 4}"
)


def box_of(module: str) -> str:
    """Return the box of a module."""
    for box, (_, modules) in BOXES.items():
        if any(module == each or module.startswith(f"{each}.") for each in modules.split()):
            return box
    raise LookupError(f"BOXES has no box for {module}")


def imported(body: list[ast.stmt], inner: bool = False) -> Iterator[tuple[str, bool]]:
    """Yield the modules of the package that are imported, and whether only within a function."""
    for node in body:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hnefatafl"):
            own = (node.module or "").removeprefix("hnefatafl").removeprefix(".")
            for alias in node.names:
                if own or (SOURCES / alias.name).exists() or (SOURCES / f"{alias.name}.py").exists():
                    yield own or alias.name, inner
        below = isinstance(node, ast.FunctionDef)
        children = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
        yield from imported(children, inner or below)


@cache
def edges() -> dict[tuple[str, str], bool]:
    """Return which boxes import which, and whether only when a method is called."""
    found: dict[tuple[str, str], bool] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        parts = [part for part in path.relative_to(SOURCES).with_suffix("").parts if part != "__init__"]
        if parts:
            for module, inner in imported(ast.parse(path.read_text(encoding="utf-8")).body):
                pair = box_of(".".join(parts)), box_of(module)
                if pair[0] != pair[1]:
                    found[pair] = found.get(pair, True) and inner
    return found


@cache
def floor(box: str) -> int:
    """Return how many boxes are above a box, in the longest chain of imports."""
    return max((floor(above) + 1 for (below, above), later in edges().items() if below == box and not later), default=0)


def follows(below: str, above: str) -> bool:
    """Return whether a box imports another through a third."""
    near = [each for (one, each), later in edges().items() if one == below and each != above and not later]
    return any(edges().get((each, above)) is False or follows(each, above) for each in near)


def lines() -> list[tuple[str, str, bool]]:
    """Return the lines to draw."""
    return [
        (below, above, later)
        for (below, above), later in sorted(edges().items())
        if floor(below) <= floor(above) or not (later or follows(below, above))
    ]


def draw() -> str:
    """Return the picture."""
    floors: dict[int, list[str]] = {}
    for box in BOXES:
        floors.setdefault(floor(box), []).append(box)
    widths = {box: max(len(box) * LETTER, len(about) * LETTER * 0.88) + 24 for box, (about, _) in BOXES.items()}
    whole = max(sum(widths[box] + GAP for box in row) for row in floors.values()) + 2 * GAP
    middle: dict[str, tuple[float, float]] = {}
    for number, row in floors.items():
        x = (whole - sum(widths[box] + GAP for box in row) + GAP) / 2
        for box in row:
            middle[box] = x + widths[box] / 2, number * ROW + HEIGHT / 2 + 10
            x += widths[box] + GAP
    height = len(floors) * ROW
    shapes = [curve(middle[below], middle[above], later) for below, above, later in lines()]
    for box, (about, _) in BOXES.items():
        x, y = middle[box]
        shapes.append(
            f'<rect x="{x - widths[box] / 2:.0f}" y="{y - HEIGHT / 2:.0f}" width="{widths[box]:.0f}" '
            f'height="{HEIGHT}" rx="4"/><text x="{x:.0f}" y="{y - 3:.0f}">{escape(box)}</text>'
            f'<text class="about" x="{x:.0f}" y="{y + 14:.0f}">{escape(about)}</text>'
        )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {height}" role="img">'
    title = "<title>The modules of hnefatafl, each below those that it imports</title>"
    return "\n".join((head, title, f"<style>{STYLE}</style>", *shapes, "</svg>", ""))


def curve(below: tuple[float, float], above: tuple[float, float], later: bool) -> str:
    """Return a line from a box up to another; between boxes of one row, or downwards, it runs beside them."""
    (x, y), (to, up) = below, above
    start, end = y - HEIGHT / 2, up + HEIGHT / 2
    if up >= y:
        start, end = y + HEIGHT / 2, up - HEIGHT / 2
    bend = (start + end) / 2
    kind = ' class="later"' if later else ""
    return f'<path{kind} d="M{x:.0f} {start:.0f}C{x:.0f} {bend:.0f} {to:.0f} {bend:.0f} {to:.0f} {end:.0f}"/>'


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
