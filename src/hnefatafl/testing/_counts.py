"""The counts of what the extra rules of a ruleset do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Any

from hnefatafl.board import CaptureKind, Side
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.rules._extra import captured_by, ended_by
from hnefatafl.testing._lines import Action, Line, act
from hnefatafl.testing._report import ExtraRuleCount


class _Witness:
    """An extra rule that keeps what it is asked and answers, as :mod:`hnefatafl.rules._extra` checks it."""

    def __init__(self, rule: Callable[..., Any], ask: Callable[..., Any]) -> None:
        self.rule, self.ask = rule, ask
        self.answers: list[tuple[tuple[Any, ...], Any]] = []
        self.asked = 0
        self.captured = Counter[Side]()
        self.games_ended = Counter[Side | None]()
        self.lines_ended = Counter[Side | None]()

    def __call__(self, *question: Any) -> Any:
        answer = self.ask(self.rule, *question)
        self.answers.append((question, answer))
        return answer


class Counts:
    """What the extra rules do in games and lines of play, which are played again for this.

    Arguments:
        rules: the ruleset.
    """

    def __init__(self, rules: Ruleset) -> None:
        self._captures = [_Witness(rule, captured_by) for rule in rules.extra_captures]
        self._endings = [_Witness(rule, ended_by) for rule in rules.extra_endings]
        self._rules = rules.evolve(extra_captures=self._captures, extra_endings=self._endings)
        self._games = self._lines = 0

    def add_game(self, end: Position) -> None:
        """Count what the rules do in the game that ends with this position."""
        game = Game.from_position(end)
        actions: list[Action] = []
        for move in game.moves:
            actions += [] if move.roll is None else [move.roll]
            actions.append((move.move, move.announced))
        self._games += 1
        for witness, winner in self._play(game.initial_position, actions):
            witness.games_ended[winner] += 1

    def add_line(self, line: Line) -> None:
        """Count what the rules do in a line of play."""
        self._lines += 1
        for witness, winner in self._play(line.positions[0], line.actions):
            witness.lines_ended[winner] += 1

    def _play(self, start: Position, actions: Iterable[Action]) -> list[tuple[_Witness, Side | None]]:
        """Play the actions; return the rule that ends the game, if one does, with the side that wins."""
        witnesses = [*self._captures, *self._endings]
        if not witnesses:
            return []
        position = Position.from_setup(start.setup, self._rules)
        for action in actions:
            for witness in witnesses:
                witness.answers.clear()
            if isinstance(action, int):
                position = act(position, action)
                continue
            play = position.explain(*action)
            position = play.after
            ended = [*self._count_captures(play), *self._count_endings(play)]
            if ended and position.outcome is not None:
                return [(ended[0], position.outcome.winner)]
        return []

    def _count_captures(self, play: PlayedMove) -> list[_Witness]:
        """Count what the extra captures took by a move; return those that took the king."""
        mover = play.before.turn
        taken = {capture.square for capture in play.captures if capture.rule is CaptureKind.EXTRA}
        takers: list[_Witness] = []
        for witness in self._captures:
            # Announcements ask about moves that nobody has made.
            named = [answer for question, answer in witness.answers if question[1:] == (play.move, mover)]
            if named:
                squares = taken.intersection(named[0])
                witness.asked += 1
                witness.captured[mover] += len(squares)
                if play.after.king in squares:
                    takers.append(witness)
        return takers

    def _count_endings(self, play: PlayedMove) -> list[_Witness]:
        """Count how often the extra endings were asked; return the first with an outcome."""
        first: list[_Witness] = []
        for witness in self._endings:
            outcomes = [answer for question, answer in witness.answers if question[0] == play.after.board]
            witness.asked += bool(outcomes)
            if outcomes and outcomes[0] is not None and not first:
                first = [witness]
        return first

    @property
    def rules(self) -> tuple[ExtraRuleCount, ...]:
        """The counts of each extra rule."""
        return tuple(
            ExtraRuleCount(
                name=getattr(witness.rule, "__name__", type(witness.rule).__name__),
                is_ending=witness.ask is ended_by,
                games=self._games,
                lines=self._lines,
                asked=witness.asked,
                captured=MappingProxyType(+witness.captured),
                games_ended=MappingProxyType(witness.games_ended),
                lines_ended=MappingProxyType(witness.lines_ended),
            )
            for witness in [*self._captures, *self._endings]
        )
