"""Positions and moves are values: they never change, they compare by what binds, and they travel."""

from __future__ import annotations

import contextlib
import copy
import gc
import itertools
import operator
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from playing import BARE, SHUFFLE, play, reason
from rulesets import LAYOUTS
from sweeping import FEW

from hnefatafl import (
    Announcements,
    Berserk,
    Board,
    Call,
    Capture,
    CaptureKind,
    Consequence,
    EdgeCapture,
    Illegality,
    Jump,
    Jumps,
    KingStrength,
    Move,
    NoMove,
    Outcome,
    Piece,
    PieceSet,
    PlayedMove,
    Position,
    Region,
    Repetition,
    Ruleset,
    SearchBoard,
    Setup,
    Side,
    Speed,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    variants,
)
from hnefatafl.errors import IllegalMoveError, IllegalRollError, InvalidSetupError, NotationError
from hnefatafl.notation import moves
from hnefatafl.rules import Die
from hnefatafl.testing import strategies
from hnefatafl.testing._plants.drawing import every_square
from hnefatafl.testing._plants.rulesets import bare_king, diagonal_blow

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
BRANDUBH: Final = variants.BRANDUBH


def facts(position: Position) -> tuple[object, ...]:
    """All that can be asked of a position without a move."""
    return (
        position.ruleset,
        position.ruleset.name,
        position.board,
        position.turn,
        position.ply,
        position.plies_since_capture,
        position.repetitions,
        position.last_move,
        position.roll_pending,
        position.announced,
        position.berserk_square,
        position.outcome,
        position.ways_out,
        position.can_roll,
        position.setup,
        position.legal_moves(),
        str(position),
        repr(position),
        hash(position),
    )


def line(position: Position, dice: random.Random, plies: int, *, recorded: bool = False) -> list[Position]:
    """A random line that goes to and fro, with rolls and with ways out that are not announced."""
    positions = [position]
    own: dict[Side, Move] = {}
    for _ in range(plies):
        moves = position.legal_moves()
        if position.can_roll and (not moves or dice.random() < 0.5):
            position = position.roll(dice.randint(1, position.ruleset.faces))
            positions.append(position)
            moves = position.legal_moves()
        if not moves:
            break
        move, last = dice.choice(moves), own.get(position.turn)
        if last is not None and dice.random() < 0.6:
            back = Move.of(last.target, last.origin)
            move = back if back in moves else move
        own[position.turn] = move
        step = partial(position.play, lenient=True) if recorded else position.play
        position = step(move, announce=dice.random() < 0.6)
        positions.append(position)
    return positions


# --------------------------------------------------------------------------------------------------------- immutability

START: Final = Position.initial(BRANDUBH)
VALUES: Final[dict[str, Any]] = {
    "position": START,
    "position after a move": play(START, "d1-c1"),
    "move": Move.parse("d1-c1"),
    "square": Square.parse("d1"),
    "board": START.board,
    "square set": START.board.squares(),
    "ruleset": BRANDUBH,
    "outcome": Outcome(None, Termination.REPETITION),
    "play": START.explain(Move.parse("d1-c1")),
    "piece": Piece.KING,
    "region": Region.EDGE,
    "zone": BRANDUBH.throne,
    "speed": Speed(),
    "repetition": Repetition(),
    "setup": START.setup,
}
CACHES: Final = {"_over", "_key", "_ancestor", "_more"}
"""What a position works out when it is first asked for, and keeps."""


def attributes(value: Any) -> list[str]:
    """The attributes of a value, private ones too."""
    return [name for name in dir(value) if not name.startswith("__")]


@pytest.mark.parametrize("name", VALUES)
def test_values_do_not_change(name: str) -> None:
    """ "Position and Move are immutable in fact (compiled and not: assignment raises)"; so is all they are made of."""
    value = VALUES[name]
    known = attributes(value)
    assert known
    for attribute in [*known, "something_new"]:
        if isinstance(value, Position) and attribute in CACHES:
            continue
        before = getattr(value, attribute, None)
        with pytest.raises(AttributeError):
            setattr(value, attribute, 3)
        with pytest.raises((AttributeError, TypeError)):
            delattr(value, attribute)
        assert getattr(value, attribute, None) == before


def test_boards_are_no_dictionaries() -> None:
    value: Any = START.board
    with pytest.raises(TypeError):
        value[Square.parse("d4")] = Piece.ATTACKER


def test_playing_changes_nothing() -> None:
    before = facts(START)
    for move in START.legal_moves():
        START.play(move)
        START.explain(move)
    START.legal_moves().clear()
    with pytest.raises(IllegalMoveError):
        play(START, "d1-d4")
    assert facts(START) == before


# ------------------------------------------------------------------------------------------------- equality and hashing

WAITING: Final = """
    . . . t . . .
    . . . . . . .
    . . . . . . .
    . . t K . . .
    . . . . . . .
    . . T . . . .
    . . . . . . .
"""


def test_counters_and_history_do_not_count() -> None:
    """ "Two positions are equal when the repetition rule calls them the same [...]. How often and after how many moves
    a position came about does not count." """
    again = play(START, *SHUFFLE)
    assert (again.ply, again.plies_since_capture, again.repetitions, again.last_move) == (4, 4, 2, Move.parse("c5-c4"))
    assert again == START
    assert hash(again) == hash(START)
    assert Position.parse(str(START), BRANDUBH, ATTACKERS) == START
    recorded = START.play(Move.parse("d1-c1"), lenient=True)
    assert recorded == play(START, "d1-c1")
    assert hash(recorded) == hash(play(START, "d1-c1"))


