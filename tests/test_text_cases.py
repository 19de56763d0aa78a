"""The adjudication cases that stand in words: repetition, announcements, dice, camps, jumps, berserk turns, and how
some games end.

Each test bears the name of its case, and says as its source does what is expected. What a peer does that no option
says is left out: a limit that never ends (X01: Ludii).
"""

from __future__ import annotations

from typing import Final

import pytest
from playing import play, reason
from rulesets import LAYOUTS, RULESETS

from hnefatafl import (
    Announcement,
    Announcements,
    Berserk,
    Board,
    Call,
    Capture,
    CaptureKind,
    Consequence,
    Illegality,
    Jump,
    Jumps,
    Move,
    Outcome,
    Piece,
    PieceSet,
    Position,
    Region,
    Repetition,
    Ruleset,
    SearchBoard,
    Side,
    Square,
    SquareSet,
    Termination,
    Zone,
    variants,
)
from hnefatafl.errors import IllegalMoveError, IllegalRollError
from hnefatafl.rules import Die

ATTACKERS, DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


def why(position: Position, move: str) -> Illegality | None:
    """Why a move is illegal."""
    return reason(position, Move.parse(move))


ESCAPED: Final = Outcome(DEFENDERS, Termination.KING_ESCAPED)

# ------------------------------------------------------------------------------------------------------ X01: repetition

SHUFFLE: Final = ("f2-f3", "f4-g4", "f3-f2", "g4-f4")
"""From the start position L11.2 to itself."""

PEERS: Final[dict[str, tuple[Repetition, int, Side | None]]] = {
    "OpenTafl, Copenhagen: the side to move after the third occurrence wins": (
        Repetition(consequence=Consequence.MOVER_LOSES),
        8,
        ATTACKERS,
    ),
    "OpenTafl, Fetlar: a draw": (Repetition(), 8, None),
    "npm tafl: a draw, the start counted, on the board alone, turned or not": (
        Repetition(turn=False, symmetric=True),
        8,
        None,
    ),
    "hnefatafl-rs: whoever repeats loses, the start not counted": (
        Repetition(consequence=Consequence.MOVER_LOSES, counts_start=False),
        9,
        DEFENDERS,
    ),
    "taflzero: the attackers win, the start not counted": (
        Repetition(consequence=Consequence.DEFENDERS_LOSE, counts_start=False),
        9,
        ATTACKERS,
    ),
    "Bologna: a draw at the first return, the start not counted": (Repetition(count=2, counts_start=False), 5, None),
    "AbstractPlay: the attackers win, but only after a defenders' move": (
        Repetition(consequence=Consequence.DEFENDERS_LOSE, by=DEFENDERS),
        8,
        ATTACKERS,
    ),
    "aagenielsen: a loss for white": (Repetition(consequence=Consequence.DEFENDERS_LOSE), 8, ATTACKERS),
}


@pytest.mark.parametrize("peer", PEERS)
def test_x01_a_shuffle_as_the_peers_judge_it(peer: str) -> None:
    repetition, plies, winner = PEERS[peer]
    position = Position.initial(RULESETS["COP"].evolve(repetition=repetition))
    board = SearchBoard(position)
    for ply in range(plies):
        assert position.outcome is board.outcome is None
        position = play(position, SHUFFLE[ply % 4])
        board.make(Move.parse(SHUFFLE[ply % 4]))
    assert position.outcome == board.outcome == Outcome(winner, Termination.REPETITION)
    assert position.legal_moves() == board.legal_moves() == []


def test_x01_what_may_not_be_repeated_by_the_defenders() -> None:
    """dcampbell24's hnefatafl: "ply 4 (g4-f4) is illegal for the defender (board of ply 0 recurs)"; the attackers may
    repeat. It looks at the board alone."""
    rule = Repetition(count=2, consequence=Consequence.FORBIDDEN, by=DEFENDERS, turn=False)
    start = Position.initial(RULESETS["COP"].evolve(repetition=rule))
    position = play(start, *SHUFFLE[:3])
    assert why(position, "g4-f4") is Illegality.REPETITION
    assert Move.parse("g4-f4") not in position.legal_moves()
    with pytest.raises(IllegalMoveError, match="the move repeats a position too often"):
        play(position, "g4-f4")
    assert why(position, "g4-h4") is None
    # The attackers bring the position of the first ply about again, and may.
    position = play(start, "f2-f3", "f4-g4", "f3-e3", "g4-f4", "e3-f3")
    assert (position.repetitions, position.outcome) == (2, None)


