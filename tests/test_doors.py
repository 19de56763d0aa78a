"""Every public callable that takes a ruleset, a position, a game, a side, a square, a move, a board, a symmetry or a
theme takes them as it says, and says in words of ours what it does not take."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from door_values import AFTER, GAME, GOOD, RULES, START, TEXT, Asked, Junk, asked, prepare
from doors import Door, Parameter, doors

from hnefatafl import (
    Batch,
    HnefataflError,
    Move,
    Position,
    SearchBoard,
    Side,
    Symmetry,
    perft,
    svg,
    variants,
)
from hnefatafl.errors import ArgumentTypeError, InvalidSetupError, PictureError, UnknownVariantError
from hnefatafl.play import as_position
from hnefatafl.records import as_game, replay_line
from hnefatafl.render.png import png
from hnefatafl.search import AlphaBeta, Greedy, Limit, MonteCarlo, Random, Score
from tafl.inference import infer
from tafl.puzzles import Puzzle
from tafl.service import Query

pytestmark = [pytest.mark.needs_host, pytest.mark.extra("rl")]  # which have all modules


def loose(value: Any) -> Any:
    """A value as callers give it who ignore the types."""
    return value


NOT_WALKED: Final = {
    "hnefatafl.Batch.write_planes": "a PlaneWriter is what tafl.learning makes for itself",
    "hnefatafl.Playout": "playout makes it",
    "hnefatafl.testing.reference": "the second implementation, which tests ask, is as plain as it can be",
    "tafl.engine.Engine.": "a process has to run; tests/tafl/engine asks one",
    "tafl.engine.EnginePlayer.choose": "the same",
    "tafl.engine.SimpleEngine.": "the same",
    "tafl.engine.Server": "the servers of the protocols, which are walked, derive from it",
    "tafl.engine.serve": "it reads what it is sent",
    "tafl.engine.bologna_sockets.play": "it connects to a server",
    "tafl.engine.hnefatafl_org.Account.move": "a server has to have asked for the move",
}
"""What is not called, by the beginnings of the names, and why."""
REFUSED: Final = {
    "hnefatafl.Position.from_board(berserk_square)": "a piece there must be able to go on; test_position.py has one",
    "hnefatafl.Position.parse(berserk_square)": "the same",
    "hnefatafl.search.train.rounds(ruleset)": "it trains for many seconds; tests/hnefatafl/search trains",
    "hnefatafl.search.train.train(ruleset)": "the same",
    "tafl.lab.explore(ruleset)": "it plays at least 96 games of each change; tests/tafl/lab explores",
    "tafl.web.make_site(rulesets)": "it needs the files of Pyodide; tests/tafl/web makes sites",
}
"""What is given only what it refuses, and why."""
ASKED: Final[dict[str, Asked]] = {str(entry): entry for entry in asked()}
WALKED: Final[dict[str, tuple[Asked, Callable[[Any], object]]]] = {
    name: (entry, prepare(entry.door, entry.parameter))
    for name, entry in ASKED.items()
    if not name.startswith(tuple(NOT_WALKED))
}
"""The parameters that are walked, and their calls. A KeyError here names a kind for which ``door_values.py`` has no
fitting value: give it one there, or a reason here."""


def test_the_walk_meets_what_begins_a_game() -> None:
    """The functions that are named in the reference as the first ones, and most of all."""
    assert len(WALKED) > 280
    first = """
        hnefatafl.svg(subject) hnefatafl.perft(position) hnefatafl.playout(position) hnefatafl.Batch(position)
        hnefatafl.SearchBoard(position) hnefatafl.search.analyse(position) hnefatafl.search.solve(position)
        tafl.arena.play(position) tafl.inference.infer(bases) tafl.table.Table(game) hnefatafl.Game(ruleset)
        hnefatafl.Position.initial(ruleset) tafl.arena.play_match(ruleset) tafl.lab.study(ruleset)
    """
    assert set(first.split()) <= WALKED.keys()


def test_each_exception_is_one() -> None:
    """What is listed with a reason is still there to be listed."""
    assert [start for start in NOT_WALKED if not any(name.startswith(start) for name in ASKED)] == []
    assert [name for name in (*REFUSED, *GOOD) if name not in WALKED] == []


@pytest.mark.filterwarnings("ignore::hnefatafl.errors.LossWarning")
@pytest.mark.parametrize("name", [name for name in WALKED if name not in REFUSED])
def test_each_takes_what_it_says_it_takes(name: str) -> None:
    """Values, and names and texts where the annotation has them: none is refused."""
    entry, call = WALKED[name]
    for value in entry.good:
        call(value)


@pytest.mark.filterwarnings("ignore::hnefatafl.errors.LossWarning")
@pytest.mark.parametrize("name", WALKED)
def test_each_gives_a_result_or_says_what_it_expects(name: str) -> None:
    """What is nearly right, and what is wrong: never an error from inside."""
    entry, call = WALKED[name]
    for value in entry.others:
        if value in (None, [None]) and name in REFUSED:
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
    call = prepare(door, parameter)
    for value in (7, Junk(), "d1-c1"):
        with pytest.raises(ArgumentTypeError, match=f"{parameter.name}: an? {parameter.kind} .*was expected, not"):
            call(value)


BEGINNINGS: Final[dict[str, Callable[[Any], object]]] = {
    name: call
    for name, (entry, call) in WALKED.items()
    if entry.kind in ("PositionLike", "RulesetLike", "Subject", "GameLike") and not entry.several
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