def test_board_and_turn_count() -> None:
    assert Position.from_board(START.board, BRANDUBH, DEFENDERS) != START
    assert play(START, "d1-c1") != START
    assert play(START, "d1-c1") != play(START, "d1-b1")
    assert START.board != START
    assert START not in (START.board, "position", None)


def test_what_binds_counts() -> None:
    """ "what binds the next move (a berserk chain, a roll, a missing announcement)" """
    rules = BARE.evolve(die=Die(faces=4), escape=Region.EDGE)
    position = Position.parse(WAITING, rules, DEFENDERS)
    rolls = {position, *(position.roll(number) for number in (1, 2, 3, 4))}
    assert len(rolls) == 5
    assert position.roll(2) == position.roll(2) == Position.parse(WAITING, rules, DEFENDERS, roll=2)
    assert hash(position.roll(2)) == hash(Position.parse(WAITING, rules, DEFENDERS, roll=2))
    binding = rules.evolve(die=None, announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True))
    position = Position.parse(WAITING, binding, DEFENDERS)
    move = Move.parse("c2-c1")
    said, silent = position.play(move), position.play(move, announce=False)
    assert (said.announced, silent.announced) == (True, False)
    assert said != silent
    assert silent == Position.from_setup(silent.setup, binding)
    later = [each.play(Move.parse("d7-e7")).play(Move.parse("c1-c2")) for each in (said, silent)]
    assert later[0] == later[1]
    assert hash(later[0]) == hash(later[1])


def test_rulesets_count_by_what_they_play() -> None:
    """ "A ruleset is a value: two are equal when they play the same, whatever they are called." """
    renamed = BRANDUBH.evolve(name="house brandubh", aliases=(), source="here", notes="", version=9)
    assert Position.initial(renamed) == START
    assert hash(Position.initial(renamed)) == hash(START)
    assert Position.initial(renamed).ruleset.name == "house brandubh"
    assert Position.initial(BRANDUBH.evolve(quiet_limit=100)) != START
    assert play(Position.initial(renamed), "d1-c1") == play(START, "d1-c1")


def cancelling(changes: dict[Square, int]) -> frozenset[Square]:
    """Some of the squares whose numbers cancel each other out; there are such where they outnumber the bits."""
    basis: dict[int, tuple[int, frozenset[Square]]] = {}
    for square, change in changes.items():
        rest, used = change, frozenset({square})
        while rest and rest.bit_length() in basis:
            more, others = basis[rest.bit_length()]
            rest, used = rest ^ more, used ^ others
        if rest == 0:
            return used
        basis[rest.bit_length()] = rest, used
    raise AssertionError("too few squares")


def key(board: Board, rules: Ruleset) -> int:
    """The key of a position with the attackers to move."""
    return SearchBoard(Position.from_board(board, rules, ATTACKERS)).key


def test_hashes_may_collide() -> None:
    """Equality looks at the boards themselves: here are two whose keys, sums of numbers of 60 bits, are the same."""
    rules, middle = variants.FETLAR, Square.parse("f6")
    lonely = Board(11, {middle: Piece.KING})
    squares = Region.BOARD.squares(11) - SquareSet([middle])
    bare = key(lonely, rules)
    chosen = cancelling({square: bare ^ key(lonely.put(square, Piece.ATTACKER), rules) for square in squares})
    crowded = Board(11, {middle: Piece.KING} | dict.fromkeys(chosen, Piece.ATTACKER))
    one, other = (Position.from_board(board, rules, ATTACKERS) for board in (lonely, crowded))
    assert hash(one) == hash(other)
    assert one != other
    assert len({one, other}) == 2


def test_repetition_is_of_positions_not_of_keys() -> None:
    """ "A position is the board, the side to move and whatever else binds the next move." """
    middle, camp = Square.parse("j10"), [Square(f, r) for f in range(0, 18, 2) for r in range(0, 18, 2)]
    men = [square for square in camp if abs(square.file - 9) > 1 or abs(square.rank - 9) > 1]
    board = Board(19, {middle: Piece.KING} | dict.fromkeys(men, Piece.ATTACKER))
    rules = variants.FETLAR.evolve(size=19, start=board, throne=None, corners=None, repetition=Repetition(count=2))
    before = key(board, rules)
    steps = {man: key(board.put(man, None).put(man.offset(0, 1), Piece.ATTACKER), rules) for man in men}
    # The odd bit makes their number even, so that the king, who goes to and fro, ends where he began.
    chosen = sorted(cancelling({man: (before ^ step) << 1 | 1 for man, step in steps.items()}))
    position = start = Position.from_board(board, rules, ATTACKERS)
    for number, man in enumerate(chosen):
        position = position.play(Move.of(man, man.offset(0, 1)))
        position = play(position, "j11-j10" if number % 2 else "j10-j11")
    assert position != start
    assert (position.repetitions, position.outcome) == (1, None)


SHUTTLES: Final = {
    Side.ATTACKERS: ["d1-c1", "d11-c11", "k4-j4", "h1-i1"],
    Side.DEFENDERS: ["f4-e4", "d6-d5", "h6-h7"],
}
"""Where some men of Copenhagen go to and fro; none of them ever meets an enemy."""


