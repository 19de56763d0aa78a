"""Every public callable that takes a ruleset, a position, a game, a side, a square, a move, a board, a symmetry or a
theme takes them as it says, and says in words of ours what it does not take."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random as Chance
from typing import Any, Final

import pytest
from doors import Door, Parameter, doors

from hnefatafl import (
    Batch,
    Game,
    HnefataflError,
    Kind,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    SearchBoard,
    Side,
    Square,
    SquareSet,
    Symmetry,
    Termination,
    perft,
    svg,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, InvalidSetupError, PictureError, UnknownVariantError
from hnefatafl.play import as_position
from hnefatafl.records import RecordedMove, as_game, replay_line
from hnefatafl.render.png import png
from hnefatafl.search import AlphaBeta, Greedy, Limit, MonteCarlo, Random, Score, analyse
from tafl.arena import Contest
from tafl.inference import infer
from tafl.lab import Strength
from tafl.puzzles import Puzzle
from tafl.service import Query

pytestmark = pytest.mark.needs_host  # which has all modules

RULES: Final = variants.BRANDUBH
START: Final = Position.initial(RULES)
AFTER: Final = START.play("d1-c1")
TEXT: Final = f"brandubh {AFTER.text}"
GAME: Final = Game.from_position(AFTER)


class Junk:
    """An object of no type that anything takes."""

    def __repr__(self) -> str:
        return "<junk>"


def loose(value: Any) -> Any:
    """A value as callers give it who ignore the types."""
    return value


ASKED: Final[dict[str, tuple[Any, ...]]] = {
    "Ruleset": (RULES, "brandubh", TEXT, "brandhubb"),
    "RulesetLike": (RULES, "brandubh", TEXT, "brandhubb"),
    "Position": (AFTER, "brandubh", TEXT, "brandhubb"),
    "PositionLike": (AFTER, "brandubh", TEXT, "brandhubb"),
    "GameLike": (GAME, "brandubh", TEXT, "brandhubb"),
    "Subject": (AFTER, "brandubh", TEXT, RULES.start.record, "brandhubb"),
    "Side": (Side.DEFENDERS, "defenders", "atackers"),
    "Square": (Square("d1"), "d1", "d99"),
    "Move": (Move("d3-c3"), "d3-c3", "d3-"),
    "Symmetry": (Symmetry.ROTATE_90, "rotate_90", "defenders"),
    "Theme": ("dark", "drak"),
}
"""What is given, by the kinds that are asked about: values, names and texts, and what is nearly one."""
WRONG: Final = (7, None, Junk())
"""What is given, too, and is none of these."""

FIT: Final[dict[str, Any]] = {
    **{kind: values[0] for kind, values in ASKED.items()},
    "Game": GAME, "Board": RULES.start, "str": "d1-c1", "int": 7, "float": 1.0, "bool": True, "object": None,
    "bytes": RULES.start.codes, "Any": None,
    "Limit": Limit(nodes=20), "Piece": Piece.ATTACKER, "Kind": Kind.SOLDIER, "Setup": START.setup,
    "PieceSet": PieceSet.ALL, "SquareSet": SquareSet.of("d1"), "Outcome": Outcome(None, Termination.REPETITION),
    "Analysis": analyse(START, Limit(nodes=20)), "Score": Score(side=Side.ATTACKERS, value=1),
    "Random": Chance(1), "PlayerLike": "random", "Player": Random(), "Node": "", "Dialect": "otn",
    "Strength": Strength(), "PlayedMove": START.explain("d1-c1"),
    "RecordedMove": RecordedMove(origin=Square("d3"), target=Square("c3")),
    "Contest": Contest(players=("random", "random"), ruleset=RULES),
    "Batch": Batch(START, 2), "Termination": Termination.REPETITION,
}  # fmt: skip
"""What fits where something else is asked about, by its kind."""
SMALL: Final[dict[str, Any]] = {
    "games": 2, "plies": 6, "playouts": 2, "count": 2, "cases": 2, "depth": 1, "nodes": 20, "rounds": 1, "lines": 1,
    "limit": 5, "number": 1, "times": 1,
}  # fmt: skip
"""Arguments that keep work small, by their names, where they are numbers."""


NAMED: Final[dict[str, Any]] = {"seeds": [1], "option": "escape", "line": 0}
"""Arguments whose kinds do not tell what fits."""


def members(kind: str) -> list[str]:
    """The kinds of which an annotation is made."""
    parts = [""]
    for piece in re.split(r"( \| )", kind):
        if piece == " | " and parts[-1].count("[") == parts[-1].count("]"):
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def fitting(parameter: Parameter) -> Any:
    """A value that fits, or a KeyError."""
    if "int" in members(parameter.kind) and parameter.name in SMALL:
        return SMALL[parameter.name]
    if parameter.name in NAMED:
        return NAMED[parameter.name]
    for kind in members(parameter.kind):
        if kind in FIT:
            return FIT[kind]
        if kind == "None":
            return None
        if (
            inside := re.fullmatch(r"(?:Iterable|Sequence|tuple|Collection)\[([\w |]+)(?:, \.\.\.)?\]", kind)
        ) is not None:
            for each in members(inside[1]):
                if each in FIT:
                    return (FIT[each],)
        if kind.startswith(("Mapping", "dict")):
            return {}
    raise KeyError(parameter.kind)


SUBJECTS: Final[dict[Any, Any]] = {type(value): value for value in (*FIT.values(), SearchBoard(START))}
"""The objects whose methods are called."""


def asked() -> Iterator[tuple[Door, Parameter, str, bool]]:
    """The parameters that are asked about, their kinds, and whether they take several."""
    for door in doors():
        for parameter in door.parameters:
            for kind in members(parameter.kind):
                inside = re.fullmatch(r"(?:Iterable|Sequence)\[([\w |]+)\]", kind)
                name = next((each for each in (members(inside[1]) if inside else [kind]) if each in ASKED), None)
                if name is not None:
                    yield door, parameter, name, inside is not None
                    break


def prepare(door: Door, parameter: Parameter) -> Callable[[Any], object]:
    """A call with a value for the parameter and fitting ones for the rest."""
    before: list[tuple[Parameter, Any]] = []
    named: dict[str, Any] = {}
    for each in door.parameters:
        if each == parameter:
            before.append((each, None))
        elif each.needed:
            before.append((each, fitting(each)))
        elif each.name in SMALL and "int" in members(each.kind):
            named[each.name] = SMALL[each.name]
    function: Any = door.call if door.owner is None else getattr(SUBJECTS[door.owner], door.call.__name__)

    def call(value: Any) -> object:
        filled = [(each, value if each == parameter else fit) for each, fit in before]
        positional = [fit for each, fit in filled if each.needed and not each.by_name]
        by_name = {each.name: fit for each, fit in filled if not each.needed or each.by_name}
        result = function(*positional, **by_name, **named)
        return next(result, None) if hasattr(result, "__next__") else result

    return call


def is_left_out(door: Door) -> bool:
    """Whether it is what the library makes by itself, or needs what no example is at hand for."""
    return door.name.startswith(LEFT_OUT)


LEFT_OUT: Final = (
    "hnefatafl.Playout",  # which playout makes
    "hnefatafl.testing.reference",  # as plain as it can be: the second implementation, which tests ask
    "tafl.engine.Server",  # from which servers derive
    "tafl.engine.serve",  # which reads what it is sent
)
SLOW: Final = {
    "hnefatafl.notation.read", "hnefatafl.search.solve", "hnefatafl.search.train.rounds",
    "hnefatafl.search.train.train", "hnefatafl.testing.check_ruleset", "tafl.arena.play_match",
    "tafl.conformance.make_chapter", "tafl.inference.infer", "tafl.lab.evolve", "tafl.lab.study", "tafl.lab.explore",
    "tafl.lab.against_random", "tafl.puzzles.own_games",
}  # fmt: skip
"""What takes long over what it accepts, and is given here only what it refuses."""


def walk() -> dict[str, tuple[Parameter, str, bool, Callable[[Any], object]]]:
    """The calls by the names of what is called and of its parameters."""
    found: dict[str, tuple[Parameter, str, bool, Callable[[Any], object]]] = {}
    for door, parameter, kind, several in asked():
        if not is_left_out(door):
            with suppress(KeyError):
                found[f"{door}({parameter.name})"] = parameter, kind, several, prepare(door, parameter)
    return found


WALKED: Final = walk()


def test_the_walk_meets_what_begins_a_game() -> None:
    """The functions that are named in the reference as the first ones, and most of all."""
    assert len(WALKED) > 200
    first = """
        hnefatafl.svg(subject) hnefatafl.perft(position) hnefatafl.playout(position) hnefatafl.Batch(position)
        hnefatafl.SearchBoard(position) hnefatafl.search.analyse(position) hnefatafl.search.solve(position)
        tafl.arena.play(position) tafl.inference.infer(bases) tafl.table.Table(game) hnefatafl.Game(ruleset)
        hnefatafl.Position.initial(ruleset) tafl.arena.play_match(ruleset) tafl.lab.study(ruleset)
    """
    assert set(first.split()) <= WALKED.keys()


def given(name: str) -> list[Any]:
    """What a parameter is given: by far most are given all."""
    _, kind, several, _ = WALKED[name]
    accepted = () if name.partition("(")[0] in SLOW else ASKED[kind]
    values = (*accepted, ASKED[kind][-1], *WRONG)
    return [[value] for value in values] if several else list(values)


@pytest.mark.filterwarnings("ignore::hnefatafl.errors.LossWarning")
@pytest.mark.parametrize("name", WALKED)
def test_each_gives_a_result_or_says_what_it_expects(name: str) -> None:
    """Values, names and texts, what is nearly one, and what is none: never an error from inside."""
    call = WALKED[name][3]
    for value in given(name):
        if value is None and name.partition("(")[0] in SLOW:
            continue
        with suppress(HnefataflError):
            call(value)


def of_one_kind() -> Iterator[tuple[Door, Parameter]]:
    """The functions of notations, records and pictures that take a game, a board or a played move and nothing else."""
    for door in doors():
        for parameter in door.parameters:
            shown = door.name.startswith(("hnefatafl.notation.", "hnefatafl.records.", "hnefatafl.render."))
            if (
                shown
                and inspect.isfunction(door.call)
                and door.owner is None
                and parameter.kind in ("Game", "Board", "PlayedMove")
            ):
                yield door, parameter


OF_ONE_KIND: Final = {f"{door}({parameter.name})": (door, parameter) for door, parameter in of_one_kind()}
OF_INNER_STEPS: Final = {
    "hnefatafl.records.replay_line(game)",
    "hnefatafl.records.replay_lines(game)",
    "hnefatafl.records.result_finding(game)",
}
"""Steps of :meth:`Game.replay`, which are below games."""


@pytest.mark.parametrize("name", sorted(OF_ONE_KIND.keys() - OF_INNER_STEPS))
def test_functions_of_games_and_boards_say_what_they_expect(name: str) -> None:
    door, parameter = OF_ONE_KIND[name]
    try:
        call = prepare(door, parameter)
    except KeyError:
        pytest.skip("no example is at hand for the rest")
    for value in (7, Junk(), "d1-c1"):
        with pytest.raises(ArgumentTypeError, match=f"{parameter.name}: an? {parameter.kind} .*was expected, not"):
            call(value)


BEGINNINGS: Final[dict[str, Callable[[Any], object]]] = {
    name: call
    for name, (_, kind, several, call) in WALKED.items()
    if kind in ("PositionLike", "RulesetLike", "Subject", "GameLike") and not several
}


@pytest.mark.parametrize("name", BEGINNINGS)
def test_a_name_that_is_nearly_right_is_told(name: str) -> None:
    """ "no ruleset is named 'brandhubb'; did you mean brandubh?" """
    with pytest.raises(UnknownVariantError, match=r"no ruleset is named 'brandhubb'; did you mean brandubh\?"):
        BEGINNINGS[name]("brandhubb")
    with pytest.raises(ArgumentTypeError, match="was expected, not <junk>"):
        BEGINNINGS[name](Junk())


def test_texts_mean_what_they_name() -> None:
    assert perft("brandubh", 2) == perft(RULES, 2) == perft(START, 2)
    assert perft(TEXT, 2) == perft(AFTER, 2) != perft(START, 2)
    assert SearchBoard(TEXT).turn is Side.DEFENDERS
    assert Batch("tablut", 2)[1].ruleset is variants.TABLUT
    assert svg("brandubh") == svg(RULES)
    assert svg(TEXT) == svg(Position.parse(TEXT))
    assert svg(RULES.start.record) == svg(RULES.start)
    assert svg("brandubh", orientation="rotate_90") == svg(RULES, orientation=Symmetry.ROTATE_90)
    assert as_game(TEXT) == as_game(AFTER) == GAME


def test_what_keeps_a_position_or_a_side_takes_texts() -> None:
    """Attributes and methods, as functions do."""
    query = Query(id="a", start=loose("brandubh"), limit=Limit(nodes=9))
    assert query.start == START
    puzzle = Puzzle(position=loose(TEXT), line=(Move("d3-c3"),), refuted=3)
    assert puzzle.position == AFTER
    assert replay_line(GAME, 0, "brandubh", lenient=False)[0].verdict == "agrees"
    for player in (Random(), Greedy(), MonteCarlo(playouts=2), AlphaBeta(nodes=20)):
        assert player.choose("brandubh") == player.choose(START)
        with pytest.raises(ArgumentTypeError, match="position: a Position, a Ruleset, or the text or name of one"):
            player.choose(loose(7))
    score = Score(side=loose("defenders"), value=3)
    assert score == Score(side=Side.DEFENDERS, value=3)
    assert score.pov("attackers").value == -3
    assert Score.won("attackers", 1) == -Score.lost("attackers", 1)
    for wrong in (lambda: Score(side=loose(7), value=3), lambda: Query(id="a", start=loose(7), limit=Limit(nodes=9))):
        with pytest.raises(ArgumentTypeError, match=r"(side|start): a "):
            wrong()


def test_who_begins_where_the_lot_decides() -> None:
    lot = RULES.evolve(name="lot", first=None)
    assert as_position(lot, by_lot=Side.DEFENDERS).turn is Side.DEFENDERS
    assert as_position(RULES, by_lot=Side.DEFENDERS).turn is Side.ATTACKERS
    with pytest.raises(InvalidSetupError, match="in lot the first side is chosen by lot: give turn"):
        as_position(lot)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: svg("brandubh", orientation="defenders"), "orientation: one of identity, rotate_90, .*'defenders'"),
        (lambda: svg("brandubh", size=loose("big")), "size: a whole number or None was expected, not 'big'"),
        (lambda: svg("brandubh", theme=loose(3)), "theme: a text was expected, not 3"),
        (lambda: perft("x /7/7/2t4/3K3/7/7/7/ a", 1), "no ruleset is named 'x'"),
        (
            lambda: perft("/7/7/2t4/3K3/7/7/7/ a", 1),
            "ruleset: a ruleset was expected, or its name before the text of a position",
        ),
        (lambda: RULES.diff(loose(7)), "other: a Ruleset or its name was expected, not 7"),
        (lambda: infer([], bases=loose("brandubh")), "bases: an iterable was expected, not 'brandubh'"),
    ],
)
def test_what_is_said(call: Callable[[], object], said: str) -> None:
    with pytest.raises(HnefataflError, match=said):
        call()


def test_pictures_are_saved(tmp_path: Path) -> None:
    picture = svg("brandubh")
    for wrong in (7, None, b"x.svg"):
        with pytest.raises(ArgumentTypeError, match="path: a path was expected, not"):
            picture.save(loose(wrong))
    picture.save(tmp_path / "brandubh.svg")
    assert (tmp_path / "brandubh.svg").read_text("utf-8") == picture == vars(type(picture))["_repr_svg_"](picture)
    with pytest.raises(PictureError, match=r"ends in \.svg or \.png was expected, not 'x.gif'"):
        picture.save(tmp_path / "x.gif")


@pytest.mark.extra("png")
def test_values_become_png(tmp_path: Path) -> None:
    svg("brandubh").save(tmp_path / "brandubh.png")
    assert (tmp_path / "brandubh.png").read_bytes() == png("brandubh") == png(RULES) == png(svg(RULES))
