"""A position to be shared: its picture, the board in text, and what a link to it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypedDict

from hnefatafl.board import Symmetry
from hnefatafl.notation import json as notation
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.render.svg import move_pictures, svg
from hnefatafl.render.text import format_board
from hnefatafl.render.themes import THEMES
from hnefatafl.rules import Ruleset
from hnefatafl.table import Table
from hnefatafl.web._errors import Refused

_WIDTH: Final = 800
"""The width of a picture in pixels."""
_SMALLER: Final = 600
"""The width of each picture of an animation."""
_THEMES: Final = {"linen": "light", "slate": "slate", "wood": "wood"}
"""The themes of the pages, and what they are for pictures."""


class _Look(TypedDict):
    theme: str
    orientation: Symmetry


def pictures(
    table: Table, rulesets: Mapping[str, Ruleset], wanted: Mapping[str, object]
) -> Callable[[], dict[str, Any]]:
    """Return what makes the pictures of a position, or of the last moves before it; it can be pickled.

    Arguments:
        table: the game.
        rulesets: those that the page for studies knows by their names.
        wanted: the ``node`` of the position, and whether its last ``moves`` are wanted; and what is wanted of
            pictures.

    Raises:
        TableError: there is no such position.
    """
    node = wanted.get("node")
    if wanted.get("moves") is True:
        return partial(_moved, table.line_to(node), wanted)
    position = table.position_at(node)
    known = rulesets.get(position.ruleset.name) == position.ruleset
    return partial(_pictured, position, known, wanted)


def _pictured(position: Position, known: bool, wanted: Mapping[str, object]) -> dict[str, Any]:
    """Return what is shared of a position: ``svg``, ``text``, and a ``record`` that a link to the page for studies has.

    Arguments:
        position: the position.
        known: whether the page for studies knows its ruleset by its name.
        wanted: the ``theme`` of the page, and whether the board is ``flipped``.

    Raises:
        Refused: there is no such theme.
    """
    look = _look(wanted)
    named = f"{position.ruleset.name} {position.text}"
    return {
        "svg": svg(position, **look, size=_WIDTH),
        "text": format_board(position.board, position.ruleset),
        "record": named if known else notation.format_game(Game.from_position(position)),
    }


def _moved(line: Game, wanted: Mapping[str, object]) -> dict[str, Any]:
    """Return ``moves``, the pictures of the last moves that lead to a position, for an animation.

    Arguments:
        line: all moves that lead there.
        wanted: as for :func:`_pictured`.

    Raises:
        Refused: there is no such theme.
    """
    return {"moves": move_pictures(line, **_look(wanted), size=_SMALLER)}


def _look(wanted: Mapping[str, object]) -> _Look:
    theme = wanted.get("theme", "linen")
    if not isinstance(theme, str) or _THEMES.get(theme) not in THEMES:
        raise Refused(f"theme: one of {', '.join(_THEMES)} was expected")
    orientation = Symmetry.ROTATE_180 if wanted.get("flipped") is True else Symmetry.IDENTITY
    return {"theme": _THEMES[theme], "orientation": orientation}
