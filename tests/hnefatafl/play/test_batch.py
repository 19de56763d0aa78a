"""Many games at once: a batch does on each board what a position does."""

from __future__ import annotations

import copy
import pickle
import random
from array import array
from collections.abc import Callable
from importlib import import_module
from itertools import count, pairwise
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sweeping import FEW

from hnefatafl import (
    ActionSpace,
    Berserk,
    Board,
    KingStrength,
    Move,
    Outcome,
    Piece,
    Position,
    Side,
    Square,
    Termination,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, IllegalActionError, UnknownVariantError
from hnefatafl.play import Batch
from hnefatafl.rules import Die, Jump, Jumps
from hnefatafl.testing.strategies import positions

BRANDUBH: Final = Position.initial(variants.BRANDUBH)
SPACE: Final = ActionSpace(7)
DICE: Final = variants.BRANDUBH.evolve(name="dice", die=Die())
OPEN: Final = Position.parse("/7/7/2t4/3K3/7/7/7/", DICE, Side.DEFENDERS)
ESCAPE: Final = Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS)


def legal(batch: Batch) -> list[list[int]]:
    """The legal actions of each board."""
    offsets, actions = batch.legal_actions()
    return [actions[start:end].tolist() for start, end in pairwise(offsets)]


def numbers(position: Position) -> list[int]:
    return list(memoryview(position.legal_actions()).cast("H"))


def winner(outcome: Outcome | None) -> list[int]:
    if outcome is None or outcome.winner is None:
        return [0, 0]
    return [1, -1] if outcome.winner is Side.ATTACKERS else [-1, 1]


def follow(start: Position, steps: int, seed: int, count: int = 3, limit: int = 25) -> set[Termination | None]:
    """Play a batch beside positions, and compare all that it shows; return how games ended."""
    space = ActionSpace(start.ruleset.size)
    batch = Batch(start, count, limit=limit, explicit_chance=True)
    boards, waiting = [start] * count, [False] * count
    chance = random.Random(seed)
    ends: set[Termination | None] = set()
    for _ in range(steps):
        faces = list(range(1, start.ruleset.faces + 1))
        assert legal(batch) == [
            faces if waits else numbers(board) for board, waits in zip(boards, waiting, strict=True)
        ]
        assert batch.codes.tobytes() == b"".join(board.codes for board in boards)
        sides = [int(board.turn is Side.DEFENDERS) for board in boards]
        sides = [2 if waits else side for side, waits in zip(sides, waiting, strict=True)]
        assert batch.turns.tolist() == sides
        assert batch.plies.tolist() == [board.ply - start.ply for board in boards]
        assert batch.plies_since_capture.tolist() == [board.plies_since_capture for board in boards]
        assert batch.repetitions.tolist() == [board.repetitions for board in boards]
        assert batch.rolls.tolist() == [board.roll_pending or 0 for board in boards]
        squares = [board.berserk_square for board in boards]
        assert batch.berserk_squares.tolist() == [-1 if s is None else s.rank * space.size + s.file for s in squares]
        chosen = [chance.choice(actions) for actions in legal(batch)]
        ended = batch.step(chosen)
        outcomes: list[Outcome | None] = []
        cut: list[int] = []
        for at, action in enumerate(chosen):
            moved = False
            if waiting[at]:
                boards[at], waiting[at] = boards[at].roll(action), False
            elif action == space.roll:
                waiting[at] = True
            else:
                boards[at], moved = boards[at].play_action(action), True
            outcomes.append(boards[at].outcome)
            cut.append(int(boards[at].outcome is None and moved and boards[at].ply - start.ply >= limit))
            if boards[at].outcome is not None or cut[at]:
                ends.add(None if cut[at] else outcomes[at].termination)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
                boards[at] = start
        assert batch.outcomes == outcomes
        assert batch.terminated.tolist() == [int(outcome is not None) for outcome in outcomes]
        assert batch.truncated.tolist() == cut
        rewards: Any = batch.rewards.tolist()
        assert rewards == [winner(outcome) for outcome in outcomes]
        assert ended == sum(cut) + sum(batch.terminated)
        assert [batch[at] for at in range(count)] == boards
    return ends


