"""Notations: parsers and writers for boards, moves, rules and games.

:func:`~hnefatafl.notation.detection.read` reads the games of any text, and
:func:`~hnefatafl.notation.convert.write_game` writes one:

>>> from hnefatafl.notation import read, write_game
>>> game, = read("1. d1-c1 d3-f3", "brandubh").games
>>> write_game(game, "archive")
'd1-c1 d3-f3,0,0,\\n'

:mod:`~hnefatafl.notation.otn`
    OpenTafl's notation: positions, moves and rules.
:mod:`~hnefatafl.notation.moves`
    Moves, in the notations of all records.
:mod:`~hnefatafl.notation.archive`
    Games on lines, the format of the archives of real games.
:mod:`~hnefatafl.notation.completion`
    Completion of berserk turns that such records abbreviate.
:mod:`~hnefatafl.notation.bologna`
    States, moves and logs of the Tablut Challenge's server.
:mod:`~hnefatafl.notation.taflzero`
    Positions and game commands of the engine taflzero.
:mod:`~hnefatafl.notation.dcampbell`
    Games and boards of hnefatafl-copenhagen.
:mod:`~hnefatafl.notation.hnefatafl_rs`
    Boards of hnefatafl-rs.
:mod:`~hnefatafl.notation.dialects`
    The table of all dialects, with their capabilities.
:mod:`~hnefatafl.notation.detection`
    Which dialect a text is in, and by which rules its games were played.
:mod:`~hnefatafl.notation.freeform`
    Moves as people write them.
:mod:`~hnefatafl.notation.matching`
    The rulesets that fit records which do not tell their own.
:mod:`~hnefatafl.notation.convert`
    Conversion between dialects, with every loss listed.
:mod:`~hnefatafl.notation.json`
    Rulesets, positions and games for other programs.
:mod:`~hnefatafl.notation.toml`
    Rulesets in hand-written files.
:mod:`~hnefatafl.notation.data`
    Rulesets as plain data.

Every parser raises :class:`~hnefatafl.errors.NotationError` with the place of
the fault, and no undeclared exception, for any text.
"""

from typing import TYPE_CHECKING

from hnefatafl.support.lazy_imports import later

if TYPE_CHECKING:
    from hnefatafl.notation import (
        archive,
        bologna,
        completion,
        convert,
        data,
        dcampbell,
        detection,
        dialects,
        freeform,
        hnefatafl_rs,
        json,
        matching,
        moves,
        otn,
        taflzero,
        toml,
    )
    from hnefatafl.notation.convert import convert_games, losses, write_game
    from hnefatafl.notation.detection import read, read_any

__all__ = [
    "archive",
    "bologna",
    "completion",
    "convert",
    "convert_games",
    "data",
    "dcampbell",
    "detection",
    "dialects",
    "freeform",
    "hnefatafl_rs",
    "json",
    "losses",
    "matching",
    "moves",
    "otn",
    "read",
    "read_any",
    "taflzero",
    "toml",
    "write_game",
]

if not TYPE_CHECKING:
    _FUNCTIONS = ("convert_games", "losses", "read", "read_any", "write_game")
    __getattr__, __dir__ = later(
        __name__, "detection", "convert", *(name for name in __all__ if name not in _FUNCTIONS)
    )
