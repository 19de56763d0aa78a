"""Arguments of the wrong type are refused in the library's own words, the same compiled and uncompiled."""

from __future__ import annotations

import ast
import copy
import pickle
import pkgutil
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from inspect import isclass, signature
from pathlib import Path
from types import GenericAlias, UnionType
from typing import Any, Final, cast

import pytest

import hnefatafl
from hnefatafl import (
    ArgumentTypeError,
    ArgumentValueError,
    HnefataflError,
    InvalidSetupError,
    Kind,
    NotationError,
    Outcome,
    Piece,
    PieceSet,
    Playout,
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
from hnefatafl.describe import describe, sentence
from hnefatafl.errors import MissingExtraError
from hnefatafl.match import Match
from hnefatafl.render.text import format_board

ROOT: Final = Path(hnefatafl.__file__).parent
MODULES: Final = [
    "actions",
    "geometry",
    "pieces",
    "board",
    "outcome",
    "setup",
    "move",
    "position",
    "searchboard",
    "counting",
    "simulation",
]
"""The modules whose functions take values one by one; rulesets and texts have errors of their own."""
BRANDUBH: Final = variants.BRANDUBH
START: Final = Position.initial(BRANDUBH)
DIE: Final = Position.parse("/7/7/2t4/3K3/7/7/7/", BRANDUBH.evolve(name="die", king_die=6), Side.DEFENDERS)


LOOSE: Final[Any] = hnefatafl
"""The library as callers see it who ignore the types."""
LOOSE_BOARD: Final[Any] = BRANDUBH.start


class Junk:
    """An object of no type that anything takes."""

    def __repr__(self) -> str:
        return "<junk>"


PLAIN: Final = {
    "Square": "a Square",
    "Square | str": "a Square or its name",
    "Side": "a Side",
    "Kind": "a Kind",
    "Piece": "a Piece",
    "PieceSet": "a PieceSet",
    "Symmetry": "a Symmetry",
    "Ruleset": "a Ruleset",
    "Board": "a Board",
    "Setup": "a Setup",
    "Outcome": "an Outcome",
    "Position": "a Position",
    "Termination": "a Termination",
    "Illegality": "an Illegality",
    "Move | str": "a Move or its text",
    "int": "a whole number",
    "str": "a text",
    "bytes": "bytes",
    "bool": "True or False",
    "Iterable[int]": "an iterable",
    "Iterable[Square]": "an iterable",
    "Iterable[Piece]": "an iterable",
    "Mapping[Square, Piece]": "a mapping",
    "Executor": "an Executor",
}
"""What is said to be expected, by the annotation of the parameter."""
WORDS: Final = PLAIN | {f"{kind} | None": f"{words} or None" for kind, words in PLAIN.items()}
"""The same, and where None will do, too."""
VALUES: Final[dict[str, Any]] = {
    "Square": Square("d1"),
    "Square | str": "d1",
    "Side": Side.ATTACKERS,
    "Kind": Kind.SOLDIER,
    "Piece": Piece.ATTACKER,
    "Piece | None": None,
    "PieceSet": PieceSet.ALL,
    "Symmetry": Symmetry.ROTATE_90,
    "Ruleset": BRANDUBH,
    "Board": BRANDUBH.start,
    "Setup": START.setup,
    "Position": START,
    "Termination": Termination.REPETITION,
    "Illegality": hnefatafl.Illegality.BLOCKED,
    "Square | None": None,
    "Side | None": None,
    "Move | str": "d1-c1",
    "int": 7,
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
        (each.target.id, ast.unparse(each.annotation), each.value is None, each.value is not None)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        if not each.target.id.startswith("_") and "ClassVar" not in ast.unparse(each.annotation)
    ]


def calls(name: str, owner: str, function: Any, wanted: list[tuple[str, str, bool, bool]]) -> Iterator[Asked]:
    """A call for each parameter."""
    for at, (parameter, kind, _, _) in enumerate(wanted):
        if kind not in WORDS:
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


def asked() -> Iterator[Asked]:
    """The parameters of all public functions, methods and classes of the modules."""
    for module in MODULES:
        loaded = import_module(f"hnefatafl.{module}")
        tree = ast.parse((ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8"))
        public = getattr(loaded, "__all__", ["Move"])
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
ELSEWHERE: Final = {("Outcome.describe", "lang"), ("Square.beside", "file"), ("Square.beside", "rank")}
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
        with pytest.raises(ArgumentTypeError) as caught:
            call(junk)
        assert isinstance(caught.value, TypeError)
        assert str(caught.value) == f"{parameter}: {WORDS[kind]} was expected, not {junk!r}"


READERS: Final = ["archive", "bologna", "dcampbell", "hnefatafl_rs", "json", "otn", "taflzero", "toml", "moves"]


@pytest.mark.parametrize("module", READERS)
def test_readers_and_writers_say_what_they_take(module: str) -> None:
    """A text for what reads, a value for what writes; whatever else comes is refused alike everywhere."""
    loaded = import_module(f"hnefatafl.notation.{module}")
    names = [name for name in loaded.__all__ if name.startswith(("parse_", "format_")) and name != "format_move"]
    assert names
    for name in names:
        function = getattr(loaded, name)
        needed = [each for each in signature(function).parameters.values() if each.default is each.empty]
        with pytest.raises(ArgumentTypeError, match=f"^{needed[0].name}: .* was expected, not <junk>$"):
            function(*(Junk() for _ in needed))


def test_describing_and_drawing_say_what_they_take() -> None:
    loose: list[tuple[Any, str]] = [(describe, "a Ruleset"), (sentence, ""), (format_board, "a Board")]
    for function, words in loose:
        with pytest.raises(ArgumentTypeError, match=f"{words}.* was expected, not <junk>"):
            function(Junk())


def test_a_side_is_no_word() -> None:
    """The defect that was found: "attackers" meant the defenders."""
    setups: list[Callable[[Any], object]] = [
        lambda turn: Position.parse(BRANDUBH.start.record, BRANDUBH, turn),
        lambda turn: Position.from_board(BRANDUBH.start, BRANDUBH, turn),
        lambda turn: Setup(BRANDUBH.start, turn),
    ]
    for turn in ("attackers", "defenders", 0, 1, True, None, Side):
        for make in setups:
            with pytest.raises(ArgumentTypeError, match="turn: a Side was expected, not "):
                make(turn)
        if turn is not None:
            with pytest.raises(ArgumentTypeError, match="turn: a Side or None was expected, not "):
                LOOSE.Position.initial(BRANDUBH, turn)


@pytest.mark.parametrize("cls", [Position, Playout])
def test_what_only_the_library_makes(cls: Any) -> None:
    for arguments in ((), (1,), (None, 2, 3), tuple(range(12))):
        with pytest.raises(ArgumentTypeError, match=f"make a {cls.__name__} by "):
            cls(*arguments)


REFUSED: Final[list[tuple[Callable[[], object], type[HnefataflError]]]] = [
    (lambda: LOOSE.Square(99, 0), ArgumentValueError),
    (lambda: LOOSE.Square(0, -1), ArgumentValueError),
    (lambda: LOOSE.Square("d99"), NotationError),
    (lambda: LOOSE.Square("D1"), NotationError),
    (lambda: LOOSE.Outcome("x", "y"), ArgumentTypeError),
    (lambda: LOOSE.perft(START, -1), ArgumentValueError),
    (lambda: LOOSE.perft(START, 1, progress=3), ArgumentTypeError),
    (lambda: list(LOOSE.playouts(START, [Junk()])), ArgumentTypeError),
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
    rules = BRANDUBH.evolve(name="die", king_die=6)
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


# ------------------------------------------------------------------------------------------ every callable, all at once

MADE_BY_THE_LIBRARY: Final = {
    "findings.Finding",
    "game.Node",
    "game.Replay",
    "match.Result",
    "notation.completion.Completion",
    "notation.convert.Converted",
    "notation.convert.Loss",
    "engine.Engine",
    "notation.detection.Detected",
    "notation.dialects.Capabilities",
    "notation.dialects.Dialect",
    "notation.otn.RulesLoss",
    "notation.scanner.Scanner",
    "played_move.PlayedMove",
    "position.Position",
    "simulation.Playout",
    "records.Gap",
    "replay.Replay",
    "rules.Reading",
    "summaries.PlayoutSummary",
    "validation.Disagreement",
    "validation.GameReport",
    "validation.Summary",
}
"""Classes of results, which callers read and do not make; a test above makes the two that refuse it."""
CHECKED_BY_RULESETS: Final = {"Announcements", "Jumps", "Repetition", "Shieldwall", "Speed", "Zone"}
"""Options in several parts: a ruleset lists all their faults together."""
STEPS_OF_REPLAY: Final = {
    *("advance", "captures_differ", "mark_of", "replay_line", "replay_lines", "result_finding", "sign_of"),
    *("effects", "missing", "record_move"),
}
"""Steps of replays and pictures, called once a ply with what the library made."""


def callables() -> Iterator[tuple[str, Callable[..., object]]]:
    """All public functions, classes and their static methods, but those that tests and Sphinx alone use."""
    known: set[int] = set()
    for info in pkgutil.walk_packages(hnefatafl.__path__, "hnefatafl."):
        if re.search(r"\._|\.(testing|sphinxext|typing)\b", info.name):
            continue
        try:
            loaded = import_module(info.name)
        except MissingExtraError:
            continue
        for name in loaded.__all__:
            value = getattr(loaded, name)
            label = f"{info.name.removeprefix('hnefatafl.')}.{name}"
            if id(value) in known or name in CHECKED_BY_RULESETS | STEPS_OF_REPLAY:
                continue
            known.add(id(value))
            if isclass(value):
                is_exempt = label in MADE_BY_THE_LIBRARY or issubclass(value, BaseException | Enum)
                if not is_exempt and not getattr(value, "_is_protocol", False):
                    yield label, value
                for member, kind in vars(value).items():
                    if isinstance(kind, classmethod | staticmethod) and not member.startswith("_"):
                        yield f"{label}.{member}", getattr(value, member)
            elif callable(value) and not isinstance(value, GenericAlias | UnionType):
                yield label, value


CALLABLES: Final = [
    (label, function)
    for label, function in callables()
    if (getattr(function, "__module__", None) or "hnefatafl").startswith("hnefatafl")
    and label != "geometry.Square.beside"
]


@pytest.mark.parametrize(("label", "function"), CALLABLES, ids=[label for label, _ in CALLABLES])
def test_junk_is_refused_by_a_declared_error(label: str, function: Callable[..., object]) -> None:
    """ "Only declared exceptions escape": every public callable, with nothing that fits."""
    wanted = [
        each
        for each in signature(function).parameters.values()
        if each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
    ]
    if not wanted:
        return
    plain = [Junk() for each in wanted if each.kind is not each.KEYWORD_ONLY]
    named: dict[str, Any] = {each.name: Junk() for each in wanted if each.kind is each.KEYWORD_ONLY}

    def call() -> None:
        returned = function(*plain, **named)
        if isinstance(returned, Iterator):
            next(cast("Iterator[object]", returned))

    with pytest.raises(HnefataflError):
        call()


def test_nearly_everything_is_called() -> None:
    assert len(CALLABLES) > 100


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: LOOSE.Game(ruleset="brandubh"), "ruleset: a Ruleset was expected, not 'brandubh'"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, moves=["d1-d3"]), "moves: a RecordedMove was expected, not 'd1-d3'"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, moves=3), "moves: an iterable was expected, not 3"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, tags=3), "tags: a mapping was expected, not 3"),
        (lambda: LOOSE.Game(ruleset=BRANDUBH, tags={"event": 3}), "tags: a text was expected, not 3"),
        (lambda: LOOSE.Game.from_position("d1"), "position: a Position was expected, not 'd1'"),
        (lambda: LOOSE.game.RecordedMove(origin="d1", target="d2"), "origin: a Square was expected, not 'd1'"),
        (lambda: LOOSE.game.Note(comment=3), "comment: a text was expected, not 3"),
        (lambda: LOOSE.game.Clock(seconds="3"), "seconds: a whole number was expected, not '3'"),
    ],
)
def test_records_say_what_they_take(make: Callable[[], object], said: str) -> None:
    with pytest.raises(ArgumentTypeError) as caught:
        make()
    assert str(caught.value) == said


