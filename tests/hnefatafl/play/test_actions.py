"""Moves as numbers: the action space, and the positions' legal actions."""

from __future__ import annotations

import pickle
import random
from typing import Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sweeping import FEW

from hnefatafl import (
    ActionSpace,
    Berserk,
    Board,
    Illegality,
    Jump,
    Jumps,
    Move,
    Passing,
    Position,
    Region,
    Ruleset,
    Side,
    Square,
    Symmetry,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalActionError, IllegalRollError
from hnefatafl.rules import Die
from hnefatafl.testing.strategies import planted, positions

DICE: Final = variants.BRANDUBH.evolve(name="dice", die=Die())
OPEN: Final = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS)


def numbers(position: Position) -> list[int]:
    return list(memoryview(position.legal_actions()).cast("H"))


def expected(position: Position) -> list[int]:
    """The legal actions by the legal moves, and the roll."""
    space = ActionSpace(position.ruleset.size)
    return sorted(space.encode(move) for move in position.legal_moves()) + [space.roll] * position.can_roll


def agree(position: Position) -> None:
    """The numbers say what the moves say."""
    space = ActionSpace(position.ruleset.size)
    assert position.codes == position.board.codes
    found = numbers(position)
    assert found == expected(position)
    for action in found[:: max(1, len(found) // 5)]:
        move = space.decode(action)
        if move is None:
            assert action == space.roll
            faces = range(1, position.ruleset.faces + 1)
            assert [position.play_action(action, face) for face in faces] == [position.roll(face) for face in faces]
        else:
            assert space.encode(move) == action
            after = position.play_action(action)
            assert (after, after.ply, after.outcome) == (position.play(move), position.ply + 1, after.outcome)


@pytest.mark.parametrize("name", FEW)
def test_every_ruleset(name: str) -> None:
    chance = random.Random(name)
    rules = variants.get(name)
    position = Position.initial(rules, rules.first or Side.ATTACKERS)
    for _ in range(30):
        agree(position)
        if position.outcome is not None:
            break
        action = chance.choice(numbers(position))
        rolls = action == ActionSpace(rules.size).roll
        position = position.play_action(action, chance.randint(1, rules.faces) if rolls else None)


@given(positions(), st.integers(1, 6))
def test_random_rulesets(position: Position, face: int) -> None:
    agree(position)
    if position.can_roll:
        agree(position.roll(min(face, position.ruleset.faces)))


@given(planted())
def test_planted_positions(plan: tuple[Ruleset, Board, Side]) -> None:
    rules, board, turn = plan
    agree(Position.from_board(board, rules, turn))


@given(positions(), st.sampled_from(Symmetry))
def test_symmetries_permute_actions_and_squares(position: Position, symmetry: Symmetry) -> None:
    space = ActionSpace(position.ruleset.size)
    assume(not position.ruleset.extra_captures)  # that of the strategies depends on files
    passes = position.ruleset.may_pass is not Passing.NOBODY and position.berserk_square is None
    squares, actions = space.permute_squares(symmetry), space.permute_actions(symmetry, passes=passes)
    turned = position.transform(symmetry)
    assert sorted(actions[action] for action in numbers(position)) == numbers(turned)
    codes = bytearray(len(squares))
    for square, image in enumerate(squares):
        codes[image] = position.codes[square]
    assert codes == turned.codes


@pytest.mark.parametrize("size", range(5, 22))
def test_the_numbers_of_a_size(size: int) -> None:
    space = ActionSpace(size)
    assert space.count == size * size * (4 * (size - 1) + 1) + 1 == space.roll + 1 < 1 << 16
    ranks, files, kinds = space.shape
    assert ranks * files * kinds == space.roll
    moves = [space.decode(action) for action in range(space.count)]
    known = [move for move in moves if move is not None]
    assert len(set(known)) == len(known) == size * size * (2 * (size - 1) + 1)
    assert [space.encode(move) for move in known] == [at for at, move in enumerate(moves) if move is not None]
    for symmetry in Symmetry:
        there, back = space.permute_actions(symmetry), space.permute_actions(symmetry.inverse)
        assert [back[action] for action in there] == list(range(space.count))


def test_the_order_of_the_kinds() -> None:
    space = ActionSpace(7)
    here = space.encode("b2-c2") // 25 * 25
    assert here == (1 * 7 + 1) * 25
    moves = [space.decode(here + kind) for kind in range(25)]
    assert [str(move) if move else "" for move in moves] == [
        *("b2-c2", "b2-d2", "b2-e2", "b2-f2", "b2-g2", ""),
        *("b2-a2", "", "", "", "", ""),
        *("b2-b3", "b2-b4", "b2-b5", "b2-b6", "b2-b7", ""),
        *("b2-b1", "", "", "", "", ""),
        "b2-b2",
    ]


def test_jumps_stand_in_order() -> None:
    """The kernel lists them after the walks."""
    rules = variants.BRANDUBH.evolve(name="jumps", jumps=Jumps(soldiers=Jump.OVER_ANYBODY))
    position = Position.parse("/7/7/7/t1T1K2/t6/7/7/", rules, Side.ATTACKERS)
    assert "a4-a2" in [str(move) for move in position.legal_moves()]
    agree(position)


def test_a_berserk_turn_may_stop() -> None:
    rules = variants.BRANDUBH.evolve(name="berserk", berserk=Berserk.MAY_CAPTURE)
    position = Position.parse("/1t5/7/3tT2/2T4/t6/7/5K1/", rules, Side.DEFENDERS).play("c4-c1")
    assert position.berserk_square is not None
    space = ActionSpace(7)
    assert space.encode("c1-c1") in numbers(position)
    agree(position)
    assert position.play_action(space.encode("c1-c1")).turn is Side.ATTACKERS


@pytest.mark.parametrize("symmetry", Symmetry, ids=lambda symmetry: symmetry.name)
def test_a_stop_in_a_corner_is_turned_although_sides_may_pass(symmetry: Symmetry) -> None:
    """The number of a1 ends a berserk turn there, or passes where none goes on."""
    rules = variants.BRANDUBH.evolve(corners=None, escape=Region.of("d1"), may_pass="both", berserk=Berserk.MAY_CAPTURE)
    before = Position.parse("/3t3/TTt4/t6/7/7/7/3K3/", rules, Side.ATTACKERS)
    stopping = before.play("d1-a1")
    assert stopping.berserk_square == Square("a1")
    space = ActionSpace(7)
    for position, passes in ((before, True), (stopping, False)):
        assert space.encode("a1-a1") in numbers(position)
        actions = space.permute_actions(symmetry, passes=passes)
        turned = position.transform(symmetry)
        assert sorted(actions[action] for action in numbers(position)) == numbers(turned)


def test_rolling() -> None:
    roll = ActionSpace(7).roll
    assert numbers(OPEN)[-1] == roll
    assert OPEN.play_action(roll, 3) == OPEN.roll(3)
    with pytest.raises(IllegalRollError, match="cannot show 7"):
        OPEN.play_action(roll, 7)
    with pytest.raises(ArgumentValueError, match="roll: what the die shows was expected, not None"):
        OPEN.play_action(roll)
    with pytest.raises(ArgumentValueError, match="roll: None was expected, not 3"):
        OPEN.play_action(ActionSpace(7).encode("d4-d5"), 3)
    with pytest.raises(IllegalActionError, match="illegal action 1225: there is nothing to roll for"):
        OPEN.roll(2).play_action(roll, 2)
    assert ActionSpace(7).roll not in numbers(Position.initial(variants.BRANDUBH))


@given(positions(plies=3), st.integers(-3, 1 << 17))
def test_illegal_actions_are_refused_with_the_reason(position: Position, action: int) -> None:
    space = ActionSpace(position.ruleset.size)
    if action in numbers(position):
        return
    with pytest.raises(IllegalActionError) as caught:
        position.play_action(action)
    error = caught.value
    move = space.decode(action) if 0 <= action < space.count else None
    assert (error.action, error.move, error.board) == (action, move, None)
    if move is not None:
        found = position.illegality(move)
        assert found is not None
        assert error.reason is found.reason
        assert str(error) == f"illegal action {action}: {move}: {found}"
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.move, copy.reason) == (str(error), error.move, error.reason)


def test_why_an_action_is_illegal() -> None:
    start = Position.initial(variants.BRANDUBH)
    for action, reason, words in (
        (-1, None, "a number from 0 to 1225 was expected"),
        (1226, None, "a number from 0 to 1225 was expected"),
        (10**30, None, "a number from 0 to 1225 was expected"),
        (1225, None, "there is nothing to roll for in this position"),
        (6, Illegality.OFF_BOARD, "it leads off the board"),
        (ActionSpace(7).encode("d4-d3"), Illegality.NOT_YOUR_PIECE, "d4-d3: the piece belongs to the other side (d4)"),
        (ActionSpace(7).encode("d1-d1"), Illegality.NOT_STRAIGHT, "d1-d1: "),
    ):
        with pytest.raises(IllegalActionError) as caught:
            start.play_action(action)
        assert caught.value.reason is reason
        assert str(caught.value).startswith(f"illegal action {action}: {words}")
    over = Position.parse("/K6/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.ATTACKERS)
    assert over.legal_actions() == b""
    with pytest.raises(IllegalActionError) as caught:
        over.play_action(ActionSpace(7).encode("d7-d6"))
    assert caught.value.reason is Illegality.GAME_OVER


def test_what_an_action_space_refuses() -> None:
    for size in (4, 22):
        with pytest.raises(ArgumentValueError, match=f"size: a number from 5 to 21 was expected, not {size}"):
            ActionSpace(size)
    with pytest.raises(ArgumentTypeError, match="size: a whole number was expected, not '7'"):
        ActionSpace("7")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    space = ActionSpace(7)
    for move in ("a1-b2", "a1-a8", "h1-g1"):
        with pytest.raises(ArgumentValueError, match=f"a straight move on a board of size 7 was expected, not {move}"):
            space.encode(move)
    assert space.encode(Move.parse("a1-a7")) == space.encode("a1-a7")
    for action in (-1, 1226):
        with pytest.raises(ArgumentValueError, match=f"a number from 0 to 1225 was expected, not {action}"):
            space.decode(action)
    assert space == ActionSpace(7) != ActionSpace(9)
    assert len({space, ActionSpace(7), ActionSpace(9)}) == 2


def test_boards_of_all_sizes_have_actions() -> None:
    assert [ActionSpace(size).size for size in (5, 21)] == [5, 21]
    for size in (4, 22):
        with pytest.raises(ArgumentValueError):
            ActionSpace(size)