def steps(position: Position) -> list[Move]:
    """The shuttling moves of the side to move, as its men stand now."""
    pairs = [Move.parse(text) for text in SHUTTLES[position.turn]]
    return [pair if pair.origin in position.board else Move.of(pair.target, pair.origin) for pair in pairs]


def test_repetitions_are_counted_however_long_ago() -> None:
    """ "How often this position has stood on the board since the last capture": here by a list of all of them."""
    position = Position.initial(variants.COPENHAGEN.evolve(repetition=Repetition(consequence=Consequence.IGNORED)))
    board, chance, counts = SearchBoard(position), random.Random(1), [1]
    seen = Counter([(position.board, position.turn)])
    for _ in range(1500):
        move = chance.choice(steps(position))
        position = position.play(move)
        board.make(move)
        seen[position.board, position.turn] += 1
        counts.append(seen[position.board, position.turn])
        assert position.repetitions == board.repetitions == counts[-1]
    assert max(counts) > 20
    for count in counts[-2::-1]:
        board.unmake()
        assert board.repetitions == count


@pytest.mark.parametrize("count", [2, 3, 6])
def test_repetitions_are_forbidden_however_long_ago(count: int) -> None:
    """A move may not bring a position about so often, be the earlier times ever so long ago."""
    rule = Repetition(consequence=Consequence.FORBIDDEN, count=count)
    position = Position.initial(variants.COPENHAGEN.evolve(repetition=rule))
    board, chance, refused = SearchBoard(position), random.Random(count), 0
    seen = Counter([(position.board, position.turn)])
    for _ in range(600):
        fresh: list[Move] = []
        legal_moves = set(board.legal_moves())
        for move in steps(position):
            board_after = position.board.put(move.origin, None).put(move.target, position.board[move.origin])
            legal = seen[board_after, position.turn.opponent] < count - 1
            assert position.is_legal(move) is (move in legal_moves) is legal
            fresh += [move] if legal else []
            refused += not legal
        if not fresh:
            break
        move = chance.choice(fresh)
        position = position.play(move)
        board.make(move)
        seen[position.board, position.turn] += 1
    assert refused > 10


@pytest.mark.parametrize("turn", [True, False])
@pytest.mark.parametrize("symmetric", [True, False])
def test_repetitions_are_forbidden_while_the_opponent_passes(turn: bool, symmetric: bool) -> None:
    """Who has no move lets the other side move again (alea evangelii), and that too brings positions about again."""
    rule = Repetition(consequence=Consequence.FORBIDDEN, turn=turn, symmetric=symmetric)
    rules = BARE.evolve(no_move=NoMove.PASS, repetition=rule)
    position = Position.parse("/tT5/7/T6/7/7/5K1/7/", rules, DEFENDERS)
    for text in ("a3-a2", "f6-f5", "f5-f6", "f6-f5"):
        assert position.is_legal(Move.parse(text))
        position = play(position, text)
        assert position.turn is DEFENDERS
    third = Move.parse("f5-f6")
    refused = position.illegality(third)
    assert refused is not None
    assert refused.reason is Illegality.REPETITION
    assert third not in position.legal_moves()
    assert third not in SearchBoard(position).legal_moves()
    assert Move.parse("f5-e5") in SearchBoard(position).legal_moves()


@given(strategies.planted(), st.integers(0, 2**32))
def test_equal_positions_have_equal_hashes(planted: strategies.Planted, seed: int) -> None:
    rules, board, turn = planted
    seen = line(Position.from_board(board, rules, turn), random.Random(seed), 10)
    for one, other in itertools.combinations(seen, 2):
        alike = one.setup == other.setup
        assert (one == other) == alike
        assert hash(one) == hash(other) or not alike


# --------------------------------------------------------------------------------------------------- pickles and copies

CROWD: Final = """
    . . . . . . .
    . . . t . . .
    . . . . . . .
    . . t K t . .
    . . . t . . .
    . . T . . . .
    . . . . . . .
"""
RING: Final = """
    . . . . . . .
    . . . t . . .
    . . t . t . .
    . . t K t . .
    . . . t . . .
    . . . . . . .
    . . . . . . .
"""
FIGHT: Final = """
    . . . . t . .
    . . . . . . .
    . . . . . . .
    . . . . T . .
    . . . . t T .
    K . . . . . .
    . . . . . . .
"""
EDGED: Final = """
    T . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . t t . .
    . . t K . . .
"""


CHAIN: Final = """
    . . . . . K .
    . t M . . . .
    . . . . . . .
    . . . c . . .
    . . . . . . .
    . t M . . . .
    . . . . . . .
"""