@pytest.mark.parametrize("plies", [4, 8, 9, 12, 40])
def test_x01_where_repetition_leads_to_nothing(plies: int) -> None:
    """HAI, and a record that is replayed: nothing follows, but the occurrences are counted."""
    ignored = Position.initial(RULESETS["COP"].evolve(repetition=Repetition(consequence=Consequence.IGNORED)))
    recorded = Position.initial(variants.COPENHAGEN)
    for ply in range(plies):
        move = Move.parse(SHUFFLE[ply % 4])
        ignored, recorded = ignored.play(move), recorded.play(move, lenient=True)
    assert ignored.outcome is recorded.outcome is None
    assert ignored.repetitions == recorded.repetitions == plies // 4 + 1


def test_x01_the_shipped_rulesets() -> None:
    """Copenhagen and fetlar as they are shipped judge the shuffle as their pages do: lost for white, and drawn."""
    for ruleset, winner in ((variants.COPENHAGEN, ATTACKERS), (variants.FETLAR, None)):
        assert play(Position.initial(ruleset), *(SHUFFLE * 2)[:7]).outcome is None
        assert play(Position.initial(ruleset), *SHUFFLE * 2).outcome == Outcome(winner, Termination.REPETITION)


# -------------------------------------------------------------------------- X03: the Muscovites are the offensive party

PURSUIT: Final = ("b2-b3", "b4-h4", "b3-b2", "h4-b4")
"""Wherever the king flees, he stands between two camp squares and two more Muscovites could close the ring."""


def test_x03_the_muscovites_must_deviate() -> None:
    """S003 §13: "I vissa lägen kan det uppstå s.k. evighetsdrag. Det kan gälla både vid utgång och inringning. För att
    bryta ett sådant dödläge måste den offensiva parten efter ett par upprepningar göra ett annat drag." """
    board = Board.parse("""
        9 . . . . . . . . .
        8 . . . . . . . . .
        7 . . . . . . . . .
        6 . . . . . . . . .
        5 . . . . . . . . .
        4 . K . . . . . . .
        3 . . . . . . . t .
        2 . t . . . . . . .
        1 . . t . . . t . .
          a b c d e f g h i
    """)
    position = Position.from_board(board, variants.FOTEVIKEN_TABLUT, ATTACKERS)
    for ply in range(8):
        done = position.explain(Move.parse(PURSUIT[ply % 4]))
        # S003 knows no call of the Muscovites, though they threaten with every move.
        assert done.after.king_in_danger or ply % 2
        assert (done.announcement, done.opponent_announcement) == (None, None)
        position = done.after
    # The third occurrence, by a move of the Swede, who threatens nothing: the game goes on.
    assert (position.repetitions, position.outcome) == (3, None)
    assert why(position, "b2-b3") is Illegality.REPETITION
    assert Move.parse("b2-b3") not in position.legal_moves()
    other = play(position, "b2-b1")
    assert (other.repetitions, other.outcome) == (1, None)


# ------------------------------------------------------------------------------------------ X05, X06: raichi and tuichu

RAICHI: Final = """
    9 . . . . . . . . .
    8 . . t . . . . . .
    7 . . K t . . T . .
    6 . . . . . . . . .
    5 . . . . . . . . t
    4 . . . . . . . . .
    3 . . . . . . . . .
    2 . . t . . . . . .
    1 . . . . . . . . .
      a b c d e f g h i
"""
TUICHU: Final = """
    9 . . . . . . . . .
    8 . . t . . . . . .
    7 . . K t . . T . .
    6 . . . . . . . . .
    5 . . . . . . . . t
    4 . . . . . . . . .
    3 . . . . . . . . .
    2 . . . . . . . . .
    1 . . . . . . . . .
      a b c d e f g h i
"""