@pytest.mark.parametrize("name", FEW)
def test_every_ruleset(name: str) -> None:
    rules = variants.get(name)
    follow(Position.initial(rules, rules.first or Side.ATTACKERS), 12, seed=len(name), count=2, limit=8)


def test_a_roll_that_lets_nobody_move_ends_a_game() -> None:
    """The king has no men, and none of his sides is free for one step; by two steps he could jump."""
    rules = variants.BRANDUBH.evolve(
        name="rolled",
        throne=None,
        king="strong",
        escape="corners",
        die=Die(2),
        jumps=Jumps(king=Jump.CAPTURING),
        no_move="pass",
    )
    start = Position.parse("/7/7/2t4/1tKt3/2t4/7/7/ d", rules)
    assert start.roll(1).outcome == Outcome(None, Termination.NO_LEGAL_MOVE)
    assert start.roll(2).outcome is None
    batch = Batch(start, 2, explicit_chance=True)
    batch.step([ActionSpace(7).roll] * 2)
    assert batch.step([1, 2]) == 1
    assert batch.outcomes == [Outcome(None, Termination.NO_LEGAL_MOVE), None]


@given(positions(), st.integers(0, 1000))
def test_random_rulesets(start: Position, seed: int) -> None:
    if start.outcome is None:
        follow(start, 12, seed, limit=9)


def test_games_end_in_many_ways() -> None:
    repeating = variants.BRANDUBH.evolve(name="few", quiet_limit=12)
    ends = follow(Position.initial(repeating), 400, 1, count=8)
    assert {Termination.KING_ESCAPED, Termination.KING_CAPTURED, Termination.QUIET_LIMIT, None} <= ends


def test_dice_and_berserk_turns() -> None:
    rules = DICE.evolve(name="both", berserk=Berserk.MAY_CAPTURE)
    follow(Position.parse("/1t5/7/3tT2/2T4/t6/7/5K1/", rules, Side.DEFENDERS), 120, 2)


def test_the_dice_are_thrown_by_the_seed() -> None:
    def thrown(seed: int, count: int = 40) -> list[int]:
        batch = Batch(OPEN, count, seed=seed)
        batch.step([SPACE.roll] * count)
        return batch.rolls.tolist()

    assert thrown(1) == thrown(1) != thrown(2)
    assert thrown(1)[:10] == thrown(1, 10)
    assert set(thrown(3, 200)) == set(range(1, 7))
    batch = Batch(OPEN, 40, seed=1)
    batch.step([SPACE.roll] * 40)
    batch.reset(1)
    assert batch.rolls.tolist() == [0] * 40
    batch.step([SPACE.roll] * 40)
    assert batch.rolls.tolist() == thrown(1)


SAME: Final = "f3-g3 b6-g6 a3-b3 d6-d1 d3-g3 f3-a3"


def test_the_same_on_every_machine() -> None:
    batch = Batch(OPEN, 6, seed=7)
    for _ in range(9):
        batch.step(batch.random_actions())
    assert " ".join(str(batch[at].last_move) for at in range(6)) == SAME


def test_random_actions_are_legal_and_equally_likely() -> None:
    batch = Batch(BRANDUBH, 4000, seed=5)
    drawn = batch.random_actions().tolist()
    counts = [drawn.count(action) for action in numbers(BRANDUBH)]
    assert sum(counts) == 4000
    assert min(counts) > 50
    assert max(counts) < 160
    assert batch.random_actions().tolist() != drawn
    assert Batch(BRANDUBH, 4000, seed=5).random_actions().tolist() == drawn


def test_games_wait_to_begin_again() -> None:
    batch = Batch(ESCAPE, 3, restart=False)
    escape, other = SPACE.encode("d1-a1"), SPACE.encode("d1-c1")
    assert batch.step([escape, other, escape]) == 2
    assert batch.over.tolist() == [1, 0, 1]
    assert batch[0].outcome == Outcome(Side.DEFENDERS, Termination.KING_ESCAPED)
    assert legal(batch)[0] == legal(batch)[2] == []
    assert batch.step([99, legal(batch)[1][0], 60000]) == 0
    assert (batch.terminated.tolist(), batch.rewards.tobytes()) == ([0, 0, 0], bytes(6))
    assert batch.random_actions()[0] == 0
    batch.restart()
    assert (batch.over.tolist(), batch.plies.tolist()) == ([0, 0, 0], [0, 2, 0])
    assert batch[0] == ESCAPE
    assert batch.codes.tobytes() == b"".join(batch[at].codes for at in range(3))


