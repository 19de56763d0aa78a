"""Ways out and threats to the king, and all that hangs on them, against every throw of the die played out.

Nothing here says how far a piece goes. :func:`moves_of` gives the turn to a side, throws each face and takes the moves
that are then legal, under rules in which nothing else forbids a move or ends the game. What the king can reach by these
moves, and what takes him, is what a player at the board could do (S001 "Ansagen", S003 §9–10 and §13; that some throw
has to allow it is our reading).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import pytest
from conftest import DEEP, EXAMPLES
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hnefatafl import (
    Announcement,
    Announcements,
    Berserk,
    Board,
    Call,
    Consequence,
    Illegality,
    Move,
    Outcome,
    Piece,
    Position,
    Repetition,
    Ruleset,
    Side,
    Square,
    SquareSet,
    Termination,
)
from hnefatafl.play import PlayedMove
from hnefatafl.rules import Passing
from hnefatafl.testing import strategies
from hnefatafl.testing.strategies import Planted

pytestmark = pytest.mark.slow_uncompiled

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
IGNORED: Final = Repetition(consequence=Consequence.IGNORED)
FREE: Final[dict[str, Any]] = {
    "repetition": IGNORED,
    "announcements": Announcements(),
    "tuichu_wins": False,
    "encirclement": False,
    "secure_ring": False,
    "whole_ring": False,
    "edge_ring": False,
    "exit_fort": False,
    "simple_fort": False,
    "immobile_king": False,
    "no_escape": False,
    "fewest_attackers": 0,
    "fewest_defenders": 0,
    "quiet_limit": None,
    "move_limit": None,
    "extra_endings": (),
    "berserk": Berserk.NONE,
    "berserk_escape": False,
    "forced_capture": False,
    "may_pass": Passing.NOBODY,
}
"""Neither endings nor other options interfere with what a side could do by its next move."""
MET: Final[Counter[object]] = Counter()
"""What was met, by the tests that have run."""
RUN: Final[set[str]] = set()
"""Which of them have run."""

SAID: Final = [
    Announcements(way_out=Call.MUST, threat=Call.MAY),
    Announcements(way_out=Call.MUST, raichi=True, threat=Call.MUST),
    Announcements(way_out=Call.MAY),
    Announcements(threat=Call.MAY),
]
"""The words that there are, and what is left unsaid."""
boards = strategies.PLANTS["rolled_threats"]() | strategies.PLANTS["ways_out"]()
some: Final = settings(max_examples=max(40, EXAMPLES // 4), derandomize=not DEEP)
"""So many that each announcement and ending is met."""


def thrown(position: Position) -> list[Position]:
    """The position, and what each throw makes of it."""
    faces = range(1, position.ruleset.faces + 1) if position.can_roll else ()
    return [position, *map(position.roll, faces)]


@lru_cache(maxsize=64)
def free(rules: Ruleset) -> Ruleset:
    """The ruleset in which nothing but the board and the die decides what a side could do by its next move."""
    return rules.evolve(**FREE)


def moves_of(rules: Ruleset, board: Board, side: Side) -> Iterator[tuple[Position, Move]]:
    """The moves that the side has by some throw or without one, were it its turn, and where each is legal."""
    for position in thrown(Position.from_board(board, free(rules), side)):
        yield from ((position, move) for move in position.legal_moves() if not move.is_stop)


@lru_cache(maxsize=1024)
def ways_out(rules: Ruleset, board: Board) -> set[tuple[int, int]]:
    """The directions in which the king leaves by one of these moves."""
    goals = rules.escape.squares(rules.size)
    found: set[tuple[int, int]] = set()
    for _, move in moves_of(rules, board, DEFENDERS):
        if board.get(move.origin) == Piece.KING and move.target in goals:
            file, rank = move.target.file - move.origin.file, move.target.rank - move.origin.rank
            found.add(((file > 0) - (file < 0), (rank > 0) - (rank < 0)))
    return found


@lru_cache(maxsize=1024)
def captors(rules: Ruleset, board: Board) -> set[Square]:
    """Whence one of these moves takes the king."""
    moves = moves_of(rules, board, ATTACKERS)
    return {move.origin for position, move in moves if board.king in position.captures(move)}


def in_play(planted: Planted) -> Position:
    """The position, if the game is not over there, even under rules without other endings."""
    rules, board, turn = planted
    position = Position.from_board(board, rules.evolve(forced_capture=False), turn)
    assume(position.outcome is None)
    return position


def plays(position: Position, seed: int, announce: bool = True, most: int = 12) -> Iterator[PlayedMove]:
    """Some of the moves, by every throw."""
    found = [(at, move) for at in thrown(position) for move in at.legal_moves()]
    for at, move in random.Random(seed).sample(found, min(most, len(found))):
        yield at.explain(move, announce=announce)


def before_and_after(play: PlayedMove) -> tuple[Board, Board]:
    """The boards before and after a move."""
    return play.before.board, play.after.board


def note(what: str, rules: Ruleset, happened: object) -> None:
    """Count what was met where a die is thrown."""
    if rules.die is not None:
        MET[what, bool(happened)] += 1


# --------------------------------------------------------------------------------------------------------- what is told


@some
@given(boards)
def test_a_way_out_or_a_danger_is_what_some_throw_allows(planted: Planted) -> None:
    position = in_play(planted)
    rules, board = position.ruleset, position.board
    for at in thrown(position):
        assert at.ways_out == len(ways_out(rules, board))
        assert at.king_in_danger is bool(captors(rules, board))
        assert at.captors(position.king) == SquareSet(captors(rules, board))
    undiced = rules.evolve(die=None)
    note("a way out beyond every throw", rules, len(ways_out(undiced, board)) > position.ways_out)
    note("a danger beyond every throw", rules, captors(undiced, board) and not position.king_in_danger)
    RUN.add("told")


def words(rules: Ruleset, ways: int) -> Announcement | None:
    """What the defenders say of so many ways out (S003 §9–10, S001 "Ansagen")."""
    if rules.announcements.way_out is Call.NONE or ways == 0:
        return None
    if not rules.announcements.raichi:
        return Announcement.WAY_OUT
    return Announcement.RAICHI if ways == 1 else Announcement.TUICHU


def warning(rules: Ruleset, danger: object) -> Announcement | None:
    """What the attackers say if they could take the king (S001 "Ansagen": "kann der Angreifer")."""
    return Announcement.THREAT if danger and rules.announcements.threat is not Call.NONE else None


@some
@given(boards, st.integers(0, 2**32))
def test_what_is_announced_is_what_some_throw_allows(planted: Planted, seed: int) -> None:
    """After its own move a side announces all that it could do by its next one, after the opponent's what is new."""
    drawn, board, turn = planted
    for play in (
        play for said in SAID for play in plays(in_play((drawn.evolve(announcements=said), board, turn)), seed)
    ):
        rules = play.before.ruleset
        before, after = before_and_after(play)
        own = new = None
        if play.after.outcome is None and play.before.turn is DEFENDERS:
            own = words(rules, len(ways_out(rules, after)))
            new = warning(rules, captors(rules, after) and not captors(rules, before))
        elif play.after.outcome is None:
            own = warning(rules, captors(rules, after))
            ways = ways_out(rules, after)
            new = words(rules, len(ways)) if ways - ways_out(rules, before) else None
        own = None if play.after.berserk_square is not None else own
        assert (play.announcement, play.opponent_announcement) == (own, new), str(play.move)
        for said in own, new:
            note(str(said), rules, True)
    RUN.add("announced")


