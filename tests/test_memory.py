"""Memory stays level: what a call allocates is freed again."""

from __future__ import annotations

import contextlib
import copy
import gc
import pickle
import sys
import time
import tracemalloc
import weakref
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

import pytest
from conftest import DEEP

from hnefatafl import (
    Announcements,
    Batch,
    Berserk,
    Board,
    Call,
    Jump,
    Jumps,
    Move,
    NoMove,
    Piece,
    PieceSet,
    Position,
    Ruleset,
    SearchBoard,
    Side,
    Square,
    Symmetry,
    divide,
    perft,
    playout,
    playouts,
    variants,
)
from hnefatafl.errors import HnefataflError
from hnefatafl.records import Game
from hnefatafl.rules import Die

pytestmark = pytest.mark.slow_uncompiled

MANY: Final = 100_000
TIME: Final = 3600.0 if DEEP else 0.02
"""For how many seconds a call is repeated, up to MANY times."""

# ----------------------------------------------------------------------------------------------------------- positions


def captures_behind(board: Board, move: Move, side: Side, position: Position) -> list[Square]:
    return [move.origin]


def goes_on(board: Board, side: Side, position: Position) -> None:
    return None


POSITIONS: Final[dict[str, Callable[[], Position]]] = {
    "capture": lambda: Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", variants.BRANDUBH, Side.ATTACKERS),
    "wide": lambda: Position.initial(variants.get("hnefatafl-13")),
    "forbids": lambda: shuffled(variants.get("copenhagen")),
    "finished": lambda: Position.parse("/3K3/7/7/7/7/7/3t3/", variants.BRANDUBH, Side.DEFENDERS).play(
        Move.parse("d1-a1")
    ),
    "everything": lambda: Position.parse(
        "/7/7/2t4/1t1K3/2T2t1/7/7/",
        variants.BRANDUBH.evolve(
            name="everything",
            die=Die(),
            berserk=Berserk.MUST_MOVE,
            no_move=NoMove.PASS,
            encirclement=True,
            exit_fort=True,
            announcements=Announcements(way_out=Call.MUST, raichi=True, binding=True),
            jumps=Jumps(king=Jump.CAPTURING, soldiers=Jump.OVER_ENEMIES),
            extra_captures=(captures_behind,),
            extra_endings=(goes_on,),
        ),
        Side.DEFENDERS,
    ),
}


def shuffled(rules: Ruleset) -> Position:
    position = Position.initial(rules)
    for text in ("d1-d2", "f4-g4", "d2-d1", "g4-f4") * 2:
        position = position.play(Move.parse(text))
    return position


def a_move(position: Position) -> Move:
    """A legal move that captures if one does."""
    moves = position.legal_moves() or [Move.parse("d1-d2")]
    return next((m for m in moves if position.is_legal(m) and position.explain(m).captures), moves[0])


# ---------------------------------------------------------------------------------------- a call of each public method


def of_position(position: Position) -> dict[str, Callable[[], object]]:
    """A call of each public method of Position that needs arguments."""
    move, off, blocked = a_move(position), Move.parse("a1-s19"), Move.parse("a1-b2")
    rules, setup, board = position.ruleset, position.setup, position.board
    return {
        "initial": partial(Position.initial, rules, Side.ATTACKERS),
        "parse": partial(Position.parse, board.record, rules, Side.ATTACKERS),
        "from_board": partial(Position.from_board, board, rules, Side.ATTACKERS),
        "from_setup": partial(Position.from_setup, setup, rules),
        "is_legal": partial(position.is_legal, move),
        "is_legal (off)": partial(position.is_legal, off),
        "illegality": partial(position.illegality, blocked),
        "illegality (off)": partial(position.illegality, off),
        "play": partial(position.play, move),
        "play (illegal)": partial(position.play, blocked),
        "play (wrong type)": partial(position.play, None),  # type: ignore[arg-type]
        "play, outcome": lambda: position.outcome is not None or position.play(move).outcome,
        "play, play": lambda: [after.play(m) for after in [position.play(move)] for m in after.legal_moves()[:1]],
        "play, lenient": partial(position.play, move, lenient=True),
        "explain": partial(position.explain, move),
        "explain (illegal)": partial(position.explain, blocked),
        "captures": partial(position.captures, move),
        "is_capture": partial(position.is_capture, move),
        "is_capture (text)": partial(position.is_capture, str(move)),
        "legal_moves_to": partial(position.legal_moves_to, [move.target]),
        "reach": partial(position.reach, move.origin),
        "reached_by": partial(position.reached_by, move.target),
        "captors": partial(position.captors, "e5"),
        "count": partial(position.count, PieceSet.ATTACKERS),
        "roll": partial(position.roll, 2),
        "play_action": partial(position.play_action, memoryview(position.legal_actions()).cast("H")[0])
        if position.outcome is None
        else partial(position.play_action, 0),
        "play_action (illegal)": partial(position.play_action, 6),
        "transform": partial(position.transform, Symmetry.ROTATE_90),
        "pickle": lambda: pickle.loads(pickle.dumps(position)),
        "value": lambda: (str(position), repr(position), hash(position), position == copy.copy(position)),
        "perft": partial(perft, position, 1),
        "perft, made": partial(perft, position, 1, bulk=False),
        "divide": partial(divide, position, 1),
        "playout": partial(playout, position, limit=3),
        "playouts": lambda: [(game.moves, game.position) for game in playouts(position, [1], 2)],
        "SearchBoard": partial(SearchBoard, position),
    }


