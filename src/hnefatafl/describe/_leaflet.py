"""A leaflet as data, which no language is needed to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from attrs import Factory

from hnefatafl.board import Board, PieceSet
from hnefatafl.support.as_json import plain
from hnefatafl.support.immutability import frozen


@frozen
class Phrase:
    """What a sentence says, or a part of one.

    >>> from hnefatafl.describe import leaflet
    >>> leaflet("magpie").sections["move"][1][1]
    Phrase(key='move king', values={'n': 1})
    """

    key: str
    """Which phrase it is. It begins with the name of the option that it comes from, where there is just one."""
    values: Mapping[str, object] = Factory(dict[str, object])
    """What the phrase leaves open, each with its name: a number, a text, a :class:`~hnefatafl.board.PieceSet`, another
    phrase, or a tuple of squares, zones (tuples of squares), texts or phrases."""

    def as_json(self) -> dict[str, Any]:
        """Return the phrase as plain data for JSON: the key and the values in one object."""
        return {"key": self.key} | {name: _unwrap_value(value) for name, value in self.values.items()}


@frozen
class Leaflet:
    """What a leaflet says, in no language.

    >>> from hnefatafl import variants
    >>> from hnefatafl.describe import leaflet
    >>> told, other = leaflet(variants.BRANDUBH), leaflet(variants.BRANDUBH.evolve(first="defenders"))
    >>> [name for name in told.sections if told.sections[name] != other.sections[name]]
    ['board']
    """

    board: Board
    """The picture: the start layout."""
    sections: Mapping[str, tuple[tuple[Phrase, ...], ...]]
    """The paragraphs of each section, by its name."""

    def as_json(self) -> dict[str, Any]:
        """Return the leaflet as plain data for JSON.

        >>> from hnefatafl.describe import leaflet
        >>> leaflet("brandubh").as_json()["sections"]["aim"][0]
        [{'key': 'aim escape', 'where': {'key': 'goal corners', 'where': ['a1', 'a7', 'g1', 'g7']}}]
        """
        sections = {
            name: [[phrase.as_json() for phrase in paragraph] for paragraph in paragraphs]
            for name, paragraphs in self.sections.items()
        }
        return {"board": plain(self.board), "sections": sections}


def _unwrap_value(value: object) -> Any:
    if isinstance(value, PieceSet):
        return [str(part.name).lower().replace("_", "-") for part in value.parts]
    return [*map(_unwrap_value, cast("tuple[object, ...]", value))] if isinstance(value, tuple) else plain(value)
