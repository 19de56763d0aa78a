"""Replaying records: what agrees, what does not and how it is called, and the good prefix that always stays."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from typing import Any

import attrs
import pytest
from conftest import data_lines, data_path, end_slug
from fitted import fitted

import hnefatafl
from hnefatafl import Illegality, Move, Position, Side, Termination, variants
from hnefatafl.board import PieceSet, Square
from hnefatafl.errors import HnefataflError, IllegalMoveError, InvalidSetupError, RecordError
from hnefatafl.notation import archive, otn, toml
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import FindingKind, Game, Note, RecordedMove, Replay, Tags, UnparsedToken, record_move
from hnefatafl.rules import Die, EdgeCapture, KingStrength, NoMove, Ruleset

BRANDUBH = variants.BRANDUBH


def game(moves: str, result: str = "", board: str | None = None, turn: Side = Side.ATTACKERS) -> Game:
    """A game of brandubh; the moves begin on the board given, or else on the start."""
    (read,) = archive.parse_games([f"{moves},0,0,{result}"], BRANDUBH)
    if board is not None:
        read = attrs.evolve(read, start=Position.parse(board, BRANDUBH, turn))
    return read


def faults(replay: Replay) -> tuple[dict[int | None, tuple[str, ...]], dict[int | None, tuple[str, ...]]]:
    missing, unexpected = (
        {finding.number: tuple(square.name for square in finding.squares) for finding in found}
        for found in (replay.missing_captures, replay.unexpected_captures)
    )
    return missing, unexpected


# The attackers can take e3 by d2-d3.
CAPTURE = "/7/2tt3/4Tt1/7/7/1K3t1/7/"
# The king can escape in two moves.
ESCAPE = "/7/7/7/7/1t5/1K3t1/1t5/"


# ------------------------------------------------------------------------------------------------------------- verdicts


@pytest.mark.parametrize(
    ("moves", "board", "turn", "result", "verdict", "end"),
    [
        ("", None, Side.ATTACKERS, "", "agrees", "none"),
        ("d1-c1 c4-c2 g4-g2", None, Side.ATTACKERS, "Ongoing", "agrees", "none"),
        ("d1-c1 c4-c2", None, Side.ATTACKERS, "White", "agrees", "none"),
        ("d1-c1 c4-c2 resigned", None, Side.ATTACKERS, "Black", "agrees", "resigned"),
        ("d1-c1 c4-c2 timeout", None, Side.ATTACKERS, "White", "agrees", "timeout"),
        ("d1-c1 c4-c2 timeout", None, Side.ATTACKERS, "Draw", "agrees", "timeout"),
        ("d1-c1 c4-c2 timeout", None, Side.ATTACKERS, "", "agrees", "timeout"),
        ("d1-c1 c4-c2 timeout", None, Side.ATTACKERS, "Black", "result-differs", "timeout"),
        # Captures: written rightly, wrongly, twice, not at all, and in a record that tells none.
        ("d2-d3xe3", CAPTURE, Side.ATTACKERS, "", "agrees", "none"),
        ("d2-d3xe3xe3", CAPTURE, Side.ATTACKERS, "", "agrees", "none"),
        ("d2-d3", CAPTURE, Side.ATTACKERS, "", "capture-missing@0", "none"),
        ("d2d3", CAPTURE, Side.ATTACKERS, "", "agrees", "none"),
        ("d2d3xc2", CAPTURE, Side.ATTACKERS, "", "capture-missing@0;capture-stray@0", "none"),
        ("c2-b2xe3", CAPTURE, Side.ATTACKERS, "", "capture-stray@0", "none"),
        ("c2-b2xa1", CAPTURE, Side.ATTACKERS, "", "capture-stray@0", "none"),
        ("c2-b2xk11", CAPTURE, Side.ATTACKERS, "", "capture-stray@0", "none"),
        ("c2-b2xb6", CAPTURE, Side.ATTACKERS, "", "capture-stray@0", "none"),
        ("c2-b2xe3 e3-e1 b2-b3xe1", CAPTURE, Side.ATTACKERS, "", "capture-stray@0", "none"),
        # Ends: with the right result, the wrong one, none.
        ("b6-a6 f6-e6 a6-a1", ESCAPE, Side.DEFENDERS, "White", "agrees", "king-escaped"),
        ("b6-a6 f6-e6 a6-a1", ESCAPE, Side.DEFENDERS, "Black", "result-differs", "king-escaped"),
        ("b6-a6 f6-e6 a6-a1", ESCAPE, Side.DEFENDERS, "Draw", "result-not-recorded", "king-escaped"),
        ("b6-a6 f6-e6 a6-a1", ESCAPE, Side.DEFENDERS, "Ongoing", "result-not-recorded", "king-escaped"),
        ("b6-a6 f6-e6 a6-a1", ESCAPE, Side.DEFENDERS, "", "result-not-recorded", "king-escaped"),
        ("b6-a6 f6-e6 a6-a1 resigned", ESCAPE, Side.DEFENDERS, "White", "agrees", "king-escaped"),
        ("b6-a6 f6-e6 a6-a1 e6-e5", ESCAPE, Side.DEFENDERS, "White", "continues-after-end@2", "king-escaped"),
        ("b6-a6 ? f6-e6 a6-a1 e6-e5", ESCAPE, Side.DEFENDERS, "", "continues-after-end@3;odd-token@1", "king-escaped"),
        # Moves that cannot be.
        ("d1-c1 d1-c1", None, Side.ATTACKERS, "Black", "illegal@1", "none"),
        ("d1-c1 c4-c2 d1-e1 resigned", None, Side.ATTACKERS, "Black", "illegal@2", "none"),
        ("d1-c1 k11-k10", None, Side.ATTACKERS, "", "illegal@1", "none"),
        ("d1-d1", None, Side.ATTACKERS, "", "illegal@0", "none"),
        # Tokens that are no moves are left out, and count.
        ("resigned d1-c1 c4-c2", None, Side.ATTACKERS, "", "odd-token@0", "none"),
        ("d1-c1 timeout c4-c2 resigned", None, Side.ATTACKERS, "White", "odd-token@1", "resigned"),
        ("d1-c1 ?? c4-c2 ?? c1-d2 timeout", None, Side.ATTACKERS, "", "illegal@4;odd-token@1", "none"),
        ("c2-b2xe3 e3-e1 e1-e2", CAPTURE, Side.ATTACKERS, "", "illegal@2;capture-stray@0", "none"),
        ("d1-c1", None, Side.ATTACKERS, "Whiet", "odd-token@1", "none"),
    ],
)  # fmt: skip
def test_verdicts(moves: str, board: str | None, turn: Side, result: str, verdict: str, end: str) -> None:
    replay = game(moves, result, board, turn).replay()
    assert (replay.verdict, replay.end) == (verdict, end)
    assert replay.agrees == (verdict == "agrees")
    kinds = [finding.kind for finding in replay.findings]
    assert kinds == sorted(kinds, key=list(FindingKind).index)
    assert set(verdict.split(";")) <= {*map(str, replay.findings), "agrees"}


def test_the_kings_capture_may_be_written_or_not() -> None:
    board, turn = "/7/2tK3/4t2/7/7/7/t6/", Side.ATTACKERS
    for written in ("e3-e2", "e3-e2xd2", "e3-e2xd2xd2"):
        replay = game(written, "Black", board, turn).replay()
        assert (replay.verdict, replay.end) == ("agrees", "king-captured")
    assert game("e3-e2xc2", "Black", board, turn).replay().verdict == "capture-stray@0"
    assert replay.outcome == hnefatafl.Outcome(Side.ATTACKERS, Termination.KING_CAPTURED)


def test_the_faults_are_told_in_full() -> None:
    replay = game("d2d3xc2 e3-e1", board=CAPTURE).replay()
    assert faults(replay) == ({0: ("e3",)}, {0: ("c2",)})
    assert isinstance(replay.error, IllegalMoveError)
    assert (replay.error.move, replay.error.reason) == (Move.parse("e3-e1"), Illegality.EMPTY_ORIGIN)
    illegal = replay.findings[0]
    assert (illegal.index, illegal.number, illegal.rule) == (1, 1, Illegality.EMPTY_ORIGIN)
    assert (illegal.squares, illegal.text) == ((Square.parse("e3"),), "e3-e1")


def test_the_good_prefix_stays() -> None:
    replay = game("d1-c1 c4-c2 g4-g2 c2-c9 d7-c7", "White").replay()
    assert [str(move) for move in replay.moves] == ["d1-c1", "c4-c2", "g4-g2"]
    assert replay.position.ply == 3
    assert isinstance(replay.error, IllegalMoveError)
    assert replay.error.position == replay.position
    assert replay.error.reason is Illegality.OFF_BOARD
    assert [play.move for play in replay.played_moves] == list(replay.moves)
    assert replay.played_moves[-1].after == replay.position
    assert replay.start == Position.initial(BRANDUBH)


def test_plays_tell_what_was_captured() -> None:
    replay = game("d2-d3xe3", board=CAPTURE).replay()
    (play,) = replay.played_moves
    assert [str(capture) for capture in play.captures] == ["defender on e3: between two enemies"]
    assert replay.played_moves is replay.played_moves


def test_draws() -> None:
    edge = BRANDUBH.evolve(king=KingStrength.WEAK, edge_capture=EdgeCapture.DRAW, no_move=NoMove.DRAW)
    start = Position.parse("/7/7/t6/K6/3t3/t6/7/", edge, Side.ATTACKERS)
    assert start.outcome is None
    for result, verdict in {"Draw": "agrees", "Black": "result-differs", "": "result-not-recorded"}.items():
        line = f"d5-d6 a4-b4 d6-d5 b4-a4 a6-a5,0,0,{result}"
        (read,) = archive.parse_games([line], edge)
        replay = attrs.evolve(read, start=start).replay()
        assert (replay.verdict, replay.end) == (verdict, "king-captured-on-edge")


def test_repetition_holds_unless_the_replay_is_lenient() -> None:
    moves = "d1-c1 c4-c3 c1-d1 c3-c4 " * 3
    assert game(moves).replay(lenient=True).verdict == "agrees"
    assert [each.verdict for each in game(moves).replay_lines(lenient=True)] == ["agrees"]
    strict = game(moves).replay()
    assert [each.verdict for each in game(moves).replay_lines()] == [strict.verdict]
    assert (strict.verdict, strict.end, len(strict.moves)) == ("continues-after-end@7", "repetition", 8)
    lost = game("d1-c1 c4-c3 c1-d1 c3-c4 " * 2, "Black").replay()
    assert (lost.verdict, lost.end) == ("agrees", "repetition")


def test_a_game_that_is_over_before_it_begins() -> None:
    replay = game("c2-c1", board="/7/2ttt2/2tKt2/2ttt2/7/7/7/").replay()
    assert (replay.verdict, replay.end) == ("continues-after-end@0", "encirclement")


def test_a_first_move_by_lot_needs_a_start() -> None:
    lot = BRANDUBH.evolve(first=None)
    (read,) = archive.parse_games(["d1-c1,0,0,"], lot)
    with pytest.raises(InvalidSetupError):
        read.replay()
    begun = attrs.evolve(read, start=Position.initial(lot, Side.ATTACKERS))
    assert begun.replay().agrees


def test_a_long_record_takes_time_in_proportion() -> None:
    replay = game("d1-c1 c4-c3 c1-d1 c3-c4 " * 3_000).replay(lenient=True)
    assert len(replay.moves) == 12_000


# --------------------------------------------------------------------------------------------------------------- values


def test_games_are_values() -> None:
    one, same = game("d1-c1 odd c4-c2 resigned", "White"), game("d1-c1 odd c4-c2 resigned", "White")
    assert one == same
    assert hash(one) == hash(same)
    assert pickle.loads(pickle.dumps(one)) == one
    assert pickle.loads(pickle.dumps(one.replay())) == one.replay()
    assert one != attrs.evolve(one, tags={"event": "x"})
    assert one != attrs.evolve(one, result="Black")
    with pytest.raises(AttributeError):
        setattr(one, "result", "Black")  # noqa: B010


def test_a_game_can_be_made_of_plays() -> None:
    position = Position.initial(BRANDUBH)
    moves: list[RecordedMove] = []
    for text in ("d1-c1", "c4-c2", "g4-g2"):
        play = position.explain(Move.parse(text))
        moves.append(record_move(play))
        position = play.after
    made = Game(ruleset=BRANDUBH, moves=moves, result="Ongoing")
    assert made.replay().position == position
    assert archive.format_game(made) == "d1-c1 c4-c2 g4-g2,0,0,Ongoing"


def test_the_archive_does_not_write_the_kings_capture() -> None:
    position = Position.parse("/7/2tK3/4t2/7/7/7/t6/", BRANDUBH, Side.ATTACKERS)
    made = Game(ruleset=BRANDUBH, start=position, moves=[record_move(position.explain(Move.parse("e3-e2")))])
    assert made.moves[0].captures == (Square.parse("d2"),)
    assert archive.format_game(made) == "e3-e2,0,0,"


def test_tags() -> None:
    tags = Tags({"event": "Triathlon", "round": "1"})
    assert (list(tags), tags["round"], len(tags)) == (["event", "round"], "1", 2)
    assert tags == {"round": "1", "event": "Triathlon"}
    assert hash(tags) == hash(Tags([("round", "1"), ("event", "Triathlon")]))
    assert pickle.loads(pickle.dumps(tags)) == tags
    assert repr(tags) == "Tags({'event': 'Triathlon', 'round': '1'})"
    with pytest.raises(AttributeError):
        setattr(tags, "event", "x")  # noqa: B010
    with pytest.raises(KeyError):
        tags["site"]


def test_moves_of_a_record() -> None:
    move = parse_move("d1-d3xd4")
    assert move.move is parse_move("d1d3").move
    assert pickle.loads(pickle.dumps(move)) == move
    assert str(attrs.evolve(move, text="")) == "d1-d3xd4"
    assert Game(ruleset=BRANDUBH, moves=[move], unparsed=[UnparsedToken(number=0, text="?")]).token_number(0) == 1
    assert move.captures == (Square.parse("d4"),)


# ----------------------------------------------------------------------------------------------------------- real games

STEP = 1 if hnefatafl.COMPILED else 8
"""Uncompiled, every eighth record that agrees will do, and all that do not."""


def test_the_archive_settles_readings_of_s003() -> None:
    """Half of the games of which the notes of the ruleset tell, so that there are at most as many that agree."""
    rules = variants.FOTEVIKEN_TABLUT
    assert rules.throne is not None
    castle = attrs.evolve(rules.throne, hostile_empty=PieceSet.ALL)
    camps = [attrs.evolve(zone, hostile_always=PieceSet.DEFENDERS) for zone in rules.zones]
    readings: dict[str, tuple[dict[str, Any], int, int]] = {
        "as it is": ({}, 66, 27),
        "a castle that is hostile to all": ({"throne": castle}, 56, 22),
        "tuichu wins": ({"tuichu_wins": True}, 52, 23),
        "hostile to the Swede's men": ({"zones": camps}, 44, 17),
        "in the castle and beside it": ({"king": KingStrength.STRONG_NEAR_THRONE}, 36, 18),
        "does not capture": ({"hammer": PieceSet.MEN, "anvil": PieceSet.MEN}, 28, 13),
    }
    lines = data_lines("aage-archive-more", "foteviken-tablut-9.tsv.gz")
    for told, (options, whole, half) in readings.items():
        read = rules.evolve(**options)
        games = list(archive.parse_games(lines, read))
        assert len(games) == 27
        assert sum(game.replay().verdict == "agrees" for game in games) == half, told
        assert half <= whole <= half + 66 - 27
        assert told == "as it is" or f"{whole}" in rules.notes


def test_the_archive_is_judged_as_it_was_by_an_independent_replay() -> None:
    files = sorted(data_path("aage-archive").glob("*.tsv.gz"))
    assert len(files) == len(json.loads(data_path("aage-archive", "variants.json").read_text("utf-8"))) == 21
    classes: Counter[str] = Counter()
    for file in files:
        rules = fitted(file.name.removesuffix(".tsv.gz"))
        for number, record in enumerate(archive.parse_games(data_lines("aage-archive", file.name), rules)):
            if number % STEP and record.tags["verdict"] == "agrees":
                continue
            replay = record.replay(lenient=True)
            found = (record.tags["id"], replay.verdict, replay.end)
            assert found == (record.tags["id"], record.tags["verdict"], end_slug(record.tags["end"]))
            classes[replay.findings[0].kind.value if replay.findings else "agrees"] += 1
    assert classes.pop("agrees") >= 14_000 // STEP
    assert dict(classes) == {
        "illegal": 52,
        "capture-stray": 77,
        "result-not-recorded": 3,
        "continues-after-end": 3,
        "odd-token": 2,
        "capture-missing": 1,
    }


@pytest.mark.parametrize(
    ("name", "rules"),
    [("copenhagen-csv", variants.COPENHAGEN), ("brandubh-csv", BRANDUBH.evolve(encirclement=False))],
    ids=["copenhagen", "brandubh"],
)
def test_the_collections_agree(name: str, rules: Ruleset) -> None:
    expected = [
        line.split("\t")
        for line in data_path(name, "expected.tsv").read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    winners = {"A": Side.ATTACKERS, "D": Side.DEFENDERS, "-": None}
    with data_path(name, "games.csv").open(encoding="utf-8") as lines:
        for row, record in zip(expected, archive.parse_games(lines, rules), strict=True):
            if (record.line - 1) % STEP:
                continue
            replay = record.replay(lenient=True)
            assert (replay.verdict, replay.end, str(len(replay.moves))) == (row[6], end_slug(row[2]), row[1]), (
                record.line
            )
            assert (replay.outcome and replay.outcome.winner) == winners[row[3]]


def test_the_games_of_foteviken_agree() -> None:
    """Their records say nothing of announcements; replayed, every way out counts as announced."""
    rules = toml.parse_rules(data_path("aage-archive-more", "rules", "foteviken-tablut-9.toml").read_text("utf-8"))
    assert rules == variants.FOTEVIKEN_TABLUT
    lines = data_lines("aage-archive-more", "foteviken-tablut-9.tsv.gz")
    verdicts = [record.replay().verdict for record in archive.parse_games(lines, rules)]
    assert len(verdicts) == 27
    assert set(verdicts) == {"agrees"}


# ------------------------------------------------------------------------------------------- games that programs play


@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "tablut", "magpie", "berserk", "foteviken-tablut"])
def test_legal_moves_make_a_record_that_agrees(name: str) -> None:
    """Bare moves say nothing of captures, so the record has those of the rules; and the result where they end it."""
    rules = variants.get(name)
    captures = ended = 0
    for seed in range(30):
        found = hnefatafl.playout(Position.initial(rules, Side.ATTACKERS), seed, 200)
        start = None if rules.first is Side.ATTACKERS else Position.initial(rules, Side.ATTACKERS)
        made = Game(ruleset=rules, start=start).add(found.moves)
        replay = made.replay()
        assert replay.agrees, replay.verdict
        assert replay.position == found.position
        assert replay.outcome == found.outcome
        if start is None:
            assert otn.parse_game(otn.format_game(made, rules=False), rules).replay().position == found.position
        captures += sum(len(move.captures) for move in made.moves)
        ended += made.result != ""
    assert captures > 5
    assert ended


def test_moves_are_added_one_by_one_as_well_as_together() -> None:
    found = hnefatafl.playout(Position.initial(BRANDUBH), 3)
    grown = Game(ruleset=BRANDUBH)
    for move in found.moves:
        grown = grown.add([move], after=grown.last)
    assert grown == Game(ruleset=BRANDUBH).add(found.moves)
    assert grown.result
    assert Game(ruleset=BRANDUBH, result="?").add(found.moves).result == "?"
    beside = grown.add([Move.parse("d1-c1")]) if found.moves[0] != Move.parse("d1-c1") else grown
    assert beside.result == grown.result


def test_what_is_illegal_is_added_as_it_is() -> None:
    made = Game(ruleset=BRANDUBH).add(map(Move.parse, ["d1-d9", "c4-c2"]))
    assert [str(move) for move in made.moves] == ["d1-d9", "c4-c2"]
    lot = BRANDUBH.evolve(name="lot", first=None)
    assert [str(move) for move in Game(ruleset=lot).add([Move.parse("d1-c1")]).moves] == ["d1-c1"]
    # After a repetition that ends the game captures are still recorded: an old record may go on.
    shuffled = Game(ruleset=BRANDUBH).add(map(Move.parse, ["d1-c1", "c4-c3", "c1-d1", "c3-c4"] * 3))
    assert (shuffled.replay().verdict, shuffled.replay(lenient=True).verdict) == ("continues-after-end@7", "agrees")


def test_a_game_that_was_played_becomes_a_record() -> None:
    position = Position.parse("/7/7/4t2/2K4/4T2/4t2/2t4/", BRANDUBH, Side.ATTACKERS)
    for text in ("e3-e4", "c4-a4", "c7-b7", "a4-a1"):
        position = position.play(Move.parse(text))
    made = Game.from_position(position)
    assert [str(move) for move in made.moves] == ["e3-e4xe5", "c4-a4", "c7-b7", "a4-a1"]
    assert [move.letter for move in made.moves] == ["", "K", "", "K"]
    assert (made.result, made.moves[-1].info) == ("White", "--")
    assert made.start == position.history()[0]
    assert made.replay().agrees
    assert made.replay().position == position
    assert [each.ply for each in position.history()] == [0, 1, 2, 3, 4]
    assert Game.from_position(Position.initial(BRANDUBH)) == Game(ruleset=BRANDUBH)
    assert Game.from_position(pickle.loads(pickle.dumps(position))) == made
    turned = position.transform(hnefatafl.Symmetry.ROTATE_90)
    assert len(Game.from_position(turned).moves) == 4
    # What was played on leniently is recorded too.
    free = Position.initial(BRANDUBH)
    for text in ["d1-c1", "c4-c3", "c1-d1", "c3-c4"] * 3:
        free = free.play(Move.parse(text), lenient=True)
    assert Game.from_position(free).replay(lenient=True).position == free
    assert Game.from_position(free).replay().findings[0].kind is FindingKind.CONTINUES_AFTER_END


def test_the_game_is_at_hand() -> None:
    assert hnefatafl.Game is Game


def test_only_the_main_line_has_an_unexplained_end() -> None:
    """Its result is that of the game, of which a variation says nothing."""
    game = Game(ruleset=BRANDUBH, result="White")
    for line in ("d1-c1 c4-c2", "d1-c1 c4-c3"):
        game = game.add(map(parse_move, line.split()))
    main, variation = game.replay_lines()
    assert (main.has_unexplained_end, variation.has_unexplained_end) == (True, False)


def test_a_token_that_is_no_move_is_shown_where_it_stands() -> None:
    """And a wrong capture after its move."""
    (game,) = archive.parse_games(["d1-c1 zz c4-c2xa1 c1-d1,0,0,Ongoing"], BRANDUBH)
    replay = game.replay()
    kinds = {finding.kind: replay.position_of(finding).ply for finding in replay.findings}
    assert kinds == {FindingKind.UNPARSED_TOKEN: 1, FindingKind.UNEXPECTED_CAPTURE: 2}


def test_a_hidden_result_agrees_with_everything() -> None:
    """``?`` in a record; another result than that of the rules does not, and neither does none."""
    start = Position.parse("/3K3/7/7/7/7/7/3t3/", BRANDUBH, Side.DEFENDERS)
    played = Game.from_position(start).add([Move.parse("d1-a1")])
    for result, kinds in (
        ("White", []),
        ("?", []),
        ("Black", [FindingKind.RESULT_DIFFERS]),
        ("", [FindingKind.RESULT_NOT_RECORDED]),
    ):
        assert [finding.kind for finding in attrs.evolve(played, result=result).replay().findings] == kinds


def test_one_way_out_has_the_mark() -> None:
    position = Position.parse("/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/", variants.FOTEVIKEN_TABLUT, Side.DEFENDERS)
    done = position.explain(Move.parse("g7-g6"))
    assert done.after.ways_out == 1
    assert record_move(done).info == "-"
    assert record_move(position.explain(Move.parse("c7-b7"))).info == ("-" if position.play("c7-b7").ways_out else "")


@pytest.mark.parametrize("roll", [0, -1, True, "3", 2.0, 10_000])
def test_a_roll_is_a_number_of_the_die(roll: Any) -> None:
    dice = BRANDUBH.evolve(name="dice", die=Die())
    with pytest.raises(HnefataflError):
        Game.from_position(Position.parse("/7/7/2t4/3K3/7/7/7/", dice, Side.DEFENDERS)).roll(roll)


def test_a_note_has_no_other_glyph() -> None:
    with pytest.raises(RecordError, match="glyph: one of !, "):
        Note(glyph="!!!")  # type: ignore[arg-type]