def of_board(position: Position) -> dict[str, Callable[[], object]]:
    """The same of SearchBoard."""
    board, move = SearchBoard(position), a_move(position)

    def make() -> None:
        board.make(move)
        board.unmake()

    def advance() -> None:
        board.advance(move)
        board.unmake()

    def look() -> None:
        board.make(move)
        try:
            assert board.outcome != board.position.board != board.legal_moves()
        finally:
            board.unmake()

    return {
        "make": make,
        "advance": advance,
        "unmake": look,
        "make (illegal)": partial(board.make, Move.parse("a1-b2")),
        "unmake (nothing)": board.unmake,
        "captures": partial(board.captures, move),
        "is_capture": partial(board.is_capture, move),
        "legal_moves_to": partial(board.legal_moves_to, [move.target]),
        "mobility": partial(board.mobility, Side.ATTACKERS),
        "recurs_since": partial(board.recurs_since, 0),
        "reach": partial(board.reach, move.origin),
        "roll": partial(board.roll, 0),
    }


def of_game(position: Position) -> dict[str, Callable[[], object]]:
    """The same of Game."""
    game = a_game()
    node = next(iter(game.walk()))
    side = game.find([Move.parse("d1-c1"), Move.parse("c4-b4")])
    assert side is not None
    return {
        "from_position": partial(Game.from_position, position),
        "roll": partial(game.roll, 1),
        "walk": lambda: list(game.walk()),
        "line_moves": partial(game.line_moves, 0),
        "find": partial(game.find, [Move.parse("d1-c1"), Move.parse("c4-b4")]),
        "path": partial(game.path, side),
        "position": partial(game.position, "d1-c1 c4-b4"),
        "with_lines": partial(game.with_lines, game.lines),
        "add": partial(game.add, [Move.parse("d1-c1"), Move.parse("c4-a4")]),
        "annotate": partial(game.annotate, node, None),
        "promote": partial(game.promote, side),
        "delete": partial(game.delete, side),
        "replay": lambda: [(replay.verdict, replay.played_moves) for replay in [game.replay()]],
        "replay_lines": lambda: [replay.agrees for replay in game.replay_lines()],
        "token_number": partial(game.token_number, 1),
        "value": lambda: (game == copy.copy(game), hash(game), repr(game), str(game)),
    }


def a_game() -> Game:
    game = Game(ruleset=variants.BRANDUBH).add("d1-c1 c4-c2 g4-g2")
    return game.add("c4-b4", after="d1-c1")


Calls = Callable[[Position], dict[str, Callable[[], object]]]
CLASSES: Final[dict[type, tuple[Calls, Callable[[Position], object]]]] = {
    Position: (of_position, lambda position: position),
    SearchBoard: (of_board, SearchBoard),
    Game: (of_game, lambda position: a_game()),
}


def members(cls: type) -> Iterator[str]:
    return (name for name in dir(cls) if not name.startswith("_") and hasattr(cls, name))


def calls(cls: type, position: Position) -> dict[str, Callable[[], object]]:
    """Those of the table, and the reading of each property."""
    table, make = CLASSES[cls]
    found, one = table(position), make(position)
    for name in members(cls):
        if not callable(getattr(one, name)):
            found[name] = partial(getattr, one, name)
        elif name not in found:
            found[name] = getattr(one, name)
    return found


