"""The mutable board, counting, and random play: they agree with positions, and random moves are evenly random."""

from __future__ import annotations

import math
import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from types import FrameType
from typing import Final

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import BARE, SHUFFLE, play
from sweeping import SWEPT

import hnefatafl
from hnefatafl import (
    Announcements,
    Board,
    Call,
    Consequence,
    Illegality,
    Move,
    Outcome,
    Passing,
    Piece,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    SearchBoard,
    Shieldwall,
    Side,
    Speed,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    Zone,
    divide,
    perft,
    playout,
    variants,
)
from hnefatafl.errors import ArgumentValueError, IllegalMoveError, IllegalRollError, NothingToUnmakeError
from hnefatafl.rules import Die, Roll
from hnefatafl.testing import strategies

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
WAITING: Final = """
    . . . t . . .
    . . . . . . .
    . . . . . . .
    . . t K . . .
    . . . . . . .
    . . T . . . .
    . . . . . . .
"""


@pytest.mark.parametrize("depth", [-1, 101, 100_000, 2**59, 2**64, -(2**70)])
def test_depths_are_bounded(depth: int) -> None:
    """So that counting never overflows the stack."""
    start = Position.initial(variants.BRANDUBH)
    message = f"^depth: a number from 0 to 100 was expected, not {depth}$"
    for count in (perft, divide, partial(perft, bulk=False), partial(perft, progress=print)):
        with pytest.raises(ArgumentValueError, match=message):
            count(start, depth)


def test_the_deepest_count() -> None:
    """Each side has one piece and one move at a time, there and back."""
    open_squares = {"a1", "a2", "d3", "d4"}
    names = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
    closed = Region.of(*(name for name in names if name not in {*open_squares, "e5"}))
    rules = Ruleset(
        name="cells",
        escape=Region.of("e5"),
        size=5,
        start=Board.parse("/t4/5/5/3K1/5/"),
        throne=None,
        corners=None,
        zones=[Zone(name="walls", squares=closed, stop=PieceSet.NONE)],
    )
    position = Position.initial(rules)
    assert perft(position, 100) == perft(position, 100, bulk=False) == sum(divide(position, 100).values()) == 1


# ---------------------------------------------------------------------------------------------------- the mutable board


def facts(board: SearchBoard) -> tuple[object, ...]:
    """All that can be asked of a board but the moves that led there."""
    return (
        board.board,
        board.turn,
        board.ply,
        board.plies_since_capture,
        board.repetitions,
        board.key,
        board.outcome,
        board.can_roll,
        board.legal_moves(),
    )


def agree(board: SearchBoard, position: Position) -> None:
    """The board answers as the position, and as a board made of it does."""
    assert facts(board) == facts(SearchBoard(position))
    if position.outcome is None:
        # However it came about, the key is that of the position as it is.
        assert board.key == SearchBoard(Position.from_setup(position.setup, position.ruleset)).key
    assert board.position.berserk_square == position.berserk_square
    assert board.board == position.board
    assert board.turn == position.turn
    assert (board.ply, board.plies_since_capture, board.repetitions) == (
        position.ply,
        position.plies_since_capture,
        position.repetitions,
    )
    assert board.outcome == position.outcome
    assert board.can_roll == position.can_roll
    assert set(board.legal_moves()) == set(position.legal_moves())


def choose(board: SearchBoard, dice: random.Random) -> Move:
    """A move, often the one that takes the side's last one back."""
    moves = board.legal_moves()
    if len(board.moves) >= 2 and dice.random() < 0.5:
        last = board.moves[-2]
        if Move.of(last.target, last.origin) in moves:
            return Move.of(last.target, last.origin)
    return dice.choice(moves)


@given(strategies.planted(), st.integers(0, 2**32))
def test_making_and_taking_back(planted: strategies.Planted, seed: int) -> None:
    """ "It plays by the same rules as the position it is made from", and a move taken back leaves no trace."""
    rules, start, turn = planted
    dice = random.Random(seed)
    position = Position.from_board(start, rules, turn)
    board = SearchBoard(position)
    past: list[tuple[object, ...]] = []
    for _ in range(14):
        if dice.random() < 0.3 and past:
            before = facts(board)
            move = board.unmake()
            assert facts(board) == past[-1]
            board.make(move)
            assert facts(board) == before
        agree(board, position)
        if board.can_roll and (not board.legal_moves() or dice.random() < 0.5):
            before = facts(board)
            number = dice.randint(1, rules.faces)
            board.roll(number)
            board.roll(0)
            assert facts(board) == before
            board.roll(number)
            position = position.roll(number)
            agree(board, position)
        if not board.legal_moves():
            break
        move = choose(board, dice)
        past.append(facts(board))
        board.make(move)
        position = position.play(move)
    assert len(board.moves) == len(past)
    while past:
        move = board.moves[-1]
        assert board.unmake() is move
        assert facts(board) == past.pop()


@given(strategies.planted(), st.integers(0, 2**32))
def test_boards_grow_from_any_position(planted: strategies.Planted, seed: int) -> None:
    """A board made amid a game knows what came before, and takes back no more than its own moves."""
    rules, start, turn = planted
    dice = random.Random(seed)
    position = Position.from_board(start, rules, turn)
    for _ in range(8):
        if not position.legal_moves():
            break
        position = position.play(dice.choice(position.legal_moves()), announce=dice.random() < 0.5)
    board = SearchBoard(position)
    agree(board, position)
    assert board.moves == ()
    assert board.position == position
    with pytest.raises(NothingToUnmakeError, match="no move has been made on this board"):
        board.unmake()


