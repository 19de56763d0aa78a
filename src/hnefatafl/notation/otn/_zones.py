"""Zones in OTN's rules: conversion between zones and OTN's flags.

OTN knows four groups of squares: the centre (``cen``), the corners (``cor``)
and the fortresses of either side (``afor``, ``dfor``). Each has lists of
pieces: those that may stop on a square (``s``), pass it (``p``), or return
from outside (``re``), and those to which it is hostile (``h``; for the
centre ``h`` while it is occupied and ``he`` while it is empty).

Their combined meaning is that of OpenTafl. A piece stops only where it may
also pass, and re-entry restricts both stopping and passing:

* from outside the group a piece crosses if it is in ``p`` and ``re``, and stops if it is in ``s``, ``p`` and ``re``;
* from inside it crosses if it is in ``p``, and stops if it is in ``s`` and ``p``.

A list names every kind of piece, whether or not the game has it. The letters
of kinds that cannot come onto the board have no meaning, and are treated like
the soldiers of their side.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from hnefatafl._base.seal import frozen
from hnefatafl.board import Board, Piece, PieceSet, Region, Side, Square, SquareSet
from hnefatafl.rules import Zone

GROUPS: Final = {"cor": "corners", "cen": "throne", "afor": "attacker fort", "dfor": "defender fort"}
"""OTN's groups of squares, and the name of a zone read from each."""

_ALL, _NONE, _KING = PieceSet.ALL, PieceSet.NONE, PieceSet.KING
_ENEMIES: Final = {Side.ATTACKERS: PieceSet.DEFENDERS, Side.DEFENDERS: PieceSet.ATTACKERS}
_SIDES: Final = (
    (PieceSet.ATTACKING_SOLDIERS, PieceSet.ATTACKERS),
    (PieceSet.DEFENDING_SOLDIERS, PieceSet.DEFENDING_MEN),
)


@frozen
class Flags:
    """The lists of one group. ``empty`` is ``cenhe`` for the centre; other groups have one list for both states."""

    stop: PieceSet
    cross: PieceSet
    again: PieceSet
    hostile: PieceSet | None
    """The list as written, or None if it is omitted."""
    empty: PieceSet


DEFAULTS: Final = {
    "cor": Flags(_KING, _KING, _ALL, _ALL, _ALL),
    "cen": Flags(_KING, _ALL, _ALL, PieceSet.ATTACKERS, _ALL),
    "afor": Flags(_ALL, _ALL, _ALL, PieceSet.DEFENDERS, PieceSet.DEFENDERS),
    "dfor": Flags(PieceSet.DEFENDERS, _ALL, _ALL, PieceSet.ATTACKERS, PieceSet.ATTACKERS),
}
"""The defaults of omitted lists, as in OpenTafl's code; its specification differs in ``dforp``."""


@frozen
class Setting:
    """The context of a group's flags: the start, the escape, the pieces that capture by standing, the pieces of the
    game, and those whose pairs capture a strong king."""

    start: Board
    escape: Region
    anvil: PieceSet
    pieces: PieceSet
    piercing: PieceSet

    @classmethod
    def of(cls, start: Board, escape: Region, anvil: PieceSet, piercing: PieceSet, other: Board | None) -> Setting:
        """Return the setting of a game, which may start with another board than that of its rules."""
        pieces = PieceSet.SOLDIERS | _KING
        for board in (start, other):
            pieces |= PieceSet.of(set[Piece]() if board is None else set(board.values()))
        if pieces & PieceSet.MERCENARIES:
            pieces |= PieceSet.MERCENARIES
        return cls(start, escape, anvil & ~PieceSet.GUARDS, pieces, piercing & pieces & PieceSet.ATTACKERS)

    def settled(self, pieces: PieceSet) -> PieceSet:
        """Return the list in which pieces that the game does not have are treated like the soldiers of their side."""
        for soldiers, side in _SIDES:
            absent = side & ~self.pieces
            pieces = pieces | absent if soldiers in pieces else pieces & ~absent
        return pieces

    def occupants(self, squares: SquareSet, stop: PieceSet) -> PieceSet:
        """Return the pieces that can stand on one of the squares during the game."""
        if _KING in stop and all(s in self.escape.squares(self.start.size) for s in squares):
            stop &= ~_KING
        found = (stop & self.pieces) | PieceSet.of(self.start[s] for s in squares if s in self.start)
        return found | PieceSet.MERCENARIES if found & PieceSet.MERCENARIES else found

    def moot(self, threatened: PieceSet, occupants: PieceSet) -> bool:
        """Return whether it makes no difference that an occupied square is hostile to those pieces: if only enemies
        that capture by standing anyway can stand there."""
        return all(occupants in _ENEMIES[piece.side] & self.anvil for piece in threatened.pieces)

    def settled_zone(self, zone: Zone) -> Zone:
        """Return the zone with its lists in canonical form."""
        return evolve(
            zone,
            stop=self.settled(zone.stop),
            enter=self.settled(zone.enter),
            cross=self.settled(zone.cross),
            hostile_empty=self.settled(zone.hostile_empty),
            hostile_always=self.settled(zone.hostile_always),
        )

    def plain(self, zone: Zone) -> Zone:
        """Return the canonical form of all zones that play like this one."""
        zone = self.settled_zone(zone)
        squares = zone.squares.squares(self.start.size)
        stop, enter, always = zone.stop, zone.enter, zone.hostile_always
        if len(squares) == 1:
            # A zone of a single square has no moves within it.
            stop, enter = stop & enter, _ALL
        cross = _ALL if _cornered(zone, self.start.size) else zone.cross
        occupants = self.occupants(squares, stop & enter)
        moot = PieceSet.of(piece for piece in always.pieces if self.moot(PieceSet.of([piece]), occupants))
        return Zone(
            name=zone.name,
            squares=region(squares, self.start.size),
            stop=stop,
            enter=enter | ~stop,
            cross=cross,
            hostile_empty=zone.hostile_empty | always,
            hostile_always=always & ~moot,
            pierces=zone.pierces and bool(self.piercing) and _KING in zone.hostile_empty | always,
        )


