"""What was played in a position, in the records that a visitor has sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from hnefatafl._base.as_json import plain
from hnefatafl._base.seal import frozen
from hnefatafl.board import Side
from hnefatafl.errors import HnefataflError
from hnefatafl.explorer import GameIndex, MoveStatistics, index_games
from hnefatafl.notation._plain import is_list
from hnefatafl.notation.completion import complete
from hnefatafl.notation.detection import read_any
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.table import Table
from hnefatafl.web._errors import Refused

_PLIES: Final = 16
"""How many plies of each game are indexed."""
_MOVES: Final = 200
"""The number of moves to a position that are played."""
_LINKS: Final = 20
"""The number of games that are named for a move."""
_PLAYERS: Final = 100
"""The number of players that are named, those with the most games first."""
_RESULTS: Final = {"attackers": Side.ATTACKERS, "defenders": Side.DEFENDERS, "draw": None}


@frozen(eq=False)
class _Collection:
    """The games of a text."""

    index: GameIndex
    players: tuple[frozenset[str], ...]
    """Who played each game, as far as the record says."""


def explored(text: object, filename: object, rules: Ruleset | None, wanted: dict[str, object]) -> dict[str, Any]:
    """Return what was played after some moves: the board there, the moves with their results, and what there is.

    Arguments:
        text: the text of the records, in any notation.
        filename: the name of its file, or nothing.
        rules: the rules by which its games were played, or None for those that it says.
        wanted: what is asked for: the ``moves`` from the start, and, if games are to be left out, the name of the
            ``ruleset``, the ``result`` and the ``player``.

    Raises:
        Refused: it cannot be read, has no such games, or a move is illegal.
    """
    if not isinstance(text, str) or not isinstance(filename, str):
        raise Refused("the text of records was expected")
    moves = wanted.get("moves")
    if not is_list(moves) or len(moves) > _MOVES:
        raise Refused(f"a list of at most {_MOVES} moves was expected")
    collection = _collected(text, filename, rules)
    index = collection.index
    ruleset = _chosen(index, wanted.get("ruleset"))
    try:
        table = Table(Game(ruleset=ruleset), branching=False)
        for move in moves:
            table.act({"type": "play", "move": move})
    except HnefataflError as error:
        raise Refused(str(error)) from None
    found = index.find(table.position, _among(collection, wanted.get("result"), wanted.get("player")))
    return {
        "board": table.board(),
        "view": table.view(),
        "games": index.games,
        "illegal": index.illegal,
        "rulesets": {each.name: count for each, count in index.rulesets.items()},
        "ruleset": ruleset.name,
        "players": [name for name, _ in Counter(_named(collection.players)).most_common(_PLAYERS)],
        "results": plain(found.results),
        "moves": [_told(each) for each in found.moves],
    }


def _told(found: MoveStatistics) -> dict[str, Any]:
    share = found.results.share(Side.ATTACKERS)
    return {"move": str(found.move), "results": plain(found.results), "share": share, "games": found.games[:_LINKS]}


@lru_cache(maxsize=2)
def _collected(text: str, filename: str, rules: Ruleset | None) -> _Collection:
    """Return the games of a text; a visitor who goes from position to position sends the same text again."""
    players: list[frozenset[str]] = []

    def games() -> Iterator[Game]:
        for game in read_any(text.splitlines(keepends=True), rules, filename):
            players.append(frozenset(name for side in Side if (name := game.tags.get(str(side)))))
            yield complete(game).game

    try:
        index = index_games(games(), plies=_PLIES)
    except HnefataflError as error:
        raise Refused(str(error)) from None
    if not index.games:
        raise Refused("there is no game in this text")
    return _Collection(index, tuple(players))


def _chosen(index: GameIndex, name: object) -> Ruleset:
    if not name:
        return max(index.rulesets, key=lambda each: index.rulesets[each])
    for ruleset in index.rulesets:
        if ruleset.name == name:
            return ruleset
    raise Refused("there are no games of that ruleset")


def _among(collection: _Collection, result: object, player: object) -> frozenset[int] | None:
    """Return the numbers of the games that are wanted, or None for all."""
    if not result and not player:
        return None
    if not isinstance(player or "", str):
        raise Refused("player: a name was expected")
    if result and str(result) not in _RESULTS:
        raise Refused(f"result: one of {', '.join(_RESULTS)} was expected")
    index = collection.index
    wanted = set(index.won_by(_RESULTS[str(result)]) if result else range(1, index.games + 1))
    if player:
        wanted &= {number for number, names in enumerate(collection.players, start=1) if player in names}
    return frozenset(wanted)


def _named(players: Iterable[frozenset[str]]) -> Iterator[str]:
    for names in players:
        yield from sorted(names)
