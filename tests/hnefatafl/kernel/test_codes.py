"""What is packed into one number by ``_kernel.codes`` comes out again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Move, Piece, PieceSet, Position, Side, variants
from hnefatafl._kernel import codes as k

SQUARES = st.integers(0, 1023)
ENDS = st.integers(0, 255)


@given(SQUARES, SQUARES, st.integers(0, (1 << 40) - 1))
def test_moves_and_records(origin: int, target: int, note: int) -> None:
    move = k.move_code(origin, target)
    assert (k.origin_of(move), k.target_of(move)) == (origin, target)
    record = k.record(move, note)
    assert (k.move_of(record), k.note_of(record)) == (move, note)
    assert (k.origin_of(record), k.target_of(record)) == (origin, target)


@given(st.integers(0, 20), st.integers(0, 20))
def test_spots(file: int, rank: int) -> None:
    spot = k.spot(file, rank)
    assert (k.file_of(spot), k.rank_of(spot)) == (file, rank)


@given(st.sampled_from(range(12)), SQUARES)
def test_entries(number: int, square: int) -> None:
    entry = k.entry(1 << number, square)
    assert (k.piece_of(entry), k.square_of(entry)) == (1 << number, square)


@given(st.dictionaries(st.integers(0, 3), st.integers(0, 11)))
def test_capture_reports(men: dict[int, int]) -> None:
    taken = 0
    for direction, number in men.items():
        taken |= k.taken_towards(direction, number)
    assert {i: int(k.place_towards(taken, i)) for i in range(4) if k.takes_towards(taken, i)} == men
    assert taken & (k.KING_TAKEN | k.MORE_TAKEN | k.KING_TAKEN_BY_HOOK) == 0
    assert k.effect_end(k.effect(taken, 41)) == 41


@given(ENDS, st.integers(0, 1), st.integers(0, 1 << 27), st.integers(0, 1), st.integers(0, (1 << 14) - 1), SQUARES)
def test_states(end: int, held: int, quiet: int, side: int, roll: int, bound: int) -> None:
    state = k.state_of(end, held, quiet, side) | k.state_of_turn(roll, bound)
    assert k.state_side(state) == side
    assert (k.state_end(state), k.state_unannounced(state), k.state_since_capture(state)) == (end, held, quiet)
    assert (k.state_roll(state), k.state_berserk(state)) == (roll, bound)


@given(SQUARES, st.integers(0, 63), st.integers(0, (1 << 21) - 1), st.integers(0, 63))
def test_paths(target: int, line: int, between: int, at: int) -> None:
    path = k.path(target, line, between, at)
    assert (k.target_of(path), k.path_line(path)) == (target, line)
    assert (k.path_between(path), k.path_at(path)) == (between, at)


@pytest.mark.parametrize("letter", "tTcCnNmMgG")
def test_pieces_are_the_bits_of_their_sets(letter: str) -> None:
    """The kernel's words for sets of pieces are those of ``PieceSet``."""
    piece = Piece.parse(letter)
    codes = Position.parse(f"/3{letter}3/7/7/3K3/7/7/3t3/", variants.BRANDUBH, Side.ATTACKERS).board.codes
    bit = k.piece_with(codes[3])
    assert PieceSet.of([piece]).value == bit
    assert k.board_code(bit.bit_length() - 1) == codes[3]
    assert (bit & k.ATTACKERS != 0) is (piece.side is Side.ATTACKERS)


def test_sets_of_pieces_have_one_meaning() -> None:
    assert PieceSet.ATTACKERS.value == k.ATTACKERS
    assert PieceSet.DEFENDERS.value == k.DEFENDERS
    assert PieceSet.DEFENDING_MEN.value == k.DEFENDING_MEN
    assert k.opponent(k.ATTACKING) == k.DEFENDING
    assert k.opponent(k.opponent(k.DEFENDING)) == k.DEFENDING


def test_moves_have_the_code_of_their_spots() -> None:
    move = Move.parse("c4-c7")
    assert move._code == k.move_code(k.spot(2, 3), k.spot(2, 6))