def centre(size: int) -> Region:
    """Return OTN's centre: the middle square, or on boards of even size the one to the lower left of the middle."""
    return Region.CENTRE if size % 2 else Region.of(Square((size - 1) // 2, (size - 1) // 2))


def region(squares: SquareSet, size: int) -> Region:
    """Return the simplest region with these squares."""
    for named in (Region.CORNERS, centre(size), Region.EDGE):
        if named.squares(size) == squares:
            return named
    return Region.of(*squares)


def decode(group: str, squares: SquareSet, flags: Flags, setting: Setting) -> Zone | None:
    """Return the zone of a group of squares, or None if no zone can express OTN's flags."""
    stop, cross = flags.stop & flags.cross, flags.cross & flags.again
    occupants = setting.occupants(squares, stop & flags.again)
    empty, always = flags.empty, _NONE
    if group == "cen":
        if flags.hostile is not None:
            always = flags.hostile & empty
            if not setting.moot(flags.hostile & ~empty, occupants):
                return None
        elif not setting.moot(PieceSet.ATTACKERS, occupants):
            if PieceSet.ATTACKERS not in empty:
                return None
            always = PieceSet.ATTACKERS
    elif group != "cor" or not setting.moot(empty, occupants):
        empty, always = _NONE, empty
    return Zone(
        name=GROUPS[group],
        squares=region(squares, setting.start.size),
        stop=stop,
        enter=flags.again,
        cross=cross,
        hostile_empty=empty,
        hostile_always=always,
        # Only a corner can be one half of a pair that captures a strong king.
        pierces=group == "cor" and bool(setting.piercing) and _KING in flags.empty,
    )


def encode(group: str, zone: Zone, size: int) -> Flags:
    """Return the flags nearest to the zone."""
    empty = zone.hostile_empty | zone.hostile_always
    flags = Flags(*_movement(zone), zone.hostile_always if group == "cen" else empty, empty)
    if (flags.stop & flags.cross, flags.cross & flags.again) == (zone.stop, zone.cross):
        return flags
    if len(zone.squares.squares(size)) == 1:
        zone = evolve(zone, stop=zone.stop & zone.enter, enter=_ALL)
    if _cornered(zone, size):
        zone = evolve(zone, cross=zone.cross | zone.stop)
    stop, cross, again = _movement(zone)
    return evolve(flags, stop=stop, cross=cross, again=again)


def _cornered(zone: Zone, size: int) -> bool:
    """Return whether the zone has only corners of the board, which no move crosses."""
    return set(zone.squares.squares(size)) <= set(Region.CORNERS.squares(size))


def _movement(zone: Zone) -> tuple[PieceSet, PieceSet, PieceSet]:
    again = zone.enter | (zone.cross & ~zone.stop)
    return zone.stop, zone.cross | ~again | (zone.stop & ~zone.enter), again