@pytest.fixture(autouse=True)
def frozen() -> Iterator[None]:
    """Set apart what is there already, so that each of the many collections looks only at what a test makes."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def growth(call: Callable[[], object], least: int = 200) -> tuple[int, int]:
    """After how many calls how many more blocks of memory are in use."""

    def repeat(times: int) -> None:
        for _ in range(times):
            with contextlib.suppress(HnefataflError, TypeError):
                call()

    began = time.process_time()
    repeat(50)
    each = (time.process_time() - began) / 50
    times = min(max(int(TIME / each), least), MANY)
    gc.collect()
    before = sys.getallocatedblocks()
    repeat(times)
    gc.collect()
    return times, sys.getallocatedblocks() - before


def check_level(calls: Mapping[str, Callable[[], object]]) -> None:
    for what, call in calls.items():
        times, blocks = growth(call)
        if blocks >= times / 4:  # or were caches filled?
            times, blocks = growth(call, 2000)
        assert blocks < times / 4, f"{what}: {blocks} blocks more after {times} calls"


@pytest.mark.long
@pytest.mark.parametrize(
    ("cls", "name"),
    [*((cls, name) for cls in (Position, SearchBoard) for name in POSITIONS), (Game, "capture")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_memory_stays_level(cls: type, name: str) -> None:
    """Whatever is called, however often: a call that kept one block would show."""
    check_level(calls(cls, POSITIONS[name]()))


@pytest.mark.extra("train")
@pytest.mark.parametrize("name", ["capture", "wide", "everything"])
def test_learning_keeps_nothing(name: str) -> None:
    from tafl.learning import Planes

    position = POSITIONS[name]()
    move, planes = a_move(position), Planes(position.ruleset, position.board)
    batch = Batch(position, 2, limit=20)  # a game keeps something of each ply until it is over
    kept: dict[str, Callable[[], object]] = {
        "planes": lambda: planes.of(position.play(move)),
        "mask": lambda: planes.mask(position.play(move)),
        "planes of a batch": lambda: planes.of_batch(batch),
        "mask of a batch": lambda: planes.mask_of_batch(batch),
        "step": lambda: batch.step(batch.random_actions()),
        "step (illegal)": lambda: batch.step([6, 6]),
        "reset": batch.reset,
        "copy": lambda: copy.copy(batch),
        "views": lambda: (batch.codes, batch.turns, batch.repetitions, batch.rewards, batch.outcomes, batch[0]),
    }
    check_level(kept)


def test_each_method_that_needs_arguments_is_given_some() -> None:
    position = POSITIONS["capture"]()
    for cls in CLASSES:
        for name, call in calls(cls, position).items():
            if "wrong type" not in name:
                with contextlib.suppress(HnefataflError):
                    call()


# -------------------------------------------------------------------------------------------------- what rulesets hold


class Hoard:
    """An extra ending that holds a position of its own ruleset, and much else."""

    def __init__(self) -> None:
        self.kept: list[object] = []
        self.blob = bytes(100_000)

    def __call__(self, board: Board, side: Side, position: Position) -> None:
        return None


def test_extra_rules_are_freed() -> None:
    """Even where they hold the positions that hold them; only the last ones stay compiled."""

    def fill(number: int) -> weakref.ref[Hoard]:
        hoard = Hoard()
        position = Position.initial(variants.BRANDUBH.evolve(name=f"hoard {number}", extra_endings=[hoard]))
        board = SearchBoard(position)
        board.make(position.legal_moves()[0])
        hoard.kept += [position, position.play(position.legal_moves()[0]), board, playout(position, limit=4)]
        return weakref.ref(hoard)

    hoards = [fill(number) for number in range(60)]
    gc.collect()
    alive = sum(hoard() is not None for hoard in hoards)
    assert alive <= 10


def test_compiled_rulesets_are_small() -> None:
    """On the largest board too, so that those that are kept take no more than some ten megabytes."""
    blank = Board(21).put(Square(10, 10), Piece.KING).put(Square(0, 1), Piece.ATTACKER)
    base = variants.ALEA_EVANGELII.evolve(name="vast", size=21, start=blank, version=1)
    playout(Position.initial(base, Side.ATTACKERS), limit=1)
    tracemalloc.start()
    try:
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for number in range(30):
            playout(Position.initial(base.evolve(name=f"vast {number}"), Side.ATTACKERS), limit=1)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 30 * 250_000
    finally:
        tracemalloc.stop()
