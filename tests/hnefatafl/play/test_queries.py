"""What searches and bots ask: the king, counts, captures without reasons, and who gets where."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sweeping import SWEPT

from hnefatafl import Move, PieceSet, Position, SearchBoard, Side, Square, SquareSet, variants
from hnefatafl.errors import ArgumentValueError, IllegalMoveError
from hnefatafl.play import playouts, summarize_playouts
from hnefatafl.rules import Die, Jump, Jumps, Speed
from hnefatafl.testing import reference, strategies
from hnefatafl.testing._plants.drawing import every_square


def agree_on_moves(position: Position) -> None:
    """What moves capture is what their explanations say, by every road."""
    board = SearchBoard(position)
    moves = position.legal_moves()
    capturing: list[Move] = []
    for move in moves:
        play = position.explain(move)
        taken = {capture.square: capture.piece for capture in play.captures}
        assert list(taken) == sorted(taken)
        # A man who falls by his own move is no capture of his.
        captures = any(piece.side is not position.turn for piece in taken.values())
        capturing += [move] if captures else []
        assert position.captures(move) == board.captures(move) == taken
        assert position.is_capture(move) is board.is_capture(move) is captures
        assert play.after.captured == taken
        if taken:
            assert pickle.loads(pickle.dumps(play.after)).captured == taken
        board.make(move)
        assert board.captured == taken
        agree_on_the_board(play.after, board)
        board.unmake()
    assert set(position.legal_captures()) == set(board.legal_captures()) == set(capturing)
    assert board.captured == position.captured


def agree_on_the_board(position: Position, board: SearchBoard) -> None:
    """The king and the counts are those of the board."""
    whole = position.board
    assert position.king == board.king == whole.king
    assert position.ways_out == board.ways_out
    for pieces in (PieceSet.ALL, PieceSet.ATTACKERS, PieceSet.DEFENDING_MEN, PieceSet.DEFENDERS, PieceSet.KNIGHTS):
        assert position.count(pieces) == board.count(pieces) == whole.count(pieces)


def line(position: Position, dice: random.Random, plies: int) -> Position:
    """A position of a random line, with rolls and silences."""
    for _ in range(plies):
        if position.can_roll and (not position.legal_moves() or dice.random() < 0.5):
            position = position.roll(dice.randint(1, position.ruleset.faces))
        moves = position.legal_captures() if dice.random() < 0.3 else []
        moves = moves or position.legal_moves()
        if not moves:
            break
        position = position.play(dice.choice(moves), announce=dice.random() < 0.6)
    return position


@given(strategies.planted(), st.integers(0, 2**32), st.integers(0, 8))
def test_captures(planted: strategies.Planted, seed: int, plies: int) -> None:
    rules, board, turn = planted
    position = line(Position.from_board(board, rules, turn), random.Random(seed), plies)
    agree_on_moves(position)
    again = pickle.loads(pickle.dumps(position))
    assert again.king == position.king
    assert again.captured == position.captured


@given(strategies.planted())
def test_who_gets_where(planted: strategies.Planted) -> None:
    """Against the reference, for either side: where pieces go on the board, and whom they take there."""
    rules, board, turn = planted
    position = Position.from_board(board, rules, turn)
    by_side = {side: set(reference.board_moves(rules, board, side)) for side in Side}
    moves = by_side[Side.ATTACKERS] | by_side[Side.DEFENDERS]
    takers: dict[Square, set[Square]] = {}
    for origin, target in moves:
        for victim in reference.captures_on(rules, board, origin, target):
            takers.setdefault(victim, set()).add(origin)
    scratch = SearchBoard(position)
    for square in every_square(rules.size):
        reach = SquareSet(target for origin, target in moves if origin == square)
        assert position.reach(square) == scratch.reach(square.name) == reach
        assert position.reached_by(square) == SquareSet(origin for origin, target in moves if target == square)
        for side in Side:
            some = SquareSet(origin for origin, target in by_side[side] if target == square)
            assert position.reached_by(square.name, side) == some
        assert position.captors(square) == SquareSet(takers.get(square, set()))


def test_a_king_who_steps_once_may_jump_with_a_die() -> None:
    """A roll counts squares, and a jump is two of them; the king's speed limits his steps only (our reading)."""
    rules = variants.BRANDUBH.evolve(
        name="jumping", jumps=Jumps(king=Jump.OVER_ENEMIES), speed=Speed(king=1), die=Die(), first=Side.DEFENDERS
    )
    position = Position.parse("/7/7/7/2tKt2/7/7/t6/", rules, Side.DEFENDERS)
    jumps = SquareSet.of("b4", "f4")
    assert SquareSet(move.target for move in position.roll(2).legal_moves()) >= jumps
    assert position.reach("d4") >= jumps
    assert SearchBoard(position).reach("d4") >= jumps
    assert position.reached_by("b4", Side.DEFENDERS) == SquareSet.of("d4")


@pytest.mark.parametrize("name", SWEPT)
def test_captures_in_the_rulesets(name: str) -> None:
    rules = variants.get(name)
    dice = random.Random(name)
    start = Position.initial(rules, rules.first or Side.ATTACKERS)
    for _ in range(3):
        agree_on_moves(line(start, dice, dice.randint(5, 60)))


def test_what_is_asked_of_illegal_moves() -> None:
    start = Position.initial(variants.BRANDUBH)
    for asked in (start.captures, start.is_capture, SearchBoard(start).captures, SearchBoard(start).is_capture):
        with pytest.raises(IllegalMoveError):
            asked("d1-d4")
    with pytest.raises(ArgumentValueError, match="a square of a board of size 7 was expected, not h8"):
        start.captors("h8")
    assert start.captors("a1") == start.reach("a1") == SquareSet()


def test_a_summary_is_about_all_games() -> None:
    start = Position.initial(variants.BRANDUBH)
    games = [*playouts(start, range(12), 60)]
    summary = summarize_playouts(start, range(12), limit=60)
    plies = [game.plies for game in games]
    winners = [None if game.outcome is None else game.outcome.winner for game in games]
    assert (summary.games, summary.least_plies, summary.most_plies) == (12, min(plies), max(plies))
    assert summary.mean_plies == sum(plies) / 12
    assert {side: summary.wins(side) for side in Side} == {side: winners.count(side) for side in Side}
    assert summary.unfinished == sum(game.outcome is None for game in games) > 0
    assert summary.draws == winners.count(None) - summary.unfinished
