"""Who answers questions: the kernel, and the reference implementation that confirms it.

Both answer in the same plain data, each from its own play of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol, TypeAlias, TypeVar, final

import attrs

from hnefatafl.board import Announcement, Move, Outcome, Side
from hnefatafl.errors import HnefataflError
from hnefatafl.play import Position, Setup
from hnefatafl.rules import Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, load
from hnefatafl.testing import reference
from tafl.conformance._cases import read_question, read_rules

_P = TypeVar("_P")
Answer: TypeAlias = dict[str, Any]
"""An answer, or a part of one, as plain data of JSON."""

_STATE: Final = tuple(field.name for field in attrs.fields(Setup) if field.name != "outcome")
"""What the text of a position says, apart from how the game has ended."""
_ROLL, _SILENT = "roll", "unannounced"


class Refusal(HnefataflError, ValueError):
    """An action is illegal.

    Arguments:
        action: the action.
        reason: the word for the reason.
    """

    def __init__(self, action: str, reason: str) -> None:
        self.action, self.reason = action, reason
        super().__init__(action, reason)

    def _make_message(self) -> str:
        return f"{self.action} is illegal: {self.reason}"


@frozen
class Deed:
    """What an action does."""

    captures: dict[str, str]
    says: list[str]


class Judge(Protocol[_P]):
    """Who plays by the rules, on positions of its own kind."""

    def begin(self, text: str, rules: Ruleset) -> _P:
        """Return the position that a text describes."""
        ...

    def act(self, position: _P, action: str) -> tuple[_P, Deed]:
        """Return the position after an action, and what it does; raise :class:`Refusal` if it is illegal."""
        ...

    def setup(self, position: _P) -> Setup:
        """Return what binds the next move, without the history."""
        ...

    def outcome(self, position: _P) -> Outcome | None:
        """Return how the game has ended."""
        ...

    def facts(self, position: _P) -> Answer:
        """Return what is asked of a position, apart from its set-up and its end."""
        ...


def outcome_word(outcome: Outcome | None) -> str | None:
    """Return how a game ended in a word."""
    return None if outcome is None else f"{outcome.winner or 'draw'}:{outcome.termination.value}"


def state_text(setup: Setup) -> str:
    """Return the text of a position without its history and its end."""
    return attrs.evolve(setup, outcome=None).text


def answer(judge: Judge[Any], rules: Ruleset, start: str, line: Iterable[str], tries: Iterable[str]) -> Answer:
    """Return a judge's answer to a question.

    Raises:
        HnefataflError: the position cannot be played, or an action of the line is illegal.
    """
    position = judge.begin(start, rules)
    for action in line:
        position = judge.act(position, action)[0]
    return {
        "position": state_text(judge.setup(position)),
        "outcome": outcome_word(judge.outcome(position)),
        **judge.facts(position),
        "tries": {action: _try_action(judge, position, action) for action in tries},
    }


def _try_action(judge: Judge[_P], position: _P, action: str) -> Answer:
    try:
        after, deed = judge.act(position, action)
    except Refusal as refusal:
        return {"refused": refusal.reason}
    return {
        "position": state_text(judge.setup(after)),
        "outcome": outcome_word(judge.outcome(after)),
        "captures": deed.captures,
        "says": deed.says,
    }


def _parse_action(action: str) -> tuple[Move | int, bool]:
    """Return a move or a roll, and whether a way out is announced.

    Raises:
        HnefataflError: it is no action.
    """
    word, _, note = action.partition(" ")
    if word == _ROLL and note.isascii() and note.isdigit() and len(note) < 10:
        return int(note), True
    if note not in ("", _SILENT):
        word = action  # which is no move, as the error says
    return Move.parse(word), note == ""


def _list_announcements(
    mover: Side, own_announcement: Announcement | None, opponents_announcement: Announcement | None
) -> list[str]:
    both = ((mover, own_announcement), (mover.opponent, opponents_announcement))
    return [f"{side}:{announcement.value}" for side, announcement in both if announcement is not None]


class _Kernel:
    """The library as everybody uses it."""

    def begin(self, text: str, rules: Ruleset) -> Position:
        return Position.parse(text, rules)

    def act(self, position: Position, action: str) -> tuple[Position, Deed]:
        move, announced = _parse_action(action)
        if isinstance(move, int):
            return position.roll(move), Deed({}, [])
        illegality = position.illegality(move)
        if illegality is not None:
            raise Refusal(action, illegality.reason.value)
        played = position.explain(move, announce=announced)
        captures = {str(capture.square): capture.rule.value for capture in played.captures}
        return played.after, Deed(
            captures, _list_announcements(position.turn, played.announcement, played.opponent_announcement)
        )

    def setup(self, position: Position) -> Setup:
        return position.setup

    def outcome(self, position: Position) -> Outcome | None:
        return position.outcome

    def facts(self, position: Position) -> Answer:
        return {
            "plies_since_capture": position.plies_since_capture,
            "repetitions": position.repetitions,
            "can_roll": position.can_roll,
            "legal": sorted(map(str, position.legal_moves())),
        }


class _Reference:
    """The second, slow implementation."""

    def begin(self, text: str, rules: Ruleset) -> reference.State:
        setup = Setup.parse(text)
        rest = {name: getattr(setup, name) for name in _STATE if name not in ("board", "turn")}
        return reference.from_board(rules, setup.board, setup.turn, **rest)

    def act(self, position: reference.State, action: str) -> tuple[reference.State, Deed]:
        move, announced = _parse_action(action)
        if isinstance(move, int):
            return reference.roll(position, move), Deed({}, [])
        origin, target = move.origin, move.target
        illegality = reference.illegality(position, origin, target)
        if illegality is not None:
            raise Refusal(action, illegality.value)
        after = reference.play(position, origin, target, announced)
        taken = reference.captures(position, origin, target)
        captures = {str(square): taken[square].value for square in sorted(taken)}
        announcements = _list_announcements(
            position.turn, reference.announcement(after), reference.opponent_announcement(position, after)
        )
        return after, Deed(captures, announcements)

    def setup(self, position: reference.State) -> Setup:
        return Setup(**{name: getattr(position, name) for name in _STATE})

    def outcome(self, position: reference.State) -> Outcome | None:
        return reference.outcome(position)

    def facts(self, position: reference.State) -> Answer:
        return {
            "plies_since_capture": position.plies_since_capture,
            "repetitions": reference.repetitions(position),
            "can_roll": reference.can_roll(position),
            "legal": sorted(str(Move.of(*step)) for step in reference.legal_moves(position)),
        }


KERNEL: Final[Judge[Position]] = _Kernel()
REFERENCE: Final[Judge[reference.State]] = _Reference()


@final
class Responder:
    """What answers the questions of a suite by this library, without input and output.

    >>> from hnefatafl import variants
    >>> from tafl.conformance import make_chapter, suite_lines
    >>> chapter = make_chapter(variants.BRANDUBH, cases=3)
    >>> title, case = list(suite_lines([variants.BRANDUBH], [chapter]))[1:3]
    >>> responder = Responder()
    >>> responder.reply(title)
    '{"ruleset":"brandubh"}'
    >>> responder.reply('{"id": "brandubh/1"}')
    '{"error":"the key \\'ruleset\\' was expected"}'
    """

    __slots__ = ("_rules",)

    def __init__(self) -> None:
        self._rules: dict[str, Ruleset] = {}

    def reply(self, line: str) -> str:
        """Return the answer to a line: about a ruleset, or a question about a position.

        >>> Responder().reply("hello")
        '{"error":"JSON was expected: Expecting value (line 1, column 1) hello ^"}'
        """
        try:
            fields = load(line)
            if "options" in fields:
                rules = read_rules(fields)
                self._rules[rules.name] = rules
                return dump({"ruleset": rules.name})
            case = read_question(fields)
            if case.ruleset not in self._rules:
                return dump({"error": f"nothing was said of the ruleset {case.ruleset:.60}"})
            rules = self._rules[case.ruleset]
            return dump({"id": case.id, **answer(KERNEL, rules, case.start, case.line, case.tries)})
        except HnefataflError as error:
            return dump({"error": " ".join(str(error).split())})
