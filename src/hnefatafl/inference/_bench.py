"""Games to try rulesets on: what a game costs under a ruleset, and the sum over all, as far as it is wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import attrs

from hnefatafl.board import Board
from hnefatafl.errors import HnefataflError
from hnefatafl.game import Game
from hnefatafl.inference.evidence import GameReference
from hnefatafl.notation.completion import complete
from hnefatafl.options import Berserk, Consequence
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.replay import Replay, replay_line
from hnefatafl.rules import Ruleset

__all__ = ["CONTRADICTION", "STEP", "UNEXPLAINED_END", "Bench", "Stopped", "refer", "replay_under"]

CONTRADICTION: Final = 5.0
"""The cost of a game that contradicts the rules."""
UNEXPLAINED_END: Final = 2.0
"""The cost of a game that agrees with the rules, and stops with a winner though neither rules nor record say why."""
STEP: Final = 0.02
"""The cost of each answer by which a ruleset differs from its base."""


class Stopped(Exception):
    """The caller wants the search to stop."""


def replay_under(game: Game, rules: Ruleset) -> Replay:
    """Return the replay of a game by other rules than its own. Players went on after repetitions: those do not count.

    Raises:
        HnefataflError: the game cannot begin under these rules.
    """
    if rules.berserk is not Berserk.NONE:
        return complete(attrs.evolve(game, ruleset=rules)).game.replay(lenient=True)
    if game.start is not None:
        start = Position.from_setup(game.start.setup, rules)
    elif rules.first is None and game.moves:
        start = Position.initial(rules, _first_mover(game, rules.start))
    else:
        start = Position.initial(rules)
    return replay_line(game, 0, start, True)[0]


def _first_mover(game: Game, start: Board) -> Side:
    piece = start.get(game.moves[0].origin)
    return Side.ATTACKERS if piece is None else piece.side


def has_unexplained_end(replay: Replay) -> bool:
    """Whether a record stops with a winner, and neither the rules nor the record say why."""
    game = replay.game
    if replay.outcome is not None or game.ending is not None or game.winner is None:
        return False
    return _repetition_winner(replay) is not game.winner


def _repetition_winner(replay: Replay) -> Side | None:
    """Return the side that wins by the repetition that the record stops on, or None."""
    position = replay.position
    rule = position.ruleset.repetition
    mover = position.turn.opponent
    if position.repetitions < rule.count or rule.by is position.turn:
        return None
    winners = {
        Consequence.DEFENDERS_LOSE: Side.ATTACKERS,
        Consequence.ATTACKERS_LOSE: Side.DEFENDERS,
        Consequence.MOVER_LOSES: mover.opponent,
        Consequence.MOVER_WINS: mover,
    }
    return winners.get(rule.consequence)


def cost_of(replay: Replay) -> float:
    """Return what a game costs under the rules of its replay."""
    if not replay.agrees:
        return CONTRADICTION
    return UNEXPLAINED_END if has_unexplained_end(replay) else 0.0


def refer(number: int, game: Game, rules: Ruleset) -> tuple[str, GameReference]:
    """Return the class of a game that the rules do not explain, and the place in it; the class is empty if they do."""
    try:
        replay = replay_under(game, rules)
    except HnefataflError as error:
        return "illegal", _reference(number, game, 0, str(error))
    if not replay.agrees:
        first = replay.findings[0]
        return str(first.kind), _reference(number, game, first.index, replay.verdict)
    if has_unexplained_end(replay):
        return "unexplained-end", _reference(number, game, None, "unexplained-end")
    return "", _reference(number, game, None, replay.verdict)


def _reference(number: int, game: Game, ply: int | None, verdict: str) -> GameReference:
    return GameReference(number=number, id=game.tags.get("id", ""), ply=ply, verdict=verdict)


class Bench:
    """Games, what each costs under the rulesets that were tried, and which tell most.

    Arguments:
        games: the games with their numbers.
        check: called now and then; raises :class:`Stopped` to stop the search.
    """

    def __init__(self, games: Sequence[tuple[int, Game]], check: Callable[[], None] = lambda: None) -> None:
        self.games = tuple(games)
        self.replays = 0
        self._check = check
        self._known: dict[Ruleset, dict[int, float]] = {}
        self._heat: Counter[int] = Counter()

    def cost(self, rules: Ruleset, at: int) -> float:
        """Return what one game costs."""
        known = self._known.setdefault(rules, {})
        if at not in known:
            self._check()
            self.replays += 1
            try:
                known[at] = cost_of(replay_under(self.games[at][1], rules))
            except HnefataflError:
                known[at] = CONTRADICTION
        return known[at]

    def costs(self, rules: Ruleset) -> list[float]:
        """Return what each game costs."""
        return [self.cost(rules, at) for at in range(len(self.games))]

    def loss(self, rules: Ruleset, limit: float) -> float:
        """Return what all games cost, or a number above the limit: the telling games come first, and counting stops
        there."""
        total = 0.0
        for at in self.by_heat():
            total += self.cost(rules, at)
            if total > limit:
                self.tell(at)
                break
        return total

    def by_heat(self) -> list[int]:
        """Return the games, those that have told most first."""
        return sorted(range(len(self.games)), key=lambda at: -self._heat[at])

    def tell(self, at: int) -> None:
        """Remember that a game has told rulesets apart."""
        self._heat[at] += 1

    def refer(self, rules: Ruleset, at: int) -> tuple[str, GameReference]:
        """Return the class of a game that the rules do not explain, and the place in it."""
        number, game = self.games[at]
        return refer(number, game, rules)