def states() -> Iterator[tuple[str, Position]]:
    """Positions of every kind."""
    yield "start", START
    yield "after a move", play(START, "d1-c1")
    yield "amid a history", play(START, *SHUFFLE, *SHUFFLE[:3])
    yield "repeated", play(START, *SHUFFLE * 2)
    yield "after a capture", play(Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", BRANDUBH, ATTACKERS), "e3-e4")
    fight = Position.parse(FIGHT, BARE, ATTACKERS)
    yield "with a capture in its history", play(fight, "e7-e5", "f3-g3", "e5-f5", "g3-f3")
    yield "king captured", play(Position.parse(CROWD, BARE, ATTACKERS), "d6-d5")
    yield "king escaped", play(Position.parse("/7/6t/7/K6/7/7/3t3/", BARE, DEFENDERS), "a4-a1")
    drawn = BARE.evolve(king=KingStrength.MIDDLEWEIGHT, edge_capture=EdgeCapture.DRAW)
    yield "king captured on the edge", play(Position.parse(EDGED, drawn, ATTACKERS), "e2-e1")
    yield "set up enclosed", Position.parse(RING, BRANDUBH, DEFENDERS)
    die = BARE.evolve(die=Die(faces=3))
    rolled = Position.parse(WAITING, die, DEFENDERS).roll(2)
    yield "rolled", rolled
    yield "after a rolled move", play(rolled, "d4-d3")
    yield "rolled amid a history", play(rolled, "d4-d3", "d7-e7").roll(1)
    binding = BARE.evolve(announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True), escape=Region.EDGE)
    silent = Position.parse(WAITING, binding, DEFENDERS).play(Move.parse("c2-c1"), announce=False)
    yield "not announced", silent
    yield "not announced, and now to move", play(silent, "d7-e7")
    yield "announced again", play(silent, "d7-e7", "c1-c2")
    yield "set up as not announced", Position.parse(WAITING, binding, DEFENDERS, announced=False)
    recorded = START
    for move in SHUFFLE * 4:
        recorded = recorded.play(Move.parse(move), lenient=True)
    yield "recorded", recorded
    late = BRANDUBH.evolve(repetition=Repetition(counts_start=False))
    yield "without its start", play(Position.initial(late), *SHUFFLE, *SHUFFLE[:2])
    hooked = BARE.evolve(extra_captures=[diagonal_blow], extra_endings=[bare_king])
    yield "with extra captures", play(Position.initial(hooked), "d1-c1", "d3-c3")
    chain = BARE.evolve(berserk=Berserk.MUST_MOVE, jumps=Jumps(commanders=Jump.CAPTURING))
    going = Position.parse(CHAIN, chain, ATTACKERS)
    yield "in a berserk turn", play(going, "d4-d2")
    yield "after a berserk turn", play(going, "d4-d2", "d2-d3", "f7-e7", "d3-d4")
    yield "set up in a berserk turn", Position.parse(CHAIN, chain, ATTACKERS, berserk_square=Square.parse("d4"))
    hired = Position.parse("/3t3/3m3/3T3/ttTKTtt/3T3/2Mm3/3t3/", BRANDUBH, ATTACKERS)
    yield "with a mercenary who has turned", play(hired, "b4-b6")
    yield "and turned back", play(hired, "b4-b6", "d5-c5", "d1-c1", "e4-e5")
    again = BARE.evolve(no_move=NoMove.PASS, repetition=Repetition(turn=False, symmetric=True))
    yield "passed", play(Position.parse("/tT5/7/T6/7/7/5K1/7/", again, DEFENDERS), "a3-a2", "f6-f5", "f5-f6")
    yield "blocked", play(Position.parse("/tT5/7/T6/7/7/5K1/7/", BARE, DEFENDERS), "a3-a2")


STATES: Final = dict(states())


def agree(one: Position, other: Position) -> None:
    """Two positions answer alike, now and after the next two moves."""
    assert one == other
    assert facts(one) == facts(other)
    for move in one.legal_moves()[:12]:
        ours, theirs = one.play(move), other.play(move)
        assert facts(ours) == facts(theirs)
        assert [facts(ours.play(reply)) for reply in ours.legal_moves()[:3]] == (
            [facts(theirs.play(reply)) for reply in theirs.legal_moves()[:3]]
        )


def test_the_states_are_of_every_kind() -> None:
    ends = {position.outcome.termination for position in STATES.values() if position.outcome is not None}
    assert ends == {
        Termination.KING_CAPTURED,
        Termination.KING_CAPTURED_ON_EDGE,
        Termination.KING_ESCAPED,
        Termination.REPETITION,
        Termination.ENCIRCLEMENT,
        Termination.NO_LEGAL_MOVE,
    }
    assert Piece.KING in STATES["king captured"].board.values()
    assert STATES["amid a history"].repetitions == 2
    assert STATES["recorded"].repetitions == 5
    assert STATES["recorded"].outcome is None
    assert {position.roll_pending for position in STATES.values()} == {None, 1, 2}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_positions_are_pickled_with_their_history(name: str, protocol: int) -> None:
    position = STATES[name]
    found = pickle.loads(pickle.dumps(position, protocol))
    assert isinstance(found, Position)
    agree(position, found)


@given(strategies.planted(), st.integers(0, 2**32), st.booleans())
def test_lines_are_pickled(planted: strategies.Planted, seed: int, recorded: bool) -> None:
    rules, board, turn = planted
    for position in line(Position.from_board(board, rules, turn), random.Random(seed), 10, recorded=recorded)[-3:]:
        found = pickle.loads(pickle.dumps(position))
        assert found == position
        assert facts(found) == facts(position)
        assert facts(pickle.loads(pickle.dumps(found))) == facts(position)


@pytest.mark.parametrize("name", STATES)
def test_a_copy_is_the_position_itself(name: str) -> None:
    position = STATES[name]
    assert copy.copy(position) is position
    assert copy.deepcopy(position) is position
    assert copy.deepcopy([position])[0] is position


def test_plays_are_values_too() -> None:
    position = Position.initial(BRANDUBH).play(Move.parse("d1-e1")).play(Move.parse("d3-f3"))
    play = position.explain(Move.parse("d2-f2"))
    assert play.captures == (
        Capture(Square.parse("f3"), Piece.DEFENDER, CaptureKind.CUSTODIAL, SquareSet.of("f2", "f4")),
    )
    for found in (pickle.loads(pickle.dumps(play)), copy.copy(play), copy.deepcopy(play)):
        assert found == play
        assert {found, play} == {play}