def test_x05_raichi() -> None:
    """S003 §9: "måste motståndaren varnas genom att man säger raichi. Annars får man inte gå ut i sitt nästa drag."
    The king on c7 has the one exit a7."""
    position = Position.from_board(Board.parse(RAICHI), variants.FOTEVIKEN_TABLUT, DEFENDERS)
    assert Board.parse(RAICHI).record == "/9/2t6/9/9/8t/9/2Kt2T2/2t6/9/"
    exits = {str(move.target) for move in position.legal_moves() if play(position, str(move)).outcome == ESCAPED}
    assert (position.ways_out, exits) == (1, {"a7"})
    done = position.explain(Move.parse("g7-g6"))
    assert done.announcement is Announcement.RAICHI
    assert play(done.after, "i5-i4", "c7-a7").outcome == ESCAPED
    silent = position.explain(Move.parse("g7-g6"), announce=False)
    assert (silent.announcement, silent.after.announced) == (Announcement.RAICHI, False)
    reply = play(silent.after, "i5-i4")
    assert not reply.announced
    assert why(reply, "c7-a7") is Illegality.UNANNOUNCED
    assert why(reply, "c7-b7") is None
    assert play(reply, "g6-g5", "i4-i5", "c7-a7").outcome == ESCAPED
    written = Position.from_board(Board.parse(RAICHI), variants.FOTEVIKEN_TABLUT, DEFENDERS, announced=False)
    assert why(written, "c7-a7") is Illegality.UNANNOUNCED


OPENED: Final = """
    9 . . . . . . . . .
    8 . . . . . . . . .
    7 . . K . . . . . .
    6 . . . . . . . . t
    5 . . t . . . . . .
    4 . . . . . . . . .
    3 . . . . . . . . .
    2 t . . . . . . . .
    1 . . t . . . . . .
      a b c d e f g h i
"""
"""The king's ways to a7 and i7 are open, to c9 too; that to c1 is closed twice."""


def shut(*open_: str) -> Board:
    """The board with the ways shut by attackers, but for those to the squares named."""
    board = Board.parse(OPENED)
    for square in {"a7", "i7", "c9"} - set(open_):
        board = board.put(Square.parse(square), Piece.ATTACKER)
    return board


def test_x05_a_way_that_the_opponent_opens() -> None:
    """S003 §9: "När den som spelar svensk ser en sådan utväg, måste motståndaren varnas": whoever opened it. Our
    reading: he says so before he moves, and may then leave at once; without it "får man inte gå ut i sitt nästa
    drag"."""
    position = Position.from_board(shut(), variants.FOTEVIKEN_TABLUT, ATTACKERS)
    opening = Move.parse("i7-i8")
    done = position.explain(opening)
    assert (done.announcement, done.opponent_announcement) == (None, Announcement.RAICHI)
    assert done.announcement_sentences == ("the defenders announce: raichi",)
    assert play(done.after, "c7-i7").outcome == ESCAPED
    silent = position.explain(opening, announce=False)
    assert (silent.opponent_announcement, silent.after.announced) == (Announcement.RAICHI, False)
    assert silent.announcement_sentences == ("the defenders do not announce: raichi",)
    assert why(silent.after, "c7-i7") is Illegality.UNANNOUNCED
    assert silent.after == Position.from_board(silent.after.board, silent.after.ruleset, DEFENDERS, announced=False)
    # It costs him this move alone.
    later = play(silent.after, "c7-d7", "a2-a3")
    assert later.announced
    assert play(later, "d7-i7").outcome == ESCAPED


def test_x05_what_was_announced_is_not_announced_again() -> None:
    position = Position.from_board(shut("a7"), variants.FOTEVIKEN_TABLUT, ATTACKERS)
    # The way to a7 was open before the Muscovite's move, and the Swede has said so.
    done = position.explain(Move.parse("i7-h7"), announce=False)
    assert (done.opponent_announcement, done.after.announced) == (None, True)
    # A second way is a new one.
    both = position.explain(Move.parse("i7-i8"))
    assert both.opponent_announcement is Announcement.TUICHU
    assert not position.play(Move.parse("i7-i8"), announce=False).announced