@given(strategies.planted(), st.integers(0, 2**32))
def test_moves_to_some_squares(planted: strategies.Planted, seed: int) -> None:
    """ "The legal moves that end on one of the squares", whatever the rules, ordered by target."""
    rules, start, turn = planted
    dice = random.Random(seed)
    board = SearchBoard(Position.from_board(start, rules, turn))
    every = [Square(file, rank) for rank in range(rules.size) for file in range(rules.size)]
    for _ in range(10):
        if board.can_roll and dice.random() < 0.5:
            board.roll(dice.randint(1, rules.faces))
        moves = board.legal_moves()
        for size in (0, 1, 3, len(every)):
            squares = SquareSet(dice.sample(every, size))
            found = board.legal_moves_to(squares)
            assert sorted(found) == sorted(move for move in moves if move.target in squares)
            assert board.position.legal_moves_to(squares) == found
            assert board.legal_moves_to(squares.names) == found
        if not moves:
            break
        board.make(choose(board, dice))


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "tablut", "saami-tablut"])
def test_both_sides_are_counted(name: str) -> None:
    """ "How many moves the board allows a side, whichever is to move"."""
    dice = random.Random(7)
    board = SearchBoard(Position.initial(variants.get(name)))
    for _ in range(60):
        moves = board.legal_moves()
        if not moves:
            break
        assert board.mobility(board.turn) == len(moves)
        mover = board.turn
        before = facts(board)
        with board.without_moving():
            assert board.turn is not mover
            others = board.legal_moves()
            assert board.mobility(board.turn) == len(others)
            if others:
                board.make(dice.choice(others))
        assert facts(board) == before
        board.make(dice.choice(moves))


def test_not_moving_is_refused_where_something_binds() -> None:
    rules = variants.BRANDUBH.evolve(die=Die())
    board = SearchBoard(Position.parse("/7/7/2t4/3K3/7/7/7/", rules, DEFENDERS))
    board.roll(2)
    with pytest.raises(ArgumentValueError, match="without_moving: a game that goes on"):
        board.without_moving()
    over = SearchBoard(Position.parse("/7/6t/7/K6/7/7/3t3/", BARE, DEFENDERS))
    over.make("a4-a1")
    with pytest.raises(ArgumentValueError, match="without_moving: a game that goes on"):
        over.without_moving()


def test_a_pending_roll_is_in_the_key() -> None:
    """ "All that the legal moves depend on is in it", and every roll leaves other moves."""
    rules = variants.BRANDUBH.evolve(die=Die())
    board = SearchBoard(Position.parse("/7/7/2t4/3K3/7/7/7/", rules, DEFENDERS))
    keys = [board.key]
    for number in range(1, 7):
        board.roll(number)
        keys.append(board.key)
        board.roll(0)
    assert len(set(keys)) == 7
    assert board.key == keys[0]


def test_positions_that_recur_in_a_search() -> None:
    """ "Whether the position has stood on the board since that ply, the present one apart"."""
    start = play(Position.initial(variants.BRANDUBH), *SHUFFLE)
    board = SearchBoard(start)
    assert board.recurs_since(0)
    assert not board.recurs_since(board.ply)
    root = board.ply
    for move in SHUFFLE[:3]:
        board.make(move)
        assert not board.recurs_since(root)
        assert board.recurs_since(0)
    board.make(SHUFFLE[3])
    assert board.recurs_since(root)
    assert not board.recurs_since(root + 1)
    board.unmake()
    board.make("d3-b3" if board.turn is DEFENDERS else "c1-b1")
    assert not board.recurs_since(0)


@given(strategies.planted(), st.integers(0, 2**32))
def test_repetition_within_the_tree(planted: strategies.Planted, seed: int) -> None:
    """SearchBoard.recurs_since, by the count of occurrences: a later board does not know the earlier positions."""
    rules, start, turn = planted
    dice = random.Random(seed)
    counting = rules.evolve(
        quiet_limit=None,
        move_limit=None,
        repetition=attrs.evolve(rules.repetition, consequence=Consequence.IGNORED, counts_start=True),
    )
    line = [Position.from_board(start, counting, turn)]
    early = SearchBoard(line[0])
    began = dice.randrange(6)
    late: SearchBoard | None = None
    for _ in range(12):
        if len(line) == began + 1:
            late = SearchBoard(line[-1])
        if not early.legal_moves():
            break
        move = choose(early, dice)
        line.append(line[-1].play(move))
        for board in (early, late):
            if board is not None:
                board.make(move)
                for since in (-(2**70), *range(-1, len(line) + 2), 2**70):
                    assert board.recurs_since(since) == stood_since(line, since)
    assert not early.recurs_since(early.ply)


def stood_since(line: list[Position], since: int) -> bool:
    """Whether the last position stood on the board at that ply or later, by the number of occurrences before it."""
    last = line[-1]
    before = [position for position in line[:-1] if position.ply >= max(since, last.ply - last.plies_since_capture)]
    return any(is_same(position, last) for position in before)


