"""Inferences that several tests of the command ask for: each is made once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from tafl.inference import Inference, Premises, infer_sets

_made: Final[dict[object, list[Inference]]] = {}


def infer_sets_once(
    games: Iterable[Game],
    *,
    stated: bool = True,
    bases: Iterable[Ruleset] | None = None,
    more_bases: Iterable[Ruleset] = (),
    **_: object,
) -> Iterator[Inference]:
    """What ``infer_sets`` returns for these games and bases, without any report of progress; it does not depend on the
    executor."""
    games, more_bases = tuple(games), tuple(more_bases)
    bases = None if bases is None else tuple(bases)
    asked = games, stated, bases, more_bases
    if asked not in _made:
        _made[asked] = list(infer_sets(games, Premises(stated=stated, bases=bases, more_bases=more_bases)))
    return iter(_made[asked])
