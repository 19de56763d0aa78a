"""Values of a wrong type do not pass in silence: the calls of the core raise TypeError, compiled and uncompiled."""

from __future__ import annotations

import ast
import copy
import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import hnefatafl
from hnefatafl import (
    Kind,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Region,
    SearchBoard,
    Setup,
    Side,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, InvalidSetupError, NotationError
from hnefatafl.rules import Die

ROOT: Final = Path(hnefatafl.__file__).parent
MODULES: Final = [
    "play._actions",
    "board._geometry",
    "board._pieces",
    "board._board",
    "board._outcome",
    "play._setup",
    "board._move",
    "play._position",
    "play._searchboard",
    "play._counting",
    "play._simulation",
]
"""The modules whose functions take values one by one; rulesets and texts have errors of their own."""
BRANDUBH: Final = variants.BRANDUBH
START: Final = Position.initial(BRANDUBH)
DIE: Final = Position.parse("/7/7/2t4/3K3/7/7/7/", BRANDUBH.evolve(name="die", die=Die()), Side.DEFENDERS)


LOOSE: Final[Any] = hnefatafl
"""The library as callers see it who ignore the types."""
LOOSE_BOARD: Final[Any] = BRANDUBH.start


class Junk:
    """An object of no type that anything takes."""

    def __repr__(self) -> str:
        return "<junk>"


VALUES: Final[dict[str, Any]] = {
    "Square": Square("d1"),
    "Square | str": "d1",
    "Side": Side.ATTACKERS,
    "Side | str": "attackers",
    "Kind": Kind.SOLDIER,
    "Piece": Piece.ATTACKER,
    "Piece | None": None,
    "PieceSet": PieceSet.ALL,
    "Symmetry": Symmetry.ROTATE_90,
    "Ruleset": BRANDUBH,
    "Ruleset | str": BRANDUBH,
    "Board": BRANDUBH.start,
    "Setup": START.setup,
    "Outcome": Outcome(None, Termination.REPETITION),
    "Mapping[Square, Piece]": {},
    "Executor | None": None,
    "Outcome | None": None,
    "int | None": None,
    "Position": START,
    "PositionLike": START,
    "RulesetLike": BRANDUBH,
    "Termination": Termination.REPETITION,
    "Illegality": hnefatafl.Illegality.BLOCKED,
    "Square | None": None,
    "Side | None": None,
    "Move | str": "d1-c1",
    "int": 7,
    "str": "",
    "bool": True,
    "bytes": BRANDUBH.start.codes,
    "Iterable[int]": [1],
    "Iterable[Square]": [],
    "Iterable[Piece]": [],
}
"""What fits, by the annotation."""
TEXTS: Final = {"Square": "d1", "Region": "edge", "Piece": "K", "Board": BRANDUBH.start.record, "Move": "d1-c1"}
SUBJECTS: Final[dict[str, Any]] = {
    "Square": Square("d1"),
    "SquareSet": SquareSet.of("d1"),
    "Region": Region.EDGE,
    "Symmetry": Symmetry.ROTATE_90,
    "Piece": Piece.KING,
    "PieceSet": PieceSet.ALL,
    "Board": BRANDUBH.start,
    "Outcome": Outcome(None, Termination.REPETITION),
    "Setup": START.setup,
    "Position": START,
    "PositionLike": START,
    "RulesetLike": BRANDUBH,
    "ActionSpace": hnefatafl.ActionSpace(7),
    "SearchBoard": SearchBoard(START),
}
"""The objects whose methods are called."""

Asked = tuple[str, str, str, Callable[[Any], object]]
"""A parameter: the function, its name, its annotation, and a call with a value for it and fitting ones for the rest."""


def parameters(node: ast.FunctionDef) -> list[tuple[str, str, bool, bool]]:
    """The name and the annotation of each parameter, whether it is needed, and whether it goes by its name only."""
    args = node.args
    plain = [*args.posonlyargs, *args.args]
    found = [
        (each.arg, ast.unparse(each.annotation), at < len(plain) - len(args.defaults), False)
        for at, each in enumerate(plain)
        if each.annotation is not None
    ]
    found += [
        (each.arg, ast.unparse(each.annotation), default is None, True)
        for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        if each.annotation is not None
    ]
    return found


def fields(node: ast.ClassDef) -> list[tuple[str, str, bool, bool]]:
    """The same of an attrs class."""
    return [
        (
            each.target.id,
            ast.unparse(each.annotation),
            "default" not in f"{each.value and ast.unparse(each.value)}",
            True,
        )
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        if not each.target.id.startswith("_") and "ClassVar" not in ast.unparse(each.annotation)
    ]


def calls(name: str, owner: str, function: Any, wanted: list[tuple[str, str, bool, bool]]) -> Iterator[Asked]:
    """A call for each parameter."""
    for at, (parameter, kind, _, _) in enumerate(wanted):
        if kind not in VALUES:
            continue

        def call(value: Any, at: int = at) -> object:
            before: list[Any] = []
            named: dict[str, Any] = {}
            for index, (other, its_kind, needed, by_name) in enumerate(wanted):
                if index == at:
                    given = value
                elif needed:
                    given = TEXTS.get(owner, BRANDUBH.start.record) if its_kind == "str" else VALUES[its_kind]
                else:
                    continue
                if by_name or (index == at and not needed):
                    named[other] = given
                else:
                    before.append(given)
            return function(*before, **named)

        yield name, parameter, kind, call


BY_ANY: Final = {"as_square", "as_move"}
"""What takes anything, to say what it is not."""


def asked() -> Iterator[Asked]:
    """The parameters of all public functions, methods and classes of the modules."""
    for module in MODULES:
        loaded = import_module(f"hnefatafl.{module}")
        tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
        public = set(import_module(f"hnefatafl.{module.partition('.')[0]}").__all__) - BY_ANY
        for node in tree.body:
            overloaded = isinstance(node, ast.FunctionDef) and "overload" in map(ast.unparse, node.decorator_list)
            if isinstance(node, ast.FunctionDef) and node.name in public and not overloaded:
                yield from calls(node.name, "", getattr(loaded, node.name), parameters(node))
            if not isinstance(node, ast.ClassDef) or node.name not in public or node.name == "Playout":
                continue
            cls = getattr(loaded, node.name)
            if any("frozen" in ast.unparse(each) for each in node.decorator_list) and node.name not in (
                "Square",
                "Region",
            ):
                yield from calls(node.name, node.name, cls, fields(node))
            for member in node.body:
                if not isinstance(member, ast.FunctionDef):
                    continue
                named = f"{node.name}.{member.name}"
                decorators = {ast.unparse(each) for each in member.decorator_list}
                if (
                    member.name == "__init__"
                    and "overload" not in decorators
                    and node.name not in ("Square", "Position")
                ):
                    yield from calls(node.name, node.name, cls, parameters(member))
                elif not member.name.startswith("_") and not decorators & {"property", "overload"}:
                    static = decorators & {"classmethod", "staticmethod"}
                    subject = cls if static else SUBJECTS.get(node.name)
                    if subject is not None:
                        yield from calls(named, node.name, getattr(subject, member.name), parameters(member))


ASKED: Final = list(asked())
ELSEWHERE: Final = {("Outcome.describe", "lang"), ("Square.unchecked", "file"), ("Square.unchecked", "rank")}
"""What has errors of its own, and what is for the library itself."""


def test_there_are_many() -> None:
    names = {name for name, *_ in ASKED}
    assert len(ASKED) >= 95
    assert {"Position.play", "Position.initial", "SearchBoard.make", "Move", "Board.put", "perft", "Setup"} <= names


@pytest.mark.parametrize(("name", "parameter", "kind", "call"), ASKED, ids=[f"{a[0]}-{a[1]}" for a in ASKED])
def test_arguments_of_another_type_are_refused(
    name: str, parameter: str, kind: str, call: Callable[[Any], object]
) -> None:
    """ "Every public call checks its arguments' types and says what was expected in the library's own words"."""
    if (name, parameter) in ELSEWHERE:
        return
    for junk in (Junk(), *([] if kind.endswith("None") else [None])):
        with pytest.raises(ArgumentTypeError):
            call(junk)


def test_a_side_is_a_side_or_its_name() -> None:
    """The defect that was found: "attackers" meant the defenders."""
    setups: list[Callable[[Any], Any]] = [
        lambda turn: Position.parse(BRANDUBH.start.record, BRANDUBH, turn),
        lambda turn: Position.from_board(BRANDUBH.start, BRANDUBH, turn),
        lambda turn: Position.initial(BRANDUBH, turn),
        lambda turn: Setup(BRANDUBH.start, turn),
    ]
    for make in setups:
        assert make("attackers").turn is Side.ATTACKERS
        assert make("defenders").turn is Side.DEFENDERS
        for turn in (0, 1, True, Side):
            with pytest.raises(ArgumentTypeError, match="turn: a Side or its name was expected, not "):
                make(turn)
        with pytest.raises(
            ArgumentValueError, match="turn: one of attackers, defenders was expected, not 'black'; did"
        ):
            make("black")
    for make in setups[1:2]:
        with pytest.raises(ArgumentTypeError, match="turn: a Side or its name was expected, not None"):
            make(None)
    assert START.reached_by("c2", "attackers") == START.reached_by("c2", Side.ATTACKERS)


REFUSED: Final[list[tuple[Callable[[], object], type[Exception]]]] = [
    (lambda: LOOSE.Square(99, 0), ArgumentValueError),
    (lambda: LOOSE.Square(0, -1), ArgumentValueError),
    (lambda: LOOSE.Square("d99"), NotationError),
    (lambda: LOOSE.Square("D1"), NotationError),
    (lambda: LOOSE.Outcome("x", "y"), ArgumentTypeError),
    (lambda: LOOSE.perft(START, -1), ArgumentValueError),
    (lambda: LOOSE.perft(START, 1, progress=3), TypeError),
    (lambda: list(LOOSE.playouts(START, [Junk()])), TypeError),
    (lambda: list(LOOSE.playouts(START, [1], limit=-1)), ArgumentValueError),
    (lambda: START.reach("h1"), ArgumentValueError),
    (lambda: LOOSE_BOARD["h99"], NotationError),
    (lambda: LOOSE_BOARD[3], ArgumentTypeError),
    (lambda: LOOSE.Piece("x", Kind.KING), ArgumentTypeError),
    (lambda: LOOSE.Board(7, {LOOSE.Square("a1"): LOOSE.Piece(Side.ATTACKERS, Kind.KING)}), InvalidSetupError),
    (lambda: LOOSE.Board(7, {LOOSE.Square("a1"): Junk()}), ArgumentTypeError),
    (lambda: LOOSE.Board.from_codes(99, bytes(9801)), InvalidSetupError),
    (lambda: LOOSE.Board.from_codes(7, bytes(3)), InvalidSetupError),
    (lambda: LOOSE.Board.from_codes(5, bytes([3] * 25)), InvalidSetupError),
    (lambda: LOOSE.Board.from_codes(5, bytes([14] * 25)), InvalidSetupError),
    (lambda: LOOSE.Region("x", ()), ArgumentTypeError),
    (lambda: LOOSE.SquareSet(["d1"]), ArgumentTypeError),
    (lambda: LOOSE.PieceSet.of(["t"]), ArgumentTypeError),
    (lambda: LOOSE.Move(1, 2), ArgumentTypeError),
]


@pytest.mark.parametrize("index", range(len(REFUSED)))
def test_values_that_are_refused(index: int) -> None:
    call, error = REFUSED[index]
    with pytest.raises(error):
        call()


def test_regions_are_joined_with_regions() -> None:
    for join in ("__or__", "__sub__", "__and__"):
        assert getattr(Region.EDGE, join)("d1") is NotImplemented


def test_pieces_are_the_named_ones() -> None:
    """ "board[square] is Piece.ATTACKER" """
    board = BRANDUBH.start
    named = (Piece.ATTACKER, Piece.DEFENDER, Piece.KING)
    for one in (board, pickle.loads(pickle.dumps(board)), copy.deepcopy(board), START.board, SearchBoard(START).board):
        assert {id(piece) for piece in one.values()} == {id(piece) for piece in named}
    for piece in PieceSet.ALL.pieces:
        for found in (pickle.loads(pickle.dumps(piece)), copy.copy(piece), copy.deepcopy(piece)):
            assert found is piece
        assert Piece.parse(piece.symbol) is piece
        assert Piece(piece.side, piece.kind) is piece


def test_squares_by_name() -> None:
    board = LOOSE_BOARD
    assert Square("d4") == Square.parse("d4") == Square(3, 3)
    assert board["d4"] is board[Square("d4")] is Piece.KING
    assert board.get("d3") is Piece.DEFENDER
    assert board.get("a1") is None
    assert board.get("a1", 3) == 3
    assert "d4" in board
    assert "a1" not in board
    assert 3 not in board
    with pytest.raises(KeyError):
        board["a1"]
    assert board.put("a1", Piece.KING)["a1"] is Piece.KING


def test_search_boards_are_copied() -> None:
    rules = BRANDUBH.evolve(name="die", die=Die())
    board = SearchBoard(Position.initial(rules))
    for move in ("d1-c1", "d3-c3", "c1-c2"):
        board.make(move)
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert (other.moves, other.position, other.key, other.ply) == (
            board.moves,
            board.position,
            board.key,
            board.ply,
        )
        other.unmake()
        assert len(board.moves) == 3
        assert other.position == board.position or len(other.moves) == 2
    rolled = SearchBoard(DIE)
    rolled.roll(2)
    assert rolled.copy().legal_moves() == rolled.legal_moves() != SearchBoard(DIE).legal_moves()


def test_boards_say_something() -> None:
    board = SearchBoard(START)
    board.make("d1-c1")
    assert repr(board) == "<SearchBoard brandubh /2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ defenders to move, 1 moves made>"
    assert str(board) == str(board.board)
    for shown in (board, board.board):
        assert shown._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: LOOSE.Game(ruleset=7), "ruleset: a Ruleset or its name was expected, not 7"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, moves=["d1-d3"]), "moves: a RecordedMove was expected, not 'd1-d3'"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, moves=3), "moves: an iterable was expected, not 3"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, tags=3), "tags: a mapping was expected, not 3"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, tags={"event": 3}), "tags: a text was expected, not 3"),
        (lambda: LOOSE.Game.from_position("d1"), "position: a Position was expected, not 'd1'"),
        (lambda: LOOSE.records.RecordedMove(origin="d1", target="d2"), "origin: a Square was expected, not 'd1'"),
        (lambda: LOOSE.records.Note(comment=3), "comment: a text was expected, not 3"),
        (lambda: LOOSE.records.Clock(seconds="3"), "seconds: a whole number was expected, not '3'"),
    ],
)
def test_records_say_what_they_take(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ArgumentTypeError) as caught:
        make()
    assert str(caught.value) == said
