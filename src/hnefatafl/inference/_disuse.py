"""How often players would have made a move that one rule allows and another forbids, where nobody ever made it.

Records show that a move is allowed by making it, and never that it is forbidden. How much its absence means depends on
how much players like such moves. That is estimated from the games themselves: moves are put into classes by whether
the king or a man moves, how far, and what it brings about (nothing, captures, a win), and every class gets a weight, so
that each class is chosen as often as it was. Men of both sides share their weights: that the men of one side never move
far where those of the other do is then worth something, and what hardly anybody does at all is worth little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from hnefatafl.board import Move
from hnefatafl.errors import HnefataflError
from hnefatafl.inference._replaying import replay_under
from hnefatafl.play import Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset

_POSITIONS: Final = 240
"""How many positions are looked at, evenly spread over the games."""
_ROUNDS: Final = 25
"""How many times the weights are improved."""
_FAR: Final = 4
"""From this distance on moves are in one class."""

_Class: TypeAlias = tuple[bool, int, str]


class _Choice(NamedTuple):
    """A position in which a player chose a move."""

    position: Position
    moves: frozenset[Move]
    classes: Mapping[_Class, int]
    chosen: _Class


class Disuse:
    """How players choose among the moves that they have, learnt from games that agree with the rules.

    Arguments:
        games: the games.
        rules: the rules.
    """

    def __init__(self, games: Sequence[Game], rules: Ruleset) -> None:
        places = [(game, ply) for game in games for ply in range(len(game.moves))]
        self.scale = max(1.0, len(places) / _POSITIONS)
        count = min(len(places), _POSITIONS)
        wanted: dict[int, set[int]] = {}
        numbers = {id(game): number for number, game in enumerate(games)}
        for at in range(count):
            game, ply = places[at * len(places) // count]
            wanted.setdefault(numbers[id(game)], set()).add(ply)
        self.choices = [
            choice for number, plies in wanted.items() for choice in _choices(games[number], rules, frozenset(plies))
        ]
        self.weights = _fitted(self.choices)

    def expected(self, rival: Ruleset) -> tuple[float, bool] | None:
        """Return how many moves would have been made that only one of the rulesets allows, and whether the rival does;
        None if both allow the same in these positions."""
        theirs = ours = 0.0
        for choice in self.choices:
            try:
                position = Position.from_setup(choice.position.setup, rival)
            except HnefataflError:
                continue
            there = frozenset(position.legal_moves())
            if there != choice.moves:
                total = self._worth(choice.classes)
                more = self._worth(Counter(_class_of(position, move) for move in there - choice.moves))
                fewer = self._worth(Counter(_class_of(choice.position, move) for move in choice.moves - there))
                theirs += more / (total + more)
                ours += fewer / total
        if not theirs and not ours:
            return None
        return round((theirs or ours) * self.scale, 1), bool(theirs)

    def _worth(self, classes: Mapping[_Class, int]) -> float:
        return sum(count * self._weight(each) for each, count in classes.items())

    def _weight(self, each: _Class) -> float:
        """Return the weight of a class; one that nobody could choose so far is compared with the other kind of piece,
        and a win with the best that there was."""
        known = self.weights.get(each)
        if known is not None:
            return known
        king, distance, effect = each
        if effect == "wins":
            return max(self.weights.values(), default=1.0)
        step = (king, 1, effect), (not king, 1, effect)
        mine, others = (self.weights.get(one, 1.0) for one in step)
        return self.weights.get((not king, distance, effect), 1.0) * mine / others


def _choices(game: Game, rules: Ruleset, plies: frozenset[int]) -> Iterable[_Choice]:
    replay = replay_under(game, rules)
    for ply, (position, move) in enumerate(zip(replay.positions(), replay.moves, strict=False)):
        if ply in plies:
            moves = frozenset(position.legal_moves())
            classes = Counter(_class_of(position, each) for each in moves)
            yield _Choice(position, moves, classes, _class_of(position, move))


def _class_of(position: Position, move: Move) -> _Class:
    after = position.play(move)
    outcome = after.outcome
    effect = "captures" if after.plies_since_capture == 0 else "quiet"
    if outcome is not None and outcome.winner is position.turn:
        effect = "wins"
    distance = abs(move.origin.file - move.target.file) + abs(move.origin.rank - move.target.rank)
    return move.origin == position.board.king, min(distance, _FAR), effect


def _fitted(choices: Sequence[_Choice]) -> dict[_Class, float]:
    """Return weights under which each class is chosen as often as it was."""
    weights = {each: 1.0 for choice in choices for each in choice.classes}
    made = Counter(choice.chosen for choice in choices)
    for _ in range(_ROUNDS):
        expected = dict.fromkeys(weights, 0.0)
        for choice in choices:
            total = sum(count * weights[each] for each, count in choice.classes.items())
            for each, count in choice.classes.items():
                expected[each] += count * weights[each] / total
        for each in weights:
            weights[each] *= (made[each] + 0.5) / (expected[each] + 0.5)
    return weights