@pytest.mark.long
def test_a_long_game_lives_and_dies_in_peace() -> None:
    """A chain of 20 000 positions without a capture is freed, pickled and searched on without deep recursion."""
    rules = BRANDUBH.evolve(repetition=Repetition(consequence=Consequence.IGNORED))
    position, moves = Position.initial(rules), [Move.parse(move) for move in SHUFFLE]
    for ply in range(20_000):
        position = position.play(moves[ply % 4])
    assert (position.ply, position.plies_since_capture, position.repetitions) == (20_000, 20_000, 5001)
    found = pickle.loads(pickle.dumps(position))
    assert (found.ply, found.plies_since_capture, found.repetitions) == (20_000, 20_000, 5001)
    assert found == position
    board = SearchBoard(position)
    board.make(moves[0])
    assert board.repetitions == 5001
    assert position.transform(Symmetry.ROTATE_90).repetitions == 5001
    del position, found, board
    gc.collect()


# ---------------------------------------------------------------------------------------------------------------- moves

SQUARES: Final = st.builds(Square, st.integers(0, 20), st.integers(0, 20))
MOVES: Final = st.builds(Move.of, SQUARES, SQUARES)


@given(MOVES, MOVES)
def test_moves_are_ordered_by_their_squares(one: Move, other: Move) -> None:
    """ "Moves are immutable, hashable, and ordered by their squares"; those "by file, then rank, as their names
    are"."""
    ours, theirs = (one.origin, one.target), (other.origin, other.target)
    assert (one < other) == (ours < theirs)
    assert (one <= other) == (ours <= theirs)
    assert (one > other) == (ours > theirs)
    assert (one >= other) == (ours >= theirs)
    assert (one == other) == (ours == theirs)
    assert hash(one) == hash(other) or one != other


@given(MOVES)
def test_moves_are_the_same_objects_everywhere(move: Move) -> None:
    """ "The library has one object for each move; equality does not depend on that." """
    assert Move.parse(str(move)) is move
    assert Move.of(move.origin, move.target) is move
    assert pickle.loads(pickle.dumps(move)) is move
    assert copy.copy(move) is copy.deepcopy(move) is move
    assert eval(repr(move), {"Move": Move}) is move
    other = Move(move.origin, move.target)
    assert other == move
    assert hash(other) == hash(move)
    assert other is not move


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
@pytest.mark.parametrize("other", ["a1-a2", 3, None, Square.parse("a1")], ids=str)
def test_moves_compare_with_moves_only(compare: Callable[[object, object], bool], other: object) -> None:
    move = Move.parse("a1-a2")
    assert move != other
    with pytest.raises(TypeError):
        compare(move, other)


def test_moves_of_a_position_are_those_objects() -> None:
    for position in STATES.values():
        for move in position.legal_moves():
            assert Move.parse(str(move)) is move
        if position.last_move is not None:
            assert Move.parse(str(position.last_move)) is position.last_move


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("", "a move was expected, such as d1-d3", 1),
        ("d1", "a move was expected, such as d1-d3", 3),
        ("d1-", "a square was expected, such as a1 or k11", 4),
        ("-d3", "a square was expected, such as a1 or k11", 1),
        ("d1-?3", "a square was expected, such as a1 or k11", 4),
        ("d0-d3", "a square was expected, such as a1 or k11", 1),
        ("d1-v3", "a square was expected, such as a1 or k11", 4),
        ("d1-d22", "a square was expected, such as a1 or k11", 4),
        ("d1-d3 d4", "the end of the move or its captures were expected", 6),
        ("d1-d3x", "the end of the move or its captures were expected", 6),
        ("d1-d3!", "the end of the move or its captures were expected", 6),
        ("d99-d3", "a square was expected, such as a1 or k11", 1),
        ("d1-d\u0663", "a square was expected, such as a1 or k11", 4),
    ],
)
def test_what_is_no_move(text: str, message: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    assert (caught.value.message, caught.value.column, caught.value.text) == (message, column, text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "d1d3",
            "D1-D3",
            " d1-d3 ",
            "d1 - d3",
            "d1 d3",
            "d1-d3xd4",
            "d1-d3xd4/e3",
            "d1-d3xd4xe3",
            "d1-d3xKd4++",
            "d1-d3--",
        ),
        *("Td1-d3", "d1^d3", "d1=d3", "d1^=d3", "\td1-d3\n"),
        *(f"d1{dash}d3" for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"),
    ],
)
def test_moves_as_people_and_programs_write_them(text: str) -> None:
    assert Move.parse(text) is Move.parse("d1-d3")


def test_the_text_of_a_move_will_do() -> None:
    """Where a program meets people: a text in place of a move; text that is no move is an error of notation."""
    move = Move.parse("d1-c1")
    for text in ("d1-c1", "D1C1", "d1\N{EN DASH}c1"):
        assert START.play(text) == START.play(move)
        assert START.play(text, lenient=True) == START.play(move, lenient=True)
        assert START.explain(text) == START.explain(move)
        assert START.is_legal(text)
        assert reason(START, text) is None
        assert START.illegality(text) is None
        board = SearchBoard(START)
        board.make(text)
        assert board.moves == (move,)
    assert reason(START, "d1-d4") is Illegality.BLOCKED
    assert START.illegality("d1-d4") == START.illegality(Move.parse("d1-d4"))
    asked: list[Callable[[str], object]] = [
        START.play,
        partial(START.play, lenient=True),
        START.explain,
        START.is_legal,
    ]
    asked += [START.illegality, START.captures, START.is_capture, SearchBoard(START).make]
    for ask in asked:
        with pytest.raises(NotationError):
            ask("c1")


