"""OTN's game records: the real files, everything that a record can say, and hostile texts."""

from __future__ import annotations

import random

import attrs
import pytest
from conftest import WHOLE, data_path
from hypothesis import given
from noted import played_games

from hnefatafl import Die, Move, Position, Side, variants
from hnefatafl.board import Square
from hnefatafl.errors import (
    HnefataflError,
    InvalidSetupError,
    NotationError,
    NotExpressibleError,
    RecordError,
    RulesetError,
)
from hnefatafl.notation import otn
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import (
    Clock,
    FindingKind,
    Game,
    Note,
    RecordedMove,
    Shape,
    UnparsedToken,
    Variation,
    record_move,
)

BOARD = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
TAG = f"[rules:dim:7 ks:c cenh: start:{BOARD}]"
DEFENDERS = f"[rules:dim:7 ks:c cenh: atkf:n start:{BOARD}]"
RULES = otn.parse_rules(TAG[7:-1])


def read(turns: str, tags: str = TAG) -> Game:
    """A game, and a check that it is written so that it comes back."""
    game = otn.parse_game(f"{tags}\n\n{turns}")
    written = otn.format_game(game)
    assert otn.parse_game(written) == game
    assert otn.format_game(otn.parse_game(written)) == written
    return game


def texts(moves: tuple[RecordedMove, ...]) -> str:
    return " ".join(map(str, moves))


def comments(moves: tuple[RecordedMove, ...]) -> list[str | None]:
    return [None if move.note is None else move.note.comment for move in moves]


def shape(game: Game) -> list[str]:
    return [f"{v.line}.{v.at} {texts(v.moves)}" for v in game.variations]


# ----------------------------------------------------------------------------------------------------------- real files


def real() -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in sorted(data_path("otg").glob("*.otg"))}


def test_the_real_files_are_replayed_and_written_back() -> None:
    files = real()
    assert len(files) >= 6
    plies = variations = 0
    for text in files.values():
        game = otn.parse_game(text)
        written = otn.format_game(game)
        assert otn.parse_game(written) == game
        assert otn.format_game(otn.parse_game(written)) == written
        replays = list(game.replay_lines())
        assert len(replays) == 1 + len(game.variations)
        assert all(replay.agrees for replay in replays)
        plies += sum(len(replay.moves) for replay in replays)
        variations += len(game.variations)
        # Every word of the turns is in what is written, in its order, and the other way round.
        body = text[text.index("\n1. ") :].split() if "\n1. " in text else []
        again = written[written.index("\n1. ") :].split() if "\n1. " in written else []
        assert [word for word in body if word not in ("[|]", "[]")] == [w for w in again if w not in ("[|]", "[]")]
    assert (plies, variations) >= (171, 2)


def test_what_the_real_files_say() -> None:
    files = real()
    game = otn.parse_game(files["Animals-Xerxes-Brandub-Triathlon-2015"])
    assert (game.result, game.winner, game.ending) == ("White", Side.DEFENDERS, None)
    assert list(game.tags)[:4] == ["date", "event", "round", "site"]
    assert game.tags["termination"] == "Black resigns"
    assert "rules" not in game.tags
    cooked = otn.parse_game(files["Ard-Ri-Escape-Puzzle-cooked"])
    assert otn.puzzle(cooked) == otn.Puzzle(mode="loose", prestart=11, start=11)
    assert cooked.moves[10].note is not None
    assert cooked.moves[10].note.comment.startswith("It's the defenders' turn")
    assert (cooked.variations[0].line, cooked.variations[0].at, len(cooked.variations[0].moves)) == (0, 12, 16)
    assert "\n\nThe crucial move" in (comments(cooked.moves)[-1] or "")
    capture = otn.parse_game(files["Ard-Ri-Capture-Puzzle"])
    assert otn.puzzle(capture) == otn.Puzzle(mode="loose", prestart=0, start=0)
    assert capture.note is not None
    (hint,) = otn.hints(capture.note.comment)
    assert hint.startswith("The king is invulnerable")
    assert str(capture.moves[2]) == "c2-c3xKc4"
    assert otn.parse_game(files["Copenhagen-Escape-Puzzle"]).result == "?"
    empty = otn.parse_game(files["Puzzle-Corner-Endgame"])
    assert (empty.moves, empty.start, empty.ruleset.first) == ((), None, Side.DEFENDERS)


# ----------------------------------------------------------------------------------------------------------------- tags