GAME: Final = hnefatafl.Game(ruleset=BRANDUBH).add([hnefatafl.Move.parse("d1-c1")])
VALUES_WITH_METHODS: Final[list[Any]] = [
    *(GAME, Match(ruleset=BRANDUBH, players=("Ann", "Bo")), BRANDUBH, GAME.replay(), START, SearchBoard(START)),
    *(BRANDUBH.start, Square("d1"), Region.EDGE, PieceSet.ALL, START.setup, START.explain("d1-c1")),
]


def methods() -> Iterator[tuple[str, Callable[..., object]]]:
    """All public methods that need an argument."""
    for value in VALUES_WITH_METHODS:
        cls = cast("Any", type(value))
        for name in dir(cls):
            if not name.startswith("_") and callable(getattr(cls, name)) and not isinstance(getattr(cls, name), type):
                wanted = signature(getattr(value, name)).parameters.values()
                if any(each.default is each.empty for each in wanted if each.kind is not each.VAR_KEYWORD):
                    yield f"{cls.__name__}.{name}", getattr(value, name)


METHODS: Final = [each for each in methods() if each[0] not in ("Square.beside",)]


@pytest.mark.parametrize(("label", "function"), METHODS, ids=[label for label, _ in METHODS])
def test_methods_refuse_junk_by_a_declared_error(label: str, function: Callable[..., object]) -> None:
    test_junk_is_refused_by_a_declared_error(label, function)


def test_arguments_that_are_missing_or_too_many() -> None:
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: LOOSE.Game.from_position(), "position: a value was expected, and none was given"),
        (lambda: LOOSE.Game.from_position(START, 3), "at most 1 arguments without a name were expected, not 2"),
        (lambda: LOOSE.Game.from_position(START, position=START), "position: one value was expected, not two"),
        (lambda: LOOSE.Game.from_position(START, kig=3), "kig: no argument of this name was expected"),
    ]
    for call, said in cases:
        with pytest.raises(ArgumentTypeError) as caught:
            call()
        assert str(caught.value) == said
