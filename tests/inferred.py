"""Inferences that several tests of the command ask for: each is made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hnefatafl.records import Game
from tafl.inference import Inference, Premises, infer_sets

NOTHING_GIVEN: Final = Premises()
_made: Final[dict[object, list[Inference]]] = {}


def infer_sets_once(games: Iterable[Game], premises: Premises = NOTHING_GIVEN, **_: object) -> Iterator[Inference]:
    """What ``infer_sets`` returns for these games and bases, without any report of progress; it does not depend on the
    executor."""
    games = tuple(games)
    asked = games, premises
    if asked not in _made:
        _made[asked] = list(infer_sets(games, premises))
    return iter(_made[asked])