def test_tags_stand_in_any_order_and_over_several_lines() -> None:
    text = f"[comment:two\nlines: {{one}} [and]\n[rules:dim:7\n ks:c cenh:\nstart:{BOARD}]  [result: 0 ]"
    game = otn.parse_game(text + "[x y:]\n[event:E:1]\n1. d1-c1")
    assert dict(game.tags) == {"comment": "two\nlines: {one} [and", "x y": "", "event": "E:1"}
    assert (game.result, game.ruleset, len(game.moves)) == ("Draw", RULES, 1)
    assert otn.parse_game(otn.format_game(game)) == game


def test_the_tags_are_enough() -> None:
    assert read("").moves == ()
    assert read("").result == ""
    assert otn.parse_game("\ufeff" + TAG) == read("")


def test_a_position() -> None:
    game = read("1. d2-d3xe3", TAG + "[position:/7/2tt3/4Tt1/7/7/1K3t1/7/]")
    assert game.start == Position.parse("/7/2tt3/4Tt1/7/7/1K3t1/7/", RULES, Side.ATTACKERS)
    assert game.replay().agrees
    second = read("1. ..... e3-e4 2. d2-d3", TAG + "[position:/7/2tt3/4Tt1/7/7/1K3t1/7/]")
    assert second.start == Position.parse("/7/2tt3/4Tt1/7/7/1K3t1/7/", RULES, Side.DEFENDERS)
    assert second.replay().agrees
    assert read("1. .....").start == Position.from_board(RULES.start, RULES, Side.DEFENDERS)
    with pytest.raises(InvalidSetupError):
        otn.parse_game(TAG + "[position:/7/7/7/7/7/7/7/]")


def test_rules_that_are_given_come_first() -> None:
    game = otn.parse_game(f"[rules:dim:7 esc:e start:{BOARD}]\n1. d1-c1", variants.BRANDUBH)
    assert game.ruleset == variants.BRANDUBH
    assert otn.parse_game("1. d1-c1", variants.BRANDUBH).moves == game.moves
    with pytest.raises(RulesetError):
        otn.parse_game(f"[rules:dim:7 cor:d4 start:{BOARD}]")


@pytest.mark.parametrize(("otg", "ours"), [("1", "Black"), ("-1", "White"), ("0", "Draw"), ("?", "?")])
def test_results(otg: str, ours: str) -> None:
    game = read("1. d1-c1", f"[result:{otg}]{TAG}")
    assert game.result == ours
    assert f"[result:{otg}]" in otn.format_game(game)


def test_an_unknown_result_agrees_with_everything() -> None:
    turns, tags = "1. ..... Kb6-a6 2. f6-e6 Ka6-a1--", TAG + "[position:/7/7/7/7/1t5/1K3t1/1t5/]"
    assert [read(turns, f"[result:{r}]{tags}").replay().verdict for r in ("?", "-1", "1", "0")] == [
        "agrees",
        "agrees",
        "result-differs",
        "result-not-recorded",
    ]
    assert read(turns, tags).replay().verdict == "result-not-recorded"


def test_puzzles() -> None:
    def puzzle(tags: str) -> otn.Puzzle | None:
        return otn.puzzle(read("1. d1-c1 c4-c2 2. g4-g2", tags + TAG))

    assert puzzle("") is None
    assert puzzle("[puzzle-mode:none][puzzle-start:2a]") is None
    assert puzzle("[puzzle-mode:strict]") == otn.Puzzle(mode="strict", prestart=0, start=0)
    assert puzzle("[puzzle-mode:loose][puzzle-prestart:1b][puzzle-start:2a.]") == otn.Puzzle(
        mode="loose", prestart=2, start=3
    )
    assert puzzle("[puzzle-mode:loose][puzzle-prestart:2]") == otn.Puzzle(mode="loose", prestart=3, start=3)
    with pytest.raises(NotationError, match="puzzle-start: a move of the main line was expected") as caught:
        otn.puzzle(Game(ruleset=RULES, tags={"puzzle-mode": "loose", "puzzle-start": "2a.1.1a"}))
    assert caught.value.text == "2a.1.1a"
    with pytest.raises(NotationError, match="puzzle-start: the main line has no move 2b") as caught:
        puzzle("[puzzle-mode:loose][puzzle-start:2b]")
    assert caught.value.text[caught.value.offset :].startswith("2b]")
    assert otn.hints("none here") == ()
    assert otn.hints("(hint:look) (HINT: twice )") == ("look", "twice")