def test_what_was_kept_back_stays_so_when_the_opponent_opens_another() -> None:
    """Our reading of S003 §9: who has not announced may not leave in his next move, by whatever way."""
    position = Position.from_board(shut("a7"), variants.FOTEVIKEN_TABLUT, ATTACKERS, announced=False)
    done = position.explain(Move.parse("i7-i8"))
    assert (done.opponent_announcement, done.after.announced) == (Announcement.TUICHU, False)
    assert done.announcement_sentences == ("the defenders announce: tuichu",)
    assert {why(done.after, leaving) for leaving in ("c7-a7", "c7-i7")} == {Illegality.UNANNOUNCED}


def test_s001_announces_in_its_own_words_whoever_opened_the_way() -> None:
    """S001 "Ansagen": "Befindet sich der König in einer Situation, so daß er im nächsten Zug ein Eckfeld [...]
    erreichen kann, so muß er dies ansagen. Ebenfalls Ansagen kann der Angreifer, falls er im nächsten Zug den König
    gefangen nehmen kann." """
    rules = variants.HNEFATAFL_11.evolve(announcements=Announcements(way_out=Call.MUST, threat=Call.MAY))
    board = Board.parse("/11/11/11/11/11/11/11/11/11/11/5Kt4/")
    opened = Position.from_board(board.put(Square.parse("b11"), Piece.ATTACKER), rules, ATTACKERS)
    done = opened.explain(Move.parse("b11-b9"))
    assert (done.announcement, done.opponent_announcement) == (None, Announcement.WAY_OUT)
    assert done.announcement_sentences == ("the defenders announce: the king can escape",)
    # There is no consequence.
    silent = opened.play(Move.parse("b11-b9"), announce=False)
    assert silent.announced
    assert play(silent, "f11-a11").outcome == ESCAPED


def test_s001_attackers_may_announce_what_the_king_walks_into() -> None:
    rules = variants.HNEFATAFL_11.evolve(announcements=Announcements(way_out=Call.MUST, threat=Call.MAY))
    # On the edge three are enough: e1, g1 and the one on c2.
    board = Board.parse("/4t1t4/2t8/5K5/11/11/11/11/11/11/11/11/")
    position = Position.from_board(board, rules, DEFENDERS)
    done = position.explain(Move.parse("f3-f1"))
    assert (done.announcement, done.opponent_announcement) == (None, Announcement.THREAT)
    assert done.announcement_sentences == ("the attackers may announce: the king can be captured",)
    # A threat that stood before is not announced again.
    still = Position.from_board(done.after.board.put(Square.parse("k5"), Piece.DEFENDER), rules, DEFENDERS)
    assert still.king_in_danger
    assert still.explain(Move.parse("k5-k6")).opponent_announcement is None


def test_x06_tuichu() -> None:
    """S003 §10: "Om kungen har två utvägar samtidigt har han en given seger eftersom moskoviterna inte kan stänga två
    utvägar i samma drag. Den som spelar svensk talar om detta för motståndaren genom att säga tuichu." """
    position = Position.from_board(Board.parse(TUICHU), variants.FOTEVIKEN_TABLUT, DEFENDERS)
    assert Board.parse(TUICHU).record == "/9/9/9/9/8t/9/2Kt2T2/2t6/9/"
    exits = {str(move.target) for move in position.legal_moves() if play(position, str(move)).outcome == ESCAPED}
    assert (position.ways_out, exits) == (2, {"a7", "c1"})
    done = position.explain(Move.parse("g7-g6"))
    assert (done.announcement, done.after.outcome) == (Announcement.TUICHU, None)
    for reply in done.after.legal_moves():
        assert play(done.after, str(reply)).ways_out >= 1
    literal = Position.from_board(Board.parse(TUICHU), variants.FOTEVIKEN_TABLUT.evolve(tuichu_wins=True), DEFENDERS)
    assert play(literal, "g7-g6").outcome == Outcome(DEFENDERS, Termination.TUICHU)


