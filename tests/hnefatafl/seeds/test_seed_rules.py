"""The rules of the four documents, sentence by sentence: each table beside this file names the test of a sentence."""

from __future__ import annotations

from typing import Final

import pytest
from playing import reason

from hnefatafl import (
    Announcement,
    Board,
    Illegality,
    Kind,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Region,
    Ruleset,
    Side,
    Square,
    Symmetry,
    Termination,
    variants,
)

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS
ATTACKER, MAN = Piece(ATTACKERS, Kind.SOLDIER), Piece(DEFENDERS, Kind.SOLDIER)
S000, S001, S003, S004 = variants.HNEFATAFL_13, variants.HNEFATAFL_11, variants.FOTEVIKEN_TABLUT, variants.MADERA_TABLUT
ESCAPED: Final = Outcome(DEFENDERS, Termination.KING_ESCAPED)
CAPTURED: Final = Outcome(ATTACKERS, Termination.KING_CAPTURED)
DRAWN_AT_THE_EDGE: Final = Outcome(None, Termination.KING_CAPTURED_ON_EDGE)
NAMES: Final = {S000.name: "s000", S001.name: "s001", S003.name: "s003", S004.name: "s004"}


def by(*rulesets: Ruleset) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rules", rulesets, ids=[NAMES[rules.name] for rules in rulesets])