# ------------------------------------------------------------------------------------------------------------- comments


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("", [None, None]),
        ("[]", [None, None]),
        ("[|]", [None, None]),
        ("[a|]", ["a", None]),
        ("[|b]", [None, "b"]),
        ("[a]", ["a", None]),
        ("[a|b]", ["a", "b"]),
        ("[a]\n[b]", ["a", "b"]),
        ("[a|b][|][]", ["a", "b"]),
        ("[ a\n\n[x: |b ]", [" a\n\n[x: ", "b "]),
        ("[\x00|\N{SNOWMAN}]", ["\x00", "\N{SNOWMAN}"]),
    ],
)
def test_comments(block: str, expected: list[str | None]) -> None:
    assert comments(read(f"1. d1-c1 c4-c2\n{block}\n2. g4-g2").moves) == [*expected, None]


def test_comments_between_moves_and_on_turns_of_one_move() -> None:
    assert comments(read("1. d1-c1 [a] c4-c2 [b]").moves) == ["a", "b"]
    assert comments(read("1. d1-c1 [|b]").moves) == ["b"]
    assert comments(read("1. d1-c1 [a|b]").moves) == ["a\n\nb"]
    game = read("1. d1-c1 c4-c2\n1b.1.1a. ..... c4-c3\n[one|two]\n1b.2.1a. ..... c4-a4\n[|three]")
    assert [comments(v.moves) for v in game.variations] == [["one\n\ntwo"], ["three"]]


@pytest.mark.parametrize(
    ("half", "clock", "comment"),
    [
        ("3600 30/3 3i", Clock(seconds=3600, overtimes=3, overtime=30, increment=3), ""),
        ("3600 30/3 3i ", Clock(seconds=3600, overtimes=3, overtime=30, increment=3), ""),
        ("3600 30/3 3i Good.", Clock(seconds=3600, overtimes=3, overtime=30, increment=3), "Good."),
        ("0 0/0 Good.", Clock(seconds=0, overtimes=0), "Good."),
        ("60 2i  x", Clock(seconds=60, increment=2), " x"),
        ("300", Clock(seconds=300), ""),
        ("3 pieces fall", None, "3 pieces fall"),
        ("3600 30/3x", None, "3600 30/3x"),
        ("1234567890 30/3", None, "1234567890 30/3"),
        ("٣٠ 30/3", None, "٣٠ 30/3"),
        (" 300 3i", None, " 300 3i"),
    ],
)
def test_clocks(half: str, clock: Clock | None, comment: str) -> None:
    (move,) = read(f"1. d1-c1\n[{half}|]").moves
    assert move.note == Note(comment=comment, clock=clock)
    if clock is not None:
        assert f"[{clock}" in otn.format_game(read(f"1. d1-c1\n[{half}]"))


@pytest.mark.parametrize(
    ("half", "shapes", "comment"),
    [
        ("%cal Gd1c1,Rd3c3 %csl Re4,Yk11", "Gd1c1 Rd3c3 Re4 Yk11", ""),
        ("%csl Re4 %cal Bd1c1 Bold. %csl Re5", "Re4 Bd1c1", "Bold. %csl Re5"),
        ("%csl Re4  x", "Re4", " x"),
        ("%csl Re4x", "", "%csl Re4x"),
        ("%csl Gd1c1 x", "", "%csl Gd1c1 x"),
        ("%cal Re4", "", "%cal Re4"),
        ("%cal Gd1d1", "", "%cal Gd1d1"),
        ("%cal Gd1c1, Rd3c3", "", "%cal Gd1c1, Rd3c3"),
        ("%csl Re99", "", "%csl Re99"),
        (" %csl Re4", "", " %csl Re4"),
    ],
)
def test_shapes(half: str, shapes: str, comment: str) -> None:
    """As lichess writes them; what looks like shapes and is none is a comment."""
    (move,) = read(f"1. d1-c1\n[{half}|]").moves
    expected = Note(comment=comment, shapes=[Shape.parse(shape) for shape in shapes.split()])
    assert move.note == read("", f"{TAG}[start-comment:{half}]").note == expected
    assert otn.parse_game(otn.format_game(read(f"1. d1-c1\n[{half}]"))).moves == (move,)


def test_shapes_stand_before_the_clock_and_after_the_signs() -> None:
    dice = variants.BRANDUBH.evolve(name="dice", die=Die())
    (move,) = otn.parse_game("1. ..... d3-c3\n[%roll 2 %unannounced %csl Re4 60 3i Now.]", dice).moves
    note = Note(comment="Now.", clock=Clock(seconds=60, increment=3), shapes=[Shape.parse("Re4")])
    assert (move.roll, move.announced, move.note) == (2, False, note)