@some
@given(boards, st.integers(0, 2**32))
def test_an_unannounced_way_out_binds_if_some_throw_allows_it(planted: Planted, seed: int) -> None:
    """S003 §9: "annars får man inte gå ut i sitt nästa drag"."""
    rules, board, turn = planted
    said = Announcements(way_out=Call.MUST, raichi=rules.announcements.raichi, binding=True)
    ruleset = free(rules).evolve(announcements=said)
    position = in_play((ruleset, board, turn))
    for play in plays(position, seed, announce=False):
        before, after = before_and_after(play)
        if play.after.outcome is not None:
            continue
        ways = ways_out(rules, after)
        silent = ways if turn is DEFENDERS else ways - ways_out(rules, before)
        assert play.after.announced is not bool(silent)
        goals = rules.escape.squares(rules.size)
        for announced in (False, True):
            waiting = Position.from_board(after, ruleset, DEFENDERS, announced=announced)
            leaves = [m for at in thrown(waiting) for m in at.legal_moves() if after.get(m.origin) == Piece.KING]
            assert any(m.target in goals for m in leaves) is (announced and bool(ways))
        note("bound", rules, silent)
    RUN.add("bound")


# ----------------------------------------------------------------------------------------------------- what it leads to

SOONER: Final = {
    Termination.KING_CAPTURED,
    Termination.KING_CAPTURED_ON_EDGE,
    Termination.KING_ESCAPED,
    Termination.KING_IMMOBILE,
    Termination.ALL_CAPTURED,
    Termination.TOO_FEW_ATTACKERS,
    Termination.TOO_FEW_DEFENDERS,
}
"""The endings that come before that by two ways out."""


