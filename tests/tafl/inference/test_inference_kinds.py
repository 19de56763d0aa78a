"""Kinds of men, seen by how they move and fall."""

from __future__ import annotations

import pytest
from conftest import data_lines
from test_inference_layouts import archived, parsed, plain, random_games

from hnefatafl import Board, Kind, Piece, Ruleset, Side, Square, SquareSet, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError, NotationError
from hnefatafl.notation import archive
from tafl.inference import InferredKinds, MenEvidence, infer_kinds

pytestmark = pytest.mark.slow_uncompiled


def kinds(inferred: InferredKinds) -> dict[tuple[str, ...], Kind]:
    """The men that are neither soldiers nor unknown, nor the king."""
    ordinary = (None, Kind.SOLDIER, Kind.KING)
    return {men.squares.names: men.kind for men in inferred.men if men.kind is not None and men.kind not in ordinary}


def with_men(kind: Kind, *squares: str) -> Ruleset:
    """Brandubh with men of that kind."""
    start = variants.BRANDUBH.start
    for square in squares:
        start = start.put(square, Piece(start[Square(square)].side, kind))
    return variants.BRANDUBH.evolve(name="with men", start=start)


ROW = ("b4", "d2", "d6", "f4")


@pytest.mark.parametrize("kind", [Kind.COMMANDER, Kind.KNIGHT, Kind.MERCENARY, Kind.GUARD])
def test_random_games_show_the_kinds(kind: Kind) -> None:
    rules = with_men(kind, *ROW)
    inferred = infer_kinds(random_games(rules, range(100)), variants.BRANDUBH.start)
    assert kinds(inferred) == {ROW: kind}
    assert inferred.board == rules.start


def test_one_man_among_others_is_told_apart() -> None:
    rules = with_men(Kind.KNIGHT, "d2")
    inferred = infer_kinds(random_games(rules, range(200)), variants.BRANDUBH.start)
    assert kinds(inferred) == {("d2",): Kind.KNIGHT}
    assert inferred.about("d6").squares.names == ("b4", "d6", "f4")


def test_men_with_three_captors() -> None:
    rules = variants.get("alea-evangelii-unst")
    inferred = infer_kinds(random_games(rules, range(30), 400), plain(rules.start))
    found = [men.squares for men in inferred.men if men.has_three_captors]
    assert found == [SquareSet.of("f6", "f14", "n6", "n14")]


def test_ordinary_men_are_soldiers() -> None:
    inferred = infer_kinds(random_games(variants.COPENHAGEN, range(60)), variants.COPENHAGEN.start)
    assert kinds(inferred) == {}
    assert {men.kind for men in inferred.men} >= {Kind.SOLDIER}
    assert not any(men.has_three_captors for men in inferred.men)


def test_few_records_show_nothing() -> None:
    start = Board.parse("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/")
    inferred = infer_kinds(parsed("d1-c1 d3-d1", "d1-c1 d3-d1"), start)
    men = inferred.about("d3")
    assert (men.jumps_over_enemies, men.jumps, men.short_moves, men.kind) == (2, 2, 2, None)
    assert inferred.board == start


def test_evidence_for_two_kinds_shows_neither() -> None:
    men = MenEvidence(
        squares=SquareSet.of("c5"), side=Side.ATTACKERS, short_moves=36, jumps_over_enemies=9, captured=8, turned=6
    )
    assert men.kind is None


def test_a_man_who_was_not_captured_after_all_has_not_turned() -> None:
    """A captured square of a move that was taken back: he goes on for his own side."""
    inferred = infer_kinds(parsed("d2-c2xc4 c4-c3"), variants.BRANDUBH.start)
    men = inferred.about("c4")
    assert (men.captured, men.turned, men.moves) == (1, 0, 1)


def test_kinds_refuse_bad_arguments() -> None:
    inferred = infer_kinds([], variants.BRANDUBH.start)
    with pytest.raises(ArgumentValueError, match="a1"):
        inferred.about("a1")
    with pytest.raises(NotationError):
        inferred.about("z1")
    with pytest.raises(ArgumentTypeError):
        infer_kinds(["d1-c1"], variants.BRANDUBH.start)  # type: ignore[list-item]


def test_strange_records_do_no_harm() -> None:
    infer_kinds(parsed("u21-a1", "d1-u1", "d1-c1xd1xc1xu21 c1-d1", "d1-d1", "d1-f2xd4"), variants.BRANDUBH.start)


def test_the_archive_shows_kinds() -> None:
    """Berserk: commanders, and a knight who stands on e7 in most games and on f7 in the others."""
    lines = data_lines("aage-archive-more", "berserk-hnefatafl-11.tsv.gz")
    games = list(archive.parse_games(lines, variants.BERSERK))
    inferred = infer_kinds(games, plain(variants.BERSERK.start))
    assert kinds(inferred) == {
        ("b6", "f2", "f10", "j6"): Kind.COMMANDER,
        ("e7",): Kind.KNIGHT,
        ("f7",): Kind.KNIGHT,
    }


def test_the_archive_shows_duces() -> None:
    """Alea evangelii: the four duces are captured by three in type 92."""
    games, board, _ = archived()["unst-alea-evangelii-19"]
    inferred = infer_kinds(games, board)
    assert kinds(inferred) == {}
    assert [men.squares.names for men in inferred.men if men.has_three_captors] == [("f6", "f14", "n6", "n14")]


@pytest.mark.long
@pytest.mark.parametrize("name", ["copenhagen-11", "saami-tablut-9", "historical-13", "tyr-15"])
def test_the_archive_shows_no_kinds_where_there_are_none(name: str) -> None:
    games, board, _ = archived()[name]
    inferred = infer_kinds(games, board)
    assert kinds(inferred) == {}
    assert inferred.board == board