@pytest.mark.parametrize(
    ("before", "comment"),
    [
        ("[start-comment:Zebra crossing]", "Zebra crossing"),
        ("[start-comment:a|b: c]", "a|b: c"),
        ("[|Coach: watch d5.]", "Coach: watch d5."),
        ("[Coach, watch d5.|]", "Coach, watch d5."),
        ("[a|b]\n[|c [d]", "a\n\nb\n\nc [d"),
        ("[|b][start-comment:a]", "b\n\na"),
        ("[start-comment:a][x:y][|b]", "a\n\nb"),
        ("[|][start-comment:]", None),
    ],
)
def test_comments_before_the_first_move(before: str, comment: str | None) -> None:
    for text in (f"{before}{TAG}", f"{TAG}\n{before}"):
        game = read("1. d1-c1 c4-c2\n[|x]", text)
        assert game.note == (None if comment is None else Note(comment=comment))
        assert list(game.tags) in ([], ["x"])
        assert otn.parse_game(otn.format_game(game)) == game
        assert ("[start-comment:" in otn.format_game(game)) is (comment is not None)


def test_glyphs_and_marks_are_kept() -> None:
    game = read("1. d1-c1!? c4-c2??\n[|x] 2. g4-g2+! c2-b2--")
    assert [(move.info, move.note.glyph if move.note else "") for move in game.moves] == [
        ("", "!?"),
        ("", "??"),
        ("+", "!"),
        ("--", ""),
    ]
    assert game.moves[1].note == Note(comment="x", glyph="??")


@pytest.mark.parametrize(
    ("board", "turn", "move", "verdict"),
    [
        ("/3t3/7/7/t1tK3/7/3t3/7/", "....." , "Kd4-g4-", "agrees"),
        ("/3t3/7/7/t1tK3/7/3t3/7/", ".....", "Kd4-g4+", "agrees"),
        ("/3t3/7/7/t1tK3/7/3t3/7/", ".....", "Kd4-g4--", "mark-wrong@0"),
        ("/3t3/7/7/t1tK3/7/3t3/7/", ".....", "Kd4-e4-", "mark-wrong@0"),
        ("/3t3/7/7/t1tK3/7/3t3/7/", ".....", "Kd4-e4", "agrees"),
        ("/7/7/7/7/1t5/1K3t1/1t5/", "", "f6-f7-", "mark-wrong@0"),
        ("/7/7/7/7/1t5/K4t1/1t5/", "", "f6-f5-", "agrees"),
    ],
)  # fmt: skip
def test_marks_are_checked(board: str, turn: str, move: str, verdict: str) -> None:
    game = read(f"1. {turn} {move}", f"{TAG}[position:{board}]")
    replay = game.replay()
    assert replay.verdict == verdict
    assert replay.error is None
    assert len(replay.findings_of(FindingKind.WRONG_MARK)) == (verdict != "agrees")


def test_marks_are_written_right() -> None:
    position = Position.parse("/3t3/7/7/t1tK3/7/3t3/7/", RULES, Side.DEFENDERS)
    game = Game(ruleset=RULES, start=position, moves=[record_move(position.explain(Move.parse("d4-g4")))])
    assert "1. ..... Kd4-g4-\n" in otn.format_game(game)
    assert game.replay().agrees


# ---------------------------------------------------------------------------------------------------------------- turns


def test_defenders_first() -> None:
    game = read("1. d3-c3 d1-c1\n[a|b]\n1a.1.1a. d3-e3 d1-c1", DEFENDERS)
    assert game.replay().agrees
    assert [replay.verdict for replay in game.replay_lines()] == ["agrees"] * 2


@pytest.mark.parametrize("turns", ["1. d1-c1 ---\n[|He gives up.]", "1. d1-c1 c4-c2\n\n2. ---\n[He gives up.]"])
def test_resignation(turns: str) -> None:
    game = read(turns)
    assert (game.ending, game.closing_comment) == ("resigned", Note(comment="He gives up."))
    assert game.replay().end == "resigned"
    game = read("1. --- 1a.1.1a. d1-c1 ---")
    assert (game.moves, game.ending, game.variations[0].ending) == ((), "resigned", "resigned")