def is_same(one: Position, other: Position) -> bool:
    """Whether the ruleset's repetition takes two positions, between which nothing was captured, for the same."""
    if one.berserk_square != other.berserk_square:
        return False
    repetition = one.ruleset.repetition
    if repetition.turn and one.turn is not other.turn:
        return False
    turned = [one.board.transform(symmetry) for symmetry in Symmetry] if repetition.symmetric else [one.board]
    return other.board in turned


def test_a_turn_is_not_skipped_if_the_board_with_the_other_side_to_move_is_an_end() -> None:
    """Two ways out win as soon as the attackers are to move."""
    rules = variants.TABLUT.evolve(name="tuichu", tuichu_wins=True)
    board = SearchBoard(Position.parse("/9/9/9/9/4K4/9/9/9/4t4/ d", rules))
    assert board.outcome is None
    with pytest.raises(ArgumentValueError, match="a game that goes on"):
        board.without_moving()


@given(strategies.planted(), st.integers(0, 2**32))
def test_skipping_turns(planted: strategies.Planted, seed: int) -> None:
    """SearchBoard.without_moving: a skipped turn is a board set up with the other side to move, until it is left."""
    rules, start, turn = planted
    dice = random.Random(seed)
    board = SearchBoard(Position.from_board(start, rules, turn))
    for _ in range(4):
        if not board.legal_moves():
            break
        board.make(choose(board, dice))
    before, moves, side = facts(board), board.moves, board.turn
    try:
        skipped = board.without_moving()
    except ArgumentValueError:
        return
    with skipped:
        assert board.turn is not side
        assert (board.moves, board.captured, board.plies_since_capture) == (moves, {}, 0)
        for _ in range(8):
            agree(board, board.position)
            assert facts(board.copy()) == facts(board) == facts(pickle.loads(pickle.dumps(board)))
            if board.can_roll and dice.random() < 0.5:
                board.roll(dice.randint(1, rules.faces))
            if not board.legal_moves():
                break
            board.make(choose(board, dice))
            if dice.random() < 0.3:
                board.unmake()
    assert facts(board) == before
    assert board.moves == moves


def test_a_skipped_turn_is_not_unmade() -> None:
    board = SearchBoard(Position.initial(variants.BRANDUBH))
    board.make("d1-c1")
    before = facts(board)
    with board.without_moving():
        board.make("c1-d1")
        board.unmake()
        with pytest.raises(NothingToUnmakeError, match="no move has been made since the turn was skipped"):
            board.unmake()
        with board.without_moving():
            board.make("d3-c3")
    assert facts(board) == before
    assert str(board.unmake()) == "d1-c1"


@pytest.mark.parametrize("counts_start", [True, False])
def test_a_skipped_turn_counts_as_a_start(counts_start: bool) -> None:
    """A skipped turn is as if the board was set up: whether it is an occurrence, ``counts_start`` says."""
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=4, counts_start=counts_start))
    board = SearchBoard(Position.initial(rules))
    board.make("d1-c1")
    with board.without_moving():
        for move in ("c1-d1", "d3-c3", "d1-c1", "c3-d3"):
            board.make(move)
        assert board.repetitions == board.position.repetitions == 1 + counts_start


def test_a_skipped_turn_ends_what_may_be_repeated() -> None:
    """ "Repetitions and plies since the last capture count from it on, as from a capture." """
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2))
    board = SearchBoard(Position.initial(rules))
    board.make("d1-c1")
    with board.without_moving():
        assert board.plies_since_capture == 0
        board.make("c1-d1")
        with board.without_moving():
            assert (board.outcome, board.repetitions, board.recurs_since(0)) == (None, 1, False)
            board.make("d1-c1")  # as it was before the turns were skipped
            assert (board.outcome, board.repetitions, board.recurs_since(0)) == (None, 1, False)
            board.unmake()
            for move in SHUFFLE:
                assert board.outcome is None
                board.make(move)
            assert board.outcome == Outcome(None, Termination.REPETITION)


def test_whether_a_turn_may_be_skipped_is_asked_again() -> None:
    """ "Entering the context raises it too." """
    board = SearchBoard(Position.parse("/7/6t/7/K6/7/7/3t3/", BARE, DEFENDERS))
    skipped = board.without_moving()
    board.make("a4-a1")
    with pytest.raises(ArgumentValueError, match="without_moving: a game that goes on"), skipped:
        pass


@given(strategies.planted(), st.integers(0, 2**32))
def test_mobility_is_the_number_of_moves(planted: strategies.Planted, seed: int) -> None:
    """SearchBoard.mobility: all moves of a side, jumps too, where nothing but the board counts."""
    rules, start, turn = planted
    free = rules.evolve(quiet_limit=None, die=None, repetition=Repetition(consequence=Consequence.IGNORED))
    free = free.evolve(move_limit=None, forced_capture=False, may_pass=Passing.NOBODY)
    for side in (ATTACKERS, DEFENDERS):
        position = Position.from_board(start, free, side)
        if position.outcome is None:
            for board in (SearchBoard(position), SearchBoard(Position.from_board(start, free, turn))):
                assert board.mobility(side) == len(position.legal_moves())


