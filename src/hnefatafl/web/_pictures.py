"""A position to be shared: its picture, the board in text, and what a link to it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypedDict

from hnefatafl.board import Symmetry
from hnefatafl.notation import json as notation
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.render.svg import move_pictures, svg
from hnefatafl.render.text import format_board
from hnefatafl.render.themes import THEMES
from hnefatafl.web._errors import Refused

__all__ = ["moved", "pictured"]

_WIDTH: Final = 800
"""The width of a picture in pixels."""
_SMALLER: Final = 600
"""The width of each picture of an animation."""
_THEMES: Final = {"linen": "light", "slate": "slate", "wood": "wood"}
"""The themes of the pages, and what they are for pictures."""


class _Look(TypedDict):
    theme: str
    orientation: Symmetry


def pictured(position: Position, known: bool, wanted: Mapping[str, object]) -> dict[str, Any]:
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


def moved(line: Game, wanted: Mapping[str, object]) -> dict[str, Any]:
    """Return ``moves``, the pictures of the last moves that lead to a position, for an animation.

    Arguments:
        line: all moves that lead there.
        wanted: as for :func:`pictured`.

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
