"""Real games: every move legal, every capture as recorded, every end at its ply and with its winner."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

import pytest
from conftest import bologna_games, data_lines, data_path, end_slug
from fitted import MENDED, fitted

from hnefatafl import (
    Board,
    Kind,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Ruleset,
    Side,
    Square,
    SquareSet,
    Termination,
    variants,
)
from hnefatafl.notation.archive import replay_games

FORMAL = ("king-captured", "king-escaped", "exit-fort", "surrounded", "no-moves", "attackers-eliminated")
ENDS = {word: Termination(end_slug(word)) for word in FORMAL}
"""The formal ends as the data names them."""


def captured(before: Board, move: Move, after: Board) -> set[str]:
    size = before.size
    emptied = [at for at, (old, new) in enumerate(zip(before.codes, after.codes, strict=True)) if old and not new]
    return {Square(at % size, at // size).name for at in emptied} - {move.origin.name}


def replay(rules: Ruleset, tokens: list[str], *, dashes: bool = True) -> Position:
    """Play a record's moves, comparing the captures; repetition does not count."""
    position = Position.initial(rules)
    for number, token in enumerate(tokens):
        if token in ("timeout", "resigned"):
            assert number == len(tokens) - 1
            break
        written, _, taken = token.partition("x")
        if "-" not in written:  # old records have neither dashes nor captures
            at = next(i for i in range(2, len(written)) if written[i].isalpha())
            written = f"{written[:at]}-{written[at:]}"
        move = Move.parse(written)
        assert position.outcome is None, f"token {number}: {position.outcome}"
        after = position.play(move, lenient=True)
        if dashes:
            assert captured(position.board, move, after.board) == set(taken.split("x") if taken else ()), (
                f"token {number}"
            )
        position = after
    return position


def check_end(outcome: Outcome | None, end: str, winner: Side | None) -> None:
    if end in ENDS:
        assert outcome is not None
        assert outcome.termination is ENDS[end]
        assert outcome.winner is winner
    else:
        assert outcome is None


@pytest.mark.parametrize(
    ("folder", "rules"), [("copenhagen-csv", variants.COPENHAGEN), ("brandubh-csv", variants.BRANDUBH)]
)
def test_csv_games(folder: str, rules: Ruleset) -> None:
    games = data_path(folder, "games.csv").read_text().splitlines()
    expected = [line.split("\t") for line in data_path(folder, "expected.tsv").read_text().splitlines()[1:]]
    assert len(games) == len(expected) > 200
    for game, (_, plies, end, winner, *_) in zip(games, expected, strict=True):
        tokens = game.split(",")[0].split()
        position = replay(rules, tokens)
        assert position.ply == int(plies)
        check_end(position.outcome, end, {"A": Side.ATTACKERS, "D": Side.DEFENDERS}.get(winner))


def archive(name: str) -> Iterator[list[str]]:
    for line in data_lines("aage-archive", f"{name}.tsv.gz"):
        yield line.split("\t")


EARLIER: Final = {"15-1-11526", "15-2-1415"}
"""Games of old hnefatafl, of the rounds 1 and 2, in which the corners were not hostile to the king."""
NAMES = sorted(json.loads(data_path("aage-archive", "variants.json").read_text()))


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow_uncompiled] * (name == "copenhagen-11")) for name in NAMES],
)
def test_archive_games(name: str) -> None:
    """Every game that agreed with the fitted rules agrees under the shipped ruleset that the file's name finds."""
    rules = variants.get(name)
    games = 0
    for identifier, result, end, _, _, verdict, moves in archive(name):
        if verdict != "agrees":
            continue
        games += 1
        tokens = moves.split()
        if identifier in EARLIER:
            continue
        position = replay(rules, tokens, dashes="-" in tokens[0] if tokens else True)
        winner = {"Black": Side.ATTACKERS, "White": Side.DEFENDERS}.get(result)
        if name in MENDED and position.outcome is not None:
            # The shipped ruleset explains ends that the fitted one does not, and may name another rule.
            assert position.outcome.winner is winner
        else:
            check_end(position.outcome, end, winner)
    assert games > 30


@pytest.mark.parametrize(
    ("name", "unexplained"),
    [
        ("brandubh-1", 1),
        ("brandubh-2", 3),
        ("david-brown-11", 0),
        ("historical-13", 0),
        ("old-hnefatafl-11", 34),
        ("saami-tablut-9", 6),
        ("sea-battle-11", 0),
        ("sea-battle-2526-9", 0),
        ("simple-tafl-11", 0),
        ("tawlbwrdd-t-diamond-11", 0),
    ],
)
def test_few_ends_are_unexplained(name: str, unexplained: int) -> None:
    lines = ["\t".join(row) for row in archive(name)]
    assert sum(replay_games(lines, variants.get(name), attrgetter("has_unexplained_end"))) == unexplained


