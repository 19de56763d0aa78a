"""Notations: the texts in which boards, moves, rules and games are written down.

:mod:`~hnefatafl.notation.otn`
    OpenTafl's notation: positions, moves and rules.
:mod:`~hnefatafl.notation.moves`
    A move in any of the ways in which records write one.
:mod:`~hnefatafl.notation.archive`
    Games on lines, as the collections of real games give them.
:mod:`~hnefatafl.notation.completion`
    The moves of berserk turns that such records leave out.
:mod:`~hnefatafl.notation.bologna`
    States, moves and logs of the Tablut Challenge's server.
:mod:`~hnefatafl.notation.taflzero`
    Positions of the engine taflzero, and the commands that tell it of games.
:mod:`~hnefatafl.notation.dcampbell`
    Games and boards of hnefatafl-copenhagen.
:mod:`~hnefatafl.notation.hnefatafl_rs`
    Boards of hnefatafl-rs.
:mod:`~hnefatafl.notation.dialects`
    All of these in one table, each with what it can hold.
:mod:`~hnefatafl.notation.detection`
    Which dialect a text is in, and by which rules its games were played.
:mod:`~hnefatafl.notation.convert`
    From one dialect to another, with every loss named.
:mod:`~hnefatafl.notation.json`
    Rulesets, positions and games for other programs.
:mod:`~hnefatafl.notation.toml`
    Rulesets in files that people write.

Every reader raises :class:`~hnefatafl.errors.NotationError` with the place of
the fault, and nothing undeclared, whatever text it is given.
"""

from hnefatafl.notation import (
    archive,
    bologna,
    completion,
    convert,
    dcampbell,
    detection,
    dialects,
    hnefatafl_rs,
    json,
    moves,
    otn,
    taflzero,
    toml,
)

__all__ = [
    "archive",
    "bologna",
    "completion",
    "convert",
    "dcampbell",
    "detection",
    "dialects",
    "hnefatafl_rs",
    "json",
    "moves",
    "otn",
    "taflzero",
    "toml",
]


def __dir__() -> list[str]:
    return __all__