def test_variations_at_any_depth() -> None:
    game = read("""
        1. d1-c1 c4-c2
        1b.1.1a. ..... c4-c3
        [|second half]
        1b.1.2a. g4-g3 c3-b3
        1b.1.2b.1.1a ..... c3-a3
        1b.1.2b.1.2a g3-g2
        1b.1.2a.1.1a. g4-g2 c3-b3
        1b.2.1a. ..... c4-a4
        2. g4-g2 c2-b2
        2a.1.1a. g4-g3
        """)  # fmt: skip
    assert shape(game) == [
        "0.1 c4-c3 g4-g3 c3-b3",
        "1.1 g4-g2 c3-b3",
        "1.2 c3-a3 g3-g2",
        "0.1 c4-a4",
        "0.2 g4-g3",
    ]
    assert [otn.address(game, line, 0) for line in range(6)] == [
        "1a",
        "1b.1.1b",
        "1b.1.1b.1.1a",
        "1b.1.2a.1.1b",
        "1b.2.1b",
        "2a.1.1a",
    ]
    assert otn.address(game, 3, 1) == "1b.1.2a.1.2a"
    with pytest.raises(RecordError):
        otn.address(game, 6, 0)


def test_variations_of_variations_have_the_address_of_the_move_before() -> None:
    """As OpenTafl writes them (its Fetlar escape puzzle); records that name the replaced move are read as well."""
    main = "1. d1-c1 c4-c2\n2. g4-g2 c2-b2\n1b.1.1a. ..... c4-c3\n1b.1.2a. g4-g3 c3-b3\n"
    opentafl = read(f"{main}1b.1.1b.1.1a. g4-g2 c3-b3\n1b.1.2a.1.1a. ..... c3-a3\n1b.1.2a.1.2a. g3-g2")
    ours = read(f"{main}1b.1.2a.1.1a. g4-g2 c3-b3\n1b.1.2b.1.1b. c3-a3\n1b.1.2b.1.2a. g3-g2")
    assert opentafl == ours
    assert shape(ours) == ["0.1 c4-c3 g4-g3 c3-b3", "1.1 g4-g2 c3-b3", "1.2 c3-a3 g3-g2"]
    assert "\n1b.1.2a.1.1a. ..... c3-a3\n" in otn.format_game(ours)


def test_variations_apart_out_of_order_and_with_gaps() -> None:
    game = read("1. d1-c1 c4-c2 1a.7.1a d1-e1 1b.3.1b c4-c3 1a.2.1. d2-c2 1a.7.1b. ..... c4-c1 2. g4-g2")
    assert shape(game) == ["0.0 d2-c2", "0.0 d1-e1 c4-c1", "0.1 c4-c3"]


def test_a_variation_in_place_of_the_first_move_of_a_variation_stands_beside_it() -> None:
    game = read("1. d1-c1 1a.1.1a. d1-e1 1a.1.1a.1.1a. d2-c2")
    assert shape(game) == ["0.0 d1-e1", "0.0 d2-c2"]


def test_a_turn_may_be_broken_off() -> None:
    game = read("1. d1-c1 1a.1.1a. d2-c2 1. ..... c4-c2 [x]")
    assert (texts(game.moves), comments(game.moves)) == ("d1-c1 c4-c2", [None, "x"])


def test_line_ends_and_spaces_do_not_matter() -> None:
    expected = read("1. d1-c1 c4-c2\n[|]\n\n2. g4-g2\n")
    assert read("1.   d1-c1 \t c4-c2   \r\n[|]\r\n\r\n\r\n2. g4-g2\r\n") == expected
    assert read("1.d1-c1\nc4-c2[|]2.g4-g2") == expected


