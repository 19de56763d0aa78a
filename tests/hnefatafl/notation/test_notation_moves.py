"""Moves as records write them: every form that real records hold, errors that point, and the way back."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from hnefatafl import Announcements, Move, Position, Side, variants
from hnefatafl.board import Square
from hnefatafl.errors import NotationError
from hnefatafl.notation.moves import SQUARES, Scanner, format_move, format_played_move, parse_move, parse_token
from hnefatafl.records import RecordedMove, Sign, record_move
from hnefatafl.support.spelling import LETTERS


def squares(*names: str) -> tuple[Square, ...]:
    return tuple(Square.parse(name) for name in names)


FORMS = {
    "e5-e8": RecordedMove(origin=SQUARES["e5"], target=SQUARES["e8"]),
    "e5-e8xe9": RecordedMove(origin=SQUARES["e5"], target=SQUARES["e8"], captures=squares("e9")),
    "Ke5-e1-": RecordedMove(origin=SQUARES["e5"], target=SQUARES["e1"], letter="K", info="-"),
    "Ke1-a1--": RecordedMove(origin=SQUARES["e1"], target=SQUARES["a1"], letter="K", info="--"),
    "a3-e3+": RecordedMove(origin=SQUARES["a3"], target=SQUARES["e3"], info="+"),
    "e3-e4++": RecordedMove(origin=SQUARES["e3"], target=SQUARES["e4"], info="++"),
    "c2-c3xKc4": RecordedMove(
        origin=SQUARES["c2"], target=SQUARES["c3"], captures=squares("c4"), capture_letters=("K",)
    ),
    "Ne6-e8xce7/ne9/f8/d8": RecordedMove(
        origin=SQUARES["e6"],
        target=SQUARES["e8"],
        captures=squares("e7", "e9", "f8", "d8"),
        letter="N",
        capture_letters=("c", "n", "", ""),
    ),
    "ce6^e8": RecordedMove(origin=SQUARES["e6"], target=SQUARES["e8"], letter="c", sign="^"),
    "Ne8=e4xe3": RecordedMove(origin=SQUARES["e8"], target=SQUARES["e4"], captures=squares("e3"), letter="N", sign="="),
    "Ne6^=e8xce7/ne9/f8/d8": RecordedMove(
        origin=SQUARES["e6"],
        target=SQUARES["e8"],
        captures=squares("e7", "e9", "f8", "d8"),
        letter="N",
        capture_letters=("c", "n", "", ""),
        sign="^=",
    ),
    "me4-e5xMd5/Gf5+": RecordedMove(
        origin=SQUARES["e4"],
        target=SQUARES["e5"],
        captures=squares("d5", "f5"),
        letter="m",
        capture_letters=("M", "G"),
        info="+",
    ),
    "f8-i8xj8xi7/h8": RecordedMove(origin=SQUARES["f8"], target=SQUARES["i8"], captures=squares("j8", "i7", "h8")),
    "e7-k7xk6xk6": RecordedMove(origin=SQUARES["e7"], target=SQUARES["k7"], captures=squares("k6", "k6")),
    "c5c6": RecordedMove(origin=SQUARES["c5"], target=SQUARES["c6"], sign=""),
    "c5c6xd6": RecordedMove(origin=SQUARES["c5"], target=SQUARES["c6"], captures=squares("d6"), sign=""),
    "tt5-u21": RecordedMove(origin=SQUARES["t5"], target=SQUARES["u21"], letter="t"),
    "t5-t6": RecordedMove(origin=SQUARES["t5"], target=SQUARES["t6"]),
}


@pytest.mark.parametrize("text", FORMS)
def test_every_form_of_a_move(text: str) -> None:
    move = parse_move(text)
    assert move == FORMS[text]
    assert (move.text, move.offset, str(move)) == (text, 0, text)
    for before in ("", "4:"):
        inside = parse_move(f"  {before}{text} ")
        assert (inside.offset, inside.text) == (2, before + text)
    assert move.move == Move.of(move.origin, move.target)


def test_only_a_move_without_a_dash_is_silent_about_captures() -> None:
    silent = [text for text in FORMS if not parse_move(text).tells_captures]
    assert silent == ["c5c6"]


WRITTEN = {
    "D1-C1": "d1-c1",
    "kD4 \N{EN DASH} D7": "d4-d7",
    "d1 -> c1": "d1-c1",
    "d1\N{RIGHTWARDS ARROW}c1": "d1-c1",
    "d1 to c1": "d1-c1",
    "d1:c1": "d1-c1",
    "d1xc1": "d1-c1",
    "i6-g": "i6-g6",
    "d5-7": "d5-d7",
    "D5 - 11": "d5-d11",
    "d2-f2 (f3)": "d2-f2xf3",
    "d2-f2(f3, g2)": "d2-f2xf3xg2",
    "d2-f2 x f3 g2": "d2-f2xf3xg2",
    "d2-f2 x f3 and g2": "d2-f2xf3xg2",
    "d2-f2\N{MULTIPLICATION SIGN}f3": "d2-f2xf3",
    "d2-f2*f3": "d2-f2xf3",
    "i6-gxg7": "i6-g6xg7",
}
"""Moves as people write them, and how they are shown."""


@pytest.mark.parametrize("text", WRITTEN)
def test_moves_as_people_write_them(text: str) -> None:
    move = parse_move(text)
    assert str(evolve(move, letter="")) == WRITTEN[text]
    assert Move.parse(text) == move.move == parse_move(WRITTEN[text]).move


@pytest.mark.parametrize(("text", "ending"), [("---", "resigned"), ("resigned", "resigned"), ("timeout", "timeout")])
def test_what_stands_in_place_of_a_move(text: str, ending: str) -> None:
    assert parse_token(text) == ending
    with pytest.raises(NotationError):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("", "a square was expected, such as a1 or k11", 0),
        ("e5", "- was expected, or ^, = or ^=", 2),
        ("e5-", "a square was expected, such as a1 or k11", 3),
        ("e5-e22", "a square was expected, such as a1 or k11", 3),
        ("e5-e123", "a square was expected, such as a1 or k11", 3),
        ("e05-e7", "a square was expected, such as a1 or k11", 0),
        ("e5-v7", "a square was expected, such as a1 or k11", 3),
        ("e5~e7", "- was expected, or ^, = or ^=", 2),
        ("e5=^e7", "a square was expected, such as a1 or k11", 3),
        ("e5^^e7", "a square was expected, such as a1 or k11", 3),
        ("Ne6^", "a square was expected, such as a1 or k11", 4),
        ("Qe6^e8", "a square was expected, such as a1 or k11", 0),
        ("e5-e7x", "a square was expected, such as a1 or k11", 6),
        ("e5-e7xe8/", "a square was expected, such as a1 or k11", 9),
        ("e5-e7/e8", "the end of the move was expected, or x, +, -, ++ or --", 5),
        ("e5-e7+-", "one of +, -, ++ and -- was expected", 5),
        ("e5-e7---", "one of +, -, ++ and -- was expected", 5),
        ("e5-e7 e8-e9", "the end of the move was expected, or x, +, -, ++ or --", 6),
        ("e5-e٧", "a square was expected, such as a1 or k11", 3),
        ("---", "a move was expected, not a resignation", 0),
    ],
)
def test_errors_point_at_the_character(text: str, message: str, offset: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert (caught.value.message, caught.value.offset, caught.value.column) == (message, offset, offset + 1)
    assert str(caught.value) == f"{message} (line 1, column {offset + 1})\n    {text}\n    {' ' * offset}^"


def test_a_scanner_stops_where_it_is_told() -> None:
    scanner = Scanner("[e5-e6]", 1, 3, line=7)
    assert scanner.square() == SQUARES["e5"]
    assert (scanner.done, scanner.next, scanner.sign("-")) == (True, "", False)
    error = scanner.fault("more was expected")
    assert (error.line, error.column) == (7, 4)


SIGNS: list[Sign] = ["-", "^", "=", "^="]


@st.composite
def recorded_moves(draw: st.DrawFn) -> RecordedMove:
    square = st.sampled_from(sorted(SQUARES.values()))
    letter = st.sampled_from(["", "", *LETTERS, *LETTERS.upper()])
    captures = tuple(draw(st.lists(square, max_size=4)))
    letters = tuple(draw(letter) for _ in captures)
    return RecordedMove(
        origin=draw(square),
        target=draw(square),
        captures=captures,
        letter=draw(letter),
        capture_letters=letters if any(letters) else (),
        sign=draw(st.sampled_from(SIGNS)),
        info=draw(st.sampled_from(["", "+", "-", "++", "--"])),
    )


@given(recorded_moves())
def test_what_is_written_in_otn_reads_back_equal(move: RecordedMove) -> None:
    text = format_move(move)
    assert parse_move(text) == move
    assert format_move(parse_move(text)) == text


@given(recorded_moves(), st.sampled_from([*SIGNS, ""]))
def test_the_archive_keeps_squares_and_sign(move: RecordedMove, sign: Sign) -> None:
    plain = RecordedMove(origin=move.origin, target=move.target, captures=move.captures, sign=sign)
    assert parse_move(format_move(plain, "archive")) == plain
    assert format_move(move, "archive") == format_move(parse_move(format_move(move, "archive")), "archive")


@given(recorded_moves())
def test_algebraic_notation_knows_no_letters_and_two_symbols(move: RecordedMove) -> None:
    back = parse_move(format_move(move, "algebraic"))
    assert (back.origin, back.target, back.captures) == (move.origin, move.target, move.captures)
    assert (back.letter, back.capture_letters, back.sign) == ("", (), "-")
    assert len(back.info) == len(move.info)
    assert set(back.info) <= {"+"}


@pytest.mark.parametrize("king", ["K", "k"])
def test_the_archive_writes_no_capture_of_a_king(king: str) -> None:
    assert format_move(parse_move(f"d1-d3x{king}c3/e3"), "archive") == "d1-d3xe3"


def test_a_record_may_have_fewer_letters_than_captures() -> None:
    move = RecordedMove(
        origin=SQUARES["c2"], target=SQUARES["c3"], captures=squares("c4", "d3"), capture_letters=("K",)
    )
    assert format_move(move) == "c2-c3xKc4/d3"


# A king on d4 of an open 7x7 board; corners are the ways out.
PLAYS = [
    ("/3t3/7/7/t1tK3/7/3t3/7/", Side.DEFENDERS, "d4-g4", "Kd4-g4-"),
    ("/3t3/7/7/t1tK3/7/3t3/7/", Side.DEFENDERS, "d4-e4", "Kd4-e4"),
    ("/3t3/7/7/t5K/7/3t3/7/", Side.DEFENDERS, "g4-g1", "Kg4-g1--"),
    ("/7/2tK3/4t2/7/7/7/t6/", Side.ATTACKERS, "e3-e2", "e3-e2xKd2++"),
    ("/7/3K3/4t2/7/2t4/7/t6/", Side.ATTACKERS, "c5-c2", "c5-c2+"),
    ("/7/1K5/7/1t1t3/2Tt3/7/t6/", Side.ATTACKERS, "b4-b5", "b4-b5xc5"),
]


@pytest.mark.parametrize(("board", "turn", "move", "written"), PLAYS, ids=[play[3] for play in PLAYS])
def test_a_play_is_written_with_its_symbol(board: str, turn: Side, move: str, written: str) -> None:
    play = Position.parse(board, variants.BRANDUBH, turn).explain(Move.parse(move))
    assert format_played_move(play) == written
    assert parse_move(written) == record_move(play)


def test_a_ruleset_with_announcements_gives_the_same_symbols() -> None:
    rules = variants.FOTEVIKEN_TABLUT
    start = Position.parse("/9/9/9/9/8t/9/2Kt2T2/2t6/9/", rules, Side.DEFENDERS)
    assert format_played_move(start.explain(Move.parse("g7-g8"))) == "g7-g8-"
    silent = Position.parse(
        "/9/9/9/9/8t/9/2Kt2T2/2t6/9/", rules.evolve(zones=(), announcements=Announcements()), Side.DEFENDERS
    )
    assert format_played_move(silent.explain(Move.parse("g7-g8"))) == "g7-g8-"


def test_a_move_that_threatens_nothing_has_no_symbol() -> None:
    for rules, move in ((variants.BRANDUBH, "d1-c1"), (variants.HNEFATAFL_11.evolve(tuichu_wins=True), "d1-d2")):
        assert format_played_move(Position.initial(rules).explain(Move.parse(move))) == move
    start = Position.initial(variants.FOTEVIKEN_TABLUT)
    assert format_played_move(start.explain(Move.parse("e4-d4"))) == "e4-d4"


def test_an_end_that_is_not_the_kings_has_no_symbol() -> None:
    rules = variants.BRANDUBH
    position = Position.parse("/3T3/3t3/7/3K3/7/7/3T3/", rules, Side.DEFENDERS)
    play = position.explain(Move.parse("d4-d3"))
    assert play.after.outcome is not None
    assert format_played_move(play) == "Kd4-d3xd2"