def test_a_board_tells_its_moves() -> None:
    start = play(Position.initial(variants.BRANDUBH), *SHUFFLE)
    board = SearchBoard(start)
    for move in SHUFFLE[:2]:
        board.make(Move.parse(move))
    assert board.moves == tuple(Move.parse(move) for move in SHUFFLE[:2])
    assert board.position == play(start, *SHUFFLE[:2])
    assert (board.ply, board.repetitions, board.turn) == (6, 2, ATTACKERS)


def test_a_board_refuses_as_a_position_does() -> None:
    board = SearchBoard(Position.initial(variants.BRANDUBH))
    before = facts(board)
    for text, reason in (
        ("d1-d4", Illegality.BLOCKED),
        ("d3-c3", Illegality.NOT_YOUR_PIECE),
        ("a1-a2", Illegality.EMPTY_ORIGIN),
        ("h1-h2", Illegality.OFF_BOARD),
        ("d1-k1", Illegality.OFF_BOARD),
        ("d1-d1", Illegality.NOT_STRAIGHT),
    ):
        with pytest.raises(IllegalMoveError) as caught:
            board.make(Move.parse(text))
        assert caught.value.reason is reason
        assert caught.value.position == board.position
        assert facts(board) == before


def test_a_board_knows_the_end() -> None:
    """Once the game is over there are no moves, and nothing is made."""
    board = SearchBoard(Position.parse("/7/6t/7/K6/7/7/3t3/", BARE, DEFENDERS))
    board.make(Move.parse("a4-a1"))
    assert board.outcome == Outcome(DEFENDERS, Termination.KING_ESCAPED)
    assert board.legal_moves() == []
    with pytest.raises(IllegalMoveError) as caught:
        board.make(Move.parse("d7-d6"))
    assert caught.value.reason is Illegality.GAME_OVER
    board.unmake()
    assert board.outcome is None
    assert len(board.legal_moves()) == 12


def test_a_forbidden_repetition_on_the_board() -> None:
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN))
    board = SearchBoard(Position.initial(rules))
    for move in SHUFFLE[:3]:
        board.make(Move.parse(move))
    assert Move.parse(SHUFFLE[3]) not in board.legal_moves()
    with pytest.raises(IllegalMoveError) as caught:
        board.make(Move.parse(SHUFFLE[3]))
    assert caught.value.reason is Illegality.REPETITION
    assert board.position == play(Position.initial(rules), *SHUFFLE[:3])


def test_a_ring_after_a_way_out_was_taken_back() -> None:
    """Copenhagen, surrounding: a way out that only moves taken back had opened does not keep a ring from closing."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . t . t . .
        . . t K t . .
        . . . . . . .
        . . . . . . .
        . . . t . . .
    """
    board = SearchBoard(Position.parse(picture, BARE.evolve(encirclement=True), ATTACKERS))
    for move in ("c5-b5", "d4-d5", "d1-d3"):
        board.make(move)
        assert board.outcome is None
    for _ in range(3):
        board.unmake()
    board.make("d1-d3")
    assert board.outcome == Outcome(ATTACKERS, Termination.ENCIRCLEMENT)


def test_a_repetition_of_what_was_played_before() -> None:
    """A board that is made amid a game knows what may not come again."""
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN))
    position = play(Position.initial(rules), *SHUFFLE[:3])
    assert Move.parse(SHUFFLE[3]) not in SearchBoard(position).legal_moves()
    assert Move.parse("c5-b5") in SearchBoard(position).legal_moves()


def test_the_king_is_where_he_was() -> None:
    """SearchBoard.unmake: the king who has gone back is captured where he stands, like any other."""
    picture = """
        . . . . . . .
        . . . t . . .
        . . . . . . .
        . . t K t . .
        . . . t . . .
        . . . . . . .
        T . . . . . .
    """
    board = SearchBoard(Position.parse(picture, BARE, DEFENDERS))
    board.make("d4-d5")
    board.unmake()
    board.make("a1-a2")
    board.make("d6-d5")
    assert board.outcome == Outcome(ATTACKERS, Termination.KING_CAPTURED)


CAPTURES: Final = {
    "between two": ("""
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . t . .
        . . . . . . .
        . . t T . . .
        . . . . . . .
    """, "e4-e2"),
    "of a mercenary": ("""
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . t . .
        . . . . . . .
        . . t M . . .
        . . . . . . .
    """, "e4-e2"),
    "of a row": ("""
        . . . . . . .
        . . . . . K .
        . . . . . . .
        . . . . t . .
        . . . . . . .
        . . t t . . .
        . t M T . . .
    """, "e4-e1"),
}  # fmt: skip


@pytest.mark.parametrize("name", CAPTURES)
def test_captures_are_taken_back(name: str) -> None:
    """The key after a capture is that of its board, and all is as before when the move is taken back."""
    picture, move = CAPTURES[name]
    rules = BARE.evolve(shieldwall=Shieldwall())
    board = SearchBoard(Position.parse(picture, rules, ATTACKERS))
    before = facts(board)
    board.make(move)
    assert board.board != before[0]
    assert board.key == SearchBoard(Position.from_board(board.board, rules, DEFENDERS)).key
    board.unmake()
    assert facts(board) == before