@pytest.mark.parametrize(
    ("turns", "at", "said"),
    [
        ("d1-c1", 0, "a tag or the number of a turn was expected"),
        ("2. d1-c1", 0, "turn 1 of this line was expected, not 2"),
        ("1. d1-c1 c4-c2 3. g4-g2", 15, "turn 2 of this line was expected, not 3"),
        ("1. d1-c1 c4-c2 g4-g2", 15, "a turn has two moves"),
        ("1. d1-c1 2. c4-c2", 9, "turn 1 of this line was expected"),
        ("1. d1-c1 c4-c2 2.", 15, "a turn with a move was expected"),
        ("1.", 0, "a turn with a move was expected"),
        ("1 d1-c1", 1, "a point was expected"),
        ("1. d1-c1 ..... c4-c2", 9, "a move was expected"),
        ("1. d1-c1 c4-c2 2. ..... g4-g2", 24, "the first move of the turn was expected"),
        ("1. d1-c1 1. c4-c2", 12, "the second move of the turn was expected, with ....."),
        ("1. d1-c1 c4-c2 1b.1.1a. c4-c3", 24, "the second move of the turn was expected, with ....."),
        ("1. d1-c1 c4-c2 1c.1.1a. c4-c3", 15, "there is no move 1c"),
        ("1. d1-c1 2a.1.1a. c4-c3", 9, "there is no move 2a"),
        ("1. d1-c1 0a.1.1a. c4-c3", 9, "there is no move 0a"),
        ("1. d1-c1 1a.1.1a.1.1a. c4-c3", 9, "a variation of a variation that is there"),
        ("1. d1-c1 1a.1. c4-c3", 9, "the number of a turn was expected"),
        ("1. d1-c1 1a.1a.1a. c4-c3", 9, "without a letter"),
        ("1. d1-c1 12345678. c4-c3", 9, "at most 7 digits"),
        ("1. d1-c1 --- 2. c4-c2", 13, "no turn was expected after ---"),
        ("1. d1-z1", 6, "a square was expected"),
        ("1. d1-c1~", 8, "a space was expected after the move"),
        ("1. d1c1", 5, "- was expected"),
        ("1. Kd1c1", 6, "- was expected"),
        ("1. d1=^d5", 6, "a square was expected"),
        ("1. Qd1-d5", 3, "a square was expected"),
        ("1. d1-c1 [a|b|c]", 12, "one comment for each move"),
        ("1. d1-c1 [" + "|" * 100 + "]", 9, "one comment for each move"),
        ("1. d1-c1 c4-c2 [a|b] [c]", 22, "one comment for each move"),
        ("1. d1-c1 [a", 9, "has no end"),
        ("1. d1-c1 ]", 9, "a square was expected"),
        ("1. ..... [x]", 0, "a turn with a move was expected"),
    ],
)  # fmt: skip
def test_faults_point_at_the_place(turns: str, at: int, said: str) -> None:
    with pytest.raises(NotationError, match=said.replace("(", r"\(")) as caught:
        otn.parse_game(f"{TAG}\n{turns}")
    assert (caught.value.line, caught.value.column) == (2, at + 1)


@pytest.mark.parametrize(
    ("tags", "at", "said"),
    [
        ("[event:x]", 9, "the tag [rules:...] was expected"),
        ("[event:x", 0, "it has no end"),
        ("[event]", 0, "a tag was expected"),
        ("[:x]", 1, "the name of a tag"),
        ("[a:1][x", 5, "it has no end"),
        ("[|x", 0, "it has no end"),
        ("[a:1][a:2]", 6, "the tag a: stands here a second time"),
        (f"[rules:dim:7 esc:k start:{BOARD}]", 17, "esc: one of c, e was expected"),
        ("[rules:dim:7 ber:y start:/7/]", 26, "ranks were expected"),
        (f"[rules:dim:7 ber:y start:{BOARD}]", 17, "ber: one of n, c, m was expected"),
        (f"[rules:dim:7 start:{BOARD[:-4]}3d3/]", 49, "a number or one of tcnmgTCNMGK"),
        (TAG + "[position: /7/x6/]", len(TAG) + 12, "ranks were expected"),
        (TAG + "[result:2]", len(TAG) + 8, "one of 1"),
        (TAG + "[puzzle-mode:hard]", len(TAG) + 13, "one of none, loose and strict"),
        (TAG + "[puzzle-mode:loose][puzzle-start:x]", len(TAG) + 33, "a move of the main line"),
        ("".join(f"[a{n}:]" for n in range(1001)), 6890, "at most 1,000 tags"),
    ],
)
def test_faults_in_tags_point_at_the_place(tags: str, at: int, said: str) -> None:
    with pytest.raises(NotationError) as caught:
        otn.parse_game(tags)
    assert said in caught.value.message
    assert caught.value.offset == at
    assert caught.value.text == tags


# -------------------------------------------------------------------------------------------------------------- writing