@pytest.mark.parametrize("kind", ["b", "B", "h", "H", "i", "I", "l", "L", "q", "Q"])
def test_any_buffer_of_whole_numbers(kind: str) -> None:
    start = Position.initial(variants.BRANDUBH)
    action = SPACE.encode("d1-c1")
    batch = Batch(start, 2)
    assert batch.step(array(kind, [action, action])) == 0
    assert [str(batch[at].last_move) for at in (0, 1)] == ["d1-c1", "d1-c1"]


@pytest.mark.extra("train")
@pytest.mark.needs_host
def test_arrays_of_numpy() -> None:
    np: Any = import_module("numpy")
    batch = Batch(BRANDUBH, 5)
    offsets, actions = (np.asarray(each) for each in batch.legal_actions())
    assert [str(each.dtype) for each in (offsets, actions)] == ["int64", "uint16"]
    assert batch.step(actions[offsets[:-1]]) == 0
    for kind in (np.int64, np.uint16, np.int32):
        assert Batch(BRANDUBH, 5).step(actions[offsets[:-1]].astype(kind)) == 0
    assert batch.step(np.asarray(batch.random_actions())[::1]) == 0
    codes = np.asarray(batch.codes)
    assert (codes.shape, str(codes.dtype), codes.flags.writeable) == ((5, 7, 7), "uint8", False)
    rewards = np.asarray(batch.rewards)
    assert (rewards.shape, str(rewards.dtype)) == ((5, 2), "int8")
    before = codes.copy()
    batch.step(batch.random_actions())
    assert (codes == before).all()  # what was returned never changes
    assert (np.asarray(batch.codes) != before).any()


def test_bytes_are_numbers_of_16_bits() -> None:
    batch = Batch(BRANDUBH, 3)
    assert batch.step(batch.random_actions().tobytes()) == 0
    assert batch.step(bytearray(batch.random_actions().tobytes())) == 0
    for wrong in (b"", bytes(3), bytes(5), bytes(7)):
        with pytest.raises(ArgumentValueError, match=f"actions: 6 bytes were expected, two a board, not {len(wrong)}"):
            batch.step(wrong)


WRONG: Final[list[tuple[Any, type[Exception], str]]] = [
    ([81], ArgumentValueError, "actions: 2 numbers were expected, one for each board, not 1"),
    ([81] * 3, ArgumentValueError, "actions: 2 numbers were expected, one for each board, not 3"),
    (array("H", [0] * 3), ArgumentValueError, "actions: 2 numbers were expected, one for each board, not 3"),
    (
        memoryview(bytes(4)).cast("B").cast("H", (2, 1)),
        ArgumentValueError,
        "actions: a buffer of one dimension was expected, not of 2",
    ),
    (
        array("d", [0] * 2),
        ArgumentTypeError,
        "a buffer or list of whole numbers was expected, not a buffer of format 'd'",
    ),
    (
        memoryview(bytes(2)).cast("?"),
        ArgumentTypeError,
        "list of whole numbers was expected, not a buffer of format '?'",
    ),
    (["81", 81], ArgumentTypeError, "actions: a whole number was expected, not '81'"),
    ([81.0, 81], ArgumentTypeError, "actions: a whole number was expected, not 81.0"),
    (None, ArgumentTypeError, "actions: a buffer or list of whole numbers was expected, not None"),
    (81, ArgumentTypeError, "actions: a buffer or list of whole numbers was expected, not 81"),
    ("81", ArgumentTypeError, "actions: a buffer or list of whole numbers was expected, not '81'"),
]


@pytest.mark.parametrize(("actions", "error", "words"), WRONG)
def test_what_are_no_actions(actions: Any, error: type[Exception], words: str) -> None:
    batch = Batch(BRANDUBH, 2)
    with pytest.raises(error) as caught:
        batch.step(actions)
    assert words in str(caught.value)
    assert batch.plies.tolist() == [0, 0]


