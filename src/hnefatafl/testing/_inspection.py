"""The tests of a line of play: the reference, rotated boards, texts, and the effect of each option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from traceback import walk_tb
from typing import TYPE_CHECKING, Final

from hnefatafl.board import Kind, Move, Symmetry
from hnefatafl.errors import HnefataflError, NotExpressibleError, RulesetError
from hnefatafl.notation import otn
from hnefatafl.play import PlayedMove, Position
from hnefatafl.records import Game
from hnefatafl.rules import Ruleset
from hnefatafl.testing import reference
from hnefatafl.testing._plants.generators import DrawFn
from hnefatafl.testing._plants.positions import Action, act, go_on, taking_back
from hnefatafl.testing._report import PlayLine, place, turned

if TYPE_CHECKING:
    from random import Random

Partings = Iterator[tuple[str, str]]
"""What differs, and its two values."""


def _list_differences(pairs: Mapping[str, tuple[object, object]]) -> Partings:
    for subject, (ours, theirs) in pairs.items():
        if ours != theirs:
            yield subject, f"{ours}, but {theirs} by the reference"


def of_positions(position: Position, state: reference.State) -> Partings:
    """Compare everything that a position answers."""
    moves = position.legal_moves()
    yield from _list_differences(
        {
            "the board": (position.board, state.board),
            "the side to move": (position.turn, state.turn),
            "the number of plies": (position.ply, state.ply),
            "the number of quiet plies": (position.plies_since_capture, state.plies_since_capture),
            "the number of repetitions": (position.repetitions, reference.repetitions(state)),
            "the outcome": (position.outcome, reference.outcome(state)),
            "the number of ways out": (position.ways_out, reference.ways_out(state.ruleset, state.board)),
            "whether a roll is due": (position.can_roll, reference.can_roll(state)),
            "the pending roll": (position.roll_pending, state.roll),
            "whether a way out was announced": (position.announced, state.announced),
            "the piece in a berserk turn": (position.berserk_square, state.berserk_square),
            "how many moves are listed": (len(moves), len(set(moves))),
        }
    )
    ours, theirs = set(moves), {Move.of(*step) for step in reference.legal_moves(state)}
    if ours != theirs:
        more, fewer = (" ".join(map(str, sorted(some))) or "nothing" for some in (ours - theirs, theirs - ours))
        yield "the legal moves", f"{more} too many and {fewer} too few by the reference"


def of_illegality(position: Position, state: reference.State, move: Move) -> Partings:
    """Compare whether a move is legal, or why not."""
    there = reference.illegality(state, move.origin, move.target)
    fault = position.illegality(move)
    here = None if fault is None else fault.reason
    yield from _list_differences({f"why {move} is illegal": (here, there)})


def of_plays(play: PlayedMove, state: reference.State, after: reference.State) -> Partings:
    """Compare what a move captures, by which rule and pieces, what is announced, and how the game ends."""
    move = play.move
    taken = reference.captures(state, move.origin, move.target)
    captors = reference.captors(state.ruleset, state.board, move.origin, move.target)
    # Who falls by his own move stood elsewhere before it.
    stood = {square: state.board[move.origin if square == move.target else square] for square in taken}
    yield from _list_differences(
        {
            "what is captured, and how": ({capture.square: capture.rule for capture in play.captures}, taken),
            "which pieces are captured": (
                {capture.square: capture.piece for capture in play.captures},
                stood,
            ),
            "who captures": ({capture.square: {*capture.captors} for capture in play.captures}, captors),
            "who changes sides": (set(play.turned), {s for s in taken if stood[s].kind is Kind.MERCENARY}),
            "what is announced": (play.announcement, reference.announcement(after)),
            "what the opponent announces": (
                play.opponent_announcement,
                reference.opponent_announcement(state, after),
            ),
            "how a move ends the game": (play.after.outcome, reference.outcome(after)),
        }
    )


TRIED: Final = 2
"""How many moves that capture or end the game, and how many others, are compared with the reference per position."""


class Findings:
    """The findings: for each kind the first occurrence, and the number of others."""

    def __init__(self) -> None:
        self._places: dict[str, str] = {}
        self._counts: Counter[str] = Counter()

    def add(self, fault: str, where: str) -> None:
        """Add a fault of that kind."""
        self._places.setdefault(fault, where)
        self._counts[fault] += 1

    @contextmanager
    def watching(self, subject: str, where: Callable[[], str] = str) -> Generator[None]:
        """Turn any exception raised within, such as by an extra capture or ending, into a finding."""
        try:
            yield
        except Exception as error:
            places = "; ".join(filter(None, (_raised_at(error), where())))
            self.add(f"{subject} raises {type(error).__name__}", f"{error}{f' ({places})' if places else ''}")

    def __iter__(self) -> Iterator[str]:
        for fault, where in self._places.items():
            more = self._counts[fault] - 1
            yield f"{fault}: {where}" + (f", and {more} more like it" if more else "")


def _raised_at(error: Exception) -> str:
    """The function outside of the library that raised an exception, such as an extra capture, with its file and line;
    "" if there is none."""
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__", "").partition(".")[0] not in ("hnefatafl", "tafl"):
            return f"{frame.f_code.co_filename}:{line} {frame.f_code.co_name}"
    return ""


def play_line(start: Position, dice: Random, depth: int, findings: Findings) -> PlayLine:
    """Return a line of at most that many actions, or up to the first exception."""
    draw = DrawFn(dice.randint)
    positions, actions = [start], list[Action]()
    with findings.watching("a line of play", lambda: place(positions[-1])):
        for action, position in go_on(draw, start, depth, taking_back(draw)):
            positions.append(position)
            actions.append(action)
    return PlayLine(tuple(positions), tuple(actions))


def judge(line: PlayLine, dice: Random, findings: Findings) -> None:
    """Follow the line with the reference, up to the first position in which they disagree."""
    start, rules = line.positions[0], line.positions[0].ruleset
    here: list[str] = [place(start)]
    with findings.watching("the reference", lambda: here[-1]):
        state = reference.from_board(rules, start.board, start.turn)
        for index, position in enumerate(line.positions):
            here.append(place(position))
            parted = [(*parting, here[-1]) for parting in of_positions(position, state)]
            for move in _some_moves(position, dice):
                here.append(place(position, (move, True)))
                after = reference.play(state, move.origin, move.target)
                parted += [(*parting, here[-1]) for parting in of_plays(position.explain(move), state, after)]
            for subject, difference, where in parted:
                findings.add(f"the reference differs in {subject}", f"{difference} ({where})")
            if parted or index == len(line.actions):
                return
            action = line.actions[index]
            here.append(place(position, action))
            state = reference.roll(state, action) if isinstance(action, int) else _play_in_reference(state, *action)


def _some_moves(position: Position, dice: Random) -> set[Move]:
    moves = position.legal_moves()
    afters = ((move, position.play(move)) for move in moves)
    striking = (move for move, after in afters if after.plies_since_capture == 0 or after.outcome is not None)
    return {*islice(striking, TRIED), *dice.sample(moves, min(TRIED, len(moves)))}


def _play_in_reference(state: reference.State, move: Move, announce: bool) -> reference.State:
    return reference.play(state, move.origin, move.target, announce)


def turn_about(line: PlayLine, symmetry: Symmetry, findings: Findings) -> None:
    """Follow the line on a rotated or mirrored board: pieces, verdicts and legal moves must follow."""
    here = [line.positions[0]]
    with findings.watching("a turned board", lambda: f"{symmetry.name.lower()} of {place(here[-1])}"):
        there = here[0].transform(symmetry)
        for position, action in zip(line.positions, (*line.actions, None), strict=True):
            here.append(position)
            same = {
                "other pieces": position.board.transform(symmetry) == there.board,
                "another verdict": position.outcome == there.outcome,
                "other legal moves": {turned(position, move, symmetry) for move in position.legal_moves()}
                == set(there.legal_moves()),
            }
            for fault, holds in same.items():
                if not holds:
                    findings.add(f"a turned board has {fault}", f"{symmetry.name.lower()} of {place(position)}")
                    return
            if isinstance(action, int):
                there = there.roll(action)
            elif action is not None:
                there = there.play(turned(position, action[0], symmetry), announce=action[1])


def write(line: PlayLine, findings: Findings) -> None:
    """Write the last position, and the game if OTN can express it, and read them again."""
    start, end = line.positions[0], line.positions[-1]
    rules = end.ruleset
    with findings.watching("reading a position in OTN again", lambda: place(end)):
        if otn.parse_position(end.board.record, rules, end.turn).board != end.board:
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
    """Return, for each option that differs from its default, the ruleset with the default, if it is valid."""
    others: dict[str, Ruleset] = {}
    for name, (_, usual) in rules.changed().items():
        if name != "first":  # which is about the start of a game, not about its play
            with suppress(RulesetError):
                others[name] = rules.evolve(**{name: usual})
    return others


def matters(line: PlayLine, other: Ruleset) -> bool:
    """Return whether the line differs under the other rules: in moves, captures, announcements or verdicts."""
    start = line.positions[0]
    try:
        there = Position.from_setup(start.setup, other)
        if decides(start, there):
            return True
        for position, action in zip(line.positions, (*line.actions, None), strict=True):
            if _have_parted(position, there):
                return True
            if isinstance(action, tuple):
                move, announce = action
                ours, theirs = (board.explain(move, announce=announce) for board in (position, there))
                if _list_announcements(ours) != _list_announcements(theirs):
                    return True
            if action is not None:
                there = act(there, action)
    except HnefataflError:
        return True
    return False


def _list_announcements(play: PlayedMove) -> object:
    return play.announcement_sentences


def decides(here: Position, there: Position) -> bool:
    """Return whether two positions with different rules differ, or the results of a move in them."""
    return _have_parted(here, there) or any(
        _have_parted(here.play(move), there.play(move)) for move in here.legal_moves()
    )


def _have_parted(here: Position, there: Position) -> bool:
    if here.board != there.board or here.outcome != there.outcome or here.turn is not there.turn:
        return True
    return set(here.legal_moves()) != set(there.legal_moves())
