"""Rules that are functions: what they return is checked, and what they raise changes nothing."""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import pytest

from hnefatafl import (
    Announcements,
    Berserk,
    Board,
    Call,
    Consequence,
    Jump,
    Jumps,
    Move,
    NoMove,
    Outcome,
    PieceSet,
    Position,
    Repetition,
    Ruleset,
    SearchBoard,
    Shieldwall,
    Side,
    Square,
    Symmetry,
    Termination,
    divide,
    perft,
    playout,
    playouts,
    variants,
)
from hnefatafl.errors import ArgumentValueError, ExtraRuleError, RulesetError
from hnefatafl.rules import Die
from hnefatafl.testing import reference

BRANDUBH: Final = variants.BRANDUBH
START: Final = BRANDUBH.start
MOVE: Final = Move.parse("d1-c1")

# ------------------------------------------------------------------------------------------------- what they may return


class Crooked:
    """An object without a decent text."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


class Names:
    """An extra rule that is an object, not a function."""

    def __call__(self, board: Board, move: Move, side: Side, position: Position) -> Any:
        return "d4"


def taking(result: Any) -> Ruleset:
    def take(board: Board, move: Move, side: Side, position: Position) -> Any:
        return result

    return BRANDUBH.evolve(name="taking", extra_captures=[take])


def ending(result: Any) -> Ruleset:
    def stop(board: Board, turn: Side, position: Position) -> Any:
        return result

    return BRANDUBH.evolve(name="ending", extra_endings=[stop])


NO_SQUARES: Final[list[Any]] = [None, True, 7, Square(0, 0), Crooked(), "d4", ["d4"], [True], [(3, 3)], [None], b"d4"]
NO_OUTCOMES: Final[list[Any]] = [True, False, 0, "draw", Side.ATTACKERS, Termination.EXTRA, [], Crooked()]


def name_of(result: Any) -> str:
    """The name of a test with the result, the same in each process."""
    return "crooked" if isinstance(result, Crooked) else repr(result)


@pytest.mark.parametrize("result", NO_SQUARES, ids=name_of)
def test_what_a_capture_returns_is_checked(result: Any) -> None:
    start = Position.initial(taking(result))
    message = r"^the extra capture test_extra_rules\.taking\.<locals>\.take returned .+ instead of squares$"
    tried: list[Callable[[], object]] = [
        lambda: start.play(MOVE),
        lambda: start.explain(MOVE),
        lambda: SearchBoard(start).make(MOVE),
        lambda: perft(start, 2),
        lambda: divide(start, 2),
        lambda: playout(start),
        lambda: list(playouts(start, [1])),
        lambda: reference.play(reference.initial(start.ruleset), MOVE.origin, MOVE.target),
    ]
    for attempt in tried:
        with pytest.raises(ExtraRuleError, match=message):
            attempt()


@pytest.mark.parametrize("result", NO_OUTCOMES, ids=name_of)
def test_what_an_ending_returns_is_checked(result: Any) -> None:
    message = r"^the extra ending test_extra_rules\.ending\.<locals>\.stop returned .+ instead of an outcome or None$"
    with pytest.raises(ExtraRuleError, match=message):
        Position.initial(ending(result)).legal_moves()
    with pytest.raises(ExtraRuleError, match=message):
        SearchBoard(Position.initial(ending(result)))


@pytest.mark.parametrize(("winner", "termination"), [(None, None), ("x", "y"), (Side.ATTACKERS, "extra"), ([], [])])
def test_an_outcome_that_is_none(winner: Any, termination: Any) -> None:
    """Where such an outcome can be made at all."""

    def stop(board: Board, turn: Side, position: Position) -> Outcome:
        return Outcome(winner, termination)

    rules = BRANDUBH.evolve(name="odd", extra_endings=[stop])
    with pytest.raises(TypeError):
        print(Position.initial(rules).outcome)


def test_an_object_is_named_by_its_class() -> None:
    rules = BRANDUBH.evolve(name="named", extra_captures=[Names()])
    with pytest.raises(ExtraRuleError, match=r"^the extra capture test_extra_rules\.Names returned 'd4'"):
        Position.initial(rules).play(MOVE)


def test_a_long_result_is_cut() -> None:
    with pytest.raises(ExtraRuleError) as caught:
        Position.initial(taking("d4" * 10_000)).play(MOVE)
    assert len(str(caught.value)) < 200


def test_squares_without_an_enemy_do_not_count() -> None:
    """Those off the board among them: whoever looks around the moved piece need not ask for the edge."""
    squares = [Square.parse(name) for name in ("c1", "b7", "d4")]
    a1 = Square(0, 0)
    squares += [a1.offset(-1, 0), a1.offset(0, -1), Square(7, 0), Square(6, 7), Square(3, 20)]
    rules = taking(squares)
    after = Position.initial(rules, Side.DEFENDERS).play(Move.parse("d3-c3"))
    assert after.board == Position.initial(BRANDUBH, Side.DEFENDERS).play(Move.parse("d3-c3")).board
    assert SearchBoard(after.play(Move.parse("d2-c2"))).outcome == Outcome(Side.ATTACKERS, Termination.KING_CAPTURED)


def test_squares_may_come_from_anything_that_can_be_gone_through() -> None:
    d3 = Square.parse("d3")
    for squares in ([d3], (d3,), {d3: 1}, frozenset([d3]), iter([d3, d3])):
        after = Position.initial(taking(squares)).play(MOVE)
        assert d3 not in after.board
        assert after.board == START.put(d3, None).put(MOVE.origin, None).put(MOVE.target, START[MOVE.origin])


# ----------------------------------------------------------------------------------------------------- what they raise


class Fuse:
    """Counts the calls of extra rules, and raises at one of them."""

    def __init__(self) -> None:
        self.left = -1
        self.error: BaseException = ValueError("enough")

    def burn(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise self.error


FUSE: Final = Fuse()


def diagonal(board: Board, move: Move, side: Side, position: Position) -> Iterable[Square]:
    """An extra capture that may raise, before the first square or behind it."""
    FUSE.burn()
    if len(board) % 2:
        yield move.target.offset(1, 1)
        FUSE.burn()
        yield move.target.offset(-1, 1)


def bare(board: Board, turn: Side, position: Position) -> Outcome | None:
    """An extra ending that may raise."""
    FUSE.burn()
    return Outcome(Side.ATTACKERS, Termination.EXTRA) if len(board) < 4 else None


EXTRAS: Final[dict[str, Any]] = {"extra_captures": [diagonal], "extra_endings": [bare]}
RULES: Final = {
    "brandubh": BRANDUBH.evolve(name="x", **EXTRAS),
    "copenhagen": variants.COPENHAGEN.evolve(name="x", **EXTRAS),
    "rich": BRANDUBH.evolve(
        name="x",
        **EXTRAS,
        berserk=Berserk.MUST_CAPTURE,
        berserk_escape=True,
        encirclement=True,
        exit_fort=True,
        shieldwall=Shieldwall(),
        no_move=NoMove.PASS,
        announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True),
        jumps=Jumps(soldiers=Jump.CAPTURING, king=Jump.OVER_ENEMIES),
        repetition=Repetition(count=2, consequence=Consequence.OFFENSIVE_DEVIATES),
    ),
    "mirrored": BRANDUBH.evolve(
        name="x", **EXTRAS, repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN, symmetric=True)
    ),
    "die": BRANDUBH.evolve(
        name="x", **EXTRAS, die=Die(faces=3), repetition=Repetition(consequence=Consequence.FORBIDDEN)
    ),
}
ERRORS: Final = [ValueError("enough"), KeyboardInterrupt(), SystemExit(3), GeneratorExit(), StopIteration()]


def attempts(act: Callable[[], object], unchanged: Callable[[], object]) -> None:
    """Let the act fail at each of the first calls of extra rules that it makes, one after the other."""
    before = unchanged()
    for call, error in enumerate(itertools.islice(itertools.cycle(ERRORS), 12), start=1):
        FUSE.left, FUSE.error = call, error
        try:
            act()
        except BaseException as raised:
            FUSE.left = -1
            if raised is not error and raised.__cause__ is not error:  # as of a generator that stops
                raise
            assert unchanged() == before
        else:
            FUSE.left = -1
            return


def shown(board: SearchBoard) -> tuple[object, ...]:
    """Everything that a search board shows."""
    at = board.board, board.key, board.turn, board.ply, board.plies_since_capture, board.repetitions, board.moves
    return *at, board.outcome, board.legal_moves(), board.can_roll, board.position


def attempt_all(board: SearchBoard, move: Move) -> None:
    """Try whatever may call an extra rule."""

    def here() -> tuple[object, ...]:
        return shown(board)

    def there_and_back() -> None:
        board.make(move)
        board.unmake()

    attempts(lambda: board.outcome, here)
    attempts(board.legal_moves, here)
    attempts(lambda: board.can_roll, here)
    attempts(there_and_back, here)
    position = board.position
    after = position.play(move)

    def same() -> tuple[object, ...]:
        again = position.play(move)
        return again, again.outcome, again.legal_moves(), position.legal_moves(), position.outcome

    for act in (
        position.legal_moves,
        lambda: after.outcome,
        lambda: position.play(move).outcome,
        lambda: position.explain(move),
        lambda: perft(position, 2),
        lambda: divide(position, 1),
        lambda: playout(position, limit=5),
        lambda: SearchBoard(position),
    ):
        attempts(act, same)


@pytest.mark.parametrize("name", RULES)
def test_what_a_rule_raises_changes_nothing(name: str) -> None:
    """The error is passed on, and board and position are as they were; Ctrl-C is such an error too."""
    chance = random.Random(name)
    FUSE.left = -1
    board = SearchBoard(Position.initial(RULES[name]))
    start = shown(board)
    for ply in range(10):
        if board.can_roll and chance.random() < 0.5:
            board.roll(chance.randint(1, 3))
        moves = board.legal_moves()
        if not moves:
            break
        # Half of the time moves are taken back, so that boards come back.
        move = chance.choice(moves)
        if ply % 4 > 1 and back(board) in moves:
            move = back(board)
        attempt_all(board, move)
        board.make(move)
    while board.moves:
        board.unmake()
    assert shown(board) == start


def back(board: SearchBoard) -> Move:
    """The move that takes the last but one back."""
    last = board.moves[-2]
    return Move.of(last.target, last.origin)


# --------------------------------------------------------------------------------------------------- what they are told


def earned(board: Board, turn: Side, position: Position) -> Outcome | None:
    """Forum of aagenielsen.dk: "a repetition is a draw only if at least three attackers have been captured"."""
    over = position.outcome
    if over is None or over.termination is not Termination.REPETITION:
        return None
    captured = position.history()[0].count(PieceSet.ATTACKERS) - board.count(PieceSet.ATTACKERS)
    return Outcome(Side.ATTACKERS, Termination.EXTRA) if captured < 3 else None


def began(board: Board, turn: Side, position: Position) -> Outcome | None:
    """Forum of aagenielsen.dk: "the side that began a perpetual threat loses even if both threaten"."""
    over = position.outcome
    if over is None or over.termination is not Termination.REPETITION:
        return None
    loser = None
    for after in reversed(position.history()[1:]):
        if not (after.ways_out if after.turn is Side.ATTACKERS else after.king_in_danger):
            break
        loser = after.turn.opponent
    return None if loser is None else Outcome(loser.opponent, Termination.EXTRA)


def play_all(rules: Ruleset, start: Position, moves: Sequence[str]) -> Outcome | None:
    """The end of a game, which must be the same for positions, search boards, batches and the reference."""
    position, board = start, SearchBoard(start)
    state = reference.from_board(rules, start.board, start.turn)
    for text in moves:
        move = Move.parse(text)
        position = position.play(move)
        board.make(move)
        state = reference.play(state, move.origin, move.target)
    assert board.outcome == board.position.outcome == position.outcome == reference.outcome(state)
    assert pickle.loads(pickle.dumps(position.text)) == position.text
    for symmetry in Symmetry:
        assert position.transform(symmetry).outcome == position.outcome
    while board.moves:
        board.unmake()
    assert (board.position, board.outcome) == (start, None)
    outcomes = [board.advance(text) for text in moves]
    assert outcomes == [*[None] * (len(outcomes) - 1), position.outcome]
    return position.outcome


BACK_AND_FORTH: Final = ["d1-c1", "f4-e4", "c1-d1", "e4-f4"] * 2
THREATS: Final = ["d3-a3", "f2-a2", *["a3-g3", "a2-g2", "g3-a3", "g2-a2"] * 2]
"""The king threatens to escape, and each time the attackers block the way and threaten to capture him."""


def test_a_draw_by_repetition_is_replaced() -> None:
    """Extra endings come before repetition, and are told what it would lead to."""
    plain = variants.FETLAR
    rules = plain.evolve(name="earned", extra_endings=[earned])
    assert play_all(plain, Position.initial(plain), BACK_AND_FORTH) == Outcome(None, Termination.REPETITION)
    lost = Outcome(Side.ATTACKERS, Termination.EXTRA)
    assert play_all(rules, Position.initial(rules), BACK_AND_FORTH) == lost
    # A record goes on after a repetition, and so does one under this rule.
    position = Position.initial(rules)
    for text in BACK_AND_FORTH:
        position = position.play(text, lenient=True)
    assert position.outcome is None
    assert position.as_strict().outcome == lost
    assert position.as_strict().as_lenient().outcome is None
    # After three captures, here by one move, the draw stands.
    few = BRANDUBH.evolve(name="few", repetition=Repetition(), extra_endings=[earned])
    start = Position.parse("/2T4/6t/Tt1tT2/2t4/2T4/5K1/7/ d", few)
    drawn = play_all(few, start, ["c1-c3", *["g2-g3", "f6-f5", "g3-g2", "f5-f6"] * 2])
    assert drawn == Outcome(None, Termination.REPETITION)


def test_who_began_the_threats_loses() -> None:
    plain = BRANDUBH.evolve(name="plain", king="weak", repetition=Repetition())
    rules = plain.evolve(name="began", extra_endings=[began])
    text = "/7/5t1/3K3/4t2/7/t5t/7/ d"
    assert play_all(plain, Position.parse(text, plain), THREATS) == Outcome(None, Termination.REPETITION)
    assert play_all(rules, Position.parse(text, rules), THREATS) == Outcome(Side.ATTACKERS, Termination.EXTRA)
    both = Position.parse(text, rules)
    for move in THREATS[:2]:
        both = both.play(move)
    assert both.king_in_danger  # and before that move the king had a way out


def test_an_ending_is_told_the_game_so_far() -> None:
    """The same whoever asks; in a berserk turn it is told as if the turn was over."""
    told: list[tuple[object, ...]] = []

    def listen(board: Board, turn: Side, position: Position) -> None:
        assert (board, turn) == (position.board, position.turn)
        told.append(
            (position.text, position.ply, position.last_move, position.captured, position.berserk_square, position.turn)
        )
        assert [each.ply for each in position.history()] == list(range(position.ply + 1))
        assert position.history()[-1].outcome is position.outcome is None

    rules = BRANDUBH.evolve(name="berserk", berserk="must-capture", extra_endings=[listen])
    start = Position.parse("/1t5/7/3tT2/2T4/t6/7/5K1/", rules, Side.DEFENDERS)
    after = start.play("c4-c1")
    assert after.berserk_square is not None
    assert after.legal_moves()
    by_position = told[-1]
    told.clear()
    board = SearchBoard(start)
    board.make("c4-c1")
    assert told[-1] == by_position
    board.unmake()
    board.make("c4-c1")
    assert told[-1] == by_position
    assert by_position[1:] == (1, Move.parse("c4-c1"), after.captured, None, Side.ATTACKERS)


def test_what_was_told_stays_as_it_is() -> None:
    """In random games, whose board changes in place."""
    told: list[tuple[Position, Board]] = []

    def keep(board: Board, turn: Side, position: Position) -> None:
        told.append((position, board))

    playout(Position.initial(BRANDUBH.evolve(name="keeping", extra_endings=[keep])), limit=9)
    assert len(told) == 10
    assert all(position.board == board for position, board in told)


def test_a_capture_is_told_the_position_before_the_move() -> None:
    """With its history; threats are asked about where they arise."""
    plies: list[int] = []

    def sudden(board: Board, move: Move, side: Side, position: Position) -> Iterable[Square]:
        """On the third ply everything falls that stands two squares away."""
        plies.append(position.ply)
        assert [each.ply for each in position.history()] == list(range(position.ply + 1))
        assert position.legal_moves()
        assert position.play(move).ply == position.ply + 1
        ways = ((0, 2), (2, 0), (0, -2), (-2, 0))
        return [move.target.offset(*way) for way in ways] if position.ply == 2 else []

    rules = BRANDUBH.evolve(name="sudden", extra_captures=[sudden])
    start = Position.initial(rules)
    moves = ["d1-c1", "d3-a3", "c1-c3"]
    position, board = start, SearchBoard(start)
    for number, text in enumerate(moves):
        plies.clear()
        position = position.play(text)
        assert set(plies) == {number}
        plies.clear()
        board.make(text)
        assert set(plies) == {number}
        assert board.captured == position.captured
        assert board.position.board == position.board
    assert position.captured.keys() == {Square.parse("a3")}
    before = position.history()[2]
    assert [str(found.rule) for found in before.explain("c1-c3").captures] == ["extra"]
    assert before.captures("c1-c3") == position.captured
    assert before.is_capture("c1-c3")
    assert [each.captured for each in position.history()] == [{}, {}, {}, position.captured]
    assert position.history()[2].history()[1].board == start.play("d1-c1").board
    again: Position = Position.from_setup(before.setup, rules)
    assert not again.is_capture("c1-c3")  # it has no moves behind it


def test_no_turn_is_skipped_where_functions_know_the_moves() -> None:
    with pytest.raises(ArgumentValueError, match="without_moving"):
        SearchBoard(Position.initial(RULES["brandubh"])).without_moving()


def test_functions_that_take_other_parameters_are_refused() -> None:
    """They are refused when the rules are made, not in the midst of a game."""

    def without_position(board: Board, turn: Side) -> None: ...

    with pytest.raises(
        RulesetError, match=r"extra_endings: a function of board, turn, position was expected, not with"
    ):
        variants.BRANDUBH.evolve(extra_endings=[without_position])  # type: ignore[list-item]
    with pytest.raises(RulesetError, match=r"extra_captures: a function of board, move, side, position was expected"):
        variants.BRANDUBH.evolve(extra_captures=[without_position])  # type: ignore[list-item]

    def with_any(*_: object) -> None: ...

    assert variants.BRANDUBH.evolve(extra_endings=[with_any]).extra_endings