# ----------------------------------------------------------------------------------------------------- X08 to X10: dice

DICE: Final = variants.HNEFATAFL_11.evolve(die=Die())
ON_A3: Final = """
    11 . . . . . . . . . . .
    10 . . . . . . . . . . .
     9 t . . . . . . . . . t
     8 . . . . . . . . . . t
     7 . . . . . . . . . . .
     6 . . . . . . . . . . .
     5 . . . . . . . . . . .
     4 . . . . . . . . . . .
     3 K . T . . . . . . . .
     2 . . . . . . . . . . .
     1 . . . . . . . . . . .
       a b c d e f g h i j k
"""


def test_x08_a_soldier_moves_without_a_roll() -> None:
    """S001 "Bewegung des Feldherren": "Dabei muß der Verteidiger sobald er die Figur des Königs ziehen will einmal
    würfeln"."""
    position = Position.from_board(Board.parse(ON_A3), DICE, DEFENDERS)
    assert position.can_roll
    assert why(position, "c3-c4") is None
    after = play(position, "c3-c4")
    assert (after.roll_pending, after.can_roll) == (None, False)
    assert not any(position.board[move.origin] == Piece.KING for move in position.legal_moves())
    with pytest.raises(IllegalRollError):
        after.roll(1)


def test_x09_the_roll_is_an_upper_bound() -> None:
    """S001 "Bewegung des Feldherren": "und muß dann den König höchstens so weit ziehen, wie die gewürfelte Punktzahl
    betrug"."""
    position = Position.from_board(Board.parse(ON_A3), DICE, DEFENDERS)
    assert Board.parse(ON_A3).record == "/11/11/K1T8/11/11/11/11/10t/t9t/11/11/"
    assert why(position, "a3-a2") is Illegality.MUST_ROLL
    one = position.roll(1)
    assert why(one, "a3-a2") is None
    assert why(one, "a3-a1") is Illegality.TOO_FAR
    for number in range(2, 7):
        rolled = position.roll(number)
        assert why(rolled, "a3-a2") is None
        assert why(rolled, "c3-c4") is Illegality.MUST_USE_ROLL
        assert play(rolled, "a3-a1").outcome == ESCAPED


def test_x10_a_king_who_cannot_move_is_not_rolled_for() -> None:
    """Undefined by the source: "with roll >= 1 a movable king always has a one-step move; if blocked completely he
    should not have been chosen". So it is here: nothing can be rolled for him."""
    movable = Position.from_board(Board.parse(ON_A3), DICE, DEFENDERS)
    for number in range(1, 7):
        moves = movable.roll(number).legal_moves()
        assert {movable.board[move.origin] for move in moves} == {Piece.KING}
        assert any(abs(m.origin.file - m.target.file) + abs(m.origin.rank - m.target.rank) == 1 for m in moves)
    board = movable.board
    for name in ("a2", "b3", "a4"):
        board = board.put(Square.parse(name), Piece.DEFENDER)
    blocked = Position.from_board(board, DICE, DEFENDERS)
    assert not blocked.can_roll
    with pytest.raises(IllegalRollError, match="there is nothing to roll for"):
        blocked.roll(6)
    assert why(blocked, "c3-c4") is None


# ------------------------------------------------------------------- X12 to X18: commanders, knights and berserk turns

BERSERK: Final = Ruleset(
    name="OpenTafl's berserk",
    size=11,
    start=LAYOUTS["L11.6"],
    first=DEFENDERS,
    corners=Zone(
        name="corners",
        squares=Region.CORNERS,
        stop=PieceSet.KING,
        cross=PieceSet.KING,
        hostile_empty=PieceSet.ALL,
        pierces=True,
    ),
    jumps=Jumps(king=Jump.RESTRICTED),
    berserk=Berserk.MUST_CAPTURE,
)
"""The throne as in copenhagen; no surrounding."""
MELEE: Final = Board.parse("/11/4c6/11/4t6/4N6/5Kc4/c4t5/T10/5t4c/T1T7T/2t8/")
ROUNDED_UP: Final = Board.parse("/11/11/11/5c5/4N6/2c2Kc4/5c5/11/11/11/11/")