def test_what_is_printed_of_a_move_is_read() -> None:
    for position in (each for each in STATES.values() if each.announced):
        for move in position.legal_moves():
            play = position.explain(move)
            # In the archive's style a roll stands before the move, which is no part of it.
            styles: list[moves.Style] = ["otn", "algebraic", "archive"]
            for style in styles[: 2 if position.roll_pending else 3]:
                assert Move.parse(moves.format_played_move(play, style)) is move


def test_moves_lie_on_some_board() -> None:
    corner = Square(20, 20)
    off = [Square.unchecked(*at) for at in ((21, 0), (0, 21), (-1, 0), (0, -1), (32, 32))]
    for square in off:
        for squares in ((corner, square), (square, corner)):
            with pytest.raises(NotationError, match="squares of a board were expected"):
                Move(*squares)
            with pytest.raises(NotationError, match="squares of a board were expected"):
                Move.of(*squares)


@given(st.text())
def test_any_text_is_a_move_or_an_error(text: str) -> None:
    """ "Whatever text, number or object comes in, nothing else escapes." """
    with contextlib.suppress(NotationError):
        assert Move.parse(str(Move.parse(text))) is Move.parse(text)


# ----------------------------------------------------------------------------------------------------------- symmetries


def turned(move: Move, symmetry: Symmetry, size: int, *, stops: bool = False) -> Move:
    """Return the move on the rotated board; a pass stays one, unless pieces can stop."""
    if move == Move.PASS and not stops:
        return move
    return Move.of(symmetry.apply(move.origin, size), symmetry.apply(move.target, size))


def agree_turned(here: Position, there: Position, symmetry: Symmetry) -> None:
    """Two positions answer alike, as far as the turn allows."""
    size = here.ruleset.size
    assert there.board == here.board.transform(symmetry)
    last = here.last_move
    assert there.last_move in {last and turned(last, symmetry, size, stops=stops) for stops in (False, True)}
    assert there.berserk_square == (here.berserk_square and symmetry.apply(here.berserk_square, size))
    stops = here.berserk_square is not None
    assert {turned(move, symmetry, size, stops=stops) for move in here.legal_moves()} == set(there.legal_moves())
    for name in (
        "turn",
        "ply",
        "plies_since_capture",
        "repetitions",
        "roll_pending",
        "announced",
        "outcome",
        "ways_out",
        "can_roll",
    ):
        assert getattr(here, name) == getattr(there, name), name


def _taken(play: PlayedMove, symmetry: Symmetry) -> set[Capture]:
    """What a move captures, as a symmetry turns it."""
    size = play.before.ruleset.size

    def turn(square: Square) -> Square:
        return symmetry.apply(square, size)

    return {
        evolve(each, square=turn(each.square), captors=SquareSet(map(turn, each.captors))) for each in play.captures
    }


def check_turning(seen: list[Position], symmetry: Symmetry, dice: random.Random) -> None:
    """Turning what a line led to is what the turned line leads to."""
    size = seen[0].ruleset.size
    for position in seen:
        there = position.transform(symmetry)
        agree_turned(position, there, symmetry)
        assert there.transform(symmetry.inverse) == position
    here, there = seen[-1], seen[-1].transform(symmetry)
    for move in dice.sample(here.legal_moves(), min(3, len(here.legal_moves()))):
        one, other = (
            here.explain(move),
            there.explain(turned(move, symmetry, size, stops=here.berserk_square is not None)),
        )
        agree_turned(one.after, other.after, symmetry)
        assert one.after.transform(symmetry) == other.after
        assert _taken(one, symmetry) == _taken(other, Symmetry.IDENTITY)
        assert one.announcement == other.announcement


@given(strategies.planted(), st.sampled_from(Symmetry), st.integers(0, 2**32), st.booleans())
def test_turning_and_playing_commute(
    planted: strategies.Planted, symmetry: Symmetry, seed: int, recorded: bool
) -> None:
    """ "The position rotated or mirrored, with its rules and its history." """
    rules, board, turn = planted
    # "Functions of the ruleset are not rotated with it", and those of the strategies name files.
    assume(not rules.extra_captures and not rules.extra_endings)
    dice = random.Random(seed)
    check_turning(line(Position.from_board(board, rules, turn), dice, 9, recorded=recorded), symmetry, dice)


@pytest.mark.parametrize("name", FEW)
def test_turning_and_playing_commute_in_the_variants(name: str) -> None:
    dice = random.Random(name)
    start = Position.initial(variants.get(name))
    for symmetry in Symmetry:
        turned = start.transform(symmetry)
        assert (turned == start) is (turned.board == start.board)
        seen = line(start, dice, 24)
        check_turning(seen[-2:], symmetry, dice)


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("symmetry", Symmetry, ids=lambda s: s.name)
def test_every_state_can_be_turned(name: str, symmetry: Symmetry) -> None:
    check_turning([STATES[name]], symmetry, random.Random(0))


