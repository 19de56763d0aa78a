"""Regions: what is put together by signs is written, and read back as the same."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import reduce
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Board, Region, Square, Termination
from hnefatafl.errors import ArgumentValueError, NotationError

SQUARES: Final = st.builds(Square, st.integers(0, 20), st.integers(0, 20)).map(Region.of)


def either(one: Region, other: Region) -> Region:
    return one | other


def without(one: Region, other: Region) -> Region:
    return one - other


def both(one: Region, other: Region) -> Region:
    return one & other


def joined(one: Region, other: Region, sign: Callable[[Region, Region], Region]) -> Region:
    return sign(one, other)


PARTS: Final = SQUARES | st.sampled_from([Region.CENTRE, Region.CORNERS, Region.EDGE, Region.BOARD])
REGIONS: Final = st.recursive(
    PARTS, lambda inner: st.builds(joined, inner, inner, st.sampled_from([either, without, both]))
)


@given(REGIONS)
def test_what_is_written_is_read_back(region: Region) -> None:
    assert Region.parse(str(region)) == region
    assert pickle.loads(pickle.dumps(region)) == region


@given(REGIONS, REGIONS)
def test_signs_mean_what_they_say(one: Region, other: Region) -> None:
    for size in (5, 9, 21):
        left, right = set(one.squares(size)), set(other.squares(size))
        assert set((one | other).squares(size)) == left | right
        assert set((one - other).squares(size)) == left - right
        assert set((one & other).squares(size)) == left & right


def test_squares_joined_one_by_one_are_one_part() -> None:
    everywhere = [Region.of(Square(file, rank)) for file in range(21) for rank in range(21)]
    whole = reduce(either, everywhere)
    assert whole == Region.of(*(square for part in everywhere for square in part.squares(21)))
    assert Region.parse(str(whole)) == whole
    assert reduce(without, everywhere[:300], Region.EDGE) == Region.EDGE - reduce(either, everywhere[:300])
    assert str(Region.CORNERS | Region.of("a3") | Region.of("b3")) == "corners + (a3, b3)"
    assert str(Region.EDGE - Region.of("a3") - Region.of("b3")) == "edge - (a3, b3)"
    assert str(Region.of("a3") - Region.of("b3") | Region.of("c3")) == "a3 - b3 + c3"


def test_a_region_has_few_parts() -> None:
    """As many as its text can have, so that every region is read back, and none is too deep to be used."""
    region, deep = Region.EDGE, Region.EDGE
    for file in range(99):
        region = (region if file % 2 else region & Region.BOARD) | Region.of(Square(file % 21, file // 21))
        deep = Region.of(Square(file % 21, file // 21)) - deep
        if region._count > 98:
            break
    for each in (region, deep):
        assert Region.parse(str(each)) == each
        assert each.squares(21)
    with pytest.raises(ArgumentValueError, match="a region of at most 100 parts was expected"):
        reduce(lambda whole, _: both(whole, Region.BOARD) | Region.CORNERS, range(350), Region.EDGE)
    with pytest.raises(ArgumentValueError):
        reduce(lambda whole, _: without(Region.CORNERS, whole) | Region.EDGE, range(350), Region.EDGE)
    with pytest.raises(NotationError, match="at most 100 parts were expected"):
        Region.parse("edge" + " + corners - a1" * 60)
    with pytest.raises(NotationError, match="at most 100 brackets inside one another were expected"):
        Region.parse("(" * 101 + "a1" + ")" * 101)
    assert Region.parse("(" * 100 + "a1" + ")" * 100) == Region.of("a1")


def test_named_regions_are_what_they_say() -> None:
    for size in (7, 8, 9):
        last, every = size - 1, [Square(file, rank) for file in range(size) for rank in range(size)]
        rims = {square: (square.file in (0, last)) + (square.rank in (0, last)) for square in every}
        assert set(Region.EDGE.squares(size)) == {square for square, number in rims.items() if number}
        assert set(Region.CORNERS.squares(size)) == {square for square, number in rims.items() if number == 2}
        assert set(Region.BOARD.squares(size)) == set(every)
        assert set(Region.CENTRE.squares(size)) == ({Square(last // 2, last // 2)} if size % 2 else set())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/7/7/7/3K3/7/7/8/", "a rank of 7 squares was expected; this one is longer"),
        ("/7/7/7/3K3/7/7/tttttttt/", "a rank of 7 squares was expected; this one is longer"),
        ("/7/7/7/3K3/7/7/6/", "a rank of 7 squares was expected, not of 6"),
    ],
)
def test_every_rank_is_as_long_as_the_board(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        Board.parse(text)


def test_which_ends_a_board_shows() -> None:
    counted = {Termination.REPETITION, Termination.QUIET_LIMIT, Termination.MOVE_LIMIT}
    assert {end for end in Termination if not end.by_board} == counted