def one(note: Note | None = None, move: str = "d1-c1") -> Game:
    return Game(ruleset=RULES, moves=[attrs.evolve(parse_move(move), note=note)])


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (one(Note(comment="a|b")), "comments"),
        (one(Note(comment="a]b")), "comments"),
        (one(Note(comment="300")), "comments"),
        (one(Note(comment="300 3i x")), "comments"),
        (one(Note(comment="x", clock=Clock(seconds=300))), "clocks"),
        (one(Note(comment="3i", clock=Clock(seconds=300, overtimes=0))), "clocks"),
        (one(Note(clock=Clock(seconds=-1))), "clocks"),
        (one(Note()), "comments"),
        (one(Note(comment="%csl Re4")), "comments"),
        (one(Note(comment="%csl Re4 x", shapes=[Shape.parse("Gd1")])), "comments"),
        (attrs.evolve(one(), note=Note(comment="a]b")), "comments"),
        (attrs.evolve(one(), note=Note(comment="%cal Gd1c1")), "comments"),
        (attrs.evolve(one(), note=Note(glyph="!")), "comments"),
        (attrs.evolve(one(), tags={"start-comment": "x"}), "the tag start-comment"),
        (attrs.evolve(one(), tags={"a|b": "x"}), r"the tag a\|b"),
        (one(move="d1c1"), "moves without a dash"),
        (attrs.evolve(one(), ending="timeout"), "ending"),
        (attrs.evolve(one(), closing_comment=Note(comment="x")), "closing comment"),
        (attrs.evolve(one(), ending="resigned", closing_comment=Note(glyph="?")), "closing comment"),
        (attrs.evolve(one(), result="Whiet"), "result"),
        (attrs.evolve(one(), unparsed=[UnparsedToken(number=0, text="?")]), "unparsed tokens"),
        (attrs.evolve(one(), tags={"event": "]"}), "the tag event"),
        (attrs.evolve(one(), tags={"rules": ""}), "the tag rules"),
        (attrs.evolve(one(), tags={" x": ""}), "the tag  x"),
        (attrs.evolve(one(), ruleset=variants.HNEFATAFL_13), "joint_capture, edge_hostile"),
        (attrs.evolve(one(), start=Position.initial(variants.TABLUT)), "start"),
    ],
)  # fmt: skip
def test_what_otn_cannot_say(game: Game, said: str) -> None:
    with pytest.raises(NotExpressibleError, match=f"OTN cannot express: {said}$"):
        otn.format_game(game)


@pytest.mark.long
def test_what_is_too_much_to_write() -> None:
    variations = [Variation(line=n, at=1 if n else 0, moves=one().moves * 2) for n in range(otn.MAX_DEPTH + 1)]
    deep = attrs.evolve(one(), moves=one().moves * 2, variations=variations[:-1])
    assert otn.parse_game(otn.format_game(deep)) == deep
    with pytest.raises(NotExpressibleError, match="nested more than 256 deep"):
        otn.format_game(attrs.evolve(deep, variations=variations))
    with pytest.raises(NotExpressibleError, match="more than 4,194,304 characters"):
        otn.format_game(Game(ruleset=RULES, moves=one().moves * 500_000))


@pytest.mark.long
def test_a_long_game_takes_time_in_proportion() -> None:
    cycle = [parse_move(text) for text in ("d1-c1", "c4-c3", "c1-d1", "c3-c4")]
    game = Game(ruleset=RULES, moves=cycle * 5_000)
    assert otn.parse_game(otn.format_game(game)) == game
    wide = Game(ruleset=RULES, moves=cycle, variations=[Variation(at=0, moves=cycle[:1])] * 2_000)
    assert otn.parse_game(otn.format_game(wide)) == wide


# ----------------------------------------------------------------------------------------------------------- round trip


@given(played_games())
def test_any_game_comes_back(game: Game) -> None:
    written = otn.format_game(game)
    again = otn.parse_game(written)
    assert again == game
    assert otn.format_game(again) == written
    for replay in again.replay_lines():
        assert replay.error is None
        assert all(found.kind.name.startswith("RESULT") for found in replay.findings)
    for line in range(len(game.variations) + 1):
        for index, move in enumerate(game.line_moves(line)):
            assert move.note is None or move.note != Note()
            address = otn.address(game, line, index)
            assert address.count(".") % 2 == 0


# -------------------------------------------------------------------------------------------------------------- hostile

SEEDS = [
    f"""[event:x]
[result:-1]
{TAG}
[puzzle-mode:loose]
[puzzle-start:1b]

1. d1-c1 c4-c2!?
[3600 30/3 3i Good. (hint:think)|]

1b.1.1a. ..... c4-c3
[]

1b.1.2a. g4-g3 c3-b3
[a|b]

1b.1.2b.1.1a. ..... c3-a3

2. g4-g2 c2-b2+
[|]

3. ---
[He gives up|]
""",
    "[rules:dim:7 ber:m kj:c start:/7/7/t1Tt3/5K1/2Tt3/2n4/1C5/]\n\n"
    "1. a3-b3xc3 b3=b5xc5 b5=b6 Kf4-f5\n[a|b|300 3i c|d]"
    "\n\n1c.1.1a. ..... ..... b5=b4 Kf4-f6\n\n1d.1.1a. ..... ..... ..... Kf4^f6xf5\n2. nc6^c4xMc5++",
    f"{DEFENDERS}[position:/7/2tt3/4Tt1/7/7/1K3t1/7/]\n\n1. e3-e4 d2-d3\n[|x]\n\n"
    "1a.1.1a. Kb6-a6 d2-d3\n2. Kb6-b1 c2-b2xKb1++",
]
ALPHABET = "abcdefghijknmKTNCG0123456789-x/+:,=^.#|[]!? \t\n\x00٧é\U0001f451"


