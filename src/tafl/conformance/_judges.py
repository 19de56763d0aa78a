"""Who answers questions: the kernel, and the reference implementation that confirms it.

Both answer in the same plain data, each from its own play of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Generic, TypeAlias, TypeVar, final

from attrs import asdict, evolve

from hnefatafl.board import Illegality, IllegalMove, Move, Outcome
from hnefatafl.errors import HnefataflError
from hnefatafl.play import Position, Setup
from hnefatafl.rules import Ruleset
from hnefatafl.support.immutability import frozen
from hnefatafl.support.json_text import dump, load
from hnefatafl.testing import reference
from tafl.conformance._cases import QUESTION, Case, SuiteError, read_case, read_rules

Answer: TypeAlias = dict[str, Any]
"""An answer, or a part of one, as plain data of JSON."""
_ROLL, _SILENT = "roll", "unannounced"


class ReferencePosition:
    """A position of the second, slow implementation, which answers what is asked here of a :class:`Position`."""

    def __init__(self, state: reference.State) -> None:
        self.state = state

    @staticmethod
    def parse(text: str, rules: Ruleset) -> ReferencePosition:
        """Read the text of a position, without how the game has ended, which the rules show again."""
        state = asdict(Setup.parse(text), recurse=False, filter=lambda field, _: field.name != "outcome")
        return ReferencePosition(reference.from_board(rules, **state))

    def __getattr__(self, name: str) -> Any:
        # The functions of the reference about a state have the names of the properties of a position.
        ask = getattr(reference, name, None)
        return getattr(self.state, name) if ask is None else ask(self.state)

    @property
    def setup(self) -> Setup:
        state = self.state
        rest = {name: getattr(state, name) for name in ("roll", "announced", "berserk_square")}
        return Setup(state.board, state.turn, **rest)

    def legal_moves(self) -> list[Move]:
        return [Move.of(*step) for step in reference.legal_moves(self.state)]

    def roll(self, number: int) -> ReferencePosition:
        return ReferencePosition(reference.roll(self.state, number))

    def illegality(self, move: Move) -> IllegalMove | None:
        reason = reference.illegality(self.state, move.origin, move.target)
        return None if reason is None else IllegalMove(reason, None)

    def explain(self, move: Move, *, announce: bool) -> SimpleNamespace:
        before, after = self.state, reference.play(self.state, move.origin, move.target, announce)
        captures = reference.captures(before, move.origin, move.target)
        return SimpleNamespace(
            after=ReferencePosition(after),
            captures=[SimpleNamespace(square=square, rule=rule) for square, rule in captures.items()],
            announcement=reference.announcement(after),
            opponent_announcement=reference.opponent_announcement(before, after),
        )


_P = TypeVar("_P", Position, ReferencePosition)


@frozen
class ActionEffect(Generic[_P]):
    """What an action does: the position after it, the squares captured with the rules, and what is announced."""

    after: _P
    captures: dict[str, str]
    says: list[str]


def act(position: _P, action: str) -> ActionEffect[_P] | Illegality:
    """Return what an action does, or why it is illegal.

    Raises:
        HnefataflError: it is no action, or no such roll may come.
    """
    word, _, note = action.partition(" ")
    if word == _ROLL and note.isascii() and note.isdigit() and len(note) < 10:
        return ActionEffect(position.roll(int(note)), {}, [])
    # A text with another word after it is no move, as the error says.
    move = Move.parse(word if note in ("", _SILENT) else action)
    fault = position.illegality(move)
    if fault is not None:
        return fault.reason
    played: Any = position.explain(move, announce=not note)
    mover = position.turn
    said = {mover: played.announcement, mover.opponent: played.opponent_announcement}
    return ActionEffect(
        played.after,
        {str(capture.square): capture.rule.value for capture in played.captures},
        [f"{side}:{announcement.value}" for side, announcement in said.items() if announcement is not None],
    )


def follow(position: _P, action: str) -> _P:
    """Return the position after an action.

    Raises:
        SuiteError: it is illegal.
        HnefataflError: as for :func:`act`.
    """
    deed = act(position, action)
    if isinstance(deed, Illegality):
        raise SuiteError(f"{action} is illegal: {deed.value}")
    return deed.after


def outcome_word(outcome: Outcome | None) -> str | None:
    """Return how a game ended in a word."""
    return None if outcome is None else f"{outcome.winner or 'draw'}:{outcome.termination.value}"


def state_text(setup: Setup) -> str:
    """Return the text of a position without its history and its end."""
    return evolve(setup, outcome=None).text


def answer(parse: Callable[[str, Ruleset], _P], rules: Ruleset, case: Case) -> Answer:
    """Return the answer to a question, by the positions that the function reads.

    Raises:
        HnefataflError: the position cannot be played, or an action of the line is illegal.
    """
    position = parse(case.start, rules)
    for action in case.line:
        position = follow(position, action)
    return {
        **_write_state(position),
        "plies_since_capture": position.plies_since_capture,
        "repetitions": position.repetitions,
        "can_roll": position.can_roll,
        "legal": sorted(map(str, position.legal_moves())),
        "tries": {action: _try_action(position, action) for action in case.tries},
    }


def _try_action(position: _P, action: str) -> Answer:
    deed = act(position, action)
    if isinstance(deed, Illegality):
        return {"refused": deed.value}
    return {**_write_state(deed.after), "captures": deed.captures, "says": deed.says}


def _write_state(position: _P) -> Answer:
    return {"position": state_text(position.setup), "outcome": outcome_word(position.outcome)}


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
            case = read_case(fields, QUESTION)
            if case.ruleset not in self._rules:
                raise SuiteError(f"nothing was said of the ruleset {case.ruleset:.60}")
            return dump({"id": case.id, **answer(Position.parse, self._rules[case.ruleset], case)})
        except HnefataflError as error:
            return dump({"error": " ".join(str(error).split())})
