"""What is asked of every line of play: the reference's judgement, turned boards, texts, and what each option does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import attrs

from hnefatafl.errors import HnefataflError, NotExpressibleError, RulesetError
from hnefatafl.game import Game
from hnefatafl.geometry import Symmetry
from hnefatafl.kernel import Move
from hnefatafl.notation import otn
from hnefatafl.pieces import Side
from hnefatafl.position import Position
from hnefatafl.rules import Ruleset
from hnefatafl.testing import _agreement, reference
from hnefatafl.testing._lines import Action, Line, act, choose, place, turned_move

if TYPE_CHECKING:
    from random import Random

SET_UP: Final = {"size", "start", "first"}
"""The options that say how a game begins and not how it goes on."""
TRIED: Final = 8
"""So many moves of each position are compared with the reference."""


class Findings:
    """What was found: for each kind the first place, and how many others there were."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def add(self, what: str, where: str) -> None:
        """Note a fault of that kind."""
        self._places.setdefault(what, where)
        self._counts[what] += 1

    @contextmanager
    def watching(self, what: str, where: Callable[[], str] = str) -> Iterator[None]:
        """Turn whatever is raised within into a finding, such as by an extra capture or ending."""
        try:
            yield
        except Exception as error:
            at = where()
            self.add(f"{what} raises {type(error).__name__}", f"{error}{f' ({at})' if at else ''}")

    def __iter__(self) -> Iterator[str]:
        for what, where in self._places.items():
            more = self._counts[what] - 1
            yield f"{what}: {where}" + (f", and {more} more like it" if more else "")


def play_line(start: Position, dice: Random, depth: int, findings: Findings) -> Line:
    """A line of so many actions at most, or as far as nothing is raised."""
    positions, actions = [start], list[Action]()
    last: dict[Side, Move] = {}
    with findings.watching("a line of play", lambda: place(positions[-1])):
        for _ in range(depth):
            position = positions[-1]
            action = choose(position, last.get(position.turn), dice)
            if action is None:
                break
            positions.append(act(position, action))
            actions.append(action)
            if isinstance(action, tuple):
                last[position.turn] = action[0]
    return Line(tuple(positions), tuple(actions))


def judge(line: Line, dice: Random, findings: Findings) -> None:
    """Follow the line with the reference, up to the first position in which they part."""
    start, rules = line.positions[0], line.positions[0].ruleset
    here: list[str] = [place(start)]
    with findings.watching("the reference", lambda: here[-1]):
        state = reference.from_board(rules, start.board, start.turn)
        for at, position in enumerate(line.positions):
            here.append(place(position))
            parted = list(_agreement.of_positions(position, state))
            moves = position.legal_moves()
            for move in {*moves[dice.randrange(1 + len(moves) // TRIED) :: 1 + len(moves) // TRIED]}:
                here.append(place(position, (move, True)))
                after = reference.play(state, move.origin, move.target)
                parted += _agreement.of_plays(position.explain(move), state, after)
            for what, difference in parted:
                findings.add(f"{what} is not as the reference says", f"{difference} ({here[-1]})")
            if parted or at == len(line.actions):
                return
            action = line.actions[at]
            here.append(place(position, action))
            state = reference.roll(state, action) if isinstance(action, int) else _played(state, *action)


def _played(state: reference.State, move: Move, announce: bool) -> reference.State:
    return reference.play(state, move.origin, move.target, announce)


def turn_about(line: Line, symmetry: Symmetry, findings: Findings) -> None:
    """Follow the line on a turned or mirrored board: legal moves, captures and verdicts turn with it."""
    here = [line.positions[0]]
    size = here[0].ruleset.size
    with findings.watching(f"a board turned by {symmetry.name.lower()}", lambda: place(here[-1])):
        there = here[0].transform(symmetry)
        for position, action in zip(line.positions, (*line.actions, None), strict=True):
            here.append(position)
            ours = {turned_move(move, symmetry, size) for move in position.legal_moves()}
            pairs = {
                "the legal moves": (ours, set(there.legal_moves())),
                "the pieces": (position.board.transform(symmetry), there.board),
                "the verdict": (position.outcome, there.outcome),
            }
            for what, (one, other) in pairs.items():
                if one != other:
                    findings.add(
                        f"{what} of a turned board",
                        f"{one}, but {other} by {symmetry.name.lower()} of {place(position)}",
                    )
                    return
            if isinstance(action, int):
                there = there.roll(action)
            elif action is not None:
                there = there.play(turned_move(action[0], symmetry, size), action[1])


def write(line: Line, findings: Findings) -> None:
    """Write the last position, and the game if it is one, and read them again."""
    start, end = line.positions[0], line.positions[-1]
    rules = end.ruleset
    with findings.watching("reading a position in OTN again", lambda: place(end)):
        if otn.parse_position(otn.format_position(end), rules, end.turn).board != end.board:
            findings.add("a position in OTN is read otherwise than it was written", place(end))
    moves = [action[0] for action in line.actions if isinstance(action, tuple)]
    with findings.watching("reading a game in OTN again", lambda: place(end)):
        game = Game(ruleset=rules, start=start).add(moves)
        try:
            text = otn.format_game(game)
        except NotExpressibleError:
            return
        if [move.move for move in otn.parse_game(text).moves] != moves:
            findings.add("a game in OTN is read otherwise than it was written", place(end))


# ------------------------------------------------------------------------------------------------- what options do


def alternatives(rules: Ruleset) -> dict[str, Ruleset]:
    """For each option that differs from its default, the ruleset with the default, as far as the others allow it."""
    found: dict[str, Ruleset] = {}
    for field in attrs.fields(Ruleset):
        if field.name in SET_UP | Ruleset.LABELS:
            continue
        try:
            other = rules.evolve(**{field.name: field.default})
        except RulesetError:
            continue
        if other != rules:
            found[field.name] = other
    return found


def matters(line: Line, other: Ruleset) -> bool:
    """Whether the line goes otherwise by the other rules: other moves, captures, announcements or verdicts."""
    start = line.positions[0]
    try:
        there = Position.from_setup(start.setup, other)
        for position, action in zip(line.positions, (*line.actions, None), strict=True):
            same = position.board == there.board and position.outcome == there.outcome
            if not same or set(position.legal_moves()) != set(there.legal_moves()):
                return True
            if isinstance(action, tuple):
                if position.explain(*action).announcement is not there.explain(*action).announcement:
                    return True
            if action is not None:
                there = act(there, action)
    except HnefataflError:
        return True
    return False