def scene(rules: Ruleset, picture: str, at: str = "b2", turn: Side = ATTACKERS) -> Position:
    """A picture on an otherwise empty board, with its lower left square there. Three attackers stand far away, and the
    king, if the picture has none, on his throne."""
    start, rows = Square.parse(at), [line.split() for line in picture.strip().splitlines()]
    letters = {"t": ATTACKER, "T": MAN, "K": Piece.KING}
    last = rules.size - 1
    pieces = {Square(last - 1, last - n): letters["t"] for n in (1, 2)} | {Square(last - 2, last - 1): letters["t"]}
    for y, row in enumerate(reversed(rows)):
        pieces |= {start.offset(x, y): letters[letter] for x, letter in enumerate(row) if letter in letters}
    if Piece.KING not in pieces.values():
        pieces[Square(last // 2, last // 2)] = Piece.KING
    return Position.from_board(Board(rules.size, pieces), rules, turn)


def taken(position: Position, move: str) -> set[str]:
    """The squares of the pieces that a move captures."""
    return {capture.square.name for capture in position.explain(Move.parse(move)).captures}


def after(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(Move.parse(move))
    return position


def why(position: Position, move: str) -> Illegality | None:
    return reason(position, Move.parse(move))


# ------------------------------------------------------------------------------------------------------------ the start


@pytest.mark.parametrize(
    ("rules", "size", "attackers", "men"),
    [(S000, 13, 24, 12), (S001, 11, 24, 12), (S003, 9, 16, 8), (S004, 9, 16, 8)],
)
def test_the_start(rules: Ruleset, size: int, attackers: int, men: int) -> None:
    board = rules.start
    assert (rules.size, board.count(PieceSet.ATTACKERS), board.count(PieceSet.DEFENDING_MEN)) == (size, attackers, men)
    centre = Square(size // 2, size // 2)
    assert board.king == centre
    assert rules.throne is not None
    assert set(rules.throne.squares.squares(size)) == {centre}


def test_the_groups_of_s000() -> None:
    board, king = S000.start, Square.parse("g7")
    around = [king.offset(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    before = [king.offset(x, y) for x, y in ((2, 0), (-2, 0), (0, 2), (0, -2))]
    assert {square for square, piece in board.items() if piece == MAN} == {*around, *before}
    south = {square for square, piece in board.items() if piece == ATTACKER and square.rank < 2}
    turns = [Symmetry.IDENTITY, Symmetry.ROTATE_90, Symmetry.ROTATE_180, Symmetry.ROTATE_270]
    groups = [{turn.apply(square, 13) for square in south} for turn in turns]
    assert [len(group) for group in groups] == [6, 6, 6, 6]
    assert {square for square, piece in board.items() if piece == ATTACKER} == set().union(*groups)


def test_the_camps_of_s003() -> None:
    for zone in S003.zones:
        squares = zone.squares.squares(9)
        assert len(squares) == 4
        assert all(S003.start[square] == ATTACKER for square in squares)
    king = Square.parse("e5")
    men = {king.offset(x, y) for n in (1, 2) for x, y in ((n, 0), (-n, 0), (0, n), (0, -n))}
    assert {square for square, piece in S003.start.items() if piece == MAN} == men


@pytest.mark.parametrize(
    ("rules", "first"), [(S000, ATTACKERS), (S001, ATTACKERS), (S003, DEFENDERS), (S004, ATTACKERS)]
)
def test_who_begins(rules: Ruleset, first: Side) -> None:
    assert Position.initial(rules).turn is first


# ---------------------------------------------------------------------------------------------------------------- moves


@by(S000, S001, S003, S004)
def test_pieces_move_like_rooks(rules: Ruleset) -> None:
    """The king, too: as far as the way is free."""
    column = {f"c{rank}" for rank in range(1, rules.size + 1)}
    row = {f"{file}3" for file in "abcdefghijklm"[: rules.size]}
    for letter, turn in (("t", ATTACKERS), ("T", DEFENDERS), ("K", DEFENDERS)):
        position = scene(rules, letter, at="c3", turn=turn)
        targets = {move.target.name for move in position.legal_moves() if move.origin.name == "c3"}
        assert targets == (column | row) - {"c3"}
        assert why(position, "c3-d4") is Illegality.NOT_STRAIGHT


@by(S000, S001, S003, S004)
def test_nobody_jumps_over_pieces(rules: Ruleset) -> None:
    """Neither an attacker nor a man nor the king, over friend or foe."""
    for letter, turn in (("t", ATTACKERS), ("T", DEFENDERS), ("K", DEFENDERS)):
        for other in "tT":
            position = scene(rules, f"{letter} {other} .", at="b3", turn=turn)
            assert why(position, "b3-d3") is Illegality.BLOCKED


@by(S000, S001, S003, S004)
def test_a_move_ends_on_a_free_square(rules: Ruleset) -> None:
    position = scene(rules, "t T t", at="b3")
    assert why(position, "b3-c3") is Illegality.BLOCKED
    assert why(position, "d3-c3") is Illegality.BLOCKED


@by(S000, S001, S003, S004)
def test_a_side_has_to_move(rules: Ruleset) -> None:
    """Zugzwang: a move goes somewhere, so nobody passes, and who cannot move loses (S004)."""
    position = Position.initial(rules)
    assert all(move.origin != move.target for move in position.legal_moves())
    assert why(position, "a5-a5" if rules.size == 9 else "a6-a6") is not None


@by(S000, S001, S003, S004)
def test_who_cannot_move_loses(rules: Ruleset) -> None:
    """The last men of the attackers stand shut in at the edge, and the defenders close the last way."""
    pieces = {f"{file}3": ATTACKER for file in "abc"}
    pieces |= {f"{file}2": MAN for file in "abc"} | {f"{file}4": MAN for file in "abc"}
    pieces |= {"g3": MAN, "g2": Piece.KING}
    board = Board(rules.size, {Square.parse(name): piece for name, piece in pieces.items()})
    end = Position.from_board(board, rules, DEFENDERS).play(Move.parse("g3-d3"))
    # The three in the row are not captured, since the others stand beside each other.
    assert end.outcome == Outcome(DEFENDERS, Termination.NO_LEGAL_MOVE)
    assert end.board.count(PieceSet.ATTACKERS) == 3


# ------------------------------------------------------------------------------------------------------ special squares


@by(S000, S001, S004)
def test_only_the_king_stops_on_the_throne_and_all_cross_it(rules: Ruleset) -> None:
    middle = rules.size // 2
    throne, west = Square(middle, middle), Square(middle - 2, middle)
    picture = "t . . . T\n. . . . .\n. . K . ."
    position = scene(rules, picture, at=Square(middle - 2, middle - 2).name)
    assert why(position, f"{west}-{throne}") is Illegality.NO_STOPPING
    assert why(position, f"{west}-{throne.offset(1, 0)}") is None
    defenders = scene(rules, picture, at=Square(middle - 2, middle - 2).name, turn=DEFENDERS)
    assert why(defenders, f"{throne.offset(2, 0)}-{throne}") is Illegality.NO_STOPPING
    assert why(defenders, f"{throne.offset(2, 0)}-{throne.offset(-1, 0)}") is None
    # The king, who has left it, may return.
    assert why(defenders, f"{throne.offset(0, -2)}-{throne}") is None
    occupied = scene(rules, "t . K . .", at=west.name)
    assert why(occupied, f"{west}-{throne.offset(1, 0)}") is Illegality.BLOCKED


def test_nobody_enters_or_crosses_the_castle() -> None:
    """S003 §11: once the king has left the castle, no piece stands in it or passes through it, not even he."""
    position = scene(S003, "t . . . T\n. . . . .\n. . K . .", at="c3", turn=DEFENDERS)
    assert why(position, "e3-e5") is Illegality.NO_STOPPING
    assert why(position, "e3-e6") is Illegality.NO_CROSSING
    assert why(position, "g5-e5") is Illegality.NO_STOPPING
    assert why(position, "g5-d5") is Illegality.NO_CROSSING
    attackers = scene(S003, "t . . . T\n. . . . .\n. . K . .", at="c3")
    assert why(attackers, "c5-e5") is Illegality.NO_STOPPING
    assert why(attackers, "c5-f5") is Illegality.NO_CROSSING


@by(S000, S001, S004)
def test_only_the_king_enters_the_corners(rules: Ruleset) -> None:
    assert why(scene(rules, "t . .", at="c1"), "c1-a1") is Illegality.NO_STOPPING
    assert why(scene(rules, "T . .", at="c1", turn=DEFENDERS), "c1-a1") is Illegality.NO_STOPPING
    assert after(scene(rules, "K . .", at="c1", turn=DEFENDERS), "c1-a1").outcome == ESCAPED


def test_a_camp_is_closed_to_all_who_do_not_stand_in_it() -> None:
    """S003 §11: no piece enters or passes a camp from outside, the king included."""
    defenders = scene(S003, "T . . . . . . K", at="a3", turn=DEFENDERS)
    assert why(defenders, "a3-a4") is Illegality.NO_STOPPING
    assert why(defenders, "a3-a7") is Illegality.NO_CROSSING
    assert why(scene(S003, "K", at="h3", turn=DEFENDERS), "h3-h5") is Illegality.NO_STOPPING
    assert why(scene(S003, "K", at="h3", turn=DEFENDERS), "h3-h6") is Illegality.NO_CROSSING
    for outside in (scene(S003, "t", at="a3"), scene(S003, "T", at="a3", turn=DEFENDERS)):
        assert why(outside, "a3-a4") is Illegality.NO_STOPPING
        assert why(outside, "a3-a7") is Illegality.NO_CROSSING
    # Even a king beside a camp has no way out through it.
    assert isinstance(S003.escape, Region)
    assert not any(zone.squares.squares(9) & S003.escape.squares(9) for zone in S003.zones)
    assert scene(S003, "t\nK\nt", at="c4", turn=DEFENDERS).ways_out == 0


def test_a_muscovite_moves_in_his_own_camp_and_out_of_it() -> None:
    """S003 §12: he moves within his camp and passes its other squares when he leaves it."""
    camp = scene(S003, "t", at="e1")
    assert why(camp, "e1-e2") is None
    assert why(camp, "e1-d1") is None
    assert why(camp, "e1-b1") is None
    assert why(camp, "e1-e3") is None
    outside = scene(S003, "t", at="c1")
    assert why(outside, "c1-d1") is Illegality.NO_STOPPING
    assert why(outside, "c1-g1") is Illegality.NO_CROSSING


def test_a_muscovite_in_his_camp_takes_part_in_captures() -> None:
    """S003 §11: one who stands in his camp helps to capture a man beside it."""
    position = scene(S003, ". . t\nt T .", at="a4", turn=ATTACKERS)
    assert taken(position, "c5-c4") == {"b4"}


def test_a_muscovite_on_the_point_of_a_camp_can_be_captured() -> None:
    """S003 §11: "på den utskjutande delen av ett läger": between two Swedes."""
    position = scene(S003, ". . T\nT t .", at="d2", turn=DEFENDERS)
    assert taken(position, "f3-f2") == {"e2"}


# ------------------------------------------------------------------------------------------------------------- captures


@by(S000, S001, S003, S004)
def test_a_man_falls_between_two(rules: Ruleset) -> None:
    """Along a rank and along a file, on either side; he is taken off the board at once."""
    row = scene(rules, ". . t\nt T .", at="b3")
    assert taken(row, "d4-d3") == {"c3"}
    assert Square.parse("c3") not in after(row, "d4-d3").board
    column = scene(rules, ". . T\n. t .\n. T .", at="b2", turn=DEFENDERS)
    assert taken(column, "d4-c4") == {"c3"}


@by(S000, S001, S003, S004)
def test_a_diagonal_line_captures_nothing(rules: Ruleset) -> None:
    position = scene(rules, ". . . t\n. t . .\n. . T .\n. . . .", at="a2")
    assert taken(position, "d5-d2") == set()


@by(S000, S001, S003, S004)
def test_who_moves_in_between_two_is_safe(rules: Ruleset) -> None:
    """And falls when one of the two goes away and comes back."""
    position = scene(rules, ". T . K\n. . . .\nt . t .", at="b2", turn=DEFENDERS)
    inside = after(position, "c4-c2")
    assert inside.board.get(Square.parse("c2")) == MAN
    again = after(inside, "d2-d3", "e4-e3")
    assert taken(again, "d3-d2") == {"c2"}
    attacker = after(scene(rules, ". t . t\n. . . .\nT . T .", at="b2"), "c4-c2")
    assert attacker.board.get(Square.parse("c2")) == ATTACKER
    assert taken(after(attacker, "d2-d3", "e4-f4"), "d3-d2") == {"c2"}


@by(S000, S001, S003, S004)
def test_capturing_is_not_compulsory(rules: Ruleset) -> None:
    position = scene(rules, ". . t\nt T .", at="b3")
    assert why(position, "d4-d5") is None
    assert taken(position, "d4-d5") == set()


@by(S000, S001, S003, S004)
def test_one_move_captures_several(rules: Ruleset) -> None:
    position = scene(rules, ". . . . t\n. . . . .\nt T . T t\n. . T . .\n. . t . .", at="b2")
    board = position.board.put(Square.parse("d6"), ATTACKER)
    position = Position.from_board(board, rules, ATTACKERS)
    assert taken(position, "d6-d4") == {"c4", "e4", "d3"}


@by(S000, S001, S003, S004)
def test_the_king_captures_men(rules: Ruleset) -> None:
    moves = scene(rules, ". . . K\n. . . .\nT t . .", at="b2", turn=DEFENDERS)
    assert taken(after_king(moves), "d3-d2") == {"c2"}
    stands = scene(rules, ". . T\n. . .\nK t .", at="b2", turn=DEFENDERS)
    assert taken(stands, "d4-d2") == {"c2"}


def after_king(position: Position) -> Position:
    """The king one file and one rank nearer."""
    board = position.board.put(Square.parse("e4"), None).put(Square.parse("d3"), Piece.KING)
    return Position.from_board(board, position.ruleset, DEFENDERS)


@by(S000, S001)
def test_corners_count_as_enemies_of_both_sides(rules: Ruleset) -> None:
    """One piece captures an enemy beside a corner, whose side he may be on."""
    assert taken(scene(rules, ". . T\n. t .", at="a1", turn=DEFENDERS), "c2-c1") == {"b1"}
    assert taken(scene(rules, ". . t\n. T .", at="a1"), "c2-c1") == {"b1"}


def test_corners_are_nobodys_enemies_in_s004() -> None:
    assert taken(scene(S004, ". . t\n. T .", at="a1"), "c2-c1") == set()


def test_the_edge_counts_as_an_enemy_of_both_sides() -> None:
    """S000: at the edge, one piece in front captures a man."""
    assert taken(scene(S000, "t . . .\n. . . .\nT . . .", at="c1"), "c3-c2") == {"c1"}
    assert taken(scene(S000, "T . . .\n. . . .\nt . . .", at="c1", turn=DEFENDERS), "c3-c2") == {"c1"}


@by(S001, S003, S004)
def test_the_edge_is_no_enemy(rules: Ruleset) -> None:
    assert taken(scene(rules, "t . . .\n. . . .\nT . . .", at="c1"), "c3-c2") == set()


# ------------------------------------------------------------------------------------------------------------- the king


@by(S000, S001, S003, S004)
def test_the_king_falls_to_four(rules: Ruleset) -> None:
    position = scene(rules, ". t .\nt K .\n. t .\n. . .", at="b2")
    board = position.board.put(Square.parse("e4"), ATTACKER)
    position = Position.from_board(board, rules, ATTACKERS)
    assert after(position, "e4-d4").outcome == CAPTURED
    three = Position.from_board(board.put(Square.parse("c3"), None), rules, ATTACKERS)
    assert after(three, "e4-d4").outcome is None


@by(S000, S001, S004)
def test_the_king_falls_to_three_at_the_edge(rules: Ruleset) -> None:
    position = scene(rules, ". t .\nt K .", at="d1")
    board = position.board.put(Square.parse("f2"), ATTACKER)
    assert after(Position.from_board(board, rules, ATTACKERS), "f2-f1").outcome == CAPTURED
    two = board.put(Square.parse("d1"), None)
    assert after(Position.from_board(two, rules, ATTACKERS), "f2-f1").outcome is None


@by(S000, S001)
def test_a_corner_holds_one_side_of_the_king_at_the_edge(rules: Ruleset) -> None:
    board = scene(rules, ". t .\n. K .", at="a1").board.put(Square.parse("c2"), ATTACKER)
    assert after(Position.from_board(board, rules, ATTACKERS), "c2-c1").outcome == CAPTURED


def beside_the_throne(rules: Ruleset) -> tuple[Position, str]:
    """The king beside the empty throne, held by two attackers, and the move of a third to his last side."""
    middle = rules.size // 2
    king = Square(middle + 1, middle)
    last, origin = king.offset(1, 0), king.offset(1, 2)
    board = scene(rules, "t\nK\nt", at=king.offset(0, -1).name).board.put(origin, ATTACKER)
    return Position.from_board(board, rules, ATTACKERS), f"{origin}-{last}"


@by(S000, S003, S004)
def test_the_king_falls_to_three_beside_the_throne(rules: Ruleset) -> None:
    position, move = beside_the_throne(rules)
    assert after(position, move).outcome == CAPTURED


def test_the_throne_does_not_help_in_s001_but_by_an_additional_rule() -> None:
    position, move = beside_the_throne(S001)
    assert after(position, move).outcome is None
    position, move = beside_the_throne(variants.get("hnefatafl-11-throne"))
    assert after(position, move).outcome == CAPTURED


def test_two_camp_squares_leave_two_muscovites() -> None:
    """S003 §11, fig. 6: beside two squares of a camp; fig. 5: three are left beside the castle. Both are hostile to the
    king alone."""
    board = scene(S003, ". t\n. K", at="c2").board.put(Square.parse("c4"), ATTACKER)
    assert Square.parse("d1") not in board
    assert after(Position.from_board(board, S003, ATTACKERS), "c4-c2").outcome == CAPTURED
    position, move = beside_the_throne(S003)
    assert after(position, move).outcome == CAPTURED
    for square, origin in (("d2", "c4"), ("d5", "c7")):  # a man beside a camp, and beside the castle
        board = scene(S003, "T", at=square).board.put(Square.parse(origin), ATTACKER)
        king_away = board.put(Square.parse("e5"), None).put(Square.parse("g3"), Piece.KING)
        position = Position.from_board(king_away, S003, ATTACKERS)
        assert taken(position, f"{origin}-c{square[1]}") == set()


def test_the_swede_must_deviate() -> None:
    """S003 §13, the example: the king threatens to leave from two squares by turns, and one Muscovite stops him."""
    picture = ". t . . . t .\nt K . . . . t\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. t . . . . ."
    position = scene(S003, picture, at="b3", turn=DEFENDERS)
    for ply in range(8):
        assert position.outcome is None
        position = after(position, ("c7-g7", "c3-g3", "g7-c7", "g3-c3")[ply % 4])
        assert position.ways_out == (1 if ply % 2 == 0 else 0)
    # The third occurrence, by a Muscovite who only defends: the game goes on, and the king must do something else.
    assert (position.repetitions, position.outcome) == (3, None)
    assert why(position, "c7-g7") is Illegality.REPETITION
    assert after(position, "c7-f7").outcome is None


def test_the_king_and_one_man_fall_together() -> None:
    """S000, Abb. 4: both are surrounded completely."""
    board = scene(S000, ". t t .\nt K T .\n. t t .", at="c3").board.put(Square.parse("f6"), ATTACKER)
    end = Position.from_board(board, S000, ATTACKERS).explain(Move.parse("f6-f4"))
    assert {capture.square.name for capture in end.captures} == {"d4", "e4"}
    assert end.after.outcome == CAPTURED


# --------------------------------------------------------------------------------------------------------------- S001


def test_the_king_escapes_at_the_edge_by_an_additional_rule() -> None:
    position = scene(S001, "K", at="c3", turn=DEFENDERS)
    assert after(position, "c3-c1").outcome is None
    edge = variants.get("hnefatafl-11-edge")
    assert after(scene(edge, "K", at="c3", turn=DEFENDERS), "c3-c1").outcome == ESCAPED


def test_the_king_does_not_capture_by_an_additional_rule() -> None:
    anvil = variants.get("hnefatafl-11-anvil")
    moves = after_king(scene(anvil, ". . . K\n. . . .\nT t . .", at="b2", turn=DEFENDERS))
    assert taken(moves, "d3-d2") == set()
    assert taken(scene(anvil, ". . T\n. . .\nK t .", at="b2", turn=DEFENDERS), "d4-d2") == {"c2"}


def test_the_die_limits_the_king_by_an_additional_rule() -> None:
    """He goes at most as far as the die shows, and nobody else needs it."""
    position = scene(variants.get("hnefatafl-11-dice"), "T\nK", at="c3", turn=DEFENDERS)
    assert why(position, "c3-e3") is Illegality.MUST_ROLL
    assert why(position, "c4-h4") is None
    assert [why(position.roll(2), f"c3-{target}") for target in ("d3", "e3")] == [None, None]
    assert why(position.roll(2), "c3-f3") is Illegality.TOO_FAR
    assert why(position.roll(6), "c3-i3") is None
    assert why(scene(S001, "T\nK", at="c3", turn=DEFENDERS), "c3-k3") is None


def test_a_king_captured_at_the_edge_is_a_draw_by_an_additional_rule() -> None:
    for rules, outcome in ((variants.get("hnefatafl-11-edge-draw"), DRAWN_AT_THE_EDGE), (S001, CAPTURED)):
        board = scene(rules, "t . .\nK . t\nt . .", at="a4").board.put(Square.parse("e9"), MAN)
        assert after(Position.from_board(board, rules, ATTACKERS), "c5-b5").outcome == outcome
        amid = scene(rules, ". t .\nt K .\n. t .", at="b3").board.put(Square.parse("e4"), ATTACKER)
        assert after(Position.from_board(amid, rules, ATTACKERS), "e4-d4").outcome == CAPTURED


def test_ways_out_and_threats_are_announced_by_an_additional_rule() -> None:
    said = variants.get("hnefatafl-11-announcements")
    way = scene(said, "K", at="c3", turn=DEFENDERS).explain(Move.parse("c3-c1"))
    assert way.announcement is Announcement.WAY_OUT
    board = scene(said, ". t .\nt K .\n. . .\n. t .", at="b2").board.put(Square.parse("e4"), ATTACKER)
    threat = Position.from_board(board, said, ATTACKERS).explain(Move.parse("c2-c3"))
    assert threat.announcement is Announcement.THREAT


# --------------------------------------------------------------------------------------------------------------- S004


def test_two_attackers_have_lost() -> None:
    """S004: "er verliert aber wenn er nur noch 2 Figuren hat"."""
    pieces = {"c3": ATTACKER, "h7": ATTACKER, "h8": ATTACKER}
    pieces |= {"b3": MAN, "d4": MAN, "e5": Piece.KING}
    board = Board(9, {Square.parse(name): piece for name, piece in pieces.items()})
    end = after(Position.from_board(board, S004, DEFENDERS), "d4-d3")
    assert end.outcome == Outcome(DEFENDERS, Termination.TOO_FEW_ATTACKERS)