def taken(position: Position, move: str) -> dict[str, CaptureKind]:
    """What a move takes, and how."""
    return {capture.square.name: capture.rule for capture in position.explain(Move.parse(move)).captures}


def test_x12_a_knight_jumps_and_captures() -> None:
    """OpenTafl, JumpCaptureBerserkerTest."""
    position = Position.from_board(MELEE, BERSERK, DEFENDERS)
    assert taken(position, "e5-e3") == {"e4": CaptureKind.JUMPED}
    after = play(position, "e5-e3")
    assert (after.turn, after.berserk_square) == (ATTACKERS, None)
    assert after.board.get(Square.parse("e3")) == Piece.parse("N")


def test_x13_and_x14_a_commander_goes_on() -> None:
    """OpenTafl, JumpCaptureBerserkerTest: over a8, against the corner, and on against c10; then the turn passes."""
    position = play(Position.from_board(MELEE, BERSERK, DEFENDERS), "e5-e3")
    assert taken(position, "a7-a9") == {"a10": CaptureKind.HOSTILE_SQUARE}
    position = play(position, "a7-a9")
    assert (position.turn, position.berserk_square) == (ATTACKERS, Square.parse("a9"))
    assert position.board.get(Square.parse("a8")) == Piece.DEFENDER
    assert [str(move) for move in position.legal_moves()] == ["a9-c9"]
    assert why(position, "f7-f8") is Illegality.MUST_GO_ON
    assert why(position, "a9-b9") is Illegality.MUST_CAPTURE
    assert taken(position, "a9-c9") == {"c10": CaptureKind.CUSTODIAL}
    position = play(position, "a9-c9")
    assert (position.turn, position.berserk_square, position.ply) == (DEFENDERS, None, 3)


def test_x15_what_a_commander_does_not_jump() -> None:
    """Neither over the king (g6 over f6) nor into a corner (k9 over k10)."""
    position = play(Position.from_board(MELEE, BERSERK, DEFENDERS), "e5-e3")
    assert why(position, "g6-e6") is Illegality.BLOCKED
    assert why(position, "k9-k11") is Illegality.NO_STOPPING


def test_x16_and_x17_two_commanders_take_a_king_who_has_left_the_throne() -> None:
    """OpenTafl, CommanderCaptureVictoryTest."""
    position = play(Position.from_board(ROUNDED_UP, BERSERK, DEFENDERS), "e5-a5")
    assert taken(position, "f4-f5") == {}
    position = play(position, "f4-f5", "f6-d6")
    assert taken(position, "g6-e6") == {"d6": CaptureKind.PIERCED}
    assert play(position, "g6-e6").outcome == Outcome(ATTACKERS, Termination.KING_CAPTURED)


def test_x18_a_commander_takes_the_king_against_a_corner() -> None:
    """OpenTafl, CommanderCornerCaptureVictoryTest."""
    board = Board.parse("/4t6/1Kc8/11/5c5/4N6/2c3c4/11/11/11/11/11/")
    position = play(Position.from_board(board, BERSERK, DEFENDERS), "b2-b1")
    done = position.explain(Move.parse("c2-c1"))
    captors = SquareSet.of("a1", "c1")
    assert done.captures == (Capture(Square.parse("b1"), Piece.KING, CaptureKind.PIERCED, captors),)
    assert done.after.outcome == Outcome(ATTACKERS, Termination.KING_CAPTURED)


def test_x22_a_mercenary_changes_sides() -> None:
    """OpenTafl, MercenarySideSwitchTest."""
    position = Position.parse("/3t3/3m3/3T3/ttTKTtt/3T3/2Mm3/3t3/", variants.BRANDUBH, ATTACKERS)
    done = position.explain(Move.parse("b4-b6"))
    c6 = Square.parse("c6")
    assert [str(capture) for capture in done.captures] == ["defending mercenary on c6: between two enemies"]
    assert done.turned == {c6}
    assert done.after.board == position.board.put(Square.parse("b4"), None).put(Square.parse("b6"), Piece.ATTACKER).put(
        c6, Piece.parse("m")
    )