@pytest.mark.parametrize("name", NAMES)
def test_shipped_rulesets_play_as_fitted(name: str) -> None:
    """Where the data decides, the shipped ruleset has the options that were fitted to it."""
    moot = {"repetition", "announcements", "no_move", "fewest_attackers", "edge_capture"} | MENDED.get(name, set())
    if fitted(name).throne is None:
        moot |= {"throne"}
    assert set(variants.get(name).diff(fitted(name))) <= moot


def test_bologna_games() -> None:
    """Board, captures and result after every ply; moves that the server refused are refused."""
    games = bologna_games()
    assert len(games) == 322
    for game in games:
        check_bologna_game(game)


def check_bologna_game(game: dict[str, Any]) -> None:
    position = Position.initial(variants.ASHTON_TABLUT)
    refused = {ply: f"{origin}-{target}" for ply, origin, target, _ in game["rejected"] if origin != "null"}
    for ply, token in enumerate(game["moves"]):
        if ply in refused:
            assert not position.is_legal(Move.parse(refused[ply]))
        written, _, taken = token.partition("x")
        move = Move.parse(written)
        after = position.play(move)
        assert captured(position.board, move, after.board) == set(taken.split("x") if taken else ())
        position = after
    letters = {0: "O", 1: "B", 2: "W", 4: "K"}
    board = "".join(letters[code] for code in position.board.codes)
    assert (board if board[40] != "O" else board[:40] + "T" + board[41:]) == game["final_board"]
    winners = {"WW": Side.DEFENDERS, "BW": Side.ATTACKERS, "D": None}
    if game["final"] in winners:
        assert position.outcome is not None
        assert position.outcome.winner is winners[game["final"]]
    else:
        assert position.outcome is None


DUCES: Final = variants.get("alea-evangelii-unst")
"""Type 92 of the archive, in which some defenders need three captors."""


def games_with_duces() -> list[str]:
    """The lines of the games of type 92."""
    return data_lines("aage-archive-more", "unst-alea-evangelii-19.tsv.gz")


def agreeing(rules: Ruleset, games: list[str]) -> int:
    """How many of the games agree under the rules."""
    return list(replay_games(games, rules, attrgetter("verdict"))).count("agrees")


def test_games_with_duces_agree() -> None:
    """All but three of the 42 games agree. Each of the three has one capture too many: of a piece that is not beside
    the piece that moved (twice), and of a dux between two attackers (once)."""
    games = games_with_duces()
    verdicts = list(replay_games(games, DUCES, attrgetter("verdict")))
    odd = {game.split("\t")[0]: verdict for game, verdict in zip(games, verdicts, strict=True) if verdict != "agrees"}
    assert len(games) == 42
    assert odd == {
        "92-114-6408": "capture-stray@57",
        "92-34-17869": "capture-stray@22",
        "92-97-12157": "capture-stray@24",
    }


def test_the_duces_are_the_men_of_four_squares() -> None:
    """The records do not show who is a dux. With a soldier in place of any of them, or one more dux, fewer agree."""
    games = games_with_duces()
    duces = DUCES.start.squares(PieceSet.COMMANDERS)
    assert duces.names == ("f6", "f14", "n6", "n14")
    most = agreeing(DUCES, games)
    for square in duces:
        start = DUCES.start.put(square, Piece.DEFENDER)
        assert agreeing(DUCES.evolve(start=start), games) < most, square
    for name in ("d10", "j4", "j16", "p10"):
        start = DUCES.start.put(name, Piece(Side.DEFENDERS, Kind.COMMANDER))
        assert agreeing(DUCES.evolve(start=start), games) < most, name


def test_a_dux_is_captured_on_three_sides_and_not_on_two() -> None:
    """Counted in the records: how many sides of a dux are held, by attackers or empty corner squares, when an attacker
    arrives beside it, and whether the record says that it was captured."""
    counts: Counter[tuple[int, bool]] = Counter()
    corners = DUCES.corners.squares.squares(19) if DUCES.corners else SquareSet()
    for game in games_with_duces():
        position = Position.initial(DUCES)
        for token in game.split("\t")[6].split():
            written, *captures = token.split("x")
            if "-" not in written or position.outcome is not None:
                break
            move = Move.parse(written)
            board = position.board.put(move.origin, None).put(move.target, position.board[move.origin])
            for square in board.squares(PieceSet.COMMANDERS) if position.turn is Side.ATTACKERS else ():
                around = [square.offset(*step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0))]
                held = [near for near in around if board.get(near) == Piece.ATTACKER or near in corners - board.keys()]
                if move.target in around:
                    counts[min(len(held), 3), str(square) in captures] += 1
            position = position.play(move)
    assert counts[3, True] == 35
    assert counts[3, False] == 0
    assert counts[2, True] == 1
    assert counts[2, False] == 139