def test_ways_out_count_as_announced() -> None:
    """ "Ways out count as announced" on the board, but not what was left unannounced before."""
    rules = BARE.evolve(announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True), escape=Region.EDGE)
    silent = Position.parse(WAITING, rules, DEFENDERS).play(Move.parse("c2-c1"), announce=False)
    board = SearchBoard(silent)
    board.make(Move.parse("d7-e7"))
    assert Move.parse("d4-g4") not in board.legal_moves()
    board.make(Move.parse("c1-c2"))
    board.make(Move.parse("e7-d7"))
    assert Move.parse("d4-g4") in board.legal_moves()
    for _ in range(2):
        board.unmake()
    assert Move.parse("d4-g4") not in board.legal_moves()


def test_rolls_on_the_board() -> None:
    board = SearchBoard(Position.parse(WAITING, BARE.evolve(die=Die(faces=3)), DEFENDERS))
    assert board.can_roll
    for number in (-1, 4):
        with pytest.raises(IllegalRollError, match=f"the die cannot show {number} here"):
            board.roll(number)
    board.roll(2)
    assert not board.can_roll
    with pytest.raises(IllegalRollError, match="the die cannot show 1 here"):
        board.roll(1)
    assert {move.origin.name for move in board.legal_moves()} == {"d4"}
    assert board.position.roll_pending == 2
    board.roll(0)
    assert {move.origin.name for move in board.legal_moves()} == {"c2"}
    assert board.position.roll_pending is None


@given(strategies.planted(), st.integers(0, 2**32))
def test_equal_keys_allow_the_same_moves(planted: strategies.Planted, seed: int) -> None:
    """SearchBoard.key has all that binds the next move, but for what earlier moves have to do with it."""
    rules, start, turn = planted
    dice = random.Random(seed)
    free = rules.evolve(quiet_limit=None, move_limit=None, repetition=Repetition(consequence=Consequence.IGNORED))
    board = SearchBoard(Position.from_board(start, free, turn))
    moves_by_key: dict[int, list[Move]] = {}
    for _ in range(20):
        if board.can_roll and dice.random() < 0.5:
            if board.outcome is None:
                assert moves_by_key.setdefault(board.key, board.legal_moves()) == board.legal_moves()
            board.roll(dice.randint(1, rules.faces))
        if not board.legal_moves():
            break
        assert moves_by_key.setdefault(board.key, board.legal_moves()) == board.legal_moves()
        board.make(choose(board, dice))


def test_the_position_after_a_rolled_move() -> None:
    """SearchBoard.position: "The current position, as a value." """
    position = Position.parse(WAITING, BARE.evolve(die=Die(faces=3)), DEFENDERS)
    board = SearchBoard(position)
    board.roll(2)
    board.make(Move.parse("d4-d3"))
    assert board.position == position.roll(2).play(Move.parse("d4-d3"))


def test_advancing_is_making_and_asking_for_the_outcome() -> None:
    """SearchBoard.advance: ":meth:`make` and :attr:`outcome` in one call"."""
    for seed in range(20):
        moves = playout(Position.initial(variants.BRANDUBH), seed=seed, limit=300).moves
        one, other = (SearchBoard(Position.initial(variants.BRANDUBH)) for _ in range(2))
        for move in moves:
            other.make(move)
            assert one.advance(str(move)) == other.outcome
        assert one.moves == other.moves
        with pytest.raises(IllegalMoveError):
            one.advance("a1-a1")
        assert one.moves == other.moves


def test_a_roll_of_the_origin_is_taken_back() -> None:
    """SearchBoard.roll: "0 takes a roll back"; what is then rolled counts."""
    position = Position.parse(WAITING, BARE.evolve(die=Die(faces=3)), DEFENDERS)
    board = SearchBoard(position.roll(2))
    board.roll(0)
    assert board.position == position
    board.roll(3)
    assert board.position == position.roll(3)


# ------------------------------------------------------------------------------------------------------------- counting


@given(strategies.planted())
def test_counting_in_bulk_is_making(planted: strategies.Planted) -> None:
    """ "whether the last moves are counted without being made, which gives the same number sooner" """
    rules, board, turn = planted
    position = Position.from_board(board, rules, turn)
    for depth in (0, 1, 2):
        count = perft(position, depth)
        assert count == perft(position, depth, bulk=False)
        if depth:
            found = divide(position, depth)
            assert sum(found.values()) == count
            assert set(position.legal_moves()) <= set(found)
            assert len(found) == perft(position, 1)


def lines_from(position: Position, depth: int) -> int:
    """The lines of so many moves, counted by playing them all; a roll of any number may come before a king's move."""
    if depth == 0:
        return 1
    found: dict[Move, Position] = {}
    faces = position.ruleset.faces
    for start in [position, *(position.roll(n) for n in range(1, faces + 1) if position.can_roll)]:
        for move in start.legal_moves():
            found.setdefault(move, start.play(move))
    return sum(lines_from(after, depth - 1) for after in found.values())


@given(strategies.planted())
def test_counting_is_playing(planted: strategies.Planted) -> None:
    """ "How many sequences of ``depth`` legal moves there are. A finished game has no continuation; repetition and
    quiet moves do not finish it here. Where a die limits the king, a move counts if some roll allows it." """
    rules, board, turn = planted
    free = rules.evolve(quiet_limit=None, move_limit=None, repetition=Repetition(consequence=Consequence.IGNORED))
    position = Position.from_board(board, free, turn)
    assert perft(position, 1) == lines_from(position, 1)
    if perft(position, 1) <= 12:
        assert perft(position, 2) == lines_from(position, 2)


