"""The result of the check of a ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import field

from hnefatafl.board import CaptureKind, Move, Side, Symmetry
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset, captured_by, ended_by
from hnefatafl.support.immutability import frozen
from hnefatafl.testing._plants.positions import Action, act


@frozen
class PlayLine:
    """A line of play."""

    positions: tuple[Position, ...]
    """The position at its start, and those after each action."""
    actions: tuple[Action, ...]
    """The actions."""

    @property
    def moves(self) -> int:
        """The number of its moves."""
        return sum(isinstance(action, tuple) for action in self.actions)


def turned(position: Position, move: Move, symmetry: Symmetry) -> Move:
    """Return the move on the rotated board; a pass is the same on all."""
    if move == Move.PASS and position.berserk_square is None:
        return move
    size = position.ruleset.size
    return Move.of(symmetry.apply(move.origin, size), symmetry.apply(move.target, size))


def beginning(rules: Ruleset, turn: Side) -> Position:
    """Return the start of a game; that side moves first if the rules leave it to a lot."""
    return Position.initial(rules, rules.first or turn)


def place(position: Position, action: Action | None = None) -> str:
    """Return a description of a position with which it can be set up again."""
    done = "" if action is None else f"roll {action} in " if isinstance(action, int) else f"{action[0]} in "
    return f"{done}{position.board.record}, {position.turn} to move"


@frozen(kw_only=True)
class ExtraRuleCount:
    """What an extra capture or ending did in the random games of a check, and in its lines of play.

    >>> from hnefatafl import Board, Outcome, PieceSet, Side, Termination, variants
    >>> from hnefatafl.testing import check_ruleset
    >>> def alone(board: Board, turn: Side, position: Position) -> Outcome | None:
    ...     left = board.count(PieceSet.DEFENDING_MEN)
    ...     return None if left else Outcome(Side.ATTACKERS, Termination.EXTRA)
    >>> rules = variants.MAGPIE.evolve(name="lonely magpie", extra_endings=(alone,))
    >>> (count,) = check_ruleset(rules, examples=20, depth=6).extra_rules
    >>> count.name, count.games, count.lines, set(count.games_ended) <= {Side.ATTACKERS}
    ('alone', 20, 20, True)
    """

    name: str
    """The name of the function."""
    is_ending: bool
    """Whether it is an extra ending, not an extra capture."""
    games: int
    """The number of random games, which begin with the start layout."""
    lines: int
    """The number of lines of play, most of which begin with a planted board."""
    asked: int
    """After how many moves of these games and lines it was asked."""
    captured: Mapping[Side, int]
    """How many pieces it captured in all of them, by the side that captured; none for an ending."""
    games_ended: Mapping[Side | None, int]
    """How many of the games it ended, by the side that won; None stands for a draw."""
    lines_ended: Mapping[Side | None, int]
    """How many of the lines it ended."""

    def __str__(self) -> str:
        """Return the counts as one sentence."""
        parts = [f"asked {self.asked} times"]
        if not self.is_ending:
            parts.append(f"captured {sum(self.captured.values())} pieces{_by_side(self.captured)}")
        for ended, count, of in (
            (self.games_ended, self.games, "games"),
            (self.lines_ended, self.lines, "lines of play"),
        ):
            if count and (ended or self.is_ending):
                parts.append(f"ended {sum(ended.values())} of {count} {of}{_by_side(ended)}")
        return f"{self.name}: {', '.join(parts)}"


def _by_side(counts: Mapping[Side, int] | Mapping[Side | None, int]) -> str:
    said = [f"{side or 'draws'} {count}" for side, count in counts.items()]
    return f" ({', '.join(said)})" if said else ""


@frozen(kw_only=True)
class Report:
    """The result of :func:`check_ruleset`: what it found, and what it tried.

    >>> from hnefatafl import variants
    >>> from hnefatafl.testing import check_ruleset
    >>> report = check_ruleset(variants.BRANDUBH, examples=5, depth=4)
    >>> report.findings
    ()
    """

    ruleset: Ruleset = field(repr=lambda rules: rules.name)
    """The ruleset that was tested."""
    findings: tuple[str, ...]
    """What is wrong, one sentence each: the first occurrence of each kind, with the number of the others. Empty if all
    checks passed."""
    unmet: tuple[str, ...]
    """The options that differ from their defaults and made no difference in play: either there were too few examples,
    or an option does not do what it is meant to."""
    idle: tuple[str, ...]
    """The options that differ from their defaults and cannot matter under these rules, each with the reason."""
    extra_rules: tuple[ExtraRuleCount, ...]
    """What each extra capture and ending did, in the order of the ruleset, captures first."""
    notes: tuple[str, ...]
    """What was not tested, and what else is needed to judge the result, one sentence each."""
    lines: int
    """The number of lines of play."""
    moves: int
    """The number of their moves."""
    playouts: int
    """The number of random games."""
    endless: int
    """How many of them did not end within the limit."""

    def __str__(self) -> str:
        """Return the report as text, one finding per line."""
        count = len(self.findings)
        said = f"{count} finding{'s' if count > 1 else ''}" if count else "all is well"
        head = f"{self.ruleset.name}: {said}"
        tried = f"tried: {self.lines} lines of play with {self.moves} moves, and {self.playouts} random games"
        unmet = [f"never mattered: {', '.join(self.unmet)}"] if self.unmet else []
        idle = [f"cannot matter: {', '.join(self.idle)}"] if self.idle else []
        extra = [str(count) for count in self.extra_rules]
        return "\n  ".join([head, *self.findings, tried, *extra, *idle, *unmet, *self.notes])


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

    def add_line(self, line: PlayLine) -> None:
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
            play = position.explain(action[0], announce=action[1])
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
            answers = [answer for question, answer in witness.answers if question[1:3] == (play.move, mover)]
            if answers:
                squares = taken.intersection(answers[0])
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