@pytest.mark.parametrize("action", [-1, 6, 1225, 1226, 10**30, SPACE.encode("d4-d3"), SPACE.encode("d1-d4")])
def test_an_illegal_action_stops_the_whole_step(action: int) -> None:
    batch = Batch(BRANDUBH, 3)
    first = SPACE.encode("d1-c1")
    with pytest.raises(IllegalActionError) as caught:
        batch.step([first, first, action])
    assert (caught.value.board, caught.value.action) == (2, action)
    assert f"illegal action {action} on board 2: " in str(caught.value)
    with pytest.raises(IllegalActionError) as alone:
        BRANDUBH.play_action(action)
    assert (caught.value.why, caught.value.reason, caught.value.move) == (
        *(alone.value.why, alone.value.reason),
        alone.value.move,
    )
    assert batch.plies.tolist() == [0, 0, 0]
    assert batch.codes.tobytes() == 3 * BRANDUBH.codes
    assert legal(batch) == [numbers(BRANDUBH)] * 3


@pytest.mark.parametrize("steps", [0, 1, 12, 25])
@pytest.mark.parametrize("start", [BRANDUBH, OPEN], ids=["brandubh", "dice"])
def test_what_is_legal_is_what_is_listed(start: Position, steps: int) -> None:
    """On a board amid others, of which the last refuses its action: it is named where this one has a legal action."""
    batch = Batch(start, 4, seed=steps, explicit_chance=True)
    for _ in range(steps):
        batch.step(batch.random_actions())
    actions = [each[-1] for each in legal(batch)]
    for number in range(-1, SPACE.count + 1):
        with pytest.raises(IllegalActionError) as caught:
            batch.step([actions[0], number, actions[2], SPACE.encode("d4-d4")])
        assert (caught.value.board == 3) is (number in legal(batch)[1])


def test_an_action_is_refused_before_anybody_asks_what_is_legal() -> None:
    batch = Batch(BRANDUBH, 2, limit=3, restart=False)
    stop, moves = SPACE.encode("d4-d4"), [SPACE.encode(move) for move in ("d1-c1", "d3-c3", "c1-b1")]
    for move in moves:
        with pytest.raises(IllegalActionError, match=f"illegal action {stop} on board 1: d4-d4: "):
            batch.step([move, stop])
        batch.step([move, move])
    assert batch.step([stop, -1]) == 0  # they are over
    for again in (batch.restart, batch.reset):
        again()
        with pytest.raises(IllegalActionError, match=f"illegal action {stop} on board 0: d4-d4: "):
            batch.step([stop, moves[0]])


@pytest.mark.parametrize("size", range(5, 22))
def test_every_size_of_board(size: int) -> None:
    """Walks are found by words of bits; those of a large board need more of them."""
    middle, last = size // 2, size - 1
    around = [(0, 1), (1, last), (last, last - 1), (last - 1, 0), (1, 1), (0, middle), (middle, last), (middle + 1, 1)]
    beside = [(middle, middle + 1), (middle + 1, middle), (1, middle)]
    pieces = dict.fromkeys([Square(*at) for at in around], Piece.ATTACKER)
    pieces |= dict.fromkeys([Square(*at) for at in beside], Piece.DEFENDER)
    board = Board(size, pieces | {Square(middle, middle): Piece.KING})
    throne = variants.BRANDUBH.throne if size % 2 else None
    rules = variants.BRANDUBH.evolve(name="any size", size=size, start=board, throne=throne, king=KingStrength.WEAK)
    follow(Position.initial(rules), 40, size, count=4, limit=30)


def test_chance_takes_faces_only() -> None:
    batch = Batch(OPEN, 2, explicit_chance=True)
    batch.step([SPACE.roll, numbers(OPEN)[0]] if len(numbers(OPEN)) > 1 else [SPACE.roll] * 2)
    for face in (0, 7, SPACE.roll):
        with pytest.raises(IllegalActionError, match=f"illegal action {face} on board 0: a face from 1 to 6"):
            batch.step([face, face])
    assert batch.turns.tolist()[0] == 2


