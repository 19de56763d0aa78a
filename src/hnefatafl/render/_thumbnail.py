"""What a small picture of a board shows, as data: pages draw it themselves, many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hnefatafl.board import Board, Square
from hnefatafl.rules import Ruleset


def thumbnail(rules: Ruleset, board: Board | None = None) -> dict[str, Any]:
    """Return a board, by default that of the start, and the squares that have colours of their own.

    >>> from hnefatafl import variants
    >>> thumbnail(variants.BRANDUBH)["throne"]
    'd4'
    """
    size = rules.size
    places = {"throne": [rules.throne], "corners": [rules.corners], "zones": rules.zones}
    special = {
        name: _list_names(s for z in zones if z for s in z.squares.squares(size)) for name, zones in places.items()
    }
    return {"size": size, "board": (rules.start if board is None else board).record, **special}


def _list_names(squares: Iterable[Square]) -> str:
    return " ".join(square.name for square in sorted(set(squares)))
