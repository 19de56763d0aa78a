"""Sessions at a table, recorded: what is done, and what the board is shown. The table in JavaScript replays them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from hnefatafl import Move, Position, Ruleset, Side
from hnefatafl.errors import HnefataflError
from hnefatafl.notation import json as documents
from hnefatafl.records import Game
from tafl.table import Table

STRANGE: Final[tuple[Mapping[str, object], ...]] = (
    {"type": "fly"},
    {"type": "play", "move": 7},
    {"type": "go", "node": 999},
    {"type": "go", "node": "1"},
    {"type": "stop"},
    {"type": "mark", "node": 0, "shapes": ["Gz9"]},
    {"type": "end", "winner": "attackers", "ending": "bored"},
    {"type": "take_back", "past": ["nobody"]},
)
"""Actions that no table takes, or only in a turn of several captures."""


WALL: Final = "/3tTT5/4tt5/11/11/6t4/5K5/11/11/11/11/11/"
"""A board of copenhagen, on which g5-g1 takes a row; only the last of its captors is on a line with both men."""


def record_session(
    rules: Ruleset, seed: str, *, branching: bool, plies: int = 40, start: str | None = None
) -> dict[str, Any]:
    """Play at random at a table, or first take what can be taken; return what was done and shown, as plain values."""
    chance = Random(seed)
    first = rules.first or chance.choice(list(Side))
    begun = Position.initial(rules, first) if start is None else Position.parse(start, rules, Side.ATTACKERS)
    game = Game.from_position(begun)
    if start is None and rules.first is not None and chance.random() < 0.5:
        game = _begin_elsewhere(game, chance)
    table = Table(game, chance=chance, branching=branching)
    session: dict[str, Any] = {
        "ruleset": rules.name,
        "record": json.loads(documents.format_game(game)),
        "branching": branching,
        "board": table.board(),
        "first": table.view(),
        "steps": [_take_step(table, action, chance) for action in _actions(table, chance, plies)],
        "line": [[number, str(play.move)] for number, play in table.line()],
        "game": json.loads(documents.format_game(table.game)),
        "line_to": json.loads(documents.format_game(table.line_to(table.node))),
    }
    return session


def _begin_elsewhere(game: Game, chance: Random) -> Game:
    """Return a game that begins with some moves, as one does that goes on from a position."""
    table = Table(game, chance=chance, branching=False)
    for _ in range(chance.randint(1, 6)):
        if table.position.can_roll and (not table.position.legal_moves() or chance.random() < 0.3):
            table.roll()
        elif table.position.legal_moves():
            table.play(chance.choice(sorted(table.position.legal_moves())))
    return table.game


def _take_step(table: Table, action: Mapping[str, object], chance: Random) -> dict[str, Any]:
    since = table.view()["version"]
    step: dict[str, Any] = {"action": action, "fact": None, "error": None}
    try:
        step["fact"] = table.decide(action)
        table.apply(step["fact"])
    except HnefataflError as error:
        step["error"] = str(error)
    step["since"] = since if chance.random() < 0.5 else None
    step["view"] = table.view(since=step["since"])
    step["other"] = table.view(0, since=since)
    return step


def _actions(table: Table, chance: Random, plies: int) -> Iterator[Mapping[str, object]]:
    """Yield what may be done, most of it legal, while the table is played at."""
    for _ in range(plies):
        position = table.position
        moves = sorted(position.legal_moves())
        what = chance.random()
        if "silent" in table.view()["actions"] and chance.random() < 0.4:
            yield {"type": "silent"}
        elif what < 0.05:
            yield chance.choice(STRANGE)
        elif what < 0.1:
            squares = [square.name for square in position.board]
            yield {"type": "play", "move": f"{chance.choice(squares)}-{chance.choice(squares)}"}
        elif what < 0.2:
            nodes = [node for node, *_ in table.view()["tree"]]
            shapes = chance.sample(["Gd1c1", "Rd4", "Ya1", "Bc3c4"], chance.randint(0, 3))
            yield chance.choice(
                [
                    {"type": "take_back"},
                    {"type": "take_back", "past": [position.turn.opponent.value]},
                    {"type": "go", "node": chance.choice(nodes)},
                    {"type": "promote"},
                    {"type": "delete"},
                    {"type": "mark", "node": chance.choice(nodes), "shapes": shapes},
                    {"type": "silent"},
                ]
            )
        elif position.can_roll and (not moves or what < 0.5):
            yield {"type": "roll"}
        elif any(move.is_stop and move != Move.PASS for move in moves) and what < 0.6:
            yield {"type": "stop"}
        elif moves:
            takes = [move for move in moves if not move.is_stop and position.is_capture(move)]
            yield {"type": "play", "move": str(chance.choice(takes or moves))}
    if not table.is_over:
        yield {"type": "end", "winner": "defenders", "ending": "resigned"}
        yield {"type": "play", "move": "d1-c1"}