# -------------------------------------------------------------------------------------------------------- how games end


def test_x11_on_the_edge_a_captured_king_is_a_draw_whoever_is_left() -> None:
    """S001 "Gefangennahme des Feldherren": "Nach entsprechender Absprache ist die Gefangennahme des Königs am
    Spielfeldrand nicht als Gewinn des Angreifers, sondern als ein Patt anzusehen." """
    board = Board.parse("""
        11 . . . . . . . . . . .
        10 . . . . . . . . . . .
         9 . . . . T . . . . . .
         8 . . . . . . . . . . .
         7 . . . . . . . . . . .
         6 t . . . . . . . . . .
         5 K . . t . . . . . . .
         4 t . . . . . . . . . .
         3 . . . . . . . . . . .
         2 . . . . . . . . . . .
         1 . . . . . . . . . . .
           a b c d e f g h i j k
    """)
    for name, outcome in (
        ("hnefatafl-11-edge-draw", Outcome(None, Termination.KING_CAPTURED_ON_EDGE)),
        ("hnefatafl-11", Outcome(ATTACKERS, Termination.KING_CAPTURED)),
    ):
        done = Position.from_board(board, variants.get(name), ATTACKERS).explain(Move.parse("d5-b5"))
        assert [str(capture) for capture in done.captures] == ["king on a5: surrounded on every side"]
        assert done.after.outcome == outcome
        assert Piece.DEFENDER in done.after.board.values()


def test_x26_a_fort_that_a_soldier_closes_wins_at_once() -> None:
    """OpenTafl, hnefatafl-rs, dcampbell24, taflzero and AbstractPlay: "immediate win" (npm tafl: not until the king
    moves)."""
    board = Board.parse("""
        11 . . . . . . . . . . .
        10 . . . . . . . . . . .
         9 . . . . . . . . . . .
         8 . . . . . . t . t . .
         7 . . . . . . . . . . .
         6 . . . . . . . . . . .
         5 . . . . . . . . . . .
         4 . . . . . . . . . . .
         3 . . . . T T T . . . .
         2 . . . . T . . . . . T
         1 . . . . T K T . . . .
           a b c d e f g h i j k
    """)
    before = Position.from_board(board, variants.COPENHAGEN, DEFENDERS)
    assert before.outcome is None
    assert play(before, "k2-g2").outcome == Outcome(DEFENDERS, Termination.EXIT_FORT)
    assert play(before, "k2-h2").outcome is None


def test_x27_a_ring_may_itself_be_capturable() -> None:
    """OpenTafl, dcampbell24, npm tafl and taflzero: "win at once", though a man of the ring could be taken."""
    board = Board.parse("""
        11 . . . . . . . . . . .
        10 . . . . . . . . . . .
         9 . . . . . . . . . . .
         8 . . . . . . . . . . .
         7 . . . t t t t t . . .
         6 . . t . K . T . t . .
         5 . . t . T t . . . . .
         4 . . . t t . t t . . .
         3 . . . . . . . . . . .
         2 . . . . . . . . . . .
         1 . . . . . . . . t . .
           a b c d e f g h i j k
    """)
    before = Position.from_board(board, variants.COPENHAGEN, ATTACKERS)
    assert play(before, "i1-i5").outcome == Outcome(ATTACKERS, Termination.ENCIRCLEMENT)
    without = Position.from_board(board, variants.COPENHAGEN.evolve(encirclement=False), ATTACKERS)
    capture = play(without, "i1-i5").explain(Move.parse("g6-g5"))
    assert [str(each) for each in capture.captures] == ["attacker on f5: between two enemies"]
    # hnefatafl-rs: "not yet (ring not secure)".
    secure = Position.from_board(board, variants.COPENHAGEN.evolve(secure_ring=True), ATTACKERS)
    assert play(secure, "i1-i5").outcome is None