def test_counting_at_the_ends() -> None:
    start = Position.initial(variants.BRANDUBH)
    assert [perft(start, depth) for depth in (0, 1, 2)] == [1, 40, 960]
    for count in (perft, divide):
        with pytest.raises(ArgumentValueError, match="depth: a number from 0 to 100 was expected, not -1"):
            count(start, -1)
    with pytest.raises(ArgumentValueError, match="limit: a number from 0 on was expected, not -1"):
        playout(start, limit=-1)
    assert divide(start, 0) == {}
    over = play(Position.parse("/7/6t/7/K6/7/7/3t3/", BARE, DEFENDERS), "a4-a1")
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    assert divide(over, 1) == {}


def test_counting_jumps() -> None:
    """Moves that another move makes possible or impossible are counted, jumps among them."""
    picture = """
        . . . t . . .
        . . n T . c .
        . . . t T . .
        t T n K . T t
        . . C . N . .
        . t . T c . .
        . . . t . . .
    """
    for turn in Side:
        position = Position.parse(picture, BARE, turn)
        nexts = [position.play(move) for move in position.legal_moves()]
        assert perft(position, 2) == sum(len(each.legal_moves()) for each in nexts)
        assert perft(position, 3) == sum(perft(each, 2) for each in nexts)


def test_repetition_and_quiet_moves_do_not_end_the_counting() -> None:
    strict = variants.BRANDUBH.evolve(quiet_limit=1, repetition=Repetition(count=2))
    drawn = play(Position.initial(strict), "d1-c1")
    assert drawn.outcome == Outcome(None, Termination.QUIET_LIMIT)
    free = play(Position.initial(variants.BRANDUBH), "d1-c1")
    assert perft(drawn, 2) == perft(free, 2) > 0
    forbidding = variants.BRANDUBH.evolve(repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN))
    position = play(Position.initial(forbidding), *SHUFFLE[:3])
    assert perft(position, 1) == len(position.legal_moves()) + 1


def test_counting_with_a_die() -> None:
    """Where a die limits the king, a move counts if some roll allows it; a pending roll binds."""
    position = Position.parse(WAITING, BARE.evolve(die=Die(faces=2)), DEFENDERS)
    soldiers = len(position.legal_moves())
    assert soldiers == 8
    assert perft(position, 1) == soldiers + 6
    assert perft(position.roll(1), 1) == 3
    assert {str(move) for move in divide(position, 2)} >= {"d4-d5", "d4-d6", "d4-e4", "d4-f4"}
    before = Position.parse(WAITING, BARE.evolve(die=Die(faces=2)), ATTACKERS)
    assert perft(before, 2) == perft(before, 2, bulk=False) == lines_from(before, 2)


@pytest.mark.parametrize("allows", Roll)
def test_counting_lost_turns(allows: Roll) -> None:
    """A side of which nobody moves without a roll passes where the roll allows nobody a move: one more line."""
    for faces in (1, 2, 6):
        rules = BARE.evolve(die=Die(faces=faces, pieces=PieceSet.ALL, allows=allows))
        for turn in Side:
            position = Position.parse(WAITING, rules, turn)
            assert perft(position, 1) == lines_from(position, 1)
            assert perft(position, 2) == perft(position, 2, bulk=False) == lines_from(position, 2)
            lost = any(Move.PASS in position.roll(face).legal_moves() for face in range(1, faces + 1))
            assert (Move.PASS in divide(position, 1)) is lost
            assert lost or faces < 6 or allows is Roll.AT_MOST


# ---------------------------------------------------------------------------------------------------------- random play


@pytest.mark.parametrize("name", SWEPT)
def test_random_games(name: str) -> None:
    """ "the same number gives the same game", every move of it legal, and the position is what it led to."""
    start = Position.initial(variants.get(name))
    for seed in range(3):
        game, again = playout(start, seed), playout(start, seed)
        assert (game.moves, game.outcome, game.plies) == (again.moves, again.outcome, again.plies)
        position = start
        for move in game.moves:
            assert position.outcome is None
            if position.can_roll and move.origin == position.board.king:
                position = position.roll(position.ruleset.faces)
            position = position.play(move)
        assert game.position == position
        assert (game.plies, game.outcome) == (position.ply, position.outcome)
        assert game.outcome is not None
        assert repr(game) == f"<Playout of {game.plies} plies: {game.outcome}>"


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "magpie", "tablut", "tawlbwrdd"])
def test_steady_rulesets_play_as_those_that_ask_more(name: str) -> None:
    """Tables.steady: a ruleset with a function is none; here it ends nothing."""
    rules = variants.get(name)
    asking = rules.evolve(extra_endings=[lambda board, turn, position: None])
    for seed in range(3):
        game, other = (playout(Position.initial(each), seed, 60) for each in (rules, asking))
        assert (game.moves, game.outcome) == (other.moves, other.outcome)
        one, two = (SearchBoard(Position.initial(each)) for each in (rules, asking))
        states: list[object] = []
        for move in game.moves:
            states.append((one.board, one.turn, one.ply, one.plies_since_capture))
            assert one.advance(move) == two.advance(move)
            assert (one.board, one.turn, one.plies_since_capture) == (two.board, two.turn, two.plies_since_capture)
        for state in reversed(states):
            assert one.unmake() == two.unmake()
            assert (one.board, one.turn, one.ply, one.plies_since_capture) == state