def test_rulesets_turn_with_the_board() -> None:
    """ "The ruleset on a rotated or mirrored board: itself, if the symmetry changes nothing." """
    for name in variants.names():
        for symmetry in Symmetry:
            rules = variants.get(name)
            same = rules.start.transform(symmetry) == rules.start  # but for berserk's one knight, always
            assert (rules.transform(symmetry) is rules) is same
    lopsided = BRANDUBH.evolve(escape=Region.of("a1", "b1"))
    there = lopsided.transform(Symmetry.ROTATE_90)
    assert there.escape.squares(7) == SquareSet.of("a7", "a6")
    assert there.transform(Symmetry.ROTATE_270).escape.squares(7) == SquareSet.of("a1", "b1")


# -------------------------------------------------------------------------------------------------------------- set-ups

DIE: Final = BRANDUBH.evolve(die=Die(faces=4))
TWO_KINGS: Final = Board.parse("/7/7/7/2KK3/7/7/7/")


@pytest.mark.parametrize(
    ("setup", "rules", "problems"),
    [
        (Setup(START.board, ATTACKERS), BRANDUBH, ()),
        (Setup(Board(7), ATTACKERS), BRANDUBH, ("there is no king",)),
        (Setup(TWO_KINGS, ATTACKERS), BRANDUBH, ("there are 2 kings",)),
        (Setup(Board(9), ATTACKERS), BRANDUBH, ("the board has 9 files, but brandubh is played on 7",)),
        (Setup(START.board, DEFENDERS, roll=1), BRANDUBH, ("these rules know no die",)),
        (Setup(START.board, DEFENDERS, roll=5), DIE, ("a die of 4 faces cannot show 5",)),
        (Setup(START.board, DEFENDERS, roll=0), DIE, ("a die of 4 faces cannot show 0",)),
        (Setup(START.board, ATTACKERS, roll=1), DIE, ("the attackers never roll",)),
        (
            Setup(START.board, DEFENDERS, announced=False),
            BRANDUBH,
            ("these rules know no binding announcements",),
        ),
        (
            Setup(Board(7), ATTACKERS, roll=9, announced=False),
            DIE,
            (
                "there is no king",
                "a die of 4 faces cannot show 9",
                "the attackers never roll",
                "these rules know no binding announcements",
            ),
        ),
    ],
)
def test_problems_of_setups(setup: Setup, rules: Ruleset, problems: tuple[str, ...]) -> None:
    assert setup.problems(rules) == problems
    if not problems:
        assert Position.from_setup(setup, rules).setup == setup
        return
    with pytest.raises(InvalidSetupError) as caught:
        Position.from_setup(setup, rules)
    assert caught.value.reasons == problems
    assert str(caught.value) == "; ".join(problems)
    with pytest.raises(InvalidSetupError):
        Position.from_board(setup.board, rules, setup.turn, roll=setup.roll, announced=setup.announced)


def test_pieces_may_be_set_up_where_they_may_not_stop() -> None:
    """ "Pieces may stand where they may not stop: whoever sets up a board knows why." """
    position = Position.parse("/t5t/7/7/3t3/2K4/7/7/", BRANDUBH, ATTACKERS)
    assert position.outcome is None
    assert position.is_legal(Move.parse("d4-d5"))
    assert reason(position, Move.parse("d4-d4")) is Illegality.NOT_STRAIGHT


def test_positions_are_set_up_from_what_they_are() -> None:
    for name, position in STATES.items():
        found = Position.from_setup(position.setup, position.ruleset)
        assert found == position, name
        assert (found.ply, found.plies_since_capture, found.repetitions, found.last_move) == (0, 0, 1, None)


def test_the_first_move_by_lot() -> None:
    """S001 "Der erste Zug": "Man kann natürlich auch ausknobeln, welche Partei beginnt." """
    rules = BRANDUBH.evolve(name="brandubh", first=None)
    with pytest.raises(InvalidSetupError) as caught:
        Position.initial(rules)
    assert caught.value.reasons == ("in brandubh the first side is chosen by lot: give turn",)
    assert [Position.initial(rules, side).turn for side in Side] == list(Side)
    assert Position.initial(BRANDUBH).turn is ATTACKERS
    assert Position.initial(BRANDUBH, DEFENDERS).turn is DEFENDERS


@pytest.mark.parametrize(
    ("text", "message", "rank", "column"),
    [
        ("", "5 to 21 ranks were expected, not 0", 1, 1),
        ("/7/7/", "5 to 21 ranks were expected, not 2", 1, 2),
        ("/7/7/7/3X3/7/7/7/", "a number or one of tcnmgTCNMGK was expected", 1, 9),
        ("/6/7/7/7/7/7/²/", "a rank of 7 squares was expected, not of 6", 1, 3),
        ("/7/7/7/3K4/7/7/7/", "a rank of 7 squares was expected; this one is longer", 1, 10),
        ("/7/7/7/3K2/7/7/7/", "a rank of 7 squares was expected, not of 6", 1, 11),
        ("...\n...\n.K.", "5 to 21 ranks were expected, not 3", 3, 4),
        (".....\n.....\n..X..\n.....\n.....", "one of .tcnmgTCNMGK was expected", 3, 3),
        (".....\n.....\n..K.\n.....\n.....", "a rank of 5 squares was expected, not of 4", 3, 1),
    ],
)
def test_what_is_no_position(text: str, message: str, rank: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Position.parse(text, BRANDUBH, ATTACKERS)
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, rank, column)


