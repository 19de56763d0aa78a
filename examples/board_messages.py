"""Write a recorded game as the messages of a board, for a page without Python.

    python board_messages.py games/brandubh.csv brandubh game.json

The file has the message ``board``, and in ``views`` one of each place of the game.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hnefatafl import Game, variants
from hnefatafl.notation import archive
from tafl.table import Table


def messages(game: Game) -> dict[str, Any]:
    """Return what a board shows of a game."""
    table = Table(game, branching=False)
    views: list[dict[str, Any]] = []
    for node in range(len(game.moves) + 1):
        table.go(node)
        # The first view has the list of all moves; the others say that nothing has changed in it.
        views.append(table.view(since=views[0]["version"] if views else None))
    return {"board": table.board(), "views": views}


def main(source: str, variant: str, target: str) -> None:
    with open(source, encoding="utf-8") as file:
        game = next(archive.parse_games(file, variants.get(variant)))
    Path(target).write_text(json.dumps(messages(game)), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