@given(strategies.planted(), st.integers(0, 2**32), st.integers(0, 40))
def test_random_lines(planted: strategies.Planted, seed: int, limit: int) -> None:
    """ "limit: after how many plies the game is cut off"; rolls and silences before are kept in mind."""
    rules, board, turn = planted
    dice = random.Random(seed)
    start = Position.from_board(board, rules, turn)
    for _ in range(3):
        if start.can_roll and dice.random() < 0.5:
            start = start.roll(dice.randint(1, rules.faces))
        if not start.legal_moves():
            break
        start = start.play(dice.choice(start.legal_moves()), announce=dice.random() < 0.5)
    game = playout(start, seed, limit)
    found = game.position
    assert found.ply == start.ply + game.plies
    assert game.plies <= limit
    assert len(game.moves) == game.plies
    if game.plies < limit:
        assert game.outcome is not None
        assert game.outcome == found.outcome
    if game.plies and start.outcome is not None:
        raise AssertionError("a finished game was played on")


def test_the_limit() -> None:
    start = Position.initial(variants.BRANDUBH)
    full = playout(start, 7)
    for limit in (0, 1, 5, 20):
        game = playout(start, 7, limit)
        assert game.moves == full.moves[:limit]
        assert game.outcome is None
        assert repr(game) == f"<Playout of {limit} plies: unfinished>"
    assert playout(start, 7, full.plies).outcome == full.outcome
    over = play(Position.parse("/7/6t/7/K6/7/7/3t3/", BARE, DEFENDERS), "a4-a1")
    assert (playout(over).plies, playout(over).outcome) == (0, over.outcome)


BOXED_IN: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . . . .
    T . . . . . .
    . . . . . . .
    t T . . . . .
"""


def test_who_is_blocked_at_the_limit_has_lost() -> None:
    """Playout.outcome: "How the game ended, or None if it was cut off at the limit". This one ended."""
    start = Position.parse(BOXED_IN, BARE, DEFENDERS)
    games = [playout(start, seed, 1) for seed in range(400)]
    assert any(game.moves == (Move.parse("a3-a2"),) for game in games)
    for game in games:
        assert game.outcome == game.position.outcome


def test_other_seeds_give_other_games() -> None:
    """ "seed: which game of the many" """
    start = Position.initial(variants.COPENHAGEN)
    assert len({playout(start, seed, 40).moves for seed in range(100)}) == 100


# -------------------------------------------------------------------------------------------- every move equally likely


def chances(position: Position) -> dict[Move, Fraction]:
    """How likely each move is to be the next: a roll is one choice beside the moves, and each number equally likely."""
    moves = position.legal_moves()
    choices = len(moves) + position.can_roll
    found = dict.fromkeys(moves, Fraction(1, choices))
    if position.can_roll:
        faces = position.ruleset.faces
        for number in range(1, faces + 1):
            rolled = position.roll(number).legal_moves()
            for move in rolled:
                found[move] = found.get(move, Fraction(0)) + Fraction(1, choices * faces * len(rolled))
    return found


def chi_square(seen: Counter[Move], expected: Mapping[Move, Fraction], games: int) -> float:
    """How far what was seen is from what is expected, in standard deviations of the chi-square distribution."""
    assert set(seen) <= set(expected)
    sum_ = sum((seen[move] - games * chance) ** 2 / (games * chance) for move, chance in expected.items())
    freedom = len(expected) - 1
    return float(sum_ - freedom) / math.sqrt(2 * freedom)


ONE_MOVE_TAKES: Final = """
    . . . . . . .
    . . . . . K .
    . . . . . . .
    . . . . t . .
    . . t T . . .
    . . . . . . .
    T . . . . . T
"""
"""By e4-e3 an attacker takes one of the defenders."""
DITCH: Final = Zone(name="ditch", squares=Region.of("d5", "d3", "e4"), stop=PieceSet.MEN)
UNEVEN: Final[dict[str, tuple[Ruleset, str, Side]]] = {
    "brandubh": (variants.BRANDUBH, str(variants.BRANDUBH.start), ATTACKERS),
    "few moves beside many": (BARE, "/tT4t/T6/7/3K3/7/5Tt/5T1/", ATTACKERS),
    "speeds and zones": (
        variants.BRANDUBH.evolve(speed=Speed(attackers=2, king=1)),
        str(variants.BRANDUBH.start),
        ATTACKERS,
    ),
    "camps": (variants.FOTEVIKEN_TABLUT, str(variants.FOTEVIKEN_TABLUT.start), ATTACKERS),
    "a die": (BARE.evolve(die=Die()), WAITING, DEFENDERS),
    "a die, and rolls that are void": (BARE.evolve(die=Die(faces=3), zones=[DITCH]), WAITING, DEFENDERS),
}


def first_moves(position: Position, games: int, plies: int = 1) -> list[tuple[Move, ...]]:
    """The first moves of many random games."""
    dice = random.Random(20261122)
    return [playout(position, dice.getrandbits(32), plies).moves for _ in range(games)]


@pytest.mark.parametrize("name", UNEVEN)
def test_all_moves_are_equally_likely(name: str) -> None:
    """ "every legal move being equally likely each time. A roll for the king, where there is a die, is one choice
    beside the soldiers' moves." """
    rules, board, turn = UNEVEN[name]
    position = Position.parse(board, rules, turn)
    expected = chances(position)
    assert sum(expected.values()) == 1
    games = 60 * len(expected)
    seen = Counter(moves[0] for moves in first_moves(position, games))
    assert set(seen) == set(expected)
    assert abs(chi_square(seen, expected, games)) < 6