@given(st.text(alphabet="tTK./123457 \nabc", max_size=60))
def test_any_text_is_a_position_or_an_error(text: str) -> None:
    """ "Whatever text, number or object comes in, nothing else escapes." """
    with contextlib.suppress(NotationError, InvalidSetupError):
        assert Position.parse(text, BRANDUBH, ATTACKERS).board.count(PieceSet.KING) == 1


@given(strategies.planted())
def test_positions_are_read_as_they_are_written(planted: strategies.Planted) -> None:
    rules, board, turn = planted
    position = Position.from_board(board, rules, turn)
    for text in (str(position), board.record):
        assert Position.parse(text, rules, turn) == position


def test_positions_print_what_they_are() -> None:
    assert str(START) == str(START.board)
    assert repr(START) == "<Position brandubh /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers to move>"
    assert repr(STATES["rolled"]).endswith("defenders to move, roll=2>")
    assert repr(STATES["set up as not announced"]).endswith("defenders to move, announced=False>")


# -------------------------------------------------------------------------------------------------------- illegal moves

REFUSED: Final = [
    ("king captured", "c2-c1", Illegality.GAME_OVER),
    ("start", "d1-h1", Illegality.OFF_BOARD),
    ("start", "a1-b1", Illegality.EMPTY_ORIGIN),
    ("start", "d3-c3", Illegality.NOT_YOUR_PIECE),
    ("start", "d1-c2", Illegality.NOT_STRAIGHT),
    ("start", "d1-d1", Illegality.NOT_STRAIGHT),
    ("start", "d1-d4", Illegality.BLOCKED),
    ("start", "d1-a1", Illegality.NO_STOPPING),
    ("rolled", "d4-d1", Illegality.TOO_FAR),
    ("rolled", "c2-c1", Illegality.MUST_USE_ROLL),
    ("not announced, and now to move", "d4-g4", Illegality.UNANNOUNCED),
]


@pytest.mark.parametrize(("name", "move", "why"), REFUSED)
def test_illegal_moves_say_why(name: str, move: str, why: Illegality) -> None:
    position, tried = STATES[name], Move.parse(move)
    assert reason(position, tried) is why
    assert not position.is_legal(tried)
    for refused in (position.play, position.explain, partial(position.play, lenient=True), SearchBoard(position).make):
        with pytest.raises(IllegalMoveError) as caught:
            refused(tried)
        error = caught.value
        assert (error.move, error.position, error.reason) == (tried, position, why)
        assert str(error) == f"illegal move {move}: {position.illegality(tried)}"
        assert str(error).startswith(f"illegal move {move}: {why.sentence}")
        found = pickle.loads(pickle.dumps(error))
        assert (found.move, found.position, found.reason) == (tried, position, why)


def test_recorded_moves_ignore_repetition_only() -> None:
    """ "from here on neither repetition nor a limit of quiet moves ends the game or forbids a move" """
    limited = BRANDUBH.evolve(quiet_limit=4, repetition=Repetition(count=2, consequence=Consequence.FORBIDDEN))
    start = Position.initial(limited)
    before = play(start, *SHUFFLE[:3])
    assert reason(before, Move.parse("c5-c4")) is Illegality.REPETITION
    after = before.play(Move.parse("c5-c4"), lenient=True)
    assert (after.repetitions, after.plies_since_capture, after.outcome) == (2, 4, None)
    assert play(after, *SHUFFLE).repetitions == 3
    over = play(start, "a4-a5", "c4-c5", "a5-a6", "c5-c4")
    assert over.outcome == Outcome(None, Termination.QUIET_LIMIT)
    onwards = over.play(Move.parse("a6-a5"), lenient=True)
    assert (onwards.plies_since_capture, onwards.outcome) == (5, None)
    with pytest.raises(IllegalMoveError) as caught:
        STATES["king captured"].play(Move.parse("c2-c1"), lenient=True)
    assert caught.value.reason is Illegality.GAME_OVER


def test_rolls_that_cannot_be() -> None:
    position = Position.parse(WAITING, DIE.evolve(throne=None, king=KingStrength.STRONG), DEFENDERS)
    assert position.can_roll
    for number in (0, 5, -1):
        with pytest.raises(IllegalRollError, match=f"a die of 4 faces cannot show {number}"):
            position.roll(number)
    for other in (position.roll(1), play(position, "c2-c1"), START):
        assert not other.can_roll
        with pytest.raises(IllegalRollError, match="there is nothing to roll for"):
            other.roll(1)


@given(strategies.planted(), st.integers(0, 2**32))
def test_legal_is_what_is_listed_and_not_refused(planted: strategies.Planted, seed: int) -> None:
    """ "p.legal_moves() -> list[Move] ([] once over); p.illegality(m) -> IllegalMove | None" """
    rules, board, turn = planted
    position = line(Position.from_board(board, rules, turn), random.Random(seed), 6)[-1]
    moves = position.legal_moves()
    assume(len(board) < 30)
    squares = every_square(rules.size)
    for origin in position.board:
        for target in squares:
            move = Move.of(origin, target)
            listed = move in moves
            assert position.is_legal(move) == listed
            assert (reason(position, move) is None) == listed


def test_layouts_are_drawn_as_they_are_recorded() -> None:
    for record in LAYOUTS.values():
        assert Board.parse(str(Board.parse(record))).record == record
        assert PieceSet.ALL.pieces == tuple(Piece.parse(letter) for letter in "tcnmgTCNMGK")
