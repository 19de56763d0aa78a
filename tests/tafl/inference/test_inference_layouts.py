"""Start layouts and hostile squares, seen in the moves of records alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from random import Random

import attrs
import pytest
from conftest import data_lines, data_path
from inferring import misread
from planting import records

from hnefatafl import Board, Kind, Piece, Position, Region, Ruleset, Side, Square, SquareSet, playouts, variants
from hnefatafl.errors import ArgumentTypeError, ArgumentValueError
from hnefatafl.notation import archive, toml
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Game, RecordedMove
from tafl.inference import (
    HostilityCount,
    InferredLayout,
    Premises,
    count_hostile_squares,
    infer,
    infer_layouts,
    infer_sets,
)

pytestmark = pytest.mark.slow_uncompiled


def random_games(rules: Ruleset, seeds: Iterable[int], limit: int = 200) -> list[Game]:
    start = Position.initial(rules)
    return [Game.from_position(playout.position) for playout in playouts(start, seeds, limit)]


def parsed(*lines: str) -> list[tuple[RecordedMove, ...]]:
    return [tuple(map(parse_move, line.split())) for line in lines]


def plain(board: Board) -> Board:
    """The board with soldiers in place of other men."""
    return Board(
        board.size,
        {at: piece if piece.kind is Kind.KING else Piece(piece.side, Kind.SOLDIER) for at, piece in board.items()},
    )


SMALL = ("brandubh", "ard-ri", "tablut", "foteviken-tablut", "tawlbwrdd", "copenhagen", "historical-13")


@pytest.mark.parametrize("name", SMALL)
def test_random_games_show_their_layout(name: str) -> None:
    rules = variants.get(name)
    (layout,) = infer_layouts(random_games(rules, range(30)))
    assert (layout.board, layout.first, layout.against) == (plain(rules.start), rules.first, 0)
    assert layout.games == tuple(range(30))


def test_the_king_need_not_stand_in_the_centre() -> None:
    start = variants.BRANDUBH.start.put("d4", None).put("d5", None).put("d6", Piece.KING)
    rules = variants.BRANDUBH.evolve(name="off the centre", start=start)
    (layout,) = infer_layouts(random_games(rules, range(60)), 7)
    assert (layout.board, layout.assumed) == (start, ())
    assert layout.king_games >= 3


def test_the_defenders_may_begin() -> None:
    rules = variants.BRANDUBH.evolve(name="defenders begin", first=Side.DEFENDERS)
    (layout,) = infer_layouts(random_games(rules, range(30)))
    assert (layout.board, layout.first, layout.assumed) == (rules.start, Side.DEFENDERS, ())


def test_a_layout_without_symmetry_is_found() -> None:
    start = Board.parse("/1tt4/7/t1T4/2TK1t1/t1T3t/7/1tt2t1/")
    rules = variants.BRANDUBH.evolve(name="lopsided", start=start)
    (layout,) = infer_layouts(random_games(rules, range(60)), 7)
    assert layout.board == start
    assert len(layout.symmetries) == 1


def test_a_few_moves_leave_most_squares_unseen() -> None:
    (layout,) = infer_layouts(parsed("d1-c1 c4-c2"), 7)
    assert layout.assumed == ("king", "first")
    assert layout.board["d4"] is Piece.KING
    assert {"d1", "d7", "a4", "g4"} == {at.name for at in layout.board.squares() if layout.board[at] is Piece.ATTACKER}
    assert Square("a1") in layout.unseen
    assert Square("c2") not in layout.unseen


def test_mixed_collections_are_split() -> None:
    kinds = [variants.BRANDUBH, variants.get("ard-ri"), variants.get("ard-ri-39")]
    games = [game for number in range(10) for rules in kinds for game in random_games(rules, [number])]
    layouts = infer_layouts(games, 7)
    assert {layout.board for layout in layouts} == {plain(rules.start) for rules in kinds}
    for layout in layouts:
        at = [plain(rules.start) for rules in kinds].index(layout.board)
        assert layout.games == tuple(range(at, 30, 3))


def test_a_collection_has_at_most_twenty_layouts() -> None:
    """Thirty layouts of attackers on different squares, six records each."""
    squares = [f"{file}{rank}" for file in "abcde" for rank in range(1, 7)]
    lines = [f"{square}-{square[0]}{int(square[1]) + 1}" for square in squares]
    games = parsed(*(f"{line} g7-g6 {other}" for line in lines for other in ["f1-f2", "f2-f3"] for _ in range(3)))
    layouts = infer_layouts(games, 7)
    assert 1 <= len(layouts) <= 20
    assert sorted(at for layout in layouts for at in layout.games) == list(range(len(games)))


def test_records_without_their_first_move_do_not_make_a_layout() -> None:
    """Their sides look swapped; what they say of the squares still counts."""
    games: list[tuple[RecordedMove, ...]] = [game.moves for game in random_games(variants.COPENHAGEN, range(30))]
    games[3] = games[3][1:]
    games[7] = games[7][1:]
    (layout,) = infer_layouts(games, 11)
    assert layout.board == variants.COPENHAGEN.start
    assert layout.other_side_first == (3, 7)


def test_records_that_name_no_captures_are_used_for_what_they_say() -> None:
    """After an unrecorded capture, a man crosses a square that was occupied at the start."""
    games = random_games(variants.BRANDUBH, range(20))
    lines = [" ".join(f"{move.origin}{move.target}" for move in game.moves) for game in games]
    (layout,) = infer_layouts(parsed(*lines), 7)
    assert layout.board.squares() == variants.BRANDUBH.start.squares()


def test_single_records_with_another_layout_are_misfits() -> None:
    games = random_games(variants.BRANDUBH, range(10)) + random_games(variants.get("ard-ri-39"), range(2))
    (layout,) = infer_layouts(games, 7)
    assert layout.board == variants.BRANDUBH.start
    assert layout.misfits == (10, 11)


def test_the_size_follows_from_the_squares() -> None:
    (layout,) = infer_layouts(random_games(variants.get("tablut"), range(5)))
    assert layout.board.size == 9
    assert infer_layouts([]) == ()
    assert infer_layouts([()]) == ()


@pytest.mark.long
@pytest.mark.parametrize("read_as", ["brandubh", "saami-tablut", "copenhagen", "copenhagen-13", "alea-evangelii"])
@pytest.mark.parametrize("name", ["brandubh", "sea-battle-9", "tawlbwrdd", "historical-13"])
@pytest.mark.parametrize("count", [3, 40])
def test_records_are_read_on_the_board_of_their_games(name: str, read_as: str, count: int) -> None:
    """Whatever ruleset reads them: a layout is told by fewest squares on its own board, where it is symmetric."""
    rules = variants.get(name)
    lines = [archive.format_game(game) for game in records(Random(7), rules, count)]
    games = archive.parse_games(lines, variants.get(read_as))
    inference = infer(games, bases=[rules], questions=[])
    assert plain(inference.ruleset.start) == plain(rules.start)
    assert inference.best.contradictions == 0


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("name", ["brandubh", "copenhagen"])
def test_two_moves_are_read_on_a_shipped_layout_that_they_do_not_contradict(name: str, named: bool) -> None:
    """Their few squares would fit an invented layout on a smaller board, by whose rules nothing was played."""
    rules = variants.get(name)
    for game in random_games(rules, range(8, 14), limit=2):
        (inference,) = infer_sets([game], Premises(stated=False, bases=[rules] if named else None, questions=[]))
        assert (inference.ruleset.start, inference.best.contradictions) == (rules.start, 0)
        assert inference.layout is not None
        assert (inference.layout.board, inference.layout.first) == (rules.start, rules.first)
        assert (inference.layout.against, len(inference.layout.symmetries)) == (0, 8)
        assert not {move.origin for move in game.moves} & inference.layout.unseen


def test_the_layout_of_a_base_comes_before_one_that_ships() -> None:
    start = variants.BRANDUBH.start.put("a1", Piece.ATTACKER)
    rules = variants.BRANDUBH.evolve(name="house", start=start, corners=None, escape=Region.EDGE)
    (inference,) = infer_sets(
        random_games(variants.BRANDUBH, [1], limit=2), Premises(stated=False, bases=[rules], questions=[])
    )
    assert inference.ruleset.start == start


def test_the_board_may_be_larger_than_the_squares_that_were_used() -> None:
    """What stands on a part of the board is not symmetric there."""
    games: list[tuple[RecordedMove, ...]] = []
    for game in random_games(variants.COPENHAGEN, range(300)):
        on = [move.origin.on(9) and move.target.on(9) for move in game.moves]
        games.append(game.moves[: on.index(False)])
    (layout,) = infer_layouts(games)
    assert layout.board.size == 11


def test_single_records_that_leave_the_board_do_not_make_it_larger() -> None:
    games = random_games(variants.get("tablut"), range(20)) + random_games(variants.COPENHAGEN, range(2))
    (layout,) = infer_layouts(games)
    assert layout.board == variants.get("tablut").start
    assert layout.misfits == (20, 21)


def test_records_of_several_boards_are_told_apart() -> None:
    kinds = [variants.BRANDUBH, variants.get("tablut"), variants.COPENHAGEN]
    games = [game for number in range(10) for rules in kinds for game in random_games(rules, [number])]
    assert {layout.board: layout.games for layout in infer_layouts(games)} == {
        rules.start: tuple(range(at, 30, 3)) for at, rules in enumerate(kinds)
    }
    found = infer_sets(games, Premises(stated=False, bases=kinds, questions=[]))
    assert {each.ruleset.start for each in found} == {rules.start for rules in kinds}


def test_layouts_refuse_bad_arguments() -> None:
    with pytest.raises(ArgumentValueError, match=r"size: a number from 5 to 21 was expected, not 4"):
        infer_layouts([], 4)
    with pytest.raises(ArgumentTypeError):
        infer_layouts(["d1-c1"], 7)  # type: ignore[list-item]
    with pytest.raises(ArgumentTypeError):
        infer_layouts([3], 7)  # type: ignore[list-item]
    with pytest.raises(ArgumentTypeError):
        infer_layouts([(3,)], 7)  # type: ignore[list-item]


def test_strange_records_do_no_harm() -> None:
    """Squares off the board, moves that are not straight, captures of the piece that moves."""
    infer_layouts(parsed("u21-a1", "a1-b3xb3xu21 b3-a1 a1-a1", "a1-a1", "d4-d9xd9"), 7)
    assert count_hostile_squares(parsed("u21-a1", "d1-u1 d1-d2", "d1-c1xc1 c1-d1"), variants.BRANDUBH.start) == ()


def test_hostile_squares_are_counted() -> None:
    """Brandubh: the corners and the empty throne are hostile to all men; nothing else is, nor the edge."""
    start = variants.BRANDUBH.start
    counts = count_hostile_squares(random_games(variants.BRANDUBH, range(150)), start)
    corners, throne = SquareSet.of("a1", "a7", "g1", "g7"), SquareSet.of("d4")
    hostile = [(count.squares, count.side) for count in counts if count.is_hostile]
    assert hostile == [(squares, side) for squares in (corners, throne) for side in Side]
    edge = {count.side: count for count in counts if not count.squares}
    assert edge[Side.ATTACKERS].is_hostile is False
    assert all(count.fell == 0 for count in counts if (count.squares, count.side) not in hostile)


def test_hostile_squares_need_the_layout_of_the_records() -> None:
    """A record stops to count at a move from an empty square."""
    games = parsed("d2-a2 d3-g3 d1-d3", "a1-a2 d2-a2 d3-g3 d1-d3", "d2-a2 d3-g3 d1-d3")
    (count,) = count_hostile_squares(games, variants.BRANDUBH.start)
    assert (count.fell, count.stood, count.is_hostile) == (0, 2, None)


def test_the_interval_holds_few_counts_as_unclear() -> None:
    count = HostilityCount(squares=SquareSet(), side=Side.ATTACKERS, fell=3, stood=0)
    low, high = count.interval
    assert low == pytest.approx(0.4385, abs=1e-3)
    assert (high, count.share, count.is_hostile) == (1.0, 1.0, None)


# ------------------------------------------------------------------------------------------------------ the archive


@cache
def archived() -> dict[str, tuple[list[Game], Board, Side]]:
    """The sets of the archive with at least five games, with the start board and the first side of their rulesets."""
    found: dict[str, tuple[list[Game], Board, Side]] = {}
    facts = json.loads(data_path("aage-archive", "variants.json").read_text("utf-8"))
    for folder in ("aage-archive", "aage-archive-more"):
        for path in sorted(data_path(folder).glob("*.tsv.gz")):
            name = path.name.removesuffix(".tsv.gz")
            if folder == "aage-archive":
                board, first = Board.parse(facts[name]["start"]), Side.ATTACKERS
            else:
                rules = toml.parse_rules((path.parent / "rules" / f"{name}.toml").read_text("utf-8"))
                board, first = plain(rules.start), rules.first or Side.ATTACKERS
            games = list(archive.parse_games(data_lines(folder, path.name), variants.COPENHAGEN))
            if len(games) >= 5:
                found[name] = games, board, first
    return found


def seen(layout: InferredLayout, board: Board) -> bool:
    return layout.board == board and not layout.unseen & board.squares()


def test_the_archive_shows_its_layouts() -> None:
    """Every set of at least five games, one layout each."""
    for name, (games, board, first) in archived().items():
        (layout,) = infer_layouts(games, board.size)
        assert (seen(layout, board), layout.first) == (True, first), name
        assert layout.share_against < 0.03, name


def test_the_two_layouts_of_type_34_are_told_apart() -> None:
    one, other = (archived()[name] for name in ("sea-battle-tafl-13", "sea-battle-tafl-13-type-34b"))
    first, second = infer_layouts(one[0] + other[0], 13)
    assert (first.board, second.board) == (one[1], other[1])
    assert (first.against, second.against) == (0, 0)
    assert set(first.games) == set(range(len(one[0])))
    assert len(second.games) == len(other[0])


def test_records_of_other_boards_stand_out() -> None:
    """Five games of old hnefatafl, of the rounds 1 to 3, are on 9×9; 15-3-13218 lacks moves."""
    games, board, _ = archived()["old-hnefatafl-11"]
    (layout,) = infer_layouts(games, 11)
    assert layout.board == board
    ids = sorted(games[at].tags["id"] for at in layout.misfits)
    assert ids == ["15-1-16537", "15-1-811", "15-2-10317", "15-2-20615", "15-3-13218", "15-3-18144"]


def test_the_archive_shows_hostile_squares() -> None:
    games, board, _ = archived()["copenhagen-11"]
    counts = count_hostile_squares(games, board)
    hostile = {(count.squares.names, str(count.side)) for count in counts if count.is_hostile}
    corners, throne = ("a1", "a11", "k1", "k11"), ("f6",)
    assert hostile == {(squares, side) for squares in (corners, throne) for side in ("attackers", "defenders")}
    assert all(count.stood == 0 for count in counts if count.is_hostile)


@pytest.mark.long
def test_the_archives_are_read_on_their_boards() -> None:
    """A part of each set, read by four rulesets. ``tests/inferring.py boards`` reads all of it."""
    assert misread(most=6) == []


def test_a_square_is_hostile_where_that_is_certain() -> None:
    """What happens in half of the cases is open."""
    often = (40, 0), (0, 40), (20, 20), (1, 0), (0, 0)
    counts = [HostilityCount(squares=SquareSet(), side=Side.ATTACKERS, fell=fell, stood=stood) for fell, stood in often]
    assert [count.is_hostile for count in counts] == [True, False, None, None, None]
    assert [count.share for count in counts] == [1.0, 0.0, 0.5, 1.0, 0.0]


def test_votes_against_a_layout() -> None:
    (layout,) = infer_layouts(random_games(variants.BRANDUBH, range(30), 30))
    assert layout.share_against == layout.against / layout.votes
    assert attrs.evolve(layout, votes=0, against=0).share_against == 0.0


@pytest.mark.parametrize("size", [4, 22])
def test_no_board_is_smaller_or_larger(size: int) -> None:
    games = random_games(variants.BRANDUBH, range(3), 10)
    with pytest.raises(ArgumentValueError):
        infer_layouts(games, size=size)
    for possible in (5, 21):
        infer_layouts([], size=possible)


def test_a_text_is_no_record_of_moves() -> None:
    for wrong in ("d1-c1", 5):
        with pytest.raises(ArgumentTypeError, match="a Game"):
            infer_layouts([wrong])  # type: ignore[list-item] # that is the test