def test_all_moves_are_equally_likely_where_some_are_forbidden() -> None:
    rules = variants.BRANDUBH.evolve(repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN))
    position = play(Position.initial(rules), *SHUFFLE[:3])
    expected = chances(position)
    assert Move.parse(SHUFFLE[3]) not in expected
    games = 60 * len(expected)
    seen = Counter(moves[0] for moves in first_moves(position, games))
    assert abs(chi_square(seen, expected, games)) < 6


def test_all_moves_are_equally_likely_after_a_capture() -> None:
    """Who has been captured no longer moves, and the others are as likely as before."""
    position = Position.parse(ONE_MOVE_TAKES, BARE.evolve(speed=Speed(attackers=1)), ATTACKERS)
    seen: dict[Move, Counter[Move]] = {}
    for first, second in first_moves(position, 4000, 2):
        seen.setdefault(first, Counter())[second] += 1
    assert set(seen) == set(position.legal_moves())
    assert position.explain(Move.parse("e4-e3")).captures
    for first, replies in seen.items():
        expected = chances(position.play(first))
        assert abs(chi_square(replies, expected, replies.total())) < 6


def test_all_moves_are_equally_likely_after_a_mercenary_has_changed_sides() -> None:
    """Who has been hired away moves for the other side from then on, as often as anybody."""
    slow = Speed(attackers=1, king=1, attacking_mercenaries=1)
    position = Position.parse("/7/7/2tM3/4t2/7/5K1/7/", BARE.evolve(speed=slow), ATTACKERS)
    hired = Move.parse("e4-e3")
    assert position.play(hired).board[Square.parse("d3")] is Piece.parse("m")
    seen: dict[Move, Counter[Move]] = {}
    for first, second, third in first_moves(position, 4000, 3):
        if first == hired:
            seen.setdefault(second, Counter())[third] += 1
    assert len(seen) == 4
    for reply, thirds in seen.items():
        expected = chances(position.play(hired).play(reply))
        assert any(move.origin == Square.parse("d3") for move in expected)
        assert abs(chi_square(thirds, expected, thirds.total())) < 6


def test_where_hardly_a_square_is_free() -> None:
    """On a crowded board nearly all draws fail; the few moves there are remain equally likely."""
    board = Board(21, {Square(f, r): Piece.ATTACKER for f in range(21) for r in range(21)})
    for name, piece in (("k11", Piece.KING), ("a1", None), ("u21", None), ("c1", None)):
        board = board.put(Square.parse(name), piece)
    rules = BARE.evolve(size=21, start=board, escape=Region.of("k1"))
    position = Position.initial(rules)
    expected = chances(position)
    assert len(expected) == 7
    seen = Counter(moves[0] for moves in first_moves(position, 420))
    assert abs(chi_square(seen, expected, 420)) < 6


# ------------------------------------------------------------------------------------------------------ interruptions


class Alarm:
    """Raises where the interpreter looks for signals: on entering a function, and after calling one written in C."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event in ("call", "c_return") and argument is not sys.setprofile:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt


def interrupted(work: Callable[[], object], at: int) -> bool:
    """Whether the work was interrupted at that place."""
    sys.setprofile(Alarm(at))
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.setprofile(None)
    return False


RETURNING: Final = variants.BRANDUBH.evolve(
    name="returning", repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN)
)
CAPTURE: Final = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, ATTACKERS)
INTERRUPTED: Final = {
    "an ordinary move": (Position.initial(variants.BRANDUBH), (), "d1-c1"),
    "a capture": (CAPTURE, (), "e3-e4"),
    "a ring to watch": (Position.initial(variants.COPENHAGEN), ("d1-d2", "f8-g8"), "a8-b8"),
    "a repetition to avoid": (Position.initial(RETURNING), ("d1-c1", "d3-c3", "c1-d1"), "c3-b3"),
}


def shown(board: SearchBoard) -> tuple[object, ...]:
    """All that a board shows."""
    return board.moves, board.key, board.position, board.legal_moves(), board.outcome, board.captured


@pytest.mark.skipif(hnefatafl.COMPILED, reason="compiled functions are not interrupted")
@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interruption_changes_nothing(name: str) -> None:
    """Ctrl-C in ``make``, ``unmake`` or ``legal_moves`` leaves the board as it was."""
    position, before, text = INTERRUPTED[name]
    board = SearchBoard(position)
    for each in before:
        board.make(each)
    move = Move.parse(text)
    for work in (board.legal_moves, partial(board.make, move), board.unmake):
        expected = shown(board.copy())
        at = 1
        while interrupted(work, at):
            assert shown(board) == expected, at
            at += 1
        assert at > 5