def careless() -> Callable[[Board, Move, Side, Position], list[Square]]:
    """An extra rule that captures nothing, and raises when it is asked for the second time."""
    calls = count(1)

    def rule(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
        if next(calls) == 2:
            raise ZeroDivisionError
        return []

    return rule


def test_an_extra_rule_that_raises_stops_the_whole_step() -> None:
    rules = DICE.evolve(name="careless", extra_captures=[careless()])
    start = Position.parse("/7/7/2t4/3K2T/7/7/7/", rules, Side.DEFENDERS)
    batch = Batch(start, 4, seed=1)
    move = SPACE.encode("g4-g5")
    with pytest.raises(ZeroDivisionError):
        batch.step([SPACE.roll, move, move, move])
    assert batch.plies.tolist() == [0] * 4
    assert batch.rolls.tolist() == [0] * 4
    assert batch.codes.tobytes() == 4 * start.codes
    assert [batch[at] for at in range(4)] == [start] * 4
    other = Batch(start, 4, seed=1)
    for each in (batch, other):
        each.step([SPACE.roll, move, move, move])
    assert batch.rolls.tolist() == other.rolls.tolist() != [0] * 4
    assert batch.plies.tolist() == [0, 1, 1, 1]


def test_captures_are_taken_back_too() -> None:
    rules = variants.BRANDUBH.evolve(name="careless", extra_captures=[careless()])
    batch = Batch(Position.parse("/2t4/7/7/tT4K/7/7/7/", rules, Side.ATTACKERS), 2)
    before = shown(batch)
    captures = [SPACE.encode("c1-c4")] * 2
    with pytest.raises(ZeroDivisionError):
        batch.step(captures)
    assert shown(batch) == before
    batch.step(captures)
    assert batch.plies_since_capture.tolist() == [0, 0]
    assert legal(batch) == [numbers(batch[0])] * 2


def test_what_chance_has_thrown_is_taken_back_too() -> None:
    raises = False

    def careless(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
        if raises:
            raise ZeroDivisionError
        return []

    rules = DICE.evolve(name="careless", extra_captures=[careless])
    start = Position.parse("/7/7/2t4/3K2T/7/7/7/", rules, Side.DEFENDERS)
    batch = Batch(start, 3, explicit_chance=True, limit=1, restart=False)
    move, roll, king = SPACE.encode("g4-g5"), SPACE.roll, SPACE.encode("d4-d5")

    def stops(actions: list[int]) -> None:
        nonlocal raises
        before = shown(batch)
        raises = True
        with pytest.raises(ZeroDivisionError):
            batch.step(actions)
        raises = False
        assert shown(batch) == before

    batch.step([roll, move, move])
    batch.restart()
    assert batch.turns.tolist() == [2, 1, 1]
    stops([3, roll, move])  # a throw and a roll are taken back
    batch.step([3, roll, move])
    batch.step([king, 4, 0])
    assert (batch.over.tolist(), batch.rolls[1]) == ([1, 0, 1], 4)
    stops([0, king, 0])  # beside games that are over


@pytest.mark.parametrize(
    ("arguments", "named", "words"),
    [
        ((BRANDUBH, 0), {}, "count: a number from 1 to 1048576 was expected, not 0"),
        ((BRANDUBH, 1 << 21), {}, "count: a number from 1 to 1048576 was expected, not 2097152"),
        ((BRANDUBH, 10**30), {}, "count: a number from 1 to 1048576 was expected, not 1000000"),
        ((BRANDUBH, 2), {"limit": 0}, "limit: a number from 1 on was expected, not 0"),
        ((ESCAPE.play("d1-a1"), 2), {}, "position: a game that goes on was expected"),
    ],
)
def test_what_makes_no_batch(arguments: tuple[Any, ...], named: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentValueError, match=words):
        Batch(*arguments, **named)


@pytest.mark.parametrize("name", ["position", "count", "seed", "limit", "restart", "explicit_chance"])
def test_arguments_of_another_type(name: str) -> None:
    arguments: dict[str, Any] = {"position": BRANDUBH, "count": 2, name: "x"}
    # A text is the name of a position.
    with pytest.raises(UnknownVariantError if name == "position" else TypeError):
        Batch(**arguments)


def shown(batch: Batch) -> tuple[object, ...]:
    """All that a batch shows."""
    views = batch.turns, batch.plies, batch.plies_since_capture, batch.repetitions, batch.rolls, batch.berserk_squares
    last = batch.terminated, batch.truncated, batch.rewards, batch.over
    return (
        legal(batch),
        batch.codes.tobytes(),
        batch.outcomes,
        [batch[at] for at in range(len(batch))],
        [batch[at].last_move for at in range(len(batch))],
        *(each.tolist() for each in (*views, *last)),
    )


def goes_on_the_same(start: Position, steps: int, seed: int, **options: Any) -> None:
    """Copy a batch amid its games, and play it and its copies on."""
    batch = Batch(start, 3, seed=seed, **options)
    for _ in range(steps):
        batch.step(batch.random_actions())
    copies = [pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch), copy.copy(batch)]
    assert batch.position == copies[0].position == start
    for step in range(12):
        assert [shown(each) for each in copies] == [shown(batch)] * 3
        actions = batch.random_actions()
        assert [each.random_actions().tolist() for each in copies] == [actions.tolist()] * 3
        assert {each.step(actions) for each in (batch, *copies)} == {int(sum(batch.terminated) + sum(batch.truncated))}
        if step == 6:
            for each in (batch, *copies):
                each.restart()
    for each in (batch, *copies):
        each.reset()
    assert [shown(each) for each in copies] == [shown(batch)] * 3


@given(positions(), st.integers(0, 60), st.integers(0, 1000), st.booleans(), st.booleans())
def test_copies_go_on_the_same(start: Position, steps: int, seed: int, restart: bool, explicit: bool) -> None:
    if start.outcome is None:
        goes_on_the_same(start, steps, seed, limit=9, restart=restart, explicit_chance=explicit)


@pytest.mark.parametrize("steps", range(0, 30, 3))
@pytest.mark.parametrize("explicit", [False, True])
def test_copies_throw_the_same_dice(steps: int, explicit: bool) -> None:
    rules = DICE.evolve(name="both", berserk=Berserk.MAY_CAPTURE)
    start = Position.parse("/1t5/7/3tT2/2T4/t6/7/5K1/", rules, Side.DEFENDERS)
    goes_on_the_same(start, steps, steps, explicit_chance=explicit)
    goes_on_the_same(OPEN, steps, steps, explicit_chance=explicit, restart=False)


def test_a_batch_is_like_a_sequence() -> None:
    batch = Batch(BRANDUBH, 3, seed=10**40, limit=10**40)
    assert len(batch) == 3
    assert batch[-1] == batch[0] == batch.position == BRANDUBH
    for board in (3, -4):
        with pytest.raises(IndexError):
            batch[board]
    assert repr(batch) == "<Batch of 3 boards of brandubh>"


WORD: Final = 0xFFFFFFFF


def next_word(x: int) -> int:
    """Marsaglia's xorshift, which the dice are thrown by."""
    x ^= x << 13 & WORD
    x ^= x >> 17
    return x ^ (x << 5 & WORD)


def word_before(word: int) -> int:
    """The word that it follows: in each step, the bits that were mixed in are known one shift after the other."""
    for shift in (5, -17, 13):
        found = word
        for _ in range(32):
            found = word ^ (found << shift & WORD if shift > 0 else found >> -shift)
        word = found
    return word


def test_no_face_is_favoured() -> None:
    """A word that would give one face of seven once more than the others is drawn again."""
    seven = Position.from_setup(OPEN.setup, DICE.evolve(name="seven", die=Die(faces=7)))
    rare = pow(7, -1, 2**32)  # seven times that leaves a fraction of 1, which is below 2 ** 32 % 7
    assert next_word(word_before(rare)) == rare
    reduced: Any = Batch(seven, 1).__reduce__()
    made, (position, plan, games, state) = reduced
    state[1] = [word_before(rare)]
    batch: Batch = made(position, plan, games, state)
    batch.step([SPACE.roll])
    assert batch.rolls[0] == next_word(rare) * 7 // 2**32 + 1 != rare * 7 // 2**32 + 1
