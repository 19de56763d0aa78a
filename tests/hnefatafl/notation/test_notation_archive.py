"""Games on lines: both kinds of columns, streamed, and nothing good lost by anything bad."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import attrs
import pytest
from conftest import data_lines, data_path
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Side, variants
from hnefatafl.notation.archive import RESULTS, format_game, parse_games
from hnefatafl.notation.moves import format_move
from hnefatafl.records import Game

RULES = variants.BRANDUBH
COMMAED = "d1-c1 c4-c2 g4-g2xf2xf2 timeout,2,0,Black"
TABBED = "51-1-9\t-\tresigned\t0\t1\tillegal@2\td1c1 c4-c2xb2 resigned"


def read(line: str) -> Game:
    (game,) = parse_games([line], RULES)
    return game


def test_a_line_with_commas() -> None:
    game = read(COMMAED)
    assert [str(move) for move in game.moves] == ["d1-c1", "c4-c2", "g4-g2xf2xf2"]
    assert (game.result, game.winner, game.ending, game.line) == ("Black", Side.ATTACKERS, "timeout", 1)
    assert dict(game.tags) == {"captured-by-black": "2", "captured-by-white": "0"}
    assert game.unparsed == ()
    assert game.ruleset is RULES


def test_a_line_with_tabs() -> None:
    game = read(TABBED)
    assert [move.tells_captures for move in game.moves] == [False, True]
    assert (game.result, game.winner, game.ending) == ("", None, "resigned")
    assert game.tags["id"] == "51-1-9"
    assert game.tags["verdict"] == "illegal@2"
    assert (game.tags["end"], game.tags["captured-by-black"], game.tags["captured-by-white"]) == ("resigned", "0", "1")


def test_both_kinds_stand_in_one_file_between_comments() -> None:
    mark = "\N{ZERO WIDTH NO-BREAK SPACE}"
    lines = [f"{mark}# a comment\n", f"{COMMAED}\r\n", "\n", "   \n", "#id\n", f"{TABBED}\n", "timeout,0,0,\n"]
    games = list(parse_games(lines, RULES))
    assert [game.line for game in games] == [2, 6, 7]
    assert [format_game(game) for game in games] == [COMMAED, TABBED, "timeout,0,0,"]
    assert games[2].moves == ()
    assert list(parse_games("".join(lines), RULES)) == games
    assert hash(games[0]) == hash(read(COMMAED))


def test_lines_are_read_one_at_a_time() -> None:
    taken: list[int] = []

    def endless() -> Iterator[str]:
        for number in itertools.count():
            taken.append(number)
            yield COMMAED

    games = parse_games(endless(), RULES)
    assert taken == []
    assert len(list(itertools.islice(games, 3))) == 3
    assert taken == [0, 1, 2]


@pytest.mark.parametrize(
    ("line", "moves", "odd"),
    [
        ("d1-c1 timeout c4-c2,0,0,White", 2, [(1, "timeout", 6)]),
        ("resigned d1-c1 resigned,0,0,White", 1, [(0, "resigned", 0)]),
        ("d1-c1 ?? c4-c2 d9~d7,0,0,White", 2, [(1, "??", 6), (3, "d9~d7", 17)]),
        ("d1-c1,0,0,Whiet", 1, [(1, "Whiet", 10)]),
        ("d1-c1,0,0,White,more", 1, [(1, "White,more", 10)]),
        ("x\tWhite\tnone\t0\t0\tagrees\td1-c1 c4-z2", 1, [(1, "c4-z2", 33)]),
        ("x\tWhite", 0, [(0, "", 7)]),
        ("x\tWhit\tnone\t0\t0\tagrees\td1-c1", 1, [(1, "Whit", 2)]),
        ("\x00\x01\x02", 0, [(0, "\x00\x01\x02", 0)]),
    ],
)
def test_what_cannot_be_read_is_an_odd_token(line: str, moves: int, odd: list[tuple[int, str, int]]) -> None:
    game = read(line)
    assert len(game.moves) == moves
    assert [(token.number, token.text) for token in game.unparsed] == [(number, text) for number, text, _ in odd]
    assert [token.offset for token in game.unparsed] == [offset for _, _, offset in odd]
    assert all(token.message for token in game.unparsed)


@pytest.mark.parametrize(
    "line",
    [
        COMMAED,
        TABBED,
        "d1-c1 timeout c4-c2 odd,0,0,White",
        "odd odd d1-c1 odd odd resigned,0,0,",
        "x\tBlack\tnone\t0\t0\tagrees\todd d1-c1 c4-c2",
        ",,,",
        "timeout,,,!",
        "! d1-c1 !,0,0,!",
        "\ta",
        "x\tBlack\tnone",
    ],
)
def test_lines_are_written_back_as_they_were(line: str) -> None:
    assert format_game(read(line)) == line
    assert read(format_game(read(line))) == read(line)


def test_columns_may_be_left_out() -> None:
    game = read("d1-c1 c4-c2xb2xa2 g4-g2xf2")
    assert (len(game.moves), game.result, dict(game.tags), game.unparsed) == (3, "", {}, ())
    assert format_game(game) == "d1-c1 c4-c2xb2xa2 g4-g2xf2,1,2,"
    defenders_first = attrs.evolve(game, ruleset=variants.ASHTON_TABLUT)
    assert format_game(defenders_first).endswith(",2,1,")
    tagged = attrs.evolve(game, tags={"id": "1"})
    assert format_game(tagged) == "1\t-\tnone\t1\t2\t\td1-c1 c4-c2xb2xa2 g4-g2xf2"


SQUARE = st.sampled_from(["a1", "b4", "g7", "u21", "k10"])
MOVE = st.tuples(
    SQUARE, st.sampled_from(["-", ""]), SQUARE, st.lists(SQUARE.map("x{}".format), max_size=3).map("".join)
)
TOKEN = MOVE.map("".join) | st.sampled_from(["odd", "timeout", "resigned", "e5^e7"])


@given(
    st.lists(TOKEN, max_size=8),
    st.sampled_from(RESULTS),
    st.sampled_from(["x\t{result}\tnone\t0\t0\tagrees\t{moves}", "{moves},3,4,{result}"]),
)
def test_any_line_comes_back(tokens: list[str], result: str, form: str) -> None:
    line = form.format(moves=" ".join(tokens), result=result or ("-" if "\t" in form else ""))
    game = read(line)
    assert format_game(game) == line
    assert len(game.moves) + len(game.unparsed) + (game.ending is not None) == len(tokens)
    assert [game.token_number(ply) for ply in range(len(game.moves))] == [
        number for number, token in enumerate(tokens) if token in {format_move(move, "archive") for move in game.moves}
    ]


@pytest.mark.parametrize("name", ["copenhagen-csv/games.csv", "brandubh-csv/games.csv"])
def test_every_line_of_the_collections_is_written_back(name: str) -> None:
    lines = data_path(*name.split("/")).read_text("utf-8").splitlines()
    for line, game in zip(lines, parse_games(lines, RULES), strict=True):
        assert format_game(game) == line
        assert format_game(attrs.evolve(game, tags={})) == line


@pytest.mark.long
def test_every_line_of_the_archive_is_written_back() -> None:
    files = sorted(data_path("aage-archive").glob("*.tsv.gz"))
    assert files
    odd = 0
    for file in files:
        lines = data_lines("aage-archive", file.name)
        games = list(parse_games(lines, RULES))
        assert [format_game(game) for game in games] == lines
        odd += sum(len(game.unparsed) for game in games)
    assert odd == 2
