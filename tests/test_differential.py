"""The kernel against the reference: the same moves, captures, reasons, announcements and outcomes.

Positions are random or planted so that the rare rules are met; the suite counts what it met and
insists on every termination, every kind of capture and every reason of illegality.
"""

from __future__ import annotations

import random
from collections import Counter

import reference
import strategies
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Move, Outcome, Position, SearchBoard, Square

MET: Counter[object] = Counter()


def as_move(step: tuple[Square, Square]) -> Move:
    return Move.of(*step)


def judged(outcome: Outcome | None) -> Outcome | None:
    if outcome is not None:
        MET[outcome.termination] += 1
    return outcome


def agree(position: Position, state: reference.State) -> list[Move]:
    """Compare all that can be asked of a position; return its legal moves."""
    assert position.board == state.board
    assert position.turn == state.turn
    assert (position.ply, position.quiet) == (state.ply, state.quiet)
    assert position.repetitions == reference.repetitions(state)
    assert judged(position.outcome) == reference.outcome(state)
    assert position.ways_out == reference.ways_out(state.ruleset, state.board)
    assert position.can_roll == reference.can_roll(state)
    assert position.announced == state.announced
    moves = position.legal_moves()
    assert len(moves) == len(set(moves))
    assert set(moves) == {as_move(step) for step in reference.legal_moves(state)}
    return moves


def agree_on_any(position: Position, state: reference.State, dice: random.Random) -> None:
    """Compare the reasons why some moves, mostly illegal ones, may not be played."""
    size = position.ruleset.size
    squares = [Square(f, r) for f in range(size) for r in range(size)]
    own = list(position.board) or squares
    for _ in range(12):
        origin = dice.choice(own if dice.random() < 0.8 else squares)
        target = dice.choice(
            [s for s in squares if dice.random() < 0.1 or s.file == origin.file or s.rank == origin.rank]
        )
        why = position.why_illegal(Move.of(origin, target))
        assert why == reference.why_illegal(state, origin, target), f"{origin}-{target}"
        MET[why] += 1


def agree_on_move(position: Position, state: reference.State, move: Move, announce: bool) -> None:
    """Compare what a move takes and by which rule, and what is announced."""
    play = position.explain(move, announce)
    expected = reference.captures(state, move.origin, move.target)
    assert dict(play.by) == expected, str(move)
    assert {s: state.board[s] for s in expected} == dict(play.captured)
    MET.update(play.by.values())
    after = reference.play(state, move.origin, move.target, announce)
    assert play.announcement == reference.announcement(after)


def stroll(position: Position, state: reference.State, dice: random.Random, plies: int, every: int) -> None:
    """Compare along a random line; look at ``every`` n-th move in each position."""
    scratch = SearchBoard(position)
    for _ in range(plies):
        moves = agree(position, state)
        assert set(scratch.legal_moves()) == set(moves)
        assert scratch.outcome == position.outcome
        agree_on_any(position, state, dice)
        if position.can_roll and (not moves or dice.random() < 0.5):
            number = dice.randint(1, position.ruleset.king_die or 1)
            position, state = position.roll(number), reference.roll(state, number)
            scratch.roll(number)
            continue
        if not moves:
            return
        announce = dice.random() < 0.7
        for move in moves[dice.randrange(every) :: every]:
            agree_on_move(position, state, move, announce)
        # Going back and forth meets repetitions; captures meet the rest.
        move = dice.choice(moves)
        back = position.last_move and strategies_back(position, moves)
        if back and dice.random() < 0.4:
            move = back
        agree_on_move(position, state, move, announce)
        position, state = position.play(move, announce), reference.play(state, move.origin, move.target, announce)
        if position.announced:
            scratch.make(move)
            assert scratch.board == position.board
        else:
            scratch = SearchBoard(position)


def strategies_back(position: Position, moves: list[Move]) -> Move | None:
    """The move that takes back this side's last one, if it is legal."""
    line = SearchBoard(position)._scratch.line(0)
    if len(line) < 2:
        return None
    back = Move.of(line[-2].target, line[-2].origin)
    return back if back in moves else None


@given(strategies.planted(), st.integers(0, 2**32))
def test_planted_positions_play_as_the_reference_says(planted: strategies.Planted, seed: int) -> None:
    rules, board, turn = planted
    dice = random.Random(seed)
    stroll(Position.from_board(board, rules, turn), reference.from_board(rules, board, turn), dice, 6, 3)
