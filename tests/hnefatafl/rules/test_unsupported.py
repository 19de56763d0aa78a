"""What no ruleset can have is refused in words that say so."""

from __future__ import annotations

from typing import Any, Final

import pytest

from hnefatafl import Board, Position, Ruleset, variants
from hnefatafl.errors import NotationError, RulesetError, StructureError, UnknownVariantError
from hnefatafl.notation import json, toml

SQUARE: Final = "boards are square: size is the number of files and of ranks"
STRAIGHT: Final = "all pieces move along ranks and files"


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("shape", "hexagonal", SQUARE),
        ("hex", True, SQUARE),
        ("width", 9, SQUARE),
        ("height", 7, SQUARE),
        ("boardWidth", 9, SQUARE),
        ("rectangular", True, SQUARE),
        ("moves", "diagonal", STRAIGHT),
        ("diagonal", True, STRAIGHT),
        ("diagonalMoves", True, STRAIGHT),
        ("directions", 8, STRAIGHT),
    ],
)
def test_an_option_that_asks_for_another_board_or_move(option: str, value: Any, reason: str) -> None:
    """ "boards are square; all pieces move along ranks and files": no other option is offered instead."""
    given: Any = {option: value}
    with pytest.raises(RulesetError) as caught:
        variants.BRANDUBH.evolve(**given)
    assert str(caught.value) == f"there is no option {option}; {reason}"
    with pytest.raises(RulesetError) as caught:
        variants.find(**given)
    assert str(caught.value) == f"there is no option {option}; {reason}"
    text = f"name = 'own'\nbase = 'brandubh'\n{option} = {str(value).lower() if value is True else repr(value)}\n"
    with pytest.raises(StructureError) as read:
        toml.parse_rules(text)
    assert str(read.value) == f"{option}: there is no such name; {reason}"


def test_a_kind_of_board() -> None:
    with pytest.raises(RulesetError, match=r"there is no option board; did you mean start \(boards are square\)\?"):
        variants.BRANDUBH.evolve(board="hex")  # type: ignore[call-arg]  # pyright: ignore
    with pytest.raises(StructureError, match=r"board: there is no such name; did you mean start \(boards are square\)"):
        json.parse_rules('{"name": "own", "base": "brandubh", "board": "hex"}')


def test_a_way_to_move_that_no_piece_has() -> None:
    with pytest.raises(RulesetError, match=f"not 'diagonal'; {STRAIGHT}"):
        variants.BRANDUBH.evolve(jumps=variants.BRANDUBH.jumps.__class__(king="diagonal"))  # type: ignore[arg-type]  # pyright: ignore


@pytest.mark.parametrize("size", ["7x9", (7, 9), [7, 9]])
def test_a_size_that_is_two_numbers(size: Any) -> None:
    with pytest.raises(RulesetError, match="size: boards are square, and this is the number of files and of ranks"):
        variants.BRANDUBH.evolve(size=size)


@pytest.mark.parametrize("size", [4, 22, 25])
def test_a_size_out_of_bounds(size: int) -> None:
    with pytest.raises(RulesetError, match=f"a board has 5 to 21 files, not {size}"):
        variants.BRANDUBH.evolve(size=size)
    with pytest.raises(NotationError, match=f"5 to 21 ranks were expected, not {size}"):
        Board.parse("/" + f"{size}/" * size)


@pytest.mark.parametrize(
    ("text", "files", "ranks"),
    [
        ("/3t3/7/3K3/7/3t3/", 7, 5),
        ("/2t2/5/2K2/5/2t2/5/5/", 5, 7),
        ("""
         . . . t . . .
         . . . . . . .
         t . . K . . t
         . . . . . . .
         . . . t . . .
         """, 7, 5),
        ("/" + "25/" * 21, 25, 21),
    ],
)  # fmt: skip
def test_a_rectangle(text: str, files: int, ranks: int) -> None:
    """Its ranks have all the same length, which is not their number."""
    told = f"a square board was expected, not one of {files} files and {ranks} ranks"
    with pytest.raises(NotationError, match=told):
        Board.parse(text)
    with pytest.raises(NotationError, match=told):
        Ruleset(name="own", size=7, start=text)
    with pytest.raises(NotationError, match=told):
        Position.parse(text, variants.BRANDUBH, "attackers")


@pytest.mark.parametrize("text", ["/5/5/2K2/5/4/", "/5/5/2K2/5/6/", ".....\n....\n..K..\n.....\n....."])
def test_unequal_ranks(text: str) -> None:
    """A hexagon, or a slip: which rank it is, and how long it should be."""
    with pytest.raises(NotationError, match="a rank of 5 squares was expected"):
        Board.parse(text)


def test_the_plain_name_of_the_game() -> None:
    """What most players of today mean by it comes first."""
    with pytest.raises(UnknownVariantError) as caught:
        Position.initial("hnefatafl")
    assert caught.value.suggestions == ("copenhagen", "hnefatafl-11", "hnefatafl-13")