@some
@given(boards, st.integers(0, 2**32))
def test_two_ways_out_win_if_throws_allow_them(planted: Planted, seed: int) -> None:
    """S003 §10: "Om kungen har två utvägar samtidigt har han en given seger"."""
    rules, board, turn = planted
    position = in_play((rules.evolve(tuichu_wins=True), board, turn))
    without = Position.from_board(board, position.ruleset.evolve(tuichu_wins=False), turn)
    for play in plays(position, seed):
        same = without if play.before.roll_pending is None else without.roll(play.before.roll_pending)
        outcome = same.play(play.move).outcome
        two = turn is DEFENDERS and len(ways_out(rules, play.after.board)) > 1
        if two and (outcome is None or outcome.termination not in SOONER):
            outcome = Outcome(DEFENDERS, Termination.TUICHU)
        assert play.after.outcome == outcome, str(play.move)
        note("two ways out", rules, two)
    RUN.add("won")


def thrown_for(position: Position, move: Move) -> Position | None:
    """The position in which the move is legal, with a throw or without one."""
    return next((at for at in thrown(position) if at.is_legal(move)), None)


def threatens(rules: Ruleset, board: Board, side: Side) -> bool:
    """Whether the side could win by its next move."""
    return bool(ways_out(rules, board) if side is DEFENDERS else captors(rules, board))


def to_and_fro(position: Position, dice: random.Random) -> list[Move] | None:
    """A move of each side, and the same moves back; None if the game ends, or men fall on the way."""
    line: list[Move] = []
    start = position.board
    for ply in range(4):
        if ply < 2:
            found = [(at, move) for at in thrown(position) for move in at.legal_moves() if not move.is_stop]
            if not found:
                return None
            at, move = dice.choice(found)
        else:
            move = Move.of(line[ply - 2].target, line[ply - 2].origin)
            back = thrown_for(position, move)
            if back is None:
                return None
            at = back
        turn, position = position.turn, at.play(move)
        if position.outcome is not None or position.turn is turn or position.plies_since_capture == 0:
            return None
        line.append(move)
    return line if position.board == start else None


@some
@given(strategies.PLANTS["rolled_threats"](), st.integers(0, 2**32))
def test_the_offensive_party_threatens_by_some_throw(planted: Planted, seed: int) -> None:
    """S003 §13: "måste den som spelar svensk göra ett annat drag, eftersom det är denne som är den offensive." """
    rules, board, turn = planted
    dice = random.Random(seed)
    for _ in range(8):
        line = to_and_fro(in_play((free(rules), board, turn)), dice)
        if line is None:
            continue
        deviate = free(rules).evolve(repetition=Repetition(count=2, consequence=Consequence.OFFENSIVE_DEVIATES))
        position = Position.from_board(board, deviate, turn)
        threats = dict.fromkeys(Side, True)
        for move in line[:3]:
            at, mover = thrown_for(position, move), position.turn
            assert at is not None
            position = at.play(move)
            threats[mover] &= threatens(rules, position.board, mover)
        mover = position.turn
        threats[mover] &= threatens(rules, board, mover)
        last = thrown_for(position, line[3])
        if threats[mover] and not threats[mover.opponent]:
            assert last is None
            reasons = {None if (why := at.illegality(line[3])) is None else why.reason for at in thrown(position)}
            assert reasons & {Illegality.REPETITION, Illegality.MUST_ROLL}
        else:
            assert last is not None
            drawn = Outcome(None, Termination.REPETITION) if threats[mover] is threats[mover.opponent] else None
            assert last.play(line[3]).outcome == drawn
        undiced = rules.evolve(die=None)
        note("the offensive party", rules, threats[mover] is not threats[mover.opponent])
        note("threats beyond every throw", rules, threatens(undiced, board, mover) and not threats[mover])
    RUN.add("offensive")


# --------------------------------------------------------------------------------------------------------- all was met


def test_each_was_met_with_a_die() -> None:
    """Agreement counts only where a throw decided."""
    if not {"told", "announced", "bound", "won", "offensive"} <= RUN:
        pytest.skip("not all of the tests above have run")
    happened = {
        *((str(said), True) for said in (*Announcement, None)),
        *((what, True) for what in ("a way out beyond every throw", "a danger beyond every throw")),
        *((what, truth) for what in ("bound", "two ways out", "the offensive party") for truth in (True, False)),
        ("threats beyond every throw", True),
    }
    assert {what for what in happened if MET[what] == 0} == set()