def game_or_error(text: str) -> Game | HnefataflError:
    try:
        return otn.parse_game(text)
    except HnefataflError as error:
        return error


def test_mutated_games() -> None:
    """Only declared errors come out, they point into the text, and what can be read can be written."""
    chance = random.Random(20)
    good = 0
    games = 4_000 if WHOLE else 2_000
    for number in range(games):
        text = chance.choice(SEEDS)
        for _ in range(chance.randint(1, 3)):
            at = chance.randint(0, len(text))
            to = min(len(text), at + chance.choice([0, 1, 1, 2, 5, 40]))
            middle = [
                "",
                text[at:to] * 2,
                chance.choice(ALPHABET),
                text[at:to] + chance.choice(ALPHABET),
                text[at:to][::-1],
                chance.choice(SEEDS)[at:to],
                "".join(chance.choices(ALPHABET, k=4)),
            ]
            text = text[:at] + chance.choice(middle) + text[to:]
        game = game_or_error(text)
        if isinstance(game, NotationError):
            assert game.text == text
            assert 0 <= game.offset <= len(text)
        if isinstance(game, HnefataflError):
            continue
        good += 1
        if number % 10 == 0:
            written = otn.format_game(game)
            assert otn.parse_game(written) == game
            assert otn.format_game(otn.parse_game(written)) == written
            assert all(replay.verdict for replay in game.replay_lines())
    assert good > games // 10


MILLION = 1_000_000
NESTED = "1b{n}.1.1b c4-c3 1b{n}.1.2a d1-c1 c4-c2\n"
HUGE = {
    "nested": "1. d1-c1\n1a" + ".1.1a" * MILLION + ". d1-e1",
    "nested lines": "1. d1-c1 c4-c2\n" + "".join(NESTED.format(n=".1.2b" * n) for n in range(400)),
    "variations": "1. d1-c1\n" + "".join(f"1a.{n}.1a. d1-e1\n" for n in range(10_000)),
    "comment": "1. d1-c1\n[" + "x" * (3 * MILLION) + "]",
    "open comment": "1. d1-c1\n[" + "[" * (3 * MILLION),
    "comments": "1. d1-c1\n" + "[]" * MILLION,
    "strokes": "1. d1-c1\n[" + "|" * (3 * MILLION) + "]",
    "points": "." * MILLION,
    "padding": "1. " + "." * MILLION,
    "digits": "1" * MILLION,
    "signs": "1. d1-c1" + "+" * MILLION,
    "captures": "1. d1-c1x" + "a1/" * 200_000,
    "spaces": " " * (3 * MILLION),
    "nul": "\x00" * MILLION,
    "turns": "".join(f"{n}. d1-c1 c4-c2\n" for n in range(1, 10_000)),
    "comments at the start": "[|]" * MILLION,
    "strokes at the start": "[" + "|" * (3 * MILLION) + "]",
    "shapes": "1. d1-c1\n[%csl " + "Re4," * (MILLION // 2) + "Re4]",
    "signs of shapes": "1. d1-c1\n[" + "%csl Re4 " * (MILLION // 4) + "]",
    "hints": "1. d1-c1\n[" + "(hint:" * (MILLION // 2) + "]",
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("kind", HUGE)
def test_huge_games_fail_soon(kind: str) -> None:
    try:
        game = otn.parse_game(f"{TAG}\n{HUGE[kind]}")
        assert all(otn.hints(comment or "") == () for comment in comments(game.moves))
    except NotationError as error:
        message = str(error)
        assert len(message) < 1_000


def test_limits_are_told_with_their_place() -> None:
    with pytest.raises(NotationError, match="variations nested at most 256 deep") as nested:
        otn.parse_game(f"{TAG}\n{HUGE['nested'][:MILLION]}")
    assert (nested.value.line, nested.value.column) == (3, 1284)
    with pytest.raises(NotationError, match="at most 4,194,304 characters") as long:
        otn.parse_game(f"{TAG}\n1. d1-c1\n[{'x' * otn.MAX_LENGTH}]")
    assert (long.value.line, long.value.offset) == (3, otn.MAX_LENGTH)


def test_squares_beyond_the_board_are_for_the_rules_to_refuse() -> None:
    game = read("1. k11-k10")
    assert game.moves[0].origin == Square.parse("k11")
    assert game.replay().verdict == "illegal@0"
