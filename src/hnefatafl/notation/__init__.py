"""Notations: the texts in which boards, moves, rules and games are written down.

:mod:`~hnefatafl.notation.otn`
    OpenTafl's notation: positions, moves and rules.
:mod:`~hnefatafl.notation.moves`
    A move in any of the ways in which records write one.
:mod:`~hnefatafl.notation.archive`
    Games on lines, as the collections of real games give them.

Every reader raises :class:`~hnefatafl.errors.NotationError` with the place of
the fault, and nothing undeclared, whatever text it is given.
"""

from hnefatafl.notation import archive, moves, otn

__all__ = ["archive", "moves", "otn"]