def test_x30_attackers_captured_to_the_last_man_have_lost() -> None:
    """OpenTafl, hnefatafl-rs and dcampbell24: "defenders win" (adjudication case G03)."""
    board = Board.parse("/11/3T7/11/11/1Tt8/11/11/7K3/11/11/11/")
    for ruleset in (variants.COPENHAGEN, variants.FETLAR, variants.SIMPLE_TAFL):
        done = Position.from_board(board, ruleset, DEFENDERS).explain(Move.parse("d2-d5"))
        assert [(capture.square.name, capture.piece) for capture in done.captures] == [("c5", Piece.ATTACKER)]
        assert done.after.outcome == Outcome(DEFENDERS, Termination.ALL_CAPTURED)


# -------------------------------------------------------------------------------------------------------- X34, X35, X37


def test_x34_a_camp_is_not_entered_again() -> None:
    """S003 §12: "En moskovit får flytta inom sitt läger [...] Har han väl lämnat lägret får han däremot inte
    återvända dit och ej heller passera igenom lägret." §11: "De är alltså stängt område för alla pjäser, som inte
    står i dem." """
    start = Position.initial(variants.FOTEVIKEN_TABLUT, ATTACKERS)
    left = play(start, "b5-b3", "e4-b4")
    # Within the camp: to the square that was left, and back or out of it.
    assert why(left, "a5-b5") is None
    within = play(left, "a5-b5", "e3-d3")
    assert why(within, "b5-a5") is None
    assert why(within, "b5-b6") is None
    # The drabant beside the camp does not enter it, nor pass through.
    guarded = play(left, "i4-i3")
    assert why(guarded, "b4-b5") is Illegality.NO_STOPPING
    assert why(guarded, "b4-b6") is Illegality.NO_CROSSING
    # Nor does the Muscovite who has left it.
    home = play(start, "b5-b3", "e3-d3", "b3-b4", "d3-e3")
    assert why(home, "b4-b5") is Illegality.NO_STOPPING
    assert why(home, "b4-b6") is Illegality.NO_CROSSING


def test_x35_bologna_draws_at_the_second_occurrence() -> None:
    """GameAshtonTablut.java: "draw (default parameter 0), history cleared by a capture"."""
    start = Position.initial(variants.ASHTON_TABLUT)
    position = play(start, "e3-d3", "a4-b4", "d3-e3", "b4-b3", "e3-d3")
    assert (position.outcome, position.repetitions) == (None, 1)
    assert play(position, "b3-b4").outcome == Outcome(None, Termination.REPETITION)


def test_x35_a_capture_begins_the_count_anew() -> None:
    board = Board.parse("""
        9 . . . . . . . . .
        8 . . . . . . . . .
        7 . . K . . . . . .
        6 . . . . . . . . .
        5 . . . . . . . . .
        4 . . . . . . . . .
        3 . . T t . . T . .
        2 . . . . . . . . .
        1 . . . . . . . . t
          a b c d e f g h i
    """)
    position = Position.from_board(board, variants.ASHTON_TABLUT, DEFENDERS)
    position = play(position, "c7-c8", "i1-i2", "c8-c7", "i2-i1")
    assert (position.plies_since_capture, position.repetitions, position.outcome) == (4, 1, None)
    taken = play(position, "g3-e3")
    assert (taken.plies_since_capture, taken.repetitions) == (0, 1)
    assert play(taken, "i1-i2", "e3-f3", "i2-i1").outcome is None
    again = play(taken, "i1-i2", "e3-f3", "i2-i1", "f3-e3")
    assert (again.plies_since_capture, again.repetitions) == (4, 2)
    assert again.outcome == Outcome(None, Termination.REPETITION)


def test_x37_the_limit_of_plies_without_a_capture() -> None:
    """hnefatafl-rs with draw_after_captureless_plays = 5: "the fifth captureless play draws"."""
    start = Position.initial(variants.COPENHAGEN.evolve(quiet_limit=5))
    position = play(start, *SHUFFLE)
    assert (position.plies_since_capture, position.outcome) == (4, None)
    assert play(position, "f2-f3").outcome == Outcome(None, Termination.QUIET_LIMIT)
    assert position.play(Move.parse("f2-f3"), lenient=True).outcome is None
